//! Draw claims (Articles 9.2 to 9.5): who may claim, what is right, what a wrong claim costs, and
//! what it leaves behind.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may fail where it stands"
)]

mod common;

use common::{Scene, from_fen, settings};
use proptest::collection::vec;
use proptest::prelude::*;
use tabiya_arbiter::{
    Announced, ClaimKind, Command, CommandKind, Event, Preset, Refusal, RuleSet, Settings,
    TimeControl,
};
use tabiya_rules::Color::{self, Black, White};
use tabiya_rules::{Mode, Position};

/// After these half-moves the start position stands for the third time.
const THIRD: &str = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
/// Black can complete that with f6g8.
const ALMOST_THIRD: &str = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1";
/// 99 half-moves without pawn move or capture: White's next quiet move makes them 100.
const NINETY_NINE: &str = "4k3/8/8/8/8/8/8/R3K3 w - - 99 60";

/// The Laws over the board, without the press: what the clock does is not the subject here.
fn laws() -> Settings {
    rules("fide-standard completion=on_release touch_move=false illegal=reject")
}

fn rules(text: &str) -> Settings {
    Settings {
        rules: text.parse().expect("a rule set"),
        ..settings(Preset::FideOnline)
    }
}

fn played(settings: Settings, moves: &str) -> Scene {
    let mut scene = Scene::start(settings).expect("a game");
    scene.play_all(moves);
    scene
}

fn claim(what: ClaimKind, uci: Option<&str>) -> Command {
    Command::Claim {
        what,
        uci: uci.map(str::to_owned),
    }
}

fn repetition() -> Command {
    claim(ClaimKind::Repetition, None)
}

fn fifty() -> Command {
    claim(ClaimKind::Fifty, None)
}

/// The claim's own event.
fn judged(events: &[Event]) -> (bool, u64, &[u32]) {
    match &events[0] {
        Event::DrawClaimed {
            right,
            penalty_ms,
            plies,
            ..
        } => (*right, *penalty_ms, plies),
        other => panic!("{other:?}"),
    }
}

fn clocks(scene: &Scene) -> (u64, u64) {
    let clock = scene.game().clock.expect("a timed game");
    (clock.white_ms, clock.black_ms)
}

fn message(scene: &Scene) -> String {
    scene.game().ending.expect("over").message
}

#[test]
fn the_third_occurrence_on_the_board_is_a_draw_at_once_9_2_2() {
    let mut scene = played(laws(), THIRD);
    assert_eq!(scene.result(), "live");
    let events = scene.by(White, repetition()).expect("judged");
    assert_eq!(judged(&events), (true, 0, &[0, 4, 8][..]));
    assert_eq!(scene.result(), "1/2-1/2 Threefold");
    let ending = scene.game().ending.expect("over");
    assert_eq!(ending.message, "Draw by repetition, claimed by White.");
    assert_eq!((ending.article, ending.by), (Some("9.2"), Some(White)));
}

#[test]
fn an_announced_move_is_not_made_9_2_1() {
    let mut scene = played(laws(), ALMOST_THIRD);
    let events = scene
        .by(Black, claim(ClaimKind::Repetition, Some("f6g8")))
        .expect("judged");
    assert_eq!(
        events[0],
        Event::DrawClaimed {
            by: Black,
            what: ClaimKind::Repetition,
            intended: Some(Announced {
                uci: "f6g8".to_owned(),
                san: "Ng8".to_owned()
            }),
            right: true,
            penalty_ms: 0,
            plies: vec![0, 4, 8],
        }
    );
    assert_eq!(scene.result(), "1/2-1/2 Threefold");
    assert_eq!(scene.game().ply, 7, "the move is not played");
    assert_eq!(
        message(&scene),
        "Draw by repetition, claimed by Black with the announced move Ng8."
    );
}

#[test]
fn a_wrong_claim_costs_two_minutes_and_stands_as_an_offer_9_5_3() {
    let mut scene = played(laws(), ALMOST_THIRD);
    scene.wait(5_000);
    let events = scene.by(Black, repetition()).expect("judged");
    // The position with Black to move has stood twice.
    assert_eq!(judged(&events), (false, 120_000, &[3, 7][..]));
    let game = scene.game();
    assert_eq!((game.turn, game.draw_offer), (Black, Some(Black)));
    assert_eq!(game.due, None);
    assert_eq!(clocks(&scene), (720_000, 600_000));
    scene.play_all("b8c6");
    assert_eq!(clocks(&scene).1, 595_000, "the claimant's clock ran on");
}

#[test]
fn rapid_and_blitz_games_charge_one_minute_a_3_b_3() {
    for preset in [Preset::FideRapid, Preset::FideBlitz] {
        let mut scene = played(settings(preset), "");
        let events = scene.by(White, repetition()).expect("judged");
        assert_eq!(judged(&events), (false, 60_000, &[0][..]));
    }
    let mut untimed = laws();
    untimed.clock = TimeControl::Untimed;
    let events = played(untimed, "").by(White, repetition()).expect("judged");
    assert_eq!(judged(&events).1, 0, "there is no clock to add to");
}

#[test]
fn a_wrongly_announced_move_must_be_played_9_5_3() {
    let mut scene = played(laws(), ALMOST_THIRD);
    let events = scene
        .by(Black, claim(ClaimKind::Repetition, Some("b8c6")))
        .expect("judged");
    assert_eq!(judged(&events), (false, 120_000, &[8][..]));
    let due = scene.game().due.expect("bound");
    assert_eq!((due.moves, due.article), (vec!["b8c6".to_owned()], "9.5.3"));
    let refusal = scene.play("f6g8").expect_err("announced otherwise");
    assert_eq!(
        (refusal.code(), refusal.article()),
        ("must_play_announced", Some("9.5.3"))
    );
    assert_eq!(
        refusal.to_string(),
        "Nc6 was announced for the claim: it must be played."
    );
    // Nor is another claim possible before it.
    let again = scene.by(Black, claim(ClaimKind::Repetition, Some("f6g8")));
    assert_eq!(again.expect_err("bound").code(), "must_play_announced");
    scene.play_all("b8c6");
    assert_eq!(scene.game().due, None);
    assert_eq!(
        scene.game().draw_offer,
        Some(Black),
        "his own move leaves it open"
    );
    scene.by(White, Command::AcceptDraw).expect("an offer");
    assert_eq!(scene.result(), "1/2-1/2 Agreement");
}

#[test]
fn a_wrong_claim_can_be_accepted_as_an_offer_at_once_9_1_2_3() {
    let mut scene = played(laws(), ALMOST_THIRD);
    scene.by(Black, repetition()).expect("judged");
    scene.by(White, Command::AcceptDraw).expect("an offer");
    assert_eq!(scene.result(), "1/2-1/2 Agreement");
}

#[test]
fn a_wrong_claim_meets_an_open_offer_of_the_opponent() {
    let mut scene = played(laws(), ALMOST_THIRD);
    scene.by(White, Command::OfferDraw).expect("offered");
    scene.by(Black, repetition()).expect("judged");
    assert_eq!(scene.result(), "1/2-1/2 Agreement");
}

#[test]
fn a_wrong_claim_does_not_count_as_one_of_the_offers_allowed() {
    let mut laws = laws();
    laws.rules.offers_per_move = Some(1);
    let mut scene = played(laws, "e2e4 e7e5");
    scene.by(White, repetition()).expect("judged");
    scene.by(Black, Command::DeclineDraw).expect("declined");
    scene.by(White, Command::OfferDraw).expect("the first one");
    scene.by(Black, Command::DeclineDraw).expect("declined");
    let second = scene.by(White, Command::OfferDraw);
    assert_eq!(second, Err(Refusal::OfferRepeated { offers: 1 }));
}

#[test]
fn the_same_is_claimed_once_in_a_position_11_5() {
    let mut scene = played(laws(), "e2e4 e7e5");
    scene.by(White, repetition()).expect("judged");
    scene.by(Black, Command::DeclineDraw).expect("declined");
    let again = scene.by(White, repetition()).expect_err("judged already");
    assert_eq!(
        (again.code(), again.article()),
        ("claim_repeated", Some("11.5"))
    );
    // For something else it is another claim, and the opponent's are his own.
    scene.by(White, fifty()).expect("judged");
    assert!(scene.by(White, fifty()).is_err());
    scene.by(Black, Command::DeclineDraw).expect("declined");
    // A move can still be announced: it binds, and so comes once.
    let announced = || claim(ClaimKind::Repetition, Some("g1f3"));
    scene.by(White, announced()).expect("judged");
    assert!(scene.by(White, announced()).is_err());
    scene.by(Black, Command::DeclineDraw).expect("declined");
    scene.play_all("g1f3");
    scene.by(Black, repetition()).expect("judged");
    assert!(scene.by(Black, repetition()).is_err());
    scene.play_all("g8f6");
    scene.by(White, repetition()).expect("another position");
    assert_eq!(
        tabiya_arbiter::Table::replay(&scene.log),
        Ok(scene.table.clone())
    );
}

#[test]
fn nothing_is_claimed_while_the_arbiter_has_stopped_the_clocks_6_11() {
    let mut scene = played(laws(), THIRD);
    let arbiter = tabiya_arbiter::Actor::Arbiter;
    scene.act(arbiter, Command::StopClocks).expect("stopped");
    assert_eq!(scene.by(White, repetition()), Err(Refusal::ClocksStopped));
    scene.act(arbiter, Command::StartClocks).expect("started");
    scene.by(White, repetition()).expect("right");
    assert_eq!(scene.result(), "1/2-1/2 Threefold");
}

#[test]
fn a_wrong_claim_opens_no_offer_where_there_are_none_9_1_1() {
    let mut scene = played(
        rules("fide-standard completion=on_release offers=false"),
        "e2e4 e7e5",
    );
    scene.by(White, repetition()).expect("judged");
    assert_eq!(scene.game().draw_offer, None);
}

/// 5.2.3: no draw is agreed before both have moved, though the claim stands as an offer.
#[test]
fn what_stands_as_an_offer_is_accepted_when_both_have_moved() {
    let mut scene = played(laws(), "");
    scene.by(White, repetition()).expect("judged");
    assert_eq!(scene.game().draw_offer, Some(White));
    let early = scene.by(Black, Command::AcceptDraw);
    assert_eq!(early, Err(Refusal::DrawTooEarly { min_plies: 2 }));
    scene.play_all("e2e4");
    let can = scene.table.view(scene.actor(Black)).can;
    assert!(!can.contains(&CommandKind::AcceptDraw) && can.contains(&CommandKind::DeclineDraw));
}

#[test]
fn only_who_has_the_move_may_claim_9_2_9_3() {
    let mut scene = played(laws(), THIRD);
    let before = scene.table.clone();
    let refusal = scene.by(Black, repetition()).expect_err("not his move");
    assert_eq!(
        refusal,
        Refusal::ClaimOutOfTurn {
            what: ClaimKind::Repetition,
            turn: White
        }
    );
    assert_eq!(refusal.article(), Some("9.2"));
    assert_eq!(scene.table, before, "no penalty, no offer");
    let refusal = scene.by(Black, fifty()).expect_err("not his move");
    assert_eq!(refusal.article(), Some("9.3"));
    let actors = [scene.actor(White), scene.actor(Black)];
    let can = actors.map(|actor| scene.table.view(actor).can.contains(&CommandKind::Claim));
    assert_eq!(can, [true, false]);
}

/// Source 000 line 81: the claim is open to both players.
#[test]
fn either_player_claims_under_claims() {
    for by in Color::ALL {
        let mut scene = played(settings(Preset::Claims), THIRD);
        scene.by(by, repetition()).expect("judged");
        assert_eq!(scene.result(), "1/2-1/2 Threefold");
        assert_eq!(scene.game().ending.expect("over").by, Some(by));
    }
    let mut scene = played(settings(Preset::Claims), ALMOST_THIRD);
    let refusal = scene.by(Black, claim(ClaimKind::Repetition, Some("f6g8")));
    assert_eq!(
        refusal,
        Err(Refusal::AnnouncedClaimsOff {
            what: ClaimKind::Repetition
        })
    );
    let events = scene.by(White, repetition()).expect("judged");
    assert_eq!(
        judged(&events),
        (false, 0, &[3, 7][..]),
        "a wrong one is free"
    );
}

#[test]
fn a_move_is_announced_only_by_the_player_who_has_it() {
    let mut scene = played(
        rules("claims intended_claims=true"),
        "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1",
    );
    let refusal = scene.by(White, claim(ClaimKind::Repetition, Some("g1f3")));
    assert_eq!(
        refusal,
        Err(Refusal::ClaimOutOfTurn {
            what: ClaimKind::Repetition,
            turn: Black
        })
    );
}

#[test]
fn an_illegal_move_is_not_announced_9_2_1() {
    let mut scene = played(laws(), ALMOST_THIRD);
    let before = scene.table.clone();
    let refusal = scene.by(Black, claim(ClaimKind::Repetition, Some("g8g6")));
    assert_eq!(refusal.expect_err("illegal").code(), "empty_square");
    let refusal = scene.by(Black, claim(ClaimKind::Repetition, Some("soon")));
    assert_eq!(refusal.expect_err("no move").code(), "bad_move");
    assert_eq!(scene.table, before);
}

#[test]
fn what_stood_three_times_before_cannot_be_claimed_later_9_2_2() {
    let mut scene = played(laws(), &format!("{THIRD} e2e4"));
    let events = scene.by(Black, repetition()).expect("judged");
    assert_eq!(judged(&events), (false, 120_000, &[9][..]));
}

#[test]
fn more_than_three_times_is_at_least_three_9_2() {
    let mut scene = played(laws(), &format!("{THIRD} g1f3 g8f6 f3g1 f6g8"));
    assert_eq!(scene.result(), "live");
    let events = scene.by(White, repetition()).expect("judged");
    assert_eq!(judged(&events), (true, 0, &[0, 4, 8, 12][..]));
    let mut scene = played(
        laws(),
        &format!("{THIRD} g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1"),
    );
    let end = scene.play("f6g8").expect("legal");
    assert_eq!(end.len(), 2, "9.6.1");
    assert_eq!(scene.result(), "1/2-1/2 Fivefold");
}

#[test]
fn fifty_moves_are_a_hundred_half_moves_9_3_2() {
    let mut scene = played(from_fen(laws(), NINETY_NINE), "");
    let events = scene.by(White, fifty()).expect("judged");
    assert_eq!(judged(&events), (false, 120_000, &[][..]));
    let mut scene = played(from_fen(laws(), NINETY_NINE), "a1a2");
    scene.by(Black, fifty()).expect("judged");
    assert_eq!(scene.result(), "1/2-1/2 FiftyMoves");
    let ending = scene.game().ending.expect("over");
    assert_eq!(
        ending.message,
        "Draw by the 50-move rule, claimed by Black."
    );
    assert_eq!(ending.article, Some("9.3"));
}

#[test]
fn more_than_fifty_moves_also_count_9_3_2() {
    let mut scene = played(from_fen(laws(), "4k3/8/8/8/8/8/8/R3K3 w - - 120 80"), "");
    scene.by(White, fifty()).expect("judged");
    assert_eq!(scene.result(), "1/2-1/2 FiftyMoves");
}

#[test]
fn an_announced_move_completes_the_fifty_9_3_1() {
    let mut scene = played(from_fen(laws(), NINETY_NINE), "");
    scene
        .by(White, claim(ClaimKind::Fifty, Some("a1a2")))
        .expect("judged");
    assert_eq!(scene.result(), "1/2-1/2 FiftyMoves");
    assert_eq!(scene.game().ply, 0, "the move is not played");
}

/// A pawn move and a capture begin the count anew: wrong, and they must be played.
#[test]
fn an_announced_pawn_move_or_capture_completes_nothing_9_3_1() {
    for (start, uci, san) in [
        ("4k3/8/8/8/8/8/P7/R3K3 w - - 99 60", "a2a3", "a3"),
        ("4k3/8/8/8/8/8/r7/R3K3 w - - 99 60", "a1a2", "Rxa2"),
    ] {
        let mut scene = played(from_fen(laws(), start), "");
        let events = scene
            .by(White, claim(ClaimKind::Fifty, Some(uci)))
            .expect("judged");
        assert_eq!(judged(&events), (false, 120_000, &[][..]));
        let due = scene.game().due.expect("bound");
        assert_eq!(due.moves, [uci]);
        assert!(due.message.starts_with(san), "{}", due.message);
        scene.play_all(uci);
        assert_eq!(scene.result(), "live");
    }
}

/// laws.md 3.3: the claim is decided before the announced move is made.
#[test]
fn a_claim_with_a_mating_move_draws_9_5_2() {
    let mut scene = played(from_fen(laws(), "k7/8/1K6/8/8/8/8/7R w - - 99 80"), "");
    scene
        .by(White, claim(ClaimKind::Fifty, Some("h1h8")))
        .expect("judged");
    assert_eq!(
        message(&scene),
        "Draw by the 50-move rule, claimed by White with the announced move Rh8#."
    );
}

#[test]
fn rules_without_claims_refuse_them() {
    for preset in [
        Preset::FideOnline,
        Preset::Table,
        Preset::Basic,
        Preset::Letter,
        Preset::Studio,
    ] {
        let mut scene = played(settings(preset), ALMOST_THIRD);
        for what in ClaimKind::ALL {
            let refusal = scene.by(Black, claim(what, None));
            assert_eq!(refusal, Err(Refusal::ClaimsOff { what }));
        }
        let can = scene.table.view(scene.actor(Black)).can;
        assert!(!can.contains(&CommandKind::Claim));
    }
    let mut only_fifty = laws();
    only_fifty.rules.repetition_claim = tabiya_arbiter::RepetitionClaim::None;
    let mut scene = played(only_fifty, THIRD);
    let refusal = scene.by(White, repetition());
    assert_eq!(refusal.expect_err("off").code(), "claims_off");
    scene.by(White, fifty()).expect("judged");
}

#[test]
fn claims_come_too_late_after_the_end_and_the_flag() {
    let mut scene = played(laws(), THIRD);
    scene.at = scene.table.deadline().expect("a timed game");
    assert_eq!(scene.by(White, repetition()), Err(Refusal::TimeIsUp));
    scene.tick();
    assert_eq!(scene.by(White, repetition()), Err(Refusal::GameOver));
    let mut scene = played(laws(), THIRD);
    scene.at = tabiya_arbiter::Timestamp(scene.table.deadline().expect("timed").0 - 1);
    scene
        .by(White, repetition())
        .expect("one millisecond is enough");
}

#[test]
fn the_counters_are_told_where_the_rules_let_them() {
    let counters = |settings: Settings, moves: &str| {
        let claims = played(settings, moves).game().claims.expect("told");
        (
            claims.occurrences,
            claims.moves_without_progress,
            claims.repetition,
            claims.fifty,
        )
    };
    let claims = || settings(Preset::Claims);
    assert_eq!(counters(claims(), ALMOST_THIRD), (2, 7, false, false));
    assert_eq!(counters(claims(), THIRD), (3, 8, true, false));
    let start = NINETY_NINE;
    assert_eq!(
        counters(from_fen(claims(), start), ""),
        (1, 99, false, false)
    );
    assert_eq!(
        counters(from_fen(claims(), start), "a1a2"),
        (1, 100, false, true)
    );
    // Where draws come by themselves nothing is claimed, and the counters are told all the same.
    let online = settings(Preset::FideOnline);
    assert_eq!(counters(online.clone(), ALMOST_THIRD), (2, 7, false, false));
    // In a finished game nothing is left to claim.
    let mut over = played(claims(), THIRD);
    over.by(White, repetition()).expect("judged");
    assert!(!over.game().claims.expect("told").repetition);
    for preset in [Preset::FideStandard, Preset::FideRapid, Preset::FideBlitz] {
        assert_eq!(played(settings(preset), THIRD).game().claims, None);
    }
    assert!(!RuleSet::preset(Preset::FideBlitz).claim_hints);
}

#[test]
fn a_takeback_frees_from_an_announced_move() {
    let mut laws = laws();
    laws.rules.takeback = tabiya_arbiter::TakebackRule::ByAgreement;
    let mut scene = played(laws, ALMOST_THIRD);
    scene
        .by(Black, claim(ClaimKind::Repetition, Some("b8c6")))
        .expect("judged");
    scene.by(White, Command::OfferTakeback).expect("asked");
    scene.by(Black, Command::AcceptTakeback).expect("agreed");
    assert_eq!(scene.game().due, None);
    scene.play_all("f3g1 f6g8");
}

#[test]
fn touching_a_man_forfeits_the_claim_9_4() {
    let mut scene = played(rules("fide-standard completion=on_release"), THIRD);
    let square = "e2".parse().expect("a square");
    scene.by(White, Command::Touch { square }).expect("touched");
    let refusal = scene.by(White, repetition()).expect_err("forfeited");
    assert_eq!(
        (refusal.code(), refusal.article()),
        ("claim_after_touch", Some("9.4"))
    );
    let can = scene.table.view(scene.actor(White)).can;
    assert!(!can.contains(&CommandKind::Claim));
    // Adjusting is no touching (4.2.1), and a move later claims are open again.
    scene.play_all("e2e4");
    scene.by(Black, fifty()).expect("judged");
    let mut scene = played(rules("fide-standard completion=on_release"), THIRD);
    scene.by(White, Command::Adjust).expect("announced");
    scene
        .by(White, Command::Touch { square })
        .expect("adjusted");
    scene.by(White, repetition()).expect("judged");
}

/// 1.3: the opponent has the move as soon as it is made, whether the clock was pressed or not.
#[test]
fn where_the_clock_is_pressed_the_claimant_needs_no_press_of_the_opponent() {
    let mut scene = played(settings(Preset::FideStandard), THIRD);
    assert_eq!(scene.game().turn, White);
    scene.by(White, repetition()).expect("judged");
    assert_eq!(scene.result(), "1/2-1/2 Threefold");
}

#[test]
fn claims_and_offers_are_in_the_record() {
    let mut scene = played(laws(), "g1f3 g8f6");
    scene.by(White, Command::OfferDraw).expect("offered");
    scene.by(Black, Command::DeclineDraw).expect("declined");
    scene.play_all("f3g1 f6g8 g1f3 g8f6 f3g1");
    scene
        .by(Black, claim(ClaimKind::Repetition, Some("b8c6")))
        .expect("judged");
    scene.play_all("b8c6 g1f3 c6b8 f3g1");
    scene
        .by(Black, claim(ClaimKind::Repetition, None))
        .expect("judged");
    let pgn = scene.table.record(1).expect("a game").pgn("?");
    let pgn = pgn.replace('\n', " ");
    for comment in [
        "{White offered a draw (=).}",
        "{Black claimed a draw by repetition with Nc6, wrongly (9.2.1). White got 120 s more. It is a draw offer (=).}",
        "{Draw by repetition, claimed by Black.} 1/2-1/2",
    ] {
        assert!(pgn.contains(comment), "{comment} in {pgn}");
    }
}

/// What the arbiter says, counted in another way: by the texts of the positions.
fn counted(fens: &[String]) -> (bool, Vec<u32>, bool) {
    let same = |fen: &String| fen.split(' ').take(4).collect::<Vec<_>>().join(" ");
    let last = fens.last().expect("a start");
    let plies: Vec<u32> = (0..)
        .zip(fens)
        .filter(|(_, fen)| same(fen) == same(last))
        .map(|(ply, _)| ply)
        .collect();
    let clock = last.split(' ').nth(4).expect("six fields");
    let fifty = clock.parse::<u32>().expect("a number") >= 100;
    (plies.len() >= 3, plies, fifty)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 64,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// Kings and rooks that walk in small circles: castling rights are lost, positions recur.
    #[test]
    fn a_claim_is_right_exactly_when_the_counts_are(lots in vec(0..3_usize, 0..60)) {
        let mut rules = laws();
        rules.rules.wrong_claim_ms = 0;
        let start = "r3k3/p7/8/8/8/8/P7/R3K3 w Qq - 80 60";
        let mut scene = played(from_fen(rules, start), "");
        let mut fens = vec![scene.game().fen];
        for lot in lots {
            let position = Position::from_fen(&scene.game().fen, Mode::Standard).expect("good");
            let moves = position.legal_moves();
            let mut quiet = moves.iter().filter(|mv| {
                let from = mv.from().to_string();
                !from.ends_with('2') && !from.ends_with('7')
            });
            let Some(mv) = quiet.nth(lot) else { break };
            let uci = mv.uci(&position).to_string();
            let turn = position.turn();
            let mut after = position.clone();
            after.play(*mv).expect("legal");
            fens.push(after.fen());
            let (repeats, plies, fifty) = counted(&fens);
            for (what, expected) in [(ClaimKind::Repetition, repeats), (ClaimKind::Fifty, fifty)] {
                let command = claim(what, Some(&uci));
                let events = scene.table.decide(scene.at, scene.actor(turn), &command);
                let events = events.expect("judged");
                prop_assert_eq!(judged(&events).0, expected);
                if what == ClaimKind::Repetition {
                    prop_assert_eq!(judged(&events).2, &plies);
                }
            }
            scene.play_all(&uci);
            if scene.result() != "live" {
                break;
            }
            for (what, expected) in [(ClaimKind::Repetition, repeats), (ClaimKind::Fifty, fifty)] {
                let actor = scene.actor(turn.other());
                let events = scene.table.decide(scene.at, actor, &claim(what, None));
                prop_assert_eq!(judged(&events.expect("judged")).0, expected);
            }
        }
    }
}
