//! Tests of `san`: syntax faults, the explanation of illegal moves, writing.

use alloc::format;
use alloc::string::ToString;

use super::*;
use crate::{Mode, Position};

fn position(fen: &str) -> Position {
    Position::from_fen(fen, Mode::Standard).unwrap()
}

#[test]
fn syntax_faults_say_where_and_what_was_expected() {
    let check = |text: &str, column: Option<usize>, expected: &str| {
        let error = San::parse(text).unwrap_err();
        assert_eq!(error.column(), column, "{text}");
        assert!(error.to_string().contains(expected), "{text}: {error}");
    };
    check("", None, "There is no move");
    check("Nf9", Some(3), "a rank");
    check("N", Some(2), "a file");
    check("e", Some(2), "a rank");
    check("xf6", Some(1), "the file from which the pawn takes");
    check("x", Some(2), "a file");
    check("e8=", Some(4), "the new piece");
    check("e8=P", Some(4), "the new piece");
    check("Nf3!", Some(4), "the end of the move");
    check("0-0", Some(1), "a piece letter");
    check("exe4", Some(3), "a file beside");
    check("b4xb5", Some(4), "a file beside");
    check("O-", Some(3), "castling");
    check("O-O-", Some(5), "O-O-O");
    check("♘f3", Some(1), "a piece letter");
    check("Nf3Nf3Nf3Nf3Nf3Nf3", None, "too long");
}

#[test]
fn print_is_the_inverse_of_parse() {
    for text in [
        "e4", "exd5", "e8=Q+", "exd8=N#", "Nf3", "Nbd2", "R1e2", "Qh5xe8#", "Kxe1", "O-O", "O-O-O+",
    ] {
        assert_eq!(San::parse(text).unwrap().to_string(), text);
    }
}

#[test]
fn one_man_that_can_be_meant_gets_the_reason_of_the_law() {
    let start = Position::standard();
    let code = |text: &str| San::parse(text).unwrap().resolve(&start).unwrap_err();
    assert_eq!(
        code("Bc4").code(),
        "blocked",
        "only the bishop on f1 looks at c4"
    );
    assert!(code("Ra3").reason().is_some());
    assert!(code("Qxd2").reason().is_some());
    assert!(code("O-O").reason().is_some());
    assert!(code("e5").reason().is_some());
    assert_eq!(code("Bd5").code(), "none_reaches");
}

#[test]
fn men_that_are_not_there_are_named() {
    let bare = position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    let check = |text: &str, sentence: &str| {
        let error = San::parse(text).unwrap().resolve(&bare).unwrap_err();
        assert_eq!(error.code(), "no_such_piece");
        assert_eq!(error.to_string(), sentence);
    };
    check("Nf3", "White has no knight.");
    check("dxe5", "White has no pawn on the d-file.");
    check("d4", "White has no pawn on the d-file.");
    check("R1e2", "White has no rook on rank 1.");
}

#[test]
fn castling_is_not_written_as_a_move_of_the_king() {
    let castling = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for (text, side) in [("Kg1", "O-O"), ("Ke1c1", "O-O-O"), ("Kxh1", "O-O")] {
        let error = San::parse(text).unwrap().resolve(&castling).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("Castling is written {side}."),
            "{text}"
        );
    }
}

#[test]
fn several_readings_are_all_named() {
    let knights = position("8/8/8/8/3N4/8/7N/k1K5 w - - 0 1");
    let error = San::parse("Nf3").unwrap().resolve(&knights).unwrap_err();
    assert_eq!(error.candidates().len(), 2);
    let sentence = error.to_string();
    assert!(
        sentence.contains("Ndf3") && sentence.contains("Nhf3"),
        "{sentence}"
    );
}

#[test]
fn a_pawn_without_its_file_never_takes() {
    let taking = position("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1");
    assert!(San::parse("d5").unwrap().resolve(&taking).is_err());
    assert!(San::parse("exd5").unwrap().resolve(&taking).is_ok());
}

#[test]
fn castling_writes_the_rook_to_the_king_in_chess960_too() {
    let fen = "rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1";
    let position = Position::from_fen(fen, Mode::Chess960).unwrap();
    for text in ["O-O", "O-O-O"] {
        let mv = San::parse(text).unwrap().resolve(&position).unwrap();
        assert_eq!(San::of(&position, mv).kind, San::parse(text).unwrap().kind);
    }
}
