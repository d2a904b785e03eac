//! Documents in an `SQLite` file.

#[cfg(test)]
mod tests;

use std::fmt;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension as _, Transaction, TransactionBehavior, params};

use super::retention::Usage;
use super::store::Clock;
use super::{Found, HandleStore, Key, Parcel, Retention, StoreError, Summary};
use crate::sqlite::{Layout, Opened, SqliteError, is_busy};

/// A row is a document while it has JSON, and the memory of one after.
const LAYOUT: Layout = Layout {
    holds: "handles",
    // "ergo" in ASCII.
    application_id: 0x6572_676f,
    version: 1,
    tables: "
    CREATE TABLE document (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        owner TEXT NOT NULL,
        handle TEXT NOT NULL,
        kind TEXT NOT NULL,
        title TEXT,
        json TEXT,
        bytes INTEGER NOT NULL,
        kept_at INTEGER NOT NULL,
        ends_at INTEGER NOT NULL,
        gone_number INTEGER,
        taken INTEGER NOT NULL DEFAULT FALSE,
        UNIQUE (owner, handle)
    ) STRICT;
    CREATE INDEX document_use ON document (gone_number, owner, bytes);
    CREATE INDEX document_end ON document (ends_at);
    ",
};

/// Keeps documents in an `SQLite` file, which several processes of one machine share: a document that
/// one of them kept is opened by every other, and outlives them all. Its feature, `sqlite`, needs Rust
/// 1.89.
///
/// The file is made where it is missing, readable by its owner alone. It is in write-ahead mode, so
/// it does not belong on a network drive. Processes that share it have the same [`Retention`].
///
/// ```no_run
/// use mcp_ergo::{Retention, Server, SqliteStore};
///
/// # fn main() -> Result<(), mcp_ergo::Error> {
/// let builder = Server::builder("letters", env!("CARGO_PKG_VERSION"))
///     .handles(SqliteStore::open("letters.handles.db", Retention::new())?);
/// # let _ = builder;
/// # Ok(())
/// # }
/// ```
pub struct SqliteStore {
    retention: Retention,
    clock: Clock,
    file: Opened,
    connection: Mutex<Connection>,
}

impl SqliteStore {
    /// The store in the file at `path`.
    ///
    /// # Errors
    ///
    /// When the file cannot be made or opened, or is not a store of handles.
    pub fn open(path: impl AsRef<Path>, retention: Retention) -> Result<Self, SqliteError> {
        let connection = LAYOUT.open(path.as_ref())?;
        Ok(Self {
            retention,
            clock: Clock::default(),
            file: Opened::at(path.as_ref())?,
            connection: Mutex::new(connection),
        })
    }

    #[cfg(test)]
    pub(super) fn with_clock(mut self, clock: Clock) -> Self {
        self.clock = clock;
        self
    }

    fn lock(&self) -> Result<MutexGuard<'_, Connection>, StoreError> {
        self.file.check().map_err(StoreError::failed)?;
        // A transaction that a panic left open was rolled back.
        let connection = self.connection.lock();
        Ok(connection.unwrap_or_else(PoisonError::into_inner))
    }

    fn now(&self) -> i64 {
        signed((self.clock.0)())
    }

    fn millis(&self) -> i64 {
        signed(self.retention.millis())
    }

    /// Changes what is kept, while nobody else does: other processes wait.
    fn change<R>(
        &self,
        work: impl FnOnce(&Change<'_>) -> Result<R, StoreError>,
    ) -> Result<R, StoreError> {
        let mut connection = self.lock()?;
        let transaction = connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(failure)?;
        // The time of the lock, not of the call: whoever waited changes what is there now.
        let change = Change {
            transaction,
            retention: &self.retention,
            now: self.now(),
            millis: self.millis(),
        };
        change.sweep()?;
        let result = work(&change)?;
        change.transaction.commit().map_err(failure)?;
        Ok(result)
    }
}

impl HandleStore for SqliteStore {
    fn lifetime(&self) -> Duration {
        self.retention.kept()
    }

    fn keep(&self, key: Key<'_>, document: Parcel) -> Result<(), StoreError> {
        self.retention.admit(document.bytes())?;
        self.change(|change| {
            change.make_room(key.owner, document.bytes(), None)?;
            change.execute(
                "INSERT INTO document (owner, handle, kind, title, json, bytes, kept_at, ends_at)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                params![
                    key.owner,
                    key.handle,
                    key.kind,
                    document.title,
                    document.json,
                    count(document.bytes()),
                    change.now,
                    change.now.saturating_add(change.millis),
                ],
            )
        })
    }

    fn open(&self, key: Key<'_>) -> Result<Found, StoreError> {
        find(&*self.lock()?, &key, self.now(), self.millis()).map_err(failure)
    }

    fn replace(&self, key: Key<'_>, document: Option<Parcel>) -> Result<Found, StoreError> {
        if let Some(document) = &document {
            self.retention.admit(document.bytes())?;
        }
        self.change(|change| {
            let found =
                find(&change.transaction, &key, change.now, change.millis).map_err(failure)?;
            if !matches!(found, Found::Kept(_)) {
                return Ok(found);
            }
            let number = change.number(&key)?;
            match document {
                Some(document) => {
                    let bytes = document.bytes();
                    change.make_room(key.owner, bytes, Some(number))?;
                    change.execute(
                        "UPDATE document SET title = ?2, json = ?3, bytes = ?4 WHERE number = ?1",
                        params![number, document.title, document.json, count(bytes)],
                    )?;
                }
                None => change.bury(number, change.now, true)?,
            }
            Ok(found)
        })
    }

    fn newest(&self, owner: &str, kind: &str, most: usize) -> Result<Vec<Summary>, StoreError> {
        let now = self.now();
        let connection = self.lock()?;
        let read = || -> rusqlite::Result<Vec<Summary>> {
            let mut statement = connection.prepare_cached(
                "SELECT handle, title, kept_at FROM document
                 WHERE owner = ?1 AND kind = ?2 AND json IS NOT NULL AND ends_at > ?3
                 ORDER BY number DESC LIMIT ?4",
            )?;
            let rows = statement.query_map(params![owner, kind, now, count(most)], |row| {
                let kept_at: i64 = row.get(2)?;
                let age = u64::try_from(now.saturating_sub(kept_at)).unwrap_or_default();
                Ok(Summary {
                    handle: row.get(0)?,
                    title: row.get(1)?,
                    age: Duration::from_millis(age),
                })
            })?;
            rows.collect()
        };
        read().map_err(failure)
    }
}

fn find(connection: &Connection, key: &Key<'_>, now: i64, millis: i64) -> rusqlite::Result<Found> {
    let mut statement = connection.prepare_cached(
        "SELECT json, ends_at, taken FROM document WHERE owner = ?1 AND handle = ?2",
    )?;
    let row: Option<(Option<String>, i64, bool)> = statement
        .query_row(params![key.owner, key.handle], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        })
        .optional()?;
    Ok(match row {
        Some((Some(json), end, _)) if end > now => Found::Kept(json),
        // Its time is over, and nobody has swept yet.
        Some((Some(_), end, _)) if end.saturating_add(millis) > now => Found::Gone,
        Some((None, until, true)) if until > now => Found::Taken,
        Some((None, until, false)) if until > now => Found::Gone,
        _ => Found::Unknown,
    })
}

/// A change of what is kept, under way.
struct Change<'a> {
    transaction: Transaction<'a>,
    retention: &'a Retention,
    now: i64,
    millis: i64,
}

impl Change<'_> {
    fn execute(&self, sql: &str, params: impl rusqlite::Params) -> Result<(), StoreError> {
        let mut statement = self.transaction.prepare_cached(sql).map_err(failure)?;
        statement.execute(params).map(drop).map_err(failure)
    }

    fn number(&self, key: &Key<'_>) -> Result<i64, StoreError> {
        let sql = "SELECT number FROM document WHERE owner = ?1 AND handle = ?2";
        let params = params![key.owner, key.handle];
        self.transaction
            .query_row(sql, params, |row| row.get(0))
            .map_err(failure)
    }

    /// Drops what has ended.
    fn sweep(&self) -> Result<(), StoreError> {
        let ended: Vec<(i64, i64)> = {
            let read = || {
                let mut statement = self.transaction.prepare_cached(
                    "SELECT number, ends_at FROM document
                     WHERE ends_at <= ?1 AND json IS NOT NULL ORDER BY number",
                )?;
                let rows = statement.query_map([self.now], |row| Ok((row.get(0)?, row.get(1)?)))?;
                rows.collect::<rusqlite::Result<_>>()
            };
            read().map_err(failure)?
        };
        for (number, end) in ended {
            self.bury(number, end, false)?;
        }
        self.execute(
            "DELETE FROM document WHERE ends_at <= ?1 AND json IS NULL",
            [self.now],
        )
    }

    /// Remembers that a document was there, and forgets the document.
    fn bury(&self, number: i64, since: i64, taken: bool) -> Result<(), StoreError> {
        self.execute(
            "UPDATE document SET title = NULL, json = NULL, bytes = 0, ends_at = ?2, taken = ?3,
                 gone_number = 1 + coalesce((SELECT max(gone_number) FROM document), 0)
             WHERE number = ?1",
            params![number, since.saturating_add(self.millis), taken],
        )?;
        // Whoever has most of them forgets first; of two, the last by name.
        self.execute(
            "DELETE FROM document WHERE number = (
                 SELECT number FROM document WHERE gone_number IS NOT NULL AND owner = (
                     SELECT owner FROM document WHERE gone_number IS NOT NULL
                     GROUP BY owner ORDER BY count(*) DESC, owner DESC LIMIT 1
                 ) ORDER BY gone_number LIMIT 1
             ) AND (SELECT count(*) FROM document WHERE gone_number IS NOT NULL) > ?1",
            [count(self.retention.most())],
        )
    }

    /// Drops documents until there is room for one of so many bytes, in the place of another where one
    /// is named.
    fn make_room(
        &self,
        keeper: &str,
        bytes: usize,
        in_place_of: Option<i64>,
    ) -> Result<(), StoreError> {
        loop {
            let used = self.used(in_place_of).map_err(failure)?;
            let used: Vec<Usage<'_>> = used
                .iter()
                .map(|(owner, documents, bytes)| Usage {
                    owner,
                    documents: *documents,
                    bytes: *bytes,
                })
                .collect();
            let Some(owner) = self.retention.makes_room(&used, keeper, bytes)? else {
                return Ok(());
            };
            let sql = "SELECT min(number) FROM document
                       WHERE owner = ?1 AND json IS NOT NULL AND number IS NOT ?2";
            let oldest = self
                .transaction
                .query_row(sql, params![owner, in_place_of], |row| row.get(0))
                .map_err(failure)?;
            self.bury(oldest, self.now, false)?;
        }
    }

    /// What each owner has, by name.
    fn used(&self, without: Option<i64>) -> rusqlite::Result<Vec<(String, usize, usize)>> {
        let mut statement = self.transaction.prepare_cached(
            "SELECT owner, count(*), sum(bytes) FROM document
             WHERE gone_number IS NULL AND number IS NOT ?1 GROUP BY owner ORDER BY owner",
        )?;
        let rows = statement.query_map([without], |row| {
            Ok((row.get(0)?, size(row.get(1)?), size(row.get(2)?)))
        })?;
        rows.collect()
    }
}

fn failure(error: rusqlite::Error) -> StoreError {
    if is_busy(&error) {
        StoreError::Busy
    } else {
        StoreError::failed(error)
    }
}

/// A number as `SQLite` counts.
fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn size(number: i64) -> usize {
    usize::try_from(number).unwrap_or_default()
}

fn signed(millis: u64) -> i64 {
    i64::try_from(millis).unwrap_or(i64::MAX)
}

/// Documents are for their owners, not for logs.
impl fmt::Debug for SqliteStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SqliteStore")
            .field("retention", &self.retention)
            .finish_non_exhaustive()
    }
}
