//! Games with variations: real files, cases on which other programs have failed, trees made by
//! chance that are written and read, and changes to trees.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "in helpers of tests, too, a panic is the failure"
)]

use proptest::prelude::*;
use serde_json::Value;
use tabiya_rules::pgn::tree::{Arrow, Eval, MarkColor, MarkedSquare, NodeId, Notes, Score};
use tabiya_rules::pgn::{Encoding, Stream};
use tabiya_rules::{Game, Marker, Mode, PgnTree, Position, San, Square};

fn read_one(text: &str) -> PgnTree {
    let mut trees = PgnTree::read(text.as_bytes());
    let tree = trees.next().unwrap();
    assert!(trees.next().is_none(), "only one game: {text}");
    tree
}

/// What is written is read as the same, and written again as the same text.
fn round_trip(tree: &PgnTree, name: &str) {
    let text = tree.to_string();
    let again = read_one(&text);
    // Only that the tag Result and the marker differ cannot be seen to when writing.
    let mut told = again.diagnostics.iter();
    assert!(again.cuts.is_empty(), "{name}: {text}");
    assert!(
        told.all(|told| told.code() == "result_mismatch"),
        "{name}: {text}"
    );
    assert!(again.same_moves(tree), "{name}: {text}");
    // Nothing can escape a closing brace.
    let writable = |notes: &Notes| {
        let mut notes = notes.clone();
        let comments = notes.comments.iter_mut();
        for comment in comments.chain(&mut notes.comments_before) {
            *comment = comment.replace('}', ")");
        }
        notes
    };
    for (ours, theirs) in tree.nodes().zip(again.nodes()) {
        assert_eq!(
            writable(tree.notes(ours)),
            *again.notes(theirs),
            "{name}: {text}"
        );
    }
    assert_eq!(tree.notes(tree.root()), again.notes(again.root()), "{name}");
    assert_eq!(
        again.marker,
        tree.marker.or(Some(Marker::Unknown)),
        "{name}"
    );
    assert_eq!(again.to_string(), text, "{name}");
}

/// File, games, half-moves in all lines, variations, glyphs, moves and starts with something
/// written behind them, moves with something written before them. Counted with python-chess
/// 1.11.2; in the file of one line after line breaks have been put between the tags.
const FILES: [(&str, usize, usize, usize, usize, usize, usize); 13] = [
    (
        "01-chessbase-latin1-crlf-variations-nags",
        60,
        5706,
        145,
        361,
        189,
        92,
    ),
    ("02-twic-2020-grandmasters", 48, 4174, 0, 0, 0, 0),
    ("03-twic-black-starts-from-fen", 1, 30, 0, 0, 0, 0),
    ("04-twic-double-termination", 7, 139, 0, 0, 0, 0),
    ("05-lichess-clk-eval-variations", 1, 153, 15, 15, 41, 0),
    ("06-lichess-study-nested-variations", 3, 73, 7, 0, 8, 0),
    ("07-chesscom-live-clk-tenths", 2, 94, 0, 0, 94, 0),
    ("08-scid-latin1-one-line", 1, 479, 48, 36, 48, 6),
    ("09-chessbase-blank-line-in-tags", 1, 134, 0, 0, 0, 0),
    ("10-utf8-bom", 2, 0, 0, 0, 0, 0),
    ("11-dos-cp850-derived", 12, 1053, 33, 63, 47, 19),
    ("12-longest-game", 1, 11_790, 0, 0, 0, 0),
    ("13-calgames-crlf-self-variation", 1, 42, 1, 0, 0, 0),
];

fn file(name: &str) -> Option<Vec<u8>> {
    let folder = std::path::Path::new("../../../shared/cases/pgn");
    std::fs::read(folder.join(name).with_extension("pgn")).ok()
}

#[test]
fn real_files_with_all_that_is_in_them() {
    for (name, games, plies, variations, nags, noted, before) in FILES {
        let Some(bytes) = file(name) else {
            eprintln!("SKIPPED real_files_with_all_that_is_in_them: no {name}");
            return;
        };
        let trees: Vec<PgnTree> = PgnTree::read(&bytes).collect();
        let count = |of: fn(&PgnTree) -> usize| trees.iter().map(of).sum::<usize>();
        assert_eq!(trees.len(), games, "{name}");
        assert_eq!(count(|tree| tree.nodes().count()), plies, "{name}");
        assert_eq!(count(PgnTree::variations), variations, "{name}");
        let notes = |of: fn(&Notes) -> usize| {
            let of_tree = |tree: &PgnTree| {
                let ids = std::iter::once(tree.root()).chain(tree.nodes());
                ids.map(|id| of(tree.notes(id))).sum::<usize>()
            };
            trees.iter().map(of_tree).sum::<usize>()
        };
        assert_eq!(notes(|notes| notes.nags.len()), nags, "{name}");
        let is_noted = |notes: &Notes| {
            let plain = Notes {
                nags: notes.nags.clone(),
                comments_before: notes.comments_before.clone(),
                ..Notes::default()
            };
            usize::from(*notes != plain)
        };
        assert_eq!(notes(is_noted), noted, "{name}");
        let is_led = |notes: &Notes| usize::from(!notes.comments_before.is_empty());
        assert_eq!(notes(is_led), before, "{name}");
        for tree in trees.iter().filter(|tree| tree.cuts.is_empty()) {
            round_trip(tree, name);
            for line in tree
                .to_string()
                .lines()
                .filter(|line| !line.starts_with('['))
            {
                let is_one_word = line.contains("[%") || !line.contains(' ');
                assert!(line.chars().count() <= 80 || is_one_word, "{name}: {line}");
            }
        }
        let cut = trees.iter().filter(|tree| !tree.cuts.is_empty()).count();
        assert_eq!(cut, usize::from(name.starts_with("04")), "{name}");
        check_commands(name, &trees);
    }
}

/// Values of the commands in some of the files.
fn check_commands(name: &str, trees: &[PgnTree]) {
    let tree = &trees[0];
    let line: Vec<NodeId> = tree.mainline().collect();
    let evals = tree.nodes().filter(|id| tree.notes(*id).eval.is_some());
    match &name[..2] {
        "05" => {
            assert_eq!(evals.count(), 40);
            assert_eq!(tree.notes(line[0]).clock_ms, Some(300_000));
        }
        "06" => assert!(trees.iter().all(|tree| tree.tag("White").is_none())),
        "07" => assert_eq!(
            trees[1].notes(trees[1].mainline().nth(1).unwrap()).clock_ms,
            Some(120_900)
        ),
        "13" => {
            // The variation begins by repeating the move played, and is kept all the same.
            let doubled = tree.nodes().find(|id| {
                let moves: Vec<_> = tree.children(*id).map(|child| tree.mv(child)).collect();
                moves.len() == 2 && moves[0] == moves[1]
            });
            assert!(doubled.is_some());
        }
        _ => {}
    }
}

#[test]
fn encodings_by_choice_and_by_guess() {
    let (Some(latin), Some(dos)) = (file(FILES[0].0), file(FILES[10].0)) else {
        eprintln!("SKIPPED encodings_by_choice_and_by_guess: no files");
        return;
    };
    let read = |bytes: &[u8], encoding| {
        let mut stream = Stream::new(bytes).with_encoding(encoding);
        let Ok(tree) = stream.next_tree();
        tree.unwrap()
    };
    let black = |bytes, encoding| read(bytes, encoding).tag("Black").unwrap().to_string();
    for encoding in [Encoding::Guess, Encoding::Latin1, Encoding::Cp1252] {
        assert_eq!(black(&latin, encoding), "Van Nüss, Alfred");
    }
    for encoding in [Encoding::Guess, Encoding::Cp850] {
        assert_eq!(black(&dos, encoding), "Van Nüss, Alfred");
    }
    assert_eq!(black(&latin, Encoding::Utf8), "Van N\u{fffd}ss, Alfred");
    assert_eq!(black(&dos, Encoding::Latin1), "Van N\u{81}ss, Alfred");
    // The same text in both encodings: all tags and comments agree.
    for (dos, latin) in PgnTree::read(&dos).zip(PgnTree::read(&latin)) {
        assert!(dos == latin, "{dos}{latin}");
    }
}

#[test]
fn what_a_variation_without_moves_says_is_said_of_its_move() {
    for text in [
        "1. d4 ({[%clk 01:59:57] a queen's pawn}) *",
        "1. d4({[%clk 01:59:57] a queen's pawn}",
        "1. d4 {[%clk 1:59:57]} ({a queen's pawn}) *",
    ] {
        let tree = PgnTree::read(text.as_bytes()).next().unwrap();
        let written = tree.to_string();
        assert!(
            written.ends_with("1. d4 {[%clk 1:59:57]} {a queen's pawn} *\n\n"),
            "{written}"
        );
        let again = PgnTree::read(written.as_bytes()).next().unwrap();
        assert_eq!(again.to_string(), written);
    }
}

#[test]
fn variations_on_which_other_programs_have_failed() {
    let text = std::fs::read_to_string("../../testdata/notation/pgn_faults.jsonl").unwrap();
    let mut checked = 0;
    for row in text.lines() {
        let row: Value = serde_json::from_str(row).unwrap();
        let (Some(text), Some(expected)) = (
            row["input"]["text"].as_str(),
            row["expected"]["games"].as_array(),
        ) else {
            continue;
        };
        for (tree, expected) in PgnTree::read(text.as_bytes()).zip(expected) {
            let id = &row["id"];
            checked += 1;
            if let Some(variations) = expected["variations"].as_u64() {
                assert_eq!(tree.variations() as u64, variations, "{id}");
            }
            let first_of_variation = |id: &NodeId| {
                let parent = tree.parent(*id).unwrap();
                tree.next(parent) != Some(*id)
            };
            let mut firsts: Vec<NodeId> = tree.nodes().filter(first_of_variation).collect();
            // In the order of the text.
            firsts.sort();
            for (first, moves) in firsts
                .iter()
                .zip(expected["variation_moves"].as_array().into_iter().flatten())
            {
                let line = std::iter::successors(Some(*first), |id| tree.next(*id));
                let sans: Vec<String> = line.map(|id| tree.san(id)).collect();
                assert_eq!(serde_json::json!(sans), *moves, "{id}");
            }
            let comments = expected["variation_start_comments"].as_array();
            for (first, comment) in firsts.iter().zip(comments.into_iter().flatten()) {
                assert_eq!(
                    serde_json::json!(tree.notes(*first).comments_before),
                    serde_json::json!([comment]),
                    "{id}"
                );
            }
            if tree.cuts.is_empty() {
                round_trip(&tree, id.as_str().unwrap());
            }
        }
    }
    assert_eq!(checked, 32);
}

#[test]
fn oddities_and_what_is_made_of_them() {
    let text = std::fs::read_to_string("../../testdata/notation/pgn_cases.jsonl").unwrap();
    let mut wrong = Vec::new();
    for row in text.lines() {
        let row: Value = serde_json::from_str(row).unwrap();
        let tree = read_one(row["text"].as_str().unwrap());
        let cut = tree.cuts.first().map(|cut| {
            let error = &cut.error;
            serde_json::json!({
                "ply": error.ply, "token": error.token, "line": error.line, "column": error.column
            })
        });
        let told: Vec<&str> = tree.diagnostics.iter().map(|told| told.code()).collect();
        let mut whole = tree.clone();
        whole.cuts.clear();
        let written = whole.to_string();
        let moves = written
            .split_once("\n\n")
            .unwrap()
            .1
            .trim()
            .replace('\n', " ");
        let found = serde_json::json!({
            "id": row["id"], "text": row["text"], "moves": moves, "told": told, "cut": cut
        });
        if found != row {
            wrong.push(found.to_string());
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn commands_are_values_and_the_rest_is_text() {
    let tree = read_one(
        "{[%csl Gd4] a plan [%cal Re2e4,Yd2d4]} 1. e4 {[%eval 0.25,20] [%clk 1:59:59.5] good} \
         {[%emt 0:00:01] [%foo bar] [%eval x]} 1... e5 {[%eval #-3]} *",
    );
    let root = tree.notes(tree.root());
    assert_eq!(root.comments, ["a plan"]);
    let marked = MarkedSquare {
        color: MarkColor::Green,
        square: Square::D4,
    };
    assert_eq!(root.squares, [marked]);
    let arrow = |color, from, to| Arrow { color, from, to };
    assert_eq!(
        root.arrows,
        [
            arrow(MarkColor::Red, Square::E2, Square::E4),
            arrow(MarkColor::Yellow, Square::D2, Square::D4),
        ]
    );
    let line: Vec<&Notes> = tree.mainline().map(|id| tree.notes(id)).collect();
    assert_eq!(
        line[0].eval,
        Some(Eval {
            score: Score::Centipawns(25),
            depth: Some(20)
        })
    );
    assert_eq!(
        (line[0].clock_ms, line[0].elapsed_ms),
        (Some(7_199_500), Some(1_000))
    );
    assert_eq!(line[0].comments, ["good", "[%foo bar] [%eval x]"]);
    assert_eq!(line[1].eval.unwrap().score, Score::Mate(-3));
    round_trip(&tree, "commands");
}

#[test]
fn a_cut_line_is_told_where_it_ends() {
    let tree =
        read_one("1. e4 e5 2. Nf3 (2. Nc3 Qh9 3. a3) (2. Zz1 a6) Nc6 3. Ke3 a6 (3... b5) 1-0");
    let cuts: Vec<(String, &str, usize, bool)> = tree
        .cuts
        .iter()
        .map(|cut| {
            (
                tree.san(cut.after),
                cut.error.token.as_str(),
                cut.error.ply,
                cut.is_variation,
            )
        })
        .collect();
    assert_eq!(
        cuts,
        [
            ("Nc3".into(), "Qh9", 4, false),
            ("Nf3".into(), "Zz1", 3, true),
            ("Nc6".into(), "Ke3", 5, false),
        ]
    );
    assert_eq!(tree.skipped_variations, 1);
    let text = tree.to_string();
    assert_eq!(
        text.matches("The rest could not be read: line 1").count(),
        2,
        "{text}"
    );
    assert_eq!(
        text.matches("A variation could not be read: line 1")
            .count(),
        1,
        "{text}"
    );
    assert!(read_one(&text).same_moves(&tree));
    round_trip(&read_one(&text), "cut");
}

#[test]
fn what_stands_in_odd_places_is_not_lost() {
    let tree = read_one("1. e4 (1. d4) {late} ({only words}) () 1... e5 ($1 {lead} 1... c5 $2) *");
    let line: Vec<NodeId> = tree.mainline().collect();
    assert_eq!(tree.notes(line[0]).comments, ["late", "only words"]);
    assert_eq!(tree.variations(), 2);
    round_trip(&tree, "odd places");
    // Beside no move there is no variation.
    let tree = read_one("(1. d4) 1. e4 ((1. c4)) *");
    assert_eq!((tree.variations(), tree.skipped_variations), (0, 2));
    assert_eq!(tree.diagnostics.len(), 2);
    assert_eq!(tree.mainline().count(), 1);
}

#[test]
fn numbers_stand_where_a_reader_needs_them() {
    let text = "1. e4 e5 (1... c5 2. Nf3 (2. Nc3 Nc6) (2. c3) 2... d6 3. d4) (1... e6) 2. Nf3 $1 Nc6 {x} 3. Bb5";
    let tree = read_one(&format!("{text} *"));
    let written = tree.to_string().replace('\n', " ");
    assert!(written.contains(&format!(" {text} * ")), "{written}");
    let black = "[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 0 9\"]\n9... Kd7 (9... Ke7 10. O-O) 10. O-O *";
    let written = read_one(black).to_string();
    assert!(
        written.ends_with("\n\n9... Kd7 (9... Ke7 10. O-O) 10. O-O *\n\n"),
        "{written}"
    );
    assert!(written.contains("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 0 9\"]\n"));
}

#[test]
fn an_analysis_board_changes_a_tree() {
    let mut tree = PgnTree::new(Position::standard());
    let play = |tree: &mut PgnTree, at: NodeId, san: &str| {
        let mv = San::parse(san)
            .unwrap()
            .resolve(&tree.position(at))
            .unwrap();
        tree.add_move(at, mv).unwrap()
    };
    let e4 = play(&mut tree, NodeId::ROOT, "e4");
    let e5 = play(&mut tree, e4, "e5");
    let c5 = play(&mut tree, e4, "c5");
    let c6 = play(&mut tree, e4, "c6");
    let nf3 = play(&mut tree, c5, "Nf3");
    assert_eq!(play(&mut tree, e4, "c5"), c5, "it is there already");
    assert_eq!(tree.children(e4).collect::<Vec<_>>(), [e5, c5, c6]);
    assert!(tree.is_mainline(e5) && !tree.is_mainline(nf3));
    assert_eq!(tree.line_to(nf3), [e4, c5, nf3]);

    assert!(tree.promote(c6) && tree.demote(e5));
    assert_eq!(tree.children(e4).collect::<Vec<_>>(), [c6, e5, c5]);
    assert!(!tree.promote(c6) && !tree.demote(c5) && !tree.promote(tree.root()));
    assert!(tree.promote_to_mainline(nf3) && !tree.promote_to_mainline(nf3));
    assert_eq!(tree.mainline().collect::<Vec<_>>(), [e4, c5, nf3]);
    assert_eq!(tree.children(e4).collect::<Vec<_>>(), [c5, c6, e5]);

    let passed = tree.add_null_move(nf3).unwrap();
    assert_eq!((tree.san(passed).as_str(), tree.mv(passed)), ("--", None));
    let illegal = San::parse("e4")
        .unwrap()
        .resolve(&Position::standard())
        .unwrap();
    assert!(
        tree.add_move(c5, illegal).is_err(),
        "there is no pawn on e2 any more"
    );

    assert!(tree.delete(c5));
    assert_eq!(tree.mainline().collect::<Vec<_>>(), [e4, c6]);
    assert!(!tree.contains(nf3) && tree.contains(e5));
    assert!(!tree.delete(nf3) && !tree.delete(NodeId::ROOT) && !tree.promote_to_mainline(nf3));
    assert!(tree.add_null_move(nf3).is_err() && tree.notes_mut(nf3).is_none());
    // A new node is none that has been deleted.
    assert!(![c5, nf3, passed].contains(&play(&mut tree, e4, "a6")));
    round_trip(&tree, "changed");
}

#[test]
fn a_game_becomes_a_tree() {
    let mut game = Game::new(Position::chess960(0).unwrap());
    let mv = game.position().legal_moves()[0];
    game.play(mv).unwrap();
    let tree = PgnTree::from(&game);
    assert_eq!(tree.start().mode(), Mode::Chess960);
    assert_eq!(
        tree.mainline()
            .map(|id| tree.mv(id).unwrap())
            .collect::<Vec<_>>(),
        game.moves()
    );
    round_trip(&tree, "game");
}

#[test]
fn lines_nested_as_deeply_as_they_are_long() {
    // Each move has a variation that is longer than what it stands beside.
    let mut tree = PgnTree::new(Position::standard());
    let mut at = NodeId::ROOT;
    for _ in 0..50 {
        for (main, side) in [
            ("Nf3", "Nh3"),
            ("Nf6", "Nh6"),
            ("Ng1", "Ng5"),
            ("Ng8", "Ng4"),
        ] {
            let position = tree.position(at);
            let mv = |san| San::parse(san).unwrap().resolve(&position).unwrap();
            tree.add_move(at, mv(side)).unwrap();
            at = tree.add_move(at, mv(main)).unwrap();
        }
    }
    let text = tree.to_string();
    assert_eq!(text.matches('(').count(), 200);
    round_trip(&tree, "nested");
}

fn any_notes() -> impl Strategy<Value = Notes> {
    let text = "[!-|~äé♘%]([ -|~äé♘%]{0,120}[!-|~äé♘%])?";
    let texts = prop_oneof![6 => Just(vec![]), 2 => prop::collection::vec(text, 1..3)];
    let color = prop::sample::select(vec![
        MarkColor::Green,
        MarkColor::Red,
        MarkColor::Yellow,
        MarkColor::Blue,
    ]);
    let square = (0_u8..64).prop_map(|index| Square::from_index(index).unwrap());
    let marked =
        (color.clone(), square.clone()).prop_map(|(color, square)| MarkedSquare { color, square });
    let arrow =
        (color, square.clone(), square).prop_map(|(color, from, to)| Arrow { color, from, to });
    let score = prop_oneof![
        (-5000..5000).prop_map(Score::Centipawns),
        (-40..40).prop_map(Score::Mate),
    ];
    let eval =
        (score, prop::option::of(0_u32..90)).prop_map(|(score, depth)| Eval { score, depth });
    let few = |strategy| prop::option::weighted(0.15, strategy);
    (
        texts,
        prop::collection::vec(any::<u8>(), 0..3),
        few(0_u64..40_000_000),
        few(0_u64..100_000),
        prop::option::weighted(0.15, eval),
        prop_oneof![8 => Just(vec![]), 1 => prop::collection::vec(marked, 1..6)],
        prop_oneof![8 => Just(vec![]), 1 => prop::collection::vec(arrow, 1..6)],
    )
        .prop_map(
            |(comments, nags, clock_ms, elapsed_ms, eval, squares, arrows)| Notes {
                comments_before: Vec::new(),
                comments,
                nags,
                clock_ms,
                elapsed_ms,
                eval,
                squares,
                arrows,
            },
        )
}

/// A tree made by chance: each step adds a move behind some move, mostly the last one.
fn any_tree() -> impl Strategy<Value = PgnTree> {
    let start = prop_oneof![
        3 => Just(Position::standard()),
        2 => (0_u16..960).prop_map(|number| Position::chess960(number).unwrap()),
        1 => Just(Position::from_fen("4k3/P6p/8/8/8/8/p6P/4K3 b - - 3 40", Mode::Standard).unwrap()),
    ];
    let index = any::<prop::sample::Index>;
    let step = (prop::option::weighted(0.2, index()), index(), any_notes());
    (
        start,
        prop::collection::vec(step, 0..100),
        "[ -~äé]{0,40}",
        0_usize..4,
    )
        .prop_map(|(start, steps, white, marker)| {
            let mut tree = PgnTree::new(start);
            tree.set_tag("White", &white);
            let mut ids = vec![tree.root()];
            for (from, choice, notes) in steps {
                let at = from.map_or(*ids.last().unwrap(), |from| ids[from.index(ids.len())]);
                let position = tree.position(at);
                let moves = position.legal_moves();
                let added = match choice.index(moves.len() + 1).checked_sub(1) {
                    Some(choice) => tree.add_move(at, moves[choice]).ok(),
                    None => tree.add_null_move(at).ok(),
                };
                if let Some(id) = added {
                    *tree.notes_mut(id).unwrap() = notes;
                    ids.push(id);
                }
            }
            tree.marker = ["1-0", "0-1", "1/2-1/2", "*"]
                .get(marker)
                .and_then(|text| Marker::from_text(text));
            tree
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(
        if std::env::var_os("TABIYA_LONG").is_some() { 4000 } else { 96 }
    ))]

    #[test]
    fn what_is_written_is_read_as_the_same(mut tree in any_tree(), before in "[!-z]{1,30}") {
        let ids: Vec<NodeId> = tree.nodes().collect();
        for id in ids {
            let parent = tree.parent(id).unwrap();
            if tree.next(parent) != Some(id) && id.eq(&tree.children(parent).nth(1).unwrap()) {
                tree.notes_mut(id).unwrap().comments_before.push(before.clone());
            }
        }
        round_trip(&tree, "by chance");
        let read = read_one(&tree.to_string());
        prop_assert_eq!(read.to_string(), tree.to_string());
    }

    #[test]
    fn changes_keep_a_tree_whole(mut tree in any_tree(), changes in prop::collection::vec(
        (any::<prop::sample::Index>(), 0_u8..4), 0..20,
    )) {
        for (which, change) in changes {
            let ids: Vec<NodeId> = tree.nodes().collect();
            if ids.is_empty() {
                break;
            }
            let id = which.get(&ids);
            let before = ids.len();
            match change {
                0 => prop_assert!(tree.delete(*id) && !tree.contains(*id)),
                1 => { tree.promote(*id); }
                2 => { tree.demote(*id); }
                _ => {
                    tree.promote_to_mainline(*id);
                    prop_assert!(tree.is_mainline(*id));
                }
            }
            let now: Vec<NodeId> = tree.nodes().collect();
            prop_assert!(now.len() == before || change == 0);
            for id in now {
                let parent = tree.parent(id).unwrap();
                prop_assert_eq!(tree.children(parent).filter(|child| *child == id).count(), 1);
            }
        }
        round_trip(&tree, "changed by chance");
    }
}
