//! Games as bytes: what was played and what the search thought of it. Not here: which of the
//! positions teach anything (`samples`).
//!
//! A file begins with 48 bytes: `TABGAME2`, then seed, nodes, random plies and the fingerprints of
//! the starts and of the engine as little-endian 64-bit numbers. Each game: its number (4 bytes), the result (1 byte: 0 Black, 1 draw, 2 White),
//! the length of the start as FEN (1 byte, 0 for the standard array) and the start itself, the number
//! of half-moves (2 bytes), and for each the move (2 bytes: from, to, promotion in 6 + 6 + 4 bits)
//! and its score for White (2 bytes; the least number if it was not searched).

use tabiya_rules::{Attempt, Color, Mode, Move, Outcome, Position, Role, Square, Uci};
use thiserror::Error;

/// What a file of games begins with.
const MAGIC: &[u8; 8] = b"TABGAME2";
/// A move that nobody thought about.
const NOT_SEARCHED: i16 = i16::MIN;

/// How the games of a file were made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// Seed of the randomness.
    pub seed: u64,
    /// Positions searched for each move.
    pub nodes: u64,
    /// Random half-moves at the start.
    pub random_plies: u64,
    /// Stands for the positions from which games began.
    pub starts: u64,
    /// Stands for the search and the evaluation that played.
    pub engine: u64,
}

impl Header {
    /// How many bytes it takes.
    pub const SIZE: usize = 48;

    /// As bytes.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; Header::SIZE] {
        let mut bytes = [0; Header::SIZE];
        bytes[..8].copy_from_slice(MAGIC);
        let values = [
            self.seed,
            self.nodes,
            self.random_plies,
            self.starts,
            self.engine,
        ];
        for (slot, value) in values.iter().enumerate() {
            bytes[8 * slot + 8..8 * slot + 16].copy_from_slice(&value.to_le_bytes());
        }
        bytes
    }

    /// From bytes.
    ///
    /// # Errors
    /// When they do not begin like a file of games.
    pub fn from_bytes(bytes: &[u8]) -> Result<Header, RecordError> {
        let mut reader = Reader(bytes);
        if reader.take(8) != Some(MAGIC) {
            return Err(RecordError::NotGames);
        }
        let mut number = || reader.number::<8>().ok_or(RecordError::NotGames);
        Ok(Header {
            seed: number()?,
            nodes: number()?,
            random_plies: number()?,
            starts: number()?,
            engine: number()?,
        })
    }
}

/// A half-move of a recorded game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlyRecord {
    /// What was played.
    pub mv: Move,
    /// What the search gave White for it; `None` for a random move.
    pub score: Option<i16>,
}

/// A game that the engine has played against itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// Which game of its seed it is.
    pub number: u32,
    /// Where it began.
    pub start: Position,
    /// How it ended.
    pub outcome: Outcome,
    /// What was played.
    pub plies: Vec<PlyRecord>,
}

/// Bytes are not a file of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum RecordError {
    /// They begin otherwise.
    #[error("not a file of games made by datagen")]
    NotGames,
    /// A game holds what cannot be.
    #[error("a game with an impossible start or move")]
    Impossible,
    /// The last game is not complete: writing it was interrupted.
    #[error("the last game is cut off")]
    CutOff,
}

impl GameRecord {
    /// Points for White in halves: 0, 1 or 2.
    #[must_use]
    pub fn half_points(&self) -> u8 {
        match self.outcome {
            Outcome::Win(Color::White) => 2,
            Outcome::Draw => 1,
            Outcome::Win(Color::Black) => 0,
        }
    }

    /// Adds the game to bytes.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.number.to_le_bytes());
        bytes.push(self.half_points());
        let fen = if self.start == Position::standard() {
            String::new()
        } else {
            self.start.fen()
        };
        bytes.push(fen.len() as u8);
        bytes.extend(fen.as_bytes());
        bytes.extend((self.plies.len() as u16).to_le_bytes());
        let mut position = self.start.clone();
        for ply in &self.plies {
            bytes.extend(code(ply.mv, &position).to_le_bytes());
            bytes.extend(ply.score.unwrap_or(NOT_SEARCHED).to_le_bytes());
            position.play_unchecked(ply.mv);
        }
    }

    /// Reads the next game and says how many bytes it took; `None` at the end.
    ///
    /// # Errors
    /// When there are bytes, but no whole game.
    pub fn read(bytes: &[u8]) -> Result<Option<(GameRecord, usize)>, RecordError> {
        if bytes.is_empty() {
            return Ok(None);
        }
        let mut reader = Reader(bytes);
        let raw = RawGame::read(&mut reader).ok_or(RecordError::CutOff)?;
        let game = raw.resolve().ok_or(RecordError::Impossible)?;
        Ok(Some((game, bytes.len() - reader.0.len())))
    }
}

/// A game that has been read and not yet been played.
struct RawGame<'bytes> {
    number: u32,
    half_points: u8,
    fen: &'bytes [u8],
    plies: &'bytes [u8],
}

impl<'bytes> RawGame<'bytes> {
    fn read(reader: &mut Reader<'bytes>) -> Option<RawGame<'bytes>> {
        let number = reader.number::<4>()? as u32;
        let half_points = reader.number::<1>()? as u8;
        let fen_len = reader.number::<1>()? as usize;
        let fen = reader.take(fen_len)?;
        let count = reader.number::<2>()? as usize;
        let plies = reader.take(4 * count)?;
        Some(RawGame {
            number,
            half_points,
            fen,
            plies,
        })
    }

    fn resolve(&self) -> Option<GameRecord> {
        let start = if self.fen.is_empty() {
            Position::standard()
        } else {
            Position::from_fen(std::str::from_utf8(self.fen).ok()?, Mode::Standard).ok()?
        };
        let outcome = match self.half_points {
            0 => Outcome::Win(Color::Black),
            1 => Outcome::Draw,
            2 => Outcome::Win(Color::White),
            _ => return None,
        };
        let mut position = start.clone();
        let mut plies = Vec::with_capacity(self.plies.len() / 4);
        for ply in self.plies.chunks_exact(4) {
            let mv = decode(u16::from_le_bytes([ply[0], ply[1]]), &position)?;
            let score = i16::from_le_bytes([ply[2], ply[3]]);
            plies.push(PlyRecord {
                mv,
                score: (score != NOT_SEARCHED).then_some(score),
            });
            position.play_unchecked(mv);
        }
        Some(GameRecord {
            number: self.number,
            start,
            outcome,
            plies,
        })
    }
}

/// A move in 16 bits.
fn code(mv: Move, position: &Position) -> u16 {
    let Uci {
        from,
        to,
        promotion,
    } = mv.uci(position);
    let promotion = promotion.map_or(0, |role| role as u16 + 1);
    from.index() as u16 | (to.index() as u16) << 6 | promotion << 12
}

/// The legal move of that code.
fn decode(code: u16, position: &Position) -> Option<Move> {
    let promotion = match code >> 12 {
        0 => None,
        role => Some(*Role::ALL.get(usize::from(role) - 1)?),
    };
    let from = Square::from_index((code & 63) as u8)?;
    let to = Square::from_index((code >> 6 & 63) as u8)?;
    Uci::from(Attempt {
        from,
        to,
        promotion,
    })
    .resolve(position)
    .ok()
}

/// Bytes that are taken from the front.
struct Reader<'bytes>(&'bytes [u8]);

impl<'bytes> Reader<'bytes> {
    fn take(&mut self, count: usize) -> Option<&'bytes [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    /// A number of so many bytes, at most 8.
    fn number<const SIZE: usize>(&mut self) -> Option<u64> {
        let mut number = [0; 8];
        number[..SIZE].copy_from_slice(self.take(SIZE)?);
        Some(u64::from_le_bytes(number))
    }
}
