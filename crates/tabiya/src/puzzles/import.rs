//! `tabiya puzzles import`: the published Lichess puzzles. Their themes and ratings are taken over.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use anyhow::{Context as _, Result, bail, ensure};
use clap::Args;
use csv::StringRecord;
use flate2::read::MultiGzDecoder;
use serde::Serialize;
use tabiya_engine::puzzles::Puzzle;

use super::row::Row;
use crate::headway::interrupted;
use crate::input::open;
use crate::output::{Ending, Format, Output, complain};
use crate::progress::Progress;

/// Reads lichess_db_puzzle.csv as it is published (database.lichess.org), packed as .zst or .gz or
/// not. Every move of every puzzle is checked; a row that is none is told with its line and why, and
/// passed over (the exit code is then 1).
///
/// Examples:
///   tabiya puzzles import lichess_db_puzzle.csv.zst --out lichess.jsonl
///   tabiya puzzles import puzzles.csv --out forks.jsonl --themes fork,pin --from 1000 --to 1400
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Options {
    /// The file; - is standard input
    file: PathBuf,
    /// File to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Only puzzles with one of these themes
    #[arg(long, value_name = "THEMES", value_delimiter = ',')]
    themes: Vec<String>,
    /// Only puzzles rated so high at least
    #[arg(long, value_name = "RATING", default_value_t = 0)]
    from: u32,
    /// Only puzzles rated so high at most
    #[arg(long, value_name = "RATING", default_value_t = 9999)]
    to: u32,
    /// Only puzzles so popular at least, -100 to 100
    #[arg(long, value_name = "N", default_value_t = -100, allow_hyphen_values = true)]
    popularity: i32,
    /// So many at most
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    #[command(flatten)]
    format: Format,
}

/// The columns that are read, by their names in the first line.
const COLUMNS: [&str; 7] = [
    "PuzzleId",
    "FEN",
    "Moves",
    "Rating",
    "Popularity",
    "Themes",
    "GameUrl",
];

/// How an import went.
#[derive(Default, Serialize)]
struct Sums {
    rows: u64,
    taken: u64,
    faulty: u64,
}

pub(crate) fn run(options: &Options) -> Result<Ending> {
    let (reader, size) = unpacked(&options.file)?;
    let mut progress = Progress::of_bytes(size);
    let mut rows = csv::ReaderBuilder::new().flexible(true).from_reader(reader);
    let places = columns(rows.headers()?)?;
    let part = options.out.with_extension("part");
    let file = File::create(&part).with_context(|| part.display().to_string())?;
    let mut file = BufWriter::new(file);
    let pressed = interrupted();
    let mut sums = Sums::default();
    let mut record = StringRecord::new();
    let mut read = 0;
    loop {
        if pressed.load(Ordering::Relaxed) {
            bail!("stopped; nothing was written");
        }
        let line = rows.position().line();
        match rows.read_record(&mut record) {
            Ok(false) => break,
            Ok(true) => {}
            Err(error) if error.is_io_error() => return Err(error.into()),
            Err(error) => {
                sums.rows += 1;
                sums.faulty += 1;
                complain(&format!("line {line}: {error}"));
                continue;
            }
        }
        sums.rows += 1;
        let at = rows.position().byte();
        progress.add(at - read);
        read = at;
        match row(&record, &places, options) {
            Ok(Some(row)) => {
                file.write_all(row.line()?.as_bytes())?;
                sums.taken += 1;
            }
            Ok(None) => {}
            Err(error) => {
                sums.faulty += 1;
                let line = record.position().map_or(line, csv::Position::line);
                complain(&format!("line {line}: {error:#}"));
            }
        }
        if options.limit.is_some_and(|limit| sums.taken >= limit) {
            break;
        }
    }
    file.flush()?;
    std::fs::rename(&part, &options.out).with_context(|| options.out.display().to_string())?;
    drop(progress);
    let mut out = Output::new();
    if options.format.json {
        out.json(&sums)?;
    } else {
        let Sums {
            rows,
            taken,
            faulty,
        } = sums;
        writeln!(out, "{taken} of {rows} puzzles taken over, {faulty} faulty")?;
    }
    out.end(Ending::accepted_if(sums.faulty == 0))
}

/// Reads a file, unpacking it if it is packed, and says how large it is, if what is read is just
/// that.
pub(super) fn unpacked(path: &Path) -> Result<(Box<dyn Read>, Option<u64>)> {
    let (input, size) = open(path)?;
    let ending = path.extension().and_then(|ending| ending.to_str());
    let place = || format!("{} cannot be unpacked", path.display());
    Ok(match ending {
        Some("gz") => (Box::new(MultiGzDecoder::new(BufReader::new(input))), None),
        Some("zst") => {
            let frames = ZstdFrames::new(BufReader::with_capacity(1 << 16, input));
            (Box::new(frames.with_context(place)?), None)
        }
        _ => (Box::new(BufReader::new(input)), size),
    })
}

/// All frames of a file packed by zstd, one after the other: large files have several.
struct ZstdFrames<R: Read> {
    current: Option<Frame<R>>,
}

type Frame<R> = ruzstd::decoding::StreamingDecoder<R, ruzstd::decoding::FrameDecoder>;

impl<R: Read> ZstdFrames<R> {
    fn new(input: R) -> Result<Self> {
        let frame = Frame::new(input)?;
        Ok(Self {
            current: Some(frame),
        })
    }
}

impl<R: std::io::BufRead> Read for ZstdFrames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        while let Some(mut frame) = self.current.take() {
            let count = frame.read(buffer)?;
            if count > 0 || buffer.is_empty() {
                self.current = Some(frame);
                return Ok(count);
            }
            let mut input = frame.into_inner();
            if !input.fill_buf()?.is_empty() {
                self.current = Some(Frame::new(input).map_err(std::io::Error::other)?);
            }
        }
        Ok(0)
    }
}

/// Where the columns stand.
fn columns(header: &StringRecord) -> Result<BTreeMap<&'static str, usize>> {
    let mut places = BTreeMap::new();
    for name in COLUMNS {
        let place = header.iter().position(|title| title.trim() == name);
        let Some(place) = place else {
            bail!("line 1 names no column {name}: this is not the published file of puzzles");
        };
        places.insert(name, place);
    }
    Ok(places)
}

/// The puzzle of a row; `None` if it is not wanted.
fn row(
    record: &StringRecord,
    places: &BTreeMap<&'static str, usize>,
    options: &Options,
) -> Result<Option<Row>> {
    let field = |name: &str| {
        let place = places.get(name).copied().unwrap_or(usize::MAX);
        record
            .get(place)
            .with_context(|| format!("there is no {name}"))
    };
    let number = |name: &str| {
        let text = field(name)?;
        let value = text.trim().parse::<i32>();
        value.with_context(|| format!("the {name} “{text}” is no number"))
    };
    let rating = u32::try_from(number("Rating")?).context("the Rating is negative")?;
    let popularity = number("Popularity")?;
    let themes: Vec<String> = field("Themes")?
        .split_whitespace()
        .map(str::to_owned)
        .collect();
    let (id, fen) = (field("PuzzleId")?, field("FEN")?);
    ensure!(!id.is_empty(), "there is no PuzzleId");
    let moves: Vec<String> = field("Moves")?
        .split_whitespace()
        .map(str::to_owned)
        .collect();
    Puzzle::read(fen, &moves)?;
    let is_wanted = (options.from..=options.to).contains(&rating)
        && popularity >= options.popularity
        && (options.themes.is_empty() || options.themes.iter().any(|theme| themes.contains(theme)));
    Ok(is_wanted.then(|| Row {
        id: id.to_owned(),
        fen: fen.to_owned(),
        moves,
        rating,
        themes,
        game: None,
        ply: None,
        url: field("GameUrl").ok().map(str::to_owned),
        proof: None,
    }))
}
