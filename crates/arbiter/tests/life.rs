//! The life of a table around its games: seats, names, settings, Ready and Start, colors, score.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may fail where it stands"
)]

mod common;

use common::{GUEST, OWNER, Scene, from_fen, settings};
use tabiya_arbiter::{
    Actor, ColorChoice, Command, Phase, Preset, Refusal, Seat, Settings, SettingsFault,
    StartPosition, Table, TimeControl,
};
use tabiya_rules::{Color, Outcome};

fn rules() -> Settings {
    settings(Preset::FideOnline)
}

fn open() -> Scene {
    Scene::open(rules()).expect("a table")
}

fn start() -> Scene {
    Scene::start(rules()).expect("a game")
}

fn ready(ready: bool) -> Command {
    Command::Ready { ready }
}

fn configure(settings: Settings) -> Command {
    Command::Configure { settings }
}

/// White resigns the running game.
fn resign(scene: &mut Scene) {
    scene.by(Color::White, Command::Resign).expect("resigned");
}

fn rematch(scene: &mut Scene) {
    scene.act(GUEST, Command::OfferRematch).expect("offered");
    scene.act(OWNER, Command::OfferRematch).expect("agreed");
}

#[test]
fn a_table_waits_for_its_guest() {
    let scene = open();
    let view = scene.table.view(OWNER);
    assert_eq!(view.phase, Phase::Waiting);
    assert!(view.seats.owner.taken && !view.seats.guest.taken);
    assert_eq!(view.seats.owner.color, Some(Color::White));
    assert_eq!(view.game, None);
    assert_eq!(scene.table.deadline(), None);
}

#[test]
fn a_newcomer_takes_the_free_seat_and_the_next_one_watches() {
    let mut scene = open();
    let take = |name: &str| Command::TakeSeat {
        name: Some(name.to_owned()),
    };
    assert_eq!(scene.act(OWNER, take("Ana")), Err(Refusal::AlreadySeated));
    scene
        .act(Actor::Spectator, take("  Bo "))
        .expect("the seat is free");
    assert_eq!(
        scene.table.view(OWNER).seats.guest.name.as_deref(),
        Some("Bo")
    );
    assert_eq!(
        scene.act(Actor::Spectator, take("Cy")),
        Err(Refusal::TableFull)
    );
    assert_eq!(scene.act(GUEST, take("Bo")), Err(Refusal::AlreadySeated));
}

#[test]
fn names_are_trimmed_and_have_1_to_32_characters_and_no_control_characters() {
    let mut scene = open();
    let mut set = |name: &str| {
        scene.act(
            OWNER,
            Command::SetName {
                name: name.to_owned(),
            },
        )
    };
    assert_eq!(set(""), Err(Refusal::BadName));
    assert_eq!(set(" \t "), Err(Refusal::BadName));
    assert_eq!(set("a\nb"), Err(Refusal::BadName));
    assert_eq!(set("\u{202E}moor"), Err(Refusal::BadName));
    for unseen in [
        "\u{200B}",
        "\u{3164}\u{3164}",
        "\u{2800}",
        "\u{200D}\u{FE0F}",
        "\u{E0041}",
    ] {
        assert_eq!(set(unseen), Err(Refusal::BadName), "{unseen:?}");
    }
    for seen in [
        "\u{1F469}\u{200D}\u{1F680}",
        "علی\u{200C}رضا",
        "\u{2764}\u{FE0F}",
    ] {
        assert!(set(seen).is_ok(), "{seen:?}");
    }
    assert_eq!(set(&"ü".repeat(33)), Err(Refusal::BadName));
    assert!(set(&"ü".repeat(32)).is_ok());
    assert!(set(" Zoë ").is_ok());
    assert_eq!(set("Zoë"), Ok(Vec::new()), "the same name is no news");
    assert_eq!(
        scene.table.view(OWNER).seats.owner.name.as_deref(),
        Some("Zoë")
    );
}

#[test]
fn start_needs_a_guest_who_is_ready() {
    let mut scene = open();
    assert_eq!(scene.act(OWNER, Command::Start), Err(Refusal::SeatFree));
    scene.seat_guest().expect("seated");
    assert_eq!(
        scene.act(OWNER, Command::Start),
        Err(Refusal::GuestNotReady)
    );
    assert_eq!(scene.act(OWNER, ready(true)), Err(Refusal::GuestOnly));
    scene.act(GUEST, ready(true)).expect("ready");
    assert_eq!(scene.act(GUEST, Command::Start), Err(Refusal::OwnerOnly));
    scene.act(GUEST, ready(false)).expect("not ready");
    assert_eq!(
        scene.act(OWNER, Command::Start),
        Err(Refusal::GuestNotReady)
    );
    scene.act(GUEST, ready(true)).expect("ready");
    scene.act(OWNER, Command::Start).expect("started");
    assert_eq!(scene.table.phase(), Phase::Playing);
}

#[test]
fn a_change_of_settings_makes_the_guest_unready() {
    let mut scene = open();
    scene.seat_guest().expect("seated");
    scene.act(GUEST, ready(true)).expect("ready");
    let untimed = Settings {
        clock: TimeControl::Untimed,
        ..rules()
    };
    assert_eq!(
        scene.act(GUEST, configure(untimed.clone())),
        Err(Refusal::OwnerOnly)
    );
    scene
        .act(OWNER, configure(untimed.clone()))
        .expect("changed");
    assert_eq!(scene.table.view(GUEST).settings, untimed);
    assert_eq!(
        scene.act(OWNER, Command::Start),
        Err(Refusal::GuestNotReady)
    );
}

#[test]
fn settings_stand_still_while_a_game_runs() {
    let mut scene = start();
    assert_eq!(
        scene.act(OWNER, configure(rules())),
        Err(Refusal::GameRunning)
    );
    assert_eq!(scene.act(GUEST, ready(false)), Err(Refusal::GameRunning));
    assert_eq!(scene.act(OWNER, Command::Start), Err(Refusal::GameRunning));
    assert_eq!(
        scene.act(OWNER, Command::OfferRematch),
        Err(Refusal::GameRunning)
    );
}

#[test]
fn settings_out_of_range_are_refused_with_a_reason() {
    let with = |change: &dyn Fn(&mut Settings)| {
        let mut settings = rules();
        change(&mut settings);
        Table::open(settings, None, 1).expect_err("refused")
    };
    let short = with(&|s| s.clock = TimeControl::SuddenDeath { bank_ms: 999 });
    assert_eq!(
        short,
        Refusal::BadSettings(SettingsFault::Bank { bank_ms: 999 })
    );
    let long = with(&|s| {
        s.clock = TimeControl::Delay {
            bank_ms: 1_000,
            delay_ms: 600_001,
        }
    });
    assert_eq!(long.code(), "bad_clock");
    let number = with(&|s| s.start = StartPosition::Chess960 { number: Some(960) });
    assert_eq!(number.code(), "bad_start");
    let fen = with(&|s| {
        s.start = StartPosition::Position {
            fen: "nonsense".to_owned(),
        }
    });
    assert_eq!(fen.code(), "bad_start");
    let drawn = with(&|s| *s = from_fen(rules(), "4k3/8/8/8/8/8/8/R3K3 w - - 150 120"));
    assert_eq!(
        (drawn.code(), drawn.article()),
        ("illegal_start", Some("9.6.2"))
    );
    let rules = with(&|s| s.rules.offer_min_plies = 201);
    assert_eq!(rules.code(), "bad_rules");
    assert_eq!(
        Table::open(self::rules(), Some(" "), 1),
        Err(Refusal::BadName)
    );
}

#[test]
fn a_rematch_needs_both_and_swaps_colors_and_keeps_the_score() {
    let mut scene = start();
    assert_eq!(scene.game().white, Seat::Owner);
    resign(&mut scene);
    scene.act(OWNER, Command::OfferRematch).expect("offered");
    assert_eq!(scene.table.view(GUEST).rematch_offer, Some(Seat::Owner));
    assert_eq!(
        scene.act(OWNER, Command::OfferRematch),
        Err(Refusal::OfferStillOpen)
    );
    scene.act(GUEST, Command::OfferRematch).expect("agreed");
    let view = scene.table.view(OWNER);
    assert_eq!(view.phase, Phase::Playing);
    assert_eq!(view.rematch_offer, None);
    assert_eq!(
        (view.score.owner, view.score.guest, view.score.games),
        (0.0, 1.0, 1)
    );
    assert_eq!((scene.game().number, scene.game().white), (2, Seat::Guest));
    resign(&mut scene);
    rematch(&mut scene);
    assert_eq!(scene.game().white, Seat::Owner);
    assert_eq!(scene.table.view(OWNER).score.owner, 1.0);
}

#[test]
fn a_rematch_can_be_declined_and_offered_again() {
    let mut scene = start();
    resign(&mut scene);
    assert_eq!(
        scene.act(GUEST, Command::DeclineRematch),
        Err(Refusal::NoOpenOffer)
    );
    scene.act(OWNER, Command::OfferRematch).expect("offered");
    scene.act(GUEST, Command::DeclineRematch).expect("declined");
    assert_eq!(scene.table.view(OWNER).rematch_offer, None);
    scene.act(GUEST, Command::OfferRematch).expect("offered");
    scene
        .act(GUEST, Command::DeclineRematch)
        .expect("taken back");
    assert_eq!(scene.table.view(OWNER).rematch_offer, None);
    assert_eq!(scene.table.phase(), Phase::Over);
}

#[test]
fn colors_stay_after_an_aborted_game_and_nothing_is_scored() {
    let mut scene = start();
    scene.act(GUEST, Command::Abort).expect("aborted");
    let view = scene.table.view(OWNER);
    assert_eq!(
        (view.score.owner, view.score.guest, view.score.games),
        (0.0, 0.0, 0)
    );
    let ending = scene.game().ending.expect("over");
    assert_eq!(ending.outcome, None);
    assert_eq!(ending.message, "Black aborted the game: no result.");
    rematch(&mut scene);
    assert_eq!((scene.game().number, scene.game().white), (2, Seat::Owner));
}

#[test]
fn changed_settings_lead_back_to_ready_and_start_with_the_score_kept() {
    let mut scene = start();
    resign(&mut scene);
    scene.act(GUEST, Command::OfferRematch).expect("offered");
    let slow = Settings {
        clock: TimeControl::SuddenDeath { bank_ms: 900_000 },
        ..rules()
    };
    scene.act(OWNER, configure(slow)).expect("changed");
    let view = scene.table.view(OWNER);
    assert_eq!((view.phase, view.rematch_offer), (Phase::Waiting, None));
    assert_eq!(view.score.guest, 1.0);
    assert!(
        view.game.is_some_and(|game| game.ending.is_some()),
        "the last game stays in view"
    );
    let refusal = scene.act(OWNER, Command::OfferRematch);
    assert_eq!(refusal, Err(Refusal::SettingsWereChanged));
    scene.act(GUEST, ready(true)).expect("ready");
    scene.act(OWNER, Command::Start).expect("started");
    let game = scene.game();
    assert_eq!(game.white, Seat::Owner, "the color in the settings wins");
    assert_eq!(game.clock.expect("timed").white_ms, 900_000);
}

#[test]
fn a_color_chosen_anew_wins_over_swapping_and_the_swap_goes_on_from_there() {
    let mut scene = start();
    resign(&mut scene);
    rematch(&mut scene);
    assert_eq!(scene.game().white, Seat::Guest);
    resign(&mut scene);
    let black = Settings {
        owner_color: ColorChoice::Black,
        ..rules()
    };
    scene.act(OWNER, configure(black)).expect("changed");
    assert_eq!(
        scene.table.view(OWNER).seats.owner.color,
        Some(Color::Black)
    );
    scene.act(GUEST, ready(true)).expect("ready");
    scene.act(OWNER, Command::Start).expect("started");
    assert_eq!(
        scene.game().white,
        Seat::Guest,
        "chosen, though a swap would give the owner White"
    );
    resign(&mut scene);
    rematch(&mut scene);
    assert_eq!(scene.game().white, Seat::Owner);
}

#[test]
fn a_toss_that_was_agreed_before_goes_on_as_a_swap_when_other_settings_change() {
    let toss = Settings {
        owner_color: ColorChoice::Toss,
        ..rules()
    };
    let mut scene = Scene::start(toss.clone()).expect("a game");
    let first = scene.game().white;
    resign(&mut scene);
    let slow = Settings {
        clock: TimeControl::SuddenDeath { bank_ms: 900_000 },
        ..toss
    };
    scene.act(OWNER, configure(slow)).expect("changed");
    scene.act(GUEST, ready(true)).expect("ready");
    scene.act(OWNER, Command::Start).expect("started");
    assert_eq!(scene.game().white, first.other());
}

#[test]
fn the_toss_follows_from_the_seed_and_is_not_told_before() {
    let toss = Settings {
        owner_color: ColorChoice::Toss,
        ..rules()
    };
    let mut scene = Scene::open(toss.clone()).expect("a table");
    scene.seat_guest().expect("seated");
    assert_eq!(scene.table.view(OWNER).seats.owner.color, None);
    let whites: Vec<Seat> = (0..4)
        .map(|_| Scene::start(toss.clone()).expect("a game").game().white)
        .collect();
    assert!(whites.iter().all(|white| *white == whites[0]));
}

#[test]
fn chess960_draws_a_new_array_for_each_game() {
    let start = StartPosition::Chess960 { number: None };
    let mut scene = Scene::start(Settings { start, ..rules() }).expect("a game");
    let mut arrays = Vec::new();
    for _ in 0..4 {
        assert!(scene.game().chess960);
        arrays.push(scene.game().start_fen);
        resign(&mut scene);
        rematch(&mut scene);
    }
    arrays.dedup();
    assert!(arrays.len() > 1, "{arrays:?}");
}

#[test]
fn a_set_up_that_is_over_ends_at_the_start() {
    let mated = from_fen(rules(), "7k/6Q1/5K2/8/8/8/8/8 b - - 0 1");
    let scene = Scene::start(mated).expect("a game");
    assert_eq!(scene.result(), "1-0 Checkmate");
    let view = scene.table.view(OWNER);
    assert_eq!((view.phase, view.score.owner), (Phase::Over, 1.0));
}

#[test]
fn a_record_is_kept_of_every_game() {
    let mut scene = start();
    scene.play_all("e2e4 e7e5");
    resign(&mut scene);
    rematch(&mut scene);
    scene.play_all("d2d4");
    let first = scene.table.record(1).expect("kept");
    assert_eq!(first.moves.len(), 2);
    assert_eq!(first.names.white.as_deref(), Some("Ana"));
    assert_eq!(
        first.ending.and_then(|end| end.outcome),
        Some(Outcome::Win(Color::Black))
    );
    let second = scene.table.record(2).expect("kept");
    assert_eq!(
        (second.names.white.as_deref(), second.ending),
        (Some("Bo"), None)
    );
    assert!(scene.table.record(3).is_none() && scene.table.record(0).is_none());
}

#[test]
fn spectators_and_the_system_do_not_play() {
    let mut scene = start();
    assert_eq!(
        scene.act(Actor::Spectator, Command::Resign),
        Err(Refusal::NotSeated)
    );
    assert_eq!(
        scene.act(Actor::System, Command::Resign),
        Err(Refusal::NotForSystem)
    );
    assert_eq!(scene.act(OWNER, Command::Tick), Err(Refusal::SystemOnly));
    let gone = Command::NotePresence {
        seat: Seat::Guest,
        present: false,
    };
    assert_eq!(scene.act(OWNER, gone), Err(Refusal::SystemOnly));
}
