//! Learning the weights of habit: from moves that people played, by the greatest likelihood of
//! those among all legal ones.

use tabiya_rules::{Game, Move};

use crate::levels::chance::mix;
use crate::levels::habit::{FEATURES, Scene};

/// A move that somebody played, with all that could have been played.
#[derive(Clone, Debug)]
pub struct Example {
    /// The features of each legal move.
    moves: Vec<Vec<u16>>,
    /// Which of them was played.
    played: usize,
}

impl Example {
    /// What a move in a game tells; `None` if it is not legal there.
    #[must_use]
    pub fn new(game: &Game, played: Move) -> Option<Example> {
        let scene = Scene::of(game);
        let legal = game.position().legal_moves();
        let place = legal.iter().position(|&mv| mv == played)?;
        let features = |&mv: &Move| {
            let mut found = Vec::new();
            scene.features(mv, &mut |feature| {
                found.push(u16::try_from(feature).unwrap_or(0));
            });
            found
        };
        Some(Example {
            moves: legal.iter().map(features).collect(),
            played: place,
        })
    }
}

/// How well weights foretell moves that they were not learned from.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// In hundredths of a logit, one for each feature.
    pub weights: Vec<i16>,
    /// The mean logarithm of the chance given to the move that was played.
    pub likelihood: f64,
    /// The share of moves that were foretold.
    pub foretold: f64,
}

/// Learns from examples in so many rounds; each tenth example is kept back for the proof.
#[must_use]
pub fn learn(examples: &[Example], rounds: u32, mut round_done: impl FnMut(u32)) -> Lesson {
    let mut weights = vec![0.0_f64; FEATURES];
    let mut seen = vec![1.0_f64; FEATURES];
    let is_kept = |place: usize| place % 10 == 9;
    for round in 0..rounds {
        let mut order: Vec<usize> = (0..examples.len()).filter(|&n| !is_kept(n)).collect();
        order.sort_by_key(|&n| mix(u64::try_from(n).unwrap_or(0) ^ u64::from(round) << 40));
        for example in order.into_iter().filter_map(|n| examples.get(n)) {
            step(example, &mut weights, &mut seen);
        }
        round_done(round);
    }
    let mut likelihood = 0.0;
    let mut foretold = 0.0;
    let mut count = 0.0_f64;
    let kept = examples.iter().enumerate().filter(|&(n, _)| is_kept(n));
    for (_, example) in kept {
        let chances = chances(example, &weights);
        let played = chances.get(example.played).copied().unwrap_or(0.0);
        likelihood += played.max(1e-12).ln();
        foretold += f64::from(u8::from(chances.iter().all(|&chance| chance <= played)));
        count += 1.0;
    }
    #[expect(clippy::cast_possible_truncation, reason = "clamped to what fits")]
    let whole = |weight: &f64| (weight * 100.0).round().clamp(-3000.0, 3000.0) as i16;
    Lesson {
        weights: weights.iter().map(whole).collect(),
        likelihood: likelihood / count.max(1.0),
        foretold: foretold / count.max(1.0),
    }
}

fn chances(example: &Example, weights: &[f64]) -> Vec<f64> {
    let weight = |&feature: &u16| weights.get(usize::from(feature)).copied().unwrap_or(0.0);
    let logits: Vec<f64> = example
        .moves
        .iter()
        .map(|features| features.iter().map(weight).sum())
        .collect();
    let top = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let parts: Vec<f64> = logits.iter().map(|logit| (logit - top).exp()).collect();
    let sum: f64 = parts.iter().sum();
    parts.iter().map(|part| part / sum).collect()
}

/// One step uphill, shorter for features that were seen often.
fn step(example: &Example, weights: &mut [f64], seen: &mut [f64]) {
    let chances = chances(example, weights);
    for ((place, features), chance) in example.moves.iter().enumerate().zip(chances) {
        let slope = f64::from(u8::from(place == example.played)) - chance;
        if slope.abs() < 1e-4 {
            continue;
        }
        for feature in features.iter().map(|&feature| usize::from(feature)) {
            if let (Some(weight), Some(seen)) = (weights.get_mut(feature), seen.get_mut(feature)) {
                *seen += slope * slope;
                *weight += 0.1 * (slope - 0.0002 * *weight) / seen.sqrt();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tabiya_rules::{Position, Uci};

    use super::*;

    #[test]
    fn what_is_always_played_is_learned() {
        let game = Game::new(Position::standard());
        let mv = "g1f3".parse::<Uci>().unwrap();
        let mv = mv.resolve(game.position()).unwrap();
        let examples = vec![Example::new(&game, mv).unwrap(); 200];
        let lesson = learn(&examples, 3, |_| {});
        assert!(
            lesson.foretold > 0.99 && lesson.likelihood > -0.7,
            "{lesson:?}"
        );
    }
}
