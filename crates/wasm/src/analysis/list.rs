//! The games of a file, by their tags, without looking at their moves.

use tabiya_rules::pgn::{Text, Visitor, Wanted, visit};

use super::shapes::{Listed, json};
use crate::line::LineError;

/// What a list tells of a game.
const SHOWN: [&str; 10] = [
    "Event", "Site", "Date", "Round", "White", "Black", "Result", "ECO", "Opening", "WhiteElo",
];

#[derive(Default)]
struct Lister {
    games: Vec<Listed>,
    current: Listed,
}

impl Visitor for Lister {
    fn begin_game(&mut self) -> Wanted {
        self.current = Listed::default();
        Wanted::Read
    }

    fn tag(&mut self, name: Text<'_>, value: Text<'_>) {
        let name = name.read().into_owned();
        if SHOWN.contains(&name.as_str()) {
            self.current.tags.push((name, value.read().into_owned()));
        }
    }

    fn begin_moves(&mut self) -> Wanted {
        Wanted::Skip
    }

    fn end_game(&mut self, _marker: Option<tabiya_rules::Marker>) {
        self.games.push(core::mem::take(&mut self.current));
    }
}

/// The games of a text as JSON: `[{"tags": [["White", "Ada"], …]}]`.
///
/// # Errors
/// When the answer cannot be written, which is a bug.
pub fn games(bytes: &[u8]) -> Result<String, LineError> {
    let mut lister = Lister::default();
    visit(bytes, &mut lister);
    json(&lister.games)
}
