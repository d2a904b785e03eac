//! Calls in an `SQLite` file.

#[cfg(test)]
mod tests;

use std::fmt;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension as _, Transaction, TransactionBehavior, params};

use super::record::now;
use super::{UsageFailure, UsageRecord, UsageStore};
use crate::sqlite::{Layout, Opened, SqliteError, signed};

/// A row of `call` is a call; a row of `dropped` is some that were not recorded.
pub(super) const LAYOUT: Layout = Layout {
    holds: "usage",
    // "ergu" in ASCII.
    application_id: 0x6572_6775,
    version: 1,
    tables: "
        CREATE TABLE call (
            number INTEGER PRIMARY KEY,
            at INTEGER NOT NULL,
            tool TEXT NOT NULL,
            presented TEXT NOT NULL,
            status TEXT NOT NULL,
            codes TEXT,
            duration INTEGER NOT NULL,
            role TEXT
        ) STRICT;
        CREATE INDEX call_use ON call (tool, status, at);
        CREATE TABLE dropped (at INTEGER NOT NULL, calls INTEGER NOT NULL) STRICT;
    ",
};

/// How long a call is kept unless told: a quarter of a year, so that a season can be compared with the
/// one before.
const DAYS: u64 = 90;

/// Most calls that are kept unless told; a million take about 110 MB.
const MOST: u64 = 1_000_000;

/// Most calls that are deleted at once: more than are ever kept at once, so that deleting keeps up, and
/// few enough that no other process waits for long.
const CHUNK: i64 = 20_000;

/// Keeps calls in an `SQLite` file, which several processes of one machine share, and which the command
/// `mcp-ergo` reads while they run. Its feature, `sqlite`, needs Rust 1.89.
///
/// The file is made where it is missing, readable by its owner alone. It is in write-ahead mode, so it
/// does not belong on a network drive. The oldest calls are deleted as new ones come.
///
/// ```no_run
/// use mcp_ergo::Server;
/// use mcp_ergo::usage::SqliteUsage;
///
/// # fn main() -> Result<(), mcp_ergo::Error> {
/// let builder = Server::builder("letters", env!("CARGO_PKG_VERSION"))
///     .usage(SqliteUsage::open("letters.usage.db")?);
/// # let _ = builder;
/// # Ok(())
/// # }
/// ```
pub struct SqliteUsage {
    kept: Duration,
    most: u64,
    file: Opened,
    connection: Mutex<Connection>,
}

impl SqliteUsage {
    /// The store in the file at `path`: 90 days, and a million calls at most.
    ///
    /// # Errors
    ///
    /// When the file cannot be made or opened, or is not a store of usage.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, SqliteError> {
        let path = path.as_ref();
        let connection = LAYOUT.open(path)?;
        Ok(Self {
            kept: Duration::from_secs(DAYS * 24 * 60 * 60),
            most: MOST,
            file: Opened::at(path)?,
            connection: Mutex::new(connection),
        })
    }

    /// How long a call is kept.
    #[must_use]
    pub fn keep_for(mut self, time: Duration) -> Self {
        self.kept = time;
        self
    }

    /// Most calls that are kept, of all processes that share the file together.
    #[must_use]
    pub fn most(mut self, calls: u64) -> Self {
        self.most = calls;
        self
    }

    /// Writes while nobody else does: other processes wait.
    fn write(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<()>,
    ) -> Result<(), UsageFailure> {
        self.file.check()?;
        // A transaction that a panic left open was rolled back.
        let connection = self.connection.lock();
        let mut connection = connection.unwrap_or_else(PoisonError::into_inner);
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        work(&transaction)?;
        transaction.commit()?;
        Ok(())
    }

    /// Deletes what is too old or too much, the oldest first and so many at once.
    fn prune(&self, transaction: &Transaction<'_>) -> rusqlite::Result<()> {
        // Calls stand in the order in which they ended, so the oldest tells whether there is any.
        let mut statement = transaction.prepare_cached(
            "SELECT at < ?1 OR number <= (SELECT max(number) FROM call) - ?2
             FROM call ORDER BY number LIMIT 1",
        )?;
        let oldest = statement.query_row(params![self.end(), signed(self.most)], |row| row.get(0));
        if !oldest.optional()?.unwrap_or(false) {
            return Ok(());
        }
        let mut statement = transaction.prepare_cached(
            "DELETE FROM call WHERE number IN (SELECT number FROM call ORDER BY number LIMIT ?1)
                 AND (at < ?2 OR number <= (SELECT max(number) FROM call) - ?3)",
        )?;
        statement.execute(params![CHUNK, self.end(), signed(self.most)])?;
        let mut statement = transaction.prepare_cached("DELETE FROM dropped WHERE at < ?1")?;
        statement.execute([self.end()])?;
        Ok(())
    }

    /// Whatever was called before is too old.
    fn end(&self) -> i64 {
        let kept = u64::try_from(self.kept.as_millis()).unwrap_or(u64::MAX);
        signed(now().saturating_sub(kept))
    }
}

impl UsageStore for SqliteUsage {
    fn keep(&self, records: &[UsageRecord]) -> Result<(), UsageFailure> {
        self.write(|transaction| {
            for record in records {
                insert(transaction, record)?;
            }
            self.prune(transaction)
        })
    }

    fn keep_dropped(&self, calls: u64) -> Result<(), UsageFailure> {
        self.write(|transaction| {
            let sql = "INSERT INTO dropped (at, calls) VALUES (?1, ?2)";
            transaction.execute(sql, params![signed(now()), signed(calls)])?;
            Ok(())
        })
    }
}

fn insert(transaction: &Transaction<'_>, record: &UsageRecord) -> rusqlite::Result<()> {
    let codes = (!record.codes.is_empty()).then(|| serde_json::json!(record.codes).to_string());
    let mut statement = transaction.prepare_cached(
        "INSERT INTO call (at, tool, presented, status, codes, duration, role)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?;
    statement.execute(params![
        signed(record.at),
        record.tool,
        record.presented,
        record.status.word(),
        codes,
        signed(record.micros()),
        record.role.as_deref(),
    ])?;
    Ok(())
}

impl fmt::Debug for SqliteUsage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SqliteUsage")
            .field("kept", &self.kept)
            .field("most", &self.most)
            .finish_non_exhaustive()
    }
}
