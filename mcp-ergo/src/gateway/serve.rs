//! Serves the catalog of now, and another when an upstream comes, goes or changes.

use std::sync::Arc;
use std::time::Duration;

use mcp_ergo_rules::Policy;
use mcp_ergo_rules::wording::Wording as _;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use super::catalog::Catalog;
use super::upstream::{Link, State};
use crate::registry::{BootInput, Gathered, Registry, gather};
use crate::schema::natural_list;
use crate::server::Server;

/// How long what changes together may take: one list goes to clients, not one for each upstream.
const TOGETHER: Duration = Duration::from_millis(100);

/// What the catalog is made of.
pub(super) struct Serving {
    catalog: Arc<Catalog>,
    input: BootInput,
    policy: Policy,
    purpose: Option<String>,
    served: Vec<Gathered>,
}

impl Serving {
    pub(super) fn new(
        catalog: Arc<Catalog>,
        input: BootInput,
        policy: Policy,
        purpose: Option<String>,
    ) -> Self {
        Self {
            catalog,
            input,
            policy,
            purpose,
            served: Vec::new(),
        }
    }

    /// The catalog of now.
    pub(super) fn gather(&mut self) -> Arc<Registry> {
        let merged = self.catalog.merged();
        self.served = merged.tools;
        let mut input = self.input.clone();
        if input.opening.start_with.is_none() {
            input.opening.words = Some(self.words());
        }
        gather(input, &self.served, self.policy.clone())
    }

    /// What models read before they see any tool.
    fn words(&self) -> String {
        let named = |away: bool| {
            let links = self.catalog.links().iter();
            let named = links.filter(|link| matches!(link.state(), State::Up(_)) != away);
            named.map(|link| link.name().to_owned()).collect::<Vec<_>>()
        };
        let (there, away) = (named(false), named(true));
        let mut words = Vec::new();
        if let Some(purpose) = &self.purpose {
            words.push(purpose.ended());
        }
        if !there.is_empty() {
            words.push(format!(
                "These are tools of {}.",
                natural_list(&there, "and")
            ));
        }
        if !away.is_empty() {
            let are = if away.len() == 1 { "is" } else { "are" };
            let away = natural_list(&away, "and");
            words.push(format!(
                "{away} {are} away now; the tools come back by themselves."
            ));
        }
        words.push("Every answer that failed says what is wrong and what to do next.".to_owned());
        words.join(" ")
    }

    /// Follows the upstreams until the gateway stops.
    pub(super) async fn run(
        mut self,
        server: Server,
        changed: Arc<Notify>,
        stop: CancellationToken,
    ) {
        loop {
            // What changed since it was gathered first is followed at once.
            let merged = self.catalog.merged();
            if !merged.is(&self.served) {
                for note in &merged.notes {
                    tracing::warn!("{note}");
                }
                server.replace(self.gather());
            }
            tokio::select! {
                () = changed.notified() => {}
                () = stop.cancelled() => return,
            }
            tokio::select! {
                () = tokio::time::sleep(TOGETHER) => {}
                () = stop.cancelled() => return,
            }
        }
    }
}

/// Waits until no upstream is starting for the first time any more.
pub(super) async fn settled(links: &[Arc<Link>], changed: &Notify) {
    let starts = |link: &Arc<Link>| matches!(link.state(), State::Starting);
    while links.iter().any(starts) {
        changed.notified().await;
    }
}
