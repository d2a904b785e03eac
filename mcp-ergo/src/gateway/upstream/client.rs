//! What the gateway is to an upstream: a client that asks for tools, and hears when they change.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use rmcp::model::{
    ClientCapabilities, ClientConfig, Implementation, ProgressNotificationParam, ProgressToken,
    ProtocolVersion,
};
use rmcp::service::NotificationContext;
use rmcp::{ClientHandler, RoleClient};
use tokio::sync::Notify;

use crate::call::Call;

/// What is heard of one connection.
#[derive(Debug, Default)]
pub(crate) struct Signals {
    /// The list of tools is another one.
    pub(super) list: Notify,
    /// Something makes it doubtful that the upstream is there.
    pub(super) doubt: Notify,
    /// The calls whose progress is told.
    calls: Mutex<HashMap<ProgressToken, Arc<Call>>>,
}

impl Signals {
    /// Says that the tools may have changed.
    pub(crate) fn list_changed(&self) {
        self.list.notify_one();
    }

    /// Says that the upstream is to be looked after now.
    pub(crate) fn doubt(&self) {
        self.doubt.notify_one();
    }

    /// Passes the progress of a call on, until this is dropped.
    pub(crate) fn follow(self: &Arc<Self>, token: ProgressToken, call: Arc<Call>) -> Followed {
        self.calls().insert(token.clone(), call);
        Followed {
            signals: self.clone(),
            token,
        }
    }

    /// How many calls run.
    pub(super) fn running(&self) -> usize {
        self.calls().len()
    }

    fn calls(&self) -> std::sync::MutexGuard<'_, HashMap<ProgressToken, Arc<Call>>> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A call whose progress is passed on.
pub(crate) struct Followed {
    signals: Arc<Signals>,
    token: ProgressToken,
}

impl Drop for Followed {
    fn drop(&mut self) {
        self.signals.calls().remove(&self.token);
    }
}

/// It offers an upstream nothing to ask: whoever stands behind the gateway may not be asked by servers
/// that it does not know.
#[derive(Debug, Clone)]
pub(super) struct Hearing {
    pub(super) signals: Arc<Signals>,
}

impl ClientHandler for Hearing {
    fn get_info(&self) -> ClientConfig {
        let who = Implementation::new(
            concat!(env!("CARGO_PKG_NAME"), "-gateway"),
            env!("CARGO_PKG_VERSION"),
        );
        let mut config = ClientConfig::new(ClientCapabilities::default(), who);
        config.protocol_version = ProtocolVersion::LATEST_WITH_INITIALIZE;
        config
    }

    async fn on_tool_list_changed(&self, _: NotificationContext<RoleClient>) {
        self.signals.list_changed();
    }

    async fn on_progress(
        &self,
        progress: ProgressNotificationParam,
        _: NotificationContext<RoleClient>,
    ) {
        let call = self.signals.calls().get(&progress.progress_token).cloned();
        if let Some(call) = call {
            let (done, total) = whole(progress.progress, progress.total);
            call.progress(done, total, progress.message.unwrap_or_default());
        }
    }
}

/// How far, in whole numbers: some servers count from 0 to 1.
fn whole(done: f64, total: Option<f64>) -> (u64, Option<u64>) {
    let is_whole = |count: f64| count.fract() == 0.0;
    let by = if is_whole(done) && total.is_none_or(is_whole) {
        1.0
    } else {
        1000.0
    };
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a cast of floats ends at the bounds, and no progress is below nothing"
    )]
    let count = |count: f64| (count * by) as u64;
    (count(done), total.map(count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_told_in_whole_numbers() {
        assert_eq!(whole(3.0, Some(10.0)), (3, Some(10)));
        assert_eq!(whole(0.25, Some(1.0)), (250, Some(1000)));
        assert_eq!(whole(-1.0, None), (0, None));
        assert_eq!(whole(f64::INFINITY, None).1, None);
    }
}
