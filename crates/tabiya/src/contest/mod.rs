//! `tabiya match`: engines against each other, judged by the arbiter. Here: the command, the
//! workers that play, and the progress that is shown. The parts stand beside: engines as they are
//! named (`spec.rs`) and run (`entrant.rs`), `openings.rs`, who plays whom (`schedule.rs`), time
//! (`pace.rs`), one game (`game.rs`), early ends (`adjudication.rs`), the file (`results.rs`), and
//! what it all says (`standings.rs`, `statistics.rs`).

mod adjudication;
mod entrant;
mod game;
mod openings;
mod pace;
mod results;
mod schedule;
mod show;
mod spec;
mod standings;
mod statistics;

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::{ArgGroup, Args};
use futures_util::StreamExt as _;
use futures_util::future::OptionFuture;
use futures_util::stream::FuturesUnordered;
use tabiya_rules::ByColor;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::output::{Ending, Format, Output, remark};
use adjudication::{DrawAt, ResignAt, Watch};
pub(crate) use entrant::engine_of;
use entrant::{Entrant, Player};
use openings::Openings;
use pace::Pace;
use results::{Agreed, AgreedEngine, Played, Results};
use schedule::Fixture;
use show::Bar;
use spec::EngineSpec;
use standings::Standings;
use statistics::{Decision, Sprt};

/// Engines that speak UCI play each other, from openings that each pair of games shares with colors
/// swapped. The arbiter of this program judges: results, repetition, fifty moves, dead positions,
/// clocks. An illegal move, a crash or a stall loses the game.
///
/// ENGINE is COMMAND[,KEY=VALUE…]: the program with its arguments, then name=, dir= and
/// option.NAME= as wanted. The word self is the engine of this program. OwnBook is switched off
/// unless it is set.
///
/// With --out every whole game is kept as it ends. The same command with the same file goes on
/// where it ended; Ctrl-C ends a match, and what is whole stays.
///
/// Examples:
///   tabiya match self stockfish --movetime 100 --games 10
///   tabiya match "self,name=new" "/old/tabiya uci,name=old" --nodes 20000 --openings book.pgn \
///     --games 10000 --sprt 0,5 --out sprt.jsonl
///   tabiya match self "gnuchess -u" toga2 --cpu-ms 60 --openings book.epd --games 200 \
///     --out match.jsonl --pgn match.pgn
#[derive(Args)]
#[command(verbatim_doc_comment)]
#[command(group(ArgGroup::new("pace").required(true).args(["cpu_ms", "nodes", "depth", "movetime", "tc"])))]
pub(crate) struct Options {
    /// Engines, two at least; each plays each
    #[arg(value_name = "ENGINE", required = true, num_args = 1..)]
    engines: Vec<String>,
    /// Openings: a PGN file of lines or an EPD file of positions; without, the usual array
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Games for each two engines; an even number
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: usize,
    /// Games at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    concurrency: usize,
    /// Milliseconds of the processor for each move, as the mean of all moves of an engine
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(5..=600_000))]
    cpu_ms: Option<u64>,
    /// Positions for each move; some engines do not know this limit
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Half-moves ahead for each move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=200))]
    depth: Option<u32>,
    /// Milliseconds for each move
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=600_000))]
    movetime: Option<u64>,
    /// A clock: seconds for the game and for each move, as 10+0.1; a fallen flag loses
    #[arg(long, value_name = "TIME")]
    tc: Option<String>,
    /// Options for all engines that offer them, as Hash=16,Threads=1
    #[arg(long, value_name = "OPTIONS")]
    each: Option<String>,
    /// Go on only until it is known whether the first of two engines is stronger by the second
    /// number of Elo rather than by the first
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<String>,
    /// How often that test may take the second number wrongly
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    alpha: f64,
    /// How often it may take the first number wrongly
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    beta: f64,
    /// Let an engine give up at such a score for so many moves in a row [score=700,moves=4]
    #[arg(long, value_name = "WHEN", num_args = 0..=1, default_missing_value = "")]
    resign: Option<String>,
    /// End as drawn what both see within such a score for so many moves in a row, from a move on
    /// [score=10,moves=8,from=40]
    #[arg(long, value_name = "WHEN", num_args = 0..=1, default_missing_value = "")]
    draw: Option<String>,
    /// The order of the openings follows from this
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Keep the results in this file, and go on with it if it is there
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write all games here when the match ends
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    #[command(flatten)]
    format: Format,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Ending> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(play(options))
}

/// All that is agreed before the first move.
struct Contest {
    entrants: Vec<Entrant>,
    names: Vec<String>,
    openings: Openings,
    pace: Pace,
    watch: Watch,
    sprt: Option<Sprt>,
    fixtures: Vec<Fixture>,
}

async fn play(options: &Options) -> anyhow::Result<Ending> {
    let (contest, mut results) = prepare(options).await?;
    let played = contest.play(options.concurrency, &mut results).await;
    if let Some(path) = &options.pgn {
        results.write_pgn(path)?;
    }
    let standings = contest.standings(&results);
    let mut out = Output::new();
    let is_complete = contest.remaining(&results).is_empty();
    if options.format.json {
        out.json(&standings.json(is_complete))?;
    } else {
        standings.write(&mut out)?;
    }
    let ending = out.end(Ending::Accepted)?;
    // What is whole is told and kept even where the match could not go on.
    played?;
    if !is_complete && standings.decision() == Decision::Open {
        remark(if options.out.is_some() {
            "ended early; the same command goes on from here"
        } else {
            "ended early"
        });
    }
    Ok(ending)
}

async fn prepare(options: &Options) -> anyhow::Result<(Contest, Results)> {
    let specs: Vec<EngineSpec> = options
        .engines
        .iter()
        .map(|engine| engine.parse())
        .collect::<anyhow::Result<_>>()?;
    if specs.len() < 2 {
        bail!("a match needs two engines");
    }
    if options.games == 0 || !options.games.is_multiple_of(2) {
        bail!("--games must be even: each opening is played twice");
    }
    if options.concurrency == 0 {
        bail!("--concurrency must be 1 at least");
    }
    let sprt = sprt(options)?;
    if sprt.is_some() && specs.len() != 2 {
        bail!("--sprt is about two engines");
    }
    let pace = pace(options)?;
    let common = options.each.as_deref().map(spec::common_options);
    let common = common.transpose()?.unwrap_or_default();
    let resign = options.resign.as_deref().map(str::parse::<ResignAt>);
    let draw = options.draw.as_deref().map(str::parse::<DrawAt>);
    let watch = Watch::new(resign.transpose()?, draw.transpose()?);
    let openings = match &options.openings {
        Some(path) => Openings::read(path, options.seed)?,
        None => Openings::none(),
    };
    let entrants = entrant::entrants(specs, &common).await?;
    let fixtures = schedule::fixtures(entrants.len(), options.games);
    if options.games / 2 > openings.count() && options.openings.is_some() {
        remark(&format!(
            "there are {} openings for {} pairs of games, so they come again",
            openings.count(),
            options.games / 2
        ));
    }
    let contest = Contest {
        names: entrants
            .iter()
            .map(|entrant| entrant.name.clone())
            .collect(),
        entrants,
        openings,
        pace,
        watch,
        sprt,
        fixtures,
    };
    let results = match &options.out {
        Some(path) => Results::open(path, &contest.agreed(options, &common))?,
        None => Results::unkept(),
    };
    for (entrant, used) in contest
        .entrants
        .iter()
        .zip(contest.standings(&results).used())
    {
        entrant.ledger.add(*used);
    }
    Ok((contest, results))
}

fn sprt(options: &Options) -> anyhow::Result<Option<Sprt>> {
    let Some(text) = &options.sprt else {
        return Ok(None);
    };
    let two = text
        .split_once(',')
        .context("--sprt takes two numbers, as 0,5")?;
    let number = |text: &str| {
        text.trim()
            .parse::<f64>()
            .with_context(|| format!("“{text}” is no number"))
    };
    let sprt = Sprt {
        elo0: number(two.0)?,
        elo1: number(two.1)?,
        alpha: options.alpha,
        beta: options.beta,
    };
    let is_share = |share: f64| share > 0.0 && share < 0.5;
    if !is_share(sprt.alpha) || !is_share(sprt.beta) {
        bail!("--alpha and --beta lie between 0 and 0.5");
    }
    let is_elo = |elo: f64| elo.abs() <= 1_000.0;
    if !is_elo(sprt.elo0) || !is_elo(sprt.elo1) || sprt.elo0 >= sprt.elo1 {
        bail!("the second number of --sprt is the greater one, and both lie within 1000");
    }
    Ok(Some(sprt))
}

fn pace(options: &Options) -> anyhow::Result<Pace> {
    let paces = [
        options
            .cpu_ms
            .map(|ms| Pace::Cpu(Duration::from_millis(ms))),
        options.nodes.map(Pace::Nodes),
        options.depth.map(Pace::Depth),
        options
            .movetime
            .map(|ms| Pace::MoveTime(Duration::from_millis(ms))),
    ];
    match (paces.into_iter().flatten().next(), &options.tc) {
        (Some(Pace::Cpu(_)), _) if !cfg!(target_os = "linux") => {
            bail!("this system does not tell what an engine uses of the processor; use --movetime")
        }
        (Some(pace), _) => Ok(pace),
        (None, Some(tc)) => Pace::clock(tc),
        (None, None) => bail!("nothing says how long the engines may think"),
    }
}

impl Contest {
    fn agreed(&self, options: &Options, common: &[(String, String)]) -> Agreed {
        let engines = self.entrants.iter().map(|entrant| AgreedEngine {
            name: entrant.name.clone(),
            command: entrant.spec.words.clone(),
            options: common
                .iter()
                .chain(&entrant.spec.options)
                .cloned()
                .collect(),
        });
        let or_never = |when: Option<String>| when.unwrap_or_else(|| "never".to_owned());
        Agreed {
            engines: engines.collect(),
            pace: self.pace.to_string(),
            rules: game::rules().to_string(),
            openings: self.openings.fingerprint.clone(),
            seed: options.seed,
            resign: or_never(self.watch.resign.map(|it| format!("{it:?}"))),
            draw: or_never(self.watch.draw.map(|it| format!("{it:?}"))),
        }
    }

    fn standings(&self, results: &Results) -> Standings<'_> {
        Standings::new(&self.names, self.sprt, &self.fixtures, results.games())
    }

    fn remaining(&self, results: &Results) -> Vec<Fixture> {
        let fixtures = self.fixtures.iter();
        fixtures
            .filter(|fixture| !results.games().contains_key(&fixture.number))
            .copied()
            .collect()
    }

    /// Plays what is left to play, until the test is decided or somebody has seen enough.
    async fn play(&self, concurrency: usize, results: &mut Results) -> anyhow::Result<()> {
        let remaining = self.remaining(results);
        let bar = Bar::new(self.fixtures.len(), results.games().len());
        let standings = self.standings(results);
        bar.show(results.games().len(), &standings.line());
        if standings.decision() != Decision::Open {
            return Ok(());
        }
        let next = AtomicUsize::new(0);
        let (sender, mut receiver) = mpsc::channel(concurrency);
        let mut workers: FuturesUnordered<_> = (0..concurrency.min(remaining.len()))
            .map(|_| self.work(&remaining, &next, sender.clone()))
            .collect();
        drop(sender);
        let mut interrupted = std::pin::pin!(tokio::signal::ctrl_c());
        let mut keeping: Option<JoinHandle<anyhow::Result<Played>>> = None;
        let ended = loop {
            tokio::select! {
                // Games that are whole come before anything that ends the match.
                biased;
                Some(game) = OptionFuture::from(keeping.as_mut()) => {
                    keeping = None;
                    results.add(game??);
                    let standings = self.standings(results);
                    bar.show(results.games().len(), &standings.line());
                    if standings.decision() != Decision::Open {
                        break Ok(());
                    }
                }
                game = receiver.recv(), if keeping.is_none() => match game {
                    Some(game) => keeping = Some(results.keep(game)),
                    // All workers have ended, and what they sent is kept.
                    None => break Ok(()),
                },
                _ = &mut interrupted => break Ok(()),
                Some(worker) = workers.next() => if let Err(fault) = worker {
                    break Err(fault);
                },
            }
        };
        if let Some(keeping) = keeping {
            results.add(keeping.await??);
        }
        ended
    }

    /// Plays one game after the other. The processes live from game to game.
    async fn work(
        &self,
        fixtures: &[Fixture],
        next: &AtomicUsize,
        sender: mpsc::Sender<Played>,
    ) -> anyhow::Result<()> {
        let mut players: Vec<Player<'_>> = self.entrants.iter().map(Player::new).collect();
        while let Some(fixture) = fixtures.get(next.fetch_add(1, Ordering::Relaxed)) {
            let opening = self.openings.opening(fixture.pair)?;
            let two = players.get_disjoint_mut([fixture.white, fixture.black]);
            let [white, black] = two.map_err(|_| anyhow::anyhow!("an engine plays another one"))?;
            let two = ByColor { white, black };
            let played = game::play(*fixture, &opening, two, self.pace, self.watch).await?;
            if sender.send(played).await.is_err() {
                break;
            }
        }
        for player in &mut players {
            player.quit().await;
        }
        Ok(())
    }
}
