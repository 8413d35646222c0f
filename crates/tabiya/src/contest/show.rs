//! How far a match has come: a bar on a terminal, a line now and then elsewhere. Not here: what is
//! said in it.

use std::cell::Cell;
use std::io::{IsTerminal as _, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::output::remark;

/// How often a line is written where there is no terminal.
const INTERVAL: Duration = Duration::from_secs(30);

/// The progress of a match on standard error.
pub(super) struct Bar {
    bar: ProgressBar,
    is_terminal: bool,
    all: usize,
    /// Games that were there before.
    before: usize,
    begun: Instant,
    told: Cell<Instant>,
}

impl Bar {
    pub(super) fn new(all: usize, before: usize) -> Self {
        let bar = ProgressBar::new(u64::try_from(all).unwrap_or(u64::MAX));
        if let Ok(style) = ProgressStyle::with_template("{bar:20.cyan} {msg}") {
            bar.set_style(style);
        }
        let now = Instant::now();
        Self {
            bar,
            is_terminal: stderr().is_terminal(),
            all,
            before,
            begun: now,
            told: Cell::new(now),
        }
    }

    /// So many games are whole, and so the match stands.
    pub(super) fn show(&self, games: usize, standings: &str) {
        let text = format!("{games} of {}, {standings}{}", self.all, self.speed(games));
        if self.is_terminal {
            self.bar
                .set_position(u64::try_from(games).unwrap_or(u64::MAX));
            self.bar.set_message(text);
        } else if self.told.get().elapsed() >= INTERVAL {
            self.told.set(Instant::now());
            remark(&text);
        }
    }

    /// Games a minute, and the time that is left at this speed.
    fn speed(&self, games: usize) -> String {
        let count = |games: usize| u32::try_from(games).unwrap_or(u32::MAX);
        let played = count(games.saturating_sub(self.before));
        let elapsed = self.begun.elapsed();
        let Some(each) = elapsed.checked_div(played) else {
            return String::new();
        };
        let left = each * count(self.all.saturating_sub(games));
        let in_a_minute = 60.0 / each.as_secs_f64().max(1e-3);
        let minutes = left.as_secs().div_ceil(60);
        format!(", {in_a_minute:.1} games/min, {minutes} min to go")
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
