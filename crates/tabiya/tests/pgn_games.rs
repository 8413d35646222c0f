//! Real games of others, played through the real binary's socket by two clients at full speed: the
//! server's PGN must have the same moves.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test ends where something is not as it must be"
)]

#[path = "../../server/tests/common/mod.rs"]
mod common;

mod binary;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use binary::Binary;
use common::{Opened, Player, get};
use serde_json::json;
use tabiya_rules::{Color, Marker, Outcome, Pgn, Position};
use tempfile::TempDir;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

/// Where the games lie beside a checkout.
const GAMES: &str = "../../../shared/cases/pgn";
const TABLES_TOGETHER: usize = 16;
const NO_LIMITS: [&str; 8] = [
    "--requests-per-minute",
    "0",
    "--opens-per-minute",
    "0",
    "--joins-per-minute",
    "0",
    "--commands-per-second",
    "0",
];

/// A game from the normal position, in UCI notation.
struct Input {
    name: String,
    moves: Vec<String>,
    outcome: Option<Outcome>,
}

#[tokio::test(flavor = "multi_thread")]
async fn real_games_come_out_as_they_went_in() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(GAMES);
    let inputs = read_games(&folder);
    if inputs.is_empty() {
        eprintln!("SKIPPED: no games to play in {}", folder.display());
        return;
    }
    let plies: usize = inputs.iter().map(|input| input.moves.len()).sum();
    let games = inputs.len();
    let data = TempDir::new().unwrap();
    let binary = Binary::start(data.path(), &NO_LIMITS);
    let room = Arc::new(Semaphore::new(TABLES_TOGETHER));
    let (start, address) = (Instant::now(), binary.address);
    let mut tasks = JoinSet::new();
    for input in inputs {
        let room = Arc::clone(&room);
        tasks.spawn(async move {
            let _place = room.acquire_owned().await.unwrap();
            play_through(address, &input).await;
        });
    }
    while let Some(done) = tasks.join_next().await {
        done.unwrap();
    }
    println!(
        "{games} games with {plies} half-moves in {:?}",
        start.elapsed()
    );
}

/// Every game that starts from the normal position and is legal to its end.
fn read_games(folder: &Path) -> Vec<Input> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|ending| ending == "pgn"))
        .collect();
    paths.sort();
    let mut inputs = Vec::new();
    for path in paths {
        let bytes = std::fs::read(&path).unwrap();
        for (number, pgn) in (1..).zip(Pgn::read(&bytes)) {
            if pgn.start == Position::standard() && pgn.error.is_none() && !pgn.moves.is_empty() {
                let name = path.file_name().unwrap().to_string_lossy();
                inputs.push(Input {
                    name: format!("game {number} of {name}"),
                    moves: uci_moves(&pgn),
                    outcome: pgn.marker.and_then(Marker::outcome),
                });
            }
        }
    }
    inputs
}

fn uci_moves(pgn: &Pgn) -> Vec<String> {
    let mut position = pgn.start.clone();
    let mut moves = Vec::new();
    for played in &pgn.moves {
        let mv = played.mv.expect("a game without null moves");
        moves.push(mv.uci(&position).to_string());
        played.play_on(&mut position);
    }
    moves
}

async fn play_through(address: std::net::SocketAddr, input: &Input) {
    // As little as the rules permit may end a game before its record does.
    let rules = json!({"preset": "fide-online", "switches":
        {"repetition_auto": 5, "moves_auto": 75, "dead": "material"}});
    let game = Opened::new(address, json!({"type": "untimed"}), rules).await;
    let (mut white, mut black) = game.started().await;
    for (number, uci) in input.moves.iter().enumerate() {
        let mover = if number.is_multiple_of(2) {
            &mut white
        } else {
            &mut black
        };
        let answer = mover.command(json!({"type": "move", "uci": uci})).await;
        assert!(
            answer["seq"].is_u64(),
            "{} move {number} {uci}: {answer}",
            input.name
        );
    }
    end(&mut white, &mut black, input).await;
    let pgn = get(address, &game.path("/games/1.pgn")).await;
    let read: Vec<Pgn> = Pgn::read(&pgn.body).collect();
    assert_eq!(read.len(), 1, "{}", input.name);
    assert_eq!(uci_moves(&read[0]), input.moves, "{}", input.name);
    assert_eq!(read[0].error, None, "{}", input.name);
    if let Some(outcome) = input.outcome {
        assert_eq!(
            read[0].marker.and_then(Marker::outcome),
            Some(outcome),
            "{}",
            input.name
        );
    }
}

/// Ends the game as the record says, unless the board has.
async fn end(white: &mut Player, black: &mut Player, input: &Input) {
    let last = if input.moves.len() % 2 == 1 {
        &mut *white
    } else {
        &mut *black
    };
    if last.view["phase"] == "over" {
        return;
    }
    match input.outcome {
        Some(Outcome::Win(Color::White)) => {
            black.grant(json!({"type": "resign"})).await;
        }
        Some(Outcome::Win(Color::Black)) => {
            white.grant(json!({"type": "resign"})).await;
        }
        Some(Outcome::Draw) => {
            white.grant(json!({"type": "offer_draw"})).await;
            black.grant(json!({"type": "accept_draw"})).await;
        }
        None => {}
    }
}
