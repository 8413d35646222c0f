//! The handlers of games that browsers give to an account: against the computer, at one device.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tabiya_arbiter::Timestamp;

use super::done;
use crate::http::body::Body;
use crate::http::caller::signed_in;
use crate::http::error::ApiError;
use crate::http::json_body;
use crate::limits;
use crate::service::App;
use crate::store::KeptGame;

/// `GET /api/account/archive`: all games that browsers have given, the last that ended first.
pub(super) async fn list(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    #[derive(Serialize)]
    struct Games {
        games: Vec<Box<RawValue>>,
    }
    let person = signed_in(&app, &headers).await?;
    let kept = app.store.kept_games(person.id).await?;
    // What is stored was JSON when it came.
    let games = kept
        .into_iter()
        .filter_map(|kept| RawValue::from_string(kept.game).ok());
    Ok(json_body(&Games {
        games: games.collect(),
    }))
}

/// `POST /api/account/archive`: keeps a game, or puts it in the place of the one with its id.
pub(super) async fn keep(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Given {
        id: String,
        ended: u64,
        pgn: String,
        game: Box<RawValue>,
    }
    let person = signed_in(&app, &headers).await?;
    let given: Given = body.read()?;
    if given.id.is_empty() || given.id.len() > limits::COMMAND_ID_LETTERS {
        let most = limits::COMMAND_ID_LETTERS;
        let why = format!("The id of a game has 1 to {most} characters.");
        return Err(ApiError::unfit("bad_id", why));
    }
    if given.pgn.len().max(given.game.get().len()) > limits::KEPT_GAME_BYTES {
        let most = limits::KEPT_GAME_BYTES / 1024;
        let why = format!("A game that is kept has at most {most} KiB.");
        return Err(ApiError::unfit("game_too_long", why));
    }
    let game = KeptGame {
        id: given.id,
        ended: Timestamp(given.ended),
        pgn: given.pgn,
        game: given.game.get().to_owned(),
    };
    if app.store.keep_game(person.id, game).await? {
        Ok(StatusCode::NO_CONTENT.into_response())
    } else {
        Err(ApiError::Full("games in this archive"))
    }
}

/// `DELETE /api/account/archive/{id}`.
pub(super) async fn drop(
    State(app): State<Arc<App>>,
    Path(game): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let person = signed_in(&app, &headers).await?;
    done(app.store.drop_game(person.id, game).await?, "game")
}
