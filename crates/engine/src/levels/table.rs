//! The opponents by name. Not here: the fitted numbers behind them (`numbers`).

use super::numbers::{NUMBERS, Numbers};

/// What a player likes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Style {
    /// Learns still: no plan in particular.
    Beginner,
    /// Takes what can be taken.
    Grabber,
    /// Checks, comes near the king, gives men for it.
    Attacker,
    /// Keeps the king and the men safe.
    Careful,
    /// Trades men, queens first.
    Endgame,
    /// Takes no risks, strikes when it is time.
    Solid,
    /// Everything in its place.
    Universal,
}

impl Style {
    /// The word for it in files: `attacker`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Style::Beginner => "beginner",
            Style::Grabber => "grabber",
            Style::Attacker => "attacker",
            Style::Careful => "careful",
            Style::Endgame => "endgame",
            Style::Solid => "solid",
            Style::Universal => "universal",
        }
    }
}

/// An opponent to choose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// Its short name in commands and files, in lower case.
    pub id: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Its nominal rating, 400 to 2700.
    pub rating: u32,
    /// One line of character, in English.
    pub character: &'static str,
    /// What it likes.
    pub style: Style,
    /// What it sees and how it chooses.
    pub numbers: Numbers,
}

const fn level(
    place: usize,
    id: &'static str,
    name: &'static str,
    rating: u32,
    style: Style,
    character: &'static str,
) -> Level {
    Level {
        id,
        name,
        rating,
        character,
        style,
        numbers: numbers(place),
    }
}

#[expect(
    clippy::indexing_slicing,
    reason = "runs in the compiler, over 12 rows"
)]
const fn numbers(place: usize) -> Numbers {
    NUMBERS[place]
}

static LEVELS: [Level; 12] = [
    level(
        0,
        "pip",
        "Pip",
        400,
        Style::Beginner,
        "Has just learned how the men move, and is delighted by every one of them.",
    ),
    level(
        1,
        "mabel",
        "Mabel",
        600,
        Style::Grabber,
        "Never leaves a pawn on the table, and seldom asks why it was there.",
    ),
    level(
        2,
        "tomas",
        "Tomás",
        800,
        Style::Attacker,
        "Gives check whenever he can; it might be mate.",
    ),
    level(
        3,
        "ines",
        "Inês",
        1000,
        Style::Careful,
        "Castles early and looks twice before she lets go of a man.",
    ),
    level(
        4,
        "bruno",
        "Bruno",
        1200,
        Style::Grabber,
        "Counts the men after every move and likes to be one ahead.",
    ),
    level(
        5,
        "wen",
        "Wen",
        1400,
        Style::Endgame,
        "Trades queens at the first chance and walks the king to the center.",
    ),
    level(
        6,
        "sofia",
        "Sofia",
        1600,
        Style::Attacker,
        "Aims everything at your king and finds it hard to wait.",
    ),
    level(
        7,
        "idris",
        "Idris",
        1800,
        Style::Solid,
        "Leaves no holes and lets you make the first mistake.",
    ),
    level(
        8,
        "karin",
        "Karin",
        2000,
        Style::Endgame,
        "Is happy with a better pawn structure and forty more moves.",
    ),
    level(
        9,
        "mateo",
        "Mateo",
        2200,
        Style::Attacker,
        "Calculates sacrifices for pleasure, and most of them are sound.",
    ),
    level(
        10,
        "noor",
        "Noor",
        2450,
        Style::Solid,
        "Gives nothing away and turns small edges into points.",
    ),
    level(
        11,
        "tabiya",
        "Tabiya",
        2700,
        Style::Universal,
        "The engine with all its strength.",
    ),
];

impl Level {
    /// All twelve, the weakest first.
    #[must_use]
    pub fn all() -> &'static [Level; 12] {
        &LEVELS
    }

    /// The one of that id.
    #[must_use]
    pub fn by_id(id: &str) -> Option<&'static Level> {
        LEVELS.iter().find(|level| level.id == id)
    }

    /// The one whose rating is nearest.
    #[must_use]
    pub fn nearest(rating: u32) -> &'static Level {
        let [first, others @ ..] = &LEVELS;
        let nearer = |best: &'static Level, level: &'static Level| {
            if level.rating.abs_diff(rating) < best.rating.abs_diff(rating) {
                level
            } else {
                best
            }
        };
        others.iter().fold(first, nearer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_stand_in_order_without_great_gaps() {
        for pair in LEVELS.windows(2) {
            let gap = pair[1].rating - pair[0].rating;
            assert!((1..=250).contains(&gap), "{} {gap}", pair[1].id);
        }
    }

    #[test]
    fn the_nearest_is_found() {
        assert_eq!(Level::nearest(0).id, "pip");
        assert_eq!(Level::nearest(1290).id, "bruno");
        assert_eq!(Level::nearest(9999).id, "tabiya");
        assert_eq!(Level::by_id("ines").map(|level| level.rating), Some(1000));
        assert!(Level::by_id("nobody").is_none());
    }
}
