//! The castling field of FEN, read and written: `KQkq`, X-FEN and Shredder-FEN. Not here: whether
//! king and rook stand where a right needs them (`setup`).

use crate::castling::home_rank;
use crate::{Bitboard, Board, CastlingRights, Color, File, Role, Setup, Side, Square};

use super::{CastlingStyle, Strictness};

/// The rights that letters give, `-` apart; nothing if they are no castling field.
pub(super) fn read(
    letters: impl Iterator<Item = char>,
    strictness: Strictness,
    board: &Board,
) -> Option<CastlingRights> {
    let mut rights = CastlingRights::none();
    let strict = strictness == Strictness::Strict;
    let mut previous = None;
    let mut any = false;
    for letter in letters {
        any = true;
        if !strict && matches!(letter, '-' | '–' | '—' | '−') {
            continue;
        }
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        let (side, rook) = rook_of_letter(letter.to_ascii_lowercase(), color, board)?;
        let place = (color, side == Side::Queen);
        let out_of_order = previous.is_some_and(|before| before >= place);
        let named = rights.rook(color, side);
        if (strict && (named.is_some() || out_of_order)) || named.is_some_and(|named| named != rook)
        {
            return None;
        }
        previous = Some(place);
        rights.set(color, side, Some(rook));
    }
    any.then_some(rights)
}

/// The side and the rook that a castling letter names. Where no rook is there, the square where it
/// should be.
fn rook_of_letter(letter: char, color: Color, board: &Board) -> Option<(Side, Square)> {
    let home = home_rank(color);
    let side = match letter {
        'k' => Side::King,
        'q' => Side::Queen,
        _ => {
            let file = File::from_letter(letter)?;
            let king = board.king(color).map_or(File::E, Square::file);
            let side = if file > king { Side::King } else { Side::Queen };
            return Some((side, Square::new(file, home)));
        }
    };
    let rook = outermost_rook(board, color, side);
    Some((side, rook.unwrap_or(Square::new(side.corner_file(), home))))
}

/// The rook farthest out on a side of its king, on the first rank of that color.
fn outermost_rook(board: &Board, color: Color, side: Side) -> Option<Square> {
    let home = Bitboard::rank(home_rank(color));
    let king = (board.by_piece(color, Role::King) & home).first()?;
    let rooks = board.by_piece(color, Role::Rook) & home;
    let (rook, outside) = match side {
        Side::King => (rooks.last()?, rooks.last()? > king),
        Side::Queen => (rooks.first()?, rooks.first()? < king),
    };
    outside.then_some(rook)
}

/// The letters of the rights in a style, in their order; none where nobody may castle.
pub(super) fn letters(setup: &Setup, style: CastlingStyle) -> impl Iterator<Item = char> + '_ {
    setup.castling.iter().map(move |(color, side, rook)| {
        let letter = if style == CastlingStyle::XFen && is_clear(setup, color, side, rook) {
            match side {
                Side::King => 'k',
                Side::Queen => 'q',
            }
        } else {
            rook.file().letter()
        };
        match color {
            Color::White => letter.to_ascii_uppercase(),
            Color::Black => letter,
        }
    })
}

/// Whether `k` or `q` names that rook. A right without its rook can only be meant for the corner,
/// or be named by its file.
fn is_clear(setup: &Setup, color: Color, side: Side, rook: Square) -> bool {
    let corner = Square::new(side.corner_file(), home_rank(color));
    rook == outermost_rook(&setup.board, color, side).unwrap_or(corner)
}
