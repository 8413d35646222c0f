//! The sentence for people that says how a game ended.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use tabiya_rules::{ByColor, Color, InsufficientMaterial, Move, Outcome, Position, San};

use crate::ending::{Ending, Termination, name};
use crate::prospect::Prospect;
use crate::ruleset::RuleSet;

/// The end of a game as it was recorded, and where it came about.
#[derive(Clone, Copy)]
pub(crate) struct Told<'a> {
    pub(crate) outcome: Option<Outcome>,
    pub(crate) points: Option<ByColor<u32>>,
    pub(crate) termination: Termination,
    pub(crate) by: Option<Color>,
    /// The last position on the board.
    pub(crate) position: &'a Position,
    pub(crate) rules: &'a RuleSet,
    /// The move that was announced for a claim.
    pub(crate) announced: Option<Move>,
}

impl Told<'_> {
    /// The ending with its sentence.
    pub(crate) fn ending(self, prospects: Vec<Prospect>) -> Ending {
        Ending {
            outcome: self.outcome,
            points: self.points,
            termination: self.termination,
            by: self.by,
            prospects,
            message: match (self.points, self.outcome) {
                (Some(points), _) => ruled(points),
                (None, Some(Outcome::Win(winner))) => self.won(winner),
                (None, Some(Outcome::Draw)) => self.drawn(),
                (None, None) => self.without_result(),
            },
        }
    }

    fn without_result(self) -> String {
        match self.by {
            Some(color) if self.termination == Termination::NoStart => {
                let color = name(color);
                format!("{color} did not make a first move in time: no result.")
            }
            Some(color) => format!("{} aborted the game: no result.", name(color)),
            None => String::from("The game was aborted: no result."),
        }
    }

    fn won(self, winner: Color) -> String {
        let (winner, loser) = (name(winner), name(winner.other()));
        match (self.termination, self.by) {
            (Termination::Ruling, Some(by)) => {
                let by = name(by);
                format!("{winner} won: the arbiter declared the game lost by {by}.")
            }
            (Termination::Ruling, None) => format!("The arbiter gave the game to {winner}."),
            (Termination::Checkmate, _) => format!("{winner} won: {loser} is checkmated."),
            (Termination::Resignation, _) => format!("{winner} won: {loser} resigned."),
            (Termination::TimeForfeit, _) => format!("{winner} won: {loser} ran out of time."),
            (Termination::Abandonment, _) => format!("{winner} won: {loser} stayed away."),
            (Termination::IllegalMoves, _) => {
                format!("{winner} won: {loser} completed a second illegal move.")
            }
            _ => format!("{winner} won."),
        }
    }

    fn drawn(self) -> String {
        let turn = name(self.position.turn());
        let fixed = match (self.termination, self.by) {
            (Termination::Stalemate, _) => {
                return format!("Draw by stalemate: {turn} has no legal move and is not in check.");
            }
            (Termination::TimeForfeit, _) => return self.saved("ran out of time"),
            (Termination::Abandonment, _) => return self.saved("stayed away"),
            (Termination::Resignation, _) => return self.saved("resigned"),
            (Termination::IllegalMoves, _) => {
                return self.saved("completed a second illegal move");
            }
            (Termination::Threefold, Some(by)) => return self.claimed("repetition", by),
            (Termination::FiftyMoves, Some(by)) => return self.claimed("the 50-move rule", by),
            (Termination::UnansweredOffer, Some(by)) => {
                let (by, opponent) = (name(by), name(by.other()));
                return format!("Draw: {opponent} left the offer of {by} without an answer.");
            }
            (Termination::UnansweredOffer, None) => "Draw: an offer stayed without an answer.",
            (Termination::Ruling, _) => "The arbiter declared the game drawn.",
            (Termination::DeadPosition, _) => "Draw: neither side can ever give mate.",
            (Termination::Threefold, None) => {
                "Draw: the same position is on the board for the third time."
            }
            (Termination::Fivefold, _) => {
                "Draw: the same position is on the board for the fifth time."
            }
            (Termination::FiftyMoves, None) => {
                "Draw: 50 moves by each side without pawn move or capture."
            }
            (Termination::SeventyFiveMoves, _) => {
                "Draw: 75 moves by each side without pawn move or capture."
            }
            (Termination::Agreement, _) => "Draw by agreement.",
            (Termination::Checkmate | Termination::Aborted | Termination::NoStart, _) => "Draw.",
        };
        String::from(fixed)
    }

    fn claimed(self, rule: &str, by: Color) -> String {
        let with = self
            .announced
            .map(|mv| format!(" with the announced move {}", San::write(self.position, mv)))
            .unwrap_or_default();
        format!("Draw by {rule}, claimed by {}{with}.", name(by))
    }

    /// Somebody who would have lost, had the opponent been able to win.
    fn saved(self, what: &str) -> String {
        let loser = self.by.unwrap_or(self.position.turn());
        let (loser_name, opponent) = (name(loser), name(loser.other()));
        let by_moves = self.termination == Termination::Resignation;
        let by_men = self.rules.flag_exception.material().filter(|_| !by_moves);
        let why = if InsufficientMaterial::LoneKing.applies(self.position, loser.other()) {
            "has only a king"
        } else {
            match by_men {
                None => "could not mate by any legal moves",
                Some(InsufficientMaterial::MaterialPair) => "could not mate with these men",
                Some(_) => "has too few men to win",
            }
        };
        format!("{loser_name} {what}, but {opponent} {why}: draw.")
    }
}

/// The sentence of an arbiter who gives less than a game has.
fn ruled(points: ByColor<u32>) -> String {
    let text = |half_points| match half_points {
        0 => "0",
        1 => "1/2",
        _ => "1",
    };
    let (white, black) = (text(points.white), text(points.black));
    format!("The arbiter gave White {white} and Black {black}.")
}
