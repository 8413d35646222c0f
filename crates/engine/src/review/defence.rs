//! What the move saves: the king from check and mate, a man from being taken.

use tabiya_rules::attacks::between;
use tabiya_rules::{PieceAt, Role};

use super::explain::Scene;
use super::sight::{least_attacker, mating_move, men, reach, value};
use super::{CheckAnswer, Why};

/// A man that is worth so much is worth saving.
const WORTH: i32 = 300;
const PAWN: i32 = 100;

/// Check that is answered, mate that is stopped.
pub(super) fn against_mate(scene: &Scene<'_>, why: &mut Vec<Why>) {
    why.extend(answer(scene).map(Why::AnswersCheck));
    why.extend(stopped_mate(scene));
}

fn answer(scene: &Scene<'_>) -> Option<CheckAnswer> {
    let checkers = scene.before.checkers();
    if checkers.is_empty() {
        return None;
    }
    if let Some(man) = scene.taken.filter(|man| checkers.contains(man.square)) {
        return Some(CheckAnswer::Takes(man));
    }
    if scene.mover.piece.role == Role::King {
        return Some(CheckAnswer::King);
    }
    let checker = scene.before.board().man_at(checkers.single()?)?;
    Some(CheckAnswer::Blocks(checker))
}

/// The other side could have mated at once; after the move it cannot.
fn stopped_mate(scene: &Scene<'_>) -> Option<Why> {
    let threat = scene.threat.as_ref()?;
    let mate = mating_move(threat)?;
    // A check only puts it off.
    if scene.after.is_check() || mating_move(&scene.after).is_some() {
        return None;
    }
    Some(Why::StopsMate {
        by: threat.board().man_at(mate.from())?,
        to: mate.destination(),
    })
}

/// Men that were in danger and are not any more.
pub(super) fn find(scene: &Scene<'_>, why: &mut Vec<Why>) {
    if let Some(escape) = escape(scene) {
        why.push(escape);
    } else if scene.taken.is_some() {
        why.extend(attacker_taken(scene));
    } else if !scene.after.is_check() {
        why.extend(rescue(scene, WORTH));
    }
}

/// A pawn that is saved: worth saying where there is nothing else to say.
pub(super) fn small_rescue(scene: &Scene<'_>) -> Option<Why> {
    let quiet = scene.taken.is_none() && !scene.after.is_check();
    quiet.then(|| rescue(scene, PAWN)).flatten()
}

fn escape(scene: &Scene<'_>) -> Option<Why> {
    if scene.mover.piece.role == Role::King || value(scene.mover.piece.role) < WORTH {
        return None;
    }
    let (_, from) = scene.danger_before(scene.mover)?;
    // Whoever takes the man that attacked it has said so.
    let is_one =
        scene.is_safe_after(scene.placed) && scene.taken.map(|man| man.square) != Some(from.square);
    is_one.then_some(Why::Escapes {
        man: scene.mover,
        from,
    })
}

/// The men of ours, other than the mover, that were in danger and are safe now; the most valuable first.
fn rescued(scene: &Scene<'_>, least: i32) -> Vec<(PieceAt, PieceAt)> {
    let mut rescued: Vec<_> = men(scene.before.board(), scene.us)
        .filter(|man| man.piece.role != Role::King && man.square != scene.mover.square)
        .filter(|man| value(man.piece.role) >= least)
        // Castling moves a second man.
        .filter(|man| scene.after.board().man_at(man.square) == Some(*man))
        .filter_map(|man| Some((man, scene.danger_before(man)?.1)))
        .filter(|(man, _)| scene.is_safe_after(*man))
        .collect();
    rescued.sort_by_key(|(man, _)| -value(man.piece.role));
    rescued
}

fn attacker_taken(scene: &Scene<'_>) -> Option<Why> {
    let man = scene.taken?;
    rescued(scene, WORTH)
        .into_iter()
        .find(|(of, _)| reach(scene.before.board(), man).contains(of.square))
        .map(|(of, _)| Why::TakesAttacker { man, of })
}

fn rescue(scene: &Scene<'_>, least: i32) -> Option<Why> {
    let board = scene.after.board();
    rescued(scene, least).into_iter().find_map(|(man, from)| {
        let still = least_attacker(board, man.square, !scene.us);
        if let Some(from) = still {
            let guards = reach(board, scene.placed).contains(man.square);
            return guards.then_some(Why::Guards { man, from });
        }
        let shields = between(from.square, man.square).contains(scene.placed.square)
            && board.man_at(from.square) == Some(from);
        shields.then_some(Why::Shields { man, from })
    })
}
