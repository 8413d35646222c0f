//! Finds out which Law forbids an attempt. Not here: what the answer looks like and says
//! (`reason`).

use alloc::vec::Vec;

use crate::attacks::{attacks, between};
use crate::castling::home_rank;
use crate::en_passant::{king_attackers_after, passed_pawn, target_rank};
use crate::movegen::CastlingPath;
use crate::uci::{castling_meant, legal_reading};
use crate::{
    Attempt, Bitboard, Color, Mode, Piece, PieceAt, Position, Rank, Reason, Role, Side, Square,
};

impl Position {
    /// Why an attempt is illegal; `None` if it is a legal move. Castling may be tried in both
    /// spellings, see
    /// [`Uci::resolve`](crate::Uci::resolve).
    ///
    /// ```
    /// use tabiya_rules::{Attempt, Mode, Position, Square};
    ///
    /// let position = Position::from_fen("4k3/8/b7/8/8/8/8/4K2R w K - 0 1", Mode::Standard)?;
    /// let castle = Attempt { from: Square::E1, to: Square::G1, promotion: None };
    /// let reason = position.why_illegal(castle).unwrap();
    /// assert_eq!(reason.to_string(), "The king may not cross f1: the bishop on a6 attacks it.");
    /// assert_eq!(reason.article(), "3.8.2.2");
    /// assert_eq!(reason.squares(), [Square::F1, Square::A6]);
    /// # Ok::<(), tabiya_rules::FromFenError>(())
    /// ```
    #[must_use]
    pub fn why_illegal(&self, attempt: Attempt) -> Option<Reason> {
        match legal_reading(self, attempt) {
            Some(_) => None,
            None => Some(reason(self, attempt)),
        }
    }
}

/// The reason why an attempt is illegal that is known to be so.
pub(crate) fn reason(position: &Position, attempt: Attempt) -> Reason {
    let Attempt {
        from,
        to,
        promotion,
    } = attempt;
    let board = position.board();
    if from == to {
        return Reason::NoMove { square: from };
    }
    let Some(man) = board.man_at(from) else {
        return Reason::EmptySquare { from };
    };
    if man.piece.color != position.turn() {
        return Reason::OpponentsMan { man };
    }
    if let Some(side) = castling_meant(position, attempt) {
        if promotion.is_some() {
            return Reason::NotAPromotion { man, to };
        }
        return castling(position, side).unwrap_or(Reason::StaleMove { from, to });
    }
    if let Some(target) = board.man_at(to) {
        if target.piece.color == man.piece.color {
            return Reason::OwnManOnTarget { man, target };
        }
        if target.piece.role == Role::King {
            return Reason::KingCapture { man, king: target };
        }
    }
    // With both pawns gone the king is looked after in `en_passant`.
    let passes =
        man.piece.role == Role::Pawn && from.file() != to.file() && board.piece_at(to).is_none();
    movement(position, man, to)
        .or_else(|| king_safety(position, man, to).filter(|_| !passes))
        .or_else(|| promotion_fault(man, to, promotion))
        .unwrap_or(Reason::StaleMove { from, to })
}

fn men(position: &Position, squares: Bitboard) -> Vec<PieceAt> {
    position.board().men(squares).collect()
}

fn castling(position: &Position, side: Side) -> Option<Reason> {
    let us = position.turn();
    let king = position.king(us);
    let board = position.board();
    let Some(rook) = position.castling_rights().rook(us, side) else {
        let corner = Square::new(side.corner_file(), home_rank(us));
        let own_rook = Piece {
            role: Role::Rook,
            color: us,
        };
        let no_rook = position.mode() == Mode::Standard && board.piece_at(corner) != Some(own_rook);
        return Some(if no_rook {
            Reason::CastlingWithoutRook { side, corner }
        } else {
            Reason::CastlingRightLost { side, king }
        });
    };
    let path = CastlingPath::new(us, king, rook, side);
    let between = path.must_be_empty() & board.occupied();
    if between.any() {
        return Some(Reason::CastlingBlocked {
            side,
            by: men(position, between),
        });
    }
    if position.is_check() {
        let attackers = men(position, position.checkers());
        return Some(Reason::CastlingInCheck {
            side,
            king,
            attackers,
        });
    }
    let goal = path.king_to;
    let without_king = board.occupied() - Bitboard::of(king);
    for crossed in path.king_way() - Bitboard::of(goal) {
        let attackers = board.attackers_through(crossed, !us, without_king);
        if attackers.any() {
            let attackers = men(position, attackers);
            return Some(Reason::CastlingThroughAttack {
                side,
                crossed,
                attackers,
            });
        }
    }
    let now = board.attackers_through(goal, !us, without_king);
    let attackers = now | path.attackers_after(position);
    attackers.any().then(|| Reason::CastlingIntoCheck {
        side,
        goal,
        attackers: men(position, attackers),
    })
}

/// Whether the man moves that way at all.
fn movement(position: &Position, man: PieceAt, to: Square) -> Option<Reason> {
    let Piece { role, color } = man.piece;
    if role == Role::Pawn {
        return pawn_movement(position, man, to);
    }
    if !attacks(role, color, man.square, Bitboard::EMPTY).contains(to) {
        return Some(Reason::WrongGeometry { man, to });
    }
    let in_between = between(man.square, to) & position.board().occupied();
    let nearest = if to > man.square {
        in_between.first()
    } else {
        in_between.last()
    };
    let by = position.board().man_at(nearest?)?;
    Some(Reason::Blocked { man, to, by })
}

fn pawn_movement(position: &Position, man: PieceAt, to: Square) -> Option<Reason> {
    let from = man.square;
    let board = position.board();
    let (ahead, first_rank) = match man.piece.color {
        Color::White => (1, Rank::Two),
        Color::Black => (-1, Rank::Seven),
    };
    let target = board.man_at(to);
    if from.offset(0, ahead) == Some(to) {
        return target.map(|target| Reason::PawnCapturesStraight { man, target });
    }
    if from.offset(0, 2 * ahead) == Some(to) {
        if from.rank() != first_rank {
            return Some(Reason::DoubleStepNotFirst { man, to });
        }
        let by = from
            .offset(0, ahead)
            .and_then(|passed| board.man_at(passed))
            .or(target);
        return by.map(|by| Reason::PawnBlocked { man, to, by });
    }
    let takes_there = [1, -1]
        .into_iter()
        .any(|side| from.offset(side, ahead) == Some(to));
    if !takes_there {
        return Some(Reason::WrongGeometry { man, to });
    }
    if target.is_some() {
        None
    } else {
        en_passant(position, man, to)
    }
}

/// Why a pawn may not go to an empty square diagonally ahead.
fn en_passant(position: &Position, man: PieceAt, to: Square) -> Option<Reason> {
    let us = position.turn();
    let board = position.board();
    let passed = Piece {
        role: Role::Pawn,
        color: !us,
    };
    let beside = board
        .man_at(passed_pawn(to))
        .filter(|beside| beside.piece == passed);
    let Some(pawn) = beside.filter(|_| to.rank() == target_rank(us)) else {
        return Some(Reason::PawnDiagonalWithoutCapture { man, to });
    };
    if position.passed_square() != Some(to) {
        return Some(Reason::EnPassantExpired { man, to, pawn });
    }
    let king = position.king(us);
    let attackers = king_attackers_after(board, us, man.square, to);
    let unanswered = attackers & position.checkers();
    if unanswered.any() {
        return Some(Reason::CheckNotAnswered {
            man,
            to,
            king,
            checkers: men(position, unanswered),
        });
    }
    attackers.any().then(|| Reason::EnPassantExposesKing {
        man,
        to,
        king,
        attackers: men(position, attackers),
    })
}

/// Whether the own king would be attacked after an otherwise possible move.
fn king_safety(position: &Position, man: PieceAt, to: Square) -> Option<Reason> {
    let board = position.board();
    let them = !position.turn();
    let left = board.occupied() - Bitboard::of(man.square);
    if man.piece.role == Role::King {
        let attackers = board.attackers_through(to, them, left);
        return attackers.any().then(|| Reason::KingIntoAttack {
            man,
            to,
            attackers: men(position, attackers),
        });
    }
    let king = position.king(position.turn());
    let attackers = board.attackers_through(king, them, left | to.into()) - Bitboard::of(to);
    let unanswered = attackers & position.checkers();
    if unanswered.any() {
        let checkers = men(position, unanswered);
        return Some(Reason::CheckNotAnswered {
            man,
            to,
            king,
            checkers,
        });
    }
    attackers.any().then(|| Reason::ExposesKing {
        man,
        to,
        king,
        attackers: men(position, attackers),
    })
}

fn promotion_fault(man: PieceAt, to: Square, promotion: Option<Role>) -> Option<Reason> {
    let must = man.piece.role == Role::Pawn && Bitboard::BACK_RANKS.contains(to);
    match promotion {
        None if must => Some(Reason::PromotionRequired { man, to }),
        Some(_) if !must => Some(Reason::NotAPromotion { man, to }),
        Some(role @ (Role::King | Role::Pawn)) => Some(Reason::PromotionRole { man, role }),
        _ => None,
    }
}
