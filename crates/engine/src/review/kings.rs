//! What the king of an endgame is up to: the opposition, its own passed pawns, the pawns of the other side, the middle.

use tabiya_rules::attacks::attacks;
use tabiya_rules::{Bitboard, Board, Color, PieceAt, Role, Square};

use super::Why;
use super::explain::Scene;
use super::line::TRUSTED;
use super::plans::{CENTER, STEPS};
use super::sight::{is_passed, is_unguarded, men, reach, steps_left};

/// The plan of the king that has moved, not out of check.
pub(super) fn plan(scene: &Scene<'_>) -> Option<Why> {
    let marches =
        scene.placed.piece.role == Role::King && scene.is_endgame() && !scene.before.is_check();
    if !marches {
        return None;
    }
    opposition(scene)
        .or_else(|| lead_on(scene))
        .or_else(|| escort(scene))
        .or_else(|| hunt(scene))
        .or_else(|| centering(scene))
}

/// Among kings and pawns alone.
fn opposition(scene: &Scene<'_>) -> Option<Why> {
    let board = scene.after.board();
    let only_pawns =
        (board.occupied() - board.by_role(Role::Pawn) - board.by_role(Role::King)).is_empty();
    if !only_pawns || board.by_role(Role::Pawn).is_empty() {
        return None;
    }
    let king = men(board, !scene.us).find(|man| man.piece.role == Role::King)?;
    let [files, ranks] = apart(scene.placed.square, king.square);
    let faces = matches!([files, ranks], [0, 2] | [2, 0]);
    faces.then_some(Why::Opposition { king })
}

/// The passed pawns of our side that are on their way.
fn passed_pawns(scene: &Scene<'_>, steps: usize) -> impl Iterator<Item = PieceAt> {
    let board = scene.after.board();
    men(board, scene.us)
        .filter(|man| man.piece.role == Role::Pawn && is_passed(board, scene.us, man.square))
        .filter(move |pawn| steps_left(scene.us, pawn.square) <= steps)
}

/// The king is before its passed pawn now, on the files beside it or its own, and was not: there it holds the other
/// king off. One step more than usual is left, since it goes first.
fn lead_on(scene: &Scene<'_>) -> Option<Why> {
    let leads = |king: Square, pawn: Square| {
        let [files, ranks] = apart(king, pawn);
        files <= 1 && (1..=2).contains(&ranks) && is_ahead(scene.us, king, pawn)
    };
    passed_pawns(scene, STEPS + 1)
        .find(|pawn| {
            leads(scene.placed.square, pawn.square)
                && !is_ahead(scene.us, scene.mover.square, pawn.square)
        })
        .map(|pawn| Why::Leads { pawn })
}

/// The king has come beside a passed pawn of its own from further away, or from behind it.
fn escort(scene: &Scene<'_>) -> Option<Why> {
    let is_behind = |king: Square, pawn: Square| is_ahead(scene.us, pawn, king);
    passed_pawns(scene, STEPS)
        .filter(|pawn| steps(scene.placed.square, pawn.square) == 1)
        .find(|pawn| {
            steps(scene.mover.square, pawn.square) > 1
                || (is_behind(scene.mover.square, pawn.square)
                    && !is_behind(scene.placed.square, pawn.square))
        })
        .map(|pawn| Why::Escorts { pawn })
}

/// The king has come nearer to a pawn that nobody guards, and the line takes it, or brings the king nearer still.
fn hunt(scene: &Scene<'_>) -> Option<Why> {
    let own = || scene.line.moves.iter().take(TRUSTED).skip(2).step_by(2);
    let goal = own().rfind(|mv| mv.role() == Role::King)?.to();
    let (before, after) = (scene.before.board(), scene.after.board());
    let nearer = |pawn: &PieceAt| {
        let is_one = |from: (&Board, Square), to: (&Board, Square)| {
            let [from, to] = [from, to].map(|(board, king)| walk(board, scene.us, king, *pawn));
            matches!((from, to), (from, Some(to)) if from.is_none_or(|from| to < from))
        };
        let taken = own().any(|mv| mv.to() == pawn.square);
        is_one((before, scene.mover.square), (after, scene.placed.square))
            && (taken || is_one((after, scene.placed.square), (after, goal)))
    };
    men(after, !scene.us)
        .filter(|man| man.piece.role == Role::Pawn && is_unguarded(after, *man))
        .filter(nearer)
        .min_by_key(|pawn| walk(after, scene.us, goal, *pawn))
        .map(|pawn| Why::Hunts { pawn })
}

fn centering(scene: &Scene<'_>) -> Option<Why> {
    let is_one = from_center(scene.placed.square) < from_center(scene.mover.square);
    is_one.then_some(Why::CentersKing)
}

/// How many moves a king needs to take a pawn, around its own men and what the other pawns attack; `None` if it cannot.
fn walk(board: &Board, us: Color, king: Square, pawn: PieceAt) -> Option<u32> {
    let attacked = men(board, !us)
        .filter(|man| man.piece.role == Role::Pawn)
        .fold(Bitboard::EMPTY, |all, man| all | reach(board, man));
    let goal = Bitboard::from(pawn.square);
    let closed = ((board.by_color(us) - board.by_role(Role::King)) | attacked) - goal;
    let mut reached = Bitboard::from(king);
    for moves in 0..64 {
        if reached.contains(pawn.square) {
            return Some(moves);
        }
        let next = reached.into_iter().fold(reached, |all, square| {
            all | attacks(Role::King, us, square, board.occupied())
        }) - closed;
        if next | reached == reached {
            return None;
        }
        reached = next | reached;
    }
    None
}

/// Whether a square is nearer to the last rank of a color than another.
fn is_ahead(us: Color, square: Square, other: Square) -> bool {
    steps_left(us, square) < steps_left(us, other)
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
