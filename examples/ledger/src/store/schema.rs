use std::time::Duration;

use rusqlite::{Connection, TransactionBehavior};

use super::StoreError;

/// Stored in the file as `user_version`, which is 0 in a new one.
const SCHEMA_VERSION: i64 = 1;

/// How long a call waits for another process that is writing to the same file.
const BUSY_TIMEOUT: Duration = Duration::from_secs(2);

/// Sets the connection up, and writes schema and seed into a new database.
pub(super) fn prepare(connection: &mut Connection) -> Result<(), StoreError> {
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    if is_new(connection)? {
        let tx = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        // Asked again under the lock: another process may have been faster.
        if is_new(&tx)? {
            tx.execute_batch(include_str!("schema.sql"))?;
            tx.execute_batch(include_str!("seed.sql"))?;
            tx.pragma_update(None, "user_version", SCHEMA_VERSION)?;
        }
        tx.commit()?;
    }
    Ok(())
}

fn is_new(connection: &Connection) -> Result<bool, StoreError> {
    let (version, objects): (i64, i64) = connection.query_row(
        "SELECT user_version, (SELECT count(*) FROM sqlite_schema) FROM pragma_user_version",
        [],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    match (version, objects) {
        (0, 0) => Ok(true),
        (SCHEMA_VERSION, _) => Ok(false),
        _ => Err(StoreError::NotALedger { version }),
    }
}
