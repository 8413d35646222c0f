//! `tabiya levels`: the opponents, how strong they measure, and where their habits come from. Not
//! here: how they play, and the statistics, which are the engine library's.

mod anchors;
mod calibrate;
mod ladder;
mod learn;
mod likeness;
mod puzzles;
mod report;
mod state;

use std::io::Write;

use clap::{Args, Subcommand};
use serde::Serialize;
use tabiya_engine::levels::Level;

use crate::output::{DIM, Ending, Format, NAME, Output};

/// Without a further command the opponents are listed.
///
/// Examples:
///   tabiya levels --json
///   tabiya levels calibrate --puzzles 400 --games 60
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Options {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    format: Format,
}

#[derive(Subcommand)]
enum Command {
    /// Measure every opponent: puzzles, neighbours, other engines, likeness to people
    Calibrate(calibrate::Options),
    /// Learn what moves people are in the habit of playing
    Learn(learn::Options),
}

#[derive(Serialize)]
struct Row {
    id: &'static str,
    name: &'static str,
    rating: u32,
    style: &'static str,
    character: &'static str,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Ending> {
    match &options.command {
        Some(Command::Calibrate(calibrate)) => return calibrate::run(calibrate),
        Some(Command::Learn(learn)) => return learn::run(learn),
        None => {}
    }
    let mut out = Output::new();
    for level in Level::all() {
        if options.format.json {
            out.json(&Row {
                id: level.id,
                name: level.name,
                rating: level.rating,
                style: level.style.name(),
                character: level.character,
            })?;
        } else {
            let (id, rating, name) = (level.id, level.rating, level.name);
            writeln!(
                out,
                "{NAME}{id:8}{NAME:#} {rating:4}  {name:8} {DIM}{}{DIM:#}",
                level.character
            )?;
        }
    }
    out.end(Ending::Accepted)
}
