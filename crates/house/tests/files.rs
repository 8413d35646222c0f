//! The shape of source files: each says what lives in it, and none grows beyond reading.

use std::fs;

use anyhow::Result;
use tabiya_house::{SourceFile, root, source_files};

const MOST_LINES: usize = 800;

fn all_sources() -> Result<Vec<SourceFile>> {
    let endings = [".rs", ".ts", ".js", ".mjs", ".svelte", ".css", ".sh"];
    let mut files = source_files(&["crates", "scripts"], &endings)?;
    for folder in ["fuzz", "web", "e2e"] {
        // A crate taken out of the repository has neither.
        if root().join(folder).is_dir() {
            files.extend(source_files(&[folder], &endings)?);
        }
    }
    Ok(files)
}

/// Whether the file begins by saying what it is.
fn introduces_itself(file: &SourceFile) -> bool {
    let mut lines = file.text.lines();
    let first = lines.next().unwrap_or_default();
    let second = lines.next().unwrap_or_default().trim_start();
    let is_comment = |line: &str| line.starts_with("//") || line.starts_with("/*");
    match file.path.rsplit('.').next() {
        Some("rs") => first.starts_with("//!"),
        Some("sh") => first.starts_with("#!") && second.starts_with("# "),
        Some("svelte") => {
            first.starts_with("<!--") || (first.starts_with("<script") && is_comment(second))
        }
        _ => is_comment(first),
    }
}

#[test]
fn every_file_opens_by_saying_what_lives_here() {
    let silent: Vec<_> = all_sources()
        .unwrap()
        .into_iter()
        .filter(|f| !introduces_itself(f))
        .map(|f| f.path)
        .collect();
    assert!(
        silent.is_empty(),
        "these files do not say what lives in them: {silent:#?}"
    );
}

#[test]
fn no_file_is_too_long_to_read() {
    let long: Vec<_> = all_sources()
        .unwrap()
        .into_iter()
        .map(|file| (file.text.lines().count(), file.path))
        .filter(|(lines, _)| *lines > MOST_LINES)
        .collect();
    assert!(
        long.is_empty(),
        "these files have more than {MOST_LINES} lines: {long:#?}"
    );
}

#[test]
fn nothing_is_left_for_later() {
    // Spelled apart, so that this file does not find itself.
    let marks = [
        concat!("TO", "DO"),
        concat!("FIX", "ME"),
        concat!("#[ig", "nore"),
    ];
    for file in all_sources().unwrap() {
        for mark in marks {
            assert!(!file.text.contains(mark), "{} has a {mark}", file.path);
        }
    }
}

#[test]
fn the_pure_crates_are_pure() {
    for name in ["rules", "arbiter"] {
        let door = fs::read_to_string(root().join("crates").join(name).join("src/lib.rs")).unwrap();
        for attribute in ["#![no_std]", "#![forbid(unsafe_code)]"] {
            assert!(
                door.lines().any(|line| line == attribute),
                "{name} lacks {attribute}"
            );
        }
    }
}
