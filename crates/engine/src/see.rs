//! Static exchange: what a move wins if both sides go on taking on its square. Not here: what a
//! position is worth (`eval`).

#![allow(
    clippy::indexing_slicing,
    reason = "roles index tables of six, and this runs in every node"
)]

use tabiya_rules::attacks::{bishop_attacks, rook_attacks};
use tabiya_rules::{Bitboard, Board, Color, Move, MoveKind, Position, Role, Square};

/// What a man counts in an exchange, by role; the king is never lost.
pub(crate) const VALUES: [i32; 6] = [100, 325, 335, 510, 990, 0];

/// What a man of that role counts in an exchange, in hundredths of a pawn.
pub(crate) const fn value(role: Role) -> i32 {
    VALUES[role as usize]
}

/// Whether a legal move wins at least `threshold` hundredths of a pawn on its square, if both sides
/// take there with the cheapest man first as long as it pays. Pins are not seen.
pub(crate) fn wins_at_least(position: &Position, mv: Move, threshold: i32) -> bool {
    let board = position.board();
    if let MoveKind::Castle(_) = mv.kind() {
        return threshold <= 0;
    }
    let to = mv.to();
    let taken = match mv.kind() {
        MoveKind::EnPassant => value(Role::Pawn),
        _ => board.role_at(to).map_or(0, value),
    };
    let promoted = mv
        .promotion()
        .map_or(0, |role| value(role) - value(Role::Pawn));
    // What is won beyond the threshold if nobody takes back.
    let mut balance = taken + promoted - threshold;
    if balance < 0 {
        return false;
    }
    // And if the man that has moved is lost for nothing.
    balance -= value(mv.promotion().unwrap_or(mv.role()));
    if balance >= 0 {
        return true;
    }
    let mut occupied = (board.occupied() - Bitboard::of(mv.from())) | Bitboard::of(to);
    if let Some(square) = mv.capture_square(position).filter(|&square| square != to) {
        occupied -= Bitboard::of(square);
    }
    let queens = board.by_role(Role::Queen);
    let diagonal = board.by_role(Role::Bishop) | queens;
    let straight = board.by_role(Role::Rook) | queens;
    let mut attackers =
        (board.attackers(to, Color::White) | board.attackers(to, Color::Black)) & occupied;
    // Those behind the man that has moved.
    attackers = attackers
        | (bishop_attacks(to, occupied) & diagonal & occupied)
        | (rook_attacks(to, occupied) & straight & occupied);
    let mut turn = position.turn();
    // Whether the side that made the move stands as it wants if the other side stops.
    let mut holds = true;
    loop {
        turn = !turn;
        attackers &= occupied;
        let Some((role, square)) = cheapest(board, attackers & board.by_color(turn)) else {
            return holds;
        };
        holds = !holds;
        if role == Role::King {
            // The king takes only what nobody guards.
            let guarded = (attackers & board.by_color(!turn)).any();
            return if guarded { !holds } else { holds };
        }
        balance = -balance - 1 - value(role);
        if balance >= 0 {
            // Even losing this man is good enough, whatever comes.
            return holds;
        }
        occupied -= Bitboard::of(square);
        if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
            attackers |= bishop_attacks(to, occupied) & diagonal;
        }
        if matches!(role, Role::Rook | Role::Queen) {
            attackers |= rook_attacks(to, occupied) & straight;
        }
    }
}

/// The cheapest of these men.
fn cheapest(board: &Board, men: Bitboard) -> Option<(Role, Square)> {
    if men.is_empty() {
        return None;
    }
    Role::ALL.into_iter().find_map(|role| {
        let square = (men & board.by_role(role)).first()?;
        Some((role, square))
    })
}

#[cfg(test)]
mod tests {
    use tabiya_rules::{Mode, Uci};

    use super::*;

    fn gain(fen: &str, uci: &str) -> i32 {
        let position = Position::from_fen(fen, Mode::Standard).unwrap();
        let mv = uci.parse::<Uci>().unwrap().resolve(&position).unwrap();
        let most = (-1500..1500).rev();
        let mut holding = most.filter(|&threshold| wins_at_least(&position, mv, threshold));
        holding.next().unwrap()
    }

    #[test]
    fn exchanges_are_counted_to_the_end() {
        let [pawn, knight, bishop, rook, queen, _] = VALUES;
        let cases = [
            // Nobody guards the pawn; a pawn guards it; a rook behind the rook takes part.
            ("4k3/8/8/3p4/8/8/3R4/3K4 w - - 0 1", "d2d5", pawn),
            ("4k3/8/4p3/3p4/8/8/3R4/3K4 w - - 0 1", "d2d5", pawn - rook),
            ("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", pawn),
            ("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", pawn - rook),
            // The king takes back, but not where it is guarded.
            ("8/8/4k3/3p4/8/8/3R4/3K4 w - - 0 1", "d2d5", pawn - rook),
            ("8/8/4k3/3p4/8/1B6/3R4/3K4 w - - 0 1", "d2d5", pawn),
            // En passant, promotion, quiet moves into danger and out of it, castling.
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", pawn),
            ("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0),
            (
                "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1",
                "a7b8q",
                knight + queen - pawn,
            ),
            ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", -pawn),
            ("4k3/8/4p3/8/8/2N5/8/4K3 w - - 0 1", "c3d5", -knight),
            ("4k3/8/4p3/8/8/2N5/8/4K3 w - - 0 1", "c3e4", 0),
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 0),
            // A queen behind takes the last pawn; or does not, where that would lose her.
            (
                "4k3/2p5/3n4/8/1Q3B2/8/8/4K3 w - - 0 1",
                "f4d6",
                knight - bishop + pawn,
            ),
            (
                "3rk3/2p5/3n4/8/1Q3B2/8/8/4K3 w - - 0 1",
                "f4d6",
                knight - bishop,
            ),
        ];
        for (fen, uci, expected) in cases {
            assert_eq!(gain(fen, uci), expected, "{fen} {uci}");
        }
    }
}
