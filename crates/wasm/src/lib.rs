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
//! only translates.

mod exports;
mod line;

pub use exports::Line;
pub use line::{LineError, PlayedLine, Reading, WhyNot};
