//! The judge of finished answers: it believes nothing of the search that found them, and shares no
//! code with it. It knows positions, legal moves, and the classes of men that never mate; all else
//! is in the certificate.
//!
//! Here lines are played and closed sets are walked; invariants are judged in `invariant`.

mod invariant;
mod legal;
mod mate;
mod phases;
mod roll;

use core::cell::Cell;

use crate::{Color, Mode, Move, Position};

use super::certificate::{ClosedSet, Invariant, MaterialClass, PackedPosition};
use super::{Proof, Verdict};

/// Whether `verdict` is right for `position` and `color`, as far as it claims anything.
///
/// A line is played and must end in mate. From every position of a closed set every legal move is
/// played, and must lead to a position of the set, to one that is settled, or to men that never
/// mate. An invariant must fit the position, and must be preserved by every move that a position
/// fitting it might have. `Undecided` claims nothing and is always right.
///
/// Any certificate may be given, also one that was made to mislead: there is no panic, and the time
/// is bounded by the length of the certificate; what would take more than a few minutes is refused.
///
/// ```
/// use tabiya_rules::{Budget, Color, Mode, Position, verify, winnable};
/// let wall = "7k/8/8/1p1p1p1p/1P1P1P1P/8/8/7K w - - 0 1";
/// let gap = "7k/8/8/1p1p3p/1P1P1P1P/8/8/7K w - - 0 1";
/// let position = |fen| Position::from_fen(fen, Mode::Standard).unwrap();
/// let verdict = winnable(&position(wall), Color::White, Budget::default());
/// assert!(!verdict.is_winnable());
/// assert!(verify(&position(wall), Color::White, &verdict));
/// assert!(!verify(&position(gap), Color::White, &verdict));
/// ```
#[must_use]
pub fn verify(position: &Position, color: Color, verdict: &Verdict) -> bool {
    match verdict {
        Verdict::Yes { line } => ends_in_mate(position, color, line),
        Verdict::No { proof } => !is_mate_by(position, color) && proves(proof, position, color),
        Verdict::Undecided => true,
    }
}

/// How much more may be done for the invariants of a certificate: moves tried in phases, men told
/// apart, mating nets looked at. An honest certificate needs a small part of it.
struct Work(Cell<u32>);

impl Work {
    const MOST: u32 = 200_000_000;

    /// Whether there is some left; then there is a bit less.
    fn spend(&self) -> bool {
        let left = self.0.get().checked_sub(1);
        self.0.set(left.unwrap_or(0));
        left.is_some()
    }
}

fn is_mate_by(position: &Position, color: Color) -> bool {
    position.turn() != color && position.is_checkmate()
}

fn ends_in_mate(start: &Position, color: Color, line: &[Move]) -> bool {
    let mut position = start.clone();
    let is_legal = line.iter().all(|&mv| position.play(mv).is_ok());
    is_legal && is_mate_by(&position, color)
}

/// Whether the proof shows that `color` can never mate from `position`, which is not mate.
fn proves(proof: &Proof, position: &Position, color: Color) -> bool {
    let work = Work(Cell::new(Work::MOST));
    match proof {
        Proof::Material(class) => MaterialClass::of(position.board(), color) == Some(*class),
        Proof::Invariant(invariant) => {
            invariant::is_sound(invariant, color, &work)
                && invariant::fits(invariant, position, &work)
        }
        Proof::ClosedSet(set) => is_closed(set, position, color, &work),
    }
}

/// Whether `start` is in the set, or settled, and no legal move leads out of it, nor to mate.
fn is_closed(set: &ClosedSet, start: &Position, color: Color, work: &Work) -> bool {
    let mode = start.mode();
    are_settled(set, mode, color, work)
        && is_known(set, start)
        && set.positions.iter().all(|packed| {
            let member = packed.unpack(mode);
            member.is_some_and(|member| stays_inside(set, &member, color))
        })
}

fn is_known(set: &ClosedSet, position: &Position) -> bool {
    PackedPosition::of(position).is_some_and(|packed| {
        let settled = &set.settled;
        set.positions.binary_search(&packed).is_ok()
            || settled
                .binary_search_by(|(one, _)| one.cmp(&packed))
                .is_ok()
    })
}

/// Whether every position that is said to be settled fits its invariant, and all those are sound.
fn are_settled(set: &ClosedSet, mode: Mode, color: Color, work: &Work) -> bool {
    let is_sound = |one: &Invariant| invariant::is_sound(one, color, work);
    set.invariants.iter().all(is_sound)
        && set.settled.iter().all(|(packed, by)| {
            let invariant = set.invariants.get(by.invariant as usize);
            let phase = invariant.and_then(|one| one.phases.get(by.phase as usize));
            match (invariant, phase, packed.unpack(mode)) {
                (Some(invariant), Some(phase), Some(position)) => {
                    roll::fits(invariant, phase, &position, work)
                }
                _ => false,
            }
        })
}

/// Whether every legal move from `member` leads to a position of the set or one without hope, and
/// none is mate.
fn stays_inside(set: &ClosedSet, member: &Position, color: Color) -> bool {
    member.legal_moves().iter().all(|&mv| {
        let mut child = member.clone();
        child.play_unchecked(mv);
        let is_hopeless = || MaterialClass::of(child.board(), color).is_some();
        !is_mate_by(&child, color) && (is_known(set, &child) || is_hopeless())
    })
}
