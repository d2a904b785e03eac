//! Files that are shared, and files that are not ours.

use proptest::collection::vec;
use proptest::prelude::*;

use super::super::model::{agree, clock, deed, retention};
use super::*;
use crate::sqlite::Scratch;

impl Scratch {
    fn store(&self) -> SqliteStore {
        let store = SqliteStore::open(&self.0, retention()).expect("a store");
        store.with_clock(clock())
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Two stores, as two processes have them over one file.
    #[test]
    fn one_file_does_what_the_model_does(deeds in vec(deed(), 0..120)) {
        let scratch = Scratch::new();
        let (one, two) = (scratch.store(), scratch.store());
        agree(&[&one, &two], &deeds)?;
    }
}

#[test]
fn documents_outlive_the_store() {
    let scratch = Scratch::new();
    let key = Key {
        owner: "ada",
        kind: "draft",
        handle: "draft_1",
    };
    let parcel = Parcel {
        title: Some("one".into()),
        json: "1".into(),
    };
    scratch.store().keep(key, parcel).expect("room");
    let store = scratch.store();
    assert_eq!(store.open(key).expect("a store"), Found::Kept("1".into()));
    let newest = store.newest("ada", "draft", 3).expect("a store");
    assert_eq!(newest[0].title.as_deref(), Some("one"));
}

/// Everybody opens the new file at once, and everything that is kept is found.
#[test]
fn threads_share_one_file() {
    let scratch = Scratch::new();
    let path = &scratch.0;
    let roomy = Retention::new();
    std::thread::scope(|scope| {
        for owner in 0..8 {
            scope.spawn(move || {
                let store = SqliteStore::open(path, roomy).expect("a store");
                let owner = format!("owner {owner}");
                for number in 0..20 {
                    let handle = format!("draft_{number}");
                    let key = Key {
                        owner: &owner,
                        kind: "draft",
                        handle: &handle,
                    };
                    let parcel = Parcel {
                        title: None,
                        json: handle.clone(),
                    };
                    store.keep(key, parcel).expect("room");
                    assert_eq!(store.open(key).expect("works"), Found::Kept(handle.clone()));
                }
            });
        }
    });
    let store = SqliteStore::open(path, roomy).expect("a store");
    for owner in 0..8 {
        let newest = store.newest(&format!("owner {owner}"), "draft", 100);
        assert_eq!(newest.expect("works").len(), 20);
    }
}

#[test]
fn one_of_many_takes_a_document() {
    let scratch = Scratch::new();
    let path = &scratch.0;
    let key = Key {
        owner: "ada",
        kind: "draft",
        handle: "draft_1",
    };
    let parcel = Parcel {
        title: None,
        json: "1".into(),
    };
    let store = SqliteStore::open(path, Retention::new()).expect("a store");
    store.keep(key, parcel).expect("room");
    let takes: Vec<Found> = std::thread::scope(|scope| {
        let takers: Vec<_> = (0..6)
            .map(|_| {
                scope.spawn(move || {
                    let store = SqliteStore::open(path, Retention::new()).expect("a store");
                    store.replace(key, None).expect("works")
                })
            })
            .collect();
        takers
            .into_iter()
            .map(|taker| taker.join().expect("no panic"))
            .collect()
    });
    let got = takes.iter().filter(|found| matches!(found, Found::Kept(_)));
    assert_eq!(got.count(), 1, "{takes:?}");
    let late = takes.iter().filter(|found| **found == Found::Taken);
    assert_eq!(late.count(), 5, "{takes:?}");
}

/// What is kept there nobody could open, after the server was started anew.
#[cfg(unix)]
#[test]
fn a_file_that_is_taken_away_keeps_nothing_more() {
    let scratch = Scratch::new();
    let store = scratch.store();
    std::fs::remove_file(&scratch.0).expect("it was there");
    let gone = store.newest("ada", "draft", 3).expect_err("it is gone");
    let StoreError::Failed(cause) = gone else {
        panic!("{gone:?}");
    };
    assert!(
        cause.to_string().contains("was deleted or replaced"),
        "{cause}"
    );
}

#[test]
fn files_of_others_are_left_alone() {
    let scratch = Scratch::new();
    let connection = rusqlite::Connection::open(&scratch.0).expect("a database");
    connection
        .execute_batch("CREATE TABLE invoice (id)")
        .expect("a table");
    drop(connection);
    let before = std::fs::read(&scratch.0).expect("a file");
    let error = SqliteStore::open(&scratch.0, Retention::new()).expect_err("not ours");
    assert_eq!(
        error.to_string(),
        "the file is a database, and none of handles that this version reads (application id 0, \
         version 0); name a file of its own"
    );
    assert_eq!(std::fs::read(&scratch.0).expect("a file"), before);
    std::fs::write(
        &scratch.0,
        "Dear Ada, this is no database at all.".repeat(100),
    )
    .expect("text");
    SqliteStore::open(&scratch.0, Retention::new()).expect_err("no database");
    SqliteStore::open(scratch.0.join("missing"), Retention::new()).expect_err("no folder");
}

#[cfg(unix)]
#[test]
fn nobody_else_reads_the_file() {
    use std::os::unix::fs::PermissionsExt as _;

    let scratch = Scratch::new();
    let _store = scratch.store();
    let mode = std::fs::metadata(&scratch.0)
        .expect("a file")
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[cfg(unix)]
#[test]
fn names_that_mean_something_else_to_sqlite_are_files() {
    let key = Key {
        owner: "ada",
        kind: "draft",
        handle: "draft_1",
    };
    for name in [":memory:", "file:handles.db?mode=memory"] {
        let scratch = Scratch(name.into());
        let parcel = Parcel {
            title: None,
            json: "1".into(),
        };
        scratch.store().keep(key, parcel).expect("it is kept");
        let found = scratch.store().open(key).expect("it opens");
        assert!(matches!(found, Found::Kept(_)), "{name}: {found:?}");
    }
}
