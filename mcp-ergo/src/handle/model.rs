//! What the stores do, against a model that is too simple to be wrong.

use std::cell::Cell;
use std::time::Duration;

use proptest::collection::vec;
use proptest::prelude::*;

use super::store::Clock;
use super::{Found, HandleStore, Key, MemoryStore, Parcel, Retention, StoreError, Summary};

thread_local! {
    static NOW: Cell<u64> = const { Cell::new(0) };
}

fn clock() -> Clock {
    Clock(|| NOW.get())
}

const OWNERS: [&str; 4] = ["ada", "bob", "eve", "ada "];
const KINDS: [&str; 2] = ["draft", "draft_2"];
const LIFETIME: u64 = 5000;
const DOCUMENTS: usize = 5;
const BYTES: usize = 100;
const LARGEST: usize = 60;

fn retention() -> Retention {
    Retention::new()
        .lifetime(Duration::from_millis(LIFETIME))
        .documents(DOCUMENTS)
        .bytes(BYTES)
        .document_bytes(LARGEST)
}

#[derive(Debug, Clone)]
enum Deed {
    Keep {
        owner: usize,
        kind: usize,
        size: usize,
    },
    /// Of a handle that was made before, by whomever.
    Open {
        owner: usize,
        handle: usize,
    },
    Replace {
        owner: usize,
        handle: usize,
        size: usize,
    },
    Take {
        owner: usize,
        handle: usize,
    },
    Newest {
        owner: usize,
        kind: usize,
        most: usize,
    },
    Wait(u64),
}

fn deed() -> impl Strategy<Value = Deed> {
    let (owner, kind, size) = (0..OWNERS.len(), 0..KINDS.len(), 0..LARGEST + 5);
    // Few handles, so that deeds meet.
    let handle = 0..12_usize;
    prop_oneof![
        4 => (owner.clone(), kind.clone(), size.clone())
            .prop_map(|(owner, kind, size)| Deed::Keep { owner, kind, size }),
        4 => (owner.clone(), handle.clone())
            .prop_map(|(owner, handle)| Deed::Open { owner, handle }),
        2 => (owner.clone(), handle.clone(), size)
            .prop_map(|(owner, handle, size)| Deed::Replace { owner, handle, size }),
        1 => (owner.clone(), handle).prop_map(|(owner, handle)| Deed::Take { owner, handle }),
        1 => (owner, kind, 0..4_usize)
            .prop_map(|(owner, kind, most)| Deed::Newest { owner, kind, most }),
        2 => (0..LIFETIME).prop_map(Deed::Wait),
    ]
}

#[derive(Debug, Clone)]
struct Document {
    owner: &'static str,
    kind: &'static str,
    handle: String,
    json: String,
    kept_at: u64,
    ends_at: u64,
}

#[derive(Debug, Default)]
struct Model {
    /// The oldest first.
    documents: Vec<Document>,
    /// Whose, which and until when; the first that went first.
    gone: Vec<(&'static str, String, u64)>,
    now: u64,
}

impl Model {
    fn sweep(&mut self) {
        let now = self.now;
        let (ended, kept) = self.documents.drain(..).partition(|one| one.ends_at <= now);
        self.documents = kept;
        for one in Vec::<Document>::from(ended) {
            self.bury(one.owner, one.handle, one.ends_at);
        }
        self.gone.retain(|(_, _, until)| *until > now);
    }

    fn bury(&mut self, owner: &'static str, handle: String, since: u64) {
        self.gone.push((owner, handle, since + LIFETIME));
        if self.gone.len() > DOCUMENTS {
            let count = |owner: &str| self.gone.iter().filter(|one| one.0 == owner).count();
            let most = self.gone.iter().map(|one| (count(one.0), one.0)).max();
            let first = self
                .gone
                .iter()
                .position(|one| Some(one.0) == most.map(|most| most.1));
            self.gone.remove(first.expect("somebody has most"));
        }
    }

    fn place(&self, owner: &str, handle: &str) -> Option<usize> {
        self.documents
            .iter()
            .position(|one| one.owner == owner && one.handle == handle)
    }

    fn find(&self, owner: &str, handle: &str) -> Found {
        if let Some(at) = self.place(owner, handle) {
            let one = &self.documents[at];
            return match self.now {
                now if now < one.ends_at => Found::Kept(one.json.clone()),
                now if now < one.ends_at + LIFETIME => Found::Gone,
                _ => Found::Unknown,
            };
        }
        let it = |(whose, which, until): &&(&str, String, u64)| {
            *whose == owner && which == handle && *until > self.now
        };
        match self.gone.iter().find(it) {
            Some(_) => Found::Gone,
            None => Found::Unknown,
        }
    }

    fn used(&self, owner: &str) -> (usize, usize) {
        let own = self.documents.iter().filter(|one| one.owner == owner);
        own.fold((0, 0), |(count, bytes), one| {
            (count + 1, bytes + one.json.len())
        })
    }

    /// Whether there is room; drops what has to go first, and nothing where there can be none.
    fn make_room(&mut self, keeper: &'static str, size: usize) -> bool {
        let before = (self.documents.clone(), self.gone.clone());
        loop {
            let all: usize = self.documents.iter().map(|one| one.json.len()).sum();
            let by_count = self.documents.len() == DOCUMENTS;
            if !by_count && all + size <= BYTES {
                return true;
            }
            let mut owners: Vec<&str> = self.documents.iter().map(|one| one.owner).collect();
            owners.push(keeper);
            owners.sort_unstable();
            owners.dedup();
            let (most, adds) = if by_count {
                (DOCUMENTS, 1)
            } else {
                (BYTES, size)
            };
            let share = most / owners.len();
            let has = |owner: &str| {
                let (count, bytes) = self.used(owner);
                if by_count { count } else { bytes }
            };
            let has_any = self.used(keeper).0 > 0;
            let from = if has_any && has(keeper) + adds > share {
                keeper
            } else {
                // Nobody goes below its share for somebody else.
                let above = owners.iter().filter(|owner| has(owner) > share);
                match above.max_by_key(|owner| (has(owner), **owner)) {
                    Some(owner) => owner,
                    None => {
                        (self.documents, self.gone) = before;
                        return false;
                    }
                }
            };
            let at = self.documents.iter().position(|one| one.owner == from);
            let one = self
                .documents
                .remove(at.expect("whoever gives has something"));
            self.bury(one.owner, one.handle, self.now);
        }
    }

    fn keep(&mut self, owner: &'static str, kind: &'static str, handle: &str, json: &str) -> Kept {
        if json.len() > LARGEST {
            return Kept::TooLarge;
        }
        self.sweep();
        if !self.make_room(owner, json.len()) {
            return Kept::Full;
        }
        self.documents.push(Document {
            owner,
            kind,
            handle: handle.to_owned(),
            json: json.to_owned(),
            kept_at: self.now,
            ends_at: self.now + LIFETIME,
        });
        Kept::Done
    }

    fn replace(&mut self, owner: &'static str, handle: &str, json: Option<&str>) -> Replaced {
        if json.is_some_and(|json| json.len() > LARGEST) {
            return Replaced::Not(Kept::TooLarge);
        }
        self.sweep();
        let found = self.find(owner, handle);
        let Some(at) = self.place(owner, handle) else {
            return Replaced::Found(found);
        };
        let before = self.documents.clone();
        let gone = self.gone.clone();
        let one = self.documents.remove(at);
        let Some(json) = json else {
            self.bury(owner, one.handle, self.now);
            return Replaced::Found(found);
        };
        if !self.make_room(owner, json.len()) {
            (self.documents, self.gone) = (before, gone);
            return Replaced::Not(Kept::Full);
        }
        // Where it was, among what is left of the others.
        let older = |other: &&Document| {
            before
                .iter()
                .position(|one| one.handle == other.handle && one.owner == other.owner)
                < Some(at)
        };
        let at = self.documents.iter().filter(older).count();
        let json = json.to_owned();
        self.documents.insert(at, Document { json, ..one });
        Replaced::Found(found)
    }

    fn newest(&self, owner: &str, kind: &str, most: usize) -> Vec<Summary> {
        let newest = self
            .documents
            .iter()
            .rev()
            .filter(|one| one.owner == owner && one.kind == kind && one.ends_at > self.now);
        let summary = |one: &Document| Summary {
            handle: one.handle.clone(),
            title: None,
            age: Duration::from_millis(self.now - one.kept_at),
        };
        newest.take(most).map(summary).collect()
    }
}

#[derive(Debug, PartialEq)]
enum Kept {
    Done,
    TooLarge,
    Full,
}

impl Kept {
    fn of(error: &StoreError) -> Self {
        match error {
            StoreError::TooLarge { .. } => Self::TooLarge,
            StoreError::Full => Self::Full,
            other => panic!("the store failed: {other:?}"),
        }
    }
}

#[derive(Debug, PartialEq)]
enum Replaced {
    Found(Found),
    Not(Kept),
}

impl Replaced {
    fn of(result: Result<Found, StoreError>) -> Self {
        match result {
            Ok(found) => Self::Found(found),
            Err(error) => Self::Not(Kept::of(&error)),
        }
    }
}

/// Does every deed to the model and, in turn, to stores that share what they keep.
fn agree(stores: &[&dyn HandleStore], deeds: Vec<Deed>) -> Result<(), TestCaseError> {
    let mut model = Model::default();
    let mut made: Vec<(usize, String)> = Vec::new();
    // A fresh year, so that nothing ends before it began.
    NOW.set(0);
    for (turn, deed) in deeds.into_iter().enumerate() {
        let store = stores[turn % stores.len()];
        let said = format!("{deed:?} at {turn}");
        let old = |handle: usize| {
            made.get(made.len().saturating_sub(1 + handle))
                .map_or_else(|| (0, "draft_never".to_owned()), Clone::clone)
        };
        let json = |size: usize| format!("{:0<size$}", "").replace('0', "x");
        match deed {
            Deed::Keep { owner, kind, size } => {
                let handle = format!("{}_{turn}", KINDS[kind]);
                let (json, title) = (json(size), None);
                let key = Key {
                    owner: OWNERS[owner],
                    kind: KINDS[kind],
                    handle: &handle,
                };
                let parcel = Parcel {
                    title,
                    json: json.clone(),
                };
                let kept = match store.keep(key, parcel) {
                    Ok(()) => Kept::Done,
                    Err(error) => Kept::of(&error),
                };
                let wanted = model.keep(OWNERS[owner], KINDS[kind], &handle, &json);
                prop_assert_eq!(kept, wanted, "{}", said);
                made.push((kind, handle));
            }
            Deed::Open { owner, handle } => {
                let (kind, handle) = old(handle);
                let key = Key {
                    owner: OWNERS[owner],
                    kind: KINDS[kind],
                    handle: &handle,
                };
                let found = store.open(key).expect("the store works");
                prop_assert_eq!(found, model.find(OWNERS[owner], &handle), "{}", said);
            }
            Deed::Replace {
                owner,
                handle,
                size,
            } => {
                let (kind, handle) = old(handle);
                let key = Key {
                    owner: OWNERS[owner],
                    kind: KINDS[kind],
                    handle: &handle,
                };
                let parcel = Parcel {
                    title: None,
                    json: json(size),
                };
                let replaced = Replaced::of(store.replace(key, Some(parcel)));
                let wanted = model.replace(OWNERS[owner], &handle, Some(&json(size)));
                prop_assert_eq!(replaced, wanted, "{}", said);
            }
            Deed::Take { owner, handle } => {
                let (kind, handle) = old(handle);
                let key = Key {
                    owner: OWNERS[owner],
                    kind: KINDS[kind],
                    handle: &handle,
                };
                let replaced = Replaced::of(store.replace(key, None));
                prop_assert_eq!(
                    replaced,
                    model.replace(OWNERS[owner], &handle, None),
                    "{}",
                    said
                );
            }
            Deed::Newest { owner, kind, most } => {
                let newest = store.newest(OWNERS[owner], KINDS[kind], most);
                let newest = newest.expect("the store works");
                prop_assert_eq!(
                    newest,
                    model.newest(OWNERS[owner], KINDS[kind], most),
                    "{}",
                    said
                );
            }
            Deed::Wait(millis) => {
                NOW.set(NOW.get() + millis);
                model.now = NOW.get();
            }
        }
        prop_assert!(model.documents.len() <= DOCUMENTS);
        prop_assert!(
            model
                .documents
                .iter()
                .map(|one| one.json.len())
                .sum::<usize>()
                <= BYTES
        );
    }
    // Whatever was ever made is what the model says, for everybody.
    for (kind, handle) in &made {
        for owner in OWNERS {
            let key = Key {
                owner,
                kind: KINDS[*kind],
                handle,
            };
            for store in stores {
                let found = store.open(key).expect("the store works");
                prop_assert_eq!(
                    found,
                    model.find(owner, handle),
                    "{} of {:?}",
                    handle,
                    owner
                );
            }
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn memory_does_what_the_model_does(deeds in vec(deed(), 0..120)) {
        let store = MemoryStore::with_clock(retention(), clock());
        agree(&[&store], deeds)?;
    }
}

#[cfg(feature = "sqlite")]
mod sqlite {
    use std::path::PathBuf;
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::super::SqliteStore;
    use super::*;

    /// A path that is free, and is again at the end.
    pub(super) struct Scratch(pub(super) PathBuf);

    impl Scratch {
        pub(super) fn new() -> Self {
            static COUNT: AtomicU32 = AtomicU32::new(0);
            let number = COUNT.fetch_add(1, Ordering::Relaxed);
            let name = format!("mcp-ergo-{}-{number}.db", std::process::id());
            Self(std::env::temp_dir().join(name))
        }

        pub(super) fn store(&self) -> SqliteStore {
            let store = SqliteStore::open(&self.0, retention()).expect("a store");
            store.with_clock(clock())
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            for end in ["", "-wal", "-shm"] {
                let mut path = self.0.clone().into_os_string();
                path.push(end);
                let _ = std::fs::remove_file(path);
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// Two stores, as two processes have them over one file.
        #[test]
        fn one_file_does_what_the_model_does(deeds in vec(deed(), 0..120)) {
            let scratch = Scratch::new();
            let (one, two) = (scratch.store(), scratch.store());
            agree(&[&one, &two], deeds)?;
        }
    }

    #[test]
    fn documents_outlive_the_store() {
        let scratch = Scratch::new();
        NOW.set(0);
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
        assert!(takes.iter().all(|found| *found != Found::Unknown));
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
}
