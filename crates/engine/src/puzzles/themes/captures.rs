//! Themes of what is taken: loose and trapped pieces.

use tabiya_rules::Role;

use super::Theme;
use super::sight::{is_loose, is_trapped, lead, worth};
use crate::puzzles::puzzle::Puzzle;

pub(super) fn themes(puzzle: &Puzzle) -> Vec<Theme> {
    let mut found = Vec::new();
    if takes_loose_piece(puzzle) {
        found.push(Theme::HangingPiece);
    }
    if wins_trapped_piece(puzzle) {
        found.push(Theme::TrappedPiece);
    }
    found
}

/// The first move takes a piece, no pawn, that nobody guards; it has not itself just taken as
/// much there, and what is won stays won.
fn takes_loose_piece(puzzle: &Puzzle) -> bool {
    let [mistake, first, rest @ ..] = puzzle.steps() else {
        return false;
    };
    let square = first.mv.to();
    let board = first.before.board();
    let Some(taken) = first
        .mv
        .is_capture(&first.before)
        .then(|| board.role_at(square))
        .flatten()
    else {
        return false;
    };
    if taken == Role::Pawn || !is_loose(board, square) {
        return false;
    }
    let had_taken = mistake.mv.is_capture(&mistake.before)
        && mistake.mv.to() == square
        && mistake
            .before
            .board()
            .role_at(square)
            .is_some_and(|role| worth(role) >= worth(taken));
    let solver = puzzle.solver();
    let stays = match rest {
        [_, next, ..] => lead(next.after.board(), solver) >= lead(first.after.board(), solver),
        _ => true,
    };
    !had_taken && stays
}

/// A piece is taken which, a move before, stood in danger with nowhere to go; or it had to go
/// where it is taken.
fn wins_trapped_piece(puzzle: &Puzzle) -> bool {
    let mut pairs = puzzle.steps().windows(2).skip(2).step_by(2);
    pairs.any(|pair| {
        let [reply, capture] = pair else {
            return false;
        };
        let Some(taken) = capture.mv.capture_square(&capture.before) else {
            return false;
        };
        let is_piece = capture
            .before
            .board()
            .role_at(taken)
            .is_some_and(|role| role != Role::Pawn);
        let stood = if reply.mv.to() == taken {
            reply.mv.from()
        } else {
            taken
        };
        is_piece && is_trapped(&reply.before, stood)
    })
}
