//! The legal moves of a packed position, made for searches that look at a position once and throw
//! it away. It must agree with `movegen`, move for move; a test compares them.

use alloc::vec::Vec;

use crate::attacks::{
    between, bishop_attacks, king_attacks, knight_attacks, line, pawn_attacks, rook_attacks,
};
use crate::en_passant::passed_pawn;
use crate::{Bitboard, Board, Color, Mode, Move, Piece, Position, Role, Setup, Square};

use super::geometry;
use super::packed::{Packed, double_step_rank, side_of};

/// The men of a position, one set for each role and color.
#[derive(Clone, Copy)]
pub(super) struct Field {
    pub(super) packed: Packed,
    pub(super) pawns: Bitboard,
    pub(super) knights: Bitboard,
    /// Bishops and queens.
    pub(super) diagonal: Bitboard,
    /// Rooks and queens.
    pub(super) straight: Bitboard,
    pub(super) kings: Bitboard,
    pub(super) occupied: Bitboard,
}

impl Field {
    pub(super) fn of(packed: Packed) -> Self {
        let Packed {
            low, middle, high, ..
        } = packed;
        Self {
            packed,
            pawns: Bitboard(low & !middle & !high),
            knights: Bitboard(middle & !low & !high),
            diagonal: Bitboard(low & (middle ^ high)),
            straight: Bitboard(high & !middle),
            kings: Bitboard(middle & high),
            occupied: Bitboard(low | middle | high),
        }
    }

    pub(super) fn turn(&self) -> Color {
        self.packed.state.turn()
    }

    pub(super) fn by_color(&self, color: Color) -> Bitboard {
        let white = Bitboard(self.packed.white);
        match color {
            Color::White => white,
            Color::Black => self.occupied - white,
        }
    }

    /// The men of that role.
    pub(super) fn by_role(&self, role: Role) -> Bitboard {
        match role {
            Role::Pawn => self.pawns,
            Role::Knight => self.knights,
            Role::Bishop => self.diagonal - self.straight,
            Role::Rook => self.straight - self.diagonal,
            Role::Queen => self.diagonal & self.straight,
            Role::King => self.kings,
        }
    }

    /// The men of that role and color.
    pub(super) fn by_piece(&self, color: Color, role: Role) -> Bitboard {
        self.by_role(role) & self.by_color(color)
    }

    /// Where that color's king stands. Every position has both kings.
    pub(super) fn king(&self, color: Color) -> Square {
        let king = (self.kings & self.by_color(color)).first();
        king.unwrap_or(Square::A1)
    }

    /// The men of that color that attack the square, if the lines were blocked by `occupied`.
    pub(super) fn attackers(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let steps = (knight_attacks(square) & self.knights)
            | (pawn_attacks(!by, square) & self.pawns)
            | (king_attacks(square) & self.kings);
        let lines = (bishop_attacks(square, occupied) & self.diagonal)
            | (rook_attacks(square, occupied) & self.straight);
        (steps | lines) & self.by_color(by)
    }

    /// Whether the side to move is in check.
    pub(super) fn is_check(&self) -> bool {
        let turn = self.turn();
        self.attackers(self.king(turn), !turn, self.occupied).any()
    }

    /// Every square that men of that color attack, lines being blocked by `occupied`.
    pub(super) fn attacked(&self, by: Color, occupied: Bitboard) -> Bitboard {
        let men = self.by_color(by);
        let mut all = geometry::pawn(by, self.pawns & men)
            | geometry::knight(self.knights & men)
            | geometry::king(self.kings & men);
        for square in self.diagonal & men {
            all |= bishop_attacks(square, occupied);
        }
        for square in self.straight & men {
            all |= rook_attacks(square, occupied);
        }
        all
    }

    /// The legal moves, in place of what `moves` held.
    pub(super) fn moves(&self, mode: Mode, moves: &mut Vec<Move>) {
        moves.clear();
        let turn = self.turn();
        let mut writer = Writer::new(self, turn, moves);
        writer.king_moves();
        if writer.checkers.more_than_one() {
            return;
        }
        writer.piece_moves();
        writer.pawn_moves();
        writer.en_passant();
        if self.packed.state.rooks(turn).any() && writer.checkers.is_empty() {
            self.castling(mode, moves);
        }
    }

    fn castling(&self, mode: Mode, moves: &mut Vec<Move>) {
        let position = self.position(mode);
        for side in crate::Side::ALL {
            moves.extend(position.legal_castling(side));
        }
    }

    /// The position after a legal move.
    pub(super) fn after(&self, mv: Move) -> Packed {
        let (mut next, passed) = self.packed.after(mv);
        if let Some(square) = passed {
            // The key holds the square only where a capture is legal.
            next.state.set_passed(Some(square));
            let field = Field::of(next);
            if field.captors(square).is_empty() {
                next.state.set_passed(None);
            }
        }
        next
    }

    /// The pawns that may take en passant without leaving their own king attacked.
    fn captors(&self, target: Square) -> Bitboard {
        let turn = self.turn();
        let king = self.king(turn);
        let taken = Bitboard::of(passed_pawn(target));
        let beside = pawn_attacks(!turn, target) & self.pawns & self.by_color(turn);
        let is_legal = |from: &Square| {
            let occupied = (self.occupied - taken - Bitboard::of(*from)) | target.into();
            (self.attackers(king, !turn, occupied) - taken).is_empty()
        };
        beside.into_iter().filter(is_legal).collect()
    }

    /// Whether the side to move is mated.
    pub(super) fn is_mate(&self, mode: Mode, moves: &mut Vec<Move>) -> bool {
        if !self.is_check() {
            return false;
        }
        self.moves(mode, moves);
        moves.is_empty()
    }

    pub(super) fn role_at(&self, square: Square) -> Option<Role> {
        let here = Bitboard::of(square);
        let is = |set: Bitboard| (set & here).any();
        if !is(self.occupied) {
            None
        } else if is(self.pawns) {
            Some(Role::Pawn)
        } else if is(self.knights) {
            Some(Role::Knight)
        } else if is(self.kings) {
            Some(Role::King)
        } else if is(self.diagonal & self.straight) {
            Some(Role::Queen)
        } else if is(self.diagonal) {
            Some(Role::Bishop)
        } else {
            Some(Role::Rook)
        }
    }

    /// The same with counters as at the start of a game.
    pub(super) fn position(&self, mode: Mode) -> Position {
        let mut setup = Setup {
            board: self.board(),
            turn: self.turn(),
            ep_square: self.packed.state.passed(),
            ..Setup::default()
        };
        for color in Color::ALL {
            let king = self.king(color).file();
            for rook in self.packed.state.rooks(color) {
                setup
                    .castling
                    .set(color, side_of(rook.file(), king), Some(rook));
            }
        }
        Position::from_checked(&setup, mode)
    }

    pub(super) fn board(&self) -> Board {
        let mut board = Board::empty();
        for square in self.occupied {
            if let Some(role) = self.role_at(square) {
                let white = Bitboard(self.packed.white).contains(square);
                let color = if white { Color::White } else { Color::Black };
                board.set(square, Piece { role, color });
            }
        }
        board
    }
}

/// Writes down the moves of the side to move.
struct Writer<'a> {
    field: &'a Field,
    moves: &'a mut Vec<Move>,
    turn: Color,
    king: Square,
    own: Bitboard,
    enemies: Bitboard,
    checkers: Bitboard,
    pinned: Bitboard,
    /// Where a man other than the king must go to answer a check; anywhere, if there is none.
    answers: Bitboard,
}

impl<'a> Writer<'a> {
    fn new(field: &'a Field, turn: Color, moves: &'a mut Vec<Move>) -> Self {
        let (own, enemies) = (field.by_color(turn), field.by_color(!turn));
        let king = field.king(turn);
        let steps =
            (knight_attacks(king) & field.knights) | (pawn_attacks(turn, king) & field.pawns);
        let aligned = (bishop_attacks(king, enemies) & field.diagonal)
            | (rook_attacks(king, enemies) & field.straight);
        let (mut checkers, mut pinned) = (steps & enemies, Bitboard::EMPTY);
        for sniper in aligned & enemies {
            let shields = between(king, sniper) & own;
            if shields.is_empty() {
                checkers |= sniper.into();
            } else if !shields.more_than_one() {
                pinned |= shields;
            }
        }
        let answers = match checkers.first() {
            None => Bitboard::ALL,
            Some(_) if checkers.more_than_one() => Bitboard::EMPTY,
            Some(checker) => between(king, checker) | checkers,
        };
        Self {
            field,
            moves,
            turn,
            king,
            own,
            enemies,
            checkers,
            pinned,
            answers,
        }
    }

    fn write(&mut self, role: Role, from: Square, targets: Bitboard) {
        let moves = targets.into_iter().map(|to| Move::normal(role, from, to));
        self.moves.extend(moves);
    }

    fn king_moves(&mut self) {
        let targets = king_attacks(self.king) - self.own;
        if targets.is_empty() {
            return;
        }
        // The king does not shield the squares behind it from the man that attacks it.
        let occupied = self.field.occupied - Bitboard::of(self.king);
        let safe = targets - self.field.attacked(!self.turn, occupied);
        self.write(Role::King, self.king, safe);
    }

    /// The squares on which the man answers every check and still shields its king, if it has to.
    fn allowed(&self, from: Square) -> Bitboard {
        if self.pinned.contains(from) {
            self.answers & line(self.king, from)
        } else {
            self.answers
        }
    }

    fn piece_moves(&mut self) {
        for from in self.field.knights & (self.own - self.pinned) {
            let targets = knight_attacks(from) - self.own;
            self.write(Role::Knight, from, targets & self.answers);
        }
        let occupied = self.field.occupied;
        for from in self.field.diagonal & self.own {
            let targets = bishop_attacks(from, occupied) - self.own;
            let role = self.line_piece(from);
            self.write(role, from, targets & self.allowed(from));
        }
        for from in self.field.straight & self.own {
            let targets = rook_attacks(from, occupied) - self.own;
            let role = self.line_piece(from);
            self.write(role, from, targets & self.allowed(from));
        }
    }

    fn line_piece(&self, from: Square) -> Role {
        match (
            self.field.diagonal.contains(from),
            self.field.straight.contains(from),
        ) {
            (true, true) => Role::Queen,
            (true, false) => Role::Bishop,
            (false, _) => Role::Rook,
        }
    }

    fn pawn_moves(&mut self) {
        let free = !self.field.occupied;
        let double = Bitboard::rank(double_step_rank(self.turn));
        for from in self.field.pawns & self.own {
            let one = Bitboard::of(from).forward(self.turn) & free;
            let two = one.forward(self.turn) & free & double;
            let captures = pawn_attacks(self.turn, from) & self.enemies;
            let targets = (one | two | captures) & self.allowed(from);
            if (targets & Bitboard::BACK_RANKS).is_empty() {
                self.write(Role::Pawn, from, targets);
            } else {
                for to in targets {
                    self.moves.extend(Move::promotions(from, to));
                }
            }
        }
    }

    fn en_passant(&mut self) {
        if let Some(target) = self.field.packed.state.passed() {
            let captors = self.field.captors(target).into_iter();
            self.moves
                .extend(captors.map(|from| Move::en_passant(from, target)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compare(position: &Position, depth: u32) -> u64 {
        let field = Field::of(Packed::of(position));
        let mut moves = Vec::new();
        field.moves(Mode::Standard, &mut moves);
        let mut expected: Vec<Move> = position.legal_moves().to_vec();
        expected.sort_by_key(|mv| (mv.from(), mv.to(), mv.promotion()));
        moves.sort_by_key(|mv| (mv.from(), mv.to(), mv.promotion()));
        assert_eq!(moves, expected, "{}", position.fen());
        let mut count = 1;
        if depth > 0 {
            for mv in moves {
                let mut child = position.clone();
                child.play_unchecked(mv);
                assert_eq!(field.after(mv), Packed::of(&child), "{}", child.fen());
                count += compare(&child, depth - 1);
            }
        }
        count
    }

    #[test]
    fn moves_are_those_of_the_generator() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            "8/8/8/K2pP2r/8/8/8/7k w - d6 0 1",
        ] {
            let position = Position::from_fen(fen, Mode::Standard).unwrap();
            assert!(compare(&position, 2) > 5);
        }
    }
}
