//! The one thread that writes to the SQLite file: it takes all writes that wait and commits them in
//! one transaction, so that the cost of a durable commit is shared. Reading stands in `sqlite.rs`.

use std::thread::{self, JoinHandle};

use rusqlite::{Connection, Transaction, TransactionBehavior};
use tokio::sync::{mpsc, oneshot};

use super::super::{Answer, StoreError};
use crate::limits;

/// What a piece of work comes to: an answer, or why it changed nothing.
pub(super) type Verdict<T> = Result<T, StoreError>;

/// A piece of work inside a transaction, which may be tried again in another one.
trait Work: Send {
    fn run(&mut self, transaction: &Transaction<'_>) -> Result<(), rusqlite::Error>;
    /// Tells whoever waits what came of it; `fault`: it was not written.
    fn tell(self: Box<Self>, fault: Option<StoreError>);
}

struct Task<T, F> {
    work: F,
    verdict: Option<Verdict<T>>,
    done: oneshot::Sender<Verdict<T>>,
}

impl<T, F> Work for Task<T, F>
where
    T: Send,
    F: FnMut(&Transaction<'_>) -> Result<Verdict<T>, rusqlite::Error> + Send,
{
    fn run(&mut self, transaction: &Transaction<'_>) -> Result<(), rusqlite::Error> {
        self.verdict = Some((self.work)(transaction)?);
        Ok(())
    }

    fn tell(self: Box<Self>, fault: Option<StoreError>) {
        let unwritten = || StoreError::Away("it was not written".to_owned());
        let verdict = match fault {
            Some(fault) => Err(fault),
            None => self.verdict.unwrap_or_else(|| Err(unwritten())),
        };
        // Whoever asked may be gone; the write stands all the same.
        let _ = self.done.send(verdict);
    }
}

/// The door to the writing thread. When it is dropped, what waits is still written.
pub(super) struct Writer {
    queue: Option<mpsc::Sender<Box<dyn Work>>>,
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

    /// Has work done in a transaction that it shares with other work. Where it answers an error it
    /// must have changed nothing; it may be run again if the others spoil the transaction.
    pub(super) fn write<T, F>(&self, work: F) -> Answer<'_, T>
    where
        T: Send + 'static,
        F: FnMut(&Transaction<'_>) -> Result<Verdict<T>, rusqlite::Error> + Send + 'static,
    {
        Box::pin(async move {
            let (done, written) = oneshot::channel();
            let gone = || StoreError::Away("the writer has stopped".to_owned());
            let queue = self.queue.as_ref().ok_or_else(gone)?;
            let task = Task {
                work,
                verdict: None,
                done,
            };
            queue.send(Box::new(task)).await.map_err(|_| gone())?;
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

fn write_all(mut connection: Connection, mut jobs: mpsc::Receiver<Box<dyn Work>>) {
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
fn commit(connection: &mut Connection, mut batch: Vec<Box<dyn Work>>) {
    match try_commit(connection, &mut batch) {
        Ok(()) => batch.into_iter().for_each(|job| job.tell(None)),
        Err(error) if batch.len() == 1 => {
            tracing::error!(%error, "the store could not write");
            let fault = StoreError::Away(error.to_string());
            batch
                .into_iter()
                .for_each(|job| job.tell(Some(fault.clone())));
        }
        Err(_) => {
            for job in batch {
                commit(connection, vec![job]);
            }
        }
    }
}

fn try_commit(
    connection: &mut Connection,
    batch: &mut [Box<dyn Work>],
) -> Result<(), rusqlite::Error> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for job in batch {
        job.run(&transaction)?;
    }
    transaction.commit()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::time::Instant;

    use rusqlite::params;
    use tempfile::TempDir;

    use super::super::prepare;
    use super::*;

    const CROWD: u32 = 2000;

    async fn note(writer: &Writer, number: u32) {
        let sql = "INSERT INTO keepsakes (name, value) VALUES (?1, x'00')";
        let work = move |transaction: &Transaction<'_>| {
            transaction.execute(sql, params![number.to_string()])?;
            Ok(Ok(()))
        };
        writer.write(work).await.unwrap();
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
        for number in 0..20 {
            note(&writer, number).await;
        }
        let alone = start.elapsed() / 20;
        assert_eq!(commits.swap(0, Ordering::Relaxed), 20);

        let start = Instant::now();
        let crowd = (0..CROWD).map(|number| {
            let writer = Arc::clone(&writer);
            tokio::spawn(async move { note(&writer, 100 + number).await })
        });
        for write in crowd.collect::<Vec<_>>() {
            write.await.unwrap();
        }
        let together = start.elapsed() / CROWD;
        let commits = commits.load(Ordering::Relaxed);
        println!("a write costs {alone:?} alone, {together:?} in a crowd: {commits} commits");
        assert!(commits < CROWD / 4, "{CROWD} writes took {commits} commits");
    }
}
