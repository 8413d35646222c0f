//! Tags: `[Name "value"]`, also badly written ones.

use super::kind::{is_delimiter, line_bytes, line_length, run};
use super::{TagForm, TokenKind};

pub(super) fn is_good_tag(line: &[u8]) -> bool {
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
pub(super) fn tag(rest: &[u8], leads_line: bool) -> Option<(TokenKind<'_>, usize)> {
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
