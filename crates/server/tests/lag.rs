//! The lag of a socket: measured by the server, forgiven by the arbiter within its quota.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test ends where something is not as it must be"
)]

mod common;
mod running;

use std::time::Duration;

use common::{Opened, Player};
use running::Running;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::time::sleep;

/// White moves first, on a socket that answers the first ping only after a while, and `waits` before
/// the move. What was logged of it.
async fn first_move(lag_compensation: bool, waits: Duration) -> Value {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let clock = json!({"type": "sudden_death", "bank_ms": 600_000});
    let rules = json!({
        "preset": "fide-online",
        "switches": {"lag_compensation": lag_compensation}
    });
    let game = Opened::new(server.address, clock, rules).await;
    let mut guest = Player::connect(server.address, &game.table, Some(&game.guest), None).await;
    guest.grant(json!({"type": "ready", "ready": true})).await;
    let mut owner = Player::connect(server.address, &game.table, Some(&game.owner), None).await;
    // A ping waits for its answer until this socket is read again.
    sleep(Duration::from_millis(600)).await;
    owner.grant(json!({"type": "start"})).await;
    sleep(waits).await;
    owner.play("e2e4").await;
    let moved = owner.wait_for("move_played").await;
    server.stop().await;
    moved["event"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_slow_line_takes_is_not_charged() {
    let moved = first_move(true, Duration::from_millis(900)).await;
    let lag_ms = moved["lag_ms"].as_u64().expect("some lag");
    let spent_ms = moved["spent_ms"].as_u64().unwrap();
    assert!((280..=900).contains(&lag_ms), "{moved}");
    assert!(spent_ms + lag_ms >= 900, "{moved}");
    assert_eq!(moved["clock_ms"], 600_000 - spent_ms);
}

#[tokio::test(flavor = "multi_thread")]
async fn it_is_charged_where_the_rules_say_so() {
    let moved = first_move(false, Duration::from_millis(100)).await;
    assert!(moved["lag_ms"].is_null(), "{moved}");
    assert!(moved["spent_ms"].as_u64().unwrap() >= 100, "{moved}");
}
