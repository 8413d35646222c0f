//! Games between opponents.

use std::time::Duration;

use tabiya_rules::{Color, Game, Outcome, Position};

use crate::levels::chance::mix;
use crate::levels::{Level, Opponent};
use crate::{ClockLeft, Engine, Options, Stop};

/// The full engine gets a tenth of a second a move: a whole second would make measuring a matter
/// of days.
const FULL: Duration = Duration::from_millis(100);

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
    // The others look as far as they look: by a clock, the load of the machine would play along.
    let clock = |level: &Level| {
        (level.id == "tabiya").then_some(ClockLeft {
            remaining: FULL,
            increment: FULL,
            moves_to_go: Some(1),
        })
    };
    let (white_clock, black_clock) = (clock(&white.level), clock(&black.level));
    while game.outcome().is_none() && game.ply() < LONGEST && game.claims().next().is_none() {
        let [first, second] = &mut opponents;
        let choice = match game.position().turn() {
            Color::White => first.choose(&mut white.engine, &game, white_clock, &stop),
            Color::Black => second.choose(&mut black.engine, &game, black_clock, &stop),
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

/// What tells a make of a level from others: its numbers, and what it plays in some positions, so that
/// a change of search or evaluation shows, too.
#[must_use]
pub fn fingerprint(level: &Level) -> String {
    let text = format!("{:?} {:?} {}", level.numbers, level.style, level.rating);
    let mut sum = text.bytes().fold(0, |sum, byte| mix(sum ^ u64::from(byte)));
    let mut engine = Engine::new(Options {
        hash_mib: 1,
        ..Options::default()
    });
    let mut game = Game::new(Position::standard());
    for ply in 0..60_u64 {
        if ply % 4 == 3 && level.id != "tabiya" {
            let mut opponent = Opponent::made_of(*level, ply);
            let choice = opponent.choose(&mut engine, &game, None, &Stop::new());
            let text = choice.map(|choice| format!("{:?} {:?}", choice.mv, choice.score));
            let text = text.unwrap_or_default();
            sum = text
                .bytes()
                .fold(sum, |sum, byte| mix(sum ^ u64::from(byte)));
        }
        let moves = game.position().legal_moves();
        let count = u64::try_from(moves.len()).unwrap_or(1).max(1);
        let place = usize::try_from(mix(ply) % count).unwrap_or(0);
        let Some(&mv) = moves.get(place) else { break };
        if game.play(mv).is_err() {
            break;
        }
    }
    format!("{}-{sum:016x}", level.id)
}
