//! Every answer against exhaustive truth, on the random positions of `generate`.

use std::time::{Duration, Instant};

use tabiya_rules::{Budget, Color, Position, Verdict, winnable};

use crate::generate::{Dice, GENERATORS, Generator, generate};
use crate::truth::truth;
use crate::{brief, confirmed, is_long};

/// How often the truth was that the side can mate, that it cannot, and too much to find out.
#[derive(Default)]
struct Tally {
    yes: u32,
    no: u32,
    unknown: u32,
}

impl Tally {
    /// Compares the answers for both colors with the truth, if at most `limit` positions can
    /// follow; the checker confirms each answer in any case.
    fn compare(&mut self, start: &Position, limit: usize) {
        for color in Color::ALL {
            let truth = truth(start, color, limit).map(|truth| truth.is_winnable);
            match truth {
                Some(true) => self.yes += 1,
                Some(false) => self.no += 1,
                None => self.unknown += 1,
            }
            let small = [Budget::after_move(), Budget::positions(100)];
            // Where the truth is large, so is the work of a full answer.
            let full = truth.map(|_| Budget::default());
            for budget in small.into_iter().chain(full) {
                let verdict = winnable(start, color, budget);
                confirmed(start, color, &verdict);
                let is_right = match (&verdict, truth) {
                    (Verdict::Undecided, _) => budget != Budget::default(),
                    (_, None) => true,
                    (answer, Some(truth)) => answer.is_winnable() == truth,
                };
                let fen = start.fen();
                assert!(
                    is_right,
                    "{color} in {fen}: {}, not {truth:?}",
                    brief(&verdict)
                );
            }
        }
    }
}

fn compare(name: &str, seed: u64, count: usize) {
    let mut dice = Dice(seed);
    let mut tally = Tally::default();
    let generator = generator(name);
    for _ in 0..count {
        tally.compare(&generate(&mut dice, generator), 3_000);
    }
    let Tally { yes, no, unknown } = tally;
    eprintln!("{name}: {yes} winnable, {no} not, {unknown} unknown");
    assert!(yes >= 5 && no >= 5, "both answers must occur often");
}

fn generator(name: &str) -> Generator {
    let found = GENERATORS.into_iter().find(|(other, _)| *other == name);
    found.unwrap().1
}

#[test]
fn locked_pawns_are_judged_right() {
    compare("locked", 0x7AB1_0001, 200);
}

#[test]
fn walls_are_judged_right() {
    compare("walls", 0x7AB1_0002, 120);
}

#[test]
fn crowded_corners_are_judged_right() {
    compare("crowded", 0x7AB1_0003, 120);
}

#[test]
fn few_men_are_judged_right() {
    compare("few", 0x7AB1_0004, 120);
}

/// How long the long test runs.
fn minutes() -> u64 {
    let minutes = std::env::var("TABIYA_FUZZ_MINUTES");
    minutes.map_or(20, |minutes| minutes.parse().unwrap())
}

#[test]
fn no_wrong_answer_is_found_in_a_long_time() {
    if !is_long() {
        return;
    }
    let (end, seed) = (Duration::from_secs(60 * minutes()), 0x7AB1_1000);
    let clock = Instant::now();
    let mut tally = Tally::default();
    // Each kind of position has dice of its own, so that a failure is found again.
    let mut kinds = GENERATORS.map(|(_, generator)| (Dice(seed), generator));
    while clock.elapsed() < end {
        for (dice, generator) in &mut kinds {
            let start = generate(dice, *generator);
            tally.compare(&start, 30_000);
        }
    }
    let Tally { yes, no, unknown } = tally;
    eprintln!(
        "{} minutes: {yes} winnable, {no} not, {unknown} unknown",
        minutes()
    );
}
