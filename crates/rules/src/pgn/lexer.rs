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
    MoveNumber,
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

const MARKERS: [(&str, Marker); 12] = [
    ("1-0", Marker::WHITE_WINS),
    ("0-1", Marker::BLACK_WINS),
    ("1/2-1/2", Marker::DRAW),
    ("1/2", Marker::DRAW),
    ("½-½", Marker::DRAW),
    ("*", Marker::Unknown),
    ("1–0", Marker::WHITE_WINS),
    ("0–1", Marker::BLACK_WINS),
    ("½–½", Marker::DRAW),
    ("½", Marker::DRAW),
    ("(+)-(-)", Marker::WHITE_WINS),
    ("(-)-(+)", Marker::BLACK_WINS),
];

/// The marker that a text is, in any of its usual forms.
pub(super) fn marker(text: &[u8]) -> Option<Marker> {
    MARKERS
        .iter()
        .find(|(form, _)| form.as_bytes() == text)
        .map(|(_, marker)| *marker)
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
                [byte, ..] if byte.is_ascii_whitespace() || *byte < b' ' => self.advance(1),
                [0xc2, 0xa0, ..] => self.advance(2),
                _ if rest.starts_with(BOM) => self.at += BOM.len(),
                _ => return,
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
            b'*' => (TokenKind::Marker(Marker::Unknown), 1),
            b'$' => nag(rest),
            b'.' => (TokenKind::MoveNumber, run(rest, |byte| byte == b'.')),
            b']' | b'}' | b'"' | b'<' | b'>' => (TokenKind::Word(one(rest)), 1),
            b'0'..=b'9' => number(rest),
            _ if rest.starts_with(ELLIPSIS) => (TokenKind::MoveNumber, ELLIPSIS.len()),
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
/// before the tags of the next game, so that no game is lost in it.
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
        if after_empty_line && is_good_tag(line) {
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
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    let name_end = name_start + run(rest.get(name_start..)?, is_name);
    let name = rest.get(name_start..name_end)?;
    let quote = name_end + blanks(name_end);
    let quoted = rest.get(quote) == Some(&b'"');
    if !name.first()?.is_ascii_alphabetic() || !(quoted || leads_line) {
        return None;
    }
    if !quoted {
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
    let end = last_quote.unwrap_or(length);
    (end, length - end, TagForm::Mended)
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
    for form in ["(+)-(-)", "(-)-(+)"] {
        if let (true, Some(marker)) = (rest.starts_with(form.as_bytes()), marker(form.as_bytes())) {
            return (TokenKind::Marker(marker), form.len());
        }
    }
    match rest {
        [b'(', b'=', b')', ..] => (TokenKind::Word(rest.get(..3).unwrap_or_default()), 3),
        _ => (TokenKind::Open, 1),
    }
}

/// `$14`. Numbers above 255 do not exist; they are cut to 255.
fn nag(rest: &[u8]) -> (TokenKind<'_>, usize) {
    let digits = run(rest.get(1..).unwrap_or_default(), |byte| {
        byte.is_ascii_digit()
    });
    if digits == 0 {
        return (TokenKind::Word(one(rest)), 1);
    }
    let value = rest.iter().skip(1).take(digits).fold(0_u8, |value, digit| {
        value
            .saturating_mul(10)
            .saturating_add(digit.saturating_sub(b'0'))
    });
    (TokenKind::Nag(value), 1 + digits)
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

/// What begins with a digit: a marker, a move number (which may touch its move), or castling.
fn number(rest: &[u8]) -> (TokenKind<'_>, usize) {
    let digits = run(rest, |byte| byte.is_ascii_digit());
    let after = rest.get(digits..).unwrap_or_default();
    match after.first() {
        Some(b'.') => (
            TokenKind::MoveNumber,
            digits + run(after, |byte| byte == b'.'),
        ),
        Some(b'a'..=b'h' | b'K' | b'Q' | b'R' | b'B' | b'N' | b'O') => {
            (TokenKind::MoveNumber, digits)
        }
        _ if after.starts_with(ELLIPSIS) => (TokenKind::MoveNumber, digits + ELLIPSIS.len()),
        _ => match word(rest) {
            (_, length) if length == digits => (TokenKind::MoveNumber, digits),
            other => other,
        },
    }
}

/// Everything up to a blank or a character with a meaning of its own.
fn word(rest: &[u8]) -> (TokenKind<'_>, usize) {
    let mut length = 0;
    while let Some(tail) = rest.get(length..) {
        let Some(byte) = tail.first() else { break };
        let ends = match byte {
            b'{' | b'}' | b')' | b'[' | b']' | b';' | b'$' | b'*' | b'"' | b'<' | b'>' => true,
            // `h8(Q)` is one word.
            b'(' => match tail {
                [
                    _,
                    b'Q' | b'R' | b'B' | b'N' | b'q' | b'r' | b'b' | b'n',
                    b')',
                    ..,
                ] => {
                    length += 3;
                    continue;
                }
                _ => true,
            },
            _ => byte.is_ascii_whitespace() || *byte < b' ' || sign(tail).is_some(),
        };
        if ends {
            break;
        }
        length += 1;
    }
    let length = length.max(1);
    let text = rest.get(..length).unwrap_or_default();
    match marker(text) {
        Some(marker) => (TokenKind::Marker(marker), length),
        None => (TokenKind::Word(text), length),
    }
}

#[cfg(test)]
mod tests;
