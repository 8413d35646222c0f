//! The host's library of puzzles: `GET /api/puzzles` hands out some that fit a wish.

use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::get;
use axum::{Extension, Router};
use serde::Deserialize;
use serde_json::json;

use super::caller::count;
use super::error::ApiError;
use super::json_body;
use crate::ids::random_seed;
use crate::limits;
use crate::service::{App, Peer};
use crate::store::PuzzleWish;

type Answered = Result<Response, ApiError>;

/// What leads to puzzles.
pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/puzzles", get(some))
        .route("/api/puzzles/about", get(about))
        .route("/api/puzzles/{id}", get(one))
}

/// What somebody would like to solve.
#[derive(Deserialize)]
struct Wanted {
    theme: Option<String>,
    from: Option<u16>,
    to: Option<u16>,
    count: Option<u32>,
}

/// `GET /api/puzzles?theme=&from=&to=&count=`: some that fit, others at each time.
async fn some(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    wanted: Result<Query<Wanted>, QueryRejection>,
    headers: HeaderMap,
) -> Answered {
    count(&app.puzzles, &app, &headers, &peer)?;
    let Query(wanted) = wanted.map_err(|fault| ApiError::Malformed(fault.body_text()))?;
    let lot = random_seed().map_err(|_| ApiError::Away)? >> 32;
    let wish = PuzzleWish {
        theme: wanted.theme,
        ratings: (wanted.from.unwrap_or(0), wanted.to.unwrap_or(u16::MAX)),
        count: wanted.count.unwrap_or(1).min(limits::PUZZLES_AT_ONCE),
        lot: u32::try_from(lot).unwrap_or_default(),
    };
    let puzzles = app.store.some_puzzles(wish).await?;
    Ok(json_body(&json!({ "puzzles": puzzles })))
}

/// `GET /api/puzzles/about`: how many there are.
async fn about(State(app): State<Arc<App>>) -> Answered {
    let count = app.store.count_puzzles().await?;
    Ok(json_body(&json!({ "count": count })))
}

/// `GET /api/puzzles/{id}`: the one of this name.
async fn one(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Answered {
    count(&app.puzzles, &app, &headers, &peer)?;
    let puzzle = app.store.puzzle(id).await?;
    Ok(json_body(&puzzle.ok_or(ApiError::NotFound("puzzle"))?))
}
