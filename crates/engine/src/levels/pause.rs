//! How long a person would think. Not here: waiting, which is the shell's.

use std::time::Duration;

use crate::ClockLeft;

/// What makes a move quick or slow.
#[derive(Clone, Copy, Debug)]
pub(super) struct Occasion {
    /// Nothing to decide: the only move, or a man taken back.
    pub obvious: bool,
    /// Half-moves played.
    pub ply: usize,
    /// How many moves are nearly as good as the best, itself included.
    pub rivals: usize,
    /// Whether the board is full of captures and checks.
    pub sharp: bool,
    /// A draw around 0 with deviation 1.
    pub mood: f64,
    /// The player's rating.
    pub rating: u32,
}

/// The shortest pause: a hand has to move.
const HAND: f64 = 0.35;

/// Half-moves that are known by heart.
const OPENING: usize = 12;

/// How long to think, and never longer than the clock allows.
pub(super) fn pause(occasion: &Occasion, clock: Option<ClockLeft>) -> Duration {
    // Experts decide faster about the same question, but ask themselves more.
    let calm = 2.6 - f64::from(occasion.rating.min(2700)) / 2700.0;
    let mut seconds = calm;
    if occasion.ply < OPENING {
        seconds *= 0.55;
    } else if occasion.sharp {
        seconds *= 1.5;
    }
    let rivals = f64::from(u32::try_from(occasion.rivals.min(6)).unwrap_or(6));
    seconds *= 0.7 + 0.2 * rivals;
    if occasion.obvious {
        seconds = 0.7;
    }
    seconds *= (0.45 * occasion.mood).exp();
    seconds = seconds.clamp(HAND, 12.0);
    if let Some(clock) = clock {
        let left = clock.remaining.as_secs_f64();
        let moves = f64::from(clock.moves_to_go.unwrap_or(35).clamp(1, 35));
        let share = left / moves + clock.increment.as_secs_f64() * 0.7;
        // A usual thought takes some two and a half seconds: scale it to the share of the clock. The
        // first moves are known: a long clock is no reason to wait for them.
        let scale = share / 3.2;
        let scale = if occasion.ply < OPENING {
            scale.min(1.0)
        } else {
            scale
        };
        seconds = (seconds * scale).clamp(HAND, 40.0);
        seconds = seconds.min(left * 0.12);
    }
    Duration::from_secs_f64(seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    const USUAL: Occasion = Occasion {
        obvious: false,
        ply: 30,
        rivals: 2,
        sharp: false,
        mood: 0.0,
        rating: 1200,
    };

    #[test]
    fn what_is_obvious_is_quick_and_what_is_sharp_is_slow() {
        let usual = pause(&USUAL, None);
        let obvious = Occasion {
            obvious: true,
            ..USUAL
        };
        let sharp = Occasion {
            sharp: true,
            rivals: 5,
            ..USUAL
        };
        let opening = Occasion { ply: 4, ..USUAL };
        assert!(pause(&obvious, None) < pause(&opening, None));
        assert!(pause(&opening, None) < usual && usual < pause(&sharp, None));
    }

    #[test]
    fn a_long_clock_makes_nobody_wait_for_the_first_moves() {
        let clock = |minutes: u64| {
            Some(ClockLeft {
                remaining: Duration::from_secs(60 * minutes),
                increment: Duration::ZERO,
                moves_to_go: None,
            })
        };
        let opening = Occasion { ply: 1, ..USUAL };
        assert_eq!(pause(&opening, clock(90)), pause(&opening, None));
        assert!(pause(&opening, clock(1)) < pause(&opening, None));
        assert!(pause(&USUAL, clock(90)) > pause(&USUAL, None));
    }

    #[test]
    fn the_clock_is_never_overdrawn() {
        for mood in [-3.0, 0.0, 3.4] {
            for left in [1, 40, 900, 3_000, 60_000, 5_400_000] {
                let occasion = Occasion {
                    mood,
                    sharp: true,
                    rivals: 6,
                    ..USUAL
                };
                let remaining = Duration::from_millis(left);
                let clock = ClockLeft {
                    remaining,
                    increment: Duration::ZERO,
                    moves_to_go: Some(1),
                };
                assert!(pause(&occasion, Some(clock)) < remaining / 8);
            }
        }
    }
}
