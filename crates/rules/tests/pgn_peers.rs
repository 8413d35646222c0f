//! What we write, read by another program: python-chess. Skipped, loudly, where it is not
//! installed.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "in helpers of tests, too, a panic is the failure"
)]

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use tabiya_rules::{Marker, Outcome, Pgn, PgnMove, Position};

/// Prints per game the start, the moves, the clocks and the result as python-chess reads them.
const READ: &str = r#"
import chess.pgn, io, sys
text = io.StringIO(sys.stdin.buffer.read().decode("utf-8"))
while (game := chess.pgn.read_game(text)) is not None:
    assert not game.errors, game.errors
    board = game.board()
    line = [board.fen(en_passant="fen") if board.chess960 else board.fen()]
    for node in game.mainline():
        line.append(board.uci(node.move))
        line.append(board.san(node.move))
        board.push(node.move)
        if (clock := node.clock()) is not None:
            line.append(str(int(clock * 1000)))
    sys.stdout.write(" ".join(line) + " " + game.headers["Result"] + "\n")
"#;

#[test]
fn python_chess_reads_what_we_write() {
    let known = Command::new("python3")
        .args(["-c", "import chess.pgn"])
        .output();
    if !known.is_ok_and(|output| output.status.success()) {
        eprintln!("SKIPPED python_chess_reads_what_we_write: no python3 with the package chess");
        return;
    }
    let games: Vec<Pgn> = (0..60).map(random_game).collect();
    let text: String = games.iter().map(Pgn::to_string).collect();
    let mut python = Command::new("python3")
        .args(["-c", READ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    python
        .stdin
        .take()
        .unwrap()
        .write_all(text.as_bytes())
        .unwrap();
    let output = python.wait_with_output().unwrap();
    assert!(output.status.success());
    let read = String::from_utf8(output.stdout).unwrap();
    assert_eq!(read.lines().count(), games.len());
    for (theirs, game) in read.lines().zip(&games) {
        assert_eq!(theirs, expected(game), "{game}");
    }
}

fn expected(game: &Pgn) -> String {
    let mut position = game.start.clone();
    let mut line = position.fen();
    for mv in &game.moves {
        let uci = mv.mv.unwrap().uci(&position);
        write!(line, " {uci} {}", mv.san(&position)).unwrap();
        mv.play_on(&mut position);
        if let Some(clock_ms) = mv.clock_ms {
            write!(line, " {clock_ms}").unwrap();
        }
    }
    write!(line, " {}", game.marker.unwrap()).unwrap();
    line
}

/// A legal game of chance, the same for the same seed; every third one is Chess960.
fn random_game(seed: u16) -> Pgn {
    let mut state = u64::from(seed) + 1;
    let mut next = |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % below
    };
    let start = match seed % 3 {
        0 => Position::chess960(seed * 16).unwrap(),
        _ => Position::standard(),
    };
    let mut game = Pgn::new(start.clone());
    game.set_tag("Event", "A \"quoted\" \\ event");
    let mut position = start;
    for _ in 0..next(200) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[next(moves.len())];
        position.play(mv).unwrap();
        let mut mv = PgnMove::from(mv);
        if next(5) == 0 {
            mv.comments
                .push("a comment (with brackets) ; and $1 signs 100% ".repeat(next(4) + 1));
        }
        mv.clock_ms = (next(3) == 0).then(|| u64::try_from(next(40_000)).unwrap() * 1000);
        game.moves.push(mv);
    }
    game.marker = Some(Marker::Decided(Outcome::Draw));
    game
}
