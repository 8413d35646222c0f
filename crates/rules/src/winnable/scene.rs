//! A group of positions, and what one legal move can make of it. Which groups can come about is
//! gathered in `scenes`.

use crate::attacks::{
    between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks,
};
use crate::en_passant::passed_pawn;
use crate::{Bitboard, Color, Role, Square};

use super::class::{Class, Classes, Floating};
use super::field::Field;
use super::geometry;
use super::packed::{Packed, double_step_rank};

/// The positions in which the exact men stand just so, and each other man either stands somewhere
/// in the set of its kind or is gone.
#[derive(Clone, Copy)]
pub(super) struct Scene {
    /// The exact men, whose turn it is, and which square a pawn has just passed.
    pub(super) core: Packed,
    pub(super) floating: Floating,
    /// Whether what follows is still to be worked out.
    pub(super) is_open: bool,
}

impl Scene {
    /// The group of this position, in which its men float on these squares.
    pub(super) fn new(field: &Field, classes: &Classes, floating: Floating) -> Self {
        let mut core = field.packed;
        core.lift(classes.floating(field).0);
        Self {
            core,
            floating,
            is_open: false,
        }
    }
}

/// Takes from the sets of the side to move the squares from which a man would be giving check: the
/// other side has just moved and has not left its king attacked.
///
/// # Proof
///
/// A knight attacks wherever else the men are. On a line from the king, walk outwards to the first
/// exact man. As long as no floating man may stand on the squares walked over but those that give
/// check along this line, the first man met on them would give check; so there is none.
pub(super) fn without_checks(scene: &Scene, classes: &Classes) -> Floating {
    let core = Field::of(scene.core);
    let turn = core.turn();
    let king = core.king(!turn);
    let mut floating = scene.floating;
    for (set, class) in floating.0.iter_mut().zip(classes.iter()) {
        if class.kind.color == turn && class.kind.role == Role::Knight {
            *set -= knight_attacks(king);
        }
    }
    for (files, ranks) in LINES {
        let is_diagonal = files != 0 && ranks != 0;
        let gives_check = |class: &Class| {
            class.kind.color == turn
                && match class.kind.role {
                    Role::Queen => true,
                    Role::Bishop => is_diagonal,
                    Role::Rook => !is_diagonal,
                    _ => false,
                }
        };
        let mut here = king;
        while let Some(next) = here.offset(files, ranks) {
            here = next;
            if core.occupied.contains(here) {
                break;
            }
            let mut is_shielded = false;
            for (set, class) in floating.0.iter_mut().zip(classes.iter()) {
                if gives_check(class) {
                    *set -= here.into();
                } else {
                    is_shielded |= set.contains(here);
                }
            }
            if is_shielded {
                break;
            }
        }
    }
    floating
}

const LINES: [(i8, i8); 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];

/// Calls `sink` with groups that together contain every position to which a legal move leads from
/// a position of `scene`, promotions aside; whether there may be promotions.
///
/// # Proof
///
/// A legal move moves an exact man or a floating one. A *floating* man goes from a square of its
/// set, over squares without exact men, to t. If no exact man is on t, the exact men are the same,
/// t is added to the set, and a floating man that was taken on t may be gone in any group. If an
/// exact enemy is on t, it is no king, and is gone. An *exact* man moves as its role tells, over
/// squares without exact men, to t without an exact man of its own; a pawn moves aslant only where
/// an exact or floating enemy may be, or to the square just passed. Afterwards no floating man is
/// on t: its own would have been in the way, an enemy's was taken. A man that was exact because it
/// was at home is exact no more, and t is all that its class has: the class had no square before,
/// since its man stood at home.
///
/// Left out are only moves after which the mover's king is attacked for certain: by an exact pawn,
/// knight or king, or by an exact line piece where every square between is free of exact men and
/// no floating man can be there, before the move or after.
pub(super) fn results(scene: &Scene, classes: &Classes, mut sink: impl FnMut(Scene)) -> bool {
    let core = Field::of(scene.core);
    let turn = core.turn();
    let mut result = Results {
        turn,
        classes,
        anywhere: classes.of(&scene.floating, turn) | classes.of(&scene.floating, !turn),
        sink: &mut sink,
    };
    floating_moves(scene, &core, &mut result);
    let own = core.by_color(turn);
    for from in own - core.pawns {
        let Some(role) = core.role_at(from) else {
            continue;
        };
        let targets = geometry::attacks(turn, role, from.into(), core.occupied);
        for to in targets - own - core.kings {
            result.exact_move(scene, &core, role, from, to);
        }
    }
    pawn_moves(scene, &core, &mut result)
}

struct Results<'a, F> {
    turn: Color,
    classes: &'a Classes,
    /// Where floating men may be, before the move and after.
    anywhere: Bitboard,
    sink: &'a mut F,
}

impl<F: FnMut(Scene)> Results<'_, F> {
    fn exact_move(&mut self, scene: &Scene, core: &Field, role: Role, from: Square, to: Square) {
        let mv = crate::Move::normal(role, from, to);
        let (mut next, passed) = scene.core.after(mv);
        let mut floating = scene.floating.without(to.into());
        let mut anywhere = self.anywhere;
        for (set, class) in floating.0.iter_mut().zip(self.classes.iter()) {
            if class.kind.color == self.turn && class.at_home(core) == Some(from) {
                next.lift(Bitboard::of(to).0);
                *set = to.into();
                anywhere |= *set;
            }
        }
        self.finish(next, passed, floating, anywhere);
    }

    fn finish(
        &mut self,
        mut core: Packed,
        passed: Option<Square>,
        floating: Floating,
        anywhere: Bitboard,
    ) {
        core.state.set_passed(passed);
        if !is_surely_attacked(&Field::of(core), self.turn, anywhere) {
            (self.sink)(Scene {
                core,
                floating,
                is_open: false,
            });
        }
    }
}

fn floating_moves<F: FnMut(Scene)>(scene: &Scene, core: &Field, result: &mut Results<'_, F>) {
    let turn = core.turn();
    let prey = core.by_color(!turn) - core.kings;
    let (mut after, mut takers) = (scene.floating, Floating::NONE);
    let mut taken = Bitboard::EMPTY;
    let classes = result.classes;
    for ((set, class), take) in after.0.iter_mut().zip(classes.iter()).zip(&mut takers.0) {
        if class.kind.color == turn && set.any() {
            let targets = geometry::attacks(turn, class.kind.role, *set, core.occupied);
            *take = targets & prey;
            taken |= *take;
            *set |= targets - core.occupied;
            result.anywhere |= *set;
        }
    }
    let mut passed_on = scene.core;
    passed_on.state.pass();
    let anywhere = result.anywhere;
    if classes.of(&scene.floating, turn).any() {
        result.finish(passed_on, None, after, anywhere);
    }
    for square in taken {
        let mut next = passed_on;
        next.lift(Bitboard::of(square).0);
        let mut floating = scene.floating;
        for (set, take) in floating.0.iter_mut().zip(&takers.0) {
            *set |= *take & square.into();
        }
        result.finish(next, None, floating, anywhere);
    }
}

/// The moves of exact pawns; whether one may promote.
fn pawn_moves<F: FnMut(Scene)>(scene: &Scene, core: &Field, result: &mut Results<'_, F>) -> bool {
    let turn = core.turn();
    let double = Bitboard::rank(double_step_rank(turn));
    let prey = (core.by_color(!turn) - core.kings) | result.classes.of(&scene.floating, !turn);
    let passed = core.packed.state.passed();
    let mut may_promote = false;
    for from in core.pawns & core.by_color(turn) {
        let one = Bitboard::of(from).forward(turn) - core.occupied;
        let two = (one.forward(turn) & double) - core.occupied;
        let aslant = pawn_attacks(turn, from);
        let targets = one | two | (aslant & prey);
        if (targets & Bitboard::BACK_RANKS).any() {
            may_promote = true;
            continue;
        }
        for to in targets {
            result.exact_move(scene, core, Role::Pawn, from, to);
        }
        if let Some(target) = passed.filter(|&target| aslant.contains(target)) {
            let step = crate::Move::single_step(from, target);
            let (mut next, _) = scene.core.after(step);
            next.lift(Bitboard::of(passed_pawn(target)).0);
            let floating = scene.floating.without(target.into());
            result.finish(next, None, floating, result.anywhere);
        }
    }
    may_promote
}

/// Whether the king of `color` is attacked wherever in `anywhere` the floating men are.
fn is_surely_attacked(core: &Field, color: Color, anywhere: Bitboard) -> bool {
    let king = core.king(color);
    let enemies = core.by_color(!color);
    let steps = (knight_attacks(king) & core.knights)
        | (pawn_attacks(color, king) & core.pawns)
        | (king_attacks(king) & core.kings);
    let lines = (bishop_attacks(king, core.occupied) & core.diagonal)
        | (rook_attacks(king, core.occupied) & core.straight);
    let mut snipers = (lines & enemies).into_iter();
    (steps & enemies).any() || snipers.any(|sniper| (between(king, sniper) & anywhere).is_empty())
}

/// Whether a position of the group may be a mate of the side to move.
///
/// # Proof
///
/// In a mate the king on k is attacked by an exact man or by a floating one that stands on a square
/// x of its set. Every neighbor n of k is closed: an exact man of its own is on n; or, once
/// the king is there, an enemy attacks n, over squares without exact men (the king itself is not
/// counted as one); or a floating man of its own is on n, a different one for each n. If the class
/// of the attacker has only one man, that man attacks from x and from nowhere else.
pub(super) fn may_be_mate(scene: &Scene, classes: &Classes) -> bool {
    let core = Field::of(scene.core);
    let (loser, winner) = (core.turn(), !core.turn());
    let king = core.king(loser);
    let occupied = core.occupied - Bitboard::of(king);
    let exact = core.attacked(winner, occupied);
    let mut cover = Floating::NONE;
    for ((set, class), cover) in scene
        .floating
        .0
        .iter()
        .zip(classes.iter())
        .zip(&mut cover.0)
    {
        if class.kind.color == winner && set.any() {
            *cover = geometry::attacks(winner, class.kind.role, *set, occupied);
        }
    }
    let around = king_attacks(king) - core.by_color(loser);
    let close = |covered: Bitboard, checker: Bitboard| {
        let open = around - covered;
        (open & checker).is_empty() && classes.can_fill(open, &scene.floating, loser)
    };
    let all = exact | classes.of(&cover, winner);
    if exact.contains(king) && close(all, Bitboard::EMPTY) {
        return true;
    }
    for (index, class) in classes.iter().enumerate() {
        let kind = class.kind;
        let (Some(set), Some(reached)) = (scene.floating.0.get(index), cover.0.get(index)) else {
            continue;
        };
        if kind.color != winner || !reached.contains(king) {
            continue;
        }
        if class.count() > 1 {
            if close(all, Bitboard::EMPTY) {
                return true;
            }
            continue;
        }
        let others = cover.0.iter().enumerate().filter(|&(at, _)| at != index);
        let others = others.fold(exact, |all, (_, cover)| all | *cover);
        let places = geometry::attacks(loser, kind.role, king.into(), occupied) & *set;
        if places.into_iter().any(|place| {
            let own = geometry::attacks(winner, kind.role, place.into(), occupied);
            close(others | own, place.into())
        }) {
            return true;
        }
    }
    false
}
