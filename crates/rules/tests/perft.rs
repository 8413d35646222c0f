//! Counts of lines of play against published and own tables. Ordinarily each line is counted as
//! deep as 100,000 nodes allow; with `TABIYA_LONG=1`, to the full depth of the tables, some 530
//! billion nodes. `TABIYA_PERFT_NODES` sets another limit for each count.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test fails by a panic"
)]

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use tabiya_rules::{CastlingRights, Fen, Mode, Position, perft};

struct Line {
    name: String,
    position: Position,
    /// Depth and the number of nodes that it has.
    counts: Vec<(u32, u64)>,
}

fn node_limit() -> u64 {
    if let Ok(limit) = env::var("TABIYA_PERFT_NODES") {
        return limit.parse().expect("TABIYA_PERFT_NODES is a number");
    }
    if env::var_os("TABIYA_LONG").is_some() {
        u64::MAX
    } else {
        100_000
    }
}

/// Standard chess where the rights allow it: the suites do not say which chess they mean.
fn position(fen: &str) -> Position {
    let setup = Fen::parse_lenient(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let no_rights = setup.castling == CastlingRights::none();
    let standard = setup.playable(Mode::Standard);
    let chess960 = || setup.playable(Mode::Chess960);
    match standard {
        Ok(position) => position,
        Err(faults) if no_rights => panic!("{fen}: {faults}"),
        Err(_) => chess960().unwrap_or_else(|faults| panic!("{fen}: {faults}")),
    }
}

fn parse_line(file: &Path, text: &str) -> Line {
    let mut parts = text.split(';').map(str::trim);
    let fen = parts.next().unwrap_or_default();
    let counts = parts
        .filter_map(|part| part.strip_prefix('D'))
        .map(|part| {
            let (depth, nodes) = part.split_once(' ').expect("depth and nodes");
            (
                depth.parse().expect("a depth"),
                nodes.trim().parse().expect("a count"),
            )
        })
        .collect();
    Line {
        name: format!("{}: {fen}", file.file_name().unwrap_or_default().display()),
        position: position(fen),
        counts,
    }
}

fn lines_of(file: &Path) -> Vec<Line> {
    let text =
        fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    text.lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|line| parse_line(file, line))
        .collect()
}

/// Counts all lines, on as many threads as there are cores; returns what was wrong and the nodes
/// counted.
fn check(lines: &[Line]) -> (Vec<String>, u64) {
    let limit = node_limit();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let check_line = |line: &Line| {
        let (mut wrong, mut total) = (Vec::new(), 0);
        for &(depth, nodes) in line.counts.iter().filter(|(_, nodes)| *nodes <= limit) {
            let found = perft(&line.position, depth);
            total += found;
            if found != nodes {
                wrong.push(format!("{} depth {depth}: {found}, not {nodes}", line.name));
            }
        }
        (wrong, total)
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|start| {
                scope.spawn(move || {
                    let own = lines.iter().skip(start).step_by(threads).map(check_line);
                    own.fold((Vec::new(), 0), |(mut all, sum), (wrong, nodes)| {
                        all.extend(wrong);
                        (all, sum + nodes)
                    })
                })
            })
            .collect();
        workers
            .into_iter()
            .map(|worker| worker.join().expect("no panic"))
            .fold((Vec::new(), 0), |(mut all, sum), (wrong, nodes)| {
                all.extend(wrong);
                (all, sum + nodes)
            })
    })
}

fn check_file(file: &Path) {
    let lines = lines_of(file);
    assert!(!lines.is_empty(), "{} is empty", file.display());
    let (wrong, nodes) = check(&lines);
    eprintln!(
        "{}: {} positions, {nodes} nodes",
        file.display(),
        lines.len()
    );
    assert!(
        wrong.is_empty(),
        "{} wrong counts:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The public suites are not ours to copy; they are read where they lie beside the project.
fn check_public_suite(name: &str) {
    let cases = env::var_os("TABIYA_SHARED_CASES")
        .map_or_else(|| root().join("../shared/cases"), PathBuf::from);
    let file = cases.join("perft").join(name);
    if file.exists() {
        check_file(&file);
    } else {
        eprintln!(
            "SKIPPED: {} is not here, so {name} was not checked",
            file.display()
        );
    }
}

#[test]
fn own_random_positions() {
    check_file(&root().join("testdata/perft/random_mixed.epd"));
}

#[test]
fn classic_suite() {
    check_public_suite("classic.epd");
}

#[test]
fn peter_ellis_jones_suite() {
    check_public_suite("peterellisjones.epd");
}

#[test]
fn tricky_suite() {
    check_public_suite("tricky.epd");
}

#[test]
fn chess960_suite() {
    check_public_suite("chess960.epd");
}

/// Counts are facts: the well-known ones stand here, so that this file proves something wherever it
/// runs.
#[test]
fn well_known_counts() {
    let counts = [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            4,
            197_281,
        ),
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            3,
            97_862,
        ),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674_624),
        (
            "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
            4,
            422_333,
        ),
        (
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            3,
            62_379,
        ),
    ];
    for (fen, depth, nodes) in counts {
        assert_eq!(perft(&position(fen), depth), nodes, "{fen} depth {depth}");
    }
}
