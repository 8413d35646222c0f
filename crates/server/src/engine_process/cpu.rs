//! How much time of the processor a child has used. Where the system does not say, nobody guesses.

use std::time::Duration;

/// The time of the processor that a process has used so far, all its threads together, those that
/// have ended included. What its children use is not in it.
///
/// Exact to a hundredth of a second, and better while no thread has ended. `None` where the system
/// does not say (it does on Linux), or where there is no such process.
#[cfg(target_os = "linux")]
pub(super) fn cpu_time(process: u32) -> Option<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let whole = ticks(&stat)?;
    // The scheduler's own count in nanoseconds, a file for each thread that lives.
    let mut threads = Duration::ZERO;
    let tasks = std::fs::read_dir(format!("/proc/{process}/task")).ok()?;
    for task in tasks.flatten() {
        let counted = std::fs::read_to_string(task.path().join("schedstat"));
        threads += counted
            .ok()
            .and_then(|text| running(&text))
            .unwrap_or_default();
    }
    Some(whole.max(threads))
}

/// The same where nobody says.
#[cfg(not(target_os = "linux"))]
pub(super) fn cpu_time(_process: u32) -> Option<Duration> {
    None
}

/// User and system time of the process from its `stat`, in ticks.
#[cfg(target_os = "linux")]
fn ticks(stat: &str) -> Option<Duration> {
    // The name stands in brackets and may hold anything.
    let (_, behind) = stat.rsplit_once(')')?;
    let mut fields = behind.split_whitespace().skip(11);
    let user: u64 = fields.next()?.parse().ok()?;
    let system: u64 = fields.next()?.parse().ok()?;
    let each =
        Duration::from_secs(1) / u32::try_from(rustix::param::clock_ticks_per_second()).ok()?;
    Some(each * u32::try_from(user.checked_add(system)?).ok()?)
}

#[cfg(target_os = "linux")]
fn running(schedstat: &str) -> Option<Duration> {
    let nanoseconds = schedstat.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn the_fields_are_those_of_user_and_system_time() {
        let stat = "12 (a) b (c)) S 1 2 3 4 5 6 7 8 9 10 106 8 0 0 20 0 2";
        assert_eq!(ticks(stat), Some(Duration::from_millis(1140)));
        assert_eq!(
            running("399623 84716 2\n"),
            Some(Duration::from_nanos(399_623))
        );
        assert_eq!(ticks("nothing"), None);
    }

    #[test]
    fn our_own_time_goes_on() {
        let before = cpu_time(std::process::id()).unwrap();
        let mut sum = 0u64;
        while cpu_time(std::process::id()).unwrap() < before + Duration::from_millis(20) {
            sum = std::hint::black_box(sum.wrapping_mul(31).wrapping_add(7));
        }
        assert_eq!(cpu_time(u32::MAX), None);
    }
}
