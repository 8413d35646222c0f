//! How a game ends: what a position decides by itself, what a fallen flag means, and the sentence
//! for people. When these are asked stands in `table.rs`.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use tabiya_rules::{
    Budget, ByColor, Color, InsufficientMaterial, MaterialClass, Outcome, Position,
};

use crate::event::Event;
use crate::prospect::Prospect;
use crate::ruleset::{
    DeadRule, FlagException, MovesLimit, RepetitionLimit, ResignException, RuleSet,
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
            Self::Abandonment | Self::Aborted | Self::NoStart => None,
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
    const fn new(outcome: Outcome, termination: Termination) -> Self {
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
    /// The ending with its sentence. `position` is the last one on the board.
    pub(crate) fn new(
        outcome: Option<Outcome>,
        points: Option<ByColor<u32>>,
        termination: Termination,
        by: Option<Color>,
        prospects: Vec<Prospect>,
        position: &Position,
    ) -> Self {
        Self {
            outcome,
            termination,
            by,
            message: match points {
                Some(points) => ruled(points),
                None => message(outcome, termination, by, position),
            },
            points,
            prospects,
        }
    }

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
    let too_little = match rules.flag_exception {
        FlagException::LoneKing => InsufficientMaterial::LoneKing,
        FlagException::UsChess => InsufficientMaterial::UsChess,
        FlagException::SimpleMinor => InsufficientMaterial::SimpleMinor,
        FlagException::MaterialPair => InsufficientMaterial::MaterialPair,
        FlagException::Unwinnable => {
            return unless_unwinnable(position, loser, termination, rules.dead);
        }
    };
    let winner = loser.other();
    let outcome = if too_little.applies(position, winner) {
        Outcome::Draw
    } else {
        Outcome::Win(winner)
    };
    Decision::new(outcome, termination)
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

fn has_lone_king(position: &Position, color: Color) -> bool {
    InsufficientMaterial::LoneKing.applies(position, color)
}

pub(crate) const fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

fn message(
    outcome: Option<Outcome>,
    termination: Termination,
    by: Option<Color>,
    position: &Position,
) -> String {
    let Some(outcome) = outcome else {
        return match by {
            Some(color) if termination == Termination::NoStart => {
                format!(
                    "{} did not make a first move in time: no result.",
                    name(color)
                )
            }
            Some(color) => format!("{} aborted the game: no result.", name(color)),
            None => String::from("The game was aborted: no result."),
        };
    };
    match outcome {
        Outcome::Win(winner) if termination == Termination::Ruling => match by {
            Some(loser) => format!(
                "{} won: the arbiter declared the game lost by {}.",
                name(winner),
                name(loser)
            ),
            None => format!("The arbiter gave the game to {}.", name(winner)),
        },
        Outcome::Win(winner) => won(winner, termination),
        Outcome::Draw => drawn(termination, by, position),
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

fn won(winner: Color, termination: Termination) -> String {
    let (winner, loser) = (name(winner), name(winner.other()));
    match termination {
        Termination::Checkmate => format!("{winner} won: {loser} is checkmated."),
        Termination::Resignation => format!("{winner} won: {loser} resigned."),
        Termination::TimeForfeit => format!("{winner} won: {loser} ran out of time."),
        Termination::Abandonment => format!("{winner} won: {loser} stayed away."),
        Termination::IllegalMoves => {
            format!("{winner} won: {loser} completed a second illegal move.")
        }
        _ => format!("{winner} won."),
    }
}

fn drawn(termination: Termination, by: Option<Color>, position: &Position) -> String {
    let saved = |what: &str| {
        let loser = by.unwrap_or(position.turn());
        let (loser_name, opponent) = (name(loser), name(loser.other()));
        if has_lone_king(position, loser.other()) {
            format!("{loser_name} {what}, but {opponent} has only a king: draw.")
        } else {
            format!("{loser_name} {what}, but {opponent} could not mate by any legal moves: draw.")
        }
    };
    let fixed = match termination {
        Termination::Stalemate => {
            let color = name(position.turn());
            return format!("Draw by stalemate: {color} has no legal move and is not in check.");
        }
        Termination::TimeForfeit => return saved("ran out of time"),
        Termination::Abandonment => return saved("stayed away"),
        Termination::Resignation => return saved("resigned"),
        Termination::IllegalMoves => return saved("completed a second illegal move"),
        Termination::Ruling => "The arbiter declared the game drawn.",
        Termination::DeadPosition => "Draw: neither side can ever give mate.",
        Termination::Threefold => "Draw: the same position is on the board for the third time.",
        Termination::Fivefold => "Draw: the same position is on the board for the fifth time.",
        Termination::FiftyMoves => "Draw: 50 moves by each side without pawn move or capture.",
        Termination::SeventyFiveMoves => {
            "Draw: 75 moves by each side without pawn move or capture."
        }
        Termination::Agreement => "Draw by agreement.",
        Termination::Checkmate | Termination::Aborted | Termination::NoStart => "Draw.",
    };
    String::from(fixed)
}
