//! `tabiya puzzles prove`: another engine's opinion of every step of every puzzle.

use std::io::Write as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use clap::Args;
use serde::Serialize;
use tabiya_engine::Score as Value;
use tabiya_engine::puzzles::Puzzle;
use tabiya_rules::{Game, Move, Position};
use tabiya_server::engine_process::{EngineProcess, GoLimits, Score};

use super::row::{Row, read_rows, write_rows};
use crate::contest::engine_of;
use crate::headway::{Headway, interrupted};
use crate::output::{DIM, Ending, Format, Output};

/// At each step of the solver the engine is asked for its two best moves. It agrees if the puzzle's
/// move is the best, or gives as many points to expect, within --margin; where the last move mates,
/// every mate is right. It agrees that the move is the only one if the next best gives fewer points,
/// by --gap at least. Both shares of puzzles are printed; doubts are listed, and the exit code is
/// then 1.
///
/// ENGINE is a command as for `tabiya match`.
///
/// Examples:
///   tabiya puzzles prove puzzles.jsonl --engine stockfish
///   tabiya puzzles prove mined.jsonl --engine stockfish --nodes 300000 --agreed good.jsonl
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Options {
    /// File of puzzles
    file: PathBuf,
    /// The engine
    #[arg(long, value_name = "ENGINE", default_value = "stockfish")]
    engine: String,
    /// Positions that it searches for each step
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Points to expect, 0 to 1, by which another move may seem better
    #[arg(long, value_name = "POINTS", default_value_t = 0.05)]
    margin: f64,
    /// Points to expect by which all other moves must seem worse
    #[arg(long, value_name = "POINTS", default_value_t = 0.2)]
    gap: f64,
    /// Engines at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Write those puzzles here of which the engine doubts nothing
    #[arg(long, value_name = "FILE")]
    agreed: Option<PathBuf>,
    #[command(flatten)]
    format: Format,
}

/// The option by which engines tell of more than one line.
const LINES: &str = "MultiPV";

/// How long a search may take before the engine counts as stalled.
const PATIENCE: Duration = Duration::from_secs(120);

/// What a move is worth that the engine likes better than the one of the puzzle.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct Doubt {
    id: String,
    /// The step of the solver, from 1.
    step: usize,
    kind: Kind,
    ours: String,
    theirs: String,
    /// The points to expect by each.
    by_ours: f64,
    by_theirs: f64,
}

/// What is wrong with a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    /// Another move is better.
    Better,
    /// Another move is not worse enough.
    AsGood,
}

#[derive(Serialize)]
struct Sums {
    engine: String,
    puzzles: usize,
    /// The puzzle's moves are the best ones, or as good.
    agreed: usize,
    percent: f64,
    /// And all others are worse.
    alone: usize,
    alone_percent: f64,
}

pub(crate) fn run(options: &Options) -> Result<Ending> {
    let rows = read_rows(&options.file)?;
    if rows.is_empty() {
        bail!("{} has no puzzles", options.file.display());
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    let (engine, doubts) = runtime.block_on(prove(options, &rows))?;
    let alone = rows
        .iter()
        .zip(&doubts)
        .filter(|(_, doubt)| doubt.is_none());
    let alone: Vec<Row> = alone.map(|(row, _)| row.clone()).collect();
    if let Some(path) = &options.agreed {
        write_rows(path, &alone)?;
    }
    let refuted = doubts
        .iter()
        .flatten()
        .filter(|doubt| doubt.kind == Kind::Better);
    let agreed = rows.len() - refuted.count();
    let number = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
    let percent = |count| (number(count) / number(rows.len()) * 10_000.0).round() / 100.0;
    let sums = Sums {
        engine,
        puzzles: rows.len(),
        agreed,
        percent: percent(agreed),
        alone: alone.len(),
        alone_percent: percent(alone.len()),
    };
    let mut out = Output::new();
    for doubt in doubts.iter().flatten() {
        show(&mut out, doubt, options)?;
    }
    if options.format.json {
        out.json(&sums)?;
    } else {
        let Sums {
            engine,
            puzzles,
            agreed,
            percent,
            alone,
            alone_percent,
        } = &sums;
        writeln!(
            out,
            "{engine} agrees with {agreed} of {puzzles} puzzles: {percent:.2} %"
        )?;
        writeln!(
            out,
            "and sees no other solution in {alone} of them: {alone_percent:.2} %"
        )?;
    }
    out.end(Ending::accepted_if(sums.alone == sums.puzzles))
}

fn show(out: &mut Output, doubt: &Doubt, options: &Options) -> Result<()> {
    if options.format.json {
        return Ok(out.json(doubt)?);
    }
    let Doubt {
        id,
        step,
        kind,
        ours,
        theirs,
        by_ours,
        by_theirs,
    } = doubt;
    let rather = match kind {
        Kind::Better => "rather",
        Kind::AsGood => "or as well",
    };
    writeln!(
        out,
        "{id}  step {step}: {ours} {DIM}({by_ours:.2}){DIM:#}, {rather} {theirs} {DIM}({by_theirs:.2}){DIM:#}"
    )?;
    Ok(())
}

/// Puzzles by their places, and what is doubted in each.
type Judged = Vec<(usize, Option<Doubt>)>;

/// What the engine doubts in each puzzle, and its name.
async fn prove(options: &Options, rows: &[Row]) -> Result<(String, Vec<Option<Doubt>>)> {
    let next = AtomicUsize::new(0);
    let pressed = interrupted();
    let headway = std::sync::Mutex::new(Headway::new(u64::try_from(rows.len())?, 0, "puzzles"));
    let work = async || -> Result<(String, Judged)> {
        let mut process = engine_of(&options.engine).await?;
        if process.option(LINES).is_some() {
            process.set_option(LINES, "2").await?;
        }
        let mut found = Vec::new();
        while let Some((place, row)) = take(rows, &next, &pressed) {
            let doubt = doubt(&mut process, row, options).await?;
            found.push((place, doubt));
            if let Ok(mut headway) = headway.lock() {
                headway.show(
                    u64::try_from(next.load(Ordering::Relaxed).min(rows.len()))?,
                    "",
                );
            }
        }
        let name = process.name().to_owned();
        process.quit().await;
        Ok((name, found))
    };
    let workers = (0..options.threads).map(|_| work());
    let mut all = Vec::new();
    let mut name = String::new();
    for result in futures_util::future::join_all(workers).await {
        let (engine, found) = result?;
        name = engine;
        all.extend(found);
    }
    if pressed.load(Ordering::Relaxed) {
        bail!("stopped; nothing was written");
    }
    all.sort_by_key(|(place, _)| *place);
    Ok((name, all.into_iter().map(|(_, doubt)| doubt).collect()))
}

/// The next puzzle that nobody has taken.
fn take<'a>(rows: &'a [Row], next: &AtomicUsize, pressed: &AtomicBool) -> Option<(usize, &'a Row)> {
    if pressed.load(Ordering::Relaxed) {
        return None;
    }
    let place = next.fetch_add(1, Ordering::Relaxed);
    Some((place, rows.get(place)?))
}

/// The first step of a puzzle with which the engine does not agree.
async fn doubt(process: &mut EngineProcess, row: &Row, options: &Options) -> Result<Option<Doubt>> {
    let puzzle = row.puzzle()?;
    process.new_game().await?;
    for (number, step) in (1..).zip(puzzle.own()) {
        if step.after.is_checkmate() {
            // Whatever else the engine would play, this mates.
            continue;
        }
        let found = ask(process, &step.before, options.nodes).await?;
        let (theirs, by_ours, by_theirs) = if found.mv == step.mv {
            match found.second {
                Some((other, worth)) => (other, found.worth, worth),
                None => continue,
            }
        } else {
            // Both moves by what follows them, so that they are looked at equally.
            let after = step.before.after_unchecked(found.mv);
            let by_ours = 1.0 - worth(process, &step.after, options.nodes).await?;
            let by_theirs = 1.0 - worth(process, &after, options.nodes).await?;
            (found.mv, by_ours, by_theirs)
        };
        let kind = if found.mv != step.mv && by_ours + options.margin < by_theirs {
            Kind::Better
        } else if by_ours - by_theirs < options.gap && !is_slower_mate(&puzzle, by_ours) {
            Kind::AsGood
        } else {
            continue;
        };
        let text = |mv: Move| mv.uci(&step.before).to_string();
        return Ok(Some(Doubt {
            id: row.id.clone(),
            step: number,
            kind,
            ours: text(step.mv),
            theirs: text(theirs),
            by_ours,
            by_theirs,
        }));
    }
    Ok(None)
}

/// Whether the puzzle is to mate and does so by the engine's opinion, too: another move that wins
/// otherwise is no other solution.
fn is_slower_mate(puzzle: &Puzzle, by_ours: f64) -> bool {
    puzzle.end().is_checkmate() && by_ours >= 1.0
}

/// What the engine finds in a position.
struct Opinion {
    mv: Move,
    /// The points it expects.
    worth: f64,
    /// The next best move, and what it expects of that.
    second: Option<(Move, f64)>,
}

async fn ask(process: &mut EngineProcess, position: &Position, nodes: u64) -> Result<Opinion> {
    let game = Game::new(position.clone());
    process.position(&game).await?;
    process.go(&GoLimits::nodes(nodes)).await?;
    let mut lines: [Option<(Option<Move>, f64)>; 2] = [None; 2];
    let chosen = process
        .best_move(PATIENCE, |info| {
            let line = lines.get_mut(info.rank.saturating_sub(1));
            if let (Some(line), Some(score)) = (line, info.score) {
                let first = info.line(position).first().copied();
                *line = Some((first, points(score)));
            }
        })
        .await?;
    let [best, second] = lines;
    let (_, worth) = best.context("the engine tells no score")?;
    let second = second.and_then(|(mv, worth)| Some((mv?, worth)));
    Ok(Opinion {
        mv: chosen.mv,
        worth,
        second: second.filter(|(mv, _)| *mv != chosen.mv),
    })
}

/// The points to expect by a score.
fn points(score: Score) -> f64 {
    let score = match score {
        Score::Centipawns(value) => Value::Centipawns(value),
        Score::Mate(moves) => Value::Mate(moves),
    };
    score.expectation()
}

/// The points that the side to move can expect.
async fn worth(process: &mut EngineProcess, position: &Position, nodes: u64) -> Result<f64> {
    if !position.has_legal_move() {
        return Ok(if position.is_check() { 0.0 } else { 0.5 });
    }
    Ok(ask(process, position, nodes).await?.worth)
}
