//! `tabiya uci`: the engine on standard input and output. What is said stands in the engine.

use std::io::{self, BufRead as _, Write as _};

use clap::Args;
use tabiya_engine::uci::{Flow, Session};

use crate::output::Ending;

/// The Universal Chess Interface on standard input and output, as graphical interfaces and match
/// programs speak it. It takes no options here: they are set in the conversation.
#[derive(Args)]
pub(crate) struct Options {}

pub(crate) fn run(_options: &Options) -> anyhow::Result<Ending> {
    let mut session = Session::new(|line| {
        let mut out = io::stdout().lock();
        // Whoever has closed the pipe does not want to know; the end of the input comes next.
        let _ = writeln!(out, "{line}").and_then(|()| out.flush());
    });
    for line in io::stdin().lock().split(b'\n') {
        if session.line(&String::from_utf8_lossy(&line?)) == Flow::Quit {
            break;
        }
    }
    Ok(Ending::Accepted)
}
