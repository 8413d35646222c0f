//! The speed of `tabiya-rules` beside that of other libraries: all in one process, in turns, the
//! results compared. What is measured is in a module per table.

mod contest;
mod fen;
mod games;
mod notation;
mod page;
mod perft;
mod pgn;
mod table;
mod winnable;

use std::path::PathBuf;

use anyhow::Result;
use clap::{Parser, ValueEnum};

use crate::contest::{Contest, Pace};

/// Measures tabiya-rules and its peers in turns and prints how fast each is.
#[derive(Debug, Parser)]
struct Options {
    /// What to measure; everything when nothing is named.
    #[arg(value_enum)]
    tables: Vec<Table>,
    /// How often each takes its turn; the median of these turns counts.
    #[arg(long, default_value_t = 7)]
    rounds: usize,
    /// How long a turn lasts at least, in milliseconds of processor time.
    #[arg(long, default_value_t = 40)]
    turn_ms: u64,
    /// Plies to add to the depth of every position in the table `perft`.
    #[arg(long, default_value_t = 0)]
    deeper: u32,
    /// A PGN file to measure beside the generated ones in the table `pgn`.
    #[arg(long)]
    pgn: Vec<PathBuf>,
    /// In the table `winnable`, takes every n-th row of the sets only.
    #[arg(long, default_value_t = 1)]
    every: usize,
    /// Prints every turn as tab-separated values instead of tables.
    #[arg(long)]
    raw: bool,
    /// Measures everything with this build and with the one named by `--native`, and writes the
    /// tables of this page anew.
    #[arg(long, requires = "native")]
    page: Option<PathBuf>,
    /// The same program built for this machine.
    #[arg(long, requires = "page")]
    native: Option<PathBuf>,
    /// What the page says above its tables: when, on what.
    #[arg(long, default_value = "")]
    caption: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Table {
    Perft,
    Notation,
    Fen,
    Pgn,
    /// Beside chasolver, on sets of positions that lie beside the checkout; only when named.
    Winnable,
}

fn main() -> Result<()> {
    let options = Options::parse();
    let pace = Pace {
        rounds: options.rounds.max(1),
        turn_ms: options.turn_ms,
    };
    if let (Some(page), Some(native)) = (&options.page, &options.native) {
        return page::write(page, native, &options.caption, pace, options.deeper);
    }
    let tables = if options.tables.is_empty() {
        &[Table::Perft, Table::Notation, Table::Fen, Table::Pgn]
    } else {
        options.tables.as_slice()
    };
    for table in tables {
        if *table == Table::Winnable {
            winnable::run(options.every.max(1))?;
            continue;
        }
        let results = contest::run(contests(*table, &options)?, pace)?;
        if options.raw {
            table::print_raw(&results);
        } else {
            table::print(&results);
        }
    }
    Ok(())
}

fn contests(table: Table, options: &Options) -> Result<Vec<Contest>> {
    match table {
        Table::Perft => perft::contests(options.deeper),
        Table::Notation => notation::contests(),
        Table::Fen => fen::contests(),
        Table::Pgn => pgn::contests(&options.pgn),
        Table::Winnable => Ok(Vec::new()),
    }
}
