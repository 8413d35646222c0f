//! Reads games from PGN: where a game begins and ends, what its words mean, which moves are legal.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::diagnostic::{Diagnostic, DiagnosticKind, PgnError, PgnErrorKind};
use super::encoding::decode;
use super::lexer::{Lexer, TagForm, Token, TokenKind};
use super::{Marker, Pgn, PgnMove, clock, limits};
use crate::read_move::{self, Source};
use crate::{Fen, Mode, Move, MoveTextError, Position, San, SanSyntaxError};

/// The games of a text, one after the other. At any time it holds one game.
///
/// See [`Pgn::read`].
#[derive(Clone, Debug)]
pub struct PgnReader<'a> {
    lexer: Lexer<'a>,
    peeked: Option<Token<'a>>,
    /// The text is in an encoding that is not read, and nobody has been told yet.
    unreadable: bool,
}

impl<'a> PgnReader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        let unreadable = is_utf16(bytes);
        Self {
            lexer: Lexer::new(if unreadable { &[] } else { bytes }),
            peeked: None,
            unreadable,
        }
    }

    fn peek(&mut self) -> Option<Token<'a>> {
        if self.peeked.is_none() {
            self.peeked = self.lexer.next();
        }
        self.peeked
    }

    fn skip(&mut self) {
        self.peeked = None;
    }
}

impl Iterator for PgnReader<'_> {
    type Item = Pgn;

    fn next(&mut self) -> Option<Pgn> {
        let mut game = Builder::new();
        if core::mem::take(&mut self.unreadable) {
            game.fail_at_tag("", PgnErrorKind::Utf16);
            return Some(game.finish());
        }
        if !game.head(self) {
            return None;
        }
        game.set_start();
        game.movetext(self);
        game.trailer(self);
        Some(game.finish())
    }
}

/// One game while it is read.
struct Builder {
    pgn: Pgn,
    /// The position after the moves so far.
    position: Position,
    comment_bytes: usize,
    comments: usize,
    /// Variations that are open now.
    depth: u32,
    /// The last marker inside a variation: the game's own, if the variation is never closed.
    inner_marker: Option<Marker>,
    /// Where the tags `Result`, `FEN` and `Variant` are, for what has to be said about them.
    places: Vec<(String, u32, usize)>,
    /// Line of the last token that belongs to the game.
    last_line: u32,
}

impl Builder {
    fn new() -> Self {
        let position = Position::standard();
        let pgn = Pgn {
            marker: None,
            ..Pgn::new(position.clone())
        };
        Self {
            pgn,
            position,
            comment_bytes: 0,
            comments: 0,
            depth: 0,
            inner_marker: None,
            places: Vec::new(),
            last_line: 1,
        }
    }

    /// Reads the tags and what stands before them. False: the text holds no further game.
    fn head(&mut self, reader: &mut PgnReader<'_>) -> bool {
        while let Some(token) = reader.peek() {
            let after_gap = token.line > self.last_line + 1;
            match token.kind {
                // A section of tags without moves and marker, and then that of the next game.
                TokenKind::Tag { name, .. } if after_gap && self.has_tag(name) => return true,
                TokenKind::Tag { name, value, form } => {
                    self.tag(&token, (name, value), form);
                }
                TokenKind::Comment { text, closed } => {
                    self.comment(&token, text, closed);
                }
                _ => return true,
            }
            self.last_line = token.last_line;
            reader.skip();
        }
        !self.pgn.tags.is_empty()
    }

    fn has_tag(&self, name: &[u8]) -> bool {
        self.pgn.tag(&decode(name)).is_some()
    }

    fn tag(&mut self, token: &Token<'_>, (name, value): (&[u8], &[u8]), form: TagForm) {
        let name = decode(name);
        let value = one_line(&unescape(&decode(value)));
        if form == TagForm::Mended {
            self.report(token, &value, DiagnosticKind::BadTag);
        }
        if self.pgn.tag(&name).is_some() {
            self.report(token, &name, DiagnosticKind::DoubleTag);
        } else if self.pgn.tags.len() >= limits::TAGS || value.len() > limits::TAG_VALUE_BYTES {
            self.report(token, &name, DiagnosticKind::LimitReached);
        } else {
            if matches!(&*name, "Result" | "FEN" | "Variant") {
                self.places
                    .push((name.to_string(), token.line, token.column));
            }
            self.pgn.tags.push((name.into_owned(), value));
        }
    }

    /// The start position by the tags. `FEN` alone decides: `SetUp` is often missing.
    fn set_start(&mut self) {
        let variant = self
            .pgn
            .tag("Variant")
            .map(str::to_lowercase)
            .unwrap_or_default();
        let chess960 = ["960", "fischer", "freestyle"]
            .iter()
            .any(|word| variant.contains(word));
        let known = ["", "?", "-", "standard", "normal", "chess", "from position"];
        if !chess960 && !known.contains(&variant.trim()) {
            return self.fail_at_tag("Variant", PgnErrorKind::Variant);
        }
        let mode = if chess960 {
            Mode::Chess960
        } else {
            Mode::Standard
        };
        let fen = self
            .pgn
            .tag("FEN")
            .map(str::trim)
            .filter(|fen| !matches!(*fen, "" | "?" | "-"));
        let start = match fen {
            None if chess960 => Position::chess960(518).ok_or_else(String::new),
            None => return,
            Some(fen) => match start_position(fen, mode) {
                Ok((position, true)) => Ok(position),
                Ok((position, false)) => {
                    let fen = fen.to_string();
                    let (line, column) = self.place("FEN");
                    self.report_at((line, column), &fen, DiagnosticKind::StartMended);
                    Ok(position)
                }
                Err(sentence) => Err(sentence),
            },
        };
        match start {
            Ok(position) => {
                self.position = position.clone();
                self.pgn.start = position;
            }
            Err(sentence) => self.fail_at_tag("FEN", PgnErrorKind::Start(sentence)),
        }
    }

    fn place(&self, tag: &str) -> (u32, usize) {
        let place = self.places.iter().find(|(name, ..)| name == tag);
        place.map_or((1, 1), |(_, line, column)| (*line, *column))
    }

    fn fail_at_tag(&mut self, tag: &str, kind: PgnErrorKind) {
        let (line, column) = self.place(tag);
        let token = quote(self.pgn.tag(tag).unwrap_or_default());
        self.pgn.error = Some(PgnError {
            ply: 0,
            token,
            line,
            column,
            kind,
        });
    }

    /// Reads the moves up to and with the marker, or up to the next game.
    fn movetext(&mut self, reader: &mut PgnReader<'_>) {
        while let Some(token) = reader.peek() {
            if self.is_next_game(&token) {
                break;
            }
            reader.skip();
            self.last_line = token.last_line;
            if self.depth > 0 {
                self.inside_variation(&token);
            } else if let TokenKind::Tag { name, value, form } = token.kind {
                // Only something stray has stood between the tags.
                self.tag(&token, (name, value), form);
                self.set_start();
            } else if self.main_line(&token) {
                return;
            }
        }
        if self.depth > 0 {
            let place = (self.last_line, 1);
            self.report_at(place, "(", DiagnosticKind::UnclosedVariation);
            self.pgn.marker = self.inner_marker;
        }
        if self.pgn.marker.is_none() {
            self.report_at((self.last_line, 1), "", DiagnosticKind::MissingMarker);
        }
    }

    /// Whether a token in the moves begins the next game, so that this one has no marker.
    fn is_next_game(&self, token: &Token<'_>) -> bool {
        match token.kind {
            TokenKind::Tag { name, .. } if self.depth == 0 => {
                !self.pgn.moves.is_empty() || self.pgn.error.is_some() || self.has_tag(name)
            }
            TokenKind::Tag { .. } => token.leads_line,
            // Games without tags: a line that begins to count anew must not be spliced on.
            TokenKind::MoveNumber { is_first: true } => {
                self.depth == 0 && token.leads_line && self.pgn.moves.len() >= 2
            }
            _ => false,
        }
    }

    /// Variations are counted and skipped; a counter, not recursion, follows their nesting.
    fn inside_variation(&mut self, token: &Token<'_>) {
        match token.kind {
            TokenKind::Open => {
                self.depth = self.depth.saturating_add(1);
                self.pgn.variations = self.pgn.variations.saturating_add(1);
            }
            TokenKind::Close => self.depth -= 1,
            TokenKind::Marker(marker) => self.inner_marker = Some(marker),
            TokenKind::Comment {
                text,
                closed: false,
            } => {
                self.report(token, &decode(text), DiagnosticKind::UnclosedComment);
            }
            _ => {}
        }
    }

    /// A token of the main line. True: it was the marker.
    fn main_line(&mut self, token: &Token<'_>) -> bool {
        match token.kind {
            TokenKind::Word(word) => self.word(token, &decode(word)),
            TokenKind::MoveNumber { .. } => {}
            TokenKind::Nag(nag) => self.nag(nag),
            TokenKind::Sign(sign, nag) => {
                self.nag(nag);
                self.report(token, &decode(sign), DiagnosticKind::ReadAsNag { nag });
            }
            TokenKind::Comment { text, closed } => self.comment(token, text, closed),
            TokenKind::Open => {
                self.depth = 1;
                self.inner_marker = None;
                self.pgn.variations = self.pgn.variations.saturating_add(1);
            }
            TokenKind::Close => self.report(token, ")", DiagnosticKind::StrayToken),
            TokenKind::Tag { name, .. } => {
                self.report(token, &decode(name), DiagnosticKind::StrayToken);
            }
            TokenKind::Marker(marker) => {
                self.pgn.marker = Some(marker);
                return true;
            }
        }
        false
    }

    fn word(&mut self, token: &Token<'_>, word: &str) {
        if self.pgn.error.is_some() {
            return;
        }
        match self.read_word(word) {
            Meaning::Move(mv, nag) => {
                if self.pgn.moves.len() >= limits::PLIES {
                    return self.fail(token, word, PgnErrorKind::TooLong);
                }
                let mv = PgnMove {
                    mv,
                    ..PgnMove::null()
                };
                mv.play_on(&mut self.position);
                self.pgn.moves.push(mv);
                if let Some(nag) = nag {
                    self.nag(nag);
                    self.report(token, word, DiagnosticKind::ReadAsNag { nag });
                }
            }
            Meaning::Nag(nag) => {
                self.nag(nag);
                self.report(token, word, DiagnosticKind::ReadAsNag { nag });
            }
            Meaning::Nothing => self.report(token, word, DiagnosticKind::StrayToken),
            Meaning::Fault(kind) => self.fail(token, word, kind),
        }
    }

    fn read_word(&self, word: &str) -> Meaning {
        // Nearly every word of nearly every file is exact notation of a legal move.
        let exact = San::parse(word).map(|san| san.resolve(&self.position));
        if let Ok(Ok(mv)) = exact {
            return Meaning::Move(Some(mv), None);
        }
        if let Some(nag) = sign_of_judgment(word) {
            return Meaning::Nag(nag);
        }
        if matches!(word, "--" | "Z0" | "null" | "@@@@" | "0000") {
            return if self.position.is_check() {
                Meaning::Fault(PgnErrorKind::NullMove)
            } else {
                Meaning::Move(None, None)
            };
        }
        if is_note(word) || !word.contains(|c: char| c.is_ascii_alphanumeric()) {
            return Meaning::Nothing;
        }
        match read_move::read(&self.position, word, Source::File) {
            Ok(reading) => Meaning::Move(Some(reading.mv), None),
            Err(fault) => match split_judgment(word) {
                Some((word, nag)) => match read_move::read(&self.position, word, Source::File) {
                    Ok(reading) => Meaning::Move(Some(reading.mv), Some(nag)),
                    Err(_) => Meaning::Fault(fault.into()),
                },
                None if is_prose(word, &fault) => Meaning::Nothing,
                None => Meaning::Fault(fault.into()),
            },
        }
    }

    fn nag(&mut self, nag: u8) {
        if let (Some(last), None) = (self.pgn.moves.last_mut(), &self.pgn.error)
            && last.nags.len() < limits::NAGS
        {
            last.nags.push(nag);
        }
    }

    fn comment(&mut self, token: &Token<'_>, text: &[u8], closed: bool) {
        let text = decode(text);
        if !closed {
            self.report(token, &text, DiagnosticKind::UnclosedComment);
        }
        if self.pgn.error.is_some() {
            return;
        }
        let (clock_ms, text) = clock::take(&one_line(&text));
        let (moves, comments) = (&mut self.pgn.moves, &mut self.pgn.comments);
        let comments = match moves.last_mut() {
            Some(last) => {
                last.clock_ms = clock_ms.or(last.clock_ms);
                &mut last.comments
            }
            None => comments,
        };
        if text.is_empty() {
            return;
        }
        self.comments += 1;
        self.comment_bytes += text.len();
        if self.comments <= limits::COMMENTS && self.comment_bytes <= limits::COMMENT_BYTES {
            comments.push(text);
        } else {
            self.report(token, &text, DiagnosticKind::LimitReached);
        }
    }

    /// What stands behind the marker and still belongs to the game: further markers, and the rest
    /// of the marker's line up to a move number.
    fn trailer(&mut self, reader: &mut PgnReader<'_>) {
        if self.pgn.marker.is_none() {
            return;
        }
        while let Some(token) = reader.peek() {
            let same_line = token.line == self.last_line;
            match token.kind {
                TokenKind::Marker(marker) => {
                    let text = marker.to_string();
                    self.report(&token, &text, DiagnosticKind::DoubleMarker);
                }
                TokenKind::Comment { text, closed } if same_line => {
                    self.comment(&token, text, closed);
                }
                TokenKind::Word(word) if same_line => {
                    self.report(&token, &decode(word), DiagnosticKind::StrayToken);
                }
                TokenKind::Close | TokenKind::Nag(_) | TokenKind::Sign(..) if same_line => {
                    self.report(&token, "", DiagnosticKind::StrayToken);
                }
                _ => return,
            }
            self.last_line = token.last_line;
            reader.skip();
        }
    }

    fn finish(mut self) -> Pgn {
        let named = self.pgn.tag("Result").and_then(Marker::from_text);
        if let (Some(named), Some(marker)) = (named, self.pgn.marker)
            && named != marker
        {
            let kind = DiagnosticKind::ResultMismatch { marker };
            self.report_at(self.place("Result"), &named.to_string(), kind);
        }
        self.pgn
    }

    fn fail(&mut self, token: &Token<'_>, text: &str, kind: PgnErrorKind) {
        self.pgn.error = Some(PgnError {
            ply: self.pgn.moves.len() + 1,
            token: quote(text),
            line: token.line,
            column: token.column,
            kind,
        });
    }

    fn report(&mut self, token: &Token<'_>, text: &str, kind: DiagnosticKind) {
        if self.pgn.diagnostics.len() < limits::DIAGNOSTICS {
            self.report_at((token.line, token.column), text, kind);
        }
    }

    fn report_at(&mut self, (line, column): (u32, usize), text: &str, kind: DiagnosticKind) {
        if self.pgn.diagnostics.len() < limits::DIAGNOSTICS {
            self.pgn.diagnostics.push(Diagnostic {
                token: quote(text),
                line,
                column,
                kind,
            });
        }
    }
}

/// What a word of the main line is.
enum Meaning {
    /// A move or a null move, perhaps with a sign of judgment that touches it.
    Move(Option<Move>, Option<u8>),
    Nag(u8),
    /// To be skipped.
    Nothing,
    Fault(PgnErrorKind),
}

/// The position of a `FEN` tag, and whether it could be used as it is.
fn start_position(fen: &str, mode: Mode) -> Result<(Position, bool), String> {
    let setup = Fen::parse_lenient(fen).map_err(|error| error.to_string())?;
    match (setup.playable(mode), setup.playable(Mode::Chess960)) {
        (Ok(position), _) => Ok((position, true)),
        // Castling rights that only Chess960 knows: the tag Variant is missing.
        (Err(_), Ok(position)) => Ok((position, true)),
        (Err(faults), Err(_)) => match setup.cleared(mode).playable(mode) {
            Ok(position) => Ok((position, false)),
            Err(_) => Err(faults.to_string()),
        },
    }
}

/// Signs of judgment in letters, with the numbers of the standard.
fn sign_of_judgment(word: &str) -> Option<u8> {
    const SIGNS: [(&str, u8); 17] = [
        ("+=", 14),
        ("=+", 15),
        ("+/=", 14),
        ("=/+", 15),
        ("+/-", 16),
        ("-/+", 17),
        ("+-", 18),
        ("-+", 19),
        ("+--", 18),
        ("--+", 19),
        ("=", 10),
        ("==", 10),
        ("~", 13),
        ("N", 146),
        ("TN", 146),
        ("D", 220),
        ("#D", 220),
    ];
    SIGNS
        .iter()
        .find(|(sign, _)| *sign == word)
        .map(|(_, nag)| *nag)
}

/// A sign of judgment that touches its move, as in `Qxd5+-`.
fn split_judgment(word: &str) -> Option<(&str, u8)> {
    let at = word.rfind(|c: char| c.is_ascii_alphanumeric())? + 1;
    let (mv, sign) = word.split_at_checked(at)?;
    sign_of_judgment(sign).map(|nag| (mv, nag))
}

/// Notes that old scores put behind a move as words of their own.
fn is_note(word: &str) -> bool {
    const NOTES: [&str; 11] = [
        "ep", "(ep)", "e.p", "e.p.", "(e.p.)", "ch", "ch.", "dbl", "dis", "mate", "ff",
    ];
    // A glyph beyond the last one, and what the standard reserves.
    NOTES.contains(&word) || word.starts_with(['$', '<'])
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

/// Whether a word that is no move does not even look like one: two squares, castling or a piece
/// letter with a square would. Skipping a real move would splice the line, so doubt means a fault.
fn is_prose(word: &str, fault: &MoveTextError) -> bool {
    let has_digit = word.contains(|c: char| c.is_ascii_digit());
    matches!(
        fault,
        MoveTextError::Syntax(SanSyntaxError::Unexpected { .. } | SanSyntaxError::Empty)
    ) && !has_digit
        && !word.starts_with(['O', 'o'])
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

/// Line breaks inside a comment are blanks.
fn one_line(text: &str) -> String {
    text.replace("\r\n", " ").replace(['\n', '\r'], " ")
}

fn quote(text: &str) -> String {
    text.chars().take(limits::QUOTED_CHARS).collect()
}
