//! The evaluation as a function of its weights: its value, its slopes, and how far the points that
//! it foretells are from those that were made. Not here: how better weights are found (`fit`).

use super::samples::{Entry, Sample, Samples};
use crate::eval::layout::{COMPLEXITY_COUNT, DANGER_COUNT, TERM_COUNT};
use crate::eval::weights::{COMPLEXITY_WEIGHTS, DANGER_WEIGHTS, WEIGHTS};
use crate::eval::{MOST_DANGER, WHOLE_PHASE, WHOLE_SCALE};

/// Where the weights of each kind begin in one list of all of them.
pub(super) const END: usize = TERM_COUNT;
pub(super) const DANGER: usize = 2 * TERM_COUNT;
pub(super) const COMPLEXITY: usize = DANGER + DANGER_COUNT;
pub(super) const ALL: usize = COMPLEXITY + COMPLEXITY_COUNT;

/// All weights of the evaluation: of terms in the middlegame, in the endgame, of dangers, of
/// complexity.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights(pub(super) Vec<f64>);

impl Weights {
    /// Those by which the engine plays.
    #[must_use]
    pub fn current() -> Weights {
        let middle = WEIGHTS.iter().map(|pair| pair.middle());
        let end = WEIGHTS.iter().map(|pair| pair.end());
        let dangers = DANGER_WEIGHTS.iter().copied();
        let complexity = COMPLEXITY_WEIGHTS.iter().copied();
        let all = middle.chain(end).chain(dangers).chain(complexity);
        Weights(all.map(f64::from).collect())
    }
}

/// What the weights of a position add up to.
struct Sums {
    middle: f64,
    end: f64,
    dangers: [f64; 2],
    complexity: f64,
}

/// The value for White and its slope by each sum.
pub(super) struct Slopes {
    pub(super) value: f64,
    middle: f64,
    end: f64,
    dangers: [f64; 2],
    complexity: f64,
}

fn dot(entries: &[Entry], weights: &[f64]) -> f64 {
    let product = |entry: &Entry| weights[usize::from(entry.index)] * f64::from(entry.count);
    entries.iter().map(product).sum()
}

impl Sums {
    fn new(sample: &Sample<'_>, weights: &Weights) -> Sums {
        let all = &weights.0;
        let (mut middle, mut end) = (0.0, 0.0);
        for entry in sample.terms {
            let count = f64::from(entry.count);
            middle += all[usize::from(entry.index)] * count;
            end += all[END + usize::from(entry.index)] * count;
        }
        Sums {
            middle,
            end,
            dangers: sample.dangers.map(|entries| dot(entries, &all[DANGER..])),
            complexity: dot(sample.complexity, &all[COMPLEXITY..]),
        }
    }

    /// The same steps as in `eval`, without rounding.
    fn slopes(&self, sample: &Sample<'_>) -> Slopes {
        let phase = f64::from(sample.frame.phase) / f64::from(WHOLE_PHASE);
        let (mut middle, mut end) = (self.middle, self.end);
        let mut danger_slopes = [(0.0, 0.0); 2];
        for (slope, (danger, sign)) in danger_slopes
            .iter_mut()
            .zip(self.dangers.iter().zip([-1.0, 1.0]))
        {
            let most = f64::from(MOST_DANGER);
            let felt = danger.clamp(0.0, most);
            middle += sign * felt * felt / 4096.0;
            end += sign * felt / 16.0;
            if *danger > 0.0 && *danger < most {
                *slope = (sign * 2.0 * felt / 4096.0, sign / 16.0);
            }
        }
        let sign = if end == 0.0 { 0.0 } else { end.signum() };
        let helps = self.complexity > -end.abs();
        let end = if helps {
            end + sign * self.complexity
        } else {
            0.0
        };
        let scale = sample.frame.scale[usize::from(end < 0.0)];
        let end_share = (1.0 - phase) * f64::from(scale) / f64::from(WHOLE_SCALE);
        let end_slope = if helps { end_share } else { 0.0 };
        Slopes {
            value: middle * phase + end * end_share,
            middle: phase,
            end: end_slope,
            dangers: danger_slopes.map(|(middle, end)| middle * phase + end * end_slope),
            complexity: sign * end_slope,
        }
    }
}

pub(super) fn slopes(sample: &Sample<'_>, weights: &Weights) -> Slopes {
    Sums::new(sample, weights).slopes(sample)
}

impl Slopes {
    /// Adds the slope of the loss by each weight, given that by the value.
    pub(super) fn add_to(&self, gradient: &mut [f64], sample: &Sample<'_>, by_value: f64) {
        let (middle, end) = (by_value * self.middle, by_value * self.end);
        for entry in sample.terms {
            let count = f64::from(entry.count);
            gradient[usize::from(entry.index)] += middle * count;
            gradient[END + usize::from(entry.index)] += end * count;
        }
        for (entries, slope) in sample.dangers.iter().zip(self.dangers) {
            for entry in *entries {
                gradient[DANGER + usize::from(entry.index)] +=
                    by_value * slope * f64::from(entry.count);
            }
        }
        for entry in sample.complexity {
            let count = f64::from(entry.count);
            gradient[COMPLEXITY + usize::from(entry.index)] += by_value * self.complexity * count;
        }
    }
}

/// Points to expect at a value, 0 to 1, if `scale` is how fast they grow with it.
pub(super) fn points(value: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-scale * value).exp())
}

/// What the model shall say: `blend` parts of the result, the rest of the search's score.
pub(super) fn target(sample: &Sample<'_>, scale: f64, blend: f64) -> f64 {
    let result = f64::from(sample.half_points) / 2.0;
    blend * result + (1.0 - blend) * points(f64::from(sample.score), scale)
}

/// The mean squared distance from the target.
#[must_use]
pub fn mean_loss(samples: &Samples, weights: &Weights, scale: f64, blend: f64) -> f64 {
    let all: Vec<u32> = (0..samples.len() as u32).collect();
    mean_loss_of(samples, &all, weights, scale, blend)
}

pub(super) fn mean_loss_of(
    samples: &Samples,
    which: &[u32],
    weights: &Weights,
    scale: f64,
    blend: f64,
) -> f64 {
    let loss = |&at: &u32| {
        let sample = samples.get(at);
        let value = slopes(&sample, weights).value;
        (points(value, scale) - target(&sample, scale, blend)).powi(2)
    };
    which.iter().map(loss).sum::<f64>() / which.len().max(1) as f64
}

/// The scale under which the values foretell the results best, by trying (golden section). With
/// `by_search` the scores of the search are asked instead of the evaluation's own.
#[must_use]
pub fn scale_of(samples: &Samples, weights: &Weights, by_search: bool) -> f64 {
    let values: Vec<(f64, f64)> = (0..samples.len() as u32)
        .map(|at| {
            let sample = samples.get(at);
            let value = if by_search {
                f64::from(sample.score)
            } else {
                slopes(&sample, weights).value
            };
            (value, f64::from(sample.half_points) / 2.0)
        })
        .collect();
    let loss = |scale: f64| -> f64 {
        let error = |&(value, result): &(f64, f64)| (points(value, scale) - result).powi(2);
        values.iter().map(error).sum()
    };
    let ratio = (5.0_f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (0.0005, 0.02);
    while high - low > 1e-6 {
        let (a, b) = (high - ratio * (high - low), low + ratio * (high - low));
        if loss(a) < loss(b) {
            high = b;
        } else {
            low = a;
        }
    }
    f64::midpoint(low, high)
}
