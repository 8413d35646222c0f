//! PGN, the text form of whole games.
//!
//! | to | use |
//! | --- | --- |
//! | look through any amount of games | a [`Visitor`] and a [`Stream`]: constant memory, and what the visitor does not want is not taken apart |
//! | have a game with variations, change it, write it | [`PgnTree`] |
//! | have the main line of a game only | [`Pgn`] |
//!
//! All three read by the same stream: bytes become tokens in `lexer`, tokens games in `stream`, words
//! moves in `player`. Nothing makes reading fail as a whole: oddities are told as [`Diagnostic`]s, a
//! move that cannot be read ends its line with a [`PgnError`], and the rest of the file is read.
//!
//! A tree is edited and written like this:
//!
//! ```
//! use tabiya_rules::{PgnTree, San};
//!
//! let text = "[White \"Ada\"]\n\n1. e4 e5 (1... c5 2. Nf3 {open?}) 2. Nf3 *\n";
//! let mut tree = PgnTree::read(text.as_bytes()).next().expect("there is one game");
//!
//! // Another answer to 1. e4, with a judgment; then the Sicilian becomes the main line.
//! let e4 = tree.mainline().next().expect("the line has moves");
//! let e6 = tree.add_move(e4, San::parse("e6")?.resolve(&tree.position(e4))?)?;
//! tree.notes_mut(e6).expect("it is there").nags.push(5);
//! let sicilian = tree.children(e4).nth(1).expect("there are three answers");
//! tree.promote_to_mainline(sicilian);
//!
//! let written = tree.to_string();
//! assert!(written.ends_with(
//!     "1. e4 c5 (1... e5 2. Nf3) (1... e6 $5) 2. Nf3 {open?} *\n\n"
//! ));
//! let again = PgnTree::read(written.as_bytes()).next().expect("there is one game");
//! assert!(again.same_moves(&tree));
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

mod commands;
mod diagnostic;
mod encoding;
mod lexer;
mod main_line;
mod place;
mod player;
mod source;
mod stream;
mod tags;
pub mod tree;
mod visit;
mod words;
mod writer;

use core::fmt;

use crate::{Color, Outcome};

pub use diagnostic::{Diagnostic, DiagnosticKind, PgnError, PgnErrorKind};
pub use encoding::Encoding;
pub use main_line::{Pgn, PgnMove, PgnReader};
pub use place::Place;
#[cfg(feature = "std")]
pub use source::Refill;
pub use source::Source;
pub use stream::Stream;
pub use tree::PgnTree;
#[cfg(feature = "std")]
pub use visit::visit_reader;
pub use visit::{Played, Text, Visitor, Wanted, Word, visit};
pub use writer::{ClockDigits, PgnStyle};

/// What one game may take of the memory. Games beyond are cut with an error or a diagnostic.
pub mod limits {
    /// Half-moves of a line. The longest game that the 75-move rule allows has under 18,000.
    pub const PLIES: usize = 20_000;
    /// Half-moves of a tree, with all its variations.
    pub const NODES: usize = 250_000;
    /// How deeply variations may be nested.
    pub const DEPTH: u32 = 256;
    /// Lines of a tree that end early; what is told of further ones is not kept.
    pub const CUTS: usize = 1024;
    /// Tags of a game.
    pub const TAGS: usize = 256;
    /// Bytes of the value of a tag.
    pub const TAG_VALUE_BYTES: usize = 16 * 1024;
    /// Bytes of a tag or a word. What is longer is taken for several.
    pub const TOKEN_BYTES: usize = 64 * 1024;
    /// Bytes of a comment, and of all comments of a game.
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

impl fmt::Display for Marker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Decided(outcome) => outcome.fmt(f),
            Self::Unknown => f.pad("*"),
        }
    }
}

#[cfg(test)]
mod tests;
