//! The computer: it finds moves. One door, [`Engine`]: a game and limits go in, a [`Report`] comes out.
//!
//! ```
//! use tabiya_engine::{Engine, Limits, Options, Score, Stop};
//! use tabiya_rules::{Game, Mode, Position};
//!
//! let fen = "7k/8/5KQ1/8/8/8/8/8 w - - 0 1";
//! let game = Game::new(Position::from_fen(fen, Mode::Standard)?);
//! let mut engine = Engine::new(Options::default());
//! let report = engine.search(&game, &Limits::depth(3), &Stop::new(), &mut |_info| {});
//! assert_eq!(report.best().map(|line| line.score), Some(Score::Mate(1)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod bench;
mod engine;
pub mod eval;
pub mod levels;
mod limits;
#[cfg(not(target_family = "wasm"))]
pub mod puzzles;
mod report;
pub mod review;
mod search;
mod see;
mod stop;
mod table;
mod time;
#[cfg(feature = "training")]
pub mod training;
#[cfg(not(target_family = "wasm"))]
pub mod uci;

pub use engine::{Engine, Options};
pub use limits::{ClockLeft, Limits, TimeLimit};
pub use report::{Bound, Info, Line, Report, Score};
pub use stop::{Poll, Stop};
