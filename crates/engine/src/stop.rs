//! How a search is ended from outside. Not here: limits that it keeps by itself (`limits`).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A handle on a search: its clones all end the same search, from any thread.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    stopped: Arc<AtomicBool>,
    pondering: Arc<AtomicBool>,
}

impl Stop {
    /// A handle that nobody has used yet.
    #[must_use]
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Ends the search within milliseconds; it still reports its best move.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether somebody has asked the search to end.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Says that the search thinks on the opponent's time: limits of time do not hold until
    /// [`Stop::ponder_hit`]. To be called before the search begins.
    pub fn ponder(&self) {
        self.pondering.store(true, Ordering::Relaxed);
    }

    /// The opponent has played the expected move: from now on the limits of time hold.
    pub fn ponder_hit(&self) {
        self.pondering.store(false, Ordering::Relaxed);
    }

    /// Whether the search thinks on the opponent's time.
    #[must_use]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }
}
