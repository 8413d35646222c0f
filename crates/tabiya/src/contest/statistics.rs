//! What the results of a match say: Elo with its error, and the sequential test of two hypotheses,
//! both from pairs of games. Not here: which games there were.
//!
//! The two games of a pair begin from the same opening, so their results hang together; the pairs
//! do not. That is why pairs are counted by the points that the first engine made in them: 0, ½, 1,
//! 1½ or 2, the five classes of a pentanomial distribution.

use std::fmt;

/// The results of one pairing, as the first of the two sees them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) wins: u32,
    pub(super) draws: u32,
    pub(super) losses: u32,
    /// Whole pairs by half points: 0 to 4.
    pub(super) pairs: [u32; 5],
}

/// Elo with the half-width of its interval of 95 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Elo {
    pub(super) difference: f64,
    pub(super) error: f64,
}

/// The expected score of a player who is so much stronger.
fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// How much stronger a player with this score is; infinite for 0 and 1.
fn elo_of(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

impl Tally {
    pub(super) fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Points of the first.
    pub(super) fn points(&self) -> f64 {
        f64::from(self.wins) + f64::from(self.draws) / 2.0
    }

    pub(super) fn draw_ratio(&self) -> f64 {
        f64::from(self.draws) / f64::from(self.games().max(1))
    }

    /// The difference in Elo by the whole pairs. `None` before there are two of them, and where
    /// one side made all points.
    pub(super) fn elo(&self) -> Option<Elo> {
        let count: u32 = self.pairs.iter().sum();
        if count < 2 {
            return None;
        }
        let classes = distribution(self.pairs.map(f64::from));
        let mean: f64 = classes.iter().map(|(score, share)| score * share).sum();
        let variance: f64 = classes
            .iter()
            .map(|(score, share)| share * (score - mean).powi(2))
            .sum();
        if mean <= 0.0 || mean >= 1.0 {
            return None;
        }
        let deviation = 1.96 * (variance / f64::from(count)).sqrt();
        // An interval that reaches beyond what scores can be is cut there.
        let least = (mean - deviation).max(1e-4);
        let most = (mean + deviation).min(1.0 - 1e-4);
        Some(Elo {
            difference: elo_of(mean),
            error: (elo_of(most) - elo_of(least)) / 2.0,
        })
    }
}

/// Scores of a game of a pair, 0 to 1, with the share of the pairs that have it.
fn distribution(counts: [f64; 5]) -> [(f64, f64); 5] {
    let all: f64 = counts.iter().sum();
    let [a, b, c, d, e] = counts.map(|count| count / all);
    [(0.0, a), (0.25, b), (0.5, c), (0.75, d), (1.0, e)]
}

/// A sequential probability ratio test: is the first engine stronger by `elo1` rather than by
/// `elo0`?
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sprt {
    pub(super) elo0: f64,
    pub(super) elo1: f64,
    /// How often `elo1` may be accepted where `elo0` is true.
    pub(super) alpha: f64,
    /// How often `elo0` may be accepted where `elo1` is true.
    pub(super) beta: f64,
}

/// How such a test stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    Open,
    /// `elo0`: not the improvement that was hoped for.
    Elo0,
    /// `elo1`.
    Elo1,
}

impl Sprt {
    /// Below the first `elo0` is accepted, above the second `elo1`.
    pub(super) fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    /// The logarithm of the ratio of likelihoods: for each hypothesis the likelihood of the pairs
    /// under that distribution of all with its expected score under which they are likeliest.
    pub(super) fn log_likelihood_ratio(&self, pairs: [u32; 5]) -> f64 {
        // A class without a pair gets a trace, so that every score can be explained.
        let counts = pairs.map(|count| f64::from(count).max(1e-3));
        let all: f64 = counts.iter().sum();
        let classes = distribution(counts);
        let [of_elo0, of_elo1] = [self.elo0, self.elo1].map(expected_score);
        let (tilt0, tilt1) = (tilt(&classes, of_elo0), tilt(&classes, of_elo1));
        let sum: f64 = classes
            .iter()
            .map(|(score, share)| {
                let under0 = 1.0 + tilt0 * (score - of_elo0);
                let under1 = 1.0 + tilt1 * (score - of_elo1);
                share * (under0 / under1).ln()
            })
            .sum();
        all * sum
    }

    pub(super) fn decision(&self, pairs: [u32; 5]) -> Decision {
        let ratio = self.log_likelihood_ratio(pairs);
        match self.bounds() {
            (least, _) if ratio <= least => Decision::Elo0,
            (_, most) if ratio >= most => Decision::Elo1,
            _ => Decision::Open,
        }
    }
}

/// The likeliest distribution with mean `mean` gives each class the share `share / (1 + x (score −
/// mean))`; this is x, where the weighted deviations cancel out. They fall as x grows, so halving
/// the interval finds it.
fn tilt(classes: &[(f64, f64); 5], mean: f64) -> f64 {
    let deviations = |x: f64| -> f64 {
        classes
            .iter()
            .map(|(score, share)| share * (score - mean) / (1.0 + x * (score - mean)))
            .sum()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if deviations(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.1} ± {:.1}", self.difference, self.error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn about(found: f64, expected: f64, within: f64) {
        assert!(
            (found - expected).abs() < within,
            "{found} is not {expected}"
        );
    }

    fn tally(pairs: [u32; 5]) -> Tally {
        Tally {
            pairs,
            ..Tally::default()
        }
    }

    #[test]
    fn elo_by_hand() {
        // Ten pairs, 11 of 20 points: the score is 0.55. Squared deviations: 2 · 0.3² + 4 · 0.05² +
        // 4 · 0.2² = 0.35, so the variance is 0.035 and the error of the mean 1.96 · √0.0035.
        let elo = tally([0, 2, 4, 4, 0]).elo().unwrap();
        about(elo.difference, 400.0 * (0.55f64 / 0.45).log10(), 1e-9);
        let half = 1.96 * 0.0035f64.sqrt();
        let (low, high) = (0.55 - half, 0.55 + half);
        let error = 200.0 * ((high / (1.0 - high)).log10() - (low / (1.0 - low)).log10());
        about(elo.error, error, 1e-9);
        assert_eq!(tally([0, 0, 0, 0, 3]).elo(), None);
        assert_eq!(tally([0, 0, 1, 0, 0]).elo(), None);
        about(tally([1, 1, 4, 1, 1]).elo().unwrap().difference, 0.0, 1e-9);
    }

    #[test]
    fn pairs_that_repeat_the_same_result_tell_less_than_their_games() {
        // All pairs split: the score is exact, whatever the single games were.
        about(tally([0, 0, 50, 0, 0]).elo().unwrap().error, 0.0, 1e-9);
    }

    const TEST: Sprt = Sprt {
        elo0: 0.0,
        elo1: 5.0,
        alpha: 0.05,
        beta: 0.05,
    };

    #[test]
    fn bounds_are_those_of_wald() {
        let (least, most) = TEST.bounds();
        about(least, -2.944_438_98, 1e-8);
        about(most, 2.944_438_98, 1e-8);
    }

    #[test]
    fn pairs_won_or_lost_whole_are_tosses_of_a_coin() {
        // With two classes the likeliest distribution of a mean is that mean: 60 heads and 40
        // tails, 0.5 against 1 / (1 + 10^(−1/4)).
        let test = Sprt {
            elo1: 100.0,
            ..TEST
        };
        let heads: f64 = 1.0 / (1.0 + 10f64.powf(-0.25));
        let by_hand = 60.0 * (heads / 0.5).ln() + 40.0 * ((1.0 - heads) / 0.5).ln();
        about(test.log_likelihood_ratio([40, 0, 0, 0, 60]), by_hand, 0.01);
    }

    #[test]
    fn the_ratio_is_near_its_approximation() {
        // Near even scores the ratio is about N (s1 − s0) (2 s − s0 − s1) / (2 variance).
        let pairs = [20, 180, 560, 220, 20];
        let (s0, s1) = (expected_score(0.0), expected_score(5.0));
        let (mean, variance) = (0.51, 0.034_9);
        let approximation = 1000.0 * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        about(TEST.log_likelihood_ratio(pairs), approximation, 0.05);
        // Turned round it says the contrary of the contrary.
        let turned = Sprt {
            elo0: -5.0,
            elo1: 0.0,
            ..TEST
        };
        let other_way = turned.log_likelihood_ratio([20, 220, 560, 180, 20]);
        about(TEST.log_likelihood_ratio(pairs), -other_way, 1e-9);
    }

    #[test]
    fn decisions_come_with_the_evidence() {
        assert_eq!(TEST.decision([0; 5]), Decision::Open);
        assert_eq!(TEST.decision([2, 18, 56, 22, 2]), Decision::Open);
        assert_eq!(TEST.decision([20, 180, 500, 400, 60]), Decision::Elo1);
        assert_eq!(TEST.decision([60, 400, 500, 180, 20]), Decision::Elo0);
    }
}
