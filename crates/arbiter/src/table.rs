//! The table: its state and its door. How a command is judged stands in `between.rs` and
//! `play.rs`, for hands and clocks on the board in `handle.rs`, `press.rs`, `irregular.rs` and
//! `timing.rs`, for the arbiter in `powers.rs`; what an event does to the state in `apply.rs`, how it all looks in `view.rs`.

use alloc::string::String;
use alloc::vec::Vec;

use tabiya_rules::{ByColor, Color, Game, Position};

use crate::between;
use crate::clock::{Clock, TimeLeft, Timestamp};
use crate::command::{Command, CommandKind};
use crate::conduct::Conduct;
use crate::ending::Ending;
use crate::event::Event;
use crate::offer::Offer;
use crate::record::{GameRecord, Note, PlayedMove};
use crate::refusal::Refusal;
use crate::ruleset::DeadRule;
use crate::seat::{Actor, BySeat, Seat};
use crate::settings::Settings;
use crate::view::Phase;

/// One link with two seats and the series of games played there: a value that changes only by
/// [`Table::apply`].
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    pub(crate) seed: u64,
    pub(crate) sequence: u64,
    /// When the last event happened. Time at a table does not go backward.
    pub(crate) now: Timestamp,
    pub(crate) phase: Phase,
    pub(crate) settings: Settings,
    pub(crate) players: BySeat<Player>,
    /// In half points.
    pub(crate) score: BySeat<u32>,
    pub(crate) games_scored: u32,
    pub(crate) rematch_offer: Option<Seat>,
    /// The running game, or the last one.
    pub(crate) game: Option<TableGame>,
    /// The games before that.
    pub(crate) past: Vec<TableGame>,
}

/// Who sits on a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Player {
    pub(crate) name: Option<String>,
    pub(crate) taken: bool,
    /// How the computer plays that holds the seat; `None` if a person does, or nobody.
    pub(crate) computer: Option<String>,
    pub(crate) ready: bool,
    pub(crate) present: bool,
    /// While a game runs and the player is away: since when it counts.
    pub(crate) away_since: Option<Timestamp>,
    /// When the player's vacation ends, or has ended the last time.
    pub(crate) vacation_until: Timestamp,
}

/// A game at the table, with what belongs to it alone.
#[derive(Clone, Debug)]
pub(crate) struct TableGame {
    pub(crate) number: u32,
    pub(crate) white: Seat,
    /// Frozen at the start.
    pub(crate) settings: Settings,
    pub(crate) started_at: Timestamp,
    pub(crate) line: Game,
    pub(crate) clock: Clock,
    pub(crate) moves: Vec<PlayedMove>,
    pub(crate) conduct: Conduct,
    pub(crate) notes: Vec<Note>,
    pub(crate) draw: Offer,
    pub(crate) takeback: Offer,
    pub(crate) ending: Option<Ending>,
}

impl PartialEq for TableGame {
    /// The line of play is its start and its moves; all else in it follows.
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
            && self.white == other.white
            && self.settings == other.settings
            && self.started_at == other.started_at
            && self.line.start().mode() == other.line.start().mode()
            && self.line.start().fen() == other.line.start().fen()
            && self.line.moves() == other.line.moves()
            && self.clock == other.clock
            && self.moves == other.moves
            && self.conduct == other.conduct
            && self.notes == other.notes
            && (self.draw, self.takeback) == (other.draw, other.takeback)
            && self.ending == other.ending
    }
}

impl TableGame {
    pub(crate) fn color_of(&self, seat: Seat) -> Color {
        if seat == self.white {
            Color::White
        } else {
            Color::Black
        }
    }

    pub(crate) fn seat_of(&self, color: Color) -> Seat {
        match color {
            Color::White => self.white,
            Color::Black => self.white.other(),
        }
    }

    pub(crate) fn turn(&self) -> Color {
        self.line.position().turn()
    }

    /// The side whose time it is; where moves are completed by pressing the clock, not always the
    /// one to move.
    pub(crate) fn on_clock(&self) -> Color {
        self.clock.turn().unwrap_or_else(|| self.turn())
    }

    pub(crate) fn ply(&self) -> u32 {
        u32::try_from(self.line.ply()).unwrap_or(u32::MAX)
    }
}

impl Table {
    /// The first event of a new table.
    ///
    /// `seed` is all the chance that this table will ever have; it should be unpredictable and
    /// stay secret.
    ///
    /// # Errors
    ///
    /// Settings that cannot be played, a name that is not one.
    pub fn open(settings: Settings, owner_name: Option<&str>, seed: u64) -> Result<Event, Refusal> {
        settings.check()?;
        let owner_name = owner_name.map(between::checked_name).transpose()?;
        Ok(Event::TableOpened {
            settings,
            owner_name,
            seed,
        })
    }

    /// The number of the last event.
    #[must_use]
    pub const fn sequence(&self) -> u64 {
        self.sequence
    }

    /// Where the table stands in its life.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The time to record events with that were decided at `at`: not earlier than the last event,
    /// even if the shell's clock was set back.
    #[must_use]
    pub fn stamp(&self, at: Timestamp) -> Timestamp {
        self.now.max(at)
    }

    /// The line of play of the running game, or of the last one.
    #[must_use]
    pub fn line(&self) -> Option<&Game> {
        self.game.as_ref().map(|game| &game.line)
    }

    /// What the clock leaves this side of the running game at `at`; `None` without a clock.
    #[must_use]
    pub fn time_left(&self, color: Color, at: Timestamp) -> Option<TimeLeft> {
        let game = self.running().ok()?;
        game.clock.time_left(color, self.stamp(at))
    }

    /// The position that the shell should look into in its own time, and how many half-moves it
    /// comes after: the running game's, if its rules end every dead position (FIDE 5.2.2). Judging
    /// a move, the arbiter takes but a glance. What comes of it is told by
    /// [`Command::DeclareDead`].
    #[must_use]
    pub fn to_examine(&self) -> Option<(u32, &Position)> {
        let game = self.running().ok()?;
        let asks = game.settings.rules.dead == DeadRule::Full;
        asks.then(|| (game.ply(), game.line.position()))
    }

    /// Judges a command and changes nothing. An empty list of events says that all is as asked
    /// already.
    ///
    /// # Errors
    ///
    /// The refusal says why not.
    pub fn decide(
        &self,
        at: Timestamp,
        actor: Actor,
        command: &Command,
    ) -> Result<Vec<Event>, Refusal> {
        let at = self.stamp(at);
        match command {
            Command::Tick | Command::Pause { .. } => {}
            Command::Move { lag_ms, .. } | Command::Release { lag_ms, .. } => {
                self.in_time(at, actor, Some(*lag_ms))?;
            }
            _ => self.in_time(at, actor, None)?,
        }
        match command {
            Command::TakeSeat { name } => self.decide_take_seat(actor, name.as_deref()),
            Command::SeatComputer { name, level } => self.decide_seat_computer(actor, name, level),
            Command::UnseatComputer => self.decide_unseat_computer(actor),
            Command::SetName { name } => self.decide_name(actor, name),
            Command::Configure { settings } => self.decide_configure(actor, settings),
            Command::Ready { ready } => self.decide_ready(actor, *ready),
            Command::Start => self.decide_start(actor),
            Command::Move { uci, ply, lag_ms } => self.decide_move(at, actor, uci, *ply, *lag_ms),
            Command::OfferDraw => self.decide_draw_offer(actor),
            Command::AcceptDraw => self.decide_draw_accepted(actor),
            Command::DeclineDraw => self.decide_draw_declined(actor),
            Command::Resign => self.decide_resignation(actor),
            Command::Abort => self.decide_abort(actor),
            Command::OfferTakeback => self.decide_takeback_offer(actor),
            Command::AcceptTakeback => self.decide_takeback_accepted(actor),
            Command::DeclineTakeback => self.decide_takeback_declined(actor),
            Command::OfferRematch => self.decide_rematch(actor),
            Command::DeclineRematch => self.decide_rematch_declined(actor),
            Command::ClaimAway => self.decide_away_claim(at, actor),
            Command::GiveTime { ms } => self.decide_time_given(at, actor, *ms),
            Command::Claim { what, uci } => self.decide_claim(actor, *what, uci.as_deref()),
            Command::Press => self.decide_press(at, actor),
            Command::Touch { square } => self.decide_touch(actor, *square),
            Command::Release { square, lag_ms } => self.decide_release(at, actor, *square, *lag_ms),
            Command::Adjust => self.decide_adjusting(actor, true),
            Command::EndAdjust => self.decide_adjusting(actor, false),
            Command::ClaimFault => self.decide_fault_claim(actor),
            Command::Promote { role } => self.decide_promotion(at, actor, *role),
            Command::SetClock { white_ms, black_ms } => {
                self.decide_clock_set(actor, *white_ms, *black_ms)
            }
            Command::StopClocks => self.decide_clocks(actor, true),
            Command::StartClocks => self.decide_clocks(actor, false),
            Command::Penalise {
                color,
                penalty,
                reason,
            } => self.decide_penalty(at, actor, *color, *penalty, reason),
            Command::Rule { white, black } => self.decide_ruling(actor, white, black),
            Command::Restore {
                ply,
                white_ms,
                black_ms,
            } => self.decide_restoring(actor, *ply, *white_ms, *black_ms),
            Command::NoteTwoHands => self.decide_two_hands(actor),
            Command::Tick => self.decide_tick(at, actor),
            Command::NotePresence { seat, present } => {
                self.decide_presence(at, actor, *seat, *present)
            }
            Command::NoteVacation { seat, until } => self.decide_vacation(at, actor, *seat, *until),
            Command::DeclareDead { ply, proofs } => self.decide_dead(actor, *ply, proofs),
            Command::Pause { since, until } => self.decide_pause(at, actor, *since, *until),
        }
    }

    /// Whether a client's command of this kind would be judged now, and not refused out of hand:
    /// the very questions that [`Table::decide`] asks first.
    pub(crate) fn may(&self, actor: Actor, kind: CommandKind) -> bool {
        match kind {
            CommandKind::TakeSeat => self.may_take_seat(actor).is_ok(),
            CommandKind::SeatComputer => self.may_seat_computer(actor).is_ok(),
            CommandKind::UnseatComputer => self.may_unseat_computer(actor).is_ok(),
            CommandKind::SetName => self.seated(actor).is_ok(),
            CommandKind::Configure => self.may_configure(actor).is_ok(),
            CommandKind::Ready => self.may_be_ready(actor).is_ok(),
            CommandKind::Start => self.may_start(actor).is_ok(),
            CommandKind::Move => self.may_move(actor).is_ok(),
            CommandKind::OfferDraw => self.may_offer_draw(actor).is_ok(),
            CommandKind::AcceptDraw => self.may_accept_draw(actor).is_ok(),
            CommandKind::DeclineDraw => self.may_decline_draw(actor).is_ok(),
            CommandKind::Resign => self.may_resign(actor).is_ok(),
            CommandKind::Abort => self.may_abort(actor).is_ok(),
            CommandKind::OfferTakeback => self.may_offer_takeback(actor).is_ok(),
            CommandKind::AcceptTakeback | CommandKind::DeclineTakeback => {
                self.may_answer_takeback(actor).is_ok()
            }
            CommandKind::OfferRematch => self.may_offer_rematch(actor).is_ok(),
            CommandKind::DeclineRematch => self.may_decline_rematch(actor).is_ok(),
            CommandKind::ClaimAway => self.may_claim_away(actor).is_ok(),
            CommandKind::GiveTime => self.may_give_time(actor).is_ok(),
            CommandKind::Claim => self.may_claim(actor),
            CommandKind::Press => self.may_press(actor).is_ok(),
            CommandKind::Touch => self.may_move(actor).is_ok(),
            CommandKind::Release => self.may_release(actor).is_ok(),
            CommandKind::Adjust | CommandKind::EndAdjust => self.may_adjust(actor).is_ok(),
            CommandKind::ClaimFault => self.may_claim_fault(actor).is_ok(),
            CommandKind::Promote => self.may_promote(actor).is_ok(),
            CommandKind::SetClock => self.may_set_clock(actor).is_ok(),
            CommandKind::StopClocks
            | CommandKind::StartClocks
            | CommandKind::Penalise
            | CommandKind::Rule
            | CommandKind::Restore => self.arbitrated(actor).is_ok(),
            CommandKind::NoteTwoHands => self.may_note_two_hands(actor).is_ok(),
            CommandKind::Tick
            | CommandKind::NotePresence
            | CommandKind::NoteVacation
            | CommandKind::DeclareDead
            | CommandKind::Pause => system(actor).is_ok(),
        }
    }

    /// The seat of an actor who must have one.
    pub(crate) fn seated(&self, actor: Actor) -> Result<Seat, Refusal> {
        match actor {
            Actor::Seat(seat) if self.players.get(seat).taken => Ok(seat),
            Actor::Seat(_) | Actor::Spectator => Err(Refusal::NotSeated),
            Actor::Arbiter => Err(Refusal::NotForArbiter),
            Actor::System => Err(Refusal::NotForSystem),
        }
    }

    /// The game that is being played.
    pub(crate) fn running(&self) -> Result<&TableGame, Refusal> {
        match (self.phase, &self.game) {
            (Phase::Playing, Some(game)) => Ok(game),
            (Phase::Over, _) => Err(Refusal::GameOver),
            (Phase::Waiting | Phase::Playing, _) => Err(Refusal::NoGame),
        }
    }

    /// The running game and the color that the actor has in it.
    pub(crate) fn playing(&self, actor: Actor) -> Result<(&TableGame, Color), Refusal> {
        let seat = self.seated(actor)?;
        let game = self.running()?;
        Ok((game, game.color_of(seat)))
    }

    /// A finished or the running game as a record to keep.
    #[must_use]
    pub fn record(&self, number: u32) -> Option<GameRecord> {
        let game = self
            .past
            .iter()
            .chain(&self.game)
            .find(|game| game.number == number)?;
        let name_of = |color| self.players.get(game.seat_of(color)).name.clone();
        Some(GameRecord {
            number,
            white: game.white,
            names: ByColor {
                white: name_of(Color::White),
                black: name_of(Color::Black),
            },
            settings: game.settings.clone(),
            started_at: game.started_at,
            line: game.line.clone(),
            moves: game.moves.clone(),
            notes: game.notes.clone(),
            ending: game.ending.clone(),
        })
    }
}

/// Refuses everybody but the system.
pub(crate) const fn system(actor: Actor) -> Result<(), Refusal> {
    match actor {
        Actor::System => Ok(()),
        Actor::Seat(_) | Actor::Spectator | Actor::Arbiter => Err(Refusal::SystemOnly),
    }
}
