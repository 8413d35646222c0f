//! The store's side of the lobby: seeks and challenges by days, who wants to hear whom, which
//! tables are listed, and what was said at tables. What may be said and sought is not known here.

use tabiya_arbiter::{ColorChoice, Seat, Timestamp};

use super::{Answer, Person, PersonId};
use crate::ids::TableId;
use crate::ratings::RatingClass;

/// What the lobby keeps.
pub trait Lobbies: Send + Sync + 'static {
    /// A person's rating in a class, and after how many rated games; none before the first.
    fn standing(&self, person: PersonId, class: RatingClass) -> Answer<'_, Option<(u16, u32)>>;

    /// Keeps a seek for a game by days.
    fn add_seek(&self, seek: DaysSeek) -> Answer<'_, ()>;

    /// Forgets a seek; answers whether it was still there.
    fn take_seek(&self, id: TableId) -> Answer<'_, bool>;

    /// The seeks that were made since then, the oldest first, each with its seeker. Older ones are
    /// forgotten.
    fn seeks_since(&self, since: Timestamp) -> Answer<'_, Vec<(DaysSeek, Person)>>;

    /// Whom this person has muted.
    fn mutes_of(&self, person: PersonId) -> Answer<'_, Vec<Person>>;

    /// Mutes somebody, or lets him be heard again. Answers `false`, and changes nothing, when as
    /// many are muted already as may be.
    fn set_mute(&self, person: PersonId, muted: PersonId, on: bool) -> Answer<'_, bool>;

    /// What a person wants of the lobby.
    fn lobby_wishes(&self, person: PersonId) -> Answer<'_, LobbyWishes>;

    /// Keeps what a person wants of the lobby.
    fn set_lobby_wishes(&self, person: PersonId, wishes: LobbyWishes) -> Answer<'_, ()>;

    /// Whether two people have finished a game with each other.
    fn have_played(&self, one: PersonId, other: PersonId) -> Answer<'_, bool>;

    /// Keeps a challenge to a game by days.
    fn add_challenge(&self, challenge: DaysChallenge) -> Answer<'_, ()>;

    /// Forgets a challenge; answers whether it was still there.
    fn take_challenge(&self, id: TableId) -> Answer<'_, bool>;

    /// The challenges that were made since then, the oldest first, each with who challenges and
    /// who is challenged. Older ones are forgotten.
    fn challenges_since(
        &self,
        since: Timestamp,
    ) -> Answer<'_, Vec<(DaysChallenge, Person, Person)>>;

    /// Puts the games of a table into the list of running games, or takes them out.
    fn set_listed(&self, table: TableId, on: bool) -> Answer<'_, ()>;

    /// Keeps what was said at a table, and forgets the oldest lines there if there are too many.
    /// Answers the number of the line.
    fn say(&self, table: TableId, line: ChatLine) -> Answer<'_, u64>;

    /// What was said at a table, in order.
    fn chat(&self, table: TableId) -> Answer<'_, Vec<ChatLine>>;
}

/// What waits in the lobby for days, by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Waiting {
    /// A seek.
    Seek(TableId),
    /// A challenge.
    Challenge(TableId),
}

/// A seek for a game by days.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DaysSeek {
    /// Its name.
    pub id: TableId,
    /// Who seeks.
    pub person: PersonId,
    /// Days for each move.
    pub days: u64,
    /// Whether the game is to count.
    pub rated: bool,
    /// The color that the seeker wants.
    pub color: ColorChoice,
    /// The ratings of opponents, lowest and highest.
    pub range: Option<(u16, u16)>,
    /// When it was made.
    pub made: Timestamp,
}

/// A challenge to a game by days.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DaysChallenge {
    /// Its name.
    pub id: TableId,
    /// Who challenges.
    pub from: PersonId,
    /// Who is challenged.
    pub to: PersonId,
    /// Days for each move.
    pub days: u64,
    /// Whether the game is to count.
    pub rated: bool,
    /// The color that the challenger wants.
    pub color: ColorChoice,
    /// When it was made.
    pub made: Timestamp,
}

/// Whose challenges somebody takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WhoMayChallenge {
    /// Everybody's.
    #[default]
    All,
    /// Those of people with whom a game was played.
    Known,
    /// Nobody's.
    None,
}

/// What a person wants of the lobby.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LobbyWishes {
    /// To stand in the list of who is here.
    pub listed: bool,
    /// Whose challenges are taken.
    pub challenges: WhoMayChallenge,
}

impl Default for LobbyWishes {
    fn default() -> Self {
        Self {
            listed: true,
            challenges: WhoMayChallenge::All,
        }
    }
}

/// Something that a player has said at a table: a text, or the name of a phrase.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct ChatLine {
    /// 1 for the first one at this table.
    pub number: u64,
    /// Who said it.
    pub seat: Seat,
    /// What was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The name of the phrase, which the reader's page puts into words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phrase: Option<String>,
    /// When.
    pub at: Timestamp,
}
