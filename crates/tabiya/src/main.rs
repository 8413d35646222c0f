//! The one binary: reads the command line and calls. What it calls stands in the libraries.

mod admin;
mod bench;
mod board;
mod contest;
mod datagen;
mod fen;
mod game;
mod headway;
mod input;
mod judge;
mod levels;
mod output;
mod perft;
mod pgn;
mod play;
mod position;
mod progress;
mod puzzles;
mod san;
mod serve;
mod standing;
mod tune;
mod uci;
mod winnable;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use output::Ending;

/// A chess table that you own: serves a board to every browser that has the link, and answers
/// questions about chess.
#[derive(Parser)]
#[command(version, arg_required_else_help = true, after_help = EXAMPLES)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the board (this is what happens without a command, too)
    Serve(Box<serve::Options>),
    /// Look after the house: people, bans, invitations, reports, backup
    Admin(admin::Options),
    /// Play a game against the computer
    Play(play::Options),
    /// The computer for graphical interfaces and match programs
    Uci(uci::Options),
    /// Search a few positions: the fingerprint of the search, and its speed
    Bench(bench::Options),
    /// Check a position and list its moves
    Fen(fen::Options),
    /// Read one move in a position, or say which Law forbids it
    San(san::Options),
    /// Play moves and say where the game stands
    Game(game::Options),
    /// Judge a game at a table, written as a script
    Judge(judge::Options),
    /// List the opponents, or measure how strong they are
    Levels(levels::Options),
    /// Read, check, count or clean files of games
    Pgn(pgn::Options),
    /// Find puzzles in games, prove them, take over published ones
    Puzzles(puzzles::Options),
    /// Say whether a side can still mate by any series of legal moves
    Winnable(winnable::Options),
    /// Let engines play each other
    Match(contest::Options),
    /// Count all lines of play to a depth
    Perft(perft::Options),
    /// Let the engine play games to be tuned by
    Datagen(datagen::Options),
    /// Fit the numbers of the evaluation to such games
    Tune(tune::Options),
}

/// One example for each command, where people look first.
const EXAMPLES: &str = r#"Examples:
  tabiya serve --port 9000
  tabiya admin backup copy.sqlite3
  tabiya play ines --white
  tabiya uci
  tabiya bench
  tabiya fen "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"
  tabiya san startpos Nf3
  tabiya game --moves "e4 e5 Nf3 Nc6 Bb5"
  tabiya judge game.jsonl
  tabiya levels --json
  tabiya pgn check games.pgn
  tabiya puzzles mine games.pgn
  tabiya winnable "7k/8/8/1p1p1p1p/1P1P1P1P/8/8/7K w - - 0 1" white
  tabiya match self stockfish --movetime 100 --games 10
  tabiya perft 5 --divide
  tabiya datagen games.bin --games 20000
  tabiya tune games.bin --weights weights.rs

Every command that answers a question takes --json; all but serve end with 0 (accepted), 1 (refused) or 2 (misuse).
`tabiya serve --help` lists the settings of the service: address, data folder, public address,
limits. `tabiya COMMAND --help` says more about each command."#;

fn main() -> ExitCode {
    let line = CommandLine::parse_from(with_default_command(std::env::args_os().collect()));
    let ended = match line.command {
        Command::Serve(options) => {
            // The service has no answer to refuse: what stops it is a failure.
            return output::exit_code(serve::run(*options).map(|()| Ending::Accepted), 1);
        }
        Command::Admin(options) => admin::run(options),
        Command::Play(options) => play::run(options),
        Command::Uci(options) => uci::run(&options),
        Command::Bench(options) => bench::run(&options),
        Command::Fen(options) => fen::run(&options),
        Command::San(options) => san::run(&options),
        Command::Game(options) => game::run(&options),
        Command::Judge(options) => judge::run(&options),
        Command::Levels(options) => levels::run(&options),
        Command::Pgn(options) => pgn::run(&options),
        Command::Puzzles(options) => puzzles::run(&options),
        Command::Winnable(options) => winnable::run(&options),
        Command::Match(options) => contest::run(&options),
        Command::Perft(options) => perft::run(&options),
        Command::Datagen(options) => datagen::run(&options),
        Command::Tune(options) => tune::run(&options),
    };
    output::exit_code(ended, 2)
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

    #[test]
    fn every_command_has_its_example() {
        for command in CommandLine::command().get_subcommands() {
            let example = format!("tabiya {}", command.get_name());
            let is_it = |line: &str| {
                let rest = line.trim_start().strip_prefix(&example);
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
            };
            assert!(EXAMPLES.lines().any(is_it), "{example:?}");
        }
    }
}
