//! Where calls are recorded.

use std::fmt;
use std::sync::Arc;

use super::UsageRecord;

/// Why a store does not keep what it is given. It is logged; the calls count as dropped.
pub type UsageFailure = Box<dyn std::error::Error + Send + Sync>;

/// Keeps records of calls. [`UsageRing`](super::UsageRing) and `SqliteUsage` (feature `sqlite`) are
/// two; give another to the builder with [`usage`](crate::Builder::usage).
///
/// A store is asked by one thread that does nothing else, so it may block. Calls never wait for it: what
/// it is too slow for is dropped and counted.
pub trait UsageStore: Send + Sync + 'static {
    /// Keeps some records, the oldest first.
    ///
    /// # Errors
    ///
    /// When they cannot be kept; they are not given again.
    fn keep(&self, records: &[UsageRecord]) -> Result<(), UsageFailure>;

    /// Remembers that so many calls more could not be recorded.
    ///
    /// # Errors
    ///
    /// When that cannot be kept; it is told again later.
    fn keep_dropped(&self, calls: u64) -> Result<(), UsageFailure> {
        let _ = calls;
        Ok(())
    }
}

/// A store that others hold too.
impl<S: UsageStore + ?Sized> UsageStore for Arc<S> {
    fn keep(&self, records: &[UsageRecord]) -> Result<(), UsageFailure> {
        (**self).keep(records)
    }

    fn keep_dropped(&self, calls: u64) -> Result<(), UsageFailure> {
        (**self).keep_dropped(calls)
    }
}

impl fmt::Debug for dyn UsageStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("UsageStore")
    }
}
