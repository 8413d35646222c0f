//! Calling the roll: whether a position fits a phase, by telling its men to be the men of the
//! invariant, each one in its range.

use alloc::vec::Vec;

use crate::{Bitboard, Position, Role, Square};

use super::super::certificate::{Invariant, Phase};
use super::Work;
use super::invariant::all_behind;

/// Whether the position fits the phase.
pub(super) fn fits(invariant: &Invariant, phase: &Phase, position: &Position, work: &Work) -> bool {
    let passed = position.ep_square();
    let is_its_turn = phase.turn.is_none_or(|turn| turn == position.turn());
    let is_known = passed.is_none() || (phase.turn.is_some() && passed == phase.passed);
    let mut roll = Roll {
        invariant,
        phase,
        position,
        stands: Vec::new(),
        free: position.board().occupied(),
        work,
    };
    is_its_turn && is_known && position.castling_rights().is_empty() && roll.call()
}

struct Roll<'a> {
    invariant: &'a Invariant,
    phase: &'a Phase,
    position: &'a Position,
    /// Where the men stand that were told so far, in the order of the invariant.
    stands: Vec<Option<Square>>,
    /// The men on the board that were not yet told to be anybody.
    free: Bitboard,
    work: &'a Work,
}

impl Roll<'_> {
    /// Whether the men left on the board can be told to be the men left in the invariant.
    fn call(&mut self) -> bool {
        let place = self.stands.len();
        let man = self.invariant.men.get(place);
        let Some((man, range)) = man.zip(self.phase.ranges.get(place)) else {
            return self.free.is_empty();
        };
        let left = self.invariant.men.len().saturating_sub(place);
        if self.free.count() as usize > left || !self.work.spend() {
            return false;
        }
        let board = self.position.board();
        let own = board.by_color(man.color) & self.free;
        let mut candidates = board.by_role(man.role) & range.squares;
        for role in Role::PROMOTIONS {
            candidates |= board.by_role(role) & range.promoted;
        }
        let may_be_gone = range.may_be_gone;
        (candidates & own)
            .into_iter()
            .any(|square| self.try_out(Some(square)))
            || (may_be_gone && self.try_out(None))
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
