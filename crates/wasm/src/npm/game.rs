//! The class `Game` of the npm package.

use js_sys::{Array, Error, Object};
use tabiya_rules::{AutomaticEnd, Claim, Pgn, read_move};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast as _, JsValue};

use super::picture::picture;
use super::position::Position;
use super::value::{array, legal_move, move_error, position};

/// A start position, the moves played from it, and how often each position has been there.
#[wasm_bindgen]
pub struct Game(tabiya_rules::Game);

#[wasm_bindgen]
impl Game {
    /// A game from the start, or from what a FEN describes.
    #[wasm_bindgen(constructor)]
    pub fn new(fen: Option<String>, options: JsValue) -> Result<Game, Error> {
        let start = position(fen.as_deref(), &options).map_err(|faults| faults.error())?;
        Ok(Self(tabiya_rules::Game::new(start)))
    }

    /// The position on the board.
    #[wasm_bindgen(getter)]
    pub fn position(&self) -> Position {
        Position(self.0.position().clone())
    }

    /// The position on the board in Forsyth-Edwards Notation.
    #[wasm_bindgen(getter)]
    pub fn fen(&self) -> String {
        self.0.position().fen()
    }

    /// How many half-moves have been played.
    #[wasm_bindgen(getter)]
    pub fn ply(&self) -> usize {
        self.0.ply()
    }

    /// How often the position on the board has been there, this time included (9.2.3).
    #[wasm_bindgen(getter)]
    pub fn repetitions(&self) -> u32 {
        self.0.repetitions()
    }

    /// How the game has come out by itself, if it is over.
    #[wasm_bindgen(getter)]
    pub fn outcome(&self) -> Option<String> {
        self.0.outcome().map(|outcome| outcome.to_string())
    }

    /// Why the game is over by itself, if it is.
    #[wasm_bindgen(getter, js_name = endedBy)]
    pub fn ended_by(&self) -> Option<String> {
        let end = self.0.automatic_end()?;
        let name = match end {
            AutomaticEnd::Checkmate => "checkmate",
            AutomaticEnd::Stalemate => "stalemate",
            AutomaticEnd::DeadPosition => "dead_position",
            AutomaticEnd::FivefoldRepetition => "fivefold_repetition",
            AutomaticEnd::SeventyFiveMoves => "seventyfive_moves",
        };
        Some(name.to_owned())
    }

    /// What the player to move may claim.
    pub fn claims(&self) -> Array {
        array(self.0.claims().map(|claim| match claim {
            Claim::ThreefoldRepetition => "threefold_repetition",
            Claim::FiftyMoves => "fifty_moves",
        }))
    }

    /// Plays a move as people type it.
    pub fn play(&mut self, text: &str) -> Result<Object, Error> {
        let before = self.0.position().clone();
        let reading = read_move(&before, text).map_err(|fault| move_error(&fault))?;
        // The reader answers with legal moves only, so this one is played.
        self.0
            .play(reading.mv)
            .map_err(|reason| Error::new(&reason.to_string()))?;
        let hint = reading.hint.map(|hint| hint.to_string());
        Ok(legal_move(&before, reading.mv)
            .with_some("hint", hint)
            .done())
    }

    /// Takes back the last move; false at the start.
    pub fn undo(&mut self) -> bool {
        self.0.undo().is_some()
    }

    /// The moves played so far.
    pub fn moves(&self) -> Array {
        let mut position = self.0.start().clone();
        array(self.0.moves().iter().map(|&mv| {
            let object = legal_move(&position, mv).done();
            position.play_unchecked(mv);
            object
        }))
    }

    /// A picture of the position on the board as SVG, with the last move marked.
    pub fn svg(&self, options: JsValue) -> Result<String, Error> {
        picture(self.0.position(), self.0.moves().last().copied(), &options)
    }

    /// The game in PGN, with tags of one's own.
    pub fn pgn(&self, tags: JsValue) -> String {
        let mut pgn = Pgn::from(&self.0);
        let tags = tags.dyn_into::<Object>().unwrap_or_default();
        for entry in Object::entries(&tags) {
            let entry = Array::from(&entry);
            if let (Some(name), Some(value)) = (entry.get(0).as_string(), entry.get(1).as_string())
            {
                pgn.set_tag(&name, &value);
            }
        }
        pgn.to_string()
    }
}
