//! Who is at a hot table: players and the computer come and go, and the table is told of it.

use tabiya_arbiter::{Command, Seat, Timestamp};
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::computer;
use super::keeper::{Keeper, RETRY_TIME};
use super::letter::Letter;
use crate::limits;

impl Keeper {
    /// Notes who has come and who has been gone for long enough.
    pub(super) async fn note_presence(&mut self) {
        if self.awaits_pause {
            return;
        }
        for seat in Seat::ALL {
            let is_computers = seat == computer::SEAT && self.state.computer.is_some();
            let is_here = if is_computers {
                self.attendant.is_here() && !self.awaits_owner()
            } else {
                self.audience.has(seat)
            };
            let (here, noted) = (is_here, *self.state.present.get(seat));
            if here == noted {
                *self.leaving.get_mut(seat) = None;
            } else if here || is_computers {
                self.note(seat, here).await;
            } else {
                let since = *self.leaving.get_mut(seat).get_or_insert_with(Instant::now);
                if since.elapsed() >= limits::PRESENCE_GRACE {
                    self.note(seat, false).await;
                }
            }
        }
    }

    /// Whether the game rests after an outage and the computer's opponent has not come back yet:
    /// until the pause ends it does not set his clock going.
    pub(super) fn awaits_owner(&self) -> bool {
        self.state.table.is_paused() && !self.audience.has(computer::SEAT.other())
    }

    /// Whether the computer may act at `now`. What was received before a deadline is judged before
    /// it, so it acts neither past a deadline nor before letters that wait.
    pub(super) fn may_attend(&self, mailbox: &mpsc::Receiver<Letter>, now: Timestamp) -> bool {
        let deadline = self.state.table.deadline();
        let is_due = deadline.is_some_and(|deadline| deadline <= now);
        !is_due && mailbox.is_empty() && !self.awaits_pause && !self.awaits_owner()
    }

    pub(super) async fn note(&mut self, seat: Seat, present: bool) {
        if *self.state.present.get(seat) == present || self.retry_at.is_some() {
            return;
        }
        // No deadline is settled here: what was received before it may still wait in the mailbox.
        // Once a flag has fallen nothing is noted until it has been judged.
        let note = Command::NotePresence { seat, present };
        let noted = match self.forgive_outage().await {
            Ok(()) => self.act(self.hall.clock.now(), &note).await,
            away => away,
        };
        if let Err(error) = noted {
            tracing::warn!(table.id = %self.id, %error, "a presence could not be recorded");
            self.retry_at = Some(Instant::now() + RETRY_TIME);
        }
    }
}
