//! Certificates: everything a proof says, as data that can be stored, sent and checked without the
//! search that found it.
//!
//! Here live the types and the sentences for people. How a certificate is found is the business of
//! the other modules; whether it is right is judged in `check`, by its data alone.

mod bytes;
mod packed;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::{Bitboard, Board, Color, Piece, Role, Square, cannot_mate_by_material};

pub use bytes::CertificateError;
pub use packed::PackedPosition;

/// Why no series of legal moves ends in mate: a certificate, which
/// [`verify`](crate::verify) checks alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Proof {
    /// The men on the board never suffice.
    Material(MaterialClass),
    /// However both sides move, every man stays within its squares, and no arrangement of men on
    /// those squares is a mate.
    Invariant(Invariant),
    /// All positions that can arise, or what settles them, were looked at, and none is mate.
    ClosedSet(ClosedSet),
}

impl Proof {
    /// The certificate that the men on the board never suffice for `color` to mate, if that is
    /// so. As with [`cannot_mate_by_material`], the position must not be mate already.
    #[must_use]
    pub fn by_material(board: &Board, color: Color) -> Option<Proof> {
        MaterialClass::of(board, color).map(Proof::Material)
    }

    /// The article of the Laws that makes this matter: a game is drawn when neither side can mate
    /// (5.2.2), and a fallen flag does not lose to a side that cannot (6.9, with the same words).
    #[must_use]
    pub const fn article(&self) -> &'static str {
        "5.2.2"
    }

    /// A sentence for people: why `color` can never give mate.
    ///
    /// ```
    /// use tabiya_rules::{Color, Mode, Position, Proof};
    /// let fen = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
    /// let position = Position::from_fen(fen, Mode::Standard).unwrap();
    /// let proof = Proof::by_material(position.board(), Color::Black).unwrap();
    /// assert_eq!(
    ///     proof.sentence(Color::Black),
    ///     "Black can never give mate: Black has nothing but the king."
    /// );
    /// ```
    #[must_use]
    pub fn sentence(&self, color: Color) -> String {
        let name = color.capitalized();
        format!("{name} can never give mate: {}.", self.because(color))
    }

    /// A sentence for people: why nobody can ever give mate, given the proof for each side.
    #[must_use]
    pub fn dead_position(white: &Proof, black: &Proof) -> String {
        let (of_white, of_black) = (white.because(Color::White), black.because(Color::Black));
        let reasons = if of_white == of_black {
            of_white
        } else {
            format!("{of_white}, and {of_black}")
        };
        format!("No mate can ever arise (article 5.2.2): {reasons}.")
    }

    fn because(&self, color: Color) -> String {
        let name = color.capitalized();
        match self {
            Proof::Material(MaterialClass::BareKing) => format!("{name} has nothing but the king"),
            Proof::Material(MaterialClass::KnightAgainstQueens) => {
                format!("{name}'s lone knight cannot mate a king that has only queens beside it")
            }
            Proof::Material(MaterialClass::BishopsOfOneColor) => {
                format!("{name}'s bishops all stand on one color and nothing can block for them")
            }
            Proof::Invariant(_) => {
                "the men are locked in, and no square that a king can come to is ever a mating \
                 square"
                    .into()
            }
            Proof::ClosedSet(set) => match set.positions.len() {
                0 | 1 => "there is no legal move and no mate".into(),
                count => format!("none of the {count} positions that can still arise is a mate"),
            },
        }
    }
}

/// A class of men with which a side can never give mate: see [`cannot_mate_by_material`], where
/// the proofs are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum MaterialClass {
    /// Nothing but the king.
    BareKing,
    /// King and knight against a king and any number of queens.
    KnightAgainstQueens,
    /// King and bishops of one square color against no pawn, no knight and no bishop of the other
    /// square color.
    BishopsOfOneColor,
}

impl MaterialClass {
    /// The class to which the men of `color` belong, if they can never mate.
    #[must_use]
    pub fn of(board: &Board, color: Color) -> Option<MaterialClass> {
        if !cannot_mate_by_material(board, color) {
            return None;
        }
        Some(if board.by_piece(color, Role::Knight).any() {
            MaterialClass::KnightAgainstQueens
        } else if board.by_piece(color, Role::Bishop).any() {
            MaterialClass::BishopsOfOneColor
        } else {
            MaterialClass::BareKing
        })
    }
}

/// A statement about positions that every legal move preserves: from each position that fits one of
/// the phases, every legal move leads to a position that fits one of them again.
///
/// A position *fits* a phase if
///
/// * its men can be told to be the men of the invariant, each one standing on a square of its range
///   in that phase, the others being gone where their range allows it, so that
///   [`behind`](Invariant::behind) holds;
/// * it is the turn of the phase's side, if the phase names one;
/// * nobody has a castling right;
/// * no capture en passant is possible just now, or, in a phase that names whose turn it is, only on
///   the square [`passed`](Phase::passed).
///
/// Where every man has its squares for ever, one phase is enough. Many phases serve where some men,
/// the kings and pawns most of all, are followed exactly and the others by their ranges.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Invariant {
    /// The men, as they were at the start; at most 32.
    pub men: Vec<Piece>,
    /// The phases; at most [`Invariant::MOST_PHASES`]. No more than [`Invariant::MOST_ALIKE`]
    /// of them may agree on all men that are *exact* in every phase: on one square, or surely gone.
    pub phases: Vec<Phase>,
    /// Pairs of men `(pawn, other)`, by their places in `men`: while both are on the board, they
    /// are on one file in every phase, and the pawn is behind the other, as the pawn moves. The
    /// other is no knight.
    pub behind: Vec<(u8, u8)>,
}

impl Invariant {
    /// More phases are refused, so that checking takes a bounded time.
    pub const MOST_PHASES: usize = 65_536;
    /// As many phases may be alike in what is exact.
    pub const MOST_ALIKE: usize = 128;
}

/// A part of an [`Invariant`]: where its men may be at one time.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Phase {
    /// Whose turn it is; `None` where either side may be to move.
    pub turn: Option<Color>,
    /// A square on which a pawn may be taken en passant just now. Only where `turn` is known.
    pub passed: Option<Square>,
    /// One range for each man, in the order of [`Invariant::men`].
    pub ranges: Vec<ManRange>,
}

/// Where a man may be. With no square at all it is surely gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ManRange {
    /// The squares on which it may stand as what it was at the start.
    pub squares: Bitboard,
    /// The squares on which it may stand as a queen, rook, bishop or knight, if it was a pawn.
    pub promoted: Bitboard,
    /// Whether it may have been captured.
    pub may_be_gone: bool,
}

/// A set of positions that no legal move leaves, except to what is settled without moves.
///
/// Every legal move from one of `positions` leads to one of `positions`, to one of `settled`, or
/// to men with which the side can never mate; and never to mate.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ClosedSet {
    /// The positions of the set, in ascending order.
    pub positions: Vec<PackedPosition>,
    /// Positions that fit an invariant; in ascending order.
    pub settled: Vec<(PackedPosition, Settlement)>,
    /// What settles them.
    pub invariants: Vec<Invariant>,
}

/// Which phase of which invariant a position fits, by their places in [`ClosedSet::invariants`] and
/// [`Invariant::phases`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Settlement {
    /// Which invariant.
    pub invariant: u32,
    /// Which of its phases.
    pub phase: u32,
}

impl ClosedSet {
    /// Puts the positions in the order in which they must be.
    pub fn sort(&mut self) {
        self.positions.sort_unstable();
        self.settled.sort_unstable();
    }
}
