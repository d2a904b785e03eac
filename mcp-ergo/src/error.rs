//! The one envelope in which everything that goes wrong is told, and the trait that fills it.

mod fault;

use std::error::Error as StdError;
use std::fmt::Write as _;
use std::hash::{BuildHasher, RandomState};
use std::io::Write as _;
use std::time::Duration;

use mcp_ergo_rules::wording::Wording as _;
use serde::Serialize;

use crate::call::Capability;
use crate::reply::{NextAction, ToolCall};
use crate::schema::cut;
use crate::usage::UsageCode;

pub(crate) use fault::{Fault, Problem};

/// What a caller can do about a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "testing", derive(serde::Deserialize))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Recovery {
    /// Change the call.
    Fix,
    /// Send the same call again, later.
    Retry,
    /// No call of the caller's can succeed; tell the user.
    Stop,
}

impl Recovery {
    /// The word on the wire.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Fix => Self::ALL[0].0,
            Self::Retry => Self::ALL[1].0,
            Self::Stop => Self::ALL[2].0,
        }
    }

    pub(crate) const ALL: [(&'static str, &'static str); 3] = [
        ("fix", "change the call"),
        ("retry", "the same call may succeed later"),
        ("stop", "no call can succeed; tell the user"),
    ];
}

/// One thing that is wrong with a call's arguments.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "testing", derive(serde::Deserialize))]
#[non_exhaustive]
pub struct Issue {
    /// JSON pointer into the arguments.
    pub path: String,
    /// What is wrong, with the value.
    pub error: String,
    /// What to send instead.
    pub hint: String,
    /// The same without the value, for whoever runs the server.
    #[serde(skip)]
    pub(crate) code: Option<UsageCode>,
}

impl Issue {
    /// An issue with the parameter of a declared name; none where the mistake is in no parameter.
    pub(crate) fn coded(mut self, fault: Fault, parameter: Option<String>) -> Self {
        self.code = Some(UsageCode::argument(fault, parameter));
        self
    }

    pub(crate) fn new(path: String, error: String, hint: String) -> Self {
        Self {
            path,
            error,
            hint,
            code: None,
        }
    }
}

/// Most issues that an answer names; a call that is wrong in more ways is mended in two steps.
const MOST: usize = 10;

/// What is wrong with a call's arguments: how much in all, and the first of it in words. What is
/// not told is not put into words either, since a caller may send any number of mistakes.
#[derive(Debug, Default)]
pub(crate) struct Issues {
    pub(crate) told: Vec<Issue>,
    pub(crate) found: usize,
    /// What came as a string and was read, a sentence each.
    pub(crate) coerced: Vec<String>,
}

impl Issues {
    pub(crate) fn add(&mut self, issue: impl FnOnce() -> Issue) {
        self.found += 1;
        if self.told.len() < MOST {
            self.told.push(issue());
        }
    }
}

impl From<Issue> for Issues {
    fn from(issue: Issue) -> Self {
        let mut issues = Self::default();
        issues.add(|| issue);
        issues
    }
}

/// Everything that a caller is told about a failure.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "testing", derive(serde::Deserialize))]
#[serde(rename_all = "camelCase")]
pub struct Envelope {
    pub(crate) error: String,
    pub(crate) hint: String,
    pub(crate) recovery: Recovery,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) issues: Vec<Issue>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) candidates: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) next_action: Option<NextAction>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) retry_after_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reference: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) upgrade_hint: Option<String>,
    /// What the client lacks for the call; the newest version of the protocol has an error for it.
    #[serde(skip)]
    pub(crate) lacking: Option<Capability>,
    #[serde(skip)]
    pub(crate) ending: Ending,
    /// What failed, for whoever runs the server: the variant of an error, or a word of ours.
    #[serde(skip)]
    pub(crate) code: Option<&'static str>,
}

/// How a failed call ended, for whoever runs the server.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The tool, or what stands before it, said what was wrong.
    #[default]
    Told,
    TimedOut,
    Cancelled,
    Panicked,
}

/// Most characters of an error or a hint: a message shows values, and a caller may send any.
const LONGEST: usize = 500;

/// Most candidates that an error names.
const CANDIDATES: usize = 3;

impl Envelope {
    fn new(recovery: Recovery, error: impl Into<String>, hint: impl Into<String>) -> Self {
        Self {
            error: error.into(),
            hint: hint.into(),
            recovery,
            issues: Vec::new(),
            candidates: Vec::new(),
            next_action: None,
            retry_after_ms: None,
            reference: None,
            upgrade_hint: None,
            lacking: None,
            ending: Ending::Told,
            code: None,
        }
    }

    /// Names the failure for whoever runs the server; the first name stays.
    #[doc(hidden)]
    pub fn named(mut self, code: &'static str) -> Self {
        self.code.get_or_insert(code);
        self
    }

    pub(crate) fn ending(mut self, ending: Ending) -> Self {
        self.ending = ending;
        self
    }

    /// A failure that another call mends. `error` says what is wrong, with the value; `hint` what
    /// to do.
    pub fn fix(error: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::new(Recovery::Fix, error, hint)
    }

    /// A failure that passes: the same call may succeed later.
    pub fn retry(error: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::new(Recovery::Retry, error, hint)
    }

    /// A failure that no call of the caller's can mend.
    pub fn stop(error: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::new(Recovery::Stop, error, hint)
    }

    /// A failure inside the server. The cause, and what caused that, are logged under a reference;
    /// the caller gets the reference and nothing else.
    pub fn internal(cause: &dyn StdError) -> Self {
        Self::unexplained(&chain(cause))
    }

    /// A failure inside the server, whose cause is known in words alone.
    pub(crate) fn unexplained(cause: &str) -> Self {
        let reference = new_reference();
        // Nobody would ever see the cause of a server that sets up no logging. A closed stderr is no
        // reason to fail.
        if tracing::dispatcher::has_been_set() {
            tracing::error!(reference, cause, "a request failed inside the server");
        } else {
            let line = format!("{reference}: a request failed inside the server: {cause}");
            let _ = writeln!(std::io::stderr(), "{line}");
        }
        let mut envelope = Self::stop(
            "the server failed on its side, not on the call",
            format!(
                "Tell the user that it failed, with the reference {reference} for the server's log."
            ),
        );
        envelope.reference = Some(reference);
        envelope
    }

    /// What is wrong with the arguments of a tool.
    pub(crate) fn of_call(tool: &str, issues: Issues) -> Self {
        Self::arguments(&format!("the call of {tool}"), issues)
    }

    /// What is wrong with a call's arguments: every issue at once, at most ten. `subject` is what has
    /// the mistakes: "the call of `get_invoice`".
    pub(crate) fn arguments(subject: &str, Issues { told, found, .. }: Issues) -> Self {
        if let [only] = told.as_slice() {
            let mut envelope = Self::fix(only.error.clone(), only.hint.clone());
            envelope.issues = told;
            return envelope;
        }
        let more = if found > told.len() {
            format!("; the first {} are named", told.len())
        } else {
            String::new()
        };
        let mut envelope = Self::fix(
            format!("{subject} has {found} mistakes{more}"),
            "Mend every issue, then send the call again.",
        );
        envelope.issues = told;
        envelope
    }

    /// Up to three values that would have been right.
    #[must_use]
    pub fn candidates<C: ToString>(mut self, candidates: impl IntoIterator<Item = C>) -> Self {
        self.candidates = candidates
            .into_iter()
            .take(CANDIDATES)
            .map(|candidate| cut(&candidate.to_string(), 80))
            .collect();
        self
    }

    /// The call that comes next.
    #[must_use]
    pub fn next(mut self, call: impl ToolCall) -> Self {
        let reason = format!(
            "to {}",
            self.hint.trim_end_matches('.').to_lowercase_first()
        );
        self.next_action = Some(NextAction::new(call, reason));
        self
    }

    /// How long to wait before the same call.
    #[must_use]
    pub fn after(mut self, delay: Duration) -> Self {
        self.retry_after_ms = Some(u64::try_from(delay.as_millis()).unwrap_or(u64::MAX));
        self
    }

    /// What went wrong.
    pub fn error(&self) -> &str {
        &self.error
    }

    /// What to do.
    pub fn hint(&self) -> &str {
        &self.hint
    }

    /// Whether and how a caller can recover.
    pub fn recovery(&self) -> Recovery {
        self.recovery
    }

    /// Puts the texts into the form that is served: an error begins in lower case or with the
    /// value, a hint is a sentence.
    pub(crate) fn polished(mut self) -> Self {
        self.error = cut(self.error.trim().trim_end_matches('.'), LONGEST);
        self.hint = cut(&self.hint.trim().to_uppercase_first().ended(), LONGEST);
        self
    }
}

/// An error with what caused it, and what caused that.
pub(crate) fn chain(cause: &dyn StdError) -> String {
    let mut chain = cause.to_string();
    let mut source = cause.source();
    while let Some(deeper) = source {
        let _ = write!(chain, ": {deeper}");
        source = deeper.source();
    }
    chain
}

/// Short enough to be read out on the telephone, random enough that two failures of one day do not
/// share it.
fn new_reference() -> String {
    format!(
        "e-{:08x}",
        RandomState::new().hash_one(std::time::SystemTime::now()) & 0xffff_ffff
    )
}

/// An error that teaches: whoever reads it knows what is wrong and what to do next.
///
/// Derive it beside [`thiserror::Error`](https://docs.rs/thiserror):
///
/// ```
/// use mcp_ergo::ToolError;
///
/// #[derive(Debug, thiserror::Error, ToolError)]
/// enum LedgerError {
///     #[error("no invoice with id '{id}'; ids look like 'inv_01H8XK'")]
///     #[tool_error(fix, hint = "find the id with search_invoices", candidates = near)]
///     NotFound { id: String, near: Vec<String> },
///
///     #[error("the ledger is locked by another writer")]
///     #[tool_error(retry, after = "500ms", hint = "send the same call again")]
///     Locked,
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not teach: a model that fails with it cannot know what to do next",
    label = "the error type of a tool derives `ToolError`",
    note = "write an enum with `#[derive(Debug, thiserror::Error, ToolError)]`, and give every variant what is wrong, a recovery and a hint",
    note = "e.g. `#[error(\"no invoice with id '{{id}}'\")] #[tool_error(fix, hint = \"find the id with search_invoices\", candidates = near)] NotFound {{ id: String, near: Vec<String> }}`",
    note = "rule E006 (error-type-untaught), https://docs.rs/mcp-ergo/latest/mcp_ergo/rulebook/index.html#e006"
)]
pub trait ToolError: Send {
    /// What the caller is told.
    fn envelope(&self) -> Envelope;

    /// Every way to fail, for the design spec ([`Server::spec`](crate::Server::spec)). The derive
    /// writes it; an implementation by hand that leaves it out shows no failures there.
    fn failure_modes() -> Vec<FailureMode>
    where
        Self: Sized,
    {
        Vec::new()
    }
}

/// One way in which a tool fails, as the design spec lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailureMode {
    /// The variant's name.
    pub name: &'static str,
    /// What is wrong: the message, with the names of its values in braces.
    pub error: &'static str,
    /// What to do next, with the names of its values in braces.
    pub hint: &'static str,
    /// What a caller can do; a failure inside the server is [`Recovery::Stop`].
    pub recovery: Recovery,
    /// The tool to call next.
    pub next: Option<&'static str>,
    /// Whether values that would have been right are named.
    pub candidates: bool,
    /// Whether it is a failure inside the server: logged under a reference, its cause never shown.
    pub internal: bool,
}

impl FailureMode {
    /// One that the library's own errors have.
    pub(crate) const fn new(
        name: &'static str,
        error: &'static str,
        hint: &'static str,
        recovery: Recovery,
    ) -> Self {
        Self {
            name,
            error,
            hint,
            recovery,
            next: None,
            candidates: false,
            internal: false,
        }
    }
}
