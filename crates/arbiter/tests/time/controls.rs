//! Each kind of clock: what a move costs, what it brings, and when the flag falls.

use tabiya_arbiter::{
    Added, Command, Event, Extra, Preset, Refusal, Settings, SettingsFault, Speed, Stage, Table,
    TimeControl, Timestamp,
};
use tabiya_rules::Color::{self, Black, White};

use super::common::{Scene, settings};
use super::{DELAY, FISCHER, left_ms, start};

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

fn stage(moves: Option<u32>, minutes: u64, extra_ms: u64, extra: Extra) -> Stage {
    Stage {
        moves,
        bank_ms: minutes * 60_000,
        extra_ms,
        extra,
    }
}

/// 40 moves in 90 minutes, then 30 minutes.
fn forty_moves(extra_ms: u64, extra: Extra) -> TimeControl {
    TimeControl::Stages {
        stages: vec![
            stage(Some(40), 90, extra_ms, extra),
            stage(None, 30, extra_ms, extra),
        ],
    }
}

/// The first `moves` moves of each side in a game without captures, repetition or mate.
fn quiet(scene: &mut Scene, moves: usize) {
    let line: Vec<String> = quiet_line().into_iter().take(2 * moves).collect();
    for uci in &line {
        scene
            .play(uci)
            .unwrap_or_else(|refusal| panic!("{uci}: {refusal}"));
    }
}

fn quiet_line() -> Vec<String> {
    let knights = ["g1f3 g8f6", "f3g1 f6g8"];
    let mut line = Vec::new();
    for pawn in ["a", "b", "c", "d", "e", "g", "h"] {
        for (from, to) in [(2, 3), (3, 4)] {
            line.push(format!(
                "{pawn}{from}{pawn}{to} {pawn}{}{pawn}{}",
                9 - from,
                9 - to
            ));
            line.extend(knights.map(str::to_owned));
        }
    }
    line.iter()
        .flat_map(|pair| pair.split(' '))
        .map(str::to_owned)
        .collect()
}

#[test]
fn an_increment_before_the_move_comes_with_each_turn() {
    // K04: 3 minutes + 2 seconds; 3:02 at the start, 2:57 after a move of 5 seconds, 2:59 with the
    // next turn.
    let mut scene = start(TimeControl::Fischer {
        bank_ms: 180_000,
        increment_ms: 2_000,
        added: Added::BeforeMove,
    });
    assert_eq!(left_ms(&scene, White), 182_000);
    assert_eq!(left_ms(&scene, Black), 180_000);
    assert_eq!(scene.table.deadline(), Some(scene.at.plus_ms(182_000)));
    scene.wait(5_000);
    scene.play_all("e2e4");
    assert_eq!(left_ms(&scene, White), 177_000);
    assert_eq!(left_ms(&scene, Black), 182_000);
    scene.play_all("e7e5");
    assert_eq!(left_ms(&scene, White), 179_000);
}

#[test]
fn an_increment_after_the_move_comes_with_each_move() {
    // K04b: the same clock with the increment after the move: 3:00, 2:57 after 5 seconds.
    let mut scene = start(TimeControl::fischer(180_000, 2_000));
    assert_eq!(left_ms(&scene, White), 180_000);
    scene.wait(5_000);
    scene.play_all("e2e4 e7e5");
    assert_eq!(left_ms(&scene, White), 177_000);
}

#[test]
fn with_an_increment_a_player_can_have_more_than_at_the_start() {
    let mut scene = start(FISCHER);
    scene.play_all("e2e4 e7e5 g1f3 b8c6");
    assert_eq!(left_ms(&scene, White), 64_000);
}

#[test]
fn bronstein_gives_back_what_was_used_and_no_more_than_the_delay() {
    let mut scene = start(TimeControl::Bronstein {
        bank_ms: 60_000,
        delay_ms: 10_000,
    });
    let clock = scene.game().clock.expect("timed");
    assert_eq!(clock.delay_left_ms, 0, "the bank is seen to run at once");
    scene.wait(4_000);
    scene.play_all("e2e4");
    assert_eq!(left_ms(&scene, White), 60_000);
    scene.wait(15_000);
    scene.play_all("e7e5");
    assert_eq!(left_ms(&scene, Black), 55_000);
    // The delay does not rescue who has used the bank.
    assert_eq!(scene.table.deadline(), Some(scene.at.plus_ms(60_000)));
}

#[test]
fn the_bank_of_the_next_stage_comes_with_the_last_move_of_a_stage() {
    // K05: 40 moves in 90 minutes, then 30; move 40 is completed with 1 second left.
    for (extra_ms, extra, left) in [
        (0, Extra::Increment, 1_801_000),
        (30_000, Extra::Increment, 1_831_000),
        (30_000, Extra::Bronstein, 1_831_000),
        (30_000, Extra::Delay, 1_801_000),
    ] {
        let mut scene = start(forty_moves(extra_ms, extra));
        quiet(&mut scene, 39);
        let left_now = left_ms(&scene, White);
        let free_ms = if extra == Extra::Delay { extra_ms } else { 0 };
        scene.wait(left_now + free_ms - 1_000);
        let last = quiet_line();
        scene.play_all(&last[78]);
        assert_eq!(left_ms(&scene, White), left, "{extra:?} {extra_ms}");
    }
}

#[test]
fn move_39_brings_no_next_stage() {
    // FIDE 6.4: when the flag falls the moves are counted at once.
    let mut scene = start(forty_moves(0, Extra::Increment));
    quiet(&mut scene, 38);
    scene.wait(left_ms(&scene, White) - 1_000);
    scene.play_all(&quiet_line()[76]);
    assert_eq!(left_ms(&scene, White), 1_000);
    scene.play_all(&quiet_line()[77]);
    scene.wait(1_000);
    scene.tick();
    assert_eq!(scene.result(), "0-1 TimeForfeit");
}

#[test]
fn stages_are_counted_by_the_moves_of_each_color() {
    let mut scene = start(TimeControl::Stages {
        stages: vec![
            stage(Some(1), 1, 0, Extra::Increment),
            stage(Some(2), 2, 5_000, Extra::Increment),
            stage(None, 4, 10_000, Extra::Delay),
        ],
    });
    scene.play_all("e2e4");
    assert_eq!(
        (left_ms(&scene, White), left_ms(&scene, Black)),
        (180_000, 60_000)
    );
    scene.play_all("e7e5 g1f3 b8c6");
    assert_eq!(
        (left_ms(&scene, White), left_ms(&scene, Black)),
        (185_000, 185_000)
    );
    scene.play_all("f1c4");
    assert_eq!(left_ms(&scene, White), 180_000 + 10_000 + 240_000);
    scene.play_all("g8f6");
    assert_eq!(scene.game().clock.expect("timed").delay_left_ms, 10_000);
}

#[test]
fn a_stage_is_brought_once_though_its_last_move_is_taken_back() {
    let mut scene = super::with_rules(
        "fide-online takeback=by_agreement",
        TimeControl::Stages {
            stages: vec![
                stage(Some(1), 1, 0, Extra::Increment),
                stage(None, 2, 0, Extra::Increment),
            ],
        },
    );
    scene.play_all("e2e4");
    assert_eq!(left_ms(&scene, White), 180_000);
    scene.by(White, Command::OfferTakeback).expect("asked");
    scene.by(Black, Command::AcceptTakeback).expect("agreed");
    scene.play_all("d2d4");
    assert_eq!(left_ms(&scene, White), 180_000);
}

#[test]
fn in_an_hourglass_one_gets_what_the_other_uses() {
    let mut scene = start(TimeControl::Hourglass { bank_ms: 60_000 });
    scene.wait(20_000);
    scene.play_all("e2e4");
    assert_eq!(
        (left_ms(&scene, White), left_ms(&scene, Black)),
        (40_000, 80_000)
    );
    assert_eq!(scene.table.deadline(), Some(scene.at.plus_ms(80_000)));
    scene.wait(30_000);
    scene.play_all("e7e5");
    assert_eq!(
        (left_ms(&scene, White), left_ms(&scene, Black)),
        (70_000, 50_000)
    );
    scene.wait(70_000);
    scene.tick();
    assert_eq!(scene.result(), "0-1 TimeForfeit");
    assert_eq!(
        (left_ms(&scene, White), left_ms(&scene, Black)),
        (0, 120_000)
    );
}

#[test]
fn each_move_by_letter_has_its_days_whole() {
    const DAY_MS: u64 = 86_400_000;
    let mut scene = start(TimeControl::Days { days: 3 });
    scene.wait(2 * DAY_MS);
    let events = scene.play("e2e4").expect("in time");
    assert!(
        matches!(events[0], Event::MovePlayed { spent_ms, clock_ms, .. }
            if spent_ms == 2 * DAY_MS && clock_ms == Some(3 * DAY_MS)),
        "{events:?}"
    );
    assert_eq!(scene.table.deadline(), Some(scene.at.plus_ms(3 * DAY_MS)));
    scene.play_all("e7e5");
    scene.wait(3 * DAY_MS - 1);
    assert_eq!(scene.tick(), []);
    scene.wait(1);
    scene.tick();
    assert_eq!(scene.result(), "0-1 TimeForfeit");
}

#[test]
fn the_flag_of_every_clock_falls_at_its_millisecond() {
    let bronstein = TimeControl::Bronstein {
        bank_ms: 7_000,
        delay_ms: 9_000,
    };
    let before = TimeControl::Fischer {
        bank_ms: 7_000,
        increment_ms: 2_000,
        added: Added::BeforeMove,
    };
    let delay = TimeControl::Delay {
        bank_ms: 7_000,
        delay_ms: 2_000,
    };
    for (clock, falls_after_ms) in [
        (TimeControl::SuddenDeath { bank_ms: 7_000 }, 7_000),
        (TimeControl::fischer(7_000, 2_000), 7_000),
        (before, 9_000),
        // K03: the bank of 2 seconds falls after 12.
        (delay, 9_000),
        (bronstein, 7_000),
        (TimeControl::Hourglass { bank_ms: 7_000 }, 7_000),
        (TimeControl::Days { days: 1 }, 86_400_000),
        (forty_moves(30_000, Extra::Delay), 5_430_000),
    ] {
        let mut scene = start(clock.clone());
        let falls = scene.at.plus_ms(falls_after_ms);
        assert_eq!(scene.table.deadline(), Some(falls), "{clock:?}");
        scene.at = Timestamp(falls.0 - 1);
        assert_eq!(scene.tick(), [], "{clock:?}");
        let mut last = Scene {
            table: scene.table.clone(),
            log: scene.log.clone(),
            at: scene.at,
        };
        last.play("e2e4").expect("one millisecond is enough");
        scene.at = falls;
        assert_eq!(scene.play("e2e4"), Err(Refusal::TimeIsUp), "{clock:?}");
        scene.tick();
        assert_eq!(scene.result(), "0-1 TimeForfeit", "{clock:?}");
        assert_eq!(left_ms(&scene, White), 0, "{clock:?}");
    }
}

#[test]
fn games_are_classed_by_the_time_for_sixty_moves() {
    // K06.
    let speed = |minutes: u64, seconds: u64| {
        Speed::of(&TimeControl::fischer(minutes * 60_000, seconds * 1_000))
    };
    for (minutes, seconds, class) in [
        (10, 0, Speed::Blitz),
        (3, 2, Speed::Blitz),
        (10, 5, Speed::Rapid),
        (20, 10, Speed::Rapid),
        (45, 15, Speed::Standard),
        (50, 10, Speed::Standard),
        (60, 0, Speed::Standard),
    ] {
        assert_eq!(speed(minutes, seconds), Some(class), "{minutes}+{seconds}");
    }
    assert_eq!(Speed::of(&TimeControl::Untimed), None);
    let letter = TimeControl::Days { days: 1 };
    assert_eq!(Speed::of(&letter), Some(Speed::Correspondence));
    let quick = TimeControl::Stages {
        stages: vec![
            stage(Some(40), 5, 0, Extra::Increment),
            stage(None, 3, 6_000, Extra::Increment),
        ],
    };
    // 5 + 3 minutes, and 6 seconds for each of the 20 moves after the 40th: 10 minutes.
    assert_eq!(Speed::of(&quick), Some(Speed::Blitz));
    assert_eq!(
        Speed::of(&forty_moves(0, Extra::Increment)),
        Some(Speed::Standard)
    );
}

#[test]
fn clocks_out_of_range_are_refused_with_a_sentence() {
    let last = stage(None, 30, 0, Extra::Increment);
    let first = stage(Some(40), 90, 0, Extra::Increment);
    let stages = |stages: Vec<Stage>| TimeControl::Stages { stages };
    let unlimited = Stage {
        moves: Some(201),
        ..first
    };
    for (clock, fault) in [
        (
            TimeControl::Hourglass { bank_ms: 999 },
            SettingsFault::Bank { bank_ms: 999 },
        ),
        (
            TimeControl::Bronstein {
                bank_ms: 60_000,
                delay_ms: 600_001,
            },
            SettingsFault::PerMove {
                per_move_ms: 600_001,
            },
        ),
        (
            TimeControl::Days { days: 0 },
            SettingsFault::Days { days: 0 },
        ),
        (
            TimeControl::Days { days: 15 },
            SettingsFault::Days { days: 15 },
        ),
        (stages(vec![last]), SettingsFault::Stages { stages: 1 }),
        (
            stages(vec![first, first, first, first, first, last]),
            SettingsFault::Stages { stages: 6 },
        ),
        (
            stages(vec![last, last]),
            SettingsFault::StageMoves { stage: 1 },
        ),
        (
            stages(vec![first, first]),
            SettingsFault::StageMoves { stage: 2 },
        ),
        (
            stages(vec![unlimited, last]),
            SettingsFault::StageMoves { stage: 1 },
        ),
        (
            stages(vec![first, Stage { bank_ms: 0, ..last }]),
            SettingsFault::Bank { bank_ms: 0 },
        ),
    ] {
        let settings = Settings {
            clock,
            ..settings(Preset::FideOnline)
        };
        let refusal = Table::open(settings, None, 7).expect_err("out of range");
        assert_eq!(refusal, Refusal::BadSettings(fault));
        assert_eq!(refusal.code(), "bad_clock");
    }
    let fault = SettingsFault::StageMoves { stage: 2 };
    assert_eq!(
        fault.to_string(),
        "Stage 2 of the clock does not fit: each but the last lasts 1 to 200 moves, the last has no number."
    );
}

#[test]
fn takebacks_never_make_time() {
    let clocks = [
        TimeControl::SuddenDeath { bank_ms: 60_000 },
        DELAY,
        TimeControl::Bronstein {
            bank_ms: 60_000,
            delay_ms: 10_000,
        },
        TimeControl::Hourglass { bank_ms: 60_000 },
    ];
    for clock in clocks {
        let mut scene = super::with_rules("fide-online takeback=by_agreement", clock.clone());
        scene.wait(1_000);
        scene.play_all("e2e4");
        let before = left_ms(&scene, White) + left_ms(&scene, Black);
        scene.wait(30_000);
        scene.by(White, Command::OfferTakeback).expect("asked");
        scene.by(Black, Command::AcceptTakeback).expect("agreed");
        let sum = |color: Color| left_ms(&scene, color);
        assert!(sum(White) + sum(Black) <= before, "{clock:?}");
    }
}

#[test]
fn a_move_that_is_taken_back_and_made_again_brings_its_increment_once() {
    // FIDE Guidelines leave takebacks open; time is not made by agreement.
    for added in [Added::BeforeMove, Added::AfterMove] {
        let clock = TimeControl::Fischer {
            bank_ms: 60_000,
            increment_ms: 5_000,
            added,
        };
        let mut scene = super::with_rules("fide-online takeback=by_agreement", clock);
        for _ in 0..3 {
            scene.wait(1_000);
            scene.play_all("e2e4");
            scene.by(White, Command::OfferTakeback).expect("asked");
            scene.by(Black, Command::AcceptTakeback).expect("agreed");
        }
        scene.wait(1_000);
        scene.play_all("e2e4 e7e5");
        // Black's first move has brought 5 s in either way, and White's second has yet to.
        let white_ms = match added {
            Added::BeforeMove => 60_000 + 2 * 5_000 - 4 * 1_000,
            Added::AfterMove => 60_000 + 5_000 - 4 * 1_000,
        };
        assert_eq!(left_ms(&scene, White), white_ms, "{added:?}");
        assert_eq!(left_ms(&scene, Black), 65_000, "{added:?}");
    }
}
