//! The exact identity of a position in a search: equal keys mean the same position in the sense
//! of article 9.2.3. Not a hash: two positions never share a key.

use crate::{Color, Position, Role, Side, Square};

/// Men as four bit planes (three for the role, one for the color), then turn, en passant and
/// castling rights.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct StateKey {
    planes: [u64; 4],
    rest: u64,
}

impl StateKey {
    pub(super) fn of(position: &Position) -> Self {
        let board = position.board();
        let role = |role| board.by_role(role).0;
        let (pawn, knight, bishop) = (role(Role::Pawn), role(Role::Knight), role(Role::Bishop));
        let (rook, queen, king) = (role(Role::Rook), role(Role::Queen), role(Role::King));
        // Pawn 1, knight 2, bishop 3, rook 4, queen 5, king 6; 0 is an empty square.
        let planes = [
            pawn | bishop | queen,
            knight | bishop | king,
            rook | queen | king,
            board.by_color(Color::White).0,
        ];
        let mut rest = u64::from(position.turn() == Color::Black);
        rest = (rest << 7) | square_code(position.ep_square());
        let rights = position.castling_rights();
        for color in Color::ALL {
            for side in [Side::King, Side::Queen] {
                rest = (rest << 7) | square_code(rights.rook(color, side));
            }
        }
        Self { planes, rest }
    }

    /// A spread of all bits, the same on every machine and in every run.
    pub(super) fn hash(&self) -> u64 {
        const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
        let mut hash = self.rest.wrapping_mul(FACTOR);
        for plane in self.planes {
            hash = (hash.rotate_left(29) ^ plane).wrapping_mul(FACTOR);
            hash ^= hash >> 32;
        }
        hash
    }
}

/// 0 for none, 1..=64 for a square.
fn square_code(square: Option<Square>) -> u64 {
    square.map_or(0, |square| square.index() as u64 + 1)
}
