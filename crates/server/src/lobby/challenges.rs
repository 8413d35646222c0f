//! Challenges to one person: who may challenge whom, for how long that waits, and what becomes of
//! it. A challenge to a game now lives a minute, and only while both are here; one to a game by days
//! two weeks, and in the store.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tabiya_arbiter::{ColorChoice, Refusal, TimeControl, Timestamp};

use super::pairing::{self, NotSeated, Seated};
use super::room::Notice;
use super::seek::{Pairing, Party, RatingRange, Seek, Seeker, Standing, Terms, Unfit};
use super::words::Fault;
use super::{Lobby, Reserved};
use crate::ids::TableId;
use crate::limits;
use crate::store::{DaysChallenge, Person, PersonId, StoreError, Waiting, WhoMayChallenge};

/// A challenge as it is asked for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Challenged {
    /// The name of an account.
    pub(crate) to: String,
    clock: TimeControl,
    #[serde(default)]
    rated: bool,
    color: Option<ColorChoice>,
}

/// A challenge that waits for its answer.
#[derive(Clone, Debug)]
pub(super) struct Challenge {
    pub(super) id: TableId,
    pub(super) from: Seeker,
    pub(super) to: PersonId,
    pub(super) to_name: Option<String>,
    pub(super) terms: Terms,
    pub(super) color: ColorChoice,
    pub(super) made: Timestamp,
}

/// A challenge as its two people see it.
#[derive(Serialize)]
pub(super) struct ChallengeShown<'a> {
    id: &'a str,
    from: Option<&'a str>,
    to: Option<&'a str>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    standing: Option<Standing>,
    clock: &'a TimeControl,
    rated: bool,
    color: ColorChoice,
    until: Timestamp,
}

/// Why a challenge is declined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Reason {
    #[default]
    None,
    Later,
    Faster,
    Slower,
    Rated,
    Casual,
}

/// Why somebody is not challenged, as a code and one sentence.
#[derive(Debug)]
pub(crate) enum NotChallenged {
    Refused(Refusal),
    NoClock,
    NoSuchPerson,
    Oneself,
    /// The person does not take challenges, or not from this one.
    Unwanted,
    NotHere,
    TooMany,
    Gone,
    Paired,
    Away,
}

impl From<StoreError> for NotChallenged {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "the store failed");
        Self::Away
    }
}

impl Challenge {
    pub(super) fn is_by_days(&self) -> bool {
        matches!(self.terms.clock, TimeControl::Days { .. })
    }

    pub(super) fn until(&self) -> Timestamp {
        let life_ms = if self.is_by_days() {
            limits::DAYS_SEEK_LIFE_MS
        } else {
            limits::CHALLENGE_LIFE_MS
        };
        Timestamp(self.made.0.saturating_add(life_ms))
    }

    /// Whether this person has to do with it.
    pub(super) fn concerns(&self, party: &Party) -> bool {
        self.from.party == *party || party.person() == Some(&self.to)
    }

    pub(super) fn shown(&self) -> ChallengeShown<'_> {
        ChallengeShown {
            id: self.id.as_str(),
            from: self.from.name.as_deref(),
            to: self.to_name.as_deref(),
            standing: self.from.standing,
            clock: &self.terms.clock,
            rated: self.terms.rated,
            color: self.color,
            until: self.until(),
        }
    }

    /// The pair that it becomes when it is accepted.
    fn pairing(self, accepter: Seeker) -> Pairing {
        Pairing {
            seek: Seek {
                id: self.id,
                seeker: self.from,
                terms: self.terms,
                color: self.color,
                range: None::<RatingRange>,
                made: self.made,
            },
            accepter,
            color: ColorChoice::Toss,
        }
    }
}

impl Lobby {
    /// Brings back the challenges that were kept.
    pub(super) async fn bring_back_challenges(&self) -> Result<(), StoreError> {
        let since = self.days_seeks_begin();
        for (kept, from, to) in self.store.challenges_since(since).await? {
            let terms = Terms {
                clock: TimeControl::Days { days: kept.days },
                rated: kept.rated,
            };
            let from = self.as_seeker(&from, &terms.clock).await?;
            self.room().challenge(Challenge {
                id: kept.id,
                from,
                to: to.id,
                to_name: to.name,
                terms,
                color: kept.color,
                made: kept.made,
            });
        }
        Ok(())
    }

    async fn as_seeker(&self, person: &Person, clock: &TimeControl) -> Result<Seeker, StoreError> {
        let class = crate::ratings::RatingClass::of(clock);
        Ok(Seeker {
            standing: Some(self.standing(&person.id, class).await?),
            mutes: self.mutes_of(&person.id).await?,
            party: Party::Person(person.id.clone()),
            name: person.name.clone(),
        })
    }

    /// Challenges somebody. Answers the name of the challenge.
    pub(crate) async fn challenge(
        &self,
        from: &Person,
        wanted: Challenged,
    ) -> Result<TableId, NotChallenged> {
        let terms = Terms {
            clock: wanted.clock,
            rated: wanted.rated,
        };
        pairing::checked(&terms, from.name.as_deref()).map_err(|fault| match fault {
            Fault::Refused(refusal) => NotChallenged::Refused(refusal),
            _ => NotChallenged::NoClock,
        })?;
        let to = self.store.by_name(wanted.to).await?;
        let to = to.ok_or(NotChallenged::NoSuchPerson)?;
        if to.id == from.id {
            return Err(NotChallenged::Oneself);
        }
        self.may_challenge(from, &to).await?;
        if self.challenge_rates.take_for(from.id.clone()).is_err() {
            return Err(NotChallenged::TooMany);
        }
        let challenge = Challenge {
            id: TableId::random().map_err(|_| NotChallenged::Away)?,
            from: self.as_seeker(from, &terms.clock).await?,
            to: to.id,
            to_name: to.name,
            terms,
            color: wanted.color.unwrap_or(ColorChoice::Toss),
            made: self.clock.now(),
        };
        self.room().reserve_challenge(&challenge)?;
        let _place = Reserved::new(self, &challenge.id);
        if let TimeControl::Days { days } = challenge.terms.clock {
            let kept = DaysChallenge {
                id: challenge.id.clone(),
                from: from.id.clone(),
                to: challenge.to.clone(),
                days,
                rated: challenge.terms.rated,
                color: challenge.color,
                made: challenge.made,
            };
            self.store.add_challenge(kept).await?;
        }
        let id = challenge.id.clone();
        self.room().challenge(challenge);
        Ok(id)
    }

    /// Whether the other takes challenges of this person; which of the reasons it is, if not, is
    /// nobody's business.
    async fn may_challenge(&self, from: &Person, to: &Person) -> Result<(), NotChallenged> {
        let muted = self.mutes_of(&to.id).await?.contains(&from.id)
            || self.mutes_of(&from.id).await?.contains(&to.id);
        let takes = match self.store.lobby_wishes(to.id.clone()).await?.challenges {
            WhoMayChallenge::All => true,
            WhoMayChallenge::None => false,
            WhoMayChallenge::Known => {
                let played = self.store.have_played(from.id.clone(), to.id.clone());
                played.await?
            }
        };
        if muted || !takes {
            return Err(NotChallenged::Unwanted);
        }
        Ok(())
    }

    /// Accepts a challenge: the table is open when this answers.
    pub(crate) async fn accept_challenge(
        self: &Arc<Self>,
        person: &Person,
        id: &TableId,
    ) -> Result<(TableId, crate::ids::SeatToken), NotChallenged> {
        let clock = self.room().challenge_clock(id).ok_or(NotChallenged::Gone)?;
        let accepter = self.as_seeker(person, &clock).await?;
        let challenge = self.room().accept_challenge(id, &accepter)?;
        let takes = challenge
            .is_by_days()
            .then(|| Waiting::Challenge(id.clone()));
        let again = challenge.clone();
        let pairing = challenge.pairing(accepter);
        let lobby = Arc::clone(self);
        // Whoever has accepted may be gone by the time the table is open; the other is not.
        let seating = tokio::spawn(async move {
            let seated = lobby.set_up(&pairing, takes.into_iter().collect()).await;
            let mut room = lobby.room();
            match seated {
                Ok(seated) => {
                    room.challenge_seated(&pairing, &seated);
                    Ok(seated)
                }
                // Its challenger has closed the account since then, or is banned.
                Err(NotSeated::Gone(_)) => Err(NotChallenged::Gone),
                Err(error) => {
                    tracing::error!(%error, "two people could not be seated");
                    if again.is_by_days() {
                        room.challenge(again);
                    }
                    room.not_paired(&pairing, &Fault::Away);
                    Err(NotChallenged::Away)
                }
            }
        });
        let seated = seating.await.map_err(|_| NotChallenged::Away)?;
        let Seated { table, guest, .. } = seated?;
        Ok((table, guest))
    }

    /// Declines a challenge, or takes the own one back.
    pub(crate) async fn drop_challenge(
        &self,
        person: &Person,
        id: &TableId,
        reason: Reason,
    ) -> Result<(), NotChallenged> {
        let party = Party::Person(person.id.clone());
        let gone = self.room().drop_challenge(&party, id);
        let gone = gone.ok_or(NotChallenged::Gone)?;
        if gone.is_by_days() {
            self.store.take_challenge(id.clone()).await?;
        }
        if gone.from.party != party {
            let name = person.name.clone();
            let declined = Notice::Declined { name, reason };
            self.room().tell(&gone.from.party, declined);
        }
        Ok(())
    }

    /// The challenges of a person, in both directions, as JSON.
    pub(crate) fn challenges_of(&self, person: &PersonId) -> Option<String> {
        let room = self.room();
        let shown = room.challenges_of(&Party::Person(person.clone()));
        serde_json::to_string(&shown).ok()
    }
}

impl From<Unfit> for NotChallenged {
    fn from(_: Unfit) -> Self {
        Self::Gone
    }
}

impl From<Fault> for NotChallenged {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Paired => Self::Paired,
            Fault::Refused(refusal) => Self::Refused(refusal),
            _ => Self::Away,
        }
    }
}

impl NotChallenged {
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Self::Refused(refusal) => refusal.code(),
            Self::NoClock => "no_clock",
            Self::NoSuchPerson => "no_such_person",
            Self::Oneself => "oneself",
            Self::Unwanted => "unwanted",
            Self::NotHere => "not_here",
            Self::TooMany => "too_many_challenges",
            Self::Gone => "challenge_gone",
            Self::Paired => "paired_already",
            Self::Away => "store_away",
        }
    }

    pub(crate) fn message(&self) -> String {
        let text = match self {
            Self::Refused(refusal) => return refusal.to_string(),
            Self::NoClock => "A challenge needs a clock.",
            Self::NoSuchPerson => "Nobody has an account of that name here.",
            Self::Oneself => "Nobody challenges himself.",
            Self::Unwanted => "This player takes no challenges from you.",
            Self::NotHere => {
                "This player is not here now; a challenge to a game by days waits for him."
            }
            Self::TooMany => "So many challenges wait already; wait for an answer first.",
            Self::Gone => {
                "This challenge is gone: it was answered or taken back, or has waited too long."
            }
            Self::Paired => "You have just been paired.",
            Self::Away => crate::socket::protocol::STORE_AWAY,
        };
        text.to_owned()
    }
}
