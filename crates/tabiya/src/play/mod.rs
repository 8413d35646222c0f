//! `tabiya play`: a game in the terminal against the computer.

mod advice;
mod choice;
mod computer;
mod evening;
mod kept;
mod order;
mod orders;
mod screen;
mod sitting;

use std::io::{self, BufRead as _};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::SystemTime;

use anyhow::Context as _;
use clap::Args;
use tabiya_arbiter::{
    Preset, RuleSet, Settings, StartPosition, StartRule, TakebackRule, TimeControl,
};
use tabiya_engine::levels::Level;
use tokio::sync::{mpsc, oneshot};

use self::choice::Colors;
use self::evening::{Evening, Manners};
use self::kept::About;
use self::screen::Screen;
use self::sitting::Sitting;
use crate::board::Men;
use crate::output::{Ending, NAME, Output, complain};

/// Who plays if nobody is named.
const USUAL_OPPONENT: &str = "bruno";

/// Type moves as you like (e4, Nf3, 0-0, e8=Q, g1f3), and help for what else there is. The arbiter
/// keeps the Laws: what may not be played is refused with the Law that forbids it.
/// A game that is left is kept, and --resume goes on with it.
///
/// Examples:
///   tabiya play
///   tabiya play ines --white --clock 10+5
///   tabiya play 1500 --chess960 518 --pgn games.pgn
///   tabiya play --resume
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Options {
    /// The opponent: a name (see --opponents), or a rating, which finds the nearest
    #[arg(value_name = "OPPONENT|RATING", value_parser = choice::opponent)]
    opponent: Option<&'static Level>,
    /// List the opponents
    #[arg(long)]
    opponents: bool,
    #[command(flatten)]
    colors: Colors,
    /// The clock: minutes (10), with seconds added after each move (3+5) or free in each move
    /// (10d5), or none
    #[arg(long, value_name = "CLOCK", default_value = "none", value_parser = choice::clock)]
    clock: TimeControl,
    /// Where the game begins: a position in Forsyth-Edwards Notation, in quotes
    #[arg(long, conflicts_with = "chess960")]
    fen: Option<String>,
    /// Begin with an array of Chess960: this one, 0 to 959, or one by lot
    #[arg(long, value_name = "NUMBER", num_args = 0..=1)]
    chess960: Option<Option<u16>>,
    /// The rules, as in `tabiya judge`: a preset and what is changed in it, in quotes
    #[arg(long, value_parser = parse_rules)]
    rules: Option<RuleSet>,
    /// Play without taking moves back
    #[arg(long)]
    no_takebacks: bool,
    /// Play without hints
    #[arg(long)]
    no_hints: bool,
    /// The computer moves as soon as it can, without the pauses that people make
    #[arg(long)]
    fast: bool,
    /// List the legal moves at each turn
    #[arg(long)]
    moves: bool,
    /// Add finished games to this file
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// What you are called in the record of the game
    #[arg(long)]
    name: Option<String>,
    /// How the men are drawn; by itself, as the terminal can
    #[arg(long, value_enum)]
    men: Option<Men>,
    /// The dice of the computer and of the lot: the same number, the same game
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    /// Go on with the game that was left last, or with the one in this file
    #[arg(long, value_name = "FILE", num_args = 0..=1,
        conflicts_with_all = ["opponent", "white", "black", "random", "clock", "fen", "chess960",
            "rules", "no_takebacks", "no_hints", "name", "seed"])]
    resume: Option<Option<PathBuf>>,
}

fn parse_rules(text: &str) -> Result<RuleSet, String> {
    text.parse()
        .map_err(|error: tabiya_arbiter::RuleSetError| error.to_string())
}

pub(crate) fn run(options: Options) -> anyhow::Result<Ending> {
    if options.opponents {
        return list_opponents();
    }
    if let Some(file) = &options.pgn {
        check_folder(file)?;
    }
    let (sitting, level) = match &options.resume {
        Some(file) => resume(file.as_deref())?,
        None => match open(&options)? {
            Ok(opened) => opened,
            Err(refusal) => {
                complain(&refusal.to_string());
                return Ok(Ending::Refused);
            }
        },
    };
    let screen = Screen::new(options.men);
    let manners = Manners {
        level,
        // Where nobody sits at a terminal, nobody waits for pauses.
        fast: options.fast || !screen.asks(),
        moves: options.moves,
        pgn: options.pgn,
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("the game cannot start")?;
    let ended = runtime.block_on(async {
        let (tell, interrupted) = oneshot::channel();
        drop(tokio::spawn(async {
            if tokio::signal::ctrl_c().await.is_ok() {
                let _ = tell.send(());
            }
        }));
        Evening::new(sitting, screen, manners, typed(), interrupted)
            .run()
            .await
    });
    // A search for a dead position may still be going on, and nobody waits for it.
    runtime.shutdown_background();
    ended.map(|()| Ending::Accepted)
}

/// Says at once, and not after the game, that it could not be written.
fn check_folder(file: &Path) -> anyhow::Result<()> {
    let folder = file
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    anyhow::ensure!(
        folder.is_none_or(Path::is_dir),
        "the game cannot be added to {}: there is no such folder",
        file.display()
    );
    Ok(())
}

/// What is typed, line by line; closed at the end of the input.
fn typed() -> mpsc::UnboundedReceiver<String> {
    let (sender, lines) = mpsc::unbounded_channel();
    // It waits for a line until the process ends.
    drop(thread::spawn(move || {
        for line in io::stdin().lock().split(b'\n') {
            let Ok(line) = line else { return };
            // What is no text is refused as a move is that cannot be read.
            let line = String::from_utf8_lossy(&line).into_owned();
            if sender.send(line).is_err() {
                return;
            }
        }
    }));
    lines
}

fn open(
    options: &Options,
) -> anyhow::Result<Result<(Sitting, &'static Level), tabiya_arbiter::Refusal>> {
    let usual = || Level::by_id(USUAL_OPPONENT).context("there is no usual opponent");
    let level = options.opponent.map_or_else(usual, Ok)?;
    let start = match (&options.fen, options.chess960) {
        (Some(fen), _) if fen != crate::position::START => {
            StartPosition::Position { fen: fen.clone() }
        }
        (_, Some(number)) => StartPosition::Chess960 { number },
        _ => StartPosition::Standard,
    };
    let mut rules = options.rules.unwrap_or(RuleSet {
        offers: false,
        start: StartRule::OnFirstMove,
        takeback: TakebackRule::ByAgreement,
        ..RuleSet::preset(Preset::FideOnline)
    });
    // Whoever is not at the terminal does not lose time.
    rules.pause_when_hidden = true;
    if options.no_takebacks {
        rules.takeback = TakebackRule::Off;
    }
    let settings = Settings {
        rules,
        clock: options.clock.clone(),
        owner_color: options.colors.choice(),
        start,
    };
    let about = About {
        level: level.id.to_owned(),
        seed: options.seed.map_or_else(random_seed, Ok)?,
        hints: !options.no_hints,
    };
    let computer = format!("{} ({}, computer)", level.name, level.rating);
    let sitting = Sitting::open(about, settings, (options.name.as_deref(), &computer));
    Ok(sitting.map(|sitting| (sitting, level)))
}

fn resume(file: Option<&std::path::Path>) -> anyhow::Result<(Sitting, &'static Level)> {
    let path = file.map_or_else(kept::latest, |path| Ok(path.to_owned()))?;
    let (about, log) = kept::read(&path)?;
    let level = Level::by_id(&about.level)
        .with_context(|| format!("there is no opponent {:?} any more", about.level))?;
    let sitting = Sitting::resume(&path, about, log)?;
    Ok((sitting, level))
}

/// A number that nobody has chosen. It need not be unpredictable: there is nothing to win by it.
fn random_seed() -> anyhow::Result<u64> {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH)?;
    Ok(u64::from(now.subsec_nanos()) << 32 | u64::from(std::process::id()) ^ now.as_secs())
}

fn list_opponents() -> anyhow::Result<Ending> {
    use std::io::Write as _;
    let mut out = Output::new();
    for level in Level::all() {
        writeln!(
            out,
            "{NAME}{:<8}{NAME:#} {:>4}  {}: {}",
            level.id, level.rating, level.name, level.character
        )?;
    }
    out.end(Ending::Accepted)
}
