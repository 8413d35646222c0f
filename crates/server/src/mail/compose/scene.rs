//! What is known of a game when a mail about it is written: who plays, how it stands, what the
//! reader sees from his side.

use tabiya_arbiter::{Actor, GameRecord, GameView, Phase, Seat, Timestamp, View};
use tabiya_rules::svg::{Coordinates, Picture, Theme};
use tabiya_rules::{Color, Position};

use crate::ids::TableId;
use crate::live::Unavailable;
use crate::service::App;
use crate::store::{Grant, StoreError};

/// The side of the board in mails.
pub(super) const PICTURE_PX: u32 = 480;

/// A game from one player's side.
pub(super) struct Scene {
    pub(super) table: TableId,
    pub(super) seat: Seat,
    pub(super) view: View,
    pub(super) record: GameRecord,
}

impl Scene {
    /// None: there is no such game.
    pub(super) async fn load(
        app: &App,
        table: &TableId,
        seat: Seat,
        game: Option<u32>,
    ) -> Result<Option<Self>, String> {
        let away = |_: Unavailable| "the table does not answer".to_owned();
        let view = match app.hall.look(table, Actor::Seat(seat)).await {
            Ok(view) => view,
            Err(Unavailable::NoSuchTable) => return Ok(None),
            Err(why) => return Err(away(why)),
        };
        let Some(number) = game.or(view.game.as_ref().map(|game| game.number)) else {
            return Ok(None);
        };
        let record = app.hall.record(table, number).await.map_err(away)?;
        Ok(record.map(|record| Self {
            table: table.clone(),
            seat,
            view,
            record,
        }))
    }

    /// The game as it stands at the table, if it is still the one that is played.
    pub(super) fn running(&self) -> Option<&GameView> {
        let game = self.view.game.as_ref()?;
        let is_it = game.number == self.record.number && self.view.phase == Phase::Playing;
        is_it.then_some(game)
    }

    /// The game, if the reader is to move after so many half-moves.
    pub(super) fn to_move_at(&self, ply: u32) -> Option<&GameView> {
        let game = self.running()?;
        (game.ply == ply && game.turn == self.color()).then_some(game)
    }

    /// The reader's color.
    pub(super) fn color(&self) -> Color {
        if self.record.white == self.seat {
            Color::White
        } else {
            Color::Black
        }
    }

    /// What a player is called.
    pub(super) fn name(&self, color: Color) -> &str {
        let name = self.record.names.get(color).as_deref();
        name.unwrap_or(match color {
            Color::White => "White",
            Color::Black => "Black",
        })
    }

    /// What the opponent is called.
    pub(super) fn opponent(&self) -> &str {
        self.name(!self.color())
    }

    /// Until when the reader has to move; `None` without a clock, or while it stands.
    pub(super) fn deadline(&self) -> Option<Timestamp> {
        let clock = self.running()?.clock.as_ref()?;
        if clock.paused || clock.running != Some(self.color()) {
            return None;
        }
        let left = match self.color() {
            Color::White => clock.white_ms,
            Color::Black => clock.black_ms,
        };
        Some(clock.at.plus_ms(left.saturating_add(clock.delay_left_ms)))
    }

    /// Whether the game goes on by a clock, be it that it stands.
    pub(super) fn has_clock(&self) -> bool {
        self.running().is_some_and(|game| game.clock.is_some())
    }

    pub(super) fn position(&self) -> &Position {
        self.record.line.position()
    }

    /// `12... Nf6`; none before the first move.
    pub(super) fn last_move(&self) -> Option<String> {
        let index = self.record.moves.len().checked_sub(1)?;
        let last = self.record.moves.last()?;
        let (number, color) = self.numbered(index);
        let dots = if color == Color::White { "." } else { "..." };
        Some(format!("{number}{dots} {}", last.san))
    }

    /// All moves with their numbers.
    pub(super) fn moves(&self) -> String {
        let mut text = String::new();
        for (index, played) in self.record.moves.iter().enumerate() {
            let (number, color) = self.numbered(index);
            if !text.is_empty() {
                text.push(' ');
            }
            if color == Color::White {
                text += &format!("{number}.\u{a0}");
            } else if index == 0 {
                text += &format!("{number}...\u{a0}");
            }
            text += &played.san;
        }
        text
    }

    /// The number of the move with this index, and whose it is.
    fn numbered(&self, index: usize) -> (usize, Color) {
        let start = self.record.line.start();
        let fen = start.fen();
        let first = fen.rsplit(' ').next().and_then(|text| text.parse().ok());
        let first: usize = first.unwrap_or(1);
        let offset = usize::from(start.turn() == Color::Black);
        let color = if (index + offset).is_multiple_of(2) {
            Color::White
        } else {
            Color::Black
        };
        (first + (index + offset) / 2, color)
    }

    /// The board as a picture, from the reader's side.
    pub(super) fn picture(&self) -> String {
        let mut picture = Picture::of(self.position());
        if let Some(&last) = self.record.line.moves().last() {
            picture = picture.last_move(last);
        }
        picture
            .orientation(self.color())
            .coordinates(Coordinates::Outside)
            .theme(Theme::LIGHT)
            .size_px(PICTURE_PX)
            .to_string()
    }

    /// The board in letters, for those who see no pictures.
    pub(super) fn diagram(&self) -> String {
        let fen = self.position().fen();
        let placement = fen.split(' ').next().unwrap_or_default();
        let mut ranks: Vec<String> = placement
            .split('/')
            .zip((1..=8).rev())
            .map(|(rank, number)| format!("{number}  {}", squares(rank, self.color())))
            .collect();
        let mut files = String::from("a b c d e f g h");
        if self.color() == Color::Black {
            ranks.reverse();
            files = files.chars().rev().collect();
        }
        format!("{}\n\n   {files}\n", ranks.join("\n"))
    }

    /// The private link to the reader's seat. The token is made valid where it is not yet.
    pub(super) async fn seat_link(&self, app: &App) -> Result<String, String> {
        let token = app.secret.seat_token(&self.table, self.seat);
        let away = |error: StoreError| error.to_string();
        let held = app.store.seat_of(self.table.clone(), token.hash());
        if held.await.map_err(away)?.is_none() {
            let grant = Grant {
                seat: self.seat,
                token: token.hash(),
                person: None,
            };
            match app.store.add_token(self.table.clone(), grant).await {
                // Whoever has as many links as there may be can use one of those.
                Ok(()) | Err(StoreError::TooManyTokens) => {}
                Err(error) => return Err(away(error)),
            }
        }
        let base = app.hosts.own_base();
        Ok(format!("{base}/t/{}#seat={}", self.table, token.secret()))
    }
}

/// The squares of a rank of a FEN, with blanks between.
fn squares(rank: &str, side: Color) -> String {
    let mut signs = Vec::with_capacity(8);
    for sign in rank.chars() {
        match sign.to_digit(10) {
            Some(empty) => signs.extend((0..empty).map(|_| '.')),
            None => signs.push(sign),
        }
    }
    if side == Color::Black {
        signs.reverse();
    }
    let signs: Vec<String> = signs.into_iter().map(String::from).collect();
    signs.join(" ")
}
