//! `tabiya admin` beside a running service: the real binaries, on the same data folder.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test ends where something is not as it must be"
)]

#[path = "../../server/tests/common/mod.rs"]
mod common;

mod binary;

use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use binary::Binary;
use common::{Opened, Player, get, post};
use serde_json::{Value, json};
use tempfile::TempDir;

/// What the command says, and how it ends.
fn admin(folder: &Path, arguments: &[&str]) -> (String, i32) {
    let output = Command::new(env!("CARGO_BIN_EXE_tabiya"))
        .args(["admin", "--data"])
        .arg(folder)
        .args(arguments)
        .output()
        .unwrap();
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8(text).unwrap();
    (text, output.status.code().unwrap())
}

fn answer(folder: &Path, arguments: &[&str]) -> Value {
    let arguments = [&["--json"], arguments].concat();
    let (text, code) = admin(folder, &arguments);
    assert_eq!(code, 0, "{arguments:?}: {text}");
    serde_json::from_str(&text).unwrap_or_else(|_| panic!("{arguments:?}: {text}"))
}

/// Passwords cost time here as they do everywhere; a few accounts are enough.
async fn account(binary: &Binary, name: &str) -> u16 {
    let body = json!({"name": name, "password": "korrekte Pferde"});
    post(binary.address, "/api/account", body).await.status
}

/// Plays every pawn two steps forward, one by one, and counts what was acknowledged. No position
/// comes twice, and no pawn has to stop.
async fn advance(mut white: Player, mut black: Player, count: Arc<AtomicUsize>) {
    for (from, to, black_from, black_to) in [(2, 3, 7, 6), (3, 4, 6, 5)] {
        for pawn in 'a'..='h' {
            let seq = white.play(&format!("{pawn}{from}{pawn}{to}")).await;
            count.fetch_add(1, Ordering::SeqCst);
            black.catch_up(seq).await;
            let seq = black
                .play(&format!("{pawn}{black_from}{pawn}{black_to}"))
                .await;
            count.fetch_add(1, Ordering::SeqCst);
            white.catch_up(seq).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_during_play_holds_every_acknowledged_move() {
    let folder = TempDir::new().unwrap();
    let binary = Binary::start(folder.path(), &[]);
    let clock = json!({"type": "sudden_death", "bank_ms": 600_000});
    let rules = json!({"preset": "fide-online", "switches": {}});
    let game = Opened::new(binary.address, clock, rules).await;
    let (white, black) = game.started().await;
    let count = Arc::new(AtomicUsize::new(0));
    let playing = tokio::spawn(advance(white, black, Arc::clone(&count)));
    while count.load(Ordering::SeqCst) < 5 {
        tokio::task::yield_now().await;
    }
    let acknowledged = count.load(Ordering::SeqCst);
    let place = folder.path().to_owned();
    let copies = TempDir::new().unwrap();
    let copy = copies.path().join("tabiya.sqlite3");
    let file = copy.clone();
    let copied =
        tokio::task::spawn_blocking(move || answer(&place, &["backup", file.to_str().unwrap()]));
    let copied = copied.await.unwrap();
    assert!(copied["events"].as_u64().unwrap() > 5, "{copied}");
    playing.await.unwrap();

    // It never overwrites what is there, unless it is told to.
    let (said, code) = admin(folder.path(), &["backup", copy.to_str().unwrap()]);
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("is there already"), "{said}");
    drop(binary);

    let restored = Binary::start(copies.path(), &[]);
    let game = Opened {
        address: restored.address,
        ..game
    };
    let moves = game.view(&game.owner).await["moves"].clone();
    let moves = moves.as_array().unwrap().len();
    assert!(moves >= acknowledged, "{moves} of {acknowledged}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_host_rules_the_house_from_the_command_line() {
    let folder = TempDir::new().unwrap();
    let (said, code) = admin(&folder.path().join("nowhere"), &["users"]);
    assert_eq!(code, 2);
    assert!(said.contains("there is no store"), "{said}");

    let binary = Binary::start(folder.path(), &[]);
    let here = folder.path();
    assert_eq!(account(&binary, "Hilde").await, 201);
    let rules = answer(
        here,
        &["rules", "--sign-up", "invitation", "--refuse", "boss,Chief"],
    );
    assert_eq!(rules["refused_words"], json!(["boss", "chief"]));
    assert_eq!(
        account(&binary, "Bo").await,
        403,
        "the service obeys at once"
    );
    let invited = answer(here, &["invite", "the club", "--uses", "2"]);
    let path = invited["path"].as_str().unwrap();
    let token = path.split_once("#invitation=").unwrap().1;
    let body = json!({"name": "Bo", "password": "korrekte Pferde", "invitation": token});
    assert_eq!(post(binary.address, "/api/account", body).await.status, 201);
    assert_eq!(answer(here, &["invitations"])["uses_left"], 1);
    answer(here, &["revoke", invited["id"].as_str().unwrap()]);

    answer(here, &["role", "Bo", "admin"]);
    assert_eq!(answer(here, &["user", "bo"])["role"], "admin");
    answer(here, &["role", "Bo", "member"]);
    answer(here, &["rename", "Bo", "Bruno"]);
    let given = answer(here, &["password", "Bruno"]);
    for (password, status) in [
        (json!("korrekte Pferde"), 403),
        (given["password"].clone(), 200),
    ] {
        let body = json!({"name": "Bruno", "password": password});
        let reply = post(binary.address, "/api/account/session", body).await;
        assert_eq!(reply.status, status, "{}", reply.text());
    }
    let (said, code) = admin(here, &["user", "Bo"]);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("There is no such person: \"Bo\"."), "{said}");
    let (said, code) = admin(here, &["rename", "Bruno", "Hi1de"]);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("That name is another account's"), "{said}");
    let (said, code) = admin(here, &["rules", "--quiet", "yes"]);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("quiet: yes"), "{said}");
    assert_eq!(answer(here, &["rules", "--quiet", "no"])["quiet"], false);
    let (said, _) = admin(
        here,
        &["invite", "--public-url", "https://chess.example.org"],
    );
    assert!(
        said.starts_with("https://chess.example.org/account#invitation="),
        "{said}"
    );
    let (said, code) = admin(
        here,
        &["ban", "Bruno", "--reason", "insults", "--days", "-3"],
    );
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("invalid value '-3' for '--days"), "{said}");
    let (said, code) = admin(here, &["backup", "/nowhere/at/all.sqlite3"]);
    assert_eq!(code, 2);
    assert!(said.contains("there is no folder /nowhere/at"), "{said}");
    let (said, _) = admin(here, &["health"]);
    assert!(said.contains("kB") || said.contains("MB"), "{said}");

    let ban = answer(
        here,
        &["ban", "Bruno", "--reason", "insults", "--days", "3"],
    );
    assert_eq!(ban["kind"], "person");
    let body = json!({"name": "Bruno", "password": given["password"]});
    let refused = post(binary.address, "/api/account/session", body).await;
    assert_eq!(
        refused.json()["error"]["code"],
        "banned",
        "{}",
        refused.text()
    );
    let (said, code) = admin(here, &["bans"]);
    assert_eq!(code, 0);
    assert!(said.contains("Bruno (person) is banned until 20"), "{said}");
    answer(here, &["unban", "Bruno"]);
    assert_eq!(
        admin(here, &["bans"]),
        ("Nobody is banned.\n".to_owned(), 0)
    );
    let (said, code) = admin(here, &["role", "Hilde", "member"]);
    assert_eq!(code, 1);
    assert!(said.contains("the last admin"), "{said}");

    let health = answer(here, &["health"]);
    assert_eq!(
        (&health["accounts"], &health["reports"]),
        (&json!(2), &json!(0))
    );
    let ratings = answer(here, &["recompute-ratings"]);
    assert_eq!(ratings["games"], 0);
    answer(here, &["mail-test", "ana@example.org"]);
    let (said, code) = admin(here, &["reports"]);
    assert_eq!((said.as_str(), code), ("There are no reports.\n", 0));
    assert!(binary.terminate().success());
    // And without a service.
    assert_eq!(answer(here, &["health"])["accounts"], 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn puzzles_are_put_into_the_library_of_a_running_service() {
    let folder = TempDir::new().unwrap();
    let binary = Binary::start(folder.path(), &[]);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/static/puzzles/puzzles.jsonl");
    let rows = std::fs::read_to_string(&file).unwrap().lines().count();
    // Twice does no harm.
    for _ in 0..2 {
        let output = Command::new(env!("CARGO_BIN_EXE_tabiya"))
            .args(["puzzles", "add", file.to_str().unwrap(), "--data"])
            .arg(folder.path())
            .output()
            .unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        assert_eq!(said, format!("{rows} puzzles added\n"));
    }
    let about = get(binary.address, "/api/puzzles/about").await;
    assert_eq!(about.json(), json!({ "count": rows }));
    let forks = get(binary.address, "/api/puzzles?theme=fork&count=10")
        .await
        .json();
    assert_eq!(forks["puzzles"].as_array().unwrap().len(), 10);
    assert!(binary.terminate().success());
}
