//! Material verdicts against a table of positions.

use std::path::Path;

use tabiya_rules::{Color, Mode, Position, cannot_mate_by_material, is_dead_by_material};

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
