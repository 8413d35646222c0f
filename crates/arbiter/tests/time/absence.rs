//! Who stays away for too long can be claimed from; the clocks run on meanwhile.

use tabiya_arbiter::{Actor, Command, CommandKind, Preset, Refusal, Seat, TimeControl};
use tabiya_rules::Color::{Black, White};

use super::common::{GUEST, OWNER, Scene, settings};
use super::{FISCHER, from, left_ms, message, pause, present, start};

#[test]
fn absence_must_last_longer_than_agreed() {
    let mut scene = start(FISCHER);
    scene.play_all("e2e4 e7e5");
    scene
        .act(Actor::System, present(Seat::Guest, false))
        .expect("noted");
    let away = scene.table.view(OWNER).away.expect("counted");
    assert_eq!(
        (away.since, away.claim_from),
        (scene.at, scene.at.plus_ms(60_001))
    );
    scene.play_all("g1f3");
    scene.wait(60_000);
    let refusal = scene.by(White, Command::ClaimAway);
    assert_eq!(
        refusal,
        Err(Refusal::AwayTooShort {
            after_ms: 60_000,
            away_ms: 60_000
        })
    );
    scene.wait(1);
    scene.by(White, Command::ClaimAway).expect("granted");
    assert_eq!(scene.result(), "1-0 Abandonment");
    assert_eq!(message(&scene), "White won: Black stayed away.");
}

#[test]
fn the_absent_player_need_not_be_to_move_and_coming_back_ends_the_absence() {
    let mut scene = start(TimeControl::Untimed);
    scene
        .act(Actor::System, present(Seat::Guest, false))
        .expect("noted");
    scene.wait(30_000);
    scene
        .act(Actor::System, present(Seat::Guest, true))
        .expect("noted");
    assert_eq!(
        scene.by(White, Command::ClaimAway),
        Err(Refusal::OpponentPresent)
    );
    scene
        .act(Actor::System, present(Seat::Guest, false))
        .expect("noted");
    scene.wait(60_001);
    scene
        .by(White, Command::ClaimAway)
        .expect("White is to move, Black away");
}

#[test]
fn a_lone_king_never_wins_by_absence() {
    let mut scene = from("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", Preset::Table);
    scene
        .act(Actor::System, present(Seat::Owner, false))
        .expect("noted");
    scene.wait(60_001);
    scene.by(Black, Command::ClaimAway).expect("judged");
    assert_eq!(scene.result(), "1/2-1/2 Abandonment");
    assert_eq!(
        message(&scene),
        "White stayed away, but Black has only a king: draw."
    );
}

#[test]
fn absence_counts_anew_after_an_outage() {
    let mut scene = start(FISCHER);
    scene
        .act(Actor::System, present(Seat::Guest, false))
        .expect("noted");
    scene.wait(30_000);
    let since = scene.at;
    scene.wait(100_000);
    pause(&mut scene, since);
    assert_eq!(scene.table.view(OWNER).away, None);
    assert_eq!(
        scene.by(White, Command::ClaimAway),
        Err(Refusal::ClockPaused)
    );
    scene
        .act(Actor::System, present(Seat::Owner, true))
        .expect("noted");
    assert_eq!(
        scene.table.view(OWNER).away.map(|away| away.since),
        Some(scene.at)
    );
}

#[test]
fn who_is_away_at_the_start_is_counted_from_there() {
    let mut scene = Scene::open(settings(Preset::Table)).expect("a table");
    scene
        .act(Actor::Spectator, Command::TakeSeat { name: None })
        .expect("seated");
    scene
        .act(GUEST, Command::Ready { ready: true })
        .expect("ready");
    scene.wait(90_000);
    scene.act(OWNER, Command::Start).expect("started");
    let view = scene.table.view(GUEST);
    assert_eq!(
        view.away.map(|away| (away.seat, away.since)),
        Some((Seat::Owner, scene.at))
    );
    assert!(view.can.contains(&CommandKind::ClaimAway));
}

#[test]
fn away_claims_can_be_switched_off() {
    let mut settings = settings(Preset::Table);
    settings.rules.away_claim_after_ms = None;
    let mut scene = Scene::start(settings).expect("a game");
    scene
        .act(Actor::System, present(Seat::Guest, false))
        .expect("noted");
    scene.wait(100_000);
    assert_eq!(
        scene.by(White, Command::ClaimAway),
        Err(Refusal::AwayClaimOff)
    );
    assert_eq!(scene.table.view(OWNER).away, None);
}

#[test]
fn the_clock_of_a_lost_connection_runs_on() {
    // K08: 30 s without a connection on the own turn cost 30 s.
    let mut scene = start(TimeControl::SuddenDeath { bank_ms: 600_000 });
    scene.play_all("e2e4 e7e5");
    scene
        .act(Actor::System, present(Seat::Owner, false))
        .expect("noted");
    scene.wait(30_000);
    scene
        .act(Actor::System, present(Seat::Owner, true))
        .expect("noted");
    scene.play_all("g1f3");
    assert_eq!(left_ms(&scene, White), 570_000);
}

#[test]
fn after_a_minute_and_a_millisecond_the_win_is_claimed_also_at_a_friends_table() {
    // K10: away for more than a minute; K09: 59 seconds are not enough.
    for (away_ms, result) in [(59_000, "live"), (60_001, "1-0 Abandonment")] {
        let mut scene = Scene::start(settings(Preset::Table)).expect("a game");
        scene.play_all("e2e4 e7e5");
        scene
            .act(Actor::System, present(Seat::Guest, false))
            .expect("noted");
        scene.wait(away_ms);
        let claimed = scene.by(White, Command::ClaimAway).is_ok();
        assert_eq!(
            (claimed, scene.result().as_str()),
            (result != "live", result)
        );
    }
}
