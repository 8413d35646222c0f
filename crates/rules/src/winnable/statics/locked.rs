//! The rule for locked positions: wherever the men may ever come, the winner cannot mate.

use crate::{Color, Position};

use super::super::certificate::Invariant;
use super::{mate::can_be_mated, reach::Reach};

/// The invariant by which `winner` can never give mate because too many men are locked in for
/// ever. `None` says nothing.
///
/// Sound, because [`Reach`] contains every arrangement that legal moves can bring about, and
/// [`can_be_mated`] is false only if no such arrangement is mate.
pub(in super::super) fn locked(position: &Position, winner: Color) -> Option<Invariant> {
    let reach = Reach::of(position)?;
    (!can_be_mated(&reach, !winner)).then(|| reach.to_invariant())
}
