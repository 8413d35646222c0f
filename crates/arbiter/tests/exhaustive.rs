//! Every command by every actor in every phase of a game under many rule sets: judged, or refused
//! with a reason, and never more than that. The lists below are made by matching on
//! [`CommandKind`]: a new command does not compile until it has its place here.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may fail where it stands"
)]

mod common;

use std::collections::BTreeSet;

use common::{GUEST, OWNER, Scene, settings};
use tabiya_arbiter::{
    Actor, ClaimKind, Command, CommandKind, Penalty, Phase, Preset, RuleSet, Seat, Settings, Table,
    TimeControl,
};
use tabiya_rules::{ByColor, Color, MaterialClass, Proof, Role, Square};

const ACTORS: [Actor; 5] = [
    OWNER,
    GUEST,
    Actor::Spectator,
    Actor::Arbiter,
    Actor::System,
];

/// All nine presets, and some rule sets in which commands meet other answers.
fn rule_sets() -> Vec<RuleSet> {
    let presets = Preset::ALL.map(|preset| preset.to_string());
    let others = [
        "fide-standard completion=on_release",
        "fide-blitz illegal=reject touch_move=false",
        "fide-online takeback=by_agreement give_time=true start=on_first_move",
        "claims touch_move=true illegal=penalise completion=on_press",
        "table offers=false away_claim_after_ms=none pause_when_hidden=true",
        "letter first_move_limit_ms=60000 offer_timeout_ms=60000",
    ];
    presets
        .iter()
        .map(String::as_str)
        .chain(others)
        .map(|text| text.parse().expect("a rule set"))
        .collect()
}

/// What is done to a table that has just been opened so that it comes to a phase. What the rules
/// do not allow on the way is left out: that is a phase, too.
const PHASES: [(&str, &[&str]); 20] = [
    ("empty", &[]),
    ("seated", &["seat"]),
    ("computer", &["computer"]),
    ("ready", &["seat", "ready"]),
    ("started", &["start"]),
    ("moved", &["start", "e2e4", "e7e5", "g1f3", "b8c6"]),
    ("made", &["start", "e2e4", "e7e5", "made g1f3"]),
    (
        "last rank",
        &[
            "start",
            "h2h4",
            "a7a5",
            "h4h5",
            "a5a4",
            "h5h6",
            "a4a3",
            "h6g7",
            "a3b2",
            "made g7h8",
        ],
    ),
    (
        "castling",
        &[
            "start", "e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "castle",
        ],
    ),
    ("stands", &["start", "e2e4", "e7e5", "made g1g5"]),
    ("touched", &["start", "touch", "e7e5"]),
    ("adjusting", &["start", "adjust"]),
    ("offered", &["start", "e2e4", "e7e5", "g1f3", "offers"]),
    ("away", &["start", "e2e4", "e7e5", "away"]),
    ("flagged", &["start", "flag"]),
    ("paused", &["start", "e2e4", "e7e5", "outage"]),
    ("stopped", &["start", "e2e4", "e7e5", "stop"]),
    ("claimed", &["start", "e2e4", "e7e5", "claim"]),
    ("over", &["start", "e2e4", "resign", "rematch"]),
    ("changed", &["start", "e2e4", "resign", "configure"]),
];

/// One step toward a phase.
fn step(scene: &mut Scene, step: &str) {
    let at = scene.at;
    // Where the rules say no, the table stays as it is.
    let mut try_to = |actor, command| {
        let _ = scene.act(actor, command);
    };
    match step {
        "seat" => {
            let _ = scene.seat_guest();
        }
        "computer" => try_to(
            OWNER,
            Command::SeatComputer {
                name: "Deep".to_owned(),
                level: "1500".to_owned(),
            },
        ),
        "ready" => try_to(GUEST, Command::Ready { ready: true }),
        "start" => {
            let _ = scene.seat_guest();
            let _ = scene.act(GUEST, Command::Ready { ready: true });
            let _ = scene.act(OWNER, Command::Start);
        }
        "touch" => try_to(OWNER, Command::Touch { square: Square::E2 }),
        "castle" => {
            try_to(OWNER, Command::Touch { square: Square::E1 });
            let (square, lag_ms) = (Square::G1, 0);
            try_to(OWNER, Command::Release { square, lag_ms });
        }
        "adjust" => try_to(OWNER, Command::Adjust),
        "offers" => {
            try_to(OWNER, Command::OfferDraw);
            try_to(OWNER, Command::OfferTakeback);
        }
        "away" => {
            let present = false;
            let seat = Seat::Guest;
            try_to(Actor::System, Command::NotePresence { seat, present });
            scene.wait(60_001);
        }
        "flag" => scene.wait(600_000),
        "outage" => {
            let (since, until) = (at, at.plus_ms(60_000));
            try_to(Actor::System, Command::Pause { since, until });
        }
        "stop" => try_to(Actor::Arbiter, Command::StopClocks),
        "claim" => {
            let what = ClaimKind::Repetition;
            let uci = Some("d2d4".to_owned());
            try_to(OWNER, Command::Claim { what, uci });
        }
        "resign" => try_to(GUEST, Command::Resign),
        "rematch" => try_to(GUEST, Command::OfferRematch),
        "configure" => {
            let settings = Settings::default();
            try_to(OWNER, Command::Configure { settings });
        }
        made if made.starts_with("made ") => try_to(OWNER, Command::play(&made["made ".len()..])),
        uci => {
            let _ = scene.play(uci);
            if let Some(mover) = scene.game().to_press {
                let _ = scene.by(mover, Command::Press);
            }
        }
    }
}

fn scene(rules: RuleSet, steps: &[&str]) -> Scene {
    let rules = Settings {
        rules,
        clock: TimeControl::fischer(600_000, 2_000),
        ..settings(rules.preset)
    };
    let mut scene = Scene::open(rules).expect("a table");
    steps.iter().for_each(|one| step(&mut scene, one));
    scene
}

/// Commands of one kind that meet different answers.
fn commands(scene: &Scene, kind: CommandKind) -> Vec<Command> {
    let (square, color) = (Square::G1, Color::White);
    let reason = || "noise".to_owned();
    let penalty = |penalty| Command::Penalise {
        color,
        penalty,
        reason: reason(),
    };
    let ply = scene
        .table
        .view(Actor::Spectator)
        .game
        .map_or(0, |game| game.ply);
    match kind {
        CommandKind::TakeSeat => vec![Command::TakeSeat { name: None }],
        CommandKind::SeatComputer => ["Cy", ""]
            .map(|name| Command::SeatComputer {
                name: name.to_owned(),
                level: "1500".to_owned(),
            })
            .to_vec(),
        CommandKind::UnseatComputer => vec![Command::UnseatComputer],
        CommandKind::SetName => ["Cy", "", "\u{7}"]
            .map(|name| Command::SetName {
                name: name.to_owned(),
            })
            .to_vec(),
        CommandKind::Configure => vec![Command::Configure {
            settings: Settings::default(),
        }],
        CommandKind::Ready => [true, false].map(|ready| Command::Ready { ready }).to_vec(),
        CommandKind::Start => vec![Command::Start],
        CommandKind::Move => {
            let texts = ["e2e4", "d2d4", "g8f6", "e1g1", "a1a8", "h7h8", "e9", ""];
            let stale = Command::Move {
                uci: "d2d4".to_owned(),
                ply: Some(ply + 1),
                lag_ms: 0,
            };
            texts
                .map(Command::play)
                .into_iter()
                .chain([stale])
                .collect()
        }
        CommandKind::OfferDraw => vec![Command::OfferDraw],
        CommandKind::AcceptDraw => vec![Command::AcceptDraw],
        CommandKind::DeclineDraw => vec![Command::DeclineDraw],
        CommandKind::Resign => vec![Command::Resign],
        CommandKind::Abort => vec![Command::Abort],
        CommandKind::OfferTakeback => vec![Command::OfferTakeback],
        CommandKind::AcceptTakeback => vec![Command::AcceptTakeback],
        CommandKind::DeclineTakeback => vec![Command::DeclineTakeback],
        CommandKind::OfferRematch => vec![Command::OfferRematch],
        CommandKind::DeclineRematch => vec![Command::DeclineRematch],
        CommandKind::ClaimAway => vec![Command::ClaimAway],
        CommandKind::Press => vec![Command::Press],
        CommandKind::Touch => [square, Square::E4, Square::B8]
            .map(|square| Command::Touch { square })
            .to_vec(),
        CommandKind::Release => [Square::F3, Square::E4, Square::G5]
            .map(|square| Command::Release { square, lag_ms: 0 })
            .to_vec(),
        CommandKind::Adjust => vec![Command::Adjust],
        CommandKind::EndAdjust => vec![Command::EndAdjust],
        CommandKind::ClaimFault => vec![Command::ClaimFault],
        CommandKind::Promote => [Role::Queen, Role::King, Role::Pawn]
            .map(|role| Command::Promote { role })
            .to_vec(),
        CommandKind::SetClock => [(60_000, 60_000), (0, 1), (u64::MAX, 1)]
            .map(|(white_ms, black_ms)| Command::SetClock { white_ms, black_ms })
            .to_vec(),
        CommandKind::StopClocks => vec![Command::StopClocks],
        CommandKind::StartClocks => vec![Command::StartClocks],
        CommandKind::Penalise => vec![
            penalty(Penalty::Warning {}),
            penalty(Penalty::MoreTime { ms: 120_000 }),
            penalty(Penalty::MoreTime { ms: u64::MAX }),
            penalty(Penalty::LessTime { ms: 120_000 }),
            penalty(Penalty::LessTime { ms: 599_999_999 }),
            penalty(Penalty::Loss {}),
            Command::Penalise {
                color,
                penalty: Penalty::Warning {},
                reason: String::new(),
            },
        ],
        CommandKind::Rule => [
            ("0", "0"),
            ("1/2", "0"),
            ("1", "0"),
            ("1", "1/2"),
            ("3/4", ""),
        ]
        .map(|(white, black)| Command::Rule {
            white: white.to_owned(),
            black: black.to_owned(),
        })
        .to_vec(),
        CommandKind::Restore => [(0, None), (1, Some(60_000)), (99, None), (0, Some(0))]
            .map(|(ply, white_ms)| Command::Restore {
                ply,
                white_ms,
                black_ms: None,
            })
            .to_vec(),
        CommandKind::NoteTwoHands => vec![Command::NoteTwoHands],
        CommandKind::Claim => [ClaimKind::Repetition, ClaimKind::Fifty]
            .into_iter()
            .flat_map(|what| {
                let moves = [None, Some("d2d4"), Some("a1a8"), Some("e9")];
                moves.map(|uci| Command::Claim {
                    what,
                    uci: uci.map(str::to_owned),
                })
            })
            .collect(),
        CommandKind::GiveTime => [5_000, 60_000, 4_999, u64::MAX]
            .map(|ms| Command::GiveTime { ms })
            .to_vec(),
        CommandKind::Tick => vec![Command::Tick],
        CommandKind::NotePresence => [true, false]
            .map(|present| Command::NotePresence {
                seat: Seat::Guest,
                present,
            })
            .to_vec(),
        CommandKind::NoteVacation => [0, 86_400_000]
            .map(|ms| Command::NoteVacation {
                seat: Seat::Guest,
                until: scene.at.plus_ms(ms),
            })
            .to_vec(),
        CommandKind::DeclareDead => [ply, ply + 1]
            .map(|ply| Command::DeclareDead {
                ply,
                proofs: ByColor {
                    white: Proof::Material(MaterialClass::BareKing),
                    black: Proof::Material(MaterialClass::BareKing),
                },
            })
            .to_vec(),
        CommandKind::Pause => vec![Command::Pause {
            since: scene.at,
            until: scene.at.plus_ms(1_000),
        }],
    }
}

/// What holds of an answer, whatever it is.
fn check(
    (phase, scene): (&str, &Scene),
    actor: Actor,
    command: &Command,
    articles: &BTreeSet<String>,
) -> bool {
    let rules = scene.table.view(Actor::Spectator).settings.rules;
    let place = || format!("{phase} under {rules}: {actor:?} {command:?}");
    match scene.table.decide(scene.at, actor, command) {
        Err(refusal) => {
            let sentence = refusal.to_string();
            let is_snake = |c: char| c.is_ascii_lowercase() || c == '_' || c.is_ascii_digit();
            assert!(refusal.code().chars().all(is_snake) && !refusal.code().is_empty());
            assert!(
                sentence.ends_with(['.', '?', '!']),
                "{}: {sentence}",
                place()
            );
            assert_eq!(sentence.trim(), sentence, "{}", place());
            if let Some(article) = refusal.article() {
                // The list is as deep as the page; a refusal may name the section or the point.
                let is_in = |a: &str, b: &str| a == b || a.starts_with(&format!("{b}."));
                let is_known = articles
                    .iter()
                    .any(|known| is_in(known, article) || is_in(article, known));
                assert!(is_known, "{}: there is no article {article}", place());
            }
            false
        }
        Ok(events) => {
            let mut table = scene.table.clone();
            let mut log = scene.log.clone();
            for event in events {
                let at = table.stamp(scene.at);
                table.apply(at, &event);
                let seq = table.sequence();
                log.push(tabiya_arbiter::Recorded { seq, at, event });
            }
            assert_eq!(Table::replay(&log).as_ref(), Ok(&table), "{}", place());
            let was_over = scene.table.phase() == Phase::Over;
            let record = |table: &Table| table.record(1).map(|record| record.pgn("here"));
            if was_over && !matches!(command, Command::SetName { .. }) {
                assert_eq!(record(&table), record(&scene.table), "{}", place());
            }
            true
        }
    }
}

#[test]
fn every_command_by_every_actor_in_every_phase_is_judged_or_refused_with_a_reason() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../testdata/laws/articles.txt"
    );
    let text = std::fs::read_to_string(path).expect("the articles are in the repository");
    let articles = text.split_whitespace().map(str::to_owned).collect();
    let mut granted = BTreeSet::new();
    for rules in rule_sets() {
        for (phase, steps) in PHASES {
            let scene = scene(rules, steps);
            for kind in CommandKind::ALL {
                for command in commands(&scene, kind) {
                    assert_eq!(command.kind(), kind);
                    for actor in ACTORS {
                        if check((phase, &scene), actor, &command, &articles) {
                            granted.insert(kind);
                        }
                    }
                }
            }
        }
    }
    // Each is granted somewhere, or this test would not reach what it is about.
    let never: Vec<CommandKind> = CommandKind::ALL
        .into_iter()
        .filter(|kind| !granted.contains(kind))
        .filter(|kind| !matches!(kind, CommandKind::DeclareDead))
        .collect();
    assert_eq!(never, []);
}
