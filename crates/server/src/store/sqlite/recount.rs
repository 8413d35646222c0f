//! Ratings worked out again from the list of games, in the order in which they moved them, and what
//! differs put right.

use rusqlite::{Connection, Row, Transaction, params};
use tabiya_rules::{ByColor, Color};

use super::super::{Recount, WrongGame};
use super::writer::Verdict;
use super::{ReadError, games, number_to_sql, people, ratings, tables};
use crate::limits;
use crate::ratings::{Change, rate};

const GAMES: &str = "SELECT position, tables.id AS table_id, games.number, white.id AS white_id, \
    black.id AS black_id, result, games.class, ended_ms, \
    w.before AS white_before, w.after AS white_after, w.k AS white_k, \
    b.before AS black_before, b.after AS black_after, b.k AS black_k FROM games \
    JOIN tables ON tables.key = games.table_key \
    JOIN people AS white ON white.key = games.white_key \
    JOIN people AS black ON black.key = games.black_key \
    LEFT JOIN rating_changes AS w ON w.table_key = games.table_key \
    AND w.number = games.number AND w.color = 'white' \
    LEFT JOIN rating_changes AS b ON b.table_key = games.table_key \
    AND b.number = games.number AND b.color = 'black' \
    WHERE rated = 1 AND result IS NOT NULL AND white_key <> black_key AND position > ?1 \
    ORDER BY position LIMIT ?2";

/// Counts the next `most` games.
pub(super) fn step(
    connection: &Connection,
    recount: &mut Recount,
    most: u32,
) -> Result<(), ReadError> {
    let mut select = connection.prepare_cached(GAMES)?;
    let mut rows = select.query(params![number_to_sql(recount.after), most])?;
    let mut count = 0;
    while let Some(row) = rows.next()? {
        let game = games::rated_game(row)?;
        let stored = stored(row)?;
        let standing = |color| {
            let key = (game.players.get(color).clone(), game.class);
            recount.standings.get(&key).copied().unwrap_or_default()
        };
        let players = ByColor::from_fn(standing);
        let right = rate(&players, game.outcome);
        for color in [Color::White, Color::Black] {
            let key = (game.players.get(color).clone(), game.class);
            let after = players.get(color).after(right.get(color));
            recount.standings.insert(key, after);
        }
        recount.after = game.position;
        recount.games = recount.games.saturating_add(1);
        if stored.as_ref() != Some(&right) {
            recount.wrong.push(WrongGame {
                table: game.table,
                number: game.number,
                players: game.players,
                class: game.class,
                ended: game.ended,
                stored,
                right,
            });
        }
        count += 1;
    }
    recount.done = count < most;
    Ok(())
}

fn stored(row: &Row<'_>) -> Result<Option<ByColor<Change>>, rusqlite::Error> {
    let change = |before, after, k| match row.get::<_, Option<i32>>(k)? {
        Some(k) => Ok::<_, rusqlite::Error>(Some(Change {
            before: row.get(before)?,
            after: row.get(after)?,
            k,
        })),
        None => Ok(None),
    };
    let white = change("white_before", "white_after", "white_k")?;
    let black = change("black_before", "black_after", "black_k")?;
    Ok(white
        .zip(black)
        .map(|(white, black)| ByColor { white, black }))
}

/// Puts right what a recount has found, games of the last moment included: nothing moves a rating
/// while this writes.
pub(super) fn put_right(
    transaction: &Transaction<'_>,
    mut recount: Recount,
) -> Result<Verdict<u64>, rusqlite::Error> {
    loop {
        match step(transaction, &mut recount, limits::GAMES_RECOUNTED) {
            Ok(()) if recount.done => break,
            Ok(()) => {}
            Err(ReadError::Sqlite(error)) => return Err(error),
            Err(error) => return Ok(Err(error.into())),
        }
    }
    let mut put_right = 0;
    for game in &recount.wrong {
        let Some(table_key) = tables::table_key(transaction, &game.table)? else {
            continue;
        };
        let sql = "DELETE FROM rating_changes WHERE table_key = ?1 AND number = ?2";
        transaction
            .prepare_cached(sql)?
            .execute(params![table_key, game.number])?;
        ratings::write_changes(transaction, table_key, game)?;
        put_right += 1;
    }
    put_right += ratings::replace_standings(transaction, &recount.standings)?;
    Ok(Ok(put_right))
}

/// Counts all games again, and puts right what differs.
pub(super) fn whole(transaction: &Transaction<'_>) -> Result<(), rusqlite::Error> {
    match put_right(transaction, Recount::default())? {
        Ok(_) => Ok(()),
        Err(error) => Err(rusqlite::Error::ToSqlConversionFailure(Box::new(error))),
    }
}

/// The key of a person that is in the list of games.
pub(super) fn key_of(
    transaction: &Transaction<'_>,
    person: &super::super::PersonId,
) -> Result<i64, rusqlite::Error> {
    people::person_key(transaction, person)?.ok_or(rusqlite::Error::QueryReturnedNoRows)
}
