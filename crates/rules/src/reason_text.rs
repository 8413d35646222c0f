//! The sentences in which a reason is said in English. Not here: the reasons themselves (`reason`).

use core::fmt;

use crate::{PieceAt, Reason, ReasonParam, Role, Square};

impl fmt::Display for ReasonParam {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReasonParam::Square(square) => square.fmt(f),
            ReasonParam::Man(man) => man.fmt(f),
            ReasonParam::Men(men) => list_of_men(f, men),
            ReasonParam::Side(side) => f.write_str(side.name()),
            ReasonParam::Role(role) => role.fmt(f),
        }
    }
}

/// How a kind of piece moves, in short.
const fn geometry(role: Role) -> &'static str {
    match role {
        Role::Pawn => {
            "a pawn moves one square straight ahead, or two from its first, and takes diagonally"
        }
        Role::Knight => "a knight moves two squares along a line and one to the side",
        Role::Bishop => "a bishop moves along diagonals",
        Role::Rook => "a rook moves along files and ranks",
        Role::Queen => "a queen moves along files, ranks and diagonals",
        Role::King => "a king moves one square at a time",
    }
}

/// "the bishop on a6 and the rook on f8".
pub(crate) fn list_of_men(f: &mut fmt::Formatter<'_>, men: &[PieceAt]) -> fmt::Result {
    for (index, man) in men.iter().enumerate() {
        let joint = match men.len() - index {
            _ if index == 0 => "",
            1 => " and ",
            _ => ", ",
        };
        write!(f, "{joint}the {man}")?;
    }
    Ok(())
}

/// "the bishop on a6 attacks f1", "the bishop on a6 and the rook on f8 attack f1".
struct Attack<'a>(&'a [PieceAt], Square);

impl fmt::Display for Attack<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Attack(attackers, square) = self;
        list_of_men(f, attackers)?;
        let verb = if attackers.len() == 1 {
            "attacks"
        } else {
            "attack"
        };
        write!(f, " {verb} {square}")
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::NoMove { square } => {
                write!(f, "A move must go to another square than {square}.")
            }
            Reason::EmptySquare { from } => write!(f, "There is nothing on {from} to move."),
            Reason::OpponentsMan { man } => write!(
                f,
                "The {man} belongs to {}, and it is {}'s turn.",
                man.piece.color.capitalized(),
                man.piece.color.other().capitalized()
            ),
            Reason::StaleMove { from, to } => {
                write!(
                    f,
                    "The move from {from} to {to} was made for another position."
                )
            }
            _ if self.code().starts_with("castling") => self.write_castling(f),
            _ if self.article() == "3.9.2" => self.write_king_safety(f),
            _ => self.write_movement(f),
        }
    }
}

impl Reason {
    fn write_castling(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::CastlingRightLost { side, .. } => write!(
                f,
                "Castling {} is no longer allowed: the king or that rook has moved before.",
                side.name()
            ),
            Reason::CastlingWithoutRook { side, corner } => {
                write!(f, "Castling {} needs a rook on {corner}.", side.name())
            }
            Reason::CastlingBlocked { side, by } => {
                write!(f, "Castling {} is not possible while ", side.name())?;
                list_of_men(f, by)?;
                f.write_str(if by.len() == 1 {
                    " is in the way."
                } else {
                    " are in the way."
                })
            }
            Reason::CastlingInCheck {
                king, attackers, ..
            } => {
                write!(
                    f,
                    "The king may not castle out of check: {}.",
                    Attack(attackers, *king)
                )
            }
            Reason::CastlingThroughAttack {
                crossed, attackers, ..
            } => {
                write!(
                    f,
                    "The king may not cross {crossed}: {}.",
                    ItsAttack(attackers)
                )
            }
            Reason::CastlingIntoCheck {
                goal, attackers, ..
            } => {
                write!(
                    f,
                    "The king may not castle to {goal}: {}.",
                    ItsAttack(attackers)
                )
            }
            _ => Ok(()),
        }
    }

    fn write_king_safety(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::KingIntoAttack { to, attackers, .. } => {
                write!(f, "The king may not go to {to}: {}.", ItsAttack(attackers))
            }
            Reason::ExposesKing {
                man,
                king,
                attackers,
                ..
            } => write!(
                f,
                "The {man} may not leave its own king on {king} open to attack: {}.",
                OpenAttack(attackers)
            ),
            Reason::EnPassantExposesKing {
                man,
                king,
                attackers,
                ..
            } => write!(
                f,
                "The {man} may not take en passant: with both pawns gone, {}.",
                Attack(attackers, *king)
            ),
            Reason::CheckNotAnswered {
                man,
                to,
                king,
                checkers,
            } => write!(
                f,
                "The king is in check, and moving the {man} to {to} does not help: {}.",
                Attack(checkers, *king)
            ),
            _ => Ok(()),
        }
    }

    fn write_movement(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::OwnManOnTarget { man, target } => write!(
                f,
                "The {man} may not go to {}: a {} of its own side stands there.",
                target.square, target.piece.role
            ),
            Reason::KingCapture { man, king } => {
                write!(
                    f,
                    "The {man} may not take the {king}: kings are never taken."
                )
            }
            Reason::WrongGeometry { man, to } => {
                write!(
                    f,
                    "The {man} may not go to {to}: {}.",
                    geometry(man.piece.role)
                )
            }
            Reason::Blocked { man, to, by } | Reason::PawnBlocked { man, to, by } => {
                write!(f, "The {man} may not go to {to}: the {by} is in the way.")
            }
            Reason::PawnCapturesStraight { man, target } => {
                write!(
                    f,
                    "The {man} may not take the {target}: a pawn takes only diagonally."
                )
            }
            Reason::PawnDiagonalWithoutCapture { man, to } => write!(
                f,
                "The {man} may not go to {to}: a pawn moves diagonally only to take, and nothing is there."
            ),
            Reason::DoubleStepNotFirst { man, to } => write!(
                f,
                "The {man} may not go to {to}: only a pawn on its first square may advance two squares."
            ),
            Reason::EnPassantExpired { man, pawn, .. } => write!(
                f,
                "The {man} may not take the {pawn} en passant: that is allowed only right after its \
                 double step."
            ),
            Reason::PromotionRequired { man, to } => {
                write!(
                    f,
                    "The {man} must become a queen, rook, bishop or knight on {to}."
                )
            }
            Reason::PromotionRole { man, role } => write!(
                f,
                "The {man} may become a queen, rook, bishop or knight, but not a {role}."
            ),
            Reason::NotAPromotion { man, to } => write!(
                f,
                "The {man} cannot become another piece on {to}: only a pawn on the last rank can."
            ),
            _ => Ok(()),
        }
    }
}

/// "the bishop on a6 attacks it".
struct ItsAttack<'a>(&'a [PieceAt]);

impl fmt::Display for ItsAttack<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        list_of_men(f, self.0)?;
        f.write_str(if self.0.len() == 1 {
            " attacks it"
        } else {
            " attack it"
        })
    }
}

/// "the bishop on a6 would attack it".
struct OpenAttack<'a>(&'a [PieceAt]);

impl fmt::Display for OpenAttack<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        list_of_men(f, self.0)?;
        f.write_str(" would attack it")
    }
}
