//! The class that a worker sees: `Thinker` with functions of JavaScript for progress and for stopping.

use std::sync::Arc;

use js_sys::{Error, Function};
use tabiya_engine::Stop;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::Thinker;
use crate::line::LineError;

/// An engine and the game that it is asked about. Every answer is JSON and takes as long as it takes: call
/// it from a worker. `is_stopped` is asked every few thousand positions, and ends what goes on when it
/// says `true`. Free it when it is no longer needed.
#[wasm_bindgen]
pub struct EngineHandle(Thinker);

#[wasm_bindgen]
impl EngineHandle {
    /// An engine with so many mebibytes to remember what it has searched.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(hash_mib: usize) -> EngineHandle {
        Self(Thinker::new(hash_mib))
    }

    /// Forgets what was found in other games.
    #[wasm_bindgen(js_name = newGame)]
    pub fn new_game(&mut self) {
        self.0.new_game();
    }

    /// What is asked about from now on: a FEN and the moves played from there in UCI notation, with
    /// spaces between them. Throws when it is no game.
    #[wasm_bindgen(js_name = setGame)]
    pub fn set_game(&mut self, start: &str, chess960: bool, moves: &str) -> Result<(), Error> {
        self.0.set_game(start, chess960, moves).map_err(thrown)
    }

    /// Looks for the best lines. `limits` is JSON: `{depth?, nodes?, moveTimeMs?, lines?, only?}`. `on_info`
    /// is told JSON as the search goes on.
    pub fn search(
        &mut self,
        limits: &str,
        on_info: &Function,
        is_stopped: &Function,
    ) -> Result<String, Error> {
        let report = self
            .0
            .search(limits, &stop_by(is_stopped), &mut teller(on_info));
        report.map_err(thrown)
    }

    /// The move that an opponent plays, `{uci, pauseMs, score}`, or `null` if there is no legal one. `clock` is
    /// JSON, `{remainingMs, incrementMs}` or `null`; the seed makes the games of a level differ. Throws when
    /// there is no such level.
    pub fn choose(
        &mut self,
        level: &str,
        seed: u64,
        clock: &str,
        is_stopped: &Function,
    ) -> Result<String, Error> {
        let choice = self.0.choose(level, seed, clock, &stop_by(is_stopped));
        choice.map_err(thrown)
    }

    /// The best move and why, `{uci, why, line}`, or `null` if there is no legal one.
    pub fn hint(&mut self, is_stopped: &Function) -> Result<String, Error> {
        self.0.hint(&stop_by(is_stopped)).map_err(thrown)
    }

    /// What each position of the game was worth and where it turned, `{points, turning, complete}`, with so many
    /// positions looked at for each. `on_point` is told `{done, total, point}` as it goes on.
    pub fn review(
        &mut self,
        nodes: u32,
        on_point: &Function,
        is_stopped: &Function,
    ) -> Result<String, Error> {
        let (nodes, stop) = (u64::from(nodes), stop_by(is_stopped));
        let review = self.0.review(nodes, &stop, &mut teller(on_point));
        review.map_err(thrown)
    }
}

/// Tells a function of JavaScript.
fn teller(told: &Function) -> impl FnMut(String) {
    move |text| {
        // Progress that nobody takes is no reason to end.
        let _ = told.call1(&JsValue::NULL, &text.into());
    }
}

/// A handle that stops what goes on when the function says so.
fn stop_by(is_stopped: &Function) -> Stop {
    let is_stopped = is_stopped.clone();
    Stop::with_poll(Arc::new(move || says_yes(&is_stopped)))
}

/// A function that throws says yes, too.
fn says_yes(asked: &Function) -> bool {
    asked
        .call0(&JsValue::NULL)
        .map_or(true, |answer| answer.is_truthy())
}

fn thrown(error: LineError) -> Error {
    Error::new(&error.to_string())
}
