//! Knowledge of endings: what is drawn or won whatever the terms say, and how the last men drive a
//! bare king to mate. Not here: king and pawn against king (`kpk`).

use tabiya_rules::Color;

use super::bits::{
    DARK, FILE_A, FILE_H, LEFT, RIGHT, Squares, bit, count, distance, file_of, rank_of,
};
use super::kpk::KingAndPawn;
use super::men::{BISHOP, KING, KNIGHT, Men, PAWN, QUEEN, ROOK};
use super::pawns::Structure;
use super::{WHOLE_PHASE, WHOLE_SCALE};

/// A won ending is worth so much before anything else.
const WON: i32 = 2000;
/// What men count where only material counts, by role.
const ROUGH: [i32; 5] = [100, 320, 330, 520, 1000];

/// How much of the middlegame there still is, 0 to 24.
pub(super) fn phase(men: &Men) -> i32 {
    let phase = count(men.both(KNIGHT) | men.both(BISHOP))
        + 2 * count(men.both(ROOK))
        + 4 * count(men.both(QUEEN));
    phase.min(WHOLE_PHASE)
}

/// Material alone, for White: for boards that no game can reach.
pub(super) fn by_material(men: &Men) -> i32 {
    material(men, 0) - material(men, 1)
}

fn material(men: &Men, us: usize) -> i32 {
    (PAWN..=QUEEN)
        .map(|role| ROUGH[role] * men.count(us, role))
        .sum()
}

/// The value for White if one side has nothing but its king, and that decides.
pub(super) fn against_lone_king(men: &Men, turn: Color) -> Option<i32> {
    let us = (0..2).find(|&us| men.all[us ^ 1] == men.of[us ^ 1][KING])?;
    let [pawns, knights, bishops, rooks, queens, _] = men.of[us];
    let both_colors = bishops & DARK != 0 && bishops & !DARK != 0;
    let value = if rooks | queens != 0 {
        drive(men, us, edge(men.king[us ^ 1]))
    } else if pawns == 0 {
        if both_colors || count(knights) > 2 || (bishops != 0 && knights != 0) {
            drive(men, us, aim(men, us))
        } else {
            0
        }
    } else if knights | bishops == 0 && count(pawns) == 1 {
        let table = KingAndPawn::shared();
        let pawn = pawns.trailing_zeros() as usize;
        let black = us == 1;
        if table.is_won(
            men.king[us],
            pawn,
            men.king[us ^ 1],
            black,
            (turn == Color::Black) == black,
        ) {
            let rank = if black {
                rank_of::<true>(pawn)
            } else {
                rank_of::<false>(pawn)
            };
            400 + 40 * rank as i32
        } else {
            0
        }
    } else if wrong_bishop(men, us) {
        0
    } else {
        return None;
    };
    Some(if us == 0 { value } else { -value })
}

/// Where the bare king is to be driven: a corner of the bishop's color if there is one bishop with
/// a knight.
fn aim(men: &Men, us: usize) -> i32 {
    let bare = men.king[us ^ 1];
    let bishops = men.of[us][BISHOP];
    let one_color = bishops != 0 && (bishops & DARK == 0 || bishops & !DARK == 0);
    if !one_color {
        return edge(bare);
    }
    let (file, rank) = (file_of(bare) as i32, rank_of::<false>(bare) as i32);
    // 7 in the corners of that color, 0 on the long diagonal between the others.
    let toward = if bishops & DARK != 0 {
        (file + rank - 7).abs()
    } else {
        (file - rank).abs()
    };
    let near = |at: usize| 7 - distance(at, bare) as i32;
    let knights: i32 = Squares(men.of[us][KNIGHT]).map(near).sum();
    40 * toward + edge(bare) / 4 + 4 * knights
}

/// The nearer to the edge, the more.
fn edge(bare: usize) -> i32 {
    let from_middle = |line: usize| (2 * line as i32 - 7).abs() / 2;
    let (file, rank) = (
        from_middle(file_of(bare)),
        from_middle(rank_of::<false>(bare)),
    );
    20 * (file + rank) + 10 * file.max(rank)
}

/// A won ending: the material, how far the bare king has been driven, and the own king near it.
fn drive(men: &Men, us: usize, driven: i32) -> i32 {
    let near = 7 - distance(men.king[us], men.king[us ^ 1]) as i32;
    WON + material(men, us) + driven + 12 * near
}

/// What is left of an endgame value if that side is ahead, 0 to 64.
pub(super) fn scale(men: &Men, structure: &Structure, us: usize) -> i32 {
    let them = us ^ 1;
    let pawns = men.of[us][PAWN];
    let (ours, theirs) = (men.pieces_value(us), men.pieces_value(them));
    if pawns == 0 && ours - theirs <= 3 {
        // A minor piece more does not win by itself.
        return if ours < 5 {
            0
        } else if theirs <= 3 {
            6
        } else {
            16
        };
    }
    let bishops = men.of[us][BISHOP];
    let single_bishops = count(bishops) == 1 && men.count(them, BISHOP) == 1;
    if single_bishops && (bishops & DARK == 0) != (men.of[them][BISHOP] & DARK == 0) {
        let more = if ours == 3 && theirs == 3 {
            20 + 6 * count(structure.passed[us])
        } else {
            26 + 3 * count(men.all[us])
        };
        return more.min(WHOLE_SCALE);
    }
    let only_rooks = |side: usize| men.count(side, ROOK) == 1 && men.pieces_value(side) == 5;
    if only_rooks(us) && only_rooks(them) {
        let one_wing = pawns & LEFT == 0 || pawns & RIGHT == 0;
        let more = count(pawns) - men.count(them, PAWN);
        if one_wing && more <= 1 && men.of[them][PAWN] != 0 {
            return 40;
        }
    }
    (36 + 7 * count(pawns)).min(WHOLE_SCALE)
}

/// Bishops that do not hold the corner of their rook pawns, while the bare king does.
fn wrong_bishop(men: &Men, us: usize) -> bool {
    let [pawns, knights, bishops, rooks, queens, _] = men.of[us];
    if knights | rooks | queens != 0 || pawns == 0 {
        return false;
    }
    let lane = if pawns & !FILE_A == 0 {
        0
    } else if pawns & !FILE_H == 0 {
        7
    } else {
        return false;
    };
    let corner = if us == 0 { lane + 56 } else { lane };
    let corner_color = if bit(corner) & DARK != 0 { DARK } else { !DARK };
    bishops & corner_color == 0 && distance(men.king[us ^ 1], corner) <= 1
}
