//! How the players stand at the board between two moves that are made and completed: moves that
//! wait for the press, an illegal move that stands, men that were touched, faults. What is asked
//! of it stands in `press.rs`, `irregular.rs` and `handle.rs`; what touching binds to in
//! `touch.rs`.

use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use tabiya_rules::{
    Board, ByColor, Color, Fen, FenStyle, File, Mode, Move, Piece, Position, Role, San, Setup,
    Side, Square, Uci,
};

use crate::claim::ClaimKind;
use crate::duty::{Duty, Obligation};
use crate::refusal::Refusal;
use crate::touch;

/// How often a player may say on one move that he adjusts, and how often put a move of his right
/// (FIDE 11.5): more is done on purpose.
const MOST_TIMES: u32 = 10;

/// The part of a running game that is neither its line nor its clock nor an offer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Conduct {
    /// Whose last move is made and not completed (FIDE 6.2.1).
    unpressed: ByColor<bool>,
    /// Of these, the moves that the arbiter saw made with two hands (FIDE 7.5.4).
    two_hands: ByColor<bool>,
    pub(crate) standing: Option<Standing>,
    /// By the player to move, in order, each once.
    touched: Vec<Square>,
    /// Where the man stands that the player to move touched last among his own.
    in_hand: Option<Square>,
    begun: Option<Side>,
    is_adjusting: bool,
    /// How often adjusting was announced on this move.
    adjusted: u32,
    /// How many illegal moves, and castlings begun, there were on this move.
    tried: u32,
    /// What was claimed, wrongly, in the position on the board.
    claimed: Vec<(Color, ClaimKind)>,
    /// The move that the player to move has announced for a claim (FIDE 9.2.1, 9.3.1).
    pub(crate) announced: Option<Move>,
    faults: ByColor<u32>,
}

/// An illegal move that was made on the board and neither put right nor completed (FIDE 7.5.1), or
/// a pawn on the last rank that nobody has exchanged yet (FIDE 7.5.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    pub(crate) by: Color,
    pub(crate) uci: Uci,
    /// With a piece named it would be legal.
    pub(crate) is_pawn: bool,
}

impl Standing {
    /// The move as it stands before the men of `position`.
    pub(crate) fn new(position: &Position, uci: Uci) -> Self {
        let named = Uci {
            promotion: Some(Role::Queen),
            ..uci
        };
        Self {
            by: position.turn(),
            uci,
            is_pawn: uci.promotion.is_none() && named.resolve(position).is_ok(),
        }
    }

    /// What is seen on the board: the first field of a FEN.
    pub(crate) fn placement(self, position: &Position) -> String {
        let seen = Setup {
            board: self.board(position),
            ..position.to_setup()
        };
        let fen = Fen::text(&seen, FenStyle::default());
        let placement = fen.as_str().split(' ').next();
        placement.unwrap_or_default().to_string()
    }

    fn board(self, position: &Position) -> Board {
        let mut board = *position.board();
        let castling = castling_tried(position, self.uci);
        let Some(man) = board.remove(self.uci.from) else {
            return board;
        };
        if let Some((side, rook)) = castling
            && let Some(rook) = board.remove(rook)
        {
            let rank = self.uci.from.rank();
            board.set(Square::new(side.king_file(), rank), man);
            board.set(Square::new(side.rook_file(), rank), rook);
        } else {
            let role = self.uci.promotion.unwrap_or(man.role);
            board.set(self.uci.to, Piece { role, ..man });
        }
        board
    }
}

/// The castling that somebody tries, legal or not, and where its rook stands: the king goes two
/// squares toward it, or onto it.
fn castling_tried(position: &Position, uci: Uci) -> Option<(Side, Square)> {
    let rank = uci.from.rank();
    if let Some(side) = castling_shape(position, uci.from, uci.to) {
        return Some((side, Square::new(side.corner_file(), rank)));
    }
    let color = position.turn();
    let rook = Piece {
        role: Role::Rook,
        color,
    };
    let is_onto_rook = uci.from == position.king(color)
        && uci.to.rank() == rank
        && position.board().piece_at(uci.to) == Some(rook);
    let side = if uci.to.file() > uci.from.file() {
        Side::King
    } else {
        Side::Queen
    };
    is_onto_rook.then_some((side, uci.to))
}

/// To which side a king that is put there would castle.
pub(crate) fn castling_shape(position: &Position, from: Square, to: Square) -> Option<Side> {
    let turn = position.turn();
    let rank = tabiya_rules::home_rank(turn);
    let is_king = from == Square::new(File::E, rank) && from == position.king(turn);
    let is_standard = position.mode() == Mode::Standard;
    let side = Side::ALL.into_iter().find(|side| {
        let rook = Piece {
            role: Role::Rook,
            color: turn,
        };
        to == Square::new(side.king_file(), rank)
            && position
                .board()
                .piece_at(Square::new(side.corner_file(), rank))
                == Some(rook)
    });
    side.filter(|_| is_king && is_standard)
}

/// The men that somebody touches who tries this move, in order: his own first (FIDE 4.3.3), the
/// king before the rook.
fn touched_by(position: &Position, uci: Uci) -> impl Iterator<Item = Square> {
    let occupied = position.board().occupied();
    let rook = castling_tried(position, uci).map(|(_, rook)| rook);
    [Some(uci.from), Some(uci.to), rook]
        .into_iter()
        .flatten()
        .filter(move |square| occupied.contains(*square))
}

impl Conduct {
    /// What a wrong claim binds the player to move to (FIDE 9.5.3).
    pub(crate) fn announced_duty(&self, position: &Position) -> Option<Duty> {
        let mv = self.announced?;
        let san = San::write(position, mv).to_string();
        Duty::to_play(vec![mv], Obligation::Announced { san })
    }

    /// What binds the player to move, by Article 4.
    pub(crate) fn duty(&self, position: &Position) -> Option<Duty> {
        if let Some(standing) = self.standing.filter(|standing| standing.is_pawn) {
            let (from, square) = (standing.uci.from, standing.uci.to);
            let moves = position.legal_moves();
            let promotions = moves.iter().copied();
            let promotions = promotions.filter(|mv| mv.from() == from && mv.to() == square);
            return Duty::to_play(promotions.collect(), Obligation::Promote { square });
        }
        touch::due(position, &self.touched, self.begun)
    }

    pub(crate) fn touched(&self) -> &[Square] {
        &self.touched
    }

    /// The man of the player to move that a release puts down.
    pub(crate) const fn in_hand(&self) -> Option<Square> {
        self.in_hand
    }

    pub(crate) const fn begun(&self) -> Option<Side> {
        self.begun
    }

    pub(crate) const fn is_adjusting(&self) -> bool {
        self.is_adjusting
    }

    pub(crate) const fn faults(&self) -> ByColor<u32> {
        self.faults
    }

    pub(crate) const fn is_unpressed(&self, color: Color) -> bool {
        *self.unpressed.get(color)
    }

    pub(crate) const fn has_two_hands(&self, color: Color) -> bool {
        *self.two_hands.get(color)
    }

    /// Each man once: touching it again binds to nothing new, but takes it in hand.
    pub(crate) fn touch(&mut self, position: &Position, square: Square) {
        let own = position.board().by_color(position.turn());
        if own.contains(square) {
            self.in_hand = Some(square);
        }
        if !self.touched.contains(&square) {
            self.touched.push(square);
        }
    }

    pub(crate) const fn begin_castling(&mut self, side: Side) {
        self.begun = Some(side);
        self.tried = self.tried.saturating_add(1);
    }

    pub(crate) fn adjust(&mut self, is_adjusting: bool) {
        self.is_adjusting = is_adjusting;
        self.adjusted = self.adjusted.saturating_add(u32::from(is_adjusting));
    }

    /// FIDE 11.5: whether adjusting may be announced once more on this move.
    pub(crate) fn may_adjust_again(&self) -> Result<(), Refusal> {
        let (times, spent) = (MOST_TIMES, self.adjusted >= MOST_TIMES);
        (!spent)
            .then_some(())
            .ok_or(Refusal::AdjustRepeated { times })
    }

    /// FIDE 11.5: whether one more illegal move, or castling begun, is taken on this move.
    pub(crate) fn may_try_again(&self) -> Result<(), Refusal> {
        let (times, spent) = (MOST_TIMES, self.tried >= MOST_TIMES);
        (!spent)
            .then_some(())
            .ok_or(Refusal::IllegalRepeated { times })
    }

    pub(crate) fn has_claimed(&self, by: Color, what: ClaimKind) -> bool {
        self.claimed.contains(&(by, what))
    }

    /// A wrong claim about the position on the board.
    pub(crate) fn claim(&mut self, by: Color, what: ClaimKind) {
        self.claimed.push((by, what));
    }

    /// `by` has made a move: what stood or was touched is done with.
    pub(crate) fn make(&mut self, by: Color) {
        *self.unpressed.get_mut(by) = true;
        self.standing = None;
        self.touched.clear();
        self.in_hand = None;
        (self.begun, self.is_adjusting) = (None, false);
        (self.adjusted, self.tried) = (0, 0);
        self.claimed.clear();
        self.announced = None;
    }

    /// An illegal move was made: it stands, and what it touched is touched (FIDE 7.5.1).
    pub(crate) fn stand(&mut self, position: &Position, uci: Uci) {
        self.standing = Some(Standing::new(position, uci));
        self.tried = self.tried.saturating_add(1);
        self.touch_all(position, uci);
    }

    pub(crate) fn touch_all(&mut self, position: &Position, uci: Uci) {
        for square in touched_by(position, uci) {
            self.touch(position, square);
        }
        if self.touched.contains(&uci.from) {
            self.touch(position, uci.from);
        }
    }

    /// The illegal move that stands goes back, and what the arbiter saw of it is done with.
    pub(crate) const fn retract(&mut self, by: Color) {
        self.standing = None;
        *self.two_hands.get_mut(by) = false;
    }

    /// The last move of `by` is completed.
    pub(crate) const fn complete(&mut self, by: Color) {
        *self.unpressed.get_mut(by) = false;
        *self.two_hands.get_mut(by) = false;
    }

    pub(crate) const fn note_two_hands(&mut self, by: Color) {
        *self.two_hands.get_mut(by) = true;
    }

    pub(crate) fn fault(&mut self, by: Color, count: u32) {
        *self.faults.get_mut(by) = count;
        *self.two_hands.get_mut(by) = false;
        self.standing = None;
    }

    /// A move was completed as soon as it was made, or moves went back: nothing waits any more.
    /// Faults stay.
    pub(crate) fn clear(&mut self) {
        *self = Self {
            faults: self.faults,
            ..Self::default()
        };
    }
}
