//! Which squares each kind of piece attacks, on an empty or a filled board. Small tables made by
//! the compiler; the lines come from subtraction (hyperbola quintessence). Not here: whose piece it
//! is, pins, checks.

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

/// Attacks along a rank, by the file of the rook and the six inner squares of the rank.
static RANK_ATTACKS: [[u8; 64]; 8] = rank_attacks();

#[expect(
    clippy::indexing_slicing,
    reason = "runs in the compiler, within the bounds"
)]
const fn rank_attacks() -> [[u8; 64]; 8] {
    let mut table = [[0; 64]; 8];
    let mut file = 0_u8;
    while file < 8 {
        let mut inner = 0_u8;
        while inner < 64 {
            let occupied = inner << 1;
            let mut attacked = 0;
            let mut here = file;
            while here < 7 {
                here += 1;
                attacked |= 1 << here;
                if occupied & (1 << here) != 0 {
                    break;
                }
            }
            here = file;
            while here > 0 {
                here -= 1;
                attacked |= 1 << here;
                if occupied & (1 << here) != 0 {
                    break;
                }
            }
            table[file as usize][inner as usize] = attacked;
            inner += 1;
        }
        file += 1;
    }
    table
}

/// Attacks along a line that meets each rank at most once, so that swapping the bytes reverses it.
const fn line_attacks(square: Square, line: Bitboard, occupied: Bitboard) -> Bitboard {
    let origin = Bitboard::of(square).0;
    let blockers = occupied.0 & line.0;
    let up = blockers.wrapping_sub(origin);
    let down = blockers
        .swap_bytes()
        .wrapping_sub(origin.swap_bytes())
        .swap_bytes();
    Bitboard((up ^ down) & line.0)
}

#[expect(
    clippy::indexing_slicing,
    reason = "three bits index 8 entries, six bits index 64"
)]
const fn along_rank(square: Square, occupied: Bitboard) -> Bitboard {
    let shift = (square.bits() & 56) as u32;
    let inner = (occupied.0.wrapping_shr(shift) >> 1) & 63;
    let attacked = RANK_ATTACKS[(square.bits() & 7) as usize][inner as usize];
    Bitboard((attacked as u64).wrapping_shl(shift))
}

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
pub const fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    let rising = line_attacks(square, RISING.get(square), occupied);
    let falling = line_attacks(square, FALLING.get(square), occupied);
    Bitboard(rising.0 | falling.0)
}

/// What a rook attacks (article 3.3), the first man on each line included.
#[must_use]
pub const fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    let file = line_attacks(square, FILE.get(square), occupied);
    Bitboard(file.0 | along_rank(square, occupied).0)
}

/// What a queen attacks (article 3.4).
#[must_use]
pub const fn queen_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(bishop_attacks(square, occupied).0 | rook_attacks(square, occupied).0)
}

/// What a piece of that role and color attacks from a square.
#[must_use]
pub const fn attacks(role: Role, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => pawn_attacks(color, square),
        Role::Knight => knight_attacks(square),
        Role::Bishop => bishop_attacks(square, occupied),
        Role::Rook => rook_attacks(square, occupied),
        Role::Queen => queen_attacks(square, occupied),
        Role::King => king_attacks(square),
    }
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
pub const fn between(a: Square, b: Square) -> Bitboard {
    let span = Bitboard::span(a, b).0 & !Bitboard::of(a).0 & !Bitboard::of(b).0;
    Bitboard(line(a, b).0 & span)
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
                assert_eq!(bishop_attacks(square, occupied), diagonals);
                assert_eq!(rook_attacks(square, occupied), straights);
                assert_eq!(queen_attacks(square, occupied), diagonals | straights);
            }
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
