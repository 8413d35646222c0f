//! `tabiya fen`: is this a position, and what can be played in it?

use std::io::Write;

use clap::Args;
use serde::Serialize;
use tabiya_rules::{Game, San};

use crate::board;
use crate::output::{Ending, Format, GOOD, NAME, Output, complain};
use crate::position::{Chess, Fault, Read};
use crate::standing::{Ground, Standing};

/// Every fault is named with the field of the FEN that it is in.
///
/// Examples:
///   tabiya fen "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
///   tabiya fen --lenient "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ--"
///   tabiya fen --json "8/8/8/8/8/8/5kK1/8 w - - 0 1"
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Options {
    /// Position in Forsyth-Edwards Notation, in quotes
    fen: String,
    /// Take FEN as people paste it, and drop castling rights and en passant squares that cannot be
    #[arg(long)]
    lenient: bool,
    #[command(flatten)]
    chess: Chess,
    #[command(flatten)]
    format: Format,
}

#[derive(Serialize)]
struct Accepted {
    ok: bool,
    fen: String,
    moves: Vec<String>,
    check: bool,
    outcome: Option<String>,
    termination: Option<Ground>,
    chess960: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    mended: Vec<Fault>,
}

#[derive(Serialize)]
struct Refused {
    ok: bool,
    faults: Vec<Fault>,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Ending> {
    let read = if options.lenient {
        options.chess.lenient(&options.fen)
    } else {
        options.chess.strict(&options.fen)
    };
    let mut out = Output::new();
    match read {
        Ok(read) => {
            accept(&mut out, read, options.format.json)?;
            out.end(Ending::Accepted)
        }
        Err(faults) => {
            if options.format.json {
                out.json(&Refused { ok: false, faults })?;
            } else {
                for fault in &faults {
                    complain(&format!("{}: {}.", fault.field, fault.message));
                }
            }
            out.end(Ending::Refused)
        }
    }
}

fn accept(out: &mut Output, read: Read, json: bool) -> anyhow::Result<()> {
    let Read { position, mended } = read;
    let moves = position.legal_moves();
    let standing = Standing::of(&Game::new(position.clone()));
    if json {
        out.json(&Accepted {
            ok: true,
            fen: position.fen(),
            moves: moves
                .iter()
                .map(|mv| mv.uci(&position).to_string())
                .collect(),
            check: position.is_check(),
            outcome: standing.outcome,
            termination: standing.automatic.first().copied(),
            chess960: position.mode() == tabiya_rules::Mode::Chess960,
            mended,
        })?;
        return Ok(());
    }
    writeln!(out)?;
    board::draw(out, &position, &[])?;
    standing.write(out, &position)?;
    for fault in mended {
        writeln!(out, "Dropped: {}: {}.", fault.field, fault.message)?;
    }
    writeln!(out, "{NAME}{}{NAME:#}", position.fen())?;
    if !moves.is_empty() {
        let mut names: Vec<_> = moves.iter().map(|&mv| San::write(&position, mv)).collect();
        names.sort_unstable();
        let (count, s) = (names.len(), if names.len() == 1 { "" } else { "s" });
        writeln!(
            out,
            "{GOOD}{count}{GOOD:#} legal move{s}: {}",
            names.join(" ")
        )?;
    }
    Ok(())
}
