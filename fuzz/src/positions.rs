//! Positions made of bytes, so that a fuzzer that changes a byte changes a man.
//!
//! The first byte tells the mode, the side to move and how many men there are; the second the
//! castling rights, the third the file that a pawn has passed. Then come two bytes a man, its square
//! and what it is. The rest is left for the moves.

use tabiya_rules::{
    Bitboard, Color, File, Mode, Piece, Position, Rank, Role, Setup, Side, Square, home_rank,
};

/// Bytes that are used up one by one; behind the end there are zeros.
pub(crate) struct Bytes<'a>(pub(crate) &'a [u8]);

impl Bytes<'_> {
    pub(crate) fn next(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else {
            return 0;
        };
        self.0 = rest;
        *first
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// One of several things.
    pub(crate) fn pick<T: Copy>(&mut self, things: &[T]) -> Option<T> {
        let number = usize::from(self.next());
        things.get(number % things.len().max(1)).copied()
    }
}

/// The position that the bytes describe, if it is one. Rights and en passant squares that cannot be
/// are dropped; men that no game can have are kept.
pub(crate) fn position(bytes: &mut Bytes<'_>) -> Option<Position> {
    let head = bytes.next();
    let mode = if head & 1 == 0 {
        Mode::Standard
    } else {
        Mode::Chess960
    };
    let mut setup = Setup {
        turn: if head & 2 == 0 {
            Color::White
        } else {
            Color::Black
        },
        ..Setup::default()
    };
    let (castling, passed) = (bytes.next(), bytes.next());
    for _ in 0..(head >> 2) {
        let (square, man) = (bytes.next(), bytes.next());
        let square = Square::from_index(square & 63)?;
        let color = if man & 8 == 0 {
            Color::White
        } else {
            Color::Black
        };
        let role = *Role::ALL.get(usize::from(man & 7) % Role::ALL.len())?;
        if role != Role::Pawn || !Bitboard::BACK_RANKS.contains(square) {
            setup.board.set(square, Piece { role, color });
        }
    }
    if passed & 8 != 0 {
        let rank = if setup.turn == Color::White {
            Rank::Six
        } else {
            Rank::Three
        };
        setup.ep_square = Some(Square::new(file(passed), rank));
    }
    for (bit, (color, side)) in [
        (Color::White, Side::King),
        (Color::White, Side::Queen),
        (Color::Black, Side::King),
        (Color::Black, Side::Queen),
    ]
    .into_iter()
    .enumerate()
    {
        if castling >> bit & 1 != 0 {
            let rook = rook_for(&setup, color, side);
            setup.castling.set(color, side, rook);
        }
    }
    setup.cleared(mode).playable(mode).ok()
}

fn file(byte: u8) -> File {
    File::ALL
        .get(usize::from(byte & 7))
        .copied()
        .unwrap_or(File::A)
}

/// The outermost rook at home on that side of the king.
fn rook_for(setup: &Setup, color: Color, side: Side) -> Option<Square> {
    let king = setup.board.king(color)?;
    let rank = home_rank(color);
    let rook = Piece {
        role: Role::Rook,
        color,
    };
    let mut rooks = File::ALL
        .into_iter()
        .map(|file| Square::new(file, rank))
        .filter(|&square| setup.board.piece_at(square) == Some(rook));
    match side {
        Side::King => rooks.rfind(|square| square.file() > king.file()),
        Side::Queen => rooks.find(|square| square.file() < king.file()),
    }
}
