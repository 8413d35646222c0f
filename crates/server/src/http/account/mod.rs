//! The handlers of accounts: making one, signing in and out, who is signed in. How names and
//! passwords must look stands in `accounts/`.

mod device;
mod session;

pub(super) use session::new_id;

use std::sync::Arc;

use axum::Router;
use axum::routing::{get, post};
use serde::Serialize;

use crate::service::App;
use crate::store::{Person, Role};

/// What leads to accounts.
pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/account", get(session::me).post(session::sign_up))
        .route(
            "/api/account/session",
            post(session::sign_in).delete(session::sign_out),
        )
        .route("/api/account/password", post(session::change_password))
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
