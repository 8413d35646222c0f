//! Whether an invariant is one: whether no move whatever leads out of it. Judged from its data
//! alone; whether it also excludes mate is asked of `mate`.
//!
//! # Proof
//!
//! Claim: if [`is_sound`] says yes and a position fits the invariant, then so does every position
//! that a legal move leads to; hence all that follow fit it, and none is a mate by `color`.
//!
//! Let the position P fit phase A: each man on the board stands in its range, those not on the
//! board are men that may be gone, and no man behind another has passed it. A man stands *for
//! certain* on a square if its range is that square and it is not gone. A legal move takes man i
//! from a square u of its range to t, and the squares t are among those that [`View`] tries:
//!
//! * *A step or leap, or a run along a line.* The squares passed are empty, so no man stands for
//!   certain on one of them; on t there is no man of the same color. A promoted man may be any
//!   piece but king and pawn: queen's and knight's moves contain them all.
//! * *A pawn* goes straight to an empty square, so not to one on which a man stands for certain, nor
//!   to or past the last square of a man that it is behind; two steps, from its second rank, over
//!   an empty square. It takes sideways what stands on t, or en passant a pawn that has just made
//!   two steps. On the last rank it becomes a promoted man.
//! * *Castling* is impossible: a position with a castling right fits nothing, and no right arises.
//!
//! Where the phase names the side to move, only its men move. If i goes to t, a man q of the enemy
//! that may stand on t (not a king) may be taken; that nothing is taken is possible unless an
//! enemy stands on t for certain.
//!
//! *En passant.* In a phase that names the turn it is possible at most on the square named; a
//! double step leads to a phase that names the square passed, or that names no turn, or in which no
//! pawn of the enemy can stand beside (so [`Phases::contain`] demands). In a phase without a turn
//! it is not possible in the first position; later the pawn taken has just come from its second
//! rank, so that square was in the range of a pawn in some phase, and [`View::en_passant_victims`]
//! finds it.
//!
//! *Check.* In a phase that names the side to move, its men stand on no square from which they would
//! be giving check already (see `legal`). A move is left out only if afterwards the mover's own
//! king would be attacked for certain ([`View::is_surely_illegal`]): the king's square is known (it
//! went to t, or it stands for certain), and an enemy j that is not gone, not promoted and not the
//! man taken attacks it from every square of its range: by a step or leap, or along a line on which
//! no other man can stand between. After the move i is on t and the victim is gone, and all others
//! are in their ranges.
//!
//! In each case the ranges of A, that of i narrowed to t and that of q to "gone", contain the new
//! position, and there is a phase B, for the other side to move or for both, whose ranges contain
//! all these. So the new position is in the ranges of B. Where no man is behind another, men of one
//! piece may have changed their places in the list: they are as good as each other.
//!
//! That a pawn stays behind its other: [`is_order_kept`] demands that both never leave one file and
//! never become something else. On a file no man passes another, knights excepted, which are
//! excluded.

use alloc::vec::Vec;

use crate::attacks::attacks;
use crate::{Bitboard, ByColor, Color, Piece, Position, Rank, Role, Square};

use super::super::certificate::{Invariant, ManRange, Phase};
use super::Work;
use super::legal::without_checks;
use super::mate::may_be_mate;
use super::phases::{Arrival, MOST_MEN, Phases, certain};
use super::roll;

/// Whether the invariant is preserved by every legal move of every position that fits it, and no
/// position that fits it is a mate by `color`.
pub(super) fn is_sound(invariant: &Invariant, color: Color, work: &Work) -> bool {
    if !is_well_formed(invariant) || !is_order_kept(invariant) {
        return false;
    }
    let Some(phases) = Phases::new(invariant) else {
        return false;
    };
    invariant.phases.iter().all(|phase| {
        let view = View::new(invariant, phase, &phases, work);
        // Only the side to move can be mated.
        let is_quiet = phase.turn == Some(color);
        view.is_void()
            || view.is_kept()
                && (is_quiet || !may_be_mate(&invariant.men, &view.ranges, !color, work))
    })
}

/// Whether the position fits one of the phases.
pub(super) fn fits(invariant: &Invariant, position: &Position, work: &Work) -> bool {
    let mut phases = invariant.phases.iter();
    phases.any(|phase| roll::fits(invariant, phase, position, work))
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
        && invariant.behind.len() <= MOST_MEN * MOST_MEN
        && phases.len() <= Invariant::MOST_PHASES
        && Color::ALL.into_iter().all(|color| kings(color) == 1)
        && phases.iter().all(|phase| {
            phase.ranges.len() == men.len() && men.iter().zip(&phase.ranges).all(is_fit)
        })
}

/// Whether the men of each pair in `behind` keep to one file and are what they are, in all phases.
fn is_order_kept(invariant: &Invariant) -> bool {
    invariant.behind.iter().all(|&(pawn, other)| {
        let role = |place: u8| invariant.men.get(usize::from(place)).map(|man| man.role);
        let mut everywhere = Bitboard::EMPTY;
        let mut promoted = Bitboard::EMPTY;
        for phase in &invariant.phases {
            for place in [pawn, other] {
                let range = phase
                    .ranges
                    .get(usize::from(place))
                    .copied()
                    .unwrap_or_default();
                everywhere |= range.squares;
                promoted |= range.promoted;
            }
        }
        let file = everywhere
            .first()
            .map(|square| Bitboard::file(square.file()));
        pawn != other
            && role(pawn) == Some(Role::Pawn)
            && role(other).is_some_and(|role| role != Role::Knight)
            && promoted.is_empty()
            && file.is_none_or(|file| (everywhere - file).is_empty())
    })
}

/// A phase, seen from the moves that may be made in it.
struct View<'a> {
    invariant: &'a Invariant,
    phases: &'a Phases<'a>,
    phase: &'a Phase,
    work: &'a Work,
    /// Where the men may be, given that nobody is in check who is not to move.
    ranges: Vec<ManRange>,
    /// The squares on which a man of that color stands for certain.
    certain: ByColor<Bitboard>,
}

impl<'a> View<'a> {
    fn new(
        invariant: &'a Invariant,
        phase: &'a Phase,
        phases: &'a Phases<'a>,
        work: &'a Work,
    ) -> Self {
        let mut view = View {
            invariant,
            phases,
            phase,
            work,
            ranges: without_checks(&invariant.men, phase),
            certain: ByColor::default(),
        };
        for (man, range) in invariant.men.iter().zip(&view.ranges) {
            *view.certain.get_mut(man.color) |= certain(range);
        }
        view
    }

    /// Whether no position fits the phase, because a man that is there has no square.
    fn is_void(&self) -> bool {
        let is_nowhere = |range: &ManRange| (range.squares | range.promoted).is_empty();
        let mut ranges = self.ranges.iter();
        ranges.any(|range| !range.may_be_gone && is_nowhere(range))
    }

    /// The men with their places and ranges.
    fn men(&self) -> impl Iterator<Item = (usize, Piece, &ManRange)> {
        let men = self.invariant.men.iter().zip(&self.ranges).enumerate();
        men.map(|(place, (&man, range))| (place, man, range))
    }

    /// Whether every move of every man leads into one of the phases.
    fn is_kept(&self) -> bool {
        let obstacles = self.certain.white | self.certain.black;
        let turn = self.phase.turn;
        self.men()
            .filter(|(_, man, _)| turn.is_none_or(|turn| turn == man.color))
            .all(|(place, man, range)| {
                let reach = |role, from: Bitboard| {
                    let each = from
                        .into_iter()
                        .map(|from| attacks(role, man.color, from, obstacles));
                    each.fold(Bitboard::EMPTY, |all, one| all | one)
                };
                let [queen, knight] = [Role::Queen, Role::Knight].map(|r| reach(r, range.promoted));
                self.lands(place, man.color, queen | knight, true)
                    && match man.role {
                        Role::Pawn => {
                            let mut squares = range.squares.into_iter();
                            squares.all(|from| self.pawn_is_kept(place, man.color, from))
                        }
                        role => self.lands(place, man.color, reach(role, range.squares), false),
                    }
            })
    }

    /// Whether all is in order when the man goes to any square of `to`, taking or not.
    fn lands(&self, man: usize, color: Color, to: Bitboard, promoted: bool) -> bool {
        let to = to - *self.certain.get(color);
        let empty = to - *self.certain.get(!color);
        to.into_iter().all(|square| {
            let arrival = |victim| Arrival {
                man,
                color,
                square,
                promoted,
                victim,
                passed: None,
            };
            let takes = self
                .victims(color, square)
                .all(|victim| self.leads_on(&arrival(Some(victim))));
            takes && (!empty.contains(square) || self.leads_on(&arrival(None)))
        })
    }

    /// The enemies of `color` that may stand on `square` and be taken.
    fn victims(&self, color: Color, square: Square) -> impl Iterator<Item = usize> {
        let prey = self.men().filter(move |(_, man, range)| {
            man.color != color
                && man.role != Role::King
                && (range.squares | range.promoted).contains(square)
        });
        prey.map(|(place, _, _)| place)
    }

    fn pawn_is_kept(&self, man: usize, color: Color, from: Square) -> bool {
        let free = !(self.certain.white | self.certain.black) - self.beyond(man, color);
        let single = Bitboard::of(from).forward(color) & free;
        let is_second = from.rank() == second_rank(color);
        let over = if is_second { single } else { Bitboard::EMPTY };
        let double = over.forward(color) & free;
        let sideways = attacks(Role::Pawn, color, from, Bitboard::EMPTY);
        let sideways = sideways - *self.certain.get(color);
        let goes = |square: Square, victim, passed| {
            self.leads_on(&Arrival {
                man,
                color,
                square,
                promoted: Bitboard::BACK_RANKS.contains(square),
                victim,
                passed,
            })
        };
        single.into_iter().all(|square| goes(square, None, None))
            && double
                .into_iter()
                .all(|square| goes(square, None, over.single()))
            && sideways.into_iter().all(|square| {
                let mut victims = self
                    .victims(color, square)
                    .chain(self.en_passant_victims(color, from, square));
                victims.all(|victim| goes(square, Some(victim), None))
            })
    }

    /// The pawns that a pawn of `color` on `from` may take en passant by going to `square`.
    fn en_passant_victims(
        &self,
        color: Color,
        from: Square,
        square: Square,
    ) -> impl Iterator<Item = usize> {
        let stands = Square::new(square.file(), from.rank());
        let origin = Square::new(square.file(), second_rank(!color));
        // Two steps ahead of its second rank the pawn stands beside the one that takes it.
        let two_steps = Bitboard::of(origin).forward(!color).forward(!color);
        let is_possible = two_steps.contains(stands)
            && (self.phase.turn.is_none() || self.phase.passed == Some(square))
            && self.was_ever_on(!color, origin);
        let prey = self.men().filter(move |(_, man, range)| {
            is_possible
                && man.color != color
                && man.role == Role::Pawn
                && range.squares.contains(stands)
        });
        prey.map(|(place, _, _)| place)
    }

    /// Whether a pawn of `color` was on `square` in some phase: any of them, since from phase to
    /// phase two pawns may be told to be each other. Where a phase names the turn, the square
    /// passed is known, and the double step may have come before the first position.
    fn was_ever_on(&self, color: Color, square: Square) -> bool {
        self.phase.turn.is_some() || self.phases.pawns.get(color).contains(square)
    }

    /// The squares that the pawn cannot go straight to, because of men that it is behind.
    fn beyond(&self, place: usize, color: Color) -> Bitboard {
        let pairs = self.invariant.behind.iter();
        let ahead = pairs.filter(|(pawn, _)| usize::from(*pawn) == place);
        let mut beyond = Bitboard::EMPTY;
        for (_, other) in ahead {
            match self.ranges.get(usize::from(*other)) {
                Some(range) if !range.may_be_gone => {
                    // It may come to all that is behind some square of the other's range.
                    let squares = range
                        .squares
                        .into_iter()
                        .map(|square| all_behind(square, color));
                    beyond |= !squares.fold(Bitboard::EMPTY, |all, one| all | one);
                }
                _ => {}
            }
        }
        beyond
    }

    /// Whether the move leads into one of the phases, or is surely illegal.
    fn leads_on(&self, arrival: &Arrival) -> bool {
        self.work.spend()
            && (self.is_surely_illegal(arrival)
                || self.phases.contain(self.phase, &self.ranges, arrival))
    }

    /// Whether after the move the mover's own king is attacked for certain.
    fn is_surely_illegal(&self, arrival: &Arrival) -> bool {
        let is_own_king = |man: Piece| man.role == Role::King && man.color == arrival.color;
        let Some((own_king, _, range)) = self.men().find(|(_, man, _)| is_own_king(*man)) else {
            return false;
        };
        let king = if own_king == arrival.man {
            Some(arrival.square)
        } else {
            range.squares.single()
        };
        let Some(king) = king else { return false };
        self.men().any(|(place, man, range)| {
            let is_there = !range.may_be_gone && range.promoted.is_empty();
            let is_enemy = man.color != arrival.color && arrival.victim != Some(place);
            let attacks_from = |from, obstacles| attacks(man.role, man.color, from, obstacles);
            let all_attack = |obstacles| {
                let mut squares = range.squares.into_iter();
                squares.all(|from| attacks_from(from, obstacles).contains(king))
            };
            is_there
                && is_enemy
                && all_attack(Bitboard::EMPTY)
                && all_attack(self.obstacles_after(arrival, place, own_king))
        })
    }

    /// Where any man but that enemy and the mover's own king may stand after the move.
    fn obstacles_after(&self, arrival: &Arrival, enemy: usize, own_king: usize) -> Bitboard {
        let others = self.men().filter(|(place, _, _)| {
            ![enemy, own_king, arrival.man].contains(place) && arrival.victim != Some(*place)
        });
        others.fold(Bitboard::of(arrival.square), |squares, (_, _, range)| {
            squares | range.squares | range.promoted
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
pub(super) fn all_behind(square: Square, color: Color) -> Bitboard {
    let mut behind = Bitboard::EMPTY;
    let mut step = Bitboard::of(square).forward(!color);
    while step.any() {
        behind |= step;
        step = step.forward(!color);
    }
    behind
}
