//! Names of openings by position, so that it does not matter in which order the moves came. Here:
//! looking up. The list is public: lichess-org/chess-openings, given to everybody under CC0; the
//! tables beside this file are made from it by `tests/openings.rs`, which also says how.
//!
//! ```
//! use tabiya_rules::openings::opening;
//! use tabiya_rules::{Game, Position, Uci};
//!
//! let mut game = Game::new(Position::standard());
//! for text in ["g1f3", "d7d5", "c2c4", "e7e6", "d2d4", "g8f6", "b1c3", "h7h5"] {
//!     let mv = text.parse::<Uci>()?.resolve(game.position())?;
//!     game.play(mv)?;
//! }
//! // The last position has no name of its own; the game is called by the last one that has.
//! assert_eq!(opening(game.position()), None);
//! let name = game.opening().unwrap();
//! assert_eq!(name.to_string(), "D37 Queen's Gambit Declined: Three Knights Variation");
//! assert_eq!((name.eco, name.family()), ("D37", "Queen's Gambit Declined"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use alloc::vec::Vec;
use core::fmt;

use crate::{Game, Move, Position, Square};

/// The keys of the named positions in order, eight bytes each.
const KEYS: &[u8] = include_bytes!("keys.bin");
/// What belongs to each key, [`Entry::BYTES`] each.
const ENTRIES: &[u8] = include_bytes!("entries.bin");
/// Moves of all lines, two bytes each.
const MOVES: &[u8] = include_bytes!("moves.bin");
/// All names, one into another where one begins like another.
const NAMES: &str = include_str!("names.txt");
/// The codes from A00 to E99, three letters each.
const CODES: &[u8; 1500] = &codes();

/// An opening that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Opening {
    /// The code in the Encyclopaedia of Chess Openings, `A00` to `E99`.
    pub eco: &'static str,
    /// The name in English, as `Family: Variation, Subvariation`.
    pub name: &'static str,
    /// Where it stands in the tables.
    index: usize,
}

impl Opening {
    /// The first part of the name: `Sicilian Defense`.
    #[must_use]
    pub fn family(&self) -> &'static str {
        self.name.split(':').next().unwrap_or(self.name)
    }

    /// The well-known moves that lead from the start to this position. A game may have come there
    /// by others.
    #[must_use]
    pub fn line(&self) -> Vec<Move> {
        self.played().0
    }

    /// The position that has this name.
    #[must_use]
    pub fn position(&self) -> Position {
        self.played().1
    }

    /// The line and where it leads.
    fn played(&self) -> (Vec<Move>, Position) {
        let (mut parts, mut next) = (Vec::new(), Some(self.index));
        while let Some(entry) = next.and_then(Entry::at) {
            parts.push(entry.moves);
            next = entry.parent;
        }
        let codes = parts.iter().rev().flat_map(|part| part.chunks_exact(2));
        let (mut moves, mut position) = (Vec::new(), Position::standard());
        for mv in codes {
            if let Some(mv) = decoded(mv, &position) {
                position.play_unchecked(mv);
                moves.push(mv);
            }
        }
        (moves, position)
    }

    fn at(index: usize) -> Option<Opening> {
        let entry = Entry::at(index)?;
        let eco = CODES.get(entry.code * 3..entry.code * 3 + 3)?;
        Some(Opening {
            eco: core::str::from_utf8(eco).ok()?,
            name: entry.name,
            index,
        })
    }
}

impl fmt::Display for Opening {
    /// The code and the name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.eco, self.name)
    }
}

/// The opening that this position has the name of. Found by its key and then compared whole, so
/// two positions are never taken for each other. The start of the game has no name.
#[must_use]
pub fn opening(position: &Position) -> Option<Opening> {
    let wanted = position.key().0;
    let (mut low, mut high) = (0, KEYS.len() / 8);
    while low < high {
        let middle = usize::midpoint(low, high);
        match key(middle)?.cmp(&wanted) {
            core::cmp::Ordering::Less => low = middle + 1,
            core::cmp::Ordering::Greater => high = middle,
            core::cmp::Ordering::Equal => {
                let found = Opening::at(middle)?;
                return (found.position() == *position).then_some(found);
            }
        }
    }
    None
}

/// All openings, in no order that means anything.
pub fn openings() -> impl Iterator<Item = Opening> {
    (0..KEYS.len() / 8).filter_map(Opening::at)
}

impl Game {
    /// The name of the last position in this game that has one ([`openings`](crate::openings)):
    /// what the game is called by.
    #[must_use]
    pub fn opening(&self) -> Option<Opening> {
        (0..=self.ply())
            .rev()
            .find_map(|ply| opening(&self.position_at(ply)?))
    }
}

fn key(index: usize) -> Option<u64> {
    let bytes = KEYS.get(index * 8..)?.first_chunk()?;
    Some(u64::from_le_bytes(*bytes))
}

/// One row of the tables.
struct Entry {
    /// The opening whose line this one goes on from.
    parent: Option<usize>,
    /// The moves after the parent's, as they are stored.
    moves: &'static [u8],
    /// Counted from A00.
    code: usize,
    name: &'static str,
}

impl Entry {
    /// Parent and first move as two bytes, how many moves as one, the code as two, where the name
    /// begins as three, and how long it is as one.
    const BYTES: usize = 11;
    /// Stands for no parent.
    const NOBODY: usize = 0xFFFF;

    fn at(index: usize) -> Option<Entry> {
        let bytes: &[u8; Entry::BYTES] = ENTRIES.get(index * Entry::BYTES..)?.first_chunk()?;
        let [p0, p1, m0, m1, moves, c0, c1, n0, n1, n2, length] = bytes.map(usize::from);
        let parent = p0 | p1 << 8;
        let first = (m0 | m1 << 8) * 2;
        let start = n0 | n1 << 8 | n2 << 16;
        Some(Entry {
            parent: (parent != Entry::NOBODY).then_some(parent),
            moves: MOVES.get(first..first + moves * 2)?,
            code: c0 | c1 << 8,
            name: NAMES.get(start..start + length)?,
        })
    }
}

/// A stored move: six bits for where it starts, six for where it goes (castling goes to the rook),
/// then its kind. No opening has a promotion.
fn decoded(code: &[u8], position: &Position) -> Option<Move> {
    let code = u16::from_le_bytes(*code.first_chunk()?);
    let square = |bits: u16| Square::from_index(u8::try_from(bits & 63).ok()?);
    let (from, to) = (square(code)?, square(code >> 6)?);
    Some(match code >> 12 {
        0 => Move::normal(position.board().role_at(from)?, from, to),
        1 => Move::en_passant(from, to),
        _ => Move::castle(from, to),
    })
}

const fn codes() -> [u8; 1500] {
    let mut codes = [0; 1500];
    let mut rest = codes.as_mut_slice();
    let mut next = *b"A00";
    while let Some((code, behind)) = rest.split_first_chunk_mut() {
        *code = next;
        rest = behind;
        next = match next {
            [letter, b'9', b'9'] => [letter + 1, b'0', b'0'],
            [letter, tens, b'9'] => [letter, tens + 1, b'0'],
            [letter, tens, ones] => [letter, tens, ones + 1],
        };
    }
    codes
}
