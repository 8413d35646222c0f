//! Seeks of accounts, challenges, chat, mutes, a rematch that waits, and which games are listed.

use serde_json::{Value, json};
use tabiya_server::{House as _, HouseRules, SqliteStore};
use tempfile::TempDir;

use crate::common::{self, Opened, Player, text};
use crate::member::{Member, pair};
use crate::page::{Page, blitz, by_days, start};
use crate::running::Running;

#[tokio::test(flavor = "multi_thread")]
async fn accounts_play_rated_games_within_their_ranges() {
    let folder = TempDir::new().unwrap();
    let server = start(&folder).await;
    let (ana, bo) = pair(&server).await;
    let (mut one, mut other) = (ana.page().await, bo.page().await);
    let seek = |min: u16, max: u16| json!({"seek": {"clock": blitz(), "rated": true, "range": {"min": min, "max": max}}});
    one.say(seek(1300, 1400)).await;
    let id = one.hear("mine").await[0].clone();
    let seeks = other.seeks().await;
    assert_eq!(seeks[0]["name"], "Ana");
    assert_eq!(seeks[0]["rating"], 1200);
    assert_eq!(seeks[0]["provisional"], true);
    other.say(json!({"accept": id})).await;
    assert_eq!(other.hear("error").await["code"], "outside_range");
    let mut guest = Page::open(server.address).await;
    guest.say(json!({"accept": id})).await;
    assert_eq!(guest.hear("error").await["code"], "needs_account");
    one.say(seek(1000, 1400)).await;
    one.hear("mine").await;
    other
        .say(json!({"quick": {"clock": blitz(), "rated": true}}))
        .await;
    let (_, player) = one.sit().await;
    let switches = &player.view["settings"]["rules"]["switches"];
    assert_eq!(switches["rating"], "elo");
    assert_eq!(player.view["seats"]["guest"]["name"], "Bo");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn seeks_and_challenges_by_days_outlive_the_server() {
    let folder = TempDir::new().unwrap();
    let server = start(&folder).await;
    let (ana, bo) = pair(&server).await;
    let mut page = ana.page().await;
    page.say(json!({"seek": {"clock": by_days(), "rated": true}}))
        .await;
    let id = page.hear("mine").await[0].clone();
    let body = json!({"to": "bo", "clock": by_days()});
    let challenge = ana.does("/api/challenges", body).await.json()["id"].clone();
    drop(page);
    server.stop().await;

    let server = start(&folder).await;
    let (ana, bo) = (
        Member {
            address: server.address,
            ..ana
        },
        Member {
            address: server.address,
            ..bo
        },
    );
    assert_eq!(bo.get("/api/challenges").await[0]["from"], "Ana");
    let mut page = bo.page().await;
    assert_eq!(page.seeks().await[0]["id"], id);
    page.say(json!({"accept": id})).await;
    let (table, _) = page.sit().await;
    let path = format!("/api/challenges/{}/accept", challenge.as_str().unwrap());
    let answer = bo.does(&path, Value::Null).await.json();
    assert_eq!(answer["seat"], "guest");
    assert_eq!(bo.refused(&path, Value::Null).await, "challenge_gone");
    // She is told when she comes, until she has seen it, and holds her seats without any link.
    let mut page = ana.page().await;
    let told = [page.hear("notice").await, page.hear("notice").await];
    for notice in &told {
        assert_eq!(notice["type"], "began");
        assert_eq!(notice["name"], "Bo");
        page.say(json!({"seen": notice["id"]})).await;
        assert_eq!(page.hear("notice_gone").await, notice["id"]);
    }
    assert!(told.iter().any(|notice| notice["table"] == table.as_str()));
    let view = ana.get(&format!("/api/tables/{table}")).await;
    assert_eq!(view["you"], "owner");
    assert_eq!(view["settings"]["rules"]["preset"], "letter");
    assert!(ana.page().await.heard("notice").await.is_empty());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_banned_person_seeks_is_gone_and_so_are_his_sockets() {
    let folder = TempDir::new().unwrap();
    let server = start(&folder).await;
    let (ana, bo) = pair(&server).await;
    let mut page = bo.page().await;
    page.say(json!({"seek": {"clock": by_days(), "rated": true}}))
        .await;
    page.hear("mine").await;
    let body = json!({"to": "Ana", "clock": by_days()});
    bo.does("/api/challenges", body).await;
    let mut other = ana.page().await;
    assert_eq!(other.seeks().await.len(), 1);
    let ban = json!({"whom": "Bo", "reason": "insults"});
    ana.does("/api/admin/bans", ban).await;
    assert_eq!(ana.get("/api/challenges").await, json!([]));
    assert_eq!(ana.page().await.seeks().await, Vec::<Value>::new());
    page.ends().await;
    server.stop().await;
    // Nor do they come back.
    let server = start(&folder).await;
    let mut guest = Page::open(server.address).await;
    assert_eq!(guest.seeks().await, Vec::<Value>::new());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_is_shown_answered_and_limited() {
    let folder = TempDir::new().unwrap();
    let server = start(&folder).await;
    let (ana, bo) = pair(&server).await;
    let wanted = |to: &str| json!({"to": to, "clock": blitz(), "color": "white"});
    assert_eq!(
        ana.refused("/api/challenges", wanted("Nemo")).await,
        "no_such_person"
    );
    assert_eq!(
        ana.refused("/api/challenges", wanted("Ana")).await,
        "oneself"
    );
    assert_eq!(
        ana.refused("/api/challenges", wanted("Bo")).await,
        "not_here"
    );
    let mut here = bo.page().await;
    let mut there = ana.page().await;
    let id = ana.does("/api/challenges", wanted("Bo")).await.json()["id"].clone();
    let path = |deed: &str| format!("/api/challenges/{}/{deed}", id.as_str().unwrap());
    assert_eq!(here.hear("challenges").await[0]["from"], "Ana");
    assert_eq!(there.hear("challenges").await[0]["to"], "Bo");
    assert_eq!(
        ana.refused("/api/challenges", wanted("Bo")).await,
        "too_many_challenges"
    );
    // Only whom it is for can accept it.
    assert_eq!(
        ana.refused(&path("accept"), Value::Null).await,
        "challenge_gone"
    );
    bo.does(&path("decline"), json!({"reason": "slower"})).await;
    let declined = there.hear("notice").await;
    assert_eq!(
        (&declined["type"], &declined["reason"]),
        (&json!("declined"), &json!("slower"))
    );
    assert_eq!(here.hear("challenges").await, json!([]));

    let id = ana.does("/api/challenges", wanted("Bo")).await.json()["id"].clone();
    let path = format!("/api/challenges/{}/accept", id.as_str().unwrap());
    let answer = bo.does(&path, Value::Null).await.json();
    let (table, player) = there.sit().await;
    assert_eq!(answer["table"], table.as_str());
    assert_eq!(player.view["game"]["white"], "owner");

    // Nobody has to take challenges.
    for (wishes, code) in [
        (json!({"listed": true, "challenges": "none"}), "unwanted"),
        (json!({"listed": true, "challenges": "known"}), "unwanted"),
    ] {
        bo.does("/api/lobby/wishes", wishes).await;
        assert_eq!(ana.refused("/api/challenges", wanted("Bo")).await, code);
    }
    bo.does(
        "/api/lobby/wishes",
        json!({"listed": true, "challenges": "all"}),
    )
    .await;
    bo.does("/api/lobby/mutes", json!({"name": "Ana", "muted": true}))
        .await;
    assert_eq!(
        ana.refused("/api/challenges", wanted("Bo")).await,
        "unwanted"
    );
    assert_eq!(bo.get("/api/lobby/mutes").await["muted"], json!(["Ana"]));
    // They are not paired with each other either.
    there.say(json!({"taken": table})).await;
    there.quick().await;
    there.hear("mine").await;
    let mut again = bo.page().await;
    again.quick().await;
    assert_eq!(again.hear("mine").await.as_array().unwrap().len(), 1);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_here_is_listed_by_account_unless_he_does_not_want_it() {
    let folder = TempDir::new().unwrap();
    let server = start(&folder).await;
    let ana = Member::new(server.address, "Ana").await;
    let mut guest = Page::open(server.address).await;
    guest.say(json!({"follow": ["online"]})).await;
    assert_eq!(guest.hear("state").await["online"], json!([]));
    let _page = ana.page().await;
    assert_eq!(guest.hear("online").await["added"], json!(["Ana"]));
    ana.does(
        "/api/lobby/wishes",
        json!({"listed": false, "challenges": "all"}),
    )
    .await;
    assert_eq!(guest.hear("online").await["gone"], json!(["Ana"]));
    server.stop().await;
}

/// Two guests at a table from the lobby, White first.
async fn guests(server: &Running) -> (Page, String, Player, Player) {
    let (mut ana, mut bo) = (
        Page::open(server.address).await,
        Page::open(server.address).await,
    );
    ana.say(json!({"seek": {"clock": blitz(), "color": "white", "name": "Ana"}}))
        .await;
    ana.hear("mine").await;
    bo.say(json!({"quick": {"clock": blitz(), "name": "Bo"}}))
        .await;
    let ((table, white), (_, black)) = (ana.sit().await, bo.sit().await);
    (bo, table, white, black)
}

/// The next thing that is said, or the refusal of what was said.
async fn hear(player: &mut Player) -> Value {
    loop {
        let message = player.next().await;
        for kind in ["chat", "error"] {
            if !message[kind].is_null() {
                return message[kind].clone();
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn players_talk_and_nobody_else_hears_them() {
    let folder = TempDir::new().unwrap();
    let server = start(&folder).await;
    let (_, table, mut white, mut black) = guests(&server).await;
    let mut watcher = Player::connect(server.address, &table, None, None).await;
    white
        .send(&json!({"say": {"text": " Hi\u{202E} there\n"}}))
        .await;
    for player in [&mut white, &mut black] {
        let line = hear(player).await;
        assert_eq!(line["text"], "Hi there");
        assert_eq!(
            (&line["number"], &line["seat"]),
            (&json!(1), &json!("owner"))
        );
    }
    black.send(&json!({"say": {"phrase": "good_luck"}})).await;
    assert_eq!(hear(&mut white).await["phrase"], "good_luck");
    for (said, code) in [
        (json!({"text": "\u{200B}"}), "empty"),
        (json!({"text": "x".repeat(141)}), "too_long"),
        (json!({"phrase": "buy_gold"}), "no_such_phrase"),
    ] {
        black.send(&json!({"say": said})).await;
        loop {
            let heard = hear(&mut black).await;
            if heard["code"] == code {
                break;
            }
            assert!(heard["code"].is_null(), "{heard}");
        }
    }
    watcher.send(&json!({"say": {"text": "psst"}})).await;
    assert_eq!(hear(&mut watcher).await["code"], "not_seated");
    watcher.send(&json!({"ping": 1})).await;
    assert_eq!(
        watcher.next().await["pong"],
        1,
        "nothing was said to who watches"
    );
    let reply = common::get(server.address, &format!("/api/tables/{table}/chat")).await;
    assert_eq!(reply.status, 403);
    // More than a few at once are too many.
    for _ in 0..8 {
        white.send(&json!({"say": {"text": "again"}})).await;
    }
    loop {
        let heard = hear(&mut white).await;
        if heard["code"] == "too_fast" {
            break;
        }
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_said_is_kept_and_a_mute_is_remembered() {
    let folder = TempDir::new().unwrap();
    let server = start(&folder).await;
    let (ana, bo) = pair(&server).await;
    let (mut one, mut other) = (ana.page().await, bo.page().await);
    one.quick().await;
    one.hear("mine").await;
    other.quick().await;
    let ((table, mut owner), _) = (one.sit().await, other.sit().await);
    owner.send(&json!({"say": {"text": "Hello"}})).await;
    hear(&mut owner).await;
    let path = |rest: &str| format!("/api/tables/{table}/{rest}");
    let chat = bo.get(&path("chat")).await;
    assert_eq!(chat["lines"][0]["text"], "Hello");
    assert_eq!(
        (&chat["quiet"], &chat["muted"]),
        (&json!(false), &json!(false))
    );
    let muted = bo.does(&path("mute"), json!({"muted": true})).await.json();
    assert_eq!(muted, json!({"muted": true, "kept": true}));
    assert_eq!(bo.get(&path("chat")).await["muted"], true);
    assert_eq!(bo.get("/api/lobby/mutes").await["muted"], json!(["Ana"]));
    bo.does(&path("mute"), json!({"muted": false})).await;
    assert_eq!(bo.get("/api/lobby/mutes").await["muted"], json!([]));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_of_the_lobby_are_listed_and_tables_of_friends_are_not() {
    let folder = TempDir::new().unwrap();
    let server = start(&folder).await;
    let friends = Opened::usual(server.address).await;
    let _friends = friends.started().await;
    let (_, table, mut white, mut black) = guests(&server).await;
    let mut watcher = Page::open(server.address).await;
    watcher.say(json!({"follow": ["games"]})).await;
    let mut games = watcher.hear("state").await["games"]
        .as_array()
        .unwrap()
        .clone();
    while games.is_empty() {
        games = watcher.hear("games").await["changed"]
            .as_array()
            .unwrap()
            .clone();
    }
    assert_eq!(games.len(), 1);
    assert_eq!(games[0]["table"], table.as_str());
    assert_eq!(games[0]["white"]["name"], "Ana");
    assert_eq!(games[0]["black"]["guest"], true);
    common::play(&mut white, &mut black, &["e2e4", "e7e5"]).await;
    assert_eq!(watcher.hear("tv").await, table.as_str());
    white.grant(json!({"type": "resign"})).await;
    assert_eq!(watcher.hear("tv").await, Value::Null);
    loop {
        if watcher.hear("games").await["gone"] == json!([table]) {
            break;
        }
    }
    // The owner decides, nobody else, and a table that has left the memory is listed still.
    let listing = friends.path("/listing");
    let show = |token: &str| {
        (
            format!("Bearer {token}"),
            json!({"listed": true}).to_string(),
        )
    };
    let (bearer, body) = show(&friends.guest);
    let headers = [("Authorization", bearer.as_str())];
    let reply = common::request(server.address, "POST", &listing, &headers, &body).await;
    assert_eq!(reply.status, 403);
    let (bearer, body) = show(&friends.owner);
    let headers = [("Authorization", bearer.as_str())];
    let reply = common::request(server.address, "POST", &listing, &headers, &body).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    loop {
        let news = watcher.hear("games").await;
        if news["changed"][0]["table"] == friends.table.as_str() {
            break;
        }
    }
    server.stop().await;
    let server = start(&folder).await;
    let mut watcher = Page::open(server.address).await;
    watcher.say(json!({"follow": ["games"]})).await;
    let mut games = watcher.hear("state").await["games"]
        .as_array()
        .unwrap()
        .clone();
    while games.is_empty() {
        games = watcher.hear("games").await["changed"]
            .as_array()
            .unwrap()
            .clone();
    }
    assert_eq!(games[0]["table"], friends.table.as_str());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_waits_for_who_is_away_and_he_is_told() {
    let folder = TempDir::new().unwrap();
    let server = start(&folder).await;
    let (mut lobby, table, mut white, black) = guests(&server).await;
    white.grant(json!({"type": "resign"})).await;
    drop(black);
    white.grant(json!({"type": "offer_rematch"})).await;
    let notice = lobby.hear("notice").await;
    assert_eq!(notice["type"], "rematch");
    assert_eq!(
        (&notice["table"], &notice["name"]),
        (&json!(table), &json!("Ana"))
    );
    // It is the same on a page that is opened later, until nobody waits any more.
    let mut later = lobby.again().await;
    assert_eq!(later.hear("notice").await, notice);
    white.grant(json!({"type": "decline_rematch"})).await;
    assert_eq!(lobby.hear("notice_gone").await, notice["id"]);
    assert!(lobby.again().await.heard("notice").await.is_empty());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_quiet_house_only_phrases_are_said() {
    let folder = TempDir::new().unwrap();
    let store = SqliteStore::open(folder.path()).unwrap();
    let rules = store.rules().await.unwrap();
    let quiet = HouseRules {
        quiet: true,
        ..rules
    };
    store.set_rules(quiet).await.unwrap();
    drop(store);
    let server = start(&folder).await;
    let (_, _, mut white, mut black) = guests(&server).await;
    white.send(&json!({"say": {"text": "Hi"}})).await;
    assert_eq!(hear(&mut white).await["code"], "quiet");
    white.send(&json!({"say": {"phrase": "hello"}})).await;
    assert_eq!(hear(&mut black).await["phrase"], "hello");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_is_declined_or_accepted_and_never_both() {
    let folder = TempDir::new().unwrap();
    let server = start(&folder).await;
    let (ana, bo) = pair(&server).await;
    let mut here = ana.page().await;
    for _ in 0..8 {
        let body = json!({"to": "Bo", "clock": by_days()});
        let made = ana.does("/api/challenges", body).await.json();
        let path = |deed: &str| format!("/api/challenges/{}/{deed}", text(&made, "id"));
        let (accept, decline) = (path("accept"), path("decline"));
        let (accepted, declined) = tokio::join!(
            bo.ask("POST", &accept, Value::Null),
            bo.ask("POST", &decline, Value::Null)
        );
        let done = [&accepted, &declined].map(|reply| reply.status < 300);
        assert_ne!(done[0], done[1], "{} {}", accepted.text(), declined.text());
        let lost = if done[0] { &declined } else { &accepted };
        assert_eq!(lost.json()["error"]["code"], "challenge_gone");
        let notice = here.hear("notice").await;
        let kind = if done[0] { "began" } else { "declined" };
        assert_eq!(notice["type"], kind);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn as_many_challenges_and_seeks_wait_as_may_however_they_are_sent() {
    let folder = TempDir::new().unwrap();
    let server = start(&folder).await;
    let ana = Member::new(server.address, "Ana").await;
    let names: Vec<String> = (0..8).map(|number| format!("Guest{number}")).collect();
    for name in &names {
        Member::new(server.address, name).await;
    }
    let challenge = async |name: &String| {
        let body = json!({"to": name, "clock": by_days()});
        ana.ask("POST", "/api/challenges", body).await.status
    };
    let answers = futures_util::future::join_all(names.iter().map(challenge)).await;
    let done = answers.iter().filter(|status| **status < 300).count();
    assert_eq!(done, 5, "{answers:?}");
    let bo = Member::new(server.address, "Bo").await;
    let twice = async || {
        let body = json!({"to": "Ana", "clock": by_days()});
        bo.ask("POST", "/api/challenges", body).await.status < 300
    };
    let (one, other) = tokio::join!(twice(), twice());
    assert_ne!(one, other, "one challenge to the same person");
    let mut pages = Vec::new();
    for _ in 0..8 {
        pages.push(bo.page().await);
    }
    let seek = async |page: &mut Page| {
        page.say(json!({"seek": {"clock": by_days()}})).await;
        page.say(json!({"ping": 1})).await;
        page.hear("pong").await;
    };
    futures_util::future::join_all(pages.iter_mut().map(seek)).await;
    let waiting = bo.page().await.seeks().await;
    assert_eq!(waiting.len(), 5);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_muted_is_not_paired_with_what_waits_already() {
    let folder = TempDir::new().unwrap();
    let server = start(&folder).await;
    let (ana, bo) = pair(&server).await;
    let (mut one, mut other) = (ana.page().await, bo.page().await);
    one.quick().await;
    let id = one.hear("mine").await[0].clone();
    let body = json!({"to": "Ana", "clock": by_days()});
    bo.does("/api/challenges", body).await;
    one.hear("challenges").await;
    let mute = |on: bool| json!({"name": "Bo", "muted": on});
    ana.does("/api/lobby/mutes", mute(true)).await;
    assert_eq!(
        one.hear("challenges").await,
        json!([]),
        "what he wants is gone"
    );
    other.say(json!({"accept": id})).await;
    assert_eq!(other.hear("error").await["code"], "unwanted");
    other.quick().await;
    assert_eq!(other.hear("mine").await.as_array().unwrap().len(), 1);
    // And is heard again at once.
    ana.does("/api/lobby/mutes", mute(false)).await;
    other.say(json!({"accept": id})).await;
    assert_eq!(other.sit().await.0, one.sit().await.0);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_in_a_game_by_letter_is_told_on_every_page_of_its_players() {
    let folder = TempDir::new().unwrap();
    let server = start(&folder).await;
    let (ana, bo) = pair(&server).await;
    let body = json!({"to": "Bo", "clock": by_days(), "color": "white"});
    let made = ana.does("/api/challenges", body).await.json();
    let path = format!("/api/challenges/{}/accept", text(&made, "id"));
    let table = text(&bo.does(&path, Value::Null).await.json(), "table");
    let (mut here, mut there) = (bo.page().await, ana.page().await);
    let command = |id: &str, uci: &str| json!({"id": id, "do": {"type": "move", "uci": uci}});
    let commands = format!("/api/tables/{table}/commands");
    ana.does(&commands, command("c1", "e2e4")).await;
    let letter = loop {
        let letter = here.hear("letter").await;
        if letter["card"]["ply"] == 1 {
            break letter;
        }
    };
    assert_eq!(
        (&letter["table"], &letter["seat"]),
        (&json!(table), &json!("guest"))
    );
    assert_eq!(letter["card"]["turn"], "black");
    assert_eq!(bo.get("/api/games").await["running"], json!([letter]));
    bo.does(&commands, json!({"id": "c2", "do": {"type": "resign"}}))
        .await;
    loop {
        if there.hear("letter").await["card"].is_null() {
            break;
        }
    }
    server.stop().await;
}
