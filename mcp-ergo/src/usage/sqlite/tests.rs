//! Files that are shared, that end, and that are not ours.

use super::super::{UsageCode, UsageStatus};
use super::*;
use crate::sqlite::Scratch;

fn store(scratch: &Scratch) -> SqliteUsage {
    SqliteUsage::open(&scratch.0).expect("a store")
}

fn calls(count: usize) -> Vec<UsageRecord> {
    vec![UsageRecord::new("get_invoice", UsageStatus::Ok); count]
}

fn count(scratch: &Scratch) -> i64 {
    let connection = LAYOUT.open_to_read(&scratch.0).expect("ours");
    let sql = "SELECT count(*) FROM call";
    connection
        .query_row(sql, [], |row| row.get(0))
        .expect("a count")
}

#[test]
fn a_call_is_a_row() {
    let scratch = Scratch::new();
    let record = UsageRecord {
        at: now(),
        codes: vec![UsageCode::of("denied"), UsageCode::of("x")],
        duration: Duration::from_micros(1500),
        role: Some("clerk".into()),
        ..UsageRecord::new("get_invoice", UsageStatus::Stop).presented("favourite__get_invoice")
    };
    store(&scratch)
        .keep(std::slice::from_ref(&record))
        .expect("room");
    let connection = LAYOUT.open_to_read(&scratch.0).expect("ours");
    let row: (i64, String, String, String, String, i64, String) = connection
        .query_row(
            "SELECT at, tool, presented, status, codes, duration, role FROM call",
            [],
            |row| row.try_into(),
        )
        .expect("one row");
    assert_eq!(
        row,
        (
            signed(record.at),
            "get_invoice".into(),
            "favourite__get_invoice".into(),
            "stop".into(),
            r#"["denied","x"]"#.into(),
            1500,
            "clerk".into()
        )
    );
}

#[test]
fn the_oldest_go_where_there_are_too_many() {
    let scratch = Scratch::new();
    let store = store(&scratch).most(100);
    for _ in 0..7 {
        store.keep(&calls(60)).expect("room");
    }
    assert_eq!(count(&scratch), 100);
}

#[test]
fn what_is_too_old_goes() {
    let scratch = Scratch::new();
    let store = store(&scratch).keep_for(Duration::from_secs(3600));
    let mut old = calls(3);
    for record in &mut old {
        record.at -= 3_700_000;
    }
    store.keep(&old).expect("room");
    assert_eq!(count(&scratch), 0);
    store.keep(&calls(2)).expect("room");
    store.keep(&old).expect("room");
    // The oldest by number is young: what is behind it waits until its turn comes.
    assert_eq!(count(&scratch), 5);
}

/// Replicas write at once, and a reader looks on.
#[test]
fn threads_share_one_file() {
    let scratch = Scratch::new();
    std::thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| {
                let store = store(&scratch);
                for _ in 0..20 {
                    store.keep(&calls(5)).expect("its turn comes");
                    count(&scratch);
                }
            });
        }
    });
    assert_eq!(count(&scratch), 600);
}

#[test]
fn files_of_others_are_left_alone() {
    let scratch = Scratch::new();
    std::fs::write(&scratch.0, "Dear Ada, this is no database. ".repeat(100)).expect("text");
    SqliteUsage::open(&scratch.0).expect_err("no database");
    std::fs::remove_file(&scratch.0).expect("it was there");
    crate::SqliteStore::open(&scratch.0, crate::Retention::new()).expect("a store of handles");
    let error = SqliteUsage::open(&scratch.0).expect_err("handles are no usage");
    assert!(error.to_string().contains("none of usage"), "{error}");
}

#[cfg(unix)]
#[test]
fn a_file_that_is_taken_away_is_told_and_none_is_written_in_secret() {
    let scratch = Scratch::new();
    let store = store(&scratch);
    store.keep(&calls(1)).expect("room");
    std::fs::remove_file(&scratch.0).expect("it was there");
    let gone = store.keep(&calls(1)).expect_err("nobody could read it");
    assert!(
        gone.to_string().contains("was deleted or replaced"),
        "{gone}"
    );
    std::fs::write(&scratch.0, "").expect("a folder");
    store.keep_dropped(1).expect_err("it is another file");
}
