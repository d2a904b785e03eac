//! Files of `SQLite` that several processes of one machine share.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};

/// How long a process waits for another that is writing.
const PATIENCE: Duration = Duration::from_secs(5);

/// What a kind of file holds, and by what it is known.
pub(crate) struct Layout {
    /// What messages call that: `handles`, `usage`.
    pub(crate) holds: &'static str,
    /// Says that a file is one of this kind.
    pub(crate) application_id: i64,
    /// The version of the tables.
    pub(crate) version: i64,
    pub(crate) tables: &'static str,
}

/// Why a file of `SQLite` cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SqliteError {
    /// The file is a database of something else, or of another version of this crate.
    #[error(
        "the file is a database, and none of {holds} that this version reads (application id {application_id}, version {version}); name a file of its own"
    )]
    Foreign {
        /// What the file should hold: `handles` or `usage`.
        holds: &'static str,
        /// The file's `application_id`.
        application_id: i64,
        /// The file's `user_version`.
        version: i64,
    },
    /// The file cannot be made or opened.
    #[error(
        "the file {path} cannot be made or opened; name one in a folder that this process may write"
    )]
    File {
        /// The file.
        path: String,
        /// Why.
        source: std::io::Error,
    },
    /// The file was deleted, or another put in its place, while it was written.
    #[error(
        "the file {path} was deleted or replaced while it was in use; start the server anew, and stop it before the next time"
    )]
    Gone {
        /// The file.
        path: String,
    },
    /// `SQLite` refuses the file.
    #[error("SQLite cannot use the file; name one that no other program writes")]
    Sqlite(#[from] rusqlite::Error),
}

impl Layout {
    /// The file at `path`, made where it is missing.
    pub(crate) fn open(&self, path: &Path) -> Result<Connection, SqliteError> {
        let unusable = |source| SqliteError::File {
            path: path.display().to_string(),
            source,
        };
        // `SQLite` takes some relative names for something else: `:memory:` for no file at all, one
        // that begins with `file:` for a URI.
        let path = &std::path::absolute(path).map_err(unusable)?;
        make_private(path).map_err(unusable)?;
        let mut connection = Connection::open(path)?;
        self.prepare(&mut connection)?;
        Ok(connection)
    }

    /// The file at `path`, to be read and left as it is.
    pub(crate) fn open_to_read(&self, path: &Path) -> Result<Connection, SqliteError> {
        let unusable = |source| SqliteError::File {
            path: path.display().to_string(),
            source,
        };
        let path = std::path::absolute(path).map_err(unusable)?;
        // What is written ahead can be read by those alone who may write beside the file.
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags)?;
        connection.busy_timeout(PATIENCE)?;
        connection.pragma_update(None, "query_only", true)?;
        if self.is_new(&connection)? {
            return Err(SqliteError::Foreign {
                holds: self.holds,
                application_id: 0,
                version: 0,
            });
        }
        Ok(connection)
    }

    fn prepare(&self, connection: &mut Connection) -> Result<(), SqliteError> {
        connection.busy_timeout(PATIENCE)?;
        // Before anything is written into a file that may be somebody else's.
        let new = self.is_new(connection)?;
        write_ahead(connection)?;
        // What was written last is lost with the power at worst.
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        if new {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            // Asked again under the lock: another process may have been faster.
            if self.is_new(&transaction)? {
                transaction.execute_batch(self.tables)?;
                transaction.pragma_update(None, "application_id", self.application_id)?;
                transaction.pragma_update(None, "user_version", self.version)?;
            }
            transaction.commit()?;
        }
        Ok(())
    }

    fn is_new(&self, connection: &Connection) -> Result<bool, SqliteError> {
        let (application_id, version, objects): (i64, i64, i64) = connection.query_row(
            "SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema)
             FROM pragma_application_id, pragma_user_version",
            [],
            |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
        )?;
        if (application_id, version, objects) == (0, 0, 0) {
            Ok(true)
        } else if (application_id, version) == (self.application_id, self.version) {
            Ok(false)
        } else {
            Err(SqliteError::Foreign {
                holds: self.holds,
                application_id,
                version,
            })
        }
    }
}

/// Makes the file where it is missing, so that nobody but its owner reads what is kept. `SQLite` gives
/// the files beside it the same mode.
fn make_private(path: &Path) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
}

/// `SQLite` does not wait for others when it changes the mode, so we do.
fn write_ahead(connection: &Connection) -> Result<(), SqliteError> {
    let begun = Instant::now();
    loop {
        let changed = connection
            .pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get::<_, String>(0));
        match changed {
            Err(error) if is_busy(&error) && begun.elapsed() < PATIENCE => {
                std::thread::sleep(Duration::from_millis(10));
            }
            // A file system without shared memory keeps its own mode, and works.
            changed => return changed.map(drop).map_err(Into::into),
        }
    }
}

/// The file that was opened at a path: another may stand there by now, or none.
#[derive(Debug)]
pub(crate) struct Opened {
    path: PathBuf,
    identity: Identity,
}

impl Opened {
    pub(crate) fn at(path: &Path) -> Result<Self, SqliteError> {
        let unusable = |source| SqliteError::File {
            path: path.display().to_string(),
            source,
        };
        // The folder that relative names begin in may be another later.
        let absolute = std::path::absolute(path).map_err(unusable)?;
        Ok(Self {
            identity: Identity::of(&absolute).map_err(unusable)?,
            path: absolute,
        })
    }

    /// `SQLite` goes on in a file that has no name any more, and nobody ever reads what it writes there.
    /// It is not opened anew: other processes may still write beside it.
    pub(crate) fn check(&self) -> Result<(), SqliteError> {
        if Identity::of(&self.path).is_ok_and(|identity| identity == self.identity) {
            return Ok(());
        }
        Err(SqliteError::Gone {
            path: self.path.display().to_string(),
        })
    }
}

/// What tells one file from another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Identity(u64, u64);

impl Identity {
    fn of(path: &Path) -> std::io::Result<Self> {
        let metadata = std::fs::metadata(path)?;
        #[cfg(unix)]
        return {
            use std::os::unix::fs::MetadataExt as _;
            Ok(Self(metadata.dev(), metadata.ino()))
        };
        // Elsewhere nobody takes a file away that is open.
        #[cfg(not(unix))]
        Ok(Self(metadata.is_file().into(), 0))
    }
}

pub(crate) fn is_busy(error: &rusqlite::Error) -> bool {
    let code = error.sqlite_error_code();
    matches!(
        code,
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked)
    )
}

/// A number as `SQLite` counts.
pub(crate) fn signed<N: TryInto<i64>>(number: N) -> i64 {
    number.try_into().unwrap_or(i64::MAX)
}

/// A path that is free, and is again at the end.
#[cfg(test)]
pub(crate) struct Scratch(pub(crate) std::path::PathBuf);

#[cfg(test)]
impl Scratch {
    pub(crate) fn new() -> Self {
        static COUNT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let number = COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let name = format!("mcp-ergo-{}-{number}.db", std::process::id());
        Self(std::env::temp_dir().join(name))
    }
}

#[cfg(test)]
impl Drop for Scratch {
    fn drop(&mut self) {
        for end in ["", "-wal", "-shm"] {
            let mut path = self.0.clone().into_os_string();
            path.push(end);
            let _ = std::fs::remove_file(path);
        }
    }
}
