//! What the link in the foot of a mail opens: how often its reader is written to. The link itself
//! is the proof; it opens nothing else.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use super::body::Body;
use super::caller::count;
use super::error::ApiError;
use super::json_body;
use crate::ids::SeatToken;
use crate::service::{App, Peer};
use crate::store::{MailChoice, MailLink, MailTo};

type Answered = Result<Response, ApiError>;

/// How the mails to an address stand.
#[derive(Serialize)]
struct Mailing {
    /// The address, so that only its reader knows it again.
    address: String,
    /// Whether the link belongs to a game.
    about_game: bool,
    /// How often the person is written to; none where nobody has confirmed the address.
    #[serde(skip_serializing_if = "Option::is_none")]
    choice: Option<MailChoice>,
    /// Whether nothing is sent about this game.
    game_stopped: bool,
    /// Whether nothing is sent at all.
    stopped: bool,
}

/// What the reader may want.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Wanted {
    Each,
    Daily,
    None,
    StopGame,
    Stop,
    Resume,
}

/// A click in a mail program (RFC 8058): nothing more about this game, or nothing at all.
pub(super) async fn stop(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    Path(token): Path<String>,
    headers: HeaderMap,
) -> Answered {
    count(&app.joins, &app, &headers, &peer)?;
    let link = link(&app, &token).await?;
    let now = app.clock.now();
    app.store
        .refuse_mails(link.address, link.table, now)
        .await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Programs that know no such click open the address; looking must change nothing.
pub(super) async fn open(Path(token): Path<String>) -> Answered {
    let token = SeatToken::parse(&token).ok_or(ApiError::NotFound("link"))?;
    let page = format!("/mail#stop={}", token.secret());
    Ok((StatusCode::SEE_OTHER, [(header::LOCATION, page)]).into_response())
}

/// How things stand, and after a choice how they stand then.
pub(super) async fn choose(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    body: Body,
) -> Answered {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Asked {
        token: String,
        choice: Option<Wanted>,
    }
    count(&app.joins, &app, &headers, &peer)?;
    let asked: Asked = body.read()?;
    let link = link(&app, &asked.token).await?;
    if let Some(wanted) = asked.choice {
        change(&app, &link, wanted).await?;
    }
    Ok(json_body(&mailing(&app, link).await?))
}

async fn link(app: &App, token: &str) -> Result<MailLink, ApiError> {
    let token = SeatToken::parse(token).ok_or(ApiError::NotFound("link"))?;
    let link = app.store.mail_link(token.hash()).await?;
    link.ok_or(ApiError::NotFound("link"))
}

async fn change(app: &App, link: &MailLink, wanted: Wanted) -> Result<(), ApiError> {
    let (address, now) = (link.address.clone(), app.clock.now());
    let choice = match wanted {
        Wanted::Each => MailChoice::Each,
        Wanted::Daily => MailChoice::Daily,
        Wanted::None => MailChoice::None,
        Wanted::StopGame => {
            let table = link.table.clone().ok_or(ApiError::NotFound("game"))?;
            app.store.refuse_mails(address, Some(table), now).await?;
            return Ok(());
        }
        Wanted::Stop => return Ok(app.store.refuse_mails(address, None, now).await?),
        Wanted::Resume => return Ok(app.store.allow_mails(address).await?),
    };
    let reader = app.store.mail_reader(MailTo::Address(address)).await?;
    let person = reader.and_then(|reader| reader.person);
    let person = person.ok_or(ApiError::NotFound("person"))?;
    Ok(app.store.set_mail_choice(person, choice).await?)
}

async fn mailing(app: &App, link: MailLink) -> Result<Mailing, ApiError> {
    let address = MailTo::Address(link.address.clone());
    let reader = app.store.mail_reader(address).await?;
    let known = reader.filter(|reader| reader.person.is_some());
    let stopped = app.store.refuses_mails(link.address.clone(), None).await?;
    let about = app
        .store
        .refuses_mails(link.address.clone(), link.table.clone());
    Ok(Mailing {
        address: masked(&link.address),
        about_game: link.table.is_some(),
        choice: known.map(|reader| reader.choice),
        game_stopped: about.await?,
        stopped,
    })
}

/// `a…@example.org`.
fn masked(address: &str) -> String {
    match address.rsplit_once('@') {
        Some((local, domain)) => {
            let first: String = local.chars().take(1).collect();
            format!("{first}…@{domain}")
        }
        None => "…".to_owned(),
    }
}
