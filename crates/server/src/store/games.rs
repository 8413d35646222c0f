//! The store's side of games that have ended and of ratings. How a rating moves stands in
//! `ratings/`.

use tabiya_arbiter::{BySeat, Seat, Termination, TimeControl, Timestamp};
use tabiya_rules::Outcome;

/// Games that have ended, and ratings.
pub trait Games: Send + Sync + 'static {}

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
    /// Half-moves played.
    pub plies: u32,
    /// When it began.
    pub started: Timestamp,
    /// When it ended.
    pub ended: Timestamp,
}
