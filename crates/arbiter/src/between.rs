//! Judgement of what happens around the games: seats, names, settings, Ready and Start, rematch,
//! presence (R122–R133). What happens in a game stands in `play.rs`.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use tabiya_rules::Mode;

use crate::chance;
use crate::clock::Timestamp;
use crate::ending;
use crate::event::Event;
use crate::refusal::Refusal;
use crate::ruleset::StartRule;
use crate::seat::{Actor, Seat};
use crate::settings::{ColorChoice, Settings, clean_name, start_fen};
use crate::table::{Table, system};
use crate::view::Phase;

/// A name as it is kept.
pub(crate) fn checked_name(name: &str) -> Result<String, Refusal> {
    clean_name(name).ok_or(Refusal::BadName)
}

/// What asking for a rematch comes to.
enum RematchAnswer {
    /// The first to ask.
    Offers(Seat),
    /// Both want it.
    Agrees,
}

impl Table {
    pub(crate) fn may_take_seat(&self, actor: Actor) -> Result<(), Refusal> {
        match actor {
            Actor::Seat(seat) if self.players.get(seat).taken => Err(Refusal::AlreadySeated),
            Actor::System => Err(Refusal::NotForSystem),
            Actor::Arbiter => Err(Refusal::NotForArbiter),
            Actor::Seat(_) | Actor::Spectator if self.players.guest.taken => {
                Err(Refusal::TableFull)
            }
            Actor::Seat(_) | Actor::Spectator => Ok(()),
        }
    }

    pub(crate) fn decide_take_seat(
        &self,
        actor: Actor,
        name: Option<&str>,
    ) -> Result<Vec<Event>, Refusal> {
        self.may_take_seat(actor)?;
        let name = name.map(checked_name).transpose()?;
        Ok(vec![Event::SeatTaken {
            seat: Seat::Guest,
            name,
            computer: None,
        }])
    }

    /// A computer never drives a person away; another computer it may.
    pub(crate) fn may_seat_computer(&self, actor: Actor) -> Result<(), Refusal> {
        match self.seated(actor)? {
            Seat::Owner => self.between_games()?,
            Seat::Guest => return Err(Refusal::OwnerOnly),
        }
        let guest = &self.players.guest;
        if guest.taken && guest.computer.is_none() {
            return Err(Refusal::TableFull);
        }
        Ok(())
    }

    pub(crate) fn decide_seat_computer(
        &self,
        actor: Actor,
        name: &str,
        level: &str,
    ) -> Result<Vec<Event>, Refusal> {
        self.may_seat_computer(actor)?;
        let (name, level) = (checked_name(name)?, checked_name(level)?);
        let guest = &self.players.guest;
        if guest.computer.as_ref() == Some(&level) && guest.name.as_ref() == Some(&name) {
            return Ok(Vec::new());
        }
        Ok(vec![Event::SeatTaken {
            seat: Seat::Guest,
            name: Some(name),
            computer: Some(level),
        }])
    }

    /// Only a computer can be told to go, and only before a game: afterwards the seats hold the score.
    pub(crate) fn may_unseat_computer(&self, actor: Actor) -> Result<(), Refusal> {
        if self.seated(actor)? == Seat::Guest {
            return Err(Refusal::OwnerOnly);
        }
        self.waiting()?;
        match &self.players.guest {
            guest if guest.computer.is_some() => Ok(()),
            guest if guest.taken => Err(Refusal::PersonSits),
            _ => Err(Refusal::SeatFree),
        }
    }

    pub(crate) fn decide_unseat_computer(&self, actor: Actor) -> Result<Vec<Event>, Refusal> {
        self.may_unseat_computer(actor)?;
        Ok(vec![Event::SeatFreed { seat: Seat::Guest }])
    }

    pub(crate) fn decide_name(&self, actor: Actor, name: &str) -> Result<Vec<Event>, Refusal> {
        let seat = self.seated(actor)?;
        let name = checked_name(name)?;
        let is_new = self.players.get(seat).name.as_ref() != Some(&name);
        Ok(if is_new {
            vec![Event::NameSet { seat, name }]
        } else {
            Vec::new()
        })
    }

    fn between_games(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Waiting | Phase::Over => Ok(()),
            Phase::Playing => Err(Refusal::GameRunning),
        }
    }

    /// R126: only who opened the table changes its settings.
    pub(crate) fn may_configure(&self, actor: Actor) -> Result<(), Refusal> {
        match self.seated(actor)? {
            Seat::Owner => self.between_games(),
            Seat::Guest => Err(Refusal::OwnerOnly),
        }
    }

    pub(crate) fn decide_configure(
        &self,
        actor: Actor,
        settings: &Settings,
    ) -> Result<Vec<Event>, Refusal> {
        self.may_configure(actor)?;
        settings.check()?;
        Ok(vec![Event::SettingsChanged {
            settings: settings.clone(),
        }])
    }

    fn waiting(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Waiting => Ok(()),
            Phase::Playing => Err(Refusal::GameRunning),
            Phase::Over => Err(Refusal::GameOver),
        }
    }

    /// R129: the guest says when he is ready.
    pub(crate) fn may_be_ready(&self, actor: Actor) -> Result<Seat, Refusal> {
        match self.seated(actor)? {
            Seat::Owner => Err(Refusal::GuestOnly),
            Seat::Guest => self.waiting().map(|()| Seat::Guest),
        }
    }

    pub(crate) fn decide_ready(&self, actor: Actor, ready: bool) -> Result<Vec<Event>, Refusal> {
        let seat = self.may_be_ready(actor)?;
        let is_new = self.players.get(seat).ready != ready;
        Ok(if is_new {
            vec![Event::ReadySet { seat, ready }]
        } else {
            Vec::new()
        })
    }

    /// R130: the owner starts, once the guest is there and ready. At the time agreed the arbiter
    /// does, whoever is ready (FIDE 6.6).
    pub(crate) fn may_start(&self, actor: Actor) -> Result<(), Refusal> {
        if actor == Actor::Arbiter {
            return self.may_start_on_time();
        }
        match self.seated(actor)? {
            Seat::Guest => return Err(Refusal::OwnerOnly),
            Seat::Owner => self.waiting()?,
        }
        let guest = &self.players.guest;
        match (guest.taken, guest.ready) {
            (false, _) => Err(Refusal::SeatFree),
            (true, false) => Err(Refusal::GuestNotReady),
            (true, true) => Ok(()),
        }
    }

    fn may_start_on_time(&self) -> Result<(), Refusal> {
        self.waiting()?;
        match (self.settings.rules.start, self.players.guest.taken) {
            (StartRule::Scheduled, true) => Ok(()),
            (StartRule::Scheduled, false) => Err(Refusal::SeatFree),
            (StartRule::OnStartCommand | StartRule::OnFirstMove, _) => Err(Refusal::OwnerOnly),
        }
    }

    pub(crate) fn decide_start(&self, actor: Actor) -> Result<Vec<Event>, Refusal> {
        self.may_start(actor)?;
        self.next_game()
    }

    /// The next game of the series. A position that is over before the first move ends it at
    /// once.
    fn next_game(&self) -> Result<Vec<Event>, Refusal> {
        let number = self
            .game
            .as_ref()
            .map_or(0, |game| game.number)
            .saturating_add(1);
        let lot = || chance::chess960_number(self.seed, number);
        let start = self.settings.start.position(lot)?;
        let judged = ending::by_board(&start, &self.settings.rules);
        let started = Event::GameStarted {
            number,
            white: self
                .next_white()
                .unwrap_or_else(|| chance::toss(self.seed, number)),
            start_fen: start_fen(&start),
            chess960: matches!(start.mode(), Mode::Chess960),
        };
        let mut events = vec![started];
        events.extend(judged.map(|end| end.told(None)));
        Ok(events)
    }

    /// Who plays White in the next game; `None` leaves it to the toss. Colors swap from game to
    /// game, but not after an aborted one. Where the settings were changed between games, the
    /// color in them comes first (X17); a toss that was agreed before is not repeated.
    pub(crate) fn next_white(&self) -> Option<Seat> {
        let choice = self.settings.owner_color;
        let chosen = self.phase == Phase::Waiting && choice != ColorChoice::Toss;
        match &self.game {
            Some(last) if last.settings.owner_color == choice && !chosen => {
                let was_played = last
                    .ending
                    .as_ref()
                    .is_some_and(|end| end.half_points().is_some());
                Some(if was_played {
                    last.white.other()
                } else {
                    last.white
                })
            }
            Some(_) | None => match choice {
                ColorChoice::White => Some(Seat::Owner),
                ColorChoice::Black => Some(Seat::Guest),
                ColorChoice::Toss => None,
            },
        }
    }

    fn after_game(&self, actor: Actor) -> Result<Seat, Refusal> {
        let seat = self.seated(actor)?;
        match (self.phase, &self.game) {
            (Phase::Over, _) => Ok(seat),
            (Phase::Playing, _) => Err(Refusal::GameRunning),
            (Phase::Waiting, Some(_)) => Err(Refusal::SettingsWereChanged),
            (Phase::Waiting, None) => Err(Refusal::NoGame),
        }
    }

    fn rematch_answer(&self, actor: Actor) -> Result<RematchAnswer, Refusal> {
        let seat = self.after_game(actor)?;
        match self.rematch_offer {
            Some(by) if by == seat => Err(Refusal::OfferStillOpen),
            Some(_) => Ok(RematchAnswer::Agrees),
            None => Ok(RematchAnswer::Offers(seat)),
        }
    }

    pub(crate) fn may_offer_rematch(&self, actor: Actor) -> Result<(), Refusal> {
        self.rematch_answer(actor).map(|_| ())
    }

    /// R125: the next game has the same settings, and the score goes on.
    pub(crate) fn decide_rematch(&self, actor: Actor) -> Result<Vec<Event>, Refusal> {
        match self.rematch_answer(actor)? {
            RematchAnswer::Offers(by) => Ok(vec![Event::RematchOffered { by }]),
            RematchAnswer::Agrees => self.next_game(),
        }
    }

    pub(crate) fn may_decline_rematch(&self, actor: Actor) -> Result<Seat, Refusal> {
        let seat = self.after_game(actor)?;
        self.rematch_offer.map(|_| seat).ok_or(Refusal::NoOpenOffer)
    }

    pub(crate) fn decide_rematch_declined(&self, actor: Actor) -> Result<Vec<Event>, Refusal> {
        let by = self.may_decline_rematch(actor)?;
        Ok(vec![Event::RematchDeclined { by }])
    }

    /// The player whose time it is, back from an outage of the server, sets the clock going.
    pub(crate) fn decide_presence(
        &self,
        at: Timestamp,
        actor: Actor,
        seat: Seat,
        present: bool,
    ) -> Result<Vec<Event>, Refusal> {
        system(actor)?;
        let player = self.players.get(seat);
        if !player.taken {
            return Err(Refusal::SeatFree);
        }
        if player.present == present {
            return Ok(Vec::new());
        }
        let noted = Event::PresenceNoted { seat, present };
        if let Some(waking) = self.overdue_waking(at) {
            return Ok(vec![waking, noted]);
        }
        let mut events = vec![noted];
        if present
            && self
                .running()
                .is_ok_and(|game| game.seat_of(game.on_clock()) == seat)
        {
            events.extend(self.waking());
        }
        Ok(events)
    }
}
