//! Winnability beside chasolver: the same positions in turns, in one process. Means, the slowest
//! answer, what was left open and what was wrong, for each set, and for the fast paths after every
//! move of games. The sets lie beside the checkout and are named loudly where they are not.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, Result};
use chasolver::{Winnability, is_unwinnable_fast, winnability};
use cpu_time::ThreadTime;
use tabiya_rules::{Budget, Color, Mode, Pgn, Position, Verdict, winnable};

use crate::games::random_games;

/// A question, prepared for both.
struct Query {
    fen: String,
    position: Position,
    board: chess::Board,
    color: Color,
    /// The answer, where it is proved.
    truth: Option<bool>,
}

/// What both are asked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Question {
    /// Can this side still mate? With a line or a proof.
    Full,
    /// The same after a move, where "not yet known" is an answer too.
    AfterMove,
}

/// How an entrant did on a set.
#[derive(Default)]
struct Score {
    time: Duration,
    longest: (Duration, String),
    /// Answers that took longer than a tenth of a second.
    slow: u32,
    open: u32,
    wrong: Vec<String>,
}

type Answer = fn(&Query, Question) -> Option<bool>;

const ENTRANTS: [(&str, Answer); 2] = [("tabiya-rules", ours), ("chasolver 3.0.0", theirs)];

/// How many questions make a turn.
const TURN: usize = 64;

const SLOW: Duration = Duration::from_millis(100);

/// Runs all sets, each `every`-th row of them.
pub(crate) fn run(every: usize) -> Result<()> {
    for name in ["bulk_dev.csv.gz", "unfair_dev.csv.gz", "dev.csv"] {
        let Some(text) = shared(&format!("winnable/{name}"))? else {
            continue;
        };
        let queries = queries(&text, every)?;
        compare(name, &queries, Question::Full);
        compare(&format!("{name}, fast"), &queries, Question::AfterMove);
    }
    compare(
        "after every move of played games",
        &played(every)?,
        Question::AfterMove,
    );
    compare(
        "after every move of random games",
        &random(every)?,
        Question::AfterMove,
    );
    Ok(())
}

fn compare(name: &str, queries: &[Query], question: Question) {
    let mut scores = [Score::default(), Score::default()];
    for (turn, block) in queries.chunks(TURN).enumerate() {
        let order = if turn % 2 == 0 { [0, 1] } else { [1, 0] };
        for entrant in order {
            if let (Some((_, answer)), Some(score)) =
                (ENTRANTS.get(entrant), scores.get_mut(entrant))
            {
                take_turn(block, *answer, question, score);
            }
        }
    }
    println!("\n{name}: {} queries", queries.len());
    let count = u32::try_from(queries.len()).unwrap_or(u32::MAX).max(1);
    for ((entrant, _), score) in ENTRANTS.iter().zip(&scores) {
        println!(
            "  {entrant:<16} mean {:>10.2?}  open {:>6}  wrong {}",
            score.time / count,
            score.open,
            score.wrong.len()
        );
        if question == Question::Full {
            let (longest, which) = &score.longest;
            println!(
                "      over 100 ms {}, longest {longest:.2?}: {which}",
                score.slow
            );
        }
        for wrong in score.wrong.iter().take(10) {
            println!("      wrong: {wrong}");
        }
    }
    let [ours, theirs] = scores.map(|score| score.time.as_secs_f64());
    println!("  ours is {:.2} times as fast", theirs / ours);
}

fn take_turn(block: &[Query], answer: Answer, question: Question, score: &mut Score) {
    let mut answers = Vec::with_capacity(block.len());
    let began = ThreadTime::now();
    for query in block {
        // Reading the clock takes longer than a fast answer.
        let clock = (question == Question::Full).then(ThreadTime::now);
        let answer = answer(query, question);
        answers.push((
            answer,
            clock.map_or(Duration::ZERO, |clock| clock.elapsed()),
        ));
    }
    score.time += began.elapsed();
    for (query, (answer, spent)) in block.iter().zip(answers) {
        let which = || format!("{} in {}", query.color, query.fen);
        if spent > score.longest.0 {
            score.longest = (spent, which());
        }
        score.slow += u32::from(spent > SLOW);
        score.open += u32::from(answer.is_none());
        if answer.is_some() && query.truth.is_some() && answer != query.truth {
            score.wrong.push(which());
        }
    }
}

fn ours(query: &Query, question: Question) -> Option<bool> {
    let budget = match question {
        Question::Full => Budget::default(),
        Question::AfterMove => Budget::after_move(),
    };
    match winnable(&query.position, query.color, budget) {
        Verdict::Yes { .. } => Some(true),
        Verdict::No { .. } => Some(false),
        Verdict::Undecided => None,
    }
}

fn theirs(query: &Query, question: Question) -> Option<bool> {
    let color = match query.color {
        Color::White => chess::Color::White,
        Color::Black => chess::Color::Black,
    };
    match question {
        Question::Full => winnability(&query.board, color)
            .map(|answer| matches!(answer, Winnability::Winnable { .. })),
        Question::AfterMove => is_unwinnable_fast(&query.board, color).then_some(false),
    }
}

impl Query {
    fn new(position: Position, color: Color, truth: Option<bool>) -> Result<Query> {
        let fen = position.fen();
        let board = chess::Board::from_str(&fen).map_err(anyhow::Error::msg);
        Ok(Query {
            board: board.with_context(|| fen.clone())?,
            fen,
            position,
            color,
            truth,
        })
    }
}

/// The text of a file beside the checkout.
fn shared(name: &str) -> Result<Option<String>> {
    let path = folder().join(name);
    let Ok(file) = File::open(&path) else {
        eprintln!("SKIPPED: {} is not there", path.display());
        return Ok(None);
    };
    let mut text = String::new();
    if name.ends_with(".gz") {
        flate2::read::GzDecoder::new(file).read_to_string(&mut text)?;
    } else {
        (&file).read_to_string(&mut text)?;
    }
    Ok(Some(text))
}

fn folder() -> PathBuf {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/cases");
    std::env::var_os("TABIYA_SHARED_CASES").map_or_else(beside, PathBuf::from)
}

/// The rows of a set. No field of these files holds a comma.
fn queries(text: &str, every: usize) -> Result<Vec<Query>> {
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
    let column = |name: &str| {
        let place = header.iter().position(|field| *field == name);
        place.with_context(|| format!("no column {name}"))
    };
    let (fen, side) = (column("fen")?, column("side_to_win")?);
    let (verdict, proof) = (column("verdict")?, column("proof")?);
    let mut queries = Vec::new();
    for line in lines.step_by(every) {
        let fields: Vec<&str> = line.split(',').collect();
        let field = |place: usize| fields.get(place).copied().context("a short row");
        let fen = match field(fen)?.split(' ').count() {
            4 => format!("{} 0 1", field(fen)?),
            _ => field(fen)?.to_owned(),
        };
        let color = match field(side)? {
            "white" => Color::White,
            _ => Color::Black,
        };
        let is_proved = ["line", "exhaustive"].contains(&field(proof)?);
        let truth = is_proved.then_some(field(verdict)? == "winnable");
        let position = Position::from_fen(&fen, Mode::Standard)?;
        queries.push(Query::new(position, color, truth)?);
    }
    Ok(queries)
}

/// Both sides after every move of the games in the PGN files beside the checkout.
fn played(every: usize) -> Result<Vec<Query>> {
    let mut positions = Vec::new();
    let path = folder().join("pgn");
    let Ok(files) = fs::read_dir(&path) else {
        eprintln!("SKIPPED: {} is not there", path.display());
        return Ok(Vec::new());
    };
    for file in files {
        let bytes = fs::read(file?.path())?;
        for game in Pgn::read(&bytes).filter(|game| game.start.mode() == Mode::Standard) {
            let mut position = game.start;
            for mv in game.moves {
                mv.play_on(&mut position);
                positions.push(position.clone());
            }
        }
    }
    both_sides(positions, every)
}

/// Both sides after every move of random games.
fn random(every: usize) -> Result<Vec<Query>> {
    let games = random_games(7, 100, 300);
    let positions = games
        .into_iter()
        .flat_map(|game| game.before.into_iter().chain([game.last]));
    both_sides(positions, every)
}

fn both_sides(positions: impl IntoIterator<Item = Position>, every: usize) -> Result<Vec<Query>> {
    let chosen = positions.into_iter().step_by(every);
    let both = chosen.flat_map(|position| Color::ALL.map(|color| (position.clone(), color)));
    both.map(|(position, color)| Query::new(position, color, None))
        .collect()
}
