//! Sets of legal moves that have something in common: the form in which they are found. Not here:
//! finding them (`movegen`), lists (`move_list`).

use core::iter::FusedIterator;

use crate::{Bitboard, Move, Role, Square};

/// Some legal moves of a position: of one man, or of all pawns that go the same way. Counting them
/// is cheaper than going through them.
///
/// ```
/// use core::ops::ControlFlow;
/// use tabiya_rules::Position;
///
/// let mut count = 0;
/// Position::standard().for_each_move_set(|set| -> ControlFlow<()> {
///     assert_eq!(set.len(), set.into_iter().count());
///     count += set.len();
///     ControlFlow::Continue(())
/// });
/// assert_eq!(count, 20);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveSet(pub(crate) Shape);

/// What the moves of a set have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// One man goes to any of the targets.
    Man {
        role: Role,
        from: Square,
        targets: Bitboard,
    },
    /// Each target is reached by a pawn from the square that many places before it.
    Pawns { step: i8, targets: Bitboard },
    /// The same by double steps.
    DoubleSteps { step: i8, targets: Bitboard },
    /// The same, and each pawn becomes any of four pieces.
    Promotions { step: i8, targets: Bitboard },
    /// A move of its own: castling or en passant.
    Single(Move),
}

impl MoveSet {
    /// How many moves there are.
    #[must_use]
    #[inline]
    pub const fn len(&self) -> usize {
        match self.0 {
            Shape::Man { targets, .. }
            | Shape::Pawns { targets, .. }
            | Shape::DoubleSteps { targets, .. } => targets.count() as usize,
            Shape::Promotions { targets, .. } => 4 * targets.count() as usize,
            Shape::Single(_) => 1,
        }
    }

    /// Whether there is no move.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The squares of arrival; for castling, **the rook's**.
    #[must_use]
    pub const fn targets(&self) -> Bitboard {
        match self.0 {
            Shape::Man { targets, .. }
            | Shape::Pawns { targets, .. }
            | Shape::DoubleSteps { targets, .. }
            | Shape::Promotions { targets, .. } => targets,
            Shape::Single(mv) => Bitboard::of(mv.to()),
        }
    }

    /// Shows each move, in the order of the iterator but with a loop of its own for each shape.
    #[inline(always)]
    pub(crate) fn show_each(self, to_whom: &mut impl EachMove) {
        match self.0 {
            Shape::Man {
                role,
                from,
                targets,
            } => {
                for to in targets {
                    to_whom.see(Move::normal(role, from, to));
                }
            }
            Shape::Pawns { step, targets } => {
                for to in targets {
                    to_whom.see(Move::single_step(back(to, step), to));
                }
            }
            Shape::DoubleSteps { step, targets } => {
                for to in targets {
                    to_whom.see(Move::double_step(back(to, step), to));
                }
            }
            Shape::Promotions { step, targets } => {
                for to in targets {
                    for mv in Move::promotions(back(to, step), to) {
                        to_whom.see(mv);
                    }
                }
            }
            Shape::Single(mv) => to_whom.see(mv),
        }
    }
}

/// Who looks at the moves of a set. A trait instead of a closure for the same reason as
/// [`Visitor`](crate::movegen::Visitor).
pub(crate) trait EachMove {
    fn see(&mut self, mv: Move);
}

impl IntoIterator for MoveSet {
    type Item = Move;
    type IntoIter = SetMoves;

    fn into_iter(self) -> SetMoves {
        SetMoves {
            left: self.len(),
            shape: self.0,
        }
    }
}

/// The moves of a [`MoveSet`] one after the other.
#[derive(Clone, Debug)]
pub struct SetMoves {
    shape: Shape,
    left: usize,
}

impl Iterator for SetMoves {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        self.left = self.left.checked_sub(1)?;
        match &mut self.shape {
            Shape::Man {
                role,
                from,
                targets,
            } => targets.pop().map(|to| Move::normal(*role, *from, to)),
            Shape::Pawns { step, targets } => targets
                .pop()
                .map(|to| Move::single_step(back(to, *step), to)),
            Shape::DoubleSteps { step, targets } => targets
                .pop()
                .map(|to| Move::double_step(back(to, *step), to)),
            Shape::Promotions { step, targets } => {
                let to = targets.first()?;
                // Four moves a target: it goes with the last of them.
                let turn = self.left % 4;
                if turn == 0 {
                    targets.pop();
                }
                let moves = Move::promotions(back(to, *step), to);
                moves.into_iter().rev().nth(turn)
            }
            Shape::Single(mv) => Some(*mv),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for SetMoves {}

impl FusedIterator for SetMoves {}

/// The square from which a pawn comes.
const fn back(to: Square, step: i8) -> Square {
    Square::from_low_bits(to.bits().wrapping_sub(step.cast_unsigned()))
}
