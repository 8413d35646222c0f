//! The exact notation of a legal move, and its letters. Not here: reading (`san`), resolving
//! (`resolve`).

use alloc::string::String;
use core::fmt;
use core::ops::Deref;

use super::resolve::movers;
use super::{CheckMark, San, SanKind};
use crate::attacks::{attacks, bishop_attacks, rook_attacks};
use crate::{Bitboard, Move, MoveKind, Position, Role, Side, Square};

impl San {
    /// The exact notation of a legal move: only as much of the square of departure as is needed
    /// among **legal** moves (file first, then rank, then both: Laws C.10), `x`, `=Q`, and the mark
    /// of check or checkmate.
    ///
    /// The move must be legal in the position; for another one the answer means nothing.
    #[must_use]
    pub fn of(position: &Position, mv: Move) -> Self {
        Self {
            kind: kind_of(position, mv),
            mark: CheckMark::of_move(position, mv),
        }
    }

    /// The exact notation of a legal move, which is then played: faster than [`San::of`] and
    /// [`Position::play_unchecked`] one after the other.
    ///
    /// The move must be legal in the position; for another one the answer means nothing.
    ///
    /// ```
    /// use tabiya_rules::{Position, San, Uci};
    ///
    /// let mut position = Position::standard();
    /// let mut score = String::new();
    /// for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
    ///     let mv = text.parse::<Uci>()?.resolve(&position)?;
    ///     score += &San::of_and_play(&mut position, mv).text();
    ///     score += " ";
    /// }
    /// assert_eq!(score, "f3 e5 g4 Qh4# ");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn of_and_play(position: &mut Position, mv: Move) -> Self {
        let kind = kind_of(position, mv);
        position.play_unchecked(mv);
        Self {
            kind,
            mark: CheckMark::after_move(position),
        }
    }

    /// Writes a legal move in exact notation, with `+` or `#`. See [`San::of`].
    ///
    /// ```
    /// use tabiya_rules::{Mode, Position, San};
    ///
    /// let position = Position::from_fen("7k/8/8/8/4R3/8/8/K3R3 w - - 0 1", Mode::Standard)?;
    /// let mv = San::parse("R1e2")?.resolve(&position)?;
    /// assert_eq!(San::write(&position, mv), "R1e2");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn write(position: &Position, mv: Move) -> String {
        String::from(Self::of(position, mv).text().as_str())
    }

    /// The letters of the move, without memory from the heap.
    ///
    /// ```
    /// use tabiya_rules::San;
    ///
    /// assert_eq!(San::parse("Qh4xe1#")?.text().as_str(), "Qh4xe1#");
    /// # Ok::<(), tabiya_rules::SanSyntaxError>(())
    /// ```
    #[must_use]
    pub fn text(&self) -> SanText {
        let mut text = SanText::default();
        match self.kind {
            SanKind::Castle(side) => castle_text(side).bytes().for_each(|byte| text.push(byte)),
            SanKind::Normal {
                role,
                file,
                rank,
                capture,
                to,
                promotion,
            } => {
                if role != Role::Pawn {
                    text.push(letter(role));
                }
                if let Some(file) = file {
                    text.push(b'a' + file as u8);
                }
                if let Some(rank) = rank {
                    text.push(b'1' + rank as u8);
                }
                if capture {
                    text.push(b'x');
                }
                text.push(b'a' + to.file() as u8);
                text.push(b'1' + to.rank() as u8);
                if let Some(role) = promotion {
                    text.push(b'=');
                    text.push(letter(role));
                }
            }
        }
        if let Some(mark) = self.mark {
            text.push(mark.byte());
        }
        text
    }
}

pub(super) const fn castle_text(side: Side) -> &'static str {
    match side {
        Side::King => "O-O",
        Side::Queen => "O-O-O",
    }
}

const fn letter(role: Role) -> u8 {
    match role {
        Role::Pawn => b'P',
        Role::Knight => b'N',
        Role::Bishop => b'B',
        Role::Rook => b'R',
        Role::Queen => b'Q',
        Role::King => b'K',
    }
}

fn kind_of(position: &Position, mv: Move) -> SanKind {
    let (from, to) = (mv.from(), mv.to());
    let is_passing = match mv.kind() {
        MoveKind::Castle(side) => return SanKind::Castle(side),
        MoveKind::EnPassant => true,
        MoveKind::Normal => false,
    };
    let board = position.board();
    let role = board.role_at(from).unwrap_or(Role::Pawn);
    let capture = is_passing || board.occupied().contains(to);
    let (file, rank) = if role == Role::Pawn {
        (capture, false)
    } else {
        departure(position, role, from, to)
    };
    SanKind::Normal {
        role,
        file: file.then(|| from.file()),
        rank: rank.then(|| from.rank()),
        capture,
        to,
        promotion: mv.promotion(),
    }
}

/// Whether file and rank of departure must be named, so that no other man of that role is meant
/// (Laws C.10).
fn departure(position: &Position, role: Role, from: Square, to: Square) -> (bool, bool) {
    let others = Bitboard::ALL - Bitboard::of(from);
    let rivals = match role {
        // There is no second king.
        Role::King => Bitboard::EMPTY,
        _ => movers(position, role, to, others),
    };
    if rivals.is_empty() {
        return (false, false);
    }
    let on_file = (rivals & Bitboard::file(from.file())).any();
    let on_rank = (rivals & Bitboard::rank(from.rank())).any();
    (!on_file || on_rank, on_file)
}

impl CheckMark {
    /// The mark that belongs to a position in which a move has just been played.
    pub(crate) fn after_move(position: &Position) -> Option<Self> {
        if !position.is_check() {
            None
        } else if position.has_legal_move() {
            Some(Self::Check)
        } else {
            Some(Self::Checkmate)
        }
    }

    /// The mark that belongs to a legal move that has not been played yet.
    pub(crate) fn of_move(position: &Position, mv: Move) -> Option<Self> {
        if !gives_check(position, mv) {
            return None;
        }
        let mut after = position.clone();
        after.play_unchecked(mv);
        Self::after_move(&after)
    }

    const fn byte(self) -> u8 {
        match self {
            Self::Check => b'+',
            Self::Checkmate => b'#',
        }
    }
}

impl fmt::Display for CheckMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Check => "+",
            Self::Checkmate => "#",
        })
    }
}

/// Whether a legal move leaves the other side in check, found without playing it.
fn gives_check(position: &Position, mv: Move) -> bool {
    let (us, board) = (position.turn(), position.board());
    let king = position.king(!us);
    let (from, to) = (mv.from(), mv.destination());
    let own = board.by_color(us);
    let mut occupied = board.occupied() - Bitboard::of(from);
    // The rook of a castling may go where the king has stood, so what leaves is taken out first.
    let left = Bitboard::of(from);
    let mut straight = (board.straight_movers() & own) - left;
    match mv.kind() {
        MoveKind::Castle(side) => {
            let rook_to = Bitboard::of(Square::new(side.rook_file(), to.rank()));
            occupied = (occupied - Bitboard::of(mv.to())) | rook_to;
            straight = (straight - Bitboard::of(mv.to())) | rook_to;
        }
        MoveKind::EnPassant => occupied -= Bitboard::of(crate::en_passant::passed_pawn(to)),
        MoveKind::Normal => {}
    }
    occupied |= Bitboard::of(to);
    let moved = mv.promotion().or_else(|| board.role_at(from));
    if moved.is_some_and(|role| attacks(role, us, to, occupied).contains(king)) {
        return true;
    }
    (bishop_attacks(king, occupied) & ((board.diagonal_movers() & own) - left)).any()
        || (rook_attacks(king, occupied) & straight).any()
}

/// The letters of a move, without memory from the heap: it can be used like a `&str`.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct SanText {
    bytes: [u8; SanText::LONGEST],
    length: u8,
}

impl SanText {
    /// The most letters that a move can have, in bytes: `Qa1xb2=Q#`, which no good move has.
    const LONGEST: usize = 9;

    fn push(&mut self, byte: u8) {
        if let Some(place) = self.bytes.get_mut(usize::from(self.length)) {
            *place = byte;
            self.length += 1;
        }
    }

    /// The letters, which are all ASCII.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes
            .get(..usize::from(self.length))
            .unwrap_or_default()
    }

    /// The letters as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        // ASCII is always good text, so the other value is never used.
        core::str::from_utf8(self.as_bytes()).unwrap_or_default()
    }
}

impl Deref for SanText {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<str> for SanText {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl fmt::Display for SanText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for SanText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl fmt::Display for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text().as_str())
    }
}
