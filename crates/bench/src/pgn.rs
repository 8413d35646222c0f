//! PGN: the bare tokens of files, and files with every move of the main line checked. The files
//! are made here: bare moves, moves with clocks, moves with notes and variations.

use std::fmt::Write as _;
use std::fs;
use std::hint::black_box;
use std::io::Cursor;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use anyhow::{Context, Result};
use pgn_reader::{Nag, RawComment, Reader, SanPlus, Skip, Visitor};
use shakmaty::{Chess, Position as _};
use tabiya_rules::{Marker, San, pgn};

use crate::contest::{Contest, Entrant, OURS};
use crate::games::{Line, random_games};

/// What a generated file holds beside the moves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Notes {
    None,
    /// `[%eval …]` and `[%clk …]` behind every move, as servers write them.
    Clocks,
    /// Sentences, glyphs and variations here and there, as people write them.
    People,
}

pub(crate) fn contests(paths: &[PathBuf]) -> Result<Vec<Contest>> {
    let mut files = vec![
        ("moves".to_owned(), generated(Notes::None)?),
        ("clocks".to_owned(), generated(Notes::Clocks)?),
        ("notes".to_owned(), generated(Notes::People)?),
    ];
    for path in paths {
        let bytes = fs::read(path).with_context(|| path.display().to_string())?;
        let name = path.file_name().map(Path::new).unwrap_or(path);
        files.push((name.display().to_string(), bytes));
    }
    let mut contests = Vec::new();
    for (name, bytes) in files {
        let work = bytes.len() as u64;
        let bytes = Rc::new(bytes);
        let contest = |row: &str, entrants| Contest {
            row: format!("PGN, {row}: {name}"),
            name: name.clone(),
            unit: "bytes",
            work,
            entrants,
        };
        contests.push(contest(
            "tokens only",
            vec![
                entrant(OURS, &bytes, tokens_by_ours),
                entrant("pgn-reader", &bytes, tokens_by_pgn_reader),
            ],
        ));
        contests.push(contest(
            "tokens and SAN",
            vec![
                entrant(OURS, &bytes, sans_by_ours),
                entrant("pgn-reader", &bytes, tokens_by_pgn_reader),
            ],
        ));
        contests.push(contest(
            "every move checked",
            vec![
                entrant(OURS, &bytes, checked_by_ours),
                entrant("pgn-reader", &bytes, checked_by_pgn_reader),
            ],
        ));
    }
    Ok(contests)
}

fn entrant(name: &'static str, bytes: &Rc<Vec<u8>>, run: fn(&[u8]) -> u64) -> Entrant {
    let bytes = Rc::clone(bytes);
    Entrant::new(name, move || run(&bytes))
}

/// A file of some hundred games.
fn generated(notes: Notes) -> Result<Vec<u8>> {
    let mut text = String::new();
    let mut rng = fastrand::Rng::with_seed(3);
    for (number, line) in (1..).zip(random_games(4, 600, 140)) {
        writeln!(text, "[Event \"Random games\"]\n[Site \"?\"]")?;
        writeln!(text, "[Date \"2026.11.30\"]\n[Round \"{number}\"]")?;
        writeln!(text, "[White \"Chance, Ada\"]\n[Black \"Chance, Boris\"]")?;
        writeln!(text, "[Result \"*\"]\n[WhiteElo \"{}\"]", 1000 + number)?;
        text.push('\n');
        write_moves(&mut text, &line, notes, &mut rng)?;
    }
    Ok(text.into_bytes())
}

fn write_moves(
    text: &mut String,
    line: &Line,
    notes: Notes,
    rng: &mut fastrand::Rng,
) -> Result<()> {
    let mut words = Vec::new();
    // The number is written again for Black's move where something stands before it.
    let mut interrupted = false;
    for (ply, san) in line.sans.iter().enumerate() {
        if ply % 2 == 0 {
            words.push(format!("{}.", ply / 2 + 1));
        } else if interrupted {
            words.push(format!("{}...", ply / 2 + 1));
        }
        words.push(san.clone());
        let before = words.len();
        match notes {
            Notes::None => {}
            Notes::Clocks => {
                let (eval, left) = (rng.i32(-400..400), 300 - ply);
                words.push(format!(
                    "{{ [%eval {:.2}] [%clk 0:{:02}:{:02}] }}",
                    f64::from(eval) / 100.0,
                    left / 60,
                    left % 60
                ));
            }
            Notes::People => note(&mut words, line, ply, rng),
        }
        interrupted = words.len() > before;
    }
    words.push("*\n".to_owned());
    let mut column = 0;
    for word in words {
        if column + word.len() >= 80 {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
        }
        text.push_str(&word);
        column += word.len() + 1;
    }
    text.push('\n');
    Ok(())
}

/// Now and then a glyph, a sentence or another move instead of the one played.
fn note(words: &mut Vec<String>, line: &Line, ply: usize, rng: &mut fastrand::Rng) {
    match rng.u8(0..24) {
        0 | 1 => words.push(format!("${}", rng.u8(1..7))),
        2..=4 => words.push("{A natural move, and yet it hands the square away.}".to_owned()),
        5 => {
            let Some(before) = line.before.get(ply) else {
                return;
            };
            if let Some(mv) = rng.choice(before.legal_moves()) {
                let dots = if ply.is_multiple_of(2) { "." } else { "..." };
                let san = San::write(before, mv);
                words.push(format!(
                    "({}{dots} {san} {{is the other way}})",
                    ply / 2 + 1
                ));
            }
        }
        _ => {}
    }
}

/// What there was in a file; equal for all who read the same.
#[derive(Default)]
struct Count {
    games: u64,
    moves: u64,
    nags: u64,
    comments: u64,
}

impl Count {
    fn result(&self) -> u64 {
        self.games + 1_000 * self.moves + 100_000_007 * self.nags + 1_000_000_007 * self.comments
    }
}

/// Counts every token, those of variations too.
struct OurTokens(Count);

impl pgn::Visitor for OurTokens {
    fn word(&mut self, _: pgn::Word<'_>) {
        self.0.moves += 1;
    }

    fn nag(&mut self, _: u8) {
        self.0.nags += 1;
    }

    fn comment(&mut self, _: pgn::Text<'_>) {
        self.0.comments += 1;
    }

    fn end_game(&mut self, _: Option<Marker>) {
        self.0.games += 1;
    }
}

fn tokens_by_ours(bytes: &[u8]) -> u64 {
    let mut tokens = OurTokens(Count::default());
    pgn::visit(bytes, &mut tokens);
    tokens.0.result()
}

/// Like [`OurTokens`], but each word is read as a move, which pgn-reader does unasked.
struct OurSans(OurTokens);

impl pgn::Visitor for OurSans {
    fn word(&mut self, word: pgn::Word<'_>) {
        if black_box(San::parse(&word.text())).is_ok() {
            pgn::Visitor::word(&mut self.0, word);
        }
    }

    fn nag(&mut self, nag: u8) {
        pgn::Visitor::nag(&mut self.0, nag);
    }

    fn comment(&mut self, text: pgn::Text<'_>) {
        pgn::Visitor::comment(&mut self.0, text);
    }

    fn end_game(&mut self, marker: Option<Marker>) {
        pgn::Visitor::end_game(&mut self.0, marker);
    }
}

fn sans_by_ours(bytes: &[u8]) -> u64 {
    let mut sans = OurSans(OurTokens(Count::default()));
    pgn::visit(bytes, &mut sans);
    sans.0.0.result()
}

/// Plays the main line of each game; variations are skipped.
struct OurChecked(Count);

impl pgn::Visitor for OurChecked {
    fn mv(&mut self, _: pgn::Played<'_>) {
        self.0.moves += 1;
    }

    fn begin_variation(&mut self) -> pgn::Wanted {
        pgn::Wanted::Skip
    }

    fn end_game(&mut self, _: Option<Marker>) {
        self.0.games += 1;
    }
}

fn checked_by_ours(bytes: &[u8]) -> u64 {
    let mut checked = OurChecked(Count::default());
    let mut stream = pgn::Stream::new(bytes);
    while let Ok(true) = stream.play_game(&mut checked) {}
    checked.0.result()
}

/// Counts every token, those of variations too.
struct Tokens(Count);

impl Visitor for Tokens {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), ()> {
        self.0.games += 1;
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<(), ()> {
        ControlFlow::Continue(())
    }

    fn san(&mut self, (): &mut (), _: SanPlus) -> ControlFlow<()> {
        self.0.moves += 1;
        ControlFlow::Continue(())
    }

    fn nag(&mut self, (): &mut (), _: Nag) -> ControlFlow<()> {
        self.0.nags += 1;
        ControlFlow::Continue(())
    }

    fn comment(&mut self, (): &mut (), _: RawComment<'_>) -> ControlFlow<()> {
        self.0.comments += 1;
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, (): &mut ()) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(false))
    }

    fn end_game(&mut self, (): ()) {}
}

fn tokens_by_pgn_reader(bytes: &[u8]) -> u64 {
    let mut tokens = Tokens(Count::default());
    if Reader::new(Cursor::new(bytes))
        .visit_all_games(&mut tokens)
        .is_err()
    {
        return 0;
    }
    tokens.0.result()
}

/// Plays the main line of each game; variations are skipped.
struct Checked(Count);

impl Visitor for Checked {
    type Tags = ();
    type Movetext = Chess;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), ()> {
        self.0.games += 1;
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<(), Chess> {
        ControlFlow::Continue(Chess::default())
    }

    fn san(&mut self, position: &mut Chess, san: SanPlus) -> ControlFlow<()> {
        let Ok(mv) = san.san.to_move(position) else {
            return ControlFlow::Break(());
        };
        position.play_unchecked(mv);
        self.0.moves += 1;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, _: Chess) {}
}

fn checked_by_pgn_reader(bytes: &[u8]) -> u64 {
    let mut checked = Checked(Count::default());
    if Reader::new(Cursor::new(bytes))
        .visit_all_games(&mut checked)
        .is_err()
    {
        return 0;
    }
    checked.0.result()
}
