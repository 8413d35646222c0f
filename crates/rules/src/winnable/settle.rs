//! What needs no search any more: positions from which the winner can never mate, by a rule that
//! holds for all that follows. Which rules there are is told in `statics` and `scenes`; here they
//! are asked, and what they say is kept for the certificate.

use alloc::vec::Vec;

use crate::{Color, Mode, Move, cannot_mate_by_material};

use super::field::Field;
use super::index::Index;
use super::packed::Packed;
use super::scene::Kinds;
use super::scenes::{NEVER, Scenes};
use super::{ClosedSet, PackedPosition, Settlement, statics};

/// No more groups than that are worked out after one capture.
const GROUPS_AFTER_CAPTURE: usize = 8_000;
/// And no more after all captures together, which bounds time and memory.
const GROUPS_AFTER_CAPTURES: usize = 100_000;

/// What is known of a position without looking at what follows.
pub(super) enum Prospect {
    /// The winner can never mate.
    Hopeless,
    /// At least so many moves lie between the position and a mate, if that is known.
    Open(Option<u32>),
}

/// What is settled, and how.
pub(super) struct Settler {
    winner: Color,
    mode: Mode,
    /// Groups of positions: first those from the root, then some from after a capture.
    scenes: Vec<Scenes>,
    /// How many groups may still be worked out after captures.
    groups_left: usize,
    /// Hopeless positions, by which of `scenes`, and in which of its groups.
    grouped: Vec<(Packed, u32, u32)>,
    /// Positions that an invariant of their own settled.
    locked: ClosedSet,
    /// Where a position is in `grouped`, or in `locked`.
    known_grouped: Index,
    known_locked: Index,
}

impl Settler {
    pub(super) fn new(winner: Color, mode: Mode) -> Self {
        Self {
            winner,
            mode,
            scenes: Vec::new(),
            groups_left: 0,
            grouped: Vec::new(),
            locked: ClosedSet::default(),
            known_grouped: Index::new(),
            known_locked: Index::new(),
        }
    }

    /// Takes the groups that can come about from the root, and allows more to be worked out.
    pub(super) fn use_scenes(&mut self, scenes: Option<Scenes>) {
        self.scenes.extend(scenes);
        self.groups_left = GROUPS_AFTER_CAPTURES;
    }

    /// How many positions were settled by anything but the men on the board.
    pub(super) fn count(&self) -> u32 {
        let count = self.grouped.len() + self.locked.settled.len();
        u32::try_from(count).unwrap_or(u32::MAX)
    }

    /// What is known of `after`, a position that is not mate and came about by `mv`.
    pub(super) fn prospect(&mut self, before: &Field, mv: Move, after: &Field) -> Prospect {
        let captured = before.occupied.count() != after.occupied.count();
        if (captured || mv.promotion().is_some())
            && cannot_mate_by_material(&after.board(), self.winner)
        {
            return Prospect::Hopeless;
        }
        let is_new = captured || before.pawns.contains(mv.from());
        // The same men in the same order of pawns were asked about before.
        let asked = if is_new { self.scenes.len() } else { 1 };
        let mut distance = None;
        for (place, scenes) in (0..).zip(self.scenes.iter().take(asked)) {
            let Some(group) = scenes.find(after) else {
                continue;
            };
            if scenes.distance(group) == NEVER {
                self.add_grouped(after.packed, place, group);
                return Prospect::Hopeless;
            }
            distance = distance.or(Some(scenes.distance(group)));
        }
        if captured && self.groups_left > 0 && self.group_anew(after)
            || is_new && distance.is_none() && self.is_locked(after)
        {
            return Prospect::Hopeless;
        }
        Prospect::Open(distance)
    }

    fn add_grouped(&mut self, packed: Packed, scenes: u32, group: u32) {
        let place = u32::try_from(self.grouped.len()).unwrap_or(u32::MAX);
        let grouped = &self.grouped;
        let is_same = |index: u32| {
            let known = grouped.get(index as usize);
            known.is_some_and(|(known, ..)| *known == packed)
        };
        if self.known_grouped.insert(packed.hash(), place, is_same) {
            self.grouped.push((packed, scenes, group));
        }
    }

    /// Works out the groups that can come about from here; whether no mate is among them.
    fn group_anew(&mut self, field: &Field) -> bool {
        let limit = GROUPS_AFTER_CAPTURE.min(self.groups_left);
        let scenes = Scenes::of(field, self.winner, Kinds::all(field), limit);
        self.groups_left -= scenes.as_ref().map_or(limit, Scenes::count).min(limit);
        let hopeless = scenes.and_then(|scenes| {
            let group = scenes.find(field)?;
            (scenes.distance(group) == NEVER).then_some((scenes, group))
        });
        let Some((scenes, group)) = hopeless else {
            return false;
        };
        let place = u32::try_from(self.scenes.len()).unwrap_or(u32::MAX);
        self.scenes.push(scenes);
        self.add_grouped(field.packed, place, group);
        true
    }

    /// Whether the men are locked in for ever.
    fn is_locked(&mut self, field: &Field) -> bool {
        if !statics::looks_locked(field, self.winner) {
            return false;
        }
        let position = field.position(self.mode);
        let Some(invariant) = statics::locked(&position, self.winner) else {
            return false;
        };
        let Some(packed) = PackedPosition::of(&position) else {
            return false;
        };
        let place = u32::try_from(self.locked.invariants.len()).unwrap_or(u32::MAX);
        let settled = &self.locked.settled;
        let is_same = |index: u32| {
            let known = settled.get(index as usize);
            known.is_some_and(|(known, _)| *known == packed)
        };
        if self
            .known_locked
            .insert(field.packed.hash(), place, is_same)
        {
            let settlement = Settlement {
                invariant: place,
                phase: 0,
            };
            self.locked.settled.push((packed, settlement));
            self.locked.invariants.push(invariant);
        }
        true
    }

    /// The certificate that these positions, and what is settled, are all that can come about.
    pub(super) fn into_certificate(self, positions: impl Iterator<Item = Packed>) -> ClosedSet {
        let mode = self.mode;
        let pack = |packed| PackedPosition::of(&Field::of(packed).position(mode));
        let mut set = self.locked;
        let mut phases = Vec::new();
        for (place, scenes) in (0..).zip(&self.scenes) {
            let is_used = self.grouped.iter().any(|(_, used, _)| *used == place);
            if !is_used {
                phases.push((NEVER, Vec::new()));
                continue;
            }
            let number = u32::try_from(set.invariants.len()).unwrap_or(u32::MAX);
            let (invariant, places) = scenes.to_invariant();
            phases.push((number, places));
            set.invariants.push(invariant);
        }
        for (packed, place, group) in self.grouped {
            let found = phases.get(place as usize).and_then(|(invariant, places)| {
                let phase = *places.get(group as usize)?;
                Some(Settlement {
                    invariant: *invariant,
                    phase,
                })
            });
            set.settled.extend(pack(packed).zip(found));
        }
        set.positions = positions.filter_map(pack).collect();
        set.sort();
        set
    }
}
