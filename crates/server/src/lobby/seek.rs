//! Who seeks whom: what a seek asks for, and which two seeks fit. Pure: who is here now is told by
//! the caller, and what becomes of a pair stands in `pairing.rs`.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use tabiya_arbiter::{ColorChoice, TimeControl, Timestamp};

use crate::ids::{TableId, TokenHash};
use crate::store::PersonId;

/// The name of a seek, as random as a table's.
pub(crate) type SeekId = TableId;

/// One person as the lobby knows him: an account, or a browser without one. All sockets of one
/// party are one person.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Party {
    Person(PersonId),
    Visitor(TokenHash),
}

impl Party {
    pub(crate) fn person(&self) -> Option<&PersonId> {
        match self {
            Self::Person(person) => Some(person),
            Self::Visitor(_) => None,
        }
    }
}

/// Ratings that a seeker wants to play against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RatingRange {
    pub(crate) min: u16,
    pub(crate) max: u16,
}

impl RatingRange {
    /// What a range may reach.
    pub(crate) const LIMITS: RangeInclusive<u16> = 0..=4000;

    pub(crate) fn is_one(self) -> bool {
        self.min <= self.max && Self::LIMITS.contains(&self.max)
    }

    fn holds(self, rating: u16) -> bool {
        (self.min..=self.max).contains(&rating)
    }
}

/// A rating as it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Standing {
    pub(crate) rating: u16,
    pub(crate) provisional: bool,
}

/// Who seeks, as far as that matters for a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seeker {
    pub(crate) party: Party,
    pub(crate) name: Option<String>,
    /// In the class of the game; a guest has none.
    pub(crate) standing: Option<Standing>,
    /// Whom this person has muted.
    pub(crate) mutes: Vec<PersonId>,
}

/// What is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Terms {
    pub(crate) clock: TimeControl,
    pub(crate) rated: bool,
}

/// A wish to play that waits for somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seek {
    pub(crate) id: SeekId,
    pub(crate) seeker: Seeker,
    pub(crate) terms: Terms,
    pub(crate) color: ColorChoice,
    pub(crate) range: Option<RatingRange>,
    pub(crate) made: Timestamp,
}

/// Why a seek cannot be taken by this person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unfit {
    /// It is gone: somebody was quicker, or its seeker has left.
    Gone,
    /// It is the own one.
    Own,
    /// It is for people with an account.
    NeedsAccount,
    /// The rating is outside what its seeker wants, or there is none.
    OutsideRange,
    /// One of the two does not want to play the other.
    Unwanted,
}

impl Seek {
    /// By days: it waits for two weeks, whether its seeker is here or not.
    pub(crate) fn is_by_days(&self) -> bool {
        matches!(self.terms.clock, TimeControl::Days { .. })
    }

    fn is_for_accounts(&self) -> bool {
        self.terms.rated || self.is_by_days()
    }

    /// Whether these two may play each other on those terms, whatever colors they want.
    fn suits(&self, other: &Seeker) -> Result<(), Unfit> {
        if self.seeker.party == other.party {
            return Err(Unfit::Own);
        }
        if self.is_for_accounts() && other.party.person().is_none() {
            return Err(Unfit::NeedsAccount);
        }
        if self.seeker.is_muted_by(other) || other.is_muted_by(&self.seeker) {
            return Err(Unfit::Unwanted);
        }
        match (self.range, other.standing) {
            (None, _) => Ok(()),
            (Some(range), Some(standing)) if range.holds(standing.rating) => Ok(()),
            (Some(_), _) => Err(Unfit::OutsideRange),
        }
    }

    /// Whether two seeks are for each other.
    fn fits(&self, other: &Self) -> bool {
        self.terms == other.terms
            && colors_fit(self.color, other.color)
            && self.suits(&other.seeker).is_ok()
            && other.suits(&self.seeker).is_ok()
    }
}

impl Seeker {
    fn is_muted_by(&self, other: &Self) -> bool {
        let person = self.party.person();
        person.is_some_and(|person| other.mutes.contains(person))
    }
}

fn colors_fit(one: ColorChoice, other: ColorChoice) -> bool {
    one == ColorChoice::Toss || other == ColorChoice::Toss || one != other
}

/// Two people who will play each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pairing {
    /// Who has waited: opens the table.
    pub(crate) seek: Seek,
    /// Who came to it, and the color that he wanted.
    pub(crate) accepter: Seeker,
    pub(crate) color: ColorChoice,
}

/// What became of a new seek.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Offered {
    /// It found one that had waited.
    Paired(Box<Pairing>),
    Waits,
}

/// All seeks, the oldest first.
#[derive(Default)]
pub(crate) struct Book(Vec<Seek>);

impl Book {
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Seek> {
        self.0.iter()
    }

    /// Takes a seek to the oldest one that fits it, or lets it wait. `is_here` says who can be
    /// paired at this moment.
    pub(crate) fn offer(&mut self, seek: Seek, is_here: impl Fn(&Seek) -> bool) -> Offered {
        let fit = |waiting: &Seek| waiting.fits(&seek) && is_here(waiting);
        match self.0.iter().position(fit) {
            Some(place) => {
                let waited = self.0.remove(place);
                Offered::Paired(Box::new(Pairing {
                    seek: waited,
                    accepter: seek.seeker,
                    color: seek.color,
                }))
            }
            None => {
                self.0.push(seek);
                Offered::Waits
            }
        }
    }

    /// Lets somebody take a seek that waits.
    pub(crate) fn accept(
        &mut self,
        id: &SeekId,
        by: &Seeker,
        is_here: impl Fn(&Seek) -> bool,
    ) -> Result<Pairing, Unfit> {
        let place = self.0.iter().position(|seek| seek.id == *id);
        let waiting = place.and_then(|place| self.0.get(place).map(|seek| (place, seek)));
        let (place, seek) = waiting.ok_or(Unfit::Gone)?;
        seek.suits(by)?;
        if !is_here(seek) {
            return Err(Unfit::Gone);
        }
        Ok(Pairing {
            seek: self.0.remove(place),
            accepter: by.clone(),
            color: ColorChoice::Toss,
        })
    }

    /// Takes out those that are meant, and says which they were.
    pub(crate) fn remove(&mut self, is_meant: impl Fn(&Seek) -> bool) -> Vec<Seek> {
        let (gone, kept) = std::mem::take(&mut self.0).into_iter().partition(is_meant);
        self.0 = kept;
        gone
    }

    /// Somebody wants to hear of somebody else no more, or again.
    pub(crate) fn mute(&mut self, party: &Party, other: &PersonId, on: bool) {
        for seek in self.0.iter_mut().filter(|seek| seek.seeker.party == *party) {
            seek.seeker.mutes.retain(|muted| muted != other);
            if on {
                seek.seeker.mutes.push(other.clone());
            }
        }
    }

    pub(crate) fn find(&self, id: &SeekId) -> Option<&Seek> {
        self.0.iter().find(|seek| seek.id == *id)
    }
}

#[cfg(test)]
mod tests;
