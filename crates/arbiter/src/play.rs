//! Judgement of what happens in a running game: moves, offers, resignation, absence.
//! What a position or a fallen flag means for the result stands in `ending.rs`.

use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use tabiya_rules::{ByColor, Color, Move, Outcome, Proof, Role, San, Uci};

use crate::clock::Timestamp;
use crate::ending::{self, Decision, Termination};
use crate::event::Event;
use crate::offer::Making;
use crate::prospect::Prospect;
use crate::refusal::Refusal;
use crate::ruleset::{DeadRule, PromotionRule, ResignWhen, TakebackRule};
use crate::seat::{Actor, Seat};
use crate::table::{Table, TableGame, system};

/// A game in which fewer half-moves have been played can be aborted.
const ABORT_BEFORE_PLIES: u32 = 2;

/// Requests for a takeback that a player may make between two moves of his own; those that were
/// granted do not count.
const TAKEBACKS_PER_MOVE: u32 = 1;

/// As much of a text that is no move as a refusal repeats.
const MAX_QUOTED_CHARS: usize = 20;

/// An absence that the opponent may come to claim for.
pub(crate) struct Absence {
    pub(crate) seat: Seat,
    pub(crate) color: Color,
    pub(crate) since: Timestamp,
    pub(crate) after_ms: u64,
}

impl Absence {
    /// The first moment at which a claim is granted: *more* than the time agreed (R133).
    pub(crate) const fn claim_from(&self) -> Timestamp {
        self.since.plus_ms(self.after_ms).plus_ms(1)
    }
}

impl Table {
    pub(crate) fn may_move(&self, actor: Actor) -> Result<&TableGame, Refusal> {
        let (game, color) = self.playing(actor)?;
        game.going_on()?;
        let turn = game.turn();
        if color == turn {
            Ok(game)
        } else if let Some(standing) = game.conduct.standing {
            Err(if standing.is_pawn {
                Refusal::PieceNotChosen { color: turn }
            } else {
                Refusal::IllegalStands
            })
        } else if game.conduct.is_unpressed(color) {
            Err(Refusal::MoveStands)
        } else {
            Err(Refusal::NotYourTurn { turn })
        }
    }

    pub(crate) fn decide_move(
        &self,
        at: Timestamp,
        actor: Actor,
        uci: &str,
        ply: Option<u32>,
        lag_ms: u64,
    ) -> Result<Vec<Event>, Refusal> {
        let (game, _) = self.playing(actor)?;
        if let Some(seen) = ply.filter(|seen| *seen != game.ply()) {
            return Err(Refusal::StaleBoard {
                ply: game.ply(),
                seen,
            });
        }
        let attempt = game.read_attempt(uci);
        self.may_move(actor).map_err(|refusal| match attempt {
            Ok(attempt) => game.about_the_last_move(attempt, refusal),
            Err(_) => refusal,
        })?;
        self.decide_attempt(at, lag_ms, game, attempt?)
    }

    /// What becomes of a move that the player to move tries on the board.
    pub(crate) fn decide_attempt(
        &self,
        at: Timestamp,
        lag_ms: u64,
        game: &TableGame,
        attempt: Uci,
    ) -> Result<Vec<Event>, Refusal> {
        let mut events: Vec<Event> = self.waking().into_iter().collect();
        let resolved = attempt.resolve(game.line.position());
        game.check_waiting(attempt, resolved.is_ok())?;
        let mv = match resolved {
            Ok(mv) => mv,
            Err(reason) => {
                events.extend(game.not_legal(at, attempt, reason)?);
                return Ok(events);
            }
        };
        if let Some(duty) = game.duty() {
            duty.check(mv)?;
        }
        let is_pawn = game
            .conduct
            .standing
            .is_some_and(|standing| standing.is_pawn);
        if !is_pawn {
            events.extend(game.retracting());
        }
        events.extend(if game.has_press() {
            game.made(at, mv)
        } else {
            game.played(at, lag_ms, mv)
        });
        Ok(events)
    }

    pub(crate) fn may_offer_draw(&self, actor: Actor) -> Result<(Making, Color), Refusal> {
        let (game, color) = self.playing(actor)?;
        if !game.settings.rules.offers {
            return Err(Refusal::OffersOff);
        }
        game.may_agree()?;
        let per_move = game.settings.rules.offers_per_move;
        let making = game.draw.may_make(color, per_move)?;
        Ok((making, color))
    }

    pub(crate) fn decide_draw_offer(&self, actor: Actor) -> Result<Vec<Event>, Refusal> {
        Ok(match self.may_offer_draw(actor)? {
            (Making::Opens, by) => vec![Event::DrawOffered { by }],
            (Making::Agrees, by) => vec![agreed(by)],
        })
    }

    pub(crate) fn may_decline_draw(&self, actor: Actor) -> Result<Color, Refusal> {
        let (game, color) = self.playing(actor)?;
        game.draw.may_answer(color).map(|()| color)
    }

    /// What stands as an offer by a claim may do so before a draw can be agreed.
    pub(crate) fn may_accept_draw(&self, actor: Actor) -> Result<Color, Refusal> {
        let color = self.may_decline_draw(actor)?;
        self.running()?.may_agree().map(|()| color)
    }

    pub(crate) fn decide_draw_accepted(&self, actor: Actor) -> Result<Vec<Event>, Refusal> {
        Ok(vec![agreed(self.may_accept_draw(actor)?)])
    }

    pub(crate) fn decide_draw_declined(&self, actor: Actor) -> Result<Vec<Event>, Refusal> {
        let by = self.may_decline_draw(actor)?;
        Ok(vec![Event::DrawDeclined { by }])
    }

    pub(crate) fn may_resign(&self, actor: Actor) -> Result<(&TableGame, Color), Refusal> {
        let (game, color) = self.playing(actor)?;
        let turn = game.turn();
        match game.settings.rules.resign_when {
            ResignWhen::OwnTurn if color != turn => Err(Refusal::ResignOutOfTurn { turn }),
            ResignWhen::OwnTurn | ResignWhen::Any => Ok((game, color)),
        }
    }

    pub(crate) fn decide_resignation(&self, actor: Actor) -> Result<Vec<Event>, Refusal> {
        let (game, color) = self.may_resign(actor)?;
        let end = ending::by_resignation(game.line.position(), color, &game.settings.rules);
        Ok(vec![end.told(Some(color))])
    }

    pub(crate) fn may_abort(&self, actor: Actor) -> Result<Color, Refusal> {
        let (game, color) = self.playing(actor)?;
        if game.ply() < ABORT_BEFORE_PLIES {
            Ok(color)
        } else {
            Err(Refusal::AbortTooLate)
        }
    }

    pub(crate) fn decide_abort(&self, actor: Actor) -> Result<Vec<Event>, Refusal> {
        let by = Some(self.may_abort(actor)?);
        Ok(vec![Event::GameEnded {
            outcome: None,
            points: None,
            termination: Termination::Aborted,
            by,
            prospects: Vec::new(),
        }])
    }

    fn playing_with_takebacks(&self, actor: Actor) -> Result<(&TableGame, Color), Refusal> {
        let (game, color) = self.playing(actor)?;
        match game.settings.rules.takeback {
            TakebackRule::ByAgreement => Ok((game, color)),
            TakebackRule::Off => Err(Refusal::TakebackOff),
        }
    }

    pub(crate) fn may_offer_takeback(&self, actor: Actor) -> Result<Color, Refusal> {
        let (game, color) = self.playing_with_takebacks(actor)?;
        if game.ply() < game.takeback_plies(color) {
            return Err(Refusal::NothingToTakeBack);
        }
        match game.takeback.may_make(color, Some(TAKEBACKS_PER_MOVE))? {
            Making::Opens => Ok(color),
            // Two wishes for different moves are no agreement.
            Making::Agrees => Err(Refusal::AnswerFirst),
        }
    }

    pub(crate) fn decide_takeback_offer(&self, actor: Actor) -> Result<Vec<Event>, Refusal> {
        let by = self.may_offer_takeback(actor)?;
        Ok(vec![Event::TakebackOffered { by }])
    }

    pub(crate) fn may_answer_takeback(&self, actor: Actor) -> Result<(u32, Color), Refusal> {
        let (game, color) = self.playing_with_takebacks(actor)?;
        game.takeback.may_answer(color)?;
        Ok((game.takeback_plies(color.other()), color))
    }

    pub(crate) fn decide_takeback_accepted(&self, actor: Actor) -> Result<Vec<Event>, Refusal> {
        let (plies, by) = self.may_answer_takeback(actor)?;
        let mut events: Vec<Event> = self.waking().into_iter().collect();
        events.push(Event::TakebackAccepted { by, plies });
        Ok(events)
    }

    pub(crate) fn decide_takeback_declined(&self, actor: Actor) -> Result<Vec<Event>, Refusal> {
        let (_, by) = self.may_answer_takeback(actor)?;
        Ok(vec![Event::TakebackDeclined { by }])
    }

    /// The absence of `seat`, if it is counted.
    pub(crate) fn absence(&self, seat: Seat) -> Result<Absence, Refusal> {
        let game = self.running()?;
        let after_ms = game
            .settings
            .rules
            .away_claim_after_ms
            .ok_or(Refusal::AwayClaimOff)?;
        if game.clock.paused_until().is_some() {
            return Err(Refusal::ClockPaused);
        }
        let since = self
            .players
            .get(seat)
            .away_since
            .ok_or(Refusal::OpponentPresent)?;
        Ok(Absence {
            seat,
            color: game.color_of(seat),
            since,
            after_ms,
        })
    }

    pub(crate) fn may_claim_away(&self, actor: Actor) -> Result<(&TableGame, Absence), Refusal> {
        let (game, color) = self.playing(actor)?;
        let absence = self.absence(game.seat_of(color.other()))?;
        Ok((game, absence))
    }

    /// Judged like a fallen flag: a lone king never wins by the other side's line failure (X15).
    pub(crate) fn decide_away_claim(
        &self,
        at: Timestamp,
        actor: Actor,
    ) -> Result<Vec<Event>, Refusal> {
        let (game, absence) = self.may_claim_away(actor)?;
        if at < absence.claim_from() {
            let (after_ms, away_ms) = (absence.after_ms, at.since_ms(absence.since));
            return Err(Refusal::AwayTooShort { after_ms, away_ms });
        }
        Ok(vec![forfeit(game, absence.color, Termination::Abandonment)])
    }

    /// Ends a game in which nobody can mate any more, if the proofs hold for the position on the
    /// board. So the shell can look for them in its own time.
    pub(crate) fn decide_dead(
        &self,
        actor: Actor,
        ply: u32,
        proofs: &ByColor<Proof>,
    ) -> Result<Vec<Event>, Refusal> {
        system(actor)?;
        let game = self.running()?;
        if ply != game.ply() {
            let (ply, seen) = (game.ply(), ply);
            return Err(Refusal::StaleBoard { ply, seen });
        }
        if game.settings.rules.dead != DeadRule::Full {
            return Err(Refusal::DeadByMaterialOnly);
        }
        let position = game.line.position();
        let checked = |color| Prospect::by_certificate(position, color, proofs.get(color));
        let [Some(white), Some(black)] = Color::ALL.map(checked) else {
            return Err(Refusal::NotProvedDead);
        };
        let mut events: Vec<Event> = self.waking().into_iter().collect();
        events.push(Decision::dead(vec![white, black]).told(None));
        Ok(events)
    }
}

impl TableGame {
    /// A move as it is written, with the piece that a pawn becomes where the rules name it.
    pub(crate) fn read_attempt(&self, text: &str) -> Result<Uci, Refusal> {
        let attempt: Uci = text
            .parse()
            .map_err(|_| Refusal::BadMove { text: quoted(text) })?;
        let queen = Uci {
            promotion: attempt.promotion.or(Some(Role::Queen)),
            ..attempt
        };
        let position = self.line.position();
        let names_queen = self.settings.rules.promotion == PromotionRule::QueenIfUnnamed
            && attempt.resolve(position).is_err()
            && queen.resolve(position).is_ok();
        Ok(if names_queen { queen } else { attempt })
    }

    /// FIDE 5.2.3, 9.1.1: whether a draw can be agreed already.
    fn may_agree(&self) -> Result<(), Refusal> {
        let min_plies = self.settings.rules.offer_min_plies;
        if self.ply() < min_plies {
            Err(Refusal::DrawTooEarly { min_plies })
        } else {
            Ok(())
        }
    }

    /// Whether a wrong claim of `by`, which is an offer, meets an open one of the opponent.
    pub(crate) fn agrees_by_claim(&self, by: Color) -> bool {
        self.draw.may_answer(by).is_ok() && self.may_agree().is_ok()
    }

    /// When the open draw offer becomes a draw; not in an outage.
    pub(crate) fn offer_lapses_at(&self) -> Option<Timestamp> {
        let timeout_ms = self.settings.rules.offer_timeout_ms?;
        // Whoever is on vacation has the whole time once he is back.
        let answers = self.draw.open()?.other();
        let since = self
            .draw
            .open_since()?
            .max(self.clock.vacation_until(answers));
        let is_paused = self.clock.paused_until().is_some();
        (!is_paused).then(|| since.plus_ms(timeout_ms))
    }

    /// What a legal move comes to that is completed as soon as it is made, at `at`.
    fn played(&self, at: Timestamp, lag_ms: u64, mv: Move) -> Vec<Event> {
        let position = self.line.position();
        let end = self.end_by(mv);
        let reading = self.clock.read_move(at, lag_ms, end.is_none());
        let played = Event::MovePlayed {
            ply: self.ply().saturating_add(1),
            uci: mv.uci(position).to_string(),
            san: San::write(position, mv).to_string(),
            spent_ms: reading.spent_ms,
            clock_ms: reading.clock_ms,
            lag_ms: reading.lag_ms,
        };
        let end = end.map(|end| end.told(None));
        [played].into_iter().chain(end).collect()
    }

    /// The end that a move brings. It is judged with the move, before any clock (FIDE 5.1.1, 6.9).
    pub(crate) fn end_by(&self, mv: Move) -> Option<Decision> {
        let after = self.line.position().after_unchecked(mv);
        let occurrences = self.line.repetitions_after(mv).unwrap_or_default();
        ending::by_move(&after, occurrences, &self.settings.rules)
    }

    /// How many half-moves go back when `asker` takes back the last move of his own.
    fn takeback_plies(&self, asker: Color) -> u32 {
        if self.turn() == asker { 2 } else { 1 }
    }
}

pub(crate) fn agreed(by: Color) -> Event {
    let (outcome, termination) = (Some(Outcome::Draw), Termination::Agreement);
    Event::GameEnded {
        outcome,
        points: None,
        termination,
        by: Some(by),
        prospects: Vec::new(),
    }
}

pub(crate) fn forfeit(game: &TableGame, loser: Color, termination: Termination) -> Event {
    ending::by_forfeit(
        game.line.position(),
        loser,
        termination,
        &game.settings.rules,
    )
    .told(Some(loser))
}

fn quoted(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_control())
        .take(MAX_QUOTED_CHARS)
        .collect()
}
