//! What the service survives: a restart, an outage, a second writer, a store that fails, a table
//! that breaks off.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test ends where something is not as it must be"
)]

mod common;
#[allow(dead_code, reason = "the lobby has tests of its own")]
#[path = "lobby/page.rs"]
mod page;
mod running;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::time::Duration;

use common::{Opened, Player, play};
use running::{Kept, Running, config};
use serde_json::json;
use tabiya_arbiter::{Event, Recorded, Seat};
use tabiya_server::engine_process::EngineCommand;
use tabiya_server::{
    Answer, Append, ComputerConfig, Config, Grant, Log, ManualClock, SqliteStore, StoreError,
    TableId, Tables, TokenHash,
};
use tempfile::TempDir;

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_keeps_everything_and_sockets_are_told() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let game = Opened::usual(server.address).await;
    let (mut ana, mut bo) = game.started().await;
    play(&mut ana, &mut bo, &["e2e4", "c7c5", "g1f3"]).await;
    let before = game.view(&game.owner).await;
    server.stop().await;
    assert_eq!(u16::from(ana.goodbye().await.unwrap().code), 1001);

    let server = Running::start(folder.path()).await;
    let game = Opened {
        address: server.address,
        ..game
    };
    let after = game.view(&game.owner).await;
    for part in ["moves", "settings", "score", "phase"] {
        assert_eq!(before[part], after[part], "{part}");
    }
    assert_eq!(before["game"]["fen"], after["game"]["fen"]);
    assert_eq!(after["game"]["clock"]["paused"], true);
    let seq = before["seq"].as_u64();
    let mut bo = Player::connect(server.address, &game.table, Some(&game.guest), seq).await;
    assert_eq!(bo.first["events"][0]["event"]["type"], "paused");
    bo.play("d7d6").await;
    server.stop().await;
}

/// Virtual time: ten minutes each, two seconds on the clock, an hour of outage.
#[tokio::test(flavor = "multi_thread")]
async fn an_outage_is_charged_to_nobody() {
    let folder = TempDir::new().unwrap();
    let store = Arc::new(SqliteStore::open(folder.path()).unwrap());
    let clock = manual_clock();
    let server = Running::with_ports(&store, &clock).await;
    let game = Opened::usual(server.address).await;
    let (mut ana, _bo) = game.started().await;
    clock.advance(Duration::from_secs(1));
    ana.play("e2e4").await;
    clock.advance(Duration::from_secs(2));
    server.stop().await;
    clock.advance(Duration::from_secs(3600));

    let server = Running::with_ports(&store, &clock).await;
    let game = Opened {
        address: server.address,
        ..game
    };
    let view = game.view(&game.guest).await;
    let face = &view["game"]["clock"];
    assert_eq!(
        (&face["white_ms"], &face["black_ms"]),
        (&json!(599_000), &json!(598_000))
    );
    assert_eq!(
        (&face["paused"], &face["running"]),
        (&json!(true), &json!(null))
    );
    // Black comes back after ten seconds, and thinks for three.
    clock.advance(Duration::from_secs(10));
    let mut bo = Player::connect(server.address, &game.table, Some(&game.guest), None).await;
    assert_eq!(bo.view["game"]["clock"]["running"], "black");
    clock.advance(Duration::from_secs(3));
    bo.play("e7e5").await;
    assert_eq!(bo.view["game"]["clock"]["black_ms"], 595_000);
    server.stop().await;
}

/// The store knows of a clock that started only with the first move.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_charged_for_an_outage_where_the_first_move_starts_the_clock() {
    let folder = TempDir::new().unwrap();
    let store = Arc::new(SqliteStore::open(folder.path()).unwrap());
    let clock = manual_clock();
    let server = Running::with_ports(&store, &clock).await;
    let rules = json!({"preset": "fide-online", "switches": {"start": "on_first_move"}});
    let bank = json!({"type": "sudden_death", "bank_ms": 600_000});
    let game = Opened::new(server.address, bank, rules).await;
    let (mut ana, bo) = game.started().await;
    assert_eq!(ana.view["game"]["clock"]["held"], "first_move");
    clock.advance(Duration::from_secs(3600));
    ana.play("e2e4").await;
    assert_eq!(ana.view["game"]["clock"]["white_ms"], 600_000);
    assert_eq!(ana.view["game"]["clock"]["running"], "black");
    drop((ana, bo));
    server.stop().await;
    clock.advance(Duration::from_secs(3600));

    let server = Running::with_ports(&store, &clock).await;
    let mut bo = Player::connect(server.address, &game.table, Some(&game.guest), None).await;
    bo.play("e7e5").await;
    assert_eq!(bo.view["game"]["clock"]["black_ms"], 600_000);
    server.stop().await;
}

/// An untimed game has no clock to stop, but a player who could not come back has not stayed away.
#[tokio::test(flavor = "multi_thread")]
async fn an_outage_is_no_absence() {
    let folder = TempDir::new().unwrap();
    let store = Arc::new(SqliteStore::open(folder.path()).unwrap());
    let clock = manual_clock();
    let server = Running::with_ports(&store, &clock).await;
    let rules = json!({"preset": "fide-online", "switches": {}});
    let game = Opened::new(server.address, json!({"type": "untimed"}), rules).await;
    let (mut ana, bo) = game.started().await;
    drop(bo);
    while ana.view["away"].is_null() {
        ana.next().await;
    }
    server.stop().await;
    clock.advance(Duration::from_secs(3600));

    let server = Running::with_ports(&store, &clock).await;
    let claim = json!({"type": "claim_away"});
    let mut ana = Player::connect(server.address, &game.table, Some(&game.owner), None).await;
    assert_eq!(ana.refused(claim.clone()).await, "away_too_short");
    clock.advance(Duration::from_millis(60_000));
    assert_eq!(ana.refused(claim.clone()).await, "away_too_short");
    clock.advance(Duration::from_millis(1));
    ana.grant(claim).await;
    server.stop().await;
}

/// The store is slow, the other player comes back meanwhile, and the flag falls: still the move was
/// received in time.
#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_waits_in_the_mailbox_counts_as_of_when_it_was_received() {
    let folder = TempDir::new().unwrap();
    let faulty = Faulty::new(folder.path());
    let clock = manual_clock();
    let server = Running::with_ports(&faulty, &clock).await;
    let game = Opened::usual(server.address).await;
    let mut ana = Player::connect(server.address, &game.table, Some(&game.owner), None).await;
    let bearer = format!("Bearer {}", game.guest);
    let headers = [("Authorization", bearer.as_str())];
    let ready = json!({"id": "r", "do": {"type": "ready", "ready": true}}).to_string();
    let path = game.path("/commands");
    let answer = common::request(server.address, "POST", &path, &headers, &ready).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    ana.grant(json!({"type": "start"})).await;

    let letter_is_posted = || tokio::time::sleep(Duration::from_millis(300));
    faulty.mood(WAITS);
    ana.send(&json!({"id": "name", "do": {"type": "set_name", "name": "Anna"}}))
        .await;
    letter_is_posted().await;
    let (address, table, guest) = (game.address, game.table.clone(), game.guest.clone());
    let bo =
        tokio::spawn(async move { Player::connect(address, &table, Some(&guest), None).await });
    letter_is_posted().await;
    ana.send(&json!({"id": "move", "do": {"type": "move", "uci": "e2e4"}}))
        .await;
    letter_is_posted().await;
    clock.advance(Duration::from_secs(601));
    faulty.mood(WORKS);
    loop {
        let message = ana.next().await;
        if message["answer"]["id"] == "move" {
            assert!(message["answer"]["seq"].is_u64(), "{message}");
            break;
        }
    }
    bo.await.unwrap();
    server.stop().await;
}

/// The same where a computer has something to answer in between.
#[tokio::test(flavor = "multi_thread")]
#[cfg(unix)]
async fn a_computer_does_not_answer_before_letters_that_wait() {
    let folder = TempDir::new().unwrap();
    let faulty = Faulty::new(folder.path());
    let clock = manual_clock();
    let engine = "while read -r line; do case $line in uci) echo uciok;; isready) echo readyok;; \
        go*) echo bestmove e7e5;; quit) exit;; esac; done";
    let computer = ComputerConfig {
        command: EngineCommand::new("sh").arg("-c").arg(engine),
        options: Vec::new(),
        at_once: 1,
        retry_after: Duration::from_secs(1),
    };
    let config = Config {
        computer: Some(computer),
        ..config(folder.path())
    };
    let server = Running::with_all(config, &faulty, &clock).await;
    let bank = json!({"type": "sudden_death", "bank_ms": 600_000});
    let settings = json!({"clock": bank, "owner_color": "white"});
    let body = json!({"settings": settings, "name": "Ana"});
    let opened = common::post(server.address, "/api/tables", body)
        .await
        .json();
    let (table, owner) = (&opened["table"], &opened["token"]);
    let (table, owner) = (table.as_str().unwrap(), owner.as_str().unwrap());
    let bearer = format!("Bearer {owner}");
    let headers = [("Authorization", bearer.as_str())];
    let path = format!("/api/tables/{table}/computer");
    let level = json!({"level": "full"}).to_string();
    let seated = common::request(server.address, "POST", &path, &headers, &level).await;
    assert_eq!(seated.status, 200, "{}", seated.text());
    let mut ana = Player::connect(server.address, table, Some(owner), None).await;
    while ana.view["seats"]["guest"]["ready"] != true {
        ana.next().await;
    }
    ana.grant(json!({"type": "start"})).await;
    ana.play("e2e4").await;
    while ana.view["game"]["ply"] != 2 {
        ana.next().await;
    }

    let letter_is_posted = || tokio::time::sleep(Duration::from_millis(300));
    faulty.mood(WAITS);
    ana.send(&json!({"id": "offer", "do": {"type": "offer_draw"}}))
        .await;
    letter_is_posted().await;
    ana.send(&json!({"id": "move", "do": {"type": "move", "uci": "g1f3"}}))
        .await;
    letter_is_posted().await;
    // Longer than any lag that is forgiven.
    clock.advance(Duration::from_secs(700));
    faulty.mood(WORKS);
    loop {
        let message = ana.next().await;
        if message["answer"]["id"] == "move" {
            assert!(message["answer"]["seq"].is_u64(), "{message}");
            break;
        }
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flag_falls_by_itself_and_at_its_exact_moment() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let clock = json!({"type": "sudden_death", "bank_ms": 3000});
    let rules = json!({"preset": "fide-online", "switches": {}});
    let game = Opened::new(server.address, clock, rules).await;
    let (mut ana, _bo) = game.started().await;
    let moved = ana.play("e2e4").await;
    let ended = ana.wait_for("game_ended").await;
    assert_eq!(ended["event"]["termination"], "time_forfeit");
    assert_eq!(
        ended["event"]["outcome"],
        json!({"type": "win", "color": "white"})
    );
    let at = |seq: u64| {
        let found = ana.events.iter().find(|recorded| recorded["seq"] == seq);
        found.unwrap()["at"].as_u64().unwrap()
    };
    assert_eq!(ended["at"].as_u64().unwrap(), at(moved) + 3000);
    server.stop().await;
}

/// A player who does something idle without end cannot keep the other from moving.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_on_which_too_much_has_happened_still_lets_the_game_end() {
    let folder = TempDir::new().unwrap();
    let store = Arc::new(SqliteStore::open(folder.path()).unwrap());
    let clock = manual_clock();
    let server = Running::with_ports(&store, &clock).await;
    let game = Opened::usual(server.address).await;
    drop(game.started().await);
    server.stop().await;
    let table = TableId::parse(&game.table).unwrap();
    let log = store.load(table.clone()).await.unwrap().unwrap();
    let last = log.events.last().unwrap();
    let renamed = |seq: u64| Recorded {
        seq,
        at: last.at,
        event: Event::NameSet {
            seat: Seat::Guest,
            name: format!("Bo {seq}"),
        },
    };
    let append = Append {
        table,
        expected: last.seq,
        events: (last.seq + 1..=100_000).map(renamed).collect(),
        command: None,
        grants: Vec::new(),
        takes: Vec::new(),
        running: true,
        ended: None,
        mails: Vec::new(),
        rest: tabiya_server::Rest::default(),
    };
    store.append(append).await.unwrap();

    let server = Running::with_ports(&store, &clock).await;
    let game = Opened {
        address: server.address,
        ..game
    };
    let (mut ana, mut bo) = game.players().await;
    let name = json!({"type": "set_name", "name": "Bob"});
    assert_eq!(bo.refused(name).await, "table_worn_out");
    play(&mut ana, &mut bo, &common::FOOLS_MATE).await;
    let rematch = json!({"type": "offer_rematch"});
    assert_eq!(ana.refused(rematch).await, "table_worn_out");
    server.stop().await;
}

/// Two services on one store: the conditional append decides, and the loser reloads and tries
/// again.
#[tokio::test(flavor = "multi_thread")]
async fn a_second_writer_does_no_harm() {
    let folder = TempDir::new().unwrap();
    let store = Arc::new(SqliteStore::open(folder.path()).unwrap());
    let clock = manual_clock();
    let here = Running::with_ports(&store, &clock).await;
    let there = Running::with_ports(&store, &clock).await;
    let game = Opened::usual(here.address).await;
    let elsewhere = Opened {
        address: there.address,
        ..game.clone()
    };
    let (mut ana, _bo) = game.started().await;
    let (_ana, mut bo) = elsewhere.players().await;
    ana.play("e2e4").await;
    // The other service does not know of the move yet: it finds out when it wants to append.
    bo.grant(json!({"type": "set_name", "name": "Bob"})).await;
    bo.play("e7e5").await;
    ana.grant(json!({"type": "set_name", "name": "Anna"})).await;
    ana.play("g1f3").await;
    let view = game.view(&game.owner).await;
    assert_eq!(view["game"]["ply"], 3);
    assert_eq!(view["seats"]["guest"]["name"], "Bob");
    here.stop().await;
    there.stop().await;
    let log = store
        .load(TableId::parse(&game.table).unwrap())
        .await
        .unwrap()
        .unwrap();
    let seqs: Vec<u64> = log.events.iter().map(|recorded| recorded.seq).collect();
    let last = u64::try_from(seqs.len()).unwrap();
    assert_eq!(seqs, (1..=last).collect::<Vec<_>>());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_fails_loses_nothing_that_was_acknowledged() {
    let folder = TempDir::new().unwrap();
    let faulty = Faulty::new(folder.path());
    let clock = manual_clock();
    let server = Running::with_ports(&faulty, &clock).await;
    let game = Opened::usual(server.address).await;
    let (mut ana, mut bo) = game.started().await;
    clock.advance(Duration::from_secs(5));
    faulty.mood(FAILS);
    let knight = json!({"type": "move", "uci": "g1f3"});
    let away = ana.command_as("again", knight.clone()).await;
    assert_eq!(away["refusal"]["code"], "store_away");
    assert_eq!(
        game.view(&game.owner).await["game"]["ply"],
        0,
        "nothing was shown to anybody"
    );
    clock.advance(Duration::from_secs(700));
    faulty.mood(WORKS);
    let done = ana.command_as("again", knight).await;
    bo.catch_up(done["seq"].as_u64().unwrap()).await;
    // The outage was longer than the whole game may take; she is charged for what she thought
    // before it.
    assert_eq!(bo.view["game"]["clock"]["white_ms"], 595_000);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_breaks_off_is_loaded_again_and_the_others_play_on() {
    let folder = TempDir::new().unwrap();
    let faulty = Faulty::new(folder.path());
    let server = Running::with_ports(&faulty, &manual_clock()).await;
    let (first, second) = (
        Opened::usual(server.address).await,
        Opened::usual(server.address).await,
    );
    let (mut ana, _bo) = first.started().await;
    let (mut other, _other) = second.started().await;
    ana.play("e2e4").await;
    faulty.mood(PANICS);
    let bearer = format!("Bearer {}", first.guest);
    let headers = [("Authorization", bearer.as_str())];
    let body = json!({"id": "x", "do": {"type": "move", "uci": "e7e5"}}).to_string();
    let path = first.path("/commands");
    let broken = common::request(server.address, "POST", &path, &headers, &body).await;
    assert_eq!(broken.status, 503);
    assert!(
        ana.goodbye().await.is_some(),
        "its sockets are told to come back"
    );
    other.play("d2d4").await;
    let again = common::request(server.address, "POST", &path, &headers, &body).await;
    assert_eq!(again.status, 200, "{}", again.text());
    assert_eq!(first.view(&first.owner).await["game"]["ply"], 2);
    server.stop().await;
}

const WORKS: u8 = 0;
const FAILS: u8 = 1;
const PANICS: u8 = 2;
const WAITS: u8 = 3;

/// A real store that can be told to fail, to wait until it is told otherwise, or to break off the
/// next task that appends what a command has brought about.
struct Faulty {
    store: Arc<SqliteStore>,
    mood: AtomicU8,
    has_panicked: AtomicBool,
}

impl Faulty {
    fn new(folder: &std::path::Path) -> Arc<Self> {
        let store = Arc::new(SqliteStore::open(folder).unwrap());
        let (mood, has_panicked) = (AtomicU8::new(WORKS), AtomicBool::new(false));
        Arc::new(Self {
            store,
            mood,
            has_panicked,
        })
    }

    fn mood(&self, mood: u8) {
        self.mood.store(mood, Ordering::SeqCst);
    }
}

impl From<&Arc<Faulty>> for Kept {
    fn from(faulty: &Arc<Faulty>) -> Self {
        Self {
            store: Arc::clone(&faulty.store),
            tables: Arc::clone(faulty) as Arc<dyn Tables>,
        }
    }
}

impl Tables for Faulty {
    fn append(&self, append: Append) -> Answer<'_, ()> {
        match self.mood.load(Ordering::SeqCst) {
            FAILS => Box::pin(async { Err(StoreError::Away("the test says so".to_owned())) }),
            WAITS => Box::pin(async move {
                while self.mood.load(Ordering::SeqCst) == WAITS {
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
                self.store.append(append).await
            }),
            // Not what a table notes by itself, such as who has come: that may fall in between.
            PANICS
                if append.command.is_some() && !self.has_panicked.swap(true, Ordering::SeqCst) =>
            {
                panic!("the test says so")
            }
            _ => self.store.append(append),
        }
    }

    fn load(&self, table: TableId) -> Answer<'_, Option<Log>> {
        self.store.load(table)
    }

    fn add_token(&self, table: TableId, grant: Grant) -> Answer<'_, ()> {
        self.store.add_token(table, grant)
    }

    fn seat_of(&self, table: TableId, token: TokenHash) -> Answer<'_, Option<Seat>> {
        self.store.seat_of(table, token)
    }

    fn running(&self) -> Answer<'_, Vec<TableId>> {
        self.store.running()
    }

    fn beat(&self, at: tabiya_arbiter::Timestamp) -> Answer<'_, ()> {
        self.store.beat(at)
    }

    fn last_alive(&self) -> Answer<'_, Option<tabiya_arbiter::Timestamp>> {
        self.store.last_alive()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_who_found_each_other_while_the_store_is_away_wait_on() {
    let folder = TempDir::new().unwrap();
    let store = Faulty::new(folder.path());
    let server = Running::with_ports(&store, &manual_clock()).await;
    let at = server.address;
    let mut cookies = Vec::new();
    for name in ["Ana", "Bo"] {
        let body = json!({"name": name, "password": "korrekte Pferde"});
        let reply = common::post(at, "/api/account", body).await;
        assert_eq!(reply.status, 201, "{}", reply.text());
        cookies.push(reply.cookie());
    }
    let as_bo = [("Cookie", cookies[1].as_str())];
    let days = json!({"type": "days", "days": 3});
    let challenge = json!({"to": "Bo", "clock": days}).to_string();
    let as_ana = [("Cookie", cookies[0].as_str())];
    let made = common::request(at, "POST", "/api/challenges", &as_ana, &challenge).await;
    let id = made.json()["id"].as_str().unwrap().to_owned();
    let accept = format!("/api/challenges/{id}/accept");

    store.mood(FAILS);
    let refused = common::request(at, "POST", &accept, &as_bo, "").await;
    assert_eq!(refused.status, 503, "{}", refused.text());
    let waits = common::request(at, "GET", "/api/challenges", &as_bo, "").await;
    assert_eq!(waits.json()[0]["id"], json!(id), "{}", waits.text());
    store.mood(WORKS);
    let done = common::request(at, "POST", &accept, &as_bo, "").await;
    assert_eq!(done.status, 200, "{}", done.text());
    let gone = common::request(at, "POST", &accept, &as_bo, "").await;
    assert_eq!(gone.json()["error"]["code"], "challenge_gone");

    // The same with a seek that somebody takes from the list.
    let mut ana = page::Page::dial(at, &cookies[0]).await.unwrap();
    let mut bo = page::Page::dial(at, &cookies[1]).await.unwrap();
    let seek = json!({"seek": {"clock": days, "rated": false}});
    ana.say(seek.clone()).await;
    let id = ana.hear("mine").await[0].clone();
    store.mood(FAILS);
    bo.say(json!({"accept": id})).await;
    assert_eq!(bo.hear("error").await["code"], "store_away");
    assert_eq!(bo.seeks().await[0]["id"], id, "it waits on");
    // And with two that meet: both wait on, also after a restart.
    bo.say(seek).await;
    assert_eq!(bo.hear("error").await["code"], "store_away");
    store.mood(WORKS);
    server.stop().await;
    let server = Running::with_ports(&store, &manual_clock()).await;
    let mut guest = page::Page::open(server.address).await;
    assert_eq!(guest.seeks().await.len(), 2);
    let mut bo = page::Page::dial(server.address, &cookies[1]).await.unwrap();
    bo.say(json!({"accept": id})).await;
    let (_, player) = bo.sit().await;
    assert_eq!(player.view["seats"]["owner"]["name"], "Ana");
    assert_eq!(guest.seeks().await.len(), 1, "Bo's own");
    server.stop().await;
}

fn manual_clock() -> Arc<ManualClock> {
    Arc::new(ManualClock::at(tabiya_arbiter::Timestamp(
        1_790_000_000_000,
    )))
}
