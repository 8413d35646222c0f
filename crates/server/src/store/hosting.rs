//! The store's side of what a host does beside playing: looking people up, giving roles, reading
//! reports, copying the store, working ratings out again.

use std::collections::HashMap;
use std::path::PathBuf;

use tabiya_arbiter::{Seat, Timestamp};
use tabiya_rules::ByColor;

use super::{Answer, Person, PersonId, Role};
use crate::ids::TableId;
use crate::ratings::{Change, RatingClass, Standing};

/// What a host does.
pub trait Hosting: Send + Sync + 'static {
    /// People whose name, address or id holds these letters, newest first: `most` of those that are
    /// older than `before`.
    fn people(&self, letters: String, before: Option<u64>, most: u32) -> Answer<'_, Vec<Known>>;

    /// Gives a person a role. Answers `false`, and changes nothing, where it would take the last
    /// admin's.
    fn set_role(&self, person: PersonId, role: Role) -> Answer<'_, bool>;

    /// Gives an account another name, which must be one that an account may have. Fails with
    /// [`StoreError::Taken`](super::StoreError::Taken) where it looks like another account's, or like
    /// one that somebody else has given up lately. The name before it rests.
    fn rename(&self, person: PersonId, name: String, at: Timestamp) -> Answer<'_, ()>;

    /// Keeps a report. Answers `false`, and keeps nothing, when as many are open as may be.
    fn report(&self, report: NewReport) -> Answer<'_, bool>;

    /// Reports, newest first: `most` of those that are older than `before`.
    fn reports(&self, open: bool, before: Option<u64>, most: u32) -> Answer<'_, Vec<Report>>;

    /// Closes a report with a note; `false` if there is no such open one.
    fn close_report(&self, id: TableId, note: String, at: Timestamp) -> Answer<'_, bool>;

    /// How much there is of what.
    fn counts(&self) -> Answer<'_, Counts>;

    /// Copies the whole store into a new file while it goes on, as it is at one moment, and checks
    /// the copy. `told` hears how many pages are left, and of how many.
    fn backup(&self, file: PathBuf, told: Told) -> Answer<'_, Copied>;

    /// Works ratings out again from the next `most` rated games.
    fn recount(&self, recount: Recount, most: u32) -> Answer<'_, Recount>;

    /// Puts right whatever a finished recount has found wrong. Games that have ended since are
    /// counted, too. Answers how many ratings and changes were put right.
    fn put_right(&self, recount: Recount) -> Answer<'_, u64>;
}

/// Hears how far a copy has come: pages left, pages in all. It answers whether to go on.
pub type Told = Box<dyn FnMut(u64, u64) -> bool + Send>;

/// A person as a host sees him.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// The place among all people, by which the list is turned over.
    pub key: u64,
    /// Who it is.
    pub person: Person,
    /// When he was last here, to the hour.
    pub seen: Timestamp,
    /// Games that have ended.
    pub games: u64,
}

/// A report that is made.
#[derive(Clone, Debug)]
pub struct NewReport {
    /// Its name.
    pub id: TableId,
    /// When it is made.
    pub at: Timestamp,
    /// Who complains, where that is known.
    pub reporter: Option<PersonId>,
    /// About whom.
    pub person: Option<PersonId>,
    /// At which table, and about whoever sits in which seat.
    pub place: Option<(TableId, Option<Seat>)>,
    /// What it is about, by one word.
    pub reason: String,
    /// In the reporter's words.
    pub words: String,
}

/// A report as a host reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The place among all reports, by which the list is turned over.
    pub key: u64,
    /// Its name.
    pub id: TableId,
    /// When it was made.
    pub made: Timestamp,
    /// Who complains, where that is known.
    pub reporter: Option<PersonId>,
    /// The name of that account.
    pub reporter_name: Option<String>,
    /// About whom, where that is known.
    pub person: Option<PersonId>,
    /// The name of that account.
    pub person_name: Option<String>,
    /// The table.
    pub table: Option<TableId>,
    /// The seat at it.
    pub seat: Option<Seat>,
    /// What it is about.
    pub reason: String,
    /// In the reporter's words.
    pub words: String,
    /// What was said at the table before: a line for each.
    pub context: Vec<String>,
    /// When it was closed.
    pub closed: Option<Timestamp>,
    /// What the host noted then.
    pub note: Option<String>,
}

/// How much there is of what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Accounts.
    pub accounts: u64,
    /// Tables.
    pub tables: u64,
    /// Tables at which a clock runs.
    pub running: u64,
    /// Games that have ended.
    pub games: u64,
    /// Reports that are open.
    pub reports: u64,
    /// The size of the store.
    pub bytes: u64,
}

/// A copy of the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Copied {
    /// The size of the file.
    pub bytes: u64,
    /// Events in it.
    pub events: u64,
}

/// Ratings that are worked out again from the list of games.
#[derive(Clone, Debug, Default)]
pub struct Recount {
    /// The place of the last game that was counted.
    pub after: u64,
    /// Games counted.
    pub games: u64,
    /// Whether all were counted.
    pub done: bool,
    /// What the games say.
    pub standings: HashMap<(PersonId, RatingClass), Standing>,
    /// The games whose stored changes say something else: the first of them.
    pub wrong: Vec<WrongGame>,
}

/// A game whose stored changes are not what the games before it say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongGame {
    /// The table.
    pub table: TableId,
    /// Which game at that table.
    pub number: u32,
    /// Who played.
    pub players: ByColor<PersonId>,
    /// The class for which it counts.
    pub class: RatingClass,
    /// When it ended.
    pub ended: Timestamp,
    /// What is stored.
    pub stored: Option<ByColor<Change>>,
    /// What it must be.
    pub right: ByColor<Change>,
}
