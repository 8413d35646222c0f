//! The arbiter's powers (FIDE 6.10, 6.11, 7.1, 7.5.4, 10.2, 11.8, 12.9): judged like every command,
//! and refused to everybody else. They reach the running game only: a finished one does not change.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::ops::RangeInclusive;

use tabiya_rules::{ByColor, Color, Outcome};

use crate::clock::{Hold, Timestamp};
use crate::ending::{self, Termination};
use crate::event::Event;
use crate::refusal::Refusal;
use crate::seat::Actor;
use crate::settings::controls_text;
use crate::table::{Table, TableGame};

/// What an arbiter can set a clock to: as much as the longest time control gives.
const CLOCK_MS: RangeInclusive<u64> = 1..=14 * 86_400_000;

/// What one penalty can give or take: up to an hour.
const PENALTY_MS: RangeInclusive<u64> = 1..=3_600_000;

/// The longest reason, in characters.
pub const MAX_REASON_CHARS: usize = 200;

/// What an arbiter can do to a player (FIDE 12.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)
)]
pub enum Penalty {
    /// A word of warning (12.9.1).
    Warning {},
    /// The opponent gets more time (12.9.2).
    MoreTime {
        /// 1 ms to 1 h.
        ms: u64,
    },
    /// The player gets less (12.9.3).
    LessTime {
        /// 1 ms to 1 h, less than the player has left.
        ms: u64,
    },
    /// The game is lost (12.9.5).
    Loss {},
}

/// One English sentence for the record of the game.
pub(crate) fn sentence(color: Color, penalty: Penalty, reason: &str) -> String {
    let (name, opponent) = (ending::name(color), ending::name(color.other()));
    let what = match penalty {
        Penalty::Warning {} => format!("the arbiter warned {name}"),
        Penalty::MoreTime { ms } => {
            let time = crate::record::seconds(ms);
            format!("the arbiter penalised {name}, {opponent} got {time} s more")
        }
        Penalty::LessTime { ms } => {
            let time = crate::record::seconds(ms);
            format!("the arbiter penalised {name} with {time} s less")
        }
        Penalty::Loss {} => format!("the arbiter penalised {name} with the loss of the game"),
    };
    format!("{what} (12.9): {reason}").replacen("the", "The", 1)
}

/// The points of one player as an arbiter writes them, in half points.
fn half_points(text: &str) -> Option<u32> {
    match text {
        "0" => Some(0),
        "1/2" => Some(1),
        "1" => Some(2),
        _ => None,
    }
}

/// Refuses everybody but the arbiter.
pub(crate) const fn arbiter(actor: Actor) -> Result<(), Refusal> {
    match actor {
        Actor::Arbiter => Ok(()),
        Actor::Seat(_) | Actor::Spectator | Actor::System => Err(Refusal::ArbiterOnly),
    }
}

impl TableGame {
    /// Refuses while the arbiter has interrupted the game (FIDE 6.11).
    pub(crate) fn going_on(&self) -> Result<(), Refusal> {
        match self.clock.held() {
            Some(Hold::Stopped) => Err(Refusal::ClocksStopped),
            _ => Ok(()),
        }
    }

    fn timed(&self) -> Result<(), Refusal> {
        if self.settings.clock.is_timed() {
            Ok(())
        } else {
            Err(Refusal::Untimed)
        }
    }
}

impl Table {
    /// The running game, for the arbiter.
    pub(crate) fn arbitrated(&self, actor: Actor) -> Result<&TableGame, Refusal> {
        arbiter(actor)?;
        self.running()
    }

    pub(crate) fn may_set_clock(&self, actor: Actor) -> Result<&TableGame, Refusal> {
        let game = self.arbitrated(actor)?;
        game.timed().map(|()| game)
    }

    /// FIDE 6.10: the times that the arbiter judges right.
    pub(crate) fn decide_clock_set(
        &self,
        actor: Actor,
        white_ms: u64,
        black_ms: u64,
    ) -> Result<Vec<Event>, Refusal> {
        self.may_set_clock(actor)?;
        clock_time(white_ms)?;
        clock_time(black_ms)?;
        Ok(vec![Event::ClockSet { white_ms, black_ms }])
    }

    /// FIDE 6.11: the arbiter interrupts the game, or lets it go on.
    pub(crate) fn decide_clocks(
        &self,
        actor: Actor,
        is_stopped: bool,
    ) -> Result<Vec<Event>, Refusal> {
        let game = self.arbitrated(actor)?;
        Ok(match (is_stopped, game.going_on().is_err()) {
            (true, false) => vec![Event::ClocksStopped],
            (false, true) => vec![Event::ClocksStarted],
            (true, true) | (false, false) => Vec::new(),
        })
    }

    pub(crate) fn decide_penalty(
        &self,
        at: Timestamp,
        actor: Actor,
        color: Color,
        penalty: Penalty,
        reason: &str,
    ) -> Result<Vec<Event>, Refusal> {
        let game = self.arbitrated(actor)?;
        let reason = clean_reason(reason).ok_or(Refusal::BadReason)?;
        match penalty {
            Penalty::Warning {} | Penalty::Loss {} => {}
            Penalty::MoreTime { ms } => {
                game.timed()?;
                penalty_time(ms)?;
            }
            Penalty::LessTime { ms } => {
                game.timed()?;
                penalty_time(ms)?;
                let left_ms = game.clock.remaining_ms(color, at);
                if left_ms.is_some_and(|left_ms| left_ms <= ms) {
                    return Err(Refusal::LeavesNoTime);
                }
            }
        }
        let mut events = vec![Event::Penalised {
            color,
            penalty,
            reason,
        }];
        if penalty == (Penalty::Loss {}) {
            let outcome = Some(Outcome::Win(color.other()));
            events.push(ruling(outcome, None, Some(color)));
        }
        Ok(events)
    }

    /// FIDE 10.2: a normal score for each player, and no more than a game has to give.
    pub(crate) fn decide_ruling(
        &self,
        actor: Actor,
        white: &str,
        black: &str,
    ) -> Result<Vec<Event>, Refusal> {
        self.arbitrated(actor)?;
        let (Some(white), Some(black)) = (half_points(white), half_points(black)) else {
            return Err(Refusal::BadPoints);
        };
        let points = ByColor { white, black };
        let (outcome, points) = match (white, black) {
            (2, 0) => (Some(Outcome::Win(Color::White)), None),
            (0, 2) => (Some(Outcome::Win(Color::Black)), None),
            (1, 1) => (Some(Outcome::Draw), None),
            (0, 0 | 1) | (1, 0) => (None, Some(points)),
            _ => return Err(Refusal::BadPoints),
        };
        Ok(vec![ruling(outcome, points, None)])
    }

    /// FIDE 7.1: an earlier position comes back, with the times that the arbiter judges right.
    pub(crate) fn decide_restoring(
        &self,
        actor: Actor,
        ply: u32,
        white_ms: Option<u64>,
        black_ms: Option<u64>,
    ) -> Result<Vec<Event>, Refusal> {
        let game = self.arbitrated(actor)?;
        for ms in [white_ms, black_ms].into_iter().flatten() {
            game.timed()?;
            clock_time(ms)?;
        }
        let plies = game.ply().checked_sub(ply);
        let plies = plies.ok_or(Refusal::NotPlayedYet { ply: game.ply() })?;
        Ok(vec![Event::MovesRestored {
            plies,
            white_ms,
            black_ms,
        }])
    }

    pub(crate) fn may_note_two_hands(&self, actor: Actor) -> Result<Color, Refusal> {
        let game = self.arbitrated(actor)?;
        if !game.penalises() || !game.has_press() {
            return Err(Refusal::NotPenalised);
        }
        let standing = game.conduct.standing.map(|standing| standing.by);
        standing
            .or(game.last_unpressed())
            .ok_or(Refusal::NothingUnpressed)
    }

    /// FIDE 7.5.4: of two moves that nobody has pressed for it is the later one. The move that was made last was made with both hands; that counts with the
    /// press.
    pub(crate) fn decide_two_hands(&self, actor: Actor) -> Result<Vec<Event>, Refusal> {
        let by = self.may_note_two_hands(actor)?;
        Ok(vec![Event::TwoHandsNoted { by }])
    }
}

impl TableGame {
    /// Who made the last move, if it is not completed.
    fn last_unpressed(&self) -> Option<Color> {
        let mover = self.turn().other();
        self.conduct.is_unpressed(mover).then_some(mover)
    }
}

const fn ruling(
    outcome: Option<Outcome>,
    points: Option<ByColor<u32>>,
    by: Option<Color>,
) -> Event {
    Event::GameEnded {
        outcome,
        points,
        termination: Termination::Ruling,
        by,
        prospects: Vec::new(),
    }
}

fn clock_time(ms: u64) -> Result<(), Refusal> {
    CLOCK_MS.contains(&ms).then_some(()).ok_or(Refusal::BadTime)
}

fn penalty_time(ms: u64) -> Result<(), Refusal> {
    PENALTY_MS
        .contains(&ms)
        .then_some(())
        .ok_or(Refusal::BadTime)
}

/// A reason as it is kept: trimmed, not empty, nothing in it that controls the text around it.
fn clean_reason(reason: &str) -> Option<String> {
    let reason = reason.trim();
    let fits = !reason.is_empty()
        && reason.chars().count() <= MAX_REASON_CHARS
        && !reason.chars().any(controls_text);
    fits.then(|| reason.to_string())
}
