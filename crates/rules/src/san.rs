//! SAN, the standard algebraic notation of moves (`Nf3`, `exd5`, `O-O`, `e8=Q+`) as a value: its
//! parts and how they are read. Resolving with a position is in `san/resolve`, making and writing
//! it in `san/write`, finding the fault of a bad text in `san/syntax`. People's looser input is
//! read in `read_move`.

mod error;
mod resolve;
mod syntax;
#[cfg(test)]
mod tests;
mod write;

use core::str::FromStr;

use crate::{File, Rank, Role, Side, Square};

pub use error::{Candidate, SanError, SanSyntaxError};
pub(crate) use syntax::BESIDE;
pub use write::SanText;

/// A move in standard algebraic notation, apart from any position.
///
/// Parsing is by syntax alone; [`San::resolve`] finds the move that is meant in a position.
/// [`San::of`] makes the value from a move, and [`San::text`] its letters; neither takes memory
/// from the heap, nor do reading and resolving a good move.
///
/// ```
/// use tabiya_rules::{Position, San};
///
/// let position = Position::standard();
/// let san = San::parse("Nf3")?;
/// let mv = san.resolve(&position)?;
/// assert_eq!(San::of(&position, mv), san);
/// assert_eq!(San::write(&position, mv), "Nf3");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct San {
    /// What is moved where.
    pub kind: SanKind,
    /// The mark at the end, if any. It says nothing about which move is meant.
    pub mark: Option<CheckMark>,
}

/// The two shapes of a move in algebraic notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SanKind {
    /// A man goes to a square: `e4`, `Nbd2`, `exd8=Q`.
    Normal {
        /// The man that moves; pawns have no letter (Laws C.4).
        role: Role,
        /// File of departure, where it is given.
        file: Option<File>,
        /// Rank of departure, where it is given.
        rank: Option<Rank>,
        /// Whether `x` is written.
        capture: bool,
        /// The square of arrival.
        to: Square,
        /// The new piece of a promoted pawn.
        promotion: Option<Role>,
    },
    /// Castling: `O-O` toward the h-file, `O-O-O` toward the a-file.
    Castle(Side),
}

/// The marks of check (`+`) and checkmate (`#`) at the end of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CheckMark {
    /// `+`
    Check,
    /// `#`
    Checkmate,
}

impl San {
    /// Parses a move as the PGN export format writes it: English piece letters in capitals, `x`,
    /// `=Q`, letters O for castling, at most one `+` or `#`. More of the square of departure than
    /// is needed is allowed; marks like `!` are not, nor is anything around the move.
    ///
    /// # Errors
    /// [`SanSyntaxError`] says where the text stops to be a move, and what was expected there.
    ///
    /// ```
    /// use tabiya_rules::San;
    ///
    /// assert!(San::parse("R1e2").is_ok());
    /// let error = San::parse("Nf9").unwrap_err();
    /// assert_eq!(error.column(), Some(3));
    /// assert_eq!(error.to_string(), "“9” at character 3 does not fit: expected a rank, 1 to 8.");
    /// ```
    pub fn parse(text: &str) -> Result<Self, SanSyntaxError> {
        match Self::from_bytes(text.as_bytes()) {
            Some(san) => Ok(san),
            None => syntax::read(text),
        }
    }

    /// Reads good notation, from both ends to the middle. What is not good is none; why is for
    /// `syntax` to say.
    pub(crate) fn from_bytes(text: &[u8]) -> Option<Self> {
        let (body, mark) = match text {
            [body @ .., b'+'] => (body, Some(CheckMark::Check)),
            [body @ .., b'#'] => (body, Some(CheckMark::Checkmate)),
            body => (body, None),
        };
        let kind = match body {
            b"O-O" => SanKind::Castle(Side::King),
            b"O-O-O" => SanKind::Castle(Side::Queen),
            [b'a'..=b'h', ..] => pawn_move(body)?,
            [letter, places @ ..] => piece_move(piece_of_byte(*letter)?, places)?,
            [] => return None,
        };
        Some(Self { kind, mark })
    }
}

fn pawn_move(body: &[u8]) -> Option<SanKind> {
    let (places, promotion) = match body {
        [places @ .., b'=', letter] => (places, Some(piece_of_byte(*letter)?)),
        _ => (body, None),
    };
    let (before, to) = places.split_last_chunk()?;
    let to = square_of_bytes(*to)?;
    let (file, rank, capture) = match before {
        [] => (None, None, false),
        // A pawn takes to a file beside its own (Laws 3.7.3).
        [file, .., b'x'] if file_of_byte(*file) == Some(to.file()) => return None,
        [file, b'x'] => (Some(file_of_byte(*file)?), None, true),
        [file] => (Some(file_of_byte(*file)?), None, false),
        [file, rank, b'x'] => (Some(file_of_byte(*file)?), Some(rank_of_byte(*rank)?), true),
        [file, rank] => (
            Some(file_of_byte(*file)?),
            Some(rank_of_byte(*rank)?),
            false,
        ),
        _ => return None,
    };
    Some(SanKind::Normal {
        role: Role::Pawn,
        file,
        rank,
        capture,
        to,
        promotion,
    })
}

fn piece_move(role: Role, places: &[u8]) -> Option<SanKind> {
    let (before, to) = places.split_last_chunk()?;
    let to = square_of_bytes(*to)?;
    let (departure, capture) = match before {
        [departure @ .., b'x'] => (departure, true),
        _ => (before, false),
    };
    let (file, rank) = match departure {
        [] => (None, None),
        [digit @ b'1'..=b'8'] => (None, rank_of_byte(*digit)),
        [letter] => (Some(file_of_byte(*letter)?), None),
        [letter, digit] => (Some(file_of_byte(*letter)?), Some(rank_of_byte(*digit)?)),
        _ => return None,
    };
    Some(SanKind::Normal {
        role,
        file,
        rank,
        capture,
        to,
        promotion: None,
    })
}

/// The man that a capital letter names; pawns are never named (Laws C.4).
pub(crate) fn piece_letter(c: char) -> Option<Role> {
    u8::try_from(c).ok().and_then(piece_of_byte)
}

const fn piece_of_byte(letter: u8) -> Option<Role> {
    match letter {
        b'N' => Some(Role::Knight),
        b'B' => Some(Role::Bishop),
        b'R' => Some(Role::Rook),
        b'Q' => Some(Role::Queen),
        b'K' => Some(Role::King),
        _ => None,
    }
}

fn file_of_byte(letter: u8) -> Option<File> {
    File::ALL
        .get(usize::from(letter.wrapping_sub(b'a')))
        .copied()
}

fn rank_of_byte(digit: u8) -> Option<Rank> {
    Rank::ALL
        .get(usize::from(digit.wrapping_sub(b'1')))
        .copied()
}

fn square_of_bytes([letter, digit]: [u8; 2]) -> Option<Square> {
    let (file, rank) = (letter.wrapping_sub(b'a'), digit.wrapping_sub(b'1'));
    if (file | rank) < 8 {
        Square::from_index((rank << 3) | file)
    } else {
        None
    }
}

impl FromStr for San {
    type Err = SanSyntaxError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(text)
    }
}
