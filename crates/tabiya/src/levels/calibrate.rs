//! `tabiya levels calibrate`: all measurements one after the other.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;
use tabiya_engine::levels::Level;
use tabiya_engine::levels::measure::{HalfPoint, fingerprint};

use super::anchors::{self, Anchor};
use super::state::State;
use super::{ladder, likeness, puzzles, report};
use crate::output::{Ending, NAME, Output};

/// Measures the opponents: where each solves half of the puzzles, what it scores against its neighbour
/// below and against other engines, and how often it errs as people would not. What is known from
/// before is not measured again; Ctrl-C loses nothing but the unit at hand.
///
/// Examples:
///   tabiya levels calibrate --puzzles 400 --games 60 --write docs/engine.md
///   tabiya levels calibrate --fit --puzzles 300
///   tabiya levels calibrate --anchor "Maia 1500=lc0 --weights=maia-1500.pb.gz --minibatch-size=1"
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Options {
    /// Puzzles for each level; 0: none
    #[arg(long, default_value_t = 400)]
    puzzles: usize,
    /// Games of each pair of neighbours; 0: none
    #[arg(long, default_value_t = 60)]
    games: u64,
    /// Games of each anchor against each of four levels; 0: none
    #[arg(long, default_value_t = 10)]
    anchor_games: u64,
    /// Games of each level against itself that the human model looks through
    #[arg(long, default_value_t = 12)]
    human_games: u64,
    /// The file of puzzles: id, FEN, moves, rating; packed by gzip or not
    #[arg(
        long,
        default_value = "../shared/cases/engine/puzzles/lichess_20k.csv.gz"
    )]
    data: PathBuf,
    /// Another engine to place, NAME=COMMAND, options behind it: |UCI_Elo=1500
    #[arg(long)]
    anchor: Vec<Anchor>,
    /// A model of people's moves that prints its policy as lc0 does, NAME=COMMAND
    #[arg(long)]
    human: Option<Anchor>,
    /// Find what each level must notice to solve half of its puzzles, by others than those that it is
    /// measured by, and print it
    #[arg(long)]
    fit: bool,
    /// Try a level with another number: LEVEL.NUMBER=VALUE, as in bruno.heat=0.07
    #[arg(long)]
    set: Vec<String>,
    /// Where results are kept
    #[arg(long, default_value = "data/levels-calibration.jsonl")]
    state: PathBuf,
    /// The page into which the tables go, between its marks
    #[arg(long)]
    write: Option<PathBuf>,
    /// The levels to measure, by id; all when none is named
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
}

/// The levels that are meant, with the numbers that are tried.
fn levels(options: &Options) -> anyhow::Result<Vec<Level>> {
    let named = options.set.iter().filter_map(|text| text.split_once('.'));
    for id in options
        .only
        .iter()
        .map(String::as_str)
        .chain(named.map(|(id, _)| id))
    {
        if Level::by_id(id).is_none() {
            bail!("there is no opponent {id}: `tabiya levels` lists them");
        }
    }
    let is_meant =
        |level: &&Level| options.only.is_empty() || options.only.iter().any(|id| id == level.id);
    let mut levels: Vec<Level> = Level::all().iter().filter(is_meant).copied().collect();
    for text in &options.set {
        let parts = text.split_once('=').and_then(|(name, value)| {
            let (id, field) = name.split_once('.')?;
            Some((id, field, value.parse::<f64>().ok()?))
        });
        let Some((id, field, value)) = parts else {
            bail!("write LEVEL.NUMBER=VALUE, not {text}");
        };
        for level in levels.iter_mut().filter(|level| level.id == id) {
            let numbers = &mut level.numbers;
            let place = match field {
                "vision" => &mut numbers.vision,
                "calm" => &mut numbers.calm,
                "fade" => &mut numbers.fade,
                "guard" => &mut numbers.guard,
                "depth" => &mut numbers.depth,
                "misjudges" => &mut numbers.misjudges,
                "heat" => &mut numbers.heat,
                "habit" => &mut numbers.habit,
                "care" => &mut numbers.care,
                "taste" => &mut numbers.taste,
                "insight" => &mut numbers.insight,
                _ => bail!("there is no number {field} to set"),
            };
            *place = value;
        }
    }
    Ok(levels)
}

/// A level and what was measured of it.
pub(super) struct Measured {
    pub(super) level: Level,
    /// Tells this make of the level from all others.
    pub(super) print: String,
    pub(super) half: Option<HalfPoint>,
    /// Points and games against the level below.
    pub(super) below: Option<(f64, u64)>,
    /// Moves looked at, errors, and errors unlike people's.
    pub(super) likeness: Option<[f64; 3]>,
}

pub(super) fn run(options: &Options) -> anyhow::Result<Ending> {
    let mut out = Output::new();
    let chosen = levels(options)?;
    let puzzles = if options.data.is_file() {
        puzzles::read(&options.data)?
    } else {
        writeln!(out, "No puzzles: {} is not there.", options.data.display())?;
        Vec::new()
    };
    if options.fit {
        for level in &chosen {
            if !puzzles::has_puzzles(level) || puzzles.is_empty() {
                continue;
            }
            let (vision, half) = puzzles::fit(level, &puzzles, options.puzzles);
            let half = half.map_or(0.0, |half| half.rating);
            writeln!(
                out,
                "{NAME}{:8}{NAME:#} vision {vision:.2} (half point {half:.0})",
                level.id
            )?;
            out.flush()?;
        }
        return out.end(Ending::Accepted);
    }
    let mut state = State::open(&options.state)?;
    let mut levels: Vec<Measured> = chosen
        .iter()
        .map(|level| Measured {
            level: *level,
            print: fingerprint(level),
            half: None,
            below: None,
            likeness: None,
        })
        .collect();
    if options.puzzles > 0 && !puzzles.is_empty() {
        puzzles::measure(&mut levels, &puzzles, options.puzzles, &mut state)?;
    }
    if let Some(model) = &options.human {
        likeness::measure(&mut levels, model, options.human_games, &mut state)?;
    } else {
        writeln!(out, "No human model is named: likeness is not measured.")?;
    }
    if options.games > 0 {
        ladder::measure(&mut levels, options.games, &mut state)?;
    }
    let mut anchors = anchors::usual();
    if anchors.is_empty() {
        writeln!(out, "No Stockfish is installed: its anchors are left out.")?;
    }
    anchors.extend(options.anchor.iter().cloned());
    let placed = if options.anchor_games > 0 {
        anchors::measure(&levels, &anchors, options.anchor_games, &mut state)?
    } else {
        Vec::new()
    };
    let text = report::tables(&levels, &anchors, &placed);
    write!(out, "{text}")?;
    if let Some(path) = &options.write {
        let page = fs::read_to_string(path)?;
        let page = report::put(&page, &text)
            .with_context(|| format!("{} has no marks for the tables", path.display()))?;
        fs::write(path, page)?;
    }
    out.end(Ending::Accepted)
}
