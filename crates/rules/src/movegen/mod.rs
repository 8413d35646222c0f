//! The legal moves of a position, made from sets of squares: who gives check and who is pinned is
//! found first, so nothing has to be tried and taken back. Not here: why a move is illegal
//! (`why_illegal`).

mod castling;
mod generator;

use core::convert::Infallible;
use core::ops::ControlFlow;

pub(crate) use castling::CastlingPath;
use generator::{Black, Generator, Wanted, White};
pub(crate) use generator::{Mover, Visitor};

use crate::en_passant::captors;
use crate::move_set::EachMove;
use crate::{Bitboard, Color, Move, MoveKind, MoveList, MoveSet, Position, Role, Side, Square};

impl Position {
    /// All legal moves (article 3.10.1). Each promotion counts as a move of its own.
    ///
    /// ```
    /// use tabiya_rules::Position;
    ///
    /// assert_eq!(Position::standard().legal_moves().len(), 20);
    /// ```
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = List(MoveList::new());
        let ControlFlow::Continue(()) = self.visit_move_sets(&mut list);
        list.0
    }

    /// The legal moves that take a man or promote a pawn: what a search looks at first, and is
    /// cheaper to find than all moves.
    ///
    /// ```
    /// use tabiya_rules::{Mode, Position};
    ///
    /// let fen = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    /// let position = Position::from_fen(fen, Mode::Standard)?;
    /// assert_eq!(position.legal_forcing_moves().len(), 8);
    /// assert_eq!(position.legal_quiet_moves().len(), 5);
    /// # Ok::<(), tabiya_rules::FromFenError>(())
    /// ```
    #[must_use]
    pub fn legal_forcing_moves(&self) -> MoveList {
        let mut list = ForcingList(List(MoveList::new()));
        let ControlFlow::Continue(()) = self.visit_move_sets(&mut list);
        list.0.0
    }

    /// The legal moves that neither take a man nor promote a pawn, castling among them.
    #[must_use]
    pub fn legal_quiet_moves(&self) -> MoveList {
        let mut list = QuietList(List(MoveList::new()));
        let ControlFlow::Continue(()) = self.visit_move_sets(&mut list);
        list.0.0
    }

    /// Shows the legal moves set by set, in no order and without a list, until the visitor breaks
    /// off. Sets may be empty.
    pub fn for_each_move_set<B>(
        &self,
        show: impl FnMut(MoveSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_move_sets(&mut Show(show))
    }

    #[inline(always)]
    pub(crate) fn visit_move_sets<V: Visitor>(&self, visitor: &mut V) -> ControlFlow<V::Break> {
        match self.turn() {
            Color::White => Generator::new::<White>(self).run::<White, V>(visitor),
            Color::Black => Generator::new::<Black>(self).run::<Black, V>(visitor),
        }
    }

    /// How many legal moves there are. Cheaper than the length of the list.
    #[must_use]
    pub fn count_legal_moves(&self) -> usize {
        let mut count = Count(0);
        let ControlFlow::Continue(()) = self.visit_move_sets(&mut count);
        count.0
    }

    /// Whether there is any legal move.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        let stop_at_any = |set: MoveSet| {
            if set.is_empty() {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        };
        self.for_each_move_set(stop_at_any).is_break()
    }

    /// Whether this is a legal move here.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        match mv.kind() {
            MoveKind::Castle(side) => self.legal_castling(side) == Some(mv),
            MoveKind::EnPassant => self.passed_square().is_some_and(|target| {
                mv.to() == target && captors(self.board(), self.turn(), target).contains(mv.from())
            }),
            MoveKind::Normal => {
                let mover = mv.mover(self.turn());
                let is_last = mover.is_pawn() && Bitboard::BACK_RANKS.contains(mv.to());
                self.board().code_at(mv.from()) == mover
                    && mv.promotion().is_some() == is_last
                    && (is_last || mv == Move::normal(mv.role(), mv.from(), mv.to()))
                    && self.legal_targets(mv.from()).contains(mv.to())
            }
        }
    }

    /// The legal move by which the man on a square goes to another one without promotion, castling
    /// aside.
    #[must_use]
    pub(crate) fn plain_move(&self, from: Square, to: Square) -> Option<Move> {
        let role = self.board().role_at(from)?;
        let mv = match role {
            Role::Pawn if self.passed_square() == Some(to) && from.file() != to.file() => {
                Move::en_passant(from, to)
            }
            role => Move::normal(role, from, to),
        };
        self.is_legal(mv).then_some(mv)
    }

    /// Where the man on a square may legally go, castling and en passant aside; nowhere if it is
    /// not a man of the side to move.
    #[must_use]
    pub(crate) fn legal_targets(&self, from: Square) -> Bitboard {
        if !self.board().by_color(self.turn()).contains(from) {
            return Bitboard::EMPTY;
        }
        match self.turn() {
            Color::White => Generator::new::<White>(self).targets::<White>(from),
            Color::Black => Generator::new::<Black>(self).targets::<Black>(from),
        }
    }

    /// The castling move to that side, if it is legal now.
    #[must_use]
    pub(crate) fn legal_castling(&self, side: Side) -> Option<Move> {
        match self.turn() {
            Color::White => Generator::new::<White>(self).legal_castling::<White>(side),
            Color::Black => Generator::new::<Black>(self).legal_castling::<Black>(side),
        }
    }

    /// Whether the side to move is mated: in check, and no legal move (article 1.4.1).
    #[must_use]
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && !self.has_legal_move()
    }

    /// Whether the side to move is stalemated: not in check, and no legal move (article 5.2.1).
    #[must_use]
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && !self.has_legal_move()
    }
}

/// Puts the moves on a list.
struct List(MoveList);

impl Visitor for List {
    type Break = Infallible;

    #[inline(always)]
    fn visit<M: Mover>(&mut self, set: MoveSet) -> ControlFlow<Infallible> {
        set.show_each(self);
        ControlFlow::Continue(())
    }
}

impl EachMove for List {
    #[inline(always)]
    fn see(&mut self, mv: Move) {
        self.0.push(mv);
    }
}

/// Puts captures and promotions on a list.
struct ForcingList(List);

impl Visitor for ForcingList {
    type Break = Infallible;
    const WANTED: Wanted = Wanted::Forcing;

    #[inline(always)]
    fn visit<M: Mover>(&mut self, set: MoveSet) -> ControlFlow<Infallible> {
        self.0.visit::<M>(set)
    }
}

/// Puts all other moves on a list.
struct QuietList(List);

impl Visitor for QuietList {
    type Break = Infallible;
    const WANTED: Wanted = Wanted::Quiet;

    #[inline(always)]
    fn visit<M: Mover>(&mut self, set: MoveSet) -> ControlFlow<Infallible> {
        self.0.visit::<M>(set)
    }
}

struct Count(usize);

impl Visitor for Count {
    type Break = Infallible;

    #[inline(always)]
    fn visit<M: Mover>(&mut self, set: MoveSet) -> ControlFlow<Infallible> {
        self.0 += set.len();
        ControlFlow::Continue(())
    }
}

/// Shows the sets to a closure.
struct Show<F>(F);

impl<B, F: FnMut(MoveSet) -> ControlFlow<B>> Visitor for Show<F> {
    type Break = B;

    #[inline(always)]
    fn visit<M: Mover>(&mut self, set: MoveSet) -> ControlFlow<B> {
        (self.0)(set)
    }
}
