//! A table with a person and the computer at it: carries commands to the arbiter, keeps time and
//! the log. What the two say to each other is not known here.

use std::io;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

use anyhow::Context as _;
use tabiya_arbiter::{
    Actor, Command, Event, GameRecord, GameView, Phase, Recorded, Refusal, Seat, Settings, Table,
    Timestamp, View,
};
use tabiya_engine::ClockLeft;
use tabiya_rules::{ByColor, Color, Game, Position, Proof};

use super::kept::{About, Kept};

/// The person opens the table, so the settings are his.
pub(super) const PERSON: Seat = Seat::Owner;
pub(super) const COMPUTER: Seat = Seat::Guest;

pub(super) struct Sitting {
    table: Table,
    about: About,
    log: Vec<Recorded>,
    /// The file, from the first move of a game to its end.
    kept: Option<Kept>,
    /// Set once the game could not be kept.
    loose: bool,
    /// A moment on both clocks: time does not jump when the machine's clock is set.
    base: (Timestamp, Instant),
}

impl Sitting {
    /// Opens a table, seats both and starts.
    pub(super) fn open(
        about: About,
        settings: Settings,
        names: (Option<&str>, &str),
    ) -> Result<Self, Refusal> {
        let opened = Table::open(settings, names.0, about.seed)?;
        let base = (wall_clock(), Instant::now());
        let first = Recorded {
            seq: 1,
            at: base.0,
            event: opened,
        };
        let Ok(table) = Table::replay(std::slice::from_ref(&first)) else {
            unreachable!("a table replays its own opening");
        };
        let mut sitting = Self {
            table,
            about,
            log: vec![first],
            kept: None,
            loose: false,
            base,
        };
        let name = Some(names.1.to_owned());
        sitting.act(Actor::Spectator, &Command::TakeSeat { name })?;
        sitting.come_back()?;
        sitting.act(Actor::Seat(COMPUTER), &Command::Ready { ready: true })?;
        sitting.act(Actor::Seat(PERSON), &Command::Start)?;
        Ok(sitting)
    }

    /// Goes on with a game that was kept. The clocks have stood since.
    pub(super) fn resume(path: &Path, about: About, log: Vec<Recorded>) -> anyhow::Result<Self> {
        let no_game = || format!("{} holds no game to go on with", path.display());
        let table = Table::replay(&log).with_context(no_game)?;
        let last = log.last().with_context(no_game)?.at;
        anyhow::ensure!(table.phase() == Phase::Playing, no_game());
        let kept = Kept::go_on(path).with_context(no_game)?;
        let mut sitting = Self {
            table,
            about,
            log,
            kept: Some(kept),
            loose: false,
            base: (wall_clock().max(last), Instant::now()),
        };
        let until = sitting.now();
        let pause = Command::Pause { since: last, until };
        sitting.act(Actor::System, &pause)?;
        sitting.come_back()?;
        Ok(sitting)
    }

    fn come_back(&mut self) -> Result<(), Refusal> {
        for seat in Seat::ALL {
            self.note(seat, true)?;
        }
        Ok(())
    }

    fn note(&mut self, seat: Seat, present: bool) -> Result<(), Refusal> {
        let here = Command::NotePresence { seat, present };
        self.act(Actor::System, &here).map(drop)
    }

    /// The person goes: his clock stands until he is back.
    pub(super) fn leave(&mut self) {
        // After a flag has fallen there is nothing to hold.
        let _ = self.note(PERSON, false);
    }

    pub(super) fn now(&self) -> Timestamp {
        let passed_ms = self.base.1.elapsed().as_millis();
        self.base
            .0
            .plus_ms(u64::try_from(passed_ms).unwrap_or(u64::MAX))
    }

    /// Has a command judged, and lets happen what comes of it.
    pub(super) fn act(&mut self, actor: Actor, command: &Command) -> Result<Vec<Event>, Refusal> {
        let at = self.now();
        let due = self.come_due(at);
        match self.decide(at, actor, command) {
            // What time brought is the answer then.
            Err(_) if !due.is_empty() => Ok(due),
            decided => decided.map(|events| [due, events].concat()),
        }
    }

    /// What time has brought up to now.
    pub(super) fn tick(&mut self) -> Vec<Event> {
        self.come_due(self.now())
    }

    fn come_due(&mut self, at: Timestamp) -> Vec<Event> {
        let mut events = Vec::new();
        while let Some(due) = self.table.deadline().filter(|due| *due <= at) {
            let ticked = self.decide(due, Actor::System, &Command::Tick);
            let before = events.len();
            events.extend(ticked.unwrap_or_default());
            assert!(
                events.len() > before,
                "a tick at its deadline changes the table"
            );
        }
        events
    }

    fn decide(
        &mut self,
        at: Timestamp,
        actor: Actor,
        command: &Command,
    ) -> Result<Vec<Event>, Refusal> {
        let events = self.table.decide(at, actor, command)?;
        let at = self.table.stamp(at);
        let before = self.log.len();
        for event in &events {
            self.table.apply(at, event);
            self.log.push(Recorded {
                seq: self.table.sequence(),
                at,
                event: event.clone(),
            });
        }
        self.keep(before);
        Ok(events)
    }

    /// Writes what is new since there were `before` events. What cannot be written does not end
    /// the game.
    fn keep(&mut self, before: usize) {
        let news = self.log.get(before..).unwrap_or_default();
        let is_over = self.table.phase() != Phase::Playing;
        let has_moves = self.table.line().is_some_and(|line| line.ply() > 0);
        let done = match self.kept.take() {
            Some(kept) if is_over => kept.remove(),
            // After half a line nothing more may be written: the file stays as it is.
            Some(mut kept) => kept.add(news).map(|()| self.kept = Some(kept)),
            None if is_over || !has_moves || self.loose => Ok(()),
            None => Kept::begin(&self.about, &self.log).map(|kept| self.kept = Some(kept)),
        };
        if let Err(error) = done {
            self.complain_once(&error);
        }
    }

    fn complain_once(&mut self, error: &io::Error) {
        if !self.loose {
            crate::output::remark(&format!("the game cannot be kept: {error}"));
        }
        self.loose = true;
    }

    /// The file to go on with, if there is one.
    pub(super) fn kept_in(&self) -> Option<&Path> {
        self.kept.as_ref().map(Kept::path)
    }

    /// The computer's dice in the game on the board.
    pub(super) fn dice(&self) -> u64 {
        self.about.seed.wrapping_add(u64::from(self.game().number))
    }

    pub(super) fn about(&self) -> &About {
        &self.about
    }

    pub(super) fn view(&self) -> View {
        self.table.view(Actor::Seat(PERSON))
    }

    pub(super) fn phase(&self) -> Phase {
        self.table.phase()
    }

    /// The game on the board; there is one from the beginning.
    pub(super) fn game(&self) -> GameView {
        let Some(game) = self.view().game else {
            unreachable!("a sitting begins with a game");
        };
        game
    }

    pub(super) fn line(&self) -> &Game {
        let Some(line) = self.table.line() else {
            unreachable!("a sitting begins with a game");
        };
        line
    }

    pub(super) fn position(&self) -> &Position {
        self.line().position()
    }

    pub(super) fn record(&self) -> GameRecord {
        let Some(record) = self.table.record(self.game().number) else {
            unreachable!("the last game has a record");
        };
        record
    }

    /// The color of this seat in the game on the board.
    pub(super) fn color_of(&self, seat: Seat) -> Color {
        if self.game().white == seat {
            Color::White
        } else {
            Color::Black
        }
    }

    /// Who has to move in the running game.
    pub(super) fn turn(&self) -> Option<Seat> {
        let is_running = self.phase() == Phase::Playing;
        is_running.then(|| {
            let white = self.game().white;
            match self.position().turn() {
                Color::White => white,
                Color::Black => white.other(),
            }
        })
    }

    /// Time left on this clock now; `None` without a clock.
    pub(super) fn left(&self, color: Color) -> Option<Duration> {
        let now = self.now();
        let clock = self.game().clock?;
        let (shown_ms, is_running) = match color {
            Color::White => (clock.white_ms, clock.running == Some(Color::White)),
            Color::Black => (clock.black_ms, clock.running == Some(Color::Black)),
        };
        let left_ms = match self.table.time_left(color, now) {
            Some(left) if is_running => left.remaining_ms,
            _ => shown_ms,
        };
        Some(Duration::from_millis(left_ms))
    }

    /// The computer's clock as engines know clocks.
    pub(super) fn clock_left(&self) -> Option<ClockLeft> {
        let left = self.table.time_left(self.color_of(COMPUTER), self.now())?;
        Some(ClockLeft {
            remaining: Duration::from_millis(left.remaining_ms),
            increment: Duration::from_millis(left.per_move_ms),
            moves_to_go: left.moves_to_go,
        })
    }

    /// How long until time itself brings something about.
    pub(super) fn deadline_in(&self) -> Option<Duration> {
        let due = self.table.deadline()?;
        Some(Duration::from_millis(due.since_ms(self.now())))
    }

    /// The position to look into, see [`Table::to_examine`].
    pub(super) fn to_examine(&self) -> Option<(u32, Position)> {
        let (ply, position) = self.table.to_examine()?;
        Some((ply, position.clone()))
    }

    /// Nobody can mate any more, as these proofs show.
    pub(super) fn declare_dead(&mut self, ply: u32, proofs: ByColor<Proof>) -> Vec<Event> {
        let declare = Command::DeclareDead { ply, proofs };
        self.act(Actor::System, &declare).unwrap_or_default()
    }
}

fn wall_clock() -> Timestamp {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let ms = since.map_or(0, |since| since.as_millis());
    Timestamp(u64::try_from(ms).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use tabiya_arbiter::{ColorChoice, Preset, RuleSet, StartPosition, TimeControl};

    use super::*;

    #[test]
    fn what_cannot_be_kept_is_left_alone() {
        let about = About {
            level: "pip".to_owned(),
            seed: 1,
            hints: true,
        };
        let settings = Settings {
            rules: RuleSet {
                offers: false,
                ..RuleSet::preset(Preset::FideOnline)
            },
            clock: TimeControl::Untimed,
            owner_color: ColorChoice::White,
            start: StartPosition::Standard,
        };
        let mut sitting = Sitting::open(about, settings, (None, "Pip")).unwrap();
        let folder = tempfile::tempdir().unwrap();
        sitting.kept = Some(Kept::full(&folder.path().join("game.jsonl")).unwrap());
        sitting.leave();
        assert_eq!(sitting.kept_in(), None);
        let played = sitting.act(Actor::Seat(PERSON), &Command::play("e2e4"));
        assert!(played.is_ok());
        assert_eq!(sitting.kept_in(), None);
    }
}
