//! The store's side of mail: the outbox, who wants no mails, and which replies are known. What a mail says and how it is delivered stand in `mail/`.

use tabiya_arbiter::{Seat, Timestamp};
use tabiya_rules::ByColor;

use super::{Answer, PersonId};
use crate::ids::{TableId, TokenHash};
use crate::mail::Mail;
use crate::secrets::Secret;

/// What is to be mailed, and to whom not.
pub trait Mails: Send + Sync + 'static {
    /// The service's own secret; it is made when it is first asked for.
    fn secret(&self) -> Answer<'_, Secret>;

    /// Puts a mail into the outbox, or says why not.
    fn post(&self, mail: NewMail) -> Answer<'_, Result<(), NotPosted>>;

    /// The mails that are to be sent now, the longest due first. Those that a crash has left
    /// half-sent are among them: nobody can know whether they have arrived, so they are sent again
    /// under the same id.
    fn due_mails(&self, now: Timestamp, most: u32) -> Answer<'_, Vec<Outgoing>>;

    /// Notes that a mail is being sent to this address now, unless there is a reason against it.
    fn mail_sending(&self, id: MailId, address: String, now: Timestamp) -> Answer<'_, Sending>;

    /// Notes what became of a mail. Its text is forgotten unless it is tried again.
    fn mail_done(&self, id: MailId, fate: Fate, now: Timestamp) -> Answer<'_, ()>;

    /// How the outbox stands.
    fn mail_health(&self) -> Answer<'_, MailHealth>;

    /// Forgets what was done before this moment.
    fn forget_mails(&self, before: Timestamp) -> Answer<'_, ()>;

    /// Forgets what can serve no more: reply addresses of games that ended long ago, links of mails
    /// that are a year old, settled invitations, links that nobody opened in time, vacations that no
    /// budget counts, names that have rested.
    fn forget_stale(&self, now: Timestamp) -> Answer<'_, ()>;

    /// Writes no more to this address, about this table or at all.
    fn refuse_mails(
        &self,
        address: String,
        table: Option<TableId>,
        now: Timestamp,
    ) -> Answer<'_, ()>;

    /// Writes to this address again.
    fn allow_mails(&self, address: String) -> Answer<'_, ()>;

    /// Whether this address wants no mails, about this table or at all.
    fn refuses_mails(&self, address: String, table: Option<TableId>) -> Answer<'_, bool>;

    /// Who reads a mail, if anybody can be reached.
    fn mail_reader(&self, to: MailTo) -> Answer<'_, Option<MailReader>>;

    /// Changes how often this person is written to.
    fn set_mail_choice(&self, person: PersonId, choice: MailChoice) -> Answer<'_, ()>;

    /// The tables at which a person has played last, and in which seats.
    fn tables_of(&self, person: PersonId, most: u32) -> Answer<'_, Vec<(TableId, Seat)>>;

    /// What a game did to the ratings of its players: before and after.
    fn ratings_by(&self, table: TableId, game: u32) -> Answer<'_, ByColor<Option<(i64, i64)>>>;

    /// Lets replies be known by this hash.
    fn add_reply_place(&self, hash: TokenHash, place: ReplyPlace, now: Timestamp)
    -> Answer<'_, ()>;

    /// What a reply answers whose secret has this hash.
    fn reply_place(&self, hash: TokenHash) -> Answer<'_, Option<ReplyPlace>>;

    /// Whether a mail was read already.
    fn is_mail_read(&self, hash: TokenHash) -> Answer<'_, bool>;

    /// Notes that a mail was read, and whether what it asked for was refused.
    fn note_mail_read(
        &self,
        hash: TokenHash,
        place: ReplyPlace,
        refused: bool,
        now: Timestamp,
    ) -> Answer<'_, ()>;

    /// How many mails of this seat were refused since then.
    fn refused_mails(&self, place: ReplyPlace, since: Timestamp) -> Answer<'_, u32>;

    /// Lets mails be ended by a link with this hash.
    fn add_mail_link(&self, hash: TokenHash, link: MailLink, now: Timestamp) -> Answer<'_, ()>;

    /// What a link with this hash may change.
    fn mail_link(&self, hash: TokenHash) -> Answer<'_, Option<MailLink>>;
}

/// The name of a mail: what stands before the `@` of its `Message-ID`.
pub type MailId = TableId;

/// To whom a mail goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MailTo {
    /// To an address, whoever reads it. Unless a person has confirmed it, it gets few mails a day.
    Address(String),
    /// To the person who holds this seat when it is sent.
    Seat(TableId, Seat),
    /// To the person's address when it is sent.
    Person(PersonId),
}

/// A mail that is to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewMail {
    /// To whom.
    pub to: MailTo,
    /// What it says.
    pub mail: Mail,
    /// Not before this moment.
    pub due: Timestamp,
    /// Of all mails with the same text here only the first is ever sent.
    pub once: Option<String>,
}

/// Why a mail was not taken, each in one sentence for whoever wanted it sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotPosted {
    /// The reader has said so.
    #[error("This address wants no mails from here.")]
    Refused,
    /// Nobody shall be bombed with mails.
    #[error("This address has had as many mails today as it may have; try again tomorrow.")]
    TooMany,
    /// The outbox is as long as it may be.
    #[error("Too many mails are waiting to be sent; try again later.")]
    Full,
}

/// A mail that is due.
#[derive(Clone, Debug)]
pub struct Outgoing {
    /// Its name, the same however often it is sent.
    pub id: MailId,
    /// To whom.
    pub to: MailTo,
    /// What it says.
    pub mail: Mail,
    /// When it was to be sent first.
    pub due: Timestamp,
    /// How often it was tried.
    pub tries: u32,
}

/// What became of a mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The next server has taken it.
    Sent,
    /// It was not sent, since there is no reason for it any more.
    Dropped(&'static str),
    /// It is not wanted before this time after all.
    Postponed(Timestamp),
    /// It is tried again at this time, for this reason.
    Later(Timestamp, String),
    /// It will never be sent, for this reason.
    GivenUp(String),
}

/// How the outbox stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MailHealth {
    /// Mails that are waiting, reminders of later days among them.
    pub waiting: u64,
    /// Since when the longest waiting one should have been sent, if it was tried in vain.
    pub stuck_since: Option<Timestamp>,
    /// Mails that were given up and are not forgotten yet.
    pub given_up: u64,
    /// What went wrong last.
    pub last_fault: Option<String>,
}

/// Whether a mail may leave now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sending {
    /// It may.
    Now,
    /// It has left already.
    Done,
    /// The reader has had as many mails today as anybody may have.
    TooMany,
}

/// How often a person wants to be written to about games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MailChoice {
    /// At each move.
    #[default]
    Each,
    /// Once a day, about all games.
    Daily,
    /// Never.
    None,
}

/// Whoever reads a mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailReader {
    /// The address.
    pub address: String,
    /// Who that is, if somebody has confirmed it.
    pub person: Option<PersonId>,
    /// How often he wants to be written to.
    pub choice: MailChoice,
}

/// What the secret in a reply's address stands for: which board its writer saw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplyPlace {
    /// The table.
    pub table: TableId,
    /// The writer's seat.
    pub seat: Seat,
    /// Which game at the table.
    pub game: u32,
    /// How many half-moves had been played.
    pub ply: u32,
}

/// What the link in the foot of a mail may change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailLink {
    /// The reader's address in small letters.
    pub address: String,
    /// About which table the mail was; `None`: about none.
    pub table: Option<TableId>,
}
