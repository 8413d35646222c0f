//! docs/laws.md tells the truth: the files and tests that it names exist, and each statement of the
//! sources is placed exactly once. Whether a test proves what the page says, people must judge.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context, Result};
use tabiya_house::root;

/// The statements of the source pages are numbered R001 to R239.
const STATEMENTS: u32 = 239;

fn page() -> Result<String> {
    fs::read_to_string(root().join("docs/laws.md")).context("docs/laws.md")
}

/// What stands between backticks.
fn quoted(page: &str) -> impl Iterator<Item = &str> {
    page.split('`').skip(1).step_by(2)
}

#[test]
fn every_test_it_names_exists() -> Result<()> {
    let page = page()?;
    let mut seen = 0;
    for (file, function) in quoted(&page).filter_map(|text| text.split_once(".rs::")) {
        let path = format!("{file}.rs");
        let text = fs::read_to_string(root().join(&path)).with_context(|| path.clone())?;
        assert!(
            text.contains(&format!("fn {function}(")),
            "docs/laws.md names {path}::{function}, which is not there"
        );
        seen += 1;
    }
    assert!(
        seen > 30,
        "only {seen} tests are named: is the page still written this way?"
    );
    Ok(())
}

#[test]
fn every_file_it_names_exists() -> Result<()> {
    let page = page()?;
    let mut seen = 0;
    for text in quoted(&page).filter(|text| text.ends_with(".rs") && !text.contains(' ')) {
        let path = match text.split_once('/') {
            Some((krate @ ("rules" | "arbiter"), file)) => format!("crates/{krate}/src/{file}"),
            _ => text.to_owned(),
        };
        assert!(
            root().join(&path).is_file(),
            "docs/laws.md names {text}, which is not there"
        );
        seen += 1;
    }
    assert!(
        seen > 30,
        "only {seen} files are named: is the page still written this way?"
    );
    Ok(())
}

#[test]
fn every_statement_of_the_sources_is_placed_once() -> Result<()> {
    let page = page()?;
    let sources = page
        .split_once("## The five sources")
        .context("the section of sources")?
        .1;
    let mut places: BTreeMap<u32, u32> = BTreeMap::new();
    for word in sources.split([' ', ',', '(', ')', ';', '|']) {
        let ends: Vec<u32> = word
            .split('–')
            .filter_map(|end| end.strip_prefix('R')?.parse().ok())
            .collect();
        if let (Some(&first), Some(&last)) = (ends.first(), ends.last()) {
            (first..=last).for_each(|number| *places.entry(number).or_default() += 1);
        }
    }
    let wrong: Vec<String> = (1..=STATEMENTS)
        .filter(|number| places.get(number) != Some(&1))
        .map(|number| format!("R{number:03} ×{}", places.get(&number).unwrap_or(&0)))
        .collect();
    assert!(
        wrong.is_empty(),
        "not placed exactly once: {}",
        wrong.join(", ")
    );
    Ok(())
}
