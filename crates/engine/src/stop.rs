//! How a search is ended from outside. Not here: limits that it keeps by itself (`limits`).

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A handle on a search: its clones all end the same search, from any thread.
#[derive(Clone, Default)]
pub struct Stop {
    stopped: Arc<AtomicBool>,
    pondering: Arc<AtomicBool>,
    poll: Option<Arc<Poll>>,
}

/// Asked whether the search shall end.
#[cfg(not(target_family = "wasm"))]
pub type Poll = dyn Fn() -> bool + Send + Sync;
/// Asked whether the search shall end. There are no threads here that could share it.
#[cfg(target_family = "wasm")]
pub type Poll = dyn Fn() -> bool;

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stop")
            .field("stopped", &self.stopped)
            .field("pondering", &self.pondering)
            .finish_non_exhaustive()
    }
}

impl Stop {
    /// A handle that nobody has used yet.
    #[must_use]
    pub fn new() -> Stop {
        Stop::default()
    }

    /// A handle that also asks: where nobody else can run while the search does, as in a browser,
    /// `poll` is called every millisecond or so and ends the search by `true`.
    #[must_use]
    pub fn with_poll(poll: Arc<Poll>) -> Stop {
        Stop {
            poll: Some(poll),
            ..Stop::default()
        }
    }

    /// Ends the search within milliseconds; it still reports its best move.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether somebody has asked the search to end.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        if self.poll.as_ref().is_some_and(|poll| poll()) {
            self.stop();
        }
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
