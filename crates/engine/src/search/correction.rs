//! How far the evaluation has been off in positions like this one: with the same pawns, with the
//! same pieces of a side, after the same moves. Not here: the evaluation (`eval`).

use tabiya_rules::{Color, Position, Role};

use super::history::{Place, narrow};
use super::params;

/// Entries for each side to move and kind, a power of two.
const ENTRIES: usize = 1 << ENTRY_BITS;
const ENTRY_BITS: u32 = 14;
/// No entry goes beyond this.
const MOST: i32 = 1024;
/// A search that has found so much less or more than the evaluation moves an entry by as much as
/// its depth is eighths.
const DEPTH_SHARE: i32 = 8;

type Entries = [i16; ENTRIES];

/// What has been learnt of the evaluation's errors. One for each thread.
pub(super) struct Corrections {
    /// By the side to move and the pawns of both sides.
    pawns: Box<[Entries]>,
    /// By the side to move, then White's or Black's pieces.
    pieces: Box<[Entries]>,
    /// By the last move and the one before it.
    moves: Box<Entries>,
}

/// Where the entries of one position are.
#[derive(Clone, Copy, Default)]
pub(super) struct Keys {
    turn: usize,
    pawns: usize,
    white: usize,
    black: usize,
    moves: usize,
}

impl Keys {
    pub(super) fn of(position: &Position, last: Place, before: Place) -> Keys {
        let board = position.board();
        let men = |color, role| board.by_piece(color, role).0;
        let pieces = |color| {
            let roles = [
                Role::Knight,
                Role::Bishop,
                Role::Rook,
                Role::Queen,
                Role::King,
            ];
            fold(roles.map(|role| men(color, role)))
        };
        Keys {
            turn: position.turn() as usize,
            pawns: fold(Color::ALL.map(|color| men(color, Role::Pawn))),
            white: pieces(Color::White),
            black: pieces(Color::Black),
            moves: fold([last as u64, before as u64]),
        }
    }
}

/// A number below [`ENTRIES`] out of some words.
fn fold<const N: usize>(words: [u64; N]) -> usize {
    let mixed = words.into_iter().fold(0_u64, |mixed, word| {
        let product = (mixed ^ word).wrapping_mul(0xd6e8_feb8_6659_fd93);
        product ^ (product >> 32)
    });
    (mixed.wrapping_mul(0xa5a3_564e_27f8_8691) >> (64 - ENTRY_BITS)) as usize
}

impl Corrections {
    pub(super) fn new() -> Corrections {
        Corrections {
            pawns: vec![[0; ENTRIES]; 2].into_boxed_slice(),
            pieces: vec![[0; ENTRIES]; 4].into_boxed_slice(),
            moves: Box::new([0; ENTRIES]),
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.pawns.fill([0; ENTRIES]);
        self.pieces.fill([0; ENTRIES]);
        self.moves.fill(0);
    }

    /// What is to be added to the evaluation.
    pub(super) fn get(&self, keys: Keys) -> i32 {
        let pawns = i32::from(self.pawns[keys.turn][keys.pawns]);
        let white = i32::from(self.pieces[keys.turn * 2][keys.white]);
        let black = i32::from(self.pieces[keys.turn * 2 + 1][keys.black]);
        let moves = i32::from(self.moves[keys.moves]);
        (pawns * params::CORRECTION_PAWNS
            + (white + black) * params::CORRECTION_PIECES
            + moves * params::CORRECTION_MOVES)
            / params::CORRECTION_SCALE
    }

    /// A search of that depth has found the position worth so much more than its evaluation.
    pub(super) fn update(&mut self, keys: Keys, depth: i32, difference: i32) {
        let bonus = (difference * depth / DEPTH_SHARE).clamp(-MOST / 4, MOST / 4);
        let shift = |entry: &mut i16| {
            let value = i32::from(*entry);
            *entry = narrow(value + bonus - value * bonus.abs() / MOST);
        };
        shift(&mut self.pawns[keys.turn][keys.pawns]);
        shift(&mut self.pieces[keys.turn * 2][keys.white]);
        shift(&mut self.pieces[keys.turn * 2 + 1][keys.black]);
        shift(&mut self.moves[keys.moves]);
    }
}

#[cfg(test)]
mod tests {
    use super::super::history::NOWHERE;
    use super::*;

    #[test]
    fn errors_that_repeat_are_corrected_and_others_are_not() {
        let position = Position::standard();
        let keys = Keys::of(&position, NOWHERE, NOWHERE);
        let mut corrections = Corrections::new();
        assert_eq!(corrections.get(keys), 0);
        for _ in 0..50 {
            corrections.update(keys, 8, 60);
        }
        assert!(corrections.get(keys) > 20, "{}", corrections.get(keys));
        let elsewhere = Keys {
            turn: 1,
            moves: keys.moves ^ 1,
            ..keys
        };
        assert_eq!(corrections.get(elsewhere), 0);
        for _ in 0..1000 {
            corrections.update(keys, 8, -30_000);
        }
        let weights = [params::CORRECTION_PAWNS, 2 * params::CORRECTION_PIECES];
        let most = MOST * (weights.iter().sum::<i32>() + params::CORRECTION_MOVES);
        assert!(corrections.get(keys) >= -most / params::CORRECTION_SCALE);
        corrections.clear();
        assert_eq!(corrections.get(keys), 0);
    }
}
