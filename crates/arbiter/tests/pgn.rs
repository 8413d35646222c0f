//! Games as PGN: what is written is what was played, and can be read again.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may fail where it stands"
)]

mod common;

use common::{GUEST, OWNER, Scene, settings};
use tabiya_arbiter::{Added, Command, Extra, Preset, Settings, Stage, StartPosition, TimeControl};
use tabiya_rules::{Color, Pgn};

fn record(scene: &Scene) -> String {
    scene
        .table
        .record(1)
        .expect("a game")
        .pgn("https://chess.example/t/k3Xy")
}

#[test]
fn a_finished_game_is_written_whole() {
    let clock = TimeControl::fischer(600_000, 5_000);
    let mut scene = Scene::start(Settings {
        clock,
        ..settings(Preset::FideOnline)
    })
    .expect("a game");
    scene.wait(1_200);
    scene.play_all("f2f3 e7e5 g2g4 d8h4");
    let expected = r#"[Event "Casual game"]
[Site "https://chess.example/t/k3Xy"]
[Date "2026.09.21"]
[Round "1"]
[White "Ana"]
[Black "Bo"]
[Result "0-1"]
[UTCDate "2026.09.21"]
[UTCTime "14:13:20"]
[TimeControl "600+5"]
[Termination "normal"]
[RuleSet "fide-online"]

1. f3 {[%clk 0:10:03]} 1... e5 {[%clk 0:10:05]} 2. g4 {[%clk 0:10:08]} 2...
Qh4# {[%clk 0:10:05]} {Black won: White is checkmated.} 0-1

"#;
    assert_eq!(record(&scene), expected);
}

#[test]
fn a_running_untimed_game_is_not_terminated() {
    let mut settings = Settings {
        clock: TimeControl::Untimed,
        ..settings(Preset::Table)
    };
    settings.rules.premove = true;
    let mut scene = Scene::start(settings).expect("a game");
    scene.play_all("e2e4");
    let pgn = record(&scene);
    for tag in [
        "[Result \"*\"]",
        "[TimeControl \"-\"]",
        "[Termination \"unterminated\"]",
        "[RuleSet \"table\"]",
        "[RuleSwitches \"premove=true\"]",
    ] {
        assert!(pgn.contains(tag), "{tag} in {pgn}");
    }
    assert!(pgn.ends_with("\n\n1. e4 *\n\n"), "{pgn}");
}

#[test]
fn a_delay_has_a_tag_of_its_own() {
    let clock = TimeControl::Delay {
        bank_ms: 60_000,
        delay_ms: 2_500,
    };
    let mut scene = Scene::start(Settings {
        clock,
        ..settings(Preset::Table)
    })
    .expect("a game");
    scene.wait(62_500);
    scene.tick();
    let pgn = record(&scene);
    assert!(
        pgn.contains("[TimeControl \"60\"]\n[TimeControlDelay \"2.500\"]"),
        "{pgn}"
    );
    assert!(pgn.contains("[Termination \"time forfeit\"]"), "{pgn}");
    assert!(
        pgn.ends_with("\n\n{Black won: White ran out of time.} 0-1\n\n"),
        "{pgn}"
    );
}

#[test]
fn every_clock_has_its_time_control_tag() {
    let stage = |moves, bank_ms, extra_ms, extra| Stage {
        moves,
        bank_ms,
        extra_ms,
        extra,
    };
    let stages = |first: Extra, second: Extra| TimeControl::Stages {
        stages: vec![
            stage(Some(40), 5_400_000, 30_000, first),
            stage(None, 1_800_000, 30_000, second),
        ],
    };
    let bank_ms = 180_000;
    for (clock, tags) in [
        (
            TimeControl::Fischer {
                bank_ms,
                increment_ms: 2_000,
                added: Added::BeforeMove,
            },
            "[TimeControl \"180+2\"]\n[TimeControlAdded \"before_move\"]",
        ),
        (
            TimeControl::Bronstein {
                bank_ms,
                delay_ms: 2_000,
            },
            "[TimeControl \"180\"]\n[TimeControlBronstein \"2\"]",
        ),
        (TimeControl::Hourglass { bank_ms }, "[TimeControl \"*180\"]"),
        (TimeControl::Days { days: 3 }, "[TimeControl \"1/259200\"]"),
        (
            stages(Extra::Increment, Extra::Increment),
            "[TimeControl \"40/5400+30:1800+30\"]",
        ),
        (
            stages(Extra::Delay, Extra::Bronstein),
            "[TimeControl \"40/5400:1800\"]\n[TimeControlDelay \"30:0\"]\n[TimeControlBronstein \"0:30\"]",
        ),
    ] {
        let settings = Settings {
            clock,
            ..settings(Preset::FideOnline)
        };
        let scene = Scene::start(settings).expect("a game");
        let pgn = record(&scene);
        assert!(
            pgn.contains(&format!("{tags}\n[Termination ")),
            "{tags} in {pgn}"
        );
    }
}

#[test]
fn a_chess960_game_reads_back_as_the_same_game() {
    let start = StartPosition::Chess960 { number: Some(0) };
    let mut scene = Scene::start(Settings {
        start,
        ..settings(Preset::Table)
    })
    .expect("a game");
    for command in [Command::OfferDraw, Command::DeclineDraw] {
        let actor = if command == Command::OfferDraw {
            OWNER
        } else {
            GUEST
        };
        scene.act(actor, command).expect("in order");
    }
    scene.play_all("e2e4 e7e5");
    scene.by(Color::White, Command::Resign).expect("resigned");
    let text = record(&scene);
    let read = Pgn::read(text.as_bytes()).next().expect("a game");
    assert_eq!((&read.error, read.moves.len()), (&None, 2));
    assert_eq!(read.tag("Variant"), Some("Chess960"));
    assert_eq!(read.start.fen(), scene.game().start_fen);
}
