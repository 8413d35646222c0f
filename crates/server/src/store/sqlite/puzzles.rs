//! The host's library of puzzles in SQLite.

use rusqlite::{Connection, OptionalExtension as _, Row, Transaction, params};
use sha2::{Digest as _, Sha256};

use super::super::{Answer, Puzzle, PuzzleWish, Puzzles};
use super::{ReadError, SqliteStore};

impl Puzzles for SqliteStore {
    fn add_puzzles(&self, puzzles: Vec<Puzzle>) -> Answer<'_, ()> {
        self.write(move |transaction| {
            for puzzle in &puzzles {
                add(transaction, puzzle)?;
            }
            Ok(Ok(()))
        })
    }

    fn some_puzzles(&self, wish: PuzzleWish) -> Answer<'_, Vec<Puzzle>> {
        self.read(move |connection| {
            let mut found = look(connection, &wish, (wish.lot, u32::MAX), wish.count)?;
            let missing = wish
                .count
                .saturating_sub(u32::try_from(found.len()).unwrap_or(u32::MAX));
            if missing > 0
                && let Some(last) = wish.lot.checked_sub(1)
            {
                found.extend(look(connection, &wish, (0, last), missing)?);
            }
            Ok(found)
        })
    }

    fn puzzle(&self, id: String) -> Answer<'_, Option<Puzzle>> {
        self.read(move |connection| {
            let sql = "SELECT id, fen, moves, rating, themes, url FROM puzzles WHERE id = ?1";
            let mut select = connection.prepare_cached(sql)?;
            Ok(select.query_row([id], read).optional()?)
        })
    }

    fn count_puzzles(&self) -> Answer<'_, u64> {
        self.read(|connection| {
            // None is ever taken out, and one that comes again keeps its key.
            let sql = "SELECT ifnull(max(key), 0) FROM puzzles";
            let count: i64 = connection
                .prepare_cached(sql)?
                .query_row([], |row| row.get(0))?;
            Ok(u64::try_from(count).unwrap_or_default())
        })
    }
}

fn add(transaction: &Transaction<'_>, puzzle: &Puzzle) -> rusqlite::Result<()> {
    let lot = lot_of(&puzzle.id);
    let sql = "INSERT INTO puzzles (id, fen, moves, rating, themes, url, lot) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) \
               ON CONFLICT (id) DO UPDATE SET fen = ?2, moves = ?3, rating = ?4, themes = ?5, \
               url = ?6 RETURNING key";
    let key: i64 = transaction.prepare_cached(sql)?.query_row(
        params![
            puzzle.id,
            puzzle.fen,
            puzzle.moves.join(" "),
            puzzle.rating,
            puzzle.themes.join(" "),
            puzzle.url,
            lot,
        ],
        |row| row.get(0),
    )?;
    // A theme that it had before, and has no more, leads to it no more.
    let sql = "DELETE FROM puzzle_themes WHERE lot = ?1 AND puzzle_key = ?2 AND theme_key IN \
               (SELECT key FROM themes)";
    transaction
        .prepare_cached(sql)?
        .execute(params![lot, key])?;
    for theme in &puzzle.themes {
        let theme_key = theme_key(transaction, theme)?;
        let sql = "INSERT INTO puzzle_themes (theme_key, lot, puzzle_key, rating) \
                   VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING";
        transaction
            .prepare_cached(sql)?
            .execute(params![theme_key, lot, key, puzzle.rating])?;
    }
    Ok(())
}

fn theme_key(transaction: &Transaction<'_>, theme: &str) -> rusqlite::Result<i64> {
    let sql = "SELECT key FROM themes WHERE name = ?1";
    let known = transaction
        .prepare_cached(sql)?
        .query_row([theme], |row| row.get(0))
        .optional()?;
    if let Some(key) = known {
        return Ok(key);
    }
    let sql = "INSERT INTO themes (name) VALUES (?1) RETURNING key";
    transaction
        .prepare_cached(sql)?
        .query_row([theme], |row| row.get(0))
}

/// The number of a puzzle: always the same, and spread as if drawn by lot.
fn lot_of(id: &str) -> u32 {
    let digest = Sha256::digest(id.as_bytes());
    digest
        .iter()
        .take(4)
        .fold(0, |lot, byte| lot << 8 | u32::from(*byte))
}

/// Puzzles with numbers from `first` to `last`.
fn look(
    connection: &Connection,
    wish: &PuzzleWish,
    (first, last): (u32, u32),
    count: u32,
) -> Result<Vec<Puzzle>, ReadError> {
    let (from, to) = wish.ratings;
    let sql = match wish.theme {
        None => {
            "SELECT id, fen, moves, rating, themes, url FROM puzzles \
             WHERE lot BETWEEN ?1 AND ?2 AND rating BETWEEN ?3 AND ?4 AND ?6 IS NULL \
             ORDER BY lot LIMIT ?5"
        }
        Some(_) => {
            "SELECT id, fen, moves, puzzles.rating, puzzles.themes, url FROM puzzle_themes \
             JOIN puzzles ON puzzles.key = puzzle_key \
             WHERE theme_key = (SELECT key FROM themes WHERE name = ?6) \
             AND puzzle_themes.lot BETWEEN ?1 AND ?2 \
             AND puzzle_themes.rating BETWEEN ?3 AND ?4 \
             ORDER BY puzzle_themes.lot LIMIT ?5"
        }
    };
    let mut select = connection.prepare_cached(sql)?;
    let rows = select.query_map(params![first, last, from, to, count, wish.theme], read)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

fn read(row: &Row<'_>) -> rusqlite::Result<Puzzle> {
    let words = |text: String| text.split_whitespace().map(str::to_owned).collect();
    Ok(Puzzle {
        id: row.get(0)?,
        fen: row.get(1)?,
        moves: words(row.get(2)?),
        rating: row.get(3)?,
        themes: words(row.get(4)?),
        url: row.get(5)?,
    })
}
