//! The daily mail: one about all games, those first in which the reader is to move.

use tabiya_arbiter::Phase;

use super::Writing;
use super::envelope::Draft;
use super::scene::Scene;
use super::sheet::Sheet;
use super::words::{self, Told};
use crate::limits;
use crate::service::App;
use crate::store::MailReader;

pub(super) async fn write(app: &App, reader: &MailReader) -> Result<Writing<Draft>, String> {
    let Some(person) = reader.person.clone() else {
        return Ok(Writing::Needless("nobody plays under this address"));
    };
    let tables = app.store.tables_of(person, limits::DIGEST_GAMES).await;
    let tables = tables.map_err(|error| error.to_string())?;
    let now = app.clock.now();
    let (mut own, mut others, mut over) = (Vec::new(), Vec::new(), Vec::new());
    for (table, seat) in tables {
        let Some(scene) = Scene::load(app, &table, seat, None).await? else {
            continue;
        };
        let told = Told::of(&scene, now);
        let line = told.in_short();
        let link = scene.seat_link(app).await?;
        let is_own = scene
            .running()
            .is_some_and(|game| game.turn == scene.color());
        match scene.view.phase {
            Phase::Playing if is_own => own.push((line, link)),
            Phase::Playing => others.push((line, link)),
            Phase::Over | Phase::Waiting => over.push((line, link)),
        }
    }
    if own.is_empty() && others.is_empty() && over.is_empty() {
        return Ok(Writing::Needless("there is no game to tell of"));
    }
    // Of what is over only the last few are news.
    over.truncate(5);
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
