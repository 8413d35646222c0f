//! The stream of games: the same from memory and in portions, whatever the portions; hostile texts
//! in constant memory; visitors that do not want all.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "in helpers of tests, too, a panic is the failure"
)]

use std::cell::Cell;
use std::io::Read;

use proptest::prelude::*;
use tabiya_rules::pgn::{
    self, Diagnostic, PgnError, Played, Stream, Text, Visitor, Wanted, Word, limits,
};
use tabiya_rules::{Marker, Pgn, PgnTree, Position};

/// Writes down everything that it is shown.
#[derive(Default)]
struct Log {
    lines: Vec<String>,
    skips_variations: bool,
    skips_moves: bool,
    skips_game: bool,
}

fn wanted(skip: bool) -> Wanted {
    if skip { Wanted::Skip } else { Wanted::Read }
}

impl Visitor for Log {
    fn begin_game(&mut self) -> Wanted {
        self.lines.push("begin".into());
        wanted(self.skips_game)
    }

    fn tag(&mut self, name: Text<'_>, value: Text<'_>) {
        self.lines.push(format!(
            "tag {} {} {:?}",
            name.read(),
            value.read(),
            value.place()
        ));
    }

    fn start(&mut self, position: &Position) {
        self.lines.push(format!("start {}", position.fen()));
    }

    fn begin_moves(&mut self) -> Wanted {
        self.lines.push("moves".into());
        wanted(self.skips_moves)
    }

    fn word(&mut self, word: Word<'_>) {
        self.lines
            .push(format!("word {} {:?}", word.text(), word.place()));
    }

    fn mv(&mut self, played: Played<'_>) {
        self.lines
            .push(format!("move {:?} {}", played.mv, played.after.fen()));
    }

    fn fault(&mut self, error: PgnError) {
        self.lines.push(format!("fault {error}"));
    }

    fn nag(&mut self, nag: u8) {
        self.lines.push(format!("nag {nag}"));
    }

    fn comment(&mut self, text: Text<'_>) {
        self.lines
            .push(format!("comment {} {:?}", text.read(), text.place()));
    }

    fn begin_variation(&mut self) -> Wanted {
        self.lines.push("(".into());
        wanted(self.skips_variations)
    }

    fn end_variation(&mut self) {
        self.lines.push(")".into());
    }

    fn skipped_variations(&mut self, count: u32) {
        self.lines.push(format!("skipped {count}"));
    }

    fn diagnostic(&mut self, diagnostic: Diagnostic) {
        self.lines.push(format!("told {diagnostic}"));
    }

    fn end_game(&mut self, marker: Option<Marker>) {
        self.lines.push(format!("end {marker:?}"));
    }
}

/// A reader that gives a few bytes at a time, and remembers for how many it was asked at most.
struct Trickle<'a, R> {
    reader: R,
    portion: usize,
    most: &'a Cell<usize>,
}

impl<R: Read> Read for Trickle<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.most.set(self.most.get().max(buffer.len()));
        let portion = buffer.len().min(self.portion);
        self.reader.read(&mut buffer[..portion])
    }
}

fn log_of(bytes: &[u8]) -> Vec<String> {
    let mut log = Log::default();
    pgn::visit(bytes, &mut log);
    log.lines
}

fn log_in_portions(bytes: &[u8], portion: usize) -> Vec<String> {
    let most = Cell::new(0);
    let mut log = Log::default();
    pgn::visit_reader(
        Trickle {
            reader: bytes,
            portion,
            most: &most,
        },
        &mut log,
    )
    .unwrap();
    log.lines
}

fn files() -> Vec<(String, Vec<u8>)> {
    let Ok(folder) = std::fs::read_dir("../../../shared/cases/pgn") else {
        eprintln!("SKIPPED real files: no ../shared/cases/pgn");
        return Vec::new();
    };
    let mut files: Vec<(String, Vec<u8>)> = folder
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "pgn"))
        .map(|path| (path.display().to_string(), std::fs::read(&path).unwrap()))
        .collect();
    files.sort();
    files
}

/// Cases from `testdata`, one text.
fn cases() -> Vec<u8> {
    let text = std::fs::read_to_string("../../testdata/notation/pgn_faults.jsonl").unwrap();
    let mut bytes = Vec::new();
    for row in text.lines() {
        let row: serde_json::Value = serde_json::from_str(row).unwrap();
        bytes.extend_from_slice(row["input"]["text"].as_str().unwrap_or_default().as_bytes());
        bytes.extend_from_slice(b"\n\n");
    }
    bytes
}

#[test]
fn portions_make_no_difference() {
    let mut files = files();
    files.push(("cases".into(), cases()));
    // Longer than any buffer, so that everything stands once at its edge.
    let (_, first) = files[0].clone();
    files.push(("repeated".into(), first.repeat(12)));
    for (name, bytes) in files {
        let whole = log_of(&bytes);
        for portion in [1, 7, 4096, usize::MAX] {
            let parts = log_in_portions(&bytes, portion);
            let differs = whole.iter().zip(&parts).find(|(whole, part)| whole != part);
            assert_eq!(
                (differs, whole.len()),
                (None, parts.len()),
                "{name} by {portion}"
            );
        }
    }
}

#[test]
fn moves_are_checked_the_same_in_portions() {
    for (name, bytes) in files() {
        let most = Cell::new(0);
        let reader = Trickle {
            reader: &bytes[..],
            portion: 1000,
            most: &most,
        };
        let mut stream = Stream::from_reader(reader);
        for tree in PgnTree::read(&bytes) {
            let again = stream.next_tree().unwrap().unwrap();
            assert!(tree == again, "{name}");
            assert_eq!(tree.cuts, again.cuts, "{name}");
        }
        assert!(stream.next_tree().unwrap().is_none());
        assert_eq!(stream.bytes_read(), bytes.len() as u64);
    }
}

#[test]
fn what_is_not_wanted_is_not_shown() {
    let text =
        b"[A \"1\"]\n\n1. e4 (1. d4 (1. c4 $1) {x}) (1. a3) e5 {y} 1-0\n[A \"2\"]\n\n1. d4 *";
    let log = |log: Log| {
        let mut log = log;
        pgn::visit(text, &mut log);
        log.lines
            .iter()
            .map(|line| line.split(' ').next().unwrap().to_string())
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(
        log(Log::default()),
        "begin tag moves word ( word ( word nag ) comment ) ( word ) word comment end \
         begin tag moves word end"
    );
    assert_eq!(
        log(Log {
            skips_variations: true,
            ..Log::default()
        }),
        "begin tag moves word ( skipped ( skipped word comment end begin tag moves word end"
    );
    assert_eq!(
        log(Log {
            skips_moves: true,
            ..Log::default()
        }),
        "begin tag moves skipped end begin tag moves end"
    );
    assert_eq!(
        log(Log {
            skips_game: true,
            ..Log::default()
        }),
        "begin skipped end begin end"
    );
    let mut pgn = Pgn::read(text);
    assert_eq!(pgn.next().unwrap().variations, 3);
}

#[test]
fn places_are_right_far_into_a_file() {
    let game = "[White \"Ä\"]\r\n\r\n1. e4 {é\r\n} Ke2 zzz *\r\n\r\n";
    let text = game.repeat(20_000);
    let mut stream = Stream::from_reader(text.as_bytes());
    let mut number = 0;
    while let Some(game) = stream.next_game().unwrap() {
        let told = &game.diagnostics[0];
        assert_eq!((told.line, told.column), (5 * number + 4, 7), "{told}");
        let error = game.error.unwrap();
        assert_eq!((error.line, error.column), (5 * number + 4, 3), "{error}");
        number += 1;
    }
    assert_eq!(number, 20_000);
}

/// Texts that are bad for readers which look back, look ahead, or keep what they see.
fn hostile(bytes: usize) -> Vec<(&'static str, Vec<u8>)> {
    let parts = [
        ("(", "1. e4 ", "("),
        (")", "1. e4 ", ")"),
        ("{", "1. e4 ", "{"),
        ("comment without an end", "1. e4 {", "a [ b \n"),
        ("lines of a comment", "1. e4 {", "\n\n["),
        ("comments without an end", "", "{\n\n[Event \"x\"]\n"),
        ("good tags in a comment", "{", "\n[A \"b\"]"),
        ("; without an end", ";", "x"),
        ("% without an end", "%", "x"),
        ("% lines", "", "%\n"),
        ("one tag", "[A \"", "x"),
        ("tags without an end", "", "[A \"x\n"),
        ("brackets", "", "["),
        ("opened tags on one line", "", "[a \"["),
        ("tags", "", "[A \"b\"]\n"),
        ("one word", "1. ", "e4"),
        ("words", "1. ", "e4 "),
        ("digits", "", "1"),
        ("dots", "", "."),
        ("signs", "1. e4 ", "!"),
        ("$", "1. e4 ", "$"),
        ("markers", "", "1-0 "),
        ("quotes", "", "\""),
        ("blanks", "", " "),
        ("carriage returns", "", "\r"),
        ("byte order marks", "", "\u{feff}"),
        ("<", "", "<"),
        ("null moves", "", "-- "),
        ("variations", "1. e4 ", "(1. d4) "),
        ("cut variations", "1. e4 ", "(1. d9) "),
        ("marked squares", "1. e4 ", "{[%csl Ga1,Ga1]}"),
        ("zeros", "", "\0"),
        ("high bytes", "", "\u{fffd}"),
    ];
    let make = |(name, first, rest): (&'static str, &str, &str)| {
        let times = bytes / rest.len();
        (
            name,
            [first.as_bytes(), &rest.as_bytes().repeat(times)].concat(),
        )
    };
    parts.into_iter().map(make).collect()
}

#[test]
fn hostile_texts_take_bounded_memory() {
    // A reader that took quadratic time for one of these would not come back.
    let bytes = if std::env::var_os("TABIYA_LONG").is_some() {
        16 << 20
    } else {
        3 << 19
    };
    for (name, text) in hostile(bytes) {
        let most = Cell::new(0);
        let reader = Trickle {
            reader: &text[..],
            portion: usize::MAX,
            most: &most,
        };
        let mut stream = Stream::from_reader(reader);
        while let Some(tree) = stream.next_tree().unwrap() {
            assert!(tree.nodes().count() <= limits::NODES, "{name}");
            assert!(tree.diagnostics.len() <= limits::DIAGNOSTICS, "{name}");
            assert!(tree.cuts.len() <= limits::CUTS, "{name}");
            let bytes = |id| {
                tree.notes(id)
                    .comments
                    .iter()
                    .map(String::len)
                    .sum::<usize>()
            };
            assert!(
                tree.nodes().map(bytes).sum::<usize>() <= limits::COMMENT_BYTES,
                "{name}"
            );
        }
        assert_eq!(stream.bytes_read(), text.len() as u64, "{name}");
        assert!(
            most.get() <= 4 * limits::COMMENT_BYTES,
            "{name}: {}",
            most.get()
        );
    }
}

#[test]
fn a_comment_that_is_too_long_is_cut_and_the_game_goes_on() {
    for (open, close) in [("{", "}"), (";", "\n")] {
        let long = "x".repeat(limits::COMMENT_BYTES + 300_000);
        let text = format!("1. e4 {open}{long}{close} e5 {{short}} 1-0\n\n1. d4 *");
        let games: Vec<Pgn> = Pgn::read(text.as_bytes()).collect();
        assert_eq!(games.len(), 2);
        assert_eq!(games[0].moves.len(), 2);
        assert_eq!(games[0].diagnostics[0].code(), "limit_reached");
        assert_eq!(
            log_of(text.as_bytes()),
            log_in_portions(text.as_bytes(), 5000)
        );
    }
}

#[test]
fn the_error_of_a_reader_is_told() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("the disk is gone"))
        }
    }
    let mut stream = Stream::from_reader(b"1. e4 * 1. d4".chain(Broken));
    let error = stream.next_tree().unwrap_err();
    assert_eq!(error.to_string(), "the disk is gone");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(
        if std::env::var_os("TABIYA_LONG").is_some() { 5000 } else { 128 }
    ))]

    /// Bytes of real games, some of them changed: nothing panics, and portions make no difference.
    #[test]
    fn changed_bytes_bring_nothing_down(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..60),
        cut in any::<prop::sample::Index>(),
        portion in 1_usize..300,
    ) {
        let mut bytes = cases();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        bytes.truncate(cut.index(bytes.len()));
        prop_assert_eq!(log_of(&bytes), log_in_portions(&bytes, portion));
        for tree in PgnTree::read(&bytes) {
            let text = tree.to_string();
            let again: Vec<PgnTree> = PgnTree::read(text.as_bytes()).collect();
            prop_assert_eq!(again.len(), 1);
            prop_assert!(again[0].same_moves(&tree), "{}", text);
            prop_assert_eq!(again[0].to_string(), text);
        }
    }
}
