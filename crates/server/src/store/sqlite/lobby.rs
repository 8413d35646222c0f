//! The lobby in SQLite: seeks by days, mutes, ratings as a seek asks for them.

use rusqlite::{OptionalExtension as _, Row, params};
use tabiya_arbiter::{ColorChoice, Timestamp};

use super::super::{Answer, DaysSeek, Lobbies, Person, PersonId, StoreError};
use super::people::{PERSON, person, person_key};
use super::{ReadError, SqliteStore, id_column, millis_from_sql, millis_to_sql, number_to_sql};
use crate::ids::TableId;
use crate::limits;
use crate::ratings::RatingClass;

impl Lobbies for SqliteStore {
    fn standing(&self, person: PersonId, class: RatingClass) -> Answer<'_, Option<(u16, u32)>> {
        self.read(move |connection| {
            let sql = "SELECT rating, games FROM ratings \
                       JOIN people ON people.key = ratings.person_key \
                       WHERE people.id = ?1 AND class = ?2";
            let mut select = connection.prepare_cached(sql)?;
            let found = select.query_row(params![person.as_str(), class.name()], |row| {
                Ok((row.get(0)?, row.get(1)?))
            });
            Ok(found.optional()?)
        })
    }

    fn add_seek(&self, seek: DaysSeek) -> Answer<'_, ()> {
        self.write(move |transaction| {
            let Some(person_key) = person_key(transaction, &seek.person)? else {
                return Ok(Err(StoreError::Conflict));
            };
            let sql = "INSERT INTO seeks \
                       (id, person_key, days, rated, color, lowest, highest, made_ms) \
                       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
            transaction.prepare_cached(sql)?.execute(params![
                seek.id.as_str(),
                person_key,
                number_to_sql(seek.days),
                seek.rated,
                color_name(seek.color),
                seek.range.map(|(lowest, _)| lowest),
                seek.range.map(|(_, highest)| highest),
                millis_to_sql(seek.made),
            ])?;
            Ok(Ok(()))
        })
    }

    fn take_seek(&self, id: TableId) -> Answer<'_, bool> {
        self.write(move |transaction| {
            let sql = "DELETE FROM seeks WHERE id = ?1";
            let gone = transaction.prepare_cached(sql)?.execute([id.as_str()])?;
            Ok(Ok(gone > 0))
        })
    }

    fn seeks_since(&self, since: Timestamp) -> Answer<'_, Vec<(DaysSeek, Person)>> {
        Box::pin(async move {
            let forget = self.write(move |transaction| {
                let sql = "DELETE FROM seeks WHERE made_ms < ?1";
                transaction
                    .prepare_cached(sql)?
                    .execute([millis_to_sql(since)])?;
                Ok(Ok(()))
            });
            forget.await?;
            self.read(move |connection| {
                let sql = format!(
                    "SELECT seeks.id AS seek_id, days, rated, color, lowest, highest, made_ms, \
                     {PERSON} FROM seeks JOIN people ON people.key = seeks.person_key \
                     WHERE people.closed_ms IS NULL ORDER BY made_ms"
                );
                let mut select = connection.prepare_cached(&sql)?;
                let mut rows = select.query([])?;
                let mut seeks = Vec::new();
                while let Some(row) = rows.next()? {
                    seeks.push(days_seek(row)?);
                }
                Ok(seeks)
            })
            .await
        })
    }

    fn mutes_of(&self, of: PersonId) -> Answer<'_, Vec<Person>> {
        self.read(move |connection| {
            let sql = format!(
                "SELECT {PERSON} FROM mutes JOIN people ON people.key = mutes.muted_key \
                 WHERE mutes.person_key = (SELECT key FROM people WHERE id = ?1) \
                 ORDER BY people.name"
            );
            let mut select = connection.prepare_cached(&sql)?;
            let mut rows = select.query([of.as_str()])?;
            let mut muted = Vec::new();
            while let Some(row) = rows.next()? {
                muted.push(person(row)?);
            }
            Ok(muted)
        })
    }

    fn set_mute(&self, of: PersonId, muted: PersonId, on: bool) -> Answer<'_, bool> {
        self.write(move |transaction| {
            let keys = person_key(transaction, &of)?.zip(person_key(transaction, &muted)?);
            let Some((of_key, muted_key)) = keys else {
                return Ok(Err(StoreError::Conflict));
            };
            if !on {
                let sql = "DELETE FROM mutes WHERE person_key = ?1 AND muted_key = ?2";
                transaction
                    .prepare_cached(sql)?
                    .execute([of_key, muted_key])?;
                return Ok(Ok(true));
            }
            let sql = "SELECT count(*) FROM mutes WHERE person_key = ?1";
            let count: u32 = transaction
                .prepare_cached(sql)?
                .query_row([of_key], |row| row.get(0))?;
            if count >= limits::MUTES {
                return Ok(Ok(false));
            }
            let sql = "INSERT INTO mutes (person_key, muted_key) VALUES (?1, ?2) \
                       ON CONFLICT DO NOTHING";
            transaction
                .prepare_cached(sql)?
                .execute([of_key, muted_key])?;
            Ok(Ok(true))
        })
    }
}

fn days_seek(row: &Row<'_>) -> Result<(DaysSeek, Person), ReadError> {
    let person = person(row)?;
    let lowest: Option<u16> = row.get("lowest")?;
    let seek = DaysSeek {
        id: id_column(row, "seek_id")?,
        person: person.id.clone(),
        days: u64::from(row.get::<_, u32>("days")?),
        rated: row.get("rated")?,
        color: color_from_name(&row.get::<_, String>("color")?)?,
        range: lowest.zip(row.get("highest")?),
        made: millis_from_sql(row.get("made_ms")?),
    };
    Ok((seek, person))
}

fn color_name(color: ColorChoice) -> &'static str {
    match color {
        ColorChoice::White => "white",
        ColorChoice::Black => "black",
        ColorChoice::Toss => "toss",
    }
}

fn color_from_name(name: &str) -> Result<ColorChoice, ReadError> {
    [ColorChoice::White, ColorChoice::Black, ColorChoice::Toss]
        .into_iter()
        .find(|color| color_name(*color) == name)
        .ok_or_else(|| ReadError::Unreadable(format!("color {name:?}")))
}
