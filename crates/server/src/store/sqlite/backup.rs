//! A copy of the SQLite file while it is in use: all of it as it is at one moment, checked before it
//! gets its name.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};

use super::super::{Copied, Told};
use super::{APPLICATION_ID, ReadError, count_column};

/// Pages that are copied between two looks at how far it has come: 4 MB.
const PAGES: i32 = 1024;

/// A file that is not ready and is taken away again unless it becomes so.
struct Draft(PathBuf);

impl Drop for Draft {
    fn drop(&mut self) {
        // It has its name already, or was never made.
        let _ = fs::remove_file(&self.0);
    }
}

/// Copies the store of this connection into a new file.
pub(super) fn copy(
    connection: &Connection,
    file: &Path,
    mut told: Told,
) -> Result<Copied, ReadError> {
    let mut name = file.as_os_str().to_owned();
    name.push(".part");
    let draft = Draft(name.into());
    // What an earlier try has left.
    let _ = fs::remove_file(&draft.0);
    // While this reads, its view of the store stands still, whatever others write.
    let reading = connection.unchecked_transaction()?;
    let events = events_in(&reading)?;
    let mut copy = Connection::open(&draft.0)?;
    write_pages(&reading, &mut copy, &mut told)?;
    drop(reading);
    check(&copy, events)?;
    // One file and nothing beside it.
    copy.pragma_update(None, "journal_mode", "delete")?;
    copy.close().map_err(|(_, error)| error)?;
    let written = File::open(&draft.0)
        .and_then(|written| written.sync_all().and_then(|()| written.metadata()))
        .map_err(fault)?;
    fs::rename(&draft.0, file).map_err(fault)?;
    Ok(Copied {
        bytes: written.len(),
        events,
    })
}

fn write_pages(from: &Connection, to: &mut Connection, told: &mut Told) -> Result<(), ReadError> {
    let backup = Backup::new(from, to)?;
    loop {
        let step = backup.step(PAGES)?;
        let progress = backup.progress();
        let count = |pages: i32| u64::try_from(pages).unwrap_or(0);
        if !told(count(progress.remaining), count(progress.pagecount)) {
            return Err(ReadError::Unreadable("it was stopped".to_owned()));
        }
        match step {
            StepResult::Done => return Ok(()),
            StepResult::More => {}
            // Another program holds the file for a moment.
            _ => std::thread::sleep(std::time::Duration::from_millis(50)),
        }
    }
}

/// Reads the copy from end to end.
fn check(copy: &Connection, events: u64) -> Result<(), ReadError> {
    let bad = |what: &str| ReadError::Unreadable(format!("the copy is not sound: {what}"));
    let verdict: String = copy.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if verdict != "ok" {
        return Err(bad(&verdict));
    }
    let application: i32 = copy.pragma_query_value(None, "application_id", |row| row.get(0))?;
    if application != APPLICATION_ID || events_in(copy)? != events {
        return Err(bad("something is missing"));
    }
    Ok(())
}

fn events_in(connection: &Connection) -> Result<u64, rusqlite::Error> {
    connection.query_row("SELECT count(*) FROM events", [], |row| {
        count_column(row, 0)
    })
}

fn fault(error: std::io::Error) -> ReadError {
    ReadError::Unreadable(error.to_string())
}
