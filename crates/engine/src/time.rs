//! How long a move may take. Not here: the bounds themselves (`limits`).

use std::time::Duration;

use web_time::Instant;

use crate::{ClockLeft, Limits, TimeLimit};

/// How much time a move is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Budget {
    /// After so long no new iteration begins, if nothing speaks for more or less.
    pub(crate) soft: Duration,
    /// After so long the search ends in any case.
    pub(crate) hard: Duration,
}

impl Budget {
    /// What the limits say; `None` where they leave the time open. `overhead` is kept back from
    /// a clock at each move.
    pub(crate) fn of(limits: &Limits, overhead: Duration) -> Option<Budget> {
        match limits.time {
            TimeLimit::Unlimited => None,
            TimeLimit::Move(time) => Some(Budget {
                soft: time,
                hard: time,
            }),
            TimeLimit::Clock(clock) => Some(Budget::from_clock(clock, overhead)),
        }
    }

    fn from_clock(clock: ClockLeft, overhead: Duration) -> Budget {
        let least = Duration::from_millis(1);
        // Never more than this, whatever the shares say: flags fall for good.
        let usable = clock.remaining.saturating_sub(overhead).max(least);
        let moves = clock.moves_to_go.unwrap_or(HORIZON).clamp(1, HORIZON);
        let increments = clock.increment.saturating_sub(overhead);
        let share = usable / moves + increments * 3 / 4;
        // With one move to go most of it may be used, but a busy machine answers late; with many, a
        // good part of it in need.
        let most = if moves == 1 {
            usable * 3 / 4
        } else {
            usable * 2 / 5
        };
        Budget {
            soft: (share * SOFT_PERCENT / 100).clamp(least, most.max(least)),
            hard: (share * HARD_SHARES).clamp(least, most.max(least)),
        }
    }
}

/// So many moves a game is thought to go on for.
const HORIZON: u32 = 26;
/// An iteration that begins late is seldom finished: the soft limit is below the share.
const SOFT_PERCENT: u32 = 85;
/// In need a move takes so many shares.
const HARD_SHARES: u32 = 4;

/// The time of one search.
#[derive(Debug)]
pub(crate) struct Timer {
    begun: Instant,
    /// When the limits began to hold; `None` while the search ponders.
    counted_from: Option<Instant>,
    budget: Option<Budget>,
}

impl Timer {
    /// Starts now. While the search ponders, the limits do not hold.
    pub(crate) fn start(budget: Option<Budget>, ponders: bool) -> Timer {
        let begun = Instant::now();
        Timer {
            begun,
            counted_from: (!ponders).then_some(begun),
            budget,
        }
    }

    /// Since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// The limits hold from now on.
    pub(crate) fn ponder_hit(&mut self) {
        self.counted_from.get_or_insert_with(Instant::now);
    }

    /// Whether the limits do not hold yet.
    pub(crate) const fn is_pondering(&self) -> bool {
        self.counted_from.is_none()
    }

    /// Whether the search has to end now.
    pub(crate) fn is_over(&self) -> bool {
        match (self.budget, self.counted_from) {
            (Some(budget), Some(from)) => from.elapsed() >= budget.hard,
            _ => false,
        }
    }

    /// Whether it does not pay to begin another iteration. `percent` says how much more or less
    /// than usual this move is worth. What was thought on the opponent's time counts as well.
    pub(crate) fn is_enough(&self, percent: u32) -> bool {
        match (self.budget, self.counted_from) {
            (Some(budget), Some(_)) if budget.soft < budget.hard => {
                self.begun.elapsed() >= budget.soft * percent / 100
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(10);

    fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Budget {
        Budget::from_clock(
            ClockLeft {
                remaining: Duration::from_millis(remaining),
                increment: Duration::from_millis(increment),
                moves_to_go,
            },
            OVERHEAD,
        )
    }

    #[test]
    fn a_move_never_takes_what_the_clock_does_not_have() {
        for remaining in [0, 1, 5, 20, 100, 1_000, 60_000, 10_000_000] {
            for increment in [0, 10, 1_000, 60_000] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let budget = clock(remaining, increment, moves);
                    let left = Duration::from_millis(remaining).saturating_sub(OVERHEAD);
                    assert!(
                        budget.soft <= budget.hard,
                        "{remaining} {increment} {moves:?}"
                    );
                    assert!(
                        budget.hard <= left.max(Duration::from_millis(1)),
                        "{remaining} {increment} {moves:?}: {budget:?}"
                    );
                    assert!(budget.soft >= Duration::from_millis(1));
                }
            }
        }
    }

    #[test]
    fn more_time_is_worth_more() {
        assert!(clock(60_000, 0, None).soft < clock(120_000, 0, None).soft);
        assert!(clock(60_000, 0, None).soft < clock(60_000, 1_000, None).soft);
        assert!(clock(60_000, 0, Some(40)).soft < clock(60_000, 0, Some(5)).soft);
    }

    #[test]
    fn limits_hold_from_the_ponder_hit() {
        let nothing = Some(Budget {
            soft: Duration::ZERO,
            hard: Duration::ZERO,
        });
        let mut timer = Timer::start(nothing, true);
        assert!(timer.is_pondering() && !timer.is_over());
        timer.ponder_hit();
        assert!(!timer.is_pondering() && timer.is_over());
        assert!(!Timer::start(None, false).is_over());
    }
}
