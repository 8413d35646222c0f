//! In which order the means are tried, and the graph search: every position is looked at once, by
//! its exact key, so that running out of positions is a proof that there is no mate, and the way to
//! a mate is a line.
//!
//! What to look at first is guessed in `guide` and `picture`; it changes how fast a line is found,
//! never an answer.

use alloc::vec::Vec;

use crate::{Color, Move, Position};

use super::aim;
use super::field::Field;
use super::grain::Grains;
use super::graph::{Found, Graph};
use super::novelty::Novelty;
use super::packed::Packed;
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
const THIRD_LOOK: u32 = 75_000;
/// So many groups of positions are worked out sooner and later, for each way to group them.
const FEW_GROUPS: usize = 3_000;
const MOST_GROUPS: usize = 45_000;
/// And so many after captures, all together, which bounds time and memory.
const FEW_LATER_GROUPS: usize = 20_000;
const MOST_LATER_GROUPS: usize = 100_000;

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
    if is_weak || guide::has_minor_pieces_only(&field, winner) {
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
    let mut search = Guided::new(position, winner, budget);
    if let Some(verdict) = search.run(FIRST_LOOK) {
        return verdict;
    }
    if !is_weak && let Some(line) = (WALKS..WALKS + LONG_WALKS).find_map(long_line) {
        return Verdict::Yes { line };
    }
    if let Some(verdict) = search.run(SECOND_LOOK) {
        return verdict;
    }
    let mut grains = Grains::new(field, winner);
    for (groups, later_groups, positions) in [
        (FEW_GROUPS, FEW_LATER_GROUPS, THIRD_LOOK),
        (MOST_GROUPS, MOST_LATER_GROUPS, budget),
    ] {
        if let Some(proof) = grains.proof(groups) {
            return Verdict::No { proof };
        }
        let scenes = grains.take_scenes();
        if scenes.is_some() || !search.queues.is_long {
            // With groups a new search needs to go less far than the old one went.
            search = Guided::new(position, winner, budget);
        }
        search.use_scenes(scenes, later_groups);
        if let Some(verdict) = search.run(positions) {
            return verdict;
        }
    }
    Verdict::Undecided
}

/// A search for a mate, the most promising positions first.
///
/// Voices in turn, so that a wrong guess of one starves no short mate and no other plan: the nearest
/// to mate, the nearest to a new queen, the nearest to mate with other kings' squares than most, the
/// oldest; in a long search the newest arrangement, and the nearest to a group in which a mate may be
/// possible.
struct Guided {
    graph: Graph,
    queues: Queues,
    voice: usize,
}

#[derive(Default)]
struct Queues {
    to_mate: Queue,
    to_force: Queue,
    elsewhere: Queue,
    new: Queue,
    out: Queue,
    seen: KingsSeen,
    novelty: Novelty,
    /// Whether the search is a long one, in which what is new gets a turn.
    is_long: bool,
    has_scenes: bool,
}

impl Queues {
    fn push(&mut self, winner: Color, index: u32, mv: Move, child: &Field, distance: Option<u32>) {
        let cost = guide::to_mate(child, winner);
        self.to_mate.push(cost, index);
        self.elsewhere.push(cost + self.seen.boredom(child), index);
        self.to_force.push(guide::to_force(child, winner), index);
        if self.is_long {
            self.new
                .push(self.novelty.cost(child, mv) + cost / 4, index);
        }
        if self.has_scenes {
            let out = 8 * distance.unwrap_or(0) + cost / 8;
            self.out.push(out, index);
        }
    }
}

impl Guided {
    fn new(position: &Position, winner: Color, budget: u32) -> Self {
        Self {
            graph: Graph::new(position, winner, budget),
            queues: Queues::default(),
            voice: 0,
        }
    }

    /// Takes the groups that can come about from the root, and allows so many more to be worked
    /// out after captures.
    fn use_scenes(&mut self, scenes: Option<Scenes>, more: usize) {
        self.queues.is_long = true;
        self.queues.has_scenes |= scenes.is_some();
        self.graph.use_scenes(scenes, more);
    }

    /// Goes on until `positions` were reached, or more than the budget: then it is undecided. An
    /// answer if there is one.
    fn run(&mut self, positions: u32) -> Option<Verdict> {
        let winner = self.graph.winner();
        while self.graph.count() <= positions {
            let queues = &mut self.queues;
            let next = match self.voice {
                0 => queues.to_mate.next(),
                1 => queues.to_force.next(),
                2 => queues.elsewhere.next(),
                3 => None,
                4 => queues.new.next(),
                _ => queues.out.next(),
            };
            let voices = 4 + usize::from(queues.is_long) + usize::from(queues.has_scenes);
            self.voice = (self.voice + 1) % voices;
            let Some(index) = next.or_else(|| self.graph.oldest()) else {
                return Some(closed(&mut self.graph));
            };
            if !self.graph.take(index) {
                continue;
            }
            let found = self.graph.expand(index, |index, mv, child, distance| {
                queues.push(winner, index, mv, child, distance);
            });
            if let Some(found) = found {
                return Some(verdict(found));
            }
        }
        None
    }
}

/// Searches for a mate, the positions of the lowest cost first.
fn best_first(mut graph: Graph, cost: impl Fn(&Field) -> u32) -> Verdict {
    let mut queue = Queue::default();
    let mut next = graph.oldest();
    while let Some(index) = next {
        if graph.take(index) {
            let found = graph.expand(index, |index, _, child, _| {
                queue.push(cost(child), index);
            });
            if let Some(found) = found {
                return verdict(found);
            }
        }
        next = queue.next();
    }
    closed(&mut graph)
}

fn verdict(found: Found) -> Verdict {
    match found {
        Found::Mate(line) => Verdict::Yes { line },
        Found::BudgetSpent => Verdict::Undecided,
    }
}

/// The verdict when no position is left.
fn closed(graph: &mut Graph) -> Verdict {
    Verdict::No {
        proof: Proof::ClosedSet(graph.take_certificate()),
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

/// Positions by a guess, those of each cost in a list of their own; among equals the newest first.
#[derive(Default)]
struct Queue {
    by_cost: Vec<Vec<u32>>,
    /// No list below holds anything.
    lowest: usize,
}

/// What costs more is hopeless alike.
const DEAREST: u32 = 4_000;

impl Queue {
    fn push(&mut self, cost: u32, index: u32) {
        let cost = cost.min(DEAREST) as usize;
        if cost >= self.by_cost.len() {
            self.by_cost.resize(cost + 1, Vec::new());
        }
        if let Some(list) = self.by_cost.get_mut(cost) {
            list.push(index);
        }
        self.lowest = self.lowest.min(cost);
    }

    fn next(&mut self) -> Option<u32> {
        while let Some(list) = self.by_cost.get_mut(self.lowest) {
            if let Some(index) = list.pop() {
                return Some(index);
            }
            self.lowest += 1;
        }
        None
    }
}

/// Searches breadth-first and gives up as soon as a position has many moves: settles forced lines
/// and kings walking behind locked pawns, and costs next to nothing elsewhere.
pub(super) fn narrow(position: &Position, winner: Color, budget: u32) -> Verdict {
    let mut graph = Graph::new(position, winner, budget);
    graph.most_moves = A_KINGS_MOVES;
    while let Some(index) = graph.oldest() {
        graph.take(index);
        if let Some(found) = graph.expand(index, |_, _, _, _| ()) {
            return verdict(found);
        }
    }
    closed(&mut graph)
}

/// As many moves as a lone king can have.
const A_KINGS_MOVES: usize = 8;
