//! Every command by every actor in every phase: judged, or refused with a reason. The verdicts
//! stand in `verdicts.txt`, one line for each phase and command.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may fail where it stands"
)]

mod common;

use std::fmt::Write;

use common::{GUEST, OWNER, Scene, settings};
use tabiya_arbiter::{Actor, Command, Event, Preset, Refusal, Seat, TakebackRule};
use tabiya_rules::{ByColor, Color, MaterialClass, Proof};

const ACTORS: [Actor; 4] = [OWNER, GUEST, Actor::Spectator, Actor::System];

fn rules() -> tabiya_arbiter::Settings {
    let mut settings = settings(Preset::FideOnline);
    settings.rules.takeback = TakebackRule::ByAgreement;
    settings
}

/// A table in each state in which commands are judged differently.
fn phases() -> Vec<(&'static str, Scene)> {
    let empty = || Scene::open(rules()).expect("a table");
    let mut seated = empty();
    seated.seat_guest().expect("free");
    let mut ready = Scene::open(rules()).expect("a table");
    ready.seat_guest().expect("free");
    ready
        .act(GUEST, Command::Ready { ready: true })
        .expect("waiting");
    let started = || Scene::start(rules()).expect("a game");
    let mut offered = started();
    offered.play_all("e2e4 e7e5 g1f3");
    offered
        .by(Color::White, Command::OfferDraw)
        .expect("offered");
    offered
        .by(Color::White, Command::OfferTakeback)
        .expect("asked");
    let mut away = started();
    away.play_all("e2e4 e7e5");
    let gone = Command::NotePresence {
        seat: Seat::Guest,
        present: false,
    };
    away.act(Actor::System, gone).expect("noted");
    away.wait(60_001);
    let mut flagged = started();
    flagged.wait(600_000);
    let mut paused = started();
    paused.play_all("e2e4 e7e5");
    let (since, until) = (paused.at, paused.at.plus_ms(60_000));
    paused
        .act(Actor::System, Command::Pause { since, until })
        .expect("noted");
    let mut over = started();
    over.by(Color::White, Command::Resign).expect("resigned");
    over.act(GUEST, Command::OfferRematch).expect("offered");
    let mut changed = started();
    changed.by(Color::White, Command::Resign).expect("resigned");
    changed
        .act(OWNER, Command::Configure { settings: rules() })
        .expect("changed");
    vec![
        ("empty", empty()),
        ("seated", seated),
        ("ready", ready),
        ("started", started()),
        ("offered", offered),
        ("away", away),
        ("flagged", flagged),
        ("paused", paused),
        ("over", over),
        ("changed", changed),
    ]
}

fn commands(scene: &Scene) -> [Command; 21] {
    let game = scene.table.view(Actor::Spectator).game;
    let uci = match game.as_ref().map_or(0, |game| game.ply) {
        0 => "e2e4",
        2 => "b1c3",
        _ => "b8c6",
    };
    [
        Command::TakeSeat { name: None },
        Command::SetName {
            name: "Cy".to_owned(),
        },
        Command::Configure { settings: rules() },
        Command::Ready { ready: true },
        Command::Start,
        Command::play(uci),
        Command::OfferDraw,
        Command::AcceptDraw,
        Command::DeclineDraw,
        Command::Resign,
        Command::Abort,
        Command::OfferTakeback,
        Command::AcceptTakeback,
        Command::DeclineTakeback,
        Command::OfferRematch,
        Command::DeclineRematch,
        Command::ClaimAway,
        Command::Tick,
        Command::NotePresence {
            seat: Seat::Owner,
            present: true,
        },
        Command::DeclareDead {
            ply: game.as_ref().map_or(0, |game| game.ply),
            proofs: ByColor {
                white: Proof::Material(MaterialClass::BareKing),
                black: Proof::Material(MaterialClass::BareKing),
            },
        },
        Command::Pause {
            since: scene.at,
            until: scene.at,
        },
    ]
}

/// The events by name, `-` for none, or the code of the refusal in brackets.
fn verdict(answer: &Result<Vec<Event>, Refusal>) -> String {
    match answer {
        Err(refusal) => format!("({})", refusal.code()),
        Ok(events) if events.is_empty() => "-".to_owned(),
        Ok(events) => {
            let name = |event: &Event| {
                let text = format!("{event:?}");
                let end = text
                    .find(|c: char| !c.is_alphanumeric())
                    .unwrap_or(text.len());
                text[..end].to_owned()
            };
            events.iter().map(name).collect::<Vec<_>>().join("+")
        }
    }
}

#[test]
fn every_command_by_every_actor_in_every_phase_has_its_verdict() {
    let mut found = String::new();
    for (phase, scene) in phases() {
        for command in commands(&scene) {
            let verdicts =
                ACTORS.map(|actor| verdict(&scene.table.decide(scene.at, actor, &command)));
            let kind = format!("{:?}", command.kind());
            let [owner, guest, spectator, system] = verdicts;
            writeln!(
                found,
                "{phase:<8} {kind:<15} {owner:<22} {guest:<22} {spectator:<16} {system}"
            )
            .expect("a string takes all");
        }
    }
    let expected = include_str!("verdicts.txt");
    let heading = expected.lines().next().expect("a heading");
    let found = format!("{heading}\n{found}");
    let differs = found.lines().zip(expected.lines()).find(|(a, b)| a != b);
    assert!(
        found == expected,
        "{differs:?}\nall that was found:\n{found}"
    );
}
