//! Time that a player gives to the opponent.

use tabiya_arbiter::{Actor, Command, CommandKind, Event, Refusal, TimeControl};
use tabiya_rules::Color::{Black, White};

use super::common::Scene;
use super::{FISCHER, left_ms, with_rules};

const DAY_MS: u64 = 86_400_000;
const HOUR_MS: u64 = 3_600_000;

fn start(clock: TimeControl) -> Scene {
    with_rules("fide-online give_time=true", clock)
}

fn give(scene: &mut Scene, ms: u64) -> Result<Vec<Event>, Refusal> {
    scene.by(Black, Command::GiveTime { ms })
}

#[test]
fn a_gift_goes_to_the_opponents_clock_at_once() {
    let mut scene = start(FISCHER);
    scene.wait(50_000);
    let given = Event::TimeGiven {
        by: Black,
        to: White,
        ms: 15_000,
    };
    assert_eq!(give(&mut scene, 15_000), Ok(vec![given]));
    assert_eq!(scene.table.deadline(), Some(scene.at.plus_ms(25_000)));
    scene.wait(24_999);
    scene.play_all("e2e4");
    assert_eq!(left_ms(&scene, White), 2_001);
    assert_eq!(left_ms(&scene, Black), 60_000);
    // Whose turn it is does not matter.
    give(&mut scene, 5_000).expect("granted");
    assert_eq!(left_ms(&scene, White), 7_001);
}

#[test]
fn gifts_have_a_size() {
    let mut scene = start(FISCHER);
    let bad = Refusal::BadGift {
        least_ms: 5_000,
        most_ms: 60_000,
    };
    for ms in [0, 4_999, 60_001, u64::MAX] {
        assert_eq!(give(&mut scene, ms), Err(bad.clone()));
    }
    assert_eq!(bad.to_string(), "You can give 5 to 60 seconds.");
    for ms in [5_000, 60_000] {
        give(&mut scene, ms).expect("in range");
    }
}

#[test]
fn nobody_is_given_time_who_has_more_than_two_hours() {
    let mut scene = start(TimeControl::SuddenDeath {
        bank_ms: 2 * HOUR_MS + 1,
    });
    assert_eq!(give(&mut scene, 5_000), Err(Refusal::TimeEnough));
    scene.wait(1);
    give(&mut scene, 5_000).expect("two hours are not more than two hours");
    assert_eq!(give(&mut scene, 5_000), Err(Refusal::TimeEnough));
}

#[test]
fn in_a_game_by_letter_a_day_is_given_to_who_has_used_more_than_an_hour() {
    let mut scene = start(TimeControl::Days { days: 3 });
    let bad = Refusal::BadGift {
        least_ms: DAY_MS,
        most_ms: DAY_MS,
    };
    assert_eq!(give(&mut scene, 60_000), Err(bad));
    scene.wait(HOUR_MS - 1);
    assert_eq!(give(&mut scene, DAY_MS), Err(Refusal::TimeEnough));
    scene.wait(1);
    give(&mut scene, DAY_MS).expect("an hour is used");
    let left = 4 * DAY_MS - HOUR_MS;
    assert_eq!(scene.table.deadline(), Some(scene.at.plus_ms(left)));
    // What was given and not used does not carry over.
    scene.play_all("e2e4");
    assert_eq!(left_ms(&scene, White), 3 * DAY_MS);
}

#[test]
fn gifts_need_a_clock_and_rules_that_know_them() {
    let mut scene = start(TimeControl::Untimed);
    assert_eq!(give(&mut scene, 15_000), Err(Refusal::Untimed));
    let mut scene = with_rules("fide-online", FISCHER);
    assert_eq!(give(&mut scene, 15_000), Err(Refusal::GiveTimeOff));
    let can = |scene: &Scene, actor| scene.table.view(actor).can.contains(&CommandKind::GiveTime);
    assert!(!can(&scene, scene.actor(Black)));
    let scene = start(FISCHER);
    assert!(can(&scene, scene.actor(Black)) && can(&scene, scene.actor(White)));
    assert!(!can(&scene, Actor::Spectator));
}

#[test]
fn nothing_is_given_while_the_arbiter_has_stopped_the_clocks() {
    let mut scene = start(FISCHER);
    scene
        .act(Actor::Arbiter, Command::StopClocks)
        .expect("the arbiter may");
    assert_eq!(give(&mut scene, 15_000), Err(Refusal::ClocksStopped));
}

#[test]
fn a_gift_comes_too_late_for_a_fallen_flag() {
    let mut scene = start(FISCHER);
    scene.wait(60_000);
    assert_eq!(give(&mut scene, 15_000), Err(Refusal::TimeIsUp));
}
