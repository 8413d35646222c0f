//! Where a game stands: what ends it by itself, what the player to move may claim, and the
//! sentences for it. Not here: the board and the moves.

use std::io::{self, Write};

use serde::Serialize;
use tabiya_rules::{
    AutomaticEnd, Budget, Claim, Color, Game, Move, Outcome, Position, San, winnable,
};

use crate::output::{BAD, GOOD, Output, name};

/// What ends a game, or could by a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Ground {
    /// 5.1.1
    Checkmate,
    /// 5.2.1
    Stalemate,
    /// 5.2.2
    DeadPosition,
    /// 9.6.1
    FivefoldRepetition,
    /// 9.6.2
    SeventyfiveMoves,
    /// 9.2
    ThreefoldRepetition,
    /// 9.3
    FiftyMoves,
}

impl From<AutomaticEnd> for Ground {
    fn from(end: AutomaticEnd) -> Self {
        match end {
            AutomaticEnd::Checkmate => Self::Checkmate,
            AutomaticEnd::Stalemate => Self::Stalemate,
            AutomaticEnd::DeadPosition => Self::DeadPosition,
            AutomaticEnd::FivefoldRepetition => Self::FivefoldRepetition,
            AutomaticEnd::SeventyFiveMoves => Self::SeventyfiveMoves,
        }
    }
}

impl From<Claim> for Ground {
    fn from(claim: Claim) -> Self {
        match claim {
            Claim::ThreefoldRepetition => Self::ThreefoldRepetition,
            Claim::FiftyMoves => Self::FiftyMoves,
        }
    }
}

impl Ground {
    fn sentence(self) -> &'static str {
        match self {
            Self::Checkmate => "Checkmate: the king is attacked and cannot escape (5.1.1).",
            Self::Stalemate => "Stalemate: no legal move, and no check (5.2.1).",
            Self::DeadPosition => {
                "Dead position: neither side can mate by any series of legal moves (5.2.2)."
            }
            Self::FivefoldRepetition => "The same position for the fifth time (9.6.1).",
            Self::SeventyfiveMoves => "75 moves by each side without pawn move or capture (9.6.2).",
            Self::ThreefoldRepetition => "The same position for the third time (9.2).",
            Self::FiftyMoves => "50 moves by each side without pawn move or capture (9.3).",
        }
    }
}

/// A claim that the player to move may make with a move that he writes down first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct ClaimWithMove {
    pub(crate) ground: Ground,
    pub(crate) moves: Vec<String>,
}

/// What a game comes to as it stands.
pub(crate) struct Standing {
    /// `1-0`, `0-1` or `1/2-1/2`, once the game is over.
    pub(crate) outcome: Option<String>,
    /// What ended it.
    pub(crate) automatic: Vec<Ground>,
    /// What may be claimed without a move.
    pub(crate) claims: Vec<Ground>,
    /// What may be claimed by a move that brings it about.
    pub(crate) claims_with_move: Vec<ClaimWithMove>,
}

impl Standing {
    pub(crate) fn of(game: &Game) -> Self {
        let ended = game.automatic_end().map(Ground::from);
        let is_dead = || is_dead(game.position()).then_some(Ground::DeadPosition);
        let automatic: Vec<Ground> = ended.or_else(is_dead).into_iter().collect();
        let outcome = automatic.first().map(|ground| match ground {
            Ground::Checkmate => Outcome::Win(!game.position().turn()).to_string(),
            _ => Outcome::Draw.to_string(),
        });
        let (claims, claims_with_move) = if automatic.is_empty() {
            claims(game)
        } else {
            (Vec::new(), Vec::new())
        };
        Self {
            outcome,
            automatic,
            claims,
            claims_with_move,
        }
    }

    /// Says it to people: whose turn it is, or how the game is over, and what may be claimed.
    pub(crate) fn write(&self, out: &mut Output, position: &Position) -> io::Result<()> {
        let turn = name(position.turn());
        match &self.outcome {
            Some(outcome) => writeln!(out, "{GOOD}{outcome}{GOOD:#}")?,
            None if position.is_check() => writeln!(out, "{turn} to move, in {BAD}check{BAD:#}.")?,
            None => writeln!(out, "{turn} to move.")?,
        }
        for ground in &self.automatic {
            writeln!(out, "{}", ground.sentence())?;
        }
        for ground in &self.claims {
            writeln!(
                out,
                "{turn} may {GOOD}claim a draw{GOOD:#}: {}",
                ground.sentence()
            )?;
        }
        for claim in &self.claims_with_move {
            writeln!(
                out,
                "{turn} may {GOOD}claim a draw{GOOD:#} with {}: {}",
                claim.moves.join(", "),
                claim.ground.sentence()
            )?;
        }
        Ok(())
    }
}

fn is_dead(position: &Position) -> bool {
    Color::ALL
        .into_iter()
        .all(|color| !winnable(position, color, Budget::default()).is_winnable())
}

fn claims(game: &Game) -> (Vec<Ground>, Vec<ClaimWithMove>) {
    let now: Vec<Claim> = game.claims().collect();
    let position = game.position();
    let all = [Claim::ThreefoldRepetition, Claim::FiftyMoves];
    let with_move = all.into_iter().filter(|claim| !now.contains(claim));
    let with_move = with_move.filter_map(|claim| {
        let moves = position.legal_moves();
        let leads_there = |mv: &&Move| game.claims_with(**mv).any(|found| found == claim);
        let moves = moves.iter().filter(leads_there);
        let moves: Vec<_> = moves.map(|&mv| San::write(position, mv)).collect();
        let ground = Ground::from(claim);
        (!moves.is_empty()).then_some(ClaimWithMove { ground, moves })
    });
    let with_move = with_move.collect();
    (now.into_iter().map(Ground::from).collect(), with_move)
}
