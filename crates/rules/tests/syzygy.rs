//! Syzygy tables: every row of the list of positions with three and four men, moves by distance,
//! and files that are missing, damaged or made to harm.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test fails by a panic"
)]

use std::path::{Path, PathBuf};

use tabiya_rules::syzygy::{SyzygyError, Tables, Wdl};
use tabiya_rules::{Board, Color, Mode, Piece, Position, Role, Setup, Square};
use tempfile::TempDir;

fn testdata(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../testdata")
        .join(name)
}

/// The folder with the tables for three and four men, which are too large to be kept here.
fn folder() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/cases/engine/syzygy");
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!("SKIPPED: no Syzygy tables in {}", folder.display());
    None
}

fn position(fen: &str) -> Position {
    Position::from_fen(fen, Mode::Standard).unwrap()
}

/// Numbers that look drawn by lot and are the same in every run.
struct Lot(u64);

impl Lot {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11).unwrap() % count
    }

    fn byte(&mut self) -> u8 {
        u8::try_from(self.below(256)).unwrap()
    }

    /// A playable position with the men of a table, on squares and for a side drawn by lot.
    fn position(&mut self, name: &str) -> Position {
        loop {
            let mut setup = Setup {
                board: Board::empty(),
                castling: tabiya_rules::CastlingRights::default(),
                ..Setup::standard()
            };
            let colors = if self.below(2) == 0 {
                [Color::White, Color::Black]
            } else {
                [Color::Black, Color::White]
            };
            for (side, color) in name.split('v').zip(colors) {
                for letter in side.chars() {
                    let role = Role::from_letter(letter).unwrap();
                    let square = Square::ALL[self.below(64)];
                    setup.board.set(square, Piece { role, color });
                }
            }
            setup.turn = colors[self.below(2)];
            if let Ok(position) = setup.position(Mode::Standard)
                && position.board().occupied().count() == u32::try_from(name.len()).unwrap() - 1
            {
                return position;
            }
        }
    }
}

/// The names of all tables in the folder, without their endings.
fn names(folder: &Path) -> Vec<String> {
    let files = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = files
        .filter_map(|file| {
            file.unwrap()
                .file_name()
                .into_string()
                .unwrap()
                .strip_suffix(".rtbw")
                .map(str::to_owned)
        })
        .collect();
    names.sort();
    names
}

#[test]
fn every_row_of_the_list_is_answered() {
    let Some(folder) = folder() else { return };
    let tables = Tables::open(folder).unwrap();
    assert_eq!((tables.most_men(), tables.len()), (4, 70));
    let mut rows = 0;
    let list = testdata("rules/syzygy_wdl_dtz_3_4men.csv");
    let mut wrong = Vec::new();
    for row in csv::Reader::from_path(list).unwrap().records() {
        let row = row.unwrap();
        let position = position(&row[0]);
        let wdl = tables.probe_wdl(&position).map(Wdl::value);
        let dtz = tables.probe_dtz(&position);
        if (wdl.clone(), dtz.clone()) != (Ok(row[2].parse().unwrap()), Ok(row[3].parse().unwrap()))
        {
            wrong.push(format!("{row:?}: {wdl:?} {dtz:?}"));
        }
        rows += 1;
    }
    assert!(
        wrong.is_empty(),
        "{} of {rows}: {:#?}",
        wrong.len(),
        &wrong[..wrong.len().min(20)]
    );
    assert_eq!(rows, 411);
}

#[test]
fn a_position_is_worth_what_its_best_move_is_worth() {
    let Some(folder) = folder() else { return };
    let tables = Tables::open(&folder).unwrap();
    let mut lot = Lot(0x5EED);
    for name in names(&folder) {
        for _ in 0..60 {
            let position = lot.position(&name);
            let wdl = tables.probe_wdl(&position).unwrap();
            let values = position
                .legal_moves()
                .iter()
                .map(|&mv| {
                    let mut next = position.clone();
                    next.play(mv).unwrap();
                    -tables.probe_wdl(&next).unwrap()
                })
                .collect::<Vec<_>>();
            let expected = values.into_iter().max().unwrap_or(if position.is_check() {
                Wdl::Loss
            } else {
                Wdl::Draw
            });
            assert_eq!(wdl, expected, "{name}: {}", position.fen());
            let dtz = tables.probe_dtz(&position).unwrap();
            assert_eq!(
                dtz.signum(),
                i32::from(wdl.value()).signum(),
                "{}",
                position.fen()
            );
            if let Some(best) = tables.best_move(&position).unwrap() {
                // Some tables count in full moves.
                assert!(
                    (best.dtz - dtz).abs() <= 1,
                    "{}: {dtz} {best:?}",
                    position.fen()
                );
                assert_eq!(best.dtz.signum(), dtz.signum(), "{}", position.fen());
            }
        }
    }
}

#[test]
fn bishop_and_knight_mate_by_the_best_moves() {
    let Some(folder) = folder() else { return };
    let tables = Tables::open(folder).unwrap();
    let mut game = position("8/8/8/3k4/8/8/8/2BNK3 w - - 0 1");
    let mut plies = 0;
    while let Some(best) = tables.best_move(&game).unwrap() {
        game.play(best.mv).unwrap();
        plies += 1;
        assert!(plies <= 66, "bishop and knight need 33 moves at most");
    }
    assert!(game.is_checkmate(), "{}", game.fen());
    assert_eq!(game.turn(), Color::Black);
}

#[test]
fn a_capture_en_passant_is_seen() {
    let Some(folder) = folder() else { return };
    let tables = Tables::open(folder).unwrap();
    for (placement, square, values) in [
        ("8/8/8/8/6Pp/K7/8/7k b", "g3", [Wdl::Win, Wdl::Draw]),
        ("8/8/8/8/4KPp1/8/8/1k6 b", "f3", [Wdl::Draw, Wdl::Loss]),
    ] {
        let with = position(&format!("{placement} - {square} 0 1"));
        let without = position(&format!("{placement} - - 0 1"));
        let found = [&with, &without].map(|position| tables.probe_wdl(position));
        assert_eq!(found, values.map(Ok), "{placement}");
        let best = tables.best_move(&with).unwrap().unwrap();
        assert_eq!(best.mv.to().to_string(), square, "{placement}");
    }
}

#[test]
fn two_kings_need_no_table() {
    let folder = TempDir::new().unwrap();
    let tables = Tables::open(folder.path()).unwrap();
    assert!(tables.is_empty());
    let kings = position("8/5k2/8/8/8/8/3K4/8 w - - 0 1");
    assert_eq!(tables.probe_wdl(&kings), Ok(Wdl::Draw));
    assert_eq!(tables.probe_dtz(&kings), Ok(0));
}

#[test]
fn what_cannot_be_answered_is_named() {
    let folder = TempDir::new().unwrap();
    let nowhere = folder.path().join("nowhere");
    let error = Tables::open(nowhere).unwrap_err();
    assert!(matches!(error, SyzygyError::Folder { .. }), "{error}");
    let tables = Tables::open(folder.path()).unwrap();
    let ask = |fen| tables.probe_wdl(&position(fen)).unwrap_err().to_string();
    assert_eq!(
        ask("4k3/8/8/8/4q3/8/8/R3K3 w - - 0 1"),
        "The table KQvKR.rtbw is missing."
    );
    assert_eq!(
        ask("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"),
        "Tables know no castling, and here somebody may still castle."
    );
    assert_eq!(
        ask("4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1"),
        "There are no tables for 10 men, only for up to seven."
    );
}

/// Asks about some positions of a table that may be damaged. Nothing may happen but an answer.
fn ask_around(folder: &Path, name: &str, lot: &mut Lot) -> usize {
    let tables = Tables::open(folder).unwrap();
    let mut refused = 0;
    for _ in 0..4 {
        // A capture would lead to another table, and there is none.
        let position = loop {
            let position = lot.position(name);
            if !position
                .legal_moves()
                .iter()
                .any(|mv| mv.is_capture(&position))
            {
                break position;
            }
        };
        refused += usize::from(matches!(
            tables.probe_wdl(&position),
            Err(SyzygyError::Damaged { .. })
        ));
        let _ = tables.probe_dtz(&position);
    }
    refused
}

#[test]
fn files_of_noise_are_refused() {
    let folder = TempDir::new().unwrap();
    let mut lot = Lot(0xBAD);
    for round in 0..400 {
        let name = ["KQvK", "KPvKP", "KRvKR", "KBNvK"][round % 4];
        let mut refused = 0;
        for (ending, magic) in [
            ("rtbw", [0x71, 0xE8, 0x23, 0x5D]),
            ("rtbz", [0xD7, 0x66, 0x0C, 0xA5]),
        ] {
            let mut bytes = magic.to_vec();
            bytes.extend((0..lot.below(4000)).map(|_| lot.byte()));
            std::fs::write(folder.path().join(format!("{name}.{ending}")), bytes).unwrap();
        }
        refused += ask_around(folder.path(), name, &mut lot);
        assert!(refused > 0, "{name} {round}");
    }
}

#[test]
fn damaged_tables_do_no_harm() {
    let Some(source) = folder() else { return };
    let folder = TempDir::new().unwrap();
    let mut lot = Lot(0xDA4A);
    for name in ["KQvK", "KPvK", "KRvKR", "KPvKP", "KBNvK"] {
        let [wdl, dtz] = ["rtbw", "rtbz"].map(|ending| format!("{name}.{ending}"));
        let sound = [&wdl, &dtz].map(|file| std::fs::read(source.join(file)).unwrap());
        for round in 0..120 {
            for (file, bytes) in [&wdl, &dtz].into_iter().zip(&sound) {
                let mut bytes = bytes.clone();
                // Mostly the head, where damage does the most.
                let reach = if round % 3 == 0 {
                    bytes.len()
                } else {
                    bytes.len().min(200)
                };
                for _ in 0..=lot.below(3) {
                    let at = lot.below(reach);
                    bytes[at] = lot.byte();
                }
                std::fs::write(folder.path().join(file), bytes).unwrap();
            }
            ask_around(folder.path(), name, &mut lot);
        }
        // The lowest bit of a flag says for which side the distances are.
        for at in 0..sound[1].len().min(200) {
            let mut bytes = sound[1].clone();
            bytes[at] ^= 1;
            std::fs::write(folder.path().join(&wdl), &sound[0]).unwrap();
            std::fs::write(folder.path().join(&dtz), bytes).unwrap();
            ask_around(folder.path(), name, &mut lot);
        }
        for _ in 0..20 {
            // An end of up to 64 bytes holds nothing but filling and a sum.
            let length = lot.below(sound[0].len() - 64);
            std::fs::write(folder.path().join(&wdl), &sound[0][..length]).unwrap();
            assert!(
                ask_around(folder.path(), name, &mut lot) > 0,
                "{name} cut to {length}"
            );
        }
    }
}
