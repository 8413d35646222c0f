//! Bytes of PGN files as text: UTF-8, or else Windows code page 1252, of which Latin-1 is a part.

use alloc::borrow::Cow;
use alloc::string::String;

/// Code page 1252 from 0x80 to 0x9f; the rest of it is Latin-1. The five bytes without a character
/// become the replacement character.
const CP1252: [char; 32] = [
    '€', '\u{fffd}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{fffd}', 'Ž',
    '\u{fffd}', '\u{fffd}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{fffd}',
    'ž', 'Ÿ',
];

/// Decodes one tag value or comment. Each is judged by itself, since collections are pasted
/// together from files of several encodings.
pub(super) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match core::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|byte| cp1252(*byte)).collect::<String>()),
    }
}

fn cp1252(byte: u8) -> char {
    match byte {
        0x80..=0x9f => CP1252
            .get(usize::from(byte - 0x80))
            .copied()
            .unwrap_or('\u{fffd}'),
        _ => char::from(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_text_is_judged_by_itself() {
        assert_eq!(decode("Réti".as_bytes()), "Réti");
        assert_eq!(decode(b"R\xe9ti"), "Réti");
        assert_eq!(decode(b"Gl\x94ck"), "Gl”ck");
        assert_eq!(decode(b"\x81"), "\u{fffd}");
    }
}
