//! What holds for every clock, whatever is sent to its table.

use proptest::collection::vec;
use proptest::prelude::*;
use tabiya_arbiter::{
    Actor, Command, Completion, Event, IllegalRule, Preset, Recorded, Refusal, RuleSet, Seat,
    Settings, StartRule, Table, TakebackRule, TimeControl, Timestamp,
};

use super::common::{GUEST, OWNER, Scene, settings};
use super::ledger::Ledger;
use super::stream::{self, clock};

/// Something that happens to a clock.
#[derive(Clone, Debug)]
enum Step {
    Wait(u64),
    /// To the very millisecond before the deadline, or to it.
    WaitForDeadline(bool),
    Move(u64),
    Give(Seat, u64),
    Takeback,
    Presence(Seat, bool),
    Vacation(Seat, u64),
    Outage(u64, u64),
    Press,
    Arbiter(Command),
    Tick,
}

fn table() -> impl Strategy<Value = Settings> {
    let limit = prop_oneof![2 => Just(None), 1 => (1_000..=30_000_u64).prop_map(Some)];
    (clock(), any::<[bool; 5]>(), limit).prop_map(|(clock, bits, limit_ms)| Settings {
        rules: RuleSet {
            lag_compensation: bits[0],
            give_time: true,
            pause_when_hidden: bits[1],
            start: if bits[2] && bits[3] {
                StartRule::OnFirstMove
            } else {
                StartRule::Scheduled
            },
            completion: if bits[4] {
                Completion::OnPress
            } else {
                Completion::OnRelease
            },
            illegal: IllegalRule::Penalise,
            first_move_limit_ms: limit_ms,
            takeback: TakebackRule::ByAgreement,
            ..RuleSet::preset(Preset::FideOnline)
        },
        clock,
        ..settings(Preset::FideOnline)
    })
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let short_ms = || prop_oneof![0..2_000_u64, 0..20_000_u64];
    let seat = || prop_oneof![Just(Seat::Owner), Just(Seat::Guest)];
    let gift_ms = prop_oneof![5_000..=60_000_u64, Just(86_400_000)];
    let step = prop_oneof![
        6 => short_ms().prop_map(Step::Wait),
        1 => any::<bool>().prop_map(Step::WaitForDeadline),
        8 => prop_oneof![Just(0), 0..=300_u64, 0..=5_000_u64].prop_map(Step::Move),
        1 => (seat(), gift_ms).prop_map(|(seat, ms)| Step::Give(seat, ms)),
        1 => Just(Step::Takeback),
        2 => (seat(), prop::bool::weighted(0.7))
            .prop_map(|(seat, present)| Step::Presence(seat, present)),
        1 => (seat(), prop_oneof![Just(0), 0..40_000_u64])
            .prop_map(|(seat, ms)| Step::Vacation(seat, ms)),
        1 => (short_ms(), short_ms()).prop_map(|(away, stand)| Step::Outage(away, stand)),
        4 => Just(Step::Press),
        1 => stream::power().prop_map(Step::Arbiter),
        2 => Just(Step::Tick),
    ];
    vec(step, 0..80)
}

/// Does a step as a good shell does: what is due is settled first, each at its moment.
fn take(scene: &mut Scene, step: &Step) {
    match step {
        Step::Wait(ms) => scene.wait(*ms),
        Step::WaitForDeadline(is_before) => {
            if let Some(deadline) = scene.table.deadline() {
                let to = deadline.0 - u64::from(*is_before);
                scene.at = scene.at.max(Timestamp(to));
            }
        }
        Step::Outage(away_ms, stand_ms) => {
            settle(scene);
            let since = scene.at;
            scene.wait(*away_ms);
            let until = scene.at.plus_ms(*stand_ms);
            let pause = Command::Pause { since, until };
            scene.act(Actor::System, pause).expect("the system may");
        }
        Step::Tick => settle(scene),
        Step::Press => {
            settle(scene);
            let game = scene.game();
            let _ = scene.by(game.to_press.unwrap_or(game.turn), Command::Press);
        }
        Step::Arbiter(command) => {
            settle(scene);
            let _ = scene.act(Actor::Arbiter, command.clone());
        }
        Step::Move(lag_ms) => {
            settle(scene);
            let game = scene.game();
            // A knight out or back: no move that ends the game but by repetition.
            let knights = [
                "g1f3", "g8f6", "f3g1", "f6g8", "b1c3", "b8c6", "c3b1", "c6b8",
            ];
            let uci = knights[usize::try_from(game.ply).expect("small") % 8];
            let command = Command::Move {
                uci: uci.to_owned(),
                ply: None,
                lag_ms: *lag_ms,
            };
            let _ = scene.by(game.turn, command);
        }
        Step::Give(seat, ms) => {
            settle(scene);
            let _ = scene.act(Actor::Seat(*seat), Command::GiveTime { ms: *ms });
        }
        Step::Takeback => {
            settle(scene);
            let _ = scene.act(OWNER, Command::OfferTakeback);
            let _ = scene.act(GUEST, Command::AcceptTakeback);
        }
        Step::Vacation(seat, ms) => {
            settle(scene);
            let (seat, until) = (*seat, scene.at.plus_ms(*ms));
            let note = Command::NoteVacation { seat, until };
            // Refused once a flag has fallen that is not told yet.
            let _ = scene.act(Actor::System, note);
        }
        Step::Presence(seat, present) => {
            settle(scene);
            let (seat, present) = (*seat, *present);
            let _ = scene.act(Actor::System, Command::NotePresence { seat, present });
        }
    }
}

fn settle(scene: &mut Scene) {
    let now = scene.at;
    while let Some(deadline) = scene.table.deadline().filter(|deadline| *deadline <= now) {
        scene.at = deadline;
        assert_ne!(scene.tick(), [], "a tick at its deadline changes the table");
    }
    scene.at = now;
}

/// What a client shows at the moment of the last event, by the rule of the protocol: the running
/// side uses first the delay, then its own, and in an hourglass the other side gets that.
fn shown(scene: &Scene) -> Option<[u64; 2]> {
    let clock = scene.game().clock?;
    let mut left_ms = [clock.white_ms, clock.black_ms];
    if let Some(color) = clock.running {
        let turn = usize::from(color == tabiya_rules::Color::Black);
        let gone_ms = scene.table.stamp(Timestamp(0)).since_ms(clock.at);
        let used_ms = gone_ms
            .saturating_sub(clock.delay_left_ms)
            .min(left_ms[turn]);
        left_ms[turn] -= used_ms;
        let control = scene.table.view(OWNER).settings.clock;
        if matches!(control, TimeControl::Hourglass { .. }) {
            left_ms[1 - turn] += used_ms;
        }
    }
    Some(left_ms)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 256,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn time_is_conserved(settings in table(), steps in steps()) {
        let mut scene = Scene::start(settings).expect("a game");
        for step in &steps {
            take(&mut scene, step);
        }
        let ledger = Ledger::of(&scene.log);
        prop_assert_eq!(shown(&scene), ledger.is_timed().then(|| ledger.now_ms()));
    }

    #[test]
    fn the_sand_of_an_hourglass_stays_the_same(
        bank_ms in 1_000..=60_000_u64, mut settings in table(), steps in steps()
    ) {
        settings.clock = TimeControl::Hourglass { bank_ms };
        let mut scene = Scene::start(settings).expect("a game");
        for step in &steps {
            take(&mut scene, step);
            let [white, black] = shown(&scene).expect("timed");
            let given_ms = Ledger::of(&scene.log).given_ms;
            let sum = i64::try_from(white + black).expect("small") - given_ms;
            prop_assert_eq!(sum, i64::try_from(2 * bank_ms).expect("small"));
        }
    }

    #[test]
    fn time_ends_the_game_at_its_exact_millisecond(settings in table(), steps in steps()) {
        let mut scene = Scene::start(settings).expect("a game");
        for step in &steps {
            take(&mut scene, step);
            settle(&mut scene);
            let ledger = Ledger::of(&scene.log);
            let deadline = scene.table.deadline();
            if !ledger.is_running || ledger.is_paused() {
                continue;
            }
            prop_assert_eq!(deadline, ledger.ends_at().map(|(at, _)| at));
            let Some((at, is_no_start)) = ledger.ends_at() else { continue };
            let tick = |at| scene.table.decide(at, Actor::System, &Command::Tick);
            if scene.table.stamp(Timestamp(0)) < at {
                prop_assert_eq!(tick(Timestamp(at.0 - 1)), Ok(Vec::new()));
            }
            let events = tick(at).expect("the system may");
            prop_assert!(matches!(events[..], [Event::GameEnded { .. }]), "{:?}", events);
            let late = scene.table.decide(at, OWNER, &Command::Resign);
            let up = if is_no_start { Refusal::FirstMoveTooLate } else { Refusal::TimeIsUp };
            prop_assert_eq!(late, Err(up));
        }
    }

    #[test]
    fn a_log_replays_to_the_same_clock(settings in table(), steps in steps()) {
        let mut scene = Scene::start(settings).expect("a game");
        for step in &steps {
            take(&mut scene, step);
        }
        let log: Vec<Recorded> = scene.log.clone();
        prop_assert_eq!(Table::replay(&log), Ok(scene.table));
    }
}
