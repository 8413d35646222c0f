//! What an event does to a table, and how a table is made again from its log. Nothing is judged
//! here: what was once decided stays decided, whatever later versions would say.

use core::fmt;

use alloc::string::String;
use alloc::vec::Vec;

use tabiya_rules::{ByColor, Color, Fen, Game, Mode, Uci};

use crate::claim::{self, Announced, ClaimKind};
use crate::clock::{Clock, Hold, Reading, TimeControl, Timestamp};
use crate::conduct::{Conduct, castling_shape};
use crate::ending::{self, Ending};
use crate::event::{Event, Recorded};
use crate::irregular;
use crate::offer::Offer;
use crate::powers::{self, Penalty};
use crate::record::{Note, PlayedMove};
use crate::ruleset::{Completion, StartRule};
use crate::seat::{BySeat, Seat};
use crate::settings::Settings;
use crate::table::{Player, Table, TableGame};
use crate::told::Told;
use crate::view::Phase;

/// Why a log is not that of a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("event {seq} of the log: {fault}")]
pub struct ReplayError {
    /// The sequence number of the event that does not fit.
    pub seq: u64,
    /// What is wrong with it.
    pub fault: ReplayFault,
}

/// What is wrong with an event in a log.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayFault {
    /// A log begins with `TableOpened`, and nothing else does.
    #[error("a log begins with the opening of the table, and has it nowhere else")]
    Opening,
    /// Sequence numbers run without gaps.
    #[error("number {expected} was expected")]
    Gap {
        /// The number that comes next.
        expected: u64,
    },
    /// The event needs a running game.
    #[error("no game is running")]
    NoGame,
    /// The event cannot be while a game is running.
    #[error("a game is running")]
    GameRunning,
    /// Games are numbered without gaps.
    #[error("game {expected} was expected")]
    GameNumber {
        /// The number that comes next.
        expected: u32,
    },
    /// The start position cannot be played from.
    #[error("the start position is not legal: {why}")]
    Start {
        /// What is wrong with it.
        why: String,
    },
    /// Half-moves are numbered without gaps.
    #[error("half-move {expected} was expected")]
    Ply {
        /// The number that comes next.
        expected: u32,
    },
    /// The move cannot be played.
    #[error("the move cannot be played: {why}")]
    Move {
        /// What is wrong with it.
        why: String,
    },
    /// Fewer moves were played than are taken back.
    #[error("more moves are taken back than were played")]
    Takeback,
}

fn read(uci: &str) -> Result<Uci, ReplayFault> {
    uci.parse().map_err(|error| ReplayFault::Move {
        why: to_text(&error),
    })
}

fn to_text(value: &impl fmt::Display) -> String {
    alloc::format!("{value}")
}

impl Table {
    /// Makes a table again from its whole log.
    ///
    /// # Errors
    ///
    /// A log that cannot have been written by a table: gaps, moves that cannot be played, events
    /// out of place. Whether what was decided was right is not asked.
    pub fn replay(log: &[Recorded]) -> Result<Self, ReplayError> {
        let Some((first, rest)) = log.split_first() else {
            return Err(ReplayError {
                seq: 1,
                fault: ReplayFault::Opening,
            });
        };
        let failed = |seq, fault| ReplayError { seq, fault };
        if first.seq != 1 {
            return Err(failed(first.seq, ReplayFault::Gap { expected: 1 }));
        }
        let Event::TableOpened {
            settings,
            owner_name,
            seed,
        } = &first.event
        else {
            return Err(failed(first.seq, ReplayFault::Opening));
        };
        let mut table = Self::opened(first.at, settings, owner_name.clone(), *seed);
        for recorded in rest {
            let expected = table.sequence.saturating_add(1);
            if recorded.seq != expected {
                return Err(failed(recorded.seq, ReplayFault::Gap { expected }));
            }
            table
                .fold(recorded.at, &recorded.event)
                .map_err(|fault| failed(recorded.seq, fault))?;
        }
        Ok(table)
    }

    /// Lets an event of [`Table::decide`] happen. Record it with [`Table::stamp`]'s time and with
    /// the next sequence number.
    ///
    /// # Panics
    ///
    /// If the event was not decided by this very table in this very state: that is a fault of the
    /// program, and a table that is not what its log says must not be played on.
    pub fn apply(&mut self, at: Timestamp, event: &Event) {
        if let Err(fault) = self.fold(at, event) {
            panic!(
                "event {} was never decided by this table: {fault}",
                self.sequence + 1
            );
        }
    }

    fn opened(at: Timestamp, settings: &Settings, name: Option<String>, seed: u64) -> Self {
        let owner = Player {
            name,
            taken: true,
            ready: true,
            ..Player::default()
        };
        Self {
            seed,
            sequence: 1,
            now: at,
            phase: Phase::Waiting,
            settings: settings.clone(),
            players: BySeat {
                owner,
                guest: Player::default(),
            },
            score: BySeat::default(),
            games_scored: 0,
            rematch_offer: None,
            game: None,
            past: Vec::new(),
        }
    }

    fn fold(&mut self, at: Timestamp, event: &Event) -> Result<(), ReplayFault> {
        let at = self.stamp(at);
        match event {
            Event::TableOpened { .. } => return Err(ReplayFault::Opening),
            Event::SeatTaken {
                seat,
                name,
                computer,
            } => {
                let player = self.players.get_mut(*seat);
                player.taken = true;
                player.ready = false;
                player.name.clone_from(name);
                player.computer.clone_from(computer);
            }
            Event::SeatFreed { seat } => {
                let player = self.players.get_mut(*seat);
                (player.taken, player.ready, player.present) = (false, false, false);
                (player.name, player.computer) = (None, None);
            }
            Event::NameSet { seat, name } => {
                self.players.get_mut(*seat).name = Some(name.clone());
            }
            Event::SettingsChanged { settings } => self.change_settings(settings)?,
            Event::ReadySet { seat, ready } => self.players.get_mut(*seat).ready = *ready,
            Event::GameStarted {
                number,
                white,
                start_fen,
                chess960,
            } => {
                let mode = if *chess960 {
                    Mode::Chess960
                } else {
                    Mode::Standard
                };
                self.start_game(at, *number, *white, start_fen, mode)?;
            }
            Event::MovePlayed {
                ply,
                uci,
                san,
                spent_ms,
                clock_ms,
                lag_ms,
            } => {
                let played = PlayedMove {
                    uci: uci.clone(),
                    san: san.clone(),
                    spent_ms: *spent_ms,
                    clock_ms: *clock_ms,
                };
                self.running_mut()?.play(at, *ply, played, *lag_ms)?;
            }
            Event::MoveMade {
                ply,
                uci,
                san,
                spent_ms,
                clock_ms,
            } => {
                let made = PlayedMove {
                    uci: uci.clone(),
                    san: san.clone(),
                    spent_ms: *spent_ms,
                    clock_ms: *clock_ms,
                };
                let game = self.running_mut()?;
                game.make(*ply, made)?;
                // Where the first move starts the clock, it runs until the press (FIDE 6.2.1).
                game.clock.release(Hold::FirstMove, at);
            }
            Event::ClockPressed {
                by,
                spent_ms,
                clock_ms,
            } => {
                let game = self.running_mut()?;
                let reading = game.complete(*by, *spent_ms, *clock_ms);
                game.clock.complete_move(reading, at);
            }
            Event::MoveCompleted {
                by,
                spent_ms,
                clock_ms,
            } => {
                let game = self.running_mut()?;
                let reading = game.complete(*by, *spent_ms, *clock_ms);
                game.clock.complete_unpressed(*by, reading, at);
            }
            Event::Touched { by, square } => {
                let game = self.running_mut()?;
                game.conduct.touch(game.line.position(), *square);
                game.decline_by_hand(*by);
            }
            Event::Adjusting { by: _ } => self.running_mut()?.conduct.adjust(true),
            Event::Adjusted { by: _ } => self.running_mut()?.conduct.adjust(false),
            Event::CastlingBegun { by: _, uci } => self.running_mut()?.begin_castling(uci)?,
            Event::IllegalMade { by, uci } => {
                let game = self.running_mut()?;
                let uci = read(uci)?;
                game.conduct.stand(game.line.position(), uci);
                game.decline_by_hand(*by);
            }
            Event::IllegalRetracted { by } => self.running_mut()?.conduct.retract(*by),
            Event::Irregularity {
                by,
                kind,
                article: _,
                count,
                penalty_ms,
                uci,
            } => {
                let game = self.running_mut()?;
                game.conduct.fault(*by, *count);
                game.clock.grant(by.other(), *penalty_ms);
                if let Some(uci) = uci {
                    let uci = read(uci)?;
                    game.conduct.touch_all(game.line.position(), uci);
                }
                let text = irregular::sentence(*by, *kind, *penalty_ms, uci.as_deref());
                game.note(text);
            }
            Event::ClockSet { white_ms, black_ms } => {
                let left_ms = ByColor {
                    white: *white_ms,
                    black: *black_ms,
                };
                self.running_mut()?.clock.set(left_ms, at);
            }
            Event::ClocksStopped => self.running_mut()?.clock.hold(Hold::Stopped, at),
            Event::ClocksStarted => self.running_mut()?.clock.release(Hold::Stopped, at),
            Event::Penalised {
                color,
                penalty,
                reason,
            } => {
                let game = self.running_mut()?;
                match penalty {
                    Penalty::Warning {} | Penalty::Loss {} => {}
                    Penalty::MoreTime { ms } => game.clock.grant(color.other(), *ms),
                    Penalty::LessTime { ms } => game.clock.deduct(*color, *ms, at),
                }
                game.note(powers::sentence(*color, *penalty, reason));
            }
            Event::MovesRestored {
                plies,
                white_ms,
                black_ms,
            } => self
                .running_mut()?
                .restore(at, *plies, *white_ms, *black_ms)?,
            Event::TwoHandsNoted { by } => self.running_mut()?.conduct.note_two_hands(*by),
            Event::DrawOffered { by } => {
                let game = self.running_mut()?;
                game.draw.make(*by, at);
                game.note(alloc::format!("{} offered a draw (=).", ending::name(*by)));
            }
            Event::DrawDeclined { by: _ } => self.running_mut()?.draw.close(),
            Event::DrawClaimed {
                by,
                what,
                intended,
                right,
                penalty_ms,
                plies: _,
            } => {
                let intended = intended.as_ref();
                let game = self.running_mut()?;
                game.announce(intended)?;
                if !right {
                    game.claim_wrongly(at, *by, *what, intended, *penalty_ms);
                }
            }
            Event::TakebackOffered { by } => self.running_mut()?.takeback.make(*by, at),
            Event::TakebackAccepted { by, plies } => {
                let game = self.running_mut()?;
                game.take_back(at, *plies)?;
                // What was agreed to was no nuisance: he may ask again.
                game.takeback.renew(by.other());
            }
            Event::TakebackDeclined { by: _ } => self.running_mut()?.takeback.close(),
            Event::GameEnded {
                outcome,
                points,
                termination,
                by,
                prospects,
            } => {
                let game = self.running_mut()?;
                let told = Told {
                    outcome: *outcome,
                    points: *points,
                    termination: *termination,
                    by: *by,
                    position: game.line.position(),
                    rules: &game.settings.rules,
                    announced: game.conduct.announced,
                };
                let ending = told.ending(prospects.clone());
                self.end_game(at, ending)?;
            }
            Event::TimeGiven { by: _, to, ms } => self.running_mut()?.clock.grant(*to, *ms),
            Event::RematchOffered { by } => self.rematch_offer = Some(*by),
            Event::RematchDeclined { by: _ } => self.rematch_offer = None,
            Event::PresenceNoted { seat, present } => self.note_presence(at, *seat, *present),
            Event::VacationNoted { seat, until } => self.note_vacation(at, *seat, *until),
            Event::Paused { since, until } => self.pause(*since, *until)?,
            Event::Resumed => self.resume(at)?,
        }
        self.hold_for_absent(at);
        self.now = at;
        self.sequence = self.sequence.saturating_add(1);
        Ok(())
    }

    fn running_mut(&mut self) -> Result<&mut TableGame, ReplayFault> {
        match (self.phase, &mut self.game) {
            (Phase::Playing, Some(game)) => Ok(game),
            (Phase::Waiting | Phase::Over | Phase::Playing, _) => Err(ReplayFault::NoGame),
        }
    }

    /// R126, R127: what was agreed is open again, the score stays.
    fn change_settings(&mut self, settings: &Settings) -> Result<(), ReplayFault> {
        if self.phase == Phase::Playing {
            return Err(ReplayFault::GameRunning);
        }
        self.settings = settings.clone();
        self.players.guest.ready = false;
        self.rematch_offer = None;
        self.phase = Phase::Waiting;
        Ok(())
    }

    fn start_game(
        &mut self,
        at: Timestamp,
        number: u32,
        white: Seat,
        start_fen: &str,
        mode: Mode,
    ) -> Result<(), ReplayFault> {
        if self.phase == Phase::Playing {
            return Err(ReplayFault::GameRunning);
        }
        let expected = self
            .game
            .as_ref()
            .map_or(0, |game| game.number)
            .saturating_add(1);
        if number != expected {
            return Err(ReplayFault::GameNumber { expected });
        }
        let setup = Fen::parse(start_fen).map_err(|error| ReplayFault::Start {
            why: to_text(&error),
        })?;
        let start = setup.playable(mode).map_err(|faults| ReplayFault::Start {
            why: to_text(&faults),
        })?;
        let mut clock = Clock::start(self.settings.clock.clone(), start.turn(), at);
        let rules = &self.settings.rules;
        // A clock that is pressed runs until the press arrives: the time to press is the player's.
        if rules.lag_compensation && rules.completion != Completion::OnPress {
            clock = clock.forgiving_lag();
        }
        if rules.start == StartRule::OnFirstMove {
            clock.hold(Hold::FirstMove, at);
        }
        for seat in Seat::ALL {
            let color = if seat == white {
                Color::White
            } else {
                Color::Black
            };
            self.players
                .get(seat)
                .stop_clock(&mut clock, &self.settings, color, at);
        }
        let game = TableGame {
            number,
            white,
            settings: self.settings.clone(),
            started_at: at,
            line: Game::new(start),
            clock,
            moves: Vec::new(),
            conduct: Conduct::default(),
            notes: Vec::new(),
            draw: Offer::default(),
            takeback: Offer::default(),
            ending: None,
        };
        self.past.extend(self.game.replace(game));
        self.rematch_offer = None;
        self.phase = Phase::Playing;
        self.count_absences(Some(at));
        Ok(())
    }

    fn end_game(&mut self, at: Timestamp, ending: Ending) -> Result<(), ReplayFault> {
        let game = self.running_mut()?;
        let at = game.ends_at(at);
        game.clock.stop(at);
        game.draw.close();
        game.takeback.close();
        game.conduct.clear();
        let points = ending.half_points();
        let white = game.white;
        game.ending = Some(ending);
        self.phase = Phase::Over;
        self.count_absences(None);
        if let Some(points) = points {
            self.games_scored = self.games_scored.saturating_add(1);
            for (seat, half_points) in [(white, points.white), (white.other(), points.black)] {
                let score = self.score.get_mut(seat);
                *score = score.saturating_add(half_points);
            }
        }
        Ok(())
    }

    fn note_presence(&mut self, at: Timestamp, seat: Seat, present: bool) {
        let is_counting = self
            .running_mut()
            .is_ok_and(|game| game.clock.paused_until().is_none());
        let player = self.players.get_mut(seat);
        player.present = present;
        player.away_since = (is_counting && !present).then_some(at);
    }

    fn note_vacation(&mut self, at: Timestamp, seat: Seat, until: Timestamp) {
        self.players.get_mut(seat).vacation_until = until;
        if let (Phase::Playing, Some(game)) = (self.phase, &mut self.game) {
            let color = game.color_of(seat);
            let player = self.players.get(seat);
            player.stop_clock(&mut game.clock, &game.settings, color, at);
        }
    }

    fn hold_for_absent(&mut self, at: Timestamp) {
        if let (Phase::Playing, Some(game)) = (self.phase, &mut self.game) {
            let players = &self.players;
            game.hold_for_absent(|seat| players.get(seat).present, at);
        }
    }

    fn pause(&mut self, since: Timestamp, until: Timestamp) -> Result<(), ReplayFault> {
        let game = self.running_mut()?;
        game.clock.pause(since, until);
        game.draw.pause(since);
        self.players.owner.present = false;
        self.players.guest.present = false;
        self.count_absences(None);
        Ok(())
    }

    fn resume(&mut self, at: Timestamp) -> Result<(), ReplayFault> {
        let game = self.running_mut()?;
        let since = game.clock.resumes_at(at);
        game.clock.resume(at);
        game.draw.resume(since);
        self.count_absences(Some(since));
        Ok(())
    }

    /// From `since` on every absence counts anew; `None`: absences do not count.
    fn count_absences(&mut self, since: Option<Timestamp>) {
        for seat in Seat::ALL {
            let player = self.players.get_mut(seat);
            player.away_since = since.filter(|_| !player.present);
        }
    }
}

impl Player {
    /// A vacation counts in games by letter only: with days for each move, or without a clock.
    fn stop_clock(&self, clock: &mut Clock, settings: &Settings, color: Color, at: Timestamp) {
        if matches!(
            settings.clock,
            TimeControl::Days { .. } | TimeControl::Untimed
        ) {
            clock.set_vacation(color, self.vacation_until, at);
        }
    }
}

impl TableGame {
    /// A move that is completed as soon as it is made.
    fn play(
        &mut self,
        at: Timestamp,
        ply: u32,
        played: PlayedMove,
        lag_ms: u64,
    ) -> Result<(), ReplayFault> {
        let reading = Reading {
            spent_ms: played.spent_ms,
            clock_ms: played.clock_ms,
            lag_ms,
        };
        self.make(ply, played)?;
        self.conduct.complete(self.turn().other());
        self.clock.complete_move(reading, at);
        Ok(())
    }

    /// A move that stands. It declines the opponent's draw offer (laws.md 3.7) and leaves the
    /// mover's own open.
    fn make(&mut self, ply: u32, made: PlayedMove) -> Result<(), ReplayFault> {
        let expected = self.ply().saturating_add(1);
        if ply != expected {
            return Err(ReplayFault::Ply { expected });
        }
        let mover = self.turn();
        let uci = read(&made.uci)?;
        let failed = |reason| ReplayFault::Move {
            why: to_text(&reason),
        };
        let mv = uci.resolve(self.line.position()).map_err(failed)?;
        self.line.play(mv).map_err(failed)?;
        self.conduct.make(mover);
        self.decline_by_hand(mover);
        self.takeback.close();
        self.draw.renew(mover);
        self.takeback.renew(mover);
        self.moves.push(made);
        Ok(())
    }

    /// Moving and touching decline what the opponent has offered (FIDE 9.1.2.1).
    fn decline_by_hand(&mut self, by: Color) {
        let declines = self.settings.rules.offer_declined_by_move;
        if declines && self.draw.open() == Some(by.other()) {
            self.draw.close();
        }
    }

    /// A move is announced for a claim (FIDE 9.2.1, 9.3.1).
    fn announce(&mut self, intended: Option<&Announced>) -> Result<(), ReplayFault> {
        if let Some(announced) = intended {
            let mv = read(&announced.uci)?.resolve(self.line.position());
            let mv = mv.map_err(|reason| ReplayFault::Move {
                why: to_text(&reason),
            })?;
            self.conduct.announced = Some(mv);
        }
        Ok(())
    }

    /// A wrong claim costs time and stands as an offer (FIDE 9.1.2.3, 9.5.3).
    fn claim_wrongly(
        &mut self,
        at: Timestamp,
        by: Color,
        what: ClaimKind,
        intended: Option<&Announced>,
        penalty_ms: u64,
    ) {
        self.conduct.claim(by, what);
        self.clock.grant(by.other(), penalty_ms);
        let is_offer = self.settings.rules.offers;
        if is_offer {
            self.draw.stand(by, at);
        }
        self.note(claim::sentence(by, what, intended, penalty_ms, is_offer));
    }

    /// The last move of `by` is completed, and took so much.
    fn complete(&mut self, by: Color, spent_ms: u64, clock_ms: Option<u64>) -> Reading {
        self.conduct.complete(by);
        let back = if by == self.turn() { 2 } else { 1 };
        let index = self.moves.len().checked_sub(back);
        if let Some(played) = index.and_then(|index| self.moves.get_mut(index)) {
            (played.spent_ms, played.clock_ms) = (spent_ms, clock_ms);
        }
        Reading {
            spent_ms,
            clock_ms,
            lag_ms: 0,
        }
    }

    fn begin_castling(&mut self, uci: &str) -> Result<(), ReplayFault> {
        let uci = read(uci)?;
        let side = castling_shape(self.line.position(), uci.from, uci.to);
        let side = side.ok_or_else(|| ReplayFault::Move {
            why: String::from("that is not how one castles"),
        })?;
        self.conduct.touch(self.line.position(), uci.from);
        self.conduct.begin_castling(side);
        Ok(())
    }

    fn restore(
        &mut self,
        at: Timestamp,
        plies: u32,
        white_ms: Option<u64>,
        black_ms: Option<u64>,
    ) -> Result<(), ReplayFault> {
        self.take_back(at, plies)?;
        if white_ms.is_some() || black_ms.is_some() {
            let left = |color, ms: Option<u64>| {
                ms.or_else(|| self.clock.remaining_ms(color, at))
                    .unwrap_or_default()
            };
            let white = left(Color::White, white_ms);
            let black = left(Color::Black, black_ms);
            self.clock.set(ByColor { white, black }, at);
        }
        let text = alloc::format!(
            "The arbiter put the position after half-move {} back (7.1).",
            self.ply()
        );
        self.note(text);
        Ok(())
    }

    /// A line for the record, about the position on the board.
    fn note(&mut self, text: String) {
        let ply = self.ply();
        self.notes.push(Note { ply, text });
    }

    fn take_back(&mut self, at: Timestamp, plies: u32) -> Result<(), ReplayFault> {
        for _ in 0..plies {
            self.line.undo().ok_or(ReplayFault::Takeback)?;
            self.moves.pop();
            let mover = self.turn();
            if self.conduct.is_unpressed(mover) {
                self.conduct.complete(mover);
            } else {
                self.clock.uncount_move(mover);
            }
        }
        // Such a move belongs to the position that is back, and nobody presses for it any more.
        let counted = ByColor {
            white: self.conduct.is_unpressed(Color::White),
            black: self.conduct.is_unpressed(Color::Black),
        };
        self.clock.hand_over(self.turn(), counted, at);
        self.conduct.clear();
        let ply = self.ply();
        for note in &mut self.notes {
            note.ply = note.ply.min(ply);
        }
        // An offer was made about a position that is no longer on the board.
        self.draw.close();
        self.takeback.close();
        Ok(())
    }
}
