//! Opening tables: empty ones for whoever comes, and ones at which both sit and play already.

use tabiya_arbiter::{Actor, BySeat, Command, Recorded, Refusal, Seat, Settings, Table, Timestamp};

use super::hall::{Hall, NotOpened};
use super::post;
use super::rest::rest_after;
use crate::ids::{SeatToken, TableId, random_seed};
use crate::store::{Append, Grant, PersonId, Rest, StoreError, Waiting};

impl Hall {
    /// Opens a new table. Gives its id and the token of its owner.
    pub(crate) async fn open(
        &self,
        settings: Settings,
        owner_name: Option<&str>,
        person: Option<PersonId>,
    ) -> Result<(TableId, SeatToken), NotOpened> {
        let fault = |error: &dyn std::fmt::Display| NotOpened::Fault(error.to_string());
        let seed = random_seed().map_err(|error| fault(&error))?;
        let event = Table::open(settings, owner_name, seed).map_err(NotOpened::Refused)?;
        let table = TableId::random().map_err(|error| fault(&error))?;
        let token = SeatToken::random().map_err(|error| fault(&error))?;
        let append = Append {
            table: table.clone(),
            expected: 0,
            events: vec![Recorded {
                seq: 1,
                at: self.clock.now(),
                event,
            }],
            command: None,
            grants: vec![Grant {
                seat: Seat::Owner,
                token: token.hash(),
                person,
            }],
            takes: Vec::new(),
            running: false,
            ended: None,
            mails: Vec::new(),
            rest: Rest::default(),
        };
        self.store
            .append(append)
            .await
            .map_err(|error| fault(&error))?;
        Ok((table, token))
    }

    /// Opens a table at which the game has begun: two have agreed elsewhere. Everything is written at
    /// once; the same table a second time changes nothing.
    pub(crate) async fn open_begun(&self, agreed: Agreed<'_>) -> Result<(), NotOpened> {
        let fault = |error: &dyn std::fmt::Display| NotOpened::Fault(error.to_string());
        let seed = random_seed().map_err(|error| fault(&error))?;
        let events = begun(self.clock.now(), agreed.settings, agreed.names, seed)?;
        let (first, rest) = events.split_at(1);
        let opened = Table::replay(first).map_err(|error| fault(&error))?;
        let mails = if agreed.is_mailed {
            post::mails(&agreed.table, &opened.view(Actor::Spectator), rest)
        } else {
            Vec::new()
        };
        let append = Append {
            table: agreed.table,
            expected: 0,
            rest: rest_after(&opened, rest),
            events,
            command: None,
            grants: vec![agreed.grants.owner, agreed.grants.guest],
            takes: agreed.takes,
            // By letter no clock needs the second hand.
            running: false,
            ended: None,
            mails,
        };
        match self.store.append(append).await {
            Ok(()) | Err(StoreError::Conflict) => Ok(()),
            Err(StoreError::Gone(id)) => Err(NotOpened::Gone(id)),
            Err(error) => Err(fault(&error)),
        }
    }
}

/// What two have agreed on who play by letter.
pub(crate) struct Agreed<'a> {
    /// The name of their table.
    pub(crate) table: TableId,
    /// What they play.
    pub(crate) settings: Settings,
    /// What they are called.
    pub(crate) names: BySeat<Option<&'a str>>,
    /// How each holds the seat.
    pub(crate) grants: BySeat<Grant>,
    /// What waits in the lobby no more.
    pub(crate) takes: Vec<Waiting>,
    /// Whether the table tells them by mail that it has begun.
    pub(crate) is_mailed: bool,
}

/// What happens at a table until its first game has begun.
fn begun(
    at: Timestamp,
    settings: Settings,
    names: BySeat<Option<&str>>,
    seed: u64,
) -> Result<Vec<Recorded>, NotOpened> {
    let event = Table::open(settings, names.owner, seed).map_err(NotOpened::Refused)?;
    let mut log = vec![Recorded { seq: 1, at, event }];
    let mut table = Table::replay(&log).map_err(|error| NotOpened::Fault(error.to_string()))?;
    let (owner, guest) = (Actor::Seat(Seat::Owner), Actor::Seat(Seat::Guest));
    let takes = Command::TakeSeat {
        name: names.guest.map(str::to_owned),
    };
    let mut act = |actor, command| -> Result<(), Refusal> {
        for event in table.decide(at, actor, &command)? {
            table.apply(at, &event);
            let seq = table.sequence();
            log.push(Recorded { seq, at, event });
        }
        Ok(())
    };
    act(Actor::Spectator, takes)
        .and_then(|()| act(guest, Command::Ready { ready: true }))
        .and_then(|()| act(owner, Command::Start))
        .map_err(NotOpened::Refused)?;
    Ok(log)
}
