//! A server: built, booted, served.

mod builder;
mod caller;
mod cap;
mod drain;
#[cfg(feature = "http")]
mod gate;
mod handler;
#[cfg(feature = "http")]
mod http;
mod opening;
mod present;
mod run;
mod serve_error;
mod stdio;
mod stop;
mod trace;

use std::sync::Arc;
use std::time::Duration;

use mcp_ergo_rules::judge_catalog;
use rmcp::model::MetaObject;
use tokio_util::task::TaskTracker;

use crate::access::{ErasedAuthorizer, Grants};
use crate::arguments::Coercion;
use crate::limits::{Admission, Rate, Rates};
use crate::registry::{Registry, States, View, Views};
use crate::spec::{Design, Spec};

use cap::Cap;

pub use builder::Builder;
#[cfg(feature = "http")]
pub use http::Http;
pub use serve_error::ServeError;

/// A server that has booted: its catalog is checked and frozen. It is an rmcp
/// [`ServerHandler`](rmcp::ServerHandler), so it goes wherever rmcp's servers go.
///
/// Cloning is cheap: every clone serves the same catalog and lends the same state.
#[derive(Debug, Clone)]
pub struct Server {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    name: String,
    version: String,
    registry: Arc<Registry>,
    views: Views,
    /// What whoever started the server holds.
    local: Grants,
    authorizer: Arc<dyn ErasedAuthorizer>,
    /// Whether somebody else than the builder decides what a caller holds.
    #[cfg(feature = "http")]
    has_authorizer: bool,
    states: Arc<States>,
    /// How a caller gets a scope, in the words of whoever runs the server.
    how_to_grant: Option<String>,
    /// How long a tool may take unless it says otherwise.
    timeout: Duration,
    coercion: Coercion,
    admission: Arc<Admission>,
    rates: Rates,
    /// How often a caller may call a tool that says nothing else.
    rate: Option<Rate>,
    cap: Cap,
    /// The changes that run: a server that stops waits for them.
    changes: TaskTracker,
    /// Who answers, as 2026-07-28 wants it on every result.
    signature: MetaObject,
}

/// How long running calls, changes and connections may take to end once a server is to stop: what
/// process managers give by default before they kill.
const GRACE: Duration = Duration::from_secs(30);

impl Inner {
    /// Waits for the changes that run.
    async fn changes_made(&self) {
        self.changes.close();
        self.changes.wait().await;
    }
}

impl Server {
    /// Begins a server. `version` is the one version string that clients ever see; pass
    /// `env!("CARGO_PKG_VERSION")`.
    pub fn builder(name: impl Into<String>, version: impl Into<String>) -> Builder {
        Builder::new(name.into(), version.into())
    }

    /// The canonical names of the tools that whoever started the server is served, in the order of
    /// the list.
    pub fn tools(&self) -> impl Iterator<Item = &str> {
        let names: Vec<&'static str> = self
            .local_view()
            .tools()
            .map(|tool| tool.def.name)
            .collect();
        names.into_iter()
    }

    /// What whoever started the server sees.
    fn local_view(&self) -> Arc<View> {
        self.inner.views.of(&self.inner.local)
    }

    /// The design spec: every tool with its job, class, scope, schema and failures, what is excepted
    /// and why, and the rubric's verdict.
    pub fn spec(&self) -> Spec {
        let registry = &self.inner.registry;
        let catalog = registry.facts(&self.inner.name, &self.inner.states);
        let failure_modes = registry.tools.iter().map(|tool| (tool.def.failure_modes)());
        Spec::write(&Design {
            findings: &judge_catalog(&catalog, &registry.policy),
            failure_modes: Some(failure_modes.collect()),
            name: &self.inner.name,
            catalog: &catalog,
            own: true,
        })
    }
}
