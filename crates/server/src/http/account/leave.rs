//! Taking everything along, and leaving: the export of an account and its end.

use std::sync::Arc;

use axum::Extension;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use futures_util::stream::{self, StreamExt as _};
use serde::Deserialize;
use serde_json::{Value, json};
use tabiya_arbiter::{Actor, Command, Seat};

use super::session::{prove, sign_out};
use crate::accounts::DELETED;
use crate::http::caller::{signed_in, table_link};
use crate::http::error::ApiError;
use crate::http::host;
use crate::http::tables::{parse, too_large};
use crate::ids::TableId;
use crate::live::Wish;
use crate::service::{App, Peer};

/// `GET /api/account/export`: everything that is stored of a person, in one file of JSON. The games
/// are written while they are read, so that many of them take no memory.
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
    let games =
        stream::iter(games.into_iter().enumerate()).then(move |(index, (table, number))| {
            let (app, link) = (Arc::clone(&app), table_link(&base, &table));
            async move {
                let record = app.hall.record(&table, number).await.ok().flatten();
                let pgn = record.map_or(Value::Null, |record| Value::from(record.pgn(&link)));
                let game = json!({"table": table.to_string(), "number": number, "pgn": pgn});
                let comma = if index == 0 { "" } else { "," };
                format!("{comma}{game}")
            }
        });
    let whole = stream::iter([head])
        .chain(games)
        .chain(stream::iter(["]}".to_owned()]))
        .map(Ok::<_, std::convert::Infallible>);
    let kind = [
        (header::CONTENT_TYPE, "application/json"),
        (
            header::CONTENT_DISPOSITION,
            "attachment; filename=\"tabiya-account.json\"",
        ),
    ];
    Ok((kind, Body::from_stream(whole)).into_response())
}

/// `DELETE /api/account`: the end of an account, confirmed by its password or a fresh sign-in.
pub(super) async fn close(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, ApiError> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Confirmed {
        password: Option<String>,
    }
    let person = signed_in(&app, &headers).await?;
    let confirmed: Confirmed = parse(&body.map_err(too_large)?)?;
    prove(&app, &headers, &peer, &person, confirmed.password).await?;
    let closed = app
        .store
        .close_account(person.id.clone(), app.clock.now())
        .await?;
    let seats = closed.ok_or(ApiError::Conflict(
        "last_admin",
        "The only admin cannot leave while others have accounts here; make somebody else admin \
         first.",
    ))?;
    app.lobby.expel(&person.id);
    for (table, seat) in seats {
        rename(&app, &table, seat).await;
    }
    let left = sign_out(State(app), headers).await?;
    Ok((StatusCode::NO_CONTENT, left.headers().clone()).into_response())
}

/// Tables that are in the memory have read the name before it was erased.
async fn rename(app: &Arc<App>, table: &TableId, seat: Seat) {
    let at = app.clock.now();
    let wish = |reply| Wish {
        actor: Actor::Seat(seat),
        id: None,
        command: Command::SetName {
            name: DELETED.to_owned(),
        },
        token: None,
        person: None,
        at,
        reply,
    };
    // A table that does not answer reads the erased log when it is next looked at.
    if let Err(error) = app.hall.ask(table, wish).await {
        tracing::info!(%table, ?error, "a table could not be told that a player has left");
    }
}
