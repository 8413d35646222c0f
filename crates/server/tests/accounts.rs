//! Accounts over HTTP: making one, signing in and out, what is refused and how often one may try.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test ends where something is not as it must be"
)]

mod common;
mod running;
mod signed;

use common::{Opened, Player, Reply, get, post, request};
use running::Running;
use serde_json::{Value, json};
use signed::{SECRET, ask, me, refusal, sign_in, sign_up};
use tabiya_server::{Config, PublicUrl, Rate, Rates};
use tempfile::TempDir;

#[tokio::test(flavor = "multi_thread")]
async fn an_account_is_a_name_and_a_password() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let at = server.address;
    assert_eq!(
        get(at, "/api/account").await.json(),
        json!({"account": null})
    );

    let made = sign_up(at, "Ana").await;
    assert_eq!(made.status, 201, "{}", made.text());
    let set = made.header("set-cookie").unwrap();
    for part in ["Path=/api;", "Max-Age=31536000", "HttpOnly", "SameSite=Lax"] {
        assert!(set.contains(part), "{set}");
    }
    assert!(!set.contains("Secure"), "{set}");
    let ana = me(at, &made.cookie()).await;
    assert_eq!(ana, made.json()["account"]);
    assert_eq!(
        (&ana["name"], &ana["role"], &ana["password"]),
        (&json!("Ana"), &json!("admin"), &json!(true))
    );
    assert_eq!(sign_up(at, "Bo").await.json()["account"]["role"], "member");

    let out = ask(
        at,
        "DELETE",
        "/api/account/session",
        &made.cookie(),
        Value::Null,
    )
    .await;
    assert_eq!(out.status, 204);
    assert!(out.header("set-cookie").unwrap().contains("Max-Age=0"));
    assert_eq!(me(at, &made.cookie()).await, Value::Null);

    let back = sign_in(at, "ANA", SECRET).await;
    assert_eq!(back.status, 200, "{}", back.text());
    assert_eq!(me(at, &back.cookie()).await["name"], "Ana");
    server.stop().await;
    // It is all still there after a start.
    let server = Running::start(folder.path()).await;
    assert_eq!(me(server.address, &back.cookie()).await["name"], "Ana");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_an_account_is_refused_in_a_sentence() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let at = server.address;
    assert_eq!(sign_up(at, "William").await.status, 201);
    for (name, password, status, code) in [
        ("a", SECRET, 422, "bad_name"),
        ("Jürgen", SECRET, 422, "bad_name"),
        ("Admin", SECRET, 422, "bad_name"),
        ("tab1ya", SECRET, 422, "bad_name"),
        ("Bo", "1234567", 422, "bad_password"),
        ("Bobobobo", "bob0bobo", 422, "bad_password"),
        ("VViIIiam", SECRET, 409, "taken"),
    ] {
        let reply = post(
            at,
            "/api/account",
            json!({"name": name, "password": password}),
        )
        .await;
        assert_eq!(refusal(&reply, status), code, "{name}");
    }
    let long = "x".repeat(201);
    let reply = post(at, "/api/account", json!({"name": "Bo", "password": long})).await;
    assert_eq!(refusal(&reply, 422), "bad_password");
    let reply = post(at, "/api/account", json!({"name": "Bo"})).await;
    assert_eq!(
        (reply.status, &reply.json()["error"]["code"]),
        (400, &json!("malformed"))
    );
    // Which of the two is wrong is not said.
    let unknown = sign_in(at, "Nobody7", SECRET).await;
    let wrong = sign_in(at, "William", "wrong password").await;
    assert_eq!(refusal(&unknown, 403), "wrong_password");
    assert_eq!(unknown.body, wrong.body);
    assert_eq!(unknown.status, wrong.status);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn too_many_tries_have_to_wait() {
    let folder = TempDir::new().unwrap();
    let few = |count| Rate {
        burst: count,
        per_second: 0.001,
    };
    let config = Config {
        rates: Rates {
            tries: few(3),
            sign_ins: few(6),
            sign_ups: few(2),
            ..Rates::default()
        },
        ..running::config(folder.path())
    };
    let server = Running::with_config(config).await;
    let at = server.address;
    assert_eq!(sign_up(at, "Ana").await.status, 201);
    assert_eq!(sign_up(at, "Bo").await.status, 201);
    let third = sign_up(at, "Cy").await;
    assert_eq!(refusal(&third, 429), "too_many");
    for _ in 0..3 {
        assert_eq!(
            refusal(&sign_in(at, "Ana", "wrong password").await, 403),
            "wrong_password"
        );
    }
    // The account waits for everybody, under each way to write its name; others do not.
    let fourth = sign_in(at, "ana", SECRET).await;
    assert_eq!(refusal(&fourth, 429), "too_many_tries");
    let wait: u64 = fourth.header("retry-after").unwrap().parse().unwrap();
    assert!(wait > 100, "{wait}");
    assert_eq!(sign_in(at, "Bo", SECRET).await.status, 200);
    assert_eq!(sign_in(at, "Bo", SECRET).await.status, 200);
    assert_eq!(refusal(&sign_in(at, "Bo", SECRET).await, 429), "too_many");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_password_ends_the_other_sessions() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let at = server.address;
    let here = sign_up(at, "Ana").await.cookie();
    let there = sign_in(at, "Ana", SECRET).await.cookie();
    let change = |cookie: &str, old: &str, new: &str| {
        let (cookie, body) = (cookie.to_owned(), json!({"old": old, "new": new}));
        async move { ask(at, "POST", "/api/account/password", &cookie, body).await }
    };
    assert_eq!(
        refusal(&change("", SECRET, "another secret").await, 401),
        "not_signed_in"
    );
    assert_eq!(
        refusal(&change(&here, "wrong one", "another secret").await, 403),
        "wrong_password"
    );
    assert_eq!(
        refusal(&change(&here, SECRET, "short").await, 422),
        "bad_password"
    );
    assert_eq!(change(&here, SECRET, "another secret").await.status, 204);
    assert_eq!(me(at, &here).await["name"], "Ana");
    assert_eq!(me(at, &there).await, Value::Null);
    assert_eq!(
        refusal(&sign_in(at, "Ana", SECRET).await, 403),
        "wrong_password"
    );
    assert_eq!(sign_in(at, "Ana", "another secret").await.status, 200);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_opens_its_own_seat_on_any_device() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let at = server.address;
    let ana = sign_up(at, "Ana").await.cookie();
    let opened = ask(at, "POST", "/api/tables", &ana, json!({"name": "ignored"})).await;
    assert_eq!(opened.status, 201, "{}", opened.text());
    let path = format!("/api/tables/{}", opened.json()["table"].as_str().unwrap());
    let elsewhere = sign_in(at, "Ana", SECRET).await.cookie();
    let view = ask(at, "GET", &path, &elsewhere, Value::Null).await.json();
    assert_eq!(
        (&view["you"], &view["seats"]["owner"]["name"]),
        (&json!("owner"), &json!("Ana"))
    );
    let bo = sign_up(at, "Bo").await.cookie();
    assert_eq!(
        ask(at, "GET", &path, &bo, Value::Null).await.json()["you"],
        "spectator"
    );
    let command = json!({"id": "c1", "do": {"type": "set_ready", "ready": true}});
    let refused = ask(at, "POST", &format!("{path}/commands"), &bo, command).await;
    assert_eq!(refused.status, 400, "{}", refused.text());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn secrets_are_kept_as_hashes_only() {
    let folder = TempDir::new().unwrap();
    let url = PublicUrl::parse("https://chess.example.org").unwrap();
    let config = Config {
        public_url: Some(url),
        ..running::config(folder.path())
    };
    let server = Running::with_config(config).await;
    let game = Opened::usual(server.address).await;
    let made = sign_up(server.address, "Ana").await;
    assert!(made.header("set-cookie").unwrap().contains("; Secure"));
    let cookie = made.cookie();
    let session = cookie.split_once('=').unwrap().1.to_owned();
    server.stop().await;
    let mut kept = Vec::new();
    for entry in std::fs::read_dir(folder.path()).unwrap() {
        kept.extend(std::fs::read(entry.unwrap().path()).unwrap());
    }
    let holds = |text: &str| {
        kept.windows(text.len())
            .any(|window| window == text.as_bytes())
    };
    assert!(
        holds("Ana") && holds("$argon2id$"),
        "the file is the one that is written"
    );
    for secret in [SECRET, &session, &game.owner] {
        assert!(!holds(secret), "{secret}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_passes_for_an_account() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let at = server.address;
    let game = Opened::usual(at).await;
    let ana = sign_up(at, "Ana").await;
    let refusal = |reply: &Reply| reply.json()["refusal"]["code"].clone();
    // Neither under the name nor under one that looks like it, at any door.
    for name in ["Ana", "ANA", " ana "] {
        let opened = post(at, "/api/tables", json!({ "name": name })).await;
        assert_eq!(opened.status, 409, "{name}");
        assert_eq!(refusal(&opened), "name_of_account");
    }
    let open = post(at, "/api/tables", json!({"name": "Cy"})).await.json();
    let join = format!("/api/tables/{}/join", open["table"].as_str().unwrap());
    let joined = post(at, &join, json!({"name": "Ana"})).await;
    assert_eq!(refusal(&joined), "name_of_account");
    let joined = post(at, &join, json!({"name": "Ana B."})).await;
    assert_eq!(joined.status, 200, "that is another name");
    let mut owner = Player::connect(at, &game.table, Some(&game.owner), None).await;
    let rename = json!({"type": "set_name", "name": "Ana"});
    assert_eq!(owner.refused(rename.clone()).await, "name_of_account");
    let command = json!({"id": "n1", "do": rename}).to_string();
    let bearer = format!("Bearer {}", game.owner);
    let headers = [("Authorization", bearer.as_str())];
    let reply = request(at, "POST", &game.path("/commands"), &headers, &command).await;
    assert_eq!(
        (reply.status, refusal(&reply)),
        (409, json!("name_of_account"))
    );
    // The account itself is called so.
    let opened = ask(at, "POST", "/api/tables", &ana.cookie(), json!({})).await;
    assert_eq!(opened.status, 201);
    server.stop().await;
}
