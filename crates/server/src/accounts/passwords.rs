//! Passwords: how they must look, and how they are hashed (Argon2id) without holding up the service.
//! How often somebody may try is counted where the question comes from.

use std::sync::{Arc, OnceLock};

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::Semaphore;

use crate::accounts::name_key;
use crate::limits;

/// What it costs to hash one password: that is what a thief has to pay for each guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PasswordCost {
    /// Memory, in KiB.
    pub memory_kib: u32,
    /// How often that memory is gone over.
    pub passes: u32,
}

impl Default for PasswordCost {
    /// What the OWASP password storage sheet asks of Argon2id as the least.
    fn default() -> Self {
        Self {
            memory_kib: 19 * 1024,
            passes: 2,
        }
    }
}

/// Why something is no password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum BadPassword {
    #[error("A password has at least 8 characters.")]
    Short,
    #[error("A password has at most 200 characters.")]
    Long,
    #[error("The password must not be the name itself.")]
    IsName,
}

/// Whether a password may be taken for an account of this name.
pub(crate) fn check_password(password: &str, name: &str) -> Result<(), BadPassword> {
    let letters = password.chars().count();
    if letters < limits::PASSWORD_LEAST_LETTERS {
        Err(BadPassword::Short)
    } else if letters > limits::PASSWORD_MOST_LETTERS {
        Err(BadPassword::Long)
    } else if name_key(password) == name_key(name) {
        Err(BadPassword::IsName)
    } else {
        Ok(())
    }
}

/// Hashes and checks passwords: a few at a time, away from the threads that answer.
pub(crate) struct Passwords {
    hasher: Argon2<'static>,
    /// Those that are being hashed.
    slots: Arc<Semaphore>,
    /// Those and the ones that wait.
    places: Arc<Semaphore>,
    /// A hash of no password, for names that nobody has.
    nobodys: Arc<OnceLock<String>>,
}

/// Why a password was neither hashed nor checked.
#[derive(Debug)]
pub(crate) enum NotHashed {
    /// Too many wait already.
    Busy,
    /// A fault of ours.
    Fault(String),
}

impl Passwords {
    pub(crate) fn new(cost: PasswordCost) -> Self {
        let params = Params::new(cost.memory_kib, cost.passes, 1, None);
        let params = params.unwrap_or_else(|error| {
            tracing::warn!(%error, "passwords cannot be hashed at that cost; the usual one is taken");
            Params::default()
        });
        Self {
            hasher: Argon2::new(Algorithm::Argon2id, Version::V0x13, params),
            slots: Arc::new(Semaphore::new(limits::PASSWORDS_AT_ONCE)),
            places: Arc::new(Semaphore::new(limits::PASSWORDS_WAITING)),
            nobodys: Arc::default(),
        }
    }

    /// The text that is stored in a password's place.
    pub(crate) async fn hash(&self, password: String) -> Result<String, NotHashed> {
        let hasher = self.hasher.clone();
        self.work(move || hash(&hasher, &password)).await?
    }

    /// Whether this password belongs to what is stored. Where nothing is stored it takes the same
    /// time to say no, so that nobody learns from it which names there are.
    pub(crate) async fn check(
        &self,
        password: String,
        stored: Option<String>,
    ) -> Result<bool, NotHashed> {
        let (hasher, nobodys) = (self.hasher.clone(), Arc::clone(&self.nobodys));
        // Such a hash is made once, whether or not it is needed now.
        self.work(move || {
            if nobodys.get().is_none() {
                let made = hash(&hasher, "")?;
                let _ = nobodys.set(made);
            }
            let is_known = stored.is_some();
            let text = stored
                .or_else(|| nobodys.get().cloned())
                .unwrap_or_default();
            let parsed =
                PasswordHash::new(&text).map_err(|error| NotHashed::Fault(error.to_string()))?;
            let fits = hasher.verify_password(password.as_bytes(), &parsed).is_ok();
            Ok(fits && is_known)
        })
        .await?
    }

    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, NotHashed> {
        let place = Arc::clone(&self.places).try_acquire_owned();
        let place = place.map_err(|_| NotHashed::Busy)?;
        let slot = Arc::clone(&self.slots).acquire_owned().await;
        let slot = slot.map_err(|error| NotHashed::Fault(error.to_string()))?;
        let working = tokio::task::spawn_blocking(move || {
            let done = work();
            // Whoever asked may have gone; the slot is free only when the work is done.
            drop((slot, place));
            done
        });
        working
            .await
            .map_err(|error| NotHashed::Fault(error.to_string()))
    }
}

fn hash(hasher: &Argon2<'_>, password: &str) -> Result<String, NotHashed> {
    let hashed = hasher.hash_password(password.as_bytes());
    let hashed = hashed.map_err(|error| NotHashed::Fault(error.to_string()))?;
    Ok(hashed.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHEAP: PasswordCost = PasswordCost {
        memory_kib: 8,
        passes: 1,
    };

    #[test]
    fn passwords_are_long_enough_and_not_the_name() {
        assert_eq!(check_password("korrekte Pferde", "Ana"), Ok(()));
        assert_eq!(check_password("äöüäöüä", "Ana"), Err(BadPassword::Short));
        assert_eq!(check_password("äöüäöüäö", "Ana"), Ok(()));
        assert_eq!(
            check_password(&"x".repeat(201), "Ana"),
            Err(BadPassword::Long)
        );
        assert_eq!(
            check_password("wi11iam_1", "William-l"),
            Err(BadPassword::IsName)
        );
    }

    #[tokio::test]
    async fn a_password_is_known_again_and_cannot_be_read() {
        let passwords = Passwords::new(CHEAP);
        let stored = passwords.hash("korrekte Pferde".to_owned()).await.unwrap();
        assert!(
            stored.starts_with("$argon2id$v=19$m=8,t=1,p=1$"),
            "{stored}"
        );
        assert!(!stored.contains("Pferde"));
        assert_ne!(
            stored,
            passwords.hash("korrekte Pferde".to_owned()).await.unwrap()
        );
        for (password, stored, expected) in [
            ("korrekte Pferde", Some(stored.clone()), true),
            ("korrekte pferde", Some(stored), false),
            ("korrekte Pferde", None, false),
            // The hash that stands in for nobody's opens nothing.
            ("", None, false),
        ] {
            let answer = passwords.check(password.to_owned(), stored).await.unwrap();
            assert_eq!(answer, expected, "{password}");
        }
    }

    #[tokio::test]
    async fn the_usual_cost_is_that_of_the_sheet() {
        let hash = Passwords::new(PasswordCost::default());
        let stored = hash.hash("korrekte Pferde".to_owned()).await.unwrap();
        assert!(
            stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"),
            "{stored}"
        );
    }
}
