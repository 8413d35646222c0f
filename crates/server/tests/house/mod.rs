//! People with accounts, and tables at which they sit, over HTTP. No test stands here.
#![allow(dead_code, reason = "each test file uses its own part of this")]

use std::net::SocketAddr;

use serde_json::{Value, json};

use crate::common::{Opened, Player, Reply, post, text};
use crate::signed::{self, SECRET};

/// Somebody who is signed in.
#[derive(Clone)]
pub(crate) struct Person {
    pub(crate) address: SocketAddr,
    pub(crate) name: String,
    pub(crate) cookie: String,
}

impl Person {
    /// Makes an account; the first one of a house is an admin.
    pub(crate) async fn new(address: SocketAddr, name: &str) -> Self {
        let reply = sign_up(address, name, None).await;
        assert_eq!(reply.status, 201, "{}", reply.text());
        Self {
            address,
            name: name.to_owned(),
            cookie: reply.cookie(),
        }
    }

    pub(crate) async fn ask(&self, method: &str, path: &str, body: Value) -> Reply {
        signed::ask(self.address, method, path, &self.cookie, body).await
    }

    pub(crate) async fn get(&self, path: &str) -> Value {
        let reply = self.ask("GET", path, Value::Null).await;
        assert_eq!(reply.status, 200, "{path}: {}", reply.text());
        reply.json()
    }

    pub(crate) async fn done(&self, method: &str, path: &str, body: Value) -> Reply {
        let reply = self.ask(method, path, body).await;
        assert!(reply.status < 300, "{path}: {}", reply.text());
        reply
    }

    /// Opens a table with White and has `guest` take the other seat; rated unless the rules say
    /// something else.
    pub(crate) async fn sits_with(&self, guest: &Self, rating: Value) -> Opened {
        let settings = json!({
            "rules": {"preset": "fide-online", "switches": {"rating": rating}},
            "clock": {"type": "fischer", "bank_ms": 180_000, "increment_ms": 2_000},
            "owner_color": "white",
        });
        let opened = self
            .ask("POST", "/api/tables", json!({"settings": settings}))
            .await;
        assert_eq!(opened.status, 201, "{}", opened.text());
        let opened = opened.json();
        let table = text(&opened, "table");
        let joined = guest
            .ask("POST", &format!("/api/tables/{table}/join"), json!({}))
            .await;
        assert_eq!(joined.status, 200, "{}", joined.text());
        Opened {
            address: self.address,
            table,
            owner: text(&opened, "token"),
            guest: text(&joined.json(), "token"),
        }
    }
}

pub(crate) async fn sign_up(address: SocketAddr, name: &str, invitation: Option<&str>) -> Reply {
    let mut body = json!({"name": name, "password": SECRET});
    if let Some(invitation) = invitation {
        body["invitation"] = json!(invitation);
    }
    post(address, "/api/account", body).await
}

/// Both play a game that White gives up after one move each.
pub(crate) async fn white_resigns(game: &Opened) -> (Player, Player) {
    let (mut white, mut black) = game.started().await;
    crate::common::play(&mut white, &mut black, &["e2e4", "e7e5"]).await;
    let seq = white.grant(json!({"type": "resign"})).await;
    black.catch_up(seq).await;
    (white, black)
}
