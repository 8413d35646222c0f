//! What a position is worth inside a search: mates, table wins, evaluations and their ranges. Not
//! here: how a value is told outside (`report`).

use crate::Score;

/// The longest line of play that is looked at.
pub(crate) const MOST_PLIES: usize = 192;
const PLIES: i32 = 192;

/// More than any value.
pub(crate) const INFINITE: i32 = 32_001;
/// Mate on the spot; each half-move to it counts one less.
pub(crate) const MATE: i32 = 32_000;
/// Values from here on are mates.
pub(crate) const LEAST_MATE: i32 = MATE - PLIES;
/// Won by the endgame tables; each half-move until they were asked counts one less.
pub(crate) const TABLE_WIN: i32 = 31_000;
/// Values from here on are wins for sure.
pub(crate) const LEAST_WIN: i32 = TABLE_WIN - PLIES;
/// The most that an evaluation can say.
pub(crate) const MOST_EVAL: i32 = 30_000;
/// Nobody wins.
pub(crate) const DRAW: i32 = 0;

/// Mated after so many half-moves from the root.
pub(crate) fn mated(ply: usize) -> i32 {
    -MATE + plies(ply)
}

/// Whether a value is neither a mate nor a win or loss by tables.
pub(crate) const fn is_estimate(value: i32) -> bool {
    value > -LEAST_WIN && value < LEAST_WIN
}

/// Half-moves from the root as a number to count with.
pub(crate) fn plies(ply: usize) -> i32 {
    i32::try_from(ply).unwrap_or(PLIES)
}

/// A value as the table keeps it: mates are counted from the position itself, not from the root.
pub(crate) fn to_table(value: i32, ply: usize) -> i32 {
    if value >= LEAST_WIN {
        value + plies(ply)
    } else if value <= -LEAST_WIN {
        value - plies(ply)
    } else {
        value
    }
}

/// A value out of the table. With `clock` half-moves gone since the last capture or pawn move, a
/// mate that comes after the fiftieth move counts as a win of unknown length.
pub(crate) fn from_table(value: i32, ply: usize, clock: u32) -> i32 {
    let left = 100 - i32::try_from(clock).unwrap_or(100).min(100);
    if value >= LEAST_MATE {
        if MATE - value > left {
            return LEAST_WIN - 1;
        }
        value - plies(ply)
    } else if value <= -LEAST_MATE {
        if MATE + value > left {
            return 1 - LEAST_WIN;
        }
        value + plies(ply)
    } else if value >= LEAST_WIN {
        if TABLE_WIN - value > left {
            return LEAST_WIN - 1;
        }
        value - plies(ply)
    } else if value <= -LEAST_WIN {
        if TABLE_WIN + value > left {
            return 1 - LEAST_WIN;
        }
        value + plies(ply)
    } else {
        value
    }
}

/// A value as it is told outside.
pub(crate) const fn score(value: i32) -> Score {
    if value >= LEAST_MATE {
        Score::Mate((MATE - value + 1) / 2)
    } else if value <= -LEAST_MATE {
        Score::Mate(-((MATE + value) / 2))
    } else {
        Score::Centipawns(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves_of_the_side_that_mates() {
        assert_eq!(score(MATE - 1), Score::Mate(1));
        assert_eq!(score(MATE - 3), Score::Mate(2));
        assert_eq!(score(mated(2)), Score::Mate(-1));
        assert_eq!(score(mated(0)), Score::Mate(0));
        assert_eq!(score(-25), Score::Centipawns(-25));
    }

    #[test]
    fn the_table_counts_from_the_position() {
        for value in [
            0,
            500,
            -MOST_EVAL,
            MATE - 9,
            mated(8),
            TABLE_WIN - 9,
            9 - TABLE_WIN,
        ] {
            assert_eq!(from_table(to_table(value, 5), 5, 0), value);
        }
        let mate_in_ten_half_moves = MATE - 10;
        assert_eq!(from_table(mate_in_ten_half_moves, 4, 90), MATE - 14);
        assert_eq!(from_table(mate_in_ten_half_moves, 4, 91), LEAST_WIN - 1);
        assert_eq!(from_table(-mate_in_ten_half_moves, 4, 91), 1 - LEAST_WIN);
    }
}
