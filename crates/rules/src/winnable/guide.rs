//! Where to look first for a mate in which both sides help: a guess of how far a position is from
//! one. Guesses order the search and prove nothing.

use crate::{Bitboard, Color, Position, Role, Square};

use super::geometry::{all_ahead, attacks, king};

/// Lower is nearer to a mate by `winner`.
pub(super) fn cost(position: &Position, winner: Color) -> u32 {
    let loser = !winner;
    let (hunter, fleeing) = (position.king(winner), position.king(loser));
    let flights = king(Bitboard::of(fleeing))
        - position.board().by_color(loser)
        - guarded(position, winner, fleeing);
    6 * flights.count()
        + 4 * edge_distance(fleeing)
        + 3 * distance(hunter, fleeing).saturating_sub(2)
        + force(position, winner)
}

/// What `winner`'s men attack, the fleeing king not counted as an obstacle.
fn guarded(position: &Position, winner: Color, fleeing: Square) -> Bitboard {
    let board = position.board();
    let blocked = board.occupied() - Bitboard::of(fleeing);
    Role::ALL.iter().fold(Bitboard(0), |all, &role| {
        let men = board.by_piece(winner, role);
        if men.is_empty() { all } else { all | attacks(winner, role, men, blocked) }
    })
}

/// How far the winner is from having the force to mate.
fn force(position: &Position, winner: Color) -> u32 {
    let board = position.board();
    let men = |color, role| -> Bitboard { board.by_piece(color, role) };
    if (men(winner, Role::Queen) | men(winner, Role::Rook)).any() {
        return 0;
    }
    let knights = men(winner, Role::Knight).count();
    let bishops = men(winner, Role::Bishop);
    let pair = bishops.into_iter().any(Square::is_dark) && bishops.into_iter().any(|s| !s.is_dark());
    let by_minors = if pair || knights >= 2 || (knights == 1 && bishops.any()) { 15 } else { 60 };
    let by_pawn = promotion(position, winner).map_or(u32::MAX, |steps| 6 * steps);
    let by_block = if knights == 0 && bishops.is_empty() {
        u32::MAX
    } else {
        promotion(position, !winner).map_or(u32::MAX, |steps| 20 + 4 * steps)
    };
    by_minors.min(by_pawn).min(by_block)
}

/// Steps of the nearest pawn to promotion, men in its way counted double.
fn promotion(position: &Position, color: Color) -> Option<u32> {
    let board = position.board();
    let pawns: Bitboard = board.by_piece(color, Role::Pawn);
    pawns
        .into_iter()
        .map(|pawn| {
            let way = all_ahead(color, Bitboard::of(pawn));
            way.count() + 2 * (way & board.occupied()).count()
        })
        .min()
}

fn distance(a: Square, b: Square) -> u32 {
    let files = a.file().index().abs_diff(b.file().index());
    let ranks = a.rank().index().abs_diff(b.rank().index());
    small(files.max(ranks))
}

fn edge_distance(square: Square) -> u32 {
    let inside = |index: usize| index.min(7 - index);
    small(inside(square.file().index()) + inside(square.rank().index()))
}

/// Board distances are below 16.
fn small(distance: usize) -> u32 {
    u32::try_from(distance).unwrap_or(u32::MAX)
}
