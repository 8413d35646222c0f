//! The store's side of chess by letter: what wakes a table, outages that it has slept through, prepared
//! answers, notes, vacations, invitations by address. What is done with them stands in `live/` and
//! `letters/`.

use serde::{Deserialize, Serialize};
use tabiya_arbiter::{BySeat, Seat, Settings, Timestamp};

use super::{Answer, PersonId};
use crate::ids::TableId;

/// Chess by letter.
pub trait Letters: Send + Sync + 'static {
    /// The tables that have to be woken at `by` or before.
    fn due(&self, by: Timestamp) -> Answer<'_, Vec<TableId>>;

    /// Whether there is a table that has to be woken some day.
    fn has_waiting(&self) -> Answer<'_, bool>;

    /// Notes that the service was away, and forgets outages that ended before `forget`.
    fn note_outage(&self, outage: Outage, forget: Timestamp) -> Answer<'_, ()>;

    /// The outages that are known, the earliest first.
    fn outages(&self) -> Answer<'_, Vec<Outage>>;

    /// The answers that the players of a table have prepared.
    fn plans(&self, table: TableId) -> Answer<'_, BySeat<Option<Plan>>>;

    /// Puts a plan in the place of the player's earlier one; none: takes that away.
    fn keep_plan(&self, table: TableId, seat: Seat, plan: Option<Plan>) -> Answer<'_, ()>;

    /// What a player has written for himself at a table.
    fn note(&self, table: TableId, seat: Seat) -> Answer<'_, Option<String>>;

    /// Keeps what a player writes for himself.
    fn keep_note(&self, table: TableId, seat: Seat, note: String) -> Answer<'_, ()>;

    /// The vacations of a person that end after `after`, those that began earliest first. They may
    /// overlap where two people have become one.
    fn vacations(&self, person: PersonId, after: Timestamp) -> Answer<'_, Vec<Vacation>>;

    /// Enters a vacation, or sets the end of the one that began then. Answers `false`, and changes
    /// nothing, unless `known` is the one that ends last now: somebody else was faster.
    fn keep_vacation(
        &self,
        person: PersonId,
        vacation: Vacation,
        known: Option<Vacation>,
    ) -> Answer<'_, bool>;

    /// The vacations of each player at a table, as far as they are known, those that end first first.
    fn vacations_at(&self, table: TableId) -> Answer<'_, BySeat<Vec<Vacation>>>;

    /// The running games by letter of a person.
    fn letters_of(&self, person: PersonId) -> Answer<'_, Vec<TableId>>;

    /// How the running games of a person stand.
    fn running_games(&self, person: PersonId) -> Answer<'_, Vec<GameCard>>;

    /// The games of a person that have ended and stand behind `after`, the latest first, `most` of
    /// them; without it from the first on.
    fn past_games(
        &self,
        person: PersonId,
        after: Option<PastPlace>,
        most: u32,
    ) -> Answer<'_, Vec<PastGame>>;

    /// Enters an invitation, unless one of its two sides has too many: then this answers `false`
    /// and changes nothing.
    fn invite_by_letter(
        &self,
        invitation: LetterInvitation,
        most: InvitationLimits,
    ) -> Answer<'_, bool>;

    /// An invitation.
    fn letter_invitation(&self, id: TableId) -> Answer<'_, Option<LetterInvitation>>;

    /// The side at `seat` has confirmed its address. Answers how the invitation stands now.
    fn confirm_letter(&self, id: TableId, seat: Seat) -> Answer<'_, Option<LetterInvitation>>;

    /// An open invitation comes to its end. Answers whether it was open.
    fn close_letter(&self, id: TableId, state: LetterState) -> Answer<'_, bool>;

    /// The open invitations that both sides have confirmed, and those that are too old at `now`.
    fn unsettled_letters(&self, now: Timestamp) -> Answer<'_, Vec<LetterInvitation>>;
}

/// What is kept of a game by letter beside its log, so that it need not be in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rest {
    /// When the table has to be woken.
    pub wake: Option<Timestamp>,
    /// How the game stands, for lists of games.
    pub card: Option<String>,
}

/// A time in which the service was not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outage {
    /// The last moment at which it is known to have been there.
    pub since: Timestamp,
    /// When it was there again.
    pub until: Timestamp,
}

/// The answers that a player has prepared to moves of the opponent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The game that they belong to.
    pub number: u32,
    /// How many half-moves had been played when they were prepared: the opponent's comes next.
    pub ply: u32,
    /// The table's sequence number then.
    pub seq: u64,
    /// Lines of moves in UCI notation, a move of the opponent and the answer in turn.
    pub lines: Vec<Vec<String>>,
}

/// A time in which a person's clocks stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vacation {
    /// When it began.
    pub from: Timestamp,
    /// When it ends or has ended.
    pub until: Timestamp,
}

/// A running game in a list.
#[derive(Clone, Debug)]
pub struct GameCard {
    /// Where it is played.
    pub table: TableId,
    /// The seat of the one whose list it is.
    pub seat: Seat,
    /// How it stands, as JSON; none where only the table knows.
    pub card: Option<String>,
}

/// A place in the list of games that have ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PastPlace {
    /// When the game there ended.
    pub ended: Timestamp,
    /// Which it is of those that ended in that moment; 0: before all of them in time.
    pub tie: u64,
}

/// A game that has ended, in a list.
#[derive(Clone, Debug, Serialize)]
pub struct PastGame {
    /// Where it was played.
    pub table: String,
    /// Its number there.
    pub number: u32,
    /// The color of the one whose list it is.
    pub color: &'static str,
    /// What the opponent is called.
    pub opponent: Option<String>,
    /// `1-0`, `0-1`, `1/2-1/2`.
    pub result: Option<String>,
    /// What ended it.
    pub termination: String,
    /// The class of its speed.
    pub class: String,
    /// Whether it counted.
    pub rated: bool,
    /// Half-moves played.
    pub plies: u32,
    /// When it ended.
    pub ended: Timestamp,
    /// Which it is of those that ended in that moment.
    pub tie: u64,
}

/// Where an invitation stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LetterState {
    /// Somebody has yet to confirm.
    Open,
    /// The table is there.
    Made,
    /// The one who was invited does not want to, or the one who invited not any more.
    Declined,
    /// Nobody answered in time.
    Expired,
}

/// An invitation to a game by two addresses: its owner is the one who invites.
#[derive(Clone, Debug)]
pub struct LetterInvitation {
    /// Its name, which its links are made from.
    pub id: TableId,
    /// The table that it leads to.
    pub table: TableId,
    /// When it was sent.
    pub created: Timestamp,
    /// When it ends by itself.
    pub expires: Timestamp,
    /// What is to be played.
    pub settings: Settings,
    /// What the two are called.
    pub names: BySeat<String>,
    /// Their addresses as they were written.
    pub addresses: BySeat<String>,
    /// Who has confirmed.
    pub confirmed: BySeat<bool>,
    /// Where it stands.
    pub state: LetterState,
}

/// How many invitations there may be.
#[derive(Clone, Copy, Debug)]
pub struct InvitationLimits {
    /// Since when they are counted.
    pub since: Timestamp,
    /// From one address.
    pub from_one: u32,
    /// To one address.
    pub to_one: u32,
}
