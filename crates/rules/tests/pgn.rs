//! Whole games as text: games on which other programs have failed, real files, and print ∘ parse.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "in helpers of tests, too, a panic is the failure"
)]

use proptest::prelude::*;
use serde_json::Value;
use tabiya_rules::{
    ClockDigits, Diagnostic, Marker, Mode, Outcome, Pgn, PgnMove, PgnStyle, Position,
};

fn line(game: &Pgn) -> Vec<String> {
    let mut position = game.start.clone();
    let mut sans = Vec::new();
    for mv in &game.moves {
        sans.push(mv.san(&position).trim_end_matches(['+', '#']).to_string());
        mv.play_on(&mut position);
    }
    sans
}

fn strings(value: &Value) -> Vec<&str> {
    value
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect()
}

#[test]
fn games_on_which_other_programs_have_failed() {
    let text = std::fs::read_to_string("../../testdata/notation/pgn_faults.jsonl").unwrap();
    for row in text.lines() {
        let row: Value = serde_json::from_str(row).unwrap();
        let id = row["id"].as_str().unwrap();
        let bytes: Vec<u8> = match row["input"]["text"].as_str() {
            Some(text) => text.as_bytes().to_vec(),
            None => serde_json::from_value(row["input"]["bytes"].clone()).unwrap(),
        };
        let games: Vec<Pgn> = Pgn::read(&bytes).collect();
        let expected = row["expected"]["games"].as_array().unwrap();
        assert_eq!(games.len(), expected.len(), "{id}");
        for (game, expected) in games.iter().zip(expected) {
            check_game(id, game, expected);
        }
        let first = &games[0];
        if let Some(warning) = row["expected"]["warning"].as_str() {
            assert!(
                first.diagnostics.iter().any(|d| d.code() == warning),
                "{id}"
            );
        }
        for (name, value) in row["expected"]["lenient_tag"]
            .as_object()
            .into_iter()
            .flatten()
        {
            assert_eq!(first.tag(name), value.as_str(), "{id}");
        }
        if row["expected"].get("tag_white_0_any").is_some() {
            let any = strings(&row["expected"]["tag_white_0_any"]);
            assert!(any.contains(&first.tag("White").unwrap()), "{id}");
        }
        if row["expected"]["strict"]
            .as_str()
            .is_some_and(|strict| strict.contains("report"))
        {
            assert!(!first.diagnostics.is_empty(), "{id}");
        }
    }
    assert_eq!(text.lines().count(), 31);
}

fn check_game(id: &str, game: &Pgn, expected: &Value) {
    let mainline: Vec<String> = strings(&expected["mainline"])
        .into_iter()
        .map(|san| san.trim_end_matches(['+', '#']).to_string())
        .collect();
    assert_eq!(line(game), mainline, "{id}");
    match expected.get("error") {
        Some(error) => {
            let found = game.error.as_ref().unwrap();
            assert_eq!(error["ply"], found.ply, "{id}");
            assert_eq!(error["token"], found.token, "{id}");
        }
        None => assert_eq!(game.error, None, "{id}"),
    }
    for key in ["result", "marker"] {
        if let Some(marker) = expected[key].as_str() {
            assert_eq!(game.marker, Marker::from_text(marker), "{id}");
        }
    }
    for (name, value) in expected["tags"].as_object().into_iter().flatten() {
        assert_eq!(game.tag(name), value.as_str(), "{id}");
    }
    for (name, values) in expected["tags_any"].as_object().into_iter().flatten() {
        assert!(strings(values).contains(&game.tag(name).unwrap()), "{id}");
    }
    if let Some(fen) = expected["start_fen"].as_str() {
        assert_eq!(game.start.fen(), fen, "{id}");
    }
    if let Some(variations) = expected["variations"].as_u64() {
        assert_eq!(u64::from(game.variations), variations, "{id}");
    }
    if let Some(clocks) = expected["clocks"].as_array() {
        let wanted: Vec<f64> = clocks.iter().filter_map(Value::as_f64).collect();
        let found: Vec<f64> = game
            .moves
            .iter()
            .filter_map(|mv| mv.clock_ms)
            .map(|clock_ms| f64::from(u32::try_from(clock_ms).unwrap()) / 1000.0)
            .collect();
        assert_eq!(found, wanted, "{id}");
    }
    check_notes(id, game, expected);
    // What we write of it is read again as the same game.
    let again: Vec<Pgn> = Pgn::read(game.to_string().as_bytes()).collect();
    assert_eq!(again.len(), 1, "{id}");
    assert_eq!(line(&again[0]), line(game), "{id}");
    assert_eq!(again[0].start, game.start, "{id}");
}

fn check_notes(id: &str, game: &Pgn, expected: &Value) {
    let comments: Vec<&String> = game.moves.iter().flat_map(|mv| &mv.comments).collect();
    for comment in strings(&expected["comments_contain"]) {
        assert!(
            comments.iter().any(|found| found.contains(comment)),
            "{id}: {comments:?}"
        );
    }
    for (ply, nags) in expected["nags_lenient"].as_object().into_iter().flatten() {
        let mv = &game.moves[ply.parse::<usize>().unwrap() - 1];
        let wanted: Vec<u8> = serde_json::from_value(nags.clone()).unwrap();
        assert_eq!(mv.nags, wanted, "{id} {ply}");
    }
}

/// File, games, half-moves of the main lines in all, variations, clocks. Counted with python-chess
/// 1.11.2; in the file of one line, which python-chess reads only after line breaks have been put
/// between the tags, after that.
const FILES: [(&str, usize, usize, u32, usize); 13] = [
    ("01-chessbase-latin1-crlf-variations-nags", 60, 4950, 145, 0),
    ("02-twic-2020-grandmasters", 48, 4174, 0, 0),
    ("03-twic-black-starts-from-fen", 1, 30, 0, 0),
    ("04-twic-double-termination", 7, 139, 0, 0),
    ("05-lichess-clk-eval-variations", 1, 41, 15, 41),
    ("06-lichess-study-nested-variations", 3, 52, 7, 0),
    ("07-chesscom-live-clk-tenths", 2, 94, 0, 94),
    ("08-scid-latin1-one-line", 1, 149, 48, 0),
    ("09-chessbase-blank-line-in-tags", 1, 134, 0, 0),
    ("10-utf8-bom", 2, 0, 0, 0),
    ("11-dos-cp850-derived", 12, 902, 33, 0),
    ("12-longest-game", 1, 11_790, 0, 0),
    ("13-calgames-crlf-self-variation", 1, 34, 1, 0),
];

#[test]
fn real_files_of_many_producers() {
    let folder = std::path::Path::new("../../../shared/cases/pgn");
    if !folder.is_dir() {
        eprintln!(
            "SKIPPED real_files_of_many_producers: no {}",
            folder.display()
        );
        return;
    }
    for (name, games, plies, variations, clocks) in FILES {
        let bytes = std::fs::read(folder.join(name).with_extension("pgn")).unwrap();
        let read: Vec<Pgn> = Pgn::read(&bytes).collect();
        assert_eq!(read.len(), games, "{name}");
        assert_eq!(
            read.iter().map(|game| game.moves.len()).sum::<usize>(),
            plies,
            "{name}"
        );
        assert_eq!(
            read.iter().map(|game| game.variations).sum::<u32>(),
            variations,
            "{name}"
        );
        let timed = read
            .iter()
            .flat_map(|game| &game.moves)
            .filter(|mv| mv.clock_ms.is_some());
        assert_eq!(timed.count(), clocks, "{name}");
        for game in &read {
            let line_before = line(game);
            let again: Vec<Pgn> = Pgn::read(game.to_string().as_bytes()).collect();
            assert_eq!(again.len(), 1, "{name}");
            assert_eq!(line(&again[0]), line_before, "{name}");
            assert_eq!(
                again[0].marker.unwrap(),
                game.marker.unwrap_or(Marker::Unknown),
                "{name}"
            );
        }
        check_file(name, &read);
    }
}

/// What is special in some of the files.
fn check_file(name: &str, games: &[Pgn]) {
    let codes = |game: &Pgn| {
        game.diagnostics
            .iter()
            .map(Diagnostic::code)
            .collect::<Vec<_>>()
    };
    match &name[..2] {
        "01" => {
            assert_eq!(games[0].tag("Black"), Some("Van Nüss, Alfred"));
            assert!(games[0].comments[0].ends_with("in this file. Jan van Reek."));
        }
        "11" => {
            assert_eq!(games[0].tag("Black"), Some("Van Nüss, Alfred"));
            let names = games.iter().flat_map(|game| &game.tags);
            let odd = |c: char| !c.is_ascii() && !c.is_alphabetic();
            assert_eq!(names.filter(|(_, value)| value.contains(odd)).count(), 0);
        }
        "03" => assert_eq!(games[0].start.turn(), tabiya_rules::Color::Black),
        "04" => {
            assert_eq!(codes(&games[0]), ["double_marker"]);
            assert_eq!(
                games[3].marker,
                Some(Marker::Decided(Outcome::Win(tabiya_rules::Color::White)))
            );
            assert_eq!(codes(&games[4]), ["stray_token"]);
            let error = games[6].error.as_ref().unwrap();
            assert_eq!((error.ply, error.token.as_str()), (138, "b1"));
        }
        "07" => assert_eq!(games[1].moves[1].clock_ms, Some(120_900)),
        "10" => assert_eq!(games[0].tag("Event"), Some("A")),
        "08" => assert_eq!(games[0].tag("PlyCount"), Some("149")),
        _ => {}
    }
    if !name.starts_with("04") {
        for game in games {
            assert_eq!(game.error, None, "{name}");
            assert!(
                game.diagnostics.is_empty(),
                "{name}: {:?}",
                game.diagnostics
            );
        }
    }
}

/// A random legal game with notes on its moves.
fn any_game() -> impl Strategy<Value = Pgn> {
    let start = prop_oneof![
        Just(Position::standard()),
        (0_u16..960).prop_map(|number| Position::chess960(number).unwrap()),
        Just(Position::from_fen("4k3/P6p/8/8/8/8/p6P/4K3 b - - 3 40", Mode::Standard).unwrap()),
    ];
    let note = prop_oneof![
        4 => Just(String::new()),
        1 => "[ -|~äé♘%]{1,120}".prop_map(|text| text.trim().to_string()),
    ];
    let clock = proptest::option::weighted(0.3, 0_u64..40_000);
    let step = (
        any::<prop::sample::Index>(),
        note,
        clock,
        proptest::option::weighted(0.2, 1_u8..140),
    );
    let tag = "[ -~äé]{0,40}";
    (start, prop::collection::vec(step, 0..120), tag, 0_usize..4).prop_map(
        |(start, steps, white, marker)| {
            let mut pgn = Pgn::new(start.clone());
            pgn.set_tag("White", &white);
            let mut position = start;
            for (choice, note, clock, nag) in steps {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let mv = moves[choice.index(moves.len())];
                position.play(mv).unwrap();
                let mut mv = PgnMove::from(mv);
                mv.comments
                    .extend(Some(note).filter(|note| !note.is_empty()));
                mv.clock_ms = clock.map(|seconds| seconds * 1000);
                mv.nags.extend(nag);
                pgn.moves.push(mv);
            }
            pgn.marker = ["1-0", "0-1", "1/2-1/2", "*"]
                .get(marker)
                .and_then(|m| Marker::from_text(m));
            pgn
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_written_is_read_as_the_same(pgn in any_game()) {
        let text = pgn.to_string();
        prop_assert!(text.lines().filter(|line| !line.starts_with('[')).all(|line| {
            line.chars().count() <= 79 || line.contains('%') || line.contains("  ") || !line.contains(' ')
        }), "{}", text);
        let read: Vec<Pgn> = Pgn::read(text.as_bytes()).collect();
        prop_assert_eq!(read.len(), 1);
        let read = &read[0];
        prop_assert_eq!(&read.error, &None);
        prop_assert!(read.diagnostics.is_empty(), "{:?}", read.diagnostics);
        prop_assert_eq!(&read.start, &pgn.start);
        prop_assert_eq!(&read.moves, &pgn.moves);
        prop_assert_eq!(read.marker, pgn.marker);
        prop_assert_eq!(read.tag("White"), pgn.tag("White"));
        prop_assert_eq!(read.to_string(), text);
        let tenths = pgn.write(PgnStyle { clock: ClockDigits::Tenths });
        prop_assert_eq!(&Pgn::read(tenths.as_bytes()).next().unwrap().moves, &pgn.moves);
    }

    #[test]
    fn no_bytes_bring_the_reader_down(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        for game in Pgn::read(&bytes) {
            prop_assert!(game.moves.len() <= 200);
        }
    }

    #[test]
    fn no_mixture_of_tokens_brings_the_reader_down(
        tokens in prop::collection::vec(
            prop::sample::select(vec![
                "e4", "e5", "Nf3", "O-O", "1.", "(", ")", "{", "}", ";", "\n", "%", "[", "]", "\"",
                "[A \"b\"]", "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]", "$3", "1-0", "*", "--", "♘c6",
                "\\",
                "½-½", "(=)", "(+)-(-)", "[%clk", "h8(Q)", "\r\n", "\u{feff}", "…", "0-0", "a8=Q",
            ]),
            0..80,
        )
    ) {
        let text = tokens.join(" ");
        let lean = tokens.concat();
        for text in [text, lean] {
            for game in Pgn::read(text.as_bytes()) {
                let again: Vec<Pgn> = Pgn::read(game.to_string().as_bytes()).collect();
                prop_assert_eq!(again.len(), 1);
                prop_assert_eq!(&line(&again[0]), &line(&game));
            }
        }
    }
}
