//! Hints and judgements for the person who asks. Not here: the search behind them
//! (`computer.rs`).

use anstyle::Style;
use tabiya_arbiter::Phase;
use tabiya_engine::review::Hint;
use tabiya_engine::{Line, Score};
use tabiya_rules::{Color, Game, Move, Position, Role, San};

use super::evening::{Doing, Evening, number};
use super::sitting::{COMPUTER, PERSON};
use crate::output::{BAD, NAME, name};

/// As many half-moves of a line as are shown.
const SHOWN_PLIES: usize = 8;
/// Less than this, in hundredths of a pawn, is nothing.
const EVEN: i32 = 30;

/// What the person has asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Advice {
    Hint,
    Eval,
}

/// What was found for a position, and how much of it has been given away.
pub(super) struct Advised {
    ply: u32,
    /// Steps of the hint: the piece, the square, the move.
    steps: u32,
    /// None if there is no move.
    hint: Option<Hint>,
}

impl Evening {
    /// Has the computer look at the position, if that is agreed; after a game it always is.
    pub(super) fn ask_for(&mut self, advice: Advice) -> anyhow::Result<()> {
        let is_over = self.sitting.phase() != Phase::Playing;
        let refused = if !is_over && !self.sitting.about().hints {
            Some("This game is played without hints.")
        } else if self.sitting.turn() == Some(COMPUTER) {
            Some("The computer is thinking about its move.")
        } else if advice == Advice::Hint && self.sitting.turn() != Some(PERSON) {
            Some("The game is over. Type eval for a judgement of the position.")
        } else {
            None
        };
        if let Some(sentence) = refused {
            return Ok(self.screen.say(BAD, sentence)?);
        }
        let ply = self.sitting.game().ply;
        if self
            .advised
            .as_ref()
            .is_some_and(|advised| advised.ply == ply)
        {
            return self.advise(advice);
        }
        let thought = self.computer.advise(self.sitting.line().clone());
        self.doing = Doing::Advising(thought, advice);
        Ok(())
    }

    /// The computer has looked.
    pub(super) fn take_advice(&mut self, hint: Option<Hint>, advice: Advice) -> anyhow::Result<()> {
        self.advised = Some(Advised {
            ply: self.sitting.game().ply,
            steps: 0,
            hint,
        });
        self.advise(advice)
    }

    fn advise(&mut self, advice: Advice) -> anyhow::Result<()> {
        let Some(advised) = &mut self.advised else {
            return Ok(());
        };
        let line = self.sitting.line();
        let sentence = match (advice, &advised.hint) {
            (_, None) => "There is no move to judge.".to_owned(),
            (Advice::Eval, Some(hint)) => judgement(line, &hint.line),
            (Advice::Hint, Some(hint)) => {
                advised.steps += 1;
                step(line.position(), hint.mv, &hint.sentence(), advised.steps)
            }
        };
        Ok(self.screen.say(Style::new(), &sentence)?)
    }
}

/// One step of a hint: first the piece, then the square, then the move and why.
fn step(position: &Position, mv: Move, why: &str, number: u32) -> String {
    let role = position.board().role_at(mv.from());
    let man = role.map_or("man", Role::name);
    match number {
        1 => format!(
            "Look at the {man} on {}. (Another hint: where it goes.)",
            mv.from()
        ),
        2 => format!(
            "The {man} on {} wants to go to {}. (Another hint: the move.)",
            mv.from(),
            mv.destination()
        ),
        _ => {
            let san = San::write(position, mv);
            format!("Play {NAME}{san}{NAME:#}. {why}")
        }
    }
}

/// Who stands better, and the line that shows it.
fn judgement(game: &Game, best: &Line) -> String {
    let turn = game.position().turn();
    let shown = line_text(game.position(), &best.moves);
    let who = |is_mover: bool| name(if is_mover { turn } else { turn.other() });
    let verdict = match best.score {
        Score::Mate(moves) => {
            format!(
                "{} mates in {}",
                who(moves > 0),
                moves.unsigned_abs().max(1)
            )
        }
        Score::Centipawns(cp) if cp.abs() < EVEN => "The position is even".to_owned(),
        Score::Centipawns(cp) => {
            let tenths = (cp.unsigned_abs() + 5) / 10;
            let (pawns, tenth) = (tenths / 10, tenths % 10);
            format!("{} is better by {pawns}.{tenth} pawns", who(cp > 0))
        }
    };
    format!("{verdict}: {NAME}{shown}{NAME:#}")
}

/// The first moves of a line, numbered.
fn line_text(start: &Position, moves: &[Move]) -> String {
    let (first, turn): (u32, Color) = (start.fullmove_number(), start.turn());
    let mut position = start.clone();
    let mut text = String::new();
    for (ply, &mv) in (1..).zip(moves.iter().take(SHOWN_PLIES)) {
        let number = number(first, turn, ply);
        if ply == 1 || !number.ends_with("...") {
            text += &format!("{number} ");
        }
        text += &San::write(&position, mv);
        text.push(' ');
        position.play_unchecked(mv);
    }
    text.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use tabiya_rules::read_move;

    use super::*;

    #[test]
    fn a_hint_gives_away_a_little_more_each_time() {
        let position = Position::standard();
        let mv = read_move(&position, "Nf3").unwrap().mv;
        let told = |number| step(&position, mv, "It develops the knight.", number);
        assert!(told(1).starts_with("Look at the knight on g1."));
        assert!(told(2).contains("go to f3") && !told(2).contains("develops"));
        assert!(told(3).contains("Nf3") && told(3).contains("develops"));
    }

    #[test]
    fn a_judgement_names_the_side_and_numbers_the_line() {
        let mut game = Game::new(Position::standard());
        game.play(read_move(game.position(), "e4").unwrap().mv)
            .unwrap();
        let reply = read_move(game.position(), "e5").unwrap().mv;
        let judged = |score| {
            let moves = vec![reply];
            judgement(&game, &Line { score, moves })
        };
        let better = judged(Score::Centipawns(-84));
        assert!(
            better.starts_with("White is better by 0.8 pawns: "),
            "{better}"
        );
        assert!(better.contains("1... e5"), "{better}");
        assert!(judged(Score::Mate(2)).starts_with("Black mates in 2"));
        assert!(judged(Score::Mate(-3)).starts_with("White mates in 3"));
        assert!(judged(Score::Centipawns(5)).starts_with("The position is even"));
    }
}
