//! A group of positions, and what one legal move can make of it. Which groups can come about is
//! gathered in `scenes`.

use crate::attacks::{
    between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks,
};
use crate::en_passant::passed_pawn;
use alloc::vec::Vec;

use crate::{Bitboard, Color, Piece, Role, Square};

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

/// What is alike in floating men: color, role, and for a bishop the color of its squares.
#[derive(Clone, Copy)]
pub(super) struct Kind {
    pub(super) color: Color,
    pub(super) role: Role,
    shade: Bitboard,
}

/// The number of kinds.
pub(super) const COUNT: usize = 10;

const fn kind(color: Color, role: Role, shade: Bitboard) -> Kind {
    Kind { color, role, shade }
}

const LIGHT: Bitboard = Bitboard(!Bitboard::DARK.0);

/// All kinds of men that may float.
pub(super) const KINDS: [Kind; COUNT] = [
    kind(Color::White, Role::Knight, Bitboard::ALL),
    kind(Color::White, Role::Bishop, LIGHT),
    kind(Color::White, Role::Bishop, Bitboard::DARK),
    kind(Color::White, Role::Rook, Bitboard::ALL),
    kind(Color::White, Role::Queen, Bitboard::ALL),
    kind(Color::Black, Role::Knight, Bitboard::ALL),
    kind(Color::Black, Role::Bishop, LIGHT),
    kind(Color::Black, Role::Bishop, Bitboard::DARK),
    kind(Color::Black, Role::Rook, Bitboard::ALL),
    kind(Color::Black, Role::Queen, Bitboard::ALL),
];

impl Kind {
    fn men(&self, field: &Field) -> Bitboard {
        field.by_piece(self.color, self.role) & self.shade
    }
}

/// The squares on which the men of each kind may stand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Floating(pub(super) [Bitboard; COUNT]);

impl Floating {
    const NONE: Self = Self([Bitboard::EMPTY; COUNT]);

    /// Adds squares; whether any was new.
    pub(super) fn add(&mut self, other: &Self) -> bool {
        let mut grew = false;
        for (set, more) in self.0.iter_mut().zip(&other.0) {
            grew |= (*more - *set).any();
            *set |= *more;
        }
        grew
    }

    pub(super) fn contains(&self, other: &Self) -> bool {
        let mut pairs = self.0.iter().zip(&other.0);
        pairs.all(|(set, part)| (*part - *set).is_empty())
    }

    fn without(mut self, squares: Bitboard) -> Self {
        for set in &mut self.0 {
            *set -= squares;
        }
        self
    }

    /// Where men of that color may stand.
    fn of(&self, color: Color) -> Bitboard {
        let mut all = Bitboard::EMPTY;
        for (set, kind) in self.0.iter().zip(&KINDS) {
            if kind.color == color {
                all |= *set;
            }
        }
        all
    }
}

/// How many men of each kind float; none of a kind that is told exactly.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Kinds(pub(super) [u32; COUNT]);

impl Kinds {
    /// All men of the position float, kings and pawns aside.
    pub(super) fn all(field: &Field) -> Self {
        let mut counts = [0; COUNT];
        for (count, kind) in counts.iter_mut().zip(&KINDS) {
            *count = kind.men(field).count();
        }
        Self(counts)
    }

    /// The same, with these kinds told exactly.
    pub(super) fn without(mut self, is_exact: impl Fn(usize) -> bool) -> Self {
        for (kind, count) in self.0.iter_mut().enumerate() {
            if is_exact(kind) {
                *count = 0;
            }
        }
        self
    }

    /// Whether nothing floats.
    pub(super) fn are_none(&self) -> bool {
        self.0.iter().all(|&count| count == 0)
    }

    /// The men of the position, and of which kind each one is that floats.
    pub(super) fn men(&self, field: &Field) -> Vec<(Piece, Option<usize>)> {
        let mut men = Vec::new();
        for color in Color::ALL {
            for role in Role::ALL {
                let piece = Piece { role, color };
                let mut exact = field.by_piece(color, role).count();
                for (index, (kind, &count)) in KINDS.iter().zip(&self.0).enumerate() {
                    if kind.color == color && kind.role == role {
                        exact -= count;
                        men.extend((0..count).map(|_| (piece, Some(index))));
                    }
                }
                men.extend((0..exact).map(|_| (piece, None)));
            }
        }
        men
    }

    /// The group of exactly this position.
    pub(super) fn scene(&self, field: &Field) -> Scene {
        let mut floating = Floating::NONE;
        let mut all = Bitboard::EMPTY;
        for ((set, kind), &count) in floating.0.iter_mut().zip(&KINDS).zip(&self.0) {
            if count > 0 {
                *set = kind.men(field);
                all |= *set;
            }
        }
        let mut core = field.packed;
        core.lift(all.0);
        Scene {
            core,
            floating,
            is_open: false,
        }
    }

    /// Whether the position has no more floating men of any kind than were counted.
    pub(super) fn covers(&self, field: &Field) -> bool {
        let mut pairs = KINDS.iter().zip(&self.0);
        pairs.all(|(kind, &count)| count == 0 || kind.men(field).count() <= count)
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
pub(super) fn without_checks(scene: &Scene) -> Floating {
    let core = Field::of(scene.core);
    let turn = core.turn();
    let king = core.king(!turn);
    let mut floating = scene.floating;
    for (set, kind) in floating.0.iter_mut().zip(&KINDS) {
        if kind.color == turn && kind.role == Role::Knight {
            *set -= knight_attacks(king);
        }
    }
    for (files, ranks) in LINES {
        let is_diagonal = files != 0 && ranks != 0;
        let gives_check = |kind: &Kind| {
            kind.color == turn
                && match kind.role {
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
            for (set, kind) in floating.0.iter_mut().zip(&KINDS) {
                if gives_check(kind) {
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
/// on t: its own would have been in the way, an enemy's was taken.
///
/// Left out are only moves after which the mover's king is attacked for certain: by an exact pawn,
/// knight or king, or by an exact line piece where every square between is free of exact men and
/// no floating man can be there, before the move or after.
pub(super) fn results(scene: &Scene, mut sink: impl FnMut(Scene)) -> bool {
    let core = Field::of(scene.core);
    let turn = core.turn();
    let mut result = Results {
        turn,
        anywhere: scene.floating.of(turn) | scene.floating.of(!turn),
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
            result.exact_move(scene, role, from, to);
        }
    }
    pawn_moves(scene, &core, &mut result)
}

struct Results<'a, F> {
    turn: Color,
    /// Where floating men may be, before the move and after.
    anywhere: Bitboard,
    sink: &'a mut F,
}

impl<F: FnMut(Scene)> Results<'_, F> {
    fn exact_move(&mut self, scene: &Scene, role: Role, from: Square, to: Square) {
        let mv = crate::Move::normal(role, from, to);
        let (core, passed) = scene.core.after(mv);
        self.finish(core, passed, scene.floating.without(to.into()));
    }

    fn finish(&mut self, mut core: Packed, passed: Option<Square>, floating: Floating) {
        core.state.set_passed(passed);
        if !is_surely_attacked(&Field::of(core), self.turn, self.anywhere) {
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
    for ((set, kind), take) in after.0.iter_mut().zip(&KINDS).zip(&mut takers.0) {
        if kind.color == turn && set.any() {
            let targets = geometry::attacks(turn, kind.role, *set, core.occupied);
            *take = targets & prey;
            taken |= *take;
            *set |= targets - core.occupied;
            result.anywhere |= *set;
        }
    }
    let mut passed_on = scene.core;
    passed_on.state.pass();
    if scene.floating.of(turn).any() {
        result.finish(passed_on, None, after);
    }
    for square in taken {
        let mut next = passed_on;
        next.lift(Bitboard::of(square).0);
        let mut floating = scene.floating;
        for (set, take) in floating.0.iter_mut().zip(&takers.0) {
            *set |= *take & square.into();
        }
        result.finish(next, None, floating);
    }
}

/// The moves of exact pawns; whether one may promote.
fn pawn_moves<F: FnMut(Scene)>(scene: &Scene, core: &Field, result: &mut Results<'_, F>) -> bool {
    let turn = core.turn();
    let double = Bitboard::rank(double_step_rank(turn));
    let prey = (core.by_color(!turn) - core.kings) | scene.floating.of(!turn);
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
            result.exact_move(scene, Role::Pawn, from, to);
        }
        if let Some(target) = passed.filter(|&target| aslant.contains(target)) {
            let step = crate::Move::single_step(from, target);
            let (mut next, _) = scene.core.after(step);
            next.lift(Bitboard::of(passed_pawn(target)).0);
            result.finish(next, None, scene.floating.without(target.into()));
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
/// counted as one); or a floating man of its own is on n, a different one for each n. If the kind of
/// the attacker has only one man, that man attacks from x and from nowhere else.
pub(super) fn may_be_mate(scene: &Scene, kinds: &Kinds) -> bool {
    let core = Field::of(scene.core);
    let (loser, winner) = (core.turn(), !core.turn());
    let king = core.king(loser);
    let occupied = core.occupied - Bitboard::of(king);
    let exact = core.attacked(winner, occupied);
    let mut cover = Floating::NONE;
    for ((set, kind), cover) in scene.floating.0.iter().zip(&KINDS).zip(&mut cover.0) {
        if kind.color == winner && set.any() {
            *cover = geometry::attacks(winner, kind.role, *set, occupied);
        }
    }
    let around = king_attacks(king) - core.by_color(loser);
    let close = |covered: Bitboard, checker: Bitboard| {
        can_fill(around - covered, checker, scene, kinds, loser)
    };
    let all = exact | cover.of(winner);
    if exact.contains(king) && close(all, Bitboard::EMPTY) {
        return true;
    }
    for (index, kind) in KINDS.iter().enumerate() {
        let (Some(set), Some(reached)) = (scene.floating.0.get(index), cover.0.get(index)) else {
            continue;
        };
        if kind.color != winner || !reached.contains(king) {
            continue;
        }
        if kinds.0.get(index).is_some_and(|&count| count > 1) {
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

/// Whether different floating men of `loser` may stand on all of `squares`, none on `taken`.
fn can_fill(
    squares: Bitboard,
    taken: Bitboard,
    scene: &Scene,
    kinds: &Kinds,
    loser: Color,
) -> bool {
    if squares.is_empty() {
        return true;
    }
    if (squares & taken).any() {
        return false;
    }
    let mut left = kinds.0;
    for ((left, kind), set) in left.iter_mut().zip(&KINDS).zip(&scene.floating.0) {
        if kind.color != loser || set.is_empty() {
            *left = 0;
        }
    }
    fill(squares, scene, &mut left)
}

/// Gives the first square a man of each kind in turn, and tries the rest. At most eight squares.
fn fill(squares: Bitboard, scene: &Scene, left: &mut [u32; COUNT]) -> bool {
    let Some(square) = squares.first() else {
        return true;
    };
    let rest = squares - square.into();
    for at in 0..COUNT {
        let fits = scene.floating.0.get(at);
        if !fits.is_some_and(|set| set.contains(square)) {
            continue;
        }
        if left.get(at).is_some_and(|&left| left > 0) {
            let change = |left: &mut [u32; COUNT], up: bool| {
                if let Some(left) = left.get_mut(at) {
                    *left = if up { *left + 1 } else { *left - 1 };
                }
            };
            change(left, false);
            let filled = fill(rest, scene, left);
            change(left, true);
            if filled {
                return true;
            }
        }
    }
    false
}
