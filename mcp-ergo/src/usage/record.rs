//! What is recorded of one call.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

use super::UsageCode;

/// Most characters of a name as a client sent it.
const LONGEST: usize = 128;

/// One call of a tool. As JSON, times are whole numbers: `at` in milliseconds since 1970, `duration` in
/// microseconds.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct UsageRecord {
    /// When it ended, in milliseconds since 1970.
    pub at: u64,
    /// The canonical name of the tool, or [`UsageRecord::UNKNOWN`] where there is none.
    pub tool: Cow<'static, str>,
    /// The name that the client sent, at most 128 characters of it.
    pub presented: String,
    /// How it ended.
    pub status: UsageStatus,
    /// What went wrong, each once.
    pub codes: Vec<UsageCode>,
    /// How long it took, questions to the client included.
    pub duration: Duration,
    /// The role of the caller, where it has one.
    pub role: Option<Arc<str>>,
}

impl UsageRecord {
    /// The canonical name of every tool that is not there. No tool can be called so.
    pub const UNKNOWN: &'static str = "(unknown)";

    /// A call that ends now, of a tool by its canonical name; a client sent the same, and nothing is
    /// known of the rest.
    pub fn new(tool: impl Into<Cow<'static, str>>, status: UsageStatus) -> Self {
        let tool = tool.into();
        Self {
            at: now(),
            presented: cut(&tool),
            tool,
            status,
            codes: Vec::new(),
            duration: Duration::ZERO,
            role: None,
        }
    }

    /// The same with the name that the client sent.
    pub fn presented(mut self, name: &str) -> Self {
        self.presented = cut(name);
        self
    }

    /// How long the call took, in microseconds.
    pub fn micros(&self) -> u64 {
        u64::try_from(self.duration.as_micros()).unwrap_or(u64::MAX)
    }
}

/// Milliseconds since 1970.
pub(super) fn now() -> u64 {
    let since = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// A name may be of any length.
pub(super) fn cut(name: &str) -> String {
    let end = name.char_indices().nth(LONGEST).map(|(end, _)| end);
    name[..end.unwrap_or(name.len())].to_owned()
}

impl Serialize for UsageRecord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut record = serializer.serialize_struct("UsageRecord", 7)?;
        record.serialize_field("at", &self.at)?;
        record.serialize_field("tool", &self.tool)?;
        record.serialize_field("presented", &self.presented)?;
        record.serialize_field("status", self.status.word())?;
        record.serialize_field("codes", &self.codes)?;
        record.serialize_field("duration", &self.micros())?;
        record.serialize_field("role", &self.role.as_deref())?;
        record.end()
    }
}

/// How a call ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UsageStatus {
    /// It was answered.
    Ok,
    /// The client was asked something first; what it answers comes with a call of its own.
    Asked,
    /// It failed, and another call mends it.
    Fix,
    /// It failed, and the same call may succeed later.
    Retry,
    /// It failed, and no call can succeed.
    Stop,
    /// The client gave it up.
    Cancelled,
    /// It took too long.
    Timeout,
    /// The tool panicked.
    Panicked,
    /// There is no such tool.
    UnknownTool,
    /// It was no call as the protocol wants one, and got the protocol's own error.
    Refused,
}

impl UsageStatus {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Ok,
        Self::Asked,
        Self::Fix,
        Self::Retry,
        Self::Stop,
        Self::Cancelled,
        Self::Timeout,
        Self::Panicked,
        Self::UnknownTool,
        Self::Refused,
    ];

    /// The word in logs and files.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Asked => "asked",
            Self::Fix => "fix",
            Self::Retry => "retry",
            Self::Stop => "stop",
            Self::Cancelled => "cancelled",
            Self::Timeout => "timeout",
            Self::Panicked => "panicked",
            Self::UnknownTool => "unknown_tool",
            Self::Refused => "refused",
        }
    }

    /// Whether something went wrong. A question to the client and a call that was given up are no
    /// errors.
    pub const fn is_error(self) -> bool {
        !matches!(self, Self::Ok | Self::Asked | Self::Cancelled)
    }
}

impl fmt::Display for UsageStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_cut_between_characters() {
        let record = UsageRecord::new("get_invoice", UsageStatus::Ok);
        assert_eq!(record.clone().presented("x").presented, "x");
        let long = record.presented(&"ü".repeat(1000));
        assert_eq!(long.presented, "ü".repeat(128));
    }

    #[test]
    fn a_record_is_a_line_of_json() {
        let record = UsageRecord {
            at: 7,
            codes: vec![UsageCode::of("denied")],
            duration: Duration::from_micros(1234),
            role: Some("clerk".into()),
            ..UsageRecord::new("get_invoice", UsageStatus::Stop).presented("all__a__get_invoice")
        };
        assert_eq!(
            serde_json::json!(record),
            serde_json::json!({
                "at": 7,
                "tool": "get_invoice",
                "presented": "all__a__get_invoice",
                "status": "stop",
                "codes": ["denied"],
                "duration": 1234,
                "role": "clerk",
            })
        );
    }
}
