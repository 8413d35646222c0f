//! Why an attempt is illegal: the reason, its article of the Laws and what takes part in it. Not
//! here: finding the reason (`why_illegal`), saying it in a sentence (`reason_text`).

use alloc::vec;
use alloc::vec::Vec;
use core::error::Error;

use crate::{PieceAt, Role, Side, Square};

/// Why an attempt is illegal (article 3.10.2). `Display` says it in one English sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(
    missing_docs,
    reason = "the fields are what the variant's sentence names, and no more"
)]
pub enum Reason {
    /// The man stays where it is.
    NoMove { square: Square },
    /// Nothing stands on the square that is left.
    EmptySquare { from: Square },
    /// The man is the opponent's (article 1.2).
    OpponentsMan { man: PieceAt },
    /// A man of the same side stands on the square of arrival (article 3.1).
    OwnManOnTarget { man: PieceAt, target: PieceAt },
    /// The king would be taken (article 1.4.1).
    KingCapture { man: PieceAt, king: PieceAt },
    /// The man does not move that way (articles 3.2 to 3.8.1).
    WrongGeometry { man: PieceAt, to: Square },
    /// Another man stands in between (article 3.5).
    Blocked {
        man: PieceAt,
        to: Square,
        by: PieceAt,
    },
    /// A man stands in the way of a pawn's double step (article 3.7.2).
    PawnBlocked {
        man: PieceAt,
        to: Square,
        by: PieceAt,
    },
    /// A pawn takes diagonally only (article 3.7.3).
    PawnCapturesStraight { man: PieceAt, target: PieceAt },
    /// A pawn moves diagonally only to take (article 3.7.3).
    PawnDiagonalWithoutCapture { man: PieceAt, to: Square },
    /// Only a pawn on its first square may advance two squares (article 3.7.2).
    DoubleStepNotFirst { man: PieceAt, to: Square },
    /// Taking en passant is allowed right after the double step only (article 3.7.3.2).
    EnPassantExpired {
        man: PieceAt,
        to: Square,
        pawn: PieceAt,
    },
    /// Once both pawns have gone, the own king is attacked (article 3.9.2).
    EnPassantExposesKing {
        man: PieceAt,
        to: Square,
        king: Square,
        attackers: Vec<PieceAt>,
    },
    /// The king would stand where it is attacked (article 3.9.2).
    KingIntoAttack {
        man: PieceAt,
        to: Square,
        attackers: Vec<PieceAt>,
    },
    /// The man shields its own king (article 3.9.2).
    ExposesKing {
        man: PieceAt,
        to: Square,
        king: Square,
        attackers: Vec<PieceAt>,
    },
    /// The king stays in check (article 3.9.2).
    CheckNotAnswered {
        man: PieceAt,
        to: Square,
        king: Square,
        checkers: Vec<PieceAt>,
    },
    /// The king or that rook has moved (article 3.8.2.1).
    CastlingRightLost { side: Side, king: Square },
    /// There is no rook to castle with (article 3.8.2).
    CastlingWithoutRook { side: Side, corner: Square },
    /// Men stand on squares that castling needs empty (article 3.8.2.2, Guidelines II.3.2.7).
    CastlingBlocked { side: Side, by: Vec<PieceAt> },
    /// The king is in check (article 3.8.2.2).
    CastlingInCheck {
        side: Side,
        king: Square,
        attackers: Vec<PieceAt>,
    },
    /// The king would cross an attacked square (article 3.8.2.2).
    CastlingThroughAttack {
        side: Side,
        crossed: Square,
        attackers: Vec<PieceAt>,
    },
    /// The king would be attacked where it arrives (article 3.8.2.2).
    CastlingIntoCheck {
        side: Side,
        goal: Square,
        attackers: Vec<PieceAt>,
    },
    /// A pawn on the last rank must become a piece (article 3.7.3.3).
    PromotionRequired { man: PieceAt, to: Square },
    /// A pawn becomes a queen, rook, bishop or knight (article 3.7.3.3).
    PromotionRole { man: PieceAt, role: Role },
    /// Only a pawn that reaches the last rank becomes another piece (article 3.7.3.3).
    NotAPromotion { man: PieceAt, to: Square },
    /// The move was made for another position.
    StaleMove { from: Square, to: Square },
}

/// Something that takes part in a [`Reason`], for sentences in other languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReasonParam {
    /// A square.
    Square(Square),
    /// A man on its square.
    Man(PieceAt),
    /// Several men on their squares, at least one.
    Men(Vec<PieceAt>),
    /// A side of the board to castle to.
    Side(Side),
    /// A kind of piece.
    Role(Role),
}

impl Reason {
    /// A stable name in snake case.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        self.code_and_article().0
    }

    /// The article of the Laws of Chess (2023) that forbids the attempt.
    #[must_use]
    pub const fn article(&self) -> &'static str {
        self.code_and_article().1
    }

    const fn code_and_article(&self) -> (&'static str, &'static str) {
        match self {
            Reason::NoMove { .. } => ("no_move", "1.2"),
            Reason::EmptySquare { .. } => ("empty_square", "1.2"),
            Reason::OpponentsMan { .. } => ("opponents_man", "1.2"),
            Reason::OwnManOnTarget { .. } => ("own_man_on_target", "3.1"),
            Reason::KingCapture { .. } => ("king_capture", "1.4.1"),
            Reason::WrongGeometry { man, .. } => {
                ("wrong_geometry", geometry_article(man.piece.role))
            }
            Reason::Blocked { .. } => ("blocked", "3.5"),
            Reason::PawnBlocked { .. } => ("pawn_blocked", "3.7.2"),
            Reason::PawnCapturesStraight { .. } => ("pawn_captures_straight", "3.7.3"),
            Reason::PawnDiagonalWithoutCapture { .. } => ("pawn_diagonal_without_capture", "3.7.3"),
            Reason::DoubleStepNotFirst { .. } => ("double_step_not_first", "3.7.2"),
            Reason::EnPassantExpired { .. } => ("en_passant_expired", "3.7.3.2"),
            Reason::EnPassantExposesKing { .. } => ("en_passant_exposes_king", "3.9.2"),
            Reason::KingIntoAttack { .. } => ("king_into_attack", "3.9.2"),
            Reason::ExposesKing { .. } => ("exposes_king", "3.9.2"),
            Reason::CheckNotAnswered { .. } => ("check_not_answered", "3.9.2"),
            Reason::CastlingRightLost { .. } => ("castling_right_lost", "3.8.2.1"),
            Reason::CastlingWithoutRook { .. } => ("castling_without_rook", "3.8.2"),
            Reason::CastlingBlocked { .. } => ("castling_blocked", "3.8.2.2"),
            Reason::CastlingInCheck { .. } => ("castling_in_check", "3.8.2.2"),
            Reason::CastlingThroughAttack { .. } => ("castling_through_attack", "3.8.2.2"),
            Reason::CastlingIntoCheck { .. } => ("castling_into_check", "3.8.2.2"),
            Reason::PromotionRequired { .. } => ("promotion_required", "3.7.3.3"),
            Reason::PromotionRole { .. } => ("promotion_role", "3.7.3.3"),
            Reason::NotAPromotion { .. } => ("not_a_promotion", "3.7.3.3"),
            Reason::StaleMove { .. } => ("stale_move", "3.10.2"),
        }
    }

    /// What takes part, by the names of the variant's fields.
    #[must_use]
    pub fn params(&self) -> Vec<(&'static str, ReasonParam)> {
        use ReasonParam as P;
        match self.clone() {
            Reason::NoMove { square } => vec![("square", P::Square(square))],
            Reason::EmptySquare { from } => vec![("from", P::Square(from))],
            Reason::OpponentsMan { man } => vec![("man", P::Man(man))],
            Reason::OwnManOnTarget { man, target }
            | Reason::PawnCapturesStraight { man, target } => {
                vec![("man", P::Man(man)), ("target", P::Man(target))]
            }
            Reason::KingCapture { man, king } => vec![("man", P::Man(man)), ("king", P::Man(king))],
            Reason::WrongGeometry { man, to }
            | Reason::PawnDiagonalWithoutCapture { man, to }
            | Reason::DoubleStepNotFirst { man, to }
            | Reason::PromotionRequired { man, to }
            | Reason::NotAPromotion { man, to } => {
                vec![("man", P::Man(man)), ("to", P::Square(to))]
            }
            Reason::Blocked { man, to, by } | Reason::PawnBlocked { man, to, by } => {
                vec![
                    ("man", P::Man(man)),
                    ("to", P::Square(to)),
                    ("by", P::Man(by)),
                ]
            }
            Reason::EnPassantExpired { man, to, pawn } => {
                vec![
                    ("man", P::Man(man)),
                    ("to", P::Square(to)),
                    ("pawn", P::Man(pawn)),
                ]
            }
            Reason::KingIntoAttack { man, to, attackers } => {
                vec![
                    ("man", P::Man(man)),
                    ("to", P::Square(to)),
                    ("attackers", P::Men(attackers)),
                ]
            }
            Reason::EnPassantExposesKing {
                man,
                to,
                king,
                attackers,
            }
            | Reason::ExposesKing {
                man,
                to,
                king,
                attackers,
            } => safety_params(man, to, king, ("attackers", P::Men(attackers))),
            Reason::CheckNotAnswered {
                man,
                to,
                king,
                checkers,
            } => safety_params(man, to, king, ("checkers", P::Men(checkers))),
            Reason::CastlingRightLost { side, king } => {
                vec![("side", P::Side(side)), ("king", P::Square(king))]
            }
            Reason::CastlingWithoutRook { side, corner } => {
                vec![("side", P::Side(side)), ("corner", P::Square(corner))]
            }
            Reason::CastlingBlocked { side, by } => {
                vec![("side", P::Side(side)), ("by", P::Men(by))]
            }
            Reason::CastlingInCheck {
                side,
                king,
                attackers,
            } => castling_params(side, ("king", king), attackers),
            Reason::CastlingThroughAttack {
                side,
                crossed,
                attackers,
            } => castling_params(side, ("crossed", crossed), attackers),
            Reason::CastlingIntoCheck {
                side,
                goal,
                attackers,
            } => castling_params(side, ("goal", goal), attackers),
            Reason::PromotionRole { man, role } => {
                vec![("man", P::Man(man)), ("role", P::Role(role))]
            }
            Reason::StaleMove { from, to } => {
                vec![("from", P::Square(from)), ("to", P::Square(to))]
            }
        }
    }

    /// The squares to mark on the board: whatever forbids the move (what stands in the way, who
    /// attacks, the king that would be in check); if nothing else does, the square of arrival or
    /// departure.
    #[must_use]
    pub fn squares(&self) -> Vec<Square> {
        let params = self.params();
        let of = |wanted: &dyn Fn(&str) -> bool| -> Vec<Square> {
            params
                .iter()
                .filter(|(name, _)| wanted(name))
                .flat_map(|(_, p)| p.squares())
                .collect()
        };
        let beside_the_move = of(&|name| !matches!(name, "man" | "from" | "to"));
        if !beside_the_move.is_empty() {
            return beside_the_move;
        }
        let arrival = of(&|name| name == "to");
        if arrival.is_empty() {
            of(&|_| true)
        } else {
            arrival
        }
    }
}

fn safety_params(
    man: PieceAt,
    to: Square,
    king: Square,
    enemies: (&'static str, ReasonParam),
) -> Vec<(&'static str, ReasonParam)> {
    let [man, to, king] = [
        ("man", ReasonParam::Man(man)),
        ("to", ReasonParam::Square(to)),
        ("king", ReasonParam::Square(king)),
    ];
    vec![man, to, king, enemies]
}

fn castling_params(
    side: Side,
    (name, square): (&'static str, Square),
    attackers: Vec<PieceAt>,
) -> Vec<(&'static str, ReasonParam)> {
    vec![
        ("side", ReasonParam::Side(side)),
        (name, ReasonParam::Square(square)),
        ("attackers", ReasonParam::Men(attackers)),
    ]
}

impl ReasonParam {
    /// The squares that it names.
    #[must_use]
    pub fn squares(&self) -> Vec<Square> {
        match self {
            ReasonParam::Square(square) => vec![*square],
            ReasonParam::Man(man) => vec![man.square],
            ReasonParam::Men(men) => men.iter().map(|man| man.square).collect(),
            ReasonParam::Side(_) | ReasonParam::Role(_) => Vec::new(),
        }
    }
}

/// The article about how a kind of piece moves.
const fn geometry_article(role: Role) -> &'static str {
    match role {
        Role::Pawn => "3.7",
        Role::Knight => "3.6",
        Role::Bishop => "3.2",
        Role::Rook => "3.3",
        Role::Queen => "3.4",
        Role::King => "3.8.1",
    }
}

impl Error for Reason {}
