//! Moves as text: the Laws, what people type, and what other programs have stumbled over.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "in helpers of tests, too, a panic is the failure"
)]

use serde_json::Value;
use tabiya_rules::{Mode, MoveReading, Position, San, Uci, read_move};

fn position(fen: &str) -> Position {
    match fen {
        "startpos" => Position::standard(),
        _ => Position::from_fen(fen, Mode::Standard).unwrap(),
    }
}

fn uci(position: &Position, text: &str) -> String {
    match read_move(position, text) {
        Ok(MoveReading { mv, .. }) => mv.uci(position).to_string(),
        Err(error) => error.code().to_string(),
    }
}

fn written(position: &Position, uci: &str) -> String {
    San::write(
        position,
        uci.parse::<Uci>().unwrap().resolve(position).unwrap(),
    )
}

/// Whether the text is the exact notation of a legal move.
fn is_exact(position: &Position, text: &str) -> bool {
    San::parse(text).is_ok_and(|san| san.resolve_exact(position).is_ok())
}

#[test]
fn notation_by_the_laws() {
    let mut rows = csv::Reader::from_path("../../testdata/notation/laws.csv").unwrap();
    let mut count = 0;
    for row in rows.records() {
        let row = row.unwrap();
        let [id, start, moves, does, text, expected] = [0, 1, 2, 3, 4, 5].map(|i| &row[i]);
        let mut position = position(start);
        for mv in moves.split_whitespace() {
            let mv = mv.parse::<Uci>().unwrap().resolve(&position).unwrap();
            position.play(mv).unwrap();
        }
        match (does, expected) {
            ("write", _) => assert_eq!(written(&position, text), expected, "{id} {text}"),
            (_, "refused") => assert!(read_move(&position, text).is_err(), "{id} {text}"),
            _ => {
                let got = match read_move(&position, text) {
                    Ok(MoveReading { mv, hint }) => {
                        match hint.filter(|_| expected.contains("hint")) {
                            Some(hint) => {
                                format!("{} with hint {}", mv.uci(&position), hint.code())
                            }
                            None => mv.uci(&position).to_string(),
                        }
                    }
                    Err(error) if error.candidates().is_empty() => error.code().to_string(),
                    Err(error) => {
                        let mut sans: Vec<&str> =
                            error.candidates().iter().map(|c| c.san.as_str()).collect();
                        sans.sort_unstable();
                        format!("ambiguous: {}", sans.join(" or "))
                    }
                };
                assert_eq!(got, expected, "{id} {text}");
            }
        }
        count += 1;
    }
    assert_eq!(count, 28);
}

#[test]
fn what_people_type_beside_python_chess() {
    let mut rows = csv::Reader::from_path("../../testdata/notation/read_move.csv").unwrap();
    let mut count = 0;
    for row in rows.records() {
        let row = row.unwrap();
        let [fen, text, theirs, ours, san, why] = [0, 1, 2, 3, 4, 5].map(|i| &row[i]);
        let position = position(fen);
        match (read_move(&position, text), ours) {
            (Ok(reading), _) => {
                assert_eq!(reading.mv.uci(&position).to_string(), ours, "{fen} {text}");
                if !san.is_empty() {
                    assert_eq!(San::write(&position, reading.mv), san, "{fen} {text}");
                }
            }
            (Err(error), "ambiguous") => assert!(error.candidates().len() > 1, "{fen} {text}"),
            (Err(error), _) => {
                assert_eq!("error", ours, "{fen} {text}: {error}");
                assert!(error.candidates().is_empty(), "{fen} {text}: {error}");
            }
        }
        let same = ours == theirs || (theirs.contains("Error") && !ours.contains(char::is_numeric));
        assert_eq!(
            same,
            why.is_empty(),
            "a difference has a reason: {fen} {text}"
        );
        count += 1;
    }
    assert_eq!(count, 68);
}

/// Near six hundred spellings, good and bad, with the right answer found without this reader.
#[test]
fn odd_inputs() {
    let mut rows = csv::Reader::from_path("../../testdata/notation/odd_inputs.csv").unwrap();
    let mut differ = Vec::new();
    let mut count = 0;
    for row in rows.records() {
        let row = row.unwrap();
        let [fen, mode, text, expected] = [0, 1, 2, 3].map(|i| &row[i]);
        let mode = match mode {
            "standard" => Mode::Standard,
            _ => Mode::Chess960,
        };
        let position = Position::from_fen(fen, mode).unwrap();
        let found = match read_move(&position, text) {
            Ok(reading) => reading.mv.uci(&position).to_string(),
            // One move may be refused for more than one reason; two readings are always named.
            Err(error) if expected == "refused" && error.candidates().is_empty() => {
                "refused".to_string()
            }
            Err(error) => error.code().to_string(),
        };
        if found != expected {
            differ.push(format!("{fen} {text:?}: {found}, not {expected}"));
        }
        count += 1;
    }
    assert!(differ.is_empty(), "{differ:#?}");
    assert!(count > 550, "{count} rows");
}

#[test]
fn moves_on_which_other_programs_have_failed() {
    let text = std::fs::read_to_string("../../testdata/notation/san_faults.jsonl").unwrap();
    for row in text.lines() {
        let row: Value = serde_json::from_str(row).unwrap();
        let (id, input, expected) = (&row["id"], &row["input"], &row["expected"]);
        let position = position(input["fen"].as_str().unwrap());
        if let Some(write) = expected["write"].as_str() {
            assert_eq!(
                written(&position, input["uci"].as_str().unwrap()),
                write,
                "{id}"
            );
            assert!(is_exact(&position, write), "{id}");
            continue;
        }
        let san = input["san"].as_str().unwrap();
        assert_eq!(
            is_exact(&position, san),
            expected["strict"] == "accept",
            "{id}"
        );
        let lenient = expected["lenient"]["uci"].as_str().unwrap();
        assert_eq!(uci(&position, san), lenient, "{id}");
        assert_eq!(
            written(&position, lenient),
            expected["canonical"].as_str().unwrap(),
            "{id}"
        );
    }
    assert_eq!(text.lines().count(), 21);
}

#[test]
fn the_rook_of_a_castling_gives_check_from_where_the_king_stood() {
    let fen = "2rk4/8/8/8/8/8/8/3K4 b q - 0 1";
    let position = Position::from_fen(fen, Mode::Chess960).unwrap();
    assert_eq!(written(&position, "d8c8"), "O-O-O+");
}
