//! What a line of play comes to: which men change hands, and who is ahead when it has quietened down.

use tabiya_rules::{Color, Move, Position, Role, Square};

use super::sight::{best_exchange, exchange, lead, men, value};

/// A line is trusted for so many half-moves: what comes later is too far away to be promised.
pub(super) const TRUSTED: usize = 7;

/// What a line brings to the side that begins it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Yield {
    /// Material gained until the line is quiet, in hundredths of a pawn.
    pub(super) net: i32,
    /// What is taken beyond what is given, the most valuable first.
    pub(super) taken: Vec<Role>,
    /// What is given beyond what is taken.
    pub(super) given: Vec<Role>,
    /// After how many own moves the last of it is taken, from 1.
    pub(super) moves: u32,
}

/// Follows a line until the last moment at which the side to move has nothing to take with profit; where the line ends
/// before that, what can be taken then counts as taken.
pub(super) fn follow(start: &Position, line: &[Move]) -> Yield {
    let us = start.turn();
    let before = lead(start.board(), us);
    let mut position = start.clone();
    let mut exchanged = Exchanged::default();
    let mut found: Option<Yield> = None;
    for (index, mv) in line.iter().take(TRUSTED).enumerate() {
        if !position.is_legal(*mv) {
            break;
        }
        exchanged.note(&position, *mv, index);
        position.play_unchecked(*mv);
        if is_quiet(&position, us) {
            found = Some(exchanged.come_to(lead(position.board(), us) - before));
        }
    }
    let settled = (position.turn() != us)
        .then(|| exchanged.settled(&position, lead(position.board(), us) - before));
    let best = match (found, settled) {
        (Some(found), Some(settled)) if settled.net <= found.net => Some(found),
        (found, settled) => settled.or(found),
    };
    best.unwrap_or_else(|| unsettled(start, line))
}

/// It was never quiet: what the first move takes, less what the other side can take then.
fn unsettled(start: &Position, line: &[Move]) -> Yield {
    let us = start.turn();
    let Some(mv) = line.first().filter(|mv| start.is_legal(**mv)) else {
        return Exchanged::default().come_to(0);
    };
    let mut exchanged = Exchanged::default();
    exchanged.note(start, *mv, 0);
    let after = start.after_unchecked(*mv);
    let gained = lead(after.board(), us) - lead(start.board(), us);
    exchanged.come_to(gained - best_exchange(&after))
}

/// The other side has nothing to take with profit, or it is our move and we are not in check.
fn is_quiet(position: &Position, us: Color) -> bool {
    if position.turn() == us {
        !position.is_check()
    } else {
        best_exchange(position) == 0
    }
}

/// The men that change hands along a line.
#[derive(Clone, Debug, Default)]
struct Exchanged {
    taken: Vec<(Role, u32)>,
    given: Vec<Role>,
}

impl Exchanged {
    fn note(&mut self, position: &Position, mv: Move, index: usize) {
        let ours = index.is_multiple_of(2);
        let moves = u32::try_from(index / 2)
            .unwrap_or(u32::MAX)
            .saturating_add(1);
        if let Some(role) = mv
            .capture_square(position)
            .and_then(|square| position.board().role_at(square))
        {
            if ours {
                self.taken.push((role, moves));
            } else {
                self.given.push(role);
            }
        }
    }

    /// What it comes to where the other side has something to take, and takes it.
    fn settled(&self, position: &Position, net: i32) -> Yield {
        let mut all = self.clone();
        let loss = best_exchange(position);
        let lost = men(position.board(), !position.turn())
            .find(|man| loss > 0 && exchange(position, man.square) == loss);
        all.given.extend(lost.map(|man| man.piece.role));
        all.come_to(net - loss)
    }

    /// Strikes out what is equal on both sides.
    fn come_to(&self, net: i32) -> Yield {
        let mut taken = self.taken.clone();
        let mut given = self.given.clone();
        taken.sort_by_key(|(role, _)| value(*role));
        taken.retain(|(role, _)| {
            let equal = given.iter().position(|other| value(*other) == value(*role));
            if let Some(index) = equal {
                given.swap_remove(index);
            }
            equal.is_none()
        });
        taken.reverse();
        given.sort_by_key(|role| -value(*role));
        Yield {
            net,
            moves: taken.iter().map(|(_, moves)| *moves).max().unwrap_or(1),
            taken: taken.into_iter().map(|(role, _)| role).collect(),
            given,
        }
    }
}

/// The first pawn of ours that becomes another man after the first move: where it stands then, and with which own move.
pub(super) fn promotion(line: &[Move]) -> Option<(Square, u32)> {
    let ours = || line.iter().take(TRUSTED).enumerate().skip(2).step_by(2);
    let (index, promoting) = ours().find(|(_, mv)| mv.promotion().is_some())?;
    let earlier: Vec<&Move> = ours()
        .filter(|(at, _)| *at < index)
        .map(|(_, mv)| mv)
        .collect();
    let came = |square: Square, mv: &Move| if mv.to() == square { mv.from() } else { square };
    let square = earlier.into_iter().rev().fold(promoting.from(), came);
    let moves = u32::try_from(index / 2).ok()?.checked_add(1)?;
    Some((square, moves))
}
