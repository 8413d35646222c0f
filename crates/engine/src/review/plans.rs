//! What the move does for the long run: castling, development, the center, open files, passed pawns. Not here: how
//! pawns break through (`pawns`), the king of an endgame (`kings`), and what is said where that is all (`quiet`).

use tabiya_rules::{Bitboard, Color, File, MoveKind, Rank, Role, Square, home_rank};

use super::explain::Scene;
use super::sight::{is_passed, steps_left};
use super::{Why, kings, pawns};

pub(super) const CENTER: [Square; 4] = [Square::D4, Square::E4, Square::D5, Square::E5];

/// So long a game is in its opening, in moves.
const OPENING: u32 = 15;

/// A pawn with no more steps left than this is on its way.
pub(super) const STEPS: usize = 4;

pub(super) fn find(scene: &Scene<'_>, why: &mut Vec<Why>) {
    if let MoveKind::Castle(side) = scene.mv.kind() {
        why.push(Why::Castles { side });
        return;
    }
    let freed = pawns::free(scene);
    why.extend(freed.clone());
    // What loses the man that moves is not done for the long run.
    if !scene.is_safe_after(scene.placed) || scene.mv.promotion().is_some() {
        return;
    }
    if freed.is_none() {
        why.extend(push(scene));
    }
    why.extend(stop(scene));
    if scene.taken.is_none() {
        why.extend(development(scene).or_else(|| center(scene)));
        why.extend(seventh(scene).or_else(|| file(scene)));
        why.extend(kings::plan(scene));
    }
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
