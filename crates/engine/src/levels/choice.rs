//! Which of the moves that were thought of is played: by what they seem worth, by habit and by
//! style. Not here: how they came to be thought of (`opponent`).

use tabiya_rules::{Move, Position, Role};

use super::habit::Scene;
use super::judge::{distance, rank_of, worth};
use super::look::{MATE_SEEN, Thought};
use super::numbers::Numbers;
use super::table::Style;

/// Moves that habit gives less are odd.
const ODD: f64 = 0.05;

/// The points that a value promises. Beyond what is won anyway, more still counts a little: so
/// the winner goes on winning, and the loser does not throw away the rest.
pub(super) fn points(value: i32) -> f64 {
    let value = f64::from(value);
    let linear = value.clamp(-3000.0, 3000.0) * 0.000_3;
    let mate = if value.abs() > f64::from(MATE_SEEN) {
        value.signum() + (value.abs() - f64::from(MATE_SEEN)) * value.signum() * 0.001
    } else {
        0.0
    };
    1.0 / (1.0 + (-0.004 * value).exp()) + linear + mate
}

/// How likely each move is, beside its value: the sum of them all is not 1. Misjudged values are
/// already in `thoughts`.
pub(super) fn weights(
    scene: &Scene<'_>,
    position: &Position,
    thoughts: &[Thought],
    numbers: &Numbers,
    style: Style,
) -> Vec<f64> {
    let best = thoughts.iter().map(|thought| thought.value).max();
    let best = best.unwrap_or(0);
    let losing = best < -250;
    let moves: Vec<Move> = thoughts.iter().map(|thought| thought.mv).collect();
    let shares = scene.shares(&moves);
    let logit = |(thought, &share): (&Thought, &f64)| {
        let worth = points(thought.value) / numbers.heat;
        let taste = liking(style, position, thought.mv, best - thought.value)
            + if losing {
                fight(position, thought.mv)
            } else {
                0.0
            };
        // What looks odd is looked at twice before it is played.
        let odd = (share / (share + ODD)).ln();
        worth + numbers.habit * (share.ln() + odd) + numbers.taste * taste
    };
    let logits: Vec<f64> = thoughts.iter().zip(&shares).map(logit).collect();
    let top = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    logits.iter().map(|logit| (logit - top).exp()).collect()
}

/// The place that a fraction between 0 and 1 falls on, each as wide as its weight.
pub(super) fn draw(weights: &[f64], fraction: f64) -> usize {
    let mut left = fraction * weights.iter().sum::<f64>();
    for (place, weight) in weights.iter().enumerate() {
        left -= weight;
        if left < 0.0 {
            return place;
        }
    }
    weights.len().saturating_sub(1)
}

/// How much a style likes a move that seems to lose so many centipawns.
fn liking(style: Style, position: &Position, mv: Move, loss: i32) -> f64 {
    let board = position.board();
    let us = position.turn();
    let (from, to) = (mv.from(), mv.destination());
    let role = mv.role();
    let taken = mv
        .capture_square(position)
        .and_then(|square| board.role_at(square));
    let after = || position.after_unchecked(mv);
    let guards = board.attackers(to, !us);
    let enemy_king = position.king(!us);
    let bares_king = role == Role::Pawn
        && distance(from, position.king(us)) == 1
        && rank_of(position.king(us), us) == 0
        && position.castling_rights().is_empty();
    match style {
        Style::Beginner | Style::Universal => 0.0,
        Style::Grabber => match taken {
            Some(taken) => 2.0 + f64::from(worth(taken)) / 500.0,
            None => 0.0,
        },
        Style::Attacker => {
            let mut likes = 0.0;
            if after().is_check() {
                likes += 1.4;
            }
            let nearer = distance(to, enemy_king) < distance(from, enemy_king);
            if nearer && role != Role::King {
                likes += if distance(to, enemy_king) <= 3 {
                    0.9
                } else {
                    0.3
                };
            }
            let gives = guards.any() && worth(role) > taken.map_or(0, worth) + 100;
            if gives && loss < 40 {
                likes += 1.0;
            }
            likes
        }
        Style::Endgame => match taken {
            Some(taken) if guards.any() && worth(taken).abs_diff(worth(role)) <= 30 => {
                if taken == Role::Queen { 2.5 } else { 1.4 }
            }
            _ => 0.0,
        },
        Style::Careful | Style::Solid => {
            let mut likes = 0.0;
            if mv.castling_side().is_some() {
                likes += 1.5;
            }
            if bares_king {
                likes -= 1.2;
            }
            let alone = (board.attackers(to, us) - from.into()).is_empty();
            if guards.any() && alone && taken.is_none() {
                likes -= 1.5;
            } else if !alone {
                likes += 0.4;
            }
            if style == Style::Careful && rank_of(to, us) > 4 && taken.is_none() {
                likes -= 0.5;
            }
            likes
        }
    }
}

/// What a player who stands badly tries: checks and threats to the king rather than trades.
fn fight(position: &Position, mv: Move) -> f64 {
    let us = position.turn();
    let board = position.board();
    let mut likes = 0.0;
    if position.after_unchecked(mv).is_check() {
        likes += 0.5;
    }
    let king = position.king(!us);
    if mv.role() != Role::King && distance(mv.destination(), king) <= 2 {
        likes += 0.5;
    }
    let taken = mv
        .capture_square(position)
        .and_then(|square| board.role_at(square));
    if let Some(taken) = taken
        && board.attackers(mv.destination(), !us).any()
        && worth(taken).abs_diff(worth(mv.role())) <= 30
    {
        likes -= 1.0;
    }
    likes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_is_always_better() {
        let mut last = f64::NEG_INFINITY;
        for value in -30_000..=30_000 {
            let now = points(value);
            let is_flat = value.abs() > 3000 && value.abs() <= MATE_SEEN;
            assert!(now > last || is_flat && now >= last, "{value}");
            last = now;
        }
    }

    #[test]
    fn draws_follow_the_weights() {
        assert_eq!(draw(&[1.0, 1.0], 0.49), 0);
        assert_eq!(draw(&[1.0, 1.0], 0.51), 1);
        assert_eq!(draw(&[0.0, 1.0, 0.0], 0.999_999), 1);
        assert_eq!(draw(&[], 0.5), 0);
    }
}
