//! What moves people are in the habit of playing, before they calculate: a sum of weights over the
//! features of a move. The weights were learned from moves that people played (`habit_numbers`). Not here:
//! what a move is worth (`look`).

#![allow(
    clippy::indexing_slicing,
    reason = "the indexes of features are sums of bounded parts; a test visits them all"
)]

use tabiya_rules::attacks::attacks;
use tabiya_rules::{Bitboard, Color, Game, Move, MoveKind, Position, Role, Side, Square};

use super::habit_numbers::WEIGHTS;
use super::judge::{ahead, distance, files_beside, phase, rank_of, worth};

/// Features of where men come from and go to, for three phases.
const TO: usize = 0;
const FROM: usize = TO + 3 * 6 * 64;
const TAKES: usize = FROM + 3 * 6 * 64;
const SAFETY: usize = TAKES + 6 * 6 * 2;
const RESCUE: usize = SAFETY + 6 * 5;
const THREAT: usize = RESCUE + 6 * 3;
const NEAR: usize = THREAT + 6 * 2;
const STRETCH: usize = NEAR + 8;
const RUNNER: usize = STRETCH + 16;
const SINGLE: usize = RUNNER + 8;

/// How many features there are.
pub(crate) const FEATURES: usize = SINGLE + 20;

/// The features that are simply there or not.
#[derive(Clone, Copy)]
enum Single {
    TakesBack,
    LeavesTaken,
    SafeCheck,
    LooseCheck,
    Queens,
    Underpromotes,
    CastlesShort,
    CastlesLong,
    SameManAgain,
    Undoes,
    Backward,
    KnightBackward,
    GivesUpCastling,
    NearsKing,
    BaresKing,
    EvadesByKing,
    EvadesByTaking,
    EvadesByBlock,
    EnPassant,
}

/// What the moves of a position have in common.
pub(crate) struct Scene<'a> {
    position: &'a Position,
    phase: usize,
    check: bool,
    enemy_king: Square,
    own_king: Square,
    /// Where the opponent's last man went, and whether it took something.
    last: Option<(Square, bool)>,
    /// The own move before.
    before: Option<Move>,
}

impl<'a> Scene<'a> {
    /// The position on the board of a game.
    pub(crate) fn of(game: &'a Game) -> Scene<'a> {
        let position = game.position();
        let ply = game.ply();
        let last = game.moves().last().map(|&mv| {
            let took = game
                .position_at(ply - 1)
                .is_some_and(|before| mv.is_capture(&before));
            (mv.destination(), took)
        });
        let before = ply.checked_sub(2).and_then(|at| game.moves().get(at));
        Scene {
            position,
            phase: match phase(position.board()) {
                21.. => 0,
                10.. => 1,
                _ => 2,
            },
            check: position.is_check(),
            enemy_king: position.king(!position.turn()),
            own_king: position.king(position.turn()),
            last,
            before: before.copied(),
        }
    }

    /// Where the opponent's last man went.
    pub(crate) fn last_square(&self) -> Option<Square> {
        self.last.map(|(square, _)| square)
    }

    /// The square where the opponent has just taken something.
    pub(crate) fn last_took(&self) -> Option<Square> {
        self.last
            .filter(|&(_, took)| took)
            .map(|(square, _)| square)
    }

    /// How natural a move looks: a logit.
    pub(crate) fn habit(&self, mv: Move) -> f64 {
        let mut sum = 0.0;
        self.features(mv, &mut |feature| sum += f64::from(WEIGHTS[feature]));
        sum / 100.0
    }

    /// How likely each of these moves is to be played out of habit; the sum is 1.
    pub(crate) fn shares(&self, moves: &[Move]) -> Vec<f64> {
        let logits: Vec<f64> = moves.iter().map(|&mv| self.habit(mv)).collect();
        let top = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let parts: Vec<f64> = logits.iter().map(|logit| (logit - top).exp()).collect();
        let sum: f64 = parts.iter().sum();
        parts.iter().map(|part| part / sum).collect()
    }

    /// The features of a move.
    pub(crate) fn features(&self, mv: Move, found: &mut dyn FnMut(usize)) {
        let position = self.position;
        let board = position.board();
        let us = position.turn();
        let (from, to) = (mv.from(), mv.destination());
        let role = mv.role();
        let piece = role as usize;
        let place = (self.phase * 6 + piece) * 64;
        found(TO + place + own_index(to, us));
        found(FROM + place + own_index(from, us));
        let mut single = |feature: Single| found(SINGLE + feature as usize);
        let taken_at = mv.capture_square(position);
        if let Some((last, took)) = self.last {
            if taken_at == Some(last) && took {
                single(Single::TakesBack);
            } else if took {
                single(Single::LeavesTaken);
            }
        }
        match mv.kind() {
            MoveKind::Castle(Side::King) => return single(Single::CastlesShort),
            MoveKind::Castle(Side::Queen) => return single(Single::CastlesLong),
            MoveKind::EnPassant => single(Single::EnPassant),
            MoveKind::Normal => {}
        }
        let after = position.after_unchecked(mv);
        let enemies = board.attackers(to, !us);
        let friends = board.attackers(to, us) - Bitboard::from(from);
        let defended = friends.any();
        if after.is_check() {
            single(if enemies.any() && !defended {
                Single::LooseCheck
            } else {
                Single::SafeCheck
            });
        }
        match mv.promotion() {
            Some(Role::Queen) => single(Single::Queens),
            Some(_) => single(Single::Underpromotes),
            None => {}
        }
        if let Some(before) = self.before
            && before.destination() == from
        {
            single(Single::SameManAgain);
            if before.from() == to {
                single(Single::Undoes);
            }
        }
        if rank_of(to, us) < rank_of(from, us) {
            match role {
                Role::Knight => single(Single::KnightBackward),
                Role::King => {}
                _ => single(Single::Backward),
            }
        }
        if role == Role::King
            && Side::ALL
                .into_iter()
                .any(|side| position.castling_rights().rook(us, side).is_some())
        {
            single(Single::GivesUpCastling);
        }
        let nearer = distance(to, self.enemy_king) < distance(from, self.enemy_king);
        if role != Role::Pawn && nearer && distance(to, self.enemy_king) <= 3 {
            single(Single::NearsKing);
        }
        if role == Role::Pawn && distance(from, self.own_king) == 1 && rank_of(from, us) <= 2 {
            single(Single::BaresKing);
        }
        if self.check {
            single(if role == Role::King {
                Single::EvadesByKing
            } else if taken_at.is_some() {
                Single::EvadesByTaking
            } else {
                Single::EvadesByBlock
            });
        }
        if let Some(square) = taken_at {
            let victim = board.role_at(square).map_or(0, |role| role as usize);
            let guarded = usize::from(enemies.any());
            found(TAKES + (piece * 6 + victim) * 2 + guarded);
        } else {
            found(SAFETY + piece * 5 + threat_to(board, us, role, enemies, defended));
        }
        let danger = threat_to(
            board,
            us,
            role,
            board.attackers(from, !us),
            board.attackers(from, us).any(),
        );
        found(RESCUE + piece * 3 + danger.min(2));
        if let Some((victim, guarded)) = self.best_target(&after, role, to) {
            found(THREAT + victim as usize * 2 + usize::from(guarded));
        }
        if let Some((last, _)) = self.last {
            found(NEAR + small(distance(to, last)));
        }
        if matches!(role, Role::Bishop | Role::Rook | Role::Queen) {
            let straight = from.file() == to.file() || from.rank() == to.rank();
            found(STRETCH + small(distance(from, to)) + if straight { 8 } else { 0 });
        }
        if role == Role::Pawn {
            let enemy_pawns = board.by_piece(!us, Role::Pawn);
            let front = Bitboard::file(to.file()) | files_beside(to);
            if (enemy_pawns & front & ahead(to, us)).is_empty() {
                found(RUNNER + small(rank_of(to, us)));
            }
        }
    }

    /// The dearest enemy that a man attacks from its new place, if it is dearer than the man or
    /// not guarded.
    fn best_target(&self, after: &Position, role: Role, to: Square) -> Option<(Role, bool)> {
        let board = after.board();
        let us = !after.turn();
        let targets = attacks(role, us, to, board.occupied()) & board.by_color(!us);
        targets
            .into_iter()
            .filter_map(|square| {
                let target = board.role_at(square)?;
                let guarded = board.attackers(square, !us).any();
                let counts = target != Role::King && (!guarded || worth(target) > worth(role) + 50);
                counts.then_some((target, guarded))
            })
            .max_by_key(|&(target, guarded)| (worth(target), !guarded))
    }
}

/// How a man would stand: 0 safe, 1 attacked but guarded, 2 attacked by a lesser man, 3 by a pawn,
/// 4 attacked and not guarded.
fn threat_to(
    board: &tabiya_rules::Board,
    us: Color,
    role: Role,
    enemies: Bitboard,
    defended: bool,
) -> usize {
    if enemies.is_empty() || role == Role::King {
        return 0;
    }
    if role != Role::Pawn && (enemies & board.by_piece(!us, Role::Pawn)).any() {
        return 3;
    }
    if !defended {
        return 4;
    }
    let lesser = enemies
        .into_iter()
        .filter_map(|square| board.role_at(square))
        .any(|enemy| enemy != Role::King && worth(enemy) + 50 < worth(role));
    if lesser { 2 } else { 1 }
}

fn small(number: i32) -> usize {
    usize::try_from(number.clamp(0, 7)).unwrap_or(0)
}

/// The square's place as that side sees it.
fn own_index(square: Square, color: Color) -> usize {
    match color {
        Color::White => square.index(),
        Color::Black => square.flip_rank().index(),
    }
}
