//! Writes FEN into a buffer of its own, without memory from the heap. Not here: reading.

use core::fmt;
use core::ops::Deref;

use crate::en_passant;
use crate::{Board, Color, Role, Setup, Square};

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
        let letters = Letters::new(board);
        let mut ranks = board.occupied().0.swap_bytes();
        for rank in (0..8_u8).rev() {
            let mut men = ranks & 0xff;
            ranks >>= 8;
            let mut file = 0;
            while men != 0 {
                let next = men.trailing_zeros();
                men &= men.wrapping_sub(1);
                text.push_empty(next - file);
                text.push(letters.at((u32::from(rank) << 3) | next));
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

    fn push_empty(&mut self, squares: u32) {
        if squares > 0 {
            self.push(low_digit(squares));
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

/// The letters of a board's men. Four sets of squares spell each man's letter as a number, so that
/// nothing has to be searched for.
struct Letters([u64; 4]);

impl Letters {
    fn new(board: &Board) -> Letters {
        let set = |role| board.by_role(role).0;
        Letters([
            set(Role::Knight) | set(Role::Rook) | set(Role::King),
            set(Role::Bishop) | set(Role::Rook),
            set(Role::Queen) | set(Role::King),
            board.by_color(Color::Black).0,
        ])
    }

    /// The letter of the man on a square where one stands.
    fn at(&self, square: u32) -> u8 {
        const LETTERS: [u8; 16] = *b"PNBRQK..pnbrqk..";
        let [knight, bishop, queen, black] = self.0.map(|set| (set >> square) & 1);
        let number = knight | bishop << 1 | queen << 2 | black << 3;
        let letter = usize::try_from(number).ok().and_then(|n| LETTERS.get(n));
        letter.copied().unwrap_or(b'?')
    }
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
