//! Rules that settle a position without a search. Each one stands in a file of its own, with the
//! proof that it holds after every legal move. Searching is not done here.

mod locked;
mod mate;
mod reach;

use crate::{Bitboard, Color, Role};

use super::field::Field;
use super::geometry::ahead;

pub(super) use locked::locked;

/// Whether it is worth asking [`locked`] in the midst of a search or after a move: no pawn
/// has a free square in front of it, and the winner has nothing that leaps or runs straight.
pub(super) fn looks_locked(board: &Field, winner: Color) -> bool {
    let men = |color, role| -> Bitboard { board.by_piece(color, role) };
    let stuck = |color| (ahead(color, men(color, Role::Pawn)) & !board.occupied).is_empty();
    !has_force(board, winner)
        && board.by_role(Role::Pawn).any()
        && stuck(Color::White)
        && stuck(Color::Black)
}

/// Whether the winner has something that leaps or runs straight. Then it is seldom locked in.
pub(super) fn has_force(board: &Field, winner: Color) -> bool {
    ((board.knights | board.straight) & board.by_color(winner)).any()
}
