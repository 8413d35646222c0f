//! Judgement of hands on the board: touching, adjusting and releasing men (FIDE 4.2, 4.3, 4.7).
//! What touching binds to stands in `touch.rs`.

use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

use tabiya_rules::{Move, Position, Side, Square, Uci};

use crate::clock::Timestamp;
use crate::conduct::castling_shape;
use crate::duty::Obligation;
use crate::event::Event;
use crate::refusal::Refusal;
use crate::seat::Actor;
use crate::table::{Table, TableGame};

impl Table {
    /// Touching obliges on tables that play touch-move, once and while it is no adjusting. Who may
    /// move may touch.
    pub(crate) fn decide_touch(&self, actor: Actor, square: Square) -> Result<Vec<Event>, Refusal> {
        let game = self.may_move(actor)?;
        if !game.settings.rules.touch_move {
            return Ok(Vec::new());
        }
        let stands_there = |standing: crate::conduct::Standing| standing.uci.to == square;
        let is_there = game.line.position().board().occupied().contains(square)
            || game.conduct.standing.is_some_and(stands_there);
        if !is_there {
            return Err(Refusal::NothingToTouch { square });
        }
        let is_new = game.line.position().board().occupied().contains(square)
            && !game.conduct.touched().contains(&square);
        let by = game.turn();
        Ok(if is_new && !game.conduct.is_adjusting() {
            vec![Event::Touched { by, square }]
        } else {
            Vec::new()
        })
    }

    /// FIDE 4.2.1: only who has the move may adjust; 6.2.5: only while his clock runs.
    pub(crate) fn may_adjust(&self, actor: Actor) -> Result<&TableGame, Refusal> {
        let (game, color) = self.playing(actor)?;
        game.going_on()?;
        if game.turn() != color {
            return Err(Refusal::AdjustNotToMove);
        }
        if game.clock.turn() != Some(color) {
            return Err(Refusal::AdjustClock);
        }
        Ok(game)
    }

    pub(crate) fn decide_adjusting(
        &self,
        actor: Actor,
        is_adjusting: bool,
    ) -> Result<Vec<Event>, Refusal> {
        let game = self.may_adjust(actor)?;
        let by = game.turn();
        if !game.settings.rules.touch_move || game.conduct.is_adjusting() == is_adjusting {
            return Ok(Vec::new());
        }
        Ok(vec![if is_adjusting {
            Event::Adjusting { by }
        } else {
            Event::Adjusted { by }
        }])
    }

    pub(crate) fn may_release(&self, actor: Actor) -> Result<&TableGame, Refusal> {
        let game = self.may_move(actor)?;
        if !game.settings.rules.touch_move {
            return Err(Refusal::TouchOff);
        }
        if game.hand().next().is_none() {
            return Err(Refusal::NothingInHand);
        }
        Ok(game)
    }

    /// A man that is released has made its move (FIDE 4.7); only the king that goes two squares
    /// toward a rook has but begun to castle (FIDE 4.7.2).
    pub(crate) fn decide_release(
        &self,
        at: Timestamp,
        actor: Actor,
        square: Square,
    ) -> Result<Vec<Event>, Refusal> {
        let game = self.may_release(actor)?;
        let from = game.released(square).ok_or(Refusal::NothingInHand)?;
        let position = game.line.position();
        if let Some(side) = castling_shape(position, from, square) {
            return game.castling_begun(side, square);
        }
        let uci = match game.conduct.begun() {
            Some(side) if puts_rook(position, side, from, square) => castling(position, side),
            _ => Uci {
                from,
                to: square,
                promotion: None,
            },
        };
        self.decide_attempt(at, 0, game, uci)
    }
}

/// Whether that rook going there completes castling to that side.
fn puts_rook(position: &Position, side: Side, from: Square, to: Square) -> bool {
    let rank = position.king(position.turn()).rank();
    from == Square::new(side.corner_file(), rank) && to == Square::new(side.rook_file(), rank)
}

/// Castling to that side, legal or not, as the king's move.
fn castling(position: &Position, side: Side) -> Uci {
    let king = position.king(position.turn());
    Uci {
        from: king,
        to: Square::new(side.king_file(), king.rank()),
        promotion: None,
    }
}

impl TableGame {
    /// The men of his own that the player to move has touched, in order.
    fn hand(&self) -> impl DoubleEndedIterator<Item = Square> {
        let position = self.line.position();
        let own = position.board().by_color(position.turn());
        let touched = self.conduct.touched().iter().copied();
        touched.filter(move |square| own.contains(*square))
    }

    /// The man that is put there: of those touched the first that may go there, or the last one
    /// touched if none may.
    fn released(&self, square: Square) -> Option<Square> {
        let position = self.line.position();
        let free = || position.legal_moves().to_vec();
        let moves = self.duty().map_or_else(free, |duty| duty.moves);
        let goes = |from: &Square| {
            let is_it = |mv: &Move| mv.from() == *from && mv.uci(position).to == square;
            moves.iter().any(is_it)
        };
        let first = self.hand().find(goes);
        first.or_else(|| self.hand().next_back())
    }

    fn castling_begun(&self, side: Side, square: Square) -> Result<Vec<Event>, Refusal> {
        let by = self.turn();
        match self.conduct.begun() {
            Some(begun) if begun == side => Ok(Vec::new()),
            Some(begun) if self.can_castle(begun) => {
                let goal = castling(self.line.position(), begun).to;
                Err(Refusal::Bound(Obligation::CompleteCastling {
                    square: goal,
                }))
            }
            _ => {
                let uci = Uci {
                    from: self.line.position().king(by),
                    to: square,
                    promotion: None,
                };
                let uci = uci.to_string();
                Ok(vec![Event::CastlingBegun { by, uci }])
            }
        }
    }

    fn can_castle(&self, side: Side) -> bool {
        let moves = self.line.position().legal_moves();
        moves.iter().any(|mv| mv.castling_side() == Some(side))
    }
}
