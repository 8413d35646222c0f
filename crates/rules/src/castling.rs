//! Castling rights, the two sides of the board, and the squares that a castling king and rook use.
//! Not here: whether castling is legal just now (`movegen`).

use crate::{Bitboard, ByColor, Color, File, Rank, Square};

/// A side of the board as castling sees it (article 3.8.2, Guidelines II.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The king goes to the g-file and the rook, from the h-file's side, to the f-file.
    King,
    /// The king goes to the c-file and the rook, from the a-file's side, to the d-file.
    Queen,
}

impl Side {
    /// Both sides, the king's first.
    pub const ALL: [Side; 2] = [Side::King, Side::Queen];

    /// The file on which a castling king ends up.
    #[must_use]
    pub const fn king_file(self) -> File {
        match self {
            Side::King => File::G,
            Side::Queen => File::C,
        }
    }

    /// The file on which a castling rook ends up.
    #[must_use]
    pub const fn rook_file(self) -> File {
        match self {
            Side::King => File::F,
            Side::Queen => File::D,
        }
    }

    /// The file of the rook in the standard array.
    #[must_use]
    pub const fn corner_file(self) -> File {
        match self {
            Side::King => File::H,
            Side::Queen => File::A,
        }
    }

    /// The name in English: "kingside" or "queenside".
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Side::King => "kingside",
            Side::Queen => "queenside",
        }
    }
}

/// The rank from which that color's pieces start.
#[must_use]
pub const fn home_rank(color: Color) -> Rank {
    match color {
        Color::White => Rank::One,
        Color::Black => Rank::Eight,
    }
}

/// Which chess is played: they differ in where castling may start from and in how FEN and UCI spell
/// it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Kings on e1 and e8, rooks in the corners.
    #[default]
    Standard,
    /// Guidelines II of the Laws: any start with the king between the rooks.
    Chess960,
}

/// Which rooks may still castle, each named by its square: neither it nor its king has ever moved
/// (article 3.8.2.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CastlingRights {
    rooks: ByColor<SidePair>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct SidePair {
    king: Option<Square>,
    queen: Option<Square>,
}

impl CastlingRights {
    /// Nobody may castle.
    #[must_use]
    pub fn none() -> CastlingRights {
        CastlingRights::default()
    }

    /// Both sides may castle both ways, with rooks in the corners.
    #[must_use]
    pub fn standard() -> CastlingRights {
        let mut rights = CastlingRights::none();
        for color in Color::ALL {
            for side in Side::ALL {
                rights.set(
                    color,
                    side,
                    Some(Square::new(side.corner_file(), home_rank(color))),
                );
            }
        }
        rights
    }

    /// The square of the rook with which that color may still castle to that side.
    #[must_use]
    pub const fn rook(&self, color: Color, side: Side) -> Option<Square> {
        match side {
            Side::King => self.rooks.get(color).king,
            Side::Queen => self.rooks.get(color).queen,
        }
    }

    /// Those of the rights whose rooks do not stand on these squares.
    pub(crate) fn without(&self, squares: Bitboard) -> CastlingRights {
        let kept = |rook: Option<Square>| rook.filter(|&rook| !squares.contains(rook));
        let pair = |pair: SidePair| SidePair {
            king: kept(pair.king),
            queen: kept(pair.queen),
        };
        CastlingRights {
            rooks: ByColor {
                white: pair(self.rooks.white),
                black: pair(self.rooks.black),
            },
        }
    }

    /// Gives or takes a right.
    pub const fn set(&mut self, color: Color, side: Side, rook: Option<Square>) {
        let pair = self.rooks.get_mut(color);
        match side {
            Side::King => pair.king = rook,
            Side::Queen => pair.queen = rook,
        }
    }

    /// Whether nobody may castle any more.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == CastlingRights::default()
    }

    /// All rights that exist: color, side and the rook's square.
    pub fn iter(&self) -> impl Iterator<Item = (Color, Side, Square)> + '_ {
        Color::ALL.into_iter().flat_map(move |color| {
            Side::ALL
                .into_iter()
                .filter_map(move |side| self.rook(color, side).map(|rook| (color, side, rook)))
        })
    }
}
