//! `tabiya puzzles` as a process, and the puzzles that are shipped: each is checked against the
//! rules and its game. With `TABIYA_LONG=1` Stockfish, where it is there, proves all of them again.
#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test ends where something is not as it must be"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use tabiya_engine::puzzles::Puzzle;
use tabiya_rules::Pgn;
use tempfile::TempDir;

fn shipped() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/static/puzzles")
}

fn rows(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn words(value: &Value) -> Vec<&str> {
    value
        .as_array()
        .unwrap()
        .iter()
        .map(|word| word.as_str().unwrap())
        .collect()
}

fn puzzles(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tabiya"))
        .arg("puzzles")
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap()
}

fn success(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The games by their names, each in the file where its number says.
fn games() -> BTreeMap<String, Pgn> {
    let mut games = BTreeMap::new();
    for entry in std::fs::read_dir(shipped().join("games")).unwrap() {
        let path = entry.unwrap().path();
        let shelf = path.file_stem().unwrap().to_str().unwrap().to_owned();
        for game in Pgn::read(&std::fs::read(&path).unwrap()) {
            assert_eq!(game.error, None, "{}", path.display());
            let name = game.tag("Site").unwrap().to_owned();
            let number: usize = name.strip_prefix('g').unwrap().parse().unwrap();
            assert_eq!(format!("{:02}", number / 100), shelf, "{name}");
            assert!(games.insert(name, game).is_none());
        }
    }
    games
}

#[test]
fn every_shipped_puzzle_is_sound_and_in_its_game() {
    let games = games();
    let rows = rows(&shipped().join("puzzles.jsonl"));
    assert!(rows.len() >= 1000, "{} puzzles", rows.len());
    let mut ids = BTreeSet::new();
    let mut boards = BTreeSet::new();
    let mut used = BTreeSet::new();
    let mut last = 0;
    for row in &rows {
        let id = row["id"].as_str().unwrap();
        assert!(ids.insert(id), "{id} comes twice");
        let puzzle = Puzzle::read(row["fen"].as_str().unwrap(), words(&row["moves"])).unwrap();
        assert!(
            boards.insert(puzzle.position().board().to_string()),
            "{id} has a double"
        );
        let rating = row["rating"].as_u64().unwrap();
        assert!(
            (400..=2600).contains(&rating) && rating >= last,
            "{id}: {rating}"
        );
        last = rating;
        let themes = words(&row["themes"]);
        for number in 1..=4 {
            let is_tagged = themes.contains(&format!("mateIn{number}").as_str());
            let is_one = puzzle.end().is_checkmate() && puzzle.length() == number;
            assert_eq!(is_tagged, is_one, "{id}: mate in {number}");
        }
        let name = row["game"].as_str().unwrap();
        let game = &games[name];
        used.insert(name);
        let ply = usize::try_from(row["ply"].as_u64().unwrap()).unwrap();
        let mut position = game.start.clone();
        for mv in &game.moves[..ply] {
            mv.play_on(&mut position);
        }
        assert_eq!(&position, puzzle.start(), "{id} in {name}");
        assert_eq!(game.moves[ply].mv, puzzle.moves().next(), "{id} in {name}");
    }
    assert_eq!(used.len(), games.len(), "a game without a puzzle");
}

#[test]
fn shipped_puzzles_are_spread_and_small() {
    let about: Value = {
        let text = std::fs::read_to_string(shipped().join("about.json")).unwrap();
        serde_json::from_str(&text).unwrap()
    };
    let rows = rows(&shipped().join("puzzles.jsonl"));
    let mut themes: BTreeMap<&str, u64> = BTreeMap::new();
    let mut bands: BTreeMap<String, u64> = BTreeMap::new();
    for row in &rows {
        for theme in words(&row["themes"]) {
            *themes.entry(theme).or_default() += 1;
        }
        let band = row["rating"].as_u64().unwrap() / 200 * 200;
        *bands.entry(band.to_string()).or_default() += 1;
    }
    assert_eq!(about["puzzles"], rows.len());
    for (theme, count) in &themes {
        assert_eq!(about["themes"][theme], *count, "{theme}");
    }
    for (band, count) in &bands {
        assert_eq!(about["ratings"][band], *count, "{band}");
    }
    for theme in COMMON {
        let count = themes.get(theme).copied().unwrap_or(0);
        assert!(count >= 12, "{theme}: {count}");
    }
    for band in (600..=2400).step_by(200) {
        let count = bands.get(&band.to_string()).copied().unwrap_or(0);
        assert!(count >= 30, "{band}: {count}");
    }
    let size = |path: &Path| std::fs::metadata(path).unwrap().len();
    let shelves = std::fs::read_dir(shipped().join("games")).unwrap();
    let games: u64 = shelves.map(|entry| size(&entry.unwrap().path())).sum();
    let all = games + size(&shipped().join("puzzles.jsonl"));
    assert!(all < 1_400_000, "{all} bytes");
}

/// Themes that can be chosen.
const COMMON: [&str; 25] = [
    "mateIn1",
    "mateIn2",
    "mateIn3",
    "mateIn4",
    "backRankMate",
    "smotheredMate",
    "fork",
    "pin",
    "skewer",
    "discoveredAttack",
    "doubleCheck",
    "deflection",
    "attraction",
    "interference",
    "intermezzo",
    "promotion",
    "underPromotion",
    "enPassant",
    "endgame",
    "defensiveMove",
    "stalemateTrick",
    "trappedPiece",
    "sacrifice",
    "quietMove",
    "equality",
];

#[test]
fn stockfish_proves_the_shipped_puzzles_again() {
    if std::env::var_os("TABIYA_LONG").is_none() {
        eprintln!(
            "SKIPPED: the shipped puzzles are proved again in a long run only (TABIYA_LONG=1)"
        );
        return;
    }
    let engines = ["stockfish", "/usr/games/stockfish"];
    let starts = |engine: &&&str| Command::new(engine).arg("quit").output().is_ok();
    let Some(engine) = engines.iter().find(starts) else {
        eprintln!(
            "SKIPPED: there is no Stockfish on this machine to prove the shipped puzzles again"
        );
        return;
    };
    let file = shipped().join("puzzles.jsonl");
    let file = file.to_str().unwrap();
    let output = puzzles(
        Path::new("."),
        &["prove", file, "--engine", engine, "--json"],
    );
    let text = String::from_utf8(output.stdout).unwrap();
    let sums: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    println!("{sums}");
    assert!(sums["percent"].as_f64().unwrap() >= 98.0, "{text}");
    assert!(sums["alone_percent"].as_f64().unwrap() >= 95.0, "{text}");
}

/// A game in which Black overlooks a mate on the back rank, and another one with a loose queen.
const GAMES: &str = r#"[Event "one"]
[SetUp "1"]
[FEN "6k1/1b3ppp/8/8/8/8/r4PPP/1R4K1 b - - 0 1"]

1... Bc6 2. h3 Ra6 3. Rb8+ Be8 4. Rxe8# 1-0

[Event "two"]
[GameId "second"]
[SetUp "1"]
[FEN "6k1/5ppp/8/3q4/8/8/5PPP/3R2K1 b - - 0 1"]

1... Qa5 2. h3 Qa6 3. Rd8# 1-0

"#;

#[test]
fn a_run_that_was_ended_goes_on_and_finds_the_same() {
    let folder = TempDir::new().unwrap();
    let at = folder.path();
    std::fs::write(at.join("games.pgn"), GAMES).unwrap();
    let mine = |out: &str, threads: &str| {
        let arguments = [
            "mine",
            "games.pgn",
            "--out",
            out,
            "--threads",
            threads,
            "--nodes",
            "6000",
        ];
        puzzles(at, &arguments)
    };
    success(&mine("whole", "2"));
    let whole = std::fs::read_to_string(at.join("whole")).unwrap();
    let found = rows(&at.join("whole"));
    assert!(!found.is_empty());
    let second = found.iter().find(|row| row["game"] == "second").unwrap();
    assert_eq!(words(&second["moves"])[1], "d1d8");
    assert!(words(&second["themes"]).contains(&"mateIn1"));
    // As if the first game had been done, the second begun, and the power failed.
    let state = std::fs::read_to_string(at.join("whole.state")).unwrap();
    let mut state: Value = serde_json::from_str(&state).unwrap();
    let first: usize = found
        .iter()
        .filter(|row| row["game"] == "games.pgn#1")
        .count();
    let bytes: usize = whole.lines().take(first).map(|line| line.len() + 1).sum();
    state["games"] = 1.into();
    state["puzzles"] = first.into();
    state["bytes"] = bytes.into();
    std::fs::write(at.join("parts.state"), state.to_string()).unwrap();
    std::fs::write(at.join("parts"), &whole[..whole.len() - 5]).unwrap();
    success(&mine("parts", "1"));
    assert_eq!(std::fs::read_to_string(at.join("parts")).unwrap(), whole);
    // A second time there is nothing to do, and other games are refused.
    success(&mine("whole", "1"));
    assert_eq!(std::fs::read_to_string(at.join("whole")).unwrap(), whole);
    std::fs::write(at.join("games.pgn"), GAMES.to_owned() + "\n").unwrap();
    let refused = mine("whole", "1");
    assert_eq!(refused.status.code(), Some(2));
    let why = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(why.contains("comes from other games"), "{why}");
}

/// The published columns; a packed file has the same rows.
const PUBLISHED: &str = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags
aaaaa,6k1/5ppp/8/8/8/8/r4PPP/1R4K1 b - - 0 1,a2a7 b1b8,700,80,90,100,mate mateIn1,https://example.org/a#2,
bbbbb,6k1/5ppp/8/8/8/8/r4PPP/1R4K1 b - - 0 1,a2a7 b1c8,700,80,90,100,mate,https://example.org/b#2,
ccccc,r3k3/7p/8/3N4/8/8/8/4K3 b - - 0 1,h7h6 d5c7 e8d7 c7a8,1100,80,50,100,fork short,https://example.org/c#2,
ddddd,r3k3/7p/8/3N4/8/8/8/4K3 b - - 0 1,h7h6 d5c7 e8d7 c7a8,many,80,50,100,fork,https://example.org/d#2,
";

#[test]
fn published_puzzles_are_taken_over_and_faulty_rows_told() {
    let folder = TempDir::new().unwrap();
    let at = folder.path();
    std::fs::write(at.join("all.csv"), PUBLISHED).unwrap();
    let output = puzzles(at, &["import", "all.csv", "--out", "all.jsonl"]);
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("line 3: move 2, “b1c8”: "), "{told}");
    assert!(
        told.contains("line 5: the Rating “many” is no number"),
        "{told}"
    );
    let found = rows(&at.join("all.jsonl"));
    let ids: Vec<&str> = found
        .iter()
        .map(|row| row["id"].as_str().unwrap())
        .collect();
    assert_eq!(ids, ["aaaaa", "ccccc"]);
    assert_eq!(found[0]["url"], "https://example.org/a#2");
    assert_eq!(found[0].get("game"), None);
    // Filters.
    let filters: [(&[&str], &[&str]); 4] = [
        (&["--themes", "fork,pin"], &["ccccc"]),
        (&["--to", "1000"], &["aaaaa"]),
        (&["--popularity", "60"], &["aaaaa"]),
        (&["--limit", "1"], &["aaaaa"]),
    ];
    for (filter, expected) in filters {
        let arguments = [&["import", "all.csv", "--out", "some.jsonl"], filter].concat();
        puzzles(at, &arguments);
        let found = rows(&at.join("some.jsonl"));
        let ids: Vec<&str> = found
            .iter()
            .map(|row| row["id"].as_str().unwrap())
            .collect();
        assert_eq!(ids, expected, "{filter:?}");
    }
    std::fs::write(at.join("other.csv"), "a,b\n1,2\n").unwrap();
    let refused = puzzles(at, &["import", "other.csv", "--out", "x.jsonl"]);
    let why = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(why.contains("line 1 names no column PuzzleId"), "{why}");
}

/// The published rows above up to the first faulty one, packed by zstd in two frames.
const PACKED: &[u8] = include_bytes!("puzzles.csv.zst");

#[test]
fn packed_files_are_read_to_their_end() {
    let folder = TempDir::new().unwrap();
    let at = folder.path();
    std::fs::write(at.join("all.csv.zst"), PACKED).unwrap();
    let said = success(&puzzles(
        at,
        &["import", "all.csv.zst", "--out", "all.jsonl"],
    ));
    assert_eq!(said, "2 of 2 puzzles taken over, 0 faulty\n");
    assert_eq!(rows(&at.join("all.jsonl")).len(), 2);
}

#[test]
fn another_engine_is_asked_at_every_step() {
    let folder = TempDir::new().unwrap();
    let at = folder.path();
    let line = r#"{"id":"abcde","fen":"r3k3/7p/8/3N4/8/8/8/4K3 b - - 0 1","moves":["h7h6","d5c7","e8d7","c7a8"],"rating":900,"themes":["fork"]}"#;
    std::fs::write(at.join("good"), format!("{line}\n")).unwrap();
    let said = success(&puzzles(
        at,
        &["prove", "good", "--engine", "self", "--nodes", "20000"],
    ));
    assert!(
        said.contains("agrees with 1 of 1 puzzles: 100.00 %"),
        "{said}"
    );
    // A knight that goes elsewhere wins nothing.
    let bad = line.replace("d5c7\",\"e8d7\",\"c7a8", "d5b6\",\"a8a7\",\"b6c4");
    std::fs::write(at.join("bad"), format!("{bad}\n")).unwrap();
    let output = puzzles(
        at,
        &["prove", "bad", "--engine", "self", "--nodes", "20000"],
    );
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(
        said.contains("abcde  step 1: d5b6") && said.contains("rather d5c7"),
        "{said}"
    );
}

/// A game in which Black did not run into a double check, though he could have.
const MISSED: &str = r#"[Event "missed"]
[White "Mabel"]
[Black "Somebody"]
[GameId "here"]
[SetUp "1"]
[FEN "3r1k2/p1p2r1p/1p6/8/6pK/P3Bb2/1R3P1P/4R3 b - - 5 23"]

23... h5 *

"#;

#[test]
fn a_mistake_that_was_not_made_becomes_a_game_and_a_puzzle() {
    let folder = TempDir::new().unwrap();
    let at = folder.path();
    std::fs::write(at.join("games.pgn"), MISSED).unwrap();
    let vary = |theme: &str| {
        let names = ["--games", "varied.pgn", "--out", "varied.jsonl"];
        let nodes = ["--nodes", "60000", "--themes", theme];
        let mut arguments = vec!["vary", "games.pgn"];
        arguments.extend(names.iter().chain(&nodes));
        puzzles(at, &arguments)
    };
    let read = |name: &str| std::fs::read_to_string(at.join(name)).unwrap();
    success(&vary("doubleCheck,smotheredMate"));
    let (games, found) = (read("varied.pgn"), read("varied.jsonl"));
    let [row] = &rows(&at.join("varied.jsonl"))[..] else {
        panic!("{found}");
    };
    assert!(words(&row["themes"]).contains(&"doubleCheck"), "{found}");
    assert_eq!((&row["game"], &row["ply"]), (&"here~0".into(), &0.into()));
    let game = Pgn::read(games.as_bytes()).next().unwrap();
    assert_eq!(game.tag("GameId"), Some("here~0"));
    assert_eq!(game.tag("White"), Some("Mabel"));
    let mistake = game.moves[0].mv.unwrap().uci(&game.start).to_string();
    assert_eq!(words(&row["moves"])[0], mistake);
    assert!(game.moves.len() > 1, "the opponents play on");
    // The same command again has nothing left to do, and one that was ended is made whole.
    success(&vary("doubleCheck,smotheredMate"));
    assert_eq!(
        (read("varied.pgn"), read("varied.jsonl")),
        (games.clone(), found.clone())
    );
    std::fs::write(at.join("varied.jsonl"), "").unwrap();
    success(&vary("doubleCheck"));
    assert_eq!((read("varied.pgn"), read("varied.jsonl")), (games, found));
    let refused = vary("fork,knife");
    let text = String::from_utf8(refused.stderr).unwrap();
    assert!(!refused.status.success());
    assert!(
        text.contains("“knife” is no theme: there are mate, mateIn1"),
        "{text}"
    );
}
