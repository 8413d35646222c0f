//! What evaluation tells of the weights that it uses: nothing when it plays, all of it for tuning.
//! Not here: what becomes of it (`training`).

use super::layout::{TERM_COUNT, Term};
use super::pair::Pair;
use super::weights::WEIGHTS;

/// Listens to an evaluation. Counts are from White's side unless it says otherwise.
pub(crate) trait Trace {
    /// Whether anything is told at all: caches are not used then.
    const ON: bool;
    /// A weight of [`super::layout::TERMS`] counts so many times.
    fn term(&mut self, index: usize, count: i32);
    /// A weight of [`super::layout::DANGERS`] counts so many times against a king, Black's or not.
    fn danger(&mut self, black: bool, index: usize, count: i32);
    /// A weight of [`super::layout::COMPLEXITIES`] counts so many times.
    fn complexity(&mut self, index: usize, count: i32);
    /// How the sums are put together.
    fn frame(&mut self, frame: Frame);
}

/// How the sums of a position make its value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Frame {
    /// 0 (pawns only) to 24 (all pieces).
    pub(crate) phase: i32,
    /// What the endgame value is worth if White, if Black is ahead, 0 to 64.
    pub(crate) scale: [i32; 2],
}

/// Tells nothing.
pub(crate) struct Silent;

impl Trace for Silent {
    const ON: bool = false;
    #[inline(always)]
    fn term(&mut self, _index: usize, _count: i32) {}
    #[inline(always)]
    fn danger(&mut self, _black: bool, _index: usize, _count: i32) {}
    #[inline(always)]
    fn complexity(&mut self, _index: usize, _count: i32) {}
    #[inline(always)]
    fn frame(&mut self, _frame: Frame) {}
}

/// The sum of one side's terms.
pub(super) struct Sum<'trace, T, const BLACK: bool> {
    pub(super) value: Pair,
    trace: &'trace mut T,
}

impl<'trace, T: Trace, const BLACK: bool> Sum<'trace, T, BLACK> {
    pub(super) fn new(trace: &'trace mut T) -> Sum<'trace, T, BLACK> {
        Sum {
            value: Pair::ZERO,
            trace,
        }
    }

    /// One more of that weight.
    #[inline(always)]
    pub(super) fn one(&mut self, term: Term, offset: usize) {
        let index = index(term, offset);
        self.value = self.value.plus(WEIGHTS[index]);
        self.tell(index, 1);
    }

    /// So many more of that weight.
    #[inline(always)]
    pub(super) fn many(&mut self, term: Term, offset: usize, count: i32) {
        let index = index(term, offset);
        self.value = self.value.plus(WEIGHTS[index].times(count));
        self.tell(index, count);
    }

    #[inline(always)]
    fn tell(&mut self, index: usize, count: i32) {
        self.trace.term(index, if BLACK { -count } else { count });
    }
}

#[inline(always)]
const fn index(term: Term, offset: usize) -> usize {
    debug_assert!(offset < term.len);
    let index = term.start + offset;
    if index < TERM_COUNT { index } else { 0 }
}
