//! `tabiya perft`: a window on the move generator, to compare it with others.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

use clap::Args;
use serde::Serialize;
use tabiya_rules::{Position, perft};

use crate::output::{DIM, Ending, Format, NAME, Output, complain};
use crate::position::{Chess, START, sentence};
use crate::progress::Progress;

/// The last line is `nodes` and the number of lines of play. All cores are used.
///
/// Examples:
///   tabiya perft 5
///   tabiya perft 4 --divide --fen "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Options {
    /// Half-moves to look ahead
    #[arg(value_parser = clap::value_parser!(u32).range(0..=30))]
    depth: u32,
    /// Position in Forsyth-Edwards Notation, in quotes
    #[arg(long, default_value = START)]
    fen: String,
    /// Count for each first move, too
    #[arg(long)]
    divide: bool,
    #[command(flatten)]
    chess: Chess,
    #[command(flatten)]
    format: Format,
}

#[derive(Serialize)]
struct Answer {
    ok: bool,
    fen: String,
    depth: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<BTreeMap<String, u64>>,
    nodes: u64,
}

#[derive(Serialize)]
struct Refused {
    ok: bool,
    reason: String,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Ending> {
    let mut out = Output::new();
    let position = match options.chess.playable_with_remarks(&options.fen) {
        Ok(position) => position,
        Err(faults) => {
            let reason = sentence(&faults);
            if options.format.json {
                out.json(&Refused { ok: false, reason })?;
            } else {
                complain(&format!("{reason}."));
            }
            return out.end(Ending::Refused);
        }
    };
    let start = Instant::now();
    let divided = divide(&position, options.depth);
    let seconds = start.elapsed().as_secs_f64();
    let nodes = if options.depth == 0 {
        1
    } else {
        divided.values().sum()
    };
    if options.format.json {
        out.json(&Answer {
            ok: true,
            fen: position.fen(),
            depth: options.depth,
            divide: options.divide.then_some(divided),
            nodes,
        })?;
        return out.end(Ending::Accepted);
    }
    if options.divide {
        for (uci, count) in &divided {
            writeln!(out, "{NAME}{uci}{NAME:#}: {count}")?;
        }
        writeln!(out)?;
    }
    if seconds > 0.1 {
        #[expect(clippy::cast_precision_loss, reason = "rounded for people")]
        let millions = nodes as f64 / seconds / 1e6;
        writeln!(
            out,
            "{DIM}{seconds:.1} s, {millions:.0} million a second{DIM:#}"
        )?;
    }
    writeln!(out, "nodes {nodes}")?;
    out.end(Ending::Accepted)
}

/// The count for each first move, in the order of their names. Pairs of moves are what the threads
/// share out: first moves alone are too few and too unequal.
fn divide(position: &Position, depth: u32) -> BTreeMap<String, u64> {
    let Some(behind) = depth.checked_sub(1) else {
        return BTreeMap::new();
    };
    let mut names = Vec::new();
    let mut tasks = Vec::new();
    for &mv in &position.legal_moves() {
        let mut after = position.clone();
        after.play_unchecked(mv);
        let first = names.len();
        names.push(mv.uci(position).to_string());
        if behind < 2 {
            tasks.push((first, after, behind));
            continue;
        }
        for &reply in &after.legal_moves() {
            let mut next = after.clone();
            next.play_unchecked(reply);
            tasks.push((first, next, behind - 1));
        }
    }
    let mut counts = vec![0_u64; names.len()];
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let taken = AtomicUsize::new(0);
    let (sender, results) = mpsc::channel();
    let mut progress = Progress::of_things(u64::try_from(tasks.len()).ok(), "lines of two moves");
    thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, tasks, taken) = (sender.clone(), &tasks, &taken);
            scope.spawn(move || {
                while let Some((first, position, depth)) =
                    tasks.get(taken.fetch_add(1, Ordering::Relaxed))
                {
                    // The receiver lives as long as this scope.
                    let _ = sender.send((*first, perft(position, *depth)));
                }
            });
        }
        drop(sender);
        for (first, count) in results {
            if let Some(sum) = counts.get_mut(first) {
                *sum += count;
            }
            progress.add(1);
        }
    });
    names.into_iter().zip(counts).collect()
}
