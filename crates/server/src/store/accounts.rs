//! The store's side of how people prove who they are, and of what belongs to an account alone. Every
//! secret comes here as a hash.

use tabiya_arbiter::Timestamp;

use super::{Answer, PersonId};
use crate::ids::TokenHash;

/// Passwords and what else opens an account.
pub trait Accounts: Send + Sync + 'static {
    /// The hash of a person's password, if there is one.
    fn password(&self, person: PersonId) -> Answer<'_, Option<String>>;

    /// Sets a password and ends all sessions but the one of `keep`.
    fn set_password(
        &self,
        person: PersonId,
        hash: String,
        keep: Option<TokenHash>,
        at: Timestamp,
    ) -> Answer<'_, ()>;
}
