//! What one caller, and all of them together, may ask of a server.

mod admission;
mod rate;
mod rates;

use std::time::Duration;

use crate::error::Envelope;

#[cfg(feature = "gateway")]
pub(crate) use admission::Line;
pub(crate) use admission::{Admission, Crowded, Permit};
pub use rate::Rate;
pub(crate) use rates::Rates;

/// What a server lets through.
#[derive(Debug, Clone)]
pub(crate) struct Limits {
    /// Most calls that run at once.
    pub(crate) calls: usize,
    /// Most calls of one caller that run at once.
    pub(crate) calls_by_caller: usize,
    /// How often one caller may call one tool that says nothing else.
    pub(crate) rate: Option<Rate>,
    /// Most tokens of an answer.
    pub(crate) answer_tokens: usize,
}

/// Most calls at once unless told: as many threads as tokio keeps for blocking tools. More could be
/// taken in and would not run.
const CALLS: usize = 512;

/// Most calls of one caller at once unless told: a quarter, so that no one caller can keep the others
/// out. Agents send up to a few dozen side by side.
const CALLS_BY_CALLER: usize = CALLS / 4;

/// Most tokens of an answer unless told: Claude Code shows a model nothing of one that has more
/// (`MAX_MCP_OUTPUT_TOKENS`).
const ANSWER_TOKENS: usize = 25_000;

/// Fewer tokens hold no more than what an answer says of itself.
pub(crate) const FEWEST_ANSWER_TOKENS: usize = 300;

impl Default for Limits {
    fn default() -> Self {
        Self {
            calls: CALLS,
            calls_by_caller: CALLS_BY_CALLER,
            rate: None,
            answer_tokens: ANSWER_TOKENS,
        }
    }
}

/// How long a call that is one too many is kept waiting before it is refused. A model that is refused
/// spends a turn on sending the same call again, has no clock to wait by, and may change what was
/// right: what passes within the time that such a turn takes is better waited for here. Longer, the
/// caller is told, so that it can do something else.
pub(crate) const PATIENCE: Duration = Duration::from_secs(2);

/// The caller has called the tool more often than it may.
pub(crate) fn too_often(tool: &str, rate: Rate, wait: Duration) -> Envelope {
    Envelope::retry(
        format!(
            "one caller may call {tool} {rate}, and this call was one too many; nothing was done"
        ),
        AGAIN,
    )
    .after(up_to_a_milli(wait))
    .named("rate_limited")
}

/// More calls run than may.
pub(crate) fn too_many(tool: &str, crowded: Crowded) -> Envelope {
    let (whose, most) = match crowded {
        Crowded::Caller(most) => ("of this caller", most),
        Crowded::Server(most) => ("of all callers together", most),
    };
    // By then every call that is waiting now has got its place or was refused.
    Envelope::retry(
        format!("as many calls {whose} are running as may at once, {most}; {tool} was not begun"),
        AGAIN,
    )
    .after(PATIENCE)
    .named("crowded")
}

const AGAIN: &str = "Send the same call again after the wait.";

/// Whoever comes back after it is let through.
fn up_to_a_milli(wait: Duration) -> Duration {
    let millis = wait.as_nanos().div_ceil(1_000_000);
    Duration::from_millis(u64::try_from(millis).unwrap_or(u64::MAX))
}
