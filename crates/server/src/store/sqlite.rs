//! The store in one SQLite file: opening, migrating and reading. Writing stands in `writer.rs`.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension as _, params};
use tabiya_arbiter::{Event, Recorded, Seat, Timestamp};

use super::writer::{Write, Writer};
use super::{Answer, Append, CommandKey, Grant, Log, Store, StoreError};
use crate::ids::{TableId, TokenHash};
use crate::limits;

const FILE_NAME: &str = "tabiya.sqlite3";
const LOCK_NAME: &str = "tabiya.lock";
/// Says in the file's header whose file it is: "Taby".
const APPLICATION_ID: i32 = 0x5461_6279;
/// How long to wait for another program, such as a backup, that holds the file.
const BUSY_TIME: Duration = Duration::from_secs(5);
/// Forward only; the number of a migration is its place, from 1 on, and the file's `user_version`.
const MIGRATIONS: &[&str] = &[include_str!("migrations/0001_tables.sql")];

/// The embedded store: one file in the data folder, one thread that writes, a few connections that
/// read.
pub struct SqliteStore {
    writer: Writer,
    readers: Arc<Readers>,
    /// Held until the end, after the writer is gone: no second service on the same file.
    _lock: File,
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

impl Store for SqliteStore {
    fn append(&self, append: Append) -> Answer<'_, ()> {
        self.writer.write(Write::append(append))
    }

    fn load(&self, table: TableId) -> Answer<'_, Option<Log>> {
        self.read(move |connection| {
            let Some(key) = table_key(connection, &table)? else {
                return Ok(None);
            };
            read_log(connection, key).map(Some)
        })
    }

    fn add_token(&self, table: TableId, grant: Grant) -> Answer<'_, ()> {
        self.writer.write(Ok(Write::Token { table, grant }))
    }

    fn seat_of(&self, table: TableId, token: TokenHash) -> Answer<'_, Option<Seat>> {
        self.read(move |connection| {
            let sql = "SELECT seat FROM seat_tokens JOIN tables ON tables.key = table_key \
                       WHERE hash = ?1 AND tables.id = ?2";
            let mut select = connection.prepare_cached(sql)?;
            let found = select.query_row(params![token.0, table.as_str()], |row| {
                row.get::<_, String>(0)
            });
            found.optional()?.as_deref().map(seat_from_name).transpose()
        })
    }

    fn running(&self) -> Answer<'_, Vec<TableId>> {
        self.read(|connection| {
            let mut select = connection.prepare("SELECT id FROM tables WHERE running = 1")?;
            let ids = select.query_map([], |row| row.get::<_, String>(0))?;
            ids.map(|id| {
                let id = id?;
                TableId::parse(&id).ok_or_else(|| ReadError::Unreadable(format!("table id {id:?}")))
            })
            .collect()
        })
    }

    fn beat(&self, at: Timestamp) -> Answer<'_, ()> {
        self.writer.write(Ok(Write::Beat {
            at_ms: millis_to_sql(at),
        }))
    }

    fn last_alive(&self) -> Answer<'_, Option<Timestamp>> {
        self.read(|connection| {
            // The last row is not always the latest one, since a table's own times may be ahead;
            // but it is within moments of it.
            let sql = "SELECT max(at) FROM (SELECT alive_ms AS at FROM heartbeat UNION ALL \
                       SELECT at_ms FROM events \
                       WHERE position = (SELECT max(position) FROM events))";
            let at: Option<i64> = connection.query_row(sql, [], |row| row.get(0))?;
            Ok(at.map(millis_from_sql))
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
pub(super) enum PrepareError {
    Sqlite(rusqlite::Error),
    Newer(u32),
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
pub(super) fn prepare(file: &Path) -> Result<Connection, PrepareError> {
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
        let connection = Connection::open_with_flags(&self.file, flags)?;
        connection.busy_timeout(BUSY_TIME)?;
        connection.pragma_update(None, "query_only", true)?;
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

pub(super) fn table_key(
    connection: &Connection,
    table: &TableId,
) -> Result<Option<i64>, rusqlite::Error> {
    let mut select = connection.prepare_cached("SELECT key FROM tables WHERE id = ?1")?;
    select
        .query_row([table.as_str()], |row| row.get(0))
        .optional()
}

fn read_log(connection: &Connection, table_key: i64) -> Result<Log, ReadError> {
    let sql = "SELECT seq, at_ms, version, event, command_seat, command_id FROM events \
               WHERE table_key = ?1 ORDER BY seq";
    let mut select = connection.prepare_cached(sql)?;
    let mut rows = select.query([table_key])?;
    let mut log = Log::default();
    while let Some(row) = rows.next()? {
        let seq = u64::try_from(row.get::<_, i64>(0)?).map_err(unreadable)?;
        let version: i64 = row.get(2)?;
        let event = event_from_text(version, row.get_ref(3)?.as_str().map_err(unreadable)?)
            .map_err(|cause| ReadError::Unreadable(format!("event {seq}: {cause}")))?;
        let at = millis_from_sql(row.get(1)?);
        log.events.push(Recorded { seq, at, event });
        if let (Some(seat), Some(id)) = (
            row.get::<_, Option<String>>(4)?,
            row.get::<_, Option<String>>(5)?,
        ) {
            let seat = seat_from_name(&seat)?;
            log.commands.push((CommandKey { seat, id }, seq));
        }
    }
    Ok(log)
}

fn unreadable(error: impl std::fmt::Display) -> ReadError {
    ReadError::Unreadable(error.to_string())
}

/// The shape in which events are written now.
pub(super) const EVENT_VERSION: i64 = 1;

fn event_from_text(version: i64, text: &str) -> Result<Event, String> {
    if version != EVENT_VERSION {
        return Err(format!("it has the unknown shape {version}"));
    }
    serde_json::from_str(text).map_err(|error| error.to_string())
}

pub(super) fn seat_name(seat: Seat) -> &'static str {
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
pub(super) fn number_to_sql(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

pub(super) fn millis_to_sql(at: Timestamp) -> i64 {
    number_to_sql(at.0)
}

fn millis_from_sql(ms: i64) -> Timestamp {
    Timestamp(u64::try_from(ms).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::super::conformance::{self, Place};
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
