//! The handlers of the API: opening a table, taking a seat, commands, looking, following.

use std::sync::Arc;

use axum::Extension;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use qrcode::QrCode;
use qrcode::render::svg;
use serde::{Deserialize, Serialize};
use tabiya_arbiter::{Actor, Command, Seat, Settings};

use super::body::Body;
use super::caller::{self, Caller, count, new_token, person_for, seat_link, table_link};
use super::error::ApiError;
use super::pictures::{self, Form};
use super::{host, json_body};
use crate::access::Entrant;
use crate::accounts::Scope;
use crate::ids::SeatToken;
use crate::live::{NotOpened, Refused, Wish};
use crate::names;
use crate::service::{App, Peer};
use crate::socket::Session;
use crate::socket::protocol::{AnswerBody, VERSION, parse_command_body};
use crate::socket::wire::{self, Wire};
use crate::store::Grant;

pub(super) type Answered = Result<Response, ApiError>;

/// What a seat-taking request answers.
#[derive(Serialize)]
struct Seated {
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<String>,
    seat: Seat,
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    link: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seat_link: Option<String>,
}

pub(super) async fn open(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    body: Body,
) -> Answered {
    #[derive(Default, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Wanted {
        settings: Option<Settings>,
        name: Option<String>,
    }
    count(&app.opens, &app, &headers, &peer)?;
    let wanted: Wanted = body.read_or_default()?;
    let settings = wanted.settings.unwrap_or_default();
    // Whoever is signed in plays under the own name.
    let owner = person_for(&app, &headers, Scope::ChallengeWrite).await?;
    let name = owner.as_ref().and_then(|owner| owner.name.clone());
    let name = name.or(wanted.name);
    let person = owner.map(|owner| owner.id);
    let named = names::check(&*app.store, name.as_deref(), person.as_ref()).await;
    named.map_err(ApiError::Refused)?;
    let opened = app.hall.open(settings, name.as_deref(), person).await;
    let (table, token) = opened.map_err(|error| match error {
        NotOpened::Refused(refusal) => ApiError::Refused(Refused::ByArbiter(refusal)),
        NotOpened::Gone(_) => ApiError::Away,
        NotOpened::Fault(error) => {
            tracing::error!(%error, "a table could not be opened");
            ApiError::Away
        }
    })?;
    let base = app.hosts.base(host(&headers).unwrap_or_default());
    let cookie = caller::cookie(&app, &table, &token);
    let seated = Seated {
        seat: Seat::Owner,
        link: Some(table_link(&base, &table)),
        seat_link: Some(seat_link(&base, &table, &token)),
        token: Some(token.secret().to_owned()),
        table: Some(table.to_string()),
    };
    Ok((
        StatusCode::CREATED,
        [(header::SET_COOKIE, cookie)],
        json_body(&seated),
    )
        .into_response())
}

pub(super) async fn look(State(app): State<Arc<App>>, caller: Caller) -> Answered {
    let view = app.hall.look(&caller.table, caller.actor).await?;
    Ok(json_body(&caller.address().of(&view)))
}

pub(super) async fn join(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    caller: Caller,
    headers: HeaderMap,
    body: Body,
) -> Answered {
    #[derive(Default, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Wanted {
        name: Option<String>,
        token: Option<String>,
    }
    let at = app.clock.now();
    if let Some(seat) = caller.actor.seat() {
        return Ok(json_body(&only_seat(seat)));
    }
    count(&app.joins, &app, &headers, &peer)?;
    let Wanted { name, token } = body.read_or_default()?;
    let guest = person_for(&app, &headers, Scope::BoardPlay).await?;
    let name = guest.as_ref().and_then(|guest| guest.name.clone()).or(name);
    let person = guest.map(|guest| guest.id);
    let named = names::check(&*app.store, name.as_deref(), person.as_ref()).await;
    named.map_err(ApiError::Refused)?;
    let token = match token {
        Some(text) => SeatToken::parse(&text).ok_or_else(not_a_token)?,
        None => new_token()?,
    };
    let hash = token.hash();
    // Whoever brings a token may ask again when the answer was lost on the way.
    let held_seat = || app.store.seat_of(caller.table.clone(), hash);
    let seat = match held_seat().await? {
        Some(seat) => seat,
        None => {
            let wish = |reply| Wish {
                actor: caller.actor,
                id: None,
                command: Command::TakeSeat { name },
                token: Some(hash),
                person,
                at,
                reply,
            };
            match app.hall.ask(&caller.table, wish).await? {
                Ok(_) => Seat::Guest,
                Err(refused) => held_seat().await?.ok_or(ApiError::Refused(refused))?,
            }
        }
    };
    let cookie = caller::cookie(&app, &caller.table, &token);
    let seated = Seated {
        token: Some(token.secret().to_owned()),
        seat_link: Some(seat_link(&caller.base, &caller.table, &token)),
        ..only_seat(seat)
    };
    Ok(([(header::SET_COOKIE, cookie)], json_body(&seated)).into_response())
}

pub(super) async fn seat(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    caller: Caller,
    headers: HeaderMap,
    body: Body,
) -> Answered {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Shown {
        token: String,
    }
    count(&app.joins, &app, &headers, &peer)?;
    let shown: Shown = body.read()?;
    let token = SeatToken::parse(&shown.token).ok_or(ApiError::NoSeat)?;
    let seat = app
        .store
        .seat_of(caller.table.clone(), token.hash())
        .await?;
    let seat = seat.ok_or(ApiError::NoSeat)?;
    if let Some(ban) = app.ban_at(&caller.table, seat).await? {
        return Err(ApiError::Banned(Box::new(ban)));
    }
    let cookie = caller::cookie(&app, &caller.table, &token);
    Ok(([(header::SET_COOKIE, cookie)], json_body(&only_seat(seat))).into_response())
}

pub(super) async fn link(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    caller: Caller,
    headers: HeaderMap,
) -> Answered {
    #[derive(Serialize)]
    struct Link {
        seat_link: String,
    }
    count(&app.joins, &app, &headers, &peer)?;
    let seat = caller.actor.seat().ok_or(ApiError::NoSeat)?;
    let token = new_token()?;
    let grant = Grant {
        seat,
        token: token.hash(),
        person: None,
    };
    app.store.add_token(caller.table.clone(), grant).await?;
    Ok(json_body(&Link {
        seat_link: seat_link(&caller.base, &caller.table, &token),
    }))
}

pub(super) async fn command(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    caller: Caller,
    headers: HeaderMap,
    body: Body,
) -> Answered {
    let at = app.clock.now();
    count(&app.commands, &app, &headers, &peer)?;
    let body = body.bytes()?;
    let (id, command) =
        parse_command_body(&body).map_err(|fault| ApiError::Malformed(fault.message))?;
    let seat = caller.actor.seat();
    let refused = names::check_command(&*app.store, &caller.table, seat, &command).await;
    if let Err(refused) = refused {
        let answer = Err(refused);
        let body = json_body(&AnswerBody::new(&id, &answer));
        return Ok((StatusCode::CONFLICT, body).into_response());
    }
    let (actor, wish_id) = (caller.actor, Some(id.clone()));
    let wish = |reply| Wish {
        actor,
        id: wish_id,
        command,
        token: None,
        person: None,
        at,
        reply,
    };
    let answer = app.hall.ask(&caller.table, wish).await?;
    let status = match &answer {
        Ok(_) => StatusCode::OK,
        Err(Refused::StoreAway) => return Err(ApiError::Away),
        Err(_) => StatusCode::CONFLICT,
    };
    Ok((status, json_body(&AnswerBody::new(&id, &answer))).into_response())
}

/// `{number}.pgn`, and `.svg` and `.png` for its last position.
pub(super) async fn game(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    Path((_, file)): Path<(String, String)>,
    caller: Caller,
    headers: HeaderMap,
) -> Answered {
    let (number, ending) = file.rsplit_once('.').ok_or(ApiError::NotFound("game"))?;
    let number = number.parse().map_err(|_| ApiError::NotFound("game"))?;
    if let Some(form) = Form::of(ending) {
        return pictures::game(&app, &peer, &caller.table, (number, form), &headers).await;
    }
    if ending != "pgn" {
        return Err(ApiError::NotFound("game"));
    }
    let record = app.hall.record(&caller.table, number).await?;
    let record = record.ok_or(ApiError::NotFound("game"))?;
    let kind = [(
        header::CONTENT_TYPE,
        "application/x-chess-pgn; charset=utf-8",
    )];
    Ok((kind, record.pgn(&table_link(&caller.base, &caller.table))).into_response())
}

pub(super) async fn qr(State(app): State<Arc<App>>, caller: Caller) -> Answered {
    // A code is drawn for tables that exist only.
    app.hall.look(&caller.table, Actor::Spectator).await?;
    let code = QrCode::new(table_link(&caller.base, &caller.table))
        .map_err(|error| ApiError::Malformed(error.to_string()))?;
    let drawing = code
        .render::<svg::Color<'_>>()
        .min_dimensions(200, 200)
        .build();
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], drawing).into_response())
}

pub(super) async fn socket(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    caller: Caller,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Answered {
    let since = read_query(query.as_deref().unwrap_or_default())?;
    let upgrade = upgrade.map_err(|error| ApiError::Malformed(error.to_string()))?;
    let following = app.hall.attach(&caller.table, caller.actor, since).await?;
    let network = caller::client_address(&app, &headers, &peer);
    Ok(wire::sized(upgrade).on_upgrade(move |socket| async move {
        let (address, actor) = (caller.address(), caller.actor);
        let pass = caller.pass;
        let wire = Wire::new(&app, socket, Entrant { pass, network });
        Session::new(app, wire, address, actor, following)
            .run(caller.ban)
            .await;
        // The connection's place is free again only now.
        drop(peer);
    }))
}

/// `v=1` and perhaps `since=SEQ`; anything else is refused by name.
fn read_query(query: &str) -> Result<Option<u64>, ApiError> {
    let (mut version, mut since) = (None, None);
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        match pair.split_once('=') {
            Some(("v", value)) => version = value.parse::<u32>().ok(),
            Some(("since", value)) => {
                let value = value.parse::<u64>();
                since = Some(value.map_err(|_| malformed("since is a sequence number"))?);
            }
            _ => return Err(malformed(&format!("unknown parameter {pair:?}"))),
        }
    }
    if version != Some(VERSION) {
        return Err(malformed(&format!(
            "this server speaks version {VERSION}: add v={VERSION}"
        )));
    }
    Ok(since)
}

fn only_seat(seat: Seat) -> Seated {
    Seated {
        table: None,
        seat,
        token: None,
        link: None,
        seat_link: None,
    }
}

fn not_a_token() -> ApiError {
    ApiError::Malformed("a seat token is 24 of the signs that seat links are made of".to_owned())
}

fn malformed(what: &str) -> ApiError {
    ApiError::Malformed(what.to_owned())
}
