//! Games between opponents.

use tabiya_rules::{Color, Game, Outcome, Position};

use crate::levels::{Level, Opponent};
use crate::{Engine, Stop};

/// Longer games are drawn: by then neither side makes progress.
const LONGEST: usize = 400;

/// A player with its own engine.
#[derive(Debug)]
pub struct Player {
    level: Level,
    engine: Engine,
}

impl Player {
    /// A player of that level.
    #[must_use]
    pub fn new(level: Level, engine: Engine) -> Player {
        Player { level, engine }
    }
}

/// Plays a game and says the points of White, 0 to 1.
pub fn play(white: &mut Player, black: &mut Player, start: Position, seed: u64) -> (f64, Game) {
    let mut game = Game::new(start);
    let mut opponents = [
        Opponent::made_of(white.level, seed),
        Opponent::made_of(black.level, !seed),
    ];
    let stop = Stop::new();
    while game.outcome().is_none() && game.ply() < LONGEST && game.claims().next().is_none() {
        let [first, second] = &mut opponents;
        let choice = match game.position().turn() {
            Color::White => first.choose(&mut white.engine, &game, None, &stop),
            Color::Black => second.choose(&mut black.engine, &game, None, &stop),
        };
        if choice.is_none_or(|choice| game.play(choice.mv).is_err()) {
            break;
        }
    }
    let points = match game.outcome() {
        Some(Outcome::Win(Color::White)) => 1.0,
        Some(Outcome::Win(Color::Black)) => 0.0,
        _ => 0.5,
    };
    (points, game)
}
