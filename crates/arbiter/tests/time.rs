//! Time at a table: flags to the millisecond, increments and delays, outages, absence.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may fail where it stands"
)]

mod common;

use common::{GUEST, OWNER, Scene, from_fen, settings};
use tabiya_arbiter::{
    Actor, Command, CommandKind, Event, Preset, Refusal, Seat, Settings, TimeControl, Timestamp,
};
use tabiya_rules::Color::{self, Black, White};

const FISCHER: TimeControl = TimeControl::fischer(60_000, 2_000);
const DELAY: TimeControl = TimeControl::Delay {
    bank_ms: 60_000,
    delay_ms: 10_000,
};

fn start(clock: TimeControl) -> Scene {
    Scene::start(Settings {
        clock,
        ..settings(Preset::FideOnline)
    })
    .expect("a game")
}

fn from(fen: &str, preset: Preset) -> Scene {
    Scene::start(from_fen(settings(preset), fen)).expect("a game")
}

fn left_ms(scene: &Scene, color: Color) -> u64 {
    let clock = scene.game().clock.expect("a timed game");
    if color == White {
        clock.white_ms
    } else {
        clock.black_ms
    }
}

fn present(seat: Seat, present: bool) -> Command {
    Command::NotePresence { seat, present }
}

/// The server was away from `since` on, and the clock stands for at most a minute from now.
fn pause(scene: &mut Scene, since: Timestamp) -> Vec<Event> {
    let until = scene.at.plus_ms(60_000);
    scene
        .act(Actor::System, Command::Pause { since, until })
        .expect("the system may")
}

fn message(scene: &Scene) -> String {
    scene.game().ending.expect("over").message
}

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
fn an_increment_is_added_after_the_move_only_if_the_game_goes_on() {
    let mut scene = start(FISCHER);
    scene.wait(5_000);
    scene.play_all("f2f3");
    assert_eq!(left_ms(&scene, White), 57_000);
    scene.play_all("e7e5 g2g4");
    scene.wait(1_000);
    let events = scene.play("d8h4").expect("mate");
    assert!(
        matches!(
            events[0],
            Event::MovePlayed {
                spent_ms: 1_000,
                clock_ms: Some(61_000),
                ..
            }
        ),
        "{events:?}"
    );
}

#[test]
fn the_timer_of_the_move_runs_before_the_bank() {
    let mut scene = start(DELAY);
    assert_eq!(scene.table.deadline(), Some(scene.at.plus_ms(70_000)));
    scene.wait(10_000);
    scene.play_all("e2e4");
    assert_eq!(left_ms(&scene, White), 60_000);
    scene.wait(10_001);
    scene.play_all("e7e5");
    assert_eq!(left_ms(&scene, Black), 59_999);
    assert_eq!(scene.game().clock.expect("timed").delay_left_ms, 10_000);
}

#[test]
fn an_untimed_game_measures_and_has_no_deadline() {
    let mut scene = start(TimeControl::Untimed);
    scene.wait(86_400_000 * 30);
    let events = scene.play("e2e4").expect("there is no hurry");
    assert!(
        matches!(
            events[0],
            Event::MovePlayed {
                spent_ms: 2_592_000_000,
                clock_ms: None,
                ..
            }
        ),
        "{events:?}"
    );
    assert_eq!(scene.table.deadline(), None);
    assert_eq!(scene.game().clock, None);
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
fn takeback_gives_no_time_back_and_starts_a_fresh_turn() {
    let mut settings = Settings {
        clock: DELAY,
        ..settings(Preset::FideOnline)
    };
    settings.rules = "fide-online takeback=by_agreement"
        .parse()
        .expect("a rule set");
    let mut scene = Scene::start(settings).expect("a game");
    scene.wait(15_000);
    scene.play_all("e2e4");
    scene.wait(13_000);
    scene.by(White, Command::OfferTakeback).expect("asked");
    scene.by(Black, Command::AcceptTakeback).expect("agreed");
    assert_eq!(
        (left_ms(&scene, White), left_ms(&scene, Black)),
        (55_000, 57_000)
    );
    let clock = scene.game().clock.expect("timed");
    assert_eq!(
        (clock.running, clock.at, clock.delay_left_ms),
        (Some(White), scene.at, 10_000)
    );
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

#[test]
fn absence_must_last_longer_than_agreed() {
    let mut scene = start(FISCHER);
    scene.play_all("e2e4 e7e5");
    scene
        .act(Actor::System, present(Seat::Guest, false))
        .expect("noted");
    let away = scene.table.view(OWNER).away.expect("counted");
    assert_eq!(
        (away.since, away.claim_from),
        (scene.at, scene.at.plus_ms(60_001))
    );
    scene.play_all("g1f3");
    scene.wait(60_000);
    let refusal = scene.by(White, Command::ClaimAway);
    assert_eq!(
        refusal,
        Err(Refusal::AwayTooShort {
            after_ms: 60_000,
            away_ms: 60_000
        })
    );
    scene.wait(1);
    scene.by(White, Command::ClaimAway).expect("granted");
    assert_eq!(scene.result(), "1-0 Abandonment");
    assert_eq!(message(&scene), "White won: Black stayed away.");
}

#[test]
fn the_absent_player_need_not_be_to_move_and_coming_back_ends_the_absence() {
    let mut scene = start(TimeControl::Untimed);
    scene
        .act(Actor::System, present(Seat::Guest, false))
        .expect("noted");
    scene.wait(30_000);
    scene
        .act(Actor::System, present(Seat::Guest, true))
        .expect("noted");
    assert_eq!(
        scene.by(White, Command::ClaimAway),
        Err(Refusal::OpponentPresent)
    );
    scene
        .act(Actor::System, present(Seat::Guest, false))
        .expect("noted");
    scene.wait(60_001);
    scene
        .by(White, Command::ClaimAway)
        .expect("White is to move, Black away");
}

#[test]
fn a_lone_king_never_wins_by_absence() {
    let mut scene = from("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", Preset::Table);
    scene
        .act(Actor::System, present(Seat::Owner, false))
        .expect("noted");
    scene.wait(60_001);
    scene.by(Black, Command::ClaimAway).expect("judged");
    assert_eq!(scene.result(), "1/2-1/2 Abandonment");
    assert_eq!(
        message(&scene),
        "White stayed away, but Black has only a king: draw."
    );
}

#[test]
fn absence_counts_anew_after_an_outage() {
    let mut scene = start(FISCHER);
    scene
        .act(Actor::System, present(Seat::Guest, false))
        .expect("noted");
    scene.wait(30_000);
    let since = scene.at;
    scene.wait(100_000);
    pause(&mut scene, since);
    assert_eq!(scene.table.view(OWNER).away, None);
    assert_eq!(
        scene.by(White, Command::ClaimAway),
        Err(Refusal::ClockPaused)
    );
    scene
        .act(Actor::System, present(Seat::Owner, true))
        .expect("noted");
    assert_eq!(
        scene.table.view(OWNER).away.map(|away| away.since),
        Some(scene.at)
    );
}

#[test]
fn who_is_away_at_the_start_is_counted_from_there() {
    let mut scene = Scene::open(settings(Preset::Table)).expect("a table");
    scene
        .act(Actor::Spectator, Command::TakeSeat { name: None })
        .expect("seated");
    scene
        .act(GUEST, Command::Ready { ready: true })
        .expect("ready");
    scene.wait(90_000);
    scene.act(OWNER, Command::Start).expect("started");
    let view = scene.table.view(GUEST);
    assert_eq!(
        view.away.map(|away| (away.seat, away.since)),
        Some((Seat::Owner, scene.at))
    );
    assert!(view.can.contains(&CommandKind::ClaimAway));
}

#[test]
fn away_claims_can_be_switched_off() {
    let mut settings = settings(Preset::Table);
    settings.rules.away_claim_after_ms = None;
    let mut scene = Scene::start(settings).expect("a game");
    scene
        .act(Actor::System, present(Seat::Guest, false))
        .expect("noted");
    scene.wait(100_000);
    assert_eq!(
        scene.by(White, Command::ClaimAway),
        Err(Refusal::AwayClaimOff)
    );
    assert_eq!(scene.table.view(OWNER).away, None);
}
