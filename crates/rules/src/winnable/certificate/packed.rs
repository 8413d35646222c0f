//! A position in 24 bytes, exactly: the form in which certificates hold positions. Not a hash:
//! two positions are equal in the sense of article 9.2.3 if and only if their packed forms are.

use crate::en_passant::passed_pawn;
use crate::{Bitboard, Color, Mode, Piece, Position, Rank, Role, Setup, Side};

/// A position without its counters, as exact as the position itself.
///
/// The occupied squares, and for each of them, in the order a1, b1, …, h8, four bits: the role of
/// a white man (0 to 5), of a black one (6 to 11), or one of three that say more: a pawn that may
/// be taken en passant just now (its rank tells its color), a rook with which its king may still
/// castle (its rank tells its color), and the black king when it is Black's turn.
///
/// ```
/// use tabiya_rules::{Mode, PackedPosition, Position};
/// let start = Position::standard();
/// let packed = PackedPosition::of(&start).unwrap();
/// assert_eq!(packed.unpack(Mode::Standard), Some(start));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PackedPosition {
    pub(super) occupied: u64,
    /// The men on the first 16 occupied squares, then those on the next 16.
    pub(super) men: [u64; 2],
}

/// How many men fit.
const MOST_MEN: u32 = 32;

const EN_PASSANT_PAWN: u64 = 12;
const CASTLING_ROOK: u64 = 13;
const BLACK_KING_TO_MOVE: u64 = 14;

impl PackedPosition {
    /// Packs a position; nothing for a board with more than 32 men, which no game has.
    #[must_use]
    pub fn of(position: &Position) -> Option<PackedPosition> {
        let board = position.board();
        let occupied = board.occupied();
        if occupied.count() > MOST_MEN {
            return None;
        }
        let (rights, black) = (position.castling_rights(), board.by_color(Color::Black));
        let mut castling = Bitboard::EMPTY;
        if !rights.is_empty() {
            castling = rights.iter().map(|(_, _, rook)| rook).collect();
        }
        let passed = position.ep_square().map(passed_pawn);
        let plane = |role| board.by_role(role).0;
        let (knight, bishop) = (plane(Role::Knight), plane(Role::Bishop));
        let (rook, queen, king) = (plane(Role::Rook), plane(Role::Queen), plane(Role::King));
        let mut men = [0; 2];
        for (at, square) in occupied.into_iter().enumerate() {
            let bit = Bitboard::of(square).0;
            let is = |plane: u64| u64::from(plane & bit != 0);
            let role = is(knight) + 2 * is(bishop) + 3 * is(rook) + 4 * is(queen) + 5 * is(king);
            let mut code = role + 6 * is(black.0);
            if castling.contains(square) {
                code = CASTLING_ROOK;
            } else if passed == Some(square) {
                code = EN_PASSANT_PAWN;
            } else if code == 11 && position.turn() == Color::Black {
                code = BLACK_KING_TO_MOVE;
            }
            let [low, high] = &mut men;
            *(if at < 16 { low } else { high }) |= code << (4 * (at & 15));
        }
        Some(PackedPosition {
            occupied: occupied.0,
            men,
        })
    }

    /// How many men are on the board.
    #[must_use]
    pub const fn count(&self) -> u32 {
        self.occupied.count_ones()
    }

    /// The position, with counters as at the start of a game; nothing if these bits describe none.
    #[must_use]
    pub fn unpack(&self, mode: Mode) -> Option<Position> {
        if self.count() > MOST_MEN {
            return None;
        }
        let mut setup = Setup::default();
        let [low, high] = self.men;
        let mut rooks = Bitboard::EMPTY;
        for (at, square) in Bitboard(self.occupied).into_iter().enumerate() {
            let word = if at < 16 { low } else { high };
            let code = (word >> (4 * (at & 15))) & 15;
            // White's men in the lower half: pawns that went to rank 4, rooks on rank 1.
            let color = if square.rank() <= Rank::Four {
                Color::White
            } else {
                Color::Black
            };
            let piece = match code {
                EN_PASSANT_PAWN => {
                    setup.ep_square = Some(passed_pawn(square));
                    Piece {
                        role: Role::Pawn,
                        color,
                    }
                }
                CASTLING_ROOK => {
                    rooks |= Bitboard::of(square);
                    Piece {
                        role: Role::Rook,
                        color,
                    }
                }
                BLACK_KING_TO_MOVE => {
                    setup.turn = Color::Black;
                    Piece {
                        role: Role::King,
                        color: Color::Black,
                    }
                }
                0..=5 => piece(code, Color::White)?,
                6..=11 => piece(code - 6, Color::Black)?,
                _ => return None,
            };
            setup.board.set(square, piece);
        }
        for rook in rooks {
            let color = setup.board.piece_at(rook)?.color;
            let king = setup.board.king(color)?;
            let side = if rook > king { Side::King } else { Side::Queen };
            setup.castling.set(color, side, Some(rook));
        }
        setup.playable(mode).ok()
    }
}

fn piece(role: u64, color: Color) -> Option<Piece> {
    let role = *Role::ALL.get(usize::try_from(role).ok()?)?;
    Some(Piece { role, color })
}
