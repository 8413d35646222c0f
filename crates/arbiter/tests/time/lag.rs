//! Lag of the wire: what is forgiven, how a quota bounds it, and the grace at the flag.

use tabiya_arbiter::{Actor, Command, Event, Recorded, Refusal, Table, TimeControl};
use tabiya_rules::Color::{Black, White};
use tabiya_rules::Square;

use super::common::Scene;
use super::{FISCHER, left_ms, with_rules};

/// Gains 390 ms a move, starts with 1170 and holds 2730 at most.
const BULLET: TimeControl = TimeControl::SuddenDeath { bank_ms: 60_000 };

fn start(clock: TimeControl) -> Scene {
    with_rules("fide-online lag_compensation=true", clock)
}

fn play(scene: &mut Scene, uci: &str, lag_ms: u64) -> Result<Vec<Event>, Refusal> {
    let turn = scene.game().turn;
    let command = Command::Move {
        uci: uci.to_owned(),
        ply: None,
        lag_ms,
    };
    scene.by(turn, command)
}

/// What was forgiven and what was charged.
fn booked(events: &[Event]) -> (u64, u64) {
    let Some(Event::MovePlayed {
        lag_ms, spent_ms, ..
    }) = events.first()
    else {
        panic!("a move: {events:?}");
    };
    (*lag_ms, *spent_ms)
}

#[test]
fn lag_is_not_charged() {
    let mut scene = start(BULLET);
    scene.wait(2_000);
    let events = play(&mut scene, "e2e4", 150).expect("legal");
    assert_eq!(booked(&events), (150, 1_850));
    assert_eq!(left_ms(&scene, White), 58_150);
}

#[test]
fn lag_is_charged_where_the_rules_say_so() {
    let mut scene = with_rules("fide-online", BULLET);
    scene.wait(2_000);
    let events = play(&mut scene, "e2e4", 150).expect("legal");
    assert_eq!(booked(&events), (0, 2_000));
}

#[test]
fn no_more_is_forgiven_than_was_used() {
    let mut scene = start(BULLET);
    scene.wait(100);
    let events = play(&mut scene, "e2e4", 400).expect("legal");
    assert_eq!(booked(&events), (100, 0));
}

#[test]
fn the_quota_bounds_what_is_forgiven_and_each_move_refills_it() {
    let mut scene = start(BULLET);
    let mut forgiven = Vec::new();
    for line in ["e2e4 e7e5", "g1f3 b8c6", "f1c4 f8c5", "d2d3 d7d6"] {
        let (white, black) = line.split_once(' ').expect("two moves");
        scene.wait(5_000);
        let events = play(&mut scene, white, 10_000).expect("in time");
        forgiven.push(booked(&events).0);
        play(&mut scene, black, 0).expect("in time");
    }
    assert_eq!(forgiven, [1_170, 390, 390, 390]);
    // Black used nothing: the quota has grown to its cap of 7 gains and no further.
    for line in ["c2c3 a7a6", "b1d2 b7b5", "c4b3 c5a7"] {
        let (white, black) = line.split_once(' ').expect("two moves");
        play(&mut scene, white, 0).expect("in time");
        play(&mut scene, black, 0).expect("in time");
    }
    play(&mut scene, "e1g1", 0).expect("in time");
    scene.wait(5_000);
    let events = play(&mut scene, "g8f6", 10_000).expect("in time");
    assert_eq!(booked(&events).0, 2_730);
}

#[test]
fn the_slower_the_game_the_larger_the_quota_up_to_a_second_a_move() {
    for (clock, quota_ms) in [
        (BULLET, 3 * 390),
        (TimeControl::SuddenDeath { bank_ms: 180_000 }, 3 * 870),
        (
            TimeControl::fischer(60_000, 1_000),
            3 * (100_000 / 250 + 150),
        ),
        (TimeControl::SuddenDeath { bank_ms: 300_000 }, 3_000),
        (TimeControl::SuddenDeath { bank_ms: 3_600_000 }, 3_000),
    ] {
        let mut scene = start(clock.clone());
        scene.wait(20_000);
        let events = play(&mut scene, "e2e4", 60_000).expect("in time");
        assert_eq!(booked(&events).0, quota_ms, "{clock:?}");
    }
}

#[test]
fn a_move_made_before_the_flag_counts_though_it_arrives_after_it() {
    let mut scene = start(BULLET);
    let flag = scene.at.plus_ms(60_000);
    assert_eq!(scene.table.deadline(), Some(flag.plus_ms(1_170)));
    scene.at = flag.plus_ms(199);
    assert_eq!(scene.tick(), []);
    let events = play(&mut scene, "e2e4", 200).expect("made 1 ms before the flag");
    assert_eq!(booked(&events), (200, 59_999));
    assert_eq!(left_ms(&scene, White), 1);
}

#[test]
fn a_move_made_at_the_flag_is_too_late_and_so_is_everything_else() {
    let mut scene = start(BULLET);
    scene.wait(60_200);
    assert_eq!(play(&mut scene, "e2e4", 200), Err(Refusal::TimeIsUp));
    for (color, command) in [
        (White, Command::Resign),
        (White, Command::OfferDraw),
        (Black, Command::OfferDraw),
    ] {
        assert_eq!(scene.by(color, command), Err(Refusal::TimeIsUp));
    }
    // Only the move of the side whose flag it is can still save it.
    let other = Command::Move {
        uci: "e7e5".to_owned(),
        ply: None,
        lag_ms: 1_000,
    };
    assert_eq!(scene.by(Black, other), Err(Refusal::TimeIsUp));
    scene.wait(970);
    scene.tick();
    assert_eq!(scene.result(), "0-1 TimeForfeit");
    let clock = scene.game().clock.expect("timed");
    assert_eq!(clock.white_ms, 0);
    assert_eq!(clock.at.0, scene.at.0 - 1_170, "it fell at its own moment");
}

#[test]
fn the_grace_ends_after_two_seconds_whatever_the_quota() {
    let mut scene = start(TimeControl::SuddenDeath { bank_ms: 600_000 });
    let flag = scene.at.plus_ms(600_000);
    assert_eq!(scene.table.deadline(), Some(flag.plus_ms(2_000)));
    scene.at = flag.plus_ms(2_000);
    assert_eq!(play(&mut scene, "e2e4", 2_500), Err(Refusal::TimeIsUp));
    scene.tick();
    assert_eq!(scene.result(), "0-1 TimeForfeit");
}

#[test]
fn an_outage_in_the_grace_does_not_undo_the_flag() {
    let mut scene = start(BULLET);
    scene.wait(60_500);
    let (since, until) = (scene.at, scene.at.plus_ms(30_000));
    scene
        .act(Actor::System, Command::Pause { since, until })
        .expect("the system may");
    assert_eq!(scene.result(), "0-1 TimeForfeit");
}

#[test]
fn a_log_with_lag_replays_to_the_same_clock() {
    let mut scene = start(FISCHER);
    for (uci, wait_ms, lag_ms) in [
        ("e2e4", 900, 300),
        ("e7e5", 50, 300),
        ("g1f3", 4_000, 9_000),
        ("b8c6", 700, 0),
    ] {
        scene.wait(wait_ms);
        play(&mut scene, uci, lag_ms).expect("in time");
    }
    let log: Vec<Recorded> = scene.log.clone();
    assert_eq!(Table::replay(&log), Ok(scene.table));
}

#[test]
fn lag_of_a_man_that_is_released_is_forgiven_like_that_of_a_move() {
    let mut scene = with_rules("fide-online lag_compensation=true touch_move=true", BULLET);
    scene.wait(2_000);
    let touch = Command::Touch { square: Square::E2 };
    scene.by(White, touch).expect("touched");
    let released = |lag_ms| Command::Release {
        square: Square::E4,
        lag_ms,
    };
    // What a client writes is not asked; the shell says it.
    assert_eq!(released(9_000).after_lag(150), released(150));
    let events = scene.by(White, released(150)).expect("legal");
    assert_eq!(booked(&events), (150, 1_850));
    // Made before the flag fell, and arrived after it.
    let touch = Command::Touch { square: Square::E7 };
    scene.by(Black, touch).expect("touched");
    scene.wait(60_100);
    let late = Command::Release {
        square: Square::E5,
        lag_ms: 150,
    };
    assert_eq!(
        booked(&scene.by(Black, late).expect("in time")),
        (150, 59_950)
    );
}

#[test]
fn only_what_moves_is_after_lag() {
    assert_eq!(Command::Press.after_lag(150), Command::Press);
    assert_eq!(Command::Resign.after_lag(150), Command::Resign);
}
