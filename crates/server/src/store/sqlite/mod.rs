//! The store in one SQLite file: opening, migrating, the connections that read. What is written and
//! read stands beside it, a file for each subject; the thread that writes in `writer.rs`.

mod accounts;
mod backup;
mod bans;
mod export;
mod games;
mod hosting;
mod house;
#[cfg(test)]
mod indexes;
mod invitations;
mod letters;
mod lives;
mod lobby;
mod mail;
mod people;
mod puzzles;
mod ratings;
mod recount;
mod tables;
mod writer;

use std::cmp::Ordering;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, Row, RowIndex, Transaction};
use tabiya_arbiter::{Seat, Timestamp};

use self::writer::{Verdict, Writer};
use super::{Answer, StoreError};
use crate::ids::TableId;
use crate::limits;

const FILE_NAME: &str = "tabiya.sqlite3";
const LOCK_NAME: &str = "tabiya.lock";
/// Says in the file's header whose file it is: "Taby".
const APPLICATION_ID: i32 = 0x5461_6279;
/// How long to wait for another program, such as a backup, that holds the file.
const BUSY_TIME: Duration = Duration::from_secs(5);
/// Forward only; the number of a migration is its place, from 1 on, and the file's `user_version`.
const MIGRATIONS: &[&str] = &[
    include_str!("migrations/0001_tables.sql"),
    include_str!("migrations/0002_people.sql"),
    include_str!("migrations/0003_accounts.sql"),
    include_str!("migrations/0004_house.sql"),
    include_str!("migrations/0005_lobby.sql"),
    include_str!("migrations/0006_mail.sql"),
    include_str!("migrations/0007_letters.sql"),
    include_str!("migrations/0008_puzzles.sql"),
    include_str!("migrations/0009_indexes.sql"),
];

/// The embedded store: one file in the data folder, one thread that writes, a few connections that
/// read.
pub struct SqliteStore {
    writer: Writer,
    readers: Arc<Readers>,
    /// Held until the end, after the writer is gone: no second service on the same file.
    _lock: Option<File>,
}

/// Why the store could not be opened, each in one sentence for whoever starts the service.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The folder cannot be made or written.
    #[error("cannot write to the data folder {}: {cause}", folder.display())]
    Unwritable {
        /// The data folder.
        folder: PathBuf,
        /// What the system says.
        cause: String,
    },
    /// There is no store in the folder.
    #[error("there is no store in {}; name the data folder of the service with --data", folder.display())]
    Missing {
        /// The data folder.
        folder: PathBuf,
    },
    /// The file comes from an older version, and only a service brings it up to date.
    #[error("{} was written by an older Tabiya: start the service once, so that it is brought up to date", file.display())]
    Older {
        /// The store.
        file: PathBuf,
    },
    /// Another service uses the folder.
    #[error("another Tabiya is already using the data folder {}", folder.display())]
    InUse {
        /// The data folder.
        folder: PathBuf,
    },
    /// Another program holds the file.
    #[error("another program has locked {}; close it and start again", file.display())]
    Locked {
        /// The store.
        file: PathBuf,
    },
    /// The file comes from a newer version.
    #[error(
        "{} was written by a newer Tabiya (store version {found}, this one knows {known}): \
         start the newer one", file.display()
    )]
    Newer {
        /// The store.
        file: PathBuf,
        /// Its version.
        found: u32,
        /// The newest version known here.
        known: u32,
    },
    /// The file is not a store, or no longer.
    #[error("{} is damaged or not a Tabiya store: {cause}", file.display())]
    Damaged {
        /// The file.
        file: PathBuf,
        /// What SQLite says.
        cause: String,
    },
}

impl SqliteStore {
    /// Opens the store in this folder. Makes the folder and the file where they are missing, and
    /// brings an older file up to date.
    pub fn open(folder: &Path) -> Result<Self, OpenError> {
        let lock = lock(folder)?;
        let file = folder.join(FILE_NAME);
        let connection = prepare(&file).map_err(|error| error.into_open_error(folder, &file))?;
        Self::on(folder, file, connection, Some(lock))
    }

    /// Opens the store in this folder beside a service that may be running on it: nothing is made
    /// and nothing brought up to date.
    pub fn open_beside(folder: &Path) -> Result<Self, OpenError> {
        let file = folder.join(FILE_NAME);
        if !file.is_file() {
            let folder = folder.to_owned();
            return Err(OpenError::Missing { folder });
        }
        let connection =
            prepare_beside(&file).map_err(|error| error.into_open_error(folder, &file))?;
        Self::on(folder, file, connection, None)
    }

    fn on(
        folder: &Path,
        file: PathBuf,
        connection: Connection,
        lock: Option<File>,
    ) -> Result<Self, OpenError> {
        let unwritable = |error: std::io::Error| OpenError::Unwritable {
            folder: folder.to_owned(),
            cause: error.to_string(),
        };
        Ok(Self {
            writer: Writer::start(connection).map_err(unwritable)?,
            readers: Arc::new(Readers {
                file,
                idle: Mutex::default(),
            }),
            _lock: lock,
        })
    }

    /// Has something written in a transaction that other writes may share. Where the work answers an
    /// error it must have changed nothing; it may be run more than once.
    fn write<T, F>(&self, work: F) -> Answer<'_, T>
    where
        T: Send + 'static,
        F: FnMut(&Transaction<'_>) -> Result<Verdict<T>, rusqlite::Error> + Send + 'static,
    {
        self.writer.write(work)
    }

    /// Asks a connection of its own, which only reads.
    fn read<T, F>(&self, question: F) -> Answer<'_, T>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T, ReadError> + Send + 'static,
    {
        let readers = Arc::clone(&self.readers);
        Box::pin(async move {
            let reading = tokio::task::spawn_blocking(move || readers.ask(question));
            match reading.await {
                Ok(answer) => answer.map_err(StoreError::from),
                Err(error) => Err(StoreError::Away(error.to_string())),
            }
        })
    }
}

fn lock(folder: &Path) -> Result<File, OpenError> {
    let unwritable = |error: std::io::Error| OpenError::Unwritable {
        folder: folder.to_owned(),
        cause: error.to_string(),
    };
    fs::create_dir_all(folder).map_err(unwritable)?;
    let file = File::create(folder.join(LOCK_NAME)).map_err(unwritable)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(OpenError::InUse {
            folder: folder.to_owned(),
        }),
        // Some network file systems know no locks. The appends are conditional anyway.
        Err(TryLockError::Error(error)) => {
            tracing::warn!(%error, "the data folder cannot be locked against a second service");
            Ok(file)
        }
    }
}

/// What went wrong while the file was opened.
enum PrepareError {
    Sqlite(rusqlite::Error),
    Newer(u32),
    Older,
    Foreign,
}

impl From<rusqlite::Error> for PrepareError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(error)
    }
}

impl PrepareError {
    fn into_open_error(self, folder: &Path, file: &Path) -> OpenError {
        let file = file.to_owned();
        let error = match self {
            Self::Newer(found) => {
                return OpenError::Newer {
                    file,
                    found,
                    known: newest_version(),
                };
            }
            Self::Older => return OpenError::Older { file },
            Self::Foreign => {
                let cause = "it holds another program's data".to_owned();
                return OpenError::Damaged { file, cause };
            }
            Self::Sqlite(error) => error,
        };
        let cause = error.to_string();
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => OpenError::Locked { file },
            Some(
                ErrorCode::CannotOpen
                | ErrorCode::ReadOnly
                | ErrorCode::PermissionDenied
                | ErrorCode::DiskFull
                | ErrorCode::SystemIoFailure,
            ) => OpenError::Unwritable {
                folder: folder.to_owned(),
                cause,
            },
            _ => OpenError::Damaged { file, cause },
        }
    }
}

/// Opens the file for the writer: checks whose it is, sets how it is written, brings it up to date.
fn prepare(file: &Path) -> Result<Connection, PrepareError> {
    let mut connection = Connection::open(file)?;
    connection.busy_timeout(BUSY_TIME)?;
    let application: i32 =
        connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
    let is_empty: bool =
        connection.query_row("SELECT count(*) = 0 FROM sqlite_schema", [], |row| {
            row.get(0)
        })?;
    if application != APPLICATION_ID && !is_empty {
        return Err(PrepareError::Foreign);
    }
    connection.pragma_update(None, "journal_mode", "wal")?;
    // FULL: a commit that was acknowledged survives a power cut.
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    migrate(&mut connection)?;
    #[cfg(test)]
    indexes::watch(&mut connection);
    Ok(connection)
}

/// Opens the file for a second writer, beside the service's.
fn prepare_beside(file: &Path) -> Result<Connection, PrepareError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(file, flags)?;
    connection.busy_timeout(BUSY_TIME)?;
    let application: i32 =
        connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
    if application != APPLICATION_ID {
        return Err(PrepareError::Foreign);
    }
    let version: u32 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    match version.cmp(&newest_version()) {
        Ordering::Greater => return Err(PrepareError::Newer(version)),
        Ordering::Less => return Err(PrepareError::Older),
        Ordering::Equal => {}
    }
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    Ok(connection)
}

fn newest_version() -> u32 {
    u32::try_from(MIGRATIONS.len()).unwrap_or(u32::MAX)
}

fn migrate(connection: &mut Connection) -> Result<(), PrepareError> {
    let found: u32 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if found > newest_version() {
        return Err(PrepareError::Newer(found));
    }
    for (number, sql) in (1..).zip(MIGRATIONS).filter(|(number, _)| *number > found) {
        let step = connection.transaction()?;
        step.execute_batch(sql)?;
        step.pragma_update(None, "application_id", APPLICATION_ID)?;
        step.pragma_update(None, "user_version", number)?;
        step.commit()?;
    }
    Ok(())
}

/// Connections that only read, kept for the next question.
struct Readers {
    file: PathBuf,
    idle: Mutex<Vec<Connection>>,
}

impl Readers {
    fn ask<T>(
        &self,
        question: impl FnOnce(&Connection) -> Result<T, ReadError>,
    ) -> Result<T, ReadError> {
        let idle = self
            .idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop();
        let connection = match idle {
            Some(connection) => connection,
            None => self.connect()?,
        };
        let answer = question(&connection)?;
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < limits::READ_CONNECTIONS {
            idle.push(connection);
        }
        Ok(answer)
    }

    fn connect(&self) -> Result<Connection, rusqlite::Error> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        #[cfg_attr(not(test), expect(unused_mut, reason = "only a test watches it"))]
        let mut connection = Connection::open_with_flags(&self.file, flags)?;
        connection.busy_timeout(BUSY_TIME)?;
        connection.pragma_update(None, "query_only", true)?;
        #[cfg(test)]
        indexes::watch(&mut connection);
        Ok(connection)
    }
}

/// Why a question was not answered.
enum ReadError {
    Sqlite(rusqlite::Error),
    Unreadable(String),
}

impl From<rusqlite::Error> for ReadError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(error)
    }
}

impl From<ReadError> for StoreError {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Sqlite(error) => Self::Away(error.to_string()),
            ReadError::Unreadable(what) => Self::Unreadable(what),
        }
    }
}

fn unreadable(error: impl std::fmt::Display) -> ReadError {
    ReadError::Unreadable(error.to_string())
}

fn seat_name(seat: Seat) -> &'static str {
    match seat {
        Seat::Owner => "owner",
        Seat::Guest => "guest",
    }
}

fn seat_from_name(name: &str) -> Result<Seat, ReadError> {
    Seat::ALL
        .into_iter()
        .find(|seat| seat_name(*seat) == name)
        .ok_or_else(|| ReadError::Unreadable(format!("seat {name:?}")))
}

/// SQLite's whole numbers have a sign; ours never reach half of their range.
fn number_to_sql(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn millis_to_sql(at: Timestamp) -> i64 {
    number_to_sql(at.0)
}

fn millis_from_sql(ms: i64) -> Timestamp {
    Timestamp(u64::try_from(ms).unwrap_or(0))
}

/// A number in a column that is never below 0.
fn count_column(row: &Row<'_>, column: impl RowIndex) -> Result<u64, rusqlite::Error> {
    Ok(u64::try_from(row.get::<_, i64>(column)?).unwrap_or(0))
}

/// An id in a column.
fn id_column(row: &Row<'_>, column: &str) -> Result<TableId, ReadError> {
    let text: String = row.get(column)?;
    TableId::parse(&text).ok_or_else(|| ReadError::Unreadable(format!("{column} {text:?}")))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tempfile::TempDir;

    use super::super::conformance::{self, Place};
    use super::super::{MailTo, Mails as _, NewMail, Store};
    use super::*;

    impl Place for TempDir {
        fn open(&self) -> Arc<dyn Store> {
            Arc::new(SqliteStore::open(self.path()).unwrap())
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn sqlite_does_what_every_store_must_do() {
        conformance::run(|| TempDir::new().unwrap()).await;
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_mail_that_cannot_be_read_keeps_no_other_waiting() {
        let folder = TempDir::new().unwrap();
        let store = SqliteStore::open(folder.path()).unwrap();
        let mail = |address: &str| NewMail {
            to: MailTo::Address(address.to_owned()),
            mail: crate::mail::Mail::Link {
                purpose: crate::mail::LinkPurpose::Test,
                path: "/".to_owned(),
            },
            due: Timestamp(1),
            once: None,
        };
        for address in ["ana@example.org", "bo@example.org"] {
            store.post(mail(address)).await.unwrap().unwrap();
        }
        drop(store);
        let spoil = "UPDATE outbox SET mail = '{\"kind\": \"of_tomorrow\"}' \
                     WHERE address = 'ana@example.org'";
        let other = Connection::open(folder.path().join(FILE_NAME)).unwrap();
        other.execute(spoil, []).unwrap();
        drop(other);
        let store = SqliteStore::open(folder.path()).unwrap();
        let due = store.due_mails(Timestamp(2), 10).await.unwrap();
        assert_eq!(due.len(), 1);
        assert_eq!(due[0].to, mail("bo@example.org").to);
        let health = store.mail_health().await.unwrap();
        assert_eq!((health.waiting, health.given_up), (1, 1));
    }

    fn message(folder: &Path) -> String {
        SqliteStore::open(folder)
            .err()
            .expect("it must not open")
            .to_string()
    }

    #[test]
    fn what_keeps_a_store_from_opening_is_said_in_one_sentence() {
        let folder = TempDir::new().unwrap();
        let file = folder.path().join(FILE_NAME);

        let store = SqliteStore::open(folder.path()).unwrap();
        assert!(message(folder.path()).contains("another Tabiya is already using"));
        drop(store);

        let newer = Connection::open(&file).unwrap();
        newer.pragma_update(None, "user_version", 99).unwrap();
        drop(newer);
        let said = message(folder.path());
        assert!(said.contains("newer Tabiya (store version 99"), "{said}");

        fs::write(
            &file,
            "this is no database, however long it may be. ".repeat(100),
        )
        .unwrap();
        assert!(message(folder.path()).contains("is damaged or not a Tabiya store"));

        fs::remove_file(&file).unwrap();
        let foreign = Connection::open(&file).unwrap();
        foreign
            .execute_batch("CREATE TABLE recipes (name TEXT)")
            .unwrap();
        drop(foreign);
        let said = message(folder.path());
        assert!(said.contains("another program's data"), "{said}");
        assert!(!said.contains('\n'));

        let below_a_file = file.join("data");
        assert!(message(&below_a_file).contains("cannot write to the data folder"));
    }

    #[test]
    fn a_file_that_another_program_holds_is_reported() {
        let folder = TempDir::new().unwrap();
        drop(SqliteStore::open(folder.path()).unwrap());
        let other = Connection::open(folder.path().join(FILE_NAME)).unwrap();
        other
            .pragma_update(None, "locking_mode", "exclusive")
            .unwrap();
        other
            .execute_batch("BEGIN EXCLUSIVE; DELETE FROM heartbeat")
            .unwrap();
        let said = message(folder.path());
        assert!(said.contains("another program has locked"), "{said}");
    }
}
