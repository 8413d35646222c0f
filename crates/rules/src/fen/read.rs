//! Reads good FEN in one pass over its bytes, without memory from the heap. Not here: what is wrong
//! with FEN that is not good (`diagnose`).

use crate::{Board, Color, Piece, Setup, Square};

use super::{Strictness, castling};

/// The setup of strict FEN; nothing if the text is anything else.
pub(super) fn read(text: &[u8]) -> Option<Setup> {
    let mut setup = Setup::default();
    let rest = placement(text, &mut setup.board)?;
    let rest = match rest {
        [b'w', b' ', rest @ ..] => rest,
        [b'b', b' ', rest @ ..] => {
            setup.turn = Color::Black;
            rest
        }
        _ => return None,
    };
    let rest = match rest {
        [b'-', b' ', rest @ ..] => rest,
        _ => {
            let length = rest.iter().position(|&byte| byte == b' ')?;
            let (field, rest) = rest.split_at_checked(length)?;
            let letters = field.iter().map(|&byte| char::from(byte));
            setup.castling = castling::read(letters, Strictness::Strict, &setup.board)?;
            rest.split_first()?.1
        }
    };
    let rest = match rest {
        [b'-', b' ', rest @ ..] => rest,
        [file @ b'a'..=b'h', rank @ b'1'..=b'8', b' ', rest @ ..] => {
            setup.ep_square = Square::from_index(((rank - b'1') << 3) | (file - b'a'));
            rest
        }
        _ => return None,
    };
    let (halfmove_clock, rest) = number(rest)?;
    let (fullmove_number, rest) = number(rest.strip_prefix(b" ")?)?;
    setup.halfmove_clock = halfmove_clock;
    setup.fullmove_number = fullmove_number;
    rest.is_empty().then_some(setup)
}

/// What a byte of the first field means.
#[derive(Clone, Copy)]
enum Sign {
    Man(Piece),
    Empty(u8),
    Other,
}

static SIGNS: [Sign; 256] = signs();

#[expect(
    clippy::indexing_slicing,
    reason = "runs in the compiler, within the bounds"
)]
const fn signs() -> [Sign; 256] {
    let mut signs = [Sign::Other; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        if let Some(piece) = Piece::from_letter(byte as char) {
            signs[byte as usize] = Sign::Man(piece);
        } else if matches!(byte, b'1'..=b'8') {
            signs[byte as usize] = Sign::Empty(byte - b'0');
        }
        byte += 1;
    }
    signs
}

/// Reads the board and the blank behind it.
fn placement<'a>(text: &'a [u8], board: &mut Board) -> Option<&'a [u8]> {
    let mut rest = text;
    for rank in (0..8_u8).rev() {
        let mut file = 0;
        let mut after_digit = false;
        while file < 8 {
            let (&byte, tail) = rest.split_first()?;
            rest = tail;
            match SIGNS.get(usize::from(byte))? {
                Sign::Man(piece) => {
                    let square = Square::from_low_bits((rank << 3) | file);
                    board.set(square, *piece);
                    file += 1;
                    after_digit = false;
                }
                Sign::Empty(count) if !after_digit => {
                    file += count;
                    after_digit = true;
                }
                _ => return None,
            }
        }
        let (&end, tail) = rest.split_first()?;
        rest = tail;
        if file > 8 || end != (if rank == 0 { b' ' } else { b'/' }) {
            return None;
        }
    }
    Some(rest)
}

/// Reads digits, at least one, as a number of 32 bits.
fn number(text: &[u8]) -> Option<(u32, &[u8])> {
    let length = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = text.split_at_checked(length)?;
    if digits.is_empty() {
        return None;
    }
    let number = digits.iter().try_fold(0_u32, |number, digit| {
        number.checked_mul(10)?.checked_add(u32::from(digit - b'0'))
    })?;
    Some((number, rest))
}
