//! Position keys: the sum that Polyglot defined. Not here: the numbers themselves (`key_numbers`).

use core::fmt;

use crate::code::Code;
use crate::key_numbers::{CASTLING, EN_PASSANT, PIECES, WHITE_TO_MOVE};
use crate::{Board, CastlingRights, Color, Role, Side, Square};

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

/// The numbers in the order of codes. What is no man has zeros, so that nothing needs to be asked
/// before a sum is changed.
static NUMBERS: [[u64; 64]; Code::COUNT] = numbers_by_code();

#[expect(
    clippy::indexing_slicing,
    reason = "runs in the compiler, over 6 roles, 2 colors and 16 codes"
)]
const fn numbers_by_code() -> [[u64; 64]; Code::COUNT] {
    let mut numbers = [[0; 64]; Code::COUNT];
    let mut kind = 0;
    while kind < 12 {
        let color = Color::ALL[1 - kind % 2];
        let code = Code::of_role(Role::ALL[kind / 2], color);
        numbers[code.bits() as usize] = PIECES[kind];
        kind += 1;
    }
    numbers
}

/// The number of what stands on a square, 0 for nothing.
#[expect(
    clippy::indexing_slicing,
    reason = "four bits index 16 entries, and there are 64 squares"
)]
pub(crate) const fn code_number(code: Code, square: Square) -> u64 {
    NUMBERS[(code.bits() & 15) as usize][square.index()]
}

/// The numbers of all castling rights that exist.
pub(crate) fn castling_key(rights: &CastlingRights) -> u64 {
    let [white_king, white_queen, black_king, black_queen] = CASTLING;
    let number = |color, side, number| match rights.rook(color, side) {
        Some(_) => number,
        None => 0,
    };
    number(Color::White, Side::King, white_king)
        ^ number(Color::White, Side::Queen, white_queen)
        ^ number(Color::Black, Side::King, black_king)
        ^ number(Color::Black, Side::Queen, black_queen)
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
    let placement = board.occupied().into_iter().fold(0, |sum, square| {
        sum ^ code_number(board.code_at(square), square)
    });
    let turn = if turn == Color::White { TURN_NUMBER } else { 0 };
    placement ^ castling_key(castling) ^ turn
}
