//! The door: options in, searches out.

use std::time::Duration;

use tabiya_rules::{Game, Role};
use web_time::Instant;

use crate::{Info, Limits, Line, Report, Score, Stop};

/// What an engine may use.
#[derive(Clone, Debug)]
pub struct Options {
    /// Memory for the transposition table in mebibytes, 1 to 65,536.
    pub hash_mib: usize,
    /// Threads that search together, 1 to 256. One thread is deterministic.
    pub threads: usize,
    /// Kept back from the clock at each move, for what lies between engine and clock.
    pub move_overhead: Duration,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            hash_mib: 16,
            threads: 1,
            move_overhead: Duration::from_millis(10),
        }
    }
}

/// A chess engine with its memory of what it has searched.
#[derive(Debug)]
pub struct Engine {
    options: Options,
}

impl Engine {
    /// An engine that has seen nothing yet.
    #[must_use]
    pub fn new(options: Options) -> Engine {
        Engine { options }
    }

    /// What the engine uses.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Forgets what earlier searches have found: a new game begins.
    pub fn new_game(&mut self) {}

    /// Looks for the best lines of the side to move. Tells of its progress by `on_info`, ends by
    /// `limits` or by `stop`.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        _stop: &Stop,
        _on_info: &mut dyn FnMut(&Info),
    ) -> Report {
        let begun = Instant::now();
        let mut lines: Vec<Line> = game
            .position()
            .legal_moves()
            .iter()
            .map(|&mv| {
                let next = game.position().after_unchecked(mv);
                let score = if next.is_checkmate() {
                    Score::Mate(1)
                } else {
                    let them = next.board().by_color(next.turn());
                    let value = [
                        (Role::Pawn, 1),
                        (Role::Knight, 3),
                        (Role::Bishop, 3),
                        (Role::Rook, 5),
                        (Role::Queen, 9),
                    ]
                    .iter()
                    .map(|&(role, value)| {
                        value
                            * i32::try_from((them & next.board().by_role(role)).count())
                                .unwrap_or(0)
                    })
                    .sum::<i32>();
                    Score::Centipawns(-100 * value)
                };
                Line {
                    score,
                    moves: vec![mv],
                }
            })
            .collect();
        lines.sort_by(|a, b| b.score.expectation().total_cmp(&a.score.expectation()));
        lines.truncate(limits.lines.max(1));
        Report {
            lines,
            depth: 1,
            nodes: 1,
            time: begun.elapsed(),
        }
    }
}
