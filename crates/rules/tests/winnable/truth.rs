//! The truth about small positions: everything that can follow, generated without any pruning.

use std::collections::{HashSet, VecDeque};

use tabiya_rules::{Color, Position};

/// What was found out about a start.
pub(crate) struct Truth {
    /// Whether the color can mate.
    pub(crate) is_winnable: bool,
    /// All positions that can follow, the start included, if there is no mate; else those that
    /// were met before it.
    pub(crate) positions: Vec<Position>,
}

/// Whether `color` can mate, by generating all that can follow; `None` where that is too much.
pub(crate) fn truth(start: &Position, color: Color, limit: usize) -> Option<Truth> {
    let mut seen = HashSet::from([start.clone()]);
    let mut open = VecDeque::from([start.clone()]);
    let mut positions = Vec::new();
    while let Some(position) = open.pop_front() {
        if position.turn() != color && position.is_checkmate() {
            return Some(Truth {
                is_winnable: true,
                positions,
            });
        }
        for &mv in position.legal_moves().iter() {
            let mut child = position.clone();
            child.play_unchecked(mv);
            if seen.insert(child.clone()) {
                open.push_back(child);
            }
        }
        positions.push(position);
        if seen.len() > limit {
            return None;
        }
    }
    Some(Truth {
        is_winnable: false,
        positions,
    })
}
