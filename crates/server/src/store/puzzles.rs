//! The store's side of puzzles that a host has brought in. Those that the web application ships with
//! are files of its own and not here.

use serde::{Deserialize, Serialize};

use super::Answer;

/// A library of puzzles.
pub trait Puzzles: Send + Sync + 'static {
    /// Adds puzzles, all or nothing; one whose id is known takes the place of the one before.
    fn add_puzzles(&self, puzzles: Vec<Puzzle>) -> Answer<'_, ()>;

    /// Some of the puzzles that a wish fits, in no order that means anything.
    fn some_puzzles(&self, wish: PuzzleWish) -> Answer<'_, Vec<Puzzle>>;

    /// The puzzle with this id.
    fn puzzle(&self, id: String) -> Answer<'_, Option<Puzzle>>;

    /// How many there are.
    fn count_puzzles(&self) -> Answer<'_, u64>;
}

/// A position with one way through, as the puzzles that Lichess publishes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Puzzle {
    /// What it is called by; no other has it.
    pub id: String,
    /// The position before the opponent's last move, in Forsyth-Edwards notation.
    pub fen: String,
    /// That move, and then the solution, in coordinates: an even number, the solver's last.
    pub moves: Vec<String>,
    /// How hard it is, on the scale of players.
    pub rating: u16,
    /// What it is about: `fork`, `mateIn2`.
    pub themes: Vec<String>,
    /// Where its game can be seen.
    pub url: Option<String>,
}

/// Which puzzles somebody would like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleWish {
    /// What they are about; anything if nothing is said.
    pub theme: Option<String>,
    /// The easiest and the hardest.
    pub ratings: (u16, u16),
    /// How many at most.
    pub count: u32,
    /// Where in the library to look first: another number, other puzzles.
    pub lot: u32,
}
