//! A reason is a claim about the position, and each claim is true: in many positions every attempt
//! that can be made is made, and what the reason names is looked up on the board by walking it
//! square by square, with nothing of the library's own sets of squares.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test fails by a panic"
)]

mod support;

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use support::{Rng, lively_move, random_start};
use tabiya_rules::{
    Attempt, Color, File, Mode, Piece, PieceAt, Position, Rank, Reason, Role, Side, Square,
    home_rank,
};

/// What stands where, taken from the position once.
#[derive(Clone)]
struct Men([Option<Piece>; 64]);

impl Men {
    fn of(position: &Position) -> Men {
        Men(Square::ALL.map(|square| position.board().piece_at(square)))
    }

    fn at(&self, square: Square) -> Option<Piece> {
        self.0[square.index()]
    }

    fn stands(&self, man: PieceAt) -> bool {
        self.at(man.square) == Some(man.piece)
    }

    fn without(&self, square: Square) -> Men {
        let mut men = self.clone();
        men.0[square.index()] = None;
        men
    }

    fn with(&self, square: Square, piece: Piece) -> Men {
        let mut men = self.clone();
        men.0[square.index()] = Some(piece);
        men
    }

    /// The squares that the man on a square attacks.
    fn attacked_from(&self, square: Square, piece: Piece) -> Vec<Square> {
        const STRAIGHT: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
        const KNIGHT: [(i8, i8); 8] = [
            (1, 2),
            (2, 1),
            (2, -1),
            (1, -2),
            (-1, -2),
            (-2, -1),
            (-2, 1),
            (-1, 2),
        ];
        let all = [STRAIGHT, DIAGONAL].concat();
        let ahead = if piece.color == Color::White { 1 } else { -1 };
        let (steps, far) = match piece.role {
            Role::Pawn => (vec![(-1, ahead), (1, ahead)], false),
            Role::Knight => (KNIGHT.to_vec(), false),
            Role::King => (all, false),
            Role::Bishop => (DIAGONAL.to_vec(), true),
            Role::Rook => (STRAIGHT.to_vec(), true),
            Role::Queen => (all, true),
        };
        let mut attacked = Vec::new();
        for (files, ranks) in steps {
            let mut here = square;
            while let Some(next) = here.offset(files, ranks) {
                attacked.push(next);
                if !far || self.at(next).is_some() {
                    break;
                }
                here = next;
            }
        }
        attacked
    }

    fn attackers(&self, target: Square, by: Color) -> BTreeSet<usize> {
        let attacks = |square: &Square| {
            self.at(*square).is_some_and(|piece| {
                piece.color == by && self.attacked_from(*square, piece).contains(&target)
            })
        };
        Square::ALL
            .into_iter()
            .filter(attacks)
            .map(Square::index)
            .collect()
    }

    /// The men strictly between two squares of one line, from the first one on.
    fn between(&self, from: Square, to: Square) -> Vec<Square> {
        let file = signum(from.file().index(), to.file().index());
        let rank = signum(from.rank().index(), to.rank().index());
        let mut met = Vec::new();
        let mut here = from;
        while let Some(next) = here.offset(file, rank) {
            if next == to {
                return met;
            }
            if self.at(next).is_some() {
                met.push(next);
            }
            here = next;
        }
        panic!("{from} and {to} are on no line");
    }
}

fn signum(from: usize, to: usize) -> i8 {
    match from.cmp(&to) {
        std::cmp::Ordering::Less => 1,
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Greater => -1,
    }
}

fn squares(men: &[PieceAt]) -> BTreeSet<usize> {
    let squares: BTreeSet<usize> = men.iter().map(|man| man.square.index()).collect();
    assert_eq!(squares.len(), men.len(), "no man twice");
    squares
}

/// An attempt in a position, and what is true about it.
struct Scene<'a> {
    position: &'a Position,
    men: &'a Men,
    attempt: Attempt,
}

impl Scene<'_> {
    fn us(&self) -> Color {
        self.position.turn()
    }

    fn ahead(&self) -> i8 {
        if self.us() == Color::White { 1 } else { -1 }
    }

    fn goes(&self, files: i8, ranks: i8) -> bool {
        self.attempt.from.offset(files, ranks) == Some(self.attempt.to)
    }

    /// The man is the one that is tried, and its own side's.
    fn is_tried(&self, man: PieceAt) -> bool {
        self.men.stands(man) && man.square == self.attempt.from && man.piece.color == self.us()
    }

    /// Every man is on the board and an enemy's.
    fn are_enemies(&self, men: &[PieceAt]) -> bool {
        let enemy = |man: &PieceAt| self.men.stands(*man) && man.piece.color != self.us();
        !men.is_empty() && men.iter().all(enemy)
    }

    fn own_king(&self) -> Square {
        let king = Piece {
            role: Role::King,
            color: self.us(),
        };
        let mut found = Square::ALL
            .into_iter()
            .filter(|square| self.men.at(*square) == Some(king));
        found.next().expect("a king")
    }

    fn checkers(&self) -> BTreeSet<usize> {
        self.men.attackers(self.own_king(), !self.us())
    }

    fn would_reach_on_an_empty_board(&self, man: PieceAt) -> bool {
        Men([None; 64])
            .attacked_from(man.square, man.piece)
            .contains(&self.attempt.to)
    }

    /// The board after the man has gone there, and has taken en passant if it did.
    fn after(&self, man: PieceAt, en_passant: bool) -> Men {
        let men = self
            .men
            .without(man.square)
            .with(self.attempt.to, man.piece);
        if en_passant {
            men.without(Square::new(self.attempt.to.file(), man.square.rank()))
        } else {
            men
        }
    }

    fn is_legal_as(&self, promotion: Option<Role>) -> bool {
        let attempt = Attempt {
            promotion,
            ..self.attempt
        };
        self.position.why_illegal(attempt).is_none()
    }

    fn holds(&self, reason: &Reason) -> bool {
        match reason {
            Reason::OwnManOnTarget { man, target } => {
                self.is_tried(*man)
                    && self.men.stands(*target)
                    && target.square == self.attempt.to
                    && target.piece.color == self.us()
            }
            Reason::KingCapture { man, king } => {
                self.is_tried(*man)
                    && self.are_enemies(&[*king])
                    && king.square == self.attempt.to
                    && king.piece.role == Role::King
            }
            Reason::WrongGeometry { man, .. }
            | Reason::Blocked { man, .. }
            | Reason::PawnBlocked { man, .. }
            | Reason::PawnCapturesStraight { man, .. }
            | Reason::PawnDiagonalWithoutCapture { man, .. }
            | Reason::DoubleStepNotFirst { man, .. }
            | Reason::EnPassantExpired { man, .. } => {
                self.is_tried(*man) && self.holds_of_movement(*man, reason)
            }
            Reason::EnPassantExposesKing { man, .. }
            | Reason::KingIntoAttack { man, .. }
            | Reason::ExposesKing { man, .. }
            | Reason::CheckNotAnswered { man, .. } => {
                self.is_tried(*man) && self.holds_of_safety(*man, reason)
            }
            Reason::PromotionRequired { man, to } => {
                self.attempt.promotion.is_none()
                    && self.is_last_rank_pawn(*man, *to)
                    && self.is_legal_as(Some(Role::Queen))
            }
            Reason::PromotionRole { man, role } => {
                self.attempt.promotion == Some(*role)
                    && matches!(role, Role::King | Role::Pawn)
                    && self.is_last_rank_pawn(*man, self.attempt.to)
                    && self.is_legal_as(Some(Role::Queen))
            }
            Reason::NotAPromotion { man, to } => {
                self.attempt.promotion.is_some()
                    && self.is_tried(*man)
                    && *to == self.attempt.to
                    && !self.is_last_rank_pawn(*man, *to)
            }
            Reason::NoMove { square } => {
                *square == self.attempt.from && self.attempt.from == self.attempt.to
            }
            Reason::EmptySquare { from } => {
                *from == self.attempt.from && self.men.at(*from).is_none()
            }
            Reason::OpponentsMan { man } => {
                self.are_enemies(&[*man]) && man.square == self.attempt.from
            }
            // Only a move that comes from elsewhere can be that.
            Reason::StaleMove { .. } => false,
            _ => self.holds_of_castling(reason),
        }
    }

    fn is_last_rank_pawn(&self, man: PieceAt, to: Square) -> bool {
        self.is_tried(man)
            && man.piece.role == Role::Pawn
            && to == self.attempt.to
            && to.rank() == home_rank(!self.us())
    }

    fn holds_of_movement(&self, man: PieceAt, reason: &Reason) -> bool {
        let to = self.attempt.to;
        let is_pawn = man.piece.role == Role::Pawn;
        let first_rank = if self.us() == Color::White {
            Rank::Two
        } else {
            Rank::Seven
        };
        let from_first = man.square.rank() == first_rank;
        let diagonal = self.goes(1, self.ahead()) || self.goes(-1, self.ahead());
        match reason {
            Reason::WrongGeometry { to: named, .. } => {
                let pawn_way =
                    self.goes(0, self.ahead()) || self.goes(0, 2 * self.ahead()) || diagonal;
                let possible = if is_pawn {
                    pawn_way
                } else {
                    self.would_reach_on_an_empty_board(man)
                };
                *named == to && !possible
            }
            Reason::Blocked { by, to: named, .. } => {
                *named == to
                    && !is_pawn
                    && self.would_reach_on_an_empty_board(man)
                    && self.men.stands(*by)
                    && self.men.between(man.square, to).first() == Some(&by.square)
            }
            Reason::PawnBlocked { by, to: named, .. } => {
                let passed = man.square.offset(0, self.ahead()).expect("a square ahead");
                let nearer = self.men.at(passed).map(|_| passed);
                *named == to
                    && is_pawn
                    && from_first
                    && self.goes(0, 2 * self.ahead())
                    && self.men.stands(*by)
                    && by.square == nearer.unwrap_or(to)
            }
            Reason::PawnCapturesStraight { target, .. } => {
                is_pawn
                    && self.goes(0, self.ahead())
                    && target.square == to
                    && self.are_enemies(&[*target])
            }
            Reason::PawnDiagonalWithoutCapture { to: named, .. } => {
                *named == to
                    && is_pawn
                    && diagonal
                    && self.men.at(to).is_none()
                    && self.position.passed_square() != Some(to)
            }
            Reason::DoubleStepNotFirst { to: named, .. } => {
                *named == to && is_pawn && self.goes(0, 2 * self.ahead()) && !from_first
            }
            Reason::EnPassantExpired {
                pawn, to: named, ..
            } => {
                *named == to
                    && is_pawn
                    && diagonal
                    && self.men.at(to).is_none()
                    && self.are_enemies(&[*pawn])
                    && pawn.piece.role == Role::Pawn
                    && pawn.square == Square::new(to.file(), man.square.rank())
                    && self.position.passed_square() != Some(to)
            }
            _ => false,
        }
    }

    fn holds_of_safety(&self, man: PieceAt, reason: &Reason) -> bool {
        let enemy = !self.us();
        let is_en_passant = man.piece.role == Role::Pawn
            && self.position.passed_square() == Some(self.attempt.to)
            && man.square.file() != self.attempt.to.file();
        let after = self.after(man, is_en_passant);
        match reason {
            Reason::KingIntoAttack { to, attackers, .. } => {
                man.piece.role == Role::King
                    && *to == self.attempt.to
                    && self.are_enemies(attackers)
                    && squares(attackers) == after.attackers(*to, enemy)
            }
            Reason::ExposesKing {
                to,
                king,
                attackers,
                ..
            }
            | Reason::EnPassantExposesKing {
                to,
                king,
                attackers,
                ..
            } => {
                let in_passing = matches!(reason, Reason::EnPassantExposesKing { .. });
                *to == self.attempt.to
                    && *king == self.own_king()
                    && in_passing == is_en_passant
                    && self.are_enemies(attackers)
                    && squares(attackers) == after.attackers(*king, enemy)
                    && squares(attackers).is_disjoint(&self.checkers())
            }
            Reason::CheckNotAnswered {
                to, king, checkers, ..
            } => {
                let left: BTreeSet<usize> = &after.attackers(*king, enemy) & &self.checkers();
                *to == self.attempt.to
                    && *king == self.own_king()
                    && self.are_enemies(checkers)
                    && squares(checkers) == left
            }
            _ => false,
        }
    }

    /// The squares of a rank from one file to another, both included.
    fn span(&self, from: File, to: File) -> Vec<Square> {
        let (low, high) = (from.min(to), from.max(to));
        let files = File::ALL
            .into_iter()
            .filter(|file| (low..=high).contains(file));
        files
            .map(|file| Square::new(file, home_rank(self.us())))
            .collect()
    }

    fn holds_of_castling(&self, reason: &Reason) -> bool {
        let king = self.own_king();
        let is_kings_way = self.attempt.from == king && king.rank() == home_rank(self.us());
        let (Reason::CastlingRightLost { side, .. }
        | Reason::CastlingWithoutRook { side, .. }
        | Reason::CastlingBlocked { side, .. }
        | Reason::CastlingInCheck { side, .. }
        | Reason::CastlingThroughAttack { side, .. }
        | Reason::CastlingIntoCheck { side, .. }) = reason
        else {
            return false;
        };
        let rook = self.position.castling_rights().rook(self.us(), *side);
        let Some(rook) = rook else {
            return is_kings_way && self.holds_without_right(*side, reason);
        };
        let goal = Square::new(side.king_file(), king.rank());
        let rook_goal = Square::new(side.rook_file(), king.rank());
        let lifted = self.men.without(king);
        let way = self.span(king.file(), goal.file());
        is_kings_way
            && match reason {
                Reason::CastlingBlocked { by, .. } => {
                    let needed = [way, self.span(rook.file(), rook_goal.file())].concat();
                    let met: BTreeSet<usize> = needed
                        .into_iter()
                        .filter(|square| {
                            ![king, rook].contains(square) && self.men.at(*square).is_some()
                        })
                        .map(Square::index)
                        .collect();
                    by.iter().all(|man| self.men.stands(*man))
                        && !met.is_empty()
                        && squares(by) == met
                }
                Reason::CastlingInCheck {
                    king: named,
                    attackers,
                    ..
                } => {
                    *named == king
                        && self.are_enemies(attackers)
                        && squares(attackers) == self.checkers()
                }
                Reason::CastlingThroughAttack {
                    crossed, attackers, ..
                } => {
                    way.contains(crossed)
                        && ![king, goal].contains(crossed)
                        && self.are_enemies(attackers)
                        && squares(attackers) == lifted.attackers(*crossed, !self.us())
                }
                Reason::CastlingIntoCheck {
                    goal: named,
                    attackers,
                    ..
                } => {
                    let own = |role| Piece {
                        role,
                        color: self.us(),
                    };
                    let arrived = lifted
                        .without(rook)
                        .with(goal, own(Role::King))
                        .with(rook_goal, own(Role::Rook));
                    let seen =
                        &lifted.attackers(goal, !self.us()) | &arrived.attackers(goal, !self.us());
                    *named == goal && self.are_enemies(attackers) && squares(attackers) == seen
                }
                _ => false,
            }
    }

    fn holds_without_right(&self, side: Side, reason: &Reason) -> bool {
        let own_rook = Some(Piece {
            role: Role::Rook,
            color: self.us(),
        });
        let in_corner = |corner| self.men.at(corner) == own_rook;
        match reason {
            Reason::CastlingRightLost { king, .. } => *king == self.own_king(),
            Reason::CastlingWithoutRook { corner, .. } => {
                self.position.mode() == Mode::Standard
                    && *corner == Square::new(side.corner_file(), home_rank(self.us()))
                    && !in_corner(*corner)
            }
            _ => false,
        }
    }
}

/// Tries everything, and counts what is told.
fn check_claims(position: &Position, told: &mut BTreeMap<&'static str, usize>) {
    let men = &Men::of(position);
    let promotions = [None].into_iter().chain(Role::ALL.map(Some));
    for from in Square::ALL {
        for to in Square::ALL {
            for promotion in promotions.clone() {
                let attempt = Attempt {
                    from,
                    to,
                    promotion,
                };
                let Some(reason) = position.why_illegal(attempt) else {
                    continue;
                };
                let scene = Scene {
                    position,
                    men,
                    attempt,
                };
                let told_of = format!("{} {attempt:?}: {reason:?}", position.fen());
                assert!(scene.holds(&reason), "{told_of}");
                *told.entry(reason.code()).or_default() += 1;
                check_presentation(&reason, &told_of);
            }
        }
    }
}

/// What every reason has for whoever shows it.
fn check_presentation(reason: &Reason, told_of: &str) {
    let marked = reason.squares();
    let distinct: BTreeSet<usize> = marked.iter().map(|square| square.index()).collect();
    assert!(
        !marked.is_empty() && distinct.len() == marked.len(),
        "{told_of}"
    );
    let article = reason.article();
    let mut parts = article.split('.');
    let is_number = |part: &str| part.parse::<u8>().is_ok_and(|number| number > 0);
    assert!(parts.all(is_number) && article.contains('.'), "{told_of}");
    let text = reason.to_string();
    assert!(
        text.starts_with(char::is_uppercase) && text.ends_with('.'),
        "{text}"
    );
    assert!(!text.contains("  ") && !text.contains(" ."), "{text}");
    for (name, param) in reason.params() {
        assert!(
            !name.is_empty() && !param.to_string().is_empty(),
            "{told_of}"
        );
    }
}

/// Positions in which rare reasons are told, for both sides of the board.
const RARE: [(&str, Mode); 13] = [
    ("8/8/8/r2Pp2K/8/8/4k3/8 w - e6 0 1", Mode::Standard),
    ("8/8/8/2k5/3Pp3/8/8/4KB2 b - d3 0 1", Mode::Standard),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", Mode::Standard),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", Mode::Standard),
    ("r3k2r/8/4n3/8/1b6/8/8/RN2K2R w KQkq - 0 1", Mode::Standard),
    ("r3k2r/P6P/8/8/8/5b2/p6p/4K3 b kq - 0 1", Mode::Standard),
    ("1r2k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", Mode::Standard),
    ("4k3/8/8/8/8/8/8/q1R1K3 w C - 0 1", Mode::Chess960),
    ("k2r4/8/8/8/8/8/8/1RK2R2 w FB - 0 1", Mode::Chess960),
    (
        "rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 b KQkq - 0 1",
        Mode::Chess960,
    ),
    ("4k3/8/8/8/8/8/8/RR2K3 w B - 0 1", Mode::Chess960),
    ("4k3/P3p3/8/8/8/8/3p4/2R2K2 b - - 0 1", Mode::Standard),
    ("4k3/8/8/8/1p6/n7/PP6/4K3 w - - 0 1", Mode::Standard),
];

#[test]
fn every_reason_is_told_somewhere_and_is_true() {
    let mut told = BTreeMap::new();
    for (fen, mode) in RARE {
        let position = Position::from_fen(fen, mode).expect(fen);
        check_claims(&position, &mut told);
    }
    let mut rng = Rng(7);
    for _ in 0..15 {
        check_claims(&support::random_setup(&mut rng), &mut told);
    }
    let codes = [
        "blocked",
        "castling_blocked",
        "castling_in_check",
        "castling_into_check",
        "castling_right_lost",
        "castling_through_attack",
        "castling_without_rook",
        "check_not_answered",
        "double_step_not_first",
        "empty_square",
        "en_passant_expired",
        "en_passant_exposes_king",
        "exposes_king",
        "king_capture",
        "king_into_attack",
        "no_move",
        "not_a_promotion",
        "opponents_man",
        "own_man_on_target",
        "pawn_blocked",
        "pawn_captures_straight",
        "pawn_diagonal_without_capture",
        "promotion_required",
        "promotion_role",
        "wrong_geometry",
    ];
    assert_eq!(told.into_keys().collect::<Vec<_>>(), codes);
}

/// How many random positions: a long run takes more of them.
fn cases(usual: u32) -> ProptestConfig {
    let long = std::env::var_os("TABIYA_LONG").is_some();
    let cases = if long { usual * 100 } else { usual };
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(cases(25))]

    #[test]
    fn each_claim_is_true(seed: u64) {
        let mut rng = Rng(seed);
        let (mut position, most) = random_start(&mut rng);
        for _ in 0..rng.below(most + 1) {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = lively_move(&mut rng, &position, &moves);
            position.play(mv).expect("a legal move");
        }
        check_claims(&position, &mut BTreeMap::new());
    }
}
