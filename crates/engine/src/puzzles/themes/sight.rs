//! What men attack, guard and threaten on one board. Not here: what happens in a line (`line`).

use tabiya_rules::attacks::attacks;
use tabiya_rules::{Bitboard, Board, Color, Position, Role, Square};

/// What a man counts when men are compared; the king more than all.
pub(super) const fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 99,
    }
}

/// What the man on a square attacks.
pub(super) fn attacked(board: &Board, square: Square) -> Bitboard {
    attacked_through(board, square, board.occupied())
}

/// The same with other squares occupied.
pub(super) fn attacked_through(board: &Board, square: Square, occupied: Bitboard) -> Bitboard {
    match board.piece_at(square) {
        Some(piece) => attacks(piece.role, piece.color, square, occupied),
        None => Bitboard::EMPTY,
    }
}

/// Bishops, rooks and queens.
pub(super) const fn is_slider(role: Role) -> bool {
    matches!(role, Role::Bishop | Role::Rook | Role::Queen)
}

/// Whether men of the same side guard the man on a square: they could take back there. One that
/// stands in a line behind an attacker counts, too.
pub(super) fn is_guarded(board: &Board, square: Square) -> bool {
    let Some(piece) = board.piece_at(square) else {
        return false;
    };
    if board.attackers(square, piece.color).any() {
        return true;
    }
    let sliders = board.attackers(square, !piece.color).into_iter();
    let sliders = sliders.filter(|&from| board.role_at(from).is_some_and(is_slider));
    sliders.into_iter().any(|from| {
        let mut without = *board;
        without.remove(from);
        without.attackers(square, piece.color).any()
    })
}

/// Whether nobody guards the man on a square.
pub(super) fn is_loose(board: &Board, square: Square) -> bool {
    !is_guarded(board, square)
}

/// Whether a man of less worth attacks the one on a square.
pub(super) fn is_attacked_by_lesser(board: &Board, square: Square) -> bool {
    let Some(piece) = board.piece_at(square) else {
        return false;
    };
    let mut attackers = board.attackers(square, !piece.color).into_iter();
    attackers.any(|from| {
        let role = board.role_at(from);
        role.is_some_and(|role| role != Role::King && worth(role) < worth(piece.role))
    })
}

/// Whether the man on a square can be taken at a profit.
pub(super) fn is_in_danger(board: &Board, square: Square) -> bool {
    let Some(piece) = board.piece_at(square) else {
        return false;
    };
    board.attackers(square, !piece.color).any()
        && (is_loose(board, square) || is_attacked_by_lesser(board, square))
}

/// The pieces and pawns of the other side that the man on a square attacks.
pub(super) fn targets(board: &Board, square: Square) -> Vec<(Role, Square)> {
    let Some(piece) = board.piece_at(square) else {
        return Vec::new();
    };
    let men = attacked(board, square) & board.by_color(!piece.color);
    let target = |square: Square| Some((board.role_at(square)?, square));
    men.into_iter().filter_map(target).collect()
}

/// Whether a man, whose side is to move, has nowhere to go where it would not be taken at a profit,
/// and stands in danger where it is.
pub(super) fn is_trapped(position: &Position, square: Square) -> bool {
    let board = position.board();
    let Some(piece) = board.piece_at(square) else {
        return false;
    };
    if position.is_check()
        || matches!(piece.role, Role::Pawn | Role::King)
        || position.pinned().contains(square)
        || !is_in_danger(board, square)
    {
        return false;
    }
    let moves = position.legal_moves();
    let mut own = moves.iter().filter(|mv| mv.from() == square);
    !own.any(|&mv| {
        let taken = mv.capture_square(position);
        let taken = taken.and_then(|square| board.role_at(square));
        let pays = taken.is_some_and(|role| worth(role) >= worth(piece.role));
        pays || !is_in_danger(position.after_unchecked(mv).board(), mv.to())
    })
}

/// What the men of a side count more than those of the other.
pub(super) fn lead(board: &Board, color: Color) -> i32 {
    let men = |color: Color| -> i32 {
        let roles = Role::ALL.into_iter().filter(|&role| role != Role::King);
        roles
            .map(|role| {
                worth(role) * i32::try_from(board.by_piece(color, role).count()).unwrap_or(0)
            })
            .sum()
    };
    men(color) - men(!color)
}
