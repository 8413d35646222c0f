//! `tabiya pgn check`: what is wrong with the games, and where.

use std::io::{self, Write as _};

use clap::Args;
use serde::Serialize;
use tabiya_rules::pgn::{Played, Text, Visitor, Wanted};
use tabiya_rules::{Diagnostic, Marker, PgnError};

use super::finding::{Finding, Severity};
use super::{Source, named};
use crate::output::{BAD, DIM, Ending, GOOD, Output};

#[derive(Args)]
pub(super) struct Options {
    #[command(flatten)]
    source: Source,
    /// Refuse oddities, too, by which nothing is lost
    #[arg(long)]
    strict: bool,
}

/// What is kept of a game while it goes by.
#[derive(Default)]
struct Checked {
    white: Option<String>,
    black: Option<String>,
    marker: Option<Marker>,
    plies: usize,
    depth: u32,
    found: Vec<Finding>,
}

impl Visitor for Checked {
    fn tag(&mut self, name: Text<'_>, value: Text<'_>) {
        match name.bytes() {
            b"White" => self.white = Some(value.read().into_owned()),
            b"Black" => self.black = Some(value.read().into_owned()),
            _ => {}
        }
    }

    fn mv(&mut self, _: Played<'_>) {
        self.plies += usize::from(self.depth == 0);
    }

    fn begin_variation(&mut self) -> Wanted {
        self.depth += 1;
        Wanted::Read
    }

    fn end_variation(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    fn fault(&mut self, error: PgnError) {
        self.found.push(Finding::from(&error));
    }

    fn diagnostic(&mut self, diagnostic: Diagnostic) {
        self.found.push(Finding::from(&diagnostic));
    }

    fn end_game(&mut self, marker: Option<Marker>) {
        self.marker = marker;
    }
}

#[derive(Serialize)]
struct Line<'a> {
    ok: bool,
    file: &'a str,
    game: u64,
    white: Option<&'a str>,
    black: Option<&'a str>,
    result: String,
    plies: usize,
    diagnostics: &'a [Finding],
}

#[derive(Default)]
struct Sum {
    games: u64,
    errors: u64,
    oddities: u64,
}

pub(super) fn run(options: &Options) -> anyhow::Result<Ending> {
    let mut out = Output::new();
    let mut sum = Sum::default();
    let mut number = 0;
    options.source.walk(|games, file| {
        let mut game = Checked::default();
        if !named(games.play_game(&mut game), file)? {
            number = 0;
            return Ok(false);
        }
        number += 1;
        let oddities = game
            .found
            .iter()
            .filter(|one| one.severity == Severity::Oddity);
        let oddities = oddities.count();
        sum.games += 1;
        sum.oddities += oddities as u64;
        sum.errors += (game.found.len() - oddities) as u64;
        if options.source.format.json {
            out.json(&game.line(file, number, options.strict))?;
        } else {
            list(&mut out, file, &game.found)?;
        }
        Ok(true)
    })?;
    if !options.source.format.json {
        sum.write(&mut out)?;
    }
    let is_in_order = sum.errors == 0 && (sum.oddities == 0 || !options.strict);
    out.end(Ending::accepted_if(is_in_order))
}

fn list(out: &mut Output, file: &str, found: &[Finding]) -> io::Result<()> {
    for finding in found {
        let Finding { line, column, .. } = finding;
        let sentence = finding.sentence();
        write!(out, "{file}:{line}:{column}: ")?;
        match finding.severity {
            Severity::Error => writeln!(out, "{BAD}error{BAD:#}: {sentence}")?,
            Severity::Oddity => writeln!(out, "{DIM}oddity{DIM:#}: {sentence}")?,
        }
    }
    Ok(())
}

impl Checked {
    fn line<'a>(&'a self, file: &'a str, game: u64, strict: bool) -> Line<'a> {
        let is_lost = |finding: &Finding| strict || finding.severity == Severity::Error;
        Line {
            ok: !self.found.iter().any(is_lost),
            file,
            game,
            white: self.white.as_deref(),
            black: self.black.as_deref(),
            result: self.marker.unwrap_or(Marker::Unknown).to_string(),
            plies: self.plies,
            diagnostics: &self.found,
        }
    }
}

impl Sum {
    fn write(&self, out: &mut Output) -> io::Result<()> {
        let Self {
            games,
            errors,
            oddities,
        } = self;
        let count = |number: u64, one: &str, many: &str| match number {
            1 => format!("1 {one}"),
            number => format!("{number} {many}"),
        };
        let style = if *errors > 0 { BAD } else { GOOD };
        writeln!(
            out,
            "{}: {style}{}{style:#}, {}",
            count(*games, "game", "games"),
            count(*errors, "error", "errors"),
            count(*oddities, "oddity", "oddities")
        )
    }
}
