//! A search at work in a thread of its own, and the moment at which it may answer. Not here: reading
//! what to search (`session`).

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use tabiya_rules::Game;
use web_time::Instant;

use super::text;
use crate::levels::Opponent;
use crate::{Bound, ClockLeft, Engine, Info, Limits, Line, Stop, TimeLimit};

/// Who takes the lines that are to be told.
pub(super) type Say = Arc<dyn Fn(&str) + Send + Sync>;

/// A search that goes on, or waits for leave to answer, or has answered.
pub(super) struct Thinking {
    stop: Stop,
    gate: Arc<Gate>,
    thread: JoinHandle<()>,
    is_infinite: bool,
}

/// What is to be thought about.
pub(super) struct Task {
    pub(super) game: Game,
    pub(super) limits: Limits,
    /// Who chooses the move; the engine itself if nobody.
    pub(super) opponent: Option<Opponent>,
}

impl Task {
    /// The answer where nothing can be searched: a legal move, if there is one.
    pub(super) fn fallback(&self) -> String {
        let position = self.game.position();
        let wanted = self.limits.only.first().copied();
        let mv = wanted.or_else(|| position.legal_moves().first().copied());
        text::best_move(mv, None, position)
    }
}

impl Thinking {
    /// Begins to search. An infinite search answers only when it is stopped; one that ponders,
    /// when it is stopped or the expected move is played.
    pub(super) fn begin(
        engine: Arc<Mutex<Engine>>,
        task: Task,
        (is_infinite, ponders): (bool, bool),
        say: Say,
    ) -> std::io::Result<Thinking> {
        let stop = Stop::new();
        if ponders {
            stop.ponder();
        }
        let gate = Arc::new(Gate::new(!is_infinite && !ponders));
        let thread = {
            let (stop, gate) = (stop.clone(), Arc::clone(&gate));
            thread::Builder::new().stack_size(Engine::STACK).spawn(move || {
                let fallback = task.fallback();
                // Wherever a search breaks off, it leaves a memory that the next one can use.
                let search = AssertUnwindSafe(|| answer(&mut lock(&engine), task, &stop, &say));
                let answer = catch_unwind(search).unwrap_or_else(|_| {
                    say("info string the search has failed by a fault of the engine: any move is played");
                    fallback
                });
                gate.wait();
                say(&answer);
            })?
        };
        Ok(Thinking {
            stop,
            gate,
            thread,
            is_infinite,
        })
    }

    /// Whether it has still to answer.
    pub(super) fn goes_on(&self) -> bool {
        !self.thread.is_finished()
    }

    /// Asks for the answer now.
    pub(super) fn stop(&self) {
        self.stop.stop();
        self.gate.open();
    }

    /// The expected move has been played.
    pub(super) fn ponder_hit(&self) {
        self.stop.ponder_hit();
        if !self.is_infinite {
            self.gate.open();
        }
    }

    /// Asks for the answer and waits until it has been given.
    pub(super) fn end(self) {
        self.stop();
        // A thread that has died has nothing more to say.
        let _ = self.thread.join();
    }
}

/// Searches, and tells of it. This is the place where it is decided who chooses the move.
fn answer(engine: &mut Engine, task: Task, stop: &Stop, say: &Say) -> String {
    let position = task.game.position();
    if let Some(opponent) = task.opponent {
        return chosen(engine, opponent, &task.game, &task.limits, stop, say);
    }
    let report = engine.search(&task.game, &task.limits, stop, &mut |info| {
        say(&text::info(info, position));
    });
    text::best_move(report.best_move(), report.expected_reply(), position)
}

/// The move of an opponent. It is told at once; how long a person would think is told with it, for
/// whoever wants to wait.
fn chosen(
    engine: &mut Engine,
    mut opponent: Opponent,
    game: &Game,
    limits: &Limits,
    stop: &Stop,
    say: &Say,
) -> String {
    let begun = Instant::now();
    let clock = match limits.time {
        TimeLimit::Clock(clock) => Some(clock),
        // The whole of it is for this move.
        TimeLimit::Move(time) => Some(ClockLeft {
            remaining: time,
            increment: Duration::ZERO,
            moves_to_go: Some(1),
        }),
        TimeLimit::Unlimited => None,
    };
    let choice = opponent.choose(engine, game, clock, stop);
    if let Some(choice) = choice {
        let info = Info {
            depth: 1,
            deepest: 1,
            rank: 1,
            line: Line {
                score: choice.score,
                moves: vec![choice.mv],
            },
            bound: Bound::Exact,
            nodes: 0,
            table_hits: 0,
            hash_full: 0,
            time: begun.elapsed(),
        };
        say(&text::info(&info, game.position()));
        say(&format!("info string pause {}", choice.pause.as_millis()));
    }
    text::best_move(choice.map(|choice| choice.mv), None, game.position())
}

/// Whoever holds it has died: what it guards is an engine, which a search leaves usable.
pub(super) fn lock(engine: &Mutex<Engine>) -> MutexGuard<'_, Engine> {
    engine.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Lets an answer through once it is open.
struct Gate {
    is_open: Mutex<bool>,
    opened: Condvar,
}

impl Gate {
    fn new(is_open: bool) -> Gate {
        Gate {
            is_open: Mutex::new(is_open),
            opened: Condvar::new(),
        }
    }

    fn open(&self) {
        *self.is_open.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.opened.notify_all();
    }

    fn wait(&self) {
        let is_open = self.is_open.lock().unwrap_or_else(PoisonError::into_inner);
        let wait = self.opened.wait_while(is_open, |is_open| !*is_open);
        drop(wait.unwrap_or_else(PoisonError::into_inner));
    }
}
