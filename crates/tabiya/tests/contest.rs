//! `tabiya match` as a process: matches of fake engines, which are shell scripts of a few lines.
#![cfg(unix)]
#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test ends where something is not as it must be"
)]

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;
use tabiya_rules::Pgn;
use tempfile::TempDir;

/// Black mates with the second move, whoever plays.
const FOOL: &str = r#"
    *"f2f3 e7e5 g2g4") best=d8h4;;
    *"f2f3 e7e5") best=g2g4;;
    *"f2f3") best=e7e5;;
    "position startpos") best=f2f3;;"#;

/// A folder with engines in it, which is where the matches are played.
struct Hall(TempDir);

impl Hall {
    fn new() -> Self {
        let hall = Self(TempDir::new().unwrap());
        hall.engine("fool", FOOL, "echo bestmove $best");
        hall
    }

    /// An engine that answers positions by the branches of a `case`, and `go` by a command.
    fn engine(&self, name: &str, branches: &str, go: &str) {
        let script = format!(
            "#!/bin/sh
            while read -r line; do case \"$line\" in {branches}
                uci) echo id name {name}; echo uciok;;
                isready) echo readyok;;
                go*) {go};;
                quit) exit;;
            esac; done"
        );
        std::fs::write(self.0.path().join(name), script).unwrap();
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya"));
        command
            .arg("match")
            .args(arguments)
            .current_dir(self.0.path());
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// The standings of a match that is played to its end.
    fn standings(&self, arguments: &[&str]) -> Value {
        let output = self.run(&[arguments, &["--json"]].concat());
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{complaint}");
        serde_json::from_slice(&output.stdout).unwrap()
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.path().join(name)).unwrap()
    }

    fn games(&self, name: &str) -> Vec<Pgn> {
        Pgn::read(self.read(name).as_bytes()).collect()
    }
}

#[test]
fn openings_are_played_twice_and_pairs_are_counted() {
    let hall = Hall::new();
    let standings = hall.standings(&[
        "sh fool",
        "sh fool",
        "--nodes",
        "10",
        "--games",
        "4",
        "--pgn",
        "games.pgn",
        "--concurrency",
        "2",
    ]);
    assert_eq!(standings["complete"], true);
    let pairing = &standings["pairings"][0];
    assert_eq!(
        (&pairing["first"], &pairing["second"]),
        (&"fool".into(), &"fool (2)".into())
    );
    assert_eq!(pairing["wins"], 2);
    assert_eq!(pairing["losses"], 2);
    assert_eq!(pairing["pairs"], serde_json::json!([0, 0, 2, 0, 0]));
    assert_eq!(pairing["elo"], 0.0);
    let games = hall.games("games.pgn");
    let whites: Vec<&str> = games
        .iter()
        .map(|game| game.tag("White").unwrap())
        .collect();
    assert_eq!(whites, ["fool", "fool (2)", "fool", "fool (2)"]);
    for game in &games {
        assert_eq!(game.tag("Result"), Some("0-1"));
        assert_eq!(game.tag("Termination"), Some("normal"));
        assert!(game.final_position().is_checkmate());
    }
}

#[test]
fn three_engines_play_each_other() {
    let hall = Hall::new();
    let fools = ["sh fool,name=A", "sh fool,name=B", "sh fool,name=C"];
    let standings = hall.standings(&[&fools[..], &["--depth", "1", "--games", "2"]].concat());
    assert_eq!(standings["pairings"].as_array().unwrap().len(), 3);
    for engine in standings["engines"].as_array().unwrap() {
        assert_eq!(
            (&engine["points"], &engine["games"]),
            (&2.0.into(), &4.into())
        );
    }
}

/// The game in which that engine has White against a fool.
fn lost_with_white(branches: &str, go: &str, pace: [&str; 2]) -> (Pgn, Value) {
    let hall = Hall::new();
    hall.engine("bad", branches, go);
    let standings = hall.standings(&[
        "sh bad",
        "sh fool",
        pace[0],
        pace[1],
        "--games",
        "2",
        "--pgn",
        "games.pgn",
    ]);
    let game = hall.games("games.pgn").remove(0);
    assert_eq!(game.tag("Result"), Some("0-1"));
    (game, standings["engines"][0]["faults"].clone())
}

/// What the last comment of a game says.
fn sentence(game: &Pgn) -> &str {
    let comments = game
        .moves
        .last()
        .map_or(&game.comments, |last| &last.comments);
    comments.last().unwrap()
}

#[test]
fn an_illegal_move_loses_with_its_law() {
    let (game, faults) = lost_with_white("", "echo bestmove e2e5", ["--nodes", "1"]);
    assert_eq!(game.tag("Termination"), Some("rules infraction"));
    assert!(
        sentence(&game).contains("e2e5, which is illegal"),
        "{}",
        sentence(&game)
    );
    assert_eq!(faults["illegal_move"], 2);
}

#[test]
fn a_crash_loses_and_the_engine_is_started_anew() {
    let (game, faults) = lost_with_white("", "exit 9", ["--nodes", "1"]);
    assert_eq!(game.tag("Termination"), Some("abandoned"));
    assert!(sentence(&game).contains("crashed"), "{}", sentence(&game));
    assert_eq!(faults["crash"], 2);
}

#[test]
fn a_fallen_flag_loses() {
    let (game, faults) = lost_with_white("", "sleep 1.2; echo bestmove e2e4", ["--tc", "1+0"]);
    assert_eq!(game.tag("Termination"), Some("time forfeit"));
    assert_eq!(game.tag("TimeControl"), Some("1+0"));
    assert_eq!(faults["time_forfeit"], 2);
}

#[test]
fn openings_of_a_book_are_played_first() {
    let hall = Hall::new();
    std::fs::write(hall.0.path().join("book.pgn"), "1. f3 e5 *\n").unwrap();
    let book = ["--openings", "book.pgn", "--pgn", "games.pgn"];
    hall.standings(
        &[
            &["sh fool", "sh fool", "--tc", "5+1", "--games", "2"],
            &book[..],
        ]
        .concat(),
    );
    let game = hall.games("games.pgn").remove(0);
    assert_eq!(game.moves.len(), 4);
    // The moves of the book bring no increment; the first of its own does.
    let clock = game.moves[2].clock_ms.unwrap();
    assert!((5_001..=6_000).contains(&clock), "{clock}");
    std::fs::write(
        hall.0.path().join("book.epd"),
        "4k3/8/8/8/8/8/8/4K3 w - -\n",
    )
    .unwrap();
    let dead = ["--openings", "book.epd", "--depth", "1", "--games", "2"];
    let standings = hall.standings(&[&["sh fool", "sh fool"], &dead[..]].concat());
    assert_eq!(standings["pairings"][0]["draws"], 2);
}

#[test]
fn a_match_goes_on_where_it_ended() {
    let hall = Hall::new();
    let both = [
        "sh fool",
        "sh fool",
        "--nodes",
        "10",
        "--out",
        "match.jsonl",
    ];
    hall.standings(&[&both[..], &["--games", "2"]].concat());
    let first = hall.read("match.jsonl");
    hall.standings(&[&both[..], &["--games", "6", "--pgn", "in-two.pgn"]].concat());
    assert!(hall.read("match.jsonl").starts_with(&first));
    assert_eq!(hall.read("match.jsonl").lines().count(), 7);
    hall.standings(&[
        "sh fool",
        "sh fool",
        "--nodes",
        "10",
        "--games",
        "6",
        "--pgn",
        "in-one.pgn",
    ]);
    assert_eq!(hall.read("in-two.pgn"), hall.read("in-one.pgn"));
    // Another match does not get into the same file.
    let other = hall.run(&[
        "sh fool",
        "sh fool",
        "--nodes",
        "11",
        "--out",
        "match.jsonl",
    ]);
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&other.stderr).contains("holds another match"));
}

#[test]
fn ctrl_c_keeps_what_is_whole() {
    let hall = Hall::new();
    hall.engine("slow", FOOL, "sleep 0.05; echo bestmove $best");
    let arguments = [
        "sh slow",
        "sh slow",
        "--nodes",
        "1",
        "--games",
        "1000",
        "--out",
        "match.jsonl",
    ];
    let mut child = hall
        .command(&arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let lines = || {
        let text = std::fs::read_to_string(hall.0.path().join("match.jsonl"));
        text.map_or(0, |text| text.lines().count())
    };
    while lines() < 3 {
        std::thread::sleep(Duration::from_millis(20));
        assert!(
            child.try_wait().unwrap().is_none(),
            "it has ended by itself"
        );
    }
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
    assert!(child.wait().unwrap().success());
    for line in hall.read("match.jsonl").lines() {
        serde_json::from_str::<Value>(line).unwrap();
    }
    // What was killed is gone in a moment.
    let mut glances = 0..500;
    while is_running(hall.0.path()) {
        assert!(glances.next().is_some(), "an engine is left behind");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Whether a process works in that folder.
fn is_running(folder: &Path) -> bool {
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let mut folders = processes.map(|process| std::fs::read_link(process.path().join("cwd")));
    folders.any(|it| it.is_ok_and(|it| it == folder))
}

#[test]
fn misuse_is_told() {
    let hall = Hall::new();
    for (arguments, complaint) in [
        (&["sh fool", "--depth", "1"][..], "two engines"),
        (
            &["sh fool", "sh fool", "--depth", "1", "--games", "3"],
            "even",
        ),
        (
            &["sh fool", "sh fool", "--depth", "1", "--sprt", "5,0"],
            "greater",
        ),
        (
            &["sh fool", "sh fool,option.Hash=1", "--depth", "1"],
            "has no option “Hash”",
        ),
        (
            &["sh fool", "nowhere", "--depth", "1"],
            "could not be started",
        ),
        (&["sh fool", "sh fool", "--tc", "soon"], "is no number"),
        (
            &["sh fool", "sh fool", "--depth", "1", "--nodes", "1"],
            "cannot be used with",
        ),
    ] {
        let output = hall.run(arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains(complaint), "{arguments:?}: {said}");
    }
}

#[test]
fn an_engine_that_knows_no_limit_of_nodes_ends_the_match() {
    let hall = Hall::new();
    hall.engine("deep", "", "echo info nodes 900000; echo bestmove e2e4");
    let output = hall.run(&["sh deep", "sh fool", "--nodes", "100", "--games", "2"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("deep visited 900000 positions"), "{said}");
}

#[test]
fn our_own_engine_plays_whole_games() {
    let hall = Hall::new();
    let standings = hall.standings(&[
        "self,name=A,option.Hash=1",
        "self,name=B",
        "--each",
        "Hash=2",
        "--nodes",
        "300",
        "--games",
        "2",
        "--pgn",
        "games.pgn",
    ]);
    assert_eq!(standings["complete"], true);
    for engine in standings["engines"].as_array().unwrap() {
        assert_eq!(engine["faults"], serde_json::json!({}), "{standings}");
    }
    assert!(
        hall.games("games.pgn")
            .iter()
            .all(|game| game.moves.len() > 10)
    );
}

#[test]
fn a_test_ends_when_it_is_decided() {
    let hall = Hall::new();
    hall.engine("bad", "", "echo bestmove e2e5");
    let standings = hall.standings(&[
        "sh fool", "sh bad", "--nodes", "1", "--games", "400", "--sprt", "0,100",
    ]);
    let pairing = &standings["pairings"][0];
    assert_eq!(pairing["accepted"], 100.0);
    assert!(pairing["wins"].as_u64().unwrap() < 100, "{pairing}");
    assert_eq!(standings["complete"], false);
}
