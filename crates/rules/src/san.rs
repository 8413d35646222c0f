//! SAN, the standard algebraic notation of moves (`Nf3`, `exd5`, `O-O`, `e8=Q+`) as a value:
//! parsing without a position, resolving with one, writing. People's looser input is read in
//! `read_move`.

mod error;
#[cfg(test)]
mod tests;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use crate::attacks::attacks;
use crate::{
    Attempt, Bitboard, Color, File, Mode, Move, MoveKind, Position, Rank, Role, Side, Square,
};

use error::castle_text;
pub use error::{Candidate, SanError, SanSyntaxError};

/// The longest text that is looked at as a move, in bytes. The longest real one is `Qa1xb2+` or
/// `exd8=Q+`.
const LONGEST: usize = 16;

/// A move in standard algebraic notation, apart from any position.
///
/// Parsing is by syntax alone; [`San::resolve`] finds the move that is meant in a position.
///
/// ```
/// use tabiya_rules::{Position, San};
///
/// let position = Position::standard();
/// let san = San::parse("Nf3")?;
/// let mv = san.resolve(&position)?;
/// assert_eq!(San::write(&position, mv), "Nf3");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct San {
    /// What is moved where.
    pub kind: SanKind,
    /// The mark at the end, if any. It says nothing about which move is meant.
    pub mark: Option<CheckMark>,
}

/// The two shapes of a move in algebraic notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SanKind {
    /// A man goes to a square: `e4`, `Nbd2`, `exd8=Q`.
    Normal {
        /// The man that moves; pawns have no letter (Laws C.4).
        role: Role,
        /// File of departure, where it is given.
        file: Option<File>,
        /// Rank of departure, where it is given.
        rank: Option<Rank>,
        /// Whether `x` is written.
        capture: bool,
        /// The square of arrival.
        to: Square,
        /// The new piece of a promoted pawn.
        promotion: Option<Role>,
    },
    /// Castling: `O-O` toward the h-file, `O-O-O` toward the a-file.
    Castle(Side),
}

/// The marks of check (`+`) and checkmate (`#`) at the end of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CheckMark {
    /// `+`
    Check,
    /// `#`
    Checkmate,
}

impl CheckMark {
    /// The mark that belongs to a position in which a move has just been played.
    pub(crate) fn after_move(position: &Position) -> Option<Self> {
        match (position.is_check(), position.has_legal_move()) {
            (false, _) => None,
            (true, true) => Some(Self::Check),
            (true, false) => Some(Self::Checkmate),
        }
    }
}

impl fmt::Display for CheckMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Check => "+",
            Self::Checkmate => "#",
        })
    }
}

/// The man that a capital letter names; pawns are never named (Laws C.4).
pub(crate) fn piece_letter(c: char) -> Option<Role> {
    match c {
        'N' | 'B' | 'R' | 'Q' | 'K' => Role::from_letter(c),
        _ => None,
    }
}

/// Reads characters from the left and knows where it stands.
struct Cursor<'a> {
    rest: &'a str,
    column: usize,
}

impl Cursor<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn bump(&mut self) {
        let mut chars = self.rest.chars();
        if chars.next().is_some() {
            self.rest = chars.as_str();
            self.column += 1;
        }
    }

    /// Takes the next character if `read` knows it.
    fn take<T>(&mut self, read: impl Fn(char) -> Option<T>) -> Option<T> {
        let value = read(self.peek()?)?;
        self.bump();
        Some(value)
    }

    fn eat(&mut self, c: char) -> bool {
        self.take(|found| (found == c).then_some(())).is_some()
    }

    fn fault(&self, expected: &'static str) -> SanSyntaxError {
        let column = self.column;
        match self.peek() {
            Some(found) => SanSyntaxError::Unexpected {
                column,
                found,
                expected,
            },
            None => SanSyntaxError::Incomplete { column, expected },
        }
    }
}

impl San {
    /// Parses a move as the PGN export format writes it: English piece letters in capitals, `x`,
    /// `=Q`, letters O for castling, at most one `+` or `#`. More of the square of departure than
    /// is needed is allowed; marks like `!` are not, nor is anything around the move.
    ///
    /// # Errors
    /// [`SanSyntaxError`] says where the text stops to be a move, and what was expected there.
    ///
    /// ```
    /// use tabiya_rules::San;
    ///
    /// assert!(San::parse("R1e2").is_ok());
    /// let error = San::parse("Nf9").unwrap_err();
    /// assert_eq!(error.column(), Some(3));
    /// assert_eq!(error.to_string(), "“9” at character 3 does not fit: expected a rank, 1 to 8.");
    /// ```
    pub fn parse(text: &str) -> Result<Self, SanSyntaxError> {
        if text.is_empty() {
            return Err(SanSyntaxError::Empty);
        }
        if text.len() > LONGEST {
            return Err(SanSyntaxError::TooLong { limit: LONGEST });
        }
        let mut cursor = Cursor {
            rest: text,
            column: 1,
        };
        let kind = if cursor.peek() == Some('O') {
            Self::parse_castle(&mut cursor)?
        } else {
            Self::parse_normal(&mut cursor)?
        };
        let mark = cursor.take(|c| match c {
            '+' => Some(CheckMark::Check),
            '#' => Some(CheckMark::Checkmate),
            _ => None,
        });
        if cursor.peek().is_some() {
            return Err(cursor.fault("the end of the move"));
        }
        Ok(Self { kind, mark })
    }

    fn parse_castle(cursor: &mut Cursor<'_>) -> Result<SanKind, SanSyntaxError> {
        cursor.bump();
        if !(cursor.eat('-') && cursor.eat('O')) {
            return Err(cursor.fault("castling, written O-O or O-O-O"));
        }
        if !cursor.eat('-') {
            return Ok(SanKind::Castle(Side::King));
        }
        if !cursor.eat('O') {
            return Err(cursor.fault("castling, written O-O-O"));
        }
        Ok(SanKind::Castle(Side::Queen))
    }

    fn parse_normal(cursor: &mut Cursor<'_>) -> Result<SanKind, SanSyntaxError> {
        let named = cursor.take(piece_letter);
        let role = named.unwrap_or(Role::Pawn);
        let first_file = cursor.take(File::from_letter);
        let first_rank = cursor.take(Rank::from_digit);
        let capture = cursor.eat('x');
        let (file, rank, to) = match (cursor.take(File::from_letter), first_file, first_rank) {
            (Some(file), ..) => {
                let rank = cursor
                    .take(Rank::from_digit)
                    .ok_or_else(|| cursor.fault("a rank, 1 to 8"))?;
                (first_file, first_rank, Square::new(file, rank))
            }
            (None, Some(file), Some(rank)) if !capture => (None, None, Square::new(file, rank)),
            (None, Some(_), None) if !capture => return Err(cursor.fault("a rank, 1 to 8")),
            (None, None, None) if named.is_none() && !capture => {
                return Err(cursor.fault("a piece letter (K, Q, R, B, N), a file (a to h) or O-O"));
            }
            (None, ..) => return Err(cursor.fault("a file, a to h")),
        };
        if role == Role::Pawn && file.is_none() && (capture || rank.is_some()) {
            // Laws C.9.3: a pawn that takes is named by its file.
            return Err(SanSyntaxError::Unexpected {
                column: 1,
                found: rank.map_or('x', Rank::digit),
                expected: "the file from which the pawn takes",
            });
        }
        let mut promotion = None;
        if role == Role::Pawn && cursor.eat('=') {
            promotion = cursor.take(piece_letter);
            if promotion.is_none() {
                return Err(cursor.fault("the new piece: Q, R, B or N"));
            }
        }
        Ok(SanKind::Normal {
            role,
            file,
            rank,
            capture,
            to,
            promotion,
        })
    }

    /// The exact notation of a legal move: only as much of the square of departure as is needed
    /// among **legal** moves (file first, then rank, then both: Laws C.10), `x`, `=Q`, and the mark
    /// of check or checkmate.
    ///
    /// The move must be legal in the position; for another one the answer means nothing.
    #[must_use]
    pub fn of(position: &Position, mv: Move) -> Self {
        let mut after = position.clone();
        after.play_unchecked(mv);
        let mark = CheckMark::after_move(&after);
        let kind = match mv.kind() {
            MoveKind::Castle(side) => SanKind::Castle(side),
            MoveKind::Normal | MoveKind::EnPassant => Self::normal_of(position, mv),
        };
        Self { kind, mark }
    }

    fn normal_of(position: &Position, mv: Move) -> SanKind {
        let (from, to) = (mv.from(), mv.to());
        let role = position
            .board()
            .piece_at(from)
            .map_or(Role::Pawn, |piece| piece.role);
        let capture = mv.capture_square(position).is_some();
        let (mut file, mut rank) = (None, None);
        if role == Role::Pawn {
            file = capture.then(|| from.file());
        } else {
            let (mut others, mut on_file, mut on_rank) = (false, false, false);
            for rival in position.legal_moves().iter().filter(|rival| {
                rival.to() == to
                    && rival.from() != from
                    && is_normal_move_of(position, **rival, role)
            }) {
                others = true;
                on_file |= rival.from().file() == from.file();
                on_rank |= rival.from().rank() == from.rank();
            }
            if others && (!on_file || on_rank) {
                file = Some(from.file());
            }
            if on_file {
                rank = Some(from.rank());
            }
        }
        SanKind::Normal {
            role,
            file,
            rank,
            capture,
            to,
            promotion: mv.promotion(),
        }
    }

    /// Writes a legal move in exact notation, with `+` or `#`. See [`San::of`].
    ///
    /// ```
    /// use tabiya_rules::{Mode, Position, San};
    ///
    /// let position = Position::from_fen("7k/8/8/8/4R3/8/8/K3R3 w - - 0 1", Mode::Standard)?;
    /// let mv = San::parse("R1e2")?.resolve(&position)?;
    /// assert_eq!(San::write(&position, mv), "R1e2");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn write(position: &Position, mv: Move) -> String {
        Self::of(position, mv).to_string()
    }

    /// Finds the one legal move that is meant. `x`, `+` and `#` are marks only: whether they are
    /// written, rightly or not, makes no difference. A promotion must name its piece.
    ///
    /// # Errors
    /// [`SanError`] where no legal move fits, with the Law that forbids the move where one man can
    /// be meant, or where several fit.
    pub fn resolve(&self, position: &Position) -> Result<Move, SanError> {
        let moves = position.legal_moves();
        let mut fits = moves.iter().copied().filter(|mv| self.fits(position, *mv));
        match (fits.next(), fits.next()) {
            (Some(mv), None) => Ok(mv),
            (Some(_), Some(_)) => {
                let fits = moves.iter().copied().filter(|mv| self.fits(position, *mv));
                let candidate = |mv| Candidate {
                    mv,
                    san: Self::write(position, mv),
                };
                Err(SanError::Ambiguous {
                    candidates: fits.map(candidate).collect(),
                })
            }
            (None, _) => Err(self.explain(position)),
        }
    }

    /// Like [`San::resolve`], but accepts only the exact form, as [`San::of`] makes it.
    ///
    /// # Errors
    /// As [`San::resolve`], and [`SanError::NotExact`] where anything is missing, wrong or more
    /// than needed.
    pub fn resolve_exact(&self, position: &Position) -> Result<Move, SanError> {
        let mv = self.resolve(position)?;
        let exact = Self::of(position, mv);
        if exact == *self {
            Ok(mv)
        } else {
            Err(SanError::NotExact {
                exact: exact.to_string(),
            })
        }
    }

    /// Whether a legal move is one that this text describes.
    fn fits(&self, position: &Position, mv: Move) -> bool {
        match self.kind {
            SanKind::Castle(side) => mv.kind() == MoveKind::Castle(side),
            SanKind::Normal {
                role,
                file,
                rank,
                to,
                promotion,
                ..
            } => {
                let from = mv.from();
                mv.to() == to
                    && mv.promotion() == promotion
                    && rank.is_none_or(|rank| rank == from.rank())
                    && match file {
                        Some(file) => file == from.file(),
                        // A pawn without a file of departure goes straight on (Laws C.9.3).
                        None => role != Role::Pawn || from.file() == to.file(),
                    }
                    && is_normal_move_of(position, mv, role)
            }
        }
    }

    /// Why no legal move fits.
    fn explain(&self, position: &Position) -> SanError {
        match self.kind {
            SanKind::Castle(side) => explain_castle(position, side),
            SanKind::Normal {
                role,
                file,
                rank,
                to,
                promotion,
                ..
            } => explain_normal(position, role, (file, rank), to, promotion),
        }
    }
}

fn is_normal_move_of(position: &Position, mv: Move, role: Role) -> bool {
    !matches!(mv.kind(), MoveKind::Castle(_))
        && position
            .board()
            .piece_at(mv.from())
            .is_some_and(|piece| piece.role == role)
}

fn explain_castle(position: &Position, side: Side) -> SanError {
    let color = position.turn();
    let from = position.king(color);
    let file = match side {
        Side::King => File::G,
        Side::Queen => File::C,
    };
    let usual = Square::new(file, from.rank());
    let to = match position.mode() {
        Mode::Standard => usual,
        Mode::Chess960 => position
            .castling_rights()
            .rook(color, side)
            .unwrap_or(usual),
    };
    let attempt = Attempt {
        from,
        to,
        promotion: None,
    };
    match position.why_illegal(attempt) {
        Some(reason) => SanError::Illegal { attempt, reason },
        // The king could go there on foot: only the castling is impossible.
        None => SanError::NoneReaches {
            color,
            role: Role::King,
            to,
        },
    }
}

fn explain_normal(
    position: &Position,
    role: Role,
    (file, rank): (Option<File>, Option<Rank>),
    to: Square,
    promotion: Option<Role>,
) -> SanError {
    let color = position.turn();
    let straight = role == Role::Pawn && file.is_none();
    let named = file.or(straight.then(|| to.file()));
    let men: Vec<Square> = position
        .board()
        .by_piece(color, role)
        .into_iter()
        .filter(|square| named.is_none_or(|file| file == square.file()))
        .filter(|square| rank.is_none_or(|rank| rank == square.rank()))
        .collect();
    let reaching = nearest(position, role, &men, to);
    let from = match (men.as_slice(), reaching) {
        ([], _) => {
            return SanError::NoSuchPiece {
                color,
                role,
                file: named,
                rank,
            };
        }
        ([only], _) => *only,
        (_, Some(from)) => from,
        (_, None) => return SanError::NoneReaches { color, role, to },
    };
    let attempt = Attempt {
        from,
        to,
        promotion,
    };
    match position.why_illegal(attempt) {
        Some(reason) => SanError::Illegal { attempt, reason },
        None => SanError::CastlingAsKingMove {
            side: if to.file() > from.file() {
                Side::King
            } else {
                Side::Queen
            },
        },
    }
}

/// The man that is meant most likely: one that reaches the square, or would on an empty board.
fn nearest(position: &Position, role: Role, men: &[Square], to: Square) -> Option<Square> {
    let color = position.turn();
    let reaches = |from: Square, occupied: Bitboard| match role {
        Role::Pawn if from.file() == to.file() => steps_forward(color, from, to),
        _ => attacks(role, color, from, occupied).contains(to),
    };
    let on_board = |from: &Square| reaches(*from, position.board().occupied());
    let on_empty_board = |from: &Square| reaches(*from, Bitboard::EMPTY);
    let mut men = men.iter().copied();
    men.clone()
        .find(on_board)
        .or_else(|| men.find(on_empty_board))
}

/// Whether a pawn's step or double step leads from one square to another, whatever stands there.
fn steps_forward(color: Color, from: Square, to: Square) -> bool {
    let (ahead, home) = match color {
        Color::White => (1, Rank::Two),
        Color::Black => (-1, Rank::Seven),
    };
    from.offset(0, ahead) == Some(to)
        || (from.rank() == home && from.offset(0, 2 * ahead) == Some(to))
}

impl FromStr for San {
    type Err = SanSyntaxError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(text)
    }
}

impl fmt::Display for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write as _;
        match self.kind {
            SanKind::Castle(side) => f.write_str(castle_text(side))?,
            SanKind::Normal {
                role,
                file,
                rank,
                capture,
                to,
                promotion,
            } => {
                if role != Role::Pawn {
                    f.write_char(role.letter())?;
                }
                if let Some(file) = file {
                    write!(f, "{file}")?;
                }
                if let Some(rank) = rank {
                    write!(f, "{rank}")?;
                }
                if capture {
                    f.write_char('x')?;
                }
                write!(f, "{to}")?;
                if let Some(role) = promotion {
                    write!(f, "={}", role.letter())?;
                }
            }
        }
        self.mark.map_or(Ok(()), |mark| mark.fmt(f))
    }
}
