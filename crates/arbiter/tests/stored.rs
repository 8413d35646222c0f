//! A log that was written before rule sets had all their switches, and events all their fields: what
//! is stored stays readable, and means what it meant.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may fail where it stands"
)]

use tabiya_arbiter::{
    Actor, Command, Phase, Preset, Recorded, RuleSet, Seat, Table, TakebackRule, Termination,
};
use tabiya_rules::{Color, Outcome};

const FRIENDS: &str = include_str!("stored/friends.jsonl");

fn log() -> Vec<Recorded> {
    let read = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
    FRIENDS.lines().map(read).collect()
}

#[test]
fn a_log_of_an_earlier_version_is_the_same_table() {
    let table = Table::replay(&log()).expect("a table");
    let first = table.record(1).expect("a game");
    assert_eq!(first.settings.rules, {
        let mut rules = RuleSet::preset(Preset::FideOnline);
        rules.takeback = TakebackRule::ByAgreement;
        rules
    });
    let moves: Vec<&str> = first.moves.iter().map(|played| &*played.san).collect();
    assert_eq!(moves, ["e4", "e5", "Nc3"]);
    let ending = first.ending.expect("over");
    assert_eq!(ending.outcome, Some(Outcome::Win(Color::White)));
    assert_eq!(
        (ending.termination, ending.by, ending.points),
        (Termination::Resignation, Some(Color::Black), None)
    );
    let second = table.record(2).expect("a rematch");
    assert_eq!(second.white, Seat::Guest);
    let ending = second.ending.expect("over");
    assert_eq!(
        (ending.outcome, ending.termination),
        (None, Termination::Aborted)
    );
    let view = table.view(Actor::Spectator);
    assert_eq!((view.score.owner, view.score.guest), (1.0, 0.0));
    assert_eq!(table.phase(), Phase::Waiting);
}

#[test]
fn a_log_of_an_earlier_version_is_played_on_where_it_ends() {
    let log = log();
    for end in 7..=log.len() {
        let table = Table::replay(&log[..end]).expect("a table");
        let at = log[end - 1].at;
        let owner = Actor::Seat(Seat::Owner);
        let resigned = table.decide(at, owner, &Command::Resign);
        assert_eq!(resigned.is_ok(), table.phase() == Phase::Playing, "{end}");
    }
}
