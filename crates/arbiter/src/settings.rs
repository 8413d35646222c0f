//! What is agreed before a game: rules, time control, colors, start position, and the names of
//! the players. What time controls there are stands in `clock/control.rs`, what a rule does where
//! its subject is judged.

use alloc::borrow::ToOwned;
use alloc::string::String;

use tabiya_rules::{EnPassantStyle, Fen, FenStyle, Mode, Position};

use crate::clock::TimeControl;
use crate::ruleset::{Preset, RuleSet, RuleSetError, TakebackRule};

/// Reads a variant that has no fields: those the `deny_unknown_fields` of its enum does not reach.
#[cfg(feature = "serde")]
pub(crate) fn no_fields<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<(), D::Error> {
    #[derive(serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct NoFields {}
    serde::Deserialize::deserialize(deserializer).map(|NoFields {}| ())
}

/// Which color the owner of the table plays in the first game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum ColorChoice {
    /// White.
    White,
    /// Black.
    Black,
    /// Either, by lot.
    Toss,
}

/// Where a game starts from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)
)]
pub enum StartPosition {
    /// The start array of FIDE 2.3.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "no_fields"))]
    Standard,
    /// One of the 960 arrays of Guidelines II.
    Chess960 {
        /// 0 to 959; `None` draws one by lot for each game.
        number: Option<u16>,
    },
    /// Any legal position. Castling rights and an en passant square that cannot be are cleared.
    /// Where castling rights only make sense in Chess960, castling follows Chess960.
    Position {
        /// The position in Forsyth-Edwards notation.
        fen: String,
    },
}

impl StartPosition {
    /// How many arrays Chess960 has.
    pub(crate) const CHESS960_ARRAYS: u16 = 960;

    /// The position to start from. `lot` is asked for a Chess960 number if none is agreed.
    ///
    /// # Errors
    ///
    /// It is no position that a game can start from.
    pub fn position(&self, lot: impl FnOnce() -> u16) -> Result<Position, SettingsFault> {
        match self {
            Self::Standard => Ok(Position::standard()),
            Self::Chess960 { number } => {
                let number = number.unwrap_or_else(lot);
                Position::chess960(number).ok_or(SettingsFault::Chess960 { number })
            }
            Self::Position { fen } => set_up(fen),
        }
    }
}

/// Half-moves without pawn move or capture from which on a position cannot be set up: it would be
/// drawn under every rule set (FIDE 9.6.2).
const MAX_HALFMOVE_CLOCK: u32 = 149;

fn set_up(fen: &str) -> Result<Position, SettingsFault> {
    let setup = Fen::parse_lenient(fen).map_err(|error| SettingsFault::Fen {
        why: to_text(&error),
    })?;
    if setup.halfmove_clock > MAX_HALFMOVE_CLOCK {
        return Err(SettingsFault::HalfmoveClock {
            plies: setup.halfmove_clock,
        });
    }
    let standard = setup.cleared(Mode::Standard);
    let chess960 = setup.cleared(Mode::Chess960);
    let position = if standard.castling == chess960.castling {
        standard.playable(Mode::Standard)
    } else {
        chess960.playable(Mode::Chess960)
    };
    position.map_err(|faults| SettingsFault::Position {
        why: to_text(&faults),
    })
}

/// The text of a start position from which it can be made again whole. The en passant square is
/// written even where no capture is legal: an attempt there deserves the right answer.
pub(crate) fn start_fen(start: &Position) -> String {
    let style = FenStyle {
        en_passant: EnPassantStyle::Always,
        ..FenStyle::default()
    };
    Fen::write(&start.to_setup(), style)
}

fn to_text(value: &impl core::fmt::Display) -> String {
    alloc::format!("{value}")
}

/// What the two players of a table agree on before a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct Settings {
    /// The rule set.
    pub rules: RuleSet,
    /// The time control.
    pub clock: TimeControl,
    /// The owner's color in the first game, and again when it is changed between games.
    pub owner_color: ColorChoice,
    /// The start position.
    pub start: StartPosition,
}

impl Default for Settings {
    /// A friend's table: `fide-online` with takeback by agreement, time to give and compensated
    /// lag, 10 minutes + 5 seconds, color by lot.
    fn default() -> Self {
        Self {
            rules: RuleSet {
                takeback: TakebackRule::ByAgreement,
                give_time: true,
                lag_compensation: true,
                ..RuleSet::preset(Preset::FideOnline)
            },
            clock: TimeControl::fischer(600_000, 5_000),
            owner_color: ColorChoice::Toss,
            start: StartPosition::Standard,
        }
    }
}

impl Settings {
    /// Whether a game can be played like this.
    ///
    /// # Errors
    ///
    /// The first fault found.
    pub fn check(&self) -> Result<(), SettingsFault> {
        self.rules.check()?;
        self.clock.check()?;
        self.start.position(|| 0).map(|_| ())
    }
}

/// Why settings are not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingsFault {
    /// The rule set has a switch out of range.
    #[error(transparent)]
    Rules(#[from] RuleSetError),
    /// The bank is too short or too long.
    #[error("The time for the game must be between 1 second and 24 hours.")]
    Bank {
        /// What was asked for.
        bank_ms: u64,
    },
    /// The increment or delay is too long.
    #[error("The time for each move must be at most 10 minutes.")]
    PerMove {
        /// What was asked for.
        per_move_ms: u64,
    },
    /// A clock has too few stages, or too many.
    #[error("A clock with stages has 2 to 5 of them, not {stages}.")]
    Stages {
        /// What was asked for.
        stages: usize,
    },
    /// A stage does not say how many moves it lasts, or says it where it cannot end.
    #[error(
        "Stage {stage} of the clock does not fit: each but the last lasts 1 to 200 moves, the last has no number."
    )]
    StageMoves {
        /// Which stage, counted from 1.
        stage: usize,
    },
    /// The days for each move are too few or too many.
    #[error("There can be 1 to 14 days for each move, not {days}.")]
    Days {
        /// What was asked for.
        days: u64,
    },
    /// There is no such array.
    #[error("Chess960 positions are numbered from 0 to 959; there is no number {number}.")]
    Chess960 {
        /// What was asked for.
        number: u16,
    },
    /// The position cannot be read.
    #[error("The start position cannot be read: {why}")]
    Fen {
        /// What is wrong with it.
        why: String,
    },
    /// The position is not legal (FIDE 3.10.3).
    #[error("The start position is not legal: {why}")]
    Position {
        /// All that is wrong with it.
        why: String,
    },
    /// The position is drawn by the 75-move rule (FIDE 9.6.2).
    #[error(
        "The start position is already drawn: {plies} half-moves without pawn move or capture."
    )]
    HalfmoveClock {
        /// The number in the position.
        plies: u32,
    },
}

impl SettingsFault {
    /// The stable code of the refusal.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Rules(_) => "bad_rules",
            Self::Bank { .. }
            | Self::PerMove { .. }
            | Self::Stages { .. }
            | Self::StageMoves { .. }
            | Self::Days { .. } => "bad_clock",
            Self::Chess960 { .. } | Self::Fen { .. } => "bad_start",
            Self::Position { .. } | Self::HalfmoveClock { .. } => "illegal_start",
        }
    }

    /// The article of the Laws behind it.
    #[must_use]
    pub const fn article(&self) -> Option<&'static str> {
        match self {
            Self::Position { .. } => Some("3.10.3"),
            Self::HalfmoveClock { .. } => Some("9.6.2"),
            Self::Rules(_)
            | Self::Bank { .. }
            | Self::PerMove { .. }
            | Self::Stages { .. }
            | Self::StageMoves { .. }
            | Self::Days { .. }
            | Self::Chess960 { .. }
            | Self::Fen { .. } => None,
        }
    }
}

/// The longest name, in characters.
pub const MAX_NAME_CHARS: usize = 32;

/// A name as it is kept: trimmed, 1 to 32 characters, none of which controls the text around it and
/// at least one of which can be seen.
pub(crate) fn clean_name(name: &str) -> Option<String> {
    let name = name.trim();
    let fits = name.chars().count() <= MAX_NAME_CHARS
        && name.chars().any(leaves_a_mark)
        && !name.chars().any(controls_text);
    fits.then(|| name.to_owned())
}

/// Whether there is something to see of a character: no space, and none of those that Unicode lets
/// vanish. Those are needed within names (in emoji, in Persian) but are no name by themselves.
fn leaves_a_mark(c: char) -> bool {
    let vanishes = matches!(c,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
        | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{2060}'..='\u{206F}'
        | '\u{2800}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}'
        | '\u{FFF0}'..='\u{FFFB}' | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}'
        | '\u{E0000}'..='\u{E0FFF}');
    !c.is_whitespace() && !vanishes
}

/// Control characters, line separators and those that turn the direction of the text that
/// follows.
pub(crate) fn controls_text(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}
