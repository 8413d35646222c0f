//! Rule sets as values: presets and switches, how they are read and printed. How a switch is
//! applied stands where its subject is judged (`ending.rs`, `offer.rs`, `table.rs`).

mod choice;
#[cfg(feature = "serde")]
mod json;
mod preset;
mod value;

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::ops::RangeInclusive;
use core::str::FromStr;

use choice::Choice;
use value::Numeric;

pub use choice::{
    AwayResult, ClaimBy, Completion, DeadRule, FlagException, IllegalRule, InputRule, MovesClaim,
    MovesLimit, NotifyRule, PromotionRule, RatingRule, RepetitionClaim, RepetitionLimit,
    ResignConfirm, ResignException, ResignWhen, StartRule, TakebackRule,
};
pub use preset::Preset;
pub use value::SwitchValue;

/// The rules of one game beyond the invariant Laws: a preset and every switch. Equal values mean
/// equal behavior.
///
/// Printed and read as the preset and what differs from it:
///
/// ```
/// use tabiya_arbiter::{MovesLimit, Preset, RuleSet};
///
/// let rules: RuleSet = "fide-online moves_auto=75 offers_per_move=none".parse()?;
/// assert_eq!(rules.moves_auto, MovesLimit::SeventyFive);
/// assert_eq!(rules.offers_per_move, None);
/// assert_eq!(rules.to_string(), "fide-online moves_auto=75 offers_per_move=none");
/// assert_eq!(RuleSet::preset(Preset::Table).to_string(), "table");
/// # Ok::<(), tabiya_arbiter::RuleSetError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of its own, and all of them are independent"
)]
pub struct RuleSet {
    /// The preset that the switches are counted from.
    pub preset: Preset,
    /// From which occurrence of a position on a draw may be claimed (FIDE 9.2).
    pub repetition_claim: RepetitionClaim,
    /// Draw by repetition without a claim (FIDE 9.6.1).
    pub repetition_auto: RepetitionLimit,
    /// From how many moves without progress on a draw may be claimed (FIDE 9.3).
    pub moves_claim: MovesClaim,
    /// Draw by moves without progress, without a claim (FIDE 9.6.2).
    pub moves_auto: MovesLimit,
    /// Who may claim.
    pub claim_by: ClaimBy,
    /// Whether a player may claim with a move that he announces and does not make (FIDE 9.2.1,
    /// 9.3.1).
    pub intended_claims: bool,
    /// What a wrong claim adds to the opponent's clock (FIDE 9.5.3), 0 to 10 minutes.
    pub wrong_claim_ms: u64,
    /// Which dead positions end the game (FIDE 5.2.2).
    pub dead: DeadRule,
    /// When a fallen flag is a draw (FIDE 6.9).
    pub flag_exception: FlagException,
    /// When a player may resign.
    pub resign_when: ResignWhen,
    /// How a page makes sure that resigning is meant.
    pub resign_confirm: ResignConfirm,
    /// When a resignation is a draw (FIDE 5.1.2).
    pub resign_exception: ResignException,
    /// Whether a draw can be offered and agreed at all (FIDE 9.1.1).
    pub offers: bool,
    /// Half-moves that must have been played before a draw may be offered or agreed (FIDE 5.2.3,
    /// 9.1.1), 0 to 200.
    pub offer_min_plies: u32,
    /// Draw offers that a player may make between two moves of his own, 1 to 10 (FIDE 9.1, 11.5:
    /// offers must not be made a nuisance); `None`: as many as he likes.
    pub offers_per_move: Option<u32>,
    /// Whether a move of the player who was offered a draw declines it (FIDE 9.1.2.1).
    pub offer_declined_by_move: bool,
    /// A draw offer that has stayed without an answer for this long becomes a draw, 1 s to 30
    /// days; `None`: never.
    pub offer_timeout_ms: Option<u64>,
    /// Whether a man that was touched has to be moved or captured (FIDE 4).
    pub touch_move: bool,
    /// What becomes of an illegal move (FIDE 7.5).
    pub illegal: IllegalRule,
    /// What an illegal move adds to the opponent's clock (FIDE 7.5.5, A.3, B.3) where it is
    /// penalised, 0 to 10 minutes.
    pub illegal_penalty_ms: u64,
    /// What completes a move (FIDE 6.2.1).
    pub completion: Completion,
    /// What becomes of a pawn on the last rank without a named piece.
    pub promotion: PromotionRule,
    /// What starts a game and its clock (FIDE 6.6).
    pub start: StartRule,
    /// Each side's first move must come within this, or the game ends without a result, 1 s to 24
    /// h; `None`: there is no such limit.
    pub first_move_limit_ms: Option<u64>,
    /// Whether what a move lost on its way to the table is not charged.
    pub lag_compensation: bool,
    /// Whether a player may add time to the opponent's clock.
    pub give_time: bool,
    /// Whether the clock of the side to move stands while its player is not there.
    pub pause_when_hidden: bool,
    /// A player may claim when the opponent has been away for *more* than this; `None`: never. 1
    /// s to 24 h.
    pub away_claim_after_ms: Option<u64>,
    /// How such a claim is judged.
    pub away_result: AwayResult,
    /// Whether moves can be taken back.
    pub takeback: TakebackRule,
    /// Whether the table offers moves in advance to its players. A premove is played by the
    /// player's own client, so the arbiter sees an ordinary move.
    pub premove: bool,
    /// Whether players are told how often the position occurred and how many moves were made
    /// without progress (FIDE 6.12, 12.6 forbid it).
    pub claim_hints: bool,
    /// What the shell does with the result for ratings.
    pub rating: RatingRule,
    /// Whether the score of the series is shown.
    pub score: bool,
    /// How the shell tells a player who is not there.
    pub notify: NotifyRule,
    /// How moves are put in.
    pub input: InputRule,
}

/// Why a rule set could not be read or is not allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RuleSetError {
    /// Nothing was given.
    #[error("A rule set begins with the name of a preset.")]
    Empty,
    /// No preset has this name.
    #[error("There is no rule set \"{0}\"; there are: {known}.", known = known_presets())]
    UnknownPreset(String),
    /// No switch has this name.
    #[error("There is no switch \"{0}\"; there are: {known}.", known = known_switches())]
    UnknownSwitch(String),
    /// A switch was not written as `name=value`.
    #[error("\"{0}\" is not a switch; write name=value.")]
    NotASwitch(String),
    /// The switch cannot have this value.
    #[error("The switch \"{switch}\" cannot be \"{value}\"; it can be {allowed}.")]
    BadValue {
        /// The switch.
        switch: &'static str,
        /// What was given.
        value: String,
        /// What is allowed, in words.
        allowed: String,
    },
}

fn known_presets() -> String {
    Preset::ALL.map(Preset::name).join(", ")
}

fn known_switches() -> String {
    RuleSet::preset(Preset::FideOnline)
        .switches()
        .map(|(name, _)| name)
        .join(", ")
}

/// The one list of all switches, in the order in which they are printed: a range after those that
/// are numbers.
macro_rules! switches {
    ($($name:ident $(in $range:expr)?,)+) => {
        impl RuleSet {
            /// How many switches there are.
            pub const SWITCHES: usize = [$(stringify!($name)),+].len();

            /// Every switch with its value, in the order in which they are printed.
            #[must_use]
            pub fn switches(&self) -> [(&'static str, SwitchValue); Self::SWITCHES] {
                [$((stringify!($name), switches!(@written self.$name $(, $range)?))),+]
            }

            /// Sets one switch by name.
            ///
            /// # Errors
            ///
            /// An unknown switch, or a value that this switch cannot have.
            pub fn set(&mut self, switch: &str, value: &SwitchValue) -> Result<(), RuleSetError> {
                match switch {
                    $(stringify!($name) => {
                        let place = &mut self.$name;
                        switches!(@read place, stringify!($name), value $(, $range)?)
                    })+
                    _ => Err(RuleSetError::UnknownSwitch(switch.to_owned())),
                }
            }
        }
    };
    (@written $field:expr) => { Choice::written($field) };
    (@written $field:expr, $range:expr) => { Numeric::written($field) };
    (@read $place:expr, $name:expr, $value:expr) => { choose($place, $name, $value) };
    (@read $place:expr, $name:expr, $value:expr, $range:expr) => {
        measure($place, $name, $value, $range)
    };
}

switches! {
    repetition_claim,
    repetition_auto,
    moves_claim,
    moves_auto,
    claim_by,
    intended_claims,
    wrong_claim_ms in PENALTY_MS,
    dead,
    flag_exception,
    resign_when,
    resign_confirm,
    resign_exception,
    offers,
    offer_min_plies in 0..=200,
    offers_per_move in 1..=10,
    offer_declined_by_move,
    offer_timeout_ms in 1_000..=30 * DAY_MS,
    touch_move,
    illegal,
    illegal_penalty_ms in PENALTY_MS,
    completion,
    promotion,
    start,
    first_move_limit_ms in 1_000..=DAY_MS,
    lag_compensation,
    give_time,
    pause_when_hidden,
    away_claim_after_ms in 1_000..=DAY_MS,
    away_result,
    takeback,
    premove,
    claim_hints,
    rating,
    score,
    notify,
    input,
}

const DAY_MS: u64 = 86_400_000;
const PENALTY_MS: RangeInclusive<u64> = 0..=600_000;

/// Sets a switch that is a choice.
fn choose<C: Choice>(
    place: &mut C,
    switch: &'static str,
    value: &SwitchValue,
) -> Result<(), RuleSetError> {
    *place = C::read(value).ok_or_else(|| RuleSetError::BadValue {
        switch,
        value: value.to_string(),
        allowed: listed(C::ALL.iter().map(|(_, text)| *text)),
    })?;
    Ok(())
}

/// Sets a switch that is a number.
fn measure<N: Numeric>(
    place: &mut N,
    switch: &'static str,
    value: &SwitchValue,
    range: RangeInclusive<u64>,
) -> Result<(), RuleSetError> {
    let (least, most) = (*range.start(), *range.end());
    *place = N::read(value, range).ok_or_else(|| RuleSetError::BadValue {
        switch,
        value: value.to_string(),
        allowed: if N::CAN_BE_NONE {
            alloc::format!("none or {least} to {most}")
        } else {
            alloc::format!("{least} to {most}")
        },
    })?;
    Ok(())
}

/// `a, b or c`.
fn listed(texts: impl DoubleEndedIterator<Item = &'static str>) -> String {
    let mut texts = texts.rev();
    let last = texts.next().unwrap_or_default();
    match texts.rev().collect::<Vec<_>>() {
        others if others.is_empty() => last.to_owned(),
        others => alloc::format!("{} or {last}", others.join(", ")),
    }
}

impl RuleSet {
    /// The switches that differ from the preset.
    #[must_use]
    pub fn changed_switches(&self) -> Vec<(&'static str, SwitchValue)> {
        let preset = Self::preset(self.preset).switches();
        self.switches()
            .into_iter()
            .zip(preset)
            .filter(|(a, b)| a != b)
            .map(|(a, _)| a)
            .collect()
    }

    /// Whether each value lies within its range: rule sets made field by field are checked here.
    ///
    /// # Errors
    ///
    /// The first switch out of its range.
    pub fn check(&self) -> Result<(), RuleSetError> {
        let mut copy = *self;
        self.switches()
            .iter()
            .try_for_each(|(name, value)| copy.set(name, value))
    }

    /// What is printed in a PGN's `RuleSwitches` tag: the changed switches, empty if there are
    /// none.
    #[must_use]
    pub fn switches_text(&self) -> String {
        let parts: Vec<_> = self
            .changed_switches()
            .iter()
            .map(|(name, value)| alloc::format!("{name}={value}"))
            .collect();
        parts.join(" ")
    }
}

impl fmt::Display for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.preset.name())?;
        self.changed_switches()
            .iter()
            .try_for_each(|(name, value)| write!(f, " {name}={value}"))
    }
}

impl FromStr for RuleSet {
    type Err = RuleSetError;

    fn from_str(text: &str) -> Result<Self, RuleSetError> {
        let mut words = text.split_ascii_whitespace();
        let mut rules = Self::preset(Preset::named(words.next().ok_or(RuleSetError::Empty)?)?);
        for switch in words {
            let (name, value) = switch
                .split_once('=')
                .ok_or_else(|| RuleSetError::NotASwitch(switch.to_owned()))?;
            rules.set(name, &SwitchValue::from_text(value))?;
        }
        Ok(rules)
    }
}
