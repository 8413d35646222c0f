//! Invitations to games by letter in SQLite.

use rusqlite::{Connection, Row, Transaction, params};
use tabiya_arbiter::{BySeat, Timestamp};

use super::super::{InvitationLimits, LetterInvitation, LetterState};
use super::writer::Verdict;
use super::{ReadError, id_column, millis_from_sql, millis_to_sql, unreadable};
use crate::ids::TableId;

pub(super) const fn state_name(state: LetterState) -> &'static str {
    match state {
        LetterState::Open => "open",
        LetterState::Made => "made",
        LetterState::Declined => "declined",
        LetterState::Expired => "expired",
    }
}

fn state_from_name(name: &str) -> Result<LetterState, ReadError> {
    Ok(match name {
        "open" => LetterState::Open,
        "made" => LetterState::Made,
        "declined" => LetterState::Declined,
        "expired" => LetterState::Expired,
        _ => return Err(ReadError::Unreadable(format!("invitation {name:?}"))),
    })
}

/// Addresses are compared in small letters.
fn key_of(address: &str) -> String {
    address.trim().to_lowercase()
}

/// Enters an invitation, unless one of its two sides has too many.
pub(super) fn enter(
    transaction: &Transaction<'_>,
    invitation: &LetterInvitation,
    settings: &str,
    most: InvitationLimits,
) -> Result<Verdict<bool>, rusqlite::Error> {
    let keys = BySeat {
        owner: key_of(&invitation.addresses.owner),
        guest: key_of(&invitation.addresses.guest),
    };
    let since = millis_to_sql(most.since);
    for (column, key, most) in [
        ("owner_key", &keys.owner, most.from_one),
        ("guest_key", &keys.guest, most.to_one),
    ] {
        let sql = format!(
            "SELECT count(*) FROM letter_invitations WHERE {column} = ?1 AND created_ms > ?2"
        );
        let count: u32 = transaction
            .prepare_cached(&sql)?
            .query_row(params![key, since], |row| row.get(0))?;
        if count >= most {
            return Ok(Ok(false));
        }
    }
    let sql = "INSERT INTO letter_invitations (id, table_id, created_ms, expires_ms, settings, \
               owner_name, owner_address, owner_key, guest_name, guest_address, guest_key, \
               owner_confirmed, guest_confirmed, state) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)";
    transaction.prepare_cached(sql)?.execute(params![
        invitation.id.as_str(),
        invitation.table.as_str(),
        millis_to_sql(invitation.created),
        millis_to_sql(invitation.expires),
        settings,
        invitation.names.owner,
        invitation.addresses.owner,
        keys.owner,
        invitation.names.guest,
        invitation.addresses.guest,
        keys.guest,
        invitation.confirmed.owner,
        invitation.confirmed.guest,
        state_name(invitation.state),
    ])?;
    Ok(Ok(true))
}

pub(super) fn find(
    connection: &Connection,
    id: &TableId,
) -> Result<Option<LetterInvitation>, ReadError> {
    let mut select = connection.prepare_cached("SELECT * FROM letter_invitations WHERE id = ?1")?;
    let mut rows = select.query([id.as_str()])?;
    rows.next()?.map(read).transpose()
}

pub(super) fn unsettled(
    connection: &Connection,
    now: Timestamp,
) -> Result<Vec<LetterInvitation>, ReadError> {
    let sql = "SELECT * FROM letter_invitations WHERE state = 'open' \
               AND (expires_ms <= ?1 OR owner_confirmed + guest_confirmed = 2)";
    let mut select = connection.prepare_cached(sql)?;
    let mut rows = select.query([millis_to_sql(now)])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push(read(row)?);
    }
    Ok(found)
}

fn read(row: &Row<'_>) -> Result<LetterInvitation, ReadError> {
    let settings: String = row.get("settings")?;
    let state: String = row.get("state")?;
    Ok(LetterInvitation {
        id: id_column(row, "id")?,
        table: id_column(row, "table_id")?,
        created: millis_from_sql(row.get("created_ms")?),
        expires: millis_from_sql(row.get("expires_ms")?),
        settings: serde_json::from_str(&settings).map_err(unreadable)?,
        names: BySeat {
            owner: row.get("owner_name")?,
            guest: row.get("guest_name")?,
        },
        addresses: BySeat {
            owner: row.get("owner_address")?,
            guest: row.get("guest_address")?,
        },
        confirmed: BySeat {
            owner: row.get("owner_confirmed")?,
            guest: row.get("guest_confirmed")?,
        },
        state: state_from_name(&state)?,
    })
}
