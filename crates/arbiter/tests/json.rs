//! The JSON of settings, commands, events, views and refusals: the shapes of `docs/protocol.md`.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may fail where it stands"
)]

mod common;
#[path = "common/stream.rs"]
mod stream;

use common::{GUEST, OWNER, Scene};
use proptest::prelude::*;
use serde_json::{Value, from_value, json, to_value};
use stream::{scene, settings, steps, take};
use tabiya_arbiter::{
    Actor, ClaimKind, Command, Completion, Event, Penalty, Preset, Recorded, Seat, Settings,
    TimeControl,
};
use tabiya_rules::{Color, Role, Square};

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 96,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn settings_survive_json(settings in settings()) {
        let json = to_value(&settings).expect("JSON");
        prop_assert_eq!(from_value::<Settings>(json).expect("settings"), settings);
    }

    #[test]
    fn a_log_survives_json(settings in settings(), steps in steps()) {
        let mut scene = scene(settings, true);
        for step in &steps {
            take(&mut scene, step);
        }
        let text = serde_json::to_string(&scene.log).expect("JSON");
        let log: Vec<Recorded> = serde_json::from_str(&text).expect("a log");
        prop_assert_eq!(&log, &scene.log);
        for recorded in &scene.log {
            let stored = to_value(&recorded.event).expect("JSON");
            let mut public = to_value(recorded.public()).expect("JSON");
            prop_assert!(!public.to_string().contains("seed"));
            if matches!(recorded.event, Event::TableOpened { .. }) {
                public["event"]["seed"] = stored["seed"].clone();
            }
            prop_assert_eq!(&public["event"], &stored);
        }
        for actor in [OWNER, GUEST, Actor::Spectator] {
            let view = to_value(scene.table.full_view(actor)).expect("JSON");
            prop_assert!(!view.to_string().contains("seed"));
        }
    }
}

#[test]
fn the_default_settings_are_those_of_the_protocol() {
    let expected = json!({
        "rules": {"preset": "fide-online", "switches": {
            "takeback": "by_agreement", "give_time": true, "lag_compensation": true
        }},
        "clock": {"type": "fischer", "bank_ms": 600_000, "increment_ms": 5_000},
        "owner_color": "toss",
        "start": {"type": "standard"}
    });
    assert_eq!(to_value(Settings::default()).expect("JSON"), expected);
    assert_eq!(
        from_value::<Settings>(json!({})).expect("all by default"),
        Settings::default()
    );
}

#[test]
fn unknown_names_in_settings_are_refused_by_name() {
    let refused = |settings: Value, sentence: &str| {
        let error = from_value::<Settings>(settings)
            .expect_err("refused")
            .to_string();
        assert!(error.contains(sentence), "{error}");
    };
    refused(
        json!({"rules": {"preset": "club"}}),
        "There is no rule set \"club\"; there are: fide-standard, fide-rapid, \
         fide-blitz, fide-online, claims, table, basic, letter, studio.",
    );
    refused(
        json!({"rules": {"preset": "table", "switches": {"magic": true}}}),
        "There is no switch \"magic\"",
    );
    refused(
        json!({"rules": {"preset": "table", "switches": {"dead": 3}}}),
        "The switch \"dead\" cannot be \"3\"; it can be material, fast or full.",
    );
    refused(json!({"colour": "white"}), "unknown field `colour`");
    refused(
        json!({"clock": {"type": "untimed", "bank_ms": 1000}}),
        "unknown field `bank_ms`",
    );
    refused(
        json!({"start": {"type": "standard", "fen": "8/8/8/8/8/8/8/8 w - - 0 1"}}),
        "unknown field `fen`",
    );
    refused(
        json!({"clock": {"type": "fischer", "bank_ms": 1, "increment": 2}}),
        "`increment`",
    );
    refused(json!({"clock": {"type": "sundial"}}), "`sundial`");
    refused(
        json!({"clock": {"type": "hourglass", "bank_ms": 1000, "days": 1}}),
        "unknown field `days`",
    );
    refused(
        json!({"clock": {"type": "fischer", "bank_ms": 1, "increment_ms": 2, "added": "often"}}),
        "`often`",
    );
    refused(
        json!({"clock": {"type": "stages", "stages": [
            {"bank_ms": 1, "extra_ms": 2, "extra": "increment", "colour": 1}
        ]}}),
        "unknown field `colour`",
    );
}

#[test]
fn every_clock_is_written_as_it_is_read() {
    for clock in [
        json!({"type": "untimed"}),
        json!({"type": "sudden_death", "bank_ms": 60_000}),
        json!({"type": "fischer", "bank_ms": 60_000, "increment_ms": 2_000}),
        json!({"type": "fischer", "bank_ms": 60_000, "increment_ms": 2_000, "added": "before_move"}),
        json!({"type": "delay", "bank_ms": 60_000, "delay_ms": 5_000}),
        json!({"type": "bronstein", "bank_ms": 60_000, "delay_ms": 5_000}),
        json!({"type": "stages", "stages": [
            {"moves": 40, "bank_ms": 5_400_000, "extra_ms": 30_000, "extra": "increment"},
            {"bank_ms": 1_800_000, "extra_ms": 0, "extra": "delay"}
        ]}),
        json!({"type": "hourglass", "bank_ms": 60_000}),
        json!({"type": "days", "days": 3}),
    ] {
        let read: TimeControl = from_value(clock.clone()).expect("a clock");
        assert_eq!(to_value(read).expect("JSON"), clock);
    }
    // The usual increment can be named, too.
    let named = json!({
        "type": "fischer", "bank_ms": 1_000, "increment_ms": 0, "added": "after_move"
    });
    let read: TimeControl = from_value(named).expect("a clock");
    assert_eq!(read, TimeControl::fischer(1_000, 0));
}

#[test]
fn no_client_says_how_long_its_move_was_on_the_way() {
    let claimed = json!({"type": "move", "uci": "e2e4", "lag_ms": 900});
    let fault = from_value::<Command>(claimed).expect_err("unknown field");
    assert!(fault.to_string().contains("`lag_ms`"), "{fault}");
    let command = Command::Move {
        uci: "e2e4".to_owned(),
        ply: None,
        lag_ms: 900,
    };
    let written = to_value(command).expect("JSON");
    assert_eq!(written, json!({"type": "move", "uci": "e2e4", "ply": null}));
}

#[test]
fn forgiven_lag_and_gifts_stand_in_the_log() {
    let rules = "fide-online lag_compensation=true give_time=true";
    let mut scene = Scene::start(Settings {
        rules: rules.parse().expect("a rule set"),
        ..common::settings(Preset::FideOnline)
    })
    .expect("a game");
    scene.wait(1_000);
    let mv = Command::Move {
        uci: "e2e4".to_owned(),
        ply: None,
        lag_ms: 120,
    };
    let moved = scene.by(Color::White, mv).expect("legal");
    assert_eq!(
        to_value(&moved[0]).expect("JSON"),
        json!({
            "type": "move_played", "ply": 1, "uci": "e2e4", "san": "e4",
            "spent_ms": 880, "clock_ms": 599_120, "lag_ms": 120
        })
    );
    let given = scene.by(Color::White, Command::GiveTime { ms: 5_000 });
    let written = to_value(&given.expect("granted")[0]).expect("JSON");
    assert_eq!(
        written,
        json!({"type": "time_given", "by": "white", "to": "black", "ms": 5_000})
    );
    for recorded in &scene.log {
        let text = to_value(recorded).expect("JSON");
        assert_eq!(&from_value::<Recorded>(text).expect("an event"), recorded);
    }
}

#[test]
fn commands_are_read_as_the_protocol_writes_them() {
    let read = |json: Value| from_value::<Command>(json).expect("a command");
    assert_eq!(read(json!({"type": "start"})), Command::Start);
    assert_eq!(
        read(json!({"type": "move", "uci": "e2e4"})),
        Command::play("e2e4")
    );
    assert_eq!(
        read(json!({"type": "move", "uci": "e2e4", "ply": 0})),
        Command::Move {
            uci: "e2e4".to_owned(),
            ply: Some(0),
            lag_ms: 0
        }
    );
    assert_eq!(
        read(json!({"type": "ready", "ready": true})),
        Command::Ready { ready: true }
    );
    assert_eq!(
        read(json!({"type": "configure", "settings": {}})),
        Command::Configure {
            settings: Settings::default()
        }
    );
    for name in [
        "offer_draw",
        "accept_draw",
        "decline_draw",
        "resign",
        "abort",
        "offer_takeback",
        "accept_takeback",
        "decline_takeback",
        "offer_rematch",
        "decline_rematch",
        "claim_away",
        "press",
        "adjust",
        "end_adjust",
        "claim_fault",
        "stop_clocks",
        "start_clocks",
        "note_two_hands",
    ] {
        let command = read(json!({"type": name}));
        assert_eq!(to_value(command.kind()).expect("JSON"), json!(name));
        assert_eq!(to_value(command).expect("JSON"), json!({"type": name}));
    }
}

#[test]
fn hands_and_the_arbiter_are_read_as_the_protocol_writes_them() {
    let read = |json: Value| from_value::<Command>(json).expect("a command");
    let square = Square::E2;
    let touch = json!({"type": "touch", "square": "e2"});
    assert_eq!(read(touch), Command::Touch { square });
    let release = json!({"type": "release", "square": "e2"});
    assert_eq!(read(release), Command::Release { square, lag_ms: 0 });
    let promote = json!({"type": "promote", "role": "rook"});
    assert_eq!(read(promote), Command::Promote { role: Role::Rook });
    for (penalty, expected) in [
        (json!({"type": "warning"}), Penalty::Warning {}),
        (
            json!({"type": "more_time", "ms": 5}),
            Penalty::MoreTime { ms: 5 },
        ),
        (
            json!({"type": "less_time", "ms": 5}),
            Penalty::LessTime { ms: 5 },
        ),
        (json!({"type": "loss"}), Penalty::Loss {}),
    ] {
        let json = json!({
            "type": "penalise", "color": "black", "penalty": penalty, "reason": "noise"
        });
        let (color, penalty, reason) = (Color::Black, expected, "noise".to_owned());
        assert_eq!(
            read(json),
            Command::Penalise {
                color,
                penalty,
                reason
            }
        );
    }
    let set = json!({"type": "set_clock", "white_ms": 1, "black_ms": 2});
    assert_eq!(
        read(set),
        Command::SetClock {
            white_ms: 1,
            black_ms: 2
        }
    );
    let rule = json!({"type": "rule", "white": "1/2", "black": "0"});
    let (white, black) = ("1/2".to_owned(), "0".to_owned());
    assert_eq!(read(rule), Command::Rule { white, black });
    let restore = json!({"type": "restore", "ply": 3, "black_ms": 4});
    let (white_ms, black_ms) = (None, Some(4));
    assert_eq!(
        read(restore),
        Command::Restore {
            ply: 3,
            white_ms,
            black_ms
        }
    );
}

#[test]
fn conduct_has_the_shape_of_the_protocol() {
    let mut scene = Scene::start(common::settings(Preset::FideStandard)).expect("a game");
    scene
        .hands(Color::White, "touch e2; move e2e5")
        .expect("stands");
    let view = to_value(scene.table.view(OWNER)).expect("JSON");
    let game = &view["game"];
    let standing = json!({
        "uci": "e2e5", "placement": "rnbqkbnr/pppppppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR"
    });
    assert_eq!(game["standing"], standing);
    assert_eq!(game["touched"], json!(["e2"]));
    let due = json!({
        "moves": ["e2e3", "e2e4"], "article": "4.3.1",
        "message": "The pawn on e2 was touched: it must move."
    });
    assert_eq!(game["due"], due);
    scene.hands(Color::White, "press; move e2e4").expect("made");
    let view = to_value(scene.table.view(GUEST)).expect("JSON");
    let game = &view["game"];
    assert_eq!(
        (&game["to_press"], &game["faults"], &game["adjusting"]),
        (
            &json!("white"),
            &json!({"white": 1, "black": 0}),
            &json!(false)
        )
    );
    let events: Vec<Value> = scene
        .log
        .iter()
        .skip(6)
        .map(|recorded| to_value(&recorded.event).expect("JSON"))
        .collect();
    let expected = [
        json!({"type": "touched", "by": "white", "square": "e2"}),
        json!({"type": "illegal_made", "by": "white", "uci": "e2e5"}),
        json!({
            "type": "irregularity", "by": "white", "kind": "illegal_move", "article": "7.5.1",
            "count": 1, "penalty_ms": 120_000, "uci": "e2e5"
        }),
        json!({
            "type": "move_made", "ply": 1, "uci": "e2e4", "san": "e4", "spent_ms": 0,
            "clock_ms": 600_000
        }),
    ];
    assert_eq!(events, expected);
    let (white, black) = ("0".to_owned(), "0".to_owned());
    scene
        .act(Actor::Arbiter, Command::Rule { white, black })
        .expect("ruled");
    let last = to_value(&scene.log.last().expect("events").event).expect("JSON");
    let expected = json!({
        "type": "game_ended", "outcome": null, "points": {"white": 0, "black": 0},
        "termination": "ruling", "by": null
    });
    assert_eq!(last, expected);
    let view = to_value(scene.table.view(Actor::Arbiter)).expect("JSON");
    assert_eq!(view["you"], json!("arbiter"));
    assert_eq!(
        view["game"]["ending"]["points"],
        json!({"white": 0, "black": 0})
    );
}

#[test]
fn claims_are_read_and_told_as_the_protocol_writes_them() {
    let read = |json: Value| from_value::<Command>(json).expect("a command");
    let fifty = Command::Claim {
        what: ClaimKind::Fifty,
        uci: None,
    };
    assert_eq!(read(json!({"type": "claim", "what": "fifty"})), fifty);
    let announced = read(json!({"type": "claim", "what": "repetition", "uci": "b8c6"}));
    assert_eq!(to_value(announced.kind()).expect("JSON"), json!("claim"));
    for json in [
        json!({"type": "claim"}),
        json!({"type": "claim", "what": "perpetual_check"}),
        json!({"type": "claim", "what": "fifty", "move": "b8c6"}),
    ] {
        assert!(from_value::<Command>(json.clone()).is_err(), "{json}");
    }
    let mut settings = common::settings(Preset::FideStandard);
    settings.rules.completion = Completion::OnRelease;
    let mut scene = Scene::start(settings).expect("a game");
    scene.play_all("g1f3");
    let events = scene.by(Color::Black, announced).expect("judged");
    assert_eq!(
        to_value(&events[0]).expect("JSON"),
        json!({
            "type": "draw_claimed", "by": "black", "what": "repetition",
            "intended": {"uci": "b8c6", "san": "Nc6"}, "right": false, "penalty_ms": 120_000,
            "plies": [2]
        })
    );
    let view = to_value(scene.table.view(GUEST)).expect("JSON");
    assert_eq!(
        view["game"]["due"],
        json!({
            "moves": ["b8c6"], "article": "9.5.3",
            "message": "Nc6 was announced for the claim: it must be played."
        })
    );
    assert_eq!(view["game"]["claims"], Value::Null);
    scene.play_all("b8c6");
    let events = scene.by(Color::White, fifty).expect("judged");
    assert_eq!(
        to_value(&events[0]).expect("JSON"),
        json!({
            "type": "draw_claimed", "by": "white", "what": "fifty", "right": false,
            "penalty_ms": 120_000, "plies": []
        })
    );
}

#[test]
fn what_is_not_for_clients_does_not_come_over_the_wire() {
    for json in [
        json!({"type": "tick"}),
        json!({"type": "pause", "since": 0, "until": 0}),
        json!({"type": "note_presence", "seat": "guest", "present": false}),
        json!({"type": "take_seat", "name": "Eve"}),
        json!({"type": "resign", "loudly": true}),
        json!({"type": "ready"}),
        json!("resign"),
    ] {
        assert!(from_value::<Command>(json.clone()).is_err(), "{json}");
    }
}

#[test]
fn a_view_has_the_shape_of_the_protocol() {
    let clock = TimeControl::fischer(600_000, 5_000);
    let mut scene = Scene::start(Settings {
        clock,
        ..common::settings(Preset::FideOnline)
    })
    .expect("a game");
    scene.wait(1_200);
    scene.play_all("e2e4");
    let gone = Command::NotePresence {
        seat: Seat::Guest,
        present: false,
    };
    scene.act(Actor::System, gone).expect("noted");
    let at = scene.at.0;
    let expected = json!({
        "seq": 8, "phase": "playing", "you": "owner",
        "settings": {
            "rules": {"preset": "fide-online", "switches": {}},
            "clock": {"type": "fischer", "bank_ms": 600_000, "increment_ms": 5_000},
            "owner_color": "white",
            "start": {"type": "standard"}
        },
        "seats": {
            "owner": {
                "name": "Ana", "taken": true, "ready": true, "present": true, "color": "white"
            },
            "guest": {
                "name": "Bo", "taken": true, "ready": true, "present": false, "color": "black"
            }
        },
        "score": {"owner": 0.0, "guest": 0.0, "games": 0},
        "game": {
            "number": 1, "white": "owner", "chess960": false,
            "start_fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "ply": 1, "turn": "black",
            "fen": "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
            "clock": {
                "white_ms": 603_800, "black_ms": 600_000, "running": "black", "paused": false, "held": null,
                "at": at, "delay_left_ms": 0
            },
            "draw_offer": null, "offer_lapses_at": null, "takeback_offer": null,
            "claims": {
                "occurrences": 1, "moves_without_progress": 0, "repetition": false, "fifty": false
            },
            "to_press": null, "standing": null,
            "touched": [], "adjusting": false, "due": null,
            "faults": {"white": 0, "black": 0}, "ending": null
        },
        "rematch_offer": null,
        "away": {"seat": "guest", "since": at, "claim_from": at + 60_001},
        "can": ["set_name", "resign", "abort", "claim_away"],
        "moves": [{"uci": "e2e4", "san": "e4", "spent_ms": 1_200, "clock_ms": 603_800}]
    });
    assert_eq!(
        to_value(scene.table.full_view(OWNER)).expect("JSON"),
        expected
    );
    let short = to_value(scene.table.view(OWNER)).expect("JSON");
    assert_eq!(short.get("moves"), None);
}

#[test]
fn an_ending_has_the_shape_of_the_protocol() {
    let mut scene = Scene::start(common::settings(Preset::Table)).expect("a game");
    scene.play_all("f2f3 e7e5 g2g4 d8h4");
    let view = to_value(scene.table.view(Actor::Spectator)).expect("JSON");
    let expected = json!({
        "outcome": {"type": "win", "color": "black"}, "termination": "checkmate", "by": null,
        "article": "5.1.1", "message": "Black won: White is checkmated.", "prospects": []
    });
    assert_eq!(view["game"]["ending"], expected);
    assert_eq!(
        (&view["you"], &view["phase"]),
        (&json!("spectator"), &json!("over"))
    );
    let last = to_value(&scene.log.last().expect("events").event).expect("JSON");
    let expected = json!({
        "type": "game_ended", "outcome": {"type": "win", "color": "black"},
        "termination": "checkmate", "by": null
    });
    assert_eq!(last, expected);
    scene.act(GUEST, Command::OfferRematch).expect("offered");
    let view = to_value(scene.table.view(OWNER)).expect("JSON");
    assert_eq!(view["rematch_offer"], json!("guest"));
    assert_eq!(
        view["can"],
        json!(["set_name", "configure", "offer_rematch", "decline_rematch"])
    );
}

#[test]
fn prospects_have_the_shape_of_the_protocol() {
    let ended = |fen: &str| {
        let settings = common::from_fen(common::settings(Preset::FideOnline), fen);
        let mut scene = Scene::start(settings).expect("a game");
        scene.wait(600_000);
        scene.tick();
        let view = to_value(scene.table.view(Actor::Spectator)).expect("JSON");
        let event = to_value(&scene.log.last().expect("events").event).expect("JSON");
        assert_eq!(event["prospects"], view["game"]["ending"]["prospects"]);
        event["prospects"].clone()
    };
    // One move each way: the king must go to g8, and only the rook mates.
    assert_eq!(
        ended("7k/8/6K1/8/8/8/8/R7 b - - 0 1"),
        json!([{"type": "mate", "color": "white", "line": ["h8g8", "a1a8"]}])
    );
    assert_eq!(
        ended("7k/8/8/8/8/2n5/8/K2Q4 w - - 0 1"),
        json!([{"type": "no_mate", "color": "black", "reason": {
            "by": "material", "class": "knight_against_queens"
        }}])
    );
}

#[test]
fn an_ending_of_an_older_log_is_read() {
    let old = json!({
        "type": "game_ended", "outcome": {"type": "draw"}, "termination": "stalemate", "by": null
    });
    let event: Event = from_value(old.clone()).expect("an event");
    assert_eq!(to_value(event).expect("JSON"), old);
}

#[test]
fn a_refusal_has_the_shape_of_the_protocol() {
    let mut scene = Scene::start(common::settings(Preset::Table)).expect("a game");
    let refusal = scene.by(Color::Black, Command::play("e7e5"));
    let expected = json!({
        "code": "not_your_turn", "article": "1.3", "squares": [], "params": {"turn": "white"},
        "message": "It is not your turn: White is to move."
    });
    assert_eq!(
        to_value(refusal.expect_err("refused")).expect("JSON"),
        expected
    );
    let refusal = to_value(scene.play("e2e5").expect_err("illegal")).expect("JSON");
    assert_eq!(
        (&refusal["code"], &refusal["article"]),
        (&json!("wrong_geometry"), &json!("3.7"))
    );
    assert_eq!(refusal["params"]["to"], json!("e5"));
}
