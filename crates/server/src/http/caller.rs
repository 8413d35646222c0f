//! Who is asking: the table in the path, the seat that a token holds, the address that rates are
//! counted for.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use serde::Deserialize;
use tabiya_arbiter::Actor;

use super::doors;
use super::error::ApiError;
use crate::access::{Pass, Place};
use crate::accounts::{Scope, Scopes};
use crate::ids::{SeatToken, TableId};
use crate::limits::PerAddress;
use crate::service::{App, Peer};
use crate::socket::protocol::Address;
use crate::store::{Ban, Person};

/// The name of the cookie that holds a seat's token. Its path is the table's, so each table has its
/// own.
const COOKIE: &str = "tabiya_seat";
/// The name of the cookie that holds a person's session.
pub(super) const SESSION_COOKIE: &str = "tabiya_session";
/// How API tokens begin, so that they are known wherever they turn up.
pub(super) const API_TOKEN_PREFIX: &str = "tabiya_";
const ONE_YEAR_S: u32 = 365 * 24 * 60 * 60;

/// Whoever asks something of a table.
pub(super) struct Caller {
    pub(super) table: TableId,
    pub(super) actor: Actor,
    /// What he has shown.
    pub(super) pass: Pass,
    /// What keeps him from the seat that he holds.
    pub(super) ban: Option<Ban>,
    /// The beginning of links for this caller.
    pub(super) base: String,
}

impl Caller {
    pub(super) fn address(&self) -> Address {
        Address {
            table: self.table.clone(),
            link: table_link(&self.base, &self.table),
        }
    }
}

/// The link for the friend.
pub(crate) fn table_link(base: &str, table: &TableId) -> String {
    format!("{base}/t/{table}")
}

/// The private link to a seat. The part after `#` is never sent to a server.
pub(crate) fn seat_link(base: &str, table: &TableId, token: &SeatToken) -> String {
    format!("{}#seat={}", table_link(base, table), token.secret())
}

#[derive(Deserialize)]
struct InPath {
    id: String,
}

impl FromRequestParts<Arc<App>> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let path = Path::<InPath>::from_request_parts(parts, app).await;
        let id = path.ok().and_then(|Path(path)| TableId::parse(&path.id));
        let table = id.ok_or(ApiError::NotFound("table"))?;
        let pass = pass(app, &table, &parts.headers).await?;
        let Place { actor, ban } = app.place_by(&table, pass).await?;
        // Whoever is banned may look on, and do nothing.
        if let Some(ban) = ban.as_ref().filter(|_| !parts.method.is_safe()) {
            return Err(ApiError::Banned(Box::new(ban.clone())));
        }
        let base = app
            .hosts
            .base(super::host(&parts.headers).unwrap_or_default());
        Ok(Self {
            table,
            actor,
            pass,
            ban,
            base,
        })
    }
}

/// What a request shows that may open a seat: the token of one, or else whoever asks himself, on
/// whichever device.
async fn pass(app: &App, table: &TableId, headers: &HeaderMap) -> Result<Pass, ApiError> {
    match shown_token(headers) {
        Shown::InHeader(token) => {
            let token = token.ok_or(ApiError::NoSeat)?;
            let held = seat(app, table, Some(token.clone())).await?;
            held.ok_or(ApiError::NoSeat)?;
            return Ok(Pass::Seat(token.hash()));
        }
        // An old cookie is no fault of whoever looks on.
        Shown::InCookie(Some(token)) if seat(app, table, Some(token.clone())).await?.is_some() => {
            return Ok(Pass::Seat(token.hash()));
        }
        Shown::InCookie(_) | Shown::ForPerson(_) | Shown::Nothing => {}
    }
    own_pass(app, headers, Scope::BoardPlay).await
}

/// What a request shows of whoever asks: an API token that may do this, or a session.
pub(super) async fn own_pass(
    app: &App,
    headers: &HeaderMap,
    scope: Scope,
) -> Result<Pass, ApiError> {
    match shown_token(headers) {
        Shown::ForPerson(token) => {
            let token = token.ok_or(ApiError::NoToken)?;
            let (_, scopes) = token_place(app, &token).await?;
            if scopes.allow(scope) {
                Ok(Pass::ApiToken(token.hash()))
            } else {
                Err(ApiError::MissingScope(scope))
            }
        }
        _ => Ok(session_token(headers).map_or(Pass::Nothing, |token| Pass::Session(token.hash()))),
    }
}

async fn seat(
    app: &App,
    table: &TableId,
    token: Option<SeatToken>,
) -> Result<Option<Actor>, ApiError> {
    let Some(token) = token else { return Ok(None) };
    let seat = app.store.seat_of(table.clone(), token.hash()).await?;
    Ok(seat.map(Actor::Seat))
}

/// A token that came with a request; none inside where it cannot be one.
enum Shown {
    Nothing,
    /// An API token.
    ForPerson(Option<SeatToken>),
    InHeader(Option<SeatToken>),
    InCookie(Option<SeatToken>),
}

/// The seat that the token of a request holds at a table, if it holds one.
pub(super) async fn seat_shown(
    app: &App,
    table: &TableId,
    headers: &HeaderMap,
) -> Result<Option<Actor>, ApiError> {
    match shown_token(headers) {
        Shown::Nothing | Shown::ForPerson(_) => Ok(None),
        Shown::InHeader(token) | Shown::InCookie(token) => seat(app, table, token).await,
    }
}

/// The person whose session a request shows; an old session is no fault of whoever plays on.
pub(super) async fn person_from(
    app: &App,
    headers: &HeaderMap,
) -> Result<Option<Person>, ApiError> {
    let Some(token) = session_token(headers) else {
        return Ok(None);
    };
    Ok(app.person_by(Pass::Session(token.hash())).await?)
}

/// The person who is signed in, or the answer that nobody is.
pub(super) async fn signed_in(app: &App, headers: &HeaderMap) -> Result<Person, ApiError> {
    if let Shown::ForPerson(_) = shown_token(headers) {
        return Err(ApiError::TokenCannot);
    }
    person_from(app, headers)
        .await?
        .ok_or(ApiError::NotSignedIn)
}

/// The same, also by an API token that may do this; one that may not is refused.
pub(super) async fn person_for(
    app: &App,
    headers: &HeaderMap,
    scope: Scope,
) -> Result<Option<Person>, ApiError> {
    match shown_token(headers) {
        Shown::ForPerson(token) => {
            let token = token.ok_or(ApiError::NoToken)?;
            let (person, scopes) = token_place(app, &token).await?;
            if scopes.allow(scope) {
                Ok(Some(person))
            } else {
                Err(ApiError::MissingScope(scope))
            }
        }
        _ => person_from(app, headers).await,
    }
}

/// The person who is signed in or whose API token may do this, or the answer that there is none.
pub(super) async fn signed_in_for(
    app: &App,
    headers: &HeaderMap,
    scope: Scope,
) -> Result<Person, ApiError> {
    person_for(app, headers, scope)
        .await?
        .ok_or(ApiError::NotSignedIn)
}

/// The person and the scopes of the API token that a request shows; none where it shows none.
pub(super) async fn api_token(
    app: &App,
    headers: &HeaderMap,
) -> Result<Option<(Person, Scopes)>, ApiError> {
    match shown_token(headers) {
        Shown::ForPerson(token) => {
            let token = token.ok_or(ApiError::NoToken)?;
            token_place(app, &token).await.map(Some)
        }
        _ => Ok(None),
    }
}

async fn token_place(app: &App, token: &SeatToken) -> Result<(Person, Scopes), ApiError> {
    let place = app.store.api_token(token.hash(), app.clock.now()).await?;
    let (person, listed) = place.ok_or(ApiError::NoToken)?;
    doors::check_person(app, &person).await?;
    Ok((person, Scopes::stored(&listed.scopes)))
}

/// The token of the session that a request shows.
pub(super) fn session_token(headers: &HeaderMap) -> Option<SeatToken> {
    cookie_value(headers, SESSION_COOKIE).and_then(SeatToken::parse)
}

pub(super) fn new_token() -> Result<SeatToken, ApiError> {
    SeatToken::random().map_err(|error| {
        tracing::error!(%error, "a token could not be made");
        ApiError::Away
    })
}

pub(super) fn cookie_value<'a>(headers: &'a HeaderMap, wanted: &str) -> Option<&'a str> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|cookies| cookies.to_str().ok())
        .flat_map(|cookies| cookies.split(';'))
        .filter_map(|cookie| cookie.trim().split_once('='))
        .find_map(|(name, value)| (name == wanted).then_some(value))
}

fn shown_token(headers: &HeaderMap) -> Shown {
    if let Some(authorization) = headers.get(header::AUTHORIZATION) {
        let bearer = authorization
            .to_str()
            .ok()
            .and_then(|text| text.strip_prefix("Bearer "));
        if let Some(rest) = bearer.and_then(|text| text.strip_prefix(API_TOKEN_PREFIX)) {
            return Shown::ForPerson(SeatToken::parse(rest));
        }
        return Shown::InHeader(bearer.and_then(SeatToken::parse));
    }
    match cookie_value(headers, COOKIE) {
        Some(value) => Shown::InCookie(SeatToken::parse(value)),
        None => Shown::Nothing,
    }
}

/// The `Set-Cookie` that keeps a seat in a browser.
pub(super) fn cookie(app: &App, table: &TableId, token: &SeatToken) -> String {
    let secure = if app.hosts.is_secure() {
        "; Secure"
    } else {
        ""
    };
    format!(
        "{COOKIE}={}; Path=/api/tables/{table}; Max-Age={ONE_YEAR_S}; HttpOnly; \
         SameSite=Lax{secure}",
        token.secret()
    )
}

/// Counts a request for the address that it comes from.
pub(super) fn count(
    rate: &PerAddress,
    app: &App,
    headers: &HeaderMap,
    peer: &Peer,
) -> Result<(), ApiError> {
    rate.take(client_address(app, headers, peer))
        .map_err(ApiError::TooMany)
}

/// Behind a proxy the last entry of `X-Forwarded-For` is the one that the proxy itself has added;
/// those before it are the client's invention.
pub(super) fn client_address(app: &App, headers: &HeaderMap, peer: &Peer) -> IpAddr {
    let connected = peer.address.ip();
    if !app.config.behind_proxy {
        return connected;
    }
    let forwarded = headers.get_all("x-forwarded-for").iter().next_back();
    let last = forwarded.and_then(|list| list.to_str().ok()?.rsplit(',').next());
    last.and_then(|address| address.trim().parse().ok())
        .unwrap_or(connected)
}
