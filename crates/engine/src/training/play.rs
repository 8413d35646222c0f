//! The engine against itself. Not here: what is kept of its games (`samples`).

use tabiya_rules::{Color, Game, Move, Outcome, Position, is_dead_by_material};

use super::model::Weights;
use super::numbers::{Numbers, fingerprint};
use super::record::{GameRecord, Header, PlyRecord};
use crate::{Engine, Limits, Score, Stop, bench};

/// A game is over when both sides have seen so much for one of them…
const DECIDED: i32 = 900;
/// …for so many half-moves.
const DECIDED_FOR: u32 = 6;
/// Or so little…
const LEVEL: i32 = 6;
/// …for so many half-moves…
const LEVEL_FOR: u32 = 12;
/// …after so many.
const LEVEL_AFTER: usize = 100;
/// No game is longer.
const LONGEST: usize = 400;
/// No game begins with one side farther ahead…
const MOST_AHEAD: i32 = 250;
/// …unless so many beginnings in a row have been like that.
const ATTEMPTS: u32 = 50;
/// A mate as a score.
const MATE: i16 = 20_000;

/// How games are made. The same plan makes the same game of a number, if the engine uses one thread.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Seed of the randomness.
    pub seed: u64,
    /// Positions searched for each move.
    pub nodes: u64,
    /// Random half-moves at the start: so many or one more.
    pub random_plies: u32,
    /// Where every second game begins, with two random half-moves; may be empty.
    pub starts: Vec<Position>,
}

impl Plan {
    /// What a file of its games begins with, made by this engine.
    #[must_use]
    pub fn header(&self) -> Header {
        let starts = self.starts.iter().map(|start| start.fen() + "\n");
        let starts: String = starts.collect();
        let weights = Weights::current().0.into_iter().map(f64::to_bits);
        Header {
            seed: self.seed,
            nodes: self.nodes,
            random_plies: u64::from(self.random_plies),
            starts: fingerprint(starts.bytes().map(u64::from)),
            engine: fingerprint(weights.chain([bench::FINGERPRINT])),
        }
    }
}

/// Plays game `number` of a plan. `None` when `stop` ended it, or when no game
/// comes of the plan's starts.
pub fn play_game(engine: &mut Engine, plan: &Plan, number: u32, stop: &Stop) -> Option<GameRecord> {
    let mut numbers =
        Numbers::new(plan.seed ^ u64::from(number).wrapping_mul(0xd134_2543_de82_ef95));
    let limits = Limits::nodes(plan.nodes);
    for attempt in 0..2 * ATTEMPTS {
        engine.new_game();
        let Some((mut game, mut plies)) = opening(plan, number, &mut numbers) else {
            continue;
        };
        let mut judge = Judge::default();
        loop {
            if let Some(outcome) = judge.outcome(&game) {
                let start = game.start().clone();
                return Some(GameRecord {
                    number,
                    start,
                    outcome,
                    plies,
                });
            }
            let report = engine.search(&game, &limits, stop, &mut |_| {});
            if stop.is_stopped() {
                return None;
            }
            let Some((mv, score)) = report
                .best()
                .and_then(|line| Some((*line.moves.first()?, line.score)))
            else {
                break;
            };
            let white = for_white(score, game.position().turn());
            let is_lopsided = i32::from(white).abs() > MOST_AHEAD;
            if judge.is_fresh() && is_lopsided && attempt < ATTEMPTS {
                break;
            }
            judge.hear(i32::from(white));
            plies.push(PlyRecord {
                mv,
                score: Some(white),
            });
            if game.play(mv).is_err() {
                break;
            }
        }
    }
    None
}

/// Random half-moves; `None` if they end the game.
fn opening(plan: &Plan, number: u32, numbers: &mut Numbers) -> Option<(Game, Vec<PlyRecord>)> {
    let (start, count) = if plan.starts.is_empty() || number.is_multiple_of(2) {
        let more = numbers.below(2) as u32;
        (Position::standard(), plan.random_plies + more)
    } else {
        (plan.starts[numbers.below(plan.starts.len())].clone(), 2)
    };
    let mut game = Game::new(start);
    let mut plies = Vec::new();
    for _ in 0..count {
        let mv = random_move(game.position(), numbers)?;
        plies.push(PlyRecord { mv, score: None });
        game.play(mv).ok()?;
    }
    (!game.position().legal_moves().is_empty()).then_some((game, plies))
}

fn random_move(position: &Position, numbers: &mut Numbers) -> Option<Move> {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return None;
    }
    moves.get(numbers.below(moves.len())).copied()
}

/// A score in centipawns for White that fits a record.
fn for_white(score: Score, turn: Color) -> i16 {
    let value = match score {
        Score::Centipawns(value) => value.clamp(-15_000, 15_000) as i16,
        Score::Mate(moves) if moves > 0 => MATE,
        Score::Mate(_) => -MATE,
    };
    if turn == Color::White { value } else { -value }
}

/// Ends games that are over.
#[derive(Default)]
struct Judge {
    heard: u32,
    for_white: u32,
    for_black: u32,
    level: u32,
}

impl Judge {
    fn is_fresh(&self) -> bool {
        self.heard == 0
    }

    fn hear(&mut self, white: i32) {
        let count = |so_far: &mut u32, holds: bool| *so_far = if holds { *so_far + 1 } else { 0 };
        self.heard += 1;
        count(&mut self.for_white, white >= DECIDED);
        count(&mut self.for_black, white <= -DECIDED);
        count(&mut self.level, white.abs() <= LEVEL);
    }

    fn outcome(&self, game: &Game) -> Option<Outcome> {
        let position = game.position();
        if position.legal_moves().is_empty() {
            return Some(if position.is_check() {
                Outcome::Win(!position.turn())
            } else {
                Outcome::Draw
            });
        }
        if self.for_white >= DECIDED_FOR {
            return Some(Outcome::Win(Color::White));
        }
        if self.for_black >= DECIDED_FOR {
            return Some(Outcome::Win(Color::Black));
        }
        let is_drawn = (self.level >= LEVEL_FOR && game.ply() >= LEVEL_AFTER)
            || position.halfmove_clock() >= 100
            || game.ply() >= LONGEST
            || is_dead_by_material(position.board())
            || game.repetitions() >= 3;
        is_drawn.then_some(Outcome::Draw)
    }
}
