//! The search beyond the horizon: captures and promotions until nothing hangs, and all moves out of
//! check. Not here: the search before it (`node`).

use tabiya_rules::{Position, Role};

use super::params;
use super::picker::{Picker, is_forcing};
use super::value::{INFINITE, LEAST_WIN, MOST_PLIES, from_table, is_estimate, mated, to_table};
use super::worker::Worker;
use crate::table::Entry;
use crate::{Bound, see};

impl Worker<'_> {
    /// What a position is worth, looked at until it is quiet.
    pub(super) fn quiescence<const PRINCIPAL: bool>(
        &mut self,
        position: &Position,
        ply: usize,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        if PRINCIPAL {
            self.memory.lines[ply].clear();
        }
        if self.visit(ply) {
            return 0;
        }
        if let Some(value) = self.drawn(ply, position) {
            return value;
        }
        let is_check = self.frame(ply).is_check;
        let keys = self.correction_keys(ply, position);
        if ply >= MOST_PLIES {
            let raw = self.evaluate(position, None);
            return if is_check {
                0
            } else {
                self.corrected(raw, keys, position)
            };
        }
        let key = self.key(ply);
        let clock = position.halfmove_clock();
        let entry = self.shared.table.probe(key);
        let known = entry.and_then(|entry| {
            let bound = entry.bound?;
            Some((from_table(entry.value, ply, clock), bound))
        });
        if let Some((value, bound)) = known
            && !PRINCIPAL
            && decides(value, bound, beta)
        {
            return value;
        }
        let mut raw = None;
        let mut best = -INFINITE;
        let mut hope = -INFINITE;
        if !is_check {
            let found = self.evaluate(position, entry.as_ref());
            raw = Some(found);
            let eval = self.corrected(found, keys, position);
            best = match known {
                Some((value, bound)) if is_estimate(value) && improves(value, bound, eval) => value,
                _ => eval,
            };
            if best >= beta {
                if entry.is_none() {
                    let entry = Entry {
                        mv: None,
                        value: to_table(best, ply),
                        eval: raw,
                        depth: 0,
                        bound: Some(Bound::Lower),
                        is_principal: false,
                    };
                    self.shared.table.store(key, &entry);
                }
                return if is_estimate(best) {
                    i32::midpoint(best, beta)
                } else {
                    best
                };
            }
            alpha = alpha.max(best);
            hope = eval + params::QUIET_DELTA;
        }
        let start = self.memory.moves.len();
        let table_move = entry
            .and_then(|entry| entry.mv)
            .filter(|&mv| position.is_legal(mv));
        let mut picker = if is_check {
            Picker::all(true, table_move, [None; 2], self.earlier(ply), start)
        } else {
            Picker::forcing(position, table_move, 0, start)
        };
        let mut best_move = None;
        let mut count = 0;
        while let Some(mv) = picker.next(
            position,
            is_check,
            &mut self.memory.moves,
            &self.memory.histories,
        ) {
            count += 1;
            let child = position.after_unchecked(mv);
            if best > -LEAST_WIN {
                if is_check {
                    // One way out is known; the quiet ones are many.
                    if !is_forcing(position, mv) {
                        picker.skip_quiet();
                        continue;
                    }
                } else if hope <= alpha && !child.is_check() {
                    // Even what it takes does not bring the value up to the window.
                    let gain = mv
                        .capture_square(position)
                        .and_then(|square| position.board().role_at(square))
                        .map_or(0, see::value)
                        + mv.promotion()
                            .map_or(0, |role| see::value(role) - see::value(Role::Pawn));
                    if hope + gain <= alpha {
                        best = best.max(hope + gain);
                        continue;
                    }
                    if !see::wins_at_least(position, mv, 1) {
                        best = best.max(hope);
                        continue;
                    }
                }
            }
            self.descend(ply, position, mv, &child);
            let value = -self.quiescence::<PRINCIPAL>(&child, ply + 1, -beta, -alpha);
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    if PRINCIPAL {
                        self.update_line(ply, mv);
                    }
                    if value >= beta {
                        break;
                    }
                    alpha = value;
                }
            }
        }
        self.memory.moves.truncate(start);
        if self.stopped {
            return 0;
        }
        if is_check && count == 0 {
            return mated(ply);
        }
        debug_assert!(best > -INFINITE, "a move has been searched");
        let entry = Entry {
            mv: best_move.or(table_move),
            value: to_table(best, ply),
            eval: raw,
            depth: 0,
            bound: Some(if best >= beta {
                Bound::Lower
            } else {
                Bound::Upper
            }),
            is_principal: PRINCIPAL,
        };
        self.shared.table.store(key, &entry);
        best
    }
}

/// Whether what is known of a value settles how it stands to a bound.
pub(super) fn decides(value: i32, bound: Bound, beta: i32) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::Lower => value >= beta,
        Bound::Upper => value < beta,
    }
}

/// Whether what is known of a value says more than an evaluation.
pub(super) fn improves(value: i32, bound: Bound, eval: i32) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::Lower => value > eval,
        Bound::Upper => value < eval,
    }
}
