//! `tabiya san`: which move does this text mean here, or why is it none?

use std::io::Write;

use clap::Args;
use serde::Serialize;
use tabiya_rules::{Candidate, Hint, Move, MoveTextError, Position, Reason, San, read_move};

use crate::board;
use crate::output::{DIM, Ending, Format, GOOD, NAME, Output, complain};
use crate::position::{Chess, sentence};

/// Moves are read as people type them, unless --strict asks for the exact notation of the PGN
/// standard. A refusal names the Law and the squares that forbid the move.
///
/// Examples:
///   tabiya san startpos Nf3
///   tabiya san "8/7P/8/8/8/8/k7/2K5 w - - 0 1" h8Q
///   tabiya san --json startpos Bc4
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Options {
    /// Position in Forsyth-Edwards Notation, in quotes, or startpos
    fen: String,
    /// The move: Nf3, exd5, O-O, e8=Q, and without --strict also g1f3, e8Q, 0-0, Ng1-f3
    #[arg(value_name = "MOVE", allow_hyphen_values = true)]
    text: String,
    /// Take nothing but the exact notation
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    chess: Chess,
    #[command(flatten)]
    format: Format,
}

#[derive(Serialize)]
struct Accepted<'a> {
    ok: bool,
    uci: String,
    san: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<&'a str>,
}

/// Why a text is not a legal move, for scripts.
#[derive(Serialize)]
pub(crate) struct Refusal {
    ok: bool,
    /// One sentence.
    pub(crate) reason: String,
    /// A stable name in snake case.
    code: &'static str,
    /// The article of the Laws of Chess; `null` where the position is at fault.
    pub(crate) law: Option<&'static str>,
    /// Squares to look at.
    squares: Vec<String>,
    /// The moves that the text could mean.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    candidates: Vec<String>,
}

impl Refusal {
    /// A position that cannot be used.
    pub(crate) fn of_position(reason: String) -> Self {
        Self {
            ok: false,
            reason,
            code: "position",
            law: None,
            squares: Vec::new(),
            candidates: Vec::new(),
        }
    }

    fn new(
        (reason, code, law): (String, &'static str, &'static str),
        forbidden: Option<&Reason>,
        candidates: &[Candidate],
    ) -> Self {
        let squares = forbidden.map(Reason::squares).unwrap_or_default();
        Self {
            ok: false,
            reason,
            code,
            law: Some(law),
            squares: squares.iter().map(ToString::to_string).collect(),
            candidates: candidates.iter().map(|one| one.san.clone()).collect(),
        }
    }
}

impl From<MoveTextError> for Refusal {
    fn from(error: MoveTextError) -> Self {
        let head = (error.to_string(), error.code(), error.article());
        Self::new(head, error.reason(), error.candidates())
    }
}

/// Reads a move by the exact notation only.
fn read_exact(position: &Position, text: &str) -> Result<Move, Refusal> {
    let san = San::parse(text).map_err(MoveTextError::from)?;
    let exact = san.resolve_exact(position);
    exact.map_err(|error| Refusal::from(MoveTextError::from(error)))
}

fn read(options: &Options, position: &Position) -> Result<(Move, Option<Hint>), Refusal> {
    if options.strict {
        return Ok((read_exact(position, &options.text)?, None));
    }
    let reading = read_move(position, &options.text)?;
    Ok((reading.mv, reading.hint))
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Ending> {
    let mut out = Output::new();
    let position = match options.chess.playable_with_remarks(&options.fen) {
        Ok(position) => position,
        Err(faults) => {
            return refuse(out, &Refusal::of_position(sentence(&faults)), options);
        }
    };
    let (mv, hint) = match read(options, &position) {
        Ok(read) => read,
        Err(refusal) => return refuse(out, &refusal, options),
    };
    let (uci, san) = (mv.uci(&position).to_string(), San::write(&position, mv));
    let hint = hint.map(|hint| hint.to_string());
    if options.format.json {
        out.json(&Accepted {
            ok: true,
            uci,
            san,
            hint: hint.as_deref(),
        })?;
        return out.end(Ending::Accepted);
    }
    let mut after = position.clone();
    after.play_unchecked(mv);
    writeln!(out)?;
    board::draw(&mut out, &after, &[mv.from(), mv.destination()])?;
    writeln!(out, "{GOOD}{san}{GOOD:#}  {NAME}{uci}{NAME:#}")?;
    if let Some(hint) = hint {
        writeln!(out, "{DIM}{hint}{DIM:#}")?;
    }
    out.end(Ending::Accepted)
}

fn refuse(mut out: Output, refusal: &Refusal, options: &Options) -> anyhow::Result<Ending> {
    if options.format.json {
        out.json(refusal)?;
    } else {
        complain(&refusal.for_people());
    }
    out.end(Ending::Refused)
}

impl Refusal {
    /// The sentence with its Law.
    pub(crate) fn for_people(&self) -> String {
        match self.law {
            Some(law) => format!("{} (Laws, {law})", self.reason),
            None => format!("{}.", self.reason),
        }
    }
}
