//! How news of a search is written. Not here: what is searched.

use std::fmt::Write as _;

use tabiya_rules::{Move, Position};

use crate::{Bound, Info, Score};

/// The line of an [`Info`] for the position that is searched.
pub(super) fn info(info: &Info, position: &Position) -> String {
    let mut text = format!(
        "info depth {} seldepth {} multipv {} score {}",
        info.depth,
        info.deepest,
        info.rank,
        score(info.line.score)
    );
    match info.bound {
        Bound::Exact => {}
        Bound::Lower => text.push_str(" lowerbound"),
        Bound::Upper => text.push_str(" upperbound"),
    }
    let micros = info.time.as_micros().max(1);
    let speed = u128::from(info.nodes) * 1_000_000 / micros;
    // Writing to a text cannot fail.
    let _ = write!(
        text,
        " nodes {} nps {speed} hashfull {} tbhits {} time {} pv",
        info.nodes,
        info.hash_full,
        info.table_hits,
        info.time.as_millis()
    );
    for &mv in &info.line.moves {
        let _ = write!(text, " {}", mv.uci(position));
    }
    text
}

/// The line of the answer.
pub(super) fn best_move(mv: Option<Move>, reply: Option<Move>, position: &Position) -> String {
    let Some(mv) = mv else {
        return "bestmove (none)".to_owned();
    };
    match reply {
        None => format!("bestmove {}", mv.uci(position)),
        Some(reply) => format!(
            "bestmove {} ponder {}",
            mv.uci(position),
            reply.uci(position)
        ),
    }
}

fn score(score: Score) -> String {
    match score {
        Score::Centipawns(value) => format!("cp {value}"),
        Score::Mate(moves) => format!("mate {moves}"),
    }
}
