//! Where every man may ever come: for each man on the board a set of squares that it cannot leave
//! by any series of legal moves. What follows for mate is worked out in `mate`.

use alloc::vec::Vec;

use crate::{Bitboard, ByColor, Color, Piece, Position, Rank, Role, Square};

use super::super::certificate::{Invariant, ManRange, Phase};
use super::super::geometry::{ahead, all_ahead, attacks, pawn};

/// A man, and the squares and the fate that it may ever meet.
pub(super) struct Man {
    pub(super) color: Color,
    pub(super) role: Role,
    start: Square,
    /// Every square on which it may ever stand.
    pub(super) squares: Bitboard,
    /// Whether it may ever be captured.
    capturable: bool,
}

impl Man {
    /// Stands where it stands in every position to come.
    const fn is_steady(&self) -> bool {
        !self.capturable && self.squares.0.count_ones() == 1
    }

    /// The squares that it attacks in every position to come. Lines are counted only for a steady
    /// man and for one step, where nothing can come between.
    fn attacks_forever(&self) -> Bitboard {
        let leaps = matches!(self.role, Role::Pawn | Role::Knight | Role::King);
        let few = if leaps { 4 } else { 1 };
        if self.capturable || self.squares.count() > few {
            return Bitboard(0);
        }
        let each = self.squares.into_iter().map(Bitboard::of);
        let attacked = each.map(|square| attacks(self.color, self.role, square, !Bitboard(0)));
        attacked.fold(!Bitboard(0), |common, one| common & one)
    }

    /// Whether it is a pawn that can neither be captured nor leave `file`.
    fn keeps_to(&self, file: Bitboard) -> bool {
        self.role == Role::Pawn && !self.capturable && (self.squares - file).is_empty()
    }
}

/// Squares that a man may come to in one move.
struct Targets {
    /// Without taking anything.
    quiet: Bitboard,
    /// Where it may also take a man, if one can be there.
    capture: Bitboard,
}

/// The men of a position with closed sets: no legal move from a position in which every man is on
/// a square of its set, or was captured and is `capturable`, leads out of the sets.
///
/// # Proof
///
/// The sets grow until no rule below adds anything. Take a series of legal moves and in it the
/// first move that leaves the final sets. Before it, all men are inside theirs, so what is called
/// *steady* (one square, not capturable) stands on its square, and what attacks a square *for
/// ever* attacks it. The move was one of these:
///
/// * A king, knight, bishop, rook or queen went from u to t. On the way there was no man, so no
///   steady one; on t there was no man of its own, so no steady one. A king did not go to an
///   attacked square, so to none that an enemy attacks for ever (that enemy was not the man taken
///   on t: it is not capturable). Exactly these are the limits in [`Reach::targets`], so t is in
///   the set.
/// * It captured a man q, on t. Then t is a target and in q's set: rule `mark_captures` made q
///   capturable. Kings are not captured.
/// * A pawn captured on t. An enemy that is not a king was on t, so t is in that enemy's set. En
///   passant: none is possible at the start, and later the pawn taken has just gone through t;
///   t is in its set, because a double step adds the square passed.
/// * A pawn p went straight to t. There was no man on t, so no steady one, and the same for the
///   square passed. Then the rule of order: let q be another pawn that is not capturable, ahead
///   of p at the start, and let both sets lie on one file. Neither ever left the file, q is on the
///   board, and men do not jump: q was still ahead of p after the move. So t comes before
///   the last square of q's set as p sees it.
/// * Castling is excluded: [`Reach::of`] refuses positions with castling rights.
/// * A promotion is excluded: [`Reach::of`] gives up as soon as a set meets the last rank.
pub(super) struct Reach {
    pub(super) men: Vec<Man>,
    steady: ByColor<Bitboard>,
    forever: ByColor<Bitboard>,
}

impl Reach {
    /// The closed sets of `position`; nothing if a pawn may promote, or if castling or en passant
    /// is possible now.
    pub(super) fn of(position: &Position) -> Option<Self> {
        if !position.castling_rights().is_empty() || position.ep_square().is_some() {
            return None;
        }
        let board = position.board();
        let men = board.occupied().into_iter().filter_map(|start| {
            let piece = board.piece_at(start)?;
            let (role, color) = (piece.role, piece.color);
            Some(Man {
                color,
                role,
                start,
                squares: Bitboard::of(start),
                capturable: false,
            })
        });
        let none = ByColor {
            white: Bitboard(0),
            black: Bitboard(0),
        };
        let mut reach = Self {
            men: men.collect(),
            steady: none,
            forever: none,
        };
        while reach.grow() {
            if reach.may_promote() {
                return None;
            }
        }
        Some(reach)
    }

    /// The same as a certificate.
    pub(super) fn to_invariant(&self) -> Invariant {
        let range = |man: &Man| ManRange {
            squares: man.squares,
            promoted: Bitboard::EMPTY,
            may_be_gone: man.capturable,
        };
        let mut behind = Vec::new();
        for (place, man) in (0..).zip(&self.men) {
            let file = Bitboard::file(man.start.file());
            let before = all_ahead(man.color, Bitboard::of(man.start));
            if man.role != Role::Pawn || !(man.squares - file).is_empty() {
                continue;
            }
            for (other_place, other) in (0..).zip(&self.men) {
                if other.keeps_to(file) && before.contains(other.start) {
                    behind.push((place, other_place));
                }
            }
        }
        Invariant {
            men: self
                .men
                .iter()
                .map(|man| Piece {
                    role: man.role,
                    color: man.color,
                })
                .collect(),
            phases: Vec::from([Phase {
                turn: None,
                passed: None,
                ranges: self.men.iter().map(range).collect(),
            }]),
            behind,
        }
    }

    /// The squares of men that stand for ever.
    pub(super) fn steady(&self) -> Bitboard {
        self.steady.white | self.steady.black
    }

    fn may_promote(&self) -> bool {
        let last = Bitboard(0xFF00_0000_0000_00FF);
        self.men
            .iter()
            .any(|man| man.role == Role::Pawn && (man.squares & last).any())
    }

    /// One round of all rules; whether anything was added.
    fn grow(&mut self) -> bool {
        self.summarize();
        let mut grew = false;
        for index in 0..self.men.len() {
            let Some(man) = self.men.get(index) else {
                continue;
            };
            let (color, old) = (man.color, man.squares);
            let targets = self.targets(man);
            grew |= self.mark_captures(!color, targets.capture);
            if let Some(man) = self.men.get_mut(index) {
                man.squares |= targets.capture | targets.quiet;
                grew |= man.squares != old;
            }
        }
        grew
    }

    /// Recomputes what stands for ever and what is attacked for ever.
    fn summarize(&mut self) {
        let none = ByColor {
            white: Bitboard(0),
            black: Bitboard(0),
        };
        (self.steady, self.forever) = (none, none);
        for man in &self.men {
            if man.is_steady() {
                *self.steady.get_mut(man.color) |= man.squares;
            }
            *self.forever.get_mut(man.color) |= man.attacks_forever();
        }
    }

    fn targets(&self, man: &Man) -> Targets {
        if man.role == Role::Pawn {
            return self.pawn_targets(man);
        }
        let mut to =
            attacks(man.color, man.role, man.squares, self.steady()) - *self.steady.get(man.color);
        if man.role == Role::King {
            to -= *self.forever.get(!man.color);
        }
        Targets {
            quiet: to,
            capture: to,
        }
    }

    fn pawn_targets(&self, man: &Man) -> Targets {
        let free = !(self.steady() | self.out_of_order(man));
        let second = match man.color {
            Color::White => Bitboard::rank(Rank::Two),
            Color::Black => Bitboard::rank(Rank::Seven),
        };
        let single = ahead(man.color, man.squares) & free;
        let double = ahead(man.color, ahead(man.color, man.squares & second) & free) & free;
        let mut prey = Bitboard(0);
        for other in &self.men {
            if other.color != man.color && other.role != Role::King {
                prey |= other.squares;
            }
        }
        Targets {
            quiet: single | double,
            capture: pawn(man.color, man.squares) & prey,
        }
    }

    /// The squares straight ahead that this pawn cannot come to without jumping over another.
    fn out_of_order(&self, man: &Man) -> Bitboard {
        let file = Bitboard::file(man.start.file());
        if !(man.squares - file).is_empty() {
            return Bitboard(0);
        }
        let before = all_ahead(man.color, Bitboard::of(man.start));
        let mut beyond = Bitboard(0);
        for other in &self.men {
            if other.keeps_to(file) && before.contains(other.start) {
                let last = match man.color {
                    Color::White => other.squares.last(),
                    Color::Black => other.squares.first(),
                };
                let last = last.map_or(Bitboard(0), Bitboard::of);
                beyond |= last | all_ahead(man.color, last);
            }
        }
        beyond
    }

    /// Every man of `color` that may stand on one of `squares` may be captured there.
    fn mark_captures(&mut self, color: Color, squares: Bitboard) -> bool {
        let mut grew = false;
        for man in &mut self.men {
            let exposed = man.color == color
                && man.role != Role::King
                && !man.capturable
                && (man.squares & squares).any();
            man.capturable |= exposed;
            grew |= exposed;
        }
        grew
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mode;

    /// A man of the start, and where it stands now; nothing once it was captured.
    type Places = Vec<Option<Square>>;

    fn reach(fen: &str) -> (Position, Option<Reach>) {
        let position = Position::from_fen(fen, Mode::Standard).unwrap();
        let reach = Reach::of(&position);
        (position, reach)
    }

    /// Plays `plies` random moves and asserts that no man leaves its set.
    fn walk(start: &Position, reach: &Reach, plies: u32, seed: &mut u64) {
        let mut position = start.clone();
        let mut places: Places = reach.men.iter().map(|man| Some(man.start)).collect();
        for _ in 0..plies {
            let moves = position.legal_moves();
            if moves.is_empty() {
                return;
            }
            *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let mv = moves[usize::try_from(*seed >> 33).unwrap() % moves.len()];
            let taken = mv.capture_square(&position);
            for (man, place) in reach.men.iter().zip(&mut places) {
                if taken.is_some() && *place == taken {
                    assert!(
                        man.capturable,
                        "{:?} was taken in {}",
                        man.start,
                        position.fen()
                    );
                    *place = None;
                } else if *place == Some(mv.from()) {
                    let to = mv.destination();
                    assert!(
                        man.squares.contains(to),
                        "{:?} to {to} in {}",
                        man.start,
                        start.fen()
                    );
                    *place = Some(to);
                }
            }
            position.play_unchecked(mv);
        }
    }

    #[test]
    fn no_man_leaves_its_squares() {
        let mut seed = 7;
        for fen in [
            "7k/8/8/1p1p1p1p/1P1P1P1P/8/8/7K w - - 0 1",
            "5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - - 0 1",
            "8/8/p1p5/PkP5/1P6/PP6/1K6/8 w - - 0 1",
            "8/1p2p1p1/1P2P1P1/Bp2pBp1/1P2P1P1/7k/1P2P3/7K b - - 0 1",
            "8/6p1/4k1P1/p3p1p1/P3P1P1/4K3/6P1/2B5 w - - 0 1",
            "8/3k4/2p3p1/1pPp2p1/1P1P2P1/8/2K5/2N5 w - - 0 1",
        ] {
            let (position, reach) = reach(fen);
            if let Some(reach) = reach {
                for _ in 0..200 {
                    walk(&position, &reach, 60, &mut seed);
                }
            }
        }
    }

    #[test]
    fn a_wall_holds_both_kings() {
        let (_, reach) = reach("7k/8/8/1p1p1p1p/1P1P1P1P/8/8/7K w - - 0 1");
        let reach = reach.unwrap();
        for man in &reach.men {
            let expected = match (man.role, man.color) {
                (Role::King, Color::White) => 24,
                (Role::King, Color::Black) => 24,
                _ => 1,
            };
            assert_eq!(man.squares.count(), expected, "{:?}", man.start);
        }
    }

    #[test]
    fn nothing_is_said_where_a_pawn_may_promote_or_castling_is_possible() {
        assert!(reach("7k/8/8/8/8/P6p/8/7K w - - 0 1").1.is_none());
        assert!(reach("4k3/8/8/p6p/P6P/8/8/4K2R w K - 0 1").1.is_none());
    }
}
