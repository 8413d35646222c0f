//! Trees through JSON and back, lists, faults, names and pictures.

use serde_json::Value;
use tabiya_rules::PgnTree;

use super::{faults, game, games, opening_of, picture, read_leniently, write};

const RICH: &str = "[Event \"Club\"]\n[White \"Ada\"]\n[Black \"Bo\"]\n[Result \"1-0\"]\n\n\
    {To begin with} 1. e4 $1 {[%clk 0:09:58.4][%cal Ge2e4,Rd1h5][%csl Yd4] good} e5 (1... c5 {Sicilian} 2. Nf3 (2. c3 d5) \
    2... d6) ({Rare is} 1... f6 $2 {[%eval -1.2,20]}) 2. Qh5 -- 3. Bc4 Nf6 $4 4. Qxf7# 1-0\n";

fn parsed(json: &str) -> Value {
    serde_json::from_str(json).unwrap()
}

fn read_again(pgn: &str) -> PgnTree {
    PgnTree::read(pgn.as_bytes()).next().unwrap()
}

#[test]
fn a_game_comes_back_with_all_that_is_written_in_it() {
    let json = game(RICH.as_bytes(), 0).unwrap();
    let written = write(&json).unwrap();
    assert_eq!(written, read_again(RICH).to_string());
    let tree = parsed(&json);
    assert_eq!(tree["nodes"][1]["san"], "e4");
    assert_eq!(tree["nodes"][1]["notes"]["clockMs"], 598_400);
    assert_eq!(
        tree["nodes"][1]["notes"]["marks"][0],
        serde_json::json!({"color": "Y", "from": "d4"})
    );
    let null = tree["nodes"]
        .as_array()
        .unwrap()
        .iter()
        .find(|node| node["san"] == "--")
        .unwrap();
    assert_eq!(null["uci"], Value::Null);
    assert_eq!(tree["cuts"], serde_json::json!([]));
}

/// Real files of many programs; see crates/rules/tests/pgn.rs.
#[test]
fn real_games_come_back() {
    let Ok(folder) = std::fs::read_dir("../../../shared/cases/pgn") else {
        return;
    };
    let mut count = 0;
    for entry in folder {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "pgn") {
            continue;
        }
        let bytes = std::fs::read(&path).unwrap();
        for (number, tree) in PgnTree::read(&bytes).take(20).enumerate() {
            let mut tree = tree;
            let back = write(&game(&bytes, number).unwrap()).unwrap();
            tree.cuts.clear();
            assert_eq!(back, tree.to_string(), "{} {number}", path.display());
            count += 1;
        }
    }
    assert!(count > 10);
}

#[test]
fn a_game_of_chess960_and_one_from_a_position_come_back() {
    for tags in [
        "[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1\"]\n\n1. O-O Ke7 *",
        "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 17\"]\n\n17... Kd7 18. e4 (18. e3) *",
    ] {
        let json = game(tags.as_bytes(), 0).unwrap();
        let written = write(&json).unwrap();
        assert!(
            read_again(&written).same_moves(&read_again(tags)),
            "{written}"
        );
    }
}

#[test]
fn what_cannot_be_read_is_told_with_its_place() {
    let tree = parsed(&game(b"1. e4 e5\n2. Ke3 Nc6 *", 0).unwrap());
    let fault = &tree["cuts"][0]["fault"];
    assert_eq!(
        (fault["line"].as_u64(), fault["column"].as_u64()),
        (Some(2), Some(4))
    );
    assert_eq!(fault["token"], "Ke3");
    assert_eq!(tree["cuts"][0]["after"], 2);
    assert!(game(b"", 0).is_err());
    assert!(game(b"1. e4 *", 1).is_err());
}

#[test]
fn a_tree_that_is_none_is_refused() {
    let bad = |nodes: &str| {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        write(&format!(
            "{{\"tags\": [], \"startFen\": \"{start}\", \"chess960\": false, \"marker\": null, \"nodes\": {nodes}}}"
        ))
    };
    assert!(
        bad("[{\"parent\": null, \"uci\": null}, {\"parent\": 0, \"uci\": \"e2e5\"}]").is_err()
    );
    assert!(
        bad("[{\"parent\": null, \"uci\": null}, {\"parent\": 7, \"uci\": \"e2e4\"}]").is_err()
    );
    assert!(
        bad("[{\"parent\": null, \"uci\": null}, {\"parent\": 1, \"uci\": \"e2e4\"}]").is_err()
    );
    assert!(
        bad("[{\"parent\": null, \"uci\": null}, {\"parent\": null, \"uci\": \"e2e4\"}]").is_err()
    );
    assert!(bad("[{\"parent\": null, \"uci\": null}, {\"parent\": 0, \"uci\": \"e2e4\"}]").is_ok());
    assert!(write("{}").is_err());
}

#[test]
fn the_games_of_a_file() {
    let text = "[White \"Ada\"]\n[Annotator \"X\"]\n\n1. e4 {(0-1)} 1-0\n\n[White \"Bo\"]\n\n1. d4 *\n\n{that was all}";
    let list = parsed(&games(text.as_bytes()).unwrap());
    assert_eq!(
        list,
        serde_json::json!([{"tags": [["White", "Ada"]]}, {"tags": [["White", "Bo"]]}])
    );
    let second = parsed(&game(text.as_bytes(), 1).unwrap());
    assert_eq!(second["nodes"][1]["san"], "d4");
}

#[test]
fn every_fault_of_a_position_is_named() {
    let found = parsed(&faults("4k3/8/8/8/8/8/8/P7 w K e9 0 1", false).unwrap());
    let sentences: Vec<_> = found
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["sentence"].as_str().unwrap())
        .collect();
    assert!(sentences.contains(&"White has no king."), "{sentences:?}");
    assert!(
        sentences
            .iter()
            .any(|one| one.starts_with("A pawn cannot stand on a1")),
        "{sentences:?}"
    );
    assert!(found.as_array().unwrap().len() >= 4, "{sentences:?}");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(faults(start, false).unwrap(), "[]");
    assert_eq!(
        read_leniently("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq", false).unwrap(),
        start
    );
    assert!(read_leniently("8/8/8/8/8/8/8/8 w", false).is_err());
}

#[test]
fn openings_have_names_and_positions_pictures() {
    let queens_gambit = "rnbqkbnr/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR b KQkq - 0 2";
    assert_eq!(
        opening_of(queens_gambit).unwrap().unwrap(),
        "{\"eco\":\"D06\",\"name\":\"Queen's Gambit\"}"
    );
    assert_eq!(opening_of("4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap(), None);
    let marks = "[{\"color\": \"G\", \"from\": \"c4\", \"to\": \"d5\"}, {\"color\": \"R\", \"from\": \"e4\"}]";
    let svg = picture(queens_gambit, false, true, marks).unwrap();
    assert!(svg.starts_with("<svg"));
    assert_ne!(svg, picture(queens_gambit, false, true, "[]").unwrap());
    assert!(
        picture(
            queens_gambit,
            false,
            false,
            "[{\"color\": \"X\", \"from\": \"e4\"}]"
        )
        .is_err()
    );
}
