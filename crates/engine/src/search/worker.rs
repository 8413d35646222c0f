//! One thread of a search: its memory, and how it deepens iteration by iteration. Not here: the
//! nodes themselves (`root`, `node`, `quiescence`), how threads work together (`search`).

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tabiya_rules::{Game, Move, Position, is_dead_by_material};

use super::correction::{Corrections, Keys};
use super::history::{Earlier, Histories, NOWHERE, Place, place};
use super::params;
use super::picker::Scored;
use super::reductions::Reductions;
use super::root::RootMove;
use super::value::{DRAW, INFINITE, LEAST_MATE, MATE, MOST_EVAL, MOST_PLIES, mated};
use crate::Limits;
use crate::eval::Evaluator;
use crate::table::{Entry, Table};

/// What a thread remembers from search to search.
pub(crate) struct Memory {
    pub(super) histories: Histories,
    pub(super) corrections: Corrections,
    pub(super) evaluator: Evaluator,
    pub(super) reductions: Reductions,
    /// One for each half-move of the line that is looked at, and [`BEFORE`] more.
    frames: Vec<Frame>,
    /// The best line found from each half-move on, where the search has an open window.
    pub(super) lines: Vec<Vec<Move>>,
    /// The moves of all nodes of the line that is looked at.
    pub(super) moves: Vec<Scored>,
    /// The moves that these nodes have searched in vain.
    pub(super) tried: Vec<Move>,
    /// The keys of the positions of the game and of the line.
    keys: Vec<u64>,
}

/// The memories of all threads. The leading one is always there; another is made by its thread when that first
/// searches.
pub(crate) struct Memories {
    leading: Memory,
    others: Vec<Option<Memory>>,
}

impl Memories {
    /// For so many threads, 1 at least.
    pub(crate) fn new(threads: usize) -> Memories {
        let mut memories = Memories {
            leading: Memory::new(),
            others: Vec::new(),
        };
        memories.resize(threads);
        memories
    }

    pub(crate) fn resize(&mut self, threads: usize) {
        self.others.resize_with(threads.saturating_sub(1), || None);
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.leading.clear();
        for memory in self.others.iter_mut().flatten() {
            memory.clear();
        }
    }

    /// The leading memory, and the places of the others.
    pub(crate) fn all(&mut self) -> (&mut Memory, &mut [Option<Memory>]) {
        (&mut self.leading, &mut self.others)
    }

    /// The leading memory alone.
    pub(crate) fn leading(&mut self) -> (&mut Memory, &mut [Option<Memory>]) {
        (&mut self.leading, &mut [])
    }

    /// How many have been made.
    #[cfg(test)]
    pub(crate) fn made(&self) -> usize {
        1 + self.others.iter().flatten().count()
    }
}

/// What is known of one half-move of the line that is looked at.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    /// The move made here and its place; none for a pass.
    pub(super) mv: Option<Move>,
    pub(super) place: Place,
    /// Whether that move neither took a man nor promoted.
    pub(super) is_quiet: bool,
    /// The evaluation with its corrections; none in check.
    pub(super) eval: Option<i32>,
    pub(super) is_check: bool,
    /// The move that a search of the others leaves out.
    pub(super) excluded: Option<Move>,
    /// The last quiet moves that were too good here.
    pub(super) killers: [Option<Move>; 2],
    /// How many nodes here have been cut off since the node above was entered.
    pub(super) cutoffs: i32,
    /// Extra half-moves that the line has been given.
    pub(super) doubles: i32,
    /// How many half-moves can have led here from the same position.
    reversible: usize,
}

/// Frames before the root: moves are judged by what was played up to four half-moves before.
const BEFORE: usize = 4;

const EMPTY_FRAME: Frame = Frame {
    mv: None,
    place: NOWHERE,
    is_quiet: false,
    eval: None,
    is_check: false,
    excluded: None,
    killers: [None; 2],
    cutoffs: 0,
    doubles: 0,
    reversible: 0,
};

impl Memory {
    pub(crate) fn new() -> Memory {
        Memory {
            histories: Histories::new(),
            corrections: Corrections::new(),
            evaluator: Evaluator::new(),
            reductions: Reductions::new(),
            frames: vec![EMPTY_FRAME; BEFORE + MOST_PLIES + 2],
            lines: vec![Vec::new(); MOST_PLIES + 2],
            moves: Vec::with_capacity(4096),
            tried: Vec::with_capacity(1024),
            keys: Vec::new(),
        }
    }

    /// Forgets everything; what the evaluator remembers is true in every game.
    pub(crate) fn clear(&mut self) {
        self.histories.clear();
        self.corrections.clear();
    }
}

/// What the threads of a search share.
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    pub(super) limits: &'a Limits,
    /// Whether all threads have to end.
    pub(super) is_over: AtomicBool,
    /// Positions visited, as far as the threads have told.
    pub(super) nodes: AtomicU64,
    pub(super) table_hits: AtomicU64,
    #[cfg(feature = "syzygy")]
    pub(super) syzygy: Option<&'a tabiya_rules::syzygy::Tables>,
}

/// One thread at work.
pub(super) struct Worker<'a> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) memory: &'a mut Memory,
    pub(super) root: &'a Position,
    pub(super) root_moves: Vec<RootMove>,
    /// The depth of the present iteration.
    pub(super) depth: i32,
    /// The depth of the last iteration that was not cut short.
    pub(super) completed: i32,
    /// The longest line looked at in it.
    pub(super) deepest: usize,
    /// Where a pass may be tried again, after one is being verified.
    pub(super) pass_from: usize,
    /// Whether this search is over; what nodes return then means nothing.
    pub(super) stopped: bool,
    pub(super) nodes: u64,
    /// Nodes that have been told to the others.
    told: u64,
    /// At so many nodes the thread looks whether it has to end.
    look_at: u64,
    /// How many positions of the game stand before the root's in the list of keys.
    root_at: usize,
    clock: &'a mut dyn FnMut() -> bool,
}

/// So many nodes are visited between two looks at the clock: a millisecond, about.
const LOOK_EVERY: u64 = 1024;

/// No limit holds before the first iteration is done, which a few hundred nodes are enough for; but
/// so many it may take at most, where a board full of queens has no end of captures.
const FIRST_ITERATION: u64 = 16 * LOOK_EVERY;

impl<'a> Worker<'a> {
    /// A thread for the position of a game. `clock` says whether its time is over.
    pub(crate) fn new(
        shared: &'a Shared<'a>,
        memory: &'a mut Memory,
        game: &'a Game,
        root_moves: Vec<RootMove>,
        clock: &'a mut dyn FnMut() -> bool,
    ) -> Worker<'a> {
        let root = game.position();
        let reversible = usize::try_from(root.halfmove_clock()).unwrap_or(usize::MAX);
        let ply = game.ply();
        let first = ply.saturating_sub(reversible);
        memory.keys.clear();
        let past = (first..ply).filter_map(|ply| game.position_at(ply));
        memory.keys.extend(past.map(|position| position.key().0));
        let root_at = memory.keys.len();
        memory.keys.resize(root_at + MOST_PLIES + 2, 0);
        memory.frames.fill(EMPTY_FRAME);
        memory.moves.clear();
        memory.tried.clear();
        let mut worker = Worker {
            shared,
            memory,
            root,
            root_moves,
            depth: 0,
            completed: 0,
            deepest: 0,
            pass_from: 0,
            stopped: false,
            nodes: 0,
            told: 0,
            look_at: 0,
            root_at,
            clock,
        };
        worker.remember_past(game);
        worker.enter(0, root, reversible.min(root_at));
        worker
    }

    /// The last moves of the game are what the first moves of the search are judged after.
    fn remember_past(&mut self, game: &Game) {
        let moves = game.moves();
        for back in 1..=BEFORE {
            let Some(&mv) = moves.len().checked_sub(back).and_then(|at| moves.get(at)) else {
                return;
            };
            let color = if back % 2 == 1 {
                !self.root.turn()
            } else {
                self.root.turn()
            };
            let frame = &mut self.memory.frames[BEFORE - back];
            frame.mv = Some(mv);
            frame.place = place(color, mv);
        }
    }

    pub(super) fn frame(&self, ply: usize) -> &Frame {
        &self.memory.frames[BEFORE + ply]
    }

    pub(super) fn frame_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.memory.frames[BEFORE + ply]
    }

    /// The frame so many half-moves before, up to [`BEFORE`].
    pub(super) fn frame_before(&self, ply: usize, back: usize) -> &Frame {
        &self.memory.frames[BEFORE + ply - back]
    }

    /// The moves that those at this half-move are judged after.
    pub(super) fn earlier(&self, ply: usize) -> Earlier {
        [1, 2, 4].map(|back| self.frame_before(ply, back).place)
    }

    fn enter(&mut self, ply: usize, position: &Position, reversible: usize) {
        let key = position.key().0;
        self.shared.table.touch(key);
        self.memory.keys[self.root_at + ply] = key;
        let frame = self.frame_mut(ply);
        frame.reversible = reversible;
        frame.is_check = position.is_check();
    }

    /// A move is made; `child` is the position after it.
    pub(super) fn descend(&mut self, ply: usize, position: &Position, mv: Move, child: &Position) {
        let is_quiet = !super::picker::is_forcing(position, mv);
        let frame = self.frame_mut(ply);
        frame.mv = Some(mv);
        frame.place = place(position.turn(), mv);
        frame.is_quiet = is_quiet;
        let reversible = if child.halfmove_clock() == 0 {
            0
        } else {
            frame.reversible + 1
        };
        let doubles = frame.doubles;
        self.enter(ply + 1, child, reversible);
        self.frame_mut(ply + 1).doubles = doubles;
    }

    /// A pass is made.
    pub(super) fn descend_by_pass(&mut self, ply: usize, child: &Position) {
        let frame = self.frame_mut(ply);
        frame.mv = None;
        frame.place = NOWHERE;
        frame.is_quiet = false;
        let doubles = frame.doubles;
        self.enter(ply + 1, child, 0);
        self.frame_mut(ply + 1).doubles = doubles;
    }

    /// The key of the position at that half-move.
    pub(super) fn key(&self, ply: usize) -> u64 {
        self.memory.keys[self.root_at + ply]
    }

    /// Counts a node, and looks at the clock now and then. Says whether the search is over.
    pub(super) fn visit(&mut self, ply: usize) -> bool {
        self.deepest = self.deepest.max(ply);
        if self.nodes >= self.look_at {
            self.look();
        }
        if !self.stopped {
            self.nodes += 1;
        }
        self.stopped
    }

    #[cold]
    fn look(&mut self) {
        let before = self
            .shared
            .nodes
            .fetch_add(self.nodes - self.told, Ordering::Relaxed);
        let all = before + (self.nodes - self.told);
        self.told = self.nodes;
        self.look_at = self.nodes + LOOK_EVERY;
        if self.completed == 0 && self.nodes < FIRST_ITERATION {
            return;
        }
        if let Some(most) = self.shared.limits.nodes {
            if all >= most {
                self.stopped = true;
            } else {
                self.look_at = self.look_at.min(self.nodes + (most - all));
            }
        }
        if self.stopped || (self.clock)() || self.shared.is_over.load(Ordering::Relaxed) {
            self.stopped = true;
            self.shared.is_over.store(true, Ordering::Relaxed);
        }
    }

    /// Positions that all threads have visited, this one's counted exactly.
    pub(super) fn all_nodes(&self) -> u64 {
        self.shared.nodes.load(Ordering::Relaxed) + (self.nodes - self.told)
    }

    /// Tells the others of the last nodes.
    pub(super) fn settle(&mut self) {
        let untold = self.nodes - self.told;
        self.shared.nodes.fetch_add(untold, Ordering::Relaxed);
        self.told = self.nodes;
    }

    /// The value of a position that is drawn by the Laws, or may be claimed to be: dead, repeated,
    /// or fifty moves old. Inside the search once again is repetition enough; what the game has
    /// seen counts from the third time on.
    pub(super) fn drawn(&self, ply: usize, position: &Position) -> Option<i32> {
        let clock = position.halfmove_clock();
        if clock >= 100 {
            // Mate on the hundredth half-move is mate.
            let is_mate = self.frame(ply).is_check && !position.has_legal_move();
            return Some(if is_mate { mated(ply) } else { DRAW });
        }
        if clock == 0 {
            return (position.board().occupied().count() <= 6
                && is_dead_by_material(position.board()))
            .then_some(DRAW);
        }
        self.is_repeated(ply).then_some(DRAW)
    }

    fn is_repeated(&self, ply: usize) -> bool {
        let here = self.root_at + ply;
        let keys = &self.memory.keys;
        let reach = self.frame(ply).reversible.min(here);
        let mut times = 0;
        let mut back = 4;
        while back <= reach {
            if keys[here - back] == keys[here] {
                times += 1;
                if back < ply || times == 2 {
                    return true;
                }
            }
            back += 2;
        }
        false
    }

    /// The evaluation without corrections.
    pub(super) fn evaluate(&mut self, position: &Position, entry: Option<&Entry>) -> i32 {
        match entry.and_then(|entry| entry.eval) {
            Some(eval) => eval,
            None => self
                .memory
                .evaluator
                .evaluate(position)
                .clamp(-MOST_EVAL, MOST_EVAL),
        }
    }

    /// Where the corrections of a position are.
    pub(super) fn correction_keys(&self, ply: usize, position: &Position) -> Keys {
        let last = self.frame_before(ply, 1).place;
        let before = self.frame_before(ply, 2).place;
        Keys::of(position, last, before)
    }

    /// An evaluation with its corrections: less the nearer the fiftieth move without progress is.
    pub(super) fn corrected(&self, raw: i32, keys: Keys, position: &Position) -> i32 {
        let clock = i32::try_from(position.halfmove_clock())
            .unwrap_or(100)
            .min(100);
        let damped = raw * (params::FIFTY_SCALE - clock) / params::FIFTY_SCALE;
        (damped + self.memory.corrections.get(keys)).clamp(-MOST_EVAL, MOST_EVAL)
    }

    /// Writes the best line from a half-move on.
    pub(super) fn update_line(&mut self, ply: usize, mv: Move) {
        let (here, behind) = self.memory.lines.split_at_mut(ply + 1);
        if let (Some(line), Some(rest)) = (here.last_mut(), behind.first()) {
            line.clear();
            line.push(mv);
            line.extend_from_slice(rest);
        }
    }

    /// Searches to greater and greater depths. `after` is told of each iteration that is done, and
    /// of windows that were missed; it says whether to begin another iteration.
    pub(super) fn deepen(&mut self, after: &mut dyn FnMut(&Worker<'_>, Step) -> bool) {
        let lines = self
            .shared
            .limits
            .lines
            .clamp(1, self.root_moves.len().max(1));
        let most = self.shared.limits.depth.map_or(MOST_DEPTH, |depth| {
            i32::try_from(depth)
                .unwrap_or(MOST_DEPTH)
                .clamp(1, MOST_DEPTH)
        });
        for depth in 1..=most {
            self.depth = depth;
            self.deepest = 0;
            for mv in &mut self.root_moves {
                mv.begin_iteration();
            }
            for rank in 0..lines {
                self.search_line(rank, after);
                if self.stopped {
                    return;
                }
            }
            self.completed = depth;
            if depth == 1 {
                // From now on the limits hold.
                self.look_at = self.nodes;
            }
            if !after(self, Step::Iteration) {
                return;
            }
        }
    }

    /// Finds the best of the root moves from that rank on, within a window around what the last
    /// iteration has found.
    fn search_line(&mut self, rank: usize, after: &mut dyn FnMut(&Worker<'_>, Step) -> bool) {
        let expected = self.root_moves[rank].previous;
        let mut delta = params::WINDOW + expected.abs().min(2000) / 100;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if self.depth >= params::WINDOW_DEPTH && expected.abs() < LEAST_MATE {
            alpha = (expected - delta).max(-INFINITE);
            beta = (expected + delta).min(INFINITE);
        }
        let mut less = 0;
        loop {
            let value = self.search_root((self.depth - less).max(1), alpha, beta, rank);
            RootMove::sort(&mut self.root_moves[rank..]);
            if self.stopped {
                break;
            }
            let reach = if delta > params::MOST_WINDOW {
                2 * INFINITE
            } else {
                delta
            };
            if value <= alpha {
                beta = i32::midpoint(alpha, beta);
                alpha = (value - reach).max(-INFINITE);
                less = 0;
                after(self, Step::TooLow);
            } else if value >= beta {
                beta = (value + reach).min(INFINITE);
                less = (less + 1).min(3);
                after(self, Step::TooHigh);
            } else {
                break;
            }
            delta += delta / 2 + 4;
        }
        RootMove::sort(&mut self.root_moves[..=rank]);
    }

    /// Whether a mate has been found that is short enough for the limit.
    pub(super) fn has_wanted_mate(&self) -> bool {
        let Some(moves) = self.shared.limits.mate else {
            return false;
        };
        let value = self.root_moves.first().map_or(0, RootMove::best_known);
        let half_moves = i32::try_from(moves).unwrap_or(MATE / 2).saturating_mul(2);
        value >= LEAST_MATE && MATE - value <= half_moves
    }
}

/// The greatest depth of an iteration.
const MOST_DEPTH: i32 = 127;

/// How far a worker has come.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// A line is worth less than thought.
    TooLow,
    /// Or more.
    TooHigh,
    /// The iteration is done.
    Iteration,
}
