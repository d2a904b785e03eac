//! Calls of tools, recorded where the builder was given a store.

use std::time::Duration;

use super::trace::Ended;
use super::{Inner, Server};
use crate::access::Caller;
use crate::usage::{Counted, Usage, UsageRecord, UsageStatus};

/// How long a server that stops waits for the store.
const PATIENCE: Duration = Duration::from_secs(5);

impl Inner {
    /// Writes down what was called until now: the last thing that a server does.
    pub(super) async fn usage_kept(&self) {
        let Some(usage) = self.usage.clone() else {
            return;
        };
        let flushed = tokio::task::spawn_blocking(move || usage.flush(PATIENCE)).await;
        if !flushed.unwrap_or(false) {
            tracing::warn!("stopped before the last calls were recorded");
        }
    }
}

impl Server {
    /// The records of calls, where the builder was given a [store](crate::Builder::usage).
    pub fn usage(&self) -> Option<&Usage> {
        self.inner.usage.as_ref()
    }

    /// A call of a tool, to be recorded when it ends.
    pub(super) fn counted(
        &self,
        tool: &'static str,
        presented: &str,
        caller: &Caller,
    ) -> Option<Counted> {
        let usage = self.inner.usage.as_ref()?;
        let role = caller.grants.role.clone();
        Some(Counted::new(usage, tool, presented, role))
    }

    /// A call of a tool that is not there.
    pub(super) fn count_unknown(&self, presented: &str, caller: &Caller) {
        if let Some(counted) = self.counted(UsageRecord::UNKNOWN, presented, caller) {
            counted.end(UsageStatus::UnknownTool, Vec::new(), Duration::ZERO);
        }
    }

    /// A call by somebody of whom nobody knows what it may call.
    pub(super) fn count_stranger(&self, presented: &str, ended: Ended) {
        if let Some(usage) = &self.inner.usage {
            let counted = Counted::new(usage, UsageRecord::UNKNOWN, presented, None);
            counted.end(ended.status, ended.codes, Duration::ZERO);
        }
    }
}
