//! Games that have ended, in SQLite: entering one, and reading the list. What a game does to the
//! ratings stands in `ratings.rs`.

use rusqlite::{OptionalExtension as _, Row, Transaction, params};
use tabiya_arbiter::{Seat, Termination, Timestamp};
use tabiya_rules::{ByColor, Color, Outcome};

use super::super::{Answer, Ended, GameEntry, Games, PersonId, RatedGame, RatingPoint};
use super::{
    ReadError, SqliteStore, id_column, millis_from_sql, millis_to_sql, number_to_sql, people,
    ratings, seat_name, tables, unreadable,
};
use crate::accounts::DELETED;
use crate::ids::TableId;
use crate::limits;
use crate::ratings::{Change, RatingClass, Standing};

impl Games for SqliteStore {
    fn standings(&self, person: PersonId) -> Answer<'_, Vec<(RatingClass, Standing)>> {
        self.read(
            move |connection| match people::person_key(connection, &person)? {
                Some(key) => ratings::standings(connection, key),
                None => Ok(Vec::new()),
            },
        )
    }

    fn changes(&self, table: TableId, number: u32) -> Answer<'_, Option<ByColor<Change>>> {
        self.read(
            move |connection| match tables::table_key(connection, &table)? {
                Some(key) => ratings::changes(connection, key, number),
                None => Ok(None),
            },
        )
    }

    fn rating_history(
        &self,
        person: PersonId,
        class: RatingClass,
        most: u32,
    ) -> Answer<'_, Vec<RatingPoint>> {
        self.read(
            move |connection| match people::person_key(connection, &person)? {
                Some(key) => ratings::history(connection, key, class, most),
                None => Ok(Vec::new()),
            },
        )
    }

    fn games_of(
        &self,
        person: PersonId,
        before: Option<u64>,
        most: u32,
    ) -> Answer<'_, Vec<GameEntry>> {
        self.read(move |connection| {
            let Some(key) = people::person_key(connection, &person)? else {
                return Ok(Vec::new());
            };
            let before = before.map_or(i64::MAX, number_to_sql);
            let mut select = connection.prepare_cached(GAMES_OF)?;
            let mut rows = select.query(params![key, before, most])?;
            let mut games = Vec::new();
            while let Some(row) = rows.next()? {
                games.push(entry(row)?);
            }
            Ok(games)
        })
    }

    fn rated_games(&self, after: u64, most: u32) -> Answer<'_, Vec<RatedGame>> {
        self.read(move |connection| {
            let mut select = connection.prepare_cached(RATED)?;
            let mut rows = select.query(params![number_to_sql(after), most])?;
            let mut games = Vec::new();
            while let Some(row) = rows.next()? {
                games.push(rated_game(row)?);
            }
            Ok(games)
        })
    }

    fn all_standings(&self) -> Answer<'_, Vec<(PersonId, RatingClass, Standing)>> {
        self.read(ratings::all_standings)
    }
}

/// A person's games, whichever color: each half runs along an index of its own.
const GAMES_OF: &str = "WITH mine AS ( \
    SELECT position, 'white' AS color FROM games WHERE white_key = ?1 AND position < ?2 \
    UNION ALL \
    SELECT position, 'black' FROM games WHERE black_key = ?1 AND position < ?2 \
    AND white_key IS NOT black_key \
    ORDER BY position DESC LIMIT ?3) \
    SELECT games.position, tables.id AS table_id, games.number, mine.color, white_name, \
    black_name, white.name AS white_account, black.name AS black_account, result, termination, \
    games.class, plies, ended_ms, before, after, k \
    FROM mine JOIN games ON games.position = mine.position \
    JOIN tables ON tables.key = games.table_key \
    LEFT JOIN people AS white ON white.key = games.white_key AND white.closed_ms IS NULL \
    LEFT JOIN people AS black ON black.key = games.black_key AND black.closed_ms IS NULL \
    LEFT JOIN rating_changes ON rating_changes.table_key = games.table_key \
    AND rating_changes.number = games.number AND rating_changes.color = mine.color \
    ORDER BY games.position DESC, mine.color DESC";

const RATED: &str = "SELECT position, tables.id AS table_id, number, white.id AS white_id, \
    black.id AS black_id, result, class, ended_ms FROM games \
    JOIN tables ON tables.key = games.table_key \
    JOIN people AS white ON white.key = games.white_key \
    JOIN people AS black ON black.key = games.black_key \
    WHERE rated = 1 AND result IS NOT NULL AND white_key <> black_key AND position > ?1 \
    ORDER BY position LIMIT ?2";

/// Enters a game in the list of games and moves the ratings by it.
pub(super) fn enter(
    transaction: &Transaction<'_>,
    table_key: i64,
    ended: &Ended,
) -> Result<(), rusqlite::Error> {
    let (white, black) = (ended.white, ended.white.other());
    let holders = ByColor {
        white: holder(transaction, table_key, white)?,
        black: holder(transaction, table_key, black)?,
    };
    let key = |holder: Option<Holder>| holder.map(|(key, _)| key);
    let (white_key, black_key) = (key(holders.white), key(holders.black));
    let counted = counted(ended, &holders);
    let class = RatingClass::of(&ended.clock);
    let sql = "INSERT INTO games (table_key, number, white_key, black_key, white_name, \
               black_name, result, termination, class, rated, plies, started_ms, ended_ms) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)";
    transaction.prepare_cached(sql)?.execute(params![
        table_key,
        ended.number,
        white_key,
        black_key,
        name(transaction, ended, white, white_key)?,
        name(transaction, ended, black, black_key)?,
        ended.outcome.map(result_name),
        termination_name(ended.termination),
        class.name(),
        counted.is_some(),
        ended.plies,
        millis_to_sql(ended.started),
        millis_to_sql(ended.ended),
    ])?;
    let Some((players, outcome)) = counted else {
        return Ok(());
    };
    let game = ratings::Counted {
        table_key,
        number: ended.number,
        players,
        class,
        ended: ended.ended,
    };
    ratings::count(transaction, &game, outcome)
}

/// A person in a seat, and the first game there that counts for the person's ratings.
type Holder = (i64, u32);

/// The two whose ratings a game moves, and its result; none: it does not count.
fn counted(ended: &Ended, holders: &ByColor<Option<Holder>>) -> Option<(ByColor<i64>, Outcome)> {
    let known = |holder: Option<Holder>| {
        let (key, from_game) = holder?;
        (from_game <= ended.number).then_some(key)
    };
    let players = ByColor {
        white: known(holders.white)?,
        black: known(holders.black)?,
    };
    let is_game = ended.rated && ended.standard && ended.plies >= limits::RATED_PLIES_LEAST;
    (is_game && players.white != players.black).then_some((players, ended.outcome?))
}

fn holder(
    transaction: &Transaction<'_>,
    table_key: i64,
    seat: Seat,
) -> Result<Option<Holder>, rusqlite::Error> {
    let sql = "SELECT person_key, from_game FROM seat_people WHERE table_key = ?1 AND seat = ?2";
    let mut select = transaction.prepare_cached(sql)?;
    select
        .query_row(params![table_key, seat_name(seat)], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
        .optional()
}

/// What a player is called; of somebody who has closed the account the table may know the name still.
fn name<'a>(
    transaction: &Transaction<'_>,
    ended: &'a Ended,
    seat: Seat,
    key: Option<i64>,
) -> Result<Option<&'a str>, rusqlite::Error> {
    let sql = "SELECT EXISTS (SELECT 1 FROM people WHERE key = ?1 AND closed_ms IS NOT NULL)";
    let mut select = transaction.prepare_cached(sql)?;
    let is_closed: bool = select.query_row([key], |row| row.get(0))?;
    Ok(if is_closed {
        Some(DELETED)
    } else {
        ended.names.get(seat).as_deref()
    })
}

fn entry(row: &Row<'_>) -> Result<GameEntry, ReadError> {
    let change = match row.get::<_, Option<i32>>("k")? {
        Some(k) => Some(Change {
            before: row.get("before")?,
            after: row.get("after")?,
            k,
        }),
        None => None,
    };
    Ok(GameEntry {
        position: position(row)?,
        table: id_column(row, "table_id")?,
        number: row.get("number")?,
        color: ratings::color_column(row)?,
        names: ByColor {
            white: row.get("white_name")?,
            black: row.get("black_name")?,
        },
        accounts: ByColor {
            white: row.get("white_account")?,
            black: row.get("black_account")?,
        },
        outcome: row
            .get::<_, Option<String>>("result")?
            .map(|result| outcome(&result))
            .transpose()?,
        termination: row.get("termination")?,
        class: ratings::class_column(row)?,
        plies: row.get("plies")?,
        ended: ended_at(row)?,
        change,
    })
}

pub(super) fn rated_game(row: &Row<'_>) -> Result<RatedGame, ReadError> {
    Ok(RatedGame {
        position: position(row)?,
        table: id_column(row, "table_id")?,
        number: row.get("number")?,
        players: ByColor {
            white: id_column(row, "white_id")?,
            black: id_column(row, "black_id")?,
        },
        outcome: outcome(&row.get::<_, String>("result")?)?,
        class: ratings::class_column(row)?,
        ended: ended_at(row)?,
    })
}

fn position(row: &Row<'_>) -> Result<u64, ReadError> {
    u64::try_from(row.get::<_, i64>("position")?).map_err(unreadable)
}

fn ended_at(row: &Row<'_>) -> Result<Timestamp, ReadError> {
    Ok(millis_from_sql(row.get("ended_ms")?))
}

fn result_name(outcome: Outcome) -> &'static str {
    match outcome.winner() {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None => "1/2-1/2",
    }
}

fn outcome(result: &str) -> Result<Outcome, ReadError> {
    match result {
        "1-0" => Ok(Outcome::Win(Color::White)),
        "0-1" => Ok(Outcome::Win(Color::Black)),
        "1/2-1/2" => Ok(Outcome::Draw),
        _ => Err(ReadError::Unreadable(format!("result {result:?}"))),
    }
}

/// The name of a termination as it stands in events.
fn termination_name(termination: Termination) -> String {
    match serde_json::to_value(termination) {
        Ok(serde_json::Value::String(name)) => name,
        _ => String::new(),
    }
}
