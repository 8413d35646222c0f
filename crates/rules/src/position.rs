//! A playable position and how a move changes it. Not here: which moves there are (`movegen`), why
//! one is not (`why_illegal`), what came before (`game`).

use alloc::string::String;
use core::hash::{Hash, Hasher};

use thiserror::Error;

use crate::attacks::{between, bishop_attacks, knight_attacks, pawn_attacks, rook_attacks};
use crate::en_passant;
use crate::key::{TURN_NUMBER, castling_number, en_passant_number, key_from_scratch, piece_number};
use crate::{
    Bitboard, Board, CastlingRights, Color, Fen, FenError, FenStyle, Key, Mode, Move, MoveKind,
    Piece, Reason, Role, Setup, SetupFaults, Side, Square,
};

/// A playable position: each side has one king, and the side that has just moved is not in check.
///
/// Two positions are equal when article 9.2.3 calls them the same: the same men on the same
/// squares, the same side to move, the same castling rights, and the same captures en passant,
/// which count only where one is legal. Counters do not matter.
///
/// ```
/// use tabiya_rules::{Mode, Position};
///
/// let after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq";
/// let with = Position::from_fen(&format!("{after_e4} e3 0 1"), Mode::Standard)?;
/// let without = Position::from_fen(&format!("{after_e4} - 0 1"), Mode::Standard)?;
/// assert_eq!(with, without); // nobody can take on e3
/// # Ok::<(), tabiya_rules::FromFenError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Position {
    board: Board,
    turn: Color,
    mode: Mode,
    castling: CastlingRights,
    /// The square passed by the last move, if that was a double step.
    passed_square: Option<Square>,
    /// Whether a pawn may legally take on that square.
    ep_is_legal: bool,
    halfmove_clock: u32,
    fullmove_number: u32,
    king: Square,
    checkers: Bitboard,
    /// Men of the side to move that alone shield their king from a line piece.
    pinned: Bitboard,
    /// The key without its en passant part.
    base_key: u64,
}

/// A text is not a playable position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FromFenError {
    /// It is not FEN.
    #[error(transparent)]
    Syntax(#[from] FenError),
    /// It is FEN, but describes nothing that can be played.
    #[error(transparent)]
    Setup(#[from] SetupFaults),
}

impl Position {
    /// The position from which a game begins (article 2.3).
    #[must_use]
    pub fn standard() -> Position {
        Position::from_checked(&Setup::standard(), Mode::Standard)
    }

    /// Reads strict FEN ([`Fen::parse`]) and checks it ([`Setup::position`]).
    ///
    /// # Errors
    ///
    /// All faults of the text, or else all faults of what it describes.
    pub fn from_fen(fen: &str, mode: Mode) -> Result<Position, FromFenError> {
        Ok(Fen::parse(fen)?.position(mode)?)
    }

    /// The position of a setup in which each side has a king, and rights and squares fit.
    pub(crate) fn from_checked(setup: &Setup, mode: Mode) -> Position {
        let ep_is_legal = setup
            .ep_square
            .is_some_and(|square| en_passant::captors(&setup.board, setup.turn, square).any());
        let mut position = Position {
            board: setup.board,
            turn: setup.turn,
            mode,
            castling: setup.castling,
            passed_square: setup.ep_square,
            ep_is_legal,
            halfmove_clock: setup.halfmove_clock,
            fullmove_number: setup.fullmove_number,
            king: Square::A1,
            checkers: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
            base_key: key_from_scratch(&setup.board, setup.turn, &setup.castling),
        };
        position.look_around_the_king();
        position
    }

    /// Which piece stands where.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Whose turn it is.
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// Standard chess or Chess960.
    #[must_use]
    pub const fn mode(&self) -> Mode {
        self.mode
    }

    /// Who may still castle with which rook (article 3.8.2.1).
    #[must_use]
    pub const fn castling_rights(&self) -> &CastlingRights {
        &self.castling
    }

    /// The square on which a pawn may be taken en passant by a **legal** move right now.
    #[must_use]
    pub const fn ep_square(&self) -> Option<Square> {
        if self.ep_is_legal {
            self.passed_square
        } else {
            None
        }
    }

    /// The square passed by the last move if that was a double step, whether anyone can take there
    /// or not.
    #[must_use]
    pub const fn passed_square(&self) -> Option<Square> {
        self.passed_square
    }

    /// Half-moves since the last pawn move or capture (articles 9.3 and 9.6.2).
    #[must_use]
    pub const fn halfmove_clock(&self) -> u32 {
        self.halfmove_clock
    }

    /// The number of the next move, counted from 1 and raised after Black's move.
    #[must_use]
    pub const fn fullmove_number(&self) -> u32 {
        self.fullmove_number
    }

    /// Where that color's king stands.
    #[must_use]
    pub fn king(&self, color: Color) -> Square {
        if color == self.turn {
            return self.king;
        }
        // A position has both kings, so the other value is never used.
        self.board.king(color).unwrap_or(self.king)
    }

    /// The men that give check (article 3.9.1).
    #[must_use]
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// The men of the side to move that alone shield their king from a rook, bishop or queen.
    #[must_use]
    pub const fn pinned(&self) -> Bitboard {
        self.pinned
    }

    /// Whether the side to move is in check (article 3.9.1).
    #[must_use]
    pub const fn is_check(&self) -> bool {
        self.checkers.any()
    }

    /// All men of that color that attack a square, pinned ones too (articles 3.1.2 and 3.1.3).
    #[must_use]
    pub fn attackers(&self, square: Square, by: Color) -> Bitboard {
        self.board.attackers(square, by)
    }

    /// The same with the counters, as a setup. Its en passant square is
    /// [`Position::passed_square`].
    #[must_use]
    pub fn to_setup(&self) -> Setup {
        Setup {
            board: self.board,
            turn: self.turn,
            castling: self.castling,
            ep_square: self.passed_square,
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
        }
    }

    /// FEN in the default style: the en passant square only where a capture is legal, castling by
    /// the letters `KQkq` as far as they are clear (X-FEN).
    #[must_use]
    pub fn fen(&self) -> String {
        Fen::write(&self.to_setup(), FenStyle::default())
    }

    /// The Polyglot key. As Polyglot has it, an en passant square counts where an enemy pawn stands
    /// beside the passed one, even if the capture would be illegal; only then equal positions may
    /// have different keys.
    #[must_use]
    pub fn key(&self) -> Key {
        let en_passant = self
            .passed_square
            .filter(|&square| en_passant::neighbors(&self.board, self.turn, square).any())
            .map_or(0, en_passant_number);
        Key(self.base_key ^ en_passant)
    }

    /// Plays a move if it is legal.
    ///
    /// # Errors
    ///
    /// Why it is illegal; the position is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), Reason> {
        if self.is_legal(mv) {
            self.play_unchecked(mv);
            return Ok(());
        }
        // A move of another position may look legal by its squares and differ in kind.
        Err(self.why_illegal(mv.attempt()).unwrap_or(Reason::StaleMove {
            from: mv.from(),
            to: mv.to(),
        }))
    }

    /// Plays a move that is known to be legal: the fast door. An illegal move leaves a position
    /// that means nothing, but does no other harm.
    pub fn play_unchecked(&mut self, mv: Move) {
        let us = self.turn;
        let Some(role) = self.board.role_at(mv.from()) else {
            return;
        };
        let piece = Piece { role, color: us };
        self.passed_square = None;
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        match mv.kind() {
            MoveKind::Castle(side) => self.castle(mv, side),
            MoveKind::EnPassant => {
                self.lift(en_passant::passed_pawn(mv.to()), Piece { role, color: !us });
                self.lift(mv.from(), piece);
                self.put(mv.to(), piece);
                self.halfmove_clock = 0;
            }
            MoveKind::Normal => self.move_man(mv, piece),
        }
        self.turn_over();
        self.ep_is_legal = self
            .passed_square
            .is_some_and(|square| en_passant::captors(&self.board, self.turn, square).any());
    }

    /// Lets the side to move pass, as notes to games do. Not in check: that position would mean
    /// nothing.
    pub(crate) fn pass_unchecked(&mut self) {
        self.passed_square = None;
        self.ep_is_legal = false;
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        self.turn_over();
    }

    /// Gives the other side the move.
    fn turn_over(&mut self) {
        if self.turn == Color::Black {
            self.fullmove_number = self.fullmove_number.saturating_add(1);
        }
        self.turn = !self.turn;
        self.base_key ^= TURN_NUMBER;
        self.look_around_the_king();
    }

    fn move_man(&mut self, mv: Move, piece: Piece) {
        let (from, to) = (mv.from(), mv.to());
        if let Some(taken) = self.board.role_at(to) {
            self.lift(
                to,
                Piece {
                    role: taken,
                    color: !piece.color,
                },
            );
            self.halfmove_clock = 0;
        }
        self.lift(from, piece);
        self.put(
            to,
            Piece {
                role: mv.promotion().unwrap_or(piece.role),
                color: piece.color,
            },
        );
        if piece.role == Role::Pawn {
            self.halfmove_clock = 0;
            if from.bits().abs_diff(to.bits()) == 16 {
                self.passed_square = Some(Square::from_low_bits(from.bits().midpoint(to.bits())));
            }
        }
        self.drop_rights(piece, from, to);
    }

    /// Takes the rights that end when a man goes from one square to another (article 3.8.2.1).
    fn drop_rights(&mut self, piece: Piece, from: Square, to: Square) {
        if self.castling.is_empty() {
            return;
        }
        for side in Side::ALL {
            let rook = self.castling.rook(piece.color, side);
            if rook.is_some() && (piece.role == Role::King || rook == Some(from)) {
                self.drop_right(piece.color, side);
            }
            if self.castling.rook(!piece.color, side) == Some(to) {
                self.drop_right(!piece.color, side);
            }
        }
    }

    fn drop_right(&mut self, color: Color, side: Side) {
        if self.castling.rook(color, side).is_some() {
            self.castling.set(color, side, None);
            self.base_key ^= castling_number(color, side);
        }
    }

    fn castle(&mut self, mv: Move, side: Side) {
        let color = self.turn;
        let king = Piece {
            role: Role::King,
            color,
        };
        let rook = Piece {
            role: Role::Rook,
            color,
        };
        let rank = mv.from().rank();
        self.lift(mv.from(), king);
        self.lift(mv.to(), rook);
        self.put(Square::new(side.king_file(), rank), king);
        self.put(Square::new(side.rook_file(), rank), rook);
        self.drop_right(color, Side::King);
        self.drop_right(color, Side::Queen);
    }

    fn lift(&mut self, square: Square, piece: Piece) {
        self.board.toggle(square.into(), piece);
        self.base_key ^= piece_number(piece, square);
    }

    fn put(&mut self, square: Square, piece: Piece) {
        self.lift(square, piece);
    }

    /// Finds the king of the side to move, who gives it check and who shields it.
    fn look_around_the_king(&mut self) {
        let (us, them) = (self.turn, !self.turn);
        let Some(king) = self.board.king(us) else {
            return;
        };
        let board = &self.board;
        let enemies = board.by_color(them);
        let steps = (knight_attacks(king) & board.by_role(Role::Knight))
            | (pawn_attacks(us, king) & board.by_role(Role::Pawn));
        let aligned = (bishop_attacks(king, enemies) & board.diagonal_movers())
            | (rook_attacks(king, enemies) & board.straight_movers());
        let mut checkers = steps & enemies;
        let mut pinned = Bitboard::EMPTY;
        for sniper in aligned & enemies {
            let shields = between(king, sniper) & board.occupied();
            if shields.is_empty() {
                checkers |= sniper.into();
            } else if !shields.more_than_one() {
                pinned |= shields;
            }
        }
        self.king = king;
        self.checkers = checkers;
        self.pinned = pinned;
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.base_key == other.base_key
            && self.board == other.board
            && self.turn == other.turn
            && self.castling == other.castling
            && self.ep_square() == other.ep_square()
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.base_key.hash(state);
        self.ep_square().hash(state);
    }
}
