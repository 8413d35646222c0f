//! How far a position is from a picture of mate, where there is force: a queen beside the king,
//! held by another man, or a rook on the king's edge of the board. Guesses order a search and prove
//! nothing.

use crate::attacks::{
    between, bishop_attacks, king_attacks, knight_attacks, queen_attacks, rook_attacks,
};
use crate::{Bitboard, Color, File, Rank, Square};

use super::field::Field;
use super::geometry;
use super::guide;

/// A man more to bring up, or a step more for a king.
const STEP: u32 = 3;
/// A square more that the king could flee to.
const FLIGHT: u32 = 4;
/// A man that could take the one that mates.
const DEFENDED: u32 = 3;
/// More than any picture costs; what lies beyond needs new force first.
const NO_FORCE: u32 = 200;

/// Lower is nearer to a mate by `winner`.
pub(super) fn cost(field: &Field, winner: Color) -> u32 {
    let view = View::new(field, winner);
    if view.queens.any() {
        view.with_queen()
    } else if view.rooks.any() {
        view.with_rook()
    } else if let Some(way) = guide::promotion(field, winner) {
        NO_FORCE + way
    } else {
        NO_FORCE + guide::to_mate(field, winner)
    }
}

struct View<'a> {
    field: &'a Field,
    winner: Color,
    /// The king to be mated, and the other one.
    fleeing: Square,
    hunter: Square,
    queens: Bitboard,
    rooks: Bitboard,
    /// The lines as they are once the fleeing king has moved.
    occupied: Bitboard,
    /// What the winner's men attack, heavy ones aside.
    held: Bitboard,
}

impl<'a> View<'a> {
    fn new(field: &'a Field, winner: Color) -> Self {
        let own = field.by_color(winner);
        let (fleeing, hunter) = (field.king(!winner), field.king(winner));
        let occupied = field.occupied - fleeing.into();
        let mut held = geometry::pawn(winner, field.pawns & own)
            | geometry::knight(field.knights & own)
            | king_attacks(hunter);
        for bishop in (field.diagonal - field.straight) & own {
            held |= bishop_attacks(bishop, occupied);
        }
        Self {
            field,
            winner,
            fleeing,
            hunter,
            queens: field.diagonal & field.straight & own,
            rooks: (field.straight - field.diagonal) & own,
            occupied,
            held,
        }
    }

    /// How many men of the loser, the king aside, could take or step in on these squares.
    fn defenders(&self, squares: Bitboard) -> u32 {
        let loser = !self.winner;
        let occupied = self.field.occupied;
        let mut all = Bitboard::EMPTY;
        for square in squares {
            all |= self.field.attackers(square, loser, occupied);
        }
        (all - self.fleeing.into()).count()
    }

    fn own(&self) -> Bitboard {
        self.field.by_color(self.winner)
    }

    /// The cheapest square beside the king for a queen.
    fn with_queen(&self) -> u32 {
        let mut held = self.held;
        for rook in self.rooks {
            held |= rook_attacks(rook, self.occupied);
        }
        let Some(queen) = self.queens.first() else {
            return NO_FORCE;
        };
        for other in self.queens - queen.into() {
            held |= queen_attacks(other, self.occupied);
        }
        let around = king_attacks(self.fleeing);
        let flights = around - self.field.by_color(!self.winner);
        let near = queen_attacks(queen, self.field.occupied) - self.own();
        let lines = self.occupied - queen.into();
        let targets = around - (self.own() - queen.into());
        let mut best = NO_FORCE / 2;
        for target in (targets & held).into_iter().chain(targets - held) {
            if best <= STEP && !held.contains(target) {
                break;
            }
            let attacked = queen_attacks(target, lines);
            let open = flights - attacked - held - target.into();
            let moves = match () {
                () if near.contains(target) => 0,
                () if (attacked & near).any() => 1,
                () => 2,
            };
            let mut cost = FLIGHT * open.count() + STEP * moves;
            if cost < best && !held.contains(target) {
                cost += STEP * self.steps_to_hold(target);
            }
            if cost < best {
                cost += DEFENDED * self.defenders(target.into());
                best = best.min(cost);
            }
        }
        best + 2 * edge_distance(self.fleeing)
    }

    /// How many moves it takes until a man of the winner other than the queen holds `target`.
    fn steps_to_hold(&self, target: Square) -> u32 {
        let own = self.own();
        let occupied = self.field.occupied;
        let knights = geometry::knight(self.field.knights & own) - own;
        let by_knight = (knights & knight_attacks(target)).any();
        let diagonal = bishop_attacks(target, occupied);
        let bishops = (self.field.diagonal - self.field.straight) & own;
        let mut by_line = bishops
            .into_iter()
            .any(|bishop| ((bishop_attacks(bishop, occupied) & diagonal) - own).any());
        if !by_line && self.rooks.any() {
            let straight = rook_attacks(target, occupied);
            by_line = self
                .rooks
                .into_iter()
                .any(|rook| ((rook_attacks(rook, occupied) & straight) - own).any());
        }
        if by_knight || by_line {
            return 1;
        }
        guide::distance(self.hunter, target).saturating_sub(1)
    }

    /// The cheapest of the edges on which the king stands, for a rook.
    fn with_rook(&self) -> u32 {
        let around = king_attacks(self.fleeing);
        let flights = around - self.field.by_color(!self.winner);
        let visible = rook_attacks(self.fleeing, self.field.occupied);
        let kings = guide::distance(self.hunter, self.fleeing).saturating_sub(2);
        let mut best = NO_FORCE / 2 + 6 * edge_distance(self.fleeing) + 2 * kings;
        for line in edges(self.fleeing) {
            for rook in self.rooks {
                let mut held = self.held;
                for other in self.rooks - rook.into() {
                    held |= rook_attacks(other, self.occupied);
                }
                let open = (flights - line - held).count();
                let near = rook_attacks(rook, self.field.occupied) - self.own();
                let places = (visible & line) - (around - held);
                let walk = if open > 0 { 2 * kings + 1 } else { 0 };
                let base = FLIGHT * open + walk;
                if base >= best {
                    continue;
                }
                best = best.min(base + 4 * STEP);
                for place in places {
                    let moves = match () {
                        () if near.contains(place) => 0,
                        () if (rook_attacks(place, self.field.occupied) & near).any() => 1,
                        () => 2,
                    };
                    let mut cost = base + STEP * moves;
                    if cost < best {
                        let way = between(place, self.fleeing) | place.into();
                        cost += DEFENDED * self.defenders(way);
                        best = best.min(cost);
                    }
                }
            }
        }
        best
    }
}

fn edge_distance(square: Square) -> u32 {
    let [file, rank] = [square.file().index(), square.rank().index()];
    let nearest = file.min(7 - file).min(rank).min(7 - rank);
    u32::try_from(nearest).unwrap_or(0)
}

/// The edges of the board on which the square lies.
fn edges(square: Square) -> impl Iterator<Item = Bitboard> {
    let rank = matches!(square.rank(), Rank::One | Rank::Eight);
    let file = matches!(square.file(), File::A | File::H);
    let rank = rank.then(|| Bitboard::rank(square.rank()));
    let file = file.then(|| Bitboard::file(square.file()));
    rank.into_iter().chain(file)
}
