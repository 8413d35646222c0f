//! Who plays whom from which opening: each against each, every opening twice with colors swapped.
//! Not here: what comes of it.

/// One game of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fixture {
    /// Its number in the match, from 0.
    pub(super) number: usize,
    /// Which of the pairings it belongs to.
    pub(super) pairing: usize,
    /// Which pair of games of this pairing, and so which opening.
    pub(super) pair: usize,
    /// The engine that plays White.
    pub(super) white: usize,
    /// The engine that plays Black.
    pub(super) black: usize,
}

/// Every two engines, the earlier first.
pub(super) fn pairings(engines: usize) -> Vec<(usize, usize)> {
    let firsts = 0..engines;
    firsts
        .flat_map(|first| (first + 1..engines).map(move |second| (first, second)))
        .collect()
}

/// All games in their order: after each opening all pairings have played as many.
pub(super) fn fixtures(engines: usize, games_each: usize) -> Vec<Fixture> {
    let pairings = pairings(engines);
    let mut fixtures = Vec::new();
    for pair in 0..games_each / 2 {
        for (pairing, &(first, second)) in pairings.iter().enumerate() {
            for (white, black) in [(first, second), (second, first)] {
                fixtures.push(Fixture {
                    number: fixtures.len(),
                    pairing,
                    pair,
                    white,
                    black,
                });
            }
        }
    }
    fixtures
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_plays_each_with_both_colors_from_each_opening() {
        let fixtures = fixtures(3, 4);
        assert_eq!(fixtures.len(), 12);
        for first in 0..3 {
            for second in 0..3 {
                let games = fixtures
                    .iter()
                    .filter(|it| (it.white, it.black) == (first, second));
                let openings: Vec<usize> = games.map(|it| it.pair).collect();
                let expected: &[usize] = if first == second { &[] } else { &[0, 1] };
                assert_eq!(openings, expected);
            }
        }
        assert!(
            fixtures
                .iter()
                .enumerate()
                .all(|(number, it)| it.number == number)
        );
        // More games later leave the earlier ones as they are.
        assert_eq!(super::fixtures(3, 8)[..12], fixtures);
    }
}
