//! Attacks of whole sets of squares at once, by shifting bitboards: what a man *somewhere in this
//! set* may attack. Single squares and legal moves are the business of the move generator.

use crate::{Bitboard, Color, Role};

const NOT_A: u64 = !0x0101_0101_0101_0101;
const NOT_H: u64 = !0x8080_8080_8080_8080;

/// One step in one direction: how far the bits move, and where they may arrive without having
/// run over the edge of the board.
#[derive(Clone, Copy)]
struct Step {
    left: u32,
    right: u32,
    arrive: u64,
}

impl Step {
    const fn up(by: u32, arrive: u64) -> Self {
        Self {
            left: by,
            right: 0,
            arrive,
        }
    }

    const fn down(by: u32, arrive: u64) -> Self {
        Self {
            left: 0,
            right: by,
            arrive,
        }
    }

    const fn take(self, set: u64) -> u64 {
        ((set << self.left) >> self.right) & self.arrive
    }
}

const STRAIGHT: [Step; 4] = [
    Step::up(8, !0),
    Step::down(8, !0),
    Step::up(1, NOT_A),
    Step::down(1, NOT_H),
];
const DIAGONAL: [Step; 4] = [
    Step::up(9, NOT_A),
    Step::up(7, NOT_H),
    Step::down(7, NOT_A),
    Step::down(9, NOT_H),
];

/// The squares next to a square of `set`.
pub(super) const fn king(set: Bitboard) -> Bitboard {
    let set = set.0;
    let sides = ((set << 1) & NOT_A) | ((set >> 1) & NOT_H);
    let row = set | sides;
    Bitboard(sides | (row << 8) | (row >> 8))
}

/// The squares a knight's jump from `set`.
pub(super) const fn knight(set: Bitboard) -> Bitboard {
    let one = ((set.0 << 1) & NOT_A) | ((set.0 >> 1) & NOT_H);
    let two = ((set.0 << 2) & NOT_A & (NOT_A << 1)) | ((set.0 >> 2) & NOT_H & (NOT_H >> 1));
    Bitboard((one << 16) | (one >> 16) | (two << 8) | (two >> 8))
}

/// The squares that pawns of `color` on `set` attack.
pub(super) const fn pawn(color: Color, set: Bitboard) -> Bitboard {
    let row = ((set.0 << 1) & NOT_A) | ((set.0 >> 1) & NOT_H);
    ahead(color, Bitboard(row))
}

/// The squares straight ahead of `set`, one step as `color` sees it.
pub(super) const fn ahead(color: Color, set: Bitboard) -> Bitboard {
    match color {
        Color::White => Bitboard(set.0 << 8),
        Color::Black => Bitboard(set.0 >> 8),
    }
}

/// The squares ahead of `set` to the end of the board on the same files.
pub(super) const fn all_ahead(color: Color, set: Bitboard) -> Bitboard {
    let mut ray = ahead(color, set).0;
    match color {
        Color::White => {
            ray |= ray << 8;
            ray |= ray << 16;
            ray |= ray << 32;
        }
        Color::Black => {
            ray |= ray >> 8;
            ray |= ray >> 16;
            ray |= ray >> 32;
        }
    }
    Bitboard(ray)
}

/// The squares that a man of this role and color attacks from somewhere in `set`, up to and
/// including the first square of `blocked` on each line.
pub(super) fn attacks(color: Color, role: Role, set: Bitboard, blocked: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => pawn(color, set),
        Role::Knight => knight(set),
        Role::King => king(set),
        Role::Bishop => slide(&DIAGONAL, set, blocked),
        Role::Rook => slide(&STRAIGHT, set, blocked),
        Role::Queen => slide(&DIAGONAL, set, blocked) | slide(&STRAIGHT, set, blocked),
    }
}

fn slide(steps: &[Step], set: Bitboard, blocked: Bitboard) -> Bitboard {
    let mut attacked = 0;
    for step in steps {
        let mut front = step.take(set.0);
        while front != 0 {
            attacked |= front;
            front = step.take(front & !blocked.0);
        }
    }
    Bitboard(attacked)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Square;

    fn from(role: Role, square: Square, blocked: &[Square]) -> u32 {
        let blocked = blocked.iter().copied().collect();
        attacks(Color::White, role, Bitboard::of(square), blocked).count()
    }

    #[test]
    fn single_men_attack_what_they_should() {
        assert_eq!(from(Role::King, Square::A1, &[]), 3);
        assert_eq!(from(Role::King, Square::H5, &[]), 5);
        assert_eq!(from(Role::Knight, Square::A1, &[]), 2);
        assert_eq!(from(Role::Knight, Square::G7, &[]), 4);
        assert_eq!(from(Role::Knight, Square::E4, &[]), 8);
        assert_eq!(from(Role::Pawn, Square::A2, &[]), 1);
        assert_eq!(from(Role::Bishop, Square::A1, &[]), 7);
        assert_eq!(from(Role::Bishop, Square::E4, &[]), 13);
        assert_eq!(from(Role::Rook, Square::H8, &[]), 14);
        assert_eq!(from(Role::Queen, Square::D4, &[]), 27);
        assert_eq!(
            from(
                Role::Queen,
                Square::A1,
                &[Square::A2, Square::B2, Square::C1]
            ),
            4
        );
    }

    #[test]
    fn a_set_attacks_what_its_squares_attack() {
        let set: Bitboard = [Square::A1, Square::A2, Square::H7, Square::E4]
            .into_iter()
            .collect();
        let blocked: Bitboard = [Square::A4, Square::C6, Square::G7].into_iter().collect();
        for color in Color::ALL {
            for role in Role::ALL {
                let alone = set
                    .into_iter()
                    .map(|s| attacks(color, role, s.into(), blocked));
                let joined = alone.fold(Bitboard(0), |all, one| all | one);
                assert_eq!(attacks(color, role, set, blocked), joined, "{color} {role}");
            }
        }
    }
}
