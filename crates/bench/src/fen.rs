//! FEN: from the text to a checked position, and back.

use std::fmt::Write as _;
use std::rc::Rc;
use std::str::FromStr;

use anyhow::{Context, Result, ensure};
use shakmaty::fen::Fen as ShakmatyFen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};
use tabiya_rules::{Fen, FenStyle, Mode, Position};

use crate::contest::{Contest, Entrant, OURS};
use crate::games::random_games;

/// A position in the hands of everyone.
struct Sample {
    text: String,
    ours: Position,
    shakmaty: Chess,
    cozy: cozy_chess::Board,
}

pub(crate) fn contests() -> Result<Vec<Contest>> {
    let samples: Vec<Sample> = random_games(2, 300, 90)
        .into_iter()
        .flat_map(|line| line.before)
        .step_by(7)
        .map(|position| sample(&position))
        .collect::<Result<_>>()?;
    let work = samples.len() as u64;
    let samples = Rc::new(samples);
    let contest = |row: &str, entrants| Contest {
        row: row.to_owned(),
        name: "random games".to_owned(),
        unit: "positions",
        work,
        entrants,
    };
    Ok(vec![
        contest(
            "FEN, to position",
            vec![
                entrant(OURS, &samples, read_by_ours),
                entrant("shakmaty", &samples, read_by_shakmaty),
                entrant("cozy-chess", &samples, read_by_cozy),
                entrant("chess", &samples, read_by_chess),
            ],
        ),
        contest(
            "FEN, from position",
            vec![
                writer(OURS, &samples, written_by_ours),
                writer("shakmaty", &samples, written_by_shakmaty),
                writer("cozy-chess", &samples, written_by_cozy),
            ],
        ),
    ])
}

fn entrant(name: &'static str, samples: &Rc<Vec<Sample>>, run: fn(&str) -> u64) -> Entrant {
    let samples = Rc::clone(samples);
    Entrant::new(name, move || {
        let read = samples.iter().map(|sample| run(&sample.text));
        read.fold(0, u64::wrapping_add)
    })
}

/// The length of all texts is the result; [`sample`] has seen that they are equal.
fn writer(name: &'static str, samples: &Rc<Vec<Sample>>, run: fn(&Sample, &mut String)) -> Entrant {
    let samples = Rc::clone(samples);
    Entrant::new(name, move || {
        let mut text = String::new();
        for sample in samples.iter() {
            run(sample, &mut text);
        }
        text.len() as u64
    })
}

fn sample(ours: &Position) -> Result<Sample> {
    let text = ours.fen();
    let shakmaty: Chess = text
        .parse::<ShakmatyFen>()?
        .into_position(CastlingMode::Standard)?;
    let theirs = ShakmatyFen::from_position(&shakmaty, EnPassantMode::Legal).to_string();
    ensure!(theirs == text, "{text} is written {theirs} by shakmaty");
    let cozy = cozy_chess::Board::from_fen(&text, false);
    let cozy = cozy.ok().context("cozy-chess refuses a FEN")?;
    let theirs = cozy.to_string();
    ensure!(theirs == text, "{text} is written {theirs} by cozy-chess");
    Ok(Sample {
        cozy,
        ours: ours.clone(),
        shakmaty,
        text,
    })
}

fn read_by_ours(text: &str) -> u64 {
    Position::from_fen(text, Mode::Standard).map_or(0, |position| position.board().occupied().0)
}

fn read_by_shakmaty(text: &str) -> u64 {
    let Ok(fen) = ShakmatyFen::from_ascii(text.as_bytes()) else {
        return 0;
    };
    fen.into_position::<Chess>(CastlingMode::Standard)
        .map_or(0, |position| position.board().occupied().0)
}

fn read_by_cozy(text: &str) -> u64 {
    cozy_chess::Board::from_fen(text, false).map_or(0, |board| board.occupied().0)
}

fn read_by_chess(text: &str) -> u64 {
    chess::Board::from_str(text).map_or(0, |board| board.combined().0)
}

fn written_by_ours(sample: &Sample, text: &mut String) {
    text.push_str(&Fen::text(&sample.ours.to_setup(), FenStyle::default()));
}

fn written_by_shakmaty(sample: &Sample, text: &mut String) {
    ShakmatyFen::from_position(&sample.shakmaty, EnPassantMode::Legal).append_to_string(text);
}

fn written_by_cozy(sample: &Sample, text: &mut String) {
    let _ = write!(text, "{}", sample.cozy);
}
