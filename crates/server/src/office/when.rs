//! A moment for people, without a calendar library: the house writes times only here.

use tabiya_arbiter::Timestamp;

const DAY_MS: u64 = 86_400_000;

/// A moment in universal time, to the minute: `2026-12-01 14:05 UTC`.
#[must_use]
pub fn utc(at: Timestamp) -> String {
    let minutes = at.0 % DAY_MS / 60_000;
    let (year, month, day) = date(at.0 / DAY_MS);
    let (hour, minute) = (minutes / 60, minutes % 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02} UTC")
}

/// The date so many days after 1970-01-01. Years begin in March here, so that the day that is
/// sometimes missing is their last.
fn date(days: u64) -> (u64, u64, u64) {
    // Days since 0000-03-01.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let in_month = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (era * 400 + year + u64::from(month <= 2), month, in_month)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_written_in_universal_time() {
        for (ms, text) in [
            (0, "1970-01-01 00:00 UTC"),
            (951_782_400_000, "2000-02-29 00:00 UTC"),
            (951_868_799_999, "2000-02-29 23:59 UTC"),
            (1_790_000_000_000, "2026-09-21 14:13 UTC"),
            (4_107_542_399_999, "2100-02-28 23:59 UTC"),
            (4_107_542_400_000, "2100-03-01 00:00 UTC"),
        ] {
            assert_eq!(utc(Timestamp(ms)), text);
        }
    }
}
