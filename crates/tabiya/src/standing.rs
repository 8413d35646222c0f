//! Where a game stands: what ends it by itself, what the player to move may claim, and the
//! sentences for it. Not here: the board and the moves.

use std::io::{self, Write};

use serde::Serialize;
use tabiya_rules::{Budget, Color, Game, Move, Outcome, Position, San, winnable};

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
    /// What ended it, most important first.
    pub(crate) automatic: Vec<Ground>,
    /// What may be claimed without a move.
    pub(crate) claims: Vec<Ground>,
    /// What may be claimed by a move that brings it about.
    pub(crate) claims_with_move: Vec<ClaimWithMove>,
}

impl Standing {
    pub(crate) fn of(game: &Game) -> Self {
        let position = game.position();
        let mut automatic = Vec::new();
        if position.is_checkmate() {
            automatic.push(Ground::Checkmate);
        } else if position.is_stalemate() {
            automatic.push(Ground::Stalemate);
        } else if is_dead(position) {
            automatic.push(Ground::DeadPosition);
        }
        if game.repetitions() >= 5 {
            automatic.push(Ground::FivefoldRepetition);
        }
        if position.halfmove_clock() >= 150 && !position.is_checkmate() {
            automatic.push(Ground::SeventyfiveMoves);
        }
        let outcome = automatic.first().map(|ground| match ground {
            Ground::Checkmate => Outcome::Win(!position.turn()).to_string(),
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
    let position = game.position();
    let mut now = Vec::new();
    let mut with_move = Vec::new();
    let mut look = |ground, is_there, would_be_there: &dyn Fn(Move) -> bool| {
        if is_there {
            now.push(ground);
            return;
        }
        let moves = position.legal_moves();
        let leads_there = moves.iter().filter(|mv| would_be_there(**mv));
        let moves: Vec<_> = leads_there.map(|&mv| San::write(position, mv)).collect();
        if !moves.is_empty() {
            with_move.push(ClaimWithMove { ground, moves });
        }
    };
    look(
        Ground::ThreefoldRepetition,
        game.repetitions() >= 3,
        &|mv| game.repetitions_after(mv).is_some_and(|count| count >= 3),
    );
    look(
        Ground::FiftyMoves,
        position.halfmove_clock() >= 100,
        &|mv| {
            let mut after = position.clone();
            after.play_unchecked(mv);
            after.halfmove_clock() >= 100
        },
    );
    (now, with_move)
}
