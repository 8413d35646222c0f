//! `docs/cli.md`: every example on the page is run, and prints what the page says.
#![allow(
    clippy::unwrap_used,
    reason = "a test ends where something is not as it must be"
)]

use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

/// The mark behind a command that refuses.
const REFUSED: &str = "# ends with 1";

/// The fenced blocks of a page in a language.
fn blocks<'a>(page: &'a str, language: &str) -> Vec<&'a str> {
    let fence = format!("```{language}\n");
    let behind = page.split(&fence).skip(1);
    behind
        .map(|text| text.split("```\n").next().unwrap())
        .collect()
}

/// The commands of a block, each with what the page says that it prints.
fn examples(block: &str) -> Vec<(&str, &str)> {
    let parts = block.strip_prefix("$ ").unwrap().split("\n$ ");
    parts
        .map(|part| part.split_once('\n').unwrap_or((part, "")))
        .collect()
}

#[test]
#[cfg(unix)]
fn every_example_prints_what_the_page_says() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/cli.md");
    let page = std::fs::read_to_string(page).unwrap();
    let folder = TempDir::new().unwrap();
    let [games] = blocks(&page, "pgn")[..] else {
        panic!("the page has one file of games");
    };
    std::fs::write(folder.path().join("games.pgn"), games).unwrap();
    let [script] = blocks(&page, "jsonl")[..] else {
        panic!("the page has one script");
    };
    std::fs::write(folder.path().join("rook.jsonl"), script).unwrap();
    let binary = Path::new(env!("CARGO_BIN_EXE_tabiya")).parent().unwrap();
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap());
    let mut count = 0;
    for (command, printed) in blocks(&page, "console").into_iter().flat_map(examples) {
        let output = Command::new("sh")
            .args(["-c", &format!("exec 2>&1; {command}")])
            .current_dir(folder.path())
            .env("PATH", &path)
            .output()
            .unwrap();
        let found = String::from_utf8(output.stdout).unwrap();
        assert_eq!(found.trim_end(), printed.trim_end(), "{command}");
        let code = i32::from(command.ends_with(REFUSED));
        assert_eq!(output.status.code(), Some(code), "{command}");
        count += 1;
    }
    assert!(count > 20, "{count} examples");
}
