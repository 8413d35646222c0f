//! How a command answers: standard output through one buffer, JSON or text, and the exit code. Not
//! here: what is answered.

use std::io::{self, BufWriter, StdoutLock, Write};
use std::process::ExitCode;

use anstream::AutoStream;
use anstream::ColorChoice;
use anstyle::{AnsiColor, Style};
use clap::Args;
use serde::Serialize;
use tabiya_rules::Color;

/// The choice that every command of chess offers.
#[derive(Args)]
pub(crate) struct Format {
    /// Answer in JSON, one object a line
    #[arg(long)]
    pub(crate) json: bool,
}

/// How a question was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// What was given is in order.
    Accepted,
    /// What was given breaks a rule; the answer says which.
    Refused,
}

impl Ending {
    pub(crate) const fn accepted_if(is_in_order: bool) -> Self {
        if is_in_order {
            Self::Accepted
        } else {
            Self::Refused
        }
    }
}

/// What names things: squares, moves, codes.
pub(crate) const NAME: Style = AnsiColor::Cyan.on_default();
/// What was found in order.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default().bold();
/// What was refused.
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();
/// What stands beside the answer.
pub(crate) const DIM: Style = Style::new().dimmed();

/// Standard output: buffered, and without colors wherever nobody would see them.
pub(crate) struct Output {
    stdout: BufWriter<AutoStream<StdoutLock<'static>>>,
}

impl Output {
    pub(crate) fn new() -> Self {
        Self {
            stdout: BufWriter::new(AutoStream::auto(io::stdout().lock())),
        }
    }

    /// Whether colors are shown: on a terminal, unless the environment says otherwise.
    pub(crate) fn has_colors(&self) -> bool {
        AutoStream::choice(&io::stdout()) != ColorChoice::Never
    }

    /// One value on a line of its own.
    pub(crate) fn json(&mut self, value: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.stdout, value)?;
        self.stdout.write_all(b"\n")
    }

    /// Hands everything over and says how the command ends.
    pub(crate) fn end(mut self, ending: Ending) -> anyhow::Result<Ending> {
        self.stdout.flush()?;
        Ok(ending)
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stdout.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stdout.flush()
    }
}

/// The name of a side, as sentences begin.
pub(crate) const fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// Says on standard error why something was refused.
pub(crate) fn complain(sentence: &str) {
    // Where standard error is closed, nobody is left to be told.
    let _ = writeln!(anstream::stderr(), "{BAD}tabiya{BAD:#}: {sentence}");
}

/// A remark beside the answer, on standard error.
pub(crate) fn remark(sentence: &str) {
    let _ = writeln!(anstream::stderr(), "{DIM}tabiya: {sentence}{DIM:#}");
}

/// The exit code of a command; `failed` is that of one which could not be carried out.
pub(crate) fn exit_code(ended: anyhow::Result<Ending>, failed: u8) -> ExitCode {
    match ended {
        Ok(Ending::Accepted) => ExitCode::SUCCESS,
        Ok(Ending::Refused) => ExitCode::from(1),
        // Whoever read the answer has seen enough (`tabiya … | head`).
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&format!("{error:#}"));
            ExitCode::from(failed)
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
