//! Where each opponent solves half of the puzzles, and what it must notice to do so.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Read};
use std::path::Path;

use anyhow::Context;
use flate2::read::GzDecoder;
use tabiya_engine::levels::Level;
use tabiya_engine::levels::measure::{HalfPoint, Puzzle, half_point, solves};
use tabiya_engine::{Engine, Options};

use super::calibrate::Measured;
use super::state::State;
use crate::progress::Progress;

/// Puzzles so far from a level's rating tell of it.
const WINDOW: u32 = 350;

/// The levels whose puzzles there are.
pub(super) fn has_puzzles(level: &Level) -> bool {
    (600..=2000).contains(&level.rating)
}

/// Reads puzzles, packed by gzip or not. Lines that are none are passed over.
pub(super) fn read(path: &Path) -> anyhow::Result<Vec<Puzzle>> {
    let file = File::open(path).with_context(|| format!("{} cannot be read", path.display()))?;
    let reader: Box<dyn Read> = if path.extension().is_some_and(|ending| ending == "gz") {
        Box::new(GzDecoder::new(file))
    } else {
        Box::new(file)
    };
    let mut puzzles = Vec::new();
    for line in BufReader::new(reader).lines() {
        puzzles.extend(Puzzle::from_csv(&line?));
    }
    Ok(puzzles)
}

/// What a level is fitted to is not what it is measured by.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Fitting,
    Measuring,
}

impl Use {
    /// What a puzzle is for: always the same, whatever the file.
    fn of(puzzle: &Puzzle) -> Use {
        if seed(puzzle).is_multiple_of(2) {
            Use::Measuring
        } else {
            Use::Fitting
        }
    }
}

/// So many puzzles for that use around a rating, spread evenly over the file.
fn around(puzzles: &[Puzzle], rating: u32, count: usize, purpose: Use) -> Vec<&Puzzle> {
    // The collection ends somewhere: there its last puzzles have to do.
    let lowest = puzzles
        .iter()
        .map(|puzzle| puzzle.rating)
        .min()
        .unwrap_or(0);
    let highest = puzzles
        .iter()
        .map(|puzzle| puzzle.rating)
        .max()
        .unwrap_or(0);
    let center = rating
        .min(highest.saturating_sub(WINDOW))
        .max(lowest + WINDOW);
    let near: Vec<&Puzzle> = puzzles
        .iter()
        .filter(|puzzle| Use::of(puzzle) == purpose && puzzle.rating.abs_diff(center) <= WINDOW)
        .collect();
    let step = (near.len() / count.max(1)).max(1);
    near.into_iter().step_by(step).take(count).collect()
}

fn seed(puzzle: &Puzzle) -> u64 {
    let digits = puzzle.id.bytes();
    digits.fold(7, |sum, byte| sum * 131 % 1_000_000_007 + u64::from(byte))
}

/// Where each level with puzzles of its own solves half of them.
pub(super) fn measure(
    levels: &mut [Measured],
    puzzles: &[Puzzle],
    count: usize,
    state: &mut State,
) -> anyhow::Result<()> {
    let total = levels.iter().filter(|one| has_puzzles(&one.level)).count() * count;
    let mut progress = Progress::of_things(u64::try_from(total).ok(), "puzzles");
    for one in levels.iter_mut().filter(|one| has_puzzles(&one.level)) {
        let mut engine = Engine::new(Options::default());
        let mut results = Vec::new();
        for puzzle in around(puzzles, one.level.rating, count, Use::Measuring) {
            let name = format!("puzzle {} {}", one.print, puzzle.id);
            let solved = state.get_or(&name, || {
                let solved = solves(&one.level, seed(puzzle), &mut engine, puzzle);
                Ok(vec![f64::from(u8::from(solved))])
            })?;
            results.push((f64::from(puzzle.rating), solved == [1.0]));
            progress.add(1);
        }
        one.half = half_point(&results);
    }
    Ok(())
}

/// The vision with which a level solves half of the puzzles of its own rating, by puzzles that no
/// measurement uses.
pub(super) fn fit(level: &Level, puzzles: &[Puzzle], count: usize) -> (f64, Option<HalfPoint>) {
    let mut engine = Engine::new(Options::default());
    let set = around(puzzles, level.rating, count, Use::Fitting);
    let (mut low, mut high) = (-9.0, 7.0);
    let mut found = None;
    for _ in 0..8 {
        let mut tried = *level;
        tried.numbers.vision = f64::midpoint(low, high);
        let results: Vec<(f64, bool)> = set
            .iter()
            .map(|puzzle| {
                let solved = solves(&tried, seed(puzzle), &mut engine, puzzle);
                (f64::from(puzzle.rating), solved)
            })
            .collect();
        found = half_point(&results);
        let solves_more = match found {
            Some(half) => half.rating > f64::from(level.rating),
            None => results.iter().all(|&(_, solved)| solved),
        };
        if solves_more {
            high = tried.numbers.vision;
        } else {
            low = tried.numbers.vision;
        }
    }
    (f64::midpoint(low, high), found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_measured_by_what_it_was_fitted_to() {
        let line = |number: u32| {
            let fen = "6k1/5ppp/8/8/8/8/r4PPP/3R2K1 b - - 0 1";
            format!(
                "id{number},{fen},a2a3 d1d8,{},90,mateIn1,900",
                900 + number % 9
            )
        };
        let puzzles: Vec<Puzzle> = (0..200)
            .filter_map(|number| Puzzle::from_csv(&line(number)))
            .collect();
        assert_eq!(puzzles.len(), 200);
        let ids = |purpose| -> Vec<&str> {
            let found = around(&puzzles, 900, 500, purpose);
            found.into_iter().map(|puzzle| puzzle.id.as_str()).collect()
        };
        let (fitted, measured) = (ids(Use::Fitting), ids(Use::Measuring));
        assert!(fitted.len() > 50 && measured.len() > 50);
        assert!(fitted.iter().all(|id| !measured.contains(id)));
    }
}
