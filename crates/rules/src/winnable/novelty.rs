//! How new a position is: whether two men were ever seen on these squares together. Where bishops
//! shuffle behind walls nearly all positions repeat what was seen, and a plan goes on where something
//! is new. It orders a search and proves nothing.

use alloc::vec::Vec;

use crate::{Color, Move, Square};

use super::field::Field;

/// How much a position repeats, as what it costs.
const NEW_PLACE: u32 = 0;
const NEW_PAIR: u32 = 200;
const NOTHING_NEW: u32 = 1_000;

/// 2 MB of bits, a bit for each pair. Two pairs may share one: then one of them is no news.
const WORDS: usize = 1 << 18;

/// The pairs of men that were seen, told apart by the pawns and the number of men on the board.
#[derive(Default)]
pub(super) struct Novelty(Vec<u64>);

impl Novelty {
    /// What the position costs that came about by `mv`: the less, the newer. From then on it is
    /// seen.
    pub(super) fn cost(&mut self, position: &Field, mv: Move) -> u32 {
        self.0.resize(WORDS, 0);
        let white = position.by_color(Color::White);
        let pawns = mix(position.pawns.0, (position.pawns & white).0);
        let stage = pawns ^ u64::from(position.occupied.count());
        let place = |square: Square| {
            let role = position.role_at(square).map_or(0, |role| role as u64);
            let color = u64::from(white.contains(square));
            u64::from(square.bits()) | role << 6 | color << 9
        };
        let to = mv.destination();
        let moved = place(to);
        let is_new_place = self.note(mix(stage, moved));
        let mut is_new_pair = false;
        for other in position.occupied - position.pawns - to.into() {
            let other = place(other);
            let pair = moved.min(other) << 20 | moved.max(other) << 40;
            is_new_pair |= self.note(mix(stage, pair));
        }
        match (is_new_place, is_new_pair) {
            (true, _) => NEW_PLACE,
            (false, true) => NEW_PAIR,
            (false, false) => NOTHING_NEW,
        }
    }

    /// Notes what has this hash; whether it was not noted before.
    fn note(&mut self, hash: u64) -> bool {
        let place = usize::try_from(hash >> 6).unwrap_or(0) & (WORDS - 1);
        let bit = 1 << (hash & 63);
        self.0.get_mut(place).is_some_and(|word| {
            let is_new = *word & bit == 0;
            *word |= bit;
            is_new
        })
    }
}

/// A spread of all bits.
fn mix(one: u64, other: u64) -> u64 {
    let mut hash = (one ^ other.rotate_left(32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    hash ^= hash >> 29;
    hash = hash.wrapping_mul(0xBF58_476D_1CE4_E5B9);
    hash ^ (hash >> 32)
}

#[cfg(test)]
mod tests {
    use crate::{Budget, Color, Mode, Position, Verdict, verify, winnable};

    #[test]
    fn walls_of_bishops_are_opened() {
        // Both sides have to bring bishops around long walls before anything can be taken.
        for (fen, winner) in [
            (
                "k1b1b3/8/8/1pBpBpBp/1PbP1PpP/6P1/6P1/K1B3B1 w - - 0 1",
                Color::Black,
            ),
            (
                "k3b3/PpBb4/1P2b3/5pB1/5Bb1/1p2B1B1/pP1B4/K7 b - - 0 1",
                Color::White,
            ),
        ] {
            let start = Position::from_fen(fen, Mode::Standard).unwrap();
            let verdict = winnable(&start, winner, Budget::positions(100_000));
            assert!(matches!(verdict, Verdict::Yes { .. }), "{fen}");
            assert!(verify(&start, winner, &verdict), "{fen}");
        }
    }
}
