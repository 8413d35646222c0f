//! The commands for people and scripts: exit codes, the shapes of JSON, what stands where, and
//! that nothing breaks when the reader goes away.
#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test ends where something is not as it must be"
)]

mod chess;

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};

use chess::{run, run_with_input};
use serde_json::{Value, json};
use tempfile::TempDir;

const WALL: &str = "7k/8/8/1p1p1p1p/1P1P1P1P/8/8/7K w - - 0 1";

/// The names of an object's fields, in their order.
fn keys(answer: &Value) -> Vec<&str> {
    answer
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect()
}

fn sorted<const N: usize>(mut names: [&str; N]) -> [&str; N] {
    names.sort_unstable();
    names
}

#[test]
fn help_shows_every_command_with_an_example_and_leads_to_the_service() {
    let help = run(&["--help"]).accepted().text;
    for command in ["play", "fen", "san", "game", "winnable", "perft", "serve"] {
        assert!(
            help.contains(&format!("\n  {command} ")),
            "{command}: {help}"
        );
        assert!(
            help.contains(&format!("\n  tabiya {command} ")),
            "{command}: {help}"
        );
        let own = run(&[command, "--help"]).accepted().text;
        assert!(own.contains("Usage: tabiya "), "{own}");
    }
    assert!(help.contains("tabiya serve --help"), "{help}");
}

#[test]
fn misuse_ends_with_two_and_says_what_is_expected() {
    let misused: [&[&str]; 10] = [
        &["fen"],
        &["fen", WALL, "more"],
        &["san", "startpos"],
        &["game", "--nonsense"],
        &["perft"],
        &["perft", "deep"],
        &["perft", "99"],
        &["winnable", WALL],
        &["winnable", WALL, "green"],
        &["winnable", "--file", "/there/is/no/such/file"],
    ];
    for arguments in misused {
        let answer = run(arguments);
        assert_eq!(answer.code, 2, "{arguments:?}: {answer:?}");
        assert_eq!(answer.text, "", "{arguments:?}");
        assert!(!answer.complaint.is_empty(), "{arguments:?}");
    }
}

#[test]
fn the_start_has_a_name_for_every_command() {
    let commands: [&[&str]; 5] = [
        &["fen", "startpos"],
        &["fen", "--lenient", "startpos"],
        &["san", "startpos", "Nf3"],
        &["game", "--fen", "startpos"],
        &["perft", "1", "--fen", "startpos"],
    ];
    for arguments in commands {
        assert!(run(arguments).accepted().complaint.is_empty());
    }
}

#[test]
fn a_position_that_cannot_be_used_is_refused_everywhere_in_one_sentence() {
    let bad = "8/8/8/8/8/8/5kK1/8 w - - 0 1";
    let commands: [&[&str]; 5] = [
        &["fen", bad],
        &["san", bad, "Kh1"],
        &["game", "--fen", bad],
        &["perft", "1", "--fen", bad],
        &["winnable", bad, "white"],
    ];
    for arguments in commands {
        let answer = run(arguments).refused();
        assert_eq!(answer.text, "", "{arguments:?}");
        let sentence =
            "it is not black's turn, yet black's king on f2 is attacked by the king on g2.";
        assert!(answer.complaint.starts_with("tabiya: "), "{answer:?}");
        assert!(
            answer.complaint.trim_end().ends_with(sentence),
            "{answer:?}"
        );
        let answer = run(&[arguments, &["--json"]].concat()).refused();
        assert_eq!(answer.json()["ok"], false, "{arguments:?}");
        assert_eq!(answer.complaint, "", "{arguments:?}");
    }
}

#[test]
fn fen_lists_moves_and_says_how_a_game_is_over() {
    let answer = run(&["fen", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "--json"]).accepted();
    let expected = json!({
        "ok": true, "fen": "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "moves": [], "check": false,
        "outcome": "1/2-1/2", "termination": "stalemate", "chess960": false,
    });
    assert_eq!(answer.json(), expected);
    let mate = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 100 90";
    let answer = run(&["fen", mate, "--json"]).accepted().json();
    assert_eq!(
        (&answer["outcome"], &answer["check"]),
        (&json!("1-0"), &json!(true))
    );
    let dead = run(&["fen", WALL, "--json"]).accepted().json();
    assert_eq!(dead["termination"], "dead_position");
    assert_eq!(dead["moves"].as_array().unwrap().len(), 3);
    let text = run(&["fen", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"])
        .accepted()
        .text;
    assert!(text.contains("  1  . . . . K . . R\n"), "{text}");
    assert!(
        text.contains("15 legal moves: ") && text.contains(" O-O "),
        "{text}"
    );
}

#[test]
fn fen_says_what_it_has_mended() {
    let answer = run(&[
        "fen",
        "4k3/8/8/8/8/8/8/4KR2 w K - 0 1",
        "--lenient",
        "--json",
    ]);
    let answer = answer.accepted().json();
    assert_eq!(answer["mended"][0]["field"], "castling");
    assert_eq!(answer["mended"][0]["code"], "castling_rights");
    assert_eq!(answer["fen"], "4k3/8/8/8/8/8/8/4KR2 w - - 0 1");
}

#[test]
fn every_fault_is_listed_with_its_field() {
    let answer = run(&["fen", "9/8/8/8/8/8/8/8 x KQkq e5 a 1", "--json"])
        .refused()
        .json();
    assert_eq!(keys(&answer), ["faults", "ok"]);
    let faults = answer["faults"].as_array().unwrap();
    let fields: Vec<_> = faults
        .iter()
        .map(|fault| fault["field"].as_str().unwrap())
        .collect();
    for field in ["board", "turn", "halfmove_clock"] {
        assert!(fields.contains(&field), "{field}: {answer}");
    }
    for fault in faults {
        assert_eq!(keys(fault), sorted(["field", "code", "message"]));
    }
}

#[test]
fn a_refused_move_names_its_law_and_the_squares() {
    let pinned = "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1";
    let answer = run(&["san", pinned, "Nc3", "--json"]).refused().json();
    assert_eq!(
        keys(&answer),
        sorted(["ok", "reason", "code", "law", "squares"])
    );
    assert_eq!(answer["law"], "3.9.2");
    assert!(
        answer["squares"].as_array().unwrap().contains(&json!("e8")),
        "{answer}"
    );
    let people = run(&["san", pinned, "Nc3"]).refused();
    assert!(people.complaint.contains("(Laws, 3.9.2)"), "{people:?}");

    let two = "4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1";
    let answer = run(&["san", two, "Ne4", "--json"]).refused().json();
    assert_eq!(answer["code"], "ambiguous");
    assert_eq!(answer["candidates"], json!(["Nce4", "Nge4"]));
}

#[test]
fn castling_is_spelled_as_the_chess_in_question_spells_it() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let uci = |arguments: &[&str]| run(arguments).accepted().json()["uci"].clone();
    assert_eq!(uci(&["san", fen, "O-O", "--json"]), "e1g1");
    assert_eq!(uci(&["san", fen, "O-O", "--json", "--chess960"]), "e1h1");
    let shredder = "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1";
    assert_eq!(uci(&["san", shredder, "0-0-0", "--json"]), "e1b1");
}

#[test]
fn a_game_tells_where_it_stands() {
    let back_and_forth = "Nf3 Nf6 Ng1 Ng8 ".repeat(2);
    let answer = run(&["game", "--moves", &back_and_forth, "--json"])
        .accepted()
        .json();
    let expected = sorted([
        "ok",
        "fen",
        "key",
        "repetition",
        "halfmove",
        "check",
        "outcome",
        "claims",
        "claims_with_move",
        "automatic",
        "moves",
    ]);
    assert_eq!(keys(&answer), expected);
    assert_eq!(answer["key"], "463b96181691fc9c");
    assert_eq!(
        (&answer["repetition"], &answer["halfmove"]),
        (&json!(3), &json!(8))
    );
    assert_eq!(answer["claims"], json!(["threefold_repetition"]));
    assert_eq!(answer["outcome"], Value::Null);
    let five = "Nf3 Nf6 Ng1 Ng8 ".repeat(4);
    let answer = run(&["game", "--moves", &five, "--json"]).accepted().json();
    assert_eq!(answer["automatic"], json!(["fivefold_repetition"]));
    assert_eq!(
        (&answer["outcome"], &answer["claims"]),
        (&json!("1/2-1/2"), &json!([]))
    );
    let people = run(&["game", "--moves", "1. f3 e5 2. g4 Qh4#"])
        .accepted()
        .text;
    assert!(people.contains("0-1\nCheckmate"), "{people}");
}

#[test]
fn a_game_stops_at_the_first_move_that_cannot_be() {
    let moves = "e4 e5 Nf3 Nc6 Bb5 a6 Qh8 Nf6";
    let answer = run(&["game", "--moves", moves, "--json"]).refused().json();
    assert_eq!(
        (&answer["ok"], &answer["ply"], &answer["move"]),
        (&json!(false), &json!(7), &json!("Qh8"))
    );
    assert!(
        answer["fen"]
            .as_str()
            .unwrap()
            .starts_with("r1bqkbnr/1ppp1ppp/p1n5/1B2p3")
    );
    assert!(
        answer["law"].is_string() && answer["squares"].is_array(),
        "{answer}"
    );
    let people = run(&["game", "--moves", moves]).refused();
    assert!(
        people.complaint.starts_with("tabiya: half-move 7, “Qh8”: "),
        "{people:?}"
    );
}

#[test]
fn perft_counts_lines_and_ends_with_the_number() {
    let text = run(&["perft", "3"]).accepted().text;
    assert_eq!(text.lines().last(), Some("nodes 8902"));
    let text = run(&["perft", "3", "--divide"]).accepted().text;
    assert!(
        text.contains("e2e4: 600\n") && text.ends_with("\nnodes 8902\n"),
        "{text}"
    );
    assert_eq!(
        text.lines().next(),
        Some("a2a3: 380"),
        "in the order of their names"
    );
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let answer = run(&["perft", "3", "--fen", kiwipete, "--json"])
        .accepted()
        .json();
    assert_eq!(answer["nodes"], 97_862);
    for (depth, nodes) in [("0", 1), ("1", 20), ("2", 400)] {
        let answer = run(&["perft", depth, "--fen", "startpos", "--json", "--divide"]).json();
        assert_eq!(answer["nodes"], nodes);
        let sum: u64 = answer["divide"]
            .as_object()
            .unwrap()
            .values()
            .map(|n| n.as_u64().unwrap())
            .sum();
        assert!(depth == "0" || sum == nodes);
    }
}

#[test]
fn winnable_gives_a_line_or_a_reason() {
    let answer = run(&["winnable", WALL, "white", "--json"])
        .accepted()
        .json();
    assert_eq!(answer["winnable"], false);
    assert!(answer["reason"].as_str().unwrap().ends_with('.'));
    assert!(answer.get("line").is_none());

    let helped = "8/8/8/4k3/4p3/4N3/4K3/8 b - - 0 1";
    let answer = run(&["winnable", helped, "white", "--json"])
        .accepted()
        .json();
    assert_eq!(answer["winnable"], true);
    let line: Vec<_> = answer["line"]
        .as_array()
        .unwrap()
        .iter()
        .map(|mv| mv.as_str().unwrap())
        .collect();
    let played = run(&[
        "game",
        "--fen",
        helped,
        "--moves",
        &line.join(" "),
        "--json",
    ]);
    assert_eq!(played.accepted().json()["automatic"], json!(["checkmate"]));
    let people = run(&["winnable", helped, "white"]).accepted().text;
    assert!(
        people.contains("White can still mate, for example like this:\n1... "),
        "{people}"
    );
}

#[test]
fn many_positions_are_answered_in_their_order() {
    let helped = "8/8/8/4k3/4p3/4N3/4K3/8 b - -";
    let bare = "8/8/3rk3/8/8/2K5/8/8 b - - 0 1";
    let mut input = String::from("# comment\n\n");
    for _ in 0..50 {
        input += &format!("{WALL} black\n{helped},white\n{bare}\twhite\n{bare} black\n");
    }
    let expected = [false, true, false, true].repeat(50);
    let answers = run_with_input(&["winnable", "--file", "-", "--json"], input.as_bytes());
    let found: Vec<_> = answers
        .accepted()
        .json_lines()
        .iter()
        .map(|a| a["winnable"].as_bool().unwrap())
        .collect();
    assert_eq!(found, expected);

    let folder = TempDir::new().unwrap();
    let file = folder.path().join("positions.txt");
    std::fs::write(&file, format!("{bare} black\n{bare} nobody\n{bare} white")).unwrap();
    let answers = run(&["winnable", "--json", "--file", file.to_str().unwrap()]).refused();
    let answers = answers.json_lines();
    assert_eq!(answers[0]["winnable"], true);
    assert_eq!(
        (&answers[1]["ok"], &answers[1]["line_number"]),
        (&json!(false), &json!(2))
    );
    assert_eq!(answers[2]["winnable"], false);
}

/// Without a terminal there are no colors and no bars; colors can be asked for.
#[test]
fn colors_are_for_those_who_see_them() {
    let plain = run(&["fen", WALL]).accepted();
    assert!(
        !plain.text.contains('\x1b') && plain.complaint.is_empty(),
        "{plain:?}"
    );
    let colored = |name: &str, value: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya"));
        command
            .args(["fen", WALL])
            .env("CLICOLOR_FORCE", "1")
            .env(name, value);
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    assert!(colored("TERM", "xterm-256color").contains("\x1b[48;5;"));
    assert!(!colored("NO_COLOR", "1").contains('\x1b'));
}

/// `tabiya … | head -n 1`: the reader has seen enough, and nobody complains.
#[test]
fn a_reader_who_goes_away_is_no_fault() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tabiya"))
        .args(["winnable", "--file", "-", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        let line = format!("{WALL} white\n");
        // It ends when nobody reads any more.
        while input.write_all(line.as_bytes()).is_ok() {}
    });
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    answers.read_line(&mut first).unwrap();
    assert!(first.starts_with('{'), "{first}");
    drop(answers);
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}
