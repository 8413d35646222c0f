//! Numbers for people: how fast each entrant is and how that compares.

use crate::contest::{OURS, Times};

/// The value in the middle.
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// How many times as fast as `base` somebody is, where both took the same turns.
pub(crate) fn ratio(base: &Times, other: &Times) -> f64 {
    let turns = base.seconds.iter().zip(&other.seconds);
    median(turns.map(|(base, other)| base / other).collect())
}

/// One line of a table: an entrant and the contests of a row that it took part in.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) row: String,
    pub(crate) unit: String,
    pub(crate) entrant: String,
    /// Units of work a second, geometric mean.
    pub(crate) speed: f64,
    /// Speed in relation to the first entrant who is not ours, geometric mean.
    pub(crate) ratio: f64,
}

/// Joins the contests of each row.
pub(crate) fn lines(results: &[Times], bases: &[Times]) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for times in results {
        if lines
            .iter()
            .any(|line| line.row == times.row && line.entrant == times.entrant)
        {
            continue;
        }
        let same: Vec<&Times> = results
            .iter()
            .filter(|other| other.row == times.row && other.entrant == times.entrant)
            .collect();
        let speeds = same
            .iter()
            .map(|times| as_number(times.work) / median(times.seconds.clone()));
        let ratios = same.iter().filter_map(|times| {
            let base = bases
                .iter()
                .find(|b| b.row == times.row && b.name == times.name && b.entrant != OURS)?;
            Some(ratio(base, times))
        });
        lines.push(Line {
            row: times.row.clone(),
            unit: times.unit.clone(),
            entrant: times.entrant.clone(),
            speed: geometric_mean(speeds),
            ratio: geometric_mean(ratios),
        });
    }
    lines
}

fn geometric_mean(values: impl Iterator<Item = f64>) -> f64 {
    let logs: Vec<f64> = values.map(f64::ln).collect();
    (logs.iter().sum::<f64>() / as_number(logs.len() as u64)).exp()
}

#[expect(
    clippy::cast_precision_loss,
    reason = "counts below 2^52 keep every digit, and two digits are shown"
)]
fn as_number(count: u64) -> f64 {
    count as f64
}

/// Prints a table for each row, and how ours stands to the best of the others.
pub(crate) fn print(results: &[Times]) {
    let lines = lines(results, results);
    let mut row = "";
    for line in &lines {
        if line.row != row {
            row = &line.row;
            let best = lines
                .iter()
                .filter(|line| line.row == row && line.entrant != OURS)
                .map(|line| line.ratio)
                .fold(f64::NAN, f64::max);
            println!("\n{row}");
            if let Some(ours) = lines.iter().find(|l| l.row == row && l.entrant == OURS) {
                println!("  ours to the best peer: {:.2}", ours.ratio / best);
            }
        }
        println!(
            "  {:<24} {:>6.2}   {:>9.2} M {}/s",
            line.entrant,
            line.ratio,
            line.speed / 1e6,
            line.unit
        );
    }
}

/// Prints every turn: row, contest, unit, work, entrant and the seconds of each round.
pub(crate) fn print_raw(results: &[Times]) {
    for times in results {
        let seconds: Vec<String> = times.seconds.iter().map(|s| format!("{s:e}")).collect();
        println!(
            "{}\t{}\t{}\t{}\t{}\t{}",
            times.row,
            times.name,
            times.unit,
            times.work,
            times.entrant,
            seconds.join(" ")
        );
    }
}
