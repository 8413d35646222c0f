//! `tabiya puzzles`: finds puzzles in games, proves, tags, rates and chooses them, and takes over
//! published ones. Here: the choice of commands. How a puzzle is found and what it is about stands
//! in the engine (`puzzles`); what a line of a file says, in `row`.

mod add;
mod games;
mod import;
mod measure;
mod mine;
mod prove;
mod row;
mod ship;
mod tag;
mod vary;

use clap::{Args, Subcommand};

use crate::output::Ending;

/// Puzzles lie in files with one JSON object a line, sorted as they were found:
/// {"id","fen","moves","rating","themes","game","ply"}. The first move is the other side's; then the
/// solver and the other side move in turn.
///
/// Examples:
///   tabiya puzzles mine games.pgn --out puzzles.jsonl
///   tabiya puzzles prove puzzles.jsonl --engine stockfish --agreed good.jsonl
///   tabiya puzzles add lichess.jsonl --data ./data
///   tabiya puzzles import lichess_db_puzzle.csv.zst --out lichess.jsonl --themes fork --limit 1000
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Options {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Find and prove puzzles in games
    Mine(mine::Options),
    /// Take over puzzles from the published Lichess file
    Import(import::Options),
    /// Put puzzles into the library of a service
    Add(add::Options),
    /// Prove puzzles again with another engine
    Prove(prove::Options),
    /// Find out anew what puzzles are about, and how hard they are
    Tag(tag::Options),
    /// Choose puzzles for the application, spread over themes and ratings, with their games
    Ship(ship::Options),
    /// Let the opponents play games to mine
    Games(games::Options),
    /// Look in games for mistakes that were not made, for rare themes
    Vary(vary::Options),
    /// Compare themes and ratings with those of a published file
    Measure(measure::Options),
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Ending> {
    match &options.task {
        Task::Mine(options) => mine::run(options),
        Task::Import(options) => import::run(options),
        Task::Add(options) => add::run(options),
        Task::Prove(options) => prove::run(options),
        Task::Tag(options) => tag::run(options),
        Task::Ship(options) => ship::run(options),
        Task::Games(options) => games::run(options),
        Task::Vary(options) => vary::run(options),
        Task::Measure(options) => measure::run(options),
    }
}
