//! Knights, bishops, rooks and queens one by one: where they stand and what they see. Not here:
//! whom they threaten (`threats`, `king`).

use super::bits::{
    CENTER, DARK, Squares, back, bishop_attacks, bit, count, distance, file, file_of, forward,
    knight_attacks, rank, rank_of, rook_attacks, seen,
};
use super::layout::{
    BEHIND_PAWN, BISHOP_LONG_DIAGONAL, BISHOP_MOBILITY, BISHOP_OUTPOST, BISHOP_PAIR, BISHOP_PAWNS,
    BISHOP_SQUARE, FAR_FROM_KING, KNIGHT_MOBILITY, KNIGHT_OUTPOST, KNIGHT_SQUARE, MATERIAL,
    OUTPOST_NEAR, PAWNS_WITH, QUEEN_EXPOSED, QUEEN_MOBILITY, QUEEN_SQUARE, ROOK_FILE,
    ROOK_MOBILITY, ROOK_SEVENTH, ROOK_SHUT_IN, ROOK_SQUARE, Term,
};
use super::men::{Attacks, BISHOP, KING, KNIGHT, Men, PAWN, QUEEN, ROOK};
use super::pawns::Structure;
use super::square_index;
use super::trace::{Sum, Trace};

/// Counts the pieces of one side and notes what they attack.
pub(super) fn count_pieces<T: Trace, const BLACK: bool>(
    men: &Men,
    structure: &Structure,
    attacks: &mut Attacks,
    sum: &mut Sum<'_, T, BLACK>,
) {
    let us = usize::from(BLACK);
    let pawns = men.of[us][PAWN];
    let more_pawns = count(pawns) - 5;

    for at in Squares(men.of[us][KNIGHT]) {
        let set = knight_attacks(at);
        piece(
            men,
            attacks,
            sum,
            KNIGHT,
            at,
            set,
            KNIGHT_SQUARE,
            KNIGHT_MOBILITY,
        );
        minor(men, structure, attacks, sum, KNIGHT, at, set);
        sum.many(PAWNS_WITH, 0, more_pawns);
    }
    // Sliders look through their like: they work together.
    let through = men.occupied ^ men.of[us][QUEEN];
    for at in Squares(men.of[us][BISHOP]) {
        let set = bishop_attacks(at, through);
        piece(
            men,
            attacks,
            sum,
            BISHOP,
            at,
            set,
            BISHOP_SQUARE,
            BISHOP_MOBILITY,
        );
        minor(men, structure, attacks, sum, BISHOP, at, set);
        sum.many(PAWNS_WITH, 1, more_pawns);
        bishop(men, sum, at);
    }
    for at in Squares(men.of[us][ROOK]) {
        let set = rook_attacks(at, through ^ men.of[us][ROOK]);
        let moves = piece(men, attacks, sum, ROOK, at, set, ROOK_SQUARE, ROOK_MOBILITY);
        sum.many(PAWNS_WITH, 2, more_pawns);
        rook(men, sum, at, moves);
    }
    for at in Squares(men.of[us][QUEEN]) {
        let set = bishop_attacks(at, men.occupied) | rook_attacks(at, men.occupied);
        piece(
            men,
            attacks,
            sum,
            QUEEN,
            at,
            set,
            QUEEN_SQUARE,
            QUEEN_MOBILITY,
        );
        sum.many(PAWNS_WITH, 3, more_pawns);
        if is_exposed(men, us, at) {
            sum.one(QUEEN_EXPOSED, 0);
        }
    }
    let bishops = men.of[us][BISHOP];
    if bishops & DARK != 0 && bishops & !DARK != 0 {
        sum.one(BISHOP_PAIR, 0);
    }
}

/// What all pieces have in common; returns the number of safe squares.
#[inline(always)]
#[allow(
    clippy::too_many_arguments,
    reason = "one caller for each kind of piece"
)]
fn piece<T: Trace, const BLACK: bool>(
    men: &Men,
    attacks: &mut Attacks,
    sum: &mut Sum<'_, T, BLACK>,
    role: usize,
    at: usize,
    mut set: u64,
    squares: Term,
    mobility: Term,
) -> usize {
    let us = usize::from(BLACK);
    if men.shields[us] & bit(at) != 0 {
        set &= men.pin_line(us, at);
    }
    sum.one(MATERIAL, role);
    sum.one(squares, square_index(seen::<BLACK>(at)));
    attacks.add(us, role, set);
    if set & attacks.ring[us ^ 1] != 0 {
        attacks.attackers[us][role - 1] += 1;
        attacks.next[us] += count(set & attacks.by[us ^ 1][KING]);
    }
    let moves = count(set & attacks.area[us]) as usize;
    sum.one(mobility, moves.min(mobility.len - 1));
    moves
}

/// Knights and bishops: outposts, pawns before them, the way home.
#[inline(always)]
fn minor<T: Trace, const BLACK: bool>(
    men: &Men,
    structure: &Structure,
    attacks: &Attacks,
    sum: &mut Sum<'_, T, BLACK>,
    role: usize,
    at: usize,
    set: u64,
) {
    let us = usize::from(BLACK);
    let far = rank::<BLACK>(3) | rank::<BLACK>(4) | rank::<BLACK>(5);
    let outposts = far & !structure.spans[us ^ 1];
    let defended = attacks.by[us][PAWN];
    if outposts & bit(at) != 0 {
        let term = if role == KNIGHT {
            KNIGHT_OUTPOST
        } else {
            BISHOP_OUTPOST
        };
        sum.one(term, usize::from(defended & bit(at) == 0));
    } else if role == KNIGHT && outposts & defended & set & !men.all[us] != 0 {
        sum.one(OUTPOST_NEAR, 0);
    }
    if forward::<BLACK>(bit(at)) & men.both(PAWN) != 0 {
        sum.one(BEHIND_PAWN, 0);
    }
    sum.many(
        FAR_FROM_KING,
        role - KNIGHT,
        distance(at, men.king[us]) as i32,
    );
}

#[inline(always)]
fn bishop<T: Trace, const BLACK: bool>(men: &Men, sum: &mut Sum<'_, T, BLACK>, at: usize) {
    let us = usize::from(BLACK);
    let pawns = men.of[us][PAWN];
    let color = if DARK & bit(at) != 0 { DARK } else { !DARK };
    let middle_files = file(2) | file(3) | file(4) | file(5);
    let stopped = pawns & back::<BLACK>(men.occupied) & middle_files;
    sum.many(BISHOP_PAWNS, 0, count(pawns & color));
    sum.many(BISHOP_PAWNS, 1, count(stopped & color));
    if (bishop_attacks(at, men.both(PAWN)) & CENTER).count_ones() == 2 {
        sum.one(BISHOP_LONG_DIAGONAL, 0);
    }
}

#[inline(always)]
fn rook<T: Trace, const BLACK: bool>(
    men: &Men,
    sum: &mut Sum<'_, T, BLACK>,
    at: usize,
    moves: usize,
) {
    let us = usize::from(BLACK);
    let lane = file(file_of(at));
    if lane & men.of[us][PAWN] == 0 {
        sum.one(ROOK_FILE, usize::from(lane & men.of[us ^ 1][PAWN] != 0));
    } else if moves <= 3 {
        let king = men.king[us];
        // The king stands between the rook and the middle of the board.
        let king_side = file_of(king) >= 4;
        if file_of(at) != file_of(king)
            && king_side == (file_of(at) > file_of(king))
            && king_side == (file_of(at) >= 4)
            && rank_of::<BLACK>(king) <= 1
        {
            sum.one(ROOK_SHUT_IN, usize::from(men.may_castle[us] == 0));
        }
    }
    if rank_of::<BLACK>(at) == 6
        && (men.of[us ^ 1][PAWN] & rank::<BLACK>(6) != 0 || rank_of::<BLACK>(men.king[us ^ 1]) == 7)
    {
        sum.one(ROOK_SEVENTH, 0);
    }
}

/// Whether one man alone keeps an enemy rook or bishop from the queen.
fn is_exposed(men: &Men, us: usize, at: usize) -> bool {
    let [_, _, bishops, rooks, _, _] = men.of[us ^ 1];
    let diagonal = bishop_attacks(at, men.occupied);
    let straight = rook_attacks(at, men.occupied);
    let behind_diagonal = bishop_attacks(at, men.occupied & !diagonal) & !diagonal;
    let behind_straight = rook_attacks(at, men.occupied & !straight) & !straight;
    (behind_diagonal & bishops) | (behind_straight & rooks) != 0
}
