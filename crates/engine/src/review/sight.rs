//! What can be seen on one board without looking ahead: who attacks and guards whom, and what an exchange on one
//! square brings. Not here: what follows from it (`explain`).

use tabiya_rules::attacks::{attacks, between, line};
use tabiya_rules::{Bitboard, Board, Color, Move, PieceAt, Position, Role, Square};

/// What a man is worth, in hundredths of a pawn, as beginners learn it; the king outweighs everything.
pub(super) const fn value(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight | Role::Bishop => 300,
        Role::Rook => 500,
        Role::Queen => 900,
        Role::King => 10_000,
    }
}

/// What the men of a color are worth together, the king left out.
pub(super) fn material(board: &Board, color: Color) -> i32 {
    board
        .by_color(color)
        .into_iter()
        .filter_map(|square| board.role_at(square))
        .filter(|role| *role != Role::King)
        .map(value)
        .sum()
}

/// By how much a color is ahead.
pub(super) fn lead(board: &Board, color: Color) -> i32 {
    material(board, color) - material(board, !color)
}

/// The same position with the other side to move: what would happen if nothing were done. `None` in check.
pub(super) fn passed(position: &Position) -> Option<Position> {
    if position.is_check() {
        return None;
    }
    let mut setup = position.to_setup();
    setup.turn = !setup.turn;
    setup.ep_square = None;
    setup.playable(position.mode()).ok()
}

/// The legal capture on a square by the man of least value.
fn least_capture(position: &Position, square: Square) -> Option<Move> {
    if !position.attackers(square, position.turn()).any() {
        return None;
    }
    position
        .legal_moves()
        .iter()
        .copied()
        .filter(|mv| mv.capture_square(position) == Some(square) && mv.to() == square)
        .min_by_key(|mv| (value(mv.role()), -mv.promotion().map_or(0, value)))
}

/// What the side to move gains by taking on a square, each side taking with its least valuable man as long as that
/// pays: 0 where it does not pay.
pub(super) fn exchange(position: &Position, square: Square) -> i32 {
    let (Some(target), Some(mv)) = (
        position.board().role_at(square),
        least_capture(position, square),
    ) else {
        return 0;
    };
    let promoted = mv
        .promotion()
        .map_or(0, |role| value(role) - value(Role::Pawn));
    let answer = exchange(&position.after_unchecked(mv), square);
    (value(target) + promoted - answer).max(0)
}

/// The most that the side to move gains by an exchange on any square.
pub(super) fn best_exchange(position: &Position) -> i32 {
    men(position.board(), !position.turn())
        .map(|man| exchange(position, man.square))
        .max()
        .unwrap_or(0)
}

/// The men of a color.
pub(super) fn men(board: &Board, color: Color) -> impl Iterator<Item = PieceAt> {
    board
        .by_color(color)
        .into_iter()
        .filter_map(|square| board.man_at(square))
}

/// The squares that a man attacks.
pub(super) fn reach(board: &Board, man: PieceAt) -> Bitboard {
    attacks(
        man.piece.role,
        man.piece.color,
        man.square,
        board.occupied(),
    )
}

/// Whether nobody of its color guards a man.
pub(super) fn is_unguarded(board: &Board, man: PieceAt) -> bool {
    !board.attackers(man.square, man.piece.color).any()
}

/// Whether it would pay a man to take another, as far as one glance tells: it is worth more, or nobody guards it.
pub(super) fn is_prey(board: &Board, hunter: PieceAt, man: PieceAt) -> bool {
    value(man.piece.role) > value(hunter.piece.role) || is_unguarded(board, man)
}

/// The least valuable man of a color that attacks a square.
pub(super) fn least_attacker(board: &Board, square: Square, by: Color) -> Option<PieceAt> {
    board
        .attackers(square, by)
        .into_iter()
        .filter_map(|from| board.man_at(from))
        .min_by_key(|man| value(man.piece.role))
}

/// The first man behind another, seen from a third that attacks it along a line.
pub(super) fn behind(board: &Board, from: Square, over: Square) -> Option<PieceAt> {
    let beyond = line(from, over) & board.occupied();
    beyond
        .into_iter()
        .filter(|square| {
            *square != from
                && *square != over
                && between(from, *square).contains(over)
                && (between(over, *square) & board.occupied()).is_empty()
        })
        .find_map(|square| board.man_at(square))
}

/// A move that mates at once.
pub(super) fn mating_move(position: &Position) -> Option<Move> {
    position
        .legal_moves()
        .iter()
        .copied()
        .find(|mv| position.after_unchecked(*mv).is_checkmate())
}

/// Whether no pawn of the other color can stop or take a pawn on its way.
pub(super) fn is_passed(board: &Board, color: Color, pawn: Square) -> bool {
    board.by_piece(!color, Role::Pawn).into_iter().all(|other| {
        let files = other.file().index().abs_diff(pawn.file().index());
        files > 1 || steps_left(color, other) >= steps_left(color, pawn)
    })
}

/// How many steps a pawn of that color on that square is away from its last rank.
pub(super) fn steps_left(color: Color, square: Square) -> usize {
    match color {
        Color::White => 7 - square.rank().index(),
        Color::Black => square.rank().index(),
    }
}
