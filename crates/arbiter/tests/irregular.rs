//! Irregularities (FIDE 7.5): what stands illegally, what completes it, and what that costs.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may fail where it stands"
)]

mod common;

use common::{Scene, from_fen, settings};
use tabiya_arbiter::{
    Actor, ClaimKind, Command, Event, IrregularityKind, Preset, Refusal, Settings, TimeControl,
};
use tabiya_rules::{ByColor, Color, Square};

fn standard() -> Settings {
    settings(Preset::FideStandard)
}

fn scene() -> Scene {
    Scene::start(standard()).expect("a game")
}

fn hands(scene: &mut Scene, color: Color, script: &str) -> Vec<Event> {
    scene
        .hands(color, script)
        .unwrap_or_else(|refusal| panic!("{script}: {refusal}"))
}

fn clock(scene: &Scene) -> (u64, u64, Option<Color>) {
    let clock = scene.game().clock.expect("a timed game");
    (clock.white_ms, clock.black_ms, clock.running)
}

fn kinds(scene: &Scene) -> Vec<(Color, IrregularityKind, u32, u64)> {
    let found = |event: &Event| match event {
        Event::Irregularity {
            by,
            kind,
            count,
            penalty_ms,
            ..
        } => Some((*by, *kind, *count, *penalty_ms)),
        _ => None,
    };
    scene
        .log
        .iter()
        .filter_map(|recorded| found(&recorded.event))
        .collect()
}

#[test]
fn an_illegal_move_stands_until_the_press_completes_it() {
    // FIDE 7.5.1, 7.5.5, 4.3.
    let mut scene = scene();
    let start = scene.game().fen;
    let made = hands(&mut scene, Color::White, "move e2e5");
    let uci = "e2e5".to_owned();
    assert_eq!(
        made,
        [Event::IllegalMade {
            by: Color::White,
            uci
        }]
    );
    let game = scene.game();
    let standing = game.standing.expect("it stands");
    assert_eq!(
        standing.placement,
        "rnbqkbnr/pppppppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR"
    );
    assert_eq!(
        (game.fen, game.turn, game.ply),
        (start.clone(), Color::White, 0)
    );
    scene.wait(1_000);
    let events = hands(&mut scene, Color::White, "press");
    let expected = Event::Irregularity {
        by: Color::White,
        kind: IrregularityKind::IllegalMove,
        article: "7.5.1".to_owned(),
        count: 1,
        penalty_ms: 120_000,
        uci: Some("e2e5".to_owned()),
    };
    assert_eq!(events, [expected]);
    let game = scene.game();
    assert_eq!((game.fen, game.standing), (start, None));
    assert_eq!(game.faults, ByColor { white: 1, black: 0 });
    assert_eq!(clock(&scene).1, 720_000);
    assert_eq!(clock(&scene).2, Some(Color::White));
    // The e-pawn was touched and must move.
    let refusal = scene.hands(Color::White, "move d2d4").expect_err("bound");
    assert_eq!(refusal.article(), Some("4.3.1"));
    hands(&mut scene, Color::White, "move e2e4; press");
    assert_eq!(scene.game().ply, 1);
}

#[test]
fn the_penalty_is_one_minute_in_rapid_and_blitz() {
    // FIDE A.3, B.3.
    for preset in [Preset::FideRapid, Preset::FideBlitz] {
        let mut scene = Scene::start(settings(preset)).expect("a game");
        hands(&mut scene, Color::White, "move e2e5; press");
        assert_eq!(clock(&scene).1, 660_000);
    }
}

#[test]
fn the_second_one_loses() {
    // FIDE 7.5.5: all kinds together, each player for himself.
    let mut scene = scene();
    hands(&mut scene, Color::White, "press");
    hands(&mut scene, Color::White, "move e2e4; press");
    hands(&mut scene, Color::Black, "move e7e4; press");
    assert_eq!(scene.result(), "live");
    assert_eq!(scene.game().faults, ByColor { white: 1, black: 1 });
    hands(&mut scene, Color::Black, "move e7e5; press");
    hands(&mut scene, Color::White, "move g1g3; press");
    assert_eq!(scene.result(), "0-1 IllegalMoves");
    let ending = scene.game().ending.expect("over");
    assert_eq!(ending.article, Some("7.5.5"));
    assert_eq!(
        ending.message,
        "Black won: White completed a second illegal move."
    );
    let expected = [
        (Color::White, IrregularityKind::PressWithoutMove, 1, 120_000),
        (Color::Black, IrregularityKind::IllegalMove, 1, 120_000),
        (Color::White, IrregularityKind::IllegalMove, 2, 0),
    ];
    assert_eq!(kinds(&scene), expected);
}

#[test]
fn the_second_one_draws_where_the_opponent_could_not_mate() {
    let settings = from_fen(standard(), "4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    let mut scene = Scene::start(settings).expect("a game");
    hands(&mut scene, Color::White, "press; move a1b2; press");
    assert_eq!(scene.result(), "1/2-1/2 IllegalMoves");
    let message = scene.game().ending.expect("over").message;
    let expected = "White completed a second illegal move, but Black has only a king: draw.";
    assert_eq!(message, expected);
}

#[test]
fn put_right_before_the_press_it_costs_nothing() {
    let mut scene = scene();
    let events = hands(&mut scene, Color::White, "move e2e5; move e2e4");
    assert_eq!(events[0], Event::IllegalRetracted { by: Color::White });
    assert!(matches!(&events[1], Event::MoveMade { uci, .. } if uci == "e2e4"));
    hands(&mut scene, Color::White, "press");
    assert_eq!((kinds(&scene).len(), clock(&scene).1), (0, 600_000));
    // But it was touched.
    hands(&mut scene, Color::Black, "move g8g6; touch g6");
    let refusal = scene
        .hands(Color::Black, "move e7e5")
        .expect_err("the knight must move");
    assert_eq!(refusal.article(), Some("4.3.1"));
    let events = hands(&mut scene, Color::Black, "move g8e7");
    assert_eq!(
        events[0],
        Event::IllegalRetracted { by: Color::Black },
        "a pawn stands on e7"
    );
    assert!(matches!(events[1], Event::IllegalMade { .. }));
}

#[test]
fn the_opponent_claims_what_stands_and_does_not_answer_it() {
    let mut scene = scene();
    assert_eq!(
        scene.hands(Color::Black, "claim_fault"),
        Err(Refusal::NoFault)
    );
    hands(&mut scene, Color::White, "move e2e5");
    let refusal = scene
        .hands(Color::Black, "move d7d6")
        .expect_err("it stands");
    assert_eq!(
        (refusal.clone(), refusal.article()),
        (Refusal::IllegalStands, Some("7.5.1"))
    );
    assert_eq!(
        scene.hands(Color::White, "claim_fault"),
        Err(Refusal::NoFault)
    );
    hands(&mut scene, Color::Black, "claim_fault");
    let game = scene.game();
    assert_eq!((game.standing, game.faults.white), (None, 0));
    assert_eq!(game.due.expect("the pawn was touched").article, "4.3.1");
}

#[test]
fn a_pawn_left_on_the_last_rank_becomes_a_queen() {
    // FIDE 7.5.2.
    let settings = from_fen(standard(), "8/P3k3/8/8/8/8/8/4K3 w - - 0 1");
    let mut scene = Scene::start(settings.clone()).expect("a game");
    hands(&mut scene, Color::White, "move a7a8");
    let game = scene.game();
    assert_eq!(
        game.standing.expect("a pawn").placement,
        "P7/4k3/8/8/8/8/8/4K3"
    );
    let due = game.due.expect("a piece is due");
    assert_eq!((due.moves.len(), due.article), (4, "4.7.3"));
    assert!(scene.hands(Color::White, "move e1e2").is_err());
    let events = hands(&mut scene, Color::White, "press");
    let [fault, made, pressed] = &events[..] else {
        panic!("{events:?}");
    };
    assert!(matches!(
        fault,
        Event::Irregularity {
            kind: IrregularityKind::UnpromotedPawn,
            penalty_ms: 120_000,
            ..
        }
    ));
    assert!(matches!(made, Event::MoveMade { uci, .. } if uci == "a7a8q"));
    assert!(matches!(pressed, Event::ClockPressed { .. }));
    assert_eq!(clock(&scene), (600_000, 720_000, Some(Color::Black)));
    assert_eq!(scene.game().fen, "Q7/4k3/8/8/8/8/8/4K3 b - - 0 1");
    // With the piece named before the press nothing has happened.
    for script in ["move a7a8; promote rook", "move a7a8; move a7a8r"] {
        let mut scene = Scene::start(settings.clone()).expect("a game");
        let events = hands(&mut scene, Color::White, script);
        assert!(matches!(&events[..], [Event::MoveMade { uci, .. }] if uci == "a7a8r"));
        hands(&mut scene, Color::White, "press");
        assert_eq!(scene.game().faults.white, 0);
        let refusal = scene.hands(Color::White, "promote queen");
        assert_eq!(refusal, Err(Refusal::PromotionFixed));
    }
}

#[test]
fn a_second_fault_is_not_saved_by_the_queen_that_it_makes() {
    let settings = from_fen(standard(), "7k/P5pp/8/8/8/8/8/7K w - - 0 1");
    let mut scene = Scene::start(settings).expect("a game");
    hands(&mut scene, Color::White, "press; move a7a8; press");
    // a8=Q is mate; completed as it was, it loses.
    assert_eq!(scene.result(), "0-1 IllegalMoves");
    let mut scene =
        Scene::start(from_fen(standard(), "7k/P5pp/8/8/8/8/8/7K w - - 0 1")).expect("a game");
    hands(&mut scene, Color::White, "move a7a8; press");
    assert_eq!(scene.result(), "1-0 Checkmate");
}

#[test]
fn two_faults_of_one_action_count_once() {
    // FIDE 7.5.1, 7.5.4: castling through check, with two hands.
    let settings = from_fen(standard(), "3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    let mut scene = Scene::start(settings).expect("a game");
    hands(&mut scene, Color::White, "move e1c1");
    let placement = scene.game().standing.expect("it stands").placement;
    assert_eq!(placement, "3rk3/8/8/8/8/8/8/2KR4");
    scene
        .act(Actor::Arbiter, Command::NoteTwoHands)
        .expect("seen");
    hands(&mut scene, Color::White, "press");
    let expected = [(Color::White, IrregularityKind::IllegalMove, 1, 120_000)];
    assert_eq!(kinds(&scene), expected);
    assert_eq!(clock(&scene).1, 720_000);
    // King and rook were touched, castling is illegal: another move of the king.
    assert_eq!(scene.game().due.expect("bound").article, "4.4.3");
    // What was seen is done with.
    hands(&mut scene, Color::White, "move e1f1; press");
    assert_eq!(scene.game().faults.white, 1);
}

#[test]
fn castling_is_seen_as_castling_in_chess960_too() {
    // The bishop on a3 sees c1.
    let fen = "4k3/8/8/8/8/b7/8/R2K4 w A - 0 1";
    let mut scene = Scene::start(from_fen(standard(), fen)).expect("a game");
    assert!(scene.game().chess960);
    let events = hands(&mut scene, Color::White, "move d1a1");
    assert!(
        matches!(&events[..], [Event::IllegalMade { .. }]),
        "{events:?}"
    );
    let game = scene.game();
    let placement = game.standing.expect("it stands").placement;
    assert_eq!(placement, "4k3/8/8/8/8/b7/8/2KR4");
    assert_eq!(game.touched, [Square::D1, Square::A1]);
    assert_eq!(game.due.expect("bound").article, "4.4.3");
}

#[test]
fn two_hands_are_penalised_and_the_move_stands() {
    // FIDE 7.5.4.
    let mut scene = scene();
    let refusal = scene.act(Actor::Arbiter, Command::NoteTwoHands);
    assert_eq!(refusal, Err(Refusal::NothingUnpressed));
    hands(&mut scene, Color::White, "move e2e4");
    scene
        .act(Actor::Arbiter, Command::NoteTwoHands)
        .expect("seen");
    let events = hands(&mut scene, Color::White, "press");
    assert!(matches!(events[0], Event::ClockPressed { .. }));
    let expected = [(Color::White, IrregularityKind::TwoHands, 1, 120_000)];
    assert_eq!(kinds(&scene), expected);
    assert_eq!((scene.game().ply, clock(&scene).1), (1, 720_000));
    assert_eq!(clock(&scene).2, Some(Color::Black));
}

#[test]
fn two_hands_do_not_count_where_the_next_move_comes_without_a_press() {
    // FIDE 7.5.4: the press is what counts.
    let mut scene = scene();
    hands(&mut scene, Color::White, "move e2e4");
    scene
        .act(Actor::Arbiter, Command::NoteTwoHands)
        .expect("seen");
    hands(&mut scene, Color::Black, "move e7e5");
    hands(&mut scene, Color::White, "move g1f3; press");
    assert_eq!(kinds(&scene), []);
}

#[test]
fn illegal_moves_are_put_right_ten_times_on_one_move_11_5() {
    let mut scene = scene();
    for _ in 0..5 {
        hands(&mut scene, Color::White, "move e2e5; move e2e6");
    }
    let refusal = scene.hands(Color::White, "move e2e5").expect_err("enough");
    assert_eq!(
        (refusal.code(), refusal.article()),
        ("illegal_repeated", Some("11.5"))
    );
    assert_eq!(refusal.params()["times"], "10");
    // A legal one is still taken, and then all is new.
    hands(&mut scene, Color::White, "move e2e4; press");
    hands(&mut scene, Color::Black, "move e7e5; press");
    hands(&mut scene, Color::White, "move g1g5");
}

#[test]
fn castling_that_is_illegal_is_begun_ten_times_11_5() {
    let fen = "4k3/8/8/8/8/8/5r2/R3K2R w - - 0 1";
    let mut scene = Scene::start(from_fen(standard(), fen)).expect("a game");
    hands(&mut scene, Color::White, "touch e1");
    for _ in 0..5 {
        hands(&mut scene, Color::White, "release g1; release c1");
    }
    let refusal = scene.hands(Color::White, "release g1");
    assert_eq!(refusal, Err(Refusal::IllegalRepeated { times: 10 }));
    hands(&mut scene, Color::White, "release f2; press");
}

#[test]
fn what_cannot_be_done_with_the_men_is_refused() {
    let mut scene = scene();
    assert!(matches!(
        scene.hands(Color::White, "move e4e5"),
        Err(Refusal::IllegalMove(_))
    ));
    assert!(matches!(
        scene.hands(Color::White, "move xyz"),
        Err(Refusal::BadMove { .. })
    ));
    // Taking an own man, moving one of the opponent's: that can be done, and is illegal.
    hands(&mut scene, Color::White, "move e1e2; move e7e5; press");
    assert_eq!(scene.game().faults.white, 1);
}

#[test]
fn without_a_press_the_penalty_comes_at_once() {
    let mut settings = settings(Preset::FideOnline);
    settings.rules.illegal = tabiya_arbiter::IllegalRule::Penalise;
    settings.rules.touch_move = true;
    settings.rules.illegal_penalty_ms = 30_000;
    let mut scene = Scene::start(settings).expect("a game");
    hands(&mut scene, Color::White, "move e2e5");
    assert_eq!(clock(&scene).1, 630_000);
    assert_eq!(scene.game().due.expect("the pawn").article, "4.3.1");
    hands(&mut scene, Color::White, "move g1g3");
    assert_eq!(scene.result(), "0-1 IllegalMoves");
}

#[test]
fn an_untimed_game_gives_no_time_but_counts() {
    let mut settings = standard();
    settings.clock = TimeControl::Untimed;
    let mut scene = Scene::start(settings).expect("a game");
    hands(&mut scene, Color::White, "press; press");
    let expected = [
        (Color::White, IrregularityKind::PressWithoutMove, 1, 0),
        (Color::White, IrregularityKind::PressWithoutMove, 2, 0),
    ];
    assert_eq!(kinds(&scene), expected);
    assert_eq!(scene.result(), "0-1 IllegalMoves");
}

#[test]
fn a_penalty_revives_no_flag() {
    let mut scene = scene();
    hands(&mut scene, Color::White, "move e2e4; press");
    scene.wait(600_000);
    // White's press without a move would give Black time; but his flag has fallen.
    for script in ["press", "move e7e5"] {
        assert_eq!(scene.hands(Color::Black, script), Err(Refusal::TimeIsUp));
        assert_eq!(scene.hands(Color::White, script), Err(Refusal::TimeIsUp));
    }
    scene.tick();
    assert_eq!(scene.result(), "1-0 TimeForfeit");
}

#[test]
fn an_illegal_answer_stands_behind_a_move_that_is_not_pressed() {
    let mut scene = scene();
    hands(&mut scene, Color::White, "move e2e4");
    hands(&mut scene, Color::Black, "move e7e4");
    // White's time runs, and his own move is in order.
    hands(&mut scene, Color::White, "press");
    assert_eq!(clock(&scene).2, Some(Color::Black));
    hands(&mut scene, Color::Black, "press");
    assert_eq!(scene.game().faults, ByColor { white: 0, black: 1 });
    assert_eq!(clock(&scene), (720_000, 600_000, Some(Color::Black)));
}

#[test]
fn the_record_tells_of_it() {
    let mut scene = scene();
    hands(&mut scene, Color::White, "press; move e2e4; press");
    hands(&mut scene, Color::Black, "move e7e4; press");
    let pgn = scene.table.record(1).expect("a game").pgn("here");
    let first = "{White pressed the clock without a move (7.5.3). Black got 120 s more.}";
    let second = "{Black made an illegal move e7e4 (7.5.1). White got 120 s more.}";
    let joined = pgn.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(joined.contains(&format!("{first} 1. e4")), "{pgn}");
    assert!(joined.contains(second), "{pgn}");
}

fn at(fen: &str) -> Scene {
    Scene::start(from_fen(standard(), fen)).expect("a game")
}

fn claim_wrongly(scene: &mut Scene, uci: &str) {
    let uci = Some(uci.to_owned());
    let what = ClaimKind::Fifty;
    let claim = Command::Claim { what, uci };
    scene.by(Color::White, claim).expect("judged");
}

fn law(scene: &mut Scene, script: &str) -> Option<&'static str> {
    let refusal = scene.hands(Color::White, script).expect_err(script);
    refusal.article()
}

#[test]
fn a_pawn_without_its_piece_is_bound_like_any_other_move() {
    // FIDE 4.3.1, 4.3.3.
    let fen = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(law(&mut at(fen), "touch e1; move a7a8"), Some("4.3.1"));
    let script = "touch a7; touch b8; move a7a8";
    assert_eq!(law(&mut at(fen), script), Some("4.3.3"));
    hands(&mut at(fen), Color::White, "touch a7; touch b8; move a7b8");
    // FIDE 9.5.3: the announced move and its piece.
    let mut scene = at(fen);
    claim_wrongly(&mut scene, "a7a8r");
    assert_eq!(law(&mut scene, "move a7b8"), Some("9.5.3"));
    let script = "move a7a8; promote queen";
    assert_eq!(law(&mut scene, script), Some("9.5.3"));
    let events = hands(&mut scene, Color::White, "press");
    let is_rook = |event: &Event| matches!(event, Event::MoveMade { uci, .. } if uci == "a7a8r");
    assert!(events.iter().any(is_rook), "{events:?}");
    let mut scene = at(fen);
    claim_wrongly(&mut scene, "e1e2");
    assert_eq!(law(&mut scene, "move a7a8"), Some("9.5.3"));
}

#[test]
fn a_pawn_on_the_last_rank_stays_there() {
    // FIDE 4.7.3.
    let fen = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    for script in [
        "touch a7; release b8; release a8",
        "touch a7; release a8; release a6",
        "touch a7; release a8; release b8",
        "move a7a8; move a7b8",
        "move a7a8; move a7b8q",
        "move a7a8; move a7a8k",
        "move a7a8; touch e1; release d1",
    ] {
        assert_eq!(law(&mut at(fen), script), Some("4.7.3"), "{script}");
    }
    // FIDE 7.5.2: before the press it is no fault, and the opponent is told what he waits for.
    let mut scene = at(fen);
    hands(&mut scene, Color::White, "move a7a8");
    let claim = scene.hands(Color::Black, "claim_fault");
    assert_eq!(claim, Err(Refusal::NoFault));
    let refusal = scene.hands(Color::Black, "move e8e7").expect_err("waits");
    assert_eq!(refusal.to_string(), "White has not chosen the piece yet.");
    assert_eq!(refusal.article(), Some("4.7.3"));
    hands(&mut scene, Color::White, "move a7a8n; press");
    assert_eq!(scene.game().faults.white, 0);
}

#[test]
fn castling_with_the_hand_is_bound_like_any_other_move() {
    // FIDE 4.3.1, 4.4.2.
    let fen = "4k3/8/8/8/8/8/P7/R3K2R w KQ - 0 1";
    let script = "touch a2; touch e1; release g1";
    assert_eq!(law(&mut at(fen), script), Some("4.3.1"));
    let script = "touch h1; touch e1; release g1";
    assert_eq!(law(&mut at(fen), script), Some("4.4.2"));
    let script = "touch a1; touch e1; release g1";
    assert_eq!(law(&mut at(fen), script), Some("4.4.2"));
    // FIDE 4.4.1: king and rook castle with one another.
    let script = "touch e1; touch h1; touch e1; release c1";
    assert_eq!(law(&mut at(fen), script), Some("4.4.1"));
    // FIDE 9.5.3: an announced move.
    for announced in ["a2a3", "e1f1"] {
        let mut scene = at(fen);
        claim_wrongly(&mut scene, announced);
        let refused = law(&mut scene, "touch e1; release g1");
        assert_eq!(refused, Some("9.5.3"), "{announced}");
        let refused = law(&mut scene, "touch h1; release f1");
        assert_eq!(refused, Some("9.5.3"), "{announced}");
    }
}

#[test]
fn the_man_in_the_hand_is_the_one_touched_last() {
    // FIDE 4.3.1, 4.7.
    let fen = "4k3/8/8/8/8/8/P7/4K2R w K - 0 1";
    let script = "touch a2; touch h1; touch e1; release g1";
    assert_eq!(law(&mut at(fen), script), Some("4.3.1"));
    // Touched again, a man is in the hand again.
    let script = "touch h1; touch e1; touch h1; release h5";
    hands(&mut at(fen), Color::White, script);
    let mut scene = at(fen);
    let script = "touch e1; release g1; touch a2; touch e1; release d1";
    assert_eq!(law(&mut scene, script), Some("4.7.2"));
    assert_eq!(scene.game().standing, None);
    // The man of an illegal move is in the hand where it stands.
    let script = "move h1g3; touch g3; release h3";
    hands(&mut at(fen), Color::White, script);
}

#[test]
fn an_illegal_castling_that_is_pressed_is_an_illegal_move() {
    // FIDE 4.7.2, 7.5.1.
    let mut scene = at("4k3/8/8/8/8/8/P7/4K2R w - - 0 1");
    hands(&mut scene, Color::White, "touch e1; release g1; press");
    let expected = [(Color::White, IrregularityKind::IllegalMove, 1, 120_000)];
    assert_eq!(kinds(&scene), expected);
    assert_eq!(law(&mut scene, "move a2a3"), Some("4.7.2"));
}

#[test]
fn what_goes_back_was_not_made_with_two_hands() {
    // FIDE 7.5.4.
    for claims in [true, false] {
        let mut scene = scene();
        hands(&mut scene, Color::White, "move e2e5");
        let noted = scene.act(Actor::Arbiter, Command::NoteTwoHands);
        noted.expect("seen");
        if claims {
            hands(&mut scene, Color::Black, "claim_fault");
        }
        hands(&mut scene, Color::White, "move e2e4; press");
        assert_eq!(scene.game().faults.white, 0, "claimed: {claims}");
    }
}
