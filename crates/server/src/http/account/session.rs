//! Sign up, sign in, sign out, and who is signed in.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::Me;
use super::device::device;
use crate::access::mailed_seats;
use crate::accounts::{Address, Name, NotHashed, Scope, check_password, name_key};
use crate::http::body::Body;
use crate::http::caller::{
    self, SESSION_COOKIE, api_token, count, person_from, session_token, signed_in,
};
use crate::http::doors;
use crate::http::error::ApiError;
use crate::http::json_body;
use crate::ids::{SeatToken, TableId};
use crate::limits;
use crate::service::{App, Peer};
use crate::store::{NewAccount, NewPassword, NewSession, Person, Uses};
use tabiya_arbiter::Timestamp;

type Answered = Result<Response, ApiError>;

/// `GET /api/account`: who is signed in, perhaps nobody.
pub(super) async fn me(State(app): State<Arc<App>>, headers: HeaderMap) -> Answered {
    if let Some((mut person, scopes)) = api_token(&app, &headers).await? {
        if !scopes.allow(Scope::EmailRead) {
            person.address = None;
        }
        return about(&app, person).await;
    }
    let Some(person) = person_from(&app, &headers).await? else {
        return Ok(json_body(&json!({"account": null})));
    };
    let body = about(&app, person).await?;
    // The session's end has been put off, so the cookie's is too.
    match session_token(&headers) {
        Some(token) => Ok(([(header::SET_COOKIE, cookie(&app, &token))], body).into_response()),
        None => Ok(body),
    }
}

/// `POST /api/account`: a name and a password make an account.
pub(super) async fn sign_up(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    body: Body,
) -> Answered {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Wanted {
        name: String,
        password: String,
        invitation: Option<String>,
    }
    let wanted: Wanted = body.read()?;
    let name = Name::parse(&wanted.name).map_err(|bad| ApiError::unfit("bad_name", bad))?;
    check_password(&wanted.password, name.as_str())
        .map_err(|bad| ApiError::unfit("bad_password", bad))?;
    count(&app.sign_ups, &app, &headers, &peer)?;
    count(&app.sign_ups_a_day, &app, &headers, &peer)?;
    let invitation =
        doors::check_sign_up(&app, name.as_str(), wanted.invitation.as_deref()).await?;
    if app.store.by_name(name.as_str().to_owned()).await?.is_some() {
        return Err(ApiError::Taken("name"));
    }
    let password = app.passwords.hash(wanted.password).await?;
    let account = NewAccount {
        id: new_id()?,
        name: name.as_str().to_owned(),
        password: Some(password),
        address: None,
        uses: Uses {
            link: None,
            invitation: invitation.map(|token| token.hash()),
        },
        at: app.clock.now(),
    };
    let person = app.store.create_account(account).await?;
    enter(&app, &headers, person, StatusCode::CREATED, false).await
}

/// `POST /api/account/session`: the name or the address, and the password.
pub(super) async fn sign_in(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    body: Body,
) -> Answered {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Shown {
        name: String,
        password: String,
    }
    let shown: Shown = body.read()?;
    count(&app.sign_ins, &app, &headers, &peer)?;
    if shown.password.chars().count() > limits::PASSWORD_MOST_LETTERS {
        return Err(ApiError::WrongPassword);
    }
    let (tried, person) = match Address::parse(&shown.name) {
        Some(address) => {
            let person = app.store.by_address(address.as_str().to_owned()).await?;
            (address.key(), person)
        }
        None => {
            let person = app.store.by_name(shown.name.clone()).await?;
            (name_key(&shown.name), person)
        }
    };
    // One account has one count, whichever way it is called.
    let tried = person
        .as_ref()
        .map_or(tried, |person| person.id.to_string());
    app.tries.take_for(tried).map_err(ApiError::TooManyTries)?;
    let stored = match &person {
        Some(person) => app.store.password(person.id.clone()).await?,
        None => None,
    };
    let fits = app.passwords.check(shown.password, stored).await?;
    let person = person.filter(|_| fits).ok_or(ApiError::WrongPassword)?;
    enter(&app, &headers, person, StatusCode::OK, false).await
}

/// `DELETE /api/account/session`: ends the session of this browser.
pub(super) async fn sign_out(State(app): State<Arc<App>>, headers: HeaderMap) -> Answered {
    let person = person_from(&app, &headers).await?;
    if let Some(token) = session_token(&headers) {
        app.store.end_session(token.hash()).await?;
    }
    if let Some(person) = person {
        app.recall(Some(person.id));
    }
    let gone = format!("{SESSION_COOKIE}=; Path=/api; Max-Age=0; HttpOnly; SameSite=Lax");
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, gone)]).into_response())
}

/// `POST /api/account/password`: a new password for the old one, if there is one. Whatever else opened
/// something for somebody who may not have been the owner ends with the old one: all other sessions,
/// the private links to seats, and if that is wanted the API tokens.
pub(super) async fn change_password(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    body: Body,
) -> Answered {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Wanted {
        old: Option<String>,
        new: String,
        /// Whether API tokens end, too.
        #[serde(default)]
        revoke_tokens: bool,
    }
    let person = signed_in(&app, &headers).await?;
    let wanted: Wanted = body.read()?;
    check_password(&wanted.new, person.name.as_deref().unwrap_or_default())
        .map_err(|bad| ApiError::unfit("bad_password", bad))?;
    prove(&app, &headers, &peer, &person, wanted.old).await?;
    let hash = app.passwords.hash(wanted.new).await?;
    let keep_session = session_token(&headers).map(|token| token.hash());
    let keep_seats = mailed_seats(&*app.store, &app.secret, &person.id).await?;
    let password = NewPassword {
        hash,
        keep_session,
        keep_api_tokens: !wanted.revoke_tokens,
        keep_seats,
        at: app.clock.now(),
    };
    let set = app.store.set_password(person.id.clone(), password);
    set.await?;
    app.recall(Some(person.id));
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Has somebody who is signed in prove once more who it is: by the password, or by having signed in
/// with a mailed link or a passkey a short while ago.
pub(super) async fn prove(
    app: &App,
    headers: &HeaderMap,
    peer: &Peer,
    person: &Person,
    password: Option<String>,
) -> Result<(), ApiError> {
    let Some(password) = password.filter(|password| !password.is_empty()) else {
        return just_proved(app, headers).await;
    };
    count(&app.sign_ins, app, headers, peer)?;
    let tried = person.id.to_string();
    app.tries.take_for(tried).map_err(ApiError::TooManyTries)?;
    let stored = app.store.password(person.id.clone()).await?;
    if app.passwords.check(password, stored).await? {
        Ok(())
    } else {
        Err(ApiError::WrongPassword)
    }
}

/// Whether the session was opened by a mailed link or a passkey a short while ago.
async fn just_proved(app: &App, headers: &HeaderMap) -> Result<(), ApiError> {
    let token = session_token(headers).ok_or(ApiError::NotSignedIn)?;
    let now = app.clock.now();
    let place = app.store.session(token.hash(), now).await?;
    let proved = place.and_then(|place| place.proved);
    let is_fresh = |proved: Timestamp| now.0.saturating_sub(proved.0) <= limits::PROVED_MS;
    if proved.is_some_and(is_fresh) {
        Ok(())
    } else {
        Err(ApiError::Unproved)
    }
}

/// Opens a session in this browser and ends the one that it had.
pub(super) async fn enter(
    app: &App,
    headers: &HeaderMap,
    person: Person,
    status: StatusCode,
    proved: bool,
) -> Answered {
    doors::check_person(app, &person).await?;
    let token = caller::new_token()?;
    let at = app.clock.now();
    let session = NewSession {
        token: token.hash(),
        id: new_id()?,
        person: person.id.clone(),
        at,
        expires: Timestamp(at.0.saturating_add(limits::SESSION_LIFE_MS)),
        device: device(headers),
        proved,
    };
    app.store.open_session(session).await?;
    if let Some(old) = session_token(headers) {
        app.store.end_session(old.hash()).await?;
    }
    let body = about(app, person).await?;
    let cookie = cookie(app, &token);
    Ok((status, [(header::SET_COOKIE, cookie)], body).into_response())
}

async fn about(app: &App, person: Person) -> Answered {
    #[derive(Serialize)]
    struct About {
        account: Me,
    }
    let has_password = app.store.password(person.id.clone()).await?.is_some();
    let account = Me::new(person, has_password);
    Ok(json_body(&About { account }))
}

/// The `Set-Cookie` that keeps a session in a browser.
fn cookie(app: &App, token: &SeatToken) -> String {
    let secure = if app.hosts.is_secure() {
        "; Secure"
    } else {
        ""
    };
    let seconds = limits::SESSION_LIFE_MS / 1000;
    format!(
        "{SESSION_COOKIE}={}; Path=/api; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}",
        token.secret()
    )
}

pub(in crate::http) fn new_id() -> Result<TableId, ApiError> {
    TableId::random().map_err(|error| {
        tracing::error!(%error, "an id could not be made");
        ApiError::Away
    })
}

impl From<NotHashed> for ApiError {
    fn from(why: NotHashed) -> Self {
        match why {
            NotHashed::Busy => Self::Busy,
            NotHashed::Fault(error) => {
                tracing::error!(error, "a password could not be hashed");
                Self::Away
            }
        }
    }
}
