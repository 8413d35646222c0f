//! The clock of one game, as a value: exact integer milliseconds, no reading of any wall clock.
//! All arithmetic with time is in this folder. What a fallen flag means for the result stands in
//! `ending.rs`, when it is asked in `timing.rs`.

mod control;
mod lag;
mod left;
mod moment;

pub use control::{Added, Extra, Speed, Stage, TimeControl};
pub use left::TimeLeft;
pub use moment::Timestamp;

use tabiya_rules::{ByColor, Color};

pub(crate) use control::DAY_MS;
use control::Terms;
use lag::Quota;

/// One side's time: what it was given and what it has used. Remaining is always the difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Account {
    /// The banks, every increment and gift so far, less what has lapsed.
    pub granted_ms: u64,
    /// What was charged or taken so far. Per-move delay is free and does not appear here.
    pub spent_ms: u64,
}

impl Account {
    /// What is left.
    #[must_use]
    pub const fn remaining_ms(&self) -> u64 {
        self.granted_ms.saturating_sub(self.spent_ms)
    }

    /// Charges up to what is left: nobody has less than nothing. Says how much that was.
    fn charge(&mut self, ms: u64) -> u64 {
        let charged_ms = ms.min(self.remaining_ms());
        self.spent_ms = self.spent_ms.saturating_add(charged_ms);
        charged_ms
    }

    const fn grant(&mut self, ms: u64) {
        self.granted_ms = self.granted_ms.saturating_add(ms);
    }

    /// Grants or takes what makes the rest so much.
    const fn set_remaining(&mut self, ms: u64) {
        self.granted_ms = self.spent_ms.saturating_add(ms);
    }
}

/// What one side's clock knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Side {
    account: Account,
    /// Moves completed, by which the stages are counted.
    completed: u32,
    /// The most moves completed at any time: what a move has brought it does not bring again when
    /// it is taken back and made anew.
    best: u32,
    /// The latest of its turns that time was added for in advance, counted from 1.
    advanced: u32,
    /// The stage that the side has reached, counted from 0. What it brought stays when moves are
    /// taken back.
    stage: usize,
    quota: Quota,
}

impl Side {
    fn count(&mut self) {
        self.completed = self.completed.saturating_add(1);
        self.best = self.best.max(self.completed);
    }
}

/// The turn that is being timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Turn {
    color: Color,
    /// Used on this turn before `since`.
    used_ms: u64,
    /// Gone by on this turn before `since`, whether the clock ran or stood.
    waited_ms: u64,
    since: Timestamp,
}

/// Why a clock stands although a game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Hold {
    /// It starts with the first move.
    FirstMove,
    /// The player whose time it is is not there to see the board.
    Hidden,
    /// The arbiter has stopped it (FIDE 6.11).
    Stopped,
}

/// The holds that are on: the clock runs when there is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Holds {
    first_move: bool,
    hidden: bool,
    stopped: bool,
}

impl Holds {
    const fn get_mut(&mut self, hold: Hold) -> &mut bool {
        match hold {
            Hold::FirstMove => &mut self.first_move,
            Hold::Hidden => &mut self.hidden,
            Hold::Stopped => &mut self.stopped,
        }
    }

    /// The one to tell of.
    const fn first(self) -> Option<Hold> {
        if self.stopped {
            Some(Hold::Stopped)
        } else if self.first_move {
            Some(Hold::FirstMove)
        } else if self.hidden {
            Some(Hold::Hidden)
        } else {
            None
        }
    }
}

/// What a move costs: computed when it is judged, stored with the move, and applied from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Time used on the turn, the free delay included and the lag that was forgiven left out.
    pub spent_ms: u64,
    /// The mover's time left, with all that the move brings; `None` in an untimed game.
    pub clock_ms: Option<u64>,
    /// The lag that was forgiven.
    pub lag_ms: u64,
}

/// What a clock shows, good from the moment `at` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Face {
    /// Time left of each side at `at`.
    pub remaining_ms: ByColor<u64>,
    /// The side that uses time from `at` on.
    pub running: Option<Color>,
    /// Whether the clock stands still after an outage.
    pub paused: bool,
    /// Why else it stands although the game goes on.
    pub held: Option<Hold>,
    /// The moment of this reading.
    pub at: Timestamp,
    /// The part of the per-move delay that the running side has left at `at`.
    pub delay_left_ms: u64,
}

/// The clock of a game. An untimed game has one too: it measures, and its flag never falls.
///
/// One side has the turn on the clock from the start to the end. Where moves are completed by
/// pressing it, that is not always the side that has the move on the board (FIDE 6.2.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    sides: ByColor<Side>,
    turn: Option<Turn>,
    holds: Holds,
    /// While the clock stands after an outage: when it runs on at the latest.
    paused_until: Option<Timestamp>,
    /// Until when each side's time stands because its player is on vacation.
    vacations: ByColor<Timestamp>,
    /// When the clock was stopped for good.
    stopped_at: Timestamp,
}

impl Clock {
    /// A clock with full banks, running for `first` from `at` on.
    #[must_use]
    pub fn start(control: TimeControl, first: Color, at: Timestamp) -> Self {
        let side = Side {
            account: Account {
                granted_ms: control.bank_ms(),
                spent_ms: 0,
            },
            completed: 0,
            best: 0,
            advanced: 0,
            stage: 0,
            quota: Quota::default(),
        };
        let mut clock = Self {
            control,
            sides: ByColor {
                white: side,
                black: side,
            },
            turn: None,
            holds: Holds::default(),
            paused_until: None,
            vacations: ByColor {
                white: Timestamp(0),
                black: Timestamp(0),
            },
            stopped_at: at,
        };
        clock.begin_turn(first, at);
        clock
    }

    /// Forgives the lag of the wire from here on, within a quota.
    #[must_use]
    pub fn forgiving_lag(mut self) -> Self {
        let quota = Quota::of(&self.control);
        self.sides.white.quota = quota;
        self.sides.black.quota = quota;
        self
    }

    /// What this side was granted and has spent in turns that are over.
    #[must_use]
    pub const fn account(&self, color: Color) -> Account {
        self.sides.get(color).account
    }

    /// How many moves this side has completed.
    #[must_use]
    pub const fn completed(&self, color: Color) -> u32 {
        self.sides.get(color).completed
    }

    /// The side whose turn is timed, whether the clock runs or stands; `None` after the end.
    #[must_use]
    pub fn turn(&self) -> Option<Color> {
        self.turn.map(|turn| turn.color)
    }

    /// What this side has left at `at`; `None` in an untimed game.
    #[must_use]
    pub fn remaining_ms(&self, color: Color, at: Timestamp) -> Option<u64> {
        let sides = self.turn.map_or(self.sides, |turn| {
            self.sides_after(turn.color, self.used_ms(turn, at))
        });
        let left_ms = sides.get(color).account.remaining_ms();
        self.control.is_timed().then_some(left_ms)
    }

    /// When the flag of the side on turn falls: at this very millisecond its time is used up.
    /// `None` in an untimed game, while the clock is held, and after the end. While the clock is
    /// paused it counts from the latest end of the pause.
    #[must_use]
    pub fn flag_at(&self) -> Option<Timestamp> {
        let turn = self.turn.filter(|_| self.can_run())?;
        let rest_ms = self.allowance_ms(turn).saturating_sub(turn.used_ms);
        Some(self.runs_from(turn).plus_ms(rest_ms))
    }

    /// When a fallen flag is told at the earliest: until then a move may arrive that was made
    /// before it fell.
    #[must_use]
    pub fn flag_told_at(&self) -> Option<Timestamp> {
        let quota = self.sides.get(self.turn()?).quota;
        Some(self.flag_at()?.plus_ms(quota.grace_ms()))
    }

    /// Whether the flag has fallen at `at`.
    #[must_use]
    pub fn has_fallen(&self, at: Timestamp) -> bool {
        self.flag_at().is_some_and(|flag| flag <= at)
    }

    /// Whether a move of the side on turn comes too late that arrives at `at` over a wire that
    /// takes `lag_ms`.
    #[must_use]
    pub fn comes_late(&self, at: Timestamp, lag_ms: u64) -> bool {
        let Some(turn) = self.turn.filter(|_| self.has_fallen(at)) else {
            return false;
        };
        let spent_ms = self.read_turn(at, lag_ms).spent_ms;
        spent_ms >= self.allowance_ms(turn) || self.flag_told_at().is_some_and(|told| told <= at)
    }

    /// When the side on turn will have had `limit_ms` for it, whether its clock ran or stood; not
    /// while the arbiter has stopped the clock.
    #[must_use]
    pub fn waited_for_at(&self, limit_ms: u64) -> Option<Timestamp> {
        let turn = self.turn.filter(|_| !self.holds.stopped)?;
        let rest_ms = limit_ms.saturating_sub(turn.waited_ms);
        Some(self.runs_from(turn).plus_ms(rest_ms))
    }

    /// Why the clock stands although the game goes on, outages aside.
    #[must_use]
    pub fn held(&self) -> Option<Hold> {
        self.turn.and(self.holds.first())
    }

    /// Lets the clock stand from `at` on, until the same hold is released.
    pub fn hold(&mut self, hold: Hold, at: Timestamp) {
        self.switch(hold, true, at);
    }

    /// Takes a hold away; with the last one the clock runs on.
    pub fn release(&mut self, hold: Hold, at: Timestamp) {
        self.switch(hold, false, at);
    }

    /// Lets the time of a side stand from `at` to `until`, whenever its turn comes; the other side's
    /// runs. It ends by itself, and at once if `until` is not after `at`.
    pub fn set_vacation(&mut self, color: Color, until: Timestamp, at: Timestamp) {
        self.settle(at);
        *self.vacations.get_mut(color) = until;
    }

    /// Until when the time of this side stands, or has stood the last time.
    #[must_use]
    pub const fn vacation_until(&self, color: Color) -> Timestamp {
        *self.vacations.get(color)
    }

    /// While the clock is paused: when it runs on at the latest.
    #[must_use]
    pub const fn paused_until(&self) -> Option<Timestamp> {
        self.paused_until
    }

    /// The moment from which the clock runs again when somebody wakes it at `at`.
    #[must_use]
    pub fn resumes_at(&self, at: Timestamp) -> Timestamp {
        self.paused_until.map_or(at, |until| until.min(at))
    }

    /// Lets the clock stand from `since` on, until it is resumed or `until` is reached.
    pub fn pause(&mut self, since: Timestamp, until: Timestamp) {
        if self.turn.is_some() {
            self.settle(since);
            self.paused_until = Some(until);
        }
    }

    /// Lets a paused clock run on at `at`, or at the latest end of its pause if that is earlier.
    pub fn resume(&mut self, at: Timestamp) {
        let from = self.resumes_at(at);
        if self.paused_until.take().is_some() {
            self.turn = self.turn.map(|turn| Turn {
                since: turn.since.max(from),
                ..turn
            });
        }
    }

    /// What the side on turn has used and has left at `at`, the turn going on.
    #[must_use]
    pub fn read_turn(&self, at: Timestamp, lag_ms: u64) -> Reading {
        let Some(turn) = self.turn else {
            return Reading {
                spent_ms: 0,
                clock_ms: None,
                lag_ms: 0,
            };
        };
        let used_ms = self.used_ms(turn, at);
        let forgiven_ms = if self.can_run() {
            let quota = self.sides.get(turn.color).quota;
            quota.forgiven_ms(lag_ms).min(used_ms)
        } else {
            0
        };
        let spent_ms = used_ms.saturating_sub(forgiven_ms);
        let left_ms = self
            .sides_after(turn.color, spent_ms)
            .get(turn.color)
            .account
            .remaining_ms();
        Reading {
            spent_ms,
            clock_ms: self.control.is_timed().then_some(left_ms),
            lag_ms: forgiven_ms,
        }
    }

    /// What the clock will say if the side on turn completes a move at `at`. What a move brings
    /// (increment, delay given back, the bank of the next stage) is added only if the game goes
    /// on.
    #[must_use]
    pub fn read_move(&self, at: Timestamp, lag_ms: u64, game_goes_on: bool) -> Reading {
        let reading = self.read_turn(at, lag_ms);
        match self.turn.filter(|_| game_goes_on) {
            Some(turn) => self.with_what_a_move_brings(turn.color, reading),
            None => reading,
        }
    }

    /// What the clock will say when a move of `color` is completed at `at` in the turn of the other
    /// side.
    #[must_use]
    pub fn read_answered(&self, color: Color, at: Timestamp) -> Reading {
        let reading = Reading {
            spent_ms: 0,
            clock_ms: self.remaining_ms(color, at),
            lag_ms: 0,
        };
        self.with_what_a_move_brings(color, reading)
    }

    fn with_what_a_move_brings(&self, color: Color, reading: Reading) -> Reading {
        let side = self.sides.get(color);
        let next_ms = self
            .control
            .next_bank_ms(side.stage, side.completed.saturating_add(1));
        let is_new = side.completed >= side.best;
        let after_move = |left_ms: u64| match self.terms(color) {
            Terms::Increment(ms) if is_new => left_ms.saturating_add(ms),
            Terms::Bronstein(ms) => left_ms.saturating_add(reading.spent_ms.min(ms)),
            Terms::Renewed(ms) => ms,
            Terms::Untimed
            | Terms::Bank
            | Terms::Increment(_)
            | Terms::Advance(_)
            | Terms::Delay(_)
            | Terms::Hourglass => left_ms,
        };
        let clock_ms = reading
            .clock_ms
            .map(|left_ms| after_move(left_ms).saturating_add(next_ms.unwrap_or(0)));
        Reading {
            clock_ms,
            ..reading
        }
    }

    /// Books a completed move as it was judged, and starts the turn of the other side at `at`:
    /// what pressing the clock does.
    pub fn complete_move(&mut self, reading: Reading, at: Timestamp) {
        if let Some(turn) = self.turn {
            self.book_move(turn.color, reading);
            self.begin_turn(turn.color.other(), at);
        }
    }

    /// Books a move that is completed although the clock was not pressed, since the same player has
    /// made the next one (FIDE 6.2.1.2): another turn of the same side starts at `at`. A move that
    /// was made in the turn of the other side is but booked.
    pub fn complete_unpressed(&mut self, color: Color, reading: Reading, at: Timestamp) {
        self.book_move(color, reading);
        if self.turn() == Some(color) {
            self.begin_turn(color, at);
        }
    }

    /// A move of this side counts as completed without its time being read, as the arbiter puts
    /// back a position that it led to. A stage that it ends brings the next.
    fn count_move(&mut self, color: Color) {
        let side = self.sides.get_mut(color);
        side.count();
        if let Some(bank_ms) = self.control.next_bank_ms(side.stage, side.completed) {
            side.stage = side.stage.saturating_add(1);
            side.account.grant(bank_ms);
        }
    }

    /// A completed move of this side is taken back, and does not count for the stage any more.
    pub fn uncount_move(&mut self, color: Color) {
        let side = self.sides.get_mut(color);
        side.completed = side.completed.saturating_sub(1);
    }

    /// Ends the turn without a move and starts one of `color`, as after a takeback. Used time is
    /// not given back. A move of each side in `counted` stays on the board, and counts from now on.
    pub fn hand_over(&mut self, color: Color, counted: ByColor<bool>, at: Timestamp) {
        self.close_turn(at);
        for side in Color::ALL {
            if *counted.get(side) {
                self.count_move(side);
            }
        }
        // Only now is it known which turn this is, and what it brings.
        self.begin_turn(color, at);
    }

    /// Gives a side more time.
    pub const fn grant(&mut self, color: Color, ms: u64) {
        self.sides.get_mut(color).account.grant(ms);
    }

    /// Takes time from a side, at most what it has left at `at`.
    pub fn deduct(&mut self, color: Color, ms: u64, at: Timestamp) {
        self.settle(at);
        if let Some(left_ms) = self.remaining_ms(color, at) {
            let account = &mut self.sides.get_mut(color).account;
            // In an hourglass that can be time which the running turn has yet to bring.
            account.spent_ms = account.spent_ms.saturating_add(ms.min(left_ms));
        }
    }

    /// Sets what both sides have left at `at` (FIDE 6.10). The turn goes on.
    pub fn set(&mut self, left_ms: ByColor<u64>, at: Timestamp) {
        self.settle(at);
        if let Some(turn) = self.turn {
            self.charge(turn.color, turn.used_ms);
            // What was used of the delay stays used.
            let used_ms = turn.used_ms.min(self.free_ms(turn.color));
            self.turn = Some(Turn { used_ms, ..turn });
        }
        for color in Color::ALL {
            let account = &mut self.sides.get_mut(color).account;
            account.set_remaining(*left_ms.get(color));
        }
    }

    /// Stops the clock for good and charges the side on turn.
    pub fn stop(&mut self, at: Timestamp) {
        if let Some(turn) = self.turn {
            self.charge(turn.color, self.used_ms(turn, at));
        }
        self.turn = None;
        self.paused_until = None;
        self.stopped_at = at;
    }

    /// What the clock shows; `None` in an untimed game.
    #[must_use]
    pub fn face(&self) -> Option<Face> {
        if !self.control.is_timed() {
            return None;
        }
        let mut sides = self.sides;
        let mut delay_left_ms = 0;
        if let Some(turn) = self.turn {
            sides = self.sides_after(turn.color, turn.used_ms);
            delay_left_ms = self.free_ms(turn.color).saturating_sub(turn.used_ms);
        }
        let paused = self.paused_until.is_some();
        let running = self.turn.filter(|_| !paused && self.can_run());
        let from = |turn: Turn| running.map_or(turn.since, |turn| self.runs_from(turn));
        Some(Face {
            remaining_ms: ByColor {
                white: sides.white.account.remaining_ms(),
                black: sides.black.account.remaining_ms(),
            },
            running: running.map(|turn| turn.color),
            paused,
            held: self.held(),
            at: self.turn.map_or(self.stopped_at, from),
            delay_left_ms,
        })
    }

    /// Whether there is time that can run, outages aside.
    fn can_run(&self) -> bool {
        self.control.is_timed() && self.holds.first().is_none()
    }

    fn terms(&self, color: Color) -> Terms {
        self.control.terms(self.sides.get(color).stage)
    }

    /// What is free in each turn of this side.
    fn free_ms(&self, color: Color) -> u64 {
        match self.terms(color) {
            Terms::Delay(ms) => ms,
            _ => 0,
        }
    }

    /// What this turn may last.
    fn allowance_ms(&self, turn: Turn) -> u64 {
        self.account(turn.color)
            .remaining_ms()
            .saturating_add(self.free_ms(turn.color))
    }

    /// From when on the time after `since` counts. A pause is free, and over at its latest end in
    /// any case; so is a vacation of the side on turn.
    fn runs_from(&self, turn: Turn) -> Timestamp {
        let since = turn.since.max(*self.vacations.get(turn.color));
        self.paused_until.map_or(since, |until| until.max(since))
    }

    /// Time used on this turn up to `at`.
    fn used_ms(&self, turn: Turn, at: Timestamp) -> u64 {
        if self.holds.first().is_some() {
            return turn.used_ms;
        }
        turn.used_ms
            .saturating_add(at.since_ms(self.runs_from(turn)))
    }

    /// Counts what has gone by on the turn up to `at`, and goes on from there.
    fn settle(&mut self, at: Timestamp) {
        if let Some(turn) = self.turn {
            let gone_ms = if self.holds.stopped {
                0
            } else {
                at.since_ms(self.runs_from(turn))
            };
            self.turn = Some(Turn {
                used_ms: self.used_ms(turn, at),
                waited_ms: turn.waited_ms.saturating_add(gone_ms),
                since: turn.since.max(at),
                ..turn
            });
        }
    }

    fn switch(&mut self, hold: Hold, on: bool, at: Timestamp) {
        if *self.holds.get_mut(hold) != on {
            self.settle(at);
            *self.holds.get_mut(hold) = on;
        }
    }

    fn begin_turn(&mut self, color: Color, at: Timestamp) {
        match self.terms(color) {
            Terms::Advance(ms) => self.advance(color, ms),
            Terms::Renewed(ms) => self.sides.get_mut(color).account.set_remaining(ms),
            _ => {}
        }
        self.turn = Some(Turn {
            color,
            used_ms: 0,
            waited_ms: 0,
            since: at,
        });
        self.paused_until = None;
        self.holds.first_move = false;
    }

    /// Adds what a turn brings before it, once for each.
    fn advance(&mut self, color: Color, ms: u64) {
        let side = self.sides.get_mut(color);
        let number = side.completed.saturating_add(1);
        if side.advanced < number {
            side.advanced = number;
            side.account.grant(ms);
        }
    }

    /// Ends the turn without a move.
    fn close_turn(&mut self, at: Timestamp) {
        if let Some(turn) = self.turn {
            self.charge(turn.color, self.used_ms(turn, at));
            if let Terms::Renewed(ms) = self.terms(turn.color) {
                self.sides.get_mut(turn.color).account.set_remaining(ms);
            }
        }
    }

    fn book_move(&mut self, color: Color, reading: Reading) {
        self.charge(color, reading.spent_ms);
        let side = self.sides.get_mut(color);
        if let Some(clock_ms) = reading.clock_ms {
            side.account.set_remaining(clock_ms);
        }
        side.count();
        if self
            .control
            .next_bank_ms(side.stage, side.completed)
            .is_some()
        {
            side.stage = side.stage.saturating_add(1);
        }
        side.quota.use_up(reading.lag_ms);
    }

    fn charge(&mut self, color: Color, used_ms: u64) {
        self.sides = self.sides_after(color, used_ms);
    }

    /// How both sides stand when a turn of so much time has been charged: all of it but the
    /// per-move delay (FIDE 6.3.2).
    fn sides_after(&self, color: Color, used_ms: u64) -> ByColor<Side> {
        let mut sides = self.sides;
        if self.control.is_timed() {
            let cost_ms = used_ms.saturating_sub(self.free_ms(color));
            let charged_ms = sides.get_mut(color).account.charge(cost_ms);
            if self.terms(color) == Terms::Hourglass {
                sides.get_mut(color.other()).account.grant(charged_ms);
            }
        }
        sides
    }
}
