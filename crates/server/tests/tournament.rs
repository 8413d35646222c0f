//! The tournament table over real sockets: touching, pressing, an illegal move and what it costs, and
//! a restart in the middle of it.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test ends where something is not as it must be"
)]

mod common;
mod running;

use common::{Opened, Player};
use running::Running;
use serde_json::json;
use tempfile::TempDir;

#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_game_is_touched_made_and_pressed() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let clock = json!({"type": "sudden_death", "bank_ms": 600_000});
    let rules = json!({"preset": "fide-standard", "switches": {}});
    let game = Opened::new(server.address, clock, rules).await;
    let (mut ana, mut bo) = game.started().await;
    // Ana touches the knight and is bound to it, before everybody's eyes.
    ana.grant(json!({"type": "touch", "square": "g1"})).await;
    let touched = bo.wait_for("touched").await;
    assert_eq!(touched["event"]["square"], "g1");
    let code = ana.refused(json!({"type": "move", "uci": "e2e4"})).await;
    assert_eq!(code, "must_move_touched");
    // An illegal move stands, and the press makes it an irregularity.
    ana.grant(json!({"type": "move", "uci": "g1g3"})).await;
    let code = bo.refused(json!({"type": "move", "uci": "e7e5"})).await;
    assert_eq!(code, "illegal_stands");
    ana.grant(json!({"type": "press"})).await;
    let fault = bo.wait_for("irregularity").await;
    assert_eq!(fault["event"]["penalty_ms"], 120_000);
    ana.grant(json!({"type": "move", "uci": "g1f3"})).await;
    // Nobody at a table is the arbiter.
    let rule = json!({"type": "rule", "white": "1", "black": "0"});
    assert_eq!(ana.refused(rule).await, "arbiter_only");
    let before = game.view(&game.owner).await;
    server.stop().await;

    // Made, and not pressed: so it still stands after a restart.
    let server = Running::start(folder.path()).await;
    let game = Opened {
        address: server.address,
        ..game
    };
    let view = game.view(&game.owner).await;
    assert_eq!(view["game"]["to_press"], "white");
    for what in ["faults", "fen", "turn", "standing", "due"] {
        assert_eq!(view["game"][what], before["game"][what], "{what}");
    }
    let mut ana = Player::connect(server.address, &game.table, Some(&game.owner), None).await;
    let mut bo = Player::connect(server.address, &game.table, Some(&game.guest), None).await;
    bo.grant(json!({"type": "move", "uci": "e7e5"})).await;
    ana.grant(json!({"type": "press"})).await;
    bo.wait_for("clock_pressed").await;
    bo.grant(json!({"type": "press"})).await;
    let view = game.view(&game.guest).await;
    assert_eq!(view["game"]["ply"], 2);
    let of_black = view["game"]["clock"]["black_ms"].as_u64().unwrap();
    assert!((715_000..=720_000).contains(&of_black), "{of_black}");
    server.stop().await;
}
