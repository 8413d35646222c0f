//! Can this side still give mate by any series of legal moves (articles 5.1.2, 5.2.2, 6.9, 7.5.5)?
//!
//! Here lives the question's front door: what may be asked, what is answered, in which order the
//! means are tried. A cheap way to a mate is `walk` (guided by `picture`), or where there is little
//! force a search for what `aim` says. The graph search is in `search` (positions in `packed`,
//! `field` and `graph`, guided by `guide` and `novelty`), what settles a position without a search in `settle`:
//! `statics` for men locked in for ever, `scenes` for groups of positions
//! (which men of `class` are told exactly says `grain`).
//! Certificates are in `certificate`, the judge of finished answers in `check`. Who wins a game by the answer is not
//! decided here.

mod aim;
mod certificate;
mod check;
mod class;
mod field;
mod geometry;
mod grain;
mod graph;
mod guide;
mod index;
mod novelty;
mod packed;
mod picture;
mod scene;
mod scenes;
mod search;
mod settle;
mod statics;
mod walk;

use alloc::vec::Vec;

use crate::{Color, Mode, Move, Position, cannot_mate_by_material};
pub use certificate::{
    CertificateError, ClosedSet, Invariant, ManRange, MaterialClass, PackedPosition, Phase, Proof,
    Settlement,
};
pub use check::verify;
use field::Field;
use packed::Packed;

/// The answer to [`winnable()`]. `Yes` and `No` are always proved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The side can mate.
    Yes {
        /// Legal moves of both sides that end in mate; empty when the position is mate already.
        line: Vec<Move>,
    },
    /// The side cannot mate, whatever both players do.
    No {
        /// Why not.
        proof: Proof,
    },
    /// The budget ended before a proof was found. The Laws have no third answer: it counts as
    /// winnable.
    Undecided,
}

impl Verdict {
    /// `false` only if it is proved that the side cannot mate.
    #[must_use]
    pub const fn is_winnable(&self) -> bool {
        !matches!(self, Self::No { .. })
    }
}

/// How much work [`winnable()`] may do, in positions, so that the answer does not depend on the
/// speed of the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    positions: u32,
    effort: Effort,
}

/// Whether every position is worth the budget.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Effort {
    /// Work until the answer or the end of the budget.
    Full,
    /// Give up at once on a position that does not look locked or forced.
    Fast,
}

impl Budget {
    /// Look at up to `positions` positions, with each of the means that are tried in turn.
    #[must_use]
    pub const fn positions(positions: u32) -> Self {
        Self {
            positions,
            effort: Effort::Full,
        }
    }

    /// For use after every move of a game: nearly always [`Verdict::Undecided`] at once, and a
    /// proof where a lock or a forced line makes one cheap. Never answers `Yes` by a search.
    #[must_use]
    pub const fn after_move() -> Self {
        Self {
            positions: 1_500,
            effort: Effort::Fast,
        }
    }
}

impl Default for Budget {
    /// For when a result hangs on the answer (flag fall, resignation): 600,000 positions, at
    /// worst about a second and 140 MB.
    fn default() -> Self {
        Self::positions(600_000)
    }
}

/// Can `color` still mate from `position` by some series of legal moves by both sides, however
/// silly?
///
/// The 50- and 75-move rules and repetition are ignored, as in the Laws' wording. A `No` is never a
/// guess: it is a material class, an invariant with a written proof, or the end of all positions
/// that can arise. `Undecided` counts as winnable. The answer depends on nothing but the
/// arguments.
///
/// ```
/// use tabiya_rules::{Budget, Color, Mode, Position, winnable};
/// // Locked pawns: material suffices, and still nobody can ever mate.
/// let fen = "7k/8/8/1p1p1p1p/1P1P1P1P/8/8/7K w - - 0 1";
/// let wall = Position::from_fen(fen, Mode::Standard).unwrap();
/// assert!(!winnable(&wall, Color::White, Budget::default()).is_winnable());
/// ```
#[must_use]
pub fn winnable(position: &Position, color: Color, budget: Budget) -> Verdict {
    let by_material = cannot_mate_by_material(position.board(), color);
    if budget.effort == Effort::Fast && !by_material {
        return after_move(position, color, budget.positions);
    }
    if is_mate_by(position, color) {
        return Verdict::Yes { line: Vec::new() };
    }
    if let Some(proof) = Proof::by_material(position.board(), color) {
        return Verdict::No { proof };
    }
    if let Some(line) = plain_mate(position, color) {
        return Verdict::Yes { line };
    }
    search::full(position, color, budget.positions)
}

/// With so few answers each is looked at for the mate that follows.
const FEW_ANSWERS: usize = 4;

/// A mate with the next move of `color`, if it is easily seen: nobody wants to be shown a longer
/// way.
fn plain_mate(position: &Position, color: Color) -> Option<Vec<Move>> {
    let (field, mode) = (Field::of(Packed::of(position)), position.mode());
    if position.turn() == color {
        return mate_at_once(&field, mode).map(|mate| alloc::vec![mate]);
    }
    let mut answers = Vec::new();
    field.moves(mode, &mut answers);
    if answers.len() > FEW_ANSWERS {
        return None;
    }
    answers.into_iter().find_map(|answer| {
        let mate = mate_at_once(&Field::of(field.after(answer)), mode)?;
        Some(alloc::vec![answer, mate])
    })
}

/// The move by which the side to move mates.
fn mate_at_once(field: &Field, mode: Mode) -> Option<Move> {
    let (mut moves, mut replies) = (Vec::new(), Vec::new());
    field.moves(mode, &mut moves);
    let mut moves = moves.into_iter();
    moves.find(|&mv| Field::of(field.after(mv)).is_mate(mode, &mut replies))
}

/// The fast path. It asks two cheap questions (is every pawn stuck? has the side to move hardly a
/// move?) and looks further only when one is answered by yes.
fn after_move(position: &Position, color: Color, positions: u32) -> Verdict {
    if is_mate_by(position, color) {
        return Verdict::Yes { line: Vec::new() };
    }
    let field = Field::of(Packed::of(position));
    if statics::looks_locked(&field, color) {
        if let Some(invariant) = statics::locked(position, color) {
            let proof = Proof::Invariant(invariant);
            return Verdict::No { proof };
        }
        return search::narrow(position, color, positions);
    }
    if position.is_check() || position.board().occupied().count() <= FEW_MEN {
        return search::narrow(position, color, positions.min(FORCED_LINE));
    }
    Verdict::Undecided
}

/// A line that is forced enough to end the game is settled within so many positions.
const FORCED_LINE: u32 = 100;

/// With so few men a forced line to a dead position is likely enough to be looked for.
const FEW_MEN: u32 = 5;

/// Whether `position` is a mate that `color` has given.
fn is_mate_by(position: &Position, color: Color) -> bool {
    position.turn() != color && position.is_checkmate()
}
