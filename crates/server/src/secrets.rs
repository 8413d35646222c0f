//! Secrets that follow from the service's own one: the links and addresses that mails carry can be
//! written again at any time, and only their hashes are stored. What they open is not known here.

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::{Digest as _, Sha256};
use tabiya_arbiter::Seat;

use crate::ids::{NoRandomness, SeatToken, TableId, TokenHash};

/// Letters and digits that survive whoever writes an address in capitals or reads it aloud.
const SMALL_ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// 130 bits.
pub(crate) const SMALL_SIGNS: usize = 26;

/// The service's own secret. It has no `Debug` and no `Display`, so that it reaches no log.
#[derive(Clone)]
pub struct Secret([u8; 32]);

impl Secret {
    /// A new one by lot.
    pub fn random() -> Result<Self, NoRandomness> {
        let mut bytes = [0; 32];
        crate::ids::fill(&mut bytes)?;
        Ok(Self(bytes))
    }

    /// The one that was stored; none when it has another length.
    pub(crate) fn from_stored(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }

    /// What is stored of it.
    pub(crate) fn as_stored(&self) -> &[u8] {
        &self.0
    }

    /// A token for one purpose, always the same for the same parts.
    pub fn derive(&self, purpose: &str, parts: &[&str]) -> SeatToken {
        SeatToken::from_stream(|round| self.bytes(purpose, parts, round))
    }

    /// The same in 26 small letters and digits: for the part of a mail address.
    pub fn derive_small(&self, purpose: &str, parts: &[&str]) -> String {
        let bytes = self.bytes(purpose, parts, 0);
        let signs = bytes
            .iter()
            .filter_map(|byte| SMALL_ALPHABET.get(usize::from(*byte % 32)));
        signs
            .take(SMALL_SIGNS)
            .map(|sign| char::from(*sign))
            .collect()
    }

    /// The token of the private link that mails give to a seat.
    pub fn seat_token(&self, table: &TableId, seat: Seat) -> SeatToken {
        self.derive("seat", &[table.as_str(), &seat.to_string()])
    }

    fn bytes(&self, purpose: &str, parts: &[&str], round: u64) -> [u8; 32] {
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&self.0) else {
            // A key of any length is taken.
            return self.0;
        };
        mac.update(&round.to_be_bytes());
        for part in std::iter::once(&purpose).chain(parts) {
            // With its length before it, no part can be taken for two.
            let length = u64::try_from(part.len()).unwrap_or(u64::MAX);
            mac.update(&length.to_be_bytes());
            mac.update(part.as_bytes());
        }
        mac.finalize().into_bytes().into()
    }
}

/// What is stored of one of [`Secret::derive_small`]. It is looked up by this, so that how long
/// that takes says nothing about the secret.
pub(crate) fn hash(small: &str) -> TokenHash {
    TokenHash(Sha256::digest(small.as_bytes()).into())
}

/// Whether a text can be one of [`Secret::derive_small`], in any case.
pub(crate) fn small_secret(text: &str) -> Option<String> {
    let text = text.to_ascii_lowercase();
    let is_ours =
        text.len() == SMALL_SIGNS && text.bytes().all(|sign| SMALL_ALPHABET.contains(&sign));
    is_ours.then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_derived_is_the_same_again_and_nothing_else_is() {
        let (secret, other) = (Secret::random().unwrap(), Secret::random().unwrap());
        let again = Secret::from_stored(secret.as_stored()).unwrap();
        let of = |secret: &Secret, purpose, parts: &[&str]| {
            (
                secret.derive(purpose, parts).secret().to_owned(),
                secret.derive_small(purpose, parts),
            )
        };
        let first = of(&secret, "seat", &["ab", "c"]);
        assert_eq!(first, of(&again, "seat", &["ab", "c"]));
        for different in [
            of(&secret, "seat", &["a", "bc"]),
            of(&secret, "seat", &["abc"]),
            of(&secret, "reply", &["ab", "c"]),
            of(&other, "seat", &["ab", "c"]),
        ] {
            assert!(first.0 != different.0 && first.1 != different.1);
        }
        assert!(SeatToken::parse(&first.0).is_some());
        assert_eq!(small_secret(&first.1.to_uppercase()), Some(first.1));
        assert_eq!(small_secret("too-short"), None);
    }
}
