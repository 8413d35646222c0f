//! Draw offers (Article 9.1) and resignation under the switches: who may offer when and how often,
//! what declines an offer, and what becomes of one that nobody answers.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a test may fail where it stands"
)]

mod common;

use common::{Scene, from_fen, settings};
use tabiya_arbiter::{
    Actor, Command, CommandKind, Event, Preset, Refusal, Settings, Termination, TimeControl,
    Timestamp,
};
use tabiya_rules::Color::{Black, White};

const DAY_MS: u64 = 86_400_000;
const WEEK_MS: u64 = 7 * DAY_MS;

fn rules(text: &str) -> Settings {
    Settings {
        rules: text.parse().expect("a rule set"),
        ..settings(Preset::FideOnline)
    }
}

fn untimed(text: &str) -> Settings {
    Settings {
        clock: TimeControl::Untimed,
        ..rules(text)
    }
}

fn played(settings: Settings, moves: &str) -> Scene {
    let mut scene = Scene::start(settings).expect("a game");
    scene.play_all(moves);
    scene
}

/// A game by letter with an offer of White's, made a minute after the last move.
fn offered_by_letter() -> Scene {
    let mut scene = played(untimed("letter"), "e2e4 e7e5 g1f3");
    scene.wait(60_000);
    scene.by(White, Command::OfferDraw).expect("offered");
    scene
}

#[test]
fn an_offer_is_accepted_9_1_2_1() {
    for text in [
        "fide-online",
        "claims",
        "table",
        "basic",
        "letter",
        "studio",
    ] {
        let mut scene = played(rules(text), "e2e4 e7e5");
        scene.by(White, Command::OfferDraw).expect("offered");
        assert_eq!(scene.game().draw_offer, Some(White));
        scene.by(Black, Command::AcceptDraw).expect("accepted");
        assert_eq!(scene.result(), "1/2-1/2 Agreement");
    }
}

#[test]
fn no_draw_is_offered_where_the_rules_have_none_9_1_1() {
    let mut scene = played(rules("table offers=false"), "e2e4 e7e5 g1f3");
    let refusal = scene.by(White, Command::OfferDraw).expect_err("refused");
    assert_eq!(
        (refusal.code(), refusal.article()),
        ("offers_off", Some("9.1.1"))
    );
    let can = scene.table.view(scene.actor(White)).can;
    assert!(!can.contains(&CommandKind::OfferDraw));
}

/// An event without offers before move 30.
#[test]
fn offers_begin_when_the_rules_say_9_1_1() {
    let mut scene = played(rules("fide-online offer_min_plies=60"), "e2e4 e7e5");
    let early = Refusal::DrawTooEarly { min_plies: 60 };
    assert_eq!(scene.by(White, Command::OfferDraw), Err(early));
    // Moves that repeat no position for the third time.
    let mut scene = played(rules("fide-online offer_min_plies=8"), "e2e4 e7e5");
    scene.play_all("d2d4 d7d5 c2c4 c7c5 b2b4");
    assert!(scene.by(Black, Command::OfferDraw).is_err());
    scene.play_all("b7b5");
    scene.by(Black, Command::OfferDraw).expect("move 5");
}

#[test]
fn an_offer_is_not_taken_back_9_1_2_1() {
    let mut scene = played(rules("fide-online"), "e2e4 e7e5");
    scene.by(White, Command::OfferDraw).expect("offered");
    let refusal = scene.by(White, Command::DeclineDraw).expect_err("refused");
    assert_eq!(
        (refusal.code(), refusal.article()),
        ("offer_stands", Some("9.1.2.1"))
    );
    assert_eq!(scene.game().draw_offer, Some(White));
}

#[test]
fn a_move_of_the_receiver_declines_only_where_the_rules_say_so() {
    for (text, stays) in [
        ("fide-online", None),
        ("fide-online offer_declined_by_move=false", Some(White)),
    ] {
        let mut scene = played(rules(text), "e2e4 e7e5 g1f3");
        scene.by(White, Command::OfferDraw).expect("offered");
        scene.play_all("b8c6");
        assert_eq!(scene.game().draw_offer, stays, "{text}");
    }
}

/// 9.1.2.1: refused by touching a man with the intention of moving it.
#[test]
fn touching_a_man_declines_on_tables_with_touch_move() {
    let mut scene = played(
        rules("fide-standard completion=on_release"),
        "e2e4 e7e5 g1f3",
    );
    scene.by(White, Command::OfferDraw).expect("offered");
    let square = "b8".parse().expect("a square");
    scene.by(Black, Command::Touch { square }).expect("touched");
    assert_eq!(scene.game().draw_offer, None);
}

#[test]
fn an_offer_before_ones_own_move_survives_it() {
    let mut scene = played(rules("fide-online"), "e2e4 e7e5 g1f3");
    scene.by(Black, Command::OfferDraw).expect("offered");
    scene.play_all("b8c6");
    assert_eq!(scene.game().draw_offer, Some(Black));
    scene.by(White, Command::AcceptDraw).expect("accepted");
    assert_eq!(scene.result(), "1/2-1/2 Agreement");
}

#[test]
fn an_offer_against_an_offer_is_an_agreement() {
    let mut scene = played(rules("fide-online"), "e2e4 e7e5");
    scene.by(White, Command::OfferDraw).expect("offered");
    scene.by(Black, Command::OfferDraw).expect("agreed");
    assert_eq!(scene.result(), "1/2-1/2 Agreement");
}

#[test]
fn so_many_offers_between_two_moves_as_the_rules_allow() {
    for (limit, allowed) in [("1", 1), ("3", 3), ("none", 20)] {
        let text = format!("fide-online offers_per_move={limit}");
        let mut scene = played(rules(&text), "e2e4 e7e5");
        for _ in 0..allowed {
            scene.by(White, Command::OfferDraw).expect("offered");
            scene.by(Black, Command::DeclineDraw).expect("declined");
        }
        let next = scene.by(White, Command::OfferDraw);
        let expected = if limit == "none" {
            Ok(vec![Event::DrawOffered { by: White }])
        } else {
            Err(Refusal::OfferRepeated { offers: allowed })
        };
        assert_eq!(next, expected);
        if limit != "none" {
            scene.play_all("g1f3");
            scene.by(White, Command::OfferDraw).expect("a move later");
        }
    }
}

/// Source 003 line 70: silence for seven days turns the offer into a draw.
#[test]
fn an_offer_that_nobody_answers_is_a_draw_after_seven_days() {
    let mut scene = offered_by_letter();
    let lapse = scene.at.plus_ms(WEEK_MS);
    assert_eq!(scene.game().offer_lapses_at, Some(lapse));
    assert_eq!(scene.table.deadline(), Some(lapse));
    scene.at = Timestamp(lapse.0 - 1);
    assert_eq!(scene.tick(), []);
    scene.at = lapse;
    let events = scene.tick();
    assert!(matches!(
        events[..],
        [Event::GameEnded {
            termination: Termination::UnansweredOffer,
            by: Some(White),
            ..
        }]
    ));
    assert_eq!(scene.result(), "1/2-1/2 UnansweredOffer");
    assert_eq!(
        scene.game().ending.expect("over").message,
        "Draw: Black left the offer of White without an answer."
    );
    assert_eq!(scene.game().offer_lapses_at, None);
}

#[test]
fn one_millisecond_earlier_the_offer_is_declined() {
    let mut scene = offered_by_letter();
    scene.wait(WEEK_MS - 1);
    scene.by(Black, Command::DeclineDraw).expect("in time");
    assert_eq!(scene.result(), "live");
    assert_eq!(scene.table.deadline(), None);
    scene.wait(WEEK_MS);
    assert_eq!(scene.tick(), []);
    assert_eq!(scene.result(), "live");
}

#[test]
fn after_seven_days_no_command_is_granted_any_more() {
    let mut scene = offered_by_letter();
    scene.wait(WEEK_MS);
    for command in [
        Command::DeclineDraw,
        Command::AcceptDraw,
        Command::Resign,
        Command::play("b8c6"),
    ] {
        let refusal = scene.by(Black, command);
        assert_eq!(refusal, Err(Refusal::OfferUnanswered));
    }
    scene.tick();
    assert_eq!(scene.result(), "1/2-1/2 UnansweredOffer");
}

/// requirements.md E 3: a move declines, a reminder does not begin the days anew.
#[test]
fn a_reply_declines_and_a_reminder_is_no_new_offer() {
    let mut scene = offered_by_letter();
    scene.wait(3 * DAY_MS);
    assert_eq!(
        scene.by(White, Command::OfferDraw),
        Err(Refusal::OfferStillOpen)
    );
    let lapse = scene.game().offer_lapses_at.expect("open");
    assert_eq!(lapse, scene.at.plus_ms(4 * DAY_MS));
    scene.play_all("b8c6");
    assert_eq!(scene.game().offer_lapses_at, None);
    assert_eq!(scene.table.deadline(), None);
}

/// The offerer's own move does not begin the days anew either.
#[test]
fn the_days_run_from_the_offer() {
    let mut scene = played(untimed("letter"), "e2e4 e7e5");
    scene.by(White, Command::OfferDraw).expect("offered");
    let lapse = scene.at.plus_ms(WEEK_MS);
    scene.wait(2 * DAY_MS);
    scene.play_all("g1f3");
    assert_eq!(scene.game().offer_lapses_at, Some(lapse));
}

#[test]
fn the_flag_and_the_lapse_end_the_game_in_the_order_of_time() {
    let clock = |bank_ms| Settings {
        clock: TimeControl::SuddenDeath { bank_ms },
        ..rules("fide-online offer_timeout_ms=30000")
    };
    let mut scene = played(clock(60_000), "e2e4 e7e5");
    scene.by(White, Command::OfferDraw).expect("offered");
    assert_eq!(scene.table.deadline(), Some(scene.at.plus_ms(30_000)));
    scene.wait(3_600_000);
    assert_eq!(
        scene.by(Black, Command::Resign),
        Err(Refusal::OfferUnanswered)
    );
    scene.tick();
    assert_eq!(scene.result(), "1/2-1/2 UnansweredOffer");
    for bank_ms in [20_000, 30_000] {
        let mut scene = played(clock(bank_ms), "e2e4 e7e5");
        scene.by(White, Command::OfferDraw).expect("offered");
        scene.wait(3_600_000);
        assert_eq!(scene.by(Black, Command::Resign), Err(Refusal::TimeIsUp));
        scene.tick();
        assert_eq!(scene.result(), "0-1 TimeForfeit");
    }
}

#[test]
fn an_outage_of_the_server_does_not_count_as_silence() {
    let mut scene = offered_by_letter();
    let lapse = scene.game().offer_lapses_at.expect("open");
    scene.wait(DAY_MS);
    let since = scene.at;
    scene.wait(2 * DAY_MS);
    let until = scene.at.plus_ms(60_000);
    scene
        .act(Actor::System, Command::Pause { since, until })
        .expect("noted");
    assert_eq!(scene.table.deadline(), Some(until));
    scene.wait(30_000);
    let back = Command::NotePresence {
        seat: scene.actor(Black).seat().expect("a seat"),
        present: true,
    };
    scene.act(Actor::System, back).expect("noted");
    let stood_ms = 2 * DAY_MS + 30_000;
    assert_eq!(scene.game().offer_lapses_at, Some(lapse.plus_ms(stood_ms)));
    assert_eq!(scene.table.deadline(), Some(lapse.plus_ms(stood_ms)));
}

#[test]
fn an_offer_that_lapsed_before_an_outage_has_lapsed() {
    let mut scene = offered_by_letter();
    scene.wait(WEEK_MS);
    let since = scene.at;
    scene.wait(DAY_MS);
    let until = scene.at;
    scene
        .act(Actor::System, Command::Pause { since, until })
        .expect("noted");
    assert_eq!(scene.result(), "1/2-1/2 UnansweredOffer");
}

/// A wrong claim is an offer (9.1.2.3), and silence answers it too.
#[test]
fn a_claim_that_stands_as_an_offer_lapses_too() {
    let text = "claims offer_timeout_ms=1000";
    let mut scene = played(untimed(text), "e2e4 e7e5");
    let claim = Command::Claim {
        what: tabiya_arbiter::ClaimKind::Fifty,
        uci: None,
    };
    scene.by(Black, claim).expect("judged");
    scene.wait(1_000);
    scene.tick();
    assert_eq!(scene.result(), "1/2-1/2 UnansweredOffer");
}

/// Source 003 line 80.
#[test]
fn by_letter_one_resigns_on_ones_own_turn() {
    let mut scene = played(untimed("letter"), "e2e4");
    let refusal = scene.by(White, Command::Resign).expect_err("not his turn");
    assert_eq!(refusal, Refusal::ResignOutOfTurn { turn: Black });
    let can = scene.table.view(scene.actor(White)).can;
    assert!(!can.contains(&CommandKind::Resign));
    scene.by(Black, Command::Resign).expect("his turn");
    assert_eq!(scene.result(), "1-0 Resignation");
}

/// Source 001 line 67, FIDE 5.1.2.
#[test]
fn elsewhere_one_resigns_at_any_time() {
    for text in [
        "fide-standard",
        "fide-online",
        "claims",
        "table",
        "basic",
        "studio",
    ] {
        let mut scene = played(rules(text), "e2e4");
        scene.by(White, Command::Resign).expect("any time");
        assert_eq!(scene.result(), "0-1 Resignation", "{text}");
    }
}

/// FIDE 5.1.2: a draw where the opponent cannot mate by any legal moves, at the three boards; the
/// others always lose.
#[test]
fn resigning_against_a_lone_king_draws_over_the_board_only() {
    for (text, result) in [
        ("fide-standard", "1/2-1/2 Resignation"),
        ("fide-rapid", "1/2-1/2 Resignation"),
        ("fide-blitz", "1/2-1/2 Resignation"),
        ("fide-online", "0-1 Resignation"),
        ("claims", "0-1 Resignation"),
        ("table", "0-1 Resignation"),
        ("basic", "0-1 Resignation"),
        ("letter", "0-1 Resignation"),
        ("studio", "0-1 Resignation"),
    ] {
        let start = from_fen(rules(text), "4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
        let mut scene = played(start, "");
        scene.by(White, Command::Resign).expect("his turn");
        assert_eq!(scene.result(), result, "{text}");
    }
}

/// X12: where the piece is not named, letters make it a queen and all others ask.
#[test]
fn a_pawn_without_a_named_piece_becomes_a_queen_by_letter_only() {
    let start = |text| from_fen(rules(text), "8/1P2k3/8/8/8/8/7P/4K3 w - - 0 1");
    let mut scene = played(start("letter"), "");
    let events = scene.play("b7b8").expect("a queen");
    assert!(matches!(&events[..], [Event::MovePlayed { uci, .. }] if uci == "b7b8q"));
    for text in ["fide-online", "claims", "table", "basic", "studio"] {
        let refusal = played(start(text), "").play("b7b8").expect_err("asked");
        assert_eq!(refusal.article(), Some("3.7.3.3"), "{text}");
    }
    // A named piece is what it is, and no other move is made a promotion.
    let mut scene = played(start("letter"), "");
    let events = scene.play("b7b8n").expect("a knight");
    assert!(matches!(&events[..], [Event::MovePlayed { uci, .. }] if uci == "b7b8n"));
    assert!(played(start("letter"), "").play("b7a8").is_err());
}
