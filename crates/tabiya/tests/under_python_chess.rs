//! `tabiya uci` under a driver that others have written: python-chess plays games with it, in
//! standard chess and Chess960, at full strength and between levels. `TABIYA_PYTHON` names a
//! Python that has it (`scripts/need-python-chess.sh` finds or makes one); where there is none,
//! the test says so and skips. `TABIYA_LONG=1` plays 200 games with clocks.
#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test ends where something is not as it must be"
)]

use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

/// A Python with python-chess.
fn python() -> Option<String> {
    let named = std::env::var("TABIYA_PYTHON").ok();
    let python = named
        .filter(|name| !name.is_empty())
        .unwrap_or_else(|| "python3".to_owned());
    let asked = Command::new(&python)
        .args(["-c", "import chess.engine"])
        .stderr(Stdio::null())
        .status();
    asked.is_ok_and(|status| status.success()).then_some(python)
}

#[test]
fn games_are_played_without_a_fault() {
    let Some(python) = python() else {
        eprintln!("SKIPPED: no Python with python-chess; set TABIYA_PYTHON to one");
        return;
    };
    let is_long = std::env::var_os("TABIYA_LONG").is_some_and(|value| value == "1");
    // Without a clock nothing depends on how busy the machine is.
    let (games, by) = if is_long {
        ("200", "clock")
    } else {
        ("6", "nodes")
    };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python/games.py");
    let output = Command::new(python)
        .arg(script)
        .args([env!("CARGO_BIN_EXE_tabiya"), games, by])
        .output()
        .unwrap();
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["faults"], json!([]), "{report}");
    let finished: u64 = report["results"]
        .as_object()
        .unwrap()
        .iter()
        .filter(|(name, _)| *name != "UNFINISHED")
        .filter_map(|(_, count)| count.as_u64())
        .sum();
    assert!(finished > 0, "{report}");
}
