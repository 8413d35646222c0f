//! `tabiya datagen`: games of the engine against itself, to tune it by. How a game is made and what
//! its bytes mean stands in the engine (`training`).

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail, ensure};
use clap::Args;
use tabiya_engine::training::{GameRecord, Header, Plan, RecordError, play_game, quiet_positions};
use tabiya_engine::{Engine, Options as EngineOptions, Stop};
use tabiya_rules::{Epd, Mode, Position};

use crate::headway::{Headway, interrupted};
use crate::output::{Ending, remark};

/// Whole games are appended; a run that was ended goes on where it stopped. Seed and number make a
/// game: the same command makes the same file.
///
/// Examples:
///   tabiya datagen games.bin --games 20000 --nodes 1000
///   tabiya datagen games.bin --starts endings.epd --seed 2
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Options {
    /// File to write; goes on with it if it is there
    file: PathBuf,
    /// How many games the file shall have
    #[arg(long, default_value_t = 10_000)]
    games: u32,
    /// Positions to search for each move
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Seed of the randomness
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Random half-moves at the start, or one more
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=40))]
    random_plies: u32,
    /// Positions (EPD or FEN, one a line) from which every second game begins
    #[arg(long)]
    starts: Option<PathBuf>,
    /// Games at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Ending> {
    let plan = Plan {
        seed: options.seed,
        nodes: options.nodes,
        random_plies: options.random_plies,
        starts: match &options.starts {
            Some(path) => starts(path)?,
            None => Vec::new(),
        },
    };
    let (mut file, first) = open(&options.file, &plan)?;
    let pressed = interrupted();
    let made = make(&plan, first, options, &pressed, &mut file)?;
    file.sync_all()?;
    remark(&format!(
        "{} holds {} games",
        options.file.display(),
        first + made
    ));
    Ok(Ending::Accepted)
}

/// The positions of a file.
fn starts(path: &Path) -> anyhow::Result<Vec<Position>> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let mut found = Vec::new();
    for (line, epd) in Epd::lines(&text) {
        let place = || format!("{}, line {line}", path.display());
        let mut setup = epd.with_context(place)?.setup;
        setup.halfmove_clock = 0;
        setup.fullmove_number = 1;
        found.push(setup.position(Mode::Standard).with_context(place)?);
    }
    ensure!(!found.is_empty(), "{} has no position", path.display());
    Ok(found)
}

/// The file, ready for the next game, and that game's number. A game that was cut off is dropped.
fn open(path: &Path, plan: &Plan) -> anyhow::Result<(File, u32)> {
    let header = plan.header();
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)
        .with_context(|| path.display().to_string())?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    if bytes.is_empty() {
        file.write_all(&header.to_bytes())?;
        return Ok((file, 0));
    }
    let place = || path.display().to_string();
    let found = Header::from_bytes(&bytes).with_context(place)?;
    if let Some(difference) = difference(&found, &header) {
        bail!("{} was made {difference}", path.display());
    }
    let mut size = Header::SIZE;
    let mut next = 0;
    loop {
        let rest = bytes.get(size..).unwrap_or_default();
        // After a power failure zeros may stand for what had not been written yet.
        if rest.iter().all(|byte| *byte == 0) {
            break;
        }
        match GameRecord::read(rest) {
            Ok(Some((game, length))) => {
                ensure!(
                    game.number >= next,
                    "{}, byte {size}: game {} comes after game {}",
                    path.display(),
                    game.number,
                    next - 1
                );
                size += length;
                next = game.number + 1;
            }
            Ok(None) | Err(RecordError::CutOff) => break,
            Err(error) => {
                return Err(error).with_context(|| format!("{}, byte {size}", path.display()));
            }
        }
    }
    let size = u64::try_from(size)?;
    file.set_len(size)?;
    file.seek(SeekFrom::Start(size))?;
    Ok((file, next))
}

/// What keeps games of two kinds out of one file, as a sentence goes on.
fn difference(found: &Header, now: &Header) -> Option<String> {
    let numbers = |header: &Header| (header.seed, header.nodes, header.random_plies);
    if numbers(found) != numbers(now) {
        Some(format!(
            "with seed {}, {} nodes and {} random half-moves: give the same",
            found.seed, found.nodes, found.random_plies
        ))
    } else if found.starts != now.starts {
        Some("with other --starts: give the same".to_owned())
    } else if found.engine != now.engine {
        Some("by an engine with another search or other weights: begin a new file".to_owned())
    } else {
        None
    }
}

/// Plays and writes the games from `first` on, in their order; returns how many were written.
fn make(
    plan: &Plan,
    first: u32,
    options: &Options,
    pressed: &Arc<AtomicBool>,
    file: &mut File,
) -> anyhow::Result<u32> {
    let next = AtomicU32::new(first);
    let stop = Stop::new();
    let (sender, receiver) = mpsc::channel::<(u32, Option<GameRecord>)>();
    let begun = Instant::now();
    let mut headway = Headway::new(u64::from(options.games), u64::from(first), "games");
    thread::scope(|scope| {
        for _ in 0..options.threads {
            let (sender, next, stop) = (sender.clone(), &next, &stop);
            let worker = thread::Builder::new().stack_size(Engine::STACK);
            let spawned = worker.spawn_scoped(scope, move || {
                let mut engine = Engine::new(EngineOptions {
                    hash_mib: 4,
                    ..EngineOptions::default()
                });
                while !stop.is_stopped() {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= options.games {
                        break;
                    }
                    let game = play_game(&mut engine, plan, number, stop);
                    if sender.send((number, game)).is_err() {
                        break;
                    }
                }
            });
            if let Err(error) = spawned {
                stop.stop();
                return Err(error).context("no thread can be started");
            }
        }
        drop(sender);
        let written = write_in_order(&receiver, first, pressed, &stop, |game, made| {
            let mut bytes = Vec::new();
            game.write(&mut bytes);
            file.write_all(&bytes)?;
            let quiet = made.quiet + quiet_positions(game).len();
            #[expect(clippy::cast_precision_loss, reason = "rounded for people")]
            let rate = quiet as f64 / begun.elapsed().as_secs_f64();
            let news = format!("{quiet} quiet positions, {rate:.0} a second");
            headway.show(u64::from(game.number) + 1, &news);
            Ok(Made {
                games: made.games + 1,
                quiet,
            })
        });
        stop.stop();
        written
    })
    .map(|made| made.games)
}

/// What a run has made so far.
#[derive(Clone, Copy, Default)]
struct Made {
    games: u32,
    quiet: usize,
}

/// Hands games on in the order of their numbers, until all are there or somebody has enough.
fn write_in_order(
    receiver: &mpsc::Receiver<(u32, Option<GameRecord>)>,
    first: u32,
    pressed: &AtomicBool,
    stop: &Stop,
    mut write: impl FnMut(&GameRecord, Made) -> anyhow::Result<Made>,
) -> anyhow::Result<Made> {
    let mut made = Made::default();
    let mut waiting = BTreeMap::new();
    let mut next = first;
    loop {
        if pressed.load(Ordering::Relaxed) {
            stop.stop();
        }
        match receiver.recv_timeout(Duration::from_millis(100)) {
            Ok((number, game)) => waiting.insert(number, game),
            Err(mpsc::RecvTimeoutError::Timeout) => continue,
            Err(mpsc::RecvTimeoutError::Disconnected) => return Ok(made),
        };
        while let Some(game) = waiting.remove(&next) {
            match game {
                Some(game) => made = write(&game, made)?,
                // What comes after a game that was ended must not be written before it.
                None if stop.is_stopped() => return Ok(made),
                None => {}
            }
            next += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(file: PathBuf, games: u32, threads: u16) -> Options {
        Options {
            file,
            games,
            nodes: 30,
            seed: 3,
            random_plies: 8,
            starts: None,
            threads,
        }
    }

    #[test]
    fn a_run_that_was_ended_goes_on_to_the_same_file() {
        let folder = tempfile::tempdir().unwrap();
        let whole = folder.path().join("whole");
        let parts = folder.path().join("parts");
        run(&options(whole.clone(), 4, 2)).unwrap();
        run(&options(parts.clone(), 2, 1)).unwrap();
        // The second game is cut off, as if the power had failed.
        let length = std::fs::metadata(&parts).unwrap().len();
        let file = OpenOptions::new().write(true).open(&parts).unwrap();
        file.set_len(length - 3).unwrap();
        run(&options(parts.clone(), 2, 1)).unwrap();
        // Zeros in place of what was not written yet are no games.
        file.set_len(length + 64).unwrap();
        run(&options(parts.clone(), 4, 1)).unwrap();
        let whole = std::fs::read(whole).unwrap();
        assert!(whole.len() > 200);
        assert_eq!(whole, std::fs::read(&parts).unwrap());

        let refused = |options: &Options| run(options).unwrap_err().to_string();
        let other = Options {
            seed: 4,
            ..options(parts.clone(), 5, 1)
        };
        assert!(refused(&other).contains("seed 3"));
        let starts = folder.path().join("starts.epd");
        std::fs::write(&starts, "8/8/8/4k3/8/8/4P3/4K3 w - -\n").unwrap();
        let other = Options {
            starts: Some(starts),
            ..options(parts.clone(), 5, 1)
        };
        assert!(refused(&other).contains("other --starts"));
        let mut bytes = std::fs::read(&parts).unwrap();
        let first = bytes.get(Header::SIZE..).unwrap().to_vec();
        bytes.extend(first);
        std::fs::write(&parts, &bytes).unwrap();
        let again = refused(&options(parts.clone(), 9, 1));
        assert!(again.contains("game 0 comes after game 3"), "{again}");
        *bytes.get_mut(Header::SIZE - 1).unwrap() ^= 1;
        std::fs::write(&parts, bytes).unwrap();
        assert!(refused(&options(parts, 5, 1)).contains("another search"));
    }
}
