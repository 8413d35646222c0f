//! Cuts PGN bytes into tokens, without copying and without a position: tags, comments, numbers,
//! brackets, markers, words. What a word means, and where games begin and end, is the reader's.

use super::Marker;

/// A token and the place where it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub(super) kind: TokenKind<'a>,
    /// Line, from 1.
    pub(super) line: u32,
    /// Column in characters, from 1. In text that is not UTF-8 it can be a little too low.
    pub(super) column: usize,
    /// Line of the last byte.
    pub(super) last_line: u32,
    /// Whether only blanks stand before it on its line.
    pub(super) leads_line: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind<'a> {
    /// `[Name "value"]`; the value still has its escapes.
    Tag {
        name: &'a [u8],
        value: &'a [u8],
        form: TagForm,
    },
    /// `{…}` or `; …` to the end of the line.
    Comment { text: &'a [u8], closed: bool },
    /// `12.`, `12...`, `..`.
    MoveNumber {
        /// It is White's first move: `1` or `1.`.
        is_first: bool,
    },
    /// `$14`, `!?`.
    Nag(u8),
    /// `∓`, which is no PGN, with the number of the glyph.
    Sign(&'a [u8], u8),
    /// `(`
    Open,
    /// `)`
    Close,
    /// `1-0`, `*` and so on.
    Marker(Marker),
    /// Anything else, hopefully a move.
    Word(&'a [u8]),
}

/// How well a tag is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TagForm {
    Good,
    /// A quote or bracket is missing or superfluous; the value is what stands between the outermost
    /// ones.
    Mended,
}

/// Signs of judgment that programs write beside the standard's `$` numbers, with those numbers. Of
/// two that begin alike the longer stands first.
const SIGNS: [(&str, u8); 22] = [
    ("!!", 3),
    ("!?", 5),
    ("?!", 6),
    ("??", 4),
    ("!", 1),
    ("?", 2),
    ("‼", 3),
    ("⁉", 5),
    ("⁈", 6),
    ("⁇", 4),
    ("±", 16),
    ("∓", 17),
    ("⩲", 14),
    ("⩱", 15),
    ("∞", 13),
    ("□", 7),
    ("■", 7),
    ("⨀", 22),
    ("○", 26),
    ("→", 36),
    ("↑", 40),
    ("⇆", 132),
];

/// Markers in their usual forms. Of two that begin alike the longer stands first. Some forms are in
/// code page 1252.
const MARKERS: [(&[u8], Marker); 24] = [
    (b"1-0", Marker::WHITE_WINS),
    (b"0-1", Marker::BLACK_WINS),
    (b"1/2-1/2", Marker::DRAW),
    (b"*", Marker::Unknown),
    ("½-½".as_bytes(), Marker::DRAW),
    (b"\xbd-\xbd", Marker::DRAW),
    ("1–0".as_bytes(), Marker::WHITE_WINS),
    ("0–1".as_bytes(), Marker::BLACK_WINS),
    ("½–½".as_bytes(), Marker::DRAW),
    (b"1\x960", Marker::WHITE_WINS),
    (b"0\x961", Marker::BLACK_WINS),
    (b"\xbd\x96\xbd", Marker::DRAW),
    (b"1:0", Marker::WHITE_WINS),
    (b"0:1", Marker::BLACK_WINS),
    (b"1/2:1/2", Marker::DRAW),
    (b"1 - 0", Marker::WHITE_WINS),
    (b"0 - 1", Marker::BLACK_WINS),
    (b"1/2 - 1/2", Marker::DRAW),
    (b"0.5-0.5", Marker::DRAW),
    (b"1/2", Marker::DRAW),
    ("½".as_bytes(), Marker::DRAW),
    (b"\xbd", Marker::DRAW),
    (b"(+)-(-)", Marker::WHITE_WINS),
    (b"(-)-(+)", Marker::BLACK_WINS),
];

/// The marker that a text is, in any of its usual forms.
pub(super) fn marker(text: &[u8]) -> Option<Marker> {
    MARKERS
        .iter()
        .find(|(form, _)| *form == text)
        .map(|(_, marker)| *marker)
}

/// The marker with which the text begins, and its length. Behind it nothing may go on.
fn marker_at(rest: &[u8]) -> Option<(Marker, usize)> {
    // A look at two bytes spares nearly every word and number of a file the search.
    if !matches!(
        rest,
        [b'0' | b'1', b'-' | b'/' | b':' | b' ' | 0x96 | 0xe2, ..]
            | [b'0', b'.', b'5', ..]
            | [b'*' | b'(' | 0xbd | 0xc2, ..]
    ) {
        return None;
    }
    let (form, marker) = MARKERS.iter().find(|(form, _)| rest.starts_with(form))?;
    let behind = rest.get(form.len()..).unwrap_or_default();
    let ends = *marker == Marker::Unknown
        || behind.is_empty()
        || blank(behind) > 0
        || is_delimiter(behind)
        || matches!(behind, [b'.' | b'(' | b'!' | b'?', ..]);
    let full_stop = run(behind, |byte| byte == b'.');
    ends.then_some((*marker, form.len() + full_stop))
}

/// Bytes of the blank with which the text begins, 0 if it begins with none: spaces of all kinds,
/// control characters, and what has no width and comes along when text is copied. Must be asked at
/// the beginning of a character only.
fn blank(rest: &[u8]) -> usize {
    match rest {
        [0..=b' ' | 0x7f, ..] => 1,
        // U+00A0 and the soft hyphen, in UTF-8 and in code page 1252.
        [0xc2, 0xa0 | 0xad, ..] => 2,
        [0xa0 | 0xad, ..] => 1,
        // U+2000 to U+200F, U+2028 to U+202F, U+205F to U+2064, U+3000, the byte order mark.
        [0xe2, 0x80, 0x80..=0x8f | 0xa8..=0xaf, ..]
        | [0xe2, 0x81, 0x9f..=0xa4, ..]
        | [0xe3, 0x80, 0x80, ..]
        | [0xef, 0xbb, 0xbf, ..] => 3,
        _ => 0,
    }
}

/// Whether the text begins with a character that ends any word and has a meaning of its own.
fn is_delimiter(rest: &[u8]) -> bool {
    matches!(
        rest,
        [
            b'{' | b'}' | b')' | b'[' | b']' | b';' | b'$' | b'*' | b'"' | b'<' | b'>' | b',',
            ..
        ]
    )
}

/// Length of the character with which the text begins; 1 where that is not UTF-8.
fn character(rest: &[u8]) -> usize {
    let length = match rest.first() {
        Some(0xc2..=0xdf) => 2,
        Some(0xe0..=0xef) => 3,
        Some(0xf0..=0xf4) => 4,
        _ => 1,
    };
    let whole = rest.get(..length).map(core::str::from_utf8);
    if matches!(whole, Some(Ok(_))) {
        length
    } else {
        1
    }
}

/// Reads tokens from bytes, one after the other.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'a> {
    bytes: &'a [u8],
    at: usize,
    line: u32,
    column: usize,
    /// Whether no token has begun on this line yet.
    lead: bool,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            at: 0,
            line: 1,
            column: 1,
            lead: true,
        }
    }

    fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// Moves on and counts lines.
    fn advance(&mut self, count: usize) {
        let end = self.bytes.len().min(self.at.saturating_add(count));
        while self.at < end {
            let byte = self.bytes.get(self.at).copied().unwrap_or_default();
            self.at += 1;
            let lone_return = byte == b'\r' && self.bytes.get(self.at) != Some(&b'\n');
            if byte == b'\n' || lone_return {
                self.line = self.line.saturating_add(1);
                self.column = 1;
                self.lead = true;
            } else if byte & 0xc0 != 0x80 {
                // All but the bytes that continue a character of UTF-8.
                self.column += 1;
            }
        }
    }

    /// Skips blanks and `%` lines.
    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            match rest {
                // The standard's escape: a line that begins with % is hidden.
                [b'%', ..] if self.column == 1 => self.advance(line_length(rest)),
                _ if rest.starts_with(BOM) => self.at += BOM.len(),
                _ => match blank(rest) {
                    0 => return,
                    length => self.advance(length),
                },
            }
        }
    }

    fn token(&mut self) -> Option<Token<'a>> {
        self.skip_blanks();
        let (kind, length) = self.kind()?;
        let (line, column) = (self.line, self.column);
        let leads_line = self.lead;
        self.lead = false;
        self.advance(length);
        Some(Token {
            kind,
            line,
            column,
            last_line: self.line,
            leads_line,
        })
    }

    /// The next token and its length in bytes, at least 1.
    fn kind(&self) -> Option<(TokenKind<'a>, usize)> {
        let rest = self.rest();
        let first = *rest.first()?;
        if let Some((marker, length)) = marker_at(rest) {
            return Some((TokenKind::Marker(marker), length));
        }
        Some(match first {
            b'{' => brace_comment(rest),
            b';' => {
                let length = line_length(rest);
                let text = rest.get(1..length).unwrap_or_default();
                (TokenKind::Comment { text, closed: true }, length)
            }
            b'[' => tag(rest, self.lead).unwrap_or((TokenKind::Word(one(rest)), 1)),
            b'(' => open(rest),
            b')' => (TokenKind::Close, 1),
            b'$' => nag(rest),
            b'.' => (NUMBER, run(rest, |byte| byte == b'.')),
            b'<' => reserved(rest),
            b']' | b'}' | b'"' | b'>' | b',' => (TokenKind::Word(one(rest)), 1),
            b'0'..=b'9' => number(rest),
            _ if rest.starts_with(ELLIPSIS) => (NUMBER, ELLIPSIS.len()),
            _ => match sign(rest) {
                Some((value, length)) if first.is_ascii() => (TokenKind::Nag(value), length),
                Some((value, length)) => (
                    TokenKind::Sign(rest.get(..length).unwrap_or_default(), value),
                    length,
                ),
                None => word(rest),
            },
        })
    }
}

impl<'a> Iterator for Lexer<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        self.token()
    }
}

/// A move number other than that of White's first move.
const NUMBER: TokenKind<'static> = TokenKind::MoveNumber { is_first: false };

const ELLIPSIS: &[u8] = "…".as_bytes();

const BOM: &[u8] = b"\xef\xbb\xbf";

fn one(rest: &[u8]) -> &[u8] {
    rest.get(..1).unwrap_or_default()
}

/// Length of the bytes at the front for which `is` holds.
fn run(rest: &[u8], is: impl Fn(u8) -> bool) -> usize {
    rest.iter().take_while(|byte| is(**byte)).count()
}

fn line_length(rest: &[u8]) -> usize {
    line_bytes(rest).count()
}

/// A comment ends at the first closing brace (they do not nest). Where that is missing, it ends
/// before the tags of the next game, so that no game is lost in it: behind an empty line, or with
/// the tag that every game should begin with.
fn brace_comment(rest: &[u8]) -> (TokenKind<'_>, usize) {
    let mut at = 1;
    let mut after_empty_line = false;
    while at < rest.len() {
        let tail = rest.get(at..).unwrap_or_default();
        let line = tail.get(..line_length(tail)).unwrap_or_default();
        if let Some(brace) = line.iter().position(|byte| *byte == b'}') {
            let text = rest.get(1..at + brace).unwrap_or_default();
            return (TokenKind::Comment { text, closed: true }, at + brace + 1);
        }
        let begins_game = after_empty_line || (at > 1 && line.starts_with(b"[Event \""));
        if begins_game && is_good_tag(line) {
            break;
        }
        // The rest of the line on which the comment begins is no line of its own.
        after_empty_line = at > 1 && line.trim_ascii().is_empty();
        let crlf = tail
            .get(line.len()..)
            .is_some_and(|end| end.starts_with(b"\r\n"));
        at += line.len() + if crlf { 2 } else { 1 };
    }
    let end = at.min(rest.len());
    (
        TokenKind::Comment {
            text: rest.get(1..end).unwrap_or_default(),
            closed: false,
        },
        end,
    )
}

fn is_good_tag(line: &[u8]) -> bool {
    line.starts_with(b"[")
        && matches!(
            tag(line, true),
            Some((
                TokenKind::Tag {
                    form: TagForm::Good,
                    ..
                },
                _
            ))
        )
}

/// `[Name "value"]`, also with stray quotes or missing ends. Without a quote only at the start of a
/// line, so that text in brackets is not taken for a tag.
fn tag(rest: &[u8], leads_line: bool) -> Option<(TokenKind<'_>, usize)> {
    let blanks = |from: usize| {
        run(rest.get(from..).unwrap_or_default(), |byte| {
            matches!(byte, b' ' | b'\t')
        })
    };
    let name_start = 1 + blanks(1);
    let is_symbol = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    // Names that the standard does not know, such as `Événement` or `White.Elo`, are names too.
    let is_name = |byte: u8| byte > b' ' && byte != 0x7f && !is_delimiter(&[byte]);
    let name_end = name_start + run(rest.get(name_start..)?, is_name);
    let name = rest.get(name_start..name_end)?;
    let quote = name_end + blanks(name_end);
    let quoted = rest.get(quote) == Some(&b'"');
    let first = *name.first()?;
    let well_named = name.iter().all(|byte| is_symbol(*byte));
    if first.is_ascii() && !first.is_ascii_alphanumeric() {
        return None;
    }
    if !quoted {
        if !leads_line || !well_named || !first.is_ascii_alphabetic() {
            return None;
        }
        let close = line_bytes(rest).position(|byte| byte == b']')?;
        let value = rest.get(name_end..close)?.trim_ascii();
        return Some((
            TokenKind::Tag {
                name,
                value,
                form: TagForm::Mended,
            },
            close + 1,
        ));
    }
    let start = quote + 1;
    let body = rest.get(start..)?;
    let (length, skipped, form) = tag_value(body);
    let value = body.get(..length)?;
    let form = if well_named { form } else { TagForm::Mended };
    Some((
        TokenKind::Tag { name, value, form },
        start + length + skipped,
    ))
}

/// Length of the value behind an opening quote, and of what closes it.
fn tag_value(body: &[u8]) -> (usize, usize, TagForm) {
    if let Some(end) = closing_quote(body)
        && let Some(close) = closing_bracket(body, end + 1)
    {
        return (end, close - end, TagForm::Good);
    }
    // Stray quotes: the value ends at the first quote that a bracket follows.
    let (mut length, mut last_quote, mut last_bracket) = (0, None, None);
    for byte in line_bytes(body) {
        if byte == b'"' {
            if let Some(close) = closing_bracket(body, length + 1) {
                return (length, close - length, TagForm::Mended);
            }
            last_quote = Some(length);
        } else if byte == b']' {
            last_bracket = Some(length);
        }
        length += 1;
    }
    if let Some(close) = last_bracket {
        let value = body.get(..close).unwrap_or_default().trim_ascii_end().len();
        return (value, close + 1 - value, TagForm::Mended);
    }
    if let (None, Some((length, skipped))) = (last_quote, wrapped_value(body)) {
        return (length, skipped, TagForm::Mended);
    }
    let end = last_quote.unwrap_or(length);
    (end, length - end, TagForm::Mended)
}

/// A value that goes on in the next lines: its length, and that of what closes it. An empty line or
/// another tag ends the search.
fn wrapped_value(body: &[u8]) -> Option<(usize, usize)> {
    const LINES: usize = 8;
    let mut at = line_length(body);
    for _ in 0..LINES {
        at += run(body.get(at..)?, |byte| byte == b'\r').min(1);
        at += run(body.get(at..)?, |byte| byte == b'\n').min(1);
        let rest = body.get(at..)?;
        let line = rest.get(..line_length(rest))?;
        if line.trim_ascii().is_empty() || line.trim_ascii_start().starts_with(b"[") {
            return None;
        }
        if let Some(end) = closing_quote(rest)
            && let Some(close) = closing_bracket(rest, end + 1)
        {
            return Some((at + end, close - end));
        }
        at += line.len();
    }
    None
}

/// The bytes up to the end of the line.
fn line_bytes(rest: &[u8]) -> impl Iterator<Item = u8> {
    rest.iter()
        .copied()
        .take_while(|byte| !matches!(byte, b'\n' | b'\r'))
}

/// Index of the first quote on the line that no backslash escapes.
fn closing_quote(body: &[u8]) -> Option<usize> {
    let mut escaped = false;
    line_bytes(body).position(|byte| {
        let closes = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        closes
    })
}

/// Index after a `]` that only blanks separate from `from`.
fn closing_bracket(body: &[u8], from: usize) -> Option<usize> {
    let rest = body.get(from..)?;
    let blanks = run(rest, |byte| matches!(byte, b' ' | b'\t'));
    (rest.get(blanks) == Some(&b']')).then_some(from + blanks + 1)
}

/// A variation begins, or one of the things that are written with round brackets.
fn open(rest: &[u8]) -> (TokenKind<'_>, usize) {
    let forms: [&[u8]; 3] = [b"(=)", b"(ep)", b"(e.p.)"];
    match forms.into_iter().find(|form| rest.starts_with(form)) {
        Some(form) => (TokenKind::Word(form), form.len()),
        None => (TokenKind::Open, 1),
    }
}

/// `$14`. Numbers above 255 do not exist, and so they are no glyphs.
fn nag(rest: &[u8]) -> (TokenKind<'_>, usize) {
    let digits = run(rest.get(1..).unwrap_or_default(), |byte| {
        byte.is_ascii_digit()
    });
    let text = rest.get(..=digits).unwrap_or_default();
    let number = text
        .get(1..)
        .and_then(|number| core::str::from_utf8(number).ok());
    match number.and_then(|number| number.parse().ok()) {
        Some(value) => (TokenKind::Nag(value), text.len()),
        None => (TokenKind::Word(text), text.len()),
    }
}

/// `<…>`, which the standard reserves, and web pages are full of.
fn reserved(rest: &[u8]) -> (TokenKind<'_>, usize) {
    const LONGEST: usize = 256;
    let length = line_bytes(rest)
        .take(LONGEST)
        .position(|byte| byte == b'>')
        .map_or(1, |at| at + 1);
    (
        TokenKind::Word(rest.get(..length).unwrap_or_default()),
        length,
    )
}

fn sign(rest: &[u8]) -> Option<(u8, usize)> {
    let first = *rest.first()?;
    if first.is_ascii() && first != b'!' && first != b'?' {
        return None;
    }
    let (form, value) = SIGNS
        .iter()
        .find(|(form, _)| rest.starts_with(form.as_bytes()))?;
    Some((*value, form.len()))
}

/// What begins with a digit and is no marker: a move number, which may touch its move, or castling.
fn number(rest: &[u8]) -> (TokenKind<'_>, usize) {
    let digits = run(rest, |byte| byte.is_ascii_digit());
    let after = rest.get(digits..).unwrap_or_default();
    let dots = run(after, |byte| byte == b'.');
    let is_first = dots <= 1 && rest.starts_with(b"1") && digits == 1;
    let number = TokenKind::MoveNumber { is_first };
    match after.first() {
        Some(b'.') => (number, digits + dots),
        Some(b':') => (number, digits + 1),
        Some(b'a'..=b'h' | b'K' | b'Q' | b'R' | b'B' | b'N' | b'O') => (number, digits),
        _ if after.starts_with(ELLIPSIS) => (NUMBER, digits + ELLIPSIS.len()),
        _ => match word(rest) {
            (_, length) if length == digits => (number, digits),
            other => other,
        },
    }
}

/// Everything up to a blank, a character with a meaning of its own, or a move number that touches
/// the move before it (`e52.Nf3`).
fn word(rest: &[u8]) -> (TokenKind<'_>, usize) {
    let mut length = 0;
    while let Some(tail) = rest.get(length..) {
        match tail {
            [] => break,
            // `h8(Q)` is one word.
            [
                b'(',
                b'Q' | b'R' | b'B' | b'N' | b'q' | b'r' | b'b' | b'n',
                b')',
                ..,
            ] => length += 3,
            [b'(', ..] => break,
            [b'0'..=b'9', ..] => {
                let digits = run(tail, |byte| byte.is_ascii_digit());
                let before = length.checked_sub(1).and_then(|at| rest.get(at));
                // The rank of a square, or the last zero of castling.
                let own = usize::from(matches!(before, Some(b'a'..=b'h' | b'-')));
                if before.is_some() && digits > own && tail.get(digits) == Some(&b'.') {
                    length += own;
                    break;
                }
                length += digits;
            }
            _ if blank(tail) > 0 || is_delimiter(tail) || sign(tail).is_some() => break,
            _ => length += character(tail),
        }
    }
    let length = length.max(1);
    (
        TokenKind::Word(rest.get(..length).unwrap_or_default()),
        length,
    )
}

#[cfg(test)]
mod tests;
