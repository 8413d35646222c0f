//! Every notation that can be written at all, in many positions, against the plain definition: a
//! notation means the legal moves that look like it, and the exact one is the shortest that means
//! one move.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test fails by a panic"
)]

mod support;

use std::collections::HashSet;

use proptest::prelude::*;
use support::{Rng, lively_move, random_start};
use tabiya_rules::{
    CheckMark, File, Move, MoveKind, Position, Rank, Role, San, SanError, SanKind, Side, Square,
    read_move,
};

/// The legal moves that a notation describes, by looking at each of them.
fn described(position: &Position, kind: SanKind) -> HashSet<Move> {
    let looks_like = |mv: &Move| match (kind, mv.kind()) {
        (SanKind::Castle(meant), MoveKind::Castle(side)) => meant == side,
        (SanKind::Castle(_), _) | (_, MoveKind::Castle(_)) => false,
        (
            SanKind::Normal {
                role,
                file,
                rank,
                to,
                promotion,
                ..
            },
            _,
        ) => {
            let from = mv.from();
            let file = file.or((role == Role::Pawn).then_some(to.file()));
            position.board().role_at(from) == Some(role)
                && mv.to() == to
                && mv.promotion() == promotion
                && file.is_none_or(|file| file == from.file())
                && rank.is_none_or(|rank| rank == from.rank())
        }
    };
    position
        .legal_moves()
        .into_iter()
        .filter(looks_like)
        .collect()
}

fn check_meaning(position: &Position, kind: SanKind) {
    let san = San { kind, mark: None };
    let expected = described(position, kind);
    let fen = position.fen();
    match san.resolve(position) {
        Ok(mv) => assert_eq!(expected, HashSet::from([mv]), "{fen} {san}"),
        Err(SanError::Ambiguous { candidates }) => {
            assert!(candidates.len() > 1, "{fen} {san}");
            let found: HashSet<Move> = candidates.iter().map(|one| one.mv).collect();
            assert_eq!(found.len(), candidates.len(), "{fen} {san}");
            assert_eq!(found, expected, "{fen} {san}");
        }
        Err(error) => {
            assert!(expected.is_empty(), "{fen} {san}: {error}");
            assert!(error.to_string().ends_with('.'), "{fen} {san}: {error}");
        }
    }
}

fn check_every_notation(position: &Position) {
    let or_none = |count: usize| (0..=count).map(move |i| i.checked_sub(1));
    for to in Square::ALL {
        for role in Role::ALL {
            for file in or_none(8).map(|i| i.map(|i| File::ALL[i])) {
                for rank in or_none(8).map(|i| i.map(|i| Rank::ALL[i])) {
                    for promotion in or_none(6).map(|i| i.map(|i| Role::ALL[i])) {
                        if role != Role::Pawn && promotion.is_some() {
                            continue;
                        }
                        let capture = to.is_dark();
                        check_meaning(
                            position,
                            SanKind::Normal {
                                role,
                                file,
                                rank,
                                capture,
                                to,
                                promotion,
                            },
                        );
                    }
                }
            }
        }
    }
    for side in Side::ALL {
        check_meaning(position, SanKind::Castle(side));
    }
}

/// What the exact notation must be, by trying the ways to name the square of departure in the order
/// of the Laws (C.10), and by playing the move.
fn expected_notation(position: &Position, mv: Move) -> San {
    let mut after = position.clone();
    after.play(mv).expect("a legal move");
    let mark = match (after.is_check(), after.is_checkmate()) {
        (false, _) => None,
        (true, false) => Some(CheckMark::Check),
        (true, true) => Some(CheckMark::Checkmate),
    };
    if let MoveKind::Castle(side) = mv.kind() {
        return San {
            kind: SanKind::Castle(side),
            mark,
        };
    }
    let (from, to) = (mv.from(), mv.to());
    let role = position.board().role_at(from).expect("a man");
    let capture = mv.is_capture(position);
    let (file, rank) = (Some(from.file()), Some(from.rank()));
    let ways = match role {
        Role::Pawn => [(file.filter(|_| capture), None); 4],
        _ => [(None, None), (file, None), (None, rank), (file, rank)],
    };
    let kinds = ways.map(|(file, rank)| SanKind::Normal {
        role,
        file,
        rank,
        capture,
        to,
        promotion: mv.promotion(),
    });
    let only = HashSet::from([mv]);
    let first = kinds
        .into_iter()
        .find(|kind| described(position, *kind) == only);
    San {
        kind: first.expect("with file and rank there is one"),
        mark,
    }
}

fn check_writing(position: &Position) {
    for mv in position.legal_moves() {
        let san = San::of(position, mv);
        let fen = position.fen();
        assert_eq!(san, expected_notation(position, mv), "{fen} {mv:?}");
        let text = San::write(position, mv);
        assert_eq!(san.to_string(), text);
        assert_eq!(San::parse(&text), Ok(san), "{fen} {text}");
        assert_eq!(san.resolve_exact(position), Ok(mv), "{fen} {text}");
        let mut played = position.clone();
        assert_eq!(San::of_and_play(&mut played, mv), san, "{fen} {text}");
        let mut expected = position.clone();
        expected.play(mv).expect("a legal move");
        assert_eq!(played, expected, "{fen} {text}");
    }
}

fn walk(seed: u64, mut visit: impl FnMut(&Position)) {
    let mut rng = Rng(seed);
    let (mut position, plies) = random_start(&mut rng);
    for _ in 0..plies {
        visit(&position);
        let moves = position.legal_moves();
        if moves.is_empty() {
            return;
        }
        let mv = lively_move(&mut rng, &position, &moves);
        position.play(mv).expect("a legal move");
    }
    visit(&position);
}

/// How many random walks: a long run takes more of them.
fn cases(usual: u32) -> ProptestConfig {
    let long = std::env::var_os("TABIYA_LONG").is_some();
    let cases = if long { usual * 100 } else { usual };
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(cases(15))]

    #[test]
    fn a_notation_means_the_legal_moves_that_look_like_it(seed: u64) {
        let mut last = None;
        walk(seed, |position| last = Some(position.clone()));
        check_every_notation(&last.expect("the start at least"));
    }
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn the_exact_notation_is_the_shortest_that_means_one_move(seed: u64) {
        walk(seed, check_writing);
    }

    #[test]
    fn every_clear_spelling_is_read_as_the_move_it_spells(seed: u64) {
        let mut last = None;
        walk(seed, |position| last = Some(position.clone()));
        check_spellings(&last.expect("the start at least"));
    }
}

/// Ways in which people write a legal move that leave no doubt about it.
fn clear_spellings(position: &Position, mv: Move) -> Vec<String> {
    let san = San::write(position, mv);
    let bare = san.trim_end_matches(['+', '#']);
    let uci = mv.uci(position).to_string();
    let mut spellings = vec![
        san.clone(),
        bare.to_string(),
        format!("12. {san}"),
        format!("3...{san} !?"),
        format!("{bare}++"),
        format!("{bare}#!"),
        format!(" {uci} "),
        san.replace('x', ":"),
        san.replace('=', ""),
        bare.replace("=Q", "(Q)").replace("=N", "/N"),
    ];
    if mv.castling_side().is_some() {
        spellings.extend([
            san.replace('O', "0"),
            bare.to_lowercase(),
            bare.replace('-', "–"),
        ]);
        spellings.push(mv.attempt().from.to_string() + &mv.attempt().to.to_string());
        return spellings;
    }
    let role = position.board().role_at(mv.from()).expect("a man");
    let letter = if role == Role::Pawn { "" } else { &san[..1] };
    let sign = if mv.is_capture(position) { "x" } else { "-" };
    let new = mv
        .promotion()
        .map_or(String::new(), |role| format!("={}", role.letter()));
    let (from, to) = (mv.from(), mv.to());
    for sign in [sign, "", "x", "-", "–"] {
        // Without a capture a pawn that takes on its own file is no move at all.
        if !(sign == "x" && role == Role::Pawn && from.file() == to.file()) {
            spellings.push(format!("{letter}{from}{sign}{to}{new}"));
        }
    }
    for figurines in ["♔♕♖♗♘", "♚♛♜♝♞"] {
        let figurine = |c| {
            "KQRBN"
                .chars()
                .zip(figurines.chars())
                .find(|(l, _)| *l == c)
        };
        spellings.push(
            san.chars()
                .map(|c| figurine(c).map_or(c, |(_, f)| f))
                .collect(),
        );
    }
    if role == Role::Pawn {
        spellings.push(bare.replace('x', ""));
        spellings.push(format!("{bare} e.p."));
        spellings.push(format!("{from} {to}").repeat(usize::from(new.is_empty())));
    } else if role != Role::Bishop {
        spellings.push(bare.to_lowercase());
        spellings.push(bare.replace('x', ""));
    }
    spellings.retain(|spelling| !spelling.is_empty());
    spellings
}

fn check_spellings(position: &Position) {
    for mv in position.legal_moves() {
        for spelling in clear_spellings(position, mv) {
            let reading = read_move(position, &spelling);
            let fen = position.fen();
            let reading = reading.unwrap_or_else(|error| panic!("{fen} {spelling}: {error}"));
            assert_eq!(reading.mv, mv, "{fen} {spelling}");
        }
        // Where a letter less leaves a doubt, the doubt is told, and the move is among its readings.
        let san = San::write(position, mv);
        let doubtful: String = san.chars().filter(|c| !"abcdefgh".contains(*c)).collect();
        let doubtful = doubtful
            .get(..1)
            .map(|letter| format!("{letter}{}", mv.to()));
        if let Some(text) = doubtful.filter(|text| text.starts_with(['N', 'R', 'Q'])) {
            match read_move(position, &text) {
                Ok(reading) => assert_eq!(reading.mv, mv, "{} {text}", position.fen()),
                Err(error) => {
                    let mut meant = error.candidates().iter().map(|candidate| candidate.mv);
                    assert!(meant.any(|other| other == mv), "{} {text}", position.fen());
                }
            }
        }
    }
}

/// Texts close to good ones: both readers, the fast one and the one that finds faults, must agree
/// on which are good, so a good text is printed as it was.
fn near_notation() -> impl Strategy<Value = String> {
    prop_oneof![
        "[KQRBNPa-h1-8x=+#O0-]{0,9}",
        "[KQRBN]?[a-h]?[1-8]?x?[a-i][1-9](=[KQRBNPq])?[+#!]?",
        "O-O(-O)?[+#]?",
        "\\PC{0,9}",
    ]
}

/// Good notation by its grammar, spelled out.
fn is_good(text: &str) -> bool {
    let body = text.strip_suffix(['+', '#']).unwrap_or(text);
    if matches!(body, "O-O" | "O-O-O") {
        return true;
    }
    let (named, mut rest) = match body.strip_prefix(['K', 'Q', 'R', 'B', 'N']) {
        Some(rest) => (true, rest),
        None => (false, body),
    };
    if !named && let Some((before, new)) = rest.split_once('=') {
        if !matches!(new, "K" | "Q" | "R" | "B" | "N") {
            return false;
        }
        rest = before;
    }
    if !rest.is_ascii() || rest.len() < 2 {
        return false;
    }
    let (departure, to) = rest.split_at(rest.len() - 2);
    let bare = departure.strip_suffix('x').unwrap_or(departure);
    let file = |c: char| ('a'..='h').contains(&c);
    let rank = |c: char| ('1'..='8').contains(&c);
    let shape: Vec<bool> = bare.chars().map(file).collect();
    let ranks_fit = bare.chars().all(|c| file(c) || rank(c));
    let departs = ranks_fit
        && match shape[..] {
            [] => named || bare == departure,
            [true] | [true, false] => true,
            [false] => named,
            _ => false,
        };
    // A pawn takes to a file beside its own.
    let straight = !named && bare != departure && bare.chars().next() == to.chars().next();
    departs && !straight && to.parse::<Square>().is_ok()
}

proptest! {
    #![proptest_config(cases(5000))]

    #[test]
    fn good_notation_is_read_and_printed_as_it_was(text in near_notation()) {
        match San::parse(&text) {
            Ok(san) => {
                prop_assert!(is_good(&text), "{}", text);
                prop_assert_eq!(san.to_string(), text);
            }
            Err(error) => {
                prop_assert!(!is_good(&text), "{}: {}", text, error);
                prop_assert!(error.column().is_none_or(|column| column <= text.chars().count() + 1));
            }
        }
    }
}
