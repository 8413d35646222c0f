//! What can be wrong with the text of FEN, field by field. Not here: positions that cannot be
//! (`fault`).

use alloc::string::String;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use thiserror::Error as Faulty;

use crate::{FenField, Rank, SetupFault};

/// One fault in the text of FEN.
#[derive(Clone, Debug, PartialEq, Eq, Faulty)]
pub enum FenFault {
    /// FEN has six fields, with one blank between them.
    #[error("FEN has six fields with one blank between them, not {count}")]
    FieldCount {
        /// How many fields there are.
        count: usize,
    },
    /// More than one blank, another one than the usual, or one at an end.
    #[error("one blank divides the fields, and none stands around them: look around {}", field.plain_name())]
    Spacing {
        /// The field in front of which, or at the end behind which, it is so.
        field: FenField,
    },
    /// The placement has not eight ranks.
    #[error("the board has eight ranks, divided by slashes, not {count}")]
    RankCount {
        /// How many ranks there are.
        count: usize,
    },
    /// A rank has not eight files.
    #[error("rank {rank} does not add up to eight squares")]
    RankLength {
        /// The rank.
        rank: Rank,
    },
    /// A sign that stands for no piece and no number of empty squares.
    #[error("'{letter}' on rank {rank} is neither a piece (PNBRQKpnbrqk) nor a number from 1 to 8")]
    Letter {
        /// The rank.
        rank: Rank,
        /// The sign.
        letter: char,
    },
    /// Two numbers in a row.
    #[error("rank {rank} has two numbers in a row")]
    DigitPair {
        /// The rank.
        rank: Rank,
    },
    /// The side to move is not `w` or `b`.
    #[error("the side to move is w or b, not \"{text}\"")]
    Turn {
        /// What stands there.
        text: String,
    },
    /// The castling field is neither `-` nor letters of rooks.
    #[error(
        "castling is - or some of KQkq in that order, or the files of the rooks, not \"{text}\""
    )]
    Castling {
        /// What stands there.
        text: String,
    },
    /// The en passant field is neither `-` nor a square.
    #[error("the en passant square is - or a square like e3, not \"{text}\"")]
    EnPassant {
        /// What stands there.
        text: String,
    },
    /// The halfmove clock is not a number.
    #[error("the halfmove clock is a number of half-moves, not \"{text}\"")]
    HalfmoveClock {
        /// What stands there.
        text: String,
    },
    /// The move number is not a number.
    #[error("the move number is a number from 1, not \"{text}\"")]
    FullmoveNumber {
        /// What stands there.
        text: String,
    },
}

impl FenFault {
    /// The field that the fault is about.
    #[must_use]
    pub const fn field(&self) -> FenField {
        match self {
            FenFault::FieldCount { count } => field_at(*count),
            FenFault::Spacing { field } => *field,
            FenFault::RankCount { .. }
            | FenFault::RankLength { .. }
            | FenFault::Letter { .. }
            | FenFault::DigitPair { .. } => FenField::Board,
            FenFault::Turn { .. } => FenField::Turn,
            FenFault::Castling { .. } => FenField::Castling,
            FenFault::EnPassant { .. } => FenField::EnPassant,
            FenFault::HalfmoveClock { .. } => FenField::HalfmoveClock,
            FenFault::FullmoveNumber { .. } => FenField::FullmoveNumber,
        }
    }

    /// A stable name in snake case.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            FenFault::FieldCount { .. } => "fields",
            FenFault::Spacing { .. } => "spacing",
            FenFault::RankCount { .. }
            | FenFault::RankLength { .. }
            | FenFault::Letter { .. }
            | FenFault::DigitPair { .. } => "board",
            FenFault::Turn { .. } => "turn",
            FenFault::Castling { .. } => "castling_syntax",
            FenFault::EnPassant { .. } => "ep_syntax",
            FenFault::HalfmoveClock { .. } => "halfmove_clock",
            FenFault::FullmoveNumber { .. } => "fullmove_number",
        }
    }
}

impl FenFault {
    /// Whether the fault leaves a field unread.
    pub(crate) fn is_of(&self, field: FenField) -> bool {
        match self {
            FenFault::Spacing { .. } => false,
            FenFault::FieldCount { count } => *count < 6 && field >= field_at(*count),
            _ => self.field() == field,
        }
    }
}

/// The field of a number, from 0; the last one for all numbers beyond.
pub(crate) const fn field_at(index: usize) -> FenField {
    match index {
        0 => FenField::Board,
        1 => FenField::Turn,
        2 => FenField::Castling,
        3 => FenField::EnPassant,
        4 => FenField::HalfmoveClock,
        _ => FenField::FullmoveNumber,
    }
}

/// One thing that keeps a text from being a playable position: see [`Fen::faults`](crate::Fen::faults).
#[derive(Clone, Debug, PartialEq, Eq, Faulty)]
pub enum PositionFault {
    /// The text is not FEN.
    #[error(transparent)]
    Text(FenFault),
    /// It is FEN, but what it describes cannot be played.
    #[error("{0}")]
    Setup(SetupFault),
}

impl PositionFault {
    /// The field that the fault is about.
    #[must_use]
    pub const fn field(&self) -> FenField {
        match self {
            PositionFault::Text(fault) => fault.field(),
            PositionFault::Setup(fault) => fault.field(),
        }
    }

    /// A stable name in snake case.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            PositionFault::Text(fault) => fault.code(),
            PositionFault::Setup(fault) => fault.code(),
        }
    }
}

/// All faults in the text of FEN, at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenError {
    first: FenFault,
    more: Vec<FenFault>,
}

impl FenError {
    pub(crate) fn new(faults: Vec<FenFault>) -> Option<FenError> {
        let mut faults = faults.into_iter();
        let first = faults.next()?;
        Some(FenError {
            first,
            more: faults.collect(),
        })
    }

    pub(crate) const fn one(first: FenFault) -> FenError {
        FenError {
            first,
            more: Vec::new(),
        }
    }

    pub(crate) fn and(mut self, fault: FenFault) -> FenError {
        self.more.push(fault);
        self
    }

    /// The first fault in the order of the fields.
    #[must_use]
    pub const fn first(&self) -> &FenFault {
        &self.first
    }

    /// All faults in the order of the fields.
    pub fn iter(&self) -> impl Iterator<Item = &FenFault> {
        core::iter::once(&self.first).chain(&self.more)
    }
}

impl fmt::Display for FenError {
    /// All faults in one line, joined by "; ".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.first.fmt(f)?;
        self.more
            .iter()
            .try_for_each(|fault| write!(f, "; {fault}"))
    }
}

impl Error for FenError {}
