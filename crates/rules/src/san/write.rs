//! The exact notation of a legal move, and its letters. Not here: reading (`san`), resolving
//! (`resolve`).

use alloc::string::String;
use core::fmt;
use core::ops::Deref;

use super::resolve::movers;
use super::{CheckMark, San, SanKind};
use crate::attacks::{attacks, diagonals, queen_attacks, straights};
use crate::{Bitboard, File, Move, MoveKind, Position, Rank, Role, Side, Square};

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
        let checks = gives_check(position, mv);
        position.play_unchecked(mv);
        let mark = checks.then(|| CheckMark::of_check(position));
        Self { kind, mark }
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
        let mut text = Letters::default();
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
                text.push_if(role != Role::Pawn, letter(role));
                text.push_if(file.is_some(), file_byte(file.unwrap_or(to.file())));
                text.push_if(rank.is_some(), rank_byte(rank.unwrap_or(to.rank())));
                text.push_if(capture, b'x');
                text.push(file_byte(to.file()));
                text.push(rank_byte(to.rank()));
                if let Some(role) = promotion {
                    text.push(b'=');
                    text.push(letter(role));
                }
            }
        }
        if let Some(mark) = self.mark {
            text.push(mark.byte());
        }
        text.finish()
    }
}

pub(super) const fn castle_text(side: Side) -> &'static str {
    match side {
        Side::King => "O-O",
        Side::Queen => "O-O-O",
    }
}

const fn file_byte(file: File) -> u8 {
    b'a' + file as u8
}

const fn rank_byte(rank: Rank) -> u8 {
    b'1' + rank as u8
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
    let (role, capture) = match mv.kind() {
        MoveKind::Castle(side) => return SanKind::Castle(side),
        MoveKind::EnPassant => (Role::Pawn, true),
        MoveKind::Normal => (mv.role(), position.board().occupied().contains(to)),
    };
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
    /// The mark that belongs to a legal move that has not been played yet.
    pub(crate) fn of_move(position: &Position, mv: Move) -> Option<Self> {
        gives_check(position, mv).then(|| {
            let mut after = position.clone();
            after.play_unchecked(mv);
            Self::of_check(&after)
        })
    }

    /// The mark that belongs to a check.
    fn of_check(position: &Position) -> Self {
        if position.has_legal_move() {
            Self::Check
        } else {
            Self::Checkmate
        }
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
    let (from, to) = (mv.from(), mv.to());
    match mv.kind() {
        MoveKind::Normal => {}
        MoveKind::EnPassant => return takes_with_check(position, from, to),
        MoveKind::Castle(side) => return castles_with_check(position, mv, side),
    }
    let occupied = (board.occupied() - Bitboard::of(from)) | to.into();
    let placed = mv.promotion().unwrap_or_else(|| mv.role());
    // Most men do not even look the king's way, and the lines need not be walked.
    let looks_there = match placed {
        Role::Pawn | Role::Knight | Role::King => true,
        Role::Bishop => diagonals(king).contains(to),
        Role::Rook => straights(king).contains(to),
        Role::Queen => (diagonals(king) | straights(king)).contains(to),
    };
    if looks_there && attacks(placed, us, to, occupied).contains(king) {
        return true;
    }
    // Or a line piece behind the man sees the king now.
    let was_in_line = (diagonals(king) | straights(king)).contains(from);
    was_in_line && is_seen(position, occupied, board.by_color(us) - Bitboard::of(from))
}

/// Whether the other side's king is seen along a line by any of these men.
fn is_seen(position: &Position, occupied: Bitboard, men: Bitboard) -> bool {
    let king = position.king(!position.turn());
    let snipers = position.board().snipers(king, position.turn()) & men;
    snipers.any() && (queen_attacks(king, occupied) & snipers).any()
}

#[cold]
fn takes_with_check(position: &Position, from: Square, to: Square) -> bool {
    let (us, board) = (position.turn(), position.board());
    let gone = Bitboard::of(from) | crate::en_passant::passed_pawn(to).into();
    let occupied = (board.occupied() - gone) | to.into();
    attacks(Role::Pawn, us, to, occupied).contains(position.king(!us))
        || is_seen(position, occupied, board.by_color(us))
}

#[cold]
fn castles_with_check(position: &Position, mv: Move, side: Side) -> bool {
    let (us, board) = (position.turn(), position.board());
    let rank = mv.from().rank();
    let rook_to = Square::new(side.rook_file(), rank);
    let king_to = Square::new(side.king_file(), rank);
    let gone = Bitboard::of(mv.from()) | mv.to().into();
    let occupied = (board.occupied() - gone) | king_to.into() | rook_to.into();
    attacks(Role::Rook, us, rook_to, occupied).contains(position.king(!us))
        || is_seen(position, occupied, board.by_color(us) - gone)
}

/// Letters on the way to a text, the first one in the lowest byte of the word: there they are put
/// together faster than in memory.
#[derive(Default)]
struct Letters {
    word: u128,
    bits: u32,
}

impl Letters {
    fn push(&mut self, byte: u8) {
        self.push_if(true, byte);
    }

    /// The same with or without the letter: which parts a move has cannot be foreseen.
    fn push_if(&mut self, is_there: bool, byte: u8) {
        let there = u8::from(is_there);
        self.word |= u128::from(byte & there.wrapping_neg()) << (self.bits & 127);
        self.bits += u32::from(there) * 8;
    }

    fn finish(self) -> SanText {
        SanText {
            bytes: self.word.to_le_bytes(),
            length: u8::try_from(self.bits / 8).unwrap_or(SanText::MOST),
        }
    }
}

/// The letters of a move, without memory from the heap: it can be used like a `&str`.
///
/// No value of [`San`] has more than nine letters (`Qa1xb2=Q#`, which no good move has).
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct SanText {
    bytes: [u8; SanText::MOST as usize],
    length: u8,
}

impl SanText {
    const MOST: u8 = 16;

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
