//! Compensation for the lag of the wire: what a move needed to arrive is not charged, within a
//! quota that each move refills a little. So a slow line costs nothing, and who pretends to have
//! one wins at most the quota.

use super::TimeControl;

/// What of a side's lag is forgiven.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Quota {
    /// What can be forgiven now.
    left_ms: u64,
    /// What each move adds; 0 where no lag is forgiven.
    gain_ms: u64,
}

impl Quota {
    /// The most that a move adds.
    const MOST_GAIN_MS: u64 = 1_000;
    /// The longest that is waited for a move after the flag has fallen.
    const MOST_GRACE_MS: u64 = 2_000;

    /// The quota at the start of a game: the more time there is for 40 moves, the more of it may
    /// get lost on the way.
    pub(super) fn of(control: &TimeControl) -> Self {
        if !control.is_timed() {
            return Self::default();
        }
        let gain_ms = Self::MOST_GAIN_MS.min(control.time_for_ms(40) / 250 + 150);
        Self {
            left_ms: 3 * gain_ms,
            gain_ms,
        }
    }

    /// What is forgiven of so much lag.
    pub(super) fn forgiven_ms(self, lag_ms: u64) -> u64 {
        lag_ms.min(self.left_ms)
    }

    /// How long after its fall a flag is told.
    pub(super) fn grace_ms(self) -> u64 {
        self.left_ms.min(Self::MOST_GRACE_MS)
    }

    /// A move has used so much of the quota.
    pub(super) fn use_up(&mut self, forgiven_ms: u64) {
        self.left_ms = self
            .left_ms
            .saturating_add(self.gain_ms)
            .saturating_sub(forgiven_ms)
            .min(self.gain_ms.saturating_mul(7));
    }
}
