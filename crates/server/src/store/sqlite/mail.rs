//! The outbox in SQLite, and who wants no mails.

use rusqlite::{Connection, OptionalExtension as _, Row, Transaction, params};
use tabiya_arbiter::{Seat, Timestamp};
use tabiya_rules::ByColor;

use super::super::{
    Answer, Fate, MailChoice, MailHealth, MailId, MailLink, MailReader, MailTo, Mails, NewMail,
    NotPosted, Outgoing, PersonId, ReplyPlace, Sending, StoreError,
};
use super::people::person_key;
use super::tables::table_key;
use super::writer::Verdict;
use super::{
    ReadError, SqliteStore, id_column, millis_from_sql, millis_to_sql, number_to_sql,
    seat_from_name, seat_name, unreadable,
};
use crate::ids::{TableId, TokenHash};
use crate::limits;
use crate::mail::Mail;
use crate::secrets::Secret;

/// The name of the service's secret among the keepsakes.
const SECRET: &str = "secret";
const DAY_MS: i64 = 86_400_000;
/// What goes with time, and how long it is kept.
const STALE: [(&str, u64); 6] = [
    (
        "DELETE FROM reply_places WHERE at_ms < ?1 AND EXISTS (SELECT 1 FROM games \
         WHERE games.table_key = reply_places.table_key AND games.number = reply_places.game \
         AND ended_ms < ?1)",
        limits::REPLIES_ANSWERED_MS,
    ),
    (
        "DELETE FROM mail_links WHERE at_ms < ?1",
        limits::MAIL_LINK_LIFE_MS,
    ),
    (
        "DELETE FROM letter_invitations WHERE expires_ms < ?1 AND state <> 'open'",
        limits::MAIL_REMEMBERED_MS,
    ),
    ("DELETE FROM mailed_links WHERE expires_ms <= ?1", 0),
    (
        "DELETE FROM vacations WHERE until_ms < ?1",
        limits::VACATION_YEAR_MS,
    ),
    ("DELETE FROM resting_names WHERE until_ms <= ?1", 0),
];

impl Mails for SqliteStore {
    fn secret(&self) -> Answer<'_, Secret> {
        self.write(|transaction| {
            let sql = "SELECT value FROM keepsakes WHERE name = ?1";
            let mut select = transaction.prepare_cached(sql)?;
            let stored: Option<Vec<u8>> =
                select.query_row([SECRET], |row| row.get(0)).optional()?;
            if let Some(stored) = stored {
                let unreadable = || StoreError::Unreadable("the service's secret".to_owned());
                return Ok(Secret::from_stored(&stored).ok_or_else(unreadable));
            }
            let secret = match Secret::random() {
                Ok(secret) => secret,
                Err(error) => return Ok(Err(StoreError::Away(error.to_string()))),
            };
            let sql = "INSERT INTO keepsakes (name, value) VALUES (?1, ?2)";
            transaction
                .prepare_cached(sql)?
                .execute(params![SECRET, secret.as_stored()])?;
            Ok(Ok(secret))
        })
    }

    fn post(&self, mail: NewMail) -> Answer<'_, Result<(), NotPosted>> {
        // What is posted by itself is for now, or for today.
        self.write(move |transaction| post(transaction, &mail, mail.due))
    }

    fn due_mails(&self, now: Timestamp, most: u32) -> Answer<'_, Vec<Outgoing>> {
        let reading = self.read(move |connection| {
            let sql = "SELECT outbox.id AS mail_id, outbox.address, tables.id AS table_id, seat, \
                       people.id AS person_id, mail, due_ms, tries FROM outbox \
                       LEFT JOIN tables ON tables.key = outbox.table_key \
                       LEFT JOIN people ON people.key = outbox.person_key \
                       WHERE state IN ('waiting', 'sending') AND try_ms <= ?1 \
                       ORDER BY try_ms LIMIT ?2";
            let mut select = connection.prepare_cached(sql)?;
            let mut rows = select.query(params![millis_to_sql(now), most])?;
            let (mut due, mut unreadable) = (Vec::new(), Vec::new());
            while let Some(row) = rows.next()? {
                match outgoing(row) {
                    Ok(mail) => due.push(mail),
                    Err(_) => unreadable.push(row.get::<_, String>("mail_id")?),
                }
            }
            Ok((due, unreadable))
        });
        Box::pin(async move {
            let (due, unreadable) = reading.await?;
            if !unreadable.is_empty() {
                tracing::error!(?unreadable, "mails are given up, since they cannot be read");
                self.write(move |transaction| give_up(transaction, &unreadable, now))
                    .await?;
            }
            Ok(due)
        })
    }

    fn mail_sending(&self, id: MailId, address: String, now: Timestamp) -> Answer<'_, Sending> {
        self.write(move |transaction| {
            let key = compared(&address);
            let sql = "SELECT table_key IS NULL AND person_key IS NULL FROM outbox WHERE id = ?1";
            let kind: Option<bool> = transaction
                .prepare_cached(sql)?
                .query_row([id.as_str()], |row| row.get(0))
                .optional()?;
            let Some(is_link) = kind else {
                return Ok(Ok(Sending::Done));
            };
            let had = mails_of_day(transaction, (&key, is_link), now, Some(&id))?;
            if had >= i64::from(limits::MAILS_A_DAY) {
                return Ok(Ok(Sending::TooMany));
            }
            let sql = "UPDATE outbox SET state = 'sending', address_key = ?2 \
                       WHERE id = ?1 AND state IN ('waiting', 'sending')";
            let changed = transaction
                .prepare_cached(sql)?
                .execute(params![id.as_str(), key])?;
            Ok(Ok(if changed > 0 {
                Sending::Now
            } else {
                Sending::Done
            }))
        })
    }

    fn mail_done(&self, id: MailId, fate: Fate, now: Timestamp) -> Answer<'_, ()> {
        self.write(move |transaction| {
            let (state, fault) = match &fate {
                Fate::Later(at, why) => {
                    let sql = "UPDATE outbox SET state = 'waiting', tries = tries + 1, \
                               try_ms = ?2, fault = ?3 WHERE id = ?1 AND done_ms IS NULL";
                    transaction.prepare_cached(sql)?.execute(params![
                        id.as_str(),
                        millis_to_sql(*at),
                        why
                    ])?;
                    return Ok(Ok(()));
                }
                Fate::Postponed(at) => {
                    let sql = "UPDATE outbox SET state = 'waiting', try_ms = ?2 \
                               WHERE id = ?1 AND done_ms IS NULL";
                    transaction
                        .prepare_cached(sql)?
                        .execute(params![id.as_str(), millis_to_sql(*at)])?;
                    return Ok(Ok(()));
                }
                Fate::Sent => ("sent", None),
                Fate::Dropped(why) => ("dropped", Some(*why)),
                Fate::GivenUp(why) => ("given_up", Some(why.as_str())),
            };
            let sql = "UPDATE outbox SET state = ?2, fault = ?3, done_ms = ?4, mail = NULL, \
                       address = NULL WHERE id = ?1 AND done_ms IS NULL";
            transaction.prepare_cached(sql)?.execute(params![
                id.as_str(),
                state,
                fault,
                millis_to_sql(now)
            ])?;
            Ok(Ok(()))
        })
    }

    fn mail_health(&self) -> Answer<'_, MailHealth> {
        self.read(|connection| {
            let sql = "SELECT count(*), min(due_ms) FILTER (WHERE tries > 0), \
                       (SELECT count(*) FROM outbox WHERE state = 'given_up') \
                       FROM outbox WHERE state IN ('waiting', 'sending')";
            let mut health = connection.query_row(sql, [], |row| {
                Ok(MailHealth {
                    waiting: count(row.get(0)?),
                    stuck_since: row.get::<_, Option<i64>>(1)?.map(millis_from_sql),
                    given_up: count(row.get(2)?),
                    last_fault: None,
                })
            })?;
            let sql = "SELECT fault FROM ( \
                       SELECT fault, try_ms AS at FROM outbox \
                       WHERE state IN ('waiting', 'sending') AND fault IS NOT NULL UNION ALL \
                       SELECT fault, done_ms AS at FROM outbox WHERE state = 'given_up') \
                       ORDER BY at DESC LIMIT 1";
            health.last_fault = connection.query_row(sql, [], |row| row.get(0)).optional()?;
            Ok(health)
        })
    }

    fn forget_mails(&self, before: Timestamp) -> Answer<'_, ()> {
        self.write(move |transaction| {
            for sql in [
                "DELETE FROM outbox WHERE done_ms < ?1",
                "DELETE FROM mails_read WHERE at_ms < ?1",
            ] {
                transaction
                    .prepare_cached(sql)?
                    .execute([millis_to_sql(before)])?;
            }
            Ok(Ok(()))
        })
    }

    fn forget_stale(&self, now: Timestamp) -> Answer<'_, ()> {
        self.write(move |transaction| {
            for (sql, kept_ms) in STALE {
                let before = Timestamp(now.0.saturating_sub(kept_ms));
                transaction
                    .prepare_cached(sql)?
                    .execute([millis_to_sql(before)])?;
            }
            Ok(Ok(()))
        })
    }

    fn refuse_mails(
        &self,
        address: String,
        table: Option<TableId>,
        now: Timestamp,
    ) -> Answer<'_, ()> {
        self.write(move |transaction| {
            let sql = "INSERT OR IGNORE INTO mail_refusals (address_key, table_id, at_ms) \
                       VALUES (?1, ?2, ?3)";
            transaction.prepare_cached(sql)?.execute(params![
                compared(&address),
                about(table.as_ref()),
                millis_to_sql(now),
            ])?;
            Ok(Ok(()))
        })
    }

    fn allow_mails(&self, address: String) -> Answer<'_, ()> {
        self.write(move |transaction| {
            let sql = "DELETE FROM mail_refusals WHERE address_key = ?1";
            transaction
                .prepare_cached(sql)?
                .execute([compared(&address)])?;
            Ok(Ok(()))
        })
    }

    fn refuses_mails(&self, address: String, table: Option<TableId>) -> Answer<'_, bool> {
        self.read(move |connection| {
            Ok(refuses(
                connection,
                &compared(&address),
                about(table.as_ref()),
            )?)
        })
    }

    fn mail_reader(&self, to: MailTo) -> Answer<'_, Option<MailReader>> {
        self.read(move |connection| {
            let columns = "SELECT people.id AS person_id, address, preferences FROM people";
            let open = "address IS NOT NULL AND closed_ms IS NULL";
            let found = match &to {
                MailTo::Address(address) => {
                    let sql = format!("{columns} WHERE address_key = ?1 AND {open}");
                    let found = reader(connection, &sql, params![compared(address)])?;
                    Some(found.unwrap_or_else(|| MailReader {
                        address: address.clone(),
                        person: None,
                        choice: MailChoice::Each,
                    }))
                }
                MailTo::Seat(table, seat) => {
                    let sql = format!(
                        "{columns} JOIN seat_people ON seat_people.person_key = people.key \
                         JOIN tables ON tables.key = seat_people.table_key \
                         WHERE tables.id = ?1 AND seat_people.seat = ?2 AND {open}"
                    );
                    reader(connection, &sql, params![table.as_str(), seat_name(*seat)])?
                }
                MailTo::Person(id) => {
                    let sql = format!("{columns} WHERE people.id = ?1 AND {open}");
                    reader(connection, &sql, params![id.as_str()])?
                }
            };
            Ok(found)
        })
    }

    fn set_mail_choice(&self, person: PersonId, choice: MailChoice) -> Answer<'_, ()> {
        self.write(move |transaction| {
            let word = match choice {
                MailChoice::Each => "each",
                MailChoice::Daily => "daily",
                MailChoice::None => "none",
            };
            let sql = "UPDATE people SET preferences = json_set(preferences, '$.mail', ?2) \
                       WHERE id = ?1";
            transaction
                .prepare_cached(sql)?
                .execute(params![person.as_str(), word])?;
            Ok(Ok(()))
        })
    }

    fn tables_of(&self, person: PersonId, most: u32) -> Answer<'_, Vec<(TableId, Seat)>> {
        self.read(move |connection| {
            let sql = "SELECT tables.id AS table_id, seat FROM seat_people \
                       JOIN people ON people.key = person_key \
                       JOIN tables ON tables.key = table_key \
                       WHERE people.id = ?1 ORDER BY table_key DESC LIMIT ?2";
            let mut select = connection.prepare_cached(sql)?;
            let mut rows = select.query(params![person.as_str(), most])?;
            let mut tables = Vec::new();
            while let Some(row) = rows.next()? {
                let seat = seat_from_name(&row.get::<_, String>("seat")?)?;
                tables.push((id_column(row, "table_id")?, seat));
            }
            Ok(tables)
        })
    }

    fn ratings_by(&self, table: TableId, game: u32) -> Answer<'_, ByColor<Option<(i64, i64)>>> {
        self.read(move |connection| {
            let sql = "SELECT color, before, after FROM rating_changes \
                       JOIN tables ON tables.key = table_key \
                       WHERE tables.id = ?1 AND number = ?2";
            let mut select = connection.prepare_cached(sql)?;
            let mut rows = select.query(params![table.as_str(), game])?;
            let mut ratings = ByColor {
                white: None,
                black: None,
            };
            while let Some(row) = rows.next()? {
                let change = Some((row.get(1)?, row.get(2)?));
                if row.get::<_, String>(0)?.starts_with('w') {
                    ratings.white = change;
                } else {
                    ratings.black = change;
                }
            }
            Ok(ratings)
        })
    }

    fn add_reply_place(
        &self,
        hash: TokenHash,
        place: ReplyPlace,
        now: Timestamp,
    ) -> Answer<'_, ()> {
        self.write(move |transaction| {
            let sql = "INSERT OR IGNORE INTO reply_places \
                       (hash, table_key, seat, game, ply, at_ms) \
                       SELECT ?1, key, ?3, ?4, ?5, ?6 FROM tables WHERE id = ?2";
            transaction.prepare_cached(sql)?.execute(params![
                hash.0,
                place.table.as_str(),
                seat_name(place.seat),
                place.game,
                place.ply,
                millis_to_sql(now),
            ])?;
            Ok(Ok(()))
        })
    }

    fn reply_place(&self, hash: TokenHash) -> Answer<'_, Option<ReplyPlace>> {
        self.read(move |connection| {
            let sql = "SELECT tables.id AS table_id, seat, game, ply FROM reply_places \
                       JOIN tables ON tables.key = table_key WHERE hash = ?1";
            let mut select = connection.prepare_cached(sql)?;
            let mut rows = select.query([hash.0])?;
            let Some(row) = rows.next()? else {
                return Ok(None);
            };
            Ok(Some(ReplyPlace {
                table: id_column(row, "table_id")?,
                seat: seat_from_name(&row.get::<_, String>("seat")?)?,
                game: row.get("game")?,
                ply: row.get("ply")?,
            }))
        })
    }

    fn is_mail_read(&self, hash: TokenHash) -> Answer<'_, bool> {
        self.read(move |connection| {
            let sql = "SELECT EXISTS (SELECT 1 FROM mails_read WHERE hash = ?1)";
            let mut select = connection.prepare_cached(sql)?;
            Ok(select.query_row([hash.0], |row| row.get(0))?)
        })
    }

    fn note_mail_read(
        &self,
        hash: TokenHash,
        place: ReplyPlace,
        refused: bool,
        now: Timestamp,
    ) -> Answer<'_, ()> {
        self.write(move |transaction| {
            let sql = "INSERT OR IGNORE INTO mails_read (hash, table_key, seat, refused, at_ms) \
                       SELECT ?1, key, ?3, ?4, ?5 FROM tables WHERE id = ?2";
            transaction.prepare_cached(sql)?.execute(params![
                hash.0,
                place.table.as_str(),
                seat_name(place.seat),
                refused,
                millis_to_sql(now),
            ])?;
            Ok(Ok(()))
        })
    }

    fn refused_mails(&self, place: ReplyPlace, since: Timestamp) -> Answer<'_, u32> {
        self.read(move |connection| {
            let sql = "SELECT count(*) FROM mails_read WHERE refused = 1 AND seat = ?2 \
                       AND at_ms > ?3 AND table_key = (SELECT key FROM tables WHERE id = ?1)";
            let mut select = connection.prepare_cached(sql)?;
            let (table, seat) = (place.table.as_str(), seat_name(place.seat));
            Ok(select.query_row(params![table, seat, millis_to_sql(since)], |row| row.get(0))?)
        })
    }

    fn add_mail_link(&self, hash: TokenHash, link: MailLink, now: Timestamp) -> Answer<'_, ()> {
        self.write(move |transaction| {
            let sql = "INSERT INTO mail_links (hash, address_key, table_id, at_ms) \
                       VALUES (?1, ?2, ?3, ?4) ON CONFLICT (hash) DO UPDATE SET at_ms = ?4";
            transaction.prepare_cached(sql)?.execute(params![
                hash.0,
                compared(&link.address),
                about(link.table.as_ref()),
                millis_to_sql(now),
            ])?;
            Ok(Ok(()))
        })
    }

    fn mail_link(&self, hash: TokenHash) -> Answer<'_, Option<MailLink>> {
        self.read(move |connection| {
            let sql = "SELECT address_key, table_id FROM mail_links WHERE hash = ?1";
            let mut select = connection.prepare_cached(sql)?;
            let mut rows = select.query([hash.0])?;
            let Some(row) = rows.next()? else {
                return Ok(None);
            };
            Ok(Some(MailLink {
                address: row.get(0)?,
                table: TableId::parse(&row.get::<_, String>(1)?),
            }))
        })
    }
}

/// Addresses are compared in small letters.
fn compared(address: &str) -> String {
    address.trim().to_lowercase()
}

/// The first reader that is found so.
fn reader(
    connection: &Connection,
    sql: &str,
    params: impl rusqlite::Params,
) -> Result<Option<MailReader>, ReadError> {
    #[derive(Default, serde::Deserialize)]
    #[serde(default)]
    struct Preferences {
        mail: MailChoice,
    }
    let mut select = connection.prepare_cached(sql)?;
    let mut rows = select.query(params)?;
    let Some(row) = rows.next()? else {
        return Ok(None);
    };
    let preferences: String = row.get("preferences")?;
    // Whatever a page has put there must not keep a mail from its reader.
    let preferences: Preferences = serde_json::from_str(&preferences).unwrap_or_default();
    Ok(Some(MailReader {
        address: row.get("address")?,
        person: Some(id_column(row, "person_id")?),
        choice: preferences.mail,
    }))
}

fn about(table: Option<&TableId>) -> &str {
    table.map_or("", TableId::as_str)
}

fn count(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}

fn refuses(connection: &Connection, key: &str, table: &str) -> Result<bool, rusqlite::Error> {
    let sql = "SELECT EXISTS (SELECT 1 FROM mail_refusals \
               WHERE address_key = ?1 AND table_id IN ('', ?2))";
    let mut select = connection.prepare_cached(sql)?;
    select.query_row(params![key, table], |row| row.get(0))
}

/// Puts a mail into the outbox, or says why not; a mail that is there already is no fault.
pub(super) fn post(
    transaction: &Transaction<'_>,
    new: &NewMail,
    now: Timestamp,
) -> Result<Verdict<Result<(), NotPosted>>, rusqlite::Error> {
    if is_known(transaction, new)? {
        return Ok(Ok(Ok(())));
    }
    if let Some(why) = obstacle(transaction, new, now)? {
        return Ok(Ok(Err(why)));
    }
    let (id, mail) = match (TableId::random(), serde_json::to_string(&new.mail)) {
        (Ok(id), Ok(mail)) => (id, mail),
        (Err(error), _) => return Ok(Err(StoreError::Away(error.to_string()))),
        (_, Err(error)) => return Ok(Err(StoreError::Unreadable(error.to_string()))),
    };
    let (mut address, mut table, mut seat, mut person) = (None, None, None, None);
    match &new.to {
        MailTo::Address(to) => address = Some(to.trim()),
        MailTo::Seat(id, held) => {
            table = table_key(transaction, id)?;
            seat = Some(seat_name(*held));
        }
        MailTo::Person(id) => person = person_key(transaction, id)?,
    }
    if address.is_none() && table.is_none() && person.is_none() {
        return Ok(Err(StoreError::Conflict));
    }
    if let (Some(table), Some(seat)) = (table, seat) {
        forget_reminder(transaction, table, seat, &new.mail)?;
    }
    let sql = "INSERT INTO outbox (id, once, address, table_key, seat, person_key, address_key, \
               mail, state, due_ms, try_ms, tries) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 'waiting', ?9, ?9, 0)";
    transaction.prepare_cached(sql)?.execute(params![
        id.as_str(),
        new.once,
        address,
        table,
        seat,
        person,
        address.map(compared),
        mail,
        millis_to_sql(new.due),
    ])?;
    Ok(Ok(Ok(())))
}

/// Of the reminders to a seat only the latest can still be true.
fn forget_reminder(
    transaction: &Transaction<'_>,
    table: i64,
    seat: &str,
    by: &Mail,
) -> Result<(), rusqlite::Error> {
    let kind = match by {
        Mail::Reminder { .. } => "{\"kind\":\"reminder\",%",
        Mail::OfferReminder { .. } => "{\"kind\":\"offer_reminder\",%",
        _ => return Ok(()),
    };
    let sql = "DELETE FROM outbox WHERE table_key = ?1 AND seat = ?2 AND state = 'waiting' \
               AND mail LIKE ?3";
    transaction
        .prepare_cached(sql)?
        .execute(params![table, seat, kind])?;
    Ok(())
}

/// Whether anybody would read a mail to a seat: its holder, if he has confirmed an address.
pub(super) fn is_reachable(
    transaction: &Transaction<'_>,
    to: &MailTo,
) -> Result<bool, rusqlite::Error> {
    let MailTo::Seat(table, seat) = to else {
        return Ok(true);
    };
    let sql = "SELECT EXISTS (SELECT 1 FROM seat_people \
               JOIN tables ON tables.key = seat_people.table_key \
               JOIN people ON people.key = seat_people.person_key \
               WHERE tables.id = ?1 AND seat_people.seat = ?2 AND address IS NOT NULL \
               AND closed_ms IS NULL)";
    let mut select = transaction.prepare_cached(sql)?;
    select.query_row(params![table.as_str(), seat_name(*seat)], |row| row.get(0))
}

fn is_known(transaction: &Transaction<'_>, new: &NewMail) -> Result<bool, rusqlite::Error> {
    let Some(once) = &new.once else {
        return Ok(false);
    };
    let sql = "SELECT EXISTS (SELECT 1 FROM outbox WHERE once = ?1)";
    let mut select = transaction.prepare_cached(sql)?;
    select.query_row([once], |row| row.get(0))
}

/// How many mails an address has had in the 24 hours before `until`, or will have: links, which go
/// to an address whoever asks for them, or mails about games, which go to a seat or a person.
/// Neither takes the place of the other.
fn mails_of_day(
    connection: &Connection,
    (key, is_link): (&str, bool),
    until: Timestamp,
    besides: Option<&MailId>,
) -> Result<i64, rusqlite::Error> {
    let sql = "SELECT count(*) FROM outbox WHERE address_key = ?1 AND due_ms > ?2 AND id <> ?3 \
               AND state <> 'dropped' AND (table_key IS NULL AND person_key IS NULL) = ?4";
    let since = millis_to_sql(until).saturating_sub(DAY_MS);
    let besides = besides.map_or("", MailId::as_str);
    let mut select = connection.prepare_cached(sql)?;
    select.query_row(params![key, since, besides, is_link], |row| row.get(0))
}

/// What keeps a mail from being taken.
fn obstacle(
    transaction: &Transaction<'_>,
    new: &NewMail,
    now: Timestamp,
) -> Result<Option<NotPosted>, rusqlite::Error> {
    let sql = "SELECT count(*) FROM outbox WHERE state IN ('waiting', 'sending') \
               AND try_ms <= ?1";
    let waiting: i64 = transaction
        .prepare_cached(sql)?
        .query_row([millis_to_sql(now)], |row| row.get(0))?;
    if waiting >= number_to_sql(limits::MAILS_WAITING) {
        return Ok(Some(NotPosted::Full));
    }
    let MailTo::Address(address) = &new.to else {
        return Ok(None);
    };
    let key = compared(address);
    let sql = "SELECT EXISTS (SELECT 1 FROM people WHERE address_key = ?1)";
    let is_confirmed: bool = transaction
        .prepare_cached(sql)?
        .query_row([&key], |row| row.get(0))?;
    if !(is_confirmed && new.mail.is_key()) && refuses(transaction, &key, "")? {
        return Ok(Some(NotPosted::Refused));
    }
    let most = if is_confirmed {
        limits::MAILS_A_DAY
    } else {
        limits::MAILS_A_DAY_UNCONFIRMED
    };
    let had = mails_of_day(transaction, (&key, true), new.due, None)?;
    Ok((had >= i64::from(most)).then_some(NotPosted::TooMany))
}

/// A mail that cannot be read must not keep the others waiting.
fn give_up(
    transaction: &Transaction<'_>,
    ids: &[String],
    now: Timestamp,
) -> Result<Verdict<()>, rusqlite::Error> {
    let sql = "UPDATE outbox SET state = 'given_up', fault = 'it cannot be read', done_ms = ?2, \
               mail = NULL, address = NULL WHERE id = ?1 AND done_ms IS NULL";
    let mut update = transaction.prepare_cached(sql)?;
    for id in ids {
        update.execute(params![id, millis_to_sql(now)])?;
    }
    Ok(Ok(()))
}

fn outgoing(row: &Row<'_>) -> Result<Outgoing, ReadError> {
    let to = match row.get::<_, Option<String>>("address")? {
        Some(address) => MailTo::Address(address),
        None => match row.get::<_, Option<String>>("seat")? {
            Some(seat) => MailTo::Seat(id_column(row, "table_id")?, seat_from_name(&seat)?),
            None => MailTo::Person(id_column(row, "person_id")?),
        },
    };
    let mail: String = row.get("mail")?;
    Ok(Outgoing {
        id: id_column(row, "mail_id")?,
        to,
        mail: serde_json::from_str(&mail).map_err(unreadable)?,
        due: millis_from_sql(row.get("due_ms")?),
        tries: row.get("tries")?,
    })
}
