//! One game of a table as a record to keep, and its form as PGN.

use alloc::format;
use alloc::string::{String, ToString};

use alloc::vec::Vec;

use tabiya_rules::{ByColor, Game, Marker, Pgn, PgnMove};

use crate::clock::Timestamp;
use crate::ending::{Ending, Termination};
use crate::seat::Seat;
use crate::settings::{Settings, TimeControl};

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
#[derive(Clone, Debug)]
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
    /// The start position and the line of play.
    pub line: Game,
    /// The moves as they were played, one for each of the line.
    pub moves: Vec<PlayedMove>,
    /// How it ended; `None` while it runs.
    pub ending: Option<Ending>,
}

impl GameRecord {
    /// The game in the export format of PGN. `site` says where it was played.
    ///
    /// Beside the usual tags there are `RuleSet`, `RuleSwitches` where a switch was changed, and
    /// `TimeControlDelay`, the seconds free in each move: PGN's own `TimeControl` cannot say that.
    /// Each move of a timed game carries its clock, and the last comment says how the game ended.
    #[must_use]
    pub fn pgn(&self, site: &str) -> String {
        let mut pgn = Pgn::from(&self.line);
        self.set_tags(&mut pgn, site);
        for (written, played) in pgn.moves.iter_mut().zip(&self.moves) {
            written.clock_ms = played.clock_ms;
        }
        if let Some(ending) = &self.ending {
            pgn.marker = ending
                .outcome
                .map(Marker::Decided)
                .or(Some(Marker::Unknown));
            let comments = pgn
                .moves
                .last_mut()
                .map(|last: &mut PgnMove| &mut last.comments);
            comments
                .unwrap_or(&mut pgn.comments)
                .push(ending.message.clone());
        }
        pgn.to_string()
    }

    fn set_tags(&self, pgn: &mut Pgn, site: &str) {
        let started = self.started_at.utc();
        let date = format!(
            "{:04}.{:02}.{:02}",
            started.year, started.month, started.day
        );
        let time = format!(
            "{:02}:{:02}:{:02}",
            started.hour, started.minute, started.second
        );
        pgn.set_tag("Event", "Casual game");
        pgn.set_tag("Site", site);
        pgn.set_tag("Date", &date);
        pgn.set_tag("Round", &self.number.to_string());
        pgn.set_tag("White", self.names.white.as_deref().unwrap_or("?"));
        pgn.set_tag("Black", self.names.black.as_deref().unwrap_or("?"));
        pgn.set_tag("UTCDate", &date);
        pgn.set_tag("UTCTime", &time);
        let (control, delay) = time_control(self.settings.clock);
        pgn.set_tag("TimeControl", &control);
        if let Some(delay) = delay {
            pgn.set_tag("TimeControlDelay", &delay);
        }
        pgn.set_tag("Termination", termination(self.ending.as_ref()));
        pgn.set_tag("RuleSet", self.settings.rules.preset.name());
        let switches = self.settings.rules.switches_text();
        if !switches.is_empty() {
            pgn.set_tag("RuleSwitches", &switches);
        }
    }
}

/// The values of the tags `TimeControl` and, if there is one, `TimeControlDelay`.
fn time_control(control: TimeControl) -> (String, Option<String>) {
    match control {
        TimeControl::Untimed => ("-".to_string(), None),
        TimeControl::SuddenDeath { bank_ms } => (seconds(bank_ms), None),
        TimeControl::Fischer {
            bank_ms,
            increment_ms,
        } => (
            format!("{}+{}", seconds(bank_ms), seconds(increment_ms)),
            None,
        ),
        TimeControl::Delay { bank_ms, delay_ms } => (seconds(bank_ms), Some(seconds(delay_ms))),
    }
}

/// Whole seconds where they are whole.
fn seconds(ms: u64) -> String {
    let (seconds, rest) = (ms / 1000, ms % 1000);
    if rest == 0 {
        seconds.to_string()
    } else {
        format!("{seconds}.{rest:03}")
    }
}

/// The tag `Termination`, in the words of the PGN standard.
const fn termination(ending: Option<&Ending>) -> &'static str {
    match ending {
        None => "unterminated",
        Some(ending) => match ending.termination {
            Termination::TimeForfeit => "time forfeit",
            Termination::Abandonment | Termination::Aborted => "abandoned",
            Termination::Checkmate
            | Termination::Stalemate
            | Termination::DeadPosition
            | Termination::Threefold
            | Termination::Fivefold
            | Termination::FiftyMoves
            | Termination::SeventyFiveMoves
            | Termination::Agreement
            | Termination::Resignation => "normal",
        },
    }
}
