//! `POST /api/tables/{id}/claim`: a guest's seat, and what was played there, becomes an account's.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Serialize;
use tabiya_arbiter::{Command, Event, Seat};

use crate::http::caller::{Caller, signed_in};
use crate::http::error::ApiError;
use crate::http::json_body;
use crate::live::Wish;
use crate::service::App;

/// The caller shows the seat's token and is signed in.
pub(super) async fn claim(
    State(app): State<Arc<App>>,
    caller: Caller,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    #[derive(Serialize)]
    struct Claimed {
        seat: Seat,
    }
    let at = app.clock.now();
    let person = signed_in(&app, &headers).await?;
    let seat = caller.actor.seat().ok_or(ApiError::NoSeat)?;
    let table = caller.table.clone();
    let claimed = app.store.claim_seat(table.clone(), seat, person.id.clone());
    if !claimed.await? {
        return Err(ApiError::Conflict(
            "seat_held",
            "This seat belongs to another account.",
        ));
    }
    let games = games(&app, &caller).await?;
    app.store.adopt_games(table, seat, person.id, games).await?;
    if let Some(name) = person.name {
        let wish = |reply| Wish {
            actor: caller.actor,
            id: None,
            command: Command::SetName { name },
            token: None,
            person: None,
            at,
            reply,
        };
        // The seat is the account's, whatever it is called at the table.
        let _ = app.hall.ask(&caller.table, wish).await?;
    }
    Ok(json_body(&Claimed { seat }))
}

/// The games of a table, and who had White in each.
async fn games(app: &App, caller: &Caller) -> Result<Vec<(u32, Seat)>, ApiError> {
    let log = app
        .store
        .load(caller.table.clone())
        .await?
        .unwrap_or_default();
    let started = log
        .events
        .iter()
        .filter_map(|recorded| match &recorded.event {
            Event::GameStarted { number, white, .. } => Some((*number, *white)),
            _ => None,
        });
    Ok(started.collect())
}
