//! Random games, the same in every run, for the tables that need text.

use tabiya_rules::{Move, Position, San};

/// A game from the standard position.
pub(crate) struct Line {
    pub(crate) moves: Vec<Move>,
    /// The same moves, written.
    pub(crate) sans: Vec<String>,
    /// The position before each move.
    pub(crate) before: Vec<Position>,
    /// How it stands at the end.
    pub(crate) last: Position,
}

/// So many games of at most `plies` half-moves, each move chosen by chance.
pub(crate) fn random_games(seed: u64, games: usize, plies: usize) -> Vec<Line> {
    let mut rng = fastrand::Rng::with_seed(seed);
    (0..games).map(|_| random_game(&mut rng, plies)).collect()
}

fn random_game(rng: &mut fastrand::Rng, plies: usize) -> Line {
    let mut line = Line {
        moves: Vec::new(),
        sans: Vec::new(),
        before: Vec::new(),
        last: Position::standard(),
    };
    while line.moves.len() < plies {
        let Some(mv) = rng.choice(line.last.legal_moves()) else {
            break;
        };
        line.moves.push(mv);
        line.sans.push(San::write(&line.last, mv));
        line.before.push(line.last.clone());
        line.last.play_unchecked(mv);
    }
    line
}
