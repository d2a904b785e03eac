//! How long and how much a store keeps, and who makes room when it is full.

use std::time::Duration;

use super::StoreError;

/// How long and how much a store keeps.
///
/// A store that is full drops the oldest document of the caller who keeps another one. Only a caller
/// who has less than its fair share (what the store holds, divided by the callers who have documents
/// there) takes from others, and then from the one who has most.
///
/// ```
/// use std::time::Duration;
///
/// use mcp_ergo::{MemoryStore, Retention};
///
/// let two_hours = Retention::new().lifetime(Duration::from_secs(2 * 60 * 60));
/// let store = MemoryStore::new(two_hours.documents(10_000));
/// # let _ = store;
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub struct Retention {
    lifetime: Duration,
    documents: usize,
    bytes: usize,
    largest: usize,
}

impl Default for Retention {
    fn default() -> Self {
        Self::new()
    }
}

impl Retention {
    /// 24 hours, 1000 documents, 64 MiB in all and 1 MiB each.
    pub const fn new() -> Self {
        Self {
            lifetime: Duration::from_secs(24 * 60 * 60),
            documents: 1000,
            bytes: 64 << 20,
            largest: 1 << 20,
        }
    }

    /// How long a document is kept, from when it was made; at least a second. Descriptions say it in
    /// whole seconds, minutes, hours or days.
    pub const fn lifetime(mut self, lifetime: Duration) -> Self {
        self.lifetime = if lifetime.as_secs() == 0 {
            Duration::from_secs(1)
        } else {
            lifetime
        };
        self
    }

    /// Most documents that are kept, of all callers together; at least one.
    pub const fn documents(mut self, documents: usize) -> Self {
        self.documents = if documents == 0 { 1 } else { documents };
        self
    }

    /// Most bytes that are kept, of all callers together. A document counts as its JSON and its title.
    pub const fn bytes(mut self, bytes: usize) -> Self {
        self.bytes = bytes;
        self
    }

    /// Most bytes of one document.
    pub const fn document_bytes(mut self, bytes: usize) -> Self {
        self.largest = bytes;
        self
    }

    pub(super) const fn kept(&self) -> Duration {
        self.lifetime
    }

    /// The lifetime in milliseconds.
    pub(super) fn millis(&self) -> u64 {
        u64::try_from(self.lifetime.as_millis()).unwrap_or(u64::MAX)
    }

    /// Most documents that are kept; also the most handles of documents that are gone.
    pub(super) const fn most(&self) -> usize {
        self.documents
    }

    /// Refuses a document that is too large by itself.
    pub(super) fn admit(&self, bytes: usize) -> Result<(), StoreError> {
        let most = self.largest.min(self.bytes);
        if bytes > most {
            return Err(StoreError::TooLarge { bytes, most });
        }
        Ok(())
    }

    /// Whose oldest document has to go before `keeper` may keep another of so many bytes; `None`
    /// when there is room.
    pub(super) fn makes_room<'a>(
        &self,
        used: &[Usage<'a>],
        keeper: &str,
        bytes: usize,
    ) -> Result<Option<&'a str>, StoreError> {
        let documents: usize = used.iter().map(|usage| usage.documents).sum();
        let all_bytes: usize = used.iter().map(|usage| usage.bytes).sum();
        let (measure, adds, most): (fn(&Usage<'_>) -> usize, _, _) =
            if documents + 1 > self.documents {
                (|usage| usage.documents, 1, self.documents)
            } else if all_bytes + bytes > self.bytes {
                (|usage| usage.bytes, bytes, self.bytes)
            } else {
                return Ok(None);
            };
        let own = used.iter().find(|usage| usage.owner == keeper);
        let callers = used.len() + usize::from(own.is_none());
        let share = most / callers;
        if let Some(own) = own
            && measure(own) + adds > share
        {
            return Ok(Some(own.owner));
        }
        used.iter()
            .filter(|usage| measure(usage) > share)
            .max_by_key(|usage| (measure(usage), usage.owner))
            .map(|usage| Some(usage.owner))
            .ok_or(StoreError::Full)
    }
}

/// What one caller has in a store; only callers who have something are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Usage<'a> {
    pub(super) owner: &'a str,
    pub(super) documents: usize,
    pub(super) bytes: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn used<'a>(all: &[(&'a str, usize, usize)]) -> Vec<Usage<'a>> {
        let usage = |&(owner, documents, bytes)| Usage {
            owner,
            documents,
            bytes,
        };
        all.iter().map(usage).collect()
    }

    #[test]
    fn whoever_has_more_than_its_share_makes_room() {
        let retention = Retention::new().documents(4).bytes(100);
        let asked = |all: &[(&'static str, usize, usize)], keeper, bytes| {
            retention.makes_room(&used(all), keeper, bytes)
        };
        // Room.
        assert!(matches!(asked(&[("ada", 3, 30)], "ada", 10), Ok(None)));
        // Alone, a caller has everything.
        assert!(matches!(
            asked(&[("ada", 4, 40)], "ada", 10),
            Ok(Some("ada"))
        ));
        // Somebody new takes from whoever has most.
        let many = [("ada", 3, 10), ("bob", 1, 10)];
        assert!(matches!(asked(&many, "eve", 10), Ok(Some("ada"))));
        // At its share, a caller drops its own.
        let even = [("ada", 2, 90), ("bob", 2, 1)];
        assert!(matches!(asked(&even, "bob", 1), Ok(Some("bob"))));
        // Bytes count by themselves.
        let heavy = [("ada", 1, 90), ("bob", 1, 5)];
        assert!(matches!(asked(&heavy, "bob", 20), Ok(Some("ada"))));
        assert!(matches!(asked(&heavy, "bob", 46), Ok(Some("bob"))));
        // Nobody has more than its share, and the document is larger than one.
        let fair = [("ada", 1, 33), ("bob", 1, 33)];
        assert!(matches!(asked(&fair, "eve", 50), Err(StoreError::Full)));
    }

    #[test]
    fn a_document_is_too_large_beyond_either_limit() {
        let retention = Retention::new().bytes(50).document_bytes(80);
        assert!(retention.admit(50).is_ok());
        let error = retention.admit(51).expect_err("too large");
        assert!(matches!(
            error,
            StoreError::TooLarge {
                bytes: 51,
                most: 50
            }
        ));
    }
}
