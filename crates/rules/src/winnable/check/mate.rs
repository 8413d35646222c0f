//! Whether some arrangement of men within their ranges may be a mate. How they get there is not
//! asked here.

use alloc::vec::Vec;

use crate::attacks::{attacks, king_attacks};
use crate::{Bitboard, Color, Piece, Role, Square};

use super::super::certificate::ManRange;
use super::Work;
use super::phases::certain;

/// Whether a position that fits the phase may be a mate of `loser`'s king. `false` is a proof that
/// none is.
///
/// # Proof
///
/// In a mate the king stands on a square m of its range, attacked by a man c of the winner on a
/// square s. The winner's king, on k, is not next to m, so c is another man. Each neighbor n of m
/// is closed to the king for one of these reasons, which are all that there are:
///
/// * the winner's king is next to n;
/// * c attacks n from s, with m empty, and n is not s itself;
/// * another man of the winner attacks n, with m empty, from a square of its range;
/// * a man of the loser stands on n: different men on different squares, each within its range.
///
/// Lines end at the first man, so at the latest at one that stands for certain. A pawn that may be
/// promoted counts as a queen and a knight at once. If for every m, every k and every c on s the
/// neighbors that the first three do not cover cannot all hold men of the loser, there is no mate.
pub(super) fn may_be_mate(men: &[Piece], phase: &[ManRange], loser: Color, work: &Work) -> bool {
    let scene = Scene::new(men, phase, loser);
    let help = scene.help();
    scene
        .fleeing
        .into_iter()
        .any(|mated| !work.spend() || scene.may_be_mate_on(mated, &help, work))
}

/// The men of a phase, seen from the king to be mated.
struct Scene {
    /// Where that king may stand.
    fleeing: Bitboard,
    /// Where the winner's king may stand.
    hunting: Bitboard,
    /// The winner's men but the king.
    hunters: Vec<Hunter>,
    /// Where each man of the loser but the king may stand.
    blockers: Vec<Bitboard>,
}

/// A man of the winner: the squares of its range, and what it attacks from each of them.
type Hunter = Vec<(Square, Bitboard)>;

impl Scene {
    fn new(men: &[Piece], phase: &[ManRange], loser: Color) -> Self {
        let all = || men.iter().zip(phase);
        let is_fleeing = |man: &Piece| man.role == Role::King && man.color == loser;
        let obstacles = all()
            .filter(|(man, _)| !is_fleeing(man))
            .fold(Bitboard::EMPTY, |squares, (_, range)| {
                squares | certain(range)
            });
        let mut scene = Scene {
            fleeing: Bitboard::EMPTY,
            hunting: Bitboard::EMPTY,
            hunters: Vec::new(),
            blockers: Vec::new(),
        };
        for (man, range) in all() {
            match (man.role, man.color == loser) {
                (Role::King, true) => scene.fleeing |= range.squares,
                (Role::King, false) => scene.hunting |= range.squares,
                (_, true) => scene.blockers.push(range.squares | range.promoted),
                (_, false) => scene.hunters.push(hunter(*man, range, obstacles)),
            }
        }
        scene
    }

    fn may_be_mate_on(&self, mated: Square, help: &[Bitboard], work: &Work) -> bool {
        let around = king_attacks(mated);
        let kings = self.covers_of_the_king(mated);
        let mut tried = Vec::new();
        self.hunters.iter().zip(help).any(|(checker, help)| {
            let checks = checker
                .iter()
                .filter(|(_, attacked)| attacked.contains(mated));
            let mut open_squares = Vec::new();
            for &(square, attacked) in checks {
                let covered = *help | (attacked - Bitboard::of(square));
                push_new(&mut open_squares, around - covered);
            }
            open_squares.iter().any(|open| {
                let left = kings.iter().map(|cover| *open - *cover);
                left.into_iter().any(|left| {
                    push_new(&mut tried, left) && (!work.spend() || self.may_block(left))
                })
            })
        })
    }

    /// For each hunter, what all others may attack.
    fn help(&self) -> Vec<Bitboard> {
        let each: Vec<Bitboard> = self
            .hunters
            .iter()
            .map(|hunter| union(hunter.iter().map(|(_, attacked)| *attacked)))
            .collect();
        let others = |place| {
            let others = each
                .iter()
                .enumerate()
                .filter(move |(other, _)| *other != place);
            union(others.map(|(_, attacked)| *attacked))
        };
        (0..each.len()).map(others).collect()
    }

    /// What the winner's king may cover of the squares around `mated`, from each of its squares.
    fn covers_of_the_king(&self, mated: Square) -> Vec<Bitboard> {
        let around = king_attacks(mated);
        let mut covers = Vec::new();
        for square in self.hunting - around - Bitboard::of(mated) {
            push_new(&mut covers, around & king_attacks(square));
        }
        covers
    }

    /// Whether different men of the loser may stand on all of `squares`, at most eight. By Hall's
    /// theorem that is so if and only if any number of the squares can be held by as many men.
    fn may_block(&self, squares: Bitboard) -> bool {
        let mut some = squares;
        while some.any() {
            let holders = self.blockers.iter().filter(|range| (**range & some).any());
            if holders.count() < some.count() as usize {
                return false;
            }
            // The next smaller subset.
            some = Bitboard(some.0.wrapping_sub(1)) & squares;
        }
        true
    }
}

fn hunter(man: Piece, range: &ManRange, obstacles: Bitboard) -> Hunter {
    let from = |role, square| attacks(role, man.color, square, obstacles);
    let as_it_was = range
        .squares
        .into_iter()
        .map(|square| (square, from(man.role, square)));
    let promoted = range.promoted.into_iter().map(|square| {
        let attacked = from(Role::Queen, square) | from(Role::Knight, square);
        (square, attacked)
    });
    as_it_was.chain(promoted).collect()
}

fn union(sets: impl Iterator<Item = Bitboard>) -> Bitboard {
    sets.fold(Bitboard::EMPTY, |all, one| all | one)
}

/// Adds what is not yet there; whether it was added.
fn push_new(list: &mut Vec<Bitboard>, set: Bitboard) -> bool {
    let is_new = !list.contains(&set);
    if is_new {
        list.push(set);
    }
    is_new
}
