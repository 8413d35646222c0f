//! The handlers of the lobby: its WebSocket.

use std::sync::Arc;

use axum::Extension;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;

use super::caller::{cookie_value, count, person_from};
use super::error::ApiError;
use super::host;
use crate::ids::SeatToken;
use crate::limits;
use crate::lobby::{Party, Session, Visitor};
use crate::service::{App, Peer};

/// The name of the cookie by which the lobby knows a browser without an account, for as long as
/// that runs: its pages are one person, and a page that is loaded again keeps its seek.
const COOKIE: &str = "tabiya_visitor";

/// `GET /api/lobby/socket`.
pub(super) async fn socket(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    if query.as_deref() != Some("v=1") {
        let asked = "this server speaks version 1: ask for /api/lobby/socket?v=1";
        return Err(ApiError::Malformed(asked.to_owned()));
    }
    count(&app.visits, &app, &headers, &peer)?;
    let upgrade = upgrade.map_err(|error| ApiError::Malformed(error.to_string()))?;
    let base = app.hosts.base(host(&headers).unwrap_or_default());
    let person = person_from(&app, &headers).await?;
    let known = cookie_value(&headers, COOKIE).and_then(SeatToken::parse);
    let mut cookie = None;
    let visitor = match person {
        Some(person) => Visitor {
            party: Party::Person(person.id),
            name: person.name,
            base,
        },
        None => {
            let token = match known {
                Some(token) => token,
                None => {
                    let token = SeatToken::random().map_err(|_| ApiError::Away)?;
                    cookie = Some(visitor_cookie(&app, &token));
                    token
                }
            };
            Visitor {
                party: Party::Visitor(token.hash()),
                name: None,
                base,
            }
        }
    };
    let wait = limits::LOBBY_GRACE;
    let entry = app.lobby.enter(visitor).ok_or(ApiError::TooMany(wait))?;
    let upgrade = upgrade
        .read_buffer_size(limits::SOCKET_READ_BUFFER_BYTES)
        .write_buffer_size(0)
        .max_write_buffer_size(limits::SOCKET_WRITE_BYTES)
        .max_message_size(limits::MESSAGE_BYTES)
        .max_frame_size(limits::MESSAGE_BYTES);
    let mut response = upgrade.on_upgrade(move |socket| async move {
        if let Some(session) = Session::new(app, socket, entry) {
            session.run().await;
        }
        // The connection's place is free again only now.
        drop(peer);
    });
    if let Some(cookie) = cookie.and_then(|cookie| HeaderValue::try_from(cookie).ok()) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    Ok(response)
}

fn visitor_cookie(app: &App, token: &SeatToken) -> String {
    let secure = if app.hosts.is_secure() {
        "; Secure"
    } else {
        ""
    };
    format!(
        "{COOKIE}={}; Path=/api/lobby; HttpOnly; SameSite=Lax{secure}",
        token.secret()
    )
}
