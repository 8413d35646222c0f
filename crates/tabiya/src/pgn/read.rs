//! `tabiya pgn read`: the games, one a line.

use std::io::{self, Write as _};

use tabiya_rules::PgnTree;

use super::finding::{Finding, Severity};
use super::record::{Record, findings, has_errors, marker};
use super::{Source, named};
use crate::output::{BAD, DIM, Ending, GOOD, NAME, Output};

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
        let found = if source.format.json {
            let record = Record::new(&tree, file, number);
            out.json(&record)?;
            record.diagnostics
        } else {
            let found = findings(&tree);
            list(&mut out, &tree, number, &found)?;
            found
        };
        if has_errors(&found) {
            ending = Ending::Refused;
        }
        Ok(true)
    })?;
    out.end(ending)
}

fn list(out: &mut Output, tree: &PgnTree, number: u64, found: &[Finding]) -> io::Result<()> {
    let tag = |name| tree.tag(name).unwrap_or("?");
    let mut facts = vec![moves(tree.mainline().count().div_ceil(2))];
    match tree.variations() {
        0 => {}
        1 => facts.push("1 variation".to_owned()),
        count => facts.push(format!("{count} variations")),
    }
    facts.extend(tree.tag("Date").map(str::to_owned));
    writeln!(
        out,
        "{DIM}{number:>6}{DIM:#}  {NAME}{} – {}{NAME:#}  {GOOD}{}{GOOD:#}  {DIM}{}{DIM:#}",
        tag("White"),
        tag("Black"),
        marker(tree),
        facts.join(", "),
    )?;
    for finding in found {
        let style = match finding.severity {
            Severity::Error => BAD,
            Severity::Oddity => DIM,
        };
        let Finding { line, column, .. } = finding;
        let sentence = finding.sentence();
        writeln!(
            out,
            "        {style}line {line}, column {column}{style:#}: {sentence}"
        )?;
    }
    Ok(())
}

fn moves(count: usize) -> String {
    match count {
        1 => "1 move".to_owned(),
        count => format!("{count} moves"),
    }
}
