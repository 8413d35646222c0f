//! What an API token may do in the lobby, scope by scope.

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio_tungstenite::tungstenite::Error;

use crate::member::pair;
use crate::page::{Page, blitz, by_days, start};
use crate::signed::call;

const SCOPES: [&str; 6] = [
    "board:play",
    "challenge:read",
    "challenge:write",
    "preference:read",
    "preference:write",
    "email:read",
];

#[tokio::test(flavor = "multi_thread")]
async fn each_scope_opens_what_it_says_and_nothing_else() {
    let folder = TempDir::new().unwrap();
    let server = start(&folder).await;
    let (_ana, bo) = pair(&server).await;
    let wishes = json!({"listed": true, "challenges": "all"});
    let gone = "/api/challenges/abcdefghij";
    let doors = [
        ("GET", "/api/challenges", Value::Null, "challenge:read"),
        (
            "POST",
            "/api/challenges",
            json!({"to": "Ana", "clock": by_days()}),
            "challenge:write",
        ),
        (
            "POST",
            &format!("{gone}/accept"),
            Value::Null,
            "challenge:write",
        ),
        (
            "POST",
            &format!("{gone}/decline"),
            Value::Null,
            "challenge:write",
        ),
        (
            "POST",
            &format!("{gone}/cancel"),
            Value::Null,
            "challenge:write",
        ),
        ("GET", "/api/lobby/wishes", Value::Null, "preference:read"),
        ("POST", "/api/lobby/wishes", wishes, "preference:write"),
        ("GET", "/api/lobby/mutes", Value::Null, "preference:read"),
        (
            "POST",
            "/api/lobby/mutes",
            json!({"name": "Ana", "muted": false}),
            "preference:write",
        ),
        ("GET", "/api/games", Value::Null, "board:play"),
    ];
    for scope in SCOPES {
        let token = bo.token(&[scope]).await;
        for (method, path, body, wanted) in &doors {
            let reply = call(server.address, method, path, &token, body.clone()).await;
            let said = format!("{method} {path} by {scope}: {}", reply.text());
            if scope == *wanted {
                // There is no such challenge, which is another thing than not to be let in.
                assert!(
                    reply.status < 300 || reply.text().contains("challenge_gone"),
                    "{said}"
                );
            } else {
                assert_eq!(reply.status, 403, "{said}");
                assert_eq!(reply.json()["error"]["code"], "missing_scope", "{said}");
                assert!(reply.text().contains(wanted), "{said}");
            }
        }
        let page = Page::call(server.address, &token).await;
        assert_eq!(page.is_ok(), scope == "board:play", "the lobby by {scope}");
        if let Err(error) = page {
            assert!(matches!(*error, Error::Http(reply) if reply.status() == 403));
        }
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_seeks_plays_and_hears_of_challenges_only_where_it_may() {
    let folder = TempDir::new().unwrap();
    let server = start(&folder).await;
    let (ana, bo) = pair(&server).await;
    let plays = bo.token(&["board:play"]).await;
    let reads = bo.token(&["board:play", "challenge:read"]).await;
    let mut deaf = Page::call(server.address, &plays).await.unwrap();
    let mut hears = Page::call(server.address, &reads).await.unwrap();
    let body = json!({"to": "Bo", "clock": by_days()});
    ana.does("/api/challenges", body).await;
    assert_eq!(hears.hear("challenges").await[0]["from"], "Ana");
    assert!(deaf.heard("challenges").await.is_empty());
    let mut later = Page::call(server.address, &plays).await.unwrap();
    assert!(later.heard("challenges").await.is_empty());
    deaf.say(json!({"seek": {"clock": blitz(), "rated": true}}))
        .await;
    deaf.hear("mine").await;
    let mut page = ana.page().await;
    page.say(json!({"quick": {"clock": blitz(), "rated": true}}))
        .await;
    let (_, player) = deaf.sit().await;
    assert_eq!(player.view["seats"]["owner"]["name"], "Bo");
    // A token that is revoked ends its sockets.
    for token in bo.get("/api/account/tokens").await["tokens"]
        .as_array()
        .unwrap()
    {
        let path = format!("/api/account/tokens/{}", token["id"].as_str().unwrap());
        assert_eq!(bo.ask("DELETE", &path, Value::Null).await.status, 204);
    }
    hears.ends().await;
    server.stop().await;
}
