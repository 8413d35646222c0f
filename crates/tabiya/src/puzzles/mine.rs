//! `tabiya puzzles mine`: puzzles of games. Here: files, threads, and going on where a run was
//! ended. What makes a puzzle stands in the engine.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use clap::Args;
use serde::{Deserialize, Serialize};
use tabiya_engine::puzzles::{Effort, find};
use tabiya_engine::{Engine, Options as EngineOptions, Stop};
use tabiya_rules::pgn::{Refill, Stream, Visitor, Wanted};
use tabiya_rules::{Game, Pgn};

use super::row::{Row, taster};
use crate::headway::{Headway, interrupted};
use crate::input::open;
use crate::output::{Ending, remark};

/// Looks after each mistake of a game whether the other side then has exactly one move that wins,
/// mates or saves the draw, and at every further step again, by searches of --nodes positions.
///
/// What is found is appended game by game. A run that was ended, by Ctrl-C or otherwise, goes on
/// with the next game; beside the file, FILE.state says which one that is. The same games and
/// --nodes give the same puzzles, with however many threads.
///
/// A puzzle names its game by the tag GameId, or else by file and number: games.pgn#17.
///
/// Examples:
///   tabiya puzzles mine games.pgn
///   tabiya puzzles mine club/*.pgn --out club.jsonl --threads 8 --nodes 500000
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Options {
    /// Files of games
    #[arg(value_name = "GAMES", required = true)]
    games: Vec<PathBuf>,
    /// File to append the puzzles to
    #[arg(long, value_name = "FILE", default_value = "puzzles.jsonl")]
    out: PathBuf,
    /// Games at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Positions to search for each step of a proof
    #[arg(long, value_name = "N", default_value_t = 120_000, value_parser = clap::value_parser!(u64).range(1000..))]
    nodes: u64,
}

/// How far a run has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct State {
    /// The files that are mined, with their sizes.
    files: Vec<(String, u64)>,
    nodes: u64,
    /// Games that are done …
    games: u64,
    /// … what they have given …
    puzzles: u64,
    /// … and how long the file is with that.
    bytes: u64,
}

pub(crate) fn run(options: &Options) -> Result<Ending> {
    let mut fresh = State {
        files: Vec::new(),
        nodes: options.nodes,
        games: 0,
        puzzles: 0,
        bytes: 0,
    };
    let mut total = 0;
    for path in &options.games {
        let size =
            fs::metadata(path).with_context(|| format!("{} cannot be opened", path.display()))?;
        fresh.files.push((name(path), size.len()));
        total += count(path)?;
    }
    let mut output = Out::open(&options.out, fresh)?;
    let first = output.state.games;
    if first >= total {
        remark(&format!("all {total} games are done"));
        return Ok(Ending::Accepted);
    }
    let pressed = interrupted();
    let stop = Stop::new();
    let source = Mutex::new(Source::skipping(&options.games, first)?);
    let mut headway = Headway::new(total, first, "games");
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| -> Result<()> {
        for _ in 0..options.threads {
            let (sender, source, stop) = (sender.clone(), &source, &stop);
            let effort = Effort::of(options.nodes);
            let worker = thread::Builder::new().stack_size(Engine::STACK);
            let spawned = worker.spawn_scoped(scope, move || work(source, effort, stop, &sender));
            if let Err(error) = spawned {
                stop.stop();
                return Err(error).context("no thread can be started");
            }
        }
        drop(sender);
        let written = write_in_order(&receiver, first, (&pressed, &stop), |rows| {
            output.append(&rows)?;
            let news = format!("{} puzzles", output.state.puzzles);
            headway.show(output.state.games, &news);
            Ok(())
        });
        stop.stop();
        written
    })?;
    let State { games, puzzles, .. } = output.state;
    let rest = if games < total {
        "; the same command goes on"
    } else {
        ""
    };
    remark(&format!(
        "{puzzles} puzzles from {games} of {total} games{rest}"
    ));
    Ok(Ending::Accepted)
}

fn name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}

/// Sees games go by.
struct Count(u64);

impl Visitor for Count {
    fn begin_moves(&mut self) -> Wanted {
        Wanted::Skip
    }

    fn end_game(&mut self, _: Option<tabiya_rules::Marker>) {
        self.0 += 1;
    }
}

/// How many games a file has.
fn count(path: &Path) -> Result<u64> {
    let (input, _) = open(path)?;
    let mut stream = Stream::from_reader(input);
    let mut count = Count(0);
    while stream
        .visit_game(&mut count)
        .with_context(|| path.display().to_string())?
    {}
    Ok(count.0)
}

/// The games of all files, one after the other.
struct Source {
    /// In turn, the last one first.
    files: Vec<PathBuf>,
    current: Option<(String, u64, Stream<Refill<crate::input::Input>>)>,
    /// The number of the next game over all files.
    next: u64,
}

impl Source {
    /// From the game of that number on.
    fn skipping(files: &[PathBuf], first: u64) -> Result<Self> {
        let mut source = Self {
            files: files.iter().rev().cloned().collect(),
            current: None,
            next: 0,
        };
        while source.next < first && source.next_game()?.is_some() {}
        Ok(source)
    }

    /// The next game with its number and what it is called.
    fn next_game(&mut self) -> Result<Option<(u64, String, Pgn)>> {
        loop {
            if let Some((file, count, stream)) = &mut self.current {
                let game = stream.next_game().with_context(|| file.clone())?;
                if let Some(game) = game {
                    *count += 1;
                    let called = match game.tag("GameId") {
                        Some(id) => id.to_owned(),
                        None => format!("{file}#{count}"),
                    };
                    let number = self.next;
                    self.next += 1;
                    return Ok(Some((number, called, game)));
                }
            }
            let Some(path) = self.files.pop() else {
                return Ok(None);
            };
            let (input, _) = open(&path)?;
            self.current = Some((name(&path), 0, Stream::from_reader(input)));
        }
    }
}

/// What a worker hands over: the game's number and its puzzles; none if it was stopped.
type Mined = (u64, Result<Option<Vec<Row>>>);

fn work(source: &Mutex<Source>, effort: Effort, stop: &Stop, sender: &mpsc::Sender<Mined>) {
    let mut engine = Engine::new(EngineOptions {
        hash_mib: 32,
        ..EngineOptions::default()
    });
    let mut taster = taster();
    while !stop.is_stopped() {
        let next = source
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .next_game();
        let mined = match next {
            Ok(Some((number, called, pgn))) => {
                let mined = mine((&mut engine, &mut taster), &called, &pgn, effort, stop);
                (number, mined)
            }
            Ok(None) => break,
            Err(error) => (u64::MAX, Err(error)),
        };
        if sender.send(mined).is_err() {
            break;
        }
    }
}

/// The puzzles of one game, as far as its moves can be read.
fn mine(
    (engine, taster): (&mut Engine, &mut Engine),
    called: &str,
    pgn: &Pgn,
    effort: Effort,
    stop: &Stop,
) -> Result<Option<Vec<Row>>> {
    let game = game_of(pgn);
    let Some(found) = find(engine, &game, effort, stop) else {
        return Ok(None);
    };
    let mut rows: Vec<Row> = found.iter().map(|find| Row::found(find, called)).collect();
    for row in &mut rows {
        row.tag(taster)?;
    }
    Ok(Some(rows))
}

/// A game as far as its moves can be read.
pub(super) fn game_of(pgn: &Pgn) -> Game {
    let mut game = Game::new(pgn.start.clone());
    for mv in pgn.moves.iter().map_while(|mv| mv.mv) {
        if game.play(mv).is_err() {
            break;
        }
    }
    game
}

/// Hands games on in the order of their numbers, until all are there or somebody has enough.
fn write_in_order(
    receiver: &mpsc::Receiver<Mined>,
    first: u64,
    (pressed, stop): (&AtomicBool, &Stop),
    mut write: impl FnMut(Vec<Row>) -> Result<()>,
) -> Result<()> {
    let mut waiting = BTreeMap::new();
    let mut next = first;
    loop {
        if pressed.load(Ordering::Relaxed) {
            stop.stop();
        }
        match receiver.recv_timeout(Duration::from_millis(100)) {
            Ok((number, rows)) => waiting.insert(number, rows?),
            Err(mpsc::RecvTimeoutError::Timeout) => continue,
            Err(mpsc::RecvTimeoutError::Disconnected) => return Ok(()),
        };
        while let Some(rows) = waiting.remove(&next) {
            // What comes after a game that was stopped must not be written before it.
            let Some(rows) = rows else { return Ok(()) };
            write(rows)?;
            next += 1;
        }
    }
}

/// The file of puzzles and, beside it, how far it goes.
struct Out {
    file: File,
    beside: PathBuf,
    state: State,
}

impl Out {
    fn open(path: &Path, fresh: State) -> Result<Self> {
        let place = || path.display().to_string();
        let mut beside = path.as_os_str().to_owned();
        beside.push(".state");
        let beside = PathBuf::from(beside);
        let state = match fs::read_to_string(&beside) {
            Ok(text) => {
                let state: State =
                    serde_json::from_str(&text).with_context(|| beside.display().to_string())?;
                let same = state.files == fresh.files && state.nodes == fresh.nodes;
                ensure!(
                    same,
                    "{} comes from other games or another --nodes: name another file",
                    path.display()
                );
                state
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                if fs::metadata(path).is_ok_and(|about| about.len() > 0) {
                    bail!(
                        "{} is there, but not what it was mined from: name another file",
                        path.display()
                    );
                }
                fresh
            }
            Err(error) => return Err(error).with_context(|| beside.display().to_string()),
        };
        let mut file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .with_context(place)?;
        let size = file.metadata()?.len();
        ensure!(
            size >= state.bytes,
            "{} has lost puzzles: begin a new file",
            path.display()
        );
        // What a run had begun to write when it ended is written again.
        file.set_len(state.bytes)?;
        file.seek(SeekFrom::Start(state.bytes))?;
        Ok(Self {
            file,
            beside,
            state,
        })
    }

    /// Adds what a game has given, then says so: if the power fails between the two, the game is
    /// mined again.
    fn append(&mut self, rows: &[Row]) -> Result<()> {
        let mut text = String::new();
        for row in rows {
            text += &row.line()?;
        }
        self.file.write_all(text.as_bytes())?;
        self.state.games += 1;
        self.state.puzzles += u64::try_from(rows.len())?;
        self.state.bytes += u64::try_from(text.len())?;
        if !rows.is_empty() {
            self.file.sync_data()?;
        }
        let part = self.beside.with_extension("part");
        fs::write(&part, serde_json::to_string(&self.state)?)?;
        fs::rename(&part, &self.beside).with_context(|| self.beside.display().to_string())
    }
}
