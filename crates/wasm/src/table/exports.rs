//! The class that JavaScript sees: `KeptTable` with moments in milliseconds and answers in JSON.

use js_sys::Error;
use tabiya_arbiter::Timestamp;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::{Answer, KeptTable, TableError};

/// A position that is to be looked into.
#[wasm_bindgen(getter_with_clone)]
pub struct ToExamine {
    /// How many half-moves it comes after.
    pub ply: u32,
    /// The position.
    pub fen: String,
    /// Whether castling follows Chess960.
    pub chess960: bool,
}

/// A table with its arbiter and its log. Every `at` is a moment in milliseconds since 1970, told by
/// the caller; answers are JSON as docs/protocol.md has it. Free it when it is no longer needed.
#[wasm_bindgen]
pub struct ArbiterTable(KeptTable);

#[wasm_bindgen]
impl ArbiterTable {
    /// Opens a table at which both players sit already. Throws the refusal as JSON in the error's
    /// message when the arbiter does not grant the settings or a name.
    pub fn open(
        settings: &str,
        owner: Option<String>,
        guest: Option<String>,
        seed: u64,
        at: u64,
    ) -> Result<ArbiterTable, Error> {
        let opened = KeptTable::open(
            settings,
            owner.as_deref(),
            guest.as_deref(),
            seed,
            Timestamp(at),
        );
        opened
            .map_err(thrown)?
            .map(Self)
            .map_err(|refusal| Error::new(&refusal))
    }

    /// A table again from its log. Throws when it is none.
    pub fn replay(log: &str) -> Result<ArbiterTable, Error> {
        KeptTable::replay(log).map(Self).map_err(thrown)
    }

    /// A command of `owner`, `guest` or `spectator`, as JSON.
    pub fn act(&mut self, actor: &str, command: &str, at: u64) -> Result<String, Error> {
        told(self.0.act(actor, command, Timestamp(at)))
    }

    /// Settles what is due.
    pub fn tick(&mut self, at: u64) -> Result<String, Error> {
        told(self.0.tick(Timestamp(at)))
    }

    /// The clock stands from `since` on, until `wake` or the next move.
    pub fn pause(&mut self, since: u64, at: u64) -> Result<String, Error> {
        told(self.0.pause(Timestamp(since), Timestamp(at)))
    }

    /// The clock runs on.
    pub fn wake(&mut self, at: u64) -> Result<String, Error> {
        told(self.0.wake(Timestamp(at)))
    }

    /// Whether the player of a seat looks at the page.
    #[wasm_bindgen(js_name = notePresence)]
    pub fn note_presence(&mut self, seat: &str, present: bool, at: u64) -> Result<String, Error> {
        told(self.0.note_presence(seat, present, Timestamp(at)))
    }

    /// The position that should be looked into at leisure.
    #[wasm_bindgen(js_name = toExamine)]
    #[must_use]
    pub fn to_examine(&self) -> Option<ToExamine> {
        self.0.to_examine().map(|examined| ToExamine {
            ply: examined.ply,
            fen: examined.fen,
            chess960: examined.chess960,
        })
    }

    /// Ends the game if nobody can mate any more in the position after `ply` half-moves. May take
    /// seconds.
    #[wasm_bindgen(js_name = declareDead)]
    pub fn declare_dead(&mut self, ply: u32, at: u64) -> Result<String, Error> {
        told(self.0.declare_dead(ply, Timestamp(at)))
    }

    /// When `tick` is to be called if nothing happens before.
    #[must_use]
    pub fn deadline(&self) -> Option<u64> {
        self.0.deadline().map(|moment| moment.0)
    }

    /// The table as an actor sees it, all moves included.
    pub fn view(&self, actor: &str) -> Result<String, Error> {
        self.0.view(actor).map_err(thrown)
    }

    /// The events after the first `seq`, to be stored.
    pub fn log(&self, seq: usize) -> Result<String, Error> {
        self.0.log(seq).map_err(thrown)
    }

    /// A game as PGN; `undefined` if there was no such game.
    #[wasm_bindgen(unchecked_return_type = "string | undefined")]
    #[must_use]
    pub fn pgn(&self, number: u32, site: &str) -> JsValue {
        self.0
            .pgn(number, site)
            .map_or(JsValue::UNDEFINED, |text| text.into())
    }
}

fn told(answer: Result<Answer, TableError>) -> Result<String, Error> {
    answer.map(Answer::json).map_err(thrown)
}

fn thrown(error: TableError) -> Error {
    Error::new(&error.to_string())
}
