//! The handlers about computers: what can be played against, and seating one. How they play stands
//! in `computer/` and `live/computer.rs`.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tabiya_arbiter::Command;

use super::body::Body;
use super::caller::{Caller, count};
use super::error::ApiError;
use super::json_body;
use crate::live::{Refused, Wish};
use crate::service::{App, Peer};

/// `GET /api/computer`: the engine and its levels.
pub(super) async fn offer(State(app): State<Arc<App>>) -> Response {
    match app.hall.computers.offer().await {
        Some(offer) => json_body(offer),
        None => json_body(&json!({"engine": null, "chess960": false, "levels": []})),
    }
}

/// `POST /api/tables/{id}/computer`: the owner has a computer play in the other seat.
pub(super) async fn seat(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    caller: Caller,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Wanted {
        level: String,
    }
    #[derive(Serialize)]
    struct Done {
        seq: u64,
    }
    let at = app.clock.now();
    count(&app.joins, &app, &headers, &peer)?;
    let wanted: Wanted = body.read()?;
    let computers = &app.hall.computers;
    let offer = computers.offer().await;
    let offer = offer.ok_or(ApiError::Refused(Refused::NoComputer))?;
    let strength = offer.strength(&wanted.level);
    let strength = strength.ok_or(ApiError::Refused(Refused::NoSuchLevel))?;
    let view = app.hall.look(&caller.table, caller.actor).await?;
    let start = view.settings.start.position(|| 0);
    if start.is_ok_and(|start| !offer.plays(start.mode())) {
        return Err(ApiError::Refused(Refused::NoChess960));
    }
    // A table that has one already takes no more room.
    if view.seats.guest.computer.is_none() && !computers.has_room() {
        return Err(ApiError::Refused(Refused::ComputersBusy));
    }
    let command = Command::SeatComputer {
        name: strength.name.clone(),
        level: strength.level.clone(),
    };
    let wish = |reply| Wish {
        actor: caller.actor,
        id: None,
        command,
        token: None,
        person: None,
        at,
        reply,
    };
    let answer = app.hall.ask(&caller.table, wish).await?;
    let seq = answer.map_err(ApiError::Refused)?;
    Ok(json_body(&Done { seq }))
}
