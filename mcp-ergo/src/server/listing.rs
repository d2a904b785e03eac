//! Tells clients that the list of tools is another one.

use std::sync::PoisonError;

use rmcp::RoleServer;
use rmcp::service::Peer;
use tokio::sync::watch::{Receiver, Sender};
use tokio_util::sync::CancellationToken;

use super::Server;

/// Counts the lists. Who is slow hears of the last one alone, which is all that there is to know.
#[derive(Debug, Clone, Default)]
pub(crate) struct Listing(Sender<u64>);

impl Listing {
    /// Says that there is another list.
    #[cfg(feature = "gateway")]
    pub(super) fn changed(&self) {
        self.0.send_modify(|lists| *lists += 1);
    }

    pub(super) fn watch(&self) -> Receiver<u64> {
        self.0.subscribe()
    }
}

/// Ready when there is another list; never where the list does not change.
pub(super) async fn next(listing: Option<&mut Receiver<u64>>) {
    let changed = match listing {
        Some(lists) => lists.changed().await.is_ok(),
        None => false,
    };
    if !changed {
        std::future::pending::<()>().await;
    }
}

impl Server {
    /// Tells a client before 2026-07-28 of new lists, for as long as its connection lasts. Later ones
    /// ask for it.
    pub(super) fn begin_telling(&self, peer: Peer<RoleServer>) {
        let Some(listing) = &self.inner.listing else {
            return;
        };
        let mut lists = listing.watch();
        let tell = async move {
            while lists.changed().await.is_ok() {
                if peer.notify_tool_list_changed().await.is_err() {
                    return;
                }
            }
        };
        let ended = CancellationToken::new();
        tokio::spawn(ended.clone().run_until_cancelled_owned(tell));
        let told = &self.connection.listing;
        *told.lock().unwrap_or_else(PoisonError::into_inner) = Some(ended.drop_guard());
    }
}
