//! Files, ranks and the 64 squares. Not here: sets of squares (`bitboard`), what stands on them
//! (`board`).

use core::fmt;
use core::str::FromStr;

use thiserror::Error;

/// A file of the board (article 2.4), from the a-file at White's left hand to the h-file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum File {
    /// The a-file.
    A,
    /// The b-file.
    B,
    /// The c-file.
    C,
    /// The d-file.
    D,
    /// The e-file.
    E,
    /// The f-file.
    F,
    /// The g-file.
    G,
    /// The h-file.
    H,
}

impl File {
    /// All files from a to h.
    pub const ALL: [File; 8] = [
        File::A,
        File::B,
        File::C,
        File::D,
        File::E,
        File::F,
        File::G,
        File::H,
    ];

    /// 0 for the a-file to 7 for the h-file.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter, in lower case.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            File::A => 'a',
            File::B => 'b',
            File::C => 'c',
            File::D => 'd',
            File::E => 'e',
            File::F => 'f',
            File::G => 'g',
            File::H => 'h',
        }
    }

    /// The file of a lower-case letter.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<File> {
        match letter {
            'a' => Some(File::A),
            'b' => Some(File::B),
            'c' => Some(File::C),
            'd' => Some(File::D),
            'e' => Some(File::E),
            'f' => Some(File::F),
            'g' => Some(File::G),
            'h' => Some(File::H),
            _ => None,
        }
    }

    const fn from_low_bits(bits: u8) -> File {
        match bits & 7 {
            0 => File::A,
            1 => File::B,
            2 => File::C,
            3 => File::D,
            4 => File::E,
            5 => File::F,
            6 => File::G,
            _ => File::H,
        }
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A rank of the board (article 2.4), counted from White's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rank {
    /// Rank 1.
    One,
    /// Rank 2.
    Two,
    /// Rank 3.
    Three,
    /// Rank 4.
    Four,
    /// Rank 5.
    Five,
    /// Rank 6.
    Six,
    /// Rank 7.
    Seven,
    /// Rank 8.
    Eight,
}

impl Rank {
    /// All ranks from 1 to 8.
    pub const ALL: [Rank; 8] = [
        Rank::One,
        Rank::Two,
        Rank::Three,
        Rank::Four,
        Rank::Five,
        Rank::Six,
        Rank::Seven,
        Rank::Eight,
    ];

    /// 0 for rank 1 to 7 for rank 8.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The digit, `1` to `8`.
    #[must_use]
    pub const fn digit(self) -> char {
        match self {
            Rank::One => '1',
            Rank::Two => '2',
            Rank::Three => '3',
            Rank::Four => '4',
            Rank::Five => '5',
            Rank::Six => '6',
            Rank::Seven => '7',
            Rank::Eight => '8',
        }
    }

    /// The rank of a digit, `1` to `8`.
    #[must_use]
    pub const fn from_digit(digit: char) -> Option<Rank> {
        match digit {
            '1' => Some(Rank::One),
            '2' => Some(Rank::Two),
            '3' => Some(Rank::Three),
            '4' => Some(Rank::Four),
            '5' => Some(Rank::Five),
            '6' => Some(Rank::Six),
            '7' => Some(Rank::Seven),
            '8' => Some(Rank::Eight),
            _ => None,
        }
    }

    const fn from_low_bits(bits: u8) -> Rank {
        match bits & 7 {
            0 => Rank::One,
            1 => Rank::Two,
            2 => Rank::Three,
            3 => Rank::Four,
            4 => Rank::Five,
            5 => Rank::Six,
            6 => Rank::Seven,
            _ => Rank::Eight,
        }
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.digit())
    }
}

/// Writes down the squares once, for the type, the list and the way back from a number.
macro_rules! squares {
    ($($name:ident = $index:literal,)*) => {
        /// One of the 64 squares (article 2.1).
        ///
        /// ```
        /// use tabiya_rules::{File, Rank, Square};
        ///
        /// let square: Square = "e4".parse()?;
        /// assert_eq!(square, Square::E4);
        /// assert_eq!(square, Square::new(File::E, Rank::Four));
        /// assert_eq!(square.index(), 28);
        /// # Ok::<(), tabiya_rules::SquareError>(())
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[allow(missing_docs, reason = "each name says which square it is")]
        pub enum Square {
            $($name = $index,)*
        }

        impl Square {
            /// All squares in the order a1, b1, …, h8.
            pub const ALL: [Square; 64] = [$(Square::$name,)*];

            /// The square of the low six bits; for numbers that are known to be below 64.
            pub(crate) const fn from_low_bits(bits: u8) -> Square {
                match bits & 63 {
                    $($index => Square::$name,)*
                    // Six bits have no other value; the compiler sees that nothing is to be done.
                    _ => Square::H8,
                }
            }
        }
    };
}

#[rustfmt::skip]
squares! {
    A1 = 0, B1 = 1, C1 = 2, D1 = 3, E1 = 4, F1 = 5, G1 = 6, H1 = 7,
    A2 = 8, B2 = 9, C2 = 10, D2 = 11, E2 = 12, F2 = 13, G2 = 14, H2 = 15,
    A3 = 16, B3 = 17, C3 = 18, D3 = 19, E3 = 20, F3 = 21, G3 = 22, H3 = 23,
    A4 = 24, B4 = 25, C4 = 26, D4 = 27, E4 = 28, F4 = 29, G4 = 30, H4 = 31,
    A5 = 32, B5 = 33, C5 = 34, D5 = 35, E5 = 36, F5 = 37, G5 = 38, H5 = 39,
    A6 = 40, B6 = 41, C6 = 42, D6 = 43, E6 = 44, F6 = 45, G6 = 46, H6 = 47,
    A7 = 48, B7 = 49, C7 = 50, D7 = 51, E7 = 52, F7 = 53, G7 = 54, H7 = 55,
    A8 = 56, B8 = 57, C8 = 58, D8 = 59, E8 = 60, F8 = 61, G8 = 62, H8 = 63,
}

/// The text is not the name of a square: a letter a to h, then a digit 1 to 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a square is a letter a-h and a digit 1-8, like e4")]
pub struct SquareError;

impl Square {
    /// The square where a file and a rank meet.
    #[must_use]
    pub const fn new(file: File, rank: Rank) -> Square {
        Square::from_low_bits(((rank as u8) << 3) | file as u8)
    }

    /// The square of an index, 0 (a1) to 63 (h8).
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Square> {
        if index < 64 {
            Some(Square::from_low_bits(index))
        } else {
            None
        }
    }

    /// 0 for a1, 1 for b1, …, 63 for h8.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    pub(crate) const fn bits(self) -> u8 {
        self as u8
    }

    /// Its file.
    #[must_use]
    pub const fn file(self) -> File {
        File::from_low_bits(self.bits())
    }

    /// Its rank.
    #[must_use]
    pub const fn rank(self) -> Rank {
        Rank::from_low_bits(self.bits() >> 3)
    }

    /// True for the squares of a1's color, which is dark (article 2.1).
    #[must_use]
    pub const fn is_dark(self) -> bool {
        (self.bits() ^ (self.bits() >> 3)) & 1 == 0
    }

    /// The square so many files to the right (as White sees it) and so many ranks up, if the board
    /// reaches that far.
    #[must_use]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let file = (self.bits() & 7).wrapping_add_signed(files);
        let rank = (self.bits() >> 3).wrapping_add_signed(ranks);
        if file < 8 && rank < 8 {
            Some(Square::from_low_bits((rank << 3) | file))
        } else {
            None
        }
    }

    /// The same square seen from the other side: e2 becomes e7.
    #[must_use]
    pub const fn flip_rank(self) -> Square {
        Square::from_low_bits(self.bits() ^ 56)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Square, SquareError> {
        let mut chars = text.chars();
        let file = chars
            .next()
            .and_then(File::from_letter)
            .ok_or(SquareError)?;
        let rank = chars.next().and_then(Rank::from_digit).ok_or(SquareError)?;
        if chars.next().is_some() {
            return Err(SquareError);
        }
        Ok(Square::new(file, rank))
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Square {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Square {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Square, D::Error> {
        let text = alloc::string::String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
