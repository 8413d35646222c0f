//! What a position is worth, by knowledge put down by hand and tuned on games of our own. One door:
//! [`Evaluator`]. Each term lives in the file of its subject; all numbers live in `weights`.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::indexing_slicing,
    reason = "squares are below 64, roles below 6, sides below 2, counts of bits below 65"
)]

mod bits;
mod endings;
mod king;
mod kpk;
pub(crate) mod layout;
mod men;
pub(crate) mod pair;
mod passed;
mod pawns;
mod pieces;
#[cfg(test)]
mod tests;
mod threats;
pub(crate) mod trace;
pub(crate) mod weights;

use tabiya_rules::{Color, Position};

use bits::count;
use kpk::KingAndPawn;
use layout::{
    BOTH_WINGS, COMPLEXITY_BASE, EACH_PASSED, EACH_PAWN, INFILTRATION, ONE_WING, OUTFLANKING,
    PAWN_ENDING, TEMPO, Term,
};
use men::{Attacks, Men, PAWN};
use pawns::{PawnTable, Structure};
use trace::{Frame, Silent, Sum, Trace};
use weights::COMPLEXITY_WEIGHTS;

#[cfg(feature = "training")]
pub(crate) use king::MOST_DANGER;

/// No evaluation is farther from zero.
pub const MOST_VALUE: i32 = 12_000;

/// The phase of a board with all its pieces.
pub(crate) const WHOLE_PHASE: i32 = 24;
/// A scale that changes nothing.
pub(crate) const WHOLE_SCALE: i32 = 64;

/// Says what positions are worth, and remembers pawn structures that it has seen. The same
/// position has the same value always, whatever was asked before.
pub struct Evaluator {
    pawns: PawnTable,
}

impl std::fmt::Debug for Evaluator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Evaluator").finish_non_exhaustive()
    }
}

impl Default for Evaluator {
    fn default() -> Evaluator {
        Evaluator::new()
    }
}

impl Evaluator {
    /// With empty memory. It takes 256 KiB, and another 24 KiB from the first ending of king and
    /// pawn against king on.
    #[must_use]
    pub fn new() -> Evaluator {
        Evaluator {
            pawns: PawnTable::new(),
        }
    }

    /// Works out what all evaluators share, so that no search has to.
    pub(crate) fn prepare() {
        KingAndPawn::shared();
    }

    /// What the position is worth to the side to move, in centipawns: a pawn is 100 in the endgame.
    /// Never beyond [`MOST_VALUE`]. Whether the king is in check is not looked at, nor how near the
    /// fiftieth move without progress is.
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        let mut men = Men::new(position);
        let white = match self.known(&men, position.turn()) {
            Some(value) => value,
            None => self.count(&mut men, position.turn(), &mut Silent),
        };
        let value = if position.turn() == Color::White {
            white
        } else {
            -white
        };
        value.clamp(-MOST_VALUE, MOST_VALUE)
    }

    /// The value for White by all terms, told to `trace`; `None` where the ending is known.
    #[cfg(any(test, feature = "training"))]
    pub(crate) fn traced<T: Trace>(&mut self, position: &Position, trace: &mut T) -> Option<i32> {
        let mut men = Men::new(position);
        match self.known(&men, position.turn()) {
            Some(_) => None,
            None => Some(self.count(&mut men, position.turn(), trace)),
        }
    }

    /// The value for White where no counting of terms is needed.
    fn known(&mut self, men: &Men, turn: Color) -> Option<i32> {
        if men.all.iter().any(|&side| count(side) > 16) {
            return Some(endings::by_material(men));
        }
        endings::against_lone_king(men, turn)
    }

    /// The value for White by all terms, told to `trace`.
    fn count<T: Trace>(&mut self, men: &mut Men, turn: Color, trace: &mut T) -> i32 {
        let structure = self.pawns.get([men.of[0][PAWN], men.of[1][PAWN]], trace);
        men.find_shields();
        let mut attacks = Attacks::new(men);

        let mut white = Sum::<T, false>::new(trace);
        pieces::count_pieces(men, &structure, &mut attacks, &mut white);
        let mut value = structure.value.plus(white.value);
        let mut black = Sum::<T, true>::new(trace);
        pieces::count_pieces(men, &structure, &mut attacks, &mut black);
        value = value.minus(black.value);

        let mut white = Sum::<T, false>::new(trace);
        one_side(men, &attacks, &structure, turn == Color::White, &mut white);
        value = value.plus(white.value);
        let mut black = Sum::<T, true>::new(trace);
        one_side(men, &attacks, &structure, turn == Color::Black, &mut black);
        value = value.minus(black.value);

        value = value.minus(king::cost_of_attack::<T, false>(men, &attacks, trace));
        value = value.plus(king::cost_of_attack::<T, true>(men, &attacks, trace));

        let frame = Frame {
            phase: endings::phase(men),
            scale: [
                endings::scale(men, &structure, 0),
                endings::scale(men, &structure, 1),
            ],
        };
        trace.frame(frame);
        let complexity = complexity(men, &structure, trace);
        together(value.middle(), value.end(), complexity, frame)
    }
}

/// Terms of one side for which the attacks of both must be known.
fn one_side<T: Trace, const BLACK: bool>(
    men: &Men,
    attacks: &Attacks,
    structure: &Structure,
    first: bool,
    sum: &mut Sum<'_, T, BLACK>,
) {
    king::count_shelter(men, sum);
    threats::count_threats(men, attacks, sum);
    threats::count_space(men, attacks, sum);
    passed::count_passed(men, attacks, structure, first, sum);
    if first {
        sum.one(TEMPO, 0);
    }
}

/// One value from the sums for the middlegame and the endgame.
pub(crate) fn together(middle: i32, end: i32, complexity: i32, frame: Frame) -> i32 {
    // Complexity helps whoever is ahead, and never turns the tables.
    let end = end + end.signum() * complexity.max(-end.abs());
    let scale = frame.scale[usize::from(end < 0)];
    let sum = middle * frame.phase * WHOLE_SCALE + end * scale * (WHOLE_PHASE - frame.phase);
    sum / (WHOLE_PHASE * WHOLE_SCALE)
}

/// How much there is to play for in the endgame.
fn complexity<T: Trace>(men: &Men, structure: &Structure, trace: &mut T) -> i32 {
    let mut total = 0;
    let mut add = |term: Term, count: i32| {
        total += COMPLEXITY_WEIGHTS[term.start] * count;
        if count != 0 {
            trace.complexity(term.start, count);
        }
    };
    let pawns = men.both(PAWN);
    let [white, black] = men.king;
    let files = bits::file_of(white).abs_diff(bits::file_of(black)) as i32;
    let ranks = bits::rank_of::<false>(white).abs_diff(bits::rank_of::<false>(black)) as i32;
    let both_wings = pawns & bits::LEFT != 0 && pawns & bits::RIGHT != 0;
    let infiltrated = bits::rank_of::<false>(white) > 3 || bits::rank_of::<true>(black) > 3;
    add(
        EACH_PASSED,
        count(structure.passed[0] | structure.passed[1]),
    );
    add(EACH_PAWN, count(pawns));
    add(OUTFLANKING, files - ranks);
    add(BOTH_WINGS, i32::from(both_wings));
    add(INFILTRATION, i32::from(infiltrated));
    add(
        PAWN_ENDING,
        i32::from(men.pieces_value(0) + men.pieces_value(1) == 0),
    );
    add(ONE_WING, i32::from(files <= ranks && !both_wings));
    add(COMPLEXITY_BASE, 1);
    total
}

/// Where a square, as its side sees it, stands in a list of 32 for half a board.
const fn square_index(seen: usize) -> usize {
    ((seen & 63) >> 3) * 4 + bits::fold(bits::file_of(seen))
}
