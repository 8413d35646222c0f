//! Time controls: what is agreed about the clock of a game, within which ranges, and how fast a
//! game that makes. How a clock runs under one stands in `mod.rs`.

use alloc::vec::Vec;
use core::ops::RangeInclusive;

use crate::settings::SettingsFault;

/// A day in milliseconds.
pub(crate) const DAY_MS: u64 = 86_400_000;

/// The time control of a game (FIDE 6.3).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)
)]
pub enum TimeControl {
    /// No clock.
    #[cfg_attr(
        feature = "serde",
        serde(deserialize_with = "crate::settings::no_fields")
    )]
    Untimed,
    /// One bank for the whole game.
    SuddenDeath {
        /// 1 s to 24 h.
        bank_ms: u64,
    },
    /// A bank, and an increment for each move: what is saved carries over.
    Fischer {
        /// 1 s to 24 h.
        bank_ms: u64,
        /// 0 to 10 min.
        increment_ms: u64,
        /// When the increment comes.
        #[cfg_attr(
            feature = "serde",
            serde(default, skip_serializing_if = "Added::is_after_move")
        )]
        added: Added,
    },
    /// A bank that runs only after the timer of the move has run out. What is left of the timer is
    /// lost (FIDE 6.3.2).
    Delay {
        /// 1 s to 24 h.
        bank_ms: u64,
        /// 0 to 10 min.
        delay_ms: u64,
    },
    /// A bank that runs at once, and gives back after each move what was used on it, at most the
    /// delay.
    Bronstein {
        /// 1 s to 24 h.
        bank_ms: u64,
        /// 0 to 10 min.
        delay_ms: u64,
    },
    /// Stages one after the other (FIDE 6.3.1): the bank of the next is added when the last move of
    /// a stage is completed.
    Stages {
        /// 2 to 5.
        stages: Vec<Stage>,
    },
    /// What one side uses, the other gets.
    Hourglass {
        /// What each side starts with: 1 s to 24 h.
        bank_ms: u64,
    },
    /// Each move has the same time, and nothing carries over: chess by letter.
    Days {
        /// 1 to 14.
        days: u64,
    },
}

/// When an increment is added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Added {
    /// When a move is completed, if the game goes on.
    #[default]
    AfterMove,
    /// At the beginning of each turn, the first included.
    BeforeMove,
}

#[cfg(feature = "serde")]
impl Added {
    fn is_after_move(&self) -> bool {
        *self == Self::AfterMove
    }
}

/// One stage of [`TimeControl::Stages`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Stage {
    /// How many moves each side has to complete in it, 1 to 200; `None` in the last: all that
    /// follow.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Option::is_none")
    )]
    pub moves: Option<u32>,
    /// What the stage brings: 1 s to 24 h.
    pub bank_ms: u64,
    /// The time for each move: 0 to 10 min.
    pub extra_ms: u64,
    /// What that time is.
    pub extra: Extra,
}

/// What the time for each move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Extra {
    /// Added after the move, as in [`TimeControl::Fischer`].
    Increment,
    /// Free, as in [`TimeControl::Delay`].
    Delay,
    /// Given back, as in [`TimeControl::Bronstein`].
    Bronstein,
}

/// How one turn is timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Terms {
    Untimed,
    /// The bank runs, and that is all.
    Bank,
    /// So much comes after the move.
    Increment(u64),
    /// So much comes before the turn.
    Advance(u64),
    /// So much is free.
    Delay(u64),
    /// Of what was used so much comes back.
    Bronstein(u64),
    /// What is used goes to the other side.
    Hourglass,
    /// After the move there is so much again.
    Renewed(u64),
}

impl TimeControl {
    const BANK_MS: RangeInclusive<u64> = 1_000..=DAY_MS;
    const PER_MOVE_MS: RangeInclusive<u64> = 0..=600_000;
    const STAGES: RangeInclusive<usize> = 2..=5;
    const STAGE_MOVES: RangeInclusive<u32> = 1..=200;
    const DAYS: RangeInclusive<u64> = 1..=14;

    /// A bank, and an increment after each move.
    #[must_use]
    pub const fn fischer(bank_ms: u64, increment_ms: u64) -> Self {
        Self::Fischer {
            bank_ms,
            increment_ms,
            added: Added::AfterMove,
        }
    }

    /// Whether a flag can fall.
    #[must_use]
    pub const fn is_timed(&self) -> bool {
        !matches!(self, Self::Untimed)
    }

    /// What each side starts with; 0 in an untimed game.
    #[must_use]
    pub fn bank_ms(&self) -> u64 {
        match self {
            Self::Untimed => 0,
            Self::SuddenDeath { bank_ms }
            | Self::Fischer { bank_ms, .. }
            | Self::Delay { bank_ms, .. }
            | Self::Bronstein { bank_ms, .. }
            | Self::Hourglass { bank_ms } => *bank_ms,
            Self::Stages { stages } => stages.first().map_or(0, |stage| stage.bank_ms),
            Self::Days { days } => days.saturating_mul(DAY_MS),
        }
    }

    /// How a turn is timed in this stage, counted from 0. Only [`TimeControl::Stages`] has more
    /// than one.
    pub(crate) fn terms(&self, stage: usize) -> Terms {
        match self {
            Self::Untimed => Terms::Untimed,
            Self::SuddenDeath { .. } => Terms::Bank,
            Self::Fischer {
                increment_ms,
                added: Added::AfterMove,
                ..
            } => Terms::Increment(*increment_ms),
            Self::Fischer {
                increment_ms,
                added: Added::BeforeMove,
                ..
            } => Terms::Advance(*increment_ms),
            Self::Delay { delay_ms, .. } => Terms::Delay(*delay_ms),
            Self::Bronstein { delay_ms, .. } => Terms::Bronstein(*delay_ms),
            Self::Stages { stages } => stages.get(stage).map_or(Terms::Bank, Stage::terms),
            Self::Hourglass { .. } => Terms::Hourglass,
            Self::Days { .. } => Terms::Renewed(self.bank_ms()),
        }
    }

    /// What is added when a side that is in `stage` has completed `completed` moves in all.
    pub(crate) fn next_bank_ms(&self, stage: usize, completed: u32) -> Option<u64> {
        let Self::Stages { stages } = self else {
            return None;
        };
        let (so_far, rest) = stages.split_at_checked(stage.saturating_add(1))?;
        let next = rest.first()?;
        let moves = so_far.iter().filter_map(|stage| stage.moves);
        (moves.fold(0, u32::saturating_add) == completed).then_some(next.bank_ms)
    }

    /// The time that a side has for so many moves if it saves none; 0 in an untimed game.
    pub(crate) fn time_for_ms(&self, moves: u32) -> u64 {
        let with = |bank_ms: u64, extra_ms: u64, moves: u32| {
            bank_ms.saturating_add(extra_ms.saturating_mul(u64::from(moves)))
        };
        match self {
            Self::Untimed | Self::SuddenDeath { .. } | Self::Hourglass { .. } => self.bank_ms(),
            Self::Fischer {
                bank_ms,
                increment_ms: extra_ms,
                ..
            }
            | Self::Delay {
                bank_ms,
                delay_ms: extra_ms,
            }
            | Self::Bronstein {
                bank_ms,
                delay_ms: extra_ms,
            } => with(*bank_ms, *extra_ms, moves),
            Self::Stages { stages } => {
                let mut left = moves;
                let mut total_ms: u64 = 0;
                for stage in stages {
                    let played = stage.moves.unwrap_or(left).min(left);
                    total_ms = total_ms.saturating_add(with(stage.bank_ms, stage.extra_ms, played));
                    left = left.saturating_sub(played);
                    if left == 0 {
                        break;
                    }
                }
                total_ms
            }
            Self::Days { .. } => self.bank_ms().saturating_mul(u64::from(moves)),
        }
    }

    pub(crate) fn check(&self) -> Result<(), SettingsFault> {
        match self {
            Self::Untimed => Ok(()),
            Self::SuddenDeath { bank_ms } | Self::Hourglass { bank_ms } => check_times(*bank_ms, 0),
            Self::Fischer {
                bank_ms,
                increment_ms: per_move_ms,
                ..
            }
            | Self::Delay {
                bank_ms,
                delay_ms: per_move_ms,
            }
            | Self::Bronstein {
                bank_ms,
                delay_ms: per_move_ms,
            } => check_times(*bank_ms, *per_move_ms),
            Self::Stages { stages } => check_stages(stages),
            Self::Days { days } if Self::DAYS.contains(days) => Ok(()),
            Self::Days { days } => Err(SettingsFault::Days { days: *days }),
        }
    }
}

fn check_times(bank_ms: u64, per_move_ms: u64) -> Result<(), SettingsFault> {
    if !TimeControl::BANK_MS.contains(&bank_ms) {
        Err(SettingsFault::Bank { bank_ms })
    } else if !TimeControl::PER_MOVE_MS.contains(&per_move_ms) {
        Err(SettingsFault::PerMove { per_move_ms })
    } else {
        Ok(())
    }
}

fn check_stages(stages: &[Stage]) -> Result<(), SettingsFault> {
    if !TimeControl::STAGES.contains(&stages.len()) {
        return Err(SettingsFault::Stages {
            stages: stages.len(),
        });
    }
    for (number, stage) in (1..).zip(stages) {
        let fits = match stage.moves {
            None => number == stages.len(),
            Some(moves) => number < stages.len() && TimeControl::STAGE_MOVES.contains(&moves),
        };
        if !fits {
            return Err(SettingsFault::StageMoves { stage: number });
        }
        check_times(stage.bank_ms, stage.extra_ms)?;
    }
    Ok(())
}

impl Stage {
    const fn terms(&self) -> Terms {
        match self.extra {
            Extra::Increment => Terms::Increment(self.extra_ms),
            Extra::Delay => Terms::Delay(self.extra_ms),
            Extra::Bronstein => Terms::Bronstein(self.extra_ms),
        }
    }
}

/// How fast a game is (FIDE A.1, B.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Speed {
    /// At most 10 minutes for 60 moves (B.1).
    Blitz,
    /// More than that, but less than 60 minutes (A.1).
    Rapid,
    /// 60 minutes or more.
    Standard,
    /// Days for each move.
    Correspondence,
}

impl Speed {
    /// The speed of a game under this control, by the time that each side has for 60 moves; `None`
    /// without a clock.
    #[must_use]
    pub fn of(control: &TimeControl) -> Option<Self> {
        const MINUTE_MS: u64 = 60_000;
        match control {
            TimeControl::Untimed => None,
            TimeControl::Days { .. } => Some(Self::Correspondence),
            _ => Some(match control.time_for_ms(60) {
                time_ms if time_ms <= 10 * MINUTE_MS => Self::Blitz,
                time_ms if time_ms < 60 * MINUTE_MS => Self::Rapid,
                _ => Self::Standard,
            }),
        }
    }
}
