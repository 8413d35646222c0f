//! The store's side of the lobby: seeks and challenges by days, who wants to hear whom, which
//! tables are listed, and what was said at tables. What may be said and sought is not known here.

use tabiya_arbiter::{ColorChoice, Timestamp};

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
