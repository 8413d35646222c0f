//! A table that is kept in the browser: the arbiter and the log of what happened, asked and answered
//! in JSON, the same as the server's (docs/protocol.md). No JavaScript here; the door to it is in
//! `exports`. Who may speak for a seat, what time it is and where the log is kept is the page's
//! business.

mod exports;

use serde::Serialize;
use tabiya_arbiter::{
    Actor, Command, Event, PublicRecorded, Recorded, Refusal, Seat, Settings, Table, Timestamp,
    View, nobody_can_mate,
};
use tabiya_rules::Mode;

pub use exports::ArbiterTable;

/// What makes no sense at all, in one sentence for whoever wrote the page. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct TableError(String);

impl TableError {
    fn new(why: impl ToString) -> Self {
        Self(why.to_string())
    }
}

/// What a command came to, as JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It was granted: `{"events": […], "view": {…}, "now": …}`, as a socket tells it, the view being
    /// that of whoever gave the command.
    Happened(String),
    /// It was not: `{"refusal": {…}}`.
    Refused(String),
}

impl Answer {
    /// The JSON.
    #[must_use]
    pub fn json(self) -> String {
        match self {
            Self::Happened(json) | Self::Refused(json) => json,
        }
    }
}

/// A position that is to be looked into: see [`KeptTable::to_examine`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Examined {
    /// How many half-moves it comes after.
    pub ply: u32,
    /// The position.
    pub fen: String,
    /// Whether castling follows Chess960.
    pub chess960: bool,
}

/// A table and its log.
#[derive(Clone, Debug)]
pub struct KeptTable {
    table: Table,
    log: Vec<Recorded>,
}

impl KeptTable {
    /// Opens a table at which both players sit already. A name may be missing; `seed` is all the
    /// chance that the table will have.
    ///
    /// The inner error is a refusal as JSON: settings that cannot be played, a name that is none.
    ///
    /// # Errors
    /// When `settings` is not JSON of the right shape.
    pub fn open(
        settings: &str,
        owner: Option<&str>,
        guest: Option<&str>,
        seed: u64,
        at: Timestamp,
    ) -> Result<Result<Self, String>, TableError> {
        let settings: Settings = serde_json::from_str(settings).map_err(TableError::new)?;
        Ok(match Self::seated(settings, owner, guest, seed, at) {
            Ok(table) => Ok(table),
            Err(refusal) => Err(refused(&refusal)?),
        })
    }

    fn seated(
        settings: Settings,
        owner: Option<&str>,
        guest: Option<&str>,
        seed: u64,
        at: Timestamp,
    ) -> Result<Self, Refusal> {
        let event = Table::open(settings, owner, seed)?;
        let log = vec![Recorded { seq: 1, at, event }];
        // A log of one opening is always a table.
        let table = Table::replay(&log).map_err(|_| Refusal::NoGame)?;
        let mut kept = Self { table, log };
        let name = guest.map(str::to_owned);
        kept.happen(at, Actor::Spectator, &Command::TakeSeat { name })?;
        for seat in Seat::ALL {
            kept.happen(at, Actor::System, &present(seat))?;
        }
        Ok(kept)
    }

    /// Makes a table again from its log, as [`KeptTable::log`] gave it.
    ///
    /// # Errors
    /// When it is no log of a table.
    pub fn replay(log: &str) -> Result<Self, TableError> {
        let log: Vec<Recorded> = serde_json::from_str(log).map_err(TableError::new)?;
        let table = Table::replay(&log).map_err(TableError::new)?;
        Ok(Self { table, log })
    }

    /// Judges a client's command at a moment and, if it is granted, lets it happen.
    ///
    /// # Errors
    /// When `actor` is none of `owner`, `guest` and `spectator`, or `command` no command of a
    /// client.
    pub fn act(&mut self, actor: &str, command: &str, at: Timestamp) -> Result<Answer, TableError> {
        let actor = actor_of(actor)?;
        let command: Command = serde_json::from_str(command).map_err(TableError::new)?;
        self.answer(at, actor, &command)
    }

    /// Settles what is due at this moment: a fallen flag, for example.
    ///
    /// # Errors
    /// When the answer cannot be written, which is a bug.
    pub fn tick(&mut self, at: Timestamp) -> Result<Answer, TableError> {
        self.answer(at, Actor::System, &Command::Tick)
    }

    /// The clock stands from `since` on, until [`KeptTable::wake`] or the next move: nobody shall be
    /// charged while nobody plays. A flag that fell before stays fallen.
    ///
    /// # Errors
    /// When the answer cannot be written, which is a bug.
    pub fn pause(&mut self, since: Timestamp, at: Timestamp) -> Result<Answer, TableError> {
        let until = at.plus_ms(CENTURY_MS);
        self.answer(at, Actor::System, &Command::Pause { since, until })
    }

    /// Both players are here, and a clock that was paused runs on.
    ///
    /// # Errors
    /// When the answer cannot be written, which is a bug.
    pub fn wake(&mut self, at: Timestamp) -> Result<Answer, TableError> {
        let before = self.log.len();
        for seat in Seat::ALL {
            // Both seats are taken from the beginning.
            let _ = self.happen(at, Actor::System, &present(seat));
        }
        self.happened(before, at, Actor::System)
    }

    /// A player looks at the page, or looks away: rules with `pause_when_hidden` stop his clock meanwhile.
    ///
    /// # Errors
    /// When `seat` is neither `owner` nor `guest`.
    pub fn note_presence(
        &mut self,
        seat: &str,
        present: bool,
        at: Timestamp,
    ) -> Result<Answer, TableError> {
        let Actor::Seat(seat) = actor_of(seat)? else {
            return Err(TableError::new("A seat is owner or guest."));
        };
        self.answer(at, Actor::System, &Command::NotePresence { seat, present })
    }

    /// The position that should be looked into at leisure, if the rules end every dead position.
    #[must_use]
    pub fn to_examine(&self) -> Option<Examined> {
        let (ply, position) = self.table.to_examine()?;
        Some(Examined {
            ply,
            fen: position.fen(),
            chess960: matches!(position.mode(), Mode::Chess960),
        })
    }

    /// Looks whether nobody can mate any more in the position after `ply` half-moves, and ends the
    /// game if so. May take seconds. Without a proof nothing happens.
    ///
    /// # Errors
    /// When the answer cannot be written, which is a bug.
    pub fn declare_dead(&mut self, ply: u32, at: Timestamp) -> Result<Answer, TableError> {
        let proofs = match self.table.to_examine() {
            Some((current, position)) if current == ply => nobody_can_mate(position),
            Some(_) | None => None,
        };
        match proofs {
            Some(proofs) => self.answer(at, Actor::System, &Command::DeclareDead { ply, proofs }),
            None => self.happened(self.log.len(), at, Actor::System),
        }
    }

    /// When [`KeptTable::tick`] is to be called if nothing happens before.
    #[must_use]
    pub fn deadline(&self) -> Option<Timestamp> {
        self.table.deadline()
    }

    /// The table as an actor sees it, all moves included, as JSON.
    ///
    /// # Errors
    /// When there is no such actor.
    pub fn view(&self, actor: &str) -> Result<String, TableError> {
        json(&self.table.full_view(actor_of(actor)?))
    }

    /// What happened after the first `seq` events, as JSON: what is to be stored, the chance of the
    /// table included.
    ///
    /// # Errors
    /// When the log cannot be written, which is a bug.
    pub fn log(&self, seq: usize) -> Result<String, TableError> {
        json(self.log.get(seq..).unwrap_or_default())
    }

    /// A game as PGN; none if there was no such game. `site` says where it was played.
    #[must_use]
    pub fn pgn(&self, number: u32, site: &str) -> Option<String> {
        Some(self.table.record(number)?.pgn(site))
    }

    fn answer(
        &mut self,
        at: Timestamp,
        actor: Actor,
        command: &Command,
    ) -> Result<Answer, TableError> {
        let before = self.log.len();
        match self.happen(at, actor, command) {
            Ok(()) => self.happened(before, at, actor),
            Err(refusal) => Ok(Answer::Refused(refused(&refusal)?)),
        }
    }

    fn happen(&mut self, at: Timestamp, actor: Actor, command: &Command) -> Result<(), Refusal> {
        let events: Vec<Event> = self.table.decide(at, actor, command)?;
        for event in events {
            let at = self.table.stamp(at);
            self.table.apply(at, &event);
            let seq = self.table.sequence();
            self.log.push(Recorded { seq, at, event });
        }
        Ok(())
    }

    /// What happened after the first `before` events.
    fn happened(&self, before: usize, at: Timestamp, actor: Actor) -> Result<Answer, TableError> {
        #[derive(Serialize)]
        struct Happened<'a> {
            events: Vec<PublicRecorded<'a>>,
            view: View,
            now: Timestamp,
        }
        let fresh = self.log.get(before..).unwrap_or_default();
        let happened = Happened {
            events: fresh.iter().map(Recorded::public).collect(),
            view: self.table.view(actor),
            now: self.table.stamp(at),
        };
        json(&happened).map(Answer::Happened)
    }
}

/// Long enough that no pause ends by itself.
const CENTURY_MS: u64 = 100 * 365 * 86_400_000;

const fn present(seat: Seat) -> Command {
    Command::NotePresence {
        seat,
        present: true,
    }
}

fn actor_of(name: &str) -> Result<Actor, TableError> {
    match name {
        "owner" => Ok(Actor::Seat(Seat::Owner)),
        "guest" => Ok(Actor::Seat(Seat::Guest)),
        "spectator" => Ok(Actor::Spectator),
        _ => Err(TableError::new("An actor is owner, guest or spectator.")),
    }
}

fn refused(refusal: &Refusal) -> Result<String, TableError> {
    #[derive(Serialize)]
    struct Refused<'a> {
        refusal: &'a Refusal,
    }
    json(&Refused { refusal })
}

fn json(value: &(impl Serialize + ?Sized)) -> Result<String, TableError> {
    serde_json::to_string(value).map_err(TableError::new)
}

#[cfg(test)]
mod tests;
