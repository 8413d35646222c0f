//! The service over real sockets and a real SQLite file: a table from its opening to mate.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test ends where something is not as it must be"
)]

mod common;
mod running;

use common::{FOOLS_MATE, Opened, Player, get, play, post, request};
use running::Running;
use serde_json::{Value, json};
use tempfile::TempDir;

#[tokio::test(flavor = "multi_thread")]
async fn two_people_play_fools_mate() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let game = Opened::usual(server.address).await;
    let (mut ana, mut bo) = game.players().await;
    assert_eq!(ana.first["hello"]["v"], 1);
    let view = &ana.first["hello"]["view"];
    assert_eq!(
        (&view["table"], &view["you"]),
        (&json!(game.table), &json!("owner"))
    );
    assert_eq!(view["seats"]["guest"]["name"], "Bo");
    assert_eq!(view["moves"], json!([]));
    assert_eq!(
        ana.refused(json!({"type": "start"})).await,
        "guest_not_ready"
    );
    bo.grant(json!({"type": "ready", "ready": true})).await;
    ana.grant(json!({"type": "start"})).await;
    assert_eq!(bo.wait_for("game_started").await["event"]["white"], "owner");
    assert_eq!(
        bo.refused(json!({"type": "move", "uci": "e7e5"})).await,
        "not_your_turn"
    );

    let refusal = ana.command(json!({"type": "move", "uci": "e1e2"})).await["refusal"].clone();
    assert!(
        refusal["message"].is_string() && refusal["article"].is_string(),
        "{refusal}"
    );
    play(&mut ana, &mut bo, &FOOLS_MATE).await;
    let ended = ana.wait_for("game_ended").await;
    assert_eq!(ended["event"]["termination"], "checkmate");
    assert_eq!(
        ended["event"]["outcome"],
        json!({"type": "win", "color": "black"})
    );
    assert_eq!(ana.view["phase"], "over");
    assert_eq!(ana.view["score"]["guest"], 1.0);
    assert!(ana.view["moves"].is_null(), "moves come with hello only");

    let looked = get(server.address, &game.path("")).await.json();
    assert_eq!(looked["moves"].as_array().unwrap().len(), 4);
    assert_eq!(looked["you"], "spectator");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_opens_a_table_gets_a_cookie_for_it_alone() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let opened = post(server.address, "/api/tables", json!({})).await;
    assert_eq!(opened.status, 201);
    let cookie = opened.header("set-cookie").unwrap();
    let opened = opened.json();
    let table = opened["table"].as_str().unwrap();
    for part in [
        "tabiya_seat=",
        "HttpOnly",
        "SameSite=Lax",
        &format!("Path=/api/tables/{table};"),
    ] {
        assert!(cookie.contains(part), "{cookie}");
    }
    assert!(!cookie.contains("Secure"));
    assert!(
        opened["link"]
            .as_str()
            .unwrap()
            .ends_with(&format!("/t/{table}"))
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_can_be_had_as_pgn() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let game = Opened::usual(server.address).await;
    let (mut ana, mut bo) = game.started().await;
    play(&mut ana, &mut bo, &FOOLS_MATE).await;
    let pgn = get(server.address, &game.path("/games/1.pgn")).await;
    assert_eq!(pgn.status, 200);
    assert!(pgn.header("content-type").unwrap().contains("chess-pgn"));
    let pgn = pgn.text();
    for part in [
        "[White \"Ana\"]",
        "[Black \"Bo\"]",
        "[Result \"0-1\"]",
        "Qh4#",
        "g4",
    ] {
        assert!(pgn.contains(part), "{pgn}");
    }
    for missing in ["/games/2.pgn", "/games/1", "/games/x.pgn"] {
        assert_eq!(
            get(server.address, &game.path(missing)).await.status,
            404,
            "{missing}"
        );
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_everybody_sees_keeps_the_seed_and_the_tokens() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let game = Opened::usual(server.address).await;
    let watcher = Player::connect(server.address, &game.table, None, Some(0)).await;
    let first = watcher.first.to_string();
    assert_eq!(watcher.first["events"][0]["event"]["type"], "table_opened");
    for secret in ["seed", "token", &game.owner, &game.guest] {
        assert!(!first.contains(secret), "{secret} in {first}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_that_comes_twice_is_done_once() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let game = Opened::usual(server.address).await;
    let (mut ana, mut bo) = game.started().await;
    let knight = json!({"type": "move", "uci": "g1f3"});
    let first = ana.command_as("same", knight.clone()).await;
    bo.play("g8f6").await;
    let again = ana.command_as("same", knight.clone()).await;
    assert_eq!(
        first, again,
        "the same answer, although it is her turn again"
    );

    // By HTTP it is the same command, too, and so it is after a restart.
    let bearer = format!("Bearer {}", game.owner);
    let headers = [("Authorization", bearer.as_str())];
    let body = json!({"id": "same", "do": knight}).to_string();
    let path = game.path("/commands");
    let by_http = request(server.address, "POST", &path, &headers, &body).await;
    assert_eq!((by_http.status, by_http.json()), (200, first.clone()));
    // The other seat's ids are its own.
    let other = bo.command_as("same", json!({"type": "offer_draw"})).await;
    assert_ne!(other["seq"], first["seq"]);
    server.stop().await;

    let server = Running::start(folder.path()).await;
    let game = Opened {
        address: server.address,
        ..game
    };
    let mut ana = Player::connect(server.address, &game.table, Some(&game.owner), None).await;
    assert_eq!(
        ana.command_as("same", json!({"type": "resign"})).await,
        first
    );
    assert_eq!(game.view(&game.owner).await["game"]["ply"], 2);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_comes_third_watches() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let game = Opened::usual(server.address).await;
    let late = post(server.address, &game.path("/join"), json!({})).await;
    assert_eq!(
        (late.status, &late.json()["refusal"]["code"]),
        (409, &json!("table_full"))
    );
    let mut watcher = Player::connect(server.address, &game.table, None, None).await;
    assert_eq!(watcher.view["you"], "spectator");
    let (mut ana, _bo) = game.started().await;
    let seq = ana.play("e2e4").await;
    watcher.catch_up(seq).await;
    assert_eq!(watcher.wait_for("move_played").await["event"]["san"], "e4");
    assert_eq!(
        watcher
            .refused(json!({"type": "move", "uci": "e7e5"}))
            .await,
        "not_seated"
    );
    assert_eq!(watcher.view["can"], json!([]));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_comes_back_gets_exactly_the_missing_events() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let game = Opened::usual(server.address).await;
    let (mut ana, mut bo) = game.started().await;
    play(&mut ana, &mut bo, &["e2e4", "e7e5"]).await;
    let seen = bo.view["seq"].as_u64().unwrap();
    drop(bo);
    let last = ana.play("g1f3").await;
    assert_eq!(last, seen + 1, "a short absence is no event");

    let bo = Player::connect(server.address, &game.table, Some(&game.guest), Some(seen)).await;
    let seqs = |message: &Value| -> Vec<u64> {
        let events = message["events"].as_array().unwrap().iter();
        events.map(|event| event["seq"].as_u64().unwrap()).collect()
    };
    assert_eq!(seqs(&bo.first), vec![last]);
    assert_eq!(bo.view["you"], "guest");
    let nothing_new =
        Player::connect(server.address, &game.table, Some(&game.guest), Some(last)).await;
    assert_eq!(seqs(&nothing_new.first), Vec::<u64>::new());
    let from_the_start = Player::connect(server.address, &game.table, None, Some(0)).await;
    assert_eq!(seqs(&from_the_start.first), (1..=last).collect::<Vec<_>>());
    let from_the_future = Player::connect(server.address, &game.table, None, Some(last + 1)).await;
    assert!(
        from_the_future.first["hello"].is_object(),
        "what cannot be continued starts anew"
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_link_takes_the_seat_to_another_device() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let game = Opened::usual(server.address).await;
    let (mut ana, mut bo) = game.started().await;

    // Who has no seat gets no link to one.
    assert_eq!(
        post(server.address, &game.path("/links"), json!({}))
            .await
            .status,
        403
    );
    let bearer = format!("Bearer {}", game.guest);
    let headers = [("Authorization", bearer.as_str())];
    let link = request(server.address, "POST", &game.path("/links"), &headers, "")
        .await
        .json();
    let link = link["seat_link"].as_str().unwrap();
    let (page, token) = link.split_once("#seat=").unwrap();
    assert!(page.ends_with(&format!("/t/{}", game.table)));
    assert_ne!(token, game.guest, "every link is a new token");

    let wrong = post(server.address, &game.path("/seat"), json!({"token": "x"})).await;
    assert_eq!((wrong.status, wrong.header("set-cookie")), (403, None));
    let taken = post(server.address, &game.path("/seat"), json!({"token": token})).await;
    assert_eq!(
        (taken.status, &taken.json()["seat"]),
        (200, &json!("guest"))
    );
    let cookie = taken.cookie();
    let path = game.path("/socket?v=1");
    let mut phone = Player::dial(server.address, &path, &[("Cookie", &cookie)])
        .await
        .unwrap();
    assert_eq!(phone.view["you"], "guest");
    ana.play("e2e4").await;
    let seq = phone.play("e7e5").await;
    bo.catch_up(seq).await;
    // The token is good for its own table only.
    let other = Opened::usual(server.address).await;
    let stranger = post(
        server.address,
        &other.path("/seat"),
        json!({"token": token}),
    )
    .await;
    assert_eq!(stranger.status, 403);
    // There is an end to links.
    let bearer = format!("Bearer {}", other.guest);
    let of_other = [("Authorization", bearer.as_str())];
    let path = other.path("/links");
    let refused = loop {
        let link = request(server.address, "POST", &path, &of_other, "").await;
        if link.status != 200 {
            break link;
        }
    };
    assert_eq!(refused.status, 409);
    assert_eq!(refused.json()["error"]["code"], "too_many_links");
    // Who joins with a seat already is told which one.
    let headers = [("Cookie", cookie.as_str())];
    let again = request(server.address, "POST", &game.path("/join"), &headers, "").await;
    assert_eq!(again.json(), json!({"seat": "guest"}));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_may_show_its_token_in_the_first_message() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let game = Opened::usual(server.address).await;
    let mut bot = Player::connect(server.address, &game.table, None, None).await;
    bot.send(&json!({"token": game.guest})).await;
    while bot.view["you"] != "guest" {
        bot.next().await;
    }
    bot.grant(json!({"type": "ready", "ready": true})).await;
    bot.send(&json!({"ping": 7})).await;
    let pong = bot.next().await;
    assert!(pong["pong"] == 7 && pong["now"].is_u64(), "{pong}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn presence_follows_the_last_socket_of_a_seat() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let game = Opened::usual(server.address).await;
    let (mut ana, bo) = game.players().await;
    while ana.view["seats"]["guest"]["present"] != true {
        ana.next().await;
    }
    let second = Player::connect(server.address, &game.table, Some(&game.guest), None).await;
    drop(bo);
    ana.send(&json!({"ping": 1})).await;
    assert_eq!(
        ana.next().await["pong"],
        1,
        "the second socket is still there"
    );
    drop(second);
    while ana.view["seats"]["guest"]["present"] != false {
        ana.next().await;
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_has_a_qr_code_of_its_link() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let game = Opened::usual(server.address).await;
    let code = get(server.address, &game.path("/qr.svg")).await;
    assert_eq!(
        (code.status, code.header("content-type")),
        (200, Some("image/svg+xml"))
    );
    assert!(code.text().contains("<svg"));
    assert_eq!(
        get(server.address, "/api/tables/abcdefghij/qr.svg")
            .await
            .status,
        404
    );
    assert_eq!(get(server.address, "/healthz").await.text(), "ok");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_is_not_lost_with_the_answer_to_joining() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    let token = "abcdefghabcdefghabcdefgh";
    for _ in 0..2 {
        // One token may serve at any number of tables.
        let opened = post(server.address, "/api/tables", json!({})).await.json();
        let path = format!("/api/tables/{}/join", opened["table"].as_str().unwrap());
        for _ in 0..2 {
            let joined = post(server.address, &path, json!({"name": "Bo", "token": token})).await;
            assert_eq!(joined.status, 200, "{}", joined.text());
            assert_eq!(joined.json()["seat"], "guest");
            assert!(joined.cookie().contains(token));
        }
        let other = json!({"token": "hgfedcbahgfedcbahgfedcba"});
        assert_eq!(post(server.address, &path, other).await.status, 409);
        let wrong = json!({"token": "short"});
        assert_eq!(post(server.address, &path, wrong).await.status, 400);
        // Who brings the token of the other seat is told that one.
        let owner = json!({"token": opened["token"]});
        let joined = post(server.address, &path, owner).await.json();
        assert_eq!(joined["seat"], "owner");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dead_position_that_no_glance_sees_ends_the_game_by_itself() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(folder.path()).await;
    // The pawn on d6 can still close the wall for good.
    let fen = "4k3/8/3p4/8/1p1p1p1p/1P1P1P1P/8/4K3 w - - 0 1";
    let settings = json!({"start": {"type": "position", "fen": fen}});
    let game = Opened::with(server.address, settings).await;
    let (mut ana, mut bo) = game.players().await;
    bo.grant(json!({"type": "ready", "ready": true})).await;
    ana.grant(json!({"type": "start"})).await;
    let ended = bo.wait_for("game_ended").await["event"].clone();
    assert_eq!(ended["termination"], "dead_position");
    assert_eq!(ended["outcome"], json!({"type": "draw"}));
    let prospects = ended["prospects"].as_array().unwrap();
    assert_eq!(prospects.len(), 2);
    for prospect in prospects {
        assert_eq!(prospect["type"], "no_mate");
    }
    assert_eq!(bo.view["phase"], "over");
    server.stop().await;
}
