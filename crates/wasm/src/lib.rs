//! The rules of chess for the browser: the very code of the server, called from JavaScript.
//!
//! ```js
//! import init, { Line } from './wasm/tabiya_wasm.js';
//! await init();
//! const line = new Line('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', false);
//! line.play('e2e4');
//! line.san('e7e5');        // "e5"
//! line.why('e8', 'e6');    // { code, article, squares, params, sentence }
//! ```
//!
//! The work is done by [`PlayedLine`], which knows nothing of JavaScript; the exported class `Line`
//! only translates. With the feature `prospects` there is also the question who can still mate: a
//! build of its own for a worker, so that the board need not wait for it. With the feature `table` there
//! is a whole table with its arbiter, for games that no server keeps; with `engine`, the computer; with
//! `analysis`, what a board for analysis asks: PGN with variations, openings, faults of a position. The feature `npm` adds what the
//! npm package `tabiya-rules` exports.

#[cfg(feature = "analysis")]
pub mod analysis;
#[cfg(feature = "engine")]
mod engine;
mod exports;
mod line;
#[cfg(feature = "npm")]
mod npm;
#[cfg(feature = "prospects")]
mod prospect;
#[cfg(feature = "table")]
mod table;

#[cfg(all(feature = "engine", target_family = "wasm"))]
pub use engine::EngineHandle;
#[cfg(feature = "engine")]
pub use engine::Thinker;
pub use exports::Line;
#[cfg(feature = "prospects")]
pub use exports::prospects;
pub use line::{LineError, PlayedLine, Reading, WhyNot};
#[cfg(feature = "npm")]
pub use npm::{Game, Position, read_fen, read_pgn};
#[cfg(feature = "prospects")]
pub use prospect::{Prospect, Prospects, Step};
#[cfg(feature = "table")]
pub use table::{Answer, ArbiterTable, Examined, KeptTable, TableError};
