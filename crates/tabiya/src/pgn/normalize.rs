//! `tabiya pgn normalize`: the games in the export format of PGN, as other programs like it.

use std::io::Write as _;

use super::record::{Record, findings, has_errors};
use super::{Source, named};
use crate::output::{Ending, Output, remark};
use serde::Serialize;

/// A game with its clean text.
#[derive(Serialize)]
struct Normalized<'a> {
    pgn: &'a str,
    #[serde(flatten)]
    record: Record<'a>,
}

pub(super) fn run(source: &Source) -> anyhow::Result<Ending> {
    let mut out = Output::new();
    let mut ending = Ending::Accepted;
    let mut number = 0;
    source.walk(|games, file| {
        let Some(tree) = named(games.next_tree(), file)? else {
            number = 0;
            return Ok(false);
        };
        number += 1;
        let text = tree.to_string();
        if source.format.json {
            let record = Record::new(&tree, file, number);
            out.json(&Normalized { pgn: &text, record })?;
        } else {
            out.write_all(text.as_bytes())?;
        }
        let found = findings(&tree);
        if has_errors(&found) {
            ending = Ending::Refused;
            for finding in found {
                let (line, column) = (finding.line, finding.column);
                remark(&format!("{file}:{line}:{column}: {}", finding.sentence()));
            }
        }
        Ok(true)
    })?;
    out.end(ending)
}
