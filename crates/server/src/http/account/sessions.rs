//! The handlers of sessions: on which devices somebody is signed in, and ending that.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use serde::Serialize;

use super::{done, id};
use crate::http::caller::{session_token, signed_in};
use crate::http::error::ApiError;
use crate::http::json_body;
use crate::service::App;

/// `GET /api/account/sessions`.
pub(super) async fn list(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    #[derive(Serialize)]
    struct Listed {
        id: String,
        device: String,
        created: u64,
        /// To about an hour.
        used: u64,
        /// Whether it is the one that asks.
        this: bool,
    }
    #[derive(Serialize)]
    struct Sessions {
        sessions: Vec<Listed>,
    }
    let person = signed_in(&app, &headers).await?;
    let own = session_token(&headers).map(|token| token.hash());
    let open = app.store.sessions(person.id, app.clock.now()).await?;
    let sessions = open
        .into_iter()
        .map(|session| Listed {
            id: session.id.to_string(),
            device: session.device,
            created: session.created.0,
            used: session.seen.0,
            this: own == Some(session.token),
        })
        .collect();
    Ok(json_body(&Sessions { sessions }))
}

/// `DELETE /api/account/sessions`: ends all others.
pub(super) async fn end_others(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let person = signed_in(&app, &headers).await?;
    let keep = session_token(&headers).map(|token| token.hash());
    let ended = app.store.revoke_sessions(person.id.clone(), None, keep);
    ended.await?;
    app.recall(Some(person.id));
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// `DELETE /api/account/sessions/{id}`: ends one.
pub(super) async fn end(
    State(app): State<Arc<App>>,
    Path(session): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let person = signed_in(&app, &headers).await?;
    let session = id(&session, "session")?;
    let ended = app
        .store
        .revoke_sessions(person.id.clone(), Some(session), None);
    let ended = ended.await?;
    app.recall(Some(person.id));
    done(ended, "session")
}
