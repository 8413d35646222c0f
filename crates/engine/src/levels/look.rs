//! Thinking ahead with a person's eyes: a search of its own that goes only through moves that are
//! seen ([`Sight`]), and says what each move at hand seems to be worth. Not here: the search of the
//! full engine, and which of the moves is played (`choice`).

#![allow(
    clippy::indexing_slicing,
    reason = "history by 64 x 64 squares, tables by masked keys, a buffer for each ply"
)]

use tabiya_rules::{Game, Move, Position, Role, Square};

use super::judge::{judge, worth};
use super::sight::Sight;
use crate::Stop;

/// Mate now; sooner mates are worth more.
pub(super) const MATE: i32 = 30_000;

/// From here on a value means mate.
pub(super) const MATE_SEEN: i32 = MATE - 500;

const INFINITY: i32 = 32_000;
const DEEPEST: usize = 40;
const SLOTS: usize = 1 << 15;

/// How an opponent looks ahead.
#[derive(Clone, Debug)]
pub(super) struct Look {
    /// Half-moves in which all moves count.
    pub depth: i32,
    /// Further half-moves in which only captures count.
    pub reach: u32,
    /// How far below the best a move's value is still told apart, in centipawns.
    pub margin: i32,
    /// Positions at most.
    pub nodes: u32,
}

/// A move at hand and what it seems to be worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Thought {
    pub mv: Move,
    /// To the side to move, in centipawns; `MATE` less the half-moves to mate.
    pub value: i32,
}

#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    value: i32,
    depth: i8,
    bound: i8,
    best: Option<Move>,
}

struct Mind<'a> {
    sight: &'a Sight,
    evaluate: &'a mut dyn FnMut(&Position) -> i32,
    stop: &'a Stop,
    reach: u32,
    left: u32,
    over: bool,
    table: Vec<Slot>,
    history: Vec<i32>,
    killers: [[Option<Move>; 2]; DEEPEST],
    buffers: Vec<Vec<(i32, Move)>>,
}

/// What each of these moves seems to be worth, the best first. Empty only if `moves` is.
pub(super) fn look(
    game: &Game,
    moves: &[Move],
    sight: &Sight,
    look: &Look,
    evaluate: &mut dyn FnMut(&Position) -> i32,
    stop: &Stop,
) -> Vec<Thought> {
    let position = game.position();
    let mut mind = Mind {
        sight,
        evaluate,
        stop,
        reach: look.reach,
        left: look.nodes,
        over: false,
        table: vec![Slot::default(); SLOTS],
        history: vec![0; 64 * 64],
        killers: [[None; 2]; DEEPEST],
        buffers: vec![Vec::new(); DEEPEST],
    };
    let mut thoughts: Vec<Thought> = moves
        .iter()
        .map(|&mv| Thought {
            mv,
            value: order(position, mv),
        })
        .collect();
    thoughts.sort_by_key(|thought| -thought.value);
    for depth in 1..=look.depth.max(1) {
        let mut next = Vec::with_capacity(thoughts.len());
        let mut best = -INFINITY;
        for thought in &thoughts {
            let floor = best.saturating_sub(look.margin).max(-INFINITY);
            let value = mind.try_root(game, thought.mv, depth, floor);
            if mind.over && depth > 1 {
                break;
            }
            best = best.max(value);
            next.push(Thought {
                mv: thought.mv,
                value,
            });
        }
        if mind.over && depth > 1 {
            break;
        }
        next.sort_by_key(|thought| -thought.value);
        thoughts = next;
        if mind.over || best >= MATE_SEEN {
            break;
        }
    }
    thoughts
}

/// What a move promises before anything is looked at.
fn order(position: &Position, mv: Move) -> i32 {
    let taken = mv
        .capture_square(position)
        .and_then(|square| position.board().role_at(square));
    let gain = taken.map_or(0, |role| 10 * worth(role) - worth(mv.role()) + 1000);
    gain + match mv.promotion() {
        Some(Role::Queen) => 9000,
        Some(_) => -500,
        None => 0,
    }
}

impl Mind<'_> {
    fn try_root(&mut self, game: &Game, mv: Move, depth: i32, floor: i32) -> i32 {
        let after = game.position().after_unchecked(mv);
        let times = game.repetitions_after(mv).unwrap_or(1);
        if times >= 3 || after.halfmove_clock() >= 100 && !after.is_checkmate() {
            return 0;
        }
        let value = -self.search(
            &after,
            depth - 1,
            -INFINITY,
            -floor,
            1,
            Some(mv.destination()),
        );
        // Twice is on the way to a draw.
        if times == 2 { value / 2 } else { value }
    }

    fn spend(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 || (self.left.is_multiple_of(256) && self.stop.is_stopped()) {
            self.over = true;
        }
        self.over
    }

    fn search(
        &mut self,
        position: &Position,
        depth: i32,
        mut alpha: i32,
        beta: i32,
        ply: u32,
        last: Option<Square>,
    ) -> i32 {
        let index = ply as usize;
        if index >= DEEPEST - 12 || self.spend() {
            return (self.evaluate)(position);
        }
        let check = position.is_check();
        let depth = if check { depth.max(1) } else { depth };
        if depth <= 0 {
            return self.quiesce(position, alpha, beta, ply, 0, last);
        }
        let slot_at = usize::try_from(position.key().0 & (SLOTS as u64 - 1)).unwrap_or(0);
        let key = position.key().0 ^ u64::from(ply & 1);
        let slot = self.table[slot_at];
        let known = (slot.key == key).then_some(slot);
        if let Some(known) = known
            && i32::from(known.depth) >= depth
            && known.value.abs() < MATE_SEEN
            && match known.bound {
                0 => true,
                1 => known.value >= beta,
                _ => known.value <= alpha,
            }
        {
            return known.value;
        }
        let moves = position.legal_moves();
        if moves.is_empty() {
            return if check { ply_value(ply) - MATE } else { 0 };
        }
        let mut list = std::mem::take(&mut self.buffers[index]);
        list.clear();
        for &mv in &moves {
            let mut score = order(position, mv);
            if known.is_some_and(|known| known.best == Some(mv)) {
                score += 100_000;
            } else if score == 0 {
                score = if self.killers[index].contains(&Some(mv)) {
                    900
                } else {
                    self.history[mv.from().index() * 64 + mv.to().index()].min(800)
                };
            }
            list.push((score, mv));
        }
        list.sort_unstable_by_key(|&(score, mv)| (-score, mv.from().index(), mv.to().index()));
        let still = (!check && depth <= 2).then(|| (self.evaluate)(position));
        let first_alpha = alpha;
        let mut best = -INFINITY;
        let mut best_move = None;
        let mut seen = 0;
        for &(score, mv) in &list {
            let quiet =
                score < 1000 && score > -500 || score == 100_000 && !mv.is_capture(position);
            let after = position.after_unchecked(mv);
            let checks = after.is_check();
            if !check && !self.sight.sees(position, mv, checks, ply, last) {
                continue;
            }
            seen += 1;
            if quiet
                && !checks
                && best > -MATE_SEEN
                && let Some(still) = still
                && still + 120 * depth < alpha
            {
                best = best.max(still);
                continue;
            }
            let late = depth >= 3 && quiet && !checks && seen > 5;
            let next = Some(mv.destination());
            let lesser = depth - 1 - i32::from(late);
            let mut value = -self.search(&after, lesser, -beta, -alpha, ply + 1, next);
            if late && value > alpha {
                value = -self.search(&after, depth - 1, -beta, -alpha, ply + 1, next);
            }
            if self.over {
                break;
            }
            if value > best {
                best = value;
                best_move = Some(mv);
            }
            if value > alpha {
                alpha = value;
            }
            if alpha >= beta {
                if quiet {
                    let killers = &mut self.killers[index];
                    if killers[0] != Some(mv) {
                        killers[1] = killers[0];
                        killers[0] = Some(mv);
                    }
                    self.history[mv.from().index() * 64 + mv.to().index()] += depth * depth;
                }
                break;
            }
        }
        self.buffers[index] = list;
        if self.over {
            return best.max((self.evaluate)(position));
        }
        if seen == 0 || best <= -INFINITY {
            // Nothing comes to mind: as it stands, then.
            return (self.evaluate)(position);
        }
        self.table[slot_at] = Slot {
            key,
            value: best,
            depth: i8::try_from(depth).unwrap_or(i8::MAX),
            bound: if best >= beta {
                1
            } else if best <= first_alpha {
                2
            } else {
                0
            },
            best: best_move,
        };
        best
    }

    /// Captures until it is quiet, as far as the eye reaches.
    fn quiesce(
        &mut self,
        position: &Position,
        mut alpha: i32,
        beta: i32,
        ply: u32,
        beyond: u32,
        last: Option<Square>,
    ) -> i32 {
        let still = (self.evaluate)(position);
        let index = ply as usize;
        if index >= DEEPEST - 1 || beyond >= self.reach || self.spend() || still >= beta {
            return still;
        }
        alpha = alpha.max(still);
        let mut best = still;
        let mut list = std::mem::take(&mut self.buffers[index]);
        list.clear();
        for &mv in &position.legal_moves() {
            let score = order(position, mv);
            if score > 0 {
                list.push((score, mv));
            }
        }
        list.sort_unstable_by_key(|&(score, mv)| (-score, mv.from().index(), mv.to().index()));
        for &(_, mv) in &list {
            let taken = mv
                .capture_square(position)
                .and_then(|square| position.board().role_at(square))
                .map_or(0, worth);
            let gain = taken + if mv.promotion().is_some() { 800 } else { 0 };
            if still + gain + 150 < alpha || is_bad(position, mv, taken) {
                continue;
            }
            if !self.sight.sees(position, mv, false, ply, last) {
                continue;
            }
            let after = position.after_unchecked(mv);
            let next = Some(mv.destination());
            let value = -self.quiesce(&after, -beta, -alpha, ply + 1, beyond + 1, next);
            if value > best {
                best = value;
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        self.buffers[index] = list;
        best
    }
}

/// Whether a capture gives a man for a much lesser one that a pawn guards.
fn is_bad(position: &Position, mv: Move, taken: i32) -> bool {
    worth(mv.role()) > taken + 100
        && mv.role() != Role::King
        && (position.attackers(mv.destination(), !position.turn())
            & position.board().by_role(Role::Pawn))
        .any()
}

fn ply_value(ply: u32) -> i32 {
    i32::try_from(ply).unwrap_or(0)
}

/// The evaluation that needs nothing else.
pub(super) fn at_a_glance(position: &Position) -> i32 {
    judge(position)
}
