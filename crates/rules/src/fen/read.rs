//! Reads good FEN in one pass over its bytes, without memory from the heap. Not here: what is wrong
//! with FEN that is not good (`diagnose`).

use crate::code::Code;
use crate::{Bitboard, Board, Color, Piece, Setup, Square};

use super::{Strictness, castling};

/// The setup of strict FEN; nothing if the text is anything else.
pub(super) fn read(text: &[u8]) -> Option<Setup> {
    let (board, rest) = placement(text)?;
    let mut setup = Setup {
        board,
        ..Setup::default()
    };
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
struct Sign {
    /// The four bits of the man's code, eight bits apart: a rank has a byte for each.
    layers: u32,
    /// How many squares it takes up; none if it is neither a man nor a number.
    squares: u8,
    is_number: bool,
}

static SIGNS: [Sign; 256] = signs();

#[expect(
    clippy::indexing_slicing,
    reason = "runs in the compiler, within the bounds"
)]
const fn signs() -> [Sign; 256] {
    let mut signs = [Sign {
        layers: 0,
        squares: 0,
        is_number: false,
    }; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        let sign = &mut signs[byte as usize];
        if let Some(piece) = Piece::from_letter(byte as char) {
            let code = Code::of(piece).bits() as u32;
            sign.layers = code & 1 | (code & 2) << 7 | (code & 4) << 14 | (code & 8) << 21;
            sign.squares = 1;
        } else if matches!(byte, b'1'..=b'8') {
            sign.squares = byte - b'0';
            sign.is_number = true;
        }
        byte += 1;
    }
    signs
}

/// Reads the board and the blank behind it.
fn placement(mut text: &[u8]) -> Option<(Board, &[u8])> {
    let mut layers = [0; 4];
    for rank in (0..8_u32).rev() {
        let (row, end, rest) = row(text)?;
        if end != (if rank == 0 { b' ' } else { b'/' }) {
            return None;
        }
        for (layer, bits) in layers.iter_mut().zip(row.to_le_bytes()) {
            *layer |= u64::from(bits) << (8 * rank);
        }
        text = rest;
    }
    Some((Board::from_layers(layers.map(Bitboard)), text))
}

/// Reads a rank: its four layers of eight squares, the sign that ends it, and what comes then.
/// Whether a man or a number comes next cannot be foreseen, so both go the same way.
fn row(mut text: &[u8]) -> Option<(u32, u8, &[u8])> {
    let mut layers = 0;
    let mut file = 0_u32;
    let mut after_number = false;
    let mut is_bad = false;
    loop {
        let (&byte, rest) = text.split_first()?;
        text = rest;
        let sign = SIGNS.get(usize::from(byte))?;
        if sign.squares == 0 {
            return (file == 8 && !is_bad).then_some((layers, byte, text));
        }
        layers |= sign.layers << (file & 7);
        file += u32::from(sign.squares);
        is_bad |= (file > 8) | (sign.is_number & after_number);
        after_number = sign.is_number;
    }
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
