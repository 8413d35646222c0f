//! Every row of `testdata/laws/cases.csv` under every rule set that it names: as a script for
//! `tabiya judge` in `testdata/laws/scripts`, and through a real table here. A row that no step
//! understands fails. `TABIYA_WRITE_SCRIPTS=1` writes the scripts anew.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    missing_docs,
    unreachable_pub,
    reason = "a test may fail where it stands"
)]

#[path = "../common/mod.rs"]
mod common;
mod conduct;
mod plan;
mod play;
mod rows;
mod script;

use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use rows::{Row, rows};
use script::Script;
use tabiya_arbiter::RuleSet;
use tabiya_rules::Square;

/// How many rows there are.
const ROWS: usize = 180;

fn folder() -> PathBuf {
    PathBuf::from(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../testdata/laws/scripts"
    ))
}

/// The scripts of a row: each with the rule sets under which it reads the same.
fn scripts(row: &Row) -> Vec<(Script, Vec<RuleSet>)> {
    let mut scripts: Vec<(Script, Vec<RuleSet>)> = Vec::new();
    for rules in row.rule_sets() {
        for script in plan::scripts(row, &rules) {
            match scripts.iter_mut().find(|(known, _)| *known == script) {
                Some((_, all)) => all.push(rules),
                None => scripts.push((script, vec![rules])),
            }
        }
    }
    scripts
}

/// The files of a row, by name.
fn files(row: &Row) -> BTreeMap<String, String> {
    let scripts = scripts(row);
    let mut files = BTreeMap::new();
    for (script, rules) in &scripts {
        let has_twin = scripts
            .iter()
            .any(|(other, all)| other.suffix == script.suffix && all != rules);
        let mut name = row.id.clone();
        if !script.suffix.is_empty() {
            name = format!("{name}.{}", script.suffix);
        }
        if has_twin {
            name = format!("{name}.{}", rules[0].preset);
        }
        let about = format!("{}: {} -> {}", row.id, row.action, row.expected);
        let twice = files.insert(format!("{name}.jsonl"), script.text(&about, rules));
        assert!(twice.is_none(), "two scripts are called {name}");
    }
    files
}

#[test]
fn every_row_holds_at_a_real_table_under_every_rule_set_that_it_names() {
    let mut failed = Vec::new();
    let rows = rows();
    for row in &rows {
        let Ok(scripts) = catch_unwind(AssertUnwindSafe(|| scripts(row))) else {
            failed.push(format!("{}: no script", row.id));
            continue;
        };
        assert!(!scripts.is_empty(), "{} names no rule set", row.id);
        for (script, all) in &scripts {
            for rules in all {
                let played = catch_unwind(AssertUnwindSafe(|| play::faults(script, *rules)));
                let faults = played.unwrap_or_else(|_| vec!["it broke off".to_owned()]);
                let name = |fault| format!("{} {} ({rules}): {fault}", row.id, script.suffix);
                failed.extend(faults.into_iter().map(name));
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert_eq!(rows.len(), ROWS);
}

#[test]
fn the_scripts_in_testdata_are_those_of_the_rows() {
    let wanted: BTreeMap<String, String> = rows().iter().flat_map(files).collect();
    let folder = folder();
    if std::env::var_os("TABIYA_WRITE_SCRIPTS").is_some() {
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        for (name, text) in &wanted {
            fs::write(folder.join(name), text).expect("a file");
        }
    }
    let found: BTreeMap<String, String> = fs::read_dir(&folder)
        .expect("testdata/laws/scripts")
        .map(|entry| {
            let path = entry.expect("an entry").path();
            let name = path.file_name().expect("a name").to_string_lossy();
            (name.into_owned(), fs::read_to_string(&path).expect("text"))
        })
        .collect();
    let differing: Vec<&String> = wanted
        .keys()
        .chain(found.keys())
        .filter(|name| wanted.get(*name) != found.get(*name))
        .collect();
    assert!(
        differing.is_empty(),
        "write them anew (TABIYA_WRITE_SCRIPTS=1): {differing:?}"
    );
}

#[test]
fn squares_have_the_shades_that_the_rows_say() {
    let rows = rows();
    let row = rows.iter().find(|row| row.id == "A02").expect("A02");
    let (_, squares) = row.action.split_once(' ').expect("squares");
    let shade = |square: &str| {
        let index = square.parse::<Square>().expect("a square").index();
        ["dark", "light"][(index / 8 + index % 8) % 2]
    };
    let shades: Vec<&str> = squares.split(' ').map(shade).collect();
    assert_eq!(shades.join(" "), row.expected);
}

#[test]
fn moves_are_written_and_read_as_the_rows_say() {
    for row in rows().iter().filter(|row| row.action.starts_with("san ")) {
        let mut settings = common::settings(tabiya_arbiter::Preset::FideOnline);
        if row.start != "startpos" {
            settings = common::from_fen(settings, &row.start);
        }
        let mut scene = common::Scene::start(settings).expect("the row can be set up");
        scene.play_all(&row.moves);
        let position = play::position(&scene);
        let uci: tabiya_rules::Uci = row.action["san ".len()..].parse().expect("UCI");
        let mv = uci.resolve(&position).expect("legal");
        let san = plan::first_word(&row.expected);
        assert_eq!(tabiya_rules::San::write(&position, mv), san, "{}", row.id);
        let read = tabiya_rules::read_move(&position, san).expect("read back");
        assert_eq!(read.mv, mv, "{}", row.id);
        assert!(read.hint.is_none(), "{}", row.id);
    }
}
