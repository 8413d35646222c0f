//! What binds the player to move to some of his legal moves: men that were touched (Article 4), a
//! castling that was begun, a pawn that was put on the last rank, a move that was announced. Which
//! of them binds when stands in `touch.rs` and where a claim is judged.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use tabiya_rules::{Move, Position, Role, Square};

use crate::refusal::Refusal;
use crate::table::TableGame;

/// Why the player to move may play only some of his legal moves.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Obligation {
    /// A man of his own was touched first (FIDE 4.3.1).
    #[error("The {role} on {square} was touched: it must move.", role = role.name())]
    MoveTouched {
        /// Where the man stands.
        square: Square,
        /// What it is.
        role: Role,
    },
    /// A man of the opponent was touched first (FIDE 4.3.2).
    #[error("The {role} on {square} was touched: it must be captured.", role = role.name())]
    CaptureTouched {
        /// Where the man stands.
        square: Square,
        /// What it is.
        role: Role,
    },
    /// Men of both colors were touched (FIDE 4.3.3).
    #[error("The men on {by} and {square} were touched: the one on {by} must capture the other.")]
    CaptureWith {
        /// Where the man stands that must capture.
        by: Square,
        /// Where the man stands that must be captured.
        square: Square,
    },
    /// The king was touched and then a rook that it can castle with (FIDE 4.4.1).
    #[error("The king was touched and then the rook on {rook}: they must castle.")]
    Castle {
        /// Where the rook stands.
        rook: Square,
    },
    /// A rook was touched and then the king (FIDE 4.4.2).
    #[error("The rook on {rook} was touched before the king: it must move, and not by castling.")]
    RookFirst {
        /// Where the rook stands.
        rook: Square,
    },
    /// A rook that cannot move was touched and then the king (FIDE 4.4.2).
    #[error("The rook on {rook} was touched before the king: they may not castle now.")]
    NoCastling {
        /// Where the rook stands.
        rook: Square,
    },
    /// The king was touched and then a rook that it cannot castle with (FIDE 4.4.3).
    #[error("Castling with the rook on {rook} is illegal: the king was touched and must move.")]
    MoveKing {
        /// Where the rook stands.
        rook: Square,
    },
    /// The king was released two squares away (FIDE 4.7.2).
    #[error("The king was released on {square}: castling must be completed.")]
    CompleteCastling {
        /// Where the king was released.
        square: Square,
    },
    /// The king was released two squares away, but castling there is illegal (FIDE 4.7.2).
    #[error("Castling to {square} is illegal, but the king was moved: it must move elsewhere.")]
    CastlingIllegal {
        /// Where the king was released.
        square: Square,
    },
    /// The move was announced for a claim that was wrong (FIDE 9.5.3).
    #[error("{san} was announced for the claim: it must be played.")]
    Announced {
        /// The move in standard algebraic notation.
        san: String,
    },
    /// A pawn was released on the last rank (FIDE 4.7.3).
    #[error("The pawn on {square} must be exchanged for a piece.")]
    Promote {
        /// Where the pawn stands now.
        square: Square,
    },
}

impl Obligation {
    /// The stable code of the refusal of any other move.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::MoveTouched { .. } => "must_move_touched",
            Self::CaptureTouched { .. } => "must_capture_touched",
            Self::CaptureWith { .. } => "must_capture_with",
            Self::Castle { .. } => "must_castle",
            Self::RookFirst { .. } => "rook_touched_first",
            Self::NoCastling { .. } => "may_not_castle",
            Self::MoveKing { .. } => "must_move_king",
            Self::CompleteCastling { .. } => "must_complete_castling",
            Self::CastlingIllegal { .. } => "castling_was_illegal",
            Self::Promote { .. } => "must_promote",
            Self::Announced { .. } => "must_play_announced",
        }
    }

    /// The article of the FIDE Laws behind it.
    #[must_use]
    pub const fn article(&self) -> &'static str {
        match self {
            Self::MoveTouched { .. } => "4.3.1",
            Self::CaptureTouched { .. } => "4.3.2",
            Self::CaptureWith { .. } => "4.3.3",
            Self::Castle { .. } => "4.4.1",
            Self::RookFirst { .. } | Self::NoCastling { .. } => "4.4.2",
            Self::MoveKing { .. } => "4.4.3",
            Self::CompleteCastling { .. } | Self::CastlingIllegal { .. } => "4.7.2",
            Self::Promote { .. } => "4.7.3",
            Self::Announced { .. } => "9.5.3",
        }
    }

    /// The squares that a board should mark.
    #[must_use]
    pub fn squares(&self) -> Vec<Square> {
        match self {
            Self::MoveTouched { square, .. }
            | Self::CaptureTouched { square, .. }
            | Self::CompleteCastling { square }
            | Self::CastlingIllegal { square }
            | Self::Promote { square } => alloc::vec![*square],
            Self::CaptureWith { by, square } => alloc::vec![*by, *square],
            Self::Castle { rook }
            | Self::RookFirst { rook }
            | Self::NoCastling { rook }
            | Self::MoveKing { rook } => alloc::vec![*rook],
            Self::Announced { .. } => Vec::new(),
        }
    }

    /// The values that a translated sentence needs, by name.
    pub(crate) fn params(&self, mut put: impl FnMut(&'static str, String)) {
        match self {
            Self::MoveTouched { square, role } | Self::CaptureTouched { square, role } => {
                put("square", square.to_string());
                put("role", role.name().to_string());
            }
            Self::CaptureWith { by, square } => {
                put("by", by.to_string());
                put("square", square.to_string());
            }
            Self::Castle { rook }
            | Self::RookFirst { rook }
            | Self::NoCastling { rook }
            | Self::MoveKing { rook } => put("rook", rook.to_string()),
            Self::CompleteCastling { square }
            | Self::CastlingIllegal { square }
            | Self::Promote { square } => put("square", square.to_string()),
            Self::Announced { san } => put("san", san.clone()),
        }
    }
}

/// The moves that are left to the player to move, and why no other is. Never without a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Duty {
    pub(crate) moves: Vec<Move>,
    pub(crate) obligation: Obligation,
}

impl Duty {
    /// The duty to play one of these moves; none where there are none.
    pub(crate) fn to_play(moves: Vec<Move>, obligation: Obligation) -> Option<Self> {
        (!moves.is_empty()).then_some(Self { moves, obligation })
    }

    /// Refuses what does not do the duty.
    pub(crate) fn check(self, mv: Move) -> Result<(), Refusal> {
        if self.moves.contains(&mv) {
            Ok(())
        } else {
            Err(Refusal::Bound(self.obligation))
        }
    }

    /// The moves in UCI notation, sorted.
    pub(crate) fn texts(&self, position: &Position) -> Vec<String> {
        let text = |mv: &Move| mv.uci(position).to_string();
        let mut texts: Vec<String> = self.moves.iter().map(text).collect();
        texts.sort();
        texts
    }
}

impl TableGame {
    /// What binds the player to move now.
    pub(crate) fn duty(&self) -> Option<Duty> {
        let position = self.line.position();
        let is_bound = self.settings.rules.touch_move;
        let by_touch = || is_bound.then(|| self.conduct.duty(position)).flatten();
        self.conduct.announced_duty(position).or_else(by_touch)
    }
}
