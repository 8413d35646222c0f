//! Whole games gone through: the moves at which they turned, and no others.

use tabiya_rules::{Color, Game, Position, Uci};

use super::{Review, Reviewer, Why, review};
use crate::{Engine, Options, Stop};

fn played(moves: &str) -> Game {
    let mut game = Game::new(Position::standard());
    for uci in moves.split_whitespace() {
        let mv = uci
            .parse::<Uci>()
            .unwrap()
            .resolve(game.position())
            .unwrap();
        game.play(mv).unwrap();
    }
    game
}

fn reviewed(moves: &str) -> Review {
    let mut engine = Engine::new(Options::default());
    let mut told = Vec::new();
    let game = played(moves);
    let review = review(
        &mut engine,
        &game,
        20_000,
        &mut |point, done, total| {
            assert_eq!(total, game.ply() + 1);
            told.push((point.ply, done));
        },
        &Stop::new(),
    );
    let plies: Vec<usize> = review.points.iter().map(|point| point.ply).collect();
    assert_eq!(plies, (0..=game.ply()).collect::<Vec<_>>());
    let expected: Vec<_> = (0..=game.ply()).rev().zip(1..).collect();
    assert_eq!(told, expected);
    assert!(review.complete);
    review
}

#[test]
fn the_move_that_allows_mate_is_the_turning_point() {
    let review = reviewed("f2f3 e7e5 g2g4 d8h4");
    let [turn] = review.turning.as_slice() else {
        panic!("{:?}", review.turning)
    };
    assert_eq!(turn.ply, 3);
    assert!(turn.loss > 0.3, "{}", turn.loss);
    assert_ne!(
        turn.better.moves.first(),
        played("f2f3 e7e5 g2g4").moves().last()
    );
    assert_eq!(turn.answer_why, [Why::Mates { moves: 1 }]);
    let last = review.points.last().unwrap();
    assert!(last.best.is_empty());
    assert_eq!(last.turn, Color::White);
    assert!(last.expectation_of_white() < 0.001);
}

#[test]
fn a_game_of_sensible_moves_does_not_turn() {
    let review = reviewed("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6");
    assert!(review.turning.is_empty(), "{:?}", review.turning);
    assert!(review.points.iter().all(|point| point.loss < 0.1));
}

#[test]
fn a_lost_queen_is_a_turning_point_and_the_better_move_is_another() {
    // 6.Nxe5 gives the queen, and the knight on c6 guards what a mate on f7 would need.
    let review = reviewed("e2e4 e7e5 g1f3 d7d6 b1c3 c8g4 h2h3 g4h5 a2a3 b8c6 f3e5 h5d1 c3d1 d6e5");
    let turn = review.turning.iter().find(|turn| turn.ply == 11).unwrap();
    assert!(turn.loss > 0.1);
    assert!(!turn.why.is_empty());
    assert_eq!(
        turn.answer.first().map(|mv| mv.destination().to_string()),
        Some("d1".to_owned())
    );
}

#[test]
fn it_can_be_stopped_and_gone_on_with() {
    let game = played("f2f3 e7e5 g2g4 d8h4");
    let mut engine = Engine::new(Options::default());
    let stop = Stop::new();
    let halted = stop.clone();
    let part = review(
        &mut engine,
        &game,
        20_000,
        &mut |_, done, _| {
            if done == 2 {
                halted.stop();
            }
        },
        &stop,
    );
    assert!(!part.complete);
    let plies: Vec<usize> = part.points.iter().map(|point| point.ply).collect();
    assert_eq!(plies, [3, 4]);

    let mut reviewer = Reviewer::new(&game, 20_000);
    assert!(reviewer.step(&mut engine, &Stop::new()).is_some());
    assert!(reviewer.step(&mut engine, &stop).is_none());
    assert_eq!((reviewer.done(), reviewer.total()), (1, 5));
    while reviewer.step(&mut engine, &Stop::new()).is_some() {}
    assert!(reviewer.review(&mut engine, &Stop::new()).complete);
}
