//! Attacks along lines by subtraction (hyperbola quintessence): small tables and no search, in
//! constants too. Slower than `magic`, which is filled by it. Not here: other attacks.

use super::{FALLING, FILE, RISING};
use crate::{Bitboard, Square};

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

/// What is attacked on the two diagonals of a square.
pub(super) const fn on_diagonals(square: Square, occupied: Bitboard) -> [Bitboard; 2] {
    [
        line_attacks(square, RISING.get(square), occupied),
        line_attacks(square, FALLING.get(square), occupied),
    ]
}

/// What is attacked on the file and the rank of a square.
pub(super) const fn on_straights(square: Square, occupied: Bitboard) -> [Bitboard; 2] {
    [
        line_attacks(square, FILE.get(square), occupied),
        along_rank(square, occupied),
    ]
}

#[cfg(any(test, target_family = "wasm"))]
pub(super) fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    let [rising, falling] = on_diagonals(square, occupied);
    rising | falling
}

#[cfg(any(test, target_family = "wasm"))]
pub(super) fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    let [file, rank] = on_straights(square, occupied);
    file | rank
}
