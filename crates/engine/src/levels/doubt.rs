//! The second look: people err by moves that look right. What looks odd is looked at again before it
//! is played, with the full engine, and a natural move takes its place if it loses too much. Not here: how odd a move
//! looks (`habit`), and how likely each is (`choice`).

use tabiya_rules::{Game, Move};

use super::chance::{fraction, mix};
use super::choice::draw;
use super::look::Thought;
use crate::see::wins_at_least;
use crate::{Engine, Limits, Score, Stop};

/// Moves that habit gives less look odd.
const ODD: f64 = 0.1;

/// Who gives a man for less is sure of it, or has not looked: a share beyond which even that is no
/// wonder, as habit knows most captures that win.
const SURE: f64 = 0.9;

/// What an odd move may lose, in centipawns: more is dropped.
const TOLERATED: i32 = 120;

/// Positions that are visited for a second look.
const NODES: u64 = 5_000;

/// Beyond that a game is decided, and differences say nothing.
const DECIDED: i32 = 1_000;

/// What somebody plays who looks twice at what is odd.
pub(super) struct Doubt<'a> {
    engine: &'a mut Engine,
    game: &'a Game,
    /// Each legal move with its share by habit.
    shares: &'a [(Move, f64)],
    stop: &'a Stop,
    /// Moves that habit gives less are looked at again.
    care: f64,
}

impl<'a> Doubt<'a> {
    pub(super) fn new(
        engine: &'a mut Engine,
        game: &'a Game,
        shares: &'a [(Move, f64)],
        stop: &'a Stop,
        care: f64,
    ) -> Doubt<'a> {
        Doubt {
            engine,
            game,
            shares,
            stop,
            care,
        }
    }

    /// Draws one of the thoughts by its weight. If it is worth a second look and loses, another one
    /// that does not look odd, and if there is none, what habit plays most.
    pub(super) fn settle(
        &mut self,
        thoughts: &[Thought],
        weights: &[f64],
        seed: u64,
    ) -> Option<Thought> {
        let drawn = *thoughts.get(draw(weights, fraction(mix(seed ^ 2))))?;
        let is_doubtful = self.share(drawn.mv) < self.care || self.gives(drawn.mv);
        if !is_doubtful || !self.loses(drawn.mv) {
            return Some(drawn);
        }
        let other = |(thought, &weight): (&Thought, &f64)| {
            if thought.mv == drawn.mv || self.is_odd(thought.mv) {
                0.0
            } else {
                weight
            }
        };
        let others: Vec<f64> = thoughts.iter().zip(weights).map(other).collect();
        if others.iter().any(|&weight| weight > 0.0) {
            let place = draw(&others, fraction(mix(seed ^ 4)));
            return thoughts.get(place).copied();
        }
        let usual = self.shares.iter().max_by(|a, b| a.1.total_cmp(&b.1));
        usual.map(|&(mv, _)| Thought { mv, ..drawn })
    }

    fn share(&self, mv: Move) -> f64 {
        let found = self.shares.iter().find(|(other, _)| *other == mv);
        found.map_or(0.0, |&(_, share)| share)
    }

    /// Whether a move looks odd: few play it, or it gives a man for less.
    fn is_odd(&self, mv: Move) -> bool {
        self.share(mv) < ODD || self.gives(mv)
    }

    /// Whether a move gives a man for less.
    fn gives(&self, mv: Move) -> bool {
        self.share(mv) < SURE && !wins_at_least(self.game.position(), mv, -TOLERATED)
    }

    /// Whether a move loses more than is tolerated.
    fn loses(&mut self, mv: Move) -> bool {
        let (best_move, best) = look(self.engine, self.game, Vec::new(), self.stop);
        best_move != Some(mv) && {
            let (_, value) = look(self.engine, self.game, vec![mv], self.stop);
            best - value > TOLERATED
        }
    }
}

/// The best of these moves, of all if none is named, and what it is worth.
fn look(engine: &mut Engine, game: &Game, only: Vec<Move>, stop: &Stop) -> (Option<Move>, i32) {
    engine.new_game();
    let limits = Limits {
        only,
        ..Limits::nodes(NODES)
    };
    let report = engine.search_alone(game, &limits, stop);
    let value = report.best().map_or(0, |line| match line.score {
        Score::Centipawns(value) => value.clamp(-DECIDED, DECIDED),
        Score::Mate(moves) if moves > 0 => DECIDED,
        Score::Mate(_) => -DECIDED,
    });
    (report.best_move(), value)
}

#[cfg(test)]
mod tests {
    use tabiya_rules::{Position, Uci};

    use super::*;
    use crate::Options;
    use crate::levels::habit::Scene;

    /// What is played with that care if all that comes to mind are these moves, the first for sure.
    fn settled(moves: &str, thoughts: &[&str], care: f64) -> String {
        let mut game = Game::new(Position::standard());
        for text in moves.split_whitespace() {
            let mv = text.parse::<Uci>().unwrap().resolve(game.position());
            game.play(mv.unwrap()).unwrap();
        }
        let legal: Vec<Move> = game.position().legal_moves().iter().copied().collect();
        let shares = Scene::of(&game).shares(&legal);
        let shares: Vec<(Move, f64)> = legal.into_iter().zip(shares).collect();
        let thought = |text: &&str| {
            let mv = text.parse::<Uci>().unwrap().resolve(game.position());
            Thought {
                mv: mv.unwrap(),
                value: 0,
            }
        };
        let thoughts: Vec<Thought> = thoughts.iter().map(thought).collect();
        let weights: Vec<f64> = (0..thoughts.len())
            .map(|place| if place == 0 { 1.0 } else { 1e-12 })
            .collect();
        let mut engine = Engine::new(Options {
            hash_mib: 1,
            ..Options::default()
        });
        let stop = Stop::new();
        let mut doubt = Doubt::new(&mut engine, &game, &shares, &stop, care);
        let found = doubt.settle(&thoughts, &weights, 7).unwrap();
        found.mv.uci(game.position()).to_string()
    }

    #[test]
    fn a_man_is_not_given_for_less_without_a_second_look() {
        let moves = "e2e4 e7e5 g1f3 b8c6";
        assert_eq!(settled(moves, &["f3e5", "d2d4", "a2a3"], 0.0), "d2d4");
        assert_ne!(settled(moves, &["f3e5"], 0.0), "f3e5");
    }

    #[test]
    fn a_man_that_is_given_for_good_stays_given() {
        // The bishop is taken, and Black's king with it.
        let moves = "e2e4 e7e5 g1f3 d7d6 f1c4 c8g4 b1c3 g7g6";
        assert_eq!(settled(moves, &["f3e5", "d2d4"], 1.0), "f3e5");
    }

    #[test]
    fn a_natural_mistake_is_made_by_who_does_not_look() {
        let moves = "e2e4 e7e5 d1h5";
        assert_eq!(settled(moves, &["g7g6", "b8c6"], 0.0), "g7g6");
        assert_eq!(settled(moves, &["g7g6", "g8f6"], 1.0), "g8f6");
    }
}
