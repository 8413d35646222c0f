//! Mails about a game: whose move it is, offers, reminders, the end, and replies that could not be
//! followed. Each is written only if it is still true.

use tabiya_arbiter::{GameView, Seat, TimeControl, Timestamp};
use tabiya_rules::Color;

use super::Writing;
use super::envelope::Draft;
use super::scene::{PICTURE_PX, Scene};
use super::sheet::Sheet;
use super::words::{self, Told};
use crate::ids::TableId;
use crate::mail::kinds::Mail;
use crate::service::App;
use crate::store::ReplyPlace;

const HOUR_MS: u64 = 3_600_000;
const DAY_MS: u64 = 86_400_000;
const OVER: &str = "the game has moved on";

pub(super) async fn write(
    app: &App,
    mail: &Mail,
    table: &TableId,
    seat: Seat,
) -> Result<Writing<Draft>, String> {
    let (Mail::Turn { game, .. }
    | Mail::DrawOffered { game, .. }
    | Mail::Reminder { game, .. }
    | Mail::OfferReminder { game, .. }
    | Mail::Ended { game }
    | Mail::Refused { game, .. }) = mail
    else {
        return Ok(Writing::Needless("it is about no game"));
    };
    let Some(scene) = Scene::load(app, table, seat, Some(*game)).await? else {
        return Ok(Writing::Needless("there is no such game"));
    };
    let now = app.clock.now();
    let told = Told::of(&scene, now);
    let mut sheet = Sheet::default();
    match mail {
        Mail::Turn { ply, .. } => {
            let Some(running) = scene.to_move_at(*ply) else {
                return Ok(Writing::Needless(OVER));
            };
            sheet.paragraph(&told.your_move());
            offer(&mut sheet, &scene, &told, running);
            sheet.paragraph(&told.time());
        }
        Mail::Reminder { ply, .. } => {
            if scene.to_move_at(*ply).is_none() {
                return Ok(Writing::Needless(OVER));
            }
            let due = scene.deadline().map(|until| remind_at(&scene, until));
            match due {
                // After an outage the clock stands for a while, then it goes on.
                None if scene.has_clock() => {
                    return Ok(Writing::NotYet(now.plus_ms(HOUR_MS)));
                }
                None => return Ok(Writing::Needless("there is no time limit")),
                Some(due) if due > now => return Ok(Writing::NotYet(due)),
                Some(_) => {}
            }
            sheet.paragraph(&told.reminder());
            sheet.paragraph(&told.time());
        }
        Mail::DrawOffered { .. } | Mail::OfferReminder { .. } => {
            let offered = scene.running();
            let offered = offered.filter(|game| game.draw_offer == Some(!scene.color()));
            let Some(running) = offered else {
                return Ok(Writing::Needless("the offer was answered"));
            };
            if matches!(mail, Mail::OfferReminder { .. }) {
                let lapses = running.offer_lapses_at;
                let due = lapses.map(|at| Timestamp(at.0.saturating_sub(DAY_MS)));
                match due {
                    None => return Ok(Writing::Needless("the offer stays open")),
                    Some(due) if due > now => return Ok(Writing::NotYet(due)),
                    Some(_) => sheet.paragraph(&told.offer_waits()),
                }
            }
            offer(&mut sheet, &scene, &told, running);
        }
        Mail::Ended { .. } => {
            let Some(ending) = &scene.record.ending else {
                return Ok(Writing::Needless("the game goes on"));
            };
            sheet.paragraph(&told.ended(ending));
            let ratings = app.store.ratings_by(table.clone(), *game).await;
            let ratings = ratings.map_err(|error| error.to_string())?;
            for color in [scene.color(), !scene.color()] {
                if let Some((before, after)) = ratings.get(color) {
                    sheet.paragraph(&told.rating(color, *before, *after));
                }
            }
        }
        Mail::Refused { why, .. } => {
            sheet.paragraph(words::NOT_FOLLOWED);
            sheet.paragraph(why);
            if scene.running().is_some() {
                sheet.paragraph(&told.whose_move());
            }
        }
        Mail::Link { .. } | Mail::Digest => {}
    }
    finish(app, mail, scene, sheet).await.map(Writing::Written)
}

/// When most of the time for a move has passed.
fn remind_at(scene: &Scene, until: Timestamp) -> Timestamp {
    let days = match scene.record.settings.clock {
        TimeControl::Days { days } => days,
        _ => 1,
    };
    Timestamp(until.0.saturating_sub(days.saturating_mul(DAY_MS) / 5))
}

/// The opponent's draw offer, if there is one.
fn offer(sheet: &mut Sheet, scene: &Scene, told: &Told<'_>, running: &GameView) {
    if running.draw_offer == Some(!scene.color()) {
        sheet.paragraph(&told.offered(running.offer_lapses_at));
    }
}

/// The board, the way to it, the moves, and how to answer.
async fn finish(app: &App, mail: &Mail, scene: Scene, mut sheet: Sheet) -> Result<Draft, String> {
    let told = Told::of(&scene, app.clock.now());
    sheet.picture(&told.board(), &scene.diagram());
    sheet.button(words::OPEN_BOARD, &scene.seat_link(app).await?);
    let moves = scene.moves();
    if !moves.is_empty() {
        sheet.paragraph(&told.moves(&moves));
    }
    let reply_to = reply_address(app, &scene).await?;
    let is_running = scene.running().is_some();
    if reply_to.is_some() && is_running {
        sheet.paragraph(words::HOW_TO_REPLY);
    }
    let svg = scene.picture();
    let picture = app.pictures.once(svg, (PICTURE_PX, PICTURE_PX)).await;
    let seat = match scene.color() {
        Color::White => "w",
        Color::Black => "b",
    };
    let answers = match mail {
        Mail::Refused { answers, .. } => answers.clone(),
        _ => None,
    };
    Ok(Draft {
        picture: Some(picture.ok_or("the board cannot be drawn")?),
        thread: Some(format!(
            "game.{}.{}.{seat}",
            scene.table, scene.record.number
        )),
        reply_to: reply_to.filter(|_| is_running),
        answers,
        table: Some(scene.table.clone()),
        ..Draft::new(told.subject(), sheet)
    })
}

/// Where an answer to this board goes.
async fn reply_address(app: &App, scene: &Scene) -> Result<Option<String>, String> {
    let Some(pattern) = &app.config.mail.reply else {
        return Ok(None);
    };
    let ply = u32::try_from(scene.record.moves.len()).unwrap_or(u32::MAX);
    let place = ReplyPlace {
        table: scene.table.clone(),
        seat: scene.seat,
        game: scene.record.number,
        ply,
    };
    let (seat, game, ply) = (
        place.seat.to_string(),
        place.game.to_string(),
        ply.to_string(),
    );
    let parts = [place.table.as_str(), &seat, &game, &ply];
    let secret = app.secret.derive_small("reply", &parts);
    let hash = crate::secrets::hash(&secret);
    let added = app
        .store
        .add_reply_place(hash, place.clone(), app.clock.now());
    added.await.map_err(|error| error.to_string())?;
    Ok(Some(pattern.address(&secret)))
}
