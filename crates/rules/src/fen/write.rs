//! Writes FEN into a buffer of its own, without memory from the heap. Not here: reading.

use core::fmt;
use core::ops::Deref;

use crate::code::Code;
use crate::en_passant;
use crate::{Bitboard, Board, Color, Setup, Square};

use super::{EnPassantStyle, FenStyle, castling};

/// FEN as text, without memory from the heap: it can be used like a `&str`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct FenText {
    bytes: [u8; FenText::LONGEST],
    length: u8,
}

impl FenText {
    /// The most letters that FEN can have: 64 men and 7 slashes, the turn, four rights, a square,
    /// two numbers of ten digits, five blanks.
    const LONGEST: usize = 103;

    pub(super) fn new(setup: &Setup, style: FenStyle) -> FenText {
        let mut text = FenText::placement(&setup.board);
        text.push_all(match setup.turn {
            Color::White => *b" w ",
            Color::Black => *b" b ",
        });
        if setup.castling.is_empty() {
            text.push(b'-');
        } else {
            for letter in castling::letters(setup, style.castling) {
                text.push_ascii(letter);
            }
        }
        text.push(b' ');
        let written = |square: &Square| is_written(setup, *square, style.en_passant);
        match setup.ep_square.filter(written) {
            None => text.push(b'-'),
            Some(square) => {
                text.push_ascii(square.file().letter());
                text.push_ascii(square.rank().digit());
            }
        }
        text.push(b' ');
        text.push_number(setup.halfmove_clock);
        text.push(b' ');
        text.push_number(setup.fullmove_number);
        text
    }

    /// The first field alone.
    pub(crate) fn placement(board: &Board) -> FenText {
        let mut text = FenText {
            bytes: [0; FenText::LONGEST],
            length: 0,
        };
        let mut ranks = board.occupied().0.swap_bytes();
        for rank in (0..8_u8).rev() {
            let mut men = Bitboard(ranks & 0xff);
            ranks >>= 8;
            let mut file = 0;
            while let Some(next) = men.pop().map(Square::bits) {
                text.push_empty(next - file);
                let square = Square::from_low_bits((rank << 3) | next);
                text.push(letter_at(board, square));
                file = next + 1;
            }
            text.push_empty(8 - file);
            if rank > 0 {
                text.push(b'/');
            }
        }
        text
    }

    fn push(&mut self, byte: u8) {
        if let Some(place) = self.bytes.get_mut(usize::from(self.length)) {
            *place = byte;
            self.length += 1;
        }
    }

    fn push_ascii(&mut self, letter: char) {
        self.push(u8::try_from(letter).unwrap_or(b'?'));
    }

    fn push_all<const N: usize>(&mut self, bytes: [u8; N]) {
        bytes.into_iter().for_each(|byte| self.push(byte));
    }

    /// Writes a number of empty squares, but not 0: it is written over by what comes next.
    fn push_empty(&mut self, squares: u8) {
        if let Some(place) = self.bytes.get_mut(usize::from(self.length)) {
            *place = b'0' + squares;
            self.length += u8::from(squares > 0);
        }
    }

    fn push_number(&mut self, number: u32) {
        let mut divisor = 1;
        while number / divisor >= 10 {
            divisor *= 10;
        }
        while divisor > 0 {
            self.push(low_digit(number / divisor));
            divisor /= 10;
        }
    }

    /// The letters, which are all ASCII.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        let letters = self.bytes.get(..usize::from(self.length));
        letters.unwrap_or_default()
    }

    /// The letters as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        // ASCII is always good text, so the other value is never used.
        core::str::from_utf8(self.as_bytes()).unwrap_or_default()
    }
}

/// The last digit of a number.
const fn low_digit(number: u32) -> u8 {
    b'0' + (number % 10) as u8
}

fn is_written(setup: &Setup, square: Square, style: EnPassantStyle) -> bool {
    let (board, turn) = (&setup.board, setup.turn);
    match style {
        EnPassantStyle::Legal => en_passant::captors(board, turn, square).any(),
        EnPassantStyle::PseudoLegal => en_passant::neighbors(board, turn, square).any(),
        EnPassantStyle::Always => true,
    }
}

/// The letter of each man by its code; what is no man has none.
static LETTERS: [u8; Code::COUNT] = letters();

#[expect(
    clippy::indexing_slicing,
    reason = "runs in the compiler, within the bounds"
)]
const fn letters() -> [u8; Code::COUNT] {
    let mut letters = [b'?'; Code::COUNT];
    let mut bits = 0_u8;
    while bits < 16 {
        if let Some(piece) = Code::from_low_bits(bits).piece() {
            letters[bits as usize] = piece.letter() as u8;
        }
        bits += 1;
    }
    letters
}

fn letter_at(board: &Board, square: Square) -> u8 {
    let bits = board.code_at(square).bits();
    LETTERS.get(usize::from(bits)).copied().unwrap_or(b'?')
}

impl Deref for FenText {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<str> for FenText {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl fmt::Display for FenText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for FenText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}
