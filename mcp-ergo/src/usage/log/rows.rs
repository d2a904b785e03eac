//! Calls in an `SQLite` file.

use rusqlite::{Connection, params};

use super::{Seen, Tallies};
use crate::sqlite::signed;

/// Read from an index alone, in its own order: a million calls take a part of a second.
const COUNT: &str = "SELECT tool, status, count(*) FROM call WHERE at >= ?1 GROUP BY tool, status";

pub(super) fn count(
    connection: &Connection,
    since: u64,
    tallies: &mut Tallies,
) -> rusqlite::Result<()> {
    let mut statement = connection.prepare(COUNT)?;
    let mut rows = statement.query([signed(since)])?;
    while let Some(row) = rows.next()? {
        let calls: i64 = row.get(2)?;
        tallies.add(Seen {
            tool: Some(row.get_ref(0)?.as_str()?),
            presented: None,
            status: Some(row.get_ref(1)?.as_str()?),
            codes: Vec::new(),
            micros: None,
            calls: unsigned(calls),
        });
    }
    Ok(())
}

pub(super) fn read(
    connection: &Connection,
    since: u64,
    tallies: &mut Tallies,
) -> rusqlite::Result<()> {
    let sql = "SELECT tool, presented, status, codes, duration FROM call WHERE at >= ?1";
    let mut statement = connection.prepare(sql)?;
    let mut rows = statement.query(params![signed(since)])?;
    while let Some(row) = rows.next()? {
        let codes = row.get_ref(3)?.as_str_or_null()?.unwrap_or("[]");
        let micros: i64 = row.get(4)?;
        tallies.add(Seen {
            tool: Some(row.get_ref(0)?.as_str()?),
            presented: Some(row.get_ref(1)?.as_str()?),
            status: Some(row.get_ref(2)?.as_str()?),
            // Another version may write what this one cannot read; the call counts all the same.
            codes: serde_json::from_str(codes).unwrap_or_default(),
            micros: Some(unsigned(micros)),
            calls: 1,
        });
    }
    Ok(())
}

pub(super) fn dropped(connection: &Connection, since: u64) -> rusqlite::Result<u64> {
    let sql = "SELECT coalesce(sum(calls), 0) FROM dropped WHERE at >= ?1";
    connection
        .query_row(sql, [signed(since)], |row| row.get(0))
        .map(unsigned)
}

pub(super) fn newest(connection: &Connection) -> rusqlite::Result<Option<u64>> {
    let newest: Option<i64> =
        connection.query_row("SELECT max(at) FROM call", [], |row| row.get(0))?;
    Ok(newest.map(unsigned))
}

fn unsigned(number: i64) -> u64 {
    u64::try_from(number).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::super::SqliteUsage;
    use super::*;
    use crate::sqlite::Scratch;

    #[test]
    fn counting_reads_an_index_and_no_row() {
        let scratch = Scratch::new();
        let _store = SqliteUsage::open(&scratch.0).expect("a store");
        let connection = Connection::open(&scratch.0).expect("a database");
        let plan: String = connection
            .query_row(&format!("EXPLAIN QUERY PLAN {COUNT}"), [0], |row| {
                row.get(3)
            })
            .expect("a plan");
        assert!(plan.contains("COVERING INDEX call_use"), "{plan}");
    }
}
