//! Games by letter rest outside the memory: what is written down for that when something happens, and
//! what has to be made good when a table is loaded again. Who wakes them stands in `waker.rs`.

use std::collections::VecDeque;

use tabiya_arbiter::{
    Actor, BySeat, Command, Event, Recorded, Seat, Settings, Table, TimeControl, Timestamp,
};

use super::card::Card;
use super::keeper::Keeper;
use crate::limits;
use crate::store::{Outage, Rest, StoreError, Vacation};

/// Whether games under these settings are played by letter: with days for each move, or without a
/// clock.
pub(super) const fn is_slow(settings: &Settings) -> bool {
    matches!(
        settings.clock,
        TimeControl::Days { .. } | TimeControl::Untimed
    )
}

/// What is kept of the table beside its log once these events have happened.
pub(super) fn rest_after(table: &Table, events: &[Recorded]) -> Rest {
    let agreed = table.view(Actor::Spectator).settings;
    let changes = events.iter().any(|recorded| {
        matches!(&recorded.event, Event::SettingsChanged { settings } if is_slow(settings))
    });
    if !changes && !is_slow(&agreed) {
        return Rest::default();
    }
    let mut after = table.clone();
    for recorded in events {
        after.apply(recorded.at, &recorded.event);
    }
    if !is_slow(&after.view(Actor::Spectator).settings) {
        return Rest::default();
    }
    let card = Card::of(&after).and_then(|card| serde_json::to_string(&card).ok());
    Rest {
        wake: after.deadline(),
        card,
    }
}

/// How long a clock of days stands after an outage, unless the player to move comes earlier: as long
/// as the outage was, within bounds.
fn grace_ms(outage: Outage) -> u64 {
    let away_ms = outage.until.since_ms(outage.since);
    away_ms.clamp(limits::OUTAGE_GRACE_MS, limits::LETTER_GRACE_MS)
}

/// Whether an outage counts in a game by letter where time brings something about at `deadline`.
/// Short ones do not: a log that grows with every restart helps nobody. But nothing falls due in an
/// outage, however short, or right after it.
fn counts(outage: Outage, deadline: Timestamp) -> bool {
    let is_long = outage.until.since_ms(outage.since) >= limits::LETTER_OUTAGE_MS;
    is_long || deadline <= outage.until.plus_ms(grace_ms(outage))
}

impl Keeper {
    /// What has happened while the table was not in memory and stands not in its log: outages of the
    /// service and vacations of the players, each as of its moment.
    pub(super) async fn make_good(&mut self) -> Result<(), StoreError> {
        while let Some(outage) = self.missed.front().copied() {
            self.note_vacations(outage.since).await?;
            self.tick_until(outage.since).await?;
            let deadline = self.state.table.deadline();
            if deadline.is_some_and(|deadline| counts(outage, deadline)) {
                let pause = Command::Pause {
                    since: outage.since,
                    until: outage.until.plus_ms(grace_ms(outage)),
                };
                self.act(outage.until, &pause).await?;
            }
            self.missed.pop_front();
        }
        self.note_vacations(Timestamp(u64::MAX)).await
    }

    /// Tells the table of the vacations that began at `by` or before, each as of its moment, and lets
    /// time do before each what it has to do.
    async fn note_vacations(&mut self, by: Timestamp) -> Result<(), StoreError> {
        while let Some((at, seat, until)) = self.next_vacation(by) {
            self.tick_until(at).await?;
            let note = Command::NoteVacation { seat, until };
            self.act(at, &note).await?;
            self.vacations.get_mut(seat).pop_front();
        }
        Ok(())
    }

    /// The earliest vacation that the table has perhaps not heard of: as of when it is told, whose it
    /// is and until when.
    fn next_vacation(&self, by: Timestamp) -> Option<(Timestamp, Seat, Timestamp)> {
        let seats = self.state.table.view(Actor::Spectator).seats;
        let now = self.hall.clock.now();
        let known = Seat::ALL.into_iter().filter_map(|seat| {
            let Vacation { from, until } = *self.vacations.get(seat).front()?;
            // One that the table knows of ends; any other began in its time.
            let at = match seats.get(seat).vacation_until {
                Some(known) if from < known && until <= now => until,
                _ => from,
            };
            (from <= by).then_some((at, seat, until))
        });
        known.min_by_key(|(at, ..)| *at)
    }

    /// After a player has closed the account: what the memory holds of him is put away.
    pub(super) async fn read_anew(&mut self) -> Result<(), StoreError> {
        if !self.wants_log {
            return Ok(());
        }
        self.reload().await?;
        self.plans = self.state.plans(&self.hall, &self.id).await?;
        self.wants_vacations = true;
        self.wants_log = false;
        Ok(())
    }

    /// Asks the store who is on vacation, where that matters.
    pub(super) async fn look_after_vacations(&mut self) -> Result<(), StoreError> {
        if self.state.is_slow {
            let known = self.hall.letters.vacations_at(self.id.clone()).await?;
            let last = self.state.table.stamp(Timestamp(0));
            // What was over before the last event is past; but the last one may have been ended since.
            let news = |vacations: Vec<Vacation>| -> VecDeque<Vacation> {
                let heard = vacations
                    .iter()
                    .take_while(|vacation| vacation.until <= last);
                let past = heard.count().min(vacations.len().saturating_sub(1));
                vacations.into_iter().skip(past).collect()
            };
            self.vacations = BySeat {
                owner: news(known.owner),
                guest: news(known.guest),
            };
        }
        self.wants_vacations = false;
        Ok(())
    }

    /// Whether time brings something about so soon that the table stays in memory for it.
    pub(super) fn is_due_soon(&self) -> bool {
        let now = self.hall.clock.now();
        let soon = now.plus_ms(limits::WAKE_AHEAD_MS.saturating_mul(2));
        let deadline = self.state.table.deadline();
        deadline.is_some_and(|deadline| !self.state.is_slow || deadline <= soon)
    }
}
