//! What belongs to an account: sessions, API tokens, preferences, a guest's seats and games, mailed
//! links, passkeys that are none, and what stays when it is closed.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test ends where something is not as it must be"
)]

mod common;
mod running;
mod signed;

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use common::{FOOLS_MATE, Opened, Reply, get, play, post, request};
use running::Running;
use serde_json::{Value, json};
use signed::{SECRET, ask, call, me, refusal, sign_in, sign_up};
use tabiya_server::{Config, Rate, Rates};
use tempfile::TempDir;

const NOTHING: Value = Value::Null;

#[tokio::test(flavor = "multi_thread")]
async fn sessions_are_listed_and_ended() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let at = server.address;
    let path = "/api/account/sessions";
    assert_eq!(refusal(&get(at, path).await, 401), "not_signed_in");
    let first = sign_up(at, "Ana").await.cookie();
    let headers = [(
        "User-Agent",
        "Mozilla/5.0 (Windows NT 10.0) Gecko Firefox/140.0",
    )];
    let body = json!({"name": "Ana", "password": SECRET}).to_string();
    let second = request(at, "POST", "/api/account/session", &headers, &body)
        .await
        .cookie();
    let third = sign_in(at, "Ana", SECRET).await.cookie();
    let listed = ask(at, "GET", path, &second, NOTHING).await.json();
    let listed = listed["sessions"].as_array().unwrap();
    assert_eq!(listed.len(), 3);
    let own: Vec<_> = listed
        .iter()
        .filter(|session| session["this"] == true)
        .collect();
    assert_eq!(
        (own.len(), &own[0]["device"]),
        (1, &json!("Firefox on Windows"))
    );
    let bo = sign_up(at, "Bo").await.cookie();
    let one = format!("{path}/{}", own[0]["id"].as_str().unwrap());
    assert_eq!(
        refusal(&ask(at, "DELETE", &one, &bo, NOTHING).await, 404),
        "not_found"
    );
    assert_eq!(ask(at, "DELETE", &one, &first, NOTHING).await.status, 204);
    assert_eq!(me(at, &second).await, Value::Null);
    assert_eq!(ask(at, "DELETE", path, &third, NOTHING).await.status, 204);
    assert_eq!(me(at, &first).await, Value::Null);
    assert_eq!(me(at, &third).await["name"], "Ana");
    assert_eq!(me(at, &bo).await["name"], "Bo");
    server.stop().await;
}

async fn make_token(at: SocketAddr, cookie: &str, scopes: Value) -> Value {
    let body = json!({"name": "bot", "scopes": scopes, "days": 30});
    let made = ask(at, "POST", "/api/account/tokens", cookie, body).await;
    assert_eq!(made.status, 201, "{}", made.text());
    made.json()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_api_token_does_what_its_scopes_say() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let at = server.address;
    let ana = sign_up(at, "Ana").await.cookie();
    for (body, code) in [
        (json!({"name": "x", "scopes": ["all"]}), "bad_scope"),
        (json!({"name": "x", "scopes": [], "days": 0}), "bad_days"),
        (json!({"name": "x", "scopes": [], "days": 366}), "bad_days"),
        (json!({"name": "x".repeat(61), "scopes": []}), "bad_label"),
    ] {
        let reply = ask(at, "POST", "/api/account/tokens", &ana, body).await;
        assert_eq!(refusal(&reply, 422), code);
    }
    let made = make_token(at, &ana, json!(["board:play", "challenge:write"])).await;
    let player = made["token"].as_str().unwrap();
    assert!(
        player.starts_with("tabiya_") && player.len() > 30,
        "{player}"
    );
    assert!(
        player
            .bytes()
            .all(|sign| sign.is_ascii_alphanumeric() || sign == b'_')
    );
    let reader = make_token(at, &ana, json!(["email:read"])).await;
    let reader = reader["token"].as_str().unwrap();

    // It plays the seats of its person, and opens tables, but not what belongs to a browser.
    let opened = call(at, "POST", "/api/tables", player, json!({})).await;
    assert_eq!(opened.status, 201, "{}", opened.text());
    let table = format!("/api/tables/{}", opened.json()["table"].as_str().unwrap());
    assert_eq!(
        call(at, "GET", &table, player, NOTHING).await.json()["you"],
        "owner"
    );
    for (method, path, body) in [
        ("GET", table.as_str(), NOTHING),
        ("POST", "/api/tables", json!({})),
        ("GET", "/api/account/preferences", NOTHING),
    ] {
        let reply = call(at, method, path, reader, body).await;
        assert_eq!(refusal(&reply, 403), "missing_scope", "{path}");
    }
    let refused = call(
        at,
        "PATCH",
        "/api/account/preferences",
        player,
        json!({"a": 1}),
    )
    .await;
    let message = refused.json()["error"]["message"]
        .as_str()
        .unwrap()
        .to_owned();
    assert!(message.contains("preference:write"), "{message}");
    for path in [
        "/api/account/sessions",
        "/api/account/tokens",
        "/api/account/export",
    ] {
        let reply = call(at, "GET", path, player, NOTHING).await;
        assert_eq!(refusal(&reply, 403), "token_cannot", "{path}");
    }
    let profile = call(at, "GET", "/api/account", reader, NOTHING)
        .await
        .json();
    assert_eq!(profile["account"]["name"], "Ana");

    // A seat token goes on working at its table.
    let seat = opened.json()["token"].as_str().unwrap().to_owned();
    assert_eq!(
        call(at, "GET", &table, &seat, NOTHING).await.json()["you"],
        "owner"
    );

    let listed = ask(at, "GET", "/api/account/tokens", &ana, NOTHING).await;
    assert!(!listed.text().contains(player), "told once only");
    let listed = listed.json();
    assert_eq!(listed["tokens"].as_array().unwrap().len(), 2);
    let used = listed["tokens"].as_array().unwrap().iter();
    assert!(used.clone().all(|token| token["used"].is_u64()), "{listed}");
    let one = format!("/api/account/tokens/{}", made["id"].as_str().unwrap());
    assert_eq!(ask(at, "DELETE", &one, &ana, NOTHING).await.status, 204);
    let gone = call(at, "GET", &table, player, NOTHING).await;
    assert_eq!(refusal(&gone, 401), "no_token");
    let wrong = call(at, "GET", &table, "tabiya_nonsense", NOTHING).await;
    assert_eq!(refusal(&wrong, 401), "no_token");
    server.stop().await;
    let kept = std::fs::read(folder.path().join("tabiya.sqlite3")).unwrap();
    let holds = |text: &str| {
        kept.windows(text.len())
            .any(|window| window == text.as_bytes())
    };
    assert!(holds("email:read"));
    let secret = |token: &str| token.strip_prefix("tabiya_").unwrap().to_owned();
    assert!(!holds(&secret(player)) && !holds(&secret(reader)));
}

#[tokio::test(flavor = "multi_thread")]
async fn preferences_and_games_of_the_browser_follow_the_account() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let at = server.address;
    let ana = sign_up(at, "Ana").await.cookie();
    let path = "/api/account/preferences";
    assert_eq!(refusal(&get(at, path).await, 401), "not_signed_in");
    assert_eq!(ask(at, "GET", path, &ana, NOTHING).await.json(), json!({}));
    let change = |body: Value| ask(at, "PATCH", path, &ana, body);
    change(json!({"theme": "dark", "sound": false})).await;
    let changed = change(json!({"theme": "light", "sound": null, "name": "A"})).await;
    assert_eq!(changed.json(), json!({"theme": "light", "name": "A"}));
    let large = change(json!({"x": "y".repeat(17_000)})).await;
    assert_eq!(refusal(&large, 422), "too_many_preferences");
    assert_eq!(change(json!([1])).await.status, 400);
    let other = sign_in(at, "Ana", SECRET).await.cookie();
    let kept = ask(at, "GET", path, &other, NOTHING).await.json();
    assert_eq!(kept, json!({"theme": "light", "name": "A"}));

    let path = "/api/account/archive";
    let game = |id: &str, ended: u64| json!({"id": id, "ended": ended, "pgn": "1. e4 *", "game": {"id": id, "moves": ["e2e4"]}});
    for (id, ended) in [("one", 1), ("two", 2), ("one", 3)] {
        assert_eq!(
            ask(at, "POST", path, &ana, game(id, ended)).await.status,
            204
        );
    }
    let listed = ask(at, "GET", path, &other, NOTHING).await.json();
    assert_eq!(listed["games"].as_array().unwrap().len(), 2);
    assert_eq!(listed["games"][0], json!({"id": "one", "moves": ["e2e4"]}));
    let long = json!({"id": "x", "ended": 1, "pgn": "e".repeat(65 * 1024), "game": {}});
    assert_eq!(
        refusal(&ask(at, "POST", path, &ana, long).await, 422),
        "game_too_long"
    );
    let nameless = json!({"id": "", "ended": 1, "pgn": "", "game": {}});
    assert_eq!(
        refusal(&ask(at, "POST", path, &ana, nameless).await, 422),
        "bad_id"
    );
    assert_eq!(
        ask(at, "DELETE", "/api/account/archive/two", &ana, NOTHING)
            .await
            .status,
        204
    );
    assert_eq!(
        ask(at, "DELETE", "/api/account/archive/two", &ana, NOTHING)
            .await
            .status,
        404
    );
    server.stop().await;
}

/// A body that came in chunks (RFC 9112, 7.1).
fn unchunked(body: &str) -> String {
    let (mut rest, mut whole) = (body, String::new());
    while let Some((size, after)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size, 16).unwrap();
        whole += &after[..size];
        rest = after.get(size + 2..).unwrap_or_default();
    }
    whole
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guests_seat_and_games_become_the_accounts() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let at = server.address;
    let game = Opened::usual(at).await;
    let (mut white, mut black) = game.started().await;
    play(&mut white, &mut black, &FOOLS_MATE).await;
    let ana = sign_up(at, "Ana_M").await.cookie();
    let path = game.path("/claim");
    let claim = |session: &str, seat: &str| {
        let cookie = format!("{session}; tabiya_seat={seat}");
        let path = path.clone();
        async move { ask(at, "POST", &path, &cookie, NOTHING).await }
    };
    assert_eq!(refusal(&claim("", &game.owner).await, 401), "not_signed_in");
    assert_eq!(
        refusal(&ask(at, "POST", &path, &ana, NOTHING).await, 403),
        "no_seat"
    );
    let claimed = claim(&ana, &game.owner).await;
    assert_eq!(
        claimed.json(),
        json!({"seat": "owner"}),
        "{}",
        claimed.text()
    );
    assert_eq!(
        claim(&ana, &game.owner).await.status,
        200,
        "twice is no fault"
    );
    let bo = sign_up(at, "Bo_K").await.cookie();
    assert_eq!(refusal(&claim(&bo, &game.owner).await, 409), "seat_held");
    // The seat is known under the account's name, and open to it everywhere.
    let elsewhere = sign_in(at, "Ana_M", SECRET).await.cookie();
    let view = ask(at, "GET", &game.path(""), &elsewhere, NOTHING)
        .await
        .json();
    assert_eq!(
        (&view["you"], &view["seats"]["owner"]["name"]),
        (&json!("owner"), &json!("Ana_M"))
    );
    let exported = ask(at, "GET", "/api/account/export", &ana, NOTHING).await;
    let exported: Value = serde_json::from_str(&unchunked(&exported.text())).unwrap();
    let games = exported["games"].as_array().unwrap();
    assert_eq!(games.len(), 1, "{exported}");
    assert!(
        games[0]["pgn"].as_str().unwrap().contains("Qh4#"),
        "{exported}"
    );
    assert_eq!(exported["name"], "Ana_M");
    assert!(!exported.to_string().contains("argon2"), "{exported}");
    server.stop().await;
    // However many games there are, none comes into the memory for it.
    let server = Running::start(folder.path()).await;
    let again = ask(server.address, "GET", "/api/account/export", &ana, NOTHING).await;
    let again: Value = serde_json::from_str(&unchunked(&again.text())).unwrap();
    assert_eq!(again["games"][0]["number"], 1, "{again}");
    assert!(
        again["games"][0]["pgn"].as_str().unwrap().contains("Qh4#"),
        "{again}"
    );
    let health = ask(server.address, "GET", "/api/admin/health", &ana, NOTHING).await;
    assert_eq!(health.json()["tables_in_memory"], 0, "{}", health.text());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_leaves_is_forgotten_and_the_games_of_others_stay() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let at = server.address;
    let ana = sign_up(at, "Ana_M").await.cookie();
    let bo = sign_up(at, "Bo_K").await.cookie();
    let game = Opened::usual(at).await;
    let (mut white, mut black) = game.started().await;
    for (session, seat) in [(&ana, &game.owner), (&bo, &game.guest)] {
        let cookie = format!("{session}; tabiya_seat={seat}");
        assert_eq!(
            ask(at, "POST", &game.path("/claim"), &cookie, NOTHING)
                .await
                .status,
            200
        );
    }
    play(&mut white, &mut black, &FOOLS_MATE).await;
    let leave = |cookie: &str, body: Value| {
        let cookie = cookie.to_owned();
        async move { ask(at, "DELETE", "/api/account", &cookie, body).await }
    };
    let known = json!({"password": SECRET});
    assert_eq!(
        refusal(&leave(&ana, known.clone()).await, 409),
        "last_admin"
    );
    assert_eq!(refusal(&leave(&bo, json!({})).await, 403), "unproved");
    assert_eq!(
        refusal(&leave(&bo, json!({"password": "wrong one"})).await, 403),
        "wrong_password"
    );
    let left = leave(&bo, known).await;
    assert_eq!(left.status, 204, "{}", left.text());
    assert_eq!(me(at, &bo).await, Value::Null);
    assert_eq!(
        refusal(&sign_in(at, "Bo_K", SECRET).await, 403),
        "wrong_password"
    );
    assert_eq!(
        refusal(&sign_up(at, "Bo_K").await, 409),
        "taken",
        "the name rests"
    );
    let view = ask(at, "GET", &game.path(""), &ana, NOTHING).await.json();
    assert_eq!(view["seats"]["guest"]["name"], "deleted");
    let pgn = get(at, &game.path("/games/1.pgn")).await.text();
    assert!(
        pgn.contains("[Black \"deleted\"]") && pgn.contains("Qh4#"),
        "{pgn}"
    );
    server.stop().await;
    let server = Running::start(folder.path()).await;
    let pgn = get(server.address, &game.path("/games/1.pgn")).await.text();
    assert!(pgn.contains("[Black \"deleted\"]"), "{pgn}");
    server.stop().await;
}

/// The token of the newest link that was mailed to this address.
async fn mailed(folder: &Path, address: &str, known: usize) -> String {
    for _ in 0..400 {
        let mut mails = Vec::new();
        if let Ok(entries) = std::fs::read_dir(folder.join("mail")) {
            let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
            paths.retain(|path| path.extension().is_some_and(|ending| ending == "eml"));
            paths.sort();
            mails.extend(
                paths
                    .iter()
                    .map(|path| std::fs::read_to_string(path).unwrap()),
            );
        }
        mails.retain(|mail| mail.contains(address));
        if mails.len() > known {
            let mail = mails
                .pop()
                .unwrap()
                .replace("=\r\n", "")
                .replace("=3D", "=");
            let start = mail.find("#token=").expect("a link") + "#token=".len();
            return mail[start..start + 24].to_owned();
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("no mail to {address}");
}

async fn open_link(at: SocketAddr, cookie: &str, token: &str, name: Option<&str>) -> Reply {
    let body = json!({"token": token, "name": name});
    ask(at, "POST", "/api/account/links/open", cookie, body).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mailed_link_signs_in_once() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let at = server.address;
    let want = |address: &str| post(at, "/api/account/links", json!({"address": address}));
    assert_eq!(refusal(&want("ana").await, 422), "bad_address");
    let unknown = want("ana@example.org").await;
    assert_eq!(unknown.status, 202, "{}", unknown.text());
    let token = mailed(folder.path(), "ana@example.org", 0).await;
    let look = || post(at, "/api/account/links/look", json!({"token": token}));
    // Looking uses nothing up, however often.
    for _ in 0..2 {
        let link = look().await.json();
        assert_eq!(
            link,
            json!({"address": "ana@example.org", "becomes_of": null, "account": null})
        );
    }
    assert_eq!(
        refusal(&open_link(at, "", &token, None).await, 422),
        "name_wanted"
    );
    assert_eq!(
        refusal(&open_link(at, "", &token, Some("a")).await, 422),
        "bad_name"
    );
    // A name that is taken, or rests, costs no link.
    let gone = sign_up(at, "Gone").await.cookie();
    let known = json!({"password": SECRET});
    let left = ask(at, "DELETE", "/api/account", &gone, known).await;
    assert_eq!(left.status, 204, "{}", left.text());
    assert_eq!(
        refusal(&open_link(at, "", &token, Some("Gone")).await, 409),
        "taken"
    );
    let made = open_link(at, "", &token, Some("Ana")).await;
    assert_eq!(made.status, 201, "{}", made.text());
    let ana = me(at, &made.cookie()).await;
    assert_eq!(
        (&ana["name"], &ana["address"]),
        (&json!("Ana"), &json!("ana@example.org"))
    );
    assert_eq!(
        refusal(&open_link(at, "", &token, None).await, 422),
        "spent_link"
    );
    assert_eq!(refusal(&look().await, 422), "spent_link");

    // The same answer for an address that is known, and now it signs in; who forgot a password sets
    // another one.
    let known = want("ANA@example.org").await;
    assert_eq!((known.status, known.body), (unknown.status, unknown.body));
    let token = mailed(folder.path(), "ana@example.org", 1).await;
    let back = open_link(at, "", &token, None).await;
    assert_eq!(back.json()["account"]["id"], ana["id"]);
    let body = json!({"new": "another secret"});
    let set = ask(at, "POST", "/api/account/password", &back.cookie(), body).await;
    assert_eq!(set.status, 204, "{}", set.text());
    assert_eq!(
        sign_in(at, "ana@example.org", "another secret")
            .await
            .status,
        200
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_is_confirmed_by_whoever_is_signed_in() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let at = server.address;
    let ana = sign_up(at, "Ana").await.cookie();
    let bo = sign_up(at, "Bo").await.cookie();
    let confirm = |cookie: &str, password: &str| {
        let body = json!({"address": "a@example.org", "password": password});
        let cookie = cookie.to_owned();
        async move { ask(at, "POST", "/api/account/address", &cookie, body).await }
    };
    assert_eq!(refusal(&confirm("", SECRET).await, 401), "not_signed_in");
    assert_eq!(
        refusal(&confirm(&ana, "wrong one").await, 403),
        "wrong_password"
    );
    assert_eq!(confirm(&ana, SECRET).await.status, 202);
    let token = mailed(folder.path(), "a@example.org", 0).await;
    let link = post(at, "/api/account/links/look", json!({"token": token}))
        .await
        .json();
    assert_eq!(link["becomes_of"], "Ana");
    assert_eq!(
        refusal(&open_link(at, "", &token, None).await, 401),
        "not_signed_in"
    );
    assert_eq!(
        refusal(&open_link(at, &bo, &token, None).await, 409),
        "other_account"
    );
    let done = open_link(at, &ana, &token, None).await;
    assert_eq!(
        done.json()["account"]["address"],
        "a@example.org",
        "{}",
        done.text()
    );
    // Another account cannot have it, too.
    assert_eq!(confirm(&bo, SECRET).await.status, 202);
    let token = mailed(folder.path(), "a@example.org", 1).await;
    assert_eq!(
        refusal(&open_link(at, &bo, &token, None).await, 409),
        "taken"
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn links_are_not_mailed_without_end() {
    let folder = TempDir::new().unwrap();
    let config = Config {
        rates: Rates {
            mailed_links: Rate {
                burst: 1,
                per_second: 0.001,
            },
            ..Rates::default()
        },
        ..running::config(folder.path())
    };
    let server = Running::with_config(config).await;
    let at = server.address;
    let want = |address: &str| post(at, "/api/account/links", json!({"address": address}));
    assert_eq!(want("ana@example.org").await.status, 202);
    assert_eq!(refusal(&want("bo@example.org").await, 429), "too_many");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_passkey_opens_nothing() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let at = server.address;
    let ana = sign_up(at, "Ana").await.cookie();
    let start = |password: &str| {
        let body = json!({"name": "My phone", "password": password});
        ask(at, "POST", "/api/account/passkeys", &ana, body)
    };
    assert_eq!(refusal(&start("").await, 403), "unproved");
    let begun = start(SECRET).await.json();
    let options = &begun["options"];
    assert_eq!(options["rp"]["name"], "Tabiya");
    assert_eq!(options["authenticatorSelection"]["residentKey"], "required");
    let asked = post(at, "/api/account/session/passkey", json!({}))
        .await
        .json();
    assert!(
        asked["options"]["challenge"].as_str().unwrap().len() > 20,
        "{asked}"
    );
    let shown = json!({"rawId": "AAAA", "response": {
        "clientDataJSON": "AAAA", "authenticatorData": "AAAA", "signature": "AAAA",
    }});
    let answer = |ceremony: &Value| json!({"ceremony": ceremony, "credential": shown});
    let path = "/api/account/session/passkey/finish";
    // The challenge of a registration is none for a sign-in, and each is good for one answer.
    for (ceremony, code) in [
        (&begun["ceremony"], "bad_passkey"),
        (&begun["ceremony"], "passkey_late"),
        (&asked["ceremony"], "bad_passkey"),
        (&asked["ceremony"], "passkey_late"),
    ] {
        assert_eq!(refusal(&post(at, path, answer(ceremony)).await, 422), code);
    }
    assert_eq!(
        ask(at, "GET", "/api/account/passkeys", &ana, NOTHING)
            .await
            .json(),
        json!({"passkeys": []})
    );
    server.stop().await;
}
