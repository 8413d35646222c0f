//! The functions that JavaScript sees. Each answers with text or JSON and throws an `Error` with a sentence.

use js_sys::Error;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::line::LineError;

/// The games of the bytes of a file: `[{tags: [[name, value], …]}]`.
#[wasm_bindgen(js_name = readPgnList)]
pub fn read_pgn_list(bytes: &[u8]) -> Result<String, Error> {
    super::games(bytes).map_err(thrown)
}

/// One game of the bytes of a file, by its number from 0, with its variations.
#[wasm_bindgen(js_name = readPgnGame)]
pub fn read_pgn_game(bytes: &[u8], number: usize) -> Result<String, Error> {
    super::game(bytes, number).map_err(thrown)
}

/// A game as PGN.
#[wasm_bindgen(js_name = writePgn)]
pub fn write_pgn(tree: &str) -> Result<String, Error> {
    super::write(tree).map_err(thrown)
}

/// What is wrong with a position: `[{field, code, sentence}]`.
#[wasm_bindgen(js_name = checkFen)]
pub fn check_fen(fen: &str, chess960: bool) -> Result<String, Error> {
    super::faults(fen, chess960).map_err(thrown)
}

/// A FEN as people write it, in the form of the house.
#[wasm_bindgen(js_name = readFen)]
pub fn read_fen_leniently(text: &str, chess960: bool) -> Result<String, Error> {
    super::read_leniently(text, chess960).map_err(thrown)
}

/// The opening that a position has the name of: `{eco, name}`, or `undefined`.
#[wasm_bindgen(js_name = openingName)]
pub fn opening_name(fen: &str) -> Result<Option<String>, Error> {
    super::opening_of(fen).map_err(thrown)
}

/// A position as SVG.
#[wasm_bindgen(js_name = pictureSvg)]
pub fn picture_svg(
    fen: &str,
    chess960: bool,
    is_black_below: bool,
    marks: &str,
) -> Result<String, Error> {
    super::picture(fen, chess960, is_black_below, marks).map_err(thrown)
}

fn thrown(error: LineError) -> Error {
    Error::new(&error.to_string())
}
