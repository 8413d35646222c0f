//! From results to ratings.

/// Where an opponent solves half of the puzzles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfPoint {
    /// The rating of puzzles of which it solves half.
    pub rating: f64,
    /// One standard error of that.
    pub error: f64,
}

/// The rating of puzzles of which half are solved: a logistic curve through the results (rating of
/// the puzzle, whether it was solved), by the greatest likelihood. The curve's steepness is fitted
/// too, within a factor of about three of the usual 400-point scale. `None` without results of
/// both kinds.
#[must_use]
pub fn half_point(results: &[(f64, bool)]) -> Option<HalfPoint> {
    if results.iter().all(|&(_, solved)| solved) || !results.iter().any(|&(_, solved)| solved) {
        return None;
    }
    let mean = results.iter().map(|&(rating, _)| rating).sum::<f64>()
        / f64::from(u32::try_from(results.len()).ok()?);
    // The logit of solving is a - b · (rating - mean) / 400.
    let (mut a, mut b) = (0.0_f64, 1.5_f64);
    let mut information = 1.0;
    for _ in 0..60 {
        let (mut da, mut db, mut aa, mut ab, mut bb) = (0.0, 0.0, 1e-9, 0.0, 1e-9);
        // A slight pull to the usual steepness steadies small samples.
        db += (1.5 - b) * 2.0;
        bb += 2.0;
        for &(rating, solved) in results {
            let x = -(rating - mean) / 400.0;
            let chance = 1.0 / (1.0 + (-(a + b * x)).exp());
            let left = f64::from(u8::from(solved)) - chance;
            let weight = chance * (1.0 - chance);
            da += left;
            db += left * x;
            aa += weight;
            ab += weight * x;
            bb += weight * x * x;
        }
        let determinant = aa * bb - ab * ab;
        if determinant.abs() < 1e-12 {
            break;
        }
        a += ((da * bb - db * ab) / determinant).clamp(-1.0, 1.0);
        b = (b + ((db * aa - da * ab) / determinant).clamp(-0.5, 0.5)).clamp(0.6, 5.0);
        information = aa;
    }
    Some(HalfPoint {
        rating: mean + 400.0 * a / b,
        error: 400.0 / b / information.sqrt(),
    })
}

/// The difference in rating that a share of the points means.
#[must_use]
pub fn elo_of_score(share: f64) -> f64 {
    let share = share.clamp(0.001, 0.999);
    400.0 * (share / (1.0 - share)).log10()
}

/// Ratings by which these results are the likeliest. Each pair: two players, the games, and the
/// points of the first. The mean is 0; a player without games stays there.
#[must_use]
pub fn ratings_of_pairs(players: usize, pairs: &[(usize, usize, f64, f64)]) -> Vec<f64> {
    let mut ratings = vec![0.0_f64; players];
    for _ in 0..4000 {
        let mut pull = vec![0.0_f64; players];
        let mut weight = vec![0.05_f64; players];
        for &(first, second, games, points) in pairs {
            let (Some(a), Some(b)) = (ratings.get(first), ratings.get(second)) else {
                continue;
            };
            let expected = games / (1.0 + 10_f64.powf((b - a) / 400.0));
            let left = points - expected;
            let information = expected * (1.0 - expected / games.max(1.0)) + 0.05;
            for (player, left) in [(first, left), (second, -left)] {
                if let (Some(pull), Some(weight)) = (pull.get_mut(player), weight.get_mut(player)) {
                    *pull += left;
                    *weight += information;
                }
            }
        }
        for ((rating, pull), weight) in ratings.iter_mut().zip(&pull).zip(&weight) {
            *rating += 0.5 * 173.7 * pull / weight;
        }
    }
    let mean = ratings.iter().sum::<f64>() / f64::from(u32::try_from(players.max(1)).unwrap_or(1));
    ratings.iter_mut().for_each(|rating| *rating -= mean);
    ratings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_half_point_is_found() {
        let results: Vec<(f64, bool)> = (0..4000)
            .map(|n| {
                let rating = 600.0 + f64::from(n % 800);
                let chance = 1.0 / (1.0 + 10_f64.powf((rating - 1100.0) / 400.0));
                let draw = f64::from((n * 7919) % 4000) / 4000.0;
                (rating, draw < chance)
            })
            .collect();
        let half = half_point(&results).unwrap();
        assert!((half.rating - 1100.0).abs() < 25.0, "{half:?}");
        assert!(half.error < 20.0, "{half:?}");
        assert!(half_point(&[(500.0, true)]).is_none());
    }

    #[test]
    fn ratings_explain_the_results() {
        let pairs = [(0, 1, 1000.0, 760.0), (1, 2, 1000.0, 640.0)];
        let ratings = ratings_of_pairs(3, &pairs);
        assert!((ratings[0] - ratings[1] - 200.0).abs() < 5.0, "{ratings:?}");
        assert!((ratings[1] - ratings[2] - 100.0).abs() < 5.0, "{ratings:?}");
        assert!((elo_of_score(0.76) - 200.0).abs() < 1.0);
    }
}
