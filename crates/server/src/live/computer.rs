//! The computer in the guest's seat of a hot table: what it has to do as things stand, and how it
//! does that through the same door as everybody: decide, append, apply, publish. How a move is
//! found stands in `computer/`.

use tabiya_arbiter::{Actor, Command, CommandKind, Phase, Seat, Settings, Timestamp, View};
use tabiya_rules::{ByColor, Color, Mode};
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use super::keeper::{Keeper, RETRY_TIME};
use super::letter::{Letter, Refused, Reply, Wish};
use crate::computer::{Asked, Failed, Place, Thought};

/// The seat that a computer can have.
pub(super) const SEAT: Seat = Seat::Guest;

/// A computer at a table.
#[derive(Default)]
pub(super) struct Attendant {
    /// Counted among the tables with a computer while a game is about to begin, and while it has to
    /// move.
    place: Option<Place>,
    /// What it thinks about, and where.
    thought: Option<(Spot, Thought)>,
    /// The move that it has found, until it is played.
    found: Option<(Spot, String)>,
    /// It could not find a move: it counts as away until it can.
    has_failed: bool,
    /// Before this moment it does not try again.
    try_at: Option<Instant>,
    /// The table refused what it wanted when it had had so many events.
    refused_at: Option<u64>,
}

/// A position of a game at this table.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Spot {
    /// The number of the game.
    number: u32,
    ply: u32,
    fen: String,
}

/// What a computer has to do.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Duty {
    Do(Command),
    Move,
}

impl Attendant {
    /// Whether it counts as present.
    pub(super) const fn is_here(&self) -> bool {
        !self.has_failed
    }

    pub(super) const fn is_thinking(&self) -> bool {
        self.thought.is_some()
    }

    /// When it tries again.
    pub(super) const fn try_at(&self) -> Option<Instant> {
        self.try_at
    }

    /// Waits for the move; for ever, if it does not think.
    pub(super) async fn answered(&mut self) -> Result<String, Failed> {
        match &mut self.thought {
            Some((_, thought)) => thought.done().await,
            None => std::future::pending().await,
        }
    }

    /// Takes the answer of its thought.
    pub(super) fn take_answer(&mut self, answer: Result<String, Failed>, retry_at: Instant) {
        let Some((spot, _)) = self.thought.take() else {
            return;
        };
        match answer {
            Ok(uci) => {
                self.found = Some((spot, uci));
                (self.has_failed, self.try_at) = (false, None);
            }
            Err(Failed) => (self.has_failed, self.try_at) = (true, Some(retry_at)),
        }
    }
}

impl Keeper {
    /// Does what the computer at this table has to do, if there is one.
    pub(super) async fn attend(&mut self, mailbox: &mpsc::Receiver<Letter>) {
        if self.state.computer.is_none() {
            self.attendant = Attendant::default();
            return;
        }
        if self.attendant.try_at.is_some_and(|at| at <= Instant::now()) {
            self.attendant.try_at = None;
        }
        // Every step changes the table, or the computer rests until it has changed.
        loop {
            let now = self.hall.clock.now();
            if !self.may_attend(mailbox, now) {
                return;
            }
            let Some(command) = self.next_step() else {
                return;
            };
            if !self.carry_out(now, command).await {
                return;
            }
        }
    }

    /// Whether this would have the computer at this table play what it cannot.
    pub(super) fn is_too_much_for_computer(&self, command: &Command) -> bool {
        let Command::Configure { settings } = command else {
            return false;
        };
        let plays = || self.hall.computers.plays(mode(settings));
        self.state.computer.is_some() && plays() == Some(false)
    }

    /// The next command of the computer; starts and ends its thoughts as the position wants it.
    fn next_step(&mut self) -> Option<Command> {
        let view = self.state.table.view(Actor::Seat(SEAT));
        let spot = spot(&view);
        let needs_place = view.phase == Phase::Waiting || spot.is_some();
        if needs_place && self.attendant.place.is_none() {
            self.attendant.place = Some(self.hall.computers.take_place());
        } else if !needs_place {
            self.attendant.place = None;
        }
        let attendant = &mut self.attendant;
        attendant
            .thought
            .take_if(|(about, _)| Some(&*about) != spot.as_ref());
        attendant
            .found
            .take_if(|(about, _)| Some(&*about) != spot.as_ref());
        if self.retry_at.is_some() || self.attendant.refused_at == Some(view.seq) {
            return None;
        }
        let plays = self.hall.computers.plays(mode(&view.settings)) == Some(true);
        match duty(&view, plays)? {
            Duty::Do(command) => return Some(command),
            Duty::Move => {}
        }
        let spot = spot?;
        if let Some((_, uci)) = &self.attendant.found {
            return Some(Command::Move {
                uci: uci.clone(),
                ply: Some(spot.ply),
                lag_ms: 0,
            });
        }
        if self.attendant.thought.is_none() && self.attendant.try_at.is_none() {
            let asked = self.ask(&spot)?;
            let thought = self.hall.computers.think(asked);
            self.attendant.thought = Some((spot, thought));
        }
        None
    }

    fn ask(&self, spot: &Spot) -> Option<Asked> {
        let now = self.hall.clock.now();
        let left = |color| self.state.table.time_left(color, now);
        let clocks = left(Color::White).zip(left(Color::Black));
        Some(Asked {
            table: self.id.clone(),
            number: spot.number,
            level: self.state.computer.clone()?,
            game: self.state.table.line()?.clone(),
            clocks: clocks.map(|(white, black)| ByColor { white, black }),
        })
    }

    /// Whether it was granted. A move that could not be written is kept, and played as soon as it
    /// can.
    async fn carry_out(&mut self, at: Timestamp, command: Command) -> bool {
        let (nobody, _) = oneshot::channel();
        let kind = command.kind();
        let wish = Wish {
            actor: Actor::Seat(SEAT),
            id: None,
            command,
            token: None,
            person: None,
            at,
            reply: Reply::Caller(nobody),
        };
        match self.decide_and_record(&wish).await {
            Ok(_) => true,
            Err(Refused::StoreAway) => {
                self.retry_at = Some(Instant::now() + RETRY_TIME);
                false
            }
            Err(refused) => {
                tracing::warn!(table.id = %self.id, ?kind, ?refused, "refused to a computer");
                self.attendant.refused_at = Some(self.state.table.sequence());
                false
            }
        }
    }
}

/// What the next game of these settings is.
fn mode(settings: &Settings) -> Mode {
    let start = settings.start.position(|| 0);
    start.map_or(Mode::Standard, |start| start.mode())
}

/// The position in which it is the computer's turn, if it is.
fn spot(view: &View) -> Option<Spot> {
    let game = view.game.as_ref()?;
    let is_its = view.phase == Phase::Playing && Some(game.turn) == view.seats.guest.color;
    is_its.then(|| Spot {
        number: game.number,
        ply: game.ply,
        fen: game.fen.clone(),
    })
}

/// What the computer has to do at a table that looks so to it. It plays on to the end: it takes no
/// draw, gives every move back, and plays again whenever it is asked, if its engine `plays` that.
fn duty(view: &View, plays: bool) -> Option<Duty> {
    let wants = |command: Command| {
        let is_judged = view.can.contains(&command.kind());
        is_judged.then_some(Duty::Do(command))
    };
    let own = view.seats.guest.color;
    match view.phase {
        Phase::Waiting if plays && !view.seats.guest.ready => wants(Command::Ready { ready: true }),
        Phase::Waiting => None,
        Phase::Over if plays && view.rematch_offer == Some(SEAT.other()) => {
            wants(Command::OfferRematch)
        }
        Phase::Over => None,
        Phase::Playing => {
            let game = view.game.as_ref()?;
            let others = own.map(Color::other);
            if game.to_press.is_some() && game.to_press == own {
                return wants(Command::Press);
            }
            if game.takeback_offer.is_some() && game.takeback_offer == others {
                return wants(Command::AcceptTakeback);
            }
            if game.draw_offer.is_some() && game.draw_offer == others {
                return wants(Command::DeclineDraw);
            }
            let may_move = Some(game.turn) == own && view.can.contains(&CommandKind::Move);
            may_move.then_some(Duty::Move)
        }
    }
}
