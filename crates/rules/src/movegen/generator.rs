//! The generator: one for each color, so that the compiler knows which way pawns go. It finds sets
//! of moves and hands them on. Not here: what is done with them.

use core::ops::ControlFlow;

use super::castling::CastlingPath;
use crate::attacks::{
    attacks, between, bishop_attacks, king_attacks, knight_attacks, knights_attacks, line,
    pawn_attacks, pawns_attacks, queen_attacks, rook_attacks,
};
use crate::en_passant::{captors, neighbors};
use crate::move_set::{MoveSet, Shape};
use crate::{Bitboard, Board, Color, Mode, Move, Position, Rank, Role, Side, Square};

/// The side to move, known to the compiler.
pub(crate) trait Mover {
    const US: Color;
    const THEM: Color;
    /// How many squares on a pawn stands after one step.
    const AHEAD: i8;
    /// The rank on which a pawn may stop on its double step, but does not.
    const PASSED: Bitboard;
}

pub(crate) enum White {}

impl Mover for White {
    const US: Color = Color::White;
    const THEM: Color = Color::Black;
    const AHEAD: i8 = 8;
    const PASSED: Bitboard = Bitboard::rank(Rank::Three);
}

pub(crate) enum Black {}

impl Mover for Black {
    const US: Color = Color::Black;
    const THEM: Color = Color::White;
    const AHEAD: i8 = -8;
    const PASSED: Bitboard = Bitboard::rank(Rank::Six);
}

/// Who looks at the sets. A trait instead of a closure, so that each way of looking is built into
/// each place where a set is found: there the compiler knows the role, the color and much more.
pub(crate) trait Visitor {
    /// What it brings along when it breaks off.
    type Break;

    /// Which moves it wants to see.
    const WANTED: Wanted = Wanted::All;

    fn visit<M: Mover>(&mut self, set: MoveSet) -> ControlFlow<Self::Break>;
}

/// Which of the legal moves are looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    All,
    /// Captures and promotions.
    Forcing,
    /// The others.
    Quiet,
}

/// What generating needs to know of a position.
pub(crate) struct Generator<'a> {
    position: &'a Position,
    king: Square,
    own: Bitboard,
    enemies: Bitboard,
    occupied: Bitboard,
    checkers: Bitboard,
    /// Men that alone shield their king from a line piece.
    pinned: Bitboard,
    /// Where a man other than the king must go to answer a check: anywhere, if there is none.
    answers: Bitboard,
}

impl<'a> Generator<'a> {
    #[inline(always)]
    pub(crate) fn new<M: Mover>(position: &'a Position) -> Generator<'a> {
        let board = position.board();
        let king = position.king(M::US);
        let own = board.by_color(M::US);
        let enemies = board.by_color(M::THEM);
        let occupied = board.occupied();
        let mut checkers = ((knight_attacks(king) & board.by_role(Role::Knight))
            | (pawn_attacks(M::US, king) & board.by_role(Role::Pawn)))
            & enemies;
        let mut pinned = Bitboard::EMPTY;
        for sniper in board.snipers(king, M::THEM) {
            let shields = between(king, sniper) & occupied;
            if shields.is_empty() {
                checkers |= sniper.into();
            } else if !shields.more_than_one() {
                pinned |= shields & own;
            }
        }
        let answers = match checkers.first() {
            None => Bitboard::ALL,
            Some(_) if checkers.more_than_one() => Bitboard::EMPTY,
            Some(checker) => between(king, checker) | checkers,
        };
        Generator {
            position,
            king,
            own,
            enemies,
            occupied,
            checkers,
            pinned,
            answers,
        }
    }

    const fn board(&self) -> &'a Board {
        self.position.board()
    }

    /// Shows all legal moves, set by set.
    #[inline(always)]
    pub(crate) fn run<M: Mover, V: Visitor>(&self, visitor: &mut V) -> ControlFlow<V::Break> {
        self.king_moves::<M, V>(visitor)?;
        if self.checkers.more_than_one() {
            return ControlFlow::Continue(());
        }
        self.pieces::<M, V>(visitor)?;
        let pawns = (self.board().by_role(Role::Pawn) & self.own) - self.pinned;
        self.pawns::<M, V>(visitor, pawns, self.answers & self.pawn_goals::<V>())?;
        if self.pinned.any() {
            self.pinned_men::<M, V>(visitor)?;
        }
        if matches!(V::WANTED, Wanted::Quiet) {
            return ControlFlow::Continue(());
        }
        self.en_passant::<M, V>(visitor)
    }

    /// Where a man other than a pawn arrives by a move that is looked for.
    #[inline(always)]
    fn goals<V: Visitor>(&self) -> Bitboard {
        match V::WANTED {
            Wanted::All => !self.own,
            Wanted::Forcing => self.enemies,
            Wanted::Quiet => !self.occupied,
        }
    }

    /// The same for a pawn, en passant aside.
    #[inline(always)]
    fn pawn_goals<V: Visitor>(&self) -> Bitboard {
        match V::WANTED {
            Wanted::All => Bitboard::ALL,
            Wanted::Forcing => self.enemies | Bitboard::BACK_RANKS,
            Wanted::Quiet => !(self.enemies | Bitboard::BACK_RANKS),
        }
    }

    /// Every square that the enemy attacks. The king does not shield the squares behind it from
    /// the man that attacks it.
    #[inline(always)]
    fn attacked<M: Mover>(&self) -> Bitboard {
        let board = self.board();
        let occupied = self.occupied - Bitboard::of(self.king);
        let mut attacked = pawns_attacks(M::THEM, board.by_role(Role::Pawn) & self.enemies)
            | knights_attacks(board.by_role(Role::Knight) & self.enemies)
            | king_attacks(self.position.king(M::THEM));
        for square in board.diagonal_movers() & self.enemies {
            attacked |= bishop_attacks(square, occupied);
        }
        for square in board.straight_movers() & self.enemies {
            attacked |= rook_attacks(square, occupied);
        }
        attacked
    }

    #[inline(always)]
    fn king_moves<M: Mover, V: Visitor>(&self, visitor: &mut V) -> ControlFlow<V::Break> {
        let steps = king_attacks(self.king) & self.goals::<V>();
        let may_castle = !matches!(V::WANTED, Wanted::Forcing)
            && self.checkers.is_empty()
            && self.position.castling_men().contains(self.king);
        let paths = if may_castle {
            Side::ALL.map(|side| self.clear_path::<M>(side))
        } else {
            [None, None]
        };
        // Often the king is shut in by its own men, and then it does not matter what is attacked.
        if steps.is_empty() && matches!(paths, [None, None]) {
            return ControlFlow::Continue(());
        }
        let attacked = self.attacked::<M>();
        show_man::<M, V>(visitor, Role::King, self.king, steps - attacked)?;
        for path in paths.into_iter().flatten() {
            if let Some(mv) = self.castling(&path, attacked) {
                visitor.visit::<M>(MoveSet(Shape::Single(mv)))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The way of castling to that side, if there is the right and nothing stands in the way.
    #[inline(always)]
    fn clear_path<M: Mover>(&self, side: Side) -> Option<CastlingPath> {
        let rook = self.position.castling_rights().rook(M::US, side)?;
        let path = CastlingPath::new(M::US, self.king, rook, side);
        (path.must_be_empty() & self.occupied)
            .is_empty()
            .then_some(path)
    }

    /// Castling on a clear way, if it is legal now (article 3.8.2, Guidelines II.3).
    fn castling(&self, path: &CastlingPath, attacked: Bitboard) -> Option<Move> {
        if (path.king_way() & attacked).any() {
            return None;
        }
        // Only in Chess960 can the rook have been its king's shield.
        let unshielded =
            self.position.mode() == Mode::Chess960 && path.attackers_after(self.position).any();
        (!unshielded).then(|| Move::castle(path.king, path.rook))
    }

    /// Knights, bishops, rooks and queens that are free to move.
    #[inline(always)]
    fn pieces<M: Mover, V: Visitor>(&self, visitor: &mut V) -> ControlFlow<V::Break> {
        let board = self.board();
        let movers = self.own - self.pinned;
        let open = self.answers & self.goals::<V>();
        for from in board.by_role(Role::Knight) & movers {
            show_man::<M, V>(visitor, Role::Knight, from, knight_attacks(from) & open)?;
        }
        for from in board.by_role(Role::Bishop) & movers {
            let targets = bishop_attacks(from, self.occupied) & open;
            show_man::<M, V>(visitor, Role::Bishop, from, targets)?;
        }
        for from in board.by_role(Role::Rook) & movers {
            let targets = rook_attacks(from, self.occupied) & open;
            show_man::<M, V>(visitor, Role::Rook, from, targets)?;
        }
        for from in board.by_role(Role::Queen) & movers {
            let targets = queen_attacks(from, self.occupied) & open;
            show_man::<M, V>(visitor, Role::Queen, from, targets)?;
        }
        ControlFlow::Continue(())
    }

    /// These pawns, onto allowed squares.
    #[inline(always)]
    fn pawns<M: Mover, V: Visitor>(
        &self,
        visitor: &mut V,
        pawns: Bitboard,
        allowed: Bitboard,
    ) -> ControlFlow<V::Break> {
        let (one, two) = self.steps::<M>(pawns);
        let ahead = pawns.forward(M::US);
        visitor.visit::<M>(MoveSet(Shape::DoubleSteps {
            step: 2 * M::AHEAD,
            targets: two & allowed,
        }))?;
        let ways = [
            (M::AHEAD, one),
            (M::AHEAD + 1, ahead.east() & self.enemies),
            (M::AHEAD - 1, ahead.west() & self.enemies),
        ];
        for (step, targets) in ways {
            let (targets, last) = (
                (targets & allowed) - Bitboard::BACK_RANKS,
                targets & allowed & Bitboard::BACK_RANKS,
            );
            visitor.visit::<M>(MoveSet(Shape::Pawns { step, targets }))?;
            if last.any() {
                visitor.visit::<M>(MoveSet(Shape::Promotions {
                    step,
                    targets: last,
                }))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The empty squares that these pawns reach by one step ahead, and by two.
    #[inline(always)]
    fn steps<M: Mover>(&self, pawns: Bitboard) -> (Bitboard, Bitboard) {
        let one = pawns.forward(M::US) - self.occupied;
        let two = (one & M::PASSED).forward(M::US) - self.occupied;
        (one, two)
    }

    /// Men that shield their king may only move along the line to the attacker.
    #[inline(never)]
    fn pinned_men<M: Mover, V: Visitor>(&self, visitor: &mut V) -> ControlFlow<V::Break> {
        let movers = |role| self.board().by_role(role) & self.pinned;
        for role in [Role::Bishop, Role::Rook, Role::Queen] {
            for from in movers(role) {
                let targets = self.targets_of_other::<M>(from) & self.goals::<V>();
                show_man::<M, V>(visitor, role, from, targets)?;
            }
        }
        for from in movers(Role::Pawn) {
            let allowed = self.answers & line(self.king, from) & self.pawn_goals::<V>();
            self.pawns::<M, V>(visitor, from.into(), allowed)?;
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn en_passant<M: Mover, V: Visitor>(&self, visitor: &mut V) -> ControlFlow<V::Break> {
        if let Some(target) = self.position.passed_square() {
            if neighbors(self.board(), M::US, target).is_empty() {
                return ControlFlow::Continue(());
            }
            for from in captors(self.board(), M::US, target) {
                visitor.visit::<M>(MoveSet(Shape::Single(Move::en_passant(from, target))))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Where one man of the side to move may go, castling and en passant aside.
    pub(crate) fn targets<M: Mover>(&self, from: Square) -> Bitboard {
        if from == self.king {
            king_attacks(from) - self.own - self.attacked::<M>()
        } else {
            self.targets_of_other::<M>(from)
        }
    }

    fn targets_of_other<M: Mover>(&self, from: Square) -> Bitboard {
        let reached = match self.board().role_at(from) {
            None => Bitboard::EMPTY,
            Some(Role::Pawn) => {
                let (one, two) = self.steps::<M>(from.into());
                one | two | (pawn_attacks(M::US, from) & self.enemies)
            }
            Some(role) => attacks(role, M::US, from, self.occupied) - self.own,
        };
        let mut allowed = self.answers;
        if self.pinned.contains(from) {
            allowed &= line(self.king, from);
        }
        reached & allowed
    }

    /// Castling to that side, if it is legal now.
    pub(crate) fn legal_castling<M: Mover>(&self, side: Side) -> Option<Move> {
        if self.checkers.any() {
            return None;
        }
        self.castling(&self.clear_path::<M>(side)?, self.attacked::<M>())
    }
}

#[inline(always)]
fn show_man<M: Mover, V: Visitor>(
    visitor: &mut V,
    role: Role,
    from: Square,
    targets: Bitboard,
) -> ControlFlow<V::Break> {
    visitor.visit::<M>(MoveSet(Shape::Man {
        role,
        from,
        targets,
    }))
}
