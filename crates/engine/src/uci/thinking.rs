//! A search at work in a thread of its own, and the moment at which it may answer. Not here: reading
//! what to search (`session`).

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use tabiya_rules::Game;

use super::text;
use crate::search::STACK;
use crate::{Engine, Limits, Stop};

/// Who takes the lines that are to be told.
pub(super) type Say = Arc<dyn Fn(&str) + Send + Sync>;

/// A search that goes on, or waits for leave to answer, or has answered.
pub(super) struct Thinking {
    stop: Stop,
    gate: Arc<Gate>,
    thread: JoinHandle<()>,
    is_infinite: bool,
}

impl Thinking {
    /// Begins to search. An infinite search answers only when it is stopped; one that ponders,
    /// when it is stopped or the expected move is played.
    pub(super) fn begin(
        engine: Arc<Mutex<Engine>>,
        game: Game,
        limits: Limits,
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
            thread::Builder::new().stack_size(STACK).spawn(move || {
                let answer = answer(&mut lock(&engine), &game, &limits, &stop, &say);
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
fn answer(engine: &mut Engine, game: &Game, limits: &Limits, stop: &Stop, say: &Say) -> String {
    let position = game.position();
    let report = engine.search(game, limits, stop, &mut |info| {
        say(&text::info(info, position));
    });
    text::best_move(report.best_move(), report.expected_reply(), position)
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
