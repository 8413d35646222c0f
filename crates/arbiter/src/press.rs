//! Judgement of moves on a table with a clock to press: a move is made, and completed by the press
//! (FIDE 4.7, 6.2.1). A player may answer before the other one presses (FIDE 1.3, 6.2.2): whose
//! clock runs and who has the move are two things here. What becomes of an illegal move stands in
//! `irregular.rs`.

use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

use tabiya_rules::{Color, Move, San, Uci};

use crate::clock::{Reading, Timestamp};
use crate::event::Event;
use crate::irregular::IrregularityKind;
use crate::refusal::Refusal;
use crate::ruleset::{Completion, IllegalRule};
use crate::seat::Actor;
use crate::table::{Table, TableGame};

impl TableGame {
    /// Whether moves are completed by pressing the clock.
    pub(crate) fn has_press(&self) -> bool {
        self.settings.rules.completion == Completion::OnPress
    }

    /// The color whose made move waits for the press. A move that waits behind another one has its
    /// turn when that is completed.
    pub(crate) fn to_press(&self) -> Option<Color> {
        let color = self.clock.turn()?;
        self.conduct.is_unpressed(color).then_some(color)
    }

    /// What a player is told who is not to move and tries this: where men are touched and released,
    /// that the man which he moved last stays where it is (FIDE 4.7) and what it is (FIDE 4.4.4).
    pub(crate) fn about_the_last_move(&self, attempt: Uci, refusal: Refusal) -> Refusal {
        let is_early = matches!(refusal, Refusal::NotYourTurn { .. } | Refusal::MoveStands);
        let last = self.line.moves().last();
        let Some(last) = last.filter(|_| is_early && self.settings.rules.touch_move) else {
            return refusal;
        };
        if last.promotion().is_some() && (attempt.from, attempt.to) == (last.from(), last.to()) {
            Refusal::PromotionFixed
        } else if [last.from(), last.destination()].contains(&attempt.from) {
            Refusal::MoveStands
        } else {
            refusal
        }
    }

    /// What a legal move comes to that is made at `at`. One that ends the game needs no press
    /// (FIDE 6.2.1.1).
    pub(crate) fn made(&self, at: Timestamp, mv: Move) -> Vec<Event> {
        let mut events = self.completed_by_next(at);
        let position = self.line.position();
        let ply = self.ply().saturating_add(1);
        let (uci, san) = (mv.uci(position), San::write(position, mv));
        let Reading {
            spent_ms, clock_ms, ..
        } = self.reading_of_made(at, !events.is_empty());
        events.push(Event::MoveMade {
            ply,
            uci: uci.to_string(),
            san: san.to_string(),
            spent_ms,
            clock_ms,
        });
        events.extend(self.end_by(mv).map(|end| end.told(None)));
        events
    }

    /// What the mover's clock says while his move is made and not completed. Time that ran before
    /// belongs to the move before it, if that was completed only now.
    fn reading_of_made(&self, at: Timestamp, is_next: bool) -> Reading {
        let mover = self.turn();
        if is_next {
            let spent_ms = 0;
            let clock_ms = self.reading_of_unpressed(mover, at).clock_ms;
            return Reading {
                spent_ms,
                clock_ms,
                lag_ms: 0,
            };
        }
        if self.clock.turn() == Some(mover) {
            return self.clock.read_turn(at, 0);
        }
        Reading {
            spent_ms: 0,
            clock_ms: self.clock.remaining_ms(mover, at),
            lag_ms: 0,
        }
    }

    /// Completing this color's move without a press.
    fn reading_of_unpressed(&self, color: Color, at: Timestamp) -> Reading {
        if self.clock.turn() == Some(color) {
            self.clock.read_move(at, 0, true)
        } else {
            self.clock.read_answered(color, at)
        }
    }

    /// The moves that the next one of the player to move completes, though nobody pressed: if his
    /// time has been running since the one before, that, and the answer that came meanwhile (FIDE
    /// 6.2.1.2).
    pub(crate) fn completed_by_next(&self, at: Timestamp) -> Vec<Event> {
        let by = self.turn();
        if self.to_press() != Some(by) {
            return Vec::new();
        }
        let completed = |by| {
            let reading = self.reading_of_unpressed(by, at);
            Event::MoveCompleted {
                by,
                spent_ms: reading.spent_ms,
                clock_ms: reading.clock_ms,
            }
        };
        vec![completed(by), completed(by.other())]
    }
}

impl Table {
    pub(crate) fn may_press(&self, actor: Actor) -> Result<(&TableGame, Color), Refusal> {
        let (game, color) = self.playing(actor)?;
        if !game.has_press() {
            return Err(Refusal::NoPress);
        }
        game.going_on()?;
        if game.clock.turn() != Some(color) {
            return Err(Refusal::ClockNotRunning);
        }
        let rejects = game.settings.rules.illegal == IllegalRule::Reject;
        if rejects && !game.conduct.is_unpressed(color) {
            return Err(Refusal::NothingToPress);
        }
        Ok((game, color))
    }

    /// Completes what was made, right or wrong (FIDE 6.2.1, 7.5).
    pub(crate) fn decide_press(&self, at: Timestamp, actor: Actor) -> Result<Vec<Event>, Refusal> {
        let (game, by) = self.may_press(actor)?;
        let mut events: Vec<Event> = self.waking().into_iter().collect();
        let standing = game.conduct.standing.filter(|standing| standing.by == by);
        events.extend(match standing {
            Some(standing) => game.press_wrong(at, standing),
            None if game.conduct.is_unpressed(by) => game.press_right(at, by),
            None => {
                let begun = game.begun_wrongly();
                let kind = if begun.is_some() {
                    IrregularityKind::IllegalMove
                } else {
                    IrregularityKind::PressWithoutMove
                };
                game.irregularity(by, kind, begun, game.line.position())
            }
        });
        Ok(events)
    }
}

impl TableGame {
    /// The press that completes a legal move; made with two hands, it is penalised like an illegal
    /// one and stands (FIDE 7.5.4).
    fn press_right(&self, at: Timestamp, by: Color) -> Vec<Event> {
        let reading = self.clock.read_move(at, 0, true);
        let pressed = Event::ClockPressed {
            by,
            spent_ms: reading.spent_ms,
            clock_ms: reading.clock_ms,
        };
        if !self.conduct.has_two_hands(by) {
            return vec![pressed];
        }
        let kind = IrregularityKind::TwoHands;
        let irregularity = self.irregularity(by, kind, None, self.line.position());
        [vec![pressed], irregularity].concat()
    }
}
