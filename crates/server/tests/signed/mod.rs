//! What tests of accounts share: requests of a browser that is signed in. No test stands here.
#![allow(dead_code, reason = "each test file uses its own part of this")]

use std::net::SocketAddr;

use serde_json::{Value, json};

use crate::common::{self, Reply, post};

pub(crate) const SECRET: &str = "korrekte Pferde";

pub(crate) async fn sign_up(address: SocketAddr, name: &str) -> Reply {
    let body = json!({"name": name, "password": SECRET});
    post(address, "/api/account", body).await
}

pub(crate) async fn sign_in(address: SocketAddr, name: &str, password: &str) -> Reply {
    let body = json!({"name": name, "password": password});
    post(address, "/api/account/session", body).await
}

/// A request of a browser that is signed in.
pub(crate) async fn ask(
    address: SocketAddr,
    method: &str,
    path: &str,
    cookie: &str,
    body: Value,
) -> Reply {
    common::ask(address, method, path, ("Cookie", cookie), body).await
}

pub(crate) async fn me(address: SocketAddr, cookie: &str) -> Value {
    let reply = ask(address, "GET", "/api/account", cookie, Value::Null).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()["account"].clone()
}

/// The code of a refusal that has a sentence of its own.
pub(crate) fn refusal(reply: &Reply, status: u16) -> String {
    assert_eq!(reply.status, status, "{}", reply.text());
    let error = reply.json()["error"].clone();
    let message = error["message"].as_str().unwrap();
    assert!(message.ends_with('.') && message.len() > 20, "{message}");
    common::text(&error, "code")
}

/// The same, by an API token.
pub(crate) async fn call(
    address: SocketAddr,
    method: &str,
    path: &str,
    token: &str,
    body: Value,
) -> Reply {
    let bearer = format!("Bearer {token}");
    common::ask(address, method, path, ("Authorization", &bearer), body).await
}
