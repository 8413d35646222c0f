//! The computer for a worker of the browser, asked and answered in JSON. No JavaScript here; the door to
//! it is in `exports`. When a search is to be stopped is the page's business.

// Functions of JavaScript are there in a browser only, in one thread.
#[cfg(target_family = "wasm")]
mod exports;
mod json;
mod reason;
#[cfg(test)]
mod reason_tests;

use std::time::Duration;

use tabiya_engine::levels::{Level, Opponent};
use tabiya_engine::review::{hint, review};
use tabiya_engine::{ClockLeft, Engine, Limits, Options, Stop, TimeLimit};
use tabiya_rules::{Game, Move, Uci};

use crate::line::{LineError, PlayedLine};

#[cfg(target_family = "wasm")]
pub use exports::EngineHandle;

/// More memory than this a tab should not be asked for.
const MOST_HASH_MIB: usize = 512;
const MOST_LINES: usize = 64;
const DEEPEST: u32 = 127;

/// An engine and the game that it is asked about.
#[derive(Debug)]
pub struct Thinker {
    engine: Engine,
    line: PlayedLine,
}

impl Thinker {
    /// An engine before the first move of a game, with so many mebibytes to remember what it has
    /// searched.
    #[must_use]
    pub fn new(hash_mib: usize) -> Self {
        let options = Options {
            hash_mib: hash_mib.clamp(1, MOST_HASH_MIB),
            ..Options::default()
        };
        Self {
            engine: Engine::new(options),
            line: PlayedLine::standard(),
        }
    }

    /// Forgets what was found in other games.
    pub fn new_game(&mut self) {
        self.engine.new_game();
    }

    /// Says what is asked about from now on: a FEN and the moves played from there, in UCI notation
    /// with spaces between them.
    ///
    /// # Errors
    /// When it is no game; the one before stays.
    pub fn set_game(&mut self, start: &str, chess960: bool, moves: &str) -> Result<(), LineError> {
        let mut line = PlayedLine::new(start, chess960)?;
        for uci in moves.split_whitespace() {
            line.play(uci)?;
        }
        self.line = line;
        Ok(())
    }

    /// Looks for the best lines within `limits`: `{"depth", "nodes", "moveTimeMs", "lines", "only"}`, each
    /// of which may be missing. Progress and answer are JSON.
    ///
    /// # Errors
    /// When `limits` has another shape, or `only` a move that is not legal.
    pub fn search(
        &mut self,
        limits: &str,
        stop: &Stop,
        on_info: &mut dyn FnMut(String),
    ) -> Result<String, LineError> {
        let wish: json::Wish = json::read(limits)?;
        let game = self.line.game();
        let limits = limits_of(wish, game)?;
        let position = game.position();
        let report = self.engine.search(game, &limits, stop, &mut |info| {
            if let Ok(text) = json::write(&json::Info::of(info, position)) {
                on_info(text);
            }
        });
        json::write(&json::Report::of(&report, position))
    }

    /// The move that an opponent plays, and how long a person would take for it. `clock` is
    /// `{"remainingMs", "incrementMs"}` or `null`. `null` comes back if there is no legal move.
    ///
    /// # Errors
    /// When there is no such level, or `clock` has another shape.
    pub fn choose(
        &mut self,
        level: &str,
        seed: u64,
        clock: &str,
        stop: &Stop,
    ) -> Result<String, LineError> {
        let Some(level) = Level::by_id(level) else {
            return Err(LineError::new(format!("There is no level \"{level}\".")));
        };
        let clock: Option<json::Clock> = json::read(clock)?;
        let clock = clock.map(|clock| ClockLeft {
            remaining: Duration::from_millis(clock.remaining_ms),
            increment: Duration::from_millis(clock.increment_ms),
            moves_to_go: None,
        });
        let game = self.line.game();
        let choice = Opponent::new(level, seed).choose(&mut self.engine, game, clock, stop);
        json::write(&choice.map(|choice| json::Choice::of(&choice, game.position())))
    }

    /// The best move for the side to move, and why; `null` if there is no legal one.
    ///
    /// # Errors
    /// When the answer cannot be written, which is a bug.
    pub fn hint(&mut self, stop: &Stop) -> Result<String, LineError> {
        let game = self.line.game();
        let hint = hint(&mut self.engine, game, stop);
        json::write(&hint.map(|hint| json::Hint::of(&hint, game.position())))
    }

    /// What each position of the game was worth, and where it turned, with so many positions looked at for
    /// each. `on_point` is told what has been found of one, and how many are done of how many.
    ///
    /// # Errors
    /// When the answer cannot be written, which is a bug.
    pub fn review(
        &mut self,
        nodes: u64,
        stop: &Stop,
        on_point: &mut dyn FnMut(String),
    ) -> Result<String, LineError> {
        let game = self.line.game();
        let mut told = |point: &tabiya_engine::review::Point, done: usize, total: usize| {
            if let Ok(text) = json::write(&json::Progress::of(point, done, total, game)) {
                on_point(text);
            }
        };
        let review = review(&mut self.engine, game, nodes, &mut told, stop);
        json::write(&json::Review::of(&review, game))
    }
}

fn limits_of(wish: json::Wish, game: &Game) -> Result<Limits, LineError> {
    let only = wish.only.iter().map(|text| resolve(text, game));
    Ok(Limits {
        depth: wish.depth.map(|depth| depth.clamp(1, DEEPEST)),
        nodes: wish.nodes,
        time: wish.move_time_ms.map_or(TimeLimit::Unlimited, |ms| {
            TimeLimit::Move(Duration::from_millis(ms))
        }),
        lines: wish.lines.unwrap_or(1).clamp(1, MOST_LINES),
        only: only.collect::<Result<Vec<_>, _>>()?,
        ..Limits::none()
    })
}

fn resolve(text: &str, game: &Game) -> Result<Move, LineError> {
    let uci: Uci = text.parse().map_err(LineError::new)?;
    uci.resolve(game.position()).map_err(LineError::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    fn search(thinker: &mut Thinker, limits: &str) -> serde_json::Value {
        let report = thinker.search(limits, &Stop::new(), &mut |_| {}).unwrap();
        serde_json::from_str(&report).unwrap()
    }

    #[test]
    fn the_best_move_comes_first_with_its_score() {
        let mut thinker = Thinker::new(1);
        thinker.set_game(START, false, "f2f3 e7e5 g2g4").unwrap();
        let report = search(&mut thinker, r#"{"depth": 2, "lines": 2}"#);
        assert_eq!(report["lines"][0]["moves"][0], "d8h4");
        assert_eq!(report["lines"][0]["score"]["mate"], 1);
        assert_eq!(report["lines"].as_array().unwrap().len(), 2);
    }

    #[test]
    fn what_makes_no_sense_is_a_sentence_and_changes_nothing() {
        let mut thinker = Thinker::new(1);
        for (start, moves) in [("nothing", ""), (START, "e2e5"), (START, "e2e4 hello")] {
            let fault = thinker.set_game(start, false, moves).unwrap_err();
            assert!(!fault.to_string().is_empty());
        }
        for limits in [
            "",
            "[]",
            r#"{"depth": -1}"#,
            r#"{"speed": 1}"#,
            r#"{"only": ["e2e5"]}"#,
        ] {
            let answer = thinker.search(limits, &Stop::new(), &mut |_| {});
            assert!(answer.is_err(), "{limits}");
        }
        assert!(search(&mut thinker, r#"{"depth": 1}"#)["lines"][0].is_object());
    }

    #[test]
    fn only_the_moves_that_are_asked_for_are_considered() {
        let mut thinker = Thinker::new(1);
        let report = search(&mut thinker, r#"{"nodes": 500, "only": ["h2h4"]}"#);
        assert_eq!(report["lines"][0]["moves"][0], "h2h4");
    }

    #[test]
    fn castling_is_written_as_the_game_writes_it() {
        let fen = "k7/8/8/8/8/8/5PPP/4RK1R w H - 0 1";
        let mut thinker = Thinker::new(1);
        thinker.set_game(fen, true, "").unwrap();
        let report = search(&mut thinker, r#"{"depth": 1, "only": ["f1h1"]}"#);
        assert_eq!(report["lines"][0]["moves"][0], "f1h1");
    }

    #[test]
    fn an_opponent_chooses_a_legal_move_and_takes_its_time() {
        let mut thinker = Thinker::new(1);
        thinker.set_game(START, false, "e2e4 e7e5").unwrap();
        let clock = r#"{"remainingMs": 60000, "incrementMs": 0}"#;
        for clock in ["null", clock] {
            let choice = thinker.choose("pip", 3, clock, &Stop::new()).unwrap();
            let choice: serde_json::Value = serde_json::from_str(&choice).unwrap();
            let uci = choice["uci"].as_str().unwrap();
            assert!(resolve(uci, thinker.line.game()).is_ok(), "{choice}");
            assert!(choice["pauseMs"].as_u64().unwrap() <= 60_000);
        }
        assert!(thinker.choose("nobody", 3, "null", &Stop::new()).is_err());
        assert!(thinker.choose("pip", 3, "{}", &Stop::new()).is_err());
    }

    #[test]
    fn a_hint_says_why() {
        let mut thinker = Thinker::new(1);
        thinker.set_game(START, false, "f2f3 e7e5 g2g4").unwrap();
        let hint = thinker.hint(&Stop::new()).unwrap();
        let hint: serde_json::Value = serde_json::from_str(&hint).unwrap();
        assert_eq!(hint["uci"], "d8h4");
        assert_eq!(
            hint["why"][0],
            serde_json::json!({ "code": "mates", "params": { "moves": 1 } })
        );
    }

    #[test]
    fn a_review_tells_each_position_and_where_the_game_turned() {
        let mut thinker = Thinker::new(1);
        thinker
            .set_game(START, false, "f2f3 e7e5 g2g4 d8h4")
            .unwrap();
        let mut told = Vec::new();
        let review = thinker.review(20_000, &Stop::new(), &mut |text| told.push(text));
        let review: serde_json::Value = serde_json::from_str(&review.unwrap()).unwrap();
        assert_eq!(review["points"].as_array().unwrap().len(), 5);
        assert_eq!(review["complete"], true);
        assert_eq!(review["turning"][0]["ply"], 3);
        let last: serde_json::Value = serde_json::from_str(told.last().unwrap()).unwrap();
        assert_eq!(last["done"], last["total"]);
    }

    #[test]
    fn a_finished_game_has_no_lines() {
        let mut thinker = Thinker::new(1);
        thinker
            .set_game(START, false, "f2f3 e7e5 g2g4 d8h4")
            .unwrap();
        let report = search(&mut thinker, r#"{"depth": 3}"#);
        assert_eq!(report["lines"].as_array().unwrap().len(), 0);
    }
}
