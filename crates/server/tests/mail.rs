//! Mail, from the outbox to a real SMTP server, and back by replies.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test ends where something is not as it must be"
)]

mod common;
mod correspondence;
mod post_office;
mod running;

use std::time::Duration;

use common::{Opened, post, request};
use correspondence::{ANA, BO, DAY, House, NOON};
use post_office::Mood;
use running::Running;
use serde_json::{Value, json};
use tabiya_arbiter::{Seat, Timestamp};
use tabiya_server::{
    Fate, Mail, MailChoice, MailTo, Mails as _, NewMail, People as _, Sending, TableId,
};

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_is_tried_until_it_is_taken_and_is_always_the_same() {
    let house = House::new().await;
    house
        .office
        .feels(&[Mood::IsBusy, Mood::HangsUp, Mood::IsBusy]);
    let server = house.run().await;
    house.post(ANA).await;
    let got = house.office.mails_to(ANA, 2).await;
    let ids: Vec<_> = got
        .iter()
        .map(|mail| mail.header("Message-ID").unwrap())
        .collect();
    assert_eq!(ids[0], ids[1], "what came twice is known to be the same");
    house.all_sent().await;
    let health = house.store.mail_health().await.unwrap();
    assert_eq!((health.waiting, health.given_up), (0, 0));
    assert!(got[0].text().contains("/#secret=1"), "{}", got[0].text());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_that_nobody_takes_is_given_up() {
    let house = House::new().await;
    house.office.feels(&[Mood::KnowsNobody]);
    let server = house.run().await;
    house.post("nobody@example.org").await;
    house.all_sent().await;
    let health = house.store.mail_health().await.unwrap();
    assert_eq!((health.waiting, health.given_up), (0, 1));
    assert!(health.last_fault.unwrap().contains("550"));
    // A server that stays busy for days is no better.
    house.office.feels(&[Mood::IsBusy; 3]);
    house.post(ANA).await;
    house.clock.advance(6 * DAY);
    house.all_sent().await;
    assert_eq!(house.store.mail_health().await.unwrap().given_up, 2);
    assert!(house.office.got().is_empty());
    server.stop().await;
}

#[test]
fn a_crash_while_sending_loses_nothing() {
    let life = || tokio::runtime::Runtime::new().unwrap();
    let outside = life();
    let house = outside.block_on(House::new());
    house.office.feels(&[Mood::SaysNothing]);
    outside.block_on(house.post(ANA));
    let inside = life();
    let server = inside.block_on(house.run());
    let first = outside.block_on(house.office.mail_to(ANA, 1));
    // The process dies before the server has answered.
    inside.shutdown_background();
    drop(server);
    let server = outside.block_on(house.run());
    let again = outside.block_on(house.office.mail_to(ANA, 2));
    assert_eq!(first.header("Message-ID"), again.header("Message-ID"));
    outside.block_on(house.all_sent());
    outside.block_on(server.stop());
}

#[tokio::test(flavor = "multi_thread")]
async fn each_move_is_mailed_with_all_that_is_needed() {
    let house = House::new().await;
    let server = house.run().await;
    let (game, mut ana, mut bo) = house.letter(&server, json!({})).await;
    let begins = house.office.mail_to(ANA, 1).await;
    assert!(
        begins
            .line()
            .contains("Your game with Bo begins. You are White")
    );
    let seq = ana.play("e2e4").await;
    bo.catch_up(seq).await;
    let turn = house.office.mail_to(BO, 1).await;
    let line = turn.line();
    for part in [
        "Ana played 1. e4. It is your move; you are Black.",
        "You have until Thu, 24 Sep 2026 14:13 UTC (3 days left)",
        "The board after 1. e4; Black to move:",
        "1 R N B K Q B N R",
        "h g f e d c b a",
        "The moves so far: 1.\u{a0}e4",
        "Write your move on a line of its own",
    ] {
        let part = part.replace('\u{a0}', " ");
        assert!(line.contains(&part), "{part} in {line}");
    }
    assert_eq!(turn.header("Auto-Submitted").unwrap(), "auto-generated");
    assert!(turn.source.contains("Content-Type: image/png"));
    assert!(turn.source.contains("cid:board"));
    let thread = turn.header("References").unwrap();
    assert!(
        thread.contains(&format!("game.{}.1.b@example.org", game.table)),
        "{thread}"
    );
    // The link opens the seat on any device.
    let link = turn.link("#seat=");
    let (_, token) = link.split_once("#seat=").unwrap();
    assert_eq!(game.view(token).await["you"], "guest");
    // The next mail stands in the same thread, under another name.
    let seq = bo.play("e7e5").await;
    ana.catch_up(seq).await;
    let seq = ana.play("g1f3").await;
    bo.catch_up(seq).await;
    let next = house.office.mail_with(BO, "Ana played 2. Nf3").await;
    assert_eq!(next.header("References").unwrap(), thread);
    assert_eq!(next.header("Subject"), turn.header("Subject"));
    assert_ne!(next.header("Message-ID"), turn.header("Message-ID"));
    bo.grant(json!({"type": "resign"})).await;
    let lost = "You lost, against Ana. White won: Black resigned.";
    let lost = house.office.mail_with(BO, lost).await.line();
    assert!(!lost.contains("Write your move"), "{lost}");
    house.office.mail_with(ANA, "You won, against Bo.").await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_that_is_overtaken_is_not_sent() {
    let house = House::new().await;
    house.office.feels(&[Mood::IsBusy; 50]);
    let mut slow = house.config.clone();
    slow.mail.look_every = Duration::from_secs(3600);
    let server = Running::with_all(slow, &house.store, &house.clock).await;
    let (_, mut ana, mut bo) = house.letter(&server, json!({})).await;
    common::play(&mut ana, &mut bo, &["e2e4", "e7e5", "g1f3"]).await;
    server.stop().await;
    house.office.feels(&[]);
    let server = house.run().await;
    house.all_sent().await;
    // Of four mails only the last one is still true.
    let got = house.office.got();
    assert_eq!(got.len(), 1, "{got:#?}");
    assert!(got[0].line().contains("2. Nf3"));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn reminders_come_when_most_of_the_time_has_passed() {
    let house = House::new().await;
    let server = house.run().await;
    let (_, mut ana, mut bo) = house.letter(&server, json!({})).await;
    let seq = ana.play("e2e4").await;
    bo.catch_up(seq).await;
    house.office.mail_to(BO, 1).await;
    house.clock.advance(2 * DAY);
    house.all_sent().await;
    house.clock.advance(DAY / 2);
    let reminder = house.office.mail_to(BO, 2).await.line();
    assert!(
        reminder.contains("Ana is waiting for your move."),
        "{reminder}"
    );
    assert!(reminder.contains("(12 hours 0 minutes left)"), "{reminder}");
    // An offer is mailed, and before it becomes a draw once more.
    let seq = bo.play("e7e5").await;
    ana.catch_up(seq).await;
    bo.grant(json!({"type": "offer_draw"})).await;
    let drawn = "Without an answer the game is drawn on Thu, 01 Oct 2026";
    house.office.mail_with(ANA, drawn).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reminder_outlives_an_outage() {
    let house = House::new().await;
    let server = house.run().await;
    let (game, mut ana, mut bo) = house.letter(&server, json!({})).await;
    let seq = ana.play("e2e4").await;
    bo.catch_up(seq).await;
    house.office.mail_to(BO, 1).await;
    server.stop().await;
    house.clock.advance(DAY * 5 / 2);
    let server = house.run().await;
    let game = Opened {
        address: server.address,
        ..game
    };
    // When the reminder is due, the clock stands.
    house.all_sent().await;
    assert_eq!(
        game.view(&game.guest).await["game"]["clock"]["paused"],
        true
    );
    house.clock.advance(DAY);
    house.all_sent().await;
    house.clock.advance(DAY * 2);
    let reminder = house.office.mail_to(BO, 2).await.line();
    assert!(reminder.contains("waiting for your move"), "{reminder}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_that_holds_a_move_plays_it_once() {
    let house = House::new().await;
    let server = house.run().await;
    let (game, mut ana, _bo) = house.letter(&server, json!({})).await;
    let begins = house.office.mail_to(ANA, 1).await;
    let quote = "\r\n\r\nOn Mon, 21 Sep 2026 at 14:13, Tabiya <chess@example.org> wrote:\r\n\
                 > Your game begins.\r\n> d4\r\n";
    house.reply(&begins, "one", "", &format!("Hello,\r\n\r\ne4{quote}"));
    ana.wait_for("move_played").await;
    let turn = house.office.mail_to(BO, 1).await;
    assert!(turn.line().contains("Ana played 1. e4."));
    // The same mail again, and the same words to the same old position: nothing more happens.
    house.reply(&begins, "one", "", &format!("e4{quote}"));
    house.all_read().await;
    assert_eq!(house.office.got().len(), 2);
    house.reply(&begins, "two", "", "e4");
    let stale = house.office.mail_to(ANA, 2).await;
    assert!(
        stale.line().contains("the game has moved on since"),
        "{}",
        stale.line()
    );
    assert_eq!(stale.header("In-Reply-To").unwrap(), "<two@example.org>");
    // A move and an offer in one mail; the answer in capitals, from a system that folds them.
    let mut shouting = turn.clone();
    let address = turn.header("Reply-To").unwrap();
    let plain = address.split(['<', '>']).nth(1).unwrap_or(&address);
    shouting.source = turn.source.replace(plain, &plain.to_uppercase());
    house.reply(&shouting, "three", "", "E5\r\ne5\r\ndraw?");
    let offered = house.office.mails_to(ANA, 4).await;
    assert!(
        offered
            .iter()
            .any(|mail| mail.line().contains("Bo offers a draw"))
    );
    house.reply(&offered[3], "four", "", "I accept.");
    ana.wait_for("game_ended").await;
    let view = game.view(&game.owner).await;
    assert_eq!(view["game"]["ending"]["termination"], "agreement");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bad_reply_is_answered_and_a_machine_is_not() {
    let house = House::new().await;
    let server = house.run().await;
    let (game, ana, _bo) = house.letter(&server, json!({})).await;
    let begins = house.office.mail_to(ANA, 1).await;
    house.reply(&begins, "a", "", "Ke2");
    let refused = house.office.mail_to(ANA, 2).await;
    assert!(
        refused
            .line()
            .contains("could not be followed, and nothing was played")
    );
    assert!(refused.line().contains("Ke2: "), "{}", refused.line());
    house.reply(&begins, "b", "", "resign");
    assert!(
        house
            .office
            .mail_to(ANA, 3)
            .await
            .line()
            .contains("yes, resign")
    );
    // Whoever is away and has a machine answer.
    for (number, header) in [
        "Auto-Submitted: auto-replied\r\n",
        "Precedence: bulk\r\n",
        "X-Autoreply: yes\r\n",
        "Return-Path: <>\r\n",
    ]
    .iter()
    .enumerate()
    {
        house.reply(&begins, &format!("m{number}"), header, "e4");
    }
    house.all_read().await;
    // Whoever writes nonsense all day gets a few answers.
    for number in 0..10 {
        house.reply(&begins, &format!("n{number}"), "", "nonsense");
    }
    house.all_read().await;
    house.all_sent().await;
    assert_eq!(house.office.mails_to(ANA, 6).await.len(), 6);
    assert_eq!(ana.view["game"]["ply"], 0);
    house.reply(&begins, "z", "", "yes, resign");
    house.all_read().await;
    let view = game.view(&game.owner).await;
    assert_eq!(view["game"]["ending"]["termination"], "resignation");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_wants_one_mail_a_day_gets_one() {
    let house = House::new().await;
    let server = house.run().await;
    let bo_person = house.store.of_address(BO.to_owned(), NOON).await.unwrap();
    let daily = house.store.set_mail_choice(bo_person.id, MailChoice::Daily);
    daily.await.unwrap();
    let (_, mut ana, mut bo) = house.letter(&server, json!({})).await;
    common::play(&mut ana, &mut bo, &["e2e4", "e7e5", "g1f3"]).await;
    house.all_sent().await;
    assert!(house.office.got().iter().all(|mail| !mail.to.contains(BO)));
    house.clock.advance(DAY);
    let digest = house.office.mail_to(BO, 1).await;
    assert_eq!(
        digest.header("Subject").unwrap(),
        "Your games today: one waits for you"
    );
    let line = digest.line();
    assert!(
        line.contains("With Ana: last move 2. Nf3; 2 days left"),
        "{line}"
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_click_ends_the_mails() {
    let house = House::new().await;
    let server = house.run().await;
    let (_, mut ana, mut bo) = house.letter(&server, json!({})).await;
    let begins = house.office.mail_to(ANA, 1).await;
    let stop = begins.header("List-Unsubscribe").unwrap();
    let (_, path) = stop.trim_matches(['<', '>']).split_once("/api/").unwrap();
    let path = format!("/api/{path}");
    // Looking changes nothing.
    let looked = request(server.address, "GET", &path, &[], "").await;
    assert_eq!(looked.status, 303);
    let page = looked.header("location").unwrap().to_owned();
    let (_, token) = page.split_once("/mail#stop=").unwrap();
    let choose = async |choice: Value| {
        let body = json!({"token": token, "choice": choice});
        post(server.address, "/api/mail", body).await.json()
    };
    let state = choose(Value::Null).await;
    let expected = json!({"address": "a…@example.org", "about_game": true, "choice": "each",
        "game_stopped": false, "stopped": false});
    assert_eq!(state, expected);
    let click = request(
        server.address,
        "POST",
        &path,
        &[],
        "List-Unsubscribe=One-Click",
    )
    .await;
    assert_eq!(click.status, 204);
    assert_eq!(choose(Value::Null).await["game_stopped"], true);
    let seq = ana.play("e2e4").await;
    bo.catch_up(seq).await;
    house.office.mail_to(BO, 1).await;
    bo.play("e7e5").await;
    house.all_sent().await;
    assert_eq!(house.office.mails_to(ANA, 1).await.len(), 1);
    assert_eq!(choose(json!("resume")).await["game_stopped"], false);
    assert_eq!(choose(json!("daily")).await["choice"], "daily");
    assert_eq!(choose(json!("stop")).await["stopped"], true);
    let unknown = json!({"token": "abcdefghijkmnpqrstuvwxyz"});
    assert_eq!(post(server.address, "/api/mail", unknown).await.status, 404);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn both_are_told_of_the_end_the_new_ratings_and_the_way_to_their_seats() {
    let house = House::new().await;
    let server = house.run().await;
    let (game, mut ana, mut bo) = house.letter(&server, json!({"rating": "elo"})).await;
    common::play(&mut ana, &mut bo, &["e2e4", "e7e5"]).await;
    ana.grant(json!({"type": "resign"})).await;
    // Case K18: two newcomers move by twenty points.
    for (address, said, seat) in [
        (
            ANA,
            [
                "You lost, against Bo. Black won: White resigned.",
                "Your rating: 1180 (-20, it was 1200).",
                "The rating of Bo: 1220 (+20, it was 1200).",
            ],
            "owner",
        ),
        (
            BO,
            [
                "You won, against Ana. Black won: White resigned.",
                "Your rating: 1220 (+20, it was 1200).",
                "The rating of Ana: 1180 (-20, it was 1200).",
            ],
            "guest",
        ),
    ] {
        let told = house.office.mail_with(address, said[0]).await;
        for part in said {
            assert!(told.line().contains(part), "{part} in {}", told.line());
        }
        let link = told.link("#seat=");
        let (board, token) = link.split_once("#seat=").unwrap();
        assert!(board.ends_with(&game.table), "{board}");
        assert_eq!(game.view(token).await["you"], seat);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_offer_is_remembered_a_day_before_it_is_a_draw_unless_it_was_answered() {
    let house = House::new().await;
    let server = house.run().await;
    let (_, mut ana, mut bo) = house.letter_by(&server, json!({}), 14).await;
    common::play(&mut ana, &mut bo, &["e2e4", "e7e5"]).await;
    bo.grant(json!({"type": "offer_draw"})).await;
    house.office.mail_with(ANA, "Bo offers a draw.").await;
    let waits = "A draw offer still waits for your answer.";
    let reminders = || {
        let mut got = house.office.got();
        got.retain(|mail| mail.line().contains(waits));
        got.len()
    };
    let seq = ana.grant(json!({"type": "decline_draw"})).await;
    bo.catch_up(seq).await;
    house.clock.advance(6 * DAY);
    house.all_sent().await;
    assert_eq!(reminders(), 0, "that one was declined");
    // The next one is left unanswered.
    let seq = ana.play("g1f3").await;
    bo.catch_up(seq).await;
    let seq = bo.play("b8c6").await;
    ana.catch_up(seq).await;
    bo.grant(json!({"type": "offer_draw"})).await;
    let nearly = 6 * DAY - Duration::from_secs(60);
    house.clock.advance(nearly);
    house.all_sent().await;
    assert_eq!(reminders(), 0, "it is too early");
    house.clock.advance(Duration::from_secs(60));
    let reminder = house.office.mail_with(ANA, waits).await.line();
    assert!(
        reminder.contains("Without an answer the game is drawn on"),
        "{reminder}"
    );
    assert_eq!(reminders(), 1);
    house.clock.advance(DAY);
    assert_eq!(
        ana.refused(json!({"type": "accept_draw"})).await,
        "game_over"
    );
    house
        .office
        .mail_with(ANA, "The game is drawn, against Bo.")
        .await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_to_somebody_who_has_had_too_many_waits_by_the_hour() {
    let house = House::new().await;
    let mut slow = house.config.clone();
    slow.mail.look_every = Duration::from_secs(3600);
    let server = Running::with_all(slow, &house.store, &house.clock).await;
    let (game, mut ana, mut bo) = house.letter(&server, json!({})).await;
    // Bo has had as many mails today as anybody may have.
    let to = MailTo::Seat(TableId::parse(&game.table).unwrap(), Seat::Guest);
    for ply in 1000..1200 {
        let mail = NewMail {
            to: to.clone(),
            mail: Mail::Turn { game: 1, ply },
            due: NOON,
            once: None,
        };
        house.store.post(mail).await.unwrap().unwrap();
    }
    for mail in house.store.due_mails(NOON, 1000).await.unwrap() {
        if mail.to == to {
            let sending = house
                .store
                .mail_sending(mail.id.clone(), BO.to_owned(), NOON);
            assert_eq!(sending.await, Ok(Sending::Now));
            house
                .store
                .mail_done(mail.id, Fate::Sent, NOON)
                .await
                .unwrap();
        }
    }
    let seq = ana.play("e2e4").await;
    bo.catch_up(seq).await;
    server.stop().await;
    let server = house.run().await;
    house.all_sent().await;
    let hour = Timestamp(NOON.0 + 3_600_000);
    let due = async |at: Timestamp| {
        let due = house.store.due_mails(at, 10).await.unwrap();
        due.iter().filter(|mail| mail.to == to).count()
    };
    assert_eq!((due(Timestamp(hour.0 - 1)).await, due(hour).await), (0, 1));
    assert!(house.office.got().iter().all(|mail| !mail.to.contains(BO)));
    // Nothing is lost: it goes as soon as the day is over.
    house.clock.advance(DAY - Duration::from_secs(60));
    house.all_sent().await;
    assert!(house.office.got().iter().all(|mail| !mail.to.contains(BO)));
    house.clock.advance(Duration::from_secs(3600));
    house.office.mail_with(BO, "Ana played 1. e4.").await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_daily_mail_is_in_the_order_of_the_list_of_games() {
    let house = House::new().await;
    let server = house.run().await;
    let bo_person = house.store.of_address(BO.to_owned(), NOON).await.unwrap();
    let daily = house.store.set_mail_choice(bo_person.id, MailChoice::Daily);
    daily.await.unwrap();
    // The most urgent is neither the newest nor the oldest.
    for days in [7, 3, 14] {
        let (_, mut ana, mut bo) = house.letter_by(&server, json!({}), days).await;
        let seq = ana.play("e2e4").await;
        bo.catch_up(seq).await;
    }
    house.all_sent().await;
    house.clock.advance(DAY);
    let digest = house.office.mail_to(BO, 1).await.line();
    let places = ["2 days left", "6 days left", "13 days left"].map(|left| digest.find(left));
    assert!(places.iter().all(Option::is_some), "{digest}");
    assert!(places.is_sorted(), "{digest}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_that_cannot_be_read_or_put_away_keeps_no_other_waiting() {
    let house = House::new().await;
    let server = house.run().await;
    let (_, mut ana, _bo) = house.letter(&server, json!({})).await;
    let begins = house.office.mail_to(ANA, 1).await;
    // One that is no file to read, and one whose place is taken, stand before the reply.
    let elsewhere = house.inbox.join("elsewhere");
    std::fs::create_dir_all(&elsewhere).unwrap();
    std::fs::create_dir_all(house.inbox.join("cur/ab:2,S/x")).unwrap();
    std::os::unix::fs::symlink(&elsewhere, house.inbox.join("new/aa")).unwrap();
    std::fs::write(
        house.inbox.join("new/ab"),
        "To: a@example.org\r\n\r\nHello\r\n",
    )
    .unwrap();
    house.reply(&begins, "reply", "", "e4");
    ana.wait_for("move_played").await;
    assert!(!house.inbox.join("new/aa").is_symlink(), "it is put aside");
    assert!(house.inbox.join("cur/aa:2,").is_symlink());
    server.stop().await;
}
