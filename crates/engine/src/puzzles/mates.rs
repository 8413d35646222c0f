//! Short mates, by trying everything: no search that leaves moves out has a say in how many moves
//! mate. Not here: longer ones.

use tabiya_rules::{Move, Position};

/// The moves that mate at once.
pub(super) fn mating_moves(position: &Position) -> Vec<Move> {
    let moves = position.legal_moves();
    let mates = |mv: &&Move| is_mate_after(position, **mv);
    moves.iter().filter(mates).copied().collect()
}

fn is_mate_after(position: &Position, mv: Move) -> bool {
    let after = position.after_unchecked(mv);
    after.is_check() && after.is_checkmate()
}

/// The moves that mate in two moves at most, whatever the other side does.
pub(super) fn mates_in_two(position: &Position) -> Vec<Move> {
    let moves = position.legal_moves();
    let mates = |mv: &&Move| {
        let after = position.after_unchecked(**mv);
        if after.is_checkmate() {
            return true;
        }
        let replies = after.legal_moves();
        let is_mated = |&reply: &Move| has_mate(&after.after_unchecked(reply));
        !replies.is_empty() && replies.iter().all(is_mated)
    };
    moves.iter().filter(mates).copied().collect()
}

fn has_mate(position: &Position) -> bool {
    let moves = position.legal_moves();
    moves.iter().any(|&mv| is_mate_after(position, mv))
}

#[cfg(test)]
mod tests {
    use tabiya_rules::Mode;

    use super::*;

    fn texts(fen: &str, find: fn(&Position) -> Vec<Move>) -> Vec<String> {
        let position = Position::from_fen(fen, Mode::Standard).unwrap();
        let moves = find(&position);
        moves
            .iter()
            .map(|mv| mv.uci(&position).to_string())
            .collect()
    }

    #[test]
    fn all_mates_are_found_and_nothing_else() {
        let back = "6k1/5ppp/8/8/8/8/8/RR4K1 w - - 0 1";
        assert_eq!(texts(back, mating_moves), ["a1a8", "b1b8"]);
        assert!(texts("7k/8/5KQ1/8/8/8/8/8 b - - 0 1", mating_moves).is_empty());
        // The king steps up, and the rook mates on the edge whatever Black does.
        let quiet = "k7/8/2K5/8/8/8/8/1R6 w - - 0 1";
        assert_eq!(texts(quiet, mates_in_two), ["c6c7"]);
    }
}
