//! When a request is sent again.

use std::time::{Duration, SystemTime};

use super::refusal::Refusal;

/// Nobody waits longer for one task, whatever an endpoint asks for.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

#[derive(Debug, Clone)]
pub(super) struct Retry {
    pub(super) retries: u32,
    pub(super) first: Duration,
}

impl Default for Retry {
    fn default() -> Self {
        Self {
            retries: 3,
            first: Duration::from_millis(500),
        }
    }
}

impl Retry {
    /// How long to wait before the next try; `None` where there is none.
    pub(super) fn wait(&self, tried: u32, refused: &Refusal) -> Option<Duration> {
        if tried >= self.retries || !refused.may_pass() {
            return None;
        }
        Some(match refused.after() {
            Some(after) => after.min(LONGEST_WAIT),
            None => self.backoff(tried, getrandom::u32().unwrap_or(u32::MAX)),
        })
    }

    /// Between half of the wait and all of it, so that what was refused together does not come back
    /// together.
    fn backoff(&self, tried: u32, chance: u32) -> Duration {
        let wait = self
            .first
            .saturating_mul(2_u32.saturating_pow(tried))
            .min(LONGEST_WAIT);
        wait / 2 + (wait / 2).mul_f64(f64::from(chance) / f64::from(u32::MAX))
    }
}

/// What a `Retry-After` says: seconds, or a date.
pub(super) fn after(header: &str, now: SystemTime) -> Option<Duration> {
    let header = header.trim();
    if let Ok(seconds) = header.parse::<f64>() {
        return Duration::try_from_secs_f64(seconds).ok();
    }
    let date = httpdate::parse_http_date(header).ok()?;
    Some(date.duration_since(now).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_and_are_spread_over_their_upper_half() {
        let retry = Retry::default();
        let spread = |tried| [0, u32::MAX].map(|chance| retry.backoff(tried, chance).as_millis());
        assert_eq!(spread(0), [250, 500]);
        assert_eq!(spread(3), [2_000, 4_000]);
        assert_eq!(spread(40), [30_000, 60_000]);
    }

    #[test]
    fn retry_after_is_seconds_or_a_date() {
        let now = httpdate::parse_http_date("Sun, 06 Nov 1994 08:49:37 GMT").unwrap();
        let says = |header| after(header, now);
        assert_eq!(says("2"), Some(Duration::from_secs(2)));
        assert_eq!(says(" 0.5 "), Some(Duration::from_millis(500)));
        assert_eq!(
            says("Sun, 06 Nov 1994 08:49:40 GMT"),
            Some(Duration::from_secs(3))
        );
        assert_eq!(says("Sun, 06 Nov 1994 08:49:30 GMT"), Some(Duration::ZERO));
        assert_eq!(says("soon"), None);
        assert_eq!(says("-1"), None);
    }

    #[test]
    fn what_an_endpoint_asks_for_is_honoured_up_to_a_minute() {
        let retry = Retry::default();
        let asks = |seconds| Refusal::status(429, Some(Duration::from_secs(seconds)));
        assert_eq!(retry.wait(0, &asks(7)), Some(Duration::from_secs(7)));
        assert_eq!(retry.wait(0, &asks(7_000)), Some(LONGEST_WAIT));
        assert_eq!(retry.wait(3, &asks(7)), None, "three retries are over");
        assert_eq!(retry.wait(0, &Refusal::status(401, None)), None);
    }
}
