//! The graph search: every position is looked at once, by its exact key, so that running out of
//! positions is a proof that there is no mate, and the way to a mate is a line.
//!
//! What to try first is decided in `guide`; it changes how fast a line is found, never an answer.

use alloc::collections::{BTreeSet, BinaryHeap};
use alloc::vec::Vec;
use core::cmp::Reverse;

use hashbrown::HashTable;

use crate::{Color, Move, Position, Role, cannot_mate_by_material};

use super::key::StateKey;
use super::{ClosedSet, Invariant, PackedPosition, Proof, Settlement, Verdict, guide, statics};

/// Searches for a mate by `winner`, the most promising positions first.
pub(super) fn guided(position: &Position, winner: Color, budget: u32) -> Verdict {
    let mut graph = Graph::new(position, winner, budget);
    let (mut to_mate, mut to_force) = (Queue::default(), Queue::default());
    let mut elsewhere = Queue::default();
    let mut oldest = graph.next_oldest(0);
    let mut seen = KingsSeen::default();
    // Four voices in turn, so that a wrong guess of one starves no short mate and no other plan:
    // the nearest to mate, the nearest to a new queen, the nearest to mate with other kings'
    // squares than most, the oldest.
    for voice in (0..4_u8).cycle() {
        let next = match voice {
            0 => to_mate.next(),
            1 => to_force.next(),
            2 => elsewhere.next(),
            _ => None,
        };
        let Some(index) = next.or(oldest) else { break };
        if let Some(position) = graph.take(index) {
            let found = graph.expand(index, &position, &position.legal_moves(), |index, child| {
                let cost = guide::to_mate(child, winner);
                to_mate.push(cost, index);
                elsewhere.push(cost + seen.boredom(child), index);
                to_force.push(guide::to_force(child, winner), index);
            });
            if let Some(verdict) = found {
                return verdict;
            }
        }
        oldest = graph.next_oldest(oldest.unwrap_or(0));
    }
    graph.closed()
}

/// How often the two kings were seen on their squares. Positions that differ in other men only
/// get dearer by and by, so that shuffling men beside a hopeless pair of kings comes to an end.
#[derive(Default)]
struct KingsSeen(Vec<u32>);

impl KingsSeen {
    fn boredom(&mut self, position: &Position) -> u32 {
        self.0.resize(64 * 64, 0);
        let [white, black] = Color::ALL.map(|color| position.king(color).index());
        let Some(count) = self.0.get_mut(64 * white + black) else {
            return 0;
        };
        *count += 1;
        *count / 8
    }
}

/// Positions by a guess; among equals the newest first.
#[derive(Default)]
struct Queue(BinaryHeap<(Reverse<u32>, u32)>);

impl Queue {
    fn push(&mut self, cost: u32, index: u32) {
        self.0.push((Reverse(cost), index));
    }

    fn next(&mut self) -> Option<u32> {
        self.0.pop().map(|(_, index)| index)
    }
}

/// Searches breadth-first and gives up as soon as a position has many moves: settles forced lines
/// and kings walking behind locked pawns, and costs next to nothing elsewhere.
pub(super) fn narrow(position: &Position, winner: Color, budget: u32) -> Verdict {
    let mut graph = Graph::new(position, winner, budget);
    let mut oldest = 0;
    while let Some(index) = graph.next_oldest(oldest) {
        oldest = index;
        let Some(position) = graph.take(index) else {
            continue;
        };
        let moves = position.legal_moves();
        if moves.len() > A_KINGS_MOVES {
            return Verdict::Undecided;
        }
        if let Some(verdict) = graph.expand(index, &position, &moves, |_, _| ()) {
            return verdict;
        }
    }
    graph.closed()
}

/// As many moves as a lone king can have.
const A_KINGS_MOVES: usize = 8;

/// What needs no search any more.
enum Settled {
    /// The men on the board never suffice for mate.
    ByMaterial,
    /// The invariant fits the position.
    ByInvariant(Invariant),
}

/// What one of the rules without a search proves of a position that is not mate and came about by
/// `mv`: that `winner` cannot mate from here.
fn settle(before: &Position, mv: Move, after: &Position, winner: Color) -> Option<Settled> {
    let pawn_moved = before.board().by_role(Role::Pawn).contains(mv.from());
    let captured = before.board().occupied().count() != after.board().occupied().count();
    if (captured || mv.promotion().is_some()) && cannot_mate_by_material(after.board(), winner) {
        return Some(Settled::ByMaterial);
    }
    let is_new = captured || pawn_moved;
    if is_new && statics::looks_locked(after, winner) {
        return statics::locked(after, winner).map(Settled::ByInvariant);
    }
    None
}

/// A position that was reached, and how.
struct Node {
    key: StateKey,
    parent: u32,
    /// `None` at the root.
    mv: Option<Move>,
    /// `None` once it was taken to be expanded.
    position: Option<Position>,
    /// The same for a certificate.
    packed: Option<PackedPosition>,
}

/// All positions reached so far.
struct Graph {
    winner: Color,
    budget: u32,
    nodes: Vec<Node>,
    /// Indices into `nodes` by key.
    known: HashTable<u32>,
    /// The positions that an invariant settled.
    settled: BTreeSet<PackedPosition>,
    certificate: ClosedSet,
}

impl Graph {
    fn new(root: &Position, winner: Color, budget: u32) -> Self {
        let mut graph = Self {
            winner,
            budget,
            nodes: Vec::new(),
            known: HashTable::new(),
            settled: BTreeSet::new(),
            certificate: ClosedSet::default(),
        };
        graph.add(root.clone(), 0, None);
        graph
    }

    fn count(&self) -> u32 {
        u32::try_from(self.nodes.len()).unwrap_or(u32::MAX)
    }

    /// The verdict when no position is left: the certificate with all that were looked at.
    fn closed(mut self) -> Verdict {
        let packed = self.nodes.iter().filter_map(|node| node.packed);
        self.certificate.positions = packed.collect();
        self.certificate.sort();
        Verdict::No {
            proof: Proof::ClosedSet(self.certificate),
        }
    }

    fn add_settled(&mut self, position: &Position, invariant: Invariant) {
        let Some(packed) = PackedPosition::of(position) else {
            return;
        };
        if self.settled.insert(packed) {
            let place = u32::try_from(self.certificate.invariants.len()).unwrap_or(u32::MAX);
            self.certificate.invariants.push(invariant);
            let settlement = Settlement {
                invariant: place,
                phase: 0,
            };
            self.certificate.settled.push((packed, settlement));
        }
    }

    fn take(&mut self, index: u32) -> Option<Position> {
        self.nodes.get_mut(index as usize)?.position.take()
    }

    /// The oldest position from `from` on that was not expanded.
    fn next_oldest(&self, from: u32) -> Option<u32> {
        (from..self.count()).find(|&index| {
            self.nodes
                .get(index as usize)
                .is_some_and(|node| node.position.is_some())
        })
    }

    /// Adds a position unless it is known; where it is if it is new.
    fn add(
        &mut self,
        position: Position,
        parent: u32,
        mv: Option<Move>,
    ) -> Option<(u32, &Position)> {
        let key = StateKey::of(&position);
        let nodes = &self.nodes;
        let is_same = |&index: &u32| {
            nodes
                .get(index as usize)
                .is_some_and(|node| node.key == key)
        };
        if self.known.find(key.hash(), is_same).is_some() {
            return None;
        }
        let index = self.count();
        self.nodes.push(Node {
            key,
            parent,
            mv,
            packed: PackedPosition::of(&position),
            position: Some(position),
        });
        let nodes = &self.nodes;
        let rehash = |&index: &u32| nodes.get(index as usize).map_or(0, |node| node.key.hash());
        self.known.insert_unique(key.hash(), index, rehash);
        let node = self.nodes.get(index as usize)?;
        Some((index, node.position.as_ref()?))
    }

    /// Adds what follows from the position `at`; a verdict if one is mate or the budget is spent.
    fn expand(
        &mut self,
        at: u32,
        position: &Position,
        moves: &[Move],
        mut on_new: impl FnMut(u32, &Position),
    ) -> Option<Verdict> {
        for &mv in moves {
            let mut child = position.clone();
            child.play_unchecked(mv);
            if child.turn() != self.winner && child.is_checkmate() {
                return Some(Verdict::Yes {
                    line: self.line(at, mv),
                });
            }
            match settle(position, mv, &child, self.winner) {
                Some(Settled::ByMaterial) => continue,
                Some(Settled::ByInvariant(invariant)) => {
                    self.add_settled(&child, invariant);
                    continue;
                }
                None => {}
            }
            if let Some((index, child)) = self.add(child, at, Some(mv)) {
                on_new(index, child);
            }
            if self.count() > self.budget {
                return Some(Verdict::Undecided);
            }
        }
        None
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
