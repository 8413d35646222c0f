//! Reading opening books in the format of Polyglot. Not here: the keys by which they are sorted
//! ([`Key`](crate::Key)), names of openings.

use thiserror::Error;

use crate::{Attempt, Move, Position, Role, Square, Uci};

/// The size of an entry: key, move, weight and learning data.
const ENTRY: usize = 16;

/// An opening book in the format of Polyglot: moves by position, with weights. It is read where it
/// lies; nothing is copied.
///
/// ```
/// use tabiya_rules::{Position, PolyglotBook, San};
///
/// // A book of one move: the start position, e2e4, weight 7.
/// let mut bytes = 0x463b_9618_1691_fc9c_u64.to_be_bytes().to_vec();
/// bytes.extend([0b0000_0011, 0b0001_1100, 0, 7, 0, 0, 0, 0]);
/// let start = Position::standard();
/// assert_eq!(start.key().0, 0x463b_9618_1691_fc9c);
/// let book = PolyglotBook::new(&bytes)?;
/// let found: Vec<_> = book.moves(&start).collect();
/// assert_eq!(San::of(&start, found[0].mv).to_string(), "e4");
/// assert_eq!(found[0].weight, 7);
/// # Ok::<(), tabiya_rules::PolyglotBookError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PolyglotBook<'a> {
    entries: &'a [[u8; ENTRY]],
}

/// A move that a book knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move, legal in the position that was asked for.
    pub mv: Move,
    /// How often it should be played, compared with the other moves of the position; 0 for never.
    pub weight: u16,
    /// What programs have noted beside it.
    pub learn: u32,
}

/// These bytes are no opening book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PolyglotBookError {
    /// The length is no multiple of 16, the size of an entry.
    #[error(
        "A Polyglot book has 16 bytes for each entry; this one breaks off in the middle of one."
    )]
    Length,
    /// Entries are sorted by key, and these are not.
    #[error(
        "The entries of a Polyglot book are sorted; entry {entry} of this one is not in order."
    )]
    Order {
        /// The first that is not, counted from 1.
        entry: usize,
    },
}

impl<'a> PolyglotBook<'a> {
    /// A book in these bytes.
    ///
    /// # Errors
    ///
    /// They are no book.
    pub fn new(bytes: &'a [u8]) -> Result<PolyglotBook<'a>, PolyglotBookError> {
        let (entries, rest) = bytes.as_chunks();
        if !rest.is_empty() {
            return Err(PolyglotBookError::Length);
        }
        let mut keys = entries.iter().map(key).zip(entries.iter().skip(1).map(key));
        match keys.position(|(key, next)| key > next) {
            Some(before) => Err(PolyglotBookError::Order { entry: before + 2 }),
            None => Ok(PolyglotBook { entries }),
        }
    }

    /// How many entries there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The moves for a position, in the order of the book. An entry whose move is illegal is
    /// passed over: it is damaged, or meant for another position with the same key.
    pub fn moves(&self, position: &Position) -> impl Iterator<Item = BookMove> {
        let wanted = position.key().0;
        let first = self.entries.partition_point(|entry| key(entry) < wanted);
        let entries = self.entries.iter().skip(first);
        entries
            .take_while(move |entry| key(entry) == wanted)
            .filter_map(move |entry| read(entry, position))
    }
}

fn key(entry: &[u8; ENTRY]) -> u64 {
    let [a, b, c, d, e, f, g, h, ..] = *entry;
    u64::from_be_bytes([a, b, c, d, e, f, g, h])
}

fn read(entry: &[u8; ENTRY], position: &Position) -> Option<BookMove> {
    let [.., m0, m1, w0, w1, l0, l1, l2, l3] = *entry;
    let code = u16::from_be_bytes([m0, m1]);
    let square = |bits: u16| Square::from_index(u8::try_from(bits & 63).ok()?);
    let attempt = Attempt {
        // Castling goes to the rook, as with us.
        from: square(code >> 6)?,
        to: square(code)?,
        promotion: match code >> 12 & 7 {
            1 => Some(Role::Knight),
            2 => Some(Role::Bishop),
            3 => Some(Role::Rook),
            4 => Some(Role::Queen),
            _ => None,
        },
    };
    Some(BookMove {
        mv: Uci::from(attempt).resolve(position).ok()?,
        weight: u16::from_be_bytes([w0, w1]),
        learn: u32::from_be_bytes([l0, l1, l2, l3]),
    })
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::Mode;

    fn entry(position: &Position, code: u16, weight: u16) -> [u8; ENTRY] {
        let mut entry = [0; ENTRY];
        entry[..8].copy_from_slice(&position.key().0.to_be_bytes());
        entry[8..10].copy_from_slice(&code.to_be_bytes());
        entry[10..12].copy_from_slice(&weight.to_be_bytes());
        entry[15] = 9;
        entry
    }

    fn position(fen: &str) -> Position {
        Position::from_fen(fen, Mode::Standard).unwrap()
    }

    #[test]
    fn moves_are_found_by_position() {
        let castling = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
        let promoting = position("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
        let mut entries = [
            // e1h1, e1a1, and e1e8, which is illegal.
            entry(&castling, 4 << 6 | 7, 3),
            entry(&castling, 4 << 6, 2),
            entry(&castling, 4 << 6 | 60, 1),
            // a7a8 with a rook.
            entry(&promoting, 3 << 12 | 48 << 6 | 56, 5),
        ];
        entries.sort_by_key(key);
        let bytes = entries.concat();
        let book = PolyglotBook::new(&bytes).unwrap();
        assert_eq!((book.len(), book.is_empty()), (4, false));
        let found = |position: &Position| -> Vec<_> {
            book.moves(position)
                .map(|found| (found.mv.attempt(), found.weight, found.learn))
                .collect()
        };
        let attempt = |from, to, promotion| Attempt {
            from,
            to,
            promotion,
        };
        assert_eq!(
            found(&castling),
            [
                (attempt(Square::E1, Square::H1, None), 3, 9),
                (attempt(Square::E1, Square::A1, None), 2, 9),
            ]
        );
        assert_eq!(
            found(&promoting),
            [(attempt(Square::A7, Square::A8, Some(Role::Rook)), 5, 9)]
        );
        assert_eq!(found(&Position::standard()), []);
    }

    #[test]
    fn what_is_no_book_is_refused() {
        assert!(PolyglotBook::new(&[]).unwrap().is_empty());
        let error = PolyglotBook::new(&[0; 17]).unwrap_err();
        assert_eq!(error, PolyglotBookError::Length);
        let mut entries = [[1; ENTRY], [2; ENTRY], [0; ENTRY]];
        let error = PolyglotBook::new(&entries.concat()).unwrap_err();
        assert_eq!(error, PolyglotBookError::Order { entry: 3 });
        entries.sort_unstable();
        assert!(PolyglotBook::new(&entries.concat()).is_ok());
    }
}
