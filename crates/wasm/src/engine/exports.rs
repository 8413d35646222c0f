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
        let is_stopped = is_stopped.clone();
        let stop = Stop::with_poll(Arc::new(move || says_yes(&is_stopped)));
        let report = self.0.search(limits, &stop, &mut |info| {
            // Progress that nobody takes is no reason to end.
            let _ = on_info.call1(&JsValue::NULL, &info.into());
        });
        report.map_err(thrown)
    }
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
