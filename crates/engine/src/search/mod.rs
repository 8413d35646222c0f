//! The search: threads that look at the same position and share what they find. Here: how they are
//! started, told to end, and which of them is believed. Below: one thread (`worker`), the root
//! (`root`), a node (`node`), the end of the lines (`quiescence`), the order of moves (`picker`,
//! `history`), the numbers (`params`).

#![allow(
    clippy::cast_possible_truncation,
    clippy::indexing_slicing,
    reason = "plies, squares, roles and colors index tables that are made for all of them, and what \
              grows is bounded where it grows; a check in every access would cost a tenth of the speed"
)]

mod correction;
mod history;
mod node;
mod params;
mod picker;
mod quiescence;
mod reductions;
mod root;
#[cfg(feature = "syzygy")]
mod tables;
pub(crate) mod value;
mod worker;

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tabiya_rules::{Game, Move};

#[cfg(not(target_family = "wasm"))]
use crate::Engine;
use crate::engine::Options;
use crate::table::Table;
use crate::time::{Budget, Timer};
use crate::{Bound, Info, Limits, Line, Report, Stop, TimeLimit};

use root::RootMove;
pub(crate) use worker::Memories;
use worker::{Memory, Shared, Step, Worker};

/// Searches the position of a game: one thread for each memory.
pub(crate) fn run(
    game: &Game,
    limits: &Limits,
    stop: &Stop,
    options: &Options,
    (table, memories): (&Table, (&mut Memory, &mut [Option<Memory>])),
    on_info: &mut dyn FnMut(&Info),
) -> Report {
    let budget = Budget::of(limits, options.move_overhead);
    let timer = Timer::start(budget, stop.is_pondering());
    let shared = Shared {
        table,
        limits,
        is_over: AtomicBool::new(false),
        nodes: AtomicU64::new(0),
        table_hits: AtomicU64::new(0),
        #[cfg(feature = "syzygy")]
        syzygy: options.syzygy.as_deref(),
    };
    let search = Search {
        game,
        shared: &shared,
        stop,
        pace: RefCell::new(Pace {
            timer,
            was_enough: false,
            best: None,
            steady: 0,
            value: 0,
        }),
    };
    search.run(memories, on_info)
}

/// One search.
struct Search<'a> {
    game: &'a Game,
    shared: &'a Shared<'a>,
    stop: &'a Stop,
    pace: RefCell<Pace>,
}

/// How time goes, and what has been seen that makes a move worth more or less of it.
struct Pace {
    timer: Timer,
    /// Whether only pondering has kept the search going.
    was_enough: bool,
    /// The best move of the last iteration, and for how many iterations it has been the best.
    best: Option<Move>,
    steady: u32,
    value: i32,
}

/// What a thread has found.
struct Found {
    root_moves: Vec<RootMove>,
    depth: i32,
}

impl Search<'_> {
    fn run(
        &self,
        (first, others): (&mut Memory, &mut [Option<Memory>]),
        on_info: &mut dyn FnMut(&Info),
    ) -> Report {
        let root_moves = self.root_moves();
        if root_moves.is_empty() {
            return self.report(Vec::new(), 0);
        }
        let mut found = self.with_helpers(others, &root_moves, |search| {
            search.lead(first, root_moves.clone(), on_info)
        });
        // The deepest is believed; among equals, the thread that has told of its progress.
        found.sort_by_key(|found| std::cmp::Reverse(found.depth));
        let best = found.into_iter().next();
        best.map_or_else(
            || self.report(Vec::new(), 0),
            |found| self.report(self.lines(&found.root_moves), found.depth),
        )
    }

    /// Lets other threads search too as long as the leading one does, which does not wait for them to start.
    #[cfg(not(target_family = "wasm"))]
    fn with_helpers(
        &self,
        others: &mut [Option<Memory>],
        root_moves: &[RootMove],
        lead: impl FnOnce(&Self) -> Found,
    ) -> Vec<Found> {
        if others.is_empty() {
            return vec![lead(self)];
        }
        let (shared, game) = (self.shared, self.game);
        std::thread::scope(|scope| {
            // Passed on at once: only so is it known to be called once.
            let starter = std::thread::Builder::new().spawn_scoped(scope, move || -> Vec<_> {
                let helpers = others.iter_mut();
                helpers
                    .take_while(|_| !shared.is_over.load(Ordering::Relaxed))
                    .filter_map(|memory| {
                        let root_moves = root_moves.to_vec();
                        let helper = std::thread::Builder::new().stack_size(Engine::STACK);
                        // Where no thread can be had, fewer search.
                        let work = move || {
                            let memory = memory.get_or_insert_with(Memory::new);
                            help(shared, game, memory, root_moves)
                        };
                        helper.spawn_scoped(scope, work).ok()
                    })
                    .collect()
            });
            let mut found = vec![lead(self)];
            // One that has died has found nothing.
            let helpers = starter.ok().and_then(|starter| starter.join().ok());
            let helpers = helpers.into_iter().flatten();
            found.extend(helpers.filter_map(|helper| helper.join().ok()));
            found
        })
    }

    /// There are no other threads here.
    #[cfg(target_family = "wasm")]
    fn with_helpers(
        &self,
        _others: &mut [Option<Memory>],
        _root_moves: &[RootMove],
        lead: impl FnOnce(&Self) -> Found,
    ) -> Vec<Found> {
        vec![lead(self)]
    }

    /// The thread that keeps the limits and tells of its progress.
    fn lead(
        &self,
        memory: &mut Memory,
        root_moves: Vec<RootMove>,
        on_info: &mut dyn FnMut(&Info),
    ) -> Found {
        // However this thread ends, the others end too.
        let _ending = Ending(&self.shared.is_over);
        let mut clock = || self.is_over();
        let mut worker = Worker::new(self.shared, memory, self.game, root_moves, &mut clock);
        worker.deepen(&mut |worker, step| {
            if step == Step::Iteration {
                self.tell(worker, Bound::Exact, on_info);
            } else if self.pace.borrow().timer.elapsed() >= TELL_OF_WINDOWS_AFTER {
                let bound = match step {
                    Step::TooLow => Bound::Upper,
                    _ => Bound::Lower,
                };
                self.tell(worker, bound, on_info);
            }
            step != Step::Iteration || self.goes_on(worker)
        });
        worker.settle();
        if worker.stopped && worker.completed > 0 {
            self.tell(&worker, Bound::Exact, on_info);
        }
        Found {
            depth: worker.completed,
            root_moves: worker.root_moves,
        }
    }

    fn root_moves(&self) -> Vec<RootMove> {
        let only = &self.shared.limits.only;
        let position = self.game.position();
        let moves = position.legal_moves();
        let wanted = moves
            .iter()
            .filter(|mv| only.is_empty() || only.contains(mv));
        let mut root_moves: Vec<RootMove> = wanted.map(|&mv| RootMove::new(mv)).collect();
        let entry = self.shared.table.probe(position.key().0);
        RootMove::sort_by_looks(&mut root_moves, position, entry.and_then(|entry| entry.mv));
        #[cfg(feature = "syzygy")]
        let root_moves = tables::best_of(self.shared.syzygy, self.game, root_moves);
        root_moves
    }

    /// Whether the search has to end now.
    fn is_over(&self) -> bool {
        let mut pace = self.pace.borrow_mut();
        if pace.timer.is_pondering() && !self.stop.is_pondering() {
            pace.timer.ponder_hit();
            if pace.was_enough {
                return true;
            }
        }
        self.stop.is_stopped() || pace.timer.is_over()
    }

    /// Whether another iteration pays.
    fn goes_on(&self, worker: &Worker<'_>) -> bool {
        let Some(first) = worker.root_moves.first() else {
            return false;
        };
        if worker.has_wanted_mate() {
            return false;
        }
        let TimeLimit::Clock(_) = self.shared.limits.time else {
            return true;
        };
        let mut pace = self.pace.borrow_mut();
        pace.steady = if pace.best == Some(first.mv) {
            pace.steady + 1
        } else {
            0
        };
        let drop = (pace.value - first.value).clamp(0, MOST_DROP);
        pace.best = Some(first.mv);
        pace.value = first.value;
        let all = worker.nodes.max(1);
        let share = i32::try_from(first.nodes.min(all) * 100 / all).unwrap_or(100);
        let steadiness =
            STEADY_PERCENT - STEADY_STEP * i32::try_from(pace.steady.min(8)).unwrap_or(8);
        let percent = steadiness * (100 + drop) / 100 * (SHARE_PERCENT - share) / 100;
        // With one move there is nothing to think about, nor behind a mate that cannot be shorter.
        let is_settled = worker.root_moves.len() == 1
            || (first.value >= value::LEAST_MATE
                && worker.completed > 2 * (value::MATE - first.value));
        let is_enough = is_settled
            || pace
                .timer
                .is_enough(u32::try_from(percent.clamp(30, 400)).unwrap_or(100));
        pace.was_enough = is_enough;
        !is_enough || pace.timer.is_pondering()
    }

    /// Tells of all lines; of the first one what bounds its value, where `window` says so.
    fn tell(&self, worker: &Worker<'_>, window: Bound, on_info: &mut dyn FnMut(&Info)) {
        let lines = self.lines(&worker.root_moves);
        for (index, (mut line, root)) in lines.into_iter().zip(&worker.root_moves).enumerate() {
            let bound = if index == 0 { window } else { Bound::Exact };
            if bound != Bound::Exact {
                line.score = value::score(root.value);
            }
            on_info(&Info {
                depth: u32::try_from(worker.depth).unwrap_or(0),
                deepest: u32::try_from(root.deepest).unwrap_or(0),
                rank: index + 1,
                line,
                bound,
                nodes: worker.all_nodes(),
                table_hits: self.shared.table_hits.load(Ordering::Relaxed),
                hash_full: self.shared.table.fullness(),
                time: self.pace.borrow().timer.elapsed(),
            });
        }
    }

    fn lines(&self, root_moves: &[RootMove]) -> Vec<Line> {
        let wanted = self.shared.limits.lines.max(1);
        let lines = root_moves.iter().take(wanted).map(|mv| Line {
            score: value::score(mv.told()),
            moves: mv.line.clone(),
        });
        lines.collect()
    }

    fn report(&self, lines: Vec<Line>, depth: i32) -> Report {
        Report {
            lines,
            depth: u32::try_from(depth).unwrap_or(0),
            nodes: self.shared.nodes.load(Ordering::Relaxed),
            time: self.pace.borrow().timer.elapsed(),
        }
    }
}

/// Ends all threads of a search when it is dropped.
struct Ending<'a>(&'a AtomicBool);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A thread that fills the table for the leading one, until that ends.
#[cfg(not(target_family = "wasm"))]
fn help(shared: &Shared<'_>, game: &Game, memory: &mut Memory, root_moves: Vec<RootMove>) -> Found {
    let mut clock = || false;
    let mut worker = Worker::new(shared, memory, game, root_moves, &mut clock);
    worker.deepen(&mut |_, _| true);
    worker.settle();
    Found {
        depth: worker.completed,
        root_moves: worker.root_moves,
    }
}

/// Windows that are missed are worth telling of when they take long.
const TELL_OF_WINDOWS_AFTER: std::time::Duration = std::time::Duration::from_secs(2);

/// A move is worth so many percent of the usual time when it has just become the best …
const STEADY_PERCENT: i32 = 140;
/// … and so many less for each iteration that it has stayed the best.
const STEADY_STEP: i32 = 10;
/// The value has got worse by so much at most: each hundredth of a pawn is a percent more.
const MOST_DROP: i32 = 80;
/// So many percent less the share of the nodes that went into the best move.
const SHARE_PERCENT: i32 = 170;
