//! The clock of the last game computed in another way, from the times in the log alone: a second
//! pair of books to check the first against.

use tabiya_arbiter::{
    Added, ColorChoice, Completion, Event, Extra, Penalty, Recorded, RuleSet, Seat, StartRule,
    Termination, TimeControl, Timestamp,
};
use tabiya_rules::Color;

const DAY_MS: u64 = 86_400_000;

/// The time for each move, as the ledger understands it.
enum PerMove {
    None,
    After(u64),
    Before(u64),
    Free(u64),
    Back(u64),
    ToTheOther,
    Whole(u64),
}

/// One game's time. White has index 0.
pub(crate) struct Ledger {
    control: TimeControl,
    agreed: TimeControl,
    rules: Option<RuleSet>,
    pub(crate) left_ms: [u64; 2],
    /// What went into the clocks from outside, or out of them: gifts, penalties, an arbiter's hand.
    pub(crate) given_ms: i64,
    moves: [u32; 2],
    /// The most moves that each side had completed at any time.
    best: [u32; 2],
    /// The latest turn of each side that time was added for in advance.
    advanced: [u32; 2],
    quota_ms: [u64; 2],
    turn: usize,
    pub(crate) is_running: bool,
    used_ms: u64,
    waited_ms: u64,
    since: Timestamp,
    paused_until: Option<Timestamp>,
    /// Until when the owner and the guest are on vacation.
    vacations: [Timestamp; 2],
    waits_for_first_move: bool,
    is_stopped: bool,
    plies: usize,
    first: usize,
    /// Whose last move is made and not completed.
    unpressed: [bool; 2],
    white: Seat,
    present: [bool; 2],
}

impl Ledger {
    /// The books at the moment of the last event.
    pub(crate) fn of(log: &[Recorded]) -> Self {
        let mut ledger = Self {
            control: TimeControl::Untimed,
            agreed: TimeControl::Untimed,
            rules: None,
            left_ms: [0; 2],
            given_ms: 0,
            moves: [0; 2],
            best: [0; 2],
            advanced: [0; 2],
            quota_ms: [0; 2],
            turn: 0,
            is_running: false,
            used_ms: 0,
            waited_ms: 0,
            since: Timestamp(0),
            paused_until: None,
            vacations: [Timestamp(0); 2],
            waits_for_first_move: false,
            is_stopped: false,
            plies: 0,
            first: 0,
            unpressed: [false; 2],
            white: Seat::Owner,
            present: [false; 2],
        };
        for (index, recorded) in log.iter().enumerate() {
            let ends = |next: &Recorded| {
                matches!(next.event, Event::GameEnded { by: None, termination, .. }
                    if termination != Termination::Ruling)
                    && next.at == recorded.at
            };
            ledger.book(recorded, log.get(index + 1).is_some_and(ends));
        }
        ledger
    }

    pub(crate) fn is_timed(&self) -> bool {
        self.control.is_timed()
    }

    /// What both sides have left, the running turn charged up to the last event.
    pub(crate) fn now_ms(&self) -> [u64; 2] {
        let mut left_ms = self.left_ms;
        if self.is_running {
            self.charge(&mut left_ms, self.used_ms);
        }
        left_ms
    }

    /// When time must end the game, and whether for want of a first move.
    pub(crate) fn ends_at(&self) -> Option<(Timestamp, bool)> {
        let from = self.runs_from();
        let free_ms = match self.per_move(self.turn) {
            PerMove::Free(ms) => ms,
            _ => 0,
        };
        let rest_ms = (self.left_ms[self.turn] + free_ms).saturating_sub(self.used_ms);
        let runs = self.is_timed() && !self.stands();
        let flag = runs.then(|| from.plus_ms(rest_ms));
        let limit_ms = self.rules.and_then(|rules| rules.first_move_limit_ms);
        let first = limit_ms
            .filter(|_| self.plies < if self.turn == self.first { 1 } else { 2 })
            .filter(|_| !self.is_stopped)
            .map(|ms| from.plus_ms(ms.saturating_sub(self.waited_ms)));
        let grace_ms = self.quota_ms[self.turn].min(2_000);
        match (flag, first) {
            (Some(flag), Some(first)) if first <= flag => Some((first, true)),
            (Some(flag), _) => Some((flag.plus_ms(grace_ms), false)),
            (None, first) => first.map(|first| (first, true)),
        }
    }

    pub(crate) fn is_paused(&self) -> bool {
        self.paused_until.is_some()
    }

    fn stage(&self, moves: u32) -> usize {
        let TimeControl::Stages { stages } = &self.control else {
            return 0;
        };
        let mut end = 0;
        for (index, stage) in stages.iter().enumerate() {
            match stage.moves {
                Some(length) => end += length,
                None => return index,
            }
            if moves < end {
                return index;
            }
        }
        unreachable!("the last stage has no end")
    }

    fn per_move(&self, side: usize) -> PerMove {
        match &self.control {
            TimeControl::Untimed | TimeControl::SuddenDeath { .. } => PerMove::None,
            TimeControl::Fischer {
                increment_ms,
                added,
                ..
            } => match added {
                Added::AfterMove => PerMove::After(*increment_ms),
                Added::BeforeMove => PerMove::Before(*increment_ms),
            },
            TimeControl::Delay { delay_ms, .. } => PerMove::Free(*delay_ms),
            TimeControl::Bronstein { delay_ms, .. } => PerMove::Back(*delay_ms),
            TimeControl::Stages { stages } => {
                let stage = stages[self.stage(self.best[side])];
                match stage.extra {
                    Extra::Increment => PerMove::After(stage.extra_ms),
                    Extra::Delay => PerMove::Free(stage.extra_ms),
                    Extra::Bronstein => PerMove::Back(stage.extra_ms),
                }
            }
            TimeControl::Hourglass { .. } => PerMove::ToTheOther,
            TimeControl::Days { days } => PerMove::Whole(days * DAY_MS),
        }
    }

    /// What a move adds to the quota of lag.
    fn gain_ms(&self) -> u64 {
        let is_on = self
            .rules
            .is_some_and(|rules| rules.lag_compensation && rules.completion != Completion::OnPress);
        if !is_on || !self.is_timed() {
            return 0;
        }
        let for_40_ms = match &self.control {
            TimeControl::Fischer {
                bank_ms,
                increment_ms: ms,
                ..
            }
            | TimeControl::Delay {
                bank_ms,
                delay_ms: ms,
            }
            | TimeControl::Bronstein {
                bank_ms,
                delay_ms: ms,
            } => bank_ms + 40 * ms,
            TimeControl::Stages { stages } => {
                let by_move = |number: u32| stages[self.stage(number)].extra_ms;
                let banks = stages[..=self.stage(39)].iter().map(|stage| stage.bank_ms);
                (0..40).map(by_move).sum::<u64>() + banks.sum::<u64>()
            }
            TimeControl::Days { days } => 40 * days * DAY_MS,
            other => other.bank_ms(),
        };
        (for_40_ms / 250 + 150).min(1_000)
    }

    /// Whether the clock stands, outages aside.
    fn stands(&self) -> bool {
        let seat = if self.turn == 0 {
            self.white
        } else {
            self.white.other()
        };
        let hides = self.rules.is_some_and(|rules| rules.pause_when_hidden);
        self.is_stopped
            || self.waits_for_first_move
            || hides && !self.present[usize::from(seat == Seat::Guest)]
    }

    /// From when on time counts: after a pause, and after a vacation of the player by letter.
    fn runs_from(&self) -> Timestamp {
        let from = self.paused_until.unwrap_or(self.since);
        let is_owners = (self.turn == 0) == (self.white == Seat::Owner);
        let is_by_letter = matches!(
            self.control,
            TimeControl::Days { .. } | TimeControl::Untimed
        );
        let back = self.vacations[usize::from(!is_owners)];
        if is_by_letter { from.max(back) } else { from }
    }

    fn elapse(&mut self, at: Timestamp) {
        let from = self.runs_from();
        let gone_ms = at.0.saturating_sub(from.0);
        if !self.is_stopped {
            self.waited_ms += gone_ms;
        }
        if !self.stands() {
            self.used_ms += gone_ms;
        }
        self.since = at;
    }

    fn charge(&self, left_ms: &mut [u64; 2], used_ms: u64) {
        let cost_ms = match self.per_move(self.turn) {
            PerMove::Free(ms) => used_ms.saturating_sub(ms),
            _ => used_ms,
        };
        let charged_ms = cost_ms.min(left_ms[self.turn]);
        left_ms[self.turn] -= charged_ms;
        if matches!(self.per_move(self.turn), PerMove::ToTheOther) {
            let other = &mut left_ms[1 - self.turn];
            *other = other.wrapping_add(charged_ms);
        }
    }

    fn close(&mut self, used_ms: u64) {
        let mut left_ms = self.left_ms;
        self.charge(&mut left_ms, used_ms);
        self.left_ms = left_ms;
    }

    /// The turn of the side to move.
    fn begin(&mut self, at: Timestamp) {
        self.begin_turn((self.first + self.plies) % 2, at);
    }

    fn begin_turn(&mut self, turn: usize, at: Timestamp) {
        self.turn = turn;
        self.waits_for_first_move = false;
        (self.used_ms, self.waited_ms, self.since, self.paused_until) = (0, 0, at, None);
        match self.per_move(self.turn) {
            PerMove::Before(ms) if self.advanced[turn] <= self.moves[turn] => {
                self.advanced[turn] = self.moves[turn] + 1;
                self.left_ms[turn] += ms;
            }
            PerMove::Whole(ms) => self.left_ms[self.turn] = ms,
            _ => {}
        }
    }

    fn book_move(&mut self, spent_ms: u64, lag_ms: u64, is_last_move: bool) {
        assert_eq!(spent_ms + lag_ms, self.used_ms, "charged or forgiven");
        assert!(lag_ms <= self.quota_ms[self.turn], "within the quota");
        self.renew_quota(self.turn, lag_ms);
        self.close(spent_ms);
        self.book_what_it_brings(self.turn, spent_ms, is_last_move);
    }

    fn renew_quota(&mut self, side: usize, lag_ms: u64) {
        let gain_ms = self.gain_ms();
        self.quota_ms[side] = (self.quota_ms[side] + gain_ms - lag_ms).min(7 * gain_ms);
    }

    /// A move is completed that was made in the turn of the other side.
    fn book_answer(&mut self, side: usize) {
        self.renew_quota(side, 0);
        self.book_what_it_brings(side, 0, false);
    }

    /// From outside. In an hourglass a clock may be below 0 until the turn is booked.
    fn give(&mut self, side: usize, ms: u64) {
        self.left_ms[side] = self.left_ms[side].wrapping_add(ms);
        self.given_ms += i64::try_from(ms).expect("small");
    }

    fn set(&mut self, at: Timestamp, left_ms: [u64; 2]) {
        self.elapse(at);
        // What was used of the delay stays used.
        self.used_ms = match self.per_move(self.turn) {
            PerMove::Free(ms) => self.used_ms.min(ms),
            _ => 0,
        };
        let sum = |ms: [u64; 2]| i64::try_from(ms[0].wrapping_add(ms[1])).expect("small");
        self.given_ms += sum(left_ms) - sum(self.left_ms);
        self.left_ms = left_ms;
    }

    fn move_back(&mut self, at: Timestamp, plies: u32, unpressed: [bool; 2]) {
        let mut uncounted = unpressed;
        self.elapse(at);
        self.close(self.used_ms);
        if let PerMove::Whole(ms) = self.per_move(self.turn) {
            self.left_ms[self.turn] = ms;
        }
        for _ in 0..plies {
            self.plies -= 1;
            let side = (self.first + self.plies) % 2;
            if !std::mem::take(&mut uncounted[side]) {
                self.moves[side] -= 1;
            }
        }
        // What is made and stays on the board is completed by that.
        for side in [0, 1] {
            if uncounted[side] {
                let before = self.stage(self.best[side]);
                self.moves[side] += 1;
                self.best[side] = self.best[side].max(self.moves[side]);
                let after = self.stage(self.best[side]);
                if let (TimeControl::Stages { stages }, true) = (&self.control, after > before) {
                    self.left_ms[side] += stages[after].bank_ms;
                }
            }
        }
        self.unpressed = [false; 2];
        self.begin(at);
    }

    fn book_what_it_brings(&mut self, turn: usize, spent_ms: u64, is_last_move: bool) {
        let before = self.stage(self.best[turn]);
        let per_move = self.per_move(turn);
        let brought_ms = match per_move {
            PerMove::After(ms) if self.moves[turn] == self.best[turn] => ms,
            PerMove::Back(ms) => ms.min(spent_ms),
            PerMove::Whole(ms) => ms - self.left_ms[turn].min(ms),
            _ => 0,
        };
        self.moves[turn] += 1;
        self.best[turn] = self.best[turn].max(self.moves[turn]);
        let after = self.stage(self.best[turn]);
        if is_last_move {
            return;
        }
        if let PerMove::Whole(ms) = per_move {
            self.left_ms[turn] = ms;
        } else {
            self.left_ms[turn] += brought_ms;
        }
        if let (TimeControl::Stages { stages }, true) = (&self.control, after > before) {
            self.left_ms[turn] += stages[after].bank_ms;
        }
    }

    /// The side on turn completes a move, and the game goes on.
    fn complete(&mut self, at: Timestamp, spent_ms: u64, clock_ms: Option<u64>) {
        self.elapse(at);
        self.unpressed[self.turn] = false;
        self.book_move(spent_ms, 0, false);
        assert_eq!(clock_ms, self.is_timed().then_some(self.left_ms[self.turn]));
    }

    fn book(&mut self, recorded: &Recorded, is_last_move: bool) {
        let at = recorded.at;
        match &recorded.event {
            Event::TableOpened { settings, .. } | Event::SettingsChanged { settings } => {
                self.agreed = settings.clock.clone();
                self.rules = Some(settings.rules);
                assert!(settings.owner_color != ColorChoice::Toss || !self.is_running);
            }
            Event::GameStarted {
                start_fen, white, ..
            } => {
                self.control = self.agreed.clone();
                self.white = *white;
                self.left_ms = [self.control.bank_ms(); 2];
                (self.moves, self.best, self.given_ms) = ([0; 2], [0; 2], 0);
                self.advanced = [0; 2];
                self.quota_ms = [3 * self.gain_ms(); 2];
                self.first = usize::from(start_fen.split(' ').nth(1) == Some("b"));
                (self.plies, self.is_running, self.is_stopped) = (0, true, false);
                self.unpressed = [false; 2];
                let start = self.rules.map(|rules| rules.start);
                self.begin(at);
                self.waits_for_first_move = start == Some(StartRule::OnFirstMove);
            }
            Event::MovePlayed {
                spent_ms,
                clock_ms,
                lag_ms,
                ..
            } => {
                self.elapse(at);
                self.book_move(*spent_ms, *lag_ms, is_last_move);
                let left_ms = self.left_ms[self.turn];
                assert_eq!(*clock_ms, self.is_timed().then_some(left_ms));
                self.plies += 1;
                self.begin(at);
            }
            Event::TakebackAccepted { plies, .. } => {
                self.move_back(at, *plies, self.unpressed);
            }
            Event::MovesRestored {
                plies,
                white_ms,
                black_ms,
            } => {
                self.move_back(at, *plies, self.unpressed);
                if white_ms.is_some() || black_ms.is_some() {
                    let [white, black] = self.left_ms;
                    self.set(at, [white_ms.unwrap_or(white), black_ms.unwrap_or(black)]);
                }
            }
            Event::MoveMade { .. } => {
                self.elapse(at);
                self.waits_for_first_move = false;
                self.unpressed[(self.first + self.plies) % 2] = true;
                self.plies += 1;
            }
            Event::ClockPressed {
                by,
                spent_ms,
                clock_ms,
            } => {
                assert_eq!(index(*by), self.turn, "only a running clock is pressed");
                self.complete(at, *spent_ms, *clock_ms);
                self.begin_turn(1 - self.turn, at);
            }
            Event::MoveCompleted {
                by,
                spent_ms,
                clock_ms,
            } if index(*by) == self.turn => {
                self.complete(at, *spent_ms, *clock_ms);
                self.begin_turn(self.turn, at);
            }
            Event::MoveCompleted { by, clock_ms, .. } => {
                self.elapse(at);
                let side = index(*by);
                self.unpressed[side] = false;
                self.book_answer(side);
                assert_eq!(*clock_ms, self.is_timed().then_some(self.left_ms[side]));
            }
            Event::Irregularity { by, penalty_ms, .. } => {
                self.elapse(at);
                self.give(1 - index(*by), *penalty_ms);
            }
            Event::ClockSet { white_ms, black_ms } => self.set(at, [*white_ms, *black_ms]),
            Event::ClocksStopped | Event::ClocksStarted => {
                self.elapse(at);
                self.is_stopped = matches!(recorded.event, Event::ClocksStopped);
            }
            Event::Penalised { color, penalty, .. } => {
                self.elapse(at);
                match penalty {
                    Penalty::MoreTime { ms } => self.give(1 - index(*color), *ms),
                    Penalty::LessTime { ms } => {
                        // In an hourglass it may be below 0 until the turn is booked.
                        let left_ms = &mut self.left_ms[index(*color)];
                        *left_ms = left_ms.wrapping_sub(*ms);
                        self.given_ms -= i64::try_from(*ms).expect("small");
                    }
                    Penalty::Warning {} | Penalty::Loss {} => {}
                }
            }
            Event::GameEnded { .. } => {
                self.elapse(at);
                self.close(self.used_ms);
                (self.is_running, self.paused_until) = (false, None);
            }
            Event::TimeGiven { to, ms, .. } => {
                self.give(index(*to), *ms);
                self.elapse(at);
            }
            Event::Paused { since, until } => {
                self.elapse(*since);
                self.paused_until = Some(*until);
                self.present = [false; 2];
            }
            Event::Resumed => {
                let until = self.paused_until.take().expect("paused");
                self.since = Timestamp(until.0.min(at.0));
                self.elapse(at);
            }
            Event::VacationNoted { seat, until } => {
                self.elapse(at);
                self.vacations[usize::from(*seat == Seat::Guest)] = *until;
            }
            Event::PresenceNoted { seat, present } => {
                self.elapse(at);
                self.present[usize::from(*seat == Seat::Guest)] = *present;
            }
            _ => self.elapse(at),
        }
    }
}

fn index(color: Color) -> usize {
    usize::from(color == Color::Black)
}
