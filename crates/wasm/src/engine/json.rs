//! The shapes in which a worker is asked and answers.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use tabiya_engine::Bound;
use tabiya_rules::{Game, Move, Position};

use super::reason::{Reason, reasons};
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

/// The clock of the side to move.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Clock {
    pub(super) remaining_ms: u64,
    pub(super) increment_ms: u64,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Choice {
    uci: String,
    pause_ms: u64,
    score: Score,
}

impl Choice {
    pub(super) fn of(choice: &tabiya_engine::levels::Choice, position: &Position) -> Self {
        Self {
            uci: choice.mv.uci(position).to_string(),
            pause_ms: ms(choice.pause),
            score: choice.score.into(),
        }
    }
}

#[derive(Debug, Serialize)]
pub(super) struct Hint {
    uci: String,
    why: Vec<Reason>,
    line: Line,
}

impl Hint {
    pub(super) fn of(hint: &tabiya_engine::review::Hint, position: &Position) -> Self {
        Self {
            uci: hint.mv.uci(position).to_string(),
            why: reasons(&hint.why),
            line: Line::of(&hint.line, position),
        }
    }
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Point {
    ply: usize,
    score: Score,
    /// The points that White can expect, 0 to 1.
    white: f64,
    best: Vec<String>,
    loss: f64,
}

impl Point {
    fn of(point: &tabiya_engine::review::Point, game: &Game) -> Self {
        Self {
            ply: point.ply,
            score: point.score.into(),
            white: point.expectation_of_white(),
            best: uci_at(game, point.ply, &point.best),
            loss: point.loss,
        }
    }
}

#[derive(Debug, Serialize)]
pub(super) struct Progress {
    done: usize,
    total: usize,
    point: Point,
}

impl Progress {
    pub(super) fn of(
        point: &tabiya_engine::review::Point,
        done: usize,
        total: usize,
        game: &Game,
    ) -> Self {
        Self {
            done,
            total,
            point: Point::of(point, game),
        }
    }
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Turning {
    ply: usize,
    loss: f64,
    better: Line,
    why: Vec<Reason>,
    answer: Vec<String>,
    answer_why: Vec<Reason>,
}

impl Turning {
    fn of(turning: &tabiya_engine::review::Turning, game: &Game) -> Option<Self> {
        // The move that should have been played is one of the position before.
        let before = turning.ply.checked_sub(1)?;
        Some(Self {
            ply: turning.ply,
            loss: turning.loss,
            better: Line::of(&turning.better, &game.position_at(before)?),
            why: reasons(&turning.why),
            answer: uci_at(game, turning.ply, &turning.answer),
            answer_why: reasons(&turning.answer_why),
        })
    }
}

#[derive(Debug, Serialize)]
pub(super) struct Review {
    points: Vec<Point>,
    turning: Vec<Turning>,
    complete: bool,
}

impl Review {
    pub(super) fn of(review: &tabiya_engine::review::Review, game: &Game) -> Self {
        let turning = review.turning.iter();
        Self {
            points: review
                .points
                .iter()
                .map(|point| Point::of(point, game))
                .collect(),
            turning: turning.filter_map(|one| Turning::of(one, game)).collect(),
            complete: review.complete,
        }
    }
}

/// Moves that follow the first `ply` half-moves of a game.
fn uci_at(game: &Game, ply: usize, moves: &[Move]) -> Vec<String> {
    game.position_at(ply)
        .map(|position| in_uci(moves, &position))
        .unwrap_or_default()
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
