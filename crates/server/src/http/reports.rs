//! Telling the host that something is wrong: `POST /api/reports`, and the same below the address of
//! a table, where browsers send the cookie of a seat along.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tabiya_arbiter::Seat;

use super::body::Body;
use super::caller::{count, person_from, seat_shown};
use super::error::ApiError;
use crate::ids::TableId;
use crate::limits;
use crate::service::{App, Peer};
use crate::store::{NewReport, PersonId};

/// What a report can be about.
const REASONS: [&str; 5] = ["chat", "name", "cheating", "stalling", "other"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    table: Option<String>,
    seat: Option<Seat>,
    person: Option<String>,
    reason: String,
    #[serde(default)]
    text: String,
}

/// Whoever is signed in, or holds a seat at the table that it is about, may report somebody.
pub(super) async fn report(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    count(&app.reports, &app, &headers, &peer)?;
    let wanted: Wanted = body.read()?;
    check(&wanted)?;
    let reporter = person_from(&app, &headers).await?;
    let table = match &wanted.table {
        Some(id) => Some(TableId::parse(id).ok_or(ApiError::NotFound("table"))?),
        None => None,
    };
    if reporter.is_none() {
        let held = match &table {
            Some(table) => seat_shown(&app, table, &headers).await?,
            None => None,
        };
        held.ok_or(ApiError::NotSignedIn)?;
    }
    if let Some(table) = &table {
        // There must be such a table.
        app.hall
            .look(table, tabiya_arbiter::Actor::Spectator)
            .await?;
    }
    let person = match &wanted.person {
        Some(name) => Some(who(&app, name).await?),
        None => None,
    };
    if person.is_none() && wanted.seat.is_none() {
        let why = "A report is about a person, or about a seat at a table.";
        return Err(ApiError::unfit("bad_report", why));
    }
    let report = NewReport {
        id: super::account::new_id()?,
        at: app.clock.now(),
        reporter: reporter.map(|reporter| reporter.id),
        person,
        place: table.map(|table| (table, wanted.seat)),
        reason: wanted.reason,
        words: wanted.text.trim().to_owned(),
    };
    if app.store.report(report).await? {
        Ok(StatusCode::NO_CONTENT.into_response())
    } else {
        let why = "The host has more reports than can be read; try again later.";
        Err(ApiError::unfit("too_many_reports", why))
    }
}

fn check(wanted: &Wanted) -> Result<(), ApiError> {
    if !REASONS.contains(&wanted.reason.as_str()) {
        let why = "The reason of a report is one of: chat, name, cheating, stalling, other.";
        return Err(ApiError::unfit("bad_reason", why));
    }
    if wanted.text.chars().count() > limits::REPORT_LETTERS {
        let why = "A report has at most 1000 characters.";
        return Err(ApiError::unfit("bad_text", why));
    }
    if wanted.seat.is_some() && wanted.table.is_none() {
        let why = "A seat is at a table: name the table, too.";
        return Err(ApiError::unfit("bad_report", why));
    }
    Ok(())
}

async fn who(app: &App, name: &str) -> Result<PersonId, ApiError> {
    let mut found = app.store.by_name(name.to_owned()).await?;
    if let (None, Some(id)) = (&found, TableId::parse(name)) {
        found = app.store.person(id).await?;
    }
    let found = found.ok_or(ApiError::NotFound("person"))?;
    Ok(found.id)
}
