//! Games of our own, and the tuning of the evaluation on them. Pure: who calls it reads and writes
//! the files. With the feature `training` only.
//!
//! [`play_game`] makes a [`GameRecord`] from a [`Plan`] and a number; records go to bytes and back.
//! [`Samples`] keeps what the evaluation tells of their quiet positions; a [`Fit`] finds the weights
//! under which values foretell results best; [`Weights::to_source`] writes them down.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::indexing_slicing,
    reason = "counts of men and moves are small, indices come from the lists that they index"
)]

mod fit;
mod model;
mod numbers;
mod play;
mod record;
mod samples;
mod source;
#[cfg(test)]
mod tests;

pub use fit::{CheckpointError, Fit, FitOptions};
pub use model::{Weights, mean_loss, scale_of};
pub use play::{Plan, play_game};
pub use record::{GameRecord, Header, PlyRecord, RecordError};
pub use samples::{Quiet, Samples, quiet_positions};
