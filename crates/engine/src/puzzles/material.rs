//! Counting men: who is ahead, and by how much once the captures are over. Not here: what a
//! position is worth otherwise (`eval`).

use tabiya_rules::{Color, Move, Position, Role};

use crate::see::{self, value};

/// What the men of a side are worth more than those of the other, in hundredths of a pawn.
pub(super) fn balance(position: &Position, color: Color) -> i32 {
    let board = position.board();
    let worth = |color: Color| -> i32 {
        Role::ALL
            .into_iter()
            .map(|role| {
                let count = board.by_piece(color, role).count();
                value(role) * i32::try_from(count).unwrap_or(0)
            })
            .sum()
    };
    worth(color) - worth(!color)
}

/// The same after the best capture of the side to move on one square.
pub(super) fn settled(position: &Position, color: Color) -> i32 {
    let moves = position.legal_moves();
    let best = moves.iter().map(|&mv| gain(position, mv)).max();
    let best = best.unwrap_or(0).max(0);
    if position.turn() == color {
        balance(position, color) + best
    } else {
        balance(position, color) - best
    }
}

/// What a move wins on its square, as far as that pays; 0 if it loses something.
pub(super) fn gain(position: &Position, mv: Move) -> i32 {
    let taken = mv
        .capture_square(position)
        .and_then(|square| position.board().role_at(square))
        .map_or(0, value);
    let promoted = mv
        .promotion()
        .map_or(0, |role| value(role) - value(Role::Pawn));
    let most = taken + promoted;
    if most == 0 || !see::wins_at_least(position, mv, 1) {
        return 0;
    }
    let (mut low, mut high) = (1, most);
    while low < high {
        let middle = (low + high + 1) / 2;
        if see::wins_at_least(position, mv, middle) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use tabiya_rules::Mode;

    use super::*;

    #[test]
    fn men_are_counted_and_captures_played_out() {
        let position = Position::from_fen("4k3/8/4p3/3n4/8/2N5/8/4K3 w - - 0 1", Mode::Standard);
        let position = position.unwrap();
        assert_eq!(balance(&position, Color::White), -100);
        assert_eq!(balance(&position, Color::Black), 100);
        // The knights go off; nothing is won.
        assert_eq!(settled(&position, Color::White), -100);
        let free = Position::from_fen("4k3/8/8/3n4/8/2N5/8/4K3 w - - 0 1", Mode::Standard);
        let free = free.unwrap();
        assert_eq!(settled(&free, Color::White), value(Role::Knight));
        assert_eq!(settled(&free, Color::Black), -value(Role::Knight));
    }
}
