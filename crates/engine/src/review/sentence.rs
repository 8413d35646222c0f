//! The reasons in English, for whoever has just learnt the moves.

use std::fmt;

use tabiya_rules::{PieceAt, Role, Side};

use super::sight::value;
use super::{CheckAnswer, Drawn, Standing, Why};

/// One whole sentence; "it" is the move.
impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::Mates { moves: 1 } => write!(f, "It is checkmate."),
            Why::Mates { moves } => write!(f, "It leads to checkmate in {moves} moves."),
            Why::Draws(how) => write!(f, "It is a draw: {}.", drawn(*how)),
            Why::OnlyMove => write!(f, "It is the only legal move."),
            Why::StopsMate { by, to } => write!(f, "It stops the {by} from mating on {to}."),
            Why::AnswersCheck(answer) => answer_check(f, answer),
            Why::Promotes { role } => write!(f, "The pawn becomes {}.", one(*role)),
            Why::TakesBack { man } => write!(f, "It takes back the {man}."),
            Why::TakesFree { man } => write!(f, "It takes the {man}, which nobody guards."),
            Why::TakesBigger { man, with } => {
                write!(
                    f,
                    "It takes the {man}, which is worth more than {}.",
                    one(*with)
                )
            }
            Why::TakesMore { man } => write!(
                f,
                "It takes the {man}, which is attacked more often than it is guarded."
            ),
            Why::Forks { men, .. } => {
                write!(f, "It attacks {} at the same time: a fork.", list(men))
            }
            Why::Skewers { front, behind, .. } => write!(
                f,
                "It attacks the {front}, and when that goes away, the {behind} behind it: a skewer."
            ),
            Why::Pins { man, behind, .. } if behind.piece.role == Role::King => {
                write!(f, "It pins the {man}: behind it stands the king.")
            }
            Why::Pins { man, behind, .. } => {
                write!(f, "It pins the {man}: behind it stands the {behind}.")
            }
            Why::DoubleCheck => write!(f, "It gives check twice at once: the king must move."),
            Why::Discovers { by, man } if man.piece.role == Role::King => {
                write!(f, "It opens the line of the {by}: a discovered check.")
            }
            Why::Discovers { by, man } => {
                write!(
                    f,
                    "It opens the line of the {by} to the {man}: a discovered attack."
                )
            }
            Why::Wins {
                taken,
                given,
                moves,
            } => wins(f, taken, given, *moves),
            Why::LetsPromote { pawn, moves: 2 } => {
                write!(f, "The {pawn} promotes with the next move.")
            }
            Why::LetsPromote { pawn, moves } => {
                write!(f, "The {pawn} promotes within {moves} moves.")
            }
            Why::TakesAttacker { man, of } => {
                write!(f, "It takes the {man}, which attacks the {of}.")
            }
            Why::ThreatensMate { to, .. } => write!(f, "It threatens checkmate on {to}."),
            Why::Escapes { man, from } => {
                write!(f, "It brings the {man} to safety: the {from} attacked it.")
            }
            Why::Guards { man, from } => {
                write!(f, "It guards the {man}, which the {from} attacks.")
            }
            Why::Shields { man, from } => {
                write!(
                    f,
                    "It stands between the {man} and the {from}, which attacks it."
                )
            }
            Why::Threatens {
                man, trapped: true, ..
            } => {
                write!(f, "It attacks the {man}, which has nowhere safe to go.")
            }
            Why::Threatens {
                man,
                unguarded: true,
                ..
            } => {
                write!(f, "It attacks the {man}, which nobody guards.")
            }
            Why::Threatens { man, .. } => write!(f, "It attacks the {man}."),
            Why::Trades { man, with, ahead } => trades(f, man, *with, *ahead),
            Why::Offers { role, ahead } => {
                write!(f, "It offers to trade {}s", role.name())?;
                more_men(f, *ahead)
            }
            Why::Frees { pawn, moves: 1 } => write!(
                f,
                "It makes the {pawn} a passed pawn: no pawn can stop it any more."
            ),
            Why::Frees { pawn, .. } => {
                write!(f, "It breaks through: the {pawn} becomes a passed pawn.")
            }
            Why::Pushes { steps: 1, .. } => {
                write!(f, "The passed pawn is one step away from promotion.")
            }
            Why::Pushes { steps, .. } => write!(
                f,
                "It brings the passed pawn nearer to promotion: {steps} steps are left."
            ),
            Why::Stops { pawn } => write!(f, "It stands in the way of the passed {pawn}."),
            Why::Castles { side: Side::King } => {
                write!(
                    f,
                    "Castling brings the king to safety and a rook into play."
                )
            }
            Why::Castles { side: Side::Queen } => {
                write!(
                    f,
                    "Castling puts the rook in the middle and the king aside."
                )
            }
            Why::Develops { man } => write!(f, "It brings the {} into the game.", man.piece.role),
            Why::TakesCenter { .. } => write!(f, "It takes room in the center."),
            Why::Seventh { .. } => write!(
                f,
                "It puts the rook on the seventh rank, where it troubles the other side most."
            ),
            Why::OpensFile { file, open } => {
                let kind = if *open { "open" } else { "half-open" };
                write!(
                    f,
                    "It puts the rook on the {kind} {file}-file, where it sees far."
                )
            }
            Why::Opens { man } => write!(f, "It opens the way for the {man}."),
            Why::Air { square } => {
                write!(f, "It gives the king air: it could go to {square} now.")
            }
            Why::Supports { man, from } => {
                write!(f, "It guards the {man} once more: the {from} attacks it.")
            }
            Why::Prepares { square } => {
                write!(
                    f,
                    "It prepares the step of a pawn to {square}, which it guards."
                )
            }
            Why::Bars { man, square } => write!(f, "It takes {square} from the {man}."),
            Why::Centers { man } => {
                write!(
                    f,
                    "It puts the {} in the middle of the board.",
                    man.piece.role
                )
            }
            Why::Heads { man, to } => {
                write!(f, "It brings the {} on its way to {to}.", man.piece.role)
            }
            Why::Room { wing: Side::King } => write!(f, "It takes room on the kingside."),
            Why::Room { wing: Side::Queen } => write!(f, "It takes room on the queenside."),
            Why::Improves { man, before, after } => write!(
                f,
                "It gives the {} more to do: it reaches {after} squares now, not {before}.",
                man.piece.role
            ),
            Why::Opposition { .. } => write!(
                f,
                "It takes the opposition: the kings face each other, and the other one must give way."
            ),
            Why::Escorts { pawn } => {
                write!(f, "The king comes to help the {pawn} on its way.")
            }
            Why::Leads { pawn } => {
                write!(f, "The king goes ahead of the {pawn} and clears its way.")
            }
            Why::Hunts { pawn } => {
                write!(f, "The king goes for the {pawn}, which nobody guards.")
            }
            Why::CentersKing => {
                write!(
                    f,
                    "In the endgame the king helps: it goes towards the middle."
                )
            }
            Why::Checks => write!(f, "It gives check."),
            Why::Keeps(standing) => keeps(f, *standing),
        }
    }
}

const fn drawn(how: Drawn) -> &'static str {
    match how {
        Drawn::Stalemate => "the other side has no legal move",
        Drawn::Repetition => "the same position stands for the third time",
        Drawn::Material => "nobody has enough men left to mate",
    }
}

fn answer_check(f: &mut fmt::Formatter<'_>, answer: &CheckAnswer) -> fmt::Result {
    match answer {
        CheckAnswer::King => write!(f, "It takes the king out of check."),
        CheckAnswer::Takes(man) => write!(f, "It takes the {man}, which gives check."),
        CheckAnswer::Blocks(man) => write!(f, "It blocks the check of the {man}."),
    }
}

fn wins(f: &mut fmt::Formatter<'_>, taken: &[Role], given: &[Role], moves: u32) -> fmt::Result {
    write!(f, "It wins {}", roles(taken))?;
    if !given.is_empty() {
        write!(f, " for {}", roles(given))?;
    }
    match moves {
        1 => write!(f, "."),
        2 => write!(f, " with the next move."),
        _ => write!(f, " within {moves} moves."),
    }
}

fn trades(f: &mut fmt::Formatter<'_>, man: &PieceAt, with: Role, ahead: bool) -> fmt::Result {
    if with == man.piece.role {
        write!(f, "It trades {}s", with.name())?;
    } else {
        write!(f, "It trades {} for the {man}", one(with))?;
    }
    more_men(f, ahead)
}

/// The end of a sentence about a trade.
fn more_men(f: &mut fmt::Formatter<'_>, ahead: bool) -> fmt::Result {
    if ahead {
        write!(f, ": whoever has more men likes to trade")?;
    }
    write!(f, ".")
}

fn keeps(f: &mut fmt::Formatter<'_>, standing: Standing) -> fmt::Result {
    match standing {
        Standing::Winning => write!(f, "It keeps a winning position."),
        Standing::Better => write!(f, "It keeps the better position."),
        Standing::Level => write!(f, "It keeps the balance."),
        Standing::Worse => write!(f, "It makes it hardest for the other side."),
    }
}

/// "a knight".
fn one(role: Role) -> String {
    format!("a {role}")
}

/// "a rook", "a rook and a pawn", "two pawns and a knight"; the most valuable first.
fn roles(roles: &[Role]) -> String {
    let mut kinds: Vec<Role> = Role::ALL.to_vec();
    kinds.sort_by_key(|role| -value(*role));
    let counted = kinds.into_iter().filter_map(|role| {
        match roles.iter().filter(|one| **one == role).count() {
            0 => None,
            1 => Some(one(role)),
            2 => Some(format!("two {role}s")),
            3 => Some(format!("three {role}s")),
            n => Some(format!("{n} {role}s")),
        }
    });
    joined(&counted.collect::<Vec<_>>())
}

/// "the king on g8 and the rook on a8".
fn list(men: &[PieceAt]) -> String {
    joined(
        &men.iter()
            .map(|man| format!("the {man}"))
            .collect::<Vec<_>>(),
    )
}

fn joined(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
