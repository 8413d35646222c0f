//! The handlers of accounts: making one, signing in and out, who is signed in. How names and
//! passwords must look stands in `accounts/`.

mod archive;
mod claim;
mod device;
mod leave;
mod links;
mod passkeys;
mod preferences;
mod session;
mod sessions;
mod tokens;

pub(super) use links::spent;
pub(super) use session::new_id;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use axum::routing::{delete, get, patch, post};
use serde::Serialize;

use crate::http::error::ApiError;
use crate::ids::TableId;
use crate::limits;
use crate::service::App;
use crate::store::{Person, Role};

/// What leads to accounts.
pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route(
            "/api/account",
            get(session::me).post(session::sign_up).delete(leave::close),
        )
        .route("/api/account/export", get(leave::export))
        .route("/api/account/links", post(links::mail))
        .route("/api/account/links/look", post(links::look))
        .route("/api/account/links/open", post(links::open))
        .route("/api/account/address", post(links::confirm))
        .route(
            "/api/account/passkeys",
            get(passkeys::list).post(passkeys::start),
        )
        .route("/api/account/passkeys/finish", post(passkeys::finish))
        .route(
            "/api/account/passkeys/{id}",
            patch(passkeys::rename).delete(passkeys::remove),
        )
        .route("/api/account/session/passkey", post(passkeys::ask))
        .route(
            "/api/account/session/passkey/finish",
            post(passkeys::sign_in),
        )
        .route(
            "/api/account/sessions",
            get(sessions::list).delete(sessions::end_others),
        )
        .route("/api/account/sessions/{id}", delete(sessions::end))
        .route("/api/account/tokens", get(tokens::list).post(tokens::make))
        .route("/api/account/tokens/{id}", delete(tokens::revoke))
        .route(
            "/api/account/preferences",
            get(preferences::look)
                .patch(preferences::change)
                .layer(DefaultBodyLimit::max(2 * limits::PREFERENCES_BYTES)),
        )
        .route(
            "/api/account/archive",
            get(archive::list)
                .post(archive::keep)
                .layer(DefaultBodyLimit::max(2 * limits::KEPT_GAME_BYTES)),
        )
        .route("/api/account/archive/{id}", delete(archive::drop))
        .route("/api/tables/{id}/claim", post(claim::claim))
        .route(
            "/api/account/session",
            post(session::sign_in).delete(session::sign_out),
        )
        .route("/api/account/password", post(session::change_password))
}

/// Pending ceremonies of passkeys.
pub(crate) use passkeys::Ceremonies;

/// The id in a path; none such is not found.
fn id(text: &str, what: &'static str) -> Result<TableId, ApiError> {
    TableId::parse(text).ok_or(ApiError::NotFound(what))
}

/// Nothing to say but that it was done, if there was something to do.
fn done(found: bool, what: &'static str) -> Result<Response, ApiError> {
    if found {
        Ok(StatusCode::NO_CONTENT.into_response())
    } else {
        Err(ApiError::NotFound(what))
    }
}

/// What somebody calls a passkey or a token.
fn label(text: &str, otherwise: &str) -> Result<String, ApiError> {
    let text = text.trim();
    if text.chars().count() > limits::LABEL_LETTERS || text.contains(char::is_control) {
        let most = limits::LABEL_LETTERS;
        let why = format!("It can be called anything of up to {most} characters in one line.");
        return Err(ApiError::unfit("bad_label", why));
    }
    Ok(if text.is_empty() { otherwise } else { text }.to_owned())
}

/// An account as its owner sees it.
#[derive(Serialize)]
struct Me {
    id: String,
    name: Option<String>,
    address: Option<String>,
    role: &'static str,
    created: u64,
    /// Whether it has a password.
    password: bool,
}

impl Me {
    fn new(person: Person, has_password: bool) -> Self {
        Self {
            id: person.id.to_string(),
            name: person.name,
            address: person.address,
            role: match person.role {
                Role::Member => "member",
                Role::Admin => "admin",
            },
            created: person.created.0,
            password: has_password,
        }
    }
}
