//! A flag falls to the millisecond, and what it means depends on who could still mate.

use tabiya_arbiter::{Command, Preset, Refusal, Timestamp};
use tabiya_rules::Color::{Black, White};

use super::{FISCHER, from, left_ms, message, start};

#[test]
fn the_flag_falls_at_the_millisecond() {
    let mut scene = start(FISCHER);
    let deadline = scene.table.deadline().expect("timed");
    assert_eq!(deadline, scene.at.plus_ms(60_000));
    scene.wait(59_999);
    assert_eq!(scene.tick(), []);
    scene.play("e2e4").expect("one millisecond is enough");
    assert_eq!(left_ms(&scene, White), 2_001);
}

#[test]
fn past_the_flag_every_command_finds_time_up_and_only_the_tick_tells() {
    let mut scene = start(FISCHER);
    scene.wait(60_000);
    for command in [Command::Resign, Command::OfferDraw, Command::Abort] {
        assert_eq!(scene.by(White, command), Err(Refusal::TimeIsUp));
    }
    assert_eq!(scene.play("e2e4"), Err(Refusal::TimeIsUp));
    scene.wait(5_000);
    scene.tick();
    assert_eq!(scene.result(), "0-1 TimeForfeit");
    assert_eq!(message(&scene), "Black won: White ran out of time.");
    assert_eq!(left_ms(&scene, White), 0);
    assert_eq!(scene.tick(), []);
}

#[test]
fn a_flag_against_a_lone_king_is_a_draw() {
    let mut scene = from("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", Preset::Table);
    scene.wait(600_000);
    scene.tick();
    assert_eq!(scene.result(), "1/2-1/2 TimeForfeit");
    assert_eq!(
        message(&scene),
        "White ran out of time, but Black has only a king: draw."
    );
}

#[test]
fn a_flag_against_who_could_never_mate_is_a_draw_where_the_rules_say_so() {
    let walled = "5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - - 0 1";
    let mut scene = from(walled, Preset::FideOnline);
    scene.wait(600_000);
    scene.tick();
    let sentence = "White ran out of time, but Black could not mate by any legal moves: draw.";
    assert_eq!(message(&scene), sentence);
    let mut scene = from(walled, Preset::Table);
    scene.wait(600_000);
    scene.tick();
    assert_eq!(scene.result(), "0-1 TimeForfeit");
}

#[test]
fn time_does_not_go_backward() {
    let mut scene = start(FISCHER);
    scene.wait(4_000);
    scene.play_all("e2e4");
    scene.at = Timestamp(scene.at.0 - 3_000);
    scene.play_all("e7e5");
    assert_eq!(left_ms(&scene, Black), 62_000);
    assert!(scene.log.is_sorted_by_key(|recorded| recorded.at));
}
