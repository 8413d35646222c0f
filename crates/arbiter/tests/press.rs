//! A table with a clock to press (FIDE 4.7, 6.2): made, completed, and who has the move.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may fail where it stands"
)]

mod common;

use common::{Scene, from_fen, settings};
use tabiya_arbiter::{Command, Event, Extra, Preset, Refusal, Stage, TakebackRule, TimeControl};
use tabiya_rules::Color;

/// Ten minutes and five seconds a move, moves completed by the press.
fn scene() -> Scene {
    let mut settings = settings(Preset::FideStandard);
    settings.clock = fischer(600_000, 5_000);
    Scene::start(settings).expect("a game")
}

fn fischer(bank_ms: u64, increment_ms: u64) -> TimeControl {
    TimeControl::Fischer {
        bank_ms,
        increment_ms,
        added: tabiya_arbiter::Added::AfterMove,
    }
}

fn hands(scene: &mut Scene, color: Color, script: &str) -> Vec<Event> {
    scene
        .hands(color, script)
        .unwrap_or_else(|refusal| panic!("{script}: {refusal}"))
}

/// White's and Black's time, and whose runs.
fn clock(scene: &Scene) -> (u64, u64, Option<Color>) {
    let clock = scene.game().clock.expect("a timed game");
    (clock.white_ms, clock.black_ms, clock.running)
}

#[test]
fn a_move_is_made_and_then_completed_by_the_press() {
    let mut scene = scene();
    scene.wait(3_000);
    let made = hands(&mut scene, Color::White, "move e2e4");
    let expected = Event::MoveMade {
        ply: 1,
        uci: "e2e4".to_owned(),
        san: "e4".to_owned(),
        spent_ms: 3_000,
        clock_ms: Some(597_000),
    };
    assert_eq!(made, [expected]);
    let game = scene.game();
    assert_eq!(
        (game.turn, game.to_press),
        (Color::Black, Some(Color::White))
    );
    assert_eq!(clock(&scene).2, Some(Color::White));
    scene.wait(2_000);
    let pressed = hands(&mut scene, Color::White, "press");
    let expected = Event::ClockPressed {
        by: Color::White,
        spent_ms: 5_000,
        clock_ms: Some(600_000),
    };
    assert_eq!(pressed, [expected]);
    assert_eq!(scene.game().to_press, None);
    assert_eq!(clock(&scene), (600_000, 600_000, Some(Color::Black)));
    let moves = scene.table.full_view(common::OWNER).moves.expect("all");
    assert_eq!(
        (moves[0].spent_ms, moves[0].clock_ms),
        (5_000, Some(600_000))
    );
}

#[test]
fn one_may_answer_before_the_other_presses() {
    // FIDE 1.3, 6.2.2: White is let press, and his time runs until he does.
    let mut scene = scene();
    hands(&mut scene, Color::White, "move e2e4");
    scene.wait(1_000);
    hands(&mut scene, Color::Black, "move e7e5");
    assert_eq!(scene.game().to_press, Some(Color::White));
    assert_eq!(
        scene.hands(Color::Black, "press"),
        Err(Refusal::ClockNotRunning)
    );
    scene.wait(4_000);
    hands(&mut scene, Color::White, "press");
    assert_eq!(clock(&scene), (600_000, 600_000, Some(Color::Black)));
    assert_eq!(scene.game().to_press, Some(Color::Black));
    // Black's answer is made, his press is not: now his time runs.
    scene.wait(2_000);
    hands(&mut scene, Color::White, "move g1f3");
    hands(&mut scene, Color::Black, "press");
    assert_eq!(clock(&scene), (600_000, 603_000, Some(Color::White)));
    hands(&mut scene, Color::White, "press");
    assert_eq!(clock(&scene), (605_000, 603_000, Some(Color::Black)));
}

#[test]
fn the_next_move_completes_the_one_before() {
    // FIDE 6.2.1.2.
    let mut scene = scene();
    scene.wait(1_000);
    hands(&mut scene, Color::White, "move e2e4");
    hands(&mut scene, Color::Black, "move e7e5");
    scene.wait(1_000);
    let events = hands(&mut scene, Color::White, "move g1f3");
    let completed = |by, spent_ms, clock_ms| Event::MoveCompleted {
        by,
        spent_ms,
        clock_ms: Some(clock_ms),
    };
    assert_eq!(events[0], completed(Color::White, 2_000, 603_000));
    assert_eq!(events[1], completed(Color::Black, 0, 605_000));
    assert!(matches!(
        events[2],
        Event::MoveMade {
            spent_ms: 0,
            clock_ms: Some(603_000),
            ..
        }
    ));
    assert_eq!(clock(&scene), (603_000, 605_000, Some(Color::White)));
    scene.wait(500);
    hands(&mut scene, Color::White, "press");
    assert_eq!(clock(&scene), (607_500, 605_000, Some(Color::Black)));
    let moves = scene.table.full_view(common::OWNER).moves.expect("all");
    let spent: Vec<u64> = moves.iter().map(|played| played.spent_ms).collect();
    assert_eq!(spent, [2_000, 0, 500]);
    // Nothing waits: Black must make a move before he presses.
    assert_eq!(scene.game().to_press, None);
}

#[test]
fn moves_that_nobody_pressed_count_for_the_stage() {
    let mut settings = settings(Preset::FideStandard);
    let stage = |moves, bank_ms| Stage {
        moves,
        bank_ms,
        extra_ms: 0,
        extra: Extra::Increment,
    };
    settings.clock = TimeControl::Stages {
        stages: [stage(Some(2), 60_000), stage(None, 30_000)].to_vec(),
    };
    let mut scene = Scene::start(settings).expect("a game");
    hands(&mut scene, Color::White, "move e2e4");
    hands(&mut scene, Color::Black, "move e7e5");
    hands(&mut scene, Color::White, "move g1f3; press");
    assert_eq!(clock(&scene), (90_000, 60_000, Some(Color::Black)));
    hands(&mut scene, Color::Black, "move b8c6; press");
    assert_eq!(clock(&scene), (90_000, 90_000, Some(Color::White)));
}

#[test]
fn a_made_move_cannot_be_changed() {
    // FIDE 4.7.
    let mut scene = scene();
    hands(&mut scene, Color::White, "move e2e4");
    let refusal = scene.hands(Color::White, "move d2d4").expect_err("made");
    assert_eq!(refusal, Refusal::MoveStands);
    assert_eq!(refusal.article(), Some("4.7"));
    hands(&mut scene, Color::White, "press");
    let refusal = scene
        .hands(Color::White, "move d2d4")
        .expect_err("not his move");
    assert_eq!(refusal.article(), Some("1.3"));
}

#[test]
fn a_move_that_ends_the_game_needs_no_press() {
    // FIDE 6.2.1.1, 5.1.1.
    let mut scene = scene();
    for (color, script) in [
        (Color::White, "move f2f3; press"),
        (Color::Black, "move e7e5; press"),
        (Color::White, "move g2g4"),
        (Color::Black, "move d8h4"),
    ] {
        hands(&mut scene, color, script);
    }
    assert_eq!(scene.result(), "0-1 Checkmate");
    assert_eq!(scene.game().to_press, None);
    assert_eq!(scene.hands(Color::White, "press"), Err(Refusal::GameOver));
}

#[test]
fn the_flag_falls_for_the_running_clock_in_the_position_on_the_board() {
    // FIDE 6.9, laws.md 3.4: White made his move and did not press.
    let mut scene = scene();
    hands(&mut scene, Color::White, "move e2e4");
    scene.wait(600_000);
    assert_eq!(scene.hands(Color::White, "press"), Err(Refusal::TimeIsUp));
    scene.tick();
    assert_eq!(scene.result(), "0-1 TimeForfeit");
    // The last man taken by the move that was made: nobody could mate with what is left.
    let fen = "8/8/8/8/8/1k6/2p5/K1N5 b - - 0 1";
    let mut settings = from_fen(settings(Preset::FideStandard), fen);
    settings.rules.dead = tabiya_arbiter::DeadRule::Material;
    let mut scene = Scene::start(settings).expect("a game");
    scene.wait(599_999);
    hands(&mut scene, Color::Black, "touch c1");
    scene.wait(1);
    scene.tick();
    assert_eq!(scene.result(), "1-0 TimeForfeit");
}

#[test]
fn tables_without_a_press_have_nothing_to_press() {
    let mut scene = Scene::start(settings(Preset::FideOnline)).expect("a game");
    assert_eq!(scene.hands(Color::White, "press"), Err(Refusal::NoPress));
    let mut settings = settings(Preset::FideOnline);
    settings.rules.completion = tabiya_arbiter::Completion::OnPress;
    let mut scene = Scene::start(settings).expect("a game");
    let refusal = scene
        .hands(Color::White, "press")
        .expect_err("nothing is penalised here");
    assert_eq!(refusal, Refusal::NothingToPress);
}

#[test]
fn a_takeback_takes_the_press_with_it() {
    let mut settings = settings(Preset::FideStandard);
    settings.rules.takeback = TakebackRule::ByAgreement;
    let mut scene = Scene::start(settings).expect("a game");
    hands(&mut scene, Color::White, "move e2e4; press");
    hands(&mut scene, Color::Black, "move e7e5");
    scene
        .by(Color::Black, Command::OfferTakeback)
        .expect("asked");
    scene
        .by(Color::White, Command::AcceptTakeback)
        .expect("agreed");
    let game = scene.game();
    assert_eq!(
        (game.turn, game.to_press, game.ply),
        (Color::Black, None, 1)
    );
    assert_eq!(clock(&scene).2, Some(Color::Black));
}
