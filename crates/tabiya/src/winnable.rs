//! `tabiya winnable`: can this side still mate by any series of legal moves? One position, or many
//! from files.

use std::io::{self, BufRead as _, BufReader, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use serde::Serialize;
use tabiya_rules::{Budget, Color, Move, Position, Proof, San, Verdict, winnable};

use crate::board;
use crate::input::open;
use crate::output::{BAD, Ending, Format, GOOD, NAME, Output, complain, name};
use crate::position::{Chess, sentence};
use crate::progress::Progress;

/// The answer is exact: a line that ends in mate, or the reason why there is none (Laws of Chess,
/// articles 5.2.2 and 6.9). Where the budget ends first, the answer is "undecided", which counts as
/// winnable.
///
/// Many positions are read from a file or standard input, one a line: the FEN, and behind it
/// "white" or "black", after a blank, comma or tab. The answers come in the same order.
///
/// Examples:
///   tabiya winnable "7k/8/8/1p1p1p1p/1P1P1P1P/8/8/7K w - - 0 1" white
///   tabiya winnable --json "8/8/8/4k3/4p3/4N3/4K3/8 b - - 0 1" white
///   tabiya winnable --json --file positions.txt
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Options {
    /// Position in Forsyth-Edwards Notation, in quotes
    #[arg(required_unless_present = "file", requires = "color")]
    fen: Option<String>,
    /// The side that is to mate
    color: Option<Side>,
    /// Read positions from this file, one a line; - is standard input
    #[arg(long, conflicts_with = "fen")]
    file: Option<PathBuf>,
    /// Positions to look at before giving up
    #[arg(long, default_value_t = 2_000_000)]
    budget: u32,
    #[command(flatten)]
    chess: Chess,
    #[command(flatten)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Side {
    #[value(alias = "w")]
    White,
    #[value(alias = "b")]
    Black,
}

impl From<Side> for Color {
    fn from(side: Side) -> Self {
        match side {
            Side::White => Self::White,
            Side::Black => Self::Black,
        }
    }
}

/// A question that was answered.
struct Answered {
    position: Position,
    color: Color,
    verdict: Verdict,
}

/// The answer for scripts.
#[derive(Serialize)]
struct Answer {
    winnable: bool,
    /// Moves of both sides that end in mate.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Vec<String>>,
    /// Why there is no such line, or why it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    undecided: Option<bool>,
    fen: String,
    color: &'static str,
}

#[derive(Serialize)]
struct Refused<'a> {
    ok: bool,
    reason: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line_number: Option<usize>,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Ending> {
    if let Some(file) = &options.file {
        return many(options, file);
    }
    let mut out = Output::new();
    let (Some(fen), Some(color)) = (&options.fen, options.color) else {
        anyhow::bail!("a position and a side are needed: tabiya winnable FEN white");
    };
    match ask(options, fen, color.into()) {
        Ok(answered) if options.format.json => out.json(&answered.for_scripts())?,
        Ok(answered) => answered.for_people(&mut out)?,
        Err(reason) => {
            refuse(&mut out, &reason, None, options.format.json)?;
            return out.end(Ending::Refused);
        }
    }
    out.end(Ending::Accepted)
}

fn ask(options: &Options, fen: &str, color: Color) -> Result<Answered, String> {
    let position = options.chess.playable(fen);
    let position = position.map_err(|faults| sentence(&faults))?.position;
    let verdict = winnable(&position, color, Budget::positions(options.budget));
    Ok(Answered {
        position,
        color,
        verdict,
    })
}

fn refuse(
    out: &mut Output,
    reason: &str,
    line_number: Option<usize>,
    json: bool,
) -> io::Result<()> {
    if json {
        return out.json(&Refused {
            ok: false,
            reason,
            line_number,
        });
    }
    match line_number {
        Some(number) => complain(&format!("line {number}: {reason}.")),
        None => complain(&format!("{reason}.")),
    }
    Ok(())
}

impl Answered {
    fn uci_line(&self) -> Option<Vec<String>> {
        let Verdict::Yes { line } = &self.verdict else {
            return None;
        };
        let mut position = self.position.clone();
        let written = line.iter().map(|&mv| {
            let uci = mv.uci(&position).to_string();
            position.play_unchecked(mv);
            uci
        });
        Some(written.collect())
    }

    /// One sentence for everything but a mate.
    fn reason(&self) -> Option<String> {
        match &self.verdict {
            Verdict::Yes { .. } => None,
            Verdict::No { proof } => Some(proof.sentence(self.color)),
            Verdict::Undecided => Some(
                "Neither a mate nor a proof was found within the budget; that counts as winnable."
                    .to_owned(),
            ),
        }
    }

    fn for_scripts(&self) -> Answer {
        let proof = match &self.verdict {
            Verdict::No { proof } => Some(match proof {
                Proof::Material(_) => "material",
                Proof::Invariant(_) => "invariant",
                Proof::ClosedSet(_) => "closed_set",
            }),
            _ => None,
        };
        Answer {
            winnable: self.verdict.is_winnable(),
            line: self.uci_line(),
            reason: self.reason(),
            proof,
            undecided: (self.verdict == Verdict::Undecided).then_some(true),
            fen: self.position.fen(),
            color: self.color.name(),
        }
    }

    fn for_people(&self, out: &mut Output) -> io::Result<()> {
        let color = name(self.color);
        writeln!(out)?;
        board::draw(out, &self.position, &[])?;
        match &self.verdict {
            Verdict::Yes { line } if line.is_empty() => {
                writeln!(out, "{GOOD}{color} has mated.{GOOD:#}")
            }
            Verdict::Yes { line } => {
                writeln!(
                    out,
                    "{GOOD}{color} can still mate{GOOD:#}, for example like this:"
                )?;
                writeln!(out, "{NAME}{}{NAME:#}", numbered(&self.position, line))
            }
            Verdict::No { .. } => {
                writeln!(out, "{BAD}No.{BAD:#} {}", self.reason().unwrap_or_default())
            }
            Verdict::Undecided => writeln!(out, "Undecided. {}", self.reason().unwrap_or_default()),
        }
    }

    /// One line among many.
    fn in_a_row(&self, out: &mut Output) -> io::Result<()> {
        let answer = match &self.verdict {
            Verdict::Yes { line } => match line.len() {
                0 => "yes, this is mate".to_owned(),
                1 => "yes, mate in 1 half-move".to_owned(),
                plies => format!("yes, mate in {plies} half-moves"),
            },
            Verdict::No { .. } => format!("no: {}", self.reason().unwrap_or_default()),
            Verdict::Undecided => "undecided".to_owned(),
        };
        let color = self.color.name();
        writeln!(out, "{} {color}: {answer}", self.position.fen())
    }
}

/// Moves with their numbers, as books print them.
fn numbered(position: &Position, line: &[Move]) -> String {
    let mut position = position.clone();
    let mut words = Vec::new();
    for (index, &mv) in line.iter().enumerate() {
        match position.turn() {
            Color::White => words.push(format!("{}.", position.fullmove_number())),
            Color::Black if index == 0 => words.push(format!("{}...", position.fullmove_number())),
            Color::Black => {}
        }
        words.push(San::write(&position, mv));
        position.play_unchecked(mv);
    }
    words.join(" ")
}

/// How many lines are read before they are shared out among the threads.
const BATCH: usize = 1024;

/// Answers every line of a file, in order; so many at a time that memory stays small and every
/// thread has work.
fn many(options: &Options, file: &Path) -> anyhow::Result<Ending> {
    let (input, size) = open(file)?;
    let mut input = BufReader::new(input);
    // On a terminal the answers themselves show how far it has come.
    let mut progress = (!io::stdout().is_terminal()).then(|| Progress::of_bytes(size));
    let mut out = Output::new();
    let mut ending = Ending::Accepted;
    let mut number = 0;
    loop {
        let mut lines = Vec::new();
        let mut bytes = 0;
        while lines.len() < BATCH {
            let mut line = String::new();
            let read = input.read_line(&mut line);
            let read = read.with_context(|| format!("{} cannot be read", file.display()))?;
            if read == 0 {
                break;
            }
            number += 1;
            bytes += read as u64;
            if !(line.trim().is_empty() || line.starts_with('#')) {
                lines.push((number, line));
            }
        }
        if lines.is_empty() && bytes == 0 {
            return out.end(ending);
        }
        for (number, answer) in answers(options, &lines) {
            match answer {
                Ok(answered) if options.format.json => out.json(&answered.for_scripts())?,
                Ok(answered) => answered.in_a_row(&mut out)?,
                Err(reason) => {
                    ending = Ending::Refused;
                    refuse(&mut out, &reason, Some(number), options.format.json)?;
                }
            }
        }
        out.flush()?;
        if let Some(progress) = &mut progress {
            progress.add(bytes);
        }
    }
}

type NumberedAnswer = (usize, Result<Answered, String>);

/// The answers to some lines, in their order, from as many threads as the machine has cores.
fn answers(options: &Options, lines: &[(usize, String)]) -> Vec<NumberedAnswer> {
    let taken = AtomicUsize::new(0);
    let work = || {
        let next = || lines.get(taken.fetch_add(1, Ordering::Relaxed));
        let answers = std::iter::from_fn(next).map(|(number, line)| {
            let asked = question(line);
            (
                *number,
                asked.and_then(|(fen, color)| ask(options, fen, color)),
            )
        });
        answers.collect::<Vec<_>>()
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let mut all: Vec<NumberedAnswer> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let answers = workers.into_iter().flat_map(|worker| match worker.join() {
            Ok(answers) => answers,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        answers.collect()
    });
    all.sort_unstable_by_key(|(number, _)| *number);
    all
}

/// A line is a FEN and a color.
fn question(line: &str) -> Result<(&str, Color), String> {
    let is_divider = |c: char| c.is_whitespace() || matches!(c, ',' | ';');
    let line = line.trim_matches(is_divider);
    let (fen, color) = line.rsplit_once(is_divider).unwrap_or((line, ""));
    let color = match color.to_ascii_lowercase().as_str() {
        "white" | "w" => Color::White,
        "black" | "b" => Color::Black,
        _ => return Err(format!("\"{line}\" must end with white or black")),
    };
    Ok((fen.trim_end_matches(is_divider), color))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_fen_and_a_color() {
        let fen = "8/8/8/4k3/8/8/8/4K3 w - -";
        for divider in [" ", ",", "\t", "; "] {
            let line = format!("{fen}{divider}Black\n");
            assert_eq!(question(&line), Ok((fen, Color::Black)));
        }
        assert!(question(fen).is_err());
    }
}
