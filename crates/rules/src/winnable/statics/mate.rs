//! Whether a king can be mated anywhere, given where every man may ever come.

use alloc::vec::Vec;

use crate::{Bitboard, Color, Role};

use super::super::geometry::{attacks, king};
use super::reach::Reach;

/// Whether some arrangement within `reach` may be a mate of `loser`'s king. `false` is a proof
/// that no position to come is mate.
///
/// # Proof
///
/// In a mate the king stands on a square m of its set, attacked by a man of the winner that is not
/// the king. The winner's king stands on a square k of its set, not next to m. Each neighbor n of
/// m is closed to the king: a man of its own stands there, or, once the king is on n, the
/// winner attacks n: with the king (k is next to n) or with another man. Wherever such a man
/// stands in its set, it attacks along lines only to the first man, so at most to the first steady
/// man; the king's own old place does not count as an obstacle. `guarded` holds all those
/// squares. The neighbors that neither `guarded` nor k covers hold *different* men of the
/// loser, each within its set. If for all m and k no such choice of men exists, there is no mate.
pub(super) fn can_be_mated(reach: &Reach, loser: Color) -> bool {
    let winner = !loser;
    let (fleeing, hunting) = (king_squares(reach, loser), king_squares(reach, winner));
    let blocked = reach.steady() - fleeing;
    let mut guarded = Bitboard(0);
    for man in reach
        .men
        .iter()
        .filter(|man| man.color == winner && man.role != Role::King)
    {
        guarded |= attacks(winner, man.role, man.squares, blocked);
    }
    let blockers: Vec<Bitboard> = reach
        .men
        .iter()
        .filter(|man| man.color == loser && man.role != Role::King)
        .map(|man| man.squares)
        .collect();
    (fleeing & guarded).into_iter().any(|mated| {
        let around = king(Bitboard::of(mated));
        let open = around - guarded;
        let distant = hunting - around - Bitboard::of(mated);
        distant.into_iter().any(|square| {
            let to_block = open - king(Bitboard::of(square));
            can_fill(to_block, &blockers)
        })
    })
}

fn king_squares(reach: &Reach, color: Color) -> Bitboard {
    let king = reach
        .men
        .iter()
        .find(|man| man.color == color && man.role == Role::King);
    king.map_or(Bitboard(0), |man| man.squares)
}

/// Whether each of `squares` can hold a blocker of its own: a matching, by augmenting paths.
fn can_fill(squares: Bitboard, blockers: &[Bitboard]) -> bool {
    if squares.count() as usize > blockers.len() {
        return false;
    }
    // At most eight squares lie around a king; a blocker holds the square it is given to.
    let mut held: Vec<Option<crate::Square>> = alloc::vec![None; blockers.len()];
    squares.into_iter().all(|square| {
        let mut tried = alloc::vec![false; blockers.len()];
        place(square, blockers, &mut held, &mut tried)
    })
}

fn place(
    square: crate::Square,
    blockers: &[Bitboard],
    held: &mut [Option<crate::Square>],
    tried: &mut [bool],
) -> bool {
    for (index, blocker) in blockers.iter().enumerate() {
        let fresh = tried
            .get_mut(index)
            .is_some_and(|tried| !core::mem::replace(tried, true));
        if !fresh || !blocker.contains(square) {
            continue;
        }
        let free = match held.get(index).copied().flatten() {
            None => true,
            Some(other) => place(other, blockers, held, tried),
        };
        if free {
            if let Some(slot) = held.get_mut(index) {
                *slot = Some(square);
            }
            return true;
        }
    }
    false
}
