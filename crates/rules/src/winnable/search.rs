//! In which order the means are tried, and the graph search: every position is looked at once, by
//! its exact key, so that running out of positions is a proof that there is no mate, and the way to
//! a mate is a line.
//!
//! What to look at first is guessed in `guide` and `picture`; it changes how fast a line is found,
//! never an answer.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;

use crate::{Color, Position};

use super::aim;
use super::field::Field;
use super::graph::{Found, Graph};
use super::packed::Packed;
use super::scene::Kinds;
use super::scenes::Scenes;
use super::walk::walk;
use super::{Proof, Verdict, guide, statics};

/// The budgets of the cheap means, which are tried first, in positions.
const NARROW: u32 = 200;
const WALK: u32 = 250;
const LONG_WALK: u32 = 1_500;
/// For each corner in which little force may mate.
const AIMED: u32 = 1_000;
const FIRST_LOOK: u32 = 1_000;
const SECOND_LOOK: u32 = 10_000;
/// How often a walk is tried, and how often a longer one.
const WALKS: usize = 10;
const LONG_WALKS: usize = 8;
/// No more groups are worked out than that.
const MOST_GROUPS: usize = 20_000;

/// Tries all means, the cheap ones first, until one gives an answer. Each one looks at no more than
/// `budget` positions.
pub(super) fn full(position: &Position, winner: Color, budget: u32) -> Verdict {
    let line = |attempt| walk(position, winner, budget.min(WALK), attempt);
    let long_line = |attempt| walk(position, winner, budget.min(LONG_WALK), attempt);
    let field = Field::of(Packed::of(position));
    let locked = || {
        let proof = statics::locked(position, winner).map(Proof::Invariant)?;
        Some(Verdict::No { proof })
    };
    let has_force = statics::has_force(&field, winner);
    if !has_force && let Some(verdict) = locked() {
        return verdict;
    }
    let forced = narrow(position, winner, budget.min(NARROW));
    if forced != Verdict::Undecided {
        return forced;
    }
    let is_weak = guide::is_weak(&field, winner);
    if is_weak {
        for aim in aim::aims(&field, winner) {
            let graph = Graph::new(position, winner, budget.min(AIMED));
            let aimed = best_first(graph, |child| aim.cost(child));
            if aimed != Verdict::Undecided {
                return aimed;
            }
        }
    }
    if !is_weak && let Some(line) = line(0) {
        return Verdict::Yes { line };
    }
    if has_force && let Some(verdict) = locked() {
        return verdict;
    }
    if !is_weak && let Some(line) = (1..WALKS).find_map(line) {
        return Verdict::Yes { line };
    }
    let first = guided(Graph::new(position, winner, budget.min(FIRST_LOOK)), false);
    if first != Verdict::Undecided || budget <= FIRST_LOOK {
        return first;
    }
    if !is_weak && let Some(line) = (WALKS..WALKS + LONG_WALKS).find_map(long_line) {
        return Verdict::Yes { line };
    }
    let second = guided(Graph::new(position, winner, budget.min(SECOND_LOOK)), false);
    if second != Verdict::Undecided || budget <= SECOND_LOOK {
        return second;
    }
    let field = Field::of(Packed::of(position));
    let scenes = Scenes::of(&field, winner, Kinds::all(&field), MOST_GROUPS);
    if let Some(proof) = scenes.as_ref().and_then(|scenes| scenes.proof(&field)) {
        return Verdict::No { proof };
    }
    let has_scenes = scenes.is_some();
    let mut graph = Graph::new(position, winner, budget);
    graph.use_scenes(scenes);
    guided(graph, has_scenes)
}

/// Searches for a mate, the most promising positions first.
fn guided(mut graph: Graph, has_scenes: bool) -> Verdict {
    let winner = graph.winner();
    let (mut to_mate, mut to_force) = (Queue::default(), Queue::default());
    let (mut elsewhere, mut out) = (Queue::default(), Queue::default());
    let mut seen = KingsSeen::default();
    // Voices in turn, so that a wrong guess of one starves no short mate and no other plan: the
    // nearest to mate, the nearest to a new queen, the nearest to mate with other kings' squares
    // than most, the oldest, and the nearest to a group in which a mate may be possible.
    let voices = if has_scenes { 5 } else { 4 };
    for voice in (0..voices).cycle() {
        let next = match voice {
            0 => to_mate.next(),
            1 => to_force.next(),
            2 => elsewhere.next(),
            3 => None,
            _ => out.next(),
        };
        let Some(index) = next.or_else(|| graph.oldest()) else {
            break;
        };
        if !graph.take(index) {
            continue;
        }
        let found = graph.expand(index, |index, child, distance| {
            let cost = guide::to_mate(child, winner);
            to_mate.push(cost, index);
            elsewhere.push(cost + seen.boredom(child), index);
            to_force.push(guide::to_force(child, winner), index);
            if has_scenes {
                out.push(8 * distance.unwrap_or(0) + cost / 8, index);
            }
        });
        if let Some(found) = found {
            return verdict(found);
        }
    }
    closed(graph)
}

/// Searches for a mate, the positions of the lowest cost first.
fn best_first(mut graph: Graph, cost: impl Fn(&Field) -> u32) -> Verdict {
    let mut queue = Queue::default();
    let mut next = graph.oldest();
    while let Some(index) = next {
        if graph.take(index) {
            let found = graph.expand(index, |index, child, _| {
                queue.push(cost(child), index);
            });
            if let Some(found) = found {
                return verdict(found);
            }
        }
        next = queue.next();
    }
    closed(graph)
}

fn verdict(found: Found) -> Verdict {
    match found {
        Found::Mate(line) => Verdict::Yes { line },
        Found::BudgetSpent => Verdict::Undecided,
    }
}

/// The verdict when no position is left.
fn closed(graph: Graph) -> Verdict {
    Verdict::No {
        proof: Proof::ClosedSet(graph.into_certificate()),
    }
}

/// How often the two kings were seen on their squares. Positions that differ in other men only
/// get dearer by and by, so that shuffling men beside a hopeless pair of kings comes to an end.
#[derive(Default)]
struct KingsSeen(Vec<u32>);

impl KingsSeen {
    fn boredom(&mut self, position: &Field) -> u32 {
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
    graph.most_moves = A_KINGS_MOVES;
    while let Some(index) = graph.oldest() {
        graph.take(index);
        if let Some(found) = graph.expand(index, |_, _, _| ()) {
            return verdict(found);
        }
    }
    closed(graph)
}

/// As many moves as a lone king can have.
const A_KINGS_MOVES: usize = 8;
