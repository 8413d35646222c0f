//! Offers of a running game: at most one draw offer and one takeback offer are open, and both die
//! by rules of their own (laws.md 3.7). Agreement to a rematch stands in `table.rs`: it belongs
//! to the table, not to the game.

use tabiya_rules::{ByColor, Color};

use crate::refusal::Refusal;

/// One kind of offer: who has one open, and how many each side made since its last move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Offer {
    open: Option<Color>,
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
    pub(crate) const fn open(&self) -> Option<Color> {
        self.open
    }

    /// Whether `by` may make this offer now, if so many are allowed between two moves of his own.
    pub(crate) fn may_make(&self, by: Color, per_move: Option<u32>) -> Result<Making, Refusal> {
        match self.open {
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
        match self.open {
            Some(color) if color != by => Ok(()),
            Some(_) | None => Err(Refusal::NoOpenOffer),
        }
    }

    /// The offer is made.
    pub(crate) fn make(&mut self, by: Color) {
        self.open = Some(by);
        let made = self.made.get_mut(by);
        *made = made.saturating_add(1);
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
