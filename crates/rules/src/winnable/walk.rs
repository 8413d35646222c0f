//! A walk straight to mate: at each move on to what looks nearest to a picture of mate, with
//! nothing taken back. It finds a mate from nearly every position of a game, for the price of some
//! dozens of positions; where it ends nowhere it has proved nothing.

use alloc::vec::Vec;

use crate::{Color, Mode, Move, Position};

use super::field::Field;
use super::packed::Packed;
use super::picture::{Sight, sight, wanted};

/// A longer walk has lost its way.
const MOST_PLIES: usize = 80;
/// As many moves of the loser are compared, if one of them does no harm. Those of the king come
/// first, unless the walk turns its moves.
const ENOUGH_REPLIES: usize = 2;
/// As many moves of the winner are looked at, if one of them does no harm. Those that seem wanted
/// come first.
const ENOUGH_LEADS: usize = 6;
/// After so many plies that bring it no nearer, a walk tries its moves in another order at each ply,
/// so that it does not shuffle one man to and fro.
const PATIENCE: usize = 3;
/// A check that is no mate upsets every plan.
const CHECK: u32 = 2;

/// A line to mate by `winner`, if the walk comes to one within `budget` positions. Attempts of
/// different numbers take different ways.
pub(super) fn walk(
    position: &Position,
    winner: Color,
    budget: u32,
    attempt: usize,
) -> Option<Vec<Move>> {
    let mut walker = Walker {
        winner,
        mode: position.mode(),
        left: budget,
        replies: Vec::new(),
        been: Vec::new(),
    };
    let mut here = Field::of(Packed::of(position));
    let mut seen = sight(&here, winner);
    let mut nearest = (seen.cost, 0);
    let (mut line, mut moves) = (Vec::new(), Vec::new());
    while line.len() < MOST_PLIES {
        walker.been.push(here.packed.hash());
        here.moves(walker.mode, &mut moves);
        if seen.cost < nearest.0 {
            nearest = (seen.cost, line.len());
        }
        let is_stuck = line.len() > nearest.1 + PATIENCE;
        if (is_stuck || attempt > 0) && !moves.is_empty() {
            let middle = (line.len() * 7 + attempt * 5) % moves.len();
            moves.rotate_left(middle);
        }
        let step = if here.turn() == winner {
            walker.lead(&here, seen, &moves)?
        } else {
            walker.help(&here, seen.cost, &moves)?
        };
        line.push(step.mv);
        if step.is_mate {
            return Some(line);
        }
        (here, seen) = (step.to, step.seen);
    }
    None
}

/// A move, and where it leads.
struct Step {
    mv: Move,
    to: Field,
    seen: Sight,
    is_mate: bool,
}

struct Walker {
    winner: Color,
    mode: Mode,
    /// How many positions may still be looked at.
    left: u32,
    replies: Vec<Move>,
    /// The hashes of the positions gone through: a walk does not return.
    been: Vec<u64>,
}

impl Walker {
    /// A move of the winner: mate, or the first that comes nearer, or the best of some.
    fn lead(&mut self, here: &Field, seen: Sight, moves: &[Move]) -> Option<Step> {
        let mut best: Option<Step> = None;
        let squares = wanted(here, self.winner, seen);
        let (first, others) = (moves.iter(), moves.iter());
        let first = first.filter(|mv| squares.contains(mv.to()));
        let others = others.filter(|mv| !squares.contains(mv.to()));
        for (count, &mv) in first.chain(others).enumerate() {
            let is_harmless = best
                .as_ref()
                .is_some_and(|best| best.seen.cost <= seen.cost);
            if count >= ENOUGH_LEADS && is_harmless {
                break;
            }
            let to = Field::of(here.after(mv));
            self.left = self.left.checked_sub(1)?;
            let is_check = to.is_check();
            if is_check {
                to.moves(self.mode, &mut self.replies);
                if self.replies.is_empty() {
                    return Some(Step {
                        mv,
                        to,
                        seen,
                        is_mate: true,
                    });
                }
            }
            self.compare(&mut best, mv, to, is_check);
            if best.as_ref().is_some_and(|best| best.seen.cost < seen.cost) {
                break;
            }
        }
        best
    }

    /// A move of the loser: the best of a few, or of all if these do harm.
    fn help(&mut self, here: &Field, here_cost: u32, moves: &[Move]) -> Option<Step> {
        let mut best: Option<Step> = None;
        for (count, &mv) in moves.iter().enumerate() {
            let is_harmless = best
                .as_ref()
                .is_some_and(|best| best.seen.cost <= here_cost);
            if count >= ENOUGH_REPLIES && is_harmless {
                break;
            }
            let to = Field::of(here.after(mv));
            self.left = self.left.checked_sub(1)?;
            self.compare(&mut best, mv, to, to.is_check());
        }
        best
    }

    /// Keeps the step if it is the best so far and leads where the walk has not been.
    fn compare(&self, best: &mut Option<Step>, mv: Move, to: Field, is_check: bool) {
        let mut seen = sight(&to, self.winner);
        if is_check {
            seen.cost += CHECK;
        }
        let is_best = best.as_ref().is_none_or(|best| seen.cost < best.seen.cost);
        if is_best && !self.been.contains(&to.packed.hash()) {
            *best = Some(Step {
                mv,
                to,
                seen,
                is_mate: false,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_ends_in_mate() {
        for (fen, winner) in [
            ("4k3/8/8/8/8/8/8/3QK3 w - - 0 1", Color::White),
            ("4k3/8/8/8/8/8/8/R3K3 b Q - 0 1", Color::White),
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                Color::Black,
            ),
            ("8/5k2/8/8/8/8/4P3/4K3 w - - 0 1", Color::White),
        ] {
            let start = Position::from_fen(fen, Mode::Standard).unwrap();
            let line = (0..5).find_map(|attempt| walk(&start, winner, 600, attempt));
            let mut position = start.clone();
            for mv in line.expect(fen) {
                position.play(mv).unwrap();
            }
            assert!(
                position.is_checkmate() && position.turn() != winner,
                "{fen}"
            );
        }
    }

    #[test]
    fn a_walk_that_cannot_end_in_mate_ends_all_the_same() {
        let wall = "7k/8/8/1p1p1p1p/1P1P1P1P/8/8/7K w - - 0 1";
        let wall = Position::from_fen(wall, Mode::Standard).unwrap();
        assert_eq!(walk(&wall, Color::White, 10_000, 0), None);
    }
}
