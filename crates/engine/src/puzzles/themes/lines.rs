//! Themes that show in several moves of a line: what is drawn off or drawn in, what is shut out,
//! uncovered or driven away.

use tabiya_rules::attacks::between;
use tabiya_rules::{MoveKind, Role, Square};

use super::Theme;
use super::sight::{attacked, is_in_danger, is_loose, is_slider, worth};
use crate::puzzles::puzzle::{Puzzle, Step};

/// Whether an own move, the reply and the next own move show a theme.
type Shows = fn(&Step, &Step, &Step) -> bool;

pub(super) fn themes(puzzle: &Puzzle) -> Vec<Theme> {
    let mut found = Vec::new();
    // Own move, reply, own move.
    for three in puzzle.steps().windows(3).skip(1).step_by(2) {
        let [own, reply, next] = three else { continue };
        let checks: [(Theme, Shows); 4] = [
            (Theme::Skewer, skewers),
            (Theme::DiscoveredAttack, discovers),
            (Theme::Deflection, deflects),
            (Theme::Interference, interferes),
        ];
        let holding = checks.iter().filter(|(_, holds)| holds(own, reply, next));
        found.extend(holding.map(|(theme, _)| *theme));
    }
    // The other side's move, own move, reply, own move.
    for four in puzzle.steps().windows(4).step_by(2) {
        let [last, own, reply, next] = four else {
            continue;
        };
        if is_in_between(last, own, reply, next) {
            found.push(Theme::Intermezzo);
        }
    }
    if attracts(puzzle) {
        found.push(Theme::Attraction);
    }
    found
}

/// The man on `square` of a step's position before it.
fn role_before(step: &Step, square: Square) -> Option<Role> {
    step.before.board().role_at(square)
}

/// A man that stood in a line between the taker and the taken has left it, dearer than or as dear
/// as what is taken now (the king always), and what is taken was not safe.
fn skewers(own: &Step, reply: &Step, next: &Step) -> bool {
    let Some(taken) = next.mv.capture_square(&next.before) else {
        return false;
    };
    let taker = next.mv.role();
    if !is_slider(taker) || reply.mv.to() == taken {
        return false;
    }
    let way = between(next.mv.from(), taken);
    let left = way.contains(reply.mv.from());
    let stood = own.mv.to() == next.mv.from() || left;
    let dearer = role_before(next, taken)
        .is_some_and(|role| worth(reply.mv.role()) >= worth(role) && role != Role::Pawn);
    left && stood && dearer && is_in_danger(next.before.board(), taken)
}

/// The own move before has left the line along which is taken now. What has just come to the
/// square does not count.
fn discovers(own: &Step, reply: &Step, next: &Step) -> bool {
    let Some(taken) = next.mv.capture_square(&next.before) else {
        return false;
    };
    if reply.mv.to() == next.mv.to() || matches!(own.mv.kind(), MoveKind::Castle(_)) {
        return false;
    }
    let way = between(next.mv.from(), taken);
    way.contains(own.mv.from())
        && !way.contains(own.mv.to())
        && own.mv.to() != taken
        && own.mv.to() != next.mv.from()
}

/// The man that replied guarded the square to which the solver goes now, taking or promoting,
/// and guards it no more: it has taken what was offered elsewhere, or answered a check.
fn deflects(own: &Step, reply: &Step, next: &Step) -> bool {
    let square = next.mv.to();
    let takes = next.mv.is_capture(&next.before);
    let promotes = next.mv.promotion().is_some();
    if !(takes || promotes) || square == reply.mv.to() || square == own.mv.to() {
        return false;
    }
    let was_drawn = reply.mv.to() == own.mv.to() || own.after.is_check();
    let gave = own
        .mv
        .capture_square(&own.before)
        .and_then(|at| role_before(own, at))
        .map_or(0, worth);
    let gets = role_before(next, square).map_or(0, worth);
    let pays = gave < gets || promotes;
    let guarded = attacked(reply.before.board(), reply.mv.from()).contains(square);
    let guards = attacked(reply.after.board(), reply.mv.to()).contains(square);
    was_drawn && pays && guarded && !guards
}

/// What is taken now was guarded along a line before the last two moves; the own one of them has put
/// a man between, or the reply has, with the guard still in its place; and nobody guards it any
/// more.
fn interferes(own: &Step, reply: &Step, next: &Step) -> bool {
    let Some(taken) = next.mv.capture_square(&next.before) else {
        return false;
    };
    let board = next.before.board();
    if taken == reply.mv.to() || !is_loose(board, taken) {
        return false;
    }
    let before = own.before.board();
    let enemy = next.before.turn().other();
    if before.piece_at(taken) != board.piece_at(taken) {
        return false;
    }
    let mut guards = before.attackers(taken, enemy).into_iter();
    guards.any(|guard| {
        let is_there = board.piece_at(guard) == before.piece_at(guard);
        let way = between(guard, taken);
        before.role_at(guard).is_some_and(is_slider)
            && (way.contains(own.mv.destination())
                || is_there && way.contains(reply.mv.destination()))
    })
}

/// The other side had taken on a square; the solver could take back there, moved elsewhere first,
/// and takes there now with that very move. The reply was no new guard of the square.
fn is_in_between(last: &Step, own: &Step, reply: &Step, next: &Step) -> bool {
    let square = next.mv.to();
    last.mv.is_capture(&last.before)
        && last.mv.to() == square
        && next.mv.is_capture(&next.before)
        && own.mv.to() != square
        && reply.mv.to() != square
        && own.before.is_legal(next.mv)
        && !attacked(own.after.board(), reply.mv.from()).contains(square)
}

/// The solver puts a man on a square, a king, queen or rook takes it there, and the next own move
/// attacks it there: the king by check, the others are taken the move after.
fn attracts(puzzle: &Puzzle) -> bool {
    let steps = puzzle.steps();
    let mut places = (1..steps.len()).step_by(2);
    places.any(|place| {
        let [Some(own), Some(reply), Some(next)] =
            [place, place + 1, place + 2].map(|place| steps.get(place))
        else {
            return false;
        };
        let square = own.mv.to();
        let drawn = reply.mv.role();
        if reply.mv.to() != square || !matches!(drawn, Role::King | Role::Queen | Role::Rook) {
            return false;
        }
        let attackers = next.after.board().attackers(square, next.before.turn());
        if !attackers.contains(next.mv.destination()) {
            return false;
        }
        let falls = steps
            .get(place + 4)
            .is_some_and(|step| step.mv.to() == square);
        drawn == Role::King || falls
    })
}
