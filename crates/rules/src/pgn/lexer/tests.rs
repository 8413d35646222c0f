//! Tests of `lexer`: bytes in, tokens out.

use alloc::string::String;
use alloc::vec::Vec;

use super::kind::NUMBER;
use super::*;
use crate::pgn::Place;

/// A token that lives as long as the text, and not only until the lexer's next one.
fn keep<'a>(text: &'a [u8], kind: TokenKind<'_>) -> TokenKind<'a> {
    let keep = |part: &[u8]| {
        let start = part.as_ptr().addr() - text.as_ptr().addr();
        &text[start..start + part.len()]
    };
    match kind {
        TokenKind::Tag { name, value, form } => TokenKind::Tag {
            name: keep(name),
            value: keep(value),
            form,
        },
        TokenKind::Comment { text, closed } => TokenKind::Comment {
            text: keep(text),
            closed,
        },
        TokenKind::MoveNumber { is_first } => TokenKind::MoveNumber { is_first },
        TokenKind::Nag(nag) => TokenKind::Nag(nag),
        TokenKind::Sign(sign, nag) => TokenKind::Sign(keep(sign), nag),
        TokenKind::Open => TokenKind::Open,
        TokenKind::Close => TokenKind::Close,
        TokenKind::Marker(marker) => TokenKind::Marker(marker),
        TokenKind::Word(word) => TokenKind::Word(keep(word)),
    }
}

/// Each token with the line ends before it and its place.
fn tokens(bytes: &[u8]) -> Vec<(TokenKind<'_>, u32, Place)> {
    let mut lexer = Lexer::new(bytes);
    let mut tokens = Vec::new();
    while let Ok(Some((token, _))) = lexer.next() {
        tokens.push((keep(bytes, token.kind), token.gap, token.here.place()));
    }
    tokens
}

fn kinds_of(bytes: &[u8]) -> Vec<TokenKind<'_>> {
    tokens(bytes).into_iter().map(|(kind, ..)| kind).collect()
}

fn kinds(text: &str) -> Vec<TokenKind<'_>> {
    kinds_of(text.as_bytes())
}

fn word_kind(text: &str) -> TokenKind<'_> {
    TokenKind::Word(text.as_bytes())
}

#[test]
fn words_numbers_glyphs_and_brackets() {
    use TokenKind::{Close, Nag, Open};
    const FIRST: TokenKind<'static> = TokenKind::MoveNumber { is_first: true };
    assert_eq!(
        kinds("1.e4 $14 e5!? (1...c5 ) 2 .. Nf3"),
        [
            FIRST,
            word_kind("e4"),
            Nag(14),
            word_kind("e5"),
            Nag(5),
            Open,
            NUMBER,
            word_kind("c5"),
            Close,
            NUMBER,
            NUMBER,
            word_kind("Nf3"),
        ]
    );
    assert_eq!(
        kinds("h8(Q) 0-0 1.0-0"),
        [
            word_kind("h8(Q)"),
            word_kind("0-0"),
            FIRST,
            word_kind("0-0"),
        ]
    );
    assert_eq!(
        kinds("Qxd5∓ 1…e5"),
        [
            word_kind("Qxd5"),
            TokenKind::Sign("∓".as_bytes(), 17),
            NUMBER,
            word_kind("e5"),
        ]
    );
    assert_eq!(
        kinds("$255 $256 $"),
        [Nag(255), word_kind("$256"), word_kind("$")]
    );
    assert_eq!(
        kinds("exd6(ep) (=) <a b>e5<1"),
        [
            word_kind("exd6"),
            word_kind("(ep)"),
            word_kind("(=)"),
            word_kind("<a b>"),
            word_kind("e5"),
            word_kind("<"),
            FIRST,
        ]
    );
    for text in ["1 ", "1.", "1 .", "1e4"] {
        assert_eq!(kinds(text)[0], FIRST, "{text}");
    }
    for text in ["1..", "1...", "1…", "11.", "2."] {
        assert_eq!(kinds(text)[0], NUMBER, "{text}");
    }
}

#[test]
fn blanks_of_all_kinds_divide_words() {
    for blank in [
        "\u{a0}", "\u{ad}", "\u{200b}", "\u{2003}", "\u{202f}", "\u{3000}", "\u{feff}", "\0",
        "\u{1a}",
    ] {
        let text = alloc::format!("{blank}e4{blank}é{blank}");
        assert_eq!(kinds(&text), [word_kind("e4"), word_kind("é")], "{blank:?}");
    }
    // In code page 1252, where 0xa0 is a blank and not a part of `à`.
    let kinds = kinds_of(b"1.\xa0e4\xa0e5 \xc3\xa0");
    assert_eq!(
        kinds[1..],
        [word_kind("e4"), word_kind("e5"), word_kind("à")]
    );
}

#[test]
fn markers_in_their_forms() {
    let marker = |marker| [TokenKind::Marker(marker)];
    assert_eq!(kinds("1-0"), marker(Marker::WHITE_WINS));
    assert_eq!(kinds("0-1"), marker(Marker::BLACK_WINS));
    assert_eq!(kinds("1/2-1/2"), marker(Marker::DRAW));
    assert_eq!(kinds("½-½"), marker(Marker::DRAW));
    assert_eq!(kinds("*"), marker(Marker::Unknown));
    assert_eq!(kinds("(+)-(-)"), marker(Marker::WHITE_WINS));
    for text in ["0:1", "0 - 1", "0–1"] {
        assert_eq!(kinds(text), marker(Marker::BLACK_WINS), "{text}");
    }
    for text in ["1/2", "1/2:1/2", "1/2 - 1/2", "½", "½–½", "0.5-0.5"] {
        assert_eq!(kinds(text), marker(Marker::DRAW), "{text}");
    }
    for bytes in [&b"\xbd-\xbd"[..], b"\xbd"] {
        let kinds = kinds_of(bytes);
        assert_eq!(kinds, marker(Marker::DRAW));
    }
    for text in ["1-0.", "1-0, time", "1-0{time}", "1-0(", "1-0\u{a0}"] {
        assert_eq!(kinds(text)[0], marker(Marker::WHITE_WINS)[0], "{text}");
    }
    for text in ["1-0-0", "0-1e4", "1/2x"] {
        assert!(!matches!(kinds(text)[0], TokenKind::Marker(_)), "{text}");
    }
}

#[test]
fn tags_good_and_mended() {
    let check = |text: &str, name: &str, value: &str, form: TagForm| {
        let [
            TokenKind::Tag {
                name: n,
                value: v,
                form: f,
            },
        ] = kinds(text)[..]
        else {
            panic!("{text}: {:?}", kinds(text));
        };
        assert_eq!(
            (n, v, f),
            (name.as_bytes(), value.as_bytes(), form),
            "{text}"
        );
    };
    check("[Event \"A\"]", "Event", "A", TagForm::Good);
    check("  [ Event  \"A\" ]", "Event", "A", TagForm::Good);
    check("[Event \"A]B\"]", "Event", "A]B", TagForm::Good);
    check(
        "[Event \"a \\\"b\\\"\"]",
        "Event",
        "a \\\"b\\\"",
        TagForm::Good,
    );
    check(
        "[Event \"a \"b\" c\"]",
        "Event",
        "a \"b\" c",
        TagForm::Mended,
    );
    check("[Site \"C:\\\"]", "Site", "C:\\", TagForm::Mended);
    check("[Event \"A]", "Event", "A", TagForm::Mended);
    check("[Event \"A\"", "Event", "A", TagForm::Mended);
    check("[Event \"A", "Event", "A", TagForm::Mended);
    check("[Event A]", "Event", "A", TagForm::Mended);
    check("[Event]", "Event", "", TagForm::Mended);
    check("[1st \"A\"]", "1st", "A", TagForm::Good);
    check("[Événement \"A\"]", "Événement", "A", TagForm::Mended);
    check("[White.Elo \"A\"]", "White.Elo", "A", TagForm::Mended);
    check("[Event \"a\nb\"]", "Event", "a\nb", TagForm::Mended);
    check("[Event \"a\r\nb\"]", "Event", "a\r\nb", TagForm::Mended);
    for text in ["[%clk \"A\"]", "[ \"A\"]", "[#1 \"A\"]"] {
        assert!(!matches!(kinds(text)[0], TokenKind::Tag { .. }), "{text}");
    }
    for text in ["[A \"a\n\nb\"]", "[A \"a\n[B \"b\"]"] {
        assert!(
            matches!(kinds(text)[0], TokenKind::Tag { value: b"a", .. }),
            "{text}"
        );
    }
}

#[test]
fn comments_do_not_nest_and_hide_everything() {
    let texts = |text: &'static str| {
        kinds(text)
            .into_iter()
            .filter_map(|kind| match kind {
                TokenKind::Comment { text, .. } => Some(String::from_utf8_lossy(text).into_owned()),
                _ => None,
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(texts("{outer {inner} e5"), ["outer {inner"]);
    assert_eq!(texts("e4 ; a { b\ne5 {c;d}"), [" a { b", "c;d"]);
    assert_eq!(kinds("e4\n%hidden 1-0\ne5 %").len(), 3);
}

#[test]
fn an_open_comment_does_not_swallow_the_next_game() {
    for text in [
        "e4 {never closed\n\n[Event \"B\"]\n\n1. d4 *",
        "e4 {never closed\r\n\r\n[Event \"B\"]\r\n\r\n1. d4 {here} *",
        "e4 {never closed\n[Event \"B\"]\n1. d4 *",
    ] {
        let kinds = kinds(text);
        assert!(matches!(kinds[1], TokenKind::Comment { closed: false, .. }));
        assert!(matches!(kinds[2], TokenKind::Tag { .. }), "{kinds:?}");
    }
    assert_eq!(kinds("{a\n\n[pgn] b}").len(), 1);
}

#[test]
fn places_count_characters_and_any_line_end() {
    let text = "é e4\r\n  e5\rNf3\n\u{feff}d4";
    let places: Vec<_> = tokens(text.as_bytes())
        .into_iter()
        .map(|(_, gap, place)| (place.line, place.column, gap > 0))
        .collect();
    assert_eq!(
        places,
        [
            (1, 1, true),
            (1, 3, false),
            (2, 3, true),
            (3, 1, true),
            (4, 1, true)
        ]
    );
}
