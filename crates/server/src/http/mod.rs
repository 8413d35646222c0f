//! The HTTP side: which path leads where, and what holds for every request. The handlers stand in
//! `tables.rs`, the web application in `files.rs`.

mod account;
mod admin;
mod body;
pub(crate) mod caller;
mod computer;
mod doors;
mod error;
mod files;
mod invitations;
mod letters;
mod lobby;
mod mail;
mod people;
mod pictures;
mod preview;
mod puzzles;
mod reports;
mod tables;

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use serde::Serialize;
use tokio::time::timeout;

pub(crate) use self::account::Ceremonies;
pub(crate) use self::error::ApiError;
pub(crate) use self::pictures::Pictures;
use crate::hosts::Stranger;
use crate::limits;
use crate::service::{App, Peer};

/// The whole service as a router.
pub(crate) fn router(app: Arc<App>) -> Router {
    let api = Router::new()
        .route("/api/computer", get(computer::offer))
        .route("/api/tables", post(tables::open))
        .route("/api/tables/{id}", get(tables::look))
        .route("/api/tables/{id}/join", post(tables::join))
        .route("/api/tables/{id}/seat", post(tables::seat))
        .route("/api/tables/{id}/links", post(tables::link))
        .route("/api/tables/{id}/commands", post(tables::command))
        .route("/api/tables/{id}/computer", post(computer::seat))
        .route("/api/tables/{id}/socket", get(tables::socket))
        .route("/api/tables/{id}/qr.svg", get(tables::qr))
        .route("/api/tables/{id}/games/{file}", get(tables::game))
        .route("/api/tables/{id}/board.svg", get(pictures::board_svg))
        .route("/api/tables/{id}/board.png", get(pictures::board_png))
        .route("/api/board.svg", get(pictures::position_svg))
        .route("/api/board.png", get(pictures::position_png))
        .route("/api/reports", post(reports::report))
        .route("/api/tables/{id}/reports", post(reports::report))
        .merge(account::routes())
        .merge(letters::routes())
        .merge(people::routes())
        .merge(admin::routes())
        .merge(lobby::routes())
        .merge(puzzles::routes())
        .route("/api/mail/stop/{token}", get(mail::open).post(mail::stop))
        .route("/api/mail", post(mail::choose))
        .route("/api/{*rest}", any(no_such_address))
        .layer(from_fn(for_the_api));
    Router::new()
        .merge(api)
        .fallback(files::serve)
        .layer(from_fn_with_state(Arc::clone(&app), check_caller))
        .route("/healthz", get(healthz))
        .layer(DefaultBodyLimit::max(limits::BODY_BYTES))
        .layer(from_fn(in_time))
        .with_state(app)
}

async fn no_such_address() -> ApiError {
    ApiError::NotFound("address")
}

/// Only own names are answered to, and only own pages may use the API.
async fn check_caller(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    if let Err(stranger) = check_names(&app, request.uri().path(), request.headers()) {
        return ApiError::Stranger(stranger).into_response();
    }
    if let Err(too_many) = count_request(&app, &request) {
        return too_many.into_response();
    }
    // Whoever is banned may look on, and do nothing.
    // A WebSocket, by which everything can be done, begins with a safe request.
    let does_something =
        !request.method().is_safe() || request.headers().contains_key(header::UPGRADE);
    if does_something
        && let Some(peer) = request.extensions().get::<Peer>()
        && let Err(banned) = doors::check_network(&app, request.headers(), peer).await
    {
        return banned.into_response();
    }
    next.run(request).await
}

/// Files are answered without end; what is asked of the API costs something.
fn count_request(app: &App, request: &Request) -> Result<(), ApiError> {
    match request.extensions().get::<Peer>() {
        Some(peer) if request.uri().path().starts_with("/api/") => {
            caller::count(&app.requests, app, request.headers(), peer)
        }
        _ => Ok(()),
    }
}

fn check_names(app: &App, path: &str, headers: &HeaderMap) -> Result<(), Stranger> {
    let host = host(headers).ok_or(Stranger::Host)?;
    app.hosts.check_host(host)?;
    // Scripts and fonts of the own pages may carry one too; only the API acts on cookies.
    if !path.starts_with("/api/") {
        return Ok(());
    }
    // A browser sends one; whoever sends several must mean them all.
    headers
        .get_all(header::ORIGIN)
        .iter()
        .try_for_each(|origin| {
            let origin = origin.to_str().map_err(|_| Stranger::Origin)?;
            app.hosts.check_origin(host, origin)
        })
}

/// The host that was asked; none if there is not exactly one.
pub(crate) fn host(headers: &HeaderMap) -> Option<&str> {
    let mut hosts = headers.get_all(header::HOST).iter();
    let host = hosts.next()?;
    if hosts.next().is_some() {
        None
    } else {
        host.to_str().ok()
    }
}

async fn for_the_api(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let nothing = HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'");
    headers.insert(header::CONTENT_SECURITY_POLICY, nothing);
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    harden(headers);
    response
}

/// Who may embed an answer: the own pages, unless the answer says something else.
const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// Headers that belong to every answer.
pub(crate) fn harden(headers: &mut HeaderMap) {
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
        // With the line above: memory that a page shares with its workers, by which it stops a search at once.
        (
            HeaderName::from_static("cross-origin-embedder-policy"),
            "require-corp",
        ),
        (
            HeaderName::from_static("permissions-policy"),
            "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
        ),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers
        .entry(RESOURCE_POLICY)
        .or_insert(HeaderValue::from_static("same-origin"));
}

/// A request that takes too long is given up. A WebSocket has its answer at once.
async fn in_time(request: Request, next: Next) -> Response {
    match timeout(limits::REQUEST_TIME, next.run(request)).await {
        Ok(response) => response,
        Err(_) => StatusCode::REQUEST_TIMEOUT.into_response(),
    }
}

async fn healthz(State(app): State<Arc<App>>) -> Response {
    match app.store.last_alive().await {
        Ok(_) => "ok".into_response(),
        Err(error) => ApiError::from(error).into_response(),
    }
}

/// A body in JSON.
pub(crate) fn json_body(body: &impl Serialize) -> Response {
    match serde_json::to_vec(body) {
        Ok(text) => ([(header::CONTENT_TYPE, "application/json")], text).into_response(),
        Err(error) => {
            tracing::error!(%error, "an answer cannot be written");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}
