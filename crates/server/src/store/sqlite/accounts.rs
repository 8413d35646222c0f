//! Accounts in SQLite: what opens them, and what belongs to them alone. Becoming one person and
//! leaving stand in `lives.rs`, taking everything along in `export.rs`.

use rusqlite::{Connection, OptionalExtension as _, Row, Transaction, params};
use serde_json::{Map, Value};
use tabiya_arbiter::{Seat, Timestamp};

use super::super::{
    Accounts, Answer, ApiToken, KeptGame, KnownPasskey, MailedLink, NewApiToken, NewLink,
    NewPasskey, NewPassword, OpenSession, Person, PersonId, StoreError,
};
use super::people::{PERSON, person, person_key};
use super::{
    ReadError, SqliteStore, export, id_column, lives, millis_from_sql, millis_to_sql, unreadable,
};
use crate::ids::{TableId, TokenHash};
use crate::limits;

const PASSKEY: &str = "passkeys.id AS passkey_id, passkeys.name AS passkey_name, passkeys.passkey, \
                       passkeys.created_ms AS passkey_created_ms, passkeys.used_ms";
const TOKEN: &str = "api_tokens.id AS token_id, api_tokens.name AS token_name, api_tokens.scopes, \
                     api_tokens.created_ms AS token_created_ms, api_tokens.used_ms, \
                     api_tokens.expires_ms";

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

    fn set_password(&self, person: PersonId, password: NewPassword) -> Answer<'_, ()> {
        self.of(person, move |transaction, key| {
            write_password(transaction, key, &password.hash, password.at)?;
            end_sessions(transaction, key, None, password.keep_session)?;
            drop_seat_links(transaction, key, &password.keep_seats)?;
            if !password.keep_api_tokens {
                let sql = "DELETE FROM api_tokens WHERE person_key = ?1";
                transaction.prepare_cached(sql)?.execute([key])?;
            }
            Ok(())
        })
    }

    fn sessions(&self, person: PersonId, now: Timestamp) -> Answer<'_, Vec<OpenSession>> {
        let sql = "SELECT sessions.id AS session_id, hash, sessions.created_ms, sessions.seen_ms, \
                   device FROM sessions JOIN people ON people.key = person_key \
                   WHERE people.id = ?1 AND expires_ms > ?2 ORDER BY sessions.seen_ms DESC";
        self.read(move |connection| {
            rows(
                connection,
                sql,
                params![person.as_str(), millis_to_sql(now)],
                |row| {
                    Ok(OpenSession {
                        id: id_column(row, "session_id")?,
                        token: TokenHash(row.get("hash")?),
                        created: millis_from_sql(row.get("created_ms")?),
                        seen: millis_from_sql(row.get("seen_ms")?),
                        device: row.get("device")?,
                    })
                },
            )
        })
    }

    fn revoke_sessions(
        &self,
        person: PersonId,
        session: Option<TableId>,
        keep: Option<TokenHash>,
    ) -> Answer<'_, bool> {
        self.of(person, move |transaction, key| {
            end_sessions(transaction, key, session.as_ref(), keep)
        })
    }

    fn add_link(&self, link: NewLink, now: Timestamp) -> Answer<'_, ()> {
        self.write(move |transaction| {
            let sql = "DELETE FROM mailed_links WHERE expires_ms <= ?1";
            transaction
                .prepare_cached(sql)?
                .execute([millis_to_sql(now)])?;
            let person = link
                .person
                .as_ref()
                .map(|person| person_key(transaction, person));
            let sql = "INSERT INTO mailed_links (hash, address, person_key, expires_ms) \
                       VALUES (?1, ?2, ?3, ?4)";
            transaction.prepare_cached(sql)?.execute(params![
                link.token.0,
                link.address,
                person.transpose()?.flatten(),
                millis_to_sql(link.expires),
            ])?;
            Ok(Ok(()))
        })
    }

    fn mailed_link(
        &self,
        token: TokenHash,
        now: Timestamp,
        take: bool,
    ) -> Answer<'_, Option<MailedLink>> {
        Box::pin(async move {
            let found = self
                .read(move |connection| find_link(connection, token, now))
                .await?;
            if !take || found.is_none() {
                return Ok(found);
            }
            // Of two who open it at once only one has it.
            let taken = self.write(move |transaction| {
                let sql = "DELETE FROM mailed_links WHERE hash = ?1";
                Ok(Ok(transaction.prepare_cached(sql)?.execute([token.0])? > 0))
            });
            let taken = taken.await?;
            Ok(found.filter(|_| taken))
        })
    }

    fn set_address(&self, person: PersonId, address: String) -> Answer<'_, ()> {
        self.write(move |transaction| lives::set_address(transaction, &person, &address))
    }

    fn add_passkey(&self, person: PersonId, passkey: NewPasskey) -> Answer<'_, bool> {
        self.of(person, move |transaction, key| {
            if count(transaction, "passkeys", key)? >= limits::PASSKEYS_PER_PERSON {
                return Ok(false);
            }
            let sql = "INSERT INTO passkeys (credential, id, person_key, name, passkey, created_ms) \
                       VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO NOTHING";
            let added = transaction.prepare_cached(sql)?.execute(params![
                passkey.credential,
                passkey.id.as_str(),
                key,
                passkey.name,
                passkey.passkey,
                millis_to_sql(passkey.at),
            ])?;
            Ok(added > 0)
        })
    }

    fn passkeys(&self, person: PersonId) -> Answer<'_, Vec<KnownPasskey>> {
        self.read(move |connection| {
            let sql = format!(
                "SELECT {PASSKEY} FROM passkeys JOIN people ON people.key = person_key \
                 WHERE people.id = ?1 ORDER BY passkeys.created_ms"
            );
            rows(connection, &sql, [person.as_str()], passkey)
        })
    }

    fn passkey(&self, credential: Vec<u8>) -> Answer<'_, Option<(Person, KnownPasskey)>> {
        self.read(move |connection| {
            let sql = format!(
                "SELECT {PASSKEY}, {PERSON} FROM passkeys JOIN people ON people.key = person_key \
                 WHERE credential = ?1 AND people.closed_ms IS NULL"
            );
            let found = rows(connection, &sql, [credential], |row| {
                Ok((person(row)?, passkey(row)?))
            })?;
            Ok(found.into_iter().next())
        })
    }

    fn passkey_used(&self, id: TableId, passkey: String, at: Timestamp) -> Answer<'_, ()> {
        self.write(move |transaction| {
            let sql = "UPDATE passkeys SET passkey = ?2, used_ms = ?3 WHERE id = ?1";
            transaction.prepare_cached(sql)?.execute(params![
                id.as_str(),
                passkey,
                millis_to_sql(at)
            ])?;
            Ok(Ok(()))
        })
    }

    fn rename_passkey(&self, person: PersonId, id: TableId, name: String) -> Answer<'_, bool> {
        self.of(person, move |transaction, key| {
            let sql = "UPDATE passkeys SET name = ?3 WHERE person_key = ?1 AND id = ?2";
            let changed = params![key, id.as_str(), name];
            Ok(transaction.prepare_cached(sql)?.execute(changed)? > 0)
        })
    }

    fn remove_passkey(&self, person: PersonId, id: TableId) -> Answer<'_, bool> {
        self.of(person, move |transaction, key| {
            let sql = "DELETE FROM passkeys WHERE person_key = ?1 AND id = ?2";
            Ok(transaction
                .prepare_cached(sql)?
                .execute(params![key, id.as_str()])?
                > 0)
        })
    }

    fn add_api_token(&self, person: PersonId, token: NewApiToken) -> Answer<'_, bool> {
        self.of(person, move |transaction, key| {
            if count(transaction, "api_tokens", key)? >= limits::TOKENS_PER_PERSON {
                return Ok(false);
            }
            let sql = "INSERT INTO api_tokens \
                       (hash, id, person_key, name, scopes, created_ms, expires_ms) \
                       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
            let listed = &token.listed;
            transaction.prepare_cached(sql)?.execute(params![
                token.token.0,
                listed.id.as_str(),
                key,
                listed.name,
                listed.scopes,
                millis_to_sql(listed.created),
                millis_to_sql(listed.expires),
            ])?;
            Ok(true)
        })
    }

    fn api_tokens(&self, person: PersonId) -> Answer<'_, Vec<ApiToken>> {
        self.read(move |connection| {
            let sql = format!(
                "SELECT {TOKEN} FROM api_tokens JOIN people ON people.key = person_key \
                 WHERE people.id = ?1 ORDER BY api_tokens.created_ms DESC"
            );
            rows(connection, &sql, [person.as_str()], api_token)
        })
    }

    fn api_token(
        &self,
        token: TokenHash,
        now: Timestamp,
    ) -> Answer<'_, Option<(Person, ApiToken)>> {
        Box::pin(async move {
            let found = self.read(move |connection| find_token(connection, token, now));
            let Some((person, listed)) = found.await? else {
                return Ok(None);
            };
            let used = listed.used.map_or(0, |used| used.0);
            if now.0.saturating_sub(used) >= limits::SESSION_NOTED_EVERY_MS {
                let note = self.write(move |transaction| {
                    let sql = "UPDATE api_tokens SET used_ms = ?2 WHERE hash = ?1";
                    transaction
                        .prepare_cached(sql)?
                        .execute(params![token.0, millis_to_sql(now)])?;
                    Ok(Ok(()))
                });
                note.await?;
            }
            Ok(Some((person, listed)))
        })
    }

    fn revoke_api_token(&self, person: PersonId, id: TableId) -> Answer<'_, bool> {
        self.of(person, move |transaction, key| {
            let sql = "DELETE FROM api_tokens WHERE person_key = ?1 AND id = ?2";
            Ok(transaction
                .prepare_cached(sql)?
                .execute(params![key, id.as_str()])?
                > 0)
        })
    }

    fn preferences(&self, person: PersonId) -> Answer<'_, Map<String, Value>> {
        self.read(move |connection| {
            let sql = "SELECT preferences FROM people WHERE id = ?1";
            let mut select = connection.prepare_cached(sql)?;
            let found = select.query_row([person.as_str()], |row| row.get::<_, String>(0));
            let text = found.optional()?.unwrap_or_else(|| "{}".to_owned());
            serde_json::from_str(&text).map_err(unreadable)
        })
    }

    fn change_preferences(
        &self,
        person: PersonId,
        changes: Map<String, Value>,
    ) -> Answer<'_, Option<Map<String, Value>>> {
        self.of(person, move |transaction, key| {
            change(transaction, key, &changes)
        })
    }

    fn keep_game(&self, person: PersonId, game: KeptGame) -> Answer<'_, bool> {
        self.of(person, move |transaction, key| {
            let is_full = count(transaction, "kept_games", key)? >= limits::KEPT_GAMES;
            let sql = if is_full {
                "UPDATE kept_games SET ended_ms = ?3, pgn = ?4, game = ?5 \
                 WHERE person_key = ?1 AND id = ?2"
            } else {
                "INSERT INTO kept_games (person_key, id, ended_ms, pgn, game) \
                 VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (person_key, id) \
                 DO UPDATE SET ended_ms = ?3, pgn = ?4, game = ?5"
            };
            let ended = millis_to_sql(game.ended);
            let row = params![key, game.id, ended, game.pgn, game.game];
            Ok(transaction.prepare_cached(sql)?.execute(row)? > 0)
        })
    }

    fn kept_games(&self, person: PersonId) -> Answer<'_, Vec<KeptGame>> {
        let sql = "SELECT kept_games.id, ended_ms, pgn, game FROM kept_games \
                   JOIN people ON people.key = person_key WHERE people.id = ?1 \
                   ORDER BY ended_ms DESC";
        self.read(move |connection| {
            rows(connection, sql, [person.as_str()], |row| {
                Ok(KeptGame {
                    id: row.get(0)?,
                    ended: millis_from_sql(row.get(1)?),
                    pgn: row.get(2)?,
                    game: row.get(3)?,
                })
            })
        })
    }

    fn drop_game(&self, person: PersonId, id: String) -> Answer<'_, bool> {
        self.of(person, move |transaction, key| {
            let sql = "DELETE FROM kept_games WHERE person_key = ?1 AND id = ?2";
            Ok(transaction.prepare_cached(sql)?.execute(params![key, id])? > 0)
        })
    }

    fn adopt_games(
        &self,
        table: TableId,
        seat: Seat,
        person: PersonId,
        games: Vec<(u32, Seat)>,
    ) -> Answer<'_, ()> {
        self.of(person, move |transaction, key| {
            for (number, white) in &games {
                let column = if *white == seat {
                    "white_key"
                } else {
                    "black_key"
                };
                let sql = format!(
                    "UPDATE games SET {column} = ?3 WHERE number = ?2 AND {column} IS NULL \
                     AND table_key = (SELECT key FROM tables WHERE id = ?1)"
                );
                transaction
                    .prepare_cached(&sql)?
                    .execute(params![table.as_str(), number, key])?;
            }
            Ok(())
        })
    }

    fn finished_games(&self, person: PersonId) -> Answer<'_, Vec<(TableId, u32)>> {
        let sql = "SELECT tables.id AS table_id, number FROM games \
                   JOIN tables ON tables.key = table_key WHERE position IN ( \
                   SELECT position FROM games \
                   WHERE white_key = (SELECT key FROM people WHERE id = ?1) UNION \
                   SELECT position FROM games \
                   WHERE black_key = (SELECT key FROM people WHERE id = ?1)) \
                   ORDER BY ended_ms DESC, position DESC";
        self.read(move |connection| {
            rows(connection, sql, [person.as_str()], |row| {
                Ok((id_column(row, "table_id")?, row.get("number")?))
            })
        })
    }

    fn everything(&self, person: PersonId) -> Answer<'_, Map<String, Value>> {
        self.read(move |connection| export::everything(connection, &person))
    }

    fn close_account(
        &self,
        person: PersonId,
        now: Timestamp,
    ) -> Answer<'_, Option<Vec<(TableId, Seat)>>> {
        self.write(move |transaction| lives::close(transaction, &person, now))
    }
}

impl SqliteStore {
    /// Writes something of a person.
    fn of<T, F>(&self, person: PersonId, mut work: F) -> Answer<'_, T>
    where
        T: Send + 'static,
        F: FnMut(&Transaction<'_>, i64) -> Result<T, rusqlite::Error> + Send + 'static,
    {
        self.write(move |transaction| match person_key(transaction, &person)? {
            Some(key) => work(transaction, key).map(Ok),
            None => Ok(Err(StoreError::Conflict)),
        })
    }
}

/// All rows of an answer.
pub(super) fn rows<T>(
    connection: &Connection,
    sql: &str,
    values: impl rusqlite::Params,
    mut read: impl FnMut(&Row<'_>) -> Result<T, ReadError>,
) -> Result<Vec<T>, ReadError> {
    let mut select = connection.prepare_cached(sql)?;
    let mut rows = select.query(values)?;
    let mut all = Vec::new();
    while let Some(row) = rows.next()? {
        all.push(read(row)?);
    }
    Ok(all)
}

fn count(
    transaction: &Transaction<'_>,
    table: &'static str,
    person_key: i64,
) -> Result<u32, rusqlite::Error> {
    let sql = format!("SELECT count(*) FROM {table} WHERE person_key = ?1");
    let mut select = transaction.prepare_cached(&sql)?;
    select.query_row([person_key], |row| row.get(0))
}

/// Ends the private links to all seats of a person, but for some.
fn drop_seat_links(
    transaction: &Transaction<'_>,
    key: i64,
    kept: &[TokenHash],
) -> Result<(), rusqlite::Error> {
    let kept: Vec<String> = kept.iter().map(|hash| hex(*hash)).collect();
    let sql = "DELETE FROM seat_tokens WHERE (table_key, seat) IN \
               (SELECT table_key, seat FROM seat_people WHERE person_key = ?1) \
               AND lower(hex(hash)) NOT IN (SELECT value FROM json_each(?2))";
    transaction
        .prepare_cached(sql)?
        .execute(params![key, serde_json::json!(kept).to_string()])?;
    Ok(())
}

fn hex(hash: TokenHash) -> String {
    hash.0.iter().map(|byte| format!("{byte:02x}")).collect()
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

/// Ends one session of a person, or all; never the one of `keep`.
fn end_sessions(
    transaction: &Transaction<'_>,
    person_key: i64,
    session: Option<&TableId>,
    keep: Option<TokenHash>,
) -> Result<bool, rusqlite::Error> {
    let sql = "DELETE FROM sessions WHERE person_key = ?1 AND (?2 IS NULL OR id = ?2) \
               AND hash IS NOT ?3";
    let ended = transaction.prepare_cached(sql)?.execute(params![
        person_key,
        session.map(TableId::as_str),
        keep.map(|token| token.0)
    ])?;
    Ok(ended > 0)
}

fn find_link(
    connection: &Connection,
    token: TokenHash,
    now: Timestamp,
) -> Result<Option<MailedLink>, ReadError> {
    let sql = format!(
        "SELECT mailed_links.address AS mailed_to, person_key, {PERSON} FROM mailed_links \
         LEFT JOIN people ON people.key = person_key WHERE hash = ?1 AND expires_ms > ?2"
    );
    let found = rows(
        connection,
        &sql,
        params![token.0, millis_to_sql(now)],
        |row| {
            let has_person = row.get::<_, Option<i64>>("person_key")?.is_some();
            Ok(MailedLink {
                address: row.get("mailed_to")?,
                person: has_person.then(|| person(row)).transpose()?,
            })
        },
    )?;
    Ok(found.into_iter().next())
}

fn find_token(
    connection: &Connection,
    token: TokenHash,
    now: Timestamp,
) -> Result<Option<(Person, ApiToken)>, ReadError> {
    let sql = format!(
        "SELECT {TOKEN}, {PERSON} FROM api_tokens JOIN people ON people.key = person_key \
         WHERE hash = ?1 AND expires_ms > ?2 AND people.closed_ms IS NULL"
    );
    let found = rows(
        connection,
        &sql,
        params![token.0, millis_to_sql(now)],
        |row| Ok((person(row)?, api_token(row)?)),
    )?;
    Ok(found.into_iter().next())
}

fn passkey(row: &Row<'_>) -> Result<KnownPasskey, ReadError> {
    Ok(KnownPasskey {
        id: id_column(row, "passkey_id")?,
        name: row.get("passkey_name")?,
        passkey: row.get("passkey")?,
        created: millis_from_sql(row.get("passkey_created_ms")?),
        used: row.get::<_, Option<i64>>("used_ms")?.map(millis_from_sql),
    })
}

fn api_token(row: &Row<'_>) -> Result<ApiToken, ReadError> {
    Ok(ApiToken {
        id: id_column(row, "token_id")?,
        name: row.get("token_name")?,
        scopes: row.get("scopes")?,
        created: millis_from_sql(row.get("token_created_ms")?),
        used: row.get::<_, Option<i64>>("used_ms")?.map(millis_from_sql),
        expires: millis_from_sql(row.get("expires_ms")?),
    })
}

fn change(
    transaction: &Transaction<'_>,
    person_key: i64,
    changes: &Map<String, Value>,
) -> Result<Option<Map<String, Value>>, rusqlite::Error> {
    let text: String = transaction
        .prepare_cached("SELECT preferences FROM people WHERE key = ?1")?
        .query_row([person_key], |row| row.get(0))?;
    let mut all: Map<String, Value> = serde_json::from_str(&text).unwrap_or_default();
    for (key, value) in changes {
        if value.is_null() {
            all.remove(key);
        } else {
            all.insert(key.clone(), value.clone());
        }
    }
    let text = Value::Object(all.clone()).to_string();
    if text.len() > limits::PREFERENCES_BYTES {
        return Ok(None);
    }
    transaction
        .prepare_cached("UPDATE people SET preferences = ?2 WHERE key = ?1")?
        .execute(params![person_key, text])?;
    Ok(Some(all))
}
