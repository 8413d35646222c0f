//! Chess by letter over HTTP: games by two addresses, prepared answers, notes, vacations, the list of
//! one's games.
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
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use common::{Opened, PATIENCE, Reply, post};
use running::{Running, config};
use serde_json::{Value, json};
use signed::{ask, sign_up};
use tabiya_arbiter::Timestamp;
use tabiya_server::{Config, ManualClock, Office, SqliteStore};
use tempfile::TempDir;

const DAY_MS: u64 = 86_400_000;

fn by_letter() -> (Value, Value) {
    let rules = json!({"preset": "letter", "switches": {}});
    (json!({"type": "days", "days": 3}), rules)
}

async fn as_seat(game: &Opened, token: &str, method: &str, path: &str, body: Value) -> Reply {
    signed::call(game.address, method, &game.path(path), token, body).await
}

async fn signed_up(address: SocketAddr, name: &str) -> String {
    let reply = sign_up(address, name).await;
    assert_eq!(reply.status, 201, "{}", reply.text());
    reply.cookie()
}

/// The mails to an address, the oldest first.
fn mails(folder: &Path, address: &str) -> Vec<String> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder.join("mail"))
        .map(|files| files.map(|file| file.unwrap().path()).collect())
        .unwrap_or_default();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "eml"));
    files.sort();
    let texts = files
        .iter()
        .filter_map(|file| std::fs::read_to_string(file).ok());
    texts
        .filter(|text| text.contains(&format!("To: {address}")))
        .collect()
}

/// Waits for the mail with this number to an address, and gives what stands behind the `#` of its
/// link.
async fn key_in_mail(folder: &Path, address: &str, number: usize) -> String {
    let deadline = Instant::now() + PATIENCE;
    let mail = loop {
        if let Some(mail) = mails(folder, address).get(number) {
            break mail.clone();
        }
        assert!(Instant::now() < deadline, "no mail to {address}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    let mail = mail.replace("=\r\n", "").replace("=3D", "=");
    let (_, rest) = mail.split_once('#').expect("a link with a key");
    rest.split_whitespace().next().unwrap().to_owned()
}

fn invitation() -> Value {
    json!({
        "name": "Ana", "address": "ana@example.org",
        "other_name": "Bo", "other_address": "bo@example.org",
        "days": 3, "color": "white", "rated": true,
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_banned_address_makes_no_game() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let at = server.address;
    let desk = Office::open(folder.path()).unwrap();
    desk.ban("bo@example.org", "insults", None).await.unwrap();
    // The one who is invited is asked at his own link only: nobody learns it from outside.
    let sent = post(at, "/api/letters", invitation()).await;
    assert_eq!(sent.status, 200, "{}", sent.text());
    let ana = key_in_mail(folder.path(), "ana@example.org", 0).await;
    post(at, "/api/letters/confirm", json!({"token": ana})).await;
    let bo = key_in_mail(folder.path(), "bo@example.org", 0).await;
    let refused = post(at, "/api/letters/confirm", json!({"token": bo})).await;
    assert_eq!(
        (refused.status, &refused.json()["error"]["code"]),
        (403, &json!("banned"))
    );
    // And a banned one invites nobody.
    desk.ban("ana@example.org", "insults", None).await.unwrap();
    let refused = post(at, "/api/letters", invitation()).await;
    assert_eq!(
        (refused.status, &refused.json()["error"]["code"]),
        (403, &json!("banned"))
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_addresses_make_a_game_when_both_are_confirmed() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let at = server.address;
    let sent = post(at, "/api/letters", invitation()).await;
    assert_eq!(sent.status, 200, "{}", sent.text());
    assert_eq!(sent.json(), json!({"confirm_first": true}));
    let ana = key_in_mail(folder.path(), "ana@example.org", 0).await;
    assert!(
        mails(folder.path(), "bo@example.org").is_empty(),
        "nobody is written to for somebody without an address"
    );
    let shown = post(at, "/api/letters/look", json!({"token": ana})).await;
    assert_eq!(
        (&shown.json()["you"], &shown.json()["state"]),
        (&json!("owner"), &json!("open"))
    );
    // Twice does no harm.
    for _ in 0..2 {
        let confirmed = post(at, "/api/letters/confirm", json!({"token": ana})).await;
        assert_eq!(confirmed.status, 200, "{}", confirmed.text());
        assert_eq!(confirmed.json()["state"], "open");
    }
    let bo = key_in_mail(folder.path(), "bo@example.org", 0).await;
    assert_ne!(ana, bo);
    let mut paths = Vec::new();
    for _ in 0..2 {
        let made = post(at, "/api/letters/confirm", json!({"token": bo})).await;
        assert_eq!(made.json()["state"], "made", "{}", made.text());
        paths.push(made.json()["path"].as_str().unwrap().to_owned());
    }
    assert_eq!(paths[0], paths[1]);
    let (table, token) = paths[0]
        .strip_prefix("/t/")
        .unwrap()
        .split_once("#seat=")
        .unwrap();
    let game = Opened {
        address: at,
        table: table.to_owned(),
        owner: String::new(),
        guest: token.to_owned(),
    };
    let view = game.view(token).await;
    assert_eq!(
        (&view["you"], &view["phase"], &view["game"]["white"]),
        (&json!("guest"), &json!("playing"), &json!("owner"))
    );
    assert_eq!(
        view["settings"]["clock"],
        json!({"type": "days", "days": 3})
    );
    // The mail that tells of the game opens the own seat.
    let seat = key_in_mail(folder.path(), "ana@example.org", 1).await;
    let owner = seat.strip_prefix("seat=").unwrap();
    assert_eq!(game.view(owner).await["you"], "owner");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_the_first_move_is_reminded_of_it() {
    let folder = TempDir::new().unwrap();
    let store = Arc::new(SqliteStore::open(folder.path()).unwrap());
    let clock = Arc::new(ManualClock::at(Timestamp(1_790_000_000_000)));
    let server = Running::with_all(config(folder.path()), &store, &clock).await;
    let at = server.address;
    let mut invitation = invitation();
    invitation["color"] = json!("black");
    let sent = post(at, "/api/letters", invitation).await;
    assert_eq!(sent.status, 200, "{}", sent.text());
    for address in ["ana@example.org", "bo@example.org"] {
        let token = key_in_mail(folder.path(), address, 0).await;
        let confirmed = post(at, "/api/letters/confirm", json!({"token": token})).await;
        assert_eq!(confirmed.status, 200, "{}", confirmed.text());
    }
    key_in_mail(folder.path(), "bo@example.org", 1).await;
    clock.advance(Duration::from_millis(DAY_MS * 5 / 2));
    key_in_mail(folder.path(), "bo@example.org", 2).await;
    let reminder = mails(folder.path(), "bo@example.org").pop().unwrap();
    assert!(reminder.contains("Ana is waiting for your"), "{reminder}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_can_be_declined_and_nobody_is_bombed_with_mails() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let at = server.address;
    for _ in 0..5 {
        let sent = post(at, "/api/letters", invitation()).await;
        // The outbox may say so before.
        assert!([200, 422].contains(&sent.status), "{}", sent.text());
    }
    let sixth = post(at, "/api/letters", invitation()).await;
    assert_eq!(sixth.status, 422, "{}", sixth.text());
    let ana = key_in_mail(folder.path(), "ana@example.org", 0).await;
    post(at, "/api/letters/confirm", json!({"token": ana})).await;
    let bo = key_in_mail(folder.path(), "bo@example.org", 0).await;
    let declined = post(at, "/api/letters/decline", json!({"token": bo})).await;
    assert_eq!(declined.json()["state"], "declined");
    let again = post(at, "/api/letters/confirm", json!({"token": bo})).await;
    assert_eq!(again.json()["state"], "declined");
    let mut wrong = bo.clone();
    wrong.pop();
    let unknown = post(at, "/api/letters/look", json!({"token": wrong})).await;
    assert_eq!(unknown.status, 404);
    for (part, value, code) in [
        ("other_address", json!("nobody"), "bad_address"),
        ("other_address", json!("ANA@example.org"), "same_address"),
        ("days", json!(4), "bad_days"),
    ] {
        let mut body = invitation();
        body["address"] = json!("ana@example.org");
        body[part] = value;
        let refused = post(at, "/api/letters", body).await;
        assert_eq!(refused.json()["error"]["code"], code, "{}", refused.text());
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_prepared_answer_is_played_at_once_and_seen_by_nobody_before() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let (clock, rules) = by_letter();
    let game = Opened::new(server.address, clock, rules).await;
    let (mut ana, mut bo) = game.started().await;
    let plan = json!({"ply": 1, "lines": [["e7e5", "g1f3"], ["c7c5", "d2d4"]]});
    let early = as_seat(&game, &game.owner, "POST", "/plan", plan.clone()).await;
    assert_eq!(early.json()["error"]["code"], "not_now", "{}", early.text());
    let seq = ana.play("e2e4").await;
    bo.catch_up(seq).await;
    let kept = as_seat(&game, &game.owner, "POST", "/plan", plan.clone()).await;
    assert_eq!(kept.status, 200, "{}", kept.text());
    assert_eq!(kept.json(), plan);
    let spied = as_seat(&game, &game.guest, "GET", "/plan", Value::Null).await;
    assert_eq!(spied.json(), json!({"ply": null, "lines": []}));
    let nobody = common::get(server.address, &game.path("/plan")).await;
    assert_eq!(nobody.status, 403);
    bo.play("c7c5").await;
    bo.catch_up(seq + 2).await;
    assert_eq!(bo.view["game"]["ply"], 3);
    let after = as_seat(&game, &game.owner, "GET", "/plan", Value::Null).await;
    assert_eq!(after.json(), json!({"ply": 3, "lines": []}));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn notes_are_the_players_own() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let (clock, rules) = by_letter();
    let game = Opened::new(server.address, clock, rules).await;
    let text = "Ж".repeat(10_000);
    let kept = as_seat(&game, &game.owner, "POST", "/note", json!({"note": text})).await;
    assert_eq!(kept.status, 200, "{}", kept.text());
    let read = as_seat(&game, &game.owner, "GET", "/note", Value::Null).await;
    assert_eq!(read.json()["note"], text);
    let others = as_seat(&game, &game.guest, "GET", "/note", Value::Null).await;
    assert_eq!(others.json()["note"], "");
    assert_eq!(
        common::get(server.address, &game.path("/note"))
            .await
            .status,
        403
    );
    let long = json!({"note": format!("{text}!")});
    let refused = as_seat(&game, &game.owner, "POST", "/note", long).await;
    assert_eq!(refused.json()["error"]["code"], "note_too_long");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_vacation_holds_the_clock_in_all_games_of_a_person() {
    let folder = TempDir::new().unwrap();
    let store = Arc::new(SqliteStore::open(folder.path()).unwrap());
    let clock = Arc::new(ManualClock::at(Timestamp(1_790_000_000_000)));
    let quiet = Config {
        data: folder.path().to_owned(),
        ..config(folder.path())
    };
    let server = Running::with_all(quiet, &store, &clock).await;
    let at = server.address;
    let ana = signed_up(at, "Ana").await;
    let (days, rules) = by_letter();
    let settings = json!({"rules": rules, "clock": days, "owner_color": "white"});
    let opened = ask(
        at,
        "POST",
        "/api/tables",
        &ana,
        json!({"settings": settings}),
    )
    .await;
    let opened = opened.json();
    let table = opened["table"].as_str().unwrap().to_owned();
    let path = format!("/api/tables/{table}/join");
    let joined = post(at, &path, json!({"name": "Bo"})).await.json();
    let token = |answer: &Value| answer["token"].as_str().unwrap().to_owned();
    let game = Opened {
        address: at,
        table,
        owner: token(&opened),
        guest: token(&joined),
    };
    let (_ana, bo) = game.started().await;
    clock.advance(Duration::from_millis(DAY_MS));

    let stands = ask(at, "GET", "/api/vacation", &ana, Value::Null).await;
    assert_eq!(stands.json()["days_left"], 30);
    let taken = ask(at, "POST", "/api/vacation", &ana, json!({"days": 10})).await;
    assert_eq!(taken.status, 200, "{}", taken.text());
    let until = 1_790_000_000_000 + 11 * DAY_MS;
    assert_eq!(
        (&taken.json()["until"], &taken.json()["days_left"]),
        (&json!(until), &json!(20))
    );
    let view = game.view(&game.guest).await;
    assert_eq!(view["seats"]["owner"]["vacation_until"], until);
    assert_eq!(view["game"]["clock"]["at"], until);
    assert_eq!(view["game"]["clock"]["white_ms"], 2 * DAY_MS);
    let again = ask(at, "POST", "/api/vacation", &ana, json!({"days": 1})).await;
    assert_eq!(again.json()["error"]["code"], "on_vacation");

    clock.advance(Duration::from_millis(DAY_MS));
    let ended = ask(at, "POST", "/api/vacation", &ana, json!({"days": 0})).await;
    assert_eq!(ended.json()["until"], Value::Null, "{}", ended.text());
    assert_eq!(ended.json()["days_left"], 29);
    let view = game.view(&game.guest).await;
    assert_eq!(view["seats"]["owner"]["vacation_until"], Value::Null);
    assert_eq!(view["game"]["clock"]["at"], 1_790_000_000_000 + 2 * DAY_MS);
    let soon = ask(at, "POST", "/api/vacation", &ana, json!({"days": 5})).await;
    assert_eq!(soon.json()["error"]["code"], "no_vacation");
    let nobody = post(at, "/api/vacation", json!({"days": 5})).await;
    assert_eq!(nobody.status, 401);
    drop(bo);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_finds_its_games_running_and_past() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let at = server.address;
    let (ana, bo) = (signed_up(at, "Ana").await, signed_up(at, "Bo").await);
    let open = async |clock: Value| {
        let rules = json!({"preset": "letter", "switches": {}});
        let settings = json!({"rules": rules, "clock": clock, "owner_color": "white"});
        let opened = ask(
            at,
            "POST",
            "/api/tables",
            &ana,
            json!({"settings": settings}),
        )
        .await;
        let opened = opened.json();
        let table = opened["table"].as_str().unwrap().to_owned();
        let joined = ask(
            at,
            "POST",
            &format!("/api/tables/{table}/join"),
            &bo,
            json!({}),
        )
        .await;
        let token = |answer: &Value| answer["token"].as_str().unwrap().to_owned();
        Opened {
            address: at,
            table,
            owner: token(&opened),
            guest: token(&joined.json()),
        }
    };
    let by_letter = open(json!({"type": "days", "days": 3})).await;
    let by_clock = open(json!({"type": "sudden_death", "bank_ms": 600_000})).await;
    let over = open(json!({"type": "untimed"})).await;
    let (mut white, _black) = by_letter.started().await;
    white.play("e2e4").await;
    let (mut other, _black) = by_clock.started().await;
    other.play("d2d4").await;
    let (mut loser, _black) = over.started().await;
    loser.grant(json!({"type": "resign"})).await;

    let games = ask(at, "GET", "/api/games", &bo, Value::Null).await;
    assert_eq!(games.status, 200, "{}", games.text());
    let games = games.json();
    let running = games["running"].as_array().unwrap();
    let card = |table: &str| {
        let listed = running.iter().find(|game| game["table"] == table);
        listed.unwrap_or_else(|| panic!("{games}"))["card"].clone()
    };
    assert_eq!(running.len(), 2, "{games}");
    let first = card(&by_letter.table);
    assert_eq!(
        (&first["last"], &first["turn"], &first["days"]),
        (&json!("e2e4"), &json!("black"), &json!(3))
    );
    assert_eq!(first["names"], json!({"owner": "Ana", "guest": "Bo"}));
    assert_eq!(card(&by_clock.table)["last"], "d2d4");
    let past = &games["past"];
    assert_eq!(past.as_array().unwrap().len(), 1);
    assert_eq!(
        (&past[0]["result"], &past[0]["color"], &past[0]["opponent"]),
        (&json!("0-1"), &json!("black"), &json!("Ana"))
    );
    let before = past[0]["ended"].as_u64().unwrap();
    let page = ask(
        at,
        "GET",
        &format!("/api/games?before={before}"),
        &bo,
        Value::Null,
    )
    .await;
    assert_eq!(page.json()["past"], json!([]));
    assert_eq!(page.json()["running"], json!([]));
    let guest = common::get(at, "/api/games").await;
    assert_eq!(guest.status, 401);
    // A browser without an account asks for each of its tables.
    let own = as_seat(&by_letter, &by_letter.guest, "GET", "/card", Value::Null).await;
    assert_eq!(
        (&own.json()["seat"], &own.json()["card"]["ply"]),
        (&json!("guest"), &json!(1))
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_leaves_is_gone_from_the_tables_in_memory_too() {
    let folder = TempDir::new().unwrap();
    let store = Arc::new(SqliteStore::open(folder.path()).unwrap());
    let clock = Arc::new(ManualClock::at(Timestamp(1_790_000_000_000)));
    let server = Running::with_all(config(folder.path()), &store, &clock).await;
    let at = server.address;
    // The first one is an admin, who may not leave.
    signed_up(at, "Cy").await;
    let (ana, bo) = (signed_up(at, "Ana").await, signed_up(at, "Bo").await);
    let (days, rules) = by_letter();
    let settings = json!({"rules": rules, "clock": days, "owner_color": "white"});
    let opened = ask(
        at,
        "POST",
        "/api/tables",
        &ana,
        json!({"settings": settings}),
    )
    .await;
    let opened = opened.json();
    let table = opened["table"].as_str().unwrap().to_owned();
    let path = format!("/api/tables/{table}/join");
    let joined = ask(at, "POST", &path, &bo, json!({})).await.json();
    let token = |answer: &Value| answer["token"].as_str().unwrap().to_owned();
    let game = Opened {
        address: at,
        table,
        owner: token(&opened),
        guest: token(&joined),
    };
    let (mut white, black) = game.started().await;
    let plan = json!({"ply": 0, "lines": [["e2e4", "e7e5"]]});
    let kept = as_seat(&game, &game.guest, "POST", "/plan", plan).await;
    assert_eq!(kept.status, 200, "{}", kept.text());
    let away = ask(at, "POST", "/api/vacation", &bo, json!({"days": 10})).await;
    assert_eq!(away.status, 200, "{}", away.text());
    let view = game.view(&game.owner).await;
    assert!(view["seats"]["guest"]["vacation_until"].is_u64(), "{view}");
    clock.advance(Duration::from_millis(1_000));
    let left = ask(
        at,
        "DELETE",
        "/api/account",
        &bo,
        json!({"password": "korrekte Pferde"}),
    )
    .await;
    assert_eq!(left.status, 204, "{}", left.text());
    let view = game.view(&game.owner).await;
    assert_eq!(view["seats"]["guest"]["name"], "deleted");
    assert_eq!(view["seats"]["guest"]["vacation_until"], Value::Null);
    // Nobody answers for him any more.
    white.play("e2e4").await;
    let view = game.view(&game.owner).await;
    assert_eq!(view["game"]["ply"], 1, "{view}");
    drop(black);
    server.stop().await;
}
