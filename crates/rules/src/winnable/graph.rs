//! The positions that a search has reached, each once, and how. Memory is bounded by the budget:
//! 48 bytes for a position and at most 32 for its place in the index.

use alloc::vec::Vec;

use crate::{Color, Mode, Move, Position, cannot_mate_by_material};

use super::field::Field;
use super::index::Index;
use super::packed::Packed;
use super::scenes::{NEVER, Scenes};
use super::{ClosedSet, PackedPosition, Settlement, statics};

/// Why a search ends before all positions were looked at.
pub(super) enum Found {
    /// A mate, and the moves to it.
    Mate(Vec<Move>),
    /// The budget ended, or a position has too many moves.
    BudgetSpent,
}

/// A position that was reached, and how.
struct Node {
    packed: Packed,
    parent: u32,
    /// `None` at the root.
    mv: Option<Move>,
    is_taken: bool,
}

/// All positions reached so far.
pub(super) struct Graph {
    winner: Color,
    budget: u32,
    mode: Mode,
    nodes: Vec<Node>,
    known: Index,
    oldest: u32,
    moves: Vec<Move>,
    replies: Vec<Move>,
    /// What an invariant settled, and how.
    settled: ClosedSet,
    settled_before: Index,
    /// Positions in groups from which there is no way to a mate, and which group.
    grouped: Vec<(Packed, u32)>,
    grouped_before: Index,
    /// Groups of positions, some of which are settled.
    scenes: Option<Scenes>,
    /// A position with more moves ends the search.
    pub(super) most_moves: usize,
}

impl Graph {
    pub(super) fn new(root: &Position, winner: Color, budget: u32) -> Self {
        let mut graph = Self {
            winner,
            budget,
            mode: root.mode(),
            nodes: Vec::new(),
            known: Index::new(),
            oldest: 0,
            moves: Vec::new(),
            replies: Vec::new(),
            settled: ClosedSet::default(),
            settled_before: Index::new(),
            grouped: Vec::new(),
            grouped_before: Index::new(),
            scenes: None,
            most_moves: usize::MAX,
        };
        graph.add(Packed::of(root), 0, None);
        graph
    }

    pub(super) fn use_scenes(&mut self, scenes: Scenes) {
        self.scenes = Some(scenes);
    }

    pub(super) fn count(&self) -> u32 {
        u32::try_from(self.nodes.len()).unwrap_or(u32::MAX)
    }

    /// Marks a position as looked at; whether it was not before.
    pub(super) fn take(&mut self, index: u32) -> bool {
        let node = self.nodes.get_mut(index as usize);
        node.is_some_and(|node| !core::mem::replace(&mut node.is_taken, true))
    }

    /// The oldest position that was not looked at.
    pub(super) fn oldest(&mut self) -> Option<u32> {
        while self.nodes.get(self.oldest as usize)?.is_taken {
            self.oldest += 1;
        }
        Some(self.oldest)
    }

    /// Adds a position unless it is known; its index if it is new.
    fn add(&mut self, packed: Packed, parent: u32, mv: Option<Move>) -> Option<u32> {
        let index = self.count();
        let nodes = &self.nodes;
        let is_same = |index: u32| {
            let node = nodes.get(index as usize);
            node.is_some_and(|node| node.packed == packed)
        };
        if !self.known.insert(packed.hash(), index, is_same) {
            return None;
        }
        self.nodes.push(Node {
            packed,
            parent,
            mv,
            is_taken: false,
        });
        Some(index)
    }

    /// Adds what follows from the position `at`; how the search ends, if it does.
    pub(super) fn expand(
        &mut self,
        at: u32,
        mut on_new: impl FnMut(u32, &Field, Option<u32>),
    ) -> Option<Found> {
        let field = Field::of(self.nodes.get(at as usize)?.packed);
        let mut moves = core::mem::take(&mut self.moves);
        field.moves(self.mode, &mut moves);
        let mut found = (moves.len() > self.most_moves).then_some(Found::BudgetSpent);
        let moves_of_winner = field.turn() == self.winner;
        for &mv in &moves {
            if found.is_some() {
                break;
            }
            let child = Field::of(field.after(mv));
            if moves_of_winner && child.is_mate(self.mode, &mut self.replies) {
                found = Some(Found::Mate(self.line(at, mv)));
                break;
            }
            if self.is_settled(&field, mv, &child) {
                continue;
            }
            let group = self.scenes.as_ref().and_then(|scenes| {
                let group = scenes.find(&child)?;
                Some((group, scenes.distance(group)))
            });
            if let Some((group, NEVER)) = group {
                self.add_grouped(child.packed, group);
                continue;
            }
            if let Some(index) = self.add(child.packed, at, Some(mv)) {
                on_new(index, &child, group.map(|(_, distance)| distance));
            }
            if self.count() + self.settled_count() > self.budget {
                found = Some(Found::BudgetSpent);
            }
        }
        self.moves = moves;
        found
    }

    /// Whether a rule without a search proves that the winner cannot mate from `after`, a position
    /// that is not mate and came about by `mv`.
    fn is_settled(&mut self, before: &Field, mv: Move, after: &Field) -> bool {
        let captured = before.occupied.count() != after.occupied.count();
        if (captured || mv.promotion().is_some())
            && cannot_mate_by_material(&after.board(), self.winner)
        {
            return true;
        }
        if !captured && !before.pawns.contains(mv.from())
            || !statics::looks_locked(after, self.winner)
        {
            return false;
        }
        let position = after.position(self.mode);
        let Some(invariant) = statics::locked(&position, self.winner) else {
            return false;
        };
        let place = u32::try_from(self.settled.invariants.len()).unwrap_or(u32::MAX);
        let settled = &self.settled.settled;
        let packed = PackedPosition::of(&position);
        let is_same = |index: u32| {
            let known = settled.get(index as usize);
            known.is_some_and(|(known, _)| Some(*known) == packed)
        };
        if self
            .settled_before
            .insert(after.packed.hash(), place, is_same)
        {
            self.settled.settled.extend(packed.map(|packed| {
                (
                    packed,
                    Settlement {
                        invariant: place,
                        phase: 0,
                    },
                )
            }));
            self.settled.invariants.push(invariant);
        }
        true
    }

    fn add_grouped(&mut self, packed: Packed, group: u32) {
        let place = u32::try_from(self.grouped.len()).unwrap_or(u32::MAX);
        let grouped = &self.grouped;
        let is_same = |index: u32| {
            let known = grouped.get(index as usize);
            known.is_some_and(|(known, _)| *known == packed)
        };
        if self.grouped_before.insert(packed.hash(), place, is_same) {
            self.grouped.push((packed, group));
        }
    }

    fn settled_count(&self) -> u32 {
        let count = self.grouped.len() + self.settled.settled.len();
        u32::try_from(count).unwrap_or(u32::MAX)
    }

    /// The certificate that no position is left to be looked at.
    pub(super) fn into_certificate(self) -> ClosedSet {
        let mut set = self.settled;
        let mode = self.mode;
        if let Some(scenes) = self.scenes.filter(|_| !self.grouped.is_empty()) {
            let place = u32::try_from(set.invariants.len()).unwrap_or(u32::MAX);
            let (invariant, places) = scenes.to_invariant();
            set.invariants.push(invariant);
            for (packed, group) in self.grouped {
                let position = PackedPosition::of(&Field::of(packed).position(mode));
                let phase = places.get(group as usize).copied().unwrap_or(u32::MAX);
                let settlement = Settlement {
                    invariant: place,
                    phase,
                };
                set.settled
                    .extend(position.map(|position| (position, settlement)));
            }
        }
        let packed = self
            .nodes
            .iter()
            .filter_map(|node| PackedPosition::of(&Field::of(node.packed).position(mode)));
        set.positions = packed.collect();
        set.sort();
        set
    }

    /// The moves from the root to the node `at`, then `last`.
    fn line(&self, at: u32, last: Move) -> Vec<Move> {
        let mut line = Vec::from([last]);
        let mut node = self.nodes.get(at as usize);
        while let Some((from, mv)) = node.and_then(|node| Some((node.parent, node.mv?))) {
            line.push(mv);
            node = self.nodes.get(from as usize);
        }
        line.reverse();
        line
    }
}
