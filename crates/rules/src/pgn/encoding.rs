//! Bytes of PGN files as text, in the encoding that somebody chose or that is guessed by the letters
//! that come out.

use alloc::borrow::Cow;
use alloc::string::String;

/// Code page 1252 from 0x80 to 0x9f; the rest of it is Latin-1. The five bytes without a character
/// become the replacement character.
const CP1252: [char; 32] = [
    '€', '\u{fffd}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{fffd}', 'Ž',
    '\u{fffd}', '\u{fffd}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{fffd}',
    'ž', 'Ÿ',
];

/// Code page 850 from 0x80 on.
const CP850: &str = concat!(
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒ",
    "áíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐",
    "└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀",
    "ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{ad}±‗¾¶§÷¸°¨·¹³²■\u{a0}",
);

/// How the bytes of a text are read as characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// UTF-8 where that is possible, else Windows code page 1252 or DOS code page 850, by what makes
    /// words. Each tag and comment is judged by itself, since collections are pasted together from
    /// files of several encodings.
    #[default]
    Guess,
    /// UTF-8. What is not becomes the replacement character.
    Utf8,
    /// ISO 8859-1, in which the standard of 1994 was written.
    Latin1,
    /// Windows code page 1252: Latin-1 with quotation marks, dashes and a few letters.
    Cp1252,
    /// DOS code page 850.
    Cp850,
}

impl Encoding {
    /// Decodes a text, which is not copied where the bytes are characters already.
    pub(super) fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        if bytes.is_ascii() || matches!(self, Self::Guess | Self::Utf8) {
            match core::str::from_utf8(bytes) {
                Ok(text) => return Cow::Borrowed(text),
                Err(_) if self == Self::Utf8 => return String::from_utf8_lossy(bytes),
                Err(_) => {}
            }
        }
        let character: fn(u8) -> char = match self {
            Self::Latin1 => char::from,
            Self::Cp850 => cp850,
            Self::Guess if is_cp850(bytes) => cp850,
            Self::Guess | Self::Cp1252 | Self::Utf8 => cp1252,
        };
        Cow::Owned(bytes.iter().map(|byte| character(*byte)).collect())
    }
}

/// Whether the bytes make words in code page 850 rather than in 1252, where the same bytes are
/// quotes, dashes and signs of money that do not stand inside a word.
fn is_cp850(bytes: &[u8]) -> bool {
    let letter = |at: Option<usize>| at.and_then(|at| bytes.get(at)).copied();
    let (mut dos, mut windows) = (0_u32, 0_u32);
    for (at, byte) in bytes.iter().enumerate() {
        let before = letter(at.checked_sub(1)).is_some_and(|byte| byte.is_ascii_alphabetic());
        let behind = letter(at.checked_add(1)).is_some_and(|byte| byte.is_ascii_lowercase());
        match byte {
            // Nothing in code page 1252.
            0x81 | 0x8d | 0x8f | 0x90 | 0x9d => dos += 1,
            // Letters at the end of a word: é, ä, ó and others.
            0x82 | 0x84 | 0x88..=0x8b | 0xa1..=0xa5 if before => dos += 1,
            // Letters inside a word. Not à, û, ù and Æ: there, 1252 has dots, dashes and an
            // apostrophe.
            0x83 | 0x86 | 0x87 | 0x8c | 0x93..=0x95 if before && behind => dos += 1,
            // A capital Ö; in 1252 it is a trade mark.
            0x99 if !before && behind => dos += 1,
            // Letters in 1252, and frames of tables in 850; but the German ß is 0xe1 in 850.
            0xc0..=0xe0 | 0xe2..=0xff if before || behind => windows += 1,
            _ => {}
        }
    }
    dos > windows
}

fn cp850(byte: u8) -> char {
    match byte.checked_sub(0x80) {
        Some(at) => CP850.chars().nth(usize::from(at)).unwrap_or('\u{fffd}'),
        None => char::from(byte),
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

    fn decode(bytes: &[u8]) -> Cow<'_, str> {
        Encoding::Guess.decode(bytes)
    }

    #[test]
    fn each_text_is_judged_by_itself() {
        assert_eq!(decode("Réti".as_bytes()), "Réti");
        assert_eq!(decode(b"R\xe9ti"), "Réti");
        assert_eq!(decode(b"\x93it\x92s\x94 a\x96b\x85"), "“it’s” a–b…");
        assert_eq!(decode(b"\x84Wort\x93, Kart\xe1"), "„Wort“, Kartá");
        assert_eq!(decode(b"\x8aahovi\xe6"), "Šahoviæ");
        assert_eq!(decode(b"\x99sterreich"), "Österreich");
        assert_eq!(decode(b"Van N\x81ss, Andr\x82"), "Van Nüss, André");
        assert_eq!(decode(b"Gl\x94ck, Gro\xe1"), "Glöck, Groß");
        assert_eq!(
            decode(b"Szab\xa2, Garc\xa1a Nu\xa4ez"),
            "Szabó, García Nuñez"
        );
        assert_eq!(decode(b"M\xfcller \x81"), "Müller \u{fffd}");
    }

    #[test]
    fn the_table_of_code_page_850_is_whole() {
        assert_eq!(CP850.chars().count(), 128);
        assert_eq!(
            (cp850(0x80), cp850(0xe1), cp850(0xff)),
            ('Ç', 'ß', '\u{a0}')
        );
        assert_eq!((cp850(b'~'), cp850(0xb5), cp850(0xd5)), ('~', 'Á', 'ı'));
    }

    #[test]
    fn an_encoding_can_be_chosen() {
        let bytes = b"\x80 \xe9 \x82";
        assert_eq!(Encoding::Utf8.decode(bytes), "\u{fffd} \u{fffd} \u{fffd}");
        assert_eq!(Encoding::Latin1.decode(bytes), "\u{80} é \u{82}");
        assert_eq!(Encoding::Cp1252.decode(bytes), "€ é ‚");
        assert_eq!(Encoding::Cp850.decode(bytes), "Ç Ú é");
        assert_eq!(Encoding::Latin1.decode("é".as_bytes()), "Ã©");
    }
}
