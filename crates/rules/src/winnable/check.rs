//! The judge of finished answers: it believes nothing of the search that found them.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use crate::{Color, Position, cannot_mate_by_material};

use super::{Proof, Verdict, search, statics};

/// Whether `verdict` is right for `position` and `color`, as far as it claims anything.
///
/// A line is played and must end in mate. Of a closed set every position is generated again,
/// with every legal move, by a plain walk without guide or hash, and compared by its FEN; it must
/// not need more positions than the proof says. Material and locks are recomputed.
/// `Undecided` claims nothing and is always right.
#[must_use]
pub fn verify(position: &Position, color: Color, verdict: &Verdict) -> bool {
    match verdict {
        Verdict::Yes { line } => {
            let mut position = position.clone();
            let legal = line.iter().all(|&mv| position.play(mv).is_ok());
            legal && position.turn() != color && position.is_checkmate()
        }
        Verdict::No { proof } => {
            let mated = position.turn() != color && position.is_checkmate();
            !mated
                && match proof {
                    Proof::Material => cannot_mate_by_material(position.board(), color),
                    Proof::Locked => statics::is_locked(position, color),
                    Proof::ClosedSet { states } => is_closed(position, color, *states as usize),
                }
        }
        Verdict::Undecided => true,
    }
}

/// Whether no mate by `color` is among the positions that follow, and they are at most `limit`.
fn is_closed(root: &Position, color: Color, limit: usize) -> bool {
    let identity = |position: &Position| -> String {
        position
            .fen()
            .split(' ')
            .take(4)
            .collect::<Vec<_>>()
            .join(" ")
    };
    let mut seen = BTreeSet::from([identity(root)]);
    let mut open = Vec::from([root.clone()]);
    while let Some(position) = open.pop() {
        for &mv in position.legal_moves().iter() {
            let mut child = position.clone();
            child.play_unchecked(mv);
            if child.turn() != color && child.is_checkmate() {
                return false;
            }
            let settled = search::is_hopeless(&position, mv, &child, color);
            if !settled && seen.insert(identity(&child)) {
                open.push(child);
            }
        }
        if seen.len() > limit {
            return false;
        }
    }
    true
}
