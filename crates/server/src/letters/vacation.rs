//! How much vacation a person may take: so many days in any year, so many at a time, and some time
//! between two of them.

use tabiya_arbiter::Timestamp;

use crate::limits;
use crate::store::Vacation;

const DAY_MS: u64 = 86_400_000;

/// How a person stands with vacations.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Budget {
    /// The one that goes on.
    pub(crate) now: Option<Vacation>,
    /// Days that can still be taken.
    pub(crate) days_left: u64,
    /// The longest that can begin now, in days; 0 while none can.
    pub(crate) most_days: u64,
    /// When the next can begin.
    pub(crate) next_from: Timestamp,
}

/// Since when vacations count.
pub(crate) fn year_before(now: Timestamp) -> Timestamp {
    Timestamp(now.0.saturating_sub(365 * DAY_MS))
}

/// How somebody stands at `now` who has had these vacations, the earliest first. A day that has begun
/// is a day.
pub(crate) fn budget(vacations: &[Vacation], now: Timestamp) -> Budget {
    let year = year_before(now);
    let taken = vacations
        .iter()
        .filter(|vacation| vacation.until > year)
        .map(|vacation| vacation.until.since_ms(vacation.from).div_ceil(DAY_MS));
    let days_left = limits::VACATION_DAYS.saturating_sub(taken.sum());
    let last = vacations.last().copied();
    let running = last.filter(|last| last.until > now);
    let next_from = last.map_or(now, |last| {
        let free = last.until.plus_ms(limits::BETWEEN_VACATIONS_MS);
        // One that was given up in its first moments was none.
        if last.until == last.from { now } else { free }
    });
    let may_begin = running.is_none() && next_from <= now;
    let most_days = if may_begin {
        days_left.min(limits::VACATION_DAYS_AT_ONCE)
    } else {
        0
    };
    Budget {
        now: running,
        days_left,
        most_days,
        next_from,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: u64 = 1_790_000_000_000;

    fn day(number: u64) -> Timestamp {
        Timestamp(START + number * DAY_MS)
    }

    fn from_to(from: u64, until: u64) -> Vacation {
        Vacation {
            from: day(from),
            until: day(until),
        }
    }

    #[test]
    fn thirty_days_a_year_and_two_weeks_at_a_time() {
        let none = budget(&[], day(0));
        assert_eq!((none.days_left, none.most_days), (30, 14));
        let one = [from_to(0, 14)];
        let during = budget(&one, day(5));
        assert_eq!(during.now, Some(from_to(0, 14)));
        assert_eq!((during.days_left, during.most_days), (16, 0));
        let right_after = budget(&one, day(14));
        assert_eq!((right_after.now, right_after.most_days), (None, 0));
        assert_eq!(right_after.next_from, day(17));
        assert_eq!(budget(&one, day(17)).most_days, 14);
        let two = [from_to(0, 14), from_to(17, 31)];
        assert_eq!(budget(&two, day(34)).most_days, 2);
    }

    #[test]
    fn a_day_that_has_begun_counts_and_the_year_passes() {
        let short = Vacation {
            from: day(0),
            until: day(2).plus_ms(1),
        };
        assert_eq!(budget(&[short], day(10)).days_left, 27);
        let old = [from_to(0, 14)];
        assert_eq!(budget(&old, day(378)).days_left, 16);
        assert_eq!(budget(&old, day(379)).days_left, 30);
    }
}
