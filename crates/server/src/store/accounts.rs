//! The store's side of how people prove who they are, and of what belongs to an account alone. Every
//! secret comes here as a hash.

use serde_json::{Map, Value};
use tabiya_arbiter::{Seat, Timestamp};

use super::{Answer, Person, PersonId};
use crate::ids::{TableId, TokenHash};

/// Passwords and what else opens an account; what belongs to it.
pub trait Accounts: Send + Sync + 'static {
    /// The hash of a person's password, if there is one.
    fn password(&self, person: PersonId) -> Answer<'_, Option<String>>;

    /// Sets a password. All sessions end, the private links to the person's seats open nothing any
    /// more, and if that is wanted the API tokens do neither; but for what is to be kept.
    fn set_password(&self, person: PersonId, password: NewPassword) -> Answer<'_, ()>;

    /// The open sessions of a person, the one that was used last first.
    fn sessions(&self, person: PersonId, now: Timestamp) -> Answer<'_, Vec<OpenSession>>;

    /// Ends one session of a person, or all but that of `keep`. False: there was none.
    fn revoke_sessions(
        &self,
        person: PersonId,
        session: Option<TableId>,
        keep: Option<TokenHash>,
    ) -> Answer<'_, bool>;

    /// Notes a link that is mailed; those that nobody opened in time are forgotten.
    fn add_link(&self, link: NewLink, now: Timestamp) -> Answer<'_, ()>;

    /// What a mailed link opens. With `take` it opens nothing afterwards.
    fn mailed_link(
        &self,
        token: TokenHash,
        now: Timestamp,
        take: bool,
    ) -> Answer<'_, Option<MailedLink>>;

    /// Gives an account a confirmed address. A person who has only this address becomes part of the
    /// account, with seats, games and ratings. Fails with
    /// [`StoreError::Taken`](super::StoreError::Taken) when it is another account's,
    /// with [`StoreError::Opponents`](super::StoreError::Opponents) while that person plays a game
    /// against the account.
    fn set_address(&self, person: PersonId, address: String) -> Answer<'_, ()>;

    /// Adds a passkey. False: there are as many as there may be, or it is known already.
    fn add_passkey(&self, person: PersonId, passkey: NewPasskey) -> Answer<'_, bool>;

    /// The passkeys of a person, the oldest first.
    fn passkeys(&self, person: PersonId) -> Answer<'_, Vec<KnownPasskey>>;

    /// Whose passkey this credential is.
    fn passkey(&self, credential: Vec<u8>) -> Answer<'_, Option<(Person, KnownPasskey)>>;

    /// Notes that a passkey was used, with what its next use is checked against.
    fn passkey_used(&self, id: TableId, passkey: String, at: Timestamp) -> Answer<'_, ()>;

    /// Gives a passkey another name. False: the person has none of that id.
    fn rename_passkey(&self, person: PersonId, id: TableId, name: String) -> Answer<'_, bool>;

    /// Forgets a passkey. False: the person has none of that id.
    fn remove_passkey(&self, person: PersonId, id: TableId) -> Answer<'_, bool>;

    /// Adds an API token. False: there are as many as there may be.
    fn add_api_token(&self, person: PersonId, token: NewApiToken) -> Answer<'_, bool>;

    /// The API tokens of a person, the newest first.
    fn api_tokens(&self, person: PersonId) -> Answer<'_, Vec<ApiToken>>;

    /// Whose API token this is, and what it may do; about once an hour its use is noted.
    fn api_token(&self, token: TokenHash, now: Timestamp)
    -> Answer<'_, Option<(Person, ApiToken)>>;

    /// Forgets an API token. False: the person has none of that id.
    fn revoke_api_token(&self, person: PersonId, id: TableId) -> Answer<'_, bool>;

    /// The preferences of a person.
    fn preferences(&self, person: PersonId) -> Answer<'_, Map<String, Value>>;

    /// Changes some preferences; null takes one away. `None`: they would become too large.
    fn change_preferences(
        &self,
        person: PersonId,
        changes: Map<String, Value>,
    ) -> Answer<'_, Option<Map<String, Value>>>;

    /// Keeps a game of the browser. False: there are as many as there may be.
    fn keep_game(&self, person: PersonId, game: KeptGame) -> Answer<'_, bool>;

    /// The games that the browser has given, the last that ended first.
    fn kept_games(&self, person: PersonId) -> Answer<'_, Vec<KeptGame>>;

    /// Forgets a game of the browser. False: there is none of that id.
    fn drop_game(&self, person: PersonId, id: String) -> Answer<'_, bool>;

    /// Enters a person as the player of games that a guest has finished at a table: for each its
    /// number and who had White. Games of somebody else stay as they are.
    fn adopt_games(
        &self,
        table: TableId,
        seat: Seat,
        person: PersonId,
        games: Vec<(u32, Seat)>,
    ) -> Answer<'_, ()>;

    /// The finished games of a person at tables, the last first.
    fn finished_games(&self, person: PersonId) -> Answer<'_, Vec<(TableId, u32)>>;

    /// All that is stored of a person as the rows say it, secrets left out.
    fn everything(&self, person: PersonId) -> Answer<'_, Map<String, Value>>;

    /// Closes an account: erases what is personal, keeps what others have played, and lets the name
    /// rest for a while. Gives the tables at which the person sits. `None`: it is the only admin of
    /// a house with other accounts.
    fn close_account(
        &self,
        person: PersonId,
        now: Timestamp,
    ) -> Answer<'_, Option<Vec<(TableId, Seat)>>>;
}

/// A password that is set, and what goes on opening something beside it.
#[derive(Clone, Debug)]
pub struct NewPassword {
    /// Its hash.
    pub hash: String,
    /// The session that stays open.
    pub keep_session: Option<TokenHash>,
    /// Whether API tokens stay good.
    pub keep_api_tokens: bool,
    /// Tokens of seats that stay good: those that only mails carry.
    pub keep_seats: Vec<TokenHash>,
    /// Now.
    pub at: Timestamp,
}

/// A session as its owner sees it.
#[derive(Clone, Debug)]
pub struct OpenSession {
    /// The name by which it is revoked.
    pub id: TableId,
    /// The hash of its token.
    pub token: TokenHash,
    /// When it began.
    pub created: Timestamp,
    /// When it was last used.
    pub seen: Timestamp,
    /// On what.
    pub device: String,
}

/// A link that is mailed.
#[derive(Clone, Debug)]
pub struct NewLink {
    /// The hash of its token.
    pub token: TokenHash,
    /// Where it is mailed to.
    pub address: String,
    /// Whose address that shall become; none: it signs in.
    pub person: Option<PersonId>,
    /// Until when it can be opened.
    pub expires: Timestamp,
}

/// What a mailed link opens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailedLink {
    /// Where it was mailed to.
    pub address: String,
    /// Whose address that shall become; none: it signs in.
    pub person: Option<Person>,
}

/// A passkey that is registered.
#[derive(Clone, Debug)]
pub struct NewPasskey {
    /// What the authenticator calls it.
    pub credential: Vec<u8>,
    /// The name by which it is removed.
    pub id: TableId,
    /// What its owner calls it.
    pub name: String,
    /// Its public key and the rest, as JSON.
    pub passkey: String,
    /// Now.
    pub at: Timestamp,
}

/// A passkey as it is stored.
#[derive(Clone, Debug)]
pub struct KnownPasskey {
    /// The name by which it is removed.
    pub id: TableId,
    /// What its owner calls it.
    pub name: String,
    /// Its public key and the rest, as JSON.
    pub passkey: String,
    /// When it was registered.
    pub created: Timestamp,
    /// When it was last used.
    pub used: Option<Timestamp>,
}

/// An API token that is made.
#[derive(Clone, Debug)]
pub struct NewApiToken {
    /// Its hash.
    pub token: TokenHash,
    /// How it is listed.
    pub listed: ApiToken,
}

/// An API token as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiToken {
    /// The name by which it is revoked.
    pub id: TableId,
    /// What its owner calls it.
    pub name: String,
    /// The names of its scopes with spaces between.
    pub scopes: String,
    /// When it was made.
    pub created: Timestamp,
    /// When it was last used.
    pub used: Option<Timestamp>,
    /// When it ends by itself.
    pub expires: Timestamp,
}

/// A game that no table of the server knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptGame {
    /// The browser's name for it.
    pub id: String,
    /// When it ended.
    pub ended: Timestamp,
    /// The game for other programs.
    pub pgn: String,
    /// The game in the form of the browser's own list, as JSON.
    pub game: String,
}
