//! The computers of this service: engines of the host's choice that think for the seats which
//! owners gave them. How a thought runs stands in `thinking.rs`, which levels there are in
//! `levels.rs`. When it is whose turn, and what is done with a move, is known in `live` only.

mod levels;
mod thinking;

pub use levels::ComputerConfig;
pub(crate) use thinking::{Asked, Computers, Failed, Place, Thought};
