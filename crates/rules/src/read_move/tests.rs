//! Tests of `read_move`: what people type, spelling by spelling.

use alloc::format;
use alloc::string::ToString;

use super::*;
use crate::Mode;

fn position(fen: &str) -> Position {
    Position::from_fen(fen, Mode::Standard).unwrap()
}

/// The move in UCI with the code of its hint, or the code of the error.
fn reading(position: &Position, text: &str) -> alloc::string::String {
    match read_move(position, text) {
        Ok(MoveReading { mv, hint: None }) => mv.uci(position).to_string(),
        Ok(MoveReading {
            mv,
            hint: Some(hint),
        }) => {
            format!("{} {}", mv.uci(position), hint.code())
        }
        Err(error) => format!("! {}", error.code()),
    }
}

#[test]
fn what_stands_around_a_move_is_no_hindrance() {
    let start = Position::standard();
    for text in [
        " Nf3 ",
        "1. Nf3",
        "1.Nf3",
        "1 Nf3",
        "12... Nf3",
        "12. ... Nf3",
        "1…Nf3",
        "...Nf3",
        "Nf3.",
        "Nf3!",
        "Nf3 ?!",
        "Nf3‼",
        "♘f3",
        "♞f3",
        "♘\u{fe0e}f3",
        "Ng1–f3",
        "Ngf3",
        "NG1-F3",
        "1Nf3",
        "\u{feff}Nf3",
        "N\u{ad}f3\u{200b}",
        "\u{200e}Nf3",
    ] {
        assert_eq!(reading(&start, text), "g1f3", "{text}");
    }
    for text in ["e4", "E4", "e2e4", "e2-e4", "e2–e4", "1.e4", "1e4"] {
        assert_eq!(reading(&start, text), "e2e4", "{text}");
    }
}

#[test]
fn wrong_marks_are_told_and_ignored() {
    let start = Position::standard();
    assert_eq!(reading(&start, "Nxf3"), "g1f3 no_capture");
    assert_eq!(reading(&start, "Nf3+"), "g1f3 no_check");
    assert_eq!(reading(&start, "Nf3#"), "g1f3 no_check");
    assert_eq!(reading(&start, "e4 e.p."), "e2e4 no_en_passant");
    assert_eq!(reading(&start, "e4 (=)"), "e2e4 draw_offer_ignored");
    assert_eq!(reading(&start, "Pe4"), "e2e4 pawn_letter");
    let check = position("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    assert_eq!(reading(&check, "Ra8#"), "a1a8 no_checkmate");
    assert_eq!(reading(&check, "Ra8++"), "a1a8");
    assert_eq!(reading(&check, "Ra8 ch."), "a1a8");
    assert_eq!(reading(&check, "Ra8 mate"), "a1a8 no_checkmate");
    let takes = position("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1");
    assert_eq!(reading(&takes, "ed5:"), "e4d5");
    assert_eq!(reading(&takes, "e5:"), "e4e5 no_capture");
}

#[test]
fn castling_in_all_spellings() {
    let both = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for text in [
        "O-O", "0-0", "o-o", "OO", "00", "0–0", "О-О", "O-O!", "1. 0-0", "e1g1", "e1h1",
    ] {
        assert_eq!(reading(&both, text), "e1g1", "{text}");
    }
    for text in ["O-O-O", "0-0-0", "o-o-o", "ooo", "000", "e1c1"] {
        assert_eq!(reading(&both, text), "e1c1", "{text}");
    }
    for text in ["O-O-O-O", "O--O", "-O-O", "O-O-", "O"] {
        assert_eq!(reading(&both, text), "! not_a_move", "{text}");
    }
    let chess960 = Position::from_fen("4k3/8/8/8/8/8/8/1K3R2 w F - 0 1", Mode::Chess960).unwrap();
    for text in ["O-O", "0-0", "b1f1", "b1xf1"] {
        assert_eq!(reading(&chess960, text).get(..4), Some("b1f1"), "{text}");
    }
}

#[test]
fn promotions_in_all_spellings() {
    let queen = position("8/4P1k1/8/8/8/8/8/K7 w - - 0 1");
    for text in [
        "e8=Q", "e8Q", "e8(Q)", "e8/Q", "e8=q", "e8q", "e7e8q", "e7-e8=Q", "e8=♕", "E8Q", "e8 = Q",
        "e8 Q", "e8(=Q)",
    ] {
        assert_eq!(reading(&queen, text), "e7e8q", "{text}");
    }
    // The bishop's letter is no file of a further square.
    for text in ["e8=B", "e8B", "e8b", "e8B!", "e8(B)", "e7e8b", "e7-e8B"] {
        assert_eq!(reading(&queen, text), "e7e8b", "{text}");
    }
    for text in ["e8", "e7e8", "e7-e8"] {
        assert_eq!(reading(&queen, text), "e7e8q queen_assumed", "{text}");
    }
    assert_eq!(reading(&queen, "e8=N+"), "e7e8n");
    assert!(read_move(&queen, "e8=K").unwrap_err().reason().is_some());
    assert!(read_move(&queen, "e8=P").unwrap_err().reason().is_some());
    // No man but a pawn becomes another one.
    let start = Position::standard();
    for text in ["Nf3=Q", "Ng1f3=N", "♘f3/Q", "Nxf3(Q)", "g1f3=Q"] {
        assert_eq!(reading(&start, text), "! not_a_promotion", "{text}");
    }
    for text in ["Ka2=Q", "Ka2=K", "Ka1b1q", "Kb1q"] {
        assert_eq!(reading(&queen, text), "! not_a_promotion", "{text}");
    }
    assert_eq!(reading(&queen, "e8="), "! not_a_move");
    assert_eq!(reading(&queen, "e8(Q"), "! not_a_move");
}

#[test]
fn small_letters_only_where_there_is_one_reading() {
    let start = Position::standard();
    assert_eq!(reading(&start, "nf3"), "g1f3 small_letter");
    assert_eq!(reading(&start, "b4"), "b2b4");
    assert_eq!(reading(&start, "B4"), "b2b4");
    // The pawn on b2 and the bishop on e1 both take on c3.
    let both = position("4k3/8/8/8/8/2n5/1P6/4B1K1 w - - 0 1");
    assert_eq!(reading(&both, "bxc3"), "b2c3");
    assert_eq!(reading(&both, "bc3"), "b2c3");
    assert_eq!(reading(&both, "Bxc3"), "e1c3");
    assert_eq!(reading(&both, "BXC3"), "e1c3");
    assert_eq!(reading(&both, "bf2"), "e1f2 small_letter");
    // Without the pawn the bishop does not silently take its place, nor the other way round.
    let bishop = position("4k3/8/8/8/8/2n5/8/4B1K1 w - - 0 1");
    let error = read_move(&bishop, "bxc3").unwrap_err();
    assert_eq!(error.code(), "case_matters");
    assert!(
        error.to_string().ends_with("the bishop would be Bxc3."),
        "{error}"
    );
    let pawn = position("4k3/8/8/8/8/2n5/1P6/6K1 w - - 0 1");
    assert_eq!(reading(&pawn, "Bxc3"), "! no_such_piece");
    // `bb4`: a push of the pawn on the b-file, or the bishop.
    let push = position("4k3/8/8/8/8/1P6/8/4B1K1 w - - 0 1");
    assert_eq!(reading(&push, "bb4"), "! ambiguous");
}

#[test]
fn what_is_no_move_is_refused_with_its_place() {
    let start = Position::standard();
    for (text, column) in [
        ("Nf9", Some(3)),
        ("hello", Some(3)),
        ("1. e4 e5", Some(6)),
        ("e4 e5", Some(3)),
        ("Nd2b", Some(4)),
        ("12.", None),
        ("  ", None),
        ("--", Some(1)),
        ("xf6", Some(1)),
        ("ef", Some(3)),
        ("1", Some(1)),
    ] {
        let error = read_move(&start, text).unwrap_err();
        assert_eq!(error.code(), "not_a_move", "{text}");
        assert_eq!(error.column(), column, "{text}");
    }
    assert_eq!(
        reading(&start, &"N".repeat(MOVE_TEXT_LIMIT + 1)),
        "! not_a_move"
    );
}

#[test]
fn letters_of_other_languages_are_refused_and_named() {
    let start = Position::standard();
    let error = read_move(&start, "Sf3").unwrap_err();
    assert_eq!(
        error.to_string(),
        "“S” at character 1 does not fit: expected an English letter, N or B: S is the knight in \
         some languages, the bishop in others."
    );
    for text in [
        "Lc4", "Td1", "Vd3", "Wd1", "Jf3", "Cf3", "Ff1c4", "Ac4", "Dh5",
    ] {
        assert!(read_move(&start, text).is_err(), "{text}");
    }
}

#[test]
fn a_pawn_that_takes_on_its_own_file_is_no_step_ahead() {
    let start = Position::standard();
    for text in ["exe4", "e2xe4x", "Pexe4"] {
        assert_eq!(reading(&start, text), "! not_a_move", "{text}");
    }
    // Of a bishop and a pawn that both reach the square, only the bishop takes straight ahead.
    let both = position("5k2/8/B7/2n5/1P6/8/8/4K3 w - - 0 1");
    assert!(reading(&both, "bxb5").starts_with("a6b5"));
    assert!(San::parse("bxb5").is_err());
}

#[test]
fn blanks_between_two_squares_where_an_own_man_stands() {
    let start = Position::standard();
    assert_eq!(reading(&start, "g1 f3"), "g1f3");
    assert_eq!(reading(&start, "e2  E4"), "e2e4");
    assert_eq!(reading(&start, "d1 d3"), "! blocked");
    assert_eq!(reading(&start, "e7 e5"), "! not_a_move");
    assert!(read(&start, "e2 e4", Source::File).is_err());
}

#[test]
fn files_are_read_less_forgivingly() {
    let start = Position::standard();
    assert!(read(&start, "nf3", Source::File).is_err());
    assert!(read(&start, "0-0", Source::File).is_err());
    assert!(read(&start, "Ng1-f3", Source::File).is_ok());
    let queen = position("8/4P1k1/8/8/8/8/8/K7 w - - 0 1");
    assert!(
        read(&queen, "e8", Source::File)
            .unwrap_err()
            .reason()
            .is_some()
    );
    assert!(read(&queen, "e8q", Source::File).is_ok());
    assert!(read(&queen, "e8B", Source::File).is_ok());
}
