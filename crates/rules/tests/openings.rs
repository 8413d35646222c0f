//! The tables of opening names against the public list that they were made from.
//!
//! Where the list has changed, `TABIYA_WRITE_OPENINGS=1 cargo test -p tabiya-rules --features
//! openings --test openings` writes the tables anew.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test fails by a panic"
)]

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use tabiya_rules::openings::{opening, openings};
use tabiya_rules::{Game, Mode, Move, MoveKind, Position, San, Uci};

/// One line of the list: code, name, and the moves played.
struct Line {
    eco: String,
    name: String,
    game: Game,
}

fn list() -> Vec<Line> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/openings");
    let mut lines = Vec::new();
    for volume in ["a", "b", "c", "d", "e"] {
        let path = folder.join(format!("{volume}.tsv"));
        let text = std::fs::read_to_string(path).unwrap();
        for row in text.lines().skip(1) {
            let mut fields = row.split('\t');
            let mut field = || fields.next().expect("three fields").to_owned();
            let (eco, name, moves) = (field(), field(), field());
            let mut game = Game::new(Position::standard());
            for token in moves.split(' ').filter(|token| !token.ends_with('.')) {
                let san: San = token.parse().unwrap();
                game.play(san.resolve(game.position()).unwrap()).unwrap();
            }
            lines.push(Line { eco, name, game });
        }
    }
    lines
}

#[test]
fn every_line_of_the_list_has_its_own_name() {
    for line in list() {
        let found = opening(line.game.position()).expect(&line.name);
        assert_eq!((found.eco, found.name), (&*line.eco, &*line.name));
        assert_eq!(line.game.opening(), Some(found));
        assert_eq!(found.position(), *line.game.position(), "{found}");
        assert_eq!(found.line(), line.game.moves(), "{found}");
    }
}

#[test]
fn the_list_and_the_tables_hold_the_same() {
    assert_eq!(openings().count(), list().len());
    assert!(list().len() > 3_500, "{}", list().len());
}

fn played(moves: &str) -> Game {
    let mut game = Game::new(Position::standard());
    for text in moves.split(' ') {
        let mv = text.parse::<Uci>().unwrap().resolve(game.position());
        game.play(mv.unwrap()).unwrap();
    }
    game
}

#[test]
fn transpositions_are_found() {
    let usual = played("d2d4 d7d5 c2c4 e7e6 b1c3 g8f6");
    for order in [
        "c2c4 g8f6 b1c3 e7e6 d2d4 d7d5",
        "c2c4 e7e6 b1c3 d7d5 d2d4 g8f6",
    ] {
        let other = played(order);
        assert_eq!(other.opening(), usual.opening(), "{order}");
        assert!(opening(other.position()).is_some(), "{order}");
    }
}

#[test]
fn a_game_keeps_the_last_name() {
    let mut game = played("e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6");
    let najdorf = game.opening().unwrap();
    assert_eq!(
        (najdorf.eco, najdorf.name),
        ("B90", "Sicilian Defense: Najdorf Variation")
    );
    for text in ["a2a4", "h7h5", "a4a5", "h5h4"] {
        let mv = text.parse::<Uci>().unwrap().resolve(game.position());
        game.play(mv.unwrap()).unwrap();
    }
    assert_eq!(opening(game.position()), None);
    assert_eq!(game.opening(), Some(najdorf));
}

#[test]
fn what_is_no_opening_has_no_name() {
    assert_eq!(opening(&Position::standard()), None);
    assert_eq!(Game::new(Position::standard()).opening(), None);
    for fen in [
        // One man moved, the other side to move, a right lost: other positions.
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQ - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
    ] {
        let position = Position::from_fen(fen, Mode::Standard).unwrap();
        assert_eq!(opening(&position), None, "{fen}");
    }
}

/// The tables that the list makes.
#[derive(Default)]
struct Tables {
    keys: Vec<u8>,
    entries: Vec<u8>,
    moves: Vec<u8>,
    names: String,
}

#[test]
fn the_tables_are_those_of_the_list() {
    let tables = tables(&list());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/openings");
    for (name, made) in [
        ("keys.bin", tables.keys.as_slice()),
        ("entries.bin", &tables.entries),
        ("moves.bin", &tables.moves),
        ("names.txt", tables.names.as_bytes()),
    ] {
        let path = folder.join(name);
        if std::env::var_os("TABIYA_WRITE_OPENINGS").is_some() {
            std::fs::write(&path, made).unwrap();
        }
        assert!(
            std::fs::read(&path).unwrap() == made,
            "{name} is out of date"
        );
    }
}

fn tables(lines: &[Line]) -> Tables {
    let mut tables = Tables {
        names: names(lines),
        ..Tables::default()
    };
    let mut sorted = BTreeMap::new();
    for line in lines {
        let twin = sorted.insert(line.game.position().key().0, line);
        assert!(
            twin.is_none(),
            "two lines lead to the position of {}",
            line.name
        );
    }
    let index_of_key = |key: u64| sorted.range(..key).count();
    let indices: HashMap<&[Move], usize> = sorted
        .iter()
        .map(|(key, line)| (line.game.moves(), index_of_key(*key)))
        .collect();
    for (key, line) in &sorted {
        let moves = line.game.moves();
        let shorter = (1..moves.len()).rev();
        let parent = shorter
            .filter_map(|plies| Some((plies, *indices.get(&moves[..plies])?)))
            .next();
        let (known, parent) = parent.unwrap_or((0, 0xFFFF));
        let first = u16::try_from(tables.moves.len() / 2).unwrap();
        for mv in &moves[known..] {
            tables.moves.extend(encoded(*mv).to_le_bytes());
        }
        let count = u8::try_from(moves.len() - known).unwrap();
        let start = u32::try_from(tables.names.find(&line.name).unwrap()).unwrap();
        tables.keys.extend(key.to_le_bytes());
        tables
            .entries
            .extend(u16::try_from(parent).unwrap().to_le_bytes());
        tables.entries.extend(first.to_le_bytes());
        tables.entries.push(count);
        tables.entries.extend(code(&line.eco).to_le_bytes());
        tables.entries.extend(&start.to_le_bytes()[..3]);
        tables.entries.push(u8::try_from(line.name.len()).unwrap());
    }
    tables
}

/// All names, the longest first, so that one which is part of another needs no room of its own.
fn names(lines: &[Line]) -> String {
    let mut names: Vec<_> = lines.iter().map(|line| line.name.as_str()).collect();
    names.sort_by_key(|name| (std::cmp::Reverse(name.len()), *name));
    names.iter().fold(String::new(), |mut all, name| {
        if !all.contains(name) {
            all += name;
        }
        all
    })
}

fn code(eco: &str) -> u16 {
    let volume = u16::from(eco.as_bytes()[0] - b'A');
    volume * 100 + eco[1..].parse::<u16>().unwrap()
}

fn encoded(mv: Move) -> u16 {
    let kind = match mv.kind() {
        MoveKind::Normal => 0,
        MoveKind::EnPassant => 1,
        MoveKind::Castle(_) => 2,
    };
    assert_eq!(mv.promotion(), None);
    let square = |index: usize| u16::try_from(index).unwrap();
    square(mv.from().index()) | square(mv.to().index()) << 6 | kind << 12
}
