//! How long the engines may think about each move: what `go` says, what the clock of the table is,
//! and how each gets the same time of the processor. Not here: who asks.

use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context as _, bail};
use tabiya_arbiter::TimeControl;

/// What limits a move; the same for all engines of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pace {
    /// So much time of the processor as the mean of all moves.
    Cpu(Duration),
    /// So many positions.
    Nodes(u64),
    /// So many half-moves ahead.
    Depth(u32),
    /// So much time by the clock on the wall.
    MoveTime(Duration),
    /// A clock: a bank and an increment.
    Clock { bank: Duration, increment: Duration },
}

impl Pace {
    /// Reads a time control: seconds for the game, and seconds for each move.
    pub(super) fn clock(text: &str) -> anyhow::Result<Self> {
        let (bank, increment) = text.split_once('+').unwrap_or((text, "0"));
        let seconds = |text: &str| -> anyhow::Result<Duration> {
            let number: f64 = text
                .trim()
                .parse()
                .with_context(|| format!("“{text}” is no number"))?;
            Duration::try_from_secs_f64(number).with_context(|| format!("“{text}” is no time"))
        };
        let pace = Self::Clock {
            bank: seconds(bank)?,
            increment: seconds(increment)?,
        };
        if seconds(bank)? < Duration::from_secs(1) {
            bail!("the bank is a second at least");
        }
        Ok(pace)
    }

    /// The clock at the table.
    pub(super) fn time_control(self) -> TimeControl {
        match self {
            Self::Clock { bank, increment } => TimeControl::fischer(ms(bank), ms(increment)),
            _ => TimeControl::Untimed,
        }
    }
}

/// Whole milliseconds.
pub(super) fn ms(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cpu(time) => write!(f, "{} ms of the processor for each move", time.as_millis()),
            Self::Nodes(nodes) => write!(f, "{nodes} positions for each move"),
            Self::Depth(depth) => write!(f, "depth {depth}"),
            Self::MoveTime(time) => write!(f, "{} ms for each move", time.as_millis()),
            Self::Clock { bank, increment } => {
                write!(f, "{}+{} s", bank.as_secs_f64(), increment.as_secs_f64())
            }
        }
    }
}

/// What an engine has used of the processor in a match. Searches are stopped when they have had
/// their share; since none stops at once, what was used too much is taken from the next ones.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    used: Mutex<Used>,
}

/// Time of the processor and the moves that it was used for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Used {
    pub(super) time: Duration,
    pub(super) moves: u32,
}

impl Used {
    pub(super) fn add(&mut self, other: Self) {
        self.time += other.time;
        self.moves += other.moves;
    }

    /// The mean of a move; `None` before the first.
    pub(super) fn mean(self) -> Option<Duration> {
        self.time.checked_div(self.moves)
    }
}

impl Ledger {
    pub(super) fn add(&self, used: Used) {
        let mut all = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        all.add(used);
    }

    pub(super) fn used(&self) -> Used {
        *self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The share of the next search. An eighth of what the mean lacks or exceeds comes back with
    /// each move; a share is never less than a quarter of the mean, and never more than twice it.
    pub(super) fn share(&self, mean: Duration) -> Duration {
        let used = self.used();
        let due = mean * used.moves;
        let share = if due >= used.time {
            mean + (due - used.time) / 8
        } else {
            mean.saturating_sub((used.time - due) / 8)
        };
        share.clamp(mean / 4, mean * 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MEAN: Duration = Duration::from_millis(60);

    #[test]
    fn the_mean_is_met_although_every_search_stops_late() {
        let ledger = Ledger::default();
        for number in 0..400u64 {
            // Every tenth move is played at once; all others stop 4 to 12 ms too late.
            let time = if number % 10 == 0 {
                Duration::ZERO
            } else {
                ledger.share(MEAN) + Duration::from_millis(4 + number % 9)
            };
            ledger.add(Used { time, moves: 1 });
        }
        let mean = ledger.used().mean().unwrap();
        assert!(mean.abs_diff(MEAN) < Duration::from_millis(1), "{mean:?}");
    }

    #[test]
    fn shares_stay_near_the_mean() {
        let ledger = Ledger::default();
        assert_eq!(ledger.share(MEAN), MEAN);
        ledger.add(Used {
            time: MEAN * 100,
            moves: 1,
        });
        assert_eq!(ledger.share(MEAN), MEAN / 4);
        ledger.add(Used {
            time: Duration::ZERO,
            moves: 1_000,
        });
        assert_eq!(ledger.share(MEAN), MEAN * 2);
    }

    #[test]
    fn clocks_are_read() {
        let clock = Pace::Clock {
            bank: Duration::from_secs(10),
            increment: Duration::from_millis(100),
        };
        assert_eq!(Pace::clock("10+0.1").unwrap(), clock);
        assert_eq!(clock.to_string(), "10+0.1 s");
        for text in ["", "0.5", "x+1", "10+-1", "10+"] {
            assert!(Pace::clock(text).is_err(), "{text:?}");
        }
    }
}
