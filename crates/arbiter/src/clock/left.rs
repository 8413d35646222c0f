//! What a clock tells whoever has to share out its time among the moves: an engine, say. How the
//! time is shared out is not known here.

use tabiya_rules::Color;

use super::{Clock, TimeControl, Timestamp};

/// The time of one side at a moment, and what is still to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLeft {
    /// What is left, without what is free in this turn.
    pub remaining_ms: u64,
    /// What each move brings, or has free: an increment or a delay of the stage that the side is
    /// in.
    pub per_move_ms: u64,
    /// How many moves, the next one included, the time has to last for before more is added;
    /// `None`: all that follow.
    pub moves_to_go: Option<u32>,
}

impl Clock {
    /// What this side can count on at `at`; `None` in an untimed game.
    #[must_use]
    pub fn time_left(&self, color: Color, at: Timestamp) -> Option<TimeLeft> {
        let remaining_ms = self.remaining_ms(color, at)?;
        let side = self.sides.get(color);
        let (per_move_ms, moves_to_go) = match &self.control {
            TimeControl::Untimed
            | TimeControl::SuddenDeath { .. }
            | TimeControl::Hourglass { .. } => (0, None),
            TimeControl::Fischer { increment_ms, .. } => (*increment_ms, None),
            TimeControl::Delay { delay_ms, .. } | TimeControl::Bronstein { delay_ms, .. } => {
                (*delay_ms, None)
            }
            TimeControl::Stages { stages } => {
                let moves = stages.iter().take(side.stage.saturating_add(1));
                let end = moves
                    .map(|stage| stage.moves)
                    .try_fold(0, |sum: u32, moves| Some(sum.saturating_add(moves?)));
                let stage = stages.get(side.stage);
                (
                    stage.map_or(0, |stage| stage.extra_ms),
                    end.map(|end| end.saturating_sub(side.completed).max(1)),
                )
            }
            TimeControl::Days { .. } => (0, Some(1)),
        };
        Some(TimeLeft {
            remaining_ms,
            per_move_ms,
            moves_to_go,
        })
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::super::{Extra, Stage};
    use super::*;

    #[test]
    fn what_is_left_is_told_with_what_comes() {
        let start = Timestamp(1_000);
        let left = |control, after_ms| {
            Clock::start(control, Color::White, start)
                .time_left(Color::White, start.plus_ms(after_ms))
        };
        assert_eq!(left(TimeControl::Untimed, 0), None);
        let told = |remaining_ms, per_move_ms, moves_to_go| {
            Some(TimeLeft {
                remaining_ms,
                per_move_ms,
                moves_to_go,
            })
        };
        let fischer = TimeControl::fischer(60_000, 2_000);
        assert_eq!(left(fischer, 5_000), told(55_000, 2_000, None));
        let delay = TimeControl::Delay {
            bank_ms: 60_000,
            delay_ms: 10_000,
        };
        assert_eq!(left(delay, 4_000), told(60_000, 10_000, None));
        let days = TimeControl::Days { days: 1 };
        assert_eq!(left(days, 0), told(86_400_000, 0, Some(1)));
    }

    #[test]
    fn the_moves_of_a_stage_are_counted_down() {
        let stage = |moves| Stage {
            moves,
            bank_ms: 60_000,
            extra_ms: 1_000,
            extra: Extra::Increment,
        };
        let control = TimeControl::Stages {
            stages: [stage(Some(2)), stage(Some(3)), stage(None)].to_vec(),
        };
        let mut at = Timestamp(0);
        let mut clock = Clock::start(control, Color::White, at);
        let mut told = Vec::new();
        for _ in 0..6 {
            told.push(clock.time_left(Color::White, at).unwrap().moves_to_go);
            for _ in Color::ALL {
                at = at.plus_ms(10);
                let reading = clock.read_move(at, 0, true);
                clock.complete_move(reading, at);
            }
        }
        assert_eq!(told, [Some(2), Some(1), Some(3), Some(2), Some(1), None]);
    }
}
