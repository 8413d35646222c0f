//! What a visitor of PGN is shown, and what it may say. Who calls it is in `stream` (tokens) and
//! `player` (moves that have been checked).

use alloc::borrow::Cow;
use alloc::string::String;

use super::encoding::Encoding;
use super::place::{Place, Tracker};
use super::{Diagnostic, Marker, PgnError, Stream};
use crate::{Move, Position};

/// Whether a visitor wants to see what begins. What it does not want is passed over as fast as the
/// end of it can be found, and is never taken apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wanted {
    /// Show it.
    #[default]
    Read,
    /// Pass over it.
    Skip,
}

/// Sees the games of a text go by: [`Stream::visit_game`] shows the words of the moves as they are
/// written ([`Visitor::word`]), [`Stream::play_game`] resolves and plays them ([`Visitor::start`],
/// [`Visitor::mv`], [`Visitor::fault`]). Everything else is the same for both. All methods do
/// nothing unless they are written.
///
/// The order is: `begin_game`, the tags, (`start`,) `begin_moves`, what the moves are made of,
/// `end_game`. Comments can stand before the tags. Behind the last game there may be comments that
/// belong to no game: they come after a `begin_game` that no `end_game` follows.
///
/// ```
/// use tabiya_rules::pgn::{self, Visitor, Wanted};
/// use tabiya_rules::{Color, Marker, Outcome};
///
/// /// Counts the games that White won, without looking at a single move.
/// #[derive(Default)]
/// struct WhiteWins(u32);
///
/// impl Visitor for WhiteWins {
///     fn begin_moves(&mut self) -> Wanted {
///         Wanted::Skip
///     }
///
///     fn end_game(&mut self, marker: Option<Marker>) {
///         let won = Some(Marker::Decided(Outcome::Win(Color::White)));
///         self.0 += u32::from(marker == won);
///     }
/// }
///
/// let text = "[Event \"A\"]\n\n1. e4 e5 1-0\n\n[Event \"B\"]\n\n1. d4 {(1-0)} d5 1/2-1/2\n";
/// let mut wins = WhiteWins::default();
/// pgn::visit(text.as_bytes(), &mut wins);
/// assert_eq!(wins.0, 1);
/// ```
#[expect(unused_variables, reason = "names in empty methods are documentation")]
pub trait Visitor {
    /// A game begins. Skipped: next comes `end_game`.
    fn begin_game(&mut self) -> Wanted {
        Wanted::Read
    }

    /// A tag: `[name "value"]`. Each name comes once in a game.
    fn tag(&mut self, name: Text<'_>, value: Text<'_>) {}

    /// Only when moves are checked: the position from which the game begins, by its tags.
    fn start(&mut self, position: &Position) {}

    /// The tags are over. Skipped: next comes `end_game`.
    fn begin_moves(&mut self) -> Wanted {
        Wanted::Read
    }

    /// Only when moves are not checked: a word that stands where a move should, such as `Nf3`.
    fn word(&mut self, word: Word<'_>) {}

    /// Only when moves are checked: a legal move, or a null move.
    fn mv(&mut self, played: Played<'_>) {}

    /// Only when moves are checked: the line that is being read ends here. The next that comes of
    /// it is the end of the variation or of the game: what its remaining moves would mean is
    /// unknown, and so are the variations to them.
    fn fault(&mut self, error: PgnError) {}

    /// A numeric annotation glyph; `!` and its like come as numbers, too.
    fn nag(&mut self, nag: u8) {}

    /// A comment, with its commands such as `[%clk 0:01:00]`.
    fn comment(&mut self, text: Text<'_>) {}

    /// A variation begins, beside the last move.
    fn begin_variation(&mut self) -> Wanted {
        Wanted::Read
    }

    /// A variation ends that was not skipped.
    fn end_variation(&mut self) {}

    /// A variation has been skipped: how many there were in it, itself counted in.
    fn skipped_variations(&mut self, count: u32) {}

    /// An oddity was passed over.
    fn diagnostic(&mut self, diagnostic: Diagnostic) {}

    /// The game is over. The marker is missing where the text does not have one.
    fn end_game(&mut self, marker: Option<Marker>) {}
}

/// Shows all games of a text to a visitor, without looking at what the moves mean.
pub fn visit<V: Visitor + ?Sized>(bytes: &[u8], visitor: &mut V) {
    let mut stream = Stream::new(bytes);
    while let Ok(true) = stream.visit_game(visitor) {}
}

/// Shows all games that a reader holds to a visitor, without looking at what the moves mean. Memory
/// stays the same whatever the size of the file. The reader needs no buffer of its own.
///
/// # Errors
/// What the reader says.
#[cfg(feature = "std")]
pub fn visit_reader<R: std::io::Read, V: Visitor + ?Sized>(
    reader: R,
    visitor: &mut V,
) -> std::io::Result<()> {
    let mut stream = Stream::from_reader(reader);
    while stream.visit_game(visitor)? {}
    Ok(())
}

/// A piece of text as it stands in the file. It is decoded only when somebody asks.
#[derive(Clone, Copy, Debug)]
pub struct Text<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) encoding: Encoding,
    /// Whether a backslash escapes quotes and itself, as in tags.
    pub(super) escaped: bool,
    pub(super) here: Here<'a>,
}

impl<'a> Text<'a> {
    /// The bytes as they are in the file, with escapes and line breaks.
    #[must_use]
    pub const fn bytes(self) -> &'a [u8] {
        self.bytes
    }

    /// The text: decoded, escapes resolved, line breaks as blanks.
    #[must_use]
    pub fn read(self) -> Cow<'a, str> {
        let text = self.encoding.decode(self.bytes);
        let escaped = self.escaped && self.bytes.contains(&b'\\');
        let broken = text.contains(['\n', '\r']);
        if !escaped && !broken {
            return text;
        }
        let text = if escaped {
            unescape(&text)
        } else {
            text.into_owned()
        };
        Cow::Owned(if broken { one_line(&text) } else { text })
    }

    /// Where the tag or the comment begins.
    #[must_use]
    pub fn place(self) -> Place {
        self.here.place()
    }
}

/// A word in the moves, and where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Word<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) encoding: Encoding,
    pub(super) here: Here<'a>,
}

impl<'a> Word<'a> {
    /// The word as it is in the file.
    #[must_use]
    pub const fn bytes(self) -> &'a [u8] {
        self.bytes
    }

    /// The word, decoded.
    #[must_use]
    pub fn text(self) -> Cow<'a, str> {
        self.encoding.decode(self.bytes)
    }

    /// Where it begins.
    #[must_use]
    pub fn place(self) -> Place {
        self.here.place()
    }
}

/// A place that is worked out only when somebody asks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Here<'a> {
    pub(super) window: &'a [u8],
    pub(super) at: usize,
    pub(super) tracker: &'a Tracker,
}

impl Here<'_> {
    pub(super) fn place(self) -> Place {
        self.tracker.place(self.window, self.at)
    }
}

/// A move that has been checked.
#[derive(Clone, Copy, Debug)]
pub struct Played<'a> {
    /// The move, legal in its position; `None` is a null move.
    pub mv: Option<Move>,
    /// The position before it.
    pub before: &'a Position,
    /// The position after it.
    pub after: &'a Position,
    /// The word that was read as this move.
    pub word: Word<'a>,
}

fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('\\', Some(escaped @ ('"' | '\\'))) => {
                plain.push(*escaped);
                chars.next();
            }
            _ => plain.push(c),
        }
    }
    plain
}

/// Line breaks inside a text are blanks.
fn one_line(text: &str) -> String {
    text.replace("\r\n", " ").replace(['\n', '\r'], " ")
}
