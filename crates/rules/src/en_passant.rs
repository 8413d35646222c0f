//! Who may take en passant (articles 3.7.3.1 and 3.7.3.2), on any board. Not here: when the right
//! lapses.

use crate::{Bitboard, Board, Color, Rank, Role, Square};

/// The rank behind a pawn of the other side that has just advanced two squares.
pub(crate) const fn target_rank(turn: Color) -> Rank {
    match turn {
        Color::White => Rank::Six,
        Color::Black => Rank::Three,
    }
}

/// The square of the pawn that has passed `target`, seen from the side that may take it.
pub(crate) const fn passed_pawn(target: Square) -> Square {
    // The two squares differ in the lowest bit of the rank: 6 and 5, 3 and 4.
    Square::from_low_bits(target.bits() ^ 8)
}

/// The square from which the pawn came that has passed `target`.
pub(crate) const fn origin(target: Square, turn: Color) -> Square {
    match turn {
        Color::White => Square::from_low_bits(target.bits().wrapping_add(8)),
        Color::Black => Square::from_low_bits(target.bits().wrapping_sub(8)),
    }
}

/// The pawns of the side to move that stand beside the passed pawn, whether they may take it or
/// not.
pub(crate) fn neighbors(board: &Board, turn: Color, target: Square) -> Bitboard {
    crate::attacks::pawn_attacks(!turn, target) & board.by_piece(turn, Role::Pawn)
}

/// The pawns that may take en passant without leaving their own king attacked (article 3.9.2).
pub(crate) fn captors(board: &Board, turn: Color, target: Square) -> Bitboard {
    neighbors(board, turn, target)
        .into_iter()
        .filter(|&from| king_attackers_after(board, turn, from, target).is_empty())
        .collect()
}

/// Who would attack the own king once both pawns have left their squares.
pub(crate) fn king_attackers_after(
    board: &Board,
    turn: Color,
    from: Square,
    target: Square,
) -> Bitboard {
    let Some(king) = board.king(turn) else {
        return Bitboard::EMPTY;
    };
    let taken = Bitboard::of(passed_pawn(target));
    let occupied = (board.occupied() - taken - Bitboard::of(from)) | target.into();
    board.attackers_through(king, !turn, occupied) - taken
}
