//! The task that keeps one hot table: it takes letters from the mailbox one by one, settles
//! deadlines, asks the arbiter, appends, applies, publishes, answers. Which tables are hot stands
//! in `hall.rs`.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use serde_json::value::RawValue;
use tabiya_arbiter::{
    Actor, BySeat, Command, Event, IllegalRule, NotifyRule, Phase, RatingRule, Recorded, Refusal,
    Seat, StartPosition, Table, Timestamp, View,
};
use tabiya_rules::{ByColor, Proof};
use tokio::sync::{Notify, mpsc};
use tokio::time::{Instant, sleep_until};

use super::audience::Audience;
use super::bounds::{RunningClock, most_events};
use super::card::Card;
use super::computer::Attendant;
use super::examiner::Examination;
use super::hall::Hall;
use super::letter::{
    Answer, Attach, Frame, Happening, Hello, Letter, Refused, Reply, Ticket, Unavailable, Views,
    Wish,
};
use super::plans::voids_plans;
use super::post;
use super::rest::{is_slow, rest_after};
use crate::ids::TableId;
use crate::limits;
use crate::store::{
    Append, CommandKey, Ended, Grant, Log, NewMail, Outage, Plan, Rest, StoreError, Vacation,
};

/// How often a command is decided anew when another writer was faster.
const TRIES: u32 = 3;
/// How long a table that could not write waits before it looks at its deadline again.
pub(super) const RETRY_TIME: Duration = Duration::from_secs(1);

/// One hot table.
pub(super) struct Keeper {
    pub(super) hall: Arc<Hall>,
    pub(super) id: TableId,
    pub(super) state: State,
    pub(super) audience: Audience,
    /// Told by every socket that goes.
    someone_left: Arc<Notify>,
    /// Since when a player who counts as present has had no socket.
    pub(super) leaving: BySeat<Option<Instant>>,
    last_letter: Instant,
    /// Set while the store cannot take what time alone brings about.
    pub(super) retry_at: Option<Instant>,
    /// Since when the store has taken nothing, or the service was away. Players are not charged
    /// for that time.
    away_since: Option<Timestamp>,
    /// The service was away while a clock ran: the letter that stops it as of then is on its way.
    pub(super) awaits_pause: bool,
    /// Outages that a game by letter has not heard of yet.
    pub(super) missed: VecDeque<Outage>,
    /// Vacations that the table has perhaps not heard of yet.
    pub(super) vacations: BySeat<VecDeque<Vacation>>,
    /// Whether to ask who is on vacation.
    pub(super) wants_vacations: bool,
    /// Whether to read the log anew.
    pub(super) wants_log: bool,
    /// What the players have prepared.
    pub(super) plans: BySeat<Option<Plan>>,
    /// Whether anybody can still mate is looked into while the game goes on.
    examination: Option<Examination>,
    pub(super) attendant: Attendant,
}

/// What follows from the log.
pub(super) struct State {
    pub(super) table: Table,
    commands: HashMap<CommandKey, u64>,
    /// The last events, for clients that come back.
    history: VecDeque<Recorded>,
    pub(super) present: BySeat<bool>,
    /// Whether the running game has a clock, of minutes and not of days.
    is_timed: bool,
    /// Whether it is played by letter.
    pub(super) is_slow: bool,
    /// The last event after which no earlier plan holds.
    pub(super) voided: u64,
    /// Whether a move can cost the running game.
    penalises: bool,
    /// Whether the players are told of it by mail.
    is_by_letter: bool,
    clock_runs: RunningClock,
    /// How the computer plays in the guest's seat, if there is one.
    pub(super) computer: Option<String>,
}

impl Keeper {
    /// Loads a table from its log; none if there is no such table.
    pub(super) async fn load(hall: Arc<Hall>, id: TableId) -> Result<Option<Self>, StoreError> {
        let Some(log) = hall.store.load(id.clone()).await? else {
            return Ok(None);
        };
        let last = log.events.last().map(|recorded| recorded.at);
        let is_listed = log.listed;
        let state = State::from_log(&hall, log)?;
        // The games with a clock were paused when the service started. In the others absence is
        // counted all the same.
        let outage = hall.outage();
        let outage = outage.filter(|outage| state.is_playing() && last < Some(outage.until));
        let awaits_pause = outage.is_some() && state.is_timed;
        // A game by letter hears of all outages since its last event, in order, if time matters.
        let waits = state.is_slow && state.table.deadline().is_some();
        let missed = last.filter(|_| waits).map(|last| hall.outages_after(last));
        let away_since = outage.filter(|_| !state.is_timed && !waits);
        let away_since = away_since.map(|outage| outage.since);
        if state.computer.is_some() {
            hall.computers.learn();
        }
        let plans = state.plans(&hall, &id).await?;
        let mut keeper = Self {
            hall,
            id,
            state,
            audience: Audience::default(),
            someone_left: Arc::default(),
            leaving: BySeat::default(),
            last_letter: Instant::now(),
            retry_at: None,
            away_since,
            awaits_pause,
            missed: missed.unwrap_or_default().into(),
            vacations: BySeat::default(),
            wants_vacations: true,
            wants_log: false,
            plans,
            examination: None,
            attendant: Attendant::default(),
        };
        keeper.examine();
        if is_listed {
            keeper.hall.showcase.list(&keeper.id, true);
        }
        keeper.show();
        Ok(Some(keeper))
    }

    /// Keeps the table until nobody needs it in memory any more.
    pub(super) async fn keep(mut self, mailbox: &mut mpsc::Receiver<Letter>) {
        if let Err(error) = self.forgive_outage().await {
            // It is tried again before anything is judged.
            tracing::error!(table.id = %self.id, %error, "an outage could not be recorded");
        }
        loop {
            self.note_presence().await;
            self.play_plans().await;
            self.attend(mailbox).await;
            let wake = self.next_wake();
            tokio::select! {
                // What was received before a deadline is judged before it.
                biased;
                letter = mailbox.recv() => match letter {
                    Some(letter) => self.take(letter).await,
                    None => return,
                },
                () = self.someone_left.notified() => {
                    self.audience.forget_gone();
                    self.show();
                }
                found = examined(&mut self.examination) => self.declare_dead(found).await,
                answer = self.attendant.answered() => {
                    let retry_at = Instant::now() + self.hall.computers.retry_after();
                    self.attendant.take_answer(answer, retry_at);
                }
                () = sleep_until(wake) => {
                    self.retry_at = None;
                    self.settle_or_retry().await;
                    if self.is_idle() && self.hall.retire(&self.id, mailbox) {
                        return;
                    }
                }
            }
        }
    }

    /// Shows what others than those at the table are to see of it.
    fn show(&self) {
        let showcase = &self.hall.showcase;
        if showcase.wants(&self.id) || !self.state.is_playing() {
            let view = self.state.table.view(Actor::Spectator);
            showcase.note(&self.id, &view, self.audience.watchers());
        }
    }

    /// Has the position on the board looked into, in the place of an earlier one.
    fn examine(&mut self) {
        let position = self.state.table.to_examine();
        self.examination =
            position.map(|(ply, position)| self.hall.examiner.examine(ply, position.clone()));
    }

    async fn declare_dead(&mut self, found: Option<(u32, ByColor<Proof>)>) {
        self.examination = None;
        let Some((ply, proofs)) = found else { return };
        let declare = Command::DeclareDead { ply, proofs };
        if let Err(error) = self.act(self.hall.clock.now(), &declare).await {
            // The flag will be judged by the same question; and the next load asks it again.
            tracing::error!(table.id = %self.id, %error, "a dead position could not be recorded");
        }
    }

    async fn take(&mut self, letter: Letter) {
        self.last_letter = Instant::now();
        // Nobody else can write before the clocks have been stopped.
        self.awaits_pause = false;
        match letter {
            Letter::Do(wish) => self.grant(*wish).await,
            Letter::Attach(attach) => self.attach(attach).await,
            Letter::Look { actor, reply } => {
                let view = self.state.table.full_view(actor);
                let _ = reply.send(Ok(view));
            }
            Letter::Refresh => {
                self.wants_vacations = true;
                self.settle_or_retry().await;
            }
            Letter::Reread => {
                self.wants_log = true;
                self.settle_or_retry().await;
            }
            Letter::Card { reply } => {
                let _ = reply.send(Ok(Card::of(&self.state.table)));
            }
            Letter::Plan {
                seat,
                wanted,
                reply,
            } => {
                let answer = match wanted {
                    Some(wanted) => self.keep_plan(seat, wanted).await,
                    None => Ok(self.plan(seat)),
                };
                let _ = reply.send(Ok(answer));
            }
            Letter::Said(line) => self.audience.send_to_players(&Frame::Said(line)),
            Letter::Show => self.show(),
            Letter::Record { number, reply } => {
                let _ = reply.send(Ok(self.state.table.record(number)));
            }
            Letter::Pause {
                since,
                until,
                reply,
            } => {
                let pause = Command::Pause { since, until };
                let done = self.act(self.hall.clock.now(), &pause).await;
                let _ = reply.send(done.map_err(|_| Unavailable::Away));
            }
        }
    }

    /// Decides a command of a client, does it and answers it.
    async fn grant(&mut self, wish: Wish) {
        let answer = self.decide_and_record(&wish).await;
        match wish.reply {
            Reply::Caller(reply) => {
                let _ = reply.send(Ok(answer));
            }
            Reply::Socket(queue) => {
                let id = wish.id.unwrap_or_default();
                let answer = Frame::Answer {
                    id,
                    answer: Arc::new(answer),
                };
                if queue.try_send(answer).is_err() {
                    self.audience.drop_follower(&queue);
                }
            }
        }
    }

    pub(super) async fn decide_and_record(&mut self, wish: &Wish) -> Answer {
        let key = match (wish.actor.seat(), &wish.id) {
            (Some(seat), Some(id)) => Some(CommandKey {
                seat,
                id: id.clone(),
            }),
            _ => None,
        };
        for _ in 0..TRIES {
            if let Some(seq) = key.as_ref().and_then(|key| self.state.commands.get(key)) {
                return Ok(*seq);
            }
            self.settle(wish.at).await.map_err(|_| Refused::StoreAway)?;
            let events = self.decide(wish.at, wish.actor, &wish.command);
            let events = events.map_err(Refused::ByArbiter)?;
            if self.is_too_much_for_computer(&wish.command) {
                return Err(Refused::NoChess960);
            }
            let is_last = events.iter().any(ends_game);
            let most = most_events(wish.command.kind());
            if !is_last && self.state.table.sequence() >= most {
                return Err(Refused::TooManyEvents);
            }
            let grant = wish.token.and_then(|token| {
                let seat = events.iter().find_map(seat_taken)?;
                let person = wish.person.clone();
                Some(Grant {
                    seat,
                    token,
                    person,
                })
            });
            match self.record(wish.at, events, key.clone(), grant).await {
                Ok(()) => return Ok(self.state.table.sequence()),
                Err(StoreError::Conflict) => {}
                Err(_) => return Err(Refused::StoreAway),
            }
        }
        Err(Refused::StoreAway)
    }

    /// Lets time do what it has to do up to `at`: flags fall, pauses end, each at its exact moment.
    async fn settle(&mut self, at: Timestamp) -> Result<(), StoreError> {
        self.forgive_outage().await?;
        self.tick_until(at).await
    }

    pub(super) async fn tick_until(&mut self, at: Timestamp) -> Result<(), StoreError> {
        while let Some(deadline) = self
            .state
            .table
            .deadline()
            .filter(|deadline| *deadline <= at)
        {
            let before = self.state.table.sequence();
            self.act(deadline, &Command::Tick).await?;
            assert!(
                self.state.table.sequence() > before,
                "a tick at its deadline must change the table"
            );
        }
        Ok(())
    }

    /// After an outage: the clocks stood still, and nobody was absent, from the first thing on that
    /// the store did not take.
    pub(super) async fn forgive_outage(&mut self) -> Result<(), StoreError> {
        self.read_anew().await?;
        if self.wants_vacations {
            self.look_after_vacations().await?;
        }
        self.make_good().await?;
        let Some(since) = self.away_since else {
            return Ok(());
        };
        if self.state.is_playing() {
            let now = self.hall.clock.now();
            let until = Timestamp(now.0.saturating_add(limits::OUTAGE_GRACE_MS));
            self.act(now, &Command::Pause { since, until }).await?;
        }
        self.away_since = None;
        Ok(())
    }

    /// Settles what must be settled even if nobody asks. What was received before a flag fell may
    /// still be on its way, so it is left that much time.
    async fn settle_or_retry(&mut self) {
        let now = self.hall.clock.now();
        let at = Timestamp(now.0.saturating_sub(limits::FLAG_GRACE_MS));
        if let Err(error) = self.settle(at).await {
            tracing::error!(table.id = %self.id, %error, "a deadline could not be recorded");
            self.retry_at = Some(Instant::now() + RETRY_TIME);
        }
    }

    /// Does something that the service itself wants.
    pub(super) async fn act(&mut self, at: Timestamp, command: &Command) -> Result<(), StoreError> {
        for _ in 0..TRIES {
            let events = match self.decide(at, Actor::System, command) {
                Ok(events) => events,
                Err(Refusal::TimeIsUp | Refusal::FirstMoveTooLate) => return Ok(()),
                Err(refusal) => {
                    let code = refusal.code();
                    tracing::warn!(table.id = %self.id, code, "refused to the system");
                    return Ok(());
                }
            };
            match self.record(at, events, None, None).await {
                Err(StoreError::Conflict) => {}
                done => return done,
            }
        }
        Err(StoreError::Conflict)
    }

    /// Asks the arbiter. Whether a side could still mate may take it a while when a flag falls, a
    /// player stays away or a second irregularity loses; the other tables do not wait for that.
    fn decide(
        &self,
        at: Timestamp,
        actor: Actor,
        command: &Command,
    ) -> Result<Vec<Event>, Refusal> {
        let decide = || self.state.table.decide(at, actor, command);
        match command {
            Command::Tick
            | Command::ClaimAway
            | Command::Resign
            | Command::Press
            | Command::DeclareDead { .. }
            | Command::Pause { .. } => tokio::task::block_in_place(decide),
            Command::Move { .. } | Command::Release { .. } if self.state.penalises => {
                tokio::task::block_in_place(decide)
            }
            _ => decide(),
        }
    }

    /// Append, then apply, then publish. On a conflict the table is loaded anew and nothing else is
    /// done.
    async fn record(
        &mut self,
        at: Timestamp,
        events: Vec<Event>,
        command: Option<CommandKey>,
        grant: Option<Grant>,
    ) -> Result<(), StoreError> {
        if events.is_empty() {
            return Ok(());
        }
        let at = self.state.table.stamp(at);
        let expected = self.state.table.sequence();
        let events: Vec<Recorded> = (expected.saturating_add(1)..)
            .zip(events)
            .map(|(seq, event)| Recorded { seq, at, event })
            .collect();
        let append = Append {
            table: self.id.clone(),
            expected,
            events: events.clone(),
            command: command.clone(),
            grants: grant.into_iter().collect(),
            takes: Vec::new(),
            running: self.state.clock_runs_after(&events),
            ended: self.state.ended_by(&events),
            mails: self.mails(&events),
            rest: self.state.rest_after(&events),
        };
        match self.hall.store.append(append).await {
            Ok(()) => {}
            Err(StoreError::Conflict) => {
                self.reload().await?;
                return Err(StoreError::Conflict);
            }
            Err(error) => {
                self.away_since.get_or_insert(at);
                return Err(error);
            }
        }
        for recorded in &events {
            self.state.apply(recorded.clone());
        }
        if events.iter().any(|recorded| changes_board(&recorded.event)) {
            self.examine();
        }
        // Another player may be on vacation.
        self.wants_vacations |= events.iter().any(|recorded| {
            matches!(
                recorded.event,
                Event::SeatTaken { .. } | Event::GameStarted { .. }
            )
        });
        if let Some(command) = command {
            self.state
                .commands
                .insert(command, self.state.table.sequence());
        }
        self.publish(&events);
        Ok(())
    }

    /// What is mailed because of these events; asked before they are applied.
    fn mails(&self, events: &[Recorded]) -> Vec<NewMail> {
        let starts = |recorded: &Recorded| matches!(recorded.event, Event::GameStarted { .. });
        if self.state.is_by_letter || events.iter().any(starts) {
            post::mails(&self.id, &self.state.table.view(Actor::Spectator), events)
        } else {
            Vec::new()
        }
    }

    /// Another writer has appended: take over what it wrote and show it.
    pub(super) async fn reload(&mut self) -> Result<(), StoreError> {
        let known = self.state.table.sequence();
        let log = self.hall.store.load(self.id.clone()).await?;
        let log = log.ok_or_else(|| StoreError::Unreadable("the table is gone".to_owned()))?;
        let news = log.events.iter().filter(|recorded| recorded.seq > known);
        let news: Vec<Recorded> = news.cloned().collect();
        self.state = State::from_log(&self.hall, log)?;
        self.examine();
        self.publish(&news);
        Ok(())
    }

    fn publish(&mut self, events: &[Recorded]) {
        self.audience.forget_gone();
        self.show();
        if self.state.is_slow {
            self.hall.showcase.moved(&self.id);
        }
        if self.audience.is_empty() {
            return;
        }
        let now = self.hall.clock.now();
        let mut views = Views::default();
        for actor in [
            Actor::Seat(Seat::Owner),
            Actor::Seat(Seat::Guest),
            Actor::Spectator,
        ] {
            if self.audience.has_kind(actor) {
                views.set(actor, self.state.table.view(actor));
            }
        }
        let Some(events) = public_text(events.iter()) else {
            return;
        };
        self.audience
            .send(&Frame::Happened(Arc::new(Happening { events, views, now })));
    }

    async fn attach(&mut self, attach: Attach) {
        self.audience.forget_gone();
        if self.audience.is_full_for(attach.actor) {
            let _ = attach.reply.send(Err(Unavailable::Crowded));
            return;
        }
        if let Actor::Seat(seat) = attach.actor {
            // First the presence, so that the first frame already shows it.
            *self.leaving.get_mut(seat) = None;
            self.note(seat, true).await;
        }
        let first = self.first_frame(attach.actor, attach.since);
        if attach.queue.try_send(first).is_ok() {
            self.audience.add(attach.actor, attach.queue);
            self.show();
            let _ = attach
                .reply
                .send(Ok(Ticket(Arc::clone(&self.someone_left))));
        }
    }

    /// The events that a returning client has missed, or the whole table.
    fn first_frame(&self, actor: Actor, since: Option<u64>) -> Frame {
        let now = self.hall.clock.now();
        let missed = since.and_then(|since| self.state.events_after(since));
        if let Some(events) = missed.and_then(|events| public_text(events.into_iter())) {
            let mut views = Views::default();
            views.set(actor, self.state.table.view(actor));
            return Frame::Happened(Arc::new(Happening { events, views, now }));
        }
        let view: View = self.state.table.full_view(actor);
        Frame::Hello(Arc::new(Hello { view, now }))
    }

    fn next_wake(&self) -> Instant {
        let now = self.hall.clock.now();
        let deadline = self.state.table.deadline().map(|deadline| {
            let wait_ms = deadline
                .0
                .saturating_add(limits::FLAG_GRACE_MS)
                .saturating_sub(now.0);
            Instant::now() + Duration::from_millis(wait_ms)
        });
        let leaving = [self.leaving.owner, self.leaving.guest]
            .into_iter()
            .flatten();
        let noted = leaving.map(|since| since + limits::PRESENCE_GRACE);
        let idle = Instant::now() + limits::TABLE_IDLE_TIME;
        let tries = self.attendant.try_at();
        let wakes = noted.chain(deadline).chain(tries);
        let wake = wakes.fold(idle, Instant::min);
        // While the store is away nothing is tried in haste.
        self.retry_at.map_or(wake, |retry_at| wake.max(retry_at))
    }

    fn is_idle(&self) -> bool {
        self.audience.is_empty()
            && !self.is_due_soon()
            && !self.state.present.owner
            && (!self.state.present.guest || self.state.computer.is_some())
            && !self.attendant.is_thinking()
            && self.last_letter.elapsed() >= limits::TABLE_IDLE_TIME
    }
}

impl State {
    fn from_log(hall: &Arc<Hall>, log: Log) -> Result<Self, StoreError> {
        let table = Table::replay(&log.events);
        let table = table.map_err(|error| StoreError::Unreadable(error.to_string()))?;
        let mut state = Self {
            table,
            commands: log.commands.into_iter().collect(),
            history: VecDeque::new(),
            present: BySeat::default(),
            is_timed: false,
            is_slow: false,
            voided: 0,
            penalises: false,
            is_by_letter: false,
            clock_runs: RunningClock::standing(Arc::clone(&hall.running_clocks)),
            computer: None,
        };
        for recorded in &log.events {
            state.follow(recorded);
        }
        state.follow_settings();
        let tail = log.events.len().saturating_sub(limits::TABLE_HISTORY);
        state.history.extend(log.events.into_iter().skip(tail));
        state.note_clock();
        Ok(state)
    }

    fn apply(&mut self, recorded: Recorded) {
        self.table.apply(recorded.at, &recorded.event);
        self.follow(&recorded);
        if matches!(recorded.event, Event::GameStarted { .. }) {
            self.follow_settings();
        }
        self.note_clock();
        if self.history.len() >= limits::TABLE_HISTORY {
            self.history.pop_front();
        }
        self.history.push_back(recorded);
    }

    /// What the clock of a game by letter brings about is written in the store, and needs no second
    /// hand.
    fn note_clock(&mut self) {
        let runs = self.table.deadline().is_some() && !self.is_slow;
        self.clock_runs.set(runs);
    }

    fn rest_after(&self, events: &[Recorded]) -> Rest {
        rest_after(&self.table, events)
    }

    fn follow(&mut self, recorded: &Recorded) {
        if voids_plans(&recorded.event) {
            self.voided = recorded.seq;
        }
        match &recorded.event {
            Event::PresenceNoted { seat, present } => *self.present.get_mut(*seat) = *present,
            Event::Paused { .. } => self.present = BySeat::default(),
            Event::SeatTaken { computer, .. } => self.computer.clone_from(computer),
            Event::SeatFreed { seat } => {
                self.computer = None;
                *self.present.get_mut(*seat) = false;
            }
            _ => {}
        }
    }

    /// Whether a game with a clock will be played after these events, be it that the clock is held
    /// for a while; asked before they are applied, since it is stored with them.
    fn clock_runs_after(&self, events: &[Recorded]) -> bool {
        let last = events
            .iter()
            .rev()
            .find_map(|recorded| match recorded.event {
                Event::GameStarted { .. } => Some(self.agreed_clock_runs()),
                Event::GameEnded { .. } => Some(false),
                _ => None,
            });
        last.unwrap_or(self.is_playing() && self.is_timed)
    }

    /// The game that these events end; asked before they are applied, since it is stored with them.
    fn ended_by(&self, events: &[Recorded]) -> Option<Ended> {
        let (outcome, termination, ended) =
            events.iter().find_map(|recorded| match &recorded.event {
                Event::GameEnded {
                    outcome,
                    termination,
                    ..
                } => Some((*outcome, *termination, recorded.at)),
                _ => None,
            })?;
        let made = events
            .iter()
            .rev()
            .find_map(|recorded| match &recorded.event {
                Event::MovePlayed { ply, .. } | Event::MoveMade { ply, .. } => Some(*ply),
                _ => None,
            });
        let view = self.table.view(Actor::Spectator);
        let game = view.game?;
        Some(Ended {
            number: game.number,
            white: game.white,
            names: BySeat {
                owner: view.seats.owner.name,
                guest: view.seats.guest.name,
            },
            outcome,
            termination,
            rated: view.settings.rules.rating == RatingRule::Elo,
            standard: view.settings.start == StartPosition::Standard,
            clock: view.settings.clock,
            plies: made.unwrap_or(game.ply),
            started: self.table.record(game.number)?.started_at,
            ended,
        })
    }

    pub(super) fn is_playing(&self) -> bool {
        self.table.phase() == Phase::Playing
    }

    /// What is asked again and again of the settings of the game that has just started.
    fn follow_settings(&mut self) {
        let settings = self.table.view(Actor::Spectator).settings;
        self.is_slow = is_slow(&settings);
        self.is_timed = !self.is_slow;
        self.is_by_letter = settings.rules.notify == NotifyRule::Email;
        self.penalises = settings.rules.illegal == IllegalRule::Penalise;
    }

    /// Whether the settings of the running game, or of the next, have a clock of minutes.
    fn agreed_clock_runs(&self) -> bool {
        !is_slow(&self.table.view(Actor::Spectator).settings)
    }

    /// Exactly the events after `since`, if they are still here.
    fn events_after(&self, since: u64) -> Option<Vec<&Recorded>> {
        let missed = self.table.sequence().checked_sub(since)?;
        let missed = usize::try_from(missed).ok()?;
        let known = self.history.len().checked_sub(missed)?;
        Some(self.history.iter().skip(known).collect())
    }
}

/// Waits for the end of an examination; for ever, if there is none.
async fn examined(examination: &mut Option<Examination>) -> Option<(u32, ByColor<Proof>)> {
    match examination {
        Some(examination) => examination.done().await,
        None => std::future::pending().await,
    }
}

const fn ends_game(event: &Event) -> bool {
    matches!(event, Event::GameEnded { .. })
}

const fn changes_board(event: &Event) -> bool {
    matches!(
        event,
        Event::GameStarted { .. }
            | Event::MovePlayed { .. }
            | Event::MoveMade { .. }
            | Event::TakebackAccepted { .. }
            | Event::MovesRestored { .. }
            | Event::GameEnded { .. }
    )
}

fn seat_taken(event: &Event) -> Option<Seat> {
    match event {
        Event::SeatTaken { seat, .. } => Some(*seat),
        _ => None,
    }
}

/// Events as clients may see them, written once for all who get them.
fn public_text<'a>(events: impl Iterator<Item = &'a Recorded>) -> Option<Box<RawValue>> {
    let events: Vec<_> = events.map(Recorded::public).collect();
    serde_json::value::to_raw_value(&events)
        .inspect_err(|error| tracing::error!(%error, "events cannot be written"))
        .ok()
}
