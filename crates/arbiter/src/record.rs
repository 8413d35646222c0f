//! One game of a table as a record to keep, and its form as PGN.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use tabiya_rules::{ByColor, Game, Marker, Pgn, PgnMove};

use crate::clock::{Added, Extra, Stage, TimeControl, Timestamp};
use crate::ending::{Ending, Termination};
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

/// What happened beside the moves, as a sentence for the record: an irregularity, a penalty, moves
/// that an arbiter put back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// After how many half-moves.
    pub ply: u32,
    /// One English sentence or two.
    pub text: String,
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
    /// What happened beside the moves.
    pub notes: Vec<Note>,
    /// How it ended; `None` while it runs.
    pub ending: Option<Ending>,
}

impl GameRecord {
    /// The game in the export format of PGN. `site` says where it was played.
    ///
    /// Beside the usual tags there are `RuleSet`, `RuleSwitches` where a switch was changed, and
    /// what PGN's own `TimeControl` cannot say: `TimeControlDelay` and `TimeControlBronstein`, the
    /// seconds that are free in each move or given back after it (one number for each stage), and
    /// `TimeControlAdded` where an increment comes before the move.
    /// Each move of a timed game carries its clock; comments tell of irregularities and penalties
    /// where they happened, and the last one says how the game ended.
    #[must_use]
    pub fn pgn(&self, site: &str) -> String {
        let mut pgn = Pgn::from(&self.line);
        self.set_tags(&mut pgn, site);
        for (written, played) in pgn.moves.iter_mut().zip(&self.moves) {
            written.clock_ms = played.clock_ms;
        }
        for note in &self.notes {
            let comments = match note.ply.checked_sub(1).map(usize::try_from) {
                Some(Ok(index)) => pgn.moves.get_mut(index).map(|mv| &mut mv.comments),
                Some(Err(_)) | None => None,
            };
            comments
                .unwrap_or(&mut pgn.comments)
                .push(note.text.clone());
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
        let (control, others) = time_control(&self.settings.clock);
        pgn.set_tag("TimeControl", &control);
        for (tag, value) in others {
            pgn.set_tag(tag, &value);
        }
        pgn.set_tag("Termination", termination(self.ending.as_ref()));
        pgn.set_tag("RuleSet", self.settings.rules.preset.name());
        let switches = self.settings.rules.switches_text();
        if !switches.is_empty() {
            pgn.set_tag("RuleSwitches", &switches);
        }
    }
}

/// The value of the tag `TimeControl`, and those tags that say what PGN's own cannot.
fn time_control(control: &TimeControl) -> (String, Vec<(&'static str, String)>) {
    const DELAY: &str = "TimeControlDelay";
    const BRONSTEIN: &str = "TimeControlBronstein";
    let plus = |bank_ms, ms| format!("{}+{}", seconds(bank_ms), seconds(ms));
    match control {
        TimeControl::Untimed => ("-".to_string(), Vec::new()),
        TimeControl::SuddenDeath { bank_ms } => (seconds(*bank_ms), Vec::new()),
        TimeControl::Fischer {
            bank_ms,
            increment_ms,
            added,
        } => {
            let before = ("TimeControlAdded", "before_move".to_string());
            let is_before = *added == Added::BeforeMove;
            let others = is_before.then_some(before).into_iter().collect();
            (plus(*bank_ms, *increment_ms), others)
        }
        TimeControl::Delay { bank_ms, delay_ms } => {
            (seconds(*bank_ms), vec![(DELAY, seconds(*delay_ms))])
        }
        TimeControl::Bronstein { bank_ms, delay_ms } => {
            (seconds(*bank_ms), vec![(BRONSTEIN, seconds(*delay_ms))])
        }
        TimeControl::Stages { stages } => {
            let field = |stage: &Stage| {
                let time = match stage.extra {
                    Extra::Increment if stage.extra_ms > 0 => plus(stage.bank_ms, stage.extra_ms),
                    _ => seconds(stage.bank_ms),
                };
                stage
                    .moves
                    .map_or_else(|| time.clone(), |moves| format!("{moves}/{time}"))
            };
            // One number for each stage, if any has such a time.
            let each = |tag, extra| {
                let ms = |stage: &Stage| {
                    if stage.extra == extra {
                        stage.extra_ms
                    } else {
                        0
                    }
                };
                let is_used = stages.iter().any(|stage| ms(stage) > 0);
                is_used.then(|| (tag, joined(stages, |stage| seconds(ms(stage)))))
            };
            let others = [each(DELAY, Extra::Delay), each(BRONSTEIN, Extra::Bronstein)];
            (
                joined(stages, field),
                others.into_iter().flatten().collect(),
            )
        }
        TimeControl::Hourglass { bank_ms } => (format!("*{}", seconds(*bank_ms)), Vec::new()),
        TimeControl::Days { .. } => (format!("1/{}", seconds(control.bank_ms())), Vec::new()),
    }
}

fn joined(stages: &[Stage], text: impl Fn(&Stage) -> String) -> String {
    let texts: Vec<String> = stages.iter().map(text).collect();
    texts.join(":")
}

/// Whole seconds where they are whole.
pub(crate) fn seconds(ms: u64) -> String {
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
            Termination::Abandonment | Termination::Aborted | Termination::NoStart => "abandoned",
            Termination::IllegalMoves => "rules infraction",
            Termination::Ruling => "adjudication",
            Termination::Checkmate
            | Termination::Stalemate
            | Termination::DeadPosition
            | Termination::Threefold
            | Termination::Fivefold
            | Termination::FiftyMoves
            | Termination::SeventyFiveMoves
            | Termination::Agreement
            | Termination::Resignation
            | Termination::UnansweredOffer => "normal",
        },
    }
}
