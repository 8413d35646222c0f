//! People in SQLite: who they are, their sessions, and which seats they hold.

use rusqlite::{Connection, OptionalExtension as _, Row, Transaction, params};
use tabiya_arbiter::{BySeat, Seat, Timestamp};

use super::super::{
    Answer, NewAccount, NewSession, People, Person, PersonId, Role, SessionPlace, StoreError,
};
use super::accounts::write_password;
use super::house::take_invitation;
use super::tables::{self, table_key};
use super::writer::Verdict;
use super::{
    ReadError, SqliteStore, id_column, millis_from_sql, millis_to_sql, seat_from_name, seat_name,
};
use crate::accounts::{address_key, name_key};
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

    fn by_name(&self, name: String) -> Answer<'_, Option<Person>> {
        self.read(move |connection| found_by(connection, "name_key", &name_key(&name)))
    }

    fn by_address(&self, address: String) -> Answer<'_, Option<Person>> {
        self.read(move |connection| found_by(connection, "address_key", &address_key(&address)))
    }

    fn of_address(&self, address: String, at: Timestamp) -> Answer<'_, Person> {
        Box::pin(async move {
            let id = new_id()?;
            let wanted = address.clone();
            self.write(move |transaction| add_address(transaction, &id, &wanted, at).map(Ok))
                .await?;
            let gone = || StoreError::Unreadable("an address without a person".to_owned());
            self.by_address(address).await?.ok_or_else(gone)
        })
    }

    fn create_account(&self, account: NewAccount) -> Answer<'_, Person> {
        Box::pin(async move {
            let id = self.write(move |transaction| create(transaction, &account));
            let gone = || StoreError::Unreadable("an account without a person".to_owned());
            self.person(id.await?).await?.ok_or_else(gone)
        })
    }

    fn seat_of_person(&self, table: TableId, person: PersonId) -> Answer<'_, Option<Seat>> {
        self.read(move |connection| {
            let sql = "SELECT seat FROM seat_people JOIN tables ON tables.key = table_key \
                       JOIN people ON people.key = person_key \
                       WHERE tables.id = ?1 AND people.id = ?2 ORDER BY seat DESC LIMIT 1";
            let mut select = connection.prepare_cached(sql)?;
            let found = select.query_row(params![table.as_str(), person.as_str()], |row| {
                row.get::<_, String>(0)
            });
            found.optional()?.as_deref().map(seat_from_name).transpose()
        })
    }

    fn open_session(&self, session: NewSession) -> Answer<'_, ()> {
        self.write(move |transaction| {
            let Some(person_key) = person_key(transaction, &session.person)? else {
                return Ok(Err(StoreError::Conflict));
            };
            let sql = "INSERT INTO sessions \
                       (hash, id, person_key, created_ms, seen_ms, expires_ms, device, proved_ms) \
                       VALUES (?1, ?2, ?3, ?4, ?4, ?5, ?6, ?7)";
            transaction.prepare_cached(sql)?.execute(params![
                session.token.0,
                session.id.as_str(),
                person_key,
                millis_to_sql(session.at),
                millis_to_sql(session.expires),
                session.device,
                session.proved.then(|| millis_to_sql(session.at)),
            ])?;
            let sql = "DELETE FROM sessions WHERE hash IN (SELECT hash FROM sessions \
                       WHERE person_key = ?1 ORDER BY seen_ms DESC, created_ms DESC \
                       LIMIT -1 OFFSET ?2)";
            transaction
                .prepare_cached(sql)?
                .execute(params![person_key, limits::SESSIONS_PER_PERSON])?;
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
            let running = tables::running_game(transaction, table_key)?;
            let from_game = running.map_or(1, |number| number.saturating_add(1));
            claim(transaction, table_key, (seat, from_game), &person).map(Ok)
        })
    }

    fn counted_from(&self, table: TableId) -> Answer<'_, BySeat<Option<u32>>> {
        self.read(move |connection| {
            let sql = "SELECT seat, from_game FROM seat_people \
                       JOIN tables ON tables.key = table_key WHERE tables.id = ?1";
            let mut select = connection.prepare_cached(sql)?;
            let mut rows = select.query([table.as_str()])?;
            let mut from = BySeat::default();
            while let Some(row) = rows.next()? {
                let seat = seat_from_name(&row.get::<_, String>("seat")?)?;
                *from.get_mut(seat) = Some(row.get("from_game")?);
            }
            Ok(from)
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

fn new_id() -> Result<PersonId, StoreError> {
    PersonId::random().map_err(|error| StoreError::Away(error.to_string()))
}

/// The open account, or the person without one, that has this text in a column.
fn found_by(
    connection: &Connection,
    column: &'static str,
    text: &str,
) -> Result<Option<Person>, ReadError> {
    let sql = format!("SELECT {PERSON} FROM people WHERE {column} = ?1 AND closed_ms IS NULL");
    let mut select = connection.prepare_cached(&sql)?;
    let mut rows = select.query([text])?;
    rows.next()?.map(person).transpose()
}

/// Enters a confirmed address; whoever has it already keeps it.
fn add_address(
    transaction: &Transaction<'_>,
    id: &PersonId,
    address: &str,
    at: Timestamp,
) -> Result<(), rusqlite::Error> {
    let sql = "INSERT INTO people (id, address, address_key, created_ms, seen_ms) \
               VALUES (?1, ?2, ?3, ?4, ?4) ON CONFLICT (address_key) DO NOTHING";
    transaction.prepare_cached(sql)?.execute(params![
        id.as_str(),
        address,
        address_key(address),
        millis_to_sql(at)
    ])?;
    Ok(())
}

fn create(
    transaction: &Transaction<'_>,
    account: &NewAccount,
) -> Result<Verdict<PersonId>, rusqlite::Error> {
    let name_key = name_key(&account.name);
    let sql = "SELECT EXISTS (SELECT 1 FROM people WHERE name_key = ?1) OR EXISTS \
               (SELECT 1 FROM resting_names WHERE name_key = ?1 AND until_ms > ?2)";
    let is_taken: bool = transaction
        .prepare_cached(sql)?
        .query_row(params![name_key, millis_to_sql(account.at)], |row| {
            row.get(0)
        })?;
    if is_taken {
        return Ok(Err(StoreError::Taken("name")));
    }
    let known = match &account.address {
        Some(address) => by_address_key(transaction, &address_key(address))?,
        None => None,
    };
    if known.as_ref().is_some_and(|(_, _, has_name)| *has_name) {
        return Ok(Err(StoreError::Taken("address")));
    }
    if let Err(spent) = use_up(transaction, account)? {
        return Ok(Err(spent));
    }
    let (key, id) = match known {
        Some((key, id, _)) => (key, id),
        None => {
            let sql = "INSERT INTO people (id, address, address_key, created_ms, seen_ms) \
                       VALUES (?1, ?2, ?3, ?4, ?4)";
            transaction.prepare_cached(sql)?.execute(params![
                account.id.as_str(),
                account.address,
                account.address.as_deref().map(address_key),
                millis_to_sql(account.at),
            ])?;
            (transaction.last_insert_rowid(), account.id.clone())
        }
    };
    let sql = "UPDATE people SET name = ?2, name_key = ?3, role = CASE WHEN EXISTS \
               (SELECT 1 FROM people WHERE name IS NOT NULL OR closed_ms IS NOT NULL) THEN role ELSE 'admin' END \
               WHERE key = ?1";
    transaction
        .prepare_cached(sql)?
        .execute(params![key, account.name, name_key])?;
    if let Some(password) = &account.password {
        write_password(transaction, key, password, account.at)?;
    }
    Ok(Ok(id))
}

/// Uses up what an account costs, all of it or nothing.
fn use_up(
    transaction: &Transaction<'_>,
    account: &NewAccount,
) -> Result<Verdict<()>, rusqlite::Error> {
    let now = millis_to_sql(account.at);
    if let Some(link) = account.uses.link {
        let sql = "SELECT EXISTS (SELECT 1 FROM mailed_links WHERE hash = ?1 AND expires_ms > ?2)";
        let is_good: bool = transaction
            .prepare_cached(sql)?
            .query_row(params![link.0, now], |row| row.get(0))?;
        if !is_good {
            return Ok(Err(StoreError::SpentLink));
        }
    }
    if let Some(invitation) = account.uses.invitation
        && !take_invitation(transaction, invitation, account.at)?
    {
        return Ok(Err(StoreError::SpentInvitation));
    }
    if let Some(link) = account.uses.link {
        transaction
            .prepare_cached("DELETE FROM mailed_links WHERE hash = ?1")?
            .execute([link.0])?;
    }
    Ok(Ok(()))
}

/// The key and id of the person with this address, and whether it has an account.
pub(super) fn by_address_key(
    transaction: &Transaction<'_>,
    address_key: &str,
) -> Result<Option<(i64, PersonId, bool)>, rusqlite::Error> {
    let sql = "SELECT key, id, name IS NOT NULL FROM people WHERE address_key = ?1";
    let found = transaction
        .prepare_cached(sql)?
        .query_row([address_key], |row| {
            Ok((row.get(0)?, row.get::<_, String>(1)?, row.get(2)?))
        });
    let found = found.optional()?;
    Ok(found.and_then(|(key, id, has_name)| PersonId::parse(&id).map(|id| (key, id, has_name))))
}

fn find_session(
    connection: &Connection,
    token: TokenHash,
    now: Timestamp,
) -> Result<Option<(SessionPlace, Timestamp)>, ReadError> {
    let sql = format!(
        "SELECT sessions.id AS session_id, sessions.seen_ms AS session_seen_ms, \
         sessions.proved_ms, {PERSON} \
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
        proved: row.get::<_, Option<i64>>("proved_ms")?.map(millis_from_sql),
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
    let sql = "UPDATE sessions SET seen_ms = ?2, expires_ms = ?3 WHERE hash = ?1";
    let expires = Timestamp(now.0.saturating_add(limits::SESSION_LIFE_MS));
    transaction
        .prepare_cached(sql)?
        .execute(params![token.0, at, millis_to_sql(expires)])?;
    Ok(Ok(()))
}

/// Enters a person as the holder of a seat that nobody else is known to hold; games before
/// `from_game` do not count for the person's ratings.
pub(super) fn claim(
    transaction: &Transaction<'_>,
    table_key: i64,
    (seat, from_game): (Seat, u32),
    person: &PersonId,
) -> Result<bool, rusqlite::Error> {
    let Some(person_key) = person_key(transaction, person)? else {
        return Ok(false);
    };
    let sql = "INSERT INTO seat_people (table_key, seat, person_key, from_game) \
               VALUES (?1, ?2, ?3, ?4) ON CONFLICT (table_key, seat) DO NOTHING";
    let seat = seat_name(seat);
    transaction
        .prepare_cached(sql)?
        .execute(params![table_key, seat, person_key, from_game])?;
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
