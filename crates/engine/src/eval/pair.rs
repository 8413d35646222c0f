//! A value in the middlegame and one in the endgame, in one word.

/// Centipawns for the middlegame (low half) and the endgame (high half). Each half holds 16 bits:
/// enough for any board with at most sixteen men a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pair(i32);

impl Pair {
    pub(super) const ZERO: Pair = Pair(0);

    pub(crate) const fn new(middle: i32, end: i32) -> Pair {
        Pair((end << 16).wrapping_add(middle))
    }

    pub(crate) const fn middle(self) -> i32 {
        self.0 as i16 as i32
    }

    pub(crate) const fn end(self) -> i32 {
        // The low half has borrowed from the high one if it is negative.
        (self.0.wrapping_add(0x8000) >> 16) as i16 as i32
    }

    pub(super) const fn plus(self, other: Pair) -> Pair {
        Pair(self.0.wrapping_add(other.0))
    }

    pub(super) const fn minus(self, other: Pair) -> Pair {
        Pair(self.0.wrapping_sub(other.0))
    }

    pub(super) const fn times(self, count: i32) -> Pair {
        Pair(self.0.wrapping_mul(count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_add_and_multiply_apart() {
        for middle in [-900, -1, 0, 1, 777] {
            for end in [-1234, -1, 0, 1, 555] {
                let pair = Pair::new(middle, end);
                assert_eq!((pair.middle(), pair.end()), (middle, end));
                let sum = pair.times(-3).plus(Pair::new(5, -7)).minus(Pair::new(1, 1));
                assert_eq!((sum.middle(), sum.end()), (-3 * middle + 4, -3 * end - 8));
            }
        }
    }
}
