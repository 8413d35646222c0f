//! A puzzle as a value: where it begins and the line that solves it, every move of it legal. Not
//! here: whether it is a good one (`prove`), what it is about (`themes`), how hard it is (`rate`).

use std::fmt;

use tabiya_rules::{Color, FromFenError, Mode, Move, Position, Uci};
use thiserror::Error;

/// A position, the move that makes a puzzle of it, and the solution: the solver and the other side
/// in turn, the solver last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    steps: Vec<Step>,
}

/// A move of a puzzle between two positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Before the move.
    pub before: Position,
    /// The move.
    pub mv: Move,
    /// After it.
    pub after: Position,
}

/// Why something is no puzzle.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PuzzleError {
    /// The position cannot be read, or is none.
    #[error("the position: {0}")]
    Position(#[from] FromFenError),
    /// A move cannot be read, or is not legal.
    #[error("move {number}, “{text}”: {why}")]
    Move {
        /// Which one, from 1.
        number: usize,
        /// As it was written.
        text: String,
        /// What is wrong with it.
        why: String,
    },
    /// The solver must move last, and once at least.
    #[error("{0} moves: there must be an even number of them, two at least")]
    Count(usize),
}

impl Puzzle {
    /// A puzzle of moves that are legal one after the other. `None` if they are not, or if the
    /// solver would not move last.
    #[must_use]
    pub fn new(start: &Position, moves: &[Move]) -> Option<Puzzle> {
        if moves.is_empty() || moves.len() % 2 == 1 {
            return None;
        }
        let mut steps = Vec::with_capacity(moves.len());
        let mut before = start.clone();
        for &mv in moves {
            if !before.is_legal(mv) {
                return None;
            }
            let after = before.after_unchecked(mv);
            steps.push(Step {
                before,
                mv,
                after: after.clone(),
            });
            before = after;
        }
        Some(Puzzle { steps })
    }

    /// Reads a puzzle: the position before the move that makes it, then all moves in UCI.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn read<T: AsRef<str>>(
        fen: &str,
        moves: impl IntoIterator<Item = T>,
    ) -> Result<Puzzle, PuzzleError> {
        let start = Position::from_fen(fen, Mode::Standard)?;
        let mut position = start.clone();
        let mut played = Vec::new();
        for (number, text) in (1..).zip(moves) {
            let text = text.as_ref();
            let fault = |why: &dyn fmt::Display| PuzzleError::Move {
                number,
                text: text.to_owned(),
                why: why.to_string(),
            };
            let uci: Uci = text.parse().map_err(|error| fault(&error))?;
            let mv = uci.resolve(&position).map_err(|reason| fault(&reason))?;
            position.play_unchecked(mv);
            played.push(mv);
        }
        Puzzle::new(&start, &played).ok_or(PuzzleError::Count(played.len()))
    }

    /// Before the move that makes the puzzle.
    #[must_use]
    pub fn start(&self) -> &Position {
        // A puzzle has steps.
        match self.steps.first() {
            Some(step) => &step.before,
            None => unreachable!("a puzzle has two moves at least"),
        }
    }

    /// All moves, the first of them the other side's.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.steps.iter().map(|step| step.mv)
    }

    /// All moves in UCI.
    #[must_use]
    pub fn uci(&self) -> Vec<String> {
        let write = |step: &Step| step.mv.uci(&step.before).to_string();
        self.steps.iter().map(write).collect()
    }

    /// All moves with their positions.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The solver's moves.
    pub fn own(&self) -> impl DoubleEndedIterator<Item = &Step> + '_ {
        self.steps.iter().skip(1).step_by(2)
    }

    /// How many moves the solver has to find.
    #[must_use]
    pub fn length(&self) -> usize {
        self.steps.len() / 2
    }

    /// Who solves it.
    #[must_use]
    pub fn solver(&self) -> Color {
        !self.start().turn()
    }

    /// The position to solve: after the move that makes the puzzle.
    #[must_use]
    pub fn position(&self) -> &Position {
        match self.steps.first() {
            Some(step) => &step.after,
            None => unreachable!("a puzzle has two moves at least"),
        }
    }

    /// Where the line ends.
    #[must_use]
    pub fn end(&self) -> &Position {
        match self.steps.last() {
            Some(step) => &step.after,
            None => unreachable!("a puzzle has two moves at least"),
        }
    }

    /// Five signs made from position and moves: the same puzzle has the same ones. `round` makes
    /// others, where two puzzles would share them.
    #[must_use]
    pub fn id(&self, round: u32) -> String {
        const SIGNS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
        let text = format!("{} {} {round}", self.start().fen(), self.uci().join(" "));
        // FNV-1a, and a last mixing, since its upper bits change little with the last letters.
        let mut sum = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
            (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        sum = (sum ^ (sum >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (0..5)
            .filter_map(|place| {
                let sign = usize::try_from((sum >> (20 + 5 * place)) & 31).ok()?;
                SIGNS.get(sign).map(|&sign| char::from(sign))
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEN: &str = "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 b - - 0 1";

    #[test]
    fn a_puzzle_is_read_and_written() {
        let puzzle = Puzzle::read(FEN, ["a2a7", "b1b8"]).unwrap();
        assert_eq!(puzzle.solver(), Color::White);
        assert_eq!(puzzle.uci(), ["a2a7", "b1b8"]);
        assert_eq!(puzzle.start().fen(), FEN);
        assert!(puzzle.end().is_checkmate());
        assert_eq!(puzzle.length(), 1);
        assert_eq!(puzzle.id(0).len(), 5);
        assert_ne!(puzzle.id(0), puzzle.id(1));
    }

    #[test]
    fn what_is_none_is_told() {
        let fault = |fen: &str, moves: &[&str]| Puzzle::read(fen, moves).unwrap_err().to_string();
        assert!(fault("nothing", &[]).starts_with("the position: "));
        assert!(fault(FEN, &["a2a7"]).starts_with("1 moves"));
        assert!(fault(FEN, &[]).starts_with("0 moves"));
        assert!(fault(FEN, &["a2a7", "b1c8"]).starts_with("move 2, “b1c8”: The rook on b1"));
        assert!(fault(FEN, &["a2a7", "x"]).starts_with("move 2, “x”: "));
    }
}
