//! Pawn structure and what is remembered of it: it changes seldom. Not here: passed pawns among
//! the pieces (`passed`), the king's shelter (`king`).

use super::bits::{
    Squares, ahead, back, behind, bit, count, file, file_of, fold, forward, pawn_attacks, rank_of,
    seen, sides,
};
use super::layout::{
    BACKWARD, CANDIDATE, DOUBLED, ISOLATED, MATERIAL, PASSED, PASSED_FILE, PAWN_SQUARE, PHALANX,
    SUPPORTED,
};
use super::men::PAWN;
use super::pair::Pair;
use super::square_index;
use super::trace::{Sum, Trace};

/// How many structures are remembered.
const ENTRIES: usize = 1 << 12;

/// What the pawns of both sides are by themselves.
#[derive(Clone, Copy, Default)]
pub(super) struct Structure {
    pawns: [u64; 2],
    /// For White.
    pub(super) value: Pair,
    pub(super) passed: [u64; 2],
    /// Squares that these pawns attack or could attack after steps ahead.
    pub(super) spans: [u64; 2],
}

/// Structures seen lately, by a number made from their pawns.
pub(super) struct PawnTable(Vec<Structure>);

impl PawnTable {
    pub(super) fn new() -> PawnTable {
        // No pawns at all are worth nothing, so fresh entries are right as they are.
        PawnTable(vec![Structure::default(); ENTRIES])
    }

    /// The structure of those pawns of White and Black.
    pub(super) fn get<T: Trace>(&mut self, pawns: [u64; 2], trace: &mut T) -> Structure {
        if T::ON {
            return structure(pawns, trace);
        }
        let [white, black] = pawns;
        let mixed = white
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .wrapping_add(black.rotate_left(32).wrapping_mul(0xd6e8_feb8_6659_fd93));
        let entry = &mut self.0[((mixed ^ (mixed >> 29)) >> 20) as usize % ENTRIES];
        if entry.pawns != pawns {
            *entry = structure(pawns, trace);
        }
        *entry
    }
}

fn structure<T: Trace>(pawns: [u64; 2], trace: &mut T) -> Structure {
    let mut white = Sum::<T, false>::new(trace);
    let (white_passed, white_span) = one_side(pawns, &mut white);
    let white = white.value;
    let mut black = Sum::<T, true>::new(trace);
    let (black_passed, black_span) = one_side(pawns, &mut black);
    Structure {
        pawns,
        value: white.minus(black.value),
        passed: [white_passed, black_passed],
        spans: [white_span, black_span],
    }
}

/// Counts the pawns of one side; returns its passed pawns and the span of its attacks.
fn one_side<T: Trace, const BLACK: bool>(
    pawns: [u64; 2],
    sum: &mut Sum<'_, T, BLACK>,
) -> (u64, u64) {
    let us = usize::from(BLACK);
    let ours = pawns[us];
    let theirs = pawns[us ^ 1];
    let our_attacks = pawn_attacks::<BLACK>(ours);
    let their_attacks = if BLACK {
        pawn_attacks::<false>(theirs)
    } else {
        pawn_attacks::<true>(theirs)
    };
    let span = sides(ahead::<BLACK>(ours));
    let mut passed = 0;
    for at in Squares(ours) {
        let here = bit(at);
        let rank = rank_of::<BLACK>(at);
        let path = ahead::<BLACK>(here);
        let neighbors = sides(file(file_of(at))) & ours;
        let supporters = back::<BLACK>(sides(here)) & ours;
        let phalanx = sides(here) & ours;
        let opposed = path & theirs != 0;
        let doubled = path & ours != 0;

        sum.one(MATERIAL, PAWN);
        sum.one(PAWN_SQUARE, square_index(seen::<BLACK>(at)));
        if phalanx != 0 {
            sum.one(PHALANX, rank);
        }
        if supporters != 0 {
            sum.many(SUPPORTED, rank, count(supporters));
        }
        if doubled {
            sum.one(DOUBLED, usize::from(supporters == 0));
        }

        // Enemy pawns that can still meet it on its way.
        let sentries = sides(path) & theirs;
        let stop = forward::<BLACK>(here);
        if neighbors == 0 {
            sum.one(ISOLATED, usize::from(!opposed));
        } else if supporters | phalanx == 0
            && sides(behind::<BLACK>(stop)) & ours == 0
            && (their_attacks | theirs) & stop != 0
        {
            sum.one(BACKWARD, usize::from(!opposed));
        }

        if opposed || doubled {
            continue;
        }
        let levers = sides(forward::<BLACK>(here)) & theirs;
        if sentries == 0 {
            passed |= here;
            sum.one(PASSED, rank);
            sum.one(PASSED_FILE, fold(file_of(at)));
        } else {
            let helpers = count(supporters | phalanx | (sides(behind::<BLACK>(here)) & ours));
            if helpers >= count(sentries) && count(supporters) >= count(levers) {
                sum.one(CANDIDATE, rank);
            }
        }
    }
    (passed, span | our_attacks)
}
