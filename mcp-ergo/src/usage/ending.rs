//! A failure as it is recorded.

use super::{UsageCode, UsageStatus};
use crate::error::{Ending, Envelope, Recovery};

impl Envelope {
    /// How a call ends that is told this.
    pub(crate) fn status(&self) -> UsageStatus {
        match (self.ending, self.recovery) {
            (Ending::TimedOut, _) => UsageStatus::Timeout,
            (Ending::Cancelled, _) => UsageStatus::Cancelled,
            (Ending::Panicked, _) => UsageStatus::Panicked,
            (Ending::Told, Recovery::Fix) => UsageStatus::Fix,
            (Ending::Told, Recovery::Retry) => UsageStatus::Retry,
            (Ending::Told, Recovery::Stop) => UsageStatus::Stop,
        }
    }

    /// What went wrong, each once: in the arguments, and in the call.
    pub(crate) fn codes(&self) -> Vec<UsageCode> {
        let mut codes: Vec<UsageCode> = Vec::new();
        for code in self.issues.iter().filter_map(|it| it.code.as_ref()) {
            if !codes.contains(code) {
                codes.push(code.clone());
            }
        }
        let of_call = self.code.or(match self.ending {
            Ending::TimedOut => Some("timeout"),
            Ending::Panicked => Some("panicked"),
            // Nothing went wrong.
            Ending::Cancelled => None,
            Ending::Told => self.reference.is_some().then_some("internal"),
        });
        codes.extend(of_call.map(UsageCode::of));
        codes
    }
}
