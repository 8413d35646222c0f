//! A mate by little force: with knights and bishops alone a king is mated in a corner, where a man of
//! its own stands beside it, or a second piece guards the last square. So a corner is chosen, and the
//! search goes where the four men are nearest to a picture of such a mate. Pictures order a search
//! and prove nothing.

use alloc::vec::Vec;

use crate::attacks::{attacks, between, bishop_attacks, king_attacks, knight_attacks};
use crate::{Bitboard, Color, Role, Square};

use super::field::Field;
use super::geometry::{self, all_ahead};
use super::guide::distance;

/// All pictures of a mate in one corner.
pub(super) struct Aim {
    winner: Color,
    corner: Square,
    pictures: Vec<Picture>,
    /// The kinds of men that may stand in their king's way, and where.
    blockers: Vec<(Role, Square)>,
    /// Whether the winner has a second piece.
    has_guard: bool,
}

/// Where the winner's king stands, the role and the places of the man that gives check, and why the
/// king cannot go to the square that these two leave.
#[derive(Clone, Copy)]
struct Picture {
    hunter: Square,
    role: Role,
    checkers: Bitboard,
    last: Last,
}

/// What keeps the king from the last square.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    /// This one of the blockers stands there.
    Blocked(usize),
    /// Another piece of the winner guards it.
    Guarded(Square),
}

/// A man that can never come there.
const NEVER: u32 = 60;
/// A longer way of a king is none.
const NO_WAY: u32 = 12;
/// What it costs at most that the other side's men guard a king's way.
const DETOUR: u32 = 1;
/// What a pawn costs that has to become another man first, its steps aside.
const PROMOTION: u32 = 2;
/// A man in the way of a pawn.
const OBSTACLE: u32 = 2;

/// The corners in which `winner` may mate with little force, the nearest first.
pub(super) fn aims(field: &Field, winner: Color) -> Vec<Aim> {
    let corners = [Square::A1, Square::H8, Square::A8, Square::H1];
    let aims = corners
        .into_iter()
        .map(|corner| Aim::new(field, winner, corner));
    let mut rated: Vec<(u32, Aim)> = aims.map(|aim| (aim.cost(field), aim)).collect();
    rated.retain(|(_, aim)| !aim.pictures.is_empty());
    rated.sort_by_key(|(cost, _)| *cost);
    rated.into_iter().map(|(_, aim)| aim).collect()
}

impl Aim {
    fn new(field: &Field, winner: Color, corner: Square) -> Self {
        let mut aim = Self {
            winner,
            corner,
            pictures: Vec::new(),
            blockers: Vec::new(),
            has_guard: (field.by_color(winner) - field.kings).more_than_one(),
        };
        let bishops = field.by_piece(winner, Role::Bishop);
        if field.by_piece(winner, Role::Knight).any() {
            aim.add_checks(Role::Knight, knight_attacks(corner));
        }
        let fits = |bishop: Square| bishop.is_dark() == corner.is_dark();
        if bishops.into_iter().any(fits) {
            aim.add_checks(Role::Bishop, bishop_attacks(corner, Bitboard::EMPTY));
        }
        aim
    }

    /// Adds the pictures in which a man of this role gives check from one of `checks`.
    fn add_checks(&mut self, role: Role, checks: Bitboard) {
        let around = king_attacks(self.corner);
        for hunter in geometry::king(around) - around - self.corner.into() {
            for checker in checks - hunter.into() {
                self.add(hunter, checker, role);
            }
        }
    }

    /// Adds the pictures with these two men: one for each kind of man that may stand on the one
    /// square that is still free for the king, and one with a second piece that guards it.
    fn add(&mut self, hunter: Square, checker: Square, role: Role) {
        let line = between(checker, self.corner);
        let attacked = attacks(role, self.winner, checker, Bitboard::of(hunter));
        let open = king_attacks(self.corner) - king_attacks(hunter) - attacked;
        let Some(blocker) = open.single().filter(|&open| open != checker) else {
            return;
        };
        if line.contains(hunter) {
            return;
        }
        let others = Bitboard::of(hunter) | checker.into();
        if self.has_guard {
            self.add_picture(hunter, role, checker, Last::Guarded(blocker));
        }
        for man in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook] {
            let is_nowhere = man == Role::Pawn && Bitboard::BACK_RANKS.contains(blocker);
            let attacked = attacks(man, !self.winner, blocker, others | self.corner.into());
            if is_nowhere || (attacked & (line | others)).any() {
                continue;
            }
            let place = self.blocker(man, blocker);
            self.add_picture(hunter, role, checker, Last::Blocked(place));
        }
    }

    fn add_picture(&mut self, hunter: Square, role: Role, checker: Square, last: Last) {
        let alike = |picture: &&mut Picture| {
            picture.hunter == hunter && picture.role == role && picture.last == last
        };
        match self.pictures.iter_mut().find(alike) {
            Some(picture) => picture.checkers |= checker.into(),
            None => self.pictures.push(Picture {
                hunter,
                role,
                checkers: checker.into(),
                last,
            }),
        }
    }

    fn blocker(&mut self, role: Role, square: Square) -> usize {
        let mut known = self.blockers.iter();
        known
            .position(|known| *known == (role, square))
            .unwrap_or_else(|| {
                self.blockers.push((role, square));
                self.blockers.len() - 1
            })
    }

    /// Lower is nearer to one of the pictures.
    pub(super) fn cost(&self, field: &Field) -> u32 {
        let loser = !self.winner;
        let men = field.by_color(self.winner);
        // The corner must be open for the king, and it should not take what mates it.
        let closed = field.attacked(self.winner, field.occupied - field.kings) | field.occupied;
        let flight = Ways::new(field.king(loser), closed).to(self.corner);
        // Where the kings keep each other out, one of them will step back.
        let no_kings = Field {
            kings: Bitboard::EMPTY,
            ..*field
        };
        let closed = no_kings.attacked(loser, field.occupied) | men;
        let hunter = field.king(self.winner);
        let ways = Ways::new(hunter, closed);
        let blocks: Vec<u32> = self
            .blockers
            .iter()
            .map(|&(role, square)| block(field, loser, role, square))
            .collect();
        let minors = men & (field.knights | field.diagonal);
        let cost = |picture: &Picture| {
            let checkers = minors & field.by_role(picture.role);
            let check = |man| steps(field, man, picture.checkers);
            let men = match picture.last {
                Last::Blocked(blocker) => {
                    let check = checkers.into_iter().map(check).min();
                    let block = blocks.get(blocker).copied().unwrap_or(NEVER);
                    check.map(|check| check + 3 * block)
                }
                Last::Guarded(square) => {
                    let both = |man: Square| check(man) + guard(field, minors - man.into(), square);
                    checkers.into_iter().map(both).min()
                }
            };
            let hunt = ways
                .to(picture.hunter)
                .min(distance(hunter, picture.hunter) + DETOUR);
            2 * hunt + men.unwrap_or(NEVER)
        };
        let nearest = self.pictures.iter().map(cost).min().unwrap_or(NEVER);
        nearest + (3 * flight).saturating_sub(2)
    }
}

/// Where a king can be after so many moves, as the other men stand now.
struct Ways([Bitboard; NO_WAY as usize]);

impl Ways {
    fn new(king: Square, closed: Bitboard) -> Self {
        let mut reached = Bitboard::of(king);
        let mut ways = Ways([reached; NO_WAY as usize]);
        for way in ways.0.iter_mut().skip(1) {
            reached |= geometry::king(reached) - closed;
            *way = reached;
        }
        ways
    }

    fn to(&self, square: Square) -> u32 {
        let found = (0..)
            .zip(&self.0)
            .find(|(_, reached)| reached.contains(square));
        found.map_or(NO_WAY, |(moves, _)| moves)
    }
}

/// How many moves the nearest of the winner's minor pieces needs to guard `square`.
fn guard(field: &Field, minors: Bitboard, square: Square) -> u32 {
    let moves = |man: Square| {
        let from = if field.knights.contains(man) {
            knight_attacks(square)
        } else {
            bishop_attacks(square, Bitboard::EMPTY)
        };
        steps(field, man, from)
    };
    minors.into_iter().map(moves).min().unwrap_or(NEVER)
}

/// How many moves the nearest man needs to stand on `square` as a man of that role.
fn block(field: &Field, color: Color, role: Role, square: Square) -> u32 {
    let target = Bitboard::of(square);
    let men = field.by_piece(color, role).into_iter();
    let pawns = field.by_piece(color, Role::Pawn).into_iter();
    let nearest = if role == Role::Pawn {
        pawns.map(|pawn| march(field, color, pawn, square)).min()
    } else {
        let come = men.map(|man| steps(field, man, target));
        let become_one = pawns.map(|pawn| {
            let last = all_ahead(color, Bitboard::of(pawn)) & Bitboard::BACK_RANKS;
            last.first().map_or(NEVER, |last| {
                march(field, color, pawn, last) + PROMOTION + role_steps(role, last, target)
            })
        });
        come.chain(become_one).min()
    };
    nearest.unwrap_or(NEVER)
}

/// The moves of a pawn straight ahead to `to`.
fn march(field: &Field, color: Color, pawn: Square, to: Square) -> u32 {
    if pawn == to {
        return 0;
    }
    if !all_ahead(color, Bitboard::of(pawn)).contains(to) {
        return NEVER;
    }
    let obstacles = (between(pawn, to) | to.into()) & field.occupied;
    distance(pawn, to) + OBSTACLE * obstacles.count()
}

/// The moves of a man to the nearest of `targets` on an empty board.
fn steps(field: &Field, man: Square, targets: Bitboard) -> u32 {
    role_steps(field.role_at(man).unwrap_or(Role::King), man, targets)
}

fn role_steps(role: Role, from: Square, targets: Bitboard) -> u32 {
    let mut reached = Bitboard::of(from);
    for moves in 0..6 {
        if (reached & targets).any() {
            return moves;
        }
        let next = reached | geometry::attacks(Color::White, role, reached, Bitboard::EMPTY);
        if next == reached {
            break;
        }
        reached = next;
    }
    NEVER
}

#[cfg(test)]
mod tests {
    use crate::{Budget, Color, Mode, Position, Verdict, verify, winnable};

    #[test]
    fn little_force_is_enough_with_help_within_few_positions() {
        for (fen, winner) in [
            ("8/8/8/3k4/8/2r5/8/1K3N2 w - - 0 1", Color::White),
            ("8/5k2/8/8/2b5/8/1P6/3K4 w - - 0 1", Color::Black),
            ("3qr3/8/2k2p2/8/8/5B2/1K6/8 b - - 0 1", Color::White),
            ("8/8/8/3Kb3/4Pk2/3n4/8/8 w - - 0 1", Color::Black),
        ] {
            let start = Position::from_fen(fen, Mode::Standard).unwrap();
            let verdict = winnable(&start, winner, Budget::positions(1_000));
            assert!(matches!(verdict, Verdict::Yes { .. }), "{fen}: {verdict:?}");
            assert!(verify(&start, winner, &verdict), "{fen}");
        }
    }
}
