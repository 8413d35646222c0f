//! The store's side of games that have ended and of ratings. How a rating moves stands in
//! `ratings/`.

use tabiya_arbiter::{BySeat, Seat, Termination, TimeControl, Timestamp};
use tabiya_rules::{ByColor, Color, Outcome};

use super::{Answer, PersonId};
use crate::ids::TableId;
use crate::ratings::{Change, RatingClass, Standing};

/// Games that have ended, and ratings.
pub trait Games: Send + Sync + 'static {
    /// Where a person stands in every class in which a rated game was played.
    fn standings(&self, person: PersonId) -> Answer<'_, Vec<(RatingClass, Standing)>>;

    /// What a game at a table did to the ratings; nothing where it did not count, or where there is
    /// no such game.
    fn changes(&self, table: TableId, number: u32) -> Answer<'_, Option<ByColor<Change>>>;

    /// How a person's rating in a class has moved, the last `most` changes, oldest first.
    fn rating_history(
        &self,
        person: PersonId,
        class: RatingClass,
        most: u32,
    ) -> Answer<'_, Vec<RatingPoint>>;

    /// A person's games that have ended, newest first: `most` of those that are older than `before`.
    fn games_of(
        &self,
        person: PersonId,
        before: Option<u64>,
        most: u32,
    ) -> Answer<'_, Vec<GameEntry>>;

    /// Rated games in the order in which they moved the ratings: `most` of those after `after`.
    fn rated_games(&self, after: u64, most: u32) -> Answer<'_, Vec<RatedGame>>;

    /// All standings, for a comparison with what the games say.
    fn all_standings(&self) -> Answer<'_, Vec<(PersonId, RatingClass, Standing)>>;
}

/// A game that ends.
#[derive(Clone, Debug)]
pub struct Ended {
    /// 1 for the first game at its table.
    pub number: u32,
    /// The seat that played White.
    pub white: Seat,
    /// What the players are called.
    pub names: BySeat<Option<String>>,
    /// Who won, or a draw; `None` where there is no result, or less than a game has.
    pub outcome: Option<Outcome>,
    /// What ended it.
    pub termination: Termination,
    /// The time control.
    pub clock: TimeControl,
    /// Whether the players agreed that it counts.
    pub rated: bool,
    /// Whether it began from the start array of FIDE 2.3.
    pub standard: bool,
    /// Half-moves played.
    pub plies: u32,
    /// When it began.
    pub started: Timestamp,
    /// When it ended.
    pub ended: Timestamp,
}

/// A point of the curve of a rating.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatingPoint {
    /// When the game ended.
    pub at: Timestamp,
    /// The table at which it was played.
    pub table: TableId,
    /// Which game at that table.
    pub number: u32,
    /// What it did.
    pub change: Change,
}

/// A game as it stands in a person's list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameEntry {
    /// Its place among all games that have ended.
    pub position: u64,
    /// The table at which it was played.
    pub table: TableId,
    /// Which game at that table.
    pub number: u32,
    /// The color that the person had.
    pub color: Color,
    /// What the players were called.
    pub names: ByColor<Option<String>>,
    /// The names of their accounts now, where they have any.
    pub accounts: ByColor<Option<String>>,
    /// Who won, or a draw; `None` where there is no result.
    pub outcome: Option<Outcome>,
    /// What ended it, by the name that it has in events.
    pub termination: String,
    /// The class in which it was played.
    pub class: RatingClass,
    /// Half-moves played.
    pub plies: u32,
    /// When it ended.
    pub ended: Timestamp,
    /// What it did to the person's rating.
    pub change: Option<Change>,
}

/// A game that moved two ratings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedGame {
    /// Its place among all games that have ended.
    pub position: u64,
    /// The table at which it was played.
    pub table: TableId,
    /// Which game at that table.
    pub number: u32,
    /// Who played.
    pub players: ByColor<PersonId>,
    /// Who won, or a draw.
    pub outcome: Outcome,
    /// The class for which it counts.
    pub class: RatingClass,
    /// When it ended.
    pub ended: Timestamp,
}
