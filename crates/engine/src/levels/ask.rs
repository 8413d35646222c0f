//! Asking the full engine, briefly: what an opponent finds that looks twice. Not here: when it looks
//! (`doubt`, `technique`).

use tabiya_rules::{Game, Move};

use crate::{Engine, Limits, Score, Stop};

/// Positions that are visited for an answer.
const NODES: u64 = 5_000;

/// Beyond that a game is decided, and differences say nothing.
const DECIDED: i32 = 1_000;

/// The best of these moves, of all if none is named, and what it is worth in centipawns, at most ten pawns.
pub(super) fn ask(
    engine: &mut Engine,
    game: &Game,
    only: Vec<Move>,
    stop: &Stop,
) -> (Option<Move>, i32) {
    engine.new_game();
    let limits = Limits {
        only,
        ..Limits::nodes(NODES)
    };
    let report = engine.search_alone(game, &limits, stop);
    let value = report.best().map_or(0, |line| match line.score {
        Score::Centipawns(value) => value.clamp(-DECIDED, DECIDED),
        Score::Mate(moves) if moves > 0 => DECIDED,
        Score::Mate(_) => -DECIDED,
    });
    (report.best_move(), value)
}
