//! What a host does, in SQLite: people and their roles, reports, how much there is. Copying the
//! store stands in `backup.rs`, working ratings out again in `recount.rs`.

use std::path::PathBuf;

use rusqlite::{Connection, OptionalExtension as _, Row, Transaction, params};
use tabiya_arbiter::Timestamp;

use super::super::{
    Answer, Copied, Counts, Hosting, Known, NewReport, PersonId, Recount, Report, Role, StoreError,
    Told,
};
use super::writer::Verdict;
use super::{
    ReadError, SqliteStore, backup, count_column, id_column, lives, millis_from_sql, millis_to_sql,
    number_to_sql, people, recount, seat_from_name, seat_name, tables, unreadable,
};
use crate::accounts::name_key;
use crate::ids::TableId;
use crate::limits;

impl Hosting for SqliteStore {
    fn people(&self, letters: String, before: Option<u64>, most: u32) -> Answer<'_, Vec<Known>> {
        self.read(move |connection| search(connection, &letters, before, most))
    }

    fn set_role(&self, person: PersonId, role: Role) -> Answer<'_, bool> {
        self.write(move |transaction| set_role(transaction, &person, role))
    }

    fn rename(&self, person: PersonId, name: String, at: Timestamp) -> Answer<'_, ()> {
        self.write(move |transaction| rename(transaction, &person, &name, at))
    }

    fn report(&self, report: NewReport) -> Answer<'_, bool> {
        self.write(move |transaction| write_report(transaction, &report).map(Ok))
    }

    fn reports(&self, open: bool, before: Option<u64>, most: u32) -> Answer<'_, Vec<Report>> {
        self.read(move |connection| {
            let before = before.map_or(i64::MAX, number_to_sql);
            let mut select = connection.prepare_cached(REPORTS)?;
            let mut rows = select.query(params![open, before, most])?;
            let mut reports = Vec::new();
            while let Some(row) = rows.next()? {
                reports.push(report(row)?);
            }
            Ok(reports)
        })
    }

    fn close_report(&self, id: TableId, note: String, at: Timestamp) -> Answer<'_, bool> {
        self.write(move |transaction| {
            let sql = "UPDATE reports SET closed_ms = ?2, note = ?3 \
                       WHERE id = ?1 AND closed_ms IS NULL";
            let closed = transaction.prepare_cached(sql)?.execute(params![
                id.as_str(),
                millis_to_sql(at),
                note
            ])?;
            Ok(Ok(closed > 0))
        })
    }

    fn counts(&self) -> Answer<'_, Counts> {
        self.read(|connection| {
            let sql = "SELECT (SELECT count(*) FROM people \
                       WHERE name IS NOT NULL AND closed_ms IS NULL), \
                       (SELECT count(*) FROM tables), \
                       (SELECT count(*) FROM tables WHERE running = 1), \
                       (SELECT count(*) FROM games), \
                       (SELECT count(*) FROM reports WHERE closed_ms IS NULL), \
                       (SELECT page_count * page_size FROM pragma_page_count, pragma_page_size)";
            let counts = connection.query_row(sql, [], |row| {
                Ok(Counts {
                    accounts: count_column(row, 0)?,
                    tables: count_column(row, 1)?,
                    running: count_column(row, 2)?,
                    games: count_column(row, 3)?,
                    reports: count_column(row, 4)?,
                    bytes: count_column(row, 5)?,
                })
            })?;
            Ok(counts)
        })
    }

    fn backup(&self, file: PathBuf, told: Told) -> Answer<'_, Copied> {
        self.read(move |connection| backup::copy(connection, &file, told))
    }

    fn recount(&self, mut recount: Recount, most: u32) -> Answer<'_, Recount> {
        self.read(move |connection| {
            recount::step(connection, &mut recount, most)?;
            Ok(recount)
        })
    }

    fn put_right(&self, recount: Recount) -> Answer<'_, u64> {
        self.write(move |transaction| recount::put_right(transaction, recount.clone()))
    }
}

fn search(
    connection: &Connection,
    letters: &str,
    before: Option<u64>,
    most: u32,
) -> Result<Vec<Known>, ReadError> {
    let sql = format!(
        "SELECT people.key, people.seen_ms, {}, \
         (SELECT count(*) FROM games WHERE white_key = people.key) + \
         (SELECT count(*) FROM games WHERE black_key = people.key) AS games \
         FROM people WHERE key < ?1 AND (instr(name_key, ?2) > 0 OR instr(lower(name), ?3) > 0 \
         OR instr(address_key, ?3) > 0 OR id = ?4) ORDER BY key DESC LIMIT ?5",
        people::PERSON
    );
    let before = before.map_or(i64::MAX, number_to_sql);
    let mut select = connection.prepare_cached(&sql)?;
    let mut rows = select.query(params![
        before,
        name_key(letters),
        letters.to_lowercase(),
        letters,
        most
    ])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push(Known {
            key: count_column(row, "key")?,
            person: people::person(row)?,
            seen: millis_from_sql(row.get("seen_ms")?),
            games: count_column(row, "games")?,
        });
    }
    Ok(found)
}

fn set_role(
    transaction: &Transaction<'_>,
    person: &PersonId,
    role: Role,
) -> Result<Verdict<bool>, rusqlite::Error> {
    let Some(key) = people::person_key(transaction, person)? else {
        return Ok(Err(StoreError::Conflict));
    };
    let name = match role {
        Role::Admin => "admin",
        Role::Member => {
            let sql = "SELECT count(*) FROM people \
                       WHERE role = 'admin' AND closed_ms IS NULL AND key <> ?1";
            let others: u32 = transaction.query_row(sql, [key], |row| row.get(0))?;
            if others == 0 {
                return Ok(Ok(false));
            }
            "member"
        }
    };
    let sql = "UPDATE people SET role = ?2 WHERE key = ?1";
    transaction
        .prepare_cached(sql)?
        .execute(params![key, name])?;
    Ok(Ok(true))
}

fn rename(
    transaction: &Transaction<'_>,
    person: &PersonId,
    name: &str,
    at: Timestamp,
) -> Result<Verdict<()>, rusqlite::Error> {
    let Some(key) = people::person_key(transaction, person)? else {
        return Ok(Err(StoreError::Conflict));
    };
    let looks = name_key(name);
    let sql = "SELECT EXISTS (SELECT 1 FROM people WHERE name_key = ?1 AND key <> ?2) OR EXISTS \
               (SELECT 1 FROM resting_names WHERE name_key = ?1 AND until_ms > ?3 \
               AND person_key IS NOT ?2)";
    let is_taken: bool = transaction
        .prepare_cached(sql)?
        .query_row(params![looks, key, millis_to_sql(at)], |row| row.get(0))?;
    if is_taken {
        return Ok(Err(StoreError::Taken("name")));
    }
    lives::rest_name(transaction, key, at)?;
    transaction
        .prepare_cached("DELETE FROM resting_names WHERE name_key = ?1")?
        .execute([&looks])?;
    let sql = "UPDATE people SET name = ?2, name_key = ?3 WHERE key = ?1 AND name IS NOT NULL";
    let renamed = transaction
        .prepare_cached(sql)?
        .execute(params![key, name, looks])?;
    Ok(if renamed > 0 {
        Ok(())
    } else {
        Err(StoreError::Conflict)
    })
}

/// Who reports need not know who sits where: that is looked up here, and what was said lately is
/// kept with the report, since it may be gone when somebody reads it.
fn write_report(
    transaction: &Transaction<'_>,
    report: &NewReport,
) -> Result<bool, rusqlite::Error> {
    let sql = "SELECT count(*) FROM reports WHERE closed_ms IS NULL";
    let open: u32 = transaction.query_row(sql, [], |row| row.get(0))?;
    if open >= limits::OPEN_REPORTS {
        return Ok(false);
    }
    let key_of = |person: &Option<PersonId>| match person {
        Some(person) => people::person_key(transaction, person),
        None => Ok(None),
    };
    let reporter = key_of(&report.reporter)?;
    let mut person = key_of(&report.person)?;
    let (mut table, mut seat, mut context) = (None, None, Vec::new());
    if let Some((id, at_seat)) = &report.place {
        table = tables::table_key(transaction, id)?;
        seat = at_seat.map(seat_name);
    }
    if let Some(table) = table {
        context = said_at(transaction, table)?;
        let sql = "SELECT person_key FROM seat_people WHERE table_key = ?1 AND seat = ?2";
        let mut select = transaction.prepare_cached(sql)?;
        let sits: Option<i64> = select
            .query_row(params![table, seat], |row| row.get(0))
            .optional()?;
        person = person.or(sits);
    }
    let sql = "INSERT INTO reports (id, made_ms, reporter_key, person_key, table_key, seat, \
               reason, words, context) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
    transaction.prepare_cached(sql)?.execute(params![
        report.id.as_str(),
        millis_to_sql(report.at),
        reporter,
        person,
        table,
        seat,
        report.reason,
        report.words,
        serde_json::Value::from(context).to_string(),
    ])?;
    Ok(true)
}

/// The last lines that were said at a table.
fn said_at(transaction: &Transaction<'_>, table_key: i64) -> Result<Vec<String>, rusqlite::Error> {
    let sql = "SELECT seat, coalesce(text, phrase) FROM chat WHERE table_key = ?1 \
               ORDER BY number DESC LIMIT ?2";
    let mut select = transaction.prepare_cached(sql)?;
    let lines = select.query_map(params![table_key, limits::REPORT_LINES], |row| {
        let (seat, text): (String, String) = (row.get(0)?, row.get(1)?);
        Ok(format!("{seat}: {text}"))
    })?;
    let mut lines = lines.collect::<Result<Vec<_>, _>>()?;
    lines.reverse();
    Ok(lines)
}

const REPORTS: &str = "SELECT reports.key, reports.id AS report_id, made_ms, \
    reporter.id AS reporter_id, reporter.name AS reporter_name, person.id AS person_id, \
    person.name AS person_name, tables.id AS table_id, reports.seat, reason, words, context, \
    reports.closed_ms, note FROM reports \
    LEFT JOIN people AS reporter ON reporter.key = reports.reporter_key \
    LEFT JOIN people AS person ON person.key = reports.person_key \
    LEFT JOIN tables ON tables.key = reports.table_key \
    WHERE (reports.closed_ms IS NULL) = ?1 AND reports.key < ?2 \
    ORDER BY reports.key DESC LIMIT ?3";

fn report(row: &Row<'_>) -> Result<Report, ReadError> {
    let id_or_none = |column| match row.get::<_, Option<String>>(column)? {
        Some(_) => id_column(row, column).map(Some),
        None => Ok::<_, ReadError>(None),
    };
    let seat: Option<String> = row.get("seat")?;
    let context: String = row.get("context")?;
    Ok(Report {
        key: count_column(row, "key")?,
        id: id_column(row, "report_id")?,
        made: millis_from_sql(row.get("made_ms")?),
        reporter: id_or_none("reporter_id")?,
        reporter_name: row.get("reporter_name")?,
        person: id_or_none("person_id")?,
        person_name: row.get("person_name")?,
        table: id_or_none("table_id")?,
        seat: seat.as_deref().map(seat_from_name).transpose()?,
        reason: row.get("reason")?,
        words: row.get("words")?,
        context: serde_json::from_str(&context).map_err(unreadable)?,
        closed: row.get::<_, Option<i64>>("closed_ms")?.map(millis_from_sql),
        note: row.get("note")?,
    })
}
