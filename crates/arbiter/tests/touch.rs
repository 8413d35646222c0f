//! Touch-move (FIDE 4): what touching, adjusting and releasing men binds to. Single cases by the
//! Law, and random ones against a second reading of it that shares nothing with the first.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may fail where it stands"
)]

mod common;

use common::{Scene, from_fen, settings};
use proptest::prelude::*;
use tabiya_arbiter::{
    Actor, Command, Event, GameView, Preset, Refusal, Settings, StartPosition, TimeControl,
};
use tabiya_rules::{Color, Fen, Mode, Move, Position, Role, Side, Square};

/// A table that plays touch-move and completes a move as soon as it is made.
fn strict() -> Settings {
    let mut settings = settings(Preset::FideOnline);
    settings.rules.touch_move = true;
    settings
}

fn start(fen: &str) -> Scene {
    Scene::start(from_fen(strict(), fen)).expect("a game")
}

fn article(refusal: Result<Vec<Event>, Refusal>) -> Option<&'static str> {
    refusal.expect_err("refused").article()
}

fn due(scene: &Scene) -> (Vec<String>, &'static str) {
    let due = scene.game().due.expect("something is due");
    let mut moves = due.moves;
    moves.sort();
    (moves, due.article)
}

const CASTLES: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

#[test]
fn the_first_touched_man_that_can_move_must_move() {
    // FIDE 4.3.1.
    let mut scene = Scene::start(strict()).expect("a game");
    let refusal = scene.hands(Color::White, "touch g1; move e2e4");
    assert_eq!(article(refusal), Some("4.3.1"));
    let expected = ["g1f3".to_owned(), "g1h3".to_owned()].to_vec();
    assert_eq!(due(&scene), (expected, "4.3.1"));
    let message = scene.game().due.expect("due").message;
    assert_eq!(message, "The knight on g1 was touched: it must move.");
    scene
        .hands(Color::White, "move g1f3")
        .expect("the knight moves");
    assert_eq!(scene.game().due, None);
    // The first one that *can*: the rook cannot.
    let mut scene = Scene::start(strict()).expect("a game");
    let refusal = scene.hands(Color::White, "touch a1; touch b2; touch g1; move g1f3");
    assert_eq!(article(refusal), Some("4.3.1"));
    scene
        .hands(Color::White, "move b2b4")
        .expect("the pawn moves");
}

#[test]
fn who_touches_nothing_that_can_move_is_free() {
    // FIDE 4.5.
    let mut scene = Scene::start(strict()).expect("a game");
    scene
        .hands(Color::White, "touch a1; touch d1; move e2e4")
        .expect("free");
    scene
        .hands(Color::Black, "touch d1; move e7e5")
        .expect("nothing takes the queen");
}

#[test]
fn the_first_touched_man_that_can_be_captured_must_be() {
    // FIDE 4.3.2.
    let mut scene = start("4k3/8/8/3p1n2/4P3/8/8/4K3 w - - 0 1");
    let refusal = scene.hands(Color::White, "touch e8; touch d5; touch f5; move e4f5");
    assert_eq!(article(refusal), Some("4.3.2"));
    assert_eq!(due(&scene).0, ["e4d5"]);
    // A pawn that passed can be captured too.
    let mut scene = start("4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1");
    scene.play_all("d2d4");
    scene.hands(Color::Black, "touch d4").expect("touched");
    assert_eq!(due(&scene).0, ["e4d3"]);
}

#[test]
fn men_of_both_colors_capture_one_another() {
    // FIDE 4.3.3.
    let board = "4k3/8/8/3p4/4P3/8/8/3RK3 w - - 0 1";
    for order in ["touch e4; touch d5", "touch d5; touch e4"] {
        let mut scene = start(board);
        let refusal = scene.hands(Color::White, &format!("{order}; move d1d5"));
        assert_eq!(article(refusal), Some("4.3.3"), "{order}");
        assert_eq!(due(&scene).0, ["e4d5"]);
    }
    // Where that is illegal: the first man that can be moved or captured.
    let mut scene = start(board);
    scene
        .hands(Color::White, "touch e1; touch d5")
        .expect("touched");
    let (moves, law) = due(&scene);
    assert!(moves.iter().all(|uci| uci.starts_with("e1")), "{moves:?}");
    assert_eq!(law, "4.3.1");
    let mut scene = start(board);
    scene
        .hands(Color::White, "touch d5; touch e1")
        .expect("touched");
    assert_eq!(
        due(&scene),
        (["d1d5".to_owned(), "e4d5".to_owned()].to_vec(), "4.3.2")
    );
}

#[test]
fn king_and_then_rook_castle() {
    // FIDE 4.4.1.
    for (rook, castling) in [("h1", "e1g1"), ("a1", "e1c1")] {
        let mut scene = start(CASTLES);
        let refusal = scene.hands(Color::White, &format!("touch e1; touch {rook}; move e1f1"));
        assert_eq!(article(refusal), Some("4.4.1"));
        assert_eq!(due(&scene).0, [castling]);
    }
}

#[test]
fn rook_and_then_king_do_not_castle() {
    // FIDE 4.4.2.
    let mut scene = start(CASTLES);
    let refusal = scene.hands(Color::White, "touch h1; touch e1; move e1g1");
    assert_eq!(article(refusal), Some("4.4.2"));
    let (moves, law) = due(&scene);
    assert!(moves.iter().all(|uci| uci.starts_with("h1")), "{moves:?}");
    assert_eq!(law, "4.4.2");
    // The rook alone does not castle either: castling is a move of the king.
    let mut scene = start(CASTLES);
    let refusal = scene.hands(Color::White, "touch a1; move e1c1");
    assert_eq!(article(refusal), Some("4.3.1"));
}

#[test]
fn where_castling_is_illegal_the_king_moves_otherwise() {
    // FIDE 4.4.3: castling with the other rook is among it.
    let mut scene = start("4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    let refusal = scene.hands(Color::White, "touch e1; touch h1; move a1b1");
    assert_eq!(article(refusal), Some("4.4.3"));
    let (moves, law) = due(&scene);
    assert!(moves.contains(&"e1c1".to_owned()), "{moves:?}");
    assert!(moves.iter().all(|uci| uci.starts_with("e1")), "{moves:?}");
    assert_eq!(law, "4.4.3");
    // A rook on another rank is no rook to castle with: of the two it can move.
    let mut scene = start("4k3/8/8/8/R7/8/3PPP2/3QKB2 w - - 0 1");
    let refusal = scene.hands(Color::White, "touch e1; touch a4; move d2d4");
    assert_eq!(article(refusal), Some("4.3.1"));
    // Without any move of the king the player is free, though the rook could move.
    let mut scene = start("4k3/8/8/8/8/8/3PPP2/3QKB1R w K - 0 1");
    scene
        .hands(Color::White, "touch e1; touch h1; move d2d4")
        .expect("free");
}

#[test]
fn a_king_released_two_squares_away_has_begun_to_castle() {
    // FIDE 4.7.2.
    let mut scene = start(CASTLES);
    let events = scene
        .hands(Color::White, "touch e1; release g1")
        .expect("begun");
    let uci = "e1g1".to_owned();
    assert_eq!(
        events,
        [Event::CastlingBegun {
            by: Color::White,
            uci
        }]
    );
    assert_eq!(due(&scene), (["e1g1".to_owned()].to_vec(), "4.7.2"));
    for other in ["move e1f1", "move h1h2", "release c1", "release f1"] {
        let refusal = scene.hands(Color::White, other);
        assert_eq!(article(refusal), Some("4.7.2"), "{other}");
    }
    scene
        .hands(Color::White, "touch h1; release f1")
        .expect("castles");
    assert_eq!(scene.game().turn, Color::Black);
    // Illegal: another move of the king, castling to the other side included.
    let mut scene = start("4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    scene
        .hands(Color::White, "touch e1; release g1")
        .expect("begun");
    let (moves, law) = due(&scene);
    assert!(moves.iter().all(|uci| uci.starts_with("e1")) && moves.contains(&"e1c1".to_owned()));
    assert_eq!(law, "4.7.2");
    assert_eq!(
        article(scene.hands(Color::White, "move h1h2")),
        Some("4.7.2")
    );
    scene
        .hands(Color::White, "release c1; touch a1; release d1")
        .expect("castles");
}

#[test]
fn a_released_man_has_moved() {
    // FIDE 4.7.
    let mut scene = Scene::start(strict()).expect("a game");
    let events = scene
        .hands(Color::White, "touch g1; release f3")
        .expect("moved");
    assert!(matches!(&events[..], [Event::MovePlayed { uci, .. }] if uci == "g1f3"));
    // It stays where it is; another man is another matter.
    for (script, law) in [
        ("move g1h3", "4.7"),
        ("move f3e5", "4.7"),
        ("move e2e4", "1.3"),
    ] {
        assert_eq!(
            article(scene.hands(Color::White, script)),
            Some(law),
            "{script}"
        );
    }
    // Of the men touched the one moves that can go there.
    scene
        .hands(Color::Black, "touch a8; touch e7; release e5")
        .expect("moved");
    let refusal = scene.hands(Color::White, "release e4");
    assert_eq!(refusal, Err(Refusal::NothingInHand));
    let refusal = scene.hands(Color::White, "touch a3");
    assert_eq!(refusal, Err(Refusal::NothingToTouch { square: Square::A3 }));
}

#[test]
fn adjusting_is_announced_and_binds_to_nothing() {
    // FIDE 4.2.1.
    let mut scene = Scene::start(strict()).expect("a game");
    scene
        .hands(Color::White, "adjust; touch g1")
        .expect("adjusted");
    assert!(scene.game().adjusting);
    assert_eq!((scene.game().touched.len(), scene.game().due), (0, None));
    assert_eq!(article(scene.hands(Color::Black, "adjust")), Some("4.2.1"));
    // It ends with words or with the move.
    scene
        .hands(Color::White, "end_adjust; touch g1")
        .expect("touched");
    assert!(scene.game().due.is_some());
    scene
        .hands(Color::White, "adjust; move g1f3")
        .expect("moved");
    assert!(!scene.game().adjusting);
}

#[test]
fn adjusting_is_announced_ten_times_on_one_move_11_5() {
    let mut scene = Scene::start(strict()).expect("a game");
    for _ in 0..10 {
        scene
            .hands(Color::White, "adjust; end_adjust")
            .expect("adjusted");
    }
    let refusal = scene.hands(Color::White, "adjust").expect_err("enough");
    assert_eq!(
        (refusal.code(), refusal.article()),
        ("adjust_repeated", Some("11.5"))
    );
    scene.hands(Color::White, "move e2e4").expect("played");
    scene.hands(Color::Black, "adjust").expect("his own");
}

#[test]
fn only_the_running_clock_lets_its_player_adjust() {
    // FIDE 6.2.5: Black has the move, White has not pressed yet.
    let mut scene = Scene::start(settings(Preset::FideStandard)).expect("a game");
    scene.hands(Color::White, "move e2e4").expect("made");
    assert_eq!(article(scene.hands(Color::Black, "adjust")), Some("6.2.5"));
    scene.hands(Color::White, "press").expect("completed");
    scene.hands(Color::Black, "adjust").expect("now");
}

#[test]
fn the_piece_is_chosen_when_it_touches_the_square() {
    // FIDE 4.4.4.
    let mut scene = start("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    scene
        .hands(Color::White, "touch a7; move a7a8r")
        .expect("promoted");
    assert_eq!(
        article(scene.hands(Color::White, "promote queen")),
        Some("4.4.4")
    );
    assert_eq!(
        article(scene.hands(Color::White, "move a7a8q")),
        Some("4.4.4")
    );
    let refusal = scene.hands(Color::Black, "promote queen");
    assert_eq!(refusal, Err(Refusal::NothingToPromote));
}

#[test]
fn touching_declines_an_offer_and_ends_the_right_to_complain() {
    // FIDE 9.1.2.1, 4.8.
    let mut scene = Scene::start(strict()).expect("a game");
    scene.play_all("e2e4 e7e5");
    scene.by(Color::Black, Command::OfferDraw).expect("offered");
    assert_eq!(
        scene.hands(Color::White, "claim_fault"),
        Err(Refusal::NoFault)
    );
    scene
        .hands(Color::White, "adjust; touch b1; end_adjust")
        .expect("adjusted");
    assert_eq!(scene.game().draw_offer, Some(Color::Black));
    scene.hands(Color::White, "touch b1").expect("touched");
    assert_eq!(scene.game().draw_offer, None);
    assert_eq!(
        article(scene.hands(Color::White, "claim_fault")),
        Some("4.8")
    );
}

#[test]
fn on_a_casual_table_selecting_is_not_touching() {
    let mut scene = Scene::start(settings(Preset::Table)).expect("a game");
    let events = scene.hands(
        Color::White,
        "touch g1; touch e2; adjust; touch a3; move e2e4",
    );
    assert_eq!(events.expect("free").len(), 1);
    assert_eq!(
        scene.hands(Color::Black, "release e5"),
        Err(Refusal::TouchOff)
    );
}

#[test]
fn only_who_has_the_move_touches() {
    let mut scene = Scene::start(strict()).expect("a game");
    assert_eq!(article(scene.hands(Color::Black, "touch e7")), Some("1.3"));
    let square = Square::E2;
    let refusal = scene.act(Actor::Spectator, Command::Touch { square });
    assert_eq!(refusal, Err(Refusal::NotSeated));
    // A takeback lets everything go.
    let mut settings = strict();
    settings.rules.takeback = tabiya_arbiter::TakebackRule::ByAgreement;
    let mut scene = Scene::start(settings).expect("a game");
    scene.play_all("e2e4 e7e5");
    scene.hands(Color::White, "touch b1").expect("touched");
    scene
        .by(Color::White, Command::OfferTakeback)
        .expect("asked");
    scene
        .by(Color::Black, Command::AcceptTakeback)
        .expect("agreed");
    assert_eq!((scene.game().touched.len(), scene.game().due), (0, None));
}

/// The Law once more, read by the letter and slowly: the moves that are allowed.
fn allowed(position: &Position, touched: &[Square], begun: Option<Side>) -> Vec<Move> {
    let all: Vec<Move> = position.legal_moves().to_vec();
    let color_at = |square: Square| position.board().piece_at(square).expect("a man").color;
    let is_own = |square: &Square| color_at(*square) == position.turn();
    let king = position.king(position.turn());
    let moves_from = |square: Square| -> Vec<Move> {
        all.iter()
            .copied()
            .filter(|mv| mv.from() == square)
            .collect()
    };
    let takes = |square: Square| -> Vec<Move> {
        all.iter()
            .copied()
            .filter(|mv| mv.capture_square(position) == Some(square))
            .collect()
    };
    if let Some(side) = begun {
        let castling: Vec<Move> = all
            .iter()
            .copied()
            .filter(|mv| mv.castling_side() == Some(side))
            .collect();
        let king = moves_from(king);
        return [castling, king, all]
            .into_iter()
            .find(|some| !some.is_empty())
            .expect("any");
    }
    // 4.4.2: with a rook that was touched before the king there is no castling in this move.
    let when = |square: Square| touched.iter().position(|it| *it == square);
    let forbidden = |mv: &Move| {
        mv.castling_side().is_some()
            && matches!((when(mv.to()), when(king)), (Some(rook), Some(king)) if rook < king)
    };
    let only_allowed =
        |moves: Vec<Move>| -> Vec<Move> { moves.into_iter().filter(|mv| !forbidden(mv)).collect() };
    let own: Vec<Square> = touched.iter().copied().filter(is_own).collect();
    let theirs: Vec<Square> = touched.iter().copied().filter(|it| !is_own(it)).collect();
    if let (Some(by), Some(square)) = (own.first(), theirs.first()) {
        // 4.3.3.
        let capture: Vec<Move> = takes(*square)
            .into_iter()
            .filter(|mv| mv.from() == *by)
            .collect();
        if !capture.is_empty() {
            return capture;
        }
        for square in touched {
            let due = if is_own(square) {
                only_allowed(moves_from(*square))
            } else {
                takes(*square)
            };
            if !due.is_empty() {
                return due;
            }
        }
        return only_allowed(all);
    }
    for square in &theirs {
        let captures = takes(*square);
        if !captures.is_empty() {
            return captures;
        }
    }
    for (index, square) in own.iter().enumerate() {
        if *square == king {
            let is_rook = |square: &&Square| {
                position.board().role_at(**square) == Some(Role::Rook)
                    && square.rank() == king.rank()
            };
            if let Some(rook) = own[index..].iter().find(is_rook) {
                let castling: Vec<Move> = moves_from(king)
                    .into_iter()
                    .filter(|mv| mv.castling_side().is_some() && mv.to() == *rook)
                    .collect();
                let other = only_allowed(moves_from(king));
                let free = only_allowed(all.clone());
                return [castling, other, free]
                    .into_iter()
                    .find(|some| !some.is_empty())
                    .expect("any");
            }
        }
        let due = only_allowed(moves_from(*square));
        if !due.is_empty() {
            return due;
        }
    }
    only_allowed(all)
}

fn position(game: &GameView) -> Position {
    let mode = if game.chess960 {
        Mode::Chess960
    } else {
        Mode::Standard
    };
    Fen::parse(&game.fen)
        .expect("a FEN")
        .playable(mode)
        .expect("a position")
}

/// Begins that make castling, captures on both sides and pins likely.
const BEGINS: [&str; 6] = [
    "4k3/8/8/8/R7/8/3PPP2/3QKB1R w K - 0 1",
    CASTLES,
    "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 8",
    "4kr2/8/8/1b6/8/8/P6P/R3K2R w KQ - 0 1",
    "4k3/1P4P1/8/3pP3/8/8/8/R3K2R w KQ d6 0 1",
    "r3k2r/8/8/8/4q3/8/8/R3K2R w KQkq - 0 1",
];

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 96,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// Through random games, with random hands: every legal move is granted or refused as the
    /// slow reading says, and the view tells the same.
    #[test]
    fn random_hands_are_bound_as_the_law_says(
        begin in 0..BEGINS.len() + 2,
        number in 0..960_u16,
        turns in prop::collection::vec(
            (any::<u64>(), prop::collection::vec(any::<u8>(), 0..4), any::<u8>()), 1..12
        ),
    ) {
        let start = match BEGINS.get(begin) {
            Some(fen) => StartPosition::Position { fen: (*fen).to_owned() },
            None if begin == BEGINS.len() => StartPosition::Standard,
            None => StartPosition::Chess960 { number: Some(number) },
        };
        let clock = TimeControl::Untimed;
        let mut scene = Scene::start(Settings { start, clock, ..strict() }).expect("a game");
        for (lot, hands, how) in &turns {
            let game = scene.game();
            if game.ending.is_some() {
                break;
            }
            let position = position(&game);
            let mut touched: Vec<Square> = Vec::new();
            for hand in hands {
                // Half of the time a king or a rook, so that castling is in it.
                let men: Vec<Square> = position
                    .board()
                    .occupied()
                    .into_iter()
                    .filter(|square| {
                        hand % 2 == 0
                            || matches!(
                                position.board().role_at(*square),
                                Some(Role::King | Role::Rook)
                            )
                    })
                    .collect();
                let square = men[usize::from(*hand / 2) % men.len()];
                scene.by(game.turn, Command::Touch { square }).expect("a man stands there");
                if !touched.contains(&square) {
                    touched.push(square);
                }
            }
            prop_assert_eq!(&scene.game().touched, &touched);
            let mut begun = None;
            let king = position.king(game.turn);
            if how % 4 == 0 && touched.last() == Some(&king) && !game.chess960 {
                let side = Side::ALL[usize::from(*how / 4) % 2];
                let square = Square::new(side.king_file(), king.rank());
                let before = scene.game().ply;
                let _ = scene.by(game.turn, Command::Release { square, lag_ms: 0 });
                let is_begun = matches!(
                    scene.log.last().map(|last| &last.event),
                    Some(Event::CastlingBegun { .. })
                );
                if scene.game().ply != before {
                    continue;
                }
                begun = is_begun.then_some(side);
            }
            let expected = allowed(&position, &touched, begun);
            let due = scene.game().due.map(|due| due.moves);
            let mut told = due.clone().unwrap_or_default();
            told.sort();
            let mut meant: Vec<String> =
                expected.iter().map(|mv| mv.uci(&position).to_string()).collect();
            meant.sort();
            let all = position.legal_moves().to_vec();
            if due.is_some() || expected.len() < all.len() {
                prop_assert_eq!(&told, &meant, "{} {:?} {:?}", game.fen, touched, begun);
            }
            for mv in &all {
                let uci = mv.uci(&position).to_string();
                let command = Command::Move { uci, ply: None, lag_ms: 0 };
                let answer = scene.table.decide(scene.at, scene.actor(game.turn), &command);
                prop_assert_eq!(answer.is_ok(), expected.contains(mv), "{:?} {:?}", mv, answer);
            }
            let nth = usize::try_from(*lot % 1_000_003).expect("small") % expected.len();
            let uci = expected[nth].uci(&position).to_string();
            scene.play(&uci).expect("it was allowed");
        }
    }
}
