//! Comments: where they end, also where their end is missing.

use memchr::{memchr2, memchr3, memchr3_iter};

use super::kind::line_length;
use super::tag::is_good_tag;

/// How far a comment goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Extent {
    /// Where its text ends; it begins at 1.
    pub(super) text_end: usize,
    /// All its bytes.
    pub(super) length: usize,
    pub(super) closed: bool,
}

/// How far a comment goes that began with `{` or `;`, as `opener` says; `None` where it ends behind
/// the text. `is_last`: nothing comes there.
pub(super) fn extent(opener: u8, rest: &[u8], is_last: bool) -> Option<Extent> {
    if opener == b';' {
        return line_extent(rest, is_last);
    }
    brace_extent(rest, is_last)
}

fn line_extent(rest: &[u8], is_last: bool) -> Option<Extent> {
    let end = memchr2(b'\n', b'\r', rest).or(is_last.then_some(rest.len()))?;
    Some(Extent {
        text_end: end,
        length: end,
        closed: true,
    })
}

/// Where the closing brace of a comment is that is closed on the line on which it begins.
#[inline]
pub(super) fn closed_line(rest: &[u8]) -> Option<usize> {
    let end = memchr3(b'}', b'\n', b'\r', rest)?;
    (rest.get(end) == Some(&b'}')).then_some(end)
}

/// A comment ends at the first closing brace (they do not nest). Where that is missing, it ends
/// before the tags of the next game, so that no game is lost in it: behind an empty line, or with
/// the tag that every game should begin with.
fn brace_extent(rest: &[u8], is_last: bool) -> Option<Extent> {
    let ends_at = |at, length, closed| {
        Some(Extent {
            text_end: at,
            length,
            closed,
        })
    };
    for stop in memchr3_iter(b'}', b'\n', b'\r', rest) {
        if rest.get(stop) == Some(&b'}') {
            return ends_at(stop, stop + 1, true);
        }
        let at = stop + 1;
        let line = rest.get(at..).unwrap_or_default();
        if line.first().is_some_and(|byte| *byte != b'[') {
            continue;
        }
        let length = line_length(line);
        if length == line.len() && !is_last {
            return None;
        }
        let line = line.get(..length).unwrap_or_default();
        let text = rest.get(1..at).unwrap_or_default();
        let begins_game = line.starts_with(b"[Event \"") || ends_with_empty_line(text);
        if begins_game && is_good_tag(line) {
            return ends_at(at, at, false);
        }
    }
    if is_last {
        return ends_at(rest.len(), rest.len(), false);
    }
    None
}

/// Whether the last line is empty, behind another one.
fn ends_with_empty_line(text: &[u8]) -> bool {
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    let text = text.strip_suffix(b"\r").unwrap_or(text);
    let blanks = |byte: &&u8| byte.is_ascii_whitespace() && !matches!(byte, b'\n' | b'\r');
    let blanks = text.iter().rev().take_while(blanks).count();
    let above = text.get(..text.len().saturating_sub(blanks));
    matches!(above, Some([.., b'\n' | b'\r']))
}
