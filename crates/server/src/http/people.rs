//! Profiles: who somebody is, how the ratings have moved, which games there were; and who sits at a
//! table.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use axum::routing::get;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tabiya_arbiter::{Actor, Phase, RatingRule, Seat, StartPosition};
use tabiya_rules::Color;

use super::caller::Caller;
use super::error::ApiError;
use super::json_body;
use crate::limits;
use crate::office::{ChangeShape, RatingShape};
use crate::ratings::{RatingClass, Standing};
use crate::service::App;
use crate::store::{GameEntry, Person};

type Answered = Result<Response, ApiError>;

/// What leads to people.
pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/people/{name}", get(profile))
        .route("/api/people/{name}/games", get(games))
        .route("/api/people/{name}/ratings/{class}", get(history))
        .route("/api/tables/{id}/people", get(at_table))
}

/// Somebody as everybody may see him.
#[derive(Serialize)]
struct Public {
    id: String,
    name: Option<String>,
    created: u64,
    ratings: Vec<RatingShape>,
}

async fn public(app: &App, person: Person) -> Result<Public, ApiError> {
    let standings = app.store.standings(person.id.clone()).await?;
    let ratings = standings
        .iter()
        .map(|(class, standing)| RatingShape::new(*class, standing));
    Ok(Public {
        id: person.id.to_string(),
        name: person.name.filter(|_| !person.closed),
        created: person.created.0,
        ratings: ratings.collect(),
    })
}

async fn named(app: &App, name: &str) -> Result<Person, ApiError> {
    if name.len() > limits::NAME_MOST_LETTERS {
        return Err(ApiError::NotFound("player"));
    }
    let found = app.store.by_name(name.to_owned()).await?;
    found.ok_or(ApiError::NotFound("player"))
}

/// `GET /api/people/{name}`.
async fn profile(State(app): State<Arc<App>>, Path(name): Path<String>) -> Answered {
    let person = named(&app, &name).await?;
    Ok(json_body(&public(&app, person).await?))
}

/// `GET /api/people/{name}/ratings/{class}`: the curve.
async fn history(
    State(app): State<Arc<App>>,
    Path((name, class)): Path<(String, String)>,
) -> Answered {
    #[derive(Serialize)]
    struct Point {
        at: u64,
        table: String,
        number: u32,
        #[serde(flatten)]
        change: ChangeShape,
    }
    let class = RatingClass::by_name(&class).ok_or(ApiError::NotFound("class of games"))?;
    let person = named(&app, &name).await?;
    let most = limits::CURVE_POINTS;
    let points = app.store.rating_history(person.id, class, most).await?;
    let points = points.into_iter().map(|point| Point {
        at: point.at.0,
        table: point.table.to_string(),
        number: point.number,
        change: point.change.into(),
    });
    Ok(json_body(&json!({"points": points.collect::<Vec<_>>()})))
}

#[derive(Deserialize)]
struct Before {
    before: Option<u64>,
}

/// `GET /api/people/{name}/games?before=`.
async fn games(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    Query(Before { before }): Query<Before>,
) -> Answered {
    let person = named(&app, &name).await?;
    let most = limits::LIST_ENTRIES;
    let games = app.store.games_of(person.id, before, most).await?;
    let is_full = u32::try_from(games.len()).is_ok_and(|count| count >= most);
    let next = games.last().filter(|_| is_full).map(|game| game.position);
    let games: Vec<_> = games.into_iter().map(Game::from).collect();
    Ok(json_body(&json!({"games": games, "next": next})))
}

/// A game in somebody's list.
#[derive(Serialize)]
struct Game {
    table: String,
    number: u32,
    color: &'static str,
    white: Side,
    black: Side,
    result: Option<&'static str>,
    termination: String,
    class: &'static str,
    plies: u32,
    ended: u64,
    change: Option<ChangeShape>,
}

/// Who had a color.
#[derive(Serialize)]
struct Side {
    /// What he was called at the table.
    name: Option<String>,
    /// The account, if it is one that still is there.
    account: Option<String>,
}

impl From<GameEntry> for Game {
    fn from(game: GameEntry) -> Self {
        Self {
            table: game.table.to_string(),
            number: game.number,
            color: match game.color {
                Color::White => "white",
                Color::Black => "black",
            },
            white: Side {
                name: game.names.white,
                account: game.accounts.white,
            },
            black: Side {
                name: game.names.black,
                account: game.accounts.black,
            },
            result: game.outcome.map(|outcome| match outcome.winner() {
                Some(Color::White) => "1-0",
                Some(Color::Black) => "0-1",
                None => "1/2-1/2",
            }),
            termination: game.termination,
            class: game.class.name(),
            plies: game.plies,
            ended: game.ended.0,
            change: game.change.map(ChangeShape::from),
        }
    }
}

/// Somebody at a table.
#[derive(Serialize)]
struct Seated {
    #[serde(flatten)]
    person: Public,
    /// The rating in the class of this table's game; 1200 before the first.
    rating: RatingShape,
}

/// `GET /api/tables/{id}/people`: who sits there, whether the next or running game counts and why
/// not, and what the last one did to the ratings.
async fn at_table(State(app): State<Arc<App>>, caller: Caller) -> Answered {
    let view = app.hall.look(&caller.table, Actor::Spectator).await?;
    let people = app.store.people_at(caller.table.clone()).await?;
    let class = RatingClass::of(&view.settings.clock);
    let wants = view.settings.rules.rating == RatingRule::Elo;
    let same = people.owner.as_ref().map(|person| &person.id)
        == people.guest.as_ref().map(|person| &person.id);
    let running = view.game.as_ref().filter(|_| view.phase == Phase::Playing);
    let running = running.map(|game| game.number);
    let from = app.store.counted_from(caller.table.clone()).await?;
    // Who was a guest when the running game began is one in it.
    let counts = |seat| match (from.get(seat), running) {
        (Some(from), Some(running)) => *from <= running,
        (from, _) => from.is_some(),
    };
    let over = view.game.as_ref().filter(|_| view.phase == Phase::Over);
    let is_short = over.is_some_and(|game| game.ply < limits::RATED_PLIES_LEAST);
    let why = match (counts(Seat::Owner), counts(Seat::Guest)) {
        _ if !wants => Some("casual"),
        _ if view.settings.start != StartPosition::Standard => Some("other_start"),
        (false, _) => Some("owner_unknown"),
        (_, false) if view.seats.guest.taken => Some("guest_unknown"),
        (_, false) => Some("guest_awaited"),
        _ if same => Some("same_person"),
        _ if is_short => Some("too_short"),
        _ => None,
    };
    let number = view.game.as_ref().map(|game| game.number);
    let last = match number.filter(|_| view.phase == Phase::Over) {
        Some(number) => app.store.changes(caller.table.clone(), number).await?,
        None => None,
    };
    let last = last.map(|changes| {
        let white = ChangeShape::from(changes.white);
        json!({"number": number, "white": white, "black": ChangeShape::from(changes.black)})
    });
    Ok(json_body(&json!({
        "owner": seated(&app, people.owner, class).await?,
        "guest": seated(&app, people.guest, class).await?,
        "class": class.name(),
        "rated": why.is_none(),
        "why_not": why,
        "changes": last,
    })))
}

async fn seated(
    app: &App,
    person: Option<Person>,
    class: RatingClass,
) -> Result<Option<Seated>, ApiError> {
    let Some(person) = person else {
        return Ok(None);
    };
    let standings = app.store.standings(person.id.clone()).await?;
    let here = standings.iter().find(|(known, _)| *known == class);
    let standing = here.map_or_else(Standing::default, |(_, standing)| *standing);
    Ok(Some(Seated {
        rating: RatingShape::new(class, &standing),
        person: public(app, person).await?,
    }))
}
