//! How hard a puzzle is, as a rating: a sum of clues with weights that were fitted to the ratings of
//! a large public collection (docs/puzzles.md). Not here: the clues (`clues`).

#[cfg(feature = "calibration")]
use super::clues::CLUES;
use super::clues::{Clues, clues};
use super::prove::Goal;
use super::puzzle::Puzzle;
use super::rate_numbers::{MATE, OTHER};
use super::themes::Theme;
use crate::Engine;

/// The least and the greatest rating.
const LEAST: f64 = 400.0;
const GREATEST: f64 = 2600.0;

/// What the clues weigh, and how sums become ratings.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// The mean of the ratings that they were fitted to.
    pub mean: f64,
    /// By how much sums are spread around it, so that they spread as those ratings do.
    pub spread: f64,
    /// One weight for each clue.
    pub clues: Clues,
}

/// The same, as constants.
pub(super) type Fixed = Weights;

impl Weights {
    /// The rating by these clues.
    #[must_use]
    pub fn rating(&self, clues: &Clues) -> f64 {
        let sum: f64 = clues.iter().zip(&self.clues).map(|(a, b)| a * b).sum();
        (self.mean + (sum - self.mean) * self.spread).clamp(LEAST, GREATEST)
    }
}

/// The rating of a puzzle with these themes.
pub fn rating(engine: &mut Engine, puzzle: &Puzzle, goal: Goal, themes: &[Theme]) -> u32 {
    let weights = match goal {
        Goal::Mate(_) => &MATE,
        Goal::Win | Goal::Draw => &OTHER,
    };
    let rating = weights.rating(&clues(engine, puzzle, themes)).round();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 400 and 2600"
    )]
    let rating = rating as u32;
    rating
}

/// The weights that explain ratings best, by least squares with a slight pull to 0.
#[cfg(feature = "calibration")]
#[must_use]
pub fn fit(rows: &[(&Clues, f64)]) -> Weights {
    const PULL: f64 = 3.0;
    // Each line: the products of a clue with all clues, then with the rating.
    let mut lines = vec![vec![0.0; CLUES + 1]; CLUES];
    for (clues, rating) in rows {
        for (line, &left) in lines.iter_mut().zip(clues.iter()) {
            let right = clues.iter().chain(std::iter::once(rating));
            for (cell, &right) in line.iter_mut().zip(right) {
                *cell += left * right;
            }
        }
    }
    for (place, line) in lines.iter_mut().enumerate() {
        if let Some(cell) = line.get_mut(place) {
            *cell += if place == 0 { 1e-6 } else { PULL };
        }
    }
    let mut clues = [0.0; CLUES];
    for (weight, found) in clues.iter_mut().zip(solve(lines)) {
        *weight = found;
    }
    let count = f64::from(u32::try_from(rows.len().max(1)).unwrap_or(1));
    let mean = rows.iter().map(|(_, rating)| rating).sum::<f64>() / count;
    let sum = |row: &Clues| -> f64 { row.iter().zip(&clues).map(|(a, b)| a * b).sum() };
    let given: f64 = rows.iter().map(|(_, rating)| (rating - mean).powi(2)).sum();
    let explained: f64 = rows.iter().map(|(row, _)| (sum(row) - mean).powi(2)).sum();
    Weights {
        mean,
        spread: (given / explained.max(1.0)).sqrt(),
        clues,
    }
}

/// Solves linear equations, each line a left side and its right side, by Gauss's elimination.
#[cfg(feature = "calibration")]
fn solve(mut lines: Vec<Vec<f64>>) -> Vec<f64> {
    let cell = |line: &[f64], place: usize| line.get(place).copied().unwrap_or(0.0);
    for place in 0..lines.len() {
        let size = |row: usize| lines.get(row).map_or(0.0, |line| cell(line, place).abs());
        let best = (place..lines.len()).max_by(|&a, &b| size(a).total_cmp(&size(b)));
        lines.swap(place, best.unwrap_or(place));
        let pivot = lines.get(place).cloned().unwrap_or_default();
        for (other, line) in lines.iter_mut().enumerate() {
            let factor = cell(line, place) / cell(&pivot, place);
            if other != place && factor != 0.0 {
                for (cell, from) in line.iter_mut().zip(&pivot) {
                    *cell -= factor * from;
                }
            }
        }
    }
    let answer =
        |(place, line): (usize, &Vec<f64>)| line.last().copied().unwrap_or(0.0) / cell(line, place);
    lines.iter().enumerate().map(answer).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A back-rank mate that everybody sees, and a quiet move that few do.
    #[test]
    fn what_is_hard_is_rated_higher() {
        let easy = Puzzle::read("6k1/5ppp/8/8/8/8/r4PPP/1R4K1 b - - 0 1", ["a2a7", "b1b8"]);
        let hard = "5k2/7R/4p2p/5p2/Ppr5/4bP1P/1B4PK/8 w - - 0 40";
        let hard = Puzzle::read(hard, ["b2g7", "f8g8", "h7h8", "g8g7"]);
        let mut engine = Engine::new(crate::Options {
            hash_mib: 1,
            ..crate::Options::default()
        });
        let mut rate = |puzzle: Puzzle, goal| {
            let themes = super::super::themes(&puzzle, goal, 300);
            rating(&mut engine, &puzzle, goal, &themes)
        };
        let easy = rate(easy.unwrap(), Goal::Mate(1));
        let hard = rate(hard.unwrap(), Goal::Win);
        assert!(easy < 900, "{easy}");
        assert!(hard > 1200, "{hard}");
    }

    #[cfg(feature = "calibration")]
    #[test]
    fn weights_are_found_again() {
        let rows: Vec<(Clues, f64)> = (0..600_u32)
            .map(|number| {
                let mut clues = [0.0; CLUES];
                clues[0] = 1.0;
                clues[1] = f64::from(number * 7919 % 101) / 10.0;
                clues[2] = f64::from(number * 104_729 % 97) / 10.0;
                (clues, 1000.0 + 60.0 * clues[1] - 20.0 * clues[2])
            })
            .collect();
        let rows: Vec<(&Clues, f64)> = rows
            .iter()
            .map(|(clues, rating)| (clues, *rating))
            .collect();
        let weights = fit(&rows);
        assert!((weights.clues[0] - 1000.0).abs() < 5.0, "{weights:?}");
        assert!((weights.clues[1] - 60.0).abs() < 1.0, "{weights:?}");
        assert!((weights.spread - 1.0).abs() < 0.01, "{weights:?}");
    }
}
