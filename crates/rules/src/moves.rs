//! Moves as the generator makes them, packed, and attempts, which may be anything. Not here: lists
//! and sets of moves (`move_list`, `move_set`), text forms (`uci`, `san`), legality (`movegen`,
//! `why_illegal`).

use core::fmt;

use crate::code::Code;
use crate::{Color, Position, Role, Side, Square};

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

// The bits of a move: six for `from`, six for `to`, then a tag. The low three bits of the tag are
// those of the `Code` that stands on `to` afterwards. PAWN is added where that does not tell that a
// pawn moves, or not enough: for promotions and double steps, and alone for en passant.
const TAG_SHIFT: u32 = 12;
const CASTLE: u8 = 7;
const PAWN: u8 = 8;
const EN_PASSANT: u8 = PAWN;
const DOUBLE_STEP: u8 = PAWN | role_bits(Role::Pawn);

const fn role_bits(role: Role) -> u8 {
    Code::of_role(role, Color::White).bits()
}

impl Move {
    const fn pack(from: Square, to: Square, tag: u8) -> Move {
        Move(from.bits() as u16 | (to.bits() as u16) << 6 | (tag as u16) << TAG_SHIFT)
    }

    /// A move that is neither castling, en passant nor a promotion.
    pub(crate) const fn normal(role: Role, from: Square, to: Square) -> Move {
        if matches!(role, Role::Pawn) && from.bits() ^ to.bits() == 16 {
            return Move::double_step(from, to);
        }
        Move::pack(from, to, role_bits(role))
    }

    /// A pawn goes one square, ahead or to take.
    pub(crate) const fn single_step(from: Square, to: Square) -> Move {
        Move::pack(from, to, role_bits(Role::Pawn))
    }

    /// A pawn advances two squares.
    pub(crate) const fn double_step(from: Square, to: Square) -> Move {
        Move::pack(from, to, DOUBLE_STEP)
    }

    pub(crate) const fn en_passant(from: Square, to: Square) -> Move {
        Move::pack(from, to, EN_PASSANT)
    }

    /// The rook's square tells the side.
    pub(crate) const fn castle(king: Square, rook: Square) -> Move {
        Move::pack(king, rook, CASTLE)
    }

    pub(crate) const fn promotion_to(role: Role, from: Square, to: Square) -> Move {
        Move::pack(from, to, PAWN | role_bits(role))
    }

    /// The promotions of one pawn to one square, the queen first.
    pub(crate) const fn promotions(from: Square, to: Square) -> [Move; 4] {
        [
            Move::promotion_to(Role::Queen, from, to),
            Move::promotion_to(Role::Rook, from, to),
            Move::promotion_to(Role::Bishop, from, to),
            Move::promotion_to(Role::Knight, from, to),
        ]
    }

    /// The move as a number, for tables that pack things densely.
    #[must_use]
    pub const fn to_bits(self) -> u16 {
        self.0
    }

    /// The move of a number, if it is one that [`Move::to_bits`] can give. In which position it is
    /// legal, if in any, is for [`Position::is_legal`] to say.
    ///
    /// ```
    /// use tabiya_rules::{Move, Position};
    ///
    /// for &mv in &Position::standard().legal_moves() {
    ///     assert_eq!(Move::from_bits(mv.to_bits()), Some(mv));
    /// }
    /// assert_eq!(Move::from_bits(0), None);
    /// ```
    #[must_use]
    pub const fn from_bits(bits: u16) -> Option<Move> {
        const NOTHING: u8 = 0;
        const PROMOTION_TO_KING: u8 = PAWN | role_bits(Role::King);
        const PROMOTION_TO_NOTHING: u8 = PAWN | CASTLE;
        let mv = Move(bits);
        match mv.tag() {
            NOTHING | PROMOTION_TO_KING | PROMOTION_TO_NOTHING => None,
            _ => Some(mv),
        }
    }

    const fn tag(self) -> u8 {
        (self.0 >> TAG_SHIFT) as u8
    }

    /// What kind of man moves; the king for castling.
    #[must_use]
    pub const fn role(self) -> Role {
        match self.mover(Color::White).piece() {
            Some(piece) => piece.role,
            None => Role::King,
        }
    }

    /// The man that moves, castling aside.
    pub(crate) const fn mover(self, color: Color) -> Code {
        let tag = self.tag();
        let bits = if tag & PAWN == 0 {
            tag
        } else {
            role_bits(Role::Pawn)
        };
        Code::of_bits(bits, color)
    }

    /// What stands on the square of arrival afterwards, castling and en passant aside.
    pub(crate) const fn placed(self, color: Color) -> Code {
        Code::of_bits(self.tag(), color)
    }

    pub(crate) const fn is_double_step(self) -> bool {
        self.tag() == DOUBLE_STEP
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
        if self.tag() & PAWN == 0 || self.is_double_step() {
            return None;
        }
        match self.placed(Color::White).piece() {
            Some(piece) => Some(piece.role),
            None => None,
        }
    }

    /// What happens on the board.
    #[must_use]
    pub const fn kind(self) -> MoveKind {
        match self.tag() {
            EN_PASSANT => MoveKind::EnPassant,
            CASTLE if self.to().bits() > self.from().bits() => MoveKind::Castle(Side::King),
            CASTLE => MoveKind::Castle(Side::Queen),
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
