//! Passed pawns among the pieces: who stops them, who helps. Not here: which pawns are passed
//! (`pawns`).

use super::bits::{Squares, ahead, behind, bit, distance, file_of, forward, rank_of};
use super::layout::{
    PASSED_BEHIND, PASSED_BLOCKED, PASSED_FREE, PASSED_OUR_KING, PASSED_RUNS, PASSED_SAFE,
    PASSED_SUPPORTED, PASSED_THEIR_KING,
};
use super::men::{Attacks, Men, PAWN, QUEEN, ROOK};
use super::pawns::Structure;
use super::trace::{Sum, Trace};

/// Counts the passed pawns of one side; `first` says that it is its turn.
pub(super) fn count_passed<T: Trace, const BLACK: bool>(
    men: &Men,
    attacks: &Attacks,
    structure: &Structure,
    first: bool,
    sum: &mut Sum<'_, T, BLACK>,
) {
    let us = usize::from(BLACK);
    let them = us ^ 1;
    for at in Squares(structure.passed[us]) {
        let rank = rank_of::<BLACK>(at);
        let here = bit(at);
        let stop = forward::<BLACK>(here);
        let path = ahead::<BLACK>(here);
        let goal = stop.trailing_zeros() as usize;
        if attacks.by[us][PAWN] & here != 0 {
            sum.one(PASSED_SUPPORTED, rank);
        }
        if stop & men.all[them] != 0 {
            sum.one(PASSED_BLOCKED, rank);
        } else if stop & (attacks.all[them] | men.occupied) == 0 {
            sum.one(PASSED_SAFE, rank);
            if path & (attacks.all[them] | men.all[them]) == 0 {
                sum.one(PASSED_FREE, rank);
            }
        }
        let weight = rank as i32 - 2;
        if weight > 0 {
            sum.many(PASSED_OUR_KING, distance(men.king[us], goal), weight);
            sum.many(PASSED_THEIR_KING, distance(men.king[them], goal), weight);
        }
        let lane = behind::<BLACK>(here);
        let heavy = |side: usize| (men.of[side][ROOK] | men.of[side][QUEEN]) & lane;
        if heavy(us) != 0 {
            sum.one(PASSED_BEHIND, 0);
        }
        if heavy(them) != 0 {
            sum.one(PASSED_BEHIND, 1);
        }
        if men.pieces_value(them) == 0 && runs::<BLACK>(men, at, path, first) {
            sum.one(PASSED_RUNS, 0);
        }
    }
}

/// Whether a pawn reaches the last rank before the enemy king can take it.
fn runs<const BLACK: bool>(men: &Men, at: usize, path: u64, first: bool) -> bool {
    let us = usize::from(BLACK);
    if path & men.occupied != 0 {
        return false;
    }
    // A pawn on its first square may step twice.
    let steps = 7 - rank_of::<BLACK>(at).max(2);
    let goal = file_of(at) + if BLACK { 0 } else { 56 };
    let enemy = distance(men.king[us ^ 1], goal);
    enemy > steps + usize::from(!first)
}
