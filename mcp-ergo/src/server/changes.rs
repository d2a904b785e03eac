//! Tells clients that a resource which they watch has changed.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use rmcp::RoleServer;
use rmcp::model::{ErrorData, ResourceUpdatedNotificationParam, SubscriptionFilter};
use rmcp::service::{Peer, RequestContext, SubscriptionContext};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::broadcast::{Receiver, Sender, channel};
use tokio_util::sync::{CancellationToken, DropGuard};

use super::Server;
use super::context::no_method;
use super::listing::{self, Listing};
use super::rounds::has_connection;

/// How many changes may wait for a slow client. One that falls behind is told that everything which
/// it watches has changed.
const WAITING: usize = 1024;

/// Most resources that one client watches.
const WATCHED: usize = 1024;

/// Says which resources have changed, to whoever watches them. Give it to the builder, which lends
/// it to tools besides; cloning it is cheap.
///
/// ```standalone_crate
/// use mcp_ergo::Changes;
/// use mcp_ergo::prelude::*;
///
/// /// Current prices of everything that is sold, in cents.
/// #[resource("catalog://prices/current", mime = "text/plain")]
/// fn current_prices() -> String {
///     "hour: 9000".to_owned()
/// }
///
/// /// Set the price of an hour of work.
/// #[tool(
///     destructive,
///     when = "the user wants another price",
///     returns = "the new price",
///     scope = "prices:write"
/// )]
/// fn update_price(
///     changes: &Changes,
///     /// Price of an hour.
///     #[param(unit = "cents")]
///     hour_cents: u32,
/// ) -> Content {
///     changes.changed(current_prices::uri());
///     Content::new(format!("An hour costs {hour_cents} cents now."))
/// }
///
/// # fn main() -> Result<(), mcp_ergo::BootError> {
/// let changes = Changes::new();
/// let server = Server::builder("shop", "1.0.0")
///     .purpose("Prices of one shop.")
///     .start_with(update_price::tool())
///     .changes(changes.clone())
///     .grant("prices:write")
///     .boot()?;
/// // Elsewhere in the program, when the file was edited by hand:
/// changes.changed(current_prices::uri());
/// # let _ = server;
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct Changes(Sender<Arc<str>>);

impl Default for Changes {
    fn default() -> Self {
        Self(channel(WAITING).0)
    }
}

impl Changes {
    /// Changes of which nobody knows yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Says that what is read under `uri` has changed. It never waits, and does nothing where nobody
    /// watches.
    pub fn changed(&self, uri: impl AsRef<str>) {
        let _ = self.0.send(uri.as_ref().into());
    }

    pub(super) fn watch(&self) -> Receiver<Arc<str>> {
        self.0.subscribe()
    }
}

/// What a client before 2026-07-28 watches on its connection.
#[derive(Debug, Default)]
pub(super) struct Watch {
    uris: Arc<Mutex<HashSet<String>>>,
    /// Ends the telling with the connection.
    telling: Mutex<Option<DropGuard>>,
}

impl Watch {
    /// Begins to tell of `uri`; whether there was room for it.
    fn begin(&self, uri: String, changes: &Changes, peer: &Peer<RoleServer>) -> bool {
        let mut uris = self.uris.lock().unwrap_or_else(PoisonError::into_inner);
        if uris.len() >= WATCHED && !uris.contains(&uri) {
            return false;
        }
        uris.insert(uri);
        drop(uris);
        let mut telling = self.telling.lock().unwrap_or_else(PoisonError::into_inner);
        if telling.is_none() {
            let ended = CancellationToken::new();
            let tell = tell(changes.watch(), self.uris.clone(), peer.clone());
            let told = ended.clone().run_until_cancelled_owned(tell);
            tokio::spawn(told);
            *telling = Some(ended.drop_guard());
        }
        true
    }

    fn end(&self, uri: &str) {
        let mut uris = self.uris.lock().unwrap_or_else(PoisonError::into_inner);
        uris.remove(uri);
    }
}

/// Tells a client of what it watches, until it cannot be reached.
async fn tell(
    mut changes: Receiver<Arc<str>>,
    uris: Arc<Mutex<HashSet<String>>>,
    peer: Peer<RoleServer>,
) {
    while let Some(change) = next(&mut changes).await {
        let watched: Vec<String> = {
            let uris = uris.lock().unwrap_or_else(PoisonError::into_inner);
            uris.iter()
                .filter(|uri| change.is_of(uri))
                .cloned()
                .collect()
        };
        for uri in watched {
            let news = ResourceUpdatedNotificationParam::new(uri);
            if peer.notify_resource_updated(news).await.is_err() {
                return;
            }
        }
    }
}

/// What has changed.
enum Change {
    One(Arc<str>),
    /// More than could be kept.
    Anything,
}

impl Change {
    fn is_of(&self, uri: &str) -> bool {
        match self {
            Self::One(changed) => **changed == *uri,
            Self::Anything => true,
        }
    }
}

async fn next(changes: &mut Receiver<Arc<str>>) -> Option<Change> {
    match changes.recv().await {
        Ok(uri) => Some(Change::One(uri)),
        Err(RecvError::Lagged(_)) => Some(Change::Anything),
        Err(RecvError::Closed) => None,
    }
}

/// The same; never where nobody says what changes.
async fn next_of(changes: Option<&mut Receiver<Arc<str>>>) -> Option<Change> {
    match changes {
        Some(changes) => next(changes).await,
        None => std::future::pending().await,
    }
}

impl Server {
    /// What a listening client may be told of: the resources that it names, and the list of tools where
    /// that changes.
    pub(super) fn accepted(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        let (changes, listing) = (&self.inner.changes, &self.inner.listing);
        if changes.is_none() && listing.is_none() {
            return None;
        }
        let mut accepted = SubscriptionFilter::default();
        if changes.is_some() {
            accepted
                .resource_subscriptions
                .clone_from(&requested.resource_subscriptions);
        }
        if listing.is_some() {
            accepted.tools_list_changed = requested.tools_list_changed;
        }
        Some(accepted)
    }

    /// Tells a listening client of the changes, until it goes.
    pub(super) async fn tell_changes(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        let (changes, listing) = (&self.inner.changes, &self.inner.listing);
        if changes.is_none() && listing.is_none() {
            return Err(no_method("subscriptions/listen"));
        }
        let caller = self.caller_or_error(context.request_context()).await?;
        let mut changes = changes.as_ref().map(Changes::watch);
        let wants_lists = context.accepted().tools_list_changed == Some(true);
        let mut lists = listing.as_ref().filter(|_| wants_lists).map(Listing::watch);
        let accepted = context.accepted().resource_subscriptions.iter().flatten();
        // A caller hears nothing of what it may not read.
        let uris: Vec<&String> = accepted
            .filter(|uri| self.may_read(uri, &caller).is_ok())
            .take(WATCHED)
            .collect();
        loop {
            let change = tokio::select! {
                change = next_of(changes.as_mut()) => change,
                () = listing::next(lists.as_mut()) => {
                    if context.sink().notify_tool_list_changed().await.is_err() {
                        return Ok(());
                    }
                    continue;
                }
                () = context.cancelled() => None,
            };
            let Some(change) = change else {
                return Ok(());
            };
            for uri in uris.iter().filter(|uri| change.is_of(uri)) {
                if context.sink().notify_resource_updated(*uri).await.is_err() {
                    return Ok(());
                }
            }
        }
    }

    /// `resources/subscribe` of clients before 2026-07-28.
    pub(super) async fn begin_watch(
        &self,
        uri: String,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let Some(changes) = &self.inner.changes else {
            return Err(no_method("resources/subscribe"));
        };
        let caller = self.caller_or_error(&context).await?;
        self.may_read(&uri, &caller)?;
        if !has_connection(&context) {
            return Err(ErrorData::invalid_request(
                "this server keeps no session in which a client of a version before 2026-07-28 could be told of changes; read the resource again when it is needed",
                None,
            ));
        }
        if self.connection.watch.begin(uri, changes, &context.peer) {
            Ok(())
        } else {
            Err(ErrorData::invalid_request(
                format!("this client watches {WATCHED} resources already; unsubscribe from some"),
                None,
            ))
        }
    }

    /// `resources/unsubscribe` of clients before 2026-07-28.
    pub(super) fn end_watch(&self, uri: &str) -> Result<(), ErrorData> {
        if self.inner.changes.is_none() {
            return Err(no_method("resources/unsubscribe"));
        }
        self.connection.watch.end(uri);
        Ok(())
    }
}
