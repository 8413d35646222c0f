//! `tabiya pgn stats`: counts, over as many games as there are, without keeping any of them.

use std::collections::BTreeMap;
use std::io::{self, Write as _};

use serde::Serialize;
use tabiya_rules::pgn::{Played, Text, Visitor, Wanted};
use tabiya_rules::{Color, Diagnostic, Marker, Outcome, PgnError, Position};

use super::{Source, named};
use crate::output::{DIM, Ending, NAME, Output};

/// The sums. Their size does not depend on the number of games.
#[derive(Default, Serialize)]
struct Stats {
    games: u64,
    white_wins: u64,
    draws: u64,
    black_wins: u64,
    /// Games without a result.
    undecided: u64,
    /// Half-moves of the main lines.
    plies: u64,
    longest_plies: u64,
    checkmates: u64,
    stalemates: u64,
    /// Games that begin from another position than the usual one.
    set_up: u64,
    variations: u64,
    comments: u64,
    /// Games by their tag ECO.
    eco: BTreeMap<String, u64>,
    /// Games of which moves were lost.
    unreadable: u64,
    /// Everything else that was found, by its name.
    oddities: BTreeMap<&'static str, u64>,
}

/// Sees the games go by and adds them up.
#[derive(Default)]
struct Counter {
    stats: Stats,
    depth: u32,
    plies: u64,
    is_cut: bool,
    /// The last position of the main line.
    last: Option<Position>,
    is_set_up: bool,
}

impl Visitor for Counter {
    fn begin_game(&mut self) -> Wanted {
        let stats = std::mem::take(&mut self.stats);
        *self = Self {
            stats,
            ..Self::default()
        };
        Wanted::Read
    }

    fn tag(&mut self, name: Text<'_>, value: Text<'_>) {
        if name.bytes() != b"ECO" {
            return;
        }
        // Only real codes, so that odd ones do not fill the memory.
        if let [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9', ..] = value.bytes() {
            let code = value.read().chars().take(3).collect();
            *self.stats.eco.entry(code).or_default() += 1;
        }
    }

    fn start(&mut self, position: &Position) {
        self.is_set_up = *position != Position::standard();
    }

    fn mv(&mut self, played: Played<'_>) {
        if self.depth == 0 {
            self.plies += 1;
            self.last = Some(played.after.clone());
        }
    }

    fn comment(&mut self, _: Text<'_>) {
        self.stats.comments += 1;
    }

    fn begin_variation(&mut self) -> Wanted {
        self.stats.variations += 1;
        self.depth += 1;
        Wanted::Read
    }

    fn end_variation(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    fn skipped_variations(&mut self, count: u32) {
        self.stats.variations += u64::from(count);
    }

    fn fault(&mut self, _: PgnError) {
        self.is_cut = true;
    }

    fn diagnostic(&mut self, diagnostic: Diagnostic) {
        *self.stats.oddities.entry(diagnostic.code()).or_default() += 1;
    }

    fn end_game(&mut self, marker: Option<Marker>) {
        let stats = &mut self.stats;
        stats.games += 1;
        match marker.and_then(Marker::outcome) {
            Some(Outcome::Win(Color::White)) => stats.white_wins += 1,
            Some(Outcome::Win(Color::Black)) => stats.black_wins += 1,
            Some(Outcome::Draw) => stats.draws += 1,
            None => stats.undecided += 1,
        }
        stats.plies += self.plies;
        stats.longest_plies = stats.longest_plies.max(self.plies);
        stats.set_up += u64::from(self.is_set_up);
        stats.unreadable += u64::from(self.is_cut);
        if let Some(last) = self.last.take() {
            stats.checkmates += u64::from(last.is_checkmate());
            stats.stalemates += u64::from(last.is_stalemate());
        }
    }
}

pub(super) fn run(source: &Source) -> anyhow::Result<Ending> {
    let mut counter = Counter::default();
    source.walk(|games, file| named(games.play_game(&mut counter), file))?;
    let stats = counter.stats;
    let mut out = Output::new();
    if source.format.json {
        out.json(&stats)?;
    } else {
        stats.write(&mut out)?;
    }
    out.end(Ending::Accepted)
}

impl Stats {
    fn write(&self, out: &mut Output) -> io::Result<()> {
        let games = self.games;
        writeln!(out, "{NAME}{games}{NAME:#} games")?;
        let share = |out: &mut Output, name: &str, count: u64| {
            let percent = share_of(count, games);
            writeln!(out, "  {name:18}{count:>12}  {DIM}{percent:5.1} %{DIM:#}")
        };
        share(out, "White won", self.white_wins)?;
        share(out, "drawn", self.draws)?;
        share(out, "Black won", self.black_wins)?;
        share(out, "without result", self.undecided)?;
        share(out, "checkmate", self.checkmates)?;
        share(out, "stalemate", self.stalemates)?;
        share(out, "set up", self.set_up)?;
        share(out, "not to the end", self.unreadable)?;
        let count =
            |out: &mut Output, name: &str, count: u64| writeln!(out, "  {name:18}{count:>12}");
        count(out, "half-moves", self.plies)?;
        count(out, "longest game", self.longest_plies)?;
        count(out, "variations", self.variations)?;
        count(out, "comments", self.comments)?;
        let mut openings: Vec<_> = self.eco.iter().collect();
        openings.sort_by_key(|(code, count)| (std::cmp::Reverse(**count), *code));
        if !openings.is_empty() {
            writeln!(
                out,
                "{NAME}openings{NAME:#} by ECO code, the most frequent first"
            )?;
        }
        for (code, games) in openings.into_iter().take(10) {
            share(out, code, *games)?;
        }
        if !self.oddities.is_empty() {
            writeln!(out, "{NAME}oddities{NAME:#}")?;
        }
        for (code, number) in &self.oddities {
            count(out, &code.replace('_', " "), *number)?;
        }
        Ok(())
    }
}

#[expect(clippy::cast_precision_loss, reason = "rounded for people")]
fn share_of(count: u64, all: u64) -> f64 {
    if all == 0 {
        0.0
    } else {
        count as f64 * 100.0 / all as f64
    }
}
