//! Reads FEN field by field, strictly or leniently, and notes every fault. Not here: reading good
//! FEN fast (`read`), splitting loose text into fields (`fen`).

use alloc::vec::Vec;

use crate::fen_error::{FenFault, field_at};
use crate::{Board, Color, File, Piece, Rank, Setup, Square, SquareError};

use super::{Strictness, castling};

/// What a text says as far as it can be understood, and all that is wrong with it, in the order of
/// the fields.
pub(super) struct Reading {
    pub(super) setup: Setup,
    pub(super) faults: Vec<FenFault>,
}

/// Reads strict FEN.
pub(super) fn strict(text: &str) -> Reading {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let mut reading = read(fields.iter().copied(), Strictness::Strict);
    let count = fields.len();
    if count != 6 {
        reading.faults.push(FenFault::FieldCount { count });
    }
    if let Some(fault) = spacing(text, &fields) {
        let place = reading
            .faults
            .iter()
            .position(|other| other.field() > fault.field());
        reading
            .faults
            .insert(place.unwrap_or(reading.faults.len()), fault);
    }
    reading
}

/// The first place where something else than one blank divides the fields, or stands around them.
fn spacing(text: &str, fields: &[&str]) -> Option<FenFault> {
    let mut rest = text;
    for (index, field) in fields.iter().enumerate() {
        let before = if index == 0 { "" } else { " " };
        match rest
            .strip_prefix(before)
            .and_then(|rest| rest.strip_prefix(field))
        {
            Some(behind) => rest = behind,
            None => {
                return Some(FenFault::Spacing {
                    field: field_at(index),
                });
            }
        }
    }
    let last = field_at(fields.len().saturating_sub(1));
    (!rest.is_empty()).then_some(FenFault::Spacing { field: last })
}

/// Reads up to six fields; more are left alone.
pub(super) fn read<'a>(
    mut fields: impl Iterator<Item = &'a str>,
    strictness: Strictness,
) -> Reading {
    let mut faults = Vec::new();
    let mut setup = Setup::default();
    if let Some(field) = fields.next() {
        setup.board = read_board(field, strictness, &mut faults);
    }
    let lenient = strictness == Strictness::Lenient;
    let is_dash = |field: &str| field == "-" || (lenient && matches!(field, "–" | "—" | "−"));
    match fields.next() {
        Some("w") | None => {}
        Some("b") => setup.turn = Color::Black,
        Some("W") if lenient => {}
        Some("B") if lenient => setup.turn = Color::Black,
        Some(field) => faults.push(FenFault::Turn { text: field.into() }),
    }
    if let Some(field) = fields.next().filter(|field| !is_dash(field)) {
        match castling::read(field.chars(), strictness, &setup.board) {
            Some(rights) => setup.castling = rights,
            None => faults.push(FenFault::Castling { text: field.into() }),
        }
    }
    if let Some(field) = fields.next().filter(|field| !is_dash(field)) {
        match read_square(field, strictness) {
            Ok(square) => setup.ep_square = Some(square),
            Err(_) => faults.push(FenFault::EnPassant { text: field.into() }),
        }
    }
    let mut counts = fields.map(|field| (field, lenient && is_dash(field)));
    if let Some((field, false)) = counts.next() {
        match read_number(field) {
            Some(number) => setup.halfmove_clock = number,
            None => faults.push(FenFault::HalfmoveClock { text: field.into() }),
        }
    }
    if let Some((field, false)) = counts.next() {
        match read_number(field) {
            Some(number) => setup.fullmove_number = number,
            None => faults.push(FenFault::FullmoveNumber { text: field.into() }),
        }
    }
    Reading { setup, faults }
}

fn read_square(field: &str, strictness: Strictness) -> Result<Square, SquareError> {
    match strictness {
        Strictness::Strict => field.parse(),
        Strictness::Lenient => field.to_ascii_lowercase().parse(),
    }
}

pub(crate) fn read_number(field: &str) -> Option<u32> {
    // `parse` alone would also take a plus sign.
    if field.bytes().all(|byte| byte.is_ascii_digit()) {
        field.parse().ok()
    } else {
        None
    }
}

fn read_board(field: &str, strictness: Strictness, faults: &mut Vec<FenFault>) -> Board {
    let mut board = Board::empty();
    let count = field.split('/').count();
    if count != 8 {
        faults.push(FenFault::RankCount { count });
    }
    for (text, rank) in field.split('/').zip(Rank::ALL.into_iter().rev()) {
        let before = faults.len();
        read_letters(text, rank, faults);
        // Where signs are bad or ranks are missing, nobody can say how long a rank was meant to be.
        if count == 8 && faults.len() == before {
            read_rank(text, rank, strictness, &mut board, faults);
        }
    }
    board
}

/// Notes the signs on a rank that mean nothing, each once. Eight are enough.
fn read_letters(text: &str, rank: Rank, faults: &mut Vec<FenFault>) {
    let before = faults.len();
    for letter in text.chars() {
        let is_known = Piece::from_letter(letter).is_some() || Rank::from_digit(letter).is_some();
        let fault = FenFault::Letter { rank, letter };
        let new = faults.get(before..).unwrap_or_default();
        if !is_known && new.len() < 8 && !new.contains(&fault) {
            faults.push(fault);
        }
    }
}

/// Puts the men of a rank on the board, whose signs are all known.
fn read_rank(
    text: &str,
    rank: Rank,
    strictness: Strictness,
    board: &mut Board,
    faults: &mut Vec<FenFault>,
) {
    let mut files = File::ALL.into_iter();
    let mut too_long = false;
    let mut after_digit = false;
    let mut pair = false;
    for letter in text.chars() {
        let empty = Rank::from_digit(letter);
        pair |= after_digit && empty.is_some();
        after_digit = empty.is_some();
        for _ in 0..empty.map_or(1, |count| count.index() + 1) {
            match (files.next(), Piece::from_letter(letter)) {
                (Some(file), Some(piece)) => board.set(Square::new(file, rank), piece),
                (Some(_), None) => {}
                (None, _) => too_long = true,
            }
        }
    }
    if pair && strictness == Strictness::Strict {
        faults.push(FenFault::DigitPair { rank });
    }
    if too_long || files.next().is_some() {
        faults.push(FenFault::RankLength { rank });
    }
}
