//! The list of legal moves. Not here: making it (`movegen`).

use alloc::vec::Vec;
use core::fmt;
use core::iter::FusedIterator;
use core::ops::Deref;

use crate::{Move, Role, Square};

/// No position from a game has more than 218 legal moves; only setups with a crowd of queens do.
const INLINE: usize = 256;

/// The legal moves of a position. It is a slice of [`Move`]; the order has no meaning.
#[derive(Clone)]
pub struct MoveList {
    inline: [Move; INLINE],
    len: usize,
    /// All the moves, once there are more than fit above. Else nothing, so that nothing needs to be
    /// allocated.
    spilled: Vec<Move>,
}

impl MoveList {
    pub(crate) const fn new() -> MoveList {
        // What stands behind `len` is never read.
        let filler = Move::normal(Role::King, Square::A1, Square::A1);
        MoveList {
            inline: [filler; INLINE],
            len: 0,
            spilled: Vec::new(),
        }
    }

    #[inline]
    pub(crate) fn push(&mut self, mv: Move) {
        match self.inline.get_mut(self.len) {
            Some(place) => *place = mv,
            None => self.spill(mv),
        }
        self.len += 1;
    }

    #[cold]
    fn spill(&mut self, mv: Move) {
        if self.spilled.is_empty() {
            self.spilled.extend(self.inline);
        }
        self.spilled.push(mv);
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        self.inline.get(..self.len).unwrap_or(&self.spilled)
    }
}

impl Default for MoveList {
    fn default() -> MoveList {
        MoveList::new()
    }
}

impl PartialEq for MoveList {
    fn eq(&self, other: &MoveList) -> bool {
        **self == **other
    }
}

impl Eq for MoveList {}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// The moves of a [`MoveList`] one after the other.
#[derive(Clone, Debug)]
pub struct Moves {
    list: MoveList,
    next: usize,
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        let mv = *self.list.get(self.next)?;
        self.next += 1;
        Some(mv)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.list.len() - self.next;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Moves {}

impl FusedIterator for Moves {}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = Moves;

    fn into_iter(self) -> Moves {
        Moves {
            list: self,
            next: 0,
        }
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = core::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
