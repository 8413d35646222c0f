//! The marker at the end of the moves, in the forms in which it occurs.

use super::kind::{blank, is_delimiter, run};
use crate::pgn::Marker;

/// Markers in their usual forms. Of two that begin alike the longer stands first. Some forms are in
/// code page 1252.
const MARKERS: [(&[u8], Marker); 25] = [
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
    // In code page 850.
    (b"\xab-\xab", Marker::DRAW),
    (b"1/2", Marker::DRAW),
    ("½".as_bytes(), Marker::DRAW),
    (b"\xbd", Marker::DRAW),
    (b"(+)-(-)", Marker::WHITE_WINS),
    (b"(-)-(+)", Marker::BLACK_WINS),
];

/// The marker that a text is, in any of its usual forms.
pub(in crate::pgn) fn marker(text: &[u8]) -> Option<Marker> {
    MARKERS
        .iter()
        .find(|(form, _)| *form == text)
        .map(|(_, marker)| *marker)
}

/// The marker with which the text begins, and its length. Behind it nothing may go on.
pub(super) fn marker_at(rest: &[u8]) -> Option<(Marker, usize)> {
    // A look at two bytes spares nearly every word and number of a file the search.
    if !matches!(
        rest,
        [b'0' | b'1', b'-' | b'/' | b':' | b' ' | 0x96 | 0xe2, ..]
            | [b'0', b'.', b'5', ..]
            | [b'*' | b'(' | 0xab | 0xbd | 0xc2, ..]
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
