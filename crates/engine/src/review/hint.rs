//! A hint: the best move, and why. Not here: how the reasons are found (`explain`).

use tabiya_rules::{Game, Move};

use super::{Why, explain};
use crate::{Engine, Limits, Line, Stop};

/// How many positions a hint may cost: well under a second.
pub const HINT_NODES: u64 = 400_000;

/// So many reasons are said; more would not be listened to.
const SAID: usize = 2;

/// The best move that was found, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The move.
    pub mv: Move,
    /// Why it is good, the weightiest reason first; never empty.
    pub why: Vec<Why>,
    /// How the game would go on.
    pub line: Line,
}

impl Hint {
    /// The weightiest reasons in English sentences; "it" is the move.
    #[must_use]
    pub fn sentence(&self) -> String {
        let said: Vec<String> = self.why.iter().take(SAID).map(Why::to_string).collect();
        said.join(" ")
    }
}

/// The best move for the side to move and why it is good; `None` if there is no legal move. Stopped early, it tells
/// the best that was found until then.
pub fn hint(engine: &mut Engine, game: &Game, stop: &Stop) -> Option<Hint> {
    let report = engine.search(game, &Limits::nodes(HINT_NODES), stop, &mut |_info| {});
    let line = report.best()?.clone();
    Some(Hint {
        mv: *line.moves.first()?,
        why: explain(game, &line),
        line,
    })
}
