//! What needs no search any more: positions from which the winner can never mate, by a rule that
//! holds for all that follows. Which rules there are is told in `statics` and `scenes`; here they
//! are asked, and what they say is kept for the certificate.

use alloc::vec::Vec;

use crate::{Color, Mode, Move, cannot_mate_by_material};

use super::class::Classes;
use super::field::Field;
use super::index::Index;
use super::packed::Packed;
use super::scenes::{NEVER, Purpose, Scenes};
use super::{ClosedSet, Invariant, PackedPosition, Settlement, statics};

/// No more groups than that are worked out after one capture.
const GROUPS_AFTER_CAPTURE: usize = 8_000;
/// So many positions may be settled each by an invariant of its own, which bounds memory.
const MOST_LOCKED: usize = 50_000;

/// Where locks are rare it is not asked for them any more: after so many questions, fewer than one in
/// so many was answered by yes.
const PATIENCE: usize = 200;
const LOCKS_TO_ASKED: usize = 20;

/// What is known of a position without looking at what follows.
pub(super) enum Prospect {
    /// The men on the board never mate.
    Bare,
    /// A rule says that the winner can never mate; which one is noted for the certificate.
    Settled,
    /// At least so many moves lie between the position and a mate, if that is known.
    Open(Option<u32>),
}

/// What is settled, and how.
pub(super) struct Settler {
    winner: Color,
    mode: Mode,
    /// Groups of positions: first those from the root, then some from after a capture, from which
    /// no mate can be reached.
    scenes: Vec<Scenes>,
    from_root: usize,
    /// The groups from after a capture by their kings and pawns: which of `scenes`, and which of its
    /// groups.
    anew: Index,
    groups_anew: Vec<(u32, u32)>,
    /// How many groups may still be worked out after captures.
    groups_left: usize,
    /// Settled positions, by their places in the graph: by which of `scenes`, and in which of its
    /// groups.
    grouped: Vec<(u32, u32, u32)>,
    /// The same with invariants of their own.
    locked: Vec<(u32, Invariant)>,
    /// How often a position was asked about that looked locked.
    asked: usize,
}

impl Settler {
    pub(super) fn new(winner: Color, mode: Mode) -> Self {
        Self {
            winner,
            mode,
            scenes: Vec::new(),
            from_root: 0,
            anew: Index::new(),
            groups_anew: Vec::new(),
            groups_left: 0,
            grouped: Vec::new(),
            locked: Vec::new(),
            asked: 0,
        }
    }

    /// Takes the groups that can come about from the root before any others are known, and allows
    /// `more` to be worked out after captures.
    pub(super) fn use_scenes(&mut self, scenes: Option<Scenes>, more: usize) {
        if let Some(scenes) = scenes {
            self.scenes.push(scenes);
            self.from_root = self.scenes.len();
        }
        self.groups_left = more;
    }

    /// What is known of `after`, a position that is not mate, came about by `mv`, and was not
    /// asked about before. Its place in the graph will be `index`.
    pub(super) fn prospect(
        &mut self,
        before: &Field,
        mv: Move,
        after: &Field,
        index: u32,
    ) -> Prospect {
        let captured = before.occupied.count() != after.occupied.count();
        if (captured || mv.promotion().is_some())
            && cannot_mate_by_material(&after.board(), self.winner)
        {
            return Prospect::Bare;
        }
        let is_new = captured || before.pawns.contains(mv.from());
        let mut distance = None;
        for (place, scenes) in (0..).zip(self.scenes.iter().take(self.from_root)) {
            let Some(group) = scenes.find(after) else {
                continue;
            };
            if scenes.distance(group) == NEVER {
                self.grouped.push((index, place, group));
                return Prospect::Settled;
            }
            distance = distance.or(Some(scenes.distance(group)));
        }
        // The same men in the same order of pawns were asked about before.
        if is_new
            && (self.was_grouped(after, index)
                || captured && self.groups_left > 0 && self.group_anew(after, index)
                || self.is_locked(after, index))
        {
            return Prospect::Settled;
        }
        Prospect::Open(distance)
    }

    /// Whether the position is of a group that was worked out after another capture.
    fn was_grouped(&mut self, field: &Field, index: u32) -> bool {
        let group = |at: u32| self.groups_anew.get(at as usize).copied();
        let fits = |at| {
            let known = group(at).and_then(|(place, group)| {
                let scenes = self.scenes.get(place as usize)?;
                Some(scenes.fits(group, field))
            });
            known == Some(true)
        };
        let found = self.anew.find(hash(field), fits).and_then(group);
        self.grouped
            .extend(found.map(|(place, group)| (index, place, group)));
        found.is_some()
    }

    /// Works out the groups that can come about from here; whether no mate is among them.
    fn group_anew(&mut self, field: &Field, index: u32) -> bool {
        let limit = GROUPS_AFTER_CAPTURE.min(self.groups_left);
        let classes = Classes::all(field);
        let scenes = Scenes::of(field, self.winner, classes, limit, Purpose::Proof).ok();
        self.groups_left -= scenes.as_ref().map_or(limit, Scenes::count).min(limit);
        let Some(scenes) = scenes.filter(Scenes::is_hopeless) else {
            return false;
        };
        let place = u32::try_from(self.scenes.len()).unwrap_or(u32::MAX);
        for (group, scene) in (0..).zip(scenes.iter()) {
            let count = u32::try_from(self.groups_anew.len()).unwrap_or(u32::MAX);
            self.anew.insert(hash(&Field::of(scene.core)), count);
            self.groups_anew.push((place, group));
        }
        self.scenes.push(scenes);
        self.grouped.push((index, place, 0));
        true
    }

    /// Whether the men are locked in for ever.
    fn is_locked(&mut self, field: &Field, index: u32) -> bool {
        let is_idle = self.locked.len() * LOCKS_TO_ASKED < self.asked.saturating_sub(PATIENCE);
        let is_over = is_idle || self.locked.len() >= MOST_LOCKED;
        if is_over || !statics::looks_locked(field, self.winner) {
            return false;
        }
        self.asked += 1;
        let invariant = statics::locked(&field.position(self.mode), self.winner);
        let is_locked = invariant.is_some();
        self.locked.extend(invariant.map(|found| (index, found)));
        is_locked
    }

    /// The certificate that these positions, and what is settled, are all that can come about.
    /// `settled` tells a settled position by its place.
    pub(super) fn take_certificate(
        &mut self,
        positions: impl Iterator<Item = Packed>,
        settled: impl Fn(u32) -> Option<Packed>,
    ) -> ClosedSet {
        let mode = self.mode;
        let pack = |packed| PackedPosition::of(&Field::of(packed).position(mode));
        let mut set = ClosedSet::default();
        let number = |set: &ClosedSet| u32::try_from(set.invariants.len()).unwrap_or(u32::MAX);
        for (index, found) in core::mem::take(&mut self.locked) {
            let settlement = Settlement {
                invariant: number(&set),
                phase: 0,
            };
            let position = settled(index).and_then(pack);
            set.settled
                .extend(position.map(|position| (position, settlement)));
            set.invariants.push(found);
        }
        let mut used = alloc::vec![false; self.scenes.len()];
        for (_, place, _) in &self.grouped {
            if let Some(used) = used.get_mut(*place as usize) {
                *used = true;
            }
        }
        let mut phases = Vec::new();
        for (is_used, scenes) in used.iter().zip(&self.scenes) {
            if !is_used {
                phases.push((NEVER, Vec::new()));
                continue;
            }
            let (invariant, places) = scenes.to_invariant();
            phases.push((number(&set), places));
            set.invariants.push(invariant);
        }
        for &(index, place, group) in &self.grouped {
            let found = phases.get(place as usize).and_then(|(invariant, places)| {
                let phase = *places.get(group as usize)?;
                Some(Settlement {
                    invariant: *invariant,
                    phase,
                })
            });
            set.settled.extend(settled(index).and_then(pack).zip(found));
        }
        set.positions = positions.filter_map(pack).collect();
        set.sort();
        set
    }
}

/// A hash of what all positions of a group have in common, however it was made: the kings, the pawns,
/// the turn.
fn hash(field: &Field) -> u64 {
    let mut packed = field.packed;
    packed.lift((field.occupied - field.kings - field.pawns).0);
    packed.hash()
}
