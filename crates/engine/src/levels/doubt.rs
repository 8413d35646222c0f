//! The second look: people err by moves that look right. What looks odd is looked at again before it
//! is played, with the full engine, and a natural move takes its place if it loses too much. Not here: how odd a move
//! looks (`habit`), and how likely each is (`choice`).

use tabiya_rules::{Game, Move};

use super::ask::ask;
use super::chance::{fraction, mix};
use super::choice::draw;
use super::look::Thought;
use crate::see::wins_at_least;
use crate::{Engine, Stop};

/// Moves that habit gives less look odd.
const ODD: f64 = 0.1;

/// Who gives a man for less is sure of it, or has not looked: a share beyond which even that is no
/// wonder, as habit knows most captures that win.
const SURE: f64 = 0.9;

/// What a move that is looked at again may lose, in centipawns: more is dropped.
const TOLERATED: i32 = 120;

/// A move that loses so many centipawns is an error.
const ERROR: i32 = 200;

/// Who loses so many centipawns in an exchange has given a man for less.
const GIVEN: i32 = 120;

/// So many natural moves are looked at where an odd one is dropped, until one does not lose.
const LOOKS: u64 = 3;

/// What somebody plays who looks twice at what is odd.
pub(super) struct Doubt<'a> {
    engine: &'a mut Engine,
    game: &'a Game,
    /// Each legal move with its share by habit.
    shares: &'a [(Move, f64)],
    stop: &'a Stop,
    /// Moves that habit gives less are looked at again.
    care: f64,
    /// The best move and its value, once they are known.
    best: Option<(Option<Move>, i32)>,
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
            best: None,
        }
    }

    /// Draws one of the thoughts by its weight. If it is worth a second look and loses, another one that
    /// does not look odd takes its place.
    pub(super) fn settle(
        &mut self,
        thoughts: &[Thought],
        weights: &[f64],
        seed: u64,
    ) -> Option<Thought> {
        let drawn = *thoughts.get(draw(weights, fraction(mix(seed ^ 2))))?;
        let is_doubtful = self.share(drawn.mv) < self.care || self.gives(drawn.mv);
        if !is_doubtful {
            return Some(drawn);
        }
        let loss = self.loss(drawn.mv);
        if loss <= TOLERATED {
            return Some(drawn);
        }
        let other = |(thought, &weight): (&Thought, &f64)| {
            if thought.mv == drawn.mv || self.is_odd(thought.mv) {
                0.0
            } else {
                weight
            }
        };
        let others = thoughts.iter().zip(weights).map(other).collect();
        let is_error = loss >= ERROR || self.gives(drawn.mv);
        let kept = (!is_error).then_some((loss, drawn));
        let usual = self.shares.iter().max_by(|a, b| a.1.total_cmp(&b.1));
        let usual = usual.map(|&(mv, _)| Thought { mv, ..drawn });
        self.least(kept, thoughts, others, seed).or(usual)
    }

    /// Looks at natural moves, drawn by their weights, until one does not lose: that one, or the one that
    /// loses least, what was drawn at first included where it is no error.
    fn least(
        &mut self,
        kept: Option<(i32, Thought)>,
        thoughts: &[Thought],
        mut weights: Vec<f64>,
        seed: u64,
    ) -> Option<Thought> {
        let mut least = kept;
        for look in 0..LOOKS {
            if weights.iter().all(|&weight| weight <= 0.0) {
                break;
            }
            let place = draw(&weights, fraction(mix(seed ^ (4 + 8 * look))));
            let (Some(&thought), Some(weight)) = (thoughts.get(place), weights.get_mut(place))
            else {
                break;
            };
            *weight = 0.0;
            let loss = self.loss(thought.mv);
            if least.is_none_or(|(other, _)| loss < other) {
                least = Some((loss, thought));
            }
            if loss <= TOLERATED {
                break;
            }
        }
        least.map(|(_, thought)| thought)
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
        self.share(mv) < SURE && !wins_at_least(self.game.position(), mv, -GIVEN)
    }

    /// The best move and its value.
    fn best(&mut self) -> (Option<Move>, i32) {
        match self.best {
            Some(best) => best,
            None => *self
                .best
                .insert(ask(self.engine, self.game, Vec::new(), self.stop)),
        }
    }

    /// What a move loses against the best one.
    fn loss(&mut self, mv: Move) -> i32 {
        let (best_move, best) = self.best();
        if best_move == Some(mv) {
            return 0;
        }
        best - ask(self.engine, self.game, vec![mv], self.stop).1
    }
}

#[cfg(test)]
mod tests {
    use tabiya_rules::{Position, Uci};

    use super::*;
    use crate::Options;
    use crate::levels::habit::Scene;

    fn played(moves: &str) -> Game {
        let mut game = Game::new(Position::standard());
        for text in moves.split_whitespace() {
            let mv = text.parse::<Uci>().unwrap().resolve(game.position());
            game.play(mv.unwrap()).unwrap();
        }
        game
    }

    fn thought(game: &Game, text: &str) -> Thought {
        let mv = text.parse::<Uci>().unwrap().resolve(game.position());
        Thought {
            mv: mv.unwrap(),
            value: 0,
        }
    }

    fn engine() -> Engine {
        Engine::new(Options {
            hash_mib: 1,
            ..Options::default()
        })
    }

    /// What is played with that care if all that comes to mind are these moves, the first for sure.
    fn settled(moves: &str, thoughts: &[&str], care: f64) -> String {
        let game = played(moves);
        let legal: Vec<Move> = game.position().legal_moves().iter().copied().collect();
        let shares = Scene::of(&game).shares(&legal);
        let shares: Vec<(Move, f64)> = legal.into_iter().zip(shares).collect();
        let thoughts: Vec<Thought> = thoughts.iter().map(|text| thought(&game, text)).collect();
        let weights: Vec<f64> = (0..thoughts.len())
            .map(|place| if place == 0 { 1.0 } else { 1e-12 })
            .collect();
        let (mut engine, stop) = (engine(), Stop::new());
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
    fn what_takes_the_place_of_a_mistake_is_looked_at_too() {
        // The knight attacks the queen and lets it give mate; the pawn attacks it, too.
        let game = played("e2e4 e7e5 f1c4 b8c6 d1h5");
        let thoughts = ["g8f6", "g7g6"].map(|text| thought(&game, text));
        let mut engine = engine();
        let stop = Stop::new();
        let mut doubt = Doubt::new(&mut engine, &game, &[], &stop, 1.0);
        for seed in 0..8 {
            let found = doubt.least(None, &thoughts, vec![1.0, 1.0], seed);
            assert_eq!(found, Some(thoughts[1]));
        }
        let only = doubt.least(None, &thoughts[..1], vec![1.0], 1);
        assert_eq!(only, Some(thoughts[0]));
    }

    #[test]
    fn a_natural_mistake_is_made_by_who_does_not_look() {
        let moves = "e2e4 e7e5 d1h5";
        assert_eq!(settled(moves, &["g7g6", "b8c6"], 0.0), "g7g6");
        assert_eq!(settled(moves, &["g7g6", "g8f6"], 1.0), "g8f6");
    }
}
