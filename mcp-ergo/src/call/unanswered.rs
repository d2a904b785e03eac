//! Why a question to the client has no answer.

use std::fmt;

use super::asks::Capability;
use crate::error::{Envelope, FailureMode, Recovery, ToolError};
use crate::schema::cut;

/// Why a question to the client has no answer. A tool passes it on with `?`, also through an error
/// of its own:
///
/// ```
/// use mcp_ergo::{ToolError, Unanswered};
///
/// #[derive(Debug, thiserror::Error, ToolError)]
/// enum LedgerError {
///     #[error("the ledger is locked by another writer")]
///     #[tool_error(retry, after = "500ms", hint = "send the same call again")]
///     Locked,
///
///     #[error(transparent)]
///     #[tool_error(transparent)]
///     Unanswered(#[from] Unanswered),
/// }
/// ```
///
/// With clients of 2026-07-28 it is also how a call ends that has asked for the first time: whatever
/// the tool then returns, the client gets the question and sends the call again with the answer.
#[derive(Debug, Clone)]
pub struct Unanswered {
    tool: &'static str,
    asks: Capability,
    why: Why,
}

#[derive(Debug, Clone)]
enum Why {
    Pending,
    Lacking,
    NoSession,
    Unfit(String),
    Failed(String),
}

impl Unanswered {
    const fn new(tool: &'static str, asks: Capability, why: Why) -> Self {
        Self { tool, asks, why }
    }

    /// The question goes out when the tool returns.
    pub(crate) const fn pending(tool: &'static str, asks: Capability) -> Self {
        Self::new(tool, asks, Why::Pending)
    }

    /// The client cannot be asked such a thing.
    pub(crate) const fn lacking(tool: &'static str, asks: Capability) -> Self {
        Self::new(tool, asks, Why::Lacking)
    }

    /// The server keeps no session over which the client could answer.
    pub(crate) const fn no_session(tool: &'static str, asks: Capability) -> Self {
        Self::new(tool, asks, Why::NoSession)
    }

    /// The answer is not what was asked for; the text reads on after "the answer".
    pub(crate) fn unfit(tool: &'static str, asks: Capability, problem: impl Into<String>) -> Self {
        Self::new(tool, asks, Why::Unfit(problem.into()))
    }

    /// The client could not answer.
    pub(crate) fn failed(tool: &'static str, asks: Capability, why: &str) -> Self {
        Self::new(
            tool,
            asks,
            Why::Failed(cut(why.trim().trim_end_matches('.'), 200)),
        )
    }

    /// The answer, or the question, is nothing of the protocol's.
    pub(crate) fn unreadable(
        tool: &'static str,
        asks: Capability,
        error: &serde_json::Error,
    ) -> Self {
        tracing::debug!(tool, %error, "a question or its answer cannot be read");
        Self::unfit(tool, asks, format!("is no answer of {}", asks.name()))
    }

    /// Whether the question goes out when the tool returns, and the answer comes with the next run.
    pub fn is_pending(&self) -> bool {
        matches!(self.why, Why::Pending)
    }

    /// Whether this client can never be asked such a thing, so that a tool may do without.
    pub fn is_unsupported(&self) -> bool {
        matches!(self.why, Why::Lacking | Why::NoSession)
    }
}

impl fmt::Display for Unanswered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tool, asks, why } = self;
        let does = asks.use_of_it();
        match why {
            Why::Pending => write!(f, "{tool} {does}, and the answer has yet to come"),
            Why::Lacking => write!(
                f,
                "{tool} {does}, and this client does not support {}",
                asks.name()
            ),
            Why::NoSession => write!(
                f,
                "{tool} {does}, and this server keeps no session in which a client of a version before 2026-07-28 could answer"
            ),
            Why::Unfit(problem) => write!(f, "{tool} {does}, and the answer {problem}"),
            Why::Failed(why) => write!(f, "{tool} {does}, and got no answer: {why}"),
        }
    }
}

impl std::error::Error for Unanswered {}

const UNSUPPORTED: &str = "Unsupported";
const UNANSWERED: &str = "Unanswered";

const LACKING: &str = "Tell the user that this needs another client";
const NO_SESSION: &str = "Tell the user to connect with a newer client, or to have whoever runs the server enable sessions";
const AGAIN: &str = "Send the same call again; the question is asked once more";

impl ToolError for Unanswered {
    fn envelope(&self) -> Envelope {
        let error = self.to_string();
        let envelope = match self.why {
            Why::Lacking => Envelope {
                lacking: Some(self.asks),
                ..Envelope::stop(
                    error,
                    format!("{LACKING}, one that supports {}", self.asks.name()),
                )
            },
            Why::NoSession => Envelope::stop(error, NO_SESSION),
            Why::Pending | Why::Unfit(_) | Why::Failed(_) => Envelope::retry(error, AGAIN),
        };
        envelope.named(if self.is_unsupported() {
            UNSUPPORTED
        } else {
            UNANSWERED
        })
    }

    fn failure_modes() -> Vec<FailureMode> {
        vec![
            FailureMode::new(
                UNSUPPORTED,
                "the client cannot be asked what the tool has to ask",
                LACKING,
                Recovery::Stop,
            ),
            FailureMode::new(
                UNANSWERED,
                "the client gave no answer, or none that fits",
                AGAIN,
                Recovery::Retry,
            ),
        ]
    }
}
