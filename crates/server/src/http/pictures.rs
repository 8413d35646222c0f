//! Pictures of the board for link previews and mails, as SVG and as PNG: of a table, as a spectator
//! sees it, and of a position that is written in the address. How a picture is drawn is the
//! business of `tabiya-rules`.

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Extension;
use axum::body::Bytes;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use tabiya_arbiter::{Actor, GameRecord};
use tabiya_rules::svg::{Coordinates, Picture, Theme};
use tabiya_rules::{Color, Fen, Mode, Position};
use tokio::sync::Semaphore;

use super::caller::{Caller, count};
use super::error::ApiError;
use crate::ids::TableId;
use crate::limits::{self, PerAddress};
use crate::service::{App, Peer};

/// The size that messengers and social networks ask for. The board stands in the middle, so that
/// one that cuts a square out of it shows the board.
pub(super) const WIDTH: u32 = 1200;
pub(super) const HEIGHT: u32 = 630;
/// Chess960 number of the standard array: what is shown while the lot has not been drawn.
const STANDARD_ARRAY: u16 = 518;
/// A game that is being played looks different soon.
const SOON_OLD: &str = "public, max-age=10";
/// A finished game never changes.
const FOREVER: &str = "public, max-age=31536000, immutable";

/// What drawing needs: a brake, and a few pictures that were drawn already.
pub(crate) struct Pictures {
    rate: PerAddress,
    /// Drawing takes the processor from the games, so pictures wait for each other.
    easel: Semaphore,
    /// The last ones, each with its tag.
    drawn: Mutex<VecDeque<(String, Bytes)>>,
}

impl Default for Pictures {
    fn default() -> Self {
        Self {
            rate: PerAddress::new(limits::pictures()),
            easel: Semaphore::new(1),
            drawn: Mutex::default(),
        }
    }
}

impl Pictures {
    /// The picture as PNG, from among the last ones or drawn now.
    async fn png(&self, tag: &str, svg: String) -> Result<Bytes, ApiError> {
        if let Some(known) = self.known(tag) {
            return Ok(known);
        }
        let _turn = self.easel.acquire().await.map_err(|_| ApiError::Away)?;
        // Whoever waited may find it done.
        if let Some(known) = self.known(tag) {
            return Ok(known);
        }
        let drawing = tokio::task::spawn_blocking(move || draw(&svg, WIDTH, HEIGHT)).await;
        let png = drawing.ok().flatten().ok_or_else(|| {
            tracing::error!("a picture could not be drawn");
            ApiError::Away
        })?;
        let mut drawn = self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        drawn.truncate(limits::KEPT_PICTURES.saturating_sub(1));
        drawn.push_front((tag.to_owned(), png.clone()));
        Ok(png)
    }

    /// A picture of this size that nobody will ask for again.
    pub(crate) async fn once(&self, svg: String, (width, height): (u32, u32)) -> Option<Bytes> {
        let _turn = self.easel.acquire().await.ok()?;
        let drawing = tokio::task::spawn_blocking(move || draw(&svg, width, height)).await;
        drawing.ok().flatten()
    }

    fn known(&self, tag: &str) -> Option<Bytes> {
        let drawn = self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        let mut drawn = drawn.iter();
        drawn.find_map(|(known, png)| (known == tag).then(|| png.clone()))
    }
}

fn draw(svg: &str, width: u32, height: u32) -> Option<Bytes> {
    let tree = Tree::from_str(svg, &Options::default()).ok()?;
    let mut paper = Pixmap::new(width, height)?;
    resvg::render(&tree, Transform::identity(), &mut paper.as_mut());
    paper.encode_png().ok().map(Bytes::from)
}

/// How a picture is sent.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Svg,
    Png,
}

impl Form {
    /// By the ending of a file's name.
    pub(super) fn of(ending: &str) -> Option<Form> {
        match ending {
            "svg" => Some(Self::Svg),
            "png" => Some(Self::Png),
            _ => None,
        }
    }

    const fn content_type(self) -> &'static str {
        match self {
            Self::Svg => "image/svg+xml",
            Self::Png => "image/png",
        }
    }
}

/// A position as it is asked for in an address.
#[derive(Deserialize)]
pub(super) struct Written {
    /// Forsyth-Edwards notation, with blanks or underscores.
    fen: String,
    /// Whose side of the board is below: White's if nothing is said.
    below: Option<Color>,
}

/// The board as it stands at a table: of its last game, or the position to start from.
pub(super) struct Board {
    picture: Picture,
    is_final: bool,
}

impl Board {
    /// What a spectator sees at a table.
    async fn at(app: &Arc<App>, table: &TableId) -> Result<Self, ApiError> {
        let view = app.hall.look(table, Actor::Spectator).await?;
        match &view.game {
            Some(game) => Ok(Self {
                // Another game may follow at this address.
                is_final: false,
                ..Self::of_game(app, table, game.number).await?
            }),
            None => {
                let start = view.settings.start.position(|| STANDARD_ARRAY);
                Ok(Self {
                    picture: Picture::of(&start.unwrap_or_else(|_| Position::standard())),
                    is_final: false,
                })
            }
        }
    }

    /// The last position of a game.
    async fn of_game(app: &Arc<App>, table: &TableId, number: u32) -> Result<Self, ApiError> {
        let record = app.hall.record(table, number).await?;
        let GameRecord { line, ending, .. } = record.ok_or(ApiError::NotFound("game"))?;
        let picture = Picture::of(line.position());
        Ok(Self {
            picture: match line.moves().last() {
                Some(&mv) => picture.last_move(mv),
                None => picture,
            },
            is_final: ending.is_some(),
        })
    }

    /// A position that is written in an address: any arrangement, a playable one or not.
    fn written(wanted: &Written) -> Result<Self, ApiError> {
        let setup = Fen::parse_lenient(&wanted.fen)
            .map_err(|fault| ApiError::unfit("unreadable_fen", fault))?;
        let picture = match setup.position(Mode::Chess960) {
            Ok(position) => Picture::of(&position),
            Err(_) => Picture::of_setup(&setup),
        };
        Ok(Self {
            picture: picture.orientation(wanted.below.unwrap_or(Color::White)),
            is_final: true,
        })
    }

    /// The board in the middle of a sheet of paper.
    fn sheet(self) -> String {
        let theme = Theme::LIGHT;
        let board = self
            .picture
            .theme(theme)
            .coordinates(Coordinates::Outside)
            .size_px(HEIGHT);
        let left = (WIDTH - HEIGHT) / 2;
        let mut svg = String::with_capacity(24 * 1024);
        // Writing into a string does not fail.
        let _ = write!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             width=\"{WIDTH}\" height=\"{HEIGHT}\">\
             <path fill=\"{}\" d=\"M0 0h{WIDTH}v{HEIGHT}H0z\"/>\
             <g transform=\"translate({left})\">{board}</g></svg>",
            theme.frame
        );
        svg
    }
}

/// `board.svg`: the table now.
pub(super) async fn board_svg(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    caller: Caller,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    board(&app, &peer, &caller.table, Form::Svg, &headers).await
}

/// `board.png`: the same for those who cannot draw SVG, as most messengers.
pub(super) async fn board_png(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    caller: Caller,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    board(&app, &peer, &caller.table, Form::Png, &headers).await
}

async fn board(
    app: &Arc<App>,
    peer: &Peer,
    table: &TableId,
    form: Form,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    count(&app.pictures.rate, app, headers, peer)?;
    let board = Board::at(app, table).await?;
    answer(app, board, form, headers).await
}

/// `/api/board.svg?fen=`: a position that is written in the address.
pub(super) async fn position_svg(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    wanted: Result<Query<Written>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    position(&app, &peer, wanted, Form::Svg, &headers).await
}

/// `/api/board.png?fen=`: the same for those who cannot draw SVG.
pub(super) async fn position_png(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    wanted: Result<Query<Written>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    position(&app, &peer, wanted, Form::Png, &headers).await
}

async fn position(
    app: &Arc<App>,
    peer: &Peer,
    wanted: Result<Query<Written>, QueryRejection>,
    form: Form,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    count(&app.pictures.rate, app, headers, peer)?;
    let Query(wanted) = wanted.map_err(|fault| ApiError::Malformed(fault.body_text()))?;
    answer(app, Board::written(&wanted)?, form, headers).await
}

/// `games/{number}.svg` and `.png`: how a game stands or ended.
pub(super) async fn game(
    app: &Arc<App>,
    peer: &Peer,
    table: &TableId,
    (number, form): (u32, Form),
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    count(&app.pictures.rate, app, headers, peer)?;
    let board = Board::of_game(app, table, number).await?;
    answer(app, board, form, headers).await
}

async fn answer(
    app: &App,
    board: Board,
    form: Form,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    let caching = if board.is_final { FOREVER } else { SOON_OLD };
    let svg = board.sheet();
    let tag = tag(&svg, form);
    let known = headers.get(header::IF_NONE_MATCH);
    let known = known
        .and_then(|tags| tags.to_str().ok())
        .unwrap_or_default();
    let mut response = if known.split(',').any(|known| known.trim() == tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        match form {
            Form::Svg => svg.into_response(),
            Form::Png => app.pictures.png(&tag, svg).await?.into_response(),
        }
    };
    let answer = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_TYPE, form.content_type()),
        (header::CACHE_CONTROL, caching),
        // Pictures are made to be shown elsewhere.
        (super::RESOURCE_POLICY, "cross-origin"),
    ] {
        answer.insert(name, HeaderValue::from_static(value));
    }
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        answer.insert(header::ETAG, tag);
    }
    Ok(response)
}

/// The tag of a picture is that of its text, so that one which is known need not be drawn.
fn tag(svg: &str, form: Form) -> String {
    let mut tag = String::from("\"");
    for byte in Sha256::digest(svg.as_bytes()).iter().take(12) {
        let _ = write!(tag, "{byte:02x}");
    }
    tag.push_str(match form {
        Form::Svg => "-s\"",
        Form::Png => "-p\"",
    });
    tag
}
