//! The handlers of passkeys (WebAuthn): keys that a device keeps, shown by a look or a finger. What a
//! browser has signed is checked by the library; here is which challenge belongs to whom.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use axum::Extension;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use passki::{
    AuthenticationCredential, AuthenticationOptions, AuthenticationState, Passki, PasskiError,
    RegistrationCredential, RegistrationOptions, RegistrationState, ResidentKeyRequirement,
    StoredPasskey,
};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::session::{enter, new_id, prove};
use super::{done, id, label};
use crate::http::body::Body;
use crate::http::caller::{count, signed_in};
use crate::http::error::ApiError;
use crate::http::{host, json_body};
use crate::ids::TableId;
use crate::limits;
use crate::service::{App, Peer};
use crate::store::{KnownPasskey, NewPasskey, PersonId};

type Answered = Result<Response, ApiError>;

/// Challenges that wait for a browser's answer. Each is good for one answer.
#[derive(Default)]
pub(crate) struct Ceremonies(Mutex<HashMap<TableId, (Instant, Ceremony)>>);

enum Ceremony {
    /// A new passkey of this person, called like this.
    Registration(PersonId, String, RegistrationState),
    SignIn(AuthenticationState),
}

impl Ceremonies {
    fn begin(&self, ceremony: Ceremony) -> Result<TableId, ApiError> {
        let (id, now) = (new_id()?, Instant::now());
        let mut pending = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        pending.retain(|_, (begun, _)| now.duration_since(*begun) < limits::PASSKEY_TIME);
        if pending.len() >= limits::PASSKEYS_PENDING {
            return Err(ApiError::Busy);
        }
        pending.insert(id.clone(), (now, ceremony));
        Ok(id)
    }

    fn take(&self, id: &str) -> Result<Ceremony, ApiError> {
        let mut pending = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = TableId::parse(id).and_then(|id| pending.remove(&id));
        let found = found.filter(|(begun, _)| begun.elapsed() < limits::PASSKEY_TIME);
        let late = "That took too long, or was answered before; begin again.";
        found
            .map(|(_, ceremony)| ceremony)
            .ok_or_else(|| ApiError::unfit("passkey_late", late))
    }
}

/// What a browser is to do, and the name under which it answers.
#[derive(Serialize)]
struct Asked<T> {
    ceremony: String,
    options: T,
}

/// The site as the browser knows it: passkeys belong to a name, not to a server.
fn site(app: &App, headers: &HeaderMap) -> Passki {
    // It was compared with the own names before it came here.
    let origin = headers
        .get(header::ORIGIN)
        .and_then(|origin| origin.to_str().ok());
    let origin = origin.map_or_else(
        || app.hosts.base(host(headers).unwrap_or_default()),
        str::to_owned,
    );
    let name = origin
        .split_once("://")
        .map_or(origin.as_str(), |(_, name)| name);
    let name = name.rsplit_once(':').map_or(name, |(name, _)| name);
    Passki::new(name, &[&origin], "Tabiya")
}

/// `GET /api/account/passkeys`.
pub(super) async fn list(State(app): State<Arc<App>>, headers: HeaderMap) -> Answered {
    #[derive(Serialize)]
    struct Listed {
        id: String,
        name: String,
        created: u64,
        used: Option<u64>,
    }
    #[derive(Serialize)]
    struct Keys {
        passkeys: Vec<Listed>,
    }
    let person = signed_in(&app, &headers).await?;
    let known = app.store.passkeys(person.id).await?;
    let passkeys = known
        .into_iter()
        .map(|known| Listed {
            id: known.id.to_string(),
            name: known.name,
            created: known.created.0,
            used: known.used.map(|used| used.0),
        })
        .collect();
    Ok(json_body(&Keys { passkeys }))
}

/// `POST /api/account/passkeys`: begins to register one.
pub(super) async fn start(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    body: Body,
) -> Answered {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Wanted {
        name: String,
        password: Option<String>,
    }
    let person = signed_in(&app, &headers).await?;
    let wanted: Wanted = body.read()?;
    let label = label(&wanted.name, "Passkey")?;
    prove(&app, &headers, &peer, &person, wanted.password).await?;
    count(&app.sign_ins, &app, &headers, &peer)?;
    let known = app.store.passkeys(person.id.clone()).await?;
    let known = known.iter().filter_map(read).collect::<Vec<_>>();
    let mut options = RegistrationOptions::default();
    options.resident_key = ResidentKeyRequirement::Required;
    options.exclude_credentials = Some(&known);
    let name = person.name.or(person.address).unwrap_or_default();
    let begun =
        site(&app, &headers).start_passkey_registration(&handle(&person.id), &name, &name, options);
    let (options, state) = begun.map_err(refused)?;
    let registration = Ceremony::Registration(person.id, label, state);
    let ceremony = app.ceremonies.begin(registration)?.to_string();
    Ok(json_body(&Asked { ceremony, options }))
}

/// What a passkey knows its person by: long enough, and no name.
fn handle(person: &PersonId) -> [u8; 32] {
    Sha256::digest(person.as_str().as_bytes()).into()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Answer<T> {
    ceremony: String,
    credential: T,
}

/// `POST /api/account/passkeys/finish`: the browser has made the passkey.
pub(super) async fn finish(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    body: Body,
) -> Answered {
    let person = signed_in(&app, &headers).await?;
    let answer: Answer<RegistrationCredential> = body.read()?;
    let Ceremony::Registration(of, name, state) = app.ceremonies.take(&answer.ceremony)? else {
        return Err(not_right());
    };
    if of != person.id {
        return Err(not_right());
    }
    let made = site(&app, &headers).finish_passkey_registration(&answer.credential, &state);
    let made = made.map_err(refused)?;
    let passkey = NewPasskey {
        credential: made.credential_id.clone(),
        id: new_id()?,
        name,
        passkey: write(&made)?,
        at: app.clock.now(),
    };
    if app.store.add_passkey(person.id, passkey).await? {
        Ok(StatusCode::CREATED.into_response())
    } else {
        Err(ApiError::Full("passkeys"))
    }
}

/// `PATCH /api/account/passkeys/{id}`: calls it something else.
pub(super) async fn rename(
    State(app): State<Arc<App>>,
    Path(passkey): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Answered {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Wanted {
        name: String,
    }
    let person = signed_in(&app, &headers).await?;
    let wanted: Wanted = body.read()?;
    let (passkey, name) = (id(&passkey, "passkey")?, label(&wanted.name, "Passkey")?);
    done(
        app.store.rename_passkey(person.id, passkey, name).await?,
        "passkey",
    )
}

/// `DELETE /api/account/passkeys/{id}`.
pub(super) async fn remove(
    State(app): State<Arc<App>>,
    Path(passkey): Path<String>,
    headers: HeaderMap,
) -> Answered {
    let person = signed_in(&app, &headers).await?;
    let passkey = id(&passkey, "passkey")?;
    done(
        app.store.remove_passkey(person.id, passkey).await?,
        "passkey",
    )
}

/// `POST /api/account/session/passkey`: asks for a passkey, whoever's it is.
pub(super) async fn ask(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
) -> Answered {
    count(&app.sign_ins, &app, &headers, &peer)?;
    let asked =
        site(&app, &headers).start_passkey_authentication(&[], AuthenticationOptions::default());
    let (options, state) = asked.map_err(refused)?;
    let ceremony = app.ceremonies.begin(Ceremony::SignIn(state))?.to_string();
    Ok(json_body(&Asked { ceremony, options }))
}

/// `POST /api/account/session/passkey/finish`: a passkey was shown.
pub(super) async fn sign_in(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    body: Body,
) -> Answered {
    count(&app.sign_ins, &app, &headers, &peer)?;
    let answer: Answer<AuthenticationCredential> = body.read()?;
    let Ceremony::SignIn(state) = app.ceremonies.take(&answer.ceremony)? else {
        return Err(not_right());
    };
    let credential = Passki::base64_decode(&answer.credential.raw_id).map_err(refused)?;
    let known = app.store.passkey(credential).await?;
    let (person, known) = known.ok_or_else(not_right)?;
    let mut passkey = read(&known).ok_or_else(not_right)?;
    let site = site(&app, &headers);
    let shown = site.finish_passkey_authentication(&answer.credential, &state, &passkey);
    let shown = shown.map_err(refused)?;
    if shown
        .user_handle
        .is_some_and(|shown| shown != handle(&person.id))
    {
        return Err(not_right());
    }
    passkey.counter = shown.counter;
    let used = app
        .store
        .passkey_used(known.id, write(&passkey)?, app.clock.now());
    used.await?;
    enter(&app, &headers, person, StatusCode::OK, true).await
}

fn read(known: &KnownPasskey) -> Option<StoredPasskey> {
    serde_json::from_str(&known.passkey).ok()
}

fn write(passkey: &StoredPasskey) -> Result<String, ApiError> {
    serde_json::to_string(passkey).map_err(|error| {
        tracing::error!(%error, "a passkey cannot be written");
        ApiError::Away
    })
}

fn refused(error: PasskiError) -> ApiError {
    tracing::info!(%error, "a passkey was refused");
    not_right()
}

fn not_right() -> ApiError {
    let why = "This passkey was not taken: it is unknown here, or what it has signed is not right.";
    ApiError::Unfit("bad_passkey", why.to_owned())
}
