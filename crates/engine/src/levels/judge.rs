//! What a position looks like at a glance: men, where they stand, kings, passed pawns. The
//! opponents judge by it, the weaker ones by nothing else. Not here: the evaluation of the full
//! engine, which is tuned and of which the upper levels take their share (`look`).

#![allow(
    clippy::indexing_slicing,
    reason = "squares index tables of 64 entries, files and ranks of 8"
)]

use tabiya_rules::attacks::{bishop_attacks, king_attacks, knight_attacks, rook_attacks};
use tabiya_rules::{Bitboard, Board, Color, Position, Rank, Role, Square};

/// What a man is worth, in centipawns.
pub(super) const fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 310,
        Role::Bishop => 325,
        Role::Rook => 500,
        Role::Queen => 950,
        Role::King => 0,
    }
}

/// How much each man counts for the phase of the game; 24 in the array.
const fn phase_of(role: Role) -> i32 {
    match role {
        Role::Knight | Role::Bishop => 1,
        Role::Rook => 2,
        Role::Queen => 4,
        Role::Pawn | Role::King => 0,
    }
}

/// 24 with all pieces on the board, 0 with none.
pub(super) fn phase(board: &Board) -> i32 {
    [Role::Knight, Role::Bishop, Role::Rook, Role::Queen]
        .into_iter()
        .map(|role| phase_of(role) * count(board.by_role(role)))
        .sum::<i32>()
        .min(24)
}

fn count(set: Bitboard) -> i32 {
    i32::try_from(set.count()).unwrap_or(0)
}

/// 0 on the edge to 3 in the center.
pub(super) fn centrality(square: Square) -> i32 {
    let inward = |index: usize| index.min(7 - index);
    let nearest = inward(square.file().index()).min(inward(square.rank().index()));
    i32::try_from(nearest).unwrap_or(0)
}

/// King's moves between two squares.
pub(super) fn distance(a: Square, b: Square) -> i32 {
    let files = a.file().index().abs_diff(b.file().index());
    let ranks = a.rank().index().abs_diff(b.rank().index());
    i32::try_from(files.max(ranks)).unwrap_or(0)
}

/// The rank as that side sees it, 0 to 7.
pub(super) fn rank_of(square: Square, color: Color) -> i32 {
    let rank = square.rank().index();
    i32::try_from(match color {
        Color::White => rank,
        Color::Black => 7 - rank,
    })
    .unwrap_or(0)
}

/// Centipawns for the side to move.
pub(super) fn judge(position: &Position) -> i32 {
    let board = position.board();
    let phase = phase(board);
    let us = position.turn();
    side(position, us, phase) - side(position, !us, phase) + 12 + hunt(board, us, phase)
}

/// What one side has.
fn side(position: &Position, color: Color, phase: i32) -> i32 {
    let board = position.board();
    let occupied = board.occupied();
    let own = board.by_color(color);
    let pawns = own & board.by_role(Role::Pawn);
    let enemy_king = position.king(!color);
    let ring = king_attacks(enemy_king) | Bitboard::from(enemy_king);
    let mut early = 0;
    let mut late = 0;
    let mut aimed = 0;
    for square in own {
        let Some(role) = board.role_at(square) else {
            continue;
        };
        let middle = centrality(square);
        early += worth(role);
        late += worth(role);
        match role {
            Role::Pawn => {
                let (a, b) = pawn(board, color, square, pawns);
                early += a;
                late += b;
            }
            Role::Knight => {
                let reach = knight_attacks(square) - own;
                early += middle * 12 - 24 + 3 * count(reach);
                late += middle * 8 - 16;
                aimed += 8 * count(reach & ring);
                if rank_of(square, color) == 0 {
                    early -= 10;
                }
            }
            Role::Bishop => {
                let reach = bishop_attacks(square, occupied) - own;
                early += 4 * count(reach) - 20;
                late += 4 * count(reach) - 20;
                aimed += 7 * count(reach & ring);
                if rank_of(square, color) == 0 {
                    early -= 12;
                }
            }
            Role::Rook => {
                let reach = rook_attacks(square, occupied) - own;
                let file = Bitboard::file(square.file());
                early += 2 * count(reach) - 12;
                late += 4 * count(reach) - 24;
                if (file & pawns).is_empty() {
                    early += 14;
                }
                aimed += 9 * count(reach & ring);
            }
            Role::Queen => {
                let reach =
                    (bishop_attacks(square, occupied) | rook_attacks(square, occupied)) - own;
                early += count(reach) - 10;
                late += 2 * count(reach) - 20 + 4 * middle;
                aimed += 10 * count(reach & ring);
            }
            Role::King => {
                early += shelter(color, square, pawns);
                late += 12 * middle;
            }
        }
    }
    let bishops = own & board.by_role(Role::Bishop);
    if bishops.more_than_one() {
        early += 25;
        late += 40;
    }
    early += aimed.min(150);
    (early * phase + late * (24 - phase)) / 24
}

/// What a pawn's place is worth, early and late.
fn pawn(board: &Board, color: Color, square: Square, own: Bitboard) -> (i32, i32) {
    let file = square.file().index();
    let rank = rank_of(square, color);
    let beside = files_beside(square);
    let column = Bitboard::file(square.file());
    let ahead = ahead(square, color);
    let central = matches!(file, 3 | 4);
    let mut early = if central { rank * 9 - 9 } else { rank * 2 };
    let mut late = rank * 5;
    if (own & beside).is_empty() {
        early -= 12;
        late -= 14;
    }
    if (own & column & ahead).any() {
        early -= 8;
        late -= 18;
    }
    let enemies = board.by_piece(!color, Role::Pawn);
    if (enemies & ahead & (column | beside)).is_empty() {
        early += rank * rank * 2;
        late += rank * rank * 5;
        if square
            .offset(0, if color == Color::White { 1 } else { -1 })
            .is_some_and(|stop| board.occupied().contains(stop))
        {
            late -= rank * rank * 2;
        }
    }
    (early, late)
}

/// How well pawns shelter a king.
fn shelter(color: Color, king: Square, pawns: Bitboard) -> i32 {
    let near = pawns & (king_attacks(king) | Bitboard::file(king.file()));
    let home = rank_of(king, color);
    let file = king.file().index();
    let central = (2..=4).contains(&file) || file == 5;
    count(near).min(3) * 14 - home * 22 - if central { 18 } else { 0 }
}

/// The files beside a square's own.
pub(super) fn files_beside(square: Square) -> Bitboard {
    [-1, 1]
        .into_iter()
        .filter_map(|step| square.offset(step, 0))
        .fold(Bitboard::EMPTY, |set, side| {
            set | Bitboard::file(side.file())
        })
}

/// All ranks that lie ahead of a square, as that side sees it.
pub(super) fn ahead(square: Square, color: Color) -> Bitboard {
    let rank = square.rank().index();
    Rank::ALL
        .into_iter()
        .filter(|other| match color {
            Color::White => other.index() > rank,
            Color::Black => other.index() < rank,
        })
        .fold(Bitboard::EMPTY, |set, other| set | Bitboard::rank(other))
}

/// With the enemy king left alone: drive it to the edge and bring the own king near.
fn hunt(board: &Board, us: Color, phase: i32) -> i32 {
    let Some((own, enemy)) = board.king(us).zip(board.king(!us)) else {
        return 0;
    };
    let alone = |color| !board.by_color(color).more_than_one();
    let drive = |hunted| 20 * (3 - centrality(hunted)) + 10 * (7 - distance(own, enemy));
    match (alone(us), alone(!us)) {
        (false, true) if phase > 0 => drive(enemy),
        (true, false) if phase > 0 => -drive(own),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use tabiya_rules::Mode;

    use super::*;

    fn judged(fen: &str) -> i32 {
        judge(&Position::from_fen(fen, Mode::Standard).unwrap())
    }

    #[test]
    fn both_sides_are_judged_alike() {
        let white = judged("r1bq1rk1/ppp2ppp/2n5/3p4/3P4/2N2N2/PPP2PPP/R1BQ1RK1 w - - 0 1");
        let black = judged("r1bq1rk1/ppp2ppp/2n2n2/3p4/3P4/2N5/PPP2PPP/R1BQ1RK1 b - - 0 1");
        assert_eq!(white, black);
        assert!(white > 250, "a knight more: {white}");
    }

    #[test]
    fn a_lonely_king_is_worse_off_on_the_edge() {
        let edge = judged("7k/8/5K2/8/8/8/8/R7 w - - 0 1");
        let center = judged("8/8/8/3k4/8/8/1K6/R7 w - - 0 1");
        assert!(edge > center, "{edge} {center}");
    }
}
