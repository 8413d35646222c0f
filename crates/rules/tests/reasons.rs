//! Each way in which a move can be wrong: its name, its Law, the squares that matter and the
//! sentence.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test fails by a panic"
)]

use tabiya_rules::{Attempt, Fen, Mode, Position, ReasonParam, Role, Square, Uci};

/// Where, what, then: code, article, squares, sentence.
type Row = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
);

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

const MOVEMENT: [Row; 24] = [
    (
        START,
        "e2e2",
        "no_move",
        "1.2",
        "e2",
        "A move must go to another square than e2.",
    ),
    (
        START,
        "e4e5",
        "empty_square",
        "1.2",
        "e4",
        "There is nothing on e4 to move.",
    ),
    (
        START,
        "e7e5",
        "opponents_man",
        "1.2",
        "e7",
        "The pawn on e7 belongs to Black, and it is White's turn.",
    ),
    (
        START,
        "a1b1",
        "own_man_on_target",
        "3.1",
        "b1",
        "The rook on a1 may not go to b1: a knight of its own side stands there.",
    ),
    (
        START,
        "a1a5",
        "blocked",
        "3.5",
        "a2",
        "The rook on a1 may not go to a5: the pawn on a2 is in the way.",
    ),
    (
        START,
        "c1h6",
        "blocked",
        "3.5",
        "d2",
        "The bishop on c1 may not go to h6: the pawn on d2 is in the way.",
    ),
    (
        START,
        "a1c3",
        "wrong_geometry",
        "3.3",
        "c3",
        "The rook on a1 may not go to c3: a rook moves along files and ranks.",
    ),
    (
        START,
        "c1c3",
        "wrong_geometry",
        "3.2",
        "c3",
        "The bishop on c1 may not go to c3: a bishop moves along diagonals.",
    ),
    (
        START,
        "d1e3",
        "wrong_geometry",
        "3.4",
        "e3",
        "The queen on d1 may not go to e3: a queen moves along files, ranks and diagonals.",
    ),
    (
        START,
        "g1g3",
        "wrong_geometry",
        "3.6",
        "g3",
        "The knight on g1 may not go to g3: a knight moves two squares along a line and one to the side.",
    ),
    (
        START,
        "e1e3",
        "wrong_geometry",
        "3.8.1",
        "e3",
        "The king on e1 may not go to e3: a king moves one square at a time.",
    ),
    (
        START,
        "e2e5",
        "wrong_geometry",
        "3.7",
        "e5",
        "The pawn on e2 may not go to e5: a pawn moves one square straight ahead, or two from its first, and takes diagonally.",
    ),
    (
        START,
        "e2d3",
        "pawn_diagonal_without_capture",
        "3.7.3",
        "d3",
        "The pawn on e2 may not go to d3: a pawn moves diagonally only to take, and nothing is there.",
    ),
    (
        "4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1",
        "e2e4",
        "pawn_blocked",
        "3.7.2",
        "e3",
        "The pawn on e2 may not go to e4: the pawn on e3 is in the way.",
    ),
    (
        "4k3/8/8/8/4n3/8/4P3/4K3 w - - 0 1",
        "e2e4",
        "pawn_blocked",
        "3.7.2",
        "e4",
        "The pawn on e2 may not go to e4: the knight on e4 is in the way.",
    ),
    (
        "4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1",
        "e2e3",
        "pawn_captures_straight",
        "3.7.3",
        "e3",
        "The pawn on e2 may not take the knight on e3: a pawn takes only diagonally.",
    ),
    (
        "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1",
        "e3e5",
        "double_step_not_first",
        "3.7.2",
        "e5",
        "The pawn on e3 may not go to e5: only a pawn on its first square may advance two squares.",
    ),
    (
        "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
        "e5d6",
        "en_passant_expired",
        "3.7.3.2",
        "d5",
        "The pawn on e5 may not take the pawn on d5 en passant: that is allowed only right after its double step.",
    ),
    (
        "4k3/8/8/8/8/8/3q4/3RK3 w - - 0 1",
        "d1d8",
        "blocked",
        "3.5",
        "d2",
        "The rook on d1 may not go to d8: the queen on d2 is in the way.",
    ),
    (
        "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
        "a1e8",
        "king_capture",
        "1.4.1",
        "e8",
        "The rook on a1 may not take the king on e8: kings are never taken.",
    ),
    (
        "8/4P2k/8/8/8/8/8/4K3 w - - 0 1",
        "e7e8",
        "promotion_required",
        "3.7.3.3",
        "e8",
        "The pawn on e7 must become a queen, rook, bishop or knight on e8.",
    ),
    (
        START,
        "e2e4q",
        "not_a_promotion",
        "3.7.3.3",
        "e4",
        "The pawn on e2 cannot become another piece on e4: only a pawn on the last rank can.",
    ),
    (
        START,
        "g1f3q",
        "not_a_promotion",
        "3.7.3.3",
        "f3",
        "The knight on g1 cannot become another piece on f3: only a pawn on the last rank can.",
    ),
    (
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "e1g1q",
        "not_a_promotion",
        "3.7.3.3",
        "g1",
        "The king on e1 cannot become another piece on g1: only a pawn on the last rank can.",
    ),
];

const KING_SAFETY: [Row; 10] = [
    (
        "4k3/8/8/8/8/8/3r4/4K3 w - - 0 1",
        "e1d1",
        "king_into_attack",
        "3.9.2",
        "d2",
        "The king may not go to d1: the rook on d2 attacks it.",
    ),
    (
        "4k3/8/8/7b/8/8/3r4/4K3 w - - 0 1",
        "e1d1",
        "king_into_attack",
        "3.9.2",
        "d2 h5",
        "The king may not go to d1: the rook on d2 and the bishop on h5 attack it.",
    ),
    (
        "4k3/8/8/8/4r3/8/8/4K3 w - - 0 1",
        "e1e2",
        "king_into_attack",
        "3.9.2",
        "e4",
        "The king may not go to e2: the rook on e4 attacks it.",
    ),
    (
        "8/8/8/8/8/4k3/8/4K3 w - - 0 1",
        "e1e2",
        "king_into_attack",
        "3.9.2",
        "e3",
        "The king may not go to e2: the king on e3 attacks it.",
    ),
    (
        "4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1",
        "e2c3",
        "exposes_king",
        "3.9.2",
        "e1 e7",
        "The knight on e2 may not leave its own king on e1 open to attack: the rook on e7 would attack it.",
    ),
    (
        "4k3/8/8/8/4r3/8/P7/4K3 w - - 0 1",
        "a2a3",
        "check_not_answered",
        "3.9.2",
        "e1 e4",
        "The king is in check, and moving the pawn on a2 to a3 does not help: the rook on e4 attacks e1.",
    ),
    (
        "4k3/8/8/8/4r3/2n5/8/3RK3 w - - 0 1",
        "d1d4",
        "check_not_answered",
        "3.9.2",
        "e1 e4",
        "The king is in check, and moving the rook on d1 to d4 does not help: the rook on e4 attacks e1.",
    ),
    (
        "4k3/8/8/8/4r3/3n4/8/4K2R w - - 0 1",
        "h1h4",
        "check_not_answered",
        "3.9.2",
        "e1 d3 e4",
        "The king is in check, and moving the rook on h1 to h4 does not help: the knight on d3 and the rook on e4 attack e1.",
    ),
    (
        "8/8/8/r2Pp2K/8/8/4k3/8 w - e6 0 1",
        "d5e6",
        "en_passant_exposes_king",
        "3.9.2",
        "h5 a5",
        "The pawn on d5 may not take en passant: with both pawns gone, the rook on a5 attacks h5.",
    ),
    (
        "4k3/8/8/8/8/8/1p6/2B1K3 b - - 0 1",
        "b2c1",
        "promotion_required",
        "3.7.3.3",
        "c1",
        "The pawn on b2 must become a queen, rook, bishop or knight on c1.",
    ),
];

const CASTLING: [Row; 10] = [
    (
        START,
        "e1g1",
        "castling_blocked",
        "3.8.2.2",
        "f1 g1",
        "Castling kingside is not possible while the bishop on f1 and the knight on g1 are in the way.",
    ),
    (
        "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1",
        "e1c1",
        "castling_blocked",
        "3.8.2.2",
        "b1",
        "Castling queenside is not possible while the knight on b1 is in the way.",
    ),
    (
        "4k3/8/b7/8/8/8/8/4K2R w K - 0 1",
        "e1g1",
        "castling_through_attack",
        "3.8.2.2",
        "f1 a6",
        "The king may not cross f1: the bishop on a6 attacks it.",
    ),
    (
        "4k3/8/8/2b5/8/8/8/4K2R w K - 0 1",
        "e1g1",
        "castling_into_check",
        "3.8.2.2",
        "g1 c5",
        "The king may not castle to g1: the bishop on c5 attacks it.",
    ),
    ("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "", "", "", ""),
    (
        "4k3/8/8/8/8/4r3/8/4K2R w K - 0 1",
        "e1g1",
        "castling_in_check",
        "3.8.2.2",
        "e1 e3",
        "The king may not castle out of check: the rook on e3 attacks e1.",
    ),
    (
        "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
        "e1g1",
        "castling_right_lost",
        "3.8.2.1",
        "e1",
        "Castling kingside is no longer allowed: the king or that rook has moved before.",
    ),
    (
        "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
        "e1h1",
        "castling_right_lost",
        "3.8.2.1",
        "e1",
        "Castling kingside is no longer allowed: the king or that rook has moved before.",
    ),
    (
        "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
        "e1c1",
        "castling_without_rook",
        "3.8.2",
        "a1",
        "Castling queenside needs a rook on a1.",
    ),
    ("r3k3/8/8/8/8/8/8/1R2K3 b q - 0 1", "e8c8", "", "", "", ""),
];

fn check(rows: &[Row], mode: Mode) {
    for &(fen, attempt, code, article, squares, sentence) in rows {
        let position =
            Position::from_fen(fen, mode).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let attempt = attempt.parse::<Uci>().expect("UCI").attempt();
        let reason = position.why_illegal(attempt);
        assert_eq!(
            reason.is_none(),
            code.is_empty(),
            "{fen} {attempt:?} {reason:?}"
        );
        let Some(reason) = reason else { continue };
        let marked: Vec<String> = reason.squares().iter().map(Square::to_string).collect();
        let found = (
            reason.code(),
            reason.article(),
            marked.join(" "),
            reason.to_string(),
        );
        assert_eq!(
            found,
            (code, article, squares.into(), sentence.into()),
            "{fen} {attempt:?}"
        );
    }
}

#[test]
fn movement() {
    check(&MOVEMENT, Mode::Standard);
}

#[test]
fn king_safety() {
    check(&KING_SAFETY, Mode::Standard);
}

#[test]
fn castling() {
    check(&CASTLING, Mode::Standard);
}

#[test]
fn castling_in_chess960() {
    let rows: [Row; 4] = [
        (
            "4k3/8/8/8/8/8/8/q1R1K3 w C - 0 1",
            "e1c1",
            "castling_into_check",
            "3.8.2.2",
            "c1 a1",
            "The king may not castle to c1: the queen on a1 attacks it.",
        ),
        (
            "4k3/8/8/8/8/8/8/1R1K4 w - - 0 1",
            "d1b1",
            "castling_right_lost",
            "3.8.2.1",
            "d1",
            "Castling queenside is no longer allowed: the king or that rook has moved before.",
        ),
        ("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "", "", "", ""),
        (
            "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1",
            "e1a1",
            "own_man_on_target",
            "3.1",
            "a1",
            "The king on e1 may not go to a1: a rook of its own side stands there.",
        ),
    ];
    check(&rows, Mode::Chess960);
}

#[test]
fn a_pawn_becomes_no_king() {
    let position =
        Position::from_fen("8/4P2k/8/8/8/8/8/4K3 w - - 0 1", Mode::Standard).expect("FEN");
    let attempt = Attempt {
        from: Square::E7,
        to: Square::E8,
        promotion: Some(Role::King),
    };
    let reason = position.why_illegal(attempt).expect("illegal");
    assert_eq!(
        (reason.code(), reason.article()),
        ("promotion_role", "3.7.3.3")
    );
    let sentence = "The pawn on e7 may become a queen, rook, bishop or knight, but not a king.";
    assert_eq!(reason.to_string(), sentence);
    for text in ["e7e8k", "e7e8p"] {
        let uci: Uci = text.parse().expect("UCI");
        let reason = uci.resolve(&position).expect_err("illegal");
        assert_eq!(reason.code(), "promotion_role", "{text}");
    }
}

#[test]
fn a_move_of_another_position_is_refused_and_changes_nothing() {
    let with = Fen::parse("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1").expect("FEN");
    let with = with.position(Mode::Standard).expect("playable");
    let take = "e5d6"
        .parse::<Uci>()
        .expect("UCI")
        .resolve(&with)
        .expect("legal");
    let mut other =
        Position::from_fen("4k3/8/3p4/4P3/8/8/8/4K3 w - - 0 1", Mode::Standard).expect("FEN");
    let before = other.clone();
    let reason = other
        .play(take)
        .expect_err("a pawn stands on d6, so this is no capture en passant");
    assert_eq!(reason.code(), "stale_move");
    assert_eq!(other, before);
}

#[test]
fn what_takes_part_can_be_said_in_other_languages() {
    let position =
        Position::from_fen("4k3/8/b7/8/8/8/8/4K2R w K - 0 1", Mode::Standard).expect("FEN");
    let attempt = "e1g1".parse::<Uci>().expect("UCI").attempt();
    let params = position.why_illegal(attempt).expect("illegal").params();
    let names: Vec<&str> = params.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["side", "crossed", "attackers"]);
    let texts: Vec<String> = params
        .iter()
        .map(|(_, param)| ReasonParam::to_string(param))
        .collect();
    assert_eq!(texts, ["kingside", "f1", "the bishop on a6"]);
}
