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

/// What a position looks like.
#[derive(Clone, Copy)]
pub(super) struct Sight {
    /// Lower is nearer to a mate.
    pub(super) cost: u32,
    /// Where a man of the winner is wanted.
    place: Option<Square>,
}

/// How near the position is to a mate by `winner`.
pub(super) fn sight(field: &Field, winner: Color) -> Sight {
    let view = View::new(field, winner);
    if view.queens.any() {
        view.with_queen()
    } else if view.rooks.any() {
        view.with_rook()
    } else {
        let far = match guide::promotion(field, winner) {
            Some(way) => way,
            None => guide::to_mate(field, winner),
        };
        Sight {
            cost: NO_FORCE + far,
            place: None,
        }
    }
}

/// The squares on which the winner's next man is wanted, as it seems, in a position that looks so.
pub(super) fn wanted(field: &Field, winner: Color, sight: Sight) -> Bitboard {
    let own = field.by_color(winner);
    let (fleeing, hunter) = (field.king(!winner), field.king(winner));
    let around = king_attacks(hunter);
    let nearer = |to| {
        let is_nearer = |&step: &Square| guide::distance(step, to) < guide::distance(hunter, to);
        around.into_iter().filter(is_nearer).collect::<Bitboard>()
    };
    if (field.diagonal & field.straight & own).any() {
        let Some(target) = sight.place else {
            return nearer(fleeing);
        };
        let lines = queen_attacks(target, field.occupied - fleeing.into());
        lines | target.into() | knight_attacks(target) | nearer(target)
    } else if (field.straight & own).any() {
        let lines = sight.place.map_or(Bitboard::EMPTY, |place| {
            rook_attacks(place, field.occupied) | place.into()
        });
        lines | nearer(fleeing)
    } else {
        geometry::ahead(winner, field.pawns & own)
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

    /// How many men of the loser, the king aside, could take on this square.
    fn defenders(&self, square: Square) -> u32 {
        let all = self
            .field
            .attackers(square, !self.winner, self.field.occupied);
        (all - self.fleeing.into()).count()
    }

    /// Where men of the loser, the king aside, could take or step in.
    fn guarded(&self) -> Bitboard {
        let without_kings = Field {
            kings: Bitboard::EMPTY,
            ..*self.field
        };
        without_kings.attacked(!self.winner, self.field.occupied)
    }

    fn own(&self) -> Bitboard {
        self.field.by_color(self.winner)
    }

    /// The cheapest square beside the king for a queen, and what it costs.
    fn with_queen(&self) -> Sight {
        let mut held = self.held;
        for rook in self.rooks {
            held |= rook_attacks(rook, self.occupied);
        }
        let Some(queen) = self.queens.first() else {
            return Sight {
                cost: NO_FORCE,
                place: None,
            };
        };
        for other in self.queens - queen.into() {
            held |= queen_attacks(other, self.occupied);
        }
        let around = king_attacks(self.fleeing);
        let flights = around - self.field.by_color(!self.winner);
        let near = queen_attacks(queen, self.field.occupied) - self.own();
        let lines = self.occupied - queen.into();
        let targets = around - (self.own() - queen.into());
        let mut best = (NO_FORCE / 2, None);
        for target in (targets & held).into_iter().chain(targets - held) {
            if best.0 <= STEP && !held.contains(target) {
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
            if cost < best.0 && !held.contains(target) {
                cost += STEP * self.steps_to_hold(target);
            }
            if cost < best.0 {
                cost += DEFENDED * self.defenders(target);
                if cost < best.0 {
                    best = (cost, Some(target));
                }
            }
        }
        Sight {
            cost: best.0 + 2 * edge_distance(self.fleeing),
            place: best.1,
        }
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

    /// What the cheapest of the edges costs on which the king stands, for a rook, and where the
    /// rook belongs.
    fn with_rook(&self) -> Sight {
        let around = king_attacks(self.fleeing);
        let flights = around - self.field.by_color(!self.winner);
        let visible = rook_attacks(self.fleeing, self.field.occupied);
        let kings = guide::distance(self.hunter, self.fleeing).saturating_sub(2);
        let mut guarded = None;
        let mut best = (
            NO_FORCE / 2 + 6 * edge_distance(self.fleeing) + 2 * kings,
            None,
        );
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
                if base >= best.0 {
                    continue;
                }
                if base + 4 * STEP < best.0 {
                    best = (base + 4 * STEP, None);
                }
                for place in (places & near).into_iter().chain(places - near) {
                    let mut cost = base;
                    if !near.contains(place) {
                        if base + STEP >= best.0 {
                            break;
                        }
                        let is_near = (rook_attacks(place, self.field.occupied) & near).any();
                        cost += if is_near { STEP } else { 2 * STEP };
                    }
                    if cost < best.0 {
                        let guarded = *guarded.get_or_insert_with(|| self.guarded());
                        let way = between(place, self.fleeing) | place.into();
                        cost += DEFENDED * (way & guarded).count();
                        if cost < best.0 {
                            best = (cost, Some(place));
                        }
                    }
                }
            }
        }
        Sight {
            cost: best.0,
            place: best.1,
        }
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
