//! One game of a table as a record to keep.

use alloc::string::String;
use alloc::vec::Vec;

use tabiya_rules::{ByColor, Position};

use crate::clock::Timestamp;
use crate::ending::Ending;
use crate::seat::Seat;
use crate::settings::Settings;

/// A move as it was played.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PlayedMove {
    /// The move in UCI notation.
    pub uci: String,
    /// The move in standard algebraic notation.
    pub san: String,
    /// Time used on it.
    pub spent_ms: u64,
    /// The mover's time left after it; `None` in an untimed game.
    pub clock_ms: Option<u64>,
}

/// A finished or running game: who, under what rules, which moves, how it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// 1 for the first game at this table.
    pub number: u32,
    /// The seat that played White.
    pub white: Seat,
    /// What the players are called, if they said.
    pub names: ByColor<Option<String>>,
    /// The settings of this game.
    pub settings: Settings,
    /// When it started.
    pub started_at: Timestamp,
    /// The position that it started from.
    pub start: Position,
    /// The moves.
    pub moves: Vec<PlayedMove>,
    /// How it ended; `None` while it runs.
    pub ending: Option<Ending>,
}
