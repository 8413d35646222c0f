//! Judgement of hands on the board: touching, adjusting and releasing men (FIDE 4.2, 4.3, 4.7).
//! What touching binds to stands in `touch.rs`.

use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

use tabiya_rules::{Position, Side, Square, Uci};

use crate::clock::Timestamp;
use crate::conduct::castling_shape;
use crate::duty::Duty;
use crate::event::Event;
use crate::refusal::Refusal;
use crate::seat::Actor;
use crate::table::{Table, TableGame};
use crate::touch;

impl Table {
    /// Touching obliges on tables that play touch-move, once and while it is no adjusting. Who may
    /// move may touch.
    pub(crate) fn decide_touch(&self, actor: Actor, square: Square) -> Result<Vec<Event>, Refusal> {
        let game = self.may_move(actor)?;
        if !game.settings.rules.touch_move {
            return Ok(Vec::new());
        }
        // Where an illegal move stands, its man is the one that is touched there.
        let standing = game.conduct.standing.filter(|it| it.uci.to == square);
        let is_there =
            game.line.position().board().occupied().contains(square) || standing.is_some();
        if !is_there {
            return Err(Refusal::NothingToTouch { square });
        }
        let square = standing.map_or(square, |standing| standing.uci.from);
        let by = game.turn();
        let is_own = game.line.position().board().by_color(by).contains(square);
        let is_new = !game.conduct.touched().contains(&square)
            || (is_own && game.conduct.in_hand() != Some(square));
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
        if !is_adjusting {
            return Ok(vec![Event::Adjusted { by }]);
        }
        game.conduct.may_adjust_again()?;
        Ok(vec![Event::Adjusting { by }])
    }

    pub(crate) fn may_release(&self, actor: Actor) -> Result<&TableGame, Refusal> {
        let game = self.may_move(actor)?;
        if !game.settings.rules.touch_move {
            return Err(Refusal::TouchOff);
        }
        if game.conduct.in_hand().is_none() {
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
        lag_ms: u64,
    ) -> Result<Vec<Event>, Refusal> {
        let game = self.may_release(actor)?;
        let from = game.conduct.in_hand().ok_or(Refusal::NothingInHand)?;
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
        self.decide_attempt(at, lag_ms, game, uci)
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
    /// The king goes two squares toward a rook: he may, if what that binds to (FIDE 4.7.2) lies
    /// within what binds already.
    fn castling_begun(&self, side: Side, square: Square) -> Result<Vec<Event>, Refusal> {
        if self.conduct.begun() == Some(side) {
            return Ok(Vec::new());
        }
        let position = self.line.position();
        let by = self.turn();
        if let Some(duty) = self.duty() {
            let begun = touch::due(position, self.conduct.touched(), Some(side));
            let is_within = |then: Duty| then.moves.into_iter().all(|mv| duty.moves.contains(&mv));
            if !begun.is_some_and(is_within) {
                return Err(Refusal::Bound(duty.obligation));
            }
        }
        self.conduct.may_try_again()?;
        let uci = Uci {
            from: position.king(by),
            to: square,
            promotion: None,
        };
        let uci = uci.to_string();
        Ok(vec![Event::CastlingBegun { by, uci }])
    }

    /// The castling that was begun and is illegal, as the king's move (FIDE 7.5.1).
    pub(crate) fn begun_wrongly(&self) -> Option<Uci> {
        let position = self.line.position();
        let uci = castling(position, self.conduct.begun()?);
        uci.resolve(position).is_err().then_some(uci)
    }
}
