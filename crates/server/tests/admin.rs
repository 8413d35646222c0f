//! The host's desk over HTTP: only admins sit at it; bans, invitations, rules and reports do what
//! they say.
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

use common::{post, request};
use house::{Person, sign_up};
use running::Running;
use serde_json::{Value, json};
use signed::{SECRET, refusal, sign_in};
use tempfile::TempDir;

/// Everything that only an admin may ask.
const DESK: [(&str, &str); 17] = [
    ("GET", "/api/admin/users"),
    ("POST", "/api/admin/users/Bo/role"),
    ("POST", "/api/admin/users/Bo/name"),
    ("GET", "/api/admin/bans"),
    ("POST", "/api/admin/bans"),
    ("DELETE", "/api/admin/bans/abcdefghij"),
    ("GET", "/api/admin/rules"),
    ("PATCH", "/api/admin/rules"),
    ("GET", "/api/admin/invitations"),
    ("POST", "/api/admin/invitations"),
    ("DELETE", "/api/admin/invitations/abcdefghij"),
    ("GET", "/api/admin/reports"),
    ("POST", "/api/admin/reports/abcdefghij/close"),
    ("POST", "/api/admin/mail-test"),
    ("GET", "/api/admin/health"),
    ("GET", "/api/admin/backup"),
    ("GET", "/api/admin/anything-else"),
];

#[tokio::test(flavor = "multi_thread")]
async fn only_admins_sit_at_the_desk() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let host = Person::new(server.address, "Hilde").await;
    let bo = Person::new(server.address, "Bo").await;
    for (method, path) in DESK {
        let nobody = request(server.address, method, path, &[], "").await;
        assert_eq!(refusal(&nobody, 401), "not_signed_in", "{path}");
        let member = bo.ask(method, path, Value::Null).await;
        assert_eq!(refusal(&member, 403), "not_admin", "{path}");
        let admin = host.ask(method, path, Value::Null).await;
        assert!(
            ![401, 403].contains(&admin.status),
            "{path}: {}",
            admin.text()
        );
    }
    // An admin of today is none tomorrow.
    host.done("POST", "/api/admin/users/Bo/role", json!({"role": "admin"}))
        .await;
    bo.get("/api/admin/users").await;
    host.done(
        "POST",
        "/api/admin/users/Bo/role",
        json!({"role": "member"}),
    )
    .await;
    let reply = bo.ask("GET", "/api/admin/users", Value::Null).await;
    assert_eq!(refusal(&reply, 403), "not_admin");
    let path = "/api/admin/users/Hilde/role";
    let last = host.ask("POST", path, json!({"role": "member"})).await;
    assert_eq!(refusal(&last, 422), "last_admin");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_banned_is_out_until_it_is_lifted() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let host = Person::new(server.address, "Hilde").await;
    let eve = Person::new(server.address, "Eve").await;
    let bans = "/api/admin/bans";
    let wish = json!({"whom": "Eve", "reason": "insults", "days": 2});
    let ban = host.ask("POST", bans, wish).await;
    assert_eq!(ban.status, 201, "{}", ban.text());
    assert_eq!(
        eve.get("/api/account").await["account"],
        Value::Null,
        "the session ended"
    );
    let refused = sign_in(server.address, "eve", SECRET).await;
    assert_eq!(refusal(&refused, 403), "banned");
    let message = refused.json()["error"]["message"]
        .as_str()
        .unwrap()
        .to_owned();
    assert!(
        message.contains("insults") && message.contains(" UTC"),
        "{message}"
    );
    let users = host.get("/api/admin/users?search=ev").await;
    assert_eq!(users["items"][0]["ban"]["reason"], "insults");
    let path = format!("{bans}/{}", ban.json()["id"].as_str().unwrap());
    host.done("DELETE", &path, Value::Null).await;
    assert_eq!(sign_in(server.address, "eve", SECRET).await.status, 200);
    let gone = host.ask("DELETE", &path, Value::Null).await;
    assert_eq!(refusal(&gone, 404), "not_found");

    for (wish, code, status) in [
        (json!({"whom": "Eve", "reason": " "}), "bad_reason", 422),
        (
            json!({"whom": "Eve", "reason": "x".repeat(201)}),
            "bad_reason",
            422,
        ),
        (
            json!({"whom": "Eve", "reason": "x", "days": 0}),
            "bad_days",
            422,
        ),
        (json!({"whom": "Nobody", "reason": "x"}), "not_found", 404),
        (json!({"whom": "Hilde", "reason": "x"}), "is_admin", 422),
    ] {
        assert_eq!(refusal(&host.ask("POST", bans, wish).await, status), code);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_banned_network_may_look_and_do_nothing() {
    let folder = TempDir::new().unwrap();
    let config = tabiya_server::Config {
        behind_proxy: true,
        ..running::config(folder.path())
    };
    let server = Running::with_config(config).await;
    let host = Person::new(server.address, "Hilde").await;
    let wish = json!({"whom": "203.0.113.9", "reason": "floods"});
    host.done("POST", "/api/admin/bans", wish).await;
    let from = |address: &'static str| [("X-Forwarded-For", address)];
    for (address, status) in [("203.0.113.9", 403), ("203.0.113.8", 201)] {
        let reply = request(server.address, "POST", "/api/tables", &from(address), "{}").await;
        assert_eq!(reply.status, status, "{address}");
    }
    let looked = request(
        server.address,
        "GET",
        "/api/computer",
        &from("203.0.113.9"),
        "",
    )
    .await;
    assert_eq!(looked.status, 200);
    // What begins a WebSocket is more than a look.
    let upgrade = [("X-Forwarded-For", "203.0.113.9"), ("Upgrade", "websocket")];
    let path = "/api/lobby/socket?v=1";
    let dialled = request(server.address, "GET", path, &upgrade, "").await;
    assert_eq!(refusal(&dialled, 403), "banned");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn accounts_are_made_as_the_host_says() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let host = Person::new(server.address, "Hilde").await;
    let rules = "/api/admin/rules";
    let words = json!({"refused_words": ["Boss", "boss ", ""]});
    host.done("PATCH", rules, words).await;
    assert_eq!(host.get(rules).await["refused_words"], json!(["boss"]));
    let refused = sign_up(server.address, "TheBoss", None).await;
    assert_eq!(refusal(&refused, 422), "bad_name");

    host.done("PATCH", rules, json!({"sign_up": "closed"}))
        .await;
    let refused = sign_up(server.address, "Bo", None).await;
    assert_eq!(refusal(&refused, 403), "sign_up_closed");

    host.done(
        "PATCH",
        rules,
        json!({"sign_up": "invitation", "quiet": true}),
    )
    .await;
    let refused = sign_up(server.address, "Bo", None).await;
    assert_eq!(refusal(&refused, 403), "not_invited");
    let wish = json!({"note": "the club", "days": 3, "uses": 1});
    let made = host.ask("POST", "/api/admin/invitations", wish).await;
    assert_eq!(made.status, 201, "{}", made.text());
    let link = made.json()["link"].as_str().unwrap().to_owned();
    let (_, token) = link.split_once("#invitation=").unwrap();
    // A name that is taken costs no invitation.
    let taken = sign_up(server.address, "hilde", Some(token)).await;
    assert_eq!(refusal(&taken, 409), "taken");
    assert_eq!(sign_up(server.address, "Bo", Some(token)).await.status, 201);
    let used = sign_up(server.address, "Cy", Some(token)).await;
    assert_eq!(refusal(&used, 403), "not_invited");
    assert_eq!(host.get("/api/admin/invitations").await["items"], json!([]));

    let wish = json!({"days": 3, "uses": 5});
    let made = host
        .ask("POST", "/api/admin/invitations", wish)
        .await
        .json();
    let (_, token) = made["link"]
        .as_str()
        .unwrap()
        .split_once("#invitation=")
        .unwrap();
    let id = made["invitation"]["id"].as_str().unwrap();
    let path = format!("/api/admin/invitations/{id}");
    host.done("DELETE", &path, Value::Null).await;
    let revoked = sign_up(server.address, "Cy", Some(token)).await;
    assert_eq!(refusal(&revoked, 403), "not_invited");

    for (wish, code) in [
        (json!({"sign_up": "perhaps"}), "bad_sign_up"),
        (json!({"refused_words": ["x"]}), "bad_words"),
    ] {
        assert_eq!(refusal(&host.ask("PATCH", rules, wish).await, 422), code);
    }
    let rules = host.get(rules).await;
    assert_eq!(
        (&rules["sign_up"], &rules["quiet"]),
        (&json!("invitation"), &json!(true))
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_reaches_the_host_and_is_closed() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let host = Person::new(server.address, "Hilde").await;
    let ana = Person::new(server.address, "Ana").await;
    let eve = Person::new(server.address, "Eve").await;
    let game = ana.sits_with(&eve, Value::Null).await;
    let about = json!({"table": game.table, "seat": "guest", "reason": "chat", "text": "  rude  "});
    let nobody = post(server.address, "/api/reports", about.clone()).await;
    assert_eq!(refusal(&nobody, 401), "not_signed_in");
    // The seat's token is enough.
    let bearer = format!("Bearer {}", game.owner);
    let headers = [("Authorization", bearer.as_str())];
    let sent = request(
        server.address,
        "POST",
        "/api/reports",
        &headers,
        &about.to_string(),
    )
    .await;
    assert_eq!(sent.status, 204, "{}", sent.text());
    ana.done(
        "POST",
        "/api/reports",
        json!({"person": "Eve", "reason": "name"}),
    )
    .await;

    let reports = host.get("/api/admin/reports").await;
    let reports = reports["items"].as_array().unwrap();
    assert_eq!(reports.len(), 2);
    assert_eq!(
        (&reports[0]["reporter"], &reports[0]["person"]),
        (&json!("Ana"), &json!("Eve"))
    );
    let first = &reports[1];
    assert_eq!(first["person"], "Eve", "whoever sits there");
    assert_eq!(
        (&first["table"], &first["text"]),
        (&json!(game.table), &json!("rude"))
    );
    let path = format!("/api/admin/reports/{}/close", first["id"].as_str().unwrap());
    host.done("POST", &path, json!({"note": "warned"})).await;
    let again = host.ask("POST", &path, json!({})).await;
    assert_eq!(refusal(&again, 404), "not_found");
    assert_eq!(
        host.get("/api/admin/reports").await["items"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    let closed = host.get("/api/admin/reports?closed=true").await;
    assert_eq!(closed["items"][0]["note"], "warned");

    for (report, status, code) in [
        (
            json!({"person": "Eve", "reason": "smell"}),
            422,
            "bad_reason",
        ),
        (
            json!({"person": "Eve", "reason": "other", "text": "x".repeat(1001)}),
            422,
            "bad_text",
        ),
        (json!({"reason": "other"}), 422, "bad_report"),
        (
            json!({"seat": "guest", "reason": "other"}),
            422,
            "bad_report",
        ),
        (
            json!({"person": "Nobody", "reason": "other"}),
            404,
            "not_found",
        ),
        (
            json!({"table": "abcdefghij", "seat": "guest", "reason": "other"}),
            404,
            "not_found",
        ),
    ] {
        let reply = ana.ask("POST", "/api/reports", report).await;
        assert_eq!(refusal(&reply, status), code);
    }
    let mut last = 0;
    for _ in 0..4 {
        let report = json!({"person": "Eve", "reason": "other"});
        last = ana.ask("POST", "/api/reports", report).await.status;
    }
    assert_eq!(last, 429, "ten in ten minutes");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn people_are_found_renamed_and_asked_after() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let host = Person::new(server.address, "Hilde").await;
    Person::new(server.address, "Bo").await;
    Person::new(server.address, "Bob").await;
    let users = host.get("/api/admin/users?search=B0").await;
    let names: Vec<_> = users["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|user| &user["name"])
        .collect();
    assert_eq!(names, ["Bob", "Bo"]);
    let path = "/api/admin/users/Bob/name";
    let taken = host.ask("POST", path, json!({"name": "b0"})).await;
    assert_eq!(refusal(&taken, 409), "taken");
    let bad = host.ask("POST", path, json!({"name": "b o b"})).await;
    assert_eq!(refusal(&bad, 422), "bad_name");
    host.done("POST", path, json!({"name": "Robert"})).await;
    assert_eq!(sign_in(server.address, "robert", SECRET).await.status, 200);

    let health = host.get("/api/admin/health").await;
    assert_eq!(
        (&health["accounts"], &health["store"]),
        (&json!(3), &json!("ok"))
    );
    for number in [
        "up_ms",
        "connections",
        "tables_in_memory",
        "bytes",
        "disk_free",
    ] {
        assert!(health[number].is_u64(), "{number}: {health}");
    }
    let bad = host
        .ask(
            "POST",
            "/api/admin/mail-test",
            json!({"address": "nowhere"}),
        )
        .await;
    assert_eq!(refusal(&bad, 422), "bad_address");
    host.done(
        "POST",
        "/api/admin/mail-test",
        json!({"address": "ana@example.org"}),
    )
    .await;
    assert_eq!(host.get("/api/admin/health").await["mail"]["given_up"], 0);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_is_downloaded_while_the_house_is_open() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let host = Person::new(server.address, "Hilde").await;
    let bo = Person::new(server.address, "Bo").await;
    let game = host.sits_with(&bo, Value::Null).await;
    let (mut white, mut black) = game.started().await;
    common::play(&mut white, &mut black, &["e2e4"]).await;
    let reply = host.ask("GET", "/api/admin/backup", Value::Null).await;
    assert_eq!(reply.status, 200);
    let disposition = reply.header("content-disposition").unwrap();
    assert!(
        disposition.contains("tabiya-backup.sqlite3"),
        "{disposition}"
    );
    // It came in pieces, each with its length before it.
    let copy = unchunked(&reply.body);
    assert!(copy.starts_with(b"SQLite format 3\0"));
    let restored = TempDir::new().unwrap();
    std::fs::write(restored.path().join("tabiya.sqlite3"), copy).unwrap();
    assert!(
        !folder.path().join("download.sqlite3").exists(),
        "nothing is left behind"
    );
    server.stop().await;

    let server = Running::start(restored.path()).await;
    let game = common::Opened {
        address: server.address,
        ..game
    };
    assert_eq!(
        game.view(&game.owner).await["moves"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    assert_eq!(sign_in(server.address, "Bo", SECRET).await.status, 200);
    server.stop().await;
}

fn unchunked(mut body: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    loop {
        let end = body.windows(2).position(|pair| pair == b"\r\n").unwrap();
        let length = std::str::from_utf8(&body[..end]).unwrap();
        let length = usize::from_str_radix(length, 16).unwrap();
        if length == 0 {
            return whole;
        }
        let begin = end + 2;
        whole.extend_from_slice(&body[begin..begin + length]);
        body = &body[begin + length + 2..];
    }
}
