//! Twelve opponents that play like people: a [`Level`] has a name, a rating and a style, an
//! [`Opponent`] plays a game at it. Weakness comes from seeing less, not from moves drawn blindly;
//! docs/engine.md says how, and what was measured. Not here: the search and the evaluation of the
//! full engine, which only the last level plays with all its strength.

mod ask;
mod chance;
mod choice;
mod doubt;
mod habit;
mod habit_numbers;
mod judge;
mod look;
#[cfg(feature = "calibration")]
pub mod measure;
mod numbers;
mod opponent;
mod pause;
mod sight;
mod table;
mod technique;
#[cfg(test)]
mod tests;

pub use numbers::Numbers;
pub use opponent::{Choice, Opponent};
pub use table::{Level, Style};
