//! Touch-move (FIDE 4.3 to 4.5, 4.7.2) as a pure function: from the position, the men touched and a
//! castling begun to the moves that are left. When a man counts as touched stands in `conduct.rs`.

use alloc::vec::Vec;

use tabiya_rules::{Move, Position, Role, Side, Square};

use crate::duty::{Duty, Obligation};

/// What the player to move is bound to when the men on these squares were touched in this order,
/// and, if `begun`, the king has been released two squares toward that side. `None`: he is free
/// (FIDE 4.5).
pub(crate) fn due(position: &Position, touched: &[Square], begun: Option<Side>) -> Option<Duty> {
    let hand = Hand::new(position, touched);
    match begun {
        Some(side) => hand.castling_begun(side),
        None if hand.theirs.is_empty() => hand.own_men(),
        None if hand.own.is_empty() => hand.their_men(),
        None => hand.men_of_both(),
    }
}

/// The men touched, by color, and what they can do.
struct Hand<'a> {
    position: &'a Position,
    king: Square,
    touched: &'a [Square],
    own: Vec<Square>,
    theirs: Vec<Square>,
    /// The legal moves but for castling with a rook that was touched before the king (4.4.2).
    moves: Vec<Move>,
    /// The first rook that forbids a castling which would be legal.
    barred: Option<Square>,
}

impl<'a> Hand<'a> {
    fn new(position: &'a Position, touched: &'a [Square]) -> Self {
        let turn = position.turn();
        let of = |color| {
            let men = position.board().by_color(color);
            let squares = touched.iter().copied();
            squares
                .filter(|square| men.contains(*square))
                .collect::<Vec<_>>()
        };
        let (own, theirs) = (of(turn), of(turn.other()));
        let king = position.king(turn);
        let before_king = own.split(|square| *square == king).next();
        let rooks = before_king.filter(|men| men.len() < own.len());
        let is_barred = |mv: &Move| {
            mv.castling_side().is_some() && rooks.is_some_and(|rooks| rooks.contains(&mv.to()))
        };
        let (barred, moves): (Vec<Move>, Vec<Move>) =
            position.legal_moves().iter().partition(|mv| is_barred(mv));
        let barred = barred.first().map(|mv| mv.to());
        Self {
            position,
            king,
            touched,
            own,
            theirs,
            moves,
            barred,
        }
    }

    fn having(&self, is_meant: impl Fn(&Move) -> bool) -> Vec<Move> {
        self.moves.iter().copied().filter(is_meant).collect()
    }

    /// Castling is a move of the king.
    fn moves_of(&self, square: Square) -> Vec<Move> {
        self.having(|mv| mv.from() == square)
    }

    fn captures_of(&self, square: Square) -> Vec<Move> {
        self.having(|mv| mv.capture_square(self.position) == Some(square))
    }

    fn role(&self, square: Square) -> Option<Role> {
        self.position.board().role_at(square)
    }

    /// 4.7.2: castling there and nothing else; where it is illegal, another move of the king; where
    /// it has none, any move.
    fn castling_begun(&self, side: Side) -> Option<Duty> {
        let square = Square::new(side.king_file(), self.king.rank());
        let castling = self.having(|mv| mv.castling_side() == Some(side));
        let complete = Duty::to_play(castling, Obligation::CompleteCastling { square });
        complete.or_else(|| {
            let king = self.moves_of(self.king);
            Duty::to_play(king, Obligation::CastlingIllegal { square })
        })
    }

    /// 4.3.1 and 4.4: the first man that can move must move.
    fn own_men(&self) -> Option<Duty> {
        let mut men = self.own.iter();
        while let Some(&square) = men.next() {
            let rook = (square == self.king)
                .then(|| men.as_slice().iter().find(|square| self.is_rook(**square)))
                .flatten();
            if let Some(&rook) = rook {
                return self.king_then_rook(rook);
            }
            if let Some(duty) = self.move_of(square) {
                return Some(duty);
            }
        }
        self.not_barred()
    }

    /// A rook of the player's on the king's rank: one that the king may be meant to castle with.
    fn is_rook(&self, square: Square) -> bool {
        self.role(square) == Some(Role::Rook) && square.rank() == self.king.rank()
    }

    /// 4.4.1, 4.4.3. Where the king has no move at all the player is free, whatever the rook could
    /// do.
    fn king_then_rook(&self, rook: Square) -> Option<Duty> {
        let castling = self.having(|mv| mv.castling_side().is_some() && mv.to() == rook);
        Duty::to_play(castling, Obligation::Castle { rook })
            .or_else(|| Duty::to_play(self.moves_of(self.king), Obligation::MoveKing { rook }))
            .or_else(|| self.not_barred())
    }

    /// The duty to move this man of the player's own, if it can.
    fn move_of(&self, square: Square) -> Option<Duty> {
        let role = self.role(square)?;
        let obligation = if self.barred == Some(square) {
            Obligation::RookFirst { rook: square }
        } else {
            Obligation::MoveTouched { square, role }
        };
        Duty::to_play(self.moves_of(square), obligation)
    }

    /// The duty to capture this man of the opponent's, if any can.
    fn capture_of(&self, square: Square) -> Option<Duty> {
        let role = self.role(square)?;
        let obligation = Obligation::CaptureTouched { square, role };
        Duty::to_play(self.captures_of(square), obligation)
    }

    /// 4.3.2.
    fn their_men(&self) -> Option<Duty> {
        self.theirs
            .iter()
            .find_map(|square| self.capture_of(*square))
    }

    /// 4.3.3: the first man of the one color takes the first of the other; where that is illegal,
    /// the first man that can be moved or captured is.
    fn men_of_both(&self) -> Option<Duty> {
        let (&by, &square) = (self.own.first()?, self.theirs.first()?);
        let is_it = |mv: &Move| mv.from() == by && mv.capture_square(self.position) == Some(square);
        Duty::to_play(self.having(is_it), Obligation::CaptureWith { by, square }).or_else(|| {
            let either = |square: &Square| {
                if self.own.contains(square) {
                    self.move_of(*square)
                } else {
                    self.capture_of(*square)
                }
            };
            let due = self.touched.iter().find_map(either);
            due.or_else(|| self.not_barred())
        })
    }

    /// Free, but for a castling that 4.4.2 forbids.
    fn not_barred(&self) -> Option<Duty> {
        let rook = self.barred?;
        Duty::to_play(self.moves.clone(), Obligation::NoCastling { rook })
    }
}
