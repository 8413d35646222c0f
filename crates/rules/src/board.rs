//! Placement of the men on the squares, and who attacks what there. Not here: whose turn it is,
//! castling, en passant (`setup`, `position`).

use core::fmt;

use crate::attacks::{
    bishop_attacks, diagonals, king_attacks, knight_attacks, pawn_attacks, rook_attacks, straights,
};
use crate::code::Code;
use crate::{Bitboard, Color, File, Piece, PieceAt, Rank, Role, Square};

/// Which piece stands where, and nothing else.
///
/// ```
/// use tabiya_rules::{Board, Color, Role, Square};
///
/// let board = Board::standard();
/// assert_eq!(board.king(Color::White), Some(Square::E1));
/// assert_eq!(board.by_piece(Color::Black, Role::Pawn).count(), 8);
/// assert!(board.piece_at(Square::E4).is_none());
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Board {
    /// The bits of [`Code`], each as the set of squares that have it: diagonal, straight, short,
    /// black. Four words instead of one set for each color and role: they are copied with every
    /// move, and putting a man on a square is the same for all men.
    layers: [Bitboard; 4],
}

impl Board {
    /// No man at all.
    #[must_use]
    pub fn empty() -> Board {
        Board::default()
    }

    /// The array from which a game begins (article 2.3).
    #[must_use]
    pub fn standard() -> Board {
        let row = [
            Role::Rook,
            Role::Knight,
            Role::Bishop,
            Role::Queen,
            Role::King,
            Role::Bishop,
            Role::Knight,
            Role::Rook,
        ];
        Board::with_back_ranks(row)
    }

    /// The start array with that row of pieces behind the pawns on both sides.
    pub(crate) fn with_back_ranks(row: [Role; 8]) -> Board {
        let mut board = Board::empty();
        for (file, role) in File::ALL.into_iter().zip(row) {
            let white = Color::White;
            let black = Color::Black;
            board.set(Square::new(file, Rank::One), Piece { role, color: white });
            board.set(
                Square::new(file, Rank::Two),
                Piece {
                    role: Role::Pawn,
                    color: white,
                },
            );
            board.set(
                Square::new(file, Rank::Seven),
                Piece {
                    role: Role::Pawn,
                    color: black,
                },
            );
            board.set(Square::new(file, Rank::Eight), Piece { role, color: black });
        }
        board
    }

    /// The piece on a square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.code_at(square).piece()
    }

    /// What kind of piece stands on a square.
    #[must_use]
    pub fn role_at(&self, square: Square) -> Option<Role> {
        self.piece_at(square).map(|piece| piece.role)
    }

    /// The piece on a square together with the square.
    #[must_use]
    pub fn man_at(&self, square: Square) -> Option<PieceAt> {
        self.piece_at(square).map(|piece| PieceAt { piece, square })
    }

    /// The squares of that color's men.
    #[must_use]
    pub const fn by_color(&self, color: Color) -> Bitboard {
        let [_, _, _, black] = self.layers;
        match color {
            Color::White => Bitboard(self.occupied().0 & !black.0),
            Color::Black => black,
        }
    }

    /// The squares of the pieces of that kind, of both colors.
    #[must_use]
    pub const fn by_role(&self, role: Role) -> Bitboard {
        let [diagonal, straight, short, _] = self.layers;
        Bitboard(match role {
            Role::Pawn => short.0 & !diagonal.0 & !straight.0,
            Role::Knight => short.0 & diagonal.0,
            Role::King => short.0 & straight.0,
            Role::Bishop => diagonal.0 & !straight.0 & !short.0,
            Role::Rook => straight.0 & !diagonal.0 & !short.0,
            Role::Queen => diagonal.0 & straight.0,
        })
    }

    /// The squares of that color's pieces of that kind.
    #[must_use]
    pub const fn by_piece(&self, color: Color, role: Role) -> Bitboard {
        Bitboard(self.by_color(color).0 & self.by_role(role).0)
    }

    /// The squares on which anything stands.
    #[must_use]
    pub const fn occupied(&self) -> Bitboard {
        let [diagonal, straight, short, _] = self.layers;
        Bitboard(diagonal.0 | straight.0 | short.0)
    }

    /// Where that color's king stands. With several kings, which only a faulty
    /// [`Setup`](crate::Setup) has, the first one in the order a1, b1, …, h8.
    #[must_use]
    pub const fn king(&self, color: Color) -> Option<Square> {
        self.by_piece(color, Role::King).first()
    }

    /// Puts a piece on a square, in place of what stands there.
    pub fn set(&mut self, square: Square, piece: Piece) {
        *self = self.replaced(Bitboard::EMPTY, square, Code::of(piece));
    }

    /// Takes away what stands on a square, and says what it was.
    pub fn remove(&mut self, square: Square) -> Option<Piece> {
        let piece = self.piece_at(square);
        *self = self.replaced(Bitboard::EMPTY, square, Code::EMPTY);
        piece
    }

    /// The board of four layers, in the order of the bits of [`Code`].
    pub(crate) const fn from_layers(layers: [Bitboard; 4]) -> Board {
        Board { layers }
    }

    /// What stands on a square.
    pub(crate) const fn code_at(&self, square: Square) -> Code {
        let [diagonal, straight, short, black] = self.layers;
        Code::from_low_bits(
            diagonal.bit(square)
                | straight.bit(square) << 1
                | short.bit(square) << 2
                | black.bit(square) << 3,
        )
    }

    /// The board with some squares emptied, and then with that on one square in place of what stands
    /// there: all that a move does, with no question asked about the men.
    #[inline]
    #[must_use]
    pub(crate) fn replaced(&self, emptied: Bitboard, square: Square, code: Code) -> Board {
        let to = Bitboard::of(square);
        let kept = !(emptied | to);
        let [diagonal, straight, short, black] = self.layers;
        let [in_diagonal, in_straight, in_short, in_black] = code.layers();
        Board {
            layers: [
                diagonal & kept | in_diagonal & to,
                straight & kept | in_straight & to,
                short & kept | in_short & to,
                black & kept | in_black & to,
            ],
        }
    }

    /// All men of that color that attack a square (article 3.1.2), pinned ones too (article 3.1.3).
    #[must_use]
    pub fn attackers(&self, square: Square, by: Color) -> Bitboard {
        self.attackers_through(square, by, self.occupied())
    }

    /// The attackers of a square if the lines were blocked by these squares and no others.
    pub(crate) fn attackers_through(
        &self,
        square: Square,
        by: Color,
        occupied: Bitboard,
    ) -> Bitboard {
        let diagonal = bishop_attacks(square, occupied) & self.diagonal_movers();
        let straight = rook_attacks(square, occupied) & self.straight_movers();
        let knights = knight_attacks(square) & self.by_role(Role::Knight);
        let kings = king_attacks(square) & self.by_role(Role::King);
        let pawns = pawn_attacks(!by, square) & self.by_role(Role::Pawn);
        (diagonal | straight | knights | kings | pawns) & self.by_color(by)
    }

    /// The line pieces of that color that would attack a square on an empty board.
    pub(crate) fn snipers(&self, square: Square, by: Color) -> Bitboard {
        let diagonal = diagonals(square) & self.diagonal_movers();
        let straight = straights(square) & self.straight_movers();
        (diagonal | straight) & self.by_color(by)
    }

    /// Bishops and queens of both colors.
    pub(crate) fn diagonal_movers(&self) -> Bitboard {
        let [diagonal, _, short, _] = self.layers;
        diagonal - short
    }

    /// Rooks and queens of both colors.
    pub(crate) fn straight_movers(&self) -> Bitboard {
        let [_, straight, short, _] = self.layers;
        straight - short
    }

    /// The men on these squares.
    pub(crate) fn men(&self, squares: Bitboard) -> impl Iterator<Item = PieceAt> {
        squares.into_iter().filter_map(|square| self.man_at(square))
    }
}

impl fmt::Display for Board {
    /// A picture of the board: rank 8 on top, the letters of FEN, `.` for an empty square.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                let piece = self.piece_at(Square::new(file, rank));
                write!(f, "{}", piece.map_or('.', Piece::letter))?;
                f.write_str(if file == File::H { "\n" } else { " " })?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({})", crate::FenText::placement(self))
    }
}
