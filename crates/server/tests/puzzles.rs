//! The host's library of puzzles, over real connections.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test ends where something is not as it must be"
)]

mod common;
mod running;

use common::get;
use running::Running;
use serde_json::{Value, json};
use tabiya_server::{Office, Puzzle};
use tempfile::TempDir;

fn puzzle(id: &str, rating: u16, theme: &str) -> Puzzle {
    Puzzle {
        id: id.to_owned(),
        fen: "4k3/8/8/8/8/8/8/4K2R b K - 0 1".to_owned(),
        moves: vec!["e8d8".to_owned(), "h1h8".to_owned()],
        rating,
        themes: vec![theme.to_owned()],
        url: None,
    }
}

fn ids(reply: &Value) -> Vec<&str> {
    let puzzles = reply["puzzles"].as_array().unwrap().iter();
    puzzles
        .map(|puzzle| puzzle["id"].as_str().unwrap())
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_host_brings_in_is_handed_out() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let about = get(server.address, "/api/puzzles/about").await;
    assert_eq!(about.json(), json!({"count": 0}));
    let none = get(server.address, "/api/puzzles?theme=fork").await;
    assert_eq!(none.json(), json!({"puzzles": []}));

    // Beside the running service.
    let office = Office::open(folder.path()).unwrap();
    let all = vec![
        puzzle("easy", 900, "fork"),
        puzzle("hard", 2100, "fork"),
        puzzle("pin", 900, "pin"),
    ];
    office.add_puzzles(all).await.unwrap();

    let about = get(server.address, "/api/puzzles/about").await;
    assert_eq!(about.json(), json!({"count": 3}));
    let path = "/api/puzzles?theme=fork&from=600&to=1200&count=20";
    let found = get(server.address, path).await.json();
    assert_eq!(ids(&found), ["easy"]);
    assert_eq!(found["puzzles"][0]["moves"], json!(["e8d8", "h1h8"]));
    assert_eq!(
        get(server.address, "/api/puzzles/pin").await.json()["rating"],
        900
    );
    assert_eq!(
        ids(&get(server.address, "/api/puzzles?count=9999").await.json()).len(),
        3
    );
    assert_eq!(
        ids(&get(server.address, "/api/puzzles").await.json()).len(),
        1
    );
    for (path, status, code) in [
        ("/api/puzzles/none", 404, "not_found"),
        ("/api/puzzles?from=low", 400, "malformed"),
    ] {
        let reply = get(server.address, path).await;
        assert_eq!(
            (reply.status, &reply.json()["error"]["code"]),
            (status, &json!(code))
        );
    }
    server.stop().await;
}
