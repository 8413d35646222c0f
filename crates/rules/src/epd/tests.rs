//! Tests of `epd`: what test suites write, faults, and that what is printed reads back.

use alloc::format;
use alloc::string::ToString;

use proptest::prelude::*;

use super::*;
use crate::{Color, FenFault, Mode, San, Square};

const BARE: &str = "4k3/8/8/8/8/8/8/R3K3 w Q -";

fn words(words: &[&str]) -> Vec<EpdOperand> {
    words
        .iter()
        .map(|word| EpdOperand::Word((*word).into()))
        .collect()
}

#[test]
fn what_test_suites_write_is_read_and_printed_as_it_was() {
    for text in [
        BARE.to_string(),
        format!("{BARE} bm Ra8+;"),
        format!("{BARE} bm Ra8+ O-O-O; am Kd1; id \"a test; \\\"quoted\\\"\";"),
        format!("{BARE} acd 12; acn 1234567; ce -32; dm 3; pv Ra8+ Kd7;"),
        format!("{BARE} c0 \"Nf3=10, Bg5=4\"; c9 \"\"; foo_1 bar -1.5 \"x\";"),
        format!("{BARE} bm Ra8+; hmvc 12; fmvn 40;"),
        format!("{BARE} draw_offer; tcri tcsi 1 2;"),
        "r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - D1 23; D2 522;".to_string(),
        "4k3/8/8/3pP3/8/8/8/RR2K3 w B d6 id \"X-FEN\";".to_string(),
    ] {
        let epd = Epd::parse(&text).unwrap();
        assert_eq!(epd.to_string(), text);
        assert_eq!(text.parse(), Ok(epd));
    }
}

#[test]
fn loose_spellings_are_read() {
    for (spelled, printed) in [
        ("bm  Ra8+ ;id\t\"x\" ", "bm Ra8+; id \"x\";"),
        (";; bm Ra8+;;", "bm Ra8+;"),
        ("0 1 ;D1 17 ;D2 67", "D1 17; D2 67;"),
        ("5 9; id x", "id x; hmvc 5; fmvn 9;"),
        ("5", "hmvc 5;"),
        ("fmvn 7; hmvc 3; id x;", "id x; hmvc 3; fmvn 7;"),
        ("id\"a\"\"b\";", "id \"a\" \"b\";"),
        ("id \"C:\\dir\";", "id \"C:\\\\dir\";"),
    ] {
        let epd = Epd::parse(&format!("{BARE} {spelled}")).unwrap();
        assert_eq!(epd.to_string(), format!("{BARE} {printed}"), "{spelled}");
    }
    let loose = "4k3/8/8/8/8/8/8/4K2R W KK - id 1;";
    assert!(Epd::parse(loose).is_err());
    assert!(Epd::parse_lenient(loose).is_ok());
}

#[test]
fn faults_are_told() {
    let fault = |text: &str| Epd::parse(text).unwrap_err();
    let EpdError::Position(error) = fault("4k3/8/8/8/8/8/8/4K2x W Q") else {
        panic!("the fields are bad");
    };
    assert_eq!(error.iter().count(), 3);
    assert_eq!(
        error.iter().last(),
        Some(&FenFault::FieldCount { count: 3 })
    );
    assert!(matches!(fault(""), EpdError::Position(_)));
    assert!(matches!(
        fault("8/8/8/8/8/8/8/8 w - ; id 1;"),
        EpdError::Position(_)
    ));
    assert_eq!(
        fault(&format!("{BARE} id \"abc")),
        EpdError::OpenText { column: 31 }
    );
    assert_eq!(
        fault(&format!("{BARE} +x 1;")),
        EpdError::Opcode { found: "+x".into() }
    );
    assert_eq!(
        fault(&format!("{BARE} \"x\" 1;")).to_string(),
        "an operation begins with its name, \
        like bm or c0, not with \"\"\""
    );
    for counter in ["hmvc -1;", "hmvc;", "fmvn x;"] {
        let error = fault(&format!("{BARE} {counter}"));
        assert!(matches!(error, EpdError::Position(_)), "{counter}: {error}");
    }
}

#[test]
fn operations_are_understood_by_what_they_mean() {
    let text = format!("{BARE} bm O-O-O Ra1a8 e1e2; am Qa8; pv Ra8+ Kd7 Ra7+; acd 7; id 5 x;");
    let epd = Epd::parse(&text).unwrap();
    let position = epd.setup.position(Mode::Standard).unwrap();
    let best = epd.moves("bm", &position).unwrap().unwrap();
    let best: Vec<String> = best.iter().map(|mv| San::write(&position, *mv)).collect();
    assert_eq!(
        best,
        ["O-O-O+", "Ra8+", "Ke2"]
            .map(String::from)
            .map(|san| san.replace("O-O-O+", "O-O-O"))
    );
    assert_eq!(
        epd.moves("am", &position).unwrap_err().code(),
        "no_such_piece"
    );
    assert_eq!(epd.moves("sm", &position), Ok(None));
    assert_eq!(epd.line("pv", &position).unwrap().unwrap().len(), 3);
    assert!(
        epd.moves("pv", &position).is_err(),
        "each from the position itself"
    );
    assert_eq!(
        (epd.number("acd"), epd.number("bm"), epd.number("no")),
        (Some(7), None, None)
    );
    assert_eq!(epd.operands("id"), Some(&words(&["5", "x"])[..]));
    assert_eq!(epd.text("id"), Some("5"));
}

#[test]
fn a_file_is_read_line_by_line() {
    let file = format!("\u{feff}# suite\r\n\r\n{BARE} id 1;\r\nnonsense\n  {BARE} id 2;");
    let read: Vec<(usize, Option<String>)> = Epd::lines(&file)
        .map(|(line, epd)| {
            (
                line,
                epd.ok().and_then(|epd| epd.text("id").map(String::from)),
            )
        })
        .collect();
    assert_eq!(
        read,
        [(3, Some("1".into())), (4, None), (5, Some("2".into()))]
    );
}

fn any_operation() -> impl Strategy<Value = EpdOperation> {
    let operand = prop_oneof![
        "[^\\s;\"\\p{C}]{1,8}".prop_map(EpdOperand::Word),
        "[^\r\n]{0,12}".prop_map(EpdOperand::Text),
    ];
    (
        "[a-zA-Z][a-zA-Z0-9_]{0,6}",
        proptest::collection::vec(operand, 0..4),
    )
        .prop_filter("counters belong to the setup", |(opcode, _)| {
            !matches!(opcode.as_str(), "hmvc" | "fmvn")
        })
        .prop_map(|(opcode, operands)| EpdOperation::new(&opcode, operands))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_printed_reads_back(
        operations in proptest::collection::vec(any_operation(), 0..5),
        black: bool,
        counters: [u32; 2],
    ) {
        let mut setup = Setup::standard();
        if black {
            (setup.turn, setup.ep_square) = (Color::Black, Some(Square::E3));
        }
        [setup.halfmove_clock, setup.fullmove_number] = counters;
        let epd = Epd { setup, operations };
        let style = FenStyle { en_passant: crate::EnPassantStyle::Always, ..FenStyle::default() };
        let text = epd.write(style);
        let back = Epd::parse(&text);
        prop_assert_eq!(back.as_ref(), Ok(&epd), "{}", &text);
        prop_assert_eq!(back.map(|back| back.write(style)), Ok(text));
    }

    #[test]
    fn any_text_is_read_without_a_crash(text: String, tail in "[ -~]{0,30}") {
        let _ = Epd::parse(&text);
        if let Ok(epd) = Epd::parse(&format!("{BARE} {tail}")) {
            let printed = epd.to_string();
            prop_assert_eq!(Epd::parse(&printed), Ok(epd));
        }
    }
}
