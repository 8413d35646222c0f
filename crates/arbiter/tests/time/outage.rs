//! An outage of the server costs nobody time.

use tabiya_arbiter::{Actor, Event, Preset, Seat};
use tabiya_rules::Color::White;

use super::common::{OWNER, Scene, settings};
use super::{FISCHER, left_ms, pause, present, start};

#[test]
fn nobody_is_charged_for_an_outage() {
    let mut scene = start(FISCHER);
    scene.wait(3_000);
    let since = scene.at;
    scene.wait(3_600_000);
    pause(&mut scene, since);
    let clock = scene.game().clock.expect("timed");
    assert_eq!(
        (clock.running, clock.paused, clock.white_ms),
        (None, true, 57_000)
    );
    scene.wait(20_000);
    let events = scene
        .act(Actor::System, present(Seat::Owner, true))
        .expect("noted");
    assert_eq!(events.last(), Some(&Event::Resumed));
    scene.wait(1_000);
    scene.play_all("e2e4");
    assert_eq!(left_ms(&scene, White), 60_000 - 4_000 + 2_000);
}

#[test]
fn a_move_ends_the_pause_at_once() {
    let mut scene = start(FISCHER);
    scene.wait(3_000);
    let since = scene.at;
    scene.wait(100_000);
    pause(&mut scene, since);
    scene.wait(30_000);
    let events = scene.play("e2e4").expect("legal");
    assert_eq!(events[0], Event::Resumed);
    assert!(
        matches!(
            events[1],
            Event::MovePlayed {
                spent_ms: 3_000,
                ..
            }
        ),
        "{events:?}"
    );
}

#[test]
fn the_other_player_coming_back_does_not_start_the_clock() {
    let mut scene = start(FISCHER);
    let since = scene.at;
    pause(&mut scene, since);
    scene
        .act(Actor::System, present(Seat::Guest, true))
        .expect("noted");
    assert!(scene.game().clock.expect("timed").paused);
}

#[test]
fn a_pause_ends_at_its_latest_end_even_if_the_tick_is_late() {
    let mut scene = start(FISCHER);
    let since = scene.at;
    scene.wait(5_000);
    pause(&mut scene, since);
    let until = scene.at.plus_ms(60_000);
    assert_eq!(scene.table.deadline(), Some(until));
    scene.at = until.plus_ms(700);
    assert_eq!(scene.tick(), [Event::Resumed]);
    let clock = scene.game().clock.expect("timed");
    assert_eq!((clock.at, clock.running), (until, Some(White)));
    assert_eq!(scene.table.deadline(), Some(until.plus_ms(60_000)));
}

#[test]
fn a_very_late_tick_ends_the_pause_and_the_game() {
    let mut scene = start(FISCHER);
    let since = scene.at;
    pause(&mut scene, since);
    scene.wait(120_000);
    let events = scene.tick();
    assert_eq!(events.len(), 2);
    assert_eq!(scene.result(), "0-1 TimeForfeit");
}

#[test]
fn a_flag_that_fell_before_the_outage_stays_fallen() {
    let mut scene = start(FISCHER);
    scene.wait(60_000);
    let since = scene.at;
    scene.wait(5_000);
    pause(&mut scene, since);
    assert_eq!(scene.result(), "0-1 TimeForfeit");
    assert!(
        !scene.table.view(OWNER).seats.owner.present,
        "nobody is connected after an outage"
    );
}

#[test]
fn an_outage_between_games_only_resets_presence() {
    let mut scene = Scene::open(settings(Preset::Table)).expect("a table");
    scene.seat_guest().expect("seated");
    let since = scene.at;
    let events = pause(&mut scene, since);
    let gone = |seat| Event::PresenceNoted {
        seat,
        present: false,
    };
    assert_eq!(events, Seat::ALL.map(gone));
}

#[test]
fn a_second_outage_goes_on_with_the_same_time() {
    let mut scene = start(FISCHER);
    scene.wait(10_000);
    let since = scene.at;
    scene.wait(10_000);
    pause(&mut scene, since);
    scene.wait(10_000);
    let since = scene.at;
    scene.wait(10_000);
    pause(&mut scene, since);
    scene.play_all("e2e4");
    assert_eq!(left_ms(&scene, White), 52_000);
}
