//! Bans in SQLite: of people, of network addresses, of mail addresses.

use std::net::{IpAddr, Ipv6Addr};

use rusqlite::{Connection, Row, Transaction, params};
use tabiya_arbiter::Timestamp;

use super::super::{Ban, Banned, NewBan, StoreError, Visitor};
use super::writer::Verdict;
use super::{
    ReadError, id_column, millis_from_sql, millis_to_sql, number_to_sql, people, unreadable,
};
use crate::ids::TableId;

/// What makes a ban, of a question in which `people` is joined where it is of a person.
const BAN: &str = "SELECT bans.id AS ban_id, people.id AS person_id, people.name, bans.network, \
                   bans.address_key, reason, made_ms, until_ms FROM bans \
                   LEFT JOIN people ON people.key = bans.person_key \
                   WHERE lifted_ms IS NULL AND (until_ms IS NULL OR until_ms > ?1)";

pub(super) fn make(
    transaction: &Transaction<'_>,
    ban: &NewBan,
) -> Result<Verdict<()>, rusqlite::Error> {
    let (mut person_key, mut network, mut address) = (None, None, None);
    match &ban.whom {
        Banned::Person(person) => match people::person_key(transaction, person)? {
            Some(key) => person_key = Some(key),
            None => return Ok(Err(StoreError::Conflict)),
        },
        Banned::Network(from) => network = Some(network_of(*from).to_string()),
        Banned::Address(mail) => address = Some(mail.to_lowercase()),
    }
    let sql = "INSERT INTO bans \
               (id, person_key, network, address_key, reason, made_ms, until_ms) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    transaction.prepare_cached(sql)?.execute(params![
        ban.id.as_str(),
        person_key,
        network,
        address,
        ban.reason,
        millis_to_sql(ban.at),
        ban.until.map(millis_to_sql),
    ])?;
    for sql in [
        "DELETE FROM sessions WHERE person_key = ?1",
        "DELETE FROM seeks WHERE person_key = ?1",
        "DELETE FROM challenges WHERE from_key = ?1 OR to_key = ?1",
    ] {
        transaction.prepare_cached(sql)?.execute([person_key])?;
    }
    Ok(Ok(()))
}

pub(super) fn lift(
    transaction: &Transaction<'_>,
    id: &TableId,
    now: Timestamp,
) -> Result<bool, rusqlite::Error> {
    let sql = "UPDATE bans SET lifted_ms = ?2 WHERE id = ?1 AND lifted_ms IS NULL \
               AND (until_ms IS NULL OR until_ms > ?2)";
    let lifted = transaction
        .prepare_cached(sql)?
        .execute(params![id.as_str(), millis_to_sql(now)])?;
    Ok(lifted > 0)
}

/// The bans in force, newest first.
pub(super) fn in_force(connection: &Connection, now: Timestamp) -> Result<Vec<Ban>, ReadError> {
    let sql = format!("{BAN} ORDER BY bans.key DESC");
    let mut select = connection.prepare_cached(&sql)?;
    let mut rows = select.query([millis_to_sql(now)])?;
    let mut bans = Vec::new();
    while let Some(row) = rows.next()? {
        bans.push(ban(row)?);
    }
    Ok(bans)
}

/// The bans in force that were made after one, and the number of the last of all.
pub(super) fn after(
    connection: &Connection,
    number: u64,
    now: Timestamp,
) -> Result<(u64, Vec<Ban>), ReadError> {
    let mut select = connection.prepare_cached("SELECT ifnull(max(key), 0) FROM bans")?;
    let last: i64 = select.query_row([], |row| row.get(0))?;
    let last = u64::try_from(last).map_err(unreadable)?;
    if last <= number {
        return Ok((last, Vec::new()));
    }
    let sql = format!("{BAN} AND bans.key > ?2 ORDER BY bans.key");
    let mut select = connection.prepare_cached(&sql)?;
    let mut rows = select.query(params![millis_to_sql(now), number_to_sql(number)])?;
    let mut bans = Vec::new();
    while let Some(row) = rows.next()? {
        bans.push(ban(row)?);
    }
    Ok((last, bans))
}

/// The ban that keeps a visitor out for longest.
pub(super) fn on(
    connection: &Connection,
    who: &Visitor,
    now: Timestamp,
) -> Result<Option<Ban>, ReadError> {
    let sql = format!(
        "{BAN} AND (people.id = ?2 OR network = ?3 OR bans.address_key = ?4) \
         ORDER BY until_ms IS NULL DESC, until_ms DESC LIMIT 1"
    );
    let mut select = connection.prepare_cached(&sql)?;
    let mut rows = select.query(params![
        millis_to_sql(now),
        who.person.as_ref().map(TableId::as_str),
        who.network.map(|network| network_of(network).to_string()),
        who.address.as_deref().map(str::to_lowercase),
    ])?;
    rows.next()?.map(ban).transpose()
}

fn ban(row: &Row<'_>) -> Result<Ban, ReadError> {
    let network: Option<String> = row.get("network")?;
    let address: Option<String> = row.get("address_key")?;
    let whom = match (network, address) {
        (Some(network), _) => Banned::Network(
            network
                .parse()
                .map_err(|_| ReadError::Unreadable(format!("network {network:?}")))?,
        ),
        (None, Some(address)) => Banned::Address(address),
        (None, None) => Banned::Person(id_column(row, "person_id")?),
    };
    Ok(Ban {
        id: id_column(row, "ban_id")?,
        whom,
        name: row.get("name")?,
        reason: row.get("reason")?,
        made: millis_from_sql(row.get("made_ms")?),
        until: row.get::<_, Option<i64>>("until_ms")?.map(millis_from_sql),
    })
}

/// One machine has 2^64 addresses of IPv6, so the network is meant.
fn network_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let prefix = u128::from(address) >> 64 << 64;
            Ipv6Addr::from(prefix).into()
        }
        address => address,
    }
}
