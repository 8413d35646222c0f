//! What holds for every table, whatever is sent to it.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may fail where it stands"
)]

mod common;
#[path = "common/stream.rs"]
mod stream;

use common::Scene;
use proptest::prelude::*;
use stream::{position, scene, settings, steps, take};
use tabiya_arbiter::{
    Actor, ClaimKind, Command, CommandKind, Completion, Event, Penalty, Phase, Refusal,
    RepetitionClaim, RuleSet, Seat, Table, Termination, TimeControl, Timestamp,
};
use tabiya_rules::{Color, Role, Square};

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 128,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_stream_replays_to_an_equal_table(
        settings in settings(), started in prop::bool::weighted(0.9), steps in steps()
    ) {
        let mut scene = scene(settings, started);
        for step in &steps {
            take(&mut scene, step);
        }
        let replayed = Table::replay(&scene.log).expect("its own log");
        prop_assert_eq!(&replayed, &scene.table);
        for actor in [common::OWNER, common::GUEST, Actor::Spectator] {
            prop_assert_eq!(replayed.full_view(actor), scene.table.full_view(actor));
        }
    }

    #[test]
    fn a_refusal_changes_nothing(
        settings in settings(), started in prop::bool::weighted(0.9), steps in steps()
    ) {
        let mut scene = scene(settings, started);
        for step in &steps {
            let (before, length) = (scene.table.clone(), scene.log.len());
            if let Some(Err(refusal)) = take(&mut scene, step) {
                prop_assert_eq!(&scene.table, &before);
                prop_assert_eq!(scene.log.len(), length);
                prop_assert!(!refusal.code().is_empty() && !refusal.to_string().is_empty());
            }
        }
    }

    #[test]
    fn every_game_ends_at_most_once_and_then_stays_as_it_is(
        settings in settings(), steps in steps()
    ) {
        let mut scene = scene(settings, true);
        let mut ended: Vec<(u32, String)> = Vec::new();
        for step in &steps {
            let was_over = scene.game().ending.is_some();
            take(&mut scene, step);
            for (number, text) in &ended {
                prop_assert_eq!(&fingerprint(&scene.table, *number), text);
            }
            let game = scene.game();
            if game.ending.is_some() && ended.iter().all(|(number, _)| *number != game.number) {
                ended.push((game.number, fingerprint(&scene.table, game.number)));
            }
            prop_assert!(!was_over || scene.table.deadline().is_none() || game.ending.is_none());
        }
        let mut is_running = false;
        for recorded in &scene.log {
            match &recorded.event {
                Event::GameStarted { .. } => {
                    prop_assert!(!is_running);
                    is_running = true;
                }
                Event::GameEnded { .. } => {
                    prop_assert!(is_running);
                    is_running = false;
                }
                Event::MovePlayed { .. } | Event::TakebackAccepted { .. } => {
                    prop_assert!(is_running);
                }
                _ => {}
            }
        }
        prop_assert_eq!(is_running, scene.table.phase() == Phase::Playing);
    }

    #[test]
    fn the_deadline_is_exact(settings in settings(), steps in steps()) {
        let mut scene = scene(settings, true);
        for step in &steps {
            take(&mut scene, step);
            let Some(deadline) = scene.table.deadline() else { continue };
            let tick = |at| scene.table.decide(at, Actor::System, &Command::Tick);
            let is_ended = |events: &[Event]| {
                events.iter().any(|event| matches!(event, Event::GameEnded { .. }))
            };
            if scene.table.stamp(Timestamp(0)) < deadline {
                prop_assert_eq!(tick(Timestamp(deadline.0 - 1)), Ok(Vec::new()));
            }
            let events = tick(deadline).expect("the system may");
            let is_paused = events.contains(&Event::Resumed);
            prop_assert!(is_paused || is_ended(&events));
            if !is_paused {
                let late = scene.table.decide(deadline, common::OWNER, &Command::Resign);
                prop_assert!(is_too_late(&late));
            }
        }
    }

    #[test]
    fn what_a_view_lists_is_what_would_be_judged(
        settings in settings(), started in prop::bool::weighted(0.9), steps in steps()
    ) {
        let mut scene = scene(settings, started);
        for step in &steps {
            take(&mut scene, step);
            // Before any flag, so that no answer is about time.
            let at = scene.table.stamp(Timestamp(0));
            if scene.table.deadline().is_some_and(|deadline| deadline <= at) {
                continue;
            }
            for actor in [common::OWNER, common::GUEST, Actor::Spectator, Actor::Arbiter] {
                let can = scene.table.view(actor).can;
                for kind in CommandKind::FOR_CLIENTS {
                    let answer = scene.table.decide(at, actor, &probe(&scene, kind));
                    let is_judged = match &answer {
                        Ok(_) | Err(Refusal::AwayTooShort { .. } | Refusal::TimeEnough) => true,
                        // The man touched may not go there, or another piece was announced.
                        Err(Refusal::IllegalMove(_) | Refusal::Bound(_)) => {
                            matches!(kind, CommandKind::Release | CommandKind::Promote)
                        }
                        // Listed where a move may still be announced.
                        Err(Refusal::ClaimRepeated { .. }) => can.contains(&kind),
                        Err(_) => false,
                    };
                    prop_assert_eq!(can.contains(&kind), is_judged, "{:?} {:?}", kind, answer);
                }
            }
        }
    }

    #[test]
    fn who_has_the_move_whose_time_runs_and_what_binds_fit_together(
        mut settings in settings(), is_pressed in prop::bool::weighted(0.7), steps in steps()
    ) {
        if is_pressed {
            settings.rules.completion = Completion::OnPress;
        }
        let mut scene = scene(settings, true);
        for step in &steps {
            take(&mut scene, step);
            let game = scene.game();
            let rules = scene.table.view(Actor::Spectator).settings.rules;
            let is_over = game.ending.is_some();
            // Time runs for the side to move, or for the one whose move waits for the press.
            let running = game.clock.and_then(|clock| clock.running);
            if let Some(running) = running {
                prop_assert!(running == game.turn || game.to_press == Some(running));
            }
            prop_assert!(game.to_press.is_none() || rules.completion == Completion::OnPress);
            let is_clean = game.to_press.is_none()
                && game.standing.is_none()
                && game.touched.is_empty()
                && game.due.is_none()
                && !game.adjusting;
            prop_assert!(!is_over || is_clean, "nothing waits when the game is over");
            // What is due are legal moves of the side to move.
            if let Some(due) = &game.due {
                let position = position(&scene).expect("a game");
                let legal: Vec<String> = position
                    .legal_moves()
                    .iter()
                    .map(|mv| mv.uci(&position).to_string())
                    .collect();
                prop_assert!(!due.moves.is_empty() && due.moves.len() <= legal.len());
                prop_assert!(due.moves.iter().all(|uci| legal.contains(uci)), "{:?}", due);
            }
            // Two irregularities of one player end the game (FIDE 7.5.5), and no one has more.
            let most = game.faults.white.max(game.faults.black);
            prop_assert!(most <= 2);
            let ended_so = game
                .ending
                .is_some_and(|ending| ending.termination == Termination::IllegalMoves);
            prop_assert_eq!(most == 2, ended_so);
        }
    }

    #[test]
    fn rule_sets_print_and_read_back(settings in settings()) {
        let text = settings.rules.to_string();
        prop_assert_eq!(text.parse::<RuleSet>(), Ok(settings.rules), "{}", text);
    }
}

/// What is said to whoever comes when time has ended the game.
fn is_too_late(answer: &Result<Vec<Event>, Refusal>) -> bool {
    use Refusal::{FirstMoveTooLate, OfferUnanswered, TimeIsUp};
    matches!(answer, Err(TimeIsUp | FirstMoveTooLate | OfferUnanswered))
}

/// What must never change about a finished game. (A player's name may.)
fn fingerprint(table: &Table, number: u32) -> String {
    let record = table.record(number).expect("kept");
    format!("{:?} {:?} {:?}", record.white, record.moves, record.ending)
}

/// A man on the board.
fn man(scene: &Scene) -> Option<Square> {
    position(scene)?.board().occupied().into_iter().next()
}

/// The release of a touched man where it may go.
fn released(scene: &Scene) -> Command {
    let free = Square::E4;
    let square = position(scene).and_then(|position| {
        let game = scene.game();
        let may = |mv: &&tabiya_rules::Move| {
            let uci = mv.uci(&position).to_string();
            game.touched.contains(&mv.from())
                && mv.promotion().is_none()
                && game.due.as_ref().is_none_or(|due| due.moves.contains(&uci))
        };
        let moves = position.legal_moves();
        moves.iter().find(may).map(|mv| mv.uci(&position).to)
    });
    Command::Release {
        square: square.unwrap_or(free),
        lag_ms: 0,
    }
}

/// A command of this kind in its most acceptable form.
fn probe(scene: &Scene, kind: CommandKind) -> Command {
    match kind {
        CommandKind::SetName => Command::SetName {
            name: "Cy".to_owned(),
        },
        CommandKind::Configure => Command::Configure {
            settings: scene.table.view(Actor::Spectator).settings,
        },
        CommandKind::Ready => Command::Ready { ready: true },
        CommandKind::Move => {
            let first = position(scene).and_then(|position| {
                if let Some(due) = scene.game().due {
                    return due.moves.first().cloned();
                }
                let mv = position.legal_moves().first().copied()?;
                Some(mv.uci(&position).to_string())
            });
            Command::play(first.as_deref().unwrap_or("e2e4"))
        }
        CommandKind::Start => Command::Start,
        CommandKind::OfferDraw => Command::OfferDraw,
        CommandKind::AcceptDraw => Command::AcceptDraw,
        CommandKind::DeclineDraw => Command::DeclineDraw,
        CommandKind::Resign => Command::Resign,
        CommandKind::Abort => Command::Abort,
        CommandKind::OfferTakeback => Command::OfferTakeback,
        CommandKind::AcceptTakeback => Command::AcceptTakeback,
        CommandKind::DeclineTakeback => Command::DeclineTakeback,
        CommandKind::OfferRematch => Command::OfferRematch,
        CommandKind::DeclineRematch => Command::DeclineRematch,
        CommandKind::ClaimAway => Command::ClaimAway,
        CommandKind::GiveTime => Command::GiveTime {
            ms: match scene.table.view(Actor::Spectator).settings.clock {
                TimeControl::Days { .. } => 86_400_000,
                _ => 5_000,
            },
        },
        CommandKind::Claim => {
            let rules = scene.table.view(Actor::Spectator).settings.rules;
            let what = match rules.repetition_claim {
                RepetitionClaim::Three => ClaimKind::Repetition,
                RepetitionClaim::None => ClaimKind::Fifty,
            };
            Command::Claim { what, uci: None }
        }
        CommandKind::Press => Command::Press,
        CommandKind::Touch => Command::Touch {
            square: man(scene).unwrap_or(Square::E2),
        },
        CommandKind::Release => released(scene),
        CommandKind::Adjust => Command::Adjust,
        CommandKind::EndAdjust => Command::EndAdjust,
        CommandKind::ClaimFault => Command::ClaimFault,
        CommandKind::Promote => Command::Promote { role: Role::Queen },
        CommandKind::SetClock => Command::SetClock {
            white_ms: 1_000,
            black_ms: 1_000,
        },
        CommandKind::StopClocks => Command::StopClocks,
        CommandKind::StartClocks => Command::StartClocks,
        CommandKind::Penalise => Command::Penalise {
            color: Color::White,
            penalty: Penalty::Warning {},
            reason: "noise".to_owned(),
        },
        CommandKind::Rule => Command::Rule {
            white: "0".to_owned(),
            black: "0".to_owned(),
        },
        CommandKind::Restore => Command::Restore {
            ply: 0,
            white_ms: None,
            black_ms: None,
        },
        CommandKind::NoteTwoHands => Command::NoteTwoHands,
        CommandKind::TakeSeat => Command::TakeSeat { name: None },
        CommandKind::SeatComputer => Command::SeatComputer {
            name: "Deep".to_owned(),
            level: "1500".to_owned(),
        },
        CommandKind::UnseatComputer => Command::UnseatComputer,
        CommandKind::Tick => Command::Tick,
        CommandKind::NotePresence => Command::NotePresence {
            seat: Seat::Guest,
            present: true,
        },
        CommandKind::NoteVacation => Command::NoteVacation {
            seat: Seat::Guest,
            until: scene.at.plus_ms(1_000),
        },
        CommandKind::DeclareDead => Command::DeclareDead {
            ply: scene
                .table
                .view(Actor::Spectator)
                .game
                .map_or(0, |game| game.ply),
            proofs: stream::by_material(),
        },
        CommandKind::Pause => Command::Pause {
            since: scene.at,
            until: scene.at,
        },
    }
}
