//! Moves as the Universal Chess Interface writes them: `e2e4`, `e7e8q`, `e1g1` or `e1h1`. Not here:
//! what people write (`san`, `read_move`).

use core::fmt;
use core::str::FromStr;

use thiserror::Error;

use crate::castling::home_rank;
use crate::{Attempt, File, Mode, Move, MoveKind, Piece, Position, Reason, Role, Side, Square};

/// A move as text of the Universal Chess Interface. It is read without a position and resolved with
/// one.
///
/// ```
/// use tabiya_rules::{Mode, Position, Uci};
///
/// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1", Mode::Standard)?;
/// let short: Uci = "e1g1".parse()?;
/// let mv = short.resolve(&position)?;
/// assert_eq!(mv, "e1h1".parse::<Uci>()?.resolve(&position)?);
/// assert_eq!(mv.uci(&position).to_string(), "e1g1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Uci {
    /// The square that is left.
    pub from: Square,
    /// The square of arrival; for castling the king's goal or the rook's square.
    pub to: Square,
    /// What the pawn becomes.
    pub promotion: Option<Role>,
}

/// The text is not a move of the Universal Chess Interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a move is two squares and, for a promotion, one of the letters q r b n: e2e4, e7e8q")]
pub struct UciError;

impl Uci {
    /// The legal move that is meant in a position.
    ///
    /// Castling is understood in both spellings: the king to its goal (`e1g1`) and the king onto
    /// the rook (`e1h1`). In Chess960 the king going to its goal counts as castling only if it
    /// could mean nothing else: the king is not next to that square, and no right to castle with a
    /// rook on it exists.
    ///
    /// # Errors
    ///
    /// Why the move is illegal.
    pub fn resolve(&self, position: &Position) -> Result<Move, Reason> {
        let attempt = self.attempt();
        match legal_reading(position, attempt) {
            Some(mv) => Ok(mv),
            None => Err(crate::why_illegal::reason(position, attempt)),
        }
    }

    /// The same as an attempt on the board.
    #[must_use]
    pub const fn attempt(&self) -> Attempt {
        Attempt {
            from: self.from,
            to: self.to,
            promotion: self.promotion,
        }
    }
}

impl From<Attempt> for Uci {
    fn from(attempt: Attempt) -> Uci {
        Uci {
            from: attempt.from,
            to: attempt.to,
            promotion: attempt.promotion,
        }
    }
}

/// The castling that an attempt asks for by its squares, whether it is legal or not.
pub(crate) fn castling_meant(position: &Position, attempt: Attempt) -> Option<Side> {
    let us = position.turn();
    let king = position.king(us);
    let home = home_rank(us);
    if attempt.from != king || king.rank() != home || attempt.to.rank() != home {
        return None;
    }
    let own_rook = Some(Piece {
        role: Role::Rook,
        color: us,
    });
    let onto_rook = position.board().piece_at(attempt.to) == own_rook;
    let to = attempt.to.file();
    if position.mode() == Mode::Standard {
        let is_meant =
            |side: Side| to == side.king_file() || (to == side.corner_file() && onto_rook);
        return Side::ALL
            .into_iter()
            .find(|&side| king.file() == File::E && is_meant(side));
    }
    if onto_rook {
        let side = if to > king.file() {
            Side::King
        } else {
            Side::Queen
        };
        let right = position.castling_rights().rook(us, side);
        // Without any right left the attempt is still castling, and the reason is the lost right.
        return (right.is_none() || right == Some(attempt.to)).then_some(side);
    }
    let is_king_step = king.file().index().abs_diff(to.index()) < 2;
    let side = Side::ALL.into_iter().find(|side| side.king_file() == to)?;
    let right = position.castling_rights().rook(us, side);
    (!is_king_step && right.is_some()).then_some(side)
}

/// The legal move that an attempt is.
pub(crate) fn legal_reading(position: &Position, attempt: Attempt) -> Option<Move> {
    let Attempt {
        from,
        to,
        promotion,
    } = attempt;
    if let Some(side) = castling_meant(position, attempt) {
        return position
            .legal_castling(side)
            .filter(|_| promotion.is_none());
    }
    match promotion {
        Some(role) => Move::promotions(from, to)
            .into_iter()
            .find(|mv| mv.promotion() == Some(role))
            .filter(|mv| position.is_legal(*mv)),
        None => position.plain_move(from, to),
    }
}

impl Move {
    /// The move as the Universal Chess Interface writes it: castling as `e1g1` in standard chess,
    /// as the king onto the rook in Chess960.
    #[must_use]
    pub fn uci(self, position: &Position) -> Uci {
        let to = match (self.kind(), position.mode()) {
            (MoveKind::Castle(_), Mode::Standard) => self.destination(),
            _ => self.to(),
        };
        Uci {
            from: self.from(),
            to,
            promotion: self.promotion(),
        }
    }
}

impl FromStr for Uci {
    type Err = UciError;

    fn from_str(text: &str) -> Result<Uci, UciError> {
        let square = |range| text.get(range).and_then(|name: &str| name.parse().ok());
        let from = square(0..2).ok_or(UciError)?;
        let to = square(2..4).ok_or(UciError)?;
        let promotion = match text.get(4..).ok_or(UciError)? {
            "" => None,
            "q" => Some(Role::Queen),
            "r" => Some(Role::Rook),
            "b" => Some(Role::Bishop),
            "n" => Some(Role::Knight),
            // Read, so that the refusal can name the Law (article 3.7.3.3).
            "k" => Some(Role::King),
            "p" => Some(Role::Pawn),
            _ => return Err(UciError),
        };
        Ok(Uci {
            from,
            to,
            promotion,
        })
    }
}

impl fmt::Display for Uci {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        match self.promotion {
            Some(role) => write!(f, "{}", role.letter().to_ascii_lowercase()),
            None => Ok(()),
        }
    }
}
