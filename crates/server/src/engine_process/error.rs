//! What can go wrong with an engine, each as one sentence that says what it was asked. Not here:
//! what follows from it; in a match the game is lost, at a table the seat is empty.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::time::Duration;

use tabiya_rules::Reason;
use thiserror::Error;

use super::lines::{BYTES_PER_SECOND, LINE_BYTES};
use super::options::BadValue;

/// What an engine was doing when something went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doing {
    /// It was to say what it is.
    Starting,
    /// It was to say that it is ready.
    GettingReady,
    /// It was to find a move.
    Searching,
}

impl fmt::Display for Doing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Starting => "to say what it is (“uci”)",
            Self::GettingReady => "to say that it is ready (“isready”)",
            Self::Searching => "to find a move (“go”)",
        })
    }
}

/// A fault of an engine. After each but [`EngineError::UnknownOption`], [`EngineError::BadValue`]
/// and [`EngineError::NoChess960`] the process is best dropped, and started anew where it is needed.
#[derive(Debug, Error)]
pub enum EngineError {
    /// There is no such program, or it may not be started.
    #[error("the engine {} could not be started: {source}", path.display())]
    NotStarted {
        /// The program.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It answers `uci` as engines do that know only the protocol of xboard.
    #[error(
        "the engine does not speak UCI (it answered “{said}”); engines that only speak the protocol of xboard cannot be used"
    )]
    NotUci {
        /// What it said.
        said: String,
    },
    /// It has ended by itself.
    #[error("the engine {} when it was {doing}{}", how_ended(*status), last_words(words))]
    Exited {
        /// What it was asked.
        doing: Doing,
        /// How it ended; `None` where it has only closed its output.
        status: Option<ExitStatus>,
        /// The last line that it wrote to standard error; empty if there was none.
        words: String,
    },
    /// It did not answer in time.
    #[error("the engine did not answer for {:.1} s when it was {doing}", waited.as_secs_f64())]
    Stalled {
        /// What it was asked.
        doing: Doing,
        /// How long it was waited for.
        waited: Duration,
    },
    /// A line of its output is too long to be read.
    #[error("the engine wrote a line of more than {LINE_BYTES} bytes")]
    LineTooLong,
    /// It writes more than can be read.
    #[error("the engine wrote more than {BYTES_PER_SECOND} bytes in a second")]
    Flood,
    /// It offers no option of this name.
    #[error("the engine {engine} has no option “{name}”")]
    UnknownOption {
        /// What the engine calls itself.
        engine: String,
        /// The option.
        name: String,
    },
    /// The option cannot have this value.
    #[error(transparent)]
    BadValue(#[from] BadValue),
    /// The game is Chess960, and the engine does not offer to play it.
    #[error("the engine {engine} does not play Chess960")]
    NoChess960 {
        /// What the engine calls itself.
        engine: String,
    },
    /// It announced a best move and was not searching.
    #[error("the engine answered “{line}” although no search was running")]
    Unasked {
        /// The line.
        line: String,
    },
    /// What it calls its best move is no move in text.
    #[error("the engine answered “{line}”, which names no move")]
    Malformed {
        /// The line.
        line: String,
    },
    /// Its best move is illegal.
    #[error("the engine played {uci}, which is illegal: {reason}")]
    Illegal {
        /// The move.
        uci: String,
        /// The Law that forbids it.
        reason: Box<Reason>,
    },
    /// The pipe to it failed.
    #[error("the engine could not be talked to: {0}")]
    Pipe(#[from] io::Error),
}

fn how_ended(status: Option<ExitStatus>) -> String {
    match status {
        Some(status) if status.success() => "ended".to_owned(),
        Some(status) => format!("crashed ({status})"),
        None => "closed its output".to_owned(),
    }
}

fn last_words(words: &str) -> String {
    if words.is_empty() {
        String::new()
    } else {
        format!("; its last words: {words}")
    }
}
