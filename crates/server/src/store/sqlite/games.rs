//! Games that have ended, in SQLite.

use rusqlite::{Transaction, params};
use tabiya_arbiter::{Seat, Termination};
use tabiya_rules::{Color, Outcome};

use super::super::{Ended, Games};
use super::{SqliteStore, millis_to_sql, seat_name};
use crate::ratings::RatingClass;

impl Games for SqliteStore {}

/// Enters a game in the list of games.
pub(super) fn enter(
    transaction: &Transaction<'_>,
    table_key: i64,
    ended: &Ended,
) -> Result<(), rusqlite::Error> {
    let holder = "(SELECT person_key FROM seat_people WHERE table_key = ?1 AND seat = ";
    let sql = format!(
        "INSERT INTO games (table_key, number, white_key, black_key, white_name, black_name, \
         result, termination, class, rated, plies, started_ms, ended_ms) \
         VALUES (?1, ?2, {holder}?3), {holder}?4), ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)"
    );
    let (white, black) = (ended.white, ended.white.other());
    transaction.prepare_cached(&sql)?.execute(params![
        table_key,
        ended.number,
        seat_name(white),
        seat_name(black),
        name(ended, white),
        name(ended, black),
        ended.outcome.map(result_name),
        termination_name(ended.termination),
        RatingClass::of(&ended.clock).name(),
        ended.rated,
        ended.plies,
        millis_to_sql(ended.started),
        millis_to_sql(ended.ended),
    ])?;
    Ok(())
}

fn name(ended: &Ended, seat: Seat) -> Option<&str> {
    ended.names.get(seat).as_deref()
}

fn result_name(outcome: Outcome) -> &'static str {
    match outcome.winner() {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None => "1/2-1/2",
    }
}

/// The name of a termination as it stands in events.
fn termination_name(termination: Termination) -> String {
    match serde_json::to_value(termination) {
        Ok(serde_json::Value::String(name)) => name,
        _ => String::new(),
    }
}
