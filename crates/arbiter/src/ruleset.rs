//! Rule sets as values: presets and switches, how they are read and printed. How a switch is
//! applied stands where its subject is judged (`ending.rs`, `offer.rs`, `table.rs`).

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

/// Draw offers that a player may make between two moves of his own, in every preset so far (FIDE
/// 9.1, 11.5: offers must not be made a nuisance).
pub const OFFERS_PER_MOVE: u32 = 1;

/// A named, complete rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Preset {
    /// The FIDE Online Chess Regulations: only legal moves are taken, automatic draws at the
    /// third repetition and at 50 moves, a fallen flag draws where the opponent could not mate by
    /// any legal sequence.
    FideOnline,
    /// The friend's table: draws by material only, a fallen flag draws only against a lone king.
    Table,
}

impl Preset {
    /// Every preset.
    pub const ALL: [Self; 2] = [Self::FideOnline, Self::Table];

    /// The name in JSON, in PGN and in texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::FideOnline => "fide-online",
            Self::Table => "table",
        }
    }

    fn named(name: &str) -> Result<Self, RuleSetError> {
        Self::ALL
            .into_iter()
            .find(|preset| preset.name() == name)
            .ok_or_else(|| RuleSetError::UnknownPreset(name.to_owned()))
    }
}

impl fmt::Display for Preset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// At which occurrence of a position the game is drawn without a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RepetitionLimit {
    /// The third (FIDE Online 5.4.1).
    Three,
    /// The fifth (FIDE 9.6.1).
    Five,
}

impl RepetitionLimit {
    /// The number of occurrences, 3 or 5.
    #[must_use]
    pub const fn occurrences(self) -> u32 {
        match self {
            Self::Three => 3,
            Self::Five => 5,
        }
    }
}

/// After how many moves by each side without pawn move or capture the game is drawn without a
/// claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MovesLimit {
    /// 50 (FIDE Online 5.4.4).
    Fifty,
    /// 75 (FIDE 9.6.2).
    SeventyFive,
}

impl MovesLimit {
    /// The number of moves by each side, 50 or 75.
    #[must_use]
    pub const fn moves(self) -> u32 {
        match self {
            Self::Fifty => 50,
            Self::SeventyFive => 75,
        }
    }

    /// The same in half-moves.
    #[must_use]
    pub const fn plies(self) -> u32 {
        self.moves() * 2
    }
}

/// Which dead positions (FIDE 5.2.2) end the game at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DeadRule {
    /// Those that the material alone decides.
    Material,
    /// All that can be proven, closed pawn walls and forced lines among them.
    Full,
}

/// When a fallen flag, or a claim against an absent player, is a draw and not a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FlagException {
    /// Only when the opponent has nothing but the king.
    LoneKing,
    /// When the opponent could not mate by any sequence of legal moves (FIDE 6.9).
    Unwinnable,
}

/// When resigning is a draw and not a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ResignException {
    /// Never: who resigns loses (FIDE Online Regulations 5.2).
    None,
    /// When the opponent could not mate by any sequence of legal moves (FIDE 5.1.2).
    Unwinnable,
}

/// Whether moves can be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TakebackRule {
    /// Never.
    Off,
    /// When the opponent agrees.
    ByAgreement,
}

/// The rules of one game beyond the invariant Laws: a preset and every switch. Equal values mean
/// equal behavior.
///
/// Printed and read as the preset and what differs from it:
///
/// ```
/// use tabiya_arbiter::{MovesLimit, Preset, RuleSet};
///
/// let rules: RuleSet = "fide-online moves_auto=75".parse()?;
/// assert_eq!(rules.moves_auto, MovesLimit::SeventyFive);
/// assert_eq!(rules.to_string(), "fide-online moves_auto=75");
/// assert_eq!(RuleSet::preset(Preset::Table).to_string(), "table");
/// # Ok::<(), tabiya_arbiter::RuleSetError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RuleSet {
    /// The preset that the switches are counted from.
    pub preset: Preset,
    /// Draw by repetition without a claim.
    pub repetition_auto: RepetitionLimit,
    /// Draw by moves without progress, without a claim.
    pub moves_auto: MovesLimit,
    /// Which dead positions end the game.
    pub dead: DeadRule,
    /// When a fallen flag is a draw.
    pub flag_exception: FlagException,
    /// When a resignation is a draw.
    pub resign_exception: ResignException,
    /// Half-moves that must have been played before a draw may be offered or agreed (FIDE 5.2.3,
    /// 9.1.1), 0 to 100.
    pub offer_min_plies: u32,
    /// Whether moves can be taken back.
    pub takeback: TakebackRule,
    /// A player may claim when the opponent has been away for *more* than this; `None`: never. 1
    /// s to 24 h.
    pub away_claim_after_ms: Option<u64>,
    /// Whether the table offers moves in advance to its players. A premove is played by the
    /// player's own client, so the arbiter sees an ordinary move.
    pub premove: bool,
}

/// What a switch can be set to, in JSON and in text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SwitchValue {
    /// A word, such as `full`.
    Word(String),
    /// A number.
    Number(u64),
    /// `true` or `false`.
    Flag(bool),
    /// `null`, in text `none`.
    None,
}

impl fmt::Display for SwitchValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word) => f.write_str(word),
            Self::Number(number) => number.fmt(f),
            Self::Flag(flag) => flag.fmt(f),
            Self::None => f.write_str("none"),
        }
    }
}

impl SwitchValue {
    fn from_text(text: &str) -> Self {
        match text {
            "none" => Self::None,
            "true" => Self::Flag(true),
            "false" => Self::Flag(false),
            _ => text
                .parse()
                .map_or_else(|_| Self::Word(text.to_owned()), Self::Number),
        }
    }
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
        allowed: &'static str,
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

impl RuleSet {
    const MAX_OFFER_MIN_PLIES: u32 = 100;
    const AWAY_CLAIM_MS: core::ops::RangeInclusive<u64> = 1_000..=86_400_000;

    /// The preset with no switch changed.
    #[must_use]
    pub const fn preset(preset: Preset) -> Self {
        let fide_online = Self {
            preset: Preset::FideOnline,
            repetition_auto: RepetitionLimit::Three,
            moves_auto: MovesLimit::Fifty,
            dead: DeadRule::Full,
            flag_exception: FlagException::Unwinnable,
            resign_exception: ResignException::None,
            offer_min_plies: 2,
            takeback: TakebackRule::Off,
            away_claim_after_ms: Some(60_000),
            premove: true,
        };
        match preset {
            Preset::FideOnline => fide_online,
            Preset::Table => Self {
                preset: Preset::Table,
                dead: DeadRule::Material,
                flag_exception: FlagException::LoneKing,
                offer_min_plies: 0,
                premove: false,
                ..fide_online
            },
        }
    }

    /// Every switch with its value, in the order in which they are printed.
    #[must_use]
    pub fn switches(&self) -> [(&'static str, SwitchValue); 9] {
        let dead = match self.dead {
            DeadRule::Material => "material",
            DeadRule::Full => "full",
        };
        let flag_exception = match self.flag_exception {
            FlagException::LoneKing => "lone_king",
            FlagException::Unwinnable => "unwinnable",
        };
        let resign_exception = match self.resign_exception {
            ResignException::None => SwitchValue::None,
            ResignException::Unwinnable => SwitchValue::Word("unwinnable".to_owned()),
        };
        let takeback = match self.takeback {
            TakebackRule::Off => "off",
            TakebackRule::ByAgreement => "by_agreement",
        };
        let number = |number: u32| SwitchValue::Number(u64::from(number));
        let away = self
            .away_claim_after_ms
            .map_or(SwitchValue::None, SwitchValue::Number);
        [
            (
                "repetition_auto",
                number(self.repetition_auto.occurrences()),
            ),
            ("moves_auto", number(self.moves_auto.moves())),
            ("dead", SwitchValue::Word(dead.to_owned())),
            (
                "flag_exception",
                SwitchValue::Word(flag_exception.to_owned()),
            ),
            ("resign_exception", resign_exception),
            ("offer_min_plies", number(self.offer_min_plies)),
            ("takeback", SwitchValue::Word(takeback.to_owned())),
            ("away_claim_after_ms", away),
            ("premove", SwitchValue::Flag(self.premove)),
        ]
    }

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

    /// Sets one switch by name.
    ///
    /// # Errors
    ///
    /// An unknown switch, or a value that this switch cannot have.
    pub fn set(&mut self, switch: &str, value: &SwitchValue) -> Result<(), RuleSetError> {
        let bad = |switch, allowed| RuleSetError::BadValue {
            switch,
            value: value.to_string(),
            allowed,
        };
        match switch {
            "repetition_auto" => {
                self.repetition_auto = match value {
                    SwitchValue::Number(3) => RepetitionLimit::Three,
                    SwitchValue::Number(5) => RepetitionLimit::Five,
                    _ => return Err(bad("repetition_auto", "3 or 5")),
                }
            }
            "moves_auto" => {
                self.moves_auto = match value {
                    SwitchValue::Number(50) => MovesLimit::Fifty,
                    SwitchValue::Number(75) => MovesLimit::SeventyFive,
                    _ => return Err(bad("moves_auto", "50 or 75")),
                }
            }
            "dead" => {
                self.dead = match word(value) {
                    "material" => DeadRule::Material,
                    "full" => DeadRule::Full,
                    _ => return Err(bad("dead", "material or full")),
                }
            }
            "flag_exception" => {
                self.flag_exception = match word(value) {
                    "lone_king" => FlagException::LoneKing,
                    "unwinnable" => FlagException::Unwinnable,
                    _ => return Err(bad("flag_exception", "lone_king or unwinnable")),
                }
            }
            "resign_exception" => {
                self.resign_exception = match value {
                    SwitchValue::None => ResignException::None,
                    SwitchValue::Word(word) if word == "unwinnable" => ResignException::Unwinnable,
                    _ => return Err(bad("resign_exception", "none or unwinnable")),
                }
            }
            "offer_min_plies" => {
                self.offer_min_plies = match value {
                    SwitchValue::Number(plies) => u32::try_from(*plies).ok(),
                    _ => None,
                }
                .filter(|plies| *plies <= Self::MAX_OFFER_MIN_PLIES)
                .ok_or_else(|| bad("offer_min_plies", "0 to 100"))?;
            }
            "takeback" => {
                self.takeback = match word(value) {
                    "off" => TakebackRule::Off,
                    "by_agreement" => TakebackRule::ByAgreement,
                    _ => return Err(bad("takeback", "off or by_agreement")),
                }
            }
            "away_claim_after_ms" => {
                self.away_claim_after_ms = match value {
                    SwitchValue::None => None,
                    SwitchValue::Number(ms) if Self::AWAY_CLAIM_MS.contains(ms) => Some(*ms),
                    _ => return Err(bad("away_claim_after_ms", "none or 1000 to 86400000")),
                }
            }
            "premove" => {
                self.premove = match value {
                    SwitchValue::Flag(flag) => *flag,
                    _ => return Err(bad("premove", "true or false")),
                }
            }
            _ => return Err(RuleSetError::UnknownSwitch(switch.to_owned())),
        }
        Ok(())
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

fn word(value: &SwitchValue) -> &str {
    match value {
        SwitchValue::Word(word) => word,
        SwitchValue::Number(_) | SwitchValue::Flag(_) | SwitchValue::None => "",
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

#[cfg(feature = "serde")]
mod json {
    //! `{"preset": "table", "switches": {"moves_auto": 75}}`, only changed switches.

    use super::{Preset, RuleSet, SwitchValue};
    use alloc::borrow::ToOwned;
    use alloc::collections::BTreeMap;
    use alloc::string::String;
    use core::fmt;
    use serde::de::{Error, Visitor};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize)]
    struct Written {
        preset: &'static str,
        switches: BTreeMap<&'static str, SwitchValue>,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Read {
        preset: String,
        #[serde(default)]
        switches: BTreeMap<String, SwitchValue>,
    }

    impl Serialize for RuleSet {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let switches = self.changed_switches().into_iter().collect();
            Written {
                preset: self.preset.name(),
                switches,
            }
            .serialize(serializer)
        }
    }

    impl<'de> Deserialize<'de> for RuleSet {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let read = Read::deserialize(deserializer)?;
            let mut rules = Self::preset(Preset::named(&read.preset).map_err(Error::custom)?);
            for (name, value) in &read.switches {
                rules.set(name, value).map_err(Error::custom)?;
            }
            Ok(rules)
        }
    }

    impl Serialize for SwitchValue {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            match self {
                Self::Word(word) => serializer.serialize_str(word),
                Self::Number(number) => serializer.serialize_u64(*number),
                Self::Flag(flag) => serializer.serialize_bool(*flag),
                Self::None => serializer.serialize_unit(),
            }
        }
    }

    impl<'de> Deserialize<'de> for SwitchValue {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_any(SwitchVisitor)
        }
    }

    struct SwitchVisitor;

    impl Visitor<'_> for SwitchVisitor {
        type Value = SwitchValue;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a word, a whole number, true, false or null")
        }

        fn visit_str<E: Error>(self, word: &str) -> Result<SwitchValue, E> {
            Ok(SwitchValue::Word(word.to_owned()))
        }

        fn visit_u64<E: Error>(self, number: u64) -> Result<SwitchValue, E> {
            Ok(SwitchValue::Number(number))
        }

        fn visit_bool<E: Error>(self, flag: bool) -> Result<SwitchValue, E> {
            Ok(SwitchValue::Flag(flag))
        }

        fn visit_unit<E: Error>(self) -> Result<SwitchValue, E> {
            Ok(SwitchValue::None)
        }
    }
}
