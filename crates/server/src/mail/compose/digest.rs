//! The daily mail: one about all games, in the order of the list of own games: those first that wait
//! for the reader, of each the most urgent first.

use std::collections::HashSet;

use serde::Deserialize;
use tabiya_arbiter::Seat;
use tabiya_rules::Color;

use super::Writing;
use super::envelope::Draft;
use super::scene::Scene;
use super::sheet::Sheet;
use super::words::{self, Told};
use crate::limits;
use crate::service::App;
use crate::store::{GameCard, MailReader, PersonId, StoreError};

/// Of what is over only the last few are news.
const MOST_OVER: usize = 5;

/// What the card of a game says of its urgency.
#[derive(Deserialize)]
struct Stand {
    white: Seat,
    turn: Color,
    clock: Option<Hands>,
    draw_offer: Option<Color>,
    takeback_offer: Option<Color>,
    at: u64,
}

#[derive(Deserialize)]
struct Hands {
    running: Option<Color>,
    at: u64,
    white_ms: u64,
    black_ms: u64,
    delay_left_ms: u64,
}

impl Stand {
    /// When the side to move has used up its time.
    fn until(&self) -> Option<u64> {
        let clock = self.clock.as_ref()?;
        let left_ms = match clock.running? {
            Color::White => clock.white_ms,
            Color::Black => clock.black_ms,
        };
        Some(
            clock
                .at
                .saturating_add(left_ms)
                .saturating_add(clock.delay_left_ms),
        )
    }

    /// The smaller, the earlier it stands in the list of whoever sits here.
    fn place(&self, seat: Seat) -> (bool, u64, u64) {
        let own = if self.white == seat {
            Color::White
        } else {
            Color::Black
        };
        let offered = |by: Option<Color>| by.is_some_and(|by| by != own);
        let waits = self.turn == own || offered(self.draw_offer) || offered(self.takeback_offer);
        (!waits, self.until().unwrap_or(u64::MAX), self.at)
    }
}

/// The running games by letter, in order.
fn sorted(games: Vec<GameCard>) -> Vec<GameCard> {
    let mut placed: Vec<_> = games
        .into_iter()
        .filter_map(|game| {
            let card = game.card.as_deref()?;
            let stand: Option<Stand> = serde_json::from_str(card).ok();
            // One that cannot be read is told of all the same, at the end.
            let place = stand.map_or((true, u64::MAX, u64::MAX), |stand| stand.place(game.seat));
            Some((place, game))
        })
        .collect();
    placed.sort_by_key(|(place, _)| *place);
    placed.into_iter().map(|(_, game)| game).collect()
}

/// A line of the mail and the link to its board.
type Line = (String, String);

async fn line(app: &App, scene: &Scene) -> Result<Line, String> {
    let told = Told::of(scene, app.clock.now());
    Ok((told.in_short(), scene.seat_link(app).await?))
}

/// The last games that are over, at other tables than these.
async fn over(app: &App, person: PersonId, running: &HashSet<String>) -> Result<Vec<Line>, String> {
    let away = |error: StoreError| error.to_string();
    let tables = app.store.tables_of(person, limits::DIGEST_GAMES).await;
    let mut over = Vec::new();
    for (table, seat) in tables.map_err(away)? {
        if over.len() >= MOST_OVER {
            break;
        }
        if running.contains(table.as_str()) {
            continue;
        }
        let Some(scene) = Scene::load(app, &table, seat, None).await? else {
            continue;
        };
        if scene.running().is_none() {
            over.push(line(app, &scene).await?);
        }
    }
    Ok(over)
}

pub(super) async fn write(app: &App, reader: &MailReader) -> Result<Writing<Draft>, String> {
    let Some(person) = reader.person.clone() else {
        return Ok(Writing::Needless("nobody plays under this address"));
    };
    let running = app.store.running_games(person.clone()).await;
    let running = sorted(running.map_err(|error| error.to_string())?);
    let known = running.iter().map(|game| game.table.to_string()).collect();
    let (mut own, mut others) = (Vec::new(), Vec::new());
    let most = usize::try_from(limits::DIGEST_GAMES).unwrap_or(usize::MAX);
    for game in running.iter().take(most) {
        let Some(scene) = Scene::load(app, &game.table, game.seat, None).await? else {
            continue;
        };
        // It may have ended since the list was read; then it has a mail of its own.
        let Some(turn) = scene.running().map(|game| game.turn) else {
            continue;
        };
        let line = line(app, &scene).await?;
        if turn == scene.color() {
            own.push(line);
        } else {
            others.push(line);
        }
    }
    let over = over(app, person, &known).await?;
    if own.is_empty() && others.is_empty() && over.is_empty() {
        return Ok(Writing::Needless("there is no game to tell of"));
    }
    let subject = words::digest_subject(own.len());
    let mut sheet = Sheet::default();
    for (heading, games) in [
        (words::DIGEST_OWN, own),
        (words::DIGEST_OTHERS, others),
        (words::DIGEST_OVER, over),
    ] {
        if !games.is_empty() {
            sheet.heading(heading);
            for (line, link) in games {
                sheet.item(&line, words::OPEN_BOARD, &link);
            }
        }
    }
    Ok(Writing::Written(Draft::new(subject, sheet)))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::ids::TableId;

    fn game(name: &str, card: &Value) -> GameCard {
        GameCard {
            table: TableId::parse(&name.repeat(10)).unwrap(),
            seat: Seat::Guest,
            card: Some(card.to_string()),
        }
    }

    fn card(turn: &str, days: u64, at: u64) -> Value {
        json!({"white": "owner", "turn": turn, "draw_offer": null, "takeback_offer": null, "at": at,
            "clock": {"running": turn, "at": at, "white_ms": days * 1000, "black_ms": days * 1000,
                "delay_left_ms": 0}})
    }

    #[test]
    fn games_stand_as_in_the_list_of_own_games() {
        let untimed = |at| {
            json!({"white": "owner", "turn": "black", "clock": null, "at": at,
            "draw_offer": null, "takeback_offer": null})
        };
        let offered = json!({"white": "owner", "turn": "white", "draw_offer": "white",
            "takeback_offer": null, "at": 5, "clock": null});
        let games = vec![
            game("a", &card("white", 9, 5)),
            game("b", &card("white", 2, 5)),
            game("c", &untimed(7)),
            game("d", &card("black", 8, 5)),
            game("e", &untimed(3)),
            game("f", &json!("what is this")),
            game("g", &offered),
            game("h", &card("black", 3, 5)),
        ];
        let names: String = sorted(games)
            .iter()
            .filter_map(|game| game.table.as_str().chars().next())
            .collect();
        // Own moves by their time, then those without a limit and an offer, the longest waiting first.
        assert_eq!(names, "hdegcbaf");
    }
}
