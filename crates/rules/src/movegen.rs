//! The legal moves of a position, made from sets of squares: who gives check and who is pinned is
//! known, so nothing has to be tried and taken back. Not here: why a move is illegal
//! (`why_illegal`).

use crate::attacks::{attacks, between, king_attacks, line, pawn_attacks};
use crate::castling::home_rank;
use crate::en_passant::captors;
use crate::{Bitboard, Color, Move, MoveKind, MoveList, Position, Rank, Role, Side, Square};

impl Position {
    /// All legal moves (article 3.10.1). Each promotion counts as a move of its own.
    ///
    /// ```
    /// use tabiya_rules::Position;
    ///
    /// assert_eq!(Position::standard().legal_moves().len(), 20);
    /// ```
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::default();
        moves.0.reserve(48);
        Generator::new(self).run(&mut moves);
        moves
    }

    /// How many legal moves there are.
    #[must_use]
    pub(crate) fn count_legal_moves(&self) -> u64 {
        let mut count = Count(0);
        Generator::new(self).run(&mut count);
        count.0
    }

    /// Whether there is any legal move.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        let generator = Generator::new(self);
        let mut men = self.board().by_color(self.turn()).into_iter();
        // In Chess960 castling can be the only move left: king and rook may stand in each other's
        // way.
        men.any(|from| generator.targets(from).any())
            || self.ep_square().is_some()
            || Side::ALL
                .into_iter()
                .any(|side| generator.castling(side).is_some())
    }

    /// Whether this is a legal move here.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        match mv.kind() {
            MoveKind::Castle(side) => Generator::new(self).castling(side) == Some(mv),
            MoveKind::EnPassant => self.ep_square().is_some_and(|target| {
                mv.to() == target && captors(self.board(), self.turn(), target).contains(mv.from())
            }),
            MoveKind::Normal => {
                let pawn = self.board().role_at(mv.from()) == Some(Role::Pawn);
                let promotes = pawn && Bitboard::BACK_RANKS.contains(mv.to());
                promotes == mv.promotion().is_some()
                    && self.legal_targets(mv.from()).contains(mv.to())
            }
        }
    }

    /// Where the man on a square may legally go, castling and en passant aside; nowhere if it is
    /// not a man of the side to move.
    #[must_use]
    pub(crate) fn legal_targets(&self, from: Square) -> Bitboard {
        if !self.board().by_color(self.turn()).contains(from) {
            return Bitboard::EMPTY;
        }
        Generator::new(self).targets(from)
    }

    /// The castling move to that side, if it is legal now.
    #[must_use]
    pub(crate) fn legal_castling(&self, side: Side) -> Option<Move> {
        Generator::new(self).castling(side)
    }

    /// Whether the side to move is mated: in check, and no legal move (article 1.4.1).
    #[must_use]
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && !self.has_legal_move()
    }

    /// Whether the side to move is stalemated: not in check, and no legal move (article 5.2.1).
    #[must_use]
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && !self.has_legal_move()
    }
}

/// What is done with the moves.
trait Sink {
    /// One man, all squares it may go to.
    fn man(&mut self, from: Square, targets: Bitboard);
    /// Pawns that all go the same way: so many squares on, to these.
    fn pawns(&mut self, step: i8, targets: Bitboard);
    /// The same onto the last rank, four moves each.
    fn promotions(&mut self, step: i8, targets: Bitboard);
    /// Castling or en passant.
    fn one(&mut self, mv: Move);
}

impl Sink for MoveList {
    fn man(&mut self, from: Square, targets: Bitboard) {
        self.0
            .extend(targets.into_iter().map(|to| Move::normal(from, to)));
    }

    fn pawns(&mut self, step: i8, targets: Bitboard) {
        self.0.extend(
            targets
                .into_iter()
                .map(|to| Move::normal(back(to, step), to)),
        );
    }

    fn promotions(&mut self, step: i8, targets: Bitboard) {
        for to in targets {
            self.0.extend(Move::promotions(back(to, step), to));
        }
    }

    fn one(&mut self, mv: Move) {
        self.0.push(mv);
    }
}

const fn back(to: Square, step: i8) -> Square {
    Square::from_low_bits(to.bits().wrapping_sub(step.cast_unsigned()))
}

struct Count(u64);

impl Sink for Count {
    fn man(&mut self, _from: Square, targets: Bitboard) {
        self.0 += u64::from(targets.count());
    }

    fn pawns(&mut self, _step: i8, targets: Bitboard) {
        self.0 += u64::from(targets.count());
    }

    fn promotions(&mut self, _step: i8, targets: Bitboard) {
        self.0 += 4 * u64::from(targets.count());
    }

    fn one(&mut self, _mv: Move) {
        self.0 += 1;
    }
}

struct Generator<'a> {
    position: &'a Position,
    us: Color,
    king: Square,
    own: Bitboard,
    enemies: Bitboard,
    occupied: Bitboard,
    /// Where a man other than the king must go to answer a check: anywhere, if there is none.
    answers: Bitboard,
}

impl<'a> Generator<'a> {
    fn new(position: &'a Position) -> Generator<'a> {
        let (us, board) = (position.turn(), position.board());
        let king = position.king(us);
        let checkers = position.checkers();
        let answers = match checkers.first() {
            None => Bitboard::ALL,
            Some(_) if checkers.more_than_one() => Bitboard::EMPTY,
            Some(checker) => between(king, checker) | checkers,
        };
        Generator {
            position,
            us,
            king,
            own: board.by_color(us),
            enemies: board.by_color(!us),
            occupied: board.occupied(),
            answers,
        }
    }

    fn run(&self, sink: &mut impl Sink) {
        sink.man(self.king, self.king_targets());
        if self.position.checkers().more_than_one() {
            return;
        }
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            for from in self.position.board().by_piece(self.us, role) {
                sink.man(from, self.piece_targets(role, from));
            }
        }
        self.pawns(sink);
        if let Some(target) = self.position.ep_square() {
            for from in captors(self.position.board(), self.us, target) {
                sink.one(Move::en_passant(from, target));
            }
        }
        for side in Side::ALL {
            if let Some(mv) = self.castling(side) {
                sink.one(mv);
            }
        }
    }

    /// Where one man of the side to move may go, castling and en passant aside.
    fn targets(&self, from: Square) -> Bitboard {
        match self.position.board().role_at(from) {
            None => Bitboard::EMPTY,
            Some(Role::King) => self.king_targets(),
            Some(Role::Pawn) => self.pawn_targets(from),
            Some(role) => self.piece_targets(role, from),
        }
    }

    fn king_targets(&self) -> Bitboard {
        let mut safe = king_attacks(self.king) - self.own;
        // The king does not shield the squares behind it from the man that attacks it.
        let occupied = self.occupied - Bitboard::of(self.king);
        for to in safe {
            if self
                .position
                .board()
                .attackers_through(to, !self.us, occupied)
                .any()
            {
                safe -= to.into();
            }
        }
        safe
    }

    fn piece_targets(&self, role: Role, from: Square) -> Bitboard {
        self.allowed(from) & (attacks(role, self.us, from, self.occupied) - self.own)
    }

    /// The squares on which the man answers every check and still shields its king, if it has to.
    fn allowed(&self, from: Square) -> Bitboard {
        if self.position.pinned().contains(from) {
            self.answers & line(self.king, from)
        } else {
            self.answers
        }
    }

    fn pawn_targets(&self, from: Square) -> Bitboard {
        let captures = pawn_attacks(self.us, from) & self.enemies;
        (captures | self.advances(from.into())) & self.allowed(from)
    }

    /// The empty squares that these pawns reach straight ahead, by one step or two.
    fn advances(&self, pawns: Bitboard) -> Bitboard {
        let (one, two) = self.steps(pawns);
        one | two
    }

    fn steps(&self, pawns: Bitboard) -> (Bitboard, Bitboard) {
        let one = pawns.forward(self.us) - self.occupied;
        let passed = match self.us {
            Color::White => Bitboard::rank(Rank::Three),
            Color::Black => Bitboard::rank(Rank::Six),
        };
        let two = (one & passed).forward(self.us) - self.occupied;
        (one, two)
    }

    fn pawns(&self, sink: &mut impl Sink) {
        let pawns = self.position.board().by_piece(self.us, Role::Pawn);
        let free = pawns - self.position.pinned();
        let ahead: i8 = match self.us {
            Color::White => 8,
            Color::Black => -8,
        };
        let (one, two) = self.steps(free);
        let east = free.forward(self.us).east() & self.enemies;
        let west = free.forward(self.us).west() & self.enemies;
        sink.pawns(2 * ahead, two & self.answers);
        for (step, targets) in [(ahead, one), (ahead + 1, east), (ahead - 1, west)] {
            let targets = targets & self.answers;
            sink.pawns(step, targets - Bitboard::BACK_RANKS);
            sink.promotions(step, targets & Bitboard::BACK_RANKS);
        }
        for from in pawns & self.position.pinned() {
            let targets = self.pawn_targets(from);
            sink.man(from, targets - Bitboard::BACK_RANKS);
            for to in targets & Bitboard::BACK_RANKS {
                Move::promotions(from, to)
                    .into_iter()
                    .for_each(|mv| sink.one(mv));
            }
        }
    }

    /// Castling to that side, if it is legal now (article 3.8.2, Guidelines II.3).
    fn castling(&self, side: Side) -> Option<Move> {
        let rook = self.position.castling_rights().rook(self.us, side)?;
        if self.position.is_check() {
            return None;
        }
        let path = CastlingPath::new(self.us, self.king, rook, side);
        if (path.must_be_empty() & self.occupied).any() {
            return None;
        }
        let board = self.position.board();
        let them = !self.us;
        let without_king = self.occupied - Bitboard::of(self.king);
        let crosses_attack = path
            .king_way()
            .into_iter()
            .any(|square| board.attackers_through(square, them, without_king).any());
        if crosses_attack || path.attackers_after(self.position).any() {
            return None;
        }
        Some(Move::castle(self.king, rook, side))
    }
}

/// The squares that matter for one castling.
pub(crate) struct CastlingPath {
    king: Square,
    rook: Square,
    pub(crate) king_to: Square,
    rook_to: Square,
}

impl CastlingPath {
    pub(crate) const fn new(color: Color, king: Square, rook: Square, side: Side) -> CastlingPath {
        let rank = home_rank(color);
        CastlingPath {
            king,
            rook,
            king_to: Square::new(side.king_file(), rank),
            rook_to: Square::new(side.rook_file(), rank),
        }
    }

    /// All squares between start and goal of both men, goals included, except the two men's own.
    pub(crate) fn must_be_empty(&self) -> Bitboard {
        (Bitboard::span(self.king, self.king_to) | Bitboard::span(self.rook, self.rook_to))
            - Bitboard::of(self.king)
            - Bitboard::of(self.rook)
    }

    /// The squares that the king crosses and reaches.
    pub(crate) fn king_way(&self) -> Bitboard {
        Bitboard::span(self.king, self.king_to) - Bitboard::of(self.king)
    }

    /// Who attacks the king once both men have arrived: the rook may have been its shield.
    pub(crate) fn attackers_after(&self, position: &Position) -> Bitboard {
        let gone = Bitboard::of(self.king) | Bitboard::of(self.rook);
        let occupied =
            (position.board().occupied() - gone) | self.king_to.into() | self.rook_to.into();
        position
            .board()
            .attackers_through(self.king_to, !position.turn(), occupied)
    }
}
