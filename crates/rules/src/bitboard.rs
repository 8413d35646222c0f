//! A set of squares, one bit each. Not here: which squares a piece attacks (`attacks`).

use core::fmt;
use core::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

use crate::{Color, File, Rank, Square};

/// A set of squares: bit 0 is a1, bit 1 is b1, bit 63 is h8.
///
/// ```
/// use tabiya_rules::{Bitboard, Square};
///
/// let set = Bitboard::from(Square::A1) | Bitboard::from(Square::H8);
/// assert_eq!(set.count(), 2);
/// assert!(set.contains(Square::A1));
/// assert_eq!(set.into_iter().last(), Some(Square::H8));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// Every square.
    pub const ALL: Bitboard = Bitboard(!0);
    /// The dark squares, a1 among them.
    pub const DARK: Bitboard = Bitboard(0xaa55_aa55_aa55_aa55);
    /// The first and the last rank, where no pawn can stand.
    pub const BACK_RANKS: Bitboard = Bitboard(0xff00_0000_0000_00ff);

    /// The squares of a file.
    #[must_use]
    pub const fn file(file: File) -> Bitboard {
        Bitboard(0x0101_0101_0101_0101 << file as u8)
    }

    /// The squares of a rank.
    #[must_use]
    pub const fn rank(rank: Rank) -> Bitboard {
        Bitboard(0xff << ((rank as u8) << 3))
    }

    /// The set of one square.
    #[must_use]
    pub const fn of(square: Square) -> Bitboard {
        Bitboard(1_u64.wrapping_shl(square.bits() as u32))
    }

    /// Whether that square is in the set.
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 & Bitboard::of(square).0 != 0
    }

    /// 1 if that square is in the set, else 0.
    pub(crate) const fn bit(self, square: Square) -> u8 {
        (self.0.wrapping_shr(square.bits() as u32) & 1 != 0) as u8
    }

    /// Whether the set has no square.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set has any square.
    #[must_use]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether the set has two squares or more.
    #[must_use]
    pub const fn more_than_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// How many squares the set has.
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The first square in the order a1, b1, …, h8.
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        Some(Square::from_low_bits(low_byte(self.0.trailing_zeros())))
    }

    /// The last square in the order a1, b1, …, h8.
    #[must_use]
    pub const fn last(self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        Some(Square::from_low_bits(low_byte(63 ^ self.0.leading_zeros())))
    }

    /// Takes the first square out of the set.
    #[inline]
    pub(crate) const fn pop(&mut self) -> Option<Square> {
        let square = self.first();
        self.0 &= self.0.wrapping_sub(1);
        square
    }

    /// The square, if the set has exactly one.
    #[must_use]
    pub const fn single(self) -> Option<Square> {
        if self.more_than_one() {
            None
        } else {
            self.first()
        }
    }

    /// All squares from the one to the other in the order a1, b1, …, h8, both included.
    pub(crate) const fn span(a: Square, b: Square) -> Bitboard {
        let (low, high) = if a.bits() < b.bits() { (a, b) } else { (b, a) };
        let up_to_high = Bitboard::of(high).0 | Bitboard::of(high).0.wrapping_sub(1);
        Bitboard(up_to_high & !Bitboard::of(low).0.wrapping_sub(1))
    }

    /// Each square moved one rank ahead, as that side sees it.
    pub(crate) const fn forward(self, color: Color) -> Bitboard {
        match color {
            Color::White => Bitboard(self.0 << 8),
            Color::Black => Bitboard(self.0 >> 8),
        }
    }

    /// Each square moved one file toward the h-file; those on the h-file fall off.
    pub(crate) const fn east(self) -> Bitboard {
        Bitboard((self.0 & !Bitboard::file(File::H).0) << 1)
    }

    /// Each square moved one file toward the a-file; those on the a-file fall off.
    pub(crate) const fn west(self) -> Bitboard {
        Bitboard((self.0 & !Bitboard::file(File::A).0) >> 1)
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a count of bits of a u64 is at most 64"
)]
const fn low_byte(bits: u32) -> u8 {
    bits as u8
}

impl From<Square> for Bitboard {
    fn from(square: Square) -> Bitboard {
        Bitboard::of(square)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares
            .into_iter()
            .fold(Bitboard::EMPTY, |set, square| set | square.into())
    }
}

impl BitAnd for Bitboard {
    type Output = Bitboard;
    fn bitand(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Bitboard;
    fn bitor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Bitboard;
    fn bitxor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 ^ other.0)
    }
}

impl Not for Bitboard {
    type Output = Bitboard;
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

/// The squares of the one set that are not in the other.
impl Sub for Bitboard {
    type Output = Bitboard;
    fn sub(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & !other.0)
    }
}

impl BitAndAssign for Bitboard {
    fn bitand_assign(&mut self, other: Bitboard) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bitboard {
    fn bitor_assign(&mut self, other: Bitboard) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Bitboard {
    fn bitxor_assign(&mut self, other: Bitboard) {
        self.0 ^= other.0;
    }
}

impl SubAssign for Bitboard {
    fn sub_assign(&mut self, other: Bitboard) {
        self.0 &= !other.0;
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

/// The squares of a set in the order a1, b1, …, h8.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        self.0.pop()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Squares {}

impl fmt::Debug for Bitboard {
    /// The names of the squares, in braces.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

impl fmt::Display for Bitboard {
    /// A picture of the board: rank 8 on top, `1` for a square in the set, `.` for the others.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                let mark = if self.contains(Square::new(file, rank)) {
                    "1"
                } else {
                    "."
                };
                f.write_str(mark)?;
                f.write_str(if file == File::H { "\n" } else { " " })?;
            }
        }
        Ok(())
    }
}
