//! The one thread that writes to the SQLite file: it takes all writes that wait and commits them in
//! one transaction, so that the cost of a durable commit is shared. Reading stands in `sqlite.rs`.

use std::thread::{self, JoinHandle};

use rusqlite::{Connection, OptionalExtension as _, Transaction, TransactionBehavior, params};
use tokio::sync::{mpsc, oneshot};

use super::sqlite::{EVENT_VERSION, millis_to_sql, number_to_sql, seat_name, table_key};
use super::{Answer, Append, Grant, StoreError};
use crate::ids::TableId;
use crate::limits;

/// Something to write, with the events already turned into text by whoever asks.
pub(super) enum Write {
    Append { append: Append, texts: Vec<String> },
    Token { table: TableId, grant: Grant },
    Beat { at_ms: i64 },
}

impl Write {
    pub(super) fn append(append: Append) -> Result<Self, StoreError> {
        let texts = append
            .events
            .iter()
            .map(|recorded| serde_json::to_string(&recorded.event));
        let texts = texts.collect::<Result<_, _>>();
        let texts = texts.map_err(|error| StoreError::Unreadable(error.to_string()))?;
        Ok(Self::Append { append, texts })
    }
}

struct Job {
    write: Write,
    done: oneshot::Sender<Result<(), StoreError>>,
}

/// The door to the writing thread. When it is dropped, what waits is still written.
pub(super) struct Writer {
    queue: Option<mpsc::Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    pub(super) fn start(connection: Connection) -> std::io::Result<Self> {
        let (queue, jobs) = mpsc::channel(limits::WRITE_QUEUE);
        let thread = thread::Builder::new()
            .name("store-writer".to_owned())
            .spawn(move || write_all(connection, jobs))?;
        Ok(Self {
            queue: Some(queue),
            thread: Some(thread),
        })
    }

    pub(super) fn write(&self, write: Result<Write, StoreError>) -> Answer<'_, ()> {
        Box::pin(async move {
            let (done, written) = oneshot::channel();
            let gone = || StoreError::Away("the writer has stopped".to_owned());
            let queue = self.queue.as_ref().ok_or_else(gone)?;
            queue
                .send(Job {
                    write: write?,
                    done,
                })
                .await
                .map_err(|_| gone())?;
            written.await.map_err(|_| gone())?
        })
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // Without a sender the thread writes what is left and ends.
        self.queue = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn write_all(mut connection: Connection, mut jobs: mpsc::Receiver<Job>) {
    while let Some(first) = jobs.blocking_recv() {
        let mut batch = vec![first];
        while batch.len() < limits::WRITE_BATCH {
            let Ok(next) = jobs.try_recv() else { break };
            batch.push(next);
        }
        commit(&mut connection, batch);
    }
}

/// Commits a batch in one transaction and answers all of it. A write that SQLite refuses must not
/// spoil the others: then each is tried on its own.
fn commit(connection: &mut Connection, batch: Vec<Job>) {
    let writes: Vec<&Write> = batch.iter().map(|job| &job.write).collect();
    match try_commit(connection, &writes) {
        Ok(answers) => {
            for (job, answer) in batch.into_iter().zip(answers) {
                // Whoever asked may be gone; the write stands all the same.
                let _ = job.done.send(answer);
            }
        }
        Err(error) if batch.len() == 1 => {
            tracing::error!(%error, "the store could not write");
            for job in batch {
                let _ = job.done.send(Err(StoreError::Away(error.to_string())));
            }
        }
        Err(_) => {
            for job in batch {
                commit(connection, vec![job]);
            }
        }
    }
}

type Verdict = Result<(), StoreError>;

fn try_commit(
    connection: &mut Connection,
    writes: &[&Write],
) -> Result<Vec<Verdict>, rusqlite::Error> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let answers = writes.iter().map(|write| write_one(&transaction, write));
    let answers = answers.collect::<Result<Vec<_>, _>>()?;
    transaction.commit()?;
    Ok(answers)
}

/// Conflicts are found before anything is changed, so they are answers and not errors.
fn write_one(transaction: &Transaction<'_>, write: &Write) -> Result<Verdict, rusqlite::Error> {
    match write {
        Write::Append { append, texts } => write_append(transaction, append, texts),
        Write::Token { table, grant } => write_token(transaction, table, grant),
        Write::Beat { at_ms } => {
            let sql = "INSERT INTO heartbeat (only, alive_ms) VALUES (1, ?1) \
                       ON CONFLICT (only) DO UPDATE SET alive_ms = max(alive_ms, ?1)";
            transaction.prepare_cached(sql)?.execute([at_ms])?;
            Ok(Ok(()))
        }
    }
}

fn write_append(
    transaction: &Transaction<'_>,
    append: &Append,
    texts: &[String],
) -> Result<Verdict, rusqlite::Error> {
    let known = table_key(transaction, &append.table)?;
    let key = match (known, append.expected) {
        (Some(key), expected) if last_seq(transaction, key)? == number_to_sql(expected) => key,
        (None, 0) => create_table(transaction, append)?,
        _ => return Ok(Err(StoreError::Conflict)),
    };
    let sql = "INSERT INTO events \
               (table_key, seq, at_ms, version, event, command_seat, command_id) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    let mut insert = transaction.prepare_cached(sql)?;
    let last = append.events.len().saturating_sub(1);
    for (index, (recorded, text)) in append.events.iter().zip(texts).enumerate() {
        let command = append.command.as_ref().filter(|_| index == last);
        insert.execute(params![
            key,
            number_to_sql(recorded.seq),
            millis_to_sql(recorded.at),
            EVENT_VERSION,
            text,
            command.map(|command| seat_name(command.seat)),
            command.map(|command| &command.id),
        ])?;
    }
    if let Some(grant) = &append.grant {
        insert_token(transaction, key, grant)?;
    }
    let sql = "UPDATE tables SET running = ?2 WHERE key = ?1 AND running <> ?2";
    transaction
        .prepare_cached(sql)?
        .execute(params![key, append.running])?;
    Ok(Ok(()))
}

fn create_table(transaction: &Transaction<'_>, append: &Append) -> Result<i64, rusqlite::Error> {
    let created_ms = append
        .events
        .first()
        .map_or(0, |recorded| millis_to_sql(recorded.at));
    let sql = "INSERT INTO tables (id, created_ms, running) VALUES (?1, ?2, 0)";
    transaction
        .prepare_cached(sql)?
        .execute(params![append.table.as_str(), created_ms])?;
    Ok(transaction.last_insert_rowid())
}

fn last_seq(transaction: &Transaction<'_>, key: i64) -> Result<i64, rusqlite::Error> {
    let sql = "SELECT seq FROM events WHERE table_key = ?1 ORDER BY seq DESC LIMIT 1";
    let found = transaction
        .prepare_cached(sql)?
        .query_row([key], |row| row.get(0));
    Ok(found.optional()?.unwrap_or(0))
}

fn write_token(
    transaction: &Transaction<'_>,
    table: &TableId,
    grant: &Grant,
) -> Result<Verdict, rusqlite::Error> {
    let Some(key) = table_key(transaction, table)? else {
        return Ok(Err(StoreError::Conflict));
    };
    let sql = "SELECT count(*) FROM seat_tokens WHERE table_key = ?1 AND seat = ?2";
    let mut select = transaction.prepare_cached(sql)?;
    let count: u32 = select.query_row(params![key, seat_name(grant.seat)], |row| row.get(0))?;
    if count >= limits::TOKENS_PER_SEAT {
        return Ok(Err(StoreError::TooManyTokens));
    }
    insert_token(transaction, key, grant)?;
    Ok(Ok(()))
}

fn insert_token(
    transaction: &Transaction<'_>,
    key: i64,
    grant: &Grant,
) -> Result<(), rusqlite::Error> {
    let sql = "INSERT INTO seat_tokens (hash, table_key, seat) VALUES (?1, ?2, ?3)";
    let hash = grant.token.0;
    transaction
        .prepare_cached(sql)?
        .execute(params![hash, key, seat_name(grant.seat)])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::time::Instant;

    use tabiya_arbiter::{Event, Recorded, Settings, Timestamp};
    use tempfile::TempDir;

    use super::super::sqlite::prepare;
    use super::*;

    const CROWD: u32 = 2000;

    fn opening() -> Write {
        let event = Event::TableOpened {
            settings: Settings::default(),
            owner_name: None,
            seed: 1,
        };
        let append = Append {
            table: TableId::random().unwrap(),
            expected: 0,
            events: vec![Recorded {
                seq: 1,
                at: Timestamp(1),
                event,
            }],
            command: None,
            grant: None,
            running: false,
        };
        Write::append(append).unwrap()
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn waiting_appends_share_their_commits() {
        let folder = TempDir::new().unwrap();
        let mut connection = prepare(&folder.path().join("store")).ok().unwrap();
        let commits = Arc::new(AtomicU32::new(0));
        let count = Arc::clone(&commits);
        let hook = move || count.fetch_add(1, Ordering::Relaxed) == u32::MAX;
        connection.commit_hook(Some(hook)).unwrap();
        let writer = Arc::new(Writer::start(connection).unwrap());

        let start = Instant::now();
        for _ in 0..20 {
            writer.write(Ok(opening())).await.unwrap();
        }
        let alone = start.elapsed() / 20;
        assert_eq!(commits.swap(0, Ordering::Relaxed), 20);

        let start = Instant::now();
        let crowd = (0..CROWD).map(|_| {
            let writer = Arc::clone(&writer);
            tokio::spawn(async move { writer.write(Ok(opening())).await })
        });
        for append in crowd.collect::<Vec<_>>() {
            append.await.unwrap().unwrap();
        }
        let together = start.elapsed() / CROWD;
        let commits = commits.load(Ordering::Relaxed);
        println!("an append costs {alone:?} alone, {together:?} in a crowd: {commits} commits");
        assert!(
            commits < CROWD / 4,
            "{CROWD} appends took {commits} commits"
        );
    }
}
