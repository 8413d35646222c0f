//! The handlers of API tokens: keys for programs, each with what it may do.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use serde::{Deserialize, Serialize};
use tabiya_arbiter::Timestamp;

use super::session::new_id;
use super::{done, id, label};
use crate::accounts::Scopes;
use crate::http::body::Body;
use crate::http::caller::{API_TOKEN_PREFIX, new_token, signed_in};
use crate::http::error::ApiError;
use crate::http::json_body;
use crate::limits;
use crate::service::App;
use crate::store::{ApiToken, NewApiToken};

const DAY_MS: u64 = 24 * 3_600_000;

#[derive(Serialize)]
struct Listed {
    id: String,
    name: String,
    scopes: Scopes,
    created: u64,
    /// To about an hour; null: never.
    used: Option<u64>,
    expires: u64,
    /// The token itself, in the one answer that hands it out.
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<String>,
}

impl Listed {
    fn new(listed: &ApiToken, token: Option<String>) -> Self {
        Self {
            id: listed.id.to_string(),
            name: listed.name.clone(),
            scopes: Scopes::stored(&listed.scopes),
            created: listed.created.0,
            used: listed.used.map(|used| used.0),
            expires: listed.expires.0,
            token,
        }
    }
}

/// `GET /api/account/tokens`.
pub(super) async fn list(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    #[derive(Serialize)]
    struct Tokens {
        tokens: Vec<Listed>,
    }
    let person = signed_in(&app, &headers).await?;
    let known = app.store.api_tokens(person.id).await?;
    let tokens = known.iter().map(|token| Listed::new(token, None));
    Ok(json_body(&Tokens {
        tokens: tokens.collect(),
    }))
}

/// `POST /api/account/tokens`: makes one. Its text is told once and never again.
pub(super) async fn make(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Wanted {
        name: String,
        scopes: Vec<String>,
        days: Option<u32>,
    }
    let person = signed_in(&app, &headers).await?;
    let wanted: Wanted = body.read()?;
    let scopes = Scopes::parse(wanted.scopes.iter().map(String::as_str));
    let scopes = scopes
        .map_err(|name| ApiError::unfit("bad_scope", format!("There is no scope {name:?}.")))?;
    let days = wanted.days.unwrap_or(limits::TOKEN_MOST_DAYS);
    if !(1..=limits::TOKEN_MOST_DAYS).contains(&days) {
        let most = limits::TOKEN_MOST_DAYS;
        let why = format!("An API token lives for 1 to {most} days.");
        return Err(ApiError::unfit("bad_days", why));
    }
    let token = new_token()?;
    let now = app.clock.now();
    let listed = ApiToken {
        id: new_id()?,
        name: label(&wanted.name, "API token")?,
        scopes: scopes.text(),
        created: now,
        used: None,
        expires: Timestamp(now.0.saturating_add(u64::from(days) * DAY_MS)),
    };
    let text = format!("{API_TOKEN_PREFIX}{}", token.secret());
    let answer = Listed::new(&listed, Some(text));
    let made = NewApiToken {
        token: token.hash(),
        listed,
    };
    if !app.store.add_api_token(person.id, made).await? {
        return Err(ApiError::Full("API tokens"));
    }
    Ok((StatusCode::CREATED, json_body(&answer)).into_response())
}

/// `DELETE /api/account/tokens/{id}`.
pub(super) async fn revoke(
    State(app): State<Arc<App>>,
    Path(token): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let person = signed_in(&app, &headers).await?;
    let token = id(&token, "API token")?;
    let revoked = app.store.revoke_api_token(person.id.clone(), token).await?;
    app.recall(Some(person.id));
    done(revoked, "API token")
}
