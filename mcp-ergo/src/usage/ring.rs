//! The last calls, in memory.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{UsageFailure, UsageRecord, UsageStore};

/// Keeps the last records in the memory of the process, for tests and small servers. Hold it in an
/// [`Arc`](std::sync::Arc) and give the builder a clone.
#[derive(Debug)]
pub struct UsageRing {
    most: usize,
    kept: Mutex<VecDeque<UsageRecord>>,
}

impl UsageRing {
    /// A ring of `most` records.
    pub fn new(most: usize) -> Self {
        Self {
            most,
            kept: Mutex::default(),
        }
    }

    /// The records that are kept, the oldest first. What was called a moment ago may be missing:
    /// [`Usage::flush`](super::Usage::flush) waits for it.
    pub fn records(&self) -> Vec<UsageRecord> {
        self.kept().iter().cloned().collect()
    }

    fn kept(&self) -> MutexGuard<'_, VecDeque<UsageRecord>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl UsageStore for UsageRing {
    fn keep(&self, records: &[UsageRecord]) -> Result<(), UsageFailure> {
        let mut kept = self.kept();
        let newest = &records[records.len().saturating_sub(self.most)..];
        let over = (kept.len() + newest.len()).saturating_sub(self.most);
        kept.drain(..over);
        kept.extend(newest.iter().cloned());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::UsageStatus;
    use super::*;

    fn records(names: &[&'static str]) -> Vec<UsageRecord> {
        let record = |name: &&'static str| UsageRecord::new(*name, UsageStatus::Ok);
        names.iter().map(record).collect()
    }

    #[test]
    fn the_last_are_kept() {
        let ring = UsageRing::new(3);
        let names = || -> Vec<String> {
            let records = ring.records().into_iter();
            records.map(|record| record.tool.into_owned()).collect()
        };
        ring.keep(&records(&["a", "b"])).expect("memory");
        assert_eq!(names(), ["a", "b"]);
        ring.keep(&records(&["c", "d"])).expect("memory");
        assert_eq!(names(), ["b", "c", "d"]);
        ring.keep(&records(&["e", "f", "g", "h"])).expect("memory");
        assert_eq!(names(), ["f", "g", "h"]);
        ring.keep(&[]).expect("memory");
        assert_eq!(names(), ["f", "g", "h"]);
    }
}
