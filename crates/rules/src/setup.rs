//! Any arrangement of the board with everything that FEN can say, possible or not, and the one
//! place where it becomes a playable position. Not here: reading the text (`fen`).

use alloc::vec::Vec;
use core::fmt;

use crate::attacks::between;
use crate::castling::home_rank;
use crate::en_passant::{origin, passed_pawn, target_rank};
use crate::fault::{EnPassantFault, SetupFault, SetupFaults};
use crate::{
    Bitboard, Board, CastlingRights, Color, File, Mode, Piece, Position, Rank, Role, Side, Square,
};

/// Any arrangement, possibly an impossible one. [`Setup::position`] makes it playable.
///
/// ```
/// use tabiya_rules::{Fen, Mode, SetupFault};
///
/// let setup = Fen::parse("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1")?;
/// let faults = setup.position(Mode::Standard).unwrap_err();
/// assert!(matches!(faults.first(), SetupFault::OppositeCheck { .. }));
/// # Ok::<(), tabiya_rules::FenError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// Which piece stands where.
    pub board: Board,
    /// Whose turn it is.
    pub turn: Color,
    /// Who may still castle with which rook.
    pub castling: CastlingRights,
    /// The square that a pawn has just passed by advancing two squares, whether anyone can take it
    /// or not.
    pub ep_square: Option<Square>,
    /// Half-moves since the last pawn move or capture (articles 9.3 and 9.6.2).
    pub halfmove_clock: u32,
    /// The number of the next move, counted from 1 and raised after Black's move.
    pub fullmove_number: u32,
}

impl Default for Setup {
    /// An empty board with White to move.
    fn default() -> Setup {
        Setup {
            board: Board::empty(),
            turn: Color::White,
            castling: CastlingRights::none(),
            ep_square: None,
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }
}

/// From this count on the game is over without a claim (article 9.6.2), so nothing is left to play.
const HALFMOVE_LIMIT: u32 = 150;

impl Setup {
    /// The array from which a game begins (article 2.3).
    #[must_use]
    pub fn standard() -> Setup {
        Setup {
            board: Board::standard(),
            castling: CastlingRights::standard(),
            ..Setup::default()
        }
    }

    /// Makes the arrangement playable.
    ///
    /// Refused are positions on which the Laws say nothing (kings, pawns on the first or last rank,
    /// a king that could be taken, castling rights and en passant squares that do not fit), and
    /// those that no game can reach and that are easy to name: more than 16 men or 8 pawns of one
    /// color, three checking men or two from both ends of one line, a check that the last double
    /// step cannot explain, a halfmove clock of 150 or more. Not refused, though no game reaches
    /// them: strange pawn chains, more promoted pieces than missing pawns, double checks by two
    /// pawns or two knights, a halfmove clock too high for the move number.
    ///
    /// # Errors
    ///
    /// Every fault found, each with the field of FEN that it is about.
    pub fn position(&self, mode: Mode) -> Result<Position, SetupFaults> {
        self.without(self.faults(mode), mode)
    }

    /// Like [`Setup::position`], but takes what can be played although no game reaches it
    /// ([`SetupFault::is_unreachable`]): 30 queens, three checks, a halfmove clock beyond the end.
    ///
    /// # Errors
    ///
    /// Every fault that leaves nothing to play.
    pub fn playable(&self, mode: Mode) -> Result<Position, SetupFaults> {
        let mut faults = self.faults(mode);
        faults.retain(|fault| !fault.is_unreachable());
        self.without(faults, mode)
    }

    /// The position, if that list of its faults is empty.
    fn without(&self, faults: Vec<SetupFault>, mode: Mode) -> Result<Position, SetupFaults> {
        match (
            SetupFaults::new(faults),
            self.board.king(Color::White),
            self.board.king(Color::Black),
        ) {
            (None, Some(_), Some(_)) => Ok(Position::from_checked(self, mode)),
            (Some(faults), _, _) => Err(faults),
            // A missing king is a fault, so there is none here without a fault.
            (None, _, _) => Err(SetupFaults::one(SetupFault::NoKing {
                color: Color::White,
            })),
        }
    }

    /// The same without castling rights and an en passant square that cannot be: the lenient way to
    /// read what people and programs write. What stands on the board is never changed.
    #[must_use]
    pub fn cleared(&self, mode: Mode) -> Setup {
        let mut setup = self.clone();
        for fault in self.faults(mode) {
            match fault {
                SetupFault::Castling { color, side, .. } => setup.castling.set(color, side, None),
                SetupFault::EnPassant { .. } => setup.ep_square = None,
                _ => {}
            }
        }
        setup
    }

    /// Every fault of the arrangement, in the order of the fields of FEN.
    #[must_use]
    pub fn faults(&self, mode: Mode) -> Vec<SetupFault> {
        let mut faults = Vec::new();
        self.check_men(&mut faults);
        self.check_attacks_on_kings(&mut faults);
        self.check_castling(mode, &mut faults);
        self.check_en_passant(&mut faults);
        if self.halfmove_clock >= HALFMOVE_LIMIT {
            faults.push(SetupFault::HalfmoveClock {
                halfmove_clock: self.halfmove_clock,
            });
        }
        if self.fullmove_number == 0 {
            faults.push(SetupFault::FullmoveNumber);
        }
        faults
    }

    fn check_men(&self, faults: &mut Vec<SetupFault>) {
        for color in Color::ALL {
            match self.board.by_piece(color, Role::King).count() {
                0 => faults.push(SetupFault::NoKing { color }),
                1 => {}
                count => faults.push(SetupFault::ManyKings { color, count }),
            }
        }
        for color in Color::ALL {
            let men = self.board.by_color(color).count();
            if men > 16 {
                faults.push(SetupFault::ManyMen { color, count: men });
            }
            let pawns = self.board.by_piece(color, Role::Pawn).count();
            if pawns > 8 {
                faults.push(SetupFault::ManyPawns {
                    color,
                    count: pawns,
                });
            }
        }
        let misplaced = self.board.by_role(Role::Pawn) & Bitboard::BACK_RANKS;
        faults.extend(
            misplaced
                .into_iter()
                .map(|square| SetupFault::BackRankPawn { square }),
        );
    }

    fn check_attacks_on_kings(&self, faults: &mut Vec<SetupFault>) {
        if let Some(king) = self.board.king(!self.turn) {
            let attackers = self.board.attackers(king, self.turn);
            if attackers.any() {
                faults.push(SetupFault::OppositeCheck {
                    color: !self.turn,
                    king,
                    attackers: self.board.men(attackers).collect(),
                });
            }
        }
        if let Some(king) = self.board.king(self.turn) {
            let checkers = self.board.attackers(king, !self.turn);
            let mut both = checkers.into_iter();
            let from_both_ends = match (both.next(), both.next()) {
                (Some(one), Some(other)) => between(one, other).contains(king),
                _ => false,
            };
            if checkers.count() > 2 || from_both_ends {
                let checkers = self.board.men(checkers).collect();
                faults.push(SetupFault::ImpossibleCheck { checkers });
            }
        }
    }

    fn check_castling(&self, mode: Mode, faults: &mut Vec<SetupFault>) {
        for (color, side, rook) in self.castling.iter() {
            if !self.castling_fits(mode, color, side, rook) {
                faults.push(SetupFault::Castling {
                    color,
                    side,
                    rook,
                    mode,
                });
            }
        }
    }

    fn castling_fits(&self, mode: Mode, color: Color, side: Side, rook: Square) -> bool {
        let Some(king) = self.board.king(color) else {
            return false;
        };
        let on_rank = king.rank() == home_rank(color) && rook.rank() == king.rank();
        let on_its_side = match side {
            Side::King => rook.file() > king.file(),
            Side::Queen => rook.file() < king.file(),
        };
        let in_standard_places = king.file() == File::E && rook.file() == side.corner_file();
        on_rank
            && on_its_side
            && (mode == Mode::Chess960 || in_standard_places)
            && self.board.piece_at(rook)
                == Some(Piece {
                    role: Role::Rook,
                    color,
                })
    }

    fn check_en_passant(&self, faults: &mut Vec<SetupFault>) {
        let Some(square) = self.ep_square else {
            return;
        };
        if let Some(why) = self.en_passant_fault(square) {
            faults.push(SetupFault::EnPassant { square, why });
        }
    }

    fn en_passant_fault(&self, square: Square) -> Option<EnPassantFault> {
        let pawn = Piece {
            role: Role::Pawn,
            color: !self.turn,
        };
        if square.rank() != target_rank(self.turn) {
            let on_the_pawn = matches!(square.rank(), Rank::Four | Rank::Five)
                && self.board.piece_at(square) == Some(pawn);
            return Some(if on_the_pawn {
                EnPassantFault::OnThePawn
            } else {
                EnPassantFault::WrongRank { turn: self.turn }
            });
        }
        let passed = passed_pawn(square);
        let origin = origin(square, self.turn);
        if self.board.piece_at(passed) != Some(pawn) {
            return Some(EnPassantFault::NoPawn { passed });
        }
        let filled = [square, origin]
            .into_iter()
            .find(|&s| self.board.piece_at(s).is_some());
        if let Some(filled) = filled {
            return Some(EnPassantFault::NotEmpty { filled });
        }
        let king = self.board.king(self.turn)?;
        let before = (self.board.occupied() - Bitboard::of(passed)) | origin.into();
        let now = self.board.attackers(king, !self.turn) - Bitboard::of(passed);
        let old = self.board.attackers_through(king, !self.turn, before);
        let unexplained = self.board.men(now & old).next()?;
        Some(EnPassantFault::OlderCheck {
            checker: unexplained,
        })
    }
}

impl fmt::Display for Setup {
    /// As FEN, in the default style.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&crate::Fen::write(self, crate::FenStyle::default()))
    }
}
