//! Moves as the generator makes them, packed; lists of them; and attempts, which may be anything.
//! Not here: text forms (`uci`, `san`), legality (`movegen`, `why_illegal`).

use alloc::vec::Vec;
use core::fmt;
use core::ops::Deref;

use crate::{Position, Role, Side, Square};

/// A move of a given position. Castling is written as the king taking its own rook, which is clear
/// in Chess960 too.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u16);

/// The three ways to move that differ in what happens on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// One man moves, and takes what stands on the square of arrival. Promotion is among these.
    Normal,
    /// A pawn takes the pawn beside it that has just passed its square (article 3.7.3.1).
    EnPassant,
    /// The king and a rook move (article 3.8.2).
    Castle(Side),
}

// The bits of a move: six for `from`, six for `to`, then a tag.
const TAG_SHIFT: u32 = 12;
const NORMAL: u16 = 0;
const EN_PASSANT: u16 = 1;
const CASTLE_KING: u16 = 2;
const CASTLE_QUEEN: u16 = 3;
const TO_KNIGHT: u16 = 4;
const TO_BISHOP: u16 = 5;
const TO_ROOK: u16 = 6;
const TO_QUEEN: u16 = 7;

impl Move {
    const fn pack(from: Square, to: Square, tag: u16) -> Move {
        Move(from.bits() as u16 | (to.bits() as u16) << 6 | tag << TAG_SHIFT)
    }

    pub(crate) const fn normal(from: Square, to: Square) -> Move {
        Move::pack(from, to, NORMAL)
    }

    pub(crate) const fn en_passant(from: Square, to: Square) -> Move {
        Move::pack(from, to, EN_PASSANT)
    }

    pub(crate) const fn castle(king: Square, rook: Square, side: Side) -> Move {
        match side {
            Side::King => Move::pack(king, rook, CASTLE_KING),
            Side::Queen => Move::pack(king, rook, CASTLE_QUEEN),
        }
    }

    /// The promotions of one pawn to one square, the queen first.
    pub(crate) const fn promotions(from: Square, to: Square) -> [Move; 4] {
        [
            Move::pack(from, to, TO_QUEEN),
            Move::pack(from, to, TO_ROOK),
            Move::pack(from, to, TO_BISHOP),
            Move::pack(from, to, TO_KNIGHT),
        ]
    }

    /// The square that the man leaves; the king's for castling.
    #[must_use]
    pub const fn from(self) -> Square {
        Square::from_low_bits((self.0 & 63) as u8)
    }

    /// The square that the man goes to; **the rook's** for castling. See [`Move::destination`].
    #[must_use]
    pub const fn to(self) -> Square {
        Square::from_low_bits(((self.0 >> 6) & 63) as u8)
    }

    /// What the pawn becomes, if this is a promotion.
    #[must_use]
    pub const fn promotion(self) -> Option<Role> {
        match self.0 >> TAG_SHIFT {
            TO_KNIGHT => Some(Role::Knight),
            TO_BISHOP => Some(Role::Bishop),
            TO_ROOK => Some(Role::Rook),
            TO_QUEEN => Some(Role::Queen),
            _ => None,
        }
    }

    /// What happens on the board.
    #[must_use]
    pub const fn kind(self) -> MoveKind {
        match self.0 >> TAG_SHIFT {
            EN_PASSANT => MoveKind::EnPassant,
            CASTLE_KING => MoveKind::Castle(Side::King),
            CASTLE_QUEEN => MoveKind::Castle(Side::Queen),
            _ => MoveKind::Normal,
        }
    }

    /// The side to which this castles, if it does.
    #[must_use]
    pub const fn castling_side(self) -> Option<Side> {
        match self.kind() {
            MoveKind::Castle(side) => Some(side),
            MoveKind::Normal | MoveKind::EnPassant => None,
        }
    }

    /// Where the man ends up: the square of arrival; for castling, the king's (c1, g1, c8 or g8).
    #[must_use]
    pub const fn destination(self) -> Square {
        match self.kind() {
            MoveKind::Castle(side) => Square::new(side.king_file(), self.from().rank()),
            MoveKind::Normal | MoveKind::EnPassant => self.to(),
        }
    }

    /// The square of the man that this move takes in that position: beside the mover for en
    /// passant.
    #[must_use]
    pub fn capture_square(self, position: &Position) -> Option<Square> {
        match self.kind() {
            MoveKind::Castle(_) => None,
            MoveKind::EnPassant => Some(Square::new(self.to().file(), self.from().rank())),
            MoveKind::Normal => position
                .board()
                .occupied()
                .contains(self.to())
                .then(|| self.to()),
        }
    }

    /// Whether this move takes a man in that position.
    #[must_use]
    pub fn is_capture(self, position: &Position) -> bool {
        self.capture_square(position).is_some()
    }

    /// The same as somebody would try it on a board: from, to (the rook's square for castling),
    /// promotion.
    #[must_use]
    pub const fn attempt(self) -> Attempt {
        Attempt {
            from: self.from(),
            to: self.to(),
            promotion: self.promotion(),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.kind() {
            MoveKind::Normal => {}
            MoveKind::EnPassant => f.write_str(" e.p.")?,
            MoveKind::Castle(side) => write!(f, " castling {}", side.name())?,
        }
        match self.promotion() {
            Some(role) => write!(f, "={}", role.letter()),
            None => Ok(()),
        }
    }
}

/// What somebody tries to do on the board, legal or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Attempt {
    /// The square that is left.
    pub from: Square,
    /// The square of arrival. Castling: two squares toward the rook, or the rook's own square.
    pub to: Square,
    /// What the pawn shall become.
    pub promotion: Option<Role>,
}

/// The legal moves of a position. It is a slice of [`Move`]; the order has no meaning.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveList(pub(crate) Vec<Move>);

impl Deref for MoveList {
    type Target = [Move];

    fn deref(&self) -> &[Move] {
        &self.0
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = alloc::vec::IntoIter<Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = core::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}
