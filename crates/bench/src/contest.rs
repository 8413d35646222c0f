//! Who does the same work, in turns, and how long each takes. Not here: what the work is, and how
//! the outcome is shown.

use std::hint::black_box;
use std::time::Duration;

use anyhow::{Result, ensure};
use cpu_time::ThreadTime;

/// The name under which our own library takes part.
pub(crate) const OURS: &str = "tabiya-rules";

/// One who does the work, and what comes out of it: the same number for everyone.
pub(crate) struct Entrant {
    pub(crate) name: &'static str,
    run: Box<dyn Fn() -> u64>,
}

impl Entrant {
    pub(crate) fn new(name: &'static str, run: impl Fn() -> u64 + 'static) -> Self {
        Self {
            name,
            run: Box::new(run),
        }
    }
}

/// One piece of work for everyone. The first who is not ours is the one that the others are
/// compared with.
pub(crate) struct Contest {
    /// The row of the table. Contests of one row are joined by the geometric mean.
    pub(crate) row: String,
    /// What this is about within the row: a position, a file.
    pub(crate) name: String,
    /// What is counted: `nodes`, `moves`, `bytes`.
    pub(crate) unit: &'static str,
    /// How many of that one run does.
    pub(crate) work: u64,
    pub(crate) entrants: Vec<Entrant>,
}

/// How often and how long.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    pub(crate) rounds: usize,
    pub(crate) turn_ms: u64,
}

/// How long one entrant took for one run of one contest, in seconds of processor time, round by
/// round.
#[derive(Clone, Debug)]
pub(crate) struct Times {
    pub(crate) row: String,
    pub(crate) name: String,
    pub(crate) unit: String,
    pub(crate) work: u64,
    pub(crate) entrant: String,
    pub(crate) seconds: Vec<f64>,
}

/// Lets everyone work, in turns, after a first run in which the results are compared.
pub(crate) fn run(contests: Vec<Contest>, pace: Pace) -> Result<Vec<Times>> {
    let mut all = Vec::new();
    for contest in contests {
        let repeats = agree(&contest, pace)?;
        let mut seconds = vec![Vec::new(); contest.entrants.len()];
        for round in 0..pace.rounds {
            // Another one begins each time, so that nobody always follows the same one.
            for turn in 0..contest.entrants.len() {
                let at = (round + turn) % contest.entrants.len();
                if let (Some(entrant), Some(seconds)) =
                    (contest.entrants.get(at), seconds.get_mut(at))
                {
                    seconds.push(time(entrant, repeats).as_secs_f64() / f64::from(repeats));
                }
            }
        }
        let timed = contest.entrants.iter().zip(seconds);
        all.extend(timed.map(|(entrant, seconds)| Times {
            row: contest.row.clone(),
            name: contest.name.clone(),
            unit: contest.unit.to_owned(),
            work: contest.work,
            entrant: entrant.name.to_owned(),
            seconds,
        }));
    }
    Ok(all)
}

/// Checks that all come to the same result, and finds how often the quickest must run to fill a
/// turn.
fn agree(contest: &Contest, pace: Pace) -> Result<u32> {
    let mut agreed: Option<(&str, u64)> = None;
    let mut quickest = f64::INFINITY;
    for entrant in &contest.entrants {
        let began = ThreadTime::now();
        let result = (entrant.run)();
        quickest = quickest.min(began.elapsed().as_secs_f64());
        let (name, expected) = *agreed.get_or_insert((entrant.name, result));
        ensure!(
            result == expected,
            "{}, {}: {name} finds {expected}, {} finds {result}",
            contest.row,
            contest.name,
            entrant.name
        );
    }
    let turn = Duration::from_millis(pace.turn_ms).as_secs_f64();
    let mut repeats = 1;
    while f64::from(repeats) * quickest < turn && repeats < 1 << 16 {
        repeats += 1;
    }
    Ok(repeats)
}

fn time(entrant: &Entrant, repeats: u32) -> Duration {
    let began = ThreadTime::now();
    for _ in 0..repeats {
        black_box((entrant.run)());
    }
    began.elapsed()
}
