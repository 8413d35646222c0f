//! How much vacation a person may take: so many days in any year, so many at a time, and some time
//! between two of them.

use tabiya_arbiter::Timestamp;

use crate::limits;
use crate::store::Vacation;

const DAY_MS: u64 = 86_400_000;

/// How a person stands with vacations.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Budget {
    /// The one that ends or has ended last.
    pub(crate) last: Option<Vacation>,
    /// The one that goes on.
    pub(crate) now: Option<Vacation>,
    /// Days that can still be taken.
    pub(crate) days_left: u64,
    /// The longest that can begin now, in days; 0 while none can.
    pub(crate) most_days: u64,
    /// When the next can begin.
    pub(crate) next_from: Timestamp,
}

/// How somebody stands at `now` who has had these vacations, those that began earliest first. A day
/// that has begun is a day. Where two people have become one their vacations may overlap: such days
/// count once, and the later end holds.
pub(crate) fn budget(vacations: &[Vacation], now: Timestamp) -> Budget {
    let year = Timestamp(now.0.saturating_sub(limits::VACATION_YEAR_MS));
    let taken: u64 = periods(vacations)
        .into_iter()
        .filter(|period| period.until > year)
        .map(|period| period.until.since_ms(period.from).div_ceil(DAY_MS))
        .sum();
    let days_left = limits::VACATION_DAYS.saturating_sub(taken);
    let last = vacations
        .iter()
        .copied()
        .max_by_key(|vacation| (vacation.until, vacation.from));
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
        last,
        now: running,
        days_left,
        most_days,
        next_from,
    }
}

/// The times that these vacations cover, those that overlap as one.
fn periods(vacations: &[Vacation]) -> Vec<Vacation> {
    let mut periods: Vec<Vacation> = Vec::new();
    for vacation in vacations {
        match periods.last_mut() {
            Some(period) if vacation.from < period.until => {
                period.until = period.until.max(vacation.until);
            }
            _ => periods.push(*vacation),
        }
    }
    periods
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
    #[test]
    fn days_of_vacations_that_overlap_count_once_and_the_later_end_holds() {
        // Of two people who have become one.
        let both = [from_to(0, 10), from_to(2, 5), from_to(8, 12)];
        let during = budget(&both, day(9));
        assert_eq!(during.days_left, 18);
        assert_eq!(during.now, Some(from_to(8, 12)));
        let within = [from_to(0, 10), from_to(2, 5)];
        let during = budget(&within, day(6));
        assert_eq!((during.days_left, during.now), (20, Some(from_to(0, 10))));
        assert_eq!(budget(&within, day(11)).next_from, day(13));
    }
}
