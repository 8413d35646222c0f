//! The arbiter's powers (FIDE 6.10, 6.11, 7.1, 10.2, 12.9), and that nobody else has them.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may fail where it stands"
)]

mod common;

use common::{GUEST, OWNER, Scene, from_fen, settings};
use tabiya_arbiter::{
    Actor, Added, Command, Completion, Event, Penalty, Preset, Refusal, RuleSet, Settings,
    StartRule, Termination, TimeControl, Viewer,
};
use tabiya_rules::{ByColor, Color};

fn scene() -> Scene {
    Scene::start(settings(Preset::FideStandard)).expect("a game")
}

fn online() -> Scene {
    Scene::start(settings(Preset::FideOnline)).expect("a game")
}

fn arbiter(scene: &mut Scene, command: Command) -> Result<Vec<Event>, Refusal> {
    scene.act(Actor::Arbiter, command)
}

fn clock(scene: &Scene) -> (u64, u64, Option<Color>) {
    let clock = scene.game().clock.expect("a timed game");
    (clock.white_ms, clock.black_ms, clock.running)
}

fn penalise(color: Color, penalty: Penalty) -> Command {
    let reason = "noise".to_owned();
    Command::Penalise {
        color,
        penalty,
        reason,
    }
}

fn rule(white: &str, black: &str) -> Command {
    Command::Rule {
        white: white.to_owned(),
        black: black.to_owned(),
    }
}

fn restore(ply: u32, white_ms: Option<u64>, black_ms: Option<u64>) -> Command {
    Command::Restore {
        ply,
        white_ms,
        black_ms,
    }
}

#[test]
fn nobody_else_has_them() {
    let mut scene = scene();
    for command in [
        Command::SetClock {
            white_ms: 1,
            black_ms: 1,
        },
        Command::StopClocks,
        Command::StartClocks,
        penalise(Color::White, Penalty::Warning {}),
        rule("1", "0"),
        restore(0, None, None),
        Command::NoteTwoHands,
    ] {
        for actor in [OWNER, GUEST, Actor::Spectator, Actor::System] {
            let refusal = scene.act(actor, command.clone()).expect_err("refused");
            assert_eq!(
                (refusal.clone(), refusal.code()),
                (Refusal::ArbiterOnly, "arbiter_only")
            );
        }
    }
    let view = scene.table.view(Actor::Arbiter);
    assert_eq!(view.you, Viewer::Arbiter);
    let listed = serde_free(&view.can);
    assert_eq!(
        listed,
        "SetClock StopClocks StartClocks Penalise Rule Restore"
    );
    // And an arbiter does not play.
    assert_eq!(
        arbiter(&mut scene, Command::Resign),
        Err(Refusal::NotForArbiter)
    );
    let take = Command::TakeSeat { name: None };
    assert_eq!(arbiter(&mut scene, take), Err(Refusal::NotForArbiter));
    assert_eq!(arbiter(&mut scene, Command::Tick), Err(Refusal::SystemOnly));
}

fn serde_free(kinds: &[tabiya_arbiter::CommandKind]) -> String {
    let words: Vec<String> = kinds.iter().map(|kind| format!("{kind:?}")).collect();
    words.join(" ")
}

#[test]
fn the_clocks_are_set() {
    // FIDE 6.10.
    let mut scene = online();
    scene.wait(10_000);
    let set = Command::SetClock {
        white_ms: 61_000,
        black_ms: 59_000,
    };
    arbiter(&mut scene, set).expect("set");
    assert_eq!(clock(&scene), (61_000, 59_000, Some(Color::White)));
    scene.wait(1_000);
    scene.play_all("e2e4");
    assert_eq!(clock(&scene), (60_000, 59_000, Some(Color::Black)));
    for white_ms in [0, 14 * 86_400_000 + 1] {
        let set = Command::SetClock {
            white_ms,
            black_ms: 1,
        };
        assert_eq!(arbiter(&mut scene, set), Err(Refusal::BadTime));
    }
    let mut untimed = settings(Preset::Studio);
    untimed.clock = TimeControl::Untimed;
    let mut scene = Scene::start(untimed).expect("a game");
    let set = Command::SetClock {
        white_ms: 1,
        black_ms: 1,
    };
    assert_eq!(arbiter(&mut scene, set), Err(Refusal::Untimed));
}

#[test]
fn a_stopped_game_stands_until_it_is_started() {
    // FIDE 6.11.
    let mut scene = scene();
    scene.wait(5_000);
    arbiter(&mut scene, Command::StopClocks).expect("stopped");
    assert_eq!(arbiter(&mut scene, Command::StopClocks), Ok(Vec::new()));
    assert_eq!(clock(&scene), (595_000, 600_000, None));
    assert_eq!(scene.table.deadline(), None);
    for script in [
        "move e2e4",
        "press",
        "touch e2",
        "adjust",
        "release e4",
        "promote queen",
    ] {
        let refusal = scene.hands(Color::White, script).expect_err("stopped");
        assert_eq!(
            (refusal.clone(), refusal.article()),
            (Refusal::ClocksStopped, Some("6.11"))
        );
    }
    scene.wait(3_600_000);
    arbiter(&mut scene, Command::StartClocks).expect("goes on");
    scene.wait(5_000);
    scene
        .hands(Color::White, "move e2e4; press")
        .expect("played");
    assert_eq!(clock(&scene).0, 590_000);
    arbiter(&mut scene, Command::StopClocks).expect("stopped");
    scene
        .by(Color::Black, Command::Resign)
        .expect("one can always give up");
    assert_eq!(scene.result(), "1-0 Resignation");
}

#[test]
fn each_penalty_stands_in_the_log() {
    // FIDE 12.9.
    let mut scene = online();
    arbiter(&mut scene, penalise(Color::White, Penalty::Warning {})).expect("warned");
    assert_eq!(clock(&scene).0, 600_000);
    arbiter(
        &mut scene,
        penalise(Color::White, Penalty::MoreTime { ms: 60_000 }),
    )
    .expect("more");
    assert_eq!(clock(&scene).1, 660_000);
    scene.wait(1_000);
    arbiter(
        &mut scene,
        penalise(Color::White, Penalty::LessTime { ms: 99_000 }),
    )
    .expect("less");
    scene.play_all("e2e4");
    assert_eq!(clock(&scene).0, 500_000);
    let refusal = arbiter(
        &mut scene,
        penalise(Color::White, Penalty::LessTime { ms: 500_000 }),
    );
    assert_eq!(refusal, Err(Refusal::LeavesNoTime));
    for ms in [0, 3_600_001] {
        let refusal = arbiter(&mut scene, penalise(Color::White, Penalty::MoreTime { ms }));
        assert_eq!(refusal, Err(Refusal::BadTime));
    }
    let reason = " \u{7} ".to_owned();
    let (color, penalty) = (Color::White, Penalty::Warning {});
    let refusal = arbiter(
        &mut scene,
        Command::Penalise {
            color,
            penalty,
            reason,
        },
    );
    assert_eq!(refusal, Err(Refusal::BadReason));
    arbiter(&mut scene, penalise(Color::White, Penalty::Loss {})).expect("lost");
    assert_eq!(scene.result(), "0-1 Ruling");
    let ending = scene.game().ending.expect("over");
    assert_eq!(
        ending.message,
        "Black won: the arbiter declared the game lost by White."
    );
    assert_eq!(
        (ending.by, ending.article),
        (Some(Color::White), Some("12.9"))
    );
    let penalties = scene
        .log
        .iter()
        .filter(|recorded| matches!(recorded.event, Event::Penalised { .. }));
    assert_eq!(penalties.count(), 4);
    let pgn = scene.table.record(1).expect("a game").pgn("here");
    let joined = pgn.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        joined.contains("{The arbiter warned White (12.9): noise}"),
        "{pgn}"
    );
    let less = "{The arbiter penalised White with 99 s less (12.9): noise}";
    assert!(joined.contains(less), "{pgn}");
    assert!(joined.contains("[Termination \"adjudication\"]"), "{pgn}");
}

#[test]
fn a_result_is_normal_for_each_player_and_no_more_than_a_game_has() {
    // FIDE 10.2, 11.8.
    for (white, black, result, message) in [
        ("1", "0", "1-0", "The arbiter gave the game to White."),
        ("0", "1", "0-1", "The arbiter gave the game to Black."),
        (
            "1/2",
            "1/2",
            "1/2-1/2",
            "The arbiter declared the game drawn.",
        ),
        ("0", "0", "*", "The arbiter gave White 0 and Black 0."),
        ("1/2", "0", "*", "The arbiter gave White 1/2 and Black 0."),
        ("0", "1/2", "*", "The arbiter gave White 0 and Black 1/2."),
    ] {
        let mut scene = online();
        arbiter(&mut scene, rule(white, black)).expect("ruled");
        assert_eq!(scene.result(), format!("{result} Ruling"));
        assert_eq!(scene.game().ending.expect("over").message, message);
        let score = scene.table.view(OWNER).score;
        let points = |text| match text {
            "1" => 1.0,
            "1/2" => 0.5,
            _ => 0.0,
        };
        assert!((score.owner - points(white)).abs() < 0.01, "{score:?}");
        assert!((score.guest - points(black)).abs() < 0.01, "{score:?}");
        assert_eq!(score.games, 1);
    }
    let mut scene = online();
    for (white, black) in [
        ("3/4", "1/4"),
        ("1", "1"),
        ("1", "1/2"),
        ("1/2", "1"),
        ("", "0"),
    ] {
        let refusal = arbiter(&mut scene, rule(white, black)).expect_err("no result");
        assert_eq!(
            (refusal.clone(), refusal.article()),
            (Refusal::BadPoints, Some("10.2"))
        );
    }
    arbiter(&mut scene, rule("0", "0")).expect("both lose");
    let ended = Event::GameEnded {
        outcome: None,
        points: Some(ByColor { white: 0, black: 0 }),
        termination: Termination::Ruling,
        by: None,
        prospects: Vec::new(),
    };
    assert_eq!(scene.log.last().expect("events").event, ended);
    assert_eq!(arbiter(&mut scene, rule("1", "0")), Err(Refusal::GameOver));
    // It was played: colors swap.
    scene.act(OWNER, Command::OfferRematch).expect("offered");
    scene.act(GUEST, Command::OfferRematch).expect("agreed");
    assert_eq!(scene.actor(Color::White), GUEST);
}

#[test]
fn an_earlier_position_comes_back() {
    // FIDE 7.1.
    let mut scene = scene();
    scene
        .hands(Color::White, "move e2e4; press")
        .expect("played");
    scene
        .hands(Color::Black, "move e7e5; press")
        .expect("played");
    scene.hands(Color::White, "move g1f3").expect("made");
    let refusal = arbiter(&mut scene, restore(4, None, None));
    assert_eq!(refusal, Err(Refusal::NotPlayedYet { ply: 3 }));
    arbiter(&mut scene, restore(1, Some(500_000), None)).expect("put back");
    let game = scene.game();
    assert_eq!(
        (game.ply, game.turn, game.to_press),
        (1, Color::Black, None)
    );
    assert_eq!(clock(&scene), (500_000, 600_000, Some(Color::Black)));
    scene
        .hands(Color::Black, "move c7c5; press")
        .expect("goes on from there");
    assert_eq!(scene.table.full_view(OWNER).moves.expect("all").len(), 2);
    // The same position again: what stood or was touched is done with.
    scene.hands(Color::White, "move a2a5").expect("stands");
    arbiter(&mut scene, restore(2, None, None)).expect("put back");
    assert_eq!((scene.game().standing, scene.game().due), (None, None));
}

#[test]
fn the_turn_after_a_restored_position_brings_its_increment() {
    // Two moves of each side are on the board and nobody has pressed. As they count from now on,
    // this is White's third turn: with the increment before the move, it brings one.
    let control = TimeControl::Fischer {
        bank_ms: 60_000,
        increment_ms: 4_000,
        added: Added::BeforeMove,
    };
    let rules = RuleSet {
        completion: Completion::OnPress,
        ..RuleSet::preset(Preset::FideOnline)
    };
    let mut scene = Scene::start(Settings {
        rules,
        clock: control,
        ..settings(Preset::FideOnline)
    })
    .expect("a game");
    scene.play_all("g1f3 g8f6 b1c3 b8c6");
    let (before_ms, ..) = clock(&scene);
    arbiter(&mut scene, restore(4, None, None)).expect("put back");
    assert_eq!(clock(&scene).0, before_ms + 4_000);
}

#[test]
fn where_the_time_is_fixed_the_arbiter_starts() {
    // FIDE 6.6.
    let mut settings = settings(Preset::FideStandard);
    assert_eq!(settings.rules.start, StartRule::Scheduled);
    let mut scene = Scene::open(settings.clone()).expect("a table");
    assert_eq!(arbiter(&mut scene, Command::Start), Err(Refusal::SeatFree));
    scene.seat_guest().expect("free");
    arbiter(&mut scene, Command::Start).expect("whoever is ready");
    assert_eq!(clock(&scene).2, Some(Color::White));
    settings.rules.start = StartRule::OnStartCommand;
    let mut scene = Scene::open(settings).expect("a table");
    scene.seat_guest().expect("free");
    assert_eq!(arbiter(&mut scene, Command::Start), Err(Refusal::OwnerOnly));
}

#[test]
fn nothing_is_arbitrated_without_a_game() {
    let mut scene = Scene::open(settings(Preset::FideStandard)).expect("a table");
    assert_eq!(
        arbiter(&mut scene, Command::StopClocks),
        Err(Refusal::NoGame)
    );
    let over = from_fen(
        settings(Preset::FideStandard),
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
    );
    let mut scene = Scene::start(over).expect("dead at once");
    assert_eq!(
        arbiter(&mut scene, Command::StopClocks),
        Err(Refusal::GameOver)
    );
}
