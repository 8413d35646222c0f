//! Irregularities (FIDE 7.5): illegal moves that stand on the board, what completes them, and what
//! that costs. One tally for all kinds, and one action counts once.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use tabiya_rules::{Color, Move, Position, Reason, Role, Uci};

use crate::clock::Timestamp;
use crate::conduct::Standing;
use crate::duty::Obligation;
use crate::ending::{self, Termination};
use crate::event::Event;
use crate::refusal::Refusal;
use crate::ruleset::IllegalRule;
use crate::seat::Actor;
use crate::table::{Table, TableGame};

/// With so many irregularities of one player the game is lost (FIDE 7.5.5).
const LOSING_COUNT: u32 = 2;

/// What a player has done that counts as completing an illegal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum IrregularityKind {
    /// An illegal move was completed; the position before it is back (7.5.1).
    IllegalMove,
    /// A pawn on the last rank was not exchanged before the press; it is a queen now (7.5.2).
    UnpromotedPawn,
    /// The clock was pressed without a move (7.5.3).
    PressWithoutMove,
    /// A move was made with both hands; it stands (7.5.4).
    TwoHands,
}

impl IrregularityKind {
    /// The article of the FIDE Laws behind it.
    #[must_use]
    pub const fn article(self) -> &'static str {
        match self {
            Self::IllegalMove => "7.5.1",
            Self::UnpromotedPawn => "7.5.2",
            Self::PressWithoutMove => "7.5.3",
            Self::TwoHands => "7.5.4",
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Self::IllegalMove => "made an illegal move",
            Self::UnpromotedPawn => "left a pawn on the last rank",
            Self::PressWithoutMove => "pressed the clock without a move",
            Self::TwoHands => "moved with both hands",
        }
    }
}

/// One English sentence for the record of the game.
pub(crate) fn sentence(
    by: Color,
    kind: IrregularityKind,
    penalty_ms: u64,
    uci: Option<&str>,
) -> String {
    let (name, words, article) = (ending::name(by), kind.words(), kind.article());
    let which = uci.map(|uci| format!(" {uci}")).unwrap_or_default();
    let cost = if penalty_ms > 0 {
        let (opponent, time) = (ending::name(by.other()), crate::record::seconds(penalty_ms));
        format!(" {opponent} got {time} s more.")
    } else {
        String::new()
    };
    format!("{name} {words}{which} ({article}).{cost}")
}

impl TableGame {
    pub(crate) fn penalises(&self) -> bool {
        self.settings.rules.illegal == IllegalRule::Penalise
    }

    /// The fault and what it costs: time for the opponent, or with the second one the game, unless
    /// the opponent could not mate (FIDE 7.5.5). `judged` is the position that this is asked of.
    pub(crate) fn irregularity(
        &self,
        by: Color,
        kind: IrregularityKind,
        uci: Option<Uci>,
        judged: &Position,
    ) -> Vec<Event> {
        let rules = &self.settings.rules;
        let count = self.conduct.faults().get(by).saturating_add(1);
        let is_lost = count >= LOSING_COUNT;
        let penalty_ms = if is_lost || !self.settings.clock.is_timed() {
            0
        } else {
            rules.illegal_penalty_ms
        };
        let mut events = vec![Event::Irregularity {
            by,
            kind,
            article: kind.article().to_string(),
            count,
            penalty_ms,
            uci: uci.map(|uci| uci.to_string()),
        }];
        if is_lost {
            let end = ending::by_forfeit(judged, by, Termination::IllegalMoves, rules);
            events.push(end.told(Some(by)));
        }
        events
    }

    /// The press on an illegal move (FIDE 7.5.1) or on a pawn that was not exchanged (FIDE 7.5.2).
    pub(crate) fn press_wrong(&self, at: Timestamp, standing: Standing) -> Vec<Event> {
        let Standing { by, uci, is_pawn } = standing;
        let position = self.line.position();
        // A piece that was announced for a claim is the one that must stand there (FIDE 9.5.3).
        let announced = self.conduct.announced;
        let announced = announced.filter(|mv| (mv.from(), mv.to()) == (uci.from, uci.to));
        let role = announced.and_then(Move::promotion);
        let queen = Uci {
            promotion: role.or(Some(Role::Queen)),
            ..uci
        };
        let queen = queen.resolve(position).ok().filter(|_| is_pawn);
        let Some(queen) = queen else {
            let kind = IrregularityKind::IllegalMove;
            return self.irregularity(by, kind, Some(uci), position);
        };
        let after = position.after_unchecked(queen);
        // A mate by that queen is no legal one: it neither wins nor saves (FIDE 5.1.1).
        let judged = if after.has_legal_move() {
            &after
        } else {
            position
        };
        let mut fault = self.irregularity(by, IrregularityKind::UnpromotedPawn, Some(uci), judged);
        let lost = fault.split_off(1);
        let mut made = self.made(at, queen);
        if !lost.is_empty() {
            made.truncate(1);
        }
        let is_over = !lost.is_empty() || made.len() > 1;
        let reading = self.clock.read_move(at, 0, true);
        let pressed = (!is_over).then_some(Event::ClockPressed {
            by,
            spent_ms: reading.spent_ms,
            clock_ms: reading.clock_ms,
        });
        fault
            .into_iter()
            .chain(made)
            .chain(pressed)
            .chain(lost)
            .collect()
    }

    /// What becomes of a move that is not legal: it is refused, or penalised, or stands until the
    /// press.
    pub(crate) fn not_legal(
        &self,
        at: Timestamp,
        uci: Uci,
        reason: Reason,
    ) -> Result<Vec<Event>, Refusal> {
        let position = self.line.position();
        let is_on_board = uci.from != uci.to && position.board().occupied().contains(uci.from);
        if !self.penalises() || !is_on_board {
            return Err(Refusal::IllegalMove(reason));
        }
        let by = self.turn();
        if self.has_press() {
            self.check_unnamed(uci)?;
            self.conduct.may_try_again()?;
            let mut events = self.completed_by_next(at);
            events.extend(self.retracting());
            let uci = uci.to_string();
            events.push(Event::IllegalMade { by, uci });
            return Ok(events);
        }
        if Standing::new(position, uci).is_pawn {
            return Err(Refusal::IllegalMove(reason));
        }
        Ok(self.irregularity(by, IrregularityKind::IllegalMove, Some(uci), position))
    }

    /// A pawn move without its piece, which is bound like any other that will be completed.
    fn check_unnamed(&self, uci: Uci) -> Result<(), Refusal> {
        if !Standing::new(self.line.position(), uci).is_pawn {
            return Ok(());
        }
        let is_it = |mv: &Move| (mv.from(), mv.to()) == (uci.from, uci.to);
        match self.duty() {
            Some(duty) if !duty.moves.iter().any(is_it) => Err(Refusal::Bound(duty.obligation)),
            _ => Ok(()),
        }
    }

    /// A pawn that was legally released on the last rank stays there (FIDE 4.7.3): all that is left
    /// is to name its piece, or the press.
    pub(crate) fn check_waiting(&self, uci: Uci, is_legal: bool) -> Result<(), Refusal> {
        let waiting = self.conduct.standing.filter(|standing| standing.is_pawn);
        match waiting.map(|standing| standing.uci) {
            Some(pawn) if !is_legal || (pawn.from, pawn.to) != (uci.from, uci.to) => {
                let square = pawn.to;
                Err(Refusal::Bound(Obligation::Promote { square }))
            }
            _ => Ok(()),
        }
    }

    /// The illegal move that stands goes back before another one is made.
    pub(crate) fn retracting(&self) -> Option<Event> {
        let by = self.conduct.standing?.by;
        Some(Event::IllegalRetracted { by })
    }
}

impl Table {
    /// FIDE 4.8, 7.5.1: what there is to complain about is an illegal move that stands. A pawn that
    /// waits for its piece is none before the press (FIDE 7.5.2).
    pub(crate) fn may_claim_fault(&self, actor: Actor) -> Result<Color, Refusal> {
        let (game, color) = self.playing(actor)?;
        match game.conduct.standing {
            Some(standing) if standing.by != color && !standing.is_pawn => Ok(standing.by),
            None if game.turn() == color && !game.conduct.touched().is_empty() => {
                Err(Refusal::ComplaintTooLate)
            }
            Some(_) | None => Err(Refusal::NoFault),
        }
    }

    pub(crate) fn decide_fault_claim(&self, actor: Actor) -> Result<Vec<Event>, Refusal> {
        let by = self.may_claim_fault(actor)?;
        Ok(vec![Event::IllegalRetracted { by }])
    }

    pub(crate) fn may_promote(&self, actor: Actor) -> Result<(&TableGame, Standing), Refusal> {
        let (game, color) = self.playing(actor)?;
        game.going_on()?;
        let waiting = game.conduct.standing.filter(|standing| standing.is_pawn);
        match waiting {
            Some(standing) if standing.by == color => Ok((game, standing)),
            _ if game.has_just_promoted(color) => Err(Refusal::PromotionFixed),
            _ => Err(Refusal::NothingToPromote),
        }
    }

    /// Names the piece for a pawn that stands on the last rank (FIDE 4.7.3, 7.5.2).
    pub(crate) fn decide_promotion(
        &self,
        at: Timestamp,
        actor: Actor,
        role: Role,
    ) -> Result<Vec<Event>, Refusal> {
        let (game, standing) = self.may_promote(actor)?;
        let named = Uci {
            promotion: Some(role),
            ..standing.uci
        };
        let mv = named
            .resolve(game.line.position())
            .map_err(Refusal::IllegalMove)?;
        if let Some(duty) = game.duty() {
            duty.check(mv)?;
        }
        let waking = self.waking().into_iter();
        Ok(waking.chain(game.made(at, mv)).collect())
    }
}

impl TableGame {
    /// Whether the last move is a promotion of this color's: its piece is chosen (FIDE 4.4.4).
    fn has_just_promoted(&self, color: Color) -> bool {
        let last = self.line.moves().last();
        self.turn() != color && last.is_some_and(|mv| mv.promotion().is_some())
    }
}
