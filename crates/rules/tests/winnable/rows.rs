//! Sets of verdicts gathered from elsewhere. They may not be copied here, so they are read from
//! beside the checkout, and skipped loudly where they are not.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tabiya_rules::{Budget, Color, Move, Position, Uci, Verdict, verify, winnable};

use crate::{brief, confirmed, is_long, position};

/// What came out for a set of rows.
#[derive(Default)]
struct Tally {
    rows: u32,
    undecided: BTreeMap<String, u32>,
    /// Rows whose verdict is only claimed by other tools, and how many of them we proved.
    claimed: u32,
    confirmed: u32,
    refuted: Vec<String>,
    left: Vec<String>,
    /// Time of the full answers, of the fast path, and of the checker.
    times: [Duration; 3],
    longest: (Duration, String),
}

impl Tally {
    fn judge(&mut self, row: &SharedRow) {
        let (start, color) = (position(&row.fen), row.color);
        let answers = [Budget::default(), Budget::after_move()].map(|budget| {
            let clock = Instant::now();
            (winnable(&start, color, budget), clock.elapsed())
        });
        self.rows += 1;
        let spent = answers[0].1;
        if spent > self.longest.0 {
            self.longest = (spent, format!("{color} in {}", row.fen));
        }
        let clock = Instant::now();
        for (place, (verdict, spent)) in answers.iter().enumerate() {
            self.times[place] += *spent;
            if confirmed(&start, color, verdict) == "undecided" {
                continue;
            }
            let is_wrong = verdict.is_winnable() != row.is_winnable;
            let report = || format!("{color} in {}: {}", row.fen, brief(verdict));
            assert!(
                !(is_wrong && row.is_proved),
                "contradicts a proved row: {}",
                report()
            );
            if is_wrong {
                self.refuted.push(report());
            }
        }
        self.times[2] += clock.elapsed();
        self.count(row, &answers[0].0);
    }

    fn count(&mut self, row: &SharedRow, full: &Verdict) {
        let is_open = matches!(full, Verdict::Undecided);
        if is_open {
            *self.undecided.entry(row.group.clone()).or_default() += 1;
        }
        if !row.is_proved {
            self.claimed += 1;
            self.confirmed += u32::from(!is_open && full.is_winnable() == row.is_winnable);
        }
        if is_open && (!row.is_proved || is_long()) {
            self.left
                .push(format!("{} in {} ({})", row.color, row.fen, row.group));
        }
    }

    fn report(&self, name: &str) {
        let [full, fast, check] = self.times.map(|time| time / self.rows.max(1));
        let undecided: u32 = self.undecided.values().sum();
        let (longest, which) = &self.longest;
        eprintln!(
            "{name}: {} rows, none wrong, {undecided} undecided",
            self.rows
        );
        eprintln!("  mean {full:?}, fast path {fast:?}, checker {check:?}");
        eprintln!("  longest {longest:?}: {which}");
        if self.claimed > 0 {
            eprintln!(
                "  of {} unproved rows {} proved, {} refuted",
                self.claimed,
                self.confirmed,
                self.refuted.len()
            );
        }
        for (group, count) in &self.undecided {
            eprintln!("  undecided: {count} of {group}");
        }
        for line in &self.refuted {
            eprintln!("  refutes an unproved row: {line}");
        }
        for line in &self.left {
            eprintln!("  left open: {line}");
        }
    }
}

struct SharedRow {
    id: String,
    fen: String,
    color: Color,
    is_winnable: bool,
    /// Category, proof and verdict, for the report.
    group: String,
    is_proved: bool,
}

fn shared(name: &str) -> Option<File> {
    let cases = std::env::var_os("TABIYA_SHARED_CASES").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/cases"),
        PathBuf::from,
    );
    let path = cases.join("winnable").join(name);
    let file = File::open(&path).ok();
    if file.is_none() {
        eprintln!(
            "SKIPPED: {} is not there, so nothing is checked",
            path.display()
        );
    }
    file
}

fn rows_of(reader: impl std::io::Read) -> Vec<SharedRow> {
    let mut reader = csv::Reader::from_reader(reader);
    let header = reader.headers().unwrap().clone();
    let column = |name: &str| header.iter().position(|field| field == name);
    let read = |row: csv::StringRecord| {
        let text = |name| column(name).map_or("", |at| &row[at]).to_owned();
        let color = match text("side_to_win").as_str() {
            "white" => Color::White,
            "black" => Color::Black,
            other => panic!("no side: {other}"),
        };
        let (verdict, proof) = (text("verdict"), text("proof"));
        SharedRow {
            id: text("id"),
            fen: text("fen"),
            color,
            is_winnable: verdict == "winnable",
            group: format!("{} {proof} {verdict}", text("category")),
            is_proved: matches!(proof.as_str(), "line" | "exhaustive"),
        }
    };
    reader.records().map(|row| read(row.unwrap())).collect()
}

/// Judges all rows in a long run, else every `step`-th.
fn judge(name: &str, rows: &[SharedRow], step: usize) {
    let mut tally = Tally::default();
    for row in rows.iter().step_by(if is_long() { 1 } else { step }) {
        tally.judge(row);
    }
    tally.report(name);
}

fn unpacked(name: &str) -> Option<Vec<SharedRow>> {
    shared(name).map(|file| rows_of(flate2::read::GzDecoder::new(file)))
}

#[test]
fn proved_verdicts_are_never_contradicted() {
    if let Some(file) = shared("dev.csv") {
        judge("dev.csv", &rows_of(file), 67);
    }
}

#[test]
fn what_other_tools_claim_is_proved_or_refuted() {
    if let Some(file) = shared("dev.csv") {
        let mut rows = rows_of(file);
        rows.retain(|row| !row.is_proved);
        judge("unproved rows of dev.csv", &rows, 29);
    }
}

#[test]
fn games_wrongly_won_on_time_are_never_called_winnable() {
    if let Some(rows) = unpacked("unfair_dev.csv.gz") {
        judge("unfair_dev.csv.gz", &rows, 499);
    }
}

#[test]
fn positions_of_played_games_are_judged_right() {
    if let Some(rows) = unpacked("bulk_dev.csv.gz") {
        judge("bulk_dev.csv.gz", &rows, 997);
    }
}

#[test]
fn known_lines_are_accepted_and_none_of_their_beginnings() {
    let (Some(rows), Some(lines)) = (shared("dev.csv"), shared("lines_dev.csv")) else {
        return;
    };
    let rows: BTreeMap<_, _> = rows_of(rows)
        .into_iter()
        .map(|row| (row.id.clone(), row))
        .collect();
    let mut reader = csv::Reader::from_reader(lines);
    let mut count = 0;
    for record in reader.records().step_by(if is_long() { 1 } else { 11 }) {
        let record = record.unwrap();
        let Some(row) = rows.get(&record[0]) else {
            continue;
        };
        let start = position(&row.fen);
        let mut line = played(&start, &record[1]);
        assert!(
            verify(&start, row.color, &Verdict::Yes { line: line.clone() }),
            "{}",
            row.fen
        );
        if line.pop().is_some() {
            assert!(
                !verify(&start, row.color, &Verdict::Yes { line }),
                "{}",
                row.fen
            );
        }
        count += 1;
    }
    assert!(count > 500, "only {count} lines");
}

fn played(start: &Position, line: &str) -> Vec<Move> {
    let mut position = start.clone();
    let mut play = |text: &str| {
        let mv = text.parse::<Uci>().unwrap().resolve(&position).unwrap();
        position.play(mv).unwrap();
        mv
    };
    line.split_whitespace().map(&mut play).collect()
}
