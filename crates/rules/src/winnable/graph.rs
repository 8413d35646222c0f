//! The positions that a search has reached, each once, and how. Memory is bounded by the budget:
//! 48 bytes for a position and at most 32 for its place in the index.

use alloc::vec::Vec;

use crate::{Color, Mode, Move, Position};

use super::ClosedSet;
use super::field::Field;
use super::index::Index;
use super::packed::Packed;
use super::scenes::Scenes;
use super::settle::{Prospect, Settler};

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
    settler: Settler,
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
            settler: Settler::new(winner, root.mode()),
            most_moves: usize::MAX,
        };
        graph.add(Packed::of(root), 0, None);
        graph
    }

    /// Takes the groups that can come about from the root.
    pub(super) fn use_scenes(&mut self, scenes: Option<Scenes>) {
        self.settler.use_scenes(scenes);
    }

    pub(super) fn count(&self) -> u32 {
        u32::try_from(self.nodes.len()).unwrap_or(u32::MAX)
    }

    pub(super) const fn winner(&self) -> Color {
        self.winner
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

    /// Adds what follows from the position `at`, telling `on_new` how far each one is at least from
    /// a mate, if that is known; how the search ends, if it does.
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
            let Prospect::Open(distance) = self.settler.prospect(&field, mv, &child) else {
                continue;
            };
            if let Some(index) = self.add(child.packed, at, Some(mv)) {
                on_new(index, &child, distance);
            }
            if self.count().saturating_add(self.settler.count()) > self.budget {
                found = Some(Found::BudgetSpent);
            }
        }
        self.moves = moves;
        found
    }

    /// The certificate that no position is left to be looked at.
    pub(super) fn into_certificate(self) -> ClosedSet {
        let positions = self.nodes.iter().map(|node| node.packed);
        self.settler.into_certificate(positions)
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
