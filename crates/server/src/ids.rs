//! Names that nobody can guess: table ids, seat tokens and their hashes. What they open is not
//! here.

use std::fmt;

use sha2::{Digest, Sha256};

/// Letters and digits without those that look alike (0 O o, 1 I l).
const ALPHABET: &[u8; 56] = b"23456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ";
/// Each sign is worth 5.8 bits: 58 bits, so a table is not found by trying addresses.
const TABLE_ID_SIGNS: usize = 10;
/// 139 bits: what holds a seat must not be guessed by anybody, ever.
const TOKEN_SIGNS: usize = 24;

/// The system has no randomness to give.
#[derive(Debug, thiserror::Error)]
#[error("the operating system gave no random numbers: {0}")]
pub struct NoRandomness(getrandom::Error);

/// The public name of a table, as it stands in its link.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TableId(String);

impl TableId {
    /// A new id by lot.
    pub fn random() -> Result<Self, NoRandomness> {
        random_text(TABLE_ID_SIGNS).map(Self)
    }

    /// Reads an id from a link; none when it cannot be one of ours.
    pub fn parse(text: &str) -> Option<Self> {
        is_ours(text, TABLE_ID_SIGNS).then(|| Self(text.to_owned()))
    }

    /// The id as it stands in the link.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The secret that holds a seat. It has no `Debug` and no `Display`, so that it reaches no log.
#[derive(Clone, PartialEq, Eq)]
pub struct SeatToken(String);

impl SeatToken {
    /// A new token by lot.
    pub fn random() -> Result<Self, NoRandomness> {
        random_text(TOKEN_SIGNS).map(Self)
    }

    /// A token made of bytes that a caller has more and more of.
    pub(crate) fn from_stream(mut bytes: impl FnMut(u64) -> [u8; 32]) -> Self {
        let mut text = String::with_capacity(TOKEN_SIGNS);
        for round in 0.. {
            take_signs(&mut text, TOKEN_SIGNS, &bytes(round));
            if text.len() >= TOKEN_SIGNS {
                break;
            }
        }
        Self(text)
    }

    /// Reads a token that a client sent; none when it cannot be one of ours.
    pub fn parse(text: &str) -> Option<Self> {
        is_ours(text, TOKEN_SIGNS).then(|| Self(text.to_owned()))
    }

    /// The secret itself, for the one answer that hands it out.
    pub fn secret(&self) -> &str {
        &self.0
    }

    /// What is stored in its place.
    pub fn hash(&self) -> TokenHash {
        TokenHash(Sha256::digest(self.0.as_bytes()).into())
    }
}

/// SHA-256 of a seat token. A token has 139 random bits, so no slow hash is needed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TokenHash(pub [u8; 32]);

/// 64 random bits, for the lots that are drawn at a table.
pub(crate) fn random_seed() -> Result<u64, NoRandomness> {
    getrandom::u64().map_err(NoRandomness)
}

fn is_ours(text: &str, signs: usize) -> bool {
    text.len() == signs && text.bytes().all(|byte| ALPHABET.contains(&byte))
}

fn random_text(signs: usize) -> Result<String, NoRandomness> {
    let mut text = String::with_capacity(signs);
    let mut bytes = [0_u8; 32];
    while text.len() < signs {
        fill(&mut bytes)?;
        take_signs(&mut text, signs, &bytes);
    }
    Ok(text)
}

/// Random bytes of the system.
pub(crate) fn fill(bytes: &mut [u8]) -> Result<(), NoRandomness> {
    getrandom::fill(bytes).map_err(NoRandomness)
}

/// Makes signs of bytes until there are so many. Bytes of 224 and more are thrown away: 224 is 4
/// times 56, so every sign is equally likely.
fn take_signs(text: &mut String, signs: usize, bytes: &[u8; 32]) {
    let missing = signs.saturating_sub(text.len());
    let fair = bytes.iter().filter(|byte| **byte < 224);
    let picked = fair.filter_map(|byte| ALPHABET.get(usize::from(*byte) % ALPHABET.len()));
    text.extend(picked.take(missing).map(|sign| char::from(*sign)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_tokens_are_read_back_and_nothing_else_is() {
        let id = TableId::random().unwrap();
        assert_eq!(TableId::parse(id.as_str()), Some(id));
        for wrong in [
            "",
            "abc",
            "abcdefghi0",
            "abcdefghil",
            "../../etc/",
            "abcdefghijk",
            "äbcdefghi",
        ] {
            assert_eq!(TableId::parse(wrong), None, "{wrong}");
        }
        let token = SeatToken::random().unwrap();
        assert!(SeatToken::parse(token.secret()).is_some_and(|read| read == token));
        assert!(SeatToken::random().unwrap() != token);
    }
}
