//! The games that can be watched now: who plays, and the best of them, which is on television.

use std::collections::HashMap;

use serde::Serialize;
use tabiya_arbiter::{BySeat, Seat, TimeControl, Timestamp};
use tabiya_rules::{ByColor, Color};

use super::seek::Standing;
use crate::ids::TableId;
use crate::live::Shown;

/// A player of a game that runs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Player {
    pub(super) name: Option<String>,
    /// Whether this is no account.
    pub(super) guest: bool,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub(super) standing: Option<Standing>,
}

/// A game that runs.
pub(super) struct Live {
    pub(super) players: BySeat<Player>,
    pub(super) since: Timestamp,
    pub(super) shown: Shown,
}

/// A game as everybody sees it.
#[derive(Serialize)]
pub(super) struct GameShown<'a> {
    table: &'a str,
    white: &'a Player,
    black: &'a Player,
    clock: &'a TimeControl,
    rated: bool,
    fen: &'a str,
    ply: u32,
    watchers: usize,
    since: Timestamp,
}

/// The games that run, and which of them is on television.
#[derive(Default)]
pub(super) struct Games {
    live: HashMap<TableId, Live>,
    best: Option<TableId>,
}

/// A game is worth watching from here on: many end before.
const TV_PLIES: u32 = 2;

impl Live {
    fn player(&self, color: Color) -> &Player {
        let seats = ByColor {
            white: self.shown.white,
            black: self.shown.white.other(),
        };
        let seat: Seat = *seats.get(color);
        self.players.get(seat)
    }

    /// The higher, the better: the mean rating, where a guest counts as nothing; then who watches;
    /// then how long it has been running.
    fn merit(&self) -> (u32, usize, std::cmp::Reverse<Timestamp>) {
        let rating = |player: &Player| {
            player
                .standing
                .map_or(0, |standing| u32::from(standing.rating))
        };
        let ratings = rating(&self.players.owner) + rating(&self.players.guest);
        (ratings, self.shown.watchers, std::cmp::Reverse(self.since))
    }
}

impl Games {
    /// Whether this game of the table is known already, so that its players need not be asked for.
    pub(super) fn knows(&self, table: &TableId, number: u32) -> bool {
        let known = self.live.get(table);
        known.is_some_and(|live| live.shown.number == number)
    }

    /// A game goes on, begins or, without anything to show, ends.
    pub(super) fn change(
        &mut self,
        table: TableId,
        shown: Option<Shown>,
        players: Option<BySeat<Player>>,
        now: Timestamp,
    ) {
        match (shown, self.live.get_mut(&table)) {
            (Some(shown), Some(live)) if players.is_none() => live.shown = shown,
            (Some(shown), _) => {
                let live = Live {
                    players: players.unwrap_or_default(),
                    since: now,
                    shown,
                };
                self.live.insert(table, live);
            }
            (None, _) => {
                self.live.remove(&table);
            }
        }
    }

    /// What is on television: the same game until it ends, then the best.
    pub(super) fn choose(&mut self) -> Option<&TableId> {
        if !self
            .best
            .as_ref()
            .is_some_and(|best| self.live.contains_key(best))
        {
            let worth = self
                .live
                .iter()
                .filter(|(_, live)| live.shown.ply >= TV_PLIES);
            let best = worth.max_by_key(|(_, live)| live.merit());
            self.best = best.map(|(table, _)| table.clone());
        }
        self.best.as_ref()
    }

    pub(super) fn best(&self) -> Option<&TableId> {
        self.best.as_ref()
    }

    pub(super) fn all(&self) -> Vec<GameShown<'_>> {
        self.live
            .keys()
            .filter_map(|table| self.shown(table))
            .collect()
    }

    pub(super) fn shown<'a>(&'a self, table: &'a TableId) -> Option<GameShown<'a>> {
        let live = self.live.get(table)?;
        Some(GameShown {
            table: table.as_str(),
            white: live.player(Color::White),
            black: live.player(Color::Black),
            clock: &live.shown.clock,
            rated: live.shown.rated,
            fen: &live.shown.fen,
            ply: live.shown.ply,
            watchers: live.shown.watchers,
            since: live.since,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(ply: u32, watchers: usize) -> Shown {
        Shown {
            number: 1,
            names: BySeat::default(),
            white: Seat::Guest,
            clock: TimeControl::fischer(180_000, 2_000),
            rated: false,
            fen: String::new(),
            ply,
            watchers,
        }
    }

    fn players(owner: Option<u16>, guest: Option<u16>) -> Option<BySeat<Player>> {
        let player = |rating: Option<u16>| Player {
            name: None,
            guest: rating.is_none(),
            standing: rating.map(|rating| Standing {
                rating,
                provisional: false,
            }),
        };
        Some(BySeat {
            owner: player(owner),
            guest: player(guest),
        })
    }

    #[test]
    fn television_shows_the_best_game_and_stays_with_it_to_the_end() {
        let tables: Vec<TableId> = (0..4).map(|_| TableId::random().unwrap()).collect();
        let mut games = Games::default();
        assert_eq!(games.choose(), None);
        let now = Timestamp(1);
        games.change(
            tables[0].clone(),
            Some(shown(0, 9)),
            players(Some(2000), Some(2000)),
            now,
        );
        assert_eq!(games.choose(), None, "nothing has been played yet");
        games.change(
            tables[1].clone(),
            Some(shown(2, 0)),
            players(None, None),
            now,
        );
        assert_eq!(games.choose(), Some(&tables[1]));
        games.change(
            tables[2].clone(),
            Some(shown(5, 0)),
            players(Some(1500), Some(1300)),
            now,
        );
        games.change(
            tables[3].clone(),
            Some(shown(5, 2)),
            players(Some(1400), Some(1400)),
            now,
        );
        assert_eq!(games.choose(), Some(&tables[1]), "it stays");
        games.change(tables[1].clone(), None, None, now);
        assert_eq!(
            games.choose(),
            Some(&tables[3]),
            "of two alike the one that more watch"
        );
        games.change(tables[0].clone(), Some(shown(2, 0)), None, now);
        games.change(tables[3].clone(), None, None, now);
        assert_eq!(games.choose(), Some(&tables[0]));
        let game = games.shown(&tables[0]).unwrap();
        assert_eq!(game.white.standing.unwrap().rating, 2000);
        games.change(tables[0].clone(), None, None, now);
        games.change(tables[2].clone(), None, None, now);
        assert_eq!(games.choose(), None);
    }
}
