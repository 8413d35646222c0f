//! Themes on boards made for them: each where it is, and where it is nearly.

use super::*;

/// A theme, whether it is there, the position and the moves.
type Case = (Theme, bool, &'static str, &'static str);

const CASES: &[Case] = &[
    (
        Theme::Fork,
        true,
        "r3k3/7p/8/3N4/8/8/8/4K3 b - - 0 1",
        "h7h6 d5c7 e8d7 c7a8",
    ),
    (
        Theme::Fork,
        false,
        "rq2k3/7p/8/3N4/8/8/8/4K3 b - - 0 1",
        "h7h6 d5c7 b8c7 e1e2",
    ),
    (
        Theme::Pin,
        true,
        "4k3/8/2n4p/8/8/8/4B3/4K3 b - - 0 1",
        "h6h5 e2b5",
    ),
    (
        Theme::Pin,
        false,
        "4k3/1p6/2n4p/8/8/8/4B3/4K3 b - - 0 1",
        "h6h5 e2b5",
    ),
    (
        Theme::Skewer,
        true,
        "3q4/8/8/3k4/7p/8/8/K6R b - - 0 1",
        "h4h3 h1d1 d5e5 d1d8",
    ),
    (
        Theme::Skewer,
        false,
        "3q4/8/8/3k4/7p/8/8/K6R b - - 0 1",
        "h4h3 h1d1 d5e5 d1d2",
    ),
    (
        Theme::DiscoveredAttack,
        true,
        "4k3/7p/8/3q4/8/3B4/3R4/4K3 b - - 0 1",
        "h7h6 d3b5 e8e7 d2d5",
    ),
    (
        Theme::DiscoveredAttack,
        true,
        "4k3/7p/8/8/4N3/8/8/4RK2 b - - 0 1",
        "h7h6 e4g5",
    ),
    (
        Theme::DiscoveredAttack,
        false,
        "4k3/7p/8/3q4/8/8/3R4/4K3 b - - 0 1",
        "h7h6 d2d5",
    ),
    (
        Theme::DoubleCheck,
        true,
        "4k3/7p/8/8/4N3/8/8/4RK2 b - - 0 1",
        "h7h6 e4f6",
    ),
    (
        Theme::DoubleCheck,
        false,
        "4k3/7p/8/8/4N3/8/8/4RK2 b - - 0 1",
        "h7h6 e4g5",
    ),
    (
        Theme::Deflection,
        true,
        "8/3kP2p/8/8/8/8/8/R3K3 b - - 0 1",
        "h7h6 a1d1 d7c7 e7e8q",
    ),
    (
        Theme::Deflection,
        false,
        "8/3kP2p/8/8/8/8/8/R3K3 b - - 0 1",
        "h7h6 a1a2 d7c7 e7e8q",
    ),
    (
        Theme::Attraction,
        true,
        "6k1/p7/8/8/8/8/8/3QK2R b - - 0 1",
        "a7a6 h1h8 g8h8 d1h5",
    ),
    (
        Theme::Attraction,
        false,
        "6k1/p7/8/8/8/8/8/3QK2R b - - 0 1",
        "a7a6 h1h8 g8h8 d1d5",
    ),
    (
        Theme::Sacrifice,
        true,
        "6k1/p7/8/8/8/8/8/3QK2R b - - 0 1",
        "a7a6 h1h8 g8h8 d1h5",
    ),
    (
        Theme::Sacrifice,
        false,
        "r3k3/7p/8/3N4/8/8/8/4K3 b - - 0 1",
        "h7h6 d5c7 e8d7 c7a8",
    ),
    (
        Theme::Interference,
        true,
        "r3n3/6kp/8/8/8/7B/8/1K2R3 b - - 0 1",
        "h7h6 h3c8 h6h5 e1e8",
    ),
    (
        Theme::Interference,
        false,
        "r3n3/6kp/8/8/8/7B/8/1K2R3 b - - 0 1",
        "h7h6 h3g2 a8d8 e1e8",
    ),
    (
        Theme::Intermezzo,
        true,
        "4k3/8/8/8/1b6/2N5/1P6/3Q2K1 b - - 0 1",
        "b4c3 d1a4 e8e7 b2c3",
    ),
    (
        Theme::Intermezzo,
        false,
        "4k3/8/8/8/1b6/2N5/1P6/3Q2K1 b - - 0 1",
        "b4c3 b2c3",
    ),
    (
        Theme::Promotion,
        true,
        "8/P6k/8/8/8/8/8/4K3 b - - 0 1",
        "h7g7 a7a8q",
    ),
    (
        Theme::UnderPromotion,
        true,
        "8/P6k/8/8/8/8/8/4K3 b - - 0 1",
        "h7g7 a7a8n",
    ),
    (
        Theme::UnderPromotion,
        false,
        "8/P6k/8/8/8/8/8/4K3 b - - 0 1",
        "h7g7 a7a8q",
    ),
    (
        Theme::EnPassant,
        true,
        "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1",
        "d7d5 e5d6",
    ),
    (
        Theme::Castling,
        true,
        "4k3/p7/8/8/8/8/8/4K2R b K - 0 1",
        "a7a6 e1g1",
    ),
    (
        Theme::HangingPiece,
        true,
        "4k3/p7/8/3n4/8/8/8/3RK3 b - - 0 1",
        "a7a6 d1d5",
    ),
    (
        Theme::HangingPiece,
        false,
        "4k3/p7/4p3/3n4/8/8/8/3RK3 b - - 0 1",
        "a7a6 d1d5",
    ),
    (
        Theme::TrappedPiece,
        true,
        "4k3/7p/7p/8/8/8/bPP5/2K5 b - - 0 1",
        "h6h5 b2b3 h5h4 c1b2 h7h6 b2a2",
    ),
    (
        Theme::TrappedPiece,
        false,
        "4k3/7p/7p/8/8/8/bPP5/2K5 b - - 0 1",
        "h6h5 b2b4 h5h4 c1b2 h7h6 b2a2",
    ),
    (
        Theme::QuietMove,
        true,
        "k7/7p/8/8/8/8/1R6/7K b - - 0 1",
        "h7h6 b2b4 a8a7 b4h4",
    ),
    (
        Theme::QuietMove,
        false,
        "k7/7p/8/8/8/8/1R6/7K b - - 0 1",
        "h7h6 b2b6 a8a7 b6h6",
    ),
    (
        Theme::DefensiveMove,
        true,
        "k7/7p/8/8/8/8/1R6/7K b - - 0 1",
        "h7h6 b2b4",
    ),
    (
        Theme::DefensiveMove,
        false,
        "k7/7p/8/8/8/8/1R6/7K b - - 0 1",
        "h7h6 b2b6",
    ),
    (
        Theme::StalemateTrick,
        true,
        "6k1/8/7R/8/8/8/4q3/K7 b - - 0 1",
        "e2c2 h6h8",
    ),
    (
        Theme::StalemateTrick,
        false,
        "6k1/8/7R/8/8/8/4q3/K7 b - - 0 1",
        "e2d2 h6h8",
    ),
    (
        Theme::BackRankMate,
        true,
        "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 b - - 0 1",
        "a2a7 b1b8",
    ),
    (
        Theme::BackRankMate,
        false,
        "6rk/p5pp/8/6N1/8/8/8/K7 b - - 0 1",
        "a7a6 g5f7",
    ),
    (
        Theme::SmotheredMate,
        true,
        "6rk/p5pp/8/6N1/8/8/8/K7 b - - 0 1",
        "a7a6 g5f7",
    ),
    (
        Theme::AdvancedPawn,
        true,
        "8/8/P6k/8/8/8/8/4K3 b - - 0 1",
        "h6g6 a6a7",
    ),
    (
        Theme::AdvancedPawn,
        false,
        "8/8/8/P6k/8/8/8/4K3 b - - 0 1",
        "h5g6 a5a6",
    ),
    (
        Theme::PawnEndgame,
        true,
        "8/8/P6k/8/8/8/8/4K3 b - - 0 1",
        "h6g6 a6a7",
    ),
    (
        Theme::RookEndgame,
        true,
        "k7/7p/8/8/8/8/1R6/7K b - - 0 1",
        "h7h6 b2b4",
    ),
    (
        Theme::RookEndgame,
        false,
        "4k3/p7/8/3n4/8/8/8/3RK3 b - - 0 1",
        "a7a6 d1d5",
    ),
    (
        Theme::Opening,
        true,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "e2e4 e7e5",
    ),
    (
        Theme::Opening,
        false,
        "k7/7p/8/8/8/8/1R6/7K b - - 0 1",
        "h7h6 b2b4",
    ),
];

fn of(fen: &str, moves: &str, goal: Goal) -> Vec<Theme> {
    let puzzle = Puzzle::read(fen, moves.split(' ')).unwrap();
    themes(&puzzle, goal, 0)
}

#[test]
fn themes_are_seen_where_they_are_and_not_where_they_nearly_are() {
    for &(theme, is_there, fen, moves) in CASES {
        let goal = match theme {
            Theme::StalemateTrick => Goal::Draw,
            _ => Goal::Win,
        };
        let found = of(fen, moves, goal);
        assert_eq!(found.contains(&theme), is_there, "{theme:?}: {fen} {moves}");
    }
}

#[test]
fn goal_gain_and_length_are_told() {
    let fen = "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 b - - 0 1";
    let mate = of(fen, "a2a7 b1b8", Goal::Mate(1));
    for theme in [Theme::Mate, Theme::MateIn1, Theme::OneMove] {
        assert!(mate.contains(&theme), "{theme:?}");
    }
    let puzzle = Puzzle::read(fen, ["a2a7", "b1b2", "a7a8", "b2b1"]).unwrap();
    assert!(themes(&puzzle, Goal::Win, 900).contains(&Theme::Crushing));
    assert!(themes(&puzzle, Goal::Win, 300).contains(&Theme::Advantage));
    assert!(themes(&puzzle, Goal::Draw, 0).contains(&Theme::Equality));
    assert!(themes(&puzzle, Goal::Win, 0).contains(&Theme::Short));
}

#[test]
fn every_theme_has_a_key_of_its_own() {
    for &theme in Theme::ALL {
        assert_eq!(Theme::by_key(theme.key()), Some(theme));
    }
    assert_eq!(Theme::by_key("nothing"), None);
}
