//! Watches a connection: whether the upstream is there, and whether its tools change.

use std::sync::Arc;
use std::time::Duration;

use rmcp::RoleClient;
use rmcp::model::{
    ClientRequest, DiscoverRequest, DiscoverRequestParams, PingRequest, ServerNotification,
    SubscriptionFilter, Tool,
};
use rmcp::service::{Peer, PeerRequestOptions, ServiceError, Subscription};
use tokio::time::{Instant, sleep_until};

use super::client::Signals;
use super::link::Link;
use super::list::list;

/// How often a list is asked for again at most, however often it changes.
const BETWEEN_LISTS: Duration = Duration::from_secs(1);

/// How long an upstream may take to open a subscription. One that does not is watched all the same.
const SUBSCRIBING: Duration = Duration::from_secs(10);

pub(super) struct Watch<'a> {
    pub(super) link: &'a Link,
    pub(super) peer: &'a Peer<RoleClient>,
    pub(super) signals: &'a Arc<Signals>,
    /// The tools that are known.
    pub(super) tools: Vec<Tool>,
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
                () = self.signals.list.notified() => Heard::List,
                heard = told(&mut subscription) => heard,
                () = self.signals.doubt.notified() => Heard::Doubt,
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
                    self.signals.list.notify_one();
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
        let tools = list(self.peer, self.link.upstream.settings.start_timeout).await?;
        if tools != self.tools {
            tracing::info!(
                upstream = self.link.name(),
                tools = tools.len(),
                "the tools of an upstream changed"
            );
            self.tools.clone_from(&tools);
            self.link.up(self.peer.clone(), tools, self.signals.clone());
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
            .peer
            .send_request_with_option(request, PeerRequestOptions::no_options());
        let mut handle = sent.await.map_err(lost)?;
        loop {
            match tokio::time::timeout(settings.ping, &mut handle.rx).await {
                // Whatever it answers, it is there.
                Ok(Ok(Ok(_) | Err(ServiceError::McpError(_)))) => return Ok(()),
                Ok(Ok(Err(error))) => return Err(lost(error)),
                Ok(Err(_)) => return Err(lost(ServiceError::TransportClosed)),
                Err(_) => {
                    let works = self.signals.running() > 0;
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
        let info = self.peer.peer_info();
        info.is_some_and(|info| !info.protocol_version.has_initialize())
    }

    async fn subscribe(&self) -> Option<Subscription> {
        if !self.speaks_newest() {
            return None;
        }
        let tells = self.peer.peer_info().is_some_and(|info| {
            let tools = info.capabilities.tools.as_ref();
            tools.is_some_and(|tools| tools.list_changed == Some(true))
        });
        if !tells {
            return None;
        }
        let mut filter = SubscriptionFilter::default();
        filter.tools_list_changed = Some(true);
        match tokio::time::timeout(SUBSCRIBING, self.peer.listen(filter)).await {
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

fn lost(error: ServiceError) -> String {
    format!("the connection is lost: {error}")
}
