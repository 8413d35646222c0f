//! A hint: the best move, and why. Not here: how the reasons are found (`explain`).

use tabiya_rules::{Game, Move};

use super::line::TRUSTED;
use super::{Why, explain};
use crate::{Engine, Limits, Line, Stop};

/// How many positions the search for a hint may cost.
pub const HINT_NODES: u64 = 200_000;

/// A line is followed for so many half-moves, and each that is missing may cost so many positions: what a move
/// promises is seen in what follows it.
const LINE: usize = TRUSTED;
const LINE_NODES: u64 = 10_000;

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
    let mut line = report.best()?.clone();
    prolong(engine, game, &mut line.moves, stop);
    Some(Hint {
        mv: *line.moves.first()?,
        why: explain(game, &line),
        line,
    })
}

/// A search often knows only the beginning of its best line, since the rest stands in its table: it is asked for what
/// follows, until the line is long enough to explain its first move, or the game is over.
pub(super) fn prolong(engine: &mut Engine, game: &Game, moves: &mut Vec<Move>, stop: &Stop) {
    let mut game = game.clone();
    for mv in moves.iter() {
        if game.play(*mv).is_err() {
            return;
        }
    }
    while moves.len() < LINE && game.outcome().is_none() && !stop.is_stopped() {
        let limits = Limits::nodes(LINE_NODES);
        let report = engine.search(&game, &limits, stop, &mut |_info| {});
        let Some(mv) = report.best_move().filter(|mv| game.play(*mv).is_ok()) else {
            return;
        };
        moves.push(mv);
    }
}
