//! FEN: reading, strictly or leniently, and writing. Not here: whether the position is possible
//! (`setup`), the names of the faults (`fen_error`).

mod castling;
mod diagnose;
mod read;
#[cfg(test)]
mod tests;
mod write;

use alloc::string::String;
use alloc::vec::Vec;

use crate::fen_error::{FenError, FenFault, PositionFault};
use crate::{FenField, Mode, Setup};

pub(crate) use diagnose::read_number;
pub use write::FenText;

/// Forsyth-Edwards Notation, the usual text of a position.
///
/// [`Fen::parse`] takes the notation as the PGN standard defines it: six fields, one blank between
/// them, the castling letters in order. Castling may also be written by the rooks' files, as X-FEN
/// and Shredder-FEN do for Chess960. [`Fen::parse_lenient`] takes what people paste.
///
/// ```
/// use tabiya_rules::{Fen, FenStyle};
///
/// let text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// let setup = Fen::parse(text)?;
/// assert_eq!(Fen::write(&setup, FenStyle::default()), text);
/// assert_eq!(Fen::parse_lenient(" rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR  w KQkq ")?, setup);
/// # Ok::<(), tabiya_rules::FenError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Fen;

/// How FEN is written where the standards leave a choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FenStyle {
    /// When the en passant square is written.
    pub en_passant: EnPassantStyle,
    /// How castling rights are written.
    pub castling: CastlingStyle,
}

/// When FEN names the en passant square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EnPassantStyle {
    /// Only where a capture is legal, so that equal positions have equal text. The default.
    #[default]
    Legal,
    /// Where an enemy pawn stands beside the passed pawn, as X-FEN has it.
    PseudoLegal,
    /// After every double step, as the PGN standard has it.
    Always,
}

/// How FEN writes castling rights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CastlingStyle {
    /// `KQkq` for the outermost rook on its side, the rook's file otherwise (X-FEN). The default.
    #[default]
    XFen,
    /// Always the rook's file (Shredder-FEN).
    Shredder,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Strictness {
    Strict,
    Lenient,
}

impl Fen {
    /// Reads FEN strictly. Good FEN takes no memory from the heap.
    ///
    /// # Errors
    ///
    /// Every field that is not as the notation demands.
    ///
    /// ```
    /// use tabiya_rules::{Fen, FenField};
    ///
    /// let error = Fen::parse("4k3/8/8/8/8/7/8/4K3 white KQ - 0 1").unwrap_err();
    /// let fields: Vec<FenField> = error.iter().map(|fault| fault.field()).collect();
    /// assert_eq!(fields, [FenField::Board, FenField::Turn]);
    /// assert_eq!(error.first().to_string(), "rank 3 does not add up to eight squares");
    /// ```
    pub fn parse(text: &str) -> Result<Setup, FenError> {
        if let Some(setup) = read::read(text.as_bytes()) {
            return Ok(setup);
        }
        let reading = diagnose::strict(text);
        match FenError::new(reading.faults) {
            Some(error) => Err(error),
            None => Ok(reading.setup),
        }
    }

    /// Reads FEN as people and programs write it: any white space or underscores between the
    /// fields, quotes or a PGN tag around it, fields missing from the end, digits in a row that add
    /// up, castling letters in any order, more than once, or with dashes for what is missing
    /// (`KQ--`), capitals and small letters mixed up where it does no harm, dashes for counts, move
    /// number 0.
    ///
    /// Castling rights and en passant squares that cannot be are kept here; [`Setup::cleared`]
    /// drops them.
    ///
    /// # Errors
    ///
    /// Every field that cannot be understood.
    pub fn parse_lenient(text: &str) -> Result<Setup, FenError> {
        let text = unwrapped(text);
        let fields: Vec<&str> = text
            .split(|c: char| c.is_whitespace() || c == '_')
            .filter(|f| !f.is_empty())
            .collect();
        // Without blanks, underscores may also stand for the slashes, as in addresses of web pages.
        let ranks = if text.contains('/') {
            1
        } else {
            fields.len().min(8)
        };
        let (board, rest) = fields.split_at(ranks.min(fields.len()));
        if board.is_empty() || rest.len() > 5 {
            return Err(FenError::one(FenFault::FieldCount {
                count: rest.len() + board.len().min(1),
            }));
        }
        let board = board.join("/");
        let fields: Vec<&str> = core::iter::once(board.as_str())
            .chain(rest.iter().copied())
            .collect();
        let mut setup = read_position(&fields, Strictness::Lenient)?;
        setup.fullmove_number = setup.fullmove_number.max(1);
        Ok(setup)
    }

    /// Everything that keeps a text from being strict FEN of a position that
    /// [`Setup::position`] takes, in the order of the fields: what is wrong with the notation and,
    /// as far as that can be told, with the position. Empty exactly where
    /// [`Position::from_fen`](crate::Position::from_fen) succeeds.
    ///
    /// ```
    /// use tabiya_rules::{Fen, FenField, Mode};
    ///
    /// let text = "4k3/8/8/8/8/8/8/4K2R w KQ e9 150 1";
    /// let faults = Fen::faults(text, Mode::Standard);
    /// let fields: Vec<FenField> = faults.iter().map(|fault| fault.field()).collect();
    /// assert_eq!(fields, [FenField::Castling, FenField::EnPassant, FenField::HalfmoveClock]);
    /// assert_eq!(
    ///     faults[0].to_string(),
    ///     "White cannot castle queenside: that needs its king on e1 and its rook on a1"
    /// );
    /// ```
    #[must_use]
    pub fn faults(text: &str, mode: Mode) -> Vec<PositionFault> {
        let diagnose::Reading { setup, faults } = diagnose::strict(text);
        let in_text = |field| faults.iter().any(|fault| fault.is_of(field));
        let men_are_known = !in_text(FenField::Board) && !in_text(FenField::Turn);
        let of_setup = men_are_known.then(|| setup.faults(mode));
        let of_setup = of_setup.into_iter().flatten();
        let mut all: Vec<PositionFault> = of_setup
            .filter(|fault| !in_text(fault.field()))
            .map(PositionFault::Setup)
            .collect();
        all.extend(faults.into_iter().map(PositionFault::Text));
        all.sort_by_key(PositionFault::field);
        all
    }

    /// Writes any setup in a style.
    #[must_use]
    pub fn write(setup: &Setup, style: FenStyle) -> String {
        String::from(Fen::text(setup, style).as_str())
    }

    /// Writes any setup in a style, without memory from the heap.
    ///
    /// ```
    /// use tabiya_rules::{CastlingStyle, Fen, FenStyle, Setup};
    ///
    /// let shredder = FenStyle { castling: CastlingStyle::Shredder, ..FenStyle::default() };
    /// let text = Fen::text(&Setup::standard(), shredder);
    /// assert_eq!(&*text, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
    /// ```
    #[must_use]
    pub fn text(setup: &Setup, style: FenStyle) -> FenText {
        FenText::new(setup, style)
    }
}

/// Reads up to six fields of FEN; the rest has the usual values.
pub(crate) fn read_position(fields: &[&str], strictness: Strictness) -> Result<Setup, FenError> {
    let reading = diagnose::read(fields.iter().copied(), strictness);
    match FenError::new(reading.faults) {
        Some(error) => Err(error),
        None => Ok(reading.setup),
    }
}

/// A text without what it brings along when it is copied: blanks, quotes, a byte order mark, spaces
/// without width, the tag of a PGN file.
fn unwrapped(text: &str) -> &str {
    let is_wrapping = |c: char| {
        c.is_whitespace()
            || matches!(
                c,
                '"' | '\'' | '“' | '”' | '`' | '\u{feff}' | '\u{200b}'..='\u{200f}'
            )
    };
    let text = text.trim_matches(is_wrapping);
    let in_tag = text
        .strip_prefix("[FEN ")
        .and_then(|rest| rest.strip_suffix(']'));
    in_tag.unwrap_or(text).trim_matches(is_wrapping)
}
