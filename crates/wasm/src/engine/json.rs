//! The shapes in which a worker is asked and answers.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use tabiya_engine::Bound;
use tabiya_rules::{Move, Position};

use crate::line::LineError;

pub(super) fn read<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, LineError> {
    serde_json::from_str(text).map_err(LineError::new)
}

pub(super) fn write(value: &impl Serialize) -> Result<String, LineError> {
    serde_json::to_string(value).map_err(LineError::new)
}

/// What bounds a search; what is missing does not.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Wish {
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    pub(super) move_time_ms: Option<u64>,
    pub(super) lines: Option<usize>,
    #[serde(default)]
    pub(super) only: Vec<String>,
}

/// `{"cp": n}` or `{"mate": n}`, for the side to move.
#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Score {
    Cp(i32),
    Mate(i32),
}

impl From<tabiya_engine::Score> for Score {
    fn from(score: tabiya_engine::Score) -> Self {
        match score {
            tabiya_engine::Score::Centipawns(cp) => Self::Cp(cp),
            tabiya_engine::Score::Mate(moves) => Self::Mate(moves),
        }
    }
}

#[derive(Debug, Serialize)]
pub(super) struct Line {
    score: Score,
    moves: Vec<String>,
}

impl Line {
    fn of(line: &tabiya_engine::Line, position: &Position) -> Self {
        Self {
            score: line.score.into(),
            moves: in_uci(&line.moves, position),
        }
    }
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Info {
    depth: u32,
    deepest: u32,
    rank: usize,
    #[serde(flatten)]
    line: Line,
    bound: &'static str,
    nodes: u64,
    hash_full: u32,
    time_ms: u64,
}

impl Info {
    pub(super) fn of(info: &tabiya_engine::Info, position: &Position) -> Self {
        Self {
            depth: info.depth,
            deepest: info.deepest,
            rank: info.rank,
            line: Line::of(&info.line, position),
            bound: match info.bound {
                Bound::Exact => "exact",
                Bound::Lower => "lower",
                Bound::Upper => "upper",
            },
            nodes: info.nodes,
            hash_full: info.hash_full,
            time_ms: ms(info.time),
        }
    }
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Report {
    lines: Vec<Line>,
    depth: u32,
    nodes: u64,
    time_ms: u64,
}

impl Report {
    pub(super) fn of(report: &tabiya_engine::Report, position: &Position) -> Self {
        Self {
            lines: report
                .lines
                .iter()
                .map(|line| Line::of(line, position))
                .collect(),
            depth: report.depth,
            nodes: report.nodes,
            time_ms: ms(report.time),
        }
    }
}

/// Moves in UCI notation, as they follow one another from `position`.
pub(super) fn in_uci(moves: &[Move], position: &Position) -> Vec<String> {
    let mut position = position.clone();
    moves
        .iter()
        .map(|mv| {
            let uci = mv.uci(&position).to_string();
            position.play_unchecked(*mv);
            uci
        })
        .collect()
}

pub(super) fn ms(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
