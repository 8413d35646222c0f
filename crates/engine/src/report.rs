//! What a search tells: while it goes on ([`Info`]) and when it ends ([`Report`]).

use std::time::Duration;

use tabiya_rules::Move;

/// How fast the points to expect grow with a score: fitted to the results of 36,900 games of the
/// engine against itself (2.1 million scores).
const POINTS_PER_CENTIPAWN: f64 = 0.0056;

/// What a position is worth to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a pawn; positive is good for the side to move.
    Centipawns(i32),
    /// Mate in so many moves of the side that mates: positive if the side to move gives it,
    /// otherwise zero (it is mated already) or negative.
    Mate(i32),
}

impl Score {
    /// The points that the side to move can expect, 0 to 1.
    #[must_use]
    pub fn expectation(self) -> f64 {
        match self {
            Score::Mate(moves) if moves > 0 => 1.0,
            Score::Mate(_) => 0.0,
            Score::Centipawns(cp) => 1.0 / (1.0 + (-f64::from(cp) * POINTS_PER_CENTIPAWN).exp()),
        }
    }
}

/// Whether a score is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The score itself.
    Exact,
    /// At least so much.
    Lower,
    /// At most so much.
    Upper,
}

/// A line of play and what it is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// To the side to move.
    pub score: Score,
    /// The moves, the best reply each time; never empty.
    pub moves: Vec<Move>,
}

/// News of a search that goes on.
#[derive(Clone, Debug, PartialEq)]
pub struct Info {
    /// Full half-moves searched.
    pub depth: u32,
    /// The longest line looked at, in half-moves.
    pub deepest: u32,
    /// Which of the best lines this is, from 1.
    pub rank: usize,
    /// The line.
    pub line: Line,
    /// Whether its score is exact.
    pub bound: Bound,
    /// Positions visited so far.
    pub nodes: u64,
    /// Positions found in endgame tables so far.
    pub table_hits: u64,
    /// How full the transposition table is, in thousandths.
    pub hash_full: u32,
    /// Since the search began.
    pub time: Duration,
}

/// What a search has found.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The best lines, the best first; empty if there is no legal move.
    pub lines: Vec<Line>,
    /// Full half-moves searched.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// What it took.
    pub time: Duration,
}

impl Report {
    /// The best line.
    #[must_use]
    pub fn best(&self) -> Option<&Line> {
        self.lines.first()
    }

    /// The move to play; `None` if there is no legal one.
    #[must_use]
    pub fn best_move(&self) -> Option<Move> {
        self.best()?.moves.first().copied()
    }

    /// The reply that the search expects.
    #[must_use]
    pub fn expected_reply(&self) -> Option<Move> {
        self.best()?.moves.get(1).copied()
    }
}
