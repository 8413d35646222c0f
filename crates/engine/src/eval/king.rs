//! The kings: their shelter, and the danger that they are in. Not here: kings in endings
//! (`endings`, `passed`).

use super::bits::{
    Squares, ahead, bishop_attacks, count, distance, file, file_of, fold, knight_attacks, rank,
    rank_of, rook_attacks, seen,
};
use super::layout::{
    ATTACKERS, CASTLING, DANGER_BASE, FLANK_ATTACKS, FLANK_DEFENSES, KING_FAR_FROM_PAWNS,
    KING_FILE, KING_SQUARE, KNIGHT_HOME, NEXT_ATTACKS, NO_QUEEN, OPEN_FILES, OTHER_CHECKS,
    SAFE_CHECK, SHELTER, SHIELDS, STORM, STORM_STOPPED, Term, WEAK_SQUARES,
};
use super::men::{Attacks, BISHOP, KING, KNIGHT, Men, PAWN, QUEEN, ROOK};
use super::pair::Pair;
use super::square_index;
use super::trace::{Sum, Trace};
use super::weights::DANGER_WEIGHTS;

/// More danger than this makes no difference.
pub(crate) const MOST_DANGER: i32 = 3000;

/// What a danger costs its king: grows with its square in the middlegame.
pub(crate) const fn cost_of_danger(danger: i32) -> (i32, i32) {
    let danger = if danger > MOST_DANGER {
        MOST_DANGER
    } else {
        danger
    };
    if danger <= 0 {
        (0, 0)
    } else {
        (danger * danger / 4096, danger / 16)
    }
}

/// How far the pawns shelter the king of one side.
pub(super) fn count_shelter<T: Trace, const BLACK: bool>(men: &Men, sum: &mut Sum<'_, T, BLACK>) {
    let us = usize::from(BLACK);
    let king = men.king[us];
    let (ours, theirs) = (men.of[us][PAWN], men.of[us ^ 1][PAWN]);
    sum.one(KING_SQUARE, square_index(seen::<BLACK>(king)));
    if men.may_castle[us] > 0 {
        sum.one(CASTLING, (men.may_castle[us] - 1).min(1));
    }
    // What stands behind the king neither shelters nor storms.
    let lanes = ahead::<BLACK>(file_row::<BLACK>(king)) | file_row::<BLACK>(king);
    let middle = file_of(king).clamp(1, 6);
    for lane in [middle - 1, middle, middle + 1] {
        let ours = nearest::<BLACK>(ours & lanes & file(lane));
        let theirs = nearest::<BLACK>(theirs & lanes & file(lane));
        sum.one(SHELTER, fold(lane) * 7 + ours);
        if ours != 0 && theirs == ours + 1 {
            sum.one(STORM_STOPPED, theirs);
        } else {
            sum.one(STORM, fold(lane) * 7 + theirs);
        }
    }
    let lane = file(file_of(king));
    if lane & ours == 0 {
        sum.one(KING_FILE, usize::from(lane & theirs != 0));
    }
    let pawns = ours | theirs;
    if pawns != 0 {
        let nearest = Squares(pawns).map(|at| distance(king, at)).min();
        sum.many(KING_FAR_FROM_PAWNS, 0, nearest.unwrap_or(0) as i32);
    }
}

/// The rank of a square.
const fn file_row<const BLACK: bool>(at: usize) -> u64 {
    rank::<BLACK>(rank_of::<BLACK>(at))
}

/// The rank of the pawn that is nearest to the own edge, 1 to 6, or 0 if there is none.
fn nearest<const BLACK: bool>(pawns: u64) -> usize {
    if pawns == 0 {
        return 0;
    }
    let at = if BLACK {
        63 - pawns.leading_zeros() as usize
    } else {
        pawns.trailing_zeros() as usize
    };
    rank_of::<BLACK>(at).min(6)
}

/// The sum of the dangers to one king.
struct Danger<'trace, T> {
    black: bool,
    total: i32,
    trace: &'trace mut T,
}

impl<T: Trace> Danger<'_, T> {
    #[inline(always)]
    fn add(&mut self, term: Term, offset: usize, count: i32) {
        let index = term.start + offset;
        self.total += DANGER_WEIGHTS[index] * count;
        if count != 0 {
            self.trace.danger(self.black, index, count);
        }
    }
}

/// What the danger to the king of one side costs it.
pub(super) fn cost_of_attack<T: Trace, const BLACK: bool>(
    men: &Men,
    attacks: &Attacks,
    trace: &mut T,
) -> Pair {
    let us = usize::from(BLACK);
    let them = us ^ 1;
    let king = men.king[us];
    let mut danger = Danger {
        black: BLACK,
        total: 0,
        trace,
    };

    // What only king and queen defend does not hold.
    let weak = attacks.all[them]
        & !attacks.twice[us]
        & (!attacks.all[us] | attacks.by[us][KING] | attacks.by[us][QUEEN]);
    let safe = !men.all[them] & (!attacks.all[us] | (weak & attacks.twice[them]));

    let attackers: i32 = attacks.attackers[them].iter().sum();
    for (offset, &some) in attacks.attackers[them].iter().enumerate() {
        danger.add(ATTACKERS, offset, some * attackers);
    }
    danger.add(NEXT_ATTACKS, 0, attacks.next[them]);
    danger.add(WEAK_SQUARES, 0, count(attacks.ring[us] & weak));

    // Checks through the own queen count: she has to leave.
    let through = men.occupied & !men.of[us][QUEEN];
    let straight = rook_attacks(king, through);
    let diagonal = bishop_attacks(king, through);
    let checks = [
        (KNIGHT, knight_attacks(king) & attacks.by[them][KNIGHT]),
        (BISHOP, diagonal & attacks.by[them][BISHOP]),
        (ROOK, straight & attacks.by[them][ROOK]),
        (
            QUEEN,
            (diagonal | straight) & attacks.by[them][QUEEN] & !attacks.by[us][QUEEN],
        ),
    ];
    let mut others = 0;
    for (role, squares) in checks {
        let good = squares & safe;
        if good != 0 {
            let several = usize::from(good & (good - 1) != 0);
            danger.add(SAFE_CHECK, 2 * (role - KNIGHT) + several, 1);
        } else if role != QUEEN {
            others |= squares & !men.all[them];
        }
    }
    danger.add(OTHER_CHECKS, 0, count(others));
    danger.add(SHIELDS, 0, count(men.shields[us]));

    let camp = flank(file_of(king)) & !(rank::<BLACK>(5) | rank::<BLACK>(6) | rank::<BLACK>(7));
    let attacked = attacks.all[them] & camp;
    danger.add(
        FLANK_ATTACKS,
        0,
        count(attacked) + count(attacked & attacks.twice[them]),
    );
    danger.add(FLANK_DEFENSES, 0, count(attacks.all[us] & camp));

    let middle = file_of(king).clamp(1, 6);
    let open = [middle - 1, middle, middle + 1]
        .iter()
        .filter(|&&lane| {
            ahead::<BLACK>(file_row::<BLACK>(king)) & file(lane) & men.of[us][PAWN] == 0
        })
        .count();
    danger.add(OPEN_FILES, 0, open as i32);
    danger.add(NO_QUEEN, 0, i32::from(men.of[them][QUEEN] == 0));
    danger.add(
        KNIGHT_HOME,
        0,
        i32::from(attacks.by[us][KNIGHT] & attacks.by[us][KING] != 0),
    );
    danger.add(DANGER_BASE, 0, 1);

    let (middle, end) = cost_of_danger(danger.total);
    Pair::new(middle, end)
}

/// The files on which an attack on a king comes.
const fn flank(king_file: usize) -> u64 {
    let (first, last) = match king_file {
        0..=2 => (0, 3),
        3 => (1, 5),
        4 => (2, 6),
        _ => (4, 7),
    };
    let mut set = 0;
    let mut lane = first;
    while lane <= last {
        set |= file(lane);
        lane += 1;
    }
    set
}
