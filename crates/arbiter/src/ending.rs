//! How a game ends: what a position decides by itself, what a fallen flag means, and the sentence
//! for people. When these are asked stands in `table.rs`.

use alloc::format;
use alloc::string::String;

use tabiya_rules::{Budget, Color, InsufficientMaterial, Outcome, Position, winnable};

use crate::ruleset::{DeadRule, FlagException, MovesLimit, RepetitionLimit, RuleSet};

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
    /// The game was ended without result before it really began.
    Aborted,
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
            Self::Abandonment | Self::Aborted => None,
        }
    }
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Who won, or a draw; `None` if the game was aborted.
    pub outcome: Option<Outcome>,
    /// What ended it.
    pub termination: Termination,
    /// The color whose doing or time it was; `None` if the position ended the game.
    pub by: Option<Color>,
    /// One English sentence that says what happened.
    pub message: String,
}

impl Ending {
    /// The ending with its sentence. `position` is the last one on the board.
    pub(crate) fn new(
        outcome: Option<Outcome>,
        termination: Termination,
        by: Option<Color>,
        position: &Position,
    ) -> Self {
        Self {
            outcome,
            termination,
            by,
            message: message(outcome, termination, by, position),
        }
    }
}

/// What the last move has decided, in the order of judgement of laws.md 3.3: what the board says
/// first, then repetition, then moves without progress. `after` has been on the board `occurrences`
/// times, this one included.
pub(crate) fn by_move(
    after: &Position,
    occurrences: u32,
    rules: &RuleSet,
) -> Option<(Outcome, Termination)> {
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
    Some((Outcome::Draw, drawn))
}

/// What the men on the board decide, before or after any move: mate before everything, then
/// stalemate, then dead position.
pub(crate) fn by_board(position: &Position, rules: &RuleSet) -> Option<(Outcome, Termination)> {
    if position.is_checkmate() {
        // FIDE 5.1.1: mate wins at once, whatever the counters say.
        Some((
            Outcome::Win(position.turn().other()),
            Termination::Checkmate,
        ))
    } else if position.is_stalemate() {
        Some((Outcome::Draw, Termination::Stalemate))
    } else if is_dead(position, rules.dead) {
        Some((Outcome::Draw, Termination::DeadPosition))
    } else {
        None
    }
}

/// Whether nobody can ever mate (FIDE 5.2.2), as far as the rule set looks. What cannot be proven
/// counts as alive.
fn is_dead(position: &Position, rule: DeadRule) -> bool {
    let is_lost_for = |color| !winnable(position, color, Budget::after_move()).is_winnable();
    match rule {
        DeadRule::Material => tabiya_rules::is_dead_by_material(position.board()),
        DeadRule::Full => Color::ALL.into_iter().all(is_lost_for),
    }
}

/// What comes of it when `loser` has run out of time or stayed away: the opponent wins, unless
/// the rule set saves the loser because the opponent could not mate (FIDE 6.9).
pub(crate) fn by_forfeit(position: &Position, loser: Color, rules: &RuleSet) -> Outcome {
    let opponent = loser.other();
    let saved = has_lone_king(position, opponent)
        || match rules.flag_exception {
            FlagException::LoneKing => false,
            FlagException::Unwinnable => cannot_win(position, opponent),
        };
    if saved {
        Outcome::Draw
    } else {
        Outcome::Win(opponent)
    }
}

/// The result hangs on it, so the whole budget is spent where it is needed.
fn cannot_win(position: &Position, color: Color) -> bool {
    !winnable(position, color, Budget::default()).is_winnable()
}

fn has_lone_king(position: &Position, color: Color) -> bool {
    InsufficientMaterial::LoneKing.applies(position, color)
}

const fn name(color: Color) -> &'static str {
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
            Some(color) => format!("{} aborted the game: no result.", name(color)),
            None => String::from("The game was aborted: no result."),
        };
    };
    match outcome {
        Outcome::Win(winner) => won(winner, termination),
        Outcome::Draw => drawn(termination, by, position),
    }
}

fn won(winner: Color, termination: Termination) -> String {
    let (winner, loser) = (name(winner), name(winner.other()));
    match termination {
        Termination::Checkmate => format!("{winner} won: {loser} is checkmated."),
        Termination::Resignation => format!("{winner} won: {loser} resigned."),
        Termination::TimeForfeit => format!("{winner} won: {loser} ran out of time."),
        Termination::Abandonment => format!("{winner} won: {loser} stayed away."),
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
        Termination::DeadPosition => "Draw: neither side can ever give mate.",
        Termination::Threefold => "Draw: the same position is on the board for the third time.",
        Termination::Fivefold => "Draw: the same position is on the board for the fifth time.",
        Termination::FiftyMoves => "Draw: 50 moves by each side without pawn move or capture.",
        Termination::SeventyFiveMoves => {
            "Draw: 75 moves by each side without pawn move or capture."
        }
        Termination::Agreement => "Draw by agreement.",
        Termination::Checkmate | Termination::Aborted => "Draw.",
    };
    String::from(fixed)
}
