//! Tables in SQLite: their logs, and which tokens hold which seats.

use rusqlite::{Connection, OptionalExtension as _, Transaction, params};
use tabiya_arbiter::{Event, Recorded, Seat, Timestamp};

use super::super::{Answer, Append, CommandKey, Grant, Log, StoreError, Tables, Waiting};
use super::writer::Verdict;
use super::{
    ReadError, SqliteStore, games, mail, millis_from_sql, millis_to_sql, number_to_sql, people,
    seat_from_name, seat_name, unreadable,
};
use crate::ids::{TableId, TokenHash};
use crate::limits;

impl Tables for SqliteStore {
    fn append(&self, append: Append) -> Answer<'_, ()> {
        let texts = append
            .events
            .iter()
            .map(|recorded| serde_json::to_string(&recorded.event))
            .collect::<Result<Vec<_>, _>>();
        match texts {
            Ok(texts) => self.write(move |transaction| write_append(transaction, &append, &texts)),
            Err(error) => Box::pin(async move { Err(StoreError::Unreadable(error.to_string())) }),
        }
    }

    fn load(&self, table: TableId) -> Answer<'_, Option<Log>> {
        self.read(move |connection| {
            let Some(key) = table_key(connection, &table)? else {
                return Ok(None);
            };
            read_log(connection, key).map(Some)
        })
    }

    fn add_token(&self, table: TableId, grant: Grant) -> Answer<'_, ()> {
        self.write(move |transaction| write_token(transaction, &table, &grant))
    }

    fn seat_of(&self, table: TableId, token: TokenHash) -> Answer<'_, Option<Seat>> {
        self.read(move |connection| {
            let sql = "SELECT seat FROM seat_tokens JOIN tables ON tables.key = table_key \
                       WHERE hash = ?1 AND tables.id = ?2";
            let mut select = connection.prepare_cached(sql)?;
            let found = select.query_row(params![token.0, table.as_str()], |row| {
                row.get::<_, String>(0)
            });
            found.optional()?.as_deref().map(seat_from_name).transpose()
        })
    }

    fn running(&self) -> Answer<'_, Vec<TableId>> {
        self.read(|connection| {
            let mut select = connection.prepare("SELECT id FROM tables WHERE running = 1")?;
            let ids = select.query_map([], |row| row.get::<_, String>(0))?;
            ids.map(|id| {
                let id = id?;
                TableId::parse(&id).ok_or_else(|| ReadError::Unreadable(format!("table id {id:?}")))
            })
            .collect()
        })
    }

    fn beat(&self, at: Timestamp) -> Answer<'_, ()> {
        self.write(move |transaction| {
            let sql = "INSERT INTO heartbeat (only, alive_ms) VALUES (1, ?1) \
                       ON CONFLICT (only) DO UPDATE SET alive_ms = max(alive_ms, ?1)";
            transaction
                .prepare_cached(sql)?
                .execute([millis_to_sql(at)])?;
            Ok(Ok(()))
        })
    }

    fn last_alive(&self) -> Answer<'_, Option<Timestamp>> {
        self.read(|connection| {
            // The last row is not always the latest one, since a table's own times may be ahead;
            // but it is within moments of it.
            let sql = "SELECT max(at) FROM (SELECT alive_ms AS at FROM heartbeat UNION ALL \
                       SELECT at_ms FROM events \
                       WHERE position = (SELECT max(position) FROM events))";
            let at: Option<i64> = connection.query_row(sql, [], |row| row.get(0))?;
            Ok(at.map(millis_from_sql))
        })
    }
}

pub(super) fn table_key(
    connection: &Connection,
    table: &TableId,
) -> Result<Option<i64>, rusqlite::Error> {
    let mut select = connection.prepare_cached("SELECT key FROM tables WHERE id = ?1")?;
    select
        .query_row([table.as_str()], |row| row.get(0))
        .optional()
}

/// The number of the game that is being played at a table.
pub(super) fn running_game(
    connection: &Connection,
    table_key: i64,
) -> Result<Option<u32>, rusqlite::Error> {
    let sql = "SELECT CASE event ->> 'type' WHEN 'game_started' THEN event ->> 'number' END \
               FROM events WHERE table_key = ?1 \
               AND event ->> 'type' IN ('game_started', 'game_ended') ORDER BY seq DESC LIMIT 1";
    let mut select = connection.prepare_cached(sql)?;
    let last = select.query_row([table_key], |row| row.get(0)).optional()?;
    Ok(last.flatten())
}

fn read_log(connection: &Connection, table_key: i64) -> Result<Log, ReadError> {
    let sql = "SELECT seq, at_ms, version, event, command_seat, command_id FROM events \
               WHERE table_key = ?1 ORDER BY seq";
    let mut select = connection.prepare_cached(sql)?;
    let mut rows = select.query([table_key])?;
    let mut log = Log::default();
    while let Some(row) = rows.next()? {
        let seq = u64::try_from(row.get::<_, i64>(0)?).map_err(unreadable)?;
        let version: i64 = row.get(2)?;
        let event = event_from_text(version, row.get_ref(3)?.as_str().map_err(unreadable)?)
            .map_err(|cause| ReadError::Unreadable(format!("event {seq}: {cause}")))?;
        let at = millis_from_sql(row.get(1)?);
        log.events.push(Recorded { seq, at, event });
        if let (Some(seat), Some(id)) = (
            row.get::<_, Option<String>>(4)?,
            row.get::<_, Option<String>>(5)?,
        ) {
            let seat = seat_from_name(&seat)?;
            log.commands.push((CommandKey { seat, id }, seq));
        }
    }
    let sql = "SELECT EXISTS (SELECT 1 FROM listed_tables WHERE table_key = ?1)";
    log.listed = connection
        .prepare_cached(sql)?
        .query_row([table_key], |row| row.get(0))?;
    Ok(log)
}

/// The shape in which events are written now.
const EVENT_VERSION: i64 = 1;

fn event_from_text(version: i64, text: &str) -> Result<Event, String> {
    if version != EVENT_VERSION {
        return Err(format!("it has the unknown shape {version}"));
    }
    serde_json::from_str(text).map_err(|error| error.to_string())
}

fn write_append(
    transaction: &Transaction<'_>,
    append: &Append,
    texts: &[String],
) -> Result<Verdict<()>, rusqlite::Error> {
    let known = table_key(transaction, &append.table)?;
    let fits = match known {
        Some(key) => last_seq(transaction, key)? == number_to_sql(append.expected),
        None => append.expected == 0,
    };
    if !fits {
        return Ok(Err(StoreError::Conflict));
    }
    if let Some(gone) = take_out(transaction, &append.takes)? {
        return Ok(Err(StoreError::Gone(gone)));
    }
    let key = match known {
        Some(key) => key,
        None => create_table(transaction, append)?,
    };
    let sql = "INSERT INTO events \
               (table_key, seq, at_ms, version, event, command_seat, command_id) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    let mut insert = transaction.prepare_cached(sql)?;
    let last = append.events.len().saturating_sub(1);
    for (index, (recorded, text)) in append.events.iter().zip(texts).enumerate() {
        let command = append.command.as_ref().filter(|_| index == last);
        insert.execute(params![
            key,
            number_to_sql(recorded.seq),
            millis_to_sql(recorded.at),
            EVENT_VERSION,
            text,
            command.map(|command| seat_name(command.seat)),
            command.map(|command| &command.id),
        ])?;
    }
    for grant in &append.grants {
        insert_token(transaction, key, grant)?;
    }
    if let Some(ended) = &append.ended {
        games::enter(transaction, key, ended)?;
    }
    let now = append.events.last().map_or(Timestamp(0), |last| last.at);
    for new in &append.mails {
        if !mail::is_reachable(transaction, &new.to)? {
            continue;
        }
        match mail::post(transaction, new, now)? {
            Ok(Ok(())) => {}
            Ok(Err(why)) => tracing::warn!(table.id = %append.table, %why, "a mail is left out"),
            Err(error) => tracing::error!(table.id = %append.table, %error, "a mail is left out"),
        }
    }
    let sql = "UPDATE tables SET running = ?2, wake_ms = ?3, card = ?4 WHERE key = ?1 \
               AND (running <> ?2 OR wake_ms IS NOT ?3 OR card IS NOT ?4)";
    let wake = append.rest.wake.map(millis_to_sql);
    transaction.prepare_cached(sql)?.execute(params![
        key,
        append.running,
        wake,
        append.rest.card
    ])?;
    Ok(Ok(()))
}

/// Takes out of the lobby what waits there: all of it, or, where something is gone, nothing.
fn take_out(
    transaction: &Transaction<'_>,
    takes: &[Waiting],
) -> Result<Option<TableId>, rusqlite::Error> {
    let places = takes.iter().map(|waiting| match waiting {
        Waiting::Seek(id) => ("seeks", id),
        Waiting::Challenge(id) => ("challenges", id),
    });
    for (place, id) in places.clone() {
        let sql = format!("SELECT EXISTS (SELECT 1 FROM {place} WHERE id = ?1)");
        let mut select = transaction.prepare_cached(&sql)?;
        if !select.query_row([id.as_str()], |row| row.get::<_, bool>(0))? {
            return Ok(Some(id.clone()));
        }
    }
    for (place, id) in places {
        let sql = format!("DELETE FROM {place} WHERE id = ?1");
        transaction.prepare_cached(&sql)?.execute([id.as_str()])?;
    }
    Ok(None)
}

fn create_table(transaction: &Transaction<'_>, append: &Append) -> Result<i64, rusqlite::Error> {
    let created_ms = append
        .events
        .first()
        .map_or(0, |recorded| millis_to_sql(recorded.at));
    let sql = "INSERT INTO tables (id, created_ms, running) VALUES (?1, ?2, 0)";
    transaction
        .prepare_cached(sql)?
        .execute(params![append.table.as_str(), created_ms])?;
    Ok(transaction.last_insert_rowid())
}

fn last_seq(transaction: &Transaction<'_>, key: i64) -> Result<i64, rusqlite::Error> {
    let sql = "SELECT seq FROM events WHERE table_key = ?1 ORDER BY seq DESC LIMIT 1";
    let found = transaction
        .prepare_cached(sql)?
        .query_row([key], |row| row.get(0));
    Ok(found.optional()?.unwrap_or(0))
}

fn write_token(
    transaction: &Transaction<'_>,
    table: &TableId,
    grant: &Grant,
) -> Result<Verdict<()>, rusqlite::Error> {
    let Some(key) = table_key(transaction, table)? else {
        return Ok(Err(StoreError::Conflict));
    };
    if is_granted(transaction, key, grant)? {
        claim(transaction, key, grant)?;
        return Ok(Ok(()));
    }
    let sql = "SELECT count(*) FROM seat_tokens WHERE table_key = ?1 AND seat = ?2";
    let mut select = transaction.prepare_cached(sql)?;
    let count: u32 = select.query_row(params![key, seat_name(grant.seat)], |row| row.get(0))?;
    if count >= limits::TOKENS_PER_SEAT {
        return Ok(Err(StoreError::TooManyTokens));
    }
    insert_token(transaction, key, grant)?;
    Ok(Ok(()))
}

/// Whether this very token holds this seat already: to grant it again is no fault.
fn is_granted(
    transaction: &Transaction<'_>,
    key: i64,
    grant: &Grant,
) -> Result<bool, rusqlite::Error> {
    let sql = "SELECT EXISTS (SELECT 1 FROM seat_tokens \
               WHERE hash = ?1 AND table_key = ?2 AND seat = ?3)";
    let mut select = transaction.prepare_cached(sql)?;
    let seat = seat_name(grant.seat);
    select.query_row(params![grant.token.0, key, seat], |row| row.get(0))
}

fn insert_token(
    transaction: &Transaction<'_>,
    key: i64,
    grant: &Grant,
) -> Result<(), rusqlite::Error> {
    let sql = "INSERT INTO seat_tokens (hash, table_key, seat) VALUES (?1, ?2, ?3)";
    let hash = grant.token.0;
    transaction
        .prepare_cached(sql)?
        .execute(params![hash, key, seat_name(grant.seat)])?;
    claim(transaction, key, grant)
}

/// Enters the person to whom a token is given.
fn claim(transaction: &Transaction<'_>, key: i64, grant: &Grant) -> Result<(), rusqlite::Error> {
    if let Some(person) = &grant.person {
        people::claim(transaction, key, (grant.seat, 1), person)?;
    }
    Ok(())
}
