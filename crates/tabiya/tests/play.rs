//! `tabiya play` through the real binary: whole games over a pipe, what is refused and why, and
//! games that are left and go on.
#![allow(
    clippy::unwrap_used,
    reason = "a test ends where something is not as it must be"
)]

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use tempfile::TempDir;

/// A place with a folder for kept games of its own.
struct Place(TempDir);

/// A game that goes on while the test looks on.
struct Going {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Place {
    fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya"));
        command
            .arg("play")
            .args(arguments)
            .current_dir(self.0.path())
            .env("XDG_STATE_HOME", self.0.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    fn start(&self, arguments: &[&str]) -> Going {
        let mut child = self.command(arguments).spawn().unwrap();
        Going {
            input: child.stdin.take().unwrap(),
            output: BufReader::new(child.stdout.take().unwrap()),
            child,
        }
    }

    /// Types these lines and gives what was said.
    fn play(&self, arguments: &[&str], lines: &str) -> String {
        let (code, said, complaint) = self.run(arguments, lines);
        assert_eq!((code, complaint.as_str()), (0, ""), "{said}");
        said
    }

    fn run(&self, arguments: &[&str], lines: &str) -> (i32, String, String) {
        let mut going = self.start(arguments);
        going.types(lines);
        drop(going.input);
        let mut said = String::new();
        std::io::Read::read_to_string(&mut going.output, &mut said).unwrap();
        let output = going.child.wait_with_output().unwrap();
        let complaint = String::from_utf8(output.stderr).unwrap();
        // Sentences are broken into lines where they are long.
        let words: Vec<&str> = said.split_whitespace().collect();
        (output.status.code().unwrap(), words.join(" "), complaint)
    }

    /// The games that are kept.
    fn kept(&self) -> Vec<PathBuf> {
        let files = fs::read_dir(self.0.path().join("tabiya/play"));
        files
            .into_iter()
            .flatten()
            .map(|file| file.unwrap().path())
            .collect()
    }
}

impl Going {
    fn types(&mut self, lines: &str) {
        // A game that is over may have closed its end.
        let _ = self.input.write_all(lines.as_bytes());
    }

    /// Waits until this has been said.
    fn says(&mut self, part: &str) {
        let mut line = String::new();
        while !line.contains(part) {
            line.clear();
            let read = self.output.read_line(&mut line).unwrap();
            assert!(read > 0, "{part} was not said");
        }
    }

    fn interrupt(&mut self) {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args(["-INT", &id]).status().unwrap();
        assert!(sent.success());
    }
}

const WHITE: &[&str] = &["pip", "--white", "--seed", "1"];
const MATE: &[&str] = &["ines", "--white", "--fen", "7k/8/5KQ1/8/8/8/8/8 w - - 0 1"];

#[test]
fn moves_are_typed_in_any_spelling_and_answered() {
    let place = Place::new();
    let said = place.play(WHITE, "1. e2-e4\nng1f3!\npgn\nresign\nyes\n");
    assert!(said.contains("You play White against Pip."), "{said}");
    assert!(said.contains("You play 1. e4."), "{said}");
    assert!(said.contains("Pip plays 1... "), "{said}");
    assert!(said.contains("You play 2. Nf3."), "{said}");
    assert!(
        said.contains("The letter of the knight is a capital: N."),
        "{said}"
    );
    assert!(said.contains("[Black \"Pip (400, computer)\"]"), "{said}");
    assert!(said.contains("0-1: Black won: White resigned."), "{said}");
    assert_eq!(place.kept(), Vec::<PathBuf>::new());
}

#[test]
fn what_may_not_be_played_is_refused_with_its_law() {
    let place = Place::new();
    let said = place.play(WHITE, "e5\nKe2\nfrobnicate\nagain\nclaim\ndraw\n");
    assert!(said.contains("The pawn on e2 may not go to e5"), "{said}");
    assert!(said.contains("The king on e1 may not go to e2"), "{said}");
    assert!(
        said.contains("Type help to see what can be typed."),
        "{said}"
    );
    assert_eq!(said.matches("(Laws, 3.").count(), 2, "{said}");
    assert!(
        said.contains("That has to wait until the game is over."),
        "{said}"
    );
    assert!(said.contains("it comes by itself. (Laws, 9.3)"), "{said}");
    assert!(
        said.contains("no draw can be offered. (Laws, 9.1.1)"),
        "{said}"
    );
    assert!(!said.contains("Pip plays"), "{said}");
}

#[test]
fn a_mate_ends_the_game_and_the_next_one_has_colors_swapped() {
    let place = Place::new();
    let file = ["--pgn", "games.pgn"];
    let said = place.play(&[MATE, &file].concat(), "Qg7\nhint\nagain\n");
    assert!(
        said.contains("1-0: White won: Black is checkmated."),
        "{said}"
    );
    assert!(said.contains("The game was added to games.pgn."), "{said}");
    assert!(said.contains("The game is over."), "{said}");
    assert!(said.contains("You play Black against Inês."), "{said}");
    let games = fs::read_to_string(place.0.path().join("games.pgn")).unwrap();
    assert!(
        games.contains("1. Qg7# {White won: Black is checkmated.} 1-0"),
        "{games}"
    );
}

#[test]
fn hints_come_step_by_step_and_only_where_they_are_agreed() {
    let place = Place::new();
    let said = place.play(MATE, "hint\nhint\nhint\neval\n");
    assert!(said.contains("Look at the queen on g6."), "{said}");
    assert!(said.contains("The queen on g6 wants to go to"), "{said}");
    assert!(said.contains("It is checkmate."), "{said}");
    assert!(said.contains("White mates in 1: 1. Q"), "{said}");
    let said = place.play(&[MATE, &["--no-hints"]].concat(), "hint\neval\n");
    assert_eq!(
        said.matches("This game is played without hints.").count(),
        2,
        "{said}"
    );
}

#[test]
fn moves_are_taken_back_as_often_as_wished_or_never() {
    let place = Place::new();
    let said = place.play(WHITE, "e4\nd4\nundo\ntakeback\nfen\ntakeback\n");
    assert_eq!(
        said.matches("Both moves are taken back.").count(),
        2,
        "{said}"
    );
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert!(said.contains(start), "{said}");
    assert!(said.contains("You have no move to take back."), "{said}");
    let said = place.play(&[WHITE, &["--no-takebacks"]].concat(), "e4\nundo\n");
    assert!(!said.contains("taken back."), "{said}");
}

#[test]
fn a_game_that_is_left_goes_on_where_it_was() {
    let place = Place::new();
    let said = place.play(&[WHITE, &["--clock", "3+2"]].concat(), "e4\nquit\n");
    assert!(said.contains("tabiya play --resume"), "{said}");
    let [file] = &place.kept()[..] else {
        panic!("one game is kept");
    };
    let said = place.play(&["--resume"], "board\nd4\npgn\n");
    assert!(said.contains("You play White against Pip."), "{said}");
    assert!(said.contains("You play 2. d4."), "{said}");
    assert!(said.contains("[TimeControl \"180+2\"]"), "{said}");
    // And by the name of its file, as often as one likes.
    let said = place.play(
        &["--resume", file.to_str().unwrap()],
        "resign\nno\nresign\nyes\n",
    );
    assert!(said.contains("The game goes on."), "{said}");
    assert!(said.contains("White resigned."), "{said}");
    assert_eq!(place.kept(), Vec::<PathBuf>::new());
    let (code, _, complaint) = place.run(&["--resume"], "");
    assert_eq!(code, 2);
    assert!(complaint.contains("no game is kept"), "{complaint}");
}

#[test]
fn nothing_is_lost_however_the_process_ends() {
    let place = Place::new();
    let mut going = place.start(WHITE);
    going.types("e4\n");
    going.says("Pip plays 1... ");
    going.child.kill().unwrap();
    going.child.wait().unwrap();
    let mut going = place.start(&["--resume"]);
    going.types("d4\n");
    going.says("Pip plays 2... ");
    going.interrupt();
    going.says("tabiya play --resume");
    assert!(going.child.wait().unwrap().success());
    let said = place.play(&["--resume"], "pgn\n");
    assert!(said.contains("1. e4") && said.contains("2. d4"), "{said}");
}

#[test]
fn a_cut_off_line_is_passed_over_and_other_files_are_refused() {
    let place = Place::new();
    place.play(WHITE, "e4\n");
    let file = place.kept().pop().unwrap();
    let whole = fs::read_to_string(&file).unwrap();
    fs::write(&file, format!("{whole}{{\"seq\":")).unwrap();
    let said = place.play(&["--resume"], "fen\n");
    assert!(
        said.contains(" w KQkq - 0 2") || said.contains(" w KQkq - 1 2"),
        "{said}"
    );
    for wrong in ["", "e4 e5\n", "{}\n"] {
        fs::write(&file, wrong).unwrap();
        let (code, _, complaint) = place.run(&["--resume"], "");
        assert_eq!(code, 2, "{wrong}");
        assert!(complaint.contains("tabiya play has kept"), "{complaint}");
    }
}

#[test]
fn a_flag_falls_while_the_person_thinks() {
    let place = Place::new();
    let mut going = place.start(&[WHITE, &["--clock", "0.02"]].concat());
    going.types("e4\n");
    going.says("White ran out of time");
}

#[test]
fn chess960_is_played_from_any_array_and_rules_can_be_chosen() {
    let place = Place::new();
    let said = place.play(&["pip", "--white", "--chess960", "518"], "fen\n");
    assert!(
        said.contains("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"),
        "{said}"
    );
    let said = place.play(&["pip", "--white", "--chess960", "0"], "fen\n");
    assert!(said.contains("bbqnnrkr/pppppppp"), "{said}");
    // Where the clock is pressed, it is pressed with the move.
    let rules = ["--rules", "fide-blitz", "--clock", "3+2"];
    let said = place.play(&[WHITE, &rules].concat(), "e4\nd4\nfen\ndraw\n");
    assert!(said.contains("You play 2. d4."), "{said}");
    assert!(said.contains(" w KQkq"), "{said}");
    assert!(said.contains("would rather play on"), "{said}");
}

#[test]
fn a_position_in_which_all_is_over_says_so_at_once() {
    let place = Place::new();
    let mate = "7k/5KQ1/8/8/8/8/8/8 b - - 0 1";
    let said = place.play(&["--fen", mate, "--fast"], "");
    assert!(said.contains("1-0") && said.contains("checkmate"), "{said}");
}

#[test]
fn what_is_no_text_is_refused_and_the_game_goes_on() {
    let place = Place::new();
    let mut going = place.start(&["--white", "--fast", "--seed", "1"]);
    going.input.write_all(b"e\xff4\ne4\nquit\n").unwrap();
    going.says("1. e4");
}

#[test]
fn misuse_is_said_before_a_game_begins() {
    let place = Place::new();
    for wrong in [
        &["nobody"][..],
        &["--clock", "soon"],
        &["--white", "--black"],
        &["--chess960", "960x"],
        &["--rules", "chess"],
        &["--resume", "/there/is/no/such/file"],
        &["--pgn", "/there/is/no/such/folder/games.pgn"],
    ] {
        let (code, said, complaint) = place.run(wrong, "");
        assert_eq!((code, said.as_str()), (2, ""), "{wrong:?}");
        assert!(!complaint.is_empty(), "{wrong:?}");
    }
    for wrong in [
        &["--fen", "8/8/8/8/8/8/8/8 w - - 0 1"][..],
        &["--chess960", "960"],
    ] {
        let (code, _, complaint) = place.run(wrong, "");
        assert_eq!(code, 1, "{wrong:?}");
        assert!(complaint.contains("tabiya: "), "{complaint}");
    }
    let listed = place.play(&["--opponents"], "");
    assert!(
        listed.contains("pip 400 Pip: ") && listed.contains("tabiya"),
        "{listed}"
    );
}
