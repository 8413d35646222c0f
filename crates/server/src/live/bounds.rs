//! What is counted at hot tables: the clocks that run, and the events that a table may have.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tabiya_arbiter::CommandKind;

use crate::limits;

/// Counts as one of the running clocks of the service while it is set.
pub(super) struct RunningClock(bool, Arc<AtomicUsize>);

impl RunningClock {
    pub(super) fn standing(count: Arc<AtomicUsize>) -> Self {
        Self(false, count)
    }

    pub(super) fn set(&mut self, runs: bool) {
        match (self.0, runs) {
            (false, true) => drop(self.1.fetch_add(1, Ordering::Relaxed)),
            (true, false) => drop(self.1.fetch_sub(1, Ordering::Relaxed)),
            _ => {}
        }
        self.0 = runs;
    }
}

impl Drop for RunningClock {
    fn drop(&mut self) {
        self.set(false);
    }
}

/// How many events a table may have for a command to be taken. What one player can do without end
/// must not use up what the other needs to play on. What ends the game is always taken.
pub(super) fn most_events(kind: CommandKind) -> u64 {
    match kind {
        CommandKind::TakeSeat
        | CommandKind::SeatComputer
        | CommandKind::UnseatComputer
        | CommandKind::SetName
        | CommandKind::Configure
        | CommandKind::Ready
        | CommandKind::Start
        | CommandKind::OfferRematch
        | CommandKind::DeclineRematch
        | CommandKind::GiveTime
        | CommandKind::OfferDraw
        | CommandKind::OfferTakeback
        | CommandKind::Claim
        | CommandKind::Adjust
        | CommandKind::EndAdjust => limits::TABLE_EVENTS,
        _ => limits::TABLE_EVENTS + limits::LAST_GAME_EVENTS,
    }
}
