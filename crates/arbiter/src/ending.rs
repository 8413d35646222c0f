//! How a game ends: what a position decides by itself and what a fallen flag means. When these are
//! asked stands in `table.rs`, the sentence for people in `told.rs`.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use tabiya_rules::{
    Budget, ByColor, Color, InsufficientMaterial, MaterialClass, Outcome, Position,
};

use crate::event::Event;
use crate::prospect::Prospect;
use crate::ruleset::{
    AwayResult, DeadRule, FlagException, MovesLimit, RepetitionLimit, ResignException, RuleSet,
};

/// What ended a game. The outcome is another thing: a game can be drawn by time forfeit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Termination {
    /// The king was attacked and could not escape (5.1.1).
    Checkmate,
    /// No legal move, and no check (5.2.1).
    Stalemate,
    /// Nobody could ever mate (5.2.2).
    DeadPosition,
    /// The same position for the third time (9.2).
    Threefold,
    /// The same position for the fifth time (9.6.1).
    Fivefold,
    /// 50 moves by each side without pawn move or capture (9.3).
    FiftyMoves,
    /// 75 moves by each side without pawn move or capture (9.6.2).
    SeventyFiveMoves,
    /// Both players wanted a draw (5.2.3).
    Agreement,
    /// A player gave up (5.1.2).
    Resignation,
    /// A draw offer stayed without an answer for longer than the rules of the game let it.
    UnansweredOffer,
    /// A player's time ran out (6.9).
    TimeForfeit,
    /// A player stayed away for too long.
    Abandonment,
    /// A player completed a second illegal move (7.5.5).
    IllegalMoves,
    /// The arbiter decided (12.9).
    Ruling,
    /// The game was ended without result before it really began.
    Aborted,
    /// A player's first move did not come in time: no result.
    NoStart,
}

impl Termination {
    /// The article of the FIDE Laws behind it.
    #[must_use]
    pub const fn article(self) -> Option<&'static str> {
        match self {
            Self::Checkmate => Some("5.1.1"),
            Self::Stalemate => Some("5.2.1"),
            Self::DeadPosition => Some("5.2.2"),
            Self::Threefold => Some("9.2"),
            Self::Fivefold => Some("9.6.1"),
            Self::FiftyMoves => Some("9.3"),
            Self::SeventyFiveMoves => Some("9.6.2"),
            Self::Agreement => Some("5.2.3"),
            Self::Resignation => Some("5.1.2"),
            Self::TimeForfeit => Some("6.9"),
            Self::IllegalMoves => Some("7.5.5"),
            Self::Ruling => Some("12.9"),
            Self::UnansweredOffer | Self::Abandonment | Self::Aborted | Self::NoStart => None,
        }
    }
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Who won, or a draw; `None` if the game was aborted, or if the arbiter gave less than a
    /// game has.
    pub outcome: Option<Outcome>,
    /// What each side gets, in half points, where the arbiter gave less than a game has.
    pub points: Option<ByColor<u32>>,
    /// What ended it.
    pub termination: Termination,
    /// The color whose doing or time it was; `None` if the position ended the game.
    pub by: Option<Color>,
    /// Where the result rests on who could still mate: how that stood. Empty elsewhere.
    pub prospects: Vec<Prospect>,
    /// One English sentence that says what happened.
    pub message: String,
}

/// What is decided about a game: the end before it is an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Decision {
    pub(crate) outcome: Outcome,
    pub(crate) termination: Termination,
    pub(crate) prospects: Vec<Prospect>,
}

impl Decision {
    pub(crate) const fn new(outcome: Outcome, termination: Termination) -> Self {
        Self {
            outcome,
            termination,
            prospects: Vec::new(),
        }
    }

    /// Nobody can mate any more (FIDE 5.2.2).
    pub(crate) const fn dead(prospects: Vec<Prospect>) -> Self {
        Self {
            outcome: Outcome::Draw,
            termination: Termination::DeadPosition,
            prospects,
        }
    }

    /// The end as it is told, by whom it came about.
    pub(crate) fn told(self, by: Option<Color>) -> Event {
        // A dead position is nobody's doing.
        let by = by.filter(|_| self.termination != Termination::DeadPosition);
        Event::GameEnded {
            outcome: Some(self.outcome),
            points: None,
            termination: self.termination,
            by,
            prospects: self.prospects,
        }
    }
}

impl Ending {
    /// What each side gets for the game, in half points; `None` for a game without result.
    pub(crate) fn half_points(&self) -> Option<ByColor<u32>> {
        let by_outcome = |outcome| match outcome {
            Outcome::Draw => ByColor { white: 1, black: 1 },
            Outcome::Win(Color::White) => ByColor { white: 2, black: 0 },
            Outcome::Win(Color::Black) => ByColor { white: 0, black: 2 },
        };
        self.points.or_else(|| self.outcome.map(by_outcome))
    }
}

/// What the last move has decided, in the order of judgement of laws.md 3.3: what the board says
/// first, then repetition, then moves without progress. `after` has been on the board `occurrences`
/// times, this one included.
pub(crate) fn by_move(after: &Position, occurrences: u32, rules: &RuleSet) -> Option<Decision> {
    if let Some(end) = by_board(after, rules) {
        return Some(end);
    }
    let drawn = if occurrences >= rules.repetition_auto.occurrences() {
        match rules.repetition_auto {
            RepetitionLimit::Three => Termination::Threefold,
            RepetitionLimit::Five => Termination::Fivefold,
        }
    } else if after.halfmove_clock() >= rules.moves_auto.plies() {
        match rules.moves_auto {
            MovesLimit::Fifty => Termination::FiftyMoves,
            MovesLimit::SeventyFive => Termination::SeventyFiveMoves,
        }
    } else {
        return None;
    };
    Some(Decision::new(Outcome::Draw, drawn))
}

/// What the men on the board decide, before or after any move: mate before everything, then
/// stalemate, then dead position.
pub(crate) fn by_board(position: &Position, rules: &RuleSet) -> Option<Decision> {
    if position.is_checkmate() {
        // FIDE 5.1.1: mate wins at once, whatever the counters say.
        let winner = Outcome::Win(position.turn().other());
        Some(Decision::new(winner, Termination::Checkmate))
    } else if position.is_stalemate() {
        Some(Decision::new(Outcome::Draw, Termination::Stalemate))
    } else {
        match rules.dead {
            DeadRule::Material => dead_by_material(position),
            DeadRule::Fast | DeadRule::Full => dead_by_proof(position, Budget::after_move()),
        }
    }
}

/// The end if it is proved within the budget that nobody can ever mate (FIDE 5.2.2).
fn dead_by_proof(position: &Position, budget: Budget) -> Option<Decision> {
    let mut prospects = Vec::new();
    for color in Color::ALL {
        let prospect = Prospect::of(position, color, budget);
        if !prospect.is_no_mate() {
            return None;
        }
        prospects.push(prospect);
    }
    Some(Decision::dead(prospects))
}

/// The end if the men on the board never suffice, for either side.
fn dead_by_material(position: &Position) -> Option<Decision> {
    let by_material = |color| {
        let class = MaterialClass::of(position.board(), color)?;
        Some(Prospect::by_material(color, class))
    };
    let [Some(white), Some(black)] = Color::ALL.map(by_material) else {
        return None;
    };
    Some(Decision::dead(vec![white, black]))
}

/// What comes of it when `loser` has run out of time or stayed away: the opponent wins, unless
/// the rule set saves the loser because the opponent could not mate (FIDE 6.9).
pub(crate) fn by_forfeit(
    position: &Position,
    loser: Color,
    termination: Termination,
    rules: &RuleSet,
) -> Decision {
    let winner = loser.other();
    if termination == Termination::Abandonment && rules.away_result == AwayResult::Win {
        return Decision::new(Outcome::Win(winner), termination);
    }
    let Some(too_little) = rules.flag_exception.material() else {
        return unless_unwinnable(position, loser, termination, rules.dead);
    };
    let saves = too_little.applies(position, winner);
    // The one definition by material that is exact says why there is no mate.
    let class = match too_little {
        InsufficientMaterial::MaterialPair => MaterialClass::of(position.board(), winner),
        _ => None,
    };
    Decision {
        outcome: if saves {
            Outcome::Draw
        } else {
            Outcome::Win(winner)
        },
        termination,
        prospects: class
            .map(|class| Prospect::by_material(winner, class))
            .into_iter()
            .collect(),
    }
}

impl FlagException {
    /// The men that are too few; `None` where the moves are asked, and not the men.
    pub(crate) const fn material(self) -> Option<InsufficientMaterial> {
        match self {
            Self::LoneKing => Some(InsufficientMaterial::LoneKing),
            Self::UsChess => Some(InsufficientMaterial::UsChess),
            Self::SimpleMinor => Some(InsufficientMaterial::SimpleMinor),
            Self::MaterialPair => Some(InsufficientMaterial::MaterialPair),
            Self::Unwinnable => None,
        }
    }
}

/// What comes of it when `loser` resigns (FIDE 5.1.2).
pub(crate) fn by_resignation(position: &Position, loser: Color, rules: &RuleSet) -> Decision {
    let termination = Termination::Resignation;
    match rules.resign_exception {
        ResignException::None => Decision::new(Outcome::Win(loser.other()), termination),
        ResignException::Unwinnable => unless_unwinnable(position, loser, termination, rules.dead),
    }
}

/// The opponent of `loser` wins if he could still mate. The result hangs on it, so the whole budget
/// is spent where it is needed. Where nobody could mate any more the game was over before.
fn unless_unwinnable(
    position: &Position,
    loser: Color,
    termination: Termination,
    dead: DeadRule,
) -> Decision {
    let winner = loser.other();
    let prospect = Prospect::of(position, winner, Budget::default());
    if !prospect.is_no_mate() {
        return Decision {
            outcome: Outcome::Win(winner),
            termination,
            prospects: vec![prospect],
        };
    }
    if dead == DeadRule::Full {
        let other = Prospect::of(position, loser, Budget::default());
        if other.is_no_mate() {
            return Decision::dead(vec![prospect, other]);
        }
    }
    Decision {
        outcome: Outcome::Draw,
        termination,
        prospects: vec![prospect],
    }
}

pub(crate) const fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}
