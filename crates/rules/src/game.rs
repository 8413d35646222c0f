//! A line of play: a start, the moves, and how often each position has occurred. Not here: what
//! follows from that (`judgement`), people, clocks.

use alloc::vec::Vec;

use crate::{Move, Position, Reason};

/// A start position and the moves played from it.
///
/// ```
/// use tabiya_rules::{Game, Position, Uci};
///
/// let mut game = Game::new(Position::standard());
/// for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
///     let mv = text.parse::<Uci>()?.resolve(game.position())?;
///     game.play(mv)?;
/// }
/// assert_eq!(game.repetitions(), 2); // the start counts as the first time
/// game.undo();
/// assert_eq!(game.ply(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    moves: Vec<Move>,
    /// The positions before each move.
    past: Vec<Position>,
    now: Position,
}

impl Game {
    /// A game in which nothing has been played yet.
    #[must_use]
    pub const fn new(start: Position) -> Game {
        Game {
            moves: Vec::new(),
            past: Vec::new(),
            now: start,
        }
    }

    /// The position on the board.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.now
    }

    /// The position from which the game began.
    #[must_use]
    pub fn start(&self) -> &Position {
        self.past.first().unwrap_or(&self.now)
    }

    /// The moves played so far.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// How many half-moves have been played.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.moves.len()
    }

    /// Plays a move if it is legal.
    ///
    /// # Errors
    ///
    /// Why it is illegal; the game is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), Reason> {
        let mut next = self.now.clone();
        next.play(mv)?;
        self.past.push(core::mem::replace(&mut self.now, next));
        self.moves.push(mv);
        Ok(())
    }

    /// Takes back the last move and says which it was; nothing happens at the start.
    pub fn undo(&mut self) -> Option<Move> {
        self.now = self.past.pop()?;
        self.moves.pop()
    }

    /// The position after that many half-moves, 0 being the start.
    #[must_use]
    pub fn position_at(&self, ply: usize) -> Option<Position> {
        let position = if ply == self.moves.len() {
            Some(&self.now)
        } else {
            self.past.get(ply)
        };
        position.cloned()
    }

    /// How many times the position on the board has occurred, this time included (article 9.2.3).
    /// Positions are compared whole, not by their keys.
    #[must_use]
    pub fn repetitions(&self) -> u32 {
        self.occurrences_before(&self.now) + 1
    }

    /// How many times the position would have occurred that a legal move leads to (article 9.2.1):
    /// what a claim with an intended move rests on. `None` if the move is illegal.
    #[must_use]
    pub fn repetitions_after(&self, mv: Move) -> Option<u32> {
        let mut next = self.now.clone();
        next.play(mv).ok()?;
        Some(self.occurrences_before(&next) + 1)
    }

    /// After how many half-moves the position on the board stood, this time included, the first
    /// time first: what a claim rests on (article 9.2).
    ///
    /// ```
    /// # use tabiya_rules::{Game, Position, Uci};
    /// let mut game = Game::new(Position::standard());
    /// for text in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3"] {
    ///     let mv = text.parse::<Uci>()?.resolve(game.position())?;
    ///     game.play(mv)?;
    /// }
    /// assert_eq!(game.occurrences(), [1, 5]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn occurrences(&self) -> Vec<usize> {
        self.occurrences_of(&self.now, self.ply())
    }

    /// The same for the position that a legal move leads to (article 9.2.1), the move counted as
    /// made. `None` if the move is illegal.
    #[must_use]
    pub fn occurrences_after(&self, mv: Move) -> Option<Vec<usize>> {
        let mut next = self.now.clone();
        next.play(mv).ok()?;
        Some(self.occurrences_of(&next, self.ply() + 1))
    }

    fn occurrences_of(&self, position: &Position, ply: usize) -> Vec<usize> {
        let earlier = self.past_of(position).map(|(ply, _)| ply);
        let mut plies: Vec<usize> = [ply].into_iter().chain(earlier).collect();
        plies.reverse();
        plies
    }

    /// How often the game has seen a position that is the current one, or comes right after it.
    fn occurrences_before(&self, position: &Position) -> u32 {
        // Most differ in their keys, which is seen at once.
        self.past_of(position).fold(0, |count, _| count + 1)
    }

    /// The past positions that are like this one, the last first, with their half-moves.
    fn past_of<'a>(
        &'a self,
        position: &'a Position,
    ) -> impl Iterator<Item = (usize, &'a Position)> {
        // Nothing before the last pawn move or capture can come again.
        let reversible = usize::try_from(position.halfmove_clock()).unwrap_or(usize::MAX);
        let earlier = self.past.iter().enumerate().rev().take(reversible);
        earlier.filter(move |(_, past)| *past == position)
    }
}
