//! How a game moves two ratings: the FIDE Rating Regulations (in force from 1 March 2024, with
//! 8.3.1 as amended on 1 October 2025), each game being a rating period of its own. Which games
//! count, and where ratings are kept, is not known here.

use tabiya_rules::{ByColor, Outcome};

/// Whoever has no rating yet has this one.
pub const FIRST_RATING: i32 = 1200;
/// Games before a rating is more than provisional: FIDE publishes none of fewer (7.1.4).
pub const PROVISIONAL_GAMES: u32 = 5;
/// Games in which a rating moves fastest (8.3.3).
const NEW_PLAYERS_GAMES: u32 = 30;
/// Whoever was once here moves slowest ever after (8.3.3).
const MASTERS_RATING: i32 = 2400;
/// A larger difference counts as this one (8.3.1) …
const LARGEST_DIFFERENCE: i32 = 400;
/// … for whoever has less than this.
const UNCAPPED_RATING: i32 = 2650;

/// The table of 8.1.2: the largest difference at which the stronger player is expected to score
/// 50, 51, 52 … hundredths of a point. What is larger than all of these counts as a whole point.
const EXPECTED: [i32; 50] = [
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162,
    170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374,
    391, 411, 432, 456, 484, 517, 559, 619, 735,
];

/// Where a person stands in one class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The rating.
    pub rating: i32,
    /// Rated games played.
    pub games: u32,
    /// The highest rating so far.
    pub peak: i32,
}

impl Default for Standing {
    fn default() -> Self {
        Self {
            rating: FIRST_RATING,
            games: 0,
            peak: FIRST_RATING,
        }
    }
}

/// What a game does to one rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The rating before the game.
    pub before: i32,
    /// The rating after it.
    pub after: i32,
    /// The development coefficient that was applied.
    pub k: i32,
}

impl Standing {
    /// Whether so few games were played that the rating says little.
    #[must_use]
    pub const fn is_provisional(&self) -> bool {
        self.games < PROVISIONAL_GAMES
    }

    /// The development coefficient K of the next game (8.3.3). From 1200 nobody comes to 2400 within
    /// 30 games, so it does not matter which of the two is asked first.
    #[must_use]
    pub const fn k(&self) -> i32 {
        if self.games < NEW_PLAYERS_GAMES {
            40
        } else if self.peak >= MASTERS_RATING {
            10
        } else {
            20
        }
    }

    /// What a game against `opponent` with this score, in hundredths of a point, does.
    fn change(&self, opponent: i32, score: i32) -> Change {
        let k = self.k();
        let hundredths = k * (score - expected(self.rating, opponent));
        Change {
            before: self.rating,
            after: self.rating.saturating_add(rounded(hundredths)),
            k,
        }
    }

    /// How things stand after a change.
    #[must_use]
    pub fn after(&self, change: &Change) -> Self {
        Self {
            rating: change.after,
            games: self.games.saturating_add(1),
            peak: self.peak.max(change.after),
        }
    }
}

/// What a game between these two does to both.
#[must_use]
pub fn rate(players: &ByColor<Standing>, outcome: Outcome) -> ByColor<Change> {
    ByColor::from_fn(|color| {
        let score = match outcome.winner() {
            Some(winner) if winner == color => 100,
            Some(_) => 0,
            None => 50,
        };
        let opponent = players.get(color.other()).rating;
        players.get(color).change(opponent, score)
    })
}

/// The score that is expected of a player, in hundredths of a point (8.1.2, 8.3.1).
fn expected(own: i32, opponent: i32) -> i32 {
    let difference = own.saturating_sub(opponent);
    let mut distance = difference.saturating_abs();
    if own < UNCAPPED_RATING {
        distance = distance.min(LARGEST_DIFFERENCE);
    }
    let steps = EXPECTED.iter().take_while(|most| distance > **most);
    let strongers = steps.fold(50, |score, _| score + 1);
    if difference < 0 {
        100 - strongers
    } else {
        strongers
    }
}

/// Whole points, a half away from zero: "0.5 is rounded up, whether the change is positive or
/// negative".
const fn rounded(hundredths: i32) -> i32 {
    if hundredths < 0 {
        (hundredths - 50) / 100
    } else {
        (hundredths + 50) / 100
    }
}

#[cfg(test)]
#[path = "elo_tests.rs"]
mod tests;
