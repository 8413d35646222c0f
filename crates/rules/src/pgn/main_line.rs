//! The value [`Pgn`]: the tags and the main line of a game. Variations are skipped and counted;
//! whole games are in `tree`.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::commands;
use super::diagnostic::{Diagnostic, DiagnosticKind, PgnError, PgnErrorKind};
use super::source::Source;
use super::visit::{Played, Text, Visitor, Wanted};
use super::{Marker, Stream, limits, tags};
use crate::{Game, Move, Position, San};

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

impl From<&Game> for Pgn {
    fn from(game: &Game) -> Self {
        let moves = game.moves().iter().copied().map(PgnMove::from).collect();
        Self {
            moves,
            ..Self::new(game.start().clone())
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
        PgnReader {
            stream: Stream::new(bytes),
        }
    }

    /// The value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        tags::get(&self.tags, name)
    }

    /// Sets a tag, in its place where it is there already, else as the last one.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        tags::set(&mut self.tags, name, value);
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

/// The games of a text, one after the other. At any time it holds one game.
///
/// See [`Pgn::read`].
#[derive(Clone, Debug)]
pub struct PgnReader<'a> {
    stream: Stream<&'a [u8]>,
}

impl Iterator for PgnReader<'_> {
    type Item = Pgn;

    fn next(&mut self) -> Option<Pgn> {
        let Ok(game) = self.stream.next_game();
        game
    }
}

impl<S: Source> Stream<S> {
    /// The main line of the next game; `None`: there is no further game.
    ///
    /// # Errors
    /// What the reader says. A slice has no errors.
    pub fn next_game(&mut self) -> Result<Option<Pgn>, S::Error> {
        let mut builder = Builder {
            pgn: Pgn::new(Position::standard()),
            room: Room::default(),
        };
        let found = self.play_game(&mut builder)?;
        Ok(found.then_some(builder.pgn))
    }
}

/// The comments that a game may still have.
pub(super) struct Room {
    comments: usize,
    bytes: usize,
}

impl Default for Room {
    fn default() -> Self {
        Self {
            comments: limits::COMMENTS,
            bytes: limits::COMMENT_BYTES,
        }
    }
}

impl Room {
    /// Whether a comment can still be kept.
    pub(super) fn take(&mut self, comment: &str) -> bool {
        let left = self.comments.checked_sub(1);
        let bytes = self.bytes.checked_sub(comment.len());
        let (Some(left), Some(bytes)) = (left, bytes) else {
            return false;
        };
        (self.comments, self.bytes) = (left, bytes);
        true
    }
}

struct Builder {
    pgn: Pgn,
    room: Room,
}

impl Visitor for Builder {
    fn tag(&mut self, name: Text<'_>, value: Text<'_>) {
        let tag = (name.read().into_owned(), value.read().into_owned());
        self.pgn.tags.push(tag);
    }

    fn start(&mut self, position: &Position) {
        self.pgn.start = position.clone();
    }

    fn mv(&mut self, played: Played<'_>) {
        self.pgn.moves.push(PgnMove {
            mv: played.mv,
            ..PgnMove::null()
        });
    }

    fn fault(&mut self, error: PgnError) {
        self.pgn.error = Some(error);
    }

    fn nag(&mut self, nag: u8) {
        if let Some(last) = self.pgn.moves.last_mut()
            && last.nags.len() < limits::NAGS
        {
            last.nags.push(nag);
        }
    }

    fn comment(&mut self, text: Text<'_>) {
        let mut clock_ms = None;
        let kept = commands::take(&text.read(), |name, value| {
            let clock = (name == "clk").then(|| commands::parse_ms(value)).flatten();
            clock_ms = clock.or(clock_ms);
            clock.is_some()
        });
        let comments = match self.pgn.moves.last_mut() {
            Some(last) => {
                last.clock_ms = clock_ms.or(last.clock_ms);
                &mut last.comments
            }
            None => &mut self.pgn.comments,
        };
        if kept.is_empty() {
            return;
        }
        if self.room.take(&kept) {
            comments.push(kept);
        } else {
            let place = text.place();
            self.diagnostic(Diagnostic::limit_reached(&kept, place));
        }
    }

    fn begin_variation(&mut self) -> Wanted {
        Wanted::Skip
    }

    fn skipped_variations(&mut self, count: u32) {
        self.pgn.variations = self.pgn.variations.saturating_add(count);
    }

    fn diagnostic(&mut self, diagnostic: Diagnostic) {
        if diagnostic.kind == DiagnosticKind::Utf16 {
            self.pgn.error = Some(diagnostic.into_error(PgnErrorKind::Utf16));
        } else if self.pgn.diagnostics.len() < limits::DIAGNOSTICS {
            self.pgn.diagnostics.push(diagnostic);
        }
    }

    fn end_game(&mut self, marker: Option<Marker>) {
        self.pgn.marker = marker;
    }
}
