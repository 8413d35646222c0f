//! What the move does for the long run: castling, development, the center, open files, passed pawns, the king of an
//! endgame.

use tabiya_rules::{Bitboard, Color, File, MoveKind, PieceAt, Rank, Role, Square, home_rank};

use super::Why;
use super::explain::Scene;
use super::sight::{is_passed, is_unguarded, men, reach, steps_left};

const CENTER: [Square; 4] = [Square::D4, Square::E4, Square::D5, Square::E5];

/// So long a game is in its opening, in moves.
const OPENING: u32 = 15;

/// A pawn with no more steps left than this is on its way.
const STEPS: usize = 4;

/// A piece that reaches so many squares more has improved.
const MORE: u32 = 3;

pub(super) fn find(scene: &Scene<'_>, why: &mut Vec<Why>) {
    if let MoveKind::Castle(side) = scene.mv.kind() {
        why.push(Why::Castles { side });
        return;
    }
    // What loses the man that moves is not done for the long run.
    if !scene.is_safe_after(scene.placed) || scene.mv.promotion().is_some() {
        return;
    }
    why.extend(push(scene));
    why.extend(stop(scene));
    if scene.taken.is_none() {
        why.extend(development(scene).or_else(|| center(scene)));
        why.extend(seventh(scene).or_else(|| file(scene)));
        why.extend(
            opposition(scene)
                .or_else(|| escort(scene))
                .or_else(|| hunt(scene))
                .or_else(|| king(scene)),
        );
    }
}

/// The last resort: with check or better reasons nobody cares for a few squares more.
pub(super) fn small_plan(scene: &Scene<'_>) -> Option<Why> {
    let quiet = scene.taken.is_none() && !scene.after.is_check() && !scene.is_castling();
    if !quiet || !scene.is_safe_after(scene.placed) || scene.mv.promotion().is_some() {
        return None;
    }
    improvement(scene).or_else(|| opening_up(scene))
}

fn push(scene: &Scene<'_>) -> Option<Why> {
    let pawn = scene.placed;
    let steps = steps_left(scene.us, pawn.square);
    let is_one = pawn.piece.role == Role::Pawn
        && steps <= STEPS
        && is_passed(scene.after.board(), scene.us, pawn.square);
    is_one.then_some(Why::Pushes {
        pawn,
        steps: u32::try_from(steps).unwrap_or(u32::MAX),
    })
}

fn stop(scene: &Scene<'_>) -> Option<Why> {
    let board = scene.after.board();
    let toward_them: i8 = match scene.us {
        Color::White => 1,
        Color::Black => -1,
    };
    let square = scene.placed.square.offset(0, toward_them)?;
    let pawn = board.man_at(square)?;
    let is_one = pawn.piece.role == Role::Pawn
        && pawn.piece.color != scene.us
        && scene.placed.piece.role != Role::Pawn
        && steps_left(!scene.us, square) <= STEPS
        && is_passed(board, !scene.us, square);
    is_one.then_some(Why::Stops { pawn })
}

fn development(scene: &Scene<'_>) -> Option<Why> {
    let man = scene.mover;
    let home = home_rank(scene.us);
    let first_places: &[File] = match man.piece.role {
        Role::Knight => &[File::B, File::G],
        Role::Bishop => &[File::C, File::F],
        _ => &[],
    };
    let is_one = scene.before.fullmove_number() <= OPENING
        && man.square.rank() == home
        && first_places.contains(&man.square.file())
        && scene.placed.square.rank() != home;
    is_one.then_some(Why::Develops { man })
}

fn center(scene: &Scene<'_>) -> Option<Why> {
    let square = scene.placed.square;
    let is_one = scene.before.fullmove_number() <= OPENING
        && scene.placed.piece.role == Role::Pawn
        && CENTER.contains(&square);
    is_one.then_some(Why::TakesCenter { square })
}

fn seventh(scene: &Scene<'_>) -> Option<Why> {
    let rook = scene.placed;
    let (seventh, eighth) = match scene.us {
        Color::White => (Rank::Seven, Rank::Eight),
        Color::Black => (Rank::Two, Rank::One),
    };
    let board = scene.after.board();
    let pawns = board.by_piece(!scene.us, Role::Pawn) & Bitboard::rank(seventh);
    let king = board.by_piece(!scene.us, Role::King) & Bitboard::rank(eighth);
    let is_one = rook.piece.role == Role::Rook
        && rook.square.rank() == seventh
        && scene.mover.square.rank() != seventh
        && (pawns | king).any();
    is_one.then_some(Why::Seventh { rook })
}

fn file(scene: &Scene<'_>) -> Option<Why> {
    let board = scene.after.board();
    let own_pawns =
        |file: File| (board.by_piece(scene.us, Role::Pawn) & Bitboard::file(file)).any();
    let file = scene.placed.square.file();
    let from = scene.mover.square.file();
    let is_one = scene.placed.piece.role == Role::Rook
        && file != from
        && !own_pawns(file)
        && own_pawns(from)
        && !scene.is_endgame();
    let open = (board.by_role(Role::Pawn) & Bitboard::file(file)).is_empty();
    is_one.then_some(Why::OpensFile { file, open })
}

fn king(scene: &Scene<'_>) -> Option<Why> {
    let is_one =
        marching(scene) && from_center(scene.placed.square) < from_center(scene.mover.square);
    is_one.then_some(Why::CentersKing)
}

/// The king of ours that has moved in an endgame, not out of check: then it has a plan.
fn marching(scene: &Scene<'_>) -> bool {
    scene.placed.piece.role == Role::King && scene.is_endgame() && !scene.before.is_check()
}

/// Among kings and pawns alone.
fn opposition(scene: &Scene<'_>) -> Option<Why> {
    let board = scene.after.board();
    let only_pawns =
        (board.occupied() - board.by_role(Role::Pawn) - board.by_role(Role::King)).is_empty();
    if !marching(scene) || !only_pawns || board.by_role(Role::Pawn).is_empty() {
        return None;
    }
    let king = men(board, !scene.us).find(|man| man.piece.role == Role::King)?;
    let [files, ranks] = apart(scene.placed.square, king.square);
    let faces = matches!([files, ranks], [0, 2] | [2, 0]);
    faces.then_some(Why::Opposition { king })
}

/// The king has come beside a passed pawn of its own from further away.
fn escort(scene: &Scene<'_>) -> Option<Why> {
    if !marching(scene) {
        return None;
    }
    let board = scene.after.board();
    men(board, scene.us)
        .filter(|man| man.piece.role == Role::Pawn && is_passed(board, scene.us, man.square))
        .filter(|pawn| steps_left(scene.us, pawn.square) <= STEPS)
        .filter(|pawn| steps(scene.placed.square, pawn.square) == 1)
        .find(|pawn| steps(scene.mover.square, pawn.square) > 1)
        .map(|pawn| Why::Escorts { pawn })
}

/// The king has come nearer to the nearest pawn that nobody guards, and the line takes it.
fn hunt(scene: &Scene<'_>) -> Option<Why> {
    if !marching(scene) {
        return None;
    }
    let board = scene.after.board();
    let taken = |square: Square| {
        scene
            .line
            .moves
            .iter()
            .skip(2)
            .step_by(2)
            .any(|mv| mv.to() == square)
    };
    men(board, !scene.us)
        .filter(|man| man.piece.role == Role::Pawn && is_unguarded(board, *man))
        .filter(|pawn| {
            steps(scene.placed.square, pawn.square) < steps(scene.mover.square, pawn.square)
        })
        .find(|pawn| taken(pawn.square))
        .map(|pawn| Why::Hunts { pawn })
}

/// Files and ranks between two squares.
const fn apart(a: Square, b: Square) -> [usize; 2] {
    [
        a.file().index().abs_diff(b.file().index()),
        a.rank().index().abs_diff(b.rank().index()),
    ]
}

/// Steps of a king from one square to another.
fn steps(from: Square, to: Square) -> usize {
    let [files, ranks] = apart(from, to);
    files.max(ranks)
}

/// Steps of a king to the nearest square of the center.
fn from_center(square: Square) -> usize {
    CENTER
        .into_iter()
        .map(|to| steps(square, to))
        .min()
        .unwrap_or(0)
}

fn improvement(scene: &Scene<'_>) -> Option<Why> {
    let man = scene.mover;
    if matches!(man.piece.role, Role::Pawn | Role::King) {
        return None;
    }
    let goals = |board: &tabiya_rules::Board, man: PieceAt| {
        (reach(board, man) - board.by_color(scene.us)).count()
    };
    let before = goals(scene.before.board(), man);
    let after = goals(scene.after.board(), scene.placed);
    (after >= before + MORE).then_some(Why::Improves { man, before, after })
}

/// A pawn steps out of the way of the bishop, rook or queen that gains most by it.
fn opening_up(scene: &Scene<'_>) -> Option<Why> {
    if scene.placed.piece.role != Role::Pawn {
        return None;
    }
    let gain = |man: PieceAt| {
        let after = reach(scene.after.board(), man) - scene.after.board().by_color(scene.us);
        let before = reach(scene.before.board(), man) - scene.before.board().by_color(scene.us);
        after.count().saturating_sub(before.count())
    };
    men(scene.after.board(), scene.us)
        .filter(|man| matches!(man.piece.role, Role::Bishop | Role::Rook | Role::Queen))
        .map(|man| (gain(man), man))
        .filter(|(gain, _)| *gain >= 2)
        .max_by_key(|(gain, _)| *gain)
        .map(|(_, man)| Why::Opens { man })
}
