//! Puzzles, and whether an opponent solves them.

use tabiya_rules::{Game, Mode, Move, Position, Uci};

use crate::levels::{Level, Opponent};
use crate::{Engine, Stop};

/// A puzzle: a position, the move that makes it one, and the solution.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// What it is called in its collection.
    pub id: String,
    /// How hard it is, on the scale of the people who solved it.
    pub rating: u32,
    /// Before the move that makes the puzzle.
    pub start: Position,
    /// That move, then the solution, own moves and replies in turn.
    pub moves: Vec<Move>,
}

impl Puzzle {
    /// Reads `id,FEN,moves,rating,…`, moves in UCI with spaces between. `None` if it is no such
    /// line.
    #[must_use]
    pub fn from_csv(line: &str) -> Option<Puzzle> {
        let mut fields = line.split(',');
        let id = fields.next()?.to_owned();
        let start = Position::from_fen(fields.next()?, Mode::Standard).ok()?;
        let mut position = start.clone();
        let mut moves = Vec::new();
        for word in fields.next()?.split(' ') {
            let mv = word.parse::<Uci>().ok()?.resolve(&position).ok()?;
            position.play(mv).ok()?;
            moves.push(mv);
        }
        let rating = fields.next()?.parse().ok()?;
        (moves.len() >= 2).then_some(Puzzle {
            id,
            rating,
            start,
            moves,
        })
    }
}

/// Whether an opponent finds every own move of the solution. Any mate counts.
pub fn solves(level: &Level, seed: u64, engine: &mut Engine, puzzle: &Puzzle) -> bool {
    let mut opponent = Opponent::made_of(*level, seed);
    let mut game = Game::new(puzzle.start.clone());
    for (place, &mv) in puzzle.moves.iter().enumerate() {
        if place % 2 == 1 {
            let Some(choice) = opponent.choose(engine, &game, None, &Stop::new()) else {
                return false;
            };
            if choice.mv != mv {
                return game.position().after_unchecked(choice.mv).is_checkmate();
            }
        }
        if game.play(mv).is_err() {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Options;

    #[test]
    fn a_mate_in_one_is_a_puzzle_that_the_upper_levels_solve() {
        let line = "x,r1bqk2r/pppp2pp/2n2b2/4N2Q/2BPp3/8/PPP2PPP/RN2K2R b KQkq - 1 8,e8f8 h5f7,1000,69,mate";
        let puzzle = Puzzle::from_csv(line).unwrap();
        assert_eq!((puzzle.rating, puzzle.moves.len()), (1000, 2));
        let level = Level::by_id("karin").unwrap();
        assert!(solves(
            level,
            1,
            &mut Engine::new(Options::default()),
            &puzzle
        ));
        assert!(Puzzle::from_csv("x,nothing,e2e4,5").is_none());
    }
}
