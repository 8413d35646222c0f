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
    state: NodeState,
}

/// What was done about a position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NodeState {
    /// It waits to be looked at.
    Open,
    /// What follows it was added.
    Taken,
    /// A rule settled it, and what follows need not be looked at.
    Settled,
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
    children: Vec<(Move, Packed, u64)>,
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
            children: Vec::new(),
            replies: Vec::new(),
            settler: Settler::new(winner, root.mode()),
            most_moves: usize::MAX,
        };
        let root = Packed::of(root);
        graph.known.insert(root.hash(), 0);
        graph.nodes.push(Node {
            packed: root,
            parent: 0,
            mv: None,
            state: NodeState::Open,
        });
        graph
    }

    /// Takes groups that can come about from the root, and allows `more` to be worked out.
    pub(super) fn use_scenes(&mut self, scenes: Option<Scenes>, more: usize) {
        self.settler.use_scenes(scenes, more);
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
        let node = node.filter(|node| node.state == NodeState::Open);
        node.is_some_and(|node| {
            node.state = NodeState::Taken;
            true
        })
    }

    /// The oldest position that was not looked at.
    pub(super) fn oldest(&mut self) -> Option<u32> {
        while self.nodes.get(self.oldest as usize)?.state != NodeState::Open {
            self.oldest += 1;
        }
        Some(self.oldest)
    }

    fn knows(&self, packed: &Packed, hash: u64) -> bool {
        let is_same = |index: u32| {
            let node = self.nodes.get(index as usize);
            node.is_some_and(|node| node.packed == *packed)
        };
        self.known.find(hash, is_same).is_some()
    }

    /// Reads what will be asked of the index, one after the other without waiting, so that a large
    /// index is waited for once and not for each position. Nothing else comes of it.
    fn warm_up(&self, children: &[(Move, Packed, u64)]) {
        let places = children.iter().map(|(_, _, hash)| self.known.first(*hash));
        let places = places.map(|place| {
            self.nodes
                .get(place as usize)
                .map_or(0, |node| node.packed.low)
        });
        core::hint::black_box(places.fold(0, |all, one| all ^ one));
    }

    /// Adds what follows from the position `at`, telling `on_new` by which move each one came about
    /// and how far it is at least from a mate, if that is known; how the search ends, if it does.
    ///
    /// A position that is known is passed over at once: it was no mate when it was met first, and
    /// what was asked about it then need not be asked again.
    pub(super) fn expand(
        &mut self,
        at: u32,
        mut on_new: impl FnMut(u32, Move, &Field, Option<u32>),
    ) -> Option<Found> {
        let field = Field::of(self.nodes.get(at as usize)?.packed);
        field.moves(self.mode, &mut self.moves);
        if self.moves.len() > self.most_moves || self.count() > self.budget {
            return Some(Found::BudgetSpent);
        }
        let mut found = None;
        let moves_of_winner = field.turn() == self.winner;
        let mut children = core::mem::take(&mut self.children);
        children.clear();
        for &mv in &self.moves {
            let packed = field.after(mv);
            children.push((mv, packed, packed.hash()));
        }
        self.warm_up(&children);
        for &(mv, packed, hash) in &children {
            if self.knows(&packed, hash) {
                continue;
            }
            let child = Field::of(packed);
            if moves_of_winner && child.is_mate(self.mode, &mut self.replies) {
                found = Some(Found::Mate(self.line(at, mv)));
                break;
            }
            let index = self.count();
            let state = match self.settler.prospect(&field, mv, &child, index) {
                Prospect::Bare => continue,
                Prospect::Settled => NodeState::Settled,
                Prospect::Open(distance) => {
                    on_new(index, mv, &child, distance);
                    NodeState::Open
                }
            };
            self.known.insert(hash, index);
            self.nodes.push(Node {
                packed,
                parent: at,
                mv: Some(mv),
                state,
            });
        }
        self.children = children;
        found
    }

    /// The certificate that no position is left to be looked at.
    pub(super) fn take_certificate(&mut self) -> ClosedSet {
        let (nodes, settled) = (&self.nodes, NodeState::Settled);
        let open = nodes.iter().filter(|node| node.state != settled);
        let at = |index: u32| nodes.get(index as usize).map(|node| node.packed);
        self.settler
            .take_certificate(open.map(|node| node.packed), at)
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
