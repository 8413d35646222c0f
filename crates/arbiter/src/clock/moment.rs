//! Moments: stamps of the shell, and their place in the calendar.

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
