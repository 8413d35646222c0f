//! `tabiya bench`: the fingerprint of the search, and how fast it is here.

use std::io::Write as _;

use clap::Args;
use serde::Serialize;
use tabiya_engine::bench;

use crate::output::{Ending, Format, Output};
use crate::progress::Progress;

/// Searches a few positions, always the same, to a fixed depth. The count of positions visited
/// changes with the search and the evaluation only, not with the machine; the speed is the
/// machine's.
#[derive(Args)]
pub(crate) struct Options {
    /// Half-moves to look ahead
    #[arg(long, default_value_t = bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,
    #[command(flatten)]
    format: Format,
}

#[derive(Serialize)]
struct Answer {
    ok: bool,
    depth: u32,
    nodes: u64,
    seconds: f64,
    nodes_per_second: u64,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Ending> {
    let mut progress = Progress::of_things(None, "positions");
    let run = bench::run(options.depth, &mut |_, _, _| progress.add(1));
    drop(progress);
    let micros = run.time.as_micros().max(1);
    let speed = u64::try_from(u128::from(run.nodes) * 1_000_000 / micros).unwrap_or(u64::MAX);
    let mut out = Output::new();
    if options.format.json {
        out.json(&Answer {
            ok: true,
            depth: options.depth,
            nodes: run.nodes,
            seconds: run.time.as_secs_f64(),
            nodes_per_second: speed,
        })?;
    } else {
        writeln!(out, "{} nodes {speed} nps", run.nodes)?;
    }
    out.end(Ending::Accepted)
}
