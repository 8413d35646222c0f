//! Ratings over HTTP and WebSocket: which games count, what they do, and how profiles show it.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test ends where something is not as it must be"
)]

mod common;
mod house;
mod running;
mod signed;

use common::{get, post};
use house::{Person, white_resigns};
use running::Running;
use serde_json::{Value, json};
use signed::refusal;
use tempfile::TempDir;

#[tokio::test(flavor = "multi_thread")]
async fn a_rated_game_moves_both_ratings_at_its_end() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let ana = Person::new(server.address, "Ana").await;
    let bo = Person::new(server.address, "Bo").await;
    let game = ana.sits_with(&bo, json!("elo")).await;
    let path = game.path("/people");
    let people = get(server.address, &path).await.json();
    assert_eq!(people["owner"]["name"], "Ana");
    assert_eq!(people["owner"]["rating"]["rating"], 1200);
    assert_eq!(people["owner"]["rating"]["provisional"], true);
    assert_eq!(
        (&people["rated"], &people["why_not"]),
        (&json!(true), &Value::Null)
    );
    assert_eq!(people["changes"], Value::Null);

    // Case K18.
    white_resigns(&game).await;
    let people = get(server.address, &path).await.json();
    assert_eq!(
        people["changes"],
        json!({
            "number": 1,
            "white": {"before": 1200, "after": 1180},
            "black": {"before": 1200, "after": 1220},
        })
    );
    assert_eq!(people["guest"]["rating"]["rating"], 1220);

    let profile = get(server.address, "/api/people/bo").await.json();
    assert_eq!(profile["name"], "Bo");
    assert_eq!(
        profile["ratings"],
        json!([{"class": "blitz", "rating": 1220, "games": 1, "provisional": true, "peak": 1220}])
    );
    let curve = get(server.address, "/api/people/Bo/ratings/blitz")
        .await
        .json();
    assert_eq!(curve["points"][0]["after"], 1220);
    assert_eq!(curve["points"][0]["table"], json!(game.table));
    let games = get(server.address, "/api/people/Bo/games").await.json();
    let played = &games["games"][0];
    assert_eq!(
        (&played["result"], &played["color"]),
        (&json!("0-1"), &json!("black"))
    );
    assert_eq!(played["white"], json!({"name": "Ana", "account": "Ana"}));
    assert_eq!(played["termination"], "resignation");
    assert_eq!(played["change"], json!({"before": 1200, "after": 1220}));
    assert_eq!(games["next"], Value::Null);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whether_a_game_counts_is_said_before_it_begins() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let ana = Person::new(server.address, "Ada").await;
    let bo = Person::new(server.address, "Ben").await;
    let why = |path: String| async move {
        let people = get(server.address, &path).await.json();
        assert_eq!(people["rated"], json!(people["why_not"].is_null()));
        people["why_not"].as_str().unwrap_or("counts").to_owned()
    };
    let casual = ana.sits_with(&bo, Value::Null).await;
    assert_eq!(why(casual.path("/people")).await, "casual");
    white_resigns(&casual).await;

    let settings = json!({
        "rules": {"preset": "fide-online", "switches": {"rating": "elo"}},
        "clock": {"type": "fischer", "bank_ms": 180_000, "increment_ms": 2_000},
    });
    let open = ana
        .ask("POST", "/api/tables", json!({"settings": settings}))
        .await
        .json();
    let table = open["table"].as_str().unwrap();
    assert_eq!(
        why(format!("/api/tables/{table}/people")).await,
        "guest_awaited"
    );
    let join = format!("/api/tables/{table}/join");
    let joined = post(server.address, &join, json!({"name": "Cy"})).await;
    assert_eq!(joined.status, 200);
    assert_eq!(
        why(format!("/api/tables/{table}/people")).await,
        "guest_unknown"
    );
    // An account that takes the seat over while the game runs does not play for its rating in it.
    let game = common::Opened {
        address: server.address,
        table: table.to_owned(),
        owner: open["token"].as_str().unwrap().to_owned(),
        guest: joined.json()["token"].as_str().unwrap().to_owned(),
    };
    let players = game.started().await;
    let both = Person {
        cookie: format!("{}; tabiya_seat={}", bo.cookie, game.guest),
        ..bo.clone()
    };
    both.done("POST", &game.path("/claim"), Value::Null).await;
    assert_eq!(why(game.path("/people")).await, "guest_unknown");
    drop(players);

    let game = ana.sits_with(&bo, json!("elo")).await;
    let (mut white, mut black) = game.started().await;
    common::play(&mut white, &mut black, &["e2e4"]).await;
    let seq = black.grant(json!({"type": "resign"})).await;
    white.catch_up(seq).await;
    assert_eq!(why(game.path("/people")).await, "too_short");

    let mut elsewhere = settings.clone();
    elsewhere["start"] = json!({"type": "chess960", "number": 1});
    let open = ana
        .ask("POST", "/api/tables", json!({"settings": elsewhere}))
        .await
        .json();
    let table = open["table"].as_str().unwrap();
    let path = format!("/api/tables/{table}/people");
    assert_eq!(why(path).await, "other_start");

    let guests = common::Opened::with(server.address, json!({"rules": settings["rules"]})).await;
    assert_eq!(why(guests.path("/people")).await, "owner_unknown");

    let profile = get(server.address, "/api/people/Ada").await.json();
    assert_eq!(profile["ratings"], json!([]), "none of these counts");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_there_is_said() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    for path in [
        "/api/people/Nobody",
        "/api/people/Nobody/games",
        "/api/people/Nobody/ratings/blitz",
        "/api/people/a-name-that-is-far-too-long-for-an-account",
        "/api/tables/abcdefghij/people",
    ] {
        let reply = get(server.address, path).await;
        assert_eq!(refusal(&reply, 404), "not_found", "{path}");
    }
    Person::new(server.address, "Ana").await;
    let reply = get(server.address, "/api/people/Ana/ratings/bullet").await;
    assert_eq!(refusal(&reply, 404), "not_found");
    server.stop().await;
}
