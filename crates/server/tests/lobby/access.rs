//! Who is let in, and for how long: bans, wherever they are made, and what ends with a password.

use serde_json::{Value, json};
use tabiya_server::Office;
use tempfile::TempDir;

use crate::common::{Opened, Player, request, text};
use crate::member::{Member, pair};
use crate::page::{Page, seat_token, start};
use crate::running::Running;
use crate::signed::{SECRET, call, sign_in};

/// The office of a command line beside the service.
fn office(folder: &TempDir) -> Office {
    Office::open(folder.path()).unwrap()
}

/// A game of two accounts that runs: its table, and the socket and the seat's token of each.
struct Game {
    opened: Opened,
    ana: Player,
    bo: Player,
}

async fn game(server: &Running, ana: &Member, bo: &Member, clock: Value) -> Game {
    let rules = json!({"preset": "fide-online", "switches": {"start": "on_start_command"}});
    let settings = json!({"clock": clock, "rules": rules, "owner_color": "white"});
    let open = ana.does("/api/tables", json!({"settings": settings})).await;
    let open = open.json();
    let table = text(&open, "table");
    let joined = bo
        .does(&format!("/api/tables/{table}/join"), json!({}))
        .await;
    let opened = Opened {
        address: server.address,
        table,
        owner: seat_token(&open),
        guest: seat_token(&joined.json()),
    };
    let (ana, bo) = opened.started().await;
    Game { opened, ana, bo }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_banned_looks_on_and_the_clock_runs_wherever_the_ban_is_made() {
    for by_command_line in [true, false] {
        let folder = TempDir::new().unwrap();
        let server = start(&folder).await;
        let (ana, bo) = pair(&server).await;
        let clock = json!({"type": "sudden_death", "bank_ms": 600_000});
        let Game {
            opened,
            ana: mut one,
            bo: mut other,
        } = game(&server, &ana, &bo, clock).await;
        let mut lobby = bo.page().await;
        let seq = one.play("e2e4").await;
        other.catch_up(seq).await;
        if by_command_line {
            office(&folder).ban("Bo", "insults", None).await.unwrap();
        } else {
            let ban = json!({"whom": "Bo", "reason": "insults"});
            ana.does("/api/admin/bans", ban).await;
        }
        lobby.ends().await;
        assert_eq!(u16::from(other.goodbye().await.unwrap().code), 1013);
        // His link needs no session, and opens the seat no more.
        let mut back =
            Player::connect(server.address, &opened.table, Some(&opened.guest), None).await;
        let told = back.first["error"].clone();
        assert_eq!(told["code"], "banned");
        assert!(text(&told, "message").contains("insults"), "{told}");
        back.next().await;
        assert_eq!(back.view["you"], "spectator");
        assert_eq!(
            back.refused(json!({"type": "move", "uci": "e7e5"})).await,
            "not_seated"
        );
        back.send(&json!({"token": opened.guest})).await;
        assert_eq!(back.next().await["error"]["code"], "banned");
        let bearer = format!("Bearer {}", opened.guest);
        let headers = [("Authorization", bearer.as_str())];
        let command = json!({"id": "c9", "do": {"type": "resign"}}).to_string();
        for (path, body) in [
            ("/commands", command.as_str()),
            ("/seat", &json!({"token": opened.guest}).to_string()),
            ("/links", ""),
        ] {
            let reply = request(server.address, "POST", &opened.path(path), &headers, body).await;
            assert_eq!(reply.status, 403, "{path}: {}", reply.text());
            assert_eq!(reply.json()["error"]["code"], "banned", "{path}");
        }
        // The opponent loses nothing: the clock of whoever is banned runs, and he counts as away.
        while one.view["seats"]["guest"]["present"] == true {
            one.next().await;
        }
        assert_eq!(one.view["game"]["clock"]["running"], "black");
        // Once it is lifted the seat is his again.
        office(&folder).unban("Bo").await.unwrap();
        let again = Player::connect(server.address, &opened.table, Some(&opened.guest), None).await;
        assert_eq!(again.view["you"], "guest");
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_no_clock_ends_is_given_to_the_opponent_of_whoever_is_banned_for_good() {
    let folder = TempDir::new().unwrap();
    let server = start(&folder).await;
    let (ana, bo) = pair(&server).await;
    let untimed = json!({"type": "untimed"});
    let Game {
        opened,
        ana: mut one,
        bo: other,
    } = game(&server, &ana, &bo, untimed).await;
    let desk = office(&folder);
    desk.ban("Bo", "insults", Some(3)).await.unwrap();
    other.goodbye().await;
    assert_eq!(
        opened.view(&opened.owner).await["phase"],
        "playing",
        "it waits for him"
    );
    desk.ban("Bo", "insults again", None).await.unwrap();
    let ended = one.wait_for("game_ended").await["event"].clone();
    assert_eq!(ended["outcome"], json!({"type": "win", "color": "white"}));
    assert_eq!(ended["termination"], "ruling");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_banned_network_loses_its_open_sockets() {
    let folder = TempDir::new().unwrap();
    let server = start(&folder).await;
    let mut guest = Page::open(server.address).await;
    let game = Opened::usual(server.address).await;
    let (player, _) = game.players().await;
    let desk = office(&folder);
    desk.ban("127.0.0.1", "floods", Some(1)).await.unwrap();
    guest.ends().await;
    player.goodbye().await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_password_ends_what_the_old_one_may_have_opened() {
    let folder = TempDir::new().unwrap();
    let server = start(&folder).await;
    let (ana, bo) = pair(&server).await;
    let clock = json!({"type": "sudden_death", "bank_ms": 600_000});
    let Game {
        opened, ana: one, ..
    } = game(&server, &ana, &bo, clock).await;
    let other = sign_in(server.address, "Ana", SECRET).await;
    let other = Member {
        cookie: other.cookie(),
        ..ana.clone()
    };
    let (mut here, mut there) = (ana.page().await, other.page().await);
    let token = ana.token(&["preference:read"]).await;
    let preferences = async || {
        let path = "/api/account/preferences";
        call(server.address, "GET", path, &token, Value::Null)
            .await
            .status
    };
    let change = |old: &str, new: &str, revoke_tokens: bool| json!({"old": old, "new": new, "revoke_tokens": revoke_tokens});
    let path = "/api/account/password";
    ana.does(path, change(SECRET, "andere Pferde", false)).await;
    there.ends().await;
    one.goodbye().await;
    assert!(here.heard("error").await.is_empty(), "the own page stays");
    let bearer = format!("Bearer {}", opened.owner);
    let headers = [("Authorization", bearer.as_str())];
    let reply = request(server.address, "GET", &opened.path(""), &headers, "").await;
    assert_eq!(
        reply.status, 403,
        "the link that may be known to somebody else"
    );
    let view = ana.get(&opened.path("")).await;
    assert_eq!(view["you"], "owner", "the seat itself is the account's");
    assert_eq!(opened.view(&opened.guest).await["you"], "guest");
    let renewed = ana.does(&opened.path("/links"), Value::Null).await.json();
    assert_eq!(opened.view(&seat_token(&renewed)).await["you"], "owner");
    assert_eq!(preferences().await, 200, "it was not asked for");
    ana.does(path, change("andere Pferde", "dritte Pferde", true))
        .await;
    assert_eq!(preferences().await, 401);
    server.stop().await;
}
