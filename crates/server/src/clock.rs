//! The clock port: the only place of the service that reads the time.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use tabiya_arbiter::Timestamp;

/// Tells the time in milliseconds since the Unix epoch and never goes back.
pub trait Clock: Send + Sync + 'static {
    /// The time now.
    fn now(&self) -> Timestamp;
}

/// The machine's monotonic clock, tied to the wall clock once, at the start. Whoever sets the wall
/// clock afterwards takes no time from anybody and gives none.
pub struct SystemClock {
    anchor: Instant,
    anchor_ms: u64,
}

impl SystemClock {
    /// Starts now, but not before `earliest`: when the wall clock was set back while the service
    /// was down, new events still come after the stored ones and players' clocks still run.
    pub fn start(earliest: Timestamp) -> Self {
        let wall = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map(whole_ms)
            .unwrap_or(0);
        Self {
            anchor: Instant::now(),
            anchor_ms: wall.max(earliest.0),
        }
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        Timestamp(
            self.anchor_ms
                .saturating_add(whole_ms(self.anchor.elapsed())),
        )
    }
}

/// A clock that stands until it is moved on: for tests.
pub struct ManualClock(AtomicU64);

impl ManualClock {
    /// A clock that stands at `at`.
    pub fn at(at: Timestamp) -> Self {
        Self(AtomicU64::new(at.0))
    }

    /// Moves the clock on.
    pub fn advance(&self, by: Duration) {
        self.0.fetch_add(whole_ms(by), Ordering::SeqCst);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.0.load(Ordering::SeqCst))
    }
}

fn whole_ms(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_never_starts_before_what_is_stored() {
        let future = Timestamp(9_000_000_000_000);
        assert!(SystemClock::start(future).now() >= future);
        assert!(SystemClock::start(Timestamp(0)).now().0 > 1_700_000_000_000);
    }
}
