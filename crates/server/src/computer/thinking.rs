//! Engines that think: as many at once as the host allows, the others wait in order. A process that
//! breaks is started anew once for the same thought. Not here: whose move it is.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tabiya_arbiter::TimeLeft;
use tabiya_rules::{ByColor, Color, Game, Mode};
use tokio::sync::{OnceCell, Semaphore, oneshot};
use tokio::time::{Instant, sleep, sleep_until};

use super::levels::{self, ComputerConfig, Offer};
use crate::engine_process::{ClockTimes, Doing, EngineError, EngineProcess, GoLimits, News};
use crate::ids::TableId;
use crate::limits;

/// A question to a computer.
pub(crate) struct Asked {
    /// Which table asks: an engine goes on with a game that it knows, if it can.
    pub(crate) table: TableId,
    /// The number of the game at this table.
    pub(crate) number: u32,
    pub(crate) level: String,
    /// The game so far; the side to move is the computer's.
    pub(crate) game: Game,
    /// The clocks as they stand now.
    pub(crate) clocks: Option<ByColor<TimeLeft>>,
}

/// An answer that is waited for. When it is dropped, nobody thinks about it any more.
pub(crate) struct Thought {
    answer: oneshot::Receiver<Result<String, Failed>>,
}

/// No computer has found a move, although one was started anew.
#[derive(Debug)]
pub(crate) struct Failed;

impl Thought {
    /// The move in UCI notation, at the time at which a person would play it.
    pub(crate) async fn done(&mut self) -> Result<String, Failed> {
        (&mut self.answer).await.unwrap_or(Err(Failed))
    }
}

/// All computers of the service.
pub(crate) struct Computers {
    config: Option<ComputerConfig>,
    thinking: Semaphore,
    /// Engines that run and do not think.
    idle: Mutex<Vec<Idle>>,
    offer: OnceCell<Offer>,
    /// When the engine did not start to tell what it offers.
    failed_at: Mutex<Option<Instant>>,
    /// Places taken at tables.
    places: Arc<AtomicUsize>,
}

/// An engine that waits for work.
struct Idle {
    engine: EngineProcess,
    since: Instant,
    /// What it has played last.
    knows: Option<(TableId, u32, String)>,
}

/// A computer's place at a table that may need it.
pub(crate) struct Place(Arc<AtomicUsize>);

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Computers {
    pub(crate) fn new(config: Option<ComputerConfig>) -> Arc<Self> {
        let at_once = config.as_ref().map_or(1, |config| config.at_once.max(1));
        Arc::new(Self {
            config,
            thinking: Semaphore::new(at_once),
            idle: Mutex::default(),
            offer: OnceCell::new(),
            failed_at: Mutex::default(),
            places: Arc::default(),
        })
    }

    /// What can be played against; none where the host wants no computer, or its engine does not
    /// start. One that has not started is not tried again for a while.
    pub(crate) async fn offer(&self) -> Option<&Offer> {
        let config = self.config.as_ref()?;
        let asked = self.offer.get_or_try_init(|| async {
            let failed_at = *lock(&self.failed_at);
            if failed_at.is_some_and(|at| at.elapsed() < config.retry_after) {
                return Err(Failed);
            }
            let engine = config.start().await.map_err(|error| {
                tracing::error!(%error, "the engine cannot be used");
                *lock(&self.failed_at) = Some(Instant::now());
                Failed
            })?;
            let offer = Offer::of(&engine);
            self.put_back(engine, None);
            Ok(offer)
        });
        asked.await.ok()
    }

    /// Asks the engine what it offers, if that is not known yet. Nobody waits for it.
    pub(crate) fn learn(self: &Arc<Self>) {
        if self.offer.get().is_none() {
            let computers = Arc::clone(self);
            tokio::spawn(async move { computers.offer().await.is_some() });
        }
    }

    /// Whether the engine plays from such a start; none while what it offers is not known.
    pub(crate) fn plays(&self, mode: Mode) -> Option<bool> {
        let offer = || self.offer.get().map(|offer| offer.plays(mode));
        if mode == Mode::Standard {
            Some(true)
        } else {
            offer()
        }
    }

    /// Whether one more table may have a computer.
    pub(crate) fn has_room(&self) -> bool {
        let at_once = self
            .config
            .as_ref()
            .map_or(0, |config| config.at_once.max(1));
        let most = at_once.saturating_mul(limits::COMPUTER_TABLES);
        self.places.load(Ordering::Relaxed) < most
    }

    /// How many tables in memory have a computer.
    pub(crate) fn tables(&self) -> usize {
        self.places.load(Ordering::Relaxed)
    }

    /// How long a computer that could not play counts as away.
    pub(crate) fn retry_after(&self) -> Duration {
        let config = self.config.as_ref();
        config.map_or(limits::COMPUTER_RETRY, |config| config.retry_after)
    }

    /// Counts a table. Those that have had a computer keep it, whether there is room or not.
    pub(crate) fn take_place(&self) -> Place {
        self.places.fetch_add(1, Ordering::Relaxed);
        Place(Arc::clone(&self.places))
    }

    /// Has a move looked for. The answer comes when a person would have it.
    pub(crate) fn think(self: &Arc<Self>, asked: Asked) -> Thought {
        let (tell, answer) = oneshot::channel();
        let computers = Arc::clone(self);
        tokio::spawn(async move {
            let mut tell = tell;
            let begun = Instant::now();
            let found = tokio::select! {
                found = computers.find(&asked, begun) => found,
                // Nobody waits any more. An engine in the middle of a search is dropped.
                () = tell.closed() => return,
            };
            if let Ok((_, pause)) = &found {
                tokio::select! {
                    () = sleep_until(begun + *pause) => {}
                    () = tell.closed() => return,
                }
            }
            let _ = tell.send(found.map(|(uci, _)| uci));
        });
        Thought { answer }
    }

    /// The move, and how long after the question it should be played.
    async fn find(&self, asked: &Asked, begun: Instant) -> Result<(String, Duration), Failed> {
        let config = self.config.as_ref().ok_or(Failed)?;
        let _permit = self.thinking.acquire().await.map_err(|_| Failed)?;
        for attempt in 1..=2 {
            let knows = (asked.table.clone(), asked.number, asked.level.clone());
            // What made one engine fail may have made its like fail: the second is a new one.
            let idle = (attempt == 1).then(|| self.take_idle(&knows)).flatten();
            match self.ask(config, asked, begun, knows, idle).await {
                Ok(found) => return Ok(found),
                Err(error) => {
                    let table = &asked.table;
                    tracing::warn!(table.id = %table, attempt, %error, "an engine failed");
                }
            }
        }
        Err(Failed)
    }

    async fn ask(
        &self,
        config: &ComputerConfig,
        asked: &Asked,
        begun: Instant,
        knows: (TableId, u32, String),
        idle: Option<Idle>,
    ) -> Result<(String, Duration), EngineError> {
        let (mut engine, known) = match idle {
            Some(idle) => (idle.engine, idle.knows),
            None => (config.start().await?, None),
        };
        if known.as_ref() != Some(&knows) {
            levels::set(&mut engine, &asked.level).await?;
            engine.new_game().await?;
        }
        engine.position(&asked.game).await?;
        let turn = asked.game.position().turn();
        let clocks = asked.clocks.map(|mut clocks| {
            // The time of the side to move has gone on while it waited.
            let own = clocks.get_mut(turn);
            own.remaining_ms = own.remaining_ms.saturating_sub(ms(begun.elapsed()));
            clocks
        });
        let most = most_time(clocks.map(|clocks| *clocks.get(turn)));
        engine.go(&go(clocks, turn, most)).await?;
        let stall = config.command.patience.answer;
        let (uci, wished) = listen(&mut engine, &asked.game, most, stall).await?;
        self.put_back(engine, Some(knows));
        let least = match clocks {
            None => limits::COMPUTER_LEAST_TIME,
            Some(clocks) => {
                let left = Duration::from_millis(clocks.get(turn).remaining_ms);
                limits::COMPUTER_LEAST_TIME.min(left / 40)
            }
        };
        let most_pause = clocks.map_or(limits::COMPUTER_LONGEST_PAUSE, |clocks| {
            Duration::from_millis(clocks.get(turn).remaining_ms) / 8
        });
        let pause = wished.unwrap_or(Duration::ZERO).min(most_pause).max(least);
        Ok((uci, pause.min(limits::COMPUTER_LONGEST_PAUSE)))
    }

    /// An engine that runs: the one that knows this game, if there is one.
    fn take_idle(&self, knows: &(TableId, u32, String)) -> Option<Idle> {
        let mut idle = lock(&self.idle);
        let is_known = |idle: &Idle| idle.knows.as_ref() == Some(knows);
        let place = idle.iter().position(is_known);
        match place {
            Some(place) => Some(idle.swap_remove(place)),
            None => idle.pop(),
        }
    }

    fn put_back(&self, engine: EngineProcess, knows: Option<(TableId, u32, String)>) {
        lock(&self.idle).push(Idle {
            engine,
            since: Instant::now(),
            knows,
        });
    }

    /// Lets engines go that nobody has needed for a while. Never ends.
    pub(crate) async fn tidy(self: Arc<Self>) {
        loop {
            sleep(limits::COMPUTER_IDLE_TIME / 2).await;
            let now = Instant::now();
            let is_old =
                |idle: &mut Idle| now.duration_since(idle.since) >= limits::COMPUTER_IDLE_TIME;
            let old: Vec<Idle> = lock(&self.idle).extract_if(.., is_old).collect();
            for idle in old {
                idle.engine.quit().await;
            }
        }
    }

    /// The service stops: engines that do not think end in good order, the others with it.
    pub(crate) async fn close(&self) {
        let idle = std::mem::take(&mut *lock(&self.idle));
        for idle in idle {
            idle.engine.quit().await;
        }
    }
}

/// Nothing panics while one of these is held.
fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Offer {
    /// Whether the engine plays from such a start.
    pub(crate) fn plays(&self, mode: Mode) -> bool {
        mode == Mode::Standard || self.chess960
    }
}

/// How long an engine may take at most, whatever its clock says: others wait.
fn most_time(own: Option<TimeLeft>) -> Duration {
    own.map_or(limits::COMPUTER_TIME, |own| {
        let left = Duration::from_millis(own.remaining_ms);
        limits::COMPUTER_TIME.min(left * 3 / 4)
    })
}

fn go(clocks: Option<ByColor<TimeLeft>>, turn: Color, most: Duration) -> GoLimits {
    let Some(clocks) = clocks else {
        return GoLimits::move_time(limits::COMPUTER_UNTIMED);
    };
    let own = clocks.get(turn);
    // Days for one move are no reason to think for days.
    if own.moves_to_go == Some(1) && Duration::from_millis(own.remaining_ms) > most * 10 {
        return GoLimits::move_time(limits::COMPUTER_UNTIMED);
    }
    let time = Duration::from_millis;
    GoLimits::clocks(ClockTimes {
        white: time(clocks.white.remaining_ms),
        black: time(clocks.black.remaining_ms),
        white_increment: time(clocks.white.per_move_ms),
        black_increment: time(clocks.black.per_move_ms),
        moves_to_go: own.moves_to_go,
    })
}

/// Waits for the move; ends the search where it takes too long. The engine may say how long a
/// person would have thought.
async fn listen(
    engine: &mut EngineProcess,
    game: &Game,
    most: Duration,
    stall: Duration,
) -> Result<(String, Option<Duration>), EngineError> {
    let mut pause = None;
    let mut until = Instant::now() + most;
    let mut is_stopped = false;
    loop {
        let news = tokio::select! {
            news = engine.news() => news?,
            () = sleep_until(until) => {
                if is_stopped {
                    return Err(EngineError::Stalled {
                        doing: Doing::Searching,
                        waited: most + stall,
                    });
                }
                engine.stop().await?;
                is_stopped = true;
                until += stall;
                continue;
            }
        };
        match news {
            News::Info(info) => pause = info.pause().or(pause),
            News::BestMove(chosen) => {
                return Ok((chosen.mv.uci(game.position()).to_string(), pause));
            }
        }
    }
}

fn ms(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
