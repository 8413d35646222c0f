//! What happened in a game: what each position was worth, and the moves at which it turned.

use tabiya_rules::{Color, Game, Move, Position};

use super::hint::prolong;
use super::{Why, explain};
use crate::{Engine, Limits, Line, Score, Stop};

/// At most so many turning points are told of.
const TURNS: usize = 3;

/// A move that gives away less than this is no turning point, in points of expectation.
const TURN: f64 = 0.1;

/// What a position of the game is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// Half-moves played before it, 0 being the start.
    pub ply: usize,
    /// Who is to move.
    pub turn: Color,
    /// To the side to move.
    pub score: Score,
    /// The best line from here; empty where the game is over by itself.
    pub best: Vec<Move>,
    /// What the move that led here has given away, in points that its side could expect, 0 to 1; 0 at the start.
    pub loss: f64,
}

impl Point {
    /// The points that White can expect, 0 to 1.
    #[must_use]
    pub fn expectation_of_white(&self) -> f64 {
        let expected = self.score.expectation();
        match self.turn {
            Color::White => expected,
            Color::Black => 1.0 - expected,
        }
    }
}

/// A move at which the game turned.
#[derive(Clone, Debug, PartialEq)]
pub struct Turning {
    /// Which half-move it was, from 1.
    pub ply: usize,
    /// What it gave away, in points of expectation.
    pub loss: f64,
    /// What should have been played, and how the game would have gone on.
    pub better: Line,
    /// Why that is better.
    pub why: Vec<Why>,
    /// How the move that was played could be answered; empty where the game was over with it.
    pub answer: Vec<Move>,
    /// Why that answer is good.
    pub answer_why: Vec<Why>,
}

/// A game that was gone through.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// What each position was worth, the start first.
    pub points: Vec<Point>,
    /// The moves at which it turned, at most three, in the order of the game.
    pub turning: Vec<Turning>,
    /// Every position was looked at; otherwise somebody stopped it, and it begins late in the game.
    pub complete: bool,
}

/// Goes through a game from its end to its start, position by position: what is found of later positions helps with
/// the earlier ones. It can be put aside and gone on with at any time.
#[derive(Clone, Debug)]
pub struct Reviewer {
    game: Game,
    /// The positions that are still to be looked at, the last of the game first to go.
    ahead: Game,
    nodes: u64,
    /// The points found so far, the latest of the game first.
    found: Vec<Point>,
}

impl Reviewer {
    /// Will spend so many nodes on each position.
    #[must_use]
    pub fn new(game: &Game, nodes: u64) -> Reviewer {
        Reviewer {
            game: game.clone(),
            ahead: game.clone(),
            nodes,
            found: Vec::new(),
        }
    }

    /// How many positions there are.
    #[must_use]
    pub fn total(&self) -> usize {
        self.game.ply() + 1
    }

    /// How many of them have been looked at.
    #[must_use]
    pub fn done(&self) -> usize {
        self.found.len()
    }

    /// Looks at one more position and tells what it is worth; `None` when all have been looked at, or when it was
    /// stopped before it knew.
    pub fn step(&mut self, engine: &mut Engine, stop: &Stop) -> Option<&Point> {
        if self.done() == self.total() {
            return None;
        }
        let point = look(engine, &self.ahead, self.nodes, stop)?;
        self.ahead.undo();
        self.note_loss(&point);
        self.found.push(point);
        self.found.last()
    }

    /// What the move from an earlier position to the last that was found has given away.
    fn note_loss(&mut self, earlier: &Point) {
        let played = self.game.moves().get(earlier.ply);
        let Some(later) = self.found.last_mut() else {
            return;
        };
        // Two searches differ a little where the best move was played: that is no loss.
        if earlier.best.first() != played {
            let kept = 1.0 - later.score.expectation();
            later.loss = (earlier.score.expectation() - kept).max(0.0);
        }
    }

    /// What has been found so far. Of the turning points it looks a little further along the lines.
    #[must_use]
    pub fn review(&self, engine: &mut Engine, stop: &Stop) -> Review {
        let points: Vec<Point> = self.found.iter().rev().cloned().collect();
        Review {
            turning: self.turning(&points, engine, stop),
            complete: self.done() == self.total(),
            points,
        }
    }

    fn turning(&self, points: &[Point], engine: &mut Engine, stop: &Stop) -> Vec<Turning> {
        let mut turns: Vec<(&Point, &Point)> = points
            .iter()
            .zip(points.iter().skip(1))
            .filter(|(_, after)| after.loss >= TURN)
            .collect();
        turns.sort_by(|(_, a), (_, b)| b.loss.total_cmp(&a.loss).then(a.ply.cmp(&b.ply)));
        turns.truncate(TURNS);
        turns.sort_by_key(|(_, after)| after.ply);
        turns
            .into_iter()
            .map(|(before, after)| {
                let better = self.line_from(before, engine, stop);
                let answer = self.line_from(after, engine, stop);
                Turning {
                    ply: after.ply,
                    loss: after.loss,
                    why: explain(&self.game_at(before.ply), &better),
                    answer_why: explain(&self.game_at(after.ply), &answer),
                    better,
                    answer: answer.moves,
                }
            })
            .collect()
    }

    fn line_from(&self, point: &Point, engine: &mut Engine, stop: &Stop) -> Line {
        let mut moves = point.best.clone();
        if !moves.is_empty() {
            prolong(engine, &self.game_at(point.ply), &mut moves, stop);
        }
        Line {
            score: point.score,
            moves,
        }
    }

    fn game_at(&self, ply: usize) -> Game {
        let mut game = self.game.clone();
        while game.ply() > ply {
            game.undo();
        }
        game
    }
}

/// What the last position of a game is worth; `None` when it was stopped before it knew.
fn look(engine: &mut Engine, game: &Game, nodes: u64, stop: &Stop) -> Option<Point> {
    let position = game.position();
    let point = |score, best| Point {
        ply: game.ply(),
        turn: position.turn(),
        score,
        best,
        loss: 0.0,
    };
    if let Some(outcome) = game.outcome() {
        let score = match outcome.winner() {
            Some(_) => Score::Mate(0),
            None => Score::Centipawns(0),
        };
        return Some(point(score, Vec::new()));
    }
    let report = engine.search(game, &Limits::nodes(nodes), stop, &mut |_info| {});
    if stop.is_stopped() {
        return None;
    }
    let line = report.best()?;
    Some(point(line.score, legal_part(position, &line.moves)))
}

/// The line as far as it is legal, so that nobody stumbles over it.
fn legal_part(position: &Position, moves: &[Move]) -> Vec<Move> {
    let mut position = position.clone();
    let playable = |mv: &&Move| position.play(**mv).is_ok();
    moves.iter().take_while(playable).copied().collect()
}

/// Goes through a whole game with so many nodes a position, and tells of each point that is found: what it is worth,
/// and how many positions of how many have been looked at. Stopped, it hands back what was found until then.
pub fn review(
    engine: &mut Engine,
    game: &Game,
    nodes: u64,
    progress: &mut dyn FnMut(&Point, usize, usize),
    stop: &Stop,
) -> Review {
    let mut reviewer = Reviewer::new(game, nodes);
    let total = reviewer.total();
    let mut done = 0;
    while let Some(point) = reviewer.step(engine, stop) {
        done += 1;
        progress(point, done, total);
    }
    reviewer.review(engine, stop)
}
