//! How long to wait before the next attempt.

use std::time::Duration;

const FIRST: Duration = Duration::from_millis(500);
const LONGEST: Duration = Duration::from_secs(30);

/// What was up for this long begins again with the shortest wait.
pub(super) const STEADY: Duration = Duration::from_secs(30);

/// Waits that double from half a second to half a minute, each spread by a quarter either way: what
/// went down together does not come back together.
#[derive(Debug, Default)]
pub(super) struct Backoff {
    attempts: u32,
}

impl Backoff {
    pub(super) fn reset(&mut self) {
        self.attempts = 0;
    }

    pub(super) fn wait(&mut self) -> Duration {
        let doubled = FIRST.saturating_mul(1_u32.checked_shl(self.attempts).unwrap_or(u32::MAX));
        self.attempts = self.attempts.saturating_add(1).min(16);
        // Without randomness the spread is lost, and nothing else.
        let random = getrandom::u32().unwrap_or(u32::MAX / 2);
        let spread = 0.75 + f64::from(random) / f64::from(u32::MAX) / 2.0;
        doubled.min(LONGEST).mul_f64(spread)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_until_half_a_minute() {
        let mut backoff = Backoff::default();
        let mut least = FIRST;
        for _ in 0..40 {
            let wait = backoff.wait();
            assert!(
                wait >= least.mul_f64(0.75) && wait <= least.mul_f64(1.26),
                "{wait:?}"
            );
            least = (least * 2).min(LONGEST);
        }
        backoff.reset();
        assert!(backoff.wait() < Duration::from_secs(1));
    }
}
