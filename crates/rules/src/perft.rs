//! Counting all lines of play to a depth, by which move generators are compared.

use core::convert::Infallible;
use core::hint::black_box;
use core::marker::PhantomData;
use core::ops::ControlFlow;

use crate::move_set::EachMove;
use crate::movegen::{Mover, Visitor};
use crate::{Move, MoveSet, Position};

/// How many different lines of exactly that many half-moves there are from a position. The last
/// moves are counted without being made.
///
/// ```
/// use tabiya_rules::{Position, perft};
///
/// assert_eq!(perft(&Position::standard(), 3), 8902);
/// ```
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves() as u64,
        _ => position
            .legal_moves()
            .iter()
            .map(|&mv| perft(&position.after_unchecked(mv), depth - 1))
            .sum(),
    }
}

/// The same count by making the last moves too, which takes longer: it is how fast moves are made
/// that this measures.
#[must_use]
pub fn perft_by_play(position: &Position, depth: u32) -> u64 {
    let mut count = Play {
        position,
        depth,
        nodes: 0,
    };
    if depth == 0 {
        return 1;
    }
    let ControlFlow::Continue(()) = position.visit_move_sets(&mut count);
    count.nodes
}

/// Looks at the sets of a position's moves.
struct Play<'a> {
    position: &'a Position,
    depth: u32,
    nodes: u64,
}

impl Visitor for Play<'_> {
    type Break = Infallible;

    #[inline(always)]
    fn visit<M: Mover>(&mut self, set: MoveSet) -> ControlFlow<Infallible> {
        set.show_each(&mut PlayEach {
            play: self,
            mover: PhantomData::<M>,
        });
        ControlFlow::Continue(())
    }
}

/// Makes the moves of a set.
struct PlayEach<'a, 'b, M> {
    play: &'a mut Play<'b>,
    mover: PhantomData<M>,
}

impl<M: Mover> EachMove for PlayEach<'_, '_, M> {
    #[inline(always)]
    fn see(&mut self, mv: Move) {
        let after = self.play.position.after(mv, M::US);
        self.play.nodes += if self.play.depth == 1 {
            // The position must be made although nobody looks at it.
            black_box(&after);
            1
        } else {
            perft_by_play(&after, self.play.depth - 1)
        };
    }
}
