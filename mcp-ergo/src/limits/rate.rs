//! How often.

use std::fmt;
use std::time::Duration;

/// How often one caller may call one tool: a number of calls in a time, as many of them at once as
/// the burst allows. Give it to all tools with [`Builder::rate_limit`](crate::Builder::rate_limit), to
/// one with `#[tool(rate = "10/m")]`.
///
/// ```
/// use mcp_ergo::Rate;
///
/// // Five at once; after that one every two seconds.
/// let rate = Rate::per_minute(30).burst(5);
/// assert_eq!(rate.to_string(), "30 times a minute, 5 at once");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub struct Rate {
    calls: u32,
    unit: Unit,
    burst: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unit {
    Second,
    Minute,
    Hour,
}

impl Rate {
    /// So many calls a second, all of them at once if they come so.
    pub const fn per_second(calls: u32) -> Self {
        Self::new(calls, Unit::Second)
    }

    /// So many calls a minute, all of them at once if they come so.
    pub const fn per_minute(calls: u32) -> Self {
        Self::new(calls, Unit::Minute)
    }

    /// So many calls an hour, all of them at once if they come so.
    pub const fn per_hour(calls: u32) -> Self {
        Self::new(calls, Unit::Hour)
    }

    const fn new(calls: u32, unit: Unit) -> Self {
        Self {
            calls,
            unit,
            burst: calls,
        }
    }

    /// Most calls at once, after a time without any. What is spent comes back evenly.
    pub const fn burst(mut self, calls: u32) -> Self {
        self.burst = calls;
        self
    }

    /// Whether any call could ever pass.
    pub(crate) const fn lets_through(self) -> bool {
        self.calls > 0 && self.burst > 0
    }

    /// How long it takes until one more call may come.
    pub(crate) fn interval(self) -> Duration {
        let seconds = match self.unit {
            Unit::Second => 1,
            Unit::Minute => 60,
            Unit::Hour => 3600,
        };
        Duration::from_secs(seconds) / self.calls.max(1)
    }

    /// How far ahead of its even pace a caller may be.
    pub(crate) fn slack(self) -> Duration {
        self.interval() * self.burst.saturating_sub(1)
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = match self.unit {
            Unit::Second => "a second",
            Unit::Minute => "a minute",
            Unit::Hour => "an hour",
        };
        match self.calls {
            1 => write!(f, "once {unit}")?,
            calls => write!(f, "{calls} times {unit}")?,
        }
        if self.burst != self.calls {
            write!(f, ", {} at once", self.burst)?;
        }
        Ok(())
    }
}
