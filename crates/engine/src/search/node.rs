//! One node of the search: what is known of it, whether it can be left whole, and its moves one
//! after the other. Not here: the root (`root`), what comes beyond the horizon (`quiescence`).

use tabiya_rules::{Move, Position, Role};

use super::history::{bonus, malus};
use super::params;
use super::picker::{Picker, is_forcing};
use super::quiescence::{decides, improves};
use super::reductions::ONE;
use super::value::{
    DRAW, INFINITE, LEAST_WIN, MATE, MOST_PLIES, from_table, is_estimate, mated, plies, to_table,
};
use super::worker::Worker;
use crate::table::Entry;
use crate::{Bound, see};

/// What a node knows before it looks at its moves.
struct Known {
    entry: Option<Entry>,
    /// The value in the table and what it says.
    value: Option<(i32, Bound)>,
    table_move: Option<Move>,
    /// The evaluation with its corrections; none in check.
    eval: Option<i32>,
    /// The best guess at the value: the evaluation, or what the table says.
    estimate: i32,
    /// Whether the side to move stands better than a move ago.
    is_improving: bool,
    is_check: bool,
}

impl Worker<'_> {
    /// What a position is worth, looked at `depth` half-moves deep: at most `alpha`, at least
    /// `beta`, or exactly what is between. `PRINCIPAL` where the window is open; `cut` where it is
    /// expected that some move is at least `beta`.
    pub(super) fn node<const PRINCIPAL: bool>(
        &mut self,
        position: &Position,
        ply: usize,
        depth: i32,
        mut alpha: i32,
        mut beta: i32,
        cut: bool,
    ) -> i32 {
        if depth <= 0 {
            return self.quiescence::<PRINCIPAL>(position, ply, alpha, beta);
        }
        if PRINCIPAL {
            self.memory.lines[ply].clear();
        }
        if self.visit(ply) {
            return 0;
        }
        let excluded = self.frame(ply).excluded;
        if excluded.is_none() {
            if let Some(value) = self.drawn(ply, position) {
                return value;
            }
            // No mate can be shorter than one that is known.
            alpha = alpha.max(mated(ply));
            beta = beta.min(MATE - plies(ply) - 1);
            if alpha >= beta {
                return alpha;
            }
        }
        let is_check = self.frame(ply).is_check;
        let key = self.key(ply);
        let entry = self.shared.table.probe(key).filter(|_| excluded.is_none());
        let clock = position.halfmove_clock();
        let value = entry.and_then(|entry| {
            let bound = entry.bound?;
            Some((from_table(entry.value, ply, clock), bound, entry.depth))
        });
        let table_move = entry
            .and_then(|entry| entry.mv)
            .filter(|&mv| position.is_legal(mv));
        if let Some((value, bound, known_depth)) = value
            && !PRINCIPAL
            && known_depth >= depth
            && clock < 90
            && decides(value, bound, beta)
        {
            if let Some(mv) = table_move
                && value >= beta
                && !is_forcing(position, mv)
            {
                let earlier = self.earlier(ply);
                let histories = &mut self.memory.histories;
                histories.update_quiet(position.turn(), mv, &earlier, bonus(depth));
            }
            return value;
        }
        #[cfg(feature = "syzygy")]
        if excluded.is_none()
            && let Some(value) = self.probe_tables(position, ply, depth, (alpha, beta))
        {
            return value;
        }
        if ply >= MOST_PLIES {
            let raw = self.evaluate(position, entry.as_ref());
            return if is_check { DRAW } else { raw };
        }
        let keys = self.correction_keys(ply, position);
        let mut raw = None;
        if excluded.is_none() {
            self.frame_mut(ply).eval = if is_check {
                None
            } else {
                let found = self.evaluate(position, entry.as_ref());
                raw = Some(found);
                Some(self.corrected(found, keys, position))
            };
            self.frame_mut(ply + 2).killers = [None; 2];
            self.frame_mut(ply + 1).cutoffs = 0;
        }
        let eval = self.frame(ply).eval;
        let known = Known {
            entry,
            value: value.map(|(value, bound, _)| (value, bound)),
            table_move,
            eval,
            estimate: match (eval, value) {
                (Some(eval), Some((value, bound, _))) if improves(value, bound, eval) => value,
                (Some(eval), _) => eval,
                (None, _) => -INFINITE,
            },
            is_improving: self.is_improving(ply, eval),
            is_check,
        };
        if !PRINCIPAL
            && !is_check
            && excluded.is_none()
            && let Some(value) = self.prune_node(position, ply, depth, (alpha, beta), cut, &known)
        {
            return value;
        }
        let mut depth = depth;
        if depth >= params::REDUCE_UNKNOWN_DEPTH
            && (PRINCIPAL || cut)
            && excluded.is_none()
            && known.table_move.is_none()
        {
            depth -= 1;
        }
        let found =
            self.search_moves::<PRINCIPAL>(position, ply, depth, (alpha, beta), cut, &known);
        let Found {
            best,
            mv,
            count,
            is_shallow,
        } = found;
        if self.stopped {
            return 0;
        }
        if count == 0 {
            return match excluded {
                Some(_) => alpha,
                None if is_check => mated(ply),
                None => DRAW,
            };
        }
        if excluded.is_some() || is_shallow {
            return best;
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if PRINCIPAL && mv.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if let Some(eval) = eval {
            let is_known = match bound {
                Bound::Lower => best <= eval,
                Bound::Upper => best >= eval,
                Bound::Exact => false,
            };
            let is_tactical = mv.is_some_and(|mv| is_forcing(position, mv));
            if !is_known && !is_tactical && is_estimate(best) {
                self.memory.corrections.update(keys, depth, best - eval);
            }
        }
        let entry = Entry {
            mv: mv.or(known.table_move),
            value: to_table(best, ply),
            eval: raw,
            depth,
            bound: Some(bound),
            is_principal: PRINCIPAL || known.entry.is_some_and(|entry| entry.is_principal),
        };
        self.shared.table.store(key, &entry);
        best
    }

    fn is_improving(&self, ply: usize, eval: Option<i32>) -> bool {
        let earlier = |back| self.frame_before(ply, back).eval;
        match (eval, earlier(2).or_else(|| earlier(4))) {
            (Some(now), Some(before)) => now > before,
            _ => false,
        }
    }

    /// Whether the node can be left without looking at all its moves, and what it is worth then.
    fn prune_node(
        &mut self,
        position: &Position,
        ply: usize,
        depth: i32,
        (alpha, beta): (i32, i32),
        cut: bool,
        known: &Known,
    ) -> Option<i32> {
        let (eval, estimate) = (known.eval?, known.estimate);
        // Far below the window: only captures can help, if anything.
        if depth <= params::RAZOR_DEPTH
            && estimate + params::RAZOR_BASE + params::RAZOR_SLOPE * depth <= alpha
        {
            let value = self.quiescence::<false>(position, ply, alpha, alpha + 1);
            if value <= alpha || self.stopped {
                return Some(value);
            }
        }
        // Far above it: the opponent will not come back in so few moves.
        if depth <= params::REVERSE_DEPTH && is_estimate(beta) && is_estimate(estimate) {
            let margin = params::REVERSE_MARGIN * depth
                - params::REVERSE_IMPROVING * i32::from(known.is_improving);
            if estimate - margin >= beta {
                return Some((2 * beta + estimate) / 3);
            }
        }
        let has_pieces = has_pieces(position);
        if let Some(value) = self.try_pass(
            position,
            ply,
            depth,
            beta,
            cut,
            (eval, estimate, has_pieces),
        ) {
            return Some(value);
        }
        if self.stopped {
            return Some(0);
        }
        self.try_captures(position, ply, depth, beta, cut, known)
    }

    /// If even a pass is too good for the opponent, some move is.
    fn try_pass(
        &mut self,
        position: &Position,
        ply: usize,
        depth: i32,
        beta: i32,
        cut: bool,
        (eval, estimate, has_pieces): (i32, i32, bool),
    ) -> Option<i32> {
        let after_pass = ply > 0 && self.frame_before(ply, 1).mv.is_none();
        if depth < params::PASS_DEPTH
            || after_pass
            || !has_pieces
            || estimate < beta
            || eval + params::PASS_STATIC_SLOPE * depth < beta + params::PASS_STATIC_BASE
            || ply < self.pass_from
            || beta <= -LEAST_WIN
        {
            return None;
        }
        let reduction = params::PASS_BASE
            + depth / params::PASS_DEPTH_SHARE
            + ((estimate - beta) / params::PASS_MARGIN).min(3);
        let child = position.after_pass_unchecked();
        self.descend_by_pass(ply, &child);
        let value = -self.node::<false>(&child, ply + 1, depth - reduction, -beta, 1 - beta, !cut);
        if self.stopped || value < beta {
            return None;
        }
        // A mate that needs a pass is none.
        let value = if value >= LEAST_WIN { beta } else { value };
        if depth < params::PASS_VERIFY_DEPTH || self.pass_from > 0 {
            return Some(value);
        }
        // Where every move does harm a pass lies; so look without, for some half-moves.
        let less = (depth - reduction).max(1);
        self.pass_from = ply + usize::try_from(3 * less / 4).unwrap_or(0) + 1;
        let verified = self.node::<false>(position, ply, less, beta - 1, beta, false);
        self.pass_from = 0;
        (verified >= beta && !self.stopped).then_some(value)
    }

    /// If a capture is far too good for the opponent in a shallow search, it will be in a deep one.
    fn try_captures(
        &mut self,
        position: &Position,
        ply: usize,
        depth: i32,
        beta: i32,
        cut: bool,
        known: &Known,
    ) -> Option<i32> {
        let raised = beta + params::PROBCUT_MARGIN - 50 * i32::from(known.is_improving);
        let is_denied = known
            .value
            .is_some_and(|(value, bound)| bound != Bound::Lower && value < raised);
        if depth < params::PROBCUT_DEPTH || !is_estimate(beta) || is_denied {
            return None;
        }
        let start = self.memory.moves.len();
        let least = raised - known.eval?;
        let mut picker = Picker::forcing(position, known.table_move, least, start);
        let mut result = None;
        while let Some(mv) = picker.next(
            position,
            false,
            &mut self.memory.moves,
            &self.memory.histories,
        ) {
            let child = position.after_unchecked(mv);
            self.descend(ply, position, mv, &child);
            let mut value = -self.quiescence::<false>(&child, ply + 1, -raised, 1 - raised);
            if value >= raised {
                value = -self.node::<false>(&child, ply + 1, depth - 4, -raised, 1 - raised, !cut);
            }
            if self.stopped {
                break;
            }
            if value >= raised {
                let entry = Entry {
                    mv: Some(mv),
                    value: to_table(value, ply),
                    eval: None,
                    depth: depth - 3,
                    bound: Some(Bound::Lower),
                    is_principal: known.entry.is_some_and(|entry| entry.is_principal),
                };
                self.shared.table.store(self.key(ply), &entry);
                result = Some(if is_estimate(value) {
                    value - (raised - beta)
                } else {
                    value
                });
                break;
            }
        }
        self.memory.moves.truncate(start);
        result
    }

    /// Looks at the moves.
    fn search_moves<const PRINCIPAL: bool>(
        &mut self,
        position: &Position,
        ply: usize,
        depth: i32,
        (alpha, beta): (i32, i32),
        cut: bool,
        known: &Known,
    ) -> Found {
        let us = position.turn();
        let excluded = self.frame(ply).excluded;
        let earlier = self.earlier(ply);
        let killers = self.frame(ply).killers;
        let has_pieces = has_pieces(position);
        let (start, tried) = (self.memory.moves.len(), self.memory.tried.len());
        let mut quiets = 0;
        let mut captures = 0;
        let mut found = Found {
            best: -INFINITE,
            mv: None,
            count: 0,
            is_shallow: false,
        };
        let mut floor = alpha;
        let late = late_moves(depth, known.is_improving);
        let mut picker = Picker::all(known.is_check, known.table_move, killers, earlier, start);
        while let Some(mv) = picker.next(
            position,
            known.is_check,
            &mut self.memory.moves,
            &self.memory.histories,
        ) {
            if Some(mv) == excluded {
                continue;
            }
            found.count += 1;
            let count = found.count;
            let is_quiet = !is_forcing(position, mv);
            let history = if is_quiet {
                self.memory.histories.quiet(us, mv, &earlier)
            } else {
                self.memory.histories.forcing(position, mv)
            };
            let mut reduction = self.memory.reductions.get(depth, count);
            if !known.is_improving {
                reduction += params::REDUCTION_WORSENING;
            }
            // What need not be searched once something is known.
            if found.best > -LEAST_WIN && has_pieces {
                let left =
                    (depth - (reduction - history * ONE / params::REDUCTION_HISTORY) / ONE).max(0);
                if is_quiet {
                    if quiets >= late {
                        picker.skip_quiet();
                    }
                    if let Some(eval) = known.eval
                        && left <= params::FUTILITY_DEPTH
                        && eval + params::FUTILITY_BASE + params::FUTILITY_SLOPE * left
                            <= alpha.max(floor)
                    {
                        picker.skip_quiet();
                        continue;
                    }
                    if left <= params::BAD_HISTORY_DEPTH
                        && history < params::BAD_HISTORY_SLOPE * depth
                    {
                        continue;
                    }
                    if left <= params::LOSING_DEPTH
                        && !see::wins_at_least(position, mv, params::LOSING_QUIET * left * left)
                    {
                        continue;
                    }
                } else {
                    if let Some(eval) = known.eval
                        && left <= params::FUTILITY_CAPTURE_DEPTH
                        && count > 1
                        && picker.is_losing()
                        && eval
                            + params::FUTILITY_CAPTURE_BASE
                            + params::FUTILITY_CAPTURE_SLOPE * left
                            + taken(position, mv)
                            <= floor
                    {
                        continue;
                    }
                    if picker.is_losing()
                        && depth <= params::LOSING_DEPTH
                        && !see::wins_at_least(position, mv, params::LOSING_CAPTURE * depth)
                    {
                        continue;
                    }
                }
            }
            let mut extension = 0;
            if Some(mv) == known.table_move && excluded.is_none() {
                match self.extend_table_move::<PRINCIPAL>(position, ply, depth, beta, cut, known) {
                    Extension::By(by) => extension = by,
                    Extension::Cut(value) => {
                        found.best = value;
                        found.mv = None;
                        found.is_shallow = true;
                        break;
                    }
                }
                if self.stopped {
                    break;
                }
            }
            let child = position.after_unchecked(mv);
            let doubles = self.frame(ply).doubles;
            self.descend(ply, position, mv, &child);
            self.frame_mut(ply + 1).doubles = doubles + i32::from(extension > 1);
            let new_depth = depth - 1 + extension;
            let mut value = -INFINITE;
            let mut is_open = PRINCIPAL && count == 1;
            if depth >= 2 && count > 1 + usize::from(PRINCIPAL) {
                if PRINCIPAL || known.entry.is_some_and(|entry| entry.is_principal) {
                    reduction -= params::REDUCTION_PRINCIPAL;
                }
                if cut {
                    reduction += params::REDUCTION_CUT;
                }
                if known.table_move.is_some_and(|mv| is_forcing(position, mv)) {
                    reduction += params::REDUCTION_TABLE_CAPTURE;
                }
                if self.frame(ply + 1).is_check {
                    reduction -= params::REDUCTION_CHECK;
                }
                if killers.contains(&Some(mv)) {
                    reduction -= params::REDUCTION_KILLER;
                }
                if self.frame(ply + 1).cutoffs > 2 {
                    reduction += params::REDUCTION_CUTOFFS;
                }
                reduction -= history * ONE / params::REDUCTION_HISTORY;
                let reduced = (new_depth - reduction / ONE).clamp(1.min(new_depth), new_depth);
                value = -self.node::<false>(&child, ply + 1, reduced, -floor - 1, -floor, true);
                if value > floor && reduced < new_depth {
                    let is_much = value
                        > found.best + params::DEEPER_MARGIN + params::DEEPER_SLOPE * new_depth;
                    let is_little = value < found.best + new_depth;
                    let again = new_depth + i32::from(is_much) - i32::from(is_little);
                    if again > reduced {
                        value =
                            -self.node::<false>(&child, ply + 1, again, -floor - 1, -floor, !cut);
                    }
                }
                is_open = PRINCIPAL && value > floor;
            } else if !is_open {
                value = -self.node::<false>(&child, ply + 1, new_depth, -floor - 1, -floor, !cut);
                is_open = PRINCIPAL && value > floor;
            }
            if is_open {
                value = -self.node::<true>(&child, ply + 1, new_depth, -beta, -floor, false);
            }
            if self.stopped {
                break;
            }
            if value > found.best {
                found.best = value;
                if value > floor {
                    found.mv = Some(mv);
                    if PRINCIPAL {
                        self.update_line(ply, mv);
                    }
                    if value >= beta {
                        break;
                    }
                    floor = value;
                }
            }
            if Some(mv) != found.mv {
                if is_quiet {
                    quiets += 1;
                    self.memory.tried.push(mv);
                } else if captures < 32 {
                    captures += 1;
                    // Captures stand before the quiet moves.
                    self.memory.tried.insert(tried, mv);
                }
            }
        }
        if !self.stopped
            && let Some(mv) = found.mv
            && found.best >= beta
        {
            self.learn(ply, position, mv, depth, tried, tried + captures);
            self.frame_mut(ply).cutoffs += 1;
        }
        self.memory.moves.truncate(start);
        self.memory.tried.truncate(tried);
        found
    }

    /// Whether the table's move is the only good one, and what that is worth.
    fn extend_table_move<const PRINCIPAL: bool>(
        &mut self,
        position: &Position,
        ply: usize,
        depth: i32,
        beta: i32,
        cut: bool,
        known: &Known,
    ) -> Extension {
        let (Some(entry), Some((value, bound))) = (known.entry, known.value) else {
            return Extension::By(0);
        };
        let is_trusted = depth >= params::SINGULAR_DEPTH
            && entry.depth >= depth - 3
            && bound != Bound::Upper
            && is_estimate(value)
            && plies(ply) < 2 * self.depth;
        if !is_trusted {
            return Extension::By(0);
        }
        let below = value - depth * params::SINGULAR_SLOPE / 16;
        self.frame_mut(ply).excluded = known.table_move;
        let others = self.node::<false>(position, ply, (depth - 1) / 2, below - 1, below, cut);
        self.frame_mut(ply).excluded = None;
        if others < below {
            let is_alone = !PRINCIPAL
                && others < below - params::SINGULAR_DOUBLE
                && self.frame(ply).doubles < params::MOST_DOUBLES;
            return Extension::By(1 + i32::from(is_alone));
        }
        if !PRINCIPAL && others >= beta && is_estimate(others) {
            // Two moves are too good for the opponent: one will do.
            return Extension::Cut(others);
        }
        if value >= beta {
            Extension::By(-2 + i32::from(PRINCIPAL))
        } else {
            Extension::By(-i32::from(cut))
        }
    }

    /// A move was too good for the opponent (or the best of all, at the root); those that were tried
    /// before it, captures up to `quiets` in the stack and quiet moves from there on, were not.
    pub(super) fn learn(
        &mut self,
        ply: usize,
        position: &Position,
        mv: Move,
        depth: i32,
        tried: usize,
        quiets: usize,
    ) {
        let us = position.turn();
        let earlier = self.earlier(ply);
        let (gain, loss) = (bonus(depth), malus(depth));
        let memory = &mut *self.memory;
        let histories = &mut memory.histories;
        if is_forcing(position, mv) {
            histories.update_forcing(position, mv, gain);
        } else {
            histories.update_quiet(us, mv, &earlier, gain);
            for &other in &memory.tried[quiets..] {
                histories.update_quiet(us, other, &earlier, loss);
            }
        }
        for &other in &memory.tried[tried..quiets] {
            histories.update_forcing(position, other, loss);
        }
        if !is_forcing(position, mv) {
            let killers = &mut self.frame_mut(ply).killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
        }
    }
}

/// What the moves of a node have come to.
struct Found {
    best: i32,
    /// The move that raised the lower bound of the window, if one did.
    mv: Option<Move>,
    /// Moves looked at, those left out included.
    count: usize,
    /// Whether the value comes from a search of half the depth: it holds for the node, but is
    /// nothing to remember.
    is_shallow: bool,
}

/// What the test of the table's move says.
enum Extension {
    By(i32),
    Cut(i32),
}

/// So many quiet moves are worth a look at that depth.
fn late_moves(depth: i32, is_improving: bool) -> i32 {
    (params::LATE_BASE + depth * depth) / if is_improving { 1 } else { 2 }
}

/// Whether the side to move has more than king and pawns: with less a pass may be the best move.
fn has_pieces(position: &Position) -> bool {
    let board = position.board();
    let pawns_and_king = board.by_role(Role::Pawn) | board.by_role(Role::King);
    (board.by_color(position.turn()) - pawns_and_king).any()
}

/// What the man counts that a move takes.
pub(super) fn taken(position: &Position, mv: Move) -> i32 {
    mv.capture_square(position)
        .and_then(|square| position.board().role_at(square))
        .map_or(0, see::value)
}
