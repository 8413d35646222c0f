//! A playable position and how a move changes it. Not here: which moves there are (`movegen`), why
//! one is not (`why_illegal`), what came before (`game`).

use alloc::string::String;
use core::hash::{Hash, Hasher};

use thiserror::Error;

use crate::attacks::between;
use crate::castling::home_rank;
use crate::en_passant;
use crate::key::{TURN_NUMBER, castling_key, code_number, en_passant_number, key_from_scratch};
use crate::{
    Bitboard, Board, CastlingRights, Color, Fen, FenError, FenStyle, Key, Mode, Move, MoveKind,
    Reason, Role, Setup, SetupFaults, Side, Square,
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
    /// The rooks of all castling rights, and their kings; of a king that has lost its rooks too.
    castling_men: Bitboard,
    /// The square passed by the last move, if that was a double step.
    passed_square: Option<Square>,
    halfmove_clock: u32,
    fullmove_number: u32,
    /// The key without its en passant part.
    base_key: u64,
}

/// One line of a processor's cache: a search copies a position for every move it tries.
const _: () = assert!(size_of::<Position>() <= 64);

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
        Position {
            board: setup.board,
            turn: setup.turn,
            mode,
            castling: setup.castling,
            castling_men: castling_men(&setup.board, &setup.castling),
            passed_square: setup.ep_square,
            halfmove_clock: setup.halfmove_clock,
            fullmove_number: setup.fullmove_number,
            base_key: key_from_scratch(&setup.board, setup.turn, &setup.castling),
        }
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
    pub fn ep_square(&self) -> Option<Square> {
        self.passed_square
            .filter(|&square| en_passant::captors(&self.board, self.turn, square).any())
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
        // A position has both kings, so the other value is never used.
        self.board.king(color).unwrap_or(Square::A1)
    }

    /// The men that give check (article 3.9.1). Found anew each time: keep the answer if you need
    /// it twice.
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        self.board.attackers(self.king(self.turn), !self.turn)
    }

    /// The men of the side to move that alone shield their king from a rook, bishop or queen. Found
    /// anew each time: keep the answer if you need it twice.
    #[must_use]
    pub fn pinned(&self) -> Bitboard {
        let king = self.king(self.turn);
        let snipers = self.board.snipers(king, !self.turn);
        let shields = |sniper| between(king, sniper) & self.board.occupied();
        snipers
            .into_iter()
            .map(shields)
            .filter(|shields| !shields.more_than_one())
            .fold(Bitboard::EMPTY, |pinned, shield| pinned | shield)
            & self.board.by_color(self.turn)
    }

    /// Whether the side to move is in check (article 3.9.1).
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.checkers().any()
    }

    /// All men of that color that attack a square, pinned ones too (articles 3.1.2 and 3.1.3).
    #[must_use]
    pub fn attackers(&self, square: Square, by: Color) -> Bitboard {
        self.board.attackers(square, by)
    }

    /// The rooks of all castling rights, and their kings; of a king that has lost its rooks too.
    pub(crate) const fn castling_men(&self) -> Bitboard {
        self.castling_men
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
        *self = self.after_unchecked(mv);
    }

    /// The position after a move that is known to be legal. This is cheaper than a clone that is
    /// then changed. An illegal move leads to a position that means nothing, but does no other
    /// harm.
    #[must_use]
    #[inline(always)]
    pub fn after_unchecked(&self, mv: Move) -> Position {
        self.after(mv, self.turn)
    }

    /// The same for the side to move, which the compiler may know.
    #[inline(always)]
    pub(crate) fn after(&self, mv: Move, us: Color) -> Position {
        match mv.kind() {
            MoveKind::Normal => self.after_man(mv, us),
            MoveKind::EnPassant => self.after_en_passant(mv),
            MoveKind::Castle(side) => self.after_castling(mv, side),
        }
    }

    /// Lets the side to move pass, as notes to games do. Not in check: that position would mean
    /// nothing.
    pub(crate) fn pass_unchecked(&mut self) {
        *self = self.after_pass_unchecked();
    }

    /// The position after the side to move has passed, as no Law allows but searches try. The
    /// count of half-moves goes on. Not in check: that position would mean nothing.
    #[must_use]
    pub fn after_pass_unchecked(&self) -> Position {
        self.next(Change {
            us: self.turn,
            board: self.board,
            key: 0,
            touched: Bitboard::EMPTY,
            is_final: false,
            passed_square: None,
        })
    }

    /// One man moves, and takes what stands where it arrives.
    #[inline(always)]
    fn after_man(&self, mv: Move, us: Color) -> Position {
        let (from, to) = (mv.from(), mv.to());
        let (mover, placed) = (mv.mover(us), mv.placed(us));
        let takes = self.board.occupied().contains(to);
        let mut key = code_number(mover, from) ^ code_number(placed, to);
        if takes {
            key ^= code_number(self.board.code_at(to), to);
        }
        let passed = Square::from_low_bits(from.bits().midpoint(to.bits()));
        self.next(Change {
            us,
            board: self.board.replaced(from.into(), to, placed),
            key,
            touched: match mv.role() {
                Role::King => Bitboard::rank(home_rank(us)) | to.into(),
                _ => Bitboard::of(from) | to.into(),
            },
            is_final: takes | mover.is_pawn(),
            passed_square: mv.is_double_step().then_some(passed),
        })
    }

    #[cold]
    #[inline(never)]
    fn after_en_passant(&self, mv: Move) -> Position {
        let (from, to) = (mv.from(), mv.to());
        let passed = en_passant::passed_pawn(to);
        let (ours, theirs) = (self.board.code_at(from), self.board.code_at(passed));
        let emptied = Bitboard::of(from) | passed.into();
        self.next(Change {
            us: self.turn,
            board: self.board.replaced(emptied, to, ours),
            key: code_number(ours, from) ^ code_number(ours, to) ^ code_number(theirs, passed),
            touched: Bitboard::EMPTY,
            is_final: true,
            passed_square: None,
        })
    }

    #[cold]
    #[inline(never)]
    fn after_castling(&self, mv: Move, side: Side) -> Position {
        let (king_from, rook_from) = (mv.from(), mv.to());
        let king_to = Square::new(side.king_file(), king_from.rank());
        let rook_to = Square::new(side.rook_file(), king_from.rank());
        let king = self.board.code_at(king_from);
        let rook = self.board.code_at(rook_from);
        let emptied = Bitboard::of(king_from) | rook_from.into();
        let board = self.board.replaced(emptied, king_to, king);
        self.next(Change {
            us: self.turn,
            board: board.replaced(Bitboard::EMPTY, rook_to, rook),
            key: code_number(king, king_from)
                ^ code_number(king, king_to)
                ^ code_number(rook, rook_from)
                ^ code_number(rook, rook_to),
            touched: Bitboard::rank(king_from.rank()),
            is_final: false,
            passed_square: None,
        })
    }

    /// The position that comes of a change. It is written once, field by field, and never touched
    /// again: reading back what has just been written costs more than the whole move.
    #[inline(always)]
    fn next(&self, change: Change) -> Position {
        let mut castling = self.castling;
        let mut rights_key = 0;
        if (self.castling_men & change.touched).any() {
            castling = castling.without(change.touched);
            rights_key = castling_key(&self.castling) ^ castling_key(&castling);
        }
        let black_moved = u32::from(change.us == Color::Black);
        let clock = self.halfmove_clock.saturating_add(1);
        Position {
            board: change.board,
            base_key: self.base_key ^ change.key ^ rights_key ^ TURN_NUMBER,
            castling,
            castling_men: self.castling_men - change.touched,
            halfmove_clock: if change.is_final { 0 } else { clock },
            fullmove_number: self.fullmove_number.saturating_add(black_moved),
            passed_square: change.passed_square,
            turn: !change.us,
            mode: self.mode,
        }
    }
}

/// What a move changes.
struct Change {
    /// Who moves.
    us: Color,
    board: Board,
    /// The change of the key by the men.
    key: u64,
    /// The squares that were left or reached; for a king, its whole rank: castling rights hang on
    /// them (article 3.8.2.1).
    touched: Bitboard,
    /// Whether it can never be undone: a capture, or a pawn has moved.
    is_final: bool,
    passed_square: Option<Square>,
}

/// The rooks of all castling rights, and their kings.
fn castling_men(board: &Board, castling: &CastlingRights) -> Bitboard {
    castling
        .iter()
        .fold(Bitboard::EMPTY, |men, (color, _, rook)| {
            men | rook.into() | board.by_piece(color, Role::King)
        })
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
