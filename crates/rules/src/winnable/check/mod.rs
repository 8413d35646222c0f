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
/// is bounded by the length of the certificate.
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
    match proof {
        Proof::Material(class) => MaterialClass::of(position.board(), color) == Some(*class),
        Proof::Invariant(invariant) => {
            invariant::is_sound(invariant, color) && invariant::fits(invariant, position)
        }
        Proof::ClosedSet(set) => is_closed(set, position, color),
    }
}

/// Whether `start` is in the set, or settled, and no legal move leads out of it, nor to mate.
fn is_closed(set: &ClosedSet, start: &Position, color: Color) -> bool {
    let mode = start.mode();
    are_settled(set, mode, color)
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
fn are_settled(set: &ClosedSet, mode: Mode, color: Color) -> bool {
    let is_sound = |one: &Invariant| invariant::is_sound(one, color);
    set.invariants.iter().all(is_sound)
        && set.settled.iter().all(|(packed, by)| {
            let invariant = set.invariants.get(by.invariant as usize);
            let position = packed.unpack(mode);
            invariant
                .zip(position)
                .is_some_and(|(invariant, position)| {
                    invariant::fits_phase(invariant, by.phase, &position)
                })
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
