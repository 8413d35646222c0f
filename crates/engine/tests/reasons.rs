//! Whatever is said about a move is so on the board: on thousands of positions from random games, with lines of
//! chance, which no engine would recommend and about which nothing untrue may be said either.

use tabiya_engine::review::{CheckAnswer, Why, explain};
use tabiya_engine::{Line, Score};
use tabiya_rules::{Color, Game, Move, PieceAt, Position, Role, Square};

/// A small generator of numbers that are always the same.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let limit = u64::try_from(limit).unwrap_or(1);
        usize::try_from(self.0 % limit).unwrap_or(0)
    }

    /// Captures are taken more often than chance would: they make reasons.
    fn mv(&mut self, position: &Position) -> Option<Move> {
        let moves = position.legal_moves();
        let captures: Vec<Move> = moves
            .iter()
            .copied()
            .filter(|mv| mv.is_capture(position))
            .collect();
        if !captures.is_empty() && self.below(3) == 0 {
            return captures.get(self.below(captures.len())).copied();
        }
        if moves.is_empty() {
            return None;
        }
        moves.get(self.below(moves.len())).copied()
    }

    fn line(&mut self, start: &Position) -> Vec<Move> {
        let mut position = start.clone();
        let mut line = Vec::new();
        while line.len() < 6 {
            let Some(mv) = self.mv(&position) else { break };
            position.play_unchecked(mv);
            line.push(mv);
        }
        line
    }
}

/// No pawn of the other side stands before a pawn, on its file or one beside it.
fn is_free(position: &Position, pawn: &PieceAt) -> bool {
    let before = |other: Square| {
        let [ours, theirs] = [pawn.square, other].map(|square| square.rank().index());
        match pawn.piece.color {
            Color::White => theirs > ours,
            Color::Black => theirs < ours,
        }
    };
    let others = position
        .board()
        .by_piece(!pawn.piece.color, Role::Pawn)
        .into_iter();
    others.into_iter().all(|other| {
        let files = other.file().index().abs_diff(pawn.square.file().index());
        files > 1 || !before(other)
    })
}

/// What everybody can check by looking at the two boards.
fn is_so(why: &Why, before: &Position, after: &Position, mv: Move) -> bool {
    let us = before.turn();
    let theirs = |man: &PieceAt| man.piece.color != us;
    let attacks = |by: &PieceAt, man: &PieceAt| {
        after
            .attackers(man.square, by.piece.color)
            .contains(by.square)
    };
    match why {
        Why::Mates { moves } => *moves > 1 || after.is_checkmate(),
        Why::OnlyMove => before.count_legal_moves() == 1,
        Why::StopsMate { by, .. } => theirs(by) && !before.is_check(),
        Why::AnswersCheck(CheckAnswer::King) => before.is_check() && mv.role() == Role::King,
        Why::AnswersCheck(CheckAnswer::Takes(man)) => {
            before.checkers().contains(man.square) && mv.capture_square(before) == Some(man.square)
        }
        Why::AnswersCheck(CheckAnswer::Blocks(man)) => before.checkers().contains(man.square),
        Why::Promotes { role } => mv.promotion() == Some(*role),
        Why::TakesBack { man } | Why::Trades { man, .. } | Why::TakesMore { man } => {
            theirs(man) && mv.capture_square(before) == Some(man.square)
        }
        Why::TakesFree { man } => {
            theirs(man)
                && mv.capture_square(before) == Some(man.square)
                && after.attackers(mv.to(), !us).is_empty()
        }
        Why::TakesBigger { man, with } => {
            theirs(man) && mv.capture_square(before) == Some(man.square) && mv.role() == *with
        }
        Why::Forks { by, men } => {
            by.square == mv.destination()
                && men.len() >= 2
                && men.iter().all(|man| theirs(man) && attacks(by, man))
        }
        Why::Skewers { by, front, behind } => {
            attacks(by, front) && theirs(front) && theirs(behind) && !attacks(by, behind)
        }
        Why::Pins { by, man, behind } => {
            attacks(by, man) && theirs(man) && theirs(behind) && !attacks(by, behind)
        }
        Why::DoubleCheck => after.checkers().more_than_one(),
        Why::Discovers { by, man } => {
            attacks(by, man)
                && by.square != mv.destination()
                && !before.attackers(man.square, us).contains(by.square)
        }
        Why::TakesAttacker { man, of } => {
            mv.capture_square(before) == Some(man.square)
                && before.attackers(of.square, !us).contains(man.square)
        }
        Why::Escapes { man, from } => {
            man.square == mv.from() && before.attackers(man.square, !us).contains(from.square)
        }
        Why::Guards { man, from } => {
            after.attackers(man.square, us).contains(mv.destination()) && attacks(from, man)
        }
        Why::Shields { man, from } => !attacks(from, man) && theirs(from),
        Why::Threatens { man, .. } => theirs(man) && after.attackers(man.square, us).any(),
        Why::ThreatensMate { by, .. } => by.piece.color == us && !after.is_check(),
        Why::Checks => after.is_check(),
        Why::Stops { pawn } => theirs(pawn) && pawn.piece.role == Role::Pawn,
        Why::Pushes { pawn, .. } => pawn.square == mv.to() && pawn.piece.role == Role::Pawn,
        // What is given and taken back is in the line, which is played move by move elsewhere.
        Why::Offers { role, .. } => {
            mv.role() == *role
                && !mv.is_capture(before)
                && after
                    .attackers(mv.to(), !us)
                    .into_iter()
                    .any(|from| after.board().role_at(from) == Some(*role))
        }
        Why::Frees { pawn, moves } => {
            pawn.piece.color == us
                && pawn.piece.role == Role::Pawn
                && (*moves > 1 || is_free(after, pawn))
        }
        Why::Leads { pawn } => {
            pawn.piece.color == us && mv.role() == Role::King && is_free(after, pawn)
        }
        Why::Castles { side } => mv.castling_side() == Some(*side),
        Why::Opens { man } => man.piece.color == us && mv.role() == Role::Pawn,
        Why::Air { square } => {
            let king = after.king(us);
            mv.role() == Role::Pawn
                && after.board().attackers(*square, us).contains(king)
                && after.attackers(*square, !us).is_empty()
        }
        Why::Supports { man, from } => {
            attacks(from, man) && after.attackers(man.square, us).contains(mv.destination())
        }
        Why::Prepares { square } => after.attackers(*square, us).contains(mv.destination()),
        Why::Bars { man, square } => {
            theirs(man)
                && mv.role() == Role::Pawn
                && before.attackers(*square, !us).contains(man.square)
                && after.attackers(*square, us).contains(mv.to())
        }
        Why::Heads { man, to } => {
            man.square == mv.from() && !before.attackers(*to, us).contains(man.square)
        }
        Why::Room { .. } => {
            let rank = mv.to().rank().index();
            mv.role() == Role::Pawn
                && if us == Color::White {
                    rank >= 4
                } else {
                    rank <= 3
                }
        }
        Why::Develops { man } | Why::Centers { man } | Why::Improves { man, .. } => {
            man.square == mv.from()
        }
        Why::TakesCenter { square } => mv.to() == *square,
        Why::Seventh { rook } => rook.piece.role == Role::Rook,
        Why::OpensFile { file, .. } => mv.to().file() == *file,
        Why::Wins { taken, .. } => !taken.is_empty(),
        Why::LetsPromote { pawn, moves } => {
            pawn.piece.color == us && pawn.piece.role == Role::Pawn && *moves > 1
        }
        Why::Opposition { king } => {
            let king_of_ours = after.king(us);
            let files = king
                .square
                .file()
                .index()
                .abs_diff(king_of_ours.file().index());
            let ranks = king
                .square
                .rank()
                .index()
                .abs_diff(king_of_ours.rank().index());
            files.max(ranks) == 2 && files.min(ranks) == 0 && mv.role() == Role::King
        }
        Why::Escorts { pawn } => {
            pawn.piece.color == us && after.attackers(pawn.square, us).contains(mv.to())
        }
        Why::Hunts { pawn } => theirs(pawn) && after.attackers(pawn.square, !us).is_empty(),
        Why::Draws(_) | Why::CentersKing | Why::Keeps(_) => true,
    }
}

#[test]
fn every_reason_is_so_on_thousands_of_boards() {
    let mut chance = Chance(0x5eed_cafe_f00d_0001);
    let mut seen = std::collections::BTreeMap::new();
    for _ in 0..150 {
        let mut game = Game::new(Position::standard());
        while game.ply() < 120 {
            let position = game.position().clone();
            let line = Line {
                score: Score::Centipawns(0),
                moves: chance.line(&position),
            };
            let Some(&mv) = line.moves.first() else { break };
            let after = position.after_unchecked(mv);
            let reasons = explain(&game, &line);
            assert!(!reasons.is_empty());
            for why in reasons {
                let at = format!("{why:?} of {mv:?} in {}", position.fen());
                for man in why.men_before() {
                    assert_eq!(position.board().man_at(man.square), Some(man), "{at}");
                }
                for man in why.men_after() {
                    assert_eq!(after.board().man_at(man.square), Some(man), "{at}");
                }
                assert!(is_so(&why, &position, &after, mv), "{at}");
                let sentence = why.to_string();
                assert!(
                    sentence.ends_with('.') && !sentence.contains("  "),
                    "{sentence}"
                );
                *seen.entry(why.code()).or_insert(0_u32) += 1;
            }
            let Some(next) = chance.mv(&position) else {
                break;
            };
            game.play(next).unwrap();
        }
    }
    // A test that never meets a reason says nothing about it.
    for code in [
        "air",
        "answers_check",
        "bars",
        "castles",
        "centers",
        "checks",
        "develops",
        "discovers",
        "escapes",
        "forks",
        "frees",
        "guards",
        "heads",
        "improves",
        "keeps",
        "mates",
        "offers",
        "only_move",
        "opens",
        "opens_file",
        "pins",
        "promotes",
        "pushes",
        "room",
        "seventh",
        "shields",
        "skewers",
        "stops",
        "stops_mate",
        "supports",
        "takes_attacker",
        "takes_back",
        "takes_bigger",
        "takes_center",
        "takes_free",
        "takes_more",
        "threatens",
        "threatens_mate",
        "trades",
        "wins",
    ] {
        assert!(seen.contains_key(code), "{code} never occurs: {seen:?}");
    }
}
