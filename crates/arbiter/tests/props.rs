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
    Actor, Command, CommandKind, Event, Phase, Recorded, Refusal, RuleSet, Seat, Table,
    TimeControl, Timestamp,
};

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
    fn time_is_conserved(settings in settings(), steps in steps()) {
        let mut scene = scene(settings, true);
        for step in &steps {
            take(&mut scene, step);
        }
        let model = Ledger::of(&scene.log);
        let face = scene.game().clock.map(|clock| (clock.white_ms, clock.black_ms));
        let expected = model.is_timed().then_some((model.left_ms[0], model.left_ms[1]));
        prop_assert_eq!(face, expected);
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
                prop_assert_eq!(late, Err(Refusal::TimeIsUp));
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
            for actor in [common::OWNER, common::GUEST, Actor::Spectator] {
                let can = scene.table.view(actor).can;
                for kind in CommandKind::FOR_CLIENTS {
                    let answer = scene.table.decide(at, actor, &probe(&scene, kind));
                    let is_judged =
                        matches!(answer, Ok(_) | Err(Refusal::AwayTooShort { .. }));
                    prop_assert_eq!(can.contains(&kind), is_judged, "{:?} {:?}", kind, answer);
                }
            }
        }
    }

    #[test]
    fn rule_sets_print_and_read_back(settings in settings()) {
        let text = settings.rules.to_string();
        prop_assert_eq!(text.parse::<RuleSet>(), Ok(settings.rules), "{}", text);
    }
}

/// What must never change about a finished game. (A player's name may.)
fn fingerprint(table: &Table, number: u32) -> String {
    let record = table.record(number).expect("kept");
    format!("{:?} {:?} {:?}", record.white, record.moves, record.ending)
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
        CommandKind::TakeSeat => Command::TakeSeat { name: None },
        CommandKind::Tick => Command::Tick,
        CommandKind::NotePresence => Command::NotePresence {
            seat: Seat::Guest,
            present: true,
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

/// The clock of the last game computed in another way: from the times in the log alone.
struct Ledger {
    control: TimeControl,
    agreed: TimeControl,
    left_ms: [u64; 2],
    turn: usize,
    is_running: bool,
    used_ms: u64,
    since: Timestamp,
    paused_until: Option<Timestamp>,
    plies: usize,
    first: usize,
}

impl Ledger {
    fn of(log: &[Recorded]) -> Self {
        let mut ledger = Self {
            control: TimeControl::Untimed,
            agreed: TimeControl::Untimed,
            left_ms: [0; 2],
            turn: 0,
            is_running: false,
            used_ms: 0,
            since: Timestamp(0),
            paused_until: None,
            plies: 0,
            first: 0,
        };
        for (index, recorded) in log.iter().enumerate() {
            let ends = |next: &Recorded| matches!(next.event, Event::GameEnded { by: None, .. });
            ledger.book(recorded, log.get(index + 1).is_some_and(ends));
        }
        if ledger.is_running {
            // What was used of the turn before an outage is shown as used.
            ledger.charge(ledger.used_ms);
        }
        ledger
    }

    fn is_timed(&self) -> bool {
        self.control.is_timed()
    }

    /// What is added after a move, and what is free in it.
    fn per_move_ms(&self) -> (u64, u64) {
        match self.control {
            TimeControl::Fischer { increment_ms, .. } => (increment_ms, 0),
            TimeControl::Delay { delay_ms, .. } => (0, delay_ms),
            _ => (0, 0),
        }
    }

    fn elapse(&mut self, at: Timestamp) {
        let from = self.paused_until.unwrap_or(self.since);
        self.used_ms += at.0.saturating_sub(from.0);
        self.since = at;
    }

    fn charge(&mut self, used_ms: u64) {
        let chargeable = used_ms.saturating_sub(self.per_move_ms().1);
        let left = &mut self.left_ms[self.turn];
        *left = left.saturating_sub(chargeable);
    }

    fn begin(&mut self, at: Timestamp) {
        self.turn = (self.first + self.plies) % 2;
        (self.used_ms, self.since, self.paused_until) = (0, at, None);
    }

    fn book(&mut self, recorded: &Recorded, is_last_move: bool) {
        let at = recorded.at;
        match &recorded.event {
            Event::TableOpened { settings, .. } | Event::SettingsChanged { settings } => {
                self.agreed = settings.clock.clone();
            }
            Event::GameStarted { start_fen, .. } => {
                self.control = self.agreed.clone();
                self.left_ms = [self.control.bank_ms(); 2];
                self.first = usize::from(start_fen.split(' ').nth(1) == Some("b"));
                (self.plies, self.is_running) = (0, true);
                self.begin(at);
            }
            Event::MovePlayed {
                spent_ms, clock_ms, ..
            } => {
                self.elapse(at);
                assert_eq!(*spent_ms, self.used_ms);
                if self.control.is_timed() {
                    self.charge(self.used_ms);
                    let increment_ms = if is_last_move {
                        0
                    } else {
                        self.per_move_ms().0
                    };
                    self.left_ms[self.turn] += increment_ms;
                    assert_eq!(*clock_ms, Some(self.left_ms[self.turn]));
                }
                self.plies += 1;
                self.begin(at);
            }
            Event::TakebackAccepted { plies, .. } => {
                self.elapse(at);
                self.charge(self.used_ms);
                self.plies -= usize::try_from(*plies).expect("small");
                self.begin(at);
            }
            Event::GameEnded { .. } => {
                self.elapse(at);
                self.charge(self.used_ms);
                (self.is_running, self.paused_until) = (false, None);
            }
            Event::Paused { since, until } => {
                self.elapse(*since);
                self.paused_until = Some(*until);
            }
            Event::Resumed => {
                let until = self.paused_until.take().expect("paused");
                self.since = Timestamp(until.0.min(at.0));
            }
            _ => {}
        }
    }
}
