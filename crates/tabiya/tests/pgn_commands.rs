//! `tabiya pgn`: what is listed, refused, counted and cleaned; files of any size and encoding.
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

/// Three games: one in order, one with an illegal move, one whose results contradict each other.
const GAMES: &str = "\
[White \"Ada\"]
[Black \"Bo\"]
[Date \"1912.03.04\"]
[ECO \"C20\"]
[Result \"1-0\"]

1. e4 {[%clk 0:09:58.5]} e5?! {why} (1... c5 {sharp} 2. Nf3) 2. Qh5 Ke7 3. Qxe5# 1-0

[White \"Cy\"]
[Black \"Di\"]
[Result \"1/2-1/2\"]

1. d4 d5 2. Qh8 Nf6 1/2-1/2

[White \"Ed\"]
[Black \"Fay\"]
[Result \"1-0\"]

1. c4 0-1
";

fn keys(value: &Value) -> Vec<&str> {
    value
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect()
}

#[test]
fn read_writes_everything_about_a_game_on_a_line() {
    let games = run_with_input(&["pgn", "read", "--json", "-"], GAMES.as_bytes()).refused();
    let games = games.json_lines();
    assert_eq!(games.len(), 3);
    let first = &games[0];
    let mut expected = [
        "tags",
        "mainline",
        "result",
        "variations",
        "nags",
        "clocks",
        "diagnostics",
        "comments",
        "sidelines",
        "start_fen",
        "error",
        "file",
        "game",
    ];
    expected.sort_unstable();
    assert_eq!(keys(first), expected);
    assert_eq!(
        first["mainline"],
        json!(["e4", "e5", "Qh5", "Ke7", "Qxe5#"])
    );
    assert_eq!(
        (&first["result"], &first["variations"]),
        (&json!("1-0"), &json!(1))
    );
    assert_eq!(first["nags"], json!({"2": [6]}));
    assert_eq!(first["clocks"], json!([598.5, null, null, null, null]));
    assert_eq!(first["comments"], json!({"2": ["why"]}));
    let sideline = json!([{"ply": 2, "moves": ["c5", "Nf3"], "comments": ["sharp"]}]);
    assert_eq!(first["sidelines"], sideline);
    assert_eq!(first["diagnostics"], json!([]));

    let second = &games[1];
    assert_eq!(second["mainline"], json!(["d4", "d5"]));
    assert_eq!(second["game"], 2);
    let error = &second["error"];
    assert_eq!(
        (&error["line"], &error["column"], &error["ply"]),
        (&json!(13), &json!(13), &json!(3))
    );
    assert_eq!(
        (&error["severity"], &error["token"]),
        (&json!("error"), &json!("Qh8"))
    );
    assert!(error["law"].is_string());
    assert_eq!(games[2]["diagnostics"][0]["code"], "result_mismatch");
}

#[test]
fn check_names_file_line_column_and_law() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("games.pgn");
    std::fs::write(&file, GAMES).unwrap();
    let file = file.to_str().unwrap();
    let answer = run(&["pgn", "check", file]).refused();
    let lines: Vec<_> = answer.text.lines().collect();
    let start = format!("{file}:13:13: error: “Qh8” (half-move 3): ");
    assert!(
        lines[0].starts_with(&start) && lines[0].contains("(Laws, "),
        "{answer:?}"
    );
    assert!(lines[1].contains(": oddity: "), "{answer:?}");
    assert_eq!(lines[2], "3 games: 1 error, 1 oddity");
    let answers = run(&["pgn", "check", "--json", file])
        .refused()
        .json_lines();
    let oks: Vec<_> = answers
        .iter()
        .map(|line| line["ok"].as_bool().unwrap())
        .collect();
    assert_eq!(oks, [true, false, true]);
    assert_eq!(
        (&answers[0]["white"], &answers[0]["plies"]),
        (&json!("Ada"), &json!(5))
    );
}

#[test]
fn oddities_are_refused_only_when_that_is_asked_for() {
    let odd = "[Result \"1-0\"]\n\n1. e4 e5 0-1\n";
    run_with_input(&["pgn", "check", "-"], odd.as_bytes()).accepted();
    run_with_input(&["pgn", "check", "--strict", "-"], odd.as_bytes()).refused();
    let clean = run_with_input(&["pgn", "normalize", "-"], GAMES.as_bytes());
    assert!(
        clean.complaint.contains("standard input:13:13: “Qh8”"),
        "{clean:?}"
    );
}

#[test]
fn stats_adds_up_over_files() {
    let folder = TempDir::new().unwrap();
    let files: Vec<_> = (0..3)
        .map(|n| folder.path().join(format!("{n}.pgn")))
        .collect();
    for file in &files {
        std::fs::write(file, GAMES).unwrap();
    }
    let files: Vec<_> = files.iter().map(|file| file.to_str().unwrap()).collect();
    let answer = run(&[&["pgn", "stats", "--json"], &files[..]].concat());
    let stats = answer.accepted().json();
    let expected = [
        ("games", 9),
        ("white_wins", 3),
        ("draws", 3),
        ("black_wins", 3),
        ("undecided", 0),
        ("plies", 24),
        ("longest_plies", 5),
        ("checkmates", 3),
        ("stalemates", 0),
        ("set_up", 0),
        ("variations", 3),
        ("unreadable", 3),
    ];
    for (key, value) in expected {
        assert_eq!(stats[key], value, "{key}: {stats}");
    }
    assert_eq!(stats["eco"], json!({"C20": 3}));
    assert_eq!(stats["oddities"], json!({"result_mismatch": 3}));
    let people = run(&["pgn", "stats", files[0]]).accepted().text;
    assert!(
        people.starts_with("3 games\n") && people.contains("  33.3 %"),
        "{people}"
    );
}

#[test]
fn the_encoding_can_be_chosen() {
    let latin = b"[White \"M\xfcller\"]\n\n1. e4 *\n";
    let white = |encoding: &str| {
        let answer = run_with_input(
            &["pgn", "read", "--json", "--encoding", encoding, "-"],
            latin,
        );
        answer.accepted().json()["tags"]["White"].clone()
    };
    assert_eq!(white("guess"), "Müller");
    assert_eq!(white("latin-1"), "Müller");
    assert_eq!(white("cp850"), "M³ller");
    assert_eq!(white("utf-8"), "M\u{fffd}ller");
    assert_eq!(run(&["pgn", "read", "--encoding", "ebcdic", "-"]).code, 2);
}

#[test]
fn misuse_is_told_before_any_work() {
    for task in ["read", "check", "stats", "normalize"] {
        assert_eq!(run(&["pgn", task]).code, 2);
        let answer = run_with_input(
            &["pgn", task, "-", "/there/is/no/such.pgn"],
            GAMES.as_bytes(),
        );
        assert_eq!((answer.code, answer.text.as_str()), (2, ""));
        assert!(
            answer
                .complaint
                .contains("/there/is/no/such.pgn cannot be opened"),
            "{answer:?}"
        );
    }
}

/// A file much larger than what the command may take of the memory: it is fed through a pipe, and
/// the peak is read from the system.
#[test]
#[cfg(target_os = "linux")]
fn memory_does_not_grow_with_the_file() {
    let megabytes = if std::env::var_os("TABIYA_LONG").is_some() {
        1024
    } else {
        32
    };
    let mut child = Command::new(env!("CARGO_BIN_EXE_tabiya"))
        .args(["pgn", "check", "--json", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let block = GAMES.repeat(2048);
    let blocks = megabytes * 1024 * 1024 / block.len();
    let status = format!("/proc/{}/status", child.id());
    let output = BufReader::new(child.stdout.take().unwrap());
    let (lines, peak_kb) = std::thread::scope(|scope| {
        let reader = scope.spawn(move || output.lines().count());
        for _ in 0..blocks {
            input.write_all(block.as_bytes()).unwrap();
        }
        let status = std::fs::read_to_string(status).unwrap();
        drop(input);
        let peak = status
            .lines()
            .find_map(|line| line.strip_prefix("VmHWM:"))
            .unwrap();
        let peak: usize = peak.trim().trim_end_matches(" kB").parse().unwrap();
        (reader.join().unwrap(), peak)
    });
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert_eq!(lines, 3 * 2048 * blocks);
    assert!(peak_kb < 20 * 1024, "{peak_kb} kB");
}
