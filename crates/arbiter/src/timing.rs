//! Judgement of time in a running game: fallen flags, first moves that do not come, draw offers that
//! stay without an answer, outages, and time that a player gives to the other. How the clock counts stands in `clock/`.

use alloc::vec;
use alloc::vec::Vec;

use tabiya_rules::{Color, Outcome};

use crate::clock::{DAY_MS, Hold, TimeControl, Timestamp};
use crate::ending::{Decision, Termination};
use crate::event::Event;
use crate::play::forfeit;
use crate::refusal::Refusal;
use crate::seat::{Actor, Seat};
use crate::table::{Table, TableGame, system};

const HOUR_MS: u64 = 3_600_000;

/// What time alone brings about in a game, at its exact moment.
struct Due {
    /// From here on no command is granted any more.
    from: Timestamp,
    /// When it is told: a move that was made before may still be on its way.
    told_at: Timestamp,
    termination: Termination,
}

impl TableGame {
    /// The end that comes if nobody does anything: a flag, the limit for a first move, a draw offer
    /// that stays without an answer.
    fn due(&self) -> Option<Due> {
        let first_move = self.first_move_due().map(|from| Due {
            from,
            told_at: from,
            termination: Termination::NoStart,
        });
        let flag = self.clock.flag_at().map(|from| Due {
            from,
            told_at: self.clock.flag_told_at().unwrap_or(from),
            termination: Termination::TimeForfeit,
        });
        let offer = self.offer_lapses_at().map(|from| Due {
            from,
            told_at: from,
            termination: Termination::UnansweredOffer,
        });
        first_move
            .into_iter()
            .chain(flag)
            .chain(offer)
            .min_by_key(|due| due.from)
    }

    /// When the first move of the side whose time it is must have come.
    fn first_move_due(&self) -> Option<Timestamp> {
        let limit_ms = self.settings.rules.first_move_limit_ms?;
        let is_second = self.on_clock() != self.line.start().turn();
        let moves_before = if is_second { 2 } else { 1 };
        (self.ply() < moves_before)
            .then(|| self.clock.waited_for_at(limit_ms))
            .flatten()
    }

    /// The moment as of which a game stands that ends at `at`: time does not go on past what ends
    /// it, however late that is told.
    pub(crate) fn ends_at(&self, at: Timestamp) -> Timestamp {
        self.due().map_or(at, |due| due.from.min(at))
    }

    /// The end that time brings if it has come to that.
    fn end_by_time(&self, due: Option<Due>, is_reached: impl Fn(&Due) -> bool) -> Option<Event> {
        let due = due.filter(is_reached)?;
        let by = self.on_clock();
        Some(match due.termination {
            Termination::NoStart => Event::GameEnded {
                outcome: None,
                points: None,
                termination: Termination::NoStart,
                by: Some(by),
                prospects: Vec::new(),
            },
            Termination::UnansweredOffer => {
                let end = Decision::new(Outcome::Draw, Termination::UnansweredOffer);
                end.told(self.draw.open())
            }
            termination => forfeit(self, by, termination),
        })
    }

    /// While its player is not there, a side's clock stands, where the rules say so.
    pub(crate) fn hold_for_absent(&mut self, is_present: impl Fn(Seat) -> bool, at: Timestamp) {
        if self.settings.rules.pause_when_hidden {
            if is_present(self.seat_of(self.on_clock())) {
                self.clock.release(Hold::Hidden, at);
            } else {
                self.clock.hold(Hold::Hidden, at);
            }
        }
    }
}

impl Table {
    /// When the shell must send a [`Command::Tick`](crate::Command::Tick) if nothing happens
    /// before: time runs out, or a pause ends. Past a fallen flag no command is granted but, where
    /// lag is compensated, a move that was made before it.
    #[must_use]
    pub fn deadline(&self) -> Option<Timestamp> {
        let game = self.running().ok()?;
        let ends = || game.due().map(|due| due.told_at);
        game.clock.paused_until().or_else(ends)
    }

    /// Whether the running game rests after an outage, until its player to move comes back or the
    /// latest end of the pause.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        let game = self.running();
        game.is_ok_and(|game| game.clock.paused_until().is_some())
    }

    /// Refuses what comes when time is up (FIDE 6.8, 6.9): the end is the tick's to tell. A move
    /// counts by the moment when it was made, as far as its lag is known.
    pub(crate) fn in_time(
        &self,
        at: Timestamp,
        actor: Actor,
        move_lag_ms: Option<u64>,
    ) -> Result<(), Refusal> {
        let Ok(game) = self.running() else {
            return Ok(());
        };
        match game.due().filter(|due| due.from <= at) {
            None => Ok(()),
            Some(due) if due.termination == Termination::NoStart => Err(Refusal::FirstMoveTooLate),
            Some(due) if due.termination == Termination::UnansweredOffer => {
                Err(Refusal::OfferUnanswered)
            }
            Some(_) => {
                let is_on_clock = actor.seat() == Some(game.seat_of(game.on_clock()));
                let lag_ms = move_lag_ms.filter(|_| is_on_clock);
                match lag_ms {
                    Some(lag_ms) if !game.clock.comes_late(at, lag_ms) => Ok(()),
                    _ => Err(Refusal::TimeIsUp),
                }
            }
        }
    }

    /// Settles what is due: a pause that ends, time that has run out.
    pub(crate) fn decide_tick(&self, at: Timestamp, actor: Actor) -> Result<Vec<Event>, Refusal> {
        system(actor)?;
        let Ok(game) = self.running() else {
            return Ok(Vec::new());
        };
        let mut events: Vec<Event> = self.overdue_waking(at).into_iter().collect();
        events.extend(game.end_by_time(game.due(), |due| due.told_at <= at));
        Ok(events)
    }

    /// An outage is over. A flag that fell before it stays fallen; otherwise nobody is charged.
    pub(crate) fn decide_pause(
        &self,
        at: Timestamp,
        actor: Actor,
        since: Timestamp,
        until: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        system(actor)?;
        let since = since.clamp(self.now, at);
        let mut events = Vec::new();
        if let Ok(game) = self.running() {
            let Some(end) = game.end_by_time(game.due(), |due| due.from <= since) else {
                return Ok(vec![Event::Paused {
                    since,
                    until: until.max(at),
                }]);
            };
            events.extend(self.overdue_waking(since));
            events.push(end);
        }
        // No clock to stop; but nobody is connected any more.
        let gone = Seat::ALL
            .into_iter()
            .filter(|seat| self.players.get(*seat).present);
        events.extend(gone.map(|seat| Event::PresenceNoted {
            seat,
            present: false,
        }));
        Ok(events)
    }

    /// A player is on vacation until then, or back from it.
    pub(crate) fn decide_vacation(
        &self,
        at: Timestamp,
        actor: Actor,
        seat: Seat,
        until: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        system(actor)?;
        let player = self.players.get(seat);
        let known = player.vacation_until;
        let is_news = known.max(at) != until.max(at);
        Ok(if player.taken && is_news {
            let until = until.max(at);
            vec![Event::VacationNoted { seat, until }]
        } else {
            Vec::new()
        })
    }

    /// What sets a paused clock going before something else happens.
    pub(crate) fn waking(&self) -> Option<Event> {
        let game = self.running().ok()?;
        game.clock.paused_until().map(|_| Event::Resumed)
    }

    /// The end of a pause that has come to its latest end.
    pub(crate) fn overdue_waking(&self, at: Timestamp) -> Option<Event> {
        let game = self.running().ok()?;
        let until = game.clock.paused_until()?;
        (until <= at).then_some(Event::Resumed)
    }

    pub(crate) fn may_give_time(&self, actor: Actor) -> Result<(&TableGame, Color), Refusal> {
        let (game, color) = self.playing(actor)?;
        game.going_on()?;
        if !game.settings.rules.give_time {
            return Err(Refusal::GiveTimeOff);
        }
        if !game.settings.clock.is_timed() {
            return Err(Refusal::Untimed);
        }
        Ok((game, color))
    }

    /// The gift of a player to the other: some seconds, or a day where each move has days.
    pub(crate) fn decide_time_given(
        &self,
        at: Timestamp,
        actor: Actor,
        ms: u64,
    ) -> Result<Vec<Event>, Refusal> {
        let (game, by) = self.may_give_time(actor)?;
        let (gifts_ms, most_left_ms) = match game.settings.clock {
            TimeControl::Days { days } => {
                let whole_ms = days.saturating_mul(DAY_MS);
                (DAY_MS..=DAY_MS, whole_ms.saturating_sub(HOUR_MS))
            }
            _ => (5_000..=60_000, 2 * HOUR_MS),
        };
        if !gifts_ms.contains(&ms) {
            return Err(Refusal::BadGift {
                least_ms: *gifts_ms.start(),
                most_ms: *gifts_ms.end(),
            });
        }
        let to = by.other();
        let left_ms = game.clock.remaining_ms(to, at);
        if left_ms.is_some_and(|left_ms| left_ms > most_left_ms) {
            return Err(Refusal::TimeEnough);
        }
        Ok(vec![Event::TimeGiven { by, to, ms }])
    }
}
