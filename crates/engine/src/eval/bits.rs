//! Sets of squares as plain words, seen from one side or the other. `BLACK` says whose side it is.
//! Not here: what pieces attack (`tabiya_rules::attacks`).

use tabiya_rules::{Bitboard, Square, attacks};

pub(super) const FILE_A: u64 = 0x0101_0101_0101_0101;
pub(super) const FILE_H: u64 = FILE_A << 7;
/// Files a to d.
pub(super) const LEFT: u64 = FILE_A * 0x0f;
/// Files e to h.
pub(super) const RIGHT: u64 = !LEFT;
/// Squares of the color of a1.
pub(super) const DARK: u64 = Bitboard::DARK.0;
/// The four squares in the middle.
pub(super) const CENTER: u64 = 0x0000_0018_1800_0000;

pub(super) const fn file(index: usize) -> u64 {
    FILE_A << (index & 7)
}

/// A rank by its distance from that side's own edge, 0 to 7.
pub(super) const fn rank<const BLACK: bool>(index: usize) -> u64 {
    let index = if BLACK { 7 - (index & 7) } else { index & 7 };
    0xff << (8 * index)
}

pub(super) const fn bit(square: usize) -> u64 {
    1 << (square & 63)
}

pub(super) const fn file_of(square: usize) -> usize {
    square & 7
}

/// Which rank a square is on, from that side's own edge.
pub(super) const fn rank_of<const BLACK: bool>(square: usize) -> usize {
    let rank = (square & 63) >> 3;
    if BLACK { 7 - rank } else { rank }
}

/// The square as White would see it from that side's chair.
pub(super) const fn seen<const BLACK: bool>(square: usize) -> usize {
    if BLACK { square ^ 56 } else { square }
}

/// How far a file is from the edge, 0 to 3.
pub(super) const fn fold(file: usize) -> usize {
    if file > 3 { 7 - (file & 7) } else { file }
}

pub(super) const fn forward<const BLACK: bool>(set: u64) -> u64 {
    if BLACK { set >> 8 } else { set << 8 }
}

pub(super) const fn back<const BLACK: bool>(set: u64) -> u64 {
    if BLACK { set << 8 } else { set >> 8 }
}

pub(super) const fn sides(set: u64) -> u64 {
    ((set & !FILE_H) << 1) | ((set & !FILE_A) >> 1)
}

/// What pawns on those squares attack.
pub(super) const fn pawn_attacks<const BLACK: bool>(pawns: u64) -> u64 {
    sides(forward::<BLACK>(pawns))
}

/// What two pawns on those squares attack.
pub(super) const fn pawn_attacks_twice<const BLACK: bool>(pawns: u64) -> u64 {
    let ahead = forward::<BLACK>(pawns);
    ((ahead & !FILE_H) << 1) & ((ahead & !FILE_A) >> 1)
}

/// All squares strictly ahead of those, on their files.
pub(super) const fn ahead<const BLACK: bool>(set: u64) -> u64 {
    let mut set = forward::<BLACK>(set);
    if BLACK {
        set |= set >> 8;
        set |= set >> 16;
        set | set >> 32
    } else {
        set |= set << 8;
        set |= set << 16;
        set | set << 32
    }
}

/// All squares strictly behind those, on their files.
pub(super) const fn behind<const BLACK: bool>(set: u64) -> u64 {
    if BLACK {
        ahead::<false>(set)
    } else {
        ahead::<true>(set)
    }
}

pub(super) fn square(index: usize) -> Square {
    // Six bits always name a square.
    Square::from_index((index & 63) as u8).unwrap_or(Square::A1)
}

pub(super) fn king_attacks(index: usize) -> u64 {
    attacks::king_attacks(square(index)).0
}

pub(super) fn knight_attacks(index: usize) -> u64 {
    attacks::knight_attacks(square(index)).0
}

pub(super) fn bishop_attacks(index: usize, occupied: u64) -> u64 {
    attacks::bishop_attacks(square(index), Bitboard(occupied)).0
}

pub(super) fn rook_attacks(index: usize, occupied: u64) -> u64 {
    attacks::rook_attacks(square(index), Bitboard(occupied)).0
}

/// King's moves between two squares on an empty board.
pub(super) const fn distance(a: usize, b: usize) -> usize {
    let files = file_of(a).abs_diff(file_of(b));
    let ranks = rank_of::<false>(a).abs_diff(rank_of::<false>(b));
    if files > ranks { files } else { ranks }
}

pub(super) const fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

/// The squares of a set, a1 first.
pub(super) struct Squares(pub(super) u64);

impl Iterator for Squares {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let square = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_see_the_same_from_their_chairs() {
        let set = 0x0012_0408_8000_4100_u64;
        let flipped = set.swap_bytes();
        assert_eq!(forward::<true>(flipped), forward::<false>(set).swap_bytes());
        assert_eq!(ahead::<true>(flipped), ahead::<false>(set).swap_bytes());
        assert_eq!(behind::<true>(flipped), behind::<false>(set).swap_bytes());
        assert_eq!(
            pawn_attacks_twice::<true>(flipped),
            pawn_attacks_twice::<false>(set).swap_bytes()
        );
        assert_eq!(
            ahead::<false>(bit(12)),
            bit(20) | bit(28) | bit(36) | bit(44) | bit(52) | bit(60)
        );
        assert_eq!(rank::<true>(1), 0x00ff_0000_0000_0000);
        assert_eq!(distance(0, 63), 7);
        assert_eq!((fold(0), fold(7), fold(4)), (0, 0, 3));
    }
}
