//! Whether an invariant is one: whether no move whatever leads out of it. Judged from its data
//! alone; whether it also excludes mate is asked of `mate`.
//!
//! # Proof
//!
//! Claim: if [`is_sound`] says yes and a position fits the invariant, then so does every position
//! that a legal move leads to; hence all that follow fit it, and none is a mate by `color`.
//!
//! Let the position P fit phase A: each man on the board stands in its range, those not on the
//! board are men that may be gone, and no man behind another has passed it. A legal move is of
//! one of these kinds, each covered by [`Phases::moves`], which gives a superset of the squares t
//! to which man i may go from a square u of its range:
//!
//! * *A step or leap, or a run along a line.* The squares passed are empty, so no man *stands for
//!   certain* on one of them (its range is one square and it is not gone); on t there is no man of
//!   the same color. A promoted man may be any piece but king and pawn: queen's and knight's moves
//!   contain them all.
//! * *The king* does not go to a square that is attacked afterwards. A man j of the enemy that is
//!   not gone attacks t *for certain* if it does so from every square s of its range: by a leap or
//!   step, or along a line on which between s and t no man but j and this king can ever stand (the
//!   king has left the line or goes to t). The man that the king takes on t, if any, is not j: j
//!   does not attack its own square.
//! * *A pawn* goes straight to an empty square, so not to one on which a man stands for certain, nor
//!   to or past the last square of a man that it is behind; two steps, from its second rank, over
//!   an empty square. It takes sideways what stands on t, or en passant a pawn that has just made
//!   two steps. On the last rank it becomes a promoted man.
//! * *Castling* is impossible: a position with a castling right fits nothing, and no right arises.
//!
//! If i goes to t, a man q of the enemy that may stand on t (not a king) may be taken; that nothing
//! is taken is possible unless an enemy stands on t for certain. En passant, at P itself when it
//! is the first position none is possible; later only a pawn q is taken that has just come from
//! its second rank, so that rank was in its range in some phase. In each case the ranges of A, that
//! of i narrowed to t and that of q to "gone", contain the new position. [`is_kept`] finds a phase B
//! whose ranges contain all these; so the new position is in the ranges of B.
//!
//! That a pawn stays behind its other: [`is_order_kept`] demands that both never leave one file and
//! never become something else. On a file no man passes another, knights excepted, which are
//! excluded.

use alloc::vec::Vec;

use crate::attacks::attacks;
use crate::{Bitboard, ByColor, Color, Piece, Position, Rank, Role, Square};

use super::super::certificate::{Invariant, ManRange, Phase};
use super::mate::may_be_mate;

/// More men are refused.
const MOST_MEN: usize = 32;

/// Whether the invariant is preserved by every legal move of every position that fits it, and no
/// position that fits it is a mate by `color`.
pub(super) fn is_sound(invariant: &Invariant, color: Color) -> bool {
    is_well_formed(invariant)
        && is_order_kept(invariant)
        && invariant.phases.iter().all(|phase| {
            View::new(invariant, phase).is_kept() && !may_be_mate(&invariant.men, phase, !color)
        })
}

fn is_well_formed(invariant: &Invariant) -> bool {
    let Invariant { men, phases, .. } = invariant;
    let kings = |color| {
        let is_king = |man: &&Piece| man.role == Role::King && man.color == color;
        men.iter().filter(is_king).count()
    };
    let is_fit = |(man, range): (&Piece, &ManRange)| match man.role {
        Role::King => range.promoted.is_empty() && !range.may_be_gone,
        Role::Pawn => (range.squares & Bitboard::BACK_RANKS).is_empty(),
        _ => range.promoted.is_empty(),
    };
    men.len() <= MOST_MEN
        && phases.len() <= Invariant::MOST_PHASES
        && Color::ALL.into_iter().all(|color| kings(color) == 1)
        && phases
            .iter()
            .all(|phase| phase.len() == men.len() && men.iter().zip(phase).all(is_fit))
}

/// Whether the men of each pair in `behind` keep to one file and are what they are, in all phases.
fn is_order_kept(invariant: &Invariant) -> bool {
    invariant.behind.iter().all(|&(pawn, other)| {
        let places = [usize::from(pawn), usize::from(other)];
        let roles = places.map(|place| invariant.men.get(place).map(|man| man.role));
        let mut everywhere = Bitboard::EMPTY;
        for range in invariant
            .phases
            .iter()
            .flat_map(|phase| places.map(|place| phase.get(place)))
        {
            let Some(range) = range else { return false };
            if range.promoted.any() {
                return false;
            }
            everywhere |= range.squares;
        }
        let file = everywhere
            .first()
            .map(|square| Bitboard::file(square.file()));
        pawn != other
            && roles[0] == Some(Role::Pawn)
            && roles[1].is_some_and(|role| role != Role::Knight)
            && file.is_none_or(|file| (everywhere - file).is_empty())
    })
}

/// A phase, seen from the moves that may be made in it.
struct View<'a> {
    invariant: &'a Invariant,
    phase: &'a Phase,
    /// For each phase, the men (a bit each) whose range here is not within their range there.
    strays: Vec<u32>,
    /// The squares on which a man of that color stands for certain.
    certain: ByColor<Bitboard>,
}

impl<'a> View<'a> {
    fn new(invariant: &'a Invariant, phase: &'a Phase) -> Self {
        let mut view = View {
            invariant,
            phase,
            strays: Vec::new(),
            certain: ByColor::default(),
        };
        for (_, man, range) in view.men() {
            *view.certain.get_mut(man.color) |= certain(range);
        }
        let strays = invariant.phases.iter().map(|other| strays(phase, other));
        view.strays.extend(strays);
        view
    }

    /// The men with their places and ranges.
    fn men(&self) -> impl Iterator<Item = (usize, Piece, &'a ManRange)> + use<'a> {
        let men = self.invariant.men.iter().zip(self.phase).enumerate();
        men.map(|(place, (&man, range))| (place, man, range))
    }

    /// Whether every move of every man leads into one of the phases.
    fn is_kept(&self) -> bool {
        let obstacles = self.certain.white | self.certain.black;
        self.men().all(|(place, man, range)| {
            let reach = |role, from| attacks(role, man.color, from, obstacles);
            let promoted = range.promoted.into_iter().all(|from| {
                self.lands(place, man.color, reach(Role::Queen, from), true)
                    && self.lands(place, man.color, reach(Role::Knight, from), true)
            });
            let forbidden = match man.role {
                Role::King => self.watched(place, man.color),
                _ => Bitboard::EMPTY,
            };
            promoted
                && range.squares.into_iter().all(|from| match man.role {
                    Role::Pawn => self.pawn_is_kept(place, man.color, from),
                    role => self.lands(place, man.color, reach(role, from) - forbidden, false),
                })
        })
    }

    /// Whether all is in order when the man goes to any square of `to`, taking or not.
    fn lands(&self, place: usize, color: Color, to: Bitboard, promoted: bool) -> bool {
        let to = to - *self.certain.get(color);
        let quiet = to - *self.certain.get(!color);
        quiet
            .into_iter()
            .all(|square| self.leads_on(place, square, promoted, None))
            && to
                .into_iter()
                .all(|square| self.takes(place, color, square, promoted))
    }

    /// Whether all is in order when the man takes any that may stand on `square`.
    fn takes(&self, place: usize, color: Color, square: Square, promoted: bool) -> bool {
        self.men().all(|(victim, man, range)| {
            let is_prey = man.color != color
                && man.role != Role::King
                && (range.squares | range.promoted).contains(square);
            !is_prey || self.leads_on(place, square, promoted, Some(victim))
        })
    }

    fn pawn_is_kept(&self, place: usize, color: Color, from: Square) -> bool {
        let free = !(self.certain.white | self.certain.black) - self.beyond(place, color);
        let from_set = Bitboard::of(from);
        let single = from_set.forward(color) & free;
        let second = Bitboard::rank(second_rank(color));
        let double = (from_set & second).forward(color) & free;
        let double = double.forward(color) & free;
        let quiet = |square: Square| {
            let promoted = Bitboard::BACK_RANKS.contains(square);
            self.leads_on(place, square, promoted, None)
        };
        let sideways = attacks(Role::Pawn, color, from, Bitboard::EMPTY) - *self.certain.get(color);
        (single | double).into_iter().all(quiet)
            && sideways.into_iter().all(|square| {
                let promoted = Bitboard::BACK_RANKS.contains(square);
                self.takes(place, color, square, promoted)
                    && self.takes_en_passant(place, color, from, square)
            })
    }

    /// Whether all is in order when the pawn goes sideways to `square` and takes en passant.
    fn takes_en_passant(&self, place: usize, color: Color, from: Square, square: Square) -> bool {
        let passed = Square::new(square.file(), from.rank());
        let origin = Square::new(square.file(), second_rank(!color));
        // Two steps ahead of its second rank a pawn stands where the other takes from.
        let is_beside = Bitboard::of(origin)
            .forward(!color)
            .forward(!color)
            .contains(passed);
        self.men().all(|(victim, man, range)| {
            let is_prey = is_beside
                && man.color != color
                && man.role == Role::Pawn
                && range.squares.contains(passed)
                && self.was_ever_on(victim, origin);
            !is_prey || self.leads_on(place, square, false, Some(victim))
        })
    }

    fn was_ever_on(&self, place: usize, square: Square) -> bool {
        let mut ranges = self
            .invariant
            .phases
            .iter()
            .filter_map(|phase| phase.get(place));
        ranges.any(|range| range.squares.contains(square))
    }

    /// The squares that the pawn cannot go straight to, because of men that it is behind.
    fn beyond(&self, place: usize, color: Color) -> Bitboard {
        let pairs = self.invariant.behind.iter();
        let ahead = pairs.filter(|(pawn, _)| usize::from(*pawn) == place);
        ahead.fold(Bitboard::EMPTY, |beyond, (_, other)| {
            match self.phase.get(usize::from(*other)) {
                Some(range) if !range.may_be_gone => {
                    // Somewhere behind a square of the other's range it may still be.
                    let mut open = Bitboard::EMPTY;
                    for square in range.squares {
                        open |= all_behind(square, color);
                    }
                    beyond | !open
                }
                _ => beyond,
            }
        })
    }

    /// The squares that the enemies of the king at `place` attack for certain after it has moved.
    fn watched(&self, king: usize, color: Color) -> Bitboard {
        self.men()
            .fold(Bitboard::EMPTY, |watched, (place, man, range)| {
                let is_there = !range.may_be_gone && range.promoted.is_empty();
                if man.color == color || !is_there {
                    return watched;
                }
                let others = self
                    .men()
                    .filter(|(other, _, _)| ![king, place].contains(other));
                let in_the_way = others.fold(Bitboard::EMPTY, |squares, (_, _, range)| {
                    squares | range.squares | range.promoted
                });
                let from_everywhere = range
                    .squares
                    .into_iter()
                    .fold(Bitboard::ALL, |common, from| {
                        common & attacks(man.role, man.color, from, in_the_way)
                    });
                watched | from_everywhere
            })
    }

    /// Whether the position after a move is in the ranges of some phase: the man on `square`, the
    /// victim gone, all others where they may be now.
    fn leads_on(
        &self,
        place: usize,
        square: Square,
        promoted: bool,
        victim: Option<usize>,
    ) -> bool {
        let bit = |place: usize| {
            1_u32
                .checked_shl(u32::try_from(place).unwrap_or(32))
                .unwrap_or(0)
        };
        let touched = bit(place) | victim.map_or(0, bit);
        self.invariant
            .phases
            .iter()
            .zip(&self.strays)
            .any(|(next, strays)| {
                let arrives = next.get(place).is_some_and(|range| {
                    let there = if promoted {
                        range.promoted
                    } else {
                        range.squares
                    };
                    there.contains(square)
                });
                let is_gone =
                    |victim: usize| next.get(victim).is_some_and(|range| range.may_be_gone);
                arrives && victim.is_none_or(is_gone) && strays & !touched == 0
            })
    }
}

const fn second_rank(color: Color) -> Rank {
    match color {
        Color::White => Rank::Two,
        Color::Black => Rank::Seven,
    }
}

/// The squares on the same file that a pawn of `color` passes before it comes to `square`.
fn all_behind(square: Square, color: Color) -> Bitboard {
    let mut behind = Bitboard::EMPTY;
    let mut step = Bitboard::of(square).forward(!color);
    while step.any() {
        behind |= step;
        step = step.forward(!color);
    }
    behind
}

/// The square on which the man stands in every position of the phase, as a set.
pub(super) fn certain(range: &ManRange) -> Bitboard {
    let everywhere = range.squares | range.promoted;
    if range.may_be_gone || everywhere.more_than_one() {
        Bitboard::EMPTY
    } else {
        everywhere
    }
}

/// The men whose range in `here` is not within their range in `there`, a bit each.
fn strays(here: &Phase, there: &Phase) -> u32 {
    let mut bits = 0;
    for (place, (one, other)) in here.iter().zip(there).enumerate().take(MOST_MEN) {
        let is_within = (one.squares - other.squares).is_empty()
            && (one.promoted - other.promoted).is_empty()
            && (other.may_be_gone || !one.may_be_gone);
        if !is_within {
            bits |= 1 << place;
        }
    }
    bits
}

/// More attempts to tell the men apart are not made; a few always suffice for an honest certificate.
const MOST_ATTEMPTS: u32 = 20_000;

/// Whether the position fits one of the phases.
pub(super) fn fits(invariant: &Invariant, position: &Position) -> bool {
    position.castling_rights().is_empty()
        && position.ep_square().is_none()
        && invariant.phases.iter().any(|phase| {
            let mut roll = Roll {
                invariant,
                phase,
                position,
                stands: Vec::new(),
                free: position.board().occupied(),
                attempts: 0,
            };
            roll.call()
        })
}

/// Telling the men of a position to be those of an invariant, one after another.
struct Roll<'a> {
    invariant: &'a Invariant,
    phase: &'a Phase,
    position: &'a Position,
    /// Where the men stand that were told so far.
    stands: Vec<Option<Square>>,
    /// The men on the board that were not yet told to be anybody.
    free: Bitboard,
    attempts: u32,
}

impl Roll<'_> {
    /// Whether the men left on the board can be told to be the men left in the invariant.
    fn call(&mut self) -> bool {
        self.attempts += 1;
        let place = self.stands.len();
        let man = self.invariant.men.get(place).zip(self.phase.get(place));
        let Some((man, range)) = man else {
            return self.free.is_empty();
        };
        let left = self.invariant.men.len() - place;
        if self.attempts > MOST_ATTEMPTS || self.free.count() as usize > left {
            return false;
        }
        let board = self.position.board();
        let here = |role| board.by_piece(man.color, role);
        let mut promoted = Bitboard::EMPTY;
        for role in Role::PROMOTIONS {
            promoted |= here(role) & range.promoted;
        }
        let candidates = ((here(man.role) & range.squares) | promoted) & self.free;
        let mut places = candidates.into_iter().map(Some).collect::<Vec<_>>();
        if range.may_be_gone {
            places.push(None);
        }
        places.into_iter().any(|stand| self.try_out(stand))
    }

    fn try_out(&mut self, stand: Option<Square>) -> bool {
        let bit = stand.map_or(Bitboard::EMPTY, Bitboard::of);
        self.free -= bit;
        self.stands.push(stand);
        let is_right = self.is_ordered() && self.call();
        self.stands.pop();
        self.free |= bit;
        is_right
    }

    /// Whether no pawn told so far is ahead of a man that it should be behind.
    fn is_ordered(&self) -> bool {
        self.invariant.behind.iter().all(|&(pawn, other)| {
            let stand = |place: u8| self.stands.get(usize::from(place)).copied().flatten();
            let color = self
                .invariant
                .men
                .get(usize::from(pawn))
                .map(|man| man.color);
            match (stand(pawn), stand(other), color) {
                (Some(pawn), Some(other), Some(color)) => all_behind(other, color).contains(pawn),
                _ => true,
            }
        })
    }
}
