//! Watches a connection: whether the upstream is there, and whether its tools change.

use std::time::Duration;

use rmcp::model::{
    ClientRequest, DiscoverRequest, DiscoverRequestParams, PingRequest, ServerNotification,
    SubscriptionFilter,
};
use rmcp::service::{PeerRequestOptions, ServiceError, Subscription};
use tokio::time::{Instant, sleep_until};

use super::link::{Connected, Link};
use super::list::list;
use crate::error::chain;

/// How often a list is asked for again at most, however often it changes.
const BETWEEN_LISTS: Duration = Duration::from_secs(1);

/// How long an upstream may take to open a subscription. One that does not is watched all the same.
const SUBSCRIBING: Duration = Duration::from_secs(10);

pub(super) struct Watch<'a> {
    pub(super) link: &'a Link,
    /// With the tools that are known.
    pub(super) connected: Connected,
}

impl Watch<'_> {
    /// Watches until the upstream is not there, and says why.
    pub(super) async fn run(mut self) -> String {
        let every = self.link.upstream.settings.ping;
        let mut subscription = self.subscribe().await;
        let mut next_ping = Instant::now() + every;
        let mut next_list = Instant::now();
        loop {
            let heard = tokio::select! {
                () = self.connected.signals.list.notified() => Heard::List,
                heard = told(&mut subscription) => heard,
                () = self.connected.signals.doubt.notified() => Heard::Doubt,
                () = sleep_until(next_ping) => Heard::Time,
            };
            let looked = match heard {
                Heard::List => {
                    // Whatever is told in the meantime is in the list that comes then.
                    sleep_until(next_list).await;
                    next_list = Instant::now() + BETWEEN_LISTS;
                    self.list_again().await
                }
                Heard::Doubt | Heard::Time => {
                    next_ping = Instant::now() + every;
                    self.ping().await
                }
                Heard::End => {
                    subscription = None;
                    // It may have been started anew, and then its tools may be others.
                    self.connected.signals.list.notify_one();
                    self.ping().await
                }
            };
            if let Err(why) = looked {
                return why;
            }
            if matches!(heard, Heard::End) {
                subscription = self.subscribe().await;
            }
        }
    }

    async fn list_again(&mut self) -> Result<(), String> {
        let within = self.link.upstream.settings.start_timeout;
        let tools = list(&self.connected.peer, within).await?;
        if tools != self.connected.tools {
            tracing::info!(
                upstream = self.link.name(),
                tools = tools.len(),
                "the tools of an upstream changed"
            );
            self.connected.tools = tools;
            self.link.up(self.connected.clone());
        }
        Ok(())
    }

    /// Asks whether the upstream is there. One that works may be unable to answer while it does: it is
    /// given the time that a call has.
    async fn ping(&self) -> Result<(), String> {
        let settings = &self.link.upstream.settings;
        let began = Instant::now();
        let request = if self.speaks_newest() {
            ClientRequest::DiscoverRequest(DiscoverRequest::new(DiscoverRequestParams {}))
        } else {
            ClientRequest::PingRequest(PingRequest::default())
        };
        let sent = self
            .connected
            .peer
            .send_request_with_option(request, PeerRequestOptions::no_options());
        let mut handle = sent.await.map_err(|error| lost(&error))?;
        loop {
            match tokio::time::timeout(settings.ping, &mut handle.rx).await {
                // Whatever it answers, it is there.
                Ok(Ok(Ok(_) | Err(ServiceError::McpError(_)))) => return Ok(()),
                Ok(Ok(Err(error))) => return Err(lost(&error)),
                Ok(Err(_)) => return Err(lost(&ServiceError::TransportClosed)),
                Err(_) => {
                    let works = self.connected.signals.running() > 0;
                    let waited = began.elapsed();
                    if !works || waited > settings.timeout + settings.ping {
                        return Err(format!(
                            "it did not answer a ping within {}",
                            crate::server::seconds(Duration::from_secs(waited.as_secs().max(1)))
                        ));
                    }
                }
            }
        }
    }

    /// Whether it speaks 2026-07-28, which knows no ping, and tells of changes to whoever listens.
    fn speaks_newest(&self) -> bool {
        let info = self.connected.peer.peer_info();
        info.is_some_and(|info| !info.protocol_version.has_initialize())
    }

    async fn subscribe(&self) -> Option<Subscription> {
        if !self.speaks_newest() {
            return None;
        }
        let tells = self.connected.peer.peer_info().is_some_and(|info| {
            let tools = info.capabilities.tools.as_ref();
            tools.is_some_and(|tools| tools.list_changed == Some(true))
        });
        if !tells {
            return None;
        }
        let mut filter = SubscriptionFilter::default();
        filter.tools_list_changed = Some(true);
        match tokio::time::timeout(SUBSCRIBING, self.connected.peer.listen(filter)).await {
            Ok(Ok(subscription)) => Some(subscription),
            Ok(Err(error)) => {
                tracing::debug!(upstream = self.link.name(), %error, "changes are not told");
                None
            }
            Err(_) => None,
        }
    }
}

enum Heard {
    /// The tools changed.
    List,
    /// Something went wrong.
    Doubt,
    /// It is time to ask.
    Time,
    /// The subscription ended.
    End,
}

/// What a subscription tells next; nothing ever where there is none.
async fn told(subscription: &mut Option<Subscription>) -> Heard {
    let Some(open) = subscription else {
        return std::future::pending().await;
    };
    loop {
        match open.next().await {
            Ok(Some(ServerNotification::ToolListChangedNotification(_))) => return Heard::List,
            Ok(Some(_)) => {}
            Ok(None) | Err(_) => return Heard::End,
        }
    }
}

fn lost(error: &ServiceError) -> String {
    format!("the connection is lost: {}", chain(error))
}
