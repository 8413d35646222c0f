//! A computer in the guest's seat: who may put it there, and what the log and the views say. Which
//! moves it plays is the shell's business.
#![allow(
    clippy::expect_used,
    reason = "a test ends where something is not as it must be"
)]

mod common;

use common::{GUEST, OWNER, Scene, settings};
use tabiya_arbiter::{Actor, Command, Event, Phase, Preset, Refusal, Seat};
use tabiya_rules::Color;

fn empty() -> Scene {
    Scene::open(settings(Preset::FideOnline)).expect("a table")
}

fn seated() -> Scene {
    let mut scene = empty();
    scene.seat_guest().expect("seated");
    scene
}

fn started() -> Scene {
    Scene::start(settings(Preset::FideOnline)).expect("a game")
}

fn deep(level: &str) -> Command {
    Command::SeatComputer {
        name: "Deep".to_owned(),
        level: level.to_owned(),
    }
}

fn level(scene: &Scene) -> Option<String> {
    scene.table.view(Actor::Spectator).seats.guest.computer
}

#[test]
fn the_owner_seats_a_computer_and_it_plays_like_anybody() {
    let mut scene = empty();
    let events = scene.act(OWNER, deep("1500")).expect("seated");
    let taken = Event::SeatTaken {
        seat: Seat::Guest,
        name: Some("Deep".to_owned()),
        computer: Some("1500".to_owned()),
    };
    assert_eq!(events, [taken]);
    assert_eq!(level(&scene).as_deref(), Some("1500"));
    let late = scene.act(Actor::Spectator, Command::TakeSeat { name: None });
    assert_eq!(late, Err(Refusal::TableFull));
    assert_eq!(
        scene.act(OWNER, Command::Start),
        Err(Refusal::GuestNotReady)
    );
    scene
        .act(GUEST, Command::Ready { ready: true })
        .expect("ready");
    scene.act(OWNER, Command::Start).expect("started");
    assert_eq!(scene.act(OWNER, deep("1600")), Err(Refusal::GameRunning));
    scene.by(Color::White, Command::Resign).expect("resigned");
    scene
        .act(OWNER, deep("1600"))
        .expect("another level for the next game");
    assert_eq!(level(&scene).as_deref(), Some("1600"));
    assert_eq!(scene.table.phase(), Phase::Over);
}

#[test]
fn another_level_has_to_be_ready_anew_and_the_same_is_nothing_new() {
    let mut scene = empty();
    scene.act(OWNER, deep("1500")).expect("seated");
    scene
        .act(GUEST, Command::Ready { ready: true })
        .expect("ready");
    assert_eq!(scene.act(OWNER, deep("1500")), Ok(Vec::new()));
    assert!(scene.table.view(OWNER).seats.guest.ready);
    scene.act(OWNER, deep("pip")).expect("seated");
    assert!(!scene.table.view(OWNER).seats.guest.ready);
}

#[test]
fn a_computer_takes_nobodys_seat_and_nobody_else_brings_it() {
    let mut scene = empty();
    assert_eq!(
        scene.act(Actor::Spectator, deep("1")),
        Err(Refusal::NotSeated)
    );
    let unnamed = Command::SeatComputer {
        name: " ".to_owned(),
        level: "1".to_owned(),
    };
    assert_eq!(scene.act(OWNER, unnamed), Err(Refusal::BadName));
    assert_eq!(scene.act(OWNER, deep("")), Err(Refusal::BadName));
    let mut scene = seated();
    assert_eq!(scene.act(OWNER, deep("1")), Err(Refusal::TableFull));
    assert_eq!(scene.act(GUEST, deep("1")), Err(Refusal::OwnerOnly));
    let mut scene = started();
    assert_eq!(scene.act(OWNER, deep("1")), Err(Refusal::GameRunning));
}

#[cfg(feature = "serde")]
#[test]
fn logs_of_before_are_read_and_people_are_written_as_ever() {
    let text = r#"{"type":"seat_taken","seat":"guest","name":"Bo"}"#;
    let event: Event = serde_json::from_str(text).expect("an event");
    assert_eq!(serde_json::to_string(&event).expect("text"), text);
    let view = serde_json::to_string(&seated().table.view(OWNER)).expect("text");
    assert!(!view.contains("computer"), "{view}");
}

#[test]
fn a_computer_leaves_when_the_owner_says_so_and_a_person_can_come() {
    let mut scene = empty();
    assert_eq!(
        scene.act(OWNER, Command::UnseatComputer),
        Err(Refusal::SeatFree)
    );
    scene.act(OWNER, deep("1500")).expect("seated");
    scene
        .act(GUEST, Command::Ready { ready: true })
        .expect("ready");
    assert_eq!(
        scene.act(GUEST, Command::UnseatComputer),
        Err(Refusal::OwnerOnly)
    );
    let freed = Event::SeatFreed { seat: Seat::Guest };
    assert_eq!(scene.act(OWNER, Command::UnseatComputer), Ok(vec![freed]));
    let guest = scene.table.view(OWNER).seats.guest;
    assert_eq!(
        (guest.taken, guest.ready, guest.present),
        (false, false, false)
    );
    assert_eq!((guest.name, guest.computer), (None, None));
    assert_eq!(scene.act(OWNER, Command::Start), Err(Refusal::SeatFree));
    let person = Command::TakeSeat { name: None };
    scene.act(Actor::Spectator, person).expect("a free seat");
    // A person is not sent away.
    assert_eq!(
        scene.act(OWNER, Command::UnseatComputer),
        Err(Refusal::PersonSits)
    );
}

#[test]
fn a_computer_plays_its_game_to_the_end() {
    let mut scene = empty();
    scene.act(OWNER, deep("1500")).expect("seated");
    scene
        .act(GUEST, Command::Ready { ready: true })
        .expect("ready");
    scene.act(OWNER, Command::Start).expect("started");
    assert_eq!(
        scene.act(OWNER, Command::UnseatComputer),
        Err(Refusal::GameRunning)
    );
    scene.act(OWNER, Command::Resign).expect("resigned");
    assert_eq!(
        scene.act(OWNER, Command::UnseatComputer),
        Err(Refusal::GameOver)
    );
}
