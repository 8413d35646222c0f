//! docs/laws.md tells the truth and leaves nothing out: every article of the Laws and every
//! statement of the sources has a row; each row names code and a test that are there, or says with
//! one of a few marks why it has none. Whether a test proves what the page says, people must judge.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use anyhow::{Context, Result, ensure};
use tabiya_house::root;

/// The statements of the source pages are numbered R001 to R239.
const STATEMENTS: u32 = 239;

/// Why a row may have no code or no test. Nothing else is an excuse.
const MARKS: [&str; 4] = [
    "none: no digital counterpart",
    "none: for the organiser",
    "none: a remark of the source",
    "later: adjournment",
];

/// The rows of testdata/laws/cases.csv by their names.
fn cases() -> Result<BTreeSet<String>> {
    let text = read("testdata/laws/cases.csv")?;
    let rows = text.lines().skip(1);
    Ok(rows
        .filter_map(|row| row.split_once(','))
        .map(|(id, _)| id.to_owned())
        .collect())
}

fn read(path: &str) -> Result<String> {
    fs::read_to_string(root().join(path)).with_context(|| path.to_owned())
}

/// Everything that needs a row, in its order: the articles, then the statements.
fn subjects() -> Result<Vec<String>> {
    let articles = read("testdata/laws/articles.txt")?;
    let statements = (1..=STATEMENTS).map(|number| format!("R{number:03}"));
    Ok(articles
        .split_whitespace()
        .map(str::to_owned)
        .chain(statements)
        .collect())
}

/// What stands between a pair of `mark`s.
fn marked(text: &str, mark: char) -> impl Iterator<Item = &str> {
    text.split(mark).skip(1).step_by(2)
}

/// A row of a table of the page: `| articles | what | code | test |`.
struct Row<'a> {
    subjects: &'a str,
    code: &'a str,
    test: &'a str,
}

/// The rows of all tables whose header begins with `article` or `statement`.
fn rows(page: &str) -> Result<Vec<Row<'_>>> {
    let lines = page.lines().filter_map(|line| line.strip_prefix("| "));
    let mut rows = Vec::new();
    for line in lines {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [subjects, what, code, test, ""] = cells[..] else {
            anyhow::bail!("a row has articles, what, code and test: {line}");
        };
        if ["article", "statement", "---"].contains(&subjects) {
            continue;
        }
        ensure!(!what.is_empty(), "says nothing: {line}");
        rows.push(Row {
            subjects,
            code,
            test,
        });
    }
    Ok(rows)
}

impl Row<'_> {
    /// The subjects one by one: `3.2–3.5, R009` names five.
    fn named(&self, all: &[String]) -> Result<Vec<String>> {
        let place = |name: &str| {
            all.iter()
                .position(|subject| subject == name)
                .with_context(|| format!("{name} is neither an article nor a statement"))
        };
        let mut named = Vec::new();
        for part in self.subjects.split(", ") {
            let (first, last) = part.split_once('–').unwrap_or((part, part));
            let range = place(first)?..=place(last)?;
            ensure!(!range.is_empty(), "{part} runs backward");
            named.extend(all.get(range).unwrap_or_default().iter().cloned());
        }
        Ok(named)
    }

    fn check(&self, cases: &BTreeSet<String>) -> Result<()> {
        let mut excuses = marked(self.code, '*').chain(marked(self.test, '*'));
        let mut is_excused = false;
        for excuse in &mut excuses {
            ensure!(MARKS.contains(&excuse), "\"{excuse}\" is no mark");
            is_excused = true;
        }
        let files = marked(self.code, '`').map(check_file).count_good()?;
        let references = marked(self.test, '`').map(check_reference).count_good()?;
        let named = check_cases(self.test, cases)?;
        ensure!(
            is_excused || (files > 0 && references + named > 0),
            "it needs code and a test, or a mark"
        );
        Ok(())
    }
}

trait CountGood {
    fn count_good(self) -> Result<usize>;
}

impl<I: Iterator<Item = Result<()>>> CountGood for I {
    fn count_good(mut self) -> Result<usize> {
        self.try_fold(0, |count, one| one.map(|()| count + 1))
    }
}

/// The page writes `rules/x.rs` for `crates/rules/src/x.rs`, and the same for the arbiter.
fn check_file(name: &str) -> Result<()> {
    let path = match name.split_once('/') {
        Some((krate @ ("rules" | "arbiter"), file)) => format!("crates/{krate}/src/{file}"),
        _ => name.to_owned(),
    };
    ensure!(root().join(&path).is_file(), "there is no file {name}");
    Ok(())
}

/// `file.rs::function`, or `file.ts::what the test says`.
fn check_reference(name: &str) -> Result<()> {
    let (path, test) = name
        .split_once("::")
        .with_context(|| format!("{name} names no test"))?;
    let text = read(path)?;
    let is_there = if path.ends_with(".rs") {
        text.contains(&format!("fn {test}("))
    } else {
        ['\'', '"', '`']
            .iter()
            .any(|quote| text.contains(&format!("{quote}{test}{quote}")))
    };
    ensure!(is_there, "there is no test {name}");
    Ok(())
}

/// `cases A03–A05, D08`: how many rows of the table of cases a cell names.
fn check_cases(test: &str, cases: &BTreeSet<String>) -> Result<usize> {
    let mut count = 0;
    for word in test.split([' ', ',', ';', '(', ')', '–', '.']) {
        let is_case = word.len() == 3
            && word.starts_with(|c: char| c.is_ascii_uppercase())
            && word.chars().skip(1).all(|c| c.is_ascii_digit());
        if is_case {
            ensure!(cases.contains(word), "there is no case {word}");
            count += 1;
        }
    }
    Ok(count)
}

#[test]
fn every_article_and_every_statement_has_code_and_a_test_or_says_why_not() -> Result<()> {
    let (page, all, cases) = (read("docs/laws.md")?, subjects()?, cases()?);
    let mut places: BTreeMap<String, u32> = BTreeMap::new();
    let mut faults = Vec::new();
    for row in rows(&page)? {
        match row.named(&all) {
            Ok(named) => named
                .into_iter()
                .for_each(|subject| *places.entry(subject).or_default() += 1),
            Err(fault) => faults.push(format!("{}: {fault}", row.subjects)),
        }
        if let Err(fault) = row.check(&cases) {
            faults.push(format!("{}: {fault}", row.subjects));
        }
    }
    for subject in &all {
        match places.get(subject) {
            None => faults.push(format!("{subject} has no row")),
            Some(2..) if subject.starts_with('R') => {
                faults.push(format!("{subject} has more than one row"));
            }
            Some(_) => {}
        }
    }
    assert!(faults.is_empty(), "docs/laws.md:\n{}", faults.join("\n"));
    Ok(())
}

#[test]
fn what_the_page_names_outside_its_tables_is_there_too() -> Result<()> {
    let page = read("docs/laws.md")?;
    let outside: String = page.lines().filter(|line| !line.starts_with('|')).collect();
    for name in marked(&outside, '`') {
        if name.contains("::") {
            check_reference(name)?;
        } else if name.ends_with(".rs") && !name.contains(' ') {
            check_file(name)?;
        }
    }
    Ok(())
}

#[test]
fn a_row_without_proof_is_found() -> Result<()> {
    let (all, cases) = (subjects()?, cases()?);
    let check = |line: &str| -> Result<()> {
        for row in rows(line)? {
            row.named(&all)?;
            row.check(&cases)?;
        }
        Ok(())
    };
    check("| 3.2–3.5, R009 | moves | `rules/position.rs` | cases A03 |\n")?;
    check("| 4.1 | one hand | *none: no digital counterpart* | |\n")?;
    for bad in [
        "| 3.99 | no such article | `rules/position.rs` | cases A03 |\n",
        "| 3.5–3.2 | backward | `rules/position.rs` | cases A03 |\n",
        "| 3.2 | no test | `rules/position.rs` | |\n",
        "| 3.2 | no code | | cases A03 |\n",
        "| 3.2 | no such file | `rules/nowhere.rs` | cases A03 |\n",
        "| 3.2 | no such case | `rules/position.rs` | cases A99 |\n",
        "| 3.2 | no such test | `rules/position.rs` | `crates/rules/tests/perft.rs::nothing` |\n",
        "| 3.2 | an excuse of its own | *later: perhaps* | |\n",
        "| 3.2 | a cell too few | `rules/position.rs` |\n",
    ] {
        assert!(check(bad).is_err(), "{bad}");
    }
    Ok(())
}
