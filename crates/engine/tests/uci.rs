//! Conversations in which other engines have failed (testdata/engine/uci.jsonl): each line of the
//! file is one, and what must be said is checked here by its number.

#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test fails by a panic"
)]

use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use tabiya_engine::uci::{Flow, Session};
use tabiya_rules::{Game, Mode, Position, Uci};

const CASES: &str = include_str!("../../../testdata/engine/uci.jsonl");

/// What a conversation has come to: the engine's lines, each with the number of lines sent before
/// it and how long it came after the last of them.
struct Talk {
    said: Vec<(usize, Duration, String)>,
    has_quit: bool,
}

impl Talk {
    fn lines(&self, start: &str) -> Vec<&(usize, Duration, String)> {
        let lines = self.said.iter();
        lines
            .filter(|(_, _, line)| line.starts_with(start))
            .collect()
    }

    /// The moves of the answers.
    fn answers(&self) -> Vec<&str> {
        let answers = self.lines("bestmove").into_iter();
        answers
            .map(|(_, _, line)| line.split(' ').nth(1).unwrap())
            .collect()
    }

    /// After how many sent lines, and how soon after the last, the only answer came.
    fn answered(&self) -> (usize, Duration) {
        let answers = self.lines("bestmove");
        assert_eq!(answers.len(), 1, "{:?}", self.said);
        (answers[0].0, answers[0].1)
    }
}

/// Sends the lines of a case. Where the case says to wait for longer than the engine can need, a
/// pause of a fifth shows the same.
fn talk(send: &[Value]) -> Talk {
    let (told, lines) = mpsc::channel();
    let mut session = Session::new(move |line| {
        // Nobody listens any more once the test is over.
        let _ = told.send((Instant::now(), line.to_owned()));
    });
    let mut said = Vec::new();
    let (mut sent, mut last) = (0, Instant::now());
    let mut has_quit = false;
    let mut hear = |sent: usize, last: Instant, lines: &Receiver<(Instant, String)>| {
        while let Ok((at, line)) = lines.try_recv() {
            said.push((sent, at.saturating_duration_since(last), line));
        }
    };
    for item in send {
        if let Some(line) = item.as_str() {
            hear(sent, last, &lines);
            (sent, last) = (sent + 1, Instant::now());
            has_quit = session.line(line) == Flow::Quit;
        } else {
            let wait = item["wait_ms"].as_u64().unwrap();
            thread::sleep(Duration::from_millis(wait));
            hear(sent, last, &lines);
        }
    }
    drop(session);
    hear(sent, last, &lines);
    Talk { said, has_quit }
}

fn position(fen: &str, mode: Mode, moves: &str) -> Position {
    let position = match fen {
        "startpos" => Position::standard(),
        fen => Position::from_fen(fen, mode).unwrap(),
    };
    let mut game = Game::new(position);
    for text in moves.split_whitespace() {
        let uci: Uci = text.parse().unwrap();
        game.play(uci.resolve(game.position()).unwrap()).unwrap();
    }
    game.position().clone()
}

fn is_legal(position: &Position, text: &str) -> bool {
    text.parse::<Uci>()
        .is_ok_and(|uci| uci.resolve(position).is_ok())
}

fn check(id: &str, talk: &Talk) {
    let start = Position::standard();
    match id {
        "H01" => {
            assert_eq!(talk.lines("readyok").len(), 2, "{:?}", talk.said);
            assert!(talk.lines("readyok").iter().all(|(sent, _, _)| *sent <= 5));
            assert!(talk.answered().0 >= 6, "not before stop");
        }
        "H02" => assert_eq!(talk.answered().0, 4, "not before ponderhit, nor long after"),
        "H03" => assert_eq!(talk.answered().0, 4, "not before stop, nor long after"),
        "H04" => {
            let (sent, after) = talk.answered();
            assert_eq!(sent, 4);
            assert!(
                after >= Duration::from_millis(180),
                "the time begins with the hit: {after:?}"
            );
        }
        "H06" => assert!(is_legal(&start, talk.answers()[0]) && talk.answers().len() == 1),
        "H07" | "H08" => {
            assert_eq!(talk.answered().0, 3, "without a stop");
            assert!(is_legal(&start, talk.answers()[0]));
        }
        "H10" => {
            let fen = "rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w KQkq - 0 1";
            let castled = position(fen, Mode::Chess960, "b1e1");
            assert_eq!(talk.lines("info string").len(), 0, "{:?}", talk.said);
            assert!(is_legal(&castled, talk.answers()[0]));
        }
        "H11" => {
            let castled = position(
                "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
                Mode::Standard,
                "e1g1 e8e7",
            );
            assert!(is_legal(&castled, talk.answers()[0]));
        }
        "H15" => assert_eq!(talk.lines("readyok").len(), 1),
        "H16" => assert_eq!(talk.lines("readyok").len(), 2),
        "H17" => {
            assert!(talk.said.iter().all(|(sent, _, _)| *sent >= 1));
            assert_eq!(talk.lines("id name Tabiya").len(), 1);
            assert_eq!(talk.lines("id author").len(), 1);
            assert_eq!(
                talk.said
                    .iter()
                    .filter(|(_, _, line)| line == "uciok")
                    .count(),
                1
            );
            assert_eq!(talk.said.last().unwrap().2, "uciok");
        }
        "H21" => {
            let answers = talk.answers();
            assert_eq!(answers.len(), 2);
            assert!(is_legal(
                &position("startpos", Mode::Standard, "a2a4"),
                answers[0]
            ));
            assert!(is_legal(
                &position("startpos", Mode::Standard, "a2a4 a7a5"),
                answers[1]
            ));
        }
        "H22" => assert_eq!(talk.answered().0, 4, "quit ends the search, and it answers"),
        "H25" => {
            let infos = talk.lines("info depth");
            for (_, _, line) in infos {
                assert!(line.contains(" score mate 1 "), "{line}");
                let line = line.split(" pv ").nth(1).unwrap();
                assert_eq!(line.split(' ').count(), 1, "{line}");
            }
        }
        _ => panic!("nobody says what must come of {id}"),
    }
    assert!(talk.has_quit);
}

#[test]
fn conversations_in_which_others_have_failed() {
    let cases: Vec<Value> = CASES
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        // A case for whoever reads lines of play.
        .filter(|case: &Value| case["id"] != "H24")
        .collect();
    assert!(cases.len() >= 15);
    // Most of a conversation is waiting: they are held side by side.
    let talks: Vec<_> = cases
        .into_iter()
        .map(|case| {
            thread::spawn(move || {
                let id = case["id"].as_str().unwrap();
                check(id, &talk(case["input"]["send"].as_array().unwrap()));
            })
        })
        .collect();
    for talk in talks {
        talk.join().unwrap();
    }
}

#[test]
fn what_cannot_be_read_is_said_in_a_sentence() {
    let (told, lines) = mpsc::channel();
    let mut session = Session::new(move |line: &str| told.send(line.to_owned()).unwrap());
    let mut complaint = |line: &str| {
        session.line(line);
        let said: Vec<String> = lines.try_iter().collect();
        assert_eq!(said.len(), 1, "{line}: {said:?}");
        said.into_iter().next().unwrap()
    };
    let illegal = complaint("position startpos moves e2e4 e7e4");
    assert!(
        illegal.starts_with("info string e7e4 cannot be played here: The pawn"),
        "{illegal}"
    );
    let nonsense = complaint("position startpos moves e2e4 knight");
    assert!(
        nonsense.starts_with("info string knight cannot be played here"),
        "{nonsense}"
    );
    let empty = complaint("position fen 8/8/8/8/8/8/8/8 w - - 0 1");
    assert!(empty.starts_with("info string "), "{empty}");
    let unknown = complaint("setoption name Contempt value 20");
    assert_eq!(unknown, "info string there is no option Contempt");
}

/// A search that is told to stop, or whose session ends, does so at once.
#[test]
fn nothing_keeps_a_session_from_ending() {
    let (told, lines) = mpsc::channel();
    let mut session = Session::new(move |line: &str| told.send(line.to_owned()).unwrap_or(()));
    session.line("setoption name Threads value 2");
    for _ in 0..20 {
        session.line("go infinite");
        session.line("stop");
        let answer = lines.iter().find(|line| line.starts_with("bestmove"));
        assert!(answer.is_some());
    }
    session.line("go ponder wtime 1000 btime 1000");
    assert_eq!(session.line("quit"), Flow::Quit);
}

/// Here the interface itself fails in the middle of a search of two threads.
#[test]
fn a_search_that_fails_still_answers() {
    let (told, lines) = mpsc::channel();
    let mut session = Session::new(move |line: &str| {
        assert!(!line.starts_with("info depth 3"), "made to fail");
        told.send(line.to_owned()).unwrap_or(());
    });
    session.line("setoption name Threads value 2");
    for _ in 0..2 {
        session.line("go depth 100");
        let said: Vec<String> = lines
            .iter()
            .take_while(|line| !line.starts_with("bestmove "))
            .collect();
        let complaint = "info string the search has failed";
        assert!(said.last().unwrap().starts_with(complaint), "{said:?}");
    }
}

#[test]
fn where_no_wanted_move_is_legal_all_are_searched() {
    let (told, lines) = mpsc::channel();
    let mut session = Session::new(move |line: &str| told.send(line.to_owned()).unwrap_or(()));
    session.line("go depth 1 searchmoves e2e5");
    let answer = lines.iter().find(|line| !line.starts_with("info depth"));
    assert!(
        answer
            .unwrap()
            .starts_with("info string e2e5 cannot be searched")
    );
    let said: Vec<String> = lines
        .iter()
        .take_while(|line| !line.starts_with("bestmove "))
        .collect();
    assert!(said[0].starts_with("info string none of the moves of searchmoves"));
}

fn said(send: &str) -> Talk {
    let send: Vec<Value> = serde_json::from_str(send).unwrap();
    talk(&send)
}

#[test]
fn what_is_set_during_a_search_waits_for_its_end() {
    let talk = said(
        r#"["go infinite", "setoption name Hash value 2", "ucinewgame", "setoption name Clear Hash",
            "setoption name Hash value none", "position startpos moves e2e4", {"wait_ms": 60}, "isready",
            "stop", "go depth 1", "quit"]"#,
    );
    let answers = talk.lines("bestmove");
    assert_eq!(answers.len(), 2, "{:?}", talk.said);
    assert!(answers[0].0 >= 8, "not before stop: {:?}", talk.said);
    let black = position("startpos", Mode::Standard, "e2e4");
    assert!(
        is_legal(&black, talk.answers()[1]),
        "the position was set in between"
    );
    assert_eq!(talk.lines("info string Hash is a number").len(), 1);
}

#[test]
fn a_limit_that_cannot_be_read_is_not_no_limit() {
    for go in ["go wtime soon", "go depth", "go wtime 40.5 btime 40.5"] {
        let talk = said(&format!(
            r#"["{go}", {{"wait_ms": 1600}}, "isready", "quit"]"#
        ));
        assert_eq!(talk.answered().0, 1, "{go}: {:?}", talk.said);
    }
}

#[test]
fn moves_and_levels_are_read_without_regard_to_capitals() {
    let talk = said(
        r#"["position fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves A7A8Q", "go depth 1", {"wait_ms": 100},
            "position startpos", "go depth 1 searchmoves foo E2E4", {"wait_ms": 100},
            "setoption name Level value INÊS", "setoption name Level value nobody", "isready", "quit"]"#,
    );
    let promoted = position("8/P6k/8/8/8/8/8/K7 w - - 0 1", Mode::Standard, "a7a8q");
    assert!(is_legal(&promoted, talk.answers()[0]), "{:?}", talk.said);
    assert_eq!(talk.answers()[1], "e2e4");
    assert_eq!(talk.lines("info string foo cannot be searched").len(), 1);
    assert_eq!(talk.lines("info string Level is Full or one of").len(), 1);
}

#[test]
fn which_chess_it_is_may_be_said_after_the_position() {
    let talk = said(
        r#"["position fen rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w KQkq - 0 1 moves b1e1",
            "setoption name UCI_Chess960 value true", "go depth 2", {"wait_ms": 500}, "quit"]"#,
    );
    let fen = "rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w KQkq - 0 1";
    let castled = position(fen, Mode::Chess960, "b1e1");
    assert!(is_legal(&castled, talk.answers()[0]), "{:?}", talk.said);
    // And back: without it castling is the step of the king.
    let talk = said(
        r#"["setoption name UCI_Chess960 value true",
            "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1",
            "setoption name UCI_Chess960 value false", "go depth 2", {"wait_ms": 500}, "quit"]"#,
    );
    let castled = position("4k3/8/8/8/8/8/8/4K2R w K - 0 1", Mode::Standard, "e1g1");
    assert!(is_legal(&castled, talk.answers()[0]), "{:?}", talk.said);
}
