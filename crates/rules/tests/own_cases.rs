//! The tables of `testdata`: faults that other chess software has had (`cases.jsonl`) and own
//! tables of FEN validity, en passant fields, keys, repetition and ends.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test fails by a panic"
)]

use std::fs::read_to_string;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tabiya_rules::{
    EnPassantStyle, Fen, FenStyle, Game, Mode, Move, Position, Uci, is_dead_by_material,
};

fn testdata(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../testdata")
        .join(name)
}

fn table(name: &str) -> Vec<csv::StringRecord> {
    let mut reader = csv::Reader::from_path(testdata(name)).expect("the table is there");
    reader.records().map(|row| row.expect("a row")).collect()
}

fn cases(kind: &str) -> Vec<Value> {
    let text = read_to_string(testdata("cases.jsonl")).expect("the cases are there");
    let all = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    all.filter(|case| case["kind"] == kind).collect()
}

/// What a lenient reader makes of a text.
fn lenient(text: &str, mode: Mode) -> Option<Position> {
    Fen::parse_lenient(text)
        .ok()?
        .cleared(mode)
        .position(mode)
        .ok()
}

/// The code of the first fault that the strict reader finds.
fn strict(text: &str, mode: Mode) -> Result<Position, &'static str> {
    let setup = Fen::parse(text).map_err(|error| error.first().code())?;
    setup.position(mode).map_err(|faults| faults.first().code())
}

fn uci_moves(position: &Position) -> Vec<String> {
    position
        .legal_moves()
        .iter()
        .map(|mv| mv.uci(position).to_string())
        .collect()
}

fn check_moves(id: &Value, expected: &Value, position: &Position, prefix: &str) {
    let moves = uci_moves(position);
    let named = |key: &str| {
        expected[format!("{prefix}{key}")]
            .as_array()
            .cloned()
            .unwrap_or_default()
    };
    for mv in named("moves_present") {
        assert!(
            moves.iter().any(|found| mv == found.as_str()),
            "{id}: {mv} is missing"
        );
    }
    for mv in named("moves_absent") {
        assert!(
            !moves.iter().any(|found| mv == found.as_str()),
            "{id}: {mv} is there"
        );
    }
    if let Some(count) = expected["legal_count"].as_u64() {
        assert_eq!(moves.len() as u64, count, "{id}");
    }
}

fn check_fen_case(case: &Value) {
    let (id, input, expected) = (
        &case["id"],
        case["input"].as_str().expect("text"),
        &case["expected"],
    );
    let strictly = strict(input, Mode::Standard);
    let faults = Fen::faults(input, Mode::Standard);
    assert_eq!(faults.is_empty(), strictly.is_ok(), "{id}: {faults:?}");
    if let Some(error) = expected["error"].as_str() {
        assert!(
            faults.iter().any(|fault| fault.code() == error),
            "{id}: {faults:?}"
        );
    }
    match expected["strict"].as_str() {
        Some("reject") => {
            let code = strictly.err();
            assert!(code.is_some(), "{id}: accepted");
            if let Some(error) = expected["error"].as_str() {
                assert_eq!(code, Some(error), "{id}");
            }
        }
        Some("accept") => {
            let position = strictly.unwrap_or_else(|code| panic!("{id}: refused for {code}"));
            check_moves(id, expected, &position, "");
            if let Some(other) = expected["same_position_as"].as_str() {
                assert_eq!(
                    Ok(&position),
                    strict(other, Mode::Standard).as_ref(),
                    "{id}"
                );
            }
            if expected.get("legal_ep").is_some_and(Value::is_null) {
                assert_eq!(position.ep_square(), None, "{id}");
            }
        }
        _ => {}
    }
    if expected["lenient"] == "reject" {
        assert_eq!(lenient(input, Mode::Standard), None, "{id}");
    } else if let Some(fen) = expected["lenient"]["fen"].as_str() {
        let position = lenient(input, Mode::Standard).unwrap_or_else(|| panic!("{id}: refused"));
        assert_eq!(position.fen(), fen, "{id}");
        check_moves(id, expected, &position, "");
    }
    if expected["chess960"] == "accept" {
        let position = strict(input, Mode::Chess960).unwrap_or_else(|code| panic!("{id}: {code}"));
        check_moves(id, expected, &position, "chess960_");
    }
}

/// Finds a move of a case by its text; the cases use plain, canonical notation.
fn find_move(position: &Position, text: &str) -> Move {
    let san = text.parse::<tabiya_rules::San>();
    san.unwrap_or_else(|error| panic!("{text}: {error}"))
        .resolve(position)
        .unwrap_or_else(|error| panic!("{text} in {}: {error}", position.fen()))
}

fn play_case(case: &Value) -> Game {
    let input = &case["input"];
    let start = input["fen"]
        .as_str()
        .map_or_else(Position::standard, |fen| {
            lenient(fen, Mode::Standard).unwrap_or_else(|| panic!("{fen} is refused"))
        });
    let mut game = Game::new(start);
    for text in input["moves"]
        .as_array()
        .into_iter()
        .chain(input["then"].as_array())
        .flatten()
    {
        match text.as_str().expect("text") {
            "undo" => assert!(game.undo().is_some()),
            text => game
                .play(find_move(game.position(), text))
                .expect("a legal move"),
        }
    }
    game
}

fn check_game_case(case: &Value) {
    let (id, expected) = (&case["id"], &case["expected"]);
    let game = play_case(case);
    let position = game.position();
    if let Some(fen) = expected["fen"].as_str() {
        assert_eq!(position.fen(), fen, "{id}");
    }
    if let Some(fens) = expected["fen_any_of"].as_array() {
        assert!(
            fens.iter().any(|fen| *fen == position.fen().as_str()),
            "{id}"
        );
    }
    if let Some(count) = expected["repetitions"].as_u64() {
        assert_eq!(u64::from(game.repetitions()), count, "{id}");
    }
    if let Some(may) = expected["can_claim_threefold_now"].as_bool() {
        assert_eq!(game.repetitions() >= 3, may, "{id}");
    }
    if let Some(may) = expected["can_claim_threefold_with_intended_move"].as_bool() {
        let third = |mv: &Move| game.repetitions_after(*mv).is_some_and(|count| count >= 3);
        assert_eq!(position.legal_moves().iter().any(third), may, "{id}");
    }
    if let Some(clock) = expected["halfmove_clock"].as_u64() {
        assert_eq!(u64::from(position.halfmove_clock()), clock, "{id}");
    }
    if let Some(may) = expected["can_claim_fifty_now"].as_bool() {
        assert_eq!(position.halfmove_clock() >= 100, may, "{id}");
    }
    if expected["status_reason"] == "stalemate" {
        assert!(position.is_stalemate(), "{id}");
    }
    if expected["white_can_castle_kingside_next"] == true {
        let mut quiet = position.clone();
        let reply = quiet.legal_moves()[0];
        quiet.play(reply).expect("a legal move");
        let castle: Uci = "e1g1".parse().expect("UCI");
        assert!(castle.resolve(&quiet).is_ok(), "{id}");
    }
}

#[test]
fn faults_of_other_software_in_reading_fen() {
    cases("a").iter().for_each(check_fen_case);
}

#[test]
fn faults_of_other_software_in_move_generation() {
    let (fens, games): (Vec<_>, Vec<_>) = cases("b")
        .into_iter()
        .partition(|case| case["input_type"] == "fen");
    fens.iter().for_each(check_fen_case);
    games.iter().for_each(check_game_case);
}

#[test]
fn faults_of_other_software_in_repetition_and_counts() {
    cases("e").iter().for_each(check_game_case);
}

/// Where python-chess, shakmaty and cozy-chess disagree, this is what we do, and why.
const FEN_DECISIONS: [(&str, bool, &str); 11] = [
    (
        "two pawn checkers",
        true,
        "no game gets there, but every rule applies",
    ),
    ("two knight checkers", true, "the same"),
    (
        "halfmove clock 150",
        false,
        "the game would be over without a claim (9.6.2)",
    ),
    (
        "halfmove clock 101",
        true,
        "only a claim ends the game before 150",
    ),
    ("fullmove 0", false, "moves are counted from 1"),
    ("two digits in a row", false, "strict FEN has one spelling"),
    ("castling order", false, "strict FEN has one spelling"),
    (
        "4 fields missing (lenient)",
        false,
        "strict FEN has six fields",
    ),
    ("board only (lenient)", false, "strict FEN has six fields"),
    (
        "extra spaces",
        false,
        "strict FEN has one blank between fields",
    ),
    (
        "Shredder-FEN castling",
        true,
        "the files of the rooks are as clear as KQkq",
    ),
];

#[test]
fn fen_validity() {
    for row in table("rules/fen_validity.csv") {
        let (text, label, python) = (&row[0], &row[1], &row[3]);
        let decision = FEN_DECISIONS.iter().find(|(name, ..)| *name == label);
        let valid = decision.map_or(python == "VALID" && &row[8] == "ok", |(_, ours, _)| *ours);
        let found = strict(text, Mode::Standard);
        assert_eq!(found.is_ok(), valid, "{label}: {found:?}");
        let Ok(position) = found else { continue };
        assert_eq!(position.legal_moves().len().to_string(), &row[4], "{label}");
        assert_eq!(
            u8::from(position.ep_square().is_some()).to_string(),
            &row[5],
            "{label}"
        );
        assert_eq!(
            u8::from(position.is_check()).to_string(),
            &row[6],
            "{label}"
        );
        assert_eq!(
            u8::from(is_dead_by_material(position.board())).to_string(),
            &row[7],
            "{label}"
        );
    }
}

#[test]
fn what_the_strict_reader_refuses_for_its_spelling_is_read_leniently() {
    let start = Position::standard();
    for row in table("rules/fen_validity.csv") {
        let spelled = [
            "two digits",
            "4 fields",
            "board only",
            "castling order",
            "extra",
            "underscores",
        ];
        if spelled.iter().any(|start| row[1].starts_with(start)) {
            let position =
                lenient(&row[0], Mode::Standard).unwrap_or_else(|| panic!("{}", &row[1]));
            assert_eq!(position.board(), start.board(), "{}", &row[1]);
        }
    }
}

#[test]
fn what_people_paste_is_read_leniently() {
    let array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let start = format!("{array} w KQkq - 0 1");
    for spelled in [
        format!("\u{feff}{start}\n"),
        format!("\"{start}\""),
        format!("“{start}”"),
        format!("{array}\u{a0}w\u{a0}KQkq\u{a0}-\u{a0}0\u{a0}1"),
        format!("{array} W KQkq - 0 1"),
        format!("{array} w KQkqK - 0 1"),
        format!("{array} w kqKQ – 0 1"),
        format!("{array} w HAkq - 0 1"),
        format!("{array} w KQkq - - -"),
        format!("{array} w KQkq - 0 0"),
    ] {
        let read = lenient(&spelled, Mode::Standard).map(|position| position.fen());
        assert_eq!(read, Some(start.clone()), "{spelled:?}");
        let strictly = strict(&spelled, Mode::Standard).is_ok();
        assert_eq!(strictly, spelled.contains("HAkq"), "{spelled:?}");
    }
    for (spelled, fen) in [
        (
            "4k3/8/8/8/8/8/8/R3K2R w KQ-- - 0 1",
            "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        ),
        (
            "4k3/8/8/8/8/8/8/R3K2R w -- - 0 1",
            "4k3/8/8/8/8/8/8/R3K2R w - - 0 1",
        ),
        (
            "4k3/8/8/3pP3/8/8/8/4K3 w - D6 0 1",
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        ),
    ] {
        let read = lenient(spelled, Mode::Standard).map(|position| position.fen());
        assert_eq!(read.as_deref(), Some(fen), "{spelled}");
    }
    // Where a guess would change the meaning, or nothing can be guessed, it is refused.
    for spelled in [
        "4k3/8/8/8/8/8/8/RR2K3 w QB - 0 1",
        "4k3/8/8/8/8/8/8/4K3 x - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 2",
        "4k3/8/8/8/8/8/8/4K3 w 0 1",
        "4k3/8/8/\u{200b}8/8/8/8/4K3 w - - 0 1",
    ] {
        assert_eq!(lenient(spelled, Mode::Standard), None, "{spelled}");
    }
}

#[test]
fn checks_that_no_move_gives_are_refused_but_can_be_played() {
    for fen in [
        "r3r3/4k3/8/8/8/8/8/r3K2r w - - 0 1",
        "2Nq4/2K5/1b6/8/7R/3k4/7P/8 w - - 0 1",
        "4k3/8/8/3p4/4K3/5b2/8/8 w - - 0 1",
        "4k3/4r3/8/8/7b/8/8/q3K3 w - - 0 1",
    ] {
        assert_eq!(
            strict(fen, Mode::Standard),
            Err("impossible_check"),
            "{fen}"
        );
        let setup = Fen::parse(fen).expect("FEN");
        assert!(setup.playable(Mode::Standard).is_ok(), "{fen}");
    }
    let double = "4k3/4r3/8/8/7b/8/8/4K3 w - - 0 1";
    assert!(strict(double, Mode::Standard).is_ok());
}

#[test]
fn en_passant_fields() {
    let styles = [
        EnPassantStyle::Legal,
        EnPassantStyle::PseudoLegal,
        EnPassantStyle::Always,
    ];
    for row in table("rules/ep_square_normalisation.csv") {
        let position = strict(&row[0], Mode::Standard).expect("playable");
        for (column, en_passant) in styles.into_iter().enumerate() {
            let style = FenStyle {
                en_passant,
                ..FenStyle::default()
            };
            assert_eq!(
                Fen::write(&position.to_setup(), style),
                &row[column + 1],
                "{}",
                &row[0]
            );
        }
        assert_eq!(position.key().to_string(), &row[4], "{}", &row[0]);
    }
}

#[test]
fn polyglot_keys() {
    for row in table("rules/polyglot_keys.csv") {
        // Some of the games behind the table went on beyond 150 half-moves.
        let setup = Fen::parse(&row[0]).expect("FEN");
        let position = setup.playable(Mode::Standard).expect("playable");
        assert_eq!(position.key().to_string(), &row[1], "{}", &row[0]);
    }
}

#[test]
fn repetition() {
    for row in table("rules/repetition.csv") {
        let start = match &row[0] {
            "" => Position::standard(),
            fen => strict(fen, Mode::Standard).expect("playable"),
        };
        let mut game = Game::new(start);
        for (text, count) in row[1].split(' ').zip(row[3].split(' ')) {
            let mv = text
                .parse::<Uci>()
                .expect("UCI")
                .resolve(game.position())
                .expect("legal");
            game.play(mv).expect("legal");
            assert_eq!(
                game.repetitions().to_string(),
                count,
                "{} after {text}",
                &row[2]
            );
        }
        assert_eq!(
            u8::from(game.repetitions() >= 3).to_string(),
            &row[4],
            "{}",
            &row[2]
        );
        assert_eq!(
            u8::from(game.repetitions() >= 5).to_string(),
            &row[5],
            "{}",
            &row[2]
        );
    }
}

#[test]
fn ends() {
    for row in table("rules/terminal.csv") {
        // The row with 150 half-moves is over by count; what stands on the board is judged all the
        // same.
        let setup = Fen::parse(&row[0]).expect("FEN");
        let position = setup.playable(Mode::Standard).expect("playable");
        let found = [
            position.is_check(),
            position.is_checkmate(),
            position.is_stalemate(),
            is_dead_by_material(position.board()),
            position.halfmove_clock() >= 100 && position.has_legal_move(),
            position.halfmove_clock() >= 150 && position.has_legal_move(),
        ];
        assert_eq!(
            position.legal_moves().len().to_string(),
            &row[1],
            "{}",
            &row[0]
        );
        for (value, column) in found.into_iter().zip(2..) {
            assert_eq!(
                u8::from(value).to_string(),
                &row[column],
                "{} column {column}",
                &row[0]
            );
        }
    }
}
