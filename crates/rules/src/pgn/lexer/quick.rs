//! The short way for nearly every byte of nearly every file: plain moves with their numbers,
//! comments, glyphs and brackets. What is not so plain is left to `kind`, which would say the same of what is.

use super::comment;
use crate::pgn::limits;

/// What can be taken the short way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::pgn) enum Quick<'a> {
    /// A word that is a move as far as words go: letters first, and a digit somewhere.
    Move(&'a [u8]),
    /// A comment that is closed.
    Comment(&'a [u8]),
    /// `$14`.
    Nag(u8),
    /// `(`, before a number.
    Open,
    /// `)`
    Close,
}

/// What a byte can be in a move.
const PLAIN: u8 = 1;
const DIGIT: u8 = 2;
/// It begins a move.
const FIRST: u8 = 4;
/// It ends a move.
const END: u8 = 8;

const CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 128_u8 {
        let class = match byte {
            b'a'..=b'h' | b'K' | b'Q' | b'R' | b'B' | b'N' | b'O' => PLAIN | FIRST,
            b'i'..=b'z' | b'A'..=b'Z' | b'-' | b'+' | b'#' | b'=' => PLAIN,
            b'0'..=b'9' => PLAIN | DIGIT,
            b' ' | b'\n' | b'\r' | b'\t' | b')' | b'{' | b'!' | b'?' | b'$' => END,
            _ => 0,
        };
        if let Some(place) = classes.split_at_mut(byte as usize).1.first_mut() {
            *place = class;
        }
        byte += 1;
    }
    classes
};

#[inline(always)]
fn class(byte: u8) -> u8 {
    CLASSES.get(usize::from(byte)).copied().unwrap_or_default()
}

/// The length of the plain move with which a text begins, found without a branch for each byte:
/// how long a move is cannot be foretold, and processors pay for what they did not foretell.
#[inline(always)]
pub(super) fn move_length(rest: &[u8]) -> Option<usize> {
    let bytes: &[u8; 8] = rest.first_chunk()?;
    let classes = bytes.map(class);
    let (mut plain, mut digits) = (0_u32, 0_u32);
    for (at, class) in classes.into_iter().enumerate() {
        plain |= u32::from(class & PLAIN) << at;
        digits |= u32::from((class & DIGIT) >> 1) << at;
    }
    let length = usize::try_from(plain.trailing_ones()).ok()?;
    let end = classes.get(length)?;
    let has_digit = digits & !(u32::MAX << length) != 0;
    let [first, ..] = classes;
    (has_digit && first & FIRST != 0 && end & END != 0).then_some(length)
}

/// What has been found, and where it begins and ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found<'a> {
    pub(super) quick: Quick<'a>,
    pub(super) at: usize,
    pub(super) end: usize,
}

/// Passes over blanks and plain numbers. `at` and `gap` are those of the lexer; they are moved on
/// also where nothing is found behind.
#[inline(always)]
pub(super) fn find<'a>(window: &'a [u8], at: &mut usize, gap: &mut u32) -> Option<Found<'a>> {
    loop {
        skip_blanks(window, at, gap)?;
        let rest = window.get(*at..)?;
        match rest.first()? {
            b'1'..=b'9' => {
                let length = number_length(rest, *gap)?;
                *at += length;
                *gap = 0;
            }
            b'{' => {
                let known = rest.get(..limits::TOKEN_BYTES).unwrap_or(rest);
                let extent = comment::closed_line(known)?;
                return found(Quick::Comment(rest.get(1..extent)?), *at, extent + 1);
            }
            b'$' => {
                let (nag, length) = nag(rest)?;
                return found(Quick::Nag(nag), *at, length);
            }
            b'(' if matches!(rest, [_, b'1'..=b'9', ..]) => return found(Quick::Open, *at, 1),
            b')' => return found(Quick::Close, *at, 1),
            _ => {
                let length = move_length(rest)?;
                return found(Quick::Move(rest.get(..length)?), *at, length);
            }
        }
    }
}

#[inline]
fn found(quick: Quick<'_>, at: usize, length: usize) -> Option<Found<'_>> {
    let end = at + length;
    Some(Found { quick, at, end })
}

/// A glyph with one or two digits and a blank behind it.
#[inline]
fn nag(rest: &[u8]) -> Option<(u8, usize)> {
    match *rest {
        [_, digit @ b'0'..=b'9', b' ' | b'\n', ..] => Some((digit - b'0', 2)),
        [_, ten @ b'0'..=b'9', digit @ b'0'..=b'9', b' ' | b'\n', ..] => {
            Some(((ten - b'0') * 10 + (digit - b'0'), 3))
        }
        _ => None,
    }
}

#[inline]
fn skip_blanks(window: &[u8], at: &mut usize, gap: &mut u32) -> Option<()> {
    loop {
        match window.get(*at)? {
            b' ' => *at += 1,
            b'\n' => {
                *at += 1;
                *gap = gap.saturating_add(1);
            }
            b'\r' if window.get(*at + 1) == Some(&b'\n') => {
                *at += 2;
                *gap = gap.saturating_add(1);
            }
            _ => return Some(()),
        }
    }
}

/// The length of a number with its dots. Not that of White's first move at the front of a line:
/// there, a game may begin.
#[inline]
fn number_length(rest: &[u8], gap: u32) -> Option<usize> {
    let mut digits = 1;
    while let Some(b'0'..=b'9') = rest.get(digits) {
        digits += 1;
    }
    let mut length = digits;
    while let Some(b'.') = rest.get(length) {
        length += 1;
    }
    let is_first = gap > 0 && digits == 1 && length == 2 && rest.starts_with(b"1");
    (length > digits && !is_first).then_some(length)
}
