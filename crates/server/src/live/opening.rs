//! Opening tables: empty ones for whoever comes, and ones at which both sit and play already.

use tabiya_arbiter::{Actor, BySeat, Command, Recorded, Refusal, Seat, Settings, Table, Timestamp};

use super::hall::{Hall, NotOpened};
use super::rest::rest_after;
use crate::ids::{SeatToken, TableId, random_seed};
use crate::store::{Append, Grant, PersonId, Rest, StoreError};

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
            grant: Some(Grant {
                seat: Seat::Owner,
                token: token.hash(),
                person,
            }),
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
    /// once, with the owner's token; the same table a second time changes nothing.
    pub(crate) async fn open_begun(
        &self,
        table: TableId,
        settings: Settings,
        names: BySeat<&str>,
        owner: Grant,
    ) -> Result<(), NotOpened> {
        let fault = |error: &dyn std::fmt::Display| NotOpened::Fault(error.to_string());
        let seed = random_seed().map_err(|error| fault(&error))?;
        let at = self.clock.now();
        let events = begun(at, settings, names, seed)?;
        let (first, rest) = events.split_at(1);
        let opened = Table::replay(first).map_err(|error| fault(&error))?;
        let append = Append {
            table,
            expected: 0,
            rest: rest_after(&opened, rest),
            events,
            command: None,
            grant: Some(owner),
            // By letter no clock needs the second hand.
            running: false,
            ended: None,
            mails: Vec::new(),
        };
        match self.store.append(append).await {
            Ok(()) | Err(StoreError::Conflict) => Ok(()),
            Err(error) => Err(fault(&error)),
        }
    }
}

/// What happens at a table until its first game has begun.
fn begun(
    at: Timestamp,
    settings: Settings,
    names: BySeat<&str>,
    seed: u64,
) -> Result<Vec<Recorded>, NotOpened> {
    let event = Table::open(settings, Some(names.owner), seed).map_err(NotOpened::Refused)?;
    let mut log = vec![Recorded { seq: 1, at, event }];
    let mut table = Table::replay(&log).map_err(|error| NotOpened::Fault(error.to_string()))?;
    let (owner, guest) = (Actor::Seat(Seat::Owner), Actor::Seat(Seat::Guest));
    let takes = Command::TakeSeat {
        name: Some(names.guest.to_owned()),
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
