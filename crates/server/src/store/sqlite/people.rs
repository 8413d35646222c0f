//! People in SQLite: who they are, their sessions, and which seats they hold.

use rusqlite::{Connection, OptionalExtension as _, Row, Transaction, params};
use tabiya_arbiter::{BySeat, Seat, Timestamp};

use super::super::{Answer, NewSession, People, Person, PersonId, Role, SessionPlace, StoreError};
use super::tables::table_key;
use super::{
    ReadError, SqliteStore, id_column, millis_from_sql, millis_to_sql, seat_from_name, seat_name,
};
use crate::ids::{TableId, TokenHash};
use crate::limits;

/// The columns that make a person, of a table that is called `people` in the question.
pub(super) const PERSON: &str = "people.id AS person_id, people.name, people.address, people.role, \
                                 people.created_ms AS person_created_ms, people.closed_ms";

impl People for SqliteStore {
    fn person(&self, id: PersonId) -> Answer<'_, Option<Person>> {
        self.read(move |connection| {
            let sql = format!("SELECT {PERSON} FROM people WHERE id = ?1");
            let mut select = connection.prepare_cached(&sql)?;
            let mut rows = select.query([id.as_str()])?;
            rows.next()?.map(person).transpose()
        })
    }

    fn open_session(&self, session: NewSession) -> Answer<'_, ()> {
        self.write(move |transaction| {
            let Some(person_key) = person_key(transaction, &session.person)? else {
                return Ok(Err(StoreError::Conflict));
            };
            let sql = "INSERT INTO sessions \
                       (hash, id, person_key, created_ms, seen_ms, expires_ms, device) \
                       VALUES (?1, ?2, ?3, ?4, ?4, ?5, ?6)";
            transaction.prepare_cached(sql)?.execute(params![
                session.token.0,
                session.id.as_str(),
                person_key,
                millis_to_sql(session.at),
                millis_to_sql(session.expires),
                session.device,
            ])?;
            Ok(Ok(()))
        })
    }

    fn session(&self, token: TokenHash, now: Timestamp) -> Answer<'_, Option<SessionPlace>> {
        Box::pin(async move {
            let found = self.read(move |connection| find_session(connection, token, now));
            let Some((place, seen)) = found.await? else {
                return Ok(None);
            };
            if now.0.saturating_sub(seen.0) >= limits::SESSION_NOTED_EVERY_MS {
                let note = self.write(move |transaction| note_session(transaction, token, now));
                note.await?;
            }
            Ok(Some(place))
        })
    }

    fn end_session(&self, token: TokenHash) -> Answer<'_, ()> {
        self.write(move |transaction| {
            let sql = "DELETE FROM sessions WHERE hash = ?1";
            transaction.prepare_cached(sql)?.execute([token.0])?;
            Ok(Ok(()))
        })
    }

    fn claim_seat(&self, table: TableId, seat: Seat, person: PersonId) -> Answer<'_, bool> {
        self.write(move |transaction| {
            let Some(table_key) = table_key(transaction, &table)? else {
                return Ok(Err(StoreError::Conflict));
            };
            claim(transaction, table_key, seat, &person).map(Ok)
        })
    }

    fn people_at(&self, table: TableId) -> Answer<'_, BySeat<Option<Person>>> {
        self.read(move |connection| {
            let sql = format!(
                "SELECT seat_people.seat, {PERSON} FROM seat_people \
                 JOIN people ON people.key = seat_people.person_key \
                 JOIN tables ON tables.key = seat_people.table_key WHERE tables.id = ?1"
            );
            let mut select = connection.prepare_cached(&sql)?;
            let mut rows = select.query([table.as_str()])?;
            let mut people = BySeat::default();
            while let Some(row) = rows.next()? {
                let seat = seat_from_name(&row.get::<_, String>("seat")?)?;
                *people.get_mut(seat) = Some(person(row)?);
            }
            Ok(people)
        })
    }
}

fn find_session(
    connection: &Connection,
    token: TokenHash,
    now: Timestamp,
) -> Result<Option<(SessionPlace, Timestamp)>, ReadError> {
    let sql = format!(
        "SELECT sessions.id AS session_id, sessions.seen_ms AS session_seen_ms, {PERSON} \
         FROM sessions JOIN people ON people.key = sessions.person_key \
         WHERE sessions.hash = ?1 AND sessions.expires_ms > ?2 AND people.closed_ms IS NULL"
    );
    let mut select = connection.prepare_cached(&sql)?;
    let mut rows = select.query(params![token.0, millis_to_sql(now)])?;
    let Some(row) = rows.next()? else {
        return Ok(None);
    };
    let place = SessionPlace {
        session: id_column(row, "session_id")?,
        person: person(row)?,
    };
    Ok(Some((place, millis_from_sql(row.get("session_seen_ms")?))))
}

fn note_session(
    transaction: &Transaction<'_>,
    token: TokenHash,
    now: Timestamp,
) -> Result<Result<(), StoreError>, rusqlite::Error> {
    let at = millis_to_sql(now);
    let sql = "UPDATE people SET seen_ms = ?2 \
               WHERE key = (SELECT person_key FROM sessions WHERE hash = ?1)";
    transaction
        .prepare_cached(sql)?
        .execute(params![token.0, at])?;
    let sql = "UPDATE sessions SET seen_ms = ?2 WHERE hash = ?1";
    transaction
        .prepare_cached(sql)?
        .execute(params![token.0, at])?;
    Ok(Ok(()))
}

/// Enters a person as the holder of a seat that nobody else is known to hold.
pub(super) fn claim(
    transaction: &Transaction<'_>,
    table_key: i64,
    seat: Seat,
    person: &PersonId,
) -> Result<bool, rusqlite::Error> {
    let Some(person_key) = person_key(transaction, person)? else {
        return Ok(false);
    };
    let sql = "INSERT INTO seat_people (table_key, seat, person_key) VALUES (?1, ?2, ?3) \
               ON CONFLICT (table_key, seat) DO NOTHING";
    let seat = seat_name(seat);
    transaction
        .prepare_cached(sql)?
        .execute(params![table_key, seat, person_key])?;
    let sql = "SELECT person_key FROM seat_people WHERE table_key = ?1 AND seat = ?2";
    let holder: i64 = transaction
        .prepare_cached(sql)?
        .query_row(params![table_key, seat], |row| row.get(0))?;
    Ok(holder == person_key)
}

pub(super) fn person_key(
    connection: &Connection,
    person: &PersonId,
) -> Result<Option<i64>, rusqlite::Error> {
    let mut select = connection.prepare_cached("SELECT key FROM people WHERE id = ?1")?;
    select
        .query_row([person.as_str()], |row| row.get(0))
        .optional()
}

/// The person of a row that has the columns of [`PERSON`].
pub(super) fn person(row: &Row<'_>) -> Result<Person, ReadError> {
    let role: String = row.get("role")?;
    Ok(Person {
        id: id_column(row, "person_id")?,
        name: row.get("name")?,
        address: row.get("address")?,
        role: match role.as_str() {
            "member" => Role::Member,
            "admin" => Role::Admin,
            _ => return Err(ReadError::Unreadable(format!("role {role:?}"))),
        },
        created: millis_from_sql(row.get("person_created_ms")?),
        closed: row.get::<_, Option<i64>>("closed_ms")?.is_some(),
    })
}
