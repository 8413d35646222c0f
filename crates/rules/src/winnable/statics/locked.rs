//! The rule for locked positions: wherever the men may ever come, the winner cannot mate.

use crate::{Color, Position};

use super::{mate::can_be_mated, reach::Reach};

/// Whether `winner` can never give mate because too many men are locked in for ever.
/// `false` says nothing.
///
/// Sound, because [`Reach`] contains every arrangement that legal moves can bring about, and
/// [`can_be_mated`] is false only if no such arrangement is mate.
pub(in super::super) fn is_locked(position: &Position, winner: Color) -> bool {
    Reach::of(position).is_some_and(|reach| !can_be_mated(&reach, !winner))
}
