//! The handlers of preferences: what the pages remember for an account, on every device.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde_json::{Map, Value};

use crate::accounts::Scope;
use crate::http::body::Body;
use crate::http::caller::signed_in_for;
use crate::http::error::ApiError;
use crate::http::json_body;
use crate::limits;
use crate::service::App;

/// `GET /api/account/preferences`.
pub(super) async fn look(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let person = signed_in_for(&app, &headers, Scope::PreferenceRead).await?;
    Ok(json_body(&app.store.preferences(person.id).await?))
}

/// `PATCH /api/account/preferences`: the keys that are named get these values, null takes one away.
/// Of two who change the same key the later one wins.
pub(super) async fn change(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let person = signed_in_for(&app, &headers, Scope::PreferenceWrite).await?;
    let changes: Map<String, Value> = body.read()?;
    let changed = app.store.change_preferences(person.id, changes).await?;
    match changed {
        Some(all) => Ok(json_body(&all)),
        None => {
            let most = limits::PREFERENCES_BYTES / 1024;
            let why = format!("All preferences of an account together have at most {most} KiB.");
            Err(ApiError::unfit("too_many_preferences", why))
        }
    }
}
