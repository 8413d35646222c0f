//! The class that JavaScript sees: translates between its values and `PlayedLine`, and nothing
//! more.

use js_sys::{Array, Error, Object, Reflect};
use tabiya_rules::Square;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::line::{LineError, PlayedLine, WhyNot};
#[cfg(feature = "prospects")]
use crate::prospect::{Prospect, Prospects, Step};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r"
/** Why a move is not possible. */
export interface WhyNot {
  code: string;
  article: string;
  squares: string[];
  params: Record<string, string>;
  sentence: string;
}
/** A typed move: either understood (`uci` and `san`), or not (`reason`). */
export interface Reading {
  uci?: string;
  san?: string;
  hint?: string;
  reason?: WhyNot;
}
";

/// A line of play from a start position. Free it when it is no longer needed.
#[wasm_bindgen]
pub struct Line(PlayedLine);

#[wasm_bindgen]
impl Line {
    /// A line without moves yet. Throws when `fen` is no playable position.
    #[wasm_bindgen(constructor)]
    pub fn new(fen: &str, chess960: bool) -> Result<Line, Error> {
        Ok(Self(PlayedLine::new(fen, chess960).map_err(thrown)?))
    }

    /// Plays a move at the end. Throws when it is not legal.
    pub fn play(&mut self, uci: &str) -> Result<(), Error> {
        self.0.play(uci).map_err(thrown)
    }

    /// Takes moves back until only the first `ply` half-moves are left.
    pub fn truncate(&mut self, ply: usize) {
        self.0.truncate(ply);
    }

    /// How many half-moves were played.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.0.ply()
    }

    /// The position after the first `ply` half-moves.
    pub fn fen(&self, ply: usize) -> Result<String, Error> {
        self.0.fen(ply).map_err(thrown)
    }

    /// The square of the king in check after the first `ply` half-moves.
    pub fn check(&self, ply: usize) -> Result<Option<String>, Error> {
        Ok(self
            .0
            .check(ply)
            .map_err(thrown)?
            .map(|square| square.to_string()))
    }

    /// Where each man of the side to move may go: `{ e2: ["e3", "e4"], … }`.
    #[wasm_bindgen(unchecked_return_type = "Record<string, string[]>")]
    pub fn dests(&self) -> Object {
        let object = Object::new();
        for (from, targets) in self.0.dests() {
            set(&object, &from.to_string(), &squares(&targets).into());
        }
        object
    }

    /// How a move is written for people. Throws when it is not legal.
    pub fn san(&self, uci: &str) -> Result<String, Error> {
        self.0.san(uci).map_err(thrown)
    }

    /// Why a man may not go from one square to another; `undefined` when it may.
    #[wasm_bindgen(unchecked_return_type = "WhyNot | undefined")]
    pub fn why(&self, from: &str, to: &str, promotion: Option<String>) -> Result<JsValue, Error> {
        let why_not = self.0.why(from, to, promotion.as_deref()).map_err(thrown)?;
        Ok(why_not.map_or(JsValue::UNDEFINED, |why_not| explained(why_not).into()))
    }

    /// Reads a move as people type them.
    #[wasm_bindgen(unchecked_return_type = "Reading")]
    pub fn read(&self, text: &str) -> Object {
        let object = Object::new();
        match self.0.read(text) {
            Ok(reading) => {
                set(&object, "uci", &reading.uci.into());
                set(&object, "san", &reading.san.into());
                if let Some(hint) = reading.hint {
                    set(&object, "hint", &hint.into());
                }
            }
            Err(why_not) => set(&object, "reason", &explained(why_not).into()),
        }
        object
    }

    /// Whether this is a legal move by which a pawn becomes another man.
    pub fn promotes(&self, from: &str, to: &str) -> Result<bool, Error> {
        self.0.promotes(from, to).map_err(thrown)
    }
}

fn thrown(error: LineError) -> Error {
    Error::new(&error.to_string())
}

fn explained(why_not: WhyNot) -> Object {
    let params = Object::new();
    for (name, value) in why_not.params {
        set(&params, name, &value.into());
    }
    let object = Object::new();
    set(&object, "code", &why_not.code.into());
    set(&object, "article", &why_not.article.into());
    set(&object, "squares", &squares(&why_not.squares).into());
    set(&object, "params", &params.into());
    set(&object, "sentence", &why_not.sentence.into());
    object
}

fn squares(squares: &[Square]) -> Array {
    squares
        .iter()
        .map(|square| JsValue::from(square.to_string()))
        .collect()
}

fn set(object: &Object, name: &str, value: &JsValue) {
    // Only a frozen object or a setter could refuse, and this object is plain and new.
    let _ = Reflect::set(object, &name.into(), value);
}

#[cfg(feature = "prospects")]
#[wasm_bindgen(typescript_custom_section)]
const PROSPECT_TYPES: &str = r"
/** One half-move of a line that ends in mate, and the position after it. */
export interface Step {
  uci: string;
  san: string;
  fen: string;
  check?: string;
}
/** What is known about one side. `sentence` says why it can never mate. */
export type Prospect =
  | { type: 'mate'; line: Step[] }
  | { type: 'no_mate'; sentence: string }
  | { type: 'undecided' };
/** The position as it was understood, and how both sides stand in it. */
export interface Prospects {
  fen: string;
  white: Prospect;
  black: Prospect;
}
";

/// Whether each side can still mate by any series of legal moves. Throws when `fen` is no position,
/// with every fault. May take a second: call it from a worker.
#[cfg(feature = "prospects")]
#[wasm_bindgen(unchecked_return_type = "Prospects")]
pub fn prospects(fen: &str, chess960: bool) -> Result<Object, Error> {
    let found = Prospects::of(fen, chess960).map_err(thrown)?;
    let object = Object::new();
    set(&object, "fen", &found.fen.into());
    set(&object, "white", &prospect(found.white).into());
    set(&object, "black", &prospect(found.black).into());
    Ok(object)
}

#[cfg(feature = "prospects")]
fn prospect(prospect: Prospect) -> Object {
    let object = Object::new();
    let kind = match prospect {
        Prospect::Mate(line) => {
            let steps: Array = line.into_iter().map(step).collect();
            set(&object, "line", &steps.into());
            "mate"
        }
        Prospect::NoMate(sentence) => {
            set(&object, "sentence", &sentence.into());
            "no_mate"
        }
        Prospect::Undecided => "undecided",
    };
    set(&object, "type", &kind.into());
    object
}

#[cfg(feature = "prospects")]
fn step(step: Step) -> Object {
    let object = Object::new();
    set(&object, "uci", &step.uci.into());
    set(&object, "san", &step.san.into());
    set(&object, "fen", &step.fen.into());
    if let Some(check) = step.check {
        set(&object, "check", &check.into());
    }
    object
}
