//! An evening at the board: waits for the person, the computer and the time, whoever is first. What
//! the person can order stands in `orders.rs`, how it looks in `screen.rs`; the Laws are kept by
//! the arbiter (`sitting.rs`).

use std::future::pending;
use std::path::PathBuf;
use std::time::Duration;

use anstyle::Style;
use tabiya_arbiter::{Actor, Command, Event, GameView, Phase, Refusal, Seat, nobody_can_mate};
use tabiya_engine::levels::{Choice, Level};
use tabiya_engine::review::Hint;
use tabiya_rules::{ByColor, Color, Move, Proof};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep_until};

use super::advice::{Advice, Advised};
use super::computer::{Computer, Thought};
use super::order::Order;
use super::screen::{Scene, Screen, clock};
use super::sitting::{COMPUTER, PERSON, Sitting};
use crate::output::{BAD, GOOD, NAME, name};

/// How often the clocks at the prompt are looked at.
const REFRESH: Duration = Duration::from_millis(100);
/// As many half-moves as are shown beside the board.
const SHOWN_PLIES: usize = 8;

/// What was chosen on the command line and does not belong to the table.
pub(super) struct Manners {
    pub(super) level: &'static Level,
    /// The computer moves as soon as it can.
    pub(super) fast: bool,
    /// The legal moves are listed at each turn.
    pub(super) moves: bool,
    /// Where finished games are added.
    pub(super) pgn: Option<PathBuf>,
}

pub(super) struct Evening {
    pub(super) sitting: Sitting,
    pub(super) computer: Computer,
    pub(super) screen: Screen,
    pub(super) manners: Manners,
    /// What the person types; closed at the end of the input.
    lines: UnboundedReceiver<String>,
    pub(super) doing: Doing,
    /// The person has been asked whether he means to resign.
    pub(super) resigning: bool,
    pub(super) advised: Option<Advised>,
    examination: Option<Examination>,
    /// Told once, when the person presses Ctrl-C.
    interrupted: oneshot::Receiver<()>,
}

/// What the computer does.
pub(super) enum Doing {
    Nothing,
    /// It thinks about its move, since then; without a time, nobody waits for a pause.
    Thinking(Thought<Option<Choice>>, Option<Instant>),
    /// It has found its move, and plays it then.
    Pausing(Move, Instant),
    /// It looks at the position for the person.
    Advising(Thought<Option<Hint>>, Advice),
}

type Examination = (u32, JoinHandle<Option<ByColor<Proof>>>);

/// Whether the evening goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Then {
    GoOn,
    Leave,
}

/// What comes first.
enum Next {
    Line(Option<String>),
    Found(Option<Choice>),
    Advice(Option<Hint>, Advice),
    Plays(Move),
    Dead(u32, Option<ByColor<Proof>>),
    Due,
    Refresh,
    Interrupted,
}

impl Evening {
    pub(super) fn new(
        sitting: Sitting,
        screen: Screen,
        manners: Manners,
        lines: UnboundedReceiver<String>,
        interrupted: oneshot::Receiver<()>,
    ) -> Self {
        Self {
            computer: Computer::start(manners.level, sitting.dice()),
            sitting,
            screen,
            manners,
            lines,
            doing: Doing::Nothing,
            resigning: false,
            advised: None,
            examination: None,
            interrupted,
        }
    }

    pub(super) async fn run(mut self) -> anyhow::Result<()> {
        self.greet()?;
        self.draw()?;
        // A position can be given in which all is over, and a game resumed that has ended.
        if self.sitting.phase() == Phase::Playing {
            self.take_turn()?;
            self.examine();
        } else {
            self.say_ending()?;
        }
        loop {
            self.screen
                .redraw(&scene(&self.sitting, self.manners.level))?;
            self.screen.prompt(&self.prompt())?;
            loop {
                match self.next().await {
                    Next::Refresh => self.screen.refresh_prompt(&self.prompt())?,
                    next => {
                        if self.settle(next)? == Then::Leave {
                            return self.leave();
                        }
                        break;
                    }
                }
            }
        }
    }

    /// Waits for what comes first.
    async fn next(&mut self) -> Next {
        let is_computers = matches!(self.doing, Doing::Thinking(..) | Doing::Pausing(..));
        let listens = self.screen.asks() || matches!(self.doing, Doing::Nothing);
        let deadline = self.sitting.deadline_in().map(|wait| Instant::now() + wait);
        let shows_time = self.screen.is_live()
            && self.sitting.phase() == Phase::Playing
            && (is_computers || self.sitting.game().clock.is_some());
        tokio::select! {
            biased;
            _ = &mut self.interrupted => Next::Interrupted,
            () = at(deadline) => Next::Due,
            next = working(&mut self.doing) => next,
            (ply, proofs) = examined(&mut self.examination) => Next::Dead(ply, proofs),
            line = self.lines.recv(), if listens => Next::Line(line),
            () = tokio::time::sleep(REFRESH), if shows_time => Next::Refresh,
        }
    }

    fn settle(&mut self, next: Next) -> anyhow::Result<Then> {
        match next {
            Next::Line(None) | Next::Interrupted => {
                self.screen.leave_prompt()?;
                return Ok(Then::Leave);
            }
            Next::Line(Some(line)) => {
                self.screen.was_typed();
                return self.take_line(&line);
            }
            Next::Found(choice) => self.pause_before(choice)?,
            Next::Advice(hint, advice) => {
                self.doing = Doing::Nothing;
                self.screen.leave_prompt()?;
                self.take_advice(hint, advice)?;
            }
            Next::Plays(mv) => {
                self.doing = Doing::Nothing;
                self.screen.leave_prompt()?;
                let uci = mv.uci(self.sitting.position()).to_string();
                self.play(COMPUTER, &uci)?;
            }
            Next::Dead(ply, proofs) => {
                self.examination = None;
                let events = proofs.map(|proofs| self.sitting.declare_dead(ply, proofs));
                self.tell(&events.unwrap_or_default())?;
            }
            Next::Due => {
                let events = self.sitting.tick();
                if !events.is_empty() {
                    self.screen.leave_prompt()?;
                }
                self.tell(&events)?;
            }
            Next::Refresh => {}
        }
        Ok(Then::GoOn)
    }

    /// A line at the wrong moment is taken all the same: the arbiter says what is wrong with it.
    fn take_line(&mut self, line: &str) -> anyhow::Result<Then> {
        let order = Order::read(line);
        if order == Order::Nothing {
            self.hurry();
            return Ok(Then::GoOn);
        }
        if matches!(self.doing, Doing::Advising(..)) {
            self.doing = Doing::Nothing;
        }
        self.obey(order, line)
    }

    fn hurry(&mut self) {
        match &mut self.doing {
            Doing::Nothing => {}
            Doing::Thinking(thought, since) => {
                thought.hurry();
                *since = None;
            }
            Doing::Pausing(_, until) => *until = Instant::now(),
            Doing::Advising(thought, _) => thought.hurry(),
        }
    }

    /// The computer has found its move; a person would have thought for a while.
    fn pause_before(&mut self, choice: Option<Choice>) -> anyhow::Result<()> {
        let Doing::Thinking(_, since) = self.doing else {
            return Ok(());
        };
        let Some(choice) = choice else {
            anyhow::bail!("the computer has broken off; the game is kept");
        };
        let until = match since {
            Some(since) if !self.manners.fast => since + choice.pause,
            _ => Instant::now(),
        };
        self.doing = Doing::Pausing(choice.mv, until);
        Ok(())
    }

    /// Plays a move that has been read. Where a clock has to be pressed, it is.
    pub(super) fn play(&mut self, seat: Seat, uci: &str) -> anyhow::Result<()> {
        let mut events = match self.sitting.act(Actor::Seat(seat), &Command::play(uci)) {
            Ok(events) => events,
            Err(refusal) => return self.refuse(&refusal),
        };
        if self.sitting.game().to_press == Some(self.sitting.color_of(seat)) {
            let pressed = self.sitting.act(Actor::Seat(seat), &Command::Press);
            events.extend(pressed.unwrap_or_default());
        }
        self.tell(&events)
    }

    /// Does what the person wants, if the arbiter lets him.
    pub(super) fn try_to(&mut self, command: &Command) -> anyhow::Result<bool> {
        match self.sitting.act(Actor::Seat(PERSON), command) {
            Ok(events) => self.tell(&events).map(|()| true),
            Err(refusal) => self.refuse(&refusal).map(|()| false),
        }
    }

    pub(super) fn refuse(&mut self, refusal: &Refusal) -> anyhow::Result<()> {
        let sentence = match refusal.article() {
            Some(article) => format!("{refusal} (Laws, {article})"),
            None => refusal.to_string(),
        };
        Ok(self.screen.say(BAD, &sentence)?)
    }

    /// Says what has happened, and lets follow what follows.
    pub(super) fn tell(&mut self, events: &[Event]) -> anyhow::Result<()> {
        let changes_board = events.iter().any(|event| {
            matches!(
                event,
                Event::GameStarted { .. }
                    | Event::MovePlayed { .. }
                    | Event::MoveMade { .. }
                    | Event::TakebackAccepted { .. }
                    | Event::GameEnded { .. }
            )
        });
        for event in events {
            self.tell_one(event)?;
        }
        if changes_board {
            self.doing = Doing::Nothing;
            self.resigning = false;
            self.take_turn()?;
            self.examine();
        }
        Ok(())
    }

    fn tell_one(&mut self, event: &Event) -> anyhow::Result<()> {
        match event {
            Event::MovePlayed { san, ply, .. } | Event::MoveMade { san, ply, .. } => {
                let start = self.sitting.line().start();
                let number = number(start.fullmove_number(), start.turn(), *ply);
                let mover = if self.sitting.position().turn() == self.sitting.color_of(PERSON) {
                    format!("{} plays", self.manners.level.name)
                } else {
                    "You play".to_owned()
                };
                let sentence = format!("{mover} {NAME}{number} {san}{NAME:#}.");
                self.screen.say(Style::new(), &sentence)?;
            }
            Event::TakebackAccepted { plies, .. } => {
                let what = if *plies == 1 {
                    "Your move is"
                } else {
                    "Both moves are"
                };
                self.screen
                    .say(Style::new(), &format!("{what} taken back."))?;
                if !self.screen.is_live() {
                    self.draw()?;
                }
            }
            Event::DrawClaimed { right: false, .. } => {
                self.screen.say(BAD, "The claim is not right.")?;
            }
            Event::Irregularity { count, article, .. } => {
                let sentence = format!("An irregularity, number {count}. (Laws, {article})");
                self.screen.say(BAD, &sentence)?;
            }
            Event::GameStarted { .. } => self.greet()?,
            Event::GameEnded { .. } => self.say_ending()?,
            _ => {}
        }
        Ok(())
    }

    fn greet(&mut self) -> anyhow::Result<()> {
        self.screen.sit(self.sitting.color_of(PERSON));
        let color = name(self.sitting.color_of(PERSON));
        let opponent = self.manners.level.name;
        let sentence =
            format!("You play {color} against {opponent}. Type help for what can be typed.");
        Ok(self.screen.say(Style::new(), &sentence)?)
    }

    fn say_ending(&mut self) -> anyhow::Result<()> {
        let Some(ending) = self.sitting.game().ending else {
            return Ok(());
        };
        if !self.screen.is_live() {
            self.draw()?;
        }
        let result = ending
            .outcome
            .map_or("*".to_owned(), |outcome| outcome.to_string());
        let sentence = format!("{GOOD}{result}{GOOD:#}: {}", ending.message);
        self.screen.say(Style::new(), &sentence)?;
        if let Some(file) = self.manners.pgn.clone() {
            self.save(&file)?;
        }
        if self.screen.asks() {
            let more = "Another one? Type again. Else save FILE, pgn, eval, or quit.";
            self.screen.say(crate::output::DIM, more)?;
        }
        Ok(())
    }

    /// Draws the board where it is not drawn anyway.
    pub(super) fn draw(&mut self) -> anyhow::Result<()> {
        if !self.screen.is_live() {
            let scene = scene(&self.sitting, self.manners.level);
            self.screen.draw(&scene)?;
        }
        Ok(())
    }

    /// If it is the computer's turn, it thinks; if it is the person's, he may want to see his moves.
    fn take_turn(&mut self) -> anyhow::Result<()> {
        match self.sitting.turn() {
            Some(COMPUTER) => {
                let line = self.sitting.line().clone();
                let thought = self.computer.choose(line, self.sitting.clock_left());
                self.doing = Doing::Thinking(thought, Some(Instant::now()));
            }
            Some(PERSON) if self.manners.moves => self.list_moves()?,
            Some(PERSON) | None => {}
        }
        Ok(())
    }

    fn examine(&mut self) {
        self.examination = self.sitting.to_examine().map(|(ply, position)| {
            let search = move || nobody_can_mate(&position);
            (ply, tokio::task::spawn_blocking(search))
        });
    }

    /// The prompt: clocks, whose turn it is.
    fn prompt(&self) -> String {
        let level = self.manners.level.name;
        let clocks = [(PERSON, "You"), (COMPUTER, level)].map(|(seat, name)| {
            let left = self.sitting.left(self.sitting.color_of(seat))?;
            Some(format!("{name} {}   ", clock(left)))
        });
        let clocks: String = clocks.into_iter().flatten().collect();
        let position = self.sitting.position();
        let number = number(position.fullmove_number(), position.turn(), 1);
        let what = match (&self.doing, self.sitting.turn()) {
            (Doing::Thinking(..) | Doing::Pausing(..), _) => {
                format!("{level} thinks (Enter: at once) ")
            }
            (Doing::Advising(..), _) => "One moment ".to_owned(),
            (Doing::Nothing, Some(_)) if self.resigning => "Resign (yes/no)? ".to_owned(),
            (Doing::Nothing, Some(_)) => format!("{number} "),
            (Doing::Nothing, None) => "> ".to_owned(),
        };
        format!("{clocks}{what}")
    }

    fn leave(mut self) -> anyhow::Result<()> {
        self.sitting.leave();
        self.screen
            .redraw(&scene(&self.sitting, self.manners.level))?;
        if let Some(file) = self.sitting.kept_in() {
            let sentence = format!(
                "The game is kept in {}. Go on with it: tabiya play --resume",
                file.display()
            );
            self.screen.say(Style::new(), &sentence)?;
        }
        Ok(self.screen.settle()?)
    }
}

/// The board as it stands, for the screen.
fn scene<'a>(sitting: &'a Sitting, level: &Level) -> Scene<'a> {
    let line = sitting.line();
    let last = line.moves().last();
    let mut names = ByColor {
        white: "You".to_owned(),
        black: "You".to_owned(),
    };
    *names.get_mut(sitting.color_of(COMPUTER)) = format!("{} ({})", level.name, level.rating);
    Scene {
        position: line.position(),
        marked: last.map_or_else(Vec::new, |mv| vec![mv.from(), mv.destination()]),
        names,
        moves: last_moves(sitting),
    }
}

/// The last moves, with their numbers.
fn last_moves(sitting: &Sitting) -> String {
    let (moves, start) = (sitting.record().moves, sitting.line().start());
    let first = moves.len().saturating_sub(SHOWN_PLIES) / 2 * 2;
    let mut text = String::new();
    for (index, played) in moves.iter().enumerate().skip(first) {
        let ply = u32::try_from(index + 1).unwrap_or(u32::MAX);
        let number = number(start.fullmove_number(), start.turn(), ply);
        if index == first || !number.ends_with("...") {
            text += &number;
            text.push(' ');
        }
        text += &played.san;
        text.push(' ');
    }
    text.trim_end().to_owned()
}

/// The number that a half-move has, counted from 1 at a start with this number and side to move:
/// `3.` or `3...`.
pub(super) fn number(first: u32, turn: Color, ply: u32) -> String {
    let before = u32::from(turn == Color::Black);
    let index = ply.saturating_sub(1).saturating_add(before);
    let full = first.saturating_add(index / 2);
    if index % 2 == 0 {
        format!("{full}.")
    } else {
        format!("{full}...")
    }
}

async fn at(moment: Option<Instant>) {
    match moment {
        Some(moment) => sleep_until(moment).await,
        None => pending().await,
    }
}

async fn working(doing: &mut Doing) -> Next {
    match doing {
        Doing::Nothing => pending().await,
        Doing::Thinking(thought, _) => Next::Found(thought.done().await.flatten()),
        Doing::Pausing(mv, until) => {
            sleep_until(*until).await;
            Next::Plays(*mv)
        }
        Doing::Advising(thought, advice) => {
            let advice = *advice;
            Next::Advice(thought.done().await.flatten(), advice)
        }
    }
}

/// Waits for the end of an examination; for ever, if there is none. One that broke off has found
/// nothing.
async fn examined(examination: &mut Option<Examination>) -> (u32, Option<ByColor<Proof>>) {
    match examination {
        Some((ply, search)) => (*ply, search.await.unwrap_or_default()),
        None => pending().await,
    }
}

/// What a claim could rest on.
pub(super) fn repeats(game: &GameView) -> bool {
    game.claims.as_ref().is_some_and(|claims| claims.repetition)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_moves_are_numbered_as_in_a_score() {
        let numbers = |turn| [1, 2, 3, 4].map(|ply| number(7, turn, ply));
        assert_eq!(numbers(Color::White), ["7.", "7...", "8.", "8..."]);
        assert_eq!(numbers(Color::Black), ["7...", "8.", "8...", "9."]);
    }
}
