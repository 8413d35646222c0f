//! Themes that one move of the solver shows by itself: special moves, checks, forks, pins,
//! sacrifices, quiet moves.

use tabiya_rules::attacks::line;
use tabiya_rules::{Bitboard, Color, MoveKind, Position, Rank, Role, Square};

use super::Theme;
use super::sight::{attacked, is_in_danger, is_loose, lead, targets, worth};
use crate::puzzles::prove::Goal;
use crate::puzzles::puzzle::{Puzzle, Step};

pub(super) fn themes(puzzle: &Puzzle, goal: Goal) -> Vec<Theme> {
    let mut found = Vec::new();
    let last = puzzle.own().next_back();
    for step in puzzle.own() {
        found.extend(of_any(step));
        if last != Some(step) {
            if forks(step) {
                found.push(Theme::Fork);
            }
            if is_quiet(step) {
                found.push(Theme::QuietMove);
            }
        }
    }
    if pins(puzzle) {
        found.push(Theme::Pin);
    }
    if last.is_some_and(defends) {
        found.push(Theme::DefensiveMove);
    }
    if sacrifices(puzzle) {
        found.push(Theme::Sacrifice);
    }
    if goal == Goal::Draw && tricks_by_stalemate(puzzle) {
        found.push(Theme::StalemateTrick);
    }
    found
}

/// What any move of the solver can be.
fn of_any(step: &Step) -> Vec<Theme> {
    let mut found = Vec::new();
    if let Some(role) = step.mv.promotion() {
        found.push(Theme::Promotion);
        // A rook or bishop that mates would have mated as a queen, too.
        let counts = role == Role::Knight || !step.after.is_checkmate();
        if role != Role::Queen && counts {
            found.push(Theme::UnderPromotion);
        }
    }
    match step.mv.kind() {
        MoveKind::EnPassant => found.push(Theme::EnPassant),
        MoveKind::Castle(_) => found.push(Theme::Castling),
        MoveKind::Normal => {}
    }
    if advances(step) {
        found.push(Theme::AdvancedPawn);
    }
    let checkers = step.after.checkers();
    if checkers.count() > 1 {
        found.push(Theme::DoubleCheck);
    }
    // Castling gives check by the rook that moves, too.
    let is_castling = matches!(step.mv.kind(), MoveKind::Castle(_));
    if !is_castling && (checkers - Bitboard::of(step.mv.to())).any() {
        found.push(Theme::DiscoveredAttack);
    }
    found
}

/// A pawn comes to the seventh rank, seen from its side, or promotes.
fn advances(step: &Step) -> bool {
    step.mv.role() == Role::Pawn
        && match step.before.turn() {
            Color::White => step.mv.to().rank() >= Rank::Seven,
            Color::Black => step.mv.to().rank() <= Rank::Two,
        }
}

/// The man that has moved, no king and not to be taken at a profit, attacks two men at least, each
/// of them the king, or dearer than itself, or loose and no attacker of it. Pawns do not count.
fn forks(step: &Step) -> bool {
    let board = step.after.board();
    let square = step.mv.destination();
    let Some(role) = board.role_at(square) else {
        return false;
    };
    if role == Role::King || is_in_danger(board, square) {
        return false;
    }
    let counts = |&(target, at): &(Role, Square)| {
        target != Role::Pawn
            && (worth(target) > worth(role)
                || is_loose(board, at) && !attacked(board, at).contains(square))
    };
    targets(board, square)
        .iter()
        .filter(|target| counts(target))
        .count()
        > 1
}

/// No check before it and none by it, nothing taken, nothing attacked; not a move of the king, nor
/// one of a pawn to the sixth rank or beyond.
fn is_quiet(step: &Step) -> bool {
    !step.before.is_check()
        && !step.after.is_check()
        && !step.mv.is_capture(&step.before)
        && !attacks_anything(step)
        && !is_far_ahead(step)
        && step.mv.role() != Role::King
}

/// A pawn comes to the sixth rank, seen from its side, or beyond.
fn is_far_ahead(step: &Step) -> bool {
    step.mv.role() == Role::Pawn
        && match step.before.turn() {
            Color::White => step.mv.to().rank() >= Rank::Six,
            Color::Black => step.mv.to().rank() <= Rank::Three,
        }
}

/// The man that has moved attacks a man of the other side.
fn attacks_anything(step: &Step) -> bool {
    !targets(step.after.board(), step.mv.destination()).is_empty()
}

/// The last move takes nothing, checks nobody, attacks nothing and brings no pawn far ahead,
/// where there were three moves at least to choose from.
fn defends(last: &Step) -> bool {
    last.before.count_legal_moves() >= 3
        && !last.after.is_check()
        && !last.mv.is_capture(&last.before)
        && !attacks_anything(last)
        && !is_far_ahead(last)
}

/// After a later move of its own the solver is still two pawns' worth or more behind where the
/// puzzle began, and the other side has not simply promoted.
fn sacrifices(puzzle: &Puzzle) -> bool {
    let solver = puzzle.solver();
    let before = lead(puzzle.position().board(), solver);
    let mut replies = puzzle.steps().iter().step_by(2);
    let promotes = replies.any(|step| step.mv.promotion().is_some());
    let gives = |step: &Step| lead(step.after.board(), solver) - before <= -2;
    !promotes && puzzle.own().skip(1).any(gives)
}

/// After a move of the solver a man of the other side may not leave the line to its king, and
/// without that it could take something that is worth it, or escape from an attack.
fn pins(puzzle: &Puzzle) -> bool {
    puzzle.own().any(|step| {
        let position = &step.after;
        let own = position.turn();
        let king = position.king(own);
        let mut pinned = (position.pinned() & position.board().by_color(own)).into_iter();
        pinned.any(|square| {
            let way = line(king, square);
            pin_keeps_from_taking(position, square, way) || pin_keeps_in(position, square, way)
        })
    })
}

fn pin_keeps_from_taking(position: &Position, square: Square, way: Bitboard) -> bool {
    let board = position.board();
    let Some(role) = board.role_at(square) else {
        return false;
    };
    let enemies = board.by_color(!position.turn());
    let mut targets = ((attacked(board, square) & enemies) - way).into_iter();
    targets.any(|at| {
        let target = board.role_at(at);
        target.is_some_and(|target| worth(target) > worth(role)) || is_loose(board, at)
    })
}

fn pin_keeps_in(position: &Position, square: Square, way: Bitboard) -> bool {
    let board = position.board();
    let Some(role) = board.role_at(square) else {
        return false;
    };
    let leaves = (attacked(board, square) - board.by_color(position.turn()) - way).any();
    let mut attackers = board.attackers(square, !position.turn()).into_iter();
    let wins = attackers.any(|from| {
        let attacker = board.role_at(from);
        attacker.is_some_and(|attacker| worth(attacker) < worth(role))
            || is_loose(board, square) && !attacked(board, square).contains(from)
    });
    leaves && wins
}

/// The line ends in stalemate of either side, or after some move of the solver a capture that is
/// possible would leave the solver without a move.
fn tricks_by_stalemate(puzzle: &Puzzle) -> bool {
    let is_trick = |step: &Step| {
        if step.after.is_stalemate() {
            return true;
        }
        let replies = step.after.legal_moves();
        replies.iter().any(|&reply| {
            reply.is_capture(&step.after) && step.after.after_unchecked(reply).is_stalemate()
        })
    };
    puzzle.own().any(is_trick)
}
