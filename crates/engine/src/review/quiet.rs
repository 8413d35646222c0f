//! What a quiet move is for, where there is nothing weightier to say: air for the king, a guard more, a square for a
//! piece or against one, room.

use tabiya_rules::{Bitboard, Board, File, PieceAt, Role, Side, Square, home_rank};

use super::Why;
use super::explain::Scene;
use super::plans::CENTER;
use super::sight::{least_attacker, men, reach, steps_left, value};

/// A piece that reaches so many squares more has improved.
const MORE: u32 = 3;

/// With check or better reasons nobody cares for a few squares more.
pub(super) fn plan(scene: &Scene<'_>) -> Option<Why> {
    let quiet = scene.taken.is_none() && !scene.after.is_check() && !scene.is_castling();
    if !quiet || !scene.is_safe_after(scene.placed) || scene.mv.promotion().is_some() {
        return None;
    }
    air(scene)
        .or_else(|| support(scene))
        .or_else(|| preparation(scene))
        .or_else(|| bar(scene))
        .or_else(|| centralization(scene))
        .or_else(|| improvement(scene))
        .or_else(|| way(scene))
        .or_else(|| opening_up(scene))
        .or_else(|| room(scene))
}

fn is_piece(man: PieceAt) -> bool {
    !matches!(man.piece.role, Role::Pawn | Role::King)
}

/// A pawn gives the king on its first rank, on a wing and shut in behind its own men, a square before it.
fn air(scene: &Scene<'_>) -> Option<Why> {
    let home = home_rank(scene.us);
    let king = scene.after.king(scene.us);
    let is_aside = king.rank() == home && !matches!(king.file(), File::D | File::E);
    if scene.placed.piece.role != Role::Pawn || !is_aside || scene.is_endgame() {
        return None;
    }
    let free = |board: &Board| -> Bitboard {
        let man = board.man_at(king);
        let around = man.map_or(Bitboard::EMPTY, |man| reach(board, man));
        (around - board.by_color(scene.us) - Bitboard::rank(home))
            .into_iter()
            .filter(|square| !board.attackers(*square, !scene.us).any())
            .fold(Bitboard::EMPTY, |all, square| all | Bitboard::from(square))
    };
    if free(scene.before.board()).any() {
        return None;
    }
    let square = free(scene.after.board()).into_iter().next()?;
    Some(Why::Air { square })
}

/// A man that is attacked has one guard more; the most valuable.
fn support(scene: &Scene<'_>) -> Option<Why> {
    let (before, after) = (scene.before.board(), scene.after.board());
    let guards = |board: &Board, square: Square| board.attackers(square, scene.us).count();
    men(after, scene.us)
        .filter(|man| man.piece.role != Role::King && man.square != scene.placed.square)
        .filter(|man| reach(after, scene.placed).contains(man.square))
        .filter(|man| guards(after, man.square) > guards(before, man.square))
        .filter_map(|man| Some((man, least_attacker(after, man.square, !scene.us)?)))
        .max_by_key(|(man, _)| value(man.piece.role))
        .map(|(man, from)| Why::Supports { man, from })
}

/// A pawn goes, with the next move of the line, where the other side could have taken it: it is guarded there now.
fn preparation(scene: &Scene<'_>) -> Option<Why> {
    let next = scene.line.moves.get(2)?;
    let square = next.to();
    let guards = |board: &Board| board.attackers(square, scene.us).count();
    let is_one = next.role() == Role::Pawn
        && next.from() != scene.placed.square
        && next.from().file() == square.file()
        && scene.after.board().role_at(square).is_none()
        && scene.after.board().attackers(square, !scene.us).any()
        && reach(scene.after.board(), scene.placed).contains(square)
        && guards(scene.after.board()) > guards(scene.before.board());
    is_one.then_some(Why::Prepares { square })
}

/// A pawn attacks a square to which a piece of the other side could have gone, not far from our own men.
fn bar(scene: &Scene<'_>) -> Option<Why> {
    if scene.placed.piece.role != Role::Pawn {
        return None;
    }
    let (before, after) = (scene.before.board(), scene.after.board());
    let squares = reach(after, scene.placed) - before.occupied();
    let was_open = |square: &Square| {
        let ours = before.attackers(*square, scene.us);
        steps_left(scene.us, *square) >= 3 && (ours & before.by_role(Role::Pawn)).is_empty()
    };
    let comers = squares.into_iter().filter(was_open).flat_map(|square| {
        men(before, !scene.us)
            .filter(move |man| is_piece(*man) && reach(before, *man).contains(square))
            .map(move |man| (man, square))
    });
    comers
        .min_by_key(|(man, _)| value(man.piece.role))
        .map(|(man, square)| Why::Bars { man, square })
}

/// A knight, bishop or queen comes to the middle.
fn centralization(scene: &Scene<'_>) -> Option<Why> {
    let man = scene.mover;
    let is_one = matches!(man.piece.role, Role::Knight | Role::Bishop | Role::Queen)
        && CENTER.contains(&scene.placed.square)
        && !CENTER.contains(&man.square);
    is_one.then_some(Why::Centers { man })
}

/// The squares to which a man can go.
fn goals(scene: &Scene<'_>, board: &Board, man: PieceAt) -> Bitboard {
    reach(board, man) - board.by_color(scene.us)
}

fn improvement(scene: &Scene<'_>) -> Option<Why> {
    let man = scene.mover;
    if !is_piece(man) {
        return None;
    }
    let before = goals(scene, scene.before.board(), man).count();
    let after = goals(scene, scene.after.board(), scene.placed).count();
    (after >= before + MORE).then_some(Why::Improves { man, before, after })
}

/// The piece goes on with the next move of the line to where it could not have gone at once.
fn way(scene: &Scene<'_>) -> Option<Why> {
    let next = scene.line.moves.get(2)?;
    let to = next.to();
    let is_one = is_piece(scene.placed)
        && next.from() == scene.placed.square
        && to != scene.mover.square
        && !reach(scene.before.board(), scene.mover).contains(to);
    is_one.then_some(Why::Heads {
        man: scene.mover,
        to,
    })
}

/// A pawn steps out of the way of the bishop, rook or queen that gains most by it.
fn opening_up(scene: &Scene<'_>) -> Option<Why> {
    if scene.placed.piece.role != Role::Pawn {
        return None;
    }
    let gain = |man: PieceAt| {
        let after = goals(scene, scene.after.board(), man).count();
        after.saturating_sub(goals(scene, scene.before.board(), man).count())
    };
    men(scene.after.board(), scene.us)
        .filter(|man| matches!(man.piece.role, Role::Bishop | Role::Rook | Role::Queen))
        .map(|man| (gain(man), man))
        .filter(|(gain, _)| *gain >= 2)
        .max_by_key(|(gain, _)| *gain)
        .map(|(_, man)| Why::Opens { man })
}

/// A pawn crosses the middle of the board.
fn room(scene: &Scene<'_>) -> Option<Why> {
    let square = scene.placed.square;
    let is_far = steps_left(scene.us, square) <= 3;
    let wing = match square.file() {
        File::A | File::B | File::C => Some(Side::Queen),
        File::F | File::G | File::H => Some(Side::King),
        File::D | File::E => None,
    };
    let is_one = scene.placed.piece.role == Role::Pawn && is_far;
    is_one
        .then_some(wing)
        .flatten()
        .map(|wing| Why::Room { wing })
}
