//! The phase of the game, by the men that are left.

use tabiya_rules::{Bitboard, Board, Color, Role, home_rank};

use super::Theme;
use crate::puzzles::puzzle::Puzzle;

/// With so many pieces or fewer, kings and pawns aside, it is an endgame …
const ENDGAME: u32 = 6;
/// … and with so many no opening any more.
const MIDDLEGAME: u32 = 10;
/// So few own pieces on a first rank: they have come out.
const DEVELOPED: u32 = 3;

/// The phase where the puzzle begins; its kind only if the first own move leaves it.
pub(super) fn themes(puzzle: &Puzzle) -> Vec<Theme> {
    let board = puzzle.position().board();
    let pieces = board.occupied() - board.by_role(Role::Pawn) - board.by_role(Role::King);
    if pieces.count() > ENDGAME {
        let is_developed = |color: Color| {
            let first = Bitboard::rank(home_rank(color));
            let own = board.by_color(color) & first;
            own.count() <= DEVELOPED
        };
        let is_middle = pieces.count() <= MIDDLEGAME
            || is_developed(Color::White)
            || is_developed(Color::Black);
        return vec![if is_middle {
            Theme::Middlegame
        } else {
            Theme::Opening
        }];
    }
    let mut found = vec![Theme::Endgame];
    let after = puzzle
        .own()
        .next()
        .and_then(|step| kind(step.after.board()));
    found.extend(kind(board).filter(|&kind| after == Some(kind)));
    found
}

/// An endgame with one kind of piece, or with rooks and a single queen.
pub(super) fn kind(board: &Board) -> Option<Theme> {
    let has = |role: Role| board.by_role(role).any();
    match (
        has(Role::Knight),
        has(Role::Bishop),
        has(Role::Rook),
        board.by_role(Role::Queen).count(),
    ) {
        (false, false, false, 0) => Some(Theme::PawnEndgame),
        (true, false, false, 0) => Some(Theme::KnightEndgame),
        (false, true, false, 0) => Some(Theme::BishopEndgame),
        (false, false, true, 0) => Some(Theme::RookEndgame),
        (false, false, false, _) => Some(Theme::QueenEndgame),
        (false, false, true, 1) => Some(Theme::QueenRookEndgame),
        _ => None,
    }
}
