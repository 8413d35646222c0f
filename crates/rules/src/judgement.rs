//! What the board and the record of a game decide by themselves, and what a player may claim. Not
//! here: time, agreement, resignation, and other rule sets than the Laws, which are matters of an
//! arbiter.

use crate::{Game, Move, Outcome, Position, is_dead_by_material};

/// Why a game is over without anybody asking for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AutomaticEnd {
    /// The side to move is mated (article 5.1.1).
    Checkmate,
    /// The side to move has no legal move and is not in check (article 5.2.1).
    Stalemate,
    /// Neither side could mate with the men that are left (article 5.2.2, as far as the men alone
    /// tell: [`is_dead_by_material`]). For blocked positions ask [`winnable`](crate::winnable()).
    DeadPosition,
    /// The position has been on the board five times (article 9.6.1).
    FivefoldRepetition,
    /// 75 moves by each player without a capture or a pawn move (article 9.6.2).
    SeventyFiveMoves,
}

impl AutomaticEnd {
    /// How the game has come out, by the position in which it ended.
    #[must_use]
    pub fn outcome(self, position: &Position) -> Outcome {
        match self {
            AutomaticEnd::Checkmate => Outcome::Win(!position.turn()),
            AutomaticEnd::Stalemate
            | AutomaticEnd::DeadPosition
            | AutomaticEnd::FivefoldRepetition
            | AutomaticEnd::SeventyFiveMoves => Outcome::Draw,
        }
    }

    /// The article of the Laws.
    #[must_use]
    pub const fn article(self) -> &'static str {
        match self {
            AutomaticEnd::Checkmate => "5.1.1",
            AutomaticEnd::Stalemate => "5.2.1",
            AutomaticEnd::DeadPosition => "5.2.2",
            AutomaticEnd::FivefoldRepetition => "9.6.1",
            AutomaticEnd::SeventyFiveMoves => "9.6.2",
        }
    }
}

/// Why the player to move may claim a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// The position is on the board for the third time (article 9.2).
    ThreefoldRepetition,
    /// 50 moves by each player without a capture or a pawn move (article 9.3).
    FiftyMoves,
}

impl Claim {
    /// The article of the Laws.
    #[must_use]
    pub const fn article(self) -> &'static str {
        match self {
            Claim::ThreefoldRepetition => "9.2",
            Claim::FiftyMoves => "9.3",
        }
    }
}

const FIFTY_MOVES: u32 = 100;
const SEVENTY_FIVE_MOVES: u32 = 150;

impl Game {
    /// Why the game is over by itself, if it is. What the board says comes first: mate wins
    /// whatever the record says (article 9.6.2).
    ///
    /// ```
    /// use tabiya_rules::{AutomaticEnd, Game, Mode, Position};
    ///
    /// let mated = Position::from_fen("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", Mode::Standard)?;
    /// assert_eq!(Game::new(mated).automatic_end(), Some(AutomaticEnd::Checkmate));
    /// # Ok::<(), tabiya_rules::FromFenError>(())
    /// ```
    #[must_use]
    pub fn automatic_end(&self) -> Option<AutomaticEnd> {
        let position = self.position();
        if !position.has_legal_move() {
            return Some(if position.is_check() {
                AutomaticEnd::Checkmate
            } else {
                AutomaticEnd::Stalemate
            });
        }
        if is_dead_by_material(position.board()) {
            Some(AutomaticEnd::DeadPosition)
        } else if self.repetitions() >= 5 {
            Some(AutomaticEnd::FivefoldRepetition)
        } else if position.halfmove_clock() >= SEVENTY_FIVE_MOVES {
            Some(AutomaticEnd::SeventyFiveMoves)
        } else {
            None
        }
    }

    /// How the game has come out by itself, if it is over.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.automatic_end().map(|end| end.outcome(self.position()))
    }

    /// What the player to move may claim for the position on the board (articles 9.2.2 and 9.3.2);
    /// nothing once the game is over by itself.
    ///
    /// ```
    /// use tabiya_rules::{Claim, Game, Position, Uci};
    ///
    /// let mut game = Game::new(Position::standard());
    /// for text in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"] {
    ///     assert_eq!(game.claims().count(), 0);
    ///     let mv = text.parse::<Uci>()?.resolve(game.position())?;
    ///     game.play(mv)?;
    /// }
    /// assert!(game.claims().eq([Claim::ThreefoldRepetition]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn claims(&self) -> impl Iterator<Item = Claim> + use<> {
        let is_over = self.automatic_end().is_some();
        claims(self.repetitions(), self.position().halfmove_clock()).filter(move |_| !is_over)
    }

    /// What the player to move may claim by writing down a legal move without making it (articles
    /// 9.2.1 and 9.3.1); nothing for an illegal one, or once the game is over by itself.
    pub fn claims_with(&self, mv: Move) -> impl Iterator<Item = Claim> + use<> {
        let repetitions = match self.automatic_end() {
            None => self.repetitions_after(mv),
            Some(_) => None,
        };
        let clock = repetitions.map(|_| self.position().after_unchecked(mv).halfmove_clock());
        claims(repetitions.unwrap_or(0), clock.unwrap_or(0))
    }
}

fn claims(repetitions: u32, halfmove_clock: u32) -> impl Iterator<Item = Claim> {
    let threefold = (repetitions >= 3).then_some(Claim::ThreefoldRepetition);
    let fifty = (halfmove_clock >= FIFTY_MOVES).then_some(Claim::FiftyMoves);
    threefold.into_iter().chain(fifty)
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::{Mode, Uci};

    fn game(fen: &str) -> Game {
        Game::new(Position::from_fen(fen, Mode::Standard).unwrap())
    }

    fn mv(game: &Game, text: &str) -> Move {
        let uci: Uci = text.parse().unwrap();
        uci.resolve(game.position()).unwrap()
    }

    #[test]
    fn the_board_decides_before_the_record() {
        let mate_at_the_limit = game("7k/8/5KQ1/8/8/8/8/8 w - - 149 120");
        let mut after = mate_at_the_limit.clone();
        after.play(mv(&after, "g6g7")).unwrap();
        assert_eq!(after.automatic_end(), Some(AutomaticEnd::Checkmate));
        assert_eq!(after.outcome(), Some(Outcome::Win(crate::Color::White)));
        let mut quiet = mate_at_the_limit;
        quiet.play(mv(&quiet, "g6g1")).unwrap();
        assert_eq!(quiet.automatic_end(), Some(AutomaticEnd::SeventyFiveMoves));
        assert_eq!(quiet.outcome(), Some(Outcome::Draw));
        let stalemate = game("7k/8/6QK/8/8/8/8/8 b - - 0 1");
        assert_eq!(stalemate.automatic_end(), Some(AutomaticEnd::Stalemate));
        let dead = game("7k/8/6K1/8/8/8/8/6B1 b - - 0 1");
        assert_eq!(dead.automatic_end(), Some(AutomaticEnd::DeadPosition));
    }

    #[test]
    fn claims_for_the_board_and_for_an_intended_move() {
        let mut fifty = game("7k/8/6K1/8/8/8/8/R7 w - - 99 90");
        let rook_move = mv(&fifty, "a1b1");
        assert_eq!(fifty.claims().count(), 0);
        assert!(fifty.claims_with(rook_move).eq([Claim::FiftyMoves]));
        fifty.play(rook_move).unwrap();
        assert!(fifty.claims().eq([Claim::FiftyMoves]));
        assert_eq!(fifty.automatic_end(), None);

        let mut line = Game::new(Position::standard());
        let there_and_back = ["g1f3", "g8f6", "f3g1", "f6g8"];
        for text in there_and_back.iter().cycle().take(7) {
            line.play(mv(&line, text)).unwrap();
        }
        assert_eq!(line.claims().count(), 0);
        let back = mv(&line, "f6g8");
        let other = mv(&line, "f6e4");
        assert!(line.claims_with(back).eq([Claim::ThreefoldRepetition]));
        assert_eq!(line.claims_with(other).count(), 0);
        for text in there_and_back.iter().cycle().skip(3).take(9) {
            line.play(mv(&line, text)).unwrap();
        }
        assert_eq!(line.automatic_end(), Some(AutomaticEnd::FivefoldRepetition));
        assert_eq!(line.claims().collect::<Vec<_>>(), []);
    }
}
