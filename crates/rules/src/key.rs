//! Position keys: the sum that Polyglot defined. Not here: the numbers themselves (`key_numbers`).

use core::fmt;

use crate::key_numbers::{CASTLING, EN_PASSANT, PIECES, WHITE_TO_MOVE};
use crate::{Board, CastlingRights, Color, Piece, Side, Square};

/// The Polyglot key of a position, as opening books store it.
///
/// Keys are 64 bits, so two positions may share one: for repetition compare positions, not keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(pub u64);

impl fmt::Display for Key {
    /// Sixteen hexadecimal digits, in lower case.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// The number of a piece on a square.
#[expect(
    clippy::indexing_slicing,
    reason = "6 roles times 2 colors, and 64 squares"
)]
pub(crate) const fn piece_number(piece: Piece, square: Square) -> u64 {
    let kind = piece.role as usize * 2 + matches!(piece.color, Color::White) as usize;
    PIECES[kind][square.index()]
}

/// The number of a castling right.
pub(crate) const fn castling_number(color: Color, side: Side) -> u64 {
    let [white_king, white_queen, black_king, black_queen] = CASTLING;
    match (color, side) {
        (Color::White, Side::King) => white_king,
        (Color::White, Side::Queen) => white_queen,
        (Color::Black, Side::King) => black_king,
        (Color::Black, Side::Queen) => black_queen,
    }
}

/// The number of an en passant square.
#[expect(clippy::indexing_slicing, reason = "8 files")]
pub(crate) const fn en_passant_number(square: Square) -> u64 {
    EN_PASSANT[square.file() as usize]
}

/// The number that tells whose turn it is.
pub(crate) const TURN_NUMBER: u64 = WHITE_TO_MOVE;

/// The key without its en passant part, summed from nothing.
pub(crate) fn key_from_scratch(board: &Board, turn: Color, castling: &CastlingRights) -> u64 {
    let men = board.men(board.occupied());
    let placement = men.fold(0, |sum, man| sum ^ piece_number(man.piece, man.square));
    let rights = castling.iter().fold(0, |sum, (color, side, _)| {
        sum ^ castling_number(color, side)
    });
    let turn = if turn == Color::White { TURN_NUMBER } else { 0 };
    placement ^ rights ^ turn
}
