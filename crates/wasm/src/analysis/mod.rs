//! What a board for analysis asks beside the rules: games with variations from PGN and back (`tree`), the games of
//! a file (`list`), what is wrong with a position that was put up (`setup`), names of openings, pictures. Answers
//! are text or JSON. No JavaScript here; the door to it is in `exports`.

// Functions of JavaScript are there in a browser only.
#[cfg(target_family = "wasm")]
mod exports;
mod list;
mod setup;
mod shapes;
mod tree;

use tabiya_rules::openings::opening;
use tabiya_rules::svg::Picture;
use tabiya_rules::{Color, Mode, Position, Square};

use crate::line::LineError;

#[cfg(target_family = "wasm")]
pub use exports::{
    check_fen, opening_name, picture_svg, read_fen_leniently, read_pgn_game, read_pgn_list,
    write_pgn,
};
pub use list::games;
pub use setup::{faults, read_leniently};
pub use tree::{game, write};

use shapes::{Mark, json};

pub(crate) const fn mode(chess960: bool) -> Mode {
    if chess960 {
        Mode::Chess960
    } else {
        Mode::Standard
    }
}

/// The opening that a position has the name of, as `{"eco", "name"}`; `None` where it has none.
///
/// # Errors
/// When `fen` is no playable position.
pub fn opening_of(fen: &str) -> Result<Option<String>, LineError> {
    let position = Position::from_fen(fen, Mode::Standard).map_err(LineError::new)?;
    let named = opening(&position).map(|found| shapes::Opening {
        eco: found.eco,
        name: found.name,
    });
    named.map(|found| json(&found)).transpose()
}

/// A position as SVG. `marks` is JSON: `[{"color": "G", "from": "e2", "to": "e4"}]`, where `to` is missing for
/// a marked square.
///
/// # Errors
/// When `fen` is no playable position, or `marks` has another shape.
pub fn picture(
    fen: &str,
    chess960: bool,
    is_black_below: bool,
    marks: &str,
) -> Result<String, LineError> {
    let position = Position::from_fen(fen, mode(chess960)).map_err(LineError::new)?;
    let below = if is_black_below {
        Color::Black
    } else {
        Color::White
    };
    let mut picture = Picture::of(&position).orientation(below).size_px(720);
    let marks: Vec<Mark> = shapes::read(marks)?;
    for mark in marks {
        let brush = mark.brush()?;
        let from: Square = mark.from.parse().map_err(LineError::new)?;
        picture = match mark.to {
            None => picture.mark(from, brush),
            Some(to) => picture.arrow(from, to.parse().map_err(LineError::new)?, brush),
        };
    }
    Ok(picture.to_string())
}

#[cfg(test)]
mod tests;
