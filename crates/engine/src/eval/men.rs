//! What an evaluation works with: the men as plain words, and what they attack so far.

use tabiya_rules::{Color, Position, Role, attacks};

use super::bits::{
    Squares, bishop_attacks, bit, king_attacks, pawn_attacks, pawn_attacks_twice, rank,
    rook_attacks, square,
};

pub(super) const PAWN: usize = 0;
pub(super) const KNIGHT: usize = 1;
pub(super) const BISHOP: usize = 2;
pub(super) const ROOK: usize = 3;
pub(super) const QUEEN: usize = 4;
pub(super) const KING: usize = 5;

/// All men of a position, by color and role.
pub(super) struct Men {
    pub(super) of: [[u64; 6]; 2],
    pub(super) all: [u64; 2],
    pub(super) occupied: u64,
    pub(super) king: [usize; 2],
    pub(super) may_castle: [usize; 2],
    /// Men that alone stand between their own king and a slider.
    pub(super) shields: [u64; 2],
}

impl Men {
    pub(super) fn new(position: &Position) -> Men {
        let board = position.board();
        let white = board.by_color(Color::White).0;
        let black = board.by_color(Color::Black).0;
        let roles = Role::ALL.map(|role| board.by_role(role).0);
        let mut may_castle = [0; 2];
        if !position.castling_rights().is_empty() {
            for (color, _, _) in position.castling_rights().iter() {
                may_castle[color as usize] += 1;
            }
        }
        Men {
            of: [roles.map(|set| set & white), roles.map(|set| set & black)],
            all: [white, black],
            occupied: white | black,
            king: [
                position.king(Color::White).index(),
                position.king(Color::Black).index(),
            ],
            may_castle,
            shields: [0; 2],
        }
    }

    /// Finds the shields of both kings.
    pub(super) fn find_shields(&mut self) {
        for us in 0..2 {
            let [_, _, bishops, rooks, queens, _] = self.of[us ^ 1];
            let king = self.king[us];
            let snipers = (bishop_attacks(king, 0) & (bishops | queens))
                | (rook_attacks(king, 0) & (rooks | queens));
            let mut shields = 0;
            for sniper in Squares(snipers) {
                let men = attacks::between(square(king), square(sniper)).0 & self.occupied;
                if men & men.wrapping_sub(1) == 0 {
                    shields |= men;
                }
            }
            self.shields[us] = shields & self.all[us];
        }
    }

    /// Whole line through the king of that side and a square.
    pub(super) fn pin_line(&self, us: usize, at: usize) -> u64 {
        attacks::line(square(self.king[us]), square(at)).0
    }

    pub(super) fn count(&self, us: usize, role: usize) -> i32 {
        super::bits::count(self.of[us][role])
    }

    /// What all men of that kind on the board are.
    pub(super) fn both(&self, role: usize) -> u64 {
        self.of[0][role] | self.of[1][role]
    }

    /// The value of all men but pawns and kings, in rough points.
    pub(super) fn pieces_value(&self, us: usize) -> i32 {
        3 * (self.count(us, KNIGHT) + self.count(us, BISHOP))
            + 5 * self.count(us, ROOK)
            + 9 * self.count(us, QUEEN)
    }
}

/// What the men of both sides attack.
pub(super) struct Attacks {
    pub(super) by: [[u64; 6]; 2],
    pub(super) all: [u64; 2],
    pub(super) twice: [u64; 2],
    /// Where pieces count as mobile.
    pub(super) area: [u64; 2],
    /// The squares by the king of each side.
    pub(super) ring: [u64; 2],
    /// Pieces that attack the enemy king's ring, by role knight to queen.
    pub(super) attackers: [[i32; 4]; 2],
    /// Their attacks right next to the enemy king.
    pub(super) next: [i32; 2],
}

impl Attacks {
    /// What pawns and kings attack; the pieces are still to come.
    pub(super) fn new(men: &Men) -> Attacks {
        let mut attacks = Attacks {
            by: [[0; 6]; 2],
            all: [0; 2],
            twice: [0; 2],
            area: [0; 2],
            ring: [0; 2],
            attackers: [[0; 4]; 2],
            next: [0; 2],
        };
        attacks.begin::<false>(men);
        attacks.begin::<true>(men);
        for us in 0..2 {
            let them_pawns = attacks.by[us ^ 1][PAWN];
            attacks.area[us] &= !them_pawns;
        }
        attacks
    }

    fn begin<const BLACK: bool>(&mut self, men: &Men) {
        let us = usize::from(BLACK);
        let pawns = men.of[us][PAWN];
        let king = men.king[us];
        let by_pawns = pawn_attacks::<BLACK>(pawns);
        let by_king = king_attacks(king);
        let twice = pawn_attacks_twice::<BLACK>(pawns);
        self.by[us][PAWN] = by_pawns;
        self.by[us][KING] = by_king;
        self.all[us] = by_pawns | by_king;
        self.twice[us] = (by_pawns & by_king) | twice;

        let stopped = pawns & super::bits::back::<BLACK>(men.occupied);
        let low = pawns & (rank::<BLACK>(1) | rank::<BLACK>(2));
        self.area[us] = !(stopped | low | bit(king) | men.of[us][QUEEN]);

        // At the edge of the board the ring is moved inside, so that it is always of one size.
        let file = (king & 7).clamp(1, 6);
        let height = (king >> 3).clamp(1, 6);
        let middle = height * 8 + file;
        let ring = king_attacks(middle) | bit(middle);
        // Squares that two own pawns hold are no way in.
        self.ring[us] = ring & !twice;
    }

    /// A piece attacks those squares.
    #[inline(always)]
    pub(super) fn add(&mut self, us: usize, role: usize, set: u64) {
        self.twice[us] |= self.all[us] & set;
        self.all[us] |= set;
        self.by[us][role] |= set;
    }
}
