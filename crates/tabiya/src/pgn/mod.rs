//! `tabiya pgn`: reads, checks, counts and cleans files of games of any size. Here: the choices
//! that all four share, and the walk over the files. What is done with a game stands beside.

mod check;
mod finding;
mod normalize;
mod read;
mod record;
mod stats;

use std::io::{self, IsTerminal as _, Read};
use std::path::PathBuf;

use anyhow::Context as _;
use clap::{Args, Subcommand, ValueEnum};
use tabiya_rules::pgn::{Encoding, Refill, Stream};

use crate::input::open;
use crate::output::{Ending, Format};
use crate::progress::Progress;

/// Files are read as they are: oddities are passed over and told with line and column, a move that
/// cannot be read ends its line, and the next game is read. Memory does not grow with the file.
///
/// Examples:
///   tabiya pgn read games.pgn
///   tabiya pgn read --json games.pgn | head -n 1
///   tabiya pgn check --strict games.pgn
///   tabiya pgn stats *.pgn
///   tabiya pgn normalize old.pgn > clean.pgn
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Options {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// List the games; with --json everything that is written about them
    Read(Source),
    /// List the faults: where, what, and which Law
    Check(check::Options),
    /// Count games, results, moves and faults
    Stats(Source),
    /// Write the games in the clean export format of PGN
    Normalize(Source),
}

/// Which files are read, and how.
#[derive(Args)]
struct Source {
    /// Files of games; - is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// How bytes are read as letters
    #[arg(long, value_enum, default_value_t = Letters::Guess)]
    encoding: Letters,
    #[command(flatten)]
    format: Format,
}

/// The encodings by the names that people know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Letters {
    /// UTF-8, and for what is not, Windows or DOS, by what makes words
    Guess,
    #[value(name = "utf-8", alias = "utf8")]
    Utf8,
    #[value(name = "latin-1", alias = "latin1")]
    Latin1,
    Cp1252,
    Cp850,
}

impl From<Letters> for Encoding {
    fn from(letters: Letters) -> Self {
        match letters {
            Letters::Guess => Self::Guess,
            Letters::Utf8 => Self::Utf8,
            Letters::Latin1 => Self::Latin1,
            Letters::Cp1252 => Self::Cp1252,
            Letters::Cp850 => Self::Cp850,
        }
    }
}

/// The games of a file, one after the other.
type Games = Stream<Refill<Box<dyn Read + Send>>>;

pub(crate) fn run(options: &Options) -> anyhow::Result<Ending> {
    match &options.task {
        Task::Read(source) => read::run(source),
        Task::Check(options) => check::run(options),
        Task::Stats(source) => stats::run(source),
        Task::Normalize(source) => normalize::run(source),
    }
}

impl Source {
    /// Calls `next_game` with the games of each file and its name, until it says that there is no
    /// further one.
    fn walk(
        &self,
        mut next_game: impl FnMut(&mut Games, &str) -> anyhow::Result<bool>,
    ) -> anyhow::Result<()> {
        let mut inputs = Vec::new();
        let mut total = Some(0);
        // All files are opened first, so that a misspelled name is told before an hour's work.
        for path in &self.files {
            let (input, size) = open(path)?;
            total = total.zip(size).map(|(total, size)| total + size);
            inputs.push((path, input));
        }
        // Where games are listed on a terminal, the list itself shows how far it has come.
        let mut progress = (!io::stdout().is_terminal()).then(|| Progress::of_bytes(total));
        for (path, input) in inputs {
            let name = if path.as_os_str() == "-" {
                "standard input".to_owned()
            } else {
                path.display().to_string()
            };
            let mut games = Stream::from_reader(input).with_encoding(self.encoding.into());
            let mut read_before = 0;
            while next_game(&mut games, &name)? {
                if let Some(progress) = &mut progress {
                    let read = games.bytes_read();
                    progress.add(read - read_before);
                    read_before = read;
                }
            }
        }
        Ok(())
    }
}

/// An error of the file system with the name of the file.
fn named<T>(result: io::Result<T>, file: &str) -> anyhow::Result<T> {
    result.with_context(|| format!("{file} cannot be read"))
}
