//! Chess by letter in SQLite: waking, outages, prepared answers, notes, vacations, lists of games.

use rusqlite::{Connection, OptionalExtension as _, Row, Transaction, params};
use tabiya_arbiter::{BySeat, Seat, Timestamp};

use super::super::{
    Answer, GameCard, InvitationLimits, LetterInvitation, LetterState, Letters, Outage, PastGame,
    PastPlace, PersonId, Plan, StoreError, Vacation,
};
use super::people::person_key;
use super::tables::table_key;
use super::writer::Verdict;
use super::{
    ReadError, SqliteStore, count_column, id_column, invitations, millis_from_sql, millis_to_sql,
    number_to_sql, seat_from_name, seat_name, unreadable,
};
use crate::ids::TableId;

impl Letters for SqliteStore {
    fn due(&self, by: Timestamp) -> Answer<'_, Vec<TableId>> {
        let sql = "SELECT id FROM tables WHERE wake_ms <= ?1 ORDER BY wake_ms";
        self.read(move |connection| {
            let mut select = connection.prepare_cached(sql)?;
            let mut rows = select.query([millis_to_sql(by)])?;
            let mut tables = Vec::new();
            while let Some(row) = rows.next()? {
                tables.push(id_column(row, "id")?);
            }
            Ok(tables)
        })
    }

    fn has_waiting(&self) -> Answer<'_, bool> {
        self.read(|connection| {
            let sql = "SELECT EXISTS (SELECT 1 FROM tables WHERE wake_ms IS NOT NULL)";
            Ok(connection
                .prepare_cached(sql)?
                .query_row([], |row| row.get(0))?)
        })
    }

    fn note_outage(&self, outage: Outage, forget: Timestamp) -> Answer<'_, ()> {
        self.write(move |transaction| {
            let sql = "INSERT INTO outages (since_ms, until_ms) VALUES (?1, ?2) \
                       ON CONFLICT (since_ms) DO UPDATE SET until_ms = max(until_ms, ?2)";
            let (since, until) = (millis_to_sql(outage.since), millis_to_sql(outage.until));
            transaction
                .prepare_cached(sql)?
                .execute(params![since, until])?;
            let sql = "DELETE FROM outages WHERE until_ms < ?1";
            transaction
                .prepare_cached(sql)?
                .execute([millis_to_sql(forget)])?;
            Ok(Ok(()))
        })
    }

    fn outages(&self) -> Answer<'_, Vec<Outage>> {
        self.read(|connection| {
            let sql = "SELECT since_ms, until_ms FROM outages ORDER BY since_ms";
            let mut select = connection.prepare_cached(sql)?;
            let outages = select.query_map([], |row| {
                Ok(Outage {
                    since: millis_from_sql(row.get(0)?),
                    until: millis_from_sql(row.get(1)?),
                })
            })?;
            Ok(outages.collect::<Result<_, _>>()?)
        })
    }

    fn plans(&self, table: TableId) -> Answer<'_, BySeat<Option<Plan>>> {
        self.read(move |connection| {
            let sql = "SELECT seat, plan FROM plans \
                       JOIN tables ON tables.key = plans.table_key WHERE tables.id = ?1";
            let mut select = connection.prepare_cached(sql)?;
            let mut rows = select.query([table.as_str()])?;
            let mut plans = BySeat::default();
            while let Some(row) = rows.next()? {
                let seat = seat_from_name(&row.get::<_, String>("seat")?)?;
                let text: String = row.get("plan")?;
                *plans.get_mut(seat) = Some(serde_json::from_str(&text).map_err(unreadable)?);
            }
            Ok(plans)
        })
    }

    fn keep_plan(&self, table: TableId, seat: Seat, plan: Option<Plan>) -> Answer<'_, ()> {
        let text = plan.map(|plan| serde_json::to_string(&plan)).transpose();
        let text = match text {
            Ok(text) => text,
            Err(error) => {
                return Box::pin(async move { Err(StoreError::Unreadable(error.to_string())) });
            }
        };
        self.write(move |transaction| {
            keep_text(
                transaction,
                &table,
                seat,
                ("plans", "plan"),
                text.as_deref(),
            )
        })
    }

    fn note(&self, table: TableId, seat: Seat) -> Answer<'_, Option<String>> {
        self.read(move |connection| {
            let sql = "SELECT note FROM notes JOIN tables ON tables.key = notes.table_key \
                       WHERE tables.id = ?1 AND seat = ?2";
            let mut select = connection.prepare_cached(sql)?;
            let found =
                select.query_row(params![table.as_str(), seat_name(seat)], |row| row.get(0));
            Ok(found.optional()?)
        })
    }

    fn keep_note(&self, table: TableId, seat: Seat, note: String) -> Answer<'_, ()> {
        self.write(move |transaction| {
            let note = Some(&*note).filter(|note| !note.is_empty());
            keep_text(transaction, &table, seat, ("notes", "note"), note)
        })
    }

    fn vacations(&self, person: PersonId, after: Timestamp) -> Answer<'_, Vec<Vacation>> {
        self.read(move |connection| {
            let sql = "SELECT from_ms, until_ms FROM vacations \
                       JOIN people ON people.key = person_key \
                       WHERE people.id = ?1 AND until_ms > ?2 ORDER BY from_ms";
            let mut select = connection.prepare_cached(sql)?;
            let asked = params![person.as_str(), millis_to_sql(after)];
            let vacations = select.query_map(asked, vacation)?;
            Ok(vacations.collect::<Result<_, _>>()?)
        })
    }

    fn keep_vacation(
        &self,
        person: PersonId,
        vacation: Vacation,
        known: Option<Vacation>,
    ) -> Answer<'_, bool> {
        self.write(move |transaction| {
            let Some(key) = person_key(transaction, &person)? else {
                return Ok(Err(StoreError::Conflict));
            };
            let sql = "SELECT from_ms, until_ms FROM vacations WHERE person_key = ?1 \
                       ORDER BY until_ms DESC, from_ms DESC LIMIT 1";
            let last = transaction
                .prepare_cached(sql)?
                .query_row([key], self::vacation)
                .optional()?;
            if last != known {
                return Ok(Ok(false));
            }
            let sql = "INSERT INTO vacations (person_key, from_ms, until_ms) VALUES (?1, ?2, ?3) \
                       ON CONFLICT (person_key, from_ms) DO UPDATE SET until_ms = ?3";
            let (from, until) = (millis_to_sql(vacation.from), millis_to_sql(vacation.until));
            transaction
                .prepare_cached(sql)?
                .execute(params![key, from, until])?;
            Ok(Ok(true))
        })
    }

    fn vacations_at(&self, table: TableId) -> Answer<'_, BySeat<Vec<Vacation>>> {
        self.read(move |connection| {
            let sql = "SELECT seat_people.seat, from_ms, until_ms FROM seat_people \
                       JOIN tables ON tables.key = seat_people.table_key \
                       JOIN vacations ON vacations.person_key = seat_people.person_key \
                       WHERE tables.id = ?1 ORDER BY until_ms, from_ms";
            let mut select = connection.prepare_cached(sql)?;
            let mut rows = select.query([table.as_str()])?;
            let mut vacations: BySeat<Vec<Vacation>> = BySeat::default();
            while let Some(row) = rows.next()? {
                let seat = seat_from_name(&row.get::<_, String>("seat")?)?;
                vacations.get_mut(seat).push(vacation(row)?);
            }
            Ok(vacations)
        })
    }

    fn letters_of(&self, person: PersonId) -> Answer<'_, Vec<TableId>> {
        self.read(move |connection| {
            let sql = "SELECT tables.id FROM seat_people \
                       JOIN tables ON tables.key = table_key \
                       JOIN people ON people.key = person_key \
                       WHERE people.id = ?1 AND card IS NOT NULL";
            let mut select = connection.prepare_cached(sql)?;
            let mut rows = select.query([person.as_str()])?;
            let mut tables = Vec::new();
            while let Some(row) = rows.next()? {
                tables.push(id_column(row, "id")?);
            }
            Ok(tables)
        })
    }

    fn running_games(&self, person: PersonId) -> Answer<'_, Vec<GameCard>> {
        self.read(move |connection| {
            let sql = "SELECT tables.id, seat, card FROM seat_people \
                       JOIN tables ON tables.key = table_key \
                       JOIN people ON people.key = person_key \
                       WHERE people.id = ?1 AND (card IS NOT NULL OR running = 1)";
            let mut select = connection.prepare_cached(sql)?;
            let mut rows = select.query([person.as_str()])?;
            let mut games = Vec::new();
            while let Some(row) = rows.next()? {
                games.push(GameCard {
                    table: id_column(row, "id")?,
                    seat: seat_from_name(&row.get::<_, String>("seat")?)?,
                    card: row.get("card")?,
                });
            }
            Ok(games)
        })
    }

    fn past_games(
        &self,
        person: PersonId,
        after: Option<PastPlace>,
        most: u32,
    ) -> Answer<'_, Vec<PastGame>> {
        self.read(move |connection| past_games(connection, &person, after, most))
    }

    fn invite_by_letter(
        &self,
        invitation: LetterInvitation,
        most: InvitationLimits,
    ) -> Answer<'_, bool> {
        let settings = match serde_json::to_string(&invitation.settings) {
            Ok(settings) => settings,
            Err(error) => {
                return Box::pin(async move { Err(StoreError::Unreadable(error.to_string())) });
            }
        };
        self.write(move |transaction| invitations::enter(transaction, &invitation, &settings, most))
    }

    fn letter_invitation(&self, id: TableId) -> Answer<'_, Option<LetterInvitation>> {
        self.read(move |connection| invitations::find(connection, &id))
    }

    fn confirm_letter(&self, id: TableId, seat: Seat) -> Answer<'_, Option<LetterInvitation>> {
        Box::pin(async move {
            let known = id.clone();
            let confirm = self.write(move |transaction| {
                let sql = format!(
                    "UPDATE letter_invitations SET {}_confirmed = 1 WHERE id = ?1 AND state = 'open'",
                    seat_name(seat)
                );
                transaction
                    .prepare_cached(&sql)?
                    .execute([known.as_str()])?;
                Ok(Ok(()))
            });
            confirm.await?;
            self.letter_invitation(id).await
        })
    }

    fn close_letter(&self, id: TableId, state: LetterState) -> Answer<'_, bool> {
        self.write(move |transaction| {
            let sql = "UPDATE letter_invitations SET state = ?2 WHERE id = ?1 AND state = 'open'";
            let changed = transaction
                .prepare_cached(sql)?
                .execute(params![id.as_str(), invitations::state_name(state)])?;
            Ok(Ok(changed == 1))
        })
    }

    fn unsettled_letters(&self, now: Timestamp) -> Answer<'_, Vec<LetterInvitation>> {
        self.read(move |connection| invitations::unsettled(connection, now))
    }
}

fn vacation(row: &Row<'_>) -> Result<Vacation, rusqlite::Error> {
    Ok(Vacation {
        from: millis_from_sql(row.get("from_ms")?),
        until: millis_from_sql(row.get("until_ms")?),
    })
}

/// Keeps a text of a seat in a table that has one for each; none: deletes it.
fn keep_text(
    transaction: &Transaction<'_>,
    table: &TableId,
    seat: Seat,
    (place, column): (&str, &str),
    text: Option<&str>,
) -> Result<Verdict<()>, rusqlite::Error> {
    let Some(key) = table_key(transaction, table)? else {
        return Ok(Err(StoreError::Conflict));
    };
    let seat = seat_name(seat);
    match text {
        Some(text) => {
            let sql = format!(
                "INSERT INTO {place} (table_key, seat, {column}) VALUES (?1, ?2, ?3) \
                 ON CONFLICT (table_key, seat) DO UPDATE SET {column} = ?3"
            );
            transaction
                .prepare_cached(&sql)?
                .execute(params![key, seat, text])?;
        }
        None => {
            let sql = format!("DELETE FROM {place} WHERE table_key = ?1 AND seat = ?2");
            transaction
                .prepare_cached(&sql)?
                .execute(params![key, seat])?;
        }
    }
    Ok(Ok(()))
}

fn past_games(
    connection: &Connection,
    person: &PersonId,
    after: Option<PastPlace>,
    most: u32,
) -> Result<Vec<PastGame>, ReadError> {
    // Each half runs along an index of its own, no further than one page. Whoever plays against
    // himself has the game once.
    let half = |own: &str, other: &str, color: &str| {
        format!(
            "SELECT * FROM (SELECT position, '{color}' AS color FROM games \
             WHERE {own} = (SELECT key FROM people WHERE id = ?1) AND {own} IS NOT {other} \
             AND ended_ms <= ?2 AND (ended_ms < ?2 OR position < ?3) \
             ORDER BY ended_ms DESC, position DESC LIMIT ?4)"
        )
    };
    let sql = format!(
        "SELECT tables.id, games.*, color, \
         iif(color = 'white', black_name, white_name) AS opponent \
         FROM ({} UNION ALL {}) AS past JOIN games ON games.position = past.position \
         JOIN tables ON tables.key = games.table_key \
         ORDER BY ended_ms DESC, games.position DESC LIMIT ?4",
        half("white_key", "NULL", "white"),
        half("black_key", "white_key", "black")
    );
    let mut select = connection.prepare_cached(&sql)?;
    let (ended, tie) = match after {
        Some(place) => (millis_to_sql(place.ended), number_to_sql(place.tie)),
        None => (i64::MAX, 0),
    };
    let mut rows = select.query(params![person.as_str(), ended, tie, most])?;
    let mut games = Vec::new();
    while let Some(row) = rows.next()? {
        let color: String = row.get("color")?;
        games.push(PastGame {
            table: row.get("id")?,
            number: row.get("number")?,
            color: if color == "white" { "white" } else { "black" },
            opponent: row.get("opponent")?,
            result: row.get("result")?,
            termination: row.get("termination")?,
            class: row.get("class")?,
            rated: row.get("rated")?,
            plies: row.get("plies")?,
            ended: millis_from_sql(row.get("ended_ms")?),
            tie: count_column(row, "position")?,
        });
    }
    Ok(games)
}
