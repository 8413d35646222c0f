//! Who is let in, and for how long: what somebody has shown at the door, whether that still opens
//! the same, and bans, whichever process has made them. An open socket is looked at again when it
//! is recalled, and once in a while.

use std::net::IpAddr;
use std::sync::Arc;

use tabiya_arbiter::{Actor, Command, Phase, Seat, TimeControl};

use crate::ids::{TableId, TokenHash};
use crate::limits;
use crate::live::{Unavailable, Wish};
use crate::office::utc;
use crate::secrets::Secret;
use crate::service::App;
use crate::store::{Ban, Banned, Person, PersonId, Store, StoreError, Visitor};

/// What somebody has shown at the door.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Pass {
    /// Nothing, or nothing that is worth something.
    Nothing,
    /// The token of a seat.
    Seat(TokenHash),
    /// The session of somebody who is signed in.
    Session(TokenHash),
    /// The API token of somebody.
    ApiToken(TokenHash),
}

/// Whoever has a socket open, as he came in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entrant {
    pub(crate) pass: Pass,
    pub(crate) network: IpAddr,
}

/// What a pass opens at a table. Whoever is banned may look on.
#[derive(Debug)]
pub(crate) struct Place {
    pub(crate) actor: Actor,
    /// What keeps the person of the seat from it.
    pub(crate) ban: Option<Ban>,
}

/// Who is to be looked at again: the sockets of one person, or all.
pub(crate) type Recalled = Option<PersonId>;

impl Pass {
    /// Whether this can open another thing when something about that person has changed.
    pub(crate) const fn is_of_person(self) -> bool {
        matches!(self, Self::Session(_) | Self::ApiToken(_))
    }
}

impl Ban {
    /// What whoever is banned reads.
    pub(crate) fn sentence(&self) -> String {
        let reason = self.reason.trim_end_matches('.');
        match self.until {
            Some(until) => format!(
                "You are banned from this house until {}: {reason}.",
                utc(until)
            ),
            None => format!("You are banned from this house: {reason}."),
        }
    }
}

impl App {
    /// Whose pass this is.
    pub(crate) async fn person_by(&self, pass: Pass) -> Result<Option<Person>, StoreError> {
        let now = self.clock.now();
        Ok(match pass {
            Pass::Nothing | Pass::Seat(_) => None,
            Pass::Session(token) => {
                let place = self.store.session(token, now).await?;
                place.map(|place| place.person)
            }
            Pass::ApiToken(token) => {
                let place = self.store.api_token(token, now).await?;
                place.map(|(person, _)| person)
            }
        })
    }

    /// What a pass opens at a table.
    pub(crate) async fn place_by(&self, table: &TableId, pass: Pass) -> Result<Place, StoreError> {
        let seat = match pass {
            Pass::Seat(token) => self.store.seat_of(table.clone(), token).await?,
            _ => match self.person_by(pass).await? {
                Some(person) => self.store.seat_of_person(table.clone(), person.id).await?,
                None => None,
            },
        };
        let ban = match seat {
            Some(seat) => self.ban_at(table, seat).await?,
            None => None,
        };
        let actor = seat.filter(|_| ban.is_none());
        Ok(Place {
            actor: actor.map_or(Actor::Spectator, Actor::Seat),
            ban,
        })
    }

    /// The ban on whoever holds a seat, by whichever link he comes.
    pub(crate) async fn ban_at(
        &self,
        table: &TableId,
        seat: Seat,
    ) -> Result<Option<Ban>, StoreError> {
        let people = self.store.people_at(table.clone()).await?;
        match people.get(seat) {
            Some(person) => self.ban_on_person(person).await,
            None => Ok(None),
        }
    }

    /// The ban on a person or on the person's mail address.
    pub(crate) async fn ban_on_person(&self, person: &Person) -> Result<Option<Ban>, StoreError> {
        let visitor = Visitor {
            person: Some(person.id.clone()),
            address: person.address.clone(),
            network: None,
        };
        self.store.ban_on(visitor, self.clock.now()).await
    }

    /// The ban on a network address.
    pub(crate) async fn ban_on_network(&self, network: IpAddr) -> Result<Option<Ban>, StoreError> {
        let visitor = Visitor::from(network);
        self.store.ban_on(visitor, self.clock.now()).await
    }

    /// Has sockets looked at again: what opened them may be worth nothing any more.
    pub(crate) fn recall(&self, who: Recalled) {
        // An error says that there are no sockets.
        let _ = self.recalls.send(who);
    }

    /// Follows the bans that were made since this was last asked, here or by another process.
    pub(crate) async fn heed_bans(&self) -> Result<(), StoreError> {
        let mut heeded = self.heeded.lock().await;
        let (last, bans) = self.store.bans_after(*heeded, self.clock.now()).await?;
        if last == *heeded {
            return Ok(());
        }
        for ban in bans {
            let person = match ban.whom {
                Banned::Person(person) => Some(person),
                Banned::Address(address) => {
                    let person = self.store.by_address(address).await?;
                    person.map(|person| person.id)
                }
                Banned::Network(_) => None,
            };
            let Some(person) = person else { continue };
            self.lobby.expel(&person);
            if ban.until.is_none() {
                self.end_untimed_games(&person).await?;
            }
        }
        *heeded = last;
        self.recall(None);
        Ok(())
    }

    /// Where no clock runs, nothing but a ruling ends the game of somebody who is banned for good,
    /// and the opponent has a right to the result.
    async fn end_untimed_games(&self, person: &PersonId) -> Result<(), StoreError> {
        for game in self.store.running_games(person.clone()).await? {
            self.rule_against(&game.table, game.seat)
                .await
                .or_else(|why| match why {
                    Unavailable::NoSuchTable => Ok(()),
                    why => Err(StoreError::Away(format!("a table: {why:?}"))),
                })?;
        }
        Ok(())
    }

    async fn rule_against(&self, table: &TableId, seat: Seat) -> Result<(), Unavailable> {
        let view = self.hall.look(table, Actor::Spectator).await?;
        let is_open = view.phase == Phase::Playing && view.settings.clock == TimeControl::Untimed;
        let Some(game) = view.game.filter(|_| is_open) else {
            return Ok(());
        };
        let (white, black) = if game.white == seat {
            ("0", "1")
        } else {
            ("1", "0")
        };
        let wish = |reply| Wish {
            actor: Actor::Arbiter,
            id: None,
            command: Command::Rule {
                white: white.to_owned(),
                black: black.to_owned(),
            },
            token: None,
            person: None,
            at: self.clock.now(),
            reply,
        };
        if let Err(refused) = self.hall.ask(table, wish).await? {
            tracing::warn!(table.id = %table, ?refused, "a game could not be ended by a ruling");
        }
        Ok(())
    }
}

/// Looks for bans again and again. Never ends.
pub(crate) async fn watch_bans(app: Arc<App>) {
    let mut ticks = tokio::time::interval(limits::BANS_LOOK_TIME);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        if let Err(error) = app.heed_bans().await {
            tracing::error!(%error, "bans could not be heeded");
        }
    }
}

/// The tokens of a person's seats that only mails carry, to the person's own address. They are
/// derived, and would be the same again.
pub(crate) async fn mailed_seats(
    store: &dyn Store,
    secret: &Secret,
    person: &PersonId,
) -> Result<Vec<TokenHash>, StoreError> {
    let games = store.running_games(person.clone()).await?;
    let tokens = games
        .iter()
        .map(|game| secret.seat_token(&game.table, game.seat).hash());
    Ok(tokens.collect())
}
