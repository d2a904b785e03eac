//! A span for each call, under the target `mcp_ergo::call`: who called what and how it ended. Never
//! what was sent or answered.

use std::time::Instant;

use rmcp::RoleServer;
use rmcp::model::RequestMetaObject;
use rmcp::service::RequestContext;
use tracing::Span;
use tracing::field::{Empty, display};

use crate::access::Caller;
use crate::error::Envelope;
use crate::usage::{Counted, UsageCode, UsageStatus};

/// How a call ended.
#[derive(Debug)]
pub(super) struct Ended {
    pub(super) status: UsageStatus,
    /// What went wrong, each once.
    pub(super) codes: Vec<UsageCode>,
    pub(super) reference: Option<String>,
}

impl Ended {
    /// The client is asked something; its next round is a call of its own.
    pub(super) const ASKED: Self = Self::bare(UsageStatus::Asked);

    pub(super) const OK: Self = Self::bare(UsageStatus::Ok);

    /// The protocol's own error.
    pub(super) const REFUSED: Self = Self::bare(UsageStatus::Refused);

    /// The request was dropped with its connection.
    const DROPPED: Self = Self::bare(UsageStatus::Cancelled);

    const fn bare(status: UsageStatus) -> Self {
        Self {
            status,
            codes: Vec::new(),
            reference: None,
        }
    }

    /// A call that is none: its parameters cannot be read.
    pub(super) fn unreadable() -> Self {
        Self {
            codes: vec![UsageCode::of("unreadable")],
            ..Self::REFUSED
        }
    }

    /// A result of a tool that is written by hand, which knows no recovery.
    pub(super) fn by_hand(is_error: bool) -> Self {
        Self::bare(if is_error {
            UsageStatus::Fix
        } else {
            UsageStatus::Ok
        })
    }
}

impl From<&Envelope> for Ended {
    fn from(envelope: &Envelope) -> Self {
        Self {
            status: envelope.status(),
            codes: envelope.codes(),
            reference: envelope.reference.clone(),
        }
    }
}

/// The span of a call that has not ended.
#[derive(Debug)]
pub(super) struct CallSpan {
    span: Span,
    began: Instant,
    ended: bool,
    /// Where calls are recorded.
    counted: Option<Counted>,
}

impl CallSpan {
    pub(super) fn open(
        tool: &'static str,
        caller: &Caller,
        context: &RequestContext<RoleServer>,
    ) -> Self {
        let span = tracing::info_span!(
            target: "mcp_ergo::call",
            "call",
            tool,
            caller = caller.id(),
            role = caller.role(),
            protocol = Empty,
            traceparent = Empty,
            tracestate = Empty,
            outcome = Empty,
            duration_ms = Empty,
            reference = Empty,
        );
        if !span.is_disabled() {
            if let Some(version) = context.protocol_version() {
                span.record("protocol", display(version));
            }
            if let Some((parent, state)) = trace_context(&context.meta) {
                span.record("traceparent", parent);
                span.record("tracestate", state);
            }
        }
        Self {
            span,
            began: Instant::now(),
            ended: false,
            counted: None,
        }
    }

    /// The same, recorded once it has ended.
    pub(super) fn counted(mut self, counted: Option<Counted>) -> Self {
        self.counted = counted;
        self
    }

    pub(super) fn span(&self) -> Span {
        self.span.clone()
    }

    pub(super) fn close(mut self, ended: Ended) {
        self.record(ended);
    }

    fn record(&mut self, ended: Ended) {
        self.ended = true;
        self.span.record("outcome", ended.status.word());
        let took = self.began.elapsed();
        let millis = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
        self.span.record("duration_ms", millis);
        self.span.record("reference", ended.reference.as_deref());
        if let Some(counted) = self.counted.take() {
            counted.end(ended.status, ended.codes, took);
        }
    }
}

impl Drop for CallSpan {
    fn drop(&mut self) {
        if !self.ended {
            self.record(Ended::DROPPED);
        }
    }
}

/// `traceparent` and `tracestate` of a request, where they are what W3C Trace Context asks for;
/// without a parent the state means nothing.
fn trace_context(meta: &RequestMetaObject) -> Option<(&str, Option<&str>)> {
    let parent = meta.get_traceparent()?;
    let state = meta.get_tracestate().filter(|state| is_tracestate(state));
    is_traceparent(parent).then_some((parent, state))
}

/// `00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01`. Versions to come may append to that.
fn is_traceparent(text: &str) -> bool {
    let hex = |part: &str, digits: usize| {
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        part.len() == digits && part.bytes().all(is_digit)
    };
    let id = |part: &str, digits: usize| hex(part, digits) && part.bytes().any(|byte| byte != b'0');
    let mut parts = text.splitn(5, '-');
    let mut next = || parts.next().unwrap_or_default();
    let (version, trace, parent, flags) = (next(), next(), next(), next());
    let rest = parts.next();
    hex(version, 2)
        && version != "ff"
        && id(trace, 32)
        && id(parent, 16)
        && hex(flags, 2)
        && (version != "00" || rest.is_none())
        && text.len() <= LONGEST
        && text.bytes().all(|byte| byte.is_ascii_graphic())
}

/// Most bytes of either; W3C wants that much of a state to be handed on.
const LONGEST: usize = 512;

/// Most members of a state.
const MEMBERS: usize = 32;

/// `rojo=00f067aa0ba902b7,congo=t61rcWkgMzE`
fn is_tracestate(text: &str) -> bool {
    let member = |member: &str| {
        let Some((key, value)) = member.split_once('=') else {
            return false;
        };
        let is_key =
            |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-' | b'*' | b'/' | b'@');
        let is_value = |byte: u8| matches!(byte, b' '..=b'~') && byte != b',' && byte != b'=';
        (1..=256).contains(&key.len())
            && key.bytes().all(is_key)
            && key.starts_with(|first: char| first.is_ascii_lowercase() || first.is_ascii_digit())
            && (1..=256).contains(&value.len())
            && value.bytes().all(is_value)
    };
    let members: Vec<&str> = text
        .split(',')
        .map(|part| part.trim_matches([' ', '\t']))
        .collect();
    text.len() <= LONGEST
        && members.len() <= MEMBERS
        && members.iter().any(|part| !part.is_empty())
        && members.iter().all(|part| part.is_empty() || member(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trace_parent_is_what_w3c_asks_for() {
        let right = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        assert!(is_traceparent(right));
        assert!(is_traceparent(&right.replacen("00", "cc", 1)));
        assert!(is_traceparent(&format!(
            "{}-what-comes",
            right.replacen("00", "cc", 1)
        )));
        for wrong in [
            "",
            "00",
            &right.replacen("00", "ff", 1),
            &right.replacen("00", "0", 1),
            &right.to_uppercase(),
            &right.replace("0af7651916cd43dd8448eb211c80319c", &"0".repeat(32)),
            &right.replace("b7ad6b7169203331", &"0".repeat(16)),
            &format!("{right}-more"),
            &format!("{right}\n"),
            &format!("cc{}-{}", &right[2..], "x".repeat(600)),
            "00-0af7651916cd43dd8448eb211c80319ü-b7ad6b7169203331-01",
        ] {
            assert!(!is_traceparent(wrong), "{wrong}");
        }
    }

    #[test]
    fn a_trace_state_is_what_w3c_asks_for() {
        for right in [
            "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE",
            "t@v=x , a=b",
            "a=1,,b=2",
        ] {
            assert!(is_tracestate(right), "{right}");
        }
        let many = vec!["a=b"; 33].join(",");
        let long = format!("a={}", "b".repeat(300));
        for wrong in [
            "", ",", "a", "A=b", "a=", "=b", "a=b=c", "a=ü", "a=b\nc=d", &many, &long,
        ] {
            assert!(!is_tracestate(wrong), "{wrong}");
        }
    }
}
