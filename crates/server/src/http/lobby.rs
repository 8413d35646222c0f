//! The handlers of the lobby: its WebSocket, challenges, what somebody wants of it, and what is said
//! at tables.

use std::sync::Arc;

use axum::extract::Path;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::IntoResponse as _;
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Extension, Router};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tabiya_arbiter::Seat;

use super::body::Body;
use super::caller::{
    Caller, api_token, client_address, cookie_value, count, own_pass, person_for, seat_link,
    signed_in_for,
};
use super::error::ApiError;
use super::{host, json_body};
use crate::access::Entrant;
use crate::accounts::Scope;
use crate::ids::{SeatToken, TableId};
use crate::limits;
use crate::live::Letter;
use crate::lobby::{Challenged, NotChallenged, Party, Reason, Session, Visitor};
use crate::service::{App, Peer};
use crate::socket::wire::{self, Wire};

type Answered = Result<Response, ApiError>;

/// What leads to the lobby.
pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/lobby/socket", get(socket))
        .route("/api/lobby/wishes", get(wishes).post(set_wishes))
        .route("/api/lobby/mutes", get(mutes).post(set_mute))
        .route("/api/challenges", get(challenges).post(challenge))
        .route("/api/challenges/{id}/accept", post(accept))
        .route("/api/challenges/{id}/decline", post(decline))
        .route("/api/challenges/{id}/cancel", post(cancel))
        .route("/api/tables/{id}/chat", get(chat))
        .route("/api/tables/{id}/mute", post(mute))
        .route("/api/tables/{id}/listing", get(listing).post(set_listing))
}

/// The name of the cookie by which the lobby knows a browser without an account, for as long as
/// that runs: its pages are one person, and a page that is loaded again keeps its seek.
const COOKIE: &str = "tabiya_visitor";

/// `GET /api/lobby/socket`.
async fn socket(
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
    // By an API token one hears of challenges only where it may read them.
    let hears_challenges = match api_token(&app, &headers).await? {
        Some((_, scopes)) => scopes.allow(Scope::ChallengeRead),
        None => true,
    };
    let pass = own_pass(&app, &headers, Scope::BoardPlay).await?;
    let person = app.person_by(pass).await?;
    let known = cookie_value(&headers, COOKIE).and_then(SeatToken::parse);
    let mut cookie = None;
    let visitor = match person {
        Some(person) => Visitor {
            party: Party::Person(person.id),
            name: person.name,
            base,
            hears_challenges,
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
                hears_challenges,
            }
        }
    };
    let wait = limits::LOBBY_GRACE;
    let is_listed = match visitor.party.person() {
        Some(person) => app.store.lobby_wishes(person.clone()).await?.listed,
        None => false,
    };
    let entry = app.lobby.enter(visitor, is_listed);
    let entry = entry.ok_or(ApiError::TooMany(wait))?;
    let network = client_address(&app, &headers, &peer);
    let mut response = wire::sized(upgrade).on_upgrade(move |socket| async move {
        let wire = Wire::new(&app, socket, Entrant { pass, network });
        if let Some(session) = Session::new(app, wire, entry) {
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

// ---- challenges ----------------------------------------------------------------

impl From<NotChallenged> for ApiError {
    fn from(why: NotChallenged) -> Self {
        match why {
            NotChallenged::Away => Self::Away,
            why => Self::Unfit(why.code(), why.message()),
        }
    }
}

fn challenge_id(text: &str) -> Result<TableId, ApiError> {
    TableId::parse(text).ok_or(ApiError::NotFound("challenge"))
}

/// `GET /api/challenges`: those of whoever asks, in both directions.
async fn challenges(State(app): State<Arc<App>>, headers: HeaderMap) -> Answered {
    let person = signed_in_for(&app, &headers, Scope::ChallengeRead).await?;
    let text = app.lobby.challenges_of(&person.id).ok_or(ApiError::Away)?;
    let kind = [(header::CONTENT_TYPE, "application/json")];
    Ok((kind, text).into_response())
}

/// `POST /api/challenges`.
async fn challenge(State(app): State<Arc<App>>, headers: HeaderMap, body: Body) -> Answered {
    let person = signed_in_for(&app, &headers, Scope::ChallengeWrite).await?;
    let wanted: Challenged = body.read()?;
    let id = app.lobby.challenge(&person, wanted).await?;
    let made = json_body(&json!({ "id": id.as_str() }));
    Ok((StatusCode::CREATED, made).into_response())
}

/// `POST /api/challenges/{id}/accept`: answers where the game is.
async fn accept(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Answered {
    let person = signed_in_for(&app, &headers, Scope::ChallengeWrite).await?;
    let id = challenge_id(&id)?;
    let (table, token) = app.lobby.accept_challenge(&person, &id).await?;
    let base = app.hosts.base(host(&headers).unwrap_or_default());
    Ok(json_body(&json!({
        "table": table.as_str(),
        "seat": Seat::Guest,
        "seat_link": seat_link(&base, &table, &token),
    })))
}

/// `POST /api/challenges/{id}/decline`, perhaps with a reason.
async fn decline(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Answered {
    #[derive(Default, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Why {
        #[serde(default)]
        reason: Reason,
    }
    let why: Why = body.read_or_default()?;
    drop_challenge(&app, &id, &headers, why.reason).await
}

/// `POST /api/challenges/{id}/cancel`.
async fn cancel(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Answered {
    drop_challenge(&app, &id, &headers, Reason::None).await
}

async fn drop_challenge(app: &App, id: &str, headers: &HeaderMap, reason: Reason) -> Answered {
    let person = signed_in_for(app, headers, Scope::ChallengeWrite).await?;
    let id = challenge_id(id)?;
    app.lobby.drop_challenge(&person, &id, reason).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

// ---- what a person wants -------------------------------------------------------

/// `GET /api/lobby/wishes`.
async fn wishes(State(app): State<Arc<App>>, headers: HeaderMap) -> Answered {
    let person = signed_in_for(&app, &headers, Scope::PreferenceRead).await?;
    let wishes = app.store.lobby_wishes(person.id).await?;
    Ok(json_body(&wishes))
}

/// `POST /api/lobby/wishes`.
async fn set_wishes(State(app): State<Arc<App>>, headers: HeaderMap, body: Body) -> Answered {
    let person = signed_in_for(&app, &headers, Scope::PreferenceWrite).await?;
    let wishes = body.read()?;
    let set = app.store.set_lobby_wishes(person.id.clone(), wishes);
    set.await?;
    app.lobby.list_person(&person.id, wishes.listed);
    Ok(json_body(&wishes))
}

/// `GET /api/lobby/mutes`: the names of those who are muted.
async fn mutes(State(app): State<Arc<App>>, headers: HeaderMap) -> Answered {
    let person = signed_in_for(&app, &headers, Scope::PreferenceRead).await?;
    let muted = app.store.mutes_of(person.id).await?;
    let names: Vec<String> = muted.into_iter().filter_map(|muted| muted.name).collect();
    Ok(json_body(&json!({ "muted": names })))
}

/// `POST /api/lobby/mutes`: mutes somebody by name, or lets him be heard again.
async fn set_mute(State(app): State<Arc<App>>, headers: HeaderMap, body: Body) -> Answered {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Wanted {
        name: String,
        muted: bool,
    }
    let person = signed_in_for(&app, &headers, Scope::PreferenceWrite).await?;
    let wanted: Wanted = body.read()?;
    let other = app.store.by_name(wanted.name).await?;
    let other = other.ok_or(ApiError::NotFound("person"))?;
    if other.id == person.id {
        let message = "Nobody mutes himself.".to_owned();
        return Err(ApiError::Unfit("oneself", message));
    }
    if !app.lobby.mute(person.id, other.id, wanted.muted).await? {
        return Err(too_many_mutes());
    }
    Ok(StatusCode::NO_CONTENT.into_response())
}

fn too_many_mutes() -> ApiError {
    let message = "You have muted as many people as can be; let one be heard again first.";
    ApiError::Unfit("too_many_mutes", message.to_owned())
}

// ---- at a table ----------------------------------------------------------------

/// `GET /api/tables/{id}/chat`: what the players have said, for them only.
async fn chat(State(app): State<Arc<App>>, caller: Caller, headers: HeaderMap) -> Answered {
    #[derive(Serialize)]
    struct Chat {
        lines: Vec<crate::store::ChatLine>,
        /// Whether only phrases can be said in this house.
        quiet: bool,
        /// Whether the reader has muted the other player.
        muted: bool,
    }
    let seat = caller.actor.seat().ok_or(ApiError::NoSeat)?;
    let lines = app.store.chat(caller.table.clone()).await?;
    let quiet = app.lobby.is_quiet().await?;
    let mut muted = false;
    if let Some(person) = person_for(&app, &headers, Scope::BoardPlay).await? {
        let people = app.store.people_at(caller.table).await?;
        if let Some(other) = people.get(seat.other()) {
            muted = app.store.mutes_of(person.id).await?.contains(other);
        }
    }
    Ok(json_body(&Chat {
        lines,
        quiet,
        muted,
    }))
}

/// `POST /api/tables/{id}/mute`: mutes the other player. Where one of the two has no account there
/// is nothing to remember here, and the page does it.
async fn mute(
    State(app): State<Arc<App>>,
    caller: Caller,
    headers: HeaderMap,
    body: Body,
) -> Answered {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Wanted {
        muted: bool,
    }
    let seat = caller.actor.seat().ok_or(ApiError::NoSeat)?;
    let wanted: Wanted = body.read()?;
    let people = app.store.people_at(caller.table).await?;
    let other = people.get(seat.other()).clone();
    let person = person_for(&app, &headers, Scope::BoardPlay).await?;
    let pair = person
        .zip(other)
        .filter(|(person, other)| person.id != other.id);
    let kept = pair.is_some();
    if let Some((person, other)) = pair
        && !app.lobby.mute(person.id, other.id, wanted.muted).await?
    {
        return Err(too_many_mutes());
    }
    Ok(json_body(&json!({ "muted": wanted.muted, "kept": kept })))
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Listing {
    listed: bool,
}

/// `GET /api/tables/{id}/listing`: whether the games here stand in the list of running games.
async fn listing(State(app): State<Arc<App>>, caller: Caller) -> Answered {
    app.hall.look(&caller.table, caller.actor).await?;
    let listed = app.hall.showcase.lists(&caller.table);
    Ok(json_body(&Listing { listed }))
}

/// `POST /api/tables/{id}/listing`: the owner shows the games of the table to everybody, or hides
/// them.
async fn set_listing(State(app): State<Arc<App>>, caller: Caller, body: Body) -> Answered {
    let wanted: Listing = body.read()?;
    if caller.actor.seat() != Some(Seat::Owner) {
        return Err(ApiError::NoSeat);
    }
    let set = app.store.set_listed(caller.table.clone(), wanted.listed);
    set.await?;
    app.hall.showcase.list(&caller.table, wanted.listed);
    app.hall.post(&caller.table, Letter::Show).await?;
    Ok(json_body(&wanted))
}
