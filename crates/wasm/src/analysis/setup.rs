//! What is wrong with a position that somebody has put up or typed.

use tabiya_rules::Fen;

use super::mode;
use super::shapes::{PositionFault, json};
use crate::line::LineError;

/// Everything that keeps a text from being the FEN of a position that can be played, as JSON:
/// `[{"field", "code", "sentence"}]`; empty where it is one.
///
/// # Errors
/// When the answer cannot be written, which is a bug.
pub fn faults(fen: &str, chess960: bool) -> Result<String, LineError> {
    let faults = Fen::faults(fen, mode(chess960));
    let faults: Vec<_> = faults
        .iter()
        .map(|fault| PositionFault {
            field: fault.field().name(),
            code: fault.code(),
            sentence: sentence(&fault.to_string()),
        })
        .collect();
    json(&faults)
}

/// The FEN of a position that somebody has typed or copied, in the form of the house. Castling and en passant that
/// cannot be are left out.
///
/// # Errors
/// When it is no position that can be played, with every fault.
pub fn read_leniently(text: &str, chess960: bool) -> Result<String, LineError> {
    let mode = mode(chess960);
    let setup = Fen::parse_lenient(text).map_err(LineError::new)?;
    let position = setup.cleared(mode).position(mode);
    Ok(position.map_err(LineError::new)?.fen())
}

/// A fault as a sentence: with a capital letter and a full stop.
fn sentence(fault: &str) -> String {
    let mut letters = fault.chars();
    let first = letters.next().map(char::to_uppercase);
    let end = if fault.ends_with('.') { "" } else { "." };
    first
        .into_iter()
        .flatten()
        .chain(letters)
        .collect::<String>()
        + end
}
