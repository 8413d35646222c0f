//! The web application: static files inside the binary, sent compressed as they were built. What
//! the pages do is written in `web/`.

use std::borrow::Cow;
use std::sync::Arc;

use axum::extract::{Query, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};
use serde::Deserialize;
use tabiya_arbiter::Actor;

use super::{harden, host, preview};
use crate::ids::TableId;
use crate::service::App;

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../web/build"]
#[allow_missing = true]
struct Built;

/// The page that draws every address which is not a page of its own.
const APPLICATION: &str = "200.html";
/// The page for analysis, which can name a position in its address.
const ANALYSIS: &str = "analysis.html";
/// Names with a hash of the content in them: what they hold never changes.
const IMMUTABLE: &str = "_app/immutable/";
/// The pages name their own scripts by hash in a policy of their own; here is the rest, so that the
/// two together allow nothing else.
const POLICY: &str = "frame-ancestors 'none'; base-uri 'self'; object-src 'none'; \
    form-action 'self'; connect-src 'self'; img-src 'self' data:; font-src 'self'; \
    style-src 'self' 'unsafe-inline'; media-src 'self'; worker-src 'self'; manifest-src 'self'";
const NOT_BUILT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
    <title>Tabiya</title><h1>Tabiya runs, without its web application</h1>\
    <p>The web application was not built into this binary. Build both with \
    <code>make build</code> in the source folder and start it again.</p></html>";

/// Answers every address that is not the API's.
pub(super) async fn serve(
    State(app): State<Arc<App>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let mut response = match method {
        Method::GET | Method::HEAD => match previewed(&app, &uri, &headers).await {
            Some(page) => page,
            None => find(uri.path(), &headers),
        },
        _ => StatusCode::METHOD_NOT_ALLOWED.into_response(),
    };
    harden(response.headers_mut());
    response.headers_mut().insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(POLICY),
    );
    response
}

/// A page that a messenger shows more of: of a table that there is, or of a position.
async fn previewed(app: &Arc<App>, uri: &Uri, headers: &HeaderMap) -> Option<Response> {
    let base = app.hosts.base(host(headers).unwrap_or_default());
    let page = match uri.path() {
        "/analysis" => position_page(&base, uri)?,
        path => table_page(app, &base, path).await?,
    };
    let kind = (header::CONTENT_TYPE, content_type(APPLICATION));
    let caching = (header::CACHE_CONTROL, "no-cache");
    Some(([kind, caching], page).into_response())
}

/// The page of a table, told apart from all others. It is another one after every move, so it is
/// made for whoever asks.
async fn table_page(app: &Arc<App>, base: &str, path: &str) -> Option<String> {
    let table = TableId::parse(path.strip_prefix("/t/")?)?;
    let view = app.hall.look(&table, Actor::Spectator).await.ok()?;
    let built = Built::get(APPLICATION)?;
    let built = std::str::from_utf8(&built.data).ok()?;
    Some(preview::of_table(built, base, &table, &view))
}

/// What an address of the page for analysis says of the position that it shows.
#[derive(Deserialize)]
struct Shown {
    fen: String,
}

/// The page for analysis, of the position in its address.
fn position_page(base: &str, uri: &Uri) -> Option<String> {
    let Query(Shown { fen }) = Query::try_from_uri(uri).ok()?;
    let built = Built::get(ANALYSIS)?;
    let built = std::str::from_utf8(&built.data).ok()?;
    preview::of_position(built, base, uri.query()?, &fen)
}

fn find(path: &str, headers: &HeaderMap) -> Response {
    let name = path.trim_start_matches('/');
    let page = if name.is_empty() {
        "index.html".to_owned()
    } else {
        format!("{name}.html")
    };
    if is_source(name) && Built::get(name).is_some() {
        return send(name, StatusCode::OK, headers);
    }
    if Built::get(&page).is_some() {
        return send(&page, StatusCode::OK, headers);
    }
    if Built::get(APPLICATION).is_none() {
        let html = [(header::CONTENT_TYPE, "text/html; charset=utf-8")];
        return (StatusCode::NOT_FOUND, html, NOT_BUILT).into_response();
    }
    // The pages of tables and of people are drawn by the application, which says what is not there.
    let status = match name.split_once('/') {
        Some(("t" | "people", one)) if !one.contains('/') => StatusCode::OK,
        _ if name.is_empty() => StatusCode::OK,
        _ => StatusCode::NOT_FOUND,
    };
    send(APPLICATION, status, headers)
}

/// Whether it is a file itself and not its compressed form.
fn is_source(name: &str) -> bool {
    !name.is_empty() && !name.ends_with(".br") && !name.ends_with(".gz")
}

/// A file in the best form that the client takes.
fn send(name: &str, status: StatusCode, headers: &HeaderMap) -> Response {
    let (encoding, file) = match best_form(name, headers) {
        Some(form) => form,
        None => return StatusCode::NOT_FOUND.into_response(),
    };
    let caching = if name.starts_with(IMMUTABLE) {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let tag = tag(&file);
    let known = headers
        .get(header::IF_NONE_MATCH)
        .and_then(|tags| tags.to_str().ok());
    let is_known = known.is_some_and(|tags| tags.split(',').any(|known| known.trim() == tag));
    let mut response = if is_known && status == StatusCode::OK {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let body = match file.data {
            Cow::Borrowed(bytes) => bytes.into_response(),
            Cow::Owned(bytes) => bytes.into_response(),
        };
        (status, body).into_response()
    };
    let answer = response.headers_mut();
    answer.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static(content_type(name)),
    );
    answer.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    answer.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        answer.insert(header::ETAG, tag);
    }
    if let Some(encoding) = encoding {
        answer.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    response
}

fn best_form(name: &str, headers: &HeaderMap) -> Option<(Option<&'static str>, EmbeddedFile)> {
    let accepted = headers
        .get(header::ACCEPT_ENCODING)
        .and_then(|value| value.to_str().ok());
    let accepted = accepted.unwrap_or_default();
    for (encoding, ending) in [("br", "br"), ("gzip", "gz")] {
        if accepts(accepted, encoding)
            && let Some(file) = Built::get(&format!("{name}.{ending}"))
        {
            return Some((Some(encoding), file));
        }
    }
    Some((None, Built::get(name)?))
}

/// Whether `Accept-Encoding` names this encoding, and not with a weight of nothing.
fn accepts(accepted: &str, encoding: &str) -> bool {
    accepted.split(',').any(|choice| {
        let (name, weight) = choice.split_once(';').unwrap_or((choice, ""));
        let weight = weight
            .trim()
            .trim_start_matches("q=")
            .trim_end_matches(['0', '.']);
        let is_refused = choice.contains(';') && weight.is_empty();
        name.trim().eq_ignore_ascii_case(encoding) && !is_refused
    })
}

fn tag(file: &EmbeddedFile) -> String {
    let hash = file.metadata.sha256_hash();
    let short: String = hash
        .iter()
        .take(12)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    format!("\"{short}\"")
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "webp" => "image/webp",
        "woff2" => "font/woff2",
        "mp3" => "audio/mpeg",
        "ogg" => "audio/ogg",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_are_read_with_their_weights() {
        assert!(accepts("gzip, deflate, br, zstd", "br"));
        assert!(accepts("br;q=0.5", "br"));
        assert!(accepts("GZIP ; q=1.0", "gzip"));
        assert!(!accepts("br;q=0", "br"));
        assert!(!accepts("br; q=0.000", "br"));
        assert!(!accepts("", "br"));
        assert!(!accepts("brotli", "br"));
    }
}
