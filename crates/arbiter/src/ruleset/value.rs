//! What a switch can be set to, and the switches that are numbers.

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;
use core::ops::RangeInclusive;

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
    /// The value that is written so in the text of a rule set.
    pub(super) fn from_text(text: &str) -> Self {
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

/// A switch that is a number within a range, or possibly none.
pub(super) trait Numeric: Copy {
    /// Whether it can also be `none`.
    const CAN_BE_NONE: bool;

    /// The value as it is written.
    fn written(self) -> SwitchValue;

    /// The value that is written like this, if it lies within the range.
    fn read(written: &SwitchValue, range: RangeInclusive<u64>) -> Option<Self>;
}

impl Numeric for u64 {
    const CAN_BE_NONE: bool = false;

    fn written(self) -> SwitchValue {
        SwitchValue::Number(self)
    }

    fn read(written: &SwitchValue, range: RangeInclusive<u64>) -> Option<Self> {
        match written {
            SwitchValue::Number(number) if range.contains(number) => Some(*number),
            _ => None,
        }
    }
}

impl Numeric for u32 {
    const CAN_BE_NONE: bool = false;

    fn written(self) -> SwitchValue {
        SwitchValue::Number(u64::from(self))
    }

    fn read(written: &SwitchValue, range: RangeInclusive<u64>) -> Option<Self> {
        <u64 as Numeric>::read(written, range).and_then(|number| Self::try_from(number).ok())
    }
}

impl<N: Numeric> Numeric for Option<N> {
    const CAN_BE_NONE: bool = true;

    fn written(self) -> SwitchValue {
        self.map_or(SwitchValue::None, N::written)
    }

    fn read(written: &SwitchValue, range: RangeInclusive<u64>) -> Option<Self> {
        match written {
            SwitchValue::None => Some(None),
            _ => N::read(written, range).map(Some),
        }
    }
}
