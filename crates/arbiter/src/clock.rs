//! The clock of one game, as a value: exact integer milliseconds, no reading of any wall clock.
//! All arithmetic with time is in this file. What a fallen flag means for the result stands in
//! `ending.rs`.

use tabiya_rules::{ByColor, Color};

use crate::settings::TimeControl;

/// A moment: milliseconds since the Unix epoch, stamped by the shell when a command arrives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct Timestamp(pub u64);

impl Timestamp {
    /// The moment `ms` later.
    #[must_use]
    pub const fn plus_ms(self, ms: u64) -> Self {
        Self(self.0.saturating_add(ms))
    }

    /// Milliseconds from `earlier` to this moment; 0 if it is not earlier.
    #[must_use]
    pub const fn since_ms(self, earlier: Self) -> u64 {
        self.0.saturating_sub(earlier.0)
    }

    /// The moment in the calendar, in Coordinated Universal Time.
    pub(crate) const fn utc(self) -> Utc {
        let seconds = self.0 / 1000;
        let (days, of_day) = (seconds / 86_400, seconds % 86_400);
        // Years counted from March on have the leap day at their end, and 400 of them have
        // 146,097 days; 719,468 days lie between 1 March 0000 and 1 January 1970.
        let day = days + 719_468;
        let (era, of_era) = (day / 146_097, day % 146_097);
        let leap_days = of_era / 1_460 + of_era / 146_096 - of_era / 36_524;
        let year_of_era = (of_era - leap_days) / 365;
        let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let from_march = (5 * of_year + 2) / 153;
        let month = if from_march < 10 {
            from_march + 3
        } else {
            from_march - 9
        };
        let is_next_year = if month <= 2 { 1 } else { 0 };
        Utc {
            year: era * 400 + year_of_era + is_next_year,
            month,
            day: of_year - (153 * from_march + 2) / 5 + 1,
            hour: of_day / 3_600,
            minute: of_day / 60 % 60,
            second: of_day % 60,
        }
    }
}

/// A moment in the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Utc {
    pub(crate) year: u64,
    pub(crate) month: u64,
    pub(crate) day: u64,
    pub(crate) hour: u64,
    pub(crate) minute: u64,
    pub(crate) second: u64,
}

/// One side's time: what it was given and what it has used. Remaining is always the difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Account {
    /// The bank and every increment so far.
    pub granted_ms: u64,
    /// What was charged so far. Per-move delay is free and does not appear here.
    pub spent_ms: u64,
}

impl Account {
    /// What is left.
    #[must_use]
    pub const fn remaining_ms(&self) -> u64 {
        self.granted_ms.saturating_sub(self.spent_ms)
    }

    /// Charges up to what is left: nobody has less than nothing.
    fn charge(&mut self, ms: u64) {
        self.spent_ms = self.granted_ms.min(self.spent_ms.saturating_add(ms));
    }
}

/// The turn that is being timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Turn {
    color: Color,
    /// Used on this turn before `since`: before an outage, that is.
    used_ms: u64,
    since: Timestamp,
    /// While the clock stands after an outage: when it runs on at the latest.
    paused_until: Option<Timestamp>,
}

/// What a move costs: computed when it is judged, stored with the move, and applied from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Time used on the turn, the free delay included.
    pub spent_ms: u64,
    /// The mover's time left, the increment included; `None` in an untimed game.
    pub clock_ms: Option<u64>,
}

/// What a clock shows, good from the moment `at` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Face {
    /// Time left of each side at `at`.
    pub remaining_ms: ByColor<u64>,
    /// The side that uses time from `at` on.
    pub running: Option<Color>,
    /// Whether the clock stands still after an outage.
    pub paused: bool,
    /// The moment of this reading.
    pub at: Timestamp,
    /// The part of the per-move delay that the running side has left at `at`.
    pub delay_left_ms: u64,
}

/// The clock of a game. An untimed game has one too: it measures, and its flag never falls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    accounts: ByColor<Account>,
    turn: Option<Turn>,
    /// When the clock was stopped for good.
    stopped_at: Timestamp,
}

impl Clock {
    /// A clock with full banks, running for `first` from `at` on.
    #[must_use]
    pub const fn start(control: TimeControl, first: Color, at: Timestamp) -> Self {
        let account = Account {
            granted_ms: control.bank_ms(),
            spent_ms: 0,
        };
        Self {
            control,
            accounts: ByColor {
                white: account,
                black: account,
            },
            turn: Some(Turn {
                color: first,
                used_ms: 0,
                since: at,
                paused_until: None,
            }),
            stopped_at: at,
        }
    }

    /// What this side was granted and has spent in turns that are over.
    #[must_use]
    pub const fn account(&self, color: Color) -> Account {
        *self.accounts.get(color)
    }

    /// When the flag of the running side falls: at this very millisecond its time is used up.
    /// `None` in an untimed game and after the end. While the clock is paused it counts from the
    /// latest end of the pause.
    #[must_use]
    pub fn flag_at(&self) -> Option<Timestamp> {
        let turn = self.turn.filter(|_| self.control.is_timed())?;
        let allowance = self
            .account(turn.color)
            .remaining_ms()
            .saturating_add(self.control.delay_ms())
            .saturating_sub(turn.used_ms);
        Some(turn.paused_until.unwrap_or(turn.since).plus_ms(allowance))
    }

    /// Whether the flag has fallen at `at`.
    #[must_use]
    pub fn has_fallen(&self, at: Timestamp) -> bool {
        self.flag_at().is_some_and(|flag| flag <= at)
    }

    /// While the clock is paused: when it runs on at the latest.
    #[must_use]
    pub fn paused_until(&self) -> Option<Timestamp> {
        self.turn.and_then(|turn| turn.paused_until)
    }

    /// The moment from which the clock runs again when somebody wakes it at `at`.
    #[must_use]
    pub fn resumes_at(&self, at: Timestamp) -> Timestamp {
        self.paused_until().map_or(at, |until| until.min(at))
    }

    /// What the clock will say if the running side completes a move at `at`. The increment is
    /// added only if the game goes on.
    #[must_use]
    pub fn read_move(&self, at: Timestamp, game_goes_on: bool) -> Reading {
        let Some(turn) = self.turn else {
            return Reading {
                spent_ms: 0,
                clock_ms: None,
            };
        };
        let spent_ms = self.used_ms(turn, at);
        let mut account = self.account(turn.color);
        account.charge(self.chargeable_ms(spent_ms));
        let increment_ms = if game_goes_on {
            self.control.increment_ms()
        } else {
            0
        };
        let clock_ms = account.remaining_ms().saturating_add(increment_ms);
        Reading {
            spent_ms,
            clock_ms: self.control.is_timed().then_some(clock_ms),
        }
    }

    /// Books a move as it was judged, and starts the turn of the other side at `at`.
    pub fn complete_move(&mut self, reading: Reading, at: Timestamp) {
        let Some(turn) = self.turn else { return };
        let charge = self.chargeable_ms(reading.spent_ms);
        let account = self.accounts.get_mut(turn.color);
        account.charge(charge);
        if let Some(clock_ms) = reading.clock_ms {
            let increment_ms = clock_ms.saturating_sub(account.remaining_ms());
            account.granted_ms = account.granted_ms.saturating_add(increment_ms);
        }
        self.begin_turn(turn.color.other(), at);
    }

    /// Ends the turn without a move and starts one of `color`, as after a takeback. Used time is
    /// not given back.
    pub fn hand_over(&mut self, color: Color, at: Timestamp) {
        self.close_turn(at);
        self.begin_turn(color, at);
    }

    /// Lets the clock stand from `since` on, until it is resumed or `until` is reached.
    pub fn pause(&mut self, since: Timestamp, until: Timestamp) {
        if let Some(turn) = self.turn {
            let used_ms = self.used_ms(turn, since);
            self.turn = Some(Turn {
                used_ms,
                since,
                paused_until: Some(until),
                ..turn
            });
        }
    }

    /// Lets a paused clock run on at `at`, or at the latest end of its pause if that is earlier.
    pub fn resume(&mut self, at: Timestamp) {
        let since = self.resumes_at(at);
        if let Some(turn) = self.turn.filter(|turn| turn.paused_until.is_some()) {
            self.turn = Some(Turn {
                since,
                paused_until: None,
                ..turn
            });
        }
    }

    /// Stops the clock for good and charges the running side.
    pub fn stop(&mut self, at: Timestamp) {
        self.close_turn(at);
        self.turn = None;
        self.stopped_at = at;
    }

    /// What the clock shows; `None` in an untimed game.
    #[must_use]
    pub fn face(&self) -> Option<Face> {
        if !self.control.is_timed() {
            return None;
        }
        let mut accounts = self.accounts;
        let mut delay_left_ms = 0;
        if let Some(turn) = self.turn {
            accounts
                .get_mut(turn.color)
                .charge(self.chargeable_ms(turn.used_ms));
            delay_left_ms = self.control.delay_ms().saturating_sub(turn.used_ms);
        }
        let (white, black) = (accounts.white.remaining_ms(), accounts.black.remaining_ms());
        let paused = self.paused_until().is_some();
        Some(Face {
            remaining_ms: ByColor { white, black },
            running: self.turn.filter(|_| !paused).map(|turn| turn.color),
            paused,
            at: self.turn.map_or(self.stopped_at, |turn| turn.since),
            delay_left_ms,
        })
    }

    fn begin_turn(&mut self, color: Color, at: Timestamp) {
        self.turn = Some(Turn {
            color,
            used_ms: 0,
            since: at,
            paused_until: None,
        });
    }

    fn close_turn(&mut self, at: Timestamp) {
        if let Some(turn) = self.turn {
            let charge = self.chargeable_ms(self.used_ms(turn, at));
            self.accounts.get_mut(turn.color).charge(charge);
        }
    }

    /// Time used on this turn up to `at`. A pause is free, and over at its latest end in any
    /// case.
    const fn used_ms(&self, turn: Turn, at: Timestamp) -> u64 {
        let running_since = match turn.paused_until {
            Some(until) => until,
            None => turn.since,
        };
        turn.used_ms.saturating_add(at.since_ms(running_since))
    }

    /// The part of a turn's time that is taken from the bank: all of it but the per-move delay
    /// (FIDE 6.3.2).
    const fn chargeable_ms(&self, used_ms: u64) -> u64 {
        if self.control.is_timed() {
            used_ms.saturating_sub(self.control.delay_ms())
        } else {
            0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_have_their_place_in_the_calendar() {
        let check = |seconds: u64, expected: [u64; 6]| {
            let utc = Timestamp(seconds * 1000 + 999).utc();
            let found = [
                utc.year, utc.month, utc.day, utc.hour, utc.minute, utc.second,
            ];
            assert_eq!(found, expected);
        };
        check(0, [1970, 1, 1, 0, 0, 0]);
        check(951_782_400, [2000, 2, 29, 0, 0, 0]);
        check(951_868_799, [2000, 2, 29, 23, 59, 59]);
        check(951_868_800, [2000, 3, 1, 0, 0, 0]);
        check(1_790_000_000, [2026, 9, 21, 14, 13, 20]);
        check(1_798_761_599, [2026, 12, 31, 23, 59, 59]);
        check(4_107_542_400, [2100, 3, 1, 0, 0, 0]);
    }
}
