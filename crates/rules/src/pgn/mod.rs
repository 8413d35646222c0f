//! PGN, the text form of whole games: the value [`Pgn`] with the tags and the main line of a game.
//! Reading is in `reader`, writing in `writer`; variations are skipped and counted.

mod clock;
mod diagnostic;
mod encoding;
mod lexer;
mod reader;
mod writer;

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::{Color, Game, Move, Outcome, Position, San};

pub use diagnostic::{Diagnostic, DiagnosticKind, PgnError, PgnErrorKind};
pub use reader::PgnReader;
pub use writer::{ClockDigits, PgnStyle};

/// What one game may take of the memory. Games beyond are cut with an error or a diagnostic.
pub mod limits {
    /// Half-moves of the main line. The longest game that the 75-move rule allows has under 18,000.
    pub const PLIES: usize = 20_000;
    /// Tags of a game.
    pub const TAGS: usize = 256;
    /// Bytes of the value of a tag.
    pub const TAG_VALUE_BYTES: usize = 16 * 1024;
    /// Bytes of all comments of a game.
    pub const COMMENT_BYTES: usize = 1024 * 1024;
    /// Comments of a game.
    pub const COMMENTS: usize = 2 * PLIES;
    /// Numeric glyphs of one move.
    pub const NAGS: usize = 16;
    /// Diagnostics of a game; further ones are not kept.
    pub const DIAGNOSTICS: usize = 64;
    /// Characters of a token that a diagnostic quotes.
    pub const QUOTED_CHARS: usize = 40;
}

/// A game: its tags and its main line.
///
/// ```
/// use tabiya_rules::{Pgn, San, Position};
///
/// let text = "[White \"Ada\"]\n\n1. e4 e5 2. Qh5 Ke7 {[%clk 0:00:09]} 3. Qxe5# 1-0\n";
/// let game = Pgn::read(text.as_bytes()).next().expect("there is one game");
/// assert_eq!(game.tag("White"), Some("Ada"));
/// assert_eq!(game.moves.len(), 5);
/// assert_eq!(game.moves[3].clock_ms, Some(9_000));
/// assert!(game.error.is_none() && game.diagnostics.is_empty());
/// assert!(game.final_position().is_checkmate());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pgn {
    /// Names and values in the order of the text, each name once. `FEN`, `SetUp` and `Variant` are
    /// among them when they were read; the writer makes its own from `start`.
    pub tags: Vec<(String, String)>,
    /// Where the game begins: the standard position, or that of the `FEN` tag.
    pub start: Position,
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// The main line, up to the first move that cannot be read.
    pub moves: Vec<PgnMove>,
    /// The termination marker at the end; `None` where it is missing.
    pub marker: Option<Marker>,
    /// How many variations there are beside the main line, at any depth.
    pub variations: u32,
    /// Why the main line ends early: the game goes on in the text, but not here.
    pub error: Option<PgnError>,
    /// Oddities that were passed over, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// A move of the main line with what is written about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnMove {
    /// The move, legal in its position. `None` is a null move, written `--`: no game has one, but
    /// notes to games do, where only one side's moves matter.
    pub mv: Option<Move>,
    /// Comments behind it, without line breaks and `[%clk …]`.
    pub comments: Vec<String>,
    /// Numeric annotation glyphs: 1 for `!`, 2 for `?` and so on.
    pub nags: Vec<u8>,
    /// The mover's clock after the move, from `[%clk …]`, in milliseconds.
    pub clock_ms: Option<u64>,
}

impl PgnMove {
    /// A null move: the side to move passes.
    #[must_use]
    pub const fn null() -> Self {
        Self {
            mv: None,
            comments: Vec::new(),
            nags: Vec::new(),
            clock_ms: None,
        }
    }

    /// The exact notation of the move in the position before it; `--` for a null move.
    #[must_use]
    pub fn san(&self, position: &Position) -> String {
        match self.mv {
            Some(mv) => San::write(position, mv),
            None => "--".to_string(),
        }
    }

    /// Plays the move on the position before it. A move of another position leaves one that means
    /// nothing.
    pub fn play_on(&self, position: &mut Position) {
        match self.mv {
            Some(mv) => position.play_unchecked(mv),
            None => position.pass_unchecked(),
        }
    }
}

impl From<Move> for PgnMove {
    fn from(mv: Move) -> Self {
        Self {
            mv: Some(mv),
            ..Self::null()
        }
    }
}

/// The sign at the end of a game's moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Marker {
    /// `1-0`, `0-1` or `1/2-1/2`.
    Decided(Outcome),
    /// `*`: the game goes on, was broken off, or nobody knows.
    Unknown,
}

impl Marker {
    const WHITE_WINS: Self = Self::Decided(Outcome::Win(Color::White));
    const BLACK_WINS: Self = Self::Decided(Outcome::Win(Color::Black));
    const DRAW: Self = Self::Decided(Outcome::Draw);

    /// The outcome, where there is one.
    #[must_use]
    pub const fn outcome(self) -> Option<Outcome> {
        match self {
            Self::Decided(outcome) => Some(outcome),
            Self::Unknown => None,
        }
    }

    /// The marker that a text is (`1-0`, `0-1`, `1/2-1/2`, `*` and usual variants), as in the tag
    /// `Result`.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        lexer::marker(text.as_bytes())
    }
}

impl From<&Game> for Pgn {
    fn from(game: &Game) -> Self {
        let moves = game.moves().iter().copied().map(PgnMove::from).collect();
        Self {
            moves,
            ..Self::new(game.start().clone())
        }
    }
}

impl fmt::Display for Marker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Decided(outcome) => outcome.fmt(f),
            Self::Unknown => f.pad("*"),
        }
    }
}

impl Pgn {
    /// A game without tags and moves, not decided.
    #[must_use]
    pub fn new(start: Position) -> Self {
        Self {
            tags: Vec::new(),
            start,
            comments: Vec::new(),
            moves: Vec::new(),
            marker: Some(Marker::Unknown),
            variations: 0,
            error: None,
            diagnostics: Vec::new(),
        }
    }

    /// Reads games from text, one after the other, in any of the encodings that occur: UTF-8, with
    /// or without byte order mark, else Windows-1252 or Latin-1, else DOS code page 850. Which of
    /// these is guessed for each tag and comment, by what makes words.
    ///
    /// Nothing makes the reader fail as a whole. What cannot be read ends the main line of its game
    /// ([`Pgn::error`]) or is passed over ([`Pgn::diagnostics`]), and the next game is read.
    #[must_use]
    pub fn read(bytes: &[u8]) -> PgnReader<'_> {
        PgnReader::new(bytes)
    }

    /// The value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
    }

    /// Sets a tag, in its place where it is there already, else as the last one.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        match self.tags.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = value.to_string(),
            None => self.tags.push((name.to_string(), value.to_string())),
        }
    }

    /// The position after the last move.
    #[must_use]
    pub fn final_position(&self) -> Position {
        let mut position = self.start.clone();
        for mv in &self.moves {
            mv.play_on(&mut position);
        }
        position
    }
}

#[cfg(test)]
mod tests;
