//! The token with which a text begins, by its bytes alone: words, numbers, glyphs, brackets.
//! Comments are in `comment`, since they can be of any length.

use super::TokenKind;
use super::marker::marker_at;
use super::tag::tag;

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

/// Bytes of the blank with which the text begins, 0 if it begins with none: spaces of all kinds,
/// control characters, and what has no width and comes along when text is copied. Must be asked at
/// the beginning of a character only.
pub(super) fn blank(rest: &[u8]) -> usize {
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
pub(super) fn is_delimiter(rest: &[u8]) -> bool {
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

/// The token with which a text begins that is no blank and no comment, and its length in bytes, at
/// least 1. A tag without quotes is one only where it leads its line.
pub(super) fn kind(rest: &[u8], leads_line: bool) -> Option<(TokenKind<'_>, usize)> {
    let first = *rest.first()?;
    if let Some((marker, length)) = marker_at(rest) {
        return Some((TokenKind::Marker(marker), length));
    }
    Some(match first {
        b'[' => tag(rest, leads_line).unwrap_or((TokenKind::Word(one(rest)), 1)),
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

/// A move number other than that of White's first move.
pub(super) const NUMBER: TokenKind<'static> = TokenKind::MoveNumber { is_first: false };

const ELLIPSIS: &[u8] = "…".as_bytes();

fn one(rest: &[u8]) -> &[u8] {
    rest.get(..1).unwrap_or_default()
}

/// Length of the bytes at the front for which `is` holds.
pub(super) fn run(rest: &[u8], is: impl Fn(u8) -> bool) -> usize {
    rest.iter().take_while(|byte| is(**byte)).count()
}

pub(super) fn line_length(rest: &[u8]) -> usize {
    line_bytes(rest).count()
}

/// The bytes up to the end of the line.
pub(super) fn line_bytes(rest: &[u8]) -> impl Iterator<Item = u8> {
    rest.iter()
        .copied()
        .take_while(|byte| !matches!(byte, b'\n' | b'\r'))
}

/// A variation begins, or one of the things that are written with round brackets.
fn open(rest: &[u8]) -> (TokenKind<'_>, usize) {
    let forms: [&[u8]; 3] = [b"(=)", b"(ep)", b"(e.p.)"];
    match forms.into_iter().find(|form| rest.starts_with(form)) {
        Some(form) => {
            let word = rest.get(..form.len()).unwrap_or_default();
            (TokenKind::Word(word), form.len())
        }
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
            // Four zeros alone are a null move, as UCI writes it.
            (word, length) if length == digits && rest.get(..length) == Some(b"0000") => {
                (word, length)
            }
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
