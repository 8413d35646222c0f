//! The way of a visitor through a text, game by game: where a game begins and ends, what belongs to
//! it, what is told about oddities. What the moves mean is found out in `player`.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::diagnostic::{Diagnostic, DiagnosticKind, quote};
use super::encoding::Encoding;
use super::lexer::{self, Lexer, Quick, TagForm, Token, TokenKind};
use super::player::Player;
use super::source::Source;
use super::visit::{Here, Text, Visitor, Wanted, Word};
use super::words::{self, Meaning};
use super::{Marker, limits};

/// A text that is read game by game.
///
/// ```
/// use tabiya_rules::pgn::{Encoding, Played, Stream, Visitor};
///
/// #[derive(Default)]
/// struct Captures(u32);
///
/// impl Visitor for Captures {
///     fn mv(&mut self, played: Played<'_>) {
///         let takes = played.mv.is_some_and(|mv| mv.is_capture(played.before));
///         self.0 += u32::from(takes);
///     }
/// }
///
/// let mut stream = Stream::new(b"1. e4 d5 2. exd5 Qxd5 *").with_encoding(Encoding::Utf8);
/// let mut captures = Captures::default();
/// while stream.play_game(&mut captures)? {}
/// assert_eq!(captures.0, 2);
/// # Ok::<(), core::convert::Infallible>(())
/// ```
#[derive(Clone, Debug)]
pub struct Stream<S> {
    lexer: Lexer<S>,
    encoding: Encoding,
    names: Names,
    has_begun: bool,
}

impl<'a> Stream<&'a [u8]> {
    /// Reads a text that is in memory.
    #[must_use]
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self::over(bytes)
    }
}

#[cfg(feature = "std")]
impl<R: std::io::Read> Stream<super::Refill<R>> {
    /// Reads whatever a reader holds, in constant memory. The reader needs no buffer of its own.
    #[must_use]
    pub fn from_reader(reader: R) -> Self {
        Self::over(super::Refill::new(reader))
    }
}

impl<S> Stream<S> {
    const fn over(source: S) -> Self {
        Self {
            lexer: Lexer::new(source),
            encoding: Encoding::Guess,
            names: Names {
                bytes: Vec::new(),
                ends: Vec::new(),
            },
            has_begun: false,
        }
    }

    /// The same, in that encoding; without it, the encoding is guessed.
    #[must_use]
    pub fn with_encoding(mut self, encoding: Encoding) -> Self {
        self.encoding = encoding;
        self
    }
}

impl<S: Source> Stream<S> {
    /// How many bytes have been read so far.
    #[must_use]
    pub fn bytes_read(&self) -> u64 {
        self.lexer.bytes_read()
    }

    /// Shows the next game to a visitor, without looking at what the moves mean. False: there is no
    /// further game.
    ///
    /// # Errors
    /// What the reader says. A slice has no errors.
    pub fn visit_game<V: Visitor + ?Sized>(&mut self, visitor: &mut V) -> Result<bool, S::Error> {
        self.names.clear();
        let mut game = Visit::new(visitor, self.encoding, &mut self.names);
        if !core::mem::replace(&mut self.has_begun, true) && is_utf16(self.lexer.look_ahead()?) {
            self.lexer.exhaust()?;
            game.open();
            game.report(self.lexer.here(), b"", DiagnosticKind::Utf16);
            game.end();
            return Ok(true);
        }
        loop {
            while game.phase == Phase::Moves
                && let Some((quick, here)) = self.lexer.quick()
            {
                game.take_quick(quick, here);
            }
            let Some((token, mark)) = self.lexer.next()? else {
                break;
            };
            match game.take(&token) {
                Step::Taken => {}
                Step::NextGame => {
                    game.finish(token.here);
                    self.lexer.back_to(&mark);
                    return Ok(true);
                }
            }
        }
        Ok(game.finish(self.lexer.here()))
    }

    /// Shows the next game to a visitor, with every move checked. False: there is no further game.
    ///
    /// # Errors
    /// What the reader says. A slice has no errors.
    pub fn play_game<V: Visitor + ?Sized>(&mut self, visitor: &mut V) -> Result<bool, S::Error> {
        self.visit_game(&mut Player::new(visitor))
    }
}

/// What has become of a token.
enum Step {
    Taken,
    /// It belongs to the next game.
    NextGame,
}

/// How far a game has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Nothing but comments.
    Blank,
    /// Tags, and what is stray among them.
    Tags,
    Moves,
    /// Behind the marker.
    Trailer,
}

/// One game on its way to the visitor.
struct Visit<'v, V: ?Sized> {
    visitor: &'v mut V,
    encoding: Encoding,
    /// The names of the tags so far.
    names: &'v mut Names,
    phase: Phase,
    is_open: bool,
    /// Whether something stray has stood among the tags.
    has_stray: bool,
    /// The visitor does not want the game.
    skips_game: bool,
    /// The visitor does not want the moves.
    skips_moves: bool,
    /// The depth at which a variation is being skipped.
    skips_variation: Option<u32>,
    /// The variations in it.
    skipped: u32,
    /// Variations that are open now.
    depth: u32,
    /// Half-moves of the main line.
    plies: usize,
    /// Whether the line that is being read has a move, so that there can be one beside it.
    has_move: bool,
    marker: Option<Marker>,
    /// The last marker inside a variation: the game's own, if the variation is never closed.
    inner_marker: Option<Marker>,
    /// What the tag `Result` says.
    named: Option<Marker>,
    reported: usize,
}

impl<'v, V: Visitor + ?Sized> Visit<'v, V> {
    fn new(visitor: &'v mut V, encoding: Encoding, names: &'v mut Names) -> Self {
        Self {
            visitor,
            encoding,
            names,
            phase: Phase::Blank,
            is_open: false,
            has_stray: false,
            skips_game: false,
            skips_moves: false,
            skips_variation: None,
            skipped: 0,
            depth: 0,
            plies: 0,
            has_move: false,
            marker: None,
            inner_marker: None,
            named: None,
            reported: 0,
        }
    }

    fn open(&mut self) {
        if !self.is_open {
            self.is_open = true;
            self.skips_game = self.visitor.begin_game() == Wanted::Skip;
            self.skips_moves = self.skips_game;
        }
    }

    /// Whether the visitor sees the moves that stand here.
    const fn is_shown(&self) -> bool {
        !self.skips_moves && self.skips_variation.is_none()
    }

    /// What is plainly written among the moves.
    #[inline]
    fn take_quick(&mut self, quick: Quick<'_>, here: Here<'_>) {
        match quick {
            Quick::Move(word) => {
                self.plies += usize::from(self.depth == 0);
                self.mv(here, word);
            }
            Quick::Comment(text) if self.is_shown() => {
                self.visitor.comment(self.text(here, text, false));
            }
            Quick::Nag(nag) if self.is_shown() => self.visitor.nag(nag),
            Quick::Comment(_) | Quick::Nag(_) => {}
            Quick::Open => self.begin_variation(here),
            Quick::Close => self.end_variation(here),
        }
    }

    fn take(&mut self, token: &Token<'_>) -> Step {
        match self.phase {
            Phase::Moves if self.depth == 0 => self.main_line(token),
            Phase::Moves => self.variation(token),
            Phase::Blank | Phase::Tags => self.head(token),
            Phase::Trailer => self.trailer(token),
        }
    }

    /// Tags and what stands before and between them.
    fn head(&mut self, token: &Token<'_>) -> Step {
        self.open();
        match token.kind {
            TokenKind::Comment { .. } => {
                self.comment(token);
                return Step::Taken;
            }
            TokenKind::Tag { name, .. } => {
                // A section of tags without moves and marker, and then that of the next game.
                let is_apart = token.gap > 1 || self.has_stray;
                if is_apart && self.names.contains(name) {
                    return Step::NextGame;
                }
                self.tag(token);
            }
            TokenKind::Word(word) if words::meaning(word) != Meaning::Move => {
                self.stray_word(token, word);
                self.has_stray = true;
            }
            TokenKind::MoveNumber { .. } => self.has_stray = true,
            TokenKind::Nag(_) | TokenKind::Sign(..) | TokenKind::Close => {
                self.report(token.here, b"", DiagnosticKind::StrayToken);
                self.has_stray = true;
            }
            TokenKind::Word(_) | TokenKind::Open | TokenKind::Marker(_) => {
                self.begin_moves();
                return self.main_line(token);
            }
        }
        self.phase = Phase::Tags;
        Step::Taken
    }

    fn begin_moves(&mut self) {
        self.phase = Phase::Moves;
        if !self.skips_game {
            self.skips_moves = self.visitor.begin_moves() == Wanted::Skip;
        }
    }

    fn tag(&mut self, token: &Token<'_>) {
        let TokenKind::Tag { name, value, form } = token.kind else {
            return;
        };
        if form == TagForm::Mended {
            self.report(token.here, value, DiagnosticKind::BadTag);
        }
        if self.names.contains(name) {
            return self.report(token.here, name, DiagnosticKind::DoubleTag);
        }
        if value.len() > limits::TAG_VALUE_BYTES || !self.names.push(name) {
            return self.report(token.here, name, DiagnosticKind::LimitReached);
        }
        if name == b"Result" {
            self.named = lexer::marker(value);
        }
        if !self.skips_game {
            let value = self.text(token.here, value, true);
            self.visitor.tag(self.text(token.here, name, false), value);
        }
    }

    const fn text<'a>(&self, here: Here<'a>, bytes: &'a [u8], escaped: bool) -> Text<'a> {
        Text {
            bytes,
            encoding: self.encoding,
            escaped,
            here,
        }
    }

    /// A token of the main line.
    fn main_line(&mut self, token: &Token<'_>) -> Step {
        match token.kind {
            TokenKind::Word(word) => self.plies += usize::from(self.word(token, word)),
            // Games without tags: a line that begins to count anew must not be spliced on.
            TokenKind::MoveNumber { is_first } => {
                if is_first && token.gap > 0 && self.plies >= 2 {
                    return Step::NextGame;
                }
            }
            TokenKind::Tag { .. } => return Step::NextGame,
            TokenKind::Marker(marker) => {
                self.marker = Some(marker);
                self.compare(token.here);
                self.phase = Phase::Trailer;
            }
            TokenKind::Open => self.begin_variation(token.here),
            TokenKind::Close => self.end_variation(token.here),
            _ => self.annotation(token),
        }
        Step::Taken
    }

    /// A token of a variation. A counter, not recursion, follows their nesting.
    fn variation(&mut self, token: &Token<'_>) -> Step {
        match token.kind {
            TokenKind::Tag { .. } if token.gap > 0 => return Step::NextGame,
            TokenKind::Open => self.begin_variation(token.here),
            TokenKind::Close => self.end_variation(token.here),
            TokenKind::Marker(marker) => self.inner_marker = Some(marker),
            TokenKind::MoveNumber { .. } => {}
            _ if !self.is_shown() => {
                if let TokenKind::Comment { closed: false, .. } = token.kind {
                    self.comment(token);
                }
            }
            TokenKind::Word(word) => {
                self.word(token, word);
            }
            TokenKind::Tag { name, .. } => {
                self.report(token.here, name, DiagnosticKind::StrayToken);
            }
            _ => self.annotation(token),
        }
        Step::Taken
    }

    fn begin_variation(&mut self, here: Here<'_>) {
        if self.depth == 0 {
            self.inner_marker = None;
        }
        self.depth = self.depth.saturating_add(1);
        if self.skips_variation.is_some() || self.skips_moves {
            self.skipped = self.skipped.saturating_add(1);
            return;
        }
        let wanted = if !self.has_move {
            self.report(here, b"(", DiagnosticKind::StrayToken);
            Wanted::Skip
        } else if self.depth > limits::DEPTH {
            self.report(here, b"(", DiagnosticKind::LimitReached);
            Wanted::Skip
        } else {
            self.visitor.begin_variation()
        };
        match wanted {
            Wanted::Read => self.has_move = false,
            Wanted::Skip => {
                self.skips_variation = Some(self.depth);
                self.skipped = 1;
            }
        }
    }

    fn end_variation(&mut self, here: Here<'_>) {
        if self.depth == 0 {
            return self.report(here, b")", DiagnosticKind::StrayToken);
        }
        match self.skips_variation {
            Some(depth) if depth == self.depth => {
                self.skips_variation = None;
                self.visitor.skipped_variations(self.skipped);
            }
            None if !self.skips_moves => {
                self.has_move = true;
                self.visitor.end_variation();
            }
            _ => {}
        }
        self.depth = self.depth.saturating_sub(1);
    }

    /// True: the word is a move, as far as words go.
    fn word(&mut self, token: &Token<'_>, bytes: &[u8]) -> bool {
        if words::meaning(bytes) != Meaning::Move {
            self.stray_word(token, bytes);
            return false;
        }
        self.mv(token.here, bytes);
        true
    }

    #[inline]
    fn mv(&mut self, here: Here<'_>, bytes: &[u8]) {
        if self.is_shown() {
            self.has_move = true;
            self.visitor.word(Word {
                bytes,
                encoding: self.encoding,
                here,
            });
        }
    }

    /// A word that is no move.
    fn stray_word(&mut self, token: &Token<'_>, word: &[u8]) {
        match words::meaning(word) {
            Meaning::Nag(nag) if self.phase == Phase::Moves => {
                if self.is_shown() {
                    self.visitor.nag(nag);
                }
                self.report(token.here, word, DiagnosticKind::ReadAsNag { nag });
            }
            _ => self.report(token.here, word, DiagnosticKind::StrayToken),
        }
    }

    /// Glyphs, signs and comments.
    fn annotation(&mut self, token: &Token<'_>) {
        match token.kind {
            TokenKind::Nag(nag) if self.is_shown() => self.visitor.nag(nag),
            TokenKind::Sign(sign, nag) => {
                if self.is_shown() {
                    self.visitor.nag(nag);
                }
                self.report(token.here, sign, DiagnosticKind::ReadAsNag { nag });
            }
            TokenKind::Comment { .. } => self.comment(token),
            _ => {}
        }
    }

    fn comment(&mut self, token: &Token<'_>) {
        let TokenKind::Comment { text, closed } = token.kind else {
            return;
        };
        if !closed {
            self.report(token.here, text, DiagnosticKind::UnclosedComment);
        }
        if token.is_cut {
            self.report(token.here, text, DiagnosticKind::LimitReached);
        }
        if self.is_shown() {
            self.visitor.comment(self.text(token.here, text, false));
        }
    }

    /// What stands behind the marker and still belongs to the game: further markers, and the rest
    /// of the marker's line up to a move number.
    fn trailer(&mut self, token: &Token<'_>) -> Step {
        let same_line = token.gap == 0;
        match token.kind {
            TokenKind::Marker(marker) => {
                let text = marker.to_string();
                self.report(token.here, text.as_bytes(), DiagnosticKind::DoubleMarker);
            }
            TokenKind::Comment { .. } if same_line => self.comment(token),
            TokenKind::Word(word) if same_line => {
                self.report(token.here, word, DiagnosticKind::StrayToken);
            }
            TokenKind::Close | TokenKind::Nag(_) | TokenKind::Sign(..) if same_line => {
                self.report(token.here, b"", DiagnosticKind::StrayToken);
            }
            _ => return Step::NextGame,
        }
        Step::Taken
    }

    /// Ends the game at that place. False: there was none, only comments or nothing.
    fn finish(&mut self, here: Here<'_>) -> bool {
        if self.phase == Phase::Blank {
            return false;
        }
        if self.phase == Phase::Tags {
            self.begin_moves();
        }
        if self.depth > 0 {
            self.report(here, b"(", DiagnosticKind::UnclosedVariation);
            while self.depth > 0 {
                self.end_variation(here);
            }
            self.marker = self.inner_marker;
            self.compare(here);
        }
        if self.marker.is_none() {
            self.report(here, b"", DiagnosticKind::MissingMarker);
        }
        self.end();
        true
    }

    fn end(&mut self) {
        if self.skips_moves && self.skipped > 0 {
            self.visitor.skipped_variations(self.skipped);
        }
        self.visitor.end_game(self.marker);
    }

    /// Whether the tag `Result` agrees with the marker.
    fn compare(&mut self, here: Here<'_>) {
        if let (Some(named), Some(marker)) = (self.named, self.marker)
            && named != marker
        {
            let kind = DiagnosticKind::ResultMismatch { marker };
            self.report(here, named.to_string().as_bytes(), kind);
        }
    }

    #[cold]
    fn report(&mut self, here: Here<'_>, text: &[u8], kind: DiagnosticKind) {
        if self.reported < limits::DIAGNOSTICS && !self.skips_game {
            self.reported += 1;
            let place = here.place();
            self.visitor.diagnostic(Diagnostic {
                token: quote(&self.encoding.decode(text)),
                line: place.line,
                column: place.column,
                kind,
            });
        }
    }
}

/// Names of tags, in one piece of memory that is used for game after game.
#[derive(Clone, Debug)]
struct Names {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Names {
    fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }

    fn contains(&self, name: &[u8]) -> bool {
        let mut start = 0;
        self.ends.iter().any(|end| {
            let known = self.bytes.get(start..*end);
            start = *end;
            known == Some(name)
        })
    }

    /// False: there are too many.
    fn push(&mut self, name: &[u8]) -> bool {
        let fits = self.ends.len() < limits::TAGS;
        if fits {
            self.bytes.extend_from_slice(name);
            self.ends.push(self.bytes.len());
        }
        fits
    }
}

/// UTF-16 by its byte order mark, or by the zeros beside its first characters.
fn is_utf16(bytes: &[u8]) -> bool {
    let Some(&[first, second, third, fourth]) = bytes.first_chunk() else {
        return false;
    };
    let marked = matches!([first, second], [0xff, 0xfe] | [0xfe, 0xff]);
    let zeros = [first, second, third, fourth].map(|byte| byte == 0);
    marked || zeros == [false, true, false, true] || zeros == [true, false, true, false]
}
