//! What hot tables show to the rest of the service: the boards of listed tables, and who is away
//! while the opponent wants a rematch. The tables write here; whoever tells people reads.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tabiya_arbiter::{BySeat, Phase, RatingRule, Seat, TimeControl, View};

use crate::ids::TableId;

/// A game that runs at a listed table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shown {
    /// 1 for the first game at this table.
    pub(crate) number: u32,
    pub(crate) names: BySeat<Option<String>>,
    pub(crate) white: Seat,
    pub(crate) clock: TimeControl,
    pub(crate) rated: bool,
    pub(crate) fen: String,
    pub(crate) ply: u32,
    pub(crate) watchers: usize,
}

/// Somebody who is away while the opponent wants to play again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Awaited {
    pub(crate) seat: Seat,
    /// The name of who waits.
    pub(crate) by: Option<String>,
}

/// What has changed since it was last asked.
#[derive(Default)]
pub(crate) struct News {
    /// The last state of each game that has changed; none: it runs no more, or is not listed.
    pub(crate) games: HashMap<TableId, Option<Shown>>,
    /// Who is awaited now; none: nobody any more.
    pub(crate) awaited: HashMap<TableId, Option<Awaited>>,
    /// Tables at which something has happened in a game by letter, or without a clock.
    pub(crate) letters: HashSet<TableId>,
}

/// What the tables show.
#[derive(Default)]
pub(crate) struct Showcase(Mutex<Inner>);

#[derive(Default)]
struct Inner {
    listed: HashSet<TableId>,
    shown: HashMap<TableId, Shown>,
    awaited: HashMap<TableId, Awaited>,
    news: News,
}

impl Showcase {
    /// Whether the games of a table are listed.
    pub(crate) fn lists(&self, table: &TableId) -> bool {
        self.lock().listed.contains(table)
    }

    /// Whether others than those at the table want to know how it stands: its games are listed, or
    /// somebody is awaited there.
    pub(super) fn wants(&self, table: &TableId) -> bool {
        let inner = self.lock();
        inner.listed.contains(table) || inner.awaited.contains_key(table)
    }

    /// Lists the games of a table from now on, or no more.
    pub(crate) fn list(&self, table: &TableId, on: bool) {
        let mut inner = self.lock();
        if on {
            inner.listed.insert(table.clone());
        } else {
            inner.listed.remove(table);
            inner.show(table, None);
        }
    }

    /// A table has left the memory.
    pub(super) fn forget(&self, table: &TableId) {
        let mut inner = self.lock();
        inner.listed.remove(table);
        inner.show(table, None);
        // Whoever is awaited there is awaited still.
        inner.awaited.remove(table);
    }

    /// Something has happened in a game by letter.
    pub(super) fn moved(&self, table: &TableId) {
        self.lock().news.letters.insert(table.clone());
    }

    /// How a table looks now to somebody who looks on.
    pub(super) fn note(&self, table: &TableId, view: &View, watchers: usize) {
        let mut inner = self.lock();
        let awaited = awaited(view);
        if inner.awaited.get(table) != awaited.as_ref() {
            match &awaited {
                Some(awaited) => inner.awaited.insert(table.clone(), awaited.clone()),
                None => inner.awaited.remove(table),
            };
            inner.news.awaited.insert(table.clone(), awaited);
        }
        if inner.listed.contains(table) {
            inner.show(table, shown(view, watchers));
        }
    }

    /// What has changed since it was last asked.
    pub(crate) fn take_news(&self) -> News {
        std::mem::take(&mut self.lock().news)
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        // Nothing panics while it is held.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn show(&mut self, table: &TableId, shown: Option<Shown>) {
        if self.shown.get(table) == shown.as_ref() {
            return;
        }
        match &shown {
            Some(shown) => self.shown.insert(table.clone(), shown.clone()),
            None => self.shown.remove(table),
        };
        self.news.games.insert(table.clone(), shown);
    }
}

/// The game that runs at a table, if it is one between people that is worth watching: a game by
/// days is none.
fn shown(view: &View, watchers: usize) -> Option<Shown> {
    let game = view.game.as_ref()?;
    let clock = &view.settings.clock;
    let is_live = clock.is_timed() && !matches!(clock, TimeControl::Days { .. });
    let seats = &view.seats;
    if view.phase != Phase::Playing || !is_live || seats.guest.computer.is_some() {
        return None;
    }
    Some(Shown {
        number: game.number,
        names: BySeat {
            owner: seats.owner.name.clone(),
            guest: seats.guest.name.clone(),
        },
        white: game.white,
        clock: clock.clone(),
        rated: view.settings.rules.rating == RatingRule::Elo,
        fen: game.fen.clone(),
        ply: game.ply,
        watchers,
    })
}

fn awaited(view: &View) -> Option<Awaited> {
    let by = view.rematch_offer.filter(|_| view.phase == Phase::Over)?;
    let seat = by.other();
    let other = view.seats.get(seat);
    let is_away = other.taken && !other.present && other.computer.is_none();
    is_away.then(|| Awaited {
        seat,
        by: view.seats.get(by).name.clone(),
    })
}
