//! Accounts in SQLite: passwords and what else opens them.

use rusqlite::{OptionalExtension as _, Transaction, params};
use tabiya_arbiter::Timestamp;

use super::super::{Accounts, Answer, PersonId, StoreError};
use super::people::person_key;
use super::{SqliteStore, millis_to_sql};
use crate::ids::TokenHash;

impl Accounts for SqliteStore {
    fn password(&self, person: PersonId) -> Answer<'_, Option<String>> {
        self.read(move |connection| {
            let sql = "SELECT hash FROM passwords JOIN people ON people.key = person_key \
                       WHERE people.id = ?1 AND people.closed_ms IS NULL";
            let mut select = connection.prepare_cached(sql)?;
            let found = select.query_row([person.as_str()], |row| row.get(0));
            Ok(found.optional()?)
        })
    }

    fn set_password(
        &self,
        person: PersonId,
        hash: String,
        keep: Option<TokenHash>,
        at: Timestamp,
    ) -> Answer<'_, ()> {
        self.write(move |transaction| {
            let Some(key) = person_key(transaction, &person)? else {
                return Ok(Err(StoreError::Conflict));
            };
            write_password(transaction, key, &hash, at)?;
            end_others(transaction, key, keep)?;
            Ok(Ok(()))
        })
    }
}

pub(super) fn write_password(
    transaction: &Transaction<'_>,
    person_key: i64,
    hash: &str,
    at: Timestamp,
) -> Result<(), rusqlite::Error> {
    let sql = "INSERT INTO passwords (person_key, hash, changed_ms) VALUES (?1, ?2, ?3) \
               ON CONFLICT (person_key) DO UPDATE SET hash = ?2, changed_ms = ?3";
    transaction
        .prepare_cached(sql)?
        .execute(params![person_key, hash, millis_to_sql(at)])?;
    Ok(())
}

/// Ends all sessions of a person but one.
pub(super) fn end_others(
    transaction: &Transaction<'_>,
    person_key: i64,
    keep: Option<TokenHash>,
) -> Result<(), rusqlite::Error> {
    let sql = "DELETE FROM sessions WHERE person_key = ?1 AND hash IS NOT ?2";
    transaction
        .prepare_cached(sql)?
        .execute(params![person_key, keep.map(|token| token.0)])?;
    Ok(())
}
