//! Ending games early by what the engines themselves say: where one sees that it is lost, or both
//! see nothing to play for. Only on wish. Not here: how the table is told.

use std::str::FromStr;

use anyhow::{Context as _, bail};
use tabiya_rules::{ByColor, Color};
use tabiya_server::engine_process::Score;

use super::spec::setting;

/// When an engine gives up: its own score at or below `-score` for so many of its moves in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ResignAt {
    pub(super) score: i32,
    pub(super) moves: u32,
}

/// When a game is a draw: both scores within `score` of 0 for so many moves of each in a row, and
/// so many moves played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DrawAt {
    pub(super) score: i32,
    pub(super) moves: u32,
    pub(super) from: u32,
}

/// The numbers of `KEY=NUMBER,…`.
fn numbers<const N: usize>(
    text: &str,
    keys: [&str; N],
    defaults: [u32; N],
) -> anyhow::Result<[u32; N]> {
    let mut numbers = defaults;
    for part in text.split(',').filter(|part| !part.is_empty()) {
        let (key, value) = setting(part)?;
        let place = keys.iter().position(|known| *known == key);
        let place = place.and_then(|place| numbers.get_mut(place));
        let Some(place) = place else {
            bail!("there is no “{key}”; there are: {}", keys.join(", "));
        };
        let number = value.parse().ok().filter(|number| *number <= 100_000);
        *place = number.with_context(|| format!("“{value}” is no number up to 100000"))?;
    }
    Ok(numbers)
}

impl FromStr for ResignAt {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        let [score, moves] = numbers(text, ["score", "moves"], [700, 4])?;
        Ok(Self {
            score: i32::try_from(score)?,
            moves: moves.max(1),
        })
    }
}

impl FromStr for DrawAt {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        let [score, moves, from] = numbers(text, ["score", "moves", "from"], [10, 8, 40])?;
        Ok(Self {
            score: i32::try_from(score)?,
            moves: moves.max(1),
            from,
        })
    }
}

/// What follows from the scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Early {
    /// This side gives up.
    Resigns(Color),
    Draw,
}

/// Watches the scores of one game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Watch {
    pub(super) resign: Option<ResignAt>,
    pub(super) draw: Option<DrawAt>,
    lost: ByColor<u32>,
    level: ByColor<u32>,
}

impl Watch {
    pub(super) fn new(resign: Option<ResignAt>, draw: Option<DrawAt>) -> Self {
        Self {
            resign,
            draw,
            ..Self::default()
        }
    }

    /// A side has moved, in that move of the game, and said what its position is worth.
    pub(super) fn hear(&mut self, by: Color, score: Option<Score>, number: u32) -> Option<Early> {
        let worth = score.map(|score| match score {
            Score::Centipawns(worth) => worth,
            Score::Mate(moves) if moves > 0 => i32::MAX,
            Score::Mate(_) => i32::MIN,
        });
        let is_lost = |it: ResignAt| worth.is_some_and(|worth| worth <= -it.score);
        count(self.lost.get_mut(by), self.resign.is_some_and(is_lost));
        let is_level =
            |it: DrawAt| worth.is_some_and(|worth| worth.unsigned_abs() <= it.score.unsigned_abs());
        count(self.level.get_mut(by), self.draw.is_some_and(is_level));
        if let Some(resign) = self.resign
            && *self.lost.get(by) >= resign.moves
        {
            return Some(Early::Resigns(by));
        }
        let draw = self.draw?;
        let level = Color::ALL
            .iter()
            .all(|color| *self.level.get(*color) >= draw.moves);
        (level && number >= draw.from).then_some(Early::Draw)
    }
}

fn count(counter: &mut u32, goes_on: bool) {
    *counter = if goes_on { *counter + 1 } else { 0 };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cp(worth: i32) -> Option<Score> {
        Some(Score::Centipawns(worth))
    }

    #[test]
    fn what_is_asked_for_is_read() {
        assert_eq!(
            "".parse::<ResignAt>().unwrap(),
            ResignAt {
                score: 700,
                moves: 4
            }
        );
        let draw = DrawAt {
            score: 5,
            moves: 8,
            from: 30,
        };
        assert_eq!("score=5,from=30".parse::<DrawAt>().unwrap(), draw);
        for text in ["score", "points=1", "score=x", "score=100001"] {
            assert!(text.parse::<DrawAt>().is_err(), "{text}");
        }
    }

    #[test]
    fn who_is_lost_for_some_moves_gives_up() {
        let mut watch = Watch::new(
            Some(ResignAt {
                score: 500,
                moves: 2,
            }),
            None,
        );
        assert_eq!(watch.hear(Color::White, cp(-600), 30), None);
        assert_eq!(watch.hear(Color::Black, cp(600), 30), None);
        assert_eq!(watch.hear(Color::White, cp(-499), 31), None);
        assert_eq!(watch.hear(Color::White, Some(Score::Mate(-5)), 32), None);
        let resigned = watch.hear(Color::White, cp(-500), 33);
        assert_eq!(resigned, Some(Early::Resigns(Color::White)));
    }

    #[test]
    fn level_games_are_drawn_late_only() {
        let mut watch = Watch::new(
            None,
            Some(DrawAt {
                score: 10,
                moves: 2,
                from: 40,
            }),
        );
        for number in 37..40 {
            assert_eq!(watch.hear(Color::White, cp(3), number), None);
            assert_eq!(watch.hear(Color::Black, cp(-10), number), None);
        }
        assert_eq!(watch.hear(Color::White, cp(11), 40), None);
        assert_eq!(watch.hear(Color::Black, cp(0), 40), None);
        assert_eq!(watch.hear(Color::White, cp(0), 41), None);
        assert_eq!(watch.hear(Color::Black, None, 41), None);
        assert_eq!(watch.hear(Color::White, cp(0), 42), None);
        assert_eq!(watch.hear(Color::Black, cp(0), 42), None);
        assert_eq!(watch.hear(Color::White, cp(0), 43), None);
        assert_eq!(watch.hear(Color::Black, cp(0), 43), Some(Early::Draw));
    }
}
