//! The real binary, killed with SIGKILL in the middle of games and started again on the same
//! folder: no acknowledged move is lost, and the clocks charge nobody for the outage.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test ends where something is not as it must be"
)]

#[path = "../../server/tests/common/mod.rs"]
mod common;

mod binary;

use std::time::{Duration, Instant};

use binary::Binary;
use common::{Opened, Player};
use serde_json::{Value, json};
use tabiya_rules::{Game, Position, Uci};
use tempfile::TempDir;
use tokio::task::JoinSet;

const BANK_MS: u64 = 600_000;
/// A heartbeat a second: at most that much before the kill is forgotten; the rest is for a busy
/// machine.
const SLACK_MS: u64 = 2_000;

#[tokio::test(flavor = "multi_thread")]
async fn no_acknowledged_move_is_lost() {
    let folder = TempDir::new().unwrap();
    let mut games: Vec<(Opened, Vec<String>)> = Vec::new();
    for round in 0..3_u64 {
        let binary = Binary::start(folder.path(), &["--opens-per-minute", "0"]);
        for (game, acknowledged) in &mut games {
            game.address = binary.address;
            let kept = moves(&game.view(&game.owner).await);
            assert!(
                kept.starts_with(acknowledged),
                "{acknowledged:?} lost in {kept:?}"
            );
            // One more may have been stored without the answer getting through.
            assert!(kept.len() <= acknowledged.len() + 1);
        }
        for _ in 0..4 {
            let game = Opened::usual(binary.address).await;
            drop(game.started().await);
            games.push((game, Vec::new()));
        }
        let mut tasks = JoinSet::new();
        for (number, (game, _)) in games.drain(..).enumerate() {
            let seed = round * 100 + u64::try_from(number).unwrap();
            tasks.spawn(play_until_it_dies(game, seed));
        }
        tokio::time::sleep(Duration::from_millis(700 + 150 * round)).await;
        binary.kill();
        while let Some(played) = tasks.join_next().await {
            games.push(played.unwrap());
        }
        let acknowledged: usize = games.iter().map(|(_, moves)| moves.len()).sum();
        assert!(acknowledged > 0, "the games were under way");
    }
    let binary = Binary::start(folder.path(), &[]);
    for (game, acknowledged) in games {
        let game = Opened {
            address: binary.address,
            ..game
        };
        let view = game.view(&game.owner).await;
        assert!(moves(&view).starts_with(&acknowledged));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_clocks_charge_nobody_for_the_outage() {
    let folder = TempDir::new().unwrap();
    let binary = Binary::start(folder.path(), &[]);
    let game = Opened::usual(binary.address).await;
    let (mut ana, _bo) = game.started().await;
    // Before the answer is here: the server counts from when it has read the move.
    let moved = Instant::now();
    ana.play("e2e4").await;
    tokio::time::sleep(Duration::from_millis(2500)).await;
    binary.kill();
    let thought_ms = millis(moved.elapsed());
    tokio::time::sleep(Duration::from_secs(6)).await;

    let binary = Binary::start(folder.path(), &[]);
    let game = Opened {
        address: binary.address,
        ..game
    };
    let view = game.view(&game.owner).await;
    let clock = &view["game"]["clock"];
    assert_eq!(clock["paused"], true, "{clock}");
    let charged_ms = BANK_MS - clock["black_ms"].as_u64().unwrap();
    assert!(
        charged_ms <= thought_ms,
        "charged {charged_ms} ms, thought {thought_ms} ms"
    );
    assert!(
        charged_ms + SLACK_MS >= thought_ms,
        "charged {charged_ms} of {thought_ms} ms"
    );

    // The clock goes on when the player to move is back, and not before.
    let mut bo = Player::connect(game.address, &game.table, Some(&game.guest), None).await;
    assert_eq!(bo.view["game"]["clock"]["paused"], false);
    bo.play("e7e5").await;
    let left_ms = bo.view["game"]["clock"]["black_ms"].as_u64().unwrap();
    assert!(
        left_ms + thought_ms + SLACK_MS >= BANK_MS,
        "{left_ms} ms left"
    );
}

/// Both players move at random, as fast as they can, until the server is gone. Gives the moves that
/// were acknowledged, those of before included.
async fn play_until_it_dies(game: Opened, seed: u64) -> (Opened, Vec<String>) {
    let mut acknowledged = moves(&game.view(&game.owner).await);
    let (table, owner, guest) = (game.table.clone(), game.owner.clone(), game.guest.clone());
    let address = game.address;
    let mut line = Game::new(Position::standard());
    for uci in &acknowledged {
        play(&mut line, uci);
    }
    let mut chance = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    loop {
        let token = if acknowledged.len().is_multiple_of(2) {
            &owner
        } else {
            &guest
        };
        chance ^= chance << 13;
        chance ^= chance >> 7;
        chance ^= chance << 17;
        let choices = line.position().legal_moves();
        let Some(count) = u64::try_from(choices.len()).ok().filter(|count| *count > 0) else {
            break;
        };
        let choice = choices[usize::try_from(chance % count).unwrap()];
        let uci = choice.uci(line.position()).to_string();
        let command = json!({"id": format!("m{}", acknowledged.len()),
            "do": {"type": "move", "uci": uci}});
        match try_command(address, &table, token, &command).await {
            Some(answer) if answer["seq"].is_u64() => {
                play(&mut line, &uci);
                acknowledged.push(uci);
            }
            // The game is over, or the server is.
            _ => break,
        }
    }
    (game, acknowledged)
}

/// A command by HTTP; none when the server is gone before the answer is.
async fn try_command(
    address: std::net::SocketAddr,
    table: &str,
    token: &str,
    command: &Value,
) -> Option<Value> {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    let mut stream = tokio::net::TcpStream::connect(address).await.ok()?;
    let body = command.to_string();
    let request = format!(
        "POST /api/tables/{table}/commands HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
         Authorization: Bearer {token}\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await.ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.ok()?;
    serde_json::from_str(answer.split_once("\r\n\r\n")?.1).ok()
}

fn play(line: &mut Game, uci: &str) {
    let uci: Uci = uci.parse().unwrap();
    let mv = uci.resolve(line.position()).unwrap();
    line.play(mv).unwrap();
}

fn moves(view: &Value) -> Vec<String> {
    let moves = view["moves"].as_array().unwrap().iter();
    moves
        .map(|played| played["uci"].as_str().unwrap().to_owned())
        .collect()
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap()
}
