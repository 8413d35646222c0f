//! The programs in `examples/`, which `cargo test` has built before: each runs and says what it is
//! meant to say.
#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a test fails by a panic"
)]

use std::path::PathBuf;
use std::process::Command;

/// Where cargo puts the examples: beside the folder of this test.
fn program(name: &str) -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let profile = test.parent().and_then(|deps| deps.parent()).unwrap();
    let path = profile.join("examples").join(name);
    let path = path.with_extension(std::env::consts::EXE_EXTENSION);
    assert!(
        path.exists(),
        "{} is not built: run `cargo test` without --test, or `cargo build --examples` before",
        path.display()
    );
    path
}

fn run(name: &str, arguments: &[&str]) -> String {
    let output = Command::new(program(name))
        .args(arguments)
        .output()
        .unwrap();
    assert!(output.status.success(), "{name}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn legal_moves() {
    let text = run("legal_moves", &[]);
    assert!(text.starts_with("26 legal moves for white:\n"), "{text}");
    assert!(text.contains("  e1g1  O-O\n"), "{text}");
    let text = run("legal_moves", &["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"]);
    assert_eq!(text, "0 legal moves for black:\n");
}

#[test]
fn why_illegal() {
    let text = run("why_illegal", &[]);
    assert!(
        text.contains("(article 3.9.2)") && text.contains("e8"),
        "{text}"
    );
    let text = run("why_illegal", &["8/7P/8/8/8/8/k7/2K5 w - - 0 1", "h8Q"]);
    assert_eq!(text, "h8=Q is legal.\n");
}

#[test]
fn game() {
    let text = run("game", &[]);
    assert!(
        text.contains("white may claim a draw (article 9.2)."),
        "{text}"
    );
    let text = run("game", &["f3", "e5", "g4", "Qh4"]);
    assert!(
        text.contains("Qh4#    this position 1 times\n0-1: Checkmate (article 5.1.1)\n"),
        "{text}"
    );
}

#[test]
fn count_results() {
    let text = run("count_results", &[]);
    assert!(text.contains("0-1     1\n1-0     1\n"), "{text}");
    assert!(
        text.starts_with("Hasty: line 9, column 24: “Kf2” (half-move 5): "),
        "{text}"
    );
}

#[test]
fn winnable() {
    let text = run("winnable", &[]);
    assert!(text.starts_with("White can never give mate: "), "{text}");
    let text = run("winnable", &["8/8/8/4k3/4p3/4N3/4K3/8 b - - 0 1", "white"]);
    assert!(
        text.starts_with("Yes, for example:\n") && text.ends_with("#\n"),
        "{text}"
    );
}

#[test]
#[cfg(feature = "svg")]
fn picture() {
    let text = run("picture", &[]);
    assert!(
        text.starts_with("<svg ") && text.ends_with("</svg>\n"),
        "{text}"
    );
}
