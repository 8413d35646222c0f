//! What the men on the board alone say about mate: cheap, never wrong when they say "cannot".
//!
//! Nothing here looks at where the men stand (bishops' square colors apart) or at whose turn it
//! is; positions that need a search are the business of [`winnable`](crate::winnable()).

use crate::{Bitboard, Board, Color, Role};

/// Whether the men left on the board cannot mate for either side, in whatever way they stand:
/// bare kings, one knight or bishop against a bare king, or nothing but bishops that all stand on
/// squares of one color (article 5.2.2).
///
/// This is the level `material` of dead-position detection: it misses locked pawns and forced
/// lines. A position that *is* mate must be judged mate first (see [`cannot_mate_by_material`]).
///
/// ```
/// use tabiya_rules::{Mode, Position, is_dead_by_material};
/// let knight = Position::from_fen("8/8/8/4k3/n7/8/8/3K4 w - - 0 1", Mode::Standard).unwrap();
/// assert!(is_dead_by_material(knight.board()));
/// ```
#[must_use]
pub fn is_dead_by_material(board: &Board) -> bool {
    cannot_mate_by_material(board, Color::White) && cannot_mate_by_material(board, Color::Black)
}

/// Whether `color` can never again give mate, judged by the men on the board only (articles 5.2.2
/// and 6.9): a bare king; king and one knight against a king and any number of queens; king and
/// bishops of one square color against no pawn, no knight and no bishop of the other square color.
///
/// `true` holds for the position and for every position that can follow from it, on one
/// condition: **the caller has tested for mate before**. A composed diagram may show a mate by two
/// bishops of one square color, a double check that no legal move can bring about.
/// `false` says nothing: such men may still be unable to mate where they stand.
///
/// # Proof
///
/// Captures keep each class below inside the classes, and nobody has a pawn to promote, or it is
/// the mating side that has none and the other side's promotions are excluded with its pawns. So
/// it is enough that a legal move of `color` never mates. Let the king to be mated stand on k.
///
/// *Bare king.* Kings do not give check.
///
/// *Knight against queens.* Let k = (0,0) and, by symmetry, the checking knight (1,2); then (0,1),
/// (1,1) and (1,0) are on the board. A queen on (0,1) or (1,1) takes the knight (nothing can pin
/// it). So both are empty and the other king guards both without touching k, which leaves it only
/// (0,2). Then neither king nor knight guards (1,0), so a queen stands there, and takes the
/// knight through the empty (1,1).
///
/// *Bishops of one color.* A bishop or king that moves opens at most one diagonal to k, and a
/// bishop that gives check itself opens none at the same time: it would have come from another
/// diagonal through k, and bishops pass between two such diagonals only through k. So there is one
/// checking bishop, in direction (1,1) by symmetry, and (1,0) and (0,1) are on the board. They
/// are of the other square color, so only the king could guard them, and no square touches both
/// but not k. So one of them holds a queen or rook of the mated side (pawns, knights and bishops of
/// that square color are excluded), not pinned, because a bishop's line to k has none of these
/// squares; it can go to (1,1), where it takes the bishop or stands in its way.
///
/// ```
/// use tabiya_rules::{Color, Mode, Position, cannot_mate_by_material};
/// let fen = "2q4k/8/8/8/8/8/5K2/7N b - - 0 1";
/// let position = Position::from_fen(fen, Mode::Standard).unwrap();
/// assert!(cannot_mate_by_material(position.board(), Color::White));
/// assert!(!cannot_mate_by_material(position.board(), Color::Black));
/// ```
#[must_use]
pub fn cannot_mate_by_material(board: &Board, color: Color) -> bool {
    let men = |color, role| -> Bitboard { board.by_piece(color, role) };
    let enemy = !color;
    let lacks = |color, roles: &[Role]| roles.iter().all(|&role| men(color, role).is_empty());
    if !lacks(color, &[Role::Pawn, Role::Rook, Role::Queen]) {
        return false;
    }
    let knights = men(color, Role::Knight);
    let bishops = men(color, Role::Bishop);
    if knights.any() {
        return !knights.more_than_one()
            && bishops.is_empty()
            && lacks(enemy, &[Role::Pawn, Role::Knight, Role::Bishop, Role::Rook]);
    }
    // With no bishop at all this is the bare king, whatever the enemy has.
    bishops.is_empty()
        || (lacks(enemy, &[Role::Pawn, Role::Knight])
            && one_square_color(bishops | men(enemy, Role::Bishop)))
}

/// Whether all of `squares` are dark or all are light.
fn one_square_color(squares: Bitboard) -> bool {
    (squares & Bitboard::DARK).is_empty() || (squares & !Bitboard::DARK).is_empty()
}
