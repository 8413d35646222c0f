//! Material verdicts against a table of positions.

use std::path::Path;

use tabiya_rules::{
    Color, InsufficientMaterial, Mode, Position, cannot_mate_by_material, is_dead_by_material,
};

#[test]
fn the_table_of_material_holds() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/winnable/material.csv");
    let mut rows = 0;
    for row in csv::Reader::from_path(path).unwrap().records() {
        let row = row.unwrap();
        let position = Position::from_fen(&row[0], Mode::Standard)
            .unwrap_or_else(|error| panic!("{}: {error}", &row[0]));
        let (board, flag) = (position.board(), |column: usize| &row[column] == "1");
        assert_eq!(
            cannot_mate_by_material(board, Color::White),
            flag(1),
            "white in {}",
            &row[0]
        );
        assert_eq!(
            cannot_mate_by_material(board, Color::Black),
            flag(2),
            "black in {}",
            &row[0]
        );
        assert_eq!(is_dead_by_material(board), flag(3), "{}", &row[0]);
        rows += 1;
    }
    assert_eq!(rows, 22, "every row of the table was read");
}

/// What White has too little of: by lone_king, material_pair, us_chess, simple_minor.
const FOUR_DEFINITIONS: &[(&str, [bool; 4], &str)] = &[
    ("8/5k2/8/8/8/8/3K4/8 w - - 0 1", [true; 4], "bare kings"),
    ("8/4qk2/8/8/8/8/3K4/8 w - - 0 1", [true; 4], "K against K+Q"),
    (
        "8/3k4/8/8/2N5/8/3K4/8 w - - 0 1",
        [false, true, true, true],
        "K+N against K",
    ),
    (
        "8/8/4k3/4q3/8/3N4/4K3/8 w - - 0 1",
        [false, true, true, true],
        "K+N against K+Q",
    ),
    (
        "8/8/4k3/4r3/8/3N4/4K3/8 w - - 0 1",
        [false, false, true, true],
        "K+N against K+R can be helped to mate",
    ),
    (
        "8/4bk2/8/8/8/8/3KB3/8 w - - 0 1",
        [false, false, true, true],
        "bishops of different square colors",
    ),
    (
        "8/5k2/8/8/8/4B3/3K1B2/8 w - - 0 1",
        [false, true, false, false],
        "two bishops of one square color: nobody else has this in the list",
    ),
    (
        "8/8/4k3/8/8/3NN3/4K3/8 w - - 0 1",
        [false, false, true, true],
        "two knights against a king",
    ),
    (
        "8/8/4k3/4r3/8/3NN3/4K3/8 w - - 0 1",
        [false, false, true, false],
        "two knights against a rook",
    ),
    (
        "8/4p3/4k3/8/8/3NN3/4K3/8 w - - 0 1",
        [false, false, false, false],
        "two knights against a pawn",
    ),
    (
        "8/8/4k3/8/8/3BN3/4K3/8 w - - 0 1",
        [false, false, false, false],
        "bishop and knight",
    ),
    (
        "8/8/4k3/8/8/8/4P3/4K3 w - - 0 1",
        [false, false, false, false],
        "a pawn",
    ),
    (
        "8/8/8/8/3N4/8/p7/k1K5 w - - 0 1",
        [false, false, false, true],
        "the knight mates at once",
    ),
    (
        "8/7p/8/8/8/8/p6N/k1K5 w - - 0 1",
        [false, false, false, true],
        "the knight mates by force in three",
    ),
    (
        "8/7p/8/8/8/8/p5N1/k1K5 b - - 0 1",
        [false, false, false, true],
        "by force also with Black to move",
    ),
    (
        "8/8/8/8/8/3B4/5K1p/7k w - - 0 1",
        [false, false, false, true],
        "the bishop mates at once",
    ),
    (
        "7k/8/5N1K/4N3/8/8/8/8 w - - 0 1",
        [false, false, false, true],
        "two knights mate at once",
    ),
    (
        "7k/8/5N1K/4N3/8/8/8/8 b - - 0 1",
        [false, false, true, true],
        "stalemate instead",
    ),
];

#[test]
fn four_definitions_of_insufficient_material() {
    for (fen, expected, what) in FOUR_DEFINITIONS {
        let position = Position::from_fen(fen, Mode::Standard).unwrap();
        let found = InsufficientMaterial::ALL.map(|which| which.applies(&position, Color::White));
        assert_eq!(found, *expected, "{what}: {fen}");
    }
}

#[test]
fn the_definitions_have_names() {
    for definition in InsufficientMaterial::ALL {
        assert_eq!(definition.name().parse(), Ok(definition));
    }
    assert!("two_knights".parse::<InsufficientMaterial>().is_err());
}

#[test]
fn insufficient_for_both_sides_by_the_pair_is_dead_by_material() {
    for (fen, ..) in FOUR_DEFINITIONS {
        let position = Position::from_fen(fen, Mode::Standard).unwrap();
        assert_eq!(
            InsufficientMaterial::MaterialPair.applies_to_both(&position),
            is_dead_by_material(position.board()),
            "{fen}"
        );
    }
}
