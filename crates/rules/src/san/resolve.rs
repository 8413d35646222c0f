//! Which legal move a notation means, found from the square of arrival; and why none is meant. Not
//! here: reading the text (`san`), the words of the errors (`error`).

use alloc::string::ToString;
use alloc::vec::Vec;

use super::error::{Candidate, SanError};
use super::{San, SanKind};
use crate::attacks::{
    attacks, between, diagonals, king_attacks, knight_attacks, pawn_attacks, straights,
};
use crate::en_passant::captors;
use crate::{Attempt, Bitboard, Color, File, Mode, Move, Position, Rank, Role, Side, Square};

impl San {
    /// Finds the one legal move that is meant. `x`, `+` and `#` are marks only: whether they are
    /// written, rightly or not, makes no difference. A promotion must name its piece.
    ///
    /// # Errors
    /// [`SanError`] where no legal move fits, with the Law that forbids the move where one man can
    /// be meant, or where several fit.
    pub fn resolve(&self, position: &Position) -> Result<Move, SanError> {
        match self.kind {
            SanKind::Castle(side) => position
                .legal_castling(side)
                .ok_or_else(|| explain_castle(position, side)),
            SanKind::Normal {
                role,
                file,
                rank,
                to,
                promotion,
                ..
            } => {
                let mut men = if role == Role::Pawn {
                    pawn_movers(position, file, to, promotion)
                } else if promotion.is_some() {
                    // Only pawns become something else (Laws 3.7.3.3).
                    Bitboard::EMPTY
                } else {
                    movers(
                        position,
                        role,
                        to,
                        file.map_or(Bitboard::ALL, Bitboard::file),
                    )
                };
                if let Some(rank) = rank {
                    men &= Bitboard::rank(rank);
                }
                let mv = |from| pack(position, role, from, to, promotion);
                men.single().map(mv).ok_or_else(|| match men.is_empty() {
                    true => explain_normal(position, role, (file, rank), to, promotion),
                    false => ambiguous(position, men.into_iter().map(mv)),
                })
            }
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
}

/// The men of that role, pawns apart, among those squares that may legally go to a square.
pub(super) fn movers(position: &Position, role: Role, to: Square, among: Bitboard) -> Bitboard {
    let (us, board) = (position.turn(), position.board());
    if board.by_color(us).contains(to) {
        return Bitboard::EMPTY;
    }
    let men = board.by_piece(us, role) & among & reaches(role, to);
    let is_free = |man: &Square| (between(*man, to) & board.occupied()).is_empty();
    let men: Bitboard = men.into_iter().filter(is_free).collect();
    if role != Role::King {
        return safe(position, men, to);
    }
    // The king does not shield the squares behind it from the man that attacks it.
    let left = board.occupied() - men;
    if men.any() && is_attacked(position, to, left, Bitboard::EMPTY) {
        Bitboard::EMPTY
    } else {
        men
    }
}

/// The squares from which a man of that role, pawns apart, could go to a square on an empty board.
const fn reaches(role: Role, to: Square) -> Bitboard {
    match role {
        Role::Pawn => Bitboard::EMPTY,
        Role::Knight => knight_attacks(to),
        Role::Bishop => diagonals(to),
        Role::Rook => straights(to),
        Role::Queen => Bitboard(diagonals(to).0 | straights(to).0),
        Role::King => king_attacks(to),
    }
}

/// Those of the men that may go to that square without leaving their king in check: each is lifted
/// and put down there, as far as the lines to the king are concerned.
fn safe(position: &Position, men: Bitboard, to: Square) -> Bitboard {
    let king = position.king(position.turn());
    let is_safe = |man: &Square| {
        let occupied = (position.board().occupied() - Bitboard::of(*man)) | to.into();
        // What is taken gives no check any more.
        !is_attacked(position, king, occupied, to.into())
    };
    men.into_iter().filter(is_safe).collect()
}

/// Whether the other side, apart from men that are taken, would attack a square if the lines were
/// blocked by these squares only. There are few men on the lines through a square, so that looking
/// between costs less than the tables of all that line pieces can see.
fn is_attacked(position: &Position, square: Square, occupied: Bitboard, taken: Bitboard) -> bool {
    let (us, board) = (position.turn(), position.board());
    let enemies = board.by_color(!us) - taken;
    let knights = knight_attacks(square) & board.by_role(Role::Knight);
    let pawns = pawn_attacks(us, square) & board.by_role(Role::Pawn);
    let kings = king_attacks(square) & board.by_role(Role::King);
    let is_open = |sniper| (between(square, sniper) & occupied).is_empty();
    ((knights | pawns | kings) & enemies).any()
        || (board.snipers(square, !us) & enemies)
            .into_iter()
            .any(is_open)
}

/// The pawn that may legally go to a square, at most one: from that file, or straight on where no
/// file is given (Laws C.9.3). None if it does not become what a pawn becomes there.
fn pawn_movers(
    position: &Position,
    file: Option<File>,
    to: Square,
    promotion: Option<Role>,
) -> Bitboard {
    let promotes = !matches!(promotion, None | Some(Role::King | Role::Pawn));
    if promotes != Bitboard::BACK_RANKS.contains(to) || promotes != promotion.is_some() {
        return Bitboard::EMPTY;
    }
    let (us, board) = (position.turn(), position.board());
    let pawns = board.by_piece(us, Role::Pawn);
    match file {
        Some(file) if file != to.file() => {
            let takers = pawns & Bitboard::file(file) & pawn_attacks(!us, to);
            if board.by_color(!us).contains(to) {
                safe(position, takers, to)
            } else if position.passed_square() == Some(to) {
                takers & captors(board, us, to)
            } else {
                Bitboard::EMPTY
            }
        }
        _ if board.occupied().contains(to) => Bitboard::EMPTY,
        _ => {
            let passed = Bitboard::of(to).forward(!us);
            let mut stepper = passed & pawns;
            if (passed & board.occupied()).is_empty() && to.rank() == after_double_step(us) {
                stepper = passed.forward(!us) & pawns;
            }
            safe(position, stepper, to)
        }
    }
}

const fn after_double_step(color: Color) -> Rank {
    match color {
        Color::White => Rank::Four,
        Color::Black => Rank::Five,
    }
}

fn pack(
    position: &Position,
    role: Role,
    from: Square,
    to: Square,
    promotion: Option<Role>,
) -> Move {
    let [queen, rook, bishop, knight] = Move::promotions(from, to);
    match promotion {
        Some(Role::Queen) => queen,
        Some(Role::Rook) => rook,
        Some(Role::Bishop) => bishop,
        Some(Role::Knight) => knight,
        _ if role == Role::Pawn
            && position.passed_square() == Some(to)
            && from.file() != to.file() =>
        {
            Move::en_passant(from, to)
        }
        _ => Move::normal(role, from, to),
    }
}

#[cold]
fn ambiguous(position: &Position, moves: impl Iterator<Item = Move>) -> SanError {
    let candidate = |mv| Candidate {
        mv,
        san: San::write(position, mv),
    };
    SanError::Ambiguous {
        candidates: moves.map(candidate).collect(),
    }
}

#[cold]
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

#[cold]
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
