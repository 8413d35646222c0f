//! The exports of the npm package `tabiya-rules`: classes and functions as JavaScript has them,
//! over the same rules. Compiled only with the feature `npm`, so that the web application does not carry
//! them. The types that people see are written by hand in `npm/index.d.ts`.

mod game;
mod pgn;
mod picture;
mod position;
mod value;

pub use game::Game;
pub use pgn::read_pgn;
pub use position::{Position, read_fen};
