//! Tests only: every question that the suite of the store asks is noted, and none of them may read a
//! whole table that grows with the years, unless it is known here why.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use rusqlite::Connection;
use rusqlite::trace::{TraceEvent, TraceEventCodes};
use tempfile::TempDir;

use super::super::conformance;
use super::{FILE_NAME, SqliteStore};

/// What was asked of each file: the other tests ask, too.
static ASKED: Mutex<BTreeMap<String, BTreeSet<String>>> = Mutex::new(BTreeMap::new());

/// Notes what is asked over this connection.
pub(super) fn watch(connection: &mut Connection) {
    let file = connection.path().unwrap_or_default().to_owned();
    let note = move |event: TraceEvent<'_>| {
        if let TraceEvent::Stmt(_, sql) = event {
            let mut asked = ASKED.lock().unwrap_or_else(PoisonError::into_inner);
            let asked = asked.entry(file.clone()).or_default();
            asked.insert(sql.to_owned());
        }
    };
    let done = connection.trace_v2(TraceEventCodes::SQLITE_TRACE_STMT, Some(note));
    done.unwrap();
}

/// Tables that stay small, however old a house becomes, and names of what is no table.
const SMALL: [&str; 17] = [
    "CONSTANT",
    "bans",
    "challenges",
    "heartbeat",
    "house_rules",
    "invitations",
    "json_each",
    "keepsakes",
    "mailed_links",
    "mine",
    "outages",
    "past",
    "pragma_page_count",
    "pragma_page_size",
    "resting_names",
    "seeks",
    "sqlite_schema",
];

/// Indexes that hold only the few rows that are asked for.
const PARTIAL: [&str; 6] = [
    "letter_invitations_open",
    "outbox_due",
    "outbox_given_up",
    "people_admins",
    "reports_open",
    "tables_running",
];

/// What reads all of a table on purpose: how the statement begins, and why.
const KNOWN: [(&str, &str); 11] = [
    (
        "INSERT INTO puzzles (id, fen",
        "whoever points at a puzzle is asked for only where its key changes",
    ),
    (
        "SELECT (SELECT count(*) FROM people",
        "the host's page counts everything",
    ),
    (
        "SELECT count(*) FROM events",
        "a copy of the store is checked",
    ),
    (
        "SELECT people.id AS person_id, class, rating",
        "all ratings are counted again",
    ),
    (
        "SELECT people.id AS person_id, class",
        "all ratings are counted again",
    ),
    (
        "SELECT people.key, people.seen_ms",
        "the host looks for people by a part of the name",
    ),
    (
        "SELECT person_key, class FROM ratings",
        "all ratings are counted again",
    ),
    (
        "SELECT position, tables.id",
        "all games are counted again, page by page",
    ),
    (
        "SELECT role = 'admin' AND NOT EXISTS",
        "it ends at the first other account",
    ),
    ("SELECT tables.name, keys", "the tables of the schema"),
    (
        "UPDATE people SET name = ?2, name_key",
        "it ends at the first account of all",
    ),
];

#[tokio::test(flavor = "multi_thread")]
async fn no_question_reads_a_whole_table() {
    let files = Mutex::new(Vec::new());
    let place = || {
        let folder = TempDir::new().unwrap();
        let file = folder.path().join(FILE_NAME);
        files
            .lock()
            .unwrap()
            .push(file.to_string_lossy().into_owned());
        folder
    };
    conformance::run(place).await;
    let folder = TempDir::new().unwrap();
    drop(SqliteStore::open(folder.path()).unwrap());
    let connection = Connection::open(folder.path().join(FILE_NAME)).unwrap();
    let known = ASKED.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let files = files.into_inner().unwrap();
    let asked: BTreeSet<&String> = files
        .iter()
        .filter_map(|file| known.get(file))
        .flatten()
        .collect();
    assert!(asked.len() > 100, "{}", asked.len());
    let mut slow = Vec::new();
    for sql in asked {
        let word = sql.split_whitespace().next().unwrap_or_default();
        let is_question = ["SELECT", "UPDATE", "DELETE", "INSERT", "WITH"].contains(&word);
        if !is_question || KNOWN.iter().any(|(known, _)| sql.starts_with(known)) {
            continue;
        }
        let mut explain = connection
            .prepare(&format!("EXPLAIN QUERY PLAN {sql}"))
            .unwrap();
        let steps = explain
            .raw_query()
            .mapped(|row| row.get::<_, String>("detail"));
        for step in steps {
            let step = step.unwrap();
            let Some(rest) = step.strip_prefix("SCAN ") else {
                continue;
            };
            let table = rest.split(' ').next().unwrap_or_default();
            let is_few = PARTIAL
                .iter()
                .any(|index| rest.ends_with(&format!("INDEX {index}")));
            // What stands in brackets is a part of the question, and no table.
            if !table.starts_with('(') && !SMALL.contains(&table) && !is_few {
                slow.push(format!("{step}\n    {sql}"));
            }
        }
    }
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}
