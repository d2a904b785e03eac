//! Calls that were not recorded, counted and told.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How often it is told at most.
pub(super) const QUIET: Duration = Duration::from_secs(5);

/// What was dropped, and how much of it is still to be told and kept.
#[derive(Debug)]
pub(super) struct Drops {
    all: AtomicU64,
    untold: AtomicU64,
    unkept: AtomicU64,
    voice: Voice,
}

impl Drops {
    pub(super) fn new() -> Self {
        Self {
            all: AtomicU64::new(0),
            untold: AtomicU64::new(0),
            unkept: AtomicU64::new(0),
            voice: Voice::new(),
        }
    }

    pub(super) fn all(&self) -> u64 {
        self.all.load(Ordering::Relaxed)
    }

    pub(super) fn add(&self, calls: u64) {
        self.all.fetch_add(calls, Ordering::Relaxed);
        self.untold.fetch_add(calls, Ordering::Relaxed);
        self.unkept.fetch_add(calls, Ordering::Relaxed);
        self.tell();
    }

    /// Says what has not been said, unless something was said a moment ago.
    pub(super) fn tell(&self) {
        if self.has_untold() && self.voice.may_speak() {
            self.tell_now();
        }
    }

    pub(super) fn has_untold(&self) -> bool {
        self.untold.load(Ordering::Relaxed) > 0
    }

    pub(super) fn tell_now(&self) {
        let calls = self.untold.swap(0, Ordering::Relaxed);
        if calls > 0 {
            tracing::warn!(
                calls,
                "calls were answered and not recorded: the usage store is too slow, or it fails"
            );
        }
    }

    /// How many the store has not been told of. Whoever takes them gives back what the store does not
    /// take.
    pub(super) fn take_unkept(&self) -> u64 {
        self.unkept.swap(0, Ordering::Relaxed)
    }

    pub(super) fn give_back(&self, calls: u64) {
        self.unkept.fetch_add(calls, Ordering::Relaxed);
    }
}

/// Speaks once, then is silent for a while.
#[derive(Debug)]
pub(super) struct Voice {
    began: Instant,
    /// Milliseconds after the beginning from which it may speak again.
    next: AtomicU64,
}

impl Voice {
    pub(super) fn new() -> Self {
        Self {
            began: Instant::now(),
            next: AtomicU64::new(0),
        }
    }

    pub(super) fn may_speak(&self) -> bool {
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let now = millis(self.began.elapsed());
        let next = self.next.load(Ordering::Relaxed);
        // Of several threads one speaks.
        now >= next
            && self
                .next
                .compare_exchange(
                    next,
                    now + millis(QUIET),
                    Ordering::Relaxed,
                    Ordering::Relaxed,
                )
                .is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drops_are_counted_told_and_kept_apart() {
        let drops = Drops::new();
        drops.add(2);
        // Told at once, and what follows is not.
        assert!(!drops.has_untold());
        drops.add(3);
        assert!(drops.has_untold());
        assert_eq!(drops.all(), 5);
        assert_eq!(drops.take_unkept(), 5);
        drops.give_back(5);
        drops.add(1);
        assert_eq!(drops.take_unkept(), 6);
        drops.tell_now();
        assert!(!drops.has_untold());
        assert_eq!(drops.all(), 6);
    }
}
