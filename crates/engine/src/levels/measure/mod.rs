//! Measuring the opponents: puzzles, games, ratings, and what their habits are learned from. Only
//! with the feature `calibration`. Not here: files, progress and tables, which are the command's
//! (`tabiya levels calibrate`).

mod contest;
mod learn;
mod puzzle;
mod statistics;

pub use contest::{Player, fingerprint, play};
pub use learn::{Example, Lesson, learn};
pub use puzzle::{Puzzle, solves};
pub use statistics::{HalfPoint, elo_of_score, half_point, ratings_of_pairs};
