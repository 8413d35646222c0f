//! The store's side of people: who they are, their sessions, and which seats they hold. What a
//! name may look like and how somebody proves who he is are not known here.

use tabiya_arbiter::{BySeat, Seat, Timestamp};

use super::Answer;
use crate::ids::{TableId, TokenHash};

/// The public name of a person in the store, as random as a table's.
pub type PersonId = TableId;

/// People, their sessions, and the seats they hold.
pub trait People: Send + Sync + 'static {
    /// The person with this id.
    fn person(&self, id: PersonId) -> Answer<'_, Option<Person>>;

    /// The account whose name looks like this one, closed ones left out.
    fn by_name(&self, name: String) -> Answer<'_, Option<Person>>;

    /// The person with this confirmed mail address.
    fn by_address(&self, address: String) -> Answer<'_, Option<Person>>;

    /// The person of a mail address that has just been confirmed; a new one where there is none.
    fn of_address(&self, address: String, at: Timestamp) -> Answer<'_, Person>;

    /// Makes an account. The first one of all, closed ones included, is the host's: an admin. Where there is a person with
    /// its address and no name, that person becomes the account. Fails with
    /// [`StoreError::Taken`](super::StoreError::Taken) when the name or the address is another
    /// account's, with [`StoreError::SpentLink`](super::StoreError::SpentLink) or
    /// [`StoreError::SpentInvitation`](super::StoreError::SpentInvitation) when that which it uses
    /// up is gone, and then changes nothing.
    fn create_account(&self, account: NewAccount) -> Answer<'_, Person>;

    /// The seat that a person is known to hold at a table; the owner's if it is both.
    fn seat_of_person(&self, table: TableId, person: PersonId) -> Answer<'_, Option<Seat>>;

    /// Opens a session of a person. Of too many the one that was longest unused ends.
    fn open_session(&self, session: NewSession) -> Answer<'_, ()>;

    /// Whose session this token opens at `now`, if any. It notes about once an hour that the
    /// session was used, and then puts its end off.
    fn session(&self, token: TokenHash, now: Timestamp) -> Answer<'_, Option<SessionPlace>>;

    /// Ends the session of this token, if it is one.
    fn end_session(&self, token: TokenHash) -> Answer<'_, ()>;

    /// Enters a person as the holder of a seat. The seat's earlier holder, if another person is
    /// known to hold it, keeps it: then this answers `false` and changes nothing. A game that runs does not count for
    /// the ratings of whoever was not known when it began.
    fn claim_seat(&self, table: TableId, seat: Seat, person: PersonId) -> Answer<'_, bool>;

    /// From which game on they count for the ratings of the people at a table.
    fn counted_from(&self, table: TableId) -> Answer<'_, BySeat<Option<u32>>>;

    /// The people at a table, as far as they are known.
    fn people_at(&self, table: TableId) -> Answer<'_, BySeat<Option<Person>>>;
}

/// What a person may do beyond playing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Nothing more.
    Member,
    /// Everything: the host of the house.
    Admin,
}

/// A person: an account, a confirmed mail address, or both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// The id.
    pub id: PersonId,
    /// The name of the account; `None`: there is only an address.
    pub name: Option<String>,
    /// The confirmed mail address.
    pub address: Option<String>,
    /// What the person may do.
    pub role: Role,
    /// When the person was first known.
    pub created: Timestamp,
    /// Whether the account was closed.
    pub closed: bool,
}

/// An account that begins.
#[derive(Clone, Debug)]
pub struct NewAccount {
    /// The id, unless an address-only person becomes the account.
    pub id: PersonId,
    /// A name that an account may have.
    pub name: String,
    /// The hash of the password; none: one signs in otherwise.
    pub password: Option<String>,
    /// The confirmed address.
    pub address: Option<String>,
    /// What is used up by it.
    pub uses: Uses,
    /// Now.
    pub at: Timestamp,
}

/// What an account that begins uses up; all of it, or nothing where it cannot be made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Uses {
    /// The mailed link that confirmed its address.
    pub link: Option<TokenHash>,
    /// One account of an invitation.
    pub invitation: Option<TokenHash>,
}

/// A session that begins.
#[derive(Clone, Debug)]
pub struct NewSession {
    /// The hash of its token.
    pub token: TokenHash,
    /// The name by which it is listed and revoked.
    pub id: TableId,
    /// Whose it is.
    pub person: PersonId,
    /// When it begins.
    pub at: Timestamp,
    /// When it ends by itself.
    pub expires: Timestamp,
    /// What the browser calls itself, 100 characters at most.
    pub device: String,
    /// Whether the person has just proved by a mailed link or a passkey who it is.
    pub proved: bool,
}

/// What a session's token opens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionPlace {
    /// The session's name.
    pub session: TableId,
    /// When the person proved by a mailed link or a passkey who it is, if so.
    pub proved: Option<Timestamp>,
    /// Whose it is.
    pub person: Person,
}
