//! Ratings in SQLite: what a game that counts does to both, and how they have moved.

use std::collections::{HashMap, HashSet};

use rusqlite::{Connection, OptionalExtension as _, Row, Transaction, params};
use tabiya_arbiter::Timestamp;
use tabiya_rules::{ByColor, Color, Outcome};

use super::super::{PersonId, RatingPoint, WrongGame};
use super::{ReadError, id_column, millis_from_sql, millis_to_sql, recount};
use crate::ratings::{Change, RatingClass, Standing, rate};

/// A game that moves two ratings.
pub(super) struct Counted {
    pub(super) table_key: i64,
    pub(super) number: u32,
    /// The keys of two different people.
    pub(super) players: ByColor<i64>,
    pub(super) class: RatingClass,
    pub(super) ended: Timestamp,
}

/// Moves the ratings of both players of a game.
pub(super) fn count(
    transaction: &Transaction<'_>,
    game: &Counted,
    outcome: Outcome,
) -> Result<(), rusqlite::Error> {
    let players = ByColor {
        white: standing(transaction, game.players.white, game.class)?,
        black: standing(transaction, game.players.black, game.class)?,
    };
    let changes = rate(&players, outcome);
    for color in [Color::White, Color::Black] {
        let change = changes.get(color);
        write_change(transaction, game, color, change)?;
        let after = players.get(color).after(change);
        write_standing(transaction, *game.players.get(color), game.class, &after)?;
    }
    Ok(())
}

fn standing(
    connection: &Connection,
    person_key: i64,
    class: RatingClass,
) -> Result<Standing, rusqlite::Error> {
    let sql = "SELECT rating, games, peak FROM ratings WHERE person_key = ?1 AND class = ?2";
    let mut select = connection.prepare_cached(sql)?;
    let found = select.query_row(params![person_key, class.name()], standing_columns);
    Ok(found.optional()?.unwrap_or_default())
}

fn standing_columns(row: &Row<'_>) -> Result<Standing, rusqlite::Error> {
    Ok(Standing {
        rating: row.get("rating")?,
        games: row.get("games")?,
        peak: row.get("peak")?,
    })
}

fn write_change(
    transaction: &Transaction<'_>,
    game: &Counted,
    color: Color,
    change: &Change,
) -> Result<(), rusqlite::Error> {
    let sql = "INSERT INTO rating_changes \
               (table_key, number, color, person_key, class, before, after, k, at_ms) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
    transaction.prepare_cached(sql)?.execute(params![
        game.table_key,
        game.number,
        color_name(color),
        game.players.get(color),
        game.class.name(),
        change.before,
        change.after,
        change.k,
        millis_to_sql(game.ended),
    ])?;
    Ok(())
}

/// What a game does to both, as a recount has found it.
pub(super) fn write_changes(
    transaction: &Transaction<'_>,
    table_key: i64,
    wrong: &WrongGame,
) -> Result<(), rusqlite::Error> {
    let game = Counted {
        table_key,
        number: wrong.number,
        players: ByColor {
            white: recount::key_of(transaction, &wrong.players.white)?,
            black: recount::key_of(transaction, &wrong.players.black)?,
        },
        class: wrong.class,
        ended: wrong.ended,
    };
    for color in [Color::White, Color::Black] {
        write_change(transaction, &game, color, wrong.right.get(color))?;
    }
    Ok(())
}

/// Makes the standings these and no others. Answers how many were not so.
pub(super) fn replace_standings(
    transaction: &Transaction<'_>,
    right: &HashMap<(PersonId, RatingClass), Standing>,
) -> Result<u64, rusqlite::Error> {
    let mut count = 0;
    let mut kept = HashSet::new();
    for ((person, class), standing) in right {
        let key = recount::key_of(transaction, person)?;
        kept.insert((key, class.name()));
        let sql = "SELECT rating, games, peak FROM ratings WHERE person_key = ?1 AND class = ?2";
        let mut select = transaction.prepare_cached(sql)?;
        let stored = select
            .query_row(params![key, class.name()], standing_columns)
            .optional()?;
        if stored != Some(*standing) {
            write_standing(transaction, key, *class, standing)?;
            count += 1;
        }
    }
    let mut select = transaction.prepare("SELECT person_key, class FROM ratings")?;
    let mut rows = select.query([])?;
    let mut gone = Vec::new();
    while let Some(row) = rows.next()? {
        let (key, class): (i64, String) = (row.get(0)?, row.get(1)?);
        if !kept.contains(&(key, class.as_str())) {
            gone.push((key, class));
        }
    }
    for (key, class) in gone {
        let sql = "DELETE FROM ratings WHERE person_key = ?1 AND class = ?2";
        transaction
            .prepare_cached(sql)?
            .execute(params![key, class])?;
        count += 1;
    }
    Ok(count)
}

fn write_standing(
    transaction: &Transaction<'_>,
    person_key: i64,
    class: RatingClass,
    standing: &Standing,
) -> Result<(), rusqlite::Error> {
    let sql = "INSERT INTO ratings (person_key, class, rating, games, peak) \
               VALUES (?1, ?2, ?3, ?4, ?5) \
               ON CONFLICT (person_key, class) DO UPDATE SET rating = ?3, games = ?4, peak = ?5";
    transaction.prepare_cached(sql)?.execute(params![
        person_key,
        class.name(),
        standing.rating,
        standing.games,
        standing.peak,
    ])?;
    Ok(())
}

/// Where a person stands in each class, fastest first.
pub(super) fn standings(
    connection: &Connection,
    person_key: i64,
) -> Result<Vec<(RatingClass, Standing)>, ReadError> {
    let sql = "SELECT class, rating, games, peak FROM ratings WHERE person_key = ?1";
    let mut select = connection.prepare_cached(sql)?;
    let mut rows = select.query([person_key])?;
    let mut standings = Vec::new();
    while let Some(row) = rows.next()? {
        standings.push((class_column(row)?, standing_columns(row)?));
    }
    standings.sort_by_key(|(class, _)| *class);
    Ok(standings)
}

pub(super) fn all_standings(
    connection: &Connection,
) -> Result<Vec<(PersonId, RatingClass, Standing)>, ReadError> {
    let sql = "SELECT people.id AS person_id, class, rating, games, peak FROM ratings \
               JOIN people ON people.key = ratings.person_key ORDER BY person_key, class";
    let mut select = connection.prepare(sql)?;
    let mut rows = select.query([])?;
    let mut standings = Vec::new();
    while let Some(row) = rows.next()? {
        let person = id_column(row, "person_id")?;
        standings.push((person, class_column(row)?, standing_columns(row)?));
    }
    Ok(standings)
}

/// What a game did to both ratings.
pub(super) fn changes(
    connection: &Connection,
    table_key: i64,
    number: u32,
) -> Result<Option<ByColor<Change>>, ReadError> {
    let sql = "SELECT color, before, after, k FROM rating_changes \
               WHERE table_key = ?1 AND number = ?2";
    let mut select = connection.prepare_cached(sql)?;
    let mut rows = select.query(params![table_key, number])?;
    let mut found = ByColor::from_fn(|_| None);
    while let Some(row) = rows.next()? {
        *found.get_mut(color_column(row)?) = Some(change_columns(row)?);
    }
    Ok(found
        .white
        .zip(found.black)
        .map(|(white, black)| ByColor { white, black }))
}

/// How a rating has moved lately, oldest first.
pub(super) fn history(
    connection: &Connection,
    person_key: i64,
    class: RatingClass,
    most: u32,
) -> Result<Vec<RatingPoint>, ReadError> {
    let sql = "SELECT games.position, tables.id AS table_id, rating_changes.number, before, \
               after, k, at_ms FROM rating_changes \
               JOIN games ON games.table_key = rating_changes.table_key \
               AND games.number = rating_changes.number \
               JOIN tables ON tables.key = rating_changes.table_key \
               WHERE rating_changes.person_key = ?1 AND rating_changes.class = ?2 \
               ORDER BY games.position DESC LIMIT ?3";
    let mut select = connection.prepare_cached(sql)?;
    let mut rows = select.query(params![person_key, class.name(), most])?;
    let mut points = Vec::new();
    while let Some(row) = rows.next()? {
        points.push(RatingPoint {
            at: millis_from_sql(row.get("at_ms")?),
            table: id_column(row, "table_id")?,
            number: row.get("number")?,
            change: change_columns(row)?,
        });
    }
    points.reverse();
    Ok(points)
}

fn change_columns(row: &Row<'_>) -> Result<Change, rusqlite::Error> {
    Ok(Change {
        before: row.get("before")?,
        after: row.get("after")?,
        k: row.get("k")?,
    })
}

pub(super) fn class_column(row: &Row<'_>) -> Result<RatingClass, ReadError> {
    let name: String = row.get("class")?;
    RatingClass::by_name(&name).ok_or_else(|| ReadError::Unreadable(format!("class {name:?}")))
}

const fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

pub(super) fn color_column(row: &Row<'_>) -> Result<Color, ReadError> {
    match row.get::<_, String>("color")?.as_str() {
        "white" => Ok(Color::White),
        "black" => Ok(Color::Black),
        color => Err(ReadError::Unreadable(format!("color {color:?}"))),
    }
}

#[cfg(test)]
#[path = "ratings_tests.rs"]
mod tests;
