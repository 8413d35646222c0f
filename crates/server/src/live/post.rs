//! Which mails follow from what happens at a table, where its rules want mails. They are posted in
//! the same write as the events; whether each is still true is asked again when it is sent.

use tabiya_arbiter::{Event, NotifyRule, Phase, Recorded, Seat, TimeControl, Timestamp, View};
use tabiya_rules::Color;

use crate::ids::TableId;
use crate::mail::Mail;
use crate::store::{MailTo, NewMail};

const DAY_MS: u64 = 86_400_000;

/// The mails that go with these events, which come after `before`.
pub(super) fn mails(table: &TableId, before: &View, events: &[Recorded]) -> Vec<NewMail> {
    if before.settings.rules.notify != NotifyRule::Email {
        return Vec::new();
    }
    let mut post = Post {
        table,
        mails: Vec::new(),
    };
    let mut game = before.game.as_ref().map(|game| Game {
        number: game.number,
        white: game.white,
        turn: game.turn,
    });
    // Of several moves in one write only the last one is to be answered.
    let mut turn = None;
    for recorded in events {
        match (&recorded.event, &mut game) {
            (
                Event::GameStarted {
                    number,
                    white,
                    start_fen,
                    ..
                },
                game,
            ) => {
                let started = Game {
                    number: *number,
                    white: *white,
                    turn: side_to_move(start_fen),
                };
                turn = Some((recorded, 0));
                *game = Some(started);
            }
            (Event::MovePlayed { ply, .. } | Event::MoveMade { ply, .. }, Some(game)) => {
                game.turn = !game.turn;
                turn = Some((recorded, *ply));
            }
            (Event::DrawOffered { by }, Some(game)) => {
                let ply = before.game.as_ref().map_or(0, |game| game.ply);
                let timeout = before.settings.rules.offer_timeout_ms;
                post.offer(recorded, game, *by, ply, timeout);
            }
            (Event::GameEnded { .. }, Some(game)) => {
                for seat in Seat::ALL {
                    post.add(seat, Mail::Ended { game: game.number }, recorded.at);
                }
                turn = None;
            }
            _ => {}
        }
    }
    if let (Some((recorded, ply)), Some(game)) = (turn, &game) {
        post.turn(recorded.at, game, ply, &before.settings.clock);
    }
    post.mails
}

/// The reminder of the first move in a game that began when nobody was seated yet. The mail that
/// says so goes to both on its own.
pub(crate) fn first_reminder(table: &TableId, view: &View, at: Timestamp) -> Option<NewMail> {
    let game = view.game.as_ref().filter(|game| game.ply == 0)?;
    if view.settings.rules.notify != NotifyRule::Email || view.phase != Phase::Playing {
        return None;
    }
    let TimeControl::Days { days } = view.settings.clock else {
        return None;
    };
    let seat = match game.turn {
        Color::White => game.white,
        Color::Black => game.white.other(),
    };
    Some(NewMail {
        to: MailTo::Seat(table.clone(), seat),
        mail: Mail::Reminder {
            game: game.number,
            ply: 0,
        },
        due: at.plus_ms(remind_after_ms(days)),
        once: Some(format!("first reminder {table}")),
    })
}

/// When most of the time for a move has passed.
fn remind_after_ms(days: u64) -> u64 {
    days.saturating_mul(DAY_MS) / 5 * 4
}

/// The game that is played.
struct Game {
    number: u32,
    white: Seat,
    turn: Color,
}

impl Game {
    fn seat(&self, color: Color) -> Seat {
        match color {
            Color::White => self.white,
            Color::Black => self.white.other(),
        }
    }
}

struct Post<'a> {
    table: &'a TableId,
    mails: Vec<NewMail>,
}

impl Post<'_> {
    fn add(&mut self, seat: Seat, mail: Mail, due: Timestamp) {
        self.mails.push(NewMail {
            to: MailTo::Seat(self.table.clone(), seat),
            mail,
            due,
            once: None,
        });
    }

    fn turn(&mut self, at: Timestamp, game: &Game, ply: u32, clock: &TimeControl) {
        let (seat, number) = (game.seat(game.turn), game.number);
        self.add(seat, Mail::Turn { game: number, ply }, at);
        if let TimeControl::Days { days } = clock {
            let due = at.plus_ms(remind_after_ms(*days));
            self.add(seat, Mail::Reminder { game: number, ply }, due);
        }
    }

    fn offer(
        &mut self,
        recorded: &Recorded,
        game: &Game,
        by: Color,
        ply: u32,
        timeout_ms: Option<u64>,
    ) {
        let (seat, number) = (game.seat(!by), game.number);
        self.add(seat, Mail::DrawOffered { game: number, ply }, recorded.at);
        if let Some(left) = timeout_ms.and_then(|timeout| timeout.checked_sub(DAY_MS)) {
            let due = recorded.at.plus_ms(left);
            self.add(seat, Mail::OfferReminder { game: number, ply }, due);
        }
    }
}

fn side_to_move(fen: &str) -> Color {
    match fen.split(' ').nth(1) {
        Some("b") => Color::Black,
        _ => Color::White,
    }
}
