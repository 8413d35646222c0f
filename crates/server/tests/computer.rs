//! A computer at a table of the service: it plays by the same order of life as everybody, and
//! whatever its engine does, no move is lost.
#![cfg(unix)]
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test ends where something is not as it must be"
)]

mod common;
mod running;

use std::fs;
use std::path::Path;
use std::time::Duration;

use common::{Player, Reply, get, post, request};
use running::{Running, config};
use serde_json::{Value, json};
use tabiya_server::engine_process::{EngineCommand, Patience};
use tabiya_server::{ComputerConfig, Config};
use tempfile::TempDir;

/// An engine that knows a few moves, and that goes wrong where a file of that name says so: once,
/// or as long as it is there.
const ENGINE: &str = r#"
once() { if [ -e "$1" ]; then rm "$1"; true; else false; fi; }
while read -r line; do case $line in
    uci)
        echo uci >> starts
        if [ -e broken ]; then exit 3; fi
        echo 'id name Fake 1'
        echo 'option name Level type combo default Full var Full var pip var ines'
        echo 'option name Skill type spin default 1 min 1 max 9'
        echo uciok;;
    isready) echo readyok;;
    setoption*) echo "$line" >> options;;
    position*) position=$line;;
    go*)
        echo "$line" >> go
        if once crash || [ -e dead ]; then exit 3; fi
        if once stall; then continue; fi
        if once illegal; then echo 'bestmove e7e4'; continue; fi
        while [ -e hold ]; do sleep 0.02; done
        echo 'info string pause 1'
        case $position in
            *startpos) echo 'bestmove e2e4';;
            *'moves f2f3') echo 'bestmove e7e5';;
            *'moves f2f3 e7e5 g2g4') echo 'bestmove d8h4';;
            *'moves f2f3 e7e5 e2e4') echo 'bestmove b8c6';;
            *) echo 'bestmove 0000';;
        esac;;
    quit) exit;;
esac; done"#;

struct Host {
    data: TempDir,
    engine: TempDir,
}

impl Host {
    fn new() -> Self {
        Self {
            data: TempDir::new().unwrap(),
            engine: TempDir::new().unwrap(),
        }
    }

    fn config(&self) -> Config {
        let mut command = EngineCommand::new("sh").arg("-c").arg(ENGINE);
        command.folder = Some(self.engine.path().to_owned());
        command.patience = Patience {
            answer: Duration::from_millis(500),
            ..Patience::default()
        };
        Config {
            computer: Some(ComputerConfig {
                command,
                options: vec![("Skill".to_owned(), "7".to_owned())],
                at_once: 1,
                retry_after: Duration::from_millis(300),
            }),
            ..config(self.data.path())
        }
    }

    async fn start(&self) -> Running {
        Running::with_config(self.config()).await
    }

    /// Has the engine go wrong.
    fn breaks(&self, how: &str) {
        fs::write(self.engine.path().join(how), "").unwrap();
    }

    fn mend(&self, how: &str) {
        fs::remove_file(self.engine.path().join(how)).unwrap();
    }

    fn wrote(&self, file: &str) -> String {
        fs::read_to_string(self.engine.path().join(file)).unwrap_or_default()
    }
}

/// A table whose owner plays White.
struct Opened {
    running: Running,
    table: String,
    owner: String,
}

impl Opened {
    async fn new(running: Running, settings: Value) -> Self {
        let mut settings = settings;
        settings["owner_color"] = json!("white");
        let body = json!({"settings": settings, "name": "Ana"});
        let opened = post(running.address, "/api/tables", body).await.json();
        let text = |field: &str| opened[field].as_str().unwrap().to_owned();
        Self {
            table: text("table"),
            owner: text("token"),
            running,
        }
    }

    async fn seat(&self, token: Option<&str>, level: &str) -> Reply {
        let bearer = token.map(|token| format!("Bearer {token}"));
        let headers: Vec<_> = bearer
            .iter()
            .map(|bearer| ("Authorization", bearer.as_str()))
            .collect();
        let path = format!("/api/tables/{}/computer", self.table);
        let body = json!({ "level": level }).to_string();
        request(self.running.address, "POST", &path, &headers, &body).await
    }

    async fn player(&self) -> Player {
        Player::connect(self.running.address, &self.table, Some(&self.owner), None).await
    }

    /// A game against a computer, with the owner on his socket.
    async fn started(host: &Host, settings: Value) -> (Self, Player) {
        let opened = Self::new(host.start().await, settings).await;
        let seated = opened.seat(Some(&opened.owner), "ines").await;
        assert_eq!(seated.status, 200, "{}", seated.text());
        let mut owner = opened.player().await;
        until(&mut owner, |view| view["seats"]["guest"]["ready"] == true).await;
        owner.grant(json!({"type": "start"})).await;
        (opened, owner)
    }
}

/// Waits until things stand so.
async fn until(player: &mut Player, is_so: impl Fn(&Value) -> bool) {
    while !is_so(&player.view) {
        player.next().await;
    }
}

fn ply(view: &Value) -> u64 {
    view["game"]["ply"].as_u64().unwrap()
}

fn code(reply: &Reply) -> String {
    assert_eq!(reply.status, 409, "{}", reply.text());
    reply.json()["refusal"]["code"].as_str().unwrap().to_owned()
}

fn timed(ms: u64) -> Value {
    json!({"clock": {"type": "sudden_death", "bank_ms": ms}})
}

#[tokio::test(flavor = "multi_thread")]
async fn it_gets_ready_plays_mates_and_plays_again() {
    let host = Host::new();
    let (opened, mut owner) = Opened::started(&host, timed(600_000)).await;
    let address = opened.running.address;
    let offer = get(address, "/api/computer").await.json();
    assert_eq!(offer["engine"], "Fake 1");
    assert_eq!(
        offer["levels"],
        json!([
            {"level": "pip", "name": "Pip (computer)"},
            {"level": "ines", "name": "Ines (computer)"},
            {"level": "full", "name": "Fake 1"},
        ])
    );
    let spectator = Player::connect(address, &opened.table, None, None).await;
    let guest = &spectator.view["seats"]["guest"];
    assert_eq!(
        *guest,
        json!({"name": "Ines (computer)", "taken": true, "computer": "ines", "ready": true,
            "present": true, "color": "black"})
    );
    owner.play("f2f3").await;
    until(&mut owner, |view| ply(view) == 2).await;
    owner.play("g2g4").await;
    until(&mut owner, |view| view["phase"] == "over").await;
    assert_eq!(owner.view["game"]["ending"]["termination"], "checkmate");
    let options = host.wrote("options");
    assert!(
        options.starts_with("setoption name Skill value 7\n"),
        "{options}"
    );
    assert!(
        options.contains("setoption name Level value ines\n"),
        "{options}"
    );
    let asked = host.wrote("go");
    assert!(
        asked.starts_with("go wtime ") && asked.contains(" btime 5"),
        "{asked}"
    );
    owner.grant(json!({"type": "offer_rematch"})).await;
    until(&mut owner, |view| {
        view["game"]["number"] == 2 && ply(view) == 1
    })
    .await;
    assert_eq!(owner.view["game"]["white"], "guest");
    opened.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_takes_no_draw_and_gives_moves_back() {
    let host = Host::new();
    host.breaks("hold");
    let (opened, mut owner) = Opened::started(&host, json!({"clock": {"type": "untimed"}})).await;
    owner.play("f2f3").await;
    owner.grant(json!({"type": "offer_takeback"})).await;
    owner.wait_for("takeback_accepted").await;
    assert_eq!(ply(&owner.view), 0);
    host.mend("hold");
    owner.play("f2f3").await;
    until(&mut owner, |view| ply(view) == 2).await;
    owner.grant(json!({"type": "offer_draw"})).await;
    owner.wait_for("draw_declined").await;
    owner.play("e2e4").await;
    until(&mut owner, |view| ply(view) == 4).await;
    owner.grant(json!({"type": "resign"})).await;
    assert!(host.wrote("go").contains("go movetime "));
    opened.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_offer_does_not_disturb_its_thought() {
    let host = Host::new();
    let (opened, mut owner) = Opened::started(&host, timed(600_000)).await;
    owner.play("f2f3").await;
    until(&mut owner, |view| ply(view) == 2).await;
    host.breaks("hold");
    owner.play("e2e4").await;
    while host.wrote("go").lines().count() < 2 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    owner.grant(json!({"type": "offer_draw"})).await;
    owner.wait_for("draw_declined").await;
    host.mend("hold");
    until(&mut owner, |view| ply(view) == 4).await;
    assert_eq!(host.wrote("go").lines().count(), 2);
    opened.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_that_goes_wrong_is_started_anew_and_no_move_is_lost() {
    for fault in ["crash", "stall", "illegal"] {
        let host = Host::new();
        // So short that a stalled engine is soon told to stop.
        let (opened, mut owner) = Opened::started(&host, timed(4_000)).await;
        host.breaks(fault);
        owner.play("f2f3").await;
        until(&mut owner, |view| ply(view) == 2 || view["phase"] == "over").await;
        assert_eq!(owner.view["phase"], "playing", "{fault}");
        assert_eq!(host.wrote("go").lines().count(), 2, "{fault}");
        let left = owner
            .events
            .iter()
            .any(|recorded| recorded["event"]["present"] == false);
        assert!(!left, "{fault}");
        opened.running.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_computer_that_cannot_play_counts_as_away_until_it_can() {
    let host = Host::new();
    let (opened, mut owner) = Opened::started(&host, timed(600_000)).await;
    host.breaks("dead");
    owner.play("f2f3").await;
    until(&mut owner, |view| {
        view["seats"]["guest"]["present"] == false
    })
    .await;
    assert_eq!(owner.view["away"]["seat"], "guest");
    assert!(
        owner.view["can"]
            .as_array()
            .unwrap()
            .contains(&json!("claim_away"))
    );
    assert_eq!(ply(&owner.view), 1);
    host.mend("dead");
    until(&mut owner, |view| ply(view) == 2).await;
    until(&mut owner, |view| view["seats"]["guest"]["present"] == true).await;
    assert_eq!(owner.view["away"], Value::Null);
    opened.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_goes_on_when_the_service_is_started_again() {
    let host = Host::new();
    let (opened, mut owner) = Opened::started(&host, timed(600_000)).await;
    host.breaks("hold");
    owner.play("f2f3").await;
    drop(owner);
    let Opened {
        running,
        table,
        owner,
    } = opened;
    running.stop().await;
    host.mend("hold");
    let opened = Opened {
        running: host.start().await,
        table,
        owner,
    };
    // It waits for its opponent, so that his clock does not run while he comes back.
    let spectator = Player::connect(opened.running.address, &opened.table, None, None).await;
    assert_eq!(spectator.view["game"]["clock"]["paused"], true);
    assert_eq!(spectator.view["seats"]["guest"]["present"], false);
    let mut owner = opened.player().await;
    until(&mut owner, |view| ply(view) == 2).await;
    assert_eq!(owner.view["seats"]["guest"]["computer"], "ines");
    assert_eq!(owner.view["seats"]["guest"]["present"], true);
    opened.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_owner_seats_one_and_only_where_nobody_sits() {
    let host = Host::new();
    let opened = Opened::new(host.start().await, json!({})).await;
    let owner = Some(opened.owner.as_str());
    assert_eq!(code(&opened.seat(None, "ines").await), "not_seated");
    assert_eq!(code(&opened.seat(owner, "deep").await), "no_such_level");
    assert_eq!(opened.seat(owner, "ines").await.status, 200);
    let path = format!("/api/tables/{}/join", opened.table);
    let late = post(opened.running.address, &path, json!({"name": "Bo"})).await;
    assert_eq!(code(&late), "table_full");
    // Another level before the game, but not another computer in a person's place.
    assert_eq!(opened.seat(owner, "full").await.status, 200);
    let mut player = opened.player().await;
    let mut settings = player.view["settings"].clone();
    settings["start"] = json!({"type": "chess960", "number": 1});
    let configure = json!({"type": "configure", "settings": settings});
    assert_eq!(player.refused(configure).await, "no_chess960");
    until(&mut player, |view| view["seats"]["guest"]["ready"] == true).await;
    player.grant(json!({"type": "start"})).await;
    assert_eq!(code(&opened.seat(owner, "pip").await), "game_running");
    let start = json!({"start": {"type": "chess960", "number": 1}});
    let table = Opened::new(opened.running, start).await;
    let refused = table.seat(Some(&table.owner), "pip").await;
    assert_eq!(code(&refused), "no_chess960");
    let table = Opened::new(table.running, json!({})).await;
    let path = format!("/api/tables/{}/join", table.table);
    post(table.running.address, &path, json!({"name": "Bo"})).await;
    let refused = table.seat(Some(&table.owner), "pip").await;
    assert_eq!(code(&refused), "table_full");
    table.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_too_many_play_the_refusal_says_so() {
    let host = Host::new();
    let mut running = host.start().await;
    for _ in 0..16 {
        let opened = Opened::new(running, json!({})).await;
        assert_eq!(opened.seat(Some(&opened.owner), "pip").await.status, 200);
        running = opened.running;
    }
    let opened = Opened::new(running, json!({})).await;
    let refused = opened.seat(Some(&opened.owner), "pip").await;
    assert_eq!(code(&refused), "computers_busy");
    opened.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn while_people_think_others_find_a_computer() {
    let host = Host::new();
    let mut running = host.start().await;
    let settings = json!({"clock": {"type": "days", "days": 3}});
    for _ in 0..16 {
        let opened = Opened::new(running, settings.clone()).await;
        assert_eq!(opened.seat(Some(&opened.owner), "pip").await.status, 200);
        let mut owner = opened.player().await;
        until(&mut owner, |view| view["seats"]["guest"]["ready"] == true).await;
        owner.grant(json!({"type": "start"})).await;
        running = opened.running;
    }
    let opened = Opened::new(running, json!({})).await;
    assert_eq!(opened.seat(Some(&opened.owner), "pip").await.status, 200);
    opened.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_that_does_not_start_is_not_tried_by_everybody_who_asks() {
    let host = Host::new();
    host.breaks("broken");
    let mut config = host.config();
    config.computer.as_mut().unwrap().retry_after = Duration::from_secs(3600);
    let running = Running::with_config(config).await;
    for _ in 0..3 {
        let offer = get(running.address, "/api/computer").await.json();
        assert_eq!(offer["engine"], Value::Null);
    }
    assert_eq!(host.wrote("starts").lines().count(), 1);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_an_engine_there_is_nobody_to_seat() {
    let folder = TempDir::new().unwrap();
    let missing = ComputerConfig {
        command: EngineCommand::new(Path::new("/there/is/no/such/engine")),
        options: Vec::new(),
        at_once: 1,
        retry_after: Duration::from_secs(1),
    };
    for computer in [None, Some(missing)] {
        let config = Config {
            computer,
            ..config(folder.path())
        };
        let opened = Opened::new(Running::with_config(config).await, json!({})).await;
        let offer = get(opened.running.address, "/api/computer").await.json();
        assert_eq!(
            offer,
            json!({"engine": null, "chess960": false, "levels": []})
        );
        let refused = opened.seat(Some(&opened.owner), "pip").await;
        assert_eq!(code(&refused), "no_computer");
        opened.running.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_computer_that_is_sent_away_makes_room_for_a_person() {
    let host = Host::new();
    let opened = Opened::new(host.start().await, json!({})).await;
    assert_eq!(opened.seat(Some(&opened.owner), "pip").await.status, 200);
    let mut owner = opened.player().await;
    until(&mut owner, |view| view["seats"]["guest"]["ready"] == true).await;
    owner.grant(json!({"type": "unseat_computer"})).await;
    until(&mut owner, |view| view["seats"]["guest"]["taken"] == false).await;
    assert_eq!(owner.view["seats"]["guest"].get("computer"), None);
    // Whoever sits there next is there, and not away like the one who was sent.
    assert_eq!(opened.seat(Some(&opened.owner), "pip").await.status, 200);
    until(&mut owner, |view| view["seats"]["guest"]["ready"] == true).await;
    until(&mut owner, |view| view["seats"]["guest"]["present"] == true).await;
    owner.grant(json!({"type": "unseat_computer"})).await;
    until(&mut owner, |view| view["seats"]["guest"]["taken"] == false).await;
    let join = format!("/api/tables/{}/join", opened.table);
    let joined = post(opened.running.address, &join, json!({"name": "Bo"})).await;
    assert_eq!(joined.status, 200, "{}", joined.text());
    until(&mut owner, |view| view["seats"]["guest"]["name"] == "Bo").await;
    let token = joined.json()["token"].as_str().map(str::to_owned);
    let guest = Player::connect(
        opened.running.address,
        &opened.table,
        token.as_deref(),
        None,
    );
    let _guest = guest.await;
    until(&mut owner, |view| view["seats"]["guest"]["present"] == true).await;
    opened.running.stop().await;
}
