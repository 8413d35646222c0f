//! The squares that matter for castling, in any array. Not here: the rights (`crate::castling`).

use crate::castling::home_rank;
use crate::{Bitboard, Color, Position, Side, Square};

/// The squares that matter for one castling.
pub(crate) struct CastlingPath {
    pub(super) king: Square,
    pub(super) rook: Square,
    pub(crate) king_to: Square,
    rook_to: Square,
}

impl CastlingPath {
    pub(crate) const fn new(color: Color, king: Square, rook: Square, side: Side) -> CastlingPath {
        let rank = home_rank(color);
        CastlingPath {
            king,
            rook,
            king_to: Square::new(side.king_file(), rank),
            rook_to: Square::new(side.rook_file(), rank),
        }
    }

    /// All squares between start and goal of both men, goals included, except the two men's own.
    pub(crate) fn must_be_empty(&self) -> Bitboard {
        (Bitboard::span(self.king, self.king_to) | Bitboard::span(self.rook, self.rook_to))
            - Bitboard::of(self.king)
            - Bitboard::of(self.rook)
    }

    /// The squares that the king crosses and reaches.
    pub(crate) fn king_way(&self) -> Bitboard {
        Bitboard::span(self.king, self.king_to) - Bitboard::of(self.king)
    }

    /// Who attacks the king once both men have arrived: the rook may have been its shield.
    pub(crate) fn attackers_after(&self, position: &Position) -> Bitboard {
        let gone = Bitboard::of(self.king) | Bitboard::of(self.rook);
        let occupied =
            (position.board().occupied() - gone) | self.king_to.into() | self.rook_to.into();
        position
            .board()
            .attackers_through(self.king_to, !position.turn(), occupied)
    }
}
