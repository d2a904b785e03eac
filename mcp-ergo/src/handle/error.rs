//! What a caller is told of a handle that opens nothing.

use std::fmt;
use std::time::Duration;

use mcp_ergo_rules::wording::Wording as _;
use serde_json::Map;

use super::words::{age, lifetime};
use super::{StoreError, Summary};
use crate::error::{Envelope, FailureMode, Recovery, ToolError};
use crate::reply::NextAction;
use crate::schema::{article, cut};

/// Why a document was not kept, or not found. In a tool's own error it stands like this:
///
/// ```
/// use mcp_ergo::{HandleError, ToolError};
///
/// #[derive(Debug, thiserror::Error, ToolError)]
/// enum LetterError {
///     #[error(transparent)]
///     #[tool_error(transparent)]
///     Handle(#[from] HandleError),
///
///     #[error("the draft to {to} is empty")]
///     #[tool_error(fix, hint = "write a text first")]
///     Empty { to: String },
/// }
/// ```
///
/// A handle that is unknown and one of another caller are told, and take, the same. That a document
/// is gone is told to its owner alone.
#[derive(Debug)]
pub struct HandleError(Box<Told>);

/// What kind of failure a [`HandleError`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum HandleErrorKind {
    /// The caller never had such a document; another one may have.
    Unknown,
    /// The caller took the document with an earlier call.
    Taken,
    /// The caller's document is gone: its time was over, or it made room for another.
    Gone,
    /// Another version of the server kept the document, and this one cannot read it.
    Outdated,
    /// The document is larger than the store takes.
    TooLarge,
    /// The store is full, and what is in it is other callers' fair share.
    Full,
    /// Others use the store.
    Busy,
    /// The store, the document's own serialization or the system's randomness failed.
    Internal,
}

impl HandleErrorKind {
    /// As the design spec lists it, and usage records it.
    const fn name(self) -> &'static str {
        match self {
            Self::Unknown => "Unknown",
            Self::Taken => "Taken",
            Self::Gone => "Gone",
            Self::Outdated => "Outdated",
            Self::TooLarge => "TooLarge",
            Self::Full => "Full",
            Self::Busy => "Busy",
            Self::Internal => "Internal",
        }
    }
}

/// Everything that the envelope says.
#[derive(Debug)]
struct Told {
    problem: Problem,
    noun: &'static str,
    kept: Duration,
    /// What the caller can send instead.
    candidates: Vec<String>,
    /// The tool that makes a new one, where this caller is served it.
    maker: Option<ServedMaker>,
}

#[derive(Debug)]
enum Problem {
    Unknown(String),
    Taken(String),
    Gone(String),
    Outdated(String),
    TooLarge { bytes: usize, most: usize },
    Full,
    Busy,
    Internal(Box<dyn std::error::Error + Send + Sync>),
}

/// The tool that makes a document, as one caller sees it.
#[derive(Debug, Clone)]
pub(super) struct ServedMaker {
    pub(super) canonical: &'static str,
    pub(super) shown: String,
    /// Whether a call without arguments makes one.
    pub(super) takes_nothing: bool,
}

/// Most characters of a candidate; an envelope cuts it there.
const CANDIDATE: usize = 80;

impl HandleError {
    fn new(problem: Problem, noun: &'static str, kept: Duration) -> Self {
        Self(Box::new(Told {
            problem,
            noun,
            kept,
            candidates: Vec::new(),
            maker: None,
        }))
    }

    pub(super) fn unknown(handle: &str, noun: &'static str, kept: Duration) -> Self {
        Self::new(Problem::Unknown(handle.to_owned()), noun, kept)
    }

    pub(super) fn taken(handle: &str, noun: &'static str, kept: Duration) -> Self {
        Self::new(Problem::Taken(handle.to_owned()), noun, kept)
    }

    pub(super) fn gone(handle: &str, noun: &'static str, kept: Duration) -> Self {
        Self::new(Problem::Gone(handle.to_owned()), noun, kept)
    }

    pub(super) fn outdated(handle: &str, noun: &'static str, kept: Duration) -> Self {
        Self::new(Problem::Outdated(handle.to_owned()), noun, kept)
    }

    pub(super) fn internal(
        cause: impl Into<Box<dyn std::error::Error + Send + Sync>>,
        noun: &'static str,
    ) -> Self {
        Self::new(Problem::Internal(cause.into()), noun, Duration::ZERO)
    }

    pub(super) fn store(error: StoreError, noun: &'static str, kept: Duration) -> Self {
        let problem = match error {
            StoreError::TooLarge { bytes, most } => Problem::TooLarge { bytes, most },
            StoreError::Full => Problem::Full,
            StoreError::Busy => Problem::Busy,
            StoreError::Failed(cause) => Problem::Internal(cause),
        };
        Self::new(problem, noun, kept)
    }

    /// Names what the caller can do instead.
    pub(super) fn with_ways_on(
        mut self,
        candidates: &[Summary],
        maker: Option<ServedMaker>,
    ) -> Self {
        self.0.candidates = candidates.iter().map(candidate).collect();
        self.0.maker = maker;
        self
    }

    /// What kind of failure it is.
    pub fn kind(&self) -> HandleErrorKind {
        match self.0.problem {
            Problem::Unknown(_) => HandleErrorKind::Unknown,
            Problem::Taken(_) => HandleErrorKind::Taken,
            Problem::Gone(_) => HandleErrorKind::Gone,
            Problem::Outdated(_) => HandleErrorKind::Outdated,
            Problem::TooLarge { .. } => HandleErrorKind::TooLarge,
            Problem::Full => HandleErrorKind::Full,
            Problem::Busy => HandleErrorKind::Busy,
            Problem::Internal(_) => HandleErrorKind::Internal,
        }
    }
}

/// `draft_7f3k… (to Ada, 3 minutes old)`: the handle first and whole.
fn candidate(summary: &Summary) -> String {
    let Summary {
        handle,
        title,
        age: since,
    } = summary;
    let old = age(*since);
    let Some(title) = title else {
        return format!("{handle} ({old})");
    };
    let title = title.one_line();
    let taken = handle.chars().count() + old.len() + " (, )".len();
    match CANDIDATE.saturating_sub(taken) {
        // What is left would be no title.
        ..4 => format!("{handle} ({old})"),
        left => format!("{handle} ({}, {old})", cut(&title, left)),
    }
}

impl fmt::Display for HandleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Told { problem, noun, .. } = &*self.0;
        match problem {
            Problem::Unknown(handle) => write!(f, "no {noun} '{handle}' is kept for this caller"),
            Problem::Taken(handle) => write!(
                f,
                "the {noun} '{handle}' was used or discarded by an earlier call"
            ),
            Problem::Gone(handle) => write!(f, "the {noun} '{handle}' is no longer kept"),
            Problem::Outdated(handle) => write!(
                f,
                "the {noun} '{handle}' was made by another version of this server, which this one cannot read"
            ),
            Problem::TooLarge { bytes, most } => {
                write!(
                    f,
                    "the {noun} has {bytes} bytes, and at most {most} are kept"
                )
            }
            Problem::Full => write!(f, "there is no room to keep the {noun}"),
            Problem::Busy => write!(f, "the store that keeps the {noun} is busy"),
            Problem::Internal(_) => write!(f, "the {noun} could not be kept or read"),
        }
    }
}

impl std::error::Error for HandleError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.0.problem {
            Problem::Internal(cause) => Some(&**cause),
            _ => None,
        }
    }
}

impl Told {
    /// What to do about a handle that opens nothing.
    fn way_on(&self) -> String {
        let Self { noun, maker, .. } = self;
        let another = maker
            .as_ref()
            .map(|maker| format!("make a new one with {}", maker.shown));
        match (self.candidates.is_empty(), another) {
            (false, Some(another)) => {
                format!("send one of the candidates if it is the right {noun}, or {another}")
            }
            (false, None) => format!("send one of the candidates if it is the right {noun}"),
            (true, Some(another)) => another,
            (true, None) => format!(
                "tell the user that the {noun} is not there, and that this caller is served no tool that makes one"
            ),
        }
    }

    /// What to do about a document that was taken.
    fn done(&self) -> String {
        let done = "tell the user that this is done already";
        match &self.maker {
            Some(maker) => format!(
                "{done}; only where it is wanted again, make a new one with {}",
                maker.shown
            ),
            None => done.to_owned(),
        }
    }

    /// The envelope of a handle that opens nothing.
    fn lost(&self, error: String, hint: String) -> Envelope {
        let maker = self.maker.as_ref();
        if self.candidates.is_empty() && maker.is_none() {
            return Envelope::stop(error, hint);
        }
        let mut envelope = Envelope::fix(error, hint).candidates(&self.candidates);
        // Where there are candidates, which is right is for the caller to say.
        envelope.next_action = maker
            .filter(|maker| maker.takes_nothing && self.candidates.is_empty())
            .map(|maker| NextAction {
                tool: maker.canonical.to_owned(),
                args: Map::new(),
                reason: format!("to make {}", article(self.noun)),
            });
        envelope
    }
}

// Whoever has an error of another type is not helped by the name of this one.
#[diagnostic::do_not_recommend]
impl ToolError for HandleError {
    fn envelope(&self) -> Envelope {
        let told = &*self.0;
        let Told { noun, kept, .. } = told;
        let error = self.to_string();
        let envelope = match &told.problem {
            Problem::Unknown(_) | Problem::Outdated(_) => told.lost(error, told.way_on()),
            // Whoever sends a letter a second time is not to write it anew.
            Problem::Taken(_) => Envelope::stop(error, told.done()),
            Problem::Gone(_) => {
                let hint = format!(
                    "{} is kept for {} at most, and makes room for newer ones; {}",
                    article(noun),
                    lifetime(*kept),
                    told.way_on()
                );
                told.lost(error, hint)
            }
            Problem::TooLarge { .. } => {
                Envelope::fix(error, "make it shorter, or split it into several")
            }
            Problem::Full => Envelope::retry(
                error,
                format!(
                    "send the same call later; what others keep ends within {}",
                    lifetime(*kept)
                ),
            ),
            Problem::Busy => {
                Envelope::retry(error, "send the same call again").after(Duration::from_millis(500))
            }
            Problem::Internal(_) => Envelope::internal(self),
        };
        envelope.named(self.kind().name())
    }

    fn failure_modes() -> Vec<FailureMode> {
        vec![
            FailureMode {
                candidates: true,
                ..FailureMode::new(
                    HandleErrorKind::Unknown.name(),
                    "no {noun} '{handle}' is kept for this caller",
                    "send one of the candidates, or make a new one",
                    Recovery::Fix,
                )
            },
            FailureMode::new(
                HandleErrorKind::Taken.name(),
                "the {noun} '{handle}' was used or discarded by an earlier call",
                "tell the user that this is done already",
                Recovery::Stop,
            ),
            FailureMode {
                candidates: true,
                ..FailureMode::new(
                    HandleErrorKind::Gone.name(),
                    "the {noun} '{handle}' is no longer kept",
                    "send one of the candidates, or make a new one",
                    Recovery::Fix,
                )
            },
            FailureMode {
                candidates: true,
                ..FailureMode::new(
                    HandleErrorKind::Outdated.name(),
                    "the {noun} '{handle}' was made by another version of this server, which this one cannot read",
                    "send one of the candidates, or make a new one",
                    Recovery::Fix,
                )
            },
            FailureMode::new(
                HandleErrorKind::TooLarge.name(),
                "the {noun} has {bytes} bytes, and at most {most} are kept",
                "make it shorter, or split it into several",
                Recovery::Fix,
            ),
            FailureMode::new(
                HandleErrorKind::Full.name(),
                "there is no room to keep the {noun}",
                "send the same call later",
                Recovery::Retry,
            ),
            FailureMode::new(
                HandleErrorKind::Busy.name(),
                "the store that keeps the {noun} is busy",
                "send the same call again",
                Recovery::Retry,
            ),
            FailureMode {
                internal: true,
                ..FailureMode::new(
                    HandleErrorKind::Internal.name(),
                    "the {noun} could not be kept or read",
                    "",
                    Recovery::Stop,
                )
            },
        ]
    }
}
