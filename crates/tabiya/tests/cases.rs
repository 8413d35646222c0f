//! Inputs on which other chess software has failed (`testdata/cases.jsonl`), through the real
//! binary as a script would ask it.
#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test ends where something is not as it must be"
)]

mod chess;

use std::fs::read_to_string;
use std::path::Path;

use chess::{run, run_with_input};
use serde_json::{Value, json};

fn cases(kind: &str, input_type: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/cases.jsonl");
    let text = read_to_string(path).unwrap();
    let all = text.lines().map(|line| serde_json::from_str(line).unwrap());
    let cases: Vec<Value> = all
        .filter(|case: &Value| case["kind"] == kind && case["input_type"] == input_type)
        .collect();
    assert!(
        !cases.is_empty(),
        "no case of kind {kind} with {input_type}"
    );
    cases
}

fn texts(list: &Value) -> Vec<&str> {
    let list = list.as_array().into_iter().flatten();
    list.map(|text| text.as_str().unwrap()).collect()
}

/// The moves that must and must not be there.
fn check_moves(id: &Value, expected: &Value, prefix: &str, answer: &Value) {
    let moves = texts(&answer["moves"]);
    for mv in texts(&expected[format!("{prefix}moves_present")]) {
        assert!(moves.contains(&mv), "{id}: {mv} is missing: {answer}");
    }
    for mv in texts(&expected[format!("{prefix}moves_absent")]) {
        assert!(!moves.contains(&mv), "{id}: {mv} is there: {answer}");
    }
    if let Some(count) = expected["legal_count"].as_u64() {
        assert_eq!(moves.len() as u64, count, "{id}");
    }
}

fn check_strict(case: &Value, fen: &str) {
    let (id, expected) = (&case["id"], &case["expected"]);
    let answer = run(&["fen", fen, "--json"]);
    match expected["strict"].as_str() {
        Some("reject") => {
            let answer = answer.refused().json();
            assert_eq!(answer["ok"], false, "{id}");
            let faults = answer["faults"].as_array().unwrap();
            let named = faults.iter().all(|fault| {
                !fault["field"].as_str().unwrap().is_empty()
                    && !fault["message"].as_str().unwrap().is_empty()
            });
            assert!(named && !faults.is_empty(), "{id}: {answer}");
            if expected.get("error").is_some() {
                assert_eq!(faults[0]["code"], expected["error"], "{id}");
            }
        }
        Some("accept") => {
            let answer = answer.accepted().json();
            assert_eq!(answer["ok"], true, "{id}");
            check_moves(id, expected, "", &answer);
            if let Some(other) = expected["same_position_as"].as_str() {
                let other = run(&["game", "--fen", other, "--json"]).accepted().json();
                let this = run(&["game", "--fen", fen, "--json"]).accepted().json();
                assert_eq!(this, other, "{id}");
            }
            if expected.get("legal_ep").is_some_and(Value::is_null) {
                let field = answer["fen"].as_str().unwrap().split(' ').nth(3);
                assert_eq!(field, Some("-"), "{id}");
            }
        }
        _ => {}
    }
}

fn check_fen(case: &Value) {
    let (id, expected) = (&case["id"], &case["expected"]);
    let fen = case["input"].as_str().unwrap();
    check_strict(case, fen);
    let lenient = run(&["fen", fen, "--lenient", "--json"]);
    if expected["lenient"] == "reject" {
        assert_eq!(lenient.refused().json()["ok"], false, "{id}");
    } else if let Some(mended) = expected["lenient"]["fen"].as_str() {
        let answer = lenient.accepted().json();
        assert_eq!(answer["fen"], mended, "{id}");
        check_moves(id, expected, "", &answer);
    }
    if expected["chess960"] == "accept" {
        let answer = run(&["fen", fen, "--chess960", "--json"]).accepted().json();
        assert_eq!(answer["chess960"], true, "{id}");
        check_moves(id, expected, "chess960_", &answer);
    }
}

#[test]
fn positions() {
    cases("a", "fen").iter().for_each(check_fen);
    cases("b", "fen").iter().for_each(check_fen);
}

#[test]
fn moves_in_algebraic_notation() {
    for case in cases("c", "san") {
        let (id, input, expected) = (&case["id"], &case["input"], &case["expected"]);
        let fen = input["fen"].as_str().unwrap();
        if let Some(exact) = expected["write"].as_str() {
            let uci = input["uci"].as_str().unwrap();
            let answer = run(&["san", fen, uci, "--json"]).accepted().json();
            assert_eq!(
                answer,
                json!({"ok": true, "uci": uci, "san": exact}),
                "{id}"
            );
            run(&["san", fen, exact, "--strict"]).accepted();
            continue;
        }
        let text = input["san"].as_str().unwrap();
        let strict = run(&["san", fen, text, "--strict", "--json"]);
        let answer = run(&["san", fen, text, "--json"]).accepted().json();
        assert_eq!(answer["uci"], expected["lenient"]["uci"], "{id}");
        assert_eq!(answer["san"], expected["canonical"], "{id}");
        if expected["strict"] == "accept" {
            assert_eq!(strict.accepted().json()["uci"], answer["uci"], "{id}");
            continue;
        }
        let refusal = strict.refused().json();
        assert_eq!(refusal["ok"], false, "{id}");
        assert!(refusal["reason"].as_str().unwrap().ends_with('.'), "{id}");
        assert!(!refusal["law"].as_str().unwrap().is_empty(), "{id}");
        assert!(refusal["squares"].is_array(), "{id}");
    }
}

/// What a fallen flag comes to: the other side wins if it can still mate (6.9), unless the game
/// was over before.
fn check_flag(id: &Value, expected: &Value, answer: &Value, winner: &str) {
    if !answer["outcome"].is_null() {
        assert_eq!(expected["status"], "draw", "{id}: {answer}");
        return;
    }
    let fen = answer["fen"].as_str().unwrap();
    let can_mate = run(&["winnable", fen, winner, "--json"]).accepted().json();
    assert_eq!(can_mate["winnable"], expected["status"] == "win", "{id}");
    if expected["status"] == "win" {
        assert_eq!(expected["winner"], winner, "{id}");
    }
}

/// Whether a list names a claim, by itself or as the ground of a claim with a move.
fn names(list: &Value, claim: &str) -> bool {
    let list = list.as_array().unwrap();
    list.iter()
        .any(|one| one == claim || one["ground"] == claim)
}

fn check_claims(id: &Value, expected: &Value, answer: &Value) {
    let claims = [
        ("can_claim_threefold_now", "claims", "threefold_repetition"),
        (
            "can_claim_threefold_with_intended_move",
            "claims_with_move",
            "threefold_repetition",
        ),
        ("can_claim_fifty_now", "claims", "fifty_moves"),
        (
            "can_claim_fifty_with_intended_move",
            "claims_with_move",
            "fifty_moves",
        ),
    ];
    for (key, list, claim) in claims {
        if let Some(may) = expected[key].as_bool() {
            assert_eq!(names(&answer[list], claim), may, "{id}: {key}: {answer}");
        }
    }
}

fn check_game(case: &Value) {
    let (id, input, expected) = (&case["id"], &case["input"], &case["expected"]);
    let mut moves = texts(&input["moves"]);
    moves.extend(texts(&input["then"]));
    let moves = moves.join(" ");
    let fen = input["fen"].as_str().unwrap_or("startpos");
    let game = |moves: &str| {
        let answer = run(&["game", "--fen", fen, "--moves", moves, "--json"]);
        answer.accepted().json()
    };
    let answer = game(&moves);
    for (key, ours) in [
        ("fen", "fen"),
        ("repetitions", "repetition"),
        ("halfmove_clock", "halfmove"),
    ] {
        if let Some(value) = expected.get(key) {
            assert_eq!(&answer[ours], value, "{id}");
        }
    }
    if expected.get("fen_any_of").is_some() {
        let fens = texts(&expected["fen_any_of"]);
        assert!(fens.contains(&answer["fen"].as_str().unwrap()), "{id}");
    }
    check_claims(id, expected, &answer);
    if expected["white_can_castle_kingside_next"] == true {
        game(&format!("{moves} a6 O-O"));
    }
    match input["event"].as_str() {
        Some("black_flag") => check_flag(id, expected, &answer, "white"),
        Some("white_flag") => check_flag(id, expected, &answer, "black"),
        _ if expected["status"] == "ongoing" => assert!(answer["outcome"].is_null(), "{id}"),
        _ if expected["status"] == "draw" => assert_eq!(answer["outcome"], "1/2-1/2", "{id}"),
        _ => {}
    }
    let reason = &expected["status_reason"];
    if reason == "stalemate" || reason == "fivefold_repetition" {
        assert!(
            answer["automatic"].as_array().unwrap().contains(reason),
            "{id}: {answer}"
        );
    }
}

#[test]
fn games() {
    cases("b", "game").iter().for_each(check_game);
    cases("e", "game").iter().for_each(check_game);
}

/// The text of a case, or its bytes where they are no text.
fn pgn_bytes(input: &Value) -> Vec<u8> {
    if let Some(text) = input["text"].as_str() {
        return text.as_bytes().to_vec();
    }
    let value = |c: u8| match c {
        b'A'..=b'Z' => c - b'A',
        b'a'..=b'z' => c - b'a' + 26,
        b'0'..=b'9' => c - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let digits = input["bytes_b64"].as_str().unwrap().trim_end_matches('=');
    let bits: Vec<u8> = digits
        .bytes()
        .flat_map(|c| (0..6).rev().map(move |bit| value(c) >> bit & 1))
        .collect();
    let bytes = bits.chunks_exact(8);
    bytes
        .map(|bits| bits.iter().fold(0, |byte, bit| byte << 1 | bit))
        .collect()
}

fn check_written_game(id: &Value, expected: &Value, game: &Value) {
    for key in ["mainline", "variations", "clocks", "start_fen"] {
        if let Some(value) = expected.get(key) {
            assert_eq!(&game[key], value, "{id}: {key}");
        }
    }
    for key in ["result", "marker"] {
        if let Some(marker) = expected.get(key) {
            assert_eq!(&game["result"], marker, "{id}");
        }
    }
    for (name, value) in expected["tags"].as_object().into_iter().flatten() {
        assert_eq!(&game["tags"][name], value, "{id}");
    }
    for (name, any) in expected["tags_any"].as_object().into_iter().flatten() {
        assert!(
            any.as_array().unwrap().contains(&game["tags"][name]),
            "{id}: {game}"
        );
    }
    for key in ["comments_contain", "comments_optional"] {
        for text in texts(&expected[key]) {
            assert!(game["comments"].to_string().contains(text), "{id}: {game}");
        }
    }
    for (ply, nags) in expected["nags_lenient"].as_object().into_iter().flatten() {
        assert_eq!(&game["nags"][ply], nags, "{id}");
    }
    let sidelines = game["sidelines"].as_array().unwrap();
    if let Some(lines) = expected["variation_moves"].as_array() {
        let moves: Vec<_> = sidelines.iter().map(|line| line["moves"].clone()).collect();
        assert_eq!(&moves, lines, "{id}");
        for (line, comment) in sidelines
            .iter()
            .zip(texts(&expected["variation_start_comments"]))
        {
            assert_eq!(line["comments"][0], comment, "{id}");
        }
    }
    if let Some(error) = expected.get("error") {
        assert_eq!(game["error"]["ply"], error["ply"], "{id}");
        assert_eq!(game["error"]["token"], error["token"], "{id}");
        assert!(
            game["diagnostics"]
                .as_array()
                .unwrap()
                .contains(&game["error"]),
            "{id}"
        );
    } else {
        assert!(game["error"].is_null(), "{id}");
    }
}

fn check_pgn(case: &Value) {
    let (id, expected) = (&case["id"], &case["expected"]);
    let bytes = pgn_bytes(&case["input"]);
    let answer = run_with_input(&["pgn", "read", "--json", "-"], &bytes);
    let games = answer.json_lines();
    let wanted = expected["games"].as_array().unwrap();
    assert_eq!(games.len(), wanted.len(), "{id}: {answer:?}");
    let mut is_cut = false;
    for (game, expected) in games.iter().zip(wanted) {
        check_written_game(id, expected, game);
        is_cut |= expected.get("error").is_some();
        for finding in game["diagnostics"].as_array().unwrap() {
            assert!(finding["line"].as_u64().unwrap() >= 1, "{id}");
            assert!(finding["column"].as_u64().unwrap() >= 1, "{id}");
            assert!(!finding["message"].as_str().unwrap().is_empty(), "{id}");
        }
    }
    assert_eq!(answer.code, i32::from(is_cut), "{id}");
    if let Some(warning) = expected.get("warning") {
        let found = games[0]["diagnostics"].as_array().unwrap();
        assert!(found.iter().any(|one| &one["code"] == warning), "{id}");
    }
    // What is written is read again as the same, without a fault.
    let clean = run_with_input(&["pgn", "normalize", "-"], &bytes);
    assert_eq!(clean.code, answer.code, "{id}");
    let again = run_with_input(&["pgn", "read", "--json", "-"], clean.text.as_bytes());
    let again = again.accepted().json_lines();
    for (game, again) in games.iter().zip(&again) {
        for key in ["mainline", "result", "clocks", "nags", "start_fen"] {
            assert_eq!(game[key], again[key], "{id}: {key}");
        }
    }
}

#[test]
fn files_of_games() {
    cases("d", "pgn").iter().for_each(check_pgn);
}
