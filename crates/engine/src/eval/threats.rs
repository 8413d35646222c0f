//! What one side threatens to win, and the room that it has. Not here: threats to the king
//! (`king`).

use super::bits::{
    back, bishop_attacks, count, file, forward, knight_attacks, pawn_attacks, rank, rook_attacks,
};
use super::layout::{
    HANGING, KNIGHT_ON_QUEEN, QUEEN_DEFENDS, RESTRICTED, SLIDER_ON_QUEEN, SPACE, THREAT_KING,
    THREAT_MINOR, THREAT_PAWN, THREAT_PUSH, THREAT_ROOK, Term,
};
use super::men::{Attacks, BISHOP, KING, KNIGHT, Men, PAWN, QUEEN, ROOK};
use super::trace::{Sum, Trace};

/// Counts what one side threatens.
pub(super) fn count_threats<T: Trace, const BLACK: bool>(
    men: &Men,
    attacks: &Attacks,
    sum: &mut Sum<'_, T, BLACK>,
) {
    let us = usize::from(BLACK);
    let them = us ^ 1;
    let enemies = men.all[them];
    let pieces = enemies & !men.of[them][PAWN] & !men.of[them][KING];
    // Held by a pawn, or twice while it is attacked but once.
    let firm = attacks.by[them][PAWN] | (attacks.twice[them] & !attacks.twice[us]);
    let defended = pieces & firm;
    let weak = enemies & !firm & attacks.all[us] & !men.of[them][KING];

    let by_minor = attacks.by[us][KNIGHT] | attacks.by[us][BISHOP];
    each_role(men, them, (defended | weak) & by_minor, THREAT_MINOR, sum);
    each_role(men, them, weak & attacks.by[us][ROOK], THREAT_ROOK, sum);
    if weak & attacks.by[us][KING] != 0 {
        sum.one(THREAT_KING, 0);
    }
    let loose = !attacks.all[them] | (pieces & attacks.twice[us]);
    sum.many(HANGING, 0, count(weak & loose));
    sum.many(QUEEN_DEFENDS, 0, count(weak & attacks.by[them][QUEEN]));

    let tight = attacks.all[them] & !firm & attacks.all[us];
    sum.many(RESTRICTED, 0, count(tight));

    // Pawns that would be taken at once threaten nothing.
    let safe = !attacks.all[them] | attacks.all[us];
    let good_pawns = men.of[us][PAWN] & safe;
    each_role(
        men,
        them,
        pawn_attacks::<BLACK>(good_pawns) & pieces,
        THREAT_PAWN,
        sum,
    );

    let free = !men.occupied;
    let mut steps = forward::<BLACK>(men.of[us][PAWN]) & free;
    steps |= forward::<BLACK>(steps & rank::<BLACK>(2)) & free;
    steps &= !attacks.by[them][PAWN] & safe;
    sum.many(THREAT_PUSH, 0, count(pawn_attacks::<BLACK>(steps) & pieces));

    queen_threats(men, attacks, sum);
}

fn each_role<T: Trace, const BLACK: bool>(
    men: &Men,
    them: usize,
    targets: u64,
    term: Term,
    sum: &mut Sum<'_, T, BLACK>,
) {
    if targets == 0 {
        return;
    }
    for role in PAWN..=QUEEN {
        let hit = targets & men.of[them][role];
        if hit != 0 {
            sum.many(term, role, count(hit));
        }
    }
}

/// Where a piece could attack the enemy queen.
fn queen_threats<T: Trace, const BLACK: bool>(
    men: &Men,
    attacks: &Attacks,
    sum: &mut Sum<'_, T, BLACK>,
) {
    let us = usize::from(BLACK);
    let them = us ^ 1;
    let queens = men.of[them][QUEEN];
    if queens == 0 || queens & (queens - 1) != 0 {
        return;
    }
    let queen = queens.trailing_zeros() as usize;
    let safe = !men.all[us]
        & !attacks.by[them][PAWN]
        & (!attacks.all[them] | (attacks.twice[us] & !attacks.twice[them]));
    let by_knight = attacks.by[us][KNIGHT] & knight_attacks(queen) & safe;
    sum.many(KNIGHT_ON_QUEEN, 0, count(by_knight));
    let by_slider = (attacks.by[us][BISHOP] & bishop_attacks(queen, men.occupied))
        | (attacks.by[us][ROOK] & rook_attacks(queen, men.occupied));
    let firm = safe & (attacks.twice[us] | !attacks.all[them]);
    sum.many(SLIDER_ON_QUEEN, 0, count(by_slider & firm));
}

/// Counts the room of one side: matters while there are many pieces.
pub(super) fn count_space<T: Trace, const BLACK: bool>(
    men: &Men,
    attacks: &Attacks,
    sum: &mut Sum<'_, T, BLACK>,
) {
    let us = usize::from(BLACK);
    let them = us ^ 1;
    if men.pieces_value(us) + men.pieces_value(them) < 40 {
        return;
    }
    let pawns = men.of[us][PAWN];
    let middle = (file(2) | file(3) | file(4) | file(5))
        & (rank::<BLACK>(1) | rank::<BLACK>(2) | rank::<BLACK>(3));
    let safe = middle & !pawns & !attacks.by[them][PAWN];
    let mut covered = pawns;
    covered |= back::<BLACK>(covered);
    covered |= back::<BLACK>(back::<BLACK>(covered));
    let room = count(safe) + count(safe & covered & !attacks.all[them]);
    let pieces = count(men.all[us] & !pawns);
    sum.many(SPACE, 0, room * pieces * pieces / 16);
}
