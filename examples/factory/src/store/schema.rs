use std::time::Duration;

use rusqlite::{Connection, TransactionBehavior};

use super::StoreError;

/// Stored in the file as `application_id`, so that no other database is taken for a factory.
const APPLICATION: i64 = 0x6663_7479; // "fcty"

/// Stored in the file as `user_version`.
const VERSION: i64 = 1;

/// How long a call waits for another process that is writing to the same file.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// Sets the connection up, and writes the schema into a new database.
pub(super) fn prepare(connection: &mut Connection) -> Result<(), StoreError> {
    connection.busy_timeout(BUSY_TIMEOUT)?;
    // What is deployed is replaced as a whole, in whatever order its tables refer to each other.
    connection.pragma_update(None, "foreign_keys", false)?;
    if is_new(connection)? {
        let tx = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        // Asked again under the lock: another process may have been faster.
        if is_new(&tx)? {
            tx.execute_batch(include_str!("schema.sql"))?;
            tx.pragma_update(None, "application_id", APPLICATION)?;
            tx.pragma_update(None, "user_version", VERSION)?;
        }
        tx.commit()?;
    }
    Ok(())
}

fn is_new(connection: &Connection) -> Result<bool, StoreError> {
    let (application, version, objects): (i64, i64, i64) = connection.query_row(
        "SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema)
         FROM pragma_application_id, pragma_user_version",
        [],
        |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
    )?;
    match (application, version, objects) {
        (0, 0, 0) => Ok(true),
        (APPLICATION, VERSION, _) => Ok(false),
        _ => Err(StoreError::NotAFactory { version }),
    }
}
