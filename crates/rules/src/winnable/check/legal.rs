//! What the law of check takes from a phase: squares on which a man of the side to move cannot
//! stand, because it would be giving check before its move.

use alloc::vec::Vec;

use crate::attacks::attacks;
use crate::{Bitboard, Piece, Role, Square};

use super::super::certificate::{ManRange, Phase};

/// The ranges of a phase, those of the side to move without the squares from which a man would
/// surely attack the king of the other side. Without a turn they stay as they are.
///
/// # Proof
///
/// In a position of the phase the side to move, c, attacks no king: the other side has just moved.
/// Let the other king stand on k for certain. A pawn, knight or king of c is on no square from which
/// it attacks k. Let a bishop, rook or queen of c stand on s, from which it attacks k on an empty
/// board, and let no man stand between, in any position of the phase, but men of c that move along
/// this line. Then, seen from k, the first man on the line is one of these or the man on s, and it
/// attacks k. So the man is not on s.
pub(super) fn without_checks(men: &[Piece], phase: &Phase) -> Vec<ManRange> {
    let mut ranges = phase.ranges.clone();
    let Some(turn) = phase.turn else {
        return ranges;
    };
    let is_other_king = |man: &Piece| man.role == Role::King && man.color != turn;
    let mut all = men.iter().zip(&phase.ranges);
    let king = all.find(|(man, _)| is_other_king(man));
    let Some(king) = king.and_then(|(_, range)| range.squares.single()) else {
        return ranges;
    };
    for (man, range) in men.iter().zip(&mut ranges) {
        if man.color == turn {
            let checks = |square: &Square| surely_checks(men, phase, *man, *square, king);
            range.squares = range.squares.into_iter().filter(|s| !checks(s)).collect();
        }
    }
    ranges
}

/// Whether that man of the side to move, on that square, or one before it would attack the king.
fn surely_checks(men: &[Piece], phase: &Phase, man: Piece, square: Square, king: Square) -> bool {
    let from = |role, obstacles| attacks(role, man.color, square, obstacles);
    if !from(man.role, Bitboard::EMPTY).contains(king) {
        return false;
    }
    let is_straight = from(Role::Rook, Bitboard::EMPTY).contains(king);
    let moves_along = |piece: &Piece| match piece.role {
        Role::Queen => true,
        Role::Rook => is_straight,
        Role::Bishop => !is_straight,
        Role::Pawn | Role::Knight | Role::King => false,
    };
    let mut obstacles = Bitboard::EMPTY;
    for (other, range) in men.iter().zip(&phase.ranges) {
        if other.color != man.color || !moves_along(other) {
            obstacles |= range.squares | range.promoted;
        }
    }
    // The king on its own square is no obstacle to an attack on it, nor is the man to its own.
    from(man.role, obstacles).contains(king)
}
