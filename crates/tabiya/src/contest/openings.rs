//! The openings of a match: positions of an EPD file, lines of a PGN file, in an order that a seed
//! decides. Not here: who plays them.

use std::path::Path;

use anyhow::{Context as _, bail};
use tabiya_rules::{Epd, Mode, Move, Pgn, Position};

/// A start and the moves that are played from it before the engines are asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Opening {
    pub(super) start: Position,
    pub(super) moves: Vec<Move>,
}

/// All openings of a file, each read when it is needed: there may be hundreds of thousands.
#[derive(Debug)]
pub(super) struct Openings {
    lines: Source,
    order: Vec<usize>,
    /// Says whether a file is the same as another time.
    pub(super) fingerprint: String,
}

#[derive(Debug)]
enum Source {
    Start,
    /// A position a line.
    Epd(Vec<String>),
    /// The text of a game each.
    Pgn(Vec<String>),
}

impl Openings {
    /// The usual array alone.
    pub(super) fn none() -> Self {
        Self {
            lines: Source::Start,
            order: vec![0],
            fingerprint: "none".to_owned(),
        }
    }

    pub(super) fn read(path: &Path, seed: u64) -> anyhow::Result<Self> {
        let shown = path.display();
        let bytes = std::fs::read(path).with_context(|| format!("{shown} cannot be read"))?;
        if bytes.starts_with(b"PK") {
            bail!("{shown} is packed; unpack it first (unzip -d FOLDER {shown})");
        }
        let text = String::from_utf8_lossy(&bytes);
        let ending = path.extension().and_then(|ending| ending.to_str());
        let (lines, count) = if ending.is_some_and(|ending| ending.eq_ignore_ascii_case("pgn")) {
            let games = games(&text);
            let count = games.len();
            (Source::Pgn(games), count)
        } else {
            let lines = text.lines().map(str::trim);
            let lines: Vec<String> = lines
                .filter(|line| !line.is_empty() && !line.starts_with('#'))
                .map(str::to_owned)
                .collect();
            let count = lines.len();
            (Source::Epd(lines), count)
        };
        if count == 0 {
            bail!("{shown} has no opening in it");
        }
        Ok(Self {
            lines,
            order: shuffled(count, seed),
            fingerprint: format!("{count} of {:016x}", fnv(&bytes)),
        })
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.order.len()
    }

    /// The opening of a pair of games, the first being 0; after the last they begin anew.
    pub(super) fn opening(&self, pair: usize) -> anyhow::Result<Opening> {
        let place = pair % self.order.len();
        let index = self.order.get(place).copied().unwrap_or_default();
        let text = |texts: &[String]| texts.get(index).cloned().unwrap_or_default();
        match &self.lines {
            Source::Start => Ok(Opening {
                start: Position::standard(),
                moves: Vec::new(),
            }),
            Source::Epd(lines) => position(&text(lines)),
            Source::Pgn(games) => line(&text(games)),
        }
        .with_context(|| format!("opening {}", index + 1))
    }
}

fn position(line: &str) -> anyhow::Result<Opening> {
    let epd = Epd::parse_lenient(line).with_context(|| format!("“{line}”"))?;
    let start = epd
        .setup
        .playable(Mode::Standard)
        .or_else(|fault| epd.setup.playable(Mode::Chess960).map_err(|_| fault))
        .with_context(|| format!("“{line}”"))?;
    Ok(Opening {
        start,
        moves: Vec::new(),
    })
}

fn line(game: &str) -> anyhow::Result<Opening> {
    let pgn = Pgn::read(game.as_bytes())
        .next()
        .context("there is no game")?;
    if let Some(error) = pgn.error {
        bail!("{error}");
    }
    Ok(Opening {
        start: pgn.start,
        moves: pgn.moves.iter().map_while(|written| written.mv).collect(),
    })
}

/// The games of a file as text: a game begins with its first tag.
fn games(text: &str) -> Vec<String> {
    let mut games: Vec<String> = Vec::new();
    let mut in_tags = false;
    for line in text.lines() {
        let is_tag = line.starts_with('[');
        if (is_tag && !in_tags) || (games.is_empty() && !line.trim().is_empty()) {
            games.push(String::new());
        }
        if !line.trim().is_empty() {
            in_tags = is_tag;
        }
        if let Some(game) = games.last_mut() {
            game.push_str(line);
            game.push('\n');
        }
    }
    games
}

/// Numbers below `count` in an order that follows from the seed.
fn shuffled(count: usize, seed: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    let mut state = seed;
    for place in (1..count).rev() {
        // The generator SplitMix64: each state one step on, mixed.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        let below = u64::try_from(place).unwrap_or(u64::MAX).saturating_add(1);
        order.swap(place, usize::try_from(mixed % below).unwrap_or_default());
    }
    order
}

/// A hash that is the same everywhere and always: Fowler, Noll and Vo's 1a.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, text: &str, seed: u64) -> anyhow::Result<Openings> {
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        Openings::read(&path, seed)
    }

    #[test]
    fn lines_of_games_are_openings() {
        let text =
            "[Event \"a\"]\n[Round \"1\"]\n\n1. e4 e5\n2. Nf3 *\n\n[Event \"b\"]\n\n1. d4 *\n";
        let openings = file("book.pgn", text, 1).unwrap();
        assert_eq!(openings.count(), 2);
        let mut lengths = [0, 1].map(|pair| openings.opening(pair).unwrap().moves.len());
        lengths.sort_unstable();
        assert_eq!(lengths, [1, 3]);
        assert_eq!(openings.opening(2).unwrap(), openings.opening(0).unwrap());
        let bare = file("bare.pgn", "1. e4 c5 *\n", 1).unwrap();
        assert_eq!(bare.opening(0).unwrap().moves.len(), 2);
    }

    #[test]
    fn positions_are_openings() {
        let text = "# two\n4k3/8/8/8/8/8/8/4K2R w K - hmvc 0;\n\n4k3/8/8/8/8/8/8/4K2R b - - 0 1\n";
        let openings = file("book.epd", text, 1).unwrap();
        assert_eq!(openings.count(), 2);
        assert!(openings.opening(1).is_ok());
        let broken = file("book.epd", "4k3/8 w - -", 1).unwrap();
        assert!(broken.opening(0).is_err());
    }

    #[test]
    fn what_holds_no_opening_says_so() {
        assert!(file("book.epd", "# nothing\n", 1).is_err());
        let packed = file("book.zip", "PK\u{3}\u{4}", 1).unwrap_err();
        assert!(packed.to_string().contains("unpack it first"));
    }

    #[test]
    fn the_order_follows_from_the_seed() {
        assert_eq!(shuffled(100, 1), shuffled(100, 1));
        assert_ne!(shuffled(100, 1), shuffled(100, 2));
        let mut all = shuffled(100, 3);
        all.sort_unstable();
        assert!(all.into_iter().eq(0..100));
    }
}
