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

pub(super) fn clock() -> Clock {
    Clock(|| NOW.get())
}

const OWNERS: [&str; 4] = ["ada", "bob", "eve", "ada "];
const KINDS: [&str; 2] = ["draft", "draft_2"];
const LIFETIME: u64 = 5000;
const DOCUMENTS: usize = 5;
const BYTES: usize = 100;
const LARGEST: usize = 60;

pub(super) fn retention() -> Retention {
    Retention::new()
        .lifetime(Duration::from_millis(LIFETIME))
        .documents(DOCUMENTS)
        .bytes(BYTES)
        .document_bytes(LARGEST)
}

#[derive(Debug, Clone)]
pub(super) enum Deed {
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

pub(super) fn deed() -> impl Strategy<Value = Deed> {
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
    /// Whose, which, until when, and whether it was taken; the first that went first.
    gone: Vec<(&'static str, String, u64, bool)>,
    now: u64,
}

impl Model {
    fn sweep(&mut self) {
        let now = self.now;
        let all = std::mem::take(&mut self.documents);
        let (ended, kept): (Vec<_>, Vec<_>) = all.into_iter().partition(|one| one.ends_at <= now);
        self.documents = kept;
        for one in ended {
            self.bury(one.owner, one.handle, one.ends_at, false);
        }
        self.gone.retain(|(_, _, until, _)| *until > now);
    }

    fn bury(&mut self, owner: &'static str, handle: String, since: u64, taken: bool) {
        self.gone.push((owner, handle, since + LIFETIME, taken));
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
        let it = |(whose, which, until, _): &&(&str, String, u64, bool)| {
            *whose == owner && which == handle && *until > self.now
        };
        match self.gone.iter().find(it) {
            Some((.., true)) => Found::Taken,
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
                let Some(owner) = above.max_by_key(|owner| (has(owner), **owner)) else {
                    (self.documents, self.gone) = before;
                    return false;
                };
                owner
            };
            let at = self.documents.iter().position(|one| one.owner == from);
            let one = self
                .documents
                .remove(at.expect("whoever gives has something"));
            self.bury(one.owner, one.handle, self.now, false);
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
            self.bury(owner, one.handle, self.now, true);
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

/// The model beside what is tested.
#[derive(Default)]
struct Bench {
    model: Model,
    /// The kind and handle of whatever was kept, or refused.
    made: Vec<(&'static str, String)>,
}

impl Bench {
    /// A handle that was made so many deeds ago; one that never was where there were fewer.
    fn old(&self, handle: usize) -> (&'static str, String) {
        let at = self.made.len().checked_sub(1 + handle);
        at.map_or_else(
            || (KINDS[0], "draft_never".to_owned()),
            |at| self.made[at].clone(),
        )
    }

    /// Whether store and model do the same.
    fn same(&mut self, store: &dyn HandleStore, deed: &Deed) -> Result<(), TestCaseError> {
        match *deed {
            Deed::Keep { owner, kind, size } => {
                let (owner, kind) = (OWNERS[owner], KINDS[kind]);
                let handle = format!("{kind}_{}", self.made.len());
                let key = key(owner, kind, &handle);
                let kept = store.keep(key, parcel(size));
                let kept = kept.map_or_else(|error| Kept::of(&error), |()| Kept::Done);
                let wanted = self.model.keep(owner, kind, &handle, &parcel(size).json);
                prop_assert_eq!(kept, wanted);
                self.made.push((kind, handle));
            }
            Deed::Open { owner, handle } => {
                let (kind, handle) = self.old(handle);
                let found = store.open(key(OWNERS[owner], kind, &handle));
                let wanted = self.model.find(OWNERS[owner], &handle);
                prop_assert_eq!(found.expect("the store works"), wanted);
            }
            Deed::Replace {
                owner,
                handle,
                size,
            } => {
                let (kind, handle) = self.old(handle);
                let key = key(OWNERS[owner], kind, &handle);
                let replaced = Replaced::of(store.replace(key, Some(parcel(size))));
                let json = parcel(size).json;
                let wanted = self.model.replace(OWNERS[owner], &handle, Some(&json));
                prop_assert_eq!(replaced, wanted);
            }
            Deed::Take { owner, handle } => {
                let (kind, handle) = self.old(handle);
                let key = key(OWNERS[owner], kind, &handle);
                let replaced = Replaced::of(store.replace(key, None));
                let wanted = self.model.replace(OWNERS[owner], &handle, None);
                prop_assert_eq!(replaced, wanted);
            }
            Deed::Newest { owner, kind, most } => {
                let (owner, kind) = (OWNERS[owner], KINDS[kind]);
                let newest = store.newest(owner, kind, most).expect("the store works");
                prop_assert_eq!(newest, self.model.newest(owner, kind, most));
            }
            Deed::Wait(millis) => {
                NOW.set(NOW.get() + millis);
                self.model.now = NOW.get();
            }
        }
        prop_assert!(self.model.documents.len() <= DOCUMENTS);
        let bytes: usize = self.model.documents.iter().map(|one| one.json.len()).sum();
        prop_assert!(bytes <= BYTES);
        Ok(())
    }
}

fn key<'a>(owner: &'a str, kind: &'a str, handle: &'a str) -> Key<'a> {
    Key {
        owner,
        kind,
        handle,
    }
}

fn parcel(size: usize) -> Parcel {
    Parcel {
        title: None,
        json: "x".repeat(size),
    }
}

/// Does every deed to the model and, in turn, to stores that share what they keep.
pub(super) fn agree(stores: &[&dyn HandleStore], deeds: &[Deed]) -> Result<(), TestCaseError> {
    let mut bench = Bench::default();
    NOW.set(0);
    for (deed, store) in deeds.iter().zip(stores.iter().cycle()) {
        bench.same(*store, deed)?;
    }
    // Whatever was ever made is what the model says, for everybody.
    for (kind, handle) in &bench.made {
        for (owner, store) in OWNERS
            .iter()
            .flat_map(|owner| stores.iter().map(move |store| (owner, store)))
        {
            let found = store.open(key(owner, kind, handle));
            let wanted = bench.model.find(owner, handle);
            prop_assert_eq!(
                found.expect("the store works"),
                wanted,
                "{} of {:?}",
                handle,
                owner
            );
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn memory_does_what_the_model_does(deeds in vec(deed(), 0..120)) {
        let store = MemoryStore::with_clock(retention(), clock());
        agree(&[&store], &deeds)?;
    }
}
