//! Mates: in how many moves, and their shapes.

use tabiya_rules::attacks::king_attacks;
use tabiya_rules::{Bitboard, Position, Role, home_rank};

use super::Theme;
use crate::puzzles::puzzle::Puzzle;

pub(super) fn themes(puzzle: &Puzzle) -> Vec<Theme> {
    let end = puzzle.end();
    if !end.is_checkmate() {
        return Vec::new();
    }
    let mut found = vec![match puzzle.length() {
        1 => Theme::MateIn1,
        2 => Theme::MateIn2,
        3 => Theme::MateIn3,
        4 => Theme::MateIn4,
        _ => Theme::MateIn5,
    }];
    if is_back_rank(end) {
        found.push(Theme::BackRankMate);
    }
    if is_smothered(end) {
        found.push(Theme::SmotheredMate);
    }
    found
}

/// The king stands on his first rank; a rook or queen on that rank mates him; each square before
/// him is taken by his own man, which the other side does not attack, at least where it matters.
fn is_back_rank(end: &Position) -> bool {
    let color = end.turn();
    let board = end.board();
    let king = end.king(color);
    let first = Bitboard::rank(home_rank(color));
    if !first.contains(king) {
        return false;
    }
    let checkers = end.checkers();
    let along = (checkers & first)
        .into_iter()
        .any(|square| matches!(board.role_at(square), Some(Role::Rook | Role::Queen)));
    let before = king_attacks(king) - first;
    let shut = before.into_iter().all(|square| {
        board.by_color(color).contains(square) && board.attackers(square, !color).is_empty()
    });
    along && shut
}

/// A knight alone mates; every square beside the king is taken by his own men.
fn is_smothered(end: &Position) -> bool {
    let color = end.turn();
    let board = end.board();
    let around = king_attacks(end.king(color));
    let checker = end.checkers().single();
    let knight = checker.is_some_and(|square| board.role_at(square) == Some(Role::Knight));
    knight && (around - board.by_color(color)).is_empty()
}
