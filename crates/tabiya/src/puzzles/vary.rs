//! `tabiya puzzles vary`: games with a mistake that was not made, for themes that are rare. Which
//! mistakes those are stands in the engine.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;

use anyhow::{Context as _, Result, anyhow, ensure};
use clap::Args;
use tabiya_engine::levels::Level;
use tabiya_engine::puzzles::{Effort, Plan, Theme, Variation, engines, play_on, vary};
use tabiya_engine::{Engine, Options as EngineOptions, Stop};
use tabiya_rules::pgn::Stream;
use tabiya_rules::{Game, Pgn};

use super::games::text_of;
use super::mine::game_of;
use super::row::{Row, read_rows, taster};
use crate::headway::{Headway, interrupted};
use crate::input::open;
use crate::output::{Ending, remark};

/// Tries in each position of a game the moves that were not played. Where one of them is a mistake
/// after which a puzzle of a wanted theme stands, the game is written up to that mistake and goes on
/// between the opponents that are named in it; any other names are taken for two of middling
/// strength. The puzzle is proved and written like those of `mine`.
///
/// A game of the source may give two. A theme of which there is enough is looked for no more. The
/// same command goes on where a run was ended. New games are called SOURCE~PLY.
///
/// Examples:
///   tabiya puzzles vary games.pgn --themes smotheredMate,underPromotion --each 30 \
///       --games varied.pgn --out varied.jsonl
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Options {
    /// Games with the tag GameId
    #[arg(value_name = "GAMES", required = true)]
    sources: Vec<PathBuf>,
    /// Themes that are wanted, with commas between them
    #[arg(long, value_name = "THEMES", required = true, value_delimiter = ',', value_parser = theme)]
    themes: Vec<Theme>,
    /// So many puzzles of each theme
    #[arg(long, value_name = "N", default_value_t = 30)]
    each: usize,
    /// File to append the new games to
    #[arg(long, value_name = "PGN")]
    games: PathBuf,
    /// File to append the puzzles to
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Positions to search for each step of a proof
    #[arg(long, value_name = "N", default_value_t = 120_000, value_parser = clap::value_parser!(u64).range(1000..))]
    nodes: u64,
}

/// Puzzles of one source at most.
const MOST: usize = 2;
/// Who goes on where the players are none of the opponents.
const MIDDLING: &str = "bruno";

fn theme(key: &str) -> Result<Theme, String> {
    Theme::by_key(key).ok_or_else(|| {
        let keys: Vec<&str> = Theme::ALL.iter().map(|theme| theme.key()).collect();
        format!("“{key}” is no theme: there are {}", keys.join(", "))
    })
}

pub(crate) fn run(options: &Options) -> Result<Ending> {
    let mut sources = Vec::new();
    for path in &options.sources {
        let (input, _) = open(path)?;
        let mut stream = Stream::from_reader(input);
        while let Some(game) = stream
            .next_game()
            .with_context(|| path.display().to_string())?
        {
            let id = game.tag("GameId").map(str::to_owned);
            let id = id.with_context(|| format!("{}: a game has no tag GameId", path.display()))?;
            sources.push((id, game));
        }
    }
    let pressed = interrupted();
    let stop = Stop::with_poll(Arc::new(move || pressed.load(Ordering::Relaxed)));
    let mut desk = Desk::open(options)?;
    let first = desk.first(&sources)?;
    let mut headway = Headway::new(
        u64::try_from(sources.len())?,
        u64::try_from(first)?,
        "games",
    );
    let mut work = || -> Result<()> {
        for (number, (id, pgn)) in sources.iter().enumerate().skip(first) {
            let wanted = desk.wanted(options);
            if wanted.is_empty() || !desk.take(id, pgn, &wanted, options, &stop)? {
                break;
            }
            let news = format!("{} puzzles", desk.puzzles);
            headway.show(u64::try_from(number)? + 1, &news);
        }
        Ok(())
    };
    // A search calls itself for each half-move.
    thread::scope(|scope| {
        let worker = thread::Builder::new().stack_size(Engine::STACK);
        let worker = worker.spawn_scoped(scope, &mut work)?;
        worker
            .join()
            .map_err(|_| anyhow!("the thread that searches has died"))?
    })?;
    for theme in &options.themes {
        remark(&format!("{}: {}", theme.key(), desk.count(*theme)));
    }
    if stop.is_stopped() {
        remark("stopped; the same command goes on");
    }
    Ok(Ending::Accepted)
}

/// What is needed for one game after the other, and what has been found.
struct Desk {
    engine: Engine,
    taster: Engine,
    players: [Engine; 2],
    puzzles: usize,
    found: BTreeMap<Theme, usize>,
    /// The source of the last puzzle.
    last: Option<String>,
}

impl Desk {
    /// With what a run that was ended has left. A game without its puzzle is taken away again.
    fn open(options: &Options) -> Result<Desk> {
        let rows = match fs::exists(&options.out)? {
            true => read_rows(&options.out)?,
            false => Vec::new(),
        };
        let names: BTreeSet<&str> = rows.iter().filter_map(|row| row.game.as_deref()).collect();
        if fs::exists(&options.games)? {
            let bytes = fs::read(&options.games)?;
            let has_puzzle = |game: &Pgn| game.tag("GameId").is_some_and(|id| names.contains(id));
            let kept: String = Pgn::read(&bytes)
                .filter(has_puzzle)
                .map(|game| game.to_string())
                .collect();
            fs::write(&options.games, kept)?;
        }
        let mut desk = Desk {
            engine: Engine::new(EngineOptions {
                hash_mib: 32,
                ..EngineOptions::default()
            }),
            taster: taster(),
            players: engines(),
            puzzles: 0,
            found: BTreeMap::new(),
            last: None,
        };
        rows.iter().for_each(|row| desk.note(row));
        Ok(desk)
    }

    fn note(&mut self, row: &Row) {
        self.puzzles += 1;
        for theme in row.themes.iter().filter_map(|key| Theme::by_key(key)) {
            *self.found.entry(theme).or_default() += 1;
        }
        let source = row.game.as_deref().and_then(|game| game.rsplit_once('~'));
        self.last = source.map(|(source, _)| source.to_owned());
    }

    /// The first source that is still to be looked through.
    fn first(&self, sources: &[(String, Pgn)]) -> Result<usize> {
        let Some(last) = &self.last else { return Ok(0) };
        let place = sources.iter().position(|(id, _)| id == last);
        let place = place.with_context(|| format!("the sources have no game {last}"))?;
        Ok(place + 1)
    }

    fn count(&self, theme: Theme) -> usize {
        self.found.get(&theme).copied().unwrap_or(0)
    }

    fn wanted(&self, options: &Options) -> Vec<Theme> {
        let is_missing = |theme: &Theme| self.count(*theme) < options.each;
        options.themes.iter().copied().filter(is_missing).collect()
    }

    /// Looks through one game and writes what it gives; false if it was stopped.
    fn take(
        &mut self,
        id: &str,
        pgn: &Pgn,
        wanted: &[Theme],
        options: &Options,
        stop: &Stop,
    ) -> Result<bool> {
        let game = game_of(pgn);
        let effort = Effort::of(options.nodes);
        let found = vary(&mut self.engine, &game, wanted, MOST, effort, stop);
        let Some(found) = found else { return Ok(false) };
        let mut texts = (String::new(), String::new());
        for variation in &found {
            let name = format!("{id}~{}", variation.find.ply);
            let Some(text) = self.play(&game, pgn, variation, &name, stop)? else {
                return Ok(false);
            };
            let mut row = Row::found(&variation.find, &name);
            row.tag(&mut self.taster)?;
            texts.0 += &text;
            texts.1 += &row.line()?;
            self.note(&row);
        }
        append(&options.games, &texts.0)?;
        append(&options.out, &texts.1)?;
        Ok(true)
    }

    /// The game with the mistake in it, played on to its end; `None` if it was stopped.
    fn play(
        &mut self,
        game: &Game,
        pgn: &Pgn,
        variation: &Variation,
        name: &str,
        stop: &Stop,
    ) -> Result<Option<String>> {
        let mut varied = Game::new(game.start().clone());
        let mistake = variation.find.proved.puzzle.moves().next();
        let before = game.moves().iter().take(variation.find.ply).copied();
        for mv in before.chain(mistake) {
            ensure!(varied.play(mv).is_ok(), "game {name} cannot be replayed");
        }
        let plan = Plan {
            seed: 0,
            nodes: 2000,
            ratings: (0, 9999),
            longest: 240,
            starts: Vec::new(),
        };
        let level = |tag| {
            let name = pgn.tag(tag).unwrap_or_default();
            let level = Level::all().iter().find(|level| level.name == name);
            level.or_else(|| Level::by_id(MIDDLING))
        };
        let (white, black) = (level("White"), level("Black"));
        let (white, black) = white.zip(black).context("an opponent is missing")?;
        let bits = varied.position().key().0;
        self.players.iter_mut().for_each(Engine::new_game);
        let played = play_on(&mut self.players, &plan, varied, [white, black], bits, stop);
        Ok(played.map(|played| text_of(&played, name)))
    }
}

fn append(path: &Path, text: &str) -> Result<()> {
    if text.is_empty() {
        return Ok(());
    }
    let place = || path.display().to_string();
    let mut file = OpenOptions::new()
        .append(true)
        .create(true)
        .open(path)
        .with_context(place)?;
    file.write_all(text.as_bytes()).with_context(place)?;
    file.sync_data().with_context(place)
}
