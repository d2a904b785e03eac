//! A call on its way, to be recorded when it ends.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use super::record::cut;
use super::{Usage, UsageCode, UsageRecord, UsageStatus};

/// A call that is recorded once it has ended.
#[derive(Debug)]
pub(crate) struct Counted {
    usage: Usage,
    tool: Cow<'static, str>,
    presented: String,
    role: Option<Arc<str>>,
}

impl Counted {
    /// A call of a tool under the name that the client sent.
    pub(crate) fn new(
        usage: &Usage,
        tool: impl Into<Cow<'static, str>>,
        presented: &str,
        role: Option<Arc<str>>,
    ) -> Self {
        Self {
            usage: usage.clone(),
            tool: tool.into(),
            presented: cut(presented),
            role,
        }
    }

    pub(crate) fn end(self, status: UsageStatus, codes: Vec<UsageCode>, duration: Duration) {
        let Self {
            usage,
            tool,
            presented,
            role,
        } = self;
        usage.record(UsageRecord {
            at: super::record::now(),
            tool,
            presented,
            status,
            codes,
            duration,
            role,
        });
    }
}
