//! The root: all its moves, in the order of what they were worth, and what the search of each has
//! found. Not here: the nodes below (`node`).

use tabiya_rules::{Move, Position};

use super::node::taken;
use super::params;
use super::reductions::ONE;
use super::value::{INFINITE, MOST_EVAL, to_table};
use super::worker::Worker;
use crate::table::Entry;
use crate::{Bound, see};

/// A move of the position that is searched.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    /// What this iteration has found; `-INFINITE` before, or if the move is no better than others.
    pub(super) value: i32,
    /// Whether that value is exact: not when the search ended before a window that was missed has
    /// been opened.
    pub(super) bound: Bound,
    /// What the last iteration has found.
    pub(super) previous: i32,
    /// The best line of the last time that the move had an exact value, itself first.
    pub(super) line: Vec<Move>,
    /// The longest line that had been looked at then.
    pub(super) deepest: usize,
    /// Positions visited behind this move in the whole search.
    pub(super) nodes: u64,
}

impl RootMove {
    pub(super) fn new(mv: Move) -> RootMove {
        RootMove {
            mv,
            value: -INFINITE,
            bound: Bound::Exact,
            previous: -INFINITE,
            line: vec![mv],
            deepest: 0,
            nodes: 0,
        }
    }

    pub(super) fn begin_iteration(&mut self) {
        self.previous = self.value;
        self.value = -INFINITE;
    }

    /// What is known by now: by this iteration, or else by the last one.
    pub(super) fn best_known(&self) -> i32 {
        if self.value == -INFINITE {
            self.previous
        } else {
            self.value
        }
    }

    /// The same for those outside: what no window has bounded, as far as there is such a value. A
    /// bound never claims a mate, and a move that no search has come to is worth nothing yet.
    pub(super) fn told(&self) -> i32 {
        if self.value != -INFINITE && self.bound == Bound::Exact {
            return self.value;
        }
        if self.previous != -INFINITE {
            self.previous
        } else if self.value != -INFINITE {
            self.value.clamp(-MOST_EVAL, MOST_EVAL)
        } else {
            0
        }
    }

    /// The order before anything has been searched: the table's move, what wins a man for sure, the
    /// dearest first, then the others as they come.
    pub(super) fn sort_by_looks(
        moves: &mut [RootMove],
        position: &Position,
        table_move: Option<Move>,
    ) {
        moves.sort_by_cached_key(|root| {
            let gain = if see::wins_at_least(position, root.mv, 1) {
                taken(position, root.mv)
            } else {
                0
            };
            std::cmp::Reverse((Some(root.mv) == table_move, gain))
        });
    }

    /// The best first; those without a value stay in their order.
    pub(super) fn sort(moves: &mut [RootMove]) {
        moves.sort_by_key(|mv| std::cmp::Reverse((mv.value, mv.previous)));
    }
}

impl Worker<'_> {
    /// Searches the root moves from that rank on within a window. Each that is better than all
    /// before it gets its value and line.
    pub(super) fn search_root(&mut self, depth: i32, alpha: i32, beta: i32, rank: usize) -> i32 {
        if self.visit(0) {
            return 0;
        }
        let position = self.root;
        let key = self.key(0);
        let is_check = self.frame(0).is_check;
        let entry = self.shared.table.probe(key);
        let raw = if is_check {
            None
        } else {
            Some(self.evaluate(position, entry.as_ref()))
        };
        let keys = self.correction_keys(0, position);
        self.frame_mut(0).eval = raw.map(|raw| self.corrected(raw, keys, position));
        let earlier = self.earlier(0);
        let mut best = -INFINITE;
        let mut floor = alpha;
        let mut best_move = None;
        let tried = self.memory.tried.len();
        for index in rank..self.root_moves.len() {
            let mv = self.root_moves[index].mv;
            let count = index - rank + 1;
            let child = position.after_unchecked(mv);
            self.descend(0, position, mv, &child);
            let is_quiet = self.frame(0).is_quiet;
            let before = self.nodes;
            let new_depth = depth - 1;
            let mut value = -INFINITE;
            let mut is_needed = count == 1;
            if !is_needed {
                let mut reduction = 0;
                if depth >= 3 && count > 2 && is_quiet {
                    let history = self.memory.histories.quiet(position.turn(), mv, &earlier);
                    reduction = self.memory.reductions.get(depth, count)
                        - params::REDUCTION_PRINCIPAL
                        - history * ONE / params::REDUCTION_HISTORY;
                    if self.frame(1).is_check {
                        reduction -= params::REDUCTION_CHECK;
                    }
                }
                let reduced =
                    (new_depth - reduction.max(0) / ONE).clamp(1.min(new_depth), new_depth);
                value = -self.node::<false>(&child, 1, reduced, -floor - 1, -floor, true);
                if value > floor && reduced < new_depth {
                    value = -self.node::<false>(&child, 1, new_depth, -floor - 1, -floor, false);
                }
                is_needed = value > floor;
            }
            if is_needed {
                value = -self.node::<true>(&child, 1, new_depth, -beta, -floor, false);
            }
            let spent = self.nodes - before;
            if self.stopped {
                return best;
            }
            let deepest = self.deepest;
            let found = &mut self.root_moves[index];
            found.nodes += spent;
            if count == 1 || value > floor {
                found.value = value;
                found.deepest = deepest;
                found.bound = if value >= beta {
                    Bound::Lower
                } else if value > alpha {
                    Bound::Exact
                } else {
                    Bound::Upper
                };
                if found.bound == Bound::Exact {
                    found.line.clear();
                    found.line.push(mv);
                    found.line.extend_from_slice(&self.memory.lines[1]);
                }
            } else {
                found.value = -INFINITE;
            }
            if value > best {
                best = value;
                if value > floor {
                    best_move = Some(mv);
                    floor = value;
                    if value >= beta {
                        break;
                    }
                }
            }
            if is_quiet && best_move != Some(mv) {
                self.memory.tried.push(mv);
            }
        }
        if let Some(mv) = best_move.filter(|_| rank == 0) {
            self.learn(0, position, mv, depth, tried, tried);
        }
        self.memory.tried.truncate(tried);
        // What some of the moves are worth says nothing of the position.
        if rank == 0 && self.shared.limits.only.is_empty() {
            let bound = if best >= beta {
                Bound::Lower
            } else if best > alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let entry = Entry {
                mv: best_move.or(entry.and_then(|entry| entry.mv)),
                value: to_table(best, 0),
                eval: raw,
                depth,
                bound: Some(bound),
                is_principal: true,
            };
            self.shared.table.store(key, &entry);
        }
        best
    }
}
