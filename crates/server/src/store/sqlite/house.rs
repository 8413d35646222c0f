//! What the host decides, in SQLite: the rules of the house and invitations. Bans stand in
//! `bans.rs`.

use rusqlite::{Connection, OptionalExtension as _, Transaction, params};
use tabiya_arbiter::Timestamp;

use super::super::{
    Answer, Ban, House, HouseRules, Invitation, NewBan, NewInvitation, SignUp, Visitor,
};
use super::{ReadError, SqliteStore, bans, id_column, millis_from_sql, millis_to_sql, unreadable};
use crate::ids::{TableId, TokenHash};

impl House for SqliteStore {
    fn rules(&self) -> Answer<'_, HouseRules> {
        self.read(read_rules)
    }

    fn set_rules(&self, rules: HouseRules) -> Answer<'_, ()> {
        self.write(move |transaction| {
            let words = serde_json::Value::from(rules.refused_words.clone()).to_string();
            let sql = "INSERT INTO house_rules (only, sign_up, quiet, refused_words) \
                       VALUES (1, ?1, ?2, ?3) ON CONFLICT (only) DO UPDATE \
                       SET sign_up = ?1, quiet = ?2, refused_words = ?3";
            transaction.prepare_cached(sql)?.execute(params![
                rules.sign_up.name(),
                rules.quiet,
                words
            ])?;
            Ok(Ok(()))
        })
    }

    fn invite(&self, invitation: NewInvitation) -> Answer<'_, ()> {
        self.write(move |transaction| {
            let sql = "INSERT INTO invitations \
                       (hash, id, note, created_ms, expires_ms, uses_left) \
                       VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
            transaction.prepare_cached(sql)?.execute(params![
                invitation.token.0,
                invitation.id.as_str(),
                invitation.note,
                millis_to_sql(invitation.at),
                millis_to_sql(invitation.expires),
                invitation.uses,
            ])?;
            Ok(Ok(()))
        })
    }

    fn invitations(&self, now: Timestamp) -> Answer<'_, Vec<Invitation>> {
        self.read(move |connection| {
            let sql = "SELECT id, note, created_ms, expires_ms, uses_left FROM invitations \
                       WHERE uses_left > 0 AND expires_ms > ?1 ORDER BY created_ms DESC, id";
            let mut select = connection.prepare_cached(sql)?;
            let mut rows = select.query([millis_to_sql(now)])?;
            let mut invitations = Vec::new();
            while let Some(row) = rows.next()? {
                invitations.push(Invitation {
                    id: id_column(row, "id")?,
                    note: row.get("note")?,
                    created: millis_from_sql(row.get("created_ms")?),
                    expires: millis_from_sql(row.get("expires_ms")?),
                    uses_left: row.get("uses_left")?,
                });
            }
            Ok(invitations)
        })
    }

    fn is_invited(&self, token: TokenHash, now: Timestamp) -> Answer<'_, bool> {
        self.read(move |connection| {
            let sql = "SELECT EXISTS (SELECT 1 FROM invitations \
                       WHERE hash = ?1 AND uses_left > 0 AND expires_ms > ?2)";
            let mut select = connection.prepare_cached(sql)?;
            Ok(select.query_row(params![token.0, millis_to_sql(now)], |row| row.get(0))?)
        })
    }

    fn revoke_invitation(&self, id: TableId) -> Answer<'_, bool> {
        self.write(move |transaction| {
            let sql = "DELETE FROM invitations WHERE id = ?1 AND uses_left > 0";
            let revoked = transaction.prepare_cached(sql)?.execute([id.as_str()])?;
            Ok(Ok(revoked > 0))
        })
    }

    fn ban(&self, ban: NewBan) -> Answer<'_, ()> {
        self.write(move |transaction| bans::make(transaction, &ban))
    }

    fn lift_ban(&self, id: TableId, now: Timestamp) -> Answer<'_, bool> {
        self.write(move |transaction| bans::lift(transaction, &id, now).map(Ok))
    }

    fn bans(&self, now: Timestamp) -> Answer<'_, Vec<Ban>> {
        self.read(move |connection| bans::in_force(connection, now))
    }

    fn bans_after(&self, number: u64, now: Timestamp) -> Answer<'_, (u64, Vec<Ban>)> {
        self.read(move |connection| bans::after(connection, number, now))
    }

    fn ban_on(&self, who: Visitor, now: Timestamp) -> Answer<'_, Option<Ban>> {
        self.read(move |connection| bans::on(connection, &who, now))
    }
}

fn read_rules(connection: &Connection) -> Result<HouseRules, ReadError> {
    let sql = "SELECT sign_up, quiet, refused_words FROM house_rules";
    let mut select = connection.prepare_cached(sql)?;
    let found = select.query_row([], |row| {
        Ok((
            row.get::<_, String>(0)?,
            row.get(1)?,
            row.get::<_, String>(2)?,
        ))
    });
    let Some((sign_up, quiet, words)) = found.optional()? else {
        return Ok(HouseRules::default());
    };
    Ok(HouseRules {
        sign_up: SignUp::by_name(&sign_up)
            .ok_or_else(|| ReadError::Unreadable(format!("sign-up {sign_up:?}")))?,
        quiet,
        refused_words: serde_json::from_str(&words).map_err(unreadable)?,
    })
}

/// Uses up one account of an invitation, in the transaction that makes it.
pub(super) fn take_invitation(
    transaction: &Transaction<'_>,
    token: TokenHash,
    now: Timestamp,
) -> Result<bool, rusqlite::Error> {
    let sql = "UPDATE invitations SET uses_left = uses_left - 1 \
               WHERE hash = ?1 AND uses_left > 0 AND expires_ms > ?2";
    let taken = transaction
        .prepare_cached(sql)?
        .execute(params![token.0, millis_to_sql(now)])?;
    Ok(taken > 0)
}
