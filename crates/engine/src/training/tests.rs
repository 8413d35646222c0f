//! What must hold of games, samples and slopes. Not here: how well weights play.

use tabiya_rules::Position;

use super::fit::gradient;
use super::model::{ALL, mean_loss_of, slopes};
use super::numbers::Numbers;
use super::*;
use crate::eval::Evaluator;
use crate::eval::trace::Silent;
use crate::{Engine, Options, Stop};

const SCALE: f64 = 0.004;
const BLEND: f64 = 0.6;

/// Positions of games by random moves, with scores and results that mean nothing.
fn random_samples(games: u32) -> (Samples, Vec<Position>) {
    let mut numbers = Numbers::new(7);
    let mut evaluator = Evaluator::new();
    let mut samples = Samples::new();
    let mut positions = Vec::new();
    for game in 0..games {
        let mut position = Position::standard();
        for _ in 0..120 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[numbers.below(moves.len())]);
            let before = samples.len();
            let quiet = Quiet {
                position: position.clone(),
                score: numbers.below(600) as i16 - 300,
            };
            samples.add(&mut evaluator, &quiet, numbers.below(3) as u8, game);
            if samples.len() > before {
                positions.push(position.clone());
            }
        }
    }
    (samples, positions)
}

#[test]
fn the_model_says_what_the_evaluation_says() {
    let (samples, positions) = random_samples(40);
    let mut evaluator = Evaluator::new();
    let weights = Weights::current();
    assert!(positions.len() > 3000);
    for (at, position) in positions.iter().enumerate() {
        let model = slopes(&samples.get(at as u32), &weights).value;
        let said = evaluator.traced(position, &mut Silent).unwrap();
        // The evaluation rounds at most four times.
        assert!(
            (model - f64::from(said)).abs() < 4.0,
            "{model} {said} {}",
            position.fen()
        );
    }
}

#[test]
fn slopes_agree_with_small_steps() {
    let (samples, _) = random_samples(6);
    let all: Vec<u32> = (0..samples.len() as u32).collect();
    let weights = Weights::current();
    let (_, slopes) = gradient(&samples, &all, &weights, SCALE, BLEND);
    let mut moved = 0;
    assert_eq!(slopes.len(), ALL);
    for (at, &slope) in slopes.iter().enumerate() {
        let loss = |by: f64| {
            let mut changed = weights.clone();
            changed.0[at] += by;
            mean_loss_of(&samples, &all, &changed, SCALE, BLEND) * all.len() as f64
        };
        let step = 1e-3;
        let stepped = (loss(step) - loss(-step)) / (2.0 * step);
        let near = 1e-6 + 0.01 * stepped.abs();
        assert!((slope - stepped).abs() < near, "{at}: {slope} {stepped}");
        moved += usize::from(slope != 0.0);
    }
    assert!(moved > ALL / 2, "{moved}");
}

#[test]
fn fitting_finds_weights_that_were_hidden() {
    let (mut samples, positions) = random_samples(60);
    // Results made by the evaluation itself; then a queen is thought to be worth a rook.
    let mut evaluator = Evaluator::new();
    samples = {
        let mut made = Samples::new();
        for (at, position) in positions.iter().enumerate() {
            let value = evaluator.traced(position, &mut Silent).unwrap();
            let score = value.clamp(-1500, 1500) as i16;
            let quiet = Quiet {
                position: position.clone(),
                score,
            };
            made.add(&mut evaluator, &quiet, 1, at as u32 / 100);
        }
        assert_eq!(made.len(), samples.len());
        made
    };
    let mut origin = Weights::current();
    let queen = crate::eval::layout::MATERIAL.start + 4;
    let right = origin.0[queen];
    origin.0[queen] -= 400.0;
    let options = FitOptions {
        blend: 0.0,
        batch: 256,
        rate: 3.0,
        patience: 99,
        ..FitOptions::default()
    };
    let mut fit = Fit::new(origin.clone(), options);
    let before = mean_loss(&samples, &origin, options.scale, 0.0);
    for _ in 0..20 {
        fit.round(&samples);
    }
    assert!(
        fit.best_loss() < before / 2.0,
        "{before} {}",
        fit.best_loss()
    );
    // Others may take over a part of what she is worth.
    let way = (fit.best().0[queen] - origin.0[queen]) / (right - origin.0[queen]);
    assert!((0.2..1.2).contains(&way), "{way}");

    // It goes on from text as if nothing had been.
    let text = fit.to_text(&samples);
    let mut again = Fit::from_text(&text, &samples, options).unwrap();
    assert_eq!(again, fit);
    assert_eq!(again.round(&samples), fit.round(&samples));
    assert_eq!(
        Fit::from_text("tune 2 3 0 0 0 0", &samples, options),
        Err(CheckpointError::NotOne)
    );
    assert_eq!(
        Fit::from_text(&text, &Samples::new(), options),
        Err(CheckpointError::OtherSamples)
    );
    let other = FitOptions {
        rate: 2.0,
        ..options
    };
    assert!(matches!(
        Fit::from_text(&text, &samples, other),
        Err(CheckpointError::OtherOptions { .. })
    ));
}

#[test]
fn the_weights_of_the_engine_are_written_as_they_stand() {
    assert_eq!(
        Weights::current().to_source(),
        include_str!("../eval/weights.rs")
    );
}

fn plan() -> Plan {
    Plan {
        seed: 5,
        nodes: 60,
        random_plies: 8,
        starts: vec![
            Position::from_fen(
                "8/pp2nkR1/5n1p/3p4/5p2/P2BP3/1PPKN3/8 b - - 0 31",
                tabiya_rules::Mode::Standard,
            )
            .unwrap(),
        ],
    }
}

#[test]
fn games_follow_from_their_numbers_and_go_to_bytes_and_back() {
    let mut bytes = Vec::new();
    let mut games = Vec::new();
    for number in 0..2 {
        let mut engine = Engine::new(Options {
            hash_mib: 1,
            ..Options::default()
        });
        let game = play_game(&mut engine, &plan(), number, &Stop::new()).unwrap();
        let again = play_game(&mut engine, &plan(), number, &Stop::new()).unwrap();
        assert_eq!(game, again);
        game.write(&mut bytes);
        games.push(game);
    }
    assert_ne!(games[0].start, games[1].start);
    let (first, size) = GameRecord::read(&bytes).unwrap().unwrap();
    let (second, rest) = GameRecord::read(&bytes[size..]).unwrap().unwrap();
    assert_eq!([first, second], games[..]);
    assert_eq!(size + rest, bytes.len());
    assert_eq!(GameRecord::read(&[]), Ok(None));
    assert_eq!(
        GameRecord::read(&bytes[..size - 1]),
        Err(RecordError::CutOff)
    );
    for game in &games {
        for quiet in quiet_positions(game) {
            assert!(!quiet.position.is_check());
        }
    }
}

#[test]
fn headers_go_to_bytes_and_back() {
    let header = plan().header();
    let elsewhere = Plan {
        starts: Vec::new(),
        ..plan()
    };
    assert_ne!(elsewhere.header(), header);
    assert_eq!(Header::from_bytes(&header.to_bytes()), Ok(header));
    assert_eq!(
        Header::from_bytes(b"something else"),
        Err(RecordError::NotGames)
    );
}
