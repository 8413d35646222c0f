//! `tabiya puzzles tag`: themes and ratings anew, of puzzles that are proved.

use std::path::PathBuf;
use std::sync::atomic::Ordering;

use anyhow::{Result, bail};
use clap::Args;

use super::row::{read_rows, taster, write_rows};
use crate::headway::{Headway, interrupted};
use crate::output::Ending;

/// Cheap beside the proof: for when definitions or weights have changed. The file is written when
/// all is done.
///
/// Examples:
///   tabiya puzzles tag mined.jsonl --out tagged.jsonl
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Options {
    /// Files of puzzles
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// File to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub(crate) fn run(options: &Options) -> Result<Ending> {
    let mut rows = Vec::new();
    for path in &options.files {
        rows.extend(read_rows(path)?);
    }
    let pressed = interrupted();
    let mut headway = Headway::new(u64::try_from(rows.len())?, 0, "puzzles");
    let mut engine = taster();
    for (done, row) in (1..).zip(&mut rows) {
        if pressed.load(Ordering::Relaxed) {
            bail!("stopped; nothing was written");
        }
        row.tag(&mut engine)?;
        headway.show(done, "");
    }
    write_rows(&options.out, &rows)?;
    Ok(Ending::Accepted)
}
