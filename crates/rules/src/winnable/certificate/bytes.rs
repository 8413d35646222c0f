//! Certificates as bytes, and as text in JSON: compact, with a version in front, read back without
//! trust. What a certificate means is not known here.

use alloc::vec::Vec;

use thiserror::Error;

use crate::{Bitboard, Color, Piece, Role, Square};

use super::{
    ClosedSet, Invariant, ManRange, MaterialClass, PackedPosition, Phase, Proof, Settlement,
};

/// Raised whenever the form changes.
const VERSION: u8 = 1;

const MATERIAL: u8 = 0;
const INVARIANT: u8 = 1;
const CLOSED_SET: u8 = 2;

/// Bytes that are no certificate. A certificate that can be read may still be wrong: that is for
/// [`verify`](crate::verify) to say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum CertificateError {
    /// It was written by another version, or is something else altogether.
    #[error("This is not a certificate of version 1.")]
    Version,
    /// It ends too early or goes on too long.
    #[error("The certificate has not the length that it says.")]
    Length,
    /// A number in it means nothing.
    #[error("Byte {at} of the certificate says nothing that it could say.")]
    Value {
        /// How many bytes stand before it.
        at: usize,
    },
}

impl Proof {
    /// The certificate as bytes: about 18 for each position of a closed set with twelve men, 10 for
    /// each man of an invariant.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::from([VERSION]);
        match self {
            Proof::Material(class) => bytes.extend([MATERIAL, *class as u8]),
            Proof::Invariant(invariant) => {
                bytes.push(INVARIANT);
                write_invariant(&mut bytes, invariant);
            }
            Proof::ClosedSet(set) => {
                bytes.push(CLOSED_SET);
                write_count(&mut bytes, set.positions.len());
                for position in &set.positions {
                    write_position(&mut bytes, position);
                }
                write_count(&mut bytes, set.settled.len());
                for (position, settlement) in &set.settled {
                    write_position(&mut bytes, position);
                    write_number(&mut bytes, u64::from(settlement.invariant));
                    write_number(&mut bytes, u64::from(settlement.phase));
                }
                write_count(&mut bytes, set.invariants.len());
                for invariant in &set.invariants {
                    write_invariant(&mut bytes, invariant);
                }
            }
        }
        bytes
    }

    /// Reads what [`Proof::to_bytes`] wrote. The memory used is bounded by the length.
    ///
    /// # Errors
    ///
    /// What is wrong with the bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Proof, CertificateError> {
        let mut reader = Reader { bytes, at: 0 };
        if reader.byte()? != VERSION {
            return Err(CertificateError::Version);
        }
        let proof = match reader.byte()? {
            MATERIAL => Proof::Material(match reader.byte()? {
                0 => MaterialClass::BareKing,
                1 => MaterialClass::KnightAgainstQueens,
                2 => MaterialClass::BishopsOfOneColor,
                _ => return Err(reader.bad_value()),
            }),
            INVARIANT => Proof::Invariant(reader.invariant()?),
            CLOSED_SET => Proof::ClosedSet(ClosedSet {
                positions: reader.list(Reader::position)?,
                settled: reader.list(Reader::settled)?,
                invariants: reader.list(Reader::invariant)?,
            }),
            _ => return Err(reader.bad_value()),
        };
        if reader.at == bytes.len() {
            Ok(proof)
        } else {
            Err(CertificateError::Length)
        }
    }
}

/// Seven bits a byte, the low ones first; the high bit says that more follow.
fn write_number(bytes: &mut Vec<u8>, mut number: u64) {
    loop {
        let [low, ..] = number.to_le_bytes();
        number >>= 7;
        if number == 0 {
            bytes.push(low & 0x7F);
            return;
        }
        bytes.push(low | 0x80);
    }
}

fn write_count(bytes: &mut Vec<u8>, count: usize) {
    write_number(bytes, count as u64);
}

/// The occupied squares, then two men a byte.
fn write_position(bytes: &mut Vec<u8>, position: &PackedPosition) {
    bytes.extend(position.occupied.to_le_bytes());
    let men = position.men.iter().flat_map(|word| word.to_le_bytes());
    bytes.extend(men.take(position.count().div_ceil(2) as usize));
}

fn write_invariant(bytes: &mut Vec<u8>, invariant: &Invariant) {
    write_count(bytes, invariant.men.len());
    for man in &invariant.men {
        bytes.push(man.role as u8 + 6 * (man.color as u8));
    }
    write_count(bytes, invariant.phases.len());
    for phase in &invariant.phases {
        write_phase(bytes, phase);
    }
    write_count(bytes, invariant.behind.len());
    for &(pawn, other) in &invariant.behind {
        bytes.extend([pawn, other]);
    }
}

// What follows of a range, besides whether the man may be gone.
const MAY_BE_GONE: u8 = 1;
const HAS_PROMOTED: u8 = 2;
/// The squares are one, which stands as a byte.
const ONE_SQUARE: u8 = 4;
/// There is no square.
const NO_SQUARE: u8 = 8;

/// Stands for no square.
const NOWHERE: u8 = 64;

fn write_phase(bytes: &mut Vec<u8>, phase: &Phase) {
    bytes.push(phase.turn.map_or(0, |turn| 1 + turn as u8));
    bytes.push(phase.passed.map_or(NOWHERE, Square::bits));
    write_count(bytes, phase.ranges.len());
    for range in &phase.ranges {
        let mut flags = 0;
        let one = range.squares.single();
        for (applies, flag) in [
            (range.may_be_gone, MAY_BE_GONE),
            (range.promoted.any(), HAS_PROMOTED),
            (one.is_some(), ONE_SQUARE),
            (range.squares.is_empty(), NO_SQUARE),
        ] {
            flags |= if applies { flag } else { 0 };
        }
        bytes.push(flags);
        match one {
            Some(square) => bytes.push(square.bits()),
            None if range.squares.is_empty() => {}
            None => bytes.extend(range.squares.0.to_le_bytes()),
        }
        if range.promoted.any() {
            bytes.extend(range.promoted.0.to_le_bytes());
        }
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    const fn bad_value(&self) -> CertificateError {
        CertificateError::Value {
            at: self.at.saturating_sub(1),
        }
    }

    fn byte(&mut self) -> Result<u8, CertificateError> {
        let byte = self.bytes.get(self.at).ok_or(CertificateError::Length)?;
        self.at += 1;
        Ok(*byte)
    }

    fn word(&mut self) -> Result<u64, CertificateError> {
        let mut word = [0; 8];
        for byte in &mut word {
            *byte = self.byte()?;
        }
        Ok(u64::from_le_bytes(word))
    }

    fn number(&mut self) -> Result<u64, CertificateError> {
        let mut number = 0;
        for shift in (0..63).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7F) << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(self.bad_value())
    }

    fn place(&mut self) -> Result<u32, CertificateError> {
        let number = self.number()?;
        u32::try_from(number).map_err(|_| self.bad_value())
    }

    /// A count and as many things; each takes at least a byte, so memory does not run ahead.
    fn list<T>(
        &mut self,
        mut read: impl FnMut(&mut Self) -> Result<T, CertificateError>,
    ) -> Result<Vec<T>, CertificateError> {
        let count = self.number()?;
        let mut list = Vec::new();
        for _ in 0..count {
            list.push(read(self)?);
        }
        Ok(list)
    }

    fn position(&mut self) -> Result<PackedPosition, CertificateError> {
        let occupied = self.word()?;
        let count = occupied.count_ones();
        if count > 32 {
            return Err(self.bad_value());
        }
        let mut men = [[0; 8]; 2];
        let bytes = count.div_ceil(2) as usize;
        for byte in men.iter_mut().flatten().take(bytes) {
            *byte = self.byte()?;
        }
        Ok(PackedPosition {
            occupied,
            men: men.map(u64::from_le_bytes),
        })
    }

    fn invariant(&mut self) -> Result<Invariant, CertificateError> {
        Ok(Invariant {
            men: self.list(Self::man)?,
            phases: self.list(Self::phase)?,
            behind: self.list(|reader| Ok((reader.byte()?, reader.byte()?)))?,
        })
    }

    fn man(&mut self) -> Result<Piece, CertificateError> {
        let code = self.byte()?;
        let role = Role::ALL.get(usize::from(code % 6));
        match (role, code / 6) {
            (Some(&role), 0) => Ok(Piece {
                role,
                color: Color::White,
            }),
            (Some(&role), 1) => Ok(Piece {
                role,
                color: Color::Black,
            }),
            _ => Err(self.bad_value()),
        }
    }

    fn settled(&mut self) -> Result<(PackedPosition, Settlement), CertificateError> {
        let position = self.position()?;
        let settlement = Settlement {
            invariant: self.place()?,
            phase: self.place()?,
        };
        Ok((position, settlement))
    }

    fn phase(&mut self) -> Result<Phase, CertificateError> {
        let turn = match self.byte()? {
            0 => None,
            1 => Some(Color::White),
            2 => Some(Color::Black),
            _ => return Err(self.bad_value()),
        };
        let passed = match self.byte()? {
            NOWHERE => None,
            bits => Some(self.square(bits)?),
        };
        let ranges = self.list(Self::range)?;
        Ok(Phase {
            turn,
            passed,
            ranges,
        })
    }

    fn range(&mut self) -> Result<ManRange, CertificateError> {
        let flags = self.byte()?;
        let squares = match flags & !(MAY_BE_GONE | HAS_PROMOTED) {
            0 => Bitboard(self.word()?),
            ONE_SQUARE => {
                let bits = self.byte()?;
                self.square(bits)?.into()
            }
            NO_SQUARE => Bitboard::EMPTY,
            _ => return Err(self.bad_value()),
        };
        let promoted = match flags & HAS_PROMOTED {
            0 => Bitboard::EMPTY,
            _ => Bitboard(self.word()?),
        };
        Ok(ManRange {
            squares,
            promoted,
            may_be_gone: flags & MAY_BE_GONE != 0,
        })
    }

    fn square(&self, bits: u8) -> Result<Square, CertificateError> {
        let square = Square::from_index(bits);
        square.ok_or_else(|| self.bad_value())
    }
}

#[cfg(feature = "serde")]
mod text {
    //! In JSON a certificate is its bytes in hexadecimal.

    use alloc::string::String;
    use alloc::vec::Vec;
    use core::fmt::Write;

    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::Proof;

    impl Serialize for Proof {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut text = String::new();
            for byte in self.to_bytes() {
                write!(text, "{byte:02x}").map_err(serde::ser::Error::custom)?;
            }
            serializer.serialize_str(&text)
        }
    }

    impl<'de> Deserialize<'de> for Proof {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let text = String::deserialize(deserializer)?;
            let digit = |byte: u8| char::from(byte).to_digit(16);
            let bytes: Option<Vec<u8>> = text
                .as_bytes()
                .chunks(2)
                .map(|pair| match *pair {
                    [high, low] => u8::try_from(digit(high)? * 16 + digit(low)?).ok(),
                    _ => None,
                })
                .collect();
            let bytes =
                bytes.ok_or_else(|| D::Error::custom("The certificate is not hexadecimal."))?;
            Self::from_bytes(&bytes).map_err(D::Error::custom)
        }
    }
}
