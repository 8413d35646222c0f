//! Which squares each kind of piece attacks, on an empty or a filled board, by tables that the
//! compiler makes. Not here: whose piece it is, pins, checks.

// Where every byte has to be sent over a network, 800 kB of tables are too many.
mod lines;
#[cfg(any(test, not(target_family = "wasm")))]
mod magic;

#[cfg(target_family = "wasm")]
use lines as sliders;
#[cfg(not(target_family = "wasm"))]
use magic as sliders;

use crate::{Bitboard, Color, Role, Square};

/// One bitboard for each square.
struct SquareTable([Bitboard; 64]);

impl SquareTable {
    #[expect(clippy::indexing_slicing, reason = "six bits index 64 entries")]
    const fn get(&self, square: Square) -> Bitboard {
        self.0[(square.bits() & 63) as usize]
    }

    #[expect(
        clippy::indexing_slicing,
        reason = "runs in the compiler, on 64 entries"
    )]
    const fn of_steps(steps: &[(i8, i8)]) -> SquareTable {
        let mut table = [Bitboard::EMPTY; 64];
        let mut index = 0;
        while index < 64 {
            let mut step = 0;
            while step < steps.len() {
                let (files, ranks) = steps[step];
                if let Some(target) = Square::from_low_bits(index).offset(files, ranks) {
                    table[index as usize].0 |= Bitboard::of(target).0;
                }
                step += 1;
            }
            index += 1;
        }
        SquareTable(table)
    }

    /// The squares of both tables.
    #[expect(
        clippy::indexing_slicing,
        reason = "runs in the compiler, on 64 entries"
    )]
    const fn with(&self, other: &SquareTable) -> SquareTable {
        let mut table = self.0;
        let mut index = 0;
        while index < 64 {
            table[index].0 |= other.0[index].0;
            index += 1;
        }
        SquareTable(table)
    }

    /// The whole line through each square in two opposite directions, without the square itself.
    #[expect(
        clippy::indexing_slicing,
        reason = "runs in the compiler, on 64 entries"
    )]
    const fn of_line(files: i8, ranks: i8) -> SquareTable {
        let mut table = [Bitboard::EMPTY; 64];
        let mut index = 0;
        while index < 64 {
            let start = Square::from_low_bits(index);
            let mut here = start;
            while let Some(next) = here.offset(files, ranks) {
                table[index as usize].0 |= Bitboard::of(next).0;
                here = next;
            }
            here = start;
            while let Some(next) = here.offset(-files, -ranks) {
                table[index as usize].0 |= Bitboard::of(next).0;
                here = next;
            }
            index += 1;
        }
        SquareTable(table)
    }
}

static KNIGHT: SquareTable = SquareTable::of_steps(&[
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
]);
static KING: SquareTable = SquareTable::of_steps(&[
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
]);
static WHITE_PAWN: SquareTable = SquareTable::of_steps(&[(-1, 1), (1, 1)]);
static BLACK_PAWN: SquareTable = SquareTable::of_steps(&[(-1, -1), (1, -1)]);
static FILE: SquareTable = SquareTable::of_line(0, 1);
static RANK: SquareTable = SquareTable::of_line(1, 0);
static RISING: SquareTable = SquareTable::of_line(1, 1);
static FALLING: SquareTable = SquareTable::of_line(1, -1);
static DIAGONALS: SquareTable = RISING.with(&FALLING);
static STRAIGHTS: SquareTable = FILE.with(&RANK);

/// What a knight attacks (article 3.6).
#[must_use]
pub const fn knight_attacks(square: Square) -> Bitboard {
    KNIGHT.get(square)
}

/// What a king attacks: the squares around it (article 3.8.1).
#[must_use]
pub const fn king_attacks(square: Square) -> Bitboard {
    KING.get(square)
}

/// What a pawn of that color attacks: diagonally ahead (article 3.7.3).
#[must_use]
pub const fn pawn_attacks(color: Color, square: Square) -> Bitboard {
    match color {
        Color::White => WHITE_PAWN.get(square),
        Color::Black => BLACK_PAWN.get(square),
    }
}

/// What a bishop attacks (article 3.2), the first man on each diagonal included.
#[must_use]
#[inline]
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    sliders::bishop(square, occupied)
}

/// What a rook attacks (article 3.3), the first man on each line included.
#[must_use]
#[inline]
pub fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    sliders::rook(square, occupied)
}

/// What a queen attacks (article 3.4).
#[must_use]
#[inline]
pub fn queen_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    bishop_attacks(square, occupied) | rook_attacks(square, occupied)
}

/// What a piece of that role and color attacks from a square.
#[must_use]
pub fn attacks(role: Role, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => pawn_attacks(color, square),
        Role::Knight => knight_attacks(square),
        Role::Bishop => bishop_attacks(square, occupied),
        Role::Rook => rook_attacks(square, occupied),
        Role::Queen => queen_attacks(square, occupied),
        Role::King => king_attacks(square),
    }
}

/// The whole diagonals through a square, without the square itself.
pub(crate) const fn diagonals(square: Square) -> Bitboard {
    DIAGONALS.get(square)
}

/// The whole rank and file through a square, without the square itself.
pub(crate) const fn straights(square: Square) -> Bitboard {
    STRAIGHTS.get(square)
}

/// What knights on any of these squares attack.
pub(crate) const fn knights_attacks(knights: Bitboard) -> Bitboard {
    let (east, west) = (knights.east(), knights.west());
    let near = east.0 | west.0;
    let far = east.east().0 | west.west().0;
    Bitboard(near << 16 | near >> 16 | far << 8 | far >> 8)
}

/// What pawns of that color on any of these squares attack.
pub(crate) const fn pawns_attacks(color: Color, pawns: Bitboard) -> Bitboard {
    let ahead = pawns.forward(color);
    Bitboard(ahead.east().0 | ahead.west().0)
}

/// The whole rank, file or diagonal through two squares, both included; empty when no line joins
/// them.
#[must_use]
pub const fn line(a: Square, b: Square) -> Bitboard {
    let lines = [FILE.get(a), RANK.get(a), RISING.get(a), FALLING.get(a)];
    let [file, rank, rising, falling] = lines;
    let found = if file.contains(b) {
        file
    } else if rank.contains(b) {
        rank
    } else if rising.contains(b) {
        rising
    } else if falling.contains(b) {
        falling
    } else {
        return Bitboard::EMPTY;
    };
    Bitboard(found.0 | Bitboard::of(a).0)
}

/// The squares strictly between two squares on a line; empty when no line joins them.
#[must_use]
#[expect(clippy::indexing_slicing, reason = "there are 64 squares")]
pub const fn between(a: Square, b: Square) -> Bitboard {
    // Another 32 kB that are not worth sending.
    if cfg!(target_family = "wasm") {
        inner_line(a, b)
    } else {
        BETWEEN[a.index()].get(b)
    }
}

const fn inner_line(a: Square, b: Square) -> Bitboard {
    let ends = Bitboard::of(a).0 | Bitboard::of(b).0;
    Bitboard(line(a, b).0 & Bitboard::span(a, b).0 & !ends)
}

static BETWEEN: [SquareTable; 64] = squares_between();

#[expect(
    clippy::indexing_slicing,
    reason = "runs in the compiler, on 64 entries of 64"
)]
const fn squares_between() -> [SquareTable; 64] {
    let mut table = [const { SquareTable([Bitboard::EMPTY; 64]) }; 64];
    let mut a = 0;
    while a < 64 {
        let mut b = 0;
        while b < 64 {
            table[a].0[b] = inner_line(Square::ALL[a], Square::ALL[b]);
            b += 1;
        }
        a += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The slow way: walk from the square until a man stands in the way.
    fn walk(square: Square, steps: &[(i8, i8)], occupied: Bitboard) -> Bitboard {
        let mut set = Bitboard::EMPTY;
        for &(files, ranks) in steps {
            let mut here = square;
            while let Some(next) = here.offset(files, ranks) {
                set |= next.into();
                if occupied.contains(next) {
                    break;
                }
                here = next;
            }
        }
        set
    }

    #[test]
    fn sliders_agree_with_walking() {
        let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
        for round in 0..2000 {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            let occupied = Bitboard(if round % 2 == 0 {
                seed
            } else {
                seed & seed.rotate_left(21)
            });
            for square in Square::ALL {
                let diagonals = walk(square, &[(1, 1), (1, -1), (-1, 1), (-1, -1)], occupied);
                let straights = walk(square, &[(1, 0), (0, -1), (-1, 0), (0, 1)], occupied);
                assert_eq!(magic::bishop(square, occupied), diagonals);
                assert_eq!(magic::rook(square, occupied), straights);
                assert_eq!(lines::bishop(square, occupied), diagonals);
                assert_eq!(lines::rook(square, occupied), straights);
                assert_eq!(queen_attacks(square, occupied), diagonals | straights);
            }
        }
    }

    #[test]
    fn sets_of_steppers_agree_with_each_alone() {
        let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..2000 {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            let men = Bitboard(seed & seed.rotate_left(21));
            let union = |attacks: fn(Square) -> Bitboard| {
                men.into_iter()
                    .fold(Bitboard::EMPTY, |all, square| all | attacks(square))
            };
            assert_eq!(knights_attacks(men), union(knight_attacks));
            let white = union(|square| pawn_attacks(Color::White, square));
            let black = union(|square| pawn_attacks(Color::Black, square));
            assert_eq!(pawns_attacks(Color::White, men), white);
            assert_eq!(pawns_attacks(Color::Black, men), black);
        }
    }

    #[test]
    fn lines_and_the_squares_between() {
        assert_eq!(
            between(Square::A1, Square::D4),
            [Square::B2, Square::C3].into_iter().collect()
        );
        assert_eq!(
            between(Square::H1, Square::E1),
            [Square::F1, Square::G1].into_iter().collect()
        );
        assert_eq!(between(Square::A1, Square::B3), Bitboard::EMPTY);
        assert_eq!(between(Square::A1, Square::A2), Bitboard::EMPTY);
        assert_eq!(line(Square::A2, Square::A7), Bitboard::file(crate::File::A));
        assert_eq!(line(Square::A1, Square::B3), Bitboard::EMPTY);
    }

    #[test]
    fn steppers_stay_on_the_board() {
        assert_eq!(knight_attacks(Square::A1).count(), 2);
        assert_eq!(king_attacks(Square::H8).count(), 3);
        assert_eq!(pawn_attacks(Color::White, Square::A2), Square::B3.into());
        assert_eq!(pawn_attacks(Color::Black, Square::H7), Square::G6.into());
        assert_eq!(pawn_attacks(Color::White, Square::E8), Bitboard::EMPTY);
    }
}
