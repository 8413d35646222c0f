//! Judgement of draw claims (FIDE 9.2–9.5): who may claim what, whether the claim is right, and
//! what a wrong one costs. What counts as the same position and as a move without progress is the
//! business of `tabiya_rules`.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use tabiya_rules::{Claim, Color, Move, Outcome, San};

use crate::ending::{Decision, Termination, name};
use crate::event::Event;
use crate::play::agreed;
use crate::record::seconds;
use crate::refusal::Refusal;
use crate::ruleset::{ClaimBy, MovesClaim, RepetitionClaim, RuleSet};
use crate::seat::Actor;
use crate::table::{Table, TableGame};

/// What a draw is claimed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum ClaimKind {
    /// The same position for at least the third time (FIDE 9.2).
    Repetition,
    /// 50 moves by each side without pawn move or capture (FIDE 9.3).
    Fifty,
}

impl ClaimKind {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Repetition, Self::Fifty];

    /// The article of the FIDE Laws behind it.
    #[must_use]
    pub const fn article(self) -> &'static str {
        match self {
            Self::Repetition => "9.2",
            Self::Fifty => "9.3",
        }
    }

    /// The article that a claim with or without an announced move rests on.
    const fn article_of(self, is_announced: bool) -> &'static str {
        match (self, is_announced) {
            (Self::Repetition, true) => "9.2.1",
            (Self::Repetition, false) => "9.2.2",
            (Self::Fifty, true) => "9.3.1",
            (Self::Fifty, false) => "9.3.2",
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Self::Repetition => "a draw by repetition",
            Self::Fifty => "a draw by the 50-move rule",
        }
    }

    const fn termination(self) -> Termination {
        match self {
            Self::Repetition => Termination::Threefold,
            Self::Fifty => Termination::FiftyMoves,
        }
    }

    /// Whether a draw can be claimed for it at all.
    const fn is_known_to(self, rules: &RuleSet) -> bool {
        match self {
            Self::Repetition => matches!(rules.repetition_claim, RepetitionClaim::Three),
            Self::Fifty => matches!(rules.moves_claim, MovesClaim::Fifty),
        }
    }
}

impl From<ClaimKind> for Claim {
    fn from(what: ClaimKind) -> Self {
        match what {
            ClaimKind::Repetition => Self::ThreefoldRepetition,
            ClaimKind::Fifty => Self::FiftyMoves,
        }
    }
}

/// A move that was announced for a claim and not made (FIDE 9.2.1, 9.3.1).
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Announced {
    /// The move in UCI notation.
    pub uci: String,
    /// The move in standard algebraic notation.
    pub san: String,
}

/// How near a game is to a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ClaimsView {
    /// How often the position on the board has occurred, this time included.
    pub occurrences: u32,
    /// Half-moves since the last pawn move or capture.
    pub moves_without_progress: u32,
    /// Whether a claim by repetition would be right for the position on the board.
    pub repetition: bool,
    /// Whether a claim by the 50-move rule would be right for the position on the board.
    pub fifty: bool,
}

/// One English sentence or two about a wrong claim, for the record of the game.
pub(crate) fn sentence(
    by: Color,
    what: ClaimKind,
    announced: Option<&Announced>,
    penalty_ms: u64,
    is_offer: bool,
) -> String {
    let with = announced
        .map(|announced| format!(" with {}", announced.san))
        .unwrap_or_default();
    let cost = if penalty_ms > 0 {
        let (opponent, time) = (name(by.other()), seconds(penalty_ms));
        format!(" {opponent} got {time} s more.")
    } else {
        String::new()
    };
    let offer = if is_offer {
        " It is a draw offer (=)."
    } else {
        ""
    };
    let (by, words, article) = (name(by), what.words(), what.article_of(announced.is_some()));
    format!("{by} claimed {words}{with}, wrongly ({article}).{cost}{offer}")
}

impl TableGame {
    /// FIDE 9.2, 9.3: who has the move may claim, as long as he has touched nothing (FIDE 9.4), and
    /// is not bound to a move that he announced before.
    fn may_claim(&self, by: Color, what: ClaimKind) -> Result<(), Refusal> {
        self.going_on()?;
        let rules = &self.settings.rules;
        let turn = self.turn();
        if !what.is_known_to(rules) {
            return Err(Refusal::ClaimsOff { what });
        }
        if rules.claim_by == ClaimBy::Mover && by != turn {
            return Err(Refusal::ClaimOutOfTurn { what, turn });
        }
        let has_touched = rules.touch_move && !self.conduct.touched().is_empty();
        if by == turn && (has_touched || self.conduct.standing.is_some()) {
            return Err(Refusal::ClaimAfterTouch);
        }
        match self.conduct.announced_duty(self.line.position()) {
            Some(duty) if by == turn => Err(Refusal::Bound(duty.obligation)),
            _ => Ok(()),
        }
    }

    /// FIDE 11.5: what was claimed for the position on the board was judged and stays as it was
    /// judged. A move may still be announced, which binds to it.
    fn may_claim_again(
        &self,
        by: Color,
        what: ClaimKind,
        is_announced: bool,
    ) -> Result<(), Refusal> {
        if !is_announced && self.conduct.has_claimed(by, what) {
            return Err(Refusal::ClaimRepeated { what });
        }
        Ok(())
    }

    /// The move that goes with a claim, if it may be announced.
    fn announced(&self, by: Color, what: ClaimKind, uci: &str) -> Result<Move, Refusal> {
        if !self.settings.rules.intended_claims {
            return Err(Refusal::AnnouncedClaimsOff { what });
        }
        let turn = self.turn();
        if by != turn {
            return Err(Refusal::ClaimOutOfTurn { what, turn });
        }
        self.read_attempt(uci)?
            .resolve(self.line.position())
            .map_err(Refusal::IllegalMove)
    }

    /// Whether the claim is right: for the position on the board, or for the one that the announced
    /// move leads to. It is judged before that move is made.
    fn is_right(&self, what: ClaimKind, announced: Option<Move>) -> bool {
        let claim = what.into();
        match announced {
            Some(mv) => self.line.claims_with(mv).any(|right| right == claim),
            None => self.line.claims().any(|right| right == claim),
        }
    }

    /// After which half-moves the claimed position stood (FIDE 11.11): the announced move counts.
    fn claimed_plies(&self, what: ClaimKind, announced: Option<Move>) -> Vec<u32> {
        let plies = match (what, announced) {
            (ClaimKind::Fifty, _) => Vec::new(),
            (ClaimKind::Repetition, None) => self.line.occurrences(),
            (ClaimKind::Repetition, Some(mv)) => {
                self.line.occurrences_after(mv).unwrap_or_default()
            }
        };
        let short = |ply| u32::try_from(ply).unwrap_or(u32::MAX);
        plies.into_iter().map(short).collect()
    }

    /// What the players are told of the counters behind claims, if the rules let them be told (FIDE
    /// 6.12, 12.6).
    pub(crate) fn claims_view(&self) -> Option<ClaimsView> {
        let rules = &self.settings.rules;
        let is_right = |what: ClaimKind| {
            self.ending.is_none() && what.is_known_to(rules) && self.is_right(what, None)
        };
        rules.claim_hints.then(|| ClaimsView {
            occurrences: self.line.repetitions(),
            moves_without_progress: self.line.position().halfmove_clock(),
            repetition: is_right(ClaimKind::Repetition),
            fifty: is_right(ClaimKind::Fifty),
        })
    }
}

impl Table {
    /// Whether a claim of any kind would be judged.
    pub(crate) fn may_claim(&self, actor: Actor) -> bool {
        self.playing(actor).is_ok_and(|(game, by)| {
            let may = |what| game.may_claim(by, what).is_ok();
            ClaimKind::ALL.into_iter().any(may)
        })
    }

    /// A right claim ends the game (FIDE 9.5.2). A wrong one gives the opponent time, stands as a
    /// draw offer (FIDE 9.1.2.3), and an announced move must be played (FIDE 9.5.3).
    pub(crate) fn decide_claim(
        &self,
        actor: Actor,
        what: ClaimKind,
        uci: Option<&str>,
    ) -> Result<Vec<Event>, Refusal> {
        let (game, by) = self.playing(actor)?;
        game.may_claim(by, what)?;
        game.may_claim_again(by, what, uci.is_some())?;
        let mv = uci.map(|uci| game.announced(by, what, uci)).transpose()?;
        let right = game.is_right(what, mv);
        let position = game.line.position();
        let intended = mv.map(|mv| Announced {
            uci: mv.uci(position).to_string(),
            san: San::write(position, mv).to_string(),
        });
        let costs = !right && game.settings.clock.is_timed();
        let claimed = Event::DrawClaimed {
            by,
            what,
            intended,
            right,
            penalty_ms: if costs {
                game.settings.rules.wrong_claim_ms
            } else {
                0
            },
            plies: game.claimed_plies(what, mv),
        };
        let end = if right {
            Some(Decision::new(Outcome::Draw, what.termination()).told(Some(by)))
        } else {
            game.agrees_by_claim(by).then(|| agreed(by))
        };
        Ok(vec![claimed].into_iter().chain(end).collect())
    }
}
