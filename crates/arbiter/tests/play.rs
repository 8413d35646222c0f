//! What happens in a game: moves and their refusals, offers, takebacks, endings and their words.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may fail where it stands"
)]

mod common;

use common::{GUEST, OWNER, Scene, from_fen, settings};
use tabiya_arbiter::{
    Command, CommandKind, Event, Preset, Refusal, Settings, StartPosition, TakebackRule,
};
use tabiya_rules::Color::{Black, White};

fn start() -> Scene {
    Scene::start(settings(Preset::FideOnline)).expect("a game")
}

/// After `1. e4 e5 2. Nf3`: Black is to move.
fn opened() -> Scene {
    let mut scene = start();
    scene.play_all("e2e4 e7e5 g1f3");
    scene
}

fn with_takebacks() -> Scene {
    let mut settings = settings(Preset::FideOnline);
    settings.rules.takeback = TakebackRule::ByAgreement;
    Scene::start(settings).expect("a game")
}

fn position(fen: &str) -> Scene {
    Scene::start(from_fen(settings(Preset::FideOnline), fen)).expect("a game")
}

fn message(scene: &Scene) -> String {
    scene.game().ending.expect("over").message
}

#[test]
fn moves_alternate() {
    let mut scene = start();
    let e5 = Command::play("e7e5");
    assert_eq!(
        scene.by(Black, e5),
        Err(Refusal::NotYourTurn { turn: White })
    );
    scene.play_all("e2e4 e7e5");
    assert_eq!(scene.game().ply, 2);
}

#[test]
fn a_move_for_an_older_board_is_refused() {
    let mut scene = opened();
    let late = Command::Move {
        uci: "d2d4".to_owned(),
        ply: Some(2),
        lag_ms: 0,
    };
    assert_eq!(
        scene.by(White, late),
        Err(Refusal::StaleBoard { ply: 3, seen: 2 })
    );
    let fresh = Command::Move {
        uci: "b8c6".to_owned(),
        ply: Some(3),
        lag_ms: 0,
    };
    scene.by(Black, fresh).expect("the board is as he sees it");
}

#[test]
fn text_that_is_no_move_is_refused_and_not_repeated_at_length() {
    let mut scene = start();
    let refusal = scene.play(&"x\n".repeat(500)).expect_err("no move");
    assert_eq!(
        refusal,
        Refusal::BadMove {
            text: "x".repeat(20)
        }
    );
}

#[test]
fn an_illegal_move_names_the_law_and_the_squares() {
    let mut scene = position("4k3/8/8/8/8/2b5/3q4/4K3 w - - 0 1");
    let refusal = scene
        .play("e1d2")
        .expect_err("the bishop protects the queen");
    assert_eq!(
        (refusal.code(), refusal.article()),
        ("king_into_attack", Some("3.9.2"))
    );
    let squares: Vec<String> = refusal.squares().iter().map(ToString::to_string).collect();
    assert!(squares.contains(&"c3".to_owned()), "{squares:?}");
    assert!(refusal.params().contains_key("attackers"));
}

#[test]
fn castling_is_understood_in_both_forms_and_logged_in_one() {
    for uci in ["e1g1", "e1h1"] {
        let mut scene = position("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        let events = scene.play(uci).expect("castles");
        let Event::MovePlayed { uci, san, .. } = &events[0] else {
            panic!("{events:?}")
        };
        assert_eq!((uci.as_str(), san.as_str()), ("e1g1", "O-O"));
    }
}

#[test]
fn castling_in_chess960_is_king_takes_rook() {
    let start = StartPosition::Position {
        fen: "4k3/8/8/8/8/8/8/R1K5 w A - 0 1".to_owned(),
    };
    let settings = Settings {
        start,
        ..settings(Preset::Table)
    };
    let mut scene = Scene::start(settings).expect("a game");
    assert!(scene.game().chess960);
    scene.play("c1a1").expect("castles");
    assert!(scene.game().fen.starts_with("4k3/8/8/8/8/8/8/2KR4 "));
}

#[test]
fn draw_offer_dies_when_receiver_moves() {
    let mut scene = opened();
    scene.by(White, Command::OfferDraw).expect("offered");
    assert_eq!(scene.game().draw_offer, Some(White));
    scene.play_all("b8c6");
    assert_eq!(scene.game().draw_offer, None);
    assert_eq!(
        scene.by(Black, Command::AcceptDraw),
        Err(Refusal::NoOpenOffer)
    );
}

#[test]
fn draw_offer_survives_the_move_of_the_offerer() {
    let mut scene = opened();
    scene.by(Black, Command::OfferDraw).expect("offered");
    scene.play_all("b8c6");
    assert_eq!(scene.game().draw_offer, Some(Black));
    scene.by(White, Command::AcceptDraw).expect("still open");
    assert_eq!(scene.result(), "1/2-1/2 Agreement");
    assert_eq!(message(&scene), "Draw by agreement.");
}

#[test]
fn draw_offer_against_an_open_offer_is_agreement() {
    let mut scene = opened();
    scene.by(White, Command::OfferDraw).expect("offered");
    scene.by(Black, Command::OfferDraw).expect("agreed");
    assert_eq!(scene.result(), "1/2-1/2 Agreement");
}

#[test]
fn draw_offer_can_be_answered_only_by_the_other_side() {
    let mut scene = opened();
    scene.by(White, Command::OfferDraw).expect("offered");
    assert_eq!(
        scene.by(White, Command::AcceptDraw),
        Err(Refusal::OfferStands)
    );
    assert_eq!(
        scene.by(White, Command::OfferDraw),
        Err(Refusal::OfferStillOpen)
    );
    scene.by(Black, Command::DeclineDraw).expect("declined");
    assert_eq!(scene.game().draw_offer, None);
}

#[test]
fn one_draw_offer_between_two_moves_of_ones_own() {
    let mut scene = opened();
    scene.by(White, Command::OfferDraw).expect("offered");
    scene.by(Black, Command::DeclineDraw).expect("declined");
    assert_eq!(
        scene.by(White, Command::OfferDraw),
        Err(Refusal::OfferRepeated { offers: 1 })
    );
    scene.play_all("b8c6");
    assert_eq!(
        scene.by(White, Command::OfferDraw),
        Err(Refusal::OfferRepeated { offers: 1 })
    );
    scene.play_all("f1b5");
    scene.by(White, Command::OfferDraw).expect("a move later");
}

#[test]
fn draw_offers_wait_until_both_have_moved_where_the_rules_say_so() {
    let mut scene = start();
    scene.play_all("e2e4");
    let early = Refusal::DrawTooEarly { min_plies: 2 };
    assert_eq!(scene.by(White, Command::OfferDraw), Err(early));
    let mut table = Scene::start(settings(Preset::Table)).expect("a game");
    table.by(Black, Command::OfferDraw).expect("at any time");
}

#[test]
fn takeback_of_the_last_move_is_one_ply() {
    let mut scene = with_takebacks();
    scene.play_all("e2e4 e7e5 g1f3");
    scene.by(White, Command::OfferTakeback).expect("asked");
    assert_eq!(scene.game().takeback_offer, Some(White));
    let events = scene.by(Black, Command::AcceptTakeback).expect("agreed");
    assert_eq!(
        events,
        [Event::TakebackAccepted {
            by: Black,
            plies: 1
        }]
    );
    let game = scene.game();
    assert_eq!((game.ply, game.turn, game.takeback_offer), (2, White, None));
    scene.play_all("b1c3");
}

#[test]
fn takeback_after_the_reply_is_two_plies() {
    let mut scene = with_takebacks();
    scene.play_all("e2e4 e7e5 g1f3");
    scene.by(Black, Command::OfferTakeback).expect("asked");
    scene.by(White, Command::AcceptTakeback).expect("agreed");
    assert_eq!((scene.game().ply, scene.game().turn), (1, Black));
    assert_eq!(scene.table.full_view(OWNER).moves.expect("moves").len(), 1);
}

#[test]
fn takeback_needs_a_move_of_ones_own() {
    let mut scene = with_takebacks();
    assert_eq!(
        scene.by(White, Command::OfferTakeback),
        Err(Refusal::NothingToTakeBack)
    );
    scene.play_all("e2e4");
    assert_eq!(
        scene.by(Black, Command::OfferTakeback),
        Err(Refusal::NothingToTakeBack)
    );
    scene.by(White, Command::OfferTakeback).expect("asked");
}

#[test]
fn takeback_offer_dies_with_any_move() {
    for asker in [White, Black] {
        let mut scene = with_takebacks();
        scene.play_all("e2e4 e7e5 g1f3");
        scene.by(asker, Command::OfferTakeback).expect("asked");
        scene.play_all("b8c6");
        assert_eq!(scene.game().takeback_offer, None);
        let answer = scene.by(asker.other(), Command::AcceptTakeback);
        assert_eq!(answer, Err(Refusal::NoOpenOffer));
    }
}

#[test]
fn takeback_is_asked_once_between_moves_and_answered_before_a_counter_wish() {
    let mut scene = with_takebacks();
    scene.play_all("e2e4 e7e5");
    scene.by(White, Command::OfferTakeback).expect("asked");
    assert_eq!(
        scene.by(Black, Command::OfferTakeback),
        Err(Refusal::AnswerFirst)
    );
    scene.by(Black, Command::DeclineTakeback).expect("declined");
    assert_eq!(
        scene.by(White, Command::OfferTakeback),
        Err(Refusal::OfferRepeated { offers: 1 })
    );
}

#[test]
fn whoever_was_let_take_back_may_ask_for_more() {
    let mut scene = with_takebacks();
    scene.play_all("e2e4 e7e5 g1f3 b8c6");
    for ply in [2, 0] {
        scene.by(White, Command::OfferTakeback).expect("asked");
        scene.by(Black, Command::AcceptTakeback).expect("agreed");
        assert_eq!(scene.game().ply, ply);
    }
}

#[test]
fn takeback_takes_an_open_draw_offer_with_it() {
    let mut scene = with_takebacks();
    scene.play_all("e2e4 e7e5 g1f3");
    scene.by(White, Command::OfferDraw).expect("offered");
    scene.by(White, Command::OfferTakeback).expect("asked");
    scene.by(Black, Command::AcceptTakeback).expect("agreed");
    assert_eq!(
        scene.by(Black, Command::AcceptDraw),
        Err(Refusal::NoOpenOffer)
    );
}

#[test]
fn takeback_is_off_in_the_presets() {
    let mut scene = opened();
    assert_eq!(
        scene.by(White, Command::OfferTakeback),
        Err(Refusal::TakebackOff)
    );
    assert_eq!(
        scene.by(Black, Command::AcceptTakeback),
        Err(Refusal::TakebackOff)
    );
}

#[test]
fn taken_back_positions_do_not_count_as_repetitions() {
    let mut scene = with_takebacks();
    scene.play_all("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
    scene.by(White, Command::OfferTakeback).expect("asked");
    scene.by(Black, Command::AcceptTakeback).expect("agreed");
    scene.play_all("f3g1");
    assert_eq!(scene.result(), "live");
    scene.play_all("f6g8");
    assert_eq!(scene.result(), "1/2-1/2 Threefold");
}

#[test]
fn a_game_can_be_aborted_before_both_have_moved() {
    let mut scene = start();
    scene.play_all("e2e4 e7e5");
    assert_eq!(scene.by(White, Command::Abort), Err(Refusal::AbortTooLate));
    let mut scene = start();
    scene.play_all("e2e4");
    scene.by(Black, Command::Abort).expect("aborted");
    assert_eq!(scene.result(), "* Aborted");
}

#[test]
fn either_side_resigns_at_any_time() {
    for (color, result) in [(White, "0-1 Resignation"), (Black, "1-0 Resignation")] {
        let mut scene = opened();
        scene.by(color, Command::Resign).expect("resigned");
        assert_eq!(scene.result(), result);
    }
}

#[test]
fn a_finished_game_takes_nothing_more() {
    let mut scene = start();
    scene.play_all("f2f3 e7e5 g2g4 d8h4");
    assert_eq!(message(&scene), "Black won: White is checkmated.");
    for command in [
        Command::Resign,
        Command::OfferDraw,
        Command::AcceptDraw,
        Command::Abort,
    ] {
        assert_eq!(scene.by(White, command), Err(Refusal::GameOver));
    }
    assert_eq!(scene.play("e1f2"), Err(Refusal::GameOver));
    assert_eq!(scene.table.deadline(), None);
}

#[test]
fn mate_comes_before_every_counter() {
    let mut scene = position("k7/8/1K6/8/8/8/8/7R w - - 99 80");
    scene.play_all("h1h8");
    assert_eq!(scene.result(), "1-0 Checkmate");
}

#[test]
fn every_ending_says_why_in_a_sentence() {
    let check = |fen: &str, line: &str, sentence: &str| {
        let mut scene = position(fen);
        scene.play_all(line);
        assert_eq!(message(&scene), sentence);
    };
    let stalemate = "Draw by stalemate: Black has no legal move and is not in check.";
    check("7k/8/6K1/8/8/8/5Q2/8 w - - 0 1", "f2f7", stalemate);
    let dead = "Draw: neither side can ever give mate.";
    check("8/8/8/4k3/n7/8/3r4/3K4 w - - 0 1", "d1d2", dead);
    let fifty = "Draw: 50 moves by each side without pawn move or capture.";
    check("4k3/8/8/8/8/8/8/R3K3 w - - 99 60", "a1a2", fifty);
    let shuffle = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
    let mut scene = start();
    scene.play_all(shuffle);
    assert_eq!(
        message(&scene),
        "Draw: the same position is on the board for the third time."
    );
}

#[test]
fn switches_move_the_automatic_draws() {
    let mut settings = settings(Preset::Table);
    settings.rules = "table repetition_auto=5 moves_auto=75"
        .parse()
        .expect("a rule set");
    let mut scene = Scene::start(settings.clone()).expect("a game");
    for _ in 0..3 {
        scene.play_all("g1f3 g8f6 f3g1 f6g8");
    }
    assert_eq!(scene.result(), "live");
    scene.play_all("g1f3 g8f6 f3g1 f6g8");
    assert_eq!(scene.result(), "1/2-1/2 Fivefold");
    let mut scene =
        Scene::start(from_fen(settings, "4k3/8/8/8/8/8/8/R3K3 w - - 148 120")).expect("a game");
    scene.play_all("a1a2");
    assert_eq!(scene.result(), "live");
    scene.play_all("e8e7");
    assert_eq!(scene.result(), "1/2-1/2 SeventyFiveMoves");
}

#[test]
fn a_view_lists_what_can_be_done() {
    let scene = opened();
    let can = |actor| scene.table.view(actor).can;
    assert_eq!(
        can(OWNER),
        [
            CommandKind::SetName,
            CommandKind::OfferDraw,
            CommandKind::Resign
        ]
    );
    assert!(can(GUEST).contains(&CommandKind::Move));
    assert_eq!(can(tabiya_arbiter::Actor::Spectator), []);
}
