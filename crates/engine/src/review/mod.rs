//! What the engine can say to people: a hint with its reasons, and what happened in a game. Not here: how moves
//! are found (`search`) and what positions are worth (`eval`).
//!
//! ```
//! use tabiya_engine::review::{Why, hint};
//! use tabiya_engine::{Engine, Options, Stop};
//! use tabiya_rules::{Game, Mode, Position};
//!
//! let fen = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
//! let game = Game::new(Position::from_fen(fen, Mode::Standard)?);
//! let mut engine = Engine::new(Options::default());
//! let hint = hint(&mut engine, &game, &Stop::new()).unwrap();
//! assert_eq!(hint.why, [Why::Mates { moves: 1 }]);
//! assert_eq!(hint.sentence(), "It is checkmate.");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod defence;
mod explain;
mod hint;
mod kings;
mod line;
mod past;
#[cfg(test)]
mod past_tests;
mod pawns;
mod plans;
mod quiet;
#[cfg(test)]
mod quiet_tests;
mod sentence;
mod sight;
mod tactics;
#[cfg(test)]
mod tests;
mod why;

pub use explain::explain;
pub use hint::{HINT_NODES, Hint, hint};
pub use past::{Point, Review, Reviewer, Turning, review};
pub use why::{CheckAnswer, Drawn, Standing, Why};
