//! How an engine is started, and for how long it is waited for. Not here: the process itself.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// A program that speaks the Universal Chess Interface, and how to start it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineCommand {
    /// The program: a path, or a name that is looked for in `PATH`.
    pub path: PathBuf,
    /// What it is started with.
    pub arguments: Vec<OsString>,
    /// The folder that it works in; `None`: ours.
    pub folder: Option<PathBuf>,
    /// How long it is waited for.
    pub patience: Patience,
}

/// How long an engine is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// From its start until it has told what it is (`uciok`).
    pub start: Duration,
    /// For an answer to `isready`, and for its move after `stop`.
    pub answer: Duration,
    /// From `quit` until it is killed.
    pub quit: Duration,
}

impl Default for Patience {
    /// Ten seconds each, so that a busy machine is not taken for a broken engine; one second to
    /// quit.
    fn default() -> Self {
        Self {
            start: Duration::from_secs(10),
            answer: Duration::from_secs(10),
            quit: Duration::from_secs(1),
        }
    }
}

impl EngineCommand {
    /// A program without arguments, in our own folder, with the usual patience.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self {
            path: path.into(),
            arguments: Vec::new(),
            folder: None,
            patience: Patience::default(),
        }
    }

    /// One argument more.
    #[must_use]
    pub fn arg(mut self, argument: impl Into<OsString>) -> Self {
        self.arguments.push(argument.into());
        self
    }
}
