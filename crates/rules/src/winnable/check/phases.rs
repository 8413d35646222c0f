//! The phases of an invariant, found by what is exact in them: whether one of them contains all
//! that may be after a move.

use alloc::vec::Vec;

use crate::attacks::pawn_attacks;
use crate::{Bitboard, ByColor, Color, Role, Square};

use super::super::certificate::{Invariant, ManRange, Phase};

/// What a move changes.
pub(super) struct Arrival {
    /// Who moves, by its place among the men.
    pub(super) man: usize,
    pub(super) color: Color,
    pub(super) square: Square,
    /// Whether it is, or has become, a queen, rook, bishop or knight that was a pawn.
    pub(super) promoted: bool,
    /// Who is taken.
    pub(super) victim: Option<usize>,
    /// The square passed, if this is a double step.
    pub(super) passed: Option<Square>,
}

/// More men are refused.
pub(super) const MOST_MEN: usize = 32;

/// A byte for each man: its square, [`GONE`], or [`VARIES`] for all but the men that are exact in
/// every phase.
type Key = [u8; MOST_MEN];

const GONE: u8 = 64;
const VARIES: u8 = 65;

/// The phases in the order of their keys.
pub(super) struct Phases<'a> {
    invariant: &'a Invariant,
    /// The men that are exact in every phase, a flag each.
    exact: [bool; MOST_MEN],
    /// Where pawns of that color may stand in any phase.
    pub(super) pawns: ByColor<Bitboard>,
    sorted: Vec<(Key, &'a Phase)>,
}

impl<'a> Phases<'a> {
    /// Nothing if too many phases are alike.
    pub(super) fn new(invariant: &'a Invariant) -> Option<Self> {
        let mut exact = [true; MOST_MEN];
        let mut pawns = ByColor::default();
        for phase in &invariant.phases {
            for (exact, range) in exact.iter_mut().zip(&phase.ranges) {
                *exact &= exact_code(range) != VARIES;
            }
            for (man, range) in invariant.men.iter().zip(&phase.ranges) {
                if man.role == Role::Pawn {
                    *pawns.get_mut(man.color) |= range.squares;
                }
            }
        }
        let mut phases = Phases {
            invariant,
            exact,
            pawns,
            sorted: Vec::new(),
        };
        let all = invariant.phases.iter();
        let mut sorted: Vec<_> = all.map(|phase| (phases.key(phase, None), phase)).collect();
        sorted.sort_unstable_by_key(|(key, _)| *key);
        let too_many = sorted
            .windows(Invariant::MOST_ALIKE + 1)
            .any(|alike| alike.first().map(|(key, _)| key) == alike.last().map(|(key, _)| key));
        phases.sorted = sorted;
        (!too_many).then_some(phases)
    }

    /// Whether some phase contains all that may be once `arrival` has happened in `phase`, where
    /// the men were in `ranges`.
    pub(super) fn contain(&self, phase: &Phase, ranges: &[ManRange], arrival: &Arrival) -> bool {
        let key = self.key(phase, Some(arrival));
        let from = self.sorted.partition_point(|(other, _)| *other < key);
        let alike = self.sorted.get(from..).unwrap_or_default();
        alike
            .iter()
            .take_while(|(other, _)| *other == key)
            .any(|(_, next)| self.contains(next, ranges, arrival))
    }

    fn key(&self, phase: &Phase, arrival: Option<&Arrival>) -> Key {
        let mut key = [VARIES; MOST_MEN];
        let places = key
            .iter_mut()
            .zip(&self.exact)
            .zip(&phase.ranges)
            .enumerate();
        for (place, ((code, exact), range)) in places {
            if !exact {
                continue;
            }
            *code = match arrival {
                Some(arrival) if arrival.man == place => arrival.square.bits(),
                Some(arrival) if arrival.victim == Some(place) => GONE,
                _ => exact_code(range),
            };
        }
        if self.invariant.behind.is_empty() {
            self.forget_who_is_who(&mut key);
        }
        key
    }

    /// Puts the exact men of one piece in the order of their squares: where two of them are swapped,
    /// no position changes, and the men of a position may be told to be the men either way.
    fn forget_who_is_who(&self, key: &mut Key) {
        let men = &self.invariant.men;
        let alike = |place: usize| {
            men.get(place) == men.get(place + 1)
                && self.exact.get(place..=place + 1) == Some(&[true, true])
        };
        for end in (1..men.len()).rev() {
            for place in (0..end).filter(|&place| alike(place)) {
                if let Some([one, other]) = key.get_mut(place..=place + 1)
                    && one > other
                {
                    core::mem::swap(one, other);
                }
            }
        }
    }

    fn contains(&self, next: &Phase, ranges: &[ManRange], arrival: &Arrival) -> bool {
        let is_turn = next.turn.is_none_or(|turn| turn != arrival.color);
        is_turn
            && self.allows_en_passant(next, arrival)
            && ranges
                .iter()
                .zip(&next.ranges)
                .enumerate()
                .all(|(place, (old, new))| {
                    let is_exact = self.exact.get(place) == Some(&true);
                    if is_exact && !(place == arrival.man && arrival.promoted) {
                        // The keys are equal.
                        true
                    } else if place == arrival.man {
                        let squares = if arrival.promoted {
                            new.promoted
                        } else {
                            new.squares
                        };
                        squares.contains(arrival.square)
                    } else if arrival.victim == Some(place) {
                        new.may_be_gone
                    } else {
                        is_within(&without(old, arrival.square), new)
                    }
                })
    }

    /// Whether in `next` the capture en passant is foreseen that the move may have made possible.
    fn allows_en_passant(&self, next: &Phase, arrival: &Arrival) -> bool {
        let Some(passed) = arrival.passed else {
            return true;
        };
        // Without a turn the phase foresees all of them.
        next.turn.is_none() || next.passed == Some(passed) || {
            let beside = pawn_attacks(arrival.color, passed);
            let mut men = self.invariant.men.iter().zip(&next.ranges);
            men.all(|(man, range)| {
                let is_captor = man.role == Role::Pawn && man.color != arrival.color;
                !is_captor || (range.squares & beside).is_empty()
            })
        }
    }
}

fn exact_code(range: &ManRange) -> u8 {
    let Some(square) = range.squares.single() else {
        let is_gone = range.squares.is_empty() && range.promoted.is_empty() && range.may_be_gone;
        return if is_gone { GONE } else { VARIES };
    };
    if range.promoted.any() || range.may_be_gone {
        VARIES
    } else {
        square.bits()
    }
}

/// Two men never stand on one square.
fn without(range: &ManRange, square: Square) -> ManRange {
    ManRange {
        squares: range.squares - square.into(),
        promoted: range.promoted - square.into(),
        may_be_gone: range.may_be_gone,
    }
}

fn is_within(one: &ManRange, other: &ManRange) -> bool {
    (one.squares - other.squares).is_empty()
        && (one.promoted - other.promoted).is_empty()
        && (other.may_be_gone || !one.may_be_gone)
}

/// The square on which the man stands in every position of the phase, as a set.
pub(super) fn certain(range: &ManRange) -> Bitboard {
    match exact_code(range) {
        GONE | VARIES => Bitboard::EMPTY,
        _ => range.squares,
    }
}
