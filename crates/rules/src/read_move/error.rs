//! What the forgiving reader answers besides the move: hints, and why a text is no move.

use alloc::boxed::Box;
use alloc::string::String;

use crate::san::{Candidate, SanError, SanSyntaxError};
use crate::{Reason, Role};

/// What a person should know about a text that was understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Hint {
    /// A promotion without a piece: a queen was taken.
    #[error("The pawn becomes a queen.")]
    QueenAssumed,
    /// `Pe4`: pawns are not named (Laws C.4).
    #[error("Pawns are written without a letter.")]
    PawnLetter,
    /// `nf3`: piece letters are capitals (Laws C.2).
    #[error("The letter of the {role} is a capital: {}.", role.letter())]
    SmallLetter {
        /// The piece that is meant.
        role: Role,
    },
    /// `x` or `:` where nothing is captured.
    #[error("This move captures nothing.")]
    NoCapture,
    /// `e.p.` where the capture is none in passing.
    #[error("This move is no capture en passant.")]
    NoEnPassant,
    /// `+` or `#` where the king is not attacked.
    #[error("This move gives no check.")]
    NoCheck,
    /// `#` where it is only check.
    #[error("This move gives check, not checkmate.")]
    NoCheckmate,
    /// `(=)`: a text never offers a draw by itself.
    #[error("The mark (=) offers no draw here.")]
    DrawOfferIgnored,
}

impl Hint {
    /// A stable name of the hint, in snake case.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::QueenAssumed => "queen_assumed",
            Self::PawnLetter => "pawn_letter",
            Self::SmallLetter { .. } => "small_letter",
            Self::NoCapture => "no_capture",
            Self::NoEnPassant => "no_en_passant",
            Self::NoCheck => "no_check",
            Self::NoCheckmate => "no_checkmate",
            Self::DrawOfferIgnored => "draw_offer_ignored",
        }
    }
}

/// Why a text was not taken as a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveTextError {
    /// The text is no move: where, and what was expected.
    #[error(transparent)]
    Syntax(#[from] SanSyntaxError),
    /// The text is understood, but it names no legal move, or more than one.
    #[error(transparent)]
    Move(#[from] SanError),
    /// A small `b` is the pawn, and no pawn can do it; the bishop could (Laws C.2).
    #[error("{fault} A small b is always the pawn; the bishop would be {instead}.")]
    CaseMatters {
        /// Why the pawn cannot.
        fault: Box<MoveTextError>,
        /// How the bishop's move is written.
        instead: String,
    },
    /// Only in files: a small letter where a piece letter is meant (Laws C.2).
    #[error("The letter of the {role} must be a capital: {}.", role.letter())]
    SmallLetter {
        /// The piece that may be meant.
        role: Role,
    },
}

impl MoveTextError {
    /// A stable name of the error, in snake case; that of the [`Reason`] where a Law forbids the
    /// move.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Syntax(_) => "not_a_move",
            Self::Move(error) => error.code(),
            Self::CaseMatters { .. } => "case_matters",
            Self::SmallLetter { .. } => "small_letter",
        }
    }

    /// The article of the Laws that the error rests on.
    #[must_use]
    pub fn article(&self) -> &'static str {
        match self {
            Self::Syntax(_) => "C.8",
            Self::Move(error) => error.article(),
            Self::CaseMatters { .. } | Self::SmallLetter { .. } => "C.2",
        }
    }

    /// Place of the fault in the text, in characters from 1, where the text is no move.
    #[must_use]
    pub fn column(&self) -> Option<usize> {
        match self {
            Self::Syntax(error) => error.column(),
            _ => None,
        }
    }

    /// The reason, where the move is understood and a Law forbids it.
    #[must_use]
    pub fn reason(&self) -> Option<&Reason> {
        match self {
            Self::Move(error) => error.reason(),
            Self::CaseMatters { fault, .. } => fault.reason(),
            Self::Syntax(_) | Self::SmallLetter { .. } => None,
        }
    }

    /// The moves that the text could mean, where there are several; else empty.
    #[must_use]
    pub fn candidates(&self) -> &[Candidate] {
        match self {
            Self::Move(error) => error.candidates(),
            _ => &[],
        }
    }
}
