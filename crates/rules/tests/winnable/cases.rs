//! Positions whose answers are known, and what the fast path must see or may leave open.

use std::path::Path;

use tabiya_rules::{Budget, Color, Position, Proof, Verdict, winnable};

use crate::{confirmed, position};

#[test]
fn positions_of_our_own_come_out_right() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/winnable/cases.csv");
    let mut rows = 0;
    for row in csv::Reader::from_path(path).unwrap().records() {
        let row = row.unwrap();
        let start = position(&row[1]);
        for (color, truth) in [(Color::White, &row[2]), (Color::Black, &row[3])] {
            let full = winnable(&start, color, Budget::default());
            let name = &row[0];
            assert_eq!(confirmed(&start, color, &full), truth, "{color} in {name}");
            let fast = winnable(&start, color, Budget::after_move());
            let fast = confirmed(&start, color, &fast);
            assert!(
                fast == truth || fast == "undecided",
                "{color} in {name}: {fast}"
            );
        }
        rows += 1;
    }
    assert!(rows >= 28, "only {rows} rows");
}

#[test]
fn dead_positions_are_seen_right_after_the_move() {
    for fen in [
        "7k/8/8/1p1p1p1p/1P1P1P1P/8/8/7K w - - 0 1",
        "6Rk/8/7K/8/8/8/8/8 b - - 0 1",
        "kb6/2N5/1K6/8/8/8/8/8 b - - 1 50",
        "r7/K1k5/8/8/8/8/8/8 w - - 4 3",
        "8/8/8/8/8/4k3/8/4K3 w - - 0 1",
    ] {
        for color in Color::ALL {
            let verdict = winnable(&position(fen), color, Budget::after_move());
            assert!(!verdict.is_winnable(), "{color} in {fen}: {verdict:?}");
        }
    }
}

#[test]
fn an_open_position_costs_the_fast_path_no_search() {
    let verdict = winnable(&Position::standard(), Color::White, Budget::after_move());
    assert_eq!(verdict, Verdict::Undecided);
}

#[test]
fn the_reasons_are_sentences_for_people() {
    let proof = |fen: &str, color| match winnable(&position(fen), color, Budget::default()) {
        Verdict::No { proof } => proof,
        other => panic!("{color} in {fen}: {other:?}"),
    };
    let [white, black] = Color::ALL.map(|color| proof("8/8/8/4k3/8/5b2/3K4/8 b - -", color));
    assert_eq!(
        Proof::dead_position(&white, &black),
        "No mate can ever arise (article 5.2.2): White has nothing but the king, and Black's \
         bishops all stand on one color and nothing can block for them."
    );
    let wall = "7k/8/8/1p1p1p1p/1P1P1P1P/8/8/7K w - -";
    let [white, black] = Color::ALL.map(|color| proof(wall, color));
    assert!(Proof::dead_position(&white, &black).contains("the men are locked in"));
    let stalemate = proof("7k/5Q2/6K1/8/8/8/8/8 b - -", Color::White);
    assert_eq!(
        stalemate.sentence(Color::White),
        "White can never give mate: there is no legal move and no mate."
    );
}
