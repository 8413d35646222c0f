//! What we write, read by other programs: python-chess and pgn-extract. Skipped, loudly, where they
//! are not installed.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "in helpers of tests, too, a panic is the failure"
)]

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use tabiya_rules::pgn::tree::{Eval, NodeId, Score};
use tabiya_rules::{Marker, Mode, Move, Outcome, PgnTree, Position};

/// Prints per game the start, each move with what is written about it, and the result, as
/// python-chess reads them: a line for each node, the main line before its variations.
const READ: &str = r#"
import chess.pgn, io, sys
text = io.StringIO(sys.stdin.buffer.read().decode("utf-8"))
while (game := chess.pgn.read_game(text)) is not None:
    assert not game.errors, game.errors
    board = game.board()
    print(board.fen(en_passant="fen") if board.chess960 else board.fen())
    nodes = [game.next()] if game.next() else []
    while nodes:
        node = nodes.pop()
        board = node.parent.board()
        known = [board.uci(node.move), board.san(node.move)]
        known += [f"${nag}" for nag in sorted(node.nags)]
        if (clock := node.clock()) is not None:
            known.append(f"clk {round(clock * 1000)}")
        if (eval := node.eval()) is not None:
            score = eval.white()
            known.append(f"mate {score.mate()}" if score.is_mate() else f"eval {score.score()}")
        for arrow in node.arrows():
            known.append(f"arrow {chess.square_name(arrow.tail)}{chess.square_name(arrow.head)}")
        if "sentence" in node.comment:
            known.append("comment")
        if "leads" in node.starting_comment:
            known.append("before")
        beside = node.parent.variations
        place = beside.index(node)
        if place + 1 < len(beside):
            nodes.append(beside[place + 1])
            known.append("|")
        nodes += node.variations[:1]
        known.append(">" if node.variations else ".")
        print(" ".join(known))
    print(game.headers["Result"])
"#;

/// The same as `READ` prints.
fn expected(tree: &PgnTree) -> String {
    let mut text = format!("{}\n", tree.start().fen());
    for id in tree.nodes() {
        let parent = tree.parent(id).unwrap();
        let uci = match tree.mv(id) {
            Some(mv) => mv.uci(&tree.position(parent)).to_string(),
            None => "0000".to_string(),
        };
        write!(text, "{uci} {}", tree.san(id)).unwrap();
        let notes = tree.notes(id);
        let mut nags = notes.nags.clone();
        nags.sort_unstable();
        nags.dedup();
        for nag in nags {
            write!(text, " ${nag}").unwrap();
        }
        if let Some(clock_ms) = notes.clock_ms {
            write!(text, " clk {clock_ms}").unwrap();
        }
        match notes.eval.map(|eval| eval.score) {
            Some(Score::Mate(moves)) => write!(text, " mate {moves}").unwrap(),
            Some(Score::Centipawns(value)) => write!(text, " eval {value}").unwrap(),
            None => {}
        }
        for arrow in &notes.arrows {
            write!(text, " arrow {}{}", arrow.from, arrow.to).unwrap();
        }
        if !notes.comments.is_empty() {
            text.push_str(" comment");
        }
        if !notes.comments_before.is_empty() {
            text.push_str(" before");
        }
        let mut beside = tree.children(parent).skip_while(|other| *other != id);
        if beside.nth(1).is_some() {
            text.push_str(" |");
        }
        text.push_str(if tree.next(id).is_some() {
            " >\n"
        } else {
            " .\n"
        });
    }
    writeln!(text, "{}", tree.marker.unwrap()).unwrap();
    text
}

fn run(program: &str, args: &[&str], input: &str) -> Output {
    let mut child = Command::new(program)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_string();
    // What a program does not read while it writes would otherwise stop both.
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    output
}

fn is_there(program: &str, args: &[&str]) -> bool {
    let known = Command::new(program).args(args).output();
    known.is_ok_and(|output| output.status.success())
}

#[test]
fn python_chess_reads_what_we_write() {
    if !is_there("python3", &["-c", "import chess.pgn"]) {
        eprintln!("SKIPPED python_chess_reads_what_we_write: no python3 with the package chess");
        return;
    }
    let trees: Vec<PgnTree> = (0..60).map(random_tree).collect();
    let text: String = trees.iter().map(PgnTree::to_string).collect();
    let output = run("python3", &["-c", READ], &text);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && told.is_empty(), "{told}");
    let read = String::from_utf8(output.stdout).unwrap();
    let mut theirs = read.lines();
    for tree in &trees {
        for ours in expected(tree).lines() {
            assert_eq!(theirs.next(), Some(ours), "{tree}");
        }
    }
    assert_eq!(theirs.next(), None);
}

#[test]
fn pgn_extract_reads_what_we_write() {
    // Debian puts it among the games. Its own answer to `--version` is that of a failure.
    let places = ["pgn-extract", "/usr/games/pgn-extract"];
    let is_there = |place: &&str| Command::new(place).arg("--version").output().is_ok();
    let Some(program) = places.into_iter().find(is_there) else {
        eprintln!("SKIPPED pgn_extract_reads_what_we_write: no pgn-extract");
        return;
    };
    // It does not know Chess960.
    let trees: Vec<PgnTree> = (0..60)
        .map(random_tree)
        .filter(|tree| tree.start().mode() == Mode::Standard)
        .collect();
    let text: String = trees.iter().map(PgnTree::to_string).collect();
    let output = run(program, &["-s", "-w70"], &text);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && told.is_empty(), "{told}");
    // What it writes of it has the same moves.
    let again: Vec<PgnTree> = PgnTree::read(&output.stdout).collect();
    assert_eq!(again.len(), trees.len());
    for (again, tree) in again.iter().zip(&trees) {
        assert!(again.same_moves(tree), "{tree}{again}");
    }
}

/// A tree of chance, the same for the same seed; every third one is Chess960, every fifth begins in
/// the middle of a game.
fn random_tree(seed: u16) -> PgnTree {
    let mut state = u64::from(seed) + 1;
    let mut next = |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % below
    };
    let middle = "r3k2r/pPpp1ppp/8/4p3/4P3/8/PpPP1PPP/R3K2R b KQkq - 0 17";
    let start = match seed {
        _ if seed.is_multiple_of(3) => Position::chess960(seed * 16).unwrap(),
        _ if seed.is_multiple_of(5) => Position::from_fen(middle, Mode::Standard).unwrap(),
        _ => Position::standard(),
    };
    let mut tree = PgnTree::new(start);
    tree.set_tag("Event", "A \"quoted\" \\ event");
    let mut ids = vec![tree.root()];
    for _ in 0..next(160) {
        let at = match next(8) {
            0 => ids[next(ids.len())],
            _ => *ids.last().unwrap(),
        };
        let moves: Vec<Move> = tree.position(at).legal_moves().to_vec();
        if moves.is_empty() {
            continue;
        }
        let id = tree.add_move(at, moves[next(moves.len())]).unwrap();
        if !ids.contains(&id) {
            ids.push(id);
            note(&mut tree, id, &mut next);
        }
    }
    tree.marker = Some(Marker::Decided(Outcome::Draw));
    tree
}

/// Something about a move, here and there.
fn note(tree: &mut PgnTree, id: NodeId, next: &mut impl FnMut(usize) -> usize) {
    let is_variation = tree.next(tree.parent(id).unwrap()) != Some(id);
    let notes = tree.notes_mut(id).unwrap();
    if next(5) == 0 {
        let text = "a sentence (with brackets) ; and $1 signs 100%";
        notes.comments.push([text; 4][..next(4) + 1].join(" "));
    }
    if is_variation && next(2) == 0 {
        notes.comments_before.push("this leads in".to_string());
    }
    for _ in 0..next(3) {
        notes.nags.push(u8::try_from(next(139) + 1).unwrap());
    }
    notes.clock_ms = (next(4) == 0).then(|| u64::try_from(next(40_000)).unwrap() * 500);
    let score = i32::try_from(next(1000)).unwrap() - 500;
    notes.eval = match next(8) {
        0 => Some(Score::Centipawns(score)),
        1 => Some(Score::Mate(score.rem_euclid(20) + 1)),
        _ => None,
    }
    .map(|score| Eval { score, depth: None });
    if next(10) == 0 {
        let color = tabiya_rules::pgn::tree::MarkColor::Red;
        let (from, to) = (tabiya_rules::Square::A1, tabiya_rules::Square::H8);
        notes
            .arrows
            .push(tabiya_rules::pgn::tree::Arrow { color, from, to });
    }
}
