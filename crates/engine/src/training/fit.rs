//! Finding better weights: Adam over small batches, until positions that were not learned from get
//! no better. Not here: the loss and its slopes (`model`), files.

use std::fmt::Write as _;

use thiserror::Error;

use super::model::{ALL, COMPLEXITY, DANGER, Weights, mean_loss_of, points, slopes, target};
use super::numbers::Numbers;
use super::samples::Samples;

/// How weights are fitted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FitOptions {
    /// Seed of the order of positions.
    pub seed: u64,
    /// How fast points grow with values.
    pub scale: f64,
    /// Parts of the result in the target; the rest is the search's score. 0 to 1.
    pub blend: f64,
    /// The first step of a weight, in centipawns.
    pub rate: f64,
    /// Positions for each step.
    pub batch: usize,
    /// Rounds without progress after which it ends.
    pub patience: u32,
}

impl Default for FitOptions {
    fn default() -> FitOptions {
        FitOptions {
            seed: 1,
            scale: 0.004,
            blend: 0.6,
            rate: 1.0,
            batch: 8192,
            patience: 5,
        }
    }
}

impl FitOptions {
    /// What cannot change on the way; patience can.
    fn agreed(&self) -> String {
        format!(
            "seed {} scale {:?} blend {:?} rate {:?} batch {}",
            self.seed, self.scale, self.blend, self.rate, self.batch
        )
    }
}

/// Why a fit cannot go on from a text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CheckpointError {
    /// The text is none, or was made for other weights.
    #[error("it is no checkpoint of these weights")]
    NotOne,
    /// The positions were others.
    #[error("it was made from other games")]
    OtherSamples,
    /// The options were others.
    #[error("it was made with {then}, and now it is {now}")]
    OtherOptions {
        /// Those of the text.
        then: String,
        /// Those that were given.
        now: String,
    },
}

/// How hard weights are held to where they began: as if a few positions spoke for that.
const HOLD: f64 = 2e-10;
/// Weights of danger come in smaller units.
const DANGER_RATE: f64 = 8.0;
/// Steps shorten from round to round.
const RATE_DECAY: f64 = 0.82;
const MEAN_DECAY: f64 = 0.9;
const SQUARE_DECAY: f64 = 0.999;

/// A search for weights that goes on round by round.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    options: FitOptions,
    origin: Weights,
    now: Weights,
    best: Weights,
    best_loss: f64,
    means: Vec<f64>,
    squares: Vec<f64>,
    steps: i32,
    rounds: u32,
    waited: u32,
}

impl Fit {
    /// Begins at some weights.
    #[must_use]
    pub fn new(origin: Weights, options: FitOptions) -> Fit {
        Fit {
            options,
            now: origin.clone(),
            best: origin.clone(),
            origin,
            best_loss: f64::INFINITY,
            means: vec![0.0; ALL],
            squares: vec![0.0; ALL],
            steps: 0,
            rounds: 0,
            waited: 0,
        }
    }

    /// The best weights so far: those that it began with, until others are better.
    #[must_use]
    pub fn best(&self) -> &Weights {
        &self.best
    }

    /// Their loss on positions that were not learned from.
    #[must_use]
    pub fn best_loss(&self) -> f64 {
        self.best_loss
    }

    /// How many rounds it has gone.
    #[must_use]
    pub fn rounds(&self) -> u32 {
        self.rounds
    }

    /// Whether more rounds would bring nothing.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.waited >= self.options.patience
    }

    /// Goes once through all positions; returns the losses on those learned from, as they came, and
    /// on the others.
    pub fn round(&mut self, samples: &Samples) -> (f64, f64) {
        let (mut learned, kept) = samples.parted();
        let FitOptions { scale, blend, .. } = self.options;
        if self.rounds == 0 {
            self.best_loss = mean_loss_of(samples, &kept, &self.origin, scale, blend);
        }
        shuffle(&mut learned, self.options.seed ^ u64::from(self.rounds));
        let mut loss = 0.0;
        for batch in learned.chunks(self.options.batch.max(1)) {
            loss += self.step(samples, batch);
        }
        let loss = loss / learned.len().max(1) as f64;
        let judged = mean_loss_of(samples, &kept, &self.now, scale, blend);
        self.rounds += 1;
        if judged < self.best_loss - 1e-7 {
            self.best_loss = judged;
            self.best = self.now.clone();
            self.waited = 0;
        } else {
            self.waited += 1;
        }
        (loss, judged)
    }

    /// One step by some positions; returns the sum of their losses before it.
    fn step(&mut self, samples: &Samples, batch: &[u32]) -> f64 {
        let FitOptions { scale, blend, .. } = self.options;
        let (loss, gradient) = gradient(samples, batch, &self.now, scale, blend);
        self.steps += 1;
        let rate = self.options.rate * RATE_DECAY.powi(self.rounds as i32);
        let mean_part = 1.0 - MEAN_DECAY.powi(self.steps);
        let square_part = 1.0 - SQUARE_DECAY.powi(self.steps);
        for (at, slope) in gradient.iter().enumerate() {
            let slope =
                slope / batch.len() as f64 + 2.0 * HOLD * (self.now.0[at] - self.origin.0[at]);
            self.means[at] = MEAN_DECAY * self.means[at] + (1.0 - MEAN_DECAY) * slope;
            self.squares[at] =
                SQUARE_DECAY * self.squares[at] + (1.0 - SQUARE_DECAY) * slope * slope;
            let rate = if (DANGER..COMPLEXITY).contains(&at) {
                DANGER_RATE * rate
            } else {
                rate
            };
            let step =
                self.means[at] / mean_part / ((self.squares[at] / square_part).sqrt() + 1e-12);
            self.now.0[at] -= rate * step;
        }
        loss
    }

    /// All of it as text, to go on from later with the same positions.
    #[must_use]
    pub fn to_text(&self, samples: &Samples) -> String {
        let mut text = format!(
            "tune 2 {} {} {} {} {:?}\n{:016x}\n{}\n",
            ALL,
            self.steps,
            self.rounds,
            self.waited,
            self.best_loss,
            samples.fingerprint(),
            self.options.agreed()
        );
        for at in 0..ALL {
            let numbers = [
                self.origin.0[at],
                self.now.0[at],
                self.best.0[at],
                self.means[at],
                self.squares[at],
            ];
            let line = numbers.map(|number| format!("{number:?}")).join(" ");
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{line}");
        }
        text
    }

    /// Goes on from that text.
    ///
    /// # Errors
    /// When it is none, or when weights, positions or options were others.
    pub fn from_text(
        text: &str,
        samples: &Samples,
        options: FitOptions,
    ) -> Result<Fit, CheckpointError> {
        let (fit, data, then) = Fit::read(text, options).ok_or(CheckpointError::NotOne)?;
        let now = options.agreed();
        if data != format!("{:016x}", samples.fingerprint()) {
            Err(CheckpointError::OtherSamples)
        } else if then != now {
            let then = then.to_owned();
            Err(CheckpointError::OtherOptions { then, now })
        } else {
            Ok(fit)
        }
    }

    /// With what stands for the positions and the options in the text.
    fn read(text: &str, options: FitOptions) -> Option<(Fit, &str, &str)> {
        let mut lines = text.lines();
        let mut head = lines.next()?.strip_prefix("tune 2 ")?.split(' ');
        if head.next()?.parse::<usize>().ok()? != ALL {
            return None;
        }
        let mut fit = Fit::new(Weights(vec![0.0; ALL]), options);
        fit.steps = head.next()?.parse().ok()?;
        fit.rounds = head.next()?.parse().ok()?;
        fit.waited = head.next()?.parse().ok()?;
        fit.best_loss = head.next()?.parse().ok()?;
        let (data, agreed) = (lines.next()?, lines.next()?);
        for at in 0..ALL {
            let mut numbers = lines.next()?.split(' ').map(str::parse::<f64>);
            let mut number = || numbers.next()?.ok();
            fit.origin.0[at] = number()?;
            fit.now.0[at] = number()?;
            fit.best.0[at] = number()?;
            fit.means[at] = number()?;
            fit.squares[at] = number()?;
        }
        Some((fit, data, agreed))
    }
}

/// The sum of losses of some positions and its slope by each weight.
pub(super) fn gradient(
    samples: &Samples,
    batch: &[u32],
    weights: &Weights,
    scale: f64,
    blend: f64,
) -> (f64, Vec<f64>) {
    let mut gradient = vec![0.0; ALL];
    let mut loss = 0.0;
    for &at in batch {
        let sample = samples.get(at);
        let slopes = slopes(&sample, weights);
        let said = points(slopes.value, scale);
        let error = said - target(&sample, scale, blend);
        loss += error * error;
        slopes.add_to(
            &mut gradient,
            &sample,
            2.0 * error * said * (1.0 - said) * scale,
        );
    }
    (loss, gradient)
}

fn shuffle(list: &mut [u32], seed: u64) {
    let mut numbers = Numbers::new(seed);
    for at in (1..list.len()).rev() {
        list.swap(at, numbers.below(at + 1));
    }
}
