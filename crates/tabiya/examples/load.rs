//! How many durable moves a second a running server takes: many tables at once, two sockets each,
//! every client as fast as it gets its answers. Start the server with `--opens-per-minute 0
//! --joins-per-minute 0 --commands-per-second 0`, then `cargo run --release -p tabiya --example
//! load -- 127.0.0.1:8080 100 10` (address, tables, seconds).
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test ends where something is not as it must be"
)]

#[path = "../../server/tests/common/mod.rs"]
mod common;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use common::Opened;
use serde_json::json;
use tabiya_rules::{Game, Position};

/// Half-moves of the game that every table plays; then it takes a new table.
const PLIES: usize = 200;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let mut argument = || arguments.next().context("address, tables, seconds");
    let address: SocketAddr = argument()?.parse()?;
    let tables: usize = argument()?.parse()?;
    let seconds: u64 = argument()?.parse()?;
    let moves = Arc::new(some_game());
    let end = Instant::now() + Duration::from_secs(seconds);
    let players = (0..tables).map(|_| tokio::spawn(play(address, Arc::clone(&moves), end)));
    let mut answers = Vec::new();
    for player in players.collect::<Vec<_>>() {
        answers.extend(player.await?);
    }
    answers.sort();
    let percentile = |of: usize| {
        answers
            .get(answers.len() * of / 100)
            .copied()
            .unwrap_or_default()
    };
    println!(
        "{tables} tables, {} moves in {seconds} s: {} a second; answers after {:?} (p50), {:?} (p99)",
        answers.len(),
        answers.len() / usize::try_from(seconds)?,
        percentile(50),
        percentile(99),
    );
    Ok(())
}

/// Plays until the time is over, and gives how long each answer took.
async fn play(address: SocketAddr, moves: Arc<Vec<String>>, end: Instant) -> Vec<Duration> {
    let mut answers = Vec::new();
    while Instant::now() < end {
        let rules = json!({"preset": "fide-online", "switches": {"dead": "material"}});
        let game = Opened::new(address, json!({"type": "untimed"}), rules).await;
        let (mut white, mut black) = game.started().await;
        for (number, uci) in moves.iter().enumerate() {
            if Instant::now() >= end {
                break;
            }
            let mover = if number.is_multiple_of(2) {
                &mut white
            } else {
                &mut black
            };
            let sent = Instant::now();
            mover.play(uci).await;
            answers.push(sent.elapsed());
        }
    }
    answers
}

/// A game at random that does not end early.
fn some_game() -> Vec<String> {
    let mut chance = 1_u64;
    loop {
        let mut line = Game::new(Position::standard());
        let mut moves = Vec::new();
        while moves.len() < PLIES && line.repetitions() < 3 {
            chance = chance
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let choices = line.position().legal_moves();
            let Some(count) = u64::try_from(choices.len()).ok().filter(|count| *count > 0) else {
                break;
            };
            let index = usize::try_from((chance >> 33) % count).unwrap_or_default();
            let Some(choice) = choices.get(index).copied() else {
                break;
            };
            moves.push(choice.uci(line.position()).to_string());
            if line.play(choice).is_err() {
                break;
            }
        }
        if moves.len() == PLIES {
            return moves;
        }
    }
}
