//! What stands on a square as four bits, the form in which a board keeps it. Not here: the board.

use crate::{Bitboard, Color, Piece, Role};

/// What stands on a square: one bit for each layer of a [`Board`](crate::Board), none for nothing.
///
/// | | short | straight | diagonal |
/// | --- | --- | --- | --- |
/// | pawn | 1 | 0 | 0 |
/// | knight | 1 | 0 | 1 |
/// | king | 1 | 1 | 0 |
/// | bishop | 0 | 0 | 1 |
/// | rook | 0 | 1 | 0 |
/// | queen | 0 | 1 | 1 |
///
/// Men that are not short move along lines as far as they see: straight, diagonally or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Code(u8);

impl Code {
    /// Nothing stands there.
    pub(crate) const EMPTY: Code = Code(0);
    /// How many codes four bits have, those without a meaning included.
    pub(crate) const COUNT: usize = 16;

    const DIAGONAL: u8 = 1;
    const STRAIGHT: u8 = 2;
    const SHORT: u8 = 4;
    const ROLE: u8 = Code::DIAGONAL | Code::STRAIGHT | Code::SHORT;
    const BLACK: u8 = 8;

    /// The low four bits, in the order of the layers.
    pub(crate) const fn from_low_bits(bits: u8) -> Code {
        Code(bits & 15)
    }

    pub(crate) const fn of_role(role: Role, color: Color) -> Code {
        let kind = match role {
            Role::Pawn => Code::SHORT,
            Role::Knight => Code::SHORT | Code::DIAGONAL,
            Role::King => Code::SHORT | Code::STRAIGHT,
            Role::Bishop => Code::DIAGONAL,
            Role::Rook => Code::STRAIGHT,
            Role::Queen => Code::STRAIGHT | Code::DIAGONAL,
        };
        match color {
            Color::White => Code(kind),
            Color::Black => Code(kind | Code::BLACK),
        }
    }

    pub(crate) const fn of(piece: Piece) -> Code {
        Code::of_role(piece.role, piece.color)
    }

    pub(crate) const fn bits(self) -> u8 {
        self.0
    }

    pub(crate) const fn is_pawn(self) -> bool {
        self.0 & Code::ROLE == Code::SHORT
    }

    /// The man of that color with the role of these low three bits.
    pub(crate) const fn of_bits(bits: u8, color: Color) -> Code {
        Code(bits & Code::ROLE | (color as u8) << 3)
    }

    /// For each layer, every square if the man is in it, or none.
    #[expect(clippy::indexing_slicing, reason = "four bits index 16 entries")]
    pub(crate) const fn layers(self) -> [Bitboard; 4] {
        LAYERS[(self.0 & 15) as usize]
    }

    /// The same role and color as a piece, or `None` for an empty square.
    pub(crate) const fn piece(self) -> Option<Piece> {
        let role = match self.0 & Code::ROLE {
            1 => Role::Bishop,
            2 => Role::Rook,
            3 => Role::Queen,
            4 => Role::Pawn,
            5 => Role::Knight,
            6 => Role::King,
            _ => return None,
        };
        let color = if self.0 & Code::BLACK == 0 {
            Color::White
        } else {
            Color::Black
        };
        Some(Piece { role, color })
    }
}

static LAYERS: [[Bitboard; 4]; Code::COUNT] = layers();

#[expect(
    clippy::indexing_slicing,
    reason = "runs in the compiler, within the bounds"
)]
const fn layers() -> [[Bitboard; 4]; Code::COUNT] {
    let mut layers = [[Bitboard::EMPTY; 4]; Code::COUNT];
    let mut code = 0;
    while code < Code::COUNT {
        let mut bit = 0;
        while bit < 4 {
            if code >> bit & 1 != 0 {
                layers[code][bit] = Bitboard::ALL;
            }
            bit += 1;
        }
        code += 1;
    }
    layers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_has_a_code_of_its_own() {
        let mut seen = [false; Code::COUNT];
        for color in Color::ALL {
            for role in Role::ALL {
                let piece = Piece { role, color };
                let code = Code::of(piece);
                assert_eq!(code.piece(), Some(piece));
                assert_eq!(code.is_pawn(), role == Role::Pawn);
                assert_ne!(code, Code::EMPTY);
                let seen = &mut seen[usize::from(code.bits())];
                assert!(!*seen);
                *seen = true;
            }
        }
        assert_eq!(Code::EMPTY.piece(), None);
    }
}
