//! `tabiya puzzles ship`: the puzzles that come with the application. Here: which of many are
//! taken, and the files that they lie in.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use clap::Args;
use serde::Serialize;
use tabiya_engine::puzzles::{Puzzle, Theme};
use tabiya_rules::Pgn;

use super::row::{Aim, Row, read_rows, write_rows};
use crate::output::{Ending, remark};

/// Takes puzzles so that rare themes and all ratings are there: each time the one that is needed
/// most. Writes DIR/puzzles.jsonl, sorted by rating; DIR/games/NN.pgn, the games they come from, a
/// hundred in a file; DIR/about.json, the counts.
///
/// Examples:
///   tabiya puzzles ship proved.jsonl --games games.pgn --out web/static/puzzles --count 1500
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Options {
    /// Files of puzzles
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The games that they were found in, with the tag GameId
    #[arg(long, value_name = "PGN", required = true, num_args = 1..)]
    games: Vec<PathBuf>,
    /// Folder to write; what lies there goes
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// So many puzzles
    #[arg(long, value_name = "N", default_value_t = 1500)]
    count: usize,
    /// How they were made, for about.json
    #[arg(long, value_name = "TEXT", default_value = "")]
    made: String,
}

/// Games in one file.
const SHELF: usize = 100;
/// The width of a band of ratings.
const BAND: u32 = 200;
/// Puzzles of one game at most.
const PER_GAME: usize = 4;

/// Themes that are wanted, and how many puzzles of each are enough to stop preferring them.
const WANTED: [(Theme, f64); 24] = [
    (Theme::MateIn1, 160.0),
    (Theme::MateIn2, 200.0),
    (Theme::MateIn3, 140.0),
    (Theme::MateIn4, 60.0),
    (Theme::BackRankMate, 60.0),
    (Theme::SmotheredMate, 40.0),
    (Theme::Fork, 200.0),
    (Theme::Pin, 120.0),
    (Theme::Skewer, 100.0),
    (Theme::DiscoveredAttack, 120.0),
    (Theme::DoubleCheck, 60.0),
    (Theme::Deflection, 120.0),
    (Theme::Attraction, 100.0),
    (Theme::Interference, 60.0),
    (Theme::Intermezzo, 80.0),
    (Theme::Promotion, 100.0),
    (Theme::UnderPromotion, 40.0),
    (Theme::EnPassant, 40.0),
    (Theme::Endgame, 400.0),
    (Theme::DefensiveMove, 120.0),
    (Theme::StalemateTrick, 40.0),
    (Theme::TrappedPiece, 80.0),
    (Theme::Sacrifice, 160.0),
    (Theme::QuietMove, 120.0),
];

/// The counts of what is shipped.
#[derive(Serialize)]
struct About {
    puzzles: usize,
    games: usize,
    themes: BTreeMap<String, usize>,
    /// By the lowest rating of each band.
    ratings: BTreeMap<u32, usize>,
    made: String,
}

pub(crate) fn run(options: &Options) -> Result<Ending> {
    let mut rows = Vec::new();
    for path in &options.files {
        rows.extend(read_rows(path)?);
    }
    let games = read_games(&options.games)?;
    let fit: Vec<Row> = rows.into_iter().filter(is_good).collect();
    let found = fit.len();
    let mut chosen = choose(unlike(fit)?, options.count);
    chosen.sort_by(|a, b| (a.rating, &a.id).cmp(&(b.rating, &b.id)));
    let shelved = shelve(&mut chosen, &games)?;
    write(&options.out, &chosen, &shelved, &options.made)?;
    let (puzzles, games) = (chosen.len(), shelved.len());
    remark(&format!(
        "{puzzles} puzzles of {found} good ones, from {games} games"
    ));
    Ok(Ending::Accepted)
}

/// Whether a puzzle is worth somebody's time: what it wins can be seen on the board, or decides an
/// endgame.
fn is_good(row: &Row) -> bool {
    let Some(proof) = row.proof else { return false };
    let shows = proof.gain >= 150 || row.has(Theme::Promotion) || row.has(Theme::Endgame);
    proof.goal != Aim::Win || shows
}

/// Whether the solver was sure to win anyhow, and is asked for the shortest way.
fn is_luxury(row: &Row) -> bool {
    let sure = |proof: super::row::Proof| proof.second > 0.985 && proof.before > 0.97;
    row.proof.is_some_and(sure)
}

/// Those that are not nearly the same: no two with the same men on the same squares, nor the same
/// solution in the same game.
fn unlike(rows: Vec<Row>) -> Result<Vec<Row>> {
    let mut boards = BTreeSet::new();
    let mut lines = BTreeSet::new();
    let mut kept = Vec::new();
    for row in rows {
        let puzzle = row.puzzle()?;
        let board = puzzle.position().board().to_string();
        let first = row.moves.get(1).cloned();
        let is_new = boards.insert(board) & lines.insert((row.game.clone(), first));
        if is_new {
            kept.push(row);
        }
    }
    Ok(kept)
}

/// So many, each time the one that is needed most; each game gives a few at most.
fn choose(mut rows: Vec<Row>, count: usize) -> Vec<Row> {
    let mut have: HashMap<Theme, f64> = HashMap::new();
    let mut bands: HashMap<u32, f64> = HashMap::new();
    let mut games: HashMap<String, usize> = HashMap::new();
    let mut chosen = Vec::new();
    while chosen.len() < count {
        let need = |row: &Row| {
            let wanted = WANTED.iter().filter(|(theme, _)| row.has(*theme));
            let themes: f64 = wanted
                .map(|(theme, enough)| 1.0 - have.get(theme).unwrap_or(&0.0) / enough)
                .map(|need| need.max(0.0).powi(2))
                .sum();
            let band = bands.get(&(row.rating / BAND)).unwrap_or(&0.0);
            let again = row.game.as_ref().and_then(|game| games.get(game));
            // A game that is there already takes no more room.
            let room = if again.is_some() { 0.3 } else { 0.0 };
            let easy = if row.has(Theme::OneMove) { 0.0 } else { 0.2 };
            let luxury = if is_luxury(row) { 1.0 } else { 0.0 };
            themes + 60.0 / (60.0 + band) + room + easy - luxury
        };
        let open = |row: &Row| {
            let again = row.game.as_ref().and_then(|game| games.get(game));
            again.is_none_or(|&count| count < PER_GAME)
        };
        let best = rows
            .iter()
            .enumerate()
            .filter(|(_, row)| open(row))
            .map(|(place, row)| (place, need(row)))
            .max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
        let Some((place, _)) = best else { break };
        let row = rows.swap_remove(place);
        for (theme, _) in WANTED.iter().filter(|(theme, _)| row.has(*theme)) {
            *have.entry(*theme).or_default() += 1.0;
        }
        *bands.entry(row.rating / BAND).or_default() += 1.0;
        if let Some(game) = &row.game {
            *games.entry(game.clone()).or_default() += 1;
        }
        chosen.push(row);
    }
    chosen
}

/// The games by their names.
fn read_games(paths: &[PathBuf]) -> Result<HashMap<String, Pgn>> {
    let mut games = HashMap::new();
    for path in paths {
        let bytes = fs::read(path).with_context(|| path.display().to_string())?;
        for game in Pgn::read(&bytes) {
            if let Some(id) = game.tag("GameId") {
                games.insert(id.to_owned(), game);
            }
        }
    }
    Ok(games)
}

/// Gives the games of the chosen puzzles their places, g0000 and on, in the order of their names,
/// and frees the puzzles of what only their proof needed.
fn shelve(chosen: &mut [Row], games: &HashMap<String, Pgn>) -> Result<Vec<Pgn>> {
    let names: BTreeSet<String> = chosen.iter().filter_map(|row| row.game.clone()).collect();
    let mut places = HashMap::new();
    let mut shelved = Vec::new();
    for (place, name) in names.into_iter().enumerate() {
        let game = games
            .get(&name)
            .with_context(|| format!("there is no game {name}"))?;
        let called = format!("g{place:04}");
        shelved.push(bare(game, &called));
        places.insert(name, called);
    }
    let mut ids = BTreeSet::new();
    for row in chosen {
        let puzzle = row.puzzle()?;
        row.id = free_id(&puzzle, &mut ids);
        row.game = row.game.as_ref().and_then(|name| places.get(name)).cloned();
        row.proof = None;
    }
    Ok(shelved)
}

/// An id that no other puzzle has.
fn free_id(puzzle: &Puzzle, taken: &mut BTreeSet<String>) -> String {
    let mut ids = (0..).map(|round| puzzle.id(round));
    ids.find(|id| taken.insert(id.clone())).unwrap_or_default()
}

/// A game with its moves, its players and its new name.
fn bare(game: &Pgn, called: &str) -> Pgn {
    let mut bare = Pgn::new(game.start.clone());
    bare.moves.clone_from(&game.moves);
    bare.marker = game.marker;
    for (name, value) in &game.tags {
        if ["Event", "White", "Black"].contains(&name.as_str()) {
            bare.set_tag(name, value);
        }
    }
    bare.set_tag("Site", called);
    bare
}

fn write(folder: &Path, chosen: &[Row], games: &[Pgn], made: &str) -> Result<()> {
    let place = || folder.display().to_string();
    let shelf = folder.join("games");
    if shelf.exists() {
        fs::remove_dir_all(&shelf).with_context(place)?;
    }
    fs::create_dir_all(&shelf).with_context(place)?;
    write_rows(&folder.join("puzzles.jsonl"), chosen)?;
    for (number, games) in games.chunks(SHELF).enumerate() {
        let text: String = games.iter().map(Pgn::to_string).collect();
        fs::write(shelf.join(format!("{number:02}.pgn")), text)?;
    }
    let mut about = About {
        puzzles: chosen.len(),
        games: games.len(),
        themes: BTreeMap::new(),
        ratings: BTreeMap::new(),
        made: made.to_owned(),
    };
    for row in chosen {
        for theme in &row.themes {
            *about.themes.entry(theme.clone()).or_default() += 1;
        }
        *about.ratings.entry(row.rating / BAND * BAND).or_default() += 1;
    }
    ensure!(!chosen.is_empty(), "no puzzle is good enough");
    fs::write(
        folder.join("about.json"),
        serde_json::to_string_pretty(&about)? + "\n",
    )?;
    Ok(())
}
