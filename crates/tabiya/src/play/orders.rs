//! What becomes of each order of the person. What can be typed stands in `order.rs`.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::Path;

use anstyle::Style;
use anyhow::Context as _;
use tabiya_arbiter::{Actor, ClaimKind, Command, CommandKind, Phase};
use tabiya_rules::{Move, MoveTextError, San, read_move};

use super::advice::Advice;
use super::evening::{Evening, Then, repeats};
use super::order::{ORDERS, Order, is_yes};
use super::sitting::{COMPUTER, PERSON};
use crate::output::{BAD, DIM, NAME};

/// What stands in the tag `Site` of a game.
const SITE: &str = "Tabiya, in the terminal";

impl Evening {
    pub(super) fn obey(&mut self, order: Order, line: &str) -> anyhow::Result<Then> {
        if std::mem::take(&mut self.resigning) {
            if is_yes(line) {
                self.try_to(&Command::Resign)?;
            } else {
                self.screen.say(Style::new(), "The game goes on.")?;
            }
            return Ok(Then::GoOn);
        }
        match order {
            Order::Nothing => {}
            Order::Help => self.help()?,
            Order::Hint => self.ask_for(Advice::Hint)?,
            Order::Eval => self.ask_for(Advice::Eval)?,
            Order::Takeback => self.take_back()?,
            Order::Resign => self.ask_whether_to_resign()?,
            Order::Draw => self.offer_draw()?,
            Order::Claim(with) => self.claim(with.as_deref())?,
            Order::Flip => {
                self.screen.flip();
                self.draw()?;
            }
            Order::Board => self.draw()?,
            Order::Moves => self.list_moves()?,
            Order::Fen => {
                let fen = self.sitting.position().fen();
                self.screen.show(&format!("  {fen}"))?;
            }
            Order::Pgn => {
                let pgn = self.pgn();
                self.screen.show(&pgn)?;
            }
            Order::Save(Some(file)) => self.save(&file)?,
            Order::Save(None) => {
                self.screen
                    .say(BAD, "Where to? Type save and the name of a file.")?;
            }
            Order::Again => self.play_again()?,
            Order::Quit => return Ok(Then::Leave),
            Order::Move(text) => self.move_typed(&text)?,
        }
        Ok(Then::GoOn)
    }

    fn help(&mut self) -> anyhow::Result<()> {
        for (usage, what) in ORDERS {
            let padding = " ".repeat(14_usize.saturating_sub(usage.len()));
            let line = if padding.is_empty() {
                format!("  {NAME}{usage}{NAME:#}\n                  {what}")
            } else {
                format!("  {NAME}{usage}{NAME:#}{padding}  {what}")
            };
            self.screen.show(&line)?;
        }
        Ok(())
    }

    /// Reads a typed move and plays it. Whether it is the person's turn at all is the arbiter's to
    /// say, not the reader's.
    fn move_typed(&mut self, text: &str) -> anyhow::Result<()> {
        let may_move = self.sitting.view().can.contains(&CommandKind::Move);
        if !may_move {
            let refused = self.sitting.act(Actor::Seat(PERSON), &Command::play(text));
            return match refused {
                Ok(events) => self.tell(&events),
                Err(refusal) => self.refuse(&refusal),
            };
        }
        let position = self.sitting.position();
        let reading = match read_move(position, text) {
            Ok(reading) => reading,
            Err(error) => return self.not_a_move(text, &error),
        };
        let uci = reading.mv.uci(position).to_string();
        let before = self.sitting.game().ply;
        self.play(PERSON, &uci)?;
        let was_played = self.sitting.game().ply > before;
        if let Some(hint) = reading.hint.filter(|_| was_played) {
            self.screen.say(DIM, &hint.to_string())?;
        }
        Ok(())
    }

    fn not_a_move(&mut self, text: &str, error: &MoveTextError) -> anyhow::Result<()> {
        let sentence = format!("{error} (Laws, {})", error.article());
        self.screen.say(BAD, &sentence)?;
        let is_word = text.chars().filter(|c| c.is_alphabetic()).count() > 2;
        if matches!(error, MoveTextError::Syntax(_)) && is_word {
            self.screen
                .say(DIM, "Type help to see what can be typed.")?;
        }
        Ok(())
    }

    pub(super) fn list_moves(&mut self) -> anyhow::Result<()> {
        let position = self.sitting.position();
        let mut moves: Vec<String> = position
            .legal_moves()
            .iter()
            .map(|&mv| San::write(position, mv))
            .collect();
        moves.sort_unstable();
        let text = format!("{} legal moves: {}", moves.len(), moves.join(" "));
        Ok(self.screen.say(DIM, &text)?)
    }

    fn take_back(&mut self) -> anyhow::Result<()> {
        if self.try_to(&Command::OfferTakeback)? {
            // The computer always agrees.
            let answer = self
                .sitting
                .act(Actor::Seat(COMPUTER), &Command::AcceptTakeback);
            self.tell(&answer.unwrap_or_default())?;
        }
        Ok(())
    }

    fn ask_whether_to_resign(&mut self) -> anyhow::Result<()> {
        // Where it would be refused anyway, there is nothing to ask.
        if !self.sitting.view().can.contains(&CommandKind::Resign) {
            return self.try_to(&Command::Resign).map(drop);
        }
        self.resigning = true;
        if !self.screen.asks() {
            self.screen.say(Style::new(), "Resign? Type yes or no.")?;
        }
        Ok(())
    }

    fn offer_draw(&mut self) -> anyhow::Result<()> {
        if self.try_to(&Command::OfferDraw)? && self.sitting.phase() == Phase::Playing {
            let answer = self
                .sitting
                .act(Actor::Seat(COMPUTER), &Command::DeclineDraw);
            if answer.is_ok() {
                let sentence = format!("{} would rather play on.", self.manners.level.name);
                self.screen.say(Style::new(), &sentence)?;
            }
        }
        Ok(())
    }

    /// Claims what the position on the board, or that after the announced move, can be claimed for.
    fn claim(&mut self, with: Option<&str>) -> anyhow::Result<()> {
        let line = self.sitting.line();
        let position = line.position();
        let announced: Option<Move> = match with.map(|text| (text, read_move(position, text))) {
            None => None,
            Some((_, Ok(reading))) => Some(reading.mv),
            Some((text, Err(error))) => return self.not_a_move(text, &error),
        };
        let is_repeated = match announced {
            Some(mv) => line.repetitions_after(mv).is_some_and(|times| times >= 3),
            None => line.repetitions() >= 3 || repeats(&self.sitting.game()),
        };
        let what = if is_repeated {
            ClaimKind::Repetition
        } else {
            ClaimKind::Fifty
        };
        let uci = announced.map(|mv| mv.uci(position).to_string());
        self.try_to(&Command::Claim { what, uci }).map(drop)
    }

    fn play_again(&mut self) -> anyhow::Result<()> {
        if self.try_to(&Command::OfferRematch)? {
            self.advised = None;
            let agreed = self
                .sitting
                .act(Actor::Seat(COMPUTER), &Command::OfferRematch);
            self.computer.new_game(self.sitting.dice());
            self.tell(&agreed.unwrap_or_default())?;
            self.draw()?;
        }
        Ok(())
    }

    fn pgn(&self) -> String {
        self.sitting.record().pgn(SITE)
    }

    /// Adds the game to a file of games.
    pub(super) fn save(&mut self, file: &Path) -> anyhow::Result<()> {
        let text = self.pgn();
        let added = OpenOptions::new()
            .append(true)
            .create(true)
            .open(file)
            .and_then(|mut file| file.write_all(text.as_bytes()))
            .with_context(|| format!("{} cannot be written", file.display()));
        match added {
            Ok(()) => {
                let sentence = format!("The game was added to {}.", file.display());
                self.screen.say(DIM, &sentence)?;
            }
            Err(error) => self.screen.say(BAD, &format!("{error:#}."))?,
        }
        Ok(())
    }
}
