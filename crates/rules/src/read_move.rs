//! The forgiving reader of moves that people type: castling with zeros, `e8Q` or `e8`, `exd6 e.p.`,
//! `Ng1-f3`, `g1f3`, figurines, missing or superfluous marks. It never guesses in a way that
//! changes the meaning. The exact notation lives in `san`; what the text says apart from a position
//! is taken apart in `read_move/scan`.

mod error;
mod scan;
#[cfg(test)]
mod tests;

use alloc::boxed::Box;

use crate::san::{Candidate, CheckMark, SanError, SanKind};
use crate::{Attempt, Color, File, Move, MoveKind, Position, Rank, Role, San, Square, Uci};

pub use error::{Hint, MoveTextError};
use scan::{Body, Letter, Normal, Scan};

/// The longest text that is read as a move, in bytes.
pub const MOVE_TEXT_LIMIT: usize = 64;

/// A move as a person's text was understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveReading {
    /// The legal move.
    pub mv: Move,
    /// What the person should know: that something in the text was wrong, or was filled in.
    pub hint: Option<Hint>,
}

/// Who wrote the text: that decides how much is forgiven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// Typed at the board: the writer sees at once what was understood.
    Typed,
    /// Read from a file, where nobody watches: small piece letters and promotions without a piece
    /// are not completed.
    File,
}

/// Reads a move that a person has typed.
///
/// All of these are understood, with blanks or a move number around them:
/// - algebraic notation (`Nf3`, `exd5`, `O-O`), whether its marks `x + # ! ?` are there, missing or
///   wrong, and with more of the square of departure than is needed (`Ng1-f3`, `e2-e4`);
/// - castling with zeros or small letters (`0-0`, `o-o-o`);
/// - promotions `e8=Q`, `e8Q`, `e8(Q)`, `e8/Q`, `e8=q`, and a bare `e8`, which makes a queen;
/// - `exd6 e.p.` and `ed6`; figurines (`♘f3`); coordinates (`g1f3`, `e7e8q`); in Chess960 also the
///   king's way onto his rook (`e1h1`);
/// - small piece letters (`nf3`), where there is only one reading. `bxc3` is always the pawn and
///   `Bxc3` always the bishop;
/// - notes behind the move: `e.p.`, `ch`, `mate`, `(=)`, and who stands better (`+-`, `±`).
///
/// Piece letters are English, or figurines. Those of other languages are refused, and the refusal
/// names what they could mean: `S` is a knight in German and a bishop in Czech, `R` is the king in
/// French, and `D`, `C`, `F` are also files.
///
/// # Errors
/// [`MoveTextError`] says where the text stops to be a move and what was expected; which Law
/// forbids the move; or which moves the text could mean.
///
/// ```
/// use tabiya_rules::{Position, read_move, San};
///
/// let position = Position::standard();
/// let reading = read_move(&position, " 1. ng1-f3! ")?;
/// assert_eq!(San::write(&position, reading.mv), "Nf3");
///
/// let error = read_move(&position, "Bc4").unwrap_err();
/// assert_eq!(error.code(), "blocked");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn read_move(position: &Position, text: &str) -> Result<MoveReading, MoveTextError> {
    read(position, text, Source::Typed)
}

pub(crate) fn read(
    position: &Position,
    text: &str,
    source: Source,
) -> Result<MoveReading, MoveTextError> {
    let scan = match scan::scan(text, source) {
        Ok(scan) => scan,
        Err(fault) => squares_apart(position, text, source).ok_or(fault)?,
    };
    let (mv, hint) = match &scan.body {
        Body::Castle(side) => {
            let san = San {
                kind: SanKind::Castle(*side),
                mark: None,
            };
            (san.resolve(position)?, None)
        }
        Body::Coordinates {
            from,
            to,
            promotion,
        } => read_coordinates(position, (*from, *to), *promotion, source)?,
        Body::Normal(normal) => read_normal(position, normal, source)?,
    };
    Ok(MoveReading {
        mv,
        hint: hint.or_else(|| wrong_mark(position, mv, &scan)),
    })
}

/// Two squares with a blank between them. Only where an own man stands on the first one: there, it
/// cannot be two moves of pawns.
fn squares_apart(position: &Position, text: &str, source: Source) -> Option<Scan> {
    let (from, to) = scan::squares_apart(text)?;
    let own = position.board().by_color(position.turn());
    let body = Body::Coordinates {
        from,
        to,
        promotion: None,
    };
    (source == Source::Typed && own.contains(from)).then_some(Scan::bare(body))
}

/// From square to square: the man that stands there, whatever it is.
fn read_coordinates(
    position: &Position,
    (from, to): (Square, Square),
    promotion: Option<Role>,
    source: Source,
) -> Result<(Move, Option<Hint>), MoveTextError> {
    let is_pawn = position
        .board()
        .piece_at(from)
        .is_some_and(|piece| piece.role == Role::Pawn);
    let (promotion, hint) = complete_promotion(position, is_pawn, to, promotion, source);
    match (Uci {
        from,
        to,
        promotion,
    })
    .resolve(position)
    {
        Ok(mv) => Ok((mv, hint)),
        Err(reason) => {
            let attempt = Attempt {
                from,
                to,
                promotion,
            };
            Err(SanError::Illegal { attempt, reason }.into())
        }
    }
}

/// A bare pawn move to the last rank makes a queen when a person types it (source rule R213).
fn complete_promotion(
    position: &Position,
    is_pawn: bool,
    to: Square,
    promotion: Option<Role>,
    source: Source,
) -> (Option<Role>, Option<Hint>) {
    let last_rank = match position.turn() {
        Color::White => Rank::Eight,
        Color::Black => Rank::One,
    };
    if source == Source::Typed && is_pawn && promotion.is_none() && to.rank() == last_rank {
        (Some(Role::Queen), Some(Hint::QueenAssumed))
    } else {
        (promotion, None)
    }
}

/// Algebraic notation. The first letter decides which men can be meant.
fn read_normal(
    position: &Position,
    normal: &Normal,
    source: Source,
) -> Result<(Move, Option<Hint>), MoveTextError> {
    match normal.letter {
        Letter::None => as_role(position, normal, Role::Pawn, source),
        Letter::Piece(Role::Pawn) => {
            let (mv, hint) = as_role(position, normal, Role::Pawn, source)?;
            Ok((mv, hint.or(Some(Hint::PawnLetter))))
        }
        Letter::Piece(role) => as_role(position, normal, role, source),
        Letter::Small(role) => {
            if source == Source::File {
                return Err(MoveTextError::SmallLetter { role });
            }
            let (mv, _) = as_role(position, normal, role, source)?;
            Ok((mv, Some(Hint::SmallLetter { role })))
        }
        Letter::SmallB => read_small_b(position, normal, source),
    }
}

/// A small `b` is the pawn's file wherever a pawn of the b-file could move like that; the bishop is
/// considered only where no such pawn move is thinkable. The case of a letter never changes hands.
fn read_small_b(
    position: &Position,
    normal: &Normal,
    source: Source,
) -> Result<(Move, Option<Hint>), MoveTextError> {
    let departure_known = normal.file.is_some() || normal.rank.is_some();
    let distance = normal.to.file().index().abs_diff(File::B.index());
    let takes = !departure_known && distance == 1;
    let pushes = !departure_known && distance == 0 && !normal.capture;
    let as_pawn = || {
        let pawn = Normal {
            file: Some(File::B),
            ..*normal
        };
        as_role(position, &pawn, Role::Pawn, source)
    };
    if source == Source::File {
        return if takes || pushes {
            as_pawn()
        } else {
            Err(MoveTextError::SmallLetter { role: Role::Bishop })
        };
    }
    let as_bishop = as_role(position, normal, Role::Bishop, source)
        .map(|(mv, _)| (mv, Some(Hint::SmallLetter { role: Role::Bishop })));
    if !takes && !pushes {
        return as_bishop;
    }
    match (as_pawn(), as_bishop) {
        (Ok((pawn, _)), Ok((bishop, _))) if pushes => {
            let candidate = |mv| Candidate {
                mv,
                san: San::write(position, mv),
            };
            let candidates = alloc::vec![candidate(pawn), candidate(bishop)];
            Err(SanError::Ambiguous { candidates }.into())
        }
        (Err(fault), Ok((bishop, _))) if takes => Err(MoveTextError::CaseMatters {
            fault: Box::new(fault),
            instead: San::write(position, bishop),
        }),
        (Err(_), Ok(bishop)) => Ok(bishop),
        (as_pawn, _) => as_pawn,
    }
}

/// The text with the man that is meant: the one legal move that fits.
fn as_role(
    position: &Position,
    normal: &Normal,
    role: Role,
    source: Source,
) -> Result<(Move, Option<Hint>), MoveTextError> {
    let Normal {
        file,
        rank,
        capture,
        to,
        ..
    } = *normal;
    let is_pawn = role == Role::Pawn;
    let (promotion, hint) = complete_promotion(position, is_pawn, to, normal.promotion, source);
    let kind = SanKind::Normal {
        role,
        file,
        rank,
        capture,
        to,
        promotion,
    };
    let mv = San { kind, mark: None }.resolve(position)?;
    Ok((mv, hint))
}

/// The first mark in the text that claims what is not so. Missing marks are no fault (Laws C.13).
fn wrong_mark(position: &Position, mv: Move, scan: &Scan) -> Option<Hint> {
    let captures = mv.capture_square(position).is_some();
    if scan.capture && !captures {
        return Some(Hint::NoCapture);
    }
    if scan.en_passant && mv.kind() != MoveKind::EnPassant {
        return Some(Hint::NoEnPassant);
    }
    if scan.draw_offer {
        return Some(Hint::DrawOfferIgnored);
    }
    let claimed = scan.mark?;
    match (claimed, CheckMark::of_move(position, mv)) {
        (_, None) => Some(Hint::NoCheck),
        (CheckMark::Checkmate, Some(CheckMark::Check)) => Some(Hint::NoCheckmate),
        (CheckMark::Check, Some(_)) | (CheckMark::Checkmate, Some(CheckMark::Checkmate)) => None,
    }
}
