//! The store port, one trait for each subject: the logs of tables (`Tables`), people and their
//! sessions (`people.rs`), how they prove who they are (`accounts.rs`), games that have ended and
//! ratings (`games.rs`), what the host decides (`house.rs`) and does (`hosting.rs`), the lobby
//! (`lobby.rs`), mail (`mail.rs`), chess by letter (`letters.rs`). How SQLite does it
//! stands in `sqlite/`; what every store must do is tested in `conformance.rs`.

mod accounts;
mod games;
mod hosting;
mod house;
mod letters;
mod lobby;
mod mail;
mod people;
mod puzzles;
mod sqlite;

#[cfg(test)]
mod conformance;

use std::future::Future;
use std::pin::Pin;

use tabiya_arbiter::{Recorded, Seat, Timestamp};

use crate::ids::{TableId, TokenHash};

pub use accounts::{
    Accounts, ApiToken, KeptGame, KnownPasskey, MailedLink, NewApiToken, NewLink, NewPasskey,
    NewPassword, OpenSession,
};
pub use games::{Ended, GameEntry, Games, RatedGame, RatingPoint};
pub use hosting::{Copied, Counts, Hosting, Known, NewReport, Recount, Report, Told, WrongGame};
pub use house::{
    Ban, Banned, House, HouseRules, Invitation, NewBan, NewInvitation, SignUp, Visitor,
};
pub use letters::{
    GameCard, InvitationLimits, LetterInvitation, LetterState, Letters, Outage, PastGame,
    PastPlace, Plan, Rest, Vacation,
};
pub use lobby::{
    ChatLine, DaysChallenge, DaysSeek, Lobbies, LobbyWishes, Waiting, WhoMayChallenge,
};
pub use mail::{
    Fate, MailChoice, MailHealth, MailId, MailLink, MailReader, MailTo, Mails, NewMail, NotPosted,
    Outgoing, ReplyPlace, Sending,
};
pub use people::{NewAccount, NewSession, People, Person, PersonId, Role, SessionPlace, Uses};
pub use puzzles::{Puzzle, PuzzleWish, Puzzles};
pub use sqlite::{OpenError, SqliteStore};

/// What a store answers, some time later.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// Keeps everything that must outlive the process. What it has answered with `Ok` is durable.
pub trait Store:
    Tables + People + Accounts + Games + House + Hosting + Letters + Lobbies + Mails + Puzzles
{
}

impl<S> Store for S where
    S: Tables + People + Accounts + Games + House + Hosting + Letters + Lobbies + Mails + Puzzles
{
}

/// The logs of the tables, and which tokens hold which seats.
pub trait Tables: Send + Sync + 'static {
    /// Adds events to the end of a table's log, and what goes with them, all or nothing.
    ///
    /// Fails with [`StoreError::Conflict`], and changes nothing, unless the log ends at
    /// `append.expected` (0: the table is new). A game that ends with it is entered in the list of
    /// games and moves the ratings in the same write.
    fn append(&self, append: Append) -> Answer<'_, ()>;

    /// The whole log of a table; none if there is no such table.
    fn load(&self, table: TableId) -> Answer<'_, Option<Log>>;

    /// Lets one more token hold a seat. Fails with [`StoreError::TooManyTokens`] when the seat has
    /// as many as it may have, and with [`StoreError::Conflict`] when there is no such table.
    fn add_token(&self, table: TableId, grant: Grant) -> Answer<'_, ()>;

    /// The seat that a token holds at this table.
    fn seat_of(&self, table: TableId, token: TokenHash) -> Answer<'_, Option<Seat>>;

    /// The tables at which a clock runs.
    fn running(&self) -> Answer<'_, Vec<TableId>>;

    /// Notes that the service is alive.
    fn beat(&self, at: Timestamp) -> Answer<'_, ()>;

    /// The time that was last noted by [`Store::beat`] or stored with an event, whichever is later.
    fn last_alive(&self) -> Answer<'_, Option<Timestamp>>;
}

/// What is added to the log of a table in one piece.
#[derive(Clone, Debug)]
pub struct Append {
    /// Which table.
    pub table: TableId,
    /// The sequence number at which its log must end now; 0 creates the table.
    pub expected: u64,
    /// The new events, numbered from `expected + 1` on.
    pub events: Vec<Recorded>,
    /// The command that caused them.
    pub command: Option<CommandKey>,
    /// The tokens that hold the seats which are taken by these events.
    pub grants: Vec<Grant>,
    /// What it takes out of the lobby. Unless all of it still waits there this fails with
    /// [`StoreError::Gone`] and changes nothing.
    pub takes: Vec<Waiting>,
    /// Whether a clock runs after these events.
    pub running: bool,
    /// The game that ends with them.
    pub ended: Option<Ended>,
    /// What is mailed because of them. One that cannot be taken is left out: a move does not wait
    /// for a mail.
    pub mails: Vec<NewMail>,
    /// What is kept of a game by letter beside the log.
    pub rest: Rest,
}

/// What makes a command the same as one before it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CommandKey {
    /// Whose command it is.
    pub seat: Seat,
    /// The id that the client gave it.
    pub id: String,
}

/// A token that holds a seat.
#[derive(Clone, Debug)]
pub struct Grant {
    /// The seat.
    pub seat: Seat,
    /// The hash of the token.
    pub token: TokenHash,
    /// Who takes the seat with it, if that is known.
    pub person: Option<PersonId>,
}

/// Everything that was stored of a table.
#[derive(Clone, Debug, Default)]
pub struct Log {
    /// Its events in order, from 1 on.
    pub events: Vec<Recorded>,
    /// The commands that caused events, each with the sequence number of the last of them.
    pub commands: Vec<(CommandKey, u64)>,
    /// Whether its games stand in the list of running games.
    pub listed: bool,
}

/// Why a store did not do what it was asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The log does not end where the caller thought: somebody else was faster.
    #[error("the table has moved on")]
    Conflict,
    /// The seat has as many tokens as it may have.
    #[error("this seat has as many private links as a seat may have")]
    TooManyTokens,
    /// Something of the kind is there already: a name, an address.
    #[error("that {0} is taken")]
    Taken(&'static str),
    /// What was to be taken out of the lobby does not wait there any more: this one.
    #[error("it does not wait in the lobby any more")]
    Gone(TableId),
    /// Two people who play against each other cannot become one.
    #[error("the two play a game against each other")]
    Opponents,
    /// A mailed link was opened already, or is too old.
    #[error("this link is used up")]
    SpentLink,
    /// An invitation to make an account is used up, or too old.
    #[error("this invitation is used up")]
    SpentInvitation,
    /// The store cannot be reached or cannot write. Nothing was changed.
    #[error("the store does not answer: {0}")]
    Away(String),
    /// The store holds something that this version cannot read.
    #[error("the store holds something unreadable: {0}")]
    Unreadable(String),
}
