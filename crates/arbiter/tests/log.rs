//! The log is the table: what it may not contain, and what it never tells.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may fail where it stands"
)]

mod common;

use common::{GUEST, OWNER, Scene, settings};
use tabiya_arbiter::{
    Command, Event, Preset, Recorded, ReplayError, ReplayFault, Seat, Table, Termination, Timestamp,
};
use tabiya_rules::Color;

fn game() -> Scene {
    let mut scene = Scene::start(settings(Preset::FideOnline)).expect("a game");
    scene.play_all("e2e4 e7e5");
    scene
}

/// The fault of the scene's log after one more event.
fn fault_of(scene: &Scene, event: Event) -> ReplayFault {
    let mut log = scene.log.clone();
    log.push(Recorded {
        seq: scene.table.sequence() + 1,
        at: scene.at,
        event,
    });
    let error = Table::replay(&log).expect_err("does not fit");
    assert_eq!(error.seq, scene.table.sequence() + 1);
    error.fault
}

fn move_played(ply: u32, uci: &str) -> Event {
    Event::MovePlayed {
        ply,
        uci: uci.to_owned(),
        san: String::new(),
        spent_ms: 0,
        clock_ms: Some(1),
        lag_ms: 0,
    }
}

#[test]
fn the_log_replays_to_the_same_table() {
    let mut scene = game();
    assert_eq!(Table::replay(&scene.log), Ok(scene.table.clone()));
    scene.by(Color::White, Command::Resign).expect("resigned");
    scene.act(OWNER, Command::OfferRematch).expect("offered");
    scene.act(GUEST, Command::OfferRematch).expect("agreed");
    assert_eq!(Table::replay(&scene.log), Ok(scene.table));
}

#[test]
fn a_gap_is_named() {
    let mut log = game().log;
    log.remove(3);
    let error = Table::replay(&log).expect_err("a gap");
    assert_eq!(
        error,
        ReplayError {
            seq: 5,
            fault: ReplayFault::Gap { expected: 4 }
        }
    );
    assert_eq!(
        error.to_string(),
        "event 5 of the log: number 4 was expected"
    );
}

#[test]
fn a_log_begins_with_the_opening_and_has_one() {
    let log = game().log;
    let headless = Table::replay(&log[1..]).expect_err("no opening");
    assert_eq!(
        headless,
        ReplayError {
            seq: 2,
            fault: ReplayFault::Gap { expected: 1 }
        }
    );
    let empty = Table::replay(&[]).expect_err("nothing");
    assert_eq!(
        empty,
        ReplayError {
            seq: 1,
            fault: ReplayFault::Opening
        }
    );
    assert_eq!(
        fault_of(&game(), log[0].event.clone()),
        ReplayFault::Opening
    );
}

#[test]
fn events_out_of_place_are_named() {
    let scene = game();
    assert_eq!(
        fault_of(&scene, move_played(4, "g1f3")),
        ReplayFault::Ply { expected: 3 }
    );
    for uci in ["g1g5", "nonsense"] {
        let fault = fault_of(&scene, move_played(3, uci));
        assert!(matches!(fault, ReplayFault::Move { .. }), "{fault:?}");
    }
    let too_far = Event::TakebackAccepted {
        by: Color::White,
        plies: 3,
    };
    assert_eq!(fault_of(&scene, too_far), ReplayFault::Takeback);
    let changed = Event::SettingsChanged {
        settings: settings(Preset::Table),
    };
    assert_eq!(fault_of(&scene, changed), ReplayFault::GameRunning);
    let started = |number, start_fen: &str| Event::GameStarted {
        number,
        white: Seat::Owner,
        start_fen: start_fen.to_owned(),
        chess960: false,
    };
    assert_eq!(fault_of(&scene, started(2, "")), ReplayFault::GameRunning);
    let mut over = game();
    over.by(Color::White, Command::Resign).expect("resigned");
    assert_eq!(
        fault_of(&over, started(3, "")),
        ReplayFault::GameNumber { expected: 2 }
    );
    for fen in ["", "8/8/8/8/8/8/8/8 w - - 0 1"] {
        let fault = fault_of(&over, started(2, fen));
        assert!(matches!(fault, ReplayFault::Start { .. }), "{fault:?}");
    }
    let ended = Event::GameEnded {
        outcome: None,
        points: None,
        termination: Termination::Aborted,
        by: None,
        prospects: Vec::new(),
    };
    for event in [
        ended,
        move_played(3, "g1f3"),
        Event::DrawOffered { by: Color::White },
    ] {
        assert_eq!(fault_of(&over, event), ReplayFault::NoGame);
    }
    let paused = Event::Paused {
        since: Timestamp(0),
        until: Timestamp(0),
    };
    for event in [paused, Event::Resumed] {
        assert_eq!(fault_of(&over, event), ReplayFault::NoGame);
    }
}

#[test]
#[should_panic(expected = "was never decided by this table")]
fn a_foreign_event_is_a_fault_of_the_program() {
    let mut scene = game();
    scene.table.apply(scene.at, &move_played(3, "a1a8"));
}

#[test]
fn time_in_a_log_is_never_earlier_than_before() {
    let scene = game();
    assert_eq!(scene.table.stamp(Timestamp(5)), scene.at);
    assert_eq!(scene.table.stamp(scene.at.plus_ms(5)), scene.at.plus_ms(5));
}
