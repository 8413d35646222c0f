//! Who wakes the games by letter: tables that are not in memory and at which time is about to bring
//! something about. And what is noted of outages, so that nobody is charged for them.

use std::sync::Arc;

use tabiya_arbiter::Timestamp;

use super::hall::Hall;
use super::letter::Letter;
use crate::ids::TableId;
use crate::limits;
use crate::store::{Outage, StoreError};

impl Hall {
    /// Loads the tables that fall due soon, again and again; and notes about once a minute that the
    /// service is there, while games by letter run. Never ends.
    pub(crate) async fn wake(self: Arc<Self>) {
        let mut rounds = tokio::time::interval(limits::WAKE_TIME);
        rounds.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            rounds.tick().await;
            if let Err(error) = self.wake_once().await {
                tracing::error!(%error, "the games by letter could not be looked after");
            }
        }
    }

    /// Loads the tables that fall due soon. Each settles what is due at its exact moment.
    pub(crate) async fn wake_once(self: &Arc<Self>) -> Result<usize, StoreError> {
        if self.letters.has_waiting().await? {
            self.beat_once().await;
        }
        let soon = self.clock.now().plus_ms(limits::WAKE_AHEAD_MS);
        let due = self.letters.due(soon).await?;
        let count = due.len();
        for table in due {
            self.refresh(&table).await;
        }
        Ok(count)
    }

    /// Has a table look after itself: it is loaded if it is not in memory.
    pub(crate) async fn refresh(self: &Arc<Self>, table: &TableId) {
        // A table that cannot be loaded now is woken again in the next round.
        if let Err(why) = self.post(table, Letter::Refresh).await {
            tracing::warn!(table.id = %table, ?why, "a table could not be woken");
        }
    }

    /// After a start: notes the time in which the service was away, where games by letter wait. They
    /// hear of it when they are loaded.
    pub(super) async fn note_outage(
        &self,
        since: Timestamp,
        until: Timestamp,
    ) -> Result<(), StoreError> {
        if since < until && self.letters.has_waiting().await? {
            let forget = Timestamp(until.0.saturating_sub(limits::OUTAGES_KEPT_MS));
            self.letters
                .note_outage(Outage { since, until }, forget)
                .await?;
            // From here on the service is there, whatever comes next.
            self.store.beat(until).await?;
        }
        let outages = self.letters.outages().await?;
        self.outages.get_or_init(|| outages);
        Ok(())
    }

    /// The outages that a table has not heard of whose last event happened at `last`.
    pub(super) fn outages_after(&self, last: Timestamp) -> Vec<Outage> {
        let all = self.outages.get().map(Vec::as_slice).unwrap_or_default();
        let news = all.iter().filter(|outage| outage.until > last);
        news.copied().collect()
    }
}

#[cfg(test)]
mod tests;
