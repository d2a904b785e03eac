//! How often each caller has called each tool.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::{PATIENCE, Rate};

/// A token bucket for each caller and tool, kept as the one moment at which it is full again (the
/// generic cell rate algorithm): nothing has to be filled while time passes.
#[derive(Debug, Default)]
pub(crate) struct Rates(Mutex<HashMap<Key, Instant>>);

type Key = (Arc<str>, &'static str);

/// Most buckets that are kept. One that is full is one that was never used.
const MOST: usize = 16_384;

impl Rates {
    /// Takes a call out of the bucket, and says how long it has to wait until there is one.
    ///
    /// # Errors
    ///
    /// When that is longer than anybody waits; nothing is taken then.
    pub(crate) fn take(
        &self,
        caller: &Arc<str>,
        tool: &'static str,
        rate: Rate,
    ) -> Result<Duration, Duration> {
        let now = Instant::now();
        // A panic elsewhere leaves a map of moments as right as it was.
        let mut buckets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MOST {
            make_room(&mut buckets, now);
        }
        let full = buckets.entry((caller.clone(), tool)).or_insert(now);
        let due = (*full).max(now);
        let wait = due
            .saturating_duration_since(now)
            .saturating_sub(rate.slack());
        if wait > PATIENCE {
            return Err(wait);
        }
        *full = due + rate.interval();
        Ok(wait)
    }
}

/// Forgets the full buckets, and where that is not enough the fuller half: those whose callers gain
/// least by it.
fn make_room(buckets: &mut HashMap<Key, Instant>, now: Instant) {
    buckets.retain(|_, full| *full > now);
    if buckets.len() < MOST {
        return;
    }
    let mut moments: Vec<Instant> = buckets.values().copied().collect();
    let (_, median, _) = moments.select_nth_unstable(MOST / 2);
    let median = *median;
    buckets.retain(|_, full| *full > median);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(name: &str) -> Arc<str> {
        name.into()
    }

    #[tokio::test(start_paused = true)]
    async fn a_burst_passes_and_then_one_each_interval() {
        let (rates, ada) = (Rates::default(), name("ada"));
        let rate = Rate::per_minute(6).burst(2);
        assert_eq!(rates.take(&ada, "read", rate), Ok(Duration::ZERO));
        assert_eq!(rates.take(&ada, "read", rate), Ok(Duration::ZERO));
        let ten = Duration::from_secs(10);
        assert_eq!(rates.take(&ada, "read", rate), Err(ten));
        // Refusals cost nothing.
        assert_eq!(rates.take(&ada, "read", rate), Err(ten));
        // Another tool and another caller have buckets of their own.
        assert_eq!(rates.take(&ada, "write", rate), Ok(Duration::ZERO));
        assert_eq!(rates.take(&name("bob"), "read", rate), Ok(Duration::ZERO));
        tokio::time::advance(Duration::from_secs(9)).await;
        assert_eq!(rates.take(&ada, "read", rate), Ok(Duration::from_secs(1)));
        assert_eq!(rates.take(&ada, "read", rate), Err(Duration::from_secs(11)));
        tokio::time::advance(Duration::from_secs(60)).await;
        assert_eq!(rates.take(&ada, "read", rate), Ok(Duration::ZERO));
        assert_eq!(rates.take(&ada, "read", rate), Ok(Duration::ZERO));
        assert_eq!(rates.take(&ada, "read", rate), Err(ten));
    }

    #[tokio::test(start_paused = true)]
    async fn callers_without_number_do_not_fill_the_memory() {
        let rates = Rates::default();
        let rate = Rate::per_hour(1);
        let greedy = name("greedy");
        // The emptiest bucket of all is kept.
        let deep = Rate::per_hour(1).burst(1000);
        for _ in 0..1000 {
            assert!(rates.take(&greedy, "read", deep).is_ok());
        }
        for at in 0..3 * MOST {
            assert!(rates.take(&name(&at.to_string()), "read", rate).is_ok());
        }
        let kept = rates.0.lock().map(|buckets| buckets.len());
        assert!(kept.is_ok_and(|kept| kept <= MOST));
        assert!(rates.take(&greedy, "read", deep).is_err());
    }
}
