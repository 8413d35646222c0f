//! A position in forty bytes: the exact identity of a position in a search, cheap to make from the
//! one before it. Not here: which moves there are (`field`).

use crate::en_passant::passed_pawn;
use crate::{Bitboard, Color, File, Move, MoveKind, Position, Rank, Role, Side, Square};

/// Men as four bit planes (three for the role, one for the color), then turn, en passant and
/// castling rights. Two of them are equal exactly if the positions are, in the sense of article
/// 9.2.3.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Packed {
    pub(super) low: u64,
    pub(super) middle: u64,
    pub(super) high: u64,
    pub(super) white: u64,
    pub(super) state: State,
}

/// What the men alone do not say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct State {
    /// The square on which a legal capture en passant is possible; 64 for none.
    passed: u8,
    black_to_move: bool,
    /// The files of the rooks with which White may still castle, one bit each; then Black's.
    rights: [u8; 2],
}

const NO_SQUARE: u8 = 64;

/// Pawn 1, knight 2, bishop 3, rook 4, queen 5, king 6; 0 is an empty square.
const fn code(role: Role) -> u8 {
    match role {
        Role::Pawn => 1,
        Role::Knight => 2,
        Role::Bishop => 3,
        Role::Rook => 4,
        Role::Queen => 5,
        Role::King => 6,
    }
}

impl State {
    pub(super) const fn turn(self) -> Color {
        if self.black_to_move {
            Color::Black
        } else {
            Color::White
        }
    }

    pub(super) const fn passed(self) -> Option<Square> {
        if self.passed < NO_SQUARE {
            Some(Square::from_low_bits(self.passed))
        } else {
            None
        }
    }

    pub(super) const fn set_passed(&mut self, square: Option<Square>) {
        self.passed = match square {
            Some(square) => square.bits(),
            None => NO_SQUARE,
        };
    }

    /// Gives the other side the move.
    pub(super) const fn pass(&mut self) {
        self.black_to_move = !self.black_to_move;
        self.passed = NO_SQUARE;
    }

    pub(super) fn may_castle(self) -> bool {
        self.rights != [0, 0]
    }

    /// The squares of the rooks with which that color may still castle.
    pub(super) fn rooks(self, color: Color) -> Bitboard {
        let [white, black] = self.rights.map(u64::from);
        match color {
            Color::White => Bitboard(white),
            Color::Black => Bitboard(black << 56),
        }
    }

    /// Ends the rights of rooks that left these squares or were captured there, and of kings.
    fn drop_rights(&mut self, touched: u64, kings: u64) {
        let [white, black] = &mut self.rights;
        let [first, .., last] = (!touched).to_le_bytes();
        *white &= first;
        *black &= last;
        if touched & kings & 0xFF != 0 && *white != 0 {
            *white = 0;
        }
        if touched & kings & (0xFF << 56) != 0 && *black != 0 {
            *black = 0;
        }
    }
}

impl Packed {
    pub(super) fn of(position: &Position) -> Self {
        let board = position.board();
        let role = |role| board.by_role(role).0;
        let (pawn, knight, bishop) = (role(Role::Pawn), role(Role::Knight), role(Role::Bishop));
        let (rook, queen, king) = (role(Role::Rook), role(Role::Queen), role(Role::King));
        let mut rights = [0, 0];
        for (color, _, rook) in position.castling_rights().iter() {
            let [white, black] = &mut rights;
            let side = match color {
                Color::White => white,
                Color::Black => black,
            };
            *side |= 1 << (rook.bits() & 7);
        }
        let mut state = State {
            passed: NO_SQUARE,
            black_to_move: position.turn() == Color::Black,
            rights,
        };
        state.set_passed(position.ep_square());
        Self {
            low: pawn | bishop | queen,
            middle: knight | bishop | king,
            high: rook | queen | king,
            white: board.by_color(Color::White).0,
            state,
        }
    }

    /// A spread of all bits, the same on every machine and in every run.
    pub(super) fn hash(&self) -> u64 {
        const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
        let State {
            passed,
            black_to_move,
            rights,
        } = self.state;
        let [white, black] = rights;
        let state = u32::from_le_bytes([passed, u8::from(black_to_move), white, black]);
        let mut hash = u64::from(state).wrapping_mul(FACTOR);
        for plane in [self.low, self.middle, self.high, self.white] {
            hash = (hash.rotate_left(29) ^ plane).wrapping_mul(FACTOR);
            hash ^= hash >> 32;
        }
        hash
    }

    fn put(&mut self, square: Square, code: u8, color: Color) {
        let shift = square.bits();
        let bit = |value: u8| u64::from(value & 1) << (shift & 63);
        self.low |= bit(code);
        self.middle |= bit(code >> 1);
        self.high |= bit(code >> 2);
        self.white |= bit(u8::from(color == Color::White));
    }

    /// Takes the men on these squares off the board.
    pub(super) fn lift(&mut self, squares: u64) {
        self.low &= !squares;
        self.middle &= !squares;
        self.high &= !squares;
        self.white &= !squares;
    }

    fn code_at(&self, square: Square) -> u8 {
        let bit = |plane: u64, shift: u8| (((plane >> (square.bits() & 63)) & 1) as u8) << shift;
        bit(self.low, 0) | bit(self.middle, 1) | bit(self.high, 2)
    }

    /// The position after a legal move. Whether a pawn may be taken en passant then is left open:
    /// the square that a double step has passed comes back, where an enemy pawn stands beside it.
    pub(super) fn after(&self, mv: Move) -> (Self, Option<Square>) {
        let mut next = *self;
        let color = self.state.turn();
        let (from, to) = (mv.from(), mv.to());
        let kings = self.middle & self.high;
        next.state.black_to_move = !self.state.black_to_move;
        next.state.passed = NO_SQUARE;
        let moved = self.code_at(from);
        let touched = Bitboard::of(from).0 | Bitboard::of(to).0;
        let mut passed = None;
        match mv.kind() {
            MoveKind::Castle(side) => {
                let rank = from.rank();
                next.lift(touched);
                next.put(Square::new(side.king_file(), rank), code(Role::King), color);
                next.put(Square::new(side.rook_file(), rank), code(Role::Rook), color);
            }
            MoveKind::EnPassant => {
                next.lift(touched | Bitboard::of(passed_pawn(to)).0);
                next.put(to, moved, color);
            }
            MoveKind::Normal => {
                next.lift(touched);
                next.put(to, mv.promotion().map_or(moved, code), color);
                let is_double = moved == 1 && from.bits().abs_diff(to.bits()) == 16;
                if is_double && self.enemy_pawns_beside(to, color) {
                    passed = Some(Square::from_low_bits(from.bits().midpoint(to.bits())));
                }
            }
        }
        if next.state.may_castle() {
            next.state.drop_rights(touched, kings);
        }
        (next, passed)
    }

    fn enemy_pawns_beside(&self, square: Square, color: Color) -> bool {
        let pawns = Bitboard(self.low & !self.middle & !self.high);
        let enemies = match color {
            Color::White => pawns - Bitboard(self.white),
            Color::Black => pawns & Bitboard(self.white),
        };
        let here = Bitboard::of(square);
        ((here.east() | here.west()) & enemies).any()
    }
}

/// The side to which a king castles with that rook.
pub(super) fn side_of(rook: File, king: File) -> Side {
    if rook > king { Side::King } else { Side::Queen }
}

/// The rank on which a pawn of that color arrives with a double step.
pub(super) const fn double_step_rank(color: Color) -> Rank {
    match color {
        Color::White => Rank::Four,
        Color::Black => Rank::Five,
    }
}
