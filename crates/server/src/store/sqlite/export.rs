//! All that is stored of a person in SQLite, for whoever takes it along: the rows that point at the
//! person, those of the own seats, and those of the own address. Secrets are left out, and so is what
//! others have written about the person.

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension as _, Row, params};
use serde_json::{Map, Value};

use super::super::PersonId;
use super::ReadError;
use super::accounts::rows;
use super::lives::{OF_SEATS, pointing_at_people};
use super::people::person_key;

/// What others have written about a person is theirs; mails have a question of their own.
const OTHERS: [(&str, &str); 3] = [
    ("mutes", "muted_key"),
    ("outbox", "person_key"),
    ("reports", "person_key"),
];
/// Columns that nobody is shown, not even their owner.
const SECRET: [&str; 3] = ["hash", "credential", "passkey"];

/// What is known by the address alone. Of an invitation the other's address is the other's.
const OF_ADDRESS: [(&str, &str); 6] = [
    (
        "mail_refusals",
        "SELECT table_id, at_ms FROM mail_refusals WHERE address_key = ?1",
    ),
    (
        "mail_links",
        "SELECT table_id, at_ms FROM mail_links WHERE address_key = ?1",
    ),
    (
        "mailed_links",
        "SELECT address, expires_ms FROM mailed_links \
         WHERE lower(address) = ?1 AND person_key IS NULL",
    ),
    (
        "letter_invitations",
        "SELECT id, table_id, created_ms, expires_ms, settings, 'owner' AS seat, owner_name, \
         guest_name, owner_address AS address, owner_confirmed AS confirmed, state \
         FROM letter_invitations WHERE owner_key = ?1",
    ),
    (
        "letter_invitations",
        "SELECT id, table_id, created_ms, expires_ms, settings, 'guest' AS seat, owner_name, \
         guest_name, guest_address AS address, guest_confirmed AS confirmed, state \
         FROM letter_invitations WHERE guest_key = ?1",
    ),
    (
        "bans",
        "SELECT id, reason, made_ms, until_ms, lifted_ms FROM bans WHERE address_key = ?1",
    ),
];

/// Mails to the person, to the own seats and to the own address. What one says is left out: it may
/// hold the secret of a link, and is written only when it is sent.
const MAILS: &str = "SELECT outbox.id, mail ->> '$.kind' AS kind, tables.id AS table_id, \
    outbox.seat, address, state, due_ms, try_ms, tries, done_ms, fault FROM outbox \
    LEFT JOIN tables ON tables.key = outbox.table_key WHERE outbox.key IN ( \
    SELECT key FROM outbox WHERE person_key = ?1 UNION \
    SELECT key FROM outbox WHERE address_key = ?2 UNION \
    SELECT mine.key FROM seat_people AS held JOIN outbox AS mine \
    ON mine.table_key = held.table_key AND mine.seat = held.seat WHERE held.person_key = ?1)";

/// All rows that are about a person, by the name of their table.
pub(super) fn everything(
    connection: &Connection,
    person: &PersonId,
) -> Result<Map<String, Value>, ReadError> {
    let mut all = Map::new();
    let Some(key) = person_key(connection, person)? else {
        return Ok(all);
    };
    let mut add = |table: &str, found: Vec<Value>| {
        let known = all.entry(table).or_insert_with(|| Value::Array(Vec::new()));
        if let Value::Array(known) = known {
            known.extend(found);
        }
    };
    let own = "SELECT * FROM people WHERE key = ?1";
    add("people", rows(connection, own, [key], row_as_json)?);
    for table in OF_SEATS {
        let sql = format!(
            "SELECT tables.id AS table_id, mine.* FROM seat_people AS held JOIN {table} AS mine \
             ON mine.table_key = held.table_key AND mine.seat = held.seat \
             JOIN tables ON tables.key = mine.table_key WHERE held.person_key = ?1"
        );
        add(table, rows(connection, &sql, [key], row_as_json)?);
    }
    for (table, column) in pointing_at_people(connection)? {
        if !OTHERS.contains(&(table.as_str(), column.as_str())) {
            let sql = format!("SELECT * FROM {table} WHERE {column} = ?1");
            add(&table, rows(connection, &sql, [key], row_as_json)?);
        }
    }
    let address: Option<String> = connection
        .prepare_cached("SELECT address_key FROM people WHERE key = ?1")?
        .query_row([key], |row| row.get(0))
        .optional()?
        .flatten();
    add(
        "outbox",
        rows(connection, MAILS, params![key, address], row_as_json)?,
    );
    for (table, sql) in OF_ADDRESS {
        add(table, rows(connection, sql, [&address], row_as_json)?);
    }
    Ok(all)
}

fn row_as_json(row: &Row<'_>) -> Result<Value, ReadError> {
    let statement = row.as_ref();
    let mut object = Map::new();
    for (index, name) in statement.column_names().enumerate() {
        // Keys are numbers of this file only.
        if SECRET.contains(&name) || name == "key" || name.ends_with("_key") {
            continue;
        }
        let value = match row.get_ref(index)? {
            ValueRef::Null | ValueRef::Blob(_) => Value::Null,
            ValueRef::Integer(number) => Value::from(number),
            ValueRef::Real(number) => Value::from(number),
            ValueRef::Text(text) => Value::from(String::from_utf8_lossy(text).into_owned()),
        };
        object.insert(name.to_owned(), value);
    }
    Ok(Value::Object(object))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tabiya_arbiter::{BySeat, Seat, Settings, Timestamp};
    use tempfile::TempDir;

    use super::super::SqliteStore;
    use super::*;
    use crate::ids::{TableId, TokenHash};
    use crate::mail::{LinkPurpose, Mail};
    use crate::store::conformance::played;
    use crate::store::{
        InvitationLimits, LetterInvitation, LetterState, MailLink, MailTo, NewAccount, NewMail,
        Store, Uses,
    };

    const AT: Timestamp = Timestamp(1_790_000_000_000);

    fn letter(owner: &str, guest: &str) -> LetterInvitation {
        LetterInvitation {
            id: TableId::random().unwrap(),
            table: TableId::random().unwrap(),
            created: AT,
            expires: Timestamp(AT.0 + 9),
            settings: Settings::default(),
            names: BySeat {
                owner: "One".to_owned(),
                guest: "Other".to_owned(),
            },
            addresses: BySeat {
                owner: owner.to_owned(),
                guest: guest.to_owned(),
            },
            confirmed: BySeat::default(),
            state: LetterState::Open,
        }
    }

    fn secret_mail(to: MailTo) -> NewMail {
        NewMail {
            to,
            mail: Mail::Link {
                purpose: LinkPurpose::Test,
                path: "/#secret=verysecret".to_owned(),
            },
            due: AT,
            once: None,
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn what_is_known_by_the_address_or_the_seat_is_taken_along_and_no_secret() {
        let folder = TempDir::new().unwrap();
        let sqlite = Arc::new(SqliteStore::open(folder.path()).unwrap());
        let store: Arc<dyn Store> = Arc::clone(&sqlite) as Arc<dyn Store>;
        let account = |name: &str, address: &str| NewAccount {
            id: PersonId::random().unwrap(),
            name: name.to_owned(),
            password: None,
            address: Some(address.to_owned()),
            uses: Uses::default(),
            at: AT,
        };
        let (mine, yours) = ("Ana@example.org", "bo@example.org");
        let ana = store.create_account(account("Ana", mine)).await.unwrap();
        let bo = store.create_account(account("Bo", yours)).await.unwrap();
        let table = played(&*store, [&ana, &bo], &[]).await;
        for (number, address) in (1_u8..).zip([mine, yours]) {
            let address = address.to_owned();
            let about = (number == 1).then(|| table.clone());
            let refuse = store.refuse_mails(address.clone(), about.clone(), AT);
            refuse.await.unwrap();
            let link = MailLink {
                address,
                table: about,
            };
            let add = store.add_mail_link(TokenHash([number; 32]), link, AT);
            add.await.unwrap();
        }
        let most = InvitationLimits {
            since: Timestamp(0),
            from_one: 9,
            to_one: 9,
        };
        for (owner, guest) in [
            (mine, "cy@example.org"),
            (yours, mine),
            (yours, "di@example.org"),
        ] {
            let sent = store.invite_by_letter(letter(owner, guest), most).await;
            assert_eq!(sent, Ok(true));
        }
        for to in [
            MailTo::Address(mine.to_owned()),
            MailTo::Seat(table.clone(), Seat::Owner),
            MailTo::Person(ana.id.clone()),
            MailTo::Seat(table.clone(), Seat::Guest),
            MailTo::Person(bo.id),
        ] {
            store.post(secret_mail(to)).await.unwrap().unwrap();
        }
        let all = store.everything(ana.id).await.unwrap();
        let text = Value::Object(all.clone()).to_string();
        let rows = |name: &str| all[name].as_array().unwrap();
        for (name, count) in [
            ("mail_refusals", 1),
            ("mail_links", 1),
            ("letter_invitations", 2),
            ("outbox", 3),
        ] {
            assert_eq!(rows(name).len(), count, "{name}: {text}");
        }
        assert_eq!(rows("mail_links")[0]["table_id"], table.as_str());
        let mut seats: Vec<_> = rows("letter_invitations")
            .iter()
            .map(|row| {
                (
                    row["seat"].as_str().unwrap(),
                    row["address"].as_str().unwrap(),
                )
            })
            .collect();
        seats.sort_unstable();
        assert_eq!(seats, [("guest", mine), ("owner", mine)]);
        for other in [yours, "cy@example.org", "di@example.org", "verysecret"] {
            assert!(!text.contains(other), "{other} in {text}");
        }
    }
}
