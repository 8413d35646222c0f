//! What a fallen flag and an absence come to (Article 6.9) under each of the five definitions, and
//! which dead positions (5.2.2) end the game.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a test may fail where it stands"
)]

mod common;

use common::{Scene, from_fen, settings};
use tabiya_arbiter::{Actor, Command, NoMateReason, Preset, Prospect, Settings};
use tabiya_rules::{Color, MaterialClass};

fn rules(text: &str, fen: &str) -> Settings {
    let settings = Settings {
        rules: text.parse().expect("a rule set"),
        ..settings(Preset::Table)
    };
    from_fen(settings, fen)
}

/// The flag of the side to move falls.
fn flagged(text: &str, fen: &str) -> Scene {
    let mut scene = Scene::start(rules(text, fen)).expect("a game");
    scene.at = scene.table.deadline().expect("a timed game");
    scene.tick();
    scene
}

fn message(scene: &Scene) -> String {
    scene.game().ending.expect("over").message
}

/// Black's flag falls; White has what the first word says, Black the second. For each definition:
/// whether Black is saved.
#[test]
fn each_definition_saves_in_its_own_cases() {
    const NAMES: [&str; 5] = [
        "lone_king",
        "us_chess",
        "simple_minor",
        "material_pair",
        "unwinnable",
    ];
    let cases = [
        ("K, K+R", "4k3/7r/8/8/8/8/8/4K3 b - - 0 1", [true; 5]),
        (
            "K+N, K+Q",
            "2q4k/8/8/8/8/8/5K2/7N b - - 0 1",
            [false, true, true, true, true],
        ),
        (
            "K+N, K+R",
            "2r4k/8/8/8/8/8/5K2/7N b - - 0 1",
            [false, true, true, false, false],
        ),
        (
            "K+B, K+R",
            "2r4k/8/8/8/8/8/5K2/7B b - - 0 1",
            [false, true, true, true, true],
        ),
        (
            "K+N+N, K",
            "7k/8/8/8/8/8/8/2NNK3 b - - 0 1",
            [false, true, true, false, false],
        ),
        (
            "K+N+N, K+P",
            "7k/7p/8/8/8/8/8/2NNK3 b - - 0 1",
            [false, false, false, false, false],
        ),
        (
            "K+N+N, K+R",
            "7k/8/8/8/8/8/7r/2NNK3 b - - 0 1",
            [false, true, false, false, false],
        ),
        (
            "K+B behind locked pawns, K+B",
            "8/5k2/5p1b/p1p1pPp1/PpP1P1P1/1P6/5K2/2B5 b - - 0 1",
            [false; 5],
        ),
        (
            "a bishop on the wrong color behind a wall, K",
            "5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 b - - 0 1",
            [false; 5],
        ),
    ];
    for (men, fen, saved) in cases {
        for (name, is_saved) in NAMES.into_iter().zip(saved) {
            let scene = flagged(&format!("table flag_exception={name}"), fen);
            let expected = if is_saved { "1/2-1/2" } else { "1-0" };
            assert_eq!(
                scene.result(),
                format!("{expected} TimeForfeit"),
                "{men} under {name}"
            );
        }
    }
    // The locked position: only who asks for the moves sees that Black can never mate.
    let locked = "5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - - 0 1";
    for name in NAMES {
        let scene = flagged(&format!("table flag_exception={name}"), locked);
        let expected = if name == "unwinnable" {
            "1/2-1/2"
        } else {
            "0-1"
        };
        assert_eq!(scene.result(), format!("{expected} TimeForfeit"), "{name}");
    }
}

/// US Chess 14E looks for a forced win: Black has only a3-a2, and Nb3 mates. Those who count men do
/// not see it.
#[test]
fn a_forced_win_makes_a_minor_piece_enough_for_us_chess() {
    let fen = "8/8/8/8/8/p7/2K5/k1N5 b - - 0 1";
    for (text, result) in [
        ("table flag_exception=us_chess", "1-0 TimeForfeit"),
        ("table flag_exception=simple_minor", "1/2-1/2 TimeForfeit"),
        ("table flag_exception=material_pair", "1-0 TimeForfeit"),
        ("table flag_exception=unwinnable", "1-0 TimeForfeit"),
    ] {
        assert_eq!(flagged(text, fen).result(), result, "{text}");
    }
}

#[test]
fn the_sentence_says_what_saved_the_player() {
    let knight = "2q4k/8/8/8/8/8/5K2/7N b - - 0 1";
    for (text, expected) in [
        (
            "table flag_exception=us_chess",
            "Black ran out of time, but White has too few men to win: draw.",
        ),
        (
            "table flag_exception=simple_minor",
            "Black ran out of time, but White has too few men to win: draw.",
        ),
        (
            "table flag_exception=material_pair",
            "Black ran out of time, but White could not mate with these men: draw.",
        ),
        (
            "table flag_exception=unwinnable",
            "Black ran out of time, but White could not mate by any legal moves: draw.",
        ),
    ] {
        assert_eq!(message(&flagged(text, knight)), expected);
    }
    let lone = "4k3/7r/8/8/8/8/8/4K3 b - - 0 1";
    assert_eq!(
        message(&flagged("table", lone)),
        "Black ran out of time, but White has only a king: draw."
    );
}

#[test]
fn the_exact_definition_by_material_gives_its_reason() {
    let knight = "2q4k/8/8/8/8/8/5K2/7N b - - 0 1";
    let scene = flagged("table flag_exception=material_pair", knight);
    assert_eq!(
        scene.game().ending.expect("over").prospects,
        [Prospect::NoMate {
            color: Color::White,
            reason: NoMateReason::Material {
                class: MaterialClass::KnightAgainstQueens
            }
        }]
    );
}

/// X15: the source says win; judged like a flag a lone king never wins by an absence.
#[test]
fn an_absence_is_judged_like_a_flag_or_as_a_win() {
    for (text, result) in [
        ("table", "1/2-1/2 Abandonment"),
        ("table away_result=win", "0-1 Abandonment"),
    ] {
        let fen = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
        let mut scene = Scene::start(rules(text, fen)).expect("a game");
        let gone = Command::NotePresence {
            seat: scene.actor(Color::White).seat().expect("a seat"),
            present: false,
        };
        scene.act(Actor::System, gone).expect("noted");
        scene.wait(60_001);
        scene.by(Color::Black, Command::ClaimAway).expect("granted");
        assert_eq!(scene.result(), result, "{text}");
    }
}

/// 5.2.2 at its three levels: a bare king each, a wall of pawns, and a forced line.
#[test]
fn dead_positions_end_the_game_as_far_as_the_rules_look() {
    let wall = "7k/8/8/1p1p1p1p/1P1P1P1P/8/8/7K w - - 0 1";
    let bishops = "5b2/8/8/4k3/8/8/8/2B1K3 w - - 0 1";
    for (text, wall_is_over) in [
        ("table dead=material", false),
        ("table dead=fast", true),
        ("table dead=full", true),
    ] {
        let scene = |fen| Scene::start(rules(text, fen)).expect("a game");
        assert_eq!(scene(bishops).result(), "1/2-1/2 DeadPosition", "{text}");
        let is_over = scene(wall).result() == "1/2-1/2 DeadPosition";
        assert_eq!(is_over, wall_is_over, "{text}");
    }
    // Only `full` has the shell look on in the background.
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for (text, looks_on) in [
        ("table dead=material", false),
        ("table dead=fast", false),
        ("table dead=full", true),
    ] {
        let scene = Scene::start(rules(text, start)).expect("a game");
        assert_eq!(scene.table.to_examine().is_some(), looks_on, "{text}");
    }
}

/// The counters are judged with a move, mate before them: a game can be set up beyond the limit.
#[test]
fn a_start_beyond_the_automatic_limit_is_drawn_with_the_first_quiet_move() {
    let fen = "4k3/8/8/8/8/8/8/R3K3 w - - 120 80";
    for (text, result) in [
        ("fide-online", "1/2-1/2 FiftyMoves"),
        ("fide-online moves_auto=75", "live"),
        ("claims", "live"),
    ] {
        let mut scene = Scene::start(rules(text, fen)).expect("a game");
        assert_eq!(scene.result(), "live");
        scene.play_all("a1a2");
        assert_eq!(scene.result(), result, "{text}");
    }
}
