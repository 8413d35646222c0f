//! What can be wrong with a move in algebraic notation: its syntax, or its legality in a position.

use alloc::string::String;
use alloc::vec::Vec;

use super::write::castle_text;
use crate::{Attempt, Color, File, Move, Rank, Reason, Role, Side, Square};

/// Why a text is not a move in standard algebraic notation. Positions in the text are counted in
/// characters from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SanSyntaxError {
    /// The text holds no move.
    #[error("There is no move in the text.")]
    Empty,
    /// The text is longer than any move.
    #[error("The text is too long for a move: at most {limit} characters.")]
    TooLong {
        /// The longest text that is read.
        limit: usize,
    },
    /// A character stands where another was expected.
    #[error("“{found}” at character {column} does not fit: expected {expected}.")]
    Unexpected {
        /// Place of the character, from 1.
        column: usize,
        /// The character.
        found: char,
        /// What would have fitted.
        expected: &'static str,
    },
    /// The text ends too early.
    #[error("The move ends too early, at character {column}: expected {expected}.")]
    Incomplete {
        /// Place after the last character, from 1.
        column: usize,
        /// What would have had to follow.
        expected: &'static str,
    },
}

impl SanSyntaxError {
    /// Place of the fault in the text, in characters from 1; `None` where the fault is the whole
    /// text.
    #[must_use]
    pub fn column(&self) -> Option<usize> {
        match self {
            Self::Unexpected { column, .. } | Self::Incomplete { column, .. } => Some(*column),
            Self::Empty | Self::TooLong { .. } => None,
        }
    }
}

/// One of the moves that a text could mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// The same in exact notation.
    pub san: String,
}

/// Why a move in good notation names no legal move of a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SanError {
    /// The side to move has no such man there (Laws C.5).
    #[error("{} has no {}{}.", color.capitalized(), role.name(), place(*file, *rank))]
    NoSuchPiece {
        /// The side to move.
        color: Color,
        /// The man that is named.
        role: Role,
        /// File of departure, where it is given.
        file: Option<File>,
        /// Rank of departure, where it is given.
        rank: Option<Rank>,
    },
    /// Several men are meant and not one of them moves like that (Laws 3.2-3.9).
    #[error("No {} of {} can go to {to}.", role.name(), color.capitalized())]
    NoneReaches {
        /// The side to move.
        color: Color,
        /// The man that is named.
        role: Role,
        /// The square of arrival.
        to: Square,
    },
    /// The move is understood, and a Law forbids it.
    #[error("{reason}")]
    Illegal {
        /// What was attempted.
        attempt: Attempt,
        /// The Law that forbids it.
        reason: Reason,
    },
    /// The king would go to where castling brings him. Castling has its own way of writing (Laws
    /// C.13).
    #[error("Castling is written {}.", castle_text(*side))]
    CastlingAsKingMove {
        /// The side to which the king would castle.
        side: Side,
    },
    /// Several legal moves fit (Laws C.10).
    #[error("Several moves fit: {}.", list(candidates))]
    Ambiguous {
        /// All moves that fit, at least two.
        candidates: Vec<Candidate>,
    },
    /// Only from [`crate::San::resolve_exact`]: the move is legal, but it is not written in the
    /// exact form.
    #[error("The exact form of this move is {exact}.")]
    NotExact {
        /// The exact form.
        exact: String,
    },
}

impl SanError {
    /// A stable name of the error, in snake case; that of the [`Reason`] where a Law forbids the
    /// move.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoSuchPiece { .. } => "no_such_piece",
            Self::NoneReaches { .. } => "none_reaches",
            Self::Illegal { reason, .. } => reason.code(),
            Self::CastlingAsKingMove { .. } => "castling_as_king_move",
            Self::Ambiguous { .. } => "ambiguous",
            Self::NotExact { .. } => "not_exact",
        }
    }

    /// The article of the Laws that the error rests on.
    #[must_use]
    pub fn article(&self) -> &'static str {
        match self {
            Self::NoSuchPiece { .. } => "C.5",
            Self::NoneReaches { .. } => "3.1",
            Self::Illegal { reason, .. } => reason.article(),
            Self::CastlingAsKingMove { .. } => "C.13",
            Self::Ambiguous { .. } | Self::NotExact { .. } => "C.10",
        }
    }

    /// The reason, where the move is understood and a Law forbids it.
    #[must_use]
    pub fn reason(&self) -> Option<&Reason> {
        match self {
            Self::Illegal { reason, .. } => Some(reason),
            _ => None,
        }
    }

    /// The moves that fit, where there are several; else empty.
    #[must_use]
    pub fn candidates(&self) -> &[Candidate] {
        match self {
            Self::Ambiguous { candidates } => candidates,
            _ => &[],
        }
    }
}

fn place(file: Option<File>, rank: Option<Rank>) -> String {
    match (file, rank) {
        (Some(file), Some(rank)) => alloc::format!(" on {}", Square::new(file, rank)),
        (Some(file), None) => alloc::format!(" on the {}-file", file),
        (None, Some(rank)) => alloc::format!(" on rank {}", rank),
        (None, None) => String::new(),
    }
}

/// "Nhf3 or Ndf3", "Qae1, Qhe1 or Q4e1".
fn list(candidates: &[Candidate]) -> String {
    let mut text = String::new();
    for (i, candidate) in candidates.iter().enumerate() {
        if i > 0 {
            text.push_str(if i + 1 == candidates.len() {
                " or "
            } else {
                ", "
            });
        }
        text.push_str(&candidate.san);
    }
    text
}
