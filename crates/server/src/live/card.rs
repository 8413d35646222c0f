//! How a game by letter stands, in few words: what a list of games shows without loading the tables.

use serde::Serialize;
use tabiya_arbiter::{Actor, BySeat, ClockView, Phase, Seat, Table, TimeControl, Timestamp};
use tabiya_rules::Color;

/// A running game in a list.
#[derive(Serialize)]
pub(crate) struct Card {
    /// 1 for the first game at this table.
    number: u32,
    white: Seat,
    names: BySeat<Option<String>>,
    fen: String,
    /// The last move in UCI notation.
    last: Option<String>,
    ply: u32,
    turn: Color,
    /// Days for each move, if there is a limit.
    days: Option<u64>,
    rated: bool,
    clock: Option<ClockView>,
    draw_offer: Option<Color>,
    offer_lapses_at: Option<Timestamp>,
    takeback_offer: Option<Color>,
    vacations: BySeat<Option<Timestamp>>,
    /// When something happened last.
    at: Timestamp,
}

impl Card {
    /// The card of the running game, if one is running.
    pub(crate) fn of(table: &Table) -> Option<Self> {
        let view = table.full_view(Actor::Spectator);
        let game = view.game.filter(|_| view.phase == Phase::Playing)?;
        Some(Self {
            number: game.number,
            white: game.white,
            names: BySeat {
                owner: view.seats.owner.name,
                guest: view.seats.guest.name,
            },
            fen: game.fen,
            last: view.moves.and_then(|mut moves| Some(moves.pop()?.uci)),
            ply: game.ply,
            turn: game.turn,
            days: match view.settings.clock {
                TimeControl::Days { days } => Some(days),
                _ => None,
            },
            rated: view.settings.rules.rating == tabiya_arbiter::RatingRule::Elo,
            clock: game.clock,
            draw_offer: game.draw_offer,
            offer_lapses_at: game.offer_lapses_at,
            takeback_offer: game.takeback_offer,
            vacations: BySeat {
                owner: view.seats.owner.vacation_until,
                guest: view.seats.guest.vacation_until,
            },
            at: table.stamp(Timestamp(0)),
        })
    }
}
