//! A player's vacation holds his own clock on his turn, to the millisecond, and nobody else's.

use tabiya_arbiter::{Actor, Command, Event, Refusal, Seat, Table, TimeControl};
use tabiya_rules::Color::{Black, White};

use super::common::{OWNER, Scene};
use super::{FISCHER, left_ms, pause, with_rules};

const DAY_MS: u64 = 86_400_000;

fn by_letter() -> Scene {
    with_rules("letter", TimeControl::Days { days: 3 })
}

fn vacation(scene: &mut Scene, seat: Seat, days: u64) -> Vec<Event> {
    let until = scene.at.plus_ms(days * DAY_MS);
    let note = Command::NoteVacation { seat, until };
    scene.act(Actor::System, note).expect("the system may")
}

#[test]
fn the_clock_of_a_player_on_vacation_stands_and_his_flag_falls_later() {
    let mut scene = by_letter();
    scene.wait(DAY_MS);
    vacation(&mut scene, Seat::Owner, 10);
    let back = scene.at.plus_ms(10 * DAY_MS);
    assert_eq!(
        scene.table.view(OWNER).seats.owner.vacation_until,
        Some(back)
    );
    let clock = scene.game().clock.expect("timed");
    assert_eq!((clock.white_ms, clock.at), (2 * DAY_MS, back));
    let flag = back.plus_ms(2 * DAY_MS);
    assert_eq!(scene.table.deadline(), Some(flag));
    scene.at = flag;
    scene.tick();
    assert_eq!(scene.result(), "0-1 TimeForfeit");
}

#[test]
fn the_opponents_clock_runs_on() {
    let mut scene = by_letter();
    vacation(&mut scene, Seat::Guest, 10);
    assert_eq!(scene.table.deadline(), Some(scene.at.plus_ms(3 * DAY_MS)));
    scene.wait(DAY_MS);
    scene.play_all("e2e4");
    // Now it is the turn of the one who is away: he has all of his time when he is back.
    let back = scene.at.plus_ms(9 * DAY_MS);
    assert_eq!(scene.table.deadline(), Some(back.plus_ms(3 * DAY_MS)));
}

#[test]
fn a_move_during_the_vacation_costs_nothing_and_does_not_end_it() {
    let mut scene = by_letter();
    scene.wait(DAY_MS);
    vacation(&mut scene, Seat::Owner, 10);
    scene.wait(4 * DAY_MS);
    let events = scene.play("e2e4").expect("he may all the same");
    assert!(
        matches!(
            events[0],
            Event::MovePlayed {
                spent_ms: DAY_MS,
                ..
            }
        ),
        "{events:?}"
    );
    scene.play_all("e7e5");
    assert_eq!(left_ms(&scene, White), 3 * DAY_MS);
    let back = scene.at.plus_ms(6 * DAY_MS);
    assert_eq!(scene.table.deadline(), Some(back.plus_ms(3 * DAY_MS)));
}

#[test]
fn whoever_comes_back_early_has_his_clock_run_at_once() {
    let mut scene = by_letter();
    scene.wait(DAY_MS);
    vacation(&mut scene, Seat::Owner, 10);
    scene.wait(2 * DAY_MS);
    let events = vacation(&mut scene, Seat::Owner, 0);
    let until = scene.at;
    let seat = Seat::Owner;
    assert_eq!(events, [Event::VacationNoted { seat, until }]);
    assert_eq!(scene.table.deadline(), Some(scene.at.plus_ms(2 * DAY_MS)));
    assert_eq!(scene.table.view(OWNER).seats.owner.vacation_until, None);
    scene.wait(DAY_MS);
    let again = Command::NoteVacation { seat, until };
    assert_eq!(scene.act(Actor::System, again), Ok(Vec::new()));
}

#[test]
fn an_offer_to_a_player_on_vacation_waits_for_him() {
    let mut scene = by_letter();
    scene.play_all("e2e4 e7e5");
    scene.by(White, Command::OfferDraw).expect("offered");
    scene.wait(6 * DAY_MS / 10);
    vacation(&mut scene, Seat::Guest, 12);
    let lapse = scene.at.plus_ms((12 + 7) * DAY_MS);
    assert_eq!(scene.game().offer_lapses_at, Some(lapse));
    // His own offer is not held by it.
    let mut scene = by_letter();
    scene.by(Black, Command::OfferDraw).expect("offered");
    vacation(&mut scene, Seat::Guest, 12);
    let lapse = scene.at.plus_ms(7 * DAY_MS);
    assert_eq!(scene.game().offer_lapses_at, Some(lapse));
}

#[test]
fn an_outage_in_a_vacation_is_counted_once() {
    let mut scene = by_letter();
    scene.wait(DAY_MS);
    vacation(&mut scene, Seat::Owner, 10);
    let back = scene.at.plus_ms(10 * DAY_MS);
    let since = scene.at;
    scene.wait(2 * DAY_MS);
    pause(&mut scene, since);
    scene.wait(60_000);
    assert_eq!(scene.tick(), [Event::Resumed]);
    assert_eq!(scene.table.deadline(), Some(back.plus_ms(2 * DAY_MS)));
}

#[test]
fn clocks_of_minutes_do_not_know_vacations() {
    let mut scene = with_rules("letter", FISCHER);
    vacation(&mut scene, Seat::Owner, 1);
    assert_eq!(scene.table.deadline(), Some(scene.at.plus_ms(60_000)));
}

#[test]
fn only_the_system_says_so_and_no_flag_that_fell_is_put_up_again() {
    let mut scene = by_letter();
    let note = Command::NoteVacation {
        seat: Seat::Owner,
        until: scene.at.plus_ms(DAY_MS),
    };
    assert_eq!(scene.act(OWNER, note.clone()), Err(Refusal::SystemOnly));
    scene.wait(3 * DAY_MS);
    assert_eq!(
        scene.act(Actor::System, note),
        Err(Refusal::TimeIsUp),
        "it comes too late"
    );
}

#[test]
fn a_vacation_goes_on_in_the_next_game() {
    let mut scene = by_letter();
    vacation(&mut scene, Seat::Owner, 10);
    let back = scene.at.plus_ms(10 * DAY_MS);
    scene.by(White, Command::Resign).expect("his turn");
    scene.act(OWNER, Command::OfferRematch).expect("over");
    let guest = Actor::Seat(Seat::Guest);
    scene.act(guest, Command::OfferRematch).expect("agreed");
    scene.play_all("e2e4");
    assert_eq!(scene.table.deadline(), Some(back.plus_ms(3 * DAY_MS)));
    assert_eq!(Table::replay(&scene.log).as_ref(), Ok(&scene.table));
}
