//! `tabiya puzzles add`: puts puzzles into the library of a service, from which its pages take them.

use std::io::Write as _;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use anyhow::{Context as _, Result, bail};
use clap::Args;
use tabiya_server::{Office, Puzzle};

use super::row::{Row, read_rows};
use crate::headway::{Headway, interrupted};
use crate::output::{Ending, Output};

/// As many as hold up a game that is played meanwhile by a few hundredths of a second.
const AT_ONCE: usize = 1000;

/// It works beside a running service, on the same data folder. What is in the library already is
/// replaced, so it does no harm to do it again; a run that was ended has added whole puzzles only.
///
/// Examples:
///   tabiya puzzles add lichess.jsonl --data ./data
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Options {
    /// Files of puzzles, as the other commands write them
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Folder in which the service keeps everything
    #[arg(
        long,
        value_name = "FOLDER",
        env = "TABIYA_DATA",
        default_value = "./data"
    )]
    data: PathBuf,
}

pub(crate) fn run(options: &Options) -> Result<Ending> {
    let mut puzzles = Vec::new();
    for path in &options.files {
        for row in read_rows(path)? {
            puzzles.push(puzzle(row)?);
        }
    }
    let office = Office::open(&options.data)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("the library cannot be opened")?;
    let pressed = interrupted();
    let mut headway = Headway::new(u64::try_from(puzzles.len())?, 0, "puzzles");
    let mut added = 0;
    for some in puzzles.chunks(AT_ONCE) {
        if pressed.load(Ordering::Relaxed) {
            bail!("stopped; {added} puzzles were added");
        }
        runtime.block_on(office.add_puzzles(some.to_vec()))?;
        added += u64::try_from(some.len())?;
        headway.show(added, "");
    }
    let mut out = Output::new();
    writeln!(out, "{added} puzzles added")?;
    out.end(Ending::Accepted)
}

/// A puzzle as the library holds it. One that cannot be played is none.
fn puzzle(row: Row) -> Result<Puzzle> {
    row.puzzle()?;
    let rating = u16::try_from(row.rating);
    Ok(Puzzle {
        rating: rating.with_context(|| format!("puzzle {}: no such rating", row.id))?,
        id: row.id,
        fen: row.fen,
        moves: row.moves,
        themes: row.themes,
        url: row.url,
    })
}
