//! Positions and moves as text.

use std::str;

use tabiya_rules::{
    CastlingStyle, EnPassantStyle, Epd, Fen, FenStyle, Mode, Position, San, Setup, Uci, read_move,
};

use crate::positions::{Bytes, position};

const FULL: FenStyle = FenStyle {
    en_passant: EnPassantStyle::Always,
    castling: CastlingStyle::Shredder,
};

/// FEN: what is read strictly is read leniently to the same, and comes back from its text.
///
/// # Panics
/// When it does not.
pub fn fen(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    match Fen::parse(text) {
        Ok(setup) => {
            written_and_read(&setup);
            // Leniently, a game that begins at move 0 begins at move 1.
            let mut lenient = setup;
            lenient.fullmove_number = lenient.fullmove_number.max(1);
            assert_eq!(Fen::parse_lenient(text), Ok(lenient), "{text}");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    match Fen::parse_lenient(text) {
        Ok(setup) => {
            for mode in [Mode::Standard, Mode::Chess960] {
                playable(&setup, mode);
            }
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            assert!(Fen::parse(text).is_err(), "{text}");
        }
    }
}

/// Whether castling rights and en passant square are such that a text can tell them.
fn is_clear(setup: &Setup) -> bool {
    [Mode::Standard, Mode::Chess960]
        .into_iter()
        .any(|mode| setup.cleared(mode) == *setup)
}

fn written_and_read(setup: &Setup) {
    if !is_clear(setup) {
        return;
    }
    let text = Fen::write(setup, FULL);
    assert_eq!(Fen::parse(&text).as_ref(), Ok(setup), "{text}");
}

fn playable(setup: &Setup, mode: Mode) {
    match setup.cleared(mode).playable(mode) {
        Ok(position) => {
            let setup = position.to_setup();
            written_and_read(&setup);
            let again = setup.playable(mode);
            assert!(again.is_ok_and(|again| again == position));
            let text = position.fen();
            let read = Fen::parse(&text).map(|setup| setup.playable(mode));
            assert!(
                read.is_ok_and(|read| read.is_ok_and(|p| p == position)),
                "{text}"
            );
        }
        Err(faults) => assert!(!faults.to_string().is_empty()),
    }
}

/// EPD, a line: what is read comes back from its text.
///
/// # Panics
/// When it does not.
pub fn epd(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    // A break of the line within quotes is written as a blank, so it does not come back.
    let text = text.split(['\r', '\n']).next().unwrap_or_default();
    match Epd::parse(text) {
        Ok(epd) => {
            epd_written_and_read(&epd);
            assert!(Epd::parse_lenient(text).is_ok(), "{text}");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    if let Ok(epd) = Epd::parse_lenient(text) {
        epd_written_and_read(&epd);
    }
}

fn epd_written_and_read(epd: &Epd) {
    if is_clear(&epd.setup) {
        let written = epd.write(FULL);
        assert_eq!(Epd::parse(&written).as_ref(), Ok(epd), "{written}");
    }
}

/// A position from the first bytes, and the rest as a text.
fn position_and_text(data: &[u8]) -> Option<(Position, &str)> {
    let (head, text) = data.split_at_checked(usize::from(*data.first()?) % 128)?;
    let position = position(&mut Bytes(head.get(1..)?)).unwrap_or_else(Position::standard);
    Some((position, str::from_utf8(text).ok()?))
}

/// SAN: what is read comes back from its text; only legal moves come out, and the reader of
/// people's input finds the same.
///
/// # Panics
/// When one of these does not hold.
pub fn san(data: &[u8]) {
    let Some((position, text)) = position_and_text(data) else {
        return;
    };
    let read = San::parse(text);
    match &read {
        Ok(san) => assert_eq!(San::parse(&san.to_string()).as_ref(), Ok(san), "{text}"),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    let by_people = read_move(&position, text);
    if let Ok(reading) = &by_people {
        assert!(position.legal_moves().contains(&reading.mv), "{text}");
        let exact = San::of(&position, reading.mv);
        assert_eq!(exact.resolve_exact(&position), Ok(reading.mv), "{text}");
    }
    let Ok(san) = read else { return };
    if let Ok(mv) = san.resolve(&position) {
        assert!(position.legal_moves().contains(&mv), "{text}");
        if let Ok(reading) = by_people {
            assert_eq!(reading.mv, mv, "{text} in {}", position.fen());
        }
    }
    if san.resolve_exact(&position).is_ok() {
        assert!(san.resolve(&position).is_ok(), "{text}");
    }
}

/// UCI: what is read comes back from its text, and is legal exactly if there is no reason against
/// it.
///
/// # Panics
/// When one of these does not hold.
pub fn uci(data: &[u8]) {
    let Some((position, text)) = position_and_text(data) else {
        return;
    };
    let Ok(uci) = text.parse::<Uci>() else {
        return;
    };
    assert_eq!(uci.to_string().parse::<Uci>(), Ok(uci), "{text}");
    let reason = position.why_illegal(uci.attempt());
    match uci.resolve(&position) {
        Ok(mv) => {
            assert!(reason.is_none(), "{text}: {reason:?}");
            assert!(position.legal_moves().contains(&mv), "{text}");
            assert_eq!(mv.uci(&position).resolve(&position), Ok(mv), "{text}");
        }
        Err(refusal) => {
            assert_eq!(reason, Some(refusal), "{text}");
            assert!(reason.is_some_and(|reason| !reason.to_string().is_empty()));
        }
    }
}
