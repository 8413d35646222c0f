//! The engines of a match: tried once before it, started for each worker, asked for moves by the
//! pace of the match. Not here: the protocol (`tabiya_server::engine_process`), and what a move
//! means at the table (`game.rs`).

use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use tabiya_rules::{Game, Move};
use tabiya_server::engine_process::{
    Chosen, ClockTimes, Doing, EngineError, EngineProcess, GoLimits, Info, News, Score,
};

use super::pace::{Ledger, Pace, Used};
use super::spec::EngineSpec;

/// An engine of the match, whoever runs it.
#[derive(Debug)]
pub(super) struct Entrant {
    pub(super) name: String,
    pub(super) spec: EngineSpec,
    /// For all that offer them.
    common: Vec<(String, String)>,
    /// What it has used of the processor.
    pub(super) ledger: Ledger,
}

/// Books of their own would play other openings than those of the match.
const OWN_BOOK: &str = "OwnBook";

/// How long an engine without a limit of time may think about a move before it counts as stalled.
const PATIENCE: Duration = Duration::from_secs(60);

/// The shortest time between two glances at what an engine has used of the processor.
const GLANCE: Duration = Duration::from_millis(1);

/// Tries all engines: they have to start, and to offer what is set. Equal names are told apart by
/// numbers.
pub(super) async fn entrants(
    specs: Vec<EngineSpec>,
    common: &[(String, String)],
) -> anyhow::Result<Vec<Entrant>> {
    let mut entrants: Vec<Entrant> = Vec::new();
    for spec in specs {
        let mut entrant = Entrant {
            name: String::new(),
            common: common.to_vec(),
            spec,
            ledger: Ledger::default(),
        };
        let process = entrant.start().await?;
        let name = entrant.spec.name.clone();
        let name = name.unwrap_or_else(|| process.name().to_owned());
        process.quit().await;
        let taken = |name: &str| entrants.iter().any(|other| other.name == name);
        let numbered = (2..).map(|number| format!("{name} ({number})"));
        let mut names = std::iter::once(name.clone()).chain(numbered);
        entrant.name = names.find(|name| !taken(name)).unwrap_or(name);
        entrants.push(entrant);
    }
    Ok(entrants)
}

/// An engine as the command line names it, started: for commands that ask one without a match.
pub(crate) async fn engine_of(words: &str) -> anyhow::Result<EngineProcess> {
    let entrant = Entrant {
        name: String::new(),
        common: Vec::new(),
        spec: words.parse()?,
        ledger: Ledger::default(),
    };
    entrant.start().await
}

impl Entrant {
    /// Starts its process and sets its options.
    pub(super) async fn start(&self) -> anyhow::Result<EngineProcess> {
        self.try_to_start()
            .await
            .with_context(|| format!("“{}”", self.spec.words))
    }

    async fn try_to_start(&self) -> Result<EngineProcess, EngineError> {
        let mut process = EngineProcess::start(&self.spec.command).await?;
        let is_own = |name: &str| {
            let mut own = self.spec.options.iter();
            own.any(|(own, _)| own.eq_ignore_ascii_case(name))
        };
        let no_book = [(OWN_BOOK.to_owned(), "false".to_owned())];
        for (name, value) in no_book.iter().chain(&self.common) {
            if !is_own(name) && process.option(name).is_some() {
                process.set_option(name, value).await?;
            }
        }
        for (name, value) in &self.spec.options {
            process.set_option(name, value).await?;
        }
        Ok(process)
    }
}

/// How a move was found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Thought {
    pub(super) mv: Move,
    pub(super) score: Option<Score>,
    pub(super) depth: Option<u32>,
    /// By the clock on the wall.
    pub(super) time: Duration,
}

/// Why there is no move.
#[derive(Debug)]
pub(super) enum NoMove {
    /// The engine failed: the game is lost.
    Fault(EngineError),
    /// The time on its clock was over.
    OutOfTime,
}

/// The running process of an entrant.
#[derive(Debug)]
pub(super) struct Player<'a> {
    pub(super) entrant: &'a Entrant,
    process: Option<EngineProcess>,
    /// What it has used of the processor in this game.
    pub(super) used: Used,
}

impl<'a> Player<'a> {
    pub(super) fn new(entrant: &'a Entrant) -> Self {
        Self {
            entrant,
            process: None,
            used: Used::default(),
        }
    }

    /// Makes the process ready for a game. One that fails here is started anew, once.
    pub(super) async fn new_game(&mut self) -> anyhow::Result<()> {
        self.used = Used::default();
        if let Some(process) = &mut self.process
            && process.new_game().await.is_ok()
        {
            return Ok(());
        }
        // The old one ends before the new one begins.
        self.process = None;
        let mut process = self.entrant.start().await?;
        process
            .new_game()
            .await
            .with_context(|| self.entrant.name.clone())?;
        self.process = Some(process);
        Ok(())
    }

    /// Ends the process in good order.
    pub(super) async fn quit(&mut self) {
        if let Some(process) = self.process.take() {
            process.quit().await;
        }
    }

    /// Asks for a move. `clocks` are those of the table, `left` is what the side to move has until
    /// its flag falls. What the search used of the processor is booked, whatever comes of it.
    pub(super) async fn think(
        &mut self,
        game: &Game,
        pace: Pace,
        clocks: Option<ClockTimes>,
        left: Option<Duration>,
    ) -> anyhow::Result<Result<Thought, NoMove>> {
        let Some(process) = &mut self.process else {
            bail!("{} was asked before its game began", self.entrant.name);
        };
        let before = process.cpu_time();
        let result = search(process, game, pace, clocks, left, &self.entrant.ledger).await;
        let after = process.cpu_time();
        let used = before
            .zip(after)
            .map(|(before, after)| after.saturating_sub(before));
        if let Some(time) = used {
            let used = Used { time, moves: 1 };
            self.entrant.ledger.add(used);
            self.used.add(used);
        }
        let result = match result {
            Ok((_, nodes)) if goes_beyond(pace, nodes) => bail!(
                "{} visited {} positions where {pace} were allowed: it does not know “go nodes”; \
                 use --cpu-ms or --movetime",
                self.entrant.name,
                nodes.unwrap_or_default()
            ),
            result => result.map(|(thought, _)| thought),
        };
        if let Err(NoMove::Fault(_)) = &result {
            self.process = None;
        }
        Ok(result)
    }
}

/// Whether an engine has passed over its limit of positions, by far.
fn goes_beyond(pace: Pace, nodes: Option<u64>) -> bool {
    match (pace, nodes) {
        (Pace::Nodes(most), Some(nodes)) => nodes > most.saturating_mul(4).saturating_add(100_000),
        _ => false,
    }
}

/// One search: what it found, and how many positions it visited.
async fn search(
    process: &mut EngineProcess,
    game: &Game,
    pace: Pace,
    clocks: Option<ClockTimes>,
    left: Option<Duration>,
    ledger: &Ledger,
) -> Result<(Thought, Option<u64>), NoMove> {
    process.position(game).await.map_err(NoMove::Fault)?;
    let mut told = Told::default();
    let asked = Instant::now();
    let chosen = match pace {
        Pace::Cpu(mean) => {
            let share = ledger.share(mean);
            // On a machine that is busy a share can take a long time; it ends by `stop`.
            let most = mean * 1_000;
            process
                .go(&GoLimits::move_time(most))
                .await
                .map_err(NoMove::Fault)?;
            stopped_at(process, share, most + PATIENCE, &mut told).await
        }
        Pace::Clock { .. } => {
            let limits = clocks.map(GoLimits::clocks).unwrap_or_default();
            process.go(&limits).await.map_err(NoMove::Fault)?;
            let left = left.unwrap_or(PATIENCE);
            match process.best_move(left, |info| told.hear(info)).await {
                Err(EngineError::Stalled { .. }) => return Err(NoMove::OutOfTime),
                chosen => chosen,
            }
        }
        Pace::Nodes(_) | Pace::Depth(_) | Pace::MoveTime(_) => {
            let (limits, within) = match pace {
                Pace::Nodes(nodes) => (GoLimits::nodes(nodes), PATIENCE),
                Pace::Depth(depth) => (GoLimits::depth(depth), PATIENCE),
                Pace::MoveTime(time) => (GoLimits::move_time(time), time + PATIENCE),
                Pace::Cpu(_) | Pace::Clock { .. } => unreachable!("both stand above"),
            };
            process.go(&limits).await.map_err(NoMove::Fault)?;
            process.best_move(within, |info| told.hear(info)).await
        }
    };
    let chosen = chosen.map_err(NoMove::Fault)?;
    let thought = Thought {
        mv: chosen.mv,
        score: told.score,
        depth: told.depth,
        time: asked.elapsed(),
    };
    Ok((thought, told.nodes))
}

/// Waits for the best move, and asks for it when the search has used its share of the processor.
async fn stopped_at(
    process: &mut EngineProcess,
    share: Duration,
    within: Duration,
    told: &mut Told,
) -> Result<Chosen, EngineError> {
    let before = process.cpu_time();
    let begun = Instant::now();
    let mut is_stopped = false;
    loop {
        let used = process.cpu_time().zip(before);
        let used = used.map_or(share, |(now, before)| now.saturating_sub(before));
        if used >= share && !is_stopped {
            is_stopped = true;
            process.stop().await?;
        }
        if begun.elapsed() > within {
            return Err(EngineError::Stalled {
                doing: Doing::Searching,
                waited: within,
            });
        }
        // One thread cannot use half of what is left sooner.
        let glance = tokio::time::sleep(GLANCE.max(share.saturating_sub(used) / 2));
        let mut glance = std::pin::pin!(glance);
        loop {
            tokio::select! {
                news = process.news() => match news? {
                    News::Info(info) => told.hear(&info),
                    News::BestMove(chosen) => return Ok(chosen),
                },
                () = &mut glance => break,
            }
        }
    }
}

/// What was told last about the best line.
#[derive(Debug, Default)]
struct Told {
    score: Option<Score>,
    depth: Option<u32>,
    nodes: Option<u64>,
}

impl Told {
    fn hear(&mut self, info: &Info) {
        self.nodes = info.nodes.or(self.nodes);
        if info.rank == 1 && info.score.is_some() {
            self.score = info.score;
            self.depth = info.depth.or(self.depth);
        }
    }
}
