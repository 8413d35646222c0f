//! FEN: reading, strictly or leniently, and writing. Not here: whether the position is possible
//! (`setup`), the names of the faults (`fen_error`).

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use crate::castling::home_rank;
use crate::en_passant;
use crate::fen_error::{FenError, FenFault};
use crate::{
    Bitboard, Board, CastlingRights, Color, File, Piece, Rank, Role, Setup, Side, Square,
    SquareError,
};

/// Forsyth-Edwards Notation, the usual text of a position.
///
/// [`Fen::parse`] takes the notation as the PGN standard defines it: six fields, one blank between them, the
/// castling letters in order. Castling may also be written by the rooks' files, as X-FEN and
/// Shredder-FEN do for Chess960. [`Fen::parse_lenient`] takes what people paste.
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

impl Fen {
    /// Reads FEN strictly.
    ///
    /// # Errors
    ///
    /// Every field that is not as the notation demands.
    pub fn parse(text: &str) -> Result<Setup, FenError> {
        let fields: Vec<&str> = text.split(' ').collect();
        let count = fields.len();
        if count > 6 {
            return Err(FenError::one(FenFault::FieldCount { count }));
        }
        let setup = read(fields.into_iter(), Strictness::Strict);
        if count == 6 {
            return setup;
        }
        let missing = FenFault::FieldCount { count };
        Err(match setup {
            Ok(_) => FenError::one(missing),
            Err(faults) => faults.and(missing),
        })
    }

    /// Reads FEN as people and programs write it: any white space or underscores between the
    /// fields, quotes around it, fields missing from the end, digits in a row that add up, castling
    /// letters in any order, more than once, or with dashes for what is missing (`KQ--`), capitals
    /// and small letters mixed up where it does no harm, dashes for counts, move number 0.
    ///
    /// Castling rights and en passant squares that cannot be are kept here; [`Setup::cleared`]
    /// drops them.
    ///
    /// # Errors
    ///
    /// Every field that cannot be understood.
    pub fn parse_lenient(text: &str) -> Result<Setup, FenError> {
        // What text brings along when it is copied: quotes, a byte order mark, spaces without
        // width.
        let is_wrapping = |c: char| {
            matches!(
                c,
                '"' | '\'' | '“' | '”' | '\u{feff}' | '\u{200b}'..='\u{200f}'
            )
        };
        let fields: Vec<&str> = text
            .trim_matches(|c: char| c.is_whitespace() || is_wrapping(c))
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
                count: fields.len(),
            }));
        }
        let board = board.join("/");
        let mut setup = read(
            core::iter::once(board.as_str()).chain(rest.iter().copied()),
            Strictness::Lenient,
        )?;
        setup.fullmove_number = setup.fullmove_number.max(1);
        Ok(setup)
    }

    /// Writes any setup in a style.
    #[must_use]
    pub fn write(setup: &Setup, style: FenStyle) -> String {
        let mut text = String::with_capacity(80);
        let turn = if setup.turn == Color::White { 'w' } else { 'b' };
        let castling = CastlingField {
            setup,
            style: style.castling,
        };
        // Writing to a String cannot fail.
        let _ = write!(text, "{} {turn} {castling} ", Placement(&setup.board));
        let _ = match setup
            .ep_square
            .filter(|&square| is_written(setup, square, style.en_passant))
        {
            Some(square) => write!(text, "{square}"),
            None => write!(text, "-"),
        };
        let _ = write!(text, " {} {}", setup.halfmove_clock, setup.fullmove_number);
        text
    }
}

fn is_written(setup: &Setup, square: Square, style: EnPassantStyle) -> bool {
    let (board, turn) = (&setup.board, setup.turn);
    match style {
        EnPassantStyle::Legal => en_passant::captors(board, turn, square).any(),
        EnPassantStyle::PseudoLegal => en_passant::neighbors(board, turn, square).any(),
        EnPassantStyle::Always => true,
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Strictness {
    Strict,
    Lenient,
}

fn read<'a>(
    mut fields: impl Iterator<Item = &'a str>,
    strictness: Strictness,
) -> Result<Setup, FenError> {
    let mut faults = Vec::new();
    let mut setup = Setup::default();
    let mut note = |fault: Option<FenFault>| faults.extend(fault);
    if let Some(field) = fields.next() {
        note(read_board(field, strictness, &mut setup.board).err());
    }
    let lenient = strictness == Strictness::Lenient;
    let is_dash = |field: &str| field == "-" || (lenient && matches!(field, "–" | "—" | "−"));
    match fields.next() {
        Some("w") | None => {}
        Some("b") => setup.turn = Color::Black,
        Some("W") if lenient => {}
        Some("B") if lenient => setup.turn = Color::Black,
        Some(field) => note(Some(FenFault::Turn { text: field.into() })),
    }
    if let Some(field) = fields.next() {
        let rights = read_castling(field, strictness, &setup.board);
        note(rights.map(|rights| setup.castling = rights).err());
    }
    match fields.next() {
        None => {}
        Some(field) if is_dash(field) => {}
        Some(field) => match read_square(field, strictness) {
            Ok(square) => setup.ep_square = Some(square),
            Err(_) => note(Some(FenFault::EnPassant { text: field.into() })),
        },
    }
    let mut counts = fields.map(|field| (field, lenient && is_dash(field)));
    if let Some((field, false)) = counts.next() {
        match read_number(field) {
            Some(number) => setup.halfmove_clock = number,
            None => note(Some(FenFault::HalfmoveClock { text: field.into() })),
        }
    }
    if let Some((field, false)) = counts.next() {
        match read_number(field) {
            Some(number) => setup.fullmove_number = number,
            None => note(Some(FenFault::FullmoveNumber { text: field.into() })),
        }
    }
    match FenError::new(faults) {
        Some(error) => Err(error),
        None => Ok(setup),
    }
}

fn read_square(field: &str, strictness: Strictness) -> Result<Square, SquareError> {
    match strictness {
        Strictness::Strict => field.parse(),
        Strictness::Lenient => field.to_ascii_lowercase().parse(),
    }
}

fn read_number(field: &str) -> Option<u32> {
    // `parse` alone would also take a plus sign.
    if field.bytes().all(|byte| byte.is_ascii_digit()) {
        field.parse().ok()
    } else {
        None
    }
}

fn read_board(field: &str, strictness: Strictness, board: &mut Board) -> Result<(), FenFault> {
    let count = field.split('/').count();
    if count != 8 {
        return Err(FenFault::RankCount { count });
    }
    for (text, rank) in field.split('/').zip(Rank::ALL.into_iter().rev()) {
        read_rank(text, rank, strictness, board)?;
    }
    Ok(())
}

fn read_rank(
    text: &str,
    rank: Rank,
    strictness: Strictness,
    board: &mut Board,
) -> Result<(), FenFault> {
    let mut files = File::ALL.into_iter();
    let mut after_digit = false;
    for letter in text.chars() {
        if let Some(piece) = Piece::from_letter(letter) {
            let file = files.next().ok_or(FenFault::RankLength { rank })?;
            board.set(Square::new(file, rank), piece);
            after_digit = false;
            continue;
        }
        let empty = Rank::from_digit(letter).ok_or(FenFault::Letter { rank, letter })?;
        if after_digit && strictness == Strictness::Strict {
            return Err(FenFault::DigitPair { rank });
        }
        after_digit = true;
        for _ in 0..=empty.index() {
            files.next().ok_or(FenFault::RankLength { rank })?;
        }
    }
    if files.next().is_some() {
        Err(FenFault::RankLength { rank })
    } else {
        Ok(())
    }
}

fn read_castling(
    field: &str,
    strictness: Strictness,
    board: &Board,
) -> Result<CastlingRights, FenFault> {
    let mut rights = CastlingRights::none();
    if field == "-" {
        return Ok(rights);
    }
    let fault = || FenFault::Castling { text: field.into() };
    let strict = strictness == Strictness::Strict;
    let mut previous = None;
    for letter in field.chars() {
        if !strict && matches!(letter, '-' | '–' | '—' | '−') {
            continue;
        }
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        let (side, rook) =
            rook_of_letter(letter.to_ascii_lowercase(), color, board).ok_or_else(fault)?;
        let place = (color, side == Side::Queen);
        let out_of_order = previous.is_some_and(|before| before >= place);
        let named = rights.rook(color, side);
        if (strict && (named.is_some() || out_of_order)) || named.is_some_and(|named| named != rook)
        {
            return Err(fault());
        }
        previous = Some(place);
        rights.set(color, side, Some(rook));
    }
    if field.is_empty() {
        Err(fault())
    } else {
        Ok(rights)
    }
}

/// The side and the rook that a castling letter names. Where no rook is there, the square where it
/// should be.
fn rook_of_letter(letter: char, color: Color, board: &Board) -> Option<(Side, Square)> {
    let home = home_rank(color);
    let king = board.king(color).map_or(File::E, Square::file);
    let side = match letter {
        'k' => Side::King,
        'q' => Side::Queen,
        _ => {
            let file = File::from_letter(letter)?;
            let side = if file > king { Side::King } else { Side::Queen };
            return Some((side, Square::new(file, home)));
        }
    };
    let rook = outermost_rook(board, color, side);
    Some((side, rook.unwrap_or(Square::new(side.corner_file(), home))))
}

/// The rook farthest out on a side of its king, on the first rank of that color.
fn outermost_rook(board: &Board, color: Color, side: Side) -> Option<Square> {
    let home = Bitboard::rank(home_rank(color));
    let king = (board.by_piece(color, Role::King) & home).first()?;
    let rooks = board.by_piece(color, Role::Rook) & home;
    let (rook, outside) = match side {
        Side::King => (rooks.last()?, rooks.last()? > king),
        Side::Queen => (rooks.first()?, rooks.first()? < king),
    };
    outside.then_some(rook)
}

/// The first field of FEN.
pub(crate) struct Placement<'a>(pub(crate) &'a Board);

impl fmt::Display for Placement<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            let mut empty = 0;
            for file in File::ALL {
                let Some(piece) = self.0.piece_at(Square::new(file, rank)) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    write!(f, "{empty}")?;
                    empty = 0;
                }
                f.write_char(piece.letter())?;
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            if rank != Rank::One {
                f.write_char('/')?;
            }
        }
        Ok(())
    }
}

/// The third field of FEN.
struct CastlingField<'a> {
    setup: &'a Setup,
    style: CastlingStyle,
}

impl fmt::Display for CastlingField<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let castling = &self.setup.castling;
        if castling.is_empty() {
            return f.write_char('-');
        }
        for (color, side, rook) in castling.iter() {
            let outermost = outermost_rook(&self.setup.board, color, side);
            // A right without its rook can only be meant for the corner, or be named by its file.
            let corner = Square::new(side.corner_file(), home_rank(color));
            let letter = match self.style {
                CastlingStyle::XFen if rook == outermost.unwrap_or(corner) => match side {
                    Side::King => 'k',
                    Side::Queen => 'q',
                },
                CastlingStyle::XFen | CastlingStyle::Shredder => rook.file().letter(),
            };
            f.write_char(match color {
                Color::White => letter.to_ascii_uppercase(),
                Color::Black => letter,
            })?;
        }
        Ok(())
    }
}
