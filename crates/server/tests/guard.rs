//! What the service does not take: strangers, too much, too large, too strange.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test ends where something is not as it must be"
)]

mod common;
mod running;

use common::{Opened, Player, get, post, request};
use running::Running;
use serde_json::json;
use tabiya_server::{Config, PublicUrl, Rate, Rates};
use tempfile::TempDir;
use tokio_tungstenite::tungstenite::Error;

#[tokio::test(flavor = "multi_thread")]
async fn only_the_own_pages_may_use_the_api() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let own = format!("http://localhost:{}", server.address.port());
    let other_port = format!("http://localhost:{}", server.address.port() + 1);
    let secure = own.replace("http", "https");
    for (origin, status) in [
        (own.as_str(), 201),
        (&other_port, 403),
        (&secure, 403),
        ("https://evil.example", 403),
        ("null", 403),
    ] {
        let headers = [("Origin", origin)];
        let reply = request(server.address, "POST", "/api/tables", &headers, "{}").await;
        assert_eq!(reply.status, status, "{origin}");
        if status == 403 {
            assert!(
                reply.json()["error"]["message"]
                    .as_str()
                    .unwrap()
                    .contains("--public-url")
            );
        }
    }
    let headers = [("Origin", own.as_str()), ("Origin", "https://evil.example")];
    let reply = request(server.address, "POST", "/api/tables", &headers, "{}").await;
    assert_eq!(reply.status, 403, "one own name does not excuse another");
    let game = Opened::usual(server.address).await;
    let path = game.path("/socket?v=1");
    let error = Player::dial(server.address, &path, &[("Origin", "https://evil.example")]).await;
    match *error.err().expect("no socket for strangers") {
        Error::Http(reply) => assert_eq!(reply.status(), 403),
        other => panic!("{other}"),
    }
    assert!(
        Player::dial(server.address, &path, &[("Origin", &own)])
            .await
            .is_ok()
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_own_names_are_answered_to() {
    let folder = TempDir::new().unwrap();
    let url = PublicUrl::parse("https://chess.example.org").unwrap();
    let config = Config {
        public_url: Some(url),
        ..running::config(folder.path())
    };
    let server = Running::with_config(config).await;
    for path in ["/", "/api/tables/abcdefghij"] {
        let reply = request(server.address, "GET", path, &[("Host", "evil.example")], "").await;
        assert_eq!(reply.status, 403, "{path}");
        assert!(reply.text().contains("--public-url"));
    }
    // A proxy may pass the public name on, or not.
    for host in ["chess.example.org", "localhost:8080"] {
        let headers = [("Host", host), ("Origin", "https://chess.example.org")];
        let opened = request(server.address, "POST", "/api/tables", &headers, "").await;
        assert_eq!(opened.status, 201, "{host}");
        assert!(opened.header("set-cookie").unwrap().contains("; Secure"));
        let link = opened.json()["link"].as_str().unwrap().to_owned();
        assert!(link.starts_with("https://chess.example.org/t/"), "{link}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_that_make_no_sense_are_refused_by_name() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let address = server.address;
    let game = Opened::usual(address).await;
    let too_large = format!("{{\"name\":\"{}\"}}", "x".repeat(20_000));
    let commands = game.path("/commands");
    for (path, body, status, part) in [
        ("/api/tables", "{", 400, "malformed"),
        (
            "/api/tables",
            r#"{"color": 1}"#,
            400,
            "unknown field `color`",
        ),
        ("/api/tables", r#"{"name": ""}"#, 409, "bad_name"),
        ("/api/tables", &too_large, 413, "too_large"),
        (&commands, r#"{"id": "a"}"#, 400, "missing field `do`"),
        ("/api/nothing", "", 404, "not_found"),
    ] {
        let reply = request(address, "POST", path, &[], body).await;
        assert_eq!(reply.status, status, "{path}: {}", reply.text());
        assert!(reply.text().contains(part), "{path}: {}", reply.text());
    }
    for (path, status, part) in [
        ("/api/tables/nosuchtable", 404, "not_found"),
        ("/api/tables/abcdefghij", 404, "not_found"),
        ("/api/nothing", 404, "not_found"),
        (&game.path("/socket?v=2"), 400, "version 1"),
        (&game.path("/socket?v=1&token=x"), 400, "unknown parameter"),
        (&game.path("/socket?v=1"), 400, "malformed"),
    ] {
        let reply = get(address, path).await;
        assert_eq!(reply.status, status, "{path}: {}", reply.text());
        assert!(reply.text().contains(part), "{path}: {}", reply.text());
    }
    let headers = [("Authorization", "Bearer 222222222222222222222222")];
    let reply = request(address, "GET", &game.path(""), &headers, "").await;
    assert_eq!(reply.status, 403, "a token that is shown must be good");
    let headers = [("Cookie", "a=b; tabiya_seat=222222222222222222222222")];
    let reply = request(address, "GET", &game.path(""), &headers, "").await;
    assert_eq!(
        reply.json()["you"],
        "spectator",
        "an old cookie is no fault"
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_that_make_no_sense_are_answered_and_too_many_end_the_socket() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let game = Opened::usual(server.address).await;
    let (mut ana, mut bo) = game.players().await;
    ana.send(&json!({"id": "c1", "do": {"type": "fly"}})).await;
    loop {
        let message = ana.next().await;
        if message["error"].is_object() {
            assert_eq!(
                (&message["error"]["code"], &message["error"]["id"]),
                (&json!("bad_message"), &json!("c1"))
            );
            break;
        }
    }
    for _ in 0..10 {
        ana.send_text("nonsense").await;
    }
    assert_eq!(u16::from(ana.goodbye().await.unwrap().code), 1008);
    bo.send_text(&format!("{{\"ping\": {}}}", "1".repeat(5000)))
        .await;
    let goodbye = bo.goodbye().await;
    assert!(goodbye.is_none_or(|frame| u16::from(frame.code) == 1009));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_one_address_asks_has_an_end_and_files_have_none() {
    let folder = TempDir::new().unwrap();
    let rates = Rates {
        requests: Rate {
            burst: 5,
            per_second: 0.05,
        },
        ..Rates::default()
    };
    let config = Config {
        rates,
        ..running::config(folder.path())
    };
    let server = Running::with_config(config).await;
    let ask = async |path: &str| get(server.address, path).await.status;
    for path in [
        "/api/account",
        "/api/nothing",
        "/api/lobby/mutes",
        "/api/puzzles",
        "/api/computer",
    ] {
        assert_ne!(ask(path).await, 429, "{path}");
    }
    assert_eq!(ask("/api/computer").await, 429);
    assert_eq!(
        post(server.address, "/api/tables", json!({})).await.status,
        429
    );
    for _ in 0..20 {
        assert_ne!(ask("/favicon.svg").await, 429);
        assert_eq!(ask("/healthz").await, 200);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rates_are_limited() {
    let folder = TempDir::new().unwrap();
    let rates = Rates {
        opens: Rate {
            burst: 3,
            per_second: 0.05,
        },
        joins: Rate::per_minute(0),
        commands: Rate {
            burst: 20,
            per_second: 1.0,
        },
        ..Rates::default()
    };
    let server = Running::with_config(Config {
        rates,
        ..running::config(folder.path())
    })
    .await;
    let game = Opened::usual(server.address).await;
    let mut ana = Player::connect(server.address, &game.table, Some(&game.owner), None).await;
    for number in 0..21 {
        ana.send(&json!({"ping": number})).await;
    }
    let mut pongs = 0;
    let error = loop {
        let message = ana.next().await;
        if message["error"].is_object() {
            break message["error"]["code"].clone();
        }
        pongs += usize::from(message["pong"].is_u64());
    };
    assert_eq!((pongs, error), (20, json!("too_many")));

    for _ in 0..2 {
        assert_eq!(
            post(server.address, "/api/tables", json!({})).await.status,
            201
        );
    }
    let refused = post(server.address, "/api/tables", json!({})).await;
    assert_eq!(refused.status, 429);
    let wait: u64 = refused.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=21).contains(&wait), "{wait}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_carries_the_protecting_headers() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let game = Opened::usual(server.address).await;
    for path in [
        "/",
        &format!("/t/{}", game.table),
        "/nothing/here",
        &game.path(""),
    ] {
        let reply = get(server.address, path).await;
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-embedder-policy", "require-corp"),
        ] {
            assert_eq!(reply.header(name), Some(value), "{path} {name}");
        }
        let policy = reply.header("content-security-policy").unwrap();
        assert!(policy.contains("frame-ancestors 'none'"), "{path}");
        assert!(reply.header("permissions-policy").is_some(), "{path}");
    }
    assert_eq!(
        get(server.address, &game.path(""))
            .await
            .header("cache-control"),
        Some("no-store")
    );
    assert_eq!(get(server.address, "/nothing/here").await.status, 404);
    let page = get(server.address, &format!("/t/{}", game.table)).await;
    assert!(
        page.header("content-type")
            .unwrap()
            .starts_with("text/html")
    );
    assert_eq!(
        request(server.address, "PUT", "/", &[], "").await.status,
        405
    );
    server.stop().await;
}

/// A door with a limit for each address: which rate it is, and what is asked there.
type Door = (fn(&mut Rates), &'static str, &'static str, &'static str);

/// As often as a door is asked that has a limit which nobody can set.
const MOST: usize = 130;

#[tokio::test(flavor = "multi_thread")]
async fn every_door_with_a_limit_says_when_to_come_back() {
    const TIGHT: Rate = Rate {
        burst: 2,
        per_second: 0.01,
    };
    let emil = r#"{"name": "Emil", "password": "not this one"}"#;
    let address = r#"{"address": "ana@example.org"}"#;
    let token = r#"{"token": "222222222222222222222222"}"#;
    let doors: [Door; 22] = [
        (|rates| rates.opens = TIGHT, "POST", "/api/tables", "{}"),
        (
            |rates| rates.joins = TIGHT,
            "POST",
            "/api/tables/{table}/join",
            "{}",
        ),
        (
            |rates| rates.joins = TIGHT,
            "POST",
            "/api/tables/{table}/seat",
            token,
        ),
        (
            |rates| rates.joins = TIGHT,
            "POST",
            "/api/tables/{table}/links",
            "",
        ),
        (
            |rates| rates.joins = TIGHT,
            "POST",
            "/api/tables/{table}/computer",
            "{}",
        ),
        (|rates| rates.joins = TIGHT, "POST", "/api/mail", token),
        (
            |rates| rates.joins = TIGHT,
            "POST",
            "/api/letters/look",
            token,
        ),
        (
            |rates| rates.commands = TIGHT,
            "POST",
            "/api/tables/{table}/commands",
            "{}",
        ),
        (
            |rates| rates.sign_ins = TIGHT,
            "POST",
            "/api/account/session",
            emil,
        ),
        (
            |rates| rates.sign_ins = TIGHT,
            "POST",
            "/api/account/links/look",
            token,
        ),
        (
            |rates| rates.sign_ins = TIGHT,
            "POST",
            "/api/account/links/open",
            token,
        ),
        (
            |rates| rates.sign_ins = TIGHT,
            "POST",
            "/api/account/session/passkey",
            "",
        ),
        (|rates| rates.sign_ups = TIGHT, "POST", "/api/account", emil),
        (
            |rates| rates.sign_ups_a_day = TIGHT,
            "POST",
            "/api/account",
            emil,
        ),
        (
            |rates| rates.mailed_links = TIGHT,
            "POST",
            "/api/account/links",
            address,
        ),
        (
            |rates| rates.visits = TIGHT,
            "GET",
            "/api/lobby/socket?v=1",
            "",
        ),
        (|rates| rates.requests = TIGHT, "GET", "/api/computer", ""),
        (|_| (), "POST", "/api/reports", "{}"),
        (|_| (), "GET", "/api/puzzles", ""),
        (|_| (), "GET", "/api/puzzles/nosuch", ""),
        (
            |_| (),
            "GET",
            "/api/board.svg?fen=8/8/8/8/8/8/8/K1k5_w_-_-_0_1",
            "",
        ),
        (|_| (), "POST", "/api/letters", "{}"),
    ];
    for (number, (tighten, method, path, body)) in doors.into_iter().enumerate() {
        let folder = TempDir::new().unwrap();
        let mut rates = Rates::default();
        tighten(&mut rates);
        let is_set = rates != Rates::default();
        let config = Config {
            rates,
            ..running::config(folder.path())
        };
        let server = Running::with_config(config).await;
        let path = if path.contains("{table}") {
            let opened = post(server.address, "/api/tables", json!({})).await.json();
            path.replace("{table}", opened["table"].as_str().unwrap())
        } else {
            path.to_owned()
        };
        let mut asked = 0;
        let refused = loop {
            let reply = request(server.address, method, &path, &[], body).await;
            if reply.status == 429 {
                break reply;
            }
            asked += 1;
            let most = if is_set { 2 } else { MOST };
            assert!(asked <= most, "{number}: {method} {path}: {}", reply.text());
        };
        assert!(
            asked > 0,
            "{number}: {method} {path} is shut from the start"
        );
        let error = refused.json()["error"].clone();
        assert_eq!(error["code"], "too_many", "{number}: {method} {path}");
        assert!(error["message"].as_str().unwrap().ends_with('.'), "{error}");
        let wait: u64 = refused.header("retry-after").unwrap().parse().unwrap();
        assert!(wait > 0, "{number}: {method} {path}");
        server.stop().await;
    }
}
