//! Documents in the memory of the process.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::retention::Usage;
use super::store::Clock;
use super::{Found, HandleStore, Key, Parcel, Retention, StoreError, Summary};

/// Keeps documents in the memory of the process: the store of a server that is told nothing else.
///
/// They are gone when the process ends, and no other process sees them. A server with replicas, or
/// one whose callers come back after a restart, takes `SqliteStore` (feature `sqlite`) or a
/// [`HandleStore`] of its own.
#[derive(Default)]
pub struct MemoryStore {
    retention: Retention,
    clock: Clock,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    owners: BTreeMap<String, Owner>,
    /// How many documents were ever kept: what was kept later has a greater number.
    kept: u64,
    /// When the next document or memory of one ends, at the earliest.
    next_end: Option<u64>,
}

/// What one owner has.
#[derive(Default)]
struct Owner {
    documents: HashMap<String, Entry>,
    /// What is remembered of documents that are gone; the first that went first.
    gone: VecDeque<Memory>,
    bytes: usize,
}

/// A document that is gone.
struct Memory {
    handle: String,
    until: u64,
    taken: bool,
}

struct Entry {
    number: u64,
    kind: String,
    parcel: Parcel,
    kept_at: u64,
    ends_at: u64,
}

impl MemoryStore {
    /// An empty store.
    pub fn new(retention: Retention) -> Self {
        Self {
            retention,
            ..Self::default()
        }
    }

    #[cfg(test)]
    pub(super) fn with_clock(retention: Retention, clock: Clock) -> Self {
        Self {
            clock,
            ..Self::new(retention)
        }
    }

    /// Whoever panicked in here left whole documents behind.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self) -> u64 {
        (self.clock.0)()
    }
}

impl HandleStore for MemoryStore {
    fn lifetime(&self) -> Duration {
        self.retention.kept()
    }

    fn keep(&self, key: Key<'_>, document: Parcel) -> Result<(), StoreError> {
        self.retention.admit(document.bytes())?;
        let now = self.now();
        let mut state = self.lock();
        state.sweep(now, &self.retention);
        let known = state.owners.get(key.owner);
        if known.is_some_and(|owner| owner.documents.contains_key(key.handle)) {
            return Err(StoreError::failed("the handle is not new"));
        }
        state.make_room(key.owner, document.bytes(), now, &self.retention)?;
        state.kept += 1;
        let entry = Entry {
            number: state.kept,
            kind: key.kind.to_owned(),
            parcel: document,
            kept_at: now,
            ends_at: now.saturating_add(self.retention.millis()),
        };
        state.insert(key.owner, key.handle, entry);
        Ok(())
    }

    fn open(&self, key: Key<'_>) -> Result<Found, StoreError> {
        let now = self.now();
        let state = self.lock();
        Ok(state.find(&key, now, &self.retention))
    }

    fn replace(&self, key: Key<'_>, document: Option<Parcel>) -> Result<Found, StoreError> {
        if let Some(document) = &document {
            self.retention.admit(document.bytes())?;
        }
        let now = self.now();
        let mut state = self.lock();
        state.sweep(now, &self.retention);
        let Some(before) = state.remove(key.owner, key.handle) else {
            return Ok(state.find(&key, now, &self.retention));
        };
        let found = Found::Kept(before.parcel.json.clone());
        let Some(document) = document else {
            state.bury(key.owner, key.handle.to_owned(), now, true, &self.retention);
            return Ok(found);
        };
        let after = match state.make_room(key.owner, document.bytes(), now, &self.retention) {
            Ok(()) => Ok(document),
            Err(error) => Err((error, before.parcel)),
        };
        let (parcel, result) = match after {
            Ok(parcel) => (parcel, Ok(found)),
            Err((error, parcel)) => (parcel, Err(error)),
        };
        state.insert(key.owner, key.handle, Entry { parcel, ..before });
        result
    }

    fn newest(&self, owner: &str, kind: &str, most: usize) -> Result<Vec<Summary>, StoreError> {
        let now = self.now();
        let state = self.lock();
        let Some(owner) = state.owners.get(owner) else {
            return Ok(Vec::new());
        };
        let mut found: Vec<(&String, &Entry)> = owner
            .documents
            .iter()
            .filter(|(_, entry)| entry.kind == kind && entry.ends_at > now)
            .collect();
        found.sort_unstable_by_key(|(_, entry)| std::cmp::Reverse(entry.number));
        let summary = |(handle, entry): (&String, &Entry)| Summary {
            handle: handle.clone(),
            title: entry.parcel.title.clone(),
            age: Duration::from_millis(now.saturating_sub(entry.kept_at)),
        };
        Ok(found.into_iter().take(most).map(summary).collect())
    }
}

impl State {
    fn find(&self, key: &Key<'_>, now: u64, retention: &Retention) -> Found {
        let Some(owner) = self.owners.get(key.owner) else {
            return Found::Unknown;
        };
        if let Some(entry) = owner.documents.get(key.handle) {
            return match entry.ends_at {
                end if end > now => Found::Kept(entry.parcel.json.clone()),
                end if end.saturating_add(retention.millis()) > now => Found::Gone,
                _ => Found::Unknown,
            };
        }
        let is_it = |memory: &&Memory| memory.handle == key.handle && memory.until > now;
        match owner.gone.iter().find(is_it) {
            Some(Memory { taken: true, .. }) => Found::Taken,
            Some(_) => Found::Gone,
            None => Found::Unknown,
        }
    }

    fn insert(&mut self, owner: &str, handle: &str, entry: Entry) {
        self.ends(entry.ends_at);
        let owner = self.owners.entry(owner.to_owned()).or_default();
        owner.bytes += entry.parcel.bytes();
        owner.documents.insert(handle.to_owned(), entry);
    }

    fn remove(&mut self, owner: &str, handle: &str) -> Option<Entry> {
        let owner = self.owners.get_mut(owner)?;
        let entry = owner.documents.remove(handle)?;
        owner.bytes -= entry.parcel.bytes();
        Some(entry)
    }

    /// Remembers that a document was there.
    fn bury(
        &mut self,
        owner: &str,
        handle: String,
        since: u64,
        taken: bool,
        retention: &Retention,
    ) {
        let until = since.saturating_add(retention.millis());
        self.ends(until);
        let owner = self.owners.entry(owner.to_owned()).or_default();
        owner.gone.push_back(Memory {
            handle,
            until,
            taken,
        });
        let all: usize = self.owners.values().map(|owner| owner.gone.len()).sum();
        if all > retention.most()
            && let Some(owner) = self
                .owners
                .values_mut()
                .max_by_key(|owner| owner.gone.len())
        {
            owner.gone.pop_front();
        }
    }

    fn ends(&mut self, end: u64) {
        self.next_end = Some(self.next_end.map_or(end, |next| next.min(end)));
    }

    /// Drops what has ended.
    fn sweep(&mut self, now: u64, retention: &Retention) {
        if self.next_end.is_none_or(|end| end > now) {
            return;
        }
        let mut ended: Vec<(u64, String, String, u64)> = Vec::new();
        for (name, owner) in &self.owners {
            for (handle, entry) in &owner.documents {
                if entry.ends_at <= now {
                    ended.push((entry.number, name.clone(), handle.clone(), entry.ends_at));
                }
            }
        }
        ended.sort_unstable();
        for (_, owner, handle, end) in ended {
            self.remove(&owner, &handle);
            self.bury(&owner, handle, end, false, retention);
        }
        for owner in self.owners.values_mut() {
            owner.gone.retain(|memory| memory.until > now);
        }
        self.owners
            .retain(|_, owner| !(owner.documents.is_empty() && owner.gone.is_empty()));
        let ends = self.owners.values().flat_map(|owner| {
            let documents = owner.documents.values().map(|entry| entry.ends_at);
            documents.chain(owner.gone.iter().map(|memory| memory.until))
        });
        self.next_end = ends.min();
    }

    /// Drops documents until there is room for one of so many bytes; none where there can be none.
    fn make_room(
        &mut self,
        keeper: &str,
        bytes: usize,
        now: u64,
        retention: &Retention,
    ) -> Result<(), StoreError> {
        for (owner, handle) in self.to_drop(keeper, bytes, retention)? {
            self.remove(&owner, &handle);
            self.bury(&owner, handle, now, false, retention);
        }
        Ok(())
    }

    /// The documents, each with its owner, that make room.
    fn to_drop(
        &self,
        keeper: &str,
        bytes: usize,
        retention: &Retention,
    ) -> Result<Vec<(String, String)>, StoreError> {
        let mut used: Vec<Usage<'_>> = self
            .owners
            .iter()
            .map(|(name, owner)| Usage {
                owner: name,
                documents: owner.documents.len(),
                bytes: owner.bytes,
            })
            .collect();
        let mut drops = Vec::new();
        loop {
            used.retain(|usage| usage.documents > 0);
            let Some(name) = retention.makes_room(&used, keeper, bytes)? else {
                return Ok(drops);
            };
            let dropped = |handle: &String| drops.iter().any(|(of, it)| of == name && it == handle);
            let oldest = self.owners.get(name).and_then(|owner| {
                let left = owner
                    .documents
                    .iter()
                    .filter(|(handle, _)| !dropped(handle));
                left.min_by_key(|(_, entry)| entry.number)
            });
            let usage = used.iter_mut().find(|usage| usage.owner == name);
            let (Some((handle, entry)), Some(usage)) = (oldest, usage) else {
                return Err(StoreError::Full);
            };
            usage.documents -= 1;
            usage.bytes -= entry.parcel.bytes();
            drops.push((name.to_owned(), handle.clone()));
        }
    }
}

/// Documents are for their owners, not for logs.
impl fmt::Debug for MemoryStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemoryStore")
            .field("retention", &self.retention)
            .finish_non_exhaustive()
    }
}
