//! Quick pairing, seeks, who is here, and two who click at once.

use std::collections::HashMap;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common;
use crate::page::{Page, blitz, start};

#[tokio::test(flavor = "multi_thread")]
async fn two_guests_who_want_the_same_clock_play() {
    let folder = TempDir::new().unwrap();
    let server = start(&folder).await;
    let mut ana = Page::open(server.address).await;
    let mut bo = Page::open(server.address).await;
    ana.say(json!({"quick": {"clock": blitz(), "name": " Ana "}}))
        .await;
    let mine = ana.hear("mine").await;
    assert_eq!(mine.as_array().unwrap().len(), 1);
    let seeks = bo.seeks().await;
    assert_eq!(seeks[0]["name"], "Ana");
    assert_eq!(seeks[0]["guest"], true);
    bo.quick().await;
    let ((table, one), (same, other)) = (ana.sit().await, bo.sit().await);
    assert_eq!(table, same);
    assert_eq!(one.view["you"], "owner");
    assert_eq!(one.view["phase"], "playing");
    assert_eq!(one.view["seats"]["owner"]["name"], "Ana");
    let rules = &one.view["settings"]["rules"]["switches"];
    assert_eq!(rules["first_move_limit_ms"], 30_000);
    assert_eq!(rules["rating"], Value::Null, "guests play for nothing");
    let owner_is_white = one.view["game"]["white"] == "owner";
    let (mut white, mut black) = if owner_is_white {
        (one, other)
    } else {
        (other, one)
    };
    common::play(&mut white, &mut black, &["e2e4", "e7e5"]).await;
    assert!(bo.seeks().await.is_empty());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn colors_are_kept_and_nobody_plays_himself() {
    let folder = TempDir::new().unwrap();
    let server = start(&folder).await;
    let mut ana = Page::open(server.address).await;
    ana.say(json!({"seek": {"clock": blitz(), "color": "black"}}))
        .await;
    let mine = ana.hear("mine").await;
    let mut same_browser = ana.again().await;
    same_browser.say(json!({"accept": mine[0]})).await;
    assert_eq!(same_browser.hear("error").await["code"], "own_seek");
    // A second seek of the same person takes the place of the first.
    same_browser
        .say(json!({"seek": {"clock": blitz(), "color": "white"}}))
        .await;
    let later = same_browser.hear("mine").await;
    assert_ne!(later, mine);
    let mut bo = Page::open(server.address).await;
    assert_eq!(bo.seeks().await.len(), 1);
    bo.say(json!({"seek": {"clock": blitz(), "color": "white"}}))
        .await;
    bo.hear("mine").await;
    assert_eq!(bo.seeks().await.len(), 2, "both want White");
    bo.say(json!({"accept": later[0]})).await;
    let (_, player) = same_browser.sit().await;
    assert_eq!(player.view["game"]["white"], "owner");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_who_click_at_the_same_moment_one_plays() {
    let folder = TempDir::new().unwrap();
    let server = start(&folder).await;
    let (mut paired, mut late) = (0, 0);
    for _ in 0..100 {
        let mut ana = Page::open(server.address).await;
        let (mut bo, mut cy) = tokio::join!(Page::open(server.address), Page::open(server.address));
        ana.quick().await;
        let id = ana.hear("mine").await[0].clone();
        let accept = json!({"accept": id});
        tokio::join!(bo.say(accept.clone()), cy.say(accept));
        let table = ana.hear("paired").await["table"].clone();
        let mut winners = 0;
        for page in [&mut bo, &mut cy] {
            match page.first_of(["paired", "error"]).await {
                ("paired", paired) => {
                    assert_eq!(paired["table"], table);
                    winners += 1;
                }
                (_, error) => {
                    assert_eq!(error["code"], "seek_gone");
                    late += 1;
                }
            }
        }
        assert_eq!(winners, 1);
        assert!(ana.heard("paired").await.is_empty(), "only once");
        paired += winners;
    }
    assert_eq!((paired, late), (100, 100));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crowd_that_seeks_at_the_same_moment_is_paired_two_by_two() {
    const CROWD: usize = 40;
    let folder = TempDir::new().unwrap();
    let server = start(&folder).await;
    let mut pages = Vec::new();
    for _ in 0..CROWD {
        pages.push(Page::open(server.address).await);
    }
    let players = pages.into_iter().map(|mut page| {
        tokio::spawn(async move {
            page.quick().await;
            let paired = page.hear("paired").await;
            assert!(page.heard("paired").await.is_empty(), "only once");
            paired
        })
    });
    let mut seats: HashMap<String, Vec<String>> = HashMap::new();
    for player in players.collect::<Vec<_>>() {
        let paired = player.await.unwrap();
        let text = |field: &str| paired[field].as_str().unwrap().to_owned();
        seats.entry(text("table")).or_default().push(text("seat"));
    }
    assert_eq!(seats.len(), CROWD / 2);
    for mut seats in seats.into_values() {
        seats.sort();
        assert_eq!(seats, ["guest", "owner"]);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_gone_is_not_paired_and_a_page_that_is_loaded_again_keeps_its_seek() {
    let folder = TempDir::new().unwrap();
    let server = start(&folder).await;
    let mut ana = Page::open(server.address).await;
    ana.quick().await;
    let id = ana.hear("mine").await[0].clone();
    let mut bo = Page::open(server.address).await;
    let cookie = ana.cookie.clone();
    drop(ana);
    // The server has seen the end of the socket when it counts one guest.
    bo.say(json!({"follow": ["seeks"]})).await;
    loop {
        let (kind, news) = bo.first_of(["state", "here"]).await;
        let here = if kind == "state" {
            &news["here"]
        } else {
            &news
        };
        if here["guests"] == 1 {
            break;
        }
    }
    bo.say(json!({"accept": id})).await;
    assert_eq!(bo.hear("error").await["code"], "seek_gone");
    let mut ana = Page::dial(server.address, &cookie).await.unwrap();
    ana.say(json!({"follow": []})).await;
    assert_eq!(ana.hear("state").await["mine"], json!([id]));
    bo.say(json!({"accept": id})).await;
    let (table, _) = bo.sit().await;
    assert_eq!(ana.sit().await.0, table);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seeker_who_stays_away_is_forgotten_and_the_others_are_told() {
    let folder = TempDir::new().unwrap();
    let server = start(&folder).await;
    let mut bo = Page::open(server.address).await;
    assert!(bo.seeks().await.is_empty());
    let mut ana = Page::open(server.address).await;
    ana.quick().await;
    let id = ana.hear("mine").await[0].clone();
    assert_eq!(bo.hear("seeks").await["added"][0]["id"], id);
    loop {
        if bo.hear("here").await["guests"] == 2 {
            break;
        }
    }
    drop(ana);
    assert_eq!(bo.hear("seeks").await["gone"], json!([id]));
    assert!(bo.seeks().await.is_empty());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_played_is_refused_in_one_sentence() {
    let folder = TempDir::new().unwrap();
    let server = start(&folder).await;
    let mut ana = Page::open(server.address).await;
    let range = json!({"min": 1500, "max": 1400});
    for (wrong, code) in [
        (
            json!({"seek": {"clock": blitz(), "rated": true}}),
            "needs_account",
        ),
        (
            json!({"seek": {"clock": {"type": "days", "days": 3}}}),
            "needs_account",
        ),
        (json!({"seek": {"clock": {"type": "untimed"}}}), "no_clock"),
        (
            json!({"seek": {"clock": {"type": "sudden_death", "bank_ms": 1}}}),
            "bad_clock",
        ),
        (
            json!({"seek": {"clock": blitz(), "name": "\u{202E}Ana"}}),
            "bad_name",
        ),
        (
            json!({"seek": {"clock": blitz(), "range": range}}),
            "bad_range",
        ),
        (json!({"accept": "abcdefghij"}), "seek_gone"),
        (json!({"dance": 1}), "bad_message"),
    ] {
        ana.say(wrong.clone()).await;
        let error = ana.hear("error").await;
        assert_eq!(error["code"], code, "{wrong}: {error}");
        assert!(error["message"].as_str().unwrap().len() > 10, "{error}");
    }
    assert!(ana.heard("mine").await.is_empty());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn seeks_and_sockets_are_limited() {
    let folder = TempDir::new().unwrap();
    let server = start(&folder).await;
    let mut ana = Page::open(server.address).await;
    for _ in 0..20 {
        ana.quick().await;
        ana.hear("mine").await;
    }
    ana.quick().await;
    assert_eq!(ana.hear("error").await["code"], "too_many");
    let mut pages = Vec::new();
    for _ in 1..20 {
        pages.push(ana.again().await);
    }
    assert!(Page::dial(server.address, &ana.cookie).await.is_err());
    assert!(Page::dial(server.address, "").await.is_ok());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_other_sites_are_kept_out() {
    let folder = TempDir::new().unwrap();
    let server = start(&folder).await;
    let headers = [
        ("Origin", "https://elsewhere.example"),
        ("Connection", "Upgrade"),
        ("Upgrade", "websocket"),
        ("Sec-WebSocket-Version", "13"),
        ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
    ];
    let path = "/api/lobby/socket?v=1";
    let reply = common::request(server.address, "GET", path, &headers, "").await;
    assert_eq!(reply.status, 403);
    assert_eq!(reply.json()["error"]["code"], "foreign_origin");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_one_plays_is_told_until_it_is_known() {
    let folder = TempDir::new().unwrap();
    let server = start(&folder).await;
    let mut ana = Page::open(server.address).await;
    let mut bo = Page::open(server.address).await;
    let mut spare = bo.again().await;
    ana.quick().await;
    ana.hear("mine").await;
    bo.quick().await;
    // The socket takes the message and dies before anybody reads it.
    let table = ana.hear("paired").await["table"].clone();
    let cookie = ana.cookie.clone();
    drop(ana);
    let mut ana = Page::dial(server.address, &cookie).await.unwrap();
    assert_eq!(ana.hear("paired").await["table"], table);
    ana.say(json!({"taken": table})).await;
    assert!(ana.heard("paired").await.is_empty());
    assert!(
        ana.again().await.heard("paired").await.is_empty(),
        "it is known"
    );
    // Of two pages the one that did not ask is told when the other is gone.
    bo.hear("paired").await;
    assert!(spare.heard("paired").await.is_empty());
    drop(bo);
    assert_eq!(spare.hear("paired").await["table"], table);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_clicks_fast_has_one_seek_or_none_and_one_table_at_most() {
    const CLICKS: usize = 200;
    let folder = TempDir::new().unwrap();
    let server = start(&folder).await;
    let mut ana = Page::open(server.address).await;
    let mut last = Value::Null;
    for click in 0..CLICKS {
        match click % 4 {
            0 => ana.quick().await,
            1 => {
                ana.say(json!({"seek": {"clock": blitz(), "color": "white"}}))
                    .await
            }
            2 => ana.say(json!({"ping": click})).await,
            _ => ana.say(json!({"cancel": last})).await,
        }
        for mine in ana.heard("mine").await {
            let mine = mine.as_array().unwrap();
            assert!(mine.len() <= 1, "{mine:?}");
            last = mine.first().cloned().unwrap_or_else(|| json!("abcdefghij"));
        }
    }
    let mut watcher = Page::open(server.address).await;
    assert!(watcher.seeks().await.len() <= 1);
    // Two who would play her, and she goes on clicking.
    let mut others = [
        Page::open(server.address).await,
        Page::open(server.address).await,
    ];
    ana.heard("paired").await;
    for other in &mut others {
        other
            .say(json!({"seek": {"clock": blitz(), "color": "black"}}))
            .await;
    }
    let (mut again, mut third) = (ana.again().await, ana.again().await);
    // As many as one socket may seek at once.
    for _ in 0..20 {
        tokio::join!(again.quick(), third.quick());
    }
    let mut tables: Vec<Value> = Vec::new();
    for page in [&mut ana, &mut again, &mut third] {
        for paired in page.heard("paired").await {
            if !tables.contains(&paired["table"]) {
                tables.push(paired["table"].clone());
            }
        }
    }
    assert!(tables.len() <= 1, "{tables:?}");
    server.stop().await;
}
