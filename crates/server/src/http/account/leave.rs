//! Taking everything along, and leaving: the export of an account and its end.

use std::sync::Arc;

use axum::Extension;
use axum::body::Body as Sent;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use futures_util::stream::{self, StreamExt as _};
use serde::Deserialize;
use serde_json::{Value, json};
use tabiya_arbiter::Table;

use super::session::{prove, sign_out};
use crate::http::body::Body;
use crate::http::caller::{signed_in, table_link};
use crate::http::error::ApiError;
use crate::http::host;
use crate::ids::TableId;
use crate::service::{App, Peer};
use crate::store::StoreError;

/// `GET /api/account/export`: everything that is stored of a person, in one file of JSON. The games
/// are written while they are read, table by table and past the hall, so that many of them take no
/// memory.
pub(super) async fn export(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let person = signed_in(&app, &headers).await?;
    let records = app.store.everything(person.id.clone()).await?;
    let preferences = app.store.preferences(person.id.clone()).await?;
    let games = app.store.finished_games(person.id.clone()).await?;
    let head = json!({
        "name": person.name,
        "address": person.address,
        "created": person.created.0,
        "preferences": preferences,
        "records": records,
    });
    let mut head = head.to_string();
    // The games follow as the last member.
    head.pop();
    head += ",\"games\":[";
    let base = app.hosts.base(host(&headers).unwrap_or_default());
    let games = stream::try_unfold(Unwritten::new(app, base, games), Unwritten::next);
    let whole = stream::iter([Ok(head)])
        .chain(games)
        .chain(stream::iter([Ok("]}".to_owned())]));
    let kind = [
        (header::CONTENT_TYPE, "application/json"),
        (
            header::CONTENT_DISPOSITION,
            "attachment; filename=\"tabiya-account.json\"",
        ),
    ];
    Ok((kind, Sent::from_stream(whole)).into_response())
}

/// The games that have not been written yet.
struct Unwritten {
    app: Arc<App>,
    base: String,
    games: std::vec::IntoIter<(TableId, u32)>,
    /// Games at the same table often follow each other.
    table: Option<(TableId, Table)>,
    is_first: bool,
}

impl Unwritten {
    fn new(app: Arc<App>, base: String, games: Vec<(TableId, u32)>) -> Self {
        Self {
            app,
            base,
            games: games.into_iter(),
            table: None,
            is_first: true,
        }
    }

    /// Writes the next game, and gives what is left. Where a table cannot be read the file breaks off:
    /// half of it must not pass for all.
    async fn next(mut self) -> Result<Option<(String, Self)>, StoreError> {
        let Some((table, number)) = self.games.next() else {
            return Ok(None);
        };
        if self.table.as_ref().is_none_or(|(known, _)| *known != table) {
            let read = self.app.hall.read(&table).await?;
            self.table = read.map(|read| (table.clone(), read));
        }
        let known = self.table.as_ref().filter(|(known, _)| *known == table);
        let record = known.and_then(|(_, read)| read.record(number));
        let link = table_link(&self.base, &table);
        let pgn = record.map_or(Value::Null, |record| Value::from(record.pgn(&link)));
        let game = json!({"table": table.to_string(), "number": number, "pgn": pgn});
        let comma = if self.is_first { "" } else { "," };
        self.is_first = false;
        Ok(Some((format!("{comma}{game}"), self)))
    }
}

/// `DELETE /api/account`: the end of an account, confirmed by its password or a fresh sign-in.
pub(super) async fn close(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Confirmed {
        password: Option<String>,
    }
    let person = signed_in(&app, &headers).await?;
    let confirmed: Confirmed = body.read()?;
    prove(&app, &headers, &peer, &person, confirmed.password).await?;
    let now = app.clock.now();
    let is_away = !app
        .store
        .vacations(person.id.clone(), now)
        .await?
        .is_empty();
    // One write: whatever comes after it only tells the memory.
    let closed = app.store.close_account(person.id.clone(), now).await?;
    let seats = closed.ok_or(ApiError::Conflict(
        "last_admin",
        "The only admin cannot leave while others have accounts here; make somebody else admin \
         first.",
    ))?;
    app.lobby.expel(&person.id);
    for (table, _) in seats {
        app.hall.reread(&table).await;
    }
    if is_away {
        // The opponents wait for nobody's vacation any more.
        for table in app.store.letters_of(person.id.clone()).await? {
            app.hall.refresh(&table).await;
        }
    }
    let left = sign_out(State(app), headers).await?;
    Ok((StatusCode::NO_CONTENT, left.headers().clone()).into_response())
}
