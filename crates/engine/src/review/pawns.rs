//! Pawns that are made passed: at once, or by a break that gives one pawn for the way of another.

use tabiya_rules::{PieceAt, Position, Role, Square};

use super::Why;
use super::explain::Scene;
use super::line::TRUSTED;
use super::plans::STEPS;
use super::sight::{is_passed, men, steps_left};

/// A pawn of ours that no pawn of the other side can stop any more, and could before.
pub(super) fn free(scene: &Scene<'_>) -> Option<Why> {
    let was_passed = |pawn: &PieceAt| {
        let square = if *pawn == scene.placed {
            scene.mover.square
        } else {
            pawn.square
        };
        is_passed(scene.before.board(), scene.us, square)
    };
    men(scene.after.board(), scene.us)
        .filter(|man| man.piece.role == Role::Pawn && !was_passed(man))
        .filter_map(|pawn| Some((freed(scene, pawn)?, pawn)))
        .min_by_key(|((moves, steps), _)| (*moves, *steps))
        .map(|((moves, _), pawn)| Why::Frees { pawn, moves })
}

/// With which own move a pawn becomes a passed one near its last rank, and how many steps are left to it then. Where
/// that is not at once, a pawn must have begun it, and the line must not lose the pawn again.
fn freed(scene: &Scene<'_>, pawn: PieceAt) -> Option<(u32, usize)> {
    let is_free = |position: &Position, square: Square| {
        is_passed(position.board(), scene.us, square) && steps_left(scene.us, square) <= STEPS
    };
    if is_free(&scene.after, pawn.square) {
        let is_safe = scene.is_safe_after(pawn);
        return is_safe.then_some((1, steps_left(scene.us, pawn.square)));
    }
    if scene.mover.piece.role != Role::Pawn {
        return None;
    }
    let mut position = scene.after.clone();
    let mut square = pawn.square;
    let mut found = None;
    for (index, mv) in scene.line.moves.iter().enumerate().take(TRUSTED).skip(1) {
        if !position.is_legal(*mv) {
            break;
        }
        let ours = index.is_multiple_of(2);
        if mv.capture_square(&position) == Some(square) && !ours {
            return None;
        }
        position.play_unchecked(*mv);
        if ours && mv.from() == square {
            square = mv.to();
            if mv.promotion().is_some() {
                break;
            }
        }
        if ours && found.is_none() && is_free(&position, square) {
            let moves = u32::try_from(index / 2).ok()?.checked_add(1)?;
            found = Some((moves, steps_left(scene.us, square)));
        }
    }
    found
}
