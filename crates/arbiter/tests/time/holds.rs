//! Clocks that stand although the game goes on: before the first move, while nobody looks; and the
//! limit for the first move.

use tabiya_arbiter::{
    Actor, Clock, Command, Event, Hold, Preset, Refusal, Seat, Settings, Termination, TimeControl,
    Timestamp,
};
use tabiya_rules::ByColor;
use tabiya_rules::Color::{Black, White};

use super::common::{GUEST, OWNER, Scene, from_fen, settings};
use super::{FISCHER, left_ms, message, pause, present, with_rules};

fn held(scene: &Scene) -> Option<Hold> {
    scene.game().clock.expect("timed").held
}

#[test]
fn where_the_first_move_starts_the_clock_it_costs_nothing() {
    let mut scene = with_rules("studio", FISCHER);
    let clock = scene.game().clock.expect("timed");
    assert_eq!((clock.held, clock.running), (Some(Hold::FirstMove), None));
    assert_eq!(scene.table.deadline(), None);
    scene.wait(3_600_000);
    let events = scene.play("e2e4").expect("there is no hurry");
    assert!(
        matches!(
            events[0],
            Event::MovePlayed {
                spent_ms: 0,
                clock_ms: Some(62_000),
                ..
            }
        ),
        "{events:?}"
    );
    let clock = scene.game().clock.expect("timed");
    assert_eq!((clock.held, clock.running), (None, Some(Black)));
    assert_eq!(scene.table.deadline(), Some(scene.at.plus_ms(60_000)));
}

#[test]
fn where_the_clock_is_pressed_the_first_move_made_starts_it() {
    // FIDE 6.2.1: the time to press is the player's own.
    let bank = TimeControl::SuddenDeath { bank_ms: 60_000 };
    let mut scene = with_rules("fide-blitz start=on_first_move", bank);
    scene.wait(3_600_000);
    scene.play_all("e2e4");
    assert_eq!(held(&scene), None);
    assert_eq!(scene.table.deadline(), Some(scene.at.plus_ms(60_000)));
    scene.wait(8_000);
    scene.by(White, Command::Press).expect("a move was made");
    assert_eq!(left_ms(&scene, White), 52_000);
}

#[test]
fn it_is_the_first_move_whoever_makes_it() {
    let black_to_move = from_fen(
        Settings {
            rules: "studio".parse().expect("a rule set"),
            clock: FISCHER,
            ..settings(Preset::Studio)
        },
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
    );
    let mut scene = Scene::start(black_to_move).expect("a game");
    scene.wait(10_000);
    scene.play_all("e7e5");
    assert_eq!((left_ms(&scene, Black), held(&scene)), (62_000, None));
}

#[test]
fn where_the_start_starts_the_clock_it_runs_at_once() {
    // K12.
    let scene = with_rules("table", FISCHER);
    let clock = scene.game().clock.expect("timed");
    assert_eq!(
        (clock.held, clock.running, clock.at),
        (None, Some(White), scene.at)
    );
}

#[test]
fn the_clock_stands_while_the_tab_is_hidden() {
    // K07: against the computer the own clock stands while its player is not there.
    let mut scene = with_rules("table pause_when_hidden=true", FISCHER);
    scene.play_all("e2e4 e7e5");
    scene.wait(5_000);
    scene
        .act(Actor::System, present(Seat::Owner, false))
        .expect("noted");
    let clock = scene.game().clock.expect("timed");
    assert_eq!((clock.held, clock.running), (Some(Hold::Hidden), None));
    assert_eq!((clock.white_ms, clock.at), (57_000, scene.at));
    assert_eq!(scene.table.deadline(), None);
    scene.wait(86_400_000);
    assert_eq!(scene.tick(), []);
    scene
        .act(Actor::System, present(Seat::Owner, true))
        .expect("noted");
    assert_eq!(scene.table.deadline(), Some(scene.at.plus_ms(57_000)));
    scene.wait(2_000);
    scene.play_all("g1f3");
    assert_eq!(left_ms(&scene, White), 62_000 - 7_000 + 2_000);
}

#[test]
fn only_the_clock_of_the_hidden_player_stands() {
    let mut scene = with_rules("table pause_when_hidden=true", FISCHER);
    scene
        .act(Actor::System, present(Seat::Guest, false))
        .expect("noted");
    assert_eq!(held(&scene), None);
    scene.play_all("e2e4");
    assert_eq!(held(&scene), Some(Hold::Hidden));
    // A move can come all the same, and costs what was used before.
    scene.wait(9_000);
    scene.play_all("e7e5");
    assert_eq!((left_ms(&scene, Black), held(&scene)), (62_000, None));
}

#[test]
fn between_people_nobody_stops_the_clock_by_leaving() {
    let mut scene = with_rules("table", FISCHER);
    scene
        .act(Actor::System, present(Seat::Owner, false))
        .expect("noted");
    assert_eq!(held(&scene), None);
    assert_eq!(scene.table.deadline(), Some(scene.at.plus_ms(60_000)));
}

#[test]
fn a_hidden_player_stays_hidden_through_an_outage() {
    let mut scene = with_rules("table pause_when_hidden=true", FISCHER);
    scene.wait(1_000);
    let since = scene.at;
    scene.wait(10_000);
    pause(&mut scene, since);
    scene.wait(60_000);
    assert_eq!(scene.tick(), [Event::Resumed]);
    assert_eq!(
        (held(&scene), left_ms(&scene, White)),
        (Some(Hold::Hidden), 59_000)
    );
    scene.wait(60_000);
    scene
        .act(Actor::System, present(Seat::Owner, true))
        .expect("noted");
    assert_eq!(scene.table.deadline(), Some(scene.at.plus_ms(59_000)));
}

#[test]
fn each_side_must_make_its_first_move_in_time() {
    for (line, by, sentence) in [
        (
            "",
            White,
            "White did not make a first move in time: no result.",
        ),
        (
            "e2e4",
            Black,
            "Black did not make a first move in time: no result.",
        ),
    ] {
        let mut scene = with_rules("fide-online first_move_limit_ms=20000", FISCHER);
        scene.wait(3_000);
        scene.play_all(line);
        let started = if line.is_empty() {
            scene.at.0 - 3_000
        } else {
            scene.at.0
        };
        let due = Timestamp(started + 20_000);
        assert_eq!(scene.table.deadline(), Some(due));
        scene.at = Timestamp(due.0 - 1);
        assert_eq!(scene.tick(), []);
        scene.at = due;
        let uci = if line.is_empty() { "e2e4" } else { "e7e5" };
        assert_eq!(scene.play(uci), Err(Refusal::FirstMoveTooLate));
        assert_eq!(
            scene.by(by, Command::Resign),
            Err(Refusal::FirstMoveTooLate)
        );
        scene.wait(5_000);
        scene.tick();
        let ending = scene.game().ending.expect("over");
        assert_eq!(
            (ending.outcome, ending.termination, ending.by),
            (None, Termination::NoStart, Some(by))
        );
        assert_eq!(message(&scene), sentence);
        assert_eq!(scene.game().clock.expect("timed").at, due);
        assert_eq!(scene.table.view(OWNER).score.games, 0);
    }
}

#[test]
fn after_the_first_moves_there_is_only_the_flag() {
    let mut scene = with_rules("fide-online first_move_limit_ms=20000", FISCHER);
    scene.play_all("e2e4 e7e5");
    assert_eq!(scene.table.deadline(), Some(scene.at.plus_ms(62_000)));
}

#[test]
fn the_limit_counts_though_the_clock_does_not_and_in_untimed_games_too() {
    for (rules, clock) in [
        ("studio first_move_limit_ms=20000", FISCHER),
        ("basic first_move_limit_ms=20000", TimeControl::Untimed),
    ] {
        let mut scene = with_rules(rules, clock);
        scene.wait(20_000);
        scene.tick();
        assert_eq!(scene.result(), "* NoStart");
    }
}

#[test]
fn a_flag_that_falls_before_the_limit_comes_first() {
    let mut scene = with_rules(
        "fide-online first_move_limit_ms=20000",
        TimeControl::SuddenDeath { bank_ms: 19_999 },
    );
    scene.wait(60_000);
    scene.tick();
    assert_eq!(scene.result(), "0-1 TimeForfeit");
}

#[test]
fn an_outage_does_not_count_for_the_limit() {
    let mut scene = with_rules("fide-online first_move_limit_ms=20000", FISCHER);
    scene.wait(5_000);
    let since = scene.at;
    scene.wait(100_000);
    pause(&mut scene, since);
    scene
        .act(Actor::System, present(Seat::Owner, true))
        .expect("noted");
    assert_eq!(scene.table.deadline(), Some(scene.at.plus_ms(15_000)));
}

#[test]
fn settings_are_locked_by_the_start() {
    // K15: at a friend's table the time control can be changed until the game starts, then not.
    let mut scene = Scene::open(settings(Preset::Table)).expect("a table");
    let changed = || Command::Configure {
        settings: Settings {
            clock: FISCHER,
            ..settings(Preset::Table)
        },
    };
    scene.seat_guest().expect("free");
    scene.act(OWNER, changed()).expect("while waiting");
    scene
        .act(GUEST, Command::Ready { ready: true })
        .expect("waiting");
    scene.act(OWNER, Command::Start).expect("ready");
    assert_eq!(scene.act(OWNER, changed()), Err(Refusal::GameRunning));
}

#[test]
fn a_clock_with_two_holds_runs_when_both_are_gone() {
    let at = |ms: u64| Timestamp(1_000_000 + ms);
    let mut clock = Clock::start(FISCHER, White, at(0));
    clock.hold(Hold::Stopped, at(1_000));
    clock.hold(Hold::Hidden, at(2_000));
    assert_eq!((clock.held(), clock.flag_at()), (Some(Hold::Stopped), None));
    clock.release(Hold::Stopped, at(5_000));
    assert_eq!(clock.held(), Some(Hold::Hidden));
    clock.release(Hold::Hidden, at(9_000));
    assert_eq!(clock.flag_at(), Some(at(9_000 + 59_000)));
    // The arbiter's stop does not count for the first move either, a hidden player does.
    assert_eq!(clock.waited_for_at(20_000), Some(at(9_000 + 15_000)));
}

#[test]
fn the_arbiter_sets_takes_and_gives_time_to_the_millisecond() {
    let at = |ms: u64| Timestamp(1_000_000 + ms);
    let mut clock = Clock::start(FISCHER, White, at(0));
    clock.grant(White, 5_000);
    clock.deduct(Black, 70_000, at(1_000));
    assert_eq!(clock.remaining_ms(Black, at(1_000)), Some(0));
    clock.deduct(White, 4_000, at(1_000));
    assert_eq!(clock.remaining_ms(White, at(1_000)), Some(60_000));
    assert_eq!(clock.flag_at(), Some(at(61_000)));
    let left_ms = ByColor {
        white: 10_000,
        black: 20_000,
    };
    clock.set(left_ms, at(3_000));
    assert_eq!(clock.flag_at(), Some(at(13_000)));
    assert_eq!(clock.remaining_ms(Black, at(3_000)), Some(20_000));
    clock.deduct(White, 60_000, at(4_000));
    assert!(clock.has_fallen(at(4_000)) && !clock.has_fallen(at(3_999)));
}

#[test]
fn a_pressed_clock_keeps_the_turn_until_it_is_pressed() {
    let at = |ms: u64| Timestamp(1_000_000 + ms);
    let mut clock = Clock::start(FISCHER, White, at(0));
    // White makes a move after 3 s and presses after 5: the time to press is his.
    assert_eq!(clock.read_turn(at(3_000), 0).clock_ms, Some(57_000));
    let pressed = clock.read_move(at(5_000), 0, true);
    assert_eq!((pressed.spent_ms, pressed.clock_ms), (5_000, Some(57_000)));
    clock.complete_move(pressed, at(5_000));
    assert_eq!((clock.turn(), clock.completed(White)), (Some(Black), 1));
    // Black forgets to press and makes his next move (6.2.1.2): the one before is completed, and
    // it is still his time.
    let next = clock.read_move(at(9_000), 0, true);
    clock.complete_unpressed(Black, next, at(9_000));
    assert_eq!((clock.turn(), clock.completed(Black)), (Some(Black), 1));
    assert_eq!(clock.remaining_ms(Black, at(9_000)), Some(58_000));
    assert_eq!(clock.flag_at(), Some(at(67_000)));
}

#[test]
fn a_hold_that_begins_after_the_latest_end_of_a_pause_counts_from_there() {
    let at = |ms: u64| Timestamp(1_000_000 + ms);
    let mut clock = Clock::start(FISCHER, White, at(0));
    clock.pause(at(1_000), at(5_000));
    // Nobody has told that the pause is over: it is, since 5 s, and 2 s more are used.
    clock.hold(Hold::Stopped, at(7_000));
    clock.resume(at(8_000));
    clock.release(Hold::Stopped, at(9_000));
    assert_eq!(clock.remaining_ms(White, at(9_000)), Some(57_000));
    assert_eq!(clock.flag_at(), Some(at(9_000 + 57_000)));
}

#[test]
fn time_that_the_running_turn_has_yet_to_bring_can_be_taken() {
    let at = |ms: u64| Timestamp(1_000_000 + ms);
    let hourglass = TimeControl::Hourglass { bank_ms: 10_000 };
    let mut clock = Clock::start(hourglass, White, at(0));
    clock.deduct(Black, 15_000, at(8_000));
    assert_eq!(clock.remaining_ms(Black, at(8_000)), Some(3_000));
    clock.complete_move(clock.read_move(at(9_000), 0, true), at(9_000));
    assert_eq!(clock.remaining_ms(Black, at(9_000)), Some(4_000));
}
