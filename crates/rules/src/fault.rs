//! What can be wrong with a setup, named, with the field of FEN it is about. Not here: finding it
//! (`setup`), faults of the text (`fen_error`).

use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use crate::castling::home_rank;
use crate::reason_text::list_of_men;
use crate::{Color, File, Mode, PieceAt, Side, Square};

/// The six fields of FEN, by the names that messages use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FenField {
    /// The placement of the men.
    Board,
    /// Whose turn it is.
    Turn,
    /// The castling rights.
    Castling,
    /// The en passant square.
    EnPassant,
    /// The half-moves since the last pawn move or capture.
    HalfmoveClock,
    /// The number of the next move.
    FullmoveNumber,
}

impl FenField {
    /// A stable name in snake case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            FenField::Board => "board",
            FenField::Turn => "turn",
            FenField::Castling => "castling",
            FenField::EnPassant => "ep_square",
            FenField::HalfmoveClock => "halfmove_clock",
            FenField::FullmoveNumber => "fullmove_number",
        }
    }

    /// The name in a sentence.
    pub(crate) const fn plain_name(self) -> &'static str {
        match self {
            FenField::Board => "the board",
            FenField::Turn => "the side to move",
            FenField::Castling => "the castling rights",
            FenField::EnPassant => "the en passant square",
            FenField::HalfmoveClock => "the halfmove clock",
            FenField::FullmoveNumber => "the move number",
        }
    }
}

impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// One thing that is wrong with a [`Setup`](crate::Setup) (article 3.10.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupFault {
    /// That side has no king.
    NoKing {
        /// The side without a king.
        color: Color,
    },
    /// That side has more than one king.
    ManyKings {
        /// The side.
        color: Color,
        /// How many kings it has.
        count: u32,
    },
    /// That side has more than 16 men (article 2.2).
    ManyMen {
        /// The side.
        color: Color,
        /// How many men it has.
        count: u32,
    },
    /// That side has more than 8 pawns (article 2.2).
    ManyPawns {
        /// The side.
        color: Color,
        /// How many pawns it has.
        count: u32,
    },
    /// A pawn stands on rank 1 or 8, where it would have been promoted or could never have come.
    BackRankPawn {
        /// Its square.
        square: Square,
    },
    /// The side that is not to move is in check: its king could be taken (articles 1.4.1 and
    /// 3.9.2).
    OppositeCheck {
        /// The side in check.
        color: Color,
        /// Its king.
        king: Square,
        /// Who attacks the king.
        attackers: Vec<PieceAt>,
    },
    /// Three men or more give check, or two from both ends of one line; no move can bring that
    /// about.
    ImpossibleCheck {
        /// The men that give check.
        checkers: Vec<PieceAt>,
    },
    /// A castling right without the king or the rook in its place (article 3.8.2.1).
    Castling {
        /// Whose right.
        color: Color,
        /// To which side.
        side: Side,
        /// The rook that the right names.
        rook: Square,
        /// Which chess is played: standard castling starts from e1 or e8 and a corner.
        mode: Mode,
    },
    /// An en passant square that no double step explains (article 3.7.3.1).
    EnPassant {
        /// The square.
        square: Square,
        /// What is wrong with it.
        why: EnPassantFault,
    },
    /// The halfmove clock is 150 or more: the game would be over already (article 9.6.2).
    HalfmoveClock {
        /// The count.
        halfmove_clock: u32,
    },
    /// The move number is 0; moves are counted from 1.
    FullmoveNumber,
}

/// What is wrong with an en passant square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EnPassantFault {
    /// It is not on rank 6 with White to move, or rank 3 with Black to move.
    WrongRank {
        /// Whose turn it is.
        turn: Color,
    },
    /// It names the square of the pawn; FEN names the square behind it.
    OnThePawn,
    /// No pawn stands where it should have arrived.
    NoPawn {
        /// Where the pawn should stand.
        passed: Square,
    },
    /// A man stands on the square itself or where the pawn came from.
    NotEmpty {
        /// The square that should be empty.
        filled: Square,
    },
    /// That man gave check before the double step already, so the step was no legal move.
    OlderCheck {
        /// The man that gives check.
        checker: PieceAt,
    },
}

impl SetupFault {
    /// The field of FEN that the fault is about.
    #[must_use]
    pub const fn field(&self) -> FenField {
        match self {
            SetupFault::NoKing { .. }
            | SetupFault::ManyKings { .. }
            | SetupFault::ManyMen { .. }
            | SetupFault::ManyPawns { .. }
            | SetupFault::BackRankPawn { .. }
            | SetupFault::ImpossibleCheck { .. } => FenField::Board,
            SetupFault::OppositeCheck { .. } => FenField::Turn,
            SetupFault::Castling { .. } => FenField::Castling,
            SetupFault::EnPassant { .. } => FenField::EnPassant,
            SetupFault::HalfmoveClock { .. } => FenField::HalfmoveClock,
            SetupFault::FullmoveNumber => FenField::FullmoveNumber,
        }
    }

    /// A stable name in snake case.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            SetupFault::NoKing { .. } | SetupFault::ManyKings { .. } => "kings",
            SetupFault::ManyMen { .. } => "too_many_men",
            SetupFault::ManyPawns { .. } => "too_many_pawns",
            SetupFault::BackRankPawn { .. } => "backrank_pawn",
            SetupFault::OppositeCheck { .. } => "opposite_check",
            SetupFault::ImpossibleCheck { .. } => "impossible_check",
            SetupFault::Castling { .. } => "castling_rights",
            SetupFault::EnPassant { .. } => "ep_square",
            SetupFault::HalfmoveClock { .. } => "halfmove_clock",
            SetupFault::FullmoveNumber => "fullmove_number",
        }
    }

    /// True where the rules can still be applied although no game leads there.
    /// [`Setup::playable`](crate::Setup::playable) lets these pass.
    #[must_use]
    pub const fn is_unreachable(&self) -> bool {
        matches!(
            self,
            SetupFault::ManyMen { .. }
                | SetupFault::ManyPawns { .. }
                | SetupFault::ImpossibleCheck { .. }
                | SetupFault::HalfmoveClock { .. }
                | SetupFault::FullmoveNumber
                | SetupFault::EnPassant {
                    why: EnPassantFault::OlderCheck { .. },
                    ..
                }
        )
    }
}

impl fmt::Display for SetupFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupFault::NoKing { color } => write!(f, "{} has no king", color.capitalized()),
            SetupFault::ManyKings { color, count } => {
                write!(
                    f,
                    "{} has {count} kings instead of one",
                    color.capitalized()
                )
            }
            SetupFault::ManyMen { color, count } => {
                write!(
                    f,
                    "{} has {count} men, and 16 is the most",
                    color.capitalized()
                )
            }
            SetupFault::ManyPawns { color, count } => {
                write!(
                    f,
                    "{} has {count} pawns, and 8 is the most",
                    color.capitalized()
                )
            }
            SetupFault::BackRankPawn { square } => {
                write!(f, "a pawn cannot stand on {square}, the first or last rank")
            }
            SetupFault::OppositeCheck {
                color,
                king,
                attackers,
            } => {
                write!(
                    f,
                    "it is not {color}'s turn, yet {color}'s king on {king} is attacked by "
                )?;
                list_of_men(f, attackers)
            }
            SetupFault::ImpossibleCheck { checkers } => {
                f.write_str("no move can give these checks at once: ")?;
                list_of_men(f, checkers)
            }
            SetupFault::Castling {
                color,
                side,
                rook,
                mode,
            } => {
                write!(f, "{} cannot castle {}: ", color.capitalized(), side.name())?;
                let home = home_rank(*color);
                match mode {
                    Mode::Standard => {
                        let king = Square::new(File::E, home);
                        let rook = Square::new(side.corner_file(), home);
                        write!(f, "that needs its king on {king} and its rook on {rook}")
                    }
                    Mode::Chess960 => write!(
                        f,
                        "that needs its king on rank {home} and its rook on {rook}, {} of it",
                        side.name()
                    ),
                }
            }
            SetupFault::EnPassant { square, why } => write!(f, "en passant square {square}: {why}"),
            SetupFault::HalfmoveClock { halfmove_clock } => write!(
                f,
                "{halfmove_clock} half-moves without a pawn move or capture: at 150 the game is over"
            ),
            SetupFault::FullmoveNumber => f.write_str("moves are counted from 1, not from 0"),
        }
    }
}

impl fmt::Display for EnPassantFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EnPassantFault::WrongRank { turn } => {
                let rank = crate::en_passant::target_rank(*turn);
                write!(f, "with {turn} to move it must be on rank {rank}")
            }
            EnPassantFault::OnThePawn => f.write_str(
                "the pawn stands there; FEN names the square behind it, which it has passed",
            ),
            EnPassantFault::NoPawn { passed } => {
                write!(f, "no pawn that could have passed it stands on {passed}")
            }
            EnPassantFault::NotEmpty { filled } => {
                write!(
                    f,
                    "a pawn cannot have come through {filled}, which is not empty"
                )
            }
            EnPassantFault::OlderCheck { checker } => {
                write!(
                    f,
                    "the {checker} gave check before that double step already"
                )
            }
        }
    }
}

/// All faults of a setup, at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupFaults {
    first: SetupFault,
    more: Vec<SetupFault>,
}

impl SetupFaults {
    pub(crate) fn new(faults: Vec<SetupFault>) -> Option<SetupFaults> {
        let mut faults = faults.into_iter();
        let first = faults.next()?;
        Some(SetupFaults {
            first,
            more: faults.collect(),
        })
    }

    pub(crate) const fn one(first: SetupFault) -> SetupFaults {
        SetupFaults {
            first,
            more: Vec::new(),
        }
    }

    /// The first fault in the order of the fields of FEN.
    #[must_use]
    pub const fn first(&self) -> &SetupFault {
        &self.first
    }

    /// All faults, in the order of the fields of FEN.
    pub fn iter(&self) -> impl Iterator<Item = &SetupFault> {
        core::iter::once(&self.first).chain(&self.more)
    }
}

impl fmt::Display for SetupFaults {
    /// All faults in one line, joined by "; ".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.first.fmt(f)?;
        self.more
            .iter()
            .try_for_each(|fault| write!(f, "; {fault}"))
    }
}

impl Error for SetupFaults {}
