//! Reading PGN for the npm package: each game as a plain object.

use js_sys::{Array, Object};
use tabiya_rules::{Pgn, PgnError};
use wasm_bindgen::prelude::wasm_bindgen;

use super::value::{Fields, array};

/// The games of a text or of the bytes of a file.
#[wasm_bindgen(js_name = readPgnBytes)]
pub fn read_pgn(bytes: &[u8]) -> Array {
    array(Pgn::read(bytes).map(|game| as_object(&game)))
}

fn as_object(game: &Pgn) -> Object {
    let tags = game
        .tags
        .iter()
        .fold(Fields::default(), |fields, (name, value)| {
            fields.with(name, value.as_str())
        });
    let mut position = game.start.clone();
    let moves = game.moves.iter().map(|step| {
        let uci = step.mv.map(|mv| mv.uci(&position).to_string());
        let fields = Fields::default()
            .with("san", step.san(&position))
            .with_some("uci", uci)
            .with("comments", array(step.comments.iter().map(String::as_str)))
            .with("nags", array(step.nags.iter().copied()))
            .with_some("clock", step.clock_ms.map(seconds));
        step.play_on(&mut position);
        fields.done()
    });
    let moves = array(moves);
    let diagnostics = game.diagnostics.iter().map(|diagnostic| {
        Fields::default()
            .with("line", diagnostic.line)
            .with("column", diagnostic.column)
            .with("code", diagnostic.code())
            .with("message", diagnostic.kind.to_string())
            .done()
    });
    Fields::default()
        .with("tags", tags.done())
        .with("startFen", game.start.fen())
        .with("moves", moves)
        .with("fen", position.fen())
        .with_some("result", game.marker.map(|marker| marker.to_string()))
        .with("variations", game.variations)
        .with_some("error", game.error.as_ref().map(error))
        .with("diagnostics", array(diagnostics))
        .done()
}

fn error(error: &PgnError) -> Object {
    Fields::default()
        .with("line", error.line)
        .with("column", error.column)
        .with("code", error.code())
        .with("message", error.kind.to_string())
        .with("token", error.token.as_str())
        .with("ply", error.ply)
        .done()
}

#[expect(clippy::cast_precision_loss, reason = "clocks have few digits")]
fn seconds(ms: u64) -> f64 {
    ms as f64 / 1000.0
}
