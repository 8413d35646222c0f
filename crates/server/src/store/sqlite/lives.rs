//! The turns in a person's life in SQLite: a mail address becomes part of an account, an account
//! is closed. Other tables point to people in columns that say so (`REFERENCES people`); those are
//! found here, so that no table is forgotten. Taking everything along stands in `export.rs`.

use rusqlite::{Connection, Transaction, params};
use tabiya_arbiter::{Event, Seat, Timestamp};

use super::super::{PersonId, StoreError};
use super::accounts::rows;
use super::people::{by_address_key, person_key};
use super::tables::{running_game, table_key};
use super::writer::Verdict;
use super::{ReadError, id_column, millis_to_sql, recount, seat_from_name, seat_name};
use crate::accounts::{DELETED, address_key};
use crate::ids::TableId;
use crate::limits;

/// What of a closed account stays, since it is also others': the games, who sat where, what the games
/// did to the ratings, and what the host has to know.
const STAYS: [&str; 8] = [
    "bans",
    "games",
    "rating_changes",
    "ratings",
    "reports",
    "resting_names",
    "seat_people",
    "vacations",
];
/// What belongs to whoever sits in a seat.
pub(super) const OF_SEATS: [&str; 5] = ["chat", "mails_read", "notes", "plans", "reply_places"];

/// Gives an account a confirmed address, and what a person with only that address has.
pub(super) fn set_address(
    transaction: &Transaction<'_>,
    person: &PersonId,
    address: &str,
) -> Result<Verdict<()>, rusqlite::Error> {
    let Some(key) = person_key(transaction, person)? else {
        return Ok(Err(StoreError::Conflict));
    };
    match by_address_key(transaction, &address_key(address))? {
        Some((other, _, _)) if other == key => {}
        Some((_, _, true)) => return Ok(Err(StoreError::Taken("address"))),
        Some((other, _, false)) => {
            if are_playing(transaction, key, other)? {
                return Ok(Err(StoreError::Opponents));
            }
            absorb(transaction, key, other)?;
        }
        None => {}
    }
    transaction
        .prepare_cached("UPDATE people SET address = ?2, address_key = ?3 WHERE key = ?1")?
        .execute(params![key, address, address_key(address)])?;
    Ok(Ok(()))
}

/// Whether a game is being played at a table at which both sit.
fn are_playing(
    transaction: &Transaction<'_>,
    one: i64,
    other: i64,
) -> Result<bool, rusqlite::Error> {
    let sql = "SELECT one.table_key FROM seat_people AS one \
               JOIN seat_people AS other ON other.table_key = one.table_key \
               WHERE one.person_key = ?1 AND other.person_key = ?2";
    let mut select = transaction.prepare_cached(sql)?;
    let mut rows = select.query([one, other])?;
    while let Some(row) = rows.next()? {
        if running_game(transaction, row.get(0)?)?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// One person becomes part of another. Games between the two count no longer, and where both are
/// rated in a class all games are counted again: the ratings follow from the list of games.
fn absorb(transaction: &Transaction<'_>, into: i64, from: i64) -> Result<(), rusqlite::Error> {
    let sql = "SELECT EXISTS (SELECT 1 FROM ratings AS one JOIN ratings AS other \
               ON other.class = one.class WHERE one.person_key = ?1 AND other.person_key = ?2)";
    let are_both_rated: bool = transaction
        .prepare_cached(sql)?
        .query_row([into, from], |row| row.get(0))?;
    for sql in [
        "DELETE FROM rating_changes WHERE (table_key, number) IN (SELECT table_key, number \
         FROM games WHERE (white_key = ?1 AND black_key = ?2) \
         OR (white_key = ?2 AND black_key = ?1))",
        "UPDATE games SET rated = 0 WHERE (white_key = ?1 AND black_key = ?2) \
         OR (white_key = ?2 AND black_key = ?1)",
    ] {
        transaction.prepare_cached(sql)?.execute([into, from])?;
    }
    for (table, column) in pointing_at_people(transaction)? {
        // What both have stands as the account has it.
        let sql = format!("UPDATE OR IGNORE {table} SET {column} = ?1 WHERE {column} = ?2");
        transaction.prepare(&sql)?.execute(params![into, from])?;
        let sql = format!("DELETE FROM {table} WHERE {column} = ?1");
        transaction.prepare(&sql)?.execute([from])?;
    }
    transaction
        .prepare_cached("DELETE FROM people WHERE key = ?1")?
        .execute([from])?;
    if are_both_rated {
        recount::whole(transaction)?;
    }
    Ok(())
}

/// Every table and column that points at people.
pub(super) fn pointing_at_people(
    connection: &Connection,
) -> Result<Vec<(String, String)>, rusqlite::Error> {
    let sql = "SELECT tables.name, keys.\"from\" FROM sqlite_schema AS tables, \
               pragma_foreign_key_list(tables.name) AS keys \
               WHERE tables.type = 'table' AND keys.\"table\" = 'people' ORDER BY 1, 2";
    let mut select = connection.prepare_cached(sql)?;
    let found = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    found.collect()
}

/// The tables at which somebody sat who has left; `None`: an admin who must stay.
pub(super) type Left = Option<Vec<(TableId, Seat)>>;

/// Closes an account and gives the tables at which it sat.
pub(super) fn close(
    transaction: &Transaction<'_>,
    person: &PersonId,
    now: Timestamp,
) -> Result<Verdict<Left>, rusqlite::Error> {
    let Some(key) = person_key(transaction, person)? else {
        return Ok(Err(StoreError::Conflict));
    };
    if is_last_admin(transaction, key)? {
        return Ok(Ok(None));
    }
    let seats = match seats_of(transaction, key) {
        Ok(seats) => seats,
        Err(ReadError::Sqlite(error)) => return Err(error),
        Err(error) => return Ok(Err(error.into())),
    };
    for (table, seat) in &seats {
        forget_name(transaction, table, *seat)?;
    }
    for (column, name) in [("white_key", "white_name"), ("black_key", "black_name")] {
        let sql = format!("UPDATE games SET {name} = ?2 WHERE {column} = ?1");
        transaction
            .prepare_cached(&sql)?
            .execute(params![key, DELETED])?;
    }
    for table in OF_SEATS {
        let sql = format!(
            "DELETE FROM {table} WHERE (table_key, seat) IN \
             (SELECT table_key, seat FROM seat_people WHERE person_key = ?1)"
        );
        transaction.prepare(&sql)?.execute([key])?;
    }
    end_vacations(transaction, key, now)?;
    for sql in [
        "DELETE FROM outbox WHERE address_key = (SELECT address_key FROM people WHERE key = ?1)",
        "DELETE FROM letter_invitations \
         WHERE owner_key = (SELECT address_key FROM people WHERE key = ?1) \
         OR guest_key = (SELECT address_key FROM people WHERE key = ?1)",
        "DELETE FROM mail_links \
         WHERE address_key = (SELECT address_key FROM people WHERE key = ?1)",
        "DELETE FROM mail_refusals \
         WHERE address_key = (SELECT address_key FROM people WHERE key = ?1)",
        "DELETE FROM mailed_links \
         WHERE lower(address) = (SELECT address_key FROM people WHERE key = ?1)",
    ] {
        transaction.prepare(sql)?.execute([key])?;
    }
    for (table, column) in pointing_at_people(transaction)? {
        if !STAYS.contains(&table.as_str()) {
            let sql = format!("DELETE FROM {table} WHERE {column} = ?1");
            transaction.prepare(&sql)?.execute([key])?;
        }
    }
    rest_name(transaction, key, now)?;
    transaction
        .prepare_cached("UPDATE resting_names SET person_key = NULL WHERE person_key = ?1")?
        .execute([key])?;
    transaction
        .prepare_cached(
            "UPDATE people SET name = NULL, name_key = NULL, address = NULL, address_key = NULL, \
             role = 'member', preferences = '{}', closed_ms = ?2 WHERE key = ?1",
        )?
        .execute(params![key, millis_to_sql(now)])?;
    Ok(Ok(Some(seats)))
}

/// The vacation that goes on ends now; the tables hear of it from here, be it after a crash.
fn end_vacations(
    transaction: &Transaction<'_>,
    key: i64,
    now: Timestamp,
) -> Result<(), rusqlite::Error> {
    for sql in [
        "DELETE FROM vacations WHERE person_key = ?1 AND until_ms <= ?2",
        "UPDATE vacations SET until_ms = ?2 WHERE person_key = ?1",
    ] {
        transaction
            .prepare_cached(sql)?
            .execute(params![key, millis_to_sql(now)])?;
    }
    Ok(())
}

/// The name that a person gives up is nobody else's for a while.
pub(super) fn rest_name(
    transaction: &Transaction<'_>,
    key: i64,
    now: Timestamp,
) -> Result<(), rusqlite::Error> {
    let until = Timestamp(now.0.saturating_add(limits::NAME_RESTS_MS));
    transaction
        .prepare_cached(
            "INSERT INTO resting_names (name_key, until_ms, person_key) \
             SELECT name_key, ?2, key FROM people WHERE key = ?1 AND name_key IS NOT NULL \
             ON CONFLICT (name_key) DO UPDATE SET until_ms = ?2, person_key = ?1",
        )?
        .execute(params![key, millis_to_sql(until)])?;
    Ok(())
}

fn is_last_admin(transaction: &Transaction<'_>, key: i64) -> Result<bool, rusqlite::Error> {
    let sql = "SELECT role = 'admin' AND NOT EXISTS (SELECT 1 FROM people WHERE key <> ?1 AND \
               role = 'admin' AND closed_ms IS NULL) AND EXISTS (SELECT 1 FROM people \
               WHERE key <> ?1 AND name IS NOT NULL AND closed_ms IS NULL) \
               FROM people WHERE key = ?1";
    let mut select = transaction.prepare_cached(sql)?;
    select.query_row([key], |row| row.get(0))
}

fn seats_of(connection: &Connection, key: i64) -> Result<Vec<(TableId, Seat)>, ReadError> {
    let sql = "SELECT tables.id AS table_id, seat FROM seat_people \
               JOIN tables ON tables.key = table_key WHERE person_key = ?1";
    rows(connection, sql, [key], |row| {
        let seat = seat_from_name(&row.get::<_, String>("seat")?)?;
        Ok((id_column(row, "table_id")?, seat))
    })
}

/// Takes a player's name out of the log of a table, the one thing in it that is ever rewritten, and
/// out of what lists of games show of it.
fn forget_name(
    transaction: &Transaction<'_>,
    table: &TableId,
    seat: Seat,
) -> Result<(), rusqlite::Error> {
    let Some(table_key) = table_key(transaction, table)? else {
        return Ok(());
    };
    let sql = "UPDATE tables SET card = json_set(card, '$.names.' || ?2, ?3) \
               WHERE key = ?1 AND card IS NOT NULL";
    transaction
        .prepare_cached(sql)?
        .execute(params![table_key, seat_name(seat), DELETED])?;
    let sql = "SELECT position, event FROM events WHERE table_key = ?1 AND event LIKE '%name%'";
    let mut select = transaction.prepare_cached(sql)?;
    let found = select.query_map([table_key], |row| {
        Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?))
    })?;
    for (position, text) in found.collect::<Result<Vec<_>, _>>()? {
        let Some(text) = nameless(&text, seat) else {
            continue;
        };
        transaction
            .prepare_cached("UPDATE events SET event = ?2 WHERE position = ?1")?
            .execute(params![position, text])?;
    }
    Ok(())
}

/// An event that names the player in this seat, without the name; none where it does not.
fn nameless(text: &str, of: Seat) -> Option<String> {
    let mut event: Event = serde_json::from_str(text).ok()?;
    match &mut event {
        Event::TableOpened { owner_name, .. } if of == Seat::Owner => {
            *owner_name = Some(DELETED.to_owned());
        }
        Event::SeatTaken {
            seat,
            name,
            computer: None,
        } if *seat == of => *name = Some(DELETED.to_owned()),
        Event::NameSet { seat, name } if *seat == of => DELETED.clone_into(name),
        _ => return None,
    }
    serde_json::to_string(&event).ok()
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::super::{FILE_NAME, SqliteStore};
    use super::*;
    use crate::ids::TokenHash;
    use crate::store::{Accounts as _, Mails as _, NewAccount, NewLink, People as _, Uses};

    const AT: Timestamp = Timestamp(1_790_000_000_000);

    fn rate(connection: &Connection, person: &PersonId, class: &str, numbers: [u32; 3]) {
        let [rating, games, peak] = numbers;
        let sql = "INSERT INTO ratings (person_key, class, rating, games, peak) \
                   SELECT key, ?2, ?3, ?4, ?5 FROM people WHERE id = ?1";
        let row = params![person.as_str(), class, rating, games, peak];
        assert_eq!(connection.execute(sql, row).unwrap(), 1);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn an_address_brings_its_games_and_ratings_into_the_account() {
        let folder = TempDir::new().unwrap();
        let store = SqliteStore::open(folder.path()).unwrap();
        let address = "ana@example.org";
        let letters = store.of_address(address.to_owned(), AT).await.unwrap();
        let account = NewAccount {
            id: PersonId::random().unwrap(),
            name: "Ana".to_owned(),
            password: None,
            address: None,
            uses: Uses::default(),
            at: AT,
        };
        let account = store.create_account(account).await.unwrap();
        let connection = Connection::open(folder.path().join(FILE_NAME)).unwrap();
        // Each in a class of its own; `ratings_tests.rs` has those in which both have played.
        rate(&connection, &letters.id, "correspondence", [1300, 9, 1310]);
        rate(&connection, &account.id, "blitz", [1250, 3, 1260]);
        store
            .set_address(account.id.clone(), address.to_owned())
            .await
            .unwrap();
        let known = store.by_address(address.to_owned()).await.unwrap().unwrap();
        assert_eq!(
            (known.id, known.name.as_deref()),
            (account.id.clone(), Some("Ana"))
        );
        assert_eq!(store.person(letters.id).await, Ok(None));
        let all = store.everything(account.id).await.unwrap();
        let mut ratings: Vec<String> = all["ratings"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| {
                let number = |name: &str| row[name].as_u64().unwrap();
                let class = row["class"].as_str().unwrap();
                format!(
                    "{class} {} {} {}",
                    number("rating"),
                    number("games"),
                    number("peak")
                )
            })
            .collect();
        ratings.sort();
        let expected = ["blitz 1250 3 1260", "correspondence 1300 9 1310"];
        assert_eq!(ratings, expected);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_closed_account_leaves_nothing_personal_and_its_name_rests() {
        let folder = TempDir::new().unwrap();
        let store = SqliteStore::open(folder.path()).unwrap();
        let account = |at| NewAccount {
            id: PersonId::random().unwrap(),
            name: "Zebedee".to_owned(),
            password: Some("secret hash".to_owned()),
            address: Some("zebedee@example.org".to_owned()),
            uses: Uses::default(),
            at,
        };
        let person = store.create_account(account(AT)).await.unwrap().id;
        let address = || "Zebedee@example.org".to_owned();
        let link = NewLink {
            token: TokenHash([7; 32]),
            address: address(),
            person: None,
            expires: Timestamp(AT.0 + 10),
        };
        store.add_link(link, AT).await.unwrap();
        store.refuse_mails(address(), None, AT).await.unwrap();
        let connection = Connection::open(folder.path().join(FILE_NAME)).unwrap();
        let sql = "INSERT INTO mail_links (hash, address_key, table_id, at_ms) \
                   VALUES (x'07', 'zebedee@example.org', '', 0)";
        connection.execute(sql, []).unwrap();
        let closed = store.close_account(person.clone(), AT).await.unwrap();
        assert!(closed.is_some(), "the only one may leave, admin or not");
        for table in ["mail_links", "mail_refusals", "mailed_links"] {
            let sql = format!("SELECT count(*) FROM {table}");
            let count: u32 = connection.query_row(&sql, [], |row| row.get(0)).unwrap();
            assert_eq!(count, 0, "{table}");
        }
        let refused = store.create_account(account(AT)).await;
        assert_eq!(refused, Err(StoreError::Taken("name")));
        let all = serde_json::to_string(&store.everything(person).await.unwrap()).unwrap();
        assert!(
            !all.to_lowercase().contains("zebedee") && !all.contains("secret"),
            "{all}"
        );
        let later = Timestamp(AT.0 + limits::NAME_RESTS_MS);
        assert!(store.create_account(account(later)).await.is_ok());
    }
}
