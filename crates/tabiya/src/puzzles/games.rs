//! `tabiya puzzles games`: the opponents play each other, so that there is something to mine. How
//! a game is made stands in the engine.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::thread;

use anyhow::{Context as _, Result, anyhow, bail, ensure};
use clap::Args;
use tabiya_engine::puzzles::{Plan, Played, engines, play_game};
use tabiya_engine::{Engine, Stop};
use tabiya_rules::pgn::Stream;
use tabiya_rules::{Epd, Marker, Mode, Outcome, Pgn, Position};

use crate::headway::{Headway, interrupted};
use crate::output::{Ending, remark};

/// Every level plays, mostly those around 1200 to 1600, against neighbors up to two levels away.
/// Seed and number make a game: the same command makes the same file, and goes on with it if it is
/// there. Each game has its name in the tag GameId: SEED-NUMBER.
///
/// Examples:
///   tabiya puzzles games games.pgn --games 1000
///   tabiya puzzles games endings.pgn --games 500 --seed 2 --starts endings.epd
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Options {
    /// File to write; goes on with it if it is there
    file: PathBuf,
    /// How many games the file shall have
    #[arg(long, default_value_t = 1000)]
    games: u64,
    /// Seed of the randomness
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Positions (EPD or FEN, one a line) from which the games begin
    #[arg(long)]
    starts: Option<PathBuf>,
    /// Positions that the strongest level searches for each move
    #[arg(long, default_value_t = 8000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Only levels rated so high at least
    #[arg(long, value_name = "RATING", default_value_t = 0)]
    lowest: u32,
    /// Only levels rated so high at most: the upper ones think long
    #[arg(long, value_name = "RATING", default_value_t = 9999)]
    highest: u32,
    /// Half-moves after which a game is left unfinished
    #[arg(long, default_value_t = 240)]
    longest: usize,
}

pub(crate) fn run(options: &Options) -> Result<Ending> {
    let plan = Plan {
        seed: options.seed,
        nodes: options.nodes,
        ratings: (options.lowest, options.highest),
        longest: options.longest,
        starts: match &options.starts {
            Some(path) => starts(path)?,
            None => Vec::new(),
        },
    };
    let (mut file, first) = open(&options.file, options.seed)?;
    let pressed = interrupted();
    let stop = Stop::with_poll(std::sync::Arc::new(move || pressed.load(Ordering::Relaxed)));
    let mut headway = Headway::new(options.games, first, "games");
    let mut play = || -> Result<()> {
        let mut engines = engines();
        for number in first..options.games {
            let Some(played) = play_game(&mut engines, &plan, number, &stop) else {
                break;
            };
            let name = format!("{}-{number}", options.seed);
            file.write_all(text_of(&played, &name).as_bytes())?;
            headway.show(number + 1, &format!("{} half-moves", played.game.ply()));
        }
        Ok(file.sync_all()?)
    };
    // A search calls itself for each half-move.
    thread::scope(|scope| {
        let worker = thread::Builder::new().stack_size(Engine::STACK);
        let worker = worker.spawn_scoped(scope, &mut play)?;
        worker
            .join()
            .map_err(|_| anyhow!("the thread that plays has died"))?
    })?;
    if stop.is_stopped() {
        remark("stopped; the same command goes on");
    }
    Ok(Ending::Accepted)
}

fn starts(path: &Path) -> Result<Vec<Position>> {
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
fn open(path: &Path, seed: u64) -> Result<(File, u64)> {
    let place = || path.display().to_string();
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(error).with_context(place),
    };
    let mut stream = Stream::new(&bytes);
    let (mut next, mut size) = (0, 0);
    while let Ok(Some(game)) = stream.next_game() {
        if game.tag("GameId") != Some(&format!("{seed}-{next}")) {
            bail!("{}: game {next} is none of seed {seed}", path.display());
        }
        // Whole games end with an empty line.
        let end = usize::try_from(stream.bytes_read())?.min(bytes.len());
        let is_whole = game.marker.is_some()
            && bytes
                .get(..end)
                .is_some_and(|text| text.trim_ascii_end().len() + 2 <= bytes.len());
        if !is_whole {
            break;
        }
        size = bytes
            .get(..end)
            .map_or(0, |text| text.trim_ascii_end().len() + 2);
        next += 1;
    }
    let mut file = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)
        .with_context(place)?;
    file.set_len(u64::try_from(size)?)?;
    std::io::Seek::seek(&mut file, std::io::SeekFrom::End(0))?;
    Ok((file, next))
}

/// A game of that name as PGN.
pub(super) fn text_of(played: &Played, name: &str) -> String {
    let mut pgn = Pgn::from(&played.game);
    let level = |level: &tabiya_engine::levels::Level| level.name;
    pgn.set_tag("Event", "Levels of Tabiya");
    pgn.set_tag("White", level(played.white));
    pgn.set_tag("Black", level(played.black));
    pgn.set_tag("GameId", name);
    pgn.marker = Some(match played.game.outcome() {
        Some(outcome) => Marker::Decided(outcome),
        None if played.game.claims().next().is_some() => Marker::Decided(Outcome::Draw),
        None => Marker::Unknown,
    });
    pgn.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(file: PathBuf, games: u64) -> Options {
        Options {
            file,
            games,
            seed: 1,
            starts: None,
            nodes: 300,
            lowest: 0,
            highest: 9999,
            longest: 12,
        }
    }

    #[test]
    fn a_run_that_was_ended_goes_on_to_the_same_file() {
        let folder = tempfile::tempdir().unwrap();
        let (whole, parts) = (folder.path().join("whole"), folder.path().join("parts"));
        run(&options(whole.clone(), 4)).unwrap();
        run(&options(parts.clone(), 2)).unwrap();
        let text = std::fs::read(&parts).unwrap();
        // The second game is cut off, as if the power had failed.
        std::fs::write(&parts, text.get(..text.len() - 3).unwrap()).unwrap();
        run(&options(parts.clone(), 4)).unwrap();
        let whole = std::fs::read_to_string(whole).unwrap();
        assert_eq!(whole.matches("[GameId \"1-").count(), 4, "{whole}");
        assert_eq!(whole, std::fs::read_to_string(&parts).unwrap());
        let other = Options {
            seed: 2,
            ..options(parts, 5)
        };
        assert!(
            run(&other)
                .unwrap_err()
                .to_string()
                .contains("none of seed 2")
        );
    }
}
