//! The one binary: reads the command line and calls. What it calls stands in the libraries.

mod perft;
mod serve;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// A chess table that you own: serves a board to every browser that has the link.
#[derive(Parser)]
#[command(version, arg_required_else_help = true)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the board (this is what happens without a command, too)
    Serve(serve::Options),
    /// Count the positions that legal moves lead to, for each first move
    Perft(perft::Options),
}

fn main() -> ExitCode {
    let line = CommandLine::parse_from(with_default_command(std::env::args_os().collect()));
    let done = match line.command {
        Command::Serve(options) => serve::run(options),
        Command::Perft(options) => perft::run(&options),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("tabiya: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Without a command, or with nothing but options of `serve`, it is `serve` that is meant.
fn with_default_command(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let first = arguments
        .get(1)
        .map(|argument| argument.to_string_lossy().into_owned());
    let is_meant = match first.as_deref() {
        None => true,
        Some("-h" | "--help" | "-V" | "--version") => false,
        Some(first) => first.starts_with('-'),
    };
    if is_meant {
        let place = arguments.len().min(1);
        arguments.insert(place, OsString::from("serve"));
    }
    arguments
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    fn completed(arguments: &[&str]) -> Vec<String> {
        let arguments = arguments.iter().map(OsString::from).collect();
        let completed = with_default_command(arguments).into_iter();
        completed
            .map(|argument| argument.into_string().unwrap())
            .collect()
    }

    #[test]
    fn serve_is_the_default_command() {
        assert_eq!(completed(&["tabiya"]), ["tabiya", "serve"]);
        assert_eq!(
            completed(&["tabiya", "--port", "1"]),
            ["tabiya", "serve", "--port", "1"]
        );
        assert_eq!(completed(&["tabiya", "--help"]), ["tabiya", "--help"]);
        assert_eq!(completed(&["tabiya", "perft"]), ["tabiya", "perft"]);
    }

    #[test]
    fn the_command_line_is_well_formed() {
        CommandLine::command().debug_assert();
    }
}
