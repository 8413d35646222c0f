//! Random streams of commands, mostly sensible ones, and tables of every kind to send them to.

#![allow(
    dead_code,
    missing_docs,
    unreachable_pub,
    reason = "each test uses a part of it"
)]

use proptest::collection::vec;
use proptest::prelude::*;
use tabiya_arbiter::{
    Actor, Added, ClaimKind, ColorChoice, Command, Event, Extra, Penalty, Preset, Refusal, RuleSet,
    Seat, Settings, Stage, StartPosition, SwitchValue, TimeControl, Timestamp,
};
use tabiya_rules::{ByColor, Color, Fen, MaterialClass, Mode, Position, Proof, Role, Square};

use crate::common::{GUEST, OWNER, Scene};

#[derive(Clone, Debug)]
pub enum Step {
    /// Time goes by.
    Wait(u64),
    /// The shell settles what is due, as it should before each command.
    Settle,
    /// The side to move plays one of its legal moves.
    Play(usize),
    /// The player whose turn or whose time it is does something with his hands.
    Hand(Command),
    /// The side to move claims a draw, or its opponent does, with or without one of its legal moves.
    Claim(ClaimKind, bool, Option<usize>),
    /// Anybody wants anything.
    Act(Actor, Command),
    /// The server was away for so long, and the clock stands for so long at most.
    Outage(u64, u64),
}

/// A preset with some of its switches set to anything that they can be.
fn rules() -> impl Strategy<Value = RuleSet> {
    let changes = vec((0..RuleSet::SWITCHES, any::<u64>()), 0..6);
    (0..Preset::ALL.len(), changes).prop_map(|(preset, changes)| {
        let mut rules = RuleSet::preset(Preset::ALL[preset]);
        for (nth, lot) in changes {
            let values = values_of(rules.switches()[nth].0);
            rules
                .set(
                    rules.switches()[nth].0,
                    &values[usize::try_from(lot).unwrap_or(0) % values.len()],
                )
                .expect("a value that the switch can have");
        }
        rules
    })
}

/// Values that a switch can have, found by trying.
pub fn values_of(switch: &str) -> Vec<SwitchValue> {
    let words = [
        "mover",
        "either",
        "material",
        "fast",
        "full",
        "lone_king",
        "us_chess",
        "simple_minor",
        "material_pair",
        "unwinnable",
        "any",
        "own_turn",
        "two_press",
        "dialog",
        "reject",
        "penalise",
        "on_release",
        "on_submit",
        "on_press",
        "ask",
        "queen_if_unnamed",
        "scheduled",
        "on_start_command",
        "on_first_move",
        "as_flag",
        "win",
        "off",
        "by_agreement",
        "event",
        "elo",
        "email",
        "board",
        "board_and_typed",
    ];
    let words = words.map(|word| SwitchValue::Word(word.to_owned()));
    let numbers = [
        0,
        1,
        2,
        3,
        5,
        10,
        50,
        75,
        100,
        200,
        1_000,
        60_000,
        120_000,
        600_000,
        604_800_000,
        86_400_000,
        2_592_000_000,
    ];
    let others = [
        SwitchValue::None,
        SwitchValue::Flag(true),
        SwitchValue::Flag(false),
    ];
    let mut rules = RuleSet::preset(Preset::Table);
    words
        .into_iter()
        .chain(numbers.map(SwitchValue::Number))
        .chain(others)
        .filter(|value| rules.set(switch, value).is_ok())
        .collect()
}

pub fn clock() -> impl Strategy<Value = TimeControl> {
    let bank_ms = prop_oneof![1_000..=20_000_u64, 1_000..=86_400_000_u64];
    let per_move_ms = prop_oneof![0..=5_000_u64, 0..=600_000_u64];
    let both = || (bank_ms.clone(), per_move_ms.clone());
    let extra = prop_oneof![
        Just(Extra::Increment),
        Just(Extra::Delay),
        Just(Extra::Bronstein)
    ];
    let stage = (1..=3_u32, both(), extra).prop_map(|(moves, (bank_ms, extra_ms), extra)| Stage {
        moves: Some(moves),
        bank_ms,
        extra_ms,
        extra,
    });
    prop_oneof![
        Just(TimeControl::Untimed),
        bank_ms
            .clone()
            .prop_map(|bank_ms| TimeControl::SuddenDeath { bank_ms }),
        both().prop_map(|(bank_ms, increment_ms)| TimeControl::fischer(bank_ms, increment_ms)),
        both().prop_map(|(bank_ms, increment_ms)| TimeControl::Fischer {
            bank_ms,
            increment_ms,
            added: Added::BeforeMove,
        }),
        both().prop_map(|(bank_ms, delay_ms)| TimeControl::Delay { bank_ms, delay_ms }),
        both().prop_map(|(bank_ms, delay_ms)| TimeControl::Bronstein { bank_ms, delay_ms }),
        vec(stage, 2..=5).prop_map(|mut stages| {
            if let Some(last) = stages.last_mut() {
                last.moves = None;
            }
            TimeControl::Stages { stages }
        }),
        bank_ms
            .clone()
            .prop_map(|bank_ms| TimeControl::Hourglass { bank_ms }),
        (1..=14_u64).prop_map(|days| TimeControl::Days { days }),
    ]
}

fn start() -> impl Strategy<Value = StartPosition> {
    let fens = [
        "8/8/4k3/8/8/3QK3/8/8 w - - 90 80",
        "7k/8/8/1p1p1p1p/1P1P1P1P/8/8/7K w - - 0 1",
        "4k3/8/8/8/8/8/8/R3K2R b KQ - 0 1",
        "8/P6k/8/8/8/8/p6K/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1",
    ];
    prop_oneof![
        3 => Just(StartPosition::Standard),
        1 => Just(StartPosition::Chess960 { number: None }),
        1 => (0..960_u16).prop_map(|number| StartPosition::Chess960 { number: Some(number) }),
        2 => (0..fens.len()).prop_map(move |n| StartPosition::Position { fen: fens[n].to_owned() }),
    ]
}

pub fn settings() -> impl Strategy<Value = Settings> {
    let owner_color = prop_oneof![
        Just(ColorChoice::White),
        Just(ColorChoice::Black),
        Just(ColorChoice::Toss)
    ];
    (rules(), clock(), owner_color, start()).prop_map(|(rules, clock, owner_color, start)| {
        Settings {
            rules,
            clock,
            owner_color,
            start,
        }
    })
}

/// What hands do at the board.
pub fn hand() -> impl Strategy<Value = Command> {
    let square = || (0..64_u8).prop_map(|n| Square::from_index(n).expect("on the board"));
    prop_oneof![
        6 => Just(Command::Press),
        3 => square().prop_map(|square| Command::Touch { square }),
        2 => square().prop_map(|square| Command::Release { square, lag_ms: 0 }),
        1 => Just(Command::Adjust),
        1 => Just(Command::EndAdjust),
        2 => Just(Command::ClaimFault),
        1 => (0..Role::ALL.len()).prop_map(|n| Command::Promote { role: Role::ALL[n] }),
    ]
}

/// What an arbiter may do.
pub fn power() -> impl Strategy<Value = Command> {
    let ms = || prop_oneof![0..100_000_u64, any::<u64>()];
    let penalty = prop_oneof![
        Just(Penalty::Warning {}),
        ms().prop_map(|ms| Penalty::MoreTime { ms }),
        ms().prop_map(|ms| Penalty::LessTime { ms }),
        Just(Penalty::Loss {}),
    ];
    let points = || prop_oneof![4 => "0|1/2|1", 1 => Just("3/4".to_owned())];
    let color = prop_oneof![Just(Color::White), Just(Color::Black)];
    let time = || prop::option::of(ms());
    prop_oneof![
        2 => (ms(), ms()).prop_map(|(white_ms, black_ms)| Command::SetClock { white_ms, black_ms }),
        1 => Just(Command::StopClocks),
        3 => Just(Command::StartClocks),
        2 => (color, penalty, "\\PC{0,8}").prop_map(|(color, penalty, reason)| {
            Command::Penalise { color, penalty, reason }
        }),
        1 => (points(), points()).prop_map(|(white, black)| Command::Rule { white, black }),
        2 => (0..40_u32, time(), time()).prop_map(|(ply, white_ms, black_ms)| {
            Command::Restore { ply, white_ms, black_ms }
        }),
        2 => Just(Command::NoteTwoHands),
    ]
}

fn seat() -> impl Strategy<Value = Seat> {
    prop_oneof![Just(Seat::Owner), Just(Seat::Guest)]
}

fn claim_kind() -> impl Strategy<Value = ClaimKind> {
    prop_oneof![Just(ClaimKind::Repetition), Just(ClaimKind::Fifty)]
}

pub fn command() -> impl Strategy<Value = Command> {
    let name = prop_oneof!["[a-zA-Z ]{0,34}", "\\PC{1,10}", Just("\u{7}".to_owned())];
    let uci = prop_oneof!["[a-h][1-8][a-h][1-8][qrbn]?", "\\PC{0,8}"];
    let ply = prop_oneof![Just(None), (0..40_u32).prop_map(Some)];
    prop_oneof![
        1 => prop::option::of(name.clone()).prop_map(|name| Command::TakeSeat { name }),
        1 => name.clone().prop_map(|name| Command::SeatComputer {
            level: "1500".to_owned(),
            name,
        }),
        1 => Just(Command::UnseatComputer),
        1 => name.prop_map(|name| Command::SetName { name }),
        1 => settings().prop_map(|settings| Command::Configure { settings }),
        2 => any::<bool>().prop_map(|ready| Command::Ready { ready }),
        2 => Just(Command::Start),
        2 => (uci, ply, 0..1_000_u64)
            .prop_map(|(uci, ply, lag_ms)| Command::Move { uci, ply, lag_ms }),
        3 => Just(Command::OfferDraw),
        1 => Just(Command::AcceptDraw),
        2 => Just(Command::DeclineDraw),
        1 => Just(Command::Resign),
        1 => Just(Command::Abort),
        4 => Just(Command::OfferTakeback),
        4 => Just(Command::AcceptTakeback),
        2 => Just(Command::DeclineTakeback),
        4 => Just(Command::OfferRematch),
        1 => Just(Command::DeclineRematch),
        2 => Just(Command::ClaimAway),
        2 => prop_oneof![0..=90_000_u64, Just(86_400_000)].prop_map(|ms| Command::GiveTime { ms }),
        1 => (claim_kind(), prop::option::of("[a-h][1-8][a-h][1-8]"))
            .prop_map(|(what, uci)| Command::Claim { what, uci }),
        6 => hand(),
        2 => power(),
        1 => Just(Command::Tick),
        3 => (seat(), any::<bool>())
            .prop_map(|(seat, present)| Command::NotePresence { seat, present }),
        1 => (seat(), 0..400_000_000_u64).prop_map(|(seat, ms)| Command::NoteVacation {
            seat,
            until: Timestamp(1_790_000_000_000 + ms),
        }),
        1 => (0..40_u32).prop_map(|ply| Command::DeclareDead { ply, proofs: by_material() }),
    ]
}

/// What proves nothing about most positions.
pub fn by_material() -> ByColor<Proof> {
    ByColor {
        white: Proof::Material(MaterialClass::BareKing),
        black: Proof::Material(MaterialClass::BareKing),
    }
}

fn step() -> impl Strategy<Value = Step> {
    let actor = prop_oneof![
        8 => Just(OWNER),
        8 => Just(GUEST),
        1 => Just(Actor::Spectator),
        2 => Just(Actor::Arbiter),
        2 => Just(Actor::System),
    ];
    let short_ms = prop_oneof![0..2_000_u64, 0..100_000_u64];
    prop_oneof![
        3 => short_ms.prop_map(Step::Wait),
        2 => Just(Step::Settle),
        8 => any::<usize>().prop_map(Step::Play),
        1 => (claim_kind(), prop::bool::weighted(0.8), prop::option::of(any::<usize>()))
            .prop_map(|(what, is_turn, nth)| Step::Claim(what, is_turn, nth)),
        3 => hand().prop_map(Step::Hand),
        1 => power().prop_map(|command| Step::Act(Actor::Arbiter, command)),
        5 => (actor, command()).prop_map(|(actor, command)| Step::Act(actor, command)),
        1 => (0..100_000_u64, 0..100_000_u64).prop_map(|(away, stand)| Step::Outage(away, stand)),
    ]
}

pub fn steps() -> impl Strategy<Value = Vec<Step>> {
    vec(step(), 0..120)
}

/// A table on its way: mostly one with a game running.
pub fn scene(settings: Settings, is_started: bool) -> Scene {
    let mut scene = Scene::open(settings).expect("the strategy makes playable settings");
    if is_started {
        scene.seat_guest().expect("free");
        scene
            .act(GUEST, Command::Ready { ready: true })
            .expect("waiting");
        scene.act(OWNER, Command::Start).expect("ready");
    }
    scene
}

/// Does one step; `None` where there is nothing to do.
pub fn take(scene: &mut Scene, step: &Step) -> Option<Result<Vec<Event>, Refusal>> {
    match step {
        Step::Wait(ms) => {
            scene.wait(*ms);
            None
        }
        Step::Settle => {
            let is_due = scene.table.deadline().is_some_and(|due| due <= scene.at);
            is_due.then(|| Ok(scene.tick()))
        }
        Step::Play(nth) => {
            let position = position(scene)?;
            let moves = position.legal_moves();
            let mv = moves.get(nth.checked_rem(moves.len())?)?;
            let uci = mv.uci(&position).to_string();
            Some(scene.by(position.turn(), Command::play(&uci)))
        }
        Step::Hand(command) => {
            let game = scene.table.view(Actor::Spectator).game?;
            let is_pressing = matches!(command, Command::Press);
            let by = game.to_press.filter(|_| is_pressing).unwrap_or(game.turn);
            Some(scene.by(by, command.clone()))
        }
        Step::Claim(what, is_turn, nth) => {
            let position = position(scene)?;
            let moves = position.legal_moves();
            let mv = nth.and_then(|nth| moves.get(nth.checked_rem(moves.len())?));
            let uci = mv.map(|mv| mv.uci(&position).to_string());
            let turn = position.turn();
            let by = if *is_turn { turn } else { turn.other() };
            Some(scene.by(by, Command::Claim { what: *what, uci }))
        }
        Step::Act(actor, command) => Some(scene.act(*actor, command.clone())),
        Step::Outage(away_ms, stand_ms) => {
            let since = scene.at;
            scene.wait(*away_ms);
            let until = Timestamp(scene.at.0 + stand_ms);
            Some(scene.act(Actor::System, Command::Pause { since, until }))
        }
    }
}

pub fn position(scene: &Scene) -> Option<Position> {
    let game = scene.table.view(Actor::Spectator).game?;
    let mode = if game.chess960 {
        Mode::Chess960
    } else {
        Mode::Standard
    };
    let setup = Fen::parse(&game.fen).expect("a table shows good FEN");
    Some(
        setup
            .playable(mode)
            .expect("a table shows a playable position"),
    )
}
