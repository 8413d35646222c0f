//! Puzzles: found in games right after a mistake, proved by search so that at every step one move
//! alone wins, mates or saves the draw, tagged with themes, and rated. docs/puzzles.md says how, and
//! what was measured. Not here: files, threads and progress, which are the command's
//! (`tabiya puzzles`).
//!
//! ```
//! use tabiya_engine::puzzles::{Goal, Puzzle, Theme, themes};
//!
//! // The other side's move first, then the solution.
//! let fen = "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 b - - 0 1";
//! let puzzle = Puzzle::read(fen, ["a2a7", "b1b8"])?;
//! let found = themes(&puzzle, Goal::Mate(1), 0);
//! assert!(found.contains(&Theme::MateIn1) && found.contains(&Theme::BackRankMate));
//! # Ok::<(), tabiya_engine::puzzles::PuzzleError>(())
//! ```

mod clues;
mod find;
mod material;
mod mates;
mod play;
mod prove;
mod puzzle;
mod rate;
mod rate_numbers;
mod themes;
mod vary;

pub use clues::{CLUES, Clues, clues};
pub use find::{Find, find};
pub use play::{Plan, Played, engines, play_game, play_on};
pub use prove::{Effort, Goal, Proved, prove};
pub use puzzle::{Puzzle, PuzzleError, Step};
#[cfg(feature = "calibration")]
pub use rate::fit;
pub use rate::{Weights, rating};
pub use themes::{Theme, themes};
pub use vary::{Variation, vary};
