//! `tabiya game`: plays moves and says where the game stands.

use std::io::Write;

use clap::Args;
use serde::Serialize;
use tabiya_rules::{Game, San, read_move};

use crate::board;
use crate::output::{DIM, Ending, Format, NAME, Output, complain};
use crate::position::{Chess, START, sentence};
use crate::san::Refusal;
use crate::standing::{ClaimWithMove, Ground, Standing};

/// Moves are given in any notation: e2e4, e4, Ng1-f3. The word undo takes the last one back.
/// Repetition and counts are those of the Laws of Chess, article 9; the key is Polyglot's.
///
/// Examples:
///   tabiya game --moves "e4 e5 Nf3 Nc6 Bb5"
///   tabiya game --json --moves "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8"
///   tabiya game --fen "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1" --moves Qf7
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Options {
    /// Where the game begins: a position in Forsyth-Edwards Notation, in quotes
    #[arg(long, default_value = START)]
    fen: String,
    /// The moves, in quotes, with or without move numbers
    #[arg(long, default_value = "", hide_default_value = true)]
    moves: String,
    #[command(flatten)]
    chess: Chess,
    #[command(flatten)]
    format: Format,
}

#[derive(Serialize)]
struct Answer {
    ok: bool,
    fen: String,
    /// 16 hexadecimal digits.
    key: String,
    repetition: u32,
    halfmove: u32,
    check: bool,
    outcome: Option<String>,
    claims: Vec<Ground>,
    claims_with_move: Vec<ClaimWithMove>,
    automatic: Vec<Ground>,
    moves: Vec<String>,
}

/// A move that could not be played.
#[derive(Serialize)]
struct Stopped {
    /// Its number in half-moves, from 1.
    ply: usize,
    /// Its text.
    #[serde(rename = "move")]
    text: String,
    /// The position in which it was tried.
    fen: String,
    #[serde(flatten)]
    refusal: Refusal,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Ending> {
    let mut out = Output::new();
    let start = match options.chess.playable_with_remarks(&options.fen) {
        Ok(position) => position,
        Err(faults) => {
            let refusal = Refusal::of_position(sentence(&faults));
            if options.format.json {
                out.json(&refusal)?;
            } else {
                complain(&refusal.for_people());
            }
            return out.end(Ending::Refused);
        }
    };
    let mut game = Game::new(start);
    let mut sans = Vec::new();
    for text in moves_in(&options.moves) {
        if let Err(stopped) = step(&mut game, &mut sans, text) {
            refuse(&mut out, &stopped, options.format.json)?;
            return out.end(Ending::Refused);
        }
    }
    answer(&mut out, &game, sans, options.format.json)?;
    out.end(Ending::Accepted)
}

/// The words of the text without move numbers.
fn moves_in(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace()
        .map(|word| {
            let unnumbered = word.trim_start_matches(|c: char| c.is_ascii_digit());
            // Zeros may be castling: only digits before a dot are a number.
            if unnumbered.starts_with('.') {
                unnumbered.trim_start_matches('.')
            } else {
                word
            }
        })
        .filter(|word| !word.is_empty())
}

fn step(game: &mut Game, sans: &mut Vec<String>, text: &str) -> Result<(), Box<Stopped>> {
    if text == "undo" && game.undo().is_some() {
        sans.pop();
        return Ok(());
    }
    let stopped = |game: &Game, refusal| {
        Box::new(Stopped {
            ply: game.ply() + 1,
            text: text.to_owned(),
            fen: game.position().fen(),
            refusal,
        })
    };
    let reading = read_move(game.position(), text);
    let mv = reading.map_err(|error| stopped(game, error.into()))?.mv;
    sans.push(San::write(game.position(), mv));
    // The reader answers with legal moves only.
    game.play(mv)
        .map_err(|reason| stopped(game, Refusal::of_position(reason.to_string())))
}

fn answer(out: &mut Output, game: &Game, moves: Vec<String>, json: bool) -> anyhow::Result<()> {
    let position = game.position();
    let standing = Standing::of(game);
    if json {
        out.json(&Answer {
            ok: true,
            fen: position.fen(),
            key: format!("{:016x}", position.key().0),
            repetition: game.repetitions(),
            halfmove: position.halfmove_clock(),
            check: position.is_check(),
            outcome: standing.outcome,
            claims: standing.claims,
            claims_with_move: standing.claims_with_move,
            automatic: standing.automatic,
            moves,
        })?;
        return Ok(());
    }
    let last = game.moves().last();
    let marked = last.map_or_else(Vec::new, |mv| vec![mv.from(), mv.destination()]);
    writeln!(out)?;
    board::draw(out, position, &marked)?;
    standing.write(out, position)?;
    writeln!(out, "{NAME}{}{NAME:#}", position.fen())?;
    writeln!(
        out,
        "{DIM}{}; {} since the last pawn move or capture; key {:016x}{DIM:#}",
        times(game.repetitions()),
        half_moves(position.halfmove_clock()),
        position.key().0
    )?;
    Ok(())
}

fn times(count: u32) -> String {
    match count {
        1 => "this position for the first time".to_owned(),
        2 => "this position for the second time".to_owned(),
        count => format!("this position {count} times"),
    }
}

fn half_moves(count: u32) -> String {
    match count {
        1 => "1 half-move".to_owned(),
        count => format!("{count} half-moves"),
    }
}

fn refuse(out: &mut Output, stopped: &Stopped, json: bool) -> anyhow::Result<()> {
    if json {
        out.json(stopped)?;
        return Ok(());
    }
    let Stopped {
        ply, text, refusal, ..
    } = stopped;
    complain(&format!(
        "half-move {ply}, “{text}”: {}",
        refusal.for_people()
    ));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn move_numbers_are_passed_over_and_castling_with_zeros_is_not() {
        let words: Vec<_> = moves_in("1. e4 e5 2.Nf3 2... Nc6 3... 0-0 0-0-0 e2e4").collect();
        let expected = ["e4", "e5", "Nf3", "Nc6", "0-0", "0-0-0", "e2e4"];
        assert_eq!(words, expected);
    }
}
