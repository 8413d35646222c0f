//! Time at a table: every kind of clock, flags to the millisecond, holds, lag, gifts, outages and
//! absence.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may fail where it stands"
)]

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/stream.rs"]
mod stream;

mod absence;
mod controls;
mod flag;
mod gifts;
mod holds;
mod lag;
mod ledger;
mod outage;
mod props;
mod vacation;

use common::{Scene, from_fen, settings};
use tabiya_arbiter::{Actor, Command, Event, Preset, Seat, Settings, TimeControl, Timestamp};
use tabiya_rules::Color::{self, White};

const FISCHER: TimeControl = TimeControl::fischer(60_000, 2_000);
const DELAY: TimeControl = TimeControl::Delay {
    bank_ms: 60_000,
    delay_ms: 10_000,
};

fn start(clock: TimeControl) -> Scene {
    with_rules("fide-online", clock)
}

fn with_rules(rules: &str, clock: TimeControl) -> Scene {
    Scene::start(Settings {
        rules: rules.parse().expect("a rule set"),
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
