//! The lobby in SQLite: seeks by days, mutes, ratings as a seek asks for them.

use rusqlite::{Connection, OptionalExtension as _, Row, params};
use tabiya_arbiter::{ColorChoice, Timestamp};

use super::super::{
    Answer, ChatLine, DaysChallenge, DaysSeek, Lobbies, LobbyWishes, Person, PersonId, StoreError,
    WhoMayChallenge,
};
use super::people::{PERSON, person, person_key};
use super::tables::table_key;
use super::{
    ReadError, SqliteStore, id_column, millis_from_sql, millis_to_sql, number_to_sql,
    seat_from_name, seat_name,
};
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

    fn lobby_wishes(&self, of: PersonId) -> Answer<'_, LobbyWishes> {
        self.read(move |connection| {
            let sql = "SELECT listed, challenges FROM lobby_wishes \
                       WHERE person_key = (SELECT key FROM people WHERE id = ?1)";
            let mut select = connection.prepare_cached(sql)?;
            let mut rows = select.query([of.as_str()])?;
            let Some(row) = rows.next()? else {
                return Ok(LobbyWishes::default());
            };
            let challenges: String = row.get("challenges")?;
            Ok(LobbyWishes {
                listed: row.get("listed")?,
                challenges: who_from_name(&challenges)?,
            })
        })
    }

    fn set_lobby_wishes(&self, of: PersonId, wishes: LobbyWishes) -> Answer<'_, ()> {
        self.write(move |transaction| {
            let Some(person_key) = person_key(transaction, &of)? else {
                return Ok(Err(StoreError::Conflict));
            };
            let sql = "INSERT INTO lobby_wishes (person_key, listed, challenges) \
                       VALUES (?1, ?2, ?3) ON CONFLICT (person_key) DO UPDATE \
                       SET listed = excluded.listed, challenges = excluded.challenges";
            transaction.prepare_cached(sql)?.execute(params![
                person_key,
                wishes.listed,
                who_name(wishes.challenges)
            ])?;
            Ok(Ok(()))
        })
    }

    fn have_played(&self, one: PersonId, other: PersonId) -> Answer<'_, bool> {
        self.read(move |connection| {
            let keys = person_key(connection, &one)?.zip(person_key(connection, &other)?);
            let Some((one, other)) = keys else {
                return Ok(false);
            };
            let sql = "SELECT EXISTS (SELECT 1 FROM games \
                       WHERE white_key = ?1 AND black_key = ?2 \
                       UNION ALL SELECT 1 FROM games WHERE white_key = ?2 AND black_key = ?1)";
            let mut select = connection.prepare_cached(sql)?;
            Ok(select.query_row([one, other], |row| row.get(0))?)
        })
    }

    fn add_challenge(&self, challenge: DaysChallenge) -> Answer<'_, ()> {
        self.write(move |transaction| {
            let keys = person_key(transaction, &challenge.from)?;
            let keys = keys.zip(person_key(transaction, &challenge.to)?);
            let Some((from_key, to_key)) = keys else {
                return Ok(Err(StoreError::Conflict));
            };
            let sql = "INSERT INTO challenges \
                       (id, from_key, to_key, days, rated, color, made_ms) \
                       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
            transaction.prepare_cached(sql)?.execute(params![
                challenge.id.as_str(),
                from_key,
                to_key,
                number_to_sql(challenge.days),
                challenge.rated,
                color_name(challenge.color),
                millis_to_sql(challenge.made),
            ])?;
            Ok(Ok(()))
        })
    }

    fn take_challenge(&self, id: TableId) -> Answer<'_, bool> {
        self.write(move |transaction| {
            let sql = "DELETE FROM challenges WHERE id = ?1";
            let gone = transaction.prepare_cached(sql)?.execute([id.as_str()])?;
            Ok(Ok(gone > 0))
        })
    }

    fn challenges_since(
        &self,
        since: Timestamp,
    ) -> Answer<'_, Vec<(DaysChallenge, Person, Person)>> {
        Box::pin(async move {
            let forget = self.write(move |transaction| {
                let sql = "DELETE FROM challenges WHERE made_ms < ?1";
                let since = millis_to_sql(since);
                transaction.prepare_cached(sql)?.execute([since])?;
                Ok(Ok(()))
            });
            forget.await?;
            self.read(read_challenges).await
        })
    }

    fn set_listed(&self, table: TableId, on: bool) -> Answer<'_, ()> {
        self.write(move |transaction| {
            let Some(table_key) = table_key(transaction, &table)? else {
                return Ok(Err(StoreError::Conflict));
            };
            let sql = if on {
                "INSERT INTO listed_tables (table_key) VALUES (?1) ON CONFLICT DO NOTHING"
            } else {
                "DELETE FROM listed_tables WHERE table_key = ?1"
            };
            transaction.prepare_cached(sql)?.execute([table_key])?;
            Ok(Ok(()))
        })
    }

    fn say(&self, table: TableId, line: ChatLine) -> Answer<'_, u64> {
        self.write(move |transaction| {
            let Some(table_key) = table_key(transaction, &table)? else {
                return Ok(Err(StoreError::Conflict));
            };
            let sql = "SELECT coalesce(max(number), 0) + 1 FROM chat WHERE table_key = ?1";
            let number: u32 = transaction
                .prepare_cached(sql)?
                .query_row([table_key], |row| row.get(0))?;
            let sql = "INSERT INTO chat (table_key, number, seat, text, phrase, at_ms) \
                       VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
            transaction.prepare_cached(sql)?.execute(params![
                table_key,
                number,
                seat_name(line.seat),
                line.text,
                line.phrase,
                millis_to_sql(line.at),
            ])?;
            let sql = "DELETE FROM chat WHERE table_key = ?1 AND number <= ?2";
            let last = number.saturating_sub(limits::CHAT_LINES);
            transaction
                .prepare_cached(sql)?
                .execute(params![table_key, last])?;
            Ok(Ok(u64::from(number)))
        })
    }

    fn chat(&self, table: TableId) -> Answer<'_, Vec<ChatLine>> {
        self.read(move |connection| {
            let sql = "SELECT number, seat, text, phrase, at_ms FROM chat \
                       WHERE table_key = (SELECT key FROM tables WHERE id = ?1) ORDER BY number";
            let mut select = connection.prepare_cached(sql)?;
            let mut rows = select.query([table.as_str()])?;
            let mut lines = Vec::new();
            while let Some(row) = rows.next()? {
                lines.push(ChatLine {
                    number: u64::from(row.get::<_, u32>("number")?),
                    seat: seat_from_name(&row.get::<_, String>("seat")?)?,
                    text: row.get("text")?,
                    phrase: row.get("phrase")?,
                    at: millis_from_sql(row.get("at_ms")?),
                });
            }
            Ok(lines)
        })
    }
}

fn read_challenges(
    connection: &Connection,
) -> Result<Vec<(DaysChallenge, Person, Person)>, ReadError> {
    let sql = "SELECT challenges.id AS challenge_id, days, rated, color, made_ms, \
               sender.id AS from_id, addressee.id AS to_id FROM challenges \
               JOIN people AS sender ON sender.key = from_key \
               JOIN people AS addressee ON addressee.key = to_key \
               WHERE sender.closed_ms IS NULL AND addressee.closed_ms IS NULL ORDER BY made_ms";
    let mut select = connection.prepare_cached(sql)?;
    let mut rows = select.query([])?;
    let person_sql = format!("SELECT {PERSON} FROM people WHERE id = ?1");
    let mut of_id = connection.prepare_cached(&person_sql)?;
    let mut named = |id: &PersonId| {
        let mut rows = of_id.query([id.as_str()])?;
        rows.next()?.map(person).transpose()
    };
    let mut challenges = Vec::new();
    while let Some(row) = rows.next()? {
        let challenge = DaysChallenge {
            id: id_column(row, "challenge_id")?,
            from: id_column(row, "from_id")?,
            to: id_column(row, "to_id")?,
            days: u64::from(row.get::<_, u32>("days")?),
            rated: row.get("rated")?,
            color: color_from_name(&row.get::<_, String>("color")?)?,
            made: millis_from_sql(row.get("made_ms")?),
        };
        if let Some((from, to)) = named(&challenge.from)?.zip(named(&challenge.to)?) {
            challenges.push((challenge, from, to));
        }
    }
    Ok(challenges)
}

fn who_name(who: WhoMayChallenge) -> &'static str {
    match who {
        WhoMayChallenge::All => "all",
        WhoMayChallenge::Known => "known",
        WhoMayChallenge::None => "none",
    }
}

fn who_from_name(name: &str) -> Result<WhoMayChallenge, ReadError> {
    [
        WhoMayChallenge::All,
        WhoMayChallenge::Known,
        WhoMayChallenge::None,
    ]
    .into_iter()
    .find(|who| who_name(*who) == name)
    .ok_or_else(|| ReadError::Unreadable(format!("challenges {name:?}")))
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
