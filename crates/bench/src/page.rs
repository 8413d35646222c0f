//! docs/performance.md: both builds measured in turns, process by process, and the tables between
//! the marks of the page written anew.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::contest::{OURS, Pace, Times};
use crate::table::{Line, lines};

const BEGIN: &str = "<!-- made by `make bench`: begin -->";
const END: &str = "<!-- made by `make bench`: end -->";

/// Measures this executable, which is the generic build, and the native one, and writes the page.
pub(crate) fn write(
    page: &Path,
    native: &Path,
    caption: &str,
    pace: Pace,
    deeper: u32,
) -> Result<()> {
    let old = fs::read_to_string(page).with_context(|| page.display().to_string())?;
    let generic = env::current_exe()?;
    let (mut by_generic, mut by_native) = (Vec::new(), Vec::new());
    for round in 0..pace.rounds {
        eprintln!("round {} of {}", round + 1, pace.rounds);
        join(&mut by_generic, turn(&generic, pace, deeper)?)?;
        join(&mut by_native, turn(native, pace, deeper)?)?;
    }
    let generic = lines(&by_generic, &by_generic);
    let native = lines(&by_native, &by_generic);
    let table = markdown(&generic, &native)?;
    print!("{table}");
    fs::write(page, between_marks(&old, caption, &table)?)?;
    Ok(())
}

/// One round of everything by one build.
fn turn(program: &Path, pace: Pace, deeper: u32) -> Result<Vec<Times>> {
    let output = Command::new(program)
        .args(["--raw", "--rounds", "1", "--turn-ms"])
        .arg(pace.turn_ms.to_string())
        .arg("--deeper")
        .arg(deeper.to_string())
        .output()
        .with_context(|| program.display().to_string())?;
    ensure!(
        output.status.success(),
        "{}: {}",
        program.display(),
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout)?
        .lines()
        .map(parse)
        .collect()
}

/// Reads what [`crate::table::print_raw`] writes.
fn parse(line: &str) -> Result<Times> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [row, name, unit, work, entrant, seconds] = fields[..] else {
        bail!("not a line of six fields: {line}");
    };
    Ok(Times {
        row: row.to_owned(),
        name: name.to_owned(),
        unit: unit.to_owned(),
        work: work.parse()?,
        entrant: entrant.to_owned(),
        seconds: seconds
            .split(' ')
            .map(str::parse)
            .collect::<Result<_, _>>()?,
    })
}

/// Adds the seconds of one round to those of the rounds before.
fn join(all: &mut Vec<Times>, round: Vec<Times>) -> Result<()> {
    if all.is_empty() {
        *all = round;
        return Ok(());
    }
    ensure!(
        all.len() == round.len(),
        "the rounds measure different things"
    );
    for (times, more) in all.iter_mut().zip(round) {
        times.seconds.extend(more.seconds);
    }
    Ok(())
}

/// A row for everything that is measured, a column for everyone, `generic / native` in each cell.
fn markdown(generic: &[Line], native: &[Line]) -> Result<String> {
    let mut rows: Vec<&str> = Vec::new();
    let mut entrants: Vec<&str> = Vec::new();
    for line in generic {
        if !rows.contains(&line.row.as_str()) {
            rows.push(&line.row);
        }
        if !entrants.contains(&line.entrant.as_str()) {
            entrants.push(&line.entrant);
        }
    }
    let find = |lines: &[Line], row: &str, entrant: &str| {
        let same = |line: &&Line| line.row == row && line.entrant == entrant;
        lines.iter().find(same).cloned()
    };
    let mut text = format!("| | {} | ours, per second |\n", entrants.join(" | "));
    writeln!(text, "| --- |{}", " ---: |".repeat(entrants.len() + 1))?;
    for row in rows {
        write!(text, "| {row} |")?;
        for entrant in &entrants {
            let cells = (find(generic, row, entrant), find(native, row, entrant));
            match cells {
                (Some(generic), Some(native)) => {
                    write!(text, " {:.2} / {:.2} |", generic.ratio, native.ratio)?;
                }
                _ => text.push_str(" |"),
            }
        }
        let ours = (find(generic, row, OURS), find(native, row, OURS));
        match ours {
            (Some(generic), Some(native)) => writeln!(
                text,
                " {:.3} / {:.3} M {} |",
                generic.speed / 1e6,
                native.speed / 1e6,
                generic.unit
            )?,
            _ => text.push_str(" |\n"),
        }
    }
    Ok(text)
}

fn between_marks(old: &str, caption: &str, table: &str) -> Result<String> {
    let (before, rest) = old
        .split_once(BEGIN)
        .context("the page has no first mark")?;
    let (_, after) = rest
        .split_once(END)
        .context("the page has no second mark")?;
    Ok(format!(
        "{before}{BEGIN}\n\n{caption}\n\n{table}\n{END}{after}"
    ))
}
