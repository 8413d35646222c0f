//! Offers of a running game: at most one draw offer and one takeback offer are open, and both die
//! by rules of their own (laws.md 3.7). Agreement to a rematch stands in `table.rs`: it belongs
//! to the table, not to the game.

use tabiya_rules::{ByColor, Color};

use crate::clock::Timestamp;
use crate::refusal::Refusal;

/// One kind of offer: who has one open since when, and how many each side made since its last
/// move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Offer {
    open: Option<(Color, Timestamp)>,
    /// While the server's outage is not over: since when the offer does not grow older.
    stands_since: Option<Timestamp>,
    made: ByColor<u32>,
}

/// What making an offer comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Making {
    /// A new offer is opened.
    Opens,
    /// The other side has made the same offer: both want it.
    Agrees,
}

impl Offer {
    /// Whose offer is open.
    pub(crate) fn open(&self) -> Option<Color> {
        self.open.map(|(color, _)| color)
    }

    /// Since when an offer is open, outages left out.
    pub(crate) fn open_since(&self) -> Option<Timestamp> {
        self.open.map(|(_, since)| since)
    }

    /// Whether `by` may make this offer now, if so many are allowed between two moves of his own.
    pub(crate) fn may_make(&self, by: Color, per_move: Option<u32>) -> Result<Making, Refusal> {
        match self.open() {
            Some(color) if color == by => Err(Refusal::OfferStillOpen),
            Some(_) => Ok(Making::Agrees),
            None => match per_move.filter(|offers| self.made.get(by) >= offers) {
                Some(offers) => Err(Refusal::OfferRepeated { offers }),
                None => Ok(Making::Opens),
            },
        }
    }

    /// Whether there is an offer that `by` can answer.
    pub(crate) fn may_answer(&self, by: Color) -> Result<(), Refusal> {
        match self.open() {
            Some(color) if color != by => Ok(()),
            // FIDE 9.1.2.1: nor can it be taken back.
            Some(_) => Err(Refusal::OfferStands),
            None => Err(Refusal::NoOpenOffer),
        }
    }

    /// The offer is made.
    pub(crate) fn make(&mut self, by: Color, at: Timestamp) {
        self.open = Some((by, at));
        let made = self.made.get_mut(by);
        *made = made.saturating_add(1);
    }

    /// A wrong claim stands as an offer (FIDE 9.1.2.3), unless one is open already. It is not
    /// counted.
    pub(crate) fn stand(&mut self, by: Color, at: Timestamp) {
        self.open = self.open.or(Some((by, at)));
    }

    /// The server was away from `since` on: an open offer does not grow older.
    pub(crate) fn pause(&mut self, since: Timestamp) {
        self.stands_since = self.stands_since.or(Some(since));
    }

    /// The outage is over at `at`.
    pub(crate) fn resume(&mut self, at: Timestamp) {
        if let Some(stood) = self.stands_since.take() {
            let later = |(by, since): (Color, Timestamp)| {
                (by, since.plus_ms(at.since_ms(stood.max(since))))
            };
            self.open = self.open.map(later);
        }
    }

    /// The offer is off the table, whoever's it was.
    pub(crate) const fn close(&mut self) {
        self.open = None;
    }

    /// `mover` has moved and may offer anew.
    pub(crate) fn renew(&mut self, mover: Color) {
        *self.made.get_mut(mover) = 0;
    }
}
