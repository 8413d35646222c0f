//! The host's page: everything below `/api/admin/`, for admins alone. What is done stands in
//! `office/`.

use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body as Sent, Bytes};
use axum::extract::{FromRequestParts, Path, Query, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::body::Body;
use super::caller::signed_in;
use super::error::ApiError;
use super::json_body;
use crate::limits;
use crate::office::{Office, OfficeError, RulesWish};
use crate::service::App;
use crate::store::Role;

type Answered = Result<Response, ApiError>;

/// What leads to the host's desk.
pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/admin/users", get(users))
        .route("/api/admin/users/{who}/role", post(set_role))
        .route("/api/admin/users/{who}/name", post(rename))
        .route("/api/admin/bans", get(bans).post(ban))
        .route("/api/admin/bans/{id}", delete(unban))
        .route("/api/admin/rules", get(rules).patch(set_rules))
        .route("/api/admin/invitations", get(invitations).post(invite))
        .route("/api/admin/invitations/{id}", delete(revoke))
        .route("/api/admin/reports", get(reports))
        .route("/api/admin/reports/{id}/close", post(close_report))
        .route("/api/admin/mail-test", post(test_mail))
        .route("/api/admin/health", get(health))
        .route("/api/admin/backup", get(backup))
        .route(
            "/api/admin/{*rest}",
            get(nothing).post(nothing).patch(nothing).delete(nothing),
        )
}

/// An admin who is signed in, and the desk.
struct Host(Office);

impl FromRequestParts<Arc<App>> for Host {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let person = signed_in(app, &parts.headers).await?;
        if person.role != Role::Admin {
            return Err(ApiError::NotAdmin);
        }
        let (store, clock) = (Arc::clone(&app.store), Arc::clone(&app.clock));
        Ok(Self(Office::new(store, clock)))
    }
}

impl From<OfficeError> for ApiError {
    fn from(error: OfficeError) -> Self {
        match error {
            OfficeError::Missing(what) => Self::NotFound(what),
            OfficeError::Unfit(code, why) => Self::Unfit(code, why),
            OfficeError::Store(error) => error.into(),
            OfficeError::NoRandomness => Self::Away,
        }
    }
}

async fn nothing(_: Host) -> ApiError {
    ApiError::NotFound("address")
}

fn done() -> Response {
    StatusCode::NO_CONTENT.into_response()
}

#[derive(Deserialize)]
struct Wanted {
    #[serde(default)]
    search: String,
    before: Option<u64>,
    #[serde(default)]
    closed: bool,
}

async fn users(Host(office): Host, Query(wanted): Query<Wanted>) -> Answered {
    let users = office.users(&wanted.search, wanted.before).await?;
    Ok(json_body(&users))
}

async fn set_role(Host(office): Host, Path(who): Path<String>, body: Body) -> Answered {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Wish {
        role: String,
    }
    let wish: Wish = body.read()?;
    office.set_role(&who, &wish.role).await?;
    Ok(done())
}

async fn rename(Host(office): Host, Path(who): Path<String>, body: Body) -> Answered {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Wish {
        name: String,
    }
    let wish: Wish = body.read()?;
    office.rename(&who, &wish.name).await?;
    Ok(done())
}

async fn bans(Host(office): Host) -> Answered {
    Ok(json_body(&json!({"items": office.bans().await?})))
}

async fn ban(State(app): State<Arc<App>>, Host(office): Host, body: Body) -> Answered {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Wish {
        whom: String,
        reason: String,
        days: Option<u32>,
    }
    let wish: Wish = body.read()?;
    let ban = office.ban(&wish.whom, &wish.reason, wish.days).await?;
    app.heed_bans().await?;
    Ok((StatusCode::CREATED, json_body(&ban)).into_response())
}

async fn unban(Host(office): Host, Path(id): Path<String>) -> Answered {
    office.unban(&id).await?;
    Ok(done())
}

async fn rules(Host(office): Host) -> Answered {
    Ok(json_body(&office.rules().await?))
}

async fn set_rules(Host(office): Host, body: Body) -> Answered {
    let wish: RulesWish = body.read()?;
    Ok(json_body(&office.set_rules(wish).await?))
}

async fn invitations(Host(office): Host) -> Answered {
    Ok(json_body(&json!({"items": office.invitations().await?})))
}

async fn invite(
    Host(office): Host,
    State(app): State<Arc<App>>,
    headers: axum::http::HeaderMap,
    body: Body,
) -> Answered {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Wish {
        #[serde(default)]
        note: String,
        days: u32,
        uses: u32,
    }
    let wish: Wish = body.read()?;
    let invited = office.invite(&wish.note, wish.days, wish.uses).await?;
    let base = app.hosts.base(super::host(&headers).unwrap_or_default());
    let link = format!("{base}{}", invited.path);
    let body = json!({"link": link, "invitation": invited.invitation});
    Ok((StatusCode::CREATED, json_body(&body)).into_response())
}

async fn revoke(Host(office): Host, Path(id): Path<String>) -> Answered {
    office.revoke_invitation(&id).await?;
    Ok(done())
}

async fn reports(Host(office): Host, Query(wanted): Query<Wanted>) -> Answered {
    let reports = office.reports(!wanted.closed, wanted.before).await?;
    Ok(json_body(&reports))
}

async fn close_report(Host(office): Host, Path(id): Path<String>, body: Body) -> Answered {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Wish {
        #[serde(default)]
        note: String,
    }
    let wish: Wish = body.read()?;
    office.close_report(&id, &wish.note).await?;
    Ok(done())
}

async fn test_mail(Host(office): Host, body: Body) -> Answered {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Wish {
        address: String,
    }
    let wish: Wish = body.read()?;
    office.test_mail(&wish.address).await?;
    Ok((StatusCode::ACCEPTED, json_body(&json!({"posted": true}))).into_response())
}

/// What the store knows, and what only the running service does.
async fn health(Host(office): Host, State(app): State<Arc<App>>) -> Answered {
    #[derive(Serialize)]
    struct Health<S> {
        #[serde(flatten)]
        store: S,
        up_ms: u64,
        tables_in_memory: usize,
        connections: usize,
        computer_tables: usize,
        disk_free: Option<u64>,
    }
    let health = Health {
        store: office.health().await?,
        up_ms: app.clock.now().0.saturating_sub(app.started.0),
        tables_in_memory: app.hall.hot_tables(),
        connections: app.connections(),
        computer_tables: app.hall.computers.tables(),
        disk_free: crate::office::disk_free(&app.config.data),
    };
    Ok(json_body(&health))
}

/// A copy of the store as it is now. It is made beside the store and taken away once it was sent;
/// however large it is, the answer begins at once.
async fn backup(Host(office): Host, State(app): State<Arc<App>>) -> Answered {
    let place = Arc::clone(&app.backups)
        .try_acquire_owned()
        .map_err(|_| ApiError::unfit("backup_running", "A backup is being made already."))?;
    let file = app.config.data.join("download.sqlite3");
    let (chunks, body) = tokio::sync::mpsc::channel::<Result<Bytes, std::io::Error>>(4);
    tokio::spawn(async move {
        let copied = office.backup(file.clone(), Box::new(|_, _| true)).await;
        let sent = match copied {
            Ok(_) => send_file(file.clone(), chunks).await,
            Err(error) => {
                tracing::error!(%error, "a backup could not be made");
                let _ = chunks
                    .send(Err(std::io::Error::other(error.to_string())))
                    .await;
                Ok(())
            }
        };
        if let Err(error) = sent {
            tracing::error!(%error, "a backup could not be read");
        }
        let _ = std::fs::remove_file(&file);
        drop(place);
    });
    let body = futures_util::stream::unfold(body, |mut body| async move {
        body.recv().await.map(|chunk| (chunk, body))
    });
    let headers = [
        (header::CONTENT_TYPE, "application/vnd.sqlite3"),
        (
            header::CONTENT_DISPOSITION,
            "attachment; filename=\"tabiya-backup.sqlite3\"",
        ),
    ];
    Ok((headers, Sent::from_stream(body)).into_response())
}

/// Sends a file piece by piece, as fast as it is taken.
async fn send_file(
    file: PathBuf,
    chunks: tokio::sync::mpsc::Sender<Result<Bytes, std::io::Error>>,
) -> std::io::Result<()> {
    use std::io::Read as _;
    let reading = tokio::task::spawn_blocking(move || {
        let mut file = std::fs::File::open(file)?;
        loop {
            let mut chunk = Vec::with_capacity(limits::BACKUP_CHUNK);
            let most = u64::try_from(limits::BACKUP_CHUNK).unwrap_or(u64::MAX);
            file.by_ref().take(most).read_to_end(&mut chunk)?;
            // Nobody takes it any more, or it is over.
            if chunk.is_empty() || chunks.blocking_send(Ok(chunk.into())).is_err() {
                return Ok(());
            }
        }
    });
    reading.await.unwrap_or(Ok(()))
}
