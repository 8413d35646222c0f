//! `tabiya tune`: fits the numbers of the evaluation to recorded games. How stands in the engine
//! (`training`).

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use anyhow::{Context as _, ensure};
use clap::Args;
use tabiya_engine::eval::Evaluator;
use tabiya_engine::training::{
    Fit, FitOptions, GameRecord, Header, RecordError, Samples, Weights, mean_loss, scale_of,
};

use crate::headway::{Headway, interrupted};
use crate::output::{Ending, Output, remark};

/// Reads files of `tabiya datagen` and goes through their quiet positions until those set aside get
/// no better. The weights are written as the source file that the engine is built with:
/// crates/engine/src/eval/weights.rs. With a checkpoint, a run that was ended goes on.
///
/// Examples:
///   tabiya tune games.bin --weights weights.rs
///   tabiya tune one.bin two.bin --weights weights.rs --checkpoint fit.txt --blend 0.5
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Options {
    /// Files of games
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// File to write the weights to
    #[arg(long)]
    weights: PathBuf,
    /// File to keep the state in after each round; goes on from it if it is there
    #[arg(long)]
    checkpoint: Option<PathBuf>,
    /// Rounds through all positions at most
    #[arg(long, default_value_t = 60)]
    rounds: u32,
    /// Rounds without progress after which it ends
    #[arg(long, default_value_t = FitOptions::default().patience)]
    patience: u32,
    /// Seed of the order of positions
    #[arg(long, default_value_t = FitOptions::default().seed)]
    seed: u64,
    /// How much the result counts against the search's score, 0 to 1
    #[arg(long, default_value_t = FitOptions::default().blend)]
    blend: f64,
    /// First step of a weight in centipawns
    #[arg(long, default_value_t = FitOptions::default().rate)]
    rate: f64,
    /// Positions for each step
    #[arg(long, default_value_t = FitOptions::default().batch)]
    batch: usize,
    /// How fast the points to expect grow with a value; fitted to the results if not given
    #[arg(long)]
    scale: Option<f64>,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Ending> {
    ensure!(
        (0.0..=1.0).contains(&options.blend),
        "--blend is a part of one: 0 to 1"
    );
    let samples = read(&options.games)?;
    ensure!(!samples.is_empty(), "there is no quiet position");
    let weights = Weights::current();
    let scale = options
        .scale
        .unwrap_or_else(|| scale_of(&samples, &weights, false));
    let fit_options = FitOptions {
        seed: options.seed,
        scale,
        blend: options.blend,
        rate: options.rate,
        batch: options.batch,
        patience: options.patience,
    };
    let mut out = Output::new();
    writeln!(out, "positions {}", samples.len())?;
    writeln!(out, "scale {scale:.6}")?;
    writeln!(
        out,
        "scale of the search's scores {:.6}",
        scale_of(&samples, &weights, true)
    )?;
    writeln!(
        out,
        "loss of the weights as they are {:.6}",
        mean_loss(&samples, &weights, scale, options.blend)
    )?;
    out.flush()?;

    let mut fit = begin(
        options.checkpoint.as_deref(),
        weights,
        &samples,
        fit_options,
    )?;
    let pressed = interrupted();
    let first = fit.rounds();
    let mut headway = Headway::new(u64::from(options.rounds), u64::from(first), "rounds");
    while fit.rounds() < options.rounds && !fit.is_done() && !pressed.load(Ordering::Relaxed) {
        let (learned, judged) = fit.round(&samples);
        headway.show(
            u64::from(fit.rounds()),
            &format!("loss {learned:.6}, {judged:.6} on positions set aside"),
        );
        writeln!(out, "round {} {learned:.6} {judged:.6}", fit.rounds())?;
        out.flush()?;
        if let Some(path) = &options.checkpoint {
            write_whole(path, &fit.to_text(&samples))?;
        }
        write_whole(&options.weights, &fit.best().to_source())?;
    }
    drop(headway);
    // It may have been ended between a checkpoint and its weights.
    if fit.rounds() > 0 {
        write_whole(&options.weights, &fit.best().to_source())?;
    }
    writeln!(
        out,
        "loss {:.6} on positions set aside after {} rounds",
        fit.best_loss(),
        fit.rounds()
    )?;
    out.end(Ending::Accepted)
}

/// A new fit, or the one that was kept.
fn begin(
    path: Option<&Path>,
    weights: Weights,
    samples: &Samples,
    options: FitOptions,
) -> anyhow::Result<Fit> {
    let Some(path) = path.filter(|path| path.exists()) else {
        return Ok(Fit::new(weights, options));
    };
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    Fit::from_text(&text, samples, options)
        .with_context(|| format!("{} is not to be gone on from", path.display()))
}

/// The quiet positions of all files.
fn read(paths: &[PathBuf]) -> anyhow::Result<Samples> {
    let mut evaluator = Evaluator::new();
    let mut samples = Samples::new();
    for (set, path) in (0..).zip(paths) {
        let place = || path.display().to_string();
        let bytes = fs::read(path).with_context(place)?;
        Header::from_bytes(&bytes).with_context(place)?;
        let mut rest = bytes.get(Header::SIZE..).unwrap_or_default();
        loop {
            match GameRecord::read(rest) {
                Ok(Some((game, length))) => {
                    samples.add_game(&mut evaluator, &game, set);
                    rest = rest.get(length..).unwrap_or_default();
                }
                Ok(None) => break,
                Err(RecordError::CutOff) => {
                    remark(&format!("the last game of {} is cut off", path.display()));
                    break;
                }
                Err(error) => return Err(error).with_context(place),
            }
        }
    }
    Ok(samples)
}

/// Writes a file so that there is never half of it.
fn write_whole(path: &Path, text: &str) -> anyhow::Result<()> {
    let place = || path.display().to_string();
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    fs::write(&name, text).with_context(place)?;
    fs::rename(&name, path).with_context(place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::datagen;
    use clap::Parser;

    #[derive(Parser)]
    struct Games {
        #[command(flatten)]
        options: datagen::Options,
    }

    #[derive(Parser)]
    struct Tune {
        #[command(flatten)]
        options: Options,
    }

    #[test]
    fn a_fit_that_was_ended_goes_on_to_the_same_state() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).display().to_string();
        let games = path("games");
        let made = Games::parse_from(["datagen", &games, "--games", "3", "--nodes", "30"]);
        datagen::run(&made.options).unwrap();

        let tune = |name: &str, rounds: &str| {
            let (weights, state) = (path(name), path(&format!("{name}.state")));
            let line = [
                "tune",
                &games,
                "--weights",
                &weights,
                "--checkpoint",
                &state,
                "--rounds",
                rounds,
                "--batch",
                "16",
                "--patience",
                "99",
            ];
            run(&Tune::parse_from(line).options).unwrap();
            assert!(fs::read_to_string(&weights).unwrap().contains("WEIGHTS"));
            fs::read_to_string(state).unwrap()
        };
        let whole = tune("whole", "4");
        let half = tune("parts", "2");
        assert_ne!(half, whole);
        assert_eq!(tune("parts", "4"), whole);
    }
}
