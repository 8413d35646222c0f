//! Chess by letter over HTTP: prepared answers, notes, the list of one's games, vacations.

use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, Query, State};
use axum::http::HeaderMap;
use axum::routing::{get, post};
use axum::{Extension, Router};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tabiya_arbiter::{Seat, Timestamp};

use super::body::Body;
use super::caller::{Caller, count, signed_in, signed_in_for};
use super::error::ApiError;
use super::tables::Answered;
use super::{invitations, json_body};
use crate::accounts::Scope;
use crate::letters::vacation::{Budget, budget};
use crate::limits;
use crate::live::{Card, NewPlan, PlanRefused};
use crate::service::{App, Peer};
use crate::store::{GameCard, PastGame, PastPlace, Person, Vacation};

/// The addresses of chess by letter.
pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/tables/{id}/plan", get(look_at_plan).post(plan))
        .route(
            "/api/tables/{id}/note",
            get(look_at_note)
                .post(note)
                .layer(DefaultBodyLimit::max(limits::NOTE_BYTES)),
        )
        .route("/api/tables/{id}/card", get(card))
        .route("/api/games", get(games))
        .route("/api/vacation", get(look_at_vacation).post(vacation))
        .route("/api/letters", post(invitations::invite))
        .route("/api/letters/look", post(invitations::look))
        .route("/api/letters/confirm", post(invitations::confirm))
        .route("/api/letters/decline", post(invitations::decline))
}

pub(super) async fn look_at_plan(State(app): State<Arc<App>>, caller: Caller) -> Answered {
    let seat = caller.actor.seat().ok_or(ApiError::NoSeat)?;
    let plan = app.hall.plan(&caller.table, seat, None).await?;
    Ok(json_body(&plan.map_err(refused)?))
}

pub(super) async fn plan(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    caller: Caller,
    headers: HeaderMap,
    body: Body,
) -> Answered {
    count(&app.commands, &app, &headers, &peer)?;
    let seat = caller.actor.seat().ok_or(ApiError::NoSeat)?;
    let wanted: NewPlan = body.read()?;
    let plan = app.hall.plan(&caller.table, seat, Some(wanted)).await?;
    Ok(json_body(&plan.map_err(refused)?))
}

fn refused(why: PlanRefused) -> ApiError {
    let (code, sentence) = match why {
        PlanRefused::StoreAway => return ApiError::Away,
        PlanRefused::NotNow => (
            "not_now",
            "Answers can be prepared in a game by letter while it is the opponent's turn."
                .to_owned(),
        ),
        PlanRefused::Stale => (
            "stale_board",
            "The board has changed meanwhile; look again.".to_owned(),
        ),
        PlanRefused::NoAnswer => (
            "no_answer",
            "Each line of moves ends with an answer of your own.".to_owned(),
        ),
        PlanRefused::TwoAnswers => (
            "two_answers",
            "There can be only one answer to the same move.".to_owned(),
        ),
        PlanRefused::Illegal { number, text } => (
            "bad_line",
            format!(
                "Move {} of a line, {text:?}, cannot be played there.",
                number.saturating_add(1)
            ),
        ),
        PlanRefused::TooMany => (
            "too_many_lines",
            format!(
                "At most {} lines of at most {} half-moves can be prepared.",
                limits::PLAN_LINES,
                limits::PLAN_PLIES
            ),
        ),
    };
    ApiError::unfit(code, sentence)
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Note {
    note: String,
}

pub(super) async fn look_at_note(State(app): State<Arc<App>>, caller: Caller) -> Answered {
    let seat = caller.actor.seat().ok_or(ApiError::NoSeat)?;
    let note = app.store.note(caller.table, seat).await?;
    Ok(json_body(&Note {
        note: note.unwrap_or_default(),
    }))
}

pub(super) async fn note(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    caller: Caller,
    headers: HeaderMap,
    body: Body,
) -> Answered {
    count(&app.commands, &app, &headers, &peer)?;
    let seat = caller.actor.seat().ok_or(ApiError::NoSeat)?;
    let Note { note } = body.read()?;
    if note.chars().count() > limits::NOTE_CHARS {
        let sentence = format!("A note has at most {} characters.", limits::NOTE_CHARS);
        return Err(ApiError::unfit("note_too_long", sentence));
    }
    app.store
        .keep_note(caller.table, seat, note.clone())
        .await?;
    Ok(json_body(&Note { note }))
}

/// A game in the list of one's own.
#[derive(Serialize)]
struct Listed<'a> {
    table: &'a str,
    seat: Option<Seat>,
    card: Listing,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Listing {
    Written(Box<RawValue>),
    Asked(Box<Option<Card>>),
}

/// The running game at a table, for the list of a browser that has no account.
pub(super) async fn card(State(app): State<Arc<App>>, caller: Caller) -> Answered {
    let card = app.hall.card(&caller.table).await?;
    Ok(json_body(&Listed {
        table: caller.table.as_str(),
        seat: caller.actor.seat(),
        card: Listing::Asked(Box::new(card)),
    }))
}

#[derive(Deserialize)]
pub(super) struct Paging {
    /// Games that ended before this moment; with `tie`, or in it and before that one.
    before: Option<u64>,
    #[serde(default)]
    tie: u64,
}

/// The games of whoever is signed in: those that run, and a page of those that have ended.
pub(super) async fn games(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Query(paging): Query<Paging>,
) -> Answered {
    #[derive(Serialize)]
    struct Games<'a> {
        now: Timestamp,
        running: Vec<Listed<'a>>,
        past: Vec<PastGame>,
        /// Whether there are more that have ended.
        more: bool,
    }
    let person = signed_in_for(&app, &headers, Scope::BoardPlay).await?;
    let after = paging.before.map(|ended| PastPlace {
        ended: Timestamp(ended.min(limits::LATEST_MS)),
        tie: paging.tie,
    });
    let page = limits::PAST_GAMES;
    let past = app
        .store
        .past_games(person.id.clone(), after, page.saturating_add(1));
    let mut past = past.await?;
    let more = past.len() > usize::try_from(page).unwrap_or(usize::MAX);
    if more {
        past.pop();
    }
    // Those that run are on the first page only.
    let running = match paging.before {
        Some(_) => Vec::new(),
        None => app.store.running_games(person.id).await?,
    };
    let mut listed = Vec::new();
    let mut asked: usize = 0;
    for game in &running {
        let known = game.card.as_ref();
        let written = known.and_then(|card| RawValue::from_string(card.clone()).ok());
        let card = match written {
            Some(card) => Listing::Written(card),
            // Games by the clock are in memory; nobody plays many at a time.
            None if asked < limits::ASKED_GAMES => {
                asked = asked.saturating_add(1);
                Listing::Asked(Box::new(app.hall.card(&game.table).await?))
            }
            None => continue,
        };
        listed.push(listed_as(game, card));
    }
    Ok(json_body(&Games {
        now: app.clock.now(),
        running: listed,
        past,
        more,
    }))
}

fn listed_as(game: &GameCard, card: Listing) -> Listed<'_> {
    Listed {
        table: game.table.as_str(),
        seat: Some(game.seat),
        card,
    }
}

/// How a person stands with vacations, as it is answered.
#[derive(Serialize)]
struct VacationBody {
    /// When the one that goes on ends.
    until: Option<Timestamp>,
    days_left: u64,
    /// The longest that can begin now.
    most_days: u64,
    /// When the next can begin, if not now.
    next_from: Option<Timestamp>,
}

impl VacationBody {
    fn of(budget: &Budget, now: Timestamp) -> Self {
        Self {
            until: budget.now.map(|vacation| vacation.until),
            days_left: budget.days_left,
            most_days: budget.most_days,
            next_from: Some(budget.next_from).filter(|from| *from > now),
        }
    }
}

async fn stands(app: &App, person: &Person) -> Result<Budget, ApiError> {
    let now = app.clock.now();
    let known = app.store.vacations(person.id.clone(), Timestamp(0));
    Ok(budget(&known.await?, now))
}

pub(super) async fn look_at_vacation(State(app): State<Arc<App>>, headers: HeaderMap) -> Answered {
    let person = signed_in(&app, &headers).await?;
    let budget = stands(&app, &person).await?;
    Ok(json_body(&VacationBody::of(&budget, app.clock.now())))
}

/// Begins a vacation of so many days; with 0, ends the one that goes on.
pub(super) async fn vacation(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    body: Body,
) -> Answered {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Wanted {
        days: u64,
    }
    count(&app.joins, &app, &headers, &peer)?;
    let person = signed_in(&app, &headers).await?;
    let Wanted { days } = body.read()?;
    let now = app.clock.now();
    loop {
        let budget = stands(&app, &person).await?;
        let Some(wanted) = wanted(days, &budget, now)? else {
            return Ok(json_body(&VacationBody::of(&budget, now)));
        };
        let kept = app
            .store
            .keep_vacation(person.id.clone(), wanted, budget.last);
        // From another device the same was asked for at the same time: how do things stand now?
        if kept.await? {
            break;
        }
    }
    for table in app.store.letters_of(person.id.clone()).await? {
        app.hall.refresh(&table).await;
    }
    let budget = stands(&app, &person).await?;
    Ok(json_body(&VacationBody::of(&budget, now)))
}

/// What is to be entered; nothing where somebody who is here comes back.
fn wanted(days: u64, budget: &Budget, now: Timestamp) -> Result<Option<Vacation>, ApiError> {
    match (days, budget.now) {
        (0, running) => Ok(running.map(|running| Vacation {
            until: now.max(running.from),
            ..running
        })),
        (_, Some(_)) => {
            let sentence = "You are on vacation already; end it first.";
            Err(ApiError::unfit("on_vacation", sentence))
        }
        (days, None) if days > budget.most_days => {
            Err(ApiError::unfit("no_vacation", too_long(budget, now)))
        }
        (days, None) => Ok(Some(Vacation {
            from: now,
            until: now.plus_ms(days.saturating_mul(86_400_000)),
        })),
    }
}

fn too_long(budget: &Budget, now: Timestamp) -> String {
    if budget.next_from > now {
        return "There are three days between two vacations.".to_owned();
    }
    format!(
        "You can take at most {} days now: {} at a time, {} in a year.",
        budget.most_days,
        limits::VACATION_DAYS_AT_ONCE,
        limits::VACATION_DAYS
    )
}
