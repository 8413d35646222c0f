//! Winnability against positions of our own, against sets of proved verdicts, and against
//! exhaustive truth on random positions.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a broken test may panic"
)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tabiya_rules::{Budget, Color, Mode, Position, Verdict, verify, winnable};

fn position(fen: &str) -> Position {
    let fields = fen.split(' ').count();
    let fen = if fields == 4 {
        format!("{fen} 0 1")
    } else {
        fen.to_owned()
    };
    Position::from_fen(&fen, Mode::Standard).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The name of the answer, after the judge has confirmed it.
fn confirmed(position: &Position, color: Color, verdict: &Verdict) -> &'static str {
    assert!(
        verify(position, color, verdict),
        "{color} in {}: {verdict:?}",
        position.fen()
    );
    match verdict {
        Verdict::Yes { .. } => "yes",
        Verdict::No { .. } => "no",
        Verdict::Undecided => "undecided",
    }
}

#[test]
fn positions_of_our_own_come_out_right() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/winnable/cases.csv");
    let mut rows = 0;
    for row in csv::Reader::from_path(path).unwrap().records() {
        let row = row.unwrap();
        let start = position(&row[1]);
        for (color, truth) in [(Color::White, &row[2]), (Color::Black, &row[3])] {
            let full = winnable(&start, color, Budget::default());
            assert_eq!(
                confirmed(&start, color, &full),
                truth,
                "{color} in {}",
                &row[0]
            );
            let fast = winnable(&start, color, Budget::after_move());
            let fast = confirmed(&start, color, &fast);
            assert!(
                fast == truth || fast == "undecided",
                "{color} in {}: {fast}",
                &row[0]
            );
        }
        rows += 1;
    }
    assert!(rows >= 28, "only {rows} rows");
}

#[test]
fn dead_positions_are_seen_right_after_the_move() {
    for fen in [
        "7k/8/8/1p1p1p1p/1P1P1P1P/8/8/7K w - - 0 1",
        "6Rk/8/7K/8/8/8/8/8 b - - 0 1",
        "kb6/2N5/1K6/8/8/8/8/8 b - - 1 50",
        "r7/K1k5/8/8/8/8/8/8 w - - 4 3",
        "8/8/8/8/8/4k3/8/4K3 w - - 0 1",
    ] {
        for color in Color::ALL {
            let verdict = winnable(&position(fen), color, Budget::after_move());
            assert!(!verdict.is_winnable(), "{color} in {fen}: {verdict:?}");
        }
    }
}

#[test]
fn an_open_position_costs_the_fast_path_no_search() {
    let verdict = winnable(&Position::standard(), Color::White, Budget::after_move());
    assert_eq!(verdict, Verdict::Undecided);
}

/// What came out for a set of rows.
#[derive(Default)]
struct Tally {
    rows: u32,
    undecided: BTreeMap<String, u32>,
    refuted: Vec<String>,
    time: Duration,
    fast_time: Duration,
    longest: (Duration, String),
}

impl Tally {
    fn judge(&mut self, row: &SharedRow) {
        let (start, color) = (position(&row.fen), row.color);
        let clock = Instant::now();
        let verdict = winnable(&start, color, Budget::default());
        let spent = clock.elapsed();
        self.rows += 1;
        self.time += spent;
        if spent > self.longest.0 {
            self.longest = (spent, row.fen.clone());
        }
        if matches!(verdict, Verdict::Undecided) {
            *self
                .undecided
                .entry(format!("{} {}", row.group, row.verdict))
                .or_default() += 1;
            if std::env::var_os("TABIYA_LIST").is_some() {
                eprintln!(
                    "undecided {} {} {} {}",
                    row.fen, row.color, row.group, row.verdict
                );
            }
        }
        let clock = Instant::now();
        let fast = winnable(&start, color, Budget::after_move());
        self.fast_time += clock.elapsed();
        for verdict in [verdict, fast] {
            let is_yes = matches!(verdict, Verdict::Yes { .. });
            // Lines are cheap to check and are always checked; the rows are the check of a "no".
            if is_yes {
                confirmed(&start, color, &verdict);
            }
            let wrong = match verdict {
                Verdict::Undecided => false,
                _ => is_yes != row.winnable(),
            };
            if wrong && row.is_proved {
                panic!("{color} in {}: {verdict:?}, but {}", row.fen, row.verdict);
            } else if wrong {
                self.refuted
                    .push(format!("{color} in {}: {verdict:?}", row.fen));
            }
        }
    }

    fn report(&self, name: &str) {
        let [mean, fast] = [self.time, self.fast_time].map(|time| time / self.rows.max(1));
        let undecided: u32 = self.undecided.values().sum();
        let (longest, fen) = &self.longest;
        eprintln!(
            "{name}: {} rows, none wrong, {undecided} undecided",
            self.rows
        );
        eprintln!("  mean {mean:?} (fast path {fast:?}), longest {longest:?}: {fen}");
        for (group, count) in &self.undecided {
            eprintln!("  undecided: {count} of {group}");
        }
        for line in &self.refuted {
            eprintln!("  refutes an unproved row: {line}");
        }
    }
}

struct SharedRow {
    fen: String,
    color: Color,
    verdict: String,
    group: String,
    is_proved: bool,
}

impl SharedRow {
    fn winnable(&self) -> bool {
        self.verdict == "winnable"
    }
}

fn shared(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/cases/winnable");
    let path = path.join(name);
    if path.exists() {
        return Some(path);
    }
    eprintln!(
        "SKIPPED: {} is not there, so its verdicts are not checked",
        path.display()
    );
    None
}

fn rows_of(reader: impl std::io::Read) -> Vec<SharedRow> {
    let mut reader = csv::Reader::from_reader(reader);
    let header = reader.headers().unwrap().clone();
    let column = |name: &str| header.iter().position(|field| field == name);
    let (fen, side) = (column("fen").unwrap(), column("side_to_win").unwrap());
    let (verdict, proof) = (column("verdict").unwrap(), column("proof").unwrap());
    let category = column("category");
    let read = |row: csv::StringRecord| SharedRow {
        fen: row[fen].to_owned(),
        color: if &row[side] == "white" {
            Color::White
        } else {
            Color::Black
        },
        verdict: row[verdict].to_owned(),
        group: format!("{} {}", category.map_or("", |at| &row[at]), &row[proof]),
        is_proved: matches!(&row[proof], "line" | "exhaustive"),
    };
    reader.records().map(|row| read(row.unwrap())).collect()
}

fn is_long() -> bool {
    std::env::var_os("TABIYA_LONG").is_some_and(|value| value == "1")
}

/// All rows in a long run, else every `step`-th.
fn sample(rows: Vec<SharedRow>, step: usize) -> impl Iterator<Item = SharedRow> {
    rows.into_iter().step_by(if is_long() { 1 } else { step })
}

#[test]
fn proved_verdicts_are_never_contradicted() {
    let Some(path) = shared("dev.csv") else {
        return;
    };
    let mut tally = Tally::default();
    for row in sample(rows_of(std::fs::File::open(path).unwrap()), 67) {
        tally.judge(&row);
    }
    tally.report("dev.csv");
}

fn unpacked(name: &str) -> Option<Vec<SharedRow>> {
    let file = std::fs::File::open(shared(name)?).unwrap();
    Some(rows_of(flate2::read::GzDecoder::new(file)))
}

#[test]
fn games_wrongly_won_on_time_are_never_called_winnable() {
    let Some(rows) = unpacked("unfair_dev.csv.gz") else {
        return;
    };
    let mut tally = Tally::default();
    for row in sample(rows, 997) {
        tally.judge(&row);
    }
    tally.report("unfair_dev.csv.gz");
}

#[test]
fn positions_of_played_games_are_judged_right() {
    let Some(rows) = unpacked("bulk_dev.csv.gz") else {
        return;
    };
    let mut tally = Tally::default();
    for row in sample(rows, 1_499) {
        tally.judge(&row);
    }
    tally.report("bulk_dev.csv.gz");
}
