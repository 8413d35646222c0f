//! Ends that rest on who could still mate: the flag, resignation, absence, the dead position that a
//! shell finds. Each says how it stood, with a line that really mates or the reason for none.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may fail where it stands"
)]

mod common;

use common::{Scene, from_fen, settings};
use tabiya_arbiter::{
    Actor, Command, EndingView, NoMateReason, Preset, Prospect, Refusal, ResignException, Seat,
    Termination,
};
use tabiya_rules::{
    Budget, ByColor, Color, MaterialClass, Mode, Outcome, Position, Proof, Uci, Verdict, winnable,
};

/// White's pawn walks to the queen; nobody is dead.
const PAWN: &str = "7k/8/8/8/8/8/P7/K7 w - - 0 1";
/// Black has a knight and White only queens beside the king.
const KNIGHT_AGAINST_QUEEN: &str = "7k/8/8/8/8/2n5/8/K2Q4 w - - 0 1";
/// A wall of pawns across the board.
const WALL: &str = "4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K3 w - - 0 1";

fn scene(preset: Preset, fen: &str) -> Scene {
    Scene::start(from_fen(settings(preset), fen)).expect("the game can start")
}

fn ending(scene: &Scene) -> EndingView {
    scene.game().ending.expect("the game is over")
}

/// Plays the line and sees the mate.
fn assert_mates(fen: &str, color: Color, line: &[String]) {
    let mut position = Position::from_fen(fen, Mode::Standard).expect("a position");
    for text in line {
        let uci: Uci = text.parse().expect("a move");
        let mv = uci.resolve(&position).expect("a legal move");
        position.play(mv).expect("a legal move");
    }
    assert!(position.is_checkmate());
    assert_eq!(position.turn(), color.other());
}

fn proofs(fen: &str) -> ByColor<Proof> {
    let position = Position::from_fen(fen, Mode::Standard).expect("a position");
    let proof = |color| match winnable(&position, color, Budget::default()) {
        Verdict::No { proof } => proof,
        other => panic!("{color} in {fen}: {other:?}"),
    };
    ByColor {
        white: proof(Color::White),
        black: proof(Color::Black),
    }
}

#[test]
fn a_flag_that_loses_shows_how_the_other_side_could_mate() {
    let mut scene = scene(Preset::FideOnline, PAWN);
    scene.play("a1b1").expect("legal");
    scene.wait(600_000);
    scene.tick();
    let ending = ending(&scene);
    assert_eq!(ending.outcome, Some(Outcome::Win(Color::White)));
    assert_eq!(ending.termination, Termination::TimeForfeit);
    let [Prospect::Mate { color, line }] = &ending.prospects[..] else {
        panic!("{:?}", ending.prospects);
    };
    assert_eq!(*color, Color::White);
    assert_mates(&scene.game().fen, Color::White, line);
}

#[test]
fn a_flag_that_saves_says_why_there_is_no_mate() {
    let mut scene = scene(Preset::FideOnline, KNIGHT_AGAINST_QUEEN);
    scene.wait(600_000);
    scene.tick();
    let ending = ending(&scene);
    assert_eq!(ending.outcome, Some(Outcome::Draw));
    assert_eq!(ending.termination, Termination::TimeForfeit);
    let class = MaterialClass::KnightAgainstQueens;
    let reason = NoMateReason::Material { class };
    let color = Color::Black;
    assert_eq!(ending.prospects, [Prospect::NoMate { color, reason }]);
}

#[test]
fn rules_that_look_at_the_lone_king_only_say_nothing_of_mates() {
    let mut scene = scene(Preset::Table, KNIGHT_AGAINST_QUEEN);
    scene.wait(600_000);
    scene.tick();
    let ending = ending(&scene);
    assert_eq!(ending.outcome, Some(Outcome::Win(Color::Black)));
    assert!(ending.prospects.is_empty());
}

#[test]
fn an_absent_player_is_judged_like_a_fallen_flag() {
    let mut scene = scene(Preset::FideOnline, KNIGHT_AGAINST_QUEEN);
    let gone = Command::NotePresence {
        seat: Seat::Owner,
        present: false,
    };
    scene.act(Actor::System, gone).expect("noted");
    scene.wait(60_001);
    scene.by(Color::Black, Command::ClaimAway).expect("granted");
    let ending = ending(&scene);
    assert_eq!(ending.outcome, Some(Outcome::Draw));
    assert_eq!(ending.termination, Termination::Abandonment);
    assert!(ending.prospects[0].is_no_mate());
}

#[test]
fn resigning_draws_only_where_the_rules_say_so_and_no_mate_exists() {
    let result = |exception, fen, by| {
        let mut settings = from_fen(settings(Preset::FideOnline), fen);
        settings.rules.resign_exception = exception;
        let mut scene = Scene::start(settings).expect("the game can start");
        scene.by(by, Command::Resign).expect("resigned");
        let ending = ending(&scene);
        assert_eq!(ending.termination, Termination::Resignation);
        (ending.outcome, ending.prospects.len())
    };
    let (draw, black_wins) = (Outcome::Draw, Outcome::Win(Color::Black));
    let (none, unwinnable) = (ResignException::None, ResignException::Unwinnable);
    // FIDE 5.1.2: Black has a knight against a queen (G08 with colors changed).
    let fen = KNIGHT_AGAINST_QUEEN;
    assert_eq!(result(unwinnable, fen, Color::White), (Some(draw), 1));
    assert_eq!(result(none, fen, Color::White), (Some(black_wins), 0));
    let fen = "7k/8/8/8/8/2r5/8/K2Q4 w - - 0 1";
    assert_eq!(result(unwinnable, fen, Color::White), (Some(black_wins), 1));
}

#[test]
fn a_flag_in_a_dead_position_finds_the_game_over_before_it() {
    let mut settings = from_fen(settings(Preset::Table), WALL);
    settings.rules.flag_exception = tabiya_arbiter::FlagException::Unwinnable;
    let mut scene = Scene::start(settings.clone()).expect("material does not see the wall");
    // The rules end only what the material decides: a draw, but by the flag.
    scene.wait(600_000);
    scene.tick();
    assert_eq!(ending(&scene).termination, Termination::TimeForfeit);
    assert_eq!(ending(&scene).outcome, Some(Outcome::Draw));
    settings.rules.dead = tabiya_arbiter::DeadRule::Full;
    let scene = Scene::start(settings).expect("the game starts, and is over");
    assert_eq!(ending(&scene).termination, Termination::DeadPosition);
    assert_eq!(ending(&scene).prospects.len(), 2);
    assert!(ending(&scene).prospects.iter().all(Prospect::is_no_mate));
}

/// Dead, but not at a glance: a pawn can still move before the wall is closed for good, and one with
/// bishops.
const OPEN_AT_A_GLANCE: [&str; 3] = [
    "4k3/8/3p4/8/1p1p1p1p/1P1P1P1P/8/4K3 w - - 0 1",
    "4k3/8/3p1p2/8/1p1p1p1p/1P1P1P1P/8/4K3 w - - 0 1",
    "8/1p2B3/1PpBp1p1/k1P1P1P1/p1P5/P7/5K2/8 w - - 0 1",
];

#[test]
fn a_shell_ends_a_dead_game_by_proofs_that_hold() {
    let mut ended = 0;
    for fen in OPEN_AT_A_GLANCE {
        let mut scene = scene(Preset::FideOnline, fen);
        let Some((ply, position)) = scene.table.to_examine() else {
            continue;
        };
        assert_eq!((ply, position.fen().as_str()), (0, fen));
        let proofs = proofs(fen);
        let declare = Command::DeclareDead { ply, proofs };
        scene.act(Actor::System, declare.clone()).expect("proved");
        let ending = ending(&scene);
        assert_eq!(ending.termination, Termination::DeadPosition);
        assert_eq!((ending.outcome, ending.by), (Some(Outcome::Draw), None));
        assert!(ending.prospects.len() == 2 && ending.prospects.iter().all(Prospect::is_no_mate));
        assert_eq!(scene.table.to_examine(), None);
        let late = scene.act(Actor::System, declare);
        assert_eq!(late, Err(Refusal::GameOver));
        ended += 1;
    }
    assert!(
        ended > 0,
        "the glance sees all of these now: others are needed here"
    );
}

#[test]
fn what_does_not_prove_it_ends_nothing() {
    let declare = |ply| Command::DeclareDead {
        ply,
        proofs: proofs(WALL),
    };
    let mut by_material = scene(Preset::Table, WALL);
    assert_eq!(by_material.table.to_examine(), None);
    let refused = by_material.act(Actor::System, declare(0));
    assert_eq!(refused, Err(Refusal::DeadByMaterialOnly));

    let mut alive = scene(Preset::FideOnline, PAWN);
    assert_eq!(
        alive.act(Actor::System, declare(0)),
        Err(Refusal::NotProvedDead)
    );
    let stale = Refusal::StaleBoard { ply: 0, seen: 1 };
    assert_eq!(alive.act(Actor::System, declare(1)), Err(stale));
    for actor in [common::OWNER, Actor::Spectator] {
        let refused = alive.act(actor, declare(0));
        assert_eq!(refused, Err(Refusal::SystemOnly));
    }
    assert!(alive.game().ending.is_none());
}
