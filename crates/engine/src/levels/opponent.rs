//! One opponent in one game: what it sees, thinks of and plays. Not here: the parts of that, each of
//! which has a file of its own.

use std::sync::Arc;
use std::time::Duration;

use tabiya_rules::{Game, Move, Position, Role};
use web_time::Instant;

use super::ask::ask;
use super::chance::{bell, fraction, mix};
use super::choice::{points, weights};
use super::doubt::Doubt;
use super::habit::Scene;
use super::judge::worth;
use super::look::{Look, MATE, MATE_SEEN, Thought, at_a_glance, look};
use super::pause::{Occasion, pause};
use super::sight::Sight;
use super::table::Level;
use super::technique;
use crate::eval::Evaluator;
use crate::{ClockLeft, Engine, Limits, Score, Stop, TimeLimit};

/// What the full engine takes for a move when there is no clock.
const NO_CLOCK: Duration = Duration::from_secs(1);

/// So many moves come to mind in any case.
const FEWEST: usize = 4;

/// What people play so often is noticed in any case.
const OBVIOUS: f64 = 0.4;

/// The logit with which a player of 400 notices a plain mate in one.
const MATE_IN_ONE: f64 = -2.5;

/// How much habit helps to notice a move.
const FAMILIAR: f64 = 1.0;

/// What an opponent plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// How long a person would take for it, from the question to the move: who has answered sooner waits
    /// for the rest. Never more than an eighth of the clock; at full strength the time it took.
    pub pause: Duration,
    /// What the move seems to be worth to the opponent, who may be wrong.
    pub score: Score,
}

/// An opponent in a game. With the same level, seed and game it does the same again, at full
/// strength excepted, where time decides.
#[derive(Clone, Debug)]
pub struct Opponent {
    level: Level,
    seed: u64,
}

impl Opponent {
    /// An opponent of that level. The seed makes its games differ: one for each game.
    #[must_use]
    pub fn new(level: &'static Level, seed: u64) -> Opponent {
        Opponent::made_of(*level, seed)
    }

    /// An opponent of a level that stands in no table.
    #[must_use]
    pub fn made_of(level: Level, seed: u64) -> Opponent {
        Opponent { level, seed }
    }

    /// Its level.
    #[must_use]
    pub fn level(&self) -> &Level {
        &self.level
    }

    /// The move that this opponent plays and how long a person would think about it; `None` if
    /// there is no legal move. It never resigns.
    pub fn choose(
        &mut self,
        engine: &mut Engine,
        game: &Game,
        clock: Option<ClockLeft>,
        stop: &Stop,
    ) -> Option<Choice> {
        if self.level.id == "tabiya" {
            return full(engine, game, clock, stop);
        }
        let stop = &in_time(stop, clock);
        let position = game.position();
        let legal = position.legal_moves();
        let first = *legal.first()?;
        let scene = Scene::of(game);
        let seed = mix(self.seed ^ mix(position.key().0));
        let numbers = &self.level.numbers;
        let mut occasion = Occasion {
            obvious: true,
            ply: game.ply(),
            rivals: 1,
            sharp: false,
            mood: bell(mix(seed ^ 1)),
            rating: self.level.rating,
        };
        let sight = Sight::new(seed, numbers.vision, numbers.fade, numbers.guard);
        let mates: Vec<Move> = legal
            .iter()
            .copied()
            .filter(|&mv| is_mate(position, mv))
            .collect();
        let plain = MATE_IN_ONE + (f64::from(self.level.rating) - 400.0) / 120.0;
        let last = scene.last_square();
        let sees_mate = |&&mv: &&Move| sight.sees_mate(position, mv, last, plain);
        if let Some(&mv) = mates.iter().find(sees_mate) {
            return Some(Choice {
                mv,
                pause: pause(&occasion, clock),
                score: Score::Mate(1),
            });
        }
        if technique::knows(position, self.level.rating, seed)
            && let (Some(mv), value) = ask(engine, game, Vec::new(), stop)
        {
            return Some(Choice {
                mv,
                pause: pause(&occasion, clock),
                score: score(value),
            });
        }
        let others: Vec<Move> = legal
            .iter()
            .copied()
            .filter(|mv| !mates.contains(mv))
            .collect();
        let open = if others.is_empty() { &mates } else { &others };
        let noticed = noticed(&scene, position, open, &sight, numbers.calm);
        let mut thoughts = self.think(engine, game, &noticed, &sight, seed, stop);
        let spread = numbers.misjudges;
        for (place, thought) in (2..).zip(&mut thoughts) {
            if thought.value.abs() < MATE_SEEN {
                let wrong = spread * bell(mix(seed ^ mix(place)));
                thought.value += rounded(wrong);
            }
        }
        let weights = weights(&scene, position, &thoughts, numbers, self.level.style);
        let shares = scene.shares(&legal);
        let shares: Vec<(Move, f64)> = legal.iter().copied().zip(shares).collect();
        let mut doubt = Doubt::new(engine, game, &shares, stop, numbers.care);
        let chosen = doubt.settle(&thoughts, &weights, seed).unwrap_or(Thought {
            mv: first,
            value: 0,
        });
        let best = thoughts.iter().map(|thought| thought.value).max();
        let best = points(best.unwrap_or(0));
        let rivals = thoughts
            .iter()
            .filter(|thought| points(thought.value) > best - 0.05);
        occasion.rivals = rivals.count().max(1);
        let takes_back =
            scene.last_took() == chosen.mv.capture_square(position) && scene.last_took().is_some();
        occasion.obvious = legal.len() == 1 || takes_back && occasion.rivals <= 2;
        occasion.sharp = legal.iter().filter(|mv| mv.is_capture(position)).count() > 3;
        Some(Choice {
            mv: chosen.mv,
            pause: pause(&occasion, clock),
            score: score(chosen.value),
        })
    }

    /// What each of the moves that were noticed seems to be worth.
    fn think(
        &self,
        engine: &mut Engine,
        game: &Game,
        noticed: &[Move],
        sight: &Sight,
        seed: u64,
        stop: &Stop,
    ) -> Vec<Thought> {
        let numbers = &self.level.numbers;
        if numbers.nodes > 0 {
            engine.new_game();
            let limits = Limits {
                lines: noticed.len().min(8),
                only: noticed.to_vec(),
                ..Limits::nodes(numbers.nodes)
            };
            let report = engine.search_alone(game, &limits, stop);
            let thought = |line: &crate::Line| {
                Some(Thought {
                    mv: *line.moves.first()?,
                    value: value(line.score),
                })
            };
            return report.lines.iter().filter_map(thought).collect();
        }
        let deeper = fraction(mix(seed ^ 3)) < numbers.depth.fract();
        let eyes = Look {
            depth: rounded(numbers.depth.floor()) + i32::from(deeper),
            reach: numbers.reach,
            margin: 350,
            nodes: 400_000,
        };
        if numbers.insight <= 0.0 {
            return look(game, noticed, sight, &eyes, &mut at_a_glance, stop);
        }
        let mut evaluator = Evaluator::new();
        let mut evaluate = |position: &Position| {
            let glance = f64::from(at_a_glance(position));
            let full = f64::from(evaluator.evaluate(position));
            rounded(glance + numbers.insight * (full - glance))
        };
        look(game, noticed, sight, &eyes, &mut evaluate, stop)
    }
}

/// Where a clock runs it ends the look ahead, too: what has been seen by then is all that is seen.
fn in_time(stop: &Stop, clock: Option<ClockLeft>) -> Stop {
    let Some(clock) = clock else {
        return stop.clone();
    };
    let share = match clock.moves_to_go {
        Some(1) => clock.remaining * 3 / 4,
        _ => clock.remaining / 15,
    };
    let (asked, begun) = (stop.clone(), Instant::now());
    Stop::with_poll(Arc::new(move || {
        asked.is_stopped() || begun.elapsed() >= share
    }))
}

/// The moves that come to mind. Taking back, getting out of check and saving a man always do.
fn noticed(
    scene: &Scene<'_>,
    position: &Position,
    legal: &[Move],
    sight: &Sight,
    calm: f64,
) -> Vec<Move> {
    let check = position.is_check();
    let last = scene.last_square();
    let us = position.turn();
    let board = position.board();
    let in_danger = |mv: Move| {
        let enemies = position.attackers(mv.from(), !us);
        let lesser = enemies
            .into_iter()
            .filter_map(|square| board.role_at(square))
            .any(|role| role != Role::King && worth(role) + 50 < worth(mv.role()));
        let alone = position.attackers(mv.from(), us).is_empty();
        mv.role() != Role::King && mv.role() != Role::Pawn && (lesser || enemies.any() && alone)
    };
    let certain = |mv: Move| {
        let takes_back = scene.last_took().is_some() && mv.capture_square(position) == last;
        check || takes_back || in_danger(mv)
    };
    let shares = scene.shares(legal);
    let even = 1.0 / f64::from(u32::try_from(legal.len().max(1)).unwrap_or(1));
    let clearness = |(&mv, &share): (&Move, &f64)| {
        let clear = if certain(mv) || share > OBVIOUS {
            1.0
        } else {
            let familiar = (FAMILIAR * (share / even).ln()).clamp(-3.0, 3.0);
            let is_quiet = mv.capture_square(position).is_none()
                && mv.promotion().is_none()
                && !position.after_unchecked(mv).is_check();
            let eased = familiar + if is_quiet { calm } else { 0.0 };
            sight.clearness(position, mv, eased, last)
        };
        (clear, mv)
    };
    let mut all: Vec<(f64, Move)> = legal.iter().zip(&shares).map(clearness).collect();
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    let place = |(place, &(clear, mv)): (usize, &(f64, Move))| {
        (clear > 0.0 || place < FEWEST).then_some(mv)
    };
    all.iter().enumerate().filter_map(place).collect()
}

fn is_mate(position: &Position, mv: Move) -> bool {
    let after = position.after_unchecked(mv);
    after.is_check() && after.is_checkmate()
}

/// The engine with all its strength.
fn full(engine: &mut Engine, game: &Game, clock: Option<ClockLeft>, stop: &Stop) -> Option<Choice> {
    let begun = Instant::now();
    let limits = Limits {
        time: clock.map_or(TimeLimit::Move(NO_CLOCK), TimeLimit::Clock),
        ..Limits::none()
    };
    let report = engine.search(game, &limits, stop, &mut |_info| {});
    let line = report.best()?;
    Some(Choice {
        mv: *line.moves.first()?,
        pause: begun.elapsed(),
        score: line.score,
    })
}

fn value(score: Score) -> i32 {
    match score {
        Score::Centipawns(value) => value.clamp(-MATE_SEEN + 1, MATE_SEEN - 1),
        Score::Mate(moves) if moves > 0 => MATE - 2 * moves.min(200) + 1,
        Score::Mate(moves) => -MATE - 2 * moves.max(-200),
    }
}

fn score(value: i32) -> Score {
    if value > MATE_SEEN {
        Score::Mate((MATE - value + 1) / 2)
    } else if value < -MATE_SEEN {
        Score::Mate(-(MATE + value) / 2)
    } else {
        Score::Centipawns(value)
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "centipawns and half-moves, far below the limits"
)]
fn rounded(number: f64) -> i32 {
    number.round().clamp(-20_000.0, 20_000.0) as i32
}
