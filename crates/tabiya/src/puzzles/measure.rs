//! `tabiya puzzles measure`: how well our themes and ratings agree with those of puzzles that many
//! people have solved; and the weights of ratings, fitted to them. Not here: themes and clues
//! themselves, which are the engine's.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use anyhow::{Context as _, Result, bail, ensure};
use clap::Args;
use tabiya_engine::Engine;
use tabiya_engine::puzzles::{Clues, Goal, Puzzle, Theme, Weights, clues, fit, themes};

use super::import::unpacked;
use super::row::taster;
use crate::headway::{Headway, interrupted};
use crate::output::{DIM, Ending, NAME, Output};

/// Reads rows of id, FEN, moves, rating, popularity, themes: of each theme it prints how many
/// puzzles have it by both, by us alone, by them alone. With --ratings it also fits the weights of
/// ratings to four fifths of the rows and prints how far they are off in the last fifth.
///
/// Examples:
///   tabiya puzzles measure lichess_20k.csv.gz
///   tabiya puzzles measure lichess_20k.csv.gz --ratings --weights rate_numbers.rs --threads 4
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Options {
    /// The rows, packed or not
    file: PathBuf,
    /// Fit ratings, too: some minutes of the processor for 10,000 rows
    #[arg(long)]
    ratings: bool,
    /// Write the weights here, as the source file that the engine is built with:
    /// crates/engine/src/puzzles/rate_numbers.rs
    #[arg(long, value_name = "FILE", requires = "ratings")]
    weights: Option<PathBuf>,
    /// Threads that read clues
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

/// A row: a puzzle as others see it.
struct Given {
    puzzle: Puzzle,
    goal: Goal,
    rating: f64,
    themes: Vec<String>,
}

impl Given {
    fn read(line: &str) -> Option<Self> {
        let fields: Vec<&str> = line.split(',').collect();
        let [_, fen, moves, rating, _, themes, ..] = fields.as_slice() else {
            return None;
        };
        let puzzle = Puzzle::read(fen, moves.split(' ')).ok()?;
        let themes: Vec<String> = themes.split(' ').map(str::to_owned).collect();
        let is_draw = themes.iter().any(|theme| theme == Theme::Equality.key());
        let goal = if puzzle.end().is_checkmate() {
            Goal::Mate(u32::try_from(puzzle.length()).ok()?)
        } else if is_draw {
            Goal::Draw
        } else {
            Goal::Win
        };
        Some(Self {
            puzzle,
            goal,
            rating: rating.parse().ok()?,
            themes,
        })
    }
}

pub(crate) fn run(options: &Options) -> Result<Ending> {
    let (reader, _) = unpacked(&options.file)?;
    let mut given = Vec::new();
    for line in BufReader::new(reader).lines() {
        given.extend(Given::read(&line?));
    }
    ensure!(!given.is_empty(), "{} has no rows", options.file.display());
    let mut out = Output::new();
    compare(&mut out, &given)?;
    if options.ratings {
        rate(&mut out, &given, options)?;
    }
    out.end(Ending::Accepted)
}

/// How often each theme is seen by both, by us alone, by them alone.
fn compare(out: &mut Output, given: &[Given]) -> Result<()> {
    let mut counts: BTreeMap<&str, [u32; 3]> = BTreeMap::new();
    for given in given {
        let ours = themes(&given.puzzle, given.goal, 0);
        for theme in Theme::ALL {
            let is_theirs = given.themes.iter().any(|key| key == theme.key());
            let place = match (ours.contains(theme), is_theirs) {
                (true, true) => 0,
                (true, false) => 1,
                (false, true) => 2,
                (false, false) => continue,
            };
            let count = counts.entry(theme.key()).or_default();
            if let Some(count) = count.get_mut(place) {
                *count += 1;
            }
        }
    }
    writeln!(
        out,
        "{DIM}theme              both   ours only  theirs only  precision  recall{DIM:#}"
    )?;
    for (theme, [both, ours, theirs]) in counts {
        let share =
            |part: u32, rest: u32| 100.0 * f64::from(part) / f64::from((part + rest).max(1));
        let (precision, recall) = (share(both, ours), share(both, theirs));
        writeln!(
            out,
            "{NAME}{theme:17}{NAME:#} {both:5}  {ours:10}  {theirs:11}  {precision:7.1} %  {recall:4.1} %"
        )?;
    }
    Ok(())
}

/// Every so-manieth row is kept back for the proof.
const KEPT: usize = 5;

fn rate(out: &mut Output, given: &[Given], options: &Options) -> Result<()> {
    let all = read_clues(given, usize::from(options.threads))?;
    let mut text = String::from(
        "//! The weights of the clues, fitted (`tabiya puzzles measure --ratings --weights`). Not here: what\n\
         //! they weigh (`clues`).\n\nuse super::rate::Fixed;\n",
    );
    let kinds = [
        ("MATE", "that end in mate", true),
        ("OTHER", "of all other kinds", false),
    ];
    for (name, kind, mates) in kinds {
        let rows: Vec<(&Clues, f64)> = given
            .iter()
            .zip(&all)
            .filter(|(given, _)| matches!(given.goal, Goal::Mate(_)) == mates)
            .map(|(given, clues)| (clues, given.rating))
            .collect();
        let is_kept = |place: usize| place % KEPT == KEPT - 1;
        let part = |kept: bool| {
            let rows = rows.iter().enumerate();
            let part = rows.filter(move |(place, _)| is_kept(*place) == kept);
            part.map(|(_, row)| *row).collect::<Vec<_>>()
        };
        let weights = fit(&part(false));
        let judged: Vec<(f64, f64)> = part(true)
            .iter()
            .map(|(clues, rating)| (weights.rating(clues), *rating))
            .collect();
        let Error {
            mean,
            correlation,
            plain,
        } = error(&judged);
        writeln!(
            out,
            "puzzles {kind}: {} rows, r = {correlation:.2}, off by {mean:.0} on average \
             (by {plain:.0} if all were given the mean)",
            rows.len()
        )?;
        // What is shipped learns from all rows.
        let weights = fit(&rows);
        write_weights(&mut text, name, kind, &weights)?;
    }
    if let Some(path) = &options.weights {
        std::fs::write(path, text).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

/// How far ratings are off.
struct Error {
    mean: f64,
    correlation: f64,
    /// What the mean error would be without looking at the puzzles.
    plain: f64,
}

fn error(judged: &[(f64, f64)]) -> Error {
    let count = f64::from(u32::try_from(judged.len().max(1)).unwrap_or(1));
    let mean = |value: &dyn Fn(&(f64, f64)) -> f64| judged.iter().map(value).sum::<f64>() / count;
    let (ours, theirs) = (mean(&|pair| pair.0), mean(&|pair| pair.1));
    let spread = |value: &dyn Fn(&(f64, f64)) -> f64| mean(&|pair| value(pair).powi(2)).sqrt();
    let together = mean(&|pair| (pair.0 - ours) * (pair.1 - theirs));
    Error {
        mean: mean(&|pair| (pair.0 - pair.1).abs()),
        correlation: together / (spread(&|pair| pair.0 - ours) * spread(&|pair| pair.1 - theirs)),
        plain: mean(&|pair| (pair.1 - theirs).abs()),
    }
}

fn read_clues(given: &[Given], threads: usize) -> Result<Vec<Clues>> {
    let next = AtomicUsize::new(0);
    let found = Mutex::new(BTreeMap::new());
    let pressed = interrupted();
    let headway = Mutex::new(Headway::new(u64::try_from(given.len())?, 0, "rows"));
    thread::scope(|scope| -> Result<()> {
        for _ in 0..threads {
            let worker = thread::Builder::new().stack_size(Engine::STACK);
            worker.spawn_scoped(scope, || {
                let mut engine = taster();
                while !pressed.load(Ordering::Relaxed) {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(given) = given.get(place) else { break };
                    let themes = themes(&given.puzzle, given.goal, 0);
                    let clues = clues(&mut engine, &given.puzzle, &themes);
                    let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
                    found.insert(place, clues);
                    let done = u64::try_from(found.len()).unwrap_or(0);
                    headway
                        .lock()
                        .unwrap_or_else(PoisonError::into_inner)
                        .show(done, "");
                }
            })?;
        }
        Ok(())
    })?;
    if pressed.load(Ordering::Relaxed) {
        bail!("stopped; nothing was written");
    }
    let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(found.into_values().collect())
}

/// Weights as source code.
fn write_weights(text: &mut String, name: &str, kind: &str, weights: &Weights) -> Result<()> {
    let Weights {
        mean,
        spread,
        clues,
    } = weights;
    write!(
        text,
        "\n/// For puzzles {kind}.\npub(super) const {name}: Fixed = Fixed {{\n    mean: {mean:.1},\n    spread: {spread:.3},\n    clues: [\n"
    )?;
    for weight in clues {
        writeln!(text, "        {weight:.2},")?;
    }
    text.push_str("    ],\n};\n");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_counted() {
        let Error {
            mean,
            correlation,
            plain,
        } = error(&[(10.0, 20.0), (30.0, 40.0)]);
        assert_eq!((mean, plain), (10.0, 10.0));
        assert!((correlation - 1.0).abs() < 1e-9);
    }

    #[test]
    fn rows_of_others_are_read() {
        let row = "x,6k1/5ppp/8/8/8/8/r4PPP/1R4K1 b - - 0 1,a2a7 b1b8,700,90,mate mateIn1,7";
        let given = Given::read(row).unwrap();
        assert_eq!((given.goal, given.rating), (Goal::Mate(1), 700.0));
        assert!(Given::read("x,y").is_none());
    }
}
