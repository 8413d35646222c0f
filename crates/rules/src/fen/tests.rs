//! Tests of `fen`: both readers agree, every fault is told, and what is written reads back.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use proptest::prelude::*;

use super::*;
use crate::{Color, FromFenError, Piece, Position, Role, Side, Square, home_rank};

/// `field code` of every fault.
fn told(text: &str) -> String {
    let faults = Fen::faults(text, Mode::Standard);
    let told = faults
        .iter()
        .map(|fault| format!("{} {}", fault.field(), fault.code()));
    told.collect::<Vec<_>>().join(", ")
}

#[test]
fn every_fault_is_told_with_its_field() {
    for (text, faults) in [
        ("", "board fields"),
        ("4k3/8/8/8/8/8/8/4K3", "turn fields"),
        ("4k3/8/8/8/8/8/8/4K3 w", "castling fields"),
        ("4k3/8/8/8/8/8/8/4K3 w -", "ep_square fields"),
        ("4k3/8/8/8/8/8/8/4K3 w - -", "halfmove_clock fields"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0", "fullmove_number fields"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 1", "fullmove_number fields"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 ", "fullmove_number spacing"),
        (" 4k3/8/8/8/8/8/8/4K3 w - - 0 1", "board spacing"),
        ("4k3/8/8/8/8/8/8/4K3 w  - - 0 1", "castling spacing"),
        ("4k3/8/8/8/8/8/8/4K3\tw - - 0 1", "turn spacing"),
        (
            "4kx2/8/8/44/8/8/7/4K3 W KX e 1e3 -1",
            "board board, board board, board board, turn turn, castling castling_syntax, \
             ep_square ep_syntax, halfmove_clock halfmove_clock, fullmove_number fullmove_number",
        ),
        ("4k3/8/8/8/8/8/4K3 w - - 0 1", "board board"),
        (
            "4k3/8/8/8/8/8/4x3 x - - 0 1",
            "board board, board board, turn turn",
        ),
        (
            "8/8/8/8/8/8/8/8 w KQkq e3 150 0",
            "board kings, board kings, \
            castling castling_rights, castling castling_rights, castling castling_rights, \
            castling castling_rights, ep_square ep_square, halfmove_clock halfmove_clock, \
            fullmove_number fullmove_number",
        ),
        // What cannot be read is not judged as well, and the rest is.
        (
            "P3k3/8/8/8/8/8/8/4K3 w KQ9 e3 x 1",
            "board backrank_pawn, castling castling_syntax, \
            ep_square ep_square, halfmove_clock halfmove_clock",
        ),
        ("P3k3/8/8/8/8/8/8/4K3", "turn fields"),
    ] {
        assert_eq!(told(text), faults.replace("  ", ""), "{text:?}");
    }
}

#[test]
fn one_sign_is_told_once_on_its_rank() {
    let error = Fen::parse("4k3/xyx5/8/8/8/8/8/4Kz2 w - - 0 1").unwrap_err();
    let told: Vec<String> = error.iter().map(ToString::to_string).collect();
    let sign = "is neither a piece (PNBRQKpnbrqk) nor a number from 1 to 8";
    assert_eq!(
        told,
        [("x", 7), ("y", 7), ("z", 1)].map(|(c, rank)| format!("'{c}' on rank {rank} {sign}"))
    );
    let many: String = ('α'..='ω').collect();
    let error = Fen::parse(&format!("{many}/8/8/8/8/8/8/8 w - - 0 1")).unwrap_err();
    assert_eq!(error.iter().count(), 8);
}

#[test]
fn chess960_castling_is_read_and_written_by_the_outermost_rook_or_its_file() {
    // The right belongs to the inner rook on one side, to the outer one on the other.
    for (x_fen, shredder) in [
        (
            "1r2k1rr/8/8/8/8/8/8/RR2K1RR w KBgq",
            "1r2k1rr/8/8/8/8/8/8/RR2K1RR w HBgb",
        ),
        ("4k3/8/8/8/8/8/8/RR2K3 w B", "4k3/8/8/8/8/8/8/RR2K3 w B"),
        ("4k3/8/8/8/8/8/8/RR2K3 w Q", "4k3/8/8/8/8/8/8/RR2K3 w A"),
        ("rk6/8/8/8/8/8/8/1KR5 w Kq", "rk6/8/8/8/8/8/8/1KR5 w Ca"),
    ] {
        let [setup, same] = [x_fen, shredder].map(|text| {
            let setup = Fen::parse(&format!("{text} - 0 1")).unwrap();
            assert!(setup.position(Mode::Chess960).is_ok(), "{text}");
            setup
        });
        assert_eq!(setup, same);
        let in_style = |castling| {
            Fen::write(
                &setup,
                FenStyle {
                    castling,
                    ..FenStyle::default()
                },
            )
        };
        assert_eq!(in_style(CastlingStyle::XFen), format!("{x_fen} - 0 1"));
        assert_eq!(
            in_style(CastlingStyle::Shredder),
            format!("{shredder} - 0 1")
        );
    }
    for number in 0..960 {
        let setup = Position::chess960(number).unwrap().to_setup();
        for castling in [CastlingStyle::XFen, CastlingStyle::Shredder] {
            let text = Fen::write(
                &setup,
                FenStyle {
                    castling,
                    ..FenStyle::default()
                },
            );
            assert_eq!(Fen::parse(&text).as_ref(), Ok(&setup), "{text}");
        }
    }
}

#[test]
fn the_longest_fen_has_room() {
    let mut setup = Setup::standard();
    for square in Square::ALL {
        if setup.board.piece_at(square).is_none() {
            setup.board.set(
                square,
                Piece {
                    role: Role::Queen,
                    color: Color::White,
                },
            );
        }
    }
    setup.ep_square = Some(Square::E3);
    (setup.halfmove_clock, setup.fullmove_number) = (u32::MAX, u32::MAX);
    let style = FenStyle {
        en_passant: EnPassantStyle::Always,
        ..FenStyle::default()
    };
    let text = Fen::text(&setup, style);
    assert_eq!(text.len(), 103);
    assert_eq!(Fen::parse(&text), Ok(setup));
}

/// Any setup whose castling rights can be told apart by letters.
fn any_setup() -> impl Strategy<Value = Setup> {
    let men = proptest::collection::vec((0..64_u8, 0..6_usize, any::<bool>()), 0..64);
    let rights = proptest::array::uniform4(proptest::option::of(0..8_u8));
    let ep = proptest::option::of(0..64_u8);
    (men, any::<bool>(), rights, ep, any::<[u32; 2]>()).prop_map(
        |(men, white, rights, ep, counts)| {
            let mut setup = Setup::default();
            for (square, role, white) in men {
                let color = if white { Color::White } else { Color::Black };
                setup.board.set(
                    Square::from_low_bits(square),
                    Piece {
                        role: Role::ALL[role],
                        color,
                    },
                );
            }
            setup.turn = if white { Color::White } else { Color::Black };
            for (index, file) in rights.into_iter().enumerate() {
                let color = if index < 2 {
                    Color::White
                } else {
                    Color::Black
                };
                let Some(square) = file
                    .map(|file| Square::new(crate::File::ALL[usize::from(file)], home_rank(color)))
                else {
                    continue;
                };
                // A letter tells the side by the king's file.
                let king = setup.board.king(color).map_or(crate::File::E, Square::file);
                let side = if square.file() > king {
                    Side::King
                } else {
                    Side::Queen
                };
                setup.castling.set(color, side, Some(square));
            }
            setup.ep_square = ep.map(Square::from_low_bits);
            [setup.halfmove_clock, setup.fullmove_number] = counts;
            setup
        },
    )
}

fn near_fen() -> impl Strategy<Value = String> {
    prop_oneof![
        "[1-9KQRBNPkqrbnp/]{1,80} [wbx] [A-Ha-hKQkq-]{1,5} (-|[a-i][0-9]) [0-9]{1,12} [0-9]{1,4}",
        "([1-8KQRBNPkqrbnp]{1,3}/){7}8 [wb] (-|KQ?k?q?|HA?h?a?) (-|[a-h][36]) [0-9]{1,11} [0-9]{1,4}",
        "([1-8]/|[KQRBNPkqrbnp]{8}/){7}8 [wb] - - 0 1 ?",
        "\\PC{0,40}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_reads_back(setup in any_setup()) {
        for castling in [CastlingStyle::XFen, CastlingStyle::Shredder] {
            let style = FenStyle { en_passant: EnPassantStyle::Always, castling };
            let text = Fen::write(&setup, style);
            prop_assert!(read::read(text.as_bytes()).is_some(), "{}", text);
            prop_assert_eq!(Fen::parse(&text), Ok(setup.clone()), "{}", &text);
            let lenient = Setup { fullmove_number: setup.fullmove_number.max(1), ..setup.clone() };
            prop_assert_eq!(Fen::parse_lenient(&text), Ok(lenient), "{}", &text);
        }
    }

    #[test]
    fn the_fast_reader_and_the_one_that_finds_faults_agree(text in near_fen()) {
        let slow = diagnose::strict(&text);
        prop_assert_eq!(read::read(text.as_bytes()), slow.faults.is_empty().then_some(slow.setup));
        for mode in [Mode::Standard, Mode::Chess960] {
            let faults = Fen::faults(&text, mode);
            match Position::from_fen(&text, mode) {
                Ok(_) => prop_assert!(faults.is_empty()),
                Err(FromFenError::Syntax(error)) => {
                    let told = |fault| faults.contains(&PositionFault::Text(fault));
                    prop_assert!(error.iter().cloned().all(told));
                }
                Err(FromFenError::Setup(found)) => {
                    let found = found.iter().cloned().map(PositionFault::Setup);
                    let mut found: Vec<_> = found.collect();
                    found.sort_by_key(PositionFault::field);
                    prop_assert_eq!(faults, found);
                }
            }
        }
    }
}
