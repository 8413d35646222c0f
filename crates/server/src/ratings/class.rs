//! The classes of games that are rated apart.

use tabiya_arbiter::{Speed, TimeControl};

/// A class of games with a rating of its own: the speeds of the FIDE Laws, and chess by letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RatingClass {
    /// At most 10 minutes for 60 moves (B.1).
    Blitz,
    /// More than that and less than 60 minutes (A.1).
    Rapid,
    /// 60 minutes and more.
    Standard,
    /// Days for a move, or no limit.
    Correspondence,
}

impl RatingClass {
    /// All classes, fastest first.
    pub const ALL: [Self; 4] = [
        Self::Blitz,
        Self::Rapid,
        Self::Standard,
        Self::Correspondence,
    ];

    /// The class in which games with this time control are rated.
    #[must_use]
    pub fn of(clock: &TimeControl) -> Self {
        match Speed::of(clock) {
            Some(Speed::Blitz) => Self::Blitz,
            Some(Speed::Rapid) => Self::Rapid,
            Some(Speed::Standard) => Self::Standard,
            Some(Speed::Correspondence) | None => Self::Correspondence,
        }
    }

    /// The name in the store and in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Blitz => "blitz",
            Self::Rapid => "rapid",
            Self::Standard => "standard",
            Self::Correspondence => "correspondence",
        }
    }

    /// The class of this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_and_letters_are_rated_apart() {
        for (clock, class) in [
            (TimeControl::fischer(180_000, 2_000), RatingClass::Blitz),
            (TimeControl::fischer(600_000, 5_000), RatingClass::Rapid),
            (
                TimeControl::SuddenDeath { bank_ms: 3_600_000 },
                RatingClass::Standard,
            ),
            (TimeControl::Untimed, RatingClass::Correspondence),
            (TimeControl::Days { days: 3 }, RatingClass::Correspondence),
        ] {
            assert_eq!(RatingClass::of(&clock), class);
            assert_eq!(RatingClass::by_name(class.name()), Some(class));
        }
        assert_eq!(RatingClass::by_name("bullet"), None);
    }
}
